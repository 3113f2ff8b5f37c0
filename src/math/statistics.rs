//! Means, variances, medians, ranges.

use num_complex::Complex;

use super::spans;
use crate::array::{Array, ValueError};
use crate::dtype::{Casting, Dtype, DtypeKind, ScalarId};
use crate::element::Element;
use crate::error::Result;
use crate::kernels::grid::computed_as;
use crate::kernels::pairwise::squares;
use crate::kernels::select;
use crate::layout::{Dims, ShapeError};
use crate::simd::{Kernel, dispatch};
use crate::ufunc::{self, ADD, MAXIMUM, MINIMUM, Reduce, UfuncError, sum_of_squares};

/// The mean along axes: NumPy's `mean`. Integers and booleans are averaged in float64, smaller floats in float32. Without
/// elements it is NaN. The mean of spans of time is a span, rounded toward zero, and right even where their sum is beyond the
/// range of spans; without any, or with NaT among them, it is NaT.
///
/// Errors: dtypes that cannot be averaged; see [`Reduce`] for the options.
///
/// ```
/// use ndtype::{self as np, Reduce, array};
/// let a = array![[1, 2], [3, 5]];
/// assert_eq!(np::mean(&a, ..)?.item::<f64>()?, 2.75);
/// assert_eq!(np::mean(&a, 0)?.to_vec::<f64>()?, [2.0, 3.5]);
/// assert_eq!(np::mean(&a, Reduce::axis(1).keepdims(true))?.shape(), [2, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn mean<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let spec = spec.into();
    refuse("mean", spec.initial.is_some(), "no initial value can be given to it")?;
    if a.dtype().kind() == DtypeKind::Timedelta {
        return spans::mean(a, spec);
    }
    let (computed, result) = averaged("mean", a.dtype(), spec.dtype.as_ref())?;
    let mut sums = spec.same_axes();
    sums.dtype = Some(computed);
    let sum = ADD.reduce(a, sums)?;
    let counts = match spec.r#where {
        None => Array::from_scalar(count(a, &spec)? as i64)?,
        Some(_) => counted(a, &spec)?,
    };
    deliver("mean", cast(divided(sum, &counts)?, result)?, spec.out)
}

/// The variance along axes: NumPy's `var`, the mean of the squared distances from the mean. [`Reduce::ddof`] is taken off
/// the number of elements.
///
/// Errors: as for [`mean`].
///
/// ```
/// use ndtype::{self as np, Reduce, array};
/// let a = array![1.0, 2.0, 3.0, 4.0];
/// assert_eq!(np::var(&a, ..)?.item::<f64>()?, 1.25);
/// assert_eq!(np::var(&a, Reduce::all().ddof(1.0))?.item::<f64>()?, 5.0 / 3.0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn var<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let spec = spec.into();
    let (variance, result) = variance("var", a, &spec)?;
    deliver("var", cast(variance, result)?, spec.out)
}

/// The standard deviation along axes: NumPy's `std`, the root of the [variance](var).
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::std(&array![[1.0, 3.0], [2.0, 6.0]], 1)?.to_vec::<f64>()?, [1.0, 2.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn std<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let spec = spec.into();
    let (variance, result) = variance("std", a, &spec)?;
    deliver("std", cast(ufunc::sqrt(variance)?, result)?, spec.out)
}

/// The largest minus the smallest element along axes: NumPy's `ptp`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::ptp(&array![[4, 9], [2, 6]], 1)?.to_vec::<i32>()?, [5, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ptp<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    let spec = spec.into();
    let largest = MAXIMUM.reduce(a, spec.same_axes())?;
    let smallest = MINIMUM.reduce(a, spec.same_axes())?;
    deliver("ptp", ufunc::subtract(largest, &smallest)?, spec.out)
}

/// The weighted mean along axes: NumPy's `average`. Weights have the shape of the array, or of the one axis. Without
/// weights it is the [mean](mean()).
///
/// Errors: weights of another shape, or that add up to zero.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(np::average(&a, 1, Some(&array![3, 1]))?.to_vec::<f64>()?, [1.25, 3.25]);
/// assert!(np::average(&a, 1, Some(&array![1, -1])).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn average<'a>(a: &Array, spec: impl Into<Reduce<'a>>, weights: Option<&Array>) -> Result<Array> {
    let spec = spec.into();
    let Some(weights) = weights else { return mean(a, spec) };
    let axes = spec.counted(a.ndim())?;
    let weights = if weights.shape() == a.shape() {
        weights.clone()
    } else {
        let fits = spec.axes.is_some() && weights.ndim() == axes.len();
        if !fits || axes.iter().zip(weights.shape()).any(|(&axis, &n)| a.shape()[axis] != n) {
            let shapes = format!("{:?} for an array of shape {:?}", weights.shape(), a.shape());
            return Err(ValueError::Argument {
                reason: "weights have to have the shape of the array or of its axes",
                value: shapes,
            }
            .into());
        }
        let shape: Vec<isize> =
            (0..a.ndim()).map(|axis| if axes.contains(&axis) { a.shape()[axis] as isize } else { 1 }).collect();
        weights.reshape(shape)?
    };
    let integers = |dtype: &Dtype| !matches!(dtype.kind(), DtypeKind::Float | DtypeKind::Complex);
    let mut dtype = a.dtype().promote(weights.dtype())?;
    if integers(a.dtype()) {
        dtype = dtype.promote(&Dtype::Float64)?;
    }
    let full = crate::array::broadcast_to(&weights, a.shape())?;
    let mut total = spec.same_axes();
    total.dtype = Some(dtype.clone());
    let total = ADD.reduce(&full, total)?;
    if crate::array::count_nonzero(&total)? != total.size() {
        let value = "they sum to zero".to_owned();
        return Err(ValueError::Argument { reason: "weights cannot be normalized", value }.into());
    }
    let products = ufunc::MULTIPLY.with().dtype(dtype)?.call(&[a, &weights])?;
    let sum = ADD.reduce(&products, spec.same_axes())?;
    deliver("average", ufunc::divide(sum, &total)?, spec.out)
}

/// The median along axes: NumPy's `median`, the middle element in order, or the mean of the two in the middle; NaN if there
/// is one among them, or if there are no elements.
///
/// Errors: dtypes without an order or a mean.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[10, 7, 4], [3, 2, 1]];
/// assert_eq!(np::median(&a, ..)?.item::<f64>()?, 3.5);
/// assert_eq!(np::median(&a, 1)?.to_vec::<f64>()?, [7.0, 2.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn median<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    middle("median", a, spec.into(), false)
}

/// The median of each lane, with or without its NaNs.
pub(super) fn middle(operation: &'static str, a: &Array, spec: Reduce<'_>, skip_nan: bool) -> Result<Array> {
    refuse(operation, spec.r#where.is_some() || spec.initial.is_some(), "no mask or initial value can be given to it")?;
    if a.dtype().kind() == DtypeKind::Timedelta {
        return spans::median(operation, a, spec, skip_nan);
    }
    let (computed, result) = averaged(operation, a.dtype(), spec.dtype.as_ref())?;
    let shape = result_shape(a, &spec)?;
    let (moved, (lanes, size)) = as_lanes(a, &spec, &computed)?;
    let middles = match computed {
        Dtype::Float32 => Array::from_vec(middles(moved.as_slice::<f32>()?, (lanes, size), skip_nan))?,
        Dtype::Float64 => Array::from_vec(middles(moved.as_slice::<f64>()?, (lanes, size), skip_nan))?,
        Dtype::Complex64 => Array::from_vec(middles(moved.as_slice::<Complex<f32>>()?, (lanes, size), skip_nan))?,
        Dtype::Complex128 => Array::from_vec(middles(moved.as_slice::<Complex<f64>>()?, (lanes, size), skip_nan))?,
        dtype => return Err(ValueError::Unsupported { operation, dtype }.into()),
    };
    deliver(operation, cast(middles.reshape(shape)?, result)?, spec.out)
}

/// The elements that each result is made of one after another, in a dtype; how many results, and of how many elements.
pub(super) fn as_lanes(a: &Array, spec: &Reduce<'_>, dtype: &Dtype) -> Result<(Array, (usize, usize))> {
    let axes = spec.counted(a.ndim())?;
    // Kept axes first, the others as one lane behind them.
    let kept = (0..a.ndim()).filter(|axis| !axes.contains(axis));
    let order: Vec<isize> = kept.chain(axes.iter().copied()).map(|axis| axis as isize).collect();
    let size: usize = axes.iter().map(|&axis| a.shape()[axis]).product();
    let shape = result_shape(a, spec)?;
    let lanes = a.size().checked_div(size).unwrap_or_else(|| shape.iter().product::<isize>() as usize);
    let moved = a.transpose(&order)?.reshape([lanes as isize, size as isize])?;
    let moved = if moved.dtype() == dtype { moved } else { moved.astype(dtype.clone())? };
    let moved = if moved.flags().aligned { moved } else { moved.copy()? };
    Ok((crate::array::ascontiguousarray(&moved)?, (lanes, size)))
}

/// A number that medians are taken of.
trait Middle: Element + Copy {
    const NAN: Self;
    fn mean(self, other: Self) -> Self;
    fn is_nan(self) -> bool;
    /// An integer in the order of the numbers, which is much faster to select from; complex numbers by the real part, then
    /// by the imaginary one.
    type Key: Ord + Copy;
    fn key(self) -> Self::Key;
    fn of_key(key: Self::Key) -> Self;
    /// The n-th key in order, and the one before it, if there is one.
    fn nth(keys: &mut [Self::Key], n: usize) -> (Option<Self::Key>, Self::Key);
}

macro_rules! middle {
    ($($type:ty: $key:ty),*) => {
        $(
            impl Middle for $type {
                const NAN: $type = <$type>::NAN;

                fn mean(self, other: $type) -> $type {
                    (self + other) / 2.0
                }

                #[inline(always)]
                fn is_nan(self) -> bool {
                    <$type>::is_nan(self)
                }

                type Key = $key;

                #[inline(always)]
                fn key(self) -> $key {
                    // The bits of negative numbers are in the opposite order. There is one zero.
                    let bits = (self + 0.0).to_bits() as $key;
                    bits ^ ((bits >> (<$key>::BITS - 1)) & <$key>::MAX)
                }

                fn of_key(key: $key) -> $type {
                    <$type>::from_bits((key ^ ((key >> (<$key>::BITS - 1)) & <$key>::MAX)) as _)
                }

                fn nth(keys: &mut [$key], n: usize) -> (Option<$key>, $key) {
                    select::nth(keys, n)
                }
            }

            impl Middle for Complex<$type> {
                const NAN: Complex<$type> = Complex::new(<$type>::NAN, <$type>::NAN);

                fn mean(self, other: Complex<$type>) -> Complex<$type> {
                    (self + other) / 2.0
                }

                #[inline(always)]
                fn is_nan(self) -> bool {
                    self.re.is_nan() || self.im.is_nan()
                }

                type Key = ($key, $key);

                #[inline(always)]
                fn key(self) -> ($key, $key) {
                    (self.re.key(), self.im.key())
                }

                fn of_key((re, im): ($key, $key)) -> Complex<$type> {
                    Complex::new(<$type>::of_key(re), <$type>::of_key(im))
                }

                fn nth(keys: &mut [Self::Key], n: usize) -> (Option<Self::Key>, Self::Key) {
                    let (below, &mut found, _) = keys.select_nth_unstable(n);
                    (below.iter().max().copied(), found)
                }
            }
        )*
    };
}

middle!(f32: i32, f64: i64);

fn middles<T: Middle>(values: &[T], (lanes, size): (usize, usize), skip_nan: bool) -> Vec<T> {
    if size == 0 {
        return vec![T::NAN; lanes];
    }
    let mut keys = Vec::with_capacity(size);
    values.chunks_exact(size).map(|lane| middle_of(lane, &mut keys, skip_nan)).collect()
}

/// Adds the keys of a lane to those that there are; whether one is that of a NaN.
struct Keys<'a, T: Middle> {
    lane: &'a [T],
    keys: &'a mut Vec<T::Key>,
}

impl<T: Middle> Kernel for Keys<'_, T> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.keys.extend(self.lane.iter().map(|x| x.key()));
        self.lane.iter().fold(false, |found, x| found | x.is_nan())
    }
}

/// The median of a lane; `keys` is room for those of its numbers.
fn middle_of<T: Middle>(lane: &[T], keys: &mut Vec<T::Key>, skip_nan: bool) -> T {
    keys.clear();
    if dispatch(Keys { lane, keys: &mut *keys }) {
        keys.clear();
        keys.extend(lane.iter().filter(|x| !x.is_nan()).map(|x| x.key()));
    }
    let kept = keys.len();
    if kept < lane.len() && !skip_nan || kept == 0 {
        return T::NAN;
    }
    let (lower, upper) = T::nth(keys, kept / 2);
    let lower = lower.filter(|_| kept % 2 == 0);
    lower.map_or(T::of_key(upper), |lower| T::of_key(lower).mean(T::of_key(upper)))
}

/// Sums by numbers of elements: computed in the common dtype, as NumPy does, and cast back.
pub(super) fn divided(sums: Array, counts: &Array) -> Result<Array> {
    let dtype = sums.dtype().clone();
    cast(ufunc::divide(sums, counts)?, dtype)
}

/// The variance before it is cast, and the dtype to cast it to.
fn variance(operation: &'static str, a: &Array, spec: &Reduce<'_>) -> Result<(Array, Dtype)> {
    let (computed, _) = averaged(operation, a.dtype(), spec.dtype.as_ref())?;
    let real = |dtype: &Dtype| match dtype {
        Dtype::Complex64 => Dtype::Float32,
        Dtype::Complex128 => Dtype::Float64,
        Dtype::Complex32 => Dtype::Float16,
        other => other.clone(),
    };
    let result = match &spec.dtype {
        // As in NumPy: complex, if that is asked for.
        Some(dtype) => dtype.native_scalar().clone(),
        None => match a.dtype().native_scalar().kind() {
            DtypeKind::Float | DtypeKind::Complex => real(a.dtype().native_scalar()),
            _ => Dtype::Float64,
        },
    };
    let axes = spec.counted(a.ndim())?;
    let mut kept = spec.same_axes();
    kept.keepdims = true;
    kept.dtype = Some(computed.clone());
    let sum = ADD.reduce(a, kept)?;
    if spec.r#where.is_some() {
        return masked_variance(a, spec, sum, &computed).map(|variance| (variance, result));
    }
    let count = count(a, spec)?;
    let mean = divided(sum, &Array::from_scalar(count as i64)?)?;
    // In one pass over the elements, if their type has a loop for it and they are as it takes them.
    let native = a.dtype().scalar_id().filter(|_| a.flags().aligned && spec.dtype.is_none());
    let sums = if let Some(function) = native.and_then(squares) {
        let flat: Vec<isize> = axes.iter().map(|&axis| axis as isize).collect();
        sum_of_squares(a, &mean.squeeze(Some(&flat))?, &axes, function, real(&computed), spec.threads)?
    } else {
        let ready = a.astype(computed.clone())?.copy()?;
        let Some(function) = computed.scalar_id().and_then(squares) else {
            return Err(ValueError::Unsupported { operation, dtype: a.dtype().clone() }.into());
        };
        let flat: Vec<isize> = axes.iter().map(|&axis| axis as isize).collect();
        sum_of_squares(&ready, &mean.squeeze(Some(&flat))?, &axes, function, real(&computed), spec.threads)?
    };
    let variance = divided(sums, &Array::from_scalar((count as f64 - spec.ddof).max(0.0))?)?;
    Ok((variance.reshape(result_shape(a, spec)?)?, result))
}

fn masked_variance(a: &Array, spec: &Reduce<'_>, sum: Array, computed: &Dtype) -> Result<Array> {
    let mut kept = spec.same_axes();
    kept.keepdims = true;
    let mean = divided(sum, &counted(a, &kept)?)?;
    let distance = ufunc::subtract(&a.astype(computed.clone())?, &mean)?;
    let squared = if computed.kind() == DtypeKind::Complex {
        let (re, im) = (distance.real()?, distance.imag()?);
        ufunc::add(ufunc::multiply(&re, &re)?, &ufunc::multiply(&im, &im)?)?
    } else {
        ufunc::multiply(&distance, &distance)?
    };
    let sums = ADD.reduce(&squared, spec.same_axes())?;
    let counts = ufunc::subtract(counted(a, spec)?.astype(Dtype::Float64)?, spec.ddof)?;
    divided(sums, &ufunc::maximum(counts, 0)?)
}

/// The dtype that a mean is computed in, and the one it has.
pub(super) fn averaged(operation: &'static str, dtype: &Dtype, wanted: Option<&Dtype>) -> Result<(Dtype, Dtype)> {
    let native = wanted.unwrap_or(dtype).native_scalar();
    // As for sums: a dtype is chosen without its byte order.
    if let Some(dtype) = wanted.filter(|dtype| !dtype.is_native()) {
        return Err(ValueError::Unsupported { operation, dtype: dtype.clone() }.into());
    }
    // What is no number has no mean as one.
    if !dtype.kind().is_numeric() && dtype.kind() != DtypeKind::Object {
        return Err(ValueError::Unsupported { operation, dtype: dtype.clone() }.into());
    }
    match (native.scalar_id(), native.kind()) {
        (Some(_), DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned) if wanted.is_none() => {
            Ok((Dtype::Float64, Dtype::Float64))
        }
        (Some(id), _) => Ok((computed(id), native.clone())),
        _ => Err(ValueError::Unsupported { operation, dtype: native.clone() }.into()),
    }
}

fn computed(id: ScalarId) -> Dtype {
    computed_as(id).dtype()
}

fn cast(array: Array, dtype: Dtype) -> Result<Array> {
    if array.dtype() == &dtype { Ok(array) } else { array.astype(dtype) }
}

/// An error for options that an operation has no use for.
fn refuse(operation: &'static str, given: bool, reason: &'static str) -> Result<()> {
    if given { Err(ValueError::Argument { reason, value: operation.to_owned() }.into()) } else { Ok(()) }
}

/// Where a result goes: as it is, or cast by `same_kind` to an output of just its shape.
pub(super) fn deliver(operation: &'static str, result: Array, out: Option<&mut Array>) -> Result<Array> {
    let Some(out) = out else { return Ok(result) };
    if out.shape() != result.shape() {
        return Err(ShapeError::Output { output: out.shape().into(), shape: result.shape().into() }.into());
    }
    let casting = Casting::SameKind;
    if !result.dtype().can_cast(out.dtype(), casting) {
        let (from, to) = (result.dtype().clone(), out.dtype().clone());
        return Err(UfuncError::Cast { ufunc: operation.to_owned(), output: true, from, to, casting }.into());
    }
    out.assign(&result)?;
    Ok(out.clone())
}

/// How many elements each result is made of.
pub(super) fn count(a: &Array, spec: &Reduce<'_>) -> Result<usize> {
    Ok(spec.counted(a.ndim())?.iter().map(|&axis| a.shape()[axis]).product())
}

/// How many elements each result is made of, under a mask.
pub(super) fn counted(a: &Array, spec: &Reduce<'_>) -> Result<Array> {
    let mask = match spec.r#where {
        Some(mask) => crate::array::broadcast_to(mask, a.shape())?,
        None => crate::array::broadcast_to(&Array::from_scalar(true)?, a.shape())?,
    };
    let axes = Reduce { r#where: None, ..spec.same_axes() };
    ADD.reduce(&mask, axes)
}

/// The shape of a result, for `reshape`.
pub(super) fn result_shape(a: &Array, spec: &Reduce<'_>) -> Result<Vec<isize>> {
    let axes: Dims = spec.counted(a.ndim())?;
    let size = |(axis, &n): (usize, &usize)| match (axes.contains(&axis), spec.keepdims) {
        (true, true) => Some(1),
        (true, false) => None,
        (false, _) => Some(n as isize),
    };
    Ok(a.shape().iter().enumerate().filter_map(size).collect())
}

impl Array {
    /// The mean along axes: [`mean`](mean()).
    pub fn mean<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        mean(self, spec)
    }

    /// The variance along axes: [`var`].
    pub fn var<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        var(self, spec)
    }

    /// The standard deviation along axes: [`std`](std()).
    pub fn std<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        std(self, spec)
    }

    /// The largest minus the smallest element along axes: [`ptp`].
    pub fn ptp<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        ptp(self, spec)
    }
}
