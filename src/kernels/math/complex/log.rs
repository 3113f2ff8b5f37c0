//! Logarithms and powers of complex numbers.
//!
//! The real part of a logarithm is half that of the sum of squares, which is kept in two parts. Near 1, where the
//! logarithm is a small difference, the sum less 1 is summed again without error.

use std::f64::consts::{LN_2, LOG2_E, LOG10_E};

use super::super::compensated::{add_exact, add_smaller, multiply_exact};
use super::real;
use super::{Complex, Complex64, LARGE, LN2_REST, Pair, cis_of_sum, exp, multiply, sum_of_products, times_large_exp};

/// What `LOG2_E` and `LOG10_E` lack.
const LOG2_E_REST: f64 = 2.0355273740931033e-17;
const LOG10_E_REST: f64 = 1.098319650216765e-17;
/// Differences smaller than this part of what they are made of are summed again.
const CLOSE: f64 = 1e-12;

/// log(1 + the sum), which is at most about 1e-12, of terms that cancel each other.
#[cold]
#[inline(never)]
fn log1p_of_sum<const N: usize>(mut terms: [f64; N]) -> (f64, f64) {
    for _ in 0..3 {
        for i in 1..N {
            (terms[i], terms[i - 1]) = add_exact(terms[i], terms[i - 1]);
        }
    }
    let low = terms[..N - 1].iter().sum();
    let (high, low) = add_smaller(terms[N - 1], low);
    let half = 0.5 * high * high;
    add_smaller(high, low - half.mul_add(high * (-2.0 / 3.0), half))
}

/// log |z| in two parts, `x` and `y` being magnitudes: half of `log` of a large and a small part of the square.
#[inline(always)]
fn log_abs(x: f64, y: f64, log: impl Fn(f64, f64) -> (f64, f64)) -> (f64, f64) {
    let (large, small) = if x < y { (y, x) } else { (x, y) };
    if !(1e-140 < large && large < 1e150 && small < 1e150) {
        return log_abs_special(large, small);
    }
    let (a, a_error) = multiply_exact(large, large);
    let (b, b_error) = multiply_exact(small, small);
    let (sum, error) = add_smaller(a, b);
    let (high, low) = if (sum - 1.0).abs() < CLOSE {
        log1p_of_sum([b_error, a_error, error, sum - 1.0])
    } else {
        log(sum, error + (a_error + b_error))
    };
    (0.5 * high, 0.5 * low)
}

/// The same of very large and very small numbers, zero, infinity and NaN.
#[cold]
#[inline(never)]
fn log_abs_special(large: f64, small: f64) -> (f64, f64) {
    if large.is_infinite() || small.is_infinite() {
        return (f64::INFINITY, 0.0);
    }
    if large == 0.0 || large.is_nan() || small.is_nan() {
        return (real::log(large + small), 0.0);
    }
    // By a power of two to where squares are numbers.
    let power = if large > 1.0 { 600.0 } else { -600.0 };
    let by = real::exp2(-power);
    let (high, low) = log_abs(large * by, small * by, real::log_of_sum_long);
    let (product, product_error) = multiply_exact(power, LN_2);
    let (sum, error) = add_smaller(product, high);
    (sum, error + (product_error + low) + power * LN2_REST)
}

#[inline(always)]
pub(crate) fn log(z: Complex64) -> Complex64 {
    let (high, low) = log_abs(z.re.abs(), z.im.abs(), real::log_of_sum);
    Complex::new(high + low, real::atan2(z.im, z.re))
}

/// log z times a constant of two parts.
#[inline(always)]
fn log_times(z: Complex64, by: f64, rest: f64) -> Complex64 {
    let (high, low) = log_abs(z.re.abs(), z.im.abs(), real::log_of_sum);
    let angle = real::atan2(z.im, z.re);
    let re = if high.is_infinite() { high } else { high.mul_add(by, high.mul_add(rest, low * by)) };
    Complex::new(re, angle.mul_add(by, angle * rest))
}

#[inline(always)]
pub(crate) fn log2(z: Complex64) -> Complex64 {
    log_times(z, LOG2_E, LOG2_E_REST)
}

#[inline(always)]
pub(crate) fn log10(z: Complex64) -> Complex64 {
    log_times(z, LOG10_E, LOG10_E_REST)
}

/// log(1 + z), from 2x + x^2 + y^2 where |1 + z| is about 1.
#[inline(always)]
pub(crate) fn log1p(z: Complex64) -> Complex64 {
    let (x, y) = (z.re, z.im);
    let (one, one_rest) = add_exact(1.0, x);
    let im = real::atan2(y, one);
    let (b, b_error) = multiply_exact(y, y);
    let square = one.mul_add(one, b);
    let (high, low) = if 0.5 < square && square < 2.0 {
        let (a, a_error) = multiply_exact(x, x);
        let (sum, first) = add_exact(2.0 * x, b);
        let (sum, second) = add_exact(sum, a);
        if sum.abs() < CLOSE * (a + b) {
            log1p_of_sum([a_error, b_error, first, second, sum])
        } else {
            let (high, error) = add_smaller(1.0, sum);
            real::log_of_sum(high, error + (first + second + a_error + b_error))
        }
    } else if 1e-280 < square && square < 1e300 {
        let (a, a_error) = multiply_exact(one, one);
        let (sum, error) = add_exact(a, b);
        real::log_of_sum(sum, (2.0 * one).mul_add(one_rest, error + (a_error + b_error)))
    } else {
        let (high, low) = log_abs(one.abs(), y.abs(), real::log_of_sum);
        (2.0 * high, 2.0 * low)
    };
    Complex::new(0.5 * (high + low), im)
}

#[inline(always)]
pub(crate) fn power(a: Complex64, b: Complex64) -> Complex64 {
    if b.im == 0.0 && b.re.abs() < 100.0 && b.re.trunc() == b.re {
        return whole_power(a, b.re);
    }
    if a.re == 0.0 && a.im == 0.0 {
        return power_of_zero(b.re);
    }
    let (high, low) = log_abs(a.re.abs(), a.im.abs(), real::log_of_sum_long);
    let limit = 1e100;
    if !(high.abs() < limit && b.re.abs() < limit && b.im.abs() < limit) {
        return power_special(a, b);
    }
    let large = a.re.abs().max(a.im.abs());
    let by = if large < 1e-140 {
        2f64.powi(600)
    } else if large < 1e150 {
        1.0
    } else {
        2f64.powi(-600)
    };
    let (angle, angle_low) = real::atan2_long(a.im * by, a.re * by);
    // b log a, each component in two parts.
    let (p, p_error) = multiply_exact(b.re, high);
    let (q, q_error) = multiply_exact(-b.im, angle);
    let (re, error) = add_exact(p, q);
    let re_low = b.re.mul_add(low, (-b.im).mul_add(angle_low, error + (p_error + q_error)));
    let (p, p_error) = multiply_exact(b.im, high);
    let (q, q_error) = multiply_exact(b.re, angle);
    let (im, error) = add_exact(p, q);
    let im_low = b.im.mul_add(low, b.re.mul_add(angle_low, error + (p_error + q_error)));
    let cis = cis_of_sum(im, im_low);
    if re.abs() > LARGE && im != 0.0 && (cis.re == 0.0 || cis.im == 0.0) {
        // A zero has lost the sign that an overflow or underflow would show.
        return power_special(a, b);
    }
    if re > LARGE {
        let of = |a: f64| times_large_exp(a, (re, re_low), 1.0);
        return Complex::new(of(cis.re), of(cis.im));
    }
    let exp = real::exp_of_sum(re, re_low);
    Complex::new(exp * cis.re, exp * cis.im)
}

fn power_of_zero(exponent: f64) -> Complex64 {
    if exponent > 0.0 { Complex::new(0.0, 0.0) } else { Complex::new(f64::NAN, f64::NAN) }
}

/// The power as NumPy takes it, for numbers that are infinite, NaN, or have such a logarithm.
#[cold]
#[inline(never)]
fn power_special(a: Complex64, b: Complex64) -> Complex64 {
    exp(multiply_special(b, log(a)))
}

/// A product that is infinite if a factor is, as C's standard says.
fn multiply_special(a: Complex64, b: Complex64) -> Complex64 {
    let result = multiply_plainly(a, b);
    if !(result.re.is_nan() && result.im.is_nan()) {
        return result;
    }
    let is_infinite = |z: Complex64| z.re.is_infinite() || z.im.is_infinite();
    let boxed = |z: Complex64| {
        let side = |x: f64| if x.is_infinite() { 1f64 } else { 0f64 }.copysign(x);
        Complex::new(side(z.re), side(z.im))
    };
    let numbers = |z: Complex64| {
        let number = |x: f64| if x.is_nan() { 0f64.copysign(x) } else { x };
        Complex::new(number(z.re), number(z.im))
    };
    let (mut a, mut b) = (a, b);
    let infinite = is_infinite(a) || is_infinite(b);
    if is_infinite(a) {
        (a, b) = (boxed(a), numbers(b));
    }
    if is_infinite(b) {
        (a, b) = (numbers(a), boxed(b));
    }
    let overflows = [a.re * b.re, a.im * b.im, a.re * b.im, a.im * b.re].iter().any(|x| x.is_infinite());
    if !infinite && overflows {
        (a, b) = (numbers(a), numbers(b));
    }
    if infinite || overflows {
        let result = multiply_plainly(a, b);
        return Complex::new(f64::INFINITY * result.re, f64::INFINITY * result.im);
    }
    result
}

/// The power for a whole exponent, by repeated multiplication in two parts.
#[inline(always)]
fn whole_power(a: Complex64, exponent: f64) -> Complex64 {
    let is_plain = |x: f64| 1e-290 < x.abs() && x.abs() < f64::INFINITY;
    if exponent == 2.0 {
        let (a_square, b_square) = (a.re * a.re, a.im * a.im);
        let errors = a.re.mul_add(a.re, -a_square) - a.im.mul_add(a.im, -b_square);
        let result = Complex::new(a_square - b_square + errors, 2.0 * a.re * a.im);
        return if is_plain(result.re) && is_plain(result.im) { result } else { whole_power_special(a, exponent) };
    }
    let mut left = exponent.abs() as u32;
    let mut square = Complex { re: (a.re, 0.0), im: (a.im, 0.0) };
    let mut result = None;
    while left != 0 {
        if left & 1 == 1 {
            result = Some(result.map_or(square, |result| multiply(result, square)));
        }
        left >>= 1;
        if left != 0 {
            square = multiply(square, square);
        }
    }
    let Some(mut z) = result else {
        return Complex::new(1.0, 0.0);
    };
    if exponent < 0.0 {
        z = inverse(z);
    }
    let result = Complex::new(z.re.0, z.im.0);
    // Zeros have signs, and what overflows has a history.
    if is_plain(result.re) && is_plain(result.im) { result } else { whole_power_special(a, exponent) }
}

/// 1 / z; zero if |z|^2 is out of range.
#[inline(always)]
fn inverse(z: Complex<Pair>) -> Complex<Pair> {
    let (square, rest) = sum_of_products(z.re, z.re, z.im, z.im);
    let over = 1.0 / square;
    let quotient = |x: Pair, sign: f64| {
        let quotient = x.0 * over;
        let left = (-quotient).mul_add(square, x.0) + (-quotient).mul_add(rest, x.1);
        (sign * left.mul_add(over, quotient), 0.0)
    };
    if 1e-280 < square && square < 1e280 {
        Complex { re: quotient(z.re, 1.0), im: quotient(z.im, -1.0) }
    } else {
        Complex { re: (0.0, 0.0), im: (0.0, 0.0) }
    }
}

/// The power for a whole exponent but 0, with the steps that NumPy takes.
#[cold]
#[inline(never)]
fn whole_power_special(a: Complex64, exponent: f64) -> Complex64 {
    if a.re == 0.0 && a.im == 0.0 {
        return power_of_zero(exponent);
    }
    match exponent {
        1.0 => return a,
        2.0 => return multiply_plainly(a, a),
        3.0 => return multiply_plainly(a, multiply_plainly(a, a)),
        _ => {}
    }
    let mut left = exponent.abs() as u32;
    let (mut result, mut square) = (Complex::new(1.0, 0.0), a);
    loop {
        if left & 1 == 1 {
            result = multiply_plainly(result, square);
        }
        left >>= 1;
        if left == 0 {
            break;
        }
        square = multiply_plainly(square, square);
    }
    if exponent < 0.0 { inverse_special(result) } else { result }
}

fn multiply_plainly(a: Complex64, b: Complex64) -> Complex64 {
    Complex::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
}

/// 1 / z, without squares.
fn inverse_special(z: Complex64) -> Complex64 {
    if z.re == 0.0 && z.im == 0.0 {
        return Complex::new(f64::INFINITY, f64::NAN);
    }
    if z.re.abs() >= z.im.abs() {
        let ratio = z.im / z.re;
        let scale = 1.0 / (z.re + z.im * ratio);
        Complex::new((1.0 + 0.0 * ratio) * scale, (0.0 - ratio) * scale)
    } else {
        let ratio = z.re / z.im;
        let scale = 1.0 / (z.im + z.re * ratio);
        Complex::new((ratio + 0.0) * scale, (0.0 * ratio - 1.0) * scale)
    }
}
