//! Putting arrays together, tiling and rolling one.
//!
//! A result is allocated once; every part is cast straight into its place.

use std::ptr::NonNull;

use super::choose::common_dtype;
use super::{Array, ValueError, atleast_1d, atleast_2d, atleast_3d, transfer_elements};
use crate::cast::Transfer;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::layout::{Layout, ShapeError, normalize_axis};

/// Arrays one after the other along an axis: NumPy's `concatenate`.
///
/// The dtype is the promotion of all, and the axes lie in memory in the order that all agree on, else in C's. Without an axis all are flattened first. Errors: no arrays, ones without axes, shapes
/// that differ on another axis, no such axis, dtypes without a common one.
///
/// ```
/// use ndtype::{self as np, array};
/// let (a, b) = (array![[1, 2]], array![[3.5, 4.5]]);
/// assert_eq!(np::concatenate(&[&a, &b], 0)?.to_vec::<f64>()?, [1.0, 2.0, 3.5, 4.5]);
/// assert_eq!(np::concatenate(&[&a, &a], 1)?.shape(), [1, 4]);
/// assert!(np::concatenate(&[&a, &array![[1], [2]]], 0).unwrap_err().is_shape());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn concatenate(arrays: &[&Array], axis: impl Into<Option<isize>>) -> Result<Array> {
    let Some(first) = arrays.first() else {
        return Err(ValueError::NoArrays { what: "need at least one array to concatenate" }.into());
    };
    let Some(axis) = axis.into() else {
        let size = arrays.iter().fold(0usize, |sum, a| sum.saturating_add(a.size()));
        let mut joined = Parts::new(&[size], common_dtype(arrays)?)?;
        let mut offset = 0;
        for a in arrays {
            let part = Layout::c_order(a.shape(), joined.itemsize())?;
            joined.write(offset, &part, a, (0, &a.layout))?;
            offset += a.size() as isize * joined.itemsize() as isize;
        }
        return Ok(joined.0);
    };
    if first.ndim() == 0 {
        let what = "zero-dimensional arrays cannot be concatenated";
        return Err(ShapeError::Dimensions { what, ndim: 0 }.into());
    }
    let axis = normalize_axis(axis, first.ndim())?;
    let mut shape = first.shape().to_vec();
    shape[axis] = 0;
    for (position, a) in arrays.iter().enumerate() {
        let others = |a: &Array| a.shape().iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, &n)| n).collect();
        let (own, wanted): (Vec<usize>, Vec<usize>) = (others(a), others(first));
        if a.ndim() != first.ndim() || own != wanted {
            let (first, other) = (first.shape().into(), a.shape().into());
            return Err(ShapeError::Concatenate { axis, first, position, other }.into());
        }
        shape[axis] = shape[axis].saturating_add(a.shape()[axis]);
    }
    let dtype = common_dtype(arrays)?;
    let layouts: Vec<&Layout> = arrays.iter().map(|a| &a.layout).collect();
    let mut joined = Parts::over(Layout::joined(&shape, dtype.itemsize(), &layouts)?, dtype)?;
    let strides = joined.0.strides().to_vec();
    let mut offset = 0isize;
    for a in arrays.iter().filter(|a| !a.is_empty()) {
        joined.write(offset, &Layout::new(a.shape(), &strides)?, a, (0, &a.layout))?;
        offset += strides[axis] * a.shape()[axis] as isize;
    }
    Ok(joined.0)
}

/// An array that is being put together from parts.
pub(super) struct Parts(pub(super) Array);

impl Parts {
    /// In C's order.
    pub(super) fn new(shape: &[usize], dtype: Dtype) -> Result<Parts> {
        Parts::over(Layout::c_order(shape, dtype.itemsize())?, dtype)
    }

    /// With this (dense) layout.
    fn over(layout: Layout, dtype: Dtype) -> Result<Parts> {
        Ok(Parts(Array::to_fill(layout, dtype)?))
    }

    fn itemsize(&self) -> usize {
        self.0.itemsize()
    }

    /// Writes elements of an array, those of a layout that lies within its own from a byte offset on, to a part that lies
    /// within the result, from another byte offset on.
    pub(super) fn write(
        &mut self,
        offset: isize,
        part: &Layout,
        source: &Array,
        (start, layout): (isize, &Layout),
    ) -> Result<()> {
        if part.is_empty() {
            return Ok(());
        }
        let transfer = Transfer::plan(&source.dtype, &self.0.dtype)?;
        let target = self.0.make_unique()?.as_ptr().wrapping_offset(offset);
        let extent = part.extent(self.itemsize());
        debug_assert!(offset + extent.start >= 0 && (offset + extent.end) as usize <= self.0.nbytes());
        let start = source.first().as_ptr().wrapping_offset(start);
        let (Some(start), Some(target)) = (NonNull::new(start), NonNull::new(target)) else { return Ok(()) };
        // SAFETY: both lie within their arrays, as the callers see to; the result is fresh memory.
        unsafe { transfer_elements(&transfer, (start, layout), (target, part)) }
    }
}

/// Arrays of one shape, one after the other along a new axis: NumPy's `stack`.
///
/// Errors: no arrays, shapes that differ, no such place for an axis.
///
/// ```
/// use ndtype::{self as np, array};
/// let (a, b) = (array![1, 2], array![3, 4]);
/// assert_eq!(np::stack(&[&a, &b], 0)?.to_vec::<i32>()?, [1, 2, 3, 4]);
/// assert_eq!(np::stack(&[&a, &b], -1)?.to_vec::<i32>()?, [1, 3, 2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn stack(arrays: &[&Array], axis: isize) -> Result<Array> {
    let Some(first) = arrays.first() else {
        return Err(ValueError::NoArrays { what: "need at least one array to stack" }.into());
    };
    if let Some(other) = arrays.iter().find(|a| a.shape() != first.shape()) {
        return Err(ShapeError::Stack { first: first.shape().into(), other: other.shape().into() }.into());
    }
    let axis = normalize_axis(axis, first.ndim() + 1)? as isize;
    join(arrays, |a| a.expand_dims(&[axis]), axis)
}

fn join(arrays: &[&Array], shaped: impl Fn(&Array) -> Result<Array>, axis: isize) -> Result<Array> {
    let shaped: Vec<Array> = arrays.iter().map(|a| shaped(a)).collect::<Result<_>>()?;
    concatenate(&shaped.iter().collect::<Vec<_>>(), axis)
}

/// Rows below each other: NumPy's `vstack`. What has fewer than two axes is a row. Errors as for [`concatenate`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::vstack(&[&array![1, 2], &array![[3, 4], [5, 6]]])?.shape(), [3, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn vstack(arrays: &[&Array]) -> Result<Array> {
    join(arrays, atleast_2d, 0)
}

/// Columns beside each other: NumPy's `hstack`. Arrays of one axis are put one after the other. Errors as for
/// [`concatenate`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::hstack(&[&array![1, 2], &array![3]])?.to_vec::<i32>()?, [1, 2, 3]);
/// assert_eq!(np::hstack(&[&array![[1], [2]], &array![[3], [4]]])?.to_vec::<i32>()?, [1, 3, 2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn hstack(arrays: &[&Array]) -> Result<Array> {
    let flat = arrays.first().is_none_or(|a| a.ndim() <= 1);
    join(arrays, atleast_1d, isize::from(!flat))
}

/// Planes behind each other: NumPy's `dstack`, along the third axis. Errors as for [`concatenate`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::dstack(&[&array![1, 2], &array![3, 4]])?.shape(), [1, 2, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn dstack(arrays: &[&Array]) -> Result<Array> {
    join(arrays, atleast_3d, 2)
}

/// Arrays of one axis as the columns of a matrix, beside those of matrices: NumPy's `column_stack`. Errors as for
/// [`concatenate`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::column_stack(&[&array![1, 2], &array![3, 4]])?.to_vec::<i32>()?, [1, 3, 2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn column_stack(arrays: &[&Array]) -> Result<Array> {
    join(arrays, |a| if a.ndim() < 2 { Ok(atleast_2d(a)?.t()) } else { Ok(a.clone()) }, 1)
}

/// The array over and over, as often along each axis as the counts say: NumPy's `tile`. Missing axes and counts are 1.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::tile(&array![1, 2], [2])?.to_vec::<i32>()?, [1, 2, 1, 2]);
/// assert_eq!(np::tile(&array![1, 2], [2, 1])?.shape(), [2, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn tile(a: &Array, counts: impl AsRef<[usize]>) -> Result<Array> {
    let counts = counts.as_ref();
    let ndim = a.ndim().max(counts.len());
    let padded = |list: &[usize]| [&vec![1; ndim - list.len()][..], list].concat();
    let (sizes, counts) = (padded(a.shape()), padded(counts));
    let strides = [&vec![0; ndim - a.ndim()][..], a.strides()].concat();
    let shape: Vec<usize> = sizes.iter().zip(&counts).map(|(&n, &count)| n.saturating_mul(count)).collect();
    if counts.iter().all(|&count| count == 1) {
        // As in NumPy a copy, whose axes keep their order in memory.
        let shape: Vec<isize> = shape.iter().map(|&n| n as isize).collect();
        return a.copy()?.reshape(shape);
    }
    let mut tiled = Parts::new(&shape, a.dtype.clone())?;
    if tiled.0.is_empty() {
        return Ok(tiled.0);
    }
    // Each axis becomes two: the repetitions, which stand still in the source, and its own. Those of size one are left out,
    // so that there are seldom more than the limit.
    let (mut dims, mut steps) = (Vec::new(), Vec::new());
    for ((&n, &count), &stride) in sizes.iter().zip(&counts).zip(&strides) {
        for (n, step) in [(count, 0), (n, stride)] {
            if n > 1 {
                dims.push(n);
                steps.push(step);
            }
        }
    }
    let part = Layout::c_order(&dims, a.itemsize())?;
    tiled.write(0, &part, a, (0, &Layout::new(&dims, &steps)?))?;
    Ok(tiled.0)
}

/// The elements moved along an axis, those that fall off one end back in at the other: NumPy's `roll`.
///
/// Without an axis the flattened array is rolled and gets its shape back. An error if there is no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::roll(&array![1, 2, 3], 1, None)?.to_vec::<i32>()?, [3, 1, 2]);
/// assert_eq!(np::roll(&array![[1, 2], [3, 4]], -1, 0)?.to_vec::<i32>()?, [3, 4, 1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn roll(a: &Array, shift: isize, axis: impl Into<Option<isize>>) -> Result<Array> {
    let Some(axis) = axis.into() else {
        let shape: Vec<isize> = a.shape().iter().map(|&n| n as isize).collect();
        return roll(&a.ravel()?, shift, 0)?.reshape(shape);
    };
    roll_axes(a, &[shift], &[axis])
}

/// As [`roll`], along several axes: NumPy's `roll` with tuples. An axis that comes twice is rolled twice. An error if there
/// are not as many shifts as axes.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::roll_axes(&array![[1, 2], [3, 4]], &[1, 1], &[0, 1])?.to_vec::<i32>()?, [4, 3, 2, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn roll_axes(a: &Array, shifts: &[isize], axes: &[isize]) -> Result<Array> {
    if shifts.len() != axes.len() {
        return Err(ValueError::Lengths { what: "shifts and axes", first: shifts.len(), second: axes.len() }.into());
    }
    let mut moved = vec![0usize; a.ndim()];
    for (&shift, &axis) in shifts.iter().zip(axes) {
        let axis = normalize_axis(axis, a.ndim())?;
        let n = a.shape()[axis].max(1) as i128;
        moved[axis] = (moved[axis] as i128 + shift as i128).rem_euclid(n) as usize;
    }
    let mut rolled = Parts::over(a.layout.with_order_like(a.itemsize(), a.itemsize())?, a.dtype.clone())?;
    if rolled.0.is_empty() {
        return Ok(rolled.0);
    }
    let strides = rolled.0.strides().to_vec();
    // Along each axis the part up to the end, which moves on, and the part after it, which comes back in at the start.
    let rolling: Vec<usize> = (0..a.ndim()).filter(|&axis| moved[axis] > 0).collect();
    for sides in 0..1u64 << rolling.len() {
        let (mut shape, mut from, mut to) = (a.shape().to_vec(), 0isize, 0isize);
        for (bit, &axis) in rolling.iter().enumerate() {
            let (n, shift) = (a.shape()[axis], moved[axis]);
            if sides >> bit & 1 == 0 {
                shape[axis] = n - shift;
                to += strides[axis] * shift as isize;
            } else {
                shape[axis] = shift;
                from += a.strides()[axis] * (n - shift) as isize;
            }
        }
        let (source, part) = (Layout::new(&shape, a.strides())?, Layout::new(&shape, &strides)?);
        rolled.write(to, &part, a, (from, &source))?;
    }
    Ok(rolled.0)
}
