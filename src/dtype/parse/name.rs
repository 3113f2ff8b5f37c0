//! What NumPy takes as one type: a name, a code with or without size (`<f8`, `S10`), a time type (`M8[25us]`).

use super::{Parsed, at, expected, names};
use crate::dtype::{ByteOrder, Dtype, MAX_ITEMSIZE, TimeBase, TimeUnit};

const WHAT: &str = "the name or code of a data type";
const NO_LONG_DOUBLE: &str = "a data type that exists in Rust (there is no long double)";

pub(super) fn dtype(text: &str, offset: usize) -> Parsed<Dtype> {
    let order = text.as_bytes().first().and_then(|&b| ByteOrder::from_char(char::from(b)));
    let Some(order) = order else {
        return match unordered(text, offset)? {
            Some(dtype) => Ok(dtype),
            None => match names::lookup(text) {
                Some(dtype) => Ok(dtype),
                None => unknown(text, offset),
            },
        };
    };
    let rest = &text[1..];
    let dtype = match unordered(rest, offset + 1)? {
        Some(dtype) => dtype,
        // NumPy takes an order before codes only; before ML names it is ours, since these have no code.
        None => match names::ml(rest) {
            Some(dtype) => dtype,
            None => return unknown(rest, offset + 1),
        },
    };
    Ok(dtype.with_swapped_bytes(order == ByteOrder::SWAPPED))
}

fn unknown(text: &str, offset: usize) -> Parsed<Dtype> {
    match text {
        "longdouble" | "clongdouble" | "float128" | "complex256" => expected(offset, NO_LONG_DOUBLE),
        "int0" | "uint0" | "void0" | "object0" | "str0" | "bytes0" | "bool8" => {
            expected(offset, "a name without a digit at the end (this alias was removed in NumPy 2.0)")
        }
        _ => expected(offset, WHAT),
    }
}

/// What may follow a byte order: a time type, a one-letter code, a letter and a number. `None` if it is none of these.
#[inline]
fn unordered(text: &str, offset: usize) -> Parsed<Option<Dtype>> {
    let bytes = text.as_bytes();
    match bytes {
        [] => return expected(offset, WHAT),
        [b'M', b'8', ..] => return unit(text, 2, offset).map(|unit| Some(Dtype::Datetime64(unit))),
        [b'm', b'8', ..] => return unit(text, 2, offset).map(|unit| Some(Dtype::Timedelta64(unit))),
        [b'g' | b'G'] => return expected(offset, NO_LONG_DOUBLE),
        [code] => return Ok(by_code(*code)),
        [b'd', ..] if text.starts_with("datetime64") => {
            return unit(text, "datetime64".len(), offset).map(|unit| Some(Dtype::Datetime64(unit)));
        }
        [b't', ..] if text.starts_with("timedelta64") => {
            return unit(text, "timedelta64".len(), offset).map(|unit| Some(Dtype::Timedelta64(unit)));
        }
        _ => {}
    }
    match number(&bytes[1..]) {
        Some((size, used)) if used + 1 == bytes.len() => by_size(bytes[0], size, offset),
        _ => Ok(None),
    }
}

/// NumPy's one-letter codes.
fn by_code(code: u8) -> Option<Dtype> {
    Some(match code {
        b'?' => Dtype::Bool,
        b'b' => Dtype::BYTE,
        b'B' => Dtype::UBYTE,
        b'h' => Dtype::SHORT,
        b'H' => Dtype::USHORT,
        b'i' => Dtype::INTC,
        b'I' => Dtype::UINTC,
        b'l' => Dtype::LONG,
        b'L' => Dtype::ULONG,
        b'q' => Dtype::LONGLONG,
        b'Q' => Dtype::ULONGLONG,
        b'p' | b'n' => Dtype::INTP,
        b'P' | b'N' => Dtype::UINTP,
        b'e' => Dtype::Float16,
        b'f' => Dtype::Float32,
        b'd' => Dtype::Float64,
        b'F' => Dtype::Complex64,
        b'D' => Dtype::Complex128,
        b'S' => Dtype::Bytes(0),
        b'c' => Dtype::Bytes(1),
        b'U' => Dtype::Unicode(0),
        b'V' => Dtype::Void(0),
        b'O' => Dtype::Object,
        b'T' => Dtype::String,
        b'M' => Dtype::Datetime64(TimeUnit::GENERIC),
        b'm' => Dtype::Timedelta64(TimeUnit::GENERIC),
        _ => return None,
    })
}

/// A letter and a size: bytes for numbers, characters for text.
fn by_size(letter: u8, size: i64, offset: usize) -> Parsed<Option<Dtype>> {
    let length = |unit: usize| match usize::try_from(size) {
        Ok(n) if n <= MAX_ITEMSIZE / unit => Ok(n),
        _ => expected(offset + 1, format!("a length of 0 to {}", MAX_ITEMSIZE / unit)),
    };
    Ok(Some(match (letter, size) {
        (b'S' | b'a', _) => Dtype::Bytes(length(1)?),
        (b'U', _) => Dtype::Unicode(length(4)?),
        (b'V', _) => Dtype::Void(length(1)?),
        (b'b', 1) => Dtype::Bool,
        (b'i', 1) => Dtype::Int8,
        (b'i', 2) => Dtype::Int16,
        (b'i', 4) => Dtype::Int32,
        (b'i', 8) => Dtype::Int64,
        (b'u', 1) => Dtype::UInt8,
        (b'u', 2) => Dtype::UInt16,
        (b'u', 4) => Dtype::UInt32,
        (b'u', 8) => Dtype::UInt64,
        (b'f', 2) => Dtype::Float16,
        (b'f', 4) => Dtype::Float32,
        (b'f', 8) => Dtype::Float64,
        (b'c', 8) => Dtype::Complex64,
        (b'c', 16) => Dtype::Complex128,
        // The size that was written is that of a pointer on the machine that wrote it.
        (b'O', 4 | 8) => Dtype::Object,
        (b'f', 16) | (b'c', 32) => return expected(offset, NO_LONG_DOUBLE),
        (b'M', 8) => Dtype::Datetime64(TimeUnit::GENERIC),
        (b'm', 8) => Dtype::Timedelta64(TimeUnit::GENERIC),
        _ => return Ok(None),
    }))
}

/// The unit after `M8` and the like: nothing, or `[25us]`, `[3D/4]`. `start` is where in `text` it begins.
#[inline]
fn unit(text: &str, start: usize, offset: usize) -> Parsed<TimeUnit> {
    let here = |position: usize| offset + position;
    if text.len() == start {
        return Ok(TimeUnit::GENERIC);
    }
    if text.as_bytes()[start] != b'[' {
        return expected(here(start), "a unit in brackets, like [ns], or nothing");
    }
    let bytes = text.as_bytes();
    let position_of = |byte: u8, from: usize| bytes[from..].iter().position(|&b| b == byte).map(|i| from + i);
    let inner = start + 1;
    let Some(end) = position_of(b']', inner) else {
        return expected(here(text.len()), "the closing bracket of the unit");
    };
    if end + 1 != text.len() {
        return expected(here(end + 1), "nothing after the unit");
    }
    let (count, used) = number(&bytes[inner..end]).unwrap_or((1, 0));
    let base_start = inner + used;
    let slash = position_of(b'/', base_start);
    let base_end = slash.unwrap_or(end);
    let Some(base) = TimeBase::from_code(&text[base_start..base_end]) else {
        return expected(here(base_start), "a time unit (Y, M, W, D, h, m, s, ms, us, ns, ps, fs, as or generic)");
    };
    if !(0..=i64::from(i32::MAX)).contains(&count) || (count == 0 && base != TimeBase::Generic) {
        return expected(here(inner), format!("a multiple of 1 to {}", i32::MAX));
    }
    let unit = TimeUnit::new((count as u32).max(1), base).map_err(at(here(inner)))?;
    let Some(divisor_start) = slash.map(|slash| slash + 1) else { return Ok(unit) };
    match number(&bytes[divisor_start..end]) {
        Some((n, used)) if divisor_start + used == end && (1..=i64::from(i32::MAX)).contains(&n) => {
            unit.divided_by(n as u32).map_err(at(here(divisor_start)))
        }
        _ => expected(here(divisor_start), "a positive divisor"),
    }
}

/// A decimal number as C's `strtol` reads it, which is what NumPy uses: white space and a sign may precede it. Returns
/// the value, cut off at the limits of `i64`, and the bytes used; `None` if there are no digits.
#[inline]
fn number(bytes: &[u8]) -> Option<(i64, usize)> {
    match bytes.first() {
        Some(b'0'..=b'9') => Some(digits(bytes, 0)),
        Some(b' ' | b'\t'..=b'\r' | b'+' | b'-') => signed_number(bytes),
        _ => None,
    }
}

#[cold]
fn signed_number(bytes: &[u8]) -> Option<(i64, usize)> {
    let blank = bytes.iter().take_while(|b| matches!(b, b' ' | b'\t'..=b'\r')).count();
    let sign = usize::from(matches!(bytes.get(blank), Some(b'+' | b'-')));
    let (magnitude, end) = digits(bytes, blank + sign);
    let negative = sign == 1 && bytes[blank] == b'-';
    (end > blank + sign).then_some((if negative { -magnitude } else { magnitude }, end))
}

#[inline]
fn digits(bytes: &[u8], start: usize) -> (i64, usize) {
    let (mut value, mut end) = (0i64, start);
    while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
        value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        end += 1;
    }
    (value, end)
}
