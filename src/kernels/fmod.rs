//! Floored quotients and remainders of floats.
//!
//! All are made of the exact remainder with the sign of the dividend, which libm computes bit by bit. Where the quotient is
//! not too large, one division and one fused multiply-add give the same number, in vectors: blocks are computed that way,
//! and the numbers that it does not fit again, one by one.

use std::marker::PhantomData;

use super::elementwise::{Binary, binary_op, run_binary};
use super::fold::sequential;
use super::grid::{Computed, Context, Grid, NumberLoop};
use super::modulo::{FloorDivide, Fmod, Remainder};
use crate::error::Result;
use crate::simd::{Isa, Kernel, dispatch, isa};

/// An operation that is made of an exact remainder.
pub(super) trait OfRemainder<T>: 'static {
    /// The result for `a` and `b`, of which this is the remainder, with the sign of `a`.
    fn of(a: T, b: T, remainder: T) -> T;
}

/// A float with an exact remainder.
pub(super) trait Modulo: Copy + 'static {
    const ONE: Self;

    /// The exact remainder, with the sign of `a`, and whether it is that: if not, ask libm.
    fn fused(a: Self, b: Self) -> (Self, bool);
    /// The exact remainder, from libm.
    fn exact(a: Self, b: Self) -> Self;
}

macro_rules! floats {
    ($($float:ident $whole:literal $divmod:ident),*) => {
        $(
            impl Modulo for $float {
                const ONE: $float = 1.0;

                #[inline(always)]
                fn fused(a: $float, b: $float) -> ($float, bool) {
                    let (x, y) = (a.abs(), b.abs());
                    // The quotient is at most rounded up to the next whole number. What remains is exact even so: a
                    // multiple of the last place of y, and no larger than y.
                    let quotient = (x / y).trunc();
                    let rest = (-quotient).mul_add(y, x);
                    let rest = if rest < 0.0 { rest + y } else { rest };
                    (rest.copysign(a), (quotient < $whole) & (rest < y))
                }

                #[inline(always)]
                fn exact(a: $float, b: $float) -> $float {
                    a % b
                }
            }

            impl OfRemainder<$float> for Fmod {
                #[inline(always)]
                fn of(_: $float, _: $float, remainder: $float) -> $float {
                    remainder
                }
            }

            impl OfRemainder<$float> for Remainder {
                #[inline(always)]
                fn of(a: $float, b: $float, remainder: $float) -> $float {
                    $divmod(a, b, remainder).1
                }
            }

            impl OfRemainder<$float> for FloorDivide {
                #[inline(always)]
                fn of(a: $float, b: $float, remainder: $float) -> $float {
                    $divmod(a, b, remainder).0
                }
            }

            /// NumPy's floored quotient and remainder, made of the exact remainder.
            #[inline(always)]
            fn $divmod(a: $float, b: $float, exact: $float) -> ($float, $float) {
                let plain = a / b;
                let down = (exact != 0.0) & ((b < 0.0) != (exact < 0.0));
                let remainder = if down { exact + b } else { exact };
                let remainder = if exact == 0.0 { (0.0 as $float).copysign(b) } else { remainder };
                let quotient = (a - exact) / b;
                let quotient = if down { quotient - 1.0 } else { quotient };
                let floor = quotient.floor();
                let floor = if quotient - floor > 0.5 { floor + 1.0 } else { floor };
                let floor = if quotient == 0.0 { (0.0 as $float).copysign(plain) } else { floor };
                if b == 0.0 { (plain, exact) } else { (floor, remainder) }
            }

            binary_op!(Fmod [in Scalar], $float: |a, b| $float::exact(a, b));
            binary_op!(Remainder [in Scalar], $float: |a, b| $divmod(a, b, $float::exact(a, b)).1);
            binary_op!(FloorDivide [in Scalar], $float: |a, b| $divmod(a, b, $float::exact(a, b)).0);
        )*
    };
}

floats!(f32 8388608.0 divmod32, f64 4503599627370496.0 divmod64);

/// The loops of an operation that is made of an exact remainder.
pub(super) const fn float_modulo<F: Binary<T, Out = T> + OfRemainder<T>, T: Modulo + Computed>() -> NumberLoop {
    NumberLoop { run: run::<F, T>, ..sequential::<F, T>() }
}

/// The [`LoopFn`](super::grid::LoopFn) of such an operation.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with elements of this type.
pub(super) unsafe fn run<F: Binary<T, Out = T> + OfRemainder<T>, T: Modulo>(
    grid: &Grid,
    context: &Context<'_>,
) -> Result<()> {
    // Without an instruction for it, fused multiply-add is slower than libm's remainder.
    if isa() == Isa::Baseline {
        // SAFETY: the caller's promises.
        return unsafe { run_binary::<F, T, T>(grid, context) };
    }
    dispatch(Blocks::<F, T>(grid, PhantomData));
    Ok(())
}

/// How many numbers are computed at a time.
const BLOCK: usize = 32;

struct Blocks<'a, F, T>(&'a Grid, PhantomData<(F, T)>);

impl<F: Binary<T, Out = T> + OfRemainder<T>, T: Modulo> Kernel for Blocks<'_, F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let grid = self.0;
        let (mut a, mut b, mut out) = ([T::ONE; BLOCK], [T::ONE; BLOCK], [T::ONE; BLOCK]);
        for row in 0..grid.rows {
            for start in (0..grid.n).step_by(BLOCK) {
                let count = BLOCK.min(grid.n - start);
                // SAFETY: these are elements of the grid's inputs.
                unsafe { load(&mut a[..count], grid.element(0, row, start), grid.step[0]) };
                // SAFETY: likewise.
                unsafe { load(&mut b[..count], grid.element(1, row, start), grid.step[1]) };
                let mut all = true;
                for i in 0..BLOCK {
                    let (rest, exact) = T::fused(a[i], b[i]);
                    out[i] = F::of(a[i], b[i], rest);
                    all &= exact;
                }
                if !all {
                    for i in 0..count {
                        if !T::fused(a[i], b[i]).1 {
                            out[i] = F::call(a[i], b[i]);
                        }
                    }
                }
                // SAFETY: these are elements of the grid's output.
                unsafe { store(&out[..count], grid.element(2, row, start), grid.step[2]) };
            }
        }
    }
}

/// Reads numbers that are `step` bytes apart.
///
/// # Safety
/// - As many numbers as `to` has can be read there.
#[inline(always)]
pub(super) unsafe fn load<T: Copy>(to: &mut [T], from: *const u8, step: isize) {
    if step == size_of::<T>() as isize {
        // SAFETY: the caller's promise; `to` is a place of our own.
        unsafe { std::ptr::copy_nonoverlapping(from.cast::<T>(), to.as_mut_ptr(), to.len()) };
    } else {
        for (i, to) in to.iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            *to = unsafe { from.wrapping_offset(step * i as isize).cast::<T>().read() };
        }
    }
}

/// Writes numbers `step` bytes apart.
///
/// # Safety
/// - As many numbers as `from` has can be written there.
#[inline(always)]
pub(super) unsafe fn store<T: Copy>(from: &[T], to: *mut u8, step: isize) {
    if step == size_of::<T>() as isize {
        // SAFETY: the caller's promise; `from` is a place of our own.
        unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to.cast::<T>(), from.len()) };
    } else {
        for (i, &from) in from.iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { to.wrapping_offset(step * i as isize).cast::<T>().write(from) };
        }
    }
}
