//! Memory that arrays share: reference-counted bytes, and who owns them.
//!
//! What it owns: the only allocator of array data (`block`), foreign memory that moved in or is borrowed, and the drop of
//! elements that own memory themselves; mapped files (`map`).
//! What it refuses: shapes and strides. A buffer is bytes from an address on; what they mean is the array's business.

mod block;
mod map;

use std::any::Any;
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

use block::Block;
pub use map::{FileMap, FileMapMut, MapError};
pub(crate) use map::{Flusher, reserve};

use crate::dtype::Dtype;
use crate::element::owned;
use crate::error::{Cause, Error, ErrorKind, Result};

/// There is not so much memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryError {
    bytes: usize,
    array: Option<(Box<[usize]>, Dtype)>,
}

impl MemoryError {
    pub(crate) fn new(bytes: usize) -> MemoryError {
        MemoryError { bytes, array: None }
    }

    /// The same for an array of this shape and dtype.
    #[cold]
    pub(crate) fn of(self, shape: &[usize], dtype: &Dtype) -> MemoryError {
        MemoryError { array: Some((shape.into(), dtype.clone())), ..self }
    }
}

impl From<MemoryError> for Error {
    fn from(cause: MemoryError) -> Error {
        Error::new(cause)
    }
}

impl fmt::Display for MemoryError {
    /// In NumPy's words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unable to allocate ")?;
        write_size(f, self.bytes)?;
        let Some((shape, dtype)) = &self.array else { return Ok(()) };
        let comma = if shape.len() == 1 { "," } else { "" };
        let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
        write!(f, " for an array with shape ({}{comma}) and data type {dtype}", sizes.join(", "))
    }
}

/// A number of bytes in the largest unit that leaves something before the point, to three digits.
fn write_size(f: &mut fmt::Formatter<'_>, bytes: usize) -> fmt::Result {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let (mut size, mut unit) = (bytes as f64, 0);
    while size.round_ties_even() >= 1024.0 && unit + 1 < UNITS.len() {
        (size, unit) = (size / 1024.0, unit + 1);
    }
    match unit {
        0 => write!(f, "{size:.0} {}", UNITS[unit]),
        _ if size < 9.995 => write!(f, "{size:.2} {}", UNITS[unit]),
        _ if size < 99.95 => write!(f, "{size:.1} {}", UNITS[unit]),
        _ => write!(f, "{size:.0}. {}", UNITS[unit]),
    }
}

impl std::error::Error for MemoryError {}

impl Cause for MemoryError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Memory
    }
}

/// Bytes that arrays share. Cloning counts a reference.
///
/// What `Arc` would do, but what is counted lies in front of the bytes where these are few, so that a small array takes one
/// block and not two.
pub(crate) struct Buffer(NonNull<Storage>);

#[derive(Debug)]
#[repr(align(64))]
struct Storage {
    references: AtomicUsize,
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
    /// We do, and the storage is at the start of the block.
    Around(Option<Block>),
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
// elements in them are `Send + Sync` by the contract of `Element`, as are foreign owners by their bound. References are
// counted atomically.
unsafe impl Send for Buffer {}
// SAFETY: as for `Send`; shared access reads.
unsafe impl Sync for Buffer {}

/// Up to so many bytes lie behind what counts them.
const AROUND: usize = 4096;

impl Buffer {
    /// `bytes` of any content, all of it initialised; for a dtype that owns memory, of empty values.
    #[inline]
    pub(crate) fn any(bytes: usize, dtype: &Dtype) -> Result<Buffer, MemoryError> {
        // The gaps in records would show what was there before.
        if dtype.has_object() || matches!(dtype, Dtype::Struct(_)) {
            return Buffer::zeroed(bytes, dtype);
        }
        Buffer::of_block(Block::any, bytes, None)
    }

    /// `bytes` of zeros, which every dtype takes for zero, empty or nothing.
    pub(crate) fn zeroed(bytes: usize, dtype: &Dtype) -> Result<Buffer, MemoryError> {
        Buffer::of_block(Block::zeroed, bytes, dtype.has_object().then(|| dtype.clone()))
    }

    #[inline]
    fn of_block(make: fn(usize) -> Option<Block>, len: usize, elements: Option<Dtype>) -> Result<Buffer, MemoryError> {
        let refused = || MemoryError::new(len);
        if len > AROUND {
            let block = make(len).ok_or_else(refused)?;
            return Ok(Buffer::boxed(block.ptr(), len, Owner::Block(Some(block)), elements));
        }
        let block = make(size_of::<Storage>() + len).ok_or_else(refused)?;
        let place = block.ptr().cast::<Storage>();
        // SAFETY: the block is larger than the storage, and the bytes behind it are inside.
        let ptr = unsafe { place.add(1) }.cast::<u8>();
        let references = AtomicUsize::new(1);
        // SAFETY: the block is ours alone, and aligned for the storage.
        unsafe { place.write(Storage { references, ptr, len, owner: Owner::Around(Some(block)), elements }) };
        Ok(Buffer(place))
    }

    fn boxed(ptr: NonNull<u8>, len: usize, owner: Owner, elements: Option<Dtype>) -> Buffer {
        let storage = Storage { references: AtomicUsize::new(1), ptr, len, owner, elements };
        Buffer(NonNull::from(Box::leak(Box::new(storage))))
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
        Buffer::boxed(ptr, len, Owner::Foreign(Foreign(owner), writable), None)
    }

    /// Memory that someone else owns.
    ///
    /// # Safety
    /// - `ptr` is valid for reads of `len` initialised bytes, which nothing writes, until this buffer and every clone of
    ///   it is gone.
    pub(crate) unsafe fn borrowed(ptr: NonNull<u8>, len: usize) -> Buffer {
        Buffer::boxed(ptr, len, Owner::Borrowed, None)
    }

    #[inline]
    fn storage(&self) -> &Storage {
        // SAFETY: the storage lives as long as a reference to it is counted, and is not written meanwhile.
        unsafe { self.0.as_ref() }
    }

    /// The first byte.
    #[inline]
    pub(crate) fn ptr(&self) -> NonNull<u8> {
        self.storage().ptr
    }

    /// How many bytes there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.storage().len
    }

    /// Whether the bytes are someone else's, so that this buffer must not outlive its view.
    #[inline]
    pub(crate) fn is_borrowed(&self) -> bool {
        matches!(self.storage().owner, Owner::Borrowed)
    }

    /// Whether all bytes are the array's to use as it likes: none are part of an element that owns memory, and none are
    /// someone else's.
    pub(crate) fn is_plain_bytes(&self) -> bool {
        self.storage().elements.is_none() && !self.is_borrowed()
    }

    /// The first byte, for writing: if nothing else shares the buffer and its bytes may be written.
    #[inline]
    pub(crate) fn ptr_mut(&mut self) -> Option<NonNull<u8>> {
        let storage = self.storage();
        match storage.owner {
            _ if !self.is_unique() => None,
            Owner::Block(_) | Owner::Around(_) | Owner::Foreign(_, true) => Some(storage.ptr),
            Owner::Foreign(_, false) | Owner::Borrowed => None,
        }
    }

    /// All bytes of a buffer whose elements own no memory.
    pub(crate) fn bytes(&self) -> &[u8] {
        debug_assert!(self.storage().elements.is_none());
        // SAFETY: the bytes are initialised, and valid and unchanged while the buffer is borrowed.
        unsafe { std::slice::from_raw_parts(self.ptr().as_ptr(), self.len()) }
    }

    /// The same for writing: if nothing else shares the buffer and its bytes may be written.
    pub(crate) fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        debug_assert!(self.storage().elements.is_none());
        let (ptr, len) = (self.ptr_mut()?, self.len());
        // SAFETY: the bytes are initialised, and this buffer, which is borrowed, alone refers to them.
        Some(unsafe { std::slice::from_raw_parts_mut(ptr.as_ptr(), len) })
    }

    /// Whether this is the only reference.
    #[inline]
    pub(crate) fn is_unique(&self) -> bool {
        // What other threads did before they gave up theirs has happened: the other side is in `drop`.
        self.storage().references.load(Ordering::Acquire) == 1
    }
}

impl Clone for Buffer {
    #[inline]
    fn clone(&self) -> Buffer {
        // Nothing is read because of the count; a new reference comes from one that is there.
        let before = self.storage().references.fetch_add(1, Ordering::Relaxed);
        // So many can only be had by forgetting them.
        assert!(isize::try_from(before).is_ok(), "too many references to a buffer");
        Buffer(self.0)
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.storage().fmt(f)
    }
}

impl Drop for Buffer {
    #[inline]
    fn drop(&mut self) {
        if self.storage().references.fetch_sub(1, Ordering::Release) == 1 {
            // Everything that others did with the bytes comes before they are freed.
            std::sync::atomic::fence(Ordering::Acquire);
            // SAFETY: that was the last reference.
            unsafe { free(self.0) };
        }
    }
}

/// Drops the elements that own memory, and gives back the bytes.
///
/// # Safety
/// - Nothing refers to the storage any more.
unsafe fn free(mut storage: NonNull<Storage>) {
    // SAFETY: nothing else refers to it.
    let inner = unsafe { storage.as_mut() };
    if let Some(dtype) = &inner.elements {
        let count = inner.len.checked_div(dtype.itemsize()).unwrap_or(0);
        // SAFETY: the buffer is a row of `count` valid elements, and this is the last use of it.
        unsafe { owned::drop_elements(dtype, inner.ptr.as_ptr(), count) };
    }
    match &mut inner.owner {
        Owner::Around(block) => {
            let block = block.take();
            // SAFETY: the storage is not used again; its memory is the block's.
            unsafe { storage.drop_in_place() };
            if let Some(block) = block {
                block.release();
            }
        }
        owner => {
            if let Owner::Block(block) = owner
                && let Some(block) = block.take()
            {
                block.release();
            }
            // SAFETY: all other storage was made by `Box`, and this is its end.
            drop(unsafe { Box::from_raw(storage.as_ptr()) });
        }
    }
}
