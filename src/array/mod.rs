//! [`Array`]: one n-dimensional array type of any dtype.
//!
//! What it owns: the pairing of a buffer with a layout and a dtype, and everything that moves elements about without
//! computing anything new. A file each:
//! 1. `mod.rs`: the array itself, sharing and copy on write.
//! 2. `create`, `nested`: making arrays; `order`: in an order of axes, or like another; `range`, `space`, `plane`, `grid`: numbers
//!    in a row, matrices with a diagonal, coordinates; `from_data`: of values, bytes and text; `foreign`: memory that moves in;
//!    `bytes`: of files.
//! 3. `views`: other shapes over the same memory. 4. `index`, `select`, `value`: picking and replacing elements. 5. `typed`: slices
//!    and values of Rust types; `into_rust`: vectors and text of them. 6. `convert`, `overflow`: other dtypes, copies. 7. `close`: equal but for rounding.
//! 8. Other crates, by feature: `ndarray`, `chrono`, `approx`, `serde`.
//! 9. `functions`: NumPy's names for the methods. 10. NumPy's functions that pick by position (`take`, `along_axis`, `put`), by truth (`nonzero`, `mask`), from several
//!    arrays (`choose`), that join and repeat (`join`, `block`, `repeat`), cut (`split`), put in and leave out (`edit`), make index arrays (`index_arrays`) compare (`equal`) and apply functions (`apply`). 11. `columns`: elements of several arrays side by side, for functions of text.
//!
//! What it refuses: arithmetic, but for what making and comparing arrays takes.
//!
//! An invariant holds for every array: its layout, from its offset on, stays within its buffer; every element there is a
//! valid value of its dtype. `share` is the only function that lets two arrays refer to one buffer.

mod along_axis;
mod apply;
#[cfg(feature = "approx")]
mod approx;
mod block;
mod blocks;
mod bytes;
mod choose;
#[cfg(feature = "chrono")]
mod chrono;
mod close;
mod columns;
mod convert;
mod create;
mod edit;
mod equal;
mod error;
mod foreign;
mod from_data;
mod functions;
mod grid;
mod index;
mod index_arrays;
mod into_rust;
mod join;
mod mask;
#[cfg(feature = "ndarray")]
mod ndarray;
mod nested;
mod nonzero;
mod order;
mod overflow;
mod plane;
mod put;
mod range;
mod raw;
mod records;
mod repeat;
mod select;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "serde")]
mod serde_node;
mod space;
mod space_value;
mod special_values;
mod split;
mod take;
mod time_range;
mod typed;
mod value;
mod view;
mod views;
mod walk;

use std::ptr::NonNull;

pub use along_axis::{put_along_axis, take_along_axis};
pub use apply::{Piece, apply_along_axis, apply_over_axes, piecewise};
pub use block::{Block, block};
pub(crate) use bytes::FillError;
pub use choose::{choose, select, r#where};
#[cfg(feature = "chrono")]
pub use chrono::ChronoTime;
pub use close::{allclose, isclose};
pub(crate) use columns::{Code, Codes, Failed, Plain, Source, Strings, Target, walk_columns, walk_stretches};
pub use convert::copyto;
pub use edit::{append, delete, insert, resize};
pub use equal::{array_equal, array_equal_nan, array_equiv, may_share_memory};
pub use error::ValueError;
pub use from_data::{frombuffer, fromiter, fromstring};
pub use functions::{
    Requirements, as_strided, asarray, ascontiguousarray, asfortranarray, astype, copy, diagonal, empty, expand_dims,
    flip, fliplr, flipud, full, imag, matrix_transpose, moveaxis, ndim, ones, ravel, real, require, reshape, rollaxis,
    rot90, shape, size, squeeze, swapaxes, transpose, zeros,
};
pub use grid::{GridRange, Indexing, fromfunction, meshgrid, meshgrid_sparse, mgrid, ogrid};
pub use index::{Index, IntoIndex, Items};
pub use index_arrays::{diag_indices, indices, ix_, ravel_multi_index, tril_indices, triu_indices, unravel_index};
pub use join::{column_stack, concatenate, dstack, hstack, roll, roll_axes, stack, tile, vstack};
pub use nested::{Leaf, Nested, unwrapped};
pub use nonzero::{argwhere, compress, count_nonzero, extract, flatnonzero, nonzero, where_nonzero};
pub use order::{Like, Order, empty_like, full_like, ones_like, zeros_like};
pub use plane::{Plane, diag, diagflat, eye, identity, tri, tril, triu, vander};
pub use put::{fill_diagonal, place, put, putmask};
pub use range::{ArangeBound, arange, arange_dtype};
pub use repeat::repeat;
pub use space::{Bound, Linspace, geomspace, linspace, logspace};
pub use split::{Cuts, Trim, array_split, dsplit, hsplit, split, trim_zeros, unstack, vsplit};
pub use take::{Mode, take, take_mode};
pub use typed::Iter;
pub use value::{IntoValue, Values};
pub use view::{ArrayView, ArrayViewMut};
pub use views::{
    atleast_1d, atleast_2d, atleast_3d, broadcast_arrays, broadcast_shapes, broadcast_to, sliding_window_view,
};
pub use walk::{AxisIter, Lanes, NdEnumerate, NdIndex, ndindex};

use crate::buffer::Buffer;
use crate::cast::{CastError, Transfer};
use crate::dtype::Dtype;
use crate::error::{Error, Result};
use crate::iter::Walk;
use crate::layout::Layout;

/// An n-dimensional array whose element type is a run-time [`Dtype`].
///
/// A value: cloning, slicing, transposing and the like share memory and take constant time, and writing to an array
/// whose memory is shared copies it first. So no write ever shows up in another variable.
///
/// ```
/// use ndtype::{Array, array, idx};
///
/// let a = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
/// assert_eq!((a.shape(), a.dtype().name().as_str()), (&[2, 3][..], "float64"));
///
/// let mut column = a.get(idx![.., 1])?; // shares memory with `a`
/// column.set(idx![0], 20)?; // copies it first
/// assert_eq!(column.to_vec::<f64>()?, [20.0, 5.0]);
/// assert_eq!(a.to_vec::<f64>()?, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub struct Array {
    buffer: Buffer,
    /// Where the first element lies in the buffer.
    offset: usize,
    layout: Layout,
    dtype: Dtype,
    /// The memory belongs to someone else, and a view that carries the lifetime holds this array: sharing copies.
    borrowed: bool,
}

/// What is true of an array's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, as NumPy names them")]
pub struct Flags {
    /// The elements follow each other in C's order, the last axis fastest.
    pub c_contiguous: bool,
    /// The elements follow each other in Fortran's order, the first axis fastest.
    pub f_contiguous: bool,
    /// Every element is aligned as its dtype asks.
    pub aligned: bool,
    /// No other array shares the memory.
    pub unique: bool,
}

impl Array {
    /// The size of each axis.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// How many bytes apart the elements of each axis are; negative if they run backwards.
    #[inline]
    pub fn strides(&self) -> &[isize] {
        self.layout.strides()
    }

    /// How many axes there are.
    pub fn ndim(&self) -> usize {
        self.layout.ndim()
    }

    /// How many elements there are.
    pub fn size(&self) -> usize {
        self.layout.size()
    }

    /// The size of the first axis; 1 for an array without axes.
    pub fn len(&self) -> usize {
        self.shape().first().copied().unwrap_or(1)
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.layout.is_empty()
    }

    /// The size of an element in bytes.
    pub fn itemsize(&self) -> usize {
        self.dtype.itemsize()
    }

    /// The size of all elements in bytes.
    pub fn nbytes(&self) -> usize {
        self.size().saturating_mul(self.itemsize())
    }

    /// What the elements are.
    #[inline]
    pub fn dtype(&self) -> &Dtype {
        &self.dtype
    }

    /// What is true of the memory.
    pub fn flags(&self) -> Flags {
        Flags {
            c_contiguous: self.layout.is_c_contiguous(self.itemsize()),
            f_contiguous: self.layout.is_f_contiguous(self.itemsize()),
            aligned: self.is_aligned(),
            unique: self.buffer.is_unique(),
        }
    }

    /// The address of the first element, to see whether arrays share memory. It may be dangling if there are none.
    pub fn as_ptr(&self) -> *const u8 {
        self.first().as_ptr()
    }

    fn is_aligned(&self) -> bool {
        let align = self.dtype.alignment();
        let steps = self.shape().iter().zip(self.strides()).filter(|(n, _)| **n > 1);
        let odd = steps.fold(self.first().addr().get(), |bits, (_, stride)| bits | stride.unsigned_abs());
        self.is_empty() || odd.is_multiple_of(align)
    }

    /// The first element.
    #[inline]
    fn first(&self) -> NonNull<u8> {
        // SAFETY: by the array's invariant the offset is inside the buffer, or one past its end if there are no elements.
        unsafe { self.buffer.ptr().add(self.offset) }
    }

    /// An array over a fresh buffer.
    fn over(buffer: Buffer, layout: Layout, dtype: Dtype) -> Array {
        debug_assert!(layout.extent(dtype.itemsize()).start == 0);
        debug_assert!(layout.extent(dtype.itemsize()).end as usize <= buffer.len());
        Array { buffer, offset: 0, layout, dtype, borrowed: false }
    }

    /// The only way for two arrays to refer to one buffer: a part of this one, starting `offset` bytes from its first
    /// element. What is borrowed from elsewhere is copied instead, so that it cannot outlive the borrow.
    ///
    /// The caller has made sure that the part lies within this array's elements, and that these are values of `dtype`.
    #[inline]
    fn share(&self, offset: isize, layout: Layout, dtype: Dtype) -> Result<Array> {
        let offset = if layout.is_empty() { self.offset } else { self.offset.wrapping_add_signed(offset) };
        debug_assert!(offset as isize + layout.extent(dtype.itemsize()).start >= 0);
        debug_assert!(offset as isize + layout.extent(dtype.itemsize()).end <= self.buffer.len() as isize);
        let part = Array { buffer: self.buffer.clone(), offset, layout, dtype, borrowed: self.borrowed };
        if self.borrowed { part.copy() } else { Ok(part) }
    }

    /// A copy with memory of its own, its axes in the same order in memory.
    pub fn copy(&self) -> Result<Array> {
        self.copied_as(self.layout.with_order_like(self.itemsize(), self.itemsize())?)
    }

    /// A copy with this (dense) layout.
    fn copied_as(&self, layout: Layout) -> Result<Array> {
        let mut copy = Array::to_fill(layout, self.dtype.clone())?;
        let transfer = Transfer::plan(&self.dtype, &self.dtype)?;
        copy.write_from(self, &transfer)?;
        Ok(copy)
    }

    /// The first element for writing, after making this the only array over its memory, and each position an element of
    /// its own: a write to an array that repeats elements would show up in several places.
    fn make_unique(&mut self) -> Result<NonNull<u8>> {
        if self.buffer.ptr_mut().is_none() || !self.layout.is_injective(self.itemsize()) {
            *self = self.copy()?;
        }
        Ok(self.first())
    }

    /// Writes every element of `source`, which has the same shape and does not share memory with this array.
    fn write_from(&mut self, source: &Array, transfer: &Transfer) -> Result<()> {
        let target = self.make_unique()?;
        // SAFETY: this array is the only one over its memory, so that `source` lies elsewhere; both are valid arrays.
        unsafe { transfer_elements(transfer, (source.first(), &source.layout), (target, &self.layout)) }
    }
}

/// Moves elements between two places of the same shape.
///
/// # Safety
/// - Both layouts have the same shape and, from their pointers on, lie in memory that is valid for reading the source's
///   elements and for reading and writing the target's; all are valid values of the dtypes of the transfer.
/// - The two do not overlap.
unsafe fn transfer_elements(
    transfer: &Transfer,
    (src, src_layout): (NonNull<u8>, &Layout),
    (dst, dst_layout): (NonNull<u8>, &Layout),
) -> Result<()> {
    debug_assert_eq!(src_layout.shape(), dst_layout.shape());
    let walk = Walk::new(dst_layout.shape(), [dst_layout.strides(), src_layout.strides()]);
    let (src, dst) = (src.as_ptr(), dst.as_ptr());
    if let (Some(itemsize @ (1 | 2 | 4 | 8 | 16)), &[.., rows, cols]) = (transfer.copies(), walk.shape()) {
        let axes = walk.shape().len();
        let (d, s) = (walk.strides(0), walk.strides(1));
        // A plane whose rows run the other way in the source: in blocks, so that both sides use whole cache lines. One row
        // without gaps that is repeated does not.
        let repeated = s[axes - 2] == 0 && s[axes - 1] == itemsize as isize;
        if !repeated && s[axes - 2].unsigned_abs() < s[axes - 1].unsigned_abs() && rows >= 8 && cols >= 8 {
            return walk.try_for_each_inner(2, |[to, from]| {
                let (from, to) = (src.wrapping_offset(from), dst.wrapping_offset(to));
                let plane = (s[axes - 2], s[axes - 1], d[axes - 2], d[axes - 1]);
                // SAFETY: the plane is part of both layouts, which do not overlap.
                unsafe {
                    crate::kernels::transpose::transpose_copy(
                        from, plane.0, plane.1, to, plane.2, plane.3, rows, cols, itemsize,
                    );
                }
                Ok(())
            });
        }
    }
    let done = walk.try_for_each(|run| {
        let (from, to) = (src.wrapping_offset(run.offsets[1]), dst.wrapping_offset(run.offsets[0]));
        // SAFETY: the run is part of both layouts, which do not overlap.
        unsafe { transfer.run(from, run.strides[1], to, run.strides[0], run.count) }
    });
    // SAFETY: the caller's promises.
    done.map_err(|error| unsafe { located(error, transfer, (src, src_layout), (dst, dst_layout)) })
}

/// An error about a text, with the position of the first such text in C's order: it is looked for once more, one by one.
/// Other errors as they are.
///
/// # Safety
/// - As for [`transfer_elements`].
#[cold]
unsafe fn located(
    error: Error,
    transfer: &Transfer,
    (src, src_layout): (*const u8, &Layout),
    (dst, dst_layout): (*mut u8, &Layout),
) -> Error {
    if error.cause::<CastError>().and_then(|cause| cause.located(Vec::new())).is_none() {
        return error;
    }
    for position in ndindex(src_layout.shape()) {
        let from = src.wrapping_offset(src_layout.offset_of(&position));
        let to = dst.wrapping_offset(dst_layout.offset_of(&position));
        // SAFETY: one element of each.
        if let Err(error) = unsafe { transfer.run(from, 0, to, 0, 1) } {
            let cause = error.cause::<CastError>().and_then(|cause| cause.located(position));
            return cause.map_or(error, Error::new);
        }
    }
    error
}

/// An empty vector with room for `count` items; an error if there is no memory for them.
fn reserved<T>(count: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    let bytes = count.saturating_mul(size_of::<T>());
    items.try_reserve_exact(count).map_err(|_| crate::buffer::MemoryError::new(bytes))?;
    Ok(items)
}

/// What a view that cannot fail to be made is.
fn unwrapped_view(view: Result<ArrayView<'_>>) -> ArrayView<'_> {
    match view {
        Ok(view) => view,
        Err(error) => panic!("{error}"),
    }
}

/// Shares the memory; what is borrowed from elsewhere is copied.
///
/// # Panics
/// If the copy of a borrowed array finds no memory.
impl Clone for Array {
    fn clone(&self) -> Array {
        if !self.borrowed {
            let (buffer, layout, dtype) = (self.buffer.clone(), self.layout.clone(), self.dtype.clone());
            return Array { buffer, offset: self.offset, layout, dtype, borrowed: false };
        }
        match self.share(0, self.layout.clone(), self.dtype.clone()) {
            Ok(clone) => clone,
            Err(error) => panic!("{error}"),
        }
    }
}
