//! Arrays as tables of HTML, for notebooks.

use std::fmt::Write;

use super::formatter::{Formatter, fit};
use super::options::PrintOptions;
use super::record::Records;
use super::shown::{Axis, Shown};
use super::{tuple, write_error};
use crate::array::Array;
use crate::dtype::Dtype;
use crate::error::Result;

impl Array {
    /// A table of HTML: rows and columns are the last two axes, with a table for each place along the others; the fields of
    /// records are columns. More than 1000 elements are summarised.
    ///
    /// ```
    /// use ndtype::array;
    /// let html = array![[1, 2], [3, 4]].to_html();
    /// assert!(html.contains("<tr><th>1</th><td>3</td><td>4</td></tr>"));
    /// assert!(html.contains("int32, shape (2, 2)"));
    /// ```
    pub fn to_html(&self) -> String {
        self.to_html_with(&PrintOptions::default())
    }

    /// The same with options.
    pub fn to_html_with(&self, options: &PrintOptions) -> String {
        let mut out = String::from("<div>\n");
        let start = out.len();
        if let Err(error) = write_tables(&mut out, self, options) {
            out.truncate(start);
            let mut text = String::new();
            write_error(&mut text, &error);
            escape(&mut out, &text);
        }
        out.push_str("<p>");
        escape(&mut out, &format!("{}, shape {}", self.dtype(), tuple(self.shape())));
        out.push_str("</p>\n</div>");
        out
    }

    /// Shows the array in a notebook of the evcxr kernel, which calls this for the value of a cell: writes the table to standard
    /// output, marked as HTML, and the plain text for front ends without it.
    pub fn evcxr_display(&self) {
        println!("{}", evcxr_block(self));
    }
}

/// What evcxr reads from standard output.
fn evcxr_block(array: &Array) -> String {
    let (html, text) = (array.to_html(), array.to_string());
    format!(
        "EVCXR_BEGIN_CONTENT text/html\n{html}\nEVCXR_END_CONTENT\n\
         EVCXR_BEGIN_CONTENT text/plain\n{text}\nEVCXR_END_CONTENT"
    )
}

/// One axis of a table: the positions that are shown, `None` for those left out.
fn labels(axis: Axis, size: usize) -> Vec<Option<usize>> {
    let mut labels = Vec::with_capacity(axis.shown + 1);
    for i in 0..axis.shown {
        match axis.gap {
            Some(gap) if i >= gap => {
                if i == gap {
                    labels.push(None);
                }
                labels.push(Some(i + size - axis.shown));
            }
            _ => labels.push(Some(i)),
        }
    }
    labels
}

/// The cells of an element: one, or one for each field.
enum Cells {
    One(Box<dyn Formatter>),
    Fields(Records),
}

struct Tables<'a> {
    out: &'a mut String,
    cells: Cells,
    /// The axes from table to table, then of rows and of columns.
    outer: Vec<Vec<Option<usize>>>,
    rows: Option<Vec<Option<usize>>>,
    columns: Option<Vec<Option<usize>>>,
    names: Vec<String>,
    /// The element that comes next.
    next: usize,
}

fn write_tables(out: &mut String, array: &Array, options: &PrintOptions) -> Result<()> {
    let shown = Shown::of(array, options.threshold, options.edge_items)?;
    let mut axes: Vec<_> = shown.axes.iter().zip(array.shape()).map(|(&axis, &size)| labels(axis, size)).collect();
    let alone = array.ndim() == 0;
    let (cells, names, columns) = match array.dtype() {
        Dtype::Struct(record) => {
            let names = record.fields().iter().map(|field| field.name().to_owned()).collect();
            (Cells::Fields(Records::fit(&shown.values, options, alone)?), names, None)
        }
        _ => (Cells::One(fit(&shown.values, options, alone)?), Vec::new(), axes.pop()),
    };
    let rows = axes.pop();
    Tables { out, cells, outer: axes, rows, columns, names, next: 0 }.level(&mut Vec::new());
    Ok(())
}

impl Tables<'_> {
    /// One table, or those along an axis.
    fn level(&mut self, position: &mut Vec<String>) {
        let Some(labels) = self.outer.get(position.len()).cloned() else {
            return self.table(position);
        };
        for label in labels {
            match label {
                Some(label) => {
                    position.push(label.to_string());
                    self.level(position);
                    position.pop();
                }
                None => self.out.push_str("<p>…</p>\n"),
            }
        }
    }

    fn table(&mut self, position: &[String]) {
        self.out.push_str("<table>\n");
        if !position.is_empty() {
            let axes = usize::from(self.rows.is_some()) + usize::from(self.columns.is_some());
            let place = [position, &vec![":".to_owned(); axes]].concat().join(", ");
            self.put("<caption>[", &place, "]</caption>\n");
        }
        self.heading();
        match self.rows.clone() {
            None => self.row(None),
            Some(rows) => rows.into_iter().for_each(|label| match label {
                Some(label) => self.row(Some(label)),
                None => self.out.push_str("<tr><th>…</th></tr>\n"),
            }),
        }
        self.out.push_str("</table>\n");
    }

    fn heading(&mut self) {
        let titles: Vec<String> = match &self.columns {
            Some(labels) => labels.iter().map(|label| label.map_or("…".to_owned(), |n| n.to_string())).collect(),
            None => self.names.clone(),
        };
        if titles.is_empty() {
            return;
        }
        self.out.push_str(if self.rows.is_some() { "<tr><th></th>" } else { "<tr>" });
        for title in &titles {
            self.put("<th>", title, "</th>");
        }
        self.out.push_str("</tr>\n");
    }

    fn row(&mut self, label: Option<usize>) {
        self.out.push_str("<tr>");
        if let Some(label) = label {
            self.put("<th>", &label.to_string(), "</th>");
        }
        match self.columns.clone() {
            None => self.element(),
            Some(columns) => columns.iter().for_each(|column| match column {
                Some(_) => self.element(),
                None => self.out.push_str("<td>…</td>"),
            }),
        }
        self.out.push_str("</tr>\n");
    }

    /// The cells of the next element.
    fn element(&mut self) {
        let index = self.next;
        self.next += 1;
        let words: Vec<String> = match &self.cells {
            Cells::One(formatter) => {
                let mut word = String::new();
                formatter.write(index, &mut word);
                vec![word]
            }
            Cells::Fields(records) => records.words(index),
        };
        for word in &words {
            self.put("<td>", word.trim(), "</td>");
        }
    }

    /// Text between tags.
    fn put(&mut self, before: &str, text: &str, after: &str) {
        self.out.push_str(before);
        escape(self.out, text);
        self.out.push_str(after);
    }
}

/// Writes text so that it shows as it is.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && c != '\n' => {
                let written = write!(out, "&#{};", c as u32);
                debug_assert!(written.is_ok(), "writing to a string");
            }
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_html_and_plain_text() {
        let array = Array::from_vec(vec![1.5, 2.0]).unwrap();
        let block = evcxr_block(&array);
        assert!(block.starts_with("EVCXR_BEGIN_CONTENT text/html\n<div>\n<table>"));
        assert!(block.ends_with("EVCXR_BEGIN_CONTENT text/plain\n[1.5 2. ]\nEVCXR_END_CONTENT"));
    }

    #[test]
    fn labels_have_a_gap_where_the_page_has_one() {
        assert_eq!(labels(Axis { shown: 2, gap: None }, 2), [Some(0), Some(1)]);
        assert_eq!(labels(Axis { shown: 2, gap: Some(1) }, 9), [Some(0), None, Some(8)]);
    }
}
