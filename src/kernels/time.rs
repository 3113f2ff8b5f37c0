//! Loops for dates and spans, which are counts of 64 bits, of one unit by the time they get here.
//!
//! NaT is the smallest count. It makes NaT of what it is calculated with, is neither equal to anything nor in any order, and
//! wins against every time in `Maximum` and `Minimum`. Where a result leaves the range of counts, loops end with an error that
//! names both values; nothing of the elements around it has been written then.

#![allow(clippy::cast_ptr_alignment, reason = "callers promise that elements are aligned")]

use std::marker::PhantomData;

use super::elementwise::{binary_op, unary_op};
use super::fold::folded;
use super::grid::{Context, Grid, NumberLoop};
use super::several::Ternary;
use crate::element::calendar::NAT;
use crate::element::scalars::Bool;
use crate::element::{Scalar, TimeError};
use crate::error::Result;
use crate::simd::{Kernel, dispatch};

/// An operation whose result may not fit.
pub(crate) trait Checked<A = i64, B = i64>: 'static {
    /// How it is written.
    const SIGN: &'static str;

    /// The result, and whether it fits; if not, what it is does not matter.
    fn call(a: A, b: B) -> (i64, bool);
}

/// Defines a checked operation: `checked_op!(Add "+", i64 i64: |a, b| a.overflowing_add(b))`.
macro_rules! checked_op {
    ($op:ident $sign:literal, $($a:ty, $b:ty)*: |$x:ident, $y:ident| $body:expr) => {
        $(impl Checked<$a, $b> for $op {
            const SIGN: &'static str = $sign;

            #[inline(always)]
            fn call($x: $a, $y: $b) -> (i64, bool) {
                $body
            }
        })*
    };
}

/// `a + b`.
pub(crate) struct Add;
/// `a - b`.
pub(crate) struct Subtract;
/// `a * b`, of a span and a number or the other way round.
pub(crate) struct Multiply;
/// `a / b`, of a span and a float, rounded toward zero.
pub(crate) struct Divide;

/// What an operation on counts gives: NaT if either is, else its result, which fits if it did not overflow into or past NaT.
/// Without branches, and without the operations of the processor that tell of an overflow: so it becomes vector code.
#[inline(always)]
fn counted(a: i64, b: i64, result: i64, overflow: bool) -> (i64, bool) {
    let nat = (a == NAT) | (b == NAT);
    (if nat { NAT } else { result }, nat | (!overflow & (result != NAT)))
}

/// A sum overflows if its sign is that of neither operand.
#[inline(always)]
fn sum(a: i64, b: i64) -> (i64, bool) {
    let result = a.wrapping_add(b);
    counted(a, b, result, (a ^ result) & (b ^ result) < 0)
}

/// A difference overflows if the signs of the operands differ, and its own is not that of the first.
#[inline(always)]
fn difference(a: i64, b: i64) -> (i64, bool) {
    let result = a.wrapping_sub(b);
    counted(a, b, result, (a ^ b) & (a ^ result) < 0)
}

/// A float as a count: NaT if it is not finite.
#[inline(always)]
fn truncated(nat: bool, x: f64) -> (i64, bool) {
    const LIMIT: f64 = i64::MAX as f64;
    if nat || !x.is_finite() { (NAT, true) } else { (x as i64, x > -LIMIT && x < LIMIT) }
}

checked_op!(Add "+", i64, i64: |a, b| sum(a, b));
checked_op!(Subtract "-", i64, i64: |a, b| difference(a, b));
checked_op!(Multiply "*", i64, f64: |a, b| truncated(a == NAT, a as f64 * b));
checked_op!(Multiply "*", f64, i64: |a, b| truncated(b == NAT, a * b as f64));
checked_op!(Divide "/", i64, f64: |a, b| truncated(a == NAT, a as f64 / b));

/// A span times an integer, of which the smallest is none of NaT.
pub(crate) struct MultiplyInteger<const SPAN: usize>;

impl<const SPAN: usize> Checked for MultiplyInteger<SPAN> {
    const SIGN: &'static str = "*";

    #[inline(always)]
    fn call(a: i64, b: i64) -> (i64, bool) {
        let span = if SPAN == 0 { a } else { b };
        let (result, overflow) = a.overflowing_mul(b);
        if span == NAT { (NAT, true) } else { (result, !overflow && result != NAT) }
    }
}

/// `a / b`, of a span and an integer, rounded toward zero; NaT if that is zero.
pub(crate) struct DivideInteger;
/// `a / b`, of two spans, a float.
pub(crate) struct Quotient;
/// `a // b`, of two spans; zero if either is NaT, or the second zero.
pub(crate) struct FloorDivide;
/// `a % b`, of two spans, with the sign of the second; NaT if that is zero.
pub(crate) struct Remainder;

binary_op!(DivideInteger [], i64: |a, b| if a == NAT || b == 0 { NAT } else { a.wrapping_div(b) });
binary_op!(FloorDivide [], i64: |a, b| if a == NAT || b == NAT || b == 0 { 0 } else { floored(a, b).0 });
binary_op!(Remainder [], i64: |a, b| if a == NAT || b == NAT || b == 0 { NAT } else { floored(a, b).1 });
binary_op!(Quotient [-> f64], i64: |a, b| if a == NAT || b == NAT { f64::NAN } else { a as f64 / b as f64 });

/// Quotient, rounded down, and remainder of counts of which neither is NaT and the second is not zero.
#[inline(always)]
fn floored(a: i64, b: i64) -> (i64, i64) {
    let (quotient, remainder) = (a / b, a % b);
    if remainder != 0 && (remainder < 0) != (b < 0) { (quotient - 1, remainder + b) } else { (quotient, remainder) }
}

/// `a == b`.
pub(crate) struct Equal;
/// `a != b`.
pub(crate) struct NotEqual;
/// `a < b`.
pub(crate) struct Less;
/// `a <= b`.
pub(crate) struct LessEqual;
/// `a > b`.
pub(crate) struct Greater;
/// `a >= b`.
pub(crate) struct GreaterEqual;

// NaT is below all others, so that looking at the one that should be smaller is enough.
binary_op!(Equal [-> Bool], i64: |a, b| Bool::new(a == b && a != NAT));
binary_op!(NotEqual [-> Bool], i64: |a, b| Bool::new(a != b || a == NAT));
binary_op!(Less [-> Bool], i64: |a, b| Bool::new(a < b && a != NAT));
binary_op!(LessEqual [-> Bool], i64: |a, b| Bool::new(a <= b && a != NAT));
binary_op!(Greater [-> Bool], i64: |a, b| Bool::new(a > b && b != NAT));
binary_op!(GreaterEqual [-> Bool], i64: |a, b| Bool::new(a >= b && b != NAT));

/// The later one; NaT if either is.
pub(crate) struct Maximum;
/// The earlier one; NaT if either is.
pub(crate) struct Minimum;
/// The later one; the other one if either is NaT.
pub(crate) struct Fmax;
/// The earlier one; the other one if either is NaT.
pub(crate) struct Fmin;

/// A count, with NaT above all others instead of below.
#[inline(always)]
fn nat_last(a: i64) -> i64 {
    a.wrapping_sub(1)
}

binary_op!(Maximum [], i64: |a, b| if nat_last(a) >= nat_last(b) { a } else { b });
binary_op!(Minimum [], i64: |a, b| a.min(b));
binary_op!(Fmax [], i64: |a, b| a.max(b));
binary_op!(Fmin [], i64: |a, b| if nat_last(a) <= nat_last(b) { a } else { b });

/// Not before the second nor after the third, which has the last word; NaT if any is.
pub(crate) struct Clip;

impl Ternary<i64> for Clip {
    #[inline(always)]
    fn call(a: i64, low: i64, high: i64) -> i64 {
        let raised = if nat_last(a) >= nat_last(low) { a } else { low };
        raised.min(high)
    }
}

/// The loop of `a // b` and `a % b` together, of two spans: see [`FloorDivide`] and [`Remainder`].
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with elements of 64 bits.
#[expect(clippy::unnecessary_wraps, reason = "a loop, of which others may fail")]
pub(crate) unsafe fn run_divmod(grid: &Grid, _: &Context<'_>) -> Result<()> {
    for row in 0..grid.rows {
        for i in 0..grid.n {
            let place = |k: usize| grid.element(k, row, i).cast::<i64>();
            // SAFETY: an input of the grid.
            let [a, b] = [0, 1].map(|k| unsafe { place(k).read() });
            let (quotient, remainder) = if a == NAT || b == NAT || b == 0 { (0, NAT) } else { floored(a, b) };
            // SAFETY: the first output of the grid.
            unsafe { place(2).write(quotient) };
            // SAFETY: the second one.
            unsafe { place(3).write(remainder) };
        }
    }
    Ok(())
}

pub(crate) static MAXIMUM: NumberLoop = folded::<Maximum, i64>();
pub(crate) static MINIMUM: NumberLoop = folded::<Minimum, i64>();
pub(crate) static FMAX: NumberLoop = folded::<Fmax, i64>();
pub(crate) static FMIN: NumberLoop = folded::<Fmin, i64>();

/// `-a`.
pub(crate) struct Negative;
/// `a`.
pub(crate) struct Positive;
/// The magnitude.
pub(crate) struct Absolute;
/// -1, 0 or 1; -1 for NaT, as in NumPy.
pub(crate) struct Sign;
/// Whether it is NaT.
pub(crate) struct IsNat;
/// Whether it is not NaT.
pub(crate) struct IsFinite;
/// Never.
pub(crate) struct IsInfinite;

// The smallest count is its own negative, and so NaT stays NaT.
unary_op!(Negative [], i64: |a| a.wrapping_neg());
unary_op!(Positive [], i64: |a| a);
unary_op!(Absolute [], i64: |a| a.wrapping_abs());
unary_op!(Sign [], i64: |a| a.signum());
unary_op!(IsNat [-> Bool], i64: |a| Bool::new(a == NAT));
unary_op!(IsFinite [-> Bool], i64: |a| Bool::new(a != NAT));
unary_op!(IsInfinite [-> Bool], i64: |_a| Bool::new(false));

/// How many results are checked before they are written.
const BLOCK: usize = 256;

/// The loop of a checked operation.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with elements of these types.
pub(crate) unsafe fn run_checked<F: Checked<A, B>, A: Copy, B: Copy>(grid: &Grid, context: &Context<'_>) -> Result<()> {
    let misfit = dispatch(CheckedRows::<F, A, B>(grid, PhantomData));
    match misfit {
        None => Ok(()),
        // SAFETY: a position in the grid, the results around which have not been written.
        Some((row, i)) => Err(unsafe { out_of_range(F::SIGN, grid, context, row, i) }),
    }
}

/// Names the operands at a position.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn); the position is one of the grid.
#[cold]
unsafe fn out_of_range(sign: &str, grid: &Grid, context: &Context<'_>, row: usize, i: usize) -> crate::error::Error {
    // SAFETY: an element of the grid, of the dtype that the context says.
    let text = |k: usize| unsafe { Scalar::read(&context.dtypes[k], grid.element(k, row, i)) }.to_string();
    TimeError::OutOfRange { value: format!("{} {sign} {}", text(0), text(1)), dtype: context.dtypes[2].clone() }.into()
}

struct CheckedRows<'a, F, A, B>(&'a Grid, PhantomData<(F, A, B)>);

impl<F: Checked<A, B>, A: Copy, B: Copy> Kernel for CheckedRows<'_, F, A, B> {
    /// Where the first result is that does not fit.
    type Output = Option<(usize, usize)>;

    #[inline(always)]
    fn run(self) -> Option<(usize, usize)> {
        let grid = self.0;
        let mut results = [0i64; BLOCK];
        for row in 0..grid.rows {
            for start in (0..grid.n).step_by(BLOCK) {
                let results = &mut results[..BLOCK.min(grid.n - start)];
                let (a, b) = (grid.element(0, row, start), grid.element(1, row, start));
                let (a, b) = (a.cast::<A>().cast_const(), b.cast::<B>().cast_const());
                let (a_step, b_step) = (grid.step[0], grid.step[1]);
                let (a_dense, b_dense) = (a_step == size_of::<A>() as isize, b_step == size_of::<B>() as isize);
                // SAFETY: elements `start` and following of the row, without gaps.
                let dense_a = |i: usize| unsafe { a.wrapping_add(i).read() };
                // SAFETY: likewise.
                let dense_b = |i: usize| unsafe { b.wrapping_add(i).read() };
                // SAFETY: likewise, with gaps.
                let far_a = |i: usize| unsafe { a.wrapping_byte_offset(a_step * i as isize).read() };
                // SAFETY: likewise.
                let far_b = |i: usize| unsafe { b.wrapping_byte_offset(b_step * i as isize).read() };
                let fit = if a_dense && b_dense {
                    block::<F, A, B>(results, dense_a, dense_b)
                } else if a_dense && b_step == 0 {
                    let b = dense_b(0);
                    block::<F, A, B>(results, dense_a, |_| b)
                } else if a_step == 0 && b_dense {
                    let a = dense_a(0);
                    block::<F, A, B>(results, |_| a, dense_b)
                } else {
                    block::<F, A, B>(results, far_a, far_b)
                };
                if !fit {
                    let misfit = (0..results.len()).find(|&i| !F::call(far_a(i), far_b(i)).1).unwrap_or(0);
                    return Some((row, start + misfit));
                }
                let out = grid.element(2, row, start).cast::<i64>();
                if grid.step[2] == size_of::<i64>() as isize {
                    // SAFETY: outputs of the grid, one after the other; the results are elsewhere.
                    unsafe { results.as_ptr().copy_to_nonoverlapping(out, results.len()) };
                    continue;
                }
                for (i, &result) in results.iter().enumerate() {
                    // SAFETY: an output of the grid.
                    unsafe { out.wrapping_byte_offset(grid.step[2] * i as isize).write(result) };
                }
            }
        }
        None
    }
}

/// Computes results, and tells whether all fit.
#[inline(always)]
fn block<F: Checked<A, B>, A, B>(results: &mut [i64], a: impl Fn(usize) -> A, b: impl Fn(usize) -> B) -> bool {
    let mut fit = true;
    for (i, slot) in results.iter_mut().enumerate() {
        let (result, fits) = F::call(a(i), b(i));
        *slot = result;
        fit &= fits;
    }
    fit
}
