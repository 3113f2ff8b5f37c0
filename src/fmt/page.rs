//! The page: words in rows, rows in brackets, lines no wider than they may be. It knows nothing of what the words say.

use super::shown::Axis;
use crate::element::float_text::pad_with;

/// What a page looks like.
pub(super) struct Page<'a> {
    /// How many characters a line has at most.
    pub(super) width: usize,
    /// How far lines after the first are indented, not counting brackets.
    pub(super) indent: usize,
    /// What stands between words.
    pub(super) separator: &'a str,
}

/// How many characters a text has.
pub(super) fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// A page being written.
struct Writer<'a, W> {
    page: &'a Page<'a>,
    axes: &'a [Axis],
    /// Writes the word of an element, counted among those shown.
    word: W,
    scratch: String,
    out: &'a mut String,
    /// The element that comes next.
    next: usize,
    /// Where the current line starts in `out`, and how many characters it has, its indentation included.
    line_start: usize,
    column: usize,
}

impl Page<'_> {
    /// Writes all elements.
    pub(super) fn write(&self, out: &mut String, axes: &[Axis], word: impl FnMut(usize, &mut String)) {
        let (scratch, line_start) = (String::new(), out.len());
        Writer { page: self, axes, word, scratch, out, next: 0, line_start, column: 0 }.level(0);
    }
}

impl<W: FnMut(usize, &mut String)> Writer<'_, W> {
    /// Writes what lies below an axis.
    fn level(&mut self, depth: usize) {
        let Some(&axis) = self.axes.get(depth) else {
            (self.word)(self.next, self.out);
            return;
        };
        self.out.push('[');
        let hanging = self.page.indent + depth + 1;
        if depth + 1 == self.axes.len() {
            self.row(axis, hanging);
        } else {
            let below = self.axes.len() - depth - 1;
            for i in 0..axis.shown {
                if axis.gap == Some(i) {
                    self.out.push_str("...");
                    self.break_rows(below, hanging);
                }
                self.level(depth + 1);
                if i + 1 < axis.shown {
                    self.break_rows(below, hanging);
                }
            }
        }
        self.out.push(']');
    }

    /// Ends a row: as many line ends as there are axes below.
    fn break_rows(&mut self, below: usize, hanging: usize) {
        self.out.push_str(self.page.separator.trim_end());
        pad_with(self.out, '\n', below);
        pad_with(self.out, ' ', hanging);
    }

    /// The last axis.
    fn row(&mut self, axis: Axis, hanging: usize) {
        let depth = self.axes.len() - 1;
        let reserved = depth + length(self.page.separator.trim_end()).max(1);
        let width = self.page.width as i64 - reserved as i64;
        let separator = length(self.page.separator);
        self.line_start = self.out.len();
        self.column = hanging;
        for i in 0..axis.shown {
            if axis.gap == Some(i) {
                self.scratch.clear();
                self.scratch.push_str("...");
                self.extend(width, hanging);
                self.out.push_str(self.page.separator);
                self.column += separator;
            }
            self.scratch.clear();
            (self.word)(self.next, &mut self.scratch);
            self.next += 1;
            self.extend_lines(width, hanging);
            if i + 1 < axis.shown {
                self.out.push_str(self.page.separator);
                self.column += separator;
            }
        }
    }

    /// Adds the word to the line, or to a new one if it does not fit and a new line would help.
    fn extend(&mut self, width: i64, hanging: usize) {
        let length = length(&self.scratch);
        if self.column as i64 + length as i64 > width && self.column > hanging {
            self.break_line(hanging);
        }
        self.out.push_str(&self.scratch);
        self.column += length;
    }

    /// The same for a word that may have several lines: they stay below each other.
    fn extend_lines(&mut self, width: i64, hanging: usize) {
        if !self.scratch.contains(is_line_end) {
            return self.extend(width, hanging);
        }
        let text = std::mem::take(&mut self.scratch);
        let lines = split_lines(&text);
        if lines.len() == 1 {
            self.scratch.clone_from(&text);
            return self.extend(width, hanging);
        }
        let widest = lines.iter().map(|line| length(line)).max().unwrap_or(0);
        let mut indent = self.column;
        if self.column as i64 + widest as i64 > width && self.column > hanging {
            self.break_line(hanging);
            indent = hanging;
        }
        for (i, line) in lines.iter().enumerate() {
            if i > 0 {
                self.break_line(indent);
            }
            self.out.push_str(line);
            self.column += length(line);
        }
        let last = lines.last().map_or(0, |line| length(line));
        pad_with(self.out, ' ', widest - last);
        self.column += widest - last;
        self.scratch = text;
    }

    /// Ends the line, without blanks at its end.
    fn break_line(&mut self, indent: usize) {
        let kept = self.out[self.line_start..].trim_end().len();
        self.out.truncate(self.line_start + kept);
        self.out.push('\n');
        self.line_start = self.out.len();
        pad_with(self.out, ' ', indent);
        self.column = indent;
    }
}

/// The characters at which Python's `splitlines` splits.
fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Python's `splitlines`.
fn split_lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(end) = rest.find(is_line_end) else {
            lines.push(rest);
            break;
        };
        lines.push(&rest[..end]);
        let tail = &rest[end..];
        let skipped = if tail.starts_with("\r\n") { 2 } else { tail.chars().next().map_or(0, char::len_utf8) };
        rest = &tail[skipped..];
    }
    lines
}
