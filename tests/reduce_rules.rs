//! What reductions accept and refuse, as NumPy has it: dtypes, outputs, axes. Values are in `reduce_golden`.

use ndtype::ufunc::{ADD, DIVIDE, LEFT_SHIFT, LOGICAL_AND, MAXIMUM, SUBTRACT};
use ndtype::{self as np, Array, Object, Reduce, Result, array};

/// Products are computed in the dtype of the result.
#[test]
fn averages_do_not_wrap() -> Result<()> {
    assert_eq!(np::average(&array![254u8, 254], 0, Some(&array![5u8, 5]))?.item::<f64>()?, 254.0);
    let large = array![2_000_000_000, 2_000_000_000];
    assert_eq!(np::average(&large, .., Some(&array![3, 3]))?.item::<f64>()?, 2e9);
    let weights = array![1.0f32, 1.0].astype("c8")?;
    assert_eq!(np::average(&array![1i8, 2], .., Some(&weights))?.dtype().name(), "complex128");
    Ok(())
}

/// An array without axes has one for running sums, and no other.
#[test]
fn running_sums_of_one_value() -> Result<()> {
    let a = Array::from_scalar(3)?;
    for axis in [0, -1] {
        assert_eq!(a.cumsum(axis)?.to_vec::<i64>()?, [3]);
        assert_eq!(np::nancumprod(&a, axis)?.to_vec::<i64>()?, [3]);
    }
    for axis in [5, 1, -2] {
        assert!(a.cumsum(axis).is_err() && a.cumprod(axis).is_err());
        assert!(np::nancumsum(&a, axis).is_err() && np::nancumprod(&a, axis).is_err());
        assert!(np::cumulative_sum(&a, axis, false).is_err());
    }
    assert_eq!(np::cumulative_sum(&a, .., true)?.to_vec::<i64>()?, [0, 3]);
    assert_eq!(np::cumulative_prod(&a, -1, true)?.to_vec::<i64>()?, [1, 3]);
    Ok(())
}

/// An output has the shape of the result, and takes what `same_kind` allows.
#[test]
fn outputs_fit() -> Result<()> {
    type Call = fn(&Array, Reduce<'_>) -> Result<Array>;
    let calls: [(&str, Call); 12] = [
        ("mean", |a, spec| a.mean(spec)),
        ("std", |a, spec| a.std(spec)),
        ("var", |a, spec| a.var(spec)),
        ("ptp", |a, spec| a.ptp(spec)),
        ("median", |a, spec| np::median(a, spec)),
        ("average", |a, spec| np::average(a, spec, None)),
        ("weighted", |a, spec| np::average(a, spec, Some(&array![1, 1]))),
        ("nanmean", |a, spec| np::nanmean(a, spec)),
        ("nanstd", |a, spec| np::nanstd(a, spec)),
        ("nanvar", |a, spec| np::nanvar(a, spec)),
        ("nanmedian", |a, spec| np::nanmedian(a, spec)),
        ("sum", |a, spec| a.sum(spec)),
    ];
    let a = array![1.0, 5.0];
    for (name, call) in calls {
        let want = call(&a, Reduce::axis(0))?.item::<f64>()?;
        assert!(call(&a, Reduce::axis(0).out(&mut array![7.0, 7.0])).unwrap_err().is_shape(), "{name}");
        assert!(call(&a, Reduce::axis(0).out(&mut Array::from_scalar(7)?)).unwrap_err().is_cast(), "{name}");
        let mut out = Array::zeros([], "f4")?;
        call(&a, Reduce::axis(0).out(&mut out))?;
        assert_eq!(f64::from(out.item::<f32>()?), want, "{name}");
    }
    let places: [Call; 4] = [
        |a, spec| np::argmax(a, spec),
        |a, spec| np::argmin(a, spec),
        |a, spec| np::nanargmax(a, spec),
        |a, spec| np::nanargmin(a, spec),
    ];
    for call in places {
        assert!(call(&a, Reduce::axis(0).out(&mut array![7, 7])).unwrap_err().is_shape());
        for wrong in ["f8", "u8"] {
            assert!(call(&a, Reduce::axis(0).out(&mut Array::zeros([], wrong)?)).unwrap_err().is_cast());
        }
        assert!(call(&a, Reduce::axis(0).out(&mut Array::zeros([], "i4")?)).is_ok());
    }
    Ok(())
}

/// A dtype that the ufunc has no loop for is refused, as in calls.
#[test]
fn folds_need_a_loop() -> Result<()> {
    let a = array![8, 2, 2];
    for dtype in ["i1", "?"] {
        assert!(DIVIDE.accumulate(&a, Reduce::axis(0).dtype(dtype)?).unwrap_err().is_dtype());
        assert!(DIVIDE.reduce(&a, Reduce::axis(0).dtype(dtype)?).unwrap_err().is_dtype());
    }
    assert!(LEFT_SHIFT.accumulate(&a, Reduce::axis(0).dtype("?")?).is_err());
    assert!(LOGICAL_AND.reduce(&a, Reduce::axis(0).dtype("f8")?).is_err());
    assert!(LOGICAL_AND.reduce(&a, Reduce::axis(0).dtype("?")?)?.item::<bool>()?);
    assert_eq!(DIVIDE.accumulate(&a, 0)?.to_vec::<f64>()?, [8.0, 4.0, 2.0]);
    assert_eq!(DIVIDE.accumulate(&a, Reduce::axis(0).dtype("f4")?)?.to_vec::<f32>()?, [8.0, 4.0, 2.0]);
    assert_eq!(SUBTRACT.reduce(&array![true, false], Reduce::axis(0).dtype("i4")?)?.item::<i32>()?, 1);
    let times = array![1i64, 2].view_dtype("M8[s]")?;
    for dtype in ["f8", "c16"] {
        assert!(np::std(&times, Reduce::axis(0).dtype(dtype)?).is_err());
        assert!(np::nanvar(&times, Reduce::axis(0).dtype(dtype)?).is_err());
        assert!(MAXIMUM.reduce(&times, Reduce::axis(0).dtype(dtype)?).is_err());
    }
    Ok(())
}

/// Complex variances, if they are asked for.
#[test]
fn variances_of_a_dtype() -> Result<()> {
    let a = array![1.25, 2.75, -3.125];
    for (dtype, name) in [("c16", "complex128"), ("c8", "complex64"), ("f4", "float32")] {
        assert_eq!(np::var(&a, Reduce::all().dtype(dtype)?)?.dtype().name(), name);
        assert_eq!(np::nanstd(&a, Reduce::all().dtype(dtype)?)?.dtype().name(), name);
    }
    assert_eq!(np::var(&a.astype("c16")?, ..)?.dtype().name(), "float64");
    assert_eq!(np::nanvar(&a.astype("c16")?, ..)?.dtype().name(), "float64");
    Ok(())
}

/// Nothing along an axis has no largest element, even if there is no place for it.
#[test]
fn nothing_to_reduce() -> Result<()> {
    let (none, flat) = (Array::zeros([0, 0], "f8")?, Array::zeros([0, 3], "f8")?);
    for axis in [0, 1] {
        assert!(none.max(axis).is_err() && none.ptp(axis).is_err() && np::nanmin(&none, axis).is_err());
        assert!(SUBTRACT.reduce(&none, axis).is_err());
        assert_eq!(ADD.reduce(&none, axis)?.shape(), [0]);
        assert_eq!(MAXIMUM.reduce(&none, Reduce::axis(axis).initial(3.0))?.shape(), [0]);
    }
    assert!(flat.max(0).is_err());
    assert_eq!(flat.max(1)?.shape(), [0]);
    assert_eq!(MAXIMUM.reduce(&none, Reduce::axes(&[]))?.shape(), [0, 0]);
    Ok(())
}

/// Anything is true or false: text that is not empty, times but the zeroth, objects as Python has it.
#[test]
fn truth_of_other_things() -> Result<()> {
    let objects =
        Array::from_vec(vec![Object::new(0), Object::NONE, Object::new(""), Object::new(1), Object::new("a")])?;
    let text = array!["a", "", "0", " "];
    let times = array!["NaT", "1970-01-01", "1970-01-02"; dtype: "M8[D]"];
    let cases = [
        (text.clone(), [true, false]),
        (text.astype("S2")?, [true, false]),
        (text.astype("T")?, [true, false]),
        (text.astype(">U3")?, [true, false]),
        (times.clone(), [true, false]),
        (times.get("[0, 2]")?, [true, true]),
        (objects.clone(), [true, false]),
        (text.get(":0")?, [false, true]),
    ];
    for (a, [any, all]) in cases {
        assert_eq!((a.any(..)?.item::<bool>()?, a.all(0)?.item::<bool>()?), (any, all), "{:?}", a.dtype());
    }
    assert_eq!(text.astype("?")?.to_vec::<bool>()?, [true, false, true, true]);
    assert_eq!(np::logical_and(&text, &text.astype("S2")?)?.to_vec::<bool>()?, [true, false, true, true]);
    assert_eq!(np::logical_or(&times, 0)?.to_vec::<bool>()?, [true, false, true]);
    assert_eq!(np::logical_xor(&times, &array!["", "a", "b"])?.to_vec::<bool>()?, [true, true, false]);
    assert_eq!(np::logical_and(&times, &times)?.to_vec::<bool>()?, [true, false, true]);
    // Of one operand alone, as in NumPy, only objects.
    assert!(np::logical_not(&text).is_err() && np::logical_not(&times).is_err());
    let shown = |a: Array| Ok::<_, np::Error>(a.scalars()?.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(shown(np::logical_not(&objects)?)?, ["True", "True", "True", "False", "False"]);
    assert_eq!(shown(np::logical_and(&objects, &array![9, 9, 9, 9, 9])?)?, ["0", "None", "", "9", "9"]);
    assert_eq!(shown(np::logical_or(&objects, &array![9, 9, 9, 9, 9])?)?, ["9", "9", "9", "1", "a"]);
    assert_eq!(np::ufunc::LOGICAL_OR.reduce(&objects, 0)?.get_scalar(&[])?.to_string(), "1");
    assert!(np::logical_xor(&objects, &objects).is_err());
    Ok(())
}

/// A dtype chooses a loop, without a byte order.
#[test]
fn byte_orders_choose_nothing() -> Result<()> {
    let a = array![1.0, 2.0];
    assert!(a.sum(Reduce::all().dtype(">f4")?).is_err());
    assert!(a.mean(Reduce::all().dtype(">f4")?).is_err());
    assert!(a.std(Reduce::all().dtype(">f4")?).is_err());
    assert_eq!(a.cumsum(Reduce::axis(0).dtype(">f4")?)?.dtype().str(), "<f4");
    assert_eq!(a.astype(">f4")?.mean(..)?.dtype().str(), "<f4");
    Ok(())
}
