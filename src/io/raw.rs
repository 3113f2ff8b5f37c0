//! Elements without a header: their bytes, or numbers as text.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::error::{IoError, IoReason, Outcome};
use super::npy;
use super::replace::replace_file;
use crate::array::{Array, FillError, fromstring};
use crate::buffer::reserve;
use crate::dtype::{Dtype, DtypeKind, IntoDtype};
use crate::error::Result;
use crate::layout::Order;

/// The elements whose bytes a file is: NumPy's `fromfile`. `offset` bytes are left out at the start, and at most `count` elements
/// taken, or all; what is left of the file, less than an element perhaps, is left alone.
///
/// Errors: elements without bytes, or with memory of their own; booleans that are neither 0 nor 1; what the system refuses.
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-fromfile-{}", std::process::id()));
/// np::array![1i16, 2, 3].tofile(&path)?;
/// assert_eq!(np::fromfile(&path, "i2", None, 2)?.to_vec::<i16>()?, [2, 3]);
/// assert_eq!(np::fromfile(&path, "i4", Some(9), 0)?.to_vec::<i32>()?, [0x20001]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
pub fn fromfile(path: impl AsRef<Path>, dtype: impl IntoDtype, count: Option<usize>, offset: u64) -> Result<Array> {
    let (path, dtype) = (path.as_ref(), dtype.into_dtype()?);
    let read = || {
        check_dtype(&dtype)?;
        let (mut file, length) = npy::open(path)?;
        let Some(length) = length else { return from_stream(&mut file, dtype, count, offset) };
        file.seek(SeekFrom::Start(offset)).map_err(IoError::system("seek"))?;
        let there = usize::try_from(length.saturating_sub(offset)).unwrap_or(usize::MAX) / dtype.itemsize();
        elements(&mut file, count.map_or(there, |count| count.min(there)), dtype, offset)
    };
    Ok(read().map_err(|error| error.in_file(path))?)
}

/// The numbers in a file of text, with a separator between them: NumPy's `fromfile` with `sep`. Else as
/// [`fromstring`].
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-fromfile-text-{}", std::process::id()));
/// np::array![0.5, 1e300].tofile_text(&path, ", ")?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "0.5, 1e+300");
/// assert_eq!(np::fromfile_text(&path, "f8", ",")?.to_vec::<f64>()?, [0.5, 1e300]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
pub fn fromfile_text(path: impl AsRef<Path>, dtype: impl IntoDtype, separator: &str) -> Result<Array> {
    let path = path.as_ref();
    let text = || {
        let (mut file, _) = npy::open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(IoError::system("read"))?;
        String::from_utf8(bytes)
            .map_err(|error| IoError::new(IoReason::NotUtf8).at(error.utf8_error().valid_up_to() as u64))
    };
    fromstring(&text().map_err(|error| error.in_file(path))?, dtype, separator)
}

impl Array {
    /// Writes the bytes of the elements in C's order to a file, without a header: NumPy's `tofile`. The file is there whole or
    /// not at all, as with [`save`](crate::io::save).
    ///
    /// Errors: elements with memory of their own; what the system refuses.
    ///
    /// ```
    /// use ndtype as np;
    /// # let path = std::env::temp_dir().join(format!("ndtype-doc-tofile-{}", std::process::id()));
    /// np::array![[1u8, 2], [3, 4]].t().tofile(&path)?;
    /// assert_eq!(std::fs::read(&path).unwrap(), [1, 3, 2, 4]);
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), np::Error>(())
    /// ```
    pub fn tofile(&self, path: impl AsRef<Path>) -> Result<()> {
        let write = |file: &mut File| {
            reserve(file, self.nbytes());
            self.for_each_bytes(Order::C, &mut |bytes: &[u8]| file.write_all(bytes).map_err(IoError::system("write")))
        };
        Ok(replace_file(path.as_ref(), write)?)
    }

    /// Writes numbers as text with a separator between them, in C's order: NumPy's `tofile` with `sep`. Each is written with
    /// all digits that a float64 of its value needs.
    ///
    /// Errors: elements that are no numbers; what the system refuses.
    pub fn tofile_text(&self, path: impl AsRef<Path>, separator: &str) -> Result<()> {
        let wide = match self.dtype().kind() {
            DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned => self.clone(),
            DtypeKind::Float => self.astype(Dtype::Float64)?,
            DtypeKind::Complex => self.astype(Dtype::Complex128)?,
            _ => {
                let why = "only numbers are written as text that can be read again";
                let cause = IoError::new(IoReason::Dtype { dtype: self.dtype().clone(), why });
                return Err(cause.in_file(path.as_ref()).into());
            }
        };
        let scalars = wide.scalars()?;
        let write = |file: &mut File| {
            let mut target = BufWriter::new(file);
            let mut text = || {
                for (i, scalar) in scalars.iter().enumerate() {
                    write!(target, "{}{scalar}", if i > 0 { separator } else { "" })?;
                }
                target.flush()
            };
            text().map_err(IoError::system("write"))
        };
        Ok(replace_file(path.as_ref(), write)?)
    }
}

/// Elements that are their bytes, of which they have some.
fn check_dtype(dtype: &Dtype) -> Outcome<()> {
    let why = match dtype {
        _ if dtype.has_object() => "elements with memory of their own are not their bytes",
        _ if dtype.itemsize() == 0 => "elements without bytes cannot be counted",
        _ => return Ok(()),
    };
    Err(IoError::new(IoReason::Dtype { dtype: dtype.clone(), why }))
}

/// So many elements, which the source has.
fn elements(source: &mut dyn Read, count: usize, dtype: Dtype, offset: u64) -> Outcome<Array> {
    let (mut shape, mut dtype) = (vec![count], dtype);
    while let Dtype::SubArray(sub) = &dtype {
        shape.extend(sub.shape());
        dtype = sub.base().clone();
    }
    Array::read_from(&shape, Order::C, dtype, true, source).map_err(|error| match error {
        FillError::End(found) => IoError::malformed("the file became shorter while it was read", found).at(offset),
        FillError::Source(error) => IoError::system("read")(error).at(offset),
        FillError::Array(error) => Box::<IoError>::from(error).at(offset),
    })
}

/// From pipes and the like, of which it is not known how much they give.
fn from_stream(source: &mut File, dtype: Dtype, count: Option<usize>, offset: u64) -> Outcome<Array> {
    let failed = IoError::system("read");
    std::io::copy(&mut source.take(offset), &mut std::io::sink()).map_err(failed)?;
    let limit = count.map_or(u64::MAX, |count| (count as u64).saturating_mul(dtype.itemsize() as u64));
    let mut bytes = Vec::new();
    source.take(limit).read_to_end(&mut bytes).map_err(IoError::system("read"))?;
    elements(&mut &bytes[..], bytes.len() / dtype.itemsize(), dtype, offset)
}
