//! The loop over a function for floats of 16 bits.
//!
//! They are computed in single precision, a block at a time. A result within one unit in the last place of the exact one is
//! rounded to the same number of 16 bits as that is, unless it is next to where rounding changes: such vectors are computed
//! again in double precision.

use std::ops::Range;

use super::function::{DenseFn, Function, dense, rows};
use crate::dtype::ScalarId;
use crate::error::Result;
use crate::kernels::convert::converter;
use crate::kernels::grid::{Computed, Context, Grid, NumberLoop};
use crate::simd::{Kernel, dispatch};

/// A float of 16 bits.
pub(super) trait Half: Computed {
    /// The bits of an `f32` that are below those of this float.
    const BELOW: u32;

    /// The bits of the smallest normal number as an `f32`.
    const SMALLEST: u32;
}

impl Half for half::f16 {
    const BELOW: u32 = 13;
    const SMALLEST: u32 = (127 - 14) << 23;
}

impl Half for half::bf16 {
    const BELOW: u32 = 16;
    const SMALLEST: u32 = 1 << 23;
}

/// The loop of a function of one number.
pub(super) const fn small_loop<F: Function, T: Half>() -> NumberLoop {
    let types: [ScalarId; 4] = [T::ID; 4];
    NumberLoop { types, run: run::<F, T>, reduce: None, accumulate: None, tree: false }
}

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of a function.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of this type.
#[expect(clippy::unnecessary_wraps, reason = "loops may fail")]
unsafe fn run<F: Function, T: Half>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    // SAFETY: the caller's promises.
    unsafe { rows(grid, 1, 2, small::<F, T>) };
    Ok(())
}

/// The [`DenseFn`] of a function.
///
/// # Safety
/// - As for [`DenseFn`], with elements of this type.
unsafe fn small<F: Function, T: Half>(from: [*const u8; 2], to: *mut u8, n: usize) {
    // SAFETY: the caller's promises.
    unsafe { blocks::<T>(from[0], to, n, [dense::<F, f32, false>, dense::<F, f32, true>]) };
}

/// Elements that are computed at a time.
const BLOCK: usize = 512;
/// Elements that are looked at together.
const GROUP: usize = 16;

/// Computes elements by functions in single precision: results to the nearest, and those to be rounded once more.
///
/// # Safety
/// - As for [`DenseFn`], with elements of this type; those of the functions are `f32`.
unsafe fn blocks<T: Half>(from: *const u8, to: *mut u8, n: usize, [nearest, odd]: [DenseFn; 2]) {
    let (widen, narrow) = (converter(T::ID, ScalarId::Float32), converter(ScalarId::Float32, T::ID));
    let (mut x, mut y) = ([0f32; BLOCK], [0f32; BLOCK]);
    let (x_bytes, y_bytes) = (x.as_mut_ptr().cast::<u8>(), y.as_mut_ptr().cast::<u8>());
    for start in (0..n).step_by(BLOCK) {
        let count = BLOCK.min(n - start);
        // SAFETY: elements of the input; the block has room for them.
        unsafe { widen(from.wrapping_add(2 * start), 2, x_bytes, 4, count) };
        // SAFETY: so many numbers were written; the other block has room for their results.
        unsafe { nearest([x_bytes; 2], y_bytes, count) };
        let mut at = 0;
        while let Some(group) =
            dispatch(Doubtful::<T> { results: &y[..count], from: at, float: std::marker::PhantomData })
        {
            let (first, length) = (group.start, group.len());
            let x = x_bytes.wrapping_add(4 * first);
            // SAFETY: numbers of the one block, and their results in the other.
            unsafe { odd([x; 2], y_bytes.wrapping_add(4 * first), length) };
            at = group.end;
        }
        // SAFETY: so many results; as many elements of the output.
        unsafe { narrow(y_bytes, 4, to.wrapping_add(2 * start), 2, count) };
    }
}

/// Looks for the next group, from a multiple of its length on, with a result that may be on the wrong side of where rounding
/// changes, or that is subnormal as a smaller float.
struct Doubtful<'a, T> {
    results: &'a [f32],
    from: usize,
    float: std::marker::PhantomData<T>,
}

impl<T: Half> Kernel for Doubtful<'_, T> {
    type Output = Option<Range<usize>>;

    #[inline(always)]
    fn run(self) -> Option<Range<usize>> {
        for (i, group) in self.results[self.from..].chunks(GROUP).enumerate() {
            let found = match <&[f32; GROUP]>::try_from(group) {
                Ok(group) => group.iter().fold(false, |found, y| found | is_doubtful::<T>(*y)),
                Err(_) => group.iter().any(|y| is_doubtful::<T>(*y)),
            };
            if found {
                let first = self.from + i * GROUP;
                return Some(first..first + group.len());
            }
        }
        None
    }
}

#[inline(always)]
fn is_doubtful<T: Half>(y: f32) -> bool {
    let bits = y.to_bits();
    // Half-way between two numbers, or one or two units from there.
    let near = (bits.wrapping_sub((1 << (T::BELOW - 1)) - 2) & ((1 << T::BELOW) - 4)) == 0;
    // Neither zero nor normal: there, rounding changes elsewhere.
    let subnormal = (bits & 0x7fff_ffff).wrapping_sub(1) < T::SMALLEST - 1;
    near | subnormal
}
