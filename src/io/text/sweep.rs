//! Plain rows of numbers, read without cutting them into fields first.
//!
//! A row that has anything but numbers, delimiters and a line end is left where it is: the general code reads it, or says what is
//! wrong with it.

use std::sync::Mutex;

use super::column::{Column, Values};
use super::decimal::{float_at, integer_at};
use super::tokens::{Signs, is_space};
use crate::threads;

/// How rows are cut.
#[derive(Clone, Copy)]
pub(super) struct Sweep {
    /// `None` for white space.
    delimiter: Option<u8>,
}

/// Picoseconds that a byte takes, for the choice of threads.
const COST: u32 = 1000;

impl Sweep {
    /// `None` if a sign may be part of a number.
    pub(super) fn new(signs: &Signs) -> Option<Sweep> {
        let plain = |c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c));
        let mut starts = signs.comments.iter().filter_map(|comment| comment.chars().next()).chain(signs.comment);
        if !starts.all(|c| plain(c) && !is_space(c)) || !signs.quote.is_none_or(|c| plain(c) && !is_space(c)) {
            return None;
        }
        let delimiter = match signs.delimiter {
            None => None,
            Some(c) if c.is_ascii() && plain(c) => Some(c as u8),
            Some(_) => return None,
        };
        Some(Sweep { delimiter })
    }

    /// Reads rows of `width` numbers that a text starts with into a column, `most` of them at most: how many there were, and how
    /// many bytes they take.
    pub(super) fn fill(self, text: &[u8], width: usize, most: usize, column: &mut Column) -> (usize, usize) {
        match &mut column.values {
            Values::Floats(values) => self.split(text, width, most, values, float_at),
            Values::Integers { values, low, high } => {
                let (low, high) = (*low, *high);
                self.split(text, width, most, values, |text, at| {
                    integer_at(text, at).filter(|(value, _)| (low..=high).contains(&i128::from(*value)))
                })
            }
            _ => (0, 0),
        }
    }

    /// On several threads, if there is enough to read.
    fn split<T: Send>(
        self,
        text: &[u8],
        width: usize,
        most: usize,
        values: &mut Vec<T>,
        number: impl Fn(&[u8], usize) -> Option<(T, usize)> + Sync,
    ) -> (usize, usize) {
        let Some(pieces) = threads::pieces(text.len(), COST, None).filter(|_| most == usize::MAX) else {
            return self.rows(text, width, most, values, &number);
        };
        // Pieces start behind a line end.
        let start = |piece: usize| {
            let near = threads::part(text.len(), pieces, piece).start;
            let line = || text[near..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| near + at + 1);
            if piece == 0 { 0 } else { line() }
        };
        let starts: Vec<usize> = (0..pieces).map(start).chain([text.len()]).collect();
        let parts: Vec<Mutex<(Vec<T>, usize, usize)>> = (0..pieces).map(|_| Mutex::new((Vec::new(), 0, 0))).collect();
        let done: Result<(), ()> = threads::run(pieces, None, |piece| {
            let mut found = Vec::new();
            let (rows, taken) = self.rows(&text[starts[piece]..starts[piece + 1]], width, most, &mut found, &number);
            *parts[piece].lock().map_err(|_| ())? = (found, rows, taken);
            Ok(())
        });
        let (mut rows, mut taken) = (0, 0);
        if done.is_err() {
            return (0, 0);
        }
        for (part, range) in parts.into_iter().zip(starts.windows(2)) {
            let Ok((found, more, length)) = part.into_inner() else { break };
            values.extend(found);
            (rows, taken) = (rows + more, range[0] + length);
            if taken < range[1] {
                break;
            }
        }
        (rows, taken)
    }

    fn rows<T>(
        self,
        text: &[u8],
        width: usize,
        most: usize,
        values: &mut Vec<T>,
        number: &impl Fn(&[u8], usize) -> Option<(T, usize)>,
    ) -> (usize, usize) {
        let (mut rows, mut taken) = (0, 0);
        while rows < most {
            let before = values.len();
            let Some(length) = self.row(&text[taken..], width, values, number) else {
                values.truncate(before);
                break;
            };
            (rows, taken) = (rows + 1, taken + length);
        }
        (rows, taken)
    }

    /// One row, with its line end; `None` if it is no plain one.
    #[inline]
    fn row<T>(
        self,
        text: &[u8],
        width: usize,
        values: &mut Vec<T>,
        number: &impl Fn(&[u8], usize) -> Option<(T, usize)>,
    ) -> Option<usize> {
        let mut at = 0;
        for column in 1..=width {
            at = self.skip_space(text, at);
            let (value, end) = number(text, at)?;
            values.push(value);
            at = end;
            if column < width {
                let next = *text.get(at)?;
                match self.delimiter {
                    Some(delimiter) if next == delimiter => at += 1,
                    None if matches!(next, b' ' | b'\t') => at += 1,
                    _ => return None,
                }
            }
        }
        if self.delimiter.is_none() {
            at = self.skip_space(text, at);
        }
        match text.get(at..)? {
            [b'\n', ..] => Some(at + 1),
            [b'\r', b'\n', ..] => Some(at + 2),
            _ => None,
        }
    }

    #[inline]
    fn skip_space(self, text: &[u8], mut at: usize) -> usize {
        let is_gap = |byte: &u8| match self.delimiter {
            None => matches!(byte, b' ' | b'\t'),
            Some(delimiter) => *byte == b' ' && delimiter != b' ',
        };
        while text.get(at).is_some_and(is_gap) {
            at += 1;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::Dtype;

    #[test]
    fn plain_rows_are_all_read() {
        let signs = Signs { delimiter: None, comment: Some('#'), comments: Vec::new(), quote: None };
        let sweep = Sweep::new(&signs).unwrap();
        let row = |i: usize| {
            let x = (i as f64).sin() * 1234.5;
            format!("{x:.18e} {x:.4} {x} {i}\n")
        };
        let text: String = (0..5000).map(row).collect();
        let mut column = Column::new(&Dtype::Float64, false).unwrap();
        assert_eq!(sweep.fill(text.as_bytes(), 4, usize::MAX, &mut column), (5000, text.len()));
        assert_eq!(sweep.fill(b"1 2 3 4 5\n", 4, usize::MAX, &mut column), (0, 0));
        assert_eq!(sweep.fill(b"1 2 3 4", 4, usize::MAX, &mut column), (0, 0));
        assert_eq!(sweep.fill(b" 1 2\t3  4 \r\n#", 4, usize::MAX, &mut column), (1, 12));
    }
}
