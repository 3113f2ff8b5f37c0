//! The one product that all others are made of: stacks of matrices, of any dtype that has products.

use std::borrow::Cow;

use crate::array::{Array, copyto};
use crate::dtype::{Casting, Dtype, DtypeKind, result_type};
use crate::error::Result;
use crate::layout::{Dims, Layout, broadcast_shapes};
use crate::ufunc::{ADD, Core, MULTIPLY, Reduce, UfuncError, multiply_matrices};

/// The dtype of a product of operands with these dtypes: the one that was asked for, if they may be cast to it, or their
/// common one. An error if it has no products.
pub(super) fn product_dtype(
    function: &'static str,
    operands: &[&Dtype],
    wanted: Option<&Dtype>,
    casting: Casting,
) -> Result<Dtype> {
    let no_loop = |output: Option<Dtype>| {
        let inputs = operands.iter().map(|dtype| dtype.repr()).collect();
        UfuncError::NoLoop { ufunc: function.to_owned(), inputs, output }
    };
    let multiplies = |dtype: &Dtype| dtype.kind().is_numeric() || dtype == &Dtype::Object;
    if !operands.iter().all(|dtype| multiplies(dtype)) {
        return Err(no_loop(wanted.cloned()).into());
    }
    let Some(wanted) = wanted else {
        return result_type(operands.iter().copied()).map_err(|_| no_loop(None).into());
    };
    let to = wanted.native_scalar().clone();
    if !multiplies(&to) {
        return Err(no_loop(Some(to)).into());
    }
    match operands.iter().find(|from| !from.can_cast(&to, casting)) {
        Some(&from) => {
            Err(UfuncError::Cast { ufunc: function.to_owned(), output: false, from: from.clone(), to, casting }.into())
        }
        None => Ok(to),
    }
}

/// An operand that its product takes: one of numbers, which are booleans if that is a product of booleans.
fn ready<'a>(operand: &'a Array, dtype: &Dtype) -> Result<Cow<'a, Array>> {
    let own = operand.dtype();
    let cast = if dtype == &Dtype::Bool { own != dtype } else { own.native_scalar().scalar_id().is_none() };
    Ok(if cast { Cow::Owned(operand.astype(dtype.clone())?) } else { Cow::Borrowed(operand) })
}

/// Where a product goes.
pub(super) struct Target<'a> {
    pub(super) out: Option<&'a mut Array>,
    pub(super) casting: Casting,
}

impl Target<'_> {
    /// Puts a result of a function where it goes.
    pub(super) fn deliver(self, function: &'static str, result: Array) -> Result<Array> {
        let Some(out) = self.out else { return Ok(result) };
        if !result.dtype().can_cast(out.dtype(), self.casting) {
            let (ufunc, from, to) = (function.to_owned(), result.dtype().clone(), out.dtype().clone());
            return Err(UfuncError::Cast { ufunc, output: true, from, to, casting: self.casting }.into());
        }
        copyto(out, &result, Casting::Unsafe, None)?;
        Ok(out.clone())
    }
}

/// The products of stacks of matrices, (…, m, k) and (…, k, n), whose axes before the last two are broadcast: (…, m, n), of a
/// dtype that has products. `core` says which of `m` and `n` are not there.
///
/// Floats of fewer bits are summed as float32 and rounded once, integers wrap around, booleans are "or" of "and".
pub(super) fn multiply(a: &Array, b: &Array, dtype: &Dtype, core: Core) -> Result<Array> {
    multiply_into(a, b, dtype, core, None)
}

/// [`multiply`], into an array that may serve: one with contiguous rows, of the shape and dtype of the result.
pub(super) fn multiply_into(a: &Array, b: &Array, dtype: &Dtype, core: Core, out: Option<&mut Array>) -> Result<Array> {
    if dtype.scalar_id().is_none() {
        return multiply_objects(a, b, core);
    }
    let (mut a, mut b) = (ready(a, dtype)?, ready(b, dtype)?);
    let [of_a, of_b, of_c] = core.axes(&a, &b);
    let (outer_a, outer_b) = (a.ndim() - of_a.len(), b.ndim() - of_b.len());
    let mut shape = of_c;
    if outer_a + outer_b > 0 {
        let stack = broadcast_shapes(&[&a.shape()[..outer_a], &b.shape()[..outer_b]])?;
        let with = |core: &Dims| -> Dims { stack.iter().chain(core).copied().collect() };
        shape = with(&shape);
        (a, b) = (Cow::Owned(a.broadcast_to(with(&of_a))?), Cow::Owned(b.broadcast_to(with(&of_b))?));
    }
    let core = Core { conjugate: core.conjugate && dtype.kind() == DtypeKind::Complex, ..core };
    let size = dtype.itemsize();
    if let Some(out) = out
        && out.dtype() == dtype
        && out.shape() == &shape[..]
        && (core.column || out.shape()[out.ndim() - 1] <= 1 || out.strides()[out.ndim() - 1] == size as isize)
    {
        multiply_matrices(&a, &b, out, dtype, core)?;
        return Ok(out.clone());
    }
    let mut c = Array::to_fill(Layout::c_order(&shape, size)?, dtype.clone())?;
    multiply_matrices(&a, &b, &mut c, dtype, core)?;
    Ok(c)
}

/// The same for objects, which are multiplied and added as Python does.
fn multiply_objects(a: &Array, b: &Array, core: Core) -> Result<Array> {
    let (a, b) = (a.astype(Dtype::Object)?, b.astype(Dtype::Object)?);
    // Each row with each column: (…, m, 1, k) and (…, 1, n, k).
    let rows = if core.row { a } else { a.expand_dims(&[-2])? };
    let columns = match (core.row, core.column) {
        (_, true) if core.row => b,
        (_, true) => b.expand_dims(&[-2, -3])?,
        (true, _) => b.swapaxes(-1, -2)?,
        _ => b.swapaxes(-1, -2)?.expand_dims(&[-3])?,
    };
    let rows = if core.row && !core.column { rows.expand_dims(&[-2])? } else { rows };
    let products = MULTIPLY.call(&[&rows, &columns])?;
    let sums = if products.shape()[products.ndim() - 1] == 0 {
        Array::full(&products.shape()[..products.ndim() - 1], 0i64, Dtype::Object)?
    } else {
        ADD.reduce(&products, Reduce::axis(-1))?
    };
    if core.column && !core.row { sums.squeeze(Some(&[-1])) } else { Ok(sums) }
}
