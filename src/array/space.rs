//! Numbers between two bounds: `linspace`, `logspace`, `geomspace`.
//!
//! 1. The bounds decide the dtype that is computed in, by NumPy's promotion; bare numbers are weak.
//! 2. Bounds that are arrays are broadcast together; the numbers run along a new axis.
//! 3. Values are NumPy's bit for bit where they come of the four operations. Powers and logarithms are the mathematics
//!    library's in the last bit.

use num_complex::Complex;

use super::close::Rounding;
use super::range::cast;
use super::space_value::Value;
use super::{Array, ValueError, broadcast_arrays};
use crate::dtype::{Dtype, DtypeKind, IntoDtype, TypeArg, issubdtype, result_type};
use crate::element::Scalar;
use crate::error::Result;
use crate::layout::Layout;

/// A bound of [`Linspace`], or its base: a number, a [`Scalar`] or an array. Bare Rust numbers are weak: beside an array they
/// do not change its dtype.
///
/// ```
/// use ndtype::{self as np, Bound, Dtype, Scalar, array};
/// assert_eq!(np::linspace(&array![1.0f32], 2.0, 3)?.dtype(), &Dtype::Float32);
/// assert_eq!(np::linspace(&array![1.0f32], Bound::from(Scalar::from(2.0)), 3)?.dtype(), &Dtype::Float64);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bound {
    array: Array,
    weak: bool,
}

macro_rules! weak_bounds {
    ($($t:ty)*) => {
        $(impl From<$t> for Bound {
            fn from(value: $t) -> Bound {
                Bound { array: Array::from(value), weak: true }
            }
        })*
    };
}
weak_bounds!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 Complex<f32> Complex<f64>);

impl From<Scalar> for Bound {
    fn from(value: Scalar) -> Bound {
        Bound { array: value.into(), weak: false }
    }
}

impl From<&Array> for Bound {
    fn from(array: &Array) -> Bound {
        Bound { array: array.clone(), weak: false }
    }
}

impl From<Array> for Bound {
    fn from(array: Array) -> Bound {
        Bound { array, weak: false }
    }
}

impl Bound {
    /// What it says about the dtype.
    fn type_arg(&self) -> TypeArg {
        match self.array.dtype().kind() {
            DtypeKind::Integer | DtypeKind::Unsigned if self.weak => TypeArg::WeakInt,
            DtypeKind::Float if self.weak => TypeArg::WeakFloat,
            DtypeKind::Complex if self.weak => TypeArg::WeakComplex,
            _ => TypeArg::Strong(self.array.dtype().clone()),
        }
    }

    /// The dtype of the array that NumPy makes of it: whole numbers are int64, others float64 or complex128 if they are bare.
    fn array_dtype(&self) -> Dtype {
        match self.type_arg() {
            TypeArg::WeakInt => Dtype::Int64,
            TypeArg::WeakFloat => Dtype::Float64,
            TypeArg::WeakComplex => Dtype::Complex128,
            TypeArg::Strong(dtype) => dtype,
        }
    }
}

/// `count` numbers from `start` to `stop`, both included, evenly apart: NumPy's `linspace`. [`Linspace`] has the options.
///
/// The bounds are numbers, real or complex, or arrays, along whose new first axis the numbers then run.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::linspace(0.0, 1.0, 5)?.to_vec::<f64>()?, [0.0, 0.25, 0.5, 0.75, 1.0]);
/// let columns = np::linspace(&array![0.0f32, 10.0], 20, 3)?;
/// assert_eq!(columns.to_vec::<f32>()?, [0.0, 10.0, 10.0, 15.0, 20.0, 20.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn linspace(start: impl Into<Bound>, stop: impl Into<Bound>, count: usize) -> Result<Array> {
    Linspace::new(start, stop, count).linear()
}

/// `count` numbers from `base` to the power of `start` to that of `stop`, evenly apart on a logarithmic scale: NumPy's
/// `logspace`, whose base is 10. [`Linspace`] has the options.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::logspace(0.0, 2.0, 3, 10.0)?.to_vec::<f64>()?, [1.0, 10.0, 100.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn logspace(
    start: impl Into<Bound>,
    stop: impl Into<Bound>,
    count: usize,
    base: impl Into<Bound>,
) -> Result<Array> {
    Linspace::new(start, stop, count).powers(base)
}

/// `count` numbers from `start` to `stop`, both included, each the same multiple of the one before: NumPy's `geomspace`.
/// [`Linspace`] has the options. An error if a bound is zero.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::geomspace(1.0, 8.0, 4)?.to_vec::<f64>()?.first(), Some(&1.0));
/// assert!(np::geomspace(0.0, 8.0, 4).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn geomspace(start: impl Into<Bound>, stop: impl Into<Bound>, count: usize) -> Result<Array> {
    Linspace::new(start, stop, count).geometric()
}

/// Numbers between two bounds, with all options: NumPy's `linspace`, `logspace` and `geomspace` with all their arguments.
///
/// ```
/// use ndtype::{Linspace, array};
/// let (values, step) = Linspace::new(0.0, 1.0, 4).endpoint(false).linear_step()?;
/// assert_eq!((values.to_vec::<f64>()?, step.item::<f64>()?), (vec![0.0, 0.25, 0.5, 0.75], 0.25));
/// // Integers are rounded down, as in NumPy.
/// assert_eq!(Linspace::new(-1.0, 1.0, 4).dtype("i4").linear()?.to_vec::<i32>()?, [-1, -1, 0, 1]);
/// // Between arrays, along an axis of choice.
/// let rows = Linspace::new(&array![0.0, 5.0], 10.0, 3).axis(-1).linear()?;
/// assert_eq!((rows.shape(), rows.to_vec::<f64>()?), (&[2, 3][..], vec![0.0, 5.0, 10.0, 5.0, 7.5, 10.0]));
/// assert!(Linspace::new(0.0, 1.0, 4).dtype("f9").linear().is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Linspace {
    start: Bound,
    stop: Bound,
    count: usize,
    endpoint: bool,
    axis: isize,
    dtype: Result<Option<Dtype>>,
}

impl Linspace {
    /// `count` numbers from `start` to `stop`, both included, of the dtype that the bounds promote to, a float at least.
    pub fn new(start: impl Into<Bound>, stop: impl Into<Bound>, count: usize) -> Linspace {
        Linspace { start: start.into(), stop: stop.into(), count, endpoint: true, axis: 0, dtype: Ok(None) }
    }

    /// Whether `stop` is the last number, or the one that would follow it.
    pub fn endpoint(mut self, endpoint: bool) -> Linspace {
        self.endpoint = endpoint;
        self
    }

    /// The axis of the result that the numbers run along; the axes of the bounds are the others. The first one unless set.
    pub fn axis(mut self, axis: isize) -> Linspace {
        self.axis = axis;
        self
    }

    /// Another dtype; the numbers are computed in that of the bounds and cast.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Linspace {
        self.dtype = dtype.into_dtype().map(Some);
        self
    }

    /// Evenly apart.
    pub fn linear(self) -> Result<Array> {
        Ok(self.linear_step()?.0)
    }

    /// Evenly apart, and the distance (NumPy's `retstep`) for each pair of bounds, in the dtype that is computed in: NaN if there
    /// are not enough numbers to have one.
    pub fn linear_step(mut self) -> Result<(Array, Array)> {
        let own = computed_in([self.start.type_arg(), self.stop.type_arg(), TypeArg::WeakFloat], "linspace")?;
        let dtype = self.taken_dtype()?.unwrap_or_else(|| own.clone());
        let floors = issubdtype(&dtype, "integer")?;
        if own.kind() == DtypeKind::Complex {
            if floors {
                return Err(ValueError::Unsupported { operation: "linspace of whole numbers", dtype: own }.into());
            }
            return self.line::<Complex<f64>>(&own)?.finished(self.axis, &dtype, &own);
        }
        let mut line = self.line::<f64>(&own)?;
        if floors {
            line.each(f64::floor)?;
        }
        line.finished(self.axis, &dtype, &own)
    }

    /// This base, or these, to the power of numbers that are evenly apart.
    pub fn powers(mut self, base: impl Into<Bound>) -> Result<Array> {
        let (dtype, mut base) = (self.taken_dtype()?, base.into());
        if base.array.ndim() > 0 {
            // As in NumPy: all become arrays, whose dtypes count, and the new axis is one of the base, too.
            let axes = [&self.start, &self.stop, &base].map(|b| b.array.ndim()).into_iter().max().unwrap_or(0);
            for bound in [&mut self.start, &mut self.stop, &mut base] {
                let missing: Vec<isize> = (0..(axes - bound.array.ndim()) as isize).collect();
                bound.array = cast(bound.array.expand_dims(&missing)?, &bound.array_dtype())?;
                bound.weak = false;
            }
            base.array = base.array.expand_dims(&[self.axis])?;
        }
        let exponents = self.linear()?;
        let own = computed_in([base.type_arg(), TypeArg::Strong(exponents.dtype().clone())], "logspace")?;
        let raised = if own.kind() == DtypeKind::Complex {
            raised::<Complex<f64>>(&base.array, &exponents, &own)?
        } else {
            raised::<f64>(&base.array, &exponents, &own)?
        };
        cast(raised, &dtype.unwrap_or(own))
    }

    /// Each number the same multiple of the one before. An error if a bound is zero.
    pub fn geometric(mut self) -> Result<Array> {
        let dtype = self.taken_dtype()?;
        let wanted = dtype.clone().unwrap_or(Dtype::Float64);
        let strong = [&self.start, &self.stop].map(|bound| TypeArg::Strong(bound.array_dtype()));
        let own = computed_in(strong.into_iter().chain([TypeArg::WeakFloat, wanted.into()]), "geomspace")?;
        let made = if own.kind() == DtypeKind::Complex {
            self.geometric_in::<Complex<f64>>(&own)?
        } else {
            self.geometric_in::<f64>(&own)?
        };
        cast(made, &dtype.unwrap_or(own))
    }

    fn taken_dtype(&mut self) -> Result<Option<Dtype>> {
        std::mem::replace(&mut self.dtype, Ok(None))
    }

    fn geometric_in<T: Value>(&self, own: &Dtype) -> Result<Array> {
        let to = Rounding::of(own);
        let pairs = Pairs::<T>::new(&self.start.array, &self.stop.array)?;
        let (mut starts, mut stops, mut signs) = (pairs.starts, pairs.stops, Vec::new());
        for (start, stop) in starts.iter_mut().zip(&mut stops) {
            (*start, *stop) = (start.rounded(to), stop.rounded(to));
            if start.is_zero() || stop.is_zero() {
                let value = format!("{} to {}", Scalar::new(*start), Scalar::new(*stop));
                return Err(ValueError::Argument { reason: "a geometric sequence cannot include zero", value }.into());
            }
            // As NumPy: turned so that the start is positive, and back at the end.
            let sign = start.sign(to);
            (*start, *stop) = (start.over(sign, to), stop.over(sign, to));
            signs.push(sign);
        }
        let logs = |values: &[T]| values.iter().map(|x| x.log10(to)).collect::<Vec<T>>();
        let exponents = Pairs { starts: logs(&starts), stops: logs(&stops), ..pairs };
        let mut line = exponents.line(self.count, self.endpoint, to)?;
        let (ten, count, inner) = (T::count(10), self.count, starts.len());
        for (i, x) in line.values.as_slice_mut::<T>()?.iter_mut().enumerate() {
            let (row, k) = (i / inner, i % inner);
            let value = match row {
                0 => starts[k],
                _ if row + 1 == count && self.endpoint => stops[k],
                _ => ten.power(*x, to),
            };
            *x = value.times(signs[k], to);
        }
        Ok(line.finished(self.axis, own, own)?.0)
    }

    fn line<T: Value>(&self, own: &Dtype) -> Result<Line<T>> {
        Pairs::new(&self.start.array, &self.stop.array)?.line(self.count, self.endpoint, Rounding::of(own))
    }
}

/// The dtype that is computed in. An error unless that is one of the floats or complex numbers of NumPy.
fn computed_in(args: impl IntoIterator<Item = TypeArg>, operation: &'static str) -> Result<Dtype> {
    let dtype = result_type(args)?;
    match dtype {
        Dtype::Float16 | Dtype::Float32 | Dtype::Float64 => Ok(dtype),
        Dtype::Complex32 | Dtype::Complex64 | Dtype::Complex128 => Ok(dtype),
        dtype => Err(ValueError::Unsupported { operation, dtype }.into()),
    }
}

/// The values of an array in C's order, in double precision.
fn values<T: Value>(array: &Array) -> Result<Vec<T>> {
    cast(array.clone(), &T::dtype())?.to_vec()
}

/// The bounds of every sequence, in the order in which their axes lie in memory.
struct Pairs<T> {
    starts: Vec<T>,
    stops: Vec<T>,
    /// The sizes of the axes in that order, and where each belongs.
    shape: Vec<usize>,
    axes: Vec<usize>,
}

impl<T: Value> Pairs<T> {
    fn new(start: &Array, stop: &Array) -> Result<Pairs<T>> {
        let both = broadcast_arrays(&[start, stop])?;
        let layout = Layout::elementwise(both[0].shape(), size_of::<T>(), &[&both[1].layout, &both[0].layout])?;
        let mut axes: Vec<usize> = (0..layout.ndim()).collect();
        axes.sort_by_key(|&axis| std::cmp::Reverse(layout.strides()[axis]));
        let order: Vec<isize> = axes.iter().map(|&axis| axis as isize).collect();
        let [starts, stops] = [both[0].transpose(&order)?, both[1].transpose(&order)?];
        let shape = starts.shape().to_vec();
        Ok(Pairs { starts: values(&starts)?, stops: values(&stops)?, shape, axes })
    }

    /// So many numbers evenly apart between each pair.
    fn line(self, count: usize, endpoint: bool, to: Rounding) -> Result<Line<T>> {
        let Pairs { mut starts, mut stops, shape, axes } = self;
        starts.iter_mut().chain(&mut stops).for_each(|x| *x = x.rounded(to));
        let gaps = if endpoint { count.saturating_sub(1) } else { count };
        let gaps_value = T::count(gaps);
        let pairs = starts.iter().zip(&stops);
        let deltas: Vec<T> = pairs.map(|(start, stop)| stop.minus(*start, to)).collect();
        let steps: Vec<T> = deltas.iter().map(|delta| delta.over(gaps_value, to)).collect();
        // As NumPy: where a step underflows to zero, the fraction is taken first.
        let underflows = gaps > 0 && steps.iter().any(|step| step.is_zero());
        let mut array = Array::empty([&[count], &shape[..]].concat(), T::dtype())?;
        let cells = array.as_slice_mut::<T>()?;
        for (i, row) in cells.chunks_exact_mut(starts.len().max(1)).enumerate() {
            let at = T::count(i).rounded(to);
            for (k, x) in row.iter_mut().enumerate() {
                *x = match gaps {
                    _ if endpoint && count > 1 && i + 1 == count => stops[k],
                    0 => at.times(deltas[k], to).plus(starts[k], to),
                    _ if underflows => at.over(gaps_value, to).times(deltas[k], to).plus(starts[k], to),
                    _ => at.times(steps[k], to).plus(starts[k], to),
                };
            }
        }
        let steps = if gaps == 0 { None } else { Some(steps) };
        Ok(Line { values: array, steps, shape, axes })
    }
}

/// The numbers between each pair of bounds, along the first axis.
struct Line<T> {
    values: Array,
    steps: Option<Vec<T>>,
    shape: Vec<usize>,
    axes: Vec<usize>,
}

impl<T: Value> Line<T> {
    fn each(&mut self, function: impl Fn(T) -> T) -> Result<()> {
        self.values.as_slice_mut::<T>()?.iter_mut().for_each(|x| *x = function(*x));
        Ok(())
    }

    /// The numbers in a dtype, and the steps in that they were computed in, every axis where it belongs.
    fn finished(self, axis: isize, dtype: &Dtype, own: &Dtype) -> Result<(Array, Array)> {
        let mut back = vec![0isize; self.axes.len()];
        for (at, &axis) in self.axes.iter().enumerate() {
            back[axis] = at as isize;
        }
        let with_first: Vec<isize> = std::iter::once(0).chain(back.iter().map(|at| at + 1)).collect();
        let values = self.values.transpose(&with_first)?.moveaxis(&[0], &[axis])?;
        let step = match self.steps {
            Some(steps) => cast(Array::from_shape_vec(&self.shape, steps)?.transpose(&back)?, own)?,
            None => Array::from(f64::NAN),
        };
        Ok((cast(values, dtype)?, step))
    }
}

/// A base to the power of exponents, broadcast.
fn raised<T: Value>(base: &Array, exponents: &Array, own: &Dtype) -> Result<Array> {
    let to = Rounding::of(own);
    let both = broadcast_arrays(&[base, exponents])?;
    let layout = Layout::elementwise(both[0].shape(), own.itemsize(), &[&both[0].layout, &both[1].layout])?;
    let (bases, mut powers) = (values::<T>(&both[0])?, values::<T>(&both[1])?);
    for (power, base) in powers.iter_mut().zip(bases) {
        *power = base.rounded(to).power(*power, to);
    }
    let made = cast(Array::from_shape_vec(both[0].shape(), powers)?, own)?;
    if made.layout == layout { Ok(made) } else { made.copied_as(layout) }
}
