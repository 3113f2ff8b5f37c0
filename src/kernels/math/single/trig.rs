//! The sine, the cosine and the tangent, in single precision.
//!
//! A number is split into quarters of a circle and a rest of at most an eighth, in two parts.

use super::super::compensated::{add_smaller, polynomial};
use crate::simd::singles::{SHIFT, Singles};

/// (sin r - r) / r^3, of r^2.
const SIN: [f32; 3] = [-0.16666655, 0.008332191, -0.00019518619];
/// (cos r - 1 + r^2 / 2) / r^4, of r^2.
const COS: [f32; 3] = [0.041666646, -0.0013887301, 2.4430661e-05];
/// (tan r - r) / r^3, of r^2.
const TAN: [f32; 7] = [0.33333352, 0.13332585, 0.05406839, 0.021240264, 0.010940681, -3.9457747e-05, 0.004438283];
/// pi / 2: its first 24 bits, the next 11, so that products with up to 13 more are exact, and the others.
const QUARTER: (f32, f32, f32) = (std::f32::consts::FRAC_PI_2, -4.3713953e-08, 2.563344e-12);
/// Numbers below it have fewer than 2^13 quarters.
const LIMIT: f32 = 12800.0;

/// A number in quarters of a circle.
struct Quarters<V> {
    /// How many, in the lowest bits.
    count: V,
    /// What is left.
    r: V,
    /// What is missing there.
    rest: V,
}

#[inline(always)]
fn quarters<V: Singles>(x: V) -> Quarters<V> {
    let count = x.mul_add(V::splat(std::f32::consts::FRAC_2_PI), V::splat(SHIFT));
    let whole = count - V::splat(SHIFT);
    // Exact: what is left has not more bits than `x`.
    let left = whole.neg_mul_add(V::splat(QUARTER.0), x);
    let r = whole.neg_mul_add(V::splat(QUARTER.1), left);
    let error = whole.neg_mul_add(V::splat(QUARTER.1), left - r);
    Quarters { count, r, rest: whole.neg_mul_add(V::splat(QUARTER.2), error) }
}

impl<V: Singles> Quarters<V> {
    /// The sine of so many quarters and what is left.
    #[inline(always)]
    fn sine(&self, count: V) -> V {
        let r = self.r;
        let z = r * r;
        let half = r * V::splat(0.5);
        let cosine = half.neg_mul_add(r, V::splat(1.0));
        let error = half.neg_mul_add(r, V::splat(1.0) - cosine);
        let cosine_rest = (z * z).mul_add(polynomial(z, &COS), r.neg_mul_add(self.rest, error));
        let sine_rest = (z * r).mul_add(polynomial(z, &SIN), self.rest * cosine);
        let even = count.has_none(1);
        let sign = count.shl_bits::<30>().and_bits(V::splat(-0.0));
        (V::select(even, r, cosine) + V::select(even, sine_rest, cosine_rest)).xor_bits(sign)
    }
}

/// The other sign if `sign` has one.
#[inline(always)]
fn times_sign<V: Singles>(x: V, sign: V) -> V {
    x.xor_bits(sign.and_bits(V::splat(-0.0)))
}

#[inline(always)]
pub(crate) fn sin<V: Singles>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let q = quarters(magnitude);
    (times_sign(q.sine(q.count), x), magnitude.lt(V::splat(LIMIT)))
}

#[inline(always)]
pub(crate) fn cos<V: Singles>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let q = quarters(magnitude);
    (q.sine(q.count.add_bits(V::splat_bits(1))), magnitude.lt(V::splat(LIMIT)))
}

/// The tangent of what is left, or minus one over it.
#[inline(always)]
pub(crate) fn tan<V: Singles>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let q = quarters(magnitude);
    let (r, one) = (q.r, V::splat(1.0));
    let z = r * r;
    let p = polynomial(z, &TAN);
    // With what rounding took from the square.
    let more = z.mul_add(p, r.mul_add(r, -z) * p);
    let near = more.mul_add(r, r);
    let slope = near.mul_add(near, one);
    let (tangent, lacks) = add_smaller(near, q.rest.mul_add(slope, more.mul_add(r, r - near)));
    let inverse = tangent.inverse();
    // One step more.
    let left = lacks.neg_mul_add(inverse, tangent.neg_mul_add(inverse, one));
    let cotangent = left.mul_add(left, left).mul_add(inverse, inverse);
    let y = V::select(q.count.has_none(1), tangent, -cotangent);
    (times_sign(y, x), magnitude.lt(V::splat(LIMIT)))
}
