//! Other dtypes and copies.

use super::{Array, Index};
use crate::buffer::Buffer;
use crate::cast::{CastError, CastReason, Transfer};
use crate::dtype::{Casting, Dtype, IntoDtype, TimeUnit};
use crate::error::{Error, Result};
use crate::layout::Layout;

impl Array {
    /// The elements cast to another dtype, whatever happens to their values: NumPy's `astype`.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![1.9, -1.9].astype("i4")?.to_vec::<i32>()?, [1, -1]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn astype(&self, dtype: impl IntoDtype) -> Result<Array> {
        self.cast(dtype.into_dtype()?, None)
    }

    /// The elements cast to another dtype, if the rule allows it.
    ///
    /// ```
    /// use ndtype::{Casting, array};
    /// let error = array![1.5].astype_casting("i4", Casting::Safe).unwrap_err();
    /// assert!(error.is_cast());
    /// ```
    pub fn astype_casting(&self, dtype: impl IntoDtype, casting: Casting) -> Result<Array> {
        self.cast(dtype.into_dtype()?, Some(casting))
    }

    /// The elements cast to another dtype, if every value survives: an error that names the first one that does not, and
    /// its position (NumPy's `casting='same_value'`). NaN survives as NaN; a fraction that is cut off does not.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![1.0, 2.0].astype_checked("u1")?.to_vec::<u8>()?, [1, 2]);
    /// let error = array![[1.0, 2.5]].astype_checked("u1").unwrap_err();
    /// assert!(error.to_string().contains("2.5 at position (0, 1)"));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn astype_checked(&self, dtype: impl IntoDtype) -> Result<Array> {
        let result = self.astype(dtype)?;
        let back = result.astype(&self.dtype)?;
        let Some(position) = first_difference(self, &result, &back)? else { return Ok(result) };
        let at: Vec<isize> = position.iter().map(|&i| i as isize).collect();
        let tuple: Vec<String> = position.iter().map(ToString::to_string).collect();
        let comma = if tuple.len() == 1 { "," } else { "" };
        let value = format!("the value {} at position ({}{comma})", self.get_scalar(&at)?, tuple.join(", "));
        let (from, to) = (self.dtype.clone(), result.dtype.clone());
        Err(Error::new(CastError { from, to, reason: CastReason::Value(value) }))
    }

    fn cast(&self, dtype: Dtype, casting: Option<Casting>) -> Result<Array> {
        // Each element becomes a sub-array of itself, whose dimensions join the shape.
        if let Dtype::SubArray(sub) = &dtype {
            let shape: Vec<usize> = self.shape().iter().chain(sub.shape()).copied().collect();
            let axes: Vec<isize> = (self.ndim()..shape.len()).map(|axis| axis as isize).collect();
            return self.expand_dims(&axes)?.broadcast_to(shape)?.cast(sub.base().clone(), casting);
        }
        // Text without a length takes what it needs.
        let dtype = match (dtype.native_scalar(), self.dtype.native_scalar()) {
            (Dtype::Bytes(0), Dtype::Bytes(n) | Dtype::Unicode(n)) => Dtype::Bytes(*n),
            (Dtype::Unicode(0), Dtype::Bytes(n) | Dtype::Unicode(n)) => Dtype::Unicode(*n),
            (Dtype::Void(0), _) => Dtype::Void(self.itemsize()),
            // Time without a unit takes on the one there is.
            (Dtype::Datetime64(TimeUnit::GENERIC), Dtype::Datetime64(unit) | Dtype::Timedelta64(unit)) => {
                Dtype::Datetime64(*unit)
            }
            (Dtype::Timedelta64(TimeUnit::GENERIC), Dtype::Datetime64(unit) | Dtype::Timedelta64(unit)) => {
                Dtype::Timedelta64(*unit)
            }
            _ => dtype,
        };
        if let Some(casting) = casting
            && !self.dtype.can_cast(&dtype, casting)
        {
            let (from, reason) = (self.dtype.clone(), CastReason::Rule(casting));
            return Err(Error::new(CastError { from, to: dtype, reason }));
        }
        let transfer = Transfer::plan(&self.dtype, &dtype)?;
        let layout = self.layout.with_order_like(self.itemsize(), dtype.itemsize())?;
        let mut result = Array::over(Buffer::any(self.size() * dtype.itemsize(), &dtype)?, layout, dtype);
        result.write_from(self, &transfer)?;
        Ok(result)
    }

    /// The elements in C's order, one after the other in memory: this array if they are already, else a copy.
    pub fn to_contiguous(&self) -> Result<Array> {
        if self.layout.is_c_contiguous(self.itemsize()) {
            return self.share(0, self.layout.clone(), self.dtype.clone());
        }
        self.copied_as(Layout::c_order(self.shape(), self.itemsize())?)
    }

    /// Replaces every element by those of `source`, broadcast and cast to this array's shape and dtype. The rule is
    /// `same_kind`, as in NumPy's `copyto`.
    pub fn assign(&mut self, source: &Array) -> Result<()> {
        copyto(self, source, Casting::SameKind, None)
    }

    /// The bytes of the elements in C's order.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![1u16, 2].tobytes()?, [1, 0, 2, 0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn tobytes(&self) -> Result<Vec<u8>> {
        if self.dtype.has_object() {
            let (from, reason) = (self.dtype.clone(), CastReason::NoCast);
            return Err(Error::new(CastError { from, to: Dtype::Void(self.itemsize()), reason }));
        }
        let dense = self.to_contiguous()?;
        // SAFETY: the elements follow each other from the first one on, and their bytes are initialised.
        Ok(unsafe { std::slice::from_raw_parts(dense.first().as_ptr(), dense.nbytes()) }.to_vec())
    }

    /// Every element's bytes reversed, the dtype kept: the values change.
    pub fn byteswap(&self) -> Result<Array> {
        let swapped = self.astype(self.dtype.swapped())?;
        swapped.share(0, swapped.layout.clone(), self.dtype.clone())
    }
}

/// The first position, in C's order, of an element whose value a cast did not keep: `back` is the result cast back again.
fn first_difference(array: &Array, result: &Array, back: &Array) -> Result<Option<Vec<usize>>> {
    if array.dtype == result.dtype {
        return Ok(None);
    }
    if array.dtype.has_object() {
        let differs = array.scalars()?.into_iter().zip(back.scalars()?).position(|(a, b)| a != b);
        return Ok(differs.map(|i| position_of(i, array.shape())));
    }
    if let (Dtype::Struct(from), Dtype::Struct(to)) = (&array.dtype, &result.dtype) {
        // Field by field: what lies between them means nothing.
        let mut first: Option<Vec<usize>> = None;
        for (x, y) in from.fields().iter().zip(to.fields()) {
            let found = first_difference(&array.field(x.name())?, &result.field(y.name())?, &back.field(x.name())?)?;
            let found = found.map(|mut position| {
                position.truncate(array.ndim());
                position
            });
            first = match (first, found) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        return Ok(first);
    }
    let bits = |array: &Array| array.view_dtype(Dtype::Void(array.itemsize())).and_then(|a| a.tobytes());
    let (before, after) = (bits(array)?, bits(back)?);
    let size = array.itemsize().max(1);
    // An integer that a float rounds up to the end of its range comes back as it was, so bits alone do not tell.
    let tells = !matches!(array.dtype.native_scalar(), Dtype::Int64 | Dtype::UInt64);
    for (i, (x, y)) in before.chunks_exact(size).zip(after.chunks_exact(size)).enumerate() {
        if tells && x == y {
            continue;
        }
        let position = position_of(i, array.shape());
        let at: Vec<isize> = position.iter().map(|&i| i as isize).collect();
        let (value, kept) = (array.get_scalar(&at)?, result.get_scalar(&at)?);
        let nan = |scalar: &crate::element::Scalar| scalar.as_complex().is_some_and(|z| z.re.is_nan() || z.im.is_nan());
        let same = if value.number().is_some() && kept.number().is_some() {
            value == kept || (nan(&value) && nan(&kept))
        } else {
            x == y
        };
        if !same {
            return Ok(Some(position));
        }
    }
    Ok(None)
}

/// The position of the element that comes `i` others after the first in C's order.
fn position_of(i: usize, shape: &[usize]) -> Vec<usize> {
    let (mut position, mut rest) = (vec![0; shape.len()], i);
    for (at, &n) in position.iter_mut().zip(shape).rev() {
        *at = rest % n;
        rest /= n;
    }
    position
}

/// Replaces the elements of `target` by those of `source`, broadcast and cast: NumPy's `copyto`. With a mask, which is
/// broadcast too, only where it is true.
///
/// ```
/// use ndtype::{self as np, Casting, array};
/// let mut a = array![1, 2, 3];
/// np::copyto(&mut a, &array![10, 20, 30], Casting::SameKind, Some(&array![true, false, true]))?;
/// assert_eq!(a.to_vec::<i32>()?, [10, 2, 30]);
/// assert!(np::copyto(&mut a, &array![1.5], Casting::SameKind, None).is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn copyto(target: &mut Array, source: &Array, casting: Casting, mask: Option<&Array>) -> Result<()> {
    if !source.dtype.can_cast(&target.dtype, casting) {
        let (from, to, reason) = (source.dtype.clone(), target.dtype.clone(), CastReason::Rule(casting));
        return Err(Error::new(CastError { from, to, reason }));
    }
    let source = source.fitted(target.shape())?;
    let Some(mask) = mask else {
        let transfer = Transfer::plan(&source.dtype, &target.dtype)?;
        return target.write_from(&source, &transfer);
    };
    let mask = mask.astype_casting(Dtype::Bool, Casting::Safe)?.broadcast_to(target.shape())?;
    if target.ndim() == 0 {
        return if mask.item::<bool>()? { copyto(target, &source, casting, None) } else { Ok(()) };
    }
    let picked = source.get([Index::from(&mask)])?;
    target.set([Index::from(mask)], picked)
}
