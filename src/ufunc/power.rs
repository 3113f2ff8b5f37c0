//! Powers, of which those of integers may not have a negative exponent.

use super::error::UfuncError;
use crate::error::Result;
use crate::kernels::elementwise::{Binary, binary_loop};
use crate::kernels::fold::sequential;
use crate::kernels::grid::{Computed, Context, Grid, NumberLoop, NumberLoops, Unsigned, loops};
use crate::kernels::integer::{Power, Powers, exponent_bits, run_powers};
use crate::kernels::math::powers;

pub(super) static POWER: NumberLoops = powers(&[loops![signed: u8 u16 u32 u64], loops![unsigned: u8 u16 u32 u64]]);

/// The loop for integers with a sign. There is no way to fold them that could say no.
const fn signed<U: Unsigned + Powers>() -> NumberLoop
where
    Power: Binary<U::Signed, Out = U::Signed>,
{
    NumberLoop { run: run_signed::<U>, ..binary_loop::<Power, U::Signed>() }
}

/// The loop for integers without a sign.
const fn unsigned<U: Computed + Powers>() -> NumberLoop
where
    Power: Binary<U, Out = U>,
{
    NumberLoop { run: run_unsigned::<U>, ..sequential::<Power, U>() }
}

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of powers: an error if an exponent is negative.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of the type with a sign.
unsafe fn run_signed<U: Powers>(grid: &Grid, context: &Context<'_>) -> Result<()> {
    // SAFETY: the caller's promises; any bits are a number of the type without a sign.
    let bits = unsafe { exponent_bits::<U>(grid) };
    if bits.bits() == 8 * size_of::<U>() as u32 {
        return Err(UfuncError::NegativePower.into());
    }
    // SAFETY: likewise.
    unsafe { run_unsigned::<U>(grid, context) }
}

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of powers.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of this size.
#[expect(clippy::unnecessary_wraps, reason = "other loops fail")]
unsafe fn run_unsigned<U: Powers>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    // SAFETY: the caller's promises; any bits are a number of this type.
    unsafe { run_powers::<U>(grid) };
    Ok(())
}
