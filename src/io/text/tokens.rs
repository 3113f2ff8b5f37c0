//! Rows of a text, cut into fields.
//!
//! A row ends with a line (`\n`, `\r`, `\r\n`), but for line ends between quotes. A field is what lies between delimiters; a
//! quote at its start goes to the next quote that is not doubled, and what follows that belongs to the field as well.

/// What characters mean.
#[derive(Clone, Debug)]
pub(super) struct Signs {
    /// `None` for white space.
    pub(super) delimiter: Option<char>,
    /// Where a comment starts, if one character says so.
    pub(super) comment: Option<char>,
    /// Where comments start, if several characters say so; then there are no quotes.
    pub(super) comments: Vec<String>,
    pub(super) quote: Option<char>,
}

/// White space, as Python has it.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\x1c'..='\x1f')
}

/// A field of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    start: usize,
    end: usize,
    quoted: bool,
}

/// What a byte is when a field is looked through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Delimiter,
    Comment,
    LineEnd,
    /// The first byte of a character that may be any of these.
    Beyond,
}

/// Cuts rows into fields.
pub(super) struct Tokens {
    signs: Signs,
    classes: [Class; 256],
    fields: Vec<Field>,
    /// The text of quoted fields: without their quotes they need not be in one piece.
    unquoted: Vec<u8>,
}

impl Tokens {
    pub(super) fn new(signs: Signs) -> Tokens {
        let classes = std::array::from_fn(|byte| {
            let byte = byte as u8;
            let c = char::from(byte);
            match c {
                '\n' | '\r' => Class::LineEnd,
                _ if byte >= 0x80 => Class::Beyond,
                _ if signs.is_delimiter(c) => Class::Delimiter,
                _ if signs.comment == Some(c) => Class::Comment,
                _ => Class::Other,
            }
        });
        Tokens { signs, classes, fields: Vec::new(), unquoted: Vec::new() }
    }

    /// How many fields the row has.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// The bytes of a field of the row that was just cut from `window`.
    pub(super) fn field<'t>(&'t self, i: usize, window: &'t [u8]) -> &'t [u8] {
        let Field { start, end, quoted } = self.fields[i];
        if quoted { &self.unquoted[start..end] } else { &window[start..end] }
    }

    /// Cuts the row that a window starts with, and says how many bytes it takes; `None` if it goes on behind the window.
    pub(super) fn row(&mut self, window: &[u8], at_end: bool) -> Option<usize> {
        if self.signs.comments.is_empty() {
            return self.cut(window, at_end);
        }
        let line = window.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, taken) = match line {
            Some(end) => (end, after_line(window, end, at_end)?),
            None if at_end => (window.len(), window.len()),
            None => return None,
        };
        let mut kept = &window[..line];
        for comment in &self.signs.comments {
            let at = kept.windows(comment.len()).position(|part| part == comment.as_bytes());
            kept = &kept[..at.unwrap_or(kept.len())];
        }
        self.cut(kept, true)?;
        Some(taken)
    }

    fn cut(&mut self, window: &[u8], at_end: bool) -> Option<usize> {
        self.fields.clear();
        self.unquoted.clear();
        let by_space = self.signs.delimiter.is_none();
        let mut at = 0;
        let taken = loop {
            if by_space {
                at = self.skip_delimiters(window, at);
            }
            let start = at;
            let quoted = self.starts_with_quote(window, at);
            let from = self.unquoted.len();
            if quoted {
                at = self.quoted(window, at, at_end)?;
            }
            let plain = at;
            at = self.find_end(window, at);
            if quoted {
                self.unquoted.extend_from_slice(&window[plain..at]);
                self.fields.push(Field { start: from, end: self.unquoted.len(), quoted });
            } else {
                self.fields.push(Field { start, end: at, quoted });
            }
            match window.get(at) {
                None if at_end => break at,
                None => return None,
                Some(b'\n' | b'\r') => break after_line(window, at, at_end)?,
                Some(_) => {}
            }
            let c = character(&window[at..]);
            if self.signs.is_delimiter(c) {
                at += c.len_utf8();
            } else {
                let line = window[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                match line {
                    Some(length) => break after_line(window, at + length, at_end)?,
                    None if at_end => break window.len(),
                    None => return None,
                }
            }
        };
        // White space at the end of a line starts no field, and an empty line has none.
        if let (true, Some(Field { start, end, quoted: false })) =
            (by_space || self.fields.len() == 1, self.fields.last().copied())
            && start == end
        {
            self.fields.pop();
        }
        Some(taken)
    }

    fn skip_delimiters(&self, window: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = window.get(at) {
            match self.classes[usize::from(byte)] {
                Class::Delimiter => at += 1,
                Class::Beyond if is_space(character(&window[at..])) => at += character(&window[at..]).len_utf8(),
                _ => break,
            }
        }
        at
    }

    /// Where a delimiter, a comment, a line or the window ends a field.
    #[inline]
    fn find_end(&self, window: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = window.get(at) {
            match self.classes[usize::from(byte)] {
                Class::Other => at += 1,
                Class::Beyond => {
                    let c = character(&window[at..]);
                    if self.signs.is_delimiter(c) || self.signs.comment == Some(c) {
                        break;
                    }
                    at += c.len_utf8();
                }
                _ => break,
            }
        }
        at
    }

    fn starts_with_quote(&self, window: &[u8], at: usize) -> bool {
        self.signs.quote.is_some_and(|quote| at < window.len() && character(&window[at..]) == quote)
    }

    /// Takes what is between quotes; `at` is that of the first. The position behind the last, or `None` if it may be behind
    /// the window.
    fn quoted(&mut self, window: &[u8], at: usize, at_end: bool) -> Option<usize> {
        let mut bytes = [0; 4];
        let quote = self.signs.quote?.encode_utf8(&mut bytes).as_bytes();
        let mut at = at + quote.len();
        loop {
            let rest = &window[at..];
            let Some(length) = rest.windows(quote.len()).position(|part| part == quote) else {
                self.keep(rest);
                return at_end.then_some(window.len());
            };
            self.keep(&rest[..length]);
            at += length + quote.len();
            let rest = &window[at..];
            if rest.len() < quote.len() && !at_end {
                return None;
            }
            if !rest.starts_with(quote) {
                return Some(at);
            }
            self.unquoted.extend_from_slice(quote);
            at += quote.len();
        }
    }
}

impl Tokens {
    /// Keeps text between quotes; every line end becomes `\n`, as Python reads files.
    fn keep(&mut self, text: &[u8]) {
        let mut rest = text;
        while let Some(at) = rest.iter().position(|&byte| byte == b'\r') {
            self.unquoted.extend_from_slice(&rest[..at]);
            self.unquoted.push(b'\n');
            rest = &rest[at + 1..];
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        self.unquoted.extend_from_slice(rest);
    }
}

impl Signs {
    fn is_delimiter(&self, c: char) -> bool {
        match self.delimiter {
            Some(delimiter) => c == delimiter,
            None => is_space(c) && !matches!(c, '\n' | '\r'),
        }
    }
}

/// The position behind a line end; `None` if it may go on behind the window.
fn after_line(window: &[u8], at: usize, at_end: bool) -> Option<usize> {
    match &window[at..] {
        [b'\r', b'\n', ..] => Some(at + 2),
        [b'\r'] if !at_end => None,
        _ => Some(at + 1),
    }
}

/// The first character of valid UTF-8 that is not empty.
pub(super) fn character(text: &[u8]) -> char {
    if text[0] < 0x80 {
        return char::from(text[0]);
    }
    let length = match text[0] {
        0xf0.. => 4,
        0xe0.. => 3,
        _ => 2,
    };
    let first = text.get(..length).and_then(|text| std::str::from_utf8(text).ok());
    first.and_then(|text| text.chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER)
}
