//! Other shapes over the same memory.

use super::{Array, ValueError};
use crate::dtype::{Dtype, DtypeKind, IntoDtype};
use crate::error::Result;
use crate::layout::{self, Layout, Order, Strides, Tuple};

impl Array {
    /// The same elements in another shape; one dimension may be -1, to be found from the others. A view exactly when
    /// NumPy makes one, else a copy.
    ///
    /// ```
    /// use ndtype::array;
    /// let a = array![1, 2, 3, 4, 5, 6].reshape([2, -1])?;
    /// assert_eq!(a.shape(), [2, 3]);
    /// assert!(a.reshape([4, 2]).unwrap_err().is_shape());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn reshape(&self, shape: impl AsRef<[isize]>) -> Result<Array> {
        let shape = shape.as_ref();
        match self.layout.reshape_dense(shape, self.itemsize()) {
            Some(layout) => self.share(0, layout, self.dtype.clone()),
            None => self.reshaped(shape, Order::C),
        }
    }

    /// As [`reshape`](Self::reshape), the elements taken and placed in this order: NumPy's `a.reshape(shape, order=order)`.
    /// Fortran's has the first axis as the fastest on both sides. An error for `K`, in which no other shape is filled.
    ///
    /// ```
    /// use ndtype::{Order, array};
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(a.reshape_in([3, 2], Order::F)?.to_vec::<i32>()?, [1, 5, 4, 3, 2, 6]);
    /// assert!(a.reshape_in([3, 2], Order::K).unwrap_err().is_value());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn reshape_in(&self, shape: impl AsRef<[isize]>, order: super::Order) -> Result<Array> {
        match order.for_array(self) {
            super::Order::C => self.reshape(shape),
            super::Order::F => self.reshaped(shape.as_ref(), Order::F),
            order => {
                let reason = "this order is not permitted for reshaping";
                Err(ValueError::Argument { reason, value: format!("{order:?}") }.into())
            }
        }
    }

    fn reshaped(&self, shape: &[isize], order: Order) -> Result<Array> {
        let (shape, strides) = self.layout.reshape(shape, self.itemsize(), order)?;
        if let Some(strides) = strides {
            return self.share(0, Layout::from_parts(shape, strides), self.dtype.clone());
        }
        let copy = self.copied_as(Layout::contiguous(self.shape(), self.itemsize(), order)?)?;
        copy.share(0, Layout::contiguous(&shape, self.itemsize(), order)?, self.dtype.clone())
    }

    /// All elements along one axis, one after the other in C's order: a view if they lie so in memory, else a copy, as NumPy's.
    ///
    /// ```
    /// use ndtype::{array, idx};
    /// let a = array![1, 2, 3];
    /// assert_eq!(a.get(idx![..; -1])?.ravel()?.as_slice::<i32>()?, [3, 2, 1]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn ravel(&self) -> Result<Array> {
        self.to_contiguous()?.reshape([-1])
    }

    /// As [`ravel`](Self::ravel), the elements in this order, of which `K` is that in which they lie in memory: NumPy's
    /// `a.ravel(order)`.
    ///
    /// ```
    /// use ndtype::{Order, array};
    /// let a = array![[1, 2], [3, 4]];
    /// assert_eq!(a.ravel_in(Order::F)?.to_vec::<i32>()?, [1, 3, 2, 4]);
    /// assert_eq!(a.t().ravel_in(Order::K)?.as_ptr(), a.as_ptr());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn ravel_in(&self, order: super::Order) -> Result<Array> {
        match order.for_array(self) {
            super::Order::F => self.t().ravel(),
            super::Order::K => {
                let layout = self.layout_in_place()?;
                let same = |(axis, &n): (usize, &usize)| n == 1 || layout.strides()[axis] == self.strides()[axis];
                if self.shape().iter().enumerate().all(same) { self.row() } else { self.copied_as(layout)?.row() }
            }
            _ => self.ravel(),
        }
    }

    /// A copy of all elements along one axis, in C's order.
    pub fn flatten(&self) -> Result<Array> {
        self.copied_as(Layout::c_order(self.shape(), self.itemsize())?)?.reshape([-1])
    }

    /// A copy of all elements along one axis, in this order: NumPy's `a.flatten(order)`.
    ///
    /// ```
    /// use ndtype::{Order, array};
    /// assert_eq!(array![[1, 2], [3, 4]].flatten_in(Order::F)?.to_vec::<i32>()?, [1, 3, 2, 4]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn flatten_in(&self, order: super::Order) -> Result<Array> {
        match order.for_array(self) {
            super::Order::F => self.t().flatten(),
            super::Order::K => self.copied_as(self.layout_in_place()?)?.row(),
            _ => self.flatten(),
        }
    }

    /// A layout without gaps, its axes in the order in which this array's lie in memory.
    fn layout_in_place(&self) -> Result<Layout> {
        Layout::elementwise(self.shape(), self.itemsize(), &[&self.layout])
    }

    /// The elements as they lie in memory, without gaps, along one axis.
    fn row(&self) -> Result<Array> {
        self.share(0, Layout::c_order(&[self.size()], self.itemsize())?, self.dtype.clone())
    }

    /// The axes in reverse order: NumPy's `a.T`.
    #[must_use]
    pub fn t(&self) -> Array {
        super::unwrapped(self.share(0, self.layout.reversed(), self.dtype.clone()))
    }

    /// The axes in another order: `axes[i]` is the axis that becomes axis `i`.
    pub fn transpose(&self, axes: &[isize]) -> Result<Array> {
        self.share(0, self.layout.transpose(Some(axes))?, self.dtype.clone())
    }

    /// Two axes in each other's place.
    pub fn swapaxes(&self, axis1: isize, axis2: isize) -> Result<Array> {
        self.share(0, self.layout.swapaxes(axis1, axis2)?, self.dtype.clone())
    }

    /// Moves axes to other places; the rest keep their order.
    pub fn moveaxis(&self, sources: &[isize], destinations: &[isize]) -> Result<Array> {
        self.share(0, self.layout.moveaxis(sources, destinations)?, self.dtype.clone())
    }

    /// Rolls an axis back until it lies before `start`.
    pub fn rollaxis(&self, axis: isize, start: isize) -> Result<Array> {
        self.share(0, self.layout.rollaxis(axis, start)?, self.dtype.clone())
    }

    /// Without axes of length 1: all of them, or these.
    pub fn squeeze(&self, axes: Option<&[isize]>) -> Result<Array> {
        self.share(0, self.layout.squeeze(axes)?, self.dtype.clone())
    }

    /// With new axes of length 1 in these places of the result.
    pub fn expand_dims(&self, axes: &[isize]) -> Result<Array> {
        self.share(0, self.layout.expand_dims(axes, self.itemsize())?, self.dtype.clone())
    }

    /// Backwards along all axes, or these.
    pub fn flip(&self, axes: Option<&[isize]>) -> Result<Array> {
        let (offset, layout) = self.layout.flip(axes)?;
        self.share(offset, layout, self.dtype.clone())
    }

    /// Rows backwards: along axis 1.
    pub fn fliplr(&self) -> Result<Array> {
        self.flip(Some(&[1]))
    }

    /// Upside down: along axis 0.
    pub fn flipud(&self) -> Result<Array> {
        self.flip(Some(&[0]))
    }

    /// Turned by `turns` quarters from the first axis towards the second.
    pub fn rot90(&self, turns: isize) -> Result<Array> {
        match turns.rem_euclid(4) {
            0 => self.flip(Some(&[])),
            1 => self.flip(Some(&[1]))?.swapaxes(0, 1),
            2 => self.flip(Some(&[0, 1])),
            _ => self.swapaxes(0, 1)?.flip(Some(&[1])),
        }
    }

    /// The elements repeated to fill a larger shape, without copying them. Errors: a shape that they do not broadcast to, or
    /// that has more bytes than any memory.
    pub fn broadcast_to(&self, shape: impl AsRef<[usize]>) -> Result<Array> {
        // As in NumPy, a view has no more bytes than memory could have.
        layout::checked_size(shape.as_ref(), self.itemsize())?;
        self.share(0, self.layout.broadcast_to(shape.as_ref())?, self.dtype.clone())
    }

    /// The elements along the diagonal of two axes, `offset` to the right of the main one; they become the last axis.
    pub fn diagonal(&self, offset: isize, axis1: isize, axis2: isize) -> Result<Array> {
        let (offset, layout) = self.layout.diagonal(offset, axis1, axis2)?;
        self.share(offset, layout, self.dtype.clone())
    }

    /// A field of records, as a view. A name with points in it that is no field is a path to a field of a field: `"position.x"`.
    ///
    /// ```
    /// use ndtype::Array;
    /// let points = Array::zeros([3], "[('x', '<i4'), ('y', '<f8')]")?;
    /// assert_eq!(points.field("y")?.to_vec::<f64>()?, [0.0; 3]);
    /// assert!(points.field("z").is_err());
    /// let lines = Array::zeros([2], "[('from', [('x', '<i4'), ('y', '<i4')])]")?;
    /// assert_eq!(lines.field("from.y")?.to_vec::<i32>()?, [0, 0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn field(&self, name: &str) -> Result<Array> {
        let field = match self.dtype.field(name) {
            Ok(field) => field,
            Err(error) => {
                // The longest name first: names may have points in them.
                let paths = name.rmatch_indices('.').map(|(i, _)| (&name[..i], &name[i + 1..]));
                let found = paths.into_iter().find(|(outer, _)| self.dtype.field(outer).is_ok());
                return found.map_or(Err(error), |(outer, inner)| self.field(outer)?.field(inner));
            }
        };
        let (mut shape, mut strides) = (self.shape().to_vec(), self.strides().to_vec());
        let mut dtype = field.dtype().clone();
        while let Dtype::SubArray(sub) = &dtype {
            let inner = Layout::c_order(sub.shape(), sub.base().itemsize())?;
            shape.extend(inner.shape());
            strides.extend(inner.strides());
            dtype = sub.base().clone();
        }
        let view = self.share(field.offset() as isize, Layout::new(&shape, &strides)?, dtype)?;
        // What another field wrote over a boolean need not be one.
        if self.dtype.has_overlapping_fields() {
            view.check_bools()?;
        }
        Ok(view)
    }

    /// The real parts of complex numbers; other numbers as they are.
    pub fn real(&self) -> Result<Array> {
        self.component(0)
    }

    /// The imaginary parts of complex numbers; zeros for other numbers, and for objects, as in NumPy.
    pub fn imag(&self) -> Result<Array> {
        if self.dtype == Dtype::Object {
            return super::Like::new(self).order(super::Order::A).full(0i64);
        }
        if self.dtype.kind() != DtypeKind::Complex {
            return super::Like::new(self).order(super::Order::A).zeros();
        }
        self.component(1)
    }

    fn component(&self, part: isize) -> Result<Array> {
        let component = match self.dtype.native_scalar() {
            Dtype::Complex32 => Dtype::Float16,
            Dtype::Complex64 => Dtype::Float32,
            Dtype::Complex128 => Dtype::Float64,
            _ => return self.share(0, self.layout.clone(), self.dtype.clone()),
        };
        let component = component.with_swapped_bytes(!self.dtype.is_native());
        self.share(part * component.itemsize() as isize, self.layout.clone(), component)
    }

    /// The same bytes as another dtype: NumPy's `a.view(dtype)`.
    ///
    /// With another itemsize the last axis grows or shrinks, and has to be contiguous. Elements that own memory cannot be
    /// looked at in another way, nor can bytes that are no booleans as booleans.
    pub fn view_dtype(&self, dtype: impl IntoDtype) -> Result<Array> {
        let dtype = dtype.into_dtype()?;
        if dtype == self.dtype {
            return self.share(0, self.layout.clone(), dtype);
        }
        let fail = |reason| {
            let value = format!("{} of shape {} as {dtype}", self.dtype, Tuple(self.shape()));
            Err(ValueError::Argument { reason, value }.into())
        };
        if let Dtype::SubArray(_) = dtype {
            if dtype.has_object() {
                return fail("cannot view the bytes of elements that own memory");
            }
            if dtype.itemsize() != self.itemsize() {
                return fail("changing to a sub-array dtype is only supported if the total itemsize is unchanged");
            }
            // Elements as bytes, and each of them as axes of its own.
            let whole = self.view_dtype(Dtype::Void(dtype.itemsize()))?;
            let (base, inner) = (dtype.base().clone(), dtype.shape());
            let (mut shape, mut strides) = (whole.shape().to_vec(), whole.strides().to_vec());
            shape.extend(inner);
            strides.extend(
                (0..inner.len()).map(|axis| (base.itemsize() * inner[axis + 1..].iter().product::<usize>()) as isize),
            );
            let viewed = whole.share(0, Layout::new(&shape, &strides)?, base)?;
            viewed.check_bools()?;
            return Ok(viewed);
        }
        if matches!(dtype, Dtype::Void(0)) && !self.dtype.has_object() {
            return self.view_dtype(Dtype::Void(self.itemsize()));
        }
        if self.dtype.has_object() || dtype.has_object() {
            return fail("cannot view the bytes of elements that own memory");
        }
        let (old, new) = (self.itemsize(), dtype.itemsize());
        let (mut shape, mut strides) = (self.shape().to_vec(), self.strides().to_vec());
        if old != new {
            let (Some(n), Some(stride)) = (shape.last_mut(), strides.last_mut()) else {
                return fail("changing the dtype of a 0d array is only supported if the itemsize is unchanged");
            };
            if *n != 1 && *stride != old as isize && !self.layout.is_empty() {
                return fail("to change to a dtype of a different size, the last axis must be contiguous");
            }
            if new == 0 || (new < old && !old.is_multiple_of(new)) {
                return fail(
                    "when changing to a smaller dtype, its size must be a divisor of the size of original dtype",
                );
            }
            let Some(bytes) = n.checked_mul(old) else { return fail("the last axis has too many bytes") };
            if bytes % new != 0 {
                return fail(
                    "when changing to a larger dtype, its size must be a divisor of the total size in bytes of the last \
                     axis of the array",
                );
            }
            *n = bytes / new;
            *stride = new as isize;
        }
        let viewed = self.share(0, Layout::new(&shape, &strides)?, dtype)?;
        viewed.check_bools()?;
        Ok(viewed)
    }

    /// The last axis, which holds the bytes of one element, as elements of this dtype.
    pub(super) fn view_last_axis(&self, dtype: Dtype) -> Result<Array> {
        let viewed = self.view_dtype(dtype)?;
        viewed.reshape(viewed.shape()[..viewed.ndim() - 1].iter().map(|&n| n as isize).collect::<Vec<_>>())
    }

    /// Any shape and byte strides over this array's memory, from its first element on. An error if they reach outside of
    /// what the array's elements span.
    ///
    /// What lies between the elements may be visited too, unless it is someone else's: in a view of borrowed memory, and in
    /// a field of records with text or objects in them, all elements have to be at the places of elements. So have text,
    /// objects and booleans always.
    ///
    /// ```
    /// use ndtype::{array, idx};
    /// let a = array![1, 2, 3, 4, 5];
    /// assert_eq!(a.as_strided([3, 3], [4, 4])?.to_vec::<i32>()?, [1, 2, 3, 2, 3, 4, 3, 4, 5]);
    /// assert_eq!(a.get(idx![..; 2])?.as_strided([4], [4])?.to_vec::<i32>()?, [1, 2, 3, 4]);
    /// assert!(a.as_strided([6], [4]).unwrap_err().is_value());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn as_strided(&self, shape: impl AsRef<[usize]>, strides: impl AsRef<[isize]>) -> Result<Array> {
        let layout = Layout::new(shape.as_ref(), strides.as_ref())?;
        let (own, new) = (self.layout.extent(self.itemsize()), layout.extent(self.itemsize()));
        if !layout.is_empty() && (new.start < own.start || new.end > own.end) {
            let (shape, strides) = (layout.shape().into(), layout.strides().into());
            let bytes = [own.start.unsigned_abs(), own.end.unsigned_abs()];
            return Err(ValueError::OutOfMemoryBounds { shape, strides, bytes }.into());
        }
        // Plain bytes are fine wherever they lie, but values that own memory or are booleans are only at the places of
        // elements; and what is not this array's may be such a value, or be written by others.
        let plain = !self.dtype.has_object() && !self.dtype.holds_bool();
        let free = plain && (self.buffer.is_plain_bytes() || self.layout.is_dense(self.itemsize()));
        if !free && !self.layout.contains(&layout) {
            return Err(ValueError::NotAnElement.into());
        }
        let view = self.share(0, layout, self.dtype.clone())?;
        view.check_bools()?;
        Ok(view)
    }
}

/// As [`Array::broadcast_to`].
pub fn broadcast_to(array: &Array, shape: impl AsRef<[usize]>) -> Result<Array> {
    array.broadcast_to(shape)
}

/// All arrays, broadcast to their common shape.
pub fn broadcast_arrays(arrays: &[&Array]) -> Result<Vec<Array>> {
    let shapes: Vec<&[usize]> = arrays.iter().map(|array| array.shape()).collect();
    let shape = layout::broadcast_shapes(&shapes)?;
    arrays.iter().map(|array| array.broadcast_to(&shape)).collect()
}

/// The shape that all of these broadcast to.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::broadcast_shapes(&[&[2, 1], &[3]])?, [2, 3]);
/// assert!(np::broadcast_shapes(&[&[2], &[3]]).is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn broadcast_shapes(shapes: &[&[usize]]) -> Result<Vec<usize>> {
    Ok(layout::broadcast_shapes(shapes)?.to_vec())
}

/// Every window of this shape over the last axes, or these: NumPy's `sliding_window_view`.
pub fn sliding_window_view(array: &Array, window: impl AsRef<[usize]>, axes: Option<&[isize]>) -> Result<Array> {
    array.share(0, array.layout.sliding_window(window.as_ref(), axes)?, array.dtype.clone())
}

/// With at least one axis.
pub fn atleast_1d(array: &Array) -> Result<Array> {
    if array.ndim() == 0 { array.reshape([1]) } else { Ok(array.clone()) }
}

/// With at least two axes: new ones come first.
pub fn atleast_2d(array: &Array) -> Result<Array> {
    match array.ndim() {
        0 => array.reshape([1, 1]),
        1 => array.expand_dims(&[0]),
        _ => Ok(array.clone()),
    }
}

/// With at least three axes: a row gets one on either side, a plane one behind.
pub fn atleast_3d(array: &Array) -> Result<Array> {
    match array.ndim() {
        0 => array.reshape([1, 1, 1]),
        1 => array.expand_dims(&[0, 2]),
        2 => array.expand_dims(&[2]),
        _ => Ok(array.clone()),
    }
}

impl Array {
    /// An error if a byte of a boolean is neither 0 nor 1. Only dtypes that hold booleans are looked at.
    pub(super) fn check_bools(&self) -> Result<()> {
        if !self.dtype.holds_bool() {
            return Ok(());
        }
        if self.dtype == Dtype::Bool {
            let strides: Strides = self.strides().into();
            return self.check_bool_bytes(self.shape(), &strides, 0);
        }
        for field in self.dtype.fields() {
            if field.dtype().holds_bool() {
                // A view of the field, unchecked: it is only read as bytes.
                self.field(field.name())?.check_bools()?;
            }
        }
        Ok(())
    }

    fn check_bool_bytes(&self, shape: &[usize], strides: &[isize], offset: isize) -> Result<()> {
        let first = self.first().as_ptr().wrapping_offset(offset);
        crate::iter::Walk::new(shape, [strides]).try_for_each(|run| {
            for i in 0..run.count as isize {
                // SAFETY: the run is part of this array's layout, so that this byte is inside its buffer.
                let byte = unsafe { first.wrapping_offset(run.offsets[0] + i * run.strides[0]).read() };
                if byte > 1 {
                    return Err(ValueError::NotBool { byte }.into());
                }
            }
            Ok(())
        })
    }
}
