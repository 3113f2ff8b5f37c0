//! The bits of each floating-point format.

use super::Dtype;

/// What a format's special codes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Specials {
    /// The top exponent is infinities and NaNs.
    Ieee,
    /// All ones is NaN; no infinities.
    NanAllOnes,
    /// The code of negative zero is NaN; no infinities.
    NanNegativeZero,
    /// Every code is a finite number.
    None,
}

/// A binary floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FloatFormat {
    pub(crate) exponent_bits: u32,
    pub(crate) mantissa_bits: u32,
    pub(crate) bias: i32,
    pub(crate) signed: bool,
    pub(crate) specials: Specials,
}

impl FloatFormat {
    const fn new(exponent_bits: u32, mantissa_bits: u32, bias: i32, specials: Specials) -> FloatFormat {
        FloatFormat { exponent_bits, mantissa_bits, bias, signed: true, specials }
    }

    /// The format of a float dtype, or of the components of a complex one.
    pub(crate) fn of(dtype: &Dtype) -> Option<FloatFormat> {
        Self::of_native(dtype.native_scalar())
    }

    /// The same for a dtype in native byte order. This is the only list of formats; the Rust types of the small ones read
    /// it at compile time.
    pub(crate) const fn of_native(dtype: &Dtype) -> Option<FloatFormat> {
        use Specials::*;
        Some(match dtype {
            Dtype::Float16 | Dtype::Complex32 => Self::new(5, 10, 15, Ieee),
            Dtype::BFloat16 => Self::new(8, 7, 127, Ieee),
            Dtype::Float32 | Dtype::Complex64 => Self::new(8, 23, 127, Ieee),
            Dtype::Float64 | Dtype::Complex128 => Self::new(11, 52, 1023, Ieee),
            Dtype::Float8E3M4 => Self::new(3, 4, 3, Ieee),
            Dtype::Float8E4M3 => Self::new(4, 3, 7, Ieee),
            Dtype::Float8E4M3B11Fnuz => Self::new(4, 3, 11, NanNegativeZero),
            Dtype::Float8E4M3Fn => Self::new(4, 3, 7, NanAllOnes),
            Dtype::Float8E4M3Fnuz => Self::new(4, 3, 8, NanNegativeZero),
            Dtype::Float8E5M2 => Self::new(5, 2, 15, Ieee),
            Dtype::Float8E5M2Fnuz => Self::new(5, 2, 16, NanNegativeZero),
            Dtype::Float8E8M0Fnu => FloatFormat { signed: false, ..Self::new(8, 0, 127, NanAllOnes) },
            Dtype::Float6E2M3Fn => Self::new(2, 3, 1, None),
            Dtype::Float6E3M2Fn => Self::new(3, 2, 3, None),
            Dtype::Float4E2M1Fn => Self::new(2, 1, 1, None),
            _ => return Option::None,
        })
    }

    /// Without a mantissa there is no zero and there are no subnormals: every code is a power of two.
    pub(crate) const fn has_subnormals(self) -> bool {
        self.mantissa_bits > 0
    }

    /// The exponent of the smallest normal number.
    pub(crate) const fn min_exponent(self) -> i32 {
        if self.has_subnormals() { 1 - self.bias } else { -self.bias }
    }

    /// The exponent of the largest finite number.
    pub(crate) const fn max_exponent(self) -> i32 {
        let codes = (1 << self.exponent_bits) - 1 - self.bias;
        match self.specials {
            Specials::Ieee => codes - 1,
            // With no mantissa bits the NaN takes the whole top exponent.
            Specials::NanAllOnes if self.mantissa_bits == 0 => codes - 1,
            _ => codes,
        }
    }

    /// The largest finite number.
    pub(crate) const fn max(self) -> f64 {
        let mantissa = match self.specials {
            Specials::NanAllOnes if self.mantissa_bits > 0 => 2.0 - 2.0 * self.eps(),
            _ => 2.0 - self.eps(),
        };
        mantissa * exp2(self.max_exponent())
    }

    /// The most negative finite number; the smallest number of a format without a sign.
    pub(crate) const fn min(self) -> f64 {
        if self.signed { -self.max() } else { self.smallest_normal() }
    }

    /// The smallest positive normal number.
    pub(crate) const fn smallest_normal(self) -> f64 {
        exp2(self.min_exponent())
    }

    /// The smallest positive number.
    pub(crate) const fn smallest_subnormal(self) -> f64 {
        exp2(self.min_exponent() - self.mantissa_bits as i32)
    }

    /// The distance from 1 to the next number.
    pub(crate) const fn eps(self) -> f64 {
        exp2(-(self.mantissa_bits as i32))
    }

    /// The bit above exponent and mantissa: the sign, or the first bit that is no part of the code if there is no sign.
    pub(crate) const fn sign_bit(self) -> u32 {
        1 << (self.exponent_bits + self.mantissa_bits)
    }

    /// The bits that a code may have set.
    pub(crate) const fn code_mask(self) -> u32 {
        self.sign_bit() - 1 + if self.signed { self.sign_bit() } else { 0 }
    }

    /// What a positive number that is too large becomes: infinity, NaN, or the largest number of a format with neither.
    /// No smaller code without a sign is anything but a finite number.
    pub(crate) const fn overflow_code(self) -> u32 {
        match self.specials {
            Specials::Ieee => self.sign_bit() - (1 << self.mantissa_bits),
            Specials::NanAllOnes | Specials::None => self.sign_bit() - 1,
            Specials::NanNegativeZero => self.sign_bit(),
        }
    }

    /// The code of the (quiet, positive) NaN, if there is one.
    pub(crate) const fn nan_code(self) -> Option<u32> {
        match self.specials {
            Specials::Ieee => Some(self.overflow_code() | (1 << (self.mantissa_bits - 1))),
            Specials::NanAllOnes | Specials::NanNegativeZero => Some(self.overflow_code()),
            Specials::None => None,
        }
    }

    /// The nearest number of this format, ties to even, for a positive number in its range.
    pub(crate) fn round(self, value: f64) -> f64 {
        let exponent = ((value.to_bits() >> 52) as i32 - 1023).max(self.min_exponent());
        let step = exp2(exponent - self.mantissa_bits as i32);
        (value / step).round_ties_even() * step
    }
}

/// 2^n, exactly, for every n that a float64 can hold.
pub(crate) const fn exp2(n: i32) -> f64 {
    match n {
        -1022..=1023 => f64::from_bits(((n + 1023) as u64) << 52),
        -1074..-1022 => f64::from_bits(1 << (n + 1074)),
        i32::MIN..-1074 => 0.0,
        _ => f64::INFINITY,
    }
}
