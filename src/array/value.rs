//! What is written to an array: other arrays and single values.

use std::borrow::Cow;

use super::Array;
use super::create::{check_bare, scalar_array};
use crate::dtype::{Dtype, DtypeKind, IntoTypeArg, TypeArg};
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

/// A value, or an array of values that is broadcast, for arguments that may be either: a tolerance, a default, a replacement.
///
/// Made from anything that makes a [`Scalar`], or from an array. A number of Rust is a bare one, and takes on the dtype of what it
/// meets.
///
/// ```
/// use ndtype::{self as np, Values, array};
/// let tolerance = array![0.5, 0.0];
/// assert!(matches!(Values::from(&tolerance), Values::Array(_)));
/// assert_eq!(np::isclose(&array![1.0, 1.0], &array![1.4, 1.4], 0.0, &tolerance, false)?.to_vec::<bool>()?, [true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Values<'a> {
    /// One for all.
    One(Scalar),
    /// An array of them.
    Array(Cow<'a, Array>),
}

impl<T: Into<Scalar>> From<T> for Values<'_> {
    fn from(value: T) -> Self {
        Values::One(value.into())
    }
}

impl<'a> From<&'a Array> for Values<'a> {
    fn from(array: &'a Array) -> Self {
        Values::Array(Cow::Borrowed(array))
    }
}

impl From<Array> for Values<'_> {
    fn from(array: Array) -> Self {
        Values::Array(Cow::Owned(array))
    }
}

impl Values<'_> {
    /// As an array, without axes for one value.
    pub(crate) fn to_array(&self) -> Result<Array> {
        match self {
            Values::One(value) => scalar_array(value),
            Values::Array(array) => Ok(array.clone().into_owned()),
        }
    }

    /// What they count as where dtypes are promoted.
    pub(super) fn type_arg(&self) -> Result<TypeArg> {
        let Values::One(value) = self else { return self.to_array()?.dtype().clone().into_type_arg() };
        match value.dtype().kind() {
            DtypeKind::Integer | DtypeKind::Unsigned => Ok(TypeArg::WeakInt),
            DtypeKind::Float => Ok(TypeArg::WeakFloat),
            DtypeKind::Complex => Ok(TypeArg::WeakComplex),
            _ => value.dtype().clone().into_type_arg(),
        }
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
