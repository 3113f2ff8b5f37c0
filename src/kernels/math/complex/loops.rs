//! The loops over functions of complex numbers: one element after the other.

use std::marker::PhantomData;

use num_complex::Complex;

use crate::error::Result;
use crate::kernels::elementwise::{Binary, Gaps};
use crate::kernels::fold::sequential;
use crate::kernels::grid::{Computed, Context, Grid, MAX_OPERANDS, NumberLoop};
use crate::simd::{Kernel, dispatch_fused};

/// A function of one or two complex numbers. That of one takes no account of the second.
pub(in crate::kernels::math) trait ComplexFunction: 'static {
    const INPUTS: usize;

    fn call(z: [Complex<f64>; 2]) -> Complex<f64>;
}

/// The loop of a function.
pub(in crate::kernels::math) const fn complex_loop<F: ComplexFunction>() -> NumberLoop {
    let types = [Complex::<f64>::ID; MAX_OPERANDS];
    NumberLoop { types, run: run::<F>, reduce: None, accumulate: None, tree: false }
}

/// Powers, which fold one after the other.
pub(in crate::kernels::math) struct ComplexPower;

impl ComplexFunction for ComplexPower {
    const INPUTS: usize = 2;

    #[inline(always)]
    fn call([a, b]: [Complex<f64>; 2]) -> Complex<f64> {
        super::power(a, b)
    }
}

impl Binary<Complex<f64>> for ComplexPower {
    type Out = Complex<f64>;
    const GAPS: Gaps = Gaps::Scalar;

    #[inline(never)]
    fn call(a: Complex<f64>, b: Complex<f64>) -> Complex<f64> {
        super::power(a, b)
    }
}

/// The loop of powers.
pub(in crate::kernels::math) const fn power_loop() -> NumberLoop {
    NumberLoop { run: run::<ComplexPower>, ..sequential::<ComplexPower, Complex<f64>>() }
}

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of a function.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of this type.
#[expect(clippy::unnecessary_wraps, reason = "loops may fail")]
unsafe fn run<F: ComplexFunction>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    dispatch_fused(Rows::<F>(grid, PhantomData));
    Ok(())
}

struct Rows<'a, F>(&'a Grid, PhantomData<F>);

impl<F: ComplexFunction> Kernel for Rows<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let grid = self.0;
        for row in 0..grid.rows {
            for i in 0..grid.n {
                let place = |operand: usize| grid.element(operand, row, i).cast::<Complex<f64>>();
                // SAFETY: an input of the grid, of this type.
                let first = unsafe { place(0).read() };
                // SAFETY: likewise.
                let second = if const { F::INPUTS == 2 } { unsafe { place(1).read() } } else { first };
                // SAFETY: the output of the grid, of this type.
                unsafe { place(F::INPUTS).write(F::call([first, second])) };
            }
        }
    }
}
