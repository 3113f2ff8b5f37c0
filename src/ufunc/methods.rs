//! Reductions as methods of arrays.

use super::{Reduce, Ufunc, table};
use crate::array::Array;
use crate::dtype::Dtype;
use crate::error::Result;

impl Array {
    /// The sum along axes. Integers are summed in 64 bits, floats in NumPy's order.
    ///
    /// ```
    /// use ndtype::array;
    /// let a = array![[1u8, 2], [3, 255]];
    /// assert_eq!(a.sum(0)?.to_vec::<u64>()?, [4, 257]);
    /// assert_eq!(a.sum(..)?.item::<u64>()?, 261);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn sum<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        table::ADD.reduce(self, spec)
    }

    /// The product along axes. Integers are multiplied in 64 bits.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![[1i8, 2], [3, 100]].prod(1)?.to_vec::<i64>()?, [2, 300]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn prod<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        table::MULTIPLY.reduce(self, spec)
    }

    /// The largest element along axes; a NaN counts as larger than any number: NumPy's `max`.
    ///
    /// Errors: no elements, unless there is an initial value; a mask without one.
    ///
    /// ```
    /// use ndtype::array;
    /// let a = array![[1.5, 2.5], [f64::NAN, 0.0]];
    /// assert!(a.max(..)?.item::<f64>()?.is_nan());
    /// assert_eq!(a.max(1)?.to_vec::<f64>()?[0], 2.5);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn max<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        table::MAXIMUM.reduce(self, spec)
    }

    /// The smallest element along axes; a NaN counts as smaller than any number: NumPy's `min`. Errors as for
    /// [`max`](Self::max).
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![[3, 1], [2, 5]].min(0)?.to_vec::<i32>()?, [2, 1]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn min<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        table::MINIMUM.reduce(self, spec)
    }

    /// Whether any element along axes is true, that is, not zero, or not empty: NumPy's `any`.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![[0, 1], [0, 0]].any(1)?.to_vec::<bool>()?, [true, false]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn any<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        truth(&table::LOGICAL_OR, self, spec.into())
    }

    /// Whether all elements along axes are true, that is, not zero, or not empty: NumPy's `all`.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![[1.0, 0.5], [0.0, 2.0]].all(0)?.to_vec::<bool>()?, [false, true]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn all<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        truth(&table::LOGICAL_AND, self, spec.into())
    }
}

/// Folds truth values. Objects become some: their own logic picks one of two objects.
fn truth(ufunc: &Ufunc, array: &Array, mut spec: Reduce<'_>) -> Result<Array> {
    if *array.dtype() == Dtype::Object && spec.dtype.is_none() {
        spec.dtype = Some(Dtype::Bool);
    }
    ufunc.reduce(array, spec)
}
