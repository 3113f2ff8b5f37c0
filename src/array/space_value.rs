//! The arithmetic of [`Linspace`](super::Linspace): real and complex numbers in float64, rounded to a shorter dtype after
//! every step, as computing in that would.

use num_complex::Complex;

use super::close::Rounding;
use crate::element::Element;

/// A number that sequences are made of.
pub(super) trait Value: Element + Copy {
    /// A whole number.
    fn count(n: usize) -> Self;
    fn rounded(self, to: Rounding) -> Self;
    fn is_zero(self) -> bool;
    fn plus(self, other: Self, to: Rounding) -> Self;
    fn minus(self, other: Self, to: Rounding) -> Self;
    fn times(self, other: Self, to: Rounding) -> Self;
    fn over(self, other: Self, to: Rounding) -> Self;
    fn power(self, exponent: Self, to: Rounding) -> Self;
    fn log10(self, to: Rounding) -> Self;
    /// One of the size 1 in the same direction, as NumPy's `sign`.
    fn sign(self, to: Rounding) -> Self;
}

impl Value for f64 {
    fn count(n: usize) -> f64 {
        n as f64
    }

    fn rounded(self, to: Rounding) -> f64 {
        to.round(self)
    }

    fn is_zero(self) -> bool {
        self == 0.0
    }

    fn plus(self, other: f64, to: Rounding) -> f64 {
        to.round(self + other)
    }

    fn minus(self, other: f64, to: Rounding) -> f64 {
        to.round(self - other)
    }

    fn times(self, other: f64, to: Rounding) -> f64 {
        to.round(self * other)
    }

    fn over(self, other: f64, to: Rounding) -> f64 {
        to.round(self / other)
    }

    fn power(self, exponent: f64, to: Rounding) -> f64 {
        match to {
            Rounding::Double => self.powf(exponent),
            // The shorter ones have the functions of single precision.
            _ => to.round((self as f32).powf(exponent as f32).into()),
        }
    }

    fn log10(self, to: Rounding) -> f64 {
        match to {
            Rounding::Double => self.log10(),
            _ => to.round((self as f32).log10().into()),
        }
    }

    fn sign(self, _: Rounding) -> f64 {
        if self.is_nan() || self == 0.0 { self } else { self.signum() }
    }
}

impl Value for Complex<f64> {
    fn count(n: usize) -> Complex<f64> {
        Complex::new(n as f64, 0.0)
    }

    fn rounded(self, to: Rounding) -> Complex<f64> {
        Complex::new(to.round(self.re), to.round(self.im))
    }

    fn is_zero(self) -> bool {
        self.re == 0.0 && self.im == 0.0
    }

    fn plus(self, other: Complex<f64>, to: Rounding) -> Complex<f64> {
        Complex::new(to.round(self.re + other.re), to.round(self.im + other.im))
    }

    fn minus(self, other: Complex<f64>, to: Rounding) -> Complex<f64> {
        Complex::new(to.round(self.re - other.re), to.round(self.im - other.im))
    }

    /// The formula of the textbooks, which is NumPy's.
    fn times(self, other: Complex<f64>, to: Rounding) -> Complex<f64> {
        let product = |a: f64, b: f64| to.round(a * b);
        Complex::new(
            to.round(product(self.re, other.re) - product(self.im, other.im)),
            to.round(product(self.re, other.im) + product(self.im, other.re)),
        )
    }

    /// Smith's formula, which is NumPy's.
    fn over(self, other: Complex<f64>, to: Rounding) -> Complex<f64> {
        let of = |x: f64| to.round(x);
        if other.is_zero() {
            return Complex::new(of(self.re / other.re.abs()), of(self.im / other.re.abs()));
        }
        if other.re.abs() >= other.im.abs() {
            let ratio = of(other.im / other.re);
            let scale = of(1.0 / of(other.re + of(other.im * ratio)));
            let (re, im) = (of(self.re + of(self.im * ratio)), of(self.im - of(self.re * ratio)));
            return Complex::new(of(re * scale), of(im * scale));
        }
        let ratio = of(other.re / other.im);
        let scale = of(1.0 / of(other.im + of(other.re * ratio)));
        let (re, im) = (of(of(self.re * ratio) + self.im), of(of(self.im * ratio) - self.re));
        Complex::new(of(re * scale), of(im * scale))
    }

    /// As NumPy: small whole exponents by multiplying, others by logarithms.
    fn power(self, exponent: Complex<f64>, to: Rounding) -> Complex<f64> {
        if exponent.is_zero() {
            return Complex::new(1.0, 0.0);
        }
        if self.is_zero() {
            let value = if exponent.re > 0.0 { 0.0 } else { f64::NAN };
            return Complex::new(value, value);
        }
        let whole = exponent.im == 0.0 && exponent.re.fract() == 0.0 && exponent.re.abs() < 100.0;
        if !whole {
            // cpow, which is computed in double precision at least.
            return (self.ln() * exponent).exp().rounded(to);
        }
        let mut left = exponent.re.abs() as u32;
        let (mut product, mut factor) = (Complex::new(1.0, 0.0), self);
        loop {
            if left & 1 == 1 {
                product = product.times(factor, to);
            }
            left >>= 1;
            if left == 0 {
                break;
            }
            factor = factor.times(factor, to);
        }
        if exponent.re < 0.0 { Complex::new(1.0, 0.0).over(product, to) } else { product }
    }

    fn log10(self, to: Rounding) -> Complex<f64> {
        let log = self.ln().rounded(to);
        Complex::new(
            to.round(log.re * to.round(std::f64::consts::LOG10_E)),
            to.round(log.im * to.round(std::f64::consts::LOG10_E)),
        )
    }

    fn sign(self, to: Rounding) -> Complex<f64> {
        let size = to.round(self.re.hypot(self.im));
        if self.is_zero() { self } else { Complex::new(to.round(self.re / size), to.round(self.im / size)) }
    }
}
