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
/// A number near those from 0, from 1/16 in steps of half a power of two, and from 8; in the order in which the lowest three
/// bits of their exponents and the first of their fractions number them, with the one from 0 as number 5.
const CENTER: [f32; 16] =
    [2.5, 3.5, 5.0, 7.0, 8.625, 0.0, 0.078125, 0.109375, 0.15625, 0.21875, 0.3125, 0.4375, 0.625, 0.875, 1.25, 1.75];
/// Their hyperbolic tangents.
const TANH_OF_CENTER: [f32; 16] = [
    0.9866143,
    0.9981779,
    0.9999092,
    0.99999833,
    0.99999994,
    0.0,
    0.077966444,
    0.10894093,
    0.15499073,
    0.21532634,
    0.30270973,
    0.41157004,
    0.5545997,
    0.7039056,
    0.84828365,
    0.94137555,
];
/// What is missing there.
const REST_OF_CENTER: [f32; 16] = [
    1.1251863e-08,
    1.16019825e-08,
    -1.7863412e-08,
    5.873998e-09,
    -4.879088e-09,
    0.0,
    -2.8189486e-09,
    7.4643136e-10,
    -2.2982067e-09,
    6.593593e-10,
    8.527231e-10,
    1.3302272e-08,
    1.9991136e-08,
    2.1508642e-08,
    -8.533393e-09,
    -1.5110654e-08,
];
/// What the function is more nearby: coefficients for each, that of the number itself first.
const TANH: [[f32; 16]; 7] = [
    [
        0.026592232,
        0.0036408845,
        0.00018157692,
        3.3259903e-06,
        1.2896736e-07,
        1.0,
        0.9939212,
        0.9881319,
        0.9759779,
        0.95363456,
        0.9083668,
        0.8306101,
        0.6924192,
        0.5045169,
        0.28041488,
        0.1138121,
    ],
    [
        -0.026236143,
        -0.0036342763,
        -0.0001816809,
        -3.3282265e-06,
        -1.2897209e-07,
        0.0,
        -0.07749264,
        -0.107647955,
        -0.1512674,
        -0.20534267,
        -0.27497154,
        -0.3418542,
        -0.38401544,
        -0.35513228,
        -0.23787135,
        -0.107139885,
    ],
    [
        0.017020693,
        0.002414012,
        0.0001211044,
        2.2189397e-06,
        8.59817e-08,
        -0.33333334,
        -0.32505938,
        -0.31775764,
        -0.3019723,
        -0.2736353,
        -0.21953149,
        -0.13618068,
        -0.017841164,
        0.0818062,
        0.10830949,
        0.06292142,
    ],
    [
        -0.008050815,
        -0.0011975617,
        -5.980318e-05,
        -1.0959378e-06,
        -4.2917353e-08,
        0.0,
        0.05222592,
        0.070095055,
        0.096933484,
        0.12737432,
        0.1581864,
        0.16997355,
        0.13788782,
        0.060796455,
        -0.012585872,
        -0.023523135,
    ],
    [
        0.002861439,
        0.00047207985,
        2.3909484e-05,
        4.3840575e-07,
        1.7166956e-08,
        0.13334134,
        -0.49454615,
        0.45318344,
        0.17669782,
        0.064635344,
        0.041224062,
        -0.0044515077,
        -0.0541453,
        -0.058607426,
        -0.01916646,
        0.0036999644,
    ],
    [
        -0.0006989634,
        -0.00015704865,
        -9.20866e-06,
        -1.693808e-07,
        -6.0464522e-09,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        -0.086222015,
        -0.05740523,
        -0.023643725,
        0.012907689,
        0.015107058,
        0.0020820394,
    ],
    [
        5.939715e-05,
        4.1824274e-05,
        2.6151474e-06,
        4.8303612e-08,
        1.7265406e-09,
        -0.05534122,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        -0.004743399,
        -0.0019877553,
    ],
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

/// A polynomial around the number of the table that is near.
#[inline(always)]
pub(crate) fn tanh<V: Singles>(x: V) -> (V, V::Mask) {
    // Beyond, it is 1.
    let magnitude = V::splat(9.2).min(x.abs());
    // Below 1/16 that is one entry.
    let entry = V::splat(0.046875).max(magnitude).shr_bits::<22>();
    let d = magnitude - V::lookup(&CENTER, entry);
    let mut series = V::lookup(&TANH[6], entry);
    for coefficients in TANH[1..6].iter().rev() {
        series = series.mul_add(d, V::lookup(coefficients, entry));
    }
    let small = (d * d).mul_add(series, V::lookup(&REST_OF_CENTER, entry));
    let more = d.mul_add(V::lookup(&TANH[0], entry), small);
    ((V::lookup(&TANH_OF_CENTER, entry) + more).with_sign(x), V::always())
}
