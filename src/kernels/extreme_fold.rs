//! The largest and the smallest of rows of floats.
//!
//! A maximum that minds NaNs and the signs of zeros is many instructions; one that does not is one. So a block is first
//! looked through for NaNs, then folded as if there were no difference between zeros, and only a result of zero is looked
//! into again.

use std::marker::PhantomData;

use super::elementwise::Binary;
use super::fold::{columns, with_folds};
use super::grid::{Computed, Grid, NumberLoop};
use crate::simd::{Kernel, dispatch};

/// A float.
pub(crate) trait Float: Computed + PartialOrd {
    const NAN: Self;
    fn is_nan(self) -> bool;
    fn is_zero(self) -> bool;
}

macro_rules! floats {
    ($($type:ty)*) => {
        $(impl Float for $type {
            const NAN: $type = <$type>::NAN;

            #[inline(always)]
            fn is_nan(self) -> bool {
                <$type>::is_nan(self)
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                self == 0.0
            }
        })*
    };
}

floats!(f32 f64);

/// The larger or the smaller of two floats.
pub(crate) trait Extreme<T>: Binary<T, Out = T> {
    /// Whether NaNs are left out.
    const SKIPS_NAN: bool;

    /// Whether one is preferred to another, neither of which is NaN; no zero is preferred to another.
    fn beats(x: T, best: T) -> bool;
}

/// The loops of an extreme of floats.
pub(crate) const fn extreme<F: Extreme<T>, T: Float>() -> NumberLoop {
    with_folds::<F, T>(fold::<F, T>)
}

/// The [`ReduceFn`](super::grid::ReduceFn) of an extreme.
///
/// # Safety
/// - As for [`ReduceFn`](super::grid::ReduceFn).
unsafe fn fold<F: Extreme<T>, T: Float>(grid: &Grid) {
    let size = size_of::<T>() as isize;
    if grid.step[1] == size {
        dispatch(Dense::<F, T>(grid, PhantomData));
    } else if grid.rows >= 8 && grid.row_step[0] == size && grid.row_step[1] == size {
        // SAFETY: the caller's promises are those of `columns`.
        unsafe { columns::<F, T>(grid) };
    } else {
        for row in 0..grid.rows {
            let slot = grid.at(0, row).cast::<T>();
            // SAFETY: what the row is folded into.
            let start = unsafe { slot.read() };
            // SAFETY: an element of the grid.
            let element = |i: usize| unsafe { grid.element(1, row, i).cast::<T>().read() };
            let folded = (0..grid.n).fold(start, |folded, i| F::call(folded, element(i)));
            // SAFETY: what the row is folded into.
            unsafe { slot.write(folded) };
        }
    }
}

struct Dense<'a, F, T>(&'a Grid, PhantomData<(F, T)>);

impl<F: Extreme<T>, T: Float> Kernel for Dense<'_, F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            let slot = self.0.at(0, row).cast::<T>();
            // SAFETY: `n` elements that follow each other, which nothing writes while they are folded.
            let elements = unsafe { std::slice::from_raw_parts(self.0.at(1, row).cast::<T>(), self.0.n) };
            // SAFETY: what the row is folded into.
            let start = unsafe { slot.read() };
            // SAFETY: what the row is folded into.
            unsafe { slot.write(fold_row::<F, T>(start, elements)) };
        }
    }
}

/// Elements that are looked through at a time.
const BLOCK: usize = 1024;

#[inline(always)]
fn fold_row<F: Extreme<T>, T: Float>(start: T, elements: &[T]) -> T {
    let one_by_one = |start: T, elements: &[T]| elements.iter().fold(start, |a, &b| F::call(a, b));
    if elements.len() < 32 {
        return one_by_one(start, elements);
    }
    let mut folded = start;
    for block in elements.chunks(BLOCK) {
        if has_nan(block) {
            if !F::SKIPS_NAN {
                return T::NAN;
            }
            folded = one_by_one(folded, block);
            continue;
        }
        let best = best_of::<F, T>(block);
        folded = if best.is_zero() { one_by_one(folded, block) } else { F::call(folded, best) };
    }
    folded
}

/// Whether there is a NaN in a block.
#[inline(always)]
pub(super) fn has_nan<T: Float>(block: &[T]) -> bool {
    block.iter().fold(false, |found, x| found | x.is_nan())
}

/// A preferred element of a block without NaNs.
#[inline(always)]
pub(super) fn best_of<F: Extreme<T>, T: Float>(block: &[T]) -> T {
    lanes::<F, T, 32>(block)
}

#[inline(always)]
fn lanes<F: Extreme<T>, T: Float, const LANES: usize>(block: &[T]) -> T {
    let better = |best: T, x: T| if F::beats(x, best) { x } else { best };
    let mut best = block[0];
    let chunks = block.chunks_exact(LANES);
    let rest = chunks.remainder();
    if block.len() >= LANES {
        let mut lanes = [best; LANES];
        for chunk in chunks {
            for j in 0..LANES {
                lanes[j] = better(lanes[j], chunk[j]);
            }
        }
        best = lanes.into_iter().fold(best, better);
    }
    rest.iter().fold(best, |best, &x| better(best, x))
}
