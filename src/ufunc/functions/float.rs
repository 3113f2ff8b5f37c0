//! Rounding, and the parts of floats.

use super::{binary, two_results, unary};
use crate::array::{Array, Like};
use crate::dtype::DtypeKind;
use crate::error::Result;
use crate::ufunc::call::{call, call_plain};
use crate::ufunc::in_place::call_in_place;
use crate::ufunc::options::Options;
use crate::ufunc::{Operand, table};

binary! {
    /// The magnitude of `a` with the sign of `b`, also of zeros and NaN. Integers become floats; complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::copysign(&array![1.0, -2.0], -0.0)?.to_vec::<f64>()?, [-1.0, -2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    copysign = COPYSIGN;

    /// The next float after `a` in the direction of `b`, of the type that both have. Integers become floats; complex numbers are
    /// an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::nextafter(&array![1.0f32], 2.0)?.to_vec::<f32>()?, [1.0 + f32::EPSILON]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    nextafter = NEXTAFTER;

    /// `a` times two to the power of `b`, which is an integer; the result has the float type of `a`. Rounded once. An error if
    /// `b` is a float or a uint64.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::ldexp(&array![0.75, 1.0], &array![2, -1])?.to_vec::<f64>()?, [3.0, 0.5]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    ldexp = LDEXP;

    /// 0 where `a` is negative, 1 where it is positive, `b` where it is zero, NaN where it is NaN. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::heaviside(&array![-1.5, 0.0, 2.0], 0.5)?.to_vec::<f64>()?, [0.0, 0.5, 1.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    heaviside = HEAVISIDE;
}

unary! {
    /// The distance to the next float away from zero, with the sign of `a`; of float16, the distance to the next larger one, as in
    /// NumPy. NaN for infinities. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::spacing(&array![1.0, -1.0])?.to_vec::<f64>()?, [f64::EPSILON, -f64::EPSILON]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    spacing = SPACING;

    /// The nearest whole number, ties to the even one. Integers become floats; of complex numbers, both parts are rounded.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::rint(&array![0.5, 1.5, -1.2])?.to_vec::<f64>()?, [0.0, 2.0, -1.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    rint = RINT;

    /// The largest whole number that is not larger. Integers stay as they are; complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::floor(&array![1.5, -1.5])?.to_vec::<f64>()?, [1.0, -2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    floor = FLOOR;

    /// The smallest whole number that is not smaller. Integers stay as they are; complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::ceil(&array![1.5, -1.5])?.to_vec::<f64>()?, [2.0, -1.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    ceil = CEIL;

    /// The nearest whole number toward zero. Integers stay as they are; complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::trunc(&array![1.5, -1.5])?.to_vec::<f64>()?, [1.0, -1.0]);
    /// assert_eq!(np::fix(&array![2.9])?.to_vec::<f64>()?, [2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    trunc = TRUNC;
}

/// A fraction of magnitude 0.5 to 1 and an int32, so that `a` is the fraction times two to that power. Zeros, infinities and NaN
/// come with a 0. Integers become floats; complex numbers are an error.
///
/// ```
/// use ndtype::{self as np, array};
/// let (fraction, exponent) = np::frexp(&array![6.0, 0.25])?;
/// assert_eq!((fraction.to_vec::<f64>()?, exponent.to_vec::<i32>()?), (vec![0.75, 0.5], vec![3, -1]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn frexp<'a>(a: impl Into<Operand<'a>>) -> Result<(Array, Array)> {
    two_results(&table::FREXP, &mut [a.into()])
}

/// The fraction and the whole part, both with the sign of `a`. Integers become floats; complex numbers are an error.
///
/// ```
/// use ndtype::{self as np, array};
/// let (fraction, whole) = np::modf(&array![1.5, -0.25])?;
/// assert_eq!((fraction.to_vec::<f64>()?, whole.to_vec::<f64>()?), (vec![0.5, -0.25], vec![1.0, -0.0]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn modf<'a>(a: impl Into<Operand<'a>>) -> Result<(Array, Array)> {
    two_results(&table::MODF, &mut [a.into()])
}

/// Rounded to so many decimals, ties to even; with a negative number, to tens, hundreds and so on.
///
/// As NumPy does it: multiplied by a power of ten, rounded, and divided by it, so that the result may be off in the last
/// place. Integers keep their type, and are computed in float64 where there is something to round. Booleans without decimals
/// become float16, as with [`rint`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::round(&array![1.236, -0.5], 2)?.to_vec::<f64>()?, [1.24, -0.5]);
/// assert_eq!(np::round(&array![1250, 149], -2)?.to_vec::<i32>()?, [1200, 100]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn round(a: &Array, decimals: i32) -> Result<Array> {
    let kind = a.dtype().kind();
    let integer = matches!(kind, DtypeKind::Integer | DtypeKind::Unsigned);
    if integer && decimals >= 0 {
        return Ok(a.clone());
    }
    if decimals == 0 {
        return rint(a);
    }
    if kind == DtypeKind::Complex {
        // A power of ten is real: each part is rounded on its own.
        let (part, whole) = (a.real()?.dtype().native_scalar().clone(), a.dtype().native_scalar().clone());
        let shape: Vec<isize> = a.shape().iter().map(|&n| n as isize).collect();
        let parts = a.astype(&whole)?.reshape([-1])?.view_dtype(part)?;
        let rounded = round(&parts, decimals)?.view_dtype(whole)?.reshape(shape)?;
        return if a.dtype().is_native() { Ok(rounded) } else { rounded.astype(a.dtype().clone()) };
    }
    let ten = 10f64.powi(decimals.abs());
    let (there, back) =
        if decimals > 0 { (&table::MULTIPLY, &table::DIVIDE) } else { (&table::DIVIDE, &table::MULTIPLY) };
    if !integer && (!a.dtype().is_native() || a.dtype().scalar_type().is_some_and(|row| row.ml)) {
        // As in NumPy: each step in the array's own dtype, though bare numbers do not join it.
        let mut rounded = Like::new(a).empty()?;
        let options = Options { out: vec![&mut rounded], ..Options::default() };
        call(there, &mut [a.into(), ten.into()], options)?;
        call_in_place(&table::RINT, &mut rounded, &mut [])?;
        call_in_place(back, &mut rounded, &mut [ten.into()])?;
        return Ok(rounded);
    }
    let scaled = call_plain(there, [a.into(), ten.into()])?;
    let rounded = call_plain(back, [rint(scaled)?.into(), ten.into()])?;
    if integer { rounded.astype(a.dtype()) } else { Ok(rounded) }
}
