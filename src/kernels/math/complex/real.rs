//! The real functions that functions of complex numbers are made of.
//!
//! Each takes every number, infinite ones and NaN too, unless it says otherwise.

use super::super::compensated::{add_smaller, multiply_exact, polynomial};
use super::super::{arc as inverse, exp as exponential, log as logarithm, trig};

/// atan(k / 32), rounded.
const ATAN: [f64; 33] = [
    0.0,
    0.031239833430268277,
    0.06241880999595735,
    0.09347678115858947,
    0.12435499454676144,
    0.15499674192394097,
    0.18534794999569476,
    0.21535769969773805,
    0.24497866312686414,
    0.2741674511196588,
    0.3028848683749714,
    0.3310960767041321,
    0.35877067027057225,
    0.38588266939807375,
    0.4124104415973873,
    0.43833655985795783,
    0.4636476090008061,
    0.48833395105640554,
    0.5123894603107377,
    0.5358112379604637,
    0.5585993153435624,
    0.5807563535676704,
    0.6022873461349642,
    0.6231993299340659,
    0.6435011087932844,
    0.6632029927060933,
    0.6823165548747481,
    0.7008544078844502,
    0.7188299996216245,
    0.7362574289814281,
    0.7531512809621944,
    0.7695264804056583,
    std::f64::consts::FRAC_PI_4,
];
/// What their rounding took.
const ATAN_REST: [f64; 33] = [
    0.0,
    -1.188442711587748e-18,
    -1.5490756308295046e-18,
    -6.2844725995420954e-18,
    -3.1253241424539383e-18,
    9.585415594114324e-18,
    4.180692268843079e-18,
    4.738160130078733e-19,
    1.0698755618734451e-17,
    8.261353575163773e-18,
    -1.1010827903001369e-17,
    -7.952610375793799e-18,
    -2.4623815582638635e-17,
    2.378822732491941e-17,
    -1.587652227770689e-17,
    -2.494277030626541e-17,
    2.2698777452961687e-17,
    -1.1373236189329585e-17,
    -2.5462781472855804e-17,
    -4.0637956834825575e-18,
    -5.4556305485916264e-18,
    -1.441464378193067e-17,
    2.950430737228402e-17,
    2.672403885140095e-17,
    1.5834785051444286e-17,
    -3.076054864429649e-17,
    6.943223671560008e-18,
    -1.987626234335816e-17,
    -2.1478388444456983e-17,
    3.473937648299457e-17,
    -2.4256934659182068e-17,
    -3.704991905602721e-17,
    3.061616997868383e-17,
];
/// (atan u - u) / u^3, of u^2.
const ATAN_SERIES: [f64; 5] = [-1.0 / 3.0, 0.2, -1.0 / 7.0, 1.0 / 9.0, -1.0 / 11.0];
/// What `PI` lacks of it.
const PI_REST: f64 = 1.2246467991473532e-16;

#[inline(always)]
pub(crate) fn exp(x: f64) -> f64 {
    exponential::exp(x)
}

/// e^(high + low), `low` being a small part of `high`.
#[inline(always)]
pub(crate) fn exp_of_sum(high: f64, low: f64) -> f64 {
    exponential::exp_of_sum(high, low)
}

#[inline(always)]
pub(crate) fn exp2(x: f64) -> f64 {
    exponential::exp2(x)
}

#[inline(always)]
pub(crate) fn expm1(x: f64) -> f64 {
    exponential::expm1(x)
}

#[inline(always)]
pub(crate) fn sinh_cosh(x: f64) -> (f64, f64) {
    exponential::sinh_cosh(x)
}

#[inline(always)]
pub(crate) fn log(x: f64) -> f64 {
    let (y, ordinary) = logarithm::log(x);
    if ordinary { y } else { logarithm::log_special(x) }
}

/// The logarithm of a sum of a large and a small part, as a sum of two; the large one is positive, normal and finite.
#[inline(always)]
pub(crate) fn log_of_sum(high: f64, low: f64) -> (f64, f64) {
    logarithm::log_of_sum(high, low)
}

/// The same, exact to 2^-64 of it.
#[inline(always)]
pub(crate) fn log_of_sum_long(high: f64, low: f64) -> (f64, f64) {
    logarithm::log_of_sum_long(high, low)
}

#[inline(always)]
pub(crate) fn sin_cos(x: f64) -> (f64, f64) {
    match trig::sin_cos(x) {
        (waves, true) => waves,
        _ => trig::sin_cos_special(x),
    }
}

#[inline(always)]
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    match inverse::atan2(y, x) {
        (angle, true) => angle,
        _ => inverse::atan2_special(y, x),
    }
}

/// The same as a sum that is exact to 2^-64 of it, of numbers the larger one of which is between 1e-140 and 1e150.
///
/// With c near y / x, of few bits: atan(y / x) = atan c + atan((y - cx) / (x + cy)).
#[inline(always)]
pub(crate) fn atan2_long(y: f64, x: f64) -> (f64, f64) {
    let (a, b) = (x.abs(), y.abs());
    let (large, small) = (if a < b { b } else { a }, if a < b { a } else { b });
    let steps = (32.0 * (small / large)).round_ties_even();
    let c = steps * (1.0 / 32.0);
    let (product, product_error) = multiply_exact(c, large);
    let (above, above_rest) = (small - product, -product_error);
    let (product, product_error) = multiply_exact(c, small);
    let (below, error) = add_smaller(large, product);
    let below_rest = error + product_error;
    let inverse = 1.0 / below;
    let u = (above + above_rest) * inverse;
    let left = (-u).mul_add(below, above) + (-u).mul_add(below_rest, above_rest);
    let square = u * u;
    let low = left.mul_add(inverse, square * u * polynomial(square, &ATAN_SERIES));
    let index = (steps as usize).min(32);
    let (high, error) = add_smaller(ATAN[index], u);
    let low = error + low + ATAN_REST[index];
    // From an eighth of the circle to all of it: so much of pi, and the angle or minus it.
    let octant = usize::from(a < b) * 2 + usize::from(x.is_sign_negative());
    let (halves, along) = [(0.0, 1.0), (1.0, -1.0), (0.5, -1.0), (0.5, 1.0)][octant];
    let (high, error) = add_smaller(halves * std::f64::consts::PI, along * high);
    let (high, low) = add_smaller(high, halves.mul_add(PI_REST, along.mul_add(low, error)));
    let sign = 1f64.copysign(y);
    (high * sign, low * sign)
}
