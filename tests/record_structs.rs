//! Rust structs as records: `record!`, and what arrays lend of them.

use std::sync::Arc;

use ndtype::{Array, ArrayView, Dtype, Element, HasDtype, Object, Scalar, Text, record};

record! {
    /// No padding.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Trade {
        time: i64 as "M8[ns]",
        price: f64,
        quantity: i32,
        flags: [u8; 4] as "S4",
    }
}

record! {
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Sample {
        ok: bool,
        level: f64,
        grid: [[i16; 2]; 3],
    }
}

record! {
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Named {
        id: u8,
        name: Text,
        tag: Object,
        sample: Sample,
    }
}

record! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(packed)]
    struct Packed {
        id: u8,
        level: f64,
    }
}

record! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(align(32))]
    struct Wide {
        level: f64,
    }
}

fn trades(n: i32) -> Vec<Trade> {
    (0..n).map(|i| Trade { time: i64::from(i), price: f64::from(i) / 4.0, quantity: i, flags: *b"ab\0\0" }).collect()
}

fn sample(i: i16) -> Sample {
    Sample { ok: i % 2 == 0, level: f64::from(i), grid: [[i, 1], [2, 3], [4, 5]] }
}

#[test]
fn dtypes_say_where_fields_are() {
    let dt = Dtype::of::<Trade>();
    assert_eq!(dt.to_string(), "{'names': ['time', 'price', 'quantity', 'flags'], 'formats': ['<M8[ns]', '<f8', '<i4', 'S4'], 'offsets': [0, 8, 16, 20], 'itemsize': 24, 'aligned': True}".parse::<Dtype>().unwrap().to_string());
    assert!(!Trade::PADDED && Trade::PLAIN && Trade::ANY_BITS);
    let dt = Dtype::of::<Sample>();
    assert_eq!((dt.itemsize(), dt.alignment()), (32, 8));
    assert_eq!(dt.field("grid").unwrap().dtype(), &Dtype::subarray(Dtype::Int16, [3, 2]).unwrap());
    assert!(Sample::PADDED && Sample::PLAIN && !Sample::ANY_BITS);
    assert!(Named::PADDED && !Named::PLAIN);
    assert_eq!(Dtype::of::<Packed>().field("level").unwrap().offset(), 1);
    assert_eq!((Dtype::of::<Packed>().itemsize(), Dtype::of::<Wide>().itemsize()), (9, 32));
}

#[test]
fn vectors_move_in_and_lend_slices() {
    let values = trades(5);
    let address = values.as_ptr();
    let mut a = Array::from_vec(values.clone()).unwrap();
    assert_ne!(a.as_ptr(), address.cast());
    assert_eq!(a.as_slice::<Trade>().unwrap(), values);
    assert_eq!(a.field("flags").unwrap().get_scalar(&[3]).unwrap().to_string(), "b'ab'");
    let kept = a.clone();
    a.as_slice_mut::<Trade>().unwrap()[2].price = -1.0;
    assert_eq!(a.field("price").unwrap().to_vec::<f64>().unwrap(), [0.0, 0.25, -1.0, 0.75, 1.0]);
    assert_eq!(kept.as_slice::<Trade>().unwrap(), values, "a copy does not see the write");
    let back: Vec<Trade> = a.get("::-2").unwrap().to_vec().unwrap();
    assert_eq!(back.iter().map(|t| t.quantity).collect::<Vec<_>>(), [4, 2, 0]);
    assert_eq!(ArrayView::from_slice(&values).unwrap().as_ptr(), values.as_ptr().cast(), "lent as it is");
    let shared: Arc<[Trade]> = values.clone().into();
    assert_eq!(Array::from_arc(shared.clone()).unwrap().as_ptr(), shared.as_ptr().cast());
}

#[test]
fn written_fields_are_seen_in_slices() {
    let mut a = Array::zeros([3], Dtype::of::<Sample>()).unwrap();
    a.set("'level'", ndtype::array![1.5, 2.5, 3.5]).unwrap();
    a.set("'ok'", true).unwrap();
    let values = a.as_slice::<Sample>().unwrap();
    assert_eq!(values[2], Sample { ok: true, level: 3.5, grid: [[0; 2]; 3] });
}

#[test]
fn padding_is_zero_wherever_structs_come_in() {
    let gaps = |a: &Array| {
        let bytes = a.tobytes().unwrap();
        bytes.chunks(32).all(|record| record[1..8] == [0; 7] && record[28..] == [0; 4])
    };
    let values: Vec<Sample> = (0..4).map(sample).collect();
    let mut a = Array::from_vec(values.clone()).unwrap();
    assert!(gaps(&a));
    assert!(a.as_slice_mut::<Sample>().unwrap_err().to_string().contains("update_slice"));
    let n = a
        .update_slice(|samples: &mut [Sample]| {
            samples.fill(sample(7));
            samples.len()
        })
        .unwrap();
    assert!(gaps(&a) && n == 4);
    assert!(gaps(&ArrayView::from_slice(&values).unwrap()));
    assert!(gaps(&Array::from_arc(Arc::from(values.clone())).unwrap()));
    assert!(gaps(&Array::from_elem([2, 2], sample(3)).unwrap()));
    assert!(gaps(&values.iter().copied().collect::<Array>()));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        a.update_slice(|samples: &mut [Sample]| {
            samples[0] = sample(1);
            panic!("in the middle");
        })
    }));
    assert!(panicked.is_err() && gaps(&a));
    assert_eq!(a.as_slice::<Sample>().unwrap()[0], sample(1));
}

#[test]
fn owning_structs_keep_their_values() {
    let tag = Object::new(5u128);
    let value = Named { id: 1, name: "a rather long name, not inline".into(), tag, sample: sample(2) };
    let mut a = Array::from_vec(vec![value.clone(), Named::default()]).unwrap();
    assert_eq!(a.to_vec::<Named>().unwrap()[0], value);
    a.update_slice(|records: &mut [Named]| records.swap(0, 1)).unwrap();
    assert_eq!(a.field("name").unwrap().to_vec::<Text>().unwrap()[1], value.name);
    let one = a.get_scalar(&[1]).unwrap();
    assert_eq!(one.get::<Named>().unwrap(), value);
    assert_eq!(Scalar::new(value.clone()).get::<Named>().unwrap(), value);
    assert_eq!(a.field("sample").unwrap().get_scalar(&[1]).unwrap().get::<Sample>().unwrap(), sample(2));
}

#[test]
fn alignment_of_the_struct_counts() {
    let a = Array::from_vec(vec![Packed { id: 1, level: 2.5 }, Packed { id: 2, level: -1.0 }]).unwrap();
    assert_eq!(a.field("level").unwrap().to_vec::<f64>().unwrap(), [2.5, -1.0]);
    let mut wide = Array::zeros([3], Dtype::of::<Wide>()).unwrap();
    wide.set("'level'", 4.0).unwrap();
    assert_eq!(wide.as_slice::<Wide>().unwrap()[2], Wide { level: 4.0 });
    // The same dtype at an odd address is read, but not lent.
    let bytes = Array::zeros([1 + 24 * 2], "u1").unwrap();
    let odd = bytes.get("1:").unwrap().view_dtype(Dtype::of::<Trade>()).unwrap();
    assert!(odd.as_slice::<Trade>().is_err());
    assert_eq!(odd.to_vec::<Trade>().unwrap(), [Trade::default(); 2].map(|t| Trade { flags: [0; 4], ..t }));
}

#[test]
fn wrong_dtypes_are_named() {
    let a = Array::zeros([2], "i4, f8").unwrap();
    let error = a.as_slice::<Trade>().unwrap_err();
    assert!(
        error.is_dtype() && error.to_string().contains("'quantity'") && error.to_string().contains("'f1'"),
        "{error}"
    );
}

#[test]
#[should_panic(expected = "the field 'time' of a record is int32 in memory, which cannot be datetime64[ns]")]
fn memory_must_fit_what_it_is_declared_to_be() {
    record! {
        #[derive(Clone)]
        struct Wrong {
            time: i32 as "M8[ns]",
        }
    }
    let _ = Wrong { time: 0 }.time;
    Wrong::dtype();
}

#[test]
fn functions_of_structs_are_ufuncs() {
    let a = Array::from_vec(trades(3)).unwrap();
    let value = ndtype::ufunc::Ufunc::from_fn1("value", |t: Trade| t.price * f64::from(t.quantity));
    assert_eq!(value.call(&[&a]).unwrap().to_vec::<f64>().unwrap(), [0.0, 0.25, 1.0]);
}
