//! Replacing elements by their positions in the flattened array, or where a mask is true.
//!
//! 1. Everything is checked, and the values cast to the array's dtype, before anything is written.
//! 2. Values that are too few are used over and over; those too many are left.

use std::borrow::Cow;

use super::blocks::{copy_block, with_block};
use super::mask::{count_true, for_each_true};
use super::take::{Mode, positions, resolve};
use super::{Array, IntoValue, ValueError};
use crate::cast::{CastError, CastReason, Transfer};
use crate::dtype::Casting;
use crate::error::{Error, Result};
use crate::layout::{IndexError, Layout, ShapeError};

/// Replaces the elements at these positions of the flattened array: NumPy's `put`.
///
/// Values are cast, whatever happens to them (but numbers of Rust have to fit), and repeated; without any nothing happens. Errors: a position out of bounds, positions that are no integers; the array is then left as it was.
///
/// ```
/// use ndtype::{self as np, Mode, array};
/// let mut a = array![[1, 2], [3, 4]];
/// np::put(&mut a, &array![0, -1], &array![10, 40], Mode::Raise)?;
/// np::put(&mut a, &array![5], 20, Mode::Wrap)?;
/// assert_eq!(a.to_vec::<i32>()?, [10, 20, 3, 40]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn put(a: &mut Array, indices: &Array, values: impl IntoValue, mode: Mode) -> Result<()> {
    let positions = positions(indices, Casting::Safe)?;
    let values = values.into_value_for(a.dtype())?;
    let values = cast_dense(a, &values)?;
    let (size, at) = (a.size(), positions.as_slice::<i64>()?);
    if let (0, Some(&first)) = (size, at.first()) {
        return Err(IndexError::OutOfBounds { index: first as i128, axis: 0, size }.into());
    }
    if values.is_empty() {
        return Ok(());
    }
    let resolved = resolve(at, 0, size, mode, false)?;
    let count = |i: i64| if i < 0 { i + size as i64 } else { i } as usize;
    write_flat(a, &values, resolved.iter().enumerate().map(|(k, &i)| (count(i), k)))
}

/// Replaces the elements where a mask is true by the values at the same positions: NumPy's `putmask`.
///
/// The mask has as many elements as the array. Values are cast, those of arrays with axes by the rule `safe`, and repeated
/// if too few; without any nothing happens. Errors: the sizes differ, the values cannot be cast so.
///
/// ```
/// use ndtype::{self as np, array};
/// let mut a = array![1, 2, 3, 4];
/// np::putmask(&mut a, &array![false, true, true, true], &array![10, 20])?;
/// assert_eq!(a.to_vec::<i32>()?, [1, 20, 10, 20]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn putmask(a: &mut Array, mask: &Array, values: impl IntoValue) -> Result<()> {
    check_sizes(a, mask)?;
    let values = values.into_value_for(a.dtype())?;
    let values = cast_values(a, &values)?;
    let mask = mask.mask()?;
    write_true(a, mask.bytes(), &values, |position, _| position)
}

/// Replaces the elements where a mask is true by the values one after the other: NumPy's `place`.
///
/// As [`putmask`], but the first value goes where the mask is first true. An error if the sizes differ, or if there are no
/// values but places for them.
///
/// ```
/// use ndtype::{self as np, array};
/// let mut a = array![1, 2, 3, 4];
/// np::place(&mut a, &array![false, true, true, true], &array![10, 20])?;
/// assert_eq!(a.to_vec::<i32>()?, [1, 10, 20, 10]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn place(a: &mut Array, mask: &Array, values: impl IntoValue) -> Result<()> {
    check_sizes(a, mask)?;
    let values = values.into_value_for(a.dtype())?;
    let values = cast_values(a, &values)?;
    let mask = mask.mask()?;
    if values.is_empty() && count_true(mask.bytes()) > 0 {
        return Err(ValueError::EmptyInsert.into());
    }
    write_true(a, mask.bytes(), &values, |_, count| count)
}

/// Replaces the elements of the main diagonal, of which all positions are equal: NumPy's `fill_diagonal`.
///
/// Values are cast and repeated. With `wrap` the diagonal of a tall matrix starts again after each square. Errors: fewer
/// than two axes, or more than two of different sizes.
///
/// ```
/// use ndtype::{self as np, Array};
/// let mut a = Array::zeros([2, 3], "i4")?;
/// np::fill_diagonal(&mut a, 5, false)?;
/// assert_eq!(a.to_vec::<i32>()?, [5, 0, 0, 0, 5, 0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn fill_diagonal(a: &mut Array, value: impl IntoValue, wrap: bool) -> Result<()> {
    let value = value.into_value_for(a.dtype())?;
    let shape = a.shape().to_vec();
    let (step, end) = match shape[..] {
        [] | [_] => {
            let what = "array must be at least 2-d";
            return Err(ShapeError::Dimensions { what, ndim: shape.len() }.into());
        }
        [_, columns] if wrap => (columns + 1, a.size()),
        // NumPy's end is that of a square; it may lie beyond the last row.
        [_, columns] => (columns + 1, a.size().min(columns.saturating_mul(columns))),
        [n, ..] => {
            if shape.iter().any(|&m| m != n) {
                return Err(ShapeError::UnequalSides { shape: shape.into() }.into());
            }
            let weights = shape[1..].iter().scan(1usize, |product, &n| {
                *product = product.wrapping_mul(n);
                Some(*product)
            });
            (weights.fold(1, usize::wrapping_add), a.size())
        }
    };
    let values = cast_dense(a, &value)?;
    write_flat(a, &values, (0..end).step_by(step).enumerate().map(|(k, i)| (i, k)))
}

fn check_sizes(a: &Array, mask: &Array) -> Result<()> {
    if mask.size() == a.size() {
        return Ok(());
    }
    Err(ValueError::MaskSize { mask: mask.size(), size: a.size() }.into())
}

/// Values in the dtype of the array, in C's order. Single values are taken as NumPy takes bare numbers, those of arrays
/// have to be safe to cast.
fn cast_values<'v>(a: &Array, values: &'v Array) -> Result<Cow<'v, Array>> {
    if values.ndim() > 0 && !values.dtype.can_cast(&a.dtype, Casting::Safe) {
        let (from, to, reason) = (values.dtype.clone(), a.dtype.clone(), CastReason::Rule(Casting::Safe));
        return Err(Error::new(CastError { from, to, reason }));
    }
    cast_dense(a, values)
}

fn cast_dense<'v>(a: &Array, values: &'v Array) -> Result<Cow<'v, Array>> {
    if values.dtype == a.dtype {
        return values.dense();
    }
    let transfer = Transfer::plan(&values.dtype, &a.dtype)?;
    let layout = Layout::c_order(values.shape(), a.itemsize())?;
    let mut cast = Array::to_fill(layout, a.dtype.clone())?;
    cast.write_from(values, &transfer)?;
    Ok(Cow::Owned(cast))
}

/// Replaces the elements where a mask is true; `which` value it is follows from the position and the count of those before.
fn write_true(a: &mut Array, mask: &[u8], values: &Array, which: impl Fn(usize, usize) -> usize) -> Result<()> {
    let mut at = Vec::with_capacity(count_true(mask));
    for_each_true(mask, |i| at.push((i, which(i, at.len()))));
    write_flat(a, values, at.into_iter())
}

/// Replaces elements of the flattened array by values: pairs of positions, which are within the array, and the number of the
/// value, modulo how many there are.
fn write_flat(a: &mut Array, values: &Array, pairs: impl Iterator<Item = (usize, usize)>) -> Result<()> {
    if values.is_empty() {
        return Ok(());
    }
    let target = a.make_unique()?.as_ptr();
    let (source, size) = (values.first().as_ptr().cast_const(), a.itemsize());
    let transfer = Transfer::plan(&a.dtype, &a.dtype)?;
    let count = values.size();
    // Dividing is slower than all the rest.
    let value = |k: usize| if k < count { k } else { k % count };
    let flat = a.layout.is_c_contiguous(size);
    let offset = |position: usize| if flat { (position * size) as isize } else { offset_of(&a.layout, position) };
    let places =
        pairs.map(|(position, k)| (source.wrapping_add(value(k) * size), target.wrapping_offset(offset(position))));
    if transfer.copies().is_none() {
        for (from, to) in places {
            // SAFETY: places of elements of the one dtype. The values lie elsewhere, as this array is the only one over its
            // memory.
            unsafe { transfer.run(from, 0, to, 0, 1) }?;
        }
        return Ok(());
    }
    with_block!(size, T => {
        for (from, to) in places {
            // SAFETY: as above, for plain elements of this size.
            unsafe { copy_block::<T>(from, to) };
        }
    }, else {
        for (from, to) in places {
            // SAFETY: as above, for plain elements of any size.
            unsafe { from.copy_to_nonoverlapping(to, size) };
        }
    });
    Ok(())
}

/// The byte offset of an element by its number in C's order.
fn offset_of(layout: &Layout, mut position: usize) -> isize {
    let mut offset = 0isize;
    for (&n, &stride) in layout.shape().iter().zip(layout.strides()).rev() {
        offset = offset.wrapping_add(stride.wrapping_mul((position % n) as isize));
        position /= n;
    }
    offset
}
