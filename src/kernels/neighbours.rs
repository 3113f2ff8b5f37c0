//! The next number of a float type, and how far it is.
//!
//! Each type has its own, so that the small ones are not computed in a larger one here: a step is a step of the code.

use half::{bf16, f16};

use super::elementwise::{binary_loop, binary_op, unary_loop, unary_op};
use super::grid::{NumberLoops, loops, table};
use crate::dtype::{Dtype, FloatFormat, Specials};
use crate::element::{
    Float4E2M1Fn, Float6E2M3Fn, Float6E3M2Fn, Float8E3M4, Float8E4M3, Float8E4M3B11Fnuz, Float8E4M3Fn, Float8E4M3Fnuz,
    Float8E5M2, Float8E5M2Fnuz, Float8E8M0Fnu,
};

/// The next number after the first, in the direction of the second.
pub(crate) struct NextAfter;
/// The distance to the next number away from zero, with the sign of the number. Of a float16, as in NumPy, the distance to
/// the next larger number.
pub(crate) struct Spacing;

macro_rules! machine_floats {
    ($($float:ident),*) => {
        $(
            binary_op!(NextAfter [in Scalar], $float: |a, b| {
                if a.is_nan() || b.is_nan() {
                    a + b
                } else if a == b {
                    b
                } else if b > a {
                    a.next_up()
                } else {
                    a.next_down()
                }
            });
            unary_op!(Spacing [in Scalar], $float: |a| {
                if a.is_infinite() {
                    $float::NAN
                } else if a < 0.0 {
                    a.next_down() - a
                } else {
                    a.next_up() - a
                }
            });
        )*
    };
}

machine_floats!(f32, f64);

/// The code of the next larger or smaller number, of one that is neither NaN nor infinite in that direction.
#[inline(always)]
fn step(format: FloatFormat, code: u32, value: f32, up: bool) -> u32 {
    let sign = if format.signed { format.sign_bit() } else { 0 };
    if value == 0.0 {
        return if up { 1 } else { sign | 1 };
    }
    let outward = up == (code & sign == 0);
    let largest = format.sign_bit() - 1;
    if outward && code & largest == largest {
        // There is no larger code: the number itself, or NaN.
        return format.nan_code().unwrap_or(code);
    }
    let next = if outward { code.wrapping_add(1) } else { code.wrapping_sub(1) };
    // The code of a negative zero is NaN in some formats.
    let negative_zero = matches!(format.specials, Specials::NanNegativeZero) && next == format.sign_bit();
    if negative_zero && !outward { 0 } else { next }
}

macro_rules! coded_floats {
    ($($type:ident $id:ident $bits:ident),* $(,)?) => {
        $(
            binary_op!(NextAfter [in Scalar], $type: |a, b| {
                const FORMAT: FloatFormat = FloatFormat::of_native(&Dtype::$id).expect("a float");
                let (x, y) = (a.to_f32(), b.to_f32());
                if x.is_nan() || y.is_nan() {
                    $type::from_f32(f32::NAN)
                } else if x == y {
                    b
                } else {
                    $type::from_bits(step(FORMAT, u32::from(a.to_bits()), x, y > x) as $bits)
                }
            });
            unary_op!(Spacing [in Scalar], $type: |a| {
                const FORMAT: FloatFormat = FloatFormat::of_native(&Dtype::$id).expect("a float");
                let x = a.to_f32();
                if x.is_nan() || x.is_infinite() {
                    $type::from_f32(f32::NAN)
                } else {
                    let next = $type::from_bits(step(FORMAT, u32::from(a.to_bits()), x, !x.is_sign_negative()) as $bits);
                    $type::from_f32(next.to_f32() - x)
                }
            });
        )*
    };
}

binary_op!(NextAfter [], f16: |a, b| {
    let (x, y) = (a.to_bits(), b.to_bits());
    // Numbers in the order of integers; there is one zero.
    let ordered = |bits: u16| if bits & 0x8000 == 0 { bits as i16 } else { -((bits & 0x7fff) as i16) };
    let is_nan = |bits: u16| bits & 0x7fff > 0x7c00;
    let up = ordered(y) > ordered(x);
    let outward = up == (x & 0x8000 == 0);
    let next = if outward { x.wrapping_add(1) } else { x.wrapping_sub(1) };
    let from_zero = if up { 0x0001 } else { 0x8001 };
    let next = if ordered(x) == 0 { from_zero } else { next };
    // Zeros of either sign: NumPy keeps the first.
    let next = if ordered(x) == ordered(y) { x } else { next };
    f16::from_bits(if is_nan(x) | is_nan(y) { 0x7e00 } else { next })
});

coded_floats! {
    bf16 BFloat16 u16,
    Float8E3M4 Float8E3M4 u8,
    Float8E4M3 Float8E4M3 u8,
    Float8E4M3B11Fnuz Float8E4M3B11Fnuz u8,
    Float8E4M3Fn Float8E4M3Fn u8,
    Float8E4M3Fnuz Float8E4M3Fnuz u8,
    Float8E5M2 Float8E5M2 u8,
    Float8E5M2Fnuz Float8E5M2Fnuz u8,
    Float8E8M0Fnu Float8E8M0Fnu u8,
    Float6E2M3Fn Float6E2M3Fn u8,
    Float6E3M2Fn Float6E3M2Fn u8,
    Float4E2M1Fn Float4E2M1Fn u8,
}

unary_op!(Spacing [in Scalar], f16: |a| {
    let bits = a.to_bits();
    let (exponent, mantissa) = (bits & 0x7c00, bits & 0x03ff);
    // A step up from a negative power of two is half as wide.
    let exponent = if bits & 0x8000 != 0 && mantissa == 0 { exponent.saturating_sub(0x0400) } else { exponent };
    f16::from_bits(match exponent {
        _ if bits & 0x7c00 == 0x7c00 => 0x7e00,
        _ if bits == 0x7bff => 0x7c00,
        0x2801.. => exponent - 0x2800,
        0x0401.. => 1 << ((exponent >> 10) - 1),
        _ => 1,
    })
});

pub(crate) static NEXTAFTER: NumberLoops = table(&[loops![binary_loop::<NextAfter>: f32 f64 f16 bf16 Float8E3M4
    Float8E4M3 Float8E4M3B11Fnuz Float8E4M3Fn Float8E4M3Fnuz Float8E5M2 Float8E5M2Fnuz Float8E8M0Fnu Float6E2M3Fn
    Float6E3M2Fn Float4E2M1Fn]]);
pub(crate) static SPACING: NumberLoops = table(&[loops![unary_loop::<Spacing>: f32 f64 f16 bf16 Float8E3M4 Float8E4M3
    Float8E4M3B11Fnuz Float8E4M3Fn Float8E4M3Fnuz Float8E5M2 Float8E5M2Fnuz Float8E8M0Fnu Float6E2M3Fn Float6E3M2Fn
    Float4E2M1Fn]]);
