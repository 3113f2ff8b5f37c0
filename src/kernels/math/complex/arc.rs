//! The inverse trigonometric and hyperbolic functions of complex numbers.
//!
//! Arcsine and arccosine are made of a = (|z + 1| + |z - 1|) / 2: differences a - 1 and a - |x| are sums of positive
//! terms, after Hull, Fairgrieve and Tang. Functions of `z` and of `iz` are one.

use std::f64::consts::{FRAC_PI_2, LN_2};

use super::super::compensated::{add_exact, add_smaller, multiply_exact};
use super::super::power::root_of_sum;
use super::log::log;
use super::real;
use super::{Complex, Complex64, swap};

/// A sum of sums of two parts.
#[inline(always)]
fn add_parts(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let (sum, error) = add_exact(a.0, b.0);
    (sum, error + (a.1 + b.1))
}

/// The square root of `a * (a + b)`.
#[inline(always)]
fn root_of_product(a: (f64, f64), b: f64) -> f64 {
    let (sum, rest) = add_parts(a, (b, 0.0));
    let (product, error) = multiply_exact(a.0, sum);
    (product + a.0.mul_add(rest, a.1.mul_add(sum, error))).sqrt()
}

/// What the inverse sine and cosine of a number with positive components are made of.
struct Arc {
    /// The tangent of the real part of the arccosine is this over the number's real part.
    root: f64,
    /// The imaginary part of the arcsine.
    im: f64,
}

/// `x` and `y` are positive or zero, and finite.
#[inline(always)]
fn arc(x: f64, y: f64) -> Arc {
    if !(x < 1e150 && y < 1e150) {
        return arc_of_large(x, y);
    }
    if y < 1e-140 && (y != 0.0 || x == 1.0) || y < 1e-100 * x && y != 0.0 {
        return arc_of_small(x, y);
    }
    let (square, square_error) = multiply_exact(y, y);
    // |z + t| + |x + t| and y^2 over that, which is the difference of the same.
    let of = |t: f64| {
        let (side, side_rest) = add_exact(x, t);
        let (side, side_rest) = (side.abs(), side_rest * 1f64.copysign(side));
        let (a, a_error) = multiply_exact(side, side);
        let (root, rest) = root_of_sum(a, square, (2.0 * side).mul_add(side_rest, a_error + square_error));
        let (sum, error) = add_smaller(root, side);
        let sum_rest = error + (rest + side_rest);
        let inverse = 1.0 / sum;
        let quotient = square * inverse;
        let left = (-quotient).mul_add(sum, square) + (-quotient).mul_add(sum_rest, square_error);
        ((sum, sum_rest), (quotient, left * inverse))
    };
    let (_, far) = of(1.0);
    let (sum, difference) = of(-1.0);
    // 2(a - 1) and 2(a - x).
    let (near, near_x) = if x < 1.0 { (difference, sum) } else { (sum, difference) };
    let less = add_parts(far, near);
    let less_x = add_parts(far, near_x);
    // The roots of a^2 - x^2 and a^2 - 1.
    let root = 0.5 * root_of_product(less_x, 4.0 * x);
    let (part, error) = add_exact(root_of_product(less, 4.0), less.0);
    let (sum, sum_error) = add_exact(1.0, 0.5 * part);
    let (high, low) = real::log_of_sum(sum, 0.5f64.mul_add(error + less.1, sum_error));
    Arc { root, im: high + low }
}

/// The same of tiny `y`.
#[cold]
#[inline(never)]
fn arc_of_small(x: f64, y: f64) -> Arc {
    if x == 1.0 {
        return Arc { root: y.sqrt(), im: y.sqrt() };
    }
    let root = ((x - 1.0).abs() * (x + 1.0)).sqrt();
    if x < 1.0 { Arc { root, im: y / root } } else { Arc { root: x * (y / root), im: arc(x, 0.0).im } }
}

/// The same of large numbers, for which the functions are as the logarithm of 2z.
#[cold]
#[inline(never)]
fn arc_of_large(x: f64, y: f64) -> Arc {
    let by = 1.0 / 1024.0;
    Arc { root: y, im: log(Complex::new(x * by, y * by)).re + 11.0 * LN_2 }
}

#[inline(always)]
pub(crate) fn arcsinh(z: Complex64) -> Complex64 {
    if !z.is_finite() {
        return arcsinh_special(z);
    }
    let arc = arc(z.im.abs(), z.re.abs());
    Complex::new(arc.im.copysign(z.re), real::atan2(z.im, arc.root))
}

#[cold]
fn arcsinh_special(z: Complex64) -> Complex64 {
    if z.re.is_infinite() || z.im.is_infinite() {
        let infinity = f64::INFINITY.copysign(z.re);
        let im = if z.im.is_nan() {
            z.im
        } else if z.re.is_nan() {
            f64::NAN
        } else {
            real::atan2(z.im, z.re.abs())
        };
        Complex::new(infinity, im)
    } else if z.im == 0.0 {
        z
    } else {
        Complex::new(f64::NAN, f64::NAN)
    }
}

#[inline(always)]
pub(crate) fn arcsin(z: Complex64) -> Complex64 {
    swap(arcsinh(swap(z)))
}

#[inline(always)]
pub(crate) fn arccos(z: Complex64) -> Complex64 {
    if !z.is_finite() {
        return arccos_special(z);
    }
    let arc = arc(z.re.abs(), z.im.abs());
    Complex::new(real::atan2(arc.root, z.re), arc.im.copysign(-z.im))
}

#[cold]
fn arccos_special(z: Complex64) -> Complex64 {
    if z.re.is_infinite() || z.im.is_infinite() {
        Complex::new(real::atan2(z.im.abs(), z.re), f64::INFINITY.copysign(-z.im))
    } else {
        Complex::new(if z.re == 0.0 { FRAC_PI_2 } else { f64::NAN }, f64::NAN)
    }
}

#[inline(always)]
pub(crate) fn arccosh(z: Complex64) -> Complex64 {
    let arccos = arccos(z);
    Complex::new(arccos.im.abs(), arccos.re.copysign(z.im))
}

/// The real part is log1p(4x / ((1 - x)^2 + y^2)) / 4, the imaginary one half the angle of 1 - |z|^2 + 2iy.
#[inline(always)]
pub(crate) fn arctanh(z: Complex64) -> Complex64 {
    let (x, y) = (z.re.abs(), z.im.abs());
    if !(x < 1e150 && y < 1e150) {
        return arctanh_special(z);
    }
    if x == 1.0 && y < 1e-140 {
        return arctanh_of_one(z);
    }
    let (square, square_error) = multiply_exact(y, y);
    let (left, left_rest) = add_exact(1.0, -x);
    let (a, a_error) = multiply_exact(left, left);
    let (below, error) = add_exact(a, square);
    let error = (2.0 * left).mul_add(left_rest, error + (a_error + square_error));
    let inverse = 1.0 / below;
    let quotient = 4.0 * x * inverse;
    let rest = ((-quotient).mul_add(below, 4.0 * x) - quotient * error) * inverse;
    let (sum, error) = add_exact(1.0, quotient);
    let (high, low) = real::log_of_sum(sum, error + rest);

    let (a, a_error) = multiply_exact(x, x);
    let (first, first_error) = add_exact(1.0, -a);
    let (second, second_error) = add_exact(first, -square);
    let along = second + (first_error + second_error - a_error - square_error);
    Complex::new((0.25 * (high + low)).copysign(z.re), 0.5 * real::atan2(2.0 * z.im, along))
}

/// The same beside 1 and -1.
#[cold]
#[inline(never)]
fn arctanh_of_one(z: Complex64) -> Complex64 {
    let y = z.im.abs();
    if y == 0.0 {
        return Complex::new(f64::INFINITY.copysign(z.re), z.im);
    }
    Complex::new((0.5 * (LN_2 - real::log(y))).copysign(z.re), (0.5 * FRAC_PI_2).copysign(z.im))
}

/// The same of large numbers: 1 / z and a right angle.
#[cold]
#[inline(never)]
fn arctanh_special(z: Complex64) -> Complex64 {
    let (x, y) = (z.re.abs(), z.im.abs());
    let right = FRAC_PI_2.copysign(z.im);
    if x.is_infinite() || y.is_infinite() {
        return Complex::new(0f64.copysign(z.re), if z.im.is_nan() { z.im } else { right });
    }
    if x.is_nan() || y.is_nan() {
        return Complex::new(if z.re == 0.0 { z.re } else { f64::NAN }, f64::NAN);
    }
    let large = if x < y { y } else { x };
    let (a, b) = (x / large, y / large);
    Complex::new((a / a.mul_add(a, b * b) / large).copysign(z.re), right)
}

#[inline(always)]
pub(crate) fn arctan(z: Complex64) -> Complex64 {
    swap(arctanh(swap(z)))
}
