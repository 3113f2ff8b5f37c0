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
//!
//! What is summed is a [`Term`] of each element: the element itself, or its squared distance from a mean, which variances
//! are made of.

use std::marker::PhantomData;

use half::{bf16, f16};
use num_complex::Complex;

use super::arith::Add;
use super::elementwise::Binary;
use super::fold::with_folds;
use super::grid::{Computed, Grid, NumberLoop, ReduceFn};
use crate::dtype::ScalarId;
use crate::element::scalars::Bool;
use crate::simd::{Kernel, dispatch};

/// The loops of `add` for floats.
pub(crate) const fn pairwise<T: Summed + Computed>() -> NumberLoop
where
    Add: Binary<T, Out = T>,
{
    NumberLoop { tree: true, ..with_folds::<Add, T>(reduce::<Itself<T>>) }
}

/// Adds the squared distances of elements of this type from a mean, which is operand 2, one for each row: `None` for types
/// that are cast first. The sums are of the type of [`squares_type`].
pub(crate) fn squares(id: ScalarId) -> Option<ReduceFn> {
    Some(match id {
        ScalarId::Bool => reduce::<Square<Bool, f64>>,
        ScalarId::Int8 => reduce::<Square<i8, f64>>,
        ScalarId::Int16 => reduce::<Square<i16, f64>>,
        ScalarId::Int32 => reduce::<Square<i32, f64>>,
        ScalarId::Int64 => reduce::<Square<i64, f64>>,
        ScalarId::UInt8 => reduce::<Square<u8, f64>>,
        ScalarId::UInt16 => reduce::<Square<u16, f64>>,
        ScalarId::UInt32 => reduce::<Square<u32, f64>>,
        ScalarId::UInt64 => reduce::<Square<u64, f64>>,
        ScalarId::Float16 => reduce::<Square<f16, f32>>,
        ScalarId::BFloat16 => reduce::<Square<bf16, f32>>,
        ScalarId::Float32 => reduce::<Square<f32, f32>>,
        ScalarId::Float64 => reduce::<Square<f64, f64>>,
        ScalarId::Complex64 => reduce::<SquareNorm<f32>>,
        ScalarId::Complex128 => reduce::<SquareNorm<f64>>,
        _ => return None,
    })
}

/// Adds floats of 16 bits to sums of 32 bits.
pub(crate) fn widened(id: ScalarId) -> Option<ReduceFn> {
    match id {
        ScalarId::Float16 => Some(reduce::<Wide<f16>>),
        ScalarId::BFloat16 => Some(reduce::<Wide<bf16>>),
        _ => None,
    }
}

/// What is summed of an element.
trait Term: 'static {
    type Element: Copy;
    type Mean: Copy;
    type Sum: Summed;
    /// Whether it depends on a mean.
    const CENTERED: bool;

    fn term(element: Self::Element, mean: Option<Self::Mean>) -> Self::Sum;
}

/// The element.
struct Itself<T>(PhantomData<T>);

impl<T: Summed> Term for Itself<T> {
    type Element = T;
    type Mean = T;
    type Sum = T;
    const CENTERED: bool = false;

    #[inline(always)]
    fn term(element: T, _: Option<T>) -> T {
        element
    }
}

/// A float of 16 bits as one of 32.
struct Wide<T>(PhantomData<T>);

impl<T: Real<f32>> Term for Wide<T> {
    type Element = T;
    type Mean = f32;
    type Sum = f32;
    const CENTERED: bool = false;

    #[inline(always)]
    fn term(element: T, _: Option<f32>) -> f32 {
        element.real()
    }
}

/// The square of the distance from the mean.
struct Square<T, F>(PhantomData<(T, F)>);

impl<T: Real<F>, F: Summed<Float = F> + Float> Term for Square<T, F> {
    type Element = T;
    type Mean = F;
    type Sum = F;
    const CENTERED: bool = true;

    #[inline(always)]
    fn term(element: T, mean: Option<F>) -> F {
        let distance = match mean {
            Some(mean) => element.real() - mean,
            None => element.real(),
        };
        distance * distance
    }
}

/// The square of the distance of a complex number from the mean.
struct SquareNorm<F>(PhantomData<F>);

impl<F: Summed<Float = F> + Float> Term for SquareNorm<F> {
    type Element = Complex<F>;
    type Mean = Complex<F>;
    type Sum = F;
    const CENTERED: bool = true;

    #[inline(always)]
    fn term(element: Complex<F>, mean: Option<Complex<F>>) -> F {
        let (re, im) = match mean {
            Some(mean) => (element.re - mean.re, element.im - mean.im),
            None => (element.re, element.im),
        };
        re * re + im * im
    }
}

/// A number as a float, rounded if need be.
trait Real<F>: Copy + 'static {
    fn real(self) -> F;
}

macro_rules! real {
    ($($type:ty => $float:ty: |$x:ident| $value:expr;)*) => {
        $(impl Real<$float> for $type {
            #[inline(always)]
            fn real(self) -> $float {
                let $x = self;
                $value
            }
        })*
    };
}

real! {
    Bool => f64: |x| f64::from(u8::from(x.get()));
    i8 => f64: |x| x as f64;
    i16 => f64: |x| x as f64;
    i32 => f64: |x| x as f64;
    i64 => f64: |x| x as f64;
    u8 => f64: |x| x as f64;
    u16 => f64: |x| x as f64;
    u32 => f64: |x| x as f64;
    u64 => f64: |x| x as f64;
    f32 => f32: |x| x;
    f64 => f64: |x| x;
    f16 => f32: |x| super::convert::f16_to_f32(x);
    bf16 => f32: |x| super::convert::bf16_to_f32(x);
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
pub(crate) trait Float:
    Copy
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::AddAssign
    + 'static
{
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

/// The [`ReduceFn`] of sums of terms. Operand 2 is the mean of each row, if the terms depend on it.
///
/// # Safety
/// - As for [`ReduceFn`]; operand 2, if needed, has a mean for each row.
unsafe fn reduce<Q: Term>(grid: &Grid) {
    let (size, sum) = (size_of::<Q::Element>() as isize, size_of::<Q::Sum>() as isize);
    if grid.step[1] == size {
        dispatch(Dense::<Q>(grid, PhantomData));
    } else if grid.rows > 1 && grid.row_step[0] == sum && grid.row_step[1] == size {
        dispatch(Columns::<Q>(grid, PhantomData));
    } else {
        for row in 0..grid.rows {
            // SAFETY: the mean of the row.
            let mean = unsafe { mean::<Q>(grid, row) };
            // SAFETY: the row's elements.
            let sum = unsafe { sum_of::<Q>(grid.at(1, row), grid.step[1], grid.n * Q::Sum::PARTS, mean) };
            // SAFETY: what the row is folded into.
            unsafe { add_to(grid.at(0, row).cast::<Q::Sum>(), sum) };
        }
    }
}

/// The mean of a row, if it is needed.
///
/// # Safety
/// - Operand 2 has a mean for the row if the terms depend on it.
#[inline(always)]
unsafe fn mean<Q: Term>(grid: &Grid, row: usize) -> Option<Q::Mean> {
    // SAFETY: the caller's promise.
    if Q::CENTERED { Some(unsafe { grid.at(2, row).cast::<Q::Mean>().read() }) } else { None }
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

struct Dense<'a, Q>(&'a Grid, PhantomData<Q>);

impl<Q: Term> Kernel for Dense<'_, Q> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            // SAFETY: the mean of the row.
            let mean = unsafe { mean::<Q>(self.0, row) };
            // SAFETY: the row's elements, which follow each other.
            let sum = unsafe { dense_sum::<Q>(self.0.at(1, row).cast(), self.0.n * Q::Sum::PARTS, mean) };
            // SAFETY: what the row is folded into.
            unsafe { add_to(self.0.at(0, row).cast::<Q::Sum>(), sum) };
        }
    }
}

/// Floats up to which sums are not split.
const LEAF: usize = 128;

/// Where a sum of so many floats is split.
#[inline(always)]
pub(crate) fn half(n: usize) -> usize {
    n / 2 - (n / 2) % 8
}

/// What running sums start from: it changes no number that is added.
#[inline(always)]
fn nothing<T: Summed>() -> T {
    T::of_parts([T::Float::NEGATIVE_ZERO; 2])
}

/// The sum of `n` floats of terms of elements that follow each other: the tree, without recursion, so that it can be
/// inlined.
///
/// # Safety
/// - `ptr` is valid for reading the elements.
#[inline(always)]
unsafe fn dense_sum<Q: Term>(ptr: *const Q::Element, n: usize, mean: Option<Q::Mean>) -> Q::Sum {
    let size = size_of::<Q::Element>() as isize;
    if n <= LEAF {
        // SAFETY: the caller's promise.
        return unsafe { leaf::<Q>(ptr.cast(), size, n, mean) };
    }
    // What is still to be summed, next on top; sums that wait for their other half.
    let mut todo = [(0usize, 0usize, false); 128];
    let mut sums = [nothing::<Q::Sum>(); 64];
    let (mut tasks, mut waiting) = (1, 0);
    todo[0] = (0, n, false);
    while tasks > 0 {
        tasks -= 1;
        let (start, n, join) = todo[tasks];
        let at = ptr.wrapping_add(start / Q::Sum::PARTS);
        if join {
            waiting -= 1;
            sums[waiting - 1] = sums[waiting - 1].add(sums[waiting]);
        } else if n <= 4 * LEAF && n > 2 * LEAF {
            // SAFETY: a part of the caller's elements.
            sums[waiting] = unsafe { four_leaves::<Q>(at, n, mean) };
            waiting += 1;
        } else if n <= LEAF {
            // SAFETY: a part of the caller's elements.
            sums[waiting] = unsafe { leaf::<Q>(at.cast(), size, n, mean) };
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

/// The sum of `n` floats of terms of elements at any stride.
///
/// # Safety
/// - From `ptr` on, the elements can be read, `stride` bytes apart.
unsafe fn sum_of<Q: Term>(ptr: *const u8, stride: isize, n: usize, mean: Option<Q::Mean>) -> Q::Sum {
    if n <= LEAF {
        // SAFETY: the caller's promise.
        return unsafe { leaf::<Q>(ptr, stride, n, mean) };
    }
    let first = half(n);
    let second = ptr.wrapping_offset(stride * (first / Q::Sum::PARTS) as isize);
    // SAFETY: the first part of the caller's elements.
    let a = unsafe { sum_of::<Q>(ptr, stride, first, mean) };
    // SAFETY: the rest of them.
    a.add(unsafe { sum_of::<Q>(second, stride, n - first, mean) })
}

/// Eight floats of terms, from a block of elements that follow each other.
///
/// # Safety
/// - `ptr` is valid for reading the elements of the block.
#[inline(always)]
unsafe fn block<Q: Term>(ptr: *const Q::Element, mean: Option<Q::Mean>) -> [<Q::Sum as Summed>::Float; 8] {
    let mut floats = [<Q::Sum as Summed>::Float::NEGATIVE_ZERO; 8];
    for j in 0..8 / Q::Sum::PARTS {
        // SAFETY: an element of the block.
        let parts = Q::term(unsafe { ptr.wrapping_add(j).read() }, mean).parts();
        floats[j * Q::Sum::PARTS] = parts[0];
        if Q::Sum::PARTS == 2 {
            floats[j * Q::Sum::PARTS + 1] = parts[1];
        }
    }
    floats
}

/// The sum of more than two and at most four times [`LEAF`] floats of terms of elements that follow each other: the four
/// leaves of their tree side by side, as each is a chain of additions that wait for each other.
///
/// # Safety
/// - `ptr` is valid for reading the elements.
#[inline(always)]
unsafe fn four_leaves<Q: Term>(ptr: *const Q::Element, n: usize, mean: Option<Q::Mean>) -> Q::Sum {
    let parts = Q::Sum::PARTS;
    let first = half(n);
    let counts = [half(first), first - half(first), half(n - first), n - first - half(n - first)];
    let starts = [0, counts[0], first, first + counts[2]];
    let at = |leaf: usize, block: usize| ptr.wrapping_add((starts[leaf] + 8 * block) / parts);
    // There are more than two leaves of the largest size, so that each of the four has a first block.
    let blocks = counts[0].min(counts[1]).min(counts[2]).min(counts[3]) / 8;
    // SAFETY: a block of the leaf.
    let load = |leaf: usize, number: usize| unsafe { block::<Q>(at(leaf, number), mean) };
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
    let rest = |leaf: usize, sums| unsafe {
        finish::<Q>(sums, at(leaf, 0).cast(), size_of::<Q::Element>() as isize, (blocks, counts[leaf] / parts), mean)
    };
    rest(0, a).add(rest(1, b)).add(rest(2, c).add(rest(3, d)))
}

/// The sum of at most [`LEAF`] floats of terms.
///
/// # Safety
/// - From `ptr` on, the elements can be read, `stride` bytes apart.
#[inline(always)]
unsafe fn leaf<Q: Term>(ptr: *const u8, stride: isize, n: usize, mean: Option<Q::Mean>) -> Q::Sum {
    let parts = Q::Sum::PARTS;
    // SAFETY: `i` is below the number of elements.
    let term =
        |i: usize| Q::term(unsafe { ptr.wrapping_offset(stride * i as isize).cast::<Q::Element>().read() }, mean);
    if n < 8 {
        return (0..n / parts).fold(nothing(), |sum: Q::Sum, i| sum.add(term(i)));
    }
    let mut sums = [<Q::Sum as Summed>::Float::NEGATIVE_ZERO; 8];
    for j in 0..8 / parts {
        sums[j * parts..][..parts].copy_from_slice(&term(j).parts()[..parts]);
    }
    // SAFETY: the caller's promise; the first block is summed.
    unsafe { finish::<Q>(sums, ptr, stride, (1, n / parts), mean) }
}

/// The sum of the terms of `count` elements, of which the first `blocks` blocks of eight floats are in `sums` already.
///
/// # Safety
/// - From `ptr` on, `count` elements can be read, `stride` bytes apart.
#[inline(always)]
unsafe fn finish<Q: Term>(
    mut sums: [<Q::Sum as Summed>::Float; 8],
    ptr: *const u8,
    stride: isize,
    (blocks, count): (usize, usize),
    mean: Option<Q::Mean>,
) -> Q::Sum {
    let parts = Q::Sum::PARTS;
    // SAFETY: `i` is below `count`.
    let term =
        |i: usize| Q::term(unsafe { ptr.wrapping_offset(stride * i as isize).cast::<Q::Element>().read() }, mean);
    let width = 8 / parts;
    for block in blocks..count / width {
        for j in 0..width {
            let floats = term(block * width + j).parts();
            sums[j * parts] += floats[0];
            if parts == 2 {
                sums[j * parts + 1] += floats[1];
            }
        }
    }
    let sum = Q::Sum::of_parts(if parts == 1 {
        let all = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
        [all, all]
    } else {
        [(sums[0] + sums[2]) + (sums[4] + sums[6]), (sums[1] + sums[3]) + (sums[5] + sums[7])]
    });
    (count / width * width..count).fold(sum, |sum, i| sum.add(term(i)))
}

/// How many bytes of a row are summed at a time: eight rows of running sums, and the row, stay in the first cache.
const PART: usize = 2048;

struct Columns<'a, Q>(&'a Grid, PhantomData<Q>);

impl<Q: Term> Kernel for Columns<'_, Q> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let grid = self.0;
        let part = PART / size_of::<Q::Element>();
        let (mut scratch, mut means) = (Vec::new(), Vec::new());
        for start in (0..grid.rows).step_by(part) {
            let slots = grid.at(0, start).cast::<Q::Sum>();
            let width = part.min(grid.rows - start);
            means.clear();
            if Q::CENTERED {
                // SAFETY: the means of these rows.
                means.extend((start..start + width).filter_map(|row| unsafe { mean::<Q>(grid, row) }));
            }
            let rows = Rows::<Q> { ptr: grid.at(1, start), stride: grid.step[1], width, means: &means };
            // SAFETY: the elements of the grid's rows from `start` on.
            unsafe { rows.sum(grid.n, &mut scratch) };
            for (i, &sum) in scratch[..width].iter().enumerate() {
                // SAFETY: what row `start + i` is folded into.
                unsafe { add_to(slots.wrapping_add(i), sum) };
            }
        }
    }
}

/// Elements side by side, and below each the ones it is summed with.
struct Rows<'a, Q: Term> {
    ptr: *const u8,
    stride: isize,
    width: usize,
    /// One for each, if the terms depend on them.
    means: &'a [Q::Mean],
}

impl<Q: Term> Rows<'_, Q> {
    /// # Safety
    /// - Rows from the first on can be read, this one among them.
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> &[Q::Element] {
        let first = self.ptr.wrapping_offset(self.stride * i as isize).cast::<Q::Element>();
        // SAFETY: the caller's promise; nothing writes elements while they are summed.
        unsafe { std::slice::from_raw_parts(first, self.width) }
    }

    /// Puts the sums of `n` rows at the start of `scratch`, which grows as needed: in the order that [`sum_of`] has.
    ///
    /// # Safety
    /// - `n` rows from the first on can be read.
    #[inline(always)]
    unsafe fn sum(&self, n: usize, scratch: &mut Vec<Q::Sum>) {
        let parts = Q::Sum::PARTS;
        let mut todo = [(0usize, 0usize, false); 128];
        let (mut tasks, mut top) = (1, 0);
        todo[0] = (0, n * parts, false);
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
                scratch.resize(scratch.len().max(top + 8 * self.width), nothing());
                let rows = Rows { ptr: self.ptr.wrapping_offset(self.stride * start as isize), ..*self };
                // SAFETY: a part of the caller's rows.
                unsafe { rows.leaf(n / parts, 8 / parts, &mut scratch[top..]) };
                top += self.width;
            } else {
                let first = half(n);
                todo[tasks] = (0, 0, true);
                todo[tasks + 1] = (start + first / parts, n - first, false);
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
    unsafe fn leaf(&self, count: usize, lanes: usize, sums: &mut [Q::Sum]) {
        let width = self.width;
        let mut next = 0;
        let whole = count - count % lanes;
        if count < lanes {
            sums[..width].fill(nothing());
        } else {
            sums[..lanes * width].fill(nothing());
            // Four rows to each running sum at a time, which is then loaded and stored once.
            while next + 4 * lanes <= whole {
                for j in 0..lanes {
                    // SAFETY: four of the rows.
                    let rows = unsafe { [0, 1, 2, 3].map(|k| self.row(next + k * lanes + j)) };
                    self.add_four(&mut sums[j * width..][..width], rows);
                }
                next += 4 * lanes;
            }
            for i in next..whole {
                // SAFETY: one of the rows.
                self.add(&mut sums[i % lanes * width..][..width], unsafe { self.row(i) });
            }
            next = whole;
            // ((0+1)+(2+3))+((4+5)+(6+7)), in place; complex numbers have half as many.
            let mut step = 1;
            while step < lanes {
                for j in (0..lanes).step_by(2 * step) {
                    let (a, b) = sums.split_at_mut((j + step) * width);
                    for (sum, &other) in a[j * width..][..width].iter_mut().zip(&b[..width]) {
                        *sum = sum.add(other);
                    }
                }
                step *= 2;
            }
        }
        for i in next..count {
            // SAFETY: one of the rows.
            self.add(&mut sums[..width], unsafe { self.row(i) });
        }
    }

    #[inline(always)]
    fn add(&self, sums: &mut [Q::Sum], row: &[Q::Element]) {
        if Q::CENTERED {
            for ((sum, &x), &mean) in sums.iter_mut().zip(row).zip(self.means) {
                *sum = sum.add(Q::term(x, Some(mean)));
            }
        } else {
            for (sum, &x) in sums.iter_mut().zip(row) {
                *sum = sum.add(Q::term(x, None));
            }
        }
    }

    /// One row after the other.
    #[inline(always)]
    fn add_four(&self, sums: &mut [Q::Sum], [a, b, c, d]: [&[Q::Element]; 4]) {
        let rows = sums.iter_mut().zip(a).zip(b).zip(c).zip(d);
        if Q::CENTERED {
            for (((((sum, &a), &b), &c), &d), &mean) in rows.zip(self.means) {
                let term = |x| Q::term(x, Some(mean));
                *sum = sum.add(term(a)).add(term(b)).add(term(c)).add(term(d));
            }
        } else {
            let term = |x| Q::term(x, None);
            for ((((sum, &a), &b), &c), &d) in rows {
                *sum = sum.add(term(a)).add(term(b)).add(term(c)).add(term(d));
            }
        }
    }
}
