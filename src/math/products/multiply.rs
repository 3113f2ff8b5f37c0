//! The one product that all others are made of: stacks of matrices, of any dtype that has products.

use crate::array::{Array, copyto};
use crate::dtype::{Casting, Dtype, DtypeKind, ScalarId, result_type};
use crate::error::Result;
use crate::kernels::matmul::factor;
use crate::layout::{Dims, Layout, broadcast_shapes};
use crate::ufunc::{ADD, MULTIPLY, Reduce, UfuncError, multiply_matrices};

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
fn ready(operand: &Array, dtype: &Dtype, computed: ScalarId) -> Result<Array> {
    let own = operand.dtype();
    if is_taken_for(own, computed) && (own == dtype || is_taken_for(dtype, computed)) {
        return Ok(operand.clone());
    }
    if own.can_cast(dtype, Casting::Safe) {
        return operand.astype(computed.dtype());
    }
    operand.astype(dtype.clone())?.astype(computed.dtype())
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
/// dtype that has products. `conjugate`: with the conjugate of `a`, if `m` and `n` are one.
///
/// Floats of fewer bits are summed as float32 and rounded once, integers wrap around, booleans are "or" of "and".
pub(super) fn multiply(a: &Array, b: &Array, dtype: &Dtype, conjugate: bool) -> Result<Array> {
    multiply_into(a, b, dtype, conjugate, None)
}

/// [`multiply`], into an array that may serve: one with contiguous rows, of the shape and dtype of the result.
pub(super) fn multiply_into(
    a: &Array,
    b: &Array,
    dtype: &Dtype,
    conjugate: bool,
    out: Option<&mut Array>,
) -> Result<Array> {
    let (outer_a, outer_b) = (a.ndim() - 2, b.ndim() - 2);
    let stack = if outer_a == 0 && outer_b == 0 {
        Dims::default()
    } else {
        broadcast_shapes(&[&a.shape()[..outer_a], &b.shape()[..outer_b]])?
    };
    let with = |core: [usize; 2]| -> Dims { stack.iter().copied().chain(core).collect() };
    let (m, k, n) = (a.shape()[outer_a], a.shape()[outer_a + 1], b.shape()[outer_b + 1]);
    let Some(id) = dtype.scalar_id() else { return multiply_objects(a, b) };
    let computed = factor(id);
    let (a, b) = (ready(a, dtype, computed)?, ready(b, dtype, computed)?);
    let (a, b) = if stack.is_empty() { (a, b) } else { (a.broadcast_to(with([m, k]))?, b.broadcast_to(with([k, n]))?) };
    let conjugate = conjugate && dtype.kind() == DtypeKind::Complex;
    let size = usize::from(computed.row().size);
    let direct = is_taken_for(dtype, computed);
    if let Some(out) = out
        && direct
        && out.dtype() == dtype
        && out.shape() == &with([m, n])[..]
        && (n <= 1 || out.strides()[out.ndim() - 1] == size as isize)
    {
        multiply_matrices(&a, &b, out, computed, conjugate)?;
        return Ok(out.clone());
    }
    let made = if direct { dtype.clone() } else { computed.dtype() };
    let mut c = Array::to_fill(Layout::c_order(&with([m, n]), size)?, made)?;
    multiply_matrices(&a, &b, &mut c, computed, conjugate)?;
    if direct { Ok(c) } else { c.astype(dtype.clone()) }
}

/// The same for objects, which are multiplied and added as Python does.
fn multiply_objects(a: &Array, b: &Array) -> Result<Array> {
    let (a, b) = (a.astype(Dtype::Object)?, b.astype(Dtype::Object)?);
    // Each row with each column: (…, m, 1, k) and (…, 1, n, k).
    let (rows, columns) = (a.expand_dims(&[-2])?, b.swapaxes(-1, -2)?.expand_dims(&[-3])?);
    let products = MULTIPLY.call(&[&rows, &columns])?;
    if a.shape()[a.ndim() - 1] == 0 {
        return Array::full(&products.shape()[..products.ndim() - 1], 0i64, Dtype::Object);
    }
    ADD.reduce(&products, Reduce::axis(-1))
}
