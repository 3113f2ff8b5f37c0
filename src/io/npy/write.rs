//! Writing npy files.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::Header;
use crate::array::Array;
use crate::buffer::reserve;
use crate::error::Result;
use crate::io::error::{IoError, Outcome};
use crate::io::replace::replace_file;

/// Writes an array to an npy file: NumPy's `save`, byte for byte where NumPy has the dtype. An array in Fortran's order, and not in
/// C's, stays in it.
///
/// The file is written under another name in the same folder and then renamed, so that it is there whole or not at all. (The name
/// is taken as it is; NumPy's `save` adds `.npy`.) ML formats are written as void of their size, which NumPy reads, with a comment
/// in the header from which [`load`](super::load) knows them again.
///
/// Errors: objects and text of any length, records whose fields overlap, what the system refuses.
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-save-{}.npy", std::process::id()));
/// np::save(&path, &np::array![1, 2, 3].astype("bfloat16")?)?;
/// assert_eq!(np::load(&path)?.dtype(), &np::Dtype::BFloat16);
/// # std::fs::remove_file(&path).unwrap();
/// let texts = np::Array::zeros([2], "T")?;
/// assert!(np::save(&path, &texts).unwrap_err().is_io());
/// # Ok::<(), np::Error>(())
/// ```
pub fn save(path: impl AsRef<Path>, array: &Array) -> Result<()> {
    let write = |file: &mut File| {
        reserve(file, array.nbytes());
        write_array(file, array).map(|_| ())
    };
    Ok(replace_file(path.as_ref(), write)?)
}

/// Writes the bytes of an npy file, as [`save`]. They are written in large pieces, so that the target need not be buffered.
///
/// ```
/// use ndtype as np;
/// let mut bytes = Vec::new();
/// np::write_npy(&mut bytes, &np::array![1u8, 2])?;
/// assert_eq!((&bytes[..6], bytes.len()), (&b"\x93NUMPY"[..], 130));
/// # Ok::<(), np::Error>(())
/// ```
pub fn write_npy(mut target: impl Write, array: &Array) -> Result<()> {
    write_array(&mut target, array)?;
    Ok(())
}

/// Writes header and data, and says how many bytes they were.
pub(crate) fn write_array(target: &mut dyn Write, array: &Array) -> Outcome<u64> {
    let (header, order) = Header::of(array)?;
    let mut written = header.len() as u64;
    let mut put = |bytes: &[u8]| target.write_all(bytes).map_err(IoError::system("write"));
    put(&header)?;
    array.for_each_bytes(order, &mut |bytes: &[u8]| {
        written += bytes.len() as u64;
        put(bytes)
    })?;
    target.flush().map_err(IoError::system("write"))?;
    Ok(written)
}
