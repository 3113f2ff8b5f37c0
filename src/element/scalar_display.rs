//! How a scalar prints.

use std::fmt;

use super::Scalar;
use super::number::Number;
use super::scalar::Time;
use crate::dtype::Dtype;

/// The value as text: numbers, times and records much as NumPy prints them, text without quotes.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number() {
            return match number {
                Number::Bool(x) => f.write_str(if x { "True" } else { "False" }),
                Number::Int(x) => fmt::Display::fmt(&x, f),
                Number::UInt(x) => fmt::Display::fmt(&x, f),
                Number::Float(x) => write_float(f, x, self.dtype().itemsize()),
                Number::Complex(x) => {
                    f.write_str("(")?;
                    write_component(f, x.re, self.dtype().itemsize() / 2)?;
                    f.write_str(if x.im.is_sign_negative() && !x.im.is_nan() { "" } else { "+" })?;
                    write_component(f, x.im, self.dtype().itemsize() / 2)?;
                    f.write_str("j)")
                }
            };
        }
        if let Some(time) = self.time() {
            return match time {
                Time::Date(date) => fmt::Display::fmt(&date, f),
                Time::Span(span) => fmt::Display::fmt(&span, f),
            };
        }
        if let Some(parts) = self.parts() {
            return write_parts(f, &parts, matches!(self.dtype(), Dtype::Struct(_)));
        }
        match (self.to_text(), self.bytes(), self.object()) {
            (Some(text), ..) => f.write_str(&text),
            (_, _, Some(object)) => fmt::Display::fmt(object, f),
            (_, bytes, _) => {
                f.write_str("b'")?;
                bytes.unwrap_or_default().iter().try_for_each(|b| write!(f, "\\x{b:02X}"))?;
                f.write_str("'")
            }
        }
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({})", self.dtype())
    }
}

/// The shortest digits that read back, in NumPy's form: the exponent from 1e16 up and below 1e-4.
fn write_float(f: &mut fmt::Formatter<'_>, x: f64, size: usize) -> fmt::Result {
    if x.is_nan() {
        return f.write_str("nan");
    }
    if x.is_infinite() {
        return f.write_str(if x > 0.0 { "inf" } else { "-inf" });
    }
    let magnitude = x.abs();
    let positional = magnitude == 0.0 || (1e-4..1e16).contains(&magnitude);
    let text = match (size, positional) {
        (1 | 2, true) => shortest_half(x, size),
        (4, true) => format!("{:?}", x as f32),
        (_, true) => format!("{x:?}"),
        (0..=4, false) => format!("{:e}", x as f32),
        (_, false) => format!("{x:e}"),
    };
    if positional {
        // Debug of large floats switches to an exponent where NumPy does not yet.
        let text = if text.contains('e') { format!("{x:.1}") } else { text };
        return f.write_str(&text);
    }
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    write!(f, "{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// As many digits as tell a float of 16 bits or less from its neighbours.
fn shortest_half(x: f64, size: usize) -> String {
    let same = |text: &str| {
        let Ok(back) = text.parse::<f64>() else { return false };
        if size == 2 { half::f16::from_f64(back).to_f64() == x } else { back == x }
    };
    let found = (1..20).map(|digits| format!("{x:.digits$}")).find(|text| same(text));
    found.unwrap_or_else(|| format!("{x:?}"))
}

/// A part of a complex number: without `.0`.
fn write_component(f: &mut fmt::Formatter<'_>, x: f64, size: usize) -> fmt::Result {
    struct Part(f64, usize);
    impl fmt::Display for Part {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_float(f, self.0, self.1)
        }
    }
    let text = Part(x, size).to_string();
    f.write_str(text.strip_suffix(".0").unwrap_or(&text))
}

/// The fields of a record in parentheses, as Python's tuples; the elements of a sub-array in brackets.
fn write_parts(f: &mut fmt::Formatter<'_>, parts: &[Scalar], record: bool) -> fmt::Result {
    f.write_str(if record { "(" } else { "[" })?;
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            f.write_str(if record { ", " } else { " " })?;
        }
        match part.to_text() {
            Some(text) => write!(f, "'{}'", text.escape_debug())?,
            None => fmt::Display::fmt(part, f)?,
        }
    }
    f.write_str(match (record, parts.len()) {
        (true, 1) => ",)",
        (true, _) => ")",
        (false, _) => "]",
    })
}
