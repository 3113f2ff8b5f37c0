//! Powers and roots.

use super::compensated::{add_exact, multiply_exact, polynomial};
use super::exp::{exp_of_sum, two_to_steps_short};
use super::log::{Parts, is_ordinary, log_long, log_long_of_subnormal, parts, steps_of};
use crate::simd::lanes::{Lanes, SHIFT};

/// The cube roots of one over the numbers that bring others near 1.
const ROOT: [f64; 16] = [
    0.8925772667762261,
    0.9062065027192334,
    0.9207082624481095,
    0.9361852415532605,
    0.9443263914173669,
    0.9527583232095436,
    0.9705710012810347,
    0.9799946100592892,
    0.9897952063199055,
    1.0,
    1.0217459098580708,
    1.0393656812237788,
    1.0582673679787997,
    1.078623635574877,
    1.0931035330127938,
    1.1083936746118481,
];
/// What their rounding took, as a part of them.
const ROOT_RELATIVE: [f64; 16] = [
    -3.868336228328655e-17,
    -3.043213764838595e-17,
    -9.320799402866307e-18,
    -1.0843437881634428e-17,
    -8.559251575291449e-18,
    2.457896627953442e-17,
    -5.3404747148540765e-17,
    1.0931012224648521e-17,
    3.213079492395801e-17,
    0.0,
    1.9572121151160046e-17,
    1.9864145568422692e-17,
    -6.84704610767485e-17,
    5.646017266288261e-17,
    -5.994704438703355e-17,
    7.499048926025875e-17,
];
/// The cube roots of 1, 2 and 4.
const ROOT_OF_POWER: [f64; 16] = [
    1.0,
    1.2599210498948732,
    1.5874010519681996,
    1.0,
    1.2599210498948732,
    1.5874010519681996,
    1.0,
    1.2599210498948732,
    1.5874010519681996,
    1.0,
    1.2599210498948732,
    1.5874010519681996,
    1.0,
    1.2599210498948732,
    1.5874010519681996,
    1.0,
];
/// What their rounding took, as a part of them.
const ROOT_OF_POWER_RELATIVE: [f64; 16] = [
    0.0,
    -2.055631482239787e-17,
    -6.84704610767485e-17,
    0.0,
    -2.055631482239787e-17,
    -6.84704610767485e-17,
    0.0,
    -2.055631482239787e-17,
    -6.84704610767485e-17,
    0.0,
    -2.055631482239787e-17,
    -6.84704610767485e-17,
    0.0,
    -2.055631482239787e-17,
    -6.84704610767485e-17,
    0.0,
];
/// ((1 + r)^(1/3) - 1 - r / 3) / r^2.
const CBRT: [f64; 8] = [
    -0.11111111111111098,
    0.061728395061728274,
    -0.041152263378413,
    0.03017832647807425,
    -0.02347201390025085,
    0.01900115287615668,
    -0.01586012361975261,
    0.013511171641202769,
];
/// The same for results of single precision.
const CBRT_SHORT: [f64; 4] = [-0.11111110753953891, 0.061728392170343135, -0.041178167639465975, 0.03019929730807143];

/// The power of two in a number over three, rounded down, and what is left of it, in the lowest bits too.
#[inline(always)]
fn third_of_power<V: Lanes>(p: &Parts<V>) -> (V, V) {
    let third = (p.power + V::splat(0.25)) * V::splat(1.0 / 3.0);
    let third = third.floor();
    (third, V::splat(-3.0).mul_add(third, p.power) + V::splat(SHIFT))
}

#[inline(always)]
pub(crate) fn cbrt<V: Lanes>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let p = parts(magnitude);
    let (third, left) = third_of_power(&p);
    let (root, error) = multiply_exact(V::lookup(&ROOT, p.index), V::lookup(&ROOT_OF_POWER, left));
    let relative = V::lookup(&ROOT_RELATIVE, p.index) + V::lookup(&ROOT_OF_POWER_RELATIVE, left);
    let r = p.r;
    let series = (r * r).mul_add(polynomial(r, &CBRT), r * V::splat(1.0 / 3.0));
    let y = root + root.mul_add(series + relative, error);
    let to_third = (third + V::splat(SHIFT + 1023.0)).shl_bits::<52>();
    ((y * to_third).with_sign(x), is_ordinary(magnitude))
}

#[inline(always)]
pub(crate) fn cbrt_short<V: Lanes>(x: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let p = parts(magnitude);
    let (third, left) = third_of_power(&p);
    let root = V::lookup(&ROOT, p.index) * V::lookup(&ROOT_OF_POWER, left);
    let r = p.r;
    let series = (r * r).mul_add(polynomial(r, &CBRT_SHORT), r * V::splat(1.0 / 3.0));
    let to_third = (third + V::splat(SHIFT + 1023.0)).shl_bits::<52>();
    ((root.mul_add(series, root) * to_third).with_sign(x), is_ordinary(magnitude))
}

/// The cube root of zero, subnormal numbers, infinity and NaN.
pub(crate) fn cbrt_special(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() { x } else { cbrt(x * 18014398509481984.0).0 * (1.0 / 262144.0) }
}

/// `x^y`; of normal `x` and finite `y` only.
#[inline(always)]
pub(crate) fn pow<V: Lanes>(x: V, y: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let (high, low) = log_long(magnitude);
    let (product, error) = multiply_exact(high, y);
    let power = exp_of_sum(product, low.mul_add(y, error));
    (of_negative(x, y, power), is_ordinary(magnitude) & y.abs().lt(V::splat(f64::INFINITY)))
}

#[inline(always)]
pub(crate) fn pow_short<V: Lanes>(x: V, y: V) -> (V, V::Mask) {
    let magnitude = x.abs();
    let power = two_to_steps_short(steps_of(magnitude) * y);
    (of_negative(x, y, power), is_ordinary(magnitude) & y.abs().lt(V::splat(f64::INFINITY)))
}

/// The power of a number, given that of its magnitude: if the number is negative, the power is so for odd `y`, and NaN if `y` is
/// no whole number.
#[inline(always)]
fn of_negative<V: Lanes>(x: V, y: V, power: V) -> V {
    let zero = V::splat(0.0);
    if V::all(zero.le(x)) {
        return power;
    }
    let half = y * V::splat(0.5);
    let even = half.round().same(half);
    let signed = power.xor_bits(V::select(even, zero, x.and_bits(V::splat(-0.0))));
    let broken = zero.lt((y - y.round()).abs()) & x.lt(zero);
    V::select(broken, V::splat(f64::NAN), signed)
}

/// `x^y` for what has rules of its own in C's standard, and for subnormal and negative `x`.
pub(crate) fn pow_special(x: f64, y: f64) -> f64 {
    let whole = y.floor() == y;
    let odd = whole && y.abs() < 9007199254740992.0 && (y * 0.5).floor() * 2.0 != y;
    let magnitude = x.abs();
    if y == 0.0 || x == 1.0 {
        1.0
    } else if x.is_nan() || y.is_nan() {
        x + y
    } else if y.is_infinite() {
        if magnitude == 1.0 {
            1.0
        } else if (magnitude > 1.0) == (y > 0.0) {
            f64::INFINITY
        } else {
            0.0
        }
    } else if x == 0.0 || x.is_infinite() {
        let result = if (magnitude == 0.0) == (y > 0.0) { 0.0 } else { f64::INFINITY };
        if odd { result.copysign(x) } else { result }
    } else if x < 0.0 && !whole {
        f64::NAN
    } else {
        let result = pow_positive(magnitude, y);
        if x < 0.0 && odd { -result } else { result }
    }
}

/// The power of a positive number, which may be subnormal.
fn pow_positive(x: f64, y: f64) -> f64 {
    let (high, low) = if x < f64::MIN_POSITIVE { log_long_of_subnormal(x) } else { log_long(x) };
    let (product, error) = multiply_exact(high, y);
    exp_of_sum(product, low.mul_add(y, error))
}

/// The root of a sum of squares; of numbers neither very large nor very small.
#[inline(always)]
pub(crate) fn hypot<V: Lanes>(x: V, y: V) -> (V, V::Mask) {
    let (x, y) = (x.abs(), y.abs());
    let (large, small) = (x.max(y), x.min(y));
    let (square, error) = multiply_exact(large, large);
    let (other, other_error) = multiply_exact(small, small);
    let (root, rest) = root_of_sum(square, other, error + other_error);
    let ordinary = V::splat(1e-135).lt(x.max(y)) & x.lt(V::splat(1e150)) & y.lt(V::splat(1e150));
    (root + rest, ordinary)
}

/// The root of a sum of positive numbers, `more` being what rounding took from them: as a sum of two.
#[inline(always)]
pub(crate) fn root_of_sum<V: Lanes>(a: V, b: V, more: V) -> (V, V) {
    let (sum, error) = add_exact(a, b);
    let root = sum.sqrt();
    let left = root.neg_mul_add(root, sum) + (error + more);
    (root, left * (V::splat(0.5) / root))
}

#[inline(always)]
pub(crate) fn hypot_short<V: Lanes>(x: V, y: V) -> (V, V::Mask) {
    let infinity = V::splat(f64::INFINITY);
    (x.mul_add(x, y * y).sqrt(), x.abs().lt(infinity) & y.abs().lt(infinity))
}

/// The same for all others: an infinite side makes it infinite, even beside NaN.
pub(crate) fn hypot_special(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    let large = if x > y { x } else { y };
    if x.is_nan() || y.is_nan() || large == 0.0 {
        return x + y;
    }
    // By a power of two to where squares are numbers.
    let (by, back) = if large > 1.0 { (2f64.powi(-600), 2f64.powi(600)) } else { (2f64.powi(600), 2f64.powi(-600)) };
    hypot(x * by, y * by).0 * back
}
