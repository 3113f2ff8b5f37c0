//! Where the largest and smallest elements are.

use crate::array::{Array, ValueError};
use crate::dtype::{Casting, Dtype, DtypeKind};
use crate::error::Result;
use crate::kernels::argument::{argument, argument_of_time};
use crate::kernels::grid::computed_as;
use crate::ufunc::{Reduce, UfuncError, map_lanes};

/// The place of the largest element along an axis, or in C's order for all axes: the first of them; a NaN counts as larger
/// than any number. NumPy's `argmax`.
///
/// Errors: no elements, several axes, a dtype without an order, a mask or a dtype of the result.
///
/// ```
/// use ndtype::{self as np, Array, array};
/// let a = array![[1, 5, 3], [7, 7, 2]];
/// assert_eq!(np::argmax(&a, ..)?.item::<i64>()?, 3);
/// assert_eq!(np::argmax(&a, 1)?.to_vec::<i64>()?, [1, 0]);
/// assert_eq!(np::argmax(&array![1.0, f64::NAN], 0)?.item::<i64>()?, 1);
/// assert!(np::argmax(&Array::zeros([0], "i4")?, 0).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn argmax<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    place("argmax", a, spec.into(), true)
}

/// The place of the smallest element along an axis: NumPy's `argmin`. As [`argmax`] otherwise.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::argmin(&array![[3.5, 1.5], [1.5, 4.0]], 0)?.to_vec::<i64>()?, [1, 0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn argmin<'a>(a: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
    place("argmin", a, spec.into(), false)
}

impl Array {
    /// The place of the largest element: [`argmax`].
    pub fn argmax<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        argmax(self, spec)
    }

    /// The place of the smallest element: [`argmin`].
    pub fn argmin<'a>(&self, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        argmin(self, spec)
    }
}

fn place(operation: &'static str, a: &Array, spec: Reduce<'_>, largest: bool) -> Result<Array> {
    let refuse = |reason: &'static str| Err(ValueError::Argument { reason, value: operation.to_owned() }.into());
    if spec.r#where.is_some() || spec.initial.is_some() || spec.dtype.is_some() {
        return refuse("no mask, initial value or dtype can be given to it");
    }
    let native = a.dtype().native_scalar().clone();
    let time = matches!(native.kind(), DtypeKind::Datetime | DtypeKind::Timedelta);
    let (function, dtype) = match native.scalar_id() {
        _ if time => (argument_of_time(largest), native),
        Some(id) => match argument(id, largest).or_else(|| argument(computed_as(id), largest)) {
            Some(function) if argument(id, largest).is_some() => (function, native),
            Some(function) => (function, computed_as(id).dtype()),
            None => return Err(ValueError::Unsupported { operation, dtype: native }.into()),
        },
        None => return Err(ValueError::Unsupported { operation, dtype: native }.into()),
    };
    let (flat, axis) = match spec.axes.as_deref() {
        None => (a.ravel()?, 0),
        Some(&[_]) => (a.clone(), spec.counted(a.ndim())?[0]),
        Some(_) => return refuse("one axis or all of them can be given to it"),
    };
    if flat.shape()[axis] == 0 {
        return Err(ValueError::Argument {
            reason: "attempt to get it of an empty sequence",
            value: operation.to_owned(),
        }
        .into());
    }
    let ready = if flat.dtype() == &dtype && flat.flags().aligned { flat } else { flat.astype(dtype)?.copy()? };
    let places = map_lanes(&ready, axis, function, Dtype::Int64)?;
    let shape = super::statistics::result_shape(a, &spec)?;
    // As in NumPy: a place may be cut, but an output holds integers.
    if let Some(out) = &spec.out
        && !out.dtype().can_cast(&Dtype::Int64, Casting::Safe)
    {
        let (from, to) = (Dtype::Int64, out.dtype().clone());
        let (ufunc, casting) = (operation.to_owned(), Casting::SameKind);
        return Err(UfuncError::Cast { ufunc, output: true, from, to, casting }.into());
    }
    super::statistics::deliver(operation, places.reshape(shape)?, spec.out)
}
