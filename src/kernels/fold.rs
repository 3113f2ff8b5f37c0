//! Folding rows into one element each, and running results: the drivers of reductions and accumulations.
//!
//! Which order a fold goes in is the operation's choice:
//! - [`folded`]: any, for operations whose result does not depend on it.
//! - [`sequential`]: one element after the other, as NumPy does.
//!
//! Where the elements of a row are apart but rows lie side by side (a reduction over the first axis), whole rows are folded
//! into the row of results, a part at a time that stays in the first cache. Each result sees its elements in the same
//! order as before.

use std::marker::PhantomData;

use super::elementwise::{Binary, binary_loop, run_binary};
use super::grid::{Computed, Context, Grid, NumberLoop, ReduceFn, Unsigned, of_bits};
use crate::simd::{Kernel, dispatch_vectors, has_vectors};

/// The loops of an operation on whose results order has no influence.
pub(crate) const fn folded<F: Binary<T, Out = T>, T: Computed>() -> NumberLoop {
    with_folds::<F, T>(fold::<F, T, true>)
}

/// The same for an operation to which the sign of integers makes no difference.
pub(crate) const fn folded_bits<F: Binary<U::Signed, Out = U::Signed>, U: Unsigned>() -> NumberLoop {
    of_bits::<U>(folded::<F, U::Signed>())
}

/// The loops of an operation that folds one element after the other.
pub(crate) const fn sequential<F: Binary<T, Out = T>, T: Computed>() -> NumberLoop {
    with_folds::<F, T>(fold::<F, T, false>)
}

/// The same for an operation to which the sign of integers makes no difference.
pub(crate) const fn sequential_bits<F: Binary<U::Signed, Out = U::Signed>, U: Unsigned>() -> NumberLoop {
    of_bits::<U>(sequential::<F, U::Signed>())
}

/// The loops of an operation, with its own way of folding rows.
pub(crate) const fn with_folds<F: Binary<T, Out = T>, T: Computed>(reduce: ReduceFn) -> NumberLoop {
    NumberLoop { reduce: Some(reduce), accumulate: Some(accumulate::<F, T>), ..binary_loop::<F, T>() }
}

/// The [`ReduceFn`] of an operation: in any order that the compiler chooses, or one element after the other.
///
/// # Safety
/// - As for [`ReduceFn`].
pub(super) unsafe fn fold<F: Binary<T, Out = T>, T: Copy, const ANY_ORDER: bool>(grid: &Grid) {
    let size = size_of::<T>() as isize;
    if grid.step[1] == size && ANY_ORDER && grid.n > 1 && has_vectors() {
        dispatch_vectors(DenseFold::<F, T>(grid, PhantomData));
    } else if grid.rows > 1 && grid.row_step[0] == size && grid.row_step[1] == size {
        // SAFETY: the caller's promises are those of `columns`.
        unsafe { columns::<F, T>(grid) };
    } else {
        for row in 0..grid.rows {
            let slot = grid.at(0, row).cast::<T>();
            // SAFETY: what the row is folded into.
            let mut folded = unsafe { slot.read() };
            for i in 0..grid.n {
                // SAFETY: an element of the grid.
                folded = F::call(folded, unsafe { grid.element(1, row, i).cast::<T>().read() });
            }
            // SAFETY: what the row is folded into.
            unsafe { slot.write(folded) };
        }
    }
}

struct DenseFold<'a, F, T>(&'a Grid, PhantomData<(F, T)>);

impl<F: Binary<T, Out = T>, T: Copy> Kernel for DenseFold<'_, F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            let slot = self.0.at(0, row).cast::<T>();
            // SAFETY: `n` elements that follow each other, which nothing writes while they are folded.
            let elements = unsafe { std::slice::from_raw_parts(self.0.at(1, row).cast::<T>(), self.0.n) };
            // SAFETY: what the row is folded into.
            let start = unsafe { slot.read() };
            let folded = elements.iter().fold(start, |a, &b| F::call(a, b));
            // SAFETY: what the row is folded into.
            unsafe { slot.write(folded) };
        }
    }
}

/// How many bytes of the results are folded into at a time.
const PART: usize = 4096;

/// Folds columns: the results lie side by side, as do the elements that go into them one by one.
///
/// # Safety
/// - As for [`ReduceFn`], with rows that are one element apart.
pub(super) unsafe fn columns<F: Binary<T, Out = T>, T: Copy>(grid: &Grid) {
    let size = size_of::<T>() as isize;
    let part = PART / size_of::<T>();
    let context = Context { dtypes: &[], closure: None };
    for start in (0..grid.rows).step_by(part) {
        let (slot, elements) = (grid.at(0, start), grid.at(1, start));
        let pass = Grid {
            ptr: [slot, elements, slot, std::ptr::null_mut()],
            step: [size, size, size, 0],
            row_step: [0, grid.step[1], 0, 0],
            n: part.min(grid.rows - start),
            rows: grid.n,
        };
        // SAFETY: the elements are those of the grid; each is written to the place of the input at the same position.
        // The loops of operations on numbers do not fail.
        let _ = unsafe { run_binary::<F, T, T>(&pass, &context) };
    }
}

/// The [`AccumulateFn`](super::grid::AccumulateFn) of an operation.
///
/// # Safety
/// - As for [`AccumulateFn`](super::grid::AccumulateFn).
pub(super) unsafe fn accumulate<F: Binary<T, Out = T>, T: Copy>(grid: &Grid) {
    for row in 0..grid.rows {
        let before = grid.ptr[2].cast::<T>();
        let mut i = 0;
        let mut running = if before.is_null() {
            if grid.n == 0 {
                continue;
            }
            i = 1;
            // SAFETY: the first element of the row.
            let first = unsafe { grid.at(0, row).cast::<T>().read() };
            // SAFETY: the first result of the row.
            unsafe { grid.at(1, row).cast::<T>().write(first) };
            first
        } else {
            // SAFETY: the result before the row.
            unsafe { grid.at(2, row).cast::<T>().read() }
        };
        let (mut element, mut result) = (grid.element(0, row, i), grid.element(1, row, i));
        while i < grid.n {
            // SAFETY: an element of the grid.
            running = F::call(running, unsafe { element.cast::<T>().read() });
            // SAFETY: a result of the grid.
            unsafe { result.cast::<T>().write(running) };
            (element, result) = (element.wrapping_offset(grid.step[0]), result.wrapping_offset(grid.step[1]));
            i += 1;
        }
    }
}
