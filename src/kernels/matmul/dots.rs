//! Sums of products along contiguous numbers: products with a vector, and of two vectors.
//!
//! The order of a sum depends on its length alone, not on where the numbers lie nor on the instruction set:
//! 1. Fewer than [`SHORT`] products are added one after the other.
//! 2. More are cut into stretches of [`STRETCH`] products, whose sums are added in order.
//! 3. The products of a stretch go to [`LANES`] running sums, product `i` to sum `i % LANES`, which are then added in pairs:
//!    the first half and the second, until one is left.
//!
//! Every step is a fused multiply-add. A zero has no sign, where there are running sums: which of them there are no products
//! for should make no difference. A matrix whose columns are contiguous is gone through column by column, with the running
//! sums of many rows side by side.

use std::marker::PhantomData;

use super::load::{Load, Loads};
use super::vector::{Factor, Vector};
use super::{Matrix, Rows, Sizes, Stack};
use crate::kernels::copy::copy;
use crate::simd::{self, Kernel, dispatch};

/// Products that are summed at a time.
pub(super) const STRETCH: usize = 8192;
/// Fewer are summed one after the other.
const SHORT: usize = 16;
/// Running sums.
const LANES: usize = 32;
/// Rows whose running sums are kept side by side.
const ROWS: usize = 1024;

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
pub(super) struct Dots<'a> {
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
    /// Elements of `a` and of the vector that are loaded first.
    pub(super) loads: Loads<'a>,
}

/// Computes such products, for each matrix of a stack. There is at least one product in a sum.
///
/// # Safety
/// - All elements are valid for reading, the results for writing; these overlap nothing else.
/// - `buffer` has room for [`scratch`] bytes, aligned for the numbers, unless the rows and the vector are contiguous and nothing
///   is loaded.
pub(super) type DotsFn = unsafe fn(dots: &Dots, stack: Stack, buffer: *mut u8);

/// Bytes of memory that the products of `m` rows take, with `k` products each, for numbers of so many bytes.
pub(super) fn scratch(m: usize, k: usize, size: usize) -> usize {
    // By columns: running sums and totals, columns that were loaded. By rows: those of them. The vector comes first.
    (stretch(k) + ((LANES + 1 + COLUMNS) * rows(m)).max(TOGETHER * stretch(k))) * size
}

/// Numbers of a vector, or a row, that there is room for, so that what follows is aligned.
fn stretch(k: usize) -> usize {
    k.min(STRETCH).next_multiple_of(32)
}

/// Rows whose running sums there is room for, likewise.
fn rows(m: usize) -> usize {
    m.min(ROWS).next_multiple_of(32)
}

/// The products of real numbers and integers.
///
/// # Safety
/// - As for [`DotsFn`].
pub(super) unsafe fn real<T: Factor + Term>(dots: &Dots, stack: Stack, buffer: *mut u8) {
    let scratch = buffer.cast::<T>();
    match simd::isa() {
        // SAFETY: the machine has these instructions.
        #[cfg(target_arch = "x86_64")]
        simd::Isa::V4 => unsafe { simd::v4(Run::<T, Vectors<T::V4>> { dots, stack, scratch, by: PhantomData }) },
        // SAFETY: the machine has these instructions.
        #[cfg(target_arch = "x86_64")]
        simd::Isa::V3 => unsafe { simd::v3(Run::<T, Vectors<T::V3>> { dots, stack, scratch, by: PhantomData }) },
        _ => Run::<T, Vectors<T::Base>> { dots, stack, scratch, by: PhantomData }.run(),
    }
}

/// The products of complex numbers.
///
/// # Safety
/// - As for [`DotsFn`].
pub(super) unsafe fn complex<T: Factor>(dots: &Dots, stack: Stack, buffer: *mut u8) {
    dispatch(Run::<[T; 2], Parts> { dots, stack, scratch: buffer.cast(), by: PhantomData });
}

/// How the products of contiguous numbers are summed.
trait Sum<T> {
    /// The sums of `n` products, at most [`STRETCH`], of several rows with one vector.
    ///
    /// # Safety
    /// - All are `n` numbers, which need not be aligned. The machine has the instructions.
    unsafe fn sum<const R: usize>(rows: [*const T; R], x: *const T, n: usize, conjugate: bool) -> [T; R];
}

/// Made with the promises of [`DotsFn`] only.
struct Run<'a, T, S> {
    dots: &'a Dots<'a>,
    stack: Stack,
    scratch: *mut T,
    by: PhantomData<S>,
}

/// Rows that are summed at a time.
const TOGETHER: usize = 4;
/// Columns that are added at a time.
const COLUMNS: usize = 8;

impl<T: Term, S: Sum<T>> Kernel for Run<'_, T, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let size = self.dots.loads[0].map_or(size_of::<T>(), |load| load.from().itemsize()) as isize;
        let by_columns = self.dots.a.row == size && self.dots.a.col != size && self.dots.m >= 8 && self.dots.k >= SHORT;
        for i in 0..self.stack.count as isize {
            let [a, x, y] = self.stack.steps.map(|step| step.wrapping_mul(i));
            let dots = Dots {
                a: self.dots.a.moved(a),
                x: self.dots.x.wrapping_offset(x),
                y: self.dots.y.wrapping_offset(y),
                ..*self.dots
            };
            if dots.k < SHORT {
                Self::short(&dots);
                continue;
            }
            if by_columns {
                self.by_columns(&dots);
                continue;
            }
            self.by_rows(&dots);
        }
    }
}

impl<T: Term, S: Sum<T>> Run<'_, T, S> {
    /// Sums of a few products, one after the other.
    #[inline(always)]
    fn short(dots: &Dots) {
        for i in 0..dots.m {
            let mut sum = T::ZERO;
            for p in 0..dots.k {
                // SAFETY: an element of the matrix.
                let a = unsafe { one::<T>(dots.loads[0], dots.a.at(i, p)) };
                let x = dots.x.wrapping_offset(dots.x_step.wrapping_mul(p as isize));
                // SAFETY: an element of the vector.
                sum = a.step(unsafe { one(dots.loads[1], x) }, sum, dots.conjugate);
            }
            let y = dots.y.wrapping_offset(dots.y_step.wrapping_mul(i as isize));
            // SAFETY: the place of a result.
            unsafe { y.cast::<T>().write_unaligned(sum) };
        }
    }

    /// The products of all rows.
    #[inline(always)]
    fn by_rows(&self, dots: &Dots) {
        let whole = dots.m / TOGETHER * TOGETHER;
        for p in (0..dots.k).step_by(STRETCH) {
            let n = STRETCH.min(dots.k - p);
            let x = dots.x.wrapping_offset(dots.x_step.wrapping_mul(p as isize));
            // SAFETY: a stretch of the vector, for which the scratch has room.
            let x = unsafe { contiguous::<T>(dots.loads[1], x, dots.x_step, n, self.scratch) };
            for row in (0..whole).step_by(TOGETHER) {
                self.rows::<TOGETHER>(dots, row, (p, n), x);
            }
            for row in whole..dots.m {
                self.rows::<1>(dots, row, (p, n), x);
            }
        }
    }

    /// The products of a stretch of rows, from `first` on, with that of the vector, added to those of the stretches before.
    #[inline(always)]
    fn rows<const R: usize>(&self, dots: &Dots, first: usize, (p, n): (usize, usize), x: *const T) {
        let mut rows = [std::ptr::null::<T>(); R];
        for (i, row) in rows.iter_mut().enumerate() {
            let buffer = self.scratch.wrapping_add((i + 1) * stretch(dots.k));
            // SAFETY: a stretch of a row; the scratch has room for it behind that of the vector.
            *row = unsafe { contiguous(dots.loads[0], dots.a.at(first + i, p), dots.a.col, n, buffer) };
        }
        // SAFETY: as many numbers in each; this is run with the instructions of the sums.
        let sums = unsafe { S::sum(rows, x, n, dots.conjugate) };
        for (i, sum) in sums.into_iter().enumerate() {
            let y = dots.y.wrapping_offset(dots.y_step.wrapping_mul((first + i) as isize)).cast::<T>();
            // SAFETY: the place of a result, which has those of the stretches before.
            let total = if p == 0 { sum } else { unsafe { y.read_unaligned() }.plus(sum) };
            // SAFETY: likewise.
            unsafe { y.write_unaligned(total) };
        }
    }

    /// The products with a matrix whose columns are contiguous.
    #[inline(always)]
    fn by_columns(&self, dots: &Dots) {
        let running = self.scratch.wrapping_add(stretch(dots.k));
        let room = rows(dots.m);
        for first in (0..dots.m).step_by(ROWS) {
            let rows = ROWS.min(dots.m - first);
            // SAFETY: the scratch has room for the running sums of so many rows, and their totals behind them.
            let totals = unsafe { std::slice::from_raw_parts_mut(running.wrapping_add(LANES * room), rows) };
            for start in (0..dots.k).step_by(STRETCH) {
                let n = STRETCH.min(dots.k - start);
                let from = dots.x.wrapping_offset(dots.x_step.wrapping_mul(start as isize));
                // SAFETY: a stretch of the vector, for which the scratch has room.
                let x = unsafe { contiguous::<T>(dots.loads[1], from, dots.x_step, n, self.scratch) };
                let x = x.wrapping_sub(start);
                // SAFETY: as above.
                let sums = unsafe { std::slice::from_raw_parts_mut(running, LANES * rows) };
                for (lane, sums) in sums.chunks_exact_mut(rows).enumerate() {
                    let columns = (n + LANES - 1 - lane) / LANES;
                    if columns == 0 {
                        sums.fill(T::ZERO);
                    }
                    let column = |i: usize| start + lane + i * LANES;
                    let mut done = 0;
                    // As many at a time as there are, so that the sums are seldom read and written.
                    macro_rules! add {
                        ($count:literal) => {{
                            let list: [usize; $count] = std::array::from_fn(|j| column(done + j));
                            if done == 0 {
                                self.add_columns::<$count, true>(dots, x, first, list, sums);
                            } else {
                                self.add_columns::<$count, false>(dots, x, first, list, sums);
                            }
                            done += $count;
                        }};
                    }
                    while columns - done >= COLUMNS {
                        add!(8);
                    }
                    if columns - done >= 4 {
                        add!(4);
                    }
                    match columns - done {
                        1 => add!(1),
                        2 => add!(2),
                        3 => add!(3),
                        _ => {}
                    }
                    debug_assert_eq!(done, columns);
                }
                // In pairs, as `halved` does it, two steps at a time.
                quartered(&mut sums[..]);
                quartered(&mut sums[..LANES / 4 * rows]);
                let pairs = sums[..rows].iter().zip(&sums[rows..2 * rows]);
                for (total, (&sum, &other)) in totals.iter_mut().zip(pairs) {
                    let sum = sum.plus(other).plus(T::ZERO);
                    *total = if start == 0 { sum } else { total.plus(sum) };
                }
            }
            for (i, &total) in totals.iter().enumerate() {
                let y = dots.y.wrapping_offset(dots.y_step.wrapping_mul((first + i) as isize));
                // SAFETY: the place of a result.
                unsafe { y.cast::<T>().write_unaligned(total) };
            }
        }
    }

    /// Adds columns, times their elements of the vector, to running sums, which are zero if these are the first, one column after
    /// the other.
    #[inline(always)]
    fn add_columns<const C: usize, const FIRST: bool>(
        &self,
        dots: &Dots,
        vector: *const T,
        first: usize,
        columns: [usize; C],
        sums: &mut [T],
    ) {
        let (mut x, mut starts) = ([T::ZERO; C], [std::ptr::null::<T>(); C]);
        for (j, p) in columns.into_iter().enumerate() {
            // SAFETY: an element of the vector.
            x[j] = unsafe { vector.wrapping_add(p).read_unaligned() };
            starts[j] = dots.a.at(first, p).cast();
            if let Some(load) = dots.loads[0] {
                let buffer = self.scratch.wrapping_add(stretch(dots.k) + (LANES + 1 + j) * rows(dots.m));
                // SAFETY: part of a column; the scratch has room for it behind the totals.
                unsafe { load.load(starts[j].cast(), dots.a.row, buffer.cast(), sums.len()) };
                starts[j] = buffer;
            }
        }
        for (i, to) in sums.iter_mut().enumerate() {
            let mut sum = if FIRST { T::ZERO } else { *to };
            for j in 0..C {
                // SAFETY: an element of this column.
                sum = unsafe { starts[j].wrapping_add(i).read_unaligned() }.step(x[j], sum, dots.conjugate);
            }
            *to = sum;
        }
    }
}

/// A number, loaded if it has to be.
///
/// # Safety
/// - The element is valid for reading.
#[inline(always)]
unsafe fn one<T: Term>(load: Option<&dyn Load>, from: *const u8) -> T {
    let Some(load) = load else {
        // SAFETY: the caller's promise.
        return unsafe { from.cast::<T>().read_unaligned() };
    };
    let mut number = T::ZERO;
    // SAFETY: the caller's promise; there is room for one number.
    unsafe { load.load(from, 0, (&raw mut number).cast(), 1) };
    number
}

/// Numbers, loaded or copied to a buffer unless they are contiguous.
///
/// # Safety
/// - The elements are valid for reading; the buffer has room for the numbers.
#[inline(always)]
unsafe fn contiguous<T>(load: Option<&dyn Load>, from: *const u8, step: isize, n: usize, buffer: *mut T) -> *const T {
    let size = size_of::<T>();
    if let Some(load) = load {
        // SAFETY: the caller's promises.
        unsafe { load.load(from, step, buffer.cast(), n) };
        return buffer;
    }
    if step == size as isize || n == 1 {
        return from.cast();
    }
    // SAFETY: the caller's promises.
    unsafe { copy(from, step, buffer.cast(), size as isize, n, size) };
    buffer
}

/// Adds the second half of some numbers to the first, and then the second quarter to the first.
#[inline(always)]
fn quartered<T: Term>(sums: &mut [T]) {
    let quarter = sums.len() / 4;
    let (low, high) = sums.split_at_mut(2 * quarter);
    let (first, second) = low.split_at_mut(quarter);
    let (third, fourth) = high.split_at(quarter);
    for (((sum, &b), &c), &d) in first.iter_mut().zip(&*second).zip(third).zip(fourth) {
        *sum = sum.plus(c).plus(b.plus(d));
    }
}

/// Adds running sums in pairs: as many as there are, a power of two.
#[inline(always)]
fn halved<T: Factor>(sums: &mut [T]) -> T {
    let mut half = sums.len() / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] = sums[lane].plus(sums[lane + half]);
        }
        half /= 2;
    }
    sums[0].plus(T::ZERO)
}

/// Sums of complex numbers, whose parts are kept apart.
struct Parts;

impl<T: Factor> Sum<[T; 2]> for Parts {
    #[inline(always)]
    unsafe fn sum<const R: usize>(
        rows: [*const [T; 2]; R],
        x: *const [T; 2],
        n: usize,
        conjugate: bool,
    ) -> [[T; 2]; R] {
        let mut results = [[T::ZERO; 2]; R];
        for (result, row) in results.iter_mut().zip(rows) {
            let mut sums = [[T::ZERO; LANES]; 2];
            let whole = n / LANES * LANES;
            for start in (0..whole).step_by(LANES) {
                // SAFETY: so many numbers of both, inside of the `n`. A count that is known makes it vectors.
                unsafe { add_parts(row.wrapping_add(start), x.wrapping_add(start), LANES, conjugate, &mut sums) };
            }
            // SAFETY: what is left of both.
            unsafe { add_parts(row.wrapping_add(whole), x.wrapping_add(whole), n - whole, conjugate, &mut sums) };
            let [mut re, mut im] = sums;
            *result = [halved(&mut re), halved(&mut im)];
        }
        results
    }
}

/// Adds products of complex numbers to the first running sums.
///
/// # Safety
/// - Both are `n` numbers, at most as many as there are running sums; they need not be aligned.
#[inline(always)]
unsafe fn add_parts<T: Factor>(
    a: *const [T; 2],
    b: *const [T; 2],
    n: usize,
    conjugate: bool,
    [re, im]: &mut [[T; LANES]; 2],
) {
    for lane in 0..n.min(LANES) {
        // SAFETY: below `n`.
        let x = unsafe { a.wrapping_add(lane).read_unaligned() };
        // SAFETY: likewise.
        let y = unsafe { b.wrapping_add(lane).read_unaligned() };
        [re[lane], im[lane]] = x.step(y, [re[lane], im[lane]], conjugate);
    }
}

/// Sums in vectors.
struct Vectors<V>(PhantomData<V>);

/// More vectors than the running sums ever take.
const VECTORS: usize = 8;

impl<V: Vector<Item: Term + Factor>> Sum<V::Item> for Vectors<V> {
    #[inline(always)]
    unsafe fn sum<const R: usize>(rows: [*const V::Item; R], x: *const V::Item, n: usize, _: bool) -> [V::Item; R] {
        let vectors = const { LANES / V::LANES };
        // SAFETY: the machine has the instructions, here and below.
        let mut sums = [[unsafe { V::zero() }; R]; VECTORS];
        let whole = n / LANES * LANES;
        for start in (0..whole).step_by(LANES) {
            for (j, sums) in sums.iter_mut().enumerate().take(vectors) {
                let at = start + j * V::LANES;
                // SAFETY: inside of the `n` numbers.
                let x = unsafe { V::load(x.wrapping_add(at)) };
                for (sum, row) in sums.iter_mut().zip(rows) {
                    // SAFETY: likewise.
                    let row = unsafe { V::load(row.wrapping_add(at)) };
                    // SAFETY: registers only.
                    *sum = unsafe { row.mul_add(x, *sum) };
                }
            }
        }
        for (j, sums) in sums.iter_mut().enumerate().take(vectors) {
            let at = whole + j * V::LANES;
            if at < n {
                // SAFETY: at least one lane, and no more than all.
                let mask = unsafe { V::mask((n - at).min(V::LANES)) };
                // SAFETY: the numbers that are left; the other lanes are zero, and add nothing.
                let x = unsafe { V::load_part(x.wrapping_add(at), mask) };
                for (sum, row) in sums.iter_mut().zip(rows) {
                    // SAFETY: likewise.
                    let row = unsafe { V::load_part(row.wrapping_add(at), mask) };
                    // SAFETY: registers only.
                    *sum = unsafe { row.mul_add(x, *sum) };
                }
            }
        }
        let mut half = vectors / 2;
        while half > 0 {
            for j in 0..half {
                let other = sums[j + half];
                for (sum, other) in sums[j].iter_mut().zip(other) {
                    // SAFETY: registers only.
                    *sum = unsafe { sum.add(other) };
                }
            }
            half /= 2;
        }
        let mut results = [<V::Item as Factor>::ZERO; R];
        for (result, sum) in results.iter_mut().zip(sums[0]) {
            let mut lanes = [<V::Item as Factor>::ZERO; LANES];
            // SAFETY: there is room for a vector.
            unsafe { sum.store(lanes.as_mut_ptr()) };
            *result = halved(&mut lanes[..V::LANES]);
        }
        results
    }
}

impl<'a> Dots<'a> {
    /// The products of a matrix with a vector, or of a vector with a matrix.
    pub(super) fn of(
        sizes: Sizes,
        [a, b]: [Matrix; 2],
        c: Rows,
        size: usize,
        conjugate: bool,
        loads: Loads<'a>,
    ) -> Dots<'a> {
        let Sizes { m, n, k } = sizes;
        if n == 1 {
            return Dots { m, k, a, x: b.ptr, x_step: b.row, y: c.ptr, y_step: c.row, conjugate, loads };
        }
        let turned = Matrix { ptr: b.ptr, row: b.col, col: b.row };
        let (x, y_step, loads) = (a.ptr, size as isize, [loads[1], loads[0]]);
        Dots { m: n, k, a: turned, x, x_step: a.col, y: c.ptr, y_step, conjugate, loads }
    }
}

/// A stretch of a sum, by the order that the module states; the whole sum has so many products.
#[cfg(test)]
pub(super) fn dot_reference<T: Term>(a: &[T], b: &[T], whole: usize) -> T {
    let lanes = if whole < SHORT { 1 } else { LANES };
    let mut sums = vec![T::ZERO; lanes];
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        sums[i % lanes] = x.step(*y, sums[i % lanes], false);
    }
    while sums.len() > 1 {
        let (low, high) = sums.split_at(sums.len() / 2);
        sums = low.iter().zip(high).map(|(x, y)| x.plus(*y)).collect();
    }
    if lanes == 1 { sums[0] } else { sums[0].plus(T::ZERO) }
}
