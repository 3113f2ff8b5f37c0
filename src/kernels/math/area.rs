//! The inverse hyperbolic functions: logarithms of sums that are kept in two parts.

use super::compensated::{add_exact, add_smaller, multiply_exact};
use super::log::{log_long, log_of_sum, log_of_sum_short};
use super::power::root_of_sum;
use crate::simd::lanes::Lanes;

/// log(x + sqrt(x^2 + 1)) of the magnitude.
#[inline(always)]
pub(crate) fn asinh<V: Lanes>(x: V) -> (V, V::Mask) {
    let a = x.abs();
    let (square, error) = multiply_exact(a, a);
    let (root, rest) = root_of_sum(square, V::splat(1.0), error);
    let (sum, error) = add_smaller(root, a);
    let (high, low) = log_of_sum(sum, error + rest);
    ((high + low).with_sign(x), a.lt(V::splat(1e150)))
}

#[inline(always)]
pub(crate) fn asinh_short<V: Lanes>(x: V) -> (V, V::Mask) {
    let a = x.abs();
    let sum = a + a.mul_add(a, V::splat(1.0)).sqrt();
    let tiny = (a * a * V::splat(-1.0 / 6.0)).mul_add(a, a);
    let y = V::select(a.lt(V::splat(0.0009765625)), tiny, log_of_sum_short(sum, V::splat(0.0)));
    (y.with_sign(x), a.lt(V::splat(f64::INFINITY)))
}

/// Of large numbers, log(2x).
pub(crate) fn asinh_special(x: f64) -> f64 {
    if x.is_finite() { log_of_double(x.abs()).copysign(x) } else { x }
}

fn log_of_double(x: f64) -> f64 {
    let (high, low) = log_long(x);
    let (high, error) = add_exact(high, std::f64::consts::LN_2);
    high + (low + error + 2.3190468138462996e-17)
}

/// log(x + sqrt(x^2 - 1)), in terms of x - 1.
#[inline(always)]
pub(crate) fn acosh<V: Lanes>(x: V) -> (V, V::Mask) {
    let t = x - V::splat(1.0);
    let (square, error) = multiply_exact(t, t);
    let (root, rest) = root_of_sum(square, t + t, error);
    let (part, part_error) = add_exact(root, t);
    let (sum, error) = add_exact(V::splat(1.0), part);
    let (high, low) = log_of_sum(sum, error + (part_error + rest));
    (high + low, V::splat(1.0).lt(x) & x.lt(V::splat(1e150)))
}

#[inline(always)]
pub(crate) fn acosh_short<V: Lanes>(x: V) -> (V, V::Mask) {
    let t = x - V::splat(1.0);
    let part = t + (t * (t + V::splat(2.0))).sqrt();
    let (sum, error) = add_exact(V::splat(1.0), part);
    (log_of_sum_short(sum, error), V::splat(1.0).lt(x) & x.lt(V::splat(f64::INFINITY)))
}

pub(crate) fn acosh_special(x: f64) -> f64 {
    if x == 1.0 {
        0.0
    } else if x < 1.0 {
        f64::NAN
    } else if x.is_finite() {
        log_of_double(x)
    } else {
        x
    }
}

/// Half of log(1 + 2x / (1 - x)).
#[inline(always)]
pub(crate) fn atanh<V: Lanes>(x: V) -> (V, V::Mask) {
    let a = x.abs();
    let (below, below_rest) = add_smaller(V::splat(1.0), -a);
    let inverse = V::splat(1.0) / below;
    let quotient = (a + a) * inverse;
    let left = quotient.neg_mul_add(below, a + a) - quotient * below_rest;
    let (sum, error) = add_exact(V::splat(1.0), quotient);
    let (high, low) = log_of_sum(sum, left.mul_add(inverse, error));
    (((high + low) * V::splat(0.5)).with_sign(x), a.lt(V::splat(1.0)))
}

#[inline(always)]
pub(crate) fn atanh_short<V: Lanes>(x: V) -> (V, V::Mask) {
    let a = x.abs();
    let (sum, error) = add_exact(V::splat(1.0), (a + a) / (V::splat(1.0) - a));
    ((log_of_sum_short(sum, error) * V::splat(0.5)).with_sign(x), a.lt(V::splat(1.0)))
}

pub(crate) fn atanh_special(x: f64) -> f64 {
    if x.abs() == 1.0 { f64::INFINITY.copysign(x) } else { f64::NAN }
}
