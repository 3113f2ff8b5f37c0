//! Arithmetic.

use super::{binary, two_results, unary};
use crate::array::Array;
use crate::error::Result;
use crate::ufunc::call::call_plain;
use crate::ufunc::{Operand, table};

binary! {
    /// `a + b`, element by element. Integers wrap around; of booleans, whether either is true.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::add(&array![1.5, 2.5], 1)?.to_vec::<f64>()?, [2.5, 3.5]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    add = ADD;

    /// `a - b`. Integers wrap around. Booleans are an error, as in NumPy: use [`logical_xor`](crate::logical_xor).
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::subtract(&array![5, 7], &array![1, 9])?.to_vec::<i32>()?, [4, -2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    subtract = SUBTRACT;

    /// `a * b`. Integers wrap around; of booleans, whether both are true.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::multiply(&array![5, 7], 2)?.to_vec::<i32>()?, [10, 14]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    multiply = MULTIPLY;

    /// `a / b`. Integers of all sizes are divided as float64; by zero, infinities and NaN come out.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::divide(&array![1, -1], &array![4, 0])?.to_vec::<f64>()?, [0.25, f64::NEG_INFINITY]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    divide = DIVIDE;

    /// `a / b`, rounded down: Python's `//`.
    ///
    /// Integer division by zero gives 0, and that of the smallest integer by -1 itself. Of floats, `1 // 0` is infinite and `inf // 1`
    /// NaN. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::floor_divide(&array![7, -7, 7], &array![2, 2, 0])?.to_vec::<i32>()?, [3, -4, 0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    floor_divide = FLOOR_DIVIDE;

    /// What remains of `a` when divided by `b`, with the sign of `b`: Python's `%`.
    ///
    /// Of integers, 0 if `b` is 0; of floats, NaN. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::remainder(&array![7, -7], &array![3, 3])?.to_vec::<i32>()?, [1, 2]);
    /// assert_eq!(np::r#mod(&array![-0.5], 2.0)?.to_vec::<f64>()?, [1.5]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    remainder = REMAINDER;

    /// What remains of `a` when divided by `b`, with the sign of `a`: C's `fmod` and Rust's `%`.
    ///
    /// Of integers, 0 if `b` is 0; of floats, NaN. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::fmod(&array![7, -7], 3)?.to_vec::<i32>()?, [1, -1]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    fmod = FMOD;

    /// `a` to the power of `b`. Of integers, what is too large wraps around, and a negative exponent is an error, whatever the base;
    /// [`float_power`](super::float_power) takes it. Of floats, NaN for negative numbers to the power of fractions.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::power(&array![2, 3], &array![10, 2])?.to_vec::<i32>()?, [1024, 9]);
    /// assert!(np::power(&array![2], &array![-1]).is_err());
    /// assert_eq!(np::power(&array![2.0, -8.0], &array![-1.0, 2.0])?.to_vec::<f64>()?, [0.5, 64.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    power = POWER;

    /// The greatest common divisor of two integers, which is not negative. Other numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::gcd(&array![12, -9, 0], &array![18, 6, 0])?.to_vec::<i32>()?, [6, 3, 0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    gcd = GCD;

    /// The least common multiple of two integers, which is not negative unless it does not fit. Other numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::lcm(&array![4, 0], &array![6, 5])?.to_vec::<i32>()?, [12, 0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    lcm = LCM;
}

unary! {
    /// `-a`. The smallest integer stays as it is, and unsigned ones wrap around. Booleans are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::negative(&array![1.0, -2.0])?.to_vec::<f64>()?, [-1.0, 2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    negative = NEGATIVE;

    /// `+a`: the same numbers. Booleans are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::positive(&array![1, -2])?.to_vec::<i32>()?, [1, -2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    positive = POSITIVE;

    /// The magnitude. That of the smallest integer is itself; that of a complex number is a float.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::absolute(&array![1, -2])?.to_vec::<i32>()?, [1, 2]);
    /// assert_eq!(np::abs(&array![num_complex::Complex::new(3.0, 4.0)])?.to_vec::<f64>()?, [5.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    absolute = ABSOLUTE;

    /// The magnitude as a float: integers become one. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::fabs(&array![1, -2])?.to_vec::<f64>()?, [1.0, 2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    fabs = FABS;

    /// 1 for positive numbers, -1 for negative ones, 0 for zeros, and NaN for NaN. Of a complex number, the one of length 1 in
    /// its direction. Booleans are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::sign(&array![3.0, -0.5, -0.0])?.to_vec::<f64>()?, [1.0, -1.0, 0.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    sign = SIGN;

    /// `a * a`. Integers wrap around.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::square(&array![3, -4])?.to_vec::<i32>()?, [9, 16]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    square = SQUARE;

    /// `1 / a`, in the type of `a`: of integers, 0 for all but 1 and -1. Of an integer zero, it is the smallest integer of 32 and
    /// 64 bits with a sign, and 0 of the others, as with NumPy on x86-64.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::reciprocal(&array![4.0, -0.5])?.to_vec::<f64>()?, [0.25, -2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    reciprocal = RECIPROCAL;

    /// The square root; NaN for negative floats. Integers become floats: float16 those of 8 bits, float32 those of 16, float64 the
    /// others.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::sqrt(&array![4.0, 2.25])?.to_vec::<f64>()?, [2.0, 1.5]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    sqrt = SQRT;

    /// The complex conjugate. Other numbers stay as they are.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// use num_complex::Complex;
    /// let a = array![Complex::new(1.0, 2.0)];
    /// assert_eq!(np::conj(&a)?.to_vec::<Complex<f64>>()?, [Complex::new(1.0, -2.0)]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    conjugate = CONJUGATE;
}

/// The floored quotient and the remainder, as [`floor_divide`] and [`remainder`] have them: Python's `divmod`.
///
/// ```
/// use ndtype::{self as np, array};
/// let (quotient, rest) = np::divmod(&array![7, -7], 3)?;
/// assert_eq!((quotient.to_vec::<i32>()?, rest.to_vec::<i32>()?), (vec![2, -3], vec![1, 2]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn divmod<'a>(a: impl Into<Operand<'a>>, b: impl Into<Operand<'a>>) -> Result<(Array, Array)> {
    two_results(&table::DIVMOD, &mut [a.into(), b.into()])
}
