//! Floored quotients, and remainders.
//!
//! Integers of up to 32 bits are divided as floats, which vectors can do: in `f32` those of up to 16 bits, in `f64` the
//! others. A quotient that is not whole differs from the next whole number by more than the rounding of the division, so
//! that its floor is that of the exact one. By zero, quotients and remainders are 0, and the smallest integer divided by
//! -1 is itself, as in NumPy.
//!
//! Floats are in `fmod`.

use super::elementwise::binary_op;
use super::fmod::float_modulo;
use super::fold::sequential;
use super::grid::{NumberLoops, loops, table};
use super::several::binary_pair;

/// `a / b`, rounded down.
pub(crate) struct FloorDivide;
/// What remains of `a`, with the sign of `b`.
pub(crate) struct Remainder;
/// What remains of `a`, with the sign of `a`.
pub(crate) struct Fmod;
/// [`FloorDivide`] and [`Remainder`].
pub(crate) struct Divmod;

macro_rules! by_float {
    ($($type:ident $float:ident $anchor:literal $quotient:ident),*) => {
        $(
            /// The floored quotient; some number if `b` is 0.
            #[inline(always)]
            fn $quotient(a: $type, b: $type) -> $type {
                let quotient = a as $float / b as $float;
                // The sum with a number whose last place is 1 is rounded to a whole number, and its lower bits are that
                // number in two's complement.
                let nearest = (quotient + $anchor) - $anchor;
                let floor = if nearest > quotient { nearest - 1.0 } else { nearest };
                (floor + $anchor).to_bits() as $type
            }

            binary_op!(FloorDivide [], $type: |a, b| if b == 0 { 0 } else { $quotient(a, b) });
            binary_op!(Remainder [], $type: |a, b| {
                if b == 0 { 0 } else { a.wrapping_sub($quotient(a, b).wrapping_mul(b)) }
            });
            binary_op!(Divmod [-> ($type, $type)], $type: |a, b| {
                let quotient = $quotient(a, b);
                if b == 0 { (0, 0) } else { (quotient, a.wrapping_sub(quotient.wrapping_mul(b))) }
            });
        )*
    };
}

by_float! {
    i8 f32 12582912.0 quotient_i8, i16 f32 12582912.0 quotient_i16, i32 f64 6755399441055744.0 quotient_i32,
    u8 f32 12582912.0 quotient_u8, u16 f32 12582912.0 quotient_u16, u32 f64 6755399441055744.0 quotient_u32
}

binary_op!(Fmod [], i8 i16 i32: |a, b| {
    let floored = <Remainder as super::elementwise::Binary<_>>::call(a, b);
    if floored != 0 && (floored < 0) != (a < 0) { floored.wrapping_sub(b) } else { floored }
});

binary_op!(FloorDivide [in Scalar], i64: |a, b| {
    if b == 0 {
        0
    } else {
        let (quotient, rest) = (a.wrapping_div(b), a.wrapping_rem(b));
        quotient - i64::from(rest != 0 && (rest < 0) != (b < 0))
    }
});
binary_op!(Remainder [in Scalar], i64: |a, b| {
    if b == 0 {
        0
    } else {
        let rest = a.wrapping_rem(b);
        if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
    }
});
binary_op!(Divmod [-> (i64, i64)], i64: |a, b| {
    if b == 0 {
        (0, 0)
    } else {
        let (quotient, rest) = (a.wrapping_div(b), a.wrapping_rem(b));
        if rest != 0 && (rest < 0) != (b < 0) { (quotient - 1, rest + b) } else { (quotient, rest) }
    }
});
binary_op!(Fmod [in Scalar], i64: |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) });
binary_op!(FloorDivide [in Scalar], u64: |a, b| a.checked_div(b).unwrap_or(0));
binary_op!(Remainder [in Scalar], u64: |a, b| a.checked_rem(b).unwrap_or(0));
binary_op!(Divmod [-> (u64, u64)], u64: |a, b| (a.checked_div(b).unwrap_or(0), a.checked_rem(b).unwrap_or(0)));

pub(crate) static FLOOR_DIVIDE: NumberLoops = table(&[
    loops![sequential::<FloorDivide>: i8 i16 i32 i64 u8 u16 u32 u64],
    loops![float_modulo::<FloorDivide>: f32 f64],
]);
pub(crate) static REMAINDER: NumberLoops = table(&[
    loops![sequential::<Remainder>: i8 i16 i32 i64 u8 u16 u32 u64],
    loops![float_modulo::<Remainder>: f32 f64],
]);
pub(crate) static FMOD: NumberLoops = table(&[
    loops![sequential::<Fmod>: i8 i16 i32 i64],
    loops![sequential::<Remainder>: u8 u16 u32 u64],
    loops![float_modulo::<Fmod>: f32 f64],
]);
pub(crate) static DIVMOD: NumberLoops = table(&[loops![binary_pair::<Divmod>: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64]]);
