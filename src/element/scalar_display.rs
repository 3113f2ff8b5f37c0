//! How a scalar prints.

use std::fmt;

use super::Scalar;
use super::number::Number;
use super::number_text::{FloatText, Line, write_bool, write_complex, write_float, write_integer, write_unsigned};
use super::scalar::Time;
use crate::dtype::Dtype;

/// The value as text: numbers, times and records much as NumPy prints them, text without quotes.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number() {
            let (mut line, id) = (Line::new(), self.dtype().native_scalar().scalar_id());
            let form = id.map_or(FloatText::Double, FloatText::of);
            match number {
                Number::Bool(x) => write_bool(&mut line, x),
                Number::Int(x) => write_integer(&mut line, x),
                Number::UInt(x) => write_unsigned(&mut line, x),
                Number::Float(x) => write_float(&mut line, x, form),
                Number::Complex(x) => write_complex(&mut line, x, form),
            }
            return f.pad(line.as_str());
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
