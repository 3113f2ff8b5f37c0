//! Whether arrays are equal, and whether they share memory.

use num_complex::Complex;

use super::{Array, Index};
use crate::dtype::{ByteOrder, Dtype, DtypeKind};
use crate::element::scalars::with_scalar;
use crate::element::{Object, Scalar};
use crate::error::Result;
use crate::iter::Walk;
use crate::layout::{broadcast_shapes, overlap};

/// Whether two arrays have the same shape and equal elements: NumPy's `array_equal`.
///
/// Numbers of different dtypes compare in their common dtype, integers exactly; NaN and NaT equal nothing, and -0 equals 0.
/// [`array_equal_nan`] lets NaN equal NaN.
///
/// ```
/// use ndtype::{self as np, array};
/// assert!(np::array_equal(&array![1, 2], &array![1.0, 2.0])?);
/// assert!(!np::array_equal(&array![f64::NAN], &array![f64::NAN])?);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn array_equal(a: &Array, b: &Array) -> Result<bool> {
    a.array_equal(b)
}

/// As [`array_equal`], but NaN equals NaN and NaT equals NaT: NumPy's `array_equal` with `equal_nan`. A complex number is NaN
/// if a part of it is. What knows no NaN, text for instance, compares as ever (NumPy raises).
///
/// ```
/// use ndtype::{self as np, array};
/// assert!(np::array_equal_nan(&array![f64::NAN, 1.0], &array![f64::NAN, 1.0])?);
/// assert!(np::array_equal_nan(&array!["a"], &array!["a"])?);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn array_equal_nan(a: &Array, b: &Array) -> Result<bool> {
    if a.shape() != b.shape() {
        return Ok(false);
    }
    let (mine, others) = (a.dtype.fields(), b.dtype.fields());
    if !mine.is_empty() && a.dtype == b.dtype {
        for (x, y) in mine.iter().zip(others) {
            if !array_equal_nan(&a.field(x.name())?, &b.field(y.name())?)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let (a_nan, b_nan) = (a.not_nan()?, b.not_nan()?);
    match (a_nan, b_nan) {
        (None, None) => a.array_equal(b),
        (a_kept, b_kept) => {
            let all = Array::ones([a.size()], Dtype::Bool)?;
            let (a_kept, b_kept) = (a_kept.unwrap_or_else(|| all.clone()), b_kept.unwrap_or(all));
            let pick = |array: &Array| array.ravel()?.get([Index::from(&a_kept)]);
            Ok(a_kept.array_equal(&b_kept)? && pick(a)?.array_equal(&pick(b)?)?)
        }
    }
}

/// Whether two arrays are equal once they are broadcast together: NumPy's `array_equiv`. False if they cannot be.
///
/// ```
/// use ndtype::{self as np, array};
/// assert!(np::array_equiv(&array![1, 2], &array![[1, 2], [1, 2]])?);
/// assert!(!np::array_equiv(&array![1, 2], &array![1, 2, 3])?);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn array_equiv(a: &Array, b: &Array) -> Result<bool> {
    let Ok(shape) = broadcast_shapes(&[a.shape(), b.shape()]) else { return Ok(false) };
    a.broadcast_to(&shape)?.array_equal(&b.broadcast_to(&shape)?)
}

/// Whether two arrays may share memory, judged by the first and last byte of each: NumPy's `may_share_memory`. Never wrong
/// when it says no.
///
/// ```
/// use ndtype::{self as np, array, idx};
/// let a = array![1, 2, 3, 4];
/// assert!(np::may_share_memory(&a, &a.get(idx![1..])?));
/// assert!(!np::may_share_memory(&a.get(idx![..2])?, &a.get(idx![2..])?));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn may_share_memory(a: &Array, b: &Array) -> bool {
    let place = |array: &Array| array.as_ptr().addr() as isize;
    overlap((place(a), &a.layout, a.itemsize()), (place(b), &b.layout, b.itemsize()))
}

impl Array {
    /// Whether two arrays have the same shape and equal elements; numbers of different dtypes compare in their common one,
    /// integers exactly, NaN and NaT are unequal: NumPy's `array_equal`. An error where elements cannot be brought to their common dtype.
    pub fn array_equal(&self, other: &Array) -> Result<bool> {
        if self.shape() != other.shape() {
            return Ok(false);
        }
        if self.is_empty() {
            return Ok(true);
        }
        if self.dtype == other.dtype && !self.dtype.fields().is_empty() {
            // Field by field: the bytes between them have no meaning.
            for field in self.dtype.fields() {
                if !self.field(field.name())?.array_equal(&other.field(field.name())?)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if self.dtype != other.dtype && self.dtype.kind().is_numeric() && other.dtype.kind().is_numeric() {
            // As NumPy: in the common dtype, but for integers, of which there is none that holds all.
            let whole =
                |dtype: &Dtype| matches!(dtype.kind(), DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned);
            let common = self.dtype.promote(&other.dtype).ok();
            let exact = whole(&self.dtype) && whole(&other.dtype);
            if let Some(common) = common.filter(|common| !exact || whole(common)) {
                return self.astype(&common)?.array_equal(&other.astype(&common)?);
            }
        }
        if self.dtype != other.dtype && !(self.dtype.kind().is_numeric() && other.dtype.kind().is_numeric()) {
            // Other things than numbers are compared in their common dtype; without one they are never equal. Nor are numbers
            // and text, which have one.
            let Ok(common) = self.dtype.promote(&other.dtype) else { return Ok(false) };
            let (mine, others) = (self.dtype.kind(), other.dtype.kind());
            if mine.is_numeric() != others.is_numeric() && [mine, others].contains(&DtypeKind::String) {
                return Ok(false);
            }
            // Bytes are no text, either.
            let is_bytes = |dtype: &Dtype| matches!(dtype, Dtype::Bytes(_));
            if mine == others && is_bytes(&self.dtype) != is_bytes(&other.dtype) {
                return Ok(false);
            }
            // Nor are dates spans.
            if [(mine, others), (others, mine)].contains(&(DtypeKind::Datetime, DtypeKind::Timedelta)) {
                return Ok(false);
            }
            // A whole number counts ticks.
            if mine.is_numeric() && others == DtypeKind::Timedelta {
                return self.astype(Dtype::Int64)?.view_dtype(&common)?.array_equal(&other.astype(&common)?);
            }
            if others.is_numeric() && mine == DtypeKind::Timedelta {
                return other.array_equal(self);
            }
            let plain = |dtype: &Dtype| matches!(dtype.kind(), DtypeKind::Object);
            if !plain(&self.dtype) && !plain(&other.dtype) {
                return self.astype(&common)?.array_equal(&other.astype(&common)?);
            }
        }
        if self.dtype != other.dtype || self.dtype.has_object() {
            // An object beside something else counts as what it holds.
            let held = |array: &Array, scalar: Scalar| match scalar.get::<Object>() {
                Ok(object) if self.dtype != other.dtype && array.dtype == Dtype::Object => {
                    Scalar::from_object(&object).unwrap_or(scalar)
                }
                _ => scalar,
            };
            let pairs = self.scalars()?.into_iter().zip(other.scalars()?);
            return Ok(pairs.into_iter().all(|(a, b)| held(self, a) == held(other, b)));
        }
        if !self.dtype.is_native() {
            let native = self.dtype.newbyteorder(ByteOrder::Native);
            return self.astype(&native)?.array_equal(&other.astype(&native)?);
        }
        Ok(match (self.dtype.scalar_id(), &self.dtype) {
            (Some(id), _) => with_scalar!(id, T, _ => self.equal_by(other, equal_values::<T>)),
            (None, Dtype::Datetime64(_) | Dtype::Timedelta64(_)) => self.equal_by(other, equal_values::<Ticks>),
            _ => self.equal_by(other, equal_bytes),
        })
    }

    /// Which elements in C's order are neither NaN nor NaT; `None` if the dtype has no such values.
    fn not_nan(&self) -> Result<Option<Array>> {
        let kept: Vec<bool> = match self.dtype.kind() {
            DtypeKind::Float => self.astype(Dtype::Float64)?.iter::<f64>()?.map(|x| !x.is_nan()).collect(),
            DtypeKind::Complex => {
                let wide = self.astype(Dtype::Complex128)?;
                wide.iter::<Complex<f64>>()?.map(|z| !z.re.is_nan() && !z.im.is_nan()).collect()
            }
            DtypeKind::Datetime | DtypeKind::Timedelta => {
                let native = self.astype(self.dtype.native_scalar())?.view_dtype(Dtype::Int64)?;
                native.iter::<i64>()?.map(|ticks| ticks != i64::MIN).collect()
            }
            _ => return Ok(None),
        };
        Array::from_vec(kept).map(Some)
    }

    /// Whether a comparison holds for all runs of the elements of two arrays of one shape and dtype.
    fn equal_by(&self, other: &Array, equal: unsafe fn(Places, usize, usize) -> bool) -> bool {
        let (a, b) = (self.first().as_ptr().cast_const(), other.first().as_ptr().cast_const());
        let walk = Walk::new(self.shape(), [self.strides(), other.strides()]);
        let compared = walk.try_for_each(|run| {
            let places = [0, 1].map(|k| ([a, b][k].wrapping_offset(run.offsets[k]), run.strides[k]));
            // SAFETY: the run is part of both layouts, and `equal` is for this dtype.
            if unsafe { equal(places, run.count, self.itemsize()) } { Ok(()) } else { Err(()) }
        });
        compared.is_ok()
    }
}

/// Where the elements of both sides lie, and how far apart.
type Places = [(*const u8, isize); 2];

/// A date or span: the smallest number is NaT, which equals nothing.
#[derive(Clone, Copy)]
struct Ticks(i64);

impl PartialEq for Ticks {
    fn eq(&self, other: &Ticks) -> bool {
        self.0 == other.0 && self.0 != i64::MIN
    }
}

/// Whether `n` values are equal.
///
/// # Safety
/// - `n` values of `T` in native byte order, aligned or not, lie at both places.
unsafe fn equal_values<T: Copy + PartialEq>(places: Places, n: usize, _: usize) -> bool {
    let [(a, a_stride), (b, b_stride)] = places;
    let size = size_of::<T>() as isize;
    let at = |place: *const u8, stride: isize, i: usize| {
        // SAFETY: value `i` of `n`, which the caller promises.
        unsafe { place.wrapping_offset(i as isize * stride).cast::<T>().read_unaligned() }
    };
    if a_stride == size && b_stride == size {
        // In blocks without an early end, which become vector code.
        let block =
            |start: usize, end: usize| (start..end).fold(true, |equal, i| equal & (at(a, size, i) == at(b, size, i)));
        return (0..n).step_by(256).all(|start| block(start, n.min(start + 256)));
    }
    (0..n).all(|i| at(a, a_stride, i) == at(b, b_stride, i))
}

/// Whether the bytes of `n` elements are equal.
///
/// # Safety
/// - `n` elements of `size` bytes lie at both places.
unsafe fn equal_bytes(places: Places, n: usize, size: usize) -> bool {
    (0..n).all(|i| {
        let [a, b] = places.map(|(place, stride)| {
            // SAFETY: element `i` of `n`, which the caller promises.
            unsafe { std::slice::from_raw_parts(place.wrapping_offset(i as isize * stride), size) }
        });
        a == b
    })
}
