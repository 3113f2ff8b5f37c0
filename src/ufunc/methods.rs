//! Reductions as methods of arrays.

use super::{Reduce, table};
use crate::array::Array;
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
}
