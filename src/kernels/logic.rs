//! Logic, where every number but zero is true, and questions to numbers.

use half::f16;
use num_complex::Complex;

use super::elementwise::{binary_bits, binary_loop, binary_op, unary_bits, unary_loop, unary_op};
use super::fold::{columns, folded, with_folds};
use super::grid::{Grid, NumberLoops, loops, table};
use crate::element::scalars::Bool;
use crate::simd::{Kernel, dispatch};

/// Whether both are true.
pub(crate) struct And;
/// Whether either is true.
pub(crate) struct Or;
/// Whether one of the two is true.
pub(crate) struct Xor;
/// Whether it is false.
pub(crate) struct Not;

/// A number that is true or false.
trait Truth: Copy {
    fn truth(self) -> bool;
}

macro_rules! truth {
    ($($type:ty: $zero:expr),* $(,)?) => {
        $(impl Truth for $type {
            #[inline(always)]
            fn truth(self) -> bool {
                self != $zero
            }
        })*
    };
}

truth! {
    Bool: Bool::new(false), i8: 0, i16: 0, i32: 0, i64: 0, f32: 0.0, f64: 0.0,
    Complex<f32>: Complex { re: 0.0, im: 0.0 }, Complex<f64>: Complex { re: 0.0, im: 0.0 },
}

binary_op!(And [-> Bool], Bool i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>: |a, b| Bool::new(a.truth() & b.truth()));
binary_op!(Or [-> Bool], Bool i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>: |a, b| Bool::new(a.truth() | b.truth()));
binary_op!(Xor [-> Bool], Bool i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>: |a, b| Bool::new(a.truth() ^ b.truth()));
unary_op!(Not [-> Bool], Bool i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>: |a| Bool::new(!a.truth()));

/// Looks for a boolean that decides the fold of a row, a block at a time: a true one if `WANTED`, else a false one.
///
/// # Safety
/// - As for [`ReduceFn`](super::grid::ReduceFn), of booleans.
unsafe fn decide<const WANTED: bool>(grid: &Grid) {
    if grid.step[1] == 1 {
        return dispatch(Decide::<WANTED>(grid));
    }
    if grid.rows >= 8 && grid.row_step[0] == 1 && grid.row_step[1] == 1 {
        // SAFETY: the caller's promises are those of `columns`.
        return unsafe { (if WANTED { columns::<Or, Bool> } else { columns::<And, Bool> })(grid) };
    }
    for row in 0..grid.rows {
        // SAFETY: an element of the grid.
        let element = |i: usize| unsafe { grid.element(1, row, i).cast::<Bool>().read() }.get();
        if (0..grid.n).any(|i| element(i) == WANTED) {
            // SAFETY: what the row is folded into.
            unsafe { grid.at(0, row).cast::<Bool>().write(Bool::new(WANTED)) };
        }
    }
}

struct Decide<'a, const WANTED: bool>(&'a Grid);

impl<const WANTED: bool> Kernel for Decide<'_, WANTED> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            // SAFETY: the row's booleans, which follow each other, and which nothing writes meanwhile.
            let elements = unsafe { std::slice::from_raw_parts(self.0.at(1, row), self.0.n) };
            let found = |block: &[u8]| block.iter().fold(false, |found, &b| found | ((b != 0) == WANTED));
            if elements.chunks(1024).any(found) {
                // SAFETY: what the row is folded into.
                unsafe { self.0.at(0, row).cast::<Bool>().write(Bool::new(WANTED)) };
            }
        }
    }
}

/// The loops of a logical operation on two numbers: folds are those of booleans.
macro_rules! logical {
    ($op:ident, $bool:expr) => {
        table(&[
            $bool,
            loops![binary_loop::<$op>: i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>],
            loops![binary_bits::<$op>: u8 u16 u32 u64],
        ])
    };
}

pub(crate) static LOGICAL_AND: NumberLoops = logical!(And, &[with_folds::<And, Bool>(decide::<false>)]);
pub(crate) static LOGICAL_OR: NumberLoops = logical!(Or, &[with_folds::<Or, Bool>(decide::<true>)]);
pub(crate) static LOGICAL_XOR: NumberLoops = logical!(Xor, loops![folded::<Xor>: Bool]);
pub(crate) static LOGICAL_NOT: NumberLoops = table(&[
    loops![unary_loop::<Not>: Bool i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>],
    loops![unary_bits::<Not>: u8 u16 u32 u64],
]);

/// Whether it is NaN; of a complex number, whether either part is.
pub(crate) struct IsNan;
/// Whether it is infinite; of a complex number, whether either part is.
pub(crate) struct IsInf;
/// Whether it is neither; of a complex number, whether both parts are finite.
pub(crate) struct IsFinite;
/// Whether the sign bit is set, as it is for negative zero and some NaNs.
pub(crate) struct SignBit;

unary_op!(IsNan [-> Bool], Bool i8 i16 i32 i64: |_a| Bool::new(false));
unary_op!(IsNan [-> Bool], f32 f64: |a| Bool::new(a.is_nan()));
unary_op!(IsNan [-> Bool], f16: |a| Bool::new(a.to_bits() & 0x7fff > 0x7c00));
unary_op!(IsInf [-> Bool], f16: |a| Bool::new(a.to_bits() & 0x7fff == 0x7c00));
unary_op!(IsFinite [-> Bool], f16: |a| Bool::new(a.to_bits() & 0x7fff < 0x7c00));
unary_op!(SignBit [-> Bool], f16: |a| Bool::new(a.to_bits() & 0x8000 != 0));
unary_op!(IsNan [-> Bool], Complex<f32> Complex<f64>: |a| Bool::new(a.re.is_nan() | a.im.is_nan()));
unary_op!(IsInf [-> Bool], Bool i8 i16 i32 i64: |_a| Bool::new(false));
unary_op!(IsInf [-> Bool], f32 f64: |a| Bool::new(a.is_infinite()));
unary_op!(IsInf [-> Bool], Complex<f32> Complex<f64>: |a| Bool::new(a.re.is_infinite() | a.im.is_infinite()));
unary_op!(IsFinite [-> Bool], Bool i8 i16 i32 i64: |_a| Bool::new(true));
unary_op!(IsFinite [-> Bool], f32 f64: |a| Bool::new(a.is_finite()));
unary_op!(IsFinite [-> Bool], Complex<f32> Complex<f64>: |a| Bool::new(a.re.is_finite() & a.im.is_finite()));
unary_op!(SignBit [-> Bool], f32 f64: |a| Bool::new(a.is_sign_negative()));

/// The loops of a question that integers answer all alike.
macro_rules! question {
    ($op:ident) => {
        table(&[
            loops![unary_loop::<$op>: f16 Bool i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>],
            loops![unary_bits::<$op>: u8 u16 u32 u64],
        ])
    };
}

pub(crate) static ISNAN: NumberLoops = question!(IsNan);
pub(crate) static ISINF: NumberLoops = question!(IsInf);
pub(crate) static ISFINITE: NumberLoops = question!(IsFinite);
pub(crate) static SIGNBIT: NumberLoops = table(&[loops![unary_loop::<SignBit>: f16 f32 f64]]);
