//! Rust types for the floats of at most eight bits: ml_dtypes' scalars.
//!
//! Each holds the code in a byte, which is how an array of it is stored. Every byte is a valid value: bits that are no
//! part of the code, of the formats with fewer than eight, do not count.
//!
//! What it refuses: arithmetic. Convert to `f32`, which holds every value exactly, compute, and convert back.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use super::minifloat_codec::{Coded, encode_f32, encode_f64, negate};
use crate::dtype::{Dtype, FloatFormat};

macro_rules! conversions {
    ($name:ident) => {
        impl Coded for $name {
            const FORMAT: FloatFormat = FloatFormat::of_native(&Dtype::$name).expect("a float dtype");
        }

        impl $name {
            /// The number with this code. Bits above those of the format are masked off, so that any byte will do.
            #[inline]
            pub const fn from_bits(bits: u8) -> Self {
                Self(bits & const { Self::FORMAT.code_mask() as u8 })
            }

            /// The code, with zeros above the bits of the format.
            #[inline]
            pub const fn to_bits(self) -> u8 {
                self.0 & const { Self::FORMAT.code_mask() as u8 }
            }

            /// The nearest number, ties to even; too large ones and NaN become what ml_dtypes makes of them.
            #[inline]
            pub const fn from_f32(value: f32) -> Self {
                Self(encode_f32::<Self>(value))
            }

            /// The same from an `f64`, rounded once: not by way of `f32`, as ml_dtypes does.
            #[inline]
            pub const fn from_f64(value: f64) -> Self {
                Self(encode_f64::<Self>(value))
            }
        }
    };
}

macro_rules! predicates {
    ($name:ident) => {
        impl $name {
            /// Whether this is NaN.
            #[inline]
            pub const fn is_nan(self) -> bool {
                self.to_f32().is_nan()
            }

            /// Whether this is an infinity; never so for a format without them.
            #[inline]
            pub const fn is_infinite(self) -> bool {
                self.to_f32().is_infinite()
            }

            /// Whether this is neither NaN nor an infinity.
            #[inline]
            pub const fn is_finite(self) -> bool {
                self.to_f32().is_finite()
            }

            /// Whether the sign bit is set, as it is for negative zero, and for the one NaN of the `fnuz` formats.
            #[inline]
            pub const fn is_sign_negative(self) -> bool {
                self.to_f32().is_sign_negative()
            }
        }
    };
}

macro_rules! limits {
    ($name:ident) => {
        impl $name {
            /// One.
            pub const ONE: Self = Self::from_f32(1.0);
            /// The largest finite number.
            pub const MAX: Self = Self::from_f64(Self::FORMAT.max());
            /// The most negative finite number; the smallest number of a format without a sign.
            pub const MIN: Self = Self::from_f64(Self::FORMAT.min());
            /// The smallest positive normal number.
            pub const MIN_POSITIVE: Self = Self::from_f64(Self::FORMAT.smallest_normal());
            /// The distance from one to the next larger number.
            pub const EPSILON: Self = Self::from_f64(Self::FORMAT.eps());
        }
    };
}

macro_rules! operators {
    ($name:ident) => {
        impl PartialEq for $name {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.to_f32() == other.to_f32()
            }
        }

        impl PartialOrd for $name {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.to_f32(), f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.to_f32(), f)
            }
        }
    };
}

macro_rules! into_floats {
    ($name:ident) => {
        impl $name {
            /// The value, exactly.
            #[inline]
            pub const fn to_f32(self) -> f32 {
                Self::DECODED[self.0 as usize]
            }

            /// The value, exactly.
            #[inline]
            pub const fn to_f64(self) -> f64 {
                self.to_f32() as f64
            }
        }

        impl From<$name> for f32 {
            #[inline]
            fn from(value: $name) -> f32 {
                value.to_f32()
            }
        }

        impl From<$name> for f64 {
            #[inline]
            fn from(value: $name) -> f64 {
                value.to_f64()
            }
        }
    };
}

macro_rules! signed {
    ($name:ident) => {
        impl $name {
            /// Zero.
            pub const ZERO: Self = Self(0);
            /// The smallest positive number, which is subnormal.
            pub const MIN_SUBNORMAL: Self = Self(1);
        }

        impl Neg for $name {
            type Output = Self;

            #[inline]
            fn neg(self) -> Self {
                Self(negate::<Self>(self.0))
            }
        }
    };
}

macro_rules! nan {
    ($name:ident) => {
        impl $name {
            /// Not a number, equal to nothing.
            pub const NAN: Self = Self(Self::FORMAT.nan_code().expect("a format with NaN") as u8);
        }
    };
}

macro_rules! infinities {
    ($name:ident) => {
        impl $name {
            /// Infinity.
            pub const INFINITY: Self = Self::from_f32(f32::INFINITY);
            /// Negative infinity.
            pub const NEG_INFINITY: Self = Self::from_f32(f32::NEG_INFINITY);
        }
    };
}

macro_rules! minifloats {
    ($($(#[$doc:meta])* $name:ident: $($has:ident)*;)*) => {
        $(
            $(#[$doc])*
            ///
            /// Equality and order are those of the values, as with `f32`: NaN equals nothing, negative zero equals zero.
            #[derive(Clone, Copy, Default)]
            #[repr(transparent)]
            pub struct $name(u8);

            conversions!($name);
            predicates!($name);
            limits!($name);
            operators!($name);
            into_floats!($name);
            $($has!($name);)*
        )*
    };
}

minifloats! {
    /// A float of 3 exponent and 4 mantissa bits, with infinities: ml_dtypes' `float8_e3m4`.
    ///
    /// ```
    /// use ndtype::Float8E3M4;
    /// assert_eq!(Float8E3M4::MAX.to_f32(), 15.5);
    /// assert_eq!(Float8E3M4::from_f32(3.2).to_string(), "3.25");
    /// assert_eq!(Float8E3M4::from_f32(16.0), Float8E3M4::INFINITY);
    /// ```
    Float8E3M4: signed nan infinities;

    /// A float of 4 exponent and 3 mantissa bits, with infinities: ml_dtypes' `float8_e4m3`.
    ///
    /// ```
    /// use ndtype::Float8E4M3;
    /// assert_eq!(Float8E4M3::MAX.to_f32(), 240.0);
    /// assert_eq!(Float8E4M3::from_f32(0.3).to_f32(), 0.3125);
    /// assert_eq!(Float8E4M3::from_f32(-1e6), Float8E4M3::NEG_INFINITY);
    /// ```
    Float8E4M3: signed nan infinities;

    /// A float of 4 exponent and 3 mantissa bits with bias 11: ml_dtypes' `float8_e4m3b11fnuz`.
    ///
    /// No infinities (too large numbers become NaN), one NaN, no negative zero.
    ///
    /// ```
    /// use ndtype::Float8E4M3B11Fnuz;
    /// assert_eq!(Float8E4M3B11Fnuz::MAX.to_f32(), 30.0);
    /// assert_eq!(Float8E4M3B11Fnuz::ONE.to_bits(), 0x58);
    /// assert!(Float8E4M3B11Fnuz::from_f32(32.0).is_nan());
    /// ```
    Float8E4M3B11Fnuz: signed nan;

    /// A float of 4 exponent and 3 mantissa bits, the OCP's E4M3: ml_dtypes' and PyTorch's `float8_e4m3fn`.
    ///
    /// No infinities: too large numbers become NaN.
    ///
    /// ```
    /// use ndtype::Float8E4M3Fn;
    /// let third = Float8E4M3Fn::from_f32(1.0 / 3.0);
    /// assert_eq!((third.to_bits(), third.to_f32()), (0x2b, 0.34375));
    /// assert_eq!(Float8E4M3Fn::from_f32(464.0), Float8E4M3Fn::MAX); // 448
    /// assert!(Float8E4M3Fn::from_f32(465.0).is_nan());
    /// ```
    Float8E4M3Fn: signed nan;

    /// A float of 4 exponent and 3 mantissa bits with bias 8: ml_dtypes' and PyTorch's `float8_e4m3fnuz`.
    ///
    /// No infinities (too large numbers become NaN), one NaN, no negative zero.
    ///
    /// ```
    /// use ndtype::Float8E4M3Fnuz;
    /// assert_eq!(Float8E4M3Fnuz::MAX.to_f32(), 240.0);
    /// assert_eq!(Float8E4M3Fnuz::from_f32(-0.0).to_bits(), 0);
    /// assert_eq!(Float8E4M3Fnuz::NAN.to_bits(), 0x80);
    /// ```
    Float8E4M3Fnuz: signed nan;

    /// A float of 5 exponent and 2 mantissa bits, the OCP's E5M2: ml_dtypes' and PyTorch's `float8_e5m2`.
    ///
    /// ```
    /// use ndtype::Float8E5M2;
    /// assert_eq!(Float8E5M2::MAX.to_f32(), 57344.0);
    /// assert_eq!(Float8E5M2::from_f64(1.1).to_f64(), 1.0);
    /// assert_eq!(-Float8E5M2::INFINITY, Float8E5M2::NEG_INFINITY);
    /// ```
    Float8E5M2: signed nan infinities;

    /// A float of 5 exponent and 2 mantissa bits with bias 16: ml_dtypes' and PyTorch's `float8_e5m2fnuz`.
    ///
    /// No infinities (too large numbers become NaN), one NaN, no negative zero.
    ///
    /// ```
    /// use ndtype::Float8E5M2Fnuz;
    /// assert_eq!(Float8E5M2Fnuz::MAX.to_f32(), 57344.0);
    /// assert!(Float8E5M2Fnuz::from_f32(f32::INFINITY).is_nan());
    /// ```
    Float8E5M2Fnuz: signed nan;

    /// A power of two from 2^-127 to 2^127 or NaN, the OCP's E8M0 scale: ml_dtypes' `float8_e8m0fnu`.
    ///
    /// There is no sign and no zero: zero, negative and too large numbers become NaN, too small ones 2^-127, which is also
    /// the default. Halfway between two powers of two goes up; so does, as with ml_dtypes, all between 2^-127 and 2^-126.
    ///
    /// ```
    /// use ndtype::Float8E8M0Fnu;
    /// assert_eq!(Float8E8M0Fnu::from_f32(100.0).to_f32(), 128.0);
    /// assert_eq!(Float8E8M0Fnu::from_f32(3.0).to_f32(), 4.0);
    /// assert!(Float8E8M0Fnu::from_f32(0.0).is_nan());
    /// ```
    Float8E8M0Fnu: nan;

    /// A float of 2 exponent and 3 mantissa bits, every code a finite number: ml_dtypes' `float6_e2m3fn`.
    ///
    /// Too large numbers become the largest one. NaN becomes a zero whose sign is not that of the NaN.
    ///
    /// ```
    /// use ndtype::Float6E2M3Fn;
    /// assert_eq!(Float6E2M3Fn::from_f32(1.3).to_f32(), 1.25);
    /// assert_eq!(Float6E2M3Fn::from_f32(100.0).to_f32(), 7.5);
    /// assert_eq!(Float6E2M3Fn::from_bits(0xc8), Float6E2M3Fn::ONE); // the upper two bits do not count
    /// ```
    Float6E2M3Fn: signed;

    /// A float of 3 exponent and 2 mantissa bits, every code a finite number: ml_dtypes' `float6_e3m2fn`.
    ///
    /// Too large numbers become the largest one. NaN becomes a zero whose sign is not that of the NaN.
    ///
    /// ```
    /// use ndtype::Float6E3M2Fn;
    /// assert_eq!(Float6E3M2Fn::from_f32(1.3).to_f32(), 1.25);
    /// assert_eq!(Float6E3M2Fn::from_f32(-100.0).to_f32(), -28.0);
    /// ```
    Float6E3M2Fn: signed;

    /// A float of 2 exponent bits and 1 mantissa bit, every code a finite number: ml_dtypes' `float4_e2m1fn`.
    ///
    /// Too large numbers become the largest one. NaN becomes a zero whose sign is not that of the NaN.
    ///
    /// ```
    /// use ndtype::Float4E2M1Fn;
    /// let all: Vec<f32> = (0..8).map(|code| Float4E2M1Fn::from_bits(code).to_f32()).collect();
    /// assert_eq!(all, [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]);
    /// assert_eq!(Float4E2M1Fn::from_f32(2.5).to_f32(), 2.0); // ties to even
    /// assert_eq!(Float4E2M1Fn::from_f32(f32::INFINITY), Float4E2M1Fn::MAX);
    /// ```
    Float4E2M1Fn: signed;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::finfo;

    macro_rules! for_each_type {
        ($check:ident: $($name:ident)*) => { $($check!($name);)* };
    }

    #[test]
    fn every_code_comes_back() {
        macro_rules! check {
            ($name:ident) => {
                for byte in 0..=255 {
                    let x = $name::from_bits(byte);
                    assert_eq!($name(byte).to_f32().to_bits(), x.to_f32().to_bits(), "extra bits do not count");
                    if !x.is_nan() {
                        assert_eq!($name::from_f32(x.to_f32()).to_bits(), x.to_bits());
                        assert_eq!($name::from_f64(x.to_f64()).to_bits(), x.to_bits());
                    }
                    assert_eq!((x == x, x.partial_cmp(&x).is_some()), (!x.is_nan(), !x.is_nan()));
                    assert_eq!(format!("{x} {x:?} {x:8.2}"), format!("{0} {0:?} {0:8.2}", x.to_f32()));
                }
            };
        }
        for_each_type!(check: Float8E3M4 Float8E4M3 Float8E4M3B11Fnuz Float8E4M3Fn Float8E4M3Fnuz Float8E5M2
            Float8E5M2Fnuz Float8E8M0Fnu Float6E2M3Fn Float6E3M2Fn Float4E2M1Fn);
    }

    #[test]
    fn limits_are_those_of_finfo() {
        macro_rules! check {
            ($name:ident) => {
                let info = finfo(Dtype::$name).unwrap();
                assert_eq!(($name::MAX.to_f64(), $name::MIN.to_f64()), (info.max, info.min), "{}", info.dtype);
                assert_eq!(($name::MIN_POSITIVE.to_f64(), $name::EPSILON.to_f64()), (info.smallest_normal, info.eps));
                assert_eq!($name::ONE.to_f64(), 1.0);
            };
        }
        for_each_type!(check: Float8E3M4 Float8E4M3 Float8E4M3B11Fnuz Float8E4M3Fn Float8E4M3Fnuz Float8E5M2
            Float8E5M2Fnuz Float8E8M0Fnu Float6E2M3Fn Float6E3M2Fn Float4E2M1Fn);
        assert_eq!(Float8E4M3Fn::MIN_SUBNORMAL.to_f64(), finfo(Dtype::Float8E4M3Fn).unwrap().smallest_subnormal);
    }

    #[test]
    fn an_f64_is_rounded_once() {
        // Between 1 and 1.125 the midpoint goes to the even 1; as an f32, the number is that midpoint.
        let above = 1.0625 * (1.0 + 2f64.powi(-40));
        assert_eq!(Float8E4M3Fn::from_f64(above).to_f32(), 1.125);
        assert_eq!(Float8E4M3Fn::from_f32(above as f32).to_f32(), 1.0);
        // Too small for an f32, but not zero.
        assert_eq!(Float8E8M0Fnu::from_f64(5e-324), Float8E8M0Fnu::MIN);
    }

    #[test]
    fn signs() {
        assert!((-Float8E4M3Fn::ZERO).is_sign_negative() && -Float8E4M3Fn::ZERO == Float8E4M3Fn::ZERO);
        assert_eq!((-Float8E4M3Fnuz::ZERO).to_bits(), 0);
        assert!((-Float8E4M3Fnuz::NAN).is_nan());
        assert_eq!(Float4E2M1Fn::from_f32(f32::from_bits(0x7fc0_0000)).to_bits(), 8);
        assert_eq!(Float4E2M1Fn::from_f32(f32::from_bits(0xffc0_0000)).to_bits(), 0);
        assert!(!Float8E8M0Fnu::from_bits(0xff).is_sign_negative());
    }
}
