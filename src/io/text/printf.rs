//! Formats as Python's `%` has them: `%5d`, `%.18e`, `%-10s`.

use std::fmt::Write;

use super::decimal;
use super::error::TextFileError;
use crate::error::Result;

/// A format cut into what is written as it is and what values are written by.
#[derive(Clone, Debug)]
pub(super) struct Format {
    pub(super) pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
pub(super) enum Piece {
    Literal(String),
    Value(Spec),
}

/// How one value is written.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of C's printf, which are independent")]
pub(super) struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    pub(super) letter: char,
}

/// A value to write.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'t> {
    Bool(bool),
    Integer(i128),
    Float(f64),
    /// What is not a number; its `str`.
    Text(&'t str),
}

/// A value that a format is not for.
pub(super) struct Mismatch;

/// Wider than any line should be, and far from what memory cannot hold.
const WIDEST: usize = 1 << 20;

impl Format {
    pub(super) fn parse(text: &str) -> Result<Format> {
        let wrong = |reason| TextFileError::Format { reason, format: text.to_owned() };
        let (mut pieces, mut literal) = (Vec::new(), String::new());
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            if c != '%' {
                literal.push(c);
                continue;
            }
            let mut spec = Spec::default();
            while let Some(flag) = rest.next_if(|c| "-+ #0".contains(*c)) {
                match flag {
                    '-' => spec.left = true,
                    '+' => spec.plus = true,
                    ' ' => spec.space = true,
                    '#' => spec.alternate = true,
                    _ => spec.zero = true,
                }
            }
            spec.width = number(&mut rest).ok_or_else(|| wrong("a width is too large"))?;
            if rest.next_if_eq(&'.').is_some() {
                spec.precision = Some(number(&mut rest).ok_or_else(|| wrong("a precision is too large"))?);
            }
            // Lengths mean nothing, as in Python.
            rest.next_if(|c| "hlL".contains(*c));
            spec.letter = rest.next().ok_or_else(|| wrong("incomplete format"))?;
            match spec.letter {
                '%' => literal.push('%'),
                'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'c' | 's' | 'r' | 'a' => {
                    pieces.push(Piece::Literal(std::mem::take(&mut literal)));
                    pieces.push(Piece::Value(spec));
                }
                _ => return Err(wrong("unsupported format character").into()),
            }
        }
        pieces.push(Piece::Literal(literal));
        Ok(Format { pieces })
    }

    /// How many values it takes.
    pub(super) fn values(&self) -> usize {
        self.pieces.iter().filter(|piece| matches!(piece, Piece::Value(_))).count()
    }
}

/// The number that a text goes on with, 0 if there is none; `None` if it is too large.
fn number(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<usize> {
    let mut value = 0usize;
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        value = value.saturating_mul(10).saturating_add(digit as usize - '0' as usize);
    }
    (value <= WIDEST).then_some(value)
}

impl Spec {
    /// Whether the `str` or the `repr` of a value is written, whatever it is.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.letter, 's' | 'r' | 'a')
    }

    /// Writes a value.
    pub(super) fn write(&self, out: &mut String, value: Value<'_>) -> std::result::Result<(), Mismatch> {
        let start = out.len();
        match (self.letter, value) {
            ('s' | 'r' | 'a', Value::Text(text)) => {
                match self.precision {
                    Some(most) => out.extend(text.chars().take(most)),
                    None => out.push_str(text),
                }
                self.pad(out, start, 0, false);
            }
            ('c', Value::Integer(code)) => {
                out.push(u32::try_from(code).ok().and_then(char::from_u32).ok_or(Mismatch)?);
                self.pad(out, start, 0, false);
            }
            ('c', Value::Text(text)) if text.chars().count() == 1 => {
                out.push_str(text);
                self.pad(out, start, 0, false);
            }
            ('d' | 'i' | 'u', Value::Bool(value)) => self.integer(out, i128::from(value)),
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', Value::Integer(value)) => self.integer(out, value),
            ('d' | 'i' | 'u', Value::Float(x)) if x.abs() < 1e18 => self.integer(out, i128::from(x as i64)),
            ('d' | 'i' | 'u', Value::Float(x)) if x.is_finite() => {
                let digits = format!("{:.0}", x.trunc().abs());
                self.digits(out, x <= -1.0, "", &digits);
            }
            ('e' | 'E' | 'f' | 'F' | 'g' | 'G', Value::Bool(value)) => self.float(out, f64::from(u8::from(value))),
            ('e' | 'E' | 'f' | 'F' | 'g' | 'G', Value::Integer(value)) => self.float(out, value as f64),
            ('e' | 'E' | 'f' | 'F' | 'g' | 'G', Value::Float(x)) => self.float(out, x),
            _ => return Err(Mismatch),
        }
        Ok(())
    }

    fn integer(&self, out: &mut String, value: i128) {
        let size = value.unsigned_abs();
        if let (Ok(size), false) = (u64::try_from(size), matches!(self.letter, 'x' | 'X' | 'o')) {
            let mut buffer = [0; 20];
            return self.digits(out, value < 0, "", decimal::write_digits(&mut buffer, size, 1));
        }
        let (prefix, digits) = match (self.letter, self.alternate) {
            ('x', false) => ("", format!("{size:x}")),
            ('x', true) => ("0x", format!("{size:x}")),
            ('X', false) => ("", format!("{size:X}")),
            ('X', true) => ("0X", format!("{size:X}")),
            ('o', false) => ("", format!("{size:o}")),
            ('o', true) => ("0o", format!("{size:o}")),
            _ => ("", size.to_string()),
        };
        self.digits(out, value < 0, prefix, &digits);
    }

    fn digits(&self, out: &mut String, negative: bool, prefix: &str, digits: &str) {
        let start = out.len();
        self.sign(out, negative);
        out.push_str(prefix);
        let head = out.len() - start;
        let missing = self.precision.unwrap_or(0).saturating_sub(digits.len());
        out.extend(std::iter::repeat_n('0', missing));
        out.push_str(digits);
        self.pad(out, start, head, true);
    }

    fn sign(&self, out: &mut String, negative: bool) {
        match (negative, self.plus, self.space) {
            (true, ..) => out.push('-'),
            (_, true, _) => out.push('+'),
            (_, _, true) => out.push(' '),
            _ => {}
        }
    }

    #[inline]
    fn float(&self, out: &mut String, x: f64) {
        let start = out.len();
        self.sign(out, x.is_sign_negative() && !x.is_nan());
        let head = out.len() - start;
        let body = out.len();
        let size = x.abs();
        if size.is_finite() {
            let precision = self.precision.unwrap_or(6);
            match self.letter {
                'e' | 'E' => scientific(out, size, precision, self.alternate),
                'f' | 'F' => positional(out, size, precision, self.alternate),
                _ => self.general(out, size, precision.max(1)),
            }
        } else {
            out.push_str(if x.is_nan() { "nan" } else { "inf" });
        }
        if self.letter.is_ascii_uppercase() {
            let upper = out[body..].to_ascii_uppercase();
            out.replace_range(body.., &upper);
        }
        self.pad(out, start, head, true);
    }

    /// The shorter of both forms, without zeros at the end.
    fn general(&self, out: &mut String, x: f64, figures: usize) {
        let start = out.len();
        scientific(out, x, figures - 1, false);
        let exponent: i64 = out[start..].rsplit_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
        let scientific_form = exponent < -4 || exponent >= figures as i64;
        if !scientific_form {
            out.truncate(start);
            positional(out, x, (figures as i64 - 1 - exponent) as usize, self.alternate);
        } else if self.alternate {
            out.truncate(start);
            scientific(out, x, figures - 1, true);
        }
        if self.alternate {
            return;
        }
        let text = out.split_off(start);
        let (number, power) = match text.find('e') {
            Some(at) => text.split_at(at),
            None => (text.as_str(), ""),
        };
        let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
        out.push_str(number);
        out.push_str(power);
    }

    /// Makes what was written from `start` on as wide as it should be; zeros go behind its first `head` bytes.
    fn pad(&self, out: &mut String, start: usize, head: usize, number: bool) {
        if self.width == 0 {
            return;
        }
        let missing = self.width.saturating_sub(out[start..].chars().count());
        if missing == 0 {
            return;
        }
        let fill = |c: char| std::iter::repeat_n(c, missing).collect::<String>();
        if self.left {
            out.push_str(&fill(' '));
        } else if self.zero && number {
            out.insert_str(start + head, &fill('0'));
        } else {
            out.insert_str(start, &fill(' '));
        }
    }
}

/// `1.50e+00`.
fn scientific(out: &mut String, x: f64, precision: usize, point: bool) {
    if let Some((digits, exponent)) = decimal::scientific(x, precision) {
        let mut buffer = [0; 20];
        let (first, rest) = decimal::write_digits(&mut buffer, digits, precision + 1).split_at(1);
        out.push_str(first);
        if point || precision > 0 {
            out.push('.');
        }
        out.push_str(rest);
        out.push_str(if exponent < 0 { "e-" } else { "e+" });
        out.push_str(decimal::write_digits(&mut buffer, exponent.unsigned_abs().into(), 2));
        return;
    }
    let start = out.len();
    // A string takes all that is written to it.
    let _ = write!(out, "{x:.precision$e}");
    let Some(at) = out[start..].rfind('e').map(|at| start + at) else { return };
    let exponent: i32 = out[at + 1..].parse().unwrap_or(0);
    out.truncate(at);
    if point && precision == 0 {
        out.push('.');
    }
    let _ = write!(out, "e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs());
}

fn positional(out: &mut String, x: f64, precision: usize, point: bool) {
    if precision < 19
        && let Some(digits) = decimal::rounded(x, precision as i32).filter(|&digits| digits < u64::MAX)
    {
        let mut buffer = [0; 20];
        let text = decimal::write_digits(&mut buffer, digits, precision + 1);
        let (whole, fraction) = text.split_at(text.len() - precision);
        out.push_str(whole);
        if point || precision > 0 {
            out.push('.');
        }
        out.push_str(fraction);
        return;
    }
    let _ = write!(out, "{x:.precision$}");
    if point && precision == 0 {
        out.push('.');
    }
}
