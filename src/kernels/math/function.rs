//! What a function on floats is, and the loop over it.
//!
//! A function is written over vectors of `f64` of any size: for results of double precision, and with fewer steps for
//! those of single precision, whose arguments and results are `f64` on the way. Arguments that need care are marked by it, and
//! computed again, one after the other. Most functions of one number are written over vectors of `f32` too, for the arguments
//! that are met most often; a vector with others is computed over `f64` as well.

use std::marker::PhantomData;

use super::small::Table;
use crate::dtype::ScalarId;
use crate::error::Result;
use crate::kernels::copy::copy;
use crate::kernels::grid::{Computed, Context, Grid, NumberLoop};
use crate::simd::lanes::Lanes;
use crate::simd::singles::Singles;
use crate::simd::{LanesKernel, SinglesKernel, dispatch_lanes, dispatch_singles};

/// A function of one or two numbers. That of one takes no account of the second.
pub(super) trait Function: 'static {
    const INPUTS: usize;

    /// Whether there is a [`single`](Function::single).
    const SINGLE: bool;

    /// The result in double precision, and where it is one: elsewhere it is [`special`](Function::special)'s.
    fn full<V: Lanes>(x: [V; 2]) -> (V, V::Mask);

    /// The result for arguments that are `f32`, exact enough to be rounded to one.
    fn short<V: Lanes>(x: [V; 2]) -> (V, V::Mask);

    /// The result for an argument that is `f32`, within one unit in the last place, and where it is one: elsewhere it is that of
    /// [`short`](Function::short).
    fn single<V: Singles>(x: V) -> (V, V::Mask);

    /// The result where `full` or `short` have none.
    fn special(x: [f64; 2]) -> f64;

    /// The results for floats of 16 bits, for a function that has a [`single`](Function::single): of float16 and of bfloat16.
    fn tables() -> Option<&'static [Table; 2]>;
}

/// `f64`, or `f32`, which functions compute with as `f64`.
pub(super) trait Float: Computed + Default {
    /// # Safety
    /// - As for [`Lanes::load`].
    unsafe fn load<V: Lanes>(from: *const Self) -> V;

    /// Stores results, rounded to [`Rounding`].
    ///
    /// # Safety
    /// - As for [`Lanes::store`].
    unsafe fn store<V: Lanes>(x: V, to: *mut Self, rounding: Rounding);

    fn call<F: Function, V: Lanes>(x: [V; 2]) -> (V, V::Mask);

    /// Computes elements with vectors of `f32`, if the function can.
    ///
    /// # Safety
    /// - As for [`DenseFn`], with elements of this type.
    unsafe fn singles<F: Function>(from: *const Self, to: *mut Self, n: usize) -> bool;
}

/// What results are rounded to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    /// The nearest number.
    Nearest,
    /// An `f32` that is to be rounded to a smaller float, so that this is the same as rounding once: see [`Lanes::to_odd`].
    Odd,
}

impl Float for f64 {
    #[inline(always)]
    unsafe fn load<V: Lanes>(from: *const f64) -> V {
        // SAFETY: the caller's promise.
        unsafe { V::load(from) }
    }

    #[inline(always)]
    unsafe fn store<V: Lanes>(x: V, to: *mut f64, _: Rounding) {
        // SAFETY: the caller's promise.
        unsafe { x.store(to) }
    }

    #[inline(always)]
    fn call<F: Function, V: Lanes>(x: [V; 2]) -> (V, V::Mask) {
        F::full(x)
    }

    #[inline(always)]
    unsafe fn singles<F: Function>(_: *const f64, _: *mut f64, _: usize) -> bool {
        false
    }
}

impl Float for f32 {
    #[inline(always)]
    unsafe fn load<V: Lanes>(from: *const f32) -> V {
        // SAFETY: the caller's promise.
        unsafe { V::load_f32(from) }
    }

    #[inline(always)]
    unsafe fn store<V: Lanes>(x: V, to: *mut f32, rounding: Rounding) {
        let x = if rounding == Rounding::Odd { x.to_odd() } else { x };
        // SAFETY: the caller's promise.
        unsafe { x.store_f32(to) }
    }

    #[inline(always)]
    fn call<F: Function, V: Lanes>(x: [V; 2]) -> (V, V::Mask) {
        F::short(x)
    }

    #[inline(always)]
    unsafe fn singles<F: Function>(from: *const f32, to: *mut f32, n: usize) -> bool {
        if const { F::SINGLE } {
            dispatch_singles(DenseSingles::<F> { from, to, n, function: PhantomData });
        }
        F::SINGLE
    }
}

/// The loop of a function.
pub(super) const fn function_loop<F: Function, T: Float>() -> NumberLoop {
    let types: [ScalarId; 4] = [T::ID; 4];
    NumberLoop { types, run: run::<F, T, false>, reduce: None, accumulate: None, tree: false }
}

/// The same, with results of pairs folded one after the other.
pub(super) const fn folding_loop<F: Function, T: Float>() -> NumberLoop {
    NumberLoop {
        reduce: Some(reduce::<F, T, false>),
        accumulate: Some(accumulate::<F, T, false>),
        ..function_loop::<F, T>()
    }
}

/// The loop of a function on `f32` whose results are to be rounded to a smaller float.
pub(super) const fn odd_loop<F: Function>() -> NumberLoop {
    NumberLoop { run: run::<F, f32, true>, ..function_loop::<F, f32>() }
}

/// The same, with results of pairs folded one after the other.
pub(super) const fn odd_folding_loop<F: Function>() -> NumberLoop {
    NumberLoop { reduce: Some(reduce::<F, f32, true>), accumulate: Some(accumulate::<F, f32, true>), ..odd_loop::<F>() }
}

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of a function.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of this type.
#[expect(clippy::unnecessary_wraps, reason = "loops may fail")]
unsafe fn run<F: Function, T: Float, const ODD: bool>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    // SAFETY: the caller's promises.
    unsafe { rows(grid, F::INPUTS, size_of::<T>(), dense::<F, T, ODD>) };
    Ok(())
}

/// Computes elements that follow each other: the inputs, where the results go, how many.
///
/// # Safety
/// - As many elements can be read and written there. Results may be where one of the inputs is, or where nothing else is.
pub(super) type DenseFn = unsafe fn([*const u8; 2], *mut u8, usize);

/// The [`DenseFn`] of a function, of results that are to be rounded to a smaller float, or not.
///
/// # Safety
/// - As for [`DenseFn`], with elements of this type.
pub(super) unsafe fn dense<F: Function, T: Float, const ODD: bool>(from: [*const u8; 2], to: *mut u8, n: usize) {
    let from = [from[0].cast::<T>(), from[1].cast::<T>()];
    // SAFETY: the caller's promise.
    if ODD || !unsafe { T::singles::<F>(from[0], to.cast(), n) } {
        lanes::<F, T>(from, to.cast(), n, if ODD { Rounding::Odd } else { Rounding::Nearest });
    }
}

/// Computes elements with vectors of `f64`; compiled once for both ways of rounding.
#[inline(never)]
fn lanes<F: Function, T: Float>(from: [*const T; 2], to: *mut T, n: usize, rounding: Rounding) {
    dispatch_lanes(Dense::<F, T> { from, to, n, rounding, function: PhantomData });
}

/// Elements that are gathered at a time, where they do not follow each other.
const BLOCK: usize = 256;

/// Room for them.
#[repr(align(64))]
struct Block([u8; 8 * BLOCK]);

/// Computes the rows of a grid of elements of `size` bytes, at most 8, which are gathered in blocks where they do not follow each
/// other.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements that `dense` takes.
pub(super) unsafe fn rows(grid: &Grid, inputs: usize, size: usize, dense: DenseFn) {
    let is_dense = |operand: usize| grid.step[operand] == size as isize;
    let mut blocks = [const { Block([0; 8 * BLOCK]) }; 3];
    let length = if (0..=inputs).all(is_dense) { grid.n.max(1) } else { BLOCK };
    for row in 0..grid.rows {
        for start in (0..grid.n).step_by(length) {
            let n = length.min(grid.n - start);
            let mut places = [std::ptr::null_mut(); 3];
            for k in 0..=inputs {
                places[k] = grid.element(k, row, start);
                if !is_dense(k) {
                    let block = blocks[k].0.as_mut_ptr();
                    if k < inputs {
                        // SAFETY: inputs of the grid; the block has room for them.
                        unsafe { copy(places[k], grid.step[k], block, size as isize, n, size) };
                    }
                    places[k] = block;
                }
            }
            // SAFETY: elements that follow each other, of the grid or in a block of their own.
            unsafe { dense([places[0], places[inputs - 1]], places[inputs], n) };
            if !is_dense(inputs) {
                let to = grid.element(inputs, row, start);
                // SAFETY: the results are in the block; outputs of the grid.
                unsafe { copy(places[inputs], size as isize, to, grid.step[inputs], n, size) };
            }
        }
    }
}

/// Elements that follow each other; the results may be where one of the inputs is.
struct Dense<F, T> {
    from: [*const T; 2],
    to: *mut T,
    n: usize,
    rounding: Rounding,
    function: PhantomData<F>,
}

impl<F: Function, T: Float> LanesKernel for Dense<F, T> {
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let Dense { from: [first, second], to, n, rounding, .. } = self;
        let rest = n % (2 * V::COUNT);
        let whole = n - rest;
        let (mut x, mut y, mut results) = ([T::default(); 16], [T::default(); 16], [T::default(); 16]);
        let mut part = (first, second, to, whole);
        // The steps are compiled once: what is left takes another turn.
        for turn in 0..2 {
            let (first, second, to, n) = part;
            let mut i = 0;
            while i < n {
                // SAFETY: as many elements as two vectors have follow, of the inputs and of the output.
                unsafe { step::<F, T, V>(first.wrapping_add(i), second.wrapping_add(i), to.wrapping_add(i), rounding) };
                i += 2 * V::COUNT;
            }
            if turn == 0 {
                if rest == 0 {
                    return;
                }
                // SAFETY: fewer elements than two vectors have follow, and at least one; there is room for sixteen.
                unsafe { fill(self.from[0].wrapping_add(whole), &mut x, rest) };
                // SAFETY: likewise.
                unsafe { fill(self.from[1].wrapping_add(whole), &mut y, rest) };
                part = (x.as_ptr(), y.as_ptr(), results.as_mut_ptr(), 2 * V::COUNT);
            }
        }
        // SAFETY: so many follow in the output.
        unsafe { self.to.wrapping_add(whole).copy_from_nonoverlapping(results.as_ptr(), rest) };
    }
}

/// Copies elements to where two vectors can be read, the others being like the first.
///
/// # Safety
/// - So many elements can be read from there: at least one, and at most `N`.
#[inline(always)]
unsafe fn fill<T: Copy, const N: usize>(from: *const T, to: &mut [T; N], count: usize) {
    // SAFETY: there is one.
    *to = [unsafe { from.read() }; N];
    // SAFETY: the caller's promise.
    unsafe { from.copy_to_nonoverlapping(to.as_mut_ptr(), count) };
}

/// Computes two vectors of results, which wait less for each other than steps of one do.
///
/// # Safety
/// - As many elements as two vectors have can be read from each input, and written to the output.
#[inline(always)]
unsafe fn step<F: Function, T: Float, V: Lanes>(first: *const T, second: *const T, to: *mut T, rounding: Rounding) {
    let mut arguments = [[V::splat(0.0); 2]; 2];
    for (k, [x, y]) in arguments.iter_mut().enumerate() {
        // SAFETY: the caller's promise.
        *x = unsafe { T::load::<V>(first.wrapping_add(k * V::COUNT)) };
        // SAFETY: the caller's promise.
        *y = if const { F::INPUTS == 2 } { unsafe { T::load::<V>(second.wrapping_add(k * V::COUNT)) } } else { *x };
    }
    let (low, low_ordinary) = T::call::<F, V>(arguments[0]);
    let (high, high_ordinary) = T::call::<F, V>(arguments[1]);
    // SAFETY: the caller's promise.
    unsafe { T::store(low, to, rounding) };
    // SAFETY: the caller's promise.
    unsafe { T::store(high, to.wrapping_add(V::COUNT), rounding) };
    if !V::all(low_ordinary & high_ordinary) {
        // The results may be where the arguments were.
        let mut numbers = [[0.0; 16]; 2];
        for (k, vectors) in arguments.iter().enumerate() {
            for (operand, vector) in vectors.iter().enumerate() {
                // SAFETY: a vector has at most eight elements.
                unsafe { vector.store(numbers[operand].as_mut_ptr().wrapping_add(k * V::COUNT)) };
            }
        }
        let ordinary = V::mask_bits(low_ordinary) | V::mask_bits(high_ordinary) << V::COUNT;
        // SAFETY: as many results as the vectors have.
        unsafe { careful::<F, T>(&numbers, ordinary, 2 * V::COUNT, to, rounding) };
    }
}

/// Computes the results for arguments that need care, which are those whose bits are not set.
///
/// # Safety
/// - So many elements can be written to the output.
#[cold]
#[inline(never)]
unsafe fn careful<F: Function, T: Float>(
    arguments: &[[f64; 16]; 2],
    ordinary: u32,
    count: usize,
    to: *mut T,
    rounding: Rounding,
) {
    for (i, (&x, &y)) in arguments[0].iter().zip(&arguments[1]).enumerate().take(count) {
        if ordinary >> i & 1 == 0 {
            let result = F::special([x, y]);
            // Of numbers, NaN has the sign that the processor gives it: formats without NaN make a zero of it by that.
            let made = result.is_nan() && !x.is_nan() && !y.is_nan();
            let result = if made { result.copysign(-1.0) } else { result };
            // SAFETY: an element of the output.
            unsafe { T::store(result, to.wrapping_add(i), rounding) };
        }
    }
}

/// Elements that follow each other, with vectors of `f32`; the results may be where the arguments are.
struct DenseSingles<F> {
    from: *const f32,
    to: *mut f32,
    n: usize,
    function: PhantomData<F>,
}

impl<F: Function> SinglesKernel for DenseSingles<F> {
    #[inline(always)]
    fn run<V: Singles>(self) {
        let rest = self.n % (2 * V::COUNT);
        let whole = self.n - rest;
        let (mut x, mut results) = ([0.0; 32], [0.0; 32]);
        let mut part = (self.from, self.to, whole);
        for turn in 0..2 {
            let (from, to, n) = part;
            let mut i = 0;
            while i < n {
                // SAFETY: as many elements as two vectors have follow, of the input and of the output.
                unsafe { step_singles::<F, V>(from.wrapping_add(i), to.wrapping_add(i)) };
                i += 2 * V::COUNT;
            }
            if turn == 0 {
                if rest == 0 {
                    return;
                }
                // SAFETY: fewer elements than two vectors have follow, and at least one; there is room for 32.
                unsafe { fill(self.from.wrapping_add(whole), &mut x, rest) };
                part = (x.as_ptr(), results.as_mut_ptr(), 2 * V::COUNT);
            }
        }
        // SAFETY: so many follow in the output.
        unsafe { self.to.wrapping_add(whole).copy_from_nonoverlapping(results.as_ptr(), rest) };
    }
}

/// Computes two vectors of results.
///
/// # Safety
/// - As many elements as two vectors have can be read from the input, and written to the output.
#[inline(always)]
unsafe fn step_singles<F: Function, V: Singles>(from: *const f32, to: *mut f32) {
    // SAFETY: the caller's promise.
    let low = unsafe { V::load(from) };
    // SAFETY: the caller's promise.
    let high = unsafe { V::load(from.wrapping_add(V::COUNT)) };
    let (low_result, low_ordinary) = F::single(low);
    let (high_result, high_ordinary) = F::single(high);
    // SAFETY: the caller's promise.
    unsafe { low_result.store(to) };
    // SAFETY: the caller's promise.
    unsafe { high_result.store(to.wrapping_add(V::COUNT)) };
    if !V::all(low_ordinary & high_ordinary) {
        // The results may be where the arguments were.
        let mut arguments = [0.0; 32];
        // SAFETY: a vector has at most sixteen elements.
        unsafe { low.store(arguments.as_mut_ptr()) };
        // SAFETY: likewise.
        unsafe { high.store(arguments.as_mut_ptr().wrapping_add(V::COUNT)) };
        let ordinary = u64::from(V::mask_bits(low_ordinary)) | u64::from(V::mask_bits(high_ordinary)) << V::COUNT;
        // SAFETY: as many results as the vectors have.
        unsafe { careful_singles::<F>(&arguments, ordinary, 2 * V::COUNT, to) };
    }
}

/// Computes with `f64` the results for arguments that need care, which are those whose bits are not set.
///
/// # Safety
/// - So many elements can be written to the output.
#[cold]
#[inline(never)]
unsafe fn careful_singles<F: Function>(arguments: &[f32; 32], ordinary: u64, count: usize, to: *mut f32) {
    let mut results = [0.0; 32];
    lanes::<F, f32>([arguments.as_ptr(); 2], results.as_mut_ptr(), count, Rounding::Nearest);
    for (i, &result) in results.iter().enumerate().take(count) {
        if ordinary >> i & 1 == 0 {
            // SAFETY: an element of the output.
            unsafe { to.wrapping_add(i).write(result) };
        }
    }
}

/// The result for two numbers.
fn pair<F: Function, T: Float, const ODD: bool>(a: T, b: T) -> T {
    let mut result = T::default();
    let rounding = if ODD { Rounding::Odd } else { Rounding::Nearest };
    lanes::<F, T>([&raw const a, &raw const b], &raw mut result, 1, rounding);
    result
}

/// The [`ReduceFn`](crate::kernels::grid::ReduceFn) of a function of two numbers.
///
/// # Safety
/// - As for it, with elements of this type.
unsafe fn reduce<F: Function, T: Float, const ODD: bool>(grid: &Grid) {
    for row in 0..grid.rows {
        let total = grid.element(0, row, 0).cast::<T>();
        for i in 0..grid.n {
            // SAFETY: an element of the grid, of this type.
            let x = unsafe { grid.element(1, row, i).cast::<T>().read() };
            // SAFETY: the element that is folded into.
            let so_far = unsafe { total.read() };
            // SAFETY: likewise.
            unsafe { total.write(pair::<F, T, ODD>(so_far, x)) };
        }
    }
}

/// The [`AccumulateFn`](crate::kernels::grid::AccumulateFn) of a function of two numbers.
///
/// # Safety
/// - As for it, with elements of this type.
unsafe fn accumulate<F: Function, T: Float, const ODD: bool>(grid: &Grid) {
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
            let result = last.map_or(x, |last| pair::<F, T, ODD>(last, x));
            // SAFETY: a result of the grid, of this type.
            unsafe { grid.element(1, row, i).cast::<T>().write(result) };
            last = Some(result);
        }
    }
}
