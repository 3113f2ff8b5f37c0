//! To and from the ndarray crate, without copying.

use std::ptr::NonNull;

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, Axis, Dimension, IxDyn, ShapeBuilder};

use super::{Array, ArrayView, ValueError};
use crate::buffer::Buffer;
use crate::element::{Element, clear_padding};
use crate::error::{Error, Result};
use crate::layout::{Layout, ShapeError, Strides};

/// Where a view starts once every stride is positive, its strides in elements, and the axes that were turned round.
struct Turned {
    offset: isize,
    strides: Vec<usize>,
    backwards: Vec<usize>,
}

impl Array {
    /// The elements as an `ndarray` view, whatever the strides, without a copy. An error that names both dtypes if they are
    /// not values of `T`, and one if they are not aligned.
    ///
    /// ```
    /// use ndtype::{array, idx};
    /// let a = array![[1.0, 2.0], [3.0, 4.0]];
    /// let backwards = a.get(idx![..; -1])?;
    /// assert_eq!(backwards.as_ndarray::<f64>()?, ndarray::array![[3.0, 4.0], [1.0, 2.0]].into_dyn());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn as_ndarray<T: Element>(&self) -> Result<ArrayViewD<'_, T>> {
        self.iter::<T>()?;
        if self.is_empty() {
            return ArrayViewD::from_shape(IxDyn(self.shape()), &[]).map_err(|_| self.too_big());
        }
        let turned = self.turned::<T>()?;
        let ptr = self.first().as_ptr().wrapping_offset(turned.offset).cast::<T>();
        // SAFETY: the elements at these strides are those of this array: valid values of `T`, aligned, and borrowed with it.
        let mut view = unsafe { ArrayViewD::from_shape_ptr(IxDyn(self.shape()).strides(IxDyn(&turned.strides)), ptr) };
        turned.backwards.iter().for_each(|&axis| view.invert_axis(Axis(axis)));
        Ok(view)
    }

    /// The elements as an `ndarray` view to write to; copies them first if their memory is shared or not
    /// aligned, or if several positions are one element. Errors as for [`as_ndarray`](Self::as_ndarray).
    pub fn as_ndarray_mut<T: Element>(&mut self) -> Result<ArrayViewMutD<'_, T>> {
        self.iter::<T>()?;
        if T::PADDED {
            return Err(ValueError::Padded { dtype: T::dtype() }.into());
        }
        if self.is_empty() {
            return ArrayViewMutD::from_shape(IxDyn(self.shape()), &mut []).map_err(|_| self.too_big());
        }
        if !self.is_aligned() || !self.first().addr().get().is_multiple_of(align_of::<T>()) {
            *self = self.copy()?;
        }
        let first = self.make_unique()?;
        let turned = self.turned::<T>()?;
        let ptr = first.as_ptr().wrapping_offset(turned.offset).cast::<T>();
        let shape = IxDyn(self.shape()).strides(IxDyn(&turned.strides));
        // SAFETY: as for `as_ndarray`; no other array refers to the memory, which is borrowed mutably, and each position is
        // an element of its own.
        let mut view = unsafe { ArrayViewMutD::from_shape_ptr(shape, ptr) };
        turned.backwards.iter().for_each(|&axis| view.invert_axis(Axis(axis)));
        Ok(view)
    }

    /// A copy of the elements as an `ndarray` array, aligned or not. An error that names both dtypes if they are not values of
    /// `T`.
    pub fn to_ndarray<T: Element>(&self) -> Result<ArrayD<T>> {
        self.iter::<T>()?;
        if self.is_empty() || self.turned::<T>().is_ok() {
            return Ok(self.as_ndarray::<T>()?.to_owned());
        }
        // Unaligned, or strides that are no number of elements.
        Ok(self.copy()?.as_ndarray::<T>()?.to_owned())
    }

    fn too_big(&self) -> Error {
        ShapeError::TooBig { shape: self.shape().into(), itemsize: self.itemsize() }.into()
    }

    /// As [`as_ndarray`](Self::as_ndarray), with a number of axes that is known when compiling. An error that names both if
    /// there are more or fewer.
    ///
    /// ```
    /// use ndtype::array;
    /// let a = array![[1.0, 2.0], [3.0, 4.0]];
    /// let plane = a.as_ndarray_dim::<f64, ndarray::Ix2>()?;
    /// assert_eq!(plane[[1, 0]], 3.0);
    /// assert!(a.as_ndarray_dim::<f64, ndarray::Ix1>().unwrap_err().is_value());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn as_ndarray_dim<T: Element, D: Dimension>(&self) -> Result<ndarray::ArrayView<'_, T, D>> {
        let view = self.as_ndarray::<T>()?;
        view.into_dimensionality().map_err(|_| self.wrong_axes::<D>().into())
    }

    /// As [`as_ndarray_mut`](Self::as_ndarray_mut), with a number of axes that is known when compiling. Errors as for
    /// [`as_ndarray_dim`](Self::as_ndarray_dim).
    ///
    /// ```
    /// use ndtype::array;
    /// let mut a = array![1, 2];
    /// a.as_ndarray_dim_mut::<i32, ndarray::Ix1>()?[0] = 5;
    /// assert_eq!(a.to_vec::<i32>()?, [5, 2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn as_ndarray_dim_mut<T: Element, D: Dimension>(&mut self) -> Result<ndarray::ArrayViewMut<'_, T, D>> {
        let wrong = self.wrong_axes::<D>();
        self.as_ndarray_mut::<T>()?.into_dimensionality().map_err(|_| wrong.into())
    }

    /// As [`to_ndarray`](Self::to_ndarray), with a number of axes that is known when compiling. An error that names both if
    /// there are more or fewer.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![1, 2].to_ndarray_dim::<i32, ndarray::Ix1>()?, ndarray::array![1, 2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn to_ndarray_dim<T: Element, D: Dimension>(&self) -> Result<ndarray::Array<T, D>> {
        self.to_ndarray::<T>()?.into_dimensionality().map_err(|_| self.wrong_axes::<D>().into())
    }

    fn wrong_axes<D: Dimension>(&self) -> ValueError {
        let value = format!("{} rather than {}", self.ndim(), D::NDIM.unwrap_or_default());
        ValueError::Argument { reason: "the array has another number of axes", value }
    }

    fn turned<T>(&self) -> Result<Turned> {
        let size = size_of::<T>() as isize;
        let mut turned = Turned { offset: 0, strides: vec![0; self.ndim()], backwards: Vec::new() };
        // A record that is not said to be aligned has an equal dtype.
        if !self.is_aligned() || !self.first().addr().get().is_multiple_of(align_of::<T>()) {
            return Err(ValueError::NotAligned.into());
        }
        for (axis, (&n, &stride)) in self.shape().iter().zip(self.strides()).enumerate() {
            // The stride of an axis of one element means nothing.
            let stride = if n > 1 { stride } else { 0 };
            if stride % size != 0 {
                return Err(self.not_contiguous());
            }
            if stride < 0 {
                turned.offset += stride * (n as isize - 1);
                turned.backwards.push(axis);
            }
            turned.strides[axis] = (stride / size).unsigned_abs();
        }
        Ok(turned)
    }
}

/// Moves in without a copy, whatever its strides.
///
/// # Panics
/// If it has more than 64 axes, which NumPy's arrays never have.
impl<T: Element, D: Dimension> From<ndarray::Array<T, D>> for Array {
    fn from(array: ndarray::Array<T, D>) -> Array {
        super::unwrapped(moved_in(array))
    }
}

fn moved_in<T: Element, D: Dimension>(array: ndarray::Array<T, D>) -> Result<Array> {
    let size = size_of::<T>();
    let shape = array.shape().to_vec();
    let strides: Strides = array.strides().iter().map(|&s| s * size as isize).collect();
    let layout = Layout::new(&shape, &strides)?;
    let (mut values, first) = array.into_raw_vec_and_offset();
    let Some(ptr) = NonNull::new(values.as_mut_ptr().cast::<u8>()) else { return Array::zeros(shape, T::dtype()) };
    let len = values.len() * size;
    // SAFETY: the vector's elements, all of them.
    unsafe { clear_padding::<T>(ptr.as_ptr(), values.len()) };
    // SAFETY: the vector's elements stay where they are while it is kept, and nothing else refers to them. It drops them
    // when it is dropped.
    let buffer = unsafe { Buffer::foreign(ptr, len, Box::new(values), T::PLAIN) };
    Ok(Array { buffer, offset: first.unwrap_or(0) * size, layout, dtype: T::dtype(), borrowed: false })
}

/// Where the elements of an `ndarray` array lie: the lowest address, how many bytes from there on, how far from it the first
/// element is, and the layout.
struct Placed {
    start: NonNull<u8>,
    bytes: usize,
    offset: usize,
    layout: Layout,
}

impl Placed {
    /// `first` is the address of the first element.
    fn new<T>(first: *const T, shape: &[usize], strides: &[isize]) -> Result<Placed> {
        let size = size_of::<T>();
        let strides: Strides = strides.iter().map(|&s| s.wrapping_mul(size as isize)).collect();
        let layout = Layout::new(shape, &strides)?;
        let extent = layout.extent(size);
        let start = first.cast::<u8>().wrapping_offset(extent.start).cast_mut();
        let bytes = (extent.end - extent.start) as usize;
        let start = NonNull::new(start).unwrap_or(NonNull::<T>::dangling().cast());
        Ok(Placed { start, bytes, offset: extent.start.unsigned_abs(), layout })
    }
}

impl<'a> ArrayView<'a> {
    /// An `ndarray` view, whatever its strides, without a copy.
    ///
    /// ```
    /// use ndtype::ArrayView;
    /// let m = ndarray::array![[1, 2], [3, 4]];
    /// let view = ArrayView::from_ndarray(m.t())?;
    /// assert_eq!((view.to_vec::<i32>()?, view.as_ptr()), (vec![1, 3, 2, 4], m.as_ptr().cast()));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_ndarray<T: Element, D: Dimension>(view: ndarray::ArrayView<'a, T, D>) -> Result<ArrayView<'a>> {
        if T::PADDED {
            // What is between the fields has no value yet, and cannot be given one here: a copy, which is the view's own.
            return Ok(ArrayView::owned(moved_in(view.to_owned())?));
        }
        let Placed { start, bytes, offset, layout } = Placed::new(view.as_ptr(), view.shape(), view.strides())?;
        // SAFETY: the bytes between the lowest and the highest element are memory that the view borrows for `'a`.
        Ok(unsafe { ArrayView::placed(start, bytes, offset, layout, T::dtype()) })
    }
}

/// Moves in without a copy, whatever its strides. It may be shared, so that the first write copies.
///
/// # Panics
/// If it has more than 64 axes, which NumPy's arrays never have.
impl<T: Element, D: Dimension> From<ndarray::ArcArray<T, D>> for Array {
    fn from(array: ndarray::ArcArray<T, D>) -> Array {
        super::unwrapped(shared_in(array))
    }
}

fn shared_in<T: Element, D: Dimension>(array: ndarray::ArcArray<T, D>) -> Result<Array> {
    if T::PADDED {
        return moved_in(array.to_owned());
    }
    let Placed { start, bytes, offset, layout } = Placed::new(array.as_ptr(), array.shape(), array.strides())?;
    let array = array.into_dyn();
    // SAFETY: the elements are on the heap and stay there while the array is kept; it may be shared and is not written to.
    // The array drops them.
    let buffer = unsafe { Buffer::foreign(start, bytes, Box::new(array), false) };
    Ok(Array { buffer, offset, layout, dtype: T::dtype(), borrowed: false })
}
