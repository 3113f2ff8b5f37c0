//! Picking and replacing one element for each position along an axis: what `argsort` and `argmax` return is for.

use super::blocks::{copy_block, with_block};
use super::take::positions;
use super::{Array, IntoValue};
use crate::cast::Transfer;
use crate::dtype::{Casting, DtypeKind};
use crate::error::Result;
use crate::iter::{Run, Walk};
use crate::layout::{IndexError, Layout, ShapeError, Strides, broadcast_shapes, normalize_axis};

/// The elements at these positions along an axis, a position for each: NumPy's `take_along_axis`.
///
/// The positions have as many axes as the array; along the others the two are broadcast. Without an axis the array is
/// flattened. Errors: positions out of bounds or that are no integers, shapes that do not fit, no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[30, 10, 20], [5, 6, 4]];
/// let order = array![[1, 2, 0], [2, 0, 1]]; // as argsort returns
/// assert_eq!(np::take_along_axis(&a, &order, 1)?.to_vec::<i32>()?, [10, 20, 30, 4, 5, 6]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn take_along_axis(a: &Array, indices: &Array, axis: impl Into<Option<isize>>) -> Result<Array> {
    let Some(axis) = axis.into() else {
        return take_along_axis(&along_flat(a, indices)?, indices, 0);
    };
    let itemsize = a.itemsize();
    let along = Along::plan(a, indices, axis)?;
    // In the order of the positions' axes, as NumPy's.
    let order = indices.layout.broadcast_to(along.layout.shape())?;
    let layout = Layout::elementwise(along.layout.shape(), itemsize, &[&order])?;
    let mut taken = Array::to_fill(layout, a.dtype.clone())?;
    let target = taken.make_unique()?.as_ptr();
    let source = a.first().as_ptr().cast_const();
    let transfer = Transfer::plan(&a.dtype, &a.dtype)?;
    along.for_each(taken.strides(), |offset, to| {
        let (from, to) = (source.wrapping_offset(offset), target.wrapping_offset(to));
        // SAFETY: the position is on the axis; both are places of elements, and the result is fresh memory.
        unsafe { move_one(&transfer, from, to) }
    })?;
    Ok(taken)
}

/// Replaces the elements at these positions along an axis, a position for each: NumPy's `put_along_axis`.
///
/// The values are broadcast to the positions and cast. Where a position comes twice the last value stays. Errors as for
/// [`take_along_axis`].
///
/// ```
/// use ndtype::{self as np, array};
/// let mut a = array![[30, 10, 20], [5, 6, 4]];
/// np::put_along_axis(&mut a, &array![[0], [1]], 99, 1)?;
/// assert_eq!(a.to_vec::<i32>()?, [99, 10, 20, 5, 99, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn put_along_axis(
    a: &mut Array,
    indices: &Array,
    values: impl IntoValue,
    axis: impl Into<Option<isize>>,
) -> Result<()> {
    let values = values.into_value_for(a.dtype())?;
    let Some(axis) = axis.into() else {
        let shape: Vec<isize> = a.shape().iter().map(|&n| n as isize).collect();
        let mut flat = along_flat(a, indices)?;
        put_along_axis(&mut flat, indices, &values, 0)?;
        *a = flat.reshape(shape)?;
        return Ok(());
    };
    let along = Along::plan(a, indices, axis)?;
    along.for_each(&Strides::from_elem(0, a.ndim()), |_, _| Ok(()))?;
    let transfer = Transfer::plan(&values.dtype, &a.dtype)?;
    let values = values.fitted(along.layout.shape())?;
    let target = a.make_unique()?.as_ptr();
    // Making it the only one may have moved the elements.
    let along = Along::plan(a, indices, axis)?;
    let source = values.first().as_ptr().cast_const();
    along.for_each(values.strides(), |offset, from| {
        let (from, to) = (source.wrapping_offset(from), target.wrapping_offset(offset));
        // SAFETY: the position is on the axis; both are places of elements. The values lie elsewhere, as this array is the
        // only one over its memory.
        unsafe { move_one(&transfer, from, to) }
    })
}

/// The flattened array, for positions of one axis.
fn along_flat(a: &Array, indices: &Array) -> Result<Array> {
    if indices.ndim() != 1 {
        let what = "without an axis, `indices` must have a single dimension";
        return Err(ShapeError::Dimensions { what, ndim: indices.ndim() }.into());
    }
    a.ravel()
}

/// Moves one element.
///
/// # Safety
/// - As for [`Transfer::run`], with one element.
#[inline]
unsafe fn move_one(transfer: &Transfer, src: *const u8, dst: *mut u8) -> Result<()> {
    let Some(size) = transfer.copies() else {
        // SAFETY: the caller's promises.
        return unsafe { transfer.run(src, 0, dst, 0, 1) };
    };
    with_block!(size, T => {
        // SAFETY: the caller's promises; elements of this size.
        unsafe { copy_block::<T>(src, dst) };
    }, else {
        // SAFETY: the caller's promises.
        unsafe { src.copy_to_nonoverlapping(dst, size) };
    });
    Ok(())
}

/// Positions along an axis of an array.
struct Along {
    positions: Array,
    /// The shape of the positions and the array, broadcast along the other axes; strides of the positions.
    layout: Layout,
    /// The strides of the array along the other axes; none along this one.
    base: Strides,
    axis: usize,
    size: usize,
    stride: isize,
}

impl Along {
    fn plan(a: &Array, indices: &Array, axis: isize) -> Result<Along> {
        if !matches!(indices.dtype.kind(), DtypeKind::Integer | DtypeKind::Unsigned) {
            return Err(IndexError::NotIntegers { dtype: indices.dtype.repr() }.into());
        }
        let axis = normalize_axis(axis, a.ndim())?;
        if indices.ndim() != a.ndim() {
            let what = "`indices` and the array must have the same number of dimensions";
            return Err(ShapeError::Dimensions { what, ndim: indices.ndim() }.into());
        }
        let mut around = a.shape().to_vec();
        around[axis] = 1;
        let shape = broadcast_shapes(&[&around, indices.shape()]).map_err(|_| {
            let shapes = [indices.shape(), &around].map(Into::into).into();
            crate::error::Error::from(IndexError::Broadcast { shapes })
        })?;
        let positions = positions(indices, Casting::SameKind)?.into_owned();
        let layout = positions.layout.broadcast_to(&shape)?;
        let (size, stride) = (a.shape()[axis], a.strides()[axis]);
        let stretched = |i: usize| i == axis || a.shape()[i] == 1;
        let base = (0..a.ndim()).map(|i| if stretched(i) { 0 } else { a.strides()[i] }).collect();
        Ok(Along { positions, layout, base, axis, size, stride })
    }

    /// Calls `visit`, in C's order, with the byte offset of each element in the array and in another one of these strides.
    fn for_each(&self, other: &[isize], mut visit: impl FnMut(isize, isize) -> Result<()>) -> Result<()> {
        let shape = self.layout.shape();
        // The walk takes the order of its axes from the first operand.
        let order = Layout::c_order(shape, 1)?;
        let first = self.positions.first().as_ptr();
        Walk::new(shape, [order.strides(), self.layout.strides(), &self.base, other]).try_for_each(|run: Run<4>| {
            for i in 0..run.count as isize {
                let at = |k: usize| run.offsets[k].wrapping_add(i.wrapping_mul(run.strides[k]));
                // SAFETY: the walk is over the positions, which are int64.
                let position = unsafe { first.wrapping_offset(at(1)).cast::<i64>().read_unaligned() };
                let counted = if position < 0 { position + self.size as i64 } else { position };
                if counted < 0 || counted >= self.size as i64 {
                    let index = position as isize;
                    return Err(
                        IndexError::OutOfBounds { index: index as i128, axis: self.axis, size: self.size }.into()
                    );
                }
                visit(at(2).wrapping_add(self.stride.wrapping_mul(counted as isize)), at(3))?;
            }
            Ok(())
        })
    }
}
