//! Where the largest or smallest element of a row is: the first of them, and the first NaN before any number.
//!
//! Rows without gaps go in two steps: the best of each block, which vectors find fast, and then the place of the best in
//! the block that had it. Where rows lie side by side, all of them advance together; a few that do so without gaps advance
//! several elements at a time.

use std::marker::PhantomData;

use num_complex::Complex;

use super::extreme_fold::best_of;
use super::extremes::{Maximum, Minimum};
use super::grid::{Grid, ReduceFn};
use crate::dtype::ScalarId;
use crate::element::scalars::Bool;
use crate::simd::{Kernel, dispatch};

/// Finds the largest (or smallest) element of each row: operand 0 is its place, an `i64`, operand 1 the elements, of which
/// there is at least one. `None` for types that are cast first.
pub(crate) fn argument(id: ScalarId, largest: bool) -> Option<ReduceFn> {
    macro_rules! choose {
        ($($id:ident: $type:ty),* $(,)?) => {
            match id {
                $(ScalarId::$id => if largest { find::<$type, Largest> } else { find::<$type, Smallest> },)*
                _ => return None,
            }
        };
    }
    Some(choose! {
        Bool: Bool, Int8: i8, Int16: i16, Int32: i32, Int64: i64, UInt8: u8, UInt16: u16, UInt32: u32, UInt64: u64,
        Float32: f32, Float64: f64, Complex64: Complex<f32>, Complex128: Complex<f64>,
    })
}

/// The same for times, whose smallest number is no time and comes first.
pub(crate) fn argument_of_time(largest: bool) -> ReduceFn {
    if largest { find::<Ticks, Largest> } else { find::<Ticks, Smallest> }
}

/// Which of two elements is preferred.
trait Goal<T>: 'static {
    /// Whether `x` is preferred to an earlier `best`.
    fn beats(x: T, best: T) -> bool;

    /// Elements of a block.
    const BLOCK: usize = 32768 / size_of::<T>();
    /// Whether there are elements that nothing beats.
    const ENDS: bool = false;

    /// Whether nothing that comes later can be preferred.
    #[inline(always)]
    fn is_unbeatable(_best: T) -> bool {
        false
    }

    /// An element of a block that none beats.
    #[inline(always)]
    fn best_of(block: &[T]) -> T
    where
        T: Copy,
    {
        block.iter().fold(block[0], |best, &x| if Self::beats(x, best) { x } else { best })
    }
}

struct Largest;
struct Smallest;

/// A point or span of time.
#[derive(Clone, Copy, PartialEq)]
#[repr(transparent)]
struct Ticks(i64);

macro_rules! goals {
    ($($type:ty: |$x:ident, $best:ident| $larger:expr, $smaller:expr;)*) => {
        $(
            impl Goal<$type> for Largest {
                #[inline(always)]
                fn beats($x: $type, $best: $type) -> bool {
                    $larger
                }
            }

            impl Goal<$type> for Smallest {
                #[inline(always)]
                fn beats($x: $type, $best: $type) -> bool {
                    $smaller
                }
            }
        )*
    };
}

goals! {
    i8: |x, best| x > best, x < best;
    i16: |x, best| x > best, x < best;
    i32: |x, best| x > best, x < best;
    i64: |x, best| x > best, x < best;
    u8: |x, best| x > best, x < best;
    u16: |x, best| x > best, x < best;
    u32: |x, best| x > best, x < best;
    u64: |x, best| x > best, x < best;
    Ticks: |x, best| (x.0 > best.0 || x.0 == i64::MIN) && best.0 != i64::MIN, (x.0 < best.0) && best.0 != i64::MIN;
}

macro_rules! bool_goals {
    ($($goal:ident $wanted:literal),*) => {
        $(impl Goal<Bool> for $goal {
            // Small, as the first that is wanted is the last that is looked at.
            const BLOCK: usize = 512;
            const ENDS: bool = true;

            #[inline(always)]
            fn beats(x: Bool, best: Bool) -> bool {
                (x.get() == $wanted) & (best.get() != $wanted)
            }

            #[inline(always)]
            fn best_of(block: &[Bool]) -> Bool {
                let found = block.iter().fold(false, |found, x| found | (x.get() == $wanted));
                Bool::new(found == $wanted)
            }

            #[inline(always)]
            fn is_unbeatable(best: Bool) -> bool {
                best.get() == $wanted
            }
        })*
    };
}

bool_goals!(Largest true, Smallest false);

macro_rules! float_goals {
    ($($type:ty, $goal:ident $extreme:ident $beaten:tt;)*) => {
        $(impl Goal<$type> for $goal {
            #[inline(always)]
            #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "NaN is meant to be no smaller and no larger")]
            fn beats(x: $type, best: $type) -> bool {
                // A NaN beats all but a NaN.
                !(x $beaten best) & !best.is_nan()
            }

            #[inline(always)]
            fn is_unbeatable(best: $type) -> bool {
                best.is_nan()
            }

            #[inline(always)]
            fn best_of(block: &[$type]) -> $type {
                best_of::<$extreme, $type>(block).unwrap_or(<$type>::NAN)
            }
        })*
    };
}

float_goals! {
    f32, Largest Maximum <=;
    f32, Smallest Minimum >=;
    f64, Largest Maximum <=;
    f64, Smallest Minimum >=;
}

macro_rules! complex_goals {
    ($($type:ty)*) => {
        goals! {
            // By the real part, then by the imaginary one.
            $(Complex<$type>:
                |x, best| !(best.re.is_nan() || best.im.is_nan())
                    && (x.re > best.re || (x.re == best.re && x.im > best.im) || x.re.is_nan() || x.im.is_nan()),
                !(best.re.is_nan() || best.im.is_nan())
                    && (x.re < best.re || (x.re == best.re && x.im < best.im) || x.re.is_nan() || x.im.is_nan());)*
        }
    };
}

complex_goals!(f32 f64);

/// The [`ReduceFn`] that finds the place of the preferred element.
///
/// # Safety
/// - As for [`ReduceFn`]; there is at least one element in a row.
unsafe fn find<T: Copy + 'static, G: Goal<T>>(grid: &Grid) {
    let size = size_of::<T>() as isize;
    if grid.step[1] == size {
        dispatch(Dense::<T, G>(grid, PhantomData));
    } else if grid.rows >= 16 && grid.row_step[1] == size && i32::try_from(grid.n).is_ok() {
        columns::<T, G>(grid);
    } else if !G::ENDS
        && grid.row_step[1] == size
        && grid.step[1] == size * grid.rows as isize
        && (PART..i32::MAX as usize).contains(&grid.n)
    {
        few_columns::<T, G>(grid);
    } else {
        for row in 0..grid.rows {
            // SAFETY: an element of the grid.
            let element = |i: usize| unsafe { grid.element(1, row, i).cast::<T>().read() };
            let (mut best, mut place) = (element(0), 0);
            for i in 1..grid.n {
                if G::is_unbeatable(best) {
                    break;
                }
                let x = element(i);
                if G::beats(x, best) {
                    (best, place) = (x, i);
                }
            }
            // SAFETY: the place of the row's result.
            unsafe { grid.at(0, row).cast::<i64>().write(place as i64) };
        }
    }
}

struct Dense<'a, T, G>(&'a Grid, PhantomData<(T, G)>);

impl<T: Copy, G: Goal<T>> Kernel for Dense<'_, T, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            // SAFETY: the row's elements, which follow each other, and which nothing writes meanwhile.
            let elements = unsafe { std::slice::from_raw_parts(self.0.at(1, row).cast::<T>(), self.0.n) };
            let found = if elements.len() < 16 { place_of_few::<T, G>(elements) } else { place::<T, G>(elements) };
            // SAFETY: the place of the row's result.
            unsafe { self.0.at(0, row).cast::<i64>().write(found as i64) };
        }
    }
}

#[inline(always)]
fn place_of_few<T: Copy, G: Goal<T>>(elements: &[T]) -> usize {
    let (mut best, mut place) = (elements[0], 0);
    for (i, &x) in elements.iter().enumerate() {
        if G::is_unbeatable(best) {
            break;
        }
        if G::beats(x, best) {
            (best, place) = (x, i);
        }
    }
    place
}

#[inline(always)]
fn place<T: Copy, G: Goal<T>>(elements: &[T]) -> usize {
    if G::is_unbeatable(elements[0]) {
        return 0;
    }
    let (mut best, mut start) = (elements[0], 0);
    for (number, block) in elements.chunks(G::BLOCK).enumerate() {
        let preferred = G::best_of(block);
        if G::beats(preferred, best) {
            (best, start) = (preferred, number * G::BLOCK);
        }
        if G::is_unbeatable(best) {
            break;
        }
    }
    // The first in its block that the best does not beat: in a part without an early end, then in that part.
    let rest = &elements[start..];
    let is_best = |x: &T| !G::beats(best, *x);
    let holds = |part: &[T]| part.iter().fold(false, |found, x| found | is_best(x));
    let part = rest.chunks(16).position(holds).map_or(0, |number| number * 16);
    rest[part..].iter().position(is_best).map_or(start, |i| start + part + i)
}

/// Results that advance together.
const PART: usize = 512;

/// Finds the places of rows that lie side by side.
fn columns<T: Copy, G: Goal<T>>(grid: &Grid) {
    let mut best: Vec<T> = Vec::new();
    let mut places = [0i32; PART];
    for start in (0..grid.rows).step_by(PART) {
        let width = PART.min(grid.rows - start);
        let (first, step, n) = (grid.at(1, start).cast_const(), grid.step[1], grid.n);
        best.clear();
        // SAFETY: the first elements of these rows, which lie side by side, and which nothing writes meanwhile.
        best.extend_from_slice(unsafe { std::slice::from_raw_parts(first.cast::<T>(), width) });
        let places = &mut places[..width];
        places.fill(0);
        dispatch(Lines::<T, G> { first, step, n, best: &mut best, places, goal: PhantomData });
        for (i, &place) in places.iter().enumerate() {
            // SAFETY: the place of the row's result.
            unsafe { grid.at(0, start + i).cast::<i64>().write(place.into()) };
        }
    }
}

/// Finds the places of fewer than 16 rows that lie side by side without gaps, of [`PART`] elements at least.
fn few_columns<T: Copy, G: Goal<T>>(grid: &Grid) {
    let rows = grid.rows;
    // So many elements of each row are a line.
    let group = 128 / rows;
    let first = grid.ptr[1].cast_const();
    // SAFETY: all elements of the grid, which nothing writes meanwhile.
    let elements = unsafe { std::slice::from_raw_parts(first.cast::<T>(), grid.n * rows) };
    let (width, n) = (group * rows, grid.n / group);
    let (mut best, mut places) = (elements[..width].to_vec(), [0i32; 128]);
    let step = (width * size_of::<T>()) as isize;
    dispatch(Lines::<T, G> { first, step, n, best: &mut best, places: &mut places[..width], goal: PhantomData });
    for row in 0..rows {
        let (mut found, mut place) = (best[row], i64::from(places[row]) * group as i64);
        for k in 1..group {
            let (x, at) = (best[k * rows + row], i64::from(places[k * rows + row]) * group as i64 + k as i64);
            // Of equal ones the first.
            if G::beats(x, found) || at < place && !G::beats(found, x) {
                (found, place) = (x, at);
            }
        }
        for i in n * group..grid.n {
            let x = elements[i * rows + row];
            if G::beats(x, found) {
                (found, place) = (x, i as i64);
            }
        }
        // SAFETY: the place of the row's result.
        unsafe { grid.at(0, row).cast::<i64>().write(place) };
    }
}

/// Lines of elements, `step` bytes apart: of each of their elements, the preferred one, and the line that it is from. The
/// first line has been looked at.
struct Lines<'a, T, G> {
    first: *const u8,
    step: isize,
    n: usize,
    best: &'a mut [T],
    places: &'a mut [i32],
    goal: PhantomData<G>,
}

impl<T: Copy, G: Goal<T>> Kernel for Lines<'_, T, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Lines { first, step, n, best, places, .. } = self;
        for i in 1..n {
            if G::ENDS && i.is_power_of_two() && best.iter().all(|&best| G::is_unbeatable(best)) {
                break;
            }
            let line = first.wrapping_offset(step.wrapping_mul(i as isize)).cast::<T>();
            // SAFETY: those that make one promise `n` lines of as many elements as there are results.
            let line = unsafe { std::slice::from_raw_parts(line, best.len()) };
            for ((best, place), &x) in best.iter_mut().zip(places.iter_mut()).zip(line) {
                let beats = G::beats(x, *best);
                *best = if beats { x } else { *best };
                *place = if beats { i as i32 } else { *place };
            }
        }
    }
}
