//! Sums, differences, products.

use num_complex::Complex;

use super::elementwise::binary_op;
use super::fold::{folded, folded_bits, sequential, sequential_bits};
use super::grid::{NumberLoops, loops, table};
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
