//! Reading npy files whole.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::Header;
use crate::array::{Array, FillError};
use crate::error::Result;
use crate::io::error::{IoError, IoReason, Outcome};

/// The array in an npy file: NumPy's `load`. It is in C's or in Fortran's order, as the file says.
///
/// Nothing is unpickled: files of Python objects are refused. ML formats, which NumPy knows as void only, come back as what
/// they were if this library wrote them.
///
/// Errors, which say where in the file: it is no npy file, ends early, has a header that is not understood, or booleans that
/// are neither 0 nor 1 (NumPy takes these as true). Bytes behind the data are left alone, as in NumPy.
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-load-{}.npy", std::process::id()));
/// let a = np::array![[1.5, 2.5], [3.5, 4.5]];
/// np::save(&path, &a)?;
/// let b = np::load(&path)?;
/// assert!(np::array_equal(&a, &b)?);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
pub fn load(path: impl AsRef<Path>) -> Result<Array> {
    let path = path.as_ref();
    let read = || {
        let (mut file, length) = open(path)?;
        read_array(&mut file, length)
    };
    Ok(read().map_err(|error| error.in_file(path))?)
}

/// The array that an npy file's bytes hold, as [`load`]; what follows is left in the source.
///
/// Memory grows with what the source really gives, whatever the header says.
///
/// ```
/// use ndtype as np;
/// let mut bytes = Vec::new();
/// np::write_npy(&mut bytes, &np::array![1i16, 2, 3])?;
/// assert_eq!(np::read_npy(&bytes[..])?.to_vec::<i16>()?, [1, 2, 3]);
/// assert!(np::read_npy(&bytes[..bytes.len() - 1]).unwrap_err().is_io());
/// # Ok::<(), np::Error>(())
/// ```
pub fn read_npy(mut source: impl Read) -> Result<Array> {
    Ok(read_array(&mut source, None)?)
}

/// Opens a file for reading, with its length if it has one.
pub(crate) fn open(path: &Path) -> Outcome<(File, Option<u64>)> {
    let file = File::open(path).map_err(IoError::system("open the file"))?;
    let meta = file.metadata().map_err(IoError::system("look at the file"))?;
    if meta.is_dir() {
        return Err(IoError::system("read the file")(std::io::ErrorKind::IsADirectory.into()));
    }
    let length = meta.is_file().then_some(meta.len());
    Ok((file, length))
}

/// Reads an array from the start of a source of this length, if that is known.
pub(crate) fn read_array(source: &mut dyn Read, length: Option<u64>) -> Outcome<Array> {
    let header = Header::read(source)?;
    if let Some(length) = length {
        header.check_length(length)?;
    }
    header.read_data(&header.shape, length.is_some(), source)
}

impl Header {
    /// An error if a file of this length does not have all of the data.
    pub(crate) fn check_length(&self, length: u64) -> Outcome<()> {
        let found = length.saturating_sub(self.data_start as u64);
        if found < self.nbytes as u64 {
            return Err(self.truncated(self.nbytes, found));
        }
        Ok(())
    }

    fn truncated(&self, needed: usize, found: u64) -> Box<IoError> {
        let what = "the data";
        IoError::new(IoReason::Truncated { what, needed: needed as u64, found }).at(self.data_start as u64)
    }

    /// Reads elements of this shape from a source that is at the first of them. If `backed`, it is known to have them all.
    pub(crate) fn read_data(&self, shape: &[usize], backed: bool, source: &mut dyn Read) -> Outcome<Array> {
        let needed = shape.iter().product::<usize>() * self.dtype.itemsize();
        Array::read_from(shape, self.order, self.dtype.clone(), backed, source).map_err(|error| match error {
            FillError::End(found) => self.truncated(needed, found as u64),
            FillError::Source(error) => IoError::system("read")(error).at(self.data_start as u64),
            FillError::Array(error) => Box::<IoError>::from(error).at(self.data_start as u64),
        })
    }
}
