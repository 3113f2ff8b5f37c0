//! Whether records are equal, and opaque bytes: what `==` of NumPy's arrays does beside the ufuncs, which have no loop for either.

use super::{Operand, UfuncError, equal, not_equal, table};
use crate::array::{Array, broadcast_shapes};
use crate::dtype::Dtype;
use crate::error::Result;
use crate::layout::ShapeError;

/// Whether elements are equal, or unequal if that is asked; `None` if neither operand is of records or opaque bytes.
pub(super) fn compare(a: &Operand<'_>, b: &Operand<'_>, same: bool) -> Option<Result<Array>> {
    let is_void = |operand: &Operand<'_>| operand.array().is_some_and(|array| void(array.dtype()));
    match (is_void(a), is_void(b)) {
        (false, false) => None,
        (true, true) => Some(a.to_array().and_then(|a| compare_arrays(&a, &b.to_array()?, same))),
        _ => Some(refuse("Cannot compare structured or void to non-void arrays.", a, b)),
    }
}

fn void(dtype: &Dtype) -> bool {
    matches!(dtype, Dtype::Struct(_) | Dtype::Void(_))
}

fn refuse<T>(reason: &'static str, a: &Operand<'_>, b: &Operand<'_>) -> Result<T> {
    let dtype = |operand: &Operand<'_>| operand.array().map_or_else(|| "a number".into(), |a| a.dtype().to_string());
    Err(UfuncError::NoComparison { reason, dtypes: [dtype(a), dtype(b)] }.into())
}

fn compare_arrays(a: &Array, b: &Array, same: bool) -> Result<Array> {
    let shape = broadcast_shapes(&[a.shape(), b.shape()])
        .map_err(|_| ShapeError::Broadcast { shapes: [a, b].map(|array| array.shape().into()).into() })?;
    let (a, b) = (a.broadcast_to(&shape)?, b.broadcast_to(&shape)?);
    let compare = |x: &Array, y: &Array| if same { equal(x, y) } else { not_equal(x, y) };
    match (a.dtype(), b.dtype()) {
        (Dtype::Void(m), Dtype::Void(n)) if m != n => refuse(
            "Cannot compare unstructured voids of different length. Use `.view()` to compare.",
            &(&a).into(),
            &(&b).into(),
        ),
        // Text of one width is equal if all its bytes are.
        (Dtype::Void(n), Dtype::Void(_)) => compare(&a.view_dtype(Dtype::Bytes(*n))?, &b.view_dtype(Dtype::Bytes(*n))?),
        (x, y) if x.promote(y).is_err() => refuse(
            "Cannot compare structured arrays unless they have a common dtype.  I.e. `np.result_type(arr1, arr2)` must be \
             defined.",
            &(&a).into(),
            &(&b).into(),
        ),
        (x, y) => {
            let join = if same { &table::LOGICAL_AND } else { &table::LOGICAL_OR };
            let mut result: Option<Array> = None;
            for (mine, other) in x.fields().iter().zip(y.fields()) {
                let (mine, other) = (a.field(mine.name())?, b.field(other.name())?);
                let mut found = match compare(&mine, &other) {
                    // As in NumPy, things that cannot be compared are not equal: numbers and text.
                    Err(error) if error.is_dtype() && !void(mine.dtype()) => {
                        Array::full(broadcast_shapes(&[mine.shape(), other.shape()])?, !same, Dtype::Bool)?
                    }
                    other => other?,
                };
                if found.ndim() > shape.len() {
                    // The elements of a sub-array are further axes.
                    let axes: Vec<isize> = (shape.len()..found.ndim()).map(|axis| axis as isize).collect();
                    found = join.reduce(&found, axes)?;
                }
                result = Some(match result {
                    None => found,
                    Some(result) => join.call(&[&result, &found])?,
                });
            }
            result.map_or_else(|| Array::full(&shape, same, Dtype::Bool), Ok)
        }
    }
}
