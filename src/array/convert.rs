//! Other dtypes and copies.

use std::cmp::Ordering;

use super::{Array, Index};
use crate::cast::{CastError, CastReason, TextUnits, Transfer};
use crate::dtype::{Casting, Dtype, DtypeKind, IntoDtype, TimeUnit};
use crate::element::number::ToNumber;
use crate::element::scalars::with_scalar;
use crate::error::{Error, Result};
use crate::iter::Walk;
use crate::layout::Layout;

impl Array {
    /// The elements cast to another dtype, whatever happens to their values: NumPy's `astype`.
    ///
    /// Numbers and times become the text that NumPy prints, and text is read as NumPy reads it. An error if there is no such
    /// cast, or a value that cannot be cast: a text that is no number, with its position.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(array![1.9, -1.9].astype("i4")?.to_vec::<i32>()?, [1, -1]);
    /// assert_eq!(array!["1_000", " 7 "].astype("i4")?.to_vec::<i32>()?, [1000, 7]); // what Python's int() reads
    /// assert_eq!(array![0.1f32, 1e16].astype("T")?.to_vec::<np::Text>()?, ["0.1", "1e+16"]);
    /// let error = array!["1", "x"].astype("i4").unwrap_err();
    /// assert!(error.to_string().starts_with("cannot cast 'x' at position (1,)"));
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
    /// its position (NumPy's `casting='same_value'`). Numbers have to be equal as numbers, so that neither a fraction is cut
    /// off nor a sign lost; NaN survives as NaN.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![1.0, 2.0].astype_checked("u1")?.to_vec::<u8>()?, [1, 2]);
    /// let error = array![[1.0, 2.5]].astype_checked("u1").unwrap_err();
    /// assert!(error.to_string().contains("2.5 at position (0, 1)"));
    /// assert!(array![-1i8].astype_checked("u1").is_err());
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
            (Dtype::Bytes(0), Dtype::Object) => Dtype::Bytes(self.longest_object()?),
            (Dtype::Unicode(0), Dtype::Object) => Dtype::Unicode(self.longest_object()?),
            (Dtype::Bytes(0), from) if from.written_width() > 0 => Dtype::Bytes(from.written_width()),
            (Dtype::Unicode(0), from) if from.written_width() > 0 => Dtype::Unicode(from.written_width()),
            (Dtype::Bytes(0), Dtype::Void(n)) => Dtype::Bytes(*n),
            // A record of one field is cast as that is.
            (Dtype::Bytes(0) | Dtype::Unicode(0), Dtype::Struct(record)) if record.fields().len() == 1 => {
                return self.field(record.fields()[0].name())?.cast(dtype, casting);
            }
            (Dtype::Void(0), _) => Dtype::Void(self.itemsize()),
            // Time without a unit takes on the one there is.
            (Dtype::Datetime64(TimeUnit::GENERIC), Dtype::Datetime64(unit) | Dtype::Timedelta64(unit)) => {
                Dtype::Datetime64(*unit)
            }
            (Dtype::Timedelta64(TimeUnit::GENERIC), Dtype::Datetime64(unit) | Dtype::Timedelta64(unit)) => {
                Dtype::Timedelta64(*unit)
            }
            (Dtype::Datetime64(TimeUnit::GENERIC), Dtype::Bytes(_) | Dtype::Unicode(_) | Dtype::String) => {
                self.unit_of_texts()?
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
        let mut result = Array::to_fill(layout, dtype)?;
        result.write_from(self, &transfer)?;
        Ok(result)
    }

    /// How many characters the longest of these objects has as text, and at least one.
    fn longest_object(&self) -> Result<usize> {
        let texts = self.astype(Dtype::String)?.scalars()?;
        let lengths = texts.iter().filter_map(|text| Some(text.to_text()?.chars().count()));
        Ok(lengths.max().unwrap_or(0).max(1))
    }

    /// The dtype of dates in the coarsest unit that holds all of these texts, as NumPy finds it.
    fn unit_of_texts(&self) -> Result<Dtype> {
        let Some(mut units) = TextUnits::new(&self.dtype) else {
            return Ok(Dtype::Datetime64(TimeUnit::GENERIC));
        };
        let first = self.first().as_ptr();
        Walk::new(self.shape(), [self.strides()]).try_for_each(|run| {
            // SAFETY: the run is part of this array, whose elements are text of that dtype.
            unsafe { units.run(first.wrapping_offset(run.offsets[0]), run.strides[0], run.count) }
        })?;
        Ok(units.dtype())
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
        // In C's order unless it is Fortran's, as NumPy's copy.
        let swapped = self.copy_in(super::Order::A)?.astype(self.dtype.swapped())?;
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
    // A record of one field and what is no record: the value of the field.
    match (array.dtype.fields(), result.dtype.fields()) {
        ([only], []) => {
            return first_difference(&array.field(only.name())?, result, &back.field(only.name())?);
        }
        ([], [only]) => return first_difference(array, &result.field(only.name())?, back),
        _ => {}
    }
    // Numbers by their values: one that wraps around or is rounded may well come back as it was.
    if let (Some(before), Some(after)) = (numbers(array)?, numbers(result)?)
        && !(array.is_time() && result.is_time())
    {
        let differs = first_other_number(&before, &after);
        return Ok(differs.map(|i| position_of(i, array.shape())));
    }
    let bits = |array: &Array| array.view_dtype(Dtype::Void(array.itemsize())).and_then(|a| a.tobytes());
    let (before, after) = (bits(array)?, bits(back)?);
    let size = array.itemsize().max(1);
    let differs = before.chunks_exact(size).zip(after.chunks_exact(size)).position(|(x, y)| x != y);
    Ok(differs.map(|i| position_of(i, array.shape())))
}

impl Array {
    fn is_time(&self) -> bool {
        matches!(self.dtype.kind(), DtypeKind::Datetime | DtypeKind::Timedelta)
    }
}

/// Numbers in native byte order and C's order, of times their counts; `None` for other dtypes.
fn numbers(array: &Array) -> Result<Option<Array>> {
    let native = array.dtype.native_scalar();
    if native.scalar_id().is_none() && !array.is_time() {
        return Ok(None);
    }
    let array = if array.dtype.is_native() { array.clone() } else { array.astype(native)? };
    let dtype = if array.is_time() { Dtype::Int64 } else { array.dtype.clone() };
    Ok(Some(array.to_contiguous()?.view_dtype(dtype)?))
}

/// Which of these numbers, as [`numbers`] makes them, differs from the one in the same place. NaN is NaN, whatever its type.
fn first_other_number(before: &Array, after: &Array) -> Option<usize> {
    let (from, to) = (before.dtype.scalar_id()?, after.dtype.scalar_id()?);
    let (x, y) = (before.first().as_ptr(), after.first().as_ptr());
    (0..before.size().min(after.size())).find(|&i| {
        // SAFETY: element `i` of one array, which are of this type and follow each other.
        let a = with_scalar!(from, T, _ => unsafe { x.cast::<T>().wrapping_add(i).read_unaligned() }.to_number());
        // SAFETY: likewise of the other.
        let b = with_scalar!(to, T, _ => unsafe { y.cast::<T>().wrapping_add(i).read_unaligned() }.to_number());
        !(a.compare(b) == Some(Ordering::Equal) || (a.is_nan() && b.is_nan()))
    })
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
