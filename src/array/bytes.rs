//! The bytes of elements, into and out of arrays: what files are read and written with.

use std::io;

use super::{Array, ArrayView, transfer_elements};
use crate::buffer::{Buffer, FileMap, FileMapMut, Flusher};
use crate::cast::Transfer;
use crate::dtype::Dtype;
use crate::error::{Error, Result};
use crate::layout::{Dims, Layout, Order, Strides};

/// Elements that do not follow each other are gathered in pieces of about so many bytes.
const PIECE: usize = 1 << 20;
/// So many bytes are asked for at first where it is not known how many there are.
const FIRST: usize = 1 << 20;

/// Why an array could not be filled.
#[derive(Debug)]
pub(crate) enum FillError {
    /// The source ended after so many bytes.
    End(usize),
    /// The source failed.
    Source(io::Error),
    /// The array cannot be.
    Array(Error),
}

impl From<Error> for FillError {
    fn from(error: Error) -> FillError {
        FillError::Array(error)
    }
}

impl Array {
    /// A dense array of elements whose bytes a source gives, in this order of axes. If `backed`, the source is known to have
    /// them all; else memory grows with what it really gives.
    ///
    /// The dtype has a size and owns no memory; booleans are checked.
    pub(crate) fn read_from(
        shape: &[usize],
        order: Order,
        dtype: Dtype,
        backed: bool,
        source: &mut dyn io::Read,
    ) -> Result<Array, FillError> {
        let layout = Layout::contiguous(shape, dtype.itemsize(), order)?;
        let needed = layout.size() * dtype.itemsize();
        let room = if backed { needed } else { needed.min(FIRST) };
        let memory = |e: crate::buffer::MemoryError| Error::from(e.of(layout.shape(), &dtype));
        // The gaps of records are read as well, so that nothing needs to be zero before.
        let mut buffer = Buffer::any(room, &Dtype::UInt8).map_err(memory)?;
        let mut filled = fill(&mut buffer, 0, room, source)?;
        while filled < needed {
            let room = needed.min(filled.saturating_mul(2));
            let mut larger = Buffer::any(room, &Dtype::UInt8).map_err(memory)?;
            if let Some(target) = larger.bytes_mut() {
                target[..filled].copy_from_slice(&buffer.bytes()[..filled]);
            }
            buffer = larger;
            filled = fill(&mut buffer, filled, room, source)?;
        }
        let array = Array::over(buffer, layout, dtype);
        array.check_bools()?;
        Ok(array)
    }

    /// Hands out the bytes of the elements in an order of axes, in one piece if they lie so, else gathered in pieces.
    ///
    /// The dtype owns no memory.
    pub(crate) fn for_each_bytes<E: From<Error>>(
        &self,
        order: Order,
        sink: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.dtype.has_object() {
            let dtype = self.dtype.clone();
            let cause = super::ValueError::Unsupported { operation: "writing bytes", dtype };
            return Err(Error::from(cause).into());
        }
        if self.nbytes() == 0 {
            return Ok(());
        }
        let layout = match order {
            Order::C => self.layout.clone(),
            Order::F => self.layout.reversed(),
        };
        let transfer = Transfer::plan(&self.dtype, &self.dtype)?;
        self.gather_bytes(0, &layout, &transfer, sink)
    }

    /// The bytes of the part of this array's elements that starts at an offset.
    fn gather_bytes<E: From<Error>>(
        &self,
        offset: isize,
        layout: &Layout,
        transfer: &Transfer,
        sink: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let itemsize = self.itemsize();
        let bytes = layout.size() * itemsize;
        let first = self.first().as_ptr().wrapping_offset(offset);
        if layout.is_c_contiguous(itemsize) {
            // SAFETY: the part lies within the array, its elements follow each other, and their bytes are initialised.
            return sink(unsafe { std::slice::from_raw_parts(first, bytes) });
        }
        if bytes <= PIECE || layout.ndim() == 0 {
            let piece = Array::to_fill(Layout::c_order(layout.shape(), itemsize)?, self.dtype.clone())?;
            let Some(first) = std::ptr::NonNull::new(first) else { return Ok(()) };
            // SAFETY: the part lies within this array; the piece is new, dense, of the same shape, and elsewhere.
            unsafe { transfer_elements(transfer, (first, layout), (piece.first(), &piece.layout)) }?;
            // SAFETY: the piece is dense and initialised.
            return sink(unsafe { std::slice::from_raw_parts(piece.first().as_ptr(), bytes) });
        }
        let (rows, stride) = (layout.shape()[0], layout.strides()[0]);
        let together = (PIECE / (bytes / rows)).min(rows);
        if together > 1 {
            for start in (0..rows).step_by(together) {
                let mut shape: Dims = layout.shape().into();
                shape[0] = together.min(rows - start);
                let strides: Strides = layout.strides().into();
                self.gather_bytes(
                    offset + start as isize * stride,
                    &Layout::from_parts(shape, strides),
                    transfer,
                    sink,
                )?;
            }
            return Ok(());
        }
        let row = Layout::from_parts(layout.shape()[1..].into(), layout.strides()[1..].into());
        (0..rows).try_for_each(|i| self.gather_bytes(offset + i as isize * stride, &row, transfer, sink))
    }
}

/// Fills a buffer of plain bytes from `start` to `end`, and returns `end`.
fn fill(buffer: &mut Buffer, start: usize, end: usize, source: &mut dyn io::Read) -> Result<usize, FillError> {
    let Some(bytes) = buffer.bytes_mut() else { return Err(FillError::End(start)) };
    let mut at = start;
    while at < end {
        match source.read(&mut bytes[at..end]) {
            Ok(0) => return Err(FillError::End(at)),
            Ok(count) => at += count.min(end - at),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FillError::Source(error)),
        }
    }
    Ok(end)
}

/// Arrays over mapped files. Booleans are checked; the dtype owns no memory.
impl Array {
    /// Elements in a mapped file, from a byte on; `None` if they are not inside.
    pub(crate) fn over_map(
        map: &FileMap,
        offset: usize,
        shape: &[usize],
        order: Order,
        dtype: Dtype,
    ) -> Result<Option<Array>> {
        let layout = Layout::contiguous(shape, dtype.itemsize(), order)?;
        let Some(buffer) = Buffer::mapped(map, offset, layout.size() * dtype.itemsize()) else { return Ok(None) };
        let array = Array::over(buffer, layout, dtype);
        array.check_bools()?;
        Ok(Some(array))
    }

    /// The same for writing. The array may not be handed out: if a clone of it were there, the next write would copy it
    /// and miss the file.
    pub(crate) fn over_map_mut(
        map: FileMapMut,
        offset: usize,
        shape: &[usize],
        order: Order,
        dtype: Dtype,
    ) -> Result<Option<(Array, Flusher)>> {
        let layout = Layout::contiguous(shape, dtype.itemsize(), order)?;
        let mapped = Buffer::mapped_mut(map, offset, layout.size() * dtype.itemsize());
        let Some((buffer, flusher)) = mapped else { return Ok(None) };
        let array = Array::over(buffer, layout, dtype);
        array.check_bools()?;
        Ok(Some((array, flusher)))
    }

    /// All elements, borrowed: what is kept beyond that is copied.
    pub(crate) fn lent(&self) -> ArrayView<'_> {
        let (layout, dtype) = (self.layout.clone(), self.dtype.clone());
        // SAFETY: this array is valid, and while it is borrowed nothing writes its memory.
        unsafe { ArrayView::placed(self.buffer.ptr(), self.buffer.len(), self.offset, layout, dtype) }
    }
}
