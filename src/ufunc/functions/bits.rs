//! Bits of integers.

use super::{binary, unary};
use crate::array::Array;
use crate::error::Result;
use crate::ufunc::call::call_plain;
use crate::ufunc::{Operand, table};

binary! {
    /// The bits that both integers have; of booleans, whether both are true. Other numbers are an error, as are a signed integer
    /// and a uint64.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::bitwise_and(&array![6, -1], 3)?.to_vec::<i32>()?, [2, 3]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    bitwise_and = BITWISE_AND;

    /// The bits that either integer has; of booleans, whether either is true. Errors as for [`bitwise_and`].
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::bitwise_or(&array![6, 8], 3)?.to_vec::<i32>()?, [7, 11]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    bitwise_or = BITWISE_OR;

    /// The bits that one of the two integers has; of booleans, whether one of them is true. Errors as for [`bitwise_and`].
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::bitwise_xor(&array![6, 8], 3)?.to_vec::<i32>()?, [5, 11]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    bitwise_xor = BITWISE_XOR;

    /// `a << b`: 0 if `b` is negative or no smaller than the number of bits. Errors as for [`bitwise_and`]; booleans become int8.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::left_shift(&array![1, 1], &array![4, 40])?.to_vec::<i32>()?, [16, 0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    left_shift = LEFT_SHIFT;

    /// `a >> b`: 0, or -1 for a negative `a`, if `b` is negative or no smaller than the number of bits. Errors as for
    /// [`bitwise_and`]; booleans become int8.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::right_shift(&array![16, -16], &array![3, 40])?.to_vec::<i32>()?, [2, -1]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    right_shift = RIGHT_SHIFT;
}

unary! {
    /// All bits the other way round; of booleans, whether it is false. Numbers other than integers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::invert(&array![0, 5])?.to_vec::<i32>()?, [-1, -6]);
    /// assert_eq!(np::bitwise_not(&array![true])?.to_vec::<bool>()?, [false]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    invert = INVERT;

    /// How many bits of the magnitude are set, as uint8. Numbers other than integers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::bitwise_count(&array![7, -8, 0])?.to_vec::<u8>()?, [3, 1, 0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    bitwise_count = BITWISE_COUNT;
}
