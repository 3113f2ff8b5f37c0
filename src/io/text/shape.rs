//! The axes of what was read.

use super::error::TextFileError;
use crate::array::{Array, atleast_1d, atleast_2d};
use crate::dtype::Dtype;
use crate::error::Result;

/// An error for a number of axes that tables never have.
pub(super) fn check_ndmin(ndmin: usize) -> Result<()> {
    if ndmin > 2 { Err(TextFileError::option("illegal value of ndmin", ndmin)) } else { Ok(()) }
}

/// Without axes of length 1, but with so many axes at least; a single row becomes a column then.
pub(super) fn at_least(array: Array, ndmin: usize) -> Result<Array> {
    let array = if array.ndim() > ndmin { array.squeeze(None)? } else { array };
    match ndmin {
        1 if array.ndim() < 1 => atleast_1d(&array),
        2 if array.ndim() < 2 => Ok(atleast_2d(&array)?.t()),
        _ => Ok(array),
    }
}

/// The fields of records, or the columns of a table.
pub(super) fn unpacked(array: &Array) -> Result<Vec<Array>> {
    if let Dtype::Struct(record) = array.dtype() {
        return record.fields().iter().map(|field| array.field(field.name())).collect();
    }
    if array.ndim() == 0 {
        return Ok(vec![array.clone()]);
    }
    let turned = array.t();
    (0..turned.len()).map(|i| turned.get([crate::array::Index::from(i)])).collect()
}
