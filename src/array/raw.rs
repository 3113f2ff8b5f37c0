//! What loops need of an array: its memory and its layout.

use std::ptr::NonNull;

use super::Array;
use crate::buffer::Buffer;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::layout::Layout;

impl Array {
    /// An array for a loop to fill: its elements are valid, except that booleans may be any byte until they are written.
    #[inline]
    pub(crate) fn to_fill(layout: Layout, dtype: Dtype) -> Result<Array> {
        let buffer = Buffer::any(layout.size() * dtype.itemsize(), &dtype).map_err(|e| e.of(layout.shape(), &dtype))?;
        Ok(Array::over(buffer, layout, dtype))
    }

    /// Zeros with this (dense) layout.
    pub(crate) fn zeroed(layout: Layout, dtype: Dtype) -> Result<Array> {
        let buffer =
            Buffer::zeroed(layout.size() * dtype.itemsize(), &dtype).map_err(|e| e.of(layout.shape(), &dtype))?;
        Ok(Array::over(buffer, layout, dtype))
    }

    /// Shape and strides.
    #[inline]
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The first element, for reading. It may be dangling if there are none.
    #[inline]
    pub(crate) fn data(&self) -> NonNull<u8> {
        self.first()
    }

    /// The first element, for writing, after making this the only array over its memory, and each position an element of
    /// its own.
    #[inline]
    pub(crate) fn data_mut(&mut self) -> Result<NonNull<u8>> {
        self.make_unique()
    }

    /// Whether [`data_mut`](Self::data_mut) would copy nothing.
    #[inline]
    pub(crate) fn is_writable_in_place(&mut self) -> bool {
        self.buffer.ptr_mut().is_some() && self.layout.is_injective(self.itemsize())
    }

    /// Whether every element is aligned as its dtype asks.
    #[inline]
    pub(crate) fn has_aligned_elements(&self) -> bool {
        self.is_aligned()
    }
}
