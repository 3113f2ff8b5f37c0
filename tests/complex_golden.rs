//! The elementary functions of complex numbers: NumPy's special values, and exact ones.

use ndtype::{Array, ufunc};
use num_complex::Complex;

type Point = (Complex<f64>, Complex<f64>);

/// What the parts of special arguments are.
const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    1e-320,
    -1e-320,
    1e-310,
    1e308,
    -1e308,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Functions, what is asked of them, arguments and results.
fn groups() -> Vec<(String, String, Vec<Point>)> {
    let mut bytes: &[u8] = include_bytes!("golden/complex.bin");
    let mut groups = Vec::new();
    while !bytes.is_empty() {
        let end = bytes.iter().position(|&b| b == b'\n').expect("a line of text");
        let words: Vec<&str> = std::str::from_utf8(&bytes[..end]).expect("text").split(' ').collect();
        let special = words[1] == "special";
        let columns = if special { 2 } else { 4 };
        let (data, rest) = bytes[end + 1..].split_at(words[2].parse::<usize>().unwrap() * columns * 8);
        let numbers: Vec<f64> = data.chunks(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
        let point = |(i, n): (usize, &[f64])| {
            let argument = if special { (SPECIAL[i / 16], SPECIAL[i % 16]) } else { (n[0], n[1]) };
            (Complex::new(argument.0, argument.1), Complex::new(n[columns - 2], n[columns - 1]))
        };
        let points = numbers.chunks(columns).enumerate().map(point).collect();
        groups.push((words[0].to_owned(), words[1].to_owned(), points));
        bytes = rest;
    }
    groups
}

fn call(name: &str, points: &[Point], dtype: &str) -> Vec<Complex<f64>> {
    let z = Array::from_vec(points.iter().map(|point| point.0).collect::<Vec<_>>()).unwrap().astype(dtype).unwrap();
    let exponent = points.iter().map(|(z, _)| Complex::new(z.re, z.im / 2.0)).collect::<Vec<_>>();
    let exponent = Array::from_vec(exponent).unwrap().astype(dtype).unwrap();
    let ufunc = ufunc::get(name).unwrap();
    let result = if name == "power" { ufunc.call(&[&z, &exponent]) } else { ufunc.call(&[&z]) };
    assert_eq!(result.as_ref().unwrap().dtype().str()[1..], *dtype);
    result.unwrap().astype("c16").unwrap().to_vec().unwrap()
}

/// The same special value, or nearly the same number, of the same sign.
fn alike(got: f64, want: f64) -> bool {
    let signs = got.is_sign_negative() == want.is_sign_negative();
    let near = (got - want).abs() <= 1e-14 * want.abs() && (got == 0.0) == (want == 0.0);
    (got.is_nan() && want.is_nan()) || (signs && (got == want || (want.is_finite() && near)))
}

/// Where NumPy's results are not taken over, and at how many points: it rounds subnormal numbers twice in exp2, makes NaN of
/// infinity times zero in expm1, and loses subnormal real parts in log1p.
const OTHERWISE: [(&str, usize); 3] = [("exp2", 2), ("expm1", 2), ("log1p", 15)];

#[test]
fn special_values_are_numpys() {
    let (mut points, mut failed) = (0, false);
    for (name, _, group) in groups().into_iter().filter(|(_, what, _)| what == "special") {
        let mut differ = 0;
        for ((z, want), got) in group.iter().zip(call(&name, &group, "c16")) {
            points += 1;
            if !(alike(got.re, want.re) && alike(got.im, want.im)) {
                differ += 1;
                println!("{name} {z:e}: {got:e}, in NumPy {want:e}");
            }
        }
        let expected = OTHERWISE.iter().find(|(other, _)| *other == name).map_or(0, |(_, count)| *count);
        failed |= differ != expected;
        println!("{name}: {differ} differ, {expected} expected");
    }
    println!("{points} special values");
    assert!(!failed && points > 4000);
}

/// The distance between a number and the next one.
fn unit(x: f64) -> f64 {
    let bits = x.abs().max(f64::MIN_POSITIVE).to_bits();
    f64::from_bits(bits + 1) - f64::from_bits(bits)
}

#[test]
fn exact_values_are_near() {
    let mut points = 0;
    for (name, _, group) in groups().into_iter().filter(|(_, what, _)| what == "exact") {
        let mut worst = 0f64;
        for ((z, want), got) in group.iter().zip(call(&name, &group, "c16")) {
            points += 1;
            let off = ((got.re - want.re).abs()).max((got.im - want.im).abs()) / unit(want.norm());
            assert!(off <= 4.0, "{name} {z}: {got}, not {want}: {off}");
            worst = worst.max(off);
        }
        println!("{name}: {worst:.2} units in the last place of the magnitude");
    }
    println!("{points} exact values");
    assert!(points > 1500);
}

#[test]
fn single_precision_is_rounded_once() {
    for (name, _, group) in groups().into_iter().filter(|(name, what, _)| what == "exact" && name != "power") {
        let singles: Vec<Point> = group
            .iter()
            .map(|(z, want)| (Complex::new(f64::from(z.re as f32), f64::from(z.im as f32)), *want))
            .collect();
        let wide = call(&name, &singles, "c16");
        for ((z, _), (got, wide)) in singles.iter().zip(call(&name, &singles, "c8").into_iter().zip(wide)) {
            let rounded = Complex::new(f64::from(wide.re as f32), f64::from(wide.im as f32));
            assert_eq!(got, rounded, "{name} {z}");
        }
    }
}
