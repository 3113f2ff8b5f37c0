//! Borrowed arrays: [`ArrayView`] reads memory that someone else owns, [`ArrayViewMut`] writes through a window of an array.

use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

use super::{Array, IntoIndex, IntoValue, ValueError};
use crate::buffer::Buffer;
use crate::dtype::{Dtype, IntoDtype};
use crate::element::{Element, Scalar};
use crate::error::Result;
use crate::layout::{Layout, Plan, ShapeError, Tuple};

/// An array over borrowed memory. It reads like an [`Array`]; whatever is kept beyond the borrow is copied.
///
/// Its own methods stay within the borrow and copy nothing. What is reached through the `Array` behind it, by `clone` for
/// instance, is copied and so may outlive it.
///
/// ```
/// use ndtype::{ArrayView, idx};
/// let samples = [1.0f32, 2.0, 3.0, 4.0];
/// let view = ArrayView::from_slice(&samples)?;
/// assert_eq!(view.as_ptr(), samples.as_ptr().cast());
/// let tail = view.get(idx![2..])?; // still no copy
/// assert_eq!(tail.to_vec::<f32>()?, [3.0, 4.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
///
/// ```compile_fail
/// use ndtype::ArrayView;
/// let view = {
///     let samples = vec![1.0f32, 2.0];
///     ArrayView::from_slice(&samples).unwrap()
/// }; // `samples` does not live long enough
/// view.shape();
/// ```
pub struct ArrayView<'a> {
    /// Marked borrowed if its memory is, so that nothing shares that by way of `Deref`. There is no `DerefMut`: an array
    /// swapped out of here would escape.
    array: Array,
    marker: PhantomData<&'a [u8]>,
}

impl<'a> ArrayView<'a> {
    /// One axis over a slice. Records with padding are copied; see [`record!`](crate::record).
    pub fn from_slice<T: Element>(values: &'a [T]) -> Result<ArrayView<'a>> {
        ArrayView::from_shape_slice([values.len()], values)
    }

    /// The elements of a slice in C's order, in this shape. An error if there are not as many as the shape has.
    pub fn from_shape_slice<T: Element>(shape: impl AsRef<[usize]>, values: &'a [T]) -> Result<ArrayView<'a>> {
        let layout = Layout::c_order(shape.as_ref(), size_of::<T>())?;
        if layout.size() != values.len() {
            let shape = shape.as_ref().iter().map(|&n| n as isize).collect();
            return Err(ShapeError::Reshape { size: values.len(), shape }.into());
        }
        if T::PADDED {
            // What is between the fields has no value yet, and cannot be given one here: a copy, which is the view's own.
            let array = Array::from_shape_vec(shape, values.to_vec())?;
            return Ok(ArrayView::owned(array));
        }
        // SAFETY: the slice is valid and unchanged for `'a`, which this view carries.
        Ok(unsafe { ArrayView::over(NonNull::from(values).cast(), size_of_val(values), layout, T::dtype()) })
    }

    /// Bytes as elements of a dtype, in C's order: NumPy's `frombuffer`. They need not be aligned.
    ///
    /// Errors: a shape that the bytes do not fill, a dtype whose elements own memory, bytes that are no booleans.
    pub fn from_bytes(bytes: &'a [u8], shape: impl AsRef<[usize]>, dtype: impl IntoDtype) -> Result<ArrayView<'a>> {
        let (mut shape, mut dtype) = (shape.as_ref().to_vec(), dtype.into_dtype()?);
        while let Dtype::SubArray(sub) = &dtype {
            shape.extend(sub.shape());
            dtype = sub.base().clone();
        }
        if dtype.has_object() {
            return Err(ValueError::ViewSize { reason: "cannot make elements that own memory from bytes" }.into());
        }
        let layout = Layout::c_order(&shape, dtype.itemsize())?;
        if layout.size().checked_mul(dtype.itemsize()) != Some(bytes.len()) {
            let reason = "the size of the buffer is not that of the elements";
            let value = format!("{} bytes for shape {} of {dtype}", bytes.len(), Tuple(&shape));
            return Err(ValueError::Argument { reason, value }.into());
        }
        // SAFETY: the slice is valid and unchanged for `'a`, which this view carries.
        let view = unsafe { ArrayView::over(NonNull::from(bytes).cast(), bytes.len(), layout, dtype) };
        view.array.check_bools()?;
        Ok(view)
    }

    /// # Safety
    /// - `ptr` is valid for reads of `len` initialised bytes, which nothing writes, for `'a`.
    /// - The bytes hold as many elements of `dtype` as the dense `layout` has; booleans may still be unchecked.
    unsafe fn over(ptr: NonNull<u8>, len: usize, layout: Layout, dtype: Dtype) -> ArrayView<'a> {
        // SAFETY: the caller's promises; a dense layout starts at the first byte.
        unsafe { ArrayView::placed(ptr, len, 0, layout, dtype) }
    }

    /// # Safety
    /// - `ptr` is valid for `len` bytes, which nothing writes, for `'a`.
    /// - The layout, from `offset` on, stays within them; every element there is initialised and a valid value of `dtype`.
    pub(super) unsafe fn placed(
        ptr: NonNull<u8>,
        len: usize,
        offset: usize,
        layout: Layout,
        dtype: Dtype,
    ) -> ArrayView<'a> {
        // SAFETY: the buffer is dropped with this view, or with others of the same lifetime; see `Array::share`.
        let buffer = unsafe { Buffer::borrowed(ptr, len) };
        ArrayView { array: Array { buffer, offset, layout, dtype, borrowed: true }, marker: PhantomData }
    }

    /// A view of an array that belongs to nobody else.
    pub(super) fn owned(array: Array) -> ArrayView<'a> {
        ArrayView { array, marker: PhantomData }
    }

    /// Applies an operation of `Array` that shares memory, and keeps the result within the borrow.
    fn within(&self, operation: impl FnOnce(&Array) -> Result<Array>) -> Result<ArrayView<'a>> {
        let Array { buffer, offset, layout, dtype, .. } = &self.array;
        // This alias may be shared, but is gone before this function returns.
        let alias = Array {
            buffer: buffer.clone(),
            offset: *offset,
            layout: layout.clone(),
            dtype: dtype.clone(),
            borrowed: false,
        };
        let mut array = operation(&alias)?;
        array.borrowed = array.buffer.is_borrowed();
        Ok(ArrayView { array, marker: PhantomData })
    }

    /// As [`Array::get`], within the borrow.
    pub fn get(&self, index: impl IntoIndex) -> Result<ArrayView<'a>> {
        self.within(|array| array.get(index))
    }

    /// As [`Array::reshape`], within the borrow.
    pub fn reshape(&self, shape: impl AsRef<[isize]>) -> Result<ArrayView<'a>> {
        self.within(|array| array.reshape(shape))
    }

    /// As [`Array::transpose`], within the borrow.
    pub fn transpose(&self, axes: &[isize]) -> Result<ArrayView<'a>> {
        self.within(|array| array.transpose(axes))
    }

    /// As [`Array::broadcast_to`], within the borrow.
    pub fn broadcast_to(&self, shape: impl AsRef<[usize]>) -> Result<ArrayView<'a>> {
        self.within(|array| array.broadcast_to(shape))
    }

    /// As [`Array::field`], within the borrow.
    pub fn field(&self, name: &str) -> Result<ArrayView<'a>> {
        self.within(|array| array.field(name))
    }

    /// As [`Array::view_dtype`], within the borrow.
    pub fn view_dtype(&self, dtype: impl IntoDtype) -> Result<ArrayView<'a>> {
        self.within(|array| array.view_dtype(dtype))
    }
}

impl Deref for ArrayView<'_> {
    type Target = Array;

    fn deref(&self) -> &Array {
        &self.array
    }
}

impl Clone for ArrayView<'_> {
    fn clone(&self) -> Self {
        super::unwrapped_view(self.within(|array| Ok(array.clone())))
    }
}

/// A window of an array to write through, borrowed from it: what [`Array::view_mut`] returns.
///
/// ```
/// use ndtype::{array, idx};
/// let mut a = array![1, 2, 3, 4, 5];
/// let mut odd = a.view_mut(idx![..; 2])?;
/// odd.set(idx![0], 10)?;
/// odd.fill(0)?;
/// assert_eq!(a.to_vec::<i32>()?, [0, 2, 0, 4, 0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub struct ArrayViewMut<'a> {
    array: &'a mut Array,
    /// The window; `array` is the only one over its memory.
    offset: usize,
    layout: Layout,
    dtype: Dtype,
}

impl Array {
    /// A window to write through: the elements that integers, slices, new axes and fields pick. Copies the array first if
    /// its memory is shared. An error for integer arrays and masks, which pick no window; use [`set`](Array::set).
    pub fn view_mut(&mut self, index: impl IntoIndex) -> Result<ArrayViewMut<'_>> {
        let items = index.into_index()?;
        self.check_writable(&items)?;
        self.make_unique()?;
        let (fielded, items) = self.split_fields(items)?;
        let target = fielded.as_ref().unwrap_or(self);
        let selection = super::select::Selection::new(target, &items)?;
        let Plan::Basic { offset, layout } = selection.plan else {
            return Err(ValueError::ViewSize { reason: "integer arrays and masks pick no window: use set" }.into());
        };
        let offset = if layout.is_empty() { target.offset } else { target.offset.wrapping_add_signed(offset) };
        let dtype = target.dtype.clone();
        Ok(ArrayViewMut { array: self, offset, layout, dtype })
    }
}

/// Puts a lent buffer back, also when an operation panics.
struct Lent<'b> {
    owner: &'b mut Array,
    window: Array,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        std::mem::swap(&mut self.owner.buffer, &mut self.window.buffer);
    }
}

impl ArrayViewMut<'_> {
    /// The size of each axis.
    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// What the elements are.
    pub fn dtype(&self) -> &Dtype {
        &self.dtype
    }

    /// The window as an array that shares the memory, for reading within this borrow: a write would copy while it is there.
    pub(crate) fn window(&self) -> Result<Array> {
        let offset = self.offset as isize - self.array.offset as isize;
        self.array.share(offset, self.layout.clone(), self.dtype.clone())
    }

    /// Runs an operation on the window as an array of its own, which for that time owns the memory alone.
    fn with_window<R>(&mut self, operation: impl FnOnce(&mut Array) -> Result<R>) -> Result<R> {
        let buffer = std::mem::replace(&mut self.array.buffer, Buffer::any(0, &Dtype::UInt8)?);
        let (layout, dtype) = (self.layout.clone(), self.dtype.clone());
        let window = Array { buffer, offset: self.offset, layout, dtype, borrowed: false };
        let mut lent = Lent { owner: self.array, window };
        operation(&mut lent.window)
    }

    /// As [`Array::set`].
    pub fn set(&mut self, index: impl IntoIndex, value: impl IntoValue) -> Result<()> {
        self.with_window(|window| window.set(index, value))
    }

    /// As [`Array::fill`].
    pub fn fill(&mut self, value: impl Into<Scalar>) -> Result<()> {
        self.with_window(|window| window.fill(value))
    }

    /// As [`Array::assign`].
    pub fn assign(&mut self, source: &Array) -> Result<()> {
        self.with_window(|window| window.assign(source))
    }

    /// A copy of the elements.
    pub fn to_array(&mut self) -> Result<Array> {
        self.with_window(|window| window.copy())
    }
}
