//! Running sums and products.

use crate::array::{Array, concatenate};
use crate::dtype::Dtype;
use crate::error::Result;
use crate::ufunc::{ADD, MULTIPLY, Reduce, Ufunc};

/// Running sums along an axis, or of all elements in C's order: NumPy's `cumsum`. Integers are summed in 64 bits.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(np::cumsum(&a, ..)?.to_vec::<i64>()?, [1, 3, 6, 10]);
/// assert_eq!(np::cumsum(&a, 0)?.to_vec::<i64>()?, [1, 2, 4, 6]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn cumsum<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    running(&ADD, a, spec.into())
}

/// Running products along an axis, or of all elements in C's order: NumPy's `cumprod`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::cumprod(&array![1, 2, 3, 4], ..)?.to_vec::<i64>()?, [1, 2, 6, 24]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn cumprod<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    running(&MULTIPLY, a, spec.into())
}

/// [`cumsum`], which starts with a zero if `include_initial`: NumPy's `cumulative_sum`. Several axes are an error; an array
/// without axes counts as one with one.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::cumulative_sum(&array![1, 2, 3], .., true)?.to_vec::<i64>()?, [0, 1, 3, 6]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn cumulative_sum<'a>(a: &Array, spec: impl Into<Reduce<'a>>, include_initial: bool) -> Result<Array> {
    with_initial(&ADD, a, spec.into(), include_initial, 0)
}

/// [`cumprod`], which starts with a one if `include_initial`: NumPy's `cumulative_prod`. Several axes are an error.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::cumulative_prod(&array![2, 3], 0, true)?.to_vec::<i64>()?, [1, 2, 6]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn cumulative_prod<'a>(a: &Array, spec: impl Into<Reduce<'a>>, include_initial: bool) -> Result<Array> {
    with_initial(&MULTIPLY, a, spec.into(), include_initial, 1)
}

impl Array {
    /// Running sums: [`cumsum`].
    pub fn cumsum<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        cumsum(self, spec)
    }

    /// Running products: [`cumprod`].
    pub fn cumprod<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        cumprod(self, spec)
    }
}

fn running(ufunc: &Ufunc, a: &Array, mut spec: Reduce<'_>) -> Result<Array> {
    // NumPy takes the dtype here without its byte order, which it refuses elsewhere.
    spec.dtype = spec.dtype.map(|dtype| dtype.native_scalar().clone());
    if spec.axes.is_some() && a.ndim() > 0 {
        return ufunc.accumulate(a, spec);
    }
    // An array without axes counts as one with one.
    let flat = a.ravel()?;
    spec.axes = spec.axes.or_else(|| Some([0].as_slice().into()));
    ufunc.accumulate(&flat, spec)
}

fn with_initial(ufunc: &Ufunc, a: &Array, spec: Reduce<'_>, include_initial: bool, initial: i64) -> Result<Array> {
    let axis = spec.axes.as_deref().and_then(|axes| axes.first().copied());
    let sums = ufunc.accumulate(&crate::array::atleast_1d(a)?, spec)?;
    if !include_initial {
        return Ok(sums);
    }
    let axis = axis.unwrap_or(0);
    let counted = if axis < 0 { axis + sums.ndim() as isize } else { axis } as usize;
    let mut shape = sums.shape().to_vec();
    shape[counted] = 1;
    let dtype: Dtype = sums.dtype().clone();
    concatenate(&[&Array::full(shape, initial, dtype)?, &sums], axis)
}
