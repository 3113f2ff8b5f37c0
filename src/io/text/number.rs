//! Numbers in a field, as `loadtxt` reads them: C's grammar, white space around it, no underscores.

use num_complex::Complex;

use super::tokens::is_space;

/// A field without the white space around it.
pub(super) fn trim(field: &[u8]) -> &[u8] {
    let is_plain = |byte: &u8| byte.is_ascii_graphic();
    match field {
        [] => field,
        [first, .., last] if is_plain(first) && is_plain(last) => field,
        _ if field.is_ascii() => {
            let space = |byte: &u8| is_space(char::from(*byte));
            let start = field.iter().position(|byte| !space(byte)).unwrap_or(field.len());
            let end = field.iter().rposition(|byte| !space(byte)).map_or(start, |last| last + 1);
            &field[start..end]
        }
        _ => std::str::from_utf8(field).map_or(field, |text| text.trim_matches(is_space).as_bytes()),
    }
}

/// An integer; `None` for anything else and for what 128 bits cannot hold.
pub(super) fn integer(field: &[u8]) -> Option<i128> {
    let field = trim(field);
    let (negative, digits) = match field {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, field),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().try_fold(0i128, |value, digit| {
        value.checked_mul(10).and_then(|value| value.checked_add(i128::from(digit - b'0')))
    })?;
    Some(if negative { -value } else { value })
}

/// A float. What is too large is infinite.
pub(super) fn float(field: &[u8]) -> Option<f64> {
    std::str::from_utf8(trim(field)).ok()?.parse().ok()
}

/// A complex number: `1`, `2j`, `1+2j`, in parentheses or not.
pub(super) fn complex(field: &[u8]) -> Option<Complex<f64>> {
    let mut text = trim(field);
    let mut open = false;
    if let [b'(', rest @ ..] = text {
        (open, text) = (true, trim_start(rest));
    }
    let (first, mut rest) = float_at(text)?;
    let value = match rest {
        [b'j', after @ ..] => {
            rest = after;
            Complex::new(0.0, first)
        }
        [b'+' | b'-', ..] => {
            // A plus in front of a number with a sign of its own, which NumPy once wrote.
            let signed = if let [b'+', after @ ..] = rest { after } else { rest };
            let (second, after) = float_at(signed)?;
            let [b'j', after @ ..] = after else { return None };
            rest = after;
            Complex::new(first, second)
        }
        _ => Complex::new(first, 0.0),
    };
    if open {
        rest = trim_start(rest).strip_prefix(b")")?;
    }
    rest.is_empty().then_some(value)
}

fn trim_start(text: &[u8]) -> &[u8] {
    let text_of = |text| std::str::from_utf8(text).ok();
    text_of(text).map_or(text, |text| text.trim_start_matches(is_space).as_bytes())
}

/// The longest float that a text begins with, and the rest.
fn float_at(text: &[u8]) -> Option<(f64, &[u8])> {
    let end = float_length(text)?;
    let value = std::str::from_utf8(&text[..end]).ok()?.parse().ok()?;
    Some((value, &text[end..]))
}

fn float_length(text: &[u8]) -> Option<usize> {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let body = &text[sign..];
    let digits =
        |from: usize| body.get(from..).map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_digit()).count());
    let named = |word: &&[u8]| body.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if let Some(word) = [&b"infinity"[..], b"inf", b"nan"].iter().find(|word| named(word)) {
        return Some(sign + word.len());
    }
    let whole = digits(0);
    let mut end = whole;
    let mut count = whole;
    if body.get(end) == Some(&b'.') {
        count += digits(end + 1);
        end += 1 + digits(end + 1);
    }
    if count == 0 {
        return None;
    }
    if matches!(body.get(end), Some(b'e' | b'E')) {
        let start = end + 1 + usize::from(matches!(body.get(end + 1), Some(b'+' | b'-')));
        if digits(start) > 0 {
            end = start + digits(start);
        }
    }
    Some(sign + end)
}
