//! The inverses of the sine, the cosine and the tangent, in single precision: as in double precision, with roots and ratios
//! in two parts.

use std::f32::consts::{FRAC_PI_2, PI};

use super::super::compensated::{add_smaller, polynomial};
use crate::simd::singles::Singles;

/// (asin a - a) / a^3, of a^2, up to 1/2.
const ASIN: [f32; 5] = [0.16666754, 0.07495252, 0.04547604, 0.024152093, 0.042211797];
/// (atan r - r) / r^3, of r^2, up to 1/9.
const ATAN: [f32; 2] = [-0.3333241, 0.19757229];
/// A number near those from 0, from 1/16 in steps of half a power of two, and from 8; in the order in which the lowest
/// three bits of their exponents and the first of their fractions number them, with the one from 0 as number 5.
const CENTER: [f32; 16] = [
    2.5, 3.25, 5.0, 6.5, 16.0, 0.0, 0.078125, 0.1015625, 0.15625, 0.203125, 0.3125, 0.40625, 0.625, 0.8125, 1.25, 1.625,
];
/// Their arcs.
const ANGLE: [f32; 16] = [
    1.19029,
    1.2722974,
    1.3734008,
    1.418147,
    1.5083776,
    0.0,
    0.07796663,
    0.101215445,
    0.15499674,
    0.20039855,
    0.30288488,
    0.38588268,
    0.5585993,
    0.68231654,
    0.8960554,
    1.0191413,
];
/// What is missing there.
const ANGLE_REST: [f32; 16] = [
    -2.4530115e-08,
    1.2853981e-08,
    -4.0435662e-08,
    3.0511753e-08,
    -3.523353e-08,
    0.0,
    3.3727106e-09,
    -2.837748e-09,
    4.0861496e-09,
    4.3883555e-09,
    -8.353086e-09,
    -6.2496617e-09,
    2.2111598e-08,
    1.3202995e-08,
    -1.5800207e-08,
    2.785247e-08,
];
/// Where the step before 1/16 begins.
const LOWEST: f32 = 0.046875;
/// What is missing in pi and its parts, as a part of them.
const PI_RELATIVE: f32 = -2.7827534e-08;

/// A sine's magnitude, or what takes its place if it is above 1/2.
struct Sine<V: Singles> {
    /// Whether it is not above 1/2.
    small: V::Mask,
    /// At most 1/2.
    a: V,
    /// What the arc is more than that.
    more: V,
}

#[inline(always)]
fn sine<V: Singles>(magnitude: V) -> Sine<V> {
    let small = magnitude.le(V::splat(0.5));
    let square = magnitude.neg_mul_add(V::splat(0.5), V::splat(0.5));
    let inverse = square.inverse_root();
    let root = square * inverse;
    let root_rest = root.neg_mul_add(root, square) * (inverse * V::splat(0.5));
    let a = V::select(small, magnitude, root);
    let z = V::select(small, magnitude * magnitude, square);
    let rest = V::select(small, V::splat(0.0), root_rest);
    Sine { small, a, more: (a * z).mul_add(polynomial(z, &ASIN), rest) }
}

impl<V: Singles> Sine<V> {
    /// The arc times a small number, plus a part of pi that is zero or not smaller.
    #[inline(always)]
    fn arc(&self, by: V, base: V) -> V {
        let (sum, error) = add_smaller(base, by * self.a);
        sum + by.mul_add(self.more, base.mul_add(V::splat(PI_RELATIVE), error))
    }
}

#[inline(always)]
pub(crate) fn asin<V: Singles>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let s = sine(magnitude);
    let by = V::select(s.small, V::splat(1.0), V::splat(-2.0));
    let base = V::select(s.small, V::splat(0.0), V::splat(FRAC_PI_2));
    (s.arc(by, base).with_sign(x), magnitude.le(V::splat(1.0)))
}

#[inline(always)]
pub(crate) fn acos<V: Singles>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let s = sine(magnitude);
    let by = V::select(s.small, V::splat(-1.0), V::splat(2.0)).xor_bits(x.and_bits(V::splat(-0.0)));
    let large = V::select(x.lt(V::splat(0.0)), V::splat(PI), V::splat(0.0));
    let base = V::select(s.small, V::splat(FRAC_PI_2), large);
    (s.arc(by, base), magnitude.le(V::splat(1.0)))
}

#[inline(always)]
pub(crate) fn atan<V: Singles>(x: V) -> (V, V::Mask) {
    // Beyond, the result is as good as that of infinity.
    let tangent = V::splat(1e18).min(x.abs());
    let entry = V::splat(8.0).min(V::splat(LOWEST).max(tangent)).shr_bits::<22>();
    let center = V::lookup(&CENTER, entry);
    let (above, below) = (tangent - center, center.mul_add(tangent, V::splat(1.0)));
    let inverse = below.inverse();
    let r = above * inverse;
    let left = r.neg_mul_add(below, above);
    // As good as it gets for the polynomial.
    let nearest = left.mul_add(inverse, r);
    let z = nearest * nearest;
    let (sum, error) = add_smaller(V::lookup(&ANGLE, entry), r);
    let rest = left.mul_add(inverse, V::lookup(&ANGLE_REST, entry) + error);
    ((sum + (z * nearest).mul_add(polynomial(z, &ATAN), rest)).with_sign(x), V::always())
}
