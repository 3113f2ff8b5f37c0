//! What is written to an array: other arrays and single values.

use super::Array;
use super::create::{check_bare, scalar_array};
use crate::dtype::Dtype;
use crate::element::Scalar;
use crate::error::Result;
use crate::layout::ShapeError;

/// What elements can be set to: an array, or a value of its own.
pub trait IntoValue {
    /// The value as an array.
    fn into_value(self) -> Result<Array>;

    /// The value as an array, to be written to elements of this dtype: an error for a number of Rust that the numbers of
    /// the dtype cannot hold.
    fn into_value_for(self, dtype: &Dtype) -> Result<Array>
    where
        Self: Sized,
    {
        let _ = dtype;
        self.into_value()
    }
}

impl IntoValue for &Array {
    fn into_value(self) -> Result<Array> {
        Ok(self.clone())
    }
}

impl IntoValue for Array {
    fn into_value(self) -> Result<Array> {
        Ok(self)
    }
}

impl<T: Into<Scalar>> IntoValue for T {
    fn into_value(self) -> Result<Array> {
        scalar_array(&self.into())
    }

    fn into_value_for(self, dtype: &Dtype) -> Result<Array> {
        let value = self.into();
        check_bare(&value, dtype)?;
        scalar_array(&value)
    }
}

impl Array {
    /// This value in the shape of what it replaces; leading axes of length 1 that are too many are dropped, as in NumPy.
    pub(super) fn fitted(&self, shape: &[usize]) -> Result<Array> {
        let extra = self.ndim().saturating_sub(shape.len());
        let value = if self.shape()[..extra].iter().all(|&n| n == 1) {
            self.reshape(self.shape()[extra..].iter().map(|&n| n as isize).collect::<Vec<_>>())?
        } else {
            self.clone()
        };
        value.broadcast_to(shape).map_err(|_| {
            let (shape, target) = (self.shape().into(), shape.into());
            ShapeError::Assign { shape, target }.into()
        })
    }
}
