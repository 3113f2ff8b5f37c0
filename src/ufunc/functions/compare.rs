//! Comparisons, logic, questions, extremes.

use std::cmp::Ordering;

use super::{binary, comparable, comparison, positive, unary};
use crate::array::Array;
use crate::dtype::iinfo;
use crate::error::Result;
use crate::ufunc::call::call_plain;
use crate::ufunc::operand::{Given, Weak};
use crate::ufunc::{Limit, Operand, records, table};

/// `a == b`, as booleans. NaN equals nothing. Integers compare exactly, whatever their types and however large a bare one is.
///
/// Records are equal if all fields are, by position, in the common dtype of both; sub-arrays if all elements are. Opaque bytes
/// are equal if all bytes are. NumPy does that for `==` alone, not for `np.equal`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::equal(&array![1, 2, 3], 2)?.to_vec::<bool>()?, [false, true, false]);
/// assert_eq!(np::equal(&array![(1, 2.5), (3, 4.5)], &array![(1u8, 2.5)])?.to_vec::<bool>()?, [true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn equal<'a>(a: impl Into<Operand<'a>>, b: impl Into<Operand<'a>>) -> Result<Array> {
    let (a, b) = (a.into(), b.into());
    records::compare(&a, &b, true).unwrap_or_else(|| call_plain(&table::EQUAL, comparable(a, b)))
}

/// `a != b`, as booleans. NaN is unequal to all, itself included. Records as for [`equal`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::not_equal(&array![1, 2, 3], 2)?.to_vec::<bool>()?, [true, false, true]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn not_equal<'a>(a: impl Into<Operand<'a>>, b: impl Into<Operand<'a>>) -> Result<Array> {
    let (a, b) = (a.into(), b.into());
    records::compare(&a, &b, false).unwrap_or_else(|| call_plain(&table::NOT_EQUAL, comparable(a, b)))
}

comparison! {
    /// `a < b`, as booleans. False where either is NaN; complex numbers by real part, then imaginary part.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::less(&array![1, 2, 3], 2)?.to_vec::<bool>()?, [true, false, false]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    less = LESS;

    /// `a <= b`, as booleans. False where either is NaN; complex numbers by real part, then imaginary part.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::less_equal(&array![1, 2, 3], 2)?.to_vec::<bool>()?, [true, true, false]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    less_equal = LESS_EQUAL;

    /// `a > b`, as booleans. False where either is NaN; complex numbers by real part, then imaginary part.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::greater(&array![1, 2, 3], 2)?.to_vec::<bool>()?, [false, false, true]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    greater = GREATER;

    /// `a >= b`, as booleans. False where either is NaN; complex numbers by real part, then imaginary part.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::greater_equal(&array![1, 2, 3], 2)?.to_vec::<bool>()?, [false, true, true]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    greater_equal = GREATER_EQUAL;
}

// A bare integer of any size is true or false.
comparison! {
    /// Whether both are true, that is not zero.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::logical_and(&array![0, 1, 2], true)?.to_vec::<bool>()?, [false, true, true]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    logical_and = LOGICAL_AND;

    /// Whether either is true, that is not zero.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::logical_or(&array![0.0, 0.5], false)?.to_vec::<bool>()?, [false, true]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    logical_or = LOGICAL_OR;

    /// Whether one of the two is true, that is not zero, and the other is not.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::logical_xor(&array![0, 1, 2], &array![0, 0, 1])?.to_vec::<bool>()?, [false, true, false]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    logical_xor = LOGICAL_XOR;
}

unary! {
    /// Whether it is false, that is zero.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::logical_not(&array![0.0, 0.5, f64::NAN])?.to_vec::<bool>()?, [true, false, false]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    logical_not = LOGICAL_NOT;

    /// Whether it is neither infinite nor NaN; of a complex number, both parts. True for all integers.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::isfinite(&array![1.0, f64::INFINITY, f64::NAN])?.to_vec::<bool>()?, [true, false, false]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    isfinite = ISFINITE;

    /// Whether it is NaN; of a complex number, either part. False for all integers.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::isnan(&array![1.0, f64::INFINITY, f64::NAN])?.to_vec::<bool>()?, [false, false, true]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    isnan = ISNAN;

    /// Whether it is no time. An error for dtypes that are not of time.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// let days = array!["2020-01-01", "NaT"; dtype: "M8[D]"];
    /// assert_eq!(np::isnat(&days)?.to_vec::<bool>()?, [false, true]);
    /// assert!(np::isnat(&array![1.0]).unwrap_err().is_dtype());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    isnat = ISNAT;

    /// Whether it is infinite; of a complex number, either part. False for all integers.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::isinf(&array![1.0, f64::INFINITY, f64::NAN])?.to_vec::<bool>()?, [false, true, false]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    isinf = ISINF;

    /// Whether the sign bit is set, as it is for negative zero. Complex numbers are an error.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::signbit(&array![-0.0, 0.0, -1.0])?.to_vec::<bool>()?, [true, false, true]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    signbit = SIGNBIT;
}

binary! {
    /// The larger one; NaN if either is. Of two zeros, the positive one; complex numbers are ordered by real part, then imaginary
    /// part.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::maximum(&array![1.0, 5.0], 2.0)?.to_vec::<f64>()?, [2.0, 5.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    maximum = MAXIMUM;

    /// The smaller one; NaN if either is. Of two zeros, the negative one; complex numbers are ordered by real part, then
    /// imaginary part.
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::minimum(&array![1.0, 5.0], 2.0)?.to_vec::<f64>()?, [1.0, 2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    minimum = MINIMUM;

    /// The larger one, or the one that is not NaN; otherwise as [`maximum`].
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::fmax(&array![1.0, f64::NAN], 2.0)?.to_vec::<f64>()?, [2.0, 2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    fmax = FMAX;

    /// The smaller one, or the one that is not NaN; otherwise as [`minimum`].
    ///
    /// ```
    /// use ndtype::{self as np, array};
    /// assert_eq!(np::fmin(&array![1.0, f64::NAN], 2.0)?.to_vec::<f64>()?, [1.0, 2.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    fmin = FMIN;
}

/// Numbers kept within bounds: `minimum(maximum(a, low), high)`, so that `high` has the last word. NaN if any is.
///
/// Dates and spans too, in their common unit; integers beside a span count its ticks. `None` is no bound. Nor is a bare integer
/// that integers of the type of `a` cannot reach; one that none of them keeps within is an error.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::clip(&array![1, 5, 9], 2, 7)?.to_vec::<i32>()?, [2, 5, 7]);
/// assert_eq!(np::clip(&array![1u8, 200], -1, 100)?.to_vec::<u8>()?, [1, 100]);
/// assert_eq!(np::clip(&array![1, 5, 9], 2, None)?.to_vec::<i32>()?, [2, 5, 9]);
/// assert!(np::clip(&array![1u8, 200], 300, 400).is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn clip<'a>(a: impl Into<Operand<'a>>, low: impl Into<Limit<'a>>, high: impl Into<Limit<'a>>) -> Result<Array> {
    let (a, Limit(low), Limit(high)) = (a.into(), low.into(), high.into());
    let low = low.filter(|low| !never_reached(low, &a, Ordering::Less));
    let high = high.filter(|high| !never_reached(high, &a, Ordering::Greater));
    match (low, high) {
        (Some(low), Some(high)) => call_plain(&table::CLIP, [a, low, high]),
        (None, Some(high)) => minimum(a, high),
        (Some(low), None) => maximum(a, low),
        (None, None) => positive(a),
    }
}

/// Whether a bound is a bare integer that lies on this side of all integers of the other's type.
fn never_reached(bound: &Operand<'_>, a: &Operand<'_>, side: Ordering) -> bool {
    let (Given::Weak(Weak::Int(x)), Some(array)) = (&bound.0, a.array()) else { return false };
    match iinfo(array.dtype().native_scalar()) {
        Ok(limits) if side == Ordering::Less => *x < limits.min,
        Ok(limits) => *x > limits.max,
        Err(_) => false,
    }
}
