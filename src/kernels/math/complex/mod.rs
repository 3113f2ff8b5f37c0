//! Exponential, trigonometric and hyperbolic functions of complex numbers.
//!
//! What it owns: each component to about as many bits as a number has, wherever the result is one; the special values of
//! C's Annex G, and NumPy's where that leaves a choice.
//!
//! `log` has logarithms and powers, `arc` the inverse functions, `real` the real functions they are made of, `loops` the loops.
//! Functions of `z` and of `iz` are one: the trigonometric ones are the hyperbolic ones with the components swapped.

mod arc;
mod log;
mod loops;
mod real;

pub(super) use arc::*;
pub(super) use log::*;
pub(super) use loops::*;

use super::compensated::{add_exact, add_smaller, multiply_exact};
use num_complex::Complex;

type Complex64 = Complex<f64>;

/// What `LN_2` lacks of ln 2.
pub(crate) const LN2_REST: f64 = 2.3190468138462996e-17;
/// Above this the exponential function is near its end.
pub(crate) const LARGE: f64 = 709.0;

/// The components in the other order: i times the conjugate.
#[inline(always)]
fn swap(z: Complex64) -> Complex64 {
    Complex::new(z.im, z.re)
}

/// A component of two parts.
pub(crate) type Pair = (f64, f64);

/// `ac + bd`, to twice the bits.
#[inline(always)]
pub(crate) fn sum_of_products(a: Pair, c: Pair, b: Pair, d: Pair) -> Pair {
    let (p, p_error) = multiply_exact(a.0, c.0);
    let (q, q_error) = multiply_exact(b.0, d.0);
    let (sum, error) = add_exact(p, q);
    let crossed = a.0.mul_add(c.1, a.1 * c.0) + b.0.mul_add(d.1, b.1 * d.0);
    add_exact(sum, error + (p_error + q_error) + crossed)
}

#[inline(always)]
pub(crate) fn multiply(a: Complex<Pair>, b: Complex<Pair>) -> Complex<Pair> {
    let minus = (-a.im.0, -a.im.1);
    Complex { re: sum_of_products(a.re, b.re, minus, b.im), im: sum_of_products(a.re, b.im, a.im, b.re) }
}

/// `a * b`, but zero if either is, even if the other is infinite or NaN, which has no sign then.
fn zero_or_product(a: f64, b: f64) -> f64 {
    let sign = |x: f64| if x.is_nan() { 1.0 } else { 1f64.copysign(x) };
    if a == 0.0 || b == 0.0 { 0.0 * sign(a) * sign(b) } else { a * b }
}

/// `a * e^(x + low) * by` for `x` above 709, where e^x may be infinite though the product is not; `by` is about 1.
#[cold]
#[inline(never)]
pub(crate) fn times_large_exp(a: f64, (x, x_low): (f64, f64), by: f64) -> f64 {
    if a == 0.0 {
        return a;
    }
    // So many powers of two go to `a`. It can take the many if the result is finite.
    let (powers, root) = if x < 1064.0 { (512.0, 2f64.powi(256)) } else { (1080.0, 2f64.powi(540)) };
    let (product, error) = multiply_exact(powers, std::f64::consts::LN_2);
    let (high, low) = add_smaller(x, -product);
    let exp = real::exp_of_sum(high, low + x_low - error - powers * LN2_REST);
    a * root * by * root * exp
}

/// `e^x * a` of both components; `x` is finite.
#[inline(always)]
fn times_exp(a: Complex64, x: f64) -> Complex64 {
    if x > LARGE {
        return Complex::new(times_large_exp(a.re, (x, 0.0), 1.0), times_large_exp(a.im, (x, 0.0), 1.0));
    }
    let exp = real::exp(x);
    Complex::new(exp * a.re, exp * a.im)
}

/// e^(ix)
#[inline(always)]
fn cis(x: f64) -> Complex64 {
    let (sin, cos) = real::sin_cos(x);
    Complex::new(cos, sin)
}

/// e^(i(high + low)), `low` being a small part of `high`.
#[inline(always)]
pub(crate) fn cis_of_sum(high: f64, low: f64) -> Complex64 {
    let Complex { re: cos, im: sin } = cis(high);
    // A zero keeps its sign.
    let low = if high == 0.0 { high } else { low };
    if low.abs() < 1e-9 {
        Complex::new(sin.mul_add(-low, cos), cos.mul_add(low, sin))
    } else if low.abs() > 1e9 {
        // Nothing is known of such an angle.
        Complex::new(cos, sin)
    } else {
        let more = cis(low);
        Complex::new(cos * more.re - sin * more.im, sin * more.re + cos * more.im)
    }
}

#[inline(always)]
pub(crate) fn exp(z: Complex64) -> Complex64 {
    if z.is_finite() { times_exp(cis(z.im), z.re) } else { exp_special(z) }
}

#[cold]
fn exp_special(z: Complex64) -> Complex64 {
    let exp = real::exp(z.re);
    if z.im == 0.0 {
        Complex::new(exp, z.im)
    } else if z.im.is_finite() {
        let cis = cis(z.im);
        Complex::new(exp * cis.re, exp * cis.im)
    } else if z.re == f64::NEG_INFINITY {
        Complex::new(0.0, 0f64.copysign(z.im))
    } else {
        Complex::new(if z.re.is_infinite() { z.re } else { f64::NAN }, f64::NAN)
    }
}

/// 2^z. The imaginary part times ln 2 is kept in two parts.
#[inline(always)]
pub(crate) fn exp2(z: Complex64) -> Complex64 {
    if !z.is_finite() {
        return exp_special(Complex::new(z.re, z.im * std::f64::consts::LN_2));
    }
    let (angle, error) = multiply_exact(z.im, std::f64::consts::LN_2);
    let cis = cis_of_sum(angle, z.im.mul_add(LN2_REST, error));
    let tiny = z.im.abs() < 1e-290 && z.im != 0.0;
    if z.re.abs() > 1000.0 || tiny {
        return exp2_special(z, cis);
    }
    let exp = real::exp2(z.re);
    Complex::new(exp * cis.re, exp * cis.im)
}

/// The same given 2^(iy), in steps that are not infinite before the product is.
#[cold]
#[inline(never)]
fn exp2_special(z: Complex64, cis: Complex64) -> Complex64 {
    let times = |a: f64, x: f64| {
        let first = x.clamp(-1000.0, 1000.0).trunc();
        let second = (x - first).clamp(-1000.0, 1000.0).trunc();
        let rest = (x - first - second).clamp(-1000.0, 1000.0);
        a * real::exp2(rest) * real::exp2(second) * real::exp2(first)
    };
    let im = if z.im.abs() > 1e-290 {
        times(cis.im, z.re)
    } else {
        // The product of ln 2 and a subnormal number would lack bits.
        let angle = z.im * 2f64.powi(500) * std::f64::consts::LN_2;
        if z.re > 500.0 { times(angle, z.re - 500.0) } else { times(angle, z.re) * 2f64.powi(-500) }
    };
    Complex::new(times(cis.re, z.re), im)
}

/// The real part is (e^x - 1) cos y - (1 - cos y), the last being sin^2 y / (1 + cos y) too.
#[inline(always)]
pub(crate) fn expm1(z: Complex64) -> Complex64 {
    let (sin, cos) = real::sin_cos(z.im);
    if z.re > LARGE && z.is_finite() {
        return times_exp(Complex::new(cos, sin), z.re);
    }
    let (square, square_error) = multiply_exact(sin, sin);
    let (below, error) = add_smaller(1.0, cos);
    let inverse = 1.0 / below;
    let quotient = square * inverse;
    let left = (-quotient).mul_add(below, square) + (-quotient).mul_add(error, square_error);
    let less = if cos > 0.0 { left.mul_add(inverse, quotient) } else { 1.0 - cos };
    let mut re = real::expm1(z.re).mul_add(cos, -less);
    if re.abs() < 0.0625 * less && z.re.abs() < 4.0 && z.im.abs() < 4.0 {
        re = expm1_by_series(z);
    }
    Complex::new(re, real::exp(z.re) * sin)
}

/// The real part of e^z - 1 where it is a small difference: from a series of `z / 16`, in two parts each.
#[cold]
#[inline(never)]
fn expm1_by_series(z: Complex64) -> f64 {
    let add = |a: Complex<Pair>, b: Complex<Pair>| {
        let sum = |a: Pair, b: Pair| {
            let (sum, error) = add_exact(a.0, b.0);
            add_exact(sum, error + (a.1 + b.1))
        };
        Complex { re: sum(a.re, b.re), im: sum(a.im, b.im) }
    };
    let real = |x: Pair| Complex { re: x, im: (0.0, 0.0) };
    let part = Complex { re: (z.re / 16.0, 0.0), im: (z.im / 16.0, 0.0) };
    // z (1 + z/2 (1 + z/3 (1 + ...)))
    let mut series = real((1.0, 0.0));
    for n in (1..=24).rev() {
        let inverse = 1.0 / f64::from(n);
        let inverse = real((inverse, (-inverse).mul_add(f64::from(n), 1.0) * inverse));
        series = multiply(multiply(series, part), inverse);
        if n > 1 {
            series = add(series, real((1.0, 0.0)));
        }
    }
    for _ in 0..4 {
        series = multiply(series, add(series, real((2.0, 0.0))));
    }
    series.re.0
}

/// sinh x cos y + i cosh x sin y
#[inline(always)]
pub(crate) fn sinh(z: Complex64) -> Complex64 {
    if !z.is_finite() {
        return sinh_special(z);
    }
    let (sin, cos) = real::sin_cos(z.im);
    let x = z.re.abs();
    if x > LARGE {
        let of = |a: f64| times_large_exp(a, (x, 0.0), 0.5);
        return Complex::new(of(cos * 1f64.copysign(z.re)), of(sin));
    }
    let (sinh, cosh) = real::sinh_cosh(z.re);
    Complex::new(sinh * cos, cosh * sin)
}

#[cold]
fn sinh_special(z: Complex64) -> Complex64 {
    let (sinh, cosh) = real::sinh_cosh(z.re);
    if z.re.is_infinite() && !z.im.is_finite() {
        return Complex::new(f64::INFINITY, f64::NAN);
    }
    let (sin, cos) = real::sin_cos(z.im);
    Complex::new(zero_or_product(sinh, cos), zero_or_product(cosh, sin))
}

/// cosh x cos y + i sinh x sin y
#[inline(always)]
pub(crate) fn cosh(z: Complex64) -> Complex64 {
    if !z.is_finite() {
        return cosh_special(z);
    }
    let (sin, cos) = real::sin_cos(z.im);
    let x = z.re.abs();
    if x > LARGE {
        let of = |a: f64| times_large_exp(a, (x, 0.0), 0.5);
        return Complex::new(of(cos), of(sin * 1f64.copysign(z.re)));
    }
    let (sinh, cosh) = real::sinh_cosh(z.re);
    Complex::new(cosh * cos, sinh * sin)
}

#[cold]
fn cosh_special(z: Complex64) -> Complex64 {
    let (sinh, cosh) = real::sinh_cosh(z.re);
    if z.re.is_infinite() && !z.im.is_finite() {
        return Complex::new(f64::INFINITY, f64::NAN);
    }
    let (sin, cos) = real::sin_cos(z.im);
    let im = if z.re == 0.0 { 0.0 } else { zero_or_product(sinh, sin) };
    Complex::new(zero_or_product(cosh, cos), im)
}

/// (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y), with what rounding takes from the products.
#[inline(always)]
pub(crate) fn tanh(z: Complex64) -> Complex64 {
    if !z.is_finite() {
        return tanh_special(z);
    }
    let (sin, cos) = real::sin_cos(z.im);
    let x = z.re.abs();
    if x > 22.0 {
        return Complex::new(1f64.copysign(z.re), 4.0 * sin * cos * real::exp(-2.0 * x));
    }
    let (sinh, cosh) = real::sinh_cosh(z.re);
    let (a, a_error) = multiply_exact(sinh, sinh);
    let (b, b_error) = multiply_exact(cos, cos);
    let (below, error) = add_exact(a, b);
    let error = error + (a_error + b_error);
    let inverse = 1.0 / below;
    let quotient = |a: f64, b: f64| {
        let (product, product_error) = multiply_exact(a, b);
        let quotient = product * inverse;
        let left = (-quotient).mul_add(below, product) + (-quotient).mul_add(error, product_error);
        left.mul_add(inverse, quotient).copysign(product)
    };
    Complex::new(quotient(sinh, cosh), quotient(sin, cos))
}

#[cold]
fn tanh_special(z: Complex64) -> Complex64 {
    if z.re.is_infinite() {
        let (sin, cos) = real::sin_cos(z.im);
        let im = if z.im.abs() > 1.0 && z.im.is_finite() { sin * cos } else { z.im };
        Complex::new(1f64.copysign(z.re), 0f64.copysign(im))
    } else if z.im == 0.0 {
        z
    } else {
        Complex::new(if z.re == 0.0 { z.re } else { f64::NAN }, f64::NAN)
    }
}

#[inline(always)]
pub(crate) fn sin(z: Complex64) -> Complex64 {
    swap(sinh(swap(z)))
}

#[inline(always)]
pub(crate) fn cos(z: Complex64) -> Complex64 {
    cosh(Complex::new(-z.im, z.re))
}

#[inline(always)]
pub(crate) fn tan(z: Complex64) -> Complex64 {
    swap(tanh(swap(z)))
}
