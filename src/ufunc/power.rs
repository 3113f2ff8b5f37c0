//! Powers, of which those of integers may not have a negative exponent.

use super::error::UfuncError;
use crate::error::Result;
use crate::kernels::elementwise::{Binary, binary_loop};
use crate::kernels::fold::sequential;
use crate::kernels::grid::{Computed, Context, Grid, NumberLoop, NumberLoops, loops, table};
use crate::kernels::integer::Power;
use crate::kernels::math::{POWERS, with_small_floats};

pub(super) static POWER: NumberLoops =
    with_small_floats(table(&[loops![checked: i8 i16 i32 i64], loops![sequential::<Power>: u8 u16 u32 u64], &POWERS]));

/// The loop for integers with a sign. There is no way to fold them that could say no.
const fn checked<T: Computed + Default + PartialOrd>() -> NumberLoop
where
    Power: Binary<T, Out = T>,
{
    NumberLoop { run: run_checked::<T>, ..binary_loop::<Power, T>() }
}

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of powers: an error if an exponent is negative.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of this type.
unsafe fn run_checked<T: Computed + Default + PartialOrd>(grid: &Grid, context: &Context<'_>) -> Result<()>
where
    Power: Binary<T, Out = T>,
{
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: the second input of the grid, of this type.
            if unsafe { grid.element(1, row, i).cast::<T>().read() } < T::default() {
                return Err(UfuncError::NegativePower.into());
            }
        }
    }
    // SAFETY: the caller's promises.
    unsafe { (const { binary_loop::<Power, T>() }.run)(grid, context) }
}
