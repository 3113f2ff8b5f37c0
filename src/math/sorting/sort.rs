//! Sorting values, and the order that sorts them.

use super::error::SortError;
use super::options::Sort;
use super::rows::{Rows, bits_of, check_order, coding_of, dense, order_of_objects, words_of};
use crate::array::{Array, ascontiguousarray, empty_like, take};
use crate::dtype::{Dtype, DtypeKind};
use crate::element::Object;
use crate::error::Result;
use crate::kernels::sort::{Coding, order, order_of, sort_byte_rows, sort_rows};
use crate::layout::normalize_axis;
use crate::threads;

/// A sorted copy: NumPy's `sort`. NaN and NaT come last; complex numbers are sorted by the real part, then by the imaginary
/// one; text by code points; records field by field; objects by their own order. Equal elements keep their order.
///
/// Errors: no such axis (an array without axes has none, unless it is flattened), fields that do not exist, objects that
/// cannot be compared.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[3.0, f64::NAN, 1.0], [2.0, -1.0, 0.5]];
/// assert_eq!(np::sort(&a, 1)?.get("1")?.to_vec::<f64>()?, [-1.0, 0.5, 2.0]);
/// assert!(np::sort(&a, -1)?.get("0, -1")?.item::<f64>()?.is_nan());
/// assert_eq!(np::sort(&array!["pear", "fig"], 0)?.get_scalar(&[0])?.to_string(), "fig");
/// assert!(np::sort(&a, 2).is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn sort(a: &Array, spec: impl Into<Sort>) -> Result<Array> {
    let spec = spec.into();
    let (a, axis) = along(a, &spec)?;
    // What is ordered by its positions is copied from there.
    let own = if coding_of(a.dtype()).is_some() { a.copy()? } else { a };
    threads::within(spec.threads, || sorted("sort", own, axis, &spec.order))
}

/// The order that sorts an array: NumPy's `argsort`, always the stable one. `np::take_along_axis` applies it.
///
/// Errors: as for [`sort()`], but an array without axes has one here, as in NumPy.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::argsort(&array![3, 1, 2, 1], 0)?.to_vec::<i64>()?, [1, 3, 2, 0]);
/// let a = array![["b", "a"], ["c", "d"]];
/// assert_eq!(np::argsort(&a, 1)?.to_vec::<i64>()?, [1, 0, 0, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn argsort(a: &Array, spec: impl Into<Sort>) -> Result<Array> {
    let spec = spec.into();
    let (a, axis) = along(&crate::array::atleast_1d(a)?, &spec)?;
    check_order(a.dtype(), &spec.order)?;
    let lanes = a.moveaxis(&[axis as isize], &[-1])?;
    let positions = threads::within(spec.threads, || orders("argsort", &lanes, &spec.order))?;
    let positions = Array::from_shape_vec(lanes.shape(), positions)?;
    ascontiguousarray(&positions.moveaxis(&[-1], &[axis as isize])?)
}

impl Array {
    /// Sorts in place: NumPy's `a.sort()`. As [`sort()`] otherwise.
    ///
    /// ```
    /// use ndtype::array;
    /// let mut a = array![3, 1, 2];
    /// a.sort(0)?;
    /// assert_eq!(a.to_vec::<i32>()?, [1, 2, 3]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn sort(&mut self, spec: impl Into<Sort>) -> Result<()> {
        let spec = spec.into();
        // As in NumPy, where an array in place cannot be flattened.
        let Some(axis) = spec.axis else {
            let shape: Vec<isize> = self.shape().iter().map(|&n| n as isize).collect();
            *self = sort(self, spec)?.reshape(shape)?;
            return Ok(());
        };
        let axis = normalize_axis(axis, self.ndim())?;
        check_order(self.dtype(), &spec.order)?;
        // Taken out, so that it is the only one over its memory; the elements are put back even if they cannot be compared.
        if coding_of(self.dtype()).is_some() && spec.order.is_empty() {
            let own = std::mem::replace(self, Array::zeros([0], Dtype::Bool)?);
            *self = threads::within(spec.threads, || sorted("sort", own, axis, &[]))?;
        } else {
            *self = threads::within(spec.threads, || sorted("sort", self.clone(), axis, &spec.order))?;
        }
        Ok(())
    }

    /// The order that sorts the array: [`argsort`].
    pub fn argsort(&self, spec: impl Into<Sort>) -> Result<Array> {
        argsort(self, spec)
    }
}

/// The array to sort, flattened if that is asked for, and the axis.
pub(super) fn along(a: &Array, spec: &Sort) -> Result<(Array, usize)> {
    match spec.axis {
        None => Ok((a.flatten()?, 0)),
        Some(axis) => Ok((a.clone(), normalize_axis(axis, a.ndim())?)),
    }
}

/// Sorts rows of bits in place.
pub(super) fn sort_bits(bits: &mut Array, n: usize, coding: &Coding) -> Result<()> {
    match bits.itemsize() {
        1 => sort_byte_rows(bits.as_slice_mut::<u8>()?, n, coding),
        2 => sort_rows(bits.as_slice_mut::<u16>()?, n, coding),
        4 => sort_rows(bits.as_slice_mut::<u32>()?, n, coding),
        _ => sort_rows(bits.as_slice_mut::<u64>()?, n, coding),
    }
    Ok(())
}

/// Applies a function to the rows of bits of an array, which has to have one word for each element: lanes along an axis.
pub(super) fn with_bits(a: Array, axis: usize, change: impl FnOnce(&mut Array, usize) -> Result<()>) -> Result<Array> {
    let (dtype, n) = (a.dtype().clone(), a.shape()[axis]);
    let direct = axis + 1 == a.ndim() && a.flags().c_contiguous && a.flags().aligned && dtype.is_native();
    let (lanes, like) = if direct { (a, None) } else { (dense(&a.moveaxis(&[axis as isize], &[-1])?)?, Some(a)) };
    let native = lanes.dtype().clone();
    let mut bits = lanes.view_dtype(bits_of(native.itemsize()))?;
    drop(lanes);
    change(&mut bits, n)?;
    let sorted = bits.view_dtype(native)?;
    match like {
        Some(like) => restored(&sorted, axis, &like),
        None => Ok(sorted),
    }
}

/// Lanes along the last axis, in the place of an array's.
pub(super) fn restored(lanes: &Array, axis: usize, like: &Array) -> Result<Array> {
    let moved = lanes.moveaxis(&[-1], &[axis as isize])?;
    if moved.dtype() == like.dtype() && moved.strides() == like.strides() {
        return Ok(moved);
    }
    let mut result = empty_like(like)?;
    result.assign(&moved)?;
    Ok(result)
}

/// The array sorted, in its own memory where that will do.
fn sorted(operation: &'static str, a: Array, axis: usize, fields: &[String]) -> Result<Array> {
    check_order(a.dtype(), fields)?;
    if a.is_empty() {
        return Ok(a);
    }
    if let Some(coding) = coding_of(a.dtype()) {
        return with_bits(a, axis, |bits, n| sort_bits(bits, n, &coding));
    }
    let lanes = ascontiguousarray(&a.moveaxis(&[axis as isize], &[-1])?)?;
    let n = a.shape()[axis] as i64;
    let mut positions = orders(operation, &lanes, fields)?;
    for (row, positions) in positions.chunks_mut(n as usize).enumerate() {
        for position in positions {
            *position += row as i64 * n;
        }
    }
    let shape: Vec<isize> = lanes.shape().iter().map(|&n| n as isize).collect();
    let taken = take(&lanes.reshape([-1])?, &Array::from_vec(positions)?, 0)?;
    restored(&taken.reshape(shape)?, axis, &a)
}

/// The order of each lane along the last axis.
pub(super) fn orders(operation: &'static str, lanes: &Array, fields: &[String]) -> Result<Vec<i64>> {
    let n = lanes.shape().last().copied().unwrap_or(1);
    let mut positions = vec![0; lanes.size()];
    if lanes.is_empty() {
        return Ok(positions);
    }
    if let Some(coding) = coding_of(lanes.dtype()) {
        order_of(&words_of(&dense(lanes)?, &coding)?, n, &mut positions);
        return Ok(positions);
    }
    if *lanes.dtype() == Dtype::Object {
        let lanes = dense(lanes)?;
        for (objects, to) in lanes.as_slice::<Object>()?.chunks(n).zip(positions.chunks_mut(n)) {
            to.copy_from_slice(&order_of_objects(objects)?);
        }
        return Ok(positions);
    }
    let mut rows = Rows::new(operation, &[&ascontiguousarray(lanes)?], fields)?;
    for (lane, to) in positions.chunks_mut(n).enumerate() {
        rows.base = lane * n;
        to.copy_from_slice(&order(&rows, n));
    }
    Ok(positions)
}

/// The order by several keys, of which the last one counts first: NumPy's `lexsort`. All have the same shape.
///
/// Errors: no keys, keys of different shapes, no such axis, dtypes without an order.
///
/// ```
/// use ndtype::{self as np, array};
/// let (first, last) = (array!["Ada", "Bo", "Al"], array!["Lee", "Lee", "Fox"]);
/// assert_eq!(np::lexsort(&[&first, &last], -1)?.to_vec::<i64>()?, [2, 0, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn lexsort(keys: &[&Array], axis: isize) -> Result<Array> {
    let Some(first) = keys.first() else {
        return Err(crate::array::ValueError::NoArrays { what: "need sequence of keys with len > 0 in lexsort" }.into());
    };
    if let Some(other) = keys.iter().find(|key| key.shape() != first.shape()) {
        return Err(SortError::KeyShapes { first: first.shape().into(), other: other.shape().into() }.into());
    }
    if first.ndim() == 0 {
        // As in NumPy: one element is in order.
        if !matches!(axis, 0 | -1) {
            normalize_axis(axis, 0)?;
        }
        return Array::from_scalar(0i64);
    }
    let axis = normalize_axis(axis, first.ndim())?;
    let moved = keys.iter().rev().map(|key| ascontiguousarray(&key.moveaxis(&[axis as isize], &[-1])?));
    let moved = moved.collect::<Result<Vec<Array>>>()?;
    let n = first.shape()[axis];
    let mut positions = vec![0; first.size()];
    if n > 0 {
        let mut rows = Rows::new("lexsort", &moved.iter().collect::<Vec<_>>(), &[])?;
        for (lane, to) in positions.chunks_mut(n).enumerate() {
            rows.base = lane * n;
            to.copy_from_slice(&order(&rows, n));
        }
    }
    let positions = Array::from_shape_vec(moved[0].shape(), positions)?;
    ascontiguousarray(&positions.moveaxis(&[-1], &[axis as isize])?)
}

/// A sorted copy as complex numbers, along the last axis: NumPy's `sort_complex`. Integers of 8 and 16 bits become complex64.
///
/// ```
/// use ndtype::{self as np, array};
/// let sorted = np::sort_complex(&array![3, 1, 2])?;
/// assert_eq!((sorted.dtype().name().as_str(), sorted.real()?.to_vec::<f64>()?), ("complex128", vec![1.0, 2.0, 3.0]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn sort_complex(a: &Array) -> Result<Array> {
    let sorted = sort(a, -1)?;
    let native = a.dtype().native_scalar();
    if native.kind() == DtypeKind::Complex {
        return Ok(sorted);
    }
    let small = matches!(native, Dtype::Int8 | Dtype::UInt8 | Dtype::Int16 | Dtype::UInt16);
    sorted.astype(if small { Dtype::Complex64 } else { Dtype::Complex128 })
}
