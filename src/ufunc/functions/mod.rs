//! A free function for each ufunc, under NumPy's name.

mod arith;
mod bits;
mod compare;
mod float;
mod math;

pub use arith::*;
pub use bits::*;
pub use compare::*;
pub use float::*;
pub use math::*;

// NumPy's other names.
pub use arith::{absolute as abs, conjugate as conj, divide as true_divide, power as pow, remainder as r#mod};
pub use bits::{invert as bitwise_invert, invert as bitwise_not};
pub use bits::{left_shift as bitwise_left_shift, right_shift as bitwise_right_shift};
pub use float::{round as around, trunc as fix};
pub use math::{arccos as acos, arccosh as acosh, arcsin as asin, arcsinh as asinh};
pub use math::{arctan as atan, arctan2 as atan2, arctanh as atanh};

use super::call::{call, wrong_operands};
use super::operand::{Given, Weak};
use super::options::Options;
use super::{Operand, Ufunc};
use crate::array::Array;
use crate::dtype::{DtypeKind, iinfo};
use crate::element::Scalar;
use crate::error::Result;

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident = $ufunc:ident;)*) => {
        $($(#[$doc])*
        pub fn $name<'a>(a: impl Into<Operand<'a>>) -> Result<Array> {
            call_plain(&table::$ufunc, [a.into()])
        })*
    };
}
use unary;

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $ufunc:ident;)*) => {
        $($(#[$doc])*
        pub fn $name<'a>(a: impl Into<Operand<'a>>, b: impl Into<Operand<'a>>) -> Result<Array> {
            call_plain(&table::$ufunc, [a.into(), b.into()])
        })*
    };
}
use binary;

macro_rules! comparison {
    ($($(#[$doc:meta])* $name:ident = $ufunc:ident;)*) => {
        $($(#[$doc])*
        pub fn $name<'a>(a: impl Into<Operand<'a>>, b: impl Into<Operand<'a>>) -> Result<Array> {
            call_plain(&table::$ufunc, comparable(a.into(), b.into()))
        })*
    };
}
use comparison;

/// Calls a ufunc with two outputs.
fn two_results(ufunc: &Ufunc, inputs: &mut [Operand<'_>]) -> Result<(Array, Array)> {
    let mut outputs = call(ufunc, inputs, Options::default())?.into_iter();
    match (outputs.next(), outputs.next()) {
        (Some(first), Some(second)) => Ok((first, second)),
        _ => Err(wrong_operands(ufunc, inputs.len())),
    }
}

/// The operands of a comparison or a logical operation: a bare integer that the type of the other does not hold becomes one that can be compared
/// with it exactly.
fn comparable<'a>(mut a: Operand<'a>, mut b: Operand<'a>) -> [Operand<'a>; 2] {
    if let Some(x) = out_of_range(&a, &b) {
        a = x;
    }
    if let Some(x) = out_of_range(&b, &a) {
        b = x;
    }
    [a, b]
}

/// What to compare instead of a bare integer that the type of the other does not hold.
fn out_of_range(weak: &Operand<'_>, other: &Operand<'_>) -> Option<Operand<'static>> {
    let Given::Weak(Weak::Int(x)) = weak.0 else { return None };
    let dtype = other.array()?.dtype().native_scalar();
    match dtype.kind() {
        DtypeKind::Integer | DtypeKind::Unsigned => {
            let limits = iinfo(dtype).ok()?;
            if (limits.min..=limits.max).contains(&x) {
                return None;
            }
        }
        DtypeKind::Bool if i64::try_from(x).is_ok() => return None,
        DtypeKind::Bool => {}
        _ => return None,
    }
    Some(Operand::from(match (i64::try_from(x), u64::try_from(x)) {
        (Ok(x), _) => Scalar::from(x),
        (_, Ok(x)) => Scalar::from(x),
        // Beyond every integer type.
        _ => Scalar::from(if x > 0 { f64::INFINITY } else { f64::NEG_INFINITY }),
    }))
}
