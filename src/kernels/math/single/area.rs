//! The inverse hyperbolic functions, in single precision: logarithms of sums that are kept in two parts.

use super::super::compensated::{add_smaller, polynomial};
use super::log::{log_of, power_bits};
use crate::simd::singles::Singles;

/// (atanh w - w) / w^3, of w^2.
const ATANH: [f32; 4] = [0.33333254, 0.20007625, 0.14060608, 0.13669664];
/// (asinh a - a) / a^3, of a^2.
const ASINH: [f32; 4] = [-0.16666658, 0.07499071, -0.044323858, 0.025989583];
/// Half of ln 2: its first 16 bits, so that products with up to 8 more are exact, and the others. Both in parts of 2^23.
const HALF_LN2: (f32, f32) = (0.34657288 / 8388608.0, 7.143034e-07 / 8388608.0);

/// The root of a positive number, `more` being what rounding took from it: as a sum of two.
#[inline(always)]
fn root<V: Singles>(x: V, more: V) -> (V, V) {
    let y = x.inverse_root();
    let root = x * y;
    (root, (root.neg_mul_add(root, x) + more) * (y * V::splat(0.5)))
}

/// log(x + sqrt(x^2 + 1)) of the magnitude.
#[inline(always)]
pub(crate) fn asinh<V: Singles>(x: V) -> (V, V::Mask) {
    let (a, one) = (x.abs(), V::splat(1.0));
    let square = a.mul_add(a, one);
    let (root, rest) = root(square, a.mul_add(a, one - square));
    let (sum, error) = add_smaller(root, a);
    let bits = power_bits(sum);
    let r = sum.sub_bits(bits) - one;
    let lost = (error + rest) * one.sub_bits(bits);
    // That over 1 + r, to three terms.
    let over = r.neg_mul_add(lost, lost);
    let y = log_of(bits.integer_value(), r, r.neg_mul_add(over, lost));
    let z = a * a;
    let small = (z * a).mul_add(polynomial(z, &ASINH), a);
    (V::select(a.lt(V::splat(0.296875)), small, y).with_sign(x), a.lt(V::splat(1e18)))
}

/// log(x + sqrt(x^2 - 1)), in terms of x - 1.
#[inline(always)]
pub(crate) fn acosh<V: Singles>(x: V) -> (V, V::Mask) {
    let one = V::splat(1.0);
    let t = x - one;
    let twice = t + t;
    let square = t.mul_add(t, twice);
    let (root, rest) = root(square, t.mul_add(t, twice - square));
    let (part, error) = add_smaller(root, t);
    let bits = power_bits(part + one);
    let by = one.sub_bits(bits);
    let base = by - one;
    let r = part.mul_add(by, base);
    let lost = (error + rest).mul_add(by, part.mul_add(by, base - r));
    let y = log_of(bits.integer_value(), r, r.neg_mul_add(lost, lost));
    (y, one.lt(x) & x.lt(V::splat(1e18)))
}

/// With a power of two t near (1 - x) / (1 + x), half the logarithm of 1 / t, and the inverse hyperbolic tangent of
/// (t (1 + x) - (1 - x)) / (t (1 + x) + (1 - x)).
#[inline(always)]
pub(crate) fn atanh<V: Singles>(x: V) -> (V, V::Mask) {
    let (a, one) = (x.abs(), V::splat(1.0));
    // Bits are nearly logarithms: those of the ratio, rounded to a power of two, to 1 up to 1.86.
    let ratio = (one + a).sub_bits(one - a).add_bits(V::splat_bits(838_861));
    let bits = ratio.and_bits(V::splat_bits(0x1ff << 23));
    let t = one.sub_bits(bits);
    let (more, less) = (t + one, t - one);
    let (above, below) = (a.mul_add(more, less), a.mul_add(less, more));
    let inverse = below.inverse();
    let w = above * inverse;
    let left = w.neg_mul_add(below, above);
    // As good as it gets for the polynomial.
    let nearest = left.mul_add(inverse, w);
    let z = nearest * nearest;
    let power = bits.integer_value();
    let (sum, error) = add_smaller(power * V::splat(HALF_LN2.0), w);
    let rest = left.mul_add(inverse, power.mul_add(V::splat(HALF_LN2.1), error));
    let y = sum + (z * nearest).mul_add(polynomial(z, &ATANH), rest);
    (y.with_sign(x), a.lt(V::splat(1.0 - 1.0 / 2097152.0)))
}
