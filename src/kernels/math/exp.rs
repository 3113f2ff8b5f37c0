//! The exponential function and its kin.
//!
//! A number is split into a multiple of ln 2 / 16 and a rest of at most ln 2 / 32: powers of 2^(1/16) are in a table, with
//! what their rounding took, and the rest is the argument of a short polynomial.

use super::compensated::{add_exact, add_product, add_smaller, polynomial};
use super::log::{log_of_sum_long, log2_parts};
use crate::simd::lanes::{Lanes, SHIFT};

/// 2^(j/16), rounded.
const TWO_TO: [f64; 16] = [
    1.0,
    1.0442737824274138,
    1.0905077326652577,
    1.1387886347566916,
    1.189207115002721,
    1.241857812073484,
    1.2968395546510096,
    1.3542555469368927,
    std::f64::consts::SQRT_2,
    1.4768261459394993,
    1.5422108254079407,
    1.6104903319492543,
    1.681792830507429,
    1.7562521603732995,
    1.8340080864093424,
    1.9152065613971474,
];
/// What their rounding took, as a part of them.
const TWO_TO_RELATIVE: [f64; 16] = [
    0.0,
    8.189317638195514e-17,
    -2.7939114859515733e-17,
    7.826573258636075e-17,
    3.3484623336251524e-17,
    3.7508542013031266e-17,
    1.9572585293112036e-17,
    5.68648095791174e-17,
    -6.835808657661923e-17,
    -2.3591094770850053e-17,
    5.1548301170786783e-17,
    1.5341410053603723e-17,
    4.875160526227061e-17,
    1.685487290628973e-17,
    1.790126907604513e-17,
    -5.5450656186394274e-17,
];
/// (e^r - 1 - r) / r^2.
const EXP: [f64; 6] = [
    0.5000000000000001,
    0.16666666666666669,
    0.04166666666358317,
    0.008333333332990724,
    0.0013889063789935463,
    0.00019841464175558392,
];
/// The same for results of single precision.
const EXP_SHORT: [f64; 3] = [0.5, 0.1666696050116495, 0.04166715638980264];
/// (2^(r/16) - 1) / r, up to 1/2, for results of single precision.
const STEP_SHORT: [f64; 4] =
    [0.043321698760165554, 0.00093838479248661, 1.3551205130610084e-05, 1.4676455840392864e-07];
/// (sinh r - r) / r^3, of r^2.
const SINH: [f64; 3] = [0.16666666666666669, 0.008333333332990724, 0.00019841464175558392];
/// (cosh r - 1) / r^2, of r^2.
const COSH: [f64; 3] = [0.5000000000000001, 0.04166666666358317, 0.0013889063789935463];

/// What `LN_2` lacks of ln 2.
const LN2_REST: f64 = 2.3190468138462996e-17;
/// 16 / ln 2.
const STEPS: f64 = 23.083120654223414;
/// ln 2 / 16: its first 41 bits, so that products with up to 12 more are exact, and the others.
const STEP: (f64, f64) = (0.043321698784978935, 1.7647056601894736e-14);

/// A number in steps of ln 2 / 16.
struct Steps<V> {
    /// How many, in the lowest bits.
    bits: V,
    /// How many.
    count: V,
    /// What is left.
    rest: V,
    /// What rounding took from that.
    lost: V,
}

#[inline(always)]
fn steps<V: Lanes>(x: V) -> Steps<V> {
    let bits = x.mul_add(V::splat(STEPS), V::splat(SHIFT));
    let count = bits - V::splat(SHIFT);
    let exact = count.neg_mul_add(V::splat(STEP.0), x);
    let rest = count.neg_mul_add(V::splat(STEP.1), exact);
    Steps { bits, count, rest, lost: count.neg_mul_add(V::splat(STEP.1), exact - rest) }
}

impl<V: Lanes> Steps<V> {
    /// The power of two in the steps, to be rounded down.
    #[inline(always)]
    fn power(&self) -> V {
        self.count * V::splat(0.0625)
    }

    /// The exponential function, `more` being a small part of the argument that is not in the steps.
    #[inline(always)]
    fn exp(&self, more: V) -> V {
        let r = self.rest;
        let p = (r * r).mul_add(polynomial(r, &EXP), more.mul_add(r, more)) + r;
        let two_to = V::lookup(&TWO_TO, self.bits);
        two_to.mul_add(p + V::lookup(&TWO_TO_RELATIVE, self.bits), two_to).scale(self.power())
    }

    #[inline(always)]
    fn exp_short(&self) -> V {
        let r = self.rest;
        let p = (r * r).mul_add(polynomial(r, &EXP_SHORT), r);
        let two_to = V::lookup(&TWO_TO, self.bits);
        two_to.mul_add(p, two_to).scale(self.power())
    }
}

/// Keeps a number, or NaN, within limits.
#[inline(always)]
pub(crate) fn within<V: Lanes>(x: V, low: f64, high: f64) -> V {
    V::splat(low).max(V::splat(high).min(x))
}

#[inline(always)]
pub(crate) fn exp<V: Lanes>(x: V) -> V {
    steps(within(x, -746.0, 710.0)).exp(V::splat(0.0))
}

/// The exponential function of steps and a small part more, as a sum of two, for arguments between -700 and 700.
#[inline(always)]
fn exp_parts<V: Lanes>(s: &Steps<V>, more: V) -> (V, V) {
    let r = s.rest;
    let more = more + s.lost;
    let series = (r * r).mul_add(polynomial(r, &EXP), more.mul_add(r, more));
    let two_to = V::lookup(&TWO_TO, s.bits);
    let (sum, error) = add_product(two_to, two_to, r);
    let low = two_to.mul_add(series + V::lookup(&TWO_TO_RELATIVE, s.bits), error);
    let scale = V::splat(1.0).scale(s.power());
    let (high, low) = add_smaller(sum, low);
    (high * scale, low * scale)
}

/// The larger of two finite numbers, and the difference between them, with what rounding took from it.
#[inline(always)]
fn larger_and_difference<V: Lanes>(a: V, b: V) -> (V, V, V) {
    let (large, small) = (a.max(b), a.min(b));
    let (d, error) = add_exact(small, -large);
    (large, d, error)
}

/// The logarithm of 1 + `high` + `low`.
#[inline(always)]
fn log1p_parts<V: Lanes>((high, low): (V, V)) -> (V, V) {
    let (sum, error) = add_smaller(V::splat(1.0), high);
    log_of_sum_long(sum, error + low)
}

#[inline(always)]
fn add_parts<V: Lanes>(large: V, (high, low): (V, V)) -> V {
    let (sum, error) = add_exact(large, high);
    sum + (error + low)
}

#[inline(always)]
fn are_finite<V: Lanes>(a: V, b: V) -> V::Mask {
    let infinity = V::splat(f64::INFINITY);
    a.abs().lt(infinity) & b.abs().lt(infinity)
}

/// log(e^a + e^b) of finite numbers: the larger, and the logarithm of 1 + e^d of their difference d.
#[inline(always)]
pub(crate) fn logaddexp<V: Lanes>(a: V, b: V) -> (V, V::Mask) {
    let (large, d, error) = larger_and_difference(a, b);
    let exp = exp_parts(&steps(within(d, -700.0, 0.0)), error);
    (add_parts(large, log1p_parts(exp)), are_finite(a, b) & V::splat(-700.0).lt(d))
}

/// log2(2^a + 2^b) of finite numbers.
#[inline(always)]
pub(crate) fn logaddexp2<V: Lanes>(a: V, b: V) -> (V, V::Mask) {
    let (large, d, error) = larger_and_difference(a, b);
    let exp = exp_parts(&steps2(within(d, -1000.0, 0.0)), error * V::splat(std::f64::consts::LN_2));
    let sum = add_parts(large, log2_parts(log1p_parts(exp)));
    // Twice the same is one more, exactly.
    let twice = d.same(V::splat(0.0));
    (V::select(twice, large + V::splat(1.0), sum), are_finite(a, b) & V::splat(-1000.0).lt(d))
}

/// The same of infinite numbers, NaN, and numbers so far apart that log(1 + e^d) is e^d.
pub(crate) fn logaddexp_special(a: f64, b: f64) -> f64 {
    far_apart(a, b, exp)
}

pub(crate) fn logaddexp2_special(a: f64, b: f64) -> f64 {
    far_apart(a, b, |d| exp2(d) * std::f64::consts::LOG2_E)
}

fn far_apart(a: f64, b: f64, exp: impl Fn(f64) -> f64) -> f64 {
    if a == b || a.is_nan() || b.is_nan() {
        return if a == b { a } else { a + b };
    }
    let (large, small) = if a > b { (a, b) } else { (b, a) };
    large + exp(small - large)
}

/// e^(high + low), `low` being a small part of `high`.
#[inline(always)]
pub(crate) fn exp_of_sum<V: Lanes>(high: V, low: V) -> V {
    let inside = high.abs().lt(V::splat(746.0));
    let high = within(high, -746.0, 746.0);
    steps(high).exp(V::select(inside, low, V::splat(0.0)))
}

#[inline(always)]
pub(crate) fn exp_short<V: Lanes>(x: V) -> V {
    steps(within(x, -300.0, 300.0)).exp_short()
}

/// 2^(x / 16) in single precision.
#[inline(always)]
pub(crate) fn two_to_steps_short<V: Lanes>(x: V) -> V {
    let x = within(x, -4800.0, 4800.0);
    let bits = x + V::splat(SHIFT);
    let count = bits - V::splat(SHIFT);
    let r = x - count;
    let two_to = V::lookup(&TWO_TO, bits);
    two_to.mul_add(r * polynomial(r, &STEP_SHORT), two_to).scale(count * V::splat(0.0625))
}

/// The steps of a power of two.
#[inline(always)]
fn steps2<V: Lanes>(x: V) -> Steps<V> {
    let bits = x.mul_add(V::splat(16.0), V::splat(SHIFT));
    let count = bits - V::splat(SHIFT);
    let exact = count.neg_mul_add(V::splat(0.0625), x);
    let ln2 = V::splat(std::f64::consts::LN_2);
    let rest = exact * ln2;
    let lost = exact.mul_add(V::splat(LN2_REST), exact.mul_add(ln2, -rest));
    Steps { bits, count, rest, lost }
}

#[inline(always)]
pub(crate) fn exp2<V: Lanes>(x: V) -> V {
    steps2(within(x, -1080.0, 1030.0)).exp(V::splat(0.0))
}

#[inline(always)]
pub(crate) fn exp2_short<V: Lanes>(x: V) -> V {
    steps2(within(x, -400.0, 400.0)).exp_short()
}

#[inline(always)]
pub(crate) fn expm1<V: Lanes>(x: V) -> V {
    let s = steps(within(x, -50.0, 710.0));
    let r = s.rest;
    let two_to = V::lookup(&TWO_TO, s.bits);
    let rest = two_to * V::lookup(&TWO_TO_RELATIVE, s.bits);
    let rest = rest.mul_add(r, rest);
    // One, as a part of the power of two that all is multiplied with in the end.
    let power = s.power();
    let one = V::splat(1.0).scale(-power.floor());
    let (sum, error) = add_exact(two_to, -one);
    let (sum, product_error) = add_product(sum, two_to, r);
    let series = (r * r).mul_add(polynomial(r, &EXP), s.lost);
    let y = sum + two_to.mul_add(series, error + rest + product_error);
    y.scale(power).with_sign(x)
}

#[inline(always)]
pub(crate) fn expm1_short<V: Lanes>(x: V) -> V {
    let s = steps(within(x, -50.0, 300.0));
    let r = s.rest;
    let p = (r * r).mul_add(polynomial(r, &EXP_SHORT), r);
    let two_to = V::lookup(&TWO_TO, s.bits).scale(s.power());
    two_to.mul_add(p, two_to - V::splat(1.0)).with_sign(x)
}

/// The hyperbolic sine and cosine of a magnitude, each a sum of a large and a small part, as parts of 2^`power`.
struct Hyperbolic<V> {
    sinh: (V, V),
    cosh: (V, V),
    power: V,
}

/// With `k` steps and a rest `r`: sinh(k + r) = sinh k cosh r + cosh k sinh r, and cosh likewise.
#[inline(always)]
fn hyperbolic<V: Lanes>(magnitude: V) -> Hyperbolic<V> {
    let s = steps(magnitude);
    let r = s.rest;
    let z = r * r;
    let sinh_r = (z * r).mul_add(polynomial(z, &SINH), s.lost);
    let cosh_r_less_1 = z * polynomial(z, &COSH);
    // e^k and e^-k, halved in the end, as parts of the power of two in e^k.
    let back = V::splat(SHIFT) - s.count;
    let floor = s.power().floor();
    let up = V::lookup(&TWO_TO, s.bits);
    let down = V::lookup(&TWO_TO, back).scale((-s.power()).floor() - floor);
    let up_rest = up * V::lookup(&TWO_TO_RELATIVE, s.bits);
    let down_rest = down * V::lookup(&TWO_TO_RELATIVE, back);
    let (sinh_k, sinh_error) = add_smaller(up, -down);
    let (cosh_k, cosh_error) = add_smaller(up, down);
    let sinh_error = sinh_error + (up_rest - down_rest);
    let cosh_error = cosh_error + (up_rest + down_rest);
    let sinh = sinh_k.mul_add(cosh_r_less_1, cosh_error.mul_add(r, sinh_error));
    let cosh = cosh_k.mul_add(cosh_r_less_1, sinh_k.mul_add(r + sinh_r, cosh_error));
    let (sum, product_error) = add_product(sinh_k, cosh_k, r);
    let sinh = (sum, cosh_k.mul_add(sinh_r, sinh + product_error));
    Hyperbolic { sinh, cosh: (cosh_k, cosh), power: floor - V::splat(1.0) }
}

#[inline(always)]
pub(crate) fn sinh<V: Lanes>(x: V) -> V {
    let h = hyperbolic(V::splat(712.0).min(x.abs()));
    (h.sinh.0 + h.sinh.1).scale(h.power).with_sign(x)
}

#[inline(always)]
pub(crate) fn cosh<V: Lanes>(x: V) -> V {
    let h = hyperbolic(V::splat(712.0).min(x.abs()));
    (h.cosh.0 + h.cosh.1).scale(h.power)
}

/// Both at once.
#[inline(always)]
pub(crate) fn sinh_cosh<V: Lanes>(x: V) -> (V, V) {
    let h = hyperbolic(V::splat(712.0).min(x.abs()));
    let sinh = (h.sinh.0 + h.sinh.1).scale(h.power).with_sign(x);
    (sinh, (h.cosh.0 + h.cosh.1).scale(h.power))
}

/// The same without the small parts.
#[inline(always)]
fn hyperbolic_short<V: Lanes>(magnitude: V) -> (V, V, V) {
    let s = steps(magnitude);
    let r = s.rest;
    let z = r * r;
    let sinh_r = (z * r).mul_add(V::splat(1.0 / 6.0), r);
    let cosh_r_less_1 = z * z.mul_add(V::splat(1.0 / 24.0), V::splat(0.5));
    let floor = s.power().floor();
    let up = V::lookup(&TWO_TO, s.bits);
    let down = V::lookup(&TWO_TO, V::splat(SHIFT) - s.count).scale((-s.power()).floor() - floor);
    let (sinh_k, cosh_k) = (up - down, up + down);
    let sinh = sinh_k + cosh_k.mul_add(sinh_r, sinh_k * cosh_r_less_1);
    let cosh = cosh_k + sinh_k.mul_add(sinh_r, cosh_k * cosh_r_less_1);
    (sinh, cosh, floor - V::splat(1.0))
}

#[inline(always)]
pub(crate) fn sinh_short<V: Lanes>(x: V) -> V {
    let (sinh, _, power) = hyperbolic_short(V::splat(200.0).min(x.abs()));
    sinh.scale(power).with_sign(x)
}

#[inline(always)]
pub(crate) fn cosh_short<V: Lanes>(x: V) -> V {
    let (_, cosh, power) = hyperbolic_short(V::splat(200.0).min(x.abs()));
    cosh.scale(power)
}

#[inline(always)]
pub(crate) fn tanh_short<V: Lanes>(x: V) -> V {
    let (sinh, cosh, _) = hyperbolic_short(V::splat(20.0).min(x.abs()));
    (sinh / cosh).abs().with_sign(x)
}
