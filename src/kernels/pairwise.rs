//! Sums of floats, in NumPy's order, to the bit.
//!
//! 1. Fewer than 8 numbers are added one after the other, from -0.0 on.
//! 2. Up to 128 go to 8 running sums, which are added as ((0+1)+(2+3))+((4+5)+(6+7)); the rest one after the other.
//! 3. More are split at half, rounded down to a multiple of 8, and the sums of both parts added.
//!
//! The order is the same on every instruction set, whatever the strides. Where NumPy adds whole rows one after the other
//! (sums over an axis that is not the innermost), this keeps the order above for each column, which is more accurate and
//! does not depend on the layout.
//!
//! Complex numbers are summed by their parts, with twice the number of floats.

use std::marker::PhantomData;

use num_complex::Complex;

use super::arith::Add;
use super::elementwise::Binary;
use super::fold::with_folds;
use super::grid::{Computed, Grid, NumberLoop};
use crate::simd::{Kernel, dispatch};

/// The loops of `add` for floats.
pub(crate) const fn pairwise<T: Summed + Computed>() -> NumberLoop
where
    Add: Binary<T, Out = T>,
{
    NumberLoop { tree: true, ..with_folds::<Add, T>(reduce::<T>) }
}

/// A number that consists of one or two floats.
pub(crate) trait Summed: Copy + 'static {
    type Float: Float;
    /// How many floats.
    const PARTS: usize;

    fn add(self, other: Self) -> Self;
    fn parts(self) -> [Self::Float; 2];
    fn of_parts(parts: [Self::Float; 2]) -> Self;
}

/// A machine float.
pub(crate) trait Float: Copy + std::ops::Add<Output = Self> + std::ops::AddAssign + 'static {
    const NEGATIVE_ZERO: Self;
}

macro_rules! summed {
    ($($float:ty)*) => {
        $(
            impl Float for $float {
                const NEGATIVE_ZERO: $float = -0.0;
            }

            impl Summed for $float {
                type Float = $float;
                const PARTS: usize = 1;

                #[inline(always)]
                fn add(self, other: $float) -> $float {
                    self + other
                }

                #[inline(always)]
                fn parts(self) -> [$float; 2] {
                    [self, 0.0]
                }

                #[inline(always)]
                fn of_parts(parts: [$float; 2]) -> $float {
                    parts[0]
                }
            }

            impl Summed for Complex<$float> {
                type Float = $float;
                const PARTS: usize = 2;

                #[inline(always)]
                fn add(self, other: Self) -> Self {
                    self + other
                }

                #[inline(always)]
                fn parts(self) -> [$float; 2] {
                    [self.re, self.im]
                }

                #[inline(always)]
                fn of_parts(parts: [$float; 2]) -> Self {
                    Complex::new(parts[0], parts[1])
                }
            }
        )*
    };
}

summed!(f32 f64);

/// The [`ReduceFn`](super::grid::ReduceFn) of sums.
///
/// # Safety
/// - As for [`ReduceFn`](super::grid::ReduceFn).
unsafe fn reduce<T: Summed>(grid: &Grid) {
    let size = size_of::<T>() as isize;
    if grid.step[1] == size {
        dispatch(Dense::<T>(grid, PhantomData));
    } else if grid.rows > 1 && grid.row_step[0] == size && grid.row_step[1] == size {
        dispatch(Columns::<T>(grid, PhantomData));
    } else {
        for row in 0..grid.rows {
            // SAFETY: the row's elements.
            let sum = unsafe { sum::<T>(grid.at(1, row), grid.step[1], grid.n * T::PARTS) };
            // SAFETY: what the row is folded into.
            unsafe { add_to(grid.at(0, row).cast::<T>(), sum) };
        }
    }
}

/// Adds to what is there.
///
/// # Safety
/// - `slot` is valid for reading and writing.
#[inline(always)]
unsafe fn add_to<T: Summed>(slot: *mut T, sum: T) {
    // SAFETY: the caller's promise.
    let before = unsafe { slot.read() };
    // SAFETY: the caller's promise.
    unsafe { slot.write(before.add(sum)) };
}

struct Dense<'a, T>(&'a Grid, PhantomData<T>);

impl<T: Summed> Kernel for Dense<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            // SAFETY: the row's elements, which follow each other.
            let sum = unsafe { dense_sum::<T>(self.0.at(1, row), self.0.n * T::PARTS) };
            // SAFETY: what the row is folded into.
            unsafe { add_to(self.0.at(0, row).cast::<T>(), sum) };
        }
    }
}

/// Floats up to which sums are not split.
const LEAF: usize = 128;

/// Where a sum of so many floats is split.
#[inline(always)]
fn half(n: usize) -> usize {
    n / 2 - (n / 2) % 8
}

/// The sum of floats that follow each other: the tree, without recursion, so that it can be inlined.
///
/// # Safety
/// - `ptr` is valid for reading `n` floats of the numbers.
#[inline(always)]
unsafe fn dense_sum<T: Summed>(ptr: *const u8, n: usize) -> T {
    if n <= LEAF {
        // SAFETY: the caller's promise.
        return unsafe { leaf(ptr, size_of::<T>() as isize, n) };
    }
    // What is still to be summed, next on top; sums that wait for their other half.
    let mut todo = [(0usize, 0usize, false); 128];
    let mut sums = [T::of_parts([T::Float::NEGATIVE_ZERO; 2]); 64];
    let (mut tasks, mut waiting) = (1, 0);
    todo[0] = (0, n, false);
    while tasks > 0 {
        tasks -= 1;
        let (start, n, join) = todo[tasks];
        if join {
            waiting -= 1;
            sums[waiting - 1] = sums[waiting - 1].add(sums[waiting]);
        } else if n <= 4 * LEAF && n > 2 * LEAF {
            let at = ptr.wrapping_add(start * size_of::<T::Float>());
            // SAFETY: a part of the caller's floats.
            sums[waiting] = unsafe { four_leaves(at, n) };
            waiting += 1;
        } else if n <= LEAF {
            let at = ptr.wrapping_add(start * size_of::<T::Float>());
            // SAFETY: a part of the caller's floats.
            sums[waiting] = unsafe { leaf(at, size_of::<T>() as isize, n) };
            waiting += 1;
        } else {
            let first = half(n);
            todo[tasks] = (0, 0, true);
            todo[tasks + 1] = (start + first, n - first, false);
            todo[tasks + 2] = (start, first, false);
            tasks += 3;
        }
    }
    sums[0]
}

/// The sum of floats at any stride.
///
/// # Safety
/// - From `ptr` on, numbers of `n` floats in all can be read, `stride` bytes apart.
unsafe fn sum<T: Summed>(ptr: *const u8, stride: isize, n: usize) -> T {
    if n <= LEAF {
        // SAFETY: the caller's promise.
        return unsafe { leaf(ptr, stride, n) };
    }
    let first = half(n);
    let second = ptr.wrapping_offset(stride * (first / T::PARTS) as isize);
    // SAFETY: the first part of the caller's numbers.
    let a: T = unsafe { sum(ptr, stride, first) };
    // SAFETY: the rest of them.
    a.add(unsafe { sum(second, stride, n - first) })
}

/// The sum of more than two and at most four times [`LEAF`] floats that follow each other: the four leaves of their tree
/// side by side, as each is a chain of additions that wait for each other.
///
/// # Safety
/// - `ptr` is valid for reading `n` floats.
#[inline(always)]
unsafe fn four_leaves<T: Summed>(ptr: *const u8, n: usize) -> T {
    let first = half(n);
    let counts = [half(first), first - half(first), half(n - first), n - first - half(n - first)];
    let starts = [0, counts[0], first, first + counts[2]];
    let at = |leaf: usize| ptr.wrapping_add(starts[leaf] * size_of::<T::Float>()).cast::<T::Float>();
    // Leaves of more than two times 128 floats have at least 64 each.
    let blocks = counts[0].min(counts[1]).min(counts[2]).min(counts[3]) / 8;
    // SAFETY: every leaf has a first block.
    let load = |leaf: usize, block: usize| unsafe { at(leaf).add(8 * block).cast::<[T::Float; 8]>().read_unaligned() };
    let [mut a, mut b, mut c, mut d] = [load(0, 0), load(1, 0), load(2, 0), load(3, 0)];
    for block in 1..blocks {
        let (w, x, y, z) = (load(0, block), load(1, block), load(2, block), load(3, block));
        for j in 0..8 {
            a[j] += w[j];
            b[j] += x[j];
            c[j] += y[j];
            d[j] += z[j];
        }
    }
    // SAFETY: each leaf has as many floats as counted, of which these blocks are summed.
    let rest = |leaf: usize, sums: [T::Float; 8]| unsafe {
        finish::<T>(sums, at(leaf).cast(), size_of::<T>() as isize, blocks, counts[leaf] / T::PARTS)
    };
    rest(0, a).add(rest(1, b)).add(rest(2, c).add(rest(3, d)))
}

/// The sum of at most [`LEAF`] floats.
///
/// # Safety
/// - From `ptr` on, numbers of `n` floats in all can be read, `stride` bytes apart.
#[inline(always)]
unsafe fn leaf<T: Summed>(ptr: *const u8, stride: isize, n: usize) -> T {
    let count = n / T::PARTS;
    if n < 8 {
        let mut sum = T::of_parts([T::Float::NEGATIVE_ZERO; 2]);
        for i in 0..count {
            // SAFETY: `i` is below the number of numbers.
            sum = sum.add(unsafe { ptr.wrapping_offset(stride * i as isize).cast::<T>().read() });
        }
        return sum;
    }
    let mut sums = [T::Float::NEGATIVE_ZERO; 8];
    for j in 0..8 / T::PARTS {
        // SAFETY: there are at least eight floats.
        let parts = unsafe { ptr.wrapping_offset(stride * j as isize).cast::<T>().read() }.parts();
        sums[j * T::PARTS..][..T::PARTS].copy_from_slice(&parts[..T::PARTS]);
    }
    // SAFETY: the caller's promise; the first block is summed.
    unsafe { finish(sums, ptr, stride, 1, count) }
}

/// The sum of `count` numbers, of which the first `blocks` blocks of eight floats are in `sums` already.
///
/// # Safety
/// - From `ptr` on, `count` numbers can be read, `stride` bytes apart.
#[inline(always)]
unsafe fn finish<T: Summed>(mut sums: [T::Float; 8], ptr: *const u8, stride: isize, blocks: usize, count: usize) -> T {
    // SAFETY: `i` is below `count`.
    let number = |i: usize| unsafe { ptr.wrapping_offset(stride * i as isize).cast::<T>().read() };
    let width = 8 / T::PARTS;
    for block in blocks..count / width {
        for j in 0..width {
            let parts = number(block * width + j).parts();
            sums[j * T::PARTS] += parts[0];
            if T::PARTS == 2 {
                sums[j * T::PARTS + 1] += parts[1];
            }
        }
    }
    let mut sum = T::of_parts(if T::PARTS == 1 {
        let all = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
        [all, all]
    } else {
        [(sums[0] + sums[2]) + (sums[4] + sums[6]), (sums[1] + sums[3]) + (sums[5] + sums[7])]
    });
    for i in count / width * width..count {
        sum = sum.add(number(i));
    }
    sum
}

/// How many bytes of a row are summed at a time: eight rows of running sums, and the row, stay in the first cache.
const PART: usize = 2048;

struct Columns<'a, T>(&'a Grid, PhantomData<T>);

impl<T: Summed> Kernel for Columns<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let part = PART / size_of::<T>();
        let mut scratch = Vec::new();
        for start in (0..self.0.rows).step_by(part) {
            let (elements, slots) = (self.0.at(1, start), self.0.at(0, start).cast::<T>());
            let width = part.min(self.0.rows - start);
            let rows = Rows { ptr: elements, stride: self.0.step[1], width };
            // SAFETY: the elements of the grid's rows from `start` on.
            unsafe { rows.sum::<T>(self.0.n, &mut scratch, 0) };
            for (i, &sum) in scratch[..width].iter().enumerate() {
                // SAFETY: what row `start + i` is folded into.
                unsafe { add_to(slots.add(i), sum) };
            }
        }
    }
}

/// Numbers side by side, and below each the ones it is summed with.
#[derive(Clone, Copy)]
struct Rows {
    ptr: *const u8,
    stride: isize,
    width: usize,
}

impl Rows {
    /// # Safety
    /// - Rows from the first on can be read, this one among them.
    #[inline(always)]
    unsafe fn row<'a, T>(self, i: usize) -> &'a [T] {
        let first = self.ptr.wrapping_offset(self.stride * i as isize).cast::<T>();
        // SAFETY: the caller's promise; nothing writes elements while they are summed.
        unsafe { std::slice::from_raw_parts(first, self.width) }
    }

    /// Puts the sums of `n` rows in `scratch[at..]`, which grows as needed: in the order that [`sum`] has.
    ///
    /// # Safety
    /// - `n` rows from the first on can be read.
    #[inline(always)]
    unsafe fn sum<T: Summed>(self, n: usize, scratch: &mut Vec<T>, at: usize) {
        let zero = T::of_parts([T::Float::NEGATIVE_ZERO; 2]);
        let mut todo = [(0usize, 0usize, false); 128];
        let (mut tasks, mut top) = (1, at);
        todo[0] = (0, n * T::PARTS, false);
        while tasks > 0 {
            tasks -= 1;
            let (start, n, join) = todo[tasks];
            if join {
                top -= self.width;
                let (sums, others) = scratch[top - self.width..].split_at_mut(self.width);
                for (sum, &other) in sums.iter_mut().zip(&others[..self.width]) {
                    *sum = sum.add(other);
                }
            } else if n <= LEAF {
                scratch.resize(scratch.len().max(top + 8 * self.width), zero);
                let rows = Rows { ptr: self.ptr.wrapping_offset(self.stride * start as isize), ..self };
                // SAFETY: a part of the caller's rows.
                unsafe { rows.leaf(n / T::PARTS, 8 / T::PARTS, &mut scratch[top..]) };
                top += self.width;
            } else {
                let first = half(n);
                todo[tasks] = (0, 0, true);
                todo[tasks + 1] = (start + first / T::PARTS, n - first, false);
                todo[tasks + 2] = (start, first, false);
                tasks += 3;
            }
        }
    }

    /// Puts the sums of `count` rows at the start of `sums`, with `lanes` running ones (8, or 4 of two parts each).
    ///
    /// # Safety
    /// - `count` rows from the first on can be read.
    #[inline(always)]
    unsafe fn leaf<T: Summed>(self, count: usize, lanes: usize, sums: &mut [T]) {
        let width = self.width;
        let mut rest = 0;
        if count < lanes {
            sums[..width].fill(T::of_parts([T::Float::NEGATIVE_ZERO; 2]));
        } else {
            for (i, sums) in sums.chunks_exact_mut(width).take(lanes).enumerate() {
                // SAFETY: one of the rows.
                sums.copy_from_slice(unsafe { self.row(i) });
            }
            rest = count - count % lanes;
            let mut next = lanes;
            // Four rows to each running sum at a time, which is then loaded and stored once.
            while next + 4 * lanes <= rest {
                for (j, sums) in sums.chunks_exact_mut(width).take(lanes).enumerate() {
                    // SAFETY: four of the rows.
                    let rows = unsafe { [0, 1, 2, 3].map(|k| self.row::<T>(next + k * lanes + j)) };
                    add_four_rows(sums, rows);
                }
                next += 4 * lanes;
            }
            for i in next..rest {
                // SAFETY: one of the rows.
                add_row(&mut sums[i % lanes * width..][..width], unsafe { self.row(i) });
            }
            // ((0+1)+(2+3))+((4+5)+(6+7)), in place; complex numbers have half as many.
            let mut step = 1;
            while step < lanes {
                for j in (0..lanes).step_by(2 * step) {
                    let (a, b) = sums.split_at_mut((j + step) * width);
                    add_row(&mut a[j * width..][..width], &b[..width]);
                }
                step *= 2;
            }
        }
        for i in rest..count {
            // SAFETY: one of the rows.
            add_row(&mut sums[..width], unsafe { self.row(i) });
        }
    }
}

#[inline(always)]
fn add_row<T: Summed>(sums: &mut [T], row: &[T]) {
    for (sum, &x) in sums.iter_mut().zip(row) {
        *sum = sum.add(x);
    }
}

/// One after the other.
#[inline(always)]
fn add_four_rows<T: Summed>(sums: &mut [T], [a, b, c, d]: [&[T]; 4]) {
    for ((((sum, &a), &b), &c), &d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *sum = sum.add(a).add(b).add(c).add(d);
    }
}
