//! Arrays with other fields: fewer, more, renamed, without padding.

use super::{check_records, field_dtypes, refused, repack_dtype, write};
use crate::array::{Array, Index};
use crate::dtype::{Dtype, DtypeKind, IntoDtype};
use crate::element::{Object, Scalar};
use crate::error::Result;

/// What stands for a missing element of a dtype, as an array without axes: what NumPy's masked arrays are filled with. `True`,
/// 999999 (wrapped around in small integers), 1e20, `N/A`, NaT, the text `?` as an object; in records field by field.
///
/// ```
/// use ndtype::recfunctions::default_fill;
/// assert_eq!(default_fill("i4, f8, U3, M8[D]")?.get_scalar(&[])?.to_string(), "(999999, 1e+20, 'N/A', 'NaT')");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn default_fill(dtype: impl IntoDtype) -> Result<Array> {
    let dtype = dtype.into_dtype()?;
    if let Dtype::SubArray(sub) = &dtype {
        return default_fill(sub.base())?.broadcast_to(sub.shape());
    }
    if let Dtype::Struct(_) = dtype {
        let mut record = Array::zeros([], &dtype)?;
        for (name, inner) in field_dtypes(&dtype) {
            write(&mut record, &name, &default_fill(inner)?)?;
        }
        return Ok(record);
    }
    let value = match dtype.kind() {
        DtypeKind::Bool => Scalar::from(true),
        DtypeKind::Integer | DtypeKind::Unsigned => Scalar::new(999_999i64),
        DtypeKind::Float | DtypeKind::Complex => Scalar::new(1e20),
        DtypeKind::Datetime | DtypeKind::Timedelta => Scalar::from("NaT"),
        DtypeKind::Object => Scalar::from(Object::new("?")),
        _ if matches!(dtype, Dtype::Void(_)) => {
            let bytes: Vec<u8> = b"???".iter().copied().chain(std::iter::repeat(0)).take(dtype.itemsize()).collect();
            return Array::from_vec(bytes)?.view_dtype(&dtype)?.reshape([]);
        }
        _ => Scalar::from("N/A"),
    };
    Array::from_scalar(value)?.astype(dtype)
}

/// Without the fields of these names, at any depth: NumPy's `drop_fields`, without a mask. Names that do not occur are passed over; a record
/// of which all fields go, goes too.
///
/// ```
/// use ndtype::{array, recfunctions::drop_fields};
/// let a = array![(1, (2.0, 3)); dtype: "[('a', 'i4'), ('b', [('ba', 'f8'), ('bb', 'i4')])]"];
/// assert_eq!(drop_fields(&a, &["ba"])?.get_scalar(&[0])?.to_string(), "(1, (3,))");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn drop_fields<S: AsRef<str>>(base: &Array, names: &[S]) -> Result<Array> {
    fn without(dtype: &Dtype, names: &[&str]) -> Result<Dtype> {
        let mut builder = Dtype::builder();
        for (name, inner) in field_dtypes(dtype).filter(|(name, _)| !names.contains(&name.as_str())) {
            match inner {
                Dtype::Struct(_) => {
                    let inner = without(&inner, names)?;
                    if !inner.fields().is_empty() {
                        builder = builder.field(name, inner);
                    }
                }
                _ => builder = builder.field(name, inner),
            }
        }
        builder.build()
    }
    check_records(base.dtype())?;
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    require_fields(base, without(base.dtype(), &names)?)
}

/// The same as [`drop_fields`]: NumPy's `rec_drop_fields`, whose result is of another class.
pub fn rec_drop_fields<S: AsRef<str>>(base: &Array, names: &[S]) -> Result<Array> {
    drop_fields(base, names)
}

/// With other names for fields, at any depth: NumPy's `rename_fields`. A view; only records that own memory are copied. Padding
/// stays. An error if a name then occurs twice.
///
/// ```
/// use ndtype::{array, recfunctions::rename_fields};
/// let a = array![(1, 2.5)];
/// assert_eq!(rename_fields(&a, &[("f0", "id")])?.field_names(), ["id", "f1"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn rename_fields<S: AsRef<str>>(base: &Array, names: &[(S, S)]) -> Result<Array> {
    fn renamed(dtype: &Dtype, names: &[(&str, &str)]) -> Result<Dtype> {
        let mut builder = Dtype::builder().itemsize(dtype.itemsize()).aligned(dtype.is_aligned_struct());
        for field in dtype.fields() {
            let found = names.iter().find(|(old, _)| *old == field.name());
            let inner = match field.dtype() {
                inner @ Dtype::Struct(_) => renamed(inner, names)?,
                other => other.clone(),
            };
            builder = builder.field(found.map_or(field.name(), |(_, new)| new), inner).offset(field.offset());
        }
        builder.build()
    }
    check_records(base.dtype())?;
    let names: Vec<(&str, &str)> = names.iter().map(|(old, new)| (old.as_ref(), new.as_ref())).collect();
    let dtype = renamed(base.dtype(), &names)?;
    if base.dtype().has_object() { base.astype(dtype) } else { base.view_dtype(dtype) }
}

/// Records without padding, or with that of C (`align`), also inside of fields (`recurse`): NumPy's `repack_fields`.
///
/// ```
/// use ndtype::{array, recfunctions::repack_fields};
/// let a = array![(1u8, 2.5, 3u8)].select_fields(&["f0", "f2"])?;
/// assert_eq!((a.itemsize(), repack_fields(&a, false, false)?.itemsize()), (10, 2));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn repack_fields(a: &Array, align: bool, recurse: bool) -> Result<Array> {
    let dtype = repack_dtype(a.dtype(), align, recurse)?;
    if dtype == *a.dtype() { Ok(a.clone()) } else { a.astype(dtype) }
}

/// Records along one axis with more fields: NumPy's `append_fields`, without a mask. Shorter columns, or records, are continued with
/// [`default_fill`] (NumPy continues those among several new columns that are shorter than the longest with -1).
///
/// Errors: a name that occurs already, columns of several axes.
///
/// ```
/// use ndtype::{array, recfunctions::append_fields};
/// let a = array![(1, 2.5), (3, 4.5)];
/// let b = append_fields(&a, &[("name", &array!["x", "y"]), ("count", &array![7])])?;
/// assert_eq!(b.get_scalar(&[1])?.to_string(), "(3, 4.5, 'y', 999999)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn append_fields<S: AsRef<str>>(base: &Array, columns: &[(S, &Array)]) -> Result<Array> {
    let base = base.ravel()?;
    let mut builder = Dtype::builder();
    match base.dtype() {
        dtype @ Dtype::Struct(_) => {
            for field in dtype.fields() {
                builder = builder.field(field.name(), field.dtype());
                if let Some(title) = field.title() {
                    builder = builder.title(title);
                }
            }
        }
        other => builder = builder.field("f0", other),
    }
    for (name, column) in columns {
        if column.ndim() != 1 {
            return Err(refused("a new field needs a column of one axis", name.as_ref()));
        }
        builder = builder.field(name.as_ref(), column.dtype());
    }
    let (dtype, size) = (builder.build()?, columns.iter().map(|(_, a)| a.size()).fold(base.size(), usize::max));
    let mut output = Array::zeros([size], &dtype)?;
    let mut put = |name: &str, values: &Array| -> Result<()> {
        let field = Index::from(name);
        output.set([field.clone(), Index::from(..values.shape()[0] as isize)], values)?;
        if values.shape()[0] < size {
            let fill = default_fill(dtype.field(name)?.dtype())?;
            output.set([field, Index::from(values.shape()[0] as isize..)], fill)?;
        }
        Ok(())
    };
    match base.dtype() {
        Dtype::Struct(_) => base.field_names().into_iter().try_for_each(|name| put(name, &base.field(name)?))?,
        _ => put("f0", &base)?,
    }
    columns.iter().try_for_each(|(name, column)| put(name.as_ref(), column))?;
    Ok(output)
}

/// The same as [`append_fields`]: NumPy's `rec_append_fields`, whose result is of another class.
pub fn rec_append_fields<S: AsRef<str>>(base: &Array, columns: &[(S, &Array)]) -> Result<Array> {
    append_fields(base, columns)
}

/// Writes each field of `source` to the one of the same name, at any depth, and if asked zeros to those that `source` does not have: NumPy's
/// `assign_fields_by_name`. What is no record is written as it is. Errors: shapes that do not broadcast, elements that cannot be cast.
///
/// ```
/// use ndtype::{Array, array, recfunctions::assign_fields_by_name};
/// let mut a = Array::from_columns([("x", array![1, 2]), ("y", array![3, 4])])?;
/// assign_fields_by_name(&mut a, &Array::from_columns([("y", array![7.0, 8.0])])?, true)?;
/// assert_eq!(a.get_scalar(&[1])?.to_string(), "(0, 8)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn assign_fields_by_name(target: &mut Array, source: &Array, zero_unassigned: bool) -> Result<()> {
    if !matches!(target.dtype(), Dtype::Struct(_)) {
        return target.set("...", source);
    }
    check_records(source.dtype())?;
    let dtype = target.dtype().clone();
    for (name, inner) in field_dtypes(&dtype) {
        if source.dtype().fields().iter().any(|field| field.name() == name) {
            let value = source.field(&name)?;
            if let Dtype::Struct(_) = inner.base() {
                let mut part = target.field(&name)?.copy()?;
                assign_fields_by_name(&mut part, &value, zero_unassigned)?;
                write(target, &name, &part)?;
            } else {
                write(target, &name, &value)?;
            }
        } else if zero_unassigned {
            write(target, &name, &Array::zeros([], inner.base())?)?;
        }
    }
    Ok(())
}

/// Records of a dtype with the fields of the same names; those that there are not are zero: NumPy's `require_fields`. Errors as for
/// [`assign_fields_by_name`].
///
/// ```
/// use ndtype::{array, recfunctions::require_fields};
/// let a = array![(1, 2.5)];
/// assert_eq!(require_fields(&a, "[('f1', 'f4'), ('new', 'u1')]")?.get_scalar(&[0])?.to_string(), "(2.5, 0)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn require_fields(a: &Array, dtype: impl IntoDtype) -> Result<Array> {
    let mut output = Array::zeros(a.shape(), dtype)?;
    assign_fields_by_name(&mut output, a, false)?;
    Ok(output)
}
