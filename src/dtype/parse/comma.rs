//! NumPy's comma strings: `i4,f8,(2,3)f4`, `3i4`, `>i4, S5`.
//!
//! An item is an optional byte order, an optional repeat (a number, or numbers in parentheses), an optional byte order
//! again, and a type. One item alone is the type itself or a sub-array of it; a comma makes a record with fields `f0`,
//! `f1`, …

use super::{Parsed, at, build, expected};
use crate::dtype::{ByteOrder, Dtype, MAX_ITEMSIZE};

/// Whether NumPy would take this as a comma string: a repeat in front, or a comma outside brackets.
pub(super) fn looks_like_one(text: &str) -> bool {
    let bytes = text.as_bytes();
    let unordered = match bytes {
        [b'<' | b'>' | b'=' | b'|', rest @ ..] => rest,
        _ => bytes,
    };
    if matches!(unordered, [b'0'..=b'9', ..] | [b'(', b')', ..]) {
        return true;
    }
    if !bytes.contains(&b',') {
        return false;
    }
    let mut depth = 0i32;
    bytes.iter().any(|byte| {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        *byte == b',' && depth == 0
    })
}

pub(super) fn dtype(text: &str, offset: usize, aligned: bool) -> Parsed<Dtype> {
    let mut items = Vec::new();
    let mut is_record = false;
    let mut position = 0;
    while position < text.len() {
        let item = Item::read(text, position, offset)?;
        position = item.end;
        let rest = &text[position..];
        let separator = rest.trim_start();
        if separator.is_empty() {
            position = text.len();
        } else if let Some(after) = separator.strip_prefix(',') {
            is_record = true;
            position = text.len() - after.trim_start().len();
        } else {
            return expected(offset + position, "a comma, or the end of the text");
        }
        items.push(item);
    }
    // NumPy passes over a last item that is nothing but a byte order which says nothing.
    if items.len() > 1 && items.last().is_some_and(Item::is_empty) {
        items.pop();
    }
    if !is_record && let [item] = &items[..] {
        return item.dtype(text, offset);
    }
    let mut builder = Dtype::builder().aligned(aligned);
    for (i, item) in items.iter().enumerate() {
        builder = builder.field(format!("f{i}"), item.dtype(text, offset)?);
    }
    build(builder, offset)
}

/// One item, as places in the text.
struct Item {
    /// Both byte orders, if they were given and did not contradict each other.
    order: Option<ByteOrder>,
    shape: Option<Repeat>,
    /// Where the type starts and ends.
    start: usize,
    end: usize,
}

/// How often a type is repeated: a bare number can also be the length of a type without one (`3S` is `S3`).
enum Repeat {
    Number(usize),
    Tuple(Vec<usize>),
}

impl Item {
    fn read(text: &str, start: usize, offset: usize) -> Parsed<Item> {
        let bytes = text.as_bytes();
        let (first, after) = order(bytes, start);
        let repeat_end = span_of_repeat(bytes, after);
        let shape = match &text[after..repeat_end] {
            "" => None,
            repeat => Some(Repeat::read(repeat, offset + after)?),
        };
        let (second, type_start) = order(bytes, repeat_end);
        let order = match (first, second) {
            (Some(a), Some(b)) if explicit(a) != explicit(b) => {
                return expected(offset + repeat_end, "the same byte order as before the repeat");
            }
            (a, b) => b.or(a),
        };
        let mut end = type_start + leading(&bytes[type_start..], |b| b.is_ascii_alphanumeric() || b".?".contains(&b));
        if bytes.get(end) == Some(&b'[') {
            let inside = leading(&bytes[end + 1..], |b| b.is_ascii_alphanumeric() || b",.".contains(&b));
            let close = end + 1 + inside;
            if inside > 0 && bytes.get(close) == Some(&b']') {
                end = close + 1;
            }
        }
        Ok(Item { order, shape, start: type_start, end })
    }

    fn is_empty(&self) -> bool {
        self.shape.is_none() && self.start == self.end && self.order != Some(ByteOrder::SWAPPED)
    }

    fn dtype(&self, text: &str, offset: usize) -> Parsed<Dtype> {
        let here = offset + self.start;
        let name = &text[self.start..self.end];
        // The type may have a repeat of its own (`3>2S`), but that is followed by a letter, so this ends here. The order
        // goes back before the type, where only codes may have one; the machine's own says nothing.
        let base = match self.order {
            Some(order) if order == ByteOrder::SWAPPED => {
                super::format(&format!("{}{name}", order.char()), here.saturating_sub(1), false)?
            }
            _ => super::format(name, here, false)?,
        };
        match &self.shape {
            None => Ok(base),
            Some(Repeat::Number(n)) => repeated(base, *n, here),
            Some(Repeat::Tuple(shape)) if shape.is_empty() && base.is_unsized() => expected(here, "a type with a size"),
            Some(Repeat::Tuple(shape)) => Dtype::subarray(base, shape).map_err(at(here)),
        }
    }
}

/// `n` of a dtype: the length of one that has none, else a sub-array.
pub(super) fn repeated(base: Dtype, n: usize, position: usize) -> Parsed<Dtype> {
    let limit = |unit: usize| {
        if n <= MAX_ITEMSIZE / unit {
            Ok(n)
        } else {
            expected(position, format!("a length of at most {}", MAX_ITEMSIZE / unit))
        }
    };
    let swapped = matches!(base, Dtype::Swapped(_));
    Ok(match base.native_scalar() {
        Dtype::Bytes(0) => Dtype::Bytes(limit(1)?),
        Dtype::Void(0) => Dtype::Void(limit(1)?),
        Dtype::Unicode(0) => Dtype::Unicode(limit(4)?).with_swapped_bytes(swapped),
        _ => Dtype::subarray(base, [n]).map_err(at(position))?,
    })
}

/// An order that says something: `=` is the machine's, and `|` differs from both.
fn explicit(order: ByteOrder) -> char {
    if order == ByteOrder::Native { ByteOrder::native_char() } else { order.char() }
}

fn order(bytes: &[u8], position: usize) -> (Option<ByteOrder>, usize) {
    match bytes.get(position).and_then(|&b| ByteOrder::from_char(char::from(b))) {
        Some(order) => (Some(order), position + 1),
        None => (None, position),
    }
}

fn leading(bytes: &[u8], matches: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|&&b| matches(b)).count()
}

/// Where the characters that can make up a repeat end: blanks, `(`, digits and commas, `)`, blanks.
fn span_of_repeat(bytes: &[u8], start: usize) -> usize {
    let mut end = start + leading(&bytes[start..], |b| b == b' ');
    end += usize::from(bytes.get(end) == Some(&b'('));
    end += leading(&bytes[end..], |b| b.is_ascii_digit() || b", ".contains(&b));
    end += usize::from(bytes.get(end) == Some(&b')'));
    end + leading(&bytes[end..], |b| b == b' ')
}

impl Repeat {
    /// Reads `3`, `2,3`, `(2)`, `(2, 3)`, `()` as Python would.
    fn read(text: &str, position: usize) -> Parsed<Repeat> {
        const WHAT: &str = "a repeat like 3 or (2, 3)";
        let trimmed = text.trim_matches(' ');
        let inner = match (trimmed.strip_prefix('('), trimmed.strip_suffix(')')) {
            (None, None) => trimmed,
            (Some(_), Some(_)) => trimmed[1..trimmed.len() - 1].trim_matches(' '),
            _ => return expected(position, "a repeat with both parentheses"),
        };
        if inner.is_empty() {
            return if trimmed.is_empty() { expected(position, WHAT) } else { Ok(Repeat::Tuple(Vec::new())) };
        }
        let listed = inner.strip_suffix(',').unwrap_or(inner);
        let numbers: Option<Vec<usize>> = listed.split(',').map(|n| python_integer(n.trim_matches(' '))).collect();
        match numbers.as_deref() {
            None => expected(position, WHAT),
            Some(&[n]) if listed.len() == inner.len() => Ok(Repeat::Number(n)),
            Some(numbers) => Ok(Repeat::Tuple(numbers.to_vec())),
        }
    }
}

/// A decimal integer; like Python, without leading zeros. One too large for any dtype stays too large.
fn python_integer(digits: &str) -> Option<usize> {
    let zero_led = digits.starts_with('0') && digits.bytes().any(|b| b != b'0');
    if digits.is_empty() || zero_led || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(usize::MAX))
}
