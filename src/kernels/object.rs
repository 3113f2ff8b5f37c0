//! Loops for objects. The places of results hold objects already, which are dropped once they are replaced.

#![allow(clippy::cast_ptr_alignment, reason = "callers promise that elements are aligned")]

use std::cmp::Ordering;

use super::grid::{Context, Grid};
use crate::element::scalars::Bool;
use crate::element::{Object, ObjectError, ObjectOp};
use crate::error::Result;

/// An operation on two objects that makes one.
pub(crate) trait Binary: 'static {
    /// How it is written.
    const SIGN: &'static str;

    /// `None` if there is no such thing.
    fn call(a: &Object, b: &Object) -> Option<Object>;
}

/// An operation on one object that makes one.
pub(crate) trait Unary: 'static {
    /// How it is written.
    const SIGN: &'static str;

    /// `None` if there is no such thing.
    fn call(a: &Object) -> Option<Object>;
}

/// A comparison of two objects.
pub(crate) trait Comparison: 'static {
    /// How it is written.
    const SIGN: &'static str;

    /// `None` if they cannot be compared.
    fn call(a: &Object, b: &Object) -> Option<bool>;
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident: $trait:ident $sign:literal |$($x:ident),*| -> $out:ty { $body:expr })*) => {
        $($(#[$doc])*
        pub(crate) struct $name;

        impl $trait for $name {
            const SIGN: &'static str = $sign;

            fn call($($x: &Object),*) -> Option<$out> {
                $body
            }
        })*
    };
}

/// Whether the order of two objects is one of some; `None` if they have none.
fn ordered(a: &Object, b: &Object, holds: fn(Ordering) -> bool) -> Option<bool> {
    a.order(b).ok().map(|order| order.is_some_and(holds))
}

operations! {
    /// `a + b`
    Add: Binary "sum" |a, b| -> Object { a.binary(ObjectOp::Add, b) }
    /// `a - b`
    Subtract: Binary "difference" |a, b| -> Object { a.binary(ObjectOp::Subtract, b) }
    /// `a * b`
    Multiply: Binary "product" |a, b| -> Object { a.binary(ObjectOp::Multiply, b) }
    /// `a / b`
    Divide: Binary "quotient" |a, b| -> Object { a.binary(ObjectOp::Divide, b) }
    /// `a // b`
    FloorDivide: Binary "whole quotient" |a, b| -> Object { a.binary(ObjectOp::FloorDivide, b) }
    /// `a % b`
    Remainder: Binary "remainder" |a, b| -> Object { a.binary(ObjectOp::Remainder, b) }
    /// `a ** b`
    Power: Binary "power" |a, b| -> Object { a.binary(ObjectOp::Power, b) }
    /// `a & b`
    BitwiseAnd: Binary "bitwise and" |a, b| -> Object { a.binary(ObjectOp::And, b) }
    /// `a | b`
    BitwiseOr: Binary "bitwise or" |a, b| -> Object { a.binary(ObjectOp::Or, b) }
    /// `a ^ b`
    BitwiseXor: Binary "bitwise exclusive or" |a, b| -> Object { a.binary(ObjectOp::Xor, b) }
    /// `a << b`
    LeftShift: Binary "shift to the left" |a, b| -> Object { a.binary(ObjectOp::ShiftLeft, b) }
    /// `a >> b`
    RightShift: Binary "shift to the right" |a, b| -> Object { a.binary(ObjectOp::ShiftRight, b) }
    /// The first unless it is smaller.
    Maximum: Binary "order" |a, b| -> Object {
        ordered(a, b, Ordering::is_ge).map(|first| if first { a.clone() } else { b.clone() })
    }
    /// The first unless it is larger.
    Minimum: Binary "order" |a, b| -> Object {
        ordered(a, b, Ordering::is_le).map(|first| if first { a.clone() } else { b.clone() })
    }
    /// The first if it is false, else the second: Python's `and`.
    LogicalAnd: Binary "truth" |a, b| -> Object { a.truth().map(|first| if first { b.clone() } else { a.clone() }) }
    /// The first if it is true, else the second: Python's `or`.
    LogicalOr: Binary "truth" |a, b| -> Object { a.truth().map(|first| if first { a.clone() } else { b.clone() }) }
    /// Whether it is false.
    LogicalNot: Unary "truth" |a| -> Object { a.truth().map(|truth| Object::new(!truth)) }
    /// `-a`
    Negative: Unary "negative" |a| -> Object { a.negative() }
    /// `abs(a)`
    Absolute: Unary "magnitude" |a| -> Object { a.absolute() }
    /// `~a`
    Invert: Unary "inverse of its bits" |a| -> Object { a.invert() }
    /// `a == b`
    Equal: Comparison "order" |a, b| -> bool { Some(a.same_as(b)) }
    /// `a != b`
    NotEqual: Comparison "order" |a, b| -> bool { Some(!a.same_as(b)) }
    /// `a < b`
    Less: Comparison "order" |a, b| -> bool { ordered(a, b, Ordering::is_lt) }
    /// `a <= b`
    LessEqual: Comparison "order" |a, b| -> bool { ordered(a, b, Ordering::is_le) }
    /// `a > b`
    Greater: Comparison "order" |a, b| -> bool { ordered(a, b, Ordering::is_gt) }
    /// `a >= b`
    GreaterEqual: Comparison "order" |a, b| -> bool { ordered(a, b, Ordering::is_ge) }
}

#[cold]
fn refuse(operation: &'static str, operands: &[&Object]) -> crate::error::Error {
    ObjectError::new(operation, operands).into()
}

/// An object in the grid.
///
/// # Safety
/// - The element is an object, and stays as it is while the reference is used.
#[inline(always)]
unsafe fn object<'a>(grid: &Grid, operand: usize, row: usize, i: usize) -> &'a Object {
    // SAFETY: the caller's promise; objects of the grid are aligned.
    unsafe { &*grid.element(operand, row, i).cast::<Object>() }
}

/// The loop of a binary operation.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with three objects.
pub(crate) unsafe fn run_binary<F: Binary>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid.
            let a = unsafe { object(grid, 0, row, i) };
            // SAFETY: likewise.
            let b = unsafe { object(grid, 1, row, i) };
            let result = F::call(a, b).ok_or_else(|| refuse(F::SIGN, &[a, b]))?;
            // SAFETY: an output of the grid, which holds an object. It may be one of the inputs, which are not used any more.
            drop(unsafe { grid.element(2, row, i).cast::<Object>().replace(result) });
        }
    }
    Ok(())
}

/// The loop of a unary operation.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with two objects.
pub(crate) unsafe fn run_unary<F: Unary>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid.
            let a = unsafe { object(grid, 0, row, i) };
            let result = F::call(a).ok_or_else(|| refuse(F::SIGN, &[a]))?;
            // SAFETY: an output of the grid, which holds an object. It may be the input, which is not used any more.
            drop(unsafe { grid.element(1, row, i).cast::<Object>().replace(result) });
        }
    }
    Ok(())
}

/// The loop of a comparison.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with two objects and a boolean.
pub(crate) unsafe fn compare<F: Comparison>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid.
            let a = unsafe { object(grid, 0, row, i) };
            // SAFETY: likewise.
            let b = unsafe { object(grid, 1, row, i) };
            let holds = F::call(a, b).ok_or_else(|| refuse(F::SIGN, &[a, b]))?;
            // SAFETY: an output of the grid.
            unsafe { grid.element(2, row, i).cast::<Bool>().write(Bool::new(holds)) };
        }
    }
    Ok(())
}
