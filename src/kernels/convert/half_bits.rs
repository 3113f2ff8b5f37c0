//! The floats of 16 bits and `f32`, as arithmetic on bits in which every branch is a choice between two values, so that
//! loops become vector code on any machine.
//!
//! The results are those of the F16C instructions to the bit, NaN included: it becomes quiet and keeps its sign and the
//! upper bits of its payload. A bfloat16 NaN keeps the sign only, as with ml_dtypes.

use half::{bf16, f16};

const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;

/// The value, exactly.
#[inline(always)]
pub(crate) fn f16_to_f32(x: f16) -> f32 {
    /// 2^-14, the smallest normal `f16`.
    const SMALLEST: u32 = 113 << 23;
    let half = u32::from(x.to_bits());
    let magnitude = (half & 0x7fff) << 13;
    let normal = magnitude + ((127 - 15) << 23);
    // With the exponent of the smallest normal number there is a leading one too many, to be taken off.
    let subnormal = (f32::from_bits(magnitude + SMALLEST) - f32::from_bits(SMALLEST)).to_bits();
    let quiet = if magnitude > 0x7c00 << 13 { 0x0040_0000 } else { 0 };
    let special = magnitude | INFINITY | quiet;
    let bits = if magnitude < 0x0400 << 13 { subnormal } else { normal };
    let bits = if magnitude < 0x7c00 << 13 { bits } else { special };
    f32::from_bits(bits | ((half & 0x8000) << 16))
}

/// The nearest number, ties to even.
#[inline(always)]
pub(super) fn f32_to_f16(x: f32) -> f16 {
    /// 0.5, whose last place is the smallest `f16`.
    const ANCHOR: u32 = 126 << 23;
    let magnitude = x.to_bits() & !SIGN;
    let rebased = magnitude.wrapping_sub((127 - 15) << 23);
    let normal = rebased.wrapping_add(0x0fff + ((magnitude >> 13) & 1)) >> 13;
    let subnormal = (f32::from_bits(magnitude) + f32::from_bits(ANCHOR)).to_bits().wrapping_sub(ANCHOR);
    let special = if magnitude > INFINITY { 0x7e00 | ((magnitude >> 13) & 0x03ff) } else { 0x7c00 };
    let bits = if magnitude < 113 << 23 { subnormal } else { normal };
    // From 2^16 on; just below, rounding carries into the exponent, and that is infinity.
    let bits = if magnitude < 143 << 23 { bits } else { special };
    f16::from_bits((bits | ((x.to_bits() & SIGN) >> 16)) as u16)
}

/// The value, exactly.
#[inline(always)]
pub(crate) fn bf16_to_f32(x: bf16) -> f32 {
    f32::from_bits(u32::from(x.to_bits()) << 16)
}

/// The nearest number, ties to even.
#[inline(always)]
pub(super) fn f32_to_bf16(x: f32) -> bf16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16;
    let nan = ((bits & SIGN) >> 16) | 0x7fc0;
    bf16::from_bits(if bits & !SIGN > INFINITY { nan } else { rounded } as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_f16_comes_back() {
        for bits in 0..=u16::MAX {
            let x = f16::from_bits(bits);
            let wide = f16_to_f32(x);
            assert_eq!(wide.to_bits(), x.to_f32_const().to_bits(), "{bits:#x}");
            let quiet = if x.is_nan() { bits | 0x0200 } else { bits };
            assert_eq!(f32_to_f16(wide).to_bits(), quiet, "{bits:#x}");
        }
    }

    #[test]
    fn rounds_as_the_half_crate_does() {
        let mut compared = 0;
        let mut check = |bits: u32| {
            let x = f32::from_bits(bits);
            assert_eq!(f32_to_f16(x).to_bits(), f16::from_f32_const(x).to_bits(), "{bits:#x}");
            if !x.is_nan() {
                assert_eq!(f32_to_bf16(x).to_bits(), bf16::from_f32_const(x).to_bits(), "{bits:#x}");
            }
            compared += 1;
        };
        // All exponents and leading bits, each with tails that decide the rounding.
        for top in 0..=u16::MAX {
            for tail in [0, 1, 0x0fff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x2fff, 0x3000, 0x7fff, 0x8000, 0x8001, 0xffff] {
                check(u32::from(top) << 16 | tail);
            }
        }
        println!("{compared} compared");
    }
}
