//! Numbers as text: the characters of NumPy's `str`, and of ml_dtypes' for its floats.
//!
//! A [`Line`] is a short text on the stack; nothing here allocates. The same functions serve the casts from numbers to text
//! and the printing of scalars.

use std::fmt::{self, Write};

use num_complex::Complex;

use crate::dtype::ScalarId;

/// Text of at most so many bytes: the longest, a date of the largest count of years in attoseconds, has fewer.
const ROOM: usize = 120;

/// A short text of ASCII characters on the stack.
pub(crate) struct Line {
    bytes: [u8; ROOM],
    len: usize,
}

impl Line {
    /// An empty one.
    #[inline]
    pub(crate) fn new() -> Line {
        Line { bytes: [0; ROOM], len: 0 }
    }

    /// Takes everything out.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// The characters.
    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// The text.
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Adds characters; what has no room is left out, which no number and no time needs.
    #[inline]
    pub(crate) fn push(&mut self, text: &[u8]) {
        debug_assert!(self.len + text.len() <= ROOM && text.is_ascii());
        if let Some(place) = self.bytes.get_mut(self.len..self.len + text.len()) {
            place.copy_from_slice(text);
            self.len += text.len();
        }
    }

    fn push_zeros(&mut self, count: usize) {
        (0..count).for_each(|_| self.push(b"0"));
    }

    /// Adds a number from 0 to 99 in two digits.
    #[inline]
    pub(crate) fn push_pair(&mut self, number: u32) {
        let at = 2 * (number as usize % 100);
        self.push(&PAIRS[at..at + 2]);
    }

    /// Adds a number in at least so many digits, at most 20.
    #[inline]
    pub(crate) fn push_digits(&mut self, mut number: u64, at_least: usize) {
        let (mut digits, mut at) = ([b'0'; 20], 20);
        while number >= 100 {
            let pair = 2 * (number % 100) as usize;
            number /= 100;
            at -= 2;
            digits[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
        }
        if number >= 10 {
            at -= 2;
            digits[at..at + 2].copy_from_slice(&PAIRS[2 * number as usize..2 * number as usize + 2]);
        } else if number > 0 || at == 20 {
            at -= 1;
            digits[at] = b'0' + number as u8;
        }
        self.push(&digits[at.min(20 - at_least.min(20))..]);
    }
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.len + text.len() > ROOM {
            return Err(fmt::Error);
        }
        self.push(text.as_bytes());
        Ok(())
    }
}

/// The numbers from 00 to 99.
static PAIRS: [u8; 200] = {
    let (mut pairs, mut i) = ([0; 200], 0);
    while i < 100 {
        pairs[2 * i] = b'0' + (i / 10) as u8;
        pairs[2 * i + 1] = b'0' + (i % 10) as u8;
        i += 1;
    }
    pairs
};

/// How the floats of a type are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatText {
    /// The shortest digits that tell it from other float16 numbers.
    Half,
    /// Likewise of float32.
    Single,
    /// Likewise of float64.
    Double,
    /// Six digits at most, as ml_dtypes has it.
    Six,
}

impl FloatText {
    /// That of a type of floats or of complex numbers, for its parts.
    pub(crate) fn of(id: ScalarId) -> FloatText {
        match id {
            ScalarId::Float16 => FloatText::Half,
            ScalarId::Float32 | ScalarId::Complex64 => FloatText::Single,
            ScalarId::Float64 | ScalarId::Complex128 => FloatText::Double,
            _ => FloatText::Six,
        }
    }

    /// From where on NumPy writes an exponent.
    fn limit(self) -> f64 {
        match self {
            FloatText::Half => 1e3,
            FloatText::Single | FloatText::Six => 1e6,
            FloatText::Double => 1e16,
        }
    }
}

/// Adds `True` or `False`.
#[inline]
pub(crate) fn write_bool(line: &mut Line, value: bool) {
    line.push(if value { b"True" } else { b"False" });
}

/// Adds an integer.
#[inline]
pub(crate) fn write_integer(line: &mut Line, value: i64) {
    if value < 0 {
        line.push(b"-");
    }
    line.push_digits(value.unsigned_abs(), 1);
}

/// Adds an integer without a sign.
#[inline]
pub(crate) fn write_unsigned(line: &mut Line, value: u64) {
    line.push_digits(value, 1);
}

/// Adds a float that is a value of the type: `0.1`, `1e+16`, `-0.0`, `nan`, `inf`.
#[inline]
pub(crate) fn write_float(line: &mut Line, x: f64, form: FloatText) {
    write_part(line, x, form, form != FloatText::Six);
}

/// Adds a complex number whose parts are values of the type: `(1+2j)`, and `2j` if the real part is a zero without a sign, but
/// not in ml_dtypes.
pub(crate) fn write_complex(line: &mut Line, x: Complex<f64>, form: FloatText) {
    if x.re == 0.0 && x.re.is_sign_positive() && form != FloatText::Six {
        write_part(line, x.im, form, false);
        return line.push(b"j");
    }
    line.push(b"(");
    write_part(line, x.re, form, false);
    if !x.im.is_sign_negative() || x.im.is_nan() {
        line.push(b"+");
    }
    write_part(line, x.im, form, false);
    line.push(b"j)");
}

/// Adds a float; whole ones with `.0` if asked for.
fn write_part(line: &mut Line, x: f64, form: FloatText, point: bool) {
    if x.is_nan() {
        return line.push(b"nan");
    }
    if x.is_sign_negative() {
        line.push(b"-");
    }
    let x = x.abs();
    if x.is_infinite() {
        return line.push(b"inf");
    }
    if x == 0.0 {
        return line.push(if point { b"0.0" } else { b"0" });
    }
    let digits = Digits::of(x, form);
    let positional = match form {
        // C's `%g` looks at the exponent of the rounded digits, NumPy at the value.
        FloatText::Six => (-4..6).contains(&digits.exponent),
        form => (1e-4..form.limit()).contains(&x),
    };
    if positional { digits.write_positional(line, point) } else { digits.write_scientific(line) }
}

/// The significant digits of a positive number, without zeros at the end, and the power of ten of the first.
#[derive(Clone, Copy)]
pub(crate) struct Digits {
    bytes: [u8; 20],
    len: usize,
    pub(crate) exponent: i32,
}

impl Digits {
    /// The digits themselves.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// The shortest digits that read back as this number of the type; six at most of the small floats.
    pub(crate) fn of(x: f64, form: FloatText) -> Digits {
        let mut text = Line::new();
        // There is room for any float, so that writing it does not fail.
        let _ = match form {
            FloatText::Half => return Digits::shortest_half(x),
            FloatText::Single => write!(text, "{:e}", x as f32),
            FloatText::Double => write!(text, "{x:e}"),
            FloatText::Six => write!(text, "{x:.5e}"),
        };
        let mut digits = Digits::read(text.as_bytes());
        if form != FloatText::Six {
            digits.break_tie(x, form);
        }
        digits
    }

    /// Takes the even one of two shortest texts that are equally near, as NumPy does; Rust has taken the larger one.
    ///
    /// Such a number lies in the middle, so that its exact digits are one more, a five. Those of an odd multiple of `2^-q` end at
    /// place `q` after the point, with a five. (Places before the point are no such case: numbers are too dense there.)
    fn break_tie(&mut self, x: f64, form: FloatText) {
        let places = self.len as i32 - 1 - self.exponent;
        let bits = x.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32;
        let (mantissa, exponent) =
            if exponent == 0 { (bits << 12 >> 12, -1074) } else { (bits << 12 >> 12 | 1 << 52, exponent - 1075) };
        let finest = exponent + mantissa.trailing_zeros() as i32;
        let last = self.bytes[self.len - 1];
        if mantissa == 0 || places + 1 != -finest || last.is_multiple_of(2) {
            return;
        }
        let mut even = *self;
        even.bytes[even.len - 1] = last - 1;
        // Below a power of two numbers are denser: the smaller text may be another one's.
        let mut text = Line::new();
        even.write_scientific(&mut text);
        let same = match form {
            FloatText::Single => text.as_str().parse() == Ok(x as f32),
            _ => text.as_str().parse() == Ok(x),
        };
        if same {
            *self = even;
        }
    }

    /// Reads `d.ddde-dd`.
    fn read(text: &[u8]) -> Digits {
        let (mut bytes, mut len, mut at) = ([0; 20], 0, 0);
        while at < text.len() && text[at] != b'e' {
            if text[at] != b'.' && len < bytes.len() {
                bytes[len] = text[at];
                len += 1;
            }
            at += 1;
        }
        let negative = text.get(at + 1) == Some(&b'-');
        let digits = text.get(at + 1 + usize::from(negative)..).unwrap_or_default();
        let exponent = digits.iter().fold(0, |value, digit| 10 * value + i32::from(digit - b'0'));
        while len > 1 && bytes[len - 1] == b'0' {
            len -= 1;
        }
        Digits { bytes, len, exponent: if negative { -exponent } else { exponent } }
    }

    /// The shortest digits that lie between the midpoints to the neighbours of a float16, and of those the nearest.
    ///
    /// All of it is exact or nearly so in double precision: a float16 has 11 bits and a power of ten at hand at most 28, and
    /// five digits over such a power differ from a midpoint by more than the last bit of a double, unless they are equal.
    fn shortest_half(x: f64) -> Digits {
        let half = half::f16::from_f64(x);
        let ulp = 2f64.powi((x.log2().floor() as i32).max(-14) - 10);
        let low_ulp = if half.to_bits().trailing_zeros() >= 10 && half.to_bits() > 0x400 { ulp / 2.0 } else { ulp };
        let (low, high, even) = (x - low_ulp / 2.0, x + ulp / 2.0, half.to_bits().is_multiple_of(2));
        let inside = |y: f64| (low < y && y < high) || (even && (y == low || y == high));
        let exponent = x.log10().floor() as i32;
        for count in 1..=5 {
            // The place of the last digit.
            let power = exponent - count + 1;
            let scale = 10f64.powi(power.abs());
            let scaled = if power < 0 { x * scale } else { x / scale };
            let value = |number: f64| if power < 0 { number / scale } else { number * scale };
            // Below a power of two the neighbour is nearer: of two equally near numbers the upper one may be the only choice.
            let number = [scaled.round_ties_even(), scaled.round()].into_iter().find(|&number| inside(value(number)));
            if let Some(number) = number.filter(|&number| number > 0.0) {
                let mut text = Line::new();
                text.push_digits(number as u64, 1);
                let mut bytes = [0; 20];
                bytes[..text.len].copy_from_slice(text.as_bytes());
                let mut digits = Digits { bytes, len: text.len, exponent: power + text.len as i32 - 1 };
                while digits.len > 1 && digits.bytes[digits.len - 1] == b'0' {
                    digits.len -= 1;
                }
                return digits;
            }
        }
        Digits::of(x, FloatText::Single)
    }

    fn write_positional(&self, line: &mut Line, point: bool) {
        let digits = &self.bytes[..self.len];
        if self.exponent < 0 {
            line.push(b"0.");
            line.push_zeros((-1 - self.exponent) as usize);
            return line.push(digits);
        }
        let whole = self.exponent as usize + 1;
        if digits.len() > whole {
            line.push(&digits[..whole]);
            line.push(b".");
            return line.push(&digits[whole..]);
        }
        line.push(digits);
        line.push_zeros(whole - digits.len());
        if point {
            line.push(b".0");
        }
    }

    fn write_scientific(&self, line: &mut Line) {
        line.push(&self.bytes[..1]);
        if self.len > 1 {
            line.push(b".");
            line.push(&self.bytes[1..self.len]);
        }
        line.push(if self.exponent < 0 { b"e-" } else { b"e+" });
        line.push_digits(self.exponent.unsigned_abs().into(), 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(x: f64, form: FloatText) -> String {
        let mut line = Line::new();
        write_float(&mut line, x, form);
        line.as_str().to_owned()
    }

    #[test]
    #[allow(clippy::excessive_precision, reason = "they lie between two shorter ones")]
    fn floats_are_written_as_numpy_does() {
        use FloatText::{Double, Half, Single, Six};
        for (x, form, text) in [
            (1.0, Double, "1.0"),
            (1e15, Double, "1000000000000000.0"),
            (1e16, Double, "1e+16"),
            (1e-4, Double, "0.0001"),
            (9.999e-5, Double, "9.999e-05"),
            (5e-324, Double, "5e-324"),
            (f64::from(1e6f32), Single, "1e+06"),
            (f64::from(999_999.94f32), Single, "999999.94"),
            (f64::from(1e-4f32), Single, "1e-04"),
            (65504.0, Half, "6.55e+04"),
            (998.5, Half, "998.5"),
            (5.960_464_477_539_063e-8, Half, "6e-08"),
            // Two texts are as short and as near: the even one, unless that is another number's.
            (562_949_953_421_312.25, Double, "562949953421312.2"),
            (562_949_953_421_312.75, Double, "562949953421312.8"),
            (f64::from(1_721_339.25f32), Single, "1.7213392e+06"),
            (f64::from(1_721_339.75f32), Single, "1.7213398e+06"),
            (5.960_464_477_539_063e-8, Double, "5.960464477539063e-08"),
            (0.100_097_656_25, Six, "0.100098"),
            (999_424.0, Six, "999424"),
            (1_048_576.0, Six, "1.04858e+06"),
            (-0.0, Six, "-0"),
            (-0.0, Half, "-0.0"),
        ] {
            assert_eq!(float(x, form), text, "{x:e} {form:?}");
        }
    }

    #[test]
    fn integers_of_all_lengths() {
        for value in [0, 7, 10, 99, 100, 12_345, i64::MAX, i64::MIN, -1] {
            let mut line = Line::new();
            write_integer(&mut line, value);
            assert_eq!(line.as_str(), value.to_string());
        }
    }
}
