//! Sums, differences, products.

use num_complex::Complex;

use super::elementwise::{binary_loop, binary_op, unary_loop, unary_op};
use super::fold::{folded, sequential};
use super::grid::{NumberLoops, loops, table};
use super::pairwise::pairwise;
use crate::element::scalars::Bool;

/// `a + b`; of booleans, whether either is true.
pub(crate) struct Add;
/// `a - b`.
pub(crate) struct Subtract;
/// `a * b`; of booleans, whether both are true. Complex numbers by the plain formula, as in NumPy.
pub(crate) struct Multiply;

binary_op!(Add [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| a.wrapping_add(b));
binary_op!(Add [], f32 f64 Complex<f32> Complex<f64>: |a, b| a + b);
binary_op!(Add [], Bool: |a, b| Bool::new(a.get() | b.get()));
binary_op!(Subtract [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| a.wrapping_sub(b));
binary_op!(Subtract [], f32 f64 Complex<f32> Complex<f64>: |a, b| a - b);
binary_op!(Multiply [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| a.wrapping_mul(b));
binary_op!(Multiply [], f32 f64 Complex<f32> Complex<f64>: |a, b| a * b);
binary_op!(Multiply [], Bool: |a, b| Bool::new(a.get() & b.get()));

pub(crate) static ADD: NumberLoops = table(&[
    loops![folded::<Add>: Bool i8 i16 i32 i64 u8 u16 u32 u64],
    loops![pairwise: f32 f64 Complex<f32> Complex<f64>],
]);

pub(crate) static SUBTRACT: NumberLoops =
    table(&[loops![sequential::<Subtract>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>]]);

pub(crate) static MULTIPLY: NumberLoops = table(&[
    loops![folded::<Multiply>: Bool i8 i16 i32 i64 u8 u16 u32 u64],
    loops![sequential::<Multiply>: f32 f64 Complex<f32> Complex<f64>],
]);

/// `-a`.
pub(crate) struct Negative;
/// The magnitude.
pub(crate) struct Absolute;
/// `a << b`; 0 if the count is negative or as large as the type.
pub(crate) struct LeftShift;

unary_op!(Negative [], i8 i16 i32 i64 u8 u16 u32 u64: |a| a.wrapping_neg());
unary_op!(Negative [], f32 f64 Complex<f32> Complex<f64>: |a| -a);
unary_op!(Absolute [], i8 i16 i32 i64: |a| a.wrapping_abs());
unary_op!(Absolute [], u8 u16 u32 u64: |a| a);
unary_op!(Absolute [], f32 f64: |a| a.abs());
binary_op!(LeftShift [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| {
    u32::try_from(b).ok().and_then(|n| a.checked_shl(n)).unwrap_or(0)
});

pub(crate) static NEGATIVE: NumberLoops =
    table(&[loops![unary_loop::<Negative>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>]]);

pub(crate) static ABSOLUTE: NumberLoops =
    table(&[loops![unary_loop::<Absolute>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64]]);

pub(crate) static LEFT_SHIFT: NumberLoops = table(&[loops![binary_loop::<LeftShift>: i8 i16 i32 i64 u8 u16 u32 u64]]);
