//! The little of JSON that the header of a safetensors file is, read in one pass and written.

use std::fmt::Write;

use crate::io::error::{IoError, Outcome};

/// Values inside of values, at most.
const MAX_DEPTH: usize = 32;

/// Reads a text from the start. Errors say where in the text; a key or a text that was read is without escapes.
pub(super) struct Json<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Json<'t> {
    pub(super) fn new(text: &'t str) -> Json<'t> {
        Json { text, at: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next byte that is no white space, which stays.
    fn peek(&mut self) -> Option<u8> {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.rest().bytes().next()
    }

    #[cold]
    fn expected<T>(&self, what: &'static str) -> Outcome<T> {
        let found: String = self.rest().chars().take(20).collect();
        Err(IoError::malformed(what, format!("{found:?}")).at(self.at as u64))
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// An error unless nothing follows.
    pub(super) fn end(&mut self) -> Outcome<()> {
        if self.peek().is_some() { self.expected("text behind the end of the header") } else { Ok(()) }
    }

    /// Items with commas between them, up to a closing bracket.
    fn items(&mut self, close: u8, mut item: impl FnMut(&mut Json<'t>) -> Outcome<()>) -> Outcome<()> {
        if self.take(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(close) {
                return Ok(());
            }
            if !self.take(b',') {
                return self.expected("no comma or closing bracket in the header");
            }
        }
    }

    /// An object: `entry` reads each value.
    pub(super) fn object(&mut self, mut entry: impl FnMut(&mut Json<'t>, String) -> Outcome<()>) -> Outcome<()> {
        if !self.take(b'{') {
            return self.expected("no object in the header");
        }
        self.items(b'}', |json| {
            let key = json.string()?;
            if !json.take(b':') {
                return json.expected("no colon behind a key of the header");
            }
            entry(json, key)
        })
    }

    /// An array: `item` reads each value.
    pub(super) fn array(&mut self, item: impl FnMut(&mut Json<'t>) -> Outcome<()>) -> Outcome<()> {
        if !self.take(b'[') {
            return self.expected("no array in the header");
        }
        self.items(b']', item)
    }

    /// A whole number that is not negative.
    pub(super) fn number(&mut self) -> Outcome<u64> {
        self.peek();
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let more = rest[digits..].starts_with(['.', 'e', 'E']);
        let zeros = digits > 1 && rest.starts_with('0');
        match rest[..digits].parse() {
            Ok(number) if !more && !zeros => {
                self.at += digits;
                Ok(number)
            }
            _ => self.expected("no whole number of 64 bits in the header"),
        }
    }

    /// A text.
    pub(super) fn string(&mut self) -> Outcome<String> {
        if !self.take(b'"') {
            return self.expected("no text in the header");
        }
        let mut found = String::new();
        loop {
            let rest = self.rest();
            let Some(end) = rest.find(|c| c == '"' || c == '\\' || c < ' ') else {
                return self.expected("a text in the header without an end");
            };
            found.push_str(&rest[..end]);
            self.at += end;
            match rest.as_bytes()[end] {
                b'"' => {
                    self.at += 1;
                    return Ok(found);
                }
                b'\\' => found.push(self.escape()?),
                _ => return self.expected("a control character in a text of the header"),
            }
        }
    }

    fn escape(&mut self) -> Outcome<char> {
        let Some(&kind) = self.rest().as_bytes().get(1) else { return self.expected("an escape without an end") };
        let plain = match kind {
            b'"' | b'\\' | b'/' => char::from(kind),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return self.expected("an escape that JSON does not have"),
        };
        self.at += 2;
        Ok(plain)
    }

    /// `\u` and four digits, or two of these that make one character.
    fn unicode(&mut self) -> Outcome<char> {
        let unit = |text: &str| {
            let digits = text.strip_prefix("\\u")?.get(..4)?;
            let all = digits.bytes().all(|b| b.is_ascii_hexdigit());
            if all { u16::from_str_radix(digits, 16).ok() } else { None }
        };
        let rest = self.rest();
        let units = [unit(rest), rest.get(6..).and_then(unit)];
        let count = match units {
            [Some(0xd800..0xdc00), Some(0xdc00..0xe000)] => 2,
            _ => 1,
        };
        let mut found = char::decode_utf16(units.into_iter().flatten().take(count));
        match (units[0], found.next()) {
            (Some(_), Some(Ok(c))) => {
                self.at += 6 * count;
                Ok(c)
            }
            _ => self.expected("an escape that is no character"),
        }
    }

    /// Any value, which is left out.
    pub(super) fn skip(&mut self) -> Outcome<()> {
        self.skip_nested(0)
    }

    fn skip_nested(&mut self, depth: usize) -> Outcome<()> {
        if depth > MAX_DEPTH {
            return self.expected("values too deep inside of values in the header");
        }
        match self.peek() {
            Some(b'{') => self.object(|json, _| json.skip_nested(depth + 1)),
            Some(b'[') => self.array(|json| json.skip_nested(depth + 1)),
            Some(b'"') => self.string().map(|_| ()),
            _ => {
                let word = |c: char| c.is_ascii_alphanumeric() || ['+', '-', '.'].contains(&c);
                let rest = self.rest();
                let length = rest.find(|c| !word(c)).unwrap_or(rest.len());
                let known = ["true", "false", "null"].contains(&&rest[..length]);
                let digits = rest.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
                let number = digits && rest[..length].parse::<f64>().is_ok();
                if !known && !number {
                    return self.expected("no value in the header");
                }
                self.at += length;
                Ok(())
            }
        }
    }
}

/// Writes a text with its quotes.
pub(super) fn write_string(target: &mut String, text: &str) {
    target.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => target.extend(['\\', c]),
            '\n' => target.push_str("\\n"),
            '\r' => target.push_str("\\r"),
            '\t' => target.push_str("\\t"),
            '\u{8}' => target.push_str("\\b"),
            '\u{c}' => target.push_str("\\f"),
            c if c < ' ' => _ = write!(target, "\\u{:04x}", c as u32),
            c => target.push(c),
        }
    }
    target.push('"');
}
