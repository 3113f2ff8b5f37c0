//! Repeating elements.

use super::blocks::{copy_block, with_block};
use super::take::positions;
use super::{Array, IntoValue, ValueError};
use crate::cast::Transfer;
use crate::dtype::Casting;
use crate::error::Result;
use crate::layout::{Layout, ShapeError, normalize_axis};

/// Every element, or every slice along an axis, as often as the counts say: NumPy's `repeat`.
///
/// One count holds for all. Without an axis, of the flattened array. Errors: negative counts or ones that are no integers,
/// not as many as the axis is long, no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::repeat(&array![1, 2], 2, None)?.to_vec::<i32>()?, [1, 1, 2, 2]);
/// assert_eq!(np::repeat(&array![1, 2], &array![0, 3], 0)?.to_vec::<i32>()?, [2, 2, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn repeat(a: &Array, counts: impl IntoValue, axis: impl Into<Option<isize>>) -> Result<Array> {
    let counts = counts.into_value()?;
    if counts.ndim() > 1 {
        let what = "the counts of repeat have one dimension at most";
        return Err(ShapeError::Dimensions { what, ndim: counts.ndim() }.into());
    }
    let counts = positions(&counts, Casting::Safe)?;
    let counts = counts.as_slice::<i64>()?;
    if let Some(&count) = counts.iter().find(|&&count| count < 0) {
        return Err(ValueError::NegativeCount { count }.into());
    }
    // Without an axis all elements are along one; their number alone says how large the result is.
    let (shape, axis) = match axis.into() {
        Some(axis) if a.ndim() > 0 => (a.shape().to_vec(), normalize_axis(axis, a.ndim())?),
        axis => (vec![a.size()], normalize_axis(axis.unwrap_or(0), 1)?),
    };
    let size = shape[axis];
    let total = match *counts {
        [count] => size.checked_mul(count as usize),
        _ if counts.len() == size => counts.iter().try_fold(0usize, |sum, &count| sum.checked_add(count as usize)),
        _ => {
            let shapes = [[size].into(), [counts.len()].into()].into();
            return Err(ShapeError::Broadcast { shapes }.into());
        }
    };
    let repeated = [&shape[..axis], &[total.unwrap_or(usize::MAX)], &shape[axis + 1..]].concat();
    let mut repeated = Array::to_fill(Layout::c_order(&repeated, a.itemsize())?, a.dtype.clone())?;
    if !repeated.is_empty() {
        let inner = shape[axis + 1..].iter().product();
        fill(&mut repeated, a, (size, inner), |i| if counts.len() == 1 { counts[0] } else { counts[i] })?;
    }
    Ok(repeated)
}

/// Writes the blocks of `inner` elements that an array consists of, each as often as its number, modulo `size`, says.
fn fill(repeated: &mut Array, a: &Array, (size, inner): (usize, usize), count: impl Fn(usize) -> i64) -> Result<()> {
    let target = repeated.make_unique()?.as_ptr();
    let source = a.dense()?;
    let (first, itemsize) = (source.first().as_ptr().cast_const(), a.itemsize());
    let transfer = Transfer::plan(&a.dtype, &a.dtype)?;
    let block = inner * itemsize;
    let blocks = a.size() / inner;
    let places = (0..blocks).flat_map(|k| std::iter::repeat_n(k, count(k % size) as usize)).enumerate();
    let places = places.map(|(to, from)| (first.wrapping_add(from * block), target.wrapping_add(to * block)));
    if transfer.copies().is_none() {
        for (from, to) in places {
            // SAFETY: a block of the source, whose elements follow each other, and one of the result, which is new.
            unsafe { transfer.run(from, itemsize as isize, to, itemsize as isize, inner) }?;
        }
        return Ok(());
    }
    with_block!(block, T => {
        for (from, to) in places {
            // SAFETY: as above, for plain bytes of this size.
            unsafe { copy_block::<T>(from, to) };
        }
    }, else {
        for (from, to) in places {
            // SAFETY: as above, for plain bytes of any size.
            unsafe { from.copy_to_nonoverlapping(to, block) };
        }
    });
    Ok(())
}
