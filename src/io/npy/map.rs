//! npy files mapped into memory.

use super::Header;
use crate::array::{Array, ArrayView, ArrayViewMut, IntoIndex, IntoValue};
use crate::buffer::{FileMap, FileMapMut, Flusher};
use crate::error::Result;
use crate::io::error::{IoError, Outcome};

impl Array {
    /// The array in a mapped npy file, without reading it: NumPy's `load(path, mmap_mode="c")`. The first write copies.
    ///
    /// Errors are those of [`load`](super::load); booleans are looked at, so that they are read.
    ///
    /// ```
    /// use ndtype::{self as np, Array, FileMap};
    /// # let path = std::env::temp_dir().join(format!("ndtype-doc-map-npy-{}.npy", std::process::id()));
    /// np::save(&path, &np::arange(0, 6, 1)?.reshape([2, 3])?.t())?;
    /// // SAFETY: the file is this example's alone.
    /// let a = Array::map_npy(&unsafe { FileMap::open(&path) }?)?;
    /// assert_eq!((a.shape(), a.flags().f_contiguous), (&[3, 2][..], true));
    /// assert_eq!(a.sum(0)?.to_vec::<i64>()?, [3, 12]);
    /// # drop(a);
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), np::Error>(())
    /// ```
    pub fn map_npy(map: &FileMap) -> Result<Array> {
        Ok(map_array(map, 0, map.as_bytes().len()).map_err(|error| error.in_file(map.path()))?)
    }
}

/// The array in a part of a mapped file.
pub(crate) fn map_array(map: &FileMap, start: usize, length: usize) -> Outcome<Array> {
    let part = map.as_bytes().get(start..).and_then(|rest| rest.get(..length)).ok_or_else(outside)?;
    let Header { data_start, shape, order, dtype, .. } = header(part)?;
    Array::over_map(map, start + data_start, &shape, order, dtype)?.ok_or_else(outside)
}

fn header(mut bytes: &[u8]) -> Outcome<Header> {
    let length = bytes.len() as u64;
    let header = Header::read(&mut bytes)?;
    header.check_length(length)?;
    Ok(header)
}

/// For parts of a file whose length was checked before.
fn outside() -> Box<IoError> {
    IoError::malformed("the data are not inside of the file", "")
}

/// An npy file mapped for reading and writing: NumPy's `load(path, mmap_mode="r+")`. What is written here is written to the file.
///
/// ```
/// use ndtype::{self as np, FileMapMut, NpyMapMut};
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-map-mut-{}.npy", std::process::id()));
/// np::save(&path, &np::array![1, 2, 3])?;
/// // SAFETY: the file is this example's alone.
/// let mut file = NpyMapMut::new(unsafe { FileMapMut::open(&path) }?)?;
/// file.set(np::idx![1..], 7)?;
/// file.flush()?;
/// drop(file);
/// assert_eq!(np::load(&path)?.to_vec::<i32>()?, [1, 7, 7]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
pub struct NpyMapMut {
    /// Never handed out: a clone would make the next write copy and miss the file.
    array: Array,
    flusher: Flusher,
}

impl NpyMapMut {
    /// The array in a mapped file. Errors are those of [`load`](super::load).
    pub fn new(map: FileMapMut) -> Result<NpyMapMut> {
        let path = map.path().to_owned();
        let array = || {
            let Header { data_start, shape, order, dtype, .. } = header(map.as_bytes())?;
            Array::over_map_mut(map, data_start, &shape, order, dtype)?.ok_or_else(outside)
        };
        let (array, flusher) = array().map_err(|error| error.in_file(&path))?;
        Ok(NpyMapMut { array, flusher })
    }

    /// The elements, for reading.
    pub fn view(&self) -> ArrayView<'_> {
        self.array.lent()
    }

    /// A window to write through, as [`Array::view_mut`].
    pub fn view_mut(&mut self, index: impl IntoIndex) -> Result<ArrayViewMut<'_>> {
        self.array.view_mut(index)
    }

    /// As [`Array::set`].
    pub fn set(&mut self, index: impl IntoIndex, value: impl IntoValue) -> Result<()> {
        self.array.set(index, value)
    }

    /// As [`Array::assign`].
    pub fn assign(&mut self, source: &Array) -> Result<()> {
        self.array.assign(source)
    }

    /// Waits until what was written is in the file. (Without it the system writes when it likes, after a drop as well.)
    pub fn flush(&self) -> Result<()> {
        self.flusher.flush()
    }
}
