//! Copies with something added, put in between or left out: `append`, `insert`, `delete`, `resize`.

use std::borrow::Cow;

use super::choose::common_dtype;
use super::join::Parts;
use super::order::Order;
use super::{Array, Index, IntoValue, ValueError, concatenate};
use crate::dtype::{Dtype, DtypeKind};
use crate::error::Result;
use crate::layout::{IndexError, Layout, ShapeError, checked_size, normalize_axis, slice_bounds};

/// An array and values after it, along an axis or both flattened: NumPy's `append`. Errors as for [`concatenate`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::append(&array![[1, 2]], &array![3], None)?.to_vec::<i32>()?, [1, 2, 3]);
/// assert_eq!(np::append(&array![[1, 2]], &array![[3, 4]], 0)?.shape(), [2, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn append(a: &Array, values: impl IntoValue, axis: impl Into<Option<isize>>) -> Result<Array> {
    concatenate(&[a, &values.into_value()?], axis)
}

/// The array that is edited, flattened if there is no axis, and the axis; the order of a new array like it.
fn edited(a: &Array, axis: Option<isize>) -> Result<(Cow<'_, Array>, usize, Order)> {
    let flags = a.flags();
    let order = if flags.f_contiguous && !flags.c_contiguous { Order::F } else { Order::C };
    Ok(match axis {
        Some(axis) => (Cow::Borrowed(a), normalize_axis(axis, a.ndim())?, order),
        None => (Cow::Owned(a.ravel()?), 0, order),
    })
}

/// An index for some positions of one axis.
fn along(axis: usize, item: Index) -> Vec<Index> {
    let mut items = vec![Index::from(..); axis];
    items.push(item);
    items
}

/// The positions on an axis of this size that an item names, negative ones as they are, and whether it names one without an
/// axis of its own. Integers beyond the axis are still among them.
fn named(item: &Index, size: usize) -> Result<(Vec<i64>, bool)> {
    match item {
        Index::Int(at) => Ok((vec![*at as i64], true)),
        Index::Slice { .. } | Index::Inclusive { .. } => {
            let [start, stop, step] = item.bounds().unwrap_or_default();
            let (start, step, count) = slice_bounds(start, stop, step, size)?;
            Ok(((0..count as i64).map(|i| start as i64 + i * step as i64).collect(), false))
        }
        Index::Array(array) if array.ndim() > 1 => {
            let what = "an array of positions must be one dimensional or scalar";
            Err(ShapeError::Dimensions { what, ndim: array.ndim() }.into())
        }
        Index::Array(array) => match array.dtype().kind() {
            DtypeKind::Bool if array.ndim() == 1 => Ok((super::flatnonzero(array)?.to_vec()?, false)),
            DtypeKind::Integer | DtypeKind::Unsigned => Ok((array.astype(Dtype::Int64)?.to_vec()?, array.ndim() == 0)),
            // An empty list has no type of its own.
            _ if array.size() == 0 => Ok((Vec::new(), false)),
            _ => Err(IndexError::NotIntegers { dtype: array.dtype().repr() }.into()),
        },
        other => Err(IndexError::NotIntegers { dtype: format!("{other:?}") }.into()),
    }
}

/// The position counted from the start; an error if it is not below `end`, which may be one past the axis.
fn counted(position: i64, axis: usize, size: usize, end: usize) -> Result<usize> {
    let from_start = if position < 0 { position + size as i64 } else { position };
    match usize::try_from(from_start) {
        Ok(at) if at < end => Ok(at),
        _ => Err(IndexError::OutOfBounds { index: position.into(), axis, size }.into()),
    }
}

/// A copy with values put in before some positions of an axis, or of the flattened array: NumPy's `insert`.
///
/// The positions are an integer, a slice, an array of integers or a mask, and count in the array as it was. The values are cast
/// to its dtype and broadcast; before a single position there may be several. Errors: positions out of bounds or that are no
/// integers, values that do not fit, no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(np::insert(&a, 1, 5, None)?.to_vec::<i32>()?, [1, 5, 2, 3, 4]);
/// assert_eq!(np::insert(&a, 1, &array![5, 6], 1)?.to_vec::<i32>()?, [1, 5, 2, 3, 6, 4]);
/// assert_eq!(np::insert(&array![1, 2, 3], &array![0, 2], &array![7, 8], 0)?.to_vec::<i32>()?, [7, 1, 2, 8, 3]);
/// assert!(np::insert(&a, 3, 5, 0).unwrap_err().is_index());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn insert(
    a: &Array,
    positions: impl Into<Index>,
    values: impl IntoValue,
    axis: impl Into<Option<isize>>,
) -> Result<Array> {
    let (a, axis, order) = edited(a, axis.into())?;
    let size = a.shape()[axis];
    let (positions, single) = named(&positions.into(), size)?;
    let values = values.into_value_for(a.dtype())?.astype(a.dtype())?;
    let mut shape = a.shape().to_vec();
    if let [position] = positions[..] {
        let at = counted(position, axis, size, size + 1)? as isize;
        // With as many axes as the array. Before a single position the first one is that along which values are put in.
        let missing: Vec<isize> = (0..a.ndim().saturating_sub(values.ndim()) as isize).collect();
        let mut values = values.expand_dims(&missing)?;
        if single {
            values = values.moveaxis(&[0], &[axis as isize])?;
        }
        let count = values.shape()[axis];
        shape[axis] = size.saturating_add(count);
        let (middle, end) = (at, at + count as isize);
        let mut new = Array::empty_in(&shape, a.dtype(), order)?;
        let range = |start: isize, stop: isize| along(axis, Index::slice(Some(start), Some(stop), None));
        new.set(range(0, middle), a.slice_axis(axis, None, Some(at))?)?;
        new.set(range(middle, end), values)?;
        new.set(range(end, shape[axis] as isize), a.slice_axis(axis, Some(at), None)?)?;
        return Ok(new);
    }
    let count = positions.len();
    shape[axis] = size.saturating_add(count);
    let places: Vec<i64> = positions.iter().map(|&at| if at < 0 { at + size as i64 } else { at }).collect();
    // Each place moves on by as many as come before it; those before the same place keep their order.
    let mut sorted: Vec<usize> = (0..count).collect();
    sorted.sort_by_key(|&i| places[i]);
    let mut inserted = vec![0i64; count];
    let mut is_old = super::reserved(shape[axis])?;
    is_old.resize(shape[axis], true);
    for (before, &i) in sorted.iter().enumerate() {
        let at = counted(places[i] + before as i64, axis, shape[axis], shape[axis])?;
        (inserted[i], is_old[at]) = (at as i64, false);
    }
    let old: Vec<i64> = (0..shape[axis] as i64).filter(|&at| is_old[at as usize]).collect();
    if old.len() != size {
        let reason = "several values would be put in one place";
        return Err(ValueError::Argument { reason, value: format!("{positions:?}") }.into());
    }
    let mut new = Array::empty_in(&shape, a.dtype(), order)?;
    new.set(along(axis, Index::from(Array::from_vec(inserted)?)), values)?;
    new.set(along(axis, Index::from(Array::from_vec(old)?)), &*a)?;
    Ok(new)
}

/// A copy without some positions of an axis, or of the flattened array: NumPy's `delete`.
///
/// The positions are an integer, a slice, an array of integers or a mask as long as the axis. Errors: positions out of bounds
/// or that are no integers, a mask of another length, no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(np::delete(&a, 1, 1)?.to_vec::<i32>()?, [1, 3, 4, 6]);
/// assert_eq!(np::delete(&a, 0..4, None)?.to_vec::<i32>()?, [5, 6]);
/// assert_eq!(np::delete(&a, &array![0, -1], 1)?.to_vec::<i32>()?, [2, 5]);
/// assert!(np::delete(&a, 2, 0).unwrap_err().is_index());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn delete(a: &Array, positions: impl Into<Index>, axis: impl Into<Option<isize>>) -> Result<Array> {
    let (a, axis, order) = edited(a, axis.into())?;
    let (size, positions) = (a.shape()[axis], positions.into());
    if let Index::Array(mask) = &positions
        && mask.dtype().kind() == DtypeKind::Bool
        && mask.shape() != [size]
    {
        return Err(ValueError::MaskSize { mask: mask.size(), size }.into());
    }
    let (gone, _) = named(&positions, size)?;
    let mut is_kept = super::reserved(size)?;
    is_kept.resize(size, true);
    for &position in &gone {
        is_kept[counted(position, axis, size, size)?] = false;
    }
    let kept: Vec<i64> = (0..size as i64).filter(|&at| is_kept[at as usize]).collect();
    let kept = a.get(along(axis, Index::from(Array::from_vec(kept)?)))?;
    // As in NumPy: an index array leaves its own order of axes, else it is that of the array.
    match positions {
        Index::Array(array) if array.size() != 1 || array.dtype().kind() == DtypeKind::Bool => Ok(kept),
        _ => kept.ordered(order),
    }
}

impl Array {
    /// This array if its elements are in this order already, else a copy.
    fn ordered(self, order: Order) -> Result<Array> {
        let layout = Layout::contiguous(
            self.shape(),
            self.itemsize(),
            if order == Order::F { crate::layout::Order::F } else { crate::layout::Order::C },
        )?;
        if layout == self.layout { Ok(self) } else { self.copied_as(layout) }
    }
}

/// The elements, over and over, in another shape: NumPy's `resize`. Zeros if there are none to repeat.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::resize(&array![1, 2, 3], [2, 4])?.to_vec::<i32>()?, [1, 2, 3, 1, 2, 3, 1, 2]);
/// assert_eq!(np::resize(&array![1, 2, 3], [2])?.to_vec::<i32>()?, [1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn resize(a: &Array, shape: impl AsRef<[usize]>) -> Result<Array> {
    let shape = shape.as_ref();
    let size = checked_size(shape, a.itemsize())?;
    if size == 0 || a.is_empty() {
        return Array::zeros(shape, a.dtype());
    }
    let (flat, itemsize) = (a.ravel()?, a.itemsize());
    // In native byte order, as what NumPy joins is.
    let mut resized = Parts::new(&[size], common_dtype(&[a])?)?;
    let (rounds, rest) = (size / flat.size(), size % flat.size());
    let whole = Layout::new(&[rounds, flat.size()], &[0, flat.strides()[0]])?;
    resized.write(0, &Layout::c_order(&[rounds, flat.size()], itemsize)?, &flat, (0, &whole))?;
    let done = (rounds * flat.size() * itemsize) as isize;
    let part = Layout::new(&[rest], flat.strides())?;
    resized.write(done, &Layout::c_order(&[rest], itemsize)?, &flat, (0, &part))?;
    resized.0.reshape(shape.iter().map(|&n| n as isize).collect::<Vec<_>>())
}
