//! What values become when they are written to an array, and what is refused.

use ndtype::{self as np, Array, Dtype, Object, Scalar, array, idx};

#[test]
fn objects_become_what_python_makes_of_them() {
    let cast = |object: &Object, dtype: &str| {
        let array = Array::from_vec(vec![object.clone()])?.astype(dtype)?;
        Ok::<_, np::Error>(array.get_scalar(&[0])?.to_string())
    };
    let complex = |re, im| Object::complex(num_complex::Complex::new(re, im));
    // What NumPy 2.4 makes of an array of one object; an empty text is an error.
    let cases = [
        (Object::NONE, "f8", "nan"),
        (Object::NONE, "f2", "nan"),
        (Object::NONE, "c16", "(nan+nanj)"),
        (Object::NONE, "?", "False"),
        (Object::NONE, "i4", ""),
        (Object::NONE, "M8[s]", "NaT"),
        (Object::NONE, "U5", "None"),
        (Object::new(300), "u1", ""),
        (Object::new(-1), "u1", ""),
        (Object::new(-1), "u8", ""),
        (Object::new(255i64), "u1", "255"),
        (Object::new(1u64 << 63), "u8", "9223372036854775808"),
        (Object::new(1u64 << 63), "i8", ""),
        (Object::new(1i128 << 70), "i8", ""),
        (Object::new(1i128 << 70), "f8", "1.1805916207174113e+21"),
        (Object::new(1i128 << 70), "?", "True"),
        (Object::new(70000), "f2", "inf"),
        (Object::new(true), "u1", "1"),
        (Object::new(f64::NAN), "i4", ""),
        (Object::new(f64::INFINITY), "i4", ""),
        (Object::new(1e10), "i4", ""),
        (Object::new(300.5), "u1", ""),
        (Object::new(-1.5), "u1", ""),
        (Object::new(-0.5), "u1", "0"),
        (Object::new(3.7), "i4", "3"),
        (Object::new(1e300), "f4", "inf"),
        (Object::new(0.0), "?", "False"),
        (Object::new(f64::NAN), "?", "True"),
        (complex(1.0, 2.0), "f8", ""),
        (complex(1.0, 0.0), "f8", ""),
        (complex(1.0, 2.0), "i4", ""),
        (complex(1.0, 2.0), "?", "True"),
        (complex(1.0, 2.0), "c8", "(1+2j)"),
        (Object::new("abcd"), "S3", "b'abc'"),
        (Object::new("abcd"), "U2", "ab"),
        (Object::new("abcd".to_owned()), "T", "abcd"),
        (Object::new(""), "?", "False"),
        (Object::new("False"), "?", "True"),
        (Object::new("é"), "S3", ""),
        (Object::new("x"), "f8", ""),
        (Object::new(300), "S2", "b'30'"),
        (Object::new(1.5), "U8", "1.5"),
        (Object::new(true), "U8", "True"),
        (Object::new(5), "m8[s]", "5"),
        (Object::new(5.5), "m8[s]", ""),
        (Object::new(u64::MAX), "m8[s]", ""),
        (Object::new(3), "[('a', '<i4'), ('b', '<f8')]", "(3, 3.0)"),
        (Object::new(300), "[('a', '<i4'), ('b', 'u1')]", ""),
    ];
    for (object, dtype, expected) in &cases {
        match cast(object, dtype) {
            Ok(value) => assert!(value.starts_with(expected) && !expected.is_empty(), "{object} to {dtype}: {value}"),
            Err(error) => {
                assert!(error.is_cast() && expected.is_empty(), "{object} to {dtype}: {error}");
                let text = error.to_string();
                assert!(text.contains(&object.to_string()) && text.contains("dtype('O')"), "{text}");
            }
        }
    }
    assert_eq!(cases.len(), 48);
    for dtype in ["V4", "[('a', '<i4')]"] {
        let error = Array::zeros([1], dtype).unwrap().astype("O").unwrap_err();
        assert!(error.is_cast() && error.to_string().contains("dtype('O')"), "{error}");
    }
}

#[test]
fn bare_integers_have_to_fit() {
    let fresh = || Array::zeros([2], "u1").unwrap();
    let mut a = fresh();
    let mut record = Array::zeros([2], "[('x', '<i8'), ('y', 'u1')]").unwrap();
    let mask = array![true, false];
    let mut plane = Array::zeros([2, 2], "u1").unwrap();
    let refused = [
        Array::full([1], 300, "u1").map(drop),
        Array::full([1], -1, "u1").map(drop),
        Array::full([1], u64::MAX, "i8").map(drop),
        Array::full([1], u64::MAX, "m8[s]").map(drop),
        np::full_like(&a, 300).map(drop),
        a.fill(300),
        a.set(idx![0], 300),
        a.set(idx![&mask], 300),
        a.set(idx![&array![1]], -1i64),
        a.set_scalar(&[0], 300u16),
        a.view_mut(idx![..1]).unwrap().fill(300),
        np::put(&mut a, &array![0], 300, np::Mode::Raise),
        np::putmask(&mut a, &mask, 300),
        np::place(&mut a, &mask, 300),
        np::put_along_axis(&mut a, &array![0], 300, 0),
        np::fill_diagonal(&mut plane, 300, false),
        np::insert(&a, 0, 300, 0).map(drop),
        record.set(idx!["y"], 300),
        record.set("['y']", 300),
        record.set(idx![0], 300),
    ];
    for (i, result) in refused.into_iter().enumerate() {
        let error = result.expect_err(&i.to_string());
        assert!(error.is_value() && error.to_string().contains("out of bounds for"), "{i}: {error}");
    }
    assert_eq!((a.to_vec::<u8>().unwrap(), plane.tobytes().unwrap()), (vec![0; 2], vec![0; 4]));
    record.set(idx!["x"], 300).unwrap();

    for dtype in ["u1", "(2,)u1", "[('x', '<i8'), ('y', 'u1')]"] {
        let error = Array::from_nested_dtype([1, 300], dtype).unwrap_err();
        assert!(error.to_string().contains("300 at position (1,)"), "{error}");
    }
    assert!(std::panic::catch_unwind(|| array![300; dtype: "u1"]).is_err());

    // Values of a dtype are cast, floats are cut, and other dtypes take what they take.
    a.set(idx![0], Scalar::new(300)).unwrap();
    a.set(idx![1..], array![300]).unwrap();
    assert_eq!(a.to_vec::<u8>().unwrap(), [44, 44]);
    a.fill(array![-1].get_scalar(&[0]).unwrap()).unwrap();
    assert_eq!(a.to_vec::<u8>().unwrap(), [255, 255]);
    a.fill(2.9).unwrap();
    assert_eq!(a.to_vec::<u8>().unwrap(), [2, 2]);
    assert_eq!(Array::full([1], 300, "?").unwrap().to_vec::<bool>().unwrap(), [true]);
    assert_eq!(Array::full([1], 1_000_000, "f2").unwrap().get_scalar(&[0]).unwrap().to_string(), "inf");
    assert_eq!(array![1.5, 300.0; dtype: "i2"].to_vec::<i16>().unwrap(), [1, 300]);
    assert_eq!(array![; dtype: "f4"].dtype(), &Dtype::Float32);
}

#[test]
fn text_without_a_width_is_not_lost() {
    for (dtype, one) in [("S", Dtype::Bytes(1)), ("U", Dtype::Unicode(1)), (">U", Dtype::Unicode(1))] {
        assert_eq!(Array::zeros([2], dtype).unwrap().dtype(), &one);
        assert_eq!(Array::empty([2], dtype).unwrap().dtype(), &one);
        assert_eq!(Array::zeros_in([2], dtype, np::Order::F).unwrap().dtype(), &one);
        let full = Array::full([2], "abc", dtype).unwrap();
        assert_eq!((full.dtype(), full.get_scalar(&[1]).unwrap().to_text().as_deref()), (&one, Some("a")));
    }
    let mut records = Array::zeros([2], "[('a', 'S'), ('b', 'U2')]").unwrap();
    for error in [records.set(idx!["a"], "abc"), records.set(idx!["a"], "abc".to_owned())] {
        assert!(error.unwrap_err().is_cast());
    }
    assert_eq!(array!["abc".to_owned(), String::new(); dtype: "S"].dtype(), &Dtype::Bytes(3));

    // Between text of any length and fixed widths.
    let mut words = array!["abc", "d"; dtype: "T"];
    words.set(idx![0], "longer than three").unwrap();
    assert_eq!(words.astype("U6").unwrap().get_scalar(&[0]).unwrap().to_text().as_deref(), Some("longer"));
    let more = np::insert(&np::concatenate(&[&words, &array!["é"]], 0).unwrap(), 0, "x", 0).unwrap();
    assert_eq!(more.to_vec::<np::Text>().unwrap(), ["x", "longer than three", "d", "é"]);
    assert_eq!(Array::full([1], "é", "T").unwrap().to_vec::<np::Text>().unwrap(), ["é"]);
}

/// Bare floats and complex numbers have to fit, as Python's do in NumPy; values of a dtype are cast.
#[test]
fn bare_numbers_have_to_fit() -> np::Result<()> {
    let refused = |dtype: &str, value: Scalar| Array::full([2], value, dtype).unwrap_err().to_string();
    assert_eq!(refused("u1", f64::NAN.into()), "cannot convert NaN to an integer: nan to uint8");
    assert_eq!(refused("i8", f32::INFINITY.into()), "cannot convert infinity to an integer: inf to int64");
    assert_eq!(refused("u1", 300.5.into()), "300.5 is out of bounds for uint8");
    assert_eq!(refused("u1", (-1.5).into()), "-1.5 is out of bounds for uint8");
    assert_eq!(refused("i8", 1e300.into()), "1e+300 is out of bounds for int64");
    assert_eq!(refused(">i2", 4e4.into()), "40000.0 is out of bounds for >i2");
    assert_eq!(refused("int4", 8.5.into()), "8.5 is out of bounds for int4");
    let z = num_complex::Complex::new(1.0, 2.0);
    for dtype in ["u1", "f4", "f8", "bfloat16", "m8[s]"] {
        assert!(refused(dtype, z.into()).starts_with("cannot convert a complex number to a real one: (1+2j) to "));
    }
    assert_eq!(refused("m8[s]", 1.5.into()), "cannot convert a float to a time: 1.5 to timedelta64[s]");
    assert!(refused("i4,f8", f64::NAN.into()).contains("int32"));

    let mut a = array![9u8, 9];
    assert!(a.set(idx![0], f64::NAN).is_err() && a.set_scalar(&[0], 1e300).is_err());
    assert!(np::put(&mut a, &array![0], 300.5, np::Mode::Raise).is_err());
    assert!(np::putmask(&mut a, &array![true, true], f64::INFINITY).is_err());
    assert!(Array::full([1], f64::NAN, "i4").is_err() && np::full_like(&a, z).is_err());
    assert!(Array::from_nested_dtype([1.5, f64::NAN], "i4").is_err());
    assert!(Array::from_nested_dtype([z], "f8").is_err());
    assert_eq!(a.to_vec::<u8>()?, [9, 9]);
    // Fractions are lost; what is of a dtype is cast.
    a.set(idx![0], 1.5)?;
    a.set(idx![1], -0.5)?;
    assert_eq!(a.to_vec::<u8>()?, [1, 0]);
    a.set(idx![..], Scalar::new(300.5))?;
    assert_eq!(a.to_vec::<u8>()?, [44, 44]);
    let mut truth = Array::zeros([2], "?")?;
    truth.set(idx![0], f64::NAN)?;
    truth.set(idx![1], z)?;
    assert_eq!(truth.to_vec::<bool>()?, [true, true]);
    let mut float = array![0.0f32];
    float.fill(1e300)?;
    assert_eq!(float.to_vec::<f32>()?, [f32::INFINITY]);
    Ok(())
}

/// Opaque bytes take those of numbers and text in native order, and cut them.
#[test]
fn opaque_bytes_are_cut() -> np::Result<()> {
    let bytes = |a: Array, dtype: &str| a.astype(dtype)?.tobytes();
    assert_eq!(bytes(array![1i64, 2], "V5")?, [1, 0, 0, 0, 0, 2, 0, 0, 0, 0]);
    assert_eq!(bytes(array![562170653].astype(">i4")?, "V5")?, [0x1d, 0x0b, 0x82, 0x21, 0]);
    assert_eq!(bytes(array![1.0f32].astype("c8")?, "V4")?, [0, 0, 0x80, 0x3f]);
    assert_eq!(bytes(array![3i64].view_dtype("M8[s]")?.astype(">M8[s]")?, "V3")?, [3, 0, 0]);
    assert_eq!(bytes(array!["3a"].astype(">U2")?, "V5")?, [0x33, 0, 0, 0, 0x61]);
    assert_eq!(bytes(array!["abc"].astype("S3")?, "V2")?, *b"ab");
    let long = Array::from(&*"x".repeat(3000));
    assert_eq!(long.astype(">U3000")?.astype("V8")?.tobytes()?, [0x78, 0, 0, 0, 0x78, 0, 0, 0]);
    let records = Array::zeros([1], "i4,i4")?;
    assert!(records.astype("V4").is_err());
    // Sub-arrays as they are, if there is room.
    let part = Array::zeros([1], "[('x', '>i4', (2,))]")?;
    assert_eq!(part.astype("[('x', 'V9')]")?.tobytes()?, [0; 9]);
    assert!(part.astype("[('x', 'V7')]").is_err());
    Ok(())
}
