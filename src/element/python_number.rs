//! Python's arithmetic on its numbers: what objects calculate with.
//!
//! Integers are exact within `i128`. `None` is where Python raises an error (of type, of a division by zero, of a float that is
//! out of range), or where an integer is too large.

use std::cmp::Ordering;

use num_complex::Complex64;

use super::{Object, ObjectOp};

/// A number of Python.
#[derive(Clone, Copy, Debug)]
pub(super) enum PythonNumber {
    Bool(bool),
    Int(i128),
    Float(f64),
    Complex(Complex64),
}

use PythonNumber::*;

impl PythonNumber {
    /// An object of the type that results have.
    pub(super) fn into_object(self) -> Object {
        match self {
            Bool(x) => Object::new(x),
            Int(x) => i64::try_from(x).map_or_else(|_| Object::new(x), Object::new),
            Float(x) => Object::new(x),
            Complex(x) => Object::complex(x),
        }
    }

    /// Booleans are integers too.
    fn integer(self) -> Option<i128> {
        match self {
            Bool(x) => Some(x.into()),
            Int(x) => Some(x),
            Float(_) | Complex(_) => None,
        }
    }

    fn float(self) -> Option<f64> {
        match self {
            Float(x) => Some(x),
            Complex(_) => None,
            other => other.integer().map(|x| x as f64),
        }
    }

    fn complex(self) -> Complex64 {
        match self {
            Complex(x) => x,
            other => Complex64::new(other.float().unwrap_or(f64::NAN), 0.0),
        }
    }
}

/// `a op b`, in the wider of the two types.
pub(super) fn binary(op: ObjectOp, a: PythonNumber, b: PythonNumber) -> Option<PythonNumber> {
    if let (Bool(a), Bool(b)) = (a, b) {
        match op {
            ObjectOp::And => return Some(Bool(a & b)),
            ObjectOp::Or => return Some(Bool(a | b)),
            ObjectOp::Xor => return Some(Bool(a ^ b)),
            _ => {}
        }
    }
    if let (Some(a), Some(b)) = (a.integer(), b.integer()) {
        return integers(op, a, b);
    }
    match (a.float(), b.float()) {
        (Some(a), Some(b)) => floats(op, a, b),
        _ => complexes(op, a.complex(), b.complex()).map(Complex),
    }
}

/// `-a`.
pub(super) fn negative(a: PythonNumber) -> Option<PythonNumber> {
    match a {
        Float(x) => Some(Float(-x)),
        Complex(x) => Some(Complex(-x)),
        other => other.integer()?.checked_neg().map(Int),
    }
}

/// `abs(a)`.
pub(super) fn absolute(a: PythonNumber) -> Option<PythonNumber> {
    match a {
        Float(x) => Some(Float(x.abs())),
        Complex(x) => in_range(x.re.hypot(x.im), x.re.is_finite() && x.im.is_finite()).map(Float),
        other => other.integer()?.checked_abs().map(Int),
    }
}

/// Whether `a` is less than, equal to or greater than `b`, exactly. `None` if neither: one is NaN, or they are complex and
/// differ.
pub(super) fn compare(a: PythonNumber, b: PythonNumber) -> Option<Ordering> {
    match (a, b) {
        (Complex(_), _) | (_, Complex(_)) => {
            let parts = |x: PythonNumber| match x {
                Complex(x) => (Float(x.re), x.im),
                real => (real, 0.0),
            };
            let ((a, x), (b, y)) = (parts(a), parts(b));
            compare(a, b).filter(|order| order.is_eq() && x == y)
        }
        (Float(a), Float(b)) => a.partial_cmp(&b),
        (Float(a), b) => compare_integer(a, b.integer()?),
        (a, Float(b)) => compare_integer(b, a.integer()?).map(Ordering::reverse),
        (a, b) => Some(a.integer()?.cmp(&b.integer()?)),
    }
}

/// A float against an integer, exactly.
fn compare_integer(a: f64, b: i128) -> Option<Ordering> {
    // 2 to the power of 127, beyond which the float alone decides; below it, its whole part is exact.
    const LIMIT: f64 = 1.7014118346046923e38;
    if !(-LIMIT..LIMIT).contains(&a) {
        return a.partial_cmp(&0.0);
    }
    Some((a.trunc() as i128).cmp(&b).then(a.fract().partial_cmp(&0.0)?))
}

/// `~a`.
pub(super) fn invert(a: PythonNumber) -> Option<PythonNumber> {
    a.integer().map(|x| Int(!x))
}

/// Python raises an error if finite numbers make an infinite one.
fn in_range(result: f64, finite: bool) -> Option<f64> {
    (!finite || result.is_finite()).then_some(result)
}

fn integers(op: ObjectOp, a: i128, b: i128) -> Option<PythonNumber> {
    let result = match op {
        ObjectOp::Add => a.checked_add(b),
        ObjectOp::Subtract => a.checked_sub(b),
        ObjectOp::Multiply => a.checked_mul(b),
        ObjectOp::Divide => return quotient(a, b).map(Float),
        ObjectOp::FloorDivide => {
            let truncated = a.checked_div(b)?;
            Some(truncated - i128::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        ObjectOp::Remainder if b == -1 => Some(0),
        ObjectOp::Remainder => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        ObjectOp::Power if b < 0 => return floats(op, a as f64, b as f64),
        ObjectOp::Power => power(a, b),
        ObjectOp::And => Some(a & b),
        ObjectOp::Or => Some(a | b),
        ObjectOp::Xor => Some(a ^ b),
        ObjectOp::ShiftLeft if b < 0 => None,
        ObjectOp::ShiftLeft if a == 0 => Some(0),
        ObjectOp::ShiftLeft => {
            let count = u32::try_from(b).ok().filter(|&count| count < 128)?;
            Some(a << count).filter(|shifted| shifted >> count == a)
        }
        ObjectOp::ShiftRight if b < 0 => None,
        ObjectOp::ShiftRight => Some(a >> b.min(127)),
    };
    result.map(Int)
}

/// `a ** b` for a `b` that is not negative.
fn power(a: i128, b: i128) -> Option<i128> {
    match a {
        0 => Some((b == 0).into()),
        1 => Some(1),
        -1 => Some(if b % 2 == 0 { 1 } else { -1 }),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// The float nearest to `a / b`, rounded once.
fn quotient(a: i128, b: i128) -> Option<f64> {
    let (dividend, divisor) = (a.unsigned_abs(), b.unsigned_abs());
    let (mut whole, mut rest) = (dividend.checked_div(divisor)?, dividend.checked_rem(divisor)?);
    if dividend == 0 {
        return Some(if b < 0 { -0.0 } else { 0.0 });
    }
    // Long division, bit by bit, to more bits than a float has; then one more that says whether there would be others.
    let mut exponent = 0;
    while whole < 1 << 66 {
        rest *= 2;
        whole = 2 * whole + u128::from(rest >= divisor);
        rest -= if rest >= divisor { divisor } else { 0 };
        exponent -= 1;
    }
    let magnitude = (whole | u128::from(rest != 0)) as f64 * 2f64.powi(exponent);
    Some(if (a < 0) == (b < 0) { magnitude } else { -magnitude })
}

fn floats(op: ObjectOp, a: f64, b: f64) -> Option<PythonNumber> {
    match op {
        ObjectOp::Add => Some(Float(a + b)),
        ObjectOp::Subtract => Some(Float(a - b)),
        ObjectOp::Multiply => Some(Float(a * b)),
        ObjectOp::Divide => (b != 0.0).then(|| Float(a / b)),
        ObjectOp::FloorDivide => divide_down(a, b).map(|(quotient, _)| Float(quotient)),
        ObjectOp::Remainder => divide_down(a, b).map(|(_, rest)| Float(rest)),
        // Zero has no inverse; roots of negative numbers are complex.
        ObjectOp::Power if a == 0.0 && b < 0.0 && b.is_finite() => None,
        ObjectOp::Power if a < 0.0 && a.is_finite() && b.is_finite() && b.trunc() != b => {
            complexes(op, Complex64::new(a, 0.0), Complex64::new(b, 0.0)).map(PythonNumber::Complex)
        }
        ObjectOp::Power => in_range(a.powf(b), a.is_finite() && b.is_finite()).map(Float),
        _ => None,
    }
}

/// The quotient rounded down, and what is left, which has the sign of the divisor: CPython's `float_divmod`.
fn divide_down(a: f64, b: f64) -> Option<(f64, f64)> {
    if b == 0.0 {
        return None;
    }
    let mut rest = a % b;
    let mut quotient = (a - rest) / b;
    if rest == 0.0 {
        rest = 0f64.copysign(b);
    } else if (b < 0.0) != (rest < 0.0) {
        rest += b;
        quotient -= 1.0;
    }
    let down = quotient.floor();
    let down = match quotient {
        0.0 => 0f64.copysign(a / b),
        _ if quotient - down > 0.5 => down + 1.0,
        _ => down,
    };
    Some((down, rest))
}

fn complexes(op: ObjectOp, a: Complex64, b: Complex64) -> Option<Complex64> {
    match op {
        ObjectOp::Add => Some(a + b),
        ObjectOp::Subtract => Some(a - b),
        ObjectOp::Multiply => Some(a * b),
        ObjectOp::Divide => complex_quotient(a, b),
        ObjectOp::Power => complex_power(a, b),
        _ => None,
    }
}

/// Smith's method, as CPython has it.
fn complex_quotient(a: Complex64, b: Complex64) -> Option<Complex64> {
    if b.re.abs() >= b.im.abs() {
        if b.re == 0.0 {
            return None;
        }
        let ratio = b.im / b.re;
        let divisor = b.re + b.im * ratio;
        return Some(Complex64::new((a.re + a.im * ratio) / divisor, (a.im - a.re * ratio) / divisor));
    }
    if b.im.abs() >= b.re.abs() {
        let ratio = b.re / b.im;
        let divisor = b.re * ratio + b.im;
        return Some(Complex64::new((a.re * ratio + a.im) / divisor, (a.im * ratio - a.re) / divisor));
    }
    Some(Complex64::new(f64::NAN, f64::NAN))
}

/// By squaring for small whole exponents, else in polar form, as CPython has it.
fn complex_power(a: Complex64, b: Complex64) -> Option<Complex64> {
    let result = if b.im == 0.0 && b.re.trunc() == b.re && b.re.abs() <= 100.0 {
        let power = squared_power(a, b.re.abs() as u32);
        if b.re > 0.0 { power } else { complex_quotient(Complex64::new(1.0, 0.0), power)? }
    } else if a.re == 0.0 && a.im == 0.0 {
        if b.im != 0.0 || b.re < 0.0 {
            return None;
        }
        Complex64::new(0.0, 0.0)
    } else {
        let (size, angle) = (a.re.hypot(a.im), a.im.atan2(a.re));
        let (mut length, mut phase) = (size.powf(b.re), angle * b.re);
        if b.im != 0.0 {
            length *= (-angle * b.im).exp();
            phase += b.im * size.ln();
        }
        // An infinite angle has no direction.
        if phase.is_infinite() {
            return None;
        }
        Complex64::new(length * phase.cos(), length * phase.sin())
    };
    (!result.re.is_infinite() && !result.im.is_infinite()).then_some(result)
}

fn squared_power(a: Complex64, exponent: u32) -> Complex64 {
    let (mut result, mut square, mut rest) = (Complex64::new(1.0, 0.0), a, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            result *= square;
        }
        rest /= 2;
        square *= square;
    }
    result
}
