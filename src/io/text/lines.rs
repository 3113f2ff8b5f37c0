//! Lines cut into fields, as NumPy's `genfromtxt` cuts them.

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
    /// The fields of a line; none if it is empty.
    pub(super) fn fields<'t>(&self, line: &'t str) -> Vec<&'t str> {
        let line = match &self.comments {
            Some(comments) => line.split(comments.as_str()).next().unwrap_or_default(),
            None => line,
        };
        let mut fields = match &self.delimiter {
            Delimiter::Whitespace | Delimiter::Text(_) => {
                let line = line.trim_matches([' ', '\r', '\n']);
                match &self.delimiter {
                    _ if line.is_empty() => Vec::new(),
                    Delimiter::Text(text) => line.split(text.as_str()).collect(),
                    _ => line.split(is_space).filter(|field| !field.is_empty()).collect(),
                }
            }
            Delimiter::Width(width) => {
                let (mut rest, mut fields) = (line.trim_matches(['\r', '\n']), Vec::new());
                while !rest.is_empty() {
                    fields.push(take(&mut rest, *width));
                }
                fields
            }
            Delimiter::Widths(_) if line.is_empty() => Vec::new(),
            Delimiter::Widths(widths) => {
                let mut rest = line;
                widths.iter().map(|&width| take(&mut rest, width)).collect()
            }
        };
        if self.strip {
            fields.iter_mut().for_each(|field| *field = field.trim_matches(is_space));
        }
        fields
    }
}

/// Takes so many characters from the start.
fn take<'t>(rest: &mut &'t str, width: usize) -> &'t str {
    let end = rest.char_indices().nth(width).map_or(rest.len(), |(at, _)| at);
    let (taken, left) = rest.split_at(end);
    *rest = left;
    taken
}

/// Lines with `\n` at their ends, whatever the file has there.
pub(super) fn lines(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(end) = rest.find(['\n', '\r']) else {
            found.push(rest.to_owned());
            break;
        };
        let after = if rest[end..].starts_with("\r\n") { end + 2 } else { end + 1 };
        found.push(format!("{}\n", &rest[..end]));
        rest = &rest[after..];
    }
    found
}
