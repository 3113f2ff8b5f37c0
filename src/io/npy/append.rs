//! npy files that grow.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::header::{MAGIC, read_up_to};
use super::{Header, save};
use crate::array::Array;
use crate::dtype::{Dtype, IntoDtype};
use crate::error::Result;
use crate::io::error::{IoError, IoReason, Outcome};
use crate::layout::Order;

/// Adds rows to an npy file along its first axis, without reading or writing again what is there.
///
/// The rows are written before the header says that they are there, so that the file is valid at any time; what an
/// interruption left behind the data is written over by the next rows.
///
/// ```
/// use ndtype::{self as np, NpyAppender};
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-append-{}.npy", std::process::id()));
/// let mut file = NpyAppender::create(&path, "f4", [2])?;
/// file.append(&np::array![[1.0f32, 2.0], [3.0, 4.0]])?;
/// file.append(&np::array![[5.0f32, 6.0]])?;
/// assert_eq!(file.shape(), [3, 2]);
/// assert!(file.append(&np::array![[1.0f64, 2.0]]).is_err()); // another dtype
/// # drop(file);
/// assert_eq!(np::load(&path)?.to_vec::<f32>()?, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
#[derive(Debug)]
pub struct NpyAppender {
    file: File,
    path: PathBuf,
    header: Header,
}

impl NpyAppender {
    /// A new file without rows, each of which will have this dtype and shape.
    pub fn create(path: impl AsRef<Path>, dtype: impl IntoDtype, row: impl AsRef<[usize]>) -> Result<NpyAppender> {
        let mut shape = vec![0];
        shape.extend(row.as_ref());
        save(path.as_ref(), &Array::zeros(shape, dtype)?)?;
        NpyAppender::open(path)
    }

    /// A file that is there.
    ///
    /// Errors: those of [`load`](super::load), an array without axes, one of several axes in Fortran's order, a file with another
    /// array behind the first.
    pub fn open(path: impl AsRef<Path>) -> Result<NpyAppender> {
        let path = path.as_ref();
        let open = || {
            let mut file =
                OpenOptions::new().read(true).write(true).open(path).map_err(IoError::system("open the file"))?;
            let header = Header::read(&mut file)?;
            header.check_length(file.metadata().map_err(IoError::system("look at the file"))?.len())?;
            let end = (header.data_start + header.nbytes) as u64;
            file.seek(SeekFrom::Start(end)).map_err(IoError::system("seek"))?;
            let mut next = [0; MAGIC.len()];
            if read_up_to(&mut file, &mut next, end)? == next.len() && &next == MAGIC {
                return Err(IoError::malformed("another array follows, which rows would write over", "").at(end));
            }
            match (header.shape.len(), header.order) {
                (0, _) => Err(IoError::request("an array without axes has none to grow along", "()")),
                (2.., Order::F) => {
                    Err(IoError::request("an array in Fortran's order grows along its last axis", "the first"))
                }
                _ => Ok(NpyAppender { file, path: path.to_owned(), header }),
            }
        };
        Ok(open().map_err(|error| error.in_file(path))?)
    }

    /// The shape of what is in the file.
    pub fn shape(&self) -> &[usize] {
        &self.header.shape
    }

    /// What the elements are.
    pub fn dtype(&self) -> &Dtype {
        &self.header.dtype
    }

    /// Adds the rows of an array: all of its axes but the first are as those of the file.
    ///
    /// Errors: another dtype, another shape, a header without room for the new length, what the system refuses.
    pub fn append(&mut self, rows: &Array) -> Result<()> {
        self.try_append(rows).map_err(|error| error.in_file(&self.path))?;
        Ok(())
    }

    fn try_append(&mut self, rows: &Array) -> Outcome<()> {
        let header = &self.header;
        if rows.dtype() != &header.dtype {
            let (dtype, why) = (rows.dtype().clone(), "the file has elements of another data type");
            return Err(IoError::new(IoReason::Dtype { dtype, why }));
        }
        if rows.ndim() != header.shape.len() || rows.shape()[1..] != header.shape[1..] {
            return Err(IoError::request("rows of another shape than the file's", format!("{:?}", rows.shape())));
        }
        let mut shape = header.shape.clone();
        shape[0] = shape[0].saturating_add(rows.len());
        let layout = crate::layout::Layout::contiguous(&shape, header.dtype.itemsize(), header.order)?;
        let nbytes = layout.size() * header.dtype.itemsize();
        let new_start = header.with_shape(&shape)?;
        let end = (header.data_start + header.nbytes) as u64;
        self.file.seek(SeekFrom::Start(end)).map_err(IoError::system("seek"))?;
        let file = &mut self.file;
        rows.for_each_bytes(Order::C, &mut |bytes: &[u8]| file.write_all(bytes).map_err(IoError::system("write")))?;
        self.file.seek(SeekFrom::Start(0)).map_err(IoError::system("seek"))?;
        self.file.write_all(&new_start).map_err(IoError::system("write"))?;
        self.header.shape = shape;
        self.header.nbytes = nbytes;
        Ok(())
    }
}
