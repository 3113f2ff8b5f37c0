//! Reading index expressions in Python's syntax: `"1:10:2, ..., -1, None, [0, 2], 'field'"`.
//!
//! ```text
//! index = "(" [items] ")" | items
//! items = item { "," item } [","]
//! item  = [bound] ":" [bound] [":" [bound]] | atom          bound = integer | "None"
//! atom  = integer | "True" | "False" | "..." | "Ellipsis" | "None" | ["np." | "numpy."] "newaxis" | string | list
//! list  = "[" [items] "]"                                    of integers, booleans, strings or lists of equal lengths
//! ```
//!
//! The text is what stands between the brackets in Python. A text that is one list is a list index, as `a[[1, 2]]` is in
//! Python: `"[1, 2]"` selects rows 1 and 2, `"1, 2"` one element. Only if the brackets hold what no list can (a slice, an
//! ellipsis, a new axis) are they taken for those around the index: `"[1:3, 0]"` is `"1:3, 0"`.
//!
//! As in NumPy, a list of booleans is a mask, one of booleans and integers is of integers, and an empty one too.
//! Nothing backtracks and nesting is bounded, so the time is linear in the text.

use std::borrow::Cow;

#[cfg(test)]
use super::Item;
use super::error::IndexTextError;
use super::{Dims, MAX_NDIM};
use crate::error::Result;

/// One item of an index expression, with the values of its lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextItem {
    Int(isize),
    Slice { start: Option<isize>, stop: Option<isize>, step: Option<isize> },
    Ellipsis,
    NewAxis,
    Bool(bool),
    Ints { shape: Dims, values: Vec<i64> },
    Bools { shape: Dims, values: Vec<bool> },
    Field(String),
    Fields(Vec<String>),
}

impl TextItem {
    /// What a [`plan`](super::plan) needs to know of it; `None` for the names of fields.
    #[cfg(test)]
    pub(crate) fn item(&self) -> Option<Item> {
        Some(match self {
            TextItem::Int(index) => Item::Int(*index),
            TextItem::Slice { start, stop, step } => Item::Slice { start: *start, stop: *stop, step: *step },
            TextItem::Ellipsis => Item::Ellipsis,
            TextItem::NewAxis => Item::NewAxis,
            TextItem::Bool(value) => Item::Bool(*value),
            TextItem::Ints { shape, .. } => Item::IntArray { shape: shape.clone() },
            TextItem::Bools { shape, values } => {
                Item::Mask { shape: shape.clone(), count: values.iter().filter(|&&value| value).count() }
            }
            TextItem::Field(_) | TextItem::Fields(_) => return None,
        })
    }
}

/// Reads an index expression. `IndexTextError` says where a text that is none goes wrong.
pub(crate) fn parse_index(text: &str) -> Result<Vec<TextItem>> {
    read(text).map_err(|failure| IndexTextError::new(text, failure.position, failure.expected).into())
}

/// Where and why a text is no index; the text itself is added at the top.
struct Failure {
    position: usize,
    expected: Cow<'static, str>,
}

type Parsed<T> = std::result::Result<T, Failure>;

fn expected<T>(position: usize, what: impl Into<Cow<'static, str>>) -> Parsed<T> {
    Err(Failure { position, expected: what.into() })
}

/// Something that was read, and where it starts.
struct Node {
    position: usize,
    value: Value,
}

enum Value {
    /// Cut off beyond the limits of 64 bits.
    Int(i128),
    Bool(bool),
    Slice([Option<i128>; 3]),
    Ellipsis,
    NewAxis,
    Str(String),
    List(Vec<Node>),
}

fn read(text: &str) -> Parsed<Vec<TextItem>> {
    let mut reader = Reader { text, position: 0, depth: 0 };
    let (mut nodes, comma) = if reader.eat(b'(') { reader.items(Some(b')'))? } else { reader.items(None)? };
    reader.skip_blanks();
    if reader.position < text.len() {
        return expected(reader.position, "the end of the text");
    }
    // Brackets around the whole index.
    if let ([Node { value: Value::List(inner), .. }], false) = (&mut nodes[..], comma) {
        let only_in_an_index = |node: &Node| matches!(node.value, Value::Slice(_) | Value::Ellipsis | Value::NewAxis);
        if inner.iter().any(only_in_an_index) {
            nodes = std::mem::take(inner);
        }
    }
    nodes.into_iter().map(item).collect()
}

fn item(node: Node) -> Parsed<TextItem> {
    // A slice beyond the limits means one to the end of any array.
    let clamp = |bound: i128| bound.clamp(isize::MIN as i128, isize::MAX as i128) as isize;
    Ok(match node.value {
        Value::Int(value) => match isize::try_from(value) {
            Ok(index) => TextItem::Int(index),
            Err(_) => return expected(node.position, "an integer that fits into an index"),
        },
        Value::Bool(value) => TextItem::Bool(value),
        Value::Slice([start, stop, step]) => {
            TextItem::Slice { start: start.map(clamp), stop: stop.map(clamp), step: step.map(clamp) }
        }
        Value::Ellipsis => TextItem::Ellipsis,
        Value::NewAxis => TextItem::NewAxis,
        Value::Str(name) => TextItem::Field(name),
        Value::List(nodes) if matches!(nodes.first(), Some(Node { value: Value::Str(_), .. })) => {
            TextItem::Fields(nodes.into_iter().map(field_name).collect::<Parsed<_>>()?)
        }
        Value::List(nodes) => {
            let mut list = List { shape: Dims::new(), item_depth: None, values: Vec::new(), booleans: 0 };
            list.add(node.position, &nodes, 0)?;
            list.finish()
        }
    })
}

fn field_name(node: Node) -> Parsed<String> {
    match node.value {
        Value::Str(name) => Ok(name),
        _ => expected(node.position, "the name of a field, like the others in the list"),
    }
}

/// A nested list as an array.
struct List {
    /// The lengths of the lists at each depth, as far as one was seen.
    shape: Dims,
    /// How deep the first value lies.
    item_depth: Option<usize>,
    values: Vec<i64>,
    /// How many of the values are booleans.
    booleans: usize,
}

impl List {
    fn add(&mut self, position: usize, nodes: &[Node], depth: usize) -> Parsed<()> {
        if depth == self.shape.len() && self.item_depth.is_none() {
            self.shape.push(nodes.len());
        }
        match self.shape.get(depth) {
            Some(&length) if length == nodes.len() => {}
            Some(length) => return expected(position, format!("a list of {length} items, like its neighbours")),
            None => return expected(position, "a single value, like its neighbours"),
        }
        for node in nodes {
            let (value, boolean) = match &node.value {
                Value::List(inner) => {
                    self.add(node.position, inner, depth + 1)?;
                    continue;
                }
                Value::Int(value) => match i64::try_from(*value) {
                    Ok(value) => (value, false),
                    Err(_) => return expected(node.position, "an integer of 64 bits"),
                },
                Value::Bool(value) => (i64::from(*value), true),
                _ => return expected(node.position, "an integer, True, False or a list"),
            };
            if self.shape.len() > depth + 1 {
                return expected(node.position, "a list, like its neighbours");
            }
            self.item_depth = Some(depth + 1);
            self.values.push(value);
            self.booleans += usize::from(boolean);
        }
        Ok(())
    }

    fn finish(self) -> TextItem {
        if self.booleans > 0 && self.booleans == self.values.len() {
            TextItem::Bools { shape: self.shape, values: self.values.into_iter().map(|value| value != 0).collect() }
        } else {
            TextItem::Ints { shape: self.shape, values: self.values }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    position: usize,
    depth: usize,
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

    /// Items up to `close`, or at least one up to where no comma follows; and whether the last was followed by a comma.
    fn items(&mut self, close: Option<u8>) -> Parsed<(Vec<Node>, bool)> {
        let (mut items, mut comma) = (Vec::new(), false);
        loop {
            if close.is_some_and(|close| self.eat(close)) {
                return Ok((items, comma));
            }
            self.skip_blanks();
            if !items.is_empty() && !comma {
                let Some(close) = close else { return Ok((items, comma)) };
                return expected(self.position, format!("a comma or '{}'", char::from(close)));
            }
            if close.is_none() && comma && self.peek().is_none() {
                return Ok((items, comma));
            }
            items.push(self.item()?);
            comma = self.eat(b',');
        }
    }

    fn item(&mut self) -> Parsed<Node> {
        self.skip_blanks();
        let position = self.position;
        let atom = if self.peek() == Some(b':') { Value::NewAxis } else { self.atom()? };
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Ok(Node { position, value: atom });
        }
        let start = as_bound(atom, position)?;
        self.position += 1;
        let stop = self.bound()?;
        let step = if self.eat(b':') { self.bound()? } else { None };
        Ok(Node { position, value: Value::Slice([start, stop, step]) })
    }

    /// What stands between the colons of a slice.
    fn bound(&mut self) -> Parsed<Option<i128>> {
        self.skip_blanks();
        if let None | Some(b':' | b',' | b']' | b')') = self.peek() {
            return Ok(None);
        }
        let position = self.position;
        let atom = self.atom()?;
        as_bound(atom, position)
    }

    fn atom(&mut self) -> Parsed<Value> {
        match self.peek() {
            Some(b'[') => {
                self.depth += 1;
                if self.depth > MAX_NDIM {
                    return expected(self.position, format!("at most {MAX_NDIM} nested lists"));
                }
                self.position += 1;
                let (items, _) = self.items(Some(b']'))?;
                self.depth -= 1;
                Ok(Value::List(items))
            }
            Some(b'.') if self.text[self.position..].starts_with("...") => {
                self.position += 3;
                Ok(Value::Ellipsis)
            }
            Some(b'0'..=b'9' | b'+' | b'-') => self.integer(),
            Some(b'\'' | b'"') => self.string(),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => self.word(),
            _ => {
                expected(self.position, "an integer, a slice, '...', None, True, False, a list or the name of a field")
            }
        }
    }

    fn integer(&mut self) -> Parsed<Value> {
        /// Beyond 64 bits, and far from where 128 end.
        const LIMIT: i128 = 1 << 66;
        let start = self.position;
        let negative = self.peek() == Some(b'-');
        self.position += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
        let digits = self.position;
        let mut value = 0i128;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = (value * 10 + i128::from(digit - b'0')).min(LIMIT);
            self.position += 1;
        }
        let count = self.position - digits;
        let zero_led = count > 1 && self.text.as_bytes()[digits] == b'0' && value != 0;
        let goes_on = matches!(self.peek(), Some(b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z'));
        if count == 0 || zero_led || goes_on {
            return expected(start, "a decimal integer");
        }
        Ok(Value::Int(if negative { -value } else { value }))
    }

    fn word(&mut self) -> Parsed<Value> {
        let start = self.position;
        while let Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.') = self.peek() {
            self.position += 1;
        }
        match &self.text[start..self.position] {
            "None" | "newaxis" | "np.newaxis" | "numpy.newaxis" => Ok(Value::NewAxis),
            "Ellipsis" => Ok(Value::Ellipsis),
            "True" => Ok(Value::Bool(true)),
            "False" => Ok(Value::Bool(false)),
            _ => expected(start, "None, newaxis, Ellipsis, True or False; the name of a field stands in quotes"),
        }
    }

    /// A quoted string with the escapes that Python's `repr` writes.
    fn string(&mut self) -> Parsed<Value> {
        let start = self.position;
        let quote = char::from(self.text.as_bytes()[start]);
        let mut out = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((i, c)) = chars.next() {
            let here = start + 1 + i;
            if c == quote {
                self.position = here + 1;
                return Ok(Value::Str(out));
            }
            let read = if c == '\\' { escape(&mut chars) } else { Some(c) };
            match read {
                Some(c) => out.push(c),
                None => return expected(here, "an escape as Python's repr writes it"),
            }
        }
        expected(self.text.len(), "the closing quote")
    }
}

/// An integer or `None` as the bound of a slice.
fn as_bound(atom: Value, position: usize) -> Parsed<Option<i128>> {
    match atom {
        Value::Int(value) => Ok(Some(value)),
        Value::NewAxis => Ok(None),
        _ => expected(position, "an integer or None as the bound of a slice"),
    }
}

/// What follows a backslash.
fn escape(chars: &mut std::str::CharIndices<'_>) -> Option<char> {
    let hex = |digits: u32, chars: &mut std::str::CharIndices<'_>| {
        let code = (0..digits).try_fold(0u32, |code, _| Some(code << 4 | chars.next()?.1.to_digit(16)?));
        code.and_then(char::from_u32)
    };
    match chars.next()?.1 {
        c @ ('\\' | '\'' | '"') => Some(c),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'x' => hex(2, chars),
        'u' => hex(4, chars),
        'U' => hex(8, chars),
        _ => None,
    }
}
