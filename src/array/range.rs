//! Numbers, dates and spans of time in a row: `arange`. Values are NumPy's bit for bit.

use num_complex::Complex;

use super::time_range::{time_dtype, time_range};
use super::{Array, ValueError};
use crate::dtype::{Dtype, DtypeKind, IntoDtype, iinfo, result_type};
use crate::element::{Datetime64, Element, Scalar, Timedelta64};
use crate::error::Result;

/// Numbers from `start` up to but without `stop`, `step` apart: NumPy's `arange`.
///
/// Of whole numbers it is int64 (uint64 if they are beyond it), of floats float64, as of Python's; [`arange_dtype`] makes others.
/// Dates and spans are counted in spans. An error for a step of zero or bounds that are not finite.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::arange(0, 10, 3)?.to_vec::<i64>()?, [0, 3, 6, 9]);
/// assert_eq!(np::arange(1.0, 0.0, -0.5)?.to_vec::<f64>()?, [1.0, 0.5]);
/// let (from, to): (np::Datetime64, np::Datetime64) = ("2020-02-28".parse()?, "2020-03-02".parse()?);
/// let days = np::arange(from, to, np::Timedelta64::new(2, np::TimeUnit::D))?;
/// assert_eq!(days.get_scalar(&[1])?.to_string(), "2020-03-01");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn arange<T: ArangeBound<S>, S>(start: T, stop: T, step: S) -> Result<Array> {
    T::arange(start, stop, step)
}

/// What [`arange`] counts in, and in which steps.
pub trait ArangeBound<Step = Self>: Sized {
    /// The array.
    #[doc(hidden)]
    fn arange(start: Self, stop: Self, step: Step) -> Result<Array>;
}

impl ArangeBound for i64 {
    fn arange(start: i64, stop: i64, step: i64) -> Result<Array> {
        let count = whole_count(start.into(), stop.into(), step.into(), 8)?;
        counted(start, step, count)
    }
}

macro_rules! whole_bounds {
    ($($type:ty)*) => {
        $(impl ArangeBound for $type {
            fn arange(start: $type, stop: $type, step: $type) -> Result<Array> {
                let [start, stop, step] = [start as i128, stop as i128, step as i128];
                let count = whole_count(start, stop, step, 8)?;
                // The last one decides, as the first is between it and zero.
                let beyond = count > 0 && i64::try_from(start + step * (count as i128 - 1)).is_err();
                let values = counted(start as i64, step as i64, count)?;
                if beyond { values.view_dtype(Dtype::UInt64) } else { Ok(values) }
            }
        })*
    };
}

whole_bounds!(i8 i16 i32 isize u8 u16 u32 u64 usize);

impl ArangeBound for f32 {
    fn arange(start: f32, stop: f32, step: f32) -> Result<Array> {
        f64::arange(start.into(), stop.into(), step.into())
    }
}

macro_rules! time_bounds {
    ($($type:ty)*) => {
        $(
            /// In the coarsest unit that the bounds and the step are multiples of.
            impl ArangeBound<Timedelta64> for $type {
                fn arange(start: $type, stop: $type, step: Timedelta64) -> Result<Array> {
                    Scalar::arange(start.into(), stop.into(), step.into())
                }
            }
        )*
    };
}

time_bounds!(Datetime64 Timedelta64);

impl ArangeBound for f64 {
    fn arange(start: f64, stop: f64, step: f64) -> Result<Array> {
        let count = float_count(start, stop, step, 8)?;
        float_steps(start, start + step, count)
    }
}

/// Complex numbers, which NumPy counts by the smaller of both parts of the quotient.
impl ArangeBound for Complex<f64> {
    fn arange(start: Complex<f64>, stop: Complex<f64>, step: Complex<f64>) -> Result<Array> {
        complex_range(start, stop, step, &Dtype::Complex128)
    }
}

/// Values of any dtype, each its own: dates and spans in the coarsest unit that all are multiples of, numbers in their common
/// dtype, 64 bits at least. Formats that have no common dtype with int64 stay what they are.
impl ArangeBound for Scalar {
    fn arange(start: Scalar, stop: Scalar, step: Scalar) -> Result<Array> {
        let bounds = [start, stop, step];
        if let Some(dtype) = time_dtype(&bounds)? {
            return time_range(&bounds, &dtype);
        }
        let own = result_type(bounds.iter().map(|bound| bound.dtype().clone()))?;
        let dtype = result_type([&own, &Dtype::Int64]).unwrap_or(own);
        let [start, stop, step] = bounds;
        arange_dtype(start, stop, step, dtype)
    }
}

/// How many whole numbers there are.
pub(super) fn whole_count(start: i128, stop: i128, step: i128, itemsize: usize) -> Result<usize> {
    if step == 0 {
        return Err(ValueError::ZeroStep.into());
    }
    let span = stop - start;
    let count = ((span + step - step.signum()) / step).max(0);
    let fits = usize::try_from(count).ok().filter(|n| n.checked_mul(itemsize.max(1)).is_some_and(fits_in_memory));
    fits.ok_or_else(|| ValueError::Length { length: count.to_string() }.into())
}

fn fits_in_memory(bytes: usize) -> bool {
    isize::try_from(bytes).is_ok()
}

/// How many numbers there are, as NumPy counts: the quotient rounded up.
fn float_count(start: f64, stop: f64, step: f64, itemsize: usize) -> Result<usize> {
    if step == 0.0 {
        return Err(ValueError::ZeroStep.into());
    }
    let quotient = (stop - start) / step;
    let most = (isize::MAX as usize / itemsize.max(1)) as f64;
    match quotient {
        // An infinite step, or one so large that the quotient underflows.
        n if n == 0.0 && stop != start => Ok(usize::from(n.is_sign_positive())),
        n if n <= 0.0 => Ok(0),
        n if n.ceil() < most => Ok(n.ceil() as usize),
        n => Err(ValueError::Length { length: n.ceil().to_string() }.into()),
    }
}

/// The value of a function at each position. In memory of an array, which is an error where a vector would end the program.
fn filled<T: Element>(count: usize, at: impl Fn(usize) -> T) -> Result<Array> {
    let mut array = Array::empty([count], T::dtype())?;
    for (i, x) in array.as_slice_mut::<T>()?.iter_mut().enumerate() {
        *x = at(i);
    }
    Ok(array)
}

pub(super) fn counted(start: i64, step: i64, count: usize) -> Result<Array> {
    filled(count, |i| start.wrapping_add((i as i64).wrapping_mul(step)))
}

/// As NumPy: the first two are computed, the others continue with their difference.
fn float_steps(start: f64, next: f64, count: usize) -> Result<Array> {
    let delta = next - start;
    filled(count, |i| if i < 2 { [start, next][i] } else { start + i as f64 * delta })
}

/// The same in float32, where NumPy counts all smaller floats.
fn single_steps(start: f32, next: f32, count: usize) -> Result<Array> {
    let delta = next - start;
    filled(count, |i| if i < 2 { [start, next][i] } else { start + i as f32 * delta })
}

/// Numbers, dates or spans of time from `start` up to but without `stop`, `step` apart, in this dtype: NumPy's
/// `arange(start, stop, step, dtype)`.
///
/// The bounds are numbers of any type; with a dtype of time they are whole numbers of its unit, or times, which are rounded
/// down to it. A number or a span as the `stop` of dates is counted from `start` on, as in NumPy. Complex numbers, as in NumPy,
/// go on as long as both parts of `(stop - start) / step` allow.
///
/// As in NumPy the first two are brought to the dtype, and the others continue with their difference: whole numbers wrap
/// around, and fractions of a step are lost in integers.
///
/// Errors: a step of zero, a first or second value that an integer dtype cannot hold, more than two booleans, NaT, dtypes
/// that have no numbers in a row.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::arange_dtype(0, 1, 0.25, "f4")?.to_vec::<f32>()?, [0.0, 0.25, 0.5, 0.75]);
/// let weeks = np::arange_dtype(0, 30, 7, "M8[D]")?;
/// assert_eq!(weeks.view_dtype("i8")?.to_vec::<i64>()?, [0, 7, 14, 21, 28]);
/// let error = np::arange_dtype(0, 300, 200, "i1").unwrap_err();
/// assert_eq!(error.to_string(), "200 is out of bounds for int8");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn arange_dtype(
    start: impl Into<Scalar>,
    stop: impl Into<Scalar>,
    step: impl Into<Scalar>,
    dtype: impl IntoDtype,
) -> Result<Array> {
    let (bounds, dtype) = ([start.into(), stop.into(), step.into()], dtype.into_dtype()?);
    let native = dtype.native_scalar();
    let made = match native.kind() {
        DtypeKind::Datetime | DtypeKind::Timedelta => return time_range(&bounds, &dtype),
        DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned => whole_range(&bounds, native)?,
        DtypeKind::Complex if bounds.iter().any(|bound| bound.dtype().kind() == DtypeKind::Complex) => {
            let [start, stop, step] =
                [complex_bound(&bounds[0])?, complex_bound(&bounds[1])?, complex_bound(&bounds[2])?];
            complex_range(start, stop, step, native)?
        }
        DtypeKind::Float | DtypeKind::Complex => float_range(&bounds, native)?,
        // Of what the bounds are.
        DtypeKind::Object if whole_bounds(&bounds).is_some() => whole_range(&bounds, &Dtype::Int64)?,
        DtypeKind::Object => float_range(&bounds, &Dtype::Float64)?,
        _ => return Err(ValueError::Unsupported { operation: "arange", dtype }.into()),
    };
    cast(made, &dtype)
}

fn complex_bound(bound: &Scalar) -> Result<Complex<f64>> {
    let wrong = || ValueError::Argument { reason: "a bound of a range has to be a number", value: bound.to_string() };
    bound.as_complex().ok_or_else(|| wrong().into())
}

/// As NumPy: as many numbers as both parts of the quotient allow, the first two computed, the others continued.
fn complex_range(start: Complex<f64>, stop: Complex<f64>, step: Complex<f64>, native: &Dtype) -> Result<Array> {
    if step == Complex::ZERO {
        return Err(ValueError::ZeroStep.into());
    }
    let (span, to) = (stop - start, super::close::Rounding::of(&Dtype::Complex128));
    let quotient = super::space_value::Value::over(span, step, to);
    let [along, across] = [quotient.re, quotient.im].map(|part| float_count(0.0, part, 1.0, native.itemsize()));
    let count = along?.min(across?);
    let to = super::close::Rounding::of(native);
    let [start, next] = [start, start + step].map(|z| Complex::new(to.round(z.re), to.round(z.im)));
    let delta = Complex::new(to.round(next.re - start.re), to.round(next.im - start.im));
    let at = |start: f64, delta: f64, i: usize| to.round(start + to.round(i as f64 * delta));
    let values = filled(count, |i| match i {
        0 | 1 => [start, next][i],
        _ => Complex::new(at(start.re, delta.re, i), at(start.im, delta.im, i)),
    })?;
    cast(values, native)
}

/// A bound as a float. Complex bounds are refused where the numbers are not complex.
fn real_bound(bound: &Scalar) -> Result<f64> {
    if bound.dtype().kind() != DtypeKind::Complex
        && let Some(value) = bound.as_f64()
    {
        return Ok(value);
    }
    Err(ValueError::Argument { reason: "a bound of a range has to be a real number", value: bound.to_string() }.into())
}

/// The bounds as whole numbers, if all are of integer types.
fn whole_bounds(bounds: &[Scalar; 3]) -> Option<[i128; 3]> {
    let whole = |b: &Scalar| match b.dtype().kind() {
        DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned => b.number()?.to_i128(),
        _ => None,
    };
    Some([whole(&bounds[0])?, whole(&bounds[1])?, whole(&bounds[2])?])
}

fn whole_range(bounds: &[Scalar; 3], native: &Dtype) -> Result<Array> {
    let (start, next, count) = if let Some([start, stop, step]) = whole_bounds(bounds) {
        (start, start + step, whole_count(start, stop, step, native.itemsize())?)
    } else {
        let [start, stop, step] = [real_bound(&bounds[0])?, real_bound(&bounds[1])?, real_bound(&bounds[2])?];
        let count = float_count(start, stop, step, native.itemsize())?;
        // Towards zero, which is what NumPy makes of a float in an integer array.
        (start as i128, (start + step) as i128, count)
    };
    if *native == Dtype::Bool {
        if count > 2 {
            return Err(ValueError::Argument {
                reason: "arange() is only supported for booleans when the result has at most length 2",
                value: count.to_string(),
            }
            .into());
        }
        return Array::from_vec([start != 0, next != 0][..count].to_vec());
    }
    let limits = iinfo(native)?;
    for value in [start, next].into_iter().take(count) {
        if value < limits.min || value > limits.max {
            return Err(ValueError::OutOfBounds { value: value.to_string(), dtype: native.clone() }.into());
        }
    }
    // Modulo 2^64, of which the cast keeps the lower bits: the arithmetic of any integer type.
    counted(start as i64, next.wrapping_sub(start) as i64, count)?.astype(native)
}

fn float_range(bounds: &[Scalar; 3], native: &Dtype) -> Result<Array> {
    let [start, stop, step] = [real_bound(&bounds[0])?, real_bound(&bounds[1])?, real_bound(&bounds[2])?];
    let count = match whole_bounds(bounds) {
        Some([start, stop, step]) => whole_count(start, stop, step, native.itemsize())?,
        None => float_count(start, stop, step, native.itemsize())?,
    };
    // The first two as the dtype has them.
    let next = match whole_bounds(bounds) {
        Some([start, _, step]) => (start + step) as f64,
        None => start + step,
    };
    let ends = Array::from_vec(vec![start, next])?.astype(native)?;
    if matches!(native, Dtype::Float64 | Dtype::Complex128) {
        return float_steps(start, next, count)?.astype(native);
    }
    let ends = ends.astype(Dtype::Float32)?.to_vec::<f32>()?;
    single_steps(ends[0], ends[1], count)?.astype(native)
}

/// The values in a dtype; these themselves if they are of it.
pub(super) fn cast(values: Array, dtype: &Dtype) -> Result<Array> {
    if values.dtype() == dtype { Ok(values) } else { values.astype(dtype) }
}
