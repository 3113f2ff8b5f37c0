//! Sums, differences, products.

use num_complex::Complex;

use super::elementwise::binary_op;
use super::fold::{accumulate, folded, folded_bits, sequential, sequential_bits};
use super::grid::{AccumulateFn, NumberLoops, loops, table};
use super::pairwise::pairwise;
use crate::element::scalars::Bool;

/// `a + b`; of booleans, whether either is true.
pub(crate) struct Add;
/// `a - b`.
pub(crate) struct Subtract;
/// `a * b`; of booleans, whether both are true. Complex numbers by the plain formula, as in NumPy.
pub(crate) struct Multiply;

// One instruction on eight bytes is not worth gathering them first.
binary_op!(Add [], i8 i16 i32: |a, b| a.wrapping_add(b));
binary_op!(Add [in Direct], i64: |a, b| a.wrapping_add(b));
binary_op!(Add [], f32: |a, b| a + b);
binary_op!(Add [in Direct], f64 Complex<f32> Complex<f64>: |a, b| a + b);
binary_op!(Add [], Bool: |a, b| Bool::new(a.get() | b.get()));
binary_op!(Subtract [], i8 i16 i32: |a, b| a.wrapping_sub(b));
binary_op!(Subtract [in Direct], i64: |a, b| a.wrapping_sub(b));
binary_op!(Subtract [], f32: |a, b| a - b);
binary_op!(Subtract [in Direct], f64 Complex<f32> Complex<f64>: |a, b| a - b);
binary_op!(Multiply [], i8 i16 i32: |a, b| a.wrapping_mul(b));
binary_op!(Multiply [in Direct], i64: |a, b| a.wrapping_mul(b));
binary_op!(Multiply [], f32: |a, b| a * b);
binary_op!(Multiply [in Direct], f64 Complex<f32> Complex<f64>: |a, b| a * b);
binary_op!(Multiply [], Bool: |a, b| Bool::new(a.get() & b.get()));

/// `a + b` rounded to a float16, as an f32.
struct AddRounded;

binary_op!(AddRounded [in Scalar], f32: |a, b| {
    let sum = a + b;
    let (sign, magnitude) = (sum.to_bits() & 0x8000_0000, sum.to_bits() & 0x7fff_ffff);
    // The sum with a number whose last place is that of a float16 with the exponent is rounded to it.
    let exponent = (magnitude & 0x7f80_0000).max(113 << 23);
    let anchor = f32::from_bits(exponent.wrapping_add(13 << 23));
    let rounded = ((f32::from_bits(magnitude) + anchor) - anchor).to_bits();
    let rounded = if rounded >= 143 << 23 { f32::INFINITY.to_bits() } else { rounded };
    if magnitude >= 143 << 23 {
        if sum.is_nan() { sum } else { f32::INFINITY.copysign(sum) }
    } else {
        f32::from_bits(rounded | sign)
    }
});

/// Running sums of float16 in the place of f32, each of them rounded.
pub(crate) const ACCUMULATE_F16: AccumulateFn = accumulate::<AddRounded, f32>;

pub(crate) static ADD: NumberLoops = table(&[
    loops![folded::<Add>: Bool i8 i16 i32 i64],
    loops![folded_bits::<Add>: u8 u16 u32 u64],
    loops![pairwise: f32 f64 Complex<f32> Complex<f64>],
]);

pub(crate) static SUBTRACT: NumberLoops = table(&[
    loops![sequential::<Subtract>: i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>],
    loops![sequential_bits::<Subtract>: u8 u16 u32 u64],
]);

pub(crate) static MULTIPLY: NumberLoops = table(&[
    loops![folded::<Multiply>: Bool i8 i16 i32 i64],
    loops![folded_bits::<Multiply>: u8 u16 u32 u64],
    loops![sequential::<Multiply>: f32 f64 Complex<f32> Complex<f64>],
]);
