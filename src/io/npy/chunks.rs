//! npy files in chunks of rows.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::Header;
use crate::array::Array;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::io::error::{IoError, Outcome};
use crate::layout::Order;

/// The array in an npy file, so many rows at a time: an iterator over arrays, each along the first axis.
///
/// ```
/// use ndtype::{self as np, NpyChunks};
/// let mut bytes = Vec::new();
/// np::write_npy(&mut bytes, &np::arange(0, 5, 1)?)?;
/// let mut sums = Vec::new();
/// for chunk in NpyChunks::new(&bytes[..], 2)? {
///     sums.push(chunk?.sum(..)?.item::<i64>()?);
/// }
/// assert_eq!(sums, [1, 5, 4]);
/// # Ok::<(), np::Error>(())
/// ```
#[derive(Debug)]
pub struct NpyChunks<R> {
    source: R,
    header: Header,
    rows: usize,
    next: usize,
    /// The source is known to have all of the data.
    backed: bool,
}

impl NpyChunks<File> {
    /// The chunks of a file. Errors are those of [`new`](Self::new).
    pub fn open(path: impl AsRef<Path>, rows: usize) -> Result<NpyChunks<File>> {
        let path = path.as_ref();
        let open = || {
            let (file, length) = super::open(path)?;
            NpyChunks::try_new(file, rows, length)
        };
        Ok(open().map_err(|error| error.in_file(path))?)
    }
}

impl<R: Read> NpyChunks<R> {
    /// The chunks of an npy file's bytes, of `rows` rows each but for the last.
    ///
    /// Errors: those of [`read_npy`](super::read_npy), no rows in a chunk, an array without axes, one of several axes in
    /// Fortran's order, whose rows are all over the file ([`Array::map_npy`] reads these).
    pub fn new(source: R, rows: usize) -> Result<NpyChunks<R>> {
        Ok(NpyChunks::try_new(source, rows, None)?)
    }

    fn try_new(mut source: R, rows: usize, length: Option<u64>) -> Outcome<NpyChunks<R>> {
        let header = Header::read(&mut source)?;
        if let Some(length) = length {
            header.check_length(length)?;
        }
        match (header.shape.len(), header.order) {
            _ if rows == 0 => Err(IoError::request("a chunk needs rows", rows)),
            (0, _) => Err(IoError::request("an array without axes has no rows", "()")),
            (2.., Order::F) => Err(IoError::request("the rows of an array in Fortran's order are no chunks", "map it")),
            _ => Ok(NpyChunks { source, header, rows, next: 0, backed: length.is_some() }),
        }
    }

    /// The shape of the whole array.
    pub fn shape(&self) -> &[usize] {
        &self.header.shape
    }

    /// What the elements are.
    pub fn dtype(&self) -> &Dtype {
        &self.header.dtype
    }
}

impl<R: Read> Iterator for NpyChunks<R> {
    type Item = Result<Array>;

    fn next(&mut self) -> Option<Result<Array>> {
        let left = self.header.shape[0] - self.next;
        if left == 0 {
            return None;
        }
        let mut shape = self.header.shape.clone();
        shape[0] = left.min(self.rows);
        let chunk = self.header.read_data(&shape, self.backed, &mut self.source);
        // After an error it is not known where the source is.
        self.next = if chunk.is_ok() { self.next + shape[0] } else { self.header.shape[0] };
        Some(chunk.map_err(Into::into))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.header.shape[0] - self.next).div_ceil(self.rows);
        (0, Some(left))
    }
}
