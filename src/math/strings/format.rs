//! Values as text, by the formats of C's `printf` and Python's `%`.

use super::argument::{Kind, Mixing, TextArg, texts};
use super::codec::Gathered;
use super::error::StringsError;
use crate::array::Array;
use crate::dtype::DtypeKind;
use crate::element::{Scalar, Text};
use crate::error::Result;
use crate::layout::broadcast_shapes;

/// What is wrong with a format: where in it, and what.
type Wrong = (usize, String);

/// What stands between `%` and the letter.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of a format, which are independent")]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

/// No field is wider.
const WIDEST: usize = 1 << 20;

impl Spec {
    /// Reads a specification from after its `%` on: itself, its letter, and where the letter is.
    fn parse(format: &[char], mut at: usize) -> Result<(Spec, char, usize), Wrong> {
        let mut spec = Spec::default();
        let incomplete = || (format.len(), "incomplete format".to_owned());
        let next = |at: usize| format.get(at).copied().ok_or_else(incomplete);
        if next(at)? == '(' {
            return Err((at, "format requires a mapping".to_owned()));
        }
        loop {
            match next(at)? {
                '-' => spec.left = true,
                '+' => spec.plus = true,
                ' ' => spec.space = true,
                '#' => spec.alternate = true,
                '0' => spec.zero = true,
                _ => break,
            }
            at += 1;
        }
        let number = |at: &mut usize| -> Result<usize, Wrong> {
            let mut number = 0usize;
            if next(*at)? == '*' {
                return Err((*at, "* wants int".to_owned()));
            }
            while let Some(digit) = next(*at)?.to_digit(10) {
                number = number * 10 + digit as usize;
                if number > WIDEST {
                    return Err((*at, "width too big".to_owned()));
                }
                *at += 1;
            }
            Ok(number)
        };
        spec.width = number(&mut at)?;
        if next(at)? == '.' {
            at += 1;
            spec.precision = Some(number(&mut at)?);
        }
        while matches!(next(at)?, 'h' | 'l' | 'L') {
            at += 1;
        }
        Ok((spec, next(at)?, at))
    }

    /// Text of the width, between spaces, or zeros after a sign and a prefix.
    fn pad(&self, head: &str, body: &str, zeros: bool, out: &mut String) {
        let room = self.width.saturating_sub(head.chars().count() + body.chars().count());
        let (before, between, after) = match (self.left, zeros && self.zero) {
            (true, _) => (0, 0, room),
            (false, true) => (0, room, 0),
            (false, false) => (room, 0, 0),
        };
        out.extend(std::iter::repeat_n(' ', before));
        out.push_str(head);
        out.extend(std::iter::repeat_n('0', between));
        out.push_str(body);
        out.extend(std::iter::repeat_n(' ', after));
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (.., true) => " ",
            _ => "",
        }
    }

    fn integer(&self, letter: char, digits: &str, negative: bool, out: &mut String) {
        let prefix = match letter {
            'x' if self.alternate => "0x",
            'X' if self.alternate => "0X",
            'o' if self.alternate => "0o",
            _ => "",
        };
        let zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        let body = "0".repeat(zeros) + digits;
        self.pad(&format!("{}{prefix}", self.sign(negative)), &body, true, out);
    }

    fn float(&self, letter: char, x: f64, out: &mut String) {
        let magnitude = x.abs();
        let mut body = match letter.to_ascii_lowercase() {
            _ if x.is_nan() => "nan".to_owned(),
            _ if x.is_infinite() => "inf".to_owned(),
            'f' => {
                let precision = self.precision.unwrap_or(6);
                // Python has no digits left for numbers as large as that.
                let body = format!("{magnitude:.precision$}");
                if self.alternate && precision == 0 { body + "." } else { body }
            }
            'e' => exponent_form(magnitude, self.precision.unwrap_or(6), self.alternate),
            _ => general_form(magnitude, self.precision.unwrap_or(6).max(1), self.alternate),
        };
        if letter.is_ascii_uppercase() {
            body = body.to_ascii_uppercase();
        }
        self.pad(self.sign(x.is_sign_negative() && !x.is_nan()), &body, true, out);
    }
}

/// Digits and an exponent of at least two digits.
fn exponent_form(magnitude: f64, precision: usize, point: bool) -> String {
    let text = format!("{magnitude:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = if point && precision == 0 { "." } else { "" };
    format!("{digits}{point}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

/// So many significant digits, in the shorter of the two forms, without zeros at the end.
fn general_form(magnitude: f64, precision: usize, keep: bool) -> String {
    let rounded = exponent_form(magnitude, precision - 1, false);
    let (digits, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| {
        if keep || !text.contains('.') {
            return text.to_owned();
        }
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let pointed = |text: String| if keep && !text.contains('.') { text + "." } else { text };
    if power < -4 || power >= precision as i32 {
        return format!("{}e{exponent}", pointed(without_zeros(digits)));
    }
    let decimals = (precision as i32 - 1 - power).max(0) as usize;
    pointed(without_zeros(&format!("{magnitude:.decimals$}")))
}

/// Formats one value.
struct Value<'a> {
    scalar: &'a Scalar,
    kind: DtypeKind,
    /// Whether the format is bytes.
    bytes: bool,
}

impl Value<'_> {
    fn format(&self, format: &[char], out: &mut String) -> Result<(), Wrong> {
        let (mut at, mut used) = (0, false);
        while let Some(&c) = format.get(at) {
            at += 1;
            if c != '%' {
                out.push(c);
                continue;
            }
            let (spec, letter, place) = Spec::parse(format, at)?;
            at = place + 1;
            if letter == '%' {
                out.push('%');
                continue;
            }
            if std::mem::replace(&mut used, true) {
                return Err((place, "not enough arguments for format string".to_owned()));
            }
            self.one(spec, letter, place, out)?;
        }
        // Python lets numbers pass that no format takes, but not text.
        if !used && self.kind == DtypeKind::String && self.scalar.to_text().is_some() {
            return Err((format.len(), "not all arguments converted during string formatting".to_owned()));
        }
        Ok(())
    }

    fn one(&self, spec: Spec, letter: char, place: usize, out: &mut String) -> Result<(), Wrong> {
        let refuse = |what: &str| Err((place, format!("%{letter} format: {what}, not {}", self.scalar.dtype())));
        let integer = matches!(self.kind, DtypeKind::Integer | DtypeKind::Unsigned);
        match letter {
            's' | 'b' if letter == 's' || self.bytes => match self.text() {
                Some(text) => {
                    let cut: String = text.chars().take(spec.precision.unwrap_or(usize::MAX)).collect();
                    spec.pad("", &cut, false, out);
                }
                None => return refuse("bytes are required"),
            },
            'c' => match (self.scalar.to_text(), self.scalar.as_i64()) {
                (Some(text), _) if self.kind == DtypeKind::String && text.chars().count() == 1 => {
                    spec.pad("", &text, false, out);
                }
                (_, Some(code)) if integer => match u32::try_from(code).ok().and_then(char::from_u32) {
                    Some(c) if !self.bytes || code < 0x100 => spec.pad("", c.encode_utf8(&mut [0; 4]), false, out),
                    _ => return Err((place, "%c arg not in range(0x110000)".to_owned())),
                },
                _ => return Err((place, "%c requires int or char".to_owned())),
            },
            'd' | 'i' | 'u' => match (self.scalar.as_i128(), self.float()) {
                (Some(x), _) if integer || self.kind == DtypeKind::Bool => {
                    spec.integer(letter, &x.unsigned_abs().to_string(), x < 0, out);
                }
                (_, Some(x)) if !x.is_finite() => return refuse("a finite number is required"),
                (_, Some(x)) => {
                    let whole = x.trunc();
                    spec.integer(letter, &format!("{:.0}", whole.abs()), whole < 0.0, out);
                }
                _ => return refuse("a real number is required"),
            },
            'x' | 'X' | 'o' => match self.scalar.as_i128() {
                Some(x) if integer => {
                    let digits = match letter {
                        'x' => format!("{:x}", x.unsigned_abs()),
                        'X' => format!("{:X}", x.unsigned_abs()),
                        _ => format!("{:o}", x.unsigned_abs()),
                    };
                    spec.integer(letter, &digits, x < 0, out);
                }
                _ => return refuse("an integer is required"),
            },
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => match self.float() {
                Some(x) => spec.float(letter, x, out),
                None => return refuse("a real number is required"),
            },
            _ => {
                let code = u32::from(letter);
                return Err((place, format!("unsupported format character '{letter}' ({code:#x})")));
            }
        }
        Ok(())
    }

    fn float(&self) -> Option<f64> {
        match self.kind {
            DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned | DtypeKind::Float => self.scalar.as_f64(),
            _ => None,
        }
    }

    /// What `%s` writes: the value as it prints. Bytes take bytes, and text of characters writes them as Python would.
    fn text(&self) -> Option<String> {
        let bytes = self.scalar.dtype().char() == 'S';
        match (self.bytes, bytes) {
            (true, true) => Some(codes_of(self.scalar, Kind::Bytes).into_iter().collect()),
            (true, false) => None,
            (false, true) => Some(format!("b'{}'", bytes_of(self.scalar).escape_ascii())),
            (false, false) => Some(self.scalar.to_string()),
        }
    }
}

/// Each format with its value in place: NumPy's `strings.mod`, Python's `%`. Formats take one value each, of numbers, truth values,
/// times and text; flags, width and precision are those of C's `printf`, conversions `d i u o x X e E f F g G c s`, and `b` for
/// bytes. The result is as wide as the longest.
///
/// Errors: no text, a format that is not understood or takes more than one value, a value that is not of the format's kind.
///
/// ```
/// use ndtype::{array, strings};
/// let formatted = strings::r#mod(&array!["%05.1f", "%+d%%"], &array![2.25, 7.0])?;
/// assert_eq!(formatted, array!["002.2", "+7%"]);
/// let error = strings::r#mod(&array!["%x"], &array![1.5]).unwrap_err();
/// assert_eq!(error.to_string(), "%x format: an integer is required, not float64, at character 1 of the format \"%x\" at position (0,)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn r#mod<'a>(a: impl Into<TextArg<'a>>, values: &Array) -> Result<Array> {
    let texts = texts("mod", [a.into()], Mixing::Strict)?;
    let (kind, [formats]) = (texts.kind, texts.arrays);
    let shape = broadcast_shapes(&[formats.shape(), values.shape()])?.to_vec();
    let (formats, values) = (formats.broadcast_to(&shape)?, values.broadcast_to(&shape)?);
    let (mut made, mut strings) = (Vec::with_capacity(formats.size()), String::new());
    let value_kind = values.dtype().kind();
    for (format, scalar) in formats.scalars()?.iter().zip(&values.scalars()?) {
        if format.get::<Text>().is_ok_and(|format| format.is_missing()) {
            return Err(StringsError::Missing { function: "mod", position: position(made.len(), &shape) }.into());
        }
        let codes = codes_of(format, kind);
        let value = Value { scalar, kind: value_kind, bytes: kind == Kind::Bytes };
        strings.clear();
        value.format(&codes, &mut strings).map_err(|(at, reason)| {
            let position = position(made.len(), &shape);
            StringsError::Format { position, format: codes.iter().collect(), at, reason }
        })?;
        made.push(strings.clone());
    }
    match kind {
        Kind::String => Array::from_shape_vec(&shape, made.into_iter().map(Text::from).collect()),
        // NumPy keeps the dtype of no elements.
        _ if made.is_empty() => formats.copy(),
        Kind::Unicode => {
            let mut all = Gathered::<u32>::new();
            for text in &made {
                all.all.extend(text.chars().map(u32::from));
                all.end();
            }
            all.lay_out("mod", &shape, kind)
        }
        Kind::Bytes => {
            let mut all = Gathered::<u8>::new();
            for text in &made {
                all.all.extend(text.chars().map(|c| c as u8));
                all.end();
            }
            all.lay_out("mod", &shape, kind)
        }
    }
}

/// The characters of a format; the bytes of one as characters below 256.
fn codes_of(format: &Scalar, kind: Kind) -> Vec<char> {
    match kind {
        Kind::Bytes => bytes_of(format).iter().map(|&byte| char::from(byte)).collect(),
        _ => format.to_text().unwrap_or_default().chars().collect(),
    }
}

fn bytes_of(scalar: &Scalar) -> &[u8] {
    super::rules::trimmed(scalar.bytes().unwrap_or_default())
}

/// The position of an element in C's order.
pub(super) fn position(mut index: usize, shape: &[usize]) -> Vec<usize> {
    let mut position = vec![0; shape.len()];
    for (at, &n) in position.iter_mut().zip(shape).rev() {
        (*at, index) = (index % n.max(1), index / n.max(1));
    }
    position
}
