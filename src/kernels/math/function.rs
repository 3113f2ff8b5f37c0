//! What a function on floats is, and the loop over it.
//!
//! A function is written once, over vectors of `f64` of any size: for results of double precision, and with fewer steps for
//! those of single precision, whose arguments and results are `f64` on the way. Arguments that need care are marked by it, and
//! computed again, one after the other.

use std::marker::PhantomData;

use crate::dtype::ScalarId;
use crate::error::Result;
use crate::kernels::grid::{Computed, Context, Grid, NumberLoop};
use crate::simd::lanes::Lanes;
use crate::simd::{LanesKernel, dispatch_lanes};

/// A function of one or two numbers. That of one takes no account of the second.
pub(super) trait Function: 'static {
    const INPUTS: usize;

    /// The result in double precision, and where it is one: elsewhere it is [`special`](Function::special)'s.
    fn full<V: Lanes>(x: [V; 2]) -> (V, V::Mask);

    /// The result for arguments that are `f32`, exact enough to be rounded to one.
    fn short<V: Lanes>(x: [V; 2]) -> (V, V::Mask);

    /// The result where `full` or `short` have none.
    fn special(x: [f64; 2]) -> f64;
}

/// `f64`, or `f32`, which functions compute with as `f64`.
pub(super) trait Float: Computed + Default {
    /// # Safety
    /// - As for [`Lanes::load`].
    unsafe fn load<V: Lanes>(from: *const Self) -> V;

    /// # Safety
    /// - As for [`Lanes::store`].
    unsafe fn store<V: Lanes>(x: V, to: *mut Self);

    fn call<F: Function, V: Lanes>(x: [V; 2]) -> (V, V::Mask);
}

impl Float for f64 {
    #[inline(always)]
    unsafe fn load<V: Lanes>(from: *const f64) -> V {
        // SAFETY: the caller's promise.
        unsafe { V::load(from) }
    }

    #[inline(always)]
    unsafe fn store<V: Lanes>(x: V, to: *mut f64) {
        // SAFETY: the caller's promise.
        unsafe { x.store(to) }
    }

    #[inline(always)]
    fn call<F: Function, V: Lanes>(x: [V; 2]) -> (V, V::Mask) {
        F::full(x)
    }
}

impl Float for f32 {
    #[inline(always)]
    unsafe fn load<V: Lanes>(from: *const f32) -> V {
        // SAFETY: the caller's promise.
        unsafe { V::load_f32(from) }
    }

    #[inline(always)]
    unsafe fn store<V: Lanes>(x: V, to: *mut f32) {
        // SAFETY: the caller's promise.
        unsafe { x.store_f32(to) }
    }

    #[inline(always)]
    fn call<F: Function, V: Lanes>(x: [V; 2]) -> (V, V::Mask) {
        F::short(x)
    }
}

/// An `f32` that is to be rounded to a smaller float: results are rounded so that this is the same as rounding them once.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub(super) struct Odd(f32);

impl Computed for Odd {
    const ID: ScalarId = ScalarId::Float32;
}

impl Float for Odd {
    #[inline(always)]
    unsafe fn load<V: Lanes>(from: *const Odd) -> V {
        // SAFETY: the caller's promise.
        unsafe { V::load_f32(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store<V: Lanes>(x: V, to: *mut Odd) {
        // SAFETY: the caller's promise.
        unsafe { x.to_odd().store_f32(to.cast()) }
    }

    #[inline(always)]
    fn call<F: Function, V: Lanes>(x: [V; 2]) -> (V, V::Mask) {
        F::short(x)
    }
}

/// The loop of a function.
pub(super) const fn function_loop<F: Function, T: Float>() -> NumberLoop {
    let types: [ScalarId; 4] = [T::ID; 4];
    NumberLoop { types, run: run::<F, T>, reduce: None, accumulate: None, tree: false }
}

/// The same, with results of pairs folded one after the other.
pub(super) const fn folding_loop<F: Function, T: Float>() -> NumberLoop {
    NumberLoop { reduce: Some(reduce::<F, T>), accumulate: Some(accumulate::<F, T>), ..function_loop::<F, T>() }
}

/// Elements that are gathered at a time, where they do not follow each other.
const BLOCK: usize = 256;

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of a function.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of this type.
#[expect(clippy::unnecessary_wraps, reason = "loops may fail")]
unsafe fn run<F: Function, T: Float>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    let size = size_of::<T>() as isize;
    let out = F::INPUTS;
    let is_dense = |operand: usize| grid.step[operand] == size;
    let mut gathered = [[T::default(); BLOCK]; 2];
    let mut results = [T::default(); BLOCK];
    let block = if (0..=out).all(is_dense) { grid.n } else { BLOCK };
    for row in 0..grid.rows {
        for start in (0..grid.n).step_by(block.max(1)) {
            let n = block.min(grid.n - start);
            let mut from = [grid.element(0, row, start).cast_const().cast::<T>(); 2];
            for k in 0..F::INPUTS {
                from[k] = grid.element(k, row, start).cast_const().cast();
                if !is_dense(k) {
                    for (i, x) in gathered[k][..n].iter_mut().enumerate() {
                        // SAFETY: an input of the grid, of this type.
                        *x = unsafe { grid.element(k, row, start + i).cast::<T>().read() };
                    }
                    from[k] = gathered[k].as_ptr();
                }
            }
            if F::INPUTS == 1 {
                from[1] = from[0];
            }
            let to = if is_dense(out) { grid.element(out, row, start).cast() } else { results.as_mut_ptr() };
            dispatch_lanes(Dense::<F, T> { from, to, n, function: PhantomData });
            if !is_dense(out) {
                for (i, &y) in results[..n].iter().enumerate() {
                    // SAFETY: an output of the grid, of this type.
                    unsafe { grid.element(out, row, start + i).cast::<T>().write(y) };
                }
            }
        }
    }
    Ok(())
}

/// Elements that follow each other; the results may be where one of the inputs is.
struct Dense<F, T> {
    from: [*const T; 2],
    to: *mut T,
    n: usize,
    function: PhantomData<F>,
}

impl<F: Function, T: Float> LanesKernel for Dense<F, T> {
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let Dense { from, to, n, .. } = self;
        let mut i = 0;
        while i + V::COUNT <= n {
            // SAFETY: as many elements as a vector has follow, of the inputs and of the output.
            unsafe { step::<F, T, V>(from.map(|from| from.wrapping_add(i)), to.wrapping_add(i)) };
            i += V::COUNT;
        }
        if i < n {
            // The rest is computed in a vector of its own, filled up with one of its elements.
            let mut rest = [[T::default(); 8]; 2];
            let mut results = [T::default(); 8];
            for (k, rest) in rest.iter_mut().enumerate() {
                for (j, x) in rest.iter_mut().enumerate() {
                    // SAFETY: an element of the input.
                    *x = unsafe { from[k].wrapping_add((i + j).min(n - 1)).read() };
                }
            }
            // SAFETY: a vector has at most eight elements.
            unsafe { step::<F, T, V>([rest[0].as_ptr(), rest[1].as_ptr()], results.as_mut_ptr()) };
            for (j, &y) in results[..n - i].iter().enumerate() {
                // SAFETY: an element of the output.
                unsafe { to.wrapping_add(i + j).write(y) };
            }
        }
    }
}

/// Computes a vector of results.
///
/// # Safety
/// - As many elements as a vector has can be read from each input, and written to the output.
#[inline(always)]
unsafe fn step<F: Function, T: Float, V: Lanes>(from: [*const T; 2], to: *mut T) {
    // SAFETY: the caller's promise.
    let first = unsafe { T::load::<V>(from[0]) };
    // SAFETY: the caller's promise.
    let second = if const { F::INPUTS == 2 } { unsafe { T::load::<V>(from[1]) } } else { first };
    let (y, ordinary) = T::call::<F, V>([first, second]);
    // SAFETY: the caller's promise.
    unsafe { T::store(y, to) };
    if !V::all(ordinary) {
        // The results may be where the arguments were.
        let mut x = [[T::default(); 8]; 2];
        // SAFETY: a vector has at most eight elements.
        unsafe { T::store(first, x[0].as_mut_ptr()) };
        // SAFETY: a vector has at most eight elements.
        unsafe { T::store(second, x[1].as_mut_ptr()) };
        for i in (0..V::COUNT).filter(|i| V::mask_bits(ordinary) >> i & 1 == 0) {
            // SAFETY: an element of the output.
            unsafe { to.wrapping_add(i).write(careful::<F, T>([x[0][i], x[1][i]])) };
        }
    }
}

/// The result for arguments that need care.
#[cold]
#[inline(never)]
fn careful<F: Function, T: Float>(x: [T; 2]) -> T {
    // SAFETY: one element each.
    let x = x.map(|x| unsafe { T::load::<f64>(&raw const x) });
    let mut result = T::default();
    // SAFETY: one element.
    unsafe { T::store(F::special(x), &raw mut result) };
    result
}

/// The result for two numbers.
fn pair<F: Function, T: Float>(a: T, b: T) -> T {
    let mut result = T::default();
    dispatch_lanes(Dense::<F, T> {
        from: [&raw const a, &raw const b],
        to: &raw mut result,
        n: 1,
        function: PhantomData,
    });
    result
}

/// The [`ReduceFn`](crate::kernels::grid::ReduceFn) of a function of two numbers.
///
/// # Safety
/// - As for it, with elements of this type.
unsafe fn reduce<F: Function, T: Float>(grid: &Grid) {
    for row in 0..grid.rows {
        let total = grid.element(0, row, 0).cast::<T>();
        for i in 0..grid.n {
            // SAFETY: an element of the grid, of this type.
            let x = unsafe { grid.element(1, row, i).cast::<T>().read() };
            // SAFETY: the element that is folded into.
            let so_far = unsafe { total.read() };
            // SAFETY: likewise.
            unsafe { total.write(pair::<F, T>(so_far, x)) };
        }
    }
}

/// The [`AccumulateFn`](crate::kernels::grid::AccumulateFn) of a function of two numbers.
///
/// # Safety
/// - As for it, with elements of this type.
unsafe fn accumulate<F: Function, T: Float>(grid: &Grid) {
    for row in 0..grid.rows {
        let mut last = if grid.ptr[2].is_null() {
            None
        } else {
            // SAFETY: the last result before the row, of this type.
            Some(unsafe { grid.element(2, row, 0).cast::<T>().read() })
        };
        for i in 0..grid.n {
            // SAFETY: an element of the grid, of this type.
            let x = unsafe { grid.element(0, row, i).cast::<T>().read() };
            let result = last.map_or(x, |last| pair::<F, T>(last, x));
            // SAFETY: a result of the grid, of this type.
            unsafe { grid.element(1, row, i).cast::<T>().write(result) };
            last = Some(result);
        }
    }
}
