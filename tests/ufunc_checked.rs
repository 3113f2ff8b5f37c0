//! Calls that ask for overflow and floating-point conditions to be more than wrapped numbers, infinities and NaN.

use ndtype::cast::{CastError, CastReason, Overflow};
use ndtype::ufunc::{self, FpCondition, FpErrors, Pole, UfuncError};
use ndtype::{self as np, Array, Casting, Dtype, Ufunc, array};

const INTEGERS: [&str; 12] = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "int2", "int4", "uint2", "uint4"];

/// Values of an integer dtype: all of the small ones, the ends and the middle of the others.
fn values(dtype: &Dtype) -> Vec<i128> {
    let info = np::iinfo(dtype).unwrap();
    if info.bits <= 4 {
        return (info.min..=info.max).collect();
    }
    let near = [info.min, info.min + 1, info.min / 2, info.max / 2, info.max - 1, info.max];
    let mut found: Vec<i128> = near.into_iter().chain(-3..=9).filter(|x| (info.min..=info.max).contains(x)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn of(values: &[i128], dtype: &Dtype) -> Array {
    let mut a = Array::zeros([values.len()], dtype.clone()).unwrap();
    for (i, &x) in values.iter().enumerate() {
        // By way of the larger types, which hold all of them between them.
        let wide = if x < 0 { array![x as i64] } else { array![x as u64] };
        a.set(np::idx![i as isize], wide.astype(dtype).unwrap().get_scalar(&[0]).unwrap()).unwrap();
    }
    a
}

fn numbers(a: &Array) -> Vec<i128> {
    let unsigned = a.dtype().kind() == np::DtypeKind::Unsigned;
    if unsigned {
        return a.astype("u8").unwrap().to_vec::<u64>().unwrap().into_iter().map(i128::from).collect();
    }
    a.astype("i8").unwrap().to_vec::<i64>().unwrap().into_iter().map(i128::from).collect()
}

/// The exact result, as far as 128 bits go; shifts by too much are as large as can be.
fn exact(ufunc: &Ufunc, a: i128, b: i128) -> i128 {
    match ufunc.name() {
        "add" => a + b,
        "subtract" => a - b,
        "multiply" => a.saturating_mul(b),
        "negative" => -a,
        "absolute" => a.abs(),
        "left_shift" if !(0..64).contains(&b) => a.signum() * i128::MAX,
        "left_shift" => a.saturating_mul(1 << b),
        name => panic!("{name}"),
    }
}

#[test]
fn integers_saturate_or_fail() {
    let (mut compared, mut failed) = (0, 0);
    let ufuncs =
        [&ufunc::ADD, &ufunc::SUBTRACT, &ufunc::MULTIPLY, &ufunc::NEGATIVE, &ufunc::ABSOLUTE, &ufunc::LEFT_SHIFT];
    for ufunc in ufuncs {
        for name in INTEGERS {
            let dtype: Dtype = name.parse().unwrap();
            let info = np::iinfo(&dtype).unwrap();
            let all = values(&dtype);
            let n = all.len() as isize;
            let (a, b) = (of(&all, &dtype).reshape([n, 1]).unwrap(), of(&all, &dtype));
            let operands: Vec<&Array> = if ufunc.nin() == 1 { vec![&b] } else { vec![&a, &b] };
            let pairs: Vec<(i128, i128)> = if ufunc.nin() == 1 {
                all.iter().map(|&a| (a, 0)).collect()
            } else {
                all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b))).collect()
            };
            let expected: Vec<i128> = pairs.iter().map(|&(a, b)| exact(ufunc, a, b)).collect();
            let saturated = ufunc.with().overflow(Overflow::Saturate).call(&operands).unwrap();
            assert_eq!(saturated.dtype(), &dtype);
            let clamped: Vec<i128> = expected.iter().map(|x| (*x).clamp(info.min, info.max)).collect();
            assert_eq!(numbers(&saturated), clamped, "{ufunc:?} {dtype}");
            compared += clamped.len();
            // Wrapping is what NumPy does: the lower bits.
            let wrapped = numbers(&ufunc.call(&operands).unwrap());
            let first = wrapped.iter().zip(&clamped).position(|(a, b)| a != b);
            let outside = expected.iter().position(|x| !(info.min..=info.max).contains(x));
            assert_eq!(first, outside, "{ufunc:?} {dtype}");
            let result = ufunc.with().overflow(Overflow::Error).call(&operands);
            match first {
                None => assert_eq!(numbers(&result.unwrap()), clamped),
                Some(first) => {
                    failed += 1;
                    let index = if ufunc.nin() == 1 { vec![first] } else { vec![first / all.len(), first % all.len()] };
                    let (x, y) = pairs[first];
                    let operands = [x, y].iter().take(ufunc.nin()).map(ToString::to_string).collect();
                    let cause = UfuncError::Overflow { ufunc: ufunc.name().into(), index, operands, dtype };
                    assert_eq!(result.unwrap_err().cause::<UfuncError>(), Some(&cause));
                }
            }
        }
    }
    println!("{compared} results compared, {failed} errors");
    assert!(compared > 8000 && failed > 50, "{compared} {failed}");
}

/// The same values in memory of every kind.
fn layouts(a: &Array) -> Vec<Array> {
    let n = a.size();
    let mut gaps = Array::zeros([2 * n], a.dtype().clone()).unwrap();
    gaps.set("::2", a).unwrap();
    let mut backwards = Array::zeros([n], a.dtype().clone()).unwrap();
    backwards.set("::-1", a).unwrap();
    let mut records =
        Array::zeros([n], Dtype::structured([("p", Dtype::UInt8), ("x", a.dtype().clone())]).unwrap()).unwrap();
    records.set("'x'", a).unwrap();
    vec![
        a.copy().unwrap(),
        gaps.get("::2").unwrap(),
        backwards.get("::-1").unwrap(),
        records.field("x").unwrap(),
        a.astype(a.dtype().swapped()).unwrap(),
    ]
}

#[test]
fn every_layout_saturates() {
    let n = 1200;
    let (a, b) =
        (np::arange(0, n, 1).unwrap().astype("i2").unwrap(), np::arange(0, n, 1).unwrap().astype("i2").unwrap());
    let expected: Vec<i16> = (0..n as i16).map(|x| x.saturating_mul(x)).collect();
    let mut compared = 0;
    for a in layouts(&a) {
        for b in layouts(&b) {
            let product = ufunc::MULTIPLY.with().overflow(Overflow::Saturate).call(&[&a, &b]).unwrap();
            assert_eq!(product.to_vec::<i16>().unwrap(), expected);
            let error = ufunc::MULTIPLY.with().overflow(Overflow::Error).call(&[&a, &b]).unwrap_err();
            assert!(
                error.to_string().contains("at position (182,): (182, 182) does not fit dtype('int16')"),
                "{error}"
            );
            compared += 2;
        }
    }
    assert_eq!(compared, 50);
    let point = array![100i8].reshape([]).unwrap();
    let sum = ufunc::ADD.with().overflow(Overflow::Saturate).call(&[&point, &point]).unwrap();
    assert_eq!((sum.ndim(), sum.item::<i8>().unwrap()), (0, 127));
    let none = Array::zeros([0, 3], "i1").unwrap();
    assert_eq!(ufunc::ADD.with().overflow(Overflow::Error).call(&[&none, &none]).unwrap().shape(), [0, 3]);
    let broadcast = array![100i8].broadcast_to([2, 2]).unwrap();
    let error = ufunc::ADD.with().overflow(Overflow::Error).call(&[&broadcast, &broadcast]).unwrap_err();
    assert!(error.to_string().contains("at position (0, 0)"));
}

#[test]
fn overflow_goes_with_the_other_options() {
    let a = array![100i8, 100, 1];
    let mask = array![false, true, true];
    let sum = ufunc::ADD.with().overflow(Overflow::Saturate).r#where(&mask).call(&[&a, &a]).unwrap();
    assert_eq!(sum.to_vec::<i8>().unwrap(), [0, 127, 2]);
    // What is masked does not count.
    let mask = array![false, false, true];
    assert!(ufunc::ADD.with().overflow(Overflow::Error).r#where(&mask).call(&[&a, &a]).is_ok());
    // Casts to an output saturate, too, and after an error it is unchanged.
    let mut out = array![7u8, 7, 7];
    let large = array![300i64, -5, 2];
    let with = || ufunc::ADD.with().casting(Casting::Unsafe);
    with().overflow(Overflow::Saturate).out(&mut out).call(&[&large, &large]).unwrap();
    assert_eq!(out.to_vec::<u8>().unwrap(), [255, 0, 4]);
    let error = with().overflow(Overflow::Error).out(&mut out).call(&[&large, &large]).unwrap_err();
    assert!(error.is_cast() && error.to_string().contains("600 at position (0,)"), "{error}");
    assert_eq!(out.to_vec::<u8>().unwrap(), [255, 0, 4]);
    // Casts of operands as well.
    let small = with().overflow(Overflow::Saturate).dtype("i1").unwrap().call(&[&large, &array![1i64]]).unwrap();
    assert_eq!(small.to_vec::<i8>().unwrap(), [127, -4, 3]);
    // Floats have no such overflow; closures have no such loop.
    assert!(ufunc::ADD.with().overflow(Overflow::Error).call(&[&array![1e308], &array![1e308]]).is_ok());
    let f = Ufunc::from_fn1("f", |x: i32| x);
    assert!(f.with().overflow(Overflow::Error).call(&[&array![1]]).unwrap_err().is_dtype());
    assert!(ufunc::ADD.with().overflow(Overflow::Error).out(&mut out).call(&[&array![1u8, 2]]).is_err());
}

#[test]
fn casts_saturate_or_fail() {
    let mut compared = 0;
    let floats = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.5,
        0.0,
        1.9,
        -1.9,
        127.9,
        128.0,
        -128.9,
        -129.0,
        255.5,
        65535.9,
    ]
    .into_iter()
    .chain([2147483647.5, 2147483648.0, -2147483648.9, 4294967295.5, 9.3e18, -9.3e18, 1.9e19, 9223372036854775807.0])
    .chain([9223372036854774784.0, -9223372036854775808.0, 18446744073709549568.0, 1e300]);
    let floats: Vec<f64> = floats.collect();
    for name in INTEGERS {
        let dtype: Dtype = name.parse().unwrap();
        let info = np::iinfo(&dtype).unwrap();
        for a in layouts(&Array::from_vec(floats.clone()).unwrap()) {
            let values: Vec<f64> = a.astype("f8").unwrap().to_vec().unwrap();
            let cast = a.astype_overflow(&dtype, Overflow::Saturate).unwrap();
            let expected: Vec<i128> = values.iter().map(|&x| (x as i128).clamp(info.min, info.max)).collect();
            assert_eq!((cast.dtype(), numbers(&cast)), (&dtype, expected), "{dtype}");
            compared += values.len();
        }
        for &x in &floats {
            let fits = !x.is_nan() && (info.min..=info.max).contains(&(x.trunc() as i128));
            let result = array![[0.0, x]].astype_overflow(&dtype, Overflow::Error);
            assert_eq!(result.is_ok(), fits, "{x} {dtype}");
            if let Err(error) = result {
                let reason = CastReason::OutOfRange {
                    value: array![x].get_scalar(&[0]).unwrap().to_string(),
                    index: vec![0, 1],
                };
                assert_eq!(error.cause::<CastError>().unwrap().reason(), &reason);
            }
            compared += 1;
        }
        for from in INTEGERS {
            let from: Dtype = from.parse().unwrap();
            let all = values(&from);
            let a = of(&all, &from);
            let clamped: Vec<i128> = all.iter().map(|x| (*x).clamp(info.min, info.max)).collect();
            assert_eq!(numbers(&a.astype_overflow(&dtype, Overflow::Saturate).unwrap()), clamped, "{from} {dtype}");
            let checked = a.astype_overflow(&dtype, Overflow::Error);
            assert_eq!(checked.is_ok(), clamped == all, "{from} {dtype}");
            compared += all.len();
        }
    }
    println!("{compared} casts compared");
    assert!(compared > 3500, "{compared}");
    let swapped = array![300, -300].astype_overflow(">i2", Overflow::Saturate).unwrap();
    assert_eq!(swapped.astype("i2").unwrap().to_vec::<i16>().unwrap(), [300, -300]);
    assert_eq!(array![300].astype_overflow("u1", Overflow::Wrap).unwrap().to_vec::<u8>().unwrap(), [44]);
    assert_eq!(array![1.5].astype_overflow("f4", Overflow::Error).unwrap().to_vec::<f32>().unwrap(), [1.5]);
    assert_eq!(array![true].astype_overflow("int2", Overflow::Error).unwrap().dtype(), &Dtype::Int2);
}

fn condition(result: np::Result<Array>) -> Option<(FpCondition, Vec<usize>)> {
    let error = result.err()?;
    match error.cause::<UfuncError>() {
        Some(UfuncError::FloatingPoint { condition, index, .. }) => Some((*condition, index.clone())),
        other => panic!("{other:?} {error}"),
    }
}

#[test]
fn conditions_are_found_in_values() {
    use FpCondition::{Divide, Invalid, Overflow};
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let divide = Ufunc::from_fn2("divide", |a: f64, b: f64| a / b).pole(Pole::Zero);
    let log = Ufunc::from_fn1("log1p", f64::ln_1p).pole(Pole::Always);
    for (ufunc, a, b, expected) in [
        (&ufunc::ADD, 1e308, 1e308, Some(Overflow)),
        (&ufunc::ADD, inf, 1.0, None),
        (&ufunc::ADD, nan, 1.0, None),
        (&ufunc::SUBTRACT, inf, inf, Some(Invalid)),
        (&ufunc::SUBTRACT, inf, nan, None),
        (&ufunc::MULTIPLY, inf, 0.0, Some(Invalid)),
        (&ufunc::MULTIPLY, 1e200, -1e200, Some(Overflow)),
        (&divide, 1.0, 0.0, Some(Divide)),
        (&divide, 1.0, -0.0, Some(Divide)),
        (&divide, 0.0, 0.0, Some(Invalid)),
        (&divide, inf, 0.0, None),
        (&divide, inf, inf, Some(Invalid)),
        (&divide, 1e300, 1e-300, Some(Overflow)),
        (&divide, 1.0, 3.0, None),
    ] {
        for (x, y) in layouts(&array![1.0, a, 1.0, a]).iter().zip(layouts(&array![1.0, b, 1.0, b]).iter().rev()) {
            let found = condition(ufunc.with().errors(FpErrors::RAISE).call(&[x, y]));
            assert_eq!(found, expected.map(|condition| (condition, vec![1])), "{ufunc:?} {a} {b}");
            assert_eq!(condition(ufunc.with().errors(FpErrors::IGNORE).call(&[x, y])), None);
            for (condition_of, errors) in [
                (Divide, FpErrors::IGNORE.divide(true)),
                (Overflow, FpErrors::IGNORE.overflow(true)),
                (Invalid, FpErrors::IGNORE.invalid(true)),
            ] {
                let found = condition(ufunc.with().errors(errors).call(&[x, y]));
                assert_eq!(found.is_some(), expected == Some(condition_of), "{ufunc:?} {a} {b} {errors:?}");
            }
        }
    }
    let raise = |ufunc: &Ufunc, inputs: &[&Array]| condition(ufunc.with().errors(FpErrors::RAISE).call(inputs));
    assert_eq!(raise(&log, &[&array![[0.0], [-1.0]]]), Some((Divide, vec![1, 0])));
    assert_eq!(raise(&log, &[&array![-2.0]]), Some((Invalid, vec![0])));
    assert_eq!(raise(&log, &[&Array::zeros([0, 2], "f8").unwrap()]), None);
    assert_eq!(raise(&log, &[&array![-1.0].reshape([]).unwrap()]), Some((Divide, vec![])));
    // The first in C's order, whatever the order in memory.
    let a = array![[1.0, 1e308], [1e308, 1.0]].t();
    assert_eq!(raise(&ufunc::ADD, &[&a, &a]), Some((Overflow, vec![0, 1])));
    // Rounding to a smaller type counts, and so does the cast to an output; what is masked does not.
    let half = array![60000.0; dtype: "f2"];
    assert_eq!(raise(&ufunc::ADD, &[&half, &half]), Some((Overflow, vec![0])));
    let mut out = Array::zeros([1], "f4").unwrap();
    let large = array![1e300];
    let found = ufunc::ADD.with().out(&mut out).errors(FpErrors::RAISE).call(&[&large, &large]);
    assert_eq!(condition(found), Some((Overflow, vec![0])));
    let (a, mask) = (array![1e308, 1e308], array![false, true]);
    let found = ufunc::ADD.with().r#where(&mask).errors(FpErrors::RAISE).call(&[&a, &a]);
    assert_eq!(condition(found), Some((Overflow, vec![1])));
    let complex = array![num_complex::Complex::new(1e200, 1e200)];
    assert!(matches!(raise(&ufunc::MULTIPLY, &[&complex, &complex]), Some((Invalid | Overflow, _))));

    let floor =
        Ufunc::from_fn2("floor_divide", |a: i64, b: i64| a.checked_div(b).unwrap_or(if b == 0 { 0 } else { a }));
    let floor = floor.pole(Pole::Zero);
    assert_eq!(raise(&floor, &[&array![7i64, 7], &array![2i64, 0]]), Some((Divide, vec![1])));
    assert_eq!(raise(&floor, &[&array![i64::MIN, i64::MIN], &array![1i64, -1]]), Some((Overflow, vec![1])));
    assert_eq!(raise(&floor, &[&array![7i64, i64::MIN], &array![-1i64, 2]]), None);
    let error = floor.with().errors(FpErrors::RAISE).call(&[&array![7i64], &array![0i64]]).unwrap_err();
    assert_eq!(error.to_string(), "divide by zero encountered in floor_divide at position (0,): (7, 0) gives 0");
    assert!(error.is_value());
}

/// The reciprocal of an integer zero is a division by zero.
#[test]
fn reciprocal_of_zero() {
    let error = ufunc::RECIPROCAL.with().errors(FpErrors::RAISE).call(&[&array![1, 0]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("divide by zero encountered in reciprocal at position (1,): (0) gives {}", i32::MIN)
    );
    assert!(ufunc::RECIPROCAL.with().errors(FpErrors::RAISE).call(&[&array![1, -2]]).is_ok());
}
