//! The elementary functions against exact values: a sample that is committed, and, if asked for, millions of points.

use std::collections::BTreeMap;
use std::process::Command;

use ndtype::{Array, Dtype, ufunc};

/// What results may be off, in units in the last place. Those of 16 bits are the nearest there are.
const LIMIT: f64 = 1.0;

/// A function of arguments of one type, and its values.
struct Group<'a> {
    name: &'a str,
    inputs: usize,
    dtype: &'a str,
    /// Arguments, nearest `f64`, what that lacks.
    rows: Vec<Vec<f64>>,
}

fn groups(mut bytes: &[u8]) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    while !bytes.is_empty() {
        let end = bytes.iter().position(|&b| b == b'\n').expect("a line of text");
        let mut words = std::str::from_utf8(&bytes[..end]).expect("text").split(' ');
        let mut word = || words.next().expect("four words");
        let (name, inputs, dtype, count) = (word(), word().parse().unwrap(), word(), word().parse::<usize>().unwrap());
        let (data, rest) = bytes[end + 1..].split_at(count * (inputs + 2) * 8);
        let numbers: Vec<f64> = data.chunks(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
        let rows = numbers.chunks(inputs + 2).map(<[f64]>::to_vec).collect();
        groups.push(Group { name, inputs, dtype, rows });
        bytes = rest;
    }
    groups
}

/// The distance between a number and the next one away from zero.
fn unit(x: f64, dtype: &str) -> f64 {
    let (digits, smallest) = match dtype {
        "f4" => (23, -149),
        _ => (52, -1074),
    };
    let exponent = if x == 0.0 { smallest } else { power_of_two(x) - digits };
    two_to(exponent.max(smallest))
}

fn two_to(power: i32) -> f64 {
    f64::from_bits(if power < -1022 { 1 << (power + 1074) } else { ((power + 1023) as u64) << 52 })
}

/// The power of two in a number.
fn power_of_two(x: f64) -> i32 {
    let scaled = if x.abs() < f64::MIN_POSITIVE { x * two_to(60) } else { x };
    let exponent = (scaled.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    if x.abs() < f64::MIN_POSITIVE { exponent - 60 } else { exponent }
}

/// How far a result is from the exact one, in units in the last place.
fn error(got: f64, nearest: f64, lacks: f64, dtype: &str) -> f64 {
    let largest = if dtype == "f4" { f64::from(f32::MAX) } else { f64::MAX };
    if nearest.is_nan() || got.is_nan() {
        return if nearest.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if nearest == 0.0 && lacks == 0.0 {
        return if got == 0.0 && got.is_sign_negative() == nearest.is_sign_negative() { 0.0 } else { f64::INFINITY };
    }
    if nearest.abs() > largest || got.is_infinite() {
        // Beyond the largest, the nearest is infinite; one unit off is the largest, or infinity for the largest.
        let overflows =
            nearest.abs() > largest * (1.0 - f64::from(f32::EPSILON) * if dtype == "f4" { 1.0 } else { 1e-9 });
        let same_sign = got.is_sign_negative() == nearest.is_sign_negative();
        return match (got.is_infinite(), nearest.abs() > largest) {
            (true, true) if same_sign => 0.0,
            (true, false) | (false, true) if same_sign && overflows && got.abs() >= largest => 1.0,
            _ => f64::INFINITY,
        };
    }
    let off = ((got - nearest) - lacks).abs() / unit(nearest, dtype);
    // The last column is itself rounded.
    if off <= 0.5 + 1e-9 { off.min(0.5) } else { off }
}

/// Checks groups, and returns the largest error of each function and type, and the number of points.
fn check(groups: &[Group<'_>]) -> (BTreeMap<(String, String), f64>, usize) {
    let mut largest = BTreeMap::new();
    let (mut points, mut wrong) = (0, 0);
    for group in groups {
        let dtype: Dtype = if group.dtype == "bf" { "bfloat16" } else { group.dtype }.parse().unwrap();
        let column = |k: usize| Array::from_vec(group.rows.iter().map(|row| row[k]).collect::<Vec<f64>>()).unwrap();
        let inputs: Vec<Array> = (0..group.inputs).map(|k| column(k).astype(&dtype).unwrap()).collect();
        let result = ufunc::get(group.name).unwrap().call(&inputs.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(result.dtype(), &dtype, "{}", group.name);
        let got = result.astype("f8").unwrap().to_vec::<f64>().unwrap();
        let worst: &mut f64 = largest.entry((group.name.to_owned(), group.dtype.to_owned())).or_insert(0.0);
        for (got, row) in got.into_iter().zip(&group.rows) {
            let (nearest, lacks) = (row[group.inputs], row[group.inputs + 1]);
            let exact = matches!(group.dtype, "f2" | "bf");
            let off = if exact {
                let same = got.to_bits() == nearest.to_bits() || (got.is_nan() && nearest.is_nan());
                if same { 0.5 } else { f64::INFINITY }
            } else {
                error(got, nearest, lacks, group.dtype)
            };
            *worst = worst.max(off);
            points += 1;
            if off > LIMIT {
                wrong += 1;
                if wrong < 40 {
                    let arguments = &row[..group.inputs];
                    println!("{} {} {arguments:?}: {got:e}, not {nearest:e}: {off} off", group.name, group.dtype);
                }
            }
        }
    }
    assert_eq!(wrong, 0, "of {points} points");
    (largest, points)
}

#[test]
fn a_sample_is_within_one_unit() {
    let (largest, points) = check(&groups(include_bytes!("golden/math.bin")));
    println!("{points} points of {} functions and types, 0 wrong", largest.len());
    assert!(points > 9_000, "{points}");
}

#[test]
fn sums_of_powers_that_are_far_apart() {
    let call = |name: &str, a: f64, b: f64| {
        let (a, b) = (Array::from_vec(vec![a; 3]).unwrap(), Array::from_vec(vec![b; 3]).unwrap());
        ufunc::get(name).unwrap().call(&[&a, &b]).unwrap().to_vec::<f64>().unwrap()[1]
    };
    for (name, a, b, want) in [
        ("logaddexp", 1e308, -1e308, 1e308),
        ("logaddexp", f64::MIN, f64::MAX, f64::MAX),
        ("logaddexp", 0.0, -746.0, 0.0),
        ("logaddexp", 0.0, -720.0, 2.0322308024e-313),
        ("logaddexp", 0.0, -745.0, 5e-324),
        ("logaddexp", 1e-300, -1e4, 1e-300),
        ("logaddexp", -0.0, f64::NEG_INFINITY, 0.0),
        ("logaddexp2", 1e308, -1e308, 1e308),
        ("logaddexp2", 0.0, -1076.0, 0.0),
        ("logaddexp2", -1e-300, -1e4, -1e-300),
    ] {
        assert_eq!(call(name, a, b).to_bits(), want.to_bits(), "{name} {a:e} {b:e}: {:e}", call(name, a, b));
    }
}

#[test]
fn powers_of_two_in_few_bits_have_exact_logarithms() {
    let a = Array::from_vec(vec![2f32.powi(-15), 2f32.powi(-11), 2048.0, 8.0]).unwrap().astype("float8_e5m2").unwrap();
    let logs = ufunc::LOG2.call(&[&a]).unwrap().astype("f4").unwrap();
    assert_eq!(logs.to_vec::<f32>().unwrap(), [-16.0, -12.0, 12.0, 3.0]);
    let negative = Array::from_vec(vec![-0.5f32]).unwrap().astype("float4_e2m1fn").unwrap();
    let zero = ufunc::LOG.call(&[&negative]).unwrap().astype("f4").unwrap().to_vec::<f32>().unwrap()[0];
    assert_eq!(zero.to_bits(), 0);
}

/// Millions of points, from gmpy2: `NDTYPE_PYTHON=venv/bin/python cargo test --release --test math_golden -- --ignored
/// --nocapture`. It prints the table of errors that DTYPE_REFERENCE.md has.
#[test]
#[ignore = "needs Python and takes a minute"]
fn millions_are_within_one_unit() {
    let python = std::env::var("NDTYPE_PYTHON").expect("NDTYPE_PYTHON names a Python with gmpy2");
    let seed = std::env::var("NDTYPE_SEED").unwrap_or("1".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/generate_math.py");
    let output = Command::new(python).args([script, "8000", &seed]).output().expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (largest, points) = check(&groups(&output.stdout));
    println!("{points} points, 0 wrong\n\n| function | float64 | float32 |\n|---|---|---|");
    for ((name, dtype), off) in &largest {
        if dtype == "f8" {
            println!("| {name} | {off:.3} | {:.3} |", largest[&(name.clone(), "f4".to_owned())]);
        }
    }
    assert!(points > 2_000_000, "{points}");
}
