//! From the dtypes of the operands to a loop: which one, what it takes and gives, and what the results are.

use smallvec::SmallVec;

use super::Ufunc;
use super::error::UfuncError;
use super::families::{first_fit, is_foreign_with_bare_float};
use super::kinds::kinds;
use crate::dtype::{Casting, Dtype, ScalarId, TypeArg, promote_numbers, result_type};
use crate::error::{Error, Result};
use crate::kernels::grid::{LoopFn, NumberLoop, NumberLoops, computed_as};

/// A loop for these operands.
#[derive(Clone)]
pub(super) struct Resolved {
    pub(super) run: LoopFn,
    /// The loop among those for numbers, with its ways to fold.
    pub(super) number: Option<&'static NumberLoop>,
    /// What the loop takes and gives, inputs first.
    pub(super) compute: SmallVec<[Dtype; 4]>,
    /// What the results are cast to, if nothing else is asked for.
    pub(super) results: SmallVec<[Dtype; 2]>,
    /// The smaller type that operands and results have, if the loop computes in another.
    pub(super) rounded: Option<Dtype>,
}

/// A way to find loops for operands that are not all numbers, or not treated as such: `None` if it has none for these.
pub(crate) type Family = fn(&Ufunc, &[TypeArg]) -> Option<Result<Resolved>>;

impl Resolved {
    /// The dtype that an input has before it gets to the loop: numbers of a smaller type are rounded to it, though the loop
    /// computes in another.
    pub(super) fn operand(&self, k: usize) -> &Dtype {
        match &self.rounded {
            Some(dtype) if self.compute[k] == self.compute[0] => dtype,
            _ => &self.compute[k],
        }
    }

    /// A loop for numbers, for operands of the type `id`, which may be one that is computed in another.
    pub(super) fn number(found: &'static NumberLoop, id: ScalarId, nin: usize, nout: usize) -> Resolved {
        Resolved {
            run: found.run,
            number: Some(found),
            compute: found.types[..nin + nout].iter().map(|id| id.dtype()).collect(),
            rounded: (found.types[0] != id).then(|| id.dtype()),
            results: found.types[nin..nin + nout].iter().map(|&out| rounded_to(found, out, id).dtype()).collect(),
        }
    }
}

/// The type of a result: that of the inputs, if these were only computed in another.
pub(super) fn rounded_to(found: &NumberLoop, out: ScalarId, id: ScalarId) -> ScalarId {
    if found.types[0] != id && out == computed_as(id) { id } else { out }
}

/// The loop of a ufunc for operands, of which each is a dtype or a bare number.
pub(super) fn resolve(ufunc: &Ufunc, args: &[TypeArg]) -> Result<Resolved> {
    if ufunc.closure.is_none()
        && !args.iter().all(is_number)
        && let Some(resolved) = kinds(ufunc, args)
    {
        return resolved;
    }
    for family in ufunc.families {
        if let Some(resolved) = family(ufunc, args) {
            return resolved;
        }
    }
    if let Some(loops) = ufunc.numbers
        && args.iter().all(is_number)
    {
        if !is_foreign_with_bare_float(args)
            && let Some(id) = common_number(args)
            && let Some(found) = &loops[id as usize]
        {
            return Ok(Resolved::number(found, id, ufunc.nin, ufunc.nout));
        }
        if let Some((id, found)) = first_fit(loops, args) {
            return Ok(Resolved::number(found, id, ufunc.nin, ufunc.nout));
        }
    }
    Err(no_loop(ufunc, args, None))
}

/// The common type of numbers.
pub(super) fn common_number(args: &[TypeArg]) -> Option<ScalarId> {
    let id = |dtype: &Dtype| dtype.native_scalar().scalar_id();
    match args {
        [TypeArg::Strong(a)] => id(a),
        [TypeArg::Strong(a), TypeArg::Strong(b)] => promote_numbers(id(a)?, id(b)?),
        _ => result_type(args).ok()?.scalar_id(),
    }
}

/// Whether an operand is a number, bare or not.
pub(super) fn is_number(arg: &TypeArg) -> bool {
    match arg {
        TypeArg::Strong(dtype) => dtype.kind().is_numeric(),
        _ => true,
    }
}

/// The order in which NumPy tries loops.
pub(super) const ORDER: [ScalarId; 14] = {
    use ScalarId::*;
    [Bool, Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64, Float16, Float32, Float64, Complex64, Complex128]
};

/// The loop for numbers of a type: its own, or the first that they can be safely cast to, and the type then.
#[inline]
pub(super) fn number_loop(loops: &'static NumberLoops, id: ScalarId) -> Option<(ScalarId, &'static NumberLoop)> {
    if let Some(found) = &loops[id as usize] {
        return Some((id, found));
    }
    let dtype = id.dtype();
    ORDER.into_iter().find_map(|to| {
        let found = loops[to as usize].as_ref()?;
        dtype.can_cast(&to.dtype(), Casting::Safe).then_some((to, found))
    })
}

pub(super) fn no_loop(ufunc: &Ufunc, args: &[TypeArg], output: Option<Dtype>) -> Error {
    let spell = |arg: &TypeArg| match arg {
        TypeArg::Strong(dtype) => dtype.repr(),
        TypeArg::WeakInt => "int".to_owned(),
        TypeArg::WeakFloat => "float".to_owned(),
        TypeArg::WeakComplex => "complex".to_owned(),
    };
    let inputs = args.iter().map(spell).collect();
    UfuncError::NoLoop { ufunc: ufunc.name.to_owned(), inputs, output }.into()
}

/// The loop for a call that asks for a dtype of the result: the one for its operands if that gives it, else the one for
/// operands of that dtype.
pub(super) fn resolve_as(ufunc: &Ufunc, args: &[TypeArg], dtype: &Dtype) -> Result<Resolved> {
    let native = dtype.native_scalar();
    if let Ok(resolved) = resolve(ufunc, args)
        && resolved.results[0] == *native
    {
        return Ok(resolved);
    }
    let wanted: SmallVec<[TypeArg; 3]> = args.iter().map(|_| TypeArg::Strong(native.clone())).collect();
    match resolve(ufunc, &wanted) {
        Ok(resolved) if resolved.results[0] == *native => Ok(resolved),
        _ => Err(no_loop(ufunc, args, Some(dtype.clone()))),
    }
}
