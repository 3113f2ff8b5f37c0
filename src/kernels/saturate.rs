//! Integer operations that stop at the limits of their type rather than wrap around.

use super::elementwise::{binary_loop, binary_op, unary_loop, unary_op};
use super::grid::{NumberLoops, loops, table};
use crate::element::{Int2, Int4, UInt2, UInt4};

/// `a + b`.
pub(crate) struct Add;
/// `a - b`.
pub(crate) struct Subtract;
/// `a * b`.
pub(crate) struct Multiply;
/// `-a`; of unsigned integers, 0.
pub(crate) struct Negative;
/// The magnitude.
pub(crate) struct Absolute;
/// `a << b`; a count that is negative counts as too large.
pub(crate) struct LeftShift;

binary_op!(Add [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| a.saturating_add(b));
binary_op!(Add [], Int2 Int4 UInt2 UInt4: |a, b| clamped(wide(a) + wide(b)));
binary_op!(Subtract [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| a.saturating_sub(b));
binary_op!(Subtract [], Int2 Int4 UInt2 UInt4: |a, b| clamped(wide(a) - wide(b)));
binary_op!(Multiply [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| a.saturating_mul(b));
binary_op!(Multiply [], Int2 Int4 UInt2 UInt4: |a, b| clamped(wide(a) * wide(b)));
unary_op!(Negative [], i8 i16 i32 i64: |a| a.saturating_neg());
unary_op!(Negative [], u8 u16 u32 u64: |a| a.saturating_sub(a));
unary_op!(Negative [], Int2 Int4 UInt2 UInt4: |a| clamped(-wide(a)));
unary_op!(Absolute [], i8 i16 i32 i64: |a| a.saturating_abs());
unary_op!(Absolute [], u8 u16 u32 u64: |a| a);
unary_op!(Absolute [], Int2 Int4 UInt2 UInt4: |a| clamped(wide(a).abs()));
binary_op!(LeftShift [], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| a.shifted(b));
binary_op!(LeftShift [], Int2 Int4 UInt2 UInt4: |a, b| clamped(wide(a) << u32::try_from(wide(b)).map_or(8, |n| n.min(8))));

/// An integer of less than a byte.
trait Small {
    /// The value.
    fn wide(self) -> i32;

    /// The nearest value.
    fn clamped(value: i32) -> Self;
}

#[inline(always)]
fn wide(value: impl Small) -> i32 {
    value.wide()
}

#[inline(always)]
fn clamped<T: Small>(value: i32) -> T {
    T::clamped(value)
}

macro_rules! small {
    ($($type:ident)*) => {
        $(impl Small for $type {
            #[inline(always)]
            fn wide(self) -> i32 {
                self.get().into()
            }

            #[inline(always)]
            fn clamped(value: i32) -> $type {
                $type::wrapping_new(value.clamp($type::MIN.get().into(), $type::MAX.get().into()) as _)
            }
        })*
    };
}

small!(Int2 Int4 UInt2 UInt4);

/// Shifting to the left, up to the limits.
trait Shifted {
    fn shifted(self, count: Self) -> Self;
}

macro_rules! shifted {
    ($($type:ident)*) => {
        $(impl Shifted for $type {
            #[inline(always)]
            fn shifted(self, count: $type) -> $type {
                let exact = u32::try_from(count).ok().and_then(|n| self.checked_shl(n).filter(|shifted| shifted >> n == self));
                exact.unwrap_or(if self > 0 { $type::MAX } else if self == 0 { 0 } else { $type::MIN })
            }
        })*
    };
}

shifted!(i8 i16 i32 i64 u8 u16 u32 u64);

pub(crate) static ADD: NumberLoops =
    table(&[loops![binary_loop::<Add>: i8 i16 i32 i64 u8 u16 u32 u64 Int2 Int4 UInt2 UInt4]]);
pub(crate) static SUBTRACT: NumberLoops =
    table(&[loops![binary_loop::<Subtract>: i8 i16 i32 i64 u8 u16 u32 u64 Int2 Int4 UInt2 UInt4]]);
pub(crate) static MULTIPLY: NumberLoops =
    table(&[loops![binary_loop::<Multiply>: i8 i16 i32 i64 u8 u16 u32 u64 Int2 Int4 UInt2 UInt4]]);
pub(crate) static NEGATIVE: NumberLoops =
    table(&[loops![unary_loop::<Negative>: i8 i16 i32 i64 u8 u16 u32 u64 Int2 Int4 UInt2 UInt4]]);
pub(crate) static ABSOLUTE: NumberLoops =
    table(&[loops![unary_loop::<Absolute>: i8 i16 i32 i64 u8 u16 u32 u64 Int2 Int4 UInt2 UInt4]]);
pub(crate) static LEFT_SHIFT: NumberLoops =
    table(&[loops![binary_loop::<LeftShift>: i8 i16 i32 i64 u8 u16 u32 u64 Int2 Int4 UInt2 UInt4]]);
