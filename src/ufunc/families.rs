//! Ways to a loop that the common type of the operands does not lead to.

use smallvec::smallvec;

use super::Ufunc;
use super::resolve::{ORDER, Resolved, no_loop, number_loop};
use crate::dtype::{Casting, Dtype, DtypeKind, ScalarId, TypeArg};
use crate::error::Result;
use crate::kernels::compare::{self, Mixed};
use crate::kernels::grid::{NumberLoop, NumberLoops};

/// The type of an operand that is a number with a dtype.
fn strong(arg: &TypeArg) -> Option<ScalarId> {
    match arg {
        TypeArg::Strong(dtype) => dtype.native_scalar().scalar_id(),
        _ => None,
    }
}

/// Whether all operands are booleans, or integers of NumPy, or bare ones.
fn are_integers(args: &[TypeArg]) -> bool {
    args.iter().all(|arg| match arg {
        TypeArg::WeakInt => true,
        _ => strong(arg).is_some_and(|id| is_integer(id) && !id.row().ml),
    })
}

/// Whether it is a boolean or an integer.
pub(super) fn is_integer(id: ScalarId) -> bool {
    matches!(id.row().kind, DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned)
}

/// Integers are divided as float64, however small they are.
pub(super) fn true_divide(ufunc: &Ufunc, args: &[TypeArg]) -> Option<Result<Resolved>> {
    let found = ufunc.numbers?[ScalarId::Float64 as usize].as_ref()?;
    are_integers(args).then(|| Ok(Resolved::number(found, ScalarId::Float64, ufunc.nin, ufunc.nout)))
}

/// Booleans alone are refused, rather than taken as small integers.
pub(super) fn no_booleans(ufunc: &Ufunc, args: &[TypeArg]) -> Option<Result<Resolved>> {
    let all = args.iter().all(|arg| strong(arg) == Some(ScalarId::Bool));
    all.then(|| Err(no_loop(ufunc, args, None)))
}

/// A signed and an unsigned integer that have no common integer type are compared as they are, exactly.
fn mixed(ufunc: &Ufunc, args: &[TypeArg], loops: &'static Mixed) -> Option<Result<Resolved>> {
    let [a, b] = args else { return None };
    let (a, b) = (strong(a)?, strong(b)?);
    let unsigned = |id| id == ScalarId::UInt64;
    let signed = |id: ScalarId| id.row().kind == DtypeKind::Integer;
    let found = match (a, b) {
        _ if signed(a) && unsigned(b) => &loops[0],
        _ if unsigned(a) && signed(b) => &loops[1],
        _ => return None,
    };
    Some(Ok(Resolved::number(found, found.types[0], ufunc.nin, ufunc.nout)))
}

macro_rules! comparisons {
    ($($name:ident = $loops:ident;)*) => {
        $(pub(super) fn $name(ufunc: &Ufunc, args: &[TypeArg]) -> Option<Result<Resolved>> {
            mixed(ufunc, args, &compare::$loops)
        })*
    };
}

comparisons! {
    mixed_equal = MIXED_EQUAL;
    mixed_not_equal = MIXED_NOT_EQUAL;
    mixed_less = MIXED_LESS;
    mixed_less_equal = MIXED_LESS_EQUAL;
    mixed_greater = MIXED_GREATER;
    mixed_greater_equal = MIXED_GREATER_EQUAL;
}

/// The magnitude of a complex number is a float of the size of its parts; of complex32, one that is no type of loops.
pub(super) fn magnitude(ufunc: &Ufunc, args: &[TypeArg]) -> Option<Result<Resolved>> {
    if strong(args.first()?)? != ScalarId::Complex32 {
        return None;
    }
    let found = ufunc.numbers?[ScalarId::Complex64 as usize].as_ref()?;
    let resolved = Resolved::number(found, ScalarId::Complex64, ufunc.nin, ufunc.nout);
    Some(Ok(Resolved { results: smallvec![Dtype::Float16], ..resolved }))
}

/// A float and an integer, which have no common type to compute in: the float decides.
pub(super) fn ldexp(ufunc: &Ufunc, args: &[TypeArg]) -> Option<Result<Resolved>> {
    let [float, exponent] = args else { return None };
    let id = match exponent {
        TypeArg::WeakInt => Some(ScalarId::Int32),
        _ => strong(exponent).filter(|&id| is_integer(id) && id != ScalarId::UInt64),
    };
    let float = match float {
        TypeArg::Strong(_) => strong(float),
        TypeArg::WeakFloat => Some(ScalarId::Float64),
        // NumPy takes the smallest float for a bare integer, unless the other is bare or a boolean.
        TypeArg::WeakInt if matches!(exponent, TypeArg::WeakInt) || id == Some(ScalarId::Bool) => {
            Some(ScalarId::Float64)
        }
        TypeArg::WeakInt => Some(ScalarId::Float16),
        TypeArg::WeakComplex => None,
    };
    Some(match (float, id) {
        (Some(float), Some(id)) => {
            // The loops of ml_dtypes take exponents of 32 bits.
            let wide = float.row().ml && !id.dtype().can_cast(&Dtype::Int32, Casting::Safe);
            let float = if wide { ScalarId::Float32 } else { float };
            match number_loop(ufunc.numbers?, float) {
                Some((float, found)) => Ok(Resolved::number(found, float, ufunc.nin, ufunc.nout)),
                None => Err(no_loop(ufunc, args, None)),
            }
        }
        _ => Err(no_loop(ufunc, args, None)),
    })
}

/// The first loop, in NumPy's order, that all operands can be safely cast to, each on its own, and its type.
///
/// Bare numbers count as the smallest type of their kind where they meet one of the same kind or a higher one, else as the
/// type that they have on their own.
pub(super) fn first_fit(loops: &'static NumberLoops, args: &[TypeArg]) -> Option<(ScalarId, &'static NumberLoop)> {
    let meets = |kinds: &[DtypeKind]| args.iter().filter_map(strong).any(|id| kinds.contains(&id.row().kind));
    let inexact = meets(&[DtypeKind::Float, DtypeKind::Complex]);
    let integer = inexact || meets(&[DtypeKind::Integer, DtypeKind::Unsigned]);
    let fits = |arg: &TypeArg, to: ScalarId| {
        let from = match arg {
            TypeArg::Strong(_) => strong(arg),
            TypeArg::WeakInt if integer => return to != ScalarId::Bool,
            TypeArg::WeakInt => Some(ScalarId::Int64),
            TypeArg::WeakFloat if inexact => Some(ScalarId::Float16),
            TypeArg::WeakFloat => Some(ScalarId::Float64),
            TypeArg::WeakComplex if inexact => Some(ScalarId::Complex64),
            TypeArg::WeakComplex => Some(ScalarId::Complex128),
        };
        from.is_some_and(|from| from.dtype().can_cast(&to.dtype(), Casting::Safe))
    };
    ORDER.into_iter().find_map(|to| {
        let found = loops[to as usize].as_ref()?;
        args.iter().all(|arg| fits(arg, to)).then_some((to, found))
    })
}

/// Whether a bare float meets a float of ml_dtypes. NumPy knows of no common type then, other than float64, and looks for
/// a loop.
pub(super) fn is_foreign_with_bare_float(args: &[TypeArg]) -> bool {
    let foreign = |id: ScalarId| id.row().ml && id.row().kind == DtypeKind::Float;
    args.iter().any(|arg| matches!(arg, TypeArg::WeakFloat)) && args.iter().filter_map(strong).any(foreign)
}
