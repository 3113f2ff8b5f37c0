//! The largest and the smallest of rows of floats.
//!
//! A maximum that minds NaNs and the signs of zeros is many instructions; one that does not is one. So a block is folded as
//! if there were none and no difference between zeros, while NaNs are looked out for; only a block with a NaN, or whose
//! result is zero, is looked into again.
//!
//! Complex numbers: the best real part of a block is found like that, and then the first of the best among those that have
//! it.

use std::marker::PhantomData;

use num_complex::Complex;

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
const BLOCK: usize = 4096;

#[inline(always)]
fn fold_row<F: Extreme<T>, T: Float>(start: T, elements: &[T]) -> T {
    let one_by_one = |start: T, elements: &[T]| elements.iter().fold(start, |a, &b| F::call(a, b));
    if elements.len() < 32 {
        return one_by_one(start, elements);
    }
    let mut folded = start;
    for block in elements.chunks(BLOCK) {
        let Some(best) = best_of::<F, T>(block) else {
            if !F::SKIPS_NAN {
                return T::NAN;
            }
            folded = one_by_one(folded, block);
            continue;
        };
        folded = if best.is_zero() { one_by_one(folded, block) } else { F::call(folded, best) };
    }
    folded
}

/// How many elements are compared side by side: with half as many, the compiler makes no vectors of them.
const LANES: usize = 32;

/// A preferred element of a block; `None` if there is a NaN in it.
#[inline(always)]
pub(super) fn best_of<F: Extreme<T>, T: Float>(block: &[T]) -> Option<T> {
    let (chunks, rest) = block.as_chunks::<LANES>();
    let (mut best, mut nan) = (block[0], block[0]);
    if !chunks.is_empty() {
        let (lanes, nans) = best_lanes::<F, T>(best, chunks);
        best = halved(lanes, 1, better::<F, T>);
        nan = halved(nans, 1, |nan, x| if x.is_nan() { x } else { nan });
    }
    for &x in rest {
        best = better::<F, T>(best, x);
        nan = if x.is_nan() { x } else { nan };
    }
    if nan.is_nan() { None } else { Some(best) }
}

/// The better one, of which neither is NaN.
#[inline(always)]
fn better<F: Extreme<T>, T: Float>(best: T, x: T) -> T {
    if F::beats(x, best) { x } else { best }
}

/// The best of each lane, if none is NaN, and the last NaN of each, if there is one.
#[inline(always)]
fn best_lanes<F: Extreme<T>, T: Float>(first: T, chunks: &[[T; LANES]]) -> ([T; LANES], [T; LANES]) {
    let (mut lanes, mut nans) = ([first; LANES], [first; LANES]);
    for chunk in chunks {
        for j in 0..LANES {
            let x = chunk[j];
            lanes[j] = better::<F, T>(lanes[j], x);
            nans[j] = if x.is_nan() { x } else { nans[j] };
        }
    }
    (lanes, nans)
}

/// The fold of lanes, halves at a time; of several numbers side by side, that of the first of each.
#[inline(always)]
fn halved<T: Copy>(mut lanes: [T; LANES], parts: usize, f: impl Fn(T, T) -> T) -> T {
    let mut width = LANES / 2;
    while width >= parts {
        for j in 0..width {
            lanes[j] = f(lanes[j], lanes[j + width]);
        }
        width /= 2;
    }
    lanes[0]
}

/// The loops of an extreme of complex numbers that minds NaNs.
pub(crate) const fn complex_extreme<F: Extreme<T> + Binary<Complex<T>, Out = Complex<T>>, T: Float>() -> NumberLoop
where
    Complex<T>: Computed,
{
    with_folds::<F, Complex<T>>(fold_complex::<F, T>)
}

/// The [`ReduceFn`](super::grid::ReduceFn) of an extreme of complex numbers.
///
/// # Safety
/// - As for [`ReduceFn`](super::grid::ReduceFn).
unsafe fn fold_complex<F: Extreme<T> + Binary<Complex<T>, Out = Complex<T>>, T: Float>(grid: &Grid) {
    if grid.step[1] == size_of::<Complex<T>>() as isize && grid.n >= 16 {
        dispatch(DenseComplex::<F, T>(grid, PhantomData));
    } else {
        // SAFETY: the caller's promises.
        unsafe { super::fold::fold::<F, Complex<T>, false>(grid) };
    }
}

struct DenseComplex<'a, F, T>(&'a Grid, PhantomData<(F, T)>);

impl<F: Extreme<T> + Binary<Complex<T>, Out = Complex<T>>, T: Float> Kernel for DenseComplex<'_, F, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            let slot = self.0.at(0, row).cast::<Complex<T>>();
            // SAFETY: `n` elements that follow each other, which nothing writes while they are folded.
            let elements = unsafe { std::slice::from_raw_parts(self.0.at(1, row).cast::<Complex<T>>(), self.0.n) };
            // SAFETY: what the row is folded into.
            let start = unsafe { slot.read() };
            let folded = elements.chunks(512).fold(start, |folded, block| match best_complex::<F, T>(block) {
                Some(best) => F::call(folded, best),
                None => block.iter().fold(folded, |folded, &x| F::call(folded, x)),
            });
            // SAFETY: what the row is folded into.
            unsafe { slot.write(folded) };
        }
    }
}

/// The first of the preferred elements of a block; `None` if there is a NaN in it.
#[inline(always)]
fn best_complex<F: Extreme<T>, T: Float>(block: &[Complex<T>]) -> Option<Complex<T>> {
    // SAFETY: a complex number is two floats side by side.
    let parts = unsafe { std::slice::from_raw_parts(block.as_ptr().cast::<T>(), 2 * block.len()) };
    let (chunks, rest) = parts.as_chunks::<LANES>();
    let (mut best, mut nan) = (parts[0], parts[0]);
    if !chunks.is_empty() {
        // Lanes of real and imaginary parts take turns, of which only the first are of use.
        let (lanes, nans) = best_lanes::<F, T>(best, chunks);
        best = halved(lanes, 2, better::<F, T>);
        nan = halved(nans, 1, |nan, x| if x.is_nan() { x } else { nan });
    }
    for (i, &x) in rest.iter().enumerate() {
        best = if i % 2 == 0 { better::<F, T>(best, x) } else { best };
        nan = if x.is_nan() { x } else { nan };
    }
    if nan.is_nan() {
        return None;
    }
    let mut among = block.iter().filter(|x| x.re == best);
    let first = *among.next()?;
    Some(among.fold(first, |best, &x| if F::beats(x.im, best.im) { x } else { best }))
}
