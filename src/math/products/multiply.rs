//! The one product that all others are made of: stacks of matrices, of any dtype that has products.

use std::borrow::Cow;

use crate::array::{Array, copyto};
use crate::dtype::{Casting, Dtype, DtypeKind, ScalarId, result_type};
use crate::error::Result;
use crate::kernels::matmul::factor;
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

/// Whether the elements of a dtype are taken as they are for numbers of a type that products are computed in.
fn is_taken_for(dtype: &Dtype, computed: ScalarId) -> bool {
    dtype.scalar_id().is_some_and(|id| id.row().size == computed.row().size && factor(id) == computed)
}

/// An operand as its products are computed: rounded to their dtype, if it may have other values, and cast.
fn ready<'a>(operand: &'a Array, dtype: &Dtype, computed: ScalarId) -> Result<Cow<'a, Array>> {
    let own = operand.dtype();
    if is_taken_for(own, computed) && (own == dtype || is_taken_for(dtype, computed)) {
        return Ok(Cow::Borrowed(operand));
    }
    if own.can_cast(dtype, Casting::Safe) {
        return Ok(Cow::Owned(operand.astype(computed.dtype())?));
    }
    Ok(Cow::Owned(operand.astype(dtype.clone())?.astype(computed.dtype())?))
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
    let Some(id) = dtype.scalar_id() else { return multiply_objects(a, b, core) };
    let computed = factor(id);
    let (mut a, mut b) = (ready(a, dtype, computed)?, ready(b, dtype, computed)?);
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
    let size = usize::from(computed.row().size);
    let direct = is_taken_for(dtype, computed);
    if let Some(out) = out
        && direct
        && out.dtype() == dtype
        && out.shape() == &shape[..]
        && (core.column || out.shape()[out.ndim() - 1] <= 1 || out.strides()[out.ndim() - 1] == size as isize)
    {
        multiply_matrices(&a, &b, out, computed, core)?;
        return Ok(out.clone());
    }
    let made = if direct { dtype.clone() } else { computed.dtype() };
    let mut c = Array::to_fill(Layout::c_order(&shape, size)?, made)?;
    multiply_matrices(&a, &b, &mut c, computed, core)?;
    if direct { Ok(c) } else { c.astype(dtype.clone()) }
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
