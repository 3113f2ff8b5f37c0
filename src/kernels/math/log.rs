//! The logarithm and its kin.
//!
//! A number is a power of two times one between 0.703125 and 1.40625, which is multiplied with one of sixteen numbers of
//! few bits that bring it near 1: what is left is the argument of a polynomial. Around 1 that number is 1, so
//! that small results are as exact as others.

use super::compensated::{add_exact, add_smaller, multiply_exact, polynomial};
use crate::simd::lanes::{Lanes, SHIFT};

/// Numbers that bring others near 1.
const INVERSE: [f64; 16] = [
    1.40625, 1.34375, 1.28125, 1.21875, 1.1875, 1.15625, 1.09375, 1.0625, 1.03125, 1.0, 0.9375, 0.890625, 0.84375,
    0.796875, 0.765625, 0.734375,
];
/// Minus their logarithms, in multiples of 2^-42.
const LOG: [f64; 16] = [
    -0.34092658697068146,
    -0.2954642128938758,
    -0.2478361639045943,
    -0.19782574332998593,
    -0.17185025692674571,
    -0.14518200984457508,
    -0.08961215868976069,
    -0.06062462181648698,
    -0.03077165866670839,
    0.0,
    0.0645385211375924,
    0.11583181552509814,
    0.16989903679541385,
    0.22705745063535687,
    0.2670627852489815,
    0.30873548164959175,
];
/// Minus 16 times their logarithms to the base of 2.
const STEPS: [f64; 16] = [
    -7.8696495412747955,
    -6.820236075233567,
    -5.720832073889339,
    -4.566435501795974,
    -3.966840215097368,
    -3.3512538500631965,
    -2.0685282711194635,
    -1.3994054600054304,
    -0.710305909735255,
    0.0,
    1.4897504702637034,
    2.673759773364133,
    3.9217999653845035,
    5.24119452845607,
    6.164642494156668,
    7.126578373157802,
];
/// What is missing in `LOG`.
const LOG_REST: [f64; 16] = [
    8.82452633212564e-14,
    3.993416384387844e-14,
    1.3029797173308663e-14,
    6.604544877082384e-14,
    8.649239607212071e-14,
    7.718001336828099e-14,
    7.355770219435029e-14,
    5.213620639136504e-14,
    -4.529814257790929e-14,
    0.0,
    -2.1225608044809997e-14,
    2.3568822182038756e-14,
    -1.6376276414097503e-14,
    -1.078736749871691e-14,
    6.371947269815667e-14,
    2.1522127491642888e-14,
];
/// (log(1 + r) - r + r^2 / 2) / r^3.
const LOG1P: [f64; 8] = [
    0.33333333333333226,
    -0.24999999999999903,
    0.200000000030692,
    -0.16666666669480165,
    0.14285700395771112,
    -0.12499987267273739,
    0.11131221562749576,
    -0.10018434888577665,
];
/// 16 log2(1 + r) / r, exact to 2^-46.
const STEPS1P: [f64; 8] = [
    23.083120654223414,
    -11.541560327111707,
    7.694373551515991,
    -5.770780163653224,
    4.6166223680818685,
    -3.847185189178997,
    3.3018427985058048,
    -2.889218874169585,
];
/// The same for results of single precision.
const LOG1P_SHORT: [f64; 4] = [0.3333333115242509, -0.2499999809165842, 0.20015792637219817, -0.16680485521208166];
/// (log(1 + r) - r + r^2 / 2 - r^3 / 3) / r^4.
const LOG1P_LONG: [f64; 9] = [
    -0.25,
    0.19999999999999596,
    -0.1666666666666629,
    0.14285714290584867,
    -0.12500000004522774,
    0.11111095241256863,
    -0.09999985263439083,
    0.09110055583616339,
    -0.08351112465097728,
];
/// ln 2, in a multiple of 2^-42 and what is missing there.
const LN2: (f64, f64) = (0.6931471805598903, 5.497923018708371e-14);
const INV_LN2: (f64, f64) = (std::f64::consts::LOG2_E, 2.0355273740931033e-17);
const INV_LN10: (f64, f64) = (std::f64::consts::LOG10_E, 1.098319650216765e-17);

/// The bits of 0.703125, less those of 1024 powers of two: differences are then positive.
const OFFSET: u64 = 0x3fe6_8000_0000_0000_u64.wrapping_sub(1024 << 52);
/// The bits of the exponent and the sign.
const EXPONENT: u64 = 0xfff << 52;

/// A positive normal number, taken apart.
pub(crate) struct Parts<V> {
    /// The power of two.
    pub(crate) power: V,
    /// The number's entry in the tables, in the lowest bits.
    pub(crate) index: V,
    /// What the number is times the inverse and without the power of two, less 1.
    pub(crate) r: V,
    /// What rounding took from that: a bit, if it is larger than 1/32.
    lost: V,
}

#[inline(always)]
pub(crate) fn parts<V: Lanes>(x: V) -> Parts<V> {
    let offset = x.sub_bits(V::splat_bits(OFFSET));
    let biased = offset.shr_bits::<52>().or_bits(V::splat_bits(0x4330 << 48));
    let power = biased - V::splat(4503599627370496.0 + 1024.0);
    let without = offset.and_bits(V::splat_bits(EXPONENT)).sub_bits(V::splat_bits(1024 << 52));
    let index = offset.shr_bits::<48>();
    let (m, inverse, one) = (x.sub_bits(without), V::lookup(&INVERSE, index), V::splat(1.0));
    let r = m.mul_add(inverse, -one);
    let (product, error) = multiply_exact(m, inverse);
    Parts { power, index, r, lost: error - (r - (product - one)) }
}

/// The logarithm of a positive normal number times 1 + `more`, as a large and a small part; `more` is tiny.
#[inline(always)]
fn log_parts<V: Lanes>(p: &Parts<V>, more: V) -> (V, V) {
    let r = p.r;
    let known = p.power.mul_add(V::splat(LN2.0), V::lookup(&LOG, p.index));
    let (sum, error) = add_smaller(known, r);
    let rest = p.power.mul_add(V::splat(LN2.1), V::lookup(&LOG_REST, p.index));
    let series = (r * r) * polynomial(r, &LOG1P).mul_add(r, V::splat(-0.5));
    (sum, series + (rest + error + more))
}

/// The logarithm of a positive normal number in single precision.
#[inline(always)]
fn log_short_of<V: Lanes>(p: &Parts<V>) -> V {
    let known = p.power.mul_add(V::splat(LN2.0), V::lookup(&LOG, p.index));
    let series = polynomial(p.r, &LOG1P_SHORT).mul_add(p.r, V::splat(-0.5));
    (p.r * p.r).mul_add(series, known + p.r)
}

/// Which numbers have logarithms that need no care.
#[inline(always)]
pub(crate) fn is_ordinary<V: Lanes>(x: V) -> V::Mask {
    V::splat(f64::MIN_POSITIVE).le(x) & x.lt(V::splat(f64::INFINITY))
}

/// The logarithm of what is not ordinary: zero, subnormal, negative, infinite, NaN; that of `x` by `log` if it is subnormal
/// and 2^54 times as large.
#[inline(always)]
fn special(x: f64, log: impl Fn(f64) -> f64, of_2: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x < 0.0 {
        f64::NAN
    } else if x < f64::MIN_POSITIVE {
        log(x * 18014398509481984.0) - 54.0 * of_2
    } else {
        x
    }
}

#[inline(always)]
pub(crate) fn log<V: Lanes>(x: V) -> (V, V::Mask) {
    let (high, low) = log_parts(&parts(x), V::splat(0.0));
    (high + low, is_ordinary(x))
}

#[inline(always)]
pub(crate) fn log_short<V: Lanes>(x: V) -> (V, V::Mask) {
    (log_short_of(&parts(x)), is_ordinary(x))
}

pub(crate) fn log_special(x: f64) -> f64 {
    special(x, |x| log(x).0, std::f64::consts::LN_2)
}

/// A sum of a large and a small part times a constant of two parts.
#[inline(always)]
fn times<V: Lanes>((high, low): (V, V), by: (f64, f64)) -> (V, V) {
    let (product, error) = multiply_exact(high, V::splat(by.0));
    (product, low.mul_add(V::splat(by.0), high.mul_add(V::splat(by.1), error)))
}

/// A logarithm to the base of 2 from a natural one, both of two parts.
#[inline(always)]
pub(crate) fn log2_parts<V: Lanes>(natural: (V, V)) -> (V, V) {
    times(natural, INV_LN2)
}

#[inline(always)]
pub(crate) fn log2<V: Lanes>(x: V) -> (V, V::Mask) {
    let (high, low) = times(log_parts(&parts(x), V::splat(0.0)), INV_LN2);
    (high + low, is_ordinary(x))
}

#[inline(always)]
pub(crate) fn log2_short<V: Lanes>(x: V) -> (V, V::Mask) {
    // Exact for powers of two: rounded to few bits, such a result may be half-way between two.
    let p = parts(x);
    let rest = log_short_of(&Parts { power: V::splat(0.0), ..p });
    (rest.mul_add(V::splat(INV_LN2.0), p.power), is_ordinary(x))
}

pub(crate) fn log2_special(x: f64) -> f64 {
    special(x, |x| log2(x).0, 1.0)
}

#[inline(always)]
pub(crate) fn log10<V: Lanes>(x: V) -> (V, V::Mask) {
    let (high, low) = times(log_parts(&parts(x), V::splat(0.0)), INV_LN10);
    (high + low, is_ordinary(x))
}

#[inline(always)]
pub(crate) fn log10_short<V: Lanes>(x: V) -> (V, V::Mask) {
    (log_short_of(&parts(x)) * V::splat(INV_LN10.0), is_ordinary(x))
}

pub(crate) fn log10_special(x: f64) -> f64 {
    special(x, |x| log10(x).0, std::f64::consts::LOG10_2)
}

/// The logarithm of a sum of a large and a small part, as a sum of two; the large one is positive and normal.
#[inline(always)]
pub(crate) fn log_of_sum<V: Lanes>(high: V, low: V) -> (V, V) {
    let p = parts(high);
    let more = more(&p, low);
    // Logarithms grow by that over 1 + r.
    log_parts(&p, p.r.neg_mul_add(more, more))
}

/// What a small part of a number adds to `r`.
#[inline(always)]
fn more<V: Lanes>(p: &Parts<V>, low: V) -> V {
    let to_power = (V::splat(SHIFT + 1023.0) - p.power).shl_bits::<52>();
    low * to_power * V::lookup(&INVERSE, p.index)
}

#[inline(always)]
pub(crate) fn log_of_sum_short<V: Lanes>(high: V, low: V) -> V {
    let p = parts(high);
    let r = p.r + more(&p, low);
    log_short_of(&Parts { r, ..p })
}

#[inline(always)]
pub(crate) fn log1p_short<V: Lanes>(x: V) -> (V, V::Mask) {
    let (sum, error) = add_exact(V::splat(1.0), x);
    (log_of_sum_short(sum, error).with_sign(x), V::splat(-1.0).lt(x) & x.lt(V::splat(f64::MAX)))
}

#[inline(always)]
pub(crate) fn log1p<V: Lanes>(x: V) -> (V, V::Mask) {
    let (sum, error) = add_exact(V::splat(1.0), x);
    let (high, low) = log_of_sum(sum, error);
    ((high + low).with_sign(x), V::splat(-1.0).lt(x) & x.lt(V::splat(1e300)))
}

pub(crate) fn log1p_special(x: f64) -> f64 {
    if x == -1.0 {
        f64::NEG_INFINITY
    } else if x < -1.0 {
        f64::NAN
    } else if x < f64::INFINITY {
        log(x).0
    } else {
        x
    }
}

/// The logarithm of a positive normal number as a sum that is exact to 2^-64 of it.
#[inline(always)]
pub(crate) fn log_long<V: Lanes>(x: V) -> (V, V) {
    log_parts_long(&parts(x), V::splat(0.0))
}

/// The same of a subnormal number.
pub(crate) fn log_long_of_subnormal(x: f64) -> (f64, f64) {
    let p = parts(x * 18014398509481984.0);
    log_parts_long(&Parts { power: p.power - 54.0, ..p }, 0.0)
}

/// The same of a sum of a large and a small part.
#[inline(always)]
pub(crate) fn log_of_sum_long<V: Lanes>(high: V, low: V) -> (V, V) {
    let p = parts(high);
    let more = more(&p, low);
    // That over 1 + r, to three terms.
    let over = p.r.neg_mul_add(more, more);
    log_parts_long(&p, p.r.neg_mul_add(over, more))
}

#[inline(always)]
fn log_parts_long<V: Lanes>(p: &Parts<V>, more: V) -> (V, V) {
    let r = p.r;
    let more = more + r.neg_mul_add(p.lost, p.lost);
    let known = p.power.mul_add(V::splat(LN2.0), V::lookup(&LOG, p.index));
    let rest = p.power.mul_add(V::splat(LN2.1), V::lookup(&LOG_REST, p.index));
    let (square, square_error) = multiply_exact(r, r);
    let (sum, error) = add_smaller(known, r);
    let (sum, error_of_square) = add_smaller(sum, square * V::splat(-0.5));
    let cubic = (square * r) * polynomial(r, &LOG1P_LONG).mul_add(r, V::splat(1.0 / 3.0));
    let low = cubic + square_error.mul_add(V::splat(-0.5), rest + (error + error_of_square + more));
    add_smaller(sum, low)
}

/// 16 times the logarithm to the base of 2 of a positive normal number, exact to 2^-46 of it.
#[inline(always)]
pub(crate) fn steps_of<V: Lanes>(x: V) -> V {
    let p = parts(x);
    let known = p.power.mul_add(V::splat(16.0), V::lookup(&STEPS, p.index));
    p.r.mul_add(polynomial(p.r, &STEPS1P), known)
}
