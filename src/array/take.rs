//! Picking slices along an axis by their positions.
//!
//! 1. The positions become int64 in C's order, checked against the size of the axis before anything is copied.
//! 2. Where the axes after the one that is picked from lie without gaps, they are one block for each position, which is
//!    copied whole. Other layouts go slice by slice.

use std::borrow::Cow;
use std::ptr::NonNull;

use super::blocks::{copy_block, with_block};
use super::{Array, transfer_elements};
use crate::cast::{CastError, CastReason, Transfer};
use crate::dtype::{Casting, Dtype};
use crate::element::owned::clone_element;
use crate::error::{Error, Result};
use crate::iter::Walk;
use crate::kernels::gather::gather;
use crate::layout::{Dims, IndexError, Layout, normalize_axis};
use crate::simd::{Kernel, dispatch};

/// What positions beyond the ends of an axis mean: NumPy's `mode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// They are an error; negative ones count from the end.
    #[default]
    Raise,
    /// They go round and round.
    Wrap,
    /// They stand for the nearest end; negative ones for the first.
    Clip,
}

/// The elements at these positions of an axis, or of the flattened array: NumPy's `take`.
///
/// The axes of the positions take the place of the axis. Negative positions count from the end. Errors: a position out of
/// bounds, positions that are not whole numbers, no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(np::take(&a, &array![2, 0], 1)?.to_vec::<i32>()?, [3, 1, 6, 4]);
/// assert_eq!(np::take(&a, &array![-1, 1], None)?.to_vec::<i32>()?, [6, 2]);
/// let error = np::take(&a, &array![3], 1).unwrap_err();
/// assert_eq!(error.to_string(), "index 3 is out of bounds for axis 1 with size 3");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn take(a: &Array, indices: &Array, axis: impl Into<Option<isize>>) -> Result<Array> {
    take_mode(a, indices, axis, Mode::Raise)
}

/// As [`take`], with another meaning of positions out of bounds: NumPy's `take` with `mode`.
///
/// ```
/// use ndtype::{self as np, Mode, array};
/// let a = array![1, 2, 3];
/// assert_eq!(np::take_mode(&a, &array![4, -1], 0, Mode::Wrap)?.to_vec::<i32>()?, [2, 3]);
/// assert_eq!(np::take_mode(&a, &array![4, -1], 0, Mode::Clip)?.to_vec::<i32>()?, [3, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn take_mode(a: &Array, indices: &Array, axis: impl Into<Option<isize>>, mode: Mode) -> Result<Array> {
    let positions = positions(indices, Casting::SameKind)?;
    let flat;
    // As in NumPy, a single value has one axis here.
    let (a, axis) = match axis.into() {
        Some(axis) if a.ndim() > 0 => (a, normalize_axis(axis, a.ndim())?),
        axis => {
            normalize_axis(axis.unwrap_or(0), 1)?;
            flat = a.ravelled()?;
            (&*flat, 0)
        }
    };
    let (size, at) = (a.shape()[axis], positions.as_slice::<i64>()?);
    // NumPy looks at the positions for each of the outer axes' coordinates: not at all if there are none.
    if a.shape()[..axis].contains(&0) {
        return take_resolved(a, axis, at, indices.shape());
    }
    if mode == Mode::Raise
        && axis == 0
        && let Some(taken) = take_checked(a, at, indices.shape())?
    {
        return Ok(taken);
    }
    let resolved = resolve(at, axis, size, mode, a.shape()[axis + 1..].contains(&0))?;
    take_resolved(a, axis, &resolved, indices.shape())
}

/// The blocks at positions of the first axis, which are checked as they are used, so that they come from memory once. `None`
/// if the slices are no blocks.
fn take_checked(a: &Array, positions: &[i64], index_shape: &[usize]) -> Result<Option<Array>> {
    const CHUNK: usize = 2048;
    let (size, inner) = (a.shape()[0], &a.shape()[1..]);
    let (itemsize, block) = (a.itemsize(), inner.iter().product::<usize>() * a.itemsize());
    let part = Layout::from_parts(inner.into(), a.strides()[1..].into());
    let plain = Transfer::plan(&a.dtype, &a.dtype)?.copies().is_some();
    if !plain || size == 0 || positions.is_empty() || block == 0 || !part.is_c_contiguous(itemsize) {
        return Ok(None);
    }
    let shape: Dims = [index_shape, inner].concat().into();
    let mut taken = Array::to_fill(Layout::c_order(&shape, itemsize)?, a.dtype.clone())?;
    let (from, to) = (a.first().as_ptr().cast_const(), taken.make_unique()?.as_ptr());
    let slices = Slices { from, stride: a.strides()[0], size, positions, to };
    let each = |number: usize, chunk| {
        resolve(chunk, 0, size, Mode::Raise, false)?;
        let part = Slices { positions: chunk, to: to.wrapping_add(number * CHUNK * block), ..slices };
        // SAFETY: the positions are on the axis, and the result, which is new, has a block for each.
        unsafe { part.copy_bytes(block) };
        Ok::<bool, Error>(true)
    };
    let all = with_block!(
        block,
        // SAFETY: the blocks of the axis, and the result, which is new, has a block for each position.
        T => unsafe { slices.copy_checked::<T>() },
        else positions.chunks(CHUNK).enumerate().try_fold(true, |_, (number, chunk)| each(number, chunk))?
    );
    if !all {
        resolve(positions, 0, size, Mode::Raise, false)?;
    }
    Ok(Some(taken))
}

impl Array {
    /// All elements along one axis in C's order, without a copy if they lie so.
    fn ravelled(&self) -> Result<Cow<'_, Array>> {
        if self.ndim() == 1 { Ok(Cow::Borrowed(self)) } else { self.ravel().map(Cow::Owned) }
    }
}

/// Index values as int64 in C's order. An error if the rule does not let them be that.
pub(super) fn positions(indices: &Array, casting: Casting) -> Result<Cow<'_, Array>> {
    if indices.dtype == Dtype::Int64 && indices.as_slice::<i64>().is_ok() {
        return Ok(Cow::Borrowed(indices));
    }
    if !indices.dtype.can_cast(&Dtype::Int64, casting) || indices.dtype.native_scalar().scalar_id().is_none() {
        let (from, reason) = (indices.dtype.clone(), CastReason::Rule(casting));
        return Err(Error::new(CastError { from, to: Dtype::Int64, reason }));
    }
    let transfer = Transfer::plan(&indices.dtype, &Dtype::Int64)?;
    let mut dense = Array::empty(indices.shape(), Dtype::Int64)?;
    dense.write_from(indices, &transfer)?;
    Ok(Cow::Owned(dense))
}

/// Positions on an axis of this size, each of them on it; negative ones still count from the end. `nothing` says that the
/// slices are empty: NumPy then lets them be wrapped and clipped on an axis without positions.
pub(super) fn resolve(
    positions: &[i64],
    axis: usize,
    size: usize,
    mode: Mode,
    nothing: bool,
) -> Result<Cow<'_, [i64]>> {
    let n = size as i64;
    let out_of_bounds = |index: i64| Err(IndexError::OutOfBounds { index: index.into(), axis, size }.into());
    match (mode, positions.first()) {
        (_, None) => Ok(Cow::Borrowed(positions)),
        (Mode::Raise, _) if dispatch(AllWithin(positions, n)) => Ok(Cow::Borrowed(positions)),
        (Mode::Raise, _) => out_of_bounds(positions.iter().copied().find(|i| !(-n..n).contains(i)).unwrap_or(n)),
        (_, Some(&first)) if size == 0 => {
            if nothing {
                Ok(Cow::Borrowed(&[]))
            } else {
                out_of_bounds(first)
            }
        }
        (Mode::Wrap, _) => Ok(positions.iter().map(|i| i.rem_euclid(n)).collect()),
        (Mode::Clip, _) => Ok(positions.iter().map(|&i| i.clamp(0, n - 1)).collect()),
    }
}

/// Whether all positions are on an axis of this size, counted from either end.
struct AllWithin<'a>(&'a [i64], i64);

impl Kernel for AllWithin<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let AllWithin(positions, n) = self;
        // No early end: so it becomes vector code.
        let misses = |chunk: &[i64]| chunk.iter().fold(0, |bad, &i| bad | i64::from(i < -n) | i64::from(i >= n));
        positions.chunks(4096).all(|chunk| misses(chunk) == 0)
    }
}

/// The slices at positions that are known to be on the axis.
pub(super) fn take_resolved(a: &Array, axis: usize, positions: &[i64], index_shape: &[usize]) -> Result<Array> {
    let (outer, inner) = (&a.shape()[..axis], &a.shape()[axis + 1..]);
    let shape: Dims = [outer, index_shape, inner].concat().into();
    let itemsize = a.itemsize();
    let layout = Layout::c_order(&shape, itemsize)?;
    let mut taken = Array::to_fill(layout, a.dtype.clone())?;
    if taken.is_empty() {
        return Ok(taken);
    }
    // Here there are positions, and the axis is not empty.
    let transfer = Transfer::plan(&a.dtype, &a.dtype)?;
    let target = taken.make_unique()?.as_ptr();
    let source = a.first().as_ptr().cast_const();
    let (size, stride) = (a.shape()[axis], a.strides()[axis]);
    let at = |position: i64| if position < 0 { position + size as i64 } else { position } as isize;
    let block = inner.iter().product::<usize>() * itemsize;
    let part = Layout::from_parts(inner.into(), a.strides()[axis + 1..].into());
    if transfer.copies().is_some() && part.is_c_contiguous(itemsize) {
        let outer_layout = Layout::c_order(outer, positions.len() * block)?;
        let walk = Walk::new(outer, [outer_layout.strides(), &a.strides()[..axis]]);
        return walk
            .try_for_each_inner(0, |[to, from]| {
                let (from, to) = (source.wrapping_offset(from), target.wrapping_offset(to));
                let slices = Slices { from, stride, size, positions, to };
                // SAFETY: the positions are on the axis, and the result has a block for each.
                with_block!(block, T => unsafe { slices.copy_blocks::<T>() }, else unsafe { slices.copy_bytes(block) });
                Ok(())
            })
            .map(|()| taken);
    }
    // Other layouts: worth a copy in C's order if each slice is needed anyway.
    if transfer.copies().is_some() && positions.len() >= size {
        return take_resolved(&a.to_contiguous()?, axis, positions, index_shape);
    }
    // Slices of one element each, which owns memory.
    if outer.iter().chain(inner).all(|&n| n == 1) {
        for (i, &position) in positions.iter().enumerate() {
            let from = source.wrapping_offset(at(position).wrapping_mul(stride));
            let to = target.wrapping_add(i * itemsize);
            if a.dtype == Dtype::String {
                // SAFETY: the element at a position on the axis, and its place in the result, which is fresh memory.
                unsafe { clone_element(&a.dtype, from, to) };
                continue;
            }
            // SAFETY: likewise.
            unsafe { transfer.run(from, 0, to, 0, 1) }?;
        }
        return Ok(taken);
    }
    let slice_shape: Dims = [outer, inner].concat().into();
    let without_axis = |strides: &[isize]| [&strides[..axis], &strides[axis + 1..]].concat();
    let dense = Layout::c_order(&[outer, &[positions.len()], inner].concat(), itemsize)?;
    let from_layout = Layout::from_parts(slice_shape.clone(), without_axis(a.strides()).into());
    let to_layout = Layout::from_parts(slice_shape, without_axis(dense.strides()).into());
    for (i, &position) in positions.iter().enumerate() {
        let from = source.wrapping_offset(at(position).wrapping_mul(stride)).cast_mut();
        let to = target.wrapping_offset(dense.strides()[axis].wrapping_mul(i as isize));
        let (Some(from), Some(to)) = (NonNull::new(from), NonNull::new(to)) else { continue };
        // SAFETY: a slice at a position on the axis, and its place in the result, which is fresh memory.
        unsafe { transfer_elements(&transfer, (from, &from_layout), (to, &to_layout)) }?;
    }
    Ok(taken)
}

/// Slices of an axis that are one block each: where the first lies, how far apart they are, how many there are, which ones
/// go where.
#[derive(Clone, Copy)]
struct Slices<'a> {
    from: *const u8,
    stride: isize,
    size: usize,
    positions: &'a [i64],
    to: *mut u8,
}

impl Slices<'_> {
    /// Copies blocks of the size of `T`.
    ///
    /// # Safety
    /// - `from` is the first of `size` blocks, `stride` bytes apart; all positions are on that axis.
    /// - `to` is valid for writing a block for each position, and overlaps none of those.
    unsafe fn copy_blocks<T: Copy>(self) {
        if self.stride == size_of::<T>() as isize {
            // SAFETY: the caller's promises; the stride is known to the loop.
            return unsafe { Slices { stride: size_of::<T>() as isize, ..self }.copy_each::<T>() };
        }
        // SAFETY: the caller's promises.
        unsafe { self.copy_each::<T>() };
    }

    /// # Safety
    /// - As for [`copy_blocks`](Self::copy_blocks).
    #[inline(always)]
    unsafe fn copy_each<T: Copy>(self) {
        for (i, &position) in self.positions.iter().enumerate() {
            let from = self.from.wrapping_offset(self.count(position).wrapping_mul(self.stride));
            // SAFETY: the position is on the axis, and there is room for a block for each.
            unsafe { copy_block::<T>(from, self.to.wrapping_add(i * size_of::<T>())) };
        }
    }

    /// Copies blocks of the size of `T`, up to a position that is not on the axis; whether there is none.
    ///
    /// # Safety
    /// - As for [`copy_blocks`](Self::copy_blocks), with any positions.
    unsafe fn copy_checked<T: Copy>(self) -> bool {
        if self.stride == size_of::<T>() as isize {
            // SAFETY: the caller's promises; the blocks lie side by side.
            let done = unsafe { gather(self.from, self.size, self.positions, self.to, size_of::<T>()) };
            let (positions, to) = (&self.positions[done..], self.to.wrapping_add(done * size_of::<T>()));
            // SAFETY: the caller's promises; the stride is known to the loop.
            return unsafe { Slices { stride: size_of::<T>() as isize, positions, to, ..self }.check_each::<T>() };
        }
        // SAFETY: the caller's promises.
        unsafe { self.check_each::<T>() }
    }

    /// # Safety
    /// - As for [`copy_checked`](Self::copy_checked).
    #[inline(always)]
    unsafe fn check_each<T: Copy>(self) -> bool {
        for (i, &position) in self.positions.iter().enumerate() {
            let count = self.count(position);
            if count as usize >= self.size {
                return false;
            }
            let from = self.from.wrapping_offset(count.wrapping_mul(self.stride));
            // SAFETY: the position is on the axis, and there is room for a block for each.
            unsafe { copy_block::<T>(from, self.to.wrapping_add(i * size_of::<T>())) };
        }
        true
    }

    /// Copies blocks of any size.
    ///
    /// # Safety
    /// - As for [`copy_blocks`](Self::copy_blocks), with blocks of this size.
    unsafe fn copy_bytes(self, block: usize) {
        for (i, &position) in self.positions.iter().enumerate() {
            let from = self.from.wrapping_offset(self.count(position).wrapping_mul(self.stride));
            // SAFETY: the position is on the axis, there is room for a block for each, and nothing overlaps.
            unsafe { from.copy_to_nonoverlapping(self.to.wrapping_add(i * block), block) };
        }
    }

    /// The position from the start. Without a branch: positions of either sign may come in any order.
    #[inline(always)]
    fn count(self, position: i64) -> isize {
        (position + ((position >> 63) & self.size as i64)) as isize
    }
}
