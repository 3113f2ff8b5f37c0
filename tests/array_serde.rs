//! Arrays and scalars through serde: JSON for human-readable formats, MessagePack for binary ones.
#![cfg(feature = "serde")]

mod names;

use names::{ML, NUMBERS};
use ndtype::{self as np, Array, Dtype, Object, Scalar, array, idx};

fn both_ways(array: &Array) {
    let json = serde_json::to_string(array).unwrap_or_else(|e| panic!("{}: {e}", array.dtype()));
    let packed = rmp_serde::to_vec(array).unwrap();
    let named = rmp_serde::to_vec_named(array).unwrap();
    let read = [
        serde_json::from_str::<Array>(&json).unwrap_or_else(|e| panic!("{json}: {e}")),
        rmp_serde::from_slice(&packed).unwrap(),
        rmp_serde::from_slice(&named).unwrap(),
    ];
    for back in read {
        assert_eq!((back.dtype(), back.shape()), (array.dtype(), array.shape()), "{json}");
        assert!(back.flags().aligned);
        match array.dtype() {
            Dtype::String => assert_eq!(back, *array),
            _ => assert_eq!(back.tobytes().unwrap(), array.tobytes().unwrap(), "{json}"),
        }
    }
}

#[test]
fn every_dtype_in_every_layout_comes_back() {
    // The scale type has no zero; it comes below.
    let numbers = NUMBERS.iter().chain(&ML).chain(&[">i4", ">f8", ">c8"]).filter(|name| **name != "float8_e8m0fnu");
    let counted = Array::from_shape_vec([2, 3], vec![0i64, 1, 1, 0, 1, 0]).unwrap();
    for dtype in numbers {
        let a = counted.astype(*dtype).unwrap();
        for layout in [
            a.clone(),
            a.t(),
            a.get(idx![..; -1, 0..2]).unwrap(),
            a.get(idx![0, 1]).unwrap(),
            a.get(idx![0..0]).unwrap(),
        ] {
            both_ways(&layout);
        }
    }
    both_ways(&array![1.0f32, 2.0].astype("float8_e8m0fnu").unwrap());
    both_ways(&array!["a", "", "snö"]);
    both_ways(&array!["a", "", "snö"; dtype: ">U4"]);
    both_ways(&array!["a", "bc"; dtype: "S3"]);
    both_ways(&np::frombuffer(vec![0u8, 255, 128, 7], "S2", 0, None).unwrap());
    both_ways(&np::frombuffer(vec![0u8, 255, 128, 7], "V2", 0, None).unwrap());
    both_ways(&Array::from_nested(vec!["long".to_owned(), String::new()]).unwrap());
    both_ways(&array![1i64, i64::MIN].view_dtype("M8[25us]").unwrap());
    both_ways(&array![1i64, i64::MIN].view_dtype("m8[D]").unwrap());
}

#[test]
fn extremes_come_back() {
    both_ways(&array![i64::MIN, i64::MAX, 0]);
    both_ways(&array![u64::MAX, 0]);
    both_ways(&array![f32::MAX, f32::MIN_POSITIVE, 1e-45, -0.0, f32::INFINITY, f32::NEG_INFINITY]);
    both_ways(&array![f64::MAX, 5e-324, -0.0, f64::INFINITY, 0.1]);
    both_ways(&array![half::f16::MAX, half::f16::from_f32(0.1), half::f16::INFINITY]);
    both_ways(&array![num_complex(f64::INFINITY, -0.0), num_complex(1.5, 0.1)]);
    let nan: Array = serde_json::from_str(&serde_json::to_string(&array![f64::NAN]).unwrap()).unwrap();
    assert!(nan.item::<f64>().unwrap().is_nan());
}

fn num_complex(re: f64, im: f64) -> num_complex::Complex<f64> {
    num_complex::Complex::new(re, im)
}

#[test]
fn the_text_is_plain() {
    let text = |array: &Array| serde_json::to_string(array).unwrap();
    assert_eq!(text(&array![[1, 2], [3, 4]]), r#"{"dtype":"int32","shape":[2,2],"data":[1,2,3,4]}"#);
    assert_eq!(text(&array![true]), r#"{"dtype":"bool","shape":[1],"data":[true]}"#);
    assert_eq!(text(&array![0.1f32]), r#"{"dtype":"float32","shape":[1],"data":[0.1]}"#);
    assert_eq!(
        text(&array![num_complex(1.0, f64::NEG_INFINITY)]),
        r#"{"dtype":"complex128","shape":[1],"data":[[1.0,"-inf"]]}"#
    );
    let mut records =
        Array::zeros([1], "[('x', '<i4'), ('t', 'T'), ('p', '<f8', (2,)), ('r', [('u', '<U2')])]").unwrap();
    records.set(idx!["t"], "word".to_owned()).unwrap();
    records.field("x").unwrap();
    let json = text(&records);
    assert!(json.ends_with(r#""data":[[0,"word",[0.0,0.0],[""]]]}"#), "{json}");
    let back: Array = serde_json::from_str(&json).unwrap();
    assert_eq!(back.field("t").unwrap(), records.field("t").unwrap());
    let error = rmp_serde::to_vec(&records).unwrap_err().to_string();
    assert!(error.contains("serialisation is not supported for dtype([('x'"), "{error}");
}

#[test]
fn records_come_back() {
    let dtype = Dtype::structured_aligned([("a", "i1"), ("b", "f8"), ("c", "?")]).unwrap();
    let mut records = Array::zeros([2, 2], dtype).unwrap();
    records.set(idx!["b"], array![[1.5, 2.5], [3.5, f64::NAN]]).unwrap();
    records.set(idx!["c"], array![[true, false], [true, true]]).unwrap();
    both_ways(&records);
    both_ways(&records.t());
}

#[test]
fn what_is_read_is_checked() {
    let error = |json: &str| serde_json::from_str::<Array>(json).unwrap_err().to_string();
    let starts = |json: &str, message: &str| assert!(error(json).starts_with(message), "{json}: {}", error(json));
    starts(r#"{"dtype":"int8","shape":[2],"data":[1,300]}"#, "300 is out of bounds for int8");
    starts(r#"{"dtype":"uint64","shape":[1],"data":[-1]}"#, "-1 is out of bounds for uint64");
    starts(r#"{"dtype":"int8","shape":[1],"data":[1.5]}"#, "1.5 is out of bounds for int8");
    starts(r#"{"dtype":"int4","shape":[1],"data":[8]}"#, "8 is out of bounds for int4");
    starts(r#"{"dtype":"bool","shape":[1],"data":[1]}"#, "1 is out of bounds for bool");
    starts(r#"{"dtype":"float32","shape":[1],"data":[1e39]}"#, "1e39 is out of bounds for float32");
    starts(r#"{"dtype":"float4_e2m1fn","shape":[1],"data":[7]}"#, "7 is out of bounds for float4_e2m1fn");
    starts(r#"{"dtype":"float64","shape":[1],"data":["NaN"]}"#, "\"NaN\" is out of bounds for float64");
    starts(r#"{"dtype":"<U2","shape":[1],"data":["abc"]}"#, "\"abc\" is out of bounds for <U2");
    starts(r#"{"dtype":"|S2","shape":[1],"data":["π"]}"#, "\"π\" is out of bounds for |S2");
    starts(r#"{"dtype":"|V2","shape":[1],"data":["0"]}"#, "\"0\" is out of bounds for |V2");
    starts(r#"{"dtype":"complex64","shape":[1],"data":[[1]]}"#, "a list of 1 is out of bounds for complex64");
    starts(
        r#"{"dtype":"[('x', '<i4')]","shape":[1],"data":[[1,2]]}"#,
        "a list of 2 is out of bounds for [('x', '<i4')]",
    );
    starts(r#"{"dtype":"object","shape":[1],"data":[1]}"#, "serialisation is not supported for dtype('O')");
    starts(r#"{"dtype":"float33","shape":[1],"data":[1]}"#, "data type 'float33' not understood");
    starts(r#"{"dtype":"int8","shape":[3],"data":[1,2]}"#, "cannot reshape array of size 2 into shape (3,)");
    starts(r#"{"dtype":"int8","shape":[4611686018427387904,8],"data":[]}"#, "");
    starts(r#"{"dtype":"int8","shape":[-1],"data":[]}"#, "invalid value: integer `-1`");
    starts(r#"{"dtype":"int8","data":[1]}"#, "missing field `shape`");
    starts(r#"{"dtype":"int8","shape":[1],"data":[1],"more":1}"#, "a second or unknown field \"more\"");
    // Any order of the fields will do.
    assert_eq!(serde_json::from_str::<Array>(r#"{"data":[1],"shape":[1],"dtype":"i1"}"#).unwrap(), array![1i8]);
}

#[test]
fn bytes_are_checked() {
    let read = |dtype: &str, shape: &[usize], bytes: &[u8]| {
        // The same parts, one by one, as an array of three.
        let mut packed = vec![0x93];
        packed.extend(rmp_serde::to_vec(dtype).unwrap());
        packed.extend(rmp_serde::to_vec(shape).unwrap());
        packed.extend([0xc4, bytes.len() as u8]);
        packed.extend(bytes);
        rmp_serde::from_slice::<Array>(&packed)
    };
    assert_eq!(read("int16", &[2], &[1, 0, 2, 0]).unwrap(), array![1i16, 2]);
    assert_eq!(read(">i2", &[2], &[1, 0, 2, 0]).unwrap(), array![1i16, 2]);
    let error = read("bool", &[2], &[1, 2]).unwrap_err().to_string();
    assert!(error.contains("0x02 is no boolean"), "{error}");
    let error = read("int16", &[2], &[1, 0, 2]).unwrap_err().to_string();
    assert!(error.contains("3 bytes for shape [2] of int16"), "{error}");
    assert!(read("O", &[1], &[0; 8]).is_err());
    assert!(read("T", &[1], &[0; 16]).is_err());
    assert!(read("[('t', 'T')]", &[1], &[0; 16]).is_err());
}

#[test]
fn objects_are_refused() {
    let objects = array![Object::new(1u8)];
    for error in
        [serde_json::to_string(&objects).unwrap_err().to_string(), rmp_serde::to_vec(&objects).unwrap_err().to_string()]
    {
        assert_eq!(error, "serialisation is not supported for dtype('O')");
    }
}

#[test]
fn scalars() {
    let values = [
        Scalar::from(true),
        Scalar::from(-3i8),
        Scalar::from(u64::MAX),
        Scalar::from(0.1f32),
        Scalar::from(f64::INFINITY),
        Scalar::from(num_complex(1.0, -2.0)),
        Scalar::from("snö"),
        Scalar::from("long text".to_owned()),
        Scalar::from_ticks(25, "M8[us]").unwrap(),
    ];
    for value in values {
        let json = serde_json::to_string(&value).unwrap();
        let packed = rmp_serde::to_vec(&value).unwrap();
        for back in [serde_json::from_str::<Scalar>(&json).unwrap(), rmp_serde::from_slice(&packed).unwrap()] {
            assert_eq!((back.dtype(), &back), (value.dtype(), &value), "{json}");
        }
    }
    assert!(serde_json::from_str::<Scalar>(r#"{"dtype":"int8","value":300}"#).is_err());
    assert!(serde_json::to_string(&Scalar::from(Object::new(1u8))).is_err());
}
