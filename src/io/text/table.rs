//! The columns that a dtype takes, and the array that they make.

use super::column::Column;
use super::error::TextFileError;
use crate::array::{Array, Index, stack};
use crate::dtype::Dtype;
use crate::error::Result;

/// The columns of a table, to be filled.
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    /// Which column each field of a row goes to; `None` if all go to the only one.
    pub(super) places: Option<Vec<usize>>,
    dtype: Dtype,
}

impl Table {
    pub(super) fn new(dtype: &Dtype) -> Result<Table> {
        let (mut columns, mut places) = (Vec::new(), Vec::new());
        if !matches!(dtype, Dtype::Struct(_)) {
            if matches!(dtype, Dtype::SubArray(_)) {
                return Err(TextFileError::Unsupported { dtype: dtype.clone() }.into());
            }
            return Ok(Table { columns: vec![Column::new(dtype, false)?], places: None, dtype: dtype.clone() });
        }
        add_columns(dtype, &mut columns, &mut places)?;
        Ok(Table { columns, places: Some(places), dtype: dtype.clone() })
    }

    /// So many rows of so many fields, as an array: two axes, or one of records.
    pub(super) fn finish(self, rows: usize, fields: usize) -> Result<Array> {
        let mut columns = self.columns.into_iter();
        if self.places.is_some() {
            return records(&self.dtype, rows, &mut columns);
        }
        let values = match columns.next() {
            Some(column) => column.finish()?,
            None => return Array::zeros([rows, fields], &self.dtype),
        };
        values.reshape([rows as isize, fields as isize])
    }
}

/// Adds the columns of a dtype, in the order of its fields. The elements of a sub-array are next to each other in one.
fn add_columns(dtype: &Dtype, columns: &mut Vec<Column>, places: &mut Vec<usize>) -> Result<()> {
    match dtype {
        Dtype::Struct(record) => {
            record.fields().iter().try_for_each(|field| add_columns(field.dtype(), columns, places))
        }
        Dtype::SubArray(sub) if matches!(sub.base(), Dtype::Struct(_) | Dtype::SubArray(_)) => {
            (0..count(sub.shape())).try_for_each(|_| add_columns(sub.base(), columns, places))
        }
        Dtype::SubArray(sub) => {
            places.extend(std::iter::repeat_n(columns.len(), count(sub.shape())));
            columns.push(Column::new(sub.base(), true)?);
            Ok(())
        }
        _ => {
            places.push(columns.len());
            columns.push(Column::new(dtype, true)?);
            Ok(())
        }
    }
}

fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// The elements of a dtype that so many rows make, and behind the axis of rows those of a sub-array.
fn records(dtype: &Dtype, rows: usize, columns: &mut impl Iterator<Item = Column>) -> Result<Array> {
    let shape =
        |dims: &[usize]| std::iter::once(rows).chain(dims.iter().copied()).map(|n| n as isize).collect::<Vec<_>>();
    match dtype {
        Dtype::Struct(record) => {
            let mut array = Array::zeros([rows], dtype)?;
            for field in record.fields() {
                let values = records(field.dtype(), rows, columns)?;
                // Text without a width stays without one in a record, as in NumPy.
                if field.dtype().is_unsized() {
                    continue;
                }
                array.set([Index::Field(field.name().to_owned())], &values)?;
            }
            Ok(array)
        }
        Dtype::SubArray(sub) if matches!(sub.base(), Dtype::Struct(_) | Dtype::SubArray(_)) => {
            let parts =
                (0..count(sub.shape())).map(|_| records(sub.base(), rows, columns)).collect::<Result<Vec<_>>>()?;
            if parts.is_empty() {
                return Array::zeros([rows], dtype);
            }
            stack(&parts.iter().collect::<Vec<_>>(), 1)?.reshape(shape(sub.shape()))
        }
        _ => match columns.next() {
            Some(column) => column.finish()?.reshape(shape(dtype.shape())),
            None => Array::zeros([rows], dtype),
        },
    }
}
