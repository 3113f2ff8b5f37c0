//! Arrays of positions: grids, triangles, diagonals, and coordinates to and from positions in the flattened array.

use std::ops::Range;

use super::take::{Mode, positions};
use super::{Array, arange};
use crate::cast::{CastError, CastReason};
use crate::dtype::{Casting, Dtype, DtypeKind};
use crate::error::{Error, Result};
use crate::layout::{IndexError, MAX_NDIM, ShapeError, broadcast_shapes, checked_size};

/// Index arrays that together pick a grid: NumPy's `ix_`. Array `i` lies along axis `i` of as many as there are arrays.
///
/// Masks become the positions where they are true. An error for an array that has not one axis.
///
/// ```
/// use ndtype::{self as np, Index, array};
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// let grid = np::ix_(&[&array![true, true], &array![0, 2]])?;
/// let index: Vec<Index> = grid.into_iter().map(Index::from).collect();
/// assert_eq!(a.get(index)?.to_vec::<i32>()?, [1, 3, 4, 6]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ix_(arrays: &[&Array]) -> Result<Vec<Array>> {
    let shaped = |(i, a): (usize, &&Array)| {
        if a.ndim() != 1 {
            return Err(ShapeError::Dimensions { what: "Cross index must be 1 dimensional", ndim: a.ndim() }.into());
        }
        let mut shape = vec![1; arrays.len()];
        shape[i] = -1;
        if a.dtype == Dtype::Bool {
            return super::flatnonzero(a)?.reshape(shape);
        }
        shape[i] = a.size() as isize;
        a.reshape(shape)
    };
    arrays.iter().enumerate().map(shaped).collect()
}

/// Positions in an array of these dimensions, counted in C's order, from coordinates: NumPy's `ravel_multi_index`.
///
/// The coordinates, an array for each axis, are broadcast together. Errors: coordinates out of bounds (unless the mode says
/// what they mean; negative ones are), ones that are no integers, not one for each axis.
///
/// ```
/// use ndtype::{self as np, Mode, array};
/// let coordinates = [&array![1, 0], &array![2, 1]];
/// assert_eq!(np::ravel_multi_index(&coordinates, [2, 3], Mode::Raise)?.to_vec::<i64>()?, [5, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ravel_multi_index(coordinates: &[&Array], dims: impl AsRef<[usize]>, mode: Mode) -> Result<Array> {
    let dims = dims.as_ref();
    if coordinates.len() != dims.len() {
        return Err(IndexError::Coordinates { found: coordinates.len(), ndim: dims.len() }.into());
    }
    checked_size(dims, 1)?;
    let shapes: Vec<&[usize]> = coordinates.iter().map(|c| c.shape()).collect();
    let shape = broadcast_shapes(&shapes)?;
    let count = checked_size(&shape, size_of::<i64>())?;
    let mut flat: Vec<i64> = super::reserved(count)?;
    flat.resize(count, 0);
    for (axis, (&array, &size)) in coordinates.iter().zip(dims).enumerate() {
        let n = size as i64;
        let list = integers(array)?.broadcast_to(&shape)?;
        for (position, index) in flat.iter_mut().zip(list.iter::<i64>()?) {
            let counted = match mode {
                _ if (0..n).contains(&index) => index,
                Mode::Wrap if n > 0 => index.rem_euclid(n),
                Mode::Clip if n > 0 => index.clamp(0, n - 1),
                _ => return Err(IndexError::CoordinateOutOfBounds { index, axis, size }.into()),
            };
            *position = *position * n + counted;
        }
    }
    Array::from_shape_vec(&shape, flat)
}

/// Coordinates, an array for each axis, from positions in an array of this shape, counted in C's order: NumPy's
/// `unravel_index`.
///
/// Errors: positions out of bounds (negative ones are), ones that are no integers.
///
/// ```
/// use ndtype::{self as np, array};
/// let [rows, columns] = &np::unravel_index(&array![5, 1], [2, 3])?[..] else { unreachable!() };
/// assert_eq!((rows.to_vec::<i64>()?, columns.to_vec::<i64>()?), (vec![1, 0], vec![2, 1]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unravel_index(indices: &Array, shape: impl AsRef<[usize]>) -> Result<Vec<Array>> {
    let shape = shape.as_ref();
    let size = checked_size(shape, 1)?;
    let positions = integers(indices)?;
    if shape.is_empty() && indices.ndim() > 0 {
        let what = "multiple indices are not supported for 0d arrays";
        return Err(ShapeError::Dimensions { what, ndim: indices.ndim() }.into());
    }
    let mut lists: Vec<Vec<i64>> = shape.iter().map(|_| super::reserved(positions.size())).collect::<Result<_>>()?;
    for &index in positions.as_slice::<i64>()? {
        let counted = usize::try_from(index).ok().filter(|&i| i < size);
        let mut rest = counted.ok_or(IndexError::FlatOutOfBounds { index, size })?;
        for (list, &n) in lists.iter_mut().zip(shape).rev() {
            list.push((rest % n) as i64);
            rest /= n;
        }
    }
    lists.into_iter().map(|list| Array::from_shape_vec(indices.shape(), list)).collect()
}

/// Integers or booleans as int64.
fn integers(array: &Array) -> Result<Array> {
    if !matches!(array.dtype.kind(), DtypeKind::Integer | DtypeKind::Unsigned | DtypeKind::Bool) {
        let (from, reason) = (array.dtype.clone(), CastReason::Rule(Casting::SameKind));
        return Err(Error::new(CastError { from, to: Dtype::Int64, reason }));
    }
    positions(array, Casting::SameKind).map(std::borrow::Cow::into_owned)
}

/// The rows and columns on and below the diagonal `k` of `n` rows and `m` columns (`None`: as many): NumPy's
/// `tril_indices`.
///
/// ```
/// use ndtype as np;
/// let [rows, columns] = &np::tril_indices(3, -1, None)?[..] else { unreachable!() };
/// assert_eq!((rows.to_vec::<i64>()?, columns.to_vec::<i64>()?), (vec![1, 2, 2], vec![0, 0, 1]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn tril_indices(n: usize, k: isize, m: impl Into<Option<usize>>) -> Result<Vec<Array>> {
    let m = m.into().unwrap_or(n);
    let (total, rows) = below(n, k as i128 + 1, m);
    triangle(total, rows, |row| (0, end_of_row(row, k.saturating_add(1), m)))
}

/// The rows and columns on and above the diagonal `k` of `n` rows and `m` columns (`None`: as many): NumPy's
/// `triu_indices`.
///
/// ```
/// use ndtype as np;
/// let [rows, columns] = &np::triu_indices(3, 1, None)?[..] else { unreachable!() };
/// assert_eq!((rows.to_vec::<i64>()?, columns.to_vec::<i64>()?), (vec![0, 0, 1], vec![1, 2, 2]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn triu_indices(n: usize, k: isize, m: impl Into<Option<usize>>) -> Result<Vec<Array>> {
    let m = m.into().unwrap_or(n);
    // What is not below the diagonal. The rows whose first column is beyond the last come at the end.
    let (under, _) = below(n, k as i128, m);
    let total = (n as i128).checked_mul(m as i128).zip(under).map(|(all, under)| all - under);
    let rows = 0..(m as i128 - k as i128).clamp(0, n as i128) as usize;
    triangle(total, rows, |row| (end_of_row(row, k, m), m))
}

/// The column at which a row meets a diagonal, within the matrix.
fn end_of_row(row: usize, k: isize, columns: usize) -> usize {
    let column = (row as isize).saturating_add(k).max(0);
    (column as usize).min(columns)
}

/// How many columns there are before column `row + k` in all rows of a matrix, and the rows that may have one. `None` if they
/// are more than can be counted.
fn below(rows: usize, k: i128, columns: usize) -> (Option<i128>, Range<usize>) {
    let (rows, columns) = (rows as i128, columns as i128);
    // None at first, then one more with each row, then all.
    let first = (-k).clamp(0, rows);
    let full = (columns - k).clamp(first, rows);
    let growing = (full - first).checked_mul(first + full - 1 + 2 * k).map(|twice| twice / 2);
    let total = growing.zip((rows - full).checked_mul(columns)).and_then(|(a, b)| a.checked_add(b));
    (total, first as usize..rows as usize)
}

/// The positions of all columns from a first to an end that depend on the row, so many in all, in these rows.
fn triangle(total: Option<i128>, rows: Range<usize>, columns: impl Fn(usize) -> (usize, usize)) -> Result<Vec<Array>> {
    let count = |row: usize| {
        let (first, end) = columns(row);
        end.saturating_sub(first)
    };
    // Counted without going through the rows, so that too many are an error at once.
    let total = total.and_then(|total| usize::try_from(total).ok()).unwrap_or(usize::MAX);
    let mut found = [Array::empty([total], Dtype::Int64)?, Array::empty([total], Dtype::Int64)?];
    if total == 0 {
        return Ok(found.into());
    }
    let [row_list, column_list] = &mut found;
    let (row_list, column_list) = (row_list.as_slice_mut::<i64>()?, column_list.as_slice_mut::<i64>()?);
    let mut done = 0;
    for row in rows {
        let (first, next) = (columns(row).0, done + count(row));
        row_list[done..next].fill(row as i64);
        for (column, slot) in (first as i64..).zip(&mut column_list[done..next]) {
            *slot = column;
        }
        done = next;
    }
    Ok(found.into())
}

/// The positions of the main diagonal of an array with `ndim` axes of size `n`: NumPy's `diag_indices`. An
/// error for more axes than arrays have.
///
/// ```
/// use ndtype as np;
/// let diagonal = np::diag_indices(2, 3)?;
/// assert_eq!(diagonal.len(), 3);
/// assert_eq!(diagonal[2].to_vec::<i64>()?, [0, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn diag_indices(n: usize, ndim: usize) -> Result<Vec<Array>> {
    checked_size(&[n], 8)?;
    if ndim > MAX_NDIM {
        return Err(ShapeError::TooManyDimensions { ndim }.into());
    }
    let along = arange(0, n as i64, 1)?;
    Ok(vec![along; ndim])
}

/// The coordinates of every element of an array of this shape, a grid for each axis: NumPy's `indices`.
///
/// ```
/// use ndtype as np;
/// let grids = np::indices([2, 3])?;
/// assert_eq!(grids.shape(), [2, 2, 3]);
/// assert_eq!(grids.to_vec::<i64>()?, [0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn indices(shape: impl AsRef<[usize]>) -> Result<Array> {
    let shape = shape.as_ref();
    let mut grids = Array::zeros([&[shape.len()], shape].concat(), Dtype::Int64)?;
    let size = checked_size(shape, 8)?;
    if size == 0 || shape.is_empty() {
        return Ok(grids);
    }
    for (axis, grid) in grids.as_slice_mut::<i64>()?.chunks_exact_mut(size).enumerate() {
        let inner: usize = shape[axis + 1..].iter().product();
        for outer in grid.chunks_exact_mut(inner * shape[axis]) {
            for (position, block) in outer.chunks_exact_mut(inner).enumerate() {
                block.fill(position as i64);
            }
        }
    }
    Ok(grids)
}
