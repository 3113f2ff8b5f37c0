//! Ufuncs on numbers: what the golden files do not hold. Mixed integers, bare numbers out of range, errors, folds.

use ndtype::{self as np, Array, Casting, Dtype, ErrorKind, Result, UfuncError, array};

/// Integers of both kinds around the limits, compared with what they are as `i128`.
#[test]
fn integers_compare_exactly() -> Result<()> {
    let signed = [i64::MIN, -1, 0, 1, (1 << 53) + 1, i64::MAX];
    let unsigned = [0, 1, 1 << 53, (1 << 53) + 1, i64::MAX as u64, 1 << 63, u64::MAX];
    let (a, b) = (Array::from_slice(&signed)?.reshape([-1, 1])?, Array::from_slice(&unsigned)?);
    let mut compared = 0;
    macro_rules! check {
        ($($function:ident $op:tt),*) => {
            $(
                let (there, back) = (np::$function(&a, &b)?.to_vec::<bool>()?, np::$function(&b, &a)?.to_vec::<bool>()?);
                for (i, &x) in signed.iter().enumerate() {
                    for (j, &y) in unsigned.iter().enumerate() {
                        let at = i * unsigned.len() + j;
                        assert_eq!(there[at], i128::from(x) $op i128::from(y), "{x} {} {y}", stringify!($op));
                        assert_eq!(back[at], i128::from(y) $op i128::from(x), "{y} {} {x}", stringify!($op));
                        compared += 2;
                    }
                }
            )*
        };
    }
    check!(equal ==, not_equal !=, less <, less_equal <=, greater >, greater_equal >=);
    println!("{compared} compared");
    assert_eq!(compared, 6 * 2 * 42);
    Ok(())
}

/// A bare integer that the other's type does not hold is an error, but not in a comparison.
#[test]
fn bare_integers_out_of_range() -> Result<()> {
    let small = array![0u8, 200];
    assert_eq!(np::add(&small, 300).unwrap_err().kind(), ErrorKind::Value);
    assert_eq!(np::less(&small, 300)?.to_vec::<bool>()?, [true, true]);
    assert_eq!(np::less(-1, &small)?.to_vec::<bool>()?, [true, true]);
    assert_eq!(np::equal(&small, 456)?.to_vec::<bool>()?, [false, false]);
    let large = array![0u64, u64::MAX];
    assert_eq!(np::greater(&large, -1)?.to_vec::<bool>()?, [true, true]);
    for beyond in [1i128 << 64, 1 << 70] {
        assert_eq!(np::less(&large, beyond)?.to_vec::<bool>()?, [true, true]);
        assert_eq!(np::greater_equal(&large, -beyond)?.to_vec::<bool>()?, [true, true]);
        assert_eq!(np::not_equal(&array![true], beyond)?.to_vec::<bool>()?, [true]);
    }
    assert_eq!(np::equal(&array![i64::MAX], 1u64 << 63)?.to_vec::<bool>()?, [false]);
    Ok(())
}

#[test]
fn what_is_refused() -> Result<()> {
    let cause = |result: Result<Array>| result.unwrap_err().cause::<UfuncError>().cloned();
    assert_eq!(cause(np::power(&array![2, 3], &array![1, -1])), Some(UfuncError::NegativePower));
    assert_eq!(cause(np::power(&array![1], -1)), Some(UfuncError::NegativePower));
    let texts = array!["a", "b"];
    let dates = Array::zeros([2], "M8[s]")?;
    let mut refused = 0;
    for ufunc in np::ufunc::all() {
        for other in [&texts, &dates] {
            let result = ufunc.call_all(&vec![other; ufunc.nin()]);
            if let Err(error) = result {
                assert!(matches!(error.cause(), Some(UfuncError::NoLoop { .. })), "{ufunc:?}: {error}");
                refused += 1;
            }
        }
    }
    println!("{refused} refused");
    assert!(refused > 0, "texts and dates are no numbers");
    let yes = array![true];
    for (name, result) in [
        ("subtract", np::subtract(&yes, &yes)),
        ("negative", np::negative(&yes)),
        ("positive", np::positive(&yes)),
        ("sign", np::sign(&yes)),
        ("gcd", np::gcd(&yes, &yes)),
        ("bitwise_and", np::bitwise_and(&array![1u64], &array![1i64])),
        ("floor", np::floor(&array![num_complex::Complex::new(1.0, 2.0)])),
    ] {
        assert!(matches!(cause(result), Some(UfuncError::NoLoop { ufunc, .. }) if ufunc == name), "{name}");
    }
    Ok(())
}

/// Extremes along axes and of all, whatever the layout.
#[test]
fn extremes_fold() -> Result<()> {
    let numbers: Vec<f64> = (0..200).map(|i| f64::from((i * 37) % 101) - 50.0).collect();
    let mut a = Array::from_slice(&numbers)?.reshape([10, 20])?;
    for (array, axis) in [(a.clone(), 0), (a.t(), 1)] {
        let want: Vec<f64> = (0..20).map(|j| (0..10).map(|i| numbers[i * 20 + j]).fold(f64::MIN, f64::max)).collect();
        assert_eq!(np::ufunc::MAXIMUM.reduce(&array, axis)?.to_vec::<f64>()?, want);
    }
    a.set(np::idx![3, 4], f64::NAN)?;
    assert!(np::ufunc::MINIMUM.reduce(&a, ..)?.item::<f64>()?.is_nan());
    assert_eq!(np::ufunc::FMIN.reduce(&a, ..)?.item::<f64>()?, -50.0);
    let zeros: Vec<f32> = (0..70).map(|i| if i % 3 == 0 { 0.0 } else { -0.0 }).collect();
    for step in [1, 2, -1] {
        let zeros = Array::from_slice(&zeros)?.get([np::Index::slice(None, None, Some(step))].to_vec())?;
        assert!(np::ufunc::MAXIMUM.reduce(&zeros, 0)?.item::<f32>()?.is_sign_positive());
        assert!(np::ufunc::MINIMUM.reduce(&zeros, 0)?.item::<f32>()?.is_sign_negative());
    }
    assert_eq!(np::ufunc::GCD.reduce(&array![12, 18, 30], 0)?.item::<i32>()?, 6);
    Ok(())
}

/// Magnitudes of complex32 are float16, which no loop computes in.
#[test]
fn the_magnitude_has_the_size_of_the_parts() -> Result<()> {
    let a = array![num_complex::Complex::new(3.0f32, 4.0)].astype("complex32")?;
    let magnitude = np::absolute(&a)?;
    assert_eq!((magnitude.dtype(), magnitude.astype("f8")?.item::<f64>()?), (&Dtype::Float16, 5.0));
    Ok(())
}

/// A bare number is rounded to the dtype it joins, whatever the size and layout of the array, and however it is called.
#[test]
fn bare_numbers_are_rounded_first() -> Result<()> {
    for dtype in ["f2", "bfloat16", "float8_e4m3fn"] {
        let want = np::multiply(&array![2.9].astype(dtype)?, 17)?.astype("f8")?.item::<f64>()?;
        for n in [1, 64, 65, 2000] {
            let mut a = Array::full([2 * n], 2.9, dtype)?;
            let results = [np::multiply(&a, 17)?, np::multiply(&a.get("::2")?, 17)?, np::multiply(17, &a)?];
            np::ufunc::MULTIPLY.assign(&mut a, 17)?;
            for result in results.iter().chain([&a]) {
                assert_eq!(result.dtype().name(), dtype.parse::<Dtype>()?.name());
                assert!(result.astype("f8")?.to_vec::<f64>()?.iter().all(|&x| x == want), "{dtype} {n}");
            }
        }
    }
    // Results are rounded to their dtype before they are cast to that of the output.
    let (mut wide, third) =
        (Array::zeros([1], "f8")?, np::divide(&array![1.0].astype("f2")?, &array![3.0].astype("f2")?)?);
    np::ufunc::DIVIDE.with().out(&mut wide).call(&[&array![1.0].astype("f2")?, &array![3.0].astype("f2")?])?;
    assert_eq!(wide.item::<f64>()?, third.astype("f8")?.item::<f64>()?);
    Ok(())
}

/// Masks are booleans, options are not ignored, and outputs are counted.
#[test]
fn what_cannot_be_meant_is_refused() -> Result<()> {
    let a = array![1.0, 2.0, 4.0];
    for mask in [array![1.0, 0.0, 2.0], array![256.0, 0.0, 1.0].astype("i8")?, Array::zeros([3], "V0")?] {
        assert!(np::ufunc::ADD.with().r#where(&mask).call(&[&a, &a]).unwrap_err().is_cast());
        assert!(a.sum(np::Reduce::all().r#where(&mask)).unwrap_err().is_cast());
        assert!(a.mean(np::Reduce::all().r#where(&mask)).unwrap_err().is_cast());
    }
    let mask = array![true, false, false];
    assert!(np::median(&a, np::Reduce::all().r#where(&mask)).is_err());
    assert!(a.cumsum(np::Reduce::axis(0).r#where(&mask)).is_err());
    assert!(a.mean(np::Reduce::all().initial(5)).is_err());
    let (mut x, mut y) = (a.copy()?, a.copy()?);
    let error = np::ufunc::ADD.with().out(&mut x).out(&mut y).call(&[&a, &a]).unwrap_err();
    assert_eq!(error.to_string(), "ufunc 'add' takes 1 outputs, but 2 were given");
    assert!(np::array_equal(&x, &a)?);
    assert!(np::nanvar(&array![1.0, f64::INFINITY, 2.0], ..)?.item::<f64>()?.is_nan());
    let truth = np::ufunc::LOGICAL_AND.accumulate(&array![1, 0, 2], 0)?;
    assert_eq!(truth.to_vec::<bool>()?, [true, false, false]);
    Ok(())
}

/// A bare integer and the small integers of ml_dtypes make int8 or uint8, however the array lies and whatever the value.
#[test]
fn bare_integers_with_small_ones() -> Result<()> {
    for (dtype, name) in [("int2", "int8"), ("int4", "int8"), ("uint2", "uint8"), ("uint4", "uint8")] {
        let dense = array![1, 1].astype(dtype)?;
        let gaps = array![1, 0, 1].astype(dtype)?.get("::2")?;
        for a in [&dense, &gaps] {
            for (bare, sum) in [(1, 2), (100, 101)] {
                let added = np::add(a, bare)?;
                assert_eq!((added.dtype().name(), added.astype("i8")?.to_vec::<i64>()?), (name.into(), vec![sum; 2]));
            }
            assert_eq!(np::maximum(a, 1)?.dtype().name(), name);
            assert_eq!(np::left_shift(a, 1)?.dtype().name(), name);
            assert_eq!(np::power(a, 2)?.dtype().name(), name);
            assert_eq!(np::clip(a, 0, 3)?.dtype().name(), name);
            assert_eq!(np::equal(a, 1)?.to_vec::<bool>()?, [true, true]);
            assert!(np::add(a, 1000).unwrap_err().is_value());
        }
        let mut own = dense.clone();
        own += 1;
        assert_eq!(own.dtype().name(), dtype);
    }
    Ok(())
}

/// Operands are rounded to a small format before they are computed with, and results before they are cast further.
#[test]
fn small_formats_round_first() -> Result<()> {
    let value = |a: Array| a.astype("f8")?.to_vec::<f64>();
    let four = array![-4.0f32, -4.0].astype("float4_e2m1fn")?;
    assert_eq!(value(np::add(&array![10u8, 9], &four)?)?, [2.0, 2.0]);
    let a = array![4.5].astype("float8_e4m3fn")?;
    assert_eq!(value(np::remainder(&array![-70i8], &a)?)?, [0.0]);
    assert!(value(np::floor_divide(&array![255u8], &array![5.0].astype("float8_e4m3")?)?)?[0].is_nan());
    // In place, one by one, and beyond a chunk.
    let mut own = four.clone();
    own += &array![10u8, 9];
    assert_eq!(value(own)?, [2.0, 2.0]);
    let mut own = four.clone();
    np::ufunc::ADD.at(&mut own, np::idx![&array![0]], &array![10u8])?;
    assert_eq!(value(own)?, [2.0, -4.0]);
    let many = np::full_like(&Array::zeros([5000], "u1")?, 9)?;
    assert!(value(np::add(&many, &four.get("0")?)?)?.iter().all(|&x| x == 2.0));
    // 257 is no bfloat16, and neither is 256 + 1.
    let (x, y) = (array![256.0f32, 257.0], array![1.0f32, 0.0]);
    let sum = np::ufunc::ADD.with().dtype("bfloat16")?.call(&[&x, &y])?;
    assert_eq!((sum.dtype().name(), value(sum)?), ("bfloat16".into(), vec![256.0, 256.0]));
    let mut out = Array::zeros([2], "f4")?;
    np::ufunc::ADD.with().out(&mut out).call(&[&array![256.0, 2.0].astype("bfloat16")?, &y.astype("bfloat16")?])?;
    assert_eq!(out.to_vec::<f32>()?, [256.0, 2.0]);
    Ok(())
}

/// Small types are computed in larger ones, which is no cast that a rule could forbid.
#[test]
fn no_casting_is_enough_for_small_types() -> Result<()> {
    for dtype in ["f2", "bfloat16", "int4", "float8_e5m2", "f4", "i8"] {
        let a = array![1, 2].astype(dtype)?;
        for casting in [Casting::No, Casting::Equiv] {
            let sum = np::ufunc::ADD.with().casting(casting).call(&[&a, &a])?;
            assert_eq!((sum.dtype().name(), sum.astype("i8")?.to_vec::<i64>()?), (a.dtype().name(), vec![2, 4]));
        }
        assert!(np::ufunc::ADD.with().casting(Casting::No).call(&[&a, &array![1.5]]).unwrap_err().is_cast());
    }
    Ok(())
}

/// Logical operations take the truth of anything.
#[test]
fn logic_of_any_number() -> Result<()> {
    assert_eq!(np::logical_or(&array![0u16, 1], -128)?.to_vec::<bool>()?, [true, true]);
    assert_eq!(np::logical_and(i128::MAX, &array![0u8, 1])?.to_vec::<bool>()?, [false, true]);
    for casting in [Casting::No, Casting::Equiv] {
        let both = np::ufunc::LOGICAL_AND.with().casting(casting).call(&[&array![1.5, 2.5], &array![1, 0]])?;
        assert_eq!(both.to_vec::<bool>()?, [true, false]);
    }
    // Where both are of one dtype, it is checked as ever.
    let swapped = array![1.5].astype(">f4")?;
    assert!(np::ufunc::LOGICAL_AND.with().casting(Casting::No).call(&[&swapped, &swapped]).unwrap_err().is_cast());
    Ok(())
}

/// Bounds that no integer of the type reaches are none, as in NumPy.
#[test]
fn bounds_out_of_reach() -> Result<()> {
    let a = array![1u8, 200];
    assert_eq!(np::clip(&a, 0, 300)?.to_vec::<u8>()?, [1, 200]);
    assert_eq!(np::clip(&a, -1, 100)?.to_vec::<u8>()?, [1, 100]);
    assert_eq!(np::clip(&a, -1, 300)?.to_vec::<u8>()?, [1, 200]);
    assert_eq!(np::clip(&a, -5, &array![100i16, 1000])?.to_vec::<i16>()?, [1, 200]);
    assert_eq!(np::clip(&a, -1, 100.5)?.to_vec::<f64>()?, [1.0, 100.5]);
    assert!(np::clip(&a, 300, 400).unwrap_err().is_value());
    assert!(np::clip(&a, -5, -1).unwrap_err().is_value());
    Ok(())
}

#[test]
fn several_outputs_are_named() {
    let error = np::ufunc::DIVMOD.call(&[&array![1], &array![2]]).unwrap_err();
    assert_eq!(error.to_string(), "ufunc 'divmod' has 2 outputs: call_all gives them all");
}

/// Rounding to decimals keeps small formats and byte orders; each step is rounded, as in NumPy.
#[test]
fn decimals_keep_the_dtype() -> Result<()> {
    let b = array![1.25, 2.75, -3.125];
    let rounded = |dtype: &str, decimals| -> Result<(String, Vec<f64>)> {
        let rounded = np::round(&b.astype(dtype)?, decimals)?;
        Ok((rounded.dtype().str(), rounded.astype("f8")?.to_vec::<f64>()?))
    };
    let name = |dtype: &str| dtype.parse::<Dtype>().map(|dtype| dtype.str());
    assert_eq!(rounded("bfloat16", 1)?, (name("bfloat16")?, vec![1.203125, 2.796875, -3.09375]));
    assert_eq!(rounded("float8_e4m3fn", 1)?, (name("float8_e4m3fn")?, vec![1.25, 2.75, -3.0]));
    assert_eq!(rounded("float8_e5m2", 1)?, (name("float8_e5m2")?, vec![1.25, 3.0, -3.0]));
    assert_eq!(rounded(">f8", 1)?, (">f8".to_owned(), vec![1.2, 2.8, -3.1]));
    assert_eq!(rounded(">i4", -1)?, (">i4".to_owned(), vec![0.0, 0.0, -0.0]));
    assert_eq!(np::round(&b.astype(">c8")?, 1)?.dtype().str(), ">c8");
    assert_eq!(np::round(&b.astype(">f8")?, 0)?.dtype().str(), "<f8");
    Ok(())
}

/// NumPy's other names find ufuncs too.
#[test]
fn ufuncs_have_other_names() {
    let aliases = [
        ("abs", "absolute"),
        ("mod", "remainder"),
        ("conj", "conjugate"),
        ("true_divide", "divide"),
        ("bitwise_not", "invert"),
        ("bitwise_invert", "invert"),
        ("bitwise_left_shift", "left_shift"),
        ("bitwise_right_shift", "right_shift"),
        ("pow", "power"),
    ];
    for (alias, name) in aliases {
        assert_eq!(np::ufunc::get(alias).map(np::Ufunc::name), Some(name));
    }
}

/// A unary ufunc at chosen positions, one after the other.
#[test]
fn unary_ufuncs_at_positions() -> Result<()> {
    use np::ufunc::{ADD, ISNAN, MODF, NEGATIVE, SQRT};
    let mut a = array![4.0f32, 2.0, 3.0].astype(">f4")?;
    SQRT.at_unary(&mut a, np::idx![&array![0, 0, 1]])?;
    assert_eq!(a.astype("f4")?.to_vec::<f32>()?, [2f32.sqrt(), 2f32.sqrt(), 3.0]);
    let mut grid = array![[1, 2], [3, 4]].t();
    NEGATIVE.at_unary(&mut grid, np::idx![&array![true, false], ..])?;
    assert_eq!(grid.to_vec::<i32>()?, [-1, -3, 2, 4]);
    let mut small = array![1.0, 4.0].astype("bfloat16")?;
    SQRT.at_unary(&mut small, np::idx![..])?;
    assert_eq!(small.astype("f8")?.to_vec::<f64>()?, [1.0, 2.0]);
    ISNAN.at_unary(&mut a, np::idx![0])?;
    assert!(MODF.at_unary(&mut a, np::idx![0]).is_err() && ADD.at_unary(&mut a, np::idx![0]).is_err());
    assert!(NEGATIVE.at(&mut a, np::idx![0], 1).is_err());
    assert!(SQRT.at_unary(&mut array![1, 2], np::idx![0]).unwrap_err().is_cast());
    Ok(())
}
