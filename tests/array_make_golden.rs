//! Making arrays against NumPy 2.4.6: a golden file made by `tests/golden/generate_make.py`.
//!
//! Dtypes, shapes and values are compared bit for bit; `logspace` and `geomspace` to one unit in the last place, since the
//! power is the mathematics library's.

mod golden;
mod names;

use std::collections::BTreeMap;

use ndtype::{self as np, Array, Bound, GridRange, Indexing, Like, Linspace, Order, Plane, Scalar};
use num_complex::Complex;
use serde_json::Value;

use golden::hex_float;

type Made = np::Result<Vec<Array>>;

fn sizes(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
}

fn float(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| hex_float(value.as_str().unwrap()))
}

/// A number of the type that it has in Python; `[ticks, dtype]` is a time.
fn scalar(value: &Value) -> Scalar {
    match value {
        Value::Object(parts) => {
            let parts = &parts["complex"];
            Complex::new(float(&parts[0]), float(&parts[1])).into()
        }
        Value::Array(time) => Scalar::from_ticks(time[0].as_i64().unwrap(), time[1].as_str().unwrap()).unwrap(),
        Value::Number(n) => n.as_i64().map_or_else(|| n.as_u64().unwrap().into(), Scalar::from),
        text => hex_float(text.as_str().unwrap()).into(),
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

fn told(value: &Value) -> Array {
    let elements = np::frombuffer(bytes(value["hex"].as_str().unwrap()), value["dtype"].as_str().unwrap(), 0, None);
    let shape: Vec<isize> = sizes(&value["shape"]).into_iter().map(|n| n as isize).collect();
    elements.unwrap().reshape(shape).unwrap()
}

/// The array that a case starts from: counted, transposed, flipped.
fn base(spec: &Value) -> Array {
    let (shape, dtype) = (sizes(&spec[0]), spec[1].as_str().unwrap());
    let count = shape.iter().product::<usize>() as i64;
    let counted = Array::from_shape_vec(&shape, (0..count).collect::<Vec<i64>>()).unwrap();
    let array =
        if dtype.contains('8') && dtype.contains('[') { counted.view_dtype(dtype) } else { counted.astype(dtype) };
    let axes: Vec<isize> = sizes(&spec[2]).into_iter().map(|n| n as isize).collect();
    let flips = spec[3].as_array().unwrap().iter().enumerate().filter(|(_, f)| f.as_bool().unwrap());
    let flips: Vec<isize> = flips.map(|(axis, _)| axis as isize).collect();
    array.unwrap().transpose(&axes).unwrap().flip(Some(&flips)).unwrap()
}

fn order(case: &Value) -> Order {
    match case["order"].as_str().unwrap() {
        "C" => Order::C,
        "F" => Order::F,
        "K" => Order::K,
        _ => Order::A,
    }
}

fn like(case: &Value) -> np::Result<Array> {
    let prototype = base(&case["base"]);
    let mut like = Like::new(&prototype).order(order(case));
    if let Some(dtype) = case["to"].as_str() {
        like = like.dtype(dtype);
    }
    if !case["new_shape"].is_null() {
        like = like.shape(sizes(&case["new_shape"]));
    }
    match case["kind"].as_str().unwrap() {
        "zeros" => like.zeros(),
        "ones" => like.ones(),
        _ => like.full(1),
    }
}

fn space(case: &Value) -> Linspace {
    let count = case["count"].as_u64().unwrap() as usize;
    let space = Linspace::new(float(&case["start"]), float(&case["stop"]), count);
    let space = space.endpoint(case["endpoint"].as_bool().unwrap());
    match case["to"].as_str() {
        Some(dtype) => space.dtype(dtype),
        None => space,
    }
}

/// A bound that is a bare number or an array.
fn bound(told: &Value) -> Bound {
    match &told["weak"] {
        Value::Null => {
            let array = self::told(told);
            if told["fortran"] == true { array.copy_in(Order::F).unwrap().into() } else { array.into() }
        }
        Value::Array(parts) => Complex::new(float(&parts[0]), float(&parts[1])).into(),
        Value::Number(n) => n.as_i64().unwrap().into(),
        text => float(text).into(),
    }
}

fn array_space(case: &Value) -> Linspace {
    let count = case["count"].as_u64().unwrap() as usize;
    let space = Linspace::new(bound(&case["start"]), bound(&case["stop"]), count);
    let space = space.endpoint(case["endpoint"].as_bool().unwrap()).axis(case["axis"].as_i64().unwrap() as isize);
    match case["to"].as_str() {
        Some(dtype) => space.dtype(dtype),
        None => space,
    }
}

fn grid_ranges(case: &Value) -> Vec<GridRange> {
    let range = |r: &Value| match (r[3].as_bool().unwrap(), r[0].as_i64()) {
        (true, _) => GridRange::count(float(&r[0]), float(&r[1]), r[2].as_u64().unwrap() as usize),
        (false, Some(start)) => GridRange::step_whole(start, r[1].as_i64().unwrap(), r[2].as_i64().unwrap()),
        (false, None) => GridRange::step(float(&r[0]), float(&r[1]), float(&r[2])),
    };
    case["ranges"].as_array().unwrap().iter().map(range).collect()
}

fn fromiter(case: &Value) -> np::Result<Array> {
    let values = case["values"].as_array().unwrap();
    let (dtype, count) = (case["to"].as_str().unwrap(), usize::try_from(case["count"].as_i64().unwrap()).ok());
    if values.iter().all(Value::is_number) {
        return np::fromiter(values.iter().map(|v| v.as_i64().unwrap()), dtype, count);
    }
    np::fromiter(values.iter().map(float), dtype, count)
}

fn make(case: &Value) -> Made {
    let to = || case["to"].as_str().unwrap();
    let size = |key: &str| case[key].as_u64().unwrap() as usize;
    let k = || case["k"].as_i64().unwrap() as isize;
    let plane = || Plane::new(size("rows"), size("columns")).k(k()).dtype(to());
    let one = match case["call"].as_str().unwrap() {
        "like" => like(case),
        "copy" => base(&case["base"]).copy_in(order(case)),
        "zeros" => Array::zeros_in(sizes(&case["shape"]), to(), order(case)),
        "arange" => np::arange_dtype(scalar(&case["start"]), scalar(&case["stop"]), scalar(&case["step"]), to()),
        "arange_scalars" => {
            let [start, stop, step] = ["start", "stop", "step"].map(|key| scalar(&case[key]));
            match case["to"].as_str() {
                Some(dtype) => np::arange_dtype(start, stop, step, dtype),
                None => np::arange(start, stop, step),
            }
        }
        "linspace" => space(case).linear_step().map(|(values, step)| {
            let (step, expected) = (step.item::<f64>().unwrap(), float(&case["step"]));
            assert!(step.to_bits() == expected.to_bits() || step.is_nan() && expected.is_nan(), "the step of {case}");
            values
        }),
        "logspace" => space(case).powers(float(&case["base"])),
        "geomspace" => space(case).geometric(),
        "linspace_arrays" => array_space(case).linear_step().map(|(values, step)| {
            if let Some(found) = difference(case, &step, &case["step"]) {
                panic!("the step of {case}: {found}");
            }
            values
        }),
        "logspace_arrays" => array_space(case).powers(bound(&case["base"])),
        "geomspace_arrays" => array_space(case).geometric(),
        "eye" => np::eye(plane()),
        "tri" => np::tri(plane()),
        "diag" => np::diag(&base(&case["base"]), k()),
        "diagflat" => np::diagflat(&base(&case["base"]), k()),
        "tril" => np::tril(&base(&case["base"]), k()),
        "triu" => np::triu(&base(&case["base"]), k()),
        "vander" => {
            let columns = case["columns"].as_u64().map(|n| n as usize);
            np::vander(&base(&case["base"]), columns, case["increasing"].as_bool().unwrap())
        }
        "mgrid" => np::mgrid(&grid_ranges(case)),
        "ogrid" => return np::ogrid(&grid_ranges(case)),
        "meshgrid" => {
            let arrays: Vec<Array> = case["bases"].as_array().unwrap().iter().map(base).collect();
            let arrays: Vec<&Array> = arrays.iter().collect();
            let indexing = if case["indexing"] == "xy" { Indexing::Xy } else { Indexing::Ij };
            let sparse = case["sparse"].as_bool().unwrap();
            return if sparse { np::meshgrid_sparse(&arrays, indexing) } else { np::meshgrid(&arrays, indexing) };
        }
        "fromstring" => np::fromstring(case["text"].as_str().unwrap(), to(), case["separator"].as_str().unwrap()),
        "frombuffer" => {
            let count = usize::try_from(case["count"].as_i64().unwrap()).ok();
            np::frombuffer(bytes(case["data"].as_str().unwrap()), to(), size("offset"), count)
        }
        "fromiter" => fromiter(case),
        "isclose" => {
            let (rtol, atol) = (float(&case["rtol"]), float(&case["atol"]));
            np::isclose(&told(&case["a"]), &told(&case["b"]), rtol, atol, case["equal_nan"].as_bool().unwrap())
        }
        equal @ ("array_equal" | "array_equiv" | "array_equal_nan") => {
            let (a, b) = (told(&case["a"]), told(&case["b"]));
            let same = match equal {
                "array_equal" => np::array_equal(&a, &b),
                "array_equiv" => np::array_equiv(&a, &b),
                _ => np::array_equal_nan(&a, &b),
            };
            same.map(Array::from)
        }
        other => panic!("an unknown call: {other}"),
    };
    one.map(|array| vec![array])
}

/// What is different, if anything.
fn difference(case: &Value, made: &Array, expected: &Value) -> Option<String> {
    let call = case["call"].as_str().unwrap();
    let dtype: np::Dtype = expected["dtype"].as_str().unwrap().parse().unwrap();
    if (made.dtype(), made.shape()) != (&dtype, &sizes(&expected["shape"])[..]) {
        return Some(format!("{} {:?}", made.dtype(), made.shape()));
    }
    if let Some(strides) = expected["strides"].as_array()
        && made.strides().iter().zip(strides).any(|(a, b)| b.as_i64().is_some_and(|b| *a as i64 != b))
    {
        return Some(format!("strides {:?}, NumPy {strides:?}", made.strides()));
    }
    let (made_bytes, expected) = (made.tobytes().unwrap(), bytes(expected["hex"].as_str().unwrap()));
    if made_bytes == expected {
        return None;
    }
    if matches!(call, "logspace_arrays" | "geomspace_arrays") {
        return far_apart(case, made, &expected);
    }
    if matches!(call, "logspace" | "geomspace") {
        let size = made.itemsize();
        let near = |(a, b): (&[u8], &[u8])| {
            let bits = |b: &[u8]| b.iter().rev().fold(0u64, |bits, &b| bits << 8 | u64::from(b));
            bits(a).abs_diff(bits(b)) <= 1
        };
        if made_bytes.chunks(size).zip(expected.chunks(size)).all(near) {
            return None;
        }
    }
    Some(format!("{:?}", made.scalars()))
}

/// What is different by more than the last bits of a power: the steps before it round, too.
fn far_apart(case: &Value, made: &Array, expected: &[u8]) -> Option<String> {
    let expected = np::frombuffer(expected.to_vec(), made.dtype(), 0, None).unwrap();
    let wide = |array: &Array| array.astype("c16").unwrap().to_vec::<Complex<f64>>().unwrap();
    // By the shortest float among the bounds, which may be what is computed in.
    let told = case.to_string();
    let mentions = |names: [&str; 2]| names.iter().any(|name| told.contains(name));
    let tolerance = match made.dtype().kind() {
        np::DtypeKind::Integer | np::DtypeKind::Unsigned => 0.0,
        _ if mentions(["f2\"", "c4\""]) => 2e-3,
        _ if mentions(["f4\"", "c8\""]) => 4e-6,
        _ => 2e-14,
    };
    let near = |(a, b): (&Complex<f64>, &Complex<f64>)| {
        let same =
            |a: f64, b: f64, size: f64| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * size;
        same(a.re, b.re, b.norm()) && same(a.im, b.im, b.norm())
    };
    let (made, expected) = (wide(made), wide(&expected));
    (!made.iter().zip(&expected).all(near)).then(|| format!("{made:?}, NumPy {expected:?}"))
}

#[test]
fn making_arrays() {
    let golden = golden::read("array_make.json");
    let (mut counts, mut errors, mut wrong) = (BTreeMap::new(), 0, Vec::new());
    for case in golden.as_array().unwrap() {
        let call = case["call"].as_str().unwrap();
        let expected = match &case["result"] {
            Value::Null => None,
            Value::Array(many) => Some(many.clone()),
            one => Some(vec![one.clone()]),
        };
        match (make(case), expected) {
            (Err(error), None) => {
                assert!(!error.to_string().is_empty());
                errors += 1;
            }
            (Err(error), Some(_)) => wrong.push(format!("{case}: {error}")),
            (Ok(made), None) => wrong.push(format!("{case}: made {:?}, NumPy raises", made[0].scalars())),
            (Ok(made), Some(expected)) => {
                *counts.entry(call.to_owned()).or_insert(0) += 1;
                if made.len() != expected.len() {
                    wrong.push(format!("{case}: {} arrays", made.len()));
                }
                for (made, expected) in made.iter().zip(&expected) {
                    wrong.extend(difference(case, made, expected).map(|found| format!("{case}: {found}")));
                }
            }
        }
    }
    let compared: usize = counts.values().sum();
    println!("making arrays: {compared} results and {errors} errors compared: {counts:?}");
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
    assert!(compared >= 2450 && errors >= 200, "{compared} {errors}");
}

#[test]
fn objects_and_short_formats_count_too() -> np::Result<()> {
    let whole = np::arange_dtype(0, 5, 2, "O")?.to_vec::<np::Object>()?;
    assert_eq!(whole, [0i64, 2, 4].map(np::Object::new));
    let floats = np::arange_dtype(0.5, 3.0, 1.0, "O")?.to_vec::<np::Object>()?;
    assert_eq!(floats, [0.5, 1.5, 2.5].map(np::Object::new));
    // NumPy makes objects of bare values of these formats; here they stay what they are.
    let short = half::bf16::from_f32;
    let counted = np::arange(Scalar::from(short(1.0)), Scalar::from(short(3.0)), Scalar::from(short(0.5)))?;
    assert_eq!(counted.to_vec::<half::bf16>()?, [1.0, 1.5, 2.0, 2.5].map(short));
    // As what promotes with int64.
    let small = np::Int4::new(1).unwrap();
    assert_eq!(np::arange(Scalar::from(small), Scalar::from(3), Scalar::from(1))?.to_vec::<i64>()?, [1, 2]);
    for dtype in ["S3", "U2", "T", "V4", "i4,f4"] {
        assert!(
            np::arange_dtype(0, 1, 1, dtype).unwrap_err().to_string().contains("arange is not supported"),
            "{dtype}"
        );
    }
    Ok(())
}

/// NumPy's promotion with int64 decides: the short integers have one, the short floats and times none that multiplies.
#[test]
fn vander_takes_what_promotes_with_int64() -> np::Result<()> {
    for name in names::NUMBERS.iter().chain(&names::ML) {
        let x = np::array![1, 0, 1].astype(*name)?;
        let made = np::vander(&x, Some(2), true);
        match np::promote_types(*name, "i8") {
            Ok(dtype) => {
                let made = made?;
                assert_eq!(made.dtype(), &dtype, "{name}");
                assert!(np::array_equal(&made, &np::array![[1, 1], [1, 0], [1, 1]])?, "{name}");
            }
            Err(_) => assert!(made.is_err(), "{name}"),
        }
    }
    for name in ["m8[s]", "M8[s]", "U2", "S2", "T", "O", "V2", "i4,i4"] {
        assert!(np::vander(&Array::zeros([2], name)?, None, false).is_err(), "{name}");
    }
    Ok(())
}

#[test]
fn absurd_requests_are_errors() {
    const HUGE: usize = 1 << 57;
    let one = Array::ones([1], "f8").unwrap();
    let results = [
        np::linspace(0.0, 1.0, HUGE),
        np::linspace(0.0, 1.0, usize::MAX),
        np::logspace(0.0, 1.0, HUGE, 10.0),
        np::geomspace(1.0, 2.0, HUGE),
        np::arange(0, i64::MAX, 1),
        np::arange(i64::MIN, i64::MAX, 1),
        np::arange(0.0, 1e18, 1.0),
        np::arange(0.0, f64::NAN, 1.0),
        np::arange_dtype(0, u64::MAX, 1, "u1"),
        np::arange_dtype(f64::NAN, 1, 1, "f4"),
        np::arange_dtype(-1e300, 1, 1, "i8"),
        np::arange_dtype(Scalar::from_ticks(i64::MAX, "m8[W]").unwrap(), 1, 1, "m8[as]"),
        np::arange_dtype(Scalar::from_ticks(1, "m8[Y]").unwrap(), 1, 1, "m8[D]"),
        np::arange_dtype("a", 1, 1, "f4"),
        np::eye((HUGE, HUGE)),
        np::tri((HUGE, HUGE)),
        np::diag(&one, isize::MAX),
        np::diagflat(&one, isize::MIN),
        np::vander(&one, Some(HUGE), true),
        np::mgrid(&[GridRange::step(0.0, 1e300, 1.0)]),
        np::mgrid(&[GridRange::step_whole(0, 1, 0)]),
        np::mgrid(&vec![GridRange::from(0..1); 70]),
        np::fromfunction([HUGE], |_| 0u8),
        np::fromiter(["a", "b"], "i4", None),
        Array::zeros_in([HUGE, HUGE], "f4", Order::F),
        Like::new(&one).shape([HUGE, HUGE]).empty(),
    ];
    for (i, result) in results.into_iter().enumerate() {
        let error = result.map(|array| array.shape().to_vec()).expect_err(&format!("number {i}"));
        assert!(!error.to_string().is_empty());
    }
    for k in [isize::MIN, isize::MIN + 1, -3, 3, isize::MAX] {
        assert_eq!(np::eye(Plane::new(2, 3).k(k)).unwrap().to_vec::<f64>().unwrap(), [0.0; 6], "{k}");
        let filled = np::tri(Plane::new(2, 3).k(k).dtype("?")).unwrap().to_vec::<bool>().unwrap();
        assert_eq!(filled, [k > 0; 6], "{k}");
        let square = Array::ones([2, 2], "u1").unwrap();
        assert_eq!(np::tril(&square, k).unwrap().to_vec::<u8>().unwrap(), [u8::from(k > 0); 4]);
        assert_eq!(np::triu(&square, k).unwrap().to_vec::<u8>().unwrap(), [u8::from(k < 0); 4]);
        assert_eq!(np::diag(&square, k).unwrap().size(), 0);
    }
}
