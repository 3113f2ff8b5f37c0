//! NumPy's functions for what are methods of [`Array`], and the questions that have one word for an answer.

use super::order::Order;
use super::{Array, IntoValue};
use crate::dtype::{Dtype, IntoDtype};
use crate::element::Scalar;
use crate::error::Result;
use crate::layout::normalize_axis;

/// As [`Array::zeros`]: NumPy's `zeros`.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::zeros([2, 2], "i4")?.to_vec::<i32>()?, [0; 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn zeros(shape: impl AsRef<[usize]>, dtype: impl IntoDtype) -> Result<Array> {
    Array::zeros(shape, dtype)
}

/// As [`Array::ones`]: NumPy's `ones`.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::ones([3], "f4")?.to_vec::<f32>()?, [1.0; 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ones(shape: impl AsRef<[usize]>, dtype: impl IntoDtype) -> Result<Array> {
    Array::ones(shape, dtype)
}

/// As [`Array::empty`]: NumPy's `empty`.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::empty([2, 3], "f8")?.shape(), [2, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn empty(shape: impl AsRef<[usize]>, dtype: impl IntoDtype) -> Result<Array> {
    Array::empty(shape, dtype)
}

/// As [`Array::full`]: NumPy's `full`.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::full([2], 7, "u1")?.to_vec::<u8>()?, [7, 7]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn full(shape: impl AsRef<[usize]>, value: impl Into<Scalar>, dtype: impl IntoDtype) -> Result<Array> {
    Array::full(shape, value, dtype)
}

/// As [`Array::reshape`]: NumPy's `reshape`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::reshape(&array![1, 2, 3, 4], [2, -1])?.shape(), [2, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn reshape(a: &Array, shape: impl AsRef<[isize]>) -> Result<Array> {
    a.reshape(shape)
}

/// As [`Array::ravel`]: NumPy's `ravel`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::ravel(&array![[1, 2], [3, 4]].t())?.to_vec::<i32>()?, [1, 3, 2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ravel(a: &Array) -> Result<Array> {
    a.ravel()
}

/// The axes in another order, or in reverse: NumPy's `transpose`; see [`Array::transpose`].
///
/// ```
/// use ndtype::{self as np, Array};
/// let a = Array::zeros([2, 3, 4], "u1")?;
/// assert_eq!(np::transpose(&a, None)?.shape(), [4, 3, 2]);
/// assert_eq!(np::transpose(&a, Some(&[1, 0, 2]))?.shape(), [3, 2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn transpose(a: &Array, axes: Option<&[isize]>) -> Result<Array> {
    match axes {
        Some(axes) => a.transpose(axes),
        None => Ok(a.t()),
    }
}

/// The last two axes in each other's place: NumPy's `matrix_transpose`. An error for fewer axes.
///
/// ```
/// use ndtype::{self as np, Array};
/// assert_eq!(np::matrix_transpose(&Array::zeros([2, 3, 4], "u1")?)?.shape(), [2, 4, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn matrix_transpose(a: &Array) -> Result<Array> {
    a.swapaxes(-2, -1)
}

/// As [`Array::swapaxes`]: NumPy's `swapaxes`.
///
/// ```
/// use ndtype::{self as np, Array};
/// assert_eq!(np::swapaxes(&Array::zeros([2, 3, 4], "u1")?, 0, -1)?.shape(), [4, 3, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn swapaxes(a: &Array, axis1: isize, axis2: isize) -> Result<Array> {
    a.swapaxes(axis1, axis2)
}

/// As [`Array::moveaxis`]: NumPy's `moveaxis`.
///
/// ```
/// use ndtype::{self as np, Array};
/// assert_eq!(np::moveaxis(&Array::zeros([2, 3, 4], "u1")?, &[0], &[-1])?.shape(), [3, 4, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn moveaxis(a: &Array, sources: &[isize], destinations: &[isize]) -> Result<Array> {
    a.moveaxis(sources, destinations)
}

/// As [`Array::rollaxis`]: NumPy's `rollaxis`.
///
/// ```
/// use ndtype::{self as np, Array};
/// assert_eq!(np::rollaxis(&Array::zeros([2, 3, 4], "u1")?, 2, 0)?.shape(), [4, 2, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn rollaxis(a: &Array, axis: isize, start: isize) -> Result<Array> {
    a.rollaxis(axis, start)
}

/// As [`Array::squeeze`]: NumPy's `squeeze`.
///
/// ```
/// use ndtype::{self as np, Array};
/// assert_eq!(np::squeeze(&Array::zeros([1, 3, 1], "u1")?, Some(&[0]))?.shape(), [3, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn squeeze(a: &Array, axes: Option<&[isize]>) -> Result<Array> {
    a.squeeze(axes)
}

/// As [`Array::expand_dims`]: NumPy's `expand_dims`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::expand_dims(&array![1, 2], &[0, 2])?.shape(), [1, 2, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn expand_dims(a: &Array, axes: &[isize]) -> Result<Array> {
    a.expand_dims(axes)
}

/// As [`Array::flip`]: NumPy's `flip`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::flip(&array![[1, 2], [3, 4]], None)?.to_vec::<i32>()?, [4, 3, 2, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn flip(a: &Array, axes: Option<&[isize]>) -> Result<Array> {
    a.flip(axes)
}

/// As [`Array::fliplr`]: NumPy's `fliplr`. An error for fewer than two axes.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::fliplr(&array![[1, 2], [3, 4]])?.to_vec::<i32>()?, [2, 1, 4, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn fliplr(a: &Array) -> Result<Array> {
    a.fliplr()
}

/// As [`Array::flipud`]: NumPy's `flipud`. An error without an axis.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::flipud(&array![[1, 2], [3, 4]])?.to_vec::<i32>()?, [3, 4, 1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn flipud(a: &Array) -> Result<Array> {
    a.flipud()
}

/// Turned by `turns` quarters from the first of two axes towards the second: NumPy's `rot90`. An error unless these are two
/// axes of the array.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(np::rot90(&a, 1, [0, 1])?.to_vec::<i32>()?, [2, 4, 1, 3]);
/// assert_eq!(np::rot90(&a, 1, [1, 0])?.to_vec::<i32>()?, [3, 1, 4, 2]);
/// assert!(np::rot90(&a, 1, [0, -2]).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn rot90(a: &Array, turns: isize, axes: [isize; 2]) -> Result<Array> {
    let [from, to] = [normalize_axis(axes[0], a.ndim())? as isize, normalize_axis(axes[1], a.ndim())? as isize];
    if from == to {
        let value = format!("{} and {}", axes[0], axes[1]);
        return Err(super::ValueError::Argument { reason: "the axes of a rotation must be different", value }.into());
    }
    match turns.rem_euclid(4) {
        0 => Ok(a.clone()),
        1 => a.flip(Some(&[to]))?.swapaxes(from, to),
        2 => a.flip(Some(&[from, to])),
        _ => a.swapaxes(from, to)?.flip(Some(&[to])),
    }
}

/// As [`Array::diagonal`]: NumPy's `diagonal`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::diagonal(&array![[1, 2], [3, 4]], 0, 0, 1)?.to_vec::<i32>()?, [1, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn diagonal(a: &Array, offset: isize, axis1: isize, axis2: isize) -> Result<Array> {
    a.diagonal(offset, axis1, axis2)
}

/// As [`Array::real`]: NumPy's `real`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::real(&array![1, 2; dtype: "c16"])?.to_vec::<f64>()?, [1.0, 2.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn real(a: &Array) -> Result<Array> {
    a.real()
}

/// As [`Array::imag`]: NumPy's `imag`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::imag(&array![1, 2; dtype: "c16"])?.to_vec::<f64>()?, [0.0, 0.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn imag(a: &Array) -> Result<Array> {
    a.imag()
}

/// As [`Array::copy`]: NumPy's `copy`.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![1, 2];
/// assert_ne!(np::copy(&a)?.as_ptr(), a.as_ptr());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn copy(a: &Array) -> Result<Array> {
    a.copy()
}

/// As [`Array::astype`]: NumPy's `astype`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::astype(&array![1.5], "i4")?.to_vec::<i32>()?, [1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn astype(a: &Array, dtype: impl IntoDtype) -> Result<Array> {
    a.astype(dtype)
}

/// As [`Array::as_strided`]: NumPy's `lib.stride_tricks.as_strided`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::as_strided(&array![1i8, 2, 3], [2, 2], [1, 1])?.to_vec::<i8>()?, [1, 2, 2, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn as_strided(a: &Array, shape: impl AsRef<[usize]>, strides: impl AsRef<[isize]>) -> Result<Array> {
    a.as_strided(shape, strides)
}

/// A value or an array as an array; arrays share their memory: NumPy's `asarray`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::asarray(2.5)?.ndim(), 0);
/// let a = array![1, 2];
/// assert_eq!(np::asarray(&a)?.as_ptr(), a.as_ptr());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn asarray(a: impl IntoValue) -> Result<Array> {
    a.into_value()
}

/// The elements one after the other in C's order, with at least one axis: NumPy's `ascontiguousarray`. Shares memory if they
/// lie so already.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1i8, 2], [3, 4]];
/// assert_eq!(np::ascontiguousarray(&a.t())?.strides(), [2, 1]);
/// assert_eq!(np::ascontiguousarray(&a)?.as_ptr(), a.as_ptr());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ascontiguousarray(a: &Array) -> Result<Array> {
    super::atleast_1d(&a.to_contiguous()?)
}

/// The elements one after the other in Fortran's order, with at least one axis: NumPy's `asfortranarray`. Shares memory if
/// they lie so already.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::asfortranarray(&array![[1i8, 2], [3, 4]])?.strides(), [1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn asfortranarray(a: &Array) -> Result<Array> {
    super::atleast_1d(&if a.flags().f_contiguous { a.clone() } else { a.copy_in(Order::F)? })
}

/// What an array has to be like for [`require`]; what is not set may be anything.
///
/// ```
/// use ndtype::{self as np, Requirements, array};
/// let a = array![1, 2];
/// let alone = np::require(&a, Requirements::new().unique())?;
/// assert!(alone.flags().unique && alone.as_ptr() != a.as_ptr());
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct Requirements {
    dtype: Option<Result<Dtype>>,
    order: Option<Order>,
    aligned: bool,
    unique: bool,
}

impl Requirements {
    /// Anything.
    pub fn new() -> Requirements {
        Requirements::default()
    }

    /// Of this dtype; others are cast to it.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Requirements {
        self.dtype = Some(dtype.into_dtype());
        self
    }

    /// With its elements one after the other in this order. `K` and `A` are any order at all.
    pub fn order(mut self, order: Order) -> Requirements {
        self.order = Some(order);
        self
    }

    /// Every element aligned as its dtype asks.
    pub fn aligned(mut self) -> Requirements {
        self.aligned = true;
        self
    }

    /// With memory that no other array shares: NumPy's requirement `O`.
    pub fn unique(mut self) -> Requirements {
        self.unique = true;
        self
    }
}

/// An array that is as required: NumPy's `require`. It shares memory if it is so already, else it is a copy.
///
/// ```
/// use ndtype::{self as np, Order, Requirements, array};
/// let a = array![[1, 2], [3, 4]];
/// let b = np::require(&a, Requirements::new().dtype("f4").order(Order::F).aligned())?;
/// assert!(b.flags().f_contiguous && b.flags().aligned);
/// assert_eq!(np::require(&a, Requirements::new().order(Order::C))?.as_ptr(), a.as_ptr());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn require(a: &Array, requirements: Requirements) -> Result<Array> {
    let Requirements { dtype, order, aligned, unique } = requirements;
    let dtype = dtype.transpose()?.filter(|dtype| dtype != a.dtype());
    let array = if let Some(dtype) = &dtype { a.astype(dtype)? } else { a.clone() };
    let flags = array.flags();
    let ordered = match order {
        Some(Order::C) => flags.c_contiguous,
        Some(Order::F) => flags.f_contiguous,
        _ => true,
    };
    // The clone above counts as another array over the memory.
    let shared = unique && dtype.is_none();
    if ordered && (flags.aligned || !aligned) && !shared {
        return Ok(array);
    }
    array.copy_in(order.unwrap_or(Order::K))
}

/// The size of each axis: NumPy's `shape`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::shape(&array![[1, 2, 3]]), [1, 3]);
/// ```
pub fn shape(a: &Array) -> &[usize] {
    a.shape()
}

/// How many elements there are in all, or along an axis: NumPy's `size`. An error if there is no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// assert_eq!((np::size(&a, None)?, np::size(&a, -1)?), (6, 3));
/// assert!(np::size(&a, 2).is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn size(a: &Array, axis: impl Into<Option<isize>>) -> Result<usize> {
    match axis.into() {
        Some(axis) => Ok(a.shape()[normalize_axis(axis, a.ndim())?]),
        None => Ok(a.size()),
    }
}

/// How many axes there are: NumPy's `ndim`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::ndim(&array![[1, 2]]), 2);
/// ```
pub fn ndim(a: &Array) -> usize {
    a.ndim()
}
