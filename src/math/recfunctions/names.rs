//! The fields of a dtype: their names, nested or flat; the dtype without padding.

use super::check_records;
use crate::dtype::{Dtype, IntoDtype};
use crate::error::Result;

/// The name of a field, with those of its own fields if it is a record: what [`get_names`] gives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldName {
    /// The name.
    pub name: String,
    /// The fields inside; none if it is no record.
    pub fields: Vec<FieldName>,
}

/// The names of the fields, and of the fields in them: NumPy's `get_names`. An error for what is no record.
///
/// ```
/// use ndtype::recfunctions::get_names;
/// let names = get_names("[('a', 'i4'), ('b', [('ba', 'f8'), ('bb', 'i4')])]")?;
/// assert_eq!(names[1].name, "b");
/// assert_eq!(names[1].fields[0].name, "ba");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn get_names(dtype: impl IntoDtype) -> Result<Vec<FieldName>> {
    fn names(dtype: &Dtype) -> Vec<FieldName> {
        let fields = dtype.fields().iter();
        fields.map(|f| FieldName { name: f.name().to_owned(), fields: names(f.dtype()) }).collect()
    }
    let dtype = dtype.into_dtype()?;
    check_records(&dtype)?;
    Ok(names(&dtype))
}

/// The names of the fields, each followed by those of the fields in it: NumPy's `get_names_flat`. An error for what is no record.
///
/// ```
/// use ndtype::recfunctions::get_names_flat;
/// assert_eq!(get_names_flat("[('a', 'i4'), ('b', [('ba', 'f8'), ('bb', 'i4')])]")?, ["a", "b", "ba", "bb"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn get_names_flat(dtype: impl IntoDtype) -> Result<Vec<String>> {
    fn add(dtype: &Dtype, names: &mut Vec<String>) {
        for field in dtype.fields() {
            names.push(field.name().to_owned());
            add(field.dtype(), names);
        }
    }
    let dtype = dtype.into_dtype()?;
    check_records(&dtype)?;
    let mut names = Vec::new();
    add(&dtype, &mut names);
    Ok(names)
}

/// The innermost fields with their dtypes: NumPy's `flatten_descr`. What is no record is one field without a name.
///
/// ```
/// use ndtype::{Dtype, recfunctions::flatten_descr};
/// let flat = flatten_descr("[('a', 'i4'), ('b', [('ba', 'f8')])]")?;
/// assert_eq!(flat, [("a".to_owned(), Dtype::Int32), ("ba".to_owned(), Dtype::Float64)]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn flatten_descr(dtype: impl IntoDtype) -> Result<Vec<(String, Dtype)>> {
    fn add(dtype: &Dtype, found: &mut Vec<(String, Dtype)>) {
        for field in dtype.fields() {
            match field.dtype() {
                inner @ Dtype::Struct(_) => add(inner, found),
                other => found.push((field.name().to_owned(), other.clone())),
            }
        }
    }
    let dtype = dtype.into_dtype()?;
    if !matches!(dtype, Dtype::Struct(_)) {
        return Ok(vec![(String::new(), dtype)]);
    }
    let mut found = Vec::new();
    add(&dtype, &mut found);
    Ok(found)
}

/// The dtype without padding, or with that of C (`align`), also inside of fields (`recurse`): NumPy's `repack_fields` of a dtype.
/// Titles stay.
///
/// ```
/// use ndtype::{Dtype, recfunctions::repack_dtype};
/// let dtype = Dtype::structured_aligned([("a", "u1"), ("b", "f8")])?;
/// assert_eq!((dtype.itemsize(), repack_dtype(&dtype, false, false)?.itemsize()), (16, 9));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn repack_dtype(dtype: impl IntoDtype, align: bool, recurse: bool) -> Result<Dtype> {
    let dtype = dtype.into_dtype()?;
    if !matches!(dtype, Dtype::Struct(_)) {
        return Ok(dtype);
    }
    let mut builder = Dtype::builder().aligned(align);
    for field in dtype.fields() {
        let inner = if recurse { repack_dtype(field.dtype(), align, true)? } else { field.dtype().clone() };
        builder = builder.field(field.name(), inner);
        if let Some(title) = field.title() {
            builder = builder.title(title);
        }
    }
    builder.build()
}
