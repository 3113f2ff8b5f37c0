//! Rounding to whole numbers.
//!
//! Machines from x86-64-v3 on have an instruction for each; on the baseline these are calls of functions, which are slow.
//! There, adding a number so large that its last place is 1, and subtracting it again, rounds to the nearest.

use num_complex::Complex;

use super::elementwise::{Unary, run_unary, unary_bits, unary_loop, unary_op};
use super::grid::{Computed, Context, Grid, NumberLoop, NumberLoops, loops, table};
use crate::element::scalars::Bool;
use crate::error::Result;
use crate::simd::{Isa, isa};

/// The nearest whole number, ties to even.
pub(crate) struct Rint;
/// The largest whole number that is not larger.
pub(crate) struct Floor;
/// The smallest whole number that is not smaller.
pub(crate) struct Ceil;
/// The nearest whole number toward zero.
pub(crate) struct Trunc;

/// The same without instructions for it.
struct Plain<F>(F);

macro_rules! floats {
    ($($float:ident $large:literal $nearest:ident),*) => {
        $(
            unary_op!(Rint [], $float: |a| a.round_ties_even());
            unary_op!(Floor [], $float: |a| a.floor());
            unary_op!(Ceil [], $float: |a| a.ceil());
            unary_op!(Trunc [], $float: |a| a.trunc());

            /// The nearest whole number to a magnitude, ties to even.
            #[inline(always)]
            fn $nearest(magnitude: $float) -> $float {
                // From there on every number is whole. NaN stays as it is.
                if magnitude < $large { (magnitude + $large) - $large } else { magnitude }
            }

            plain!(Rint $float: |a| $nearest(a.abs()).copysign(a));
            plain!(Trunc $float: |a| {
                let (magnitude, nearest) = (a.abs(), $nearest(a.abs()));
                (if nearest > magnitude { nearest - 1.0 } else { nearest }).copysign(a)
            });
            plain!(Floor $float: |a| {
                let nearest = $nearest(a.abs()).copysign(a);
                (if nearest > a { nearest - 1.0 } else { nearest }).copysign(a)
            });
            plain!(Ceil $float: |a| {
                let nearest = $nearest(a.abs()).copysign(a);
                (if nearest < a { nearest + 1.0 } else { nearest }).copysign(a)
            });
        )*
    };
}

macro_rules! plain {
    ($op:ident $float:ident: |$a:ident| $body:expr) => {
        impl Unary<$float> for Plain<$op> {
            type Out = $float;

            #[inline(always)]
            fn call($a: $float) -> $float {
                $body
            }
        }
    };
}

floats!(f32 8388608.0 nearest32, f64 4503599627370496.0 nearest64);

unary_op!(Rint [in Gather], Complex<f32> Complex<f64>: |a| Complex::new(a.re.round_ties_even(), a.im.round_ties_even()));
unary_op!(Trunc [], i8 i16 i32 i64: |a| a);
unary_op!(Trunc [], Bool: |a| a);

/// The loop of rounding a float.
const fn rounding<F: Unary<A, Out: Computed>, A: Computed>() -> NumberLoop
where
    Plain<F>: Unary<A>,
{
    NumberLoop { run: run::<F, A>, ..unary_loop::<F, A>() }
}

/// The [`LoopFn`](super::grid::LoopFn) of rounding a float, with the instruction for it where that is of use.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with elements of this type.
unsafe fn run<F: Unary<A>, A: Copy>(grid: &Grid, context: &Context<'_>) -> Result<()>
where
    Plain<F>: Unary<A>,
{
    let dense = grid.step[..2] == [size_of::<A>() as isize; 2];
    if cfg!(target_arch = "x86_64") && (!dense || isa() == Isa::Baseline) {
        // SAFETY: the caller's promises.
        unsafe { run_unary::<Plain<F>, A>(grid, context) }
    } else {
        // SAFETY: the caller's promises.
        unsafe { run_unary::<F, A>(grid, context) }
    }
}

/// The loops of rounding, which leaves integers as they are.
macro_rules! keeping_integers {
    ($op:ident) => {
        table(&[
            loops![unary_loop::<Trunc>: Bool i8 i16 i32 i64],
            loops![unary_bits::<Trunc>: u8 u16 u32 u64],
            loops![rounding::<$op>: f32 f64],
        ])
    };
}

pub(crate) static RINT: NumberLoops =
    table(&[loops![rounding::<Rint>: f32 f64], loops![unary_loop::<Rint>: Complex<f32> Complex<f64>]]);
pub(crate) static FLOOR: NumberLoops = keeping_integers!(Floor);
pub(crate) static CEIL: NumberLoops = keeping_integers!(Ceil);
pub(crate) static TRUNC: NumberLoops = keeping_integers!(Trunc);
