//! The drivers of operations with three inputs, and with two results.
//!
//! As in `elementwise`: rows without gaps are compiled for each instruction set, others once, or go through blocks.

use std::marker::PhantomData;

use super::elementwise::{Unary, load, map, store, through_blocks};
use super::grid::{Computed, Context, Grid, MAX_OPERANDS, NumberLoop};
use crate::error::Result;
use crate::simd::{Kernel, dispatch};

/// An operation on three numbers of a type.
pub(crate) trait Ternary<T>: 'static {
    fn call(a: T, b: T, c: T) -> T;
}

/// The loop of an operation on three numbers.
pub(crate) const fn ternary_loop<F: Ternary<T>, T: Computed>() -> NumberLoop {
    plain([T::ID; MAX_OPERANDS], run_ternary::<F, T>)
}

/// The loop of an operation on one number with two results.
pub(crate) const fn unary_pair<F: Unary<A, Out = (P, Q)>, A: Computed, P: Computed, Q: Computed>() -> NumberLoop {
    plain([A::ID, P::ID, Q::ID, Q::ID], run_unary_pair::<F, A, P, Q>)
}

/// A loop without ways to fold.
const fn plain(types: [crate::dtype::ScalarId; MAX_OPERANDS], run: super::grid::LoopFn) -> NumberLoop {
    NumberLoop { types, run, reduce: None, accumulate: None, tree: false }
}

/// An element of an operand; in a row without gaps, the size of the type says where.
#[inline(always)]
fn place<T, const DENSE: bool>(grid: &Grid, operand: usize, row: usize, i: usize) -> *mut T {
    if DENSE { grid.at(operand, row).cast::<T>().wrapping_add(i) } else { grid.element(operand, row, i).cast() }
}

/// Whether the elements of an operand follow each other.
#[inline]
fn is_dense<T>(grid: &Grid, operand: usize) -> bool {
    grid.step[operand] == size_of::<T>() as isize
}

/// The [`LoopFn`](super::grid::LoopFn) of an operation on three numbers.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with elements of this type.
#[expect(clippy::unnecessary_wraps, reason = "other loops fail")]
pub(crate) unsafe fn run_ternary<F: Ternary<T>, T: Copy>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    if is_dense::<T>(grid, 0) && is_dense::<T>(grid, 3) {
        if grid.step[1] == 0 && grid.step[2] == 0 {
            dispatch(Within::<F, T>(grid, PhantomData));
            return Ok(());
        }
        if [1, 2].iter().all(|&k| grid.step[k] == 0 || is_dense::<T>(grid, k)) {
            dispatch(Three::<F, T>(grid, PhantomData));
            return Ok(());
        }
    }
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid, of this type.
            let [a, b, c] = [0, 1, 2].map(|k| unsafe { grid.element(k, row, i).cast::<T>().read() });
            // SAFETY: the output of the grid, of this type.
            unsafe { grid.element(3, row, i).cast::<T>().write(F::call(a, b, c)) };
        }
    }
    Ok(())
}

/// Three operands, of which the second or the third may stay the same.
struct Three<'a, F, T>(&'a Grid, PhantomData<(F, T)>);

impl<F: Ternary<T>, T: Copy> Kernel for Three<'_, F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        /// Elements at a time, if an operand is repeated.
        const BLOCK: usize = 256;
        let Grid { rows, n, step, .. } = *self.0;
        let repeats = [step[1] == 0, step[2] == 0];
        let size = if repeats == [false; 2] { n.max(1) } else { BLOCK };
        for row in 0..rows {
            let [a, b, c, out] = [0, 1, 2, 3].map(|k| self.0.at(k, row).cast::<T>());
            // SAFETY: the first elements of the row, if it has any; rows without elements have no place to read from.
            let Some([first_b, first_c]) = (n > 0).then(|| [b, c].map(|first| unsafe { first.read() })) else { return };
            let (many_b, many_c) = ([first_b; BLOCK], [first_c; BLOCK]);
            for start in (0..n).step_by(size) {
                let b = if repeats[0] { many_b.as_ptr() } else { b.wrapping_add(start) };
                let c = if repeats[1] { many_c.as_ptr() } else { c.wrapping_add(start) };
                let (a, out) = (a.wrapping_add(start), out.wrapping_add(start));
                // SAFETY: elements of the grid that follow each other, or as many as a block of the same.
                unsafe { three::<F, T>(a, b, c, out, size.min(n - start)) };
            }
        }
    }
}

/// `out[i] = f(a[i], b[i], c[i])`, where `out` may be any of them.
///
/// # Safety
/// - The inputs are valid for reading `n` elements, `out` for writing as many. It is one of them, or does not overlap with it.
#[inline(always)]
unsafe fn three<F: Ternary<T>, T: Copy>(a: *const T, b: *const T, c: *const T, out: *mut T, n: usize) {
    // In place gets a loop of its own, as in `map`.
    if std::ptr::eq(a, out) {
        for i in 0..n {
            // SAFETY: `i` is below `n`.
            let [x, y, z] = [out.cast_const(), b, c].map(|from| unsafe { load(from, i) });
            // SAFETY: likewise.
            unsafe { store(out, i, F::call(x, y, z)) };
        }
    } else {
        for i in 0..n {
            // SAFETY: `i` is below `n`.
            let [x, y, z] = [a, b, c].map(|from| unsafe { load(from, i) });
            // SAFETY: likewise.
            unsafe { store(out, i, F::call(x, y, z)) };
        }
    }
}

/// Only the first operand changes.
struct Within<'a, F, T>(&'a Grid, PhantomData<(F, T)>);

impl<F: Ternary<T>, T: Copy> Kernel for Within<'_, F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            // SAFETY: the elements of the row that stay the same.
            let [b, c] = [1, 2].map(|k| unsafe { self.0.at(k, row).cast::<T>().read() });
            let (a, out) = (self.0.at(0, row).cast::<T>(), self.0.at(3, row).cast::<T>());
            // SAFETY: the grid's elements follow each other; the output may be the input.
            unsafe { map(a, out, self.0.n, |a| F::call(a, b, c)) };
        }
    }
}

/// The [`LoopFn`](super::grid::LoopFn) of an operation on one number with two results.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with elements of these types.
unsafe fn run_unary_pair<F: Unary<A, Out = (P, Q)>, A: Copy, P: Copy, Q: Copy>(
    grid: &Grid,
    context: &Context<'_>,
) -> Result<()> {
    if is_dense::<A>(grid, 0) && is_dense::<P>(grid, 1) && is_dense::<Q>(grid, 2) {
        dispatch(UnaryPair::<F, A, P, Q, true>(grid, PhantomData));
    } else if grid.n > 1 && grid.step[..3].iter().all(|&step| step != 0) {
        let sizes = [size_of::<A>(), size_of::<P>(), size_of::<Q>(), 0];
        // SAFETY: the caller's promises, and the sizes are those of the operands.
        return unsafe { through_blocks(run_unary_pair::<F, A, P, Q>, sizes, 1, grid, context) };
    } else {
        UnaryPair::<F, A, P, Q, false>(grid, PhantomData).run();
    }
    Ok(())
}

struct UnaryPair<'a, F, A, P, Q, const DENSE: bool>(&'a Grid, PhantomData<(F, A, P, Q)>);

impl<F: Unary<A, Out = (P, Q)>, A: Copy, P: Copy, Q: Copy, const DENSE: bool> Kernel
    for UnaryPair<'_, F, A, P, Q, DENSE>
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            for i in 0..self.0.n {
                // SAFETY: the input of the grid, of this type.
                let (p, q) = F::call(unsafe { place::<A, DENSE>(self.0, 0, row, i).read() });
                // SAFETY: the first output of the grid, of this type.
                unsafe { place::<P, DENSE>(self.0, 1, row, i).write(p) };
                // SAFETY: the second output of the grid, of this type.
                unsafe { place::<Q, DENSE>(self.0, 2, row, i).write(q) };
            }
        }
    }
}
