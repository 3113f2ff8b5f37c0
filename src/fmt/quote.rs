//! Text and bytes as Python's `repr` has them.

use std::fmt::Write;

use crate::element::Text;

/// Text in quotes: single ones, unless there are some in it and no double ones. Takes code points, since arrays of fixed-width
/// text may hold some that are no characters.
pub(super) fn write_text(out: &mut String, codes: impl Iterator<Item = u32> + Clone) {
    let has = |quote: char| codes.clone().any(|code| code == quote as u32);
    let quote = if has('\'') && !has('"') { '"' } else { '\'' };
    out.push(quote);
    for code in codes {
        match char::from_u32(code) {
            Some(c) if c == quote || c == '\\' => out.extend(['\\', c]),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(c) if is_printable(c) => out.push(c),
            _ => write_code(out, code),
        }
    }
    out.push(quote);
}

/// Text of any length in quotes, and `None` for what is missing.
pub(super) fn write_string(out: &mut String, text: &Text) {
    match text.get() {
        Some(text) => write_text(out, text.chars().map(u32::from)),
        None => out.push_str("None"),
    }
}

fn write_code(out: &mut String, code: u32) {
    let written = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
    debug_assert!(written.is_ok(), "writing to a string");
}

/// Python's `str.isprintable` for one character, by the Unicode tables of Rust's standard library.
fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    // `escape_debug` escapes what is not printable, and at the start of a text also what combines with a letter before it.
    let mut text = [b'a', 0, 0, 0, 0];
    let len = c.encode_utf8(&mut text[1..]).len();
    let text = std::str::from_utf8(&text[..=len]).unwrap_or_default();
    text.escape_debug().nth(1) == Some(c)
}

/// Bytes as Python's `b'...'`.
pub(super) fn write_bytes(out: &mut String, bytes: &[u8]) {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { '"' } else { '\'' };
    out.push('b');
    out.push(quote);
    for &byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            _ if char::from(byte) == quote || byte == b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => write_code(out, byte.into()),
        }
    }
    out.push(quote);
}

/// Opaque bytes, every one as a number.
pub(super) fn write_void(out: &mut String, bytes: &[u8]) {
    out.push_str("b'");
    for byte in bytes {
        let written = write!(out, "\\x{byte:02X}");
        debug_assert!(written.is_ok(), "writing to a string");
    }
    out.push('\'');
}
