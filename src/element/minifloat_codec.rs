//! Between `f32`, `f64` and the float formats of at most eight bits: one encoder and one decoder for all of them.
//!
//! 1. Decoding looks the code up in a table of 256 that is made at compile time.
//! 2. Encoding an `f32` is arithmetic on its bits, in which everything that depends on the format is a constant. Every
//!    branch is a choice between two values, so that a loop over a slice becomes vector code.
//! 3. Encoding an `f64` first brings it to 32 bits by rounding to odd, after which the second rounding is as good as the
//!    only one. ml_dtypes goes through an ordinary `f32` and so rounds twice; that is the one thing not copied from it.
//!
//! What it refuses: knowing the formats, which `FloatFormat` lists, and the types, which are in `minifloat`.

use crate::dtype::{FloatFormat, Specials, exp2};

/// A type that holds the codes of one format.
pub(super) trait Coded {
    /// The format.
    const FORMAT: FloatFormat;
    /// The value of every byte; bits that are no part of the code do not count.
    const DECODED: &'static [f32; 256] = &decode_all(Self::FORMAT);
}

/// The bits of an `f32` without its sign.
const MAGNITUDE: u32 = 0x7fff_ffff;
/// The bits of infinity; any larger magnitude is NaN.
const INFINITY: u32 = 0x7f80_0000;
/// The bits of the NaN that NumPy's casts yield.
const QUIET_NAN: u32 = 0x7fc0_0000;
/// The mantissa bits of an `f32`.
const MANTISSA_BITS: u32 = 23;
/// The exponent bias of an `f32`.
const BIAS: i32 = 127;

const fn decode_all(format: FloatFormat) -> [f32; 256] {
    let mut table = [0.0; 256];
    let mut code = 0;
    while code < 256 {
        table[code] = decode(format, code as u32);
        code += 1;
    }
    table
}

/// The value of a code. The NaN's sign is the code's, as with ml_dtypes.
const fn decode(format: FloatFormat, code: u32) -> f32 {
    let magnitude = code & (format.sign_bit() - 1);
    let negative = format.signed && code & format.sign_bit() != 0;
    let infinity = format.overflow_code();
    let bits = match format.specials {
        Specials::Ieee if magnitude == infinity => INFINITY,
        Specials::Ieee if magnitude > infinity => QUIET_NAN,
        Specials::NanAllOnes if magnitude == format.sign_bit() - 1 => QUIET_NAN,
        Specials::NanNegativeZero if magnitude == 0 && negative => QUIET_NAN,
        _ => finite(format, magnitude).to_bits(),
    };
    f32::from_bits(bits | ((negative as u32) << 31))
}

/// The value of a finite code without its sign: exact, as an `f32` can hold all of them.
const fn finite(format: FloatFormat, magnitude: u32) -> f32 {
    let leading = 1 << format.mantissa_bits;
    let (exponent, mantissa) = (magnitude >> format.mantissa_bits, magnitude & (leading - 1));
    if exponent == 0 && format.has_subnormals() {
        (mantissa as f64 * format.smallest_subnormal()) as f32
    } else {
        let last_place = exponent as i32 - format.bias - format.mantissa_bits as i32;
        ((mantissa + leading) as f64 * exp2(last_place)) as f32
    }
}

/// The code of the number nearest to `value`, ties to even.
#[inline]
pub(super) const fn encode_f32<T: Coded>(value: f32) -> u8 {
    encode::<T>(value.is_sign_negative(), value.to_bits() & MAGNITUDE)
}

/// The code of the number nearest to `value`, ties to even, rounded once.
#[inline]
pub(super) const fn encode_f64<T: Coded>(value: f64) -> u8 {
    encode::<T>(value.is_sign_negative(), round_to_odd(value.abs()))
}

/// The bits of the `f32` next to `magnitude` that is equal to it, or else odd.
///
/// An odd `f32` is neither a number of a format with far fewer bits nor midway between two of them, and it is on the same
/// side of both as `magnitude` is; so it rounds to the same number of that format.
#[inline]
pub(crate) const fn round_to_odd(magnitude: f64) -> u32 {
    let nearest = magnitude as f32;
    let back = nearest as f64;
    let toward_zero = (nearest.to_bits() & MAGNITUDE) - (back > magnitude) as u32;
    toward_zero | (back != magnitude) as u32
}

/// The code of the number nearest to the `f32` with this sign and these other bits.
#[inline]
const fn encode<T: Coded>(negative: bool, magnitude: u32) -> u8 {
    let format = const { T::FORMAT };
    let code = if magnitude > INFINITY {
        // Of the formats without NaN, ml_dtypes makes a zero whose sign is not that of the NaN.
        const { if let Some(code) = T::FORMAT.nan_code() { code } else { T::FORMAT.sign_bit() } }
    } else {
        let code = round::<T>(magnitude);
        let overflow = const { T::FORMAT.overflow_code() };
        if code > overflow { overflow } else { code }
    };
    // Without a sign there is no zero either: both zeros and all negative numbers are NaN.
    if !format.signed {
        return if negative || magnitude == 0 { format.overflow_code() as u8 } else { code as u8 };
    }
    let sign = if negative { format.sign_bit() } else { 0 };
    (code ^ (sign & sign_of_code::<T>(code))) as u8
}

/// The code of the number nearest to a positive one, as if the format had no largest number.
#[inline]
const fn round<T: Coded>(magnitude: u32) -> u32 {
    let format = const { T::FORMAT };
    // From the second exponent on: exponent and mantissa are one number, to be rebased, rounded and shifted.
    let shift = MANTISSA_BITS - format.mantissa_bits;
    let rebased = magnitude.wrapping_sub(((BIAS - format.bias) as u32) << MANTISSA_BITS);
    // With no mantissa, the last bit is the implied one: always odd, so that ties go up.
    let odd = if format.mantissa_bits == 0 { 1 } else { (rebased >> shift) & 1 };
    let normal = rebased.wrapping_add((1 << (shift - 1)) - 1 + odd) >> shift;
    // Below: the sum with a number so large that its last place is the format's smallest step counts those steps.
    let anchor = const { (T::FORMAT.smallest_subnormal() * exp2(MANTISSA_BITS as i32)) as f32 };
    let steps = (f32::from_bits(magnitude) + anchor).to_bits().wrapping_sub(anchor.to_bits());
    // Where code 0 is the smallest number rather than zero, all between it and the next goes up, as with ml_dtypes.
    let smallest = const { (T::FORMAT.smallest_normal() as f32).to_bits() };
    let subnormal = if format.has_subnormals() { steps } else { (magnitude > smallest) as u32 };
    let second_exponent = ((BIAS + 1 - format.bias) as u32) << MANTISSA_BITS;
    if magnitude < second_exponent { subnormal } else { normal }
}

/// The sign bit, if this code can have its sign changed.
#[inline]
const fn sign_of_code<T: Coded>(code: u32) -> u32 {
    let sign = const { T::FORMAT.sign_bit() };
    // Where NaN has the code of negative zero, neither takes a sign: they would become each other.
    let unsigned = matches!(T::FORMAT.specials, Specials::NanNegativeZero) && code & (sign - 1) == 0;
    if unsigned { 0 } else { sign }
}

/// The code of the negative of a number of a signed format.
#[inline]
pub(super) const fn negate<T: Coded>(code: u8) -> u8 {
    code ^ sign_of_code::<T>(code as u32) as u8
}
