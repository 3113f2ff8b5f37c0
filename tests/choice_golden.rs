//! `select`, `clip`, `nan_to_num` and `isclose` against NumPy's, with arrays and numbers in all places.

mod golden;

use golden::{Tally, read};
use ndtype::{self as np, Array, Limit, NanToNum, Result, Values, array};
use num_complex::Complex;
use serde_json::Value;

const FLOATS: [f64; 13] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    -0.0,
    0.0,
    1.0,
    1.0 + 1e-6,
    2.5,
    -2.5,
    1e-9,
    100.0,
    100.0005,
    1.0 + 1e-3,
];

/// The operands, as the script makes them.
fn values(shape: &[usize], dtype: &str, seed: i64) -> Array {
    let n = shape.iter().product::<usize>() as i64;
    let places = || (0..n).map(|i| (i * i * 3 + i * 7 + seed * 5).rem_euclid(13));
    let floats: Vec<f64> = places().map(|v| FLOATS[v as usize]).collect();
    let flat = match dtype.as_bytes()[0] {
        b'?' => Array::from_vec(places().map(|v| v % 2 == 0).collect::<Vec<_>>()),
        b'i' | b'u' => Array::from_vec(places().collect::<Vec<_>>()),
        b'c' => {
            let pairs = floats.iter().zip(floats.iter().rev());
            Array::from_vec(pairs.map(|(&re, &im)| Complex::new(re, im)).collect::<Vec<_>>())
        }
        _ => Array::from_vec(floats),
    };
    let shape: Vec<isize> = shape.iter().map(|&n| n as isize).collect();
    flat.unwrap().astype(dtype).unwrap().reshape(shape).unwrap()
}

/// The hash that the script stores.
fn digest(a: &Array) -> String {
    let parts = if a.dtype().name().starts_with("complex") {
        let values = a.astype("c16").unwrap().to_vec::<Complex<f64>>().unwrap();
        values.iter().flat_map(|z| [z.re, z.im]).collect()
    } else {
        a.astype("f8").unwrap().to_vec::<f64>().unwrap()
    };
    let plain = |x: f64| if x.is_nan() { f64::NAN } else { x.abs() };
    let sizes = parts.iter().flat_map(|&x| plain(x).to_le_bytes());
    let signs = parts.iter().map(|&x| u8::from(!x.is_nan() && x.is_sign_negative()));
    let hash =
        sizes.chain(signs).fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:x}")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn shape(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
}

fn rows(name: &str) -> Vec<Vec<Value>> {
    read("choice.json")[name].as_array().unwrap().iter().map(|row| row.as_array().unwrap().clone()).collect()
}

/// A number, or an array.
fn given(spec: &Value) -> Values<'static> {
    match spec {
        Value::Array(parts) => Values::from(values(&shape(&parts[1]), text(&parts[0]), parts[2].as_i64().unwrap())),
        number => match number.as_i64() {
            Some(whole) => Values::from(whole),
            None => Values::from(number.as_f64().unwrap()),
        },
    }
}

/// A bound: none, a number, or an array.
fn limit(spec: &Value) -> Limit<'static> {
    match given_or_none(spec) {
        None => Limit::from(None),
        Some(Values::Array(array)) => Limit::from(array.into_owned()),
        Some(Values::One(number)) => Limit::from(number.as_i64().unwrap()),
    }
}

fn given_or_none(spec: &Value) -> Option<Values<'static>> {
    (!spec.is_null()).then(|| given(spec))
}

/// Compares a result with what the script stored, from a place of its row on.
fn check(tally: &mut Tally, got: Result<Array>, row: &[Value], at: usize) {
    let want = match text(&row[at]) {
        "error" => "error".to_owned(),
        dtype => format!("{} {:?} {}", dtype.parse::<np::Dtype>().unwrap(), shape(&row[at + 1]), text(&row[at + 2])),
    };
    let got = match got {
        Ok(a) => format!("{} {:?} {}", a.dtype(), a.shape(), digest(&a)),
        Err(_) => "error".to_owned(),
    };
    tally.check(got, want, || format!("{row:?}"));
}

#[test]
fn isclose() {
    let mut tally = Tally::default();
    for row in rows("isclose") {
        let (a, b) = (values(&shape(&row[1]), text(&row[0]), 1), values(&shape(&row[3]), text(&row[2]), 2));
        let close = np::isclose(&a, &b, given(&row[4]), given(&row[5]), row[6].as_bool().unwrap());
        check(&mut tally, close, &row, 7);
    }
    tally.finish("isclose", 600);
}

#[test]
fn nan_to_num() {
    let mut tally = Tally::default();
    for row in rows("nan_to_num") {
        let mut with = NanToNum::new();
        for (name, spec) in row[2].as_object().unwrap() {
            with = match name.as_str() {
                "nan" => with.nan(given(spec)),
                "posinf" => with.posinf(given(spec)),
                _ => with.neginf(given(spec)),
            };
        }
        check(&mut tally, np::nan_to_num(&values(&shape(&row[1]), text(&row[0]), 1), with), &row, 3);
    }
    tally.finish("nan_to_num", 600);
}

#[test]
fn select() {
    let mut tally = Tally::default();
    for row in rows("select") {
        let shapes = |at: usize| row[at].as_array().unwrap().iter().map(shape).enumerate();
        let conditions: Vec<Array> = shapes(0).map(|(i, s)| values(&s, "?", i as i64)).collect();
        let dtypes = row[2].as_array().unwrap();
        let choices: Vec<Array> = shapes(1).map(|(i, s)| values(&s, text(&dtypes[i]), 5 + i as i64)).collect();
        let (conditions, choices): (Vec<_>, Vec<_>) = (conditions.iter().collect(), choices.iter().collect());
        check(&mut tally, np::select(&conditions, &choices, given(&row[3])), &row, 4);
    }
    tally.finish("select", 600);
}

#[test]
fn clip() {
    let mut tally = Tally::default();
    for row in rows("clip") {
        let a = values(&shape(&row[1]), text(&row[0]), 1);
        // Zeros of either sign count as one.
        let clipped = np::clip(&a, limit(&row[2][0]), limit(&row[2][1])).and_then(|clipped| np::add(clipped, 0));
        check(&mut tally, clipped, &row, 3);
    }
    tally.finish("clip", 600);
}

#[test]
fn what_replaces_and_what_bounds_is_checked() {
    let a = array![f64::NAN, 1.0];
    assert!(np::nan_to_num(&a, NanToNum::new().nan(&array![1.0, 2.0, 3.0])).unwrap_err().is_shape());
    assert!(np::nan_to_num(&a, NanToNum::new().nan(&array![Complex::new(1.0, 1.0)])).is_err());
    assert!(np::isclose(&a, &a, &array!["x"], 0.0, false).is_err());
    let spans = array![1, 2; dtype: "m8[s]"];
    assert!(np::isclose(&spans, &spans, &array![0.0], 0, false).unwrap_err().is_value());
    assert_eq!(np::clip(&spans, None, 1).unwrap().astype("i8").unwrap().to_vec::<i64>().unwrap(), [1, 1]);
    assert_eq!(np::clip(&spans, &array![2, 1], None).unwrap().astype("i8").unwrap().to_vec::<i64>().unwrap(), [2, 2]);
    assert_eq!(np::clip(&array![1, 2], None, None).unwrap().to_vec::<i32>().unwrap(), [1, 2]);
}
