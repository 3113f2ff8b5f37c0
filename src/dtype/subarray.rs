//! Sub-arrays: a dtype whose every element is a small array of fixed shape.

use std::sync::Arc;

use super::error::DtypeError;
use super::{Contents, Dtype, MAX_DIMS, MAX_ITEMSIZE};
use crate::error::Result;

/// The base dtype and shape of a sub-array dtype; what [`Dtype::SubArray`] holds. Cloning shares it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubArrayDtype(Arc<Inner>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Inner {
    base: Dtype,
    shape: Box<[usize]>,
    itemsize: usize,
    contents: Contents,
}

impl SubArrayDtype {
    pub(crate) fn new(base: Dtype, shape: &[usize]) -> Result<SubArrayDtype, DtypeError> {
        if shape.len() > MAX_DIMS {
            return Err(DtypeError::TooManyDimensions { ndim: shape.len() });
        }
        let overflow = DtypeError::SizeOverflow { what: "sub-array" };
        // As NumPy does, each length and the number of elements must fit on their own, whatever the element size.
        let mut items = 1usize;
        for &n in shape {
            if n > MAX_ITEMSIZE {
                return Err(overflow);
            }
            items = items.checked_mul(n).ok_or_else(|| overflow.clone())?;
        }
        let itemsize = items.checked_mul(base.itemsize()).filter(|&size| size.max(items) <= MAX_ITEMSIZE);
        let (itemsize, contents) = (itemsize.ok_or(overflow)?, Contents::of([&base])?);
        Ok(SubArrayDtype(Arc::new(Inner { base, shape: shape.into(), itemsize, contents })))
    }

    /// The dtype of one element of the sub-array.
    pub fn base(&self) -> &Dtype {
        &self.0.base
    }

    /// The shape of the sub-array.
    pub fn shape(&self) -> &[usize] {
        &self.0.shape
    }

    /// The size of the whole sub-array in bytes.
    pub fn itemsize(&self) -> usize {
        self.0.itemsize
    }

    /// The same sub-array of its base in another byte order.
    pub(crate) fn with_base_order(&self, base: Dtype) -> SubArrayDtype {
        let contents = Contents { is_native: base.is_native(), ..self.0.contents };
        SubArrayDtype(Arc::new(Inner { base, shape: self.0.shape.clone(), contents, ..*self.0 }))
    }

    pub(crate) fn contents(&self) -> Contents {
        self.0.contents
    }
}
