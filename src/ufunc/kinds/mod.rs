//! Loops for what is no number: dates and spans, text, objects.
//!
//! One [`Family`](super::resolve::Family), which every ufunc can have: by the kind of the operands and the name of the ufunc it
//! finds a loop, the dtypes that this takes (units brought together, widths as they are) and the dtype of the result.
//! - `time`: datetime64 and timedelta64, with each other and with integers and floats.
//! - `text`: bytes, Unicode and text of any length.
//! - `object`: objects with anything that becomes one.

mod object;
mod text;
mod time;

use smallvec::smallvec;

use super::Ufunc;
use super::resolve::Resolved;
use crate::dtype::{Dtype, DtypeKind, ScalarId, TypeArg};
use crate::error::Result;
use crate::kernels::grid::LoopFn;

/// Where some operand is no number: the loop for it, if there is one.
pub(super) fn kinds(ufunc: &Ufunc, args: &[TypeArg]) -> Option<Result<Resolved>> {
    let has = |kind: DtypeKind| args.iter().any(|arg| matches!(arg, TypeArg::Strong(dtype) if dtype.kind() == kind));
    if has(DtypeKind::Object) {
        object::resolve(ufunc.name(), args).map(Ok)
    } else if args.len() == 2 && ufunc.name().starts_with("logical") {
        // The truth of anything; as in NumPy not of one operand alone.
        let found = ufunc.numbers.and_then(|loops| loops[ScalarId::Bool as usize].as_ref())?;
        Some(Ok(Resolved::number(found, ScalarId::Bool, 2, 1)))
    } else if has(DtypeKind::Datetime) || has(DtypeKind::Timedelta) {
        time::resolve(ufunc.name(), args)
    } else if has(DtypeKind::String) {
        text::resolve(ufunc.name(), args).map(Ok)
    } else {
        None
    }
}

/// A loop for two operands.
fn binary(run: LoopFn, [a, b]: [Dtype; 2], result: Dtype) -> Resolved {
    Resolved { run, number: None, compute: smallvec![a, b, result.clone()], results: smallvec![result], rounded: None }
}

/// A loop for one operand.
fn unary(run: LoopFn, a: Dtype, result: Dtype) -> Resolved {
    Resolved { run, number: None, compute: smallvec![a, result.clone()], results: smallvec![result], rounded: None }
}
