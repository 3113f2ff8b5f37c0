//! Casts that say what happens to integers out of range.

use super::{Array, ndindex};
use crate::cast::{CastError, CastReason, Overflow, Saturating};
use crate::dtype::{IntoDtype, iinfo};
use crate::element::number::Number;
use crate::error::{Error, Result};
use crate::iter::Walk;

impl Array {
    /// The elements cast to another dtype, with a say in what happens to numbers that an integer dtype cannot hold. NaN is
    /// one of these; a fraction that is cut off is not. Of complex numbers the real part counts. All other casts are those
    /// of [`astype`](Self::astype).
    ///
    /// ```
    /// use ndtype::{array, cast::Overflow};
    /// let a = array![-1.5, 2.9, 300.0, f64::NAN];
    /// assert_eq!(a.astype_overflow("u1", Overflow::Saturate)?.to_vec::<u8>()?, [0, 2, 255, 0]);
    /// let error = a.astype_overflow("u1", Overflow::Error).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "cannot cast -1.5 at position (0,) from dtype('float64') to dtype('uint8'): it is out of range"
    /// );
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn astype_overflow(&self, dtype: impl IntoDtype, overflow: Overflow) -> Result<Array> {
        let dtype = dtype.into_dtype()?;
        let planned = if overflow == Overflow::Wrap { None } else { Saturating::plan(&self.dtype, &dtype)? };
        let Some(cast) = planned else { return self.astype(dtype) };
        let layout = self.layout.with_order_like(self.itemsize(), dtype.itemsize())?;
        let mut result = Array::to_fill(layout, dtype)?;
        let (from, to) = (self.first().as_ptr(), result.make_unique()?.as_ptr());
        let mut changed = false;
        Walk::new(result.shape(), [result.strides(), self.strides()]).try_for_each(|run| {
            let (from, to) = (from.wrapping_offset(run.offsets[1]), to.wrapping_offset(run.offsets[0]));
            // SAFETY: the run is part of both arrays, of which the result is new.
            changed |= unsafe { cast.run(from, run.strides[1], to, run.strides[0], run.count) }?;
            Ok::<(), Error>(())
        })?;
        if changed && overflow == Overflow::Error {
            return Err(self.first_out_of_range(result)?);
        }
        Ok(result)
    }

    /// The error for the first number, in C's order, that the dtype of the result cannot hold.
    fn first_out_of_range(&self, result: Array) -> Result<Error> {
        let limits = iinfo(result.dtype.native_scalar())?;
        let fits = |number: Number| match number {
            Number::Float(x) | Number::Complex(num_complex::Complex { re: x, .. }) => {
                !x.is_nan() && (limits.min..=limits.max).contains(&(x as i128))
            }
            number => number.to_i128().is_some_and(|x| (limits.min..=limits.max).contains(&x)),
        };
        let (mut value, mut index) = (String::new(), Vec::new());
        for position in ndindex(self.shape()) {
            let scalar = self.scalar_at(self.layout.offset_of(&position))?;
            if !scalar.number().is_some_and(fits) {
                (value, index) = (scalar.to_string(), position);
                break;
            }
        }
        let reason = CastReason::OutOfRange { value, index };
        Ok(Error::new(CastError { from: self.dtype.clone(), to: result.dtype, reason }))
    }
}
