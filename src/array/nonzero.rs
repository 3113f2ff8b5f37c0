//! Where elements are true, and picking those.

use std::borrow::Cow;

use super::blocks::{copy_block, with_block};
use super::mask::{count_true, for_each_true, for_each_word};
use super::{Array, ValueError};
use crate::cast::Transfer;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::layout::{IndexError, Layout, ShapeError};
use crate::simd::{Kernel, dispatch};

/// The positions of the elements that are true, one array of int64 for each axis: NumPy's `nonzero`.
///
/// Numbers are true if they are not zero (NaN is true), text if it is not empty, dates and spans if their count of ticks is
/// not zero, records if a field is. An error for an array without axes.
///
/// ```
/// use ndtype::{self as np, array};
/// let [rows, columns] = &np::nonzero(&array![[3, 0], [0, 5]])?[..] else { unreachable!() };
/// assert_eq!((rows.to_vec::<i64>()?, columns.to_vec::<i64>()?), (vec![0, 1], vec![0, 1]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nonzero(a: &Array) -> Result<Vec<Array>> {
    if a.ndim() == 0 {
        return Err(ValueError::NonzeroOfScalar.into());
    }
    let mask = a.mask()?;
    let count = count_true(mask.bytes());
    let mut found: Vec<Array> = (0..a.ndim()).map(|_| Array::empty([count], Dtype::Int64)).collect::<Result<_>>()?;
    let mut lists = found.iter_mut().map(|list| list.as_slice_mut::<i64>()).collect::<Result<Vec<_>>>()?;
    write_positions(mask.bytes(), a.shape(), &mut lists);
    Ok(found)
}

/// The positions of the elements that are true: NumPy's `where` with one argument, which is [`nonzero`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::where_nonzero(&array![0.0, 2.0])?[0].to_vec::<i64>()?, [1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn where_nonzero(condition: &Array) -> Result<Vec<Array>> {
    nonzero(condition)
}

/// The positions of the elements that are true, a row of int64 for each: NumPy's `argwhere`.
///
/// ```
/// use ndtype::{self as np, array};
/// let found = np::argwhere(&array![[0, 1], [2, 3]])?;
/// assert_eq!((found.shape(), found.to_vec::<i64>()?), (&[3, 2][..], vec![0, 1, 1, 0, 1, 1]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn argwhere(a: &Array) -> Result<Array> {
    let mask = a.mask()?;
    let count = count_true(mask.bytes());
    let mut lists = Array::empty([a.ndim(), count], Dtype::Int64)?;
    if count > 0 && a.ndim() > 0 {
        let mut rows: Vec<&mut [i64]> = lists.as_slice_mut::<i64>()?.chunks_exact_mut(count).collect();
        write_positions(mask.bytes(), a.shape(), &mut rows);
    }
    lists.transpose(&[1, 0])
}

/// The positions of the true elements of the flattened array: NumPy's `flatnonzero`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::flatnonzero(&array![[0, 1], [2, 0]])?.to_vec::<i64>()?, [1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn flatnonzero(a: &Array) -> Result<Array> {
    flat_positions(a.mask()?.bytes())
}

/// The positions of the bytes that are 1.
pub(super) fn flat_positions(mask: &[u8]) -> Result<Array> {
    let mut found = Array::empty([count_true(mask)], Dtype::Int64)?;
    write_positions(mask, &[mask.len()], &mut [found.as_slice_mut::<i64>()?]);
    Ok(found)
}

/// How many elements are true: NumPy's `count_nonzero` of a whole array.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::count_nonzero(&array![0.0, -0.0, f64::NAN, 2.0])?, 2);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn count_nonzero(a: &Array) -> Result<usize> {
    Ok(count_true(a.mask()?.bytes()))
}

/// Writes the coordinates of the true elements of a mask of this shape: one list an axis, each with room for all.
fn write_positions(mask: &[u8], shape: &[usize], lists: &mut [&mut [i64]]) {
    let Some((columns, outer)) = lists.split_last_mut() else { return };
    let n = shape.last().copied().unwrap_or(0);
    if columns.is_empty() || n == 0 {
        return;
    }
    let mut position = vec![0usize; outer.len()];
    let mut done = 0;
    for row in mask.chunks_exact(n) {
        let found = dispatch(WritePositions { mask: row, to: &mut columns[done..] });
        for (list, &at) in outer.iter_mut().zip(&position) {
            list[done..done + found].fill(at as i64);
        }
        done += found;
        for (at, &n) in position.iter_mut().zip(shape).rev() {
            *at += 1;
            if *at < n {
                break;
            }
            *at = 0;
        }
    }
}

/// Writes the positions of the true elements of a row, and returns how many there are.
struct WritePositions<'a> {
    mask: &'a [u8],
    to: &'a mut [i64],
}

impl Kernel for WritePositions<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let mut done = 0;
        for_each_word(self.mask, |start, mut bits| {
            let count = bits.count_ones() as usize;
            let write = |slot: &mut i64| {
                *slot = (start + bits.trailing_zeros() as usize) as i64;
                bits &= bits.wrapping_sub(1);
            };
            // Eight at a time, the last ones perhaps in vain: those are overwritten by the next word. The number of rounds is
            // easier to predict than that of the bits.
            if let Some(slots) = self.to.get_mut(done..done + 64) {
                let (rounds, _) = slots.as_chunks_mut::<8>();
                rounds[..count.div_ceil(8)].as_flattened_mut().iter_mut().for_each(write);
            } else {
                self.to[done..done + count].iter_mut().for_each(write);
            }
            done += count;
        });
        done
    }
}

/// The elements, or the slices along an axis, for which a condition of one axis is true: NumPy's `compress`.
///
/// The condition may be shorter than the axis, and longer where it is false. Without an axis, of the flattened array.
/// Errors: a condition that has not one axis, one that is true beyond the end, no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2], [3, 4], [5, 6]];
/// assert_eq!(np::compress(&array![false, true, true], &a, 0)?.to_vec::<i32>()?, [3, 4, 5, 6]);
/// assert_eq!(np::compress(&array![true, false, true], &a, None)?.to_vec::<i32>()?, [1, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn compress(condition: &Array, a: &Array, axis: impl Into<Option<isize>>) -> Result<Array> {
    if condition.ndim() != 1 {
        let (what, ndim) = ("condition must be a 1-d array", condition.ndim());
        return Err(ShapeError::Dimensions { what, ndim }.into());
    }
    let mask = condition.mask()?;
    match axis.into() {
        None => pick_true(a, mask.bytes()),
        Some(axis) => super::take::take(a, &flat_positions(mask.bytes())?, axis),
    }
}

/// The elements for which a condition is true, both flattened: NumPy's `extract`. An error if it is true beyond the end.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(np::extract(&array![[true, false], [false, true]], &a)?.to_vec::<i32>()?, [1, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn extract(condition: &Array, a: &Array) -> Result<Array> {
    pick_true(a, condition.mask()?.bytes())
}

/// The elements of the flattened array for which the bytes of a mask are 1.
pub(super) fn pick_true(a: &Array, mask: &[u8]) -> Result<Array> {
    let (size, itemsize) = (a.size(), a.itemsize());
    let (inside, beyond) = mask.split_at(mask.len().min(size));
    if let Some(extra) = beyond.iter().position(|&b| b != 0) {
        return Err(IndexError::OutOfBounds { index: (size + extra) as i128, axis: 0, size }.into());
    }
    let layout = Layout::c_order(&[count_true(inside)], itemsize)?;
    let mut picked = Array::to_fill(layout, a.dtype.clone())?;
    let target = picked.make_unique()?.as_ptr();
    let dense = a.dense()?;
    let source = dense.first().as_ptr().cast_const();
    let transfer = Transfer::plan(&a.dtype, &a.dtype)?;
    let Some(size) = transfer.copies() else {
        let (mut done, mut outcome) = (0, Ok(()));
        for_each_true(inside, |i| {
            let (from, to) = (source.wrapping_add(i * itemsize), target.wrapping_add(done * itemsize));
            if outcome.is_ok() {
                // SAFETY: element `i` of the source, and the next of the result, which has room for all that are true.
                outcome = unsafe { transfer.run(from, 0, to, 0, 1) };
            }
            done += 1;
        });
        return outcome.map(|()| picked);
    };
    with_block!(size, T => {
        // SAFETY: the source has an element for each byte of the mask, and the result room for those that are true.
        unsafe { gather_true::<T>(inside, source, target) };
    }, else {
        let mut done = 0;
        for_each_true(inside, |i| {
            let (from, to) = (source.wrapping_add(i * size), target.wrapping_add(done * size));
            // SAFETY: as above, for elements of any size.
            unsafe { from.copy_to_nonoverlapping(to, size) };
            done += 1;
        });
    });
    Ok(picked)
}

/// Copies the blocks for which the mask is 1, one after the other.
///
/// # Safety
/// - `src` is valid for reading as many blocks as the mask is long, `dst` for writing as many as it has ones.
/// - The two do not overlap.
unsafe fn gather_true<T: Copy>(mask: &[u8], src: *const u8, dst: *mut u8) {
    struct Gather<'a, T>(&'a [u8], *const u8, *mut u8, std::marker::PhantomData<T>);

    impl<T: Copy> Kernel for Gather<'_, T> {
        type Output = ();

        #[inline(always)]
        fn run(self) {
            let Gather(mask, src, mut dst, _) = self;
            for_each_word(mask, |start, mut bits| {
                let base = src.wrapping_add(start * size_of::<T>());
                if bits == u64::MAX {
                    // SAFETY: 64 blocks that are all picked, for which there is room.
                    unsafe { base.copy_to_nonoverlapping(dst, 64 * size_of::<T>()) };
                    dst = dst.wrapping_add(64 * size_of::<T>());
                    return;
                }
                while bits != 0 {
                    let from = base.wrapping_add(bits.trailing_zeros() as usize * size_of::<T>());
                    // SAFETY: the mask is 1 there, so that the source has the block and the result room for it.
                    unsafe { copy_block::<T>(from, dst) };
                    dst = dst.wrapping_add(size_of::<T>());
                    bits &= bits - 1;
                }
            });
        }
    }
    dispatch(Gather::<T>(mask, src, dst, std::marker::PhantomData));
}

impl Array {
    /// This array, or a copy of it, with the elements in C's order one after the other. What is borrowed is not copied for
    /// the sake of sharing it.
    pub(super) fn dense(&self) -> Result<Cow<'_, Array>> {
        if self.layout.is_c_contiguous(self.itemsize()) {
            return Ok(Cow::Borrowed(self));
        }
        self.to_contiguous().map(Cow::Owned)
    }
}
