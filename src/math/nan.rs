//! Reductions that leave out what is not a number.

use super::arguments::{argmax, argmin};
use super::cumulative::{cumprod, cumsum};
use super::statistics::{averaged, deliver, divided, middle};
use crate::array::{Array, ValueError, r#where};
use crate::dtype::{Dtype, DtypeKind};
use crate::element::Scalar;
use crate::error::Result;
use crate::ufunc::{self, ADD, FMAX, FMIN, MAXIMUM, MULTIPLY, Reduce};

/// Whether there can be NaNs.
fn has_nan(a: &Array) -> bool {
    matches!(a.dtype().native_scalar().kind(), DtypeKind::Float | DtypeKind::Complex)
}

/// The array with another value for each NaN.
fn replaced(a: &Array, value: impl Into<Scalar>) -> Result<Array> {
    if !has_nan(a) {
        return Ok(a.clone());
    }
    let value = Array::full([], value, a.dtype().native_scalar().clone())?;
    r#where(&ufunc::isnan(a)?, &value, a)
}

/// The sum along axes, without NaNs: NumPy's `nansum`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nansum(&array![1.0, f64::NAN, 2.0], ..)?.item::<f64>()?, 3.0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nansum<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    ADD.reduce(&replaced(a, 0)?, spec)
}

/// The product along axes, without NaNs: NumPy's `nanprod`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanprod(&array![3.0, f64::NAN, 2.0], ..)?.item::<f64>()?, 6.0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanprod<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    MULTIPLY.reduce(&replaced(a, 1)?, spec)
}

/// Running sums, in which NaNs count as zero: NumPy's `nancumsum`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nancumsum(&array![1.0, f64::NAN, 2.0], 0)?.to_vec::<f64>()?, [1.0, 1.0, 3.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nancumsum<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    cumsum(&replaced(a, 0)?, spec)
}

/// Running products, in which NaNs count as one: NumPy's `nancumprod`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nancumprod(&array![3.0, f64::NAN, 2.0], 0)?.to_vec::<f64>()?, [3.0, 3.0, 6.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nancumprod<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    cumprod(&replaced(a, 1)?, spec)
}

/// The largest element along axes that is a number; NaN if there is none: NumPy's `nanmax`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanmax(&array![1.0, f64::NAN, 2.0], ..)?.item::<f64>()?, 2.0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanmax<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    FMAX.reduce(a, spec)
}

/// The smallest element along axes that is a number; NaN if there is none: NumPy's `nanmin`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanmin(&array![1.0, f64::NAN, 2.0], ..)?.item::<f64>()?, 1.0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanmin<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    FMIN.reduce(a, spec)
}

/// The place of the largest element that is a number: NumPy's `nanargmax`. An error if a lane has none.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanargmax(&array![1.0, f64::NAN, 2.0], 0)?.item::<i64>()?, 2);
/// assert!(np::nanargmax(&array![f64::NAN], 0).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanargmax<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let spec = spec.into();
    check_lanes("nanargmax", a, &spec)?;
    argmax(&replaced(a, f64::NEG_INFINITY)?, spec)
}

/// The place of the smallest element that is a number: NumPy's `nanargmin`. An error if a lane has none.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanargmin(&array![f64::NAN, 2.0], 0)?.item::<i64>()?, 1);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanargmin<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let spec = spec.into();
    check_lanes("nanargmin", a, &spec)?;
    argmin(&replaced(a, f64::INFINITY)?, spec)
}

/// An error if all elements of a lane are NaN.
fn check_lanes(operation: &'static str, a: &Array, spec: &Reduce<'_>) -> Result<()> {
    if !has_nan(a) || a.is_empty() {
        return Ok(());
    }
    let hopeless = ufunc::LOGICAL_AND.reduce(&ufunc::isnan(a)?, spec.same_axes())?;
    if crate::array::count_nonzero(&hopeless)? == 0 {
        return Ok(());
    }
    Err(ValueError::Argument { reason: "All-NaN slice encountered", value: operation.to_owned() }.into())
}

/// The mean along axes, without NaNs: NumPy's `nanmean`. NaN where there is no number.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanmean(&array![1.0, f64::NAN, 2.0], ..)?.item::<f64>()?, 1.5);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanmean<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let mut spec = spec.into();
    let out = spec.out.take();
    if !has_nan(a) {
        return deliver("nanmean", super::mean(a, spec)?, out);
    }
    let (computed, result) = averaged("nanmean", a.dtype(), spec.dtype.as_ref())?;
    let (sums, counts) = (sums(&replaced(a, 0)?, &spec, &computed)?, numbers(a, &spec)?);
    deliver("nanmean", divided(sums, &counts)?.astype(result)?, out)
}

fn sums(a: &Array, spec: &Reduce<'_>, computed: &Dtype) -> Result<Array> {
    let mut axes = spec.same_axes();
    axes.dtype = Some(computed.clone());
    ADD.reduce(a, axes)
}

/// How many numbers each result is made of.
fn numbers(a: &Array, spec: &Reduce<'_>) -> Result<Array> {
    ADD.reduce(&ufunc::logical_not(ufunc::isnan(a)?)?, spec.same_axes())
}

/// The variance along axes, without NaNs: NumPy's `nanvar`. NaN where there are too few numbers.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanvar(&array![1.0, f64::NAN, 3.0], ..)?.item::<f64>()?, 1.0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanvar<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let mut spec = spec.into();
    let out = spec.out.take();
    if is_plain(a, &spec)? {
        return deliver("nanvar", super::var(a, spec)?, out);
    }
    let (variance, result) = nan_variance("nanvar", a, &spec)?;
    deliver("nanvar", variance.astype(result)?, out)
}

/// The standard deviation along axes, without NaNs: NumPy's `nanstd`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanstd(&array![1.0, f64::NAN, 3.0], ..)?.item::<f64>()?, 1.0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanstd<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let mut spec = spec.into();
    let out = spec.out.take();
    if is_plain(a, &spec)? {
        return deliver("nanstd", super::std(a, spec)?, out);
    }
    let (variance, result) = nan_variance("nanstd", a, &spec)?;
    deliver("nanstd", ufunc::sqrt(variance)?.astype(result)?, out)
}

/// Whether the variance is the plain one: there are no NaNs, and numbers enough.
fn is_plain(a: &Array, spec: &Reduce<'_>) -> Result<bool> {
    if !has_nan(a) {
        return Ok(true);
    }
    // Only these are computed the same way, to the bit.
    if !matches!(a.dtype(), Dtype::Float32 | Dtype::Float64) || spec.dtype.is_some() || spec.r#where.is_some() {
        return Ok(false);
    }
    let axes = spec.counted(a.ndim())?;
    let count: usize = axes.iter().map(|&axis| a.shape()[axis]).product();
    if a.is_empty() || count as f64 <= spec.ddof {
        return Ok(false);
    }
    let largest = MAXIMUM.reduce(a, ..)?.astype(Dtype::Float64)?.item::<f64>()?;
    Ok(!largest.is_nan())
}

/// The variance before it is cast, and the dtype to cast it to.
fn nan_variance(operation: &'static str, a: &Array, spec: &Reduce<'_>) -> Result<(Array, Dtype)> {
    let (computed, result) = averaged(operation, a.dtype(), spec.dtype.as_ref())?;
    let mut kept = spec.same_axes();
    kept.keepdims = true;
    let mean = divided(sums(&replaced(a, 0)?, &kept, &computed)?, &numbers(a, &kept)?)?;
    // Only what was no number counts as nothing: infinities have no distance from their mean, and that is NaN.
    let distance = ufunc::subtract(&a.astype(computed.clone())?, &mean)?;
    let distance = r#where(&ufunc::isnan(a)?, &Array::full([], 0, distance.dtype().clone())?, &distance)?;
    let (squared, result) = if computed.kind() == DtypeKind::Complex {
        let (re, im) = (distance.real()?, distance.imag()?);
        // As in NumPy: complex, if that is asked for.
        let real = if spec.dtype.is_some() { result } else { re.dtype().clone() };
        (ufunc::add(ufunc::multiply(&re, &re)?, &ufunc::multiply(&im, &im)?)?, real)
    } else {
        (ufunc::multiply(&distance, &distance)?, result)
    };
    let counts = ufunc::subtract(numbers(a, spec)?.astype(Dtype::Float64)?, spec.ddof)?;
    // Too few numbers have no variance.
    let enough = ufunc::greater(&counts, 0)?;
    let counts = r#where(&enough, &counts, &Array::from_scalar(f64::NAN)?)?;
    let sums = ADD.reduce(&squared, spec.same_axes())?;
    Ok((divided(sums, &counts)?, result))
}

/// The median along axes, without NaNs: NumPy's `nanmedian`. NaN where there is no number.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::nanmedian(&array![1.0, f64::NAN, 3.0, 4.0], ..)?.item::<f64>()?, 3.0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nanmedian<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    middle("nanmedian", a, spec.into(), true)
}
