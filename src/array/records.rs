//! Arrays of records from columns and from rows; several fields at once.

use std::borrow::Borrow;

use super::{Array, Index, Leaf, Nested, ValueError};
use crate::dtype::{Dtype, IntoDtype};
use crate::error::Result;
use crate::layout::ShapeError;

impl Array {
    /// Records from their columns, each with the name of its field: NumPy's `rec.fromarrays`. The columns are copied; fields follow
    /// each other without padding.
    ///
    /// Errors: columns of different shapes, a name that occurs twice.
    ///
    /// ```
    /// use ndtype::{Array, array};
    /// let log = Array::from_columns([("id", array![1u8, 2]), ("level", array![0.5f64, 1.5])])?;
    /// assert_eq!(log.dtype().to_string(), "[('id', 'u1'), ('level', '<f8')]");
    /// assert_eq!(log.get_scalar(&[1])?.to_string(), "(2, 1.5)");
    /// assert!(Array::from_columns([("a", array![1]), ("b", array![1, 2])]).unwrap_err().is_shape());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_columns<N: Into<String>, A: Borrow<Array>>(columns: impl IntoIterator<Item = (N, A)>) -> Result<Array> {
        let (names, columns): (Vec<String>, Vec<A>) = columns.into_iter().map(|(n, a)| (n.into(), a)).unzip();
        let fields = names.into_iter().zip(columns.iter().map(|column| column.borrow().dtype().clone()));
        Array::from_columns_dtype(&columns, Dtype::structured(fields)?)
    }

    /// Records of a dtype from their columns, in the order of its fields: NumPy's `rec.fromarrays` with a dtype. What the columns
    /// hold is cast. The column of a sub-array has further axes for it.
    ///
    /// Errors: another number of columns than fields, columns of different shapes, elements that cannot be cast, a dtype that is
    /// none of records.
    ///
    /// ```
    /// use ndtype::{Array, array};
    /// let columns = [array![1, 2], array![[0.5, 1.5], [2.5, 3.5]]];
    /// let a = Array::from_columns_dtype(&columns, "[('id', 'u1'), ('pair', '<f4', (2,))]")?;
    /// assert_eq!(a.get_scalar(&[1])?.to_string(), "(2, [2.5, 3.5])");
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_columns_dtype<A: Borrow<Array>>(columns: &[A], dtype: impl IntoDtype) -> Result<Array> {
        let dtype = dtype.into_dtype()?;
        check_count(columns.len(), &dtype)?;
        let outer = |column: &Array, inner: &Dtype| {
            let (shape, inner) = (column.shape(), inner.shape());
            shape
                .strip_suffix(inner)
                .map(<[usize]>::to_vec)
                .ok_or_else(|| ShapeError::Assign { shape: shape.into(), target: inner.into() })
        };
        let shape = match (columns.first(), dtype.fields().first()) {
            (Some(column), Some(field)) => outer(column.borrow(), field.dtype())?,
            _ => vec![0],
        };
        let mut records = Array::zeros(&shape, &dtype)?;
        for (column, field) in columns.iter().zip(dtype.fields()) {
            let column = column.borrow();
            if outer(column, field.dtype())? != shape {
                return Err(ShapeError::Assign { shape: column.shape().into(), target: shape.into() }.into());
            }
            records.set([Index::from(field.name())], column)?;
        }
        Ok(records)
    }

    /// Several fields of records, in the order named: a view with the original offsets and itemsize, as NumPy's
    /// `a[["x", "y"]]`. Of records that own memory (text of any length, objects) it is a copy.
    ///
    /// Errors: no such field, one named twice.
    ///
    /// ```
    /// use ndtype::array;
    /// let a = array![(1u8, 2.5, 3u8), (4, 5.5, 6)];
    /// let some = a.select_fields(&["f2", "f0"])?;
    /// assert_eq!(some.get_scalar(&[1])?.to_string(), "(6, 4)");
    /// assert_eq!((some.as_ptr(), some.itemsize()), (a.as_ptr(), 10));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn select_fields<S: AsRef<str>>(&self, names: &[S]) -> Result<Array> {
        self.get([Index::Fields(names.iter().map(|name| name.as_ref().to_owned()).collect())])
    }

    /// The names of the fields of records; none for other elements. NumPy's `a.dtype.names`.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![(1, 2.5)].field_names(), ["f0", "f1"]);
    /// ```
    pub fn field_names(&self) -> Vec<&str> {
        self.dtype().fields().iter().map(crate::dtype::Field::name).collect()
    }
}

/// An error unless a dtype is one of records with this many fields.
fn check_count(given: usize, dtype: &Dtype) -> Result<()> {
    if matches!(dtype, Dtype::Struct(_)) && dtype.fields().len() == given {
        return Ok(());
    }
    let value = format!("{given} for {dtype}");
    Err(ValueError::Argument { reason: "another number of values than the structure has fields", value }.into())
}

/// One field of rows: the values of each row along further axes.
fn column<T: Nested>(shape: &[usize], values: Vec<T>, dtype: Option<&Dtype>) -> Result<Array> {
    let array = match dtype {
        None => Array::from_nested(values)?,
        Some(dtype) => Array::from_nested_dtype(values, dtype.base())?,
    };
    let inner = array.shape().get(1..).unwrap_or_default();
    let mut full: Vec<isize> = shape.iter().chain(inner).map(|&n| n as isize).collect();
    // One value for all of a sub-array.
    let missing = dtype.map_or(0, |dtype| dtype.shape().len()).saturating_sub(inner.len());
    full.splice(shape.len()..shape.len(), std::iter::repeat_n(1, missing));
    array.reshape(full)
}

/// Records with these columns, which may have further axes than the records have: those are sub-arrays.
fn of_columns(shape: &[usize], columns: &[Array]) -> Result<Array> {
    let mut builder = Dtype::builder();
    for (i, column) in columns.iter().enumerate() {
        let inner = &column.shape()[shape.len()..];
        let dtype = column.dtype().clone();
        builder = builder.field(format!("f{i}"), if inner.is_empty() { dtype } else { Dtype::subarray(dtype, inner)? });
    }
    fill(shape, columns, builder.build()?)
}

fn fill(shape: &[usize], columns: &[Array], dtype: Dtype) -> Result<Array> {
    let mut records = Array::zeros(shape, &dtype)?;
    for (column, field) in columns.iter().zip(dtype.fields()) {
        records.set([Index::from(field.name())], column)?;
    }
    Ok(records)
}

/// A tuple is a row: its values are the fields `f0`, `f1` and so on, or those of the dtype that is asked for, by position. Arrays in it are
/// sub-arrays, tuples in it records.
macro_rules! rows {
    ($($($t:ident $value:ident $column:ident)+;)*) => {
        $(
            impl<$($t: Nested),+> Nested for ($($t,)+) {
                type Leaf = ($($t,)+);
                const AXES: usize = 0;

                fn dims(&self) -> Result<Vec<usize>> {
                    Ok(Vec::new())
                }

                fn flatten(self, leaves: &mut Vec<Self>) {
                    leaves.push(self);
                }
            }

            impl<$($t: Nested),+> Leaf for ($($t,)+) {
                fn into_array(shape: &[usize], leaves: Vec<Self>) -> Result<Array> {
                    $(let mut $column = Vec::with_capacity(leaves.len());)+
                    for ($($value,)+) in leaves {
                        $($column.push($value);)+
                    }
                    of_columns(shape, &[$(column(shape, $column, None)?),+])
                }

                fn into_array_dtype(shape: &[usize], leaves: Vec<Self>, dtype: Dtype) -> Result<Array> {
                    if !matches!(dtype, Dtype::Struct(_)) {
                        return Self::into_array(shape, leaves)?.astype(dtype);
                    }
                    check_count([$(stringify!($t)),+].len(), &dtype)?;
                    $(let mut $column = Vec::with_capacity(leaves.len());)+
                    for ($($value,)+) in leaves {
                        $($column.push($value);)+
                    }
                    let mut fields = dtype.fields().iter().map(|field| field.dtype());
                    let columns = [$(column(shape, $column, fields.next())?),+];
                    fill(shape, &columns, dtype)
                }
            }
        )*
    };
}

rows! {
    A a va;
    A a va B b vb;
    A a va B b vb C c vc;
    A a va B b vb C c vc D d vd;
    A a va B b vb C c vc D d vd E e ve;
    A a va B b vb C c vc D d vd E e ve F f vf;
    A a va B b vb C c vc D d vd E e ve F f vf G g vg;
    A a va B b vb C c vc D d vd E e ve F f vf G g vg H h vh;
    A a va B b vb C c vc D d vd E e ve F f vf G g vg H h vh I i vi;
    A a va B b vb C c vc D d vd E e ve F f vf G g vg H h vh I i vi J j vj;
    A a va B b vb C c vc D d vd E e ve F f vf G g vg H h vh I i vi J j vj K k vk;
    A a va B b vb C c vc D d vd E e ve F f vf G g vg H h vh I i vi J j vj K k vk L l vl;
}
