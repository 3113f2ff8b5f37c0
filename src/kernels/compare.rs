//! Comparisons.
//!
//! Complex numbers compare by their real parts, then by their imaginary ones, and not at all if any part is NaN, as in
//! NumPy. Signed and unsigned integers of 64 bits compare exactly.

use num_complex::Complex;

use super::elementwise::{Binary, binary_bits, binary_loop, binary_op, run_binary};
use super::fold::sequential;
use super::grid::{Computed, Context, Grid, NumberLoop, NumberLoops, loops, table};
use crate::dtype::ScalarId;
use crate::element::scalars::Bool;
use crate::error::Result;

/// `a == b`.
pub(crate) struct Equal;
/// `a != b`.
pub(crate) struct NotEqual;
/// `a < b`.
pub(crate) struct Less;
/// `a <= b`.
pub(crate) struct LessEqual;

binary_op!(Equal [-> Bool], i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>: |a, b| Bool::new(a == b));
binary_op!(Equal [-> Bool], Bool: |a, b| Bool::new(a.get() == b.get()));
binary_op!(NotEqual [-> Bool], i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>: |a, b| Bool::new(a != b));
binary_op!(NotEqual [-> Bool], Bool: |a, b| Bool::new(a.get() != b.get()));
binary_op!(Less [-> Bool], i8 i16 i32 i64 u8 u16 u32 u64 f32 f64: |a, b| Bool::new(a < b));
binary_op!(Less [-> Bool], Bool: |a, b| Bool::new(!a.get() & b.get()));
binary_op!(Less [-> Bool], Complex<f32> Complex<f64>: |a, b| {
    Bool::new((a.re < b.re) & !(a.im.is_nan() | b.im.is_nan()) | (a.re == b.re) & (a.im < b.im))
});
binary_op!(LessEqual [-> Bool], i8 i16 i32 i64 u8 u16 u32 u64 f32 f64: |a, b| Bool::new(a <= b));
binary_op!(LessEqual [-> Bool], Bool: |a, b| Bool::new(!a.get() | b.get()));
binary_op!(LessEqual [-> Bool], Complex<f32> Complex<f64>: |a, b| {
    Bool::new((a.re < b.re) & !(a.im.is_nan() | b.im.is_nan()) | (a.re == b.re) & (a.im <= b.im))
});

/// Comparisons of a signed with an unsigned integer: of a negative one, the sign decides.
macro_rules! mixed {
    ($($op:ident: |$a:ident, $b:ident, $negative:ident| $signed_first:expr, $signed_second:expr;)*) => {
        $(
            impl Binary<i64, u64> for $op {
                type Out = Bool;

                #[inline(always)]
                fn call($a: i64, $b: u64) -> Bool {
                    let ($negative, $a) = ($a < 0, $a as u64);
                    Bool::new($signed_first)
                }
            }

            impl Binary<u64, i64> for $op {
                type Out = Bool;

                #[inline(always)]
                fn call($a: u64, $b: i64) -> Bool {
                    let ($negative, $b) = ($b < 0, $b as u64);
                    Bool::new($signed_second)
                }
            }
        )*
    };
}

mixed! {
    Equal: |a, b, negative| !negative & (a == b), !negative & (a == b);
    NotEqual: |a, b, negative| negative | (a != b), negative | (a != b);
    Less: |a, b, negative| negative | (a < b), !negative & (a < b);
    LessEqual: |a, b, negative| negative | (a <= b), !negative & (a <= b);
}

/// The loops of a comparison of a signed with an unsigned integer of 64 bits, in both orders.
pub(crate) type Mixed = [NumberLoop; 2];

const fn mixed<F: Binary<i64, u64, Out = Bool> + Binary<u64, i64, Out = Bool>>() -> Mixed {
    [
        pair([ScalarId::Int64, ScalarId::UInt64], run_binary::<F, i64, u64>),
        pair([ScalarId::UInt64, ScalarId::Int64], run_binary::<F, u64, i64>),
    ]
}

/// The same with the operands the other way round.
const fn mixed_swapped<F: Binary<i64, u64, Out = Bool> + Binary<u64, i64, Out = Bool>>() -> Mixed {
    [
        pair([ScalarId::Int64, ScalarId::UInt64], run_swapped::<F, u64, i64>),
        pair([ScalarId::UInt64, ScalarId::Int64], run_swapped::<F, i64, u64>),
    ]
}

const fn pair(inputs: [ScalarId; 2], run: super::grid::LoopFn) -> NumberLoop {
    let types = [inputs[0], inputs[1], ScalarId::Bool, ScalarId::Bool];
    NumberLoop { types, run, reduce: None, accumulate: None, tree: false }
}

/// The loop of `a > b` made of that of `b < a`.
const fn swapped<F: Binary<A, Out = Bool>, A: Computed>() -> NumberLoop {
    NumberLoop { run: run_swapped::<F, A, A>, ..binary_loop::<F, A>() }
}

/// Runs a loop with its two inputs the other way round.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with a first input of type B and a second one of type A.
unsafe fn run_swapped<F: Binary<A, B>, A: Copy, B: Copy>(grid: &Grid, context: &Context<'_>) -> Result<()> {
    let mut grid = *grid;
    grid.ptr.swap(0, 1);
    grid.step.swap(0, 1);
    grid.row_step.swap(0, 1);
    // SAFETY: the caller's promises, of the same operands in the other order.
    unsafe { run_binary::<F, A, B>(&grid, context) }
}

/// `a > b` of booleans, which can be folded.
struct Greater;
/// `a >= b` of booleans.
struct GreaterEqual;

binary_op!(Greater [], Bool: |a, b| Bool::new(a.get() & !b.get()));
binary_op!(GreaterEqual [], Bool: |a, b| Bool::new(a.get() | !b.get()));

pub(crate) static EQUAL: NumberLoops = table(&[
    loops![sequential::<Equal>: Bool],
    loops![binary_loop::<Equal>: i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>],
    loops![binary_bits::<Equal>: u8 u16 u32 u64],
]);

pub(crate) static NOT_EQUAL: NumberLoops = table(&[
    loops![sequential::<NotEqual>: Bool],
    loops![binary_loop::<NotEqual>: i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>],
    loops![binary_bits::<NotEqual>: u8 u16 u32 u64],
]);

pub(crate) static LESS: NumberLoops = table(&[
    loops![sequential::<Less>: Bool],
    loops![binary_loop::<Less>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>],
]);

pub(crate) static LESS_EQUAL: NumberLoops = table(&[
    loops![sequential::<LessEqual>: Bool],
    loops![binary_loop::<LessEqual>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>],
]);

pub(crate) static GREATER: NumberLoops = table(&[
    loops![sequential::<Greater>: Bool],
    loops![swapped::<Less>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>],
]);

pub(crate) static GREATER_EQUAL: NumberLoops = table(&[
    loops![sequential::<GreaterEqual>: Bool],
    loops![swapped::<LessEqual>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>],
]);

pub(crate) static MIXED_EQUAL: Mixed = mixed::<Equal>();
pub(crate) static MIXED_NOT_EQUAL: Mixed = mixed::<NotEqual>();
pub(crate) static MIXED_LESS: Mixed = mixed::<Less>();
pub(crate) static MIXED_LESS_EQUAL: Mixed = mixed::<LessEqual>();
pub(crate) static MIXED_GREATER: Mixed = mixed_swapped::<Less>();
pub(crate) static MIXED_GREATER_EQUAL: Mixed = mixed_swapped::<LessEqual>();
