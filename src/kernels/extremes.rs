//! The larger and the smaller of two numbers, and numbers kept within bounds.
//!
//! Without a branch, and independent of the order of operands, so that a reduction may take them in any: of two zeros, the
//! positive one is the larger. NumPy takes the first or the second zero, depending on the type and the machine.
//!
//! Complex numbers are ordered as comparisons order them; of equal ones, the first is taken.

use num_complex::Complex;

use super::elementwise::{Binary, binary_op};
use super::extreme_fold::{Extreme, complex_extreme, extreme};
use super::fold::{folded, sequential};
use super::grid::{NumberLoops, loops, table};
use super::several::{Ternary, ternary_loop};
use crate::element::scalars::Bool;

/// The larger one; NaN if either is.
pub(crate) struct Maximum;
/// The smaller one; NaN if either is.
pub(crate) struct Minimum;
/// The larger one; the other one if either is NaN.
pub(crate) struct Fmax;
/// The smaller one; the other one if either is NaN.
pub(crate) struct Fmin;
/// The first, but not below the second nor above the third, which has the last word; NaN if any is.
pub(crate) struct Clip;

binary_op!(Maximum [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| if a > b { a } else { b });
binary_op!(Maximum [], Bool: |a, b| Bool::new(a.get() | b.get()));
binary_op!(Minimum [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| if a < b { a } else { b });
binary_op!(Minimum [], Bool: |a, b| Bool::new(a.get() & b.get()));

macro_rules! floats {
    ($($float:ident $larger:ident $smaller:ident),*) => {
        $(
            /// The larger of two numbers that are not NaN. Equal ones differ only in their sign, if they are zeros.
            #[inline(always)]
            fn $larger(a: $float, b: $float) -> $float {
                let (x, y) = (if a > b { a } else { b }, if b > a { b } else { a });
                $float::from_bits(x.to_bits() & y.to_bits())
            }

            #[inline(always)]
            fn $smaller(a: $float, b: $float) -> $float {
                let (x, y) = (if a < b { a } else { b }, if b < a { b } else { a });
                $float::from_bits(x.to_bits() | y.to_bits())
            }

            binary_op!(Maximum [], $float: |a, b| if a.is_nan() | b.is_nan() { a + b } else { $larger(a, b) });
            binary_op!(Minimum [], $float: |a, b| if a.is_nan() | b.is_nan() { a + b } else { $smaller(a, b) });
            binary_op!(Fmax [], $float: |a, b| {
                let larger = if b.is_nan() { a } else { $larger(a, b) };
                if a.is_nan() { b } else { larger }
            });
            binary_op!(Fmin [], $float: |a, b| {
                let smaller = if b.is_nan() { a } else { $smaller(a, b) };
                if a.is_nan() { b } else { smaller }
            });
        )*
    };
}

floats!(f32 larger32 smaller32, f64 larger64 smaller64);

macro_rules! extremes {
    ($($op:ident $skips:literal |$x:ident, $best:ident| $beats:expr;)*) => {
        $(extremes!(@types $op $skips |$x, $best| $beats; f32 f64);)*
    };
    (@types $op:ident $skips:literal |$x:ident, $best:ident| $beats:expr; $($type:ty)*) => {
        $(impl Extreme<$type> for $op {
            const SKIPS_NAN: bool = $skips;

            #[inline(always)]
            fn beats($x: $type, $best: $type) -> bool {
                $beats
            }
        })*
    };
}

extremes! {
    Maximum false |x, best| x > best;
    Minimum false |x, best| x < best;
    Fmax true |x, best| x > best;
    Fmin true |x, best| x < best;
}

/// Whether either part is NaN.
macro_rules! is_nan {
    ($a:ident) => {
        ($a.re.is_nan() | $a.im.is_nan())
    };
}

/// `a >= b`, where neither is NaN.
macro_rules! at_least {
    ($a:ident, $b:ident) => {
        (($a.re > $b.re) | ($a.re == $b.re) & ($a.im >= $b.im))
    };
}

binary_op!(Maximum [], Complex<f32> Complex<f64>: |a, b| {
    let larger = at_least!(a, b) & !is_nan!(b);
    if is_nan!(a) | larger { a } else { b }
});
binary_op!(Minimum [], Complex<f32> Complex<f64>: |a, b| {
    let smaller = at_least!(b, a) & !is_nan!(b);
    if is_nan!(a) | smaller { a } else { b }
});
binary_op!(Fmax [], Complex<f32> Complex<f64>: |a, b| {
    let larger = at_least!(a, b) & !is_nan!(a);
    if is_nan!(b) | larger { a } else { b }
});
binary_op!(Fmin [], Complex<f32> Complex<f64>: |a, b| {
    let smaller = at_least!(b, a) & !is_nan!(a);
    if is_nan!(b) | smaller { a } else { b }
});

impl<T: Copy> Ternary<T> for Clip
where
    Maximum: Binary<T, Out = T>,
    Minimum: Binary<T, Out = T>,
{
    #[inline(always)]
    fn call(a: T, low: T, high: T) -> T {
        Minimum::call(Maximum::call(a, low), high)
    }
}

/// The loops of an operation that skips NaN: for integers, those of the one that does not.
macro_rules! extreme {
    ($integers:ident $floats:ident, $complex:expr) => {
        table(&[
            loops![folded::<$integers>: Bool i8 i16 i32 i64 u8 u16 u32 u64],
            loops![extreme::<$floats>: f32 f64],
            $complex,
        ])
    };
}

pub(crate) static MAXIMUM: NumberLoops = extreme!(Maximum Maximum, loops![complex_extreme::<Maximum>: f32 f64]);
pub(crate) static MINIMUM: NumberLoops = extreme!(Minimum Minimum, loops![complex_extreme::<Minimum>: f32 f64]);
pub(crate) static FMAX: NumberLoops = extreme!(Maximum Fmax, loops![sequential::<Fmax>: Complex<f32> Complex<f64>]);
pub(crate) static FMIN: NumberLoops = extreme!(Minimum Fmin, loops![sequential::<Fmin>: Complex<f32> Complex<f64>]);
pub(crate) static CLIP: NumberLoops =
    table(&[loops![ternary_loop::<Clip>: Bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>]]);
