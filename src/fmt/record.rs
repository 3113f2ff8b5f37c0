//! Records: a formatter for each field, fitted to the field in all records shown.

use super::formatter::{Formatter, fit};
use super::options::PrintOptions;
use crate::array::Array;
use crate::error::Result;

/// Records, as Python's tuples.
pub(super) struct Records {
    fields: Vec<FieldFormat>,
}

/// One field.
struct FieldFormat {
    formatter: Box<dyn Formatter>,
    /// The shape of a sub-array; empty for others.
    shape: Vec<usize>,
    /// A sub-array is summarised to so many elements at both ends of its axes.
    edge: Option<usize>,
}

impl Records {
    /// Formatters that fit these records.
    pub(super) fn fit(values: &Array, options: &PrintOptions, alone: bool) -> Result<Records> {
        let fields = values.dtype().fields().iter().map(|field| {
            let part = values.field(field.name())?;
            let shape = part.shape()[values.ndim()..].to_vec();
            let summarised = shape.iter().product::<usize>() > options.threshold;
            let formatter = fit(&part, options, alone && shape.is_empty())?;
            Ok(FieldFormat { formatter, shape, edge: summarised.then_some(options.edge_items) })
        });
        Ok(Records { fields: fields.collect::<Result<_>>()? })
    }

    /// The fields of a record, each by itself.
    pub(super) fn words(&self, index: usize) -> Vec<String> {
        let word = |field: &FieldFormat| {
            let mut word = String::new();
            field.write(&field.shape, index * field.shape.iter().product::<usize>(), &mut word);
            word
        };
        self.fields.iter().map(word).collect()
    }
}

impl Formatter for Records {
    fn write(&self, index: usize, out: &mut String) {
        out.push('(');
        for (i, field) in self.fields.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            let count: usize = field.shape.iter().product();
            field.write(&field.shape, index * count, out);
        }
        out.push_str(if self.fields.len() == 1 { ",)" } else { ")" });
    }
}

impl FieldFormat {
    /// Writes the part of a sub-array that starts at an element and has this shape.
    fn write(&self, shape: &[usize], start: usize, out: &mut String) {
        let Some((&n, below)) = shape.split_first() else {
            return self.formatter.write(start, out);
        };
        let step: usize = below.iter().product();
        let gap = self.edge.filter(|&edge| n > edge.saturating_mul(2));
        out.push('[');
        let mut first = true;
        let mut separate = |out: &mut String| {
            out.push_str(if first { "" } else { ", " });
            first = false;
        };
        for i in 0..n {
            if let Some(edge) = gap.filter(|&edge| (edge..n - edge).contains(&i)) {
                if i == edge {
                    separate(out);
                    out.push_str("...");
                }
                continue;
            }
            separate(out);
            self.write(below, start + i * step, out);
        }
        out.push(']');
    }
}
