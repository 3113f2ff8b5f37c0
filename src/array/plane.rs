//! Matrices with something on or beside their diagonal: `eye`, `diag`, `tri` and their kin, `vander`.

use std::ptr::NonNull;

use num_complex::Complex;

use super::{Array, ValueError, transfer_elements};
use crate::cast::Transfer;
use crate::dtype::{Dtype, IntoDtype, promote_types};
use crate::element::Element;
use crate::error::Result;
use crate::layout::Layout;

/// The rows and columns of a matrix, which of its diagonals is meant, and its dtype: what [`eye`] and [`tri`] take. A
/// number stands for as many rows and columns, a pair for both, float64 both.
///
/// ```
/// use ndtype::{self as np, Plane};
/// assert_eq!(np::eye(2)?.to_vec::<f64>()?, [1.0, 0.0, 0.0, 1.0]);
/// assert_eq!(np::eye(Plane::new(2, 3).k(1).dtype("u1"))?.to_vec::<u8>()?, [0, 1, 0, 0, 0, 1]);
/// assert!(np::eye(Plane::new(2, 3).dtype("f9")).is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Plane {
    rows: usize,
    columns: usize,
    k: isize,
    dtype: Result<Dtype>,
}

impl Plane {
    /// So many rows and columns of float64, and their main diagonal.
    pub fn new(rows: usize, columns: usize) -> Plane {
        Plane { rows, columns, k: 0, dtype: Ok(Dtype::Float64) }
    }

    /// The diagonal `k` to the right of the main one; to its left if negative.
    pub fn k(mut self, k: isize) -> Plane {
        self.k = k;
        self
    }

    /// The dtype.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Plane {
        self.dtype = dtype.into_dtype();
        self
    }
}

impl From<usize> for Plane {
    fn from(n: usize) -> Plane {
        Plane::new(n, n)
    }
}

impl From<(usize, usize)> for Plane {
    fn from((rows, columns): (usize, usize)) -> Plane {
        Plane::new(rows, columns)
    }
}

/// Ones on a diagonal, zeros elsewhere: NumPy's `eye`.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::eye((2, 3))?.to_vec::<f64>()?, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn eye(plane: impl Into<Plane>) -> Result<Array> {
    let Plane { rows, columns, k, dtype } = plane.into();
    let mut matrix = Array::zeros([rows, columns], dtype?)?;
    let ones = Array::ones([1], matrix.dtype())?;
    matrix.write_diagonal(&ones, k)?;
    Ok(matrix)
}

/// A square matrix of ones on the diagonal, zeros elsewhere: NumPy's `identity`.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::identity(2, "i4")?.to_vec::<i32>()?, [1, 0, 0, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn identity(n: usize, dtype: impl IntoDtype) -> Result<Array> {
    eye(Plane::new(n, n).dtype(dtype))
}

/// A diagonal: of one axis a square matrix that has it as its diagonal `k` and zeros elsewhere, of a matrix its diagonal
/// `k`, sharing memory. NumPy's `diag`. An error for other numbers of axes.
///
/// ```
/// use ndtype::{self as np, array};
/// let m = np::diag(&array![1, 2], 0)?;
/// assert_eq!(m.to_vec::<i32>()?, [1, 0, 0, 2]);
/// assert_eq!(np::diag(&m, 0)?.to_vec::<i32>()?, [1, 2]);
/// assert!(np::diag(&array![[[1]]], 0).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn diag(array: &Array, k: isize) -> Result<Array> {
    match array.ndim() {
        1 => diagflat(array, k),
        2 => array.diagonal(k, 0, 1),
        n => {
            Err(ValueError::Argument { reason: "the input of diag has to have 1 or 2 axes", value: n.to_string() }
                .into())
        }
    }
}

/// A square matrix with all elements of an array, in C's order, on its diagonal `k`, and zeros elsewhere: NumPy's
/// `diagflat`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::diagflat(&array![[1], [2]], 1)?.to_vec::<i32>()?, [0, 1, 0, 0, 0, 2, 0, 0, 0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn diagflat(array: &Array, k: isize) -> Result<Array> {
    let n = array.size().saturating_add(k.unsigned_abs());
    let mut matrix = Array::zeros([n, n], array.dtype())?;
    matrix.write_diagonal(&array.ravel()?, k)?;
    Ok(matrix)
}

/// Ones on a diagonal and below it, zeros above: NumPy's `tri`.
///
/// ```
/// use ndtype::{self as np, Plane};
/// assert_eq!(np::tri(Plane::new(2, 3).dtype("i4"))?.to_vec::<i32>()?, [1, 0, 0, 1, 1, 0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn tri(plane: impl Into<Plane>) -> Result<Array> {
    let Plane { rows, columns, k, dtype } = plane.into();
    let dtype = dtype?;
    // For the check that the shape is one.
    let mut mask = Array::zeros([rows, columns], Dtype::Bool)?;
    for (row, cells) in mask.as_slice_mut::<bool>()?.chunks_mut(columns.max(1)).enumerate() {
        cells[..kept(row, k, columns)].fill(true);
    }
    if dtype == Dtype::Bool { Ok(mask) } else { mask.astype(dtype) }
}

/// How many elements of a row are on a diagonal or left of it.
fn kept(row: usize, k: isize, columns: usize) -> usize {
    let end = row as i128 + k as i128 + 1;
    end.clamp(0, columns as i128) as usize
}

/// A copy with zeros above a diagonal of the last two axes: NumPy's `tril`. One axis is repeated in every row.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::tril(&array![[1, 2], [3, 4]], 0)?.to_vec::<i32>()?, [1, 0, 3, 4]);
/// assert!(np::tril(&array![1].reshape([])?, 0).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn tril(array: &Array, k: isize) -> Result<Array> {
    triangle(array, |row, columns| 0..kept(row, k, columns))
}

/// A copy with zeros below a diagonal of the last two axes: NumPy's `triu`. One axis is repeated in every row.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::triu(&array![[1, 2], [3, 4]], 0)?.to_vec::<i32>()?, [1, 2, 0, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn triu(array: &Array, k: isize) -> Result<Array> {
    triangle(array, |row, columns| kept(row, k.saturating_sub(1), columns)..columns)
}

fn triangle(array: &Array, part: impl Fn(usize, usize) -> std::ops::Range<usize>) -> Result<Array> {
    let source = match array.ndim() {
        0 => {
            return Err(
                ValueError::Argument { reason: "a triangle needs an axis", value: array.ndim().to_string() }.into()
            );
        }
        1 => array.broadcast_to([array.len(), array.len()])?,
        _ => array.clone(),
    };
    let (shape, axes) = (source.shape().to_vec(), source.ndim());
    // In native byte order, as NumPy's is.
    let (rows, columns) = (shape[axes - 2], shape[axes - 1]);
    // NumPy chooses between the elements and zero by a mask in C's order, which has its say about the order of axes.
    let dtype = source.dtype().native_scalar().clone();
    let mask = Layout::c_order(&[rows, columns], 1)?.broadcast_to(&shape)?;
    let layout = Layout::elementwise(&shape, dtype.itemsize(), &[&mask, &source.layout])?;
    let mut result = Array::zeros_of(layout, dtype)?;
    for row in 0..rows {
        let range = part(row, columns);
        // The same row of every matrix.
        let index = |layout: &Layout| {
            let (mut shape, mut strides) = (layout.shape().to_vec(), layout.strides().to_vec());
            let offset =
                strides[axes - 2].wrapping_mul(row as isize) + strides[axes - 1].wrapping_mul(range.start as isize);
            (shape[axes - 2], shape[axes - 1]) = (1, range.len());
            strides[axes - 2] = 0;
            Ok::<_, crate::error::Error>((offset, Layout::new(&shape, &strides)?))
        };
        let (from, from_layout) = index(&source.layout)?;
        let (to, to_layout) = index(&result.layout)?;
        let cells = source.share(from, from_layout, source.dtype.clone())?;
        result.write_part(to, &to_layout, &cells)?;
    }
    Ok(result)
}

impl Array {
    /// Writes one axis of elements, or one for all, to a diagonal of this matrix.
    fn write_diagonal(&mut self, values: &Array, k: isize) -> Result<()> {
        let (offset, layout) = self.layout.diagonal(k, 0, 1)?;
        self.write_part(offset, &layout, &values.broadcast_to(layout.shape())?)
    }

    /// Writes elements to a part of this array; the caller has made sure that it is one, and that the shapes are the same.
    fn write_part(&mut self, offset: isize, layout: &Layout, values: &Array) -> Result<()> {
        debug_assert_eq!(layout.shape(), values.shape());
        let first = self.make_unique()?;
        if layout.is_empty() {
            return Ok(());
        }
        let transfer = Transfer::plan(values.dtype(), self.dtype())?;
        let Some(target) = NonNull::new(first.as_ptr().wrapping_offset(offset)) else { return Ok(()) };
        // SAFETY: both layouts have one shape; the target is a part of this array, which alone refers to its memory, so that
        // the values lie elsewhere; both are valid elements of the transfer's dtypes.
        unsafe { transfer_elements(&transfer, (values.first(), &values.layout), (target, layout)) }
    }
}

/// Powers of the elements of one axis, a row each, from the highest down or, `increasing`, from 0 up: NumPy's `vander`. By
/// default there are as many columns as rows.
///
/// The dtype is that of the elements promoted with int64. An error for what is then neither int64, float64 nor
/// complex128, and for other numbers of axes than one.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::vander(&array![2, 3], Some(3), false)?.to_vec::<i64>()?, [4, 2, 1, 9, 3, 1]);
/// assert_eq!(np::vander(&array![2, 3], None, true)?.to_vec::<i64>()?, [1, 2, 1, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn vander(x: &Array, columns: Option<usize>, increasing: bool) -> Result<Array> {
    if x.ndim() != 1 {
        return Err(ValueError::Argument { reason: "vander needs one axis", value: x.ndim().to_string() }.into());
    }
    let columns = columns.unwrap_or(x.size());
    let dtype = promote_types(x.dtype(), Dtype::Int64)?;
    let (x, mut matrix) = (x.astype(&dtype)?, Array::empty([x.size(), columns], &dtype)?);
    match dtype {
        Dtype::Int64 => write_powers(&mut matrix, &x, increasing, 1, i64::wrapping_mul)?,
        Dtype::Float64 => write_powers(&mut matrix, &x, increasing, 1.0, |a: f64, b| a * b)?,
        Dtype::Complex128 => {
            write_powers(&mut matrix, &x, increasing, Complex::new(1.0, 0.0), |a: Complex<f64>, b| a * b)?;
        }
        dtype => return Err(ValueError::Unsupported { operation: "vander", dtype }.into()),
    }
    Ok(matrix)
}

fn write_powers<T: Element + Copy>(
    matrix: &mut Array,
    x: &Array,
    increasing: bool,
    one: T,
    times: impl Fn(T, T) -> T,
) -> Result<()> {
    let columns = matrix.shape()[1].max(1);
    for (row, x) in matrix.as_slice_mut::<T>()?.chunks_mut(columns).zip(x.iter::<T>()?) {
        // The first power is the number itself, not one times it: a NaN or a signed zero stays as it is.
        let powers = std::iter::once(one).chain(std::iter::successors(Some(x), |power| Some(times(*power, x))));
        row.iter_mut().zip(powers).for_each(|(cell, power)| *cell = power);
        if !increasing {
            row.reverse();
        }
    }
    Ok(())
}
