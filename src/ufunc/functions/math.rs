//! The elementary functions.
//!
//! Results are within one unit in the last place of the exact ones, and those of float16 and smaller floats are the nearest
//! there are; the table in DTYPE_REFERENCE.md has what was measured. Integers and booleans become the float that holds them.

use super::{binary, unary};
use crate::array::Array;
use crate::error::Result;
use crate::ufunc::call::call_plain;
use crate::ufunc::{Operand, table};

unary! {
    /// e to the power of `a`.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::exp(&array![0.0, 1.0])?.to_vec::<f64>()?, [1.0, std::f64::consts::E]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    exp = EXP;

    /// Two to the power of `a`.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::exp2(&array![-1.0, 10.0])?.to_vec::<f64>()?, [0.5, 1024.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    exp2 = EXP2;

    /// e to the power of `a`, less 1, without the loss that subtraction brings near zero.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::expm1(&array![0.0, 1e-20])?.to_vec::<f64>()?, [0.0, 1e-20]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    expm1 = EXPM1;

    /// The natural logarithm. Minus infinity for zero, NaN for negative numbers.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::log(&array![1.0, 0.0])?.to_vec::<f64>()?, [0.0, f64::NEG_INFINITY]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    log = LOG;

    /// The logarithm to the base of 2; exact for powers of two.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::log2(&array![8.0, 0.25])?.to_vec::<f64>()?, [3.0, -2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    log2 = LOG2;

    /// The logarithm to the base of 10; exact for powers of ten.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::log10(&array![1000.0, 1e-5])?.to_vec::<f64>()?, [3.0, -5.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    log10 = LOG10;

    /// The natural logarithm of `1 + a`, without the loss that addition brings near zero.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::log1p(&array![0.0, 1e-20])?.to_vec::<f64>()?, [0.0, 1e-20]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    log1p = LOG1P;

    /// The cube root, of negative numbers too. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::cbrt(&array![27.0, -8.0])?.to_vec::<f64>()?, [3.0, -2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    cbrt = CBRT;

    /// The sine of an angle in radians, however large.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::sin(&array![0.0, 1e22])?.to_vec::<f64>()?, [0.0, -0.8522008497671888]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    sin = SIN;

    /// The cosine of an angle in radians, however large.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::cos(&array![0.0, 1e22])?.to_vec::<f64>()?, [1.0, 0.523214785395139]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    cos = COS;

    /// The tangent of an angle in radians, however large.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::tan(&array![0.0, 1.0])?.to_vec::<f64>()?, [0.0, 1.5574077246549023]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    tan = TAN;

    /// The angle with this sine, from -pi/2 to pi/2. NaN outside of -1 to 1.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::arcsin(&array![0.0, 1.0])?.to_vec::<f64>()?, [0.0, std::f64::consts::FRAC_PI_2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    arcsin = ARCSIN;

    /// The angle with this cosine, from 0 to pi. NaN outside of -1 to 1.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::arccos(&array![1.0, -1.0])?.to_vec::<f64>()?, [0.0, std::f64::consts::PI]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    arccos = ARCCOS;

    /// The angle with this tangent, from -pi/2 to pi/2.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::arctan(&array![1.0, f64::INFINITY])?.to_vec::<f64>()?, [std::f64::consts::FRAC_PI_4, std::f64::consts::FRAC_PI_2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    arctan = ARCTAN;

    /// The hyperbolic sine.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::sinh(&array![0.0, 1.0])?.to_vec::<f64>()?, [0.0, 1.1752011936438014]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    sinh = SINH;

    /// The hyperbolic cosine.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::cosh(&array![0.0, 1.0])?.to_vec::<f64>()?, [1.0, 1.5430806348152437]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    cosh = COSH;

    /// The hyperbolic tangent.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::tanh(&array![0.0, 1.0, 100.0])?.to_vec::<f64>()?, [0.0, 0.7615941559557649, 1.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    tanh = TANH;

    /// The number with this hyperbolic sine.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::arcsinh(&array![0.0, 1.0])?.to_vec::<f64>()?, [0.0, 0.881373587019543]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    arcsinh = ARCSINH;

    /// The number, not negative, with this hyperbolic cosine. NaN below 1.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::arccosh(&array![1.0, 2.0])?.to_vec::<f64>()?, [0.0, 1.3169578969248168]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    arccosh = ARCCOSH;

    /// The number with this hyperbolic tangent. Infinite at -1 and 1, NaN beyond.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::arctanh(&array![0.5, 1.0])?.to_vec::<f64>()?, [0.5493061443340549, f64::INFINITY]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    arctanh = ARCTANH;

    /// An angle in radians, in degrees. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::degrees(&array![std::f64::consts::PI])?.to_vec::<f64>()?, [180.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    degrees = DEGREES;

    /// An angle in degrees, in radians. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::radians(&array![180.0])?.to_vec::<f64>()?, [std::f64::consts::PI]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    radians = RADIANS;

    /// An angle in radians, in degrees: [`degrees`] under NumPy's other name.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::rad2deg(&array![std::f64::consts::PI])?.to_vec::<f64>()?, [180.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    rad2deg = RAD2DEG;

    /// An angle in degrees, in radians: [`radians`] under NumPy's other name.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::deg2rad(&array![180.0])?.to_vec::<f64>()?, [std::f64::consts::PI]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    deg2rad = DEG2RAD;
}

binary! {
    /// The logarithm of `e^a + e^b`, where these may be too large or too small for numbers. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::logaddexp(&array![1000.0], 1000.0)?.to_vec::<f64>()?, [1000.0 + std::f64::consts::LN_2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    logaddexp = LOGADDEXP;

    /// The logarithm to the base of 2 of `2^a + 2^b`. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::logaddexp2(&array![-2000.0], -2000.0)?.to_vec::<f64>()?, [-1999.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    logaddexp2 = LOGADDEXP2;

    /// `a` to the power of `b`, computed in float64 at least: negative powers of integers are no error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::float_power(&array![2, 3], -1)?.to_vec::<f64>()?, [0.5, 1.0 / 3.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    float_power = FLOAT_POWER;

    /// The length of the hypotenuse, without overflow on the way: the root of `a*a + b*b`. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::hypot(&array![3.0, 6e200], &array![4.0, 0.0])?.to_vec::<f64>()?, [5.0, 6e200]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    hypot = HYPOT;

    /// The angle of the point with the coordinates `b` and `a`, from -pi to pi. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::arctan2(&array![1.0, -0.0], &array![1.0, -1.0])?.to_vec::<f64>()?, [std::f64::consts::FRAC_PI_4, -std::f64::consts::PI]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    arctan2 = ARCTAN2;
}
