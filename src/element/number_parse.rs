//! Numbers from text: the grammar of Python's `int()`, `float()` and `complex()`, which NumPy's casts follow.
//!
//! White space may go around a number, and single underscores between digits. What is read are bytes of ASCII;
//! [`to_ascii`] makes them of other characters: decimal digits of any script count as digits, and every white space as such.

use num_complex::Complex;

/// Why a text is no number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberFault {
    Malformed,
    OutOfRange,
}

use NumberFault::{Malformed, OutOfRange};

/// The white space of C.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 0x09..=0x0d)
}

fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_space(*first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_space(*last)
    {
        text = rest;
    }
    text
}

/// The value of eight digits, the first in the lowest byte; `None` if they are not all digits.
#[inline]
fn eight_digits(text: [u8; 8]) -> Option<u64> {
    let word = u64::from_le_bytes(text);
    let (high, carried) = (word & 0xf0f0_f0f0_f0f0_f0f0, word.wrapping_add(0x0606_0606_0606_0606));
    if high != 0x3030_3030_3030_3030 || carried & 0xf0f0_f0f0_f0f0_f0f0 != 0x3030_3030_3030_3030 {
        return None;
    }
    // Pairs, then fours, then all.
    let word = (word & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(2561) >> 8;
    let word = (word & 0x00ff_00ff_00ff_00ff).wrapping_mul(6_553_601) >> 16;
    Some((word & 0x0000_ffff_0000_ffff).wrapping_mul(42_949_672_960_001) >> 32)
}

/// Reads an integer: Python's `int()`. Those beyond 128 bits are out of range.
#[inline]
pub(crate) fn parse_integer(text: &[u8]) -> Result<i128, NumberFault> {
    let (negative, mut digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    // Up to 18 digits fit whatever they are.
    if digits.is_empty() || digits.len() > 18 {
        return long_integer(text);
    }
    let mut value = 0;
    while let Some((first, rest)) = digits.split_first_chunk::<8>() {
        let Some(eight) = eight_digits(*first) else { return long_integer(text) };
        value = value * 100_000_000 + eight;
        digits = rest;
    }
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return long_integer(text);
        }
        value = value * 10 + u64::from(digit);
    }
    let value = i128::from(value);
    Ok(if negative { -value } else { value })
}

/// The same with white space, underscores and any number of digits.
fn long_integer(text: &[u8]) -> Result<i128, NumberFault> {
    let text = trim(text);
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (mut value, mut outside, mut after_digit) = (0i128, false, false);
    for &byte in digits {
        match byte {
            b'0'..=b'9' => {
                let next = value.checked_mul(10).and_then(|value| value.checked_add(i128::from(byte - b'0')));
                outside |= next.is_none();
                value = next.unwrap_or(0);
                after_digit = true;
            }
            b'_' if after_digit => after_digit = false,
            _ => return Err(Malformed),
        }
    }
    match (after_digit, outside) {
        (false, _) => Err(Malformed),
        (true, true) => Err(OutOfRange),
        (true, false) => Ok(if negative { -value } else { value }),
    }
}

/// Reads a float: Python's `float()`. What is too large is infinite.
#[inline]
pub(crate) fn parse_float(text: &[u8]) -> Result<f64, NumberFault> {
    // Rust reads the same, but for white space and underscores.
    if let Some(value) = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()) {
        return Ok(value);
    }
    let text = without_underscores(trim(text))?;
    let text = std::str::from_utf8(&text).map_err(|_| Malformed)?;
    text.parse().map_err(|_| Malformed)
}

/// Leaves out underscores, each of which has to be between two digits.
fn without_underscores(text: &[u8]) -> Result<std::borrow::Cow<'_, [u8]>, NumberFault> {
    if !text.contains(&b'_') {
        return Ok(text.into());
    }
    let is_digit = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_digit);
    let stray = |at: usize| text[at] == b'_' && !(is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)));
    if (0..text.len()).any(stray) {
        return Err(Malformed);
    }
    Ok(text.iter().copied().filter(|&byte| byte != b'_').collect::<Vec<_>>().into())
}

/// Reads a complex number: Python's `complex()`.
pub(crate) fn parse_complex(text: &[u8]) -> Result<Complex<f64>, NumberFault> {
    let text = without_underscores(trim(text))?;
    let mut text: &[u8] = &text;
    if let [b'(', inner @ .., b')'] = text {
        text = trim(inner);
    }
    let (first, rest) = float_at(text);
    let (re, im, rest) = match (first, rest) {
        (None, [sign @ (b'+' | b'-'), rest @ ..]) => (0.0, if *sign == b'-' { -1.0 } else { 1.0 }, unit(rest)?),
        (None, rest) => (0.0, 1.0, unit(rest)?),
        (Some(re), [sign @ (b'+' | b'-'), after @ ..]) => match float_at(rest) {
            (Some(im), rest) => (re, im, unit(rest)?),
            (None, _) => (re, if *sign == b'-' { -1.0 } else { 1.0 }, unit(after)?),
        },
        (Some(im), rest @ [b'j' | b'J', ..]) => (0.0, im, unit(rest)?),
        (Some(re), rest) => (re, 0.0, rest),
    };
    if rest.is_empty() { Ok(Complex::new(re, im)) } else { Err(Malformed) }
}

/// Goes past a `j`.
fn unit(text: &[u8]) -> Result<&[u8], NumberFault> {
    match text {
        [b'j' | b'J', rest @ ..] => Ok(rest),
        _ => Err(Malformed),
    }
}

/// The longest float that a text begins with, and the rest.
fn float_at(text: &[u8]) -> (Option<f64>, &[u8]) {
    let signed = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let digits_from = |at: usize| text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = signed;
    if let Some(word) = [&b"infinity"[..], b"inf", b"nan"]
        .into_iter()
        .find(|word| text.get(signed..signed + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word)))
    {
        end += word.len();
    } else {
        let whole = digits_from(end);
        end += whole;
        let mut fraction = 0;
        if text.get(end) == Some(&b'.') {
            fraction = digits_from(end + 1);
            end += 1 + fraction;
        }
        if whole + fraction == 0 {
            return (None, text);
        }
        if let Some(b'e' | b'E') = text.get(end) {
            let start = end + 1 + usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
            let exponent = text.get(start..).map_or(0, |_| digits_from(start));
            end = if exponent > 0 { start + exponent } else { end };
        }
    }
    let value = std::str::from_utf8(&text[..end]).ok().and_then(|text| text.parse().ok());
    (value, if value.is_some() { &text[end..] } else { text })
}

/// The ASCII character that a character stands for in a number: digits of any script and white space are such, and what else
/// is not ASCII becomes `?`, which is in no number.
pub(crate) fn to_ascii(code: u32) -> u8 {
    match u8::try_from(code) {
        Ok(byte @ 0..=0x7f) => byte,
        _ => match char::from_u32(code) {
            Some(c) if c.is_whitespace() => b' ',
            _ => {
                let zero = ZERO_DIGITS.partition_point(|&zero| zero <= code).checked_sub(1).map(|i| ZERO_DIGITS[i]);
                match zero.map(|zero| code - zero) {
                    Some(digit @ 0..=9) => b'0' + digit as u8,
                    _ => b'?',
                }
            }
        },
    }
}

/// The zeros of Unicode beyond ASCII; after each follow the other nine digits.
#[rustfmt::skip]
static ZERO_DIGITS: &[u32] = &[
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for (text, value) in [
            ("0", Ok(0)),
            ("12345678", Ok(12_345_678)),
            ("-123456789012345678", Ok(-123_456_789_012_345_678)),
            ("+000000000000000000000000000000000000000000000001", Ok(1)),
            (" 1_000\n", Ok(1000)),
            ("1__0", Err(Malformed)),
            ("1_", Err(Malformed)),
            ("_1", Err(Malformed)),
            ("1234567:", Err(Malformed)),
            ("1234567/", Err(Malformed)),
            ("1234567\u{7f}", Err(Malformed)),
            ("", Err(Malformed)),
            ("-", Err(Malformed)),
            ("- 1", Err(Malformed)),
            ("999999999999999999999999999999999999999999", Err(OutOfRange)),
        ] {
            assert_eq!(parse_integer(text.as_bytes()), value, "{text}");
        }
    }

    #[test]
    fn digits_of_other_scripts() {
        assert_eq!(
            ['\u{661}', '\u{ff19}', '\u{1d7ff}', '\u{a0}', 'x', '\u{e9}'].map(|c| to_ascii(c.into())),
            *b"199 x?"
        );
        assert!(ZERO_DIGITS.is_sorted());
    }
}
