//! Records as arrays with one more axis, and back.

use super::{check_records, refused};
use crate::array::{Array, Index};
use crate::cast::{CastError, CastReason};
use crate::dtype::{ByteOrder, Casting, Dtype, IntoDtype};
use crate::error::{Error, Result};

/// Records as an array with one more axis, along which the values of the innermost fields follow each other, sub-arrays element by
/// element: NumPy's `structured_to_unstructured`. The dtype is the common one. A view if all fields have it and there is no
/// padding, else a copy.
///
/// Errors: no records, or records without fields; fields without a common dtype.
///
/// ```
/// use ndtype::{array, recfunctions::structured_to_unstructured};
/// let a = structured_to_unstructured(&array![(1, 2.5, [3u8, 4]), (5, 6.5, [7, 8])])?;
/// assert_eq!((a.shape(), a.dtype().name().as_str()), (&[2, 4][..], "float64"));
/// assert_eq!(a.to_vec::<f64>()?, [1.0, 2.5, 3.0, 4.0, 5.0, 6.5, 7.0, 8.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn structured_to_unstructured(a: &Array) -> Result<Array> {
    check_records(a.dtype())?;
    let mut common: Option<Dtype> = None;
    for dtype in scalars(a.dtype()) {
        common = Some(match common {
            None => dtype.newbyteorder(ByteOrder::Native),
            Some(common) => common.promote(dtype)?,
        });
    }
    match common {
        Some(dtype) => structured_to_unstructured_dtype(a, dtype, Casting::Unsafe),
        None => Err(refused("arr has no fields. Unable to guess dtype", a.dtype().to_string())),
    }
}

/// The same in a dtype of choice, to which the rule of casting has to allow each field to be cast.
///
/// ```
/// use ndtype::{Casting, array, recfunctions::structured_to_unstructured_dtype};
/// let a = array![(1, 2.5)];
/// assert_eq!(structured_to_unstructured_dtype(&a, "i8", Casting::Unsafe)?.to_vec::<i64>()?, [1, 2]);
/// assert!(structured_to_unstructured_dtype(&a, "i8", Casting::Safe).unwrap_err().is_cast());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn structured_to_unstructured_dtype(a: &Array, dtype: impl IntoDtype, casting: Casting) -> Result<Array> {
    let dtype = dtype.into_dtype()?;
    check_records(a.dtype())?;
    let from = scalars(a.dtype());
    if from.is_empty() {
        return Err(refused("arr with no fields is not supported", a.dtype().to_string()));
    }
    if let Some(from) = from.iter().find(|from| !from.can_cast(&dtype, casting)) {
        return Err(Error::new(CastError { from: (*from).clone(), to: dtype, reason: CastReason::Rule(casting) }));
    }
    if from.iter().all(|from| **from == dtype) && packed(a.dtype(), &dtype) && !dtype.has_object() {
        return a.expand_dims(&[-1])?.view_dtype(dtype);
    }
    let shape: Vec<usize> = a.shape().iter().copied().chain([count(a.dtype())]).collect();
    let mut output = Array::zeros(shape, dtype)?;
    let mut at = 0;
    spread(a, a.ndim(), &mut |values| {
        let end = at + values.shape()[a.ndim()] as isize;
        output.set([Index::Ellipsis, Index::from(at..end)], values)?;
        at = end;
        Ok(())
    })?;
    Ok(output)
}

/// Whether the innermost fields follow each other in the order of the record, and fill it.
fn packed(dtype: &Dtype, scalar: &Dtype) -> bool {
    fn visit(dtype: &Dtype, start: usize, next: &mut usize) -> bool {
        dtype.fields().iter().all(|field| {
            let offset = start + field.offset();
            match field.dtype() {
                inner @ Dtype::Struct(_) => visit(inner, offset, next),
                // Of records: not worth the while.
                Dtype::SubArray(sub) if !sub.base().fields().is_empty() => false,
                other => {
                    let follows = offset == *next;
                    *next = offset + other.itemsize();
                    follows
                }
            }
        })
    }
    let mut next = 0;
    scalar.itemsize() > 0 && visit(dtype, 0, &mut next) && next == dtype.itemsize()
}

/// The dtypes of the innermost fields.
fn scalars(dtype: &Dtype) -> Vec<&Dtype> {
    match dtype {
        Dtype::Struct(record) => record.fields().iter().flat_map(|field| scalars(field.dtype())).collect(),
        Dtype::SubArray(sub) => scalars(sub.base()),
        other => vec![other],
    }
}

/// How many values an element has.
fn count(dtype: &Dtype) -> usize {
    match dtype {
        Dtype::Struct(record) => record.fields().iter().map(|field| count(field.dtype())).sum(),
        Dtype::SubArray(sub) => sub.shape().iter().product::<usize>() * count(sub.base()),
        _ => 1,
    }
}

/// Calls `visit` with the values of each innermost field, those of a sub-array along one further axis.
fn spread(a: &Array, axes: usize, visit: &mut impl FnMut(&Array) -> Result<()>) -> Result<()> {
    let shape: Vec<isize> = a.shape()[..axes].iter().map(|&n| n as isize).collect();
    let inner: usize = a.shape()[axes..].iter().product();
    let flat = a.reshape([&shape[..], &[inner as isize]].concat())?;
    if !matches!(a.dtype(), Dtype::Struct(_)) {
        return visit(&flat);
    }
    for i in 0..inner {
        let element = flat.get([Index::Ellipsis, Index::from(i as isize)])?;
        for name in element.field_names() {
            spread(&element.field(name)?, axes, visit)?;
        }
    }
    Ok(())
}

/// The values along the last axis as the fields of records, with these names, or `f0`, `f1` and so on if there are none: NumPy's
/// `unstructured_to_structured`. `align` pads as C does.
///
/// Errors: no axis, or one of length 0; another number of names.
///
/// ```
/// use ndtype::{array, recfunctions::unstructured_to_structured};
/// let a = unstructured_to_structured(&array![[1, 2], [3, 4]], Some(&["x", "y"]), false)?;
/// assert_eq!(a.field("y")?.to_vec::<i32>()?, [2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unstructured_to_structured(a: &Array, names: Option<&[&str]>, align: bool) -> Result<Array> {
    let n = a.shape().last().copied().unwrap_or_default();
    let names: Vec<String> = match names {
        Some(names) if names.len() != n => {
            return Err(refused(
                "as many names as values along the last axis are needed",
                format!("{names:?} for {n}"),
            ));
        }
        Some(names) => names.iter().map(|&name| name.to_owned()).collect(),
        None => (0..n).map(|i| format!("f{i}")).collect(),
    };
    let builder = names.into_iter().fold(Dtype::builder(), |builder, name| builder.field(name, a.dtype()));
    unstructured_to_structured_dtype(a, builder.aligned(align).build()?, Casting::Unsafe)
}

/// The same for a dtype of records, whose innermost fields have to be as many as the values along the last axis. Errors: no axis, or
/// one of length 0; another number of fields; a cast that the rule does not allow.
///
/// ```
/// use ndtype::{Casting, array, recfunctions::unstructured_to_structured_dtype};
/// let a = unstructured_to_structured_dtype(&array![1.0, 2.0, 3.5], "[('a', 'u1'), ('b', 'f4', (2,))]", Casting::Unsafe)?;
/// assert_eq!(a.get_scalar(&[])?.to_string(), "(1, [2.0, 3.5])");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unstructured_to_structured_dtype(a: &Array, dtype: impl IntoDtype, casting: Casting) -> Result<Array> {
    let dtype = dtype.into_dtype()?;
    check_records(&dtype)?;
    let Some((&n, shape)) = a.shape().split_last() else {
        return Err(refused("arr must have at least one dimension", "()"));
    };
    if n == 0 {
        return Err(refused("last axis with size 0 is not supported", a.dtype().to_string()));
    }
    if n != count(&dtype) {
        let reason = "the length of the last dimension of arr must be equal to the number of fields in dtype";
        return Err(refused(reason, format!("{n} for {dtype}")));
    }
    if let Some(to) = scalars(&dtype).into_iter().find(|to| !a.dtype().can_cast(to, casting)) {
        return Err(Error::new(CastError {
            from: a.dtype().clone(),
            to: to.clone(),
            reason: CastReason::Rule(casting),
        }));
    }
    gather(a, shape, &dtype, &mut 0)
}

/// The next values along the last axis as elements of a dtype.
fn gather(a: &Array, shape: &[usize], dtype: &Dtype, next: &mut usize) -> Result<Array> {
    let mut output = Array::zeros(shape, dtype)?;
    for field in dtype.fields() {
        let (base, inner) = (field.dtype().base(), field.dtype().shape());
        let full = |inner: &[usize]| shape.iter().chain(inner).map(|&n| n as isize).collect::<Vec<isize>>();
        let value = if let Dtype::Struct(_) = base {
            let mut parts = Array::zeros([shape, &[inner.iter().product()]].concat(), base)?;
            for i in 0..inner.iter().product::<usize>() {
                parts.set([Index::Ellipsis, Index::from(i as isize)], gather(a, shape, base, next)?)?;
            }
            parts.reshape(full(inner))?
        } else {
            let start = *next as isize;
            *next += inner.iter().product::<usize>();
            a.get([Index::Ellipsis, Index::from(start..*next as isize)])?.reshape(full(inner))?
        };
        super::write(&mut output, field.name(), &value)?;
    }
    Ok(output)
}

/// What a function makes of the values of each record, which lie along the last axis: NumPy's `apply_along_fields`. Errors as for
/// [`structured_to_unstructured`].
///
/// ```
/// use ndtype::{array, recfunctions::apply_along_fields};
/// let a = array![(1, 2, 6.0), (4, 5, 9.0)];
/// assert_eq!(apply_along_fields(|values| values.mean(-1), &a)?.to_vec::<f64>()?, [3.0, 6.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn apply_along_fields(function: impl FnOnce(&Array) -> Result<Array>, a: &Array) -> Result<Array> {
    function(&structured_to_unstructured(a)?)
}
