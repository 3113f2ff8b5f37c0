//! Calls that ask for more than a result: that integers do not wrap around, and that conditions are errors.
//!
//! 1. Integers: the saturating loop takes the place of the other, and casts of operands and outputs saturate too. Where
//!    overflow is to be an error, both loops run, and the first result that differs is the one to report.
//! 2. Conditions: the call runs as usual, without lending memory; then operands and results are looked at.

use smallvec::SmallVec;

use super::Ufunc;
use super::call::{Outputs, carry_out, check_inputs, check_outputs, common_shape, only};
use super::conditions::{self, FpErrors};
use super::error::UfuncError;
use super::operand::{Given, Operand};
use super::options::Options;
use super::resolve::{Resolved, resolve, resolve_as};
use crate::array::{Array, broadcast_to, copyto};
use crate::cast::Overflow;
use crate::dtype::{Casting, DtypeKind, TypeArg};
use crate::error::Result;

/// Calls a ufunc.
pub(super) fn call(ufunc: &Ufunc, inputs: &mut [Operand<'_>], options: Options<'_>) -> Result<Outputs> {
    let args: SmallVec<[TypeArg; 3]> = inputs.iter().map(Operand::type_arg).collect();
    let resolved = match &options.dtype {
        Some(dtype) => resolve_as(ufunc, &args, dtype)?,
        None => resolve(ufunc, &args)?,
    };
    check_inputs(ufunc, &args, &resolved, options.casting)?;
    let saturating = if options.overflow == Overflow::Wrap { None } else { saturating(ufunc, &resolved)? };
    let taken = saturating.as_ref().unwrap_or(&resolved);
    let mut arrays: SmallVec<[Array; 3]> = SmallVec::new();
    for (input, dtype) in inputs.iter().zip(&taken.compute) {
        arrays.push(match &input.0 {
            Given::Ref(array) => (*array).clone(),
            Given::Owned(array) => array.clone(),
            Given::Weak(weak) => weak.array(dtype)?,
        });
    }
    let (errors, mask) = (options.errors, options.r#where);
    let outputs = match &saturating {
        Some(saturating) => saturated(ufunc, [&resolved, saturating], &arrays, options)?,
        None => carry_out(ufunc, &resolved, &mut borrowed(&arrays), options)?,
    };
    if errors != FpErrors::IGNORE {
        conditions::check(ufunc, errors, &arrays, &outputs, mask)?;
    }
    Ok(outputs)
}

fn borrowed(arrays: &[Array]) -> SmallVec<[Operand<'_>; 3]> {
    arrays.iter().map(Operand::from).collect()
}

/// The loop that does not wrap around: `None` if the result is none of integers.
fn saturating(ufunc: &Ufunc, resolved: &Resolved) -> Result<Option<Resolved>> {
    let [result] = &resolved.results[..] else { return Ok(None) };
    if !matches!(result.kind(), DtypeKind::Integer | DtypeKind::Unsigned) {
        return Ok(None);
    }
    let found = ufunc.saturating.and_then(|loops| {
        let id = result.scalar_id()?;
        Some(Resolved::number(loops[id as usize].as_ref()?, id, ufunc.nin, ufunc.nout))
    });
    let reason = "it has no loop that finds out";
    let none = || UfuncError::NoMethod { ufunc: ufunc.name.to_owned(), method: "overflow", reason };
    found.map(Some).ok_or_else(|| none().into())
}

/// Runs the saturating loop, which is the second, and compares with the first if overflow is an error.
fn saturated(
    ufunc: &Ufunc,
    [wrapping, saturating]: [&Resolved; 2],
    inputs: &[Array],
    options: Options<'_>,
) -> Result<Outputs> {
    let operands = borrowed(inputs);
    let shape = common_shape(&operands, &options)?;
    let Options { mut out, r#where, order, casting, overflow, .. } = options;
    check_outputs(ufunc, &out, saturating, &shape, casting)?;
    let mut cast: SmallVec<[Array; 3]> = SmallVec::new();
    for (input, dtype) in inputs.iter().zip(&saturating.compute) {
        cast.push(input.astype_overflow(dtype.clone(), overflow)?);
    }
    let run = |resolved: &Resolved| {
        let options = Options { r#where, order, ..Options::default() };
        only(ufunc, carry_out(ufunc, resolved, &mut borrowed(&cast), options)?)
    };
    let result = run(saturating)?;
    if overflow == Overflow::Error {
        first_difference(ufunc, &result, &run(wrapping)?, &cast)?;
    }
    let Some(out) = out.first_mut() else { return Ok(SmallVec::from_iter([result])) };
    let fitted = broadcast_to(&result.astype_overflow(out.dtype().clone(), overflow)?, &shape)?;
    copyto(out, &fitted, Casting::Unsafe, r#where)?;
    Ok(SmallVec::from_iter([(**out).clone()]))
}

/// Fails for the first position, in C's order, at which results differ.
fn first_difference(ufunc: &Ufunc, saturated: &Array, wrapped: &Array, operands: &[Array]) -> Result<()> {
    let (a, b, size) = (saturated.tobytes()?, wrapped.tobytes()?, saturated.itemsize());
    if a == b {
        return Ok(());
    }
    let first = a.iter().zip(&b).position(|(a, b)| a != b).unwrap_or_default() / size;
    let (mut index, mut rest) = (vec![0usize; saturated.ndim()], first);
    for (at, &n) in index.iter_mut().zip(saturated.shape()).rev() {
        (*at, rest) = (rest % n, rest / n);
    }
    let at: Vec<isize> = index.iter().map(|&i| i as isize).collect();
    let value = |operand: &Array| Ok(broadcast_to(operand, saturated.shape())?.get_scalar(&at)?.to_string());
    let operands = operands.iter().map(value).collect::<Result<Vec<_>>>()?;
    Err(UfuncError::Overflow { ufunc: ufunc.name.to_owned(), index, operands, dtype: saturated.dtype().clone() }.into())
}
