//! Sums of products along contiguous numbers: products with a vector, and of two vectors.
//!
//! The order of a sum depends on its length alone, not on where the numbers lie nor on the instruction set:
//! 1. It is cut into stretches of [`STRETCH`] products, whose sums are added in order.
//! 2. Fewer than [`SHORT`] products are added one after the other.
//! 3. More go to [`LANES`] running sums, product `i` to sum `i % LANES`, which are then added in pairs: the first half and
//!    the second, until one is left.
//!
//! Every step is a fused multiply-add. A matrix whose columns are contiguous is gone through column by column, with the
//! running sums of many rows side by side.

use super::vector::Factor;
use super::{Matrix, Rows, Sizes};
use crate::kernels::copy::copy;
use crate::simd::{Kernel, dispatch};

/// Products that are summed at a time.
pub(super) const STRETCH: usize = 4096;
/// Fewer are summed one after the other.
const SHORT: usize = 16;
/// Running sums.
const LANES: usize = 32;
/// Rows whose running sums are kept side by side.
const ROWS: usize = 64;

/// A number, or a complex one with two parts.
pub(super) trait Term: Copy + 'static {
    const ZERO: Self;

    /// `self * b + c`; with the conjugate of `self`, if it is complex and asked for.
    fn step(self, b: Self, c: Self, conjugate: bool) -> Self;
    fn plus(self, b: Self) -> Self;
}

macro_rules! terms {
    ($($type:ty),*) => {
        $(impl Term for $type {
            const ZERO: Self = Factor::ZERO;

            #[inline(always)]
            fn step(self, b: Self, c: Self, _: bool) -> Self {
                Factor::mul_add(self, b, c)
            }

            #[inline(always)]
            fn plus(self, b: Self) -> Self {
                Factor::plus(self, b)
            }
        })*
    };
}

terms!(f64, f32, i64, i32, i16);

impl<T: Factor> Term for [T; 2] {
    const ZERO: Self = [T::ZERO; 2];

    #[inline(always)]
    fn step(self, b: Self, c: Self, conjugate: bool) -> Self {
        let [re, im] = if conjugate { [self[0], self[1].negative()] } else { self };
        let (real, imaginary) = (re.mul_add(b[0], c[0]), re.mul_add(b[1], c[1]));
        [im.negative().mul_add(b[1], real), im.mul_add(b[0], imaginary)]
    }

    #[inline(always)]
    fn plus(self, b: Self) -> Self {
        [self[0].plus(b[0]), self[1].plus(b[1])]
    }
}

/// The products of the rows of `a` with a vector: as many as `m`, sums of `k` products.
#[derive(Clone, Copy)]
pub(super) struct Dots {
    pub(super) m: usize,
    pub(super) k: usize,
    pub(super) a: Matrix,
    /// The vector, and how many bytes apart its elements are.
    pub(super) x: *const u8,
    pub(super) x_step: isize,
    /// The results, likewise.
    pub(super) y: *mut u8,
    pub(super) y_step: isize,
    /// The rows of `a` are conjugated.
    pub(super) conjugate: bool,
}

/// Computes such products. There is at least one product in a sum.
///
/// # Safety
/// - All elements are valid for reading, the results for writing; these overlap nothing else.
/// - `buffer` has room for [`scratch`] bytes, aligned for the numbers.
pub(super) type DotsFn = unsafe fn(dots: &Dots, buffer: *mut u8);

/// Bytes of memory that the products take, for numbers of so many bytes.
pub(super) fn scratch(size: usize) -> usize {
    (LANES * ROWS + ROWS).max(2 * STRETCH) * size
}

/// The products of a type of number, or of a complex one.
///
/// # Safety
/// - As for [`DotsFn`].
pub(super) unsafe fn dots<T: Term>(dots: &Dots, buffer: *mut u8) {
    dispatch(Run::<T> { dots, scratch: buffer.cast() });
}

/// Made with the promises of [`DotsFn`] only.
struct Run<'a, T> {
    dots: &'a Dots,
    scratch: *mut T,
}

impl<T: Term> Kernel for Run<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Dots { m, k, a, .. } = *self.dots;
        let size = size_of::<T>() as isize;
        if a.row == size && a.col != size && m >= 8 && k >= SHORT {
            self.by_columns();
            return;
        }
        for i in 0..m {
            let mut total = T::ZERO;
            for p in (0..k).step_by(STRETCH) {
                let n = STRETCH.min(k - p);
                // SAFETY: a stretch of a row.
                let row = unsafe { contiguous(a.at(i, p), a.col, n, self.scratch) };
                let x = self.dots.x.wrapping_offset(self.dots.x_step.wrapping_mul(p as isize));
                // SAFETY: a stretch of the vector; the second half of the scratch.
                let x = unsafe { contiguous::<T>(x, self.dots.x_step, n, self.scratch.wrapping_add(STRETCH)) };
                // SAFETY: both have as many numbers.
                let sum = unsafe { dot(row, x, n, self.dots.conjugate) };
                total = if p == 0 { sum } else { total.plus(sum) };
            }
            let y = self.dots.y.wrapping_offset(self.dots.y_step.wrapping_mul(i as isize));
            // SAFETY: the place of a result.
            unsafe { y.cast::<T>().write_unaligned(total) };
        }
    }
}

impl<T: Term> Run<'_, T> {
    /// The products with a matrix whose columns are contiguous.
    #[inline(always)]
    fn by_columns(self) {
        let Dots { m, k, a, x, x_step, y, y_step, conjugate } = *self.dots;
        for first in (0..m).step_by(ROWS) {
            let rows = ROWS.min(m - first);
            // SAFETY: the scratch has room for the running sums of so many rows, and their totals behind them.
            let totals = unsafe { std::slice::from_raw_parts_mut(self.scratch.wrapping_add(LANES * ROWS), rows) };
            for start in (0..k).step_by(STRETCH) {
                let n = STRETCH.min(k - start);
                let short = n < SHORT;
                let lanes = if short { 1 } else { LANES };
                // SAFETY: as above.
                let sums = unsafe { std::slice::from_raw_parts_mut(self.scratch, lanes * rows) };
                sums.fill(T::ZERO);
                for p in 0..n {
                    // SAFETY: an element of the vector.
                    let x = unsafe {
                        x.wrapping_offset(x_step.wrapping_mul((start + p) as isize)).cast::<T>().read_unaligned()
                    };
                    let lane = &mut sums[(p % lanes) * rows..][..rows];
                    let column = a.at(first, start + p).cast::<T>();
                    for (i, sum) in lane.iter_mut().enumerate() {
                        // SAFETY: an element of this column.
                        *sum = unsafe { column.wrapping_add(i).read_unaligned() }.step(x, *sum, conjugate);
                    }
                }
                let mut half = lanes / 2;
                while half > 0 {
                    let (low, high) = sums.split_at_mut(half * rows);
                    for (sum, &other) in low.iter_mut().zip(high.iter()) {
                        *sum = sum.plus(other);
                    }
                    half /= 2;
                }
                for (total, &sum) in totals.iter_mut().zip(&sums[..rows]) {
                    *total = if start == 0 { sum } else { total.plus(sum) };
                }
            }
            for (i, &total) in totals.iter().enumerate() {
                let y = y.wrapping_offset(y_step.wrapping_mul((first + i) as isize));
                // SAFETY: the place of a result.
                unsafe { y.cast::<T>().write_unaligned(total) };
            }
        }
    }
}

/// Numbers, copied to a buffer unless they are contiguous.
///
/// # Safety
/// - The numbers are valid for reading; the buffer has room for them.
#[inline(always)]
unsafe fn contiguous<T>(from: *const u8, step: isize, n: usize, buffer: *mut T) -> *const T {
    let size = size_of::<T>();
    if step == size as isize || n == 1 {
        return from.cast();
    }
    // SAFETY: the caller's promises.
    unsafe { copy(from, step, buffer.cast(), size as isize, n, size) };
    buffer
}

/// The sum of `n` products, at least one.
///
/// # Safety
/// - Both are `n` numbers, which need not be aligned.
#[inline(always)]
unsafe fn dot<T: Term>(a: *const T, b: *const T, n: usize, conjugate: bool) -> T {
    let step = |i: usize, sum: T| {
        // SAFETY: `i` is below `n`.
        let x = unsafe { a.wrapping_add(i).read_unaligned() };
        // SAFETY: likewise.
        let y = unsafe { b.wrapping_add(i).read_unaligned() };
        x.step(y, sum, conjugate)
    };
    if n < SHORT {
        return (0..n).fold(T::ZERO, |sum, i| step(i, sum));
    }
    let mut sums = [T::ZERO; LANES];
    let whole = n / LANES * LANES;
    let mut i = 0;
    while i < whole {
        // Each lane by its own constant, so that the sums stay in registers.
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum = step(i + lane, *sum);
        }
        i += LANES;
    }
    for (lane, sum) in sums.iter_mut().enumerate().take(n - whole) {
        *sum = step(whole + lane, *sum);
    }
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] = sums[lane].plus(sums[lane + half]);
        }
        half /= 2;
    }
    sums[0]
}

impl Dots {
    /// The products of a matrix with a vector, or of a vector with a matrix.
    pub(super) fn of(sizes: Sizes, a: Matrix, b: Matrix, c: Rows, size: usize, conjugate: bool) -> Dots {
        let Sizes { m, n, k } = sizes;
        if n == 1 {
            return Dots { m, k, a, x: b.ptr, x_step: b.row, y: c.ptr, y_step: c.row, conjugate };
        }
        let turned = Matrix { ptr: b.ptr, row: b.col, col: b.row };
        Dots { m: n, k, a: turned, x: a.ptr, x_step: a.col, y: c.ptr, y_step: size as isize, conjugate }
    }
}

/// A stretch of a sum, by the order that the module states.
#[cfg(test)]
pub(super) fn dot_reference<T: Term>(a: &[T], b: &[T]) -> T {
    let lanes = if a.len() < SHORT { 1 } else { LANES };
    let mut sums = vec![T::ZERO; lanes];
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        sums[i % lanes] = x.step(*y, sums[i % lanes], false);
    }
    while sums.len() > 1 {
        let (low, high) = sums.split_at(sums.len() / 2);
        sums = low.iter().zip(high).map(|(x, y)| x.plus(*y)).collect();
    }
    sums[0]
}
