//! Reductions as functions.

use crate::array::Array;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::ufunc::Reduce;

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $method:ident;)*) => {
        $($(#[$doc])*
        pub fn $name<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
            a.$method(spec)
        })*
    };
}

functions! {
    /// The sum along axes: [`Array::sum`].
    sum = sum;
    /// The product along axes: [`Array::prod`].
    prod = prod;
    /// The largest element along axes: [`Array::max`].
    max = max;
    /// The largest element along axes: [`Array::max`] under its other name.
    amax = max;
    /// The smallest element along axes: [`Array::min`].
    min = min;
    /// The smallest element along axes: [`Array::min`] under its other name.
    amin = min;
    /// Whether any element along axes is true: [`Array::any`].
    any = any;
    /// Whether all elements along axes are true: [`Array::all`].
    all = all;
}

/// How many elements along axes are true, that is, not zero: NumPy's `count_nonzero` with an axis.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::count_nonzero_along(&array![[0, 1], [2, 3]], 1)?.to_vec::<i64>()?, [1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn count_nonzero_along<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    a.astype(Dtype::Bool)?.sum(spec)
}
