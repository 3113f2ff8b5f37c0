//! The sine, the cosine and the tangent.
//!
//! A number is split into quarters of a circle and a rest of at most an eighth, in two parts. Both the sine and the cosine
//! of the rest are computed, and the number of quarters says which is taken. Where a product with the number of quarters
//! would not be exact any more, 2 / pi is taken with as many bits as the number needs.

use super::compensated::{add_smaller, multiply_exact, polynomial};
use crate::simd::lanes::{Lanes, SHIFT};

/// (sin r - r) / r^3, of r^2.
const SIN: [f64; 6] = [
    -0.16666666666666632,
    0.008333333333322413,
    -0.00019841269829807737,
    2.755731369190013e-06,
    -2.5050758113115238e-08,
    1.5896795552810856e-10,
];
/// (cos r - 1 + r^2 / 2) / r^4, of r^2.
const COS: [f64; 6] = [
    0.0416666666666666,
    -0.0013888888888874125,
    2.4801587289482245e-05,
    -2.7557314352349325e-07,
    2.08757232753402e-09,
    -1.1359647903923913e-11,
];
/// sin r / r, of r^2, up to a quarter of a circle, for results of single precision.
const SIN_SHORT: [f64; 7] = [
    0.9999999999999375,
    -0.16666666666432042,
    0.008333333318750672,
    -0.0001984126640884003,
    2.7556931692000893e-06,
    -2.5029509789790178e-08,
    1.540103926043864e-10,
];
/// tan r / r, of r^2, is the first over the second, for results of single precision.
const TAN_SHORT: ([f64; 3], [f64; 4]) = (
    [0.9999999999999803, -0.12134234259137634, 0.0020326443781832006],
    [1.0, -0.4546756759269887, 0.020257869729383978, -9.745403391820042e-05],
);

/// pi / 2: its first 53 bits, the next 32, so that products with up to 21 more are exact, and the others.
const QUARTER: (f64, f64, f64) = (std::f64::consts::FRAC_PI_2, 6.12323399409214e-17, 1.6446256936324258e-26);
/// pi / 2 in two parts.
const HALF_PI: (f64, f64) = (std::f64::consts::FRAC_PI_2, 6.123233995736766e-17);
/// pi in two parts.
const PI: (f64, f64) = (std::f64::consts::PI, 1.2246467991473532e-16);
/// Numbers below it have fewer than 2^21 quarters.
const LIMIT: f64 = 3.2e6;
/// Numbers below it, if of single precision, are split well enough by two parts of pi.
const LIMIT_SHORT: f64 = 1e9;
/// The bits of 2 / pi, after 64 zeros.
const TWO_OVER_PI: [u64; 20] = [
    0,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
];

/// A number in quarters of a circle.
struct Quarters<V> {
    /// How many, in the lowest bits.
    count: V,
    /// What is left.
    r: V,
    /// What is missing there.
    rest: V,
}

/// The quarters of a number below the limit.
#[inline(always)]
fn quarters<V: Lanes>(x: V) -> Quarters<V> {
    let count = x.mul_add(V::splat(std::f64::consts::FRAC_2_PI), V::splat(SHIFT));
    let whole = count - V::splat(SHIFT);
    // Exact: what is left has not more bits than `x`.
    let left = whole.neg_mul_add(V::splat(QUARTER.0), x);
    let r = whole.neg_mul_add(V::splat(QUARTER.1), left);
    let error = whole.neg_mul_add(V::splat(QUARTER.1), left - r);
    Quarters { count, r, rest: whole.neg_mul_add(V::splat(QUARTER.2), error) }
}

/// The quarters of a finite number not below 2^21.
fn quarters_of_huge(x: f64) -> Quarters<f64> {
    let bits = x.to_bits();
    let number = u128::from(bits & ((1 << 52) - 1) | 1 << 52);
    // The number is that whole one times 2^(exponent - 1075). Bits of 2 / pi before the first give multiples of four.
    let first = (bits >> 52) as usize - (1075 - 62);
    let (word, shift) = (first / 64, first % 64);
    let part = |i: usize| {
        let pair = u128::from(TWO_OVER_PI[word + i]) << 64 | u128::from(TWO_OVER_PI[word + i + 1]);
        (pair << shift) >> 64
    };
    let low = part(2) * number;
    let middle = part(1) * number + (low >> 64);
    let high = (part(0) * number + (middle >> 64)) as u64;
    let count = high.wrapping_add(1 << 61) >> 62;
    // Without the whole quarters, in units of 2^-128: half a quarter is where the sign changes.
    let fraction = ((u128::from(high) << 64 | u128::from(middle as u64)) << 2 | u128::from(low as u64 >> 62)) as i128;
    let large = fraction as f64;
    let small = (fraction - large as i128) as f64;
    const UNIT: f64 = 1.0 / (1u128 << 127) as f64 / 2.0;
    let (large, small) = (large * UNIT, small * UNIT);
    let (product, error) = multiply_exact(large, HALF_PI.0);
    let (r, rest) = add_smaller(product, small.mul_add(HALF_PI.0, large.mul_add(HALF_PI.1, error)));
    Quarters { count: f64::from_bits(count), r, rest }
}

impl<V: Lanes> Quarters<V> {
    /// The sine and the cosine of what is left, each as a large and a small part.
    #[inline(always)]
    fn waves(&self) -> ((V, V), (V, V)) {
        let r = self.r;
        let z = r * r;
        let half = r * V::splat(0.5);
        let cosine = half.neg_mul_add(r, V::splat(1.0));
        let error = half.neg_mul_add(r, V::splat(1.0) - cosine);
        let cosine_rest = (z * z).mul_add(polynomial(z, &COS), r.neg_mul_add(self.rest, error));
        let (cube, cube_error) = multiply_exact(z, r);
        let cube_error = r.mul_add(r.mul_add(r, -z), cube_error);
        let sine_rest = cube.mul_add(polynomial(z, &SIN), cube_error.mul_add(V::splat(SIN[0]), self.rest * cosine));
        ((r, sine_rest), (cosine, cosine_rest))
    }

    /// The sine of so many quarters and what is left.
    #[inline(always)]
    fn sine(&self, count: V) -> V {
        let (sine, cosine) = self.waves();
        let (even, sign) = parity(count);
        V::select(even, sine.0 + sine.1, cosine.0 + cosine.1).xor_bits(sign)
    }

    #[inline(always)]
    fn sin(&self) -> V {
        self.sine(self.count)
    }

    #[inline(always)]
    fn cos(&self) -> V {
        self.sine(self.count.add_bits(V::splat_bits(1)))
    }

    #[inline(always)]
    fn tan(&self) -> V {
        let (sine, cosine) = self.waves();
        let (sine, sine_rest) = add_smaller(sine.0, sine.1);
        let (cosine, cosine_rest) = add_smaller(cosine.0, cosine.1);
        let (even, _) = parity(self.count);
        let (above, above_rest) = (V::select(even, sine, cosine), V::select(even, sine_rest, cosine_rest));
        let (below, below_rest) = (V::select(even, cosine, sine), V::select(even, cosine_rest, sine_rest));
        let inverse = V::splat(1.0) / below;
        let quotient = above * inverse;
        let left = quotient.neg_mul_add(below, above) + quotient.neg_mul_add(below_rest, above_rest);
        left.mul_add(inverse, quotient).xor_bits(self.count.shl_bits::<63>())
    }
}

/// Whether a count in the lowest bits is even, and a sign for its second bit.
#[inline(always)]
fn parity<V: Lanes>(count: V) -> (V::Mask, V) {
    // The two lowest bits make 0, 2, -0 or -2.
    let bits = count.shl_bits::<62>();
    (bits.same(V::splat(0.0)), bits.and_bits(V::splat(-0.0)))
}

/// The other sign if `sign` has one.
#[inline(always)]
fn times_sign<V: Lanes>(x: V, sign: V) -> V {
    x.xor_bits(sign.and_bits(V::splat(-0.0)))
}

#[inline(always)]
pub(crate) fn sin<V: Lanes>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    (times_sign(quarters(magnitude).sin(), x), magnitude.lt(V::splat(LIMIT)))
}

#[inline(always)]
pub(crate) fn cos<V: Lanes>(x: V) -> (V, V::Mask) {
    (quarters(x).cos(), x.abs().lt(V::splat(LIMIT)))
}

#[inline(always)]
pub(crate) fn tan<V: Lanes>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    (times_sign(quarters(magnitude).tan(), x), magnitude.lt(V::splat(LIMIT)))
}

pub(crate) fn sin_special(x: f64) -> f64 {
    if x.is_finite() { times_sign(quarters_of_huge(x.abs()).sin(), x) } else { f64::NAN }
}

pub(crate) fn cos_special(x: f64) -> f64 {
    if x.is_finite() { quarters_of_huge(x.abs()).cos() } else { f64::NAN }
}

pub(crate) fn tan_special(x: f64) -> f64 {
    if x.is_finite() { times_sign(quarters_of_huge(x.abs()).tan(), x) } else { f64::NAN }
}

/// The sine and the cosine.
#[inline(always)]
pub(crate) fn sin_cos(x: f64) -> ((f64, f64), bool) {
    let magnitude = x.abs();
    let q = quarters(magnitude);
    ((times_sign(q.sin(), x), q.cos()), magnitude < LIMIT)
}

pub(crate) fn sin_cos_special(x: f64) -> (f64, f64) {
    (sin_special(x), cos_special(x))
}

/// What is left of a number without so many times a number of two parts.
#[inline(always)]
fn without<V: Lanes>(x: V, count: V, step: (f64, f64)) -> V {
    count.neg_mul_add(V::splat(step.1), count.neg_mul_add(V::splat(step.0), x))
}

/// The sine of what is left without half circles, with the sign of their count in the lowest bits.
#[inline(always)]
fn sine_short<V: Lanes>(r: V, count: V) -> V {
    (r * polynomial(r * r, &SIN_SHORT)).xor_bits(count.shl_bits::<63>())
}

#[inline(always)]
pub(crate) fn sin_short<V: Lanes>(x: V) -> (V, V::Mask) {
    let count = x.mul_add(V::splat(std::f64::consts::FRAC_1_PI), V::splat(SHIFT));
    let r = without(x, count - V::splat(SHIFT), PI);
    (sine_short(r, count), x.abs().lt(V::splat(LIMIT_SHORT)))
}

#[inline(always)]
pub(crate) fn cos_short<V: Lanes>(x: V) -> (V, V::Mask) {
    let count = x.mul_add(V::splat(std::f64::consts::FRAC_1_PI), V::splat(0.5)) + V::splat(SHIFT);
    let r = without(x, (count - V::splat(SHIFT)) - V::splat(0.5), PI);
    (sine_short(r, count), x.abs().lt(V::splat(LIMIT_SHORT)))
}

#[inline(always)]
pub(crate) fn tan_short<V: Lanes>(x: V) -> (V, V::Mask) {
    let count = x.mul_add(V::splat(std::f64::consts::FRAC_2_PI), V::splat(SHIFT));
    let r = without(x, count - V::splat(SHIFT), HALF_PI);
    let z = r * r;
    let (above, below) = (r * polynomial(z, &TAN_SHORT.0), polynomial(z, &TAN_SHORT.1));
    let (even, _) = parity(count);
    let quotient = V::select(even, above, below) / V::select(even, below, above);
    (quotient.xor_bits(count.shl_bits::<63>()), x.abs().lt(V::splat(LIMIT_SHORT)))
}
