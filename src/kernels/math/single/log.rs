//! The logarithm and its kin, in single precision.
//!
//! A number is a power of two times one between 2/3 and 4/3; what that is more than 1 is the argument of a polynomial.

use super::super::compensated::{add_smaller, polynomial};
use crate::simd::singles::Singles;

/// (log(1 + r) - r) / r^2.
const LOG: [f32; 9] =
    [-0.5, 0.33333224, -0.24999689, 0.20010033, -0.16685474, 0.14011076, -0.12115017, 0.13961747, -0.13192117];
/// The same of the logarithm to the base of 2.
const LOG2: [f32; 9] =
    [-0.7213476, 0.48089662, -0.36066607, 0.2886907, -0.24079008, 0.20203963, -0.17415577, 0.20185211, -0.19233447];
/// The same of the logarithm to the base of 10, from 11/16 to 11/8: no result has then fewer than three bits before its last
/// place for what rounding takes on the way.
const LOG10: [f32; 9] =
    [-0.21714722, 0.1447644, -0.1085772, 0.08689703, -0.07225866, 0.060989898, -0.05556505, 0.05967888, -0.04360226];
/// ln 2: its first 16 bits, so that products with up to 8 more are exact, and the others. Both in parts of 2^23.
const LN2: (f32, f32) = (0.69314575 * UNIT, 1.4286068e-06 * UNIT);
/// The same of log10 2.
const LOG10_2: (f32, f32) = (0.30103302 * UNIT, -3.0243555e-06 * UNIT);
/// 1 / ln 2 in two parts.
const INV_LN2: (f32, f32) = (std::f32::consts::LOG2_E, 1.925963e-08);
/// 1 / ln 10 in two parts.
const INV_LN10: (f32, f32) = (std::f32::consts::LOG10_E, -1.010305e-08);
/// 2^-23: powers of two are counted by the bits of numbers.
const UNIT: f32 = 1.0 / 8388608.0;
/// The bits of 2/3.
const LOWEST: u32 = 0x3f2a_aaab;
/// The bits of 11/16.
const LOWEST10: u32 = 0x3f30_0000;
/// The bits of the exponent and the sign.
const EXPONENT: u32 = 0x1ff << 23;

/// The bits of the power of two in a number.
#[inline(always)]
pub(super) fn power_bits<V: Singles>(x: V) -> V {
    power_bits_from(x, LOWEST)
}

/// The same where the number without the power of two is not below that of these bits.
#[inline(always)]
fn power_bits_from<V: Singles>(x: V, lowest: u32) -> V {
    x.sub_bits(V::splat_bits(lowest)).and_bits(V::splat_bits(EXPONENT))
}

/// The power of two in a positive normal number, times 2^23, and what the number is without it, less 1.
#[inline(always)]
fn parts<V: Singles>(x: V) -> (V, V) {
    let bits = power_bits(x);
    (bits.integer_value(), x.sub_bits(bits) - V::splat(1.0))
}

/// The logarithm of 1 + r + `more` and so many powers of two; `more` is tiny.
#[inline(always)]
pub(super) fn log_of<V: Singles>(power: V, r: V, more: V) -> V {
    let (sum, error) = add_smaller(power * V::splat(LN2.0), r);
    let rest = power.mul_add(V::splat(LN2.1), error + more);
    sum + (r * r).mul_add(polynomial(r, &LOG), rest)
}

#[inline(always)]
pub(crate) fn log<V: Singles>(x: V) -> (V, V::Mask) {
    let (power, r) = parts(x);
    let (sum, error) = add_smaller(power * V::splat(LN2.0), r);
    let rest = power.mul_add(V::splat(LN2.1), error);
    (sum + (r * r).mul_add(polynomial(r, &LOG), rest), x.is_positive_normal())
}

#[inline(always)]
pub(crate) fn log2<V: Singles>(x: V) -> (V, V::Mask) {
    let (power, r) = parts(x);
    let power = power * V::splat(UNIT);
    let sum = r.mul_add(V::splat(INV_LN2.0), power);
    let error = r.mul_add(V::splat(INV_LN2.0), power - sum);
    let small = (r * r).mul_add(polynomial(r, &LOG2), r.mul_add(V::splat(INV_LN2.1), error));
    (sum + small, x.is_positive_normal())
}

#[inline(always)]
pub(crate) fn log10<V: Singles>(x: V) -> (V, V::Mask) {
    let bits = power_bits_from(x, LOWEST10);
    let (power, r) = (bits.integer_value(), x.sub_bits(bits) - V::splat(1.0));
    let known = power * V::splat(LOG10_2.0);
    let sum = r.mul_add(V::splat(INV_LN10.0), known);
    let error = r.mul_add(V::splat(INV_LN10.0), known - sum);
    let rest = r.mul_add(V::splat(INV_LN10.1), power.mul_add(V::splat(LOG10_2.1), error));
    (sum + (r * r).mul_add(polynomial(r, &LOG10), rest), x.is_positive_normal())
}

#[inline(always)]
pub(crate) fn log1p<V: Singles>(x: V) -> (V, V::Mask) {
    let one = V::splat(1.0);
    let bits = power_bits(x + one);
    // One over the power of two: times that, 1 + x is near 1.
    let by = one.sub_bits(bits);
    let base = by - one;
    let r = x.mul_add(by, base);
    let lost = x.mul_add(by, base - r);
    // The logarithm grows by what was lost over 1 + r.
    let y = log_of(bits.integer_value(), r, r.neg_mul_add(lost, lost));
    (y.abs().with_sign(x), V::splat(-1.0).lt(x) & x.lt(V::splat(1e37)))
}
