//! Each number type as the source and as the target of a conversion.

use half::{bf16, f16};
use num_complex::Complex;

use super::carrier::{Carrier, Small};
use super::half_bits::{bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};
use crate::element::scalars::Bool;
use crate::element::*;

/// What the conversions of a type cost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A machine integer, or a bool.
    Integer,
    /// A machine float.
    Float,
    /// One that is put together from other bits, or from two numbers.
    Made,
}

impl Kind {
    /// Whether a conversion from this kind to that is an instruction or two.
    pub(super) const fn is_cheap_to(self, to: Kind) -> bool {
        matches!((self, to), (Kind::Integer, Kind::Integer) | (Kind::Integer | Kind::Float, Kind::Float))
    }
}

/// A type that can be converted from and to any other. Every byte pattern of its size is a value of it.
pub(super) trait Number: Copy + 'static {
    /// A type that holds every value of this one exactly.
    type Carrier: Carrier;
    /// What its conversions cost.
    const KIND: Kind;

    /// Real and imaginary part.
    fn widen(self) -> (Self::Carrier, Self::Carrier);

    /// The number of this type for a real and an imaginary part; most types have no use for the latter.
    fn narrow<C: Carrier>(re: C, im: C) -> Self;
}

macro_rules! numbers {
    ($($type:ty: $kind:ident $carrier:ty, $widen:expr, |$c:ident| $narrow:expr;)*) => {
        $(impl Number for $type {
            type Carrier = $carrier;
            const KIND: Kind = Kind::$kind;

            #[inline(always)]
            fn widen(self) -> (Self::Carrier, Self::Carrier) {
                ($widen(self), Default::default())
            }

            #[inline(always)]
            fn narrow<C: Carrier>($c: C, _: C) -> Self {
                $narrow
            }
        })*
    };
}

numbers! {
    i8: Integer i8, |x| x, |c| c.to_i8();
    i16: Integer i16, |x| x, |c| c.to_i16();
    i32: Integer i32, |x| x, |c| c.to_i32();
    i64: Integer i64, |x| x, |c| c.to_i64();
    u8: Integer u8, |x| x, |c| c.to_u8();
    u16: Integer u16, |x| x, |c| c.to_u16();
    u32: Integer u32, |x| x, |c| c.to_u32();
    u64: Integer u64, |x| x, |c| c.to_u64();
    f32: Float f32, |x| x, |c| c.to_f32();
    f64: Float f64, |x| x, |c| c.to_f64();
    f16: Made f32, f16_to_f32, |c| f32_to_f16(c.to_f32_odd());
    bf16: Made f32, bf16_to_f32, |c| f32_to_bf16(c.to_f32_odd());
    Int2: Made i8, Int2::get, |c| Int2::wrapping_new(c.to_i8());
    Int4: Made i8, Int4::get, |c| Int4::wrapping_new(c.to_i8());
    UInt2: Made u8, UInt2::get, |c| UInt2::wrapping_new(c.to_u8());
    UInt4: Made u8, UInt4::get, |c| UInt4::wrapping_new(c.to_u8());
}

macro_rules! small_floats {
    ($($type:ident)*) => {
        numbers! {
            $($type: Made Small, |x: $type| Small(x.to_f32()), |c| $type::from_f32(c.to_f32_odd());)*
        }
    };
}

small_floats! {
    Float8E3M4 Float8E4M3 Float8E4M3B11Fnuz Float8E4M3Fn Float8E4M3Fnuz Float8E5M2 Float8E5M2Fnuz Float8E8M0Fnu
    Float6E2M3Fn Float6E3M2Fn Float4E2M1Fn
}

impl Number for Bool {
    type Carrier = u8;
    const KIND: Kind = Kind::Integer;

    #[inline(always)]
    fn widen(self) -> (u8, u8) {
        (u8::from(self.get()), 0)
    }

    #[inline(always)]
    fn narrow<C: Carrier>(re: C, im: C) -> Bool {
        Bool::new(re.is_true() | im.is_true())
    }
}

impl<T: Number> Number for Complex<T> {
    type Carrier = T::Carrier;
    const KIND: Kind = Kind::Made;

    #[inline(always)]
    fn widen(self) -> (T::Carrier, T::Carrier) {
        (self.re.widen().0, self.im.widen().0)
    }

    #[inline(always)]
    fn narrow<C: Carrier>(re: C, im: C) -> Complex<T> {
        Complex::new(T::narrow(re, C::default()), T::narrow(im, C::default()))
    }
}
