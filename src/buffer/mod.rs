//! Memory that arrays share: reference-counted bytes, and who owns them.
//!
//! What it owns: the only allocator of array data (`block`), foreign memory that moved in or is borrowed, and the drop of
//! elements that own memory themselves.
//! What it refuses: shapes and strides. A buffer is bytes from an address on; what they mean is the array's business.

mod block;

use std::any::Any;
use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

use block::Block;

use crate::dtype::Dtype;
use crate::element::owned;
use crate::error::{Cause, Error, ErrorKind, Result};

/// There is not so much memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryError {
    bytes: usize,
}

impl MemoryError {
    pub(crate) fn new(bytes: usize) -> MemoryError {
        MemoryError { bytes }
    }
}

impl From<MemoryError> for Error {
    fn from(cause: MemoryError) -> Error {
        Error::new(cause)
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unable to allocate {} bytes for an array", self.bytes)
    }
}

impl std::error::Error for MemoryError {}

impl Cause for MemoryError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Memory
    }
}

/// Bytes that arrays share. Cloning counts a reference.
#[derive(Clone, Debug)]
pub(crate) struct Buffer(Arc<Storage>);

#[derive(Debug)]
struct Storage {
    ptr: NonNull<u8>,
    len: usize,
    owner: Owner,
    /// The dtype of the elements if they own memory: the buffer is then a row of them, each valid.
    elements: Option<Dtype>,
}

/// Who frees the bytes.
#[derive(Debug)]
enum Owner {
    /// We do.
    Block(Option<Block>),
    /// Dropping this value does; whether the bytes may be written in place is the second.
    Foreign(#[expect(dead_code, reason = "kept alive, never looked at")] Foreign, bool),
    /// Someone else, later than the lifetime that the view which holds this carries.
    Borrowed,
}

struct Foreign(#[expect(dead_code, reason = "kept alive, never looked at")] Box<dyn Any + Send + Sync>);

impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Foreign")
    }
}

// SAFETY: the bytes are reached through `Buffer` only, which hands out a pointer for writing to a sole owner alone; the
// elements in them are `Send + Sync` by the contract of `Element`, as are foreign owners by their bound.
unsafe impl Send for Storage {}
// SAFETY: as for `Send`; shared access reads.
unsafe impl Sync for Storage {}

impl Buffer {
    /// `bytes` of any content, all of it initialised; for a dtype that owns memory, of empty values.
    pub(crate) fn any(bytes: usize, dtype: &Dtype) -> Result<Buffer> {
        // The gaps in records would show what was there before.
        if dtype.has_object() || matches!(dtype, Dtype::Struct(_)) {
            return Buffer::zeroed(bytes, dtype);
        }
        let block = Block::any(bytes).ok_or_else(|| Error::new(MemoryError { bytes }))?;
        Ok(Buffer::of_block(block, bytes, None))
    }

    /// `bytes` of zeros, which every dtype takes for zero, empty or nothing.
    pub(crate) fn zeroed(bytes: usize, dtype: &Dtype) -> Result<Buffer> {
        let block = Block::zeroed(bytes).ok_or_else(|| Error::new(MemoryError { bytes }))?;
        Ok(Buffer::of_block(block, bytes, dtype.has_object().then(|| dtype.clone())))
    }

    fn of_block(block: Block, len: usize, elements: Option<Dtype>) -> Buffer {
        Buffer(Arc::new(Storage { ptr: block.ptr(), len, owner: Owner::Block(Some(block)), elements }))
    }

    /// Memory that moved in: `owner` keeps it alive.
    ///
    /// # Safety
    /// - `ptr` is valid for reads of `len` bytes, all initialised, as long as `owner` lives, wherever that is moved.
    /// - If `writable`, `ptr` is valid for writes too, and nothing but this buffer refers to the bytes.
    /// - Otherwise nothing writes the bytes as long as `owner` lives.
    /// - Elements in the bytes that own memory are dropped by `owner`.
    pub(crate) unsafe fn foreign(
        ptr: NonNull<u8>,
        len: usize,
        owner: Box<dyn Any + Send + Sync>,
        writable: bool,
    ) -> Buffer {
        Buffer(Arc::new(Storage { ptr, len, owner: Owner::Foreign(Foreign(owner), writable), elements: None }))
    }

    /// Memory that someone else owns.
    ///
    /// # Safety
    /// - `ptr` is valid for reads of `len` initialised bytes, which nothing writes, until this buffer and every clone of
    ///   it is gone.
    pub(crate) unsafe fn borrowed(ptr: NonNull<u8>, len: usize) -> Buffer {
        Buffer(Arc::new(Storage { ptr, len, owner: Owner::Borrowed, elements: None }))
    }

    /// The first byte.
    #[inline]
    pub(crate) fn ptr(&self) -> NonNull<u8> {
        self.0.ptr
    }

    /// How many bytes there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.len
    }

    /// Whether the bytes are someone else's, so that this buffer must not outlive its view.
    #[inline]
    pub(crate) fn is_borrowed(&self) -> bool {
        matches!(self.0.owner, Owner::Borrowed)
    }

    /// The first byte, for writing: if nothing else shares the buffer and its bytes may be written.
    #[inline]
    pub(crate) fn ptr_mut(&mut self) -> Option<NonNull<u8>> {
        let storage = Arc::get_mut(&mut self.0)?;
        match storage.owner {
            Owner::Block(_) | Owner::Foreign(_, true) => Some(storage.ptr),
            Owner::Foreign(_, false) | Owner::Borrowed => None,
        }
    }

    /// Whether this is the only reference.
    pub(crate) fn is_unique(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        if let Some(dtype) = &self.elements {
            let count = self.len.checked_div(dtype.itemsize()).unwrap_or(0);
            // SAFETY: the buffer is a row of `count` valid elements, and this is the last use of it.
            unsafe { owned::drop_elements(dtype, self.ptr.as_ptr(), count) };
        }
        if let Owner::Block(block) = &mut self.owner
            && let Some(block) = block.take()
        {
            block.release();
        }
    }
}
