//! Operations on the bits of integers, and shifts.

use super::elementwise::{binary_op, unary_bits, unary_loop, unary_op};
use super::fold::{folded, folded_bits, sequential, sequential_bits};
use super::grid::{NumberLoops, loops, table};
use crate::element::scalars::Bool;

/// The bits that both have.
pub(crate) struct And;
/// The bits that either has.
pub(crate) struct Or;
/// The bits that one of the two has.
pub(crate) struct Xor;
/// All bits the other way round; of a boolean, whether it is false.
pub(crate) struct Invert;
/// `a << b`; 0 if `b` is negative or as large as the number of bits.
pub(crate) struct LeftShift;
/// `a >> b`; as if there were always more copies of the sign, if `b` is negative or as large as the number of bits.
pub(crate) struct RightShift;
/// How many bits of the magnitude are set.
pub(crate) struct Count;

binary_op!(And [], i8 i16 i32 i64: |a, b| a & b);
binary_op!(And [], Bool: |a, b| Bool::new(a.get() & b.get()));
binary_op!(Or [], i8 i16 i32 i64: |a, b| a | b);
binary_op!(Or [], Bool: |a, b| Bool::new(a.get() | b.get()));
binary_op!(Xor [], i8 i16 i32 i64: |a, b| a ^ b);
binary_op!(Xor [], Bool: |a, b| Bool::new(a.get() ^ b.get()));
unary_op!(Invert [], i8 i16 i32 i64: |a| !a);
unary_op!(Invert [], Bool: |a| Bool::new(!a.get()));

macro_rules! shifts {
    ($($type:ident $unsigned:ident),*) => {
        $(
            binary_op!(LeftShift [], $type: |a, b| {
                let shifted = a.wrapping_shl(b as u32);
                if (b as $unsigned) < $type::BITS as $unsigned { shifted } else { 0 }
            });
            binary_op!(RightShift [], $type: |a, b| {
                // Shifting in two steps, at most by one less than the number of bits, leaves nothing but the sign.
                let most = $type::BITS - 1;
                if (b as $unsigned) < $type::BITS as $unsigned { a.wrapping_shr(b as u32) } else { (a >> most) >> 1 }
            });
        )*
    };
}

shifts!(i8 u8, i16 u16, i32 u32, i64 u64, u8 u8, u16 u16, u32 u32, u64 u64);

unary_op!(Count [-> u8], i8 i16 i32 i64: |a| a.unsigned_abs().count_ones() as u8);
unary_op!(Count [-> u8], u8 u16 u32 u64: |a| a.count_ones() as u8);
unary_op!(Count [-> u8], Bool: |a| u8::from(a.get()));

/// The loops of an operation on bits.
macro_rules! bitwise {
    ($op:ident) => {
        table(&[loops![folded::<$op>: Bool i8 i16 i32 i64], loops![folded_bits::<$op>: u8 u16 u32 u64]])
    };
}

pub(crate) static BITWISE_AND: NumberLoops = bitwise!(And);
pub(crate) static BITWISE_OR: NumberLoops = bitwise!(Or);
pub(crate) static BITWISE_XOR: NumberLoops = bitwise!(Xor);
pub(crate) static INVERT: NumberLoops =
    table(&[loops![unary_loop::<Invert>: Bool i8 i16 i32 i64], loops![unary_bits::<Invert>: u8 u16 u32 u64]]);
pub(crate) static LEFT_SHIFT: NumberLoops =
    table(&[loops![sequential::<LeftShift>: i8 i16 i32 i64], loops![sequential_bits::<LeftShift>: u8 u16 u32 u64]]);
pub(crate) static RIGHT_SHIFT: NumberLoops = table(&[loops![sequential::<RightShift>: i8 i16 i32 i64 u8 u16 u32 u64]]);
pub(crate) static BITWISE_COUNT: NumberLoops =
    table(&[loops![unary_loop::<Count>: Bool i8 i16 i32 i64 u8 u16 u32 u64]]);
