//! Python literals, as far as dtypes need them: strings, integers, tuples, lists, dicts, `None`, `True`, `False`, and
//! bare names (which is how NumPy prints ml_dtypes' types inside records).

use super::{Parsed, expected};

/// How deep brackets may nest. A record in a record takes two levels, so this leaves room for the deepest dtype.
const MAX_DEPTH: usize = 200;

/// A literal and where it starts.
#[derive(Clone)]
pub(super) struct Literal {
    pub(super) position: usize,
    pub(super) value: Value,
}

#[derive(Clone)]
pub(super) enum Value {
    Str(String),
    /// `b'...'`: good for a format, not for a name.
    Bytes(String),
    /// Cut off at the limits of `i64`, which are beyond any size.
    Int(i64),
    Tuple(Vec<Literal>),
    List(Vec<Literal>),
    Dict(Vec<(Literal, Literal)>),
    Bool(bool),
    None,
    Name(String),
}

/// Whether a text starts like the literal of a record or sub-array rather than a comma string: `(` alone could be both.
pub(super) fn looks_like_one(text: &str) -> bool {
    match text.as_bytes() {
        [b'[' | b'{', ..] => true,
        [b'(', ..] => {
            matches!(
                text[1..].trim_start().as_bytes().first(),
                Some(b'\'' | b'"' | b'[' | b'{' | b'(' | b'a'..=b'z' | b'N')
            )
        }
        _ => false,
    }
}

/// Reads the one literal that the whole text is.
pub(super) fn parse(text: &str) -> Parsed<Literal> {
    let (literal, end) = parse_start(text, false)?;
    if end < text.len() {
        return expected(end, "the end of the text");
    }
    Ok(literal)
}

/// Reads the literal that the text starts with, and says where the text goes on behind it and behind blanks. With `long`,
/// integers may end in `L`, as in Python 2.
pub(super) fn parse_start(text: &str, long: bool) -> Parsed<(Literal, usize)> {
    let mut reader = Reader { text, position: 0, depth: 0, long };
    let literal = reader.literal()?;
    reader.skip_blanks();
    Ok((literal, reader.position))
}

struct Reader<'a> {
    text: &'a str,
    position: usize,
    depth: usize,
    /// Integers may end in `L`.
    long: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.position += 1;
        }
    }

    /// Skips blanks and then `byte`, if it is there.
    fn eat(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let there = self.peek() == Some(byte);
        self.position += usize::from(there);
        there
    }

    fn literal(&mut self) -> Parsed<Literal> {
        self.skip_blanks();
        let position = self.position;
        let value = match self.peek() {
            Some(b'\'' | b'"') => Value::Str(self.string(false)?),
            Some(b'(') => self.tuple()?,
            Some(b'[') => {
                self.position += 1;
                Value::List(self.items(b']')?.0)
            }
            Some(b'{') => Value::Dict(self.pairs()?),
            Some(b'0'..=b'9' | b'+' | b'-') => Value::Int(self.integer()?),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => self.word()?,
            _ => return expected(position, "a Python literal"),
        };
        Ok(Literal { position, value })
    }

    fn tuple(&mut self) -> Parsed<Value> {
        self.position += 1;
        let (mut items, comma) = self.items(b')')?;
        // One item without a comma is not a tuple but the item itself.
        Ok(match items.pop() {
            Some(only) if items.is_empty() && !comma => only.value,
            Some(last) => {
                items.push(last);
                Value::Tuple(items)
            }
            None => Value::Tuple(items),
        })
    }

    /// Items up to `close`, and whether the last was followed by a comma.
    fn items(&mut self, close: u8) -> Parsed<(Vec<Literal>, bool)> {
        self.descend()?;
        let (mut items, mut comma) = (Vec::new(), false);
        while !self.eat(close) {
            if !items.is_empty() && !comma {
                return expected(self.position, format!("a comma or {:?}", char::from(close)));
            }
            items.push(self.literal()?);
            comma = self.eat(b',');
        }
        self.depth -= 1;
        Ok((items, comma))
    }

    fn pairs(&mut self) -> Parsed<Vec<(Literal, Literal)>> {
        self.position += 1;
        self.descend()?;
        let (mut pairs, mut comma) = (Vec::new(), true);
        while !self.eat(b'}') {
            if !comma {
                return expected(self.position, "a comma or '}'");
            }
            let key = self.literal()?;
            if !self.eat(b':') {
                return expected(self.position, "a colon");
            }
            pairs.push((key, self.literal()?));
            comma = self.eat(b',');
        }
        self.depth -= 1;
        Ok(pairs)
    }

    fn descend(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return expected(self.position, format!("at most {MAX_DEPTH} nested brackets"));
        }
        Ok(())
    }

    fn integer(&mut self) -> Parsed<i64> {
        let start = self.position;
        let negative = self.peek() == Some(b'-');
        self.position += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
        let digits = self.position;
        let mut value = 0i64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
            self.position += 1;
        }
        let count = self.position - digits;
        self.position += usize::from(self.long && count > 0 && self.peek() == Some(b'L'));
        let zero_led = count > 1 && self.text.as_bytes()[digits] == b'0' && value != 0;
        let goes_on = matches!(self.peek(), Some(b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z'));
        if count == 0 || zero_led || goes_on {
            return expected(start, "a decimal integer");
        }
        Ok(if negative { -value } else { value })
    }

    /// `None`, `True`, `False`, a prefixed string or a bare name.
    fn word(&mut self) -> Parsed<Value> {
        let start = self.position;
        while let Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_') = self.peek() {
            self.position += 1;
        }
        let word = &self.text[start..self.position];
        if matches!(self.peek(), Some(b'\'' | b'"')) {
            return match word {
                "u" | "U" => Ok(Value::Str(self.string(false)?)),
                "r" | "R" => Ok(Value::Str(self.string(true)?)),
                "b" | "B" => Ok(Value::Bytes(self.string(false)?)),
                _ => expected(start, "a string without this prefix"),
            };
        }
        Ok(match word {
            "None" => Value::None,
            "True" => Value::Bool(true),
            "False" => Value::Bool(false),
            _ => Value::Name(word.to_owned()),
        })
    }

    /// A quoted string; the position is at its opening quote.
    fn string(&mut self, raw: bool) -> Parsed<String> {
        let start = self.position;
        let quote = self.text.as_bytes()[start];
        let mut out = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((i, c)) = chars.next() {
            let here = start + 1 + i;
            match c {
                '\n' | '\r' => return expected(here, "the closing quote before the end of the line"),
                '\\' if !raw => {
                    if let Some(c) = escape(&mut chars, here)? {
                        out.push(c);
                    }
                }
                _ if c == char::from(quote) => {
                    self.position = here + 1;
                    return Ok(out);
                }
                _ => out.push(c),
            }
        }
        expected(self.text.len(), "the closing quote")
    }
}

/// What follows a backslash at `position`; `None` for a line continuation. An escape that Python does not know stands
/// for itself there; here it is an error.
fn escape(chars: &mut std::str::CharIndices<'_>, position: usize) -> Parsed<Option<char>> {
    let Some((_, c)) = chars.next() else { return expected(position, "a character after the backslash") };
    let mut hex = |digits: usize| {
        let text: String = chars.by_ref().take(digits).map(|(_, c)| c).collect();
        let code = u32::from_str_radix(&text, 16).ok().filter(|_| text.len() == digits && !text.starts_with('+'));
        match code.and_then(char::from_u32) {
            Some(c) => Ok(Some(c)),
            None => expected(position, format!("a character code of {digits} hexadecimal digits")),
        }
    };
    match c {
        '\n' => Ok(None),
        '\\' | '\'' | '"' => Ok(Some(c)),
        'n' => Ok(Some('\n')),
        't' => Ok(Some('\t')),
        'r' => Ok(Some('\r')),
        'a' => Ok(Some('\x07')),
        'b' => Ok(Some('\x08')),
        'f' => Ok(Some('\x0c')),
        'v' => Ok(Some('\x0b')),
        'x' => hex(2),
        'u' => hex(4),
        'U' => hex(8),
        '0'..='7' => {
            let mut code = c as u32 - '0' as u32;
            for _ in 0..2 {
                let mut ahead = chars.clone();
                let Some((_, digit @ '0'..='7')) = ahead.next() else { break };
                code = code * 8 + (digit as u32 - '0' as u32);
                *chars = ahead;
            }
            Ok(char::from_u32(code))
        }
        _ => expected(position, "an escape that Python knows"),
    }
}
