//! Lines cut into fields, as NumPy's `genfromtxt` cuts them.

use std::borrow::Cow;

use super::tokens::is_space;

/// What separates the columns of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delimiter {
    /// White space of any length.
    #[default]
    Whitespace,
    /// A text.
    Text(String),
    /// Nothing: every column is so many characters wide.
    Width(usize),
    /// Nothing: each column has its own width.
    Widths(Vec<usize>),
}

impl From<char> for Delimiter {
    fn from(delimiter: char) -> Delimiter {
        Delimiter::Text(delimiter.into())
    }
}

impl From<&str> for Delimiter {
    fn from(delimiter: &str) -> Delimiter {
        if delimiter.is_empty() { Delimiter::Whitespace } else { Delimiter::Text(delimiter.to_owned()) }
    }
}

impl From<usize> for Delimiter {
    fn from(width: usize) -> Delimiter {
        if width == 0 { Delimiter::Whitespace } else { Delimiter::Width(width) }
    }
}

impl From<&[usize]> for Delimiter {
    fn from(widths: &[usize]) -> Delimiter {
        Delimiter::Widths(widths.to_vec())
    }
}

impl<const N: usize> From<[usize; N]> for Delimiter {
    fn from(widths: [usize; N]) -> Delimiter {
        Delimiter::Widths(widths.to_vec())
    }
}

/// Cuts lines.
#[derive(Clone, Debug)]
pub(super) struct Splitter {
    pub(super) delimiter: Delimiter,
    pub(super) comments: Option<String>,
    pub(super) strip: bool,
}

impl Splitter {
    /// The fields of a line, into a list; none if it is empty.
    pub(super) fn cut<'t>(&self, line: &'t str, fields: &mut Vec<&'t str>) {
        fields.clear();
        let line = match &self.comments {
            Some(comments) => line.split(comments.as_str()).next().unwrap_or_default(),
            None => line,
        };
        match &self.delimiter {
            Delimiter::Whitespace | Delimiter::Text(_) => {
                let line = line.trim_matches([' ', '\r', '\n']);
                match &self.delimiter {
                    _ if line.is_empty() => {}
                    Delimiter::Text(text) => fields.extend(line.split(text.as_str())),
                    _ if line.is_ascii() => {
                        let is_space = |byte: u8| matches!(byte, b'\t'..=b'\r' | b'\x1c'..=b' ');
                        let (bytes, mut at) = (line.as_bytes(), 0);
                        while at < bytes.len() {
                            let end =
                                bytes[at..].iter().position(|&byte| is_space(byte)).map_or(line.len(), |n| at + n);
                            if at < end {
                                fields.push(&line[at..end]);
                            }
                            at = end + 1;
                        }
                    }
                    _ => fields.extend(line.split(is_space).filter(|field| !field.is_empty())),
                }
            }
            Delimiter::Width(width) => {
                let mut rest = line.trim_matches(['\r', '\n']);
                while !rest.is_empty() {
                    fields.push(take(&mut rest, *width));
                }
            }
            Delimiter::Widths(_) if line.is_empty() => {}
            Delimiter::Widths(widths) => {
                let mut rest = line;
                fields.extend(widths.iter().map(|&width| take(&mut rest, width)));
            }
        }
        if self.strip {
            for field in fields.iter_mut() {
                *field = field.trim_matches(is_space);
            }
        }
    }
}

/// Takes so many characters from the start.
fn take<'t>(rest: &mut &'t str, width: usize) -> &'t str {
    let end = rest.char_indices().nth(width).map_or(rest.len(), |(at, _)| at);
    let (taken, left) = rest.split_at(end);
    *rest = left;
    taken
}

/// A text whose lines all end with `\n`, whatever the file has there.
pub(super) fn with_newlines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}

/// The fields of rows, one row after the other.
pub(super) struct Rows<'t> {
    fields: Vec<&'t str>,
    width: usize,
}

impl<'t> Rows<'t> {
    /// None yet, of so many fields each.
    pub(super) fn new(width: usize) -> Rows<'t> {
        Rows { fields: Vec::new(), width }
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: &[&'t str]) {
        self.fields.extend_from_slice(row);
    }

    pub(super) fn len(&self) -> usize {
        self.fields.len().checked_div(self.width).unwrap_or(0)
    }

    /// Leaves out rows at the end.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.fields.truncate(rows * self.width);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[&'t str]> {
        self.fields.chunks_exact(self.width.max(1))
    }

    /// The fields of one column.
    pub(super) fn column(&self, i: usize) -> impl Iterator<Item = &'t str> + Clone {
        self.fields.iter().skip(i).step_by(self.width.max(1)).copied()
    }
}
