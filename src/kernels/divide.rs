//! Quotients of floats and complex numbers, and of one by a number.
//!
//! Complex division is Smith's method, as in NumPy, to the bit; both of its branches are computed, and one is selected.

use num_complex::Complex;

use super::elementwise::{binary_op, unary_loop, unary_op};
use super::fold::sequential;
use super::grid::{NumberLoops, loops, table};

/// `a / b`.
pub(crate) struct Divide;
/// `1 / a`; of an integer, truncated, and of zero what NumPy makes of it on x86-64.
pub(crate) struct Reciprocal;

binary_op!(Divide [], f32 f64: |a, b| a / b);

macro_rules! complex {
    ($($float:ident),*) => {
        $(
            binary_op!(Divide [], Complex<$float>: |a, b| {
                // The larger part of the divisor divides the smaller one.
                let real = b.re.abs() >= b.im.abs();
                let (large, small) = if real { (b.re, b.im) } else { (b.im, b.re) };
                let (u, v) = if real { (a.re, a.im) } else { (a.im, a.re) };
                let ratio = small / large;
                let scale = 1.0 / (large + small * ratio);
                let re = (u + v * ratio) * scale;
                let im = (if real { v - u * ratio } else { u * ratio - v }) * scale;
                let zero = (b.re == 0.0) & (b.im == 0.0);
                let magnitude = b.re.abs();
                let re = if zero { a.re / magnitude } else { re };
                Complex::new(re, if zero { a.im / magnitude } else { im })
            });

            unary_op!(Reciprocal [], Complex<$float>: |a| {
                let real = a.im.abs() <= a.re.abs();
                let (large, small) = if real { (a.re, a.im) } else { (a.im, a.re) };
                let ratio = small / large;
                let divisor = large + small * ratio;
                let (re, im) = (if real { 1.0 } else { ratio }, if real { -ratio } else { -1.0 });
                Complex::new(re / divisor, im / divisor)
            });
        )*
    };
}

complex!(f32, f64);

unary_op!(Reciprocal [], f32 f64: |a| 1.0 / a);
unary_op!(Reciprocal [], i8 i16: |a| if a == 1 || a == -1 { a } else { 0 });
unary_op!(Reciprocal [], i32: |a| if a == 0 { i32::MIN } else if a == 1 || a == -1 { a } else { 0 });
unary_op!(Reciprocal [], i64: |a| if a == 0 { i64::MIN } else if a == 1 || a == -1 { a } else { 0 });
unary_op!(Reciprocal [], u8 u16 u32 u64: |a| (a == 1).into());

pub(crate) static DIVIDE: NumberLoops = table(&[loops![sequential::<Divide>: f32 f64 Complex<f32> Complex<f64>]]);
pub(crate) static RECIPROCAL: NumberLoops =
    table(&[loops![unary_loop::<Reciprocal>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>]]);
