//! Other dtypes and copies.

use super::Array;
use crate::buffer::Buffer;
use crate::cast::{CastError, CastReason, Transfer};
use crate::dtype::{Casting, Dtype, IntoDtype};
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

    fn cast(&self, dtype: Dtype, casting: Option<Casting>) -> Result<Array> {
        // Text without a length takes what it needs.
        let dtype = match (dtype.native_scalar(), self.dtype.native_scalar()) {
            (Dtype::Bytes(0), Dtype::Bytes(n) | Dtype::Unicode(n)) => Dtype::Bytes(*n),
            (Dtype::Unicode(0), Dtype::Bytes(n) | Dtype::Unicode(n)) => Dtype::Unicode(*n),
            (Dtype::Void(0), _) => Dtype::Void(self.itemsize()),
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
        if !source.dtype.can_cast(&self.dtype, Casting::SameKind) {
            let (from, to, reason) = (source.dtype.clone(), self.dtype.clone(), CastReason::Rule(Casting::SameKind));
            return Err(Error::new(CastError { from, to, reason }));
        }
        let transfer = Transfer::plan(&source.dtype, &self.dtype)?;
        self.write_from(&source.broadcast_to(self.shape())?, &transfer)
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
