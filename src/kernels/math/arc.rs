//! The inverses of the sine, the cosine and the tangent.
//!
//! The arc of a tangent t is that of one of sixteen numbers c nearby, plus that of (t - c) / (1 + c t), which is small: a
//! short polynomial does. The arc of a sine x above 1/2 is pi / 2 less twice that of the root of (1 - x) / 2.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::compensated::{add_smaller, polynomial};
use crate::simd::lanes::Lanes;

/// (asin a - a) / a^3, of a^2, up to 1/2.
const ASIN: [f64; 13] = [
    0.16666666666666763,
    0.07499999999970258,
    0.04464285717512345,
    0.030381942683512922,
    0.02237221566275458,
    0.017351600055021694,
    0.013980961818688582,
    0.01139777350682629,
    0.010786540404051451,
    0.003683007549059966,
    0.021763564784529517,
    -0.021077362227207012,
    0.032676920679235534,
];
/// asin a / a, of a^2, for results of single precision.
const ASIN_SHORT: [f64; 8] = [
    0.9999999999849039,
    0.1666666742165999,
    0.0749993819880475,
    0.04466203568202578,
    0.03009220714490258,
    0.02471155748899076,
    0.007223780117204326,
    0.03495161426504025,
];
/// (atan r - r) / r^3, of r^2, up to 1/9.
const ATAN: [f64; 6] = [
    -0.3333333333333326,
    0.1999999999985419,
    -0.1428571419290219,
    0.11111084556058395,
    -0.09087171296938445,
    0.07439074120389644,
];
/// atan r / r, of r^2, for results of single precision.
const ATAN_SHORT: [f64; 4] = [0.9999999999925143, -0.3333333074147487, 0.1999861359384483, -0.1405742868849289];
/// A number near those from 0, from 1/16 in steps of half a power of two, and from 8; in the order in which the lowest
/// three bits of their exponents and the first of their fractions number them, with the one from 0 as number 5.
const CENTER: [f64; 16] = [
    2.5, 3.25, 5.0, 6.5, 16.0, 0.0, 0.078125, 0.1015625, 0.15625, 0.203125, 0.3125, 0.40625, 0.625, 0.8125, 1.25, 1.625,
];
/// Their arcs, in multiples of 2^-48.
const ANGLE: [f64; 16] = [
    1.1902899496825334,
    1.2722973952087173,
    1.3734007669450143,
    1.4181469983996315,
    1.5083775167989408,
    0.0,
    0.07796663383154367,
    0.10121544166746688,
    0.15499674192394153,
    0.20039855382587746,
    0.30288486837497075,
    0.38588266939807525,
    0.5585993153435638,
    0.682316554874749,
    0.8960553845713441,
    1.0191413442663482,
];
/// What is missing there.
const ANGLE_REST: [f64; 16] = [
    -1.6995235031018297e-15,
    2.245875015034507e-17,
    1.521235130917524e-15,
    -8.263883782511014e-17,
    -1.5609197579260943e-15,
    0.0,
    -1.368096441100488e-15,
    -2.0248561455859344e-16,
    -5.45526096718464e-16,
    1.0578518276810831e-15,
    6.551229868720926e-16,
    -1.4750128559190418e-15,
    -1.3377232600987796e-15,
    -8.812351960285652e-16,
    -1.9280584206728825e-16,
    1.5643162533445859e-15,
];
/// Where the step before 1/16 begins.
const LOWEST: f64 = 0.046875;

/// What is missing in pi and its parts, as a part of them.
const PI_RELATIVE: f64 = 3.8981718325193755e-17;

/// A sine's magnitude, or what takes its place if it is above 1/2.
struct Sine<V: Lanes> {
    /// Whether it is not above 1/2.
    small: V::Mask,
    /// At most 1/2.
    a: V,
    /// What the arc is more than that.
    more: V,
}

#[inline(always)]
fn sine<V: Lanes>(x: V) -> Sine<V> {
    let magnitude = x.abs();
    let small = magnitude.le(V::splat(0.5));
    let square = magnitude.neg_mul_add(V::splat(0.5), V::splat(0.5));
    let root = square.sqrt();
    let root_rest = root.neg_mul_add(root, square) * (V::splat(0.5) / root.max(V::splat(1e-100)));
    let a = V::select(small, magnitude, root);
    let z = V::select(small, magnitude * magnitude, square);
    let rest = V::select(small, V::splat(0.0), root_rest);
    Sine { small, a, more: (a * z).mul_add(polynomial(z, &ASIN), rest) }
}

impl<V: Lanes> Sine<V> {
    /// The arc times a small number, plus a part of pi that is zero or not smaller.
    #[inline(always)]
    fn arc(&self, by: V, base: V) -> V {
        let (sum, error) = add_smaller(base, by * self.a);
        sum + by.mul_add(self.more, base.mul_add(V::splat(PI_RELATIVE), error))
    }
}

#[inline(always)]
pub(crate) fn asin<V: Lanes>(x: V) -> V {
    let s = sine(x);
    let by = V::select(s.small, V::splat(1.0), V::splat(-2.0));
    let base = V::select(s.small, V::splat(0.0), V::splat(FRAC_PI_2));
    s.arc(by, base).with_sign(x)
}

/// What the arc of a cosine is by that of a sine: which times the first, plus the second.
#[inline(always)]
fn cosine<V: Lanes>(x: V, small: V::Mask) -> (V, V) {
    let by = V::select(small, V::splat(-1.0), V::splat(2.0)).xor_bits(x.and_bits(V::splat(-0.0)));
    let large = V::select(x.lt(V::splat(0.0)), V::splat(PI), V::splat(0.0));
    (by, V::select(small, V::splat(FRAC_PI_2), large))
}

#[inline(always)]
pub(crate) fn acos<V: Lanes>(x: V) -> V {
    let s = sine(x);
    let (by, base) = cosine(x, s.small);
    s.arc(by, base)
}

/// Whether a sine's magnitude is not above 1/2, and the arc of it or what takes its place.
#[inline(always)]
fn arc_short<V: Lanes>(x: V) -> (V::Mask, V) {
    let magnitude = x.abs();
    // The square of the one or the other: of the magnitude if that is not above 1/2.
    let z = (magnitude * magnitude).min(magnitude.neg_mul_add(V::splat(0.5), V::splat(0.5)));
    (magnitude.le(V::splat(0.5)), z.sqrt() * polynomial(z, &ASIN_SHORT))
}

#[inline(always)]
pub(crate) fn asin_short<V: Lanes>(x: V) -> V {
    let (small, arc) = arc_short(x);
    let large = arc.mul_add(V::splat(-2.0), V::splat(FRAC_PI_2));
    V::select(small, arc, large).with_sign(x)
}

#[inline(always)]
pub(crate) fn acos_short<V: Lanes>(x: V) -> V {
    let (small, arc) = arc_short(x);
    let (by, base) = cosine(x, small);
    arc.mul_add(by, base)
}

/// The entry in the tables for a tangent, in the lowest bits.
#[inline(always)]
fn entry<V: Lanes>(tangent: V) -> V {
    // The lowest for what is no number, too: with 0 above, a ratio of bits is none.
    tangent.max(V::splat(LOWEST)).min(V::splat(8.0)).shr_bits::<51>()
}

/// The entry for a tangent `above / below`, or the one beside it if that is near.
#[inline(always)]
fn entry_of_ratio<V: Lanes>(above: V, below: V) -> V {
    // Bits are nearly logarithms.
    entry(above.sub_bits(below).add_bits(V::splat(1.0)))
}

/// The arc of the tangent `above / below`, of that entry, less a multiple of pi.
#[inline(always)]
fn arc<V: Lanes>(above: V, below: V, entry: V, less: V) -> V {
    let center = V::lookup(&CENTER, entry);
    let n = center.neg_mul_add(below, above);
    let d = center.mul_add(above, below);
    let d_rest = center.mul_add(above, below - d);
    let inverse = V::splat(1.0) / d;
    let r = n * inverse;
    let left = r.neg_mul_add(d_rest, r.neg_mul_add(d, n));
    let z = r * r;
    let more = left.mul_add(inverse, (z * r) * polynomial(z, &ATAN));
    let rest = less.neg_mul_add(V::splat(PI_RELATIVE), V::lookup(&ANGLE_REST, entry));
    let (sum, error) = add_smaller(V::lookup(&ANGLE, entry) - less, r);
    sum + (more + (rest + error))
}

#[inline(always)]
pub(crate) fn atan<V: Lanes>(x: V) -> V {
    // Beyond, the result is as good as that of infinity.
    let tangent = V::splat(1e20).min(x.abs());
    arc(tangent, V::splat(1.0), entry(tangent), V::splat(0.0)).with_sign(x)
}

#[inline(always)]
pub(crate) fn atan2<V: Lanes>(y: V, x: V) -> (V, V::Mask) {
    // Below that, the result is as good as that of zero.
    let (above, below) = (y.abs(), V::splat(1e-165).max(x.abs()));
    let less = V::select(x.lt(V::splat(0.0)), V::splat(PI), V::splat(0.0));
    // Less pi, it is what the arc is the other way round.
    let arc = arc(above, below, entry_of_ratio(above, below), less).abs().with_sign(y);
    // Of these, nothing becomes too large or too small on the way.
    let least = V::select(above.same(V::splat(0.0)), below, above);
    (arc, V::splat(1e-140).lt(least) & above.lt(V::splat(1e140)) & below.lt(V::splat(1e140)))
}

/// The arc where numbers are zero, infinite, NaN, or too large or too small for the ordinary way.
pub(crate) fn atan2_special(y: f64, x: f64) -> f64 {
    let (mut above, mut below) = (y.abs(), x.abs());
    let arc = if y.is_nan() || x.is_nan() {
        f64::NAN
    } else if above == 0.0 || below == f64::INFINITY && above < below {
        if x.is_sign_negative() { PI } else { 0.0 }
    } else if below == 0.0 || above == f64::INFINITY && below < above {
        FRAC_PI_2
    } else if above == f64::INFINITY {
        if x < 0.0 { 3.0 * FRAC_PI_4 } else { FRAC_PI_4 }
    } else if above / below < 1e-20 {
        if x < 0.0 { PI } else { above / below }
    } else if below / above < 1e-20 {
        FRAC_PI_2
    } else {
        const STEP: f64 = (1u128 << 100) as f64;
        while above > STEP {
            (above, below) = (above / STEP, below / STEP);
        }
        while above < 1.0 / STEP {
            (above, below) = (above * STEP, below * STEP);
        }
        atan2(above, below.copysign(x)).0
    };
    arc.copysign(y)
}

/// The arc of the tangent `above / below`, of that entry, in single precision.
#[inline(always)]
fn arc_of_short<V: Lanes>(above: V, below: V, entry: V, less: V) -> V {
    let center = V::lookup(&CENTER, entry);
    let r = center.neg_mul_add(below, above) / center.mul_add(above, below);
    r.mul_add(polynomial(r * r, &ATAN_SHORT), V::lookup(&ANGLE, entry) - less)
}

#[inline(always)]
pub(crate) fn atan_short<V: Lanes>(x: V) -> V {
    let tangent = V::splat(1e20).min(x.abs());
    arc_of_short(tangent, V::splat(1.0), entry(tangent), V::splat(0.0)).with_sign(x)
}

#[inline(always)]
pub(crate) fn atan2_short<V: Lanes>(y: V, x: V) -> (V, V::Mask) {
    // Zero and infinity as numbers so far from others of single precision that ratios are rounded to the same.
    let above = V::splat(1e100).min(y.abs());
    let below = V::splat(1e-60).max(V::splat(1e100).min(x.abs()));
    // Pi if the sign is negative, that of zero too.
    let less = V::splat(FRAC_PI_2) - V::splat(FRAC_PI_2).with_sign(x);
    let arc = arc_of_short(above, below, entry_of_ratio(above, below), less);
    (arc.abs().with_sign(y), V::always())
}
