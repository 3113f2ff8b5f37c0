//! Who owns what: sharing, copy on write, borrowing, dropping, threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ndtype::{Array, ArrayView, Dtype, Object, Scalar, Text, array, idx};

fn assert_send_sync<T: Send + Sync>(_: &T) {}

#[test]
fn arrays_cross_threads() {
    let a = array![1, 2, 3];
    assert_send_sync(&a);
    let view = ArrayView::from_slice(&[1u8, 2]).unwrap();
    assert_send_sync(&view);
}

#[test]
fn sharing_takes_no_copy() {
    let a = Array::from_shape_vec([3, 4], (0..12i64).collect()).unwrap();
    let inside = |b: &Array| {
        let distance = b.as_ptr() as isize - a.as_ptr() as isize;
        (0..96).contains(&distance) && !b.flags().unique
    };
    for shared in [
        a.clone(),
        a.get(idx![1..3, ..; -1]).unwrap(),
        a.get("..., None, 2").unwrap(),
        a.t(),
        a.transpose(&[1, 0]).unwrap(),
        a.reshape([2, -1]).unwrap(),
        a.ravel().unwrap(),
        a.flip(None).unwrap(),
        a.broadcast_to([5, 3, 4]).unwrap(),
        a.diagonal(0, 0, 1).unwrap(),
        a.view_dtype("u1").unwrap(),
        a.expand_dims(&[0]).unwrap(),
        a.as_strided([2, 2], [8, 32]).unwrap(),
        ndtype::sliding_window_view(&a, [2, 2], None).unwrap(),
    ] {
        assert!(inside(&shared), "{:?} {:?}", shared.shape(), shared.strides());
    }
    assert!(!inside(&a.copy().unwrap()) && !inside(&a.flatten().unwrap()) && !inside(&a.t().ravel().unwrap()));
}

#[test]
fn writing_copies_once_and_only_if_shared() {
    let mut a = Array::zeros([4], "i4").unwrap();
    let address = a.as_ptr();
    a.set(idx![0], 1).unwrap();
    assert_eq!(a.as_ptr(), address, "alone: in place");
    let b = a.clone();
    a.set(idx![1], 2).unwrap();
    let moved = a.as_ptr();
    assert_ne!(moved, address, "shared: copied");
    a.set(idx![2], 3).unwrap();
    assert_eq!(a.as_ptr(), moved, "once");
    assert_eq!(b.as_ptr(), address);
    assert_eq!(a.to_vec::<i32>().unwrap(), [1, 2, 3, 0]);
    assert_eq!(b.to_vec::<i32>().unwrap(), [1, 0, 0, 0]);
    drop(a);
    let mut b = b;
    b.as_slice_mut::<i32>().unwrap()[3] = 9;
    assert_eq!(b.as_ptr(), address, "alone again");
}

#[test]
fn overlapping_assignment_is_as_if_copied_first() {
    let mut a = array![1, 2, 3, 4, 5];
    let shifted = a.get(idx![..-1]).unwrap();
    a.set(idx![1..], &shifted).unwrap();
    assert_eq!(a.to_vec::<i32>().unwrap(), [1, 1, 2, 3, 4]);
    let backwards = a.flip(None).unwrap();
    a.assign(&backwards).unwrap();
    assert_eq!(a.to_vec::<i32>().unwrap(), [4, 3, 2, 1, 1]);
}

#[test]
fn arrays_that_repeat_elements_are_copied_before_writing() {
    let mut windows = ndtype::sliding_window_view(&array![1, 2, 3, 4], [2], None).unwrap();
    windows.set(idx![0, 1], 9).unwrap();
    assert_eq!(windows.to_vec::<i32>().unwrap(), [1, 9, 2, 3, 3, 4]);
    let mut rows = array![1, 2].broadcast_to([2, 2]).unwrap();
    rows.set(idx![0, 0], 9).unwrap();
    assert_eq!(rows.to_vec::<i32>().unwrap(), [9, 2, 1, 2]);
    let mut rows = array![1, 2].broadcast_to([2, 2]).unwrap();
    rows.view_mut(idx![1]).unwrap().fill(0).unwrap();
    assert_eq!(rows.to_vec::<i32>().unwrap(), [1, 2, 0, 0]);
}

#[test]
fn windows_write_through() {
    let mut a = Array::zeros([3, 4], "f8").unwrap();
    let address = a.as_ptr();
    a.view_mut(idx![1, ..; 2]).unwrap().fill(5).unwrap();
    a.view_mut("2").unwrap().assign(&array![1.0, 2.0, 3.0, 4.0]).unwrap();
    assert_eq!(a.as_ptr(), address);
    assert_eq!(a.to_vec::<f64>().unwrap(), [0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 5.0, 0.0, 1.0, 2.0, 3.0, 4.0]);
    let b = a.clone();
    a.view_mut(idx![0]).unwrap().fill(7).unwrap();
    assert_eq!(b.get_scalar(&[0, 0]).unwrap().as_f64(), Some(0.0));
    assert!(a.view_mut(idx![&array![0, 1]]).is_err());
    assert_eq!(a.size(), 12);
}

#[test]
fn what_is_borrowed_is_copied_when_kept() {
    let kept = {
        let values = vec![1.0f64, 2.0, 3.0];
        let view = ArrayView::from_slice(&values).unwrap();
        assert_eq!(view.get(idx![1..]).unwrap().as_ptr(), values[1..].as_ptr().cast());
        assert_eq!(view.clone().as_ptr(), values.as_ptr().cast());
        let array: Array = Array::clone(&view);
        assert_ne!(array.as_ptr(), values.as_ptr().cast());
        // By way of `Deref`, too.
        let part: Array = (*view).get(idx![1..]).unwrap();
        assert_ne!(part.as_ptr(), values[1..].as_ptr().cast());
        [array, part, view.t(), view.reshape([3, 1]).unwrap().t()]
    };
    assert_eq!(kept[0].to_vec::<f64>().unwrap(), [1.0, 2.0, 3.0]);
    assert_eq!(kept[1].to_vec::<f64>().unwrap(), [2.0, 3.0]);
    assert_eq!(kept[3].shape(), [1, 3]);
}

#[test]
fn bytes_in_place() {
    let bytes = [1u8, 0, 0, 0, 0, 2, 0, 0, 0, 1];
    let records = ArrayView::from_bytes(&bytes, [2], "[('a', '<u4'), ('b', '?')]").unwrap();
    let a = records.field("a").unwrap();
    assert!(!a.flags().aligned);
    assert_eq!(a.to_vec::<u32>().unwrap(), [1, 2]);
    assert!(a.as_slice::<u32>().is_err());
    assert_eq!(records.field("b").unwrap().to_vec::<bool>().unwrap(), [false, true]);
    assert!(ArrayView::from_bytes(&[2], [1], "?").is_err(), "2 is no boolean");
    assert!(ArrayView::from_bytes(&[0; 8], [1], "O").is_err());
    assert!(ArrayView::from_bytes(&[0; 7], [1], "f8").is_err());
    assert!(array![0u8, 1, 2].view_dtype("?").is_err());
    assert_eq!(array![0u8, 1].view_dtype("?").unwrap().to_vec::<bool>().unwrap(), [false, true]);
}

/// Counts how many of its kind are alive.
#[derive(Clone)]
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(alive: &Arc<AtomicUsize>) -> Counted {
        alive.fetch_add(1, Ordering::Relaxed);
        Counted(alive.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl PartialEq for Counted {
    fn eq(&self, _: &Counted) -> bool {
        true
    }
}

impl PartialOrd for Counted {
    fn partial_cmp(&self, _: &Counted) -> Option<std::cmp::Ordering> {
        Some(std::cmp::Ordering::Equal)
    }
}

impl std::fmt::Display for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("counted")
    }
}

#[test]
fn owned_elements_are_dropped_once() {
    let alive = Arc::new(AtomicUsize::new(0));
    {
        let objects: Vec<Object> = (0..6).map(|_| Object::new(Counted::new(&alive))).collect();
        let a = Array::from_shape_vec([2, 3], objects).unwrap();
        assert_eq!(alive.load(Ordering::Relaxed), 6);
        let mut b = a.clone();
        b.set(idx![0], Object::NONE).unwrap();
        let c = b.t().copy().unwrap();
        drop(a);
        assert_eq!(alive.load(Ordering::Relaxed), 3, "only the second row is left");
        let mut records = Array::zeros([2], "[('n', '<i4'), ('o', 'O', (2,)), ('t', 'T')]").unwrap();
        records.set("'o'", Object::new(Counted::new(&alive))).unwrap();
        assert_eq!(alive.load(Ordering::Relaxed), 4, "one value, four places");
        let picked = records.get(idx![&array![1, 1, 0]]).unwrap();
        drop(records);
        assert_eq!(alive.load(Ordering::Relaxed), 4);
        drop((b, c, picked));
    }
    assert_eq!(alive.load(Ordering::Relaxed), 0);
}

#[test]
fn text_arrays() {
    let mut a = Array::from_nested(vec![String::from("one"), String::from("two"), String::new()]).unwrap();
    assert_eq!(a.dtype(), &Dtype::String);
    a.set(idx![2], Text::from("three")).unwrap();
    let b = a.get(idx![..; -1]).unwrap();
    assert_eq!(b.to_vec::<Text>().unwrap(), ["three", "two", "one"]);
    assert_eq!(a.get_scalar(&[0]).unwrap().to_text().as_deref(), Some("one"));
    assert_eq!(Array::zeros([2], "T").unwrap().to_vec::<Text>().unwrap(), ["", ""]);
    assert!(a.view_dtype("u1").is_err() && a.tobytes().is_err());
}

#[test]
fn many_threads_share_slice_and_write() {
    let shared = Array::from_shape_vec([64, 64], (0..4096i64).collect()).unwrap();
    let texts = Array::from_nested((0..64).map(|i| i.to_string()).collect::<Vec<_>>()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..8i64 {
            let (shared, texts) = (shared.clone(), texts.clone());
            scope.spawn(move || {
                for round in 0..200i64 {
                    let mut mine = shared.get(idx![.., thread * 8..thread * 8 + 8]).unwrap();
                    mine.set(idx![.., 0], round).unwrap();
                    assert_eq!(mine.get_scalar(&[5, 0]).unwrap().as_i64(), Some(round));
                    assert_eq!(mine.get_scalar(&[5, 1]).unwrap().as_i64(), Some(5 * 64 + thread * 8 + 1));
                    let mut words = texts.get(idx![..; -1]).unwrap();
                    words.set(idx![0], Text::from("changed")).unwrap();
                    assert_eq!(words.get(idx![-1]).unwrap().item::<Text>().unwrap(), "0");
                    let copy = shared.t().copy().unwrap();
                    assert_eq!(copy.get_scalar(&[1, 2]).unwrap().as_i64(), Some(129));
                }
            });
        }
    });
    assert_eq!(shared.to_vec::<i64>().unwrap(), (0..4096).collect::<Vec<i64>>());
    assert_eq!(texts.get_scalar(&[63]).unwrap().to_text().as_deref(), Some("63"));
}

#[test]
fn absurd_sizes_are_errors() {
    for shape in [vec![usize::MAX], vec![1 << 40, 1 << 40], vec![1 << 62, 8], vec![1; 65]] {
        let error = Array::zeros(&shape, "f8").unwrap_err();
        assert!(error.is_shape(), "{shape:?}: {error}");
    }
    // Large enough for no machine, small enough to be counted.
    let error = Array::empty([1 << 55], "f8").unwrap_err();
    assert!(error.is_memory(), "{error}");
    // NumPy's words for these.
    for (shape, dtype, size) in [
        (vec![1 << 46], "f8", "512. TiB for an array with shape (70368744177664,) and data type float64"),
        (vec![1 << 20, 1 << 27], "f8", "1.00 PiB for an array with shape (1048576, 134217728) and data type float64"),
        (vec![3 << 45], "U1", "384. TiB for an array with shape (105553116266496,) and data type <U1"),
    ] {
        let error = Array::empty(shape, dtype).unwrap_err();
        assert_eq!(error.to_string(), format!("Unable to allocate {size}"));
    }
    assert!(Array::zeros([0, usize::MAX / 2], "i1").unwrap().is_empty());
}

#[test]
fn checked_casts_name_the_value_they_would_lose() {
    for (array, dtype, lost) in [
        (array![1.0, 1e10, 3.0], "i4", Some("10000000000.0 at position (1,)")),
        (array![1.0, f64::NAN], "f4", None),
        (array![1.0, f64::NAN], "i4", Some("nan at position (1,)")),
        (array![0.1, 0.5], "f4", Some("0.1 at position (0,)")),
        (array![0.5, -0.25], "f4", None),
        (array![[1, -1]].astype("f8").unwrap(), "u1", Some("-1.0 at position (0, 1)")),
        (array![u64::MAX], "f8", Some("18446744073709551615 at position (0,)")),
        (array![i64::MAX], "f8", Some("9223372036854775807 at position (0,)")),
        (array![1u64 << 60], "f8", None),
        (array![300, 255], "u1", Some("300 at position (0,)")),
        (array![15, 16], "uint4", Some("16 at position (1,)")),
        (array![448.0, 449.0], "float8_e4m3fn", Some("449.0 at position (1,)")),
    ] {
        match (array.astype_checked(dtype), lost) {
            (Ok(result), None) => assert_eq!(result.dtype(), &dtype.parse::<Dtype>().unwrap()),
            (Err(error), Some(lost)) => assert!(error.to_string().contains(lost), "{error}"),
            (outcome, _) => panic!("{array:?} to {dtype}: {outcome:?}"),
        }
    }
}

#[test]
fn objects_take_values_and_give_them_back() {
    let objects = array![1.5, 2.5].astype("O").unwrap();
    assert_eq!(objects.to_vec::<Object>().unwrap(), [Object::new(1.5), Object::new(2.5)]);
    assert_eq!(objects.astype("f4").unwrap().to_vec::<f32>().unwrap(), [1.5, 2.5]);
    assert_eq!(array![true, false].astype("O").unwrap().astype("?").unwrap().to_vec::<bool>().unwrap(), [true, false]);
    let words = array!["ab", "c"].astype("O").unwrap();
    assert_eq!(words.to_vec::<Object>().unwrap()[0].downcast_ref::<String>().unwrap(), "ab");
    assert_eq!(words.astype("T").unwrap().to_vec::<Text>().unwrap(), ["ab", "c"]);
    let swapped = array![7i32].astype(">i4").unwrap().astype("O").unwrap();
    assert_eq!(swapped.to_vec::<Object>().unwrap(), [Object::new(7i64)]);
    assert!(Array::empty([1], "O").unwrap().astype("i8").unwrap_err().is_cast(), "nothing is no integer");
    let zero = Object::complex(num_complex::Complex::new(0.0, 0.0));
    assert_eq!(Array::zeros([1], "c16").unwrap().astype("O").unwrap().to_vec::<Object>().unwrap(), [zero]);
    assert!(Array::zeros([1], "V4").unwrap().astype("O").unwrap_err().is_cast(), "opaque bytes are no value");
}

#[test]
fn several_fields_of_owning_records_are_copied() {
    let dtype = "[('o', 'O'), ('x', '<i8'), ('y', '<f8')]";
    let (mut a, mut b) = (Array::empty([2], dtype).unwrap(), Array::zeros([2], dtype).unwrap());
    b.set("'o'", Object::new(String::from("a heap string"))).unwrap();
    b.set("'x'", 7).unwrap();
    let picked = b.get("['x', 'o']").unwrap();
    assert_eq!(picked.field("x").unwrap().to_vec::<i64>().unwrap(), [7, 7]);
    assert!(a.set("['x']", b.get("['x']").unwrap()).is_err());
    assert!(a.view_mut("['x']").is_err());
    a.set("'x'", b.field("x").unwrap()).unwrap();
    drop(b);
    assert!(a.field("o").unwrap().to_vec::<Object>().unwrap().iter().all(Object::is_none));
    assert_eq!(picked.field("o").unwrap().to_vec::<Object>().unwrap()[1], Object::new(String::from("a heap string")));
    // The places of other fields are no objects.
    assert!(a.field("o").unwrap().as_strided([3], [8]).is_err());
    // Plain records stay views.
    let plain = Array::zeros([2], "[('x', '<i8'), ('y', '<f8')]").unwrap();
    assert!(!plain.get("['y']").unwrap().flags().unique);
}

#[test]
fn booleans_stay_booleans() {
    let dtype = Dtype::builder().field("a", "?").field("b", "u1").offset(0).build().unwrap();
    let mut a = Array::zeros([1], dtype).unwrap();
    assert_eq!(a.field("a").unwrap().to_vec::<bool>().unwrap(), [false]);
    a.set("'b'", 7u8).unwrap();
    assert!(a.field("a").is_err());
    assert!(array![1u8, 2, 3, 4].view_dtype("(2,)?").is_err());
    let repeated = array![1, 2].astype("(2,)i8").unwrap();
    assert_eq!((repeated.shape(), repeated.to_vec::<i64>().unwrap()), (&[2, 2][..], vec![1, 1, 2, 2]));
}

struct PanicsOnDrop;

impl Drop for PanicsOnDrop {
    fn drop(&mut self) {
        panic!("on purpose");
    }
}

impl PartialEq for PanicsOnDrop {
    fn eq(&self, _: &PanicsOnDrop) -> bool {
        false
    }
}

impl PartialOrd for PanicsOnDrop {
    fn partial_cmp(&self, _: &PanicsOnDrop) -> Option<std::cmp::Ordering> {
        None
    }
}

impl std::fmt::Display for PanicsOnDrop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("panics on drop")
    }
}

#[test]
fn a_drop_that_panics_leaves_valid_elements() {
    let mut a = Array::empty([2], "O").unwrap();
    a.set(idx![0], Object::new(PanicsOnDrop)).unwrap();
    let write = std::panic::AssertUnwindSafe(|| a.set(idx![0], Object::new(7u8)));
    assert!(std::panic::catch_unwind(write).is_err());
    assert_eq!(a.to_vec::<Object>().unwrap(), [Object::new(7u8), Object::NONE]);
}

#[test]
fn checked_casts_keep_every_number() {
    let names = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 int2 int4 uint2 uint4 float16 float32 float64 \
                 bfloat16 complex64 complex128 float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz \
                 float8_e5m2 float8_e5m2fnuz float8_e8m0fnu float6_e2m3fn float6_e3m2fn float4_e2m1fn >i4 >u2 >f8 >c8";
    let floats = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 7.0, 8.0, 15.0, 16.0, 0.1, 1e-5, 2049.0, 65504.0, 65536.0, 1e10];
    let limits = [2147483648.0, 4294967296.0, 9223372036854775808.0, -9223372036854775808.0, 18446744073709551616.0];
    let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, 16777217.0];
    let floats: Vec<f64> = [&floats[..], &limits, &special].concat();
    let signed = [i64::MIN, i64::MAX, i64::MIN + 1, -1, -2, -5, -8, -9, -128, -129, -32768, -(1 << 31), (1 << 53) + 1];
    let unsigned = [u64::MAX, u64::MAX - 1, 1 << 63, 127, 128, 200, 255, 256, 65535, 1 << 31, (1 << 32) - 1, 1 << 32];
    let sources =
        [Array::from_vec(floats), Array::from_slice(&signed), Array::from_slice(&unsigned)].map(|a| a.unwrap());
    let nan = |x: &Scalar| x.as_complex().is_some_and(|z| z.re.is_nan() || z.im.is_nan());
    let (mut compared, mut kept) = (0, 0);
    for from in names.split_whitespace() {
        for source in &sources {
            // Whatever these become is an edge of the dtype too, such as its largest value.
            let values = source.astype(from).unwrap();
            for to in names.split_whitespace() {
                let cast = values.astype(to).unwrap();
                let mut all = true;
                for i in 0..values.len() as isize {
                    let (before, after) = (values.get_scalar(&[i]).unwrap(), cast.get_scalar(&[i]).unwrap());
                    let same = before == after || (nan(&before) && nan(&after));
                    let checked = values.get(idx![i..i + 1]).unwrap().astype_checked(to);
                    assert_eq!(checked.is_ok(), same, "{before} from {from} to {to}: {after}");
                    (compared, kept, all) = (compared + 1, kept + u32::from(same), all && same);
                }
                assert_eq!(values.astype_checked(to).is_ok(), all, "{from} to {to}");
            }
        }
    }
    println!("{compared} checked casts, of which {kept} keep the value");
    assert!(compared == 34 * 34 * 53 && kept > 10_000 && compared - kept > 10_000);
    assert!(array![u64::MAX].astype_checked("m8[s]").is_err());
    assert!(array![-1i8].astype("[('x', 'i1')]").unwrap().astype_checked("u1").is_err());
    assert!(array![-1i8].astype_checked("[('x', 'u1')]").is_err());
    assert!(array![-1i8].astype("[('x', 'i1')]").unwrap().astype_checked("[('x', 'u8')]").is_err());
}

#[test]
fn absurd_requests_are_errors() {
    let huge = Array::zeros([1], "u1").unwrap().broadcast_to([1 << 62]).unwrap();
    assert!(ndtype::concatenate(&[&huge, &huge, &huge, &huge], None).is_err());
    assert!(huge.scalars().is_err());
    assert!(Array::zeros([1], "f8").unwrap().broadcast_to([1 << 62]).unwrap_err().is_shape());
    assert!(array![1].get((0..70).map(|_| ndtype::Index::NewAxis).collect::<Vec<_>>()).is_err());
    assert!(ndtype::repeat(&array![1u8], 1i64 << 50, None).is_err());
    assert!(ndtype::repeat(&huge, 1i64 << 40, None).unwrap_err().is_shape());
    assert!(ndtype::repeat(&huge, 0, None).unwrap().is_empty());
    for (n, k, m) in
        [(1 << 40, 0, None), (usize::MAX, 5, None), (1 << 62, isize::MIN, Some(1 << 62)), (3, 0, Some(1 << 60))]
    {
        let (below, above) = (ndtype::tril_indices(n, k, m), ndtype::triu_indices(n, k, m));
        assert!(below.is_err() || above.is_err(), "{n} {k} {m:?}");
        assert!(n == 3 || k < 0 || below.is_err());
    }
    assert!(ndtype::tril_indices(1 << 60, 0, Some(0)).unwrap()[0].is_empty());
    assert!(ndtype::tril_indices(1 << 60, -(1 << 61), None).unwrap()[0].is_empty());
    assert!(ndtype::triu_indices(1 << 60, 5, Some(5)).unwrap()[0].is_empty());
    assert!(ndtype::diag_indices(1, 1 << 62).unwrap_err().is_shape());
    let lowest = ndtype::arange_dtype(i64::MIN, i64::MIN + 2, 1, "m8[s]").unwrap_err();
    assert!(lowest.to_string().contains("NaT"), "{lowest}");
    assert!(ndtype::linspace(0.0, 1.0, 1 << 61).is_err());
    assert!(ndtype::arange(0, 1i64 << 60, 1).is_err());
    assert!(ndtype::eye(1 << 32).is_err());
    let (i, j) = (Array::zeros([1 << 24, 1], "i8").unwrap(), Array::zeros([1, 1 << 24], "i8").unwrap());
    assert!(Array::zeros([2, 2], "u1").unwrap().get(idx![&i, &j]).is_err());
    assert!(array![*b"abc"; dtype: "u1"].view_dtype("S3").unwrap().view_dtype("<u2").is_err());
}

#[test]
fn inclusive_ranges_go_backwards_too() {
    let a = array![10, 20, 30];
    assert_eq!(a.get(idx![..=1]).unwrap().to_vec::<i32>().unwrap(), [10, 20]);
    assert_eq!(a.get(idx![..=1; -1]).unwrap().to_vec::<i32>().unwrap(), [30, 20]);
    assert_eq!(a.get(idx![..=-1; -1]).unwrap().to_vec::<i32>().unwrap(), [30]);
    let (first, last) = (0, -1);
    assert_eq!(a.get(idx![2..=first; -1]).unwrap().to_vec::<i32>().unwrap(), [30, 20, 10]);
    assert_eq!(a.get(idx![0..=last; 2]).unwrap().to_vec::<i32>().unwrap(), [10, 30]);
    let lowest = isize::MIN;
    assert_eq!(a.get(idx![0..=lowest; -1]).unwrap().to_vec::<i32>().unwrap(), [10]);
    assert_eq!(a.get(idx![..=isize::MAX; 2]).unwrap().to_vec::<i32>().unwrap(), [10, 30]);
    assert_eq!(ndtype::delete(&a, 1..=last, 0).unwrap().to_vec::<i32>().unwrap(), [10]);
    // A slice of Python's leaves its end out, whatever its step was.
    let slice = ndtype::Index::slice(Some(2), Some(0), Some(1)).step_by(-1);
    assert_eq!(a.get([slice]).unwrap().to_vec::<i32>().unwrap(), [30, 20]);
}

#[test]
fn copies_lie_in_memory_as_numpys_do() {
    let a = ndtype::arange(0, 6, 1).unwrap();
    assert_eq!(a.get(idx![..; -1]).unwrap().ravel().unwrap().strides(), [8]);
    assert_eq!(a.get(idx![..; 2]).unwrap().ravel().unwrap().strides(), [8]);
    assert_eq!(a.get(idx![..; -1]).unwrap().reshape([-1]).unwrap().strides(), [-8]);
    assert!(!a.reshape([2, 3]).unwrap().ravel().unwrap().flags().unique);

    let fortran = Array::zeros_in([2, 3], "f8", ndtype::Order::F).unwrap();
    let backwards = fortran.get(idx![..; -1]).unwrap();
    for (array, strides) in [(&fortran, [8, 16]), (&backwards, [24, 8])] {
        assert_eq!(array.byteswap().unwrap().strides(), strides);
        assert_eq!(array.imag().unwrap().strides(), strides);
    }

    let cube = Array::zeros_in([2, 3, 4], "f8", ndtype::Order::F).unwrap();
    let one = Array::from(1i64);
    for (picked, strides) in
        [(cube.get(idx![&one]), &[8, 24][..]), (cube.get(idx![.., &one]), &[8, 16]), (cube.get(idx![&one, 0]), &[8])]
    {
        let picked = picked.unwrap();
        assert!(picked.flags().unique, "a copy");
        assert_eq!(picked.strides(), strides);
    }
    assert!(!cube.get(idx![1]).unwrap().flags().unique, "a view");
}

#[test]
fn equality_is_of_values() {
    let equal = |a: &Array, b: &Array| a.array_equal(b).unwrap();
    assert!(equal(&array![1, 2], &array![1.0, 2.0]));
    // As NumPy: integers exactly, but beside floats as the floats they round to.
    assert!(!equal(&array![u64::MAX], &array![-1i64]));
    assert!(equal(&array![u64::MAX], &array![u64::MAX as f64]));
    assert!(equal(&array!["ab"], &array!["ab"].astype("U7").unwrap()));
    let bytes = array![*b"\xff"; dtype: "u1"].view_dtype("S1").unwrap();
    assert!(equal(&bytes, &bytes.astype("S3").unwrap()));
    let dates = array![0i64, 5].view_dtype("M8[s]").unwrap();
    assert!(equal(&dates, &dates.astype(">M8[s]").unwrap()));
    let records = Array::zeros([2], "[('a', '<i4')]").unwrap();
    assert!(equal(&records, &records.astype("[('a', '>i8')]").unwrap()));
    assert!(!equal(&array!["1"], &dates.get(idx![..1]).unwrap()));
}
