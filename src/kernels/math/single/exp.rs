//! The exponential function and its kin, in single precision.
//!
//! A number is a multiple of ln 2 and a rest of at most half of that, which is the argument of a polynomial.

use super::super::compensated::{add_product, add_smaller, polynomial};
use crate::simd::singles::{SHIFT, Singles};

/// (e^r - 1 - r) / r^2.
const EXP: [f32; 6] = [0.5, 0.16666667, 0.041666463, 0.008333209, 0.0013935136, 0.00019943497];
/// (2^r - 1) / r.
const EXP2: [f32; 7] =
    [std::f32::consts::LN_2, 0.2402265, 0.05550406, 0.009618088, 0.0013336662, 0.00015451822, 1.4673125e-05];
/// (sinh r - r) / r^3, of r^2.
const SINH: [f32; 3] = [0.16666667, 0.0083331885, 0.00019961891];
/// (cosh r - 1) / r^2, of r^2.
const COSH: [f32; 3] = [0.5, 0.04166646, 0.001393545];
/// (tanh d - d) / d^3, of d^2.
const TANH: [f32; 4] = [-0.33333328, 0.13332833, -0.053811032, 0.019900031];
/// 1 / (1 + e), roughly.
const INVERSE: [f32; 3] = [1.0, -1.0648704, 1.0648582];
/// The hyperbolic tangents of multiples of 19/32.
const TANH_OF_CENTER: [f32; 16] = [
    0.0, 0.5325873, 0.8298019, 0.94482946, 0.982845, 0.9947367, 0.9983918, 0.9995093, 0.99985033, 0.99995434,
    0.99998605, 0.99999577, 0.9999987, 0.9999996, 0.9999999, 0.99999994,
];
/// What is missing there.
const REST_OF_CENTER: [f32; 16] = [
    0.0,
    -3.6382612e-09,
    -7.090151e-09,
    -2.841232e-08,
    2.0799316e-08,
    -1.9397524e-08,
    2.1049427e-08,
    -1.39206495e-08,
    -2.519199e-08,
    1.1635122e-09,
    2.2974378e-08,
    -1.4827146e-08,
    1.6112589e-08,
    2.2221826e-08,
    -1.2621799e-09,
    2.286292e-08,
];
/// What the squares of the hyperbolic tangents are less than 1.
const SLOPE: [f32; 16] = [
    1.0,
    0.7163508,
    0.3114288,
    0.10729734,
    0.034015648,
    0.010498993,
    0.0032137574,
    0.000981237,
    0.0002993625,
    9.130991e-05,
    2.7848831e-05,
    8.493495e-06,
    2.5903776e-06,
    7.900212e-07,
    2.4094294e-07,
    7.348345e-08,
];
/// Numbers from there on have powers, or inverses of them, that are none.
const LIMIT: f32 = 87.0;
/// ln 2: its first 16 bits, so that products with up to 8 more are exact, and the others.
const LN2: (f32, f32) = (0.69314575, 1.4286068e-06);

/// A number in powers of two.
struct Powers<V> {
    /// How many, in the lowest bits.
    bits: V,
    /// How many.
    count: V,
    /// What is left.
    rest: V,
    /// What is left without the second part of ln 2.
    exact: V,
}

#[inline(always)]
fn powers<V: Singles>(x: V) -> Powers<V> {
    let bits = x.mul_add(V::splat(std::f32::consts::LOG2_E), V::splat(SHIFT));
    let count = bits - V::splat(SHIFT);
    let exact = count.neg_mul_add(V::splat(LN2.0), x);
    Powers { bits, count, rest: count.neg_mul_add(V::splat(LN2.1), exact), exact }
}

impl<V: Singles> Powers<V> {
    /// What rounding took from the rest.
    #[inline(always)]
    fn lost(&self) -> V {
        self.count.neg_mul_add(V::splat(LN2.1), self.exact - self.rest)
    }
}

/// 2 to the power of the whole number in the lowest bits, and so many more.
#[inline(always)]
fn two_to<V: Singles>(bits: V, more: i32) -> V {
    bits.add_bits(V::splat_bits((127 + more) as u32)).shl_bits::<23>()
}

/// Keeps a number, or NaN, within limits.
#[inline(always)]
fn within<V: Singles>(x: V, low: f32, high: f32) -> V {
    V::splat(low).max(V::splat(high).min(x))
}

#[inline(always)]
pub(crate) fn exp<V: Singles>(x: V) -> (V, V::Mask) {
    let p = powers(within(x, -104.0, 89.0));
    let r = p.rest;
    let less_1 = (r * r).mul_add(polynomial(r, &EXP), r);
    ((less_1 + V::splat(1.0)).scale(p.count), V::always())
}

#[inline(always)]
pub(crate) fn exp2<V: Singles>(x: V) -> (V, V::Mask) {
    let x = within(x, -151.0, 129.0);
    let count = (x + V::splat(SHIFT)) - V::splat(SHIFT);
    let r = x - count;
    (r.mul_add(polynomial(r, &EXP2), V::splat(1.0)).scale(count), V::always())
}

#[inline(always)]
pub(crate) fn expm1<V: Singles>(x: V) -> (V, V::Mask) {
    let p = powers(V::splat(-18.0).max(x));
    let (r, one) = (p.rest, V::splat(1.0));
    let small = (r * r).mul_add(polynomial(r, &EXP), p.lost());
    let power = two_to(p.bits, 0);
    let base = power - one;
    let (sum, error) = add_product(base, power, r);
    let rest = error + ((power - base) - one);
    ((sum + power.mul_add(small, rest)).abs().with_sign(x), x.lt(V::splat(LIMIT)))
}

/// e^k / 2 and e^-k / 2 of so many times ln 2, up to the limit.
#[inline(always)]
fn halves<V: Singles>(p: &Powers<V>) -> (V, V) {
    let up = two_to(p.bits, -1);
    (up, V::splat_bits(252 << 23).sub_bits(up))
}

/// With `k` times ln 2 and a rest `r`: sinh(k + r) = sinh k cosh r + cosh k sinh r.
#[inline(always)]
pub(crate) fn sinh<V: Singles>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let p = powers(magnitude);
    let r = p.rest;
    let z = r * r;
    let sinh_r = (z * r).mul_add(polynomial(z, &SINH), p.lost());
    let cosh_r_less_1 = z * polynomial(z, &COSH);
    let (up, down) = halves(&p);
    let (sinh_k, error_k) = add_smaller(up, -down);
    let cosh_k = up + down;
    let (sum, error) = add_product(sinh_k, cosh_k, r);
    let small = sinh_k.mul_add(cosh_r_less_1, cosh_k.mul_add(sinh_r, error + error_k));
    ((sum + small).with_sign(x), magnitude.lt(V::splat(LIMIT)))
}

/// Half the sum of e^x and e^-x, of which the second is small.
#[inline(always)]
pub(crate) fn cosh<V: Singles>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let p = powers(magnitude);
    let r = p.rest;
    let z = r * r;
    let (cube, cosh_r_less_1) = ((z * r) * polynomial(z, &SINH), z * polynomial(z, &COSH));
    let (up, down) = halves(&p);
    let (sum, error) = add_product(up, up, r);
    let small = down.mul_add(cosh_r_less_1 - (r + cube), down);
    (sum + up.mul_add(cosh_r_less_1 + cube, small + error), magnitude.lt(V::splat(LIMIT)))
}

/// With a number `c` of the table nearby and a rest `d`: tanh c + (1 - tanh^2 c) tanh d / (1 + tanh c tanh d).
#[inline(always)]
pub(crate) fn tanh<V: Singles>(x: V) -> (V, V::Mask) {
    let magnitude = V::splat(9.2).min(x.abs());
    let index = magnitude.mul_add(V::splat(32.0 / 19.0), V::splat(SHIFT));
    let d = (index - V::splat(SHIFT)).neg_mul_add(V::splat(0.59375), magnitude);
    let z = d * d;
    let cube = (d * z) * polynomial(z, &TANH);
    let tanh_d = d + cube;
    let center = V::lookup(&TANH_OF_CENTER, index);
    let more = center * tanh_d;
    // One over 1 + `more`, less 1: by a polynomial, and two steps that square the error.
    let y = polynomial(more, &INVERSE);
    let y = more.neg_mul_add(y, V::splat(1.0) - y).mul_add(y, y);
    let less = V::splat(1.0) - y;
    let less_1 = more.neg_mul_add(y, less).mul_add(y, -less);
    let slope = V::lookup(&SLOPE, index);
    let (sum, error) = add_product(center, slope, d);
    let small = slope.mul_add(tanh_d.mul_add(less_1, cube), error + V::lookup(&REST_OF_CENTER, index));
    ((sum + small).abs().with_sign(x), V::always())
}
