//! Adding, dropping, renaming, joining fields of records: NumPy's `numpy.lib.recfunctions`.
//!
//! There are no masked arrays here: where NumPy would mask what is missing, or fill it when told `usemask=False`, it is filled
//! with [`default_fill`], or with what is given. Padding goes and titles too, as in NumPy, except where a function says otherwise.
//!
//! 1. `names`: the fields of a dtype.
//! 2. `fields`: arrays with other fields.
//! 3. `plain`: records as arrays of numbers with one more axis, and back.
//! 4. `join`: several arrays into one, by position or by keys.

mod fields;
mod join;
mod names;
mod plain;

pub use fields::{
    append_fields, assign_fields_by_name, default_fill, drop_fields, rec_append_fields, rec_drop_fields, rename_fields,
    repack_fields, require_fields,
};
pub use join::{JoinBy, JoinType, find_duplicates, join_by, merge_arrays, rec_join, stack_arrays, stack_arrays_with};
pub use names::{FieldName, flatten_descr, get_names, get_names_flat, repack_dtype};
pub use plain::{
    apply_along_fields, structured_to_unstructured, structured_to_unstructured_dtype, unstructured_to_structured,
    unstructured_to_structured_dtype,
};

use crate::array::{Array, Index, ValueError};
use crate::dtype::Dtype;
use crate::error::{Error, Result};

fn refused(reason: &'static str, value: impl Into<String>) -> Error {
    ValueError::Argument { reason, value: value.into() }.into()
}

/// An error unless these are records.
fn check_records(dtype: &Dtype) -> Result<()> {
    match dtype {
        Dtype::Struct(_) => Ok(()),
        _ => Err(refused("a structured dtype is needed", dtype.to_string())),
    }
}

/// Writes a field.
fn write(records: &mut Array, name: &str, value: &Array) -> Result<()> {
    records.set([Index::from(name)], value)
}

/// The values of a column in their dtype, which may be a sub-array: its axes are the last ones of the column.
fn field_dtypes(dtype: &Dtype) -> impl Iterator<Item = (String, Dtype)> + '_ {
    dtype.fields().iter().map(|field| (field.name().to_owned(), field.dtype().clone()))
}
