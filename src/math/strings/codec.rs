//! Text as bytes, in an encoding, and back.

use super::argument::{Kind, Mixing, TextArg, texts};
use super::drive::{Call, exactly, spell};
use super::error::StringsError;
use super::format::position;
use super::rules::trimmed;
use crate::array::{Array, Code, Codes, Failed, Plain, Strings, walk_columns};
use crate::dtype::MAX_ITEMSIZE;
use crate::element::{Element, Text};
use crate::error::Result;
use crate::layout::Layout;

/// How characters become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Ascii,
    Latin1,
    /// Units of two or four bytes, the largest byte first or last.
    Wide {
        four: bool,
        big: bool,
    },
}

/// An encoding, with a mark before the text, and its name.
#[derive(Clone, Copy, Debug)]
struct Codec {
    encoding: Encoding,
    marked: bool,
    name: &'static str,
    handler: Handler,
}

/// What happens to what cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handler {
    Strict,
    Ignore,
    Replace,
    Backslash,
    /// `&#233;`
    Xml,
    /// Bytes that are no text become lone surrogates, and those become the bytes again.
    Surrogate,
}

/// What is wrong in a text: where, and what.
type Wrong = (usize, &'static str);

impl Codec {
    fn new(encoding: &str, handler: &str, decoding: bool) -> Result<Codec> {
        use Encoding::{Ascii, Latin1, Utf8, Wide};
        let normal = encoding.to_ascii_lowercase().replace(['_', ' '], "-");
        let big = cfg!(target_endian = "big");
        let (found, marked, name) = match normal.as_str() {
            "utf-8" | "utf8" | "u8" | "cp65001" => (Utf8, false, "utf-8"),
            "utf-8-sig" => (Utf8, true, "utf-8-sig"),
            "ascii" | "us-ascii" | "646" => (Ascii, false, "ascii"),
            "latin-1" | "latin1" | "latin" | "iso-8859-1" | "iso8859-1" | "8859" | "l1" | "cp819" => {
                (Latin1, false, "latin-1")
            }
            "utf-16" | "utf16" | "u16" => (Wide { four: false, big }, true, "utf-16"),
            "utf-16-le" | "utf-16le" => (Wide { four: false, big: false }, false, "utf-16-le"),
            "utf-16-be" | "utf-16be" => (Wide { four: false, big: true }, false, "utf-16-be"),
            "utf-32" | "utf32" | "u32" => (Wide { four: true, big }, true, "utf-32"),
            "utf-32-le" | "utf-32le" => (Wide { four: true, big: false }, false, "utf-32-le"),
            "utf-32-be" | "utf-32be" => (Wide { four: true, big: true }, false, "utf-32-be"),
            _ => return Err(StringsError::UnknownEncoding { name: encoding.to_owned() }.into()),
        };
        let handler = match handler {
            "strict" => Handler::Strict,
            "ignore" => Handler::Ignore,
            "replace" => Handler::Replace,
            "backslashreplace" => Handler::Backslash,
            "xmlcharrefreplace" if !decoding => Handler::Xml,
            "surrogateescape" => Handler::Surrogate,
            _ => return Err(StringsError::UnknownHandler { name: handler.to_owned() }.into()),
        };
        Ok(Codec { encoding: found, marked, name, handler })
    }

    /// One character; whether the encoding has it.
    #[inline(always)]
    fn put(self, code: u32, out: &mut Vec<u8>) -> bool {
        let scalar = char::from_u32(code);
        match self.encoding {
            Encoding::Ascii | Encoding::Utf8 if code < 0x80 => out.push(code as u8),
            Encoding::Latin1 if code < 0x100 => out.push(code as u8),
            Encoding::Utf8 => match scalar {
                Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                None => return false,
            },
            Encoding::Wide { four, big } => {
                let Some(c) = scalar else { return false };
                let mut put = |unit: u32, size: usize| {
                    let bytes = if big { (unit << (32 - 8 * size)).to_be_bytes() } else { unit.to_le_bytes() };
                    out.extend_from_slice(&bytes[..size]);
                };
                if four {
                    put(code, 4);
                } else {
                    c.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| put(unit.into(), 2));
                }
            }
            Encoding::Ascii | Encoding::Latin1 => return false,
        }
        true
    }

    fn encode(self, codes: impl Iterator<Item = u32>, out: &mut Vec<u8>) -> Result<(), Wrong> {
        if self.marked {
            self.put(0xfeff, out);
        }
        for (at, code) in codes.enumerate() {
            if self.put(code, out) {
                continue;
            }
            let reason = match self.encoding {
                Encoding::Ascii => "ordinal not in range(128)",
                Encoding::Latin1 => "ordinal not in range(256)",
                Encoding::Utf8 | Encoding::Wide { .. } => "surrogates not allowed",
            };
            let instead = match (self.handler, code) {
                (Handler::Ignore, _) => String::new(),
                (Handler::Replace, _) => "?".to_owned(),
                (Handler::Backslash, 0..0x100) => format!("\\x{code:02x}"),
                (Handler::Backslash, 0..0x1_0000) => format!("\\u{code:04x}"),
                (Handler::Backslash, _) => format!("\\U{code:08x}"),
                (Handler::Xml, _) => format!("&#{code};"),
                (Handler::Surrogate, 0xdc80..=0xdcff) => {
                    out.push((code - 0xdc00) as u8);
                    continue;
                }
                (Handler::Strict | Handler::Surrogate, _) => return Err((at, reason)),
            };
            for c in instead.chars() {
                self.put(c.into(), out);
            }
        }
        Ok(())
    }

    fn decode(self, bytes: &[u8], out: &mut Vec<u32>) -> Result<(), Wrong> {
        match self.encoding {
            Encoding::Latin1 => out.extend(bytes.iter().map(|&byte| u32::from(byte))),
            Encoding::Ascii => {
                for (at, &byte) in bytes.iter().enumerate() {
                    match byte {
                        0..0x80 => out.push(byte.into()),
                        _ => self.skip(&bytes[at..=at], (at, "ordinal not in range(128)"), out)?,
                    }
                }
            }
            Encoding::Utf8 => {
                let text = if self.marked { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { bytes };
                let mut at = bytes.len() - text.len();
                for chunk in text.utf8_chunks() {
                    out.extend(chunk.valid().chars().map(u32::from));
                    at += chunk.valid().len();
                    if !chunk.invalid().is_empty() {
                        self.skip(chunk.invalid(), (at, "invalid bytes"), out)?;
                        at += chunk.invalid().len();
                    }
                }
            }
            Encoding::Wide { four, big } => self.decode_wide(bytes, four, big, out)?,
        }
        Ok(())
    }

    fn decode_wide(self, bytes: &[u8], four: bool, mut big: bool, out: &mut Vec<u32>) -> Result<(), Wrong> {
        let size = if four { 4 } else { 2 };
        let unit = |at: usize, big: bool| {
            let bytes = bytes[at..at + size].iter();
            let join = |sum: u32, &byte: &u8| sum << 8 | u32::from(byte);
            if big { bytes.fold(0, join) } else { bytes.rev().fold(0, join) }
        };
        let mut at = 0;
        if self.marked && bytes.len() >= size {
            let turned = if four { 0xfffe_0000 } else { 0xfffe };
            match unit(0, big) {
                0xfeff => at = size,
                mark if mark == turned => (at, big) = (size, !big),
                _ => {}
            }
        }
        while at < bytes.len() {
            if bytes.len() - at < size {
                self.skip(&bytes[at..], (at, "truncated data"), out)?;
                break;
            }
            let high = unit(at, big);
            let low = || (bytes.len() - at >= 2 * size).then(|| unit(at + size, big));
            let (code, step) = match (four, high) {
                (false, 0xd800..0xdc00) => match low() {
                    Some(low @ 0xdc00..0xe000) => (0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00), 4),
                    Some(_) => (u32::MAX, 2),
                    // Half a pair, and perhaps a byte of the other half: one mistake, as in Python.
                    None => {
                        self.skip(&bytes[at..], (at, "unexpected end of data"), out)?;
                        break;
                    }
                },
                _ => (high, size),
            };
            match char::from_u32(code) {
                Some(_) => out.push(code),
                None => self.skip(&bytes[at..at + step], (at, "illegal encoding"), out)?,
            }
            at += step;
        }
        Ok(())
    }

    /// What stands for bytes that are no text.
    fn skip(self, bytes: &[u8], wrong: Wrong, out: &mut Vec<u32>) -> Result<(), Wrong> {
        match self.handler {
            Handler::Ignore => {}
            Handler::Replace => out.push(0xfffd),
            Handler::Backslash => {
                for byte in bytes {
                    out.extend(format!("\\x{byte:02x}").chars().map(u32::from));
                }
            }
            Handler::Surrogate if bytes.iter().all(|&byte| byte >= 0x80) => {
                out.extend(bytes.iter().map(|&byte| 0xdc00 + u32::from(byte)));
            }
            Handler::Strict | Handler::Surrogate | Handler::Xml => return Err(wrong),
        }
        Ok(())
    }

    fn error(self, call: &Call<1, 0>, failed: Failed<Wrong>, decoding: bool) -> crate::error::Error {
        let Failed { position, error: (at, reason) } = failed;
        let text = spell(&call.texts[0], &call.shape, &position);
        StringsError::Codec { encoding: self.name, decoding, position, text, at, reason }.into()
    }
}

/// Texts of different lengths, one after the other, and where each ends.
#[derive(Debug)]
pub(super) struct Gathered<C> {
    pub(super) all: Vec<C>,
    pub(super) ends: Vec<usize>,
}

impl<C: Code + Element> Gathered<C> {
    pub(super) fn new() -> Gathered<C> {
        Gathered { all: Vec::new(), ends: Vec::new() }
    }

    /// The end of a text.
    pub(super) fn end(&mut self) {
        self.ends.push(self.all.len());
    }

    /// As elements of one width, at least of one character.
    pub(super) fn lay_out(&self, function: &'static str, shape: &[usize], kind: Kind) -> Result<Array> {
        let starts = || std::iter::once(0).chain(self.ends.iter().copied());
        let width = starts().zip(&self.ends).map(|(start, end)| end - start).max().unwrap_or(0).max(1);
        let dtype = kind.dtype(width);
        if dtype.itemsize() > MAX_ITEMSIZE {
            let (position, text) = (vec![0; shape.len()], String::new());
            return Err(StringsError::TooLong { function, position, text }.into());
        }
        // The size of what an array can hold is checked before the memory for it is asked for.
        Layout::c_order(shape, dtype.itemsize())?;
        if self.ends.is_empty() {
            return exactly(shape, dtype);
        }
        let mut laid = vec![C::default(); width * self.ends.len()];
        for ((start, &end), place) in starts().zip(&self.ends).zip(laid.chunks_mut(width)) {
            place[..end - start].copy_from_slice(&self.all[start..end]);
        }
        Array::from_vec(laid)?.view_dtype(dtype)?.reshape(shape.iter().map(|&n| n as isize).collect::<Vec<_>>())
    }
}

/// Text as bytes of an encoding: NumPy's `strings.encode`, whose defaults are `"utf-8"` and `"strict"`. The result is as wide as the
/// longest.
///
/// Encodings, by Python's names: UTF-8 (also with a mark, `utf-8-sig`), ASCII, Latin-1, UTF-16 and UTF-32 of either byte order. What
/// an encoding does not have is an error (`strict`), or goes away (`ignore`), or becomes a question mark (`replace`), an escape
/// (`backslashreplace`, `xmlcharrefreplace`), or the byte that a lone surrogate stands for (`surrogateescape`).
///
/// Errors: no text of characters, a name that is not known, a character that the encoding does not have.
///
/// ```
/// use ndtype::{array, strings};
/// let a = array!["é", "ab"];
/// assert_eq!(strings::encode(&a, "utf-8", "strict")?.tobytes()?, b"\xc3\xa9ab");
/// assert_eq!(strings::encode(&a, "ascii", "xmlcharrefreplace")?.dtype().str(), "|S6");
/// assert!(strings::encode(&a, "ascii", "strict").unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn encode<'a>(a: impl Into<TextArg<'a>>, encoding: &str, errors: &str) -> Result<Array> {
    let codec = Codec::new(encoding, errors, false)?;
    let mut call = Call::new("encode", texts("encode", [a.into()], Mixing::Strict)?, [])?;
    call.texts[0] = call.texts[0].to_contiguous()?;
    if call.kind == Kind::String
        && let Some(at) = call.texts[0].iter::<Text>()?.position(|text| text.is_missing())
    {
        return Err(StringsError::Missing { function: "encode", position: position(at, &call.shape) }.into());
    }
    let mut made = Gathered::<u8>::new();
    let outcome = match call.kind {
        Kind::Bytes => {
            let operands = vec![call.dtype().clone()];
            return Err(StringsError::NoLoop { function: "encode", operands }.into());
        }
        Kind::Unicode => walk_columns::<Codes<u32>, Plain<bool>, 1, 0, 0, Wrong>(
            &call.shape,
            call.texts.each_ref(),
            [],
            [],
            |[text], _, []| {
                codec.encode(trimmed(text).iter().copied(), &mut made.all)?;
                made.end();
                Ok(())
            },
        ),
        Kind::String => walk_columns::<Strings, Plain<bool>, 1, 0, 0, Wrong>(
            &call.shape,
            call.texts.each_ref(),
            [],
            [],
            |[text], _, []| {
                codec.encode(text.chars().map(u32::from), &mut made.all)?;
                made.end();
                Ok(())
            },
        ),
    };
    outcome?.map_err(|failed| codec.error(&call, failed, false))?;
    made.lay_out("encode", &call.shape, Kind::Bytes)
}

/// Bytes as the text that they are in an encoding, of dtype `U` and as wide as the longest: NumPy's `strings.decode`. Encodings
/// and what happens to bytes that are no text as for [`encode`]; with `replace`, U+FFFD stands for them.
///
/// Errors: no bytes, a name that is not known, bytes that are no text.
///
/// ```
/// use ndtype::{array, strings};
/// let a = strings::encode(&array!["é", "ab"], "utf-16-le", "strict")?;
/// assert_eq!(strings::decode(&a, "utf-16-le", "strict").unwrap_err().to_string(),
///            "'utf-16-le' codec can't decode byte 0 of \"b'\\\\xe9'\" at position (0,): truncated data");
/// let a = strings::encode(&array!["é", "ab"], "utf-8", "strict")?;
/// assert_eq!(strings::decode(&a, "utf-8", "strict")?, array!["é", "ab"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn decode<'a>(a: impl Into<TextArg<'a>>, encoding: &str, errors: &str) -> Result<Array> {
    let codec = Codec::new(encoding, errors, true)?;
    let mut call = Call::new("decode", texts("decode", [a.into()], Mixing::Strict)?, [])?;
    if call.kind != Kind::Bytes {
        let operands = vec![call.dtype().clone()];
        return Err(StringsError::NoLoop { function: "decode", operands }.into());
    }
    call.texts[0] = call.texts[0].to_contiguous()?;
    let mut made = Gathered::<u32>::new();
    let outcome = walk_columns::<Codes<u8>, Plain<bool>, 1, 0, 0, Wrong>(
        &call.shape,
        call.texts.each_ref(),
        [],
        [],
        |[text], _, []| {
            codec.decode(trimmed(text), &mut made.all)?;
            made.end();
            Ok(())
        },
    )?;
    outcome.map_err(|failed| codec.error(&call, failed, true))?;
    made.lay_out("decode", &call.shape, Kind::Unicode)
}
