//! Signs, magnitudes, squares and square roots.

use half::{bf16, f16};
use num_complex::Complex;

use super::complex::{hypot32, hypot64, run_magnitudes, sqrt32, sqrt64};
use super::elementwise::{binary_op, unary_bits, unary_loop, unary_op};
use super::fold::sequential;
use super::grid::{NumberLoop, NumberLoops, loops, table};
use crate::element::scalars::Bool;

/// `-a`.
pub(crate) struct Negative;
/// `a`.
pub(crate) struct Positive;
/// The magnitude.
pub(crate) struct Absolute;
/// 1, 0 or -1; of a complex number, the one of length 1 in its direction.
pub(crate) struct Sign;
/// `a * a`.
pub(crate) struct Square;
/// The square root.
pub(crate) struct Sqrt;
/// The complex conjugate.
pub(crate) struct Conjugate;
/// The magnitude of the first with the sign of the second.
pub(crate) struct CopySign;

unary_op!(Negative [], i8 i16 i32 i64: |a| a.wrapping_neg());
unary_op!(Negative [], f32 f64: |a| -a);
unary_op!(Negative [], Complex<f32> Complex<f64>: |a| Complex::new(-a.re, -a.im));
unary_op!(Positive [], i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>: |a| a);
unary_op!(Absolute [], i8 i16 i32 i64: |a| a.wrapping_abs());
unary_op!(Absolute [], f32 f64: |a| a.abs());
unary_op!(Absolute [], Bool: |a| Bool::new(a.get()));
unary_op!(Absolute [-> f32], Complex<f32>: |a| hypot32(a.re, a.im));
unary_op!(Absolute [-> f64 in Scalar], Complex<f64>: |a| hypot64(a.re, a.im));
unary_op!(Sign [], i8 i16 i32 i64: |a| Self::Out::from(a > 0) - Self::Out::from(a < 0));
unary_op!(Sign [], u8 u16 u32 u64: |a| (a > 0).into());
unary_op!(Sign [], f32 f64: |a| {
    let magnitude = if a == 0.0 { 0.0 } else { a };
    if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else { magnitude }
});
unary_op!(Square [], i8 i16 i32 i64: |a| a.wrapping_mul(a));
unary_op!(Square [], f32 f64: |a| a * a);
unary_op!(Square [], Complex<f32> Complex<f64>: |a| Complex::new(a.re * a.re - a.im * a.im, a.re * a.im + a.im * a.re));
unary_op!(Sqrt [], f32 f64: |a| a.sqrt());
unary_op!(Sqrt [in Scalar], Complex<f32>: |a| sqrt32(a));
unary_op!(Sqrt [in Scalar], Complex<f64>: |a| sqrt64(a));
unary_op!(Conjugate [], Complex<f32> Complex<f64>: |a| Complex::new(a.re, -a.im));
binary_op!(CopySign [], f32 f64: |a, b| a.copysign(b));

// Floats of 16 bits have their sign where the others have it, and need no conversion for these.
unary_op!(Negative [], f16: |a| f16::from_bits(a.to_bits() ^ 0x8000));
unary_op!(Negative [], bf16: |a| bf16::from_bits(a.to_bits() ^ 0x8000));
unary_op!(Absolute [], f16: |a| f16::from_bits(a.to_bits() & 0x7fff));
unary_op!(Absolute [], bf16: |a| bf16::from_bits(a.to_bits() & 0x7fff));
binary_op!(CopySign [], f16: |a, b| f16::from_bits(a.to_bits() & 0x7fff | b.to_bits() & 0x8000));
binary_op!(CopySign [], bf16: |a, b| bf16::from_bits(a.to_bits() & 0x7fff | b.to_bits() & 0x8000));

macro_rules! complex_sign {
    ($($float:ident $hypot:ident),*) => {
        $(unary_op!(Sign [], Complex<$float>: |a| {
            let length = $hypot(a.re, a.im);
            let (re, im) = (a.re / length, a.im / length);
            let zero = length == 0.0;
            let (re, im) = (if zero { 0.0 } else { re }, if zero { 0.0 } else { im });
            // Along an axis that is infinite; along both there is no direction, and if only the length is, it is along the
            // second.
            let (far_re, far_im, infinite) = (a.re.is_infinite(), a.im.is_infinite(), length.is_infinite());
            let (unit_re, unit_im) = ((1.0 as $float).copysign(a.re), (1.0 as $float).copysign(a.im));
            let (along_re, along_im) = (if far_re { unit_re } else { 0.0 }, if far_re { 0.0 } else { unit_im });
            let both = far_re & far_im;
            let (along_re, along_im) =
                (if both { $float::NAN } else { along_re }, if both { $float::NAN } else { along_im });
            let (re, im) = (if infinite { along_re } else { re }, if infinite { along_im } else { im });
            let nan = length.is_nan();
            Complex::new(if nan { length } else { re }, if nan { length } else { im })
        });)*
    };
}

complex_sign!(f32 hypot32, f64 hypot64);

/// The loops of an operation that has no use for the sign of integers, and takes any number.
macro_rules! any_number {
    ($op:ident, $($half:ty)*) => {
        table(&[
            loops![unary_loop::<$op>: $($half)* i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>],
            loops![unary_bits::<$op>: u8 u16 u32 u64],
        ])
    };
}

pub(crate) static NEGATIVE: NumberLoops = any_number!(Negative, f16 bf16);
pub(crate) static POSITIVE: NumberLoops = any_number!(Positive,);
pub(crate) static SQUARE: NumberLoops = any_number!(Square,);
pub(crate) static CONJUGATE: NumberLoops = table(&[
    loops![unary_loop::<Positive>: i8 i16 i32 i64 f32 f64],
    loops![unary_bits::<Positive>: u8 u16 u32 u64],
    loops![unary_loop::<Conjugate>: Complex<f32> Complex<f64>],
]);
pub(crate) static ABSOLUTE: NumberLoops = table(&[
    loops![unary_loop::<Absolute>: f16 bf16 Bool i8 i16 i32 i64 f32 f64 Complex<f32>],
    loops![unary_bits::<Positive>: u8 u16 u32 u64],
    &[NumberLoop { run: run_magnitudes, ..unary_loop::<Absolute, Complex<f64>>() }],
]);
pub(crate) static FABS: NumberLoops = table(&[loops![unary_loop::<Absolute>: f32 f64]]);
pub(crate) static SIGN: NumberLoops =
    table(&[loops![unary_loop::<Sign>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>]]);
pub(crate) static SQRT: NumberLoops = table(&[loops![unary_loop::<Sqrt>: f32 f64 Complex<f32> Complex<f64>]]);
pub(crate) static COPYSIGN: NumberLoops = table(&[loops![sequential::<CopySign>: f16 bf16 f32 f64]]);
