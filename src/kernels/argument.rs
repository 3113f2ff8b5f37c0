//! Where the largest or smallest element of a row is: the first of them, and the first NaN before any number.
//!
//! Rows without gaps go in two steps: the best of each block, which vectors find fast, and then the place of the best in
//! the block that had it. Where rows lie side by side, all of them advance together.

use std::marker::PhantomData;

use num_complex::Complex;

use super::extreme_fold::{Extreme, best_of, has_nan};
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
        block[1..].iter().fold(block[0], |best, &x| if Self::beats(x, best) { x } else { best })
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
    ($($type:ty, $goal:ident $extreme:ident;)*) => {
        $(impl Goal<$type> for $goal {
            #[inline(always)]
            fn beats(x: $type, best: $type) -> bool {
                // A NaN beats all but a NaN.
                (<$extreme as Extreme<$type>>::beats(x, best) | x.is_nan()) & !best.is_nan()
            }

            #[inline(always)]
            fn best_of(block: &[$type]) -> $type {
                if has_nan(block) { <$type>::NAN } else { best_of::<$extreme, $type>(block) }
            }
        })*
    };
}

float_goals! {
    f32, Largest Maximum;
    f32, Smallest Minimum;
    f64, Largest Maximum;
    f64, Smallest Minimum;
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
    } else if grid.rows >= 16 && grid.row_step[1] == size {
        dispatch(Columns::<T, G>(grid, PhantomData));
    } else {
        for row in 0..grid.rows {
            // SAFETY: an element of the grid.
            let element = |i: usize| unsafe { grid.element(1, row, i).cast::<T>().read() };
            let (mut best, mut place) = (element(0), 0);
            for i in 1..grid.n {
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

/// Elements of a block.
const BLOCK: usize = 1024;

impl<T: Copy, G: Goal<T>> Kernel for Dense<'_, T, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            // SAFETY: the row's elements, which follow each other, and which nothing writes meanwhile.
            let elements = unsafe { std::slice::from_raw_parts(self.0.at(1, row).cast::<T>(), self.0.n) };
            // SAFETY: the place of the row's result.
            unsafe { self.0.at(0, row).cast::<i64>().write(place::<T, G>(elements) as i64) };
        }
    }
}

#[inline(always)]
fn place<T: Copy, G: Goal<T>>(elements: &[T]) -> usize {
    let (mut best, mut start) = (elements[0], 0);
    for (number, block) in elements.chunks(BLOCK).enumerate() {
        let preferred = G::best_of(block);
        if G::beats(preferred, best) {
            (best, start) = (preferred, number * BLOCK);
        }
        if G::is_unbeatable(best) {
            break;
        }
    }
    // The first in its block that nothing in there beats.
    let block = &elements[start..];
    block.iter().position(|&x| !G::beats(best, x)).map_or(start, |i| start + i)
}

/// Results that advance together.
const PART: usize = 512;

struct Columns<'a, T, G>(&'a Grid, PhantomData<(T, G)>);

impl<T: Copy, G: Goal<T>> Kernel for Columns<'_, T, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let grid = self.0;
        let mut best: Vec<T> = Vec::new();
        let mut places = [0i64; PART];
        for start in (0..grid.rows).step_by(PART) {
            let width = PART.min(grid.rows - start);
            // SAFETY: the elements at `i` of these rows, which lie side by side, and which nothing writes meanwhile.
            let line = |i: usize| unsafe { std::slice::from_raw_parts(grid.element(1, start, i).cast::<T>(), width) };
            best.clear();
            best.extend_from_slice(line(0));
            places[..width].fill(0);
            for i in 1..grid.n {
                for ((best, place), &x) in best.iter_mut().zip(&mut places[..width]).zip(line(i)) {
                    let beats = G::beats(x, *best);
                    *best = if beats { x } else { *best };
                    *place = if beats { i as i64 } else { *place };
                }
            }
            for (i, &place) in places[..width].iter().enumerate() {
                // SAFETY: the place of the row's result.
                unsafe { grid.at(0, start + i).cast::<i64>().write(place) };
            }
        }
    }
}
