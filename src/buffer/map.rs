//! Files mapped into memory.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::Arc;

use memmap2::{Mmap, MmapRaw};

use crate::error::{Cause, Error, ErrorKind, Result};

/// A file that cannot be mapped into memory, or not be written back.
#[derive(Debug)]
pub struct MapError {
    path: PathBuf,
    error: std::io::Error,
}

impl MapError {
    fn of(path: &Path) -> impl Fn(std::io::Error) -> Error {
        move |error| Error::new(MapError { path: path.to_owned(), error })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: cannot map the file into memory: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for MapError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl Cause for MapError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Io
    }
}

/// Sets aside room on the disk for the bytes that a new file will have. What is not possible is left: writing says what is wrong.
///
/// Where room is found only when the data are flushed, renaming a file over another waits for that (80 MB: 70 ms instead of 22).
pub(crate) fn reserve(file: &File, bytes: usize) {
    #[cfg(target_os = "linux")]
    if let Ok(length) = libc::off_t::try_from(bytes)
        && bytes >= RESERVED
    {
        use std::os::fd::AsRawFd;
        // SAFETY: the descriptor is open as long as the file is borrowed; the call touches no memory.
        _ = unsafe { libc::fallocate(file.as_raw_fd(), libc::FALLOC_FL_KEEP_SIZE, 0, length) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, bytes);
}

/// Room for fewer bytes is not worth a call.
#[cfg(target_os = "linux")]
const RESERVED: usize = 1 << 20;

/// A file mapped into memory for reading: what [`Array::map_npy`](crate::array::Array::map_npy) and its like take. Clones share it.
#[derive(Clone, Debug)]
pub struct FileMap {
    bytes: Arc<Mmap>,
    path: Arc<Path>,
}

impl FileMap {
    /// Maps a file.
    ///
    /// Errors: what the system refuses.
    ///
    /// # Safety
    /// - As long as the map, a clone of it or an array over it lives, nobody changes the file's content or length: no other
    ///   program, and no other part of this one.
    ///
    /// ```
    /// use ndtype::{self as np, Array, FileMap};
    /// # let path = std::env::temp_dir().join(format!("ndtype-doc-map-{}.npy", std::process::id()));
    /// np::save(&path, &np::array![[1, 2], [3, 4]])?;
    /// // SAFETY: the file is this example's alone.
    /// let map = unsafe { FileMap::open(&path) }?;
    /// let a = Array::map_npy(&map)?; // nothing is read yet
    /// assert_eq!(a.get(np::idx![1])?.to_vec::<i32>()?, [3, 4]);
    /// # drop((a, map));
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), np::Error>(())
    /// ```
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<FileMap> {
        let path = path.as_ref();
        let file = File::open(path).map_err(MapError::of(path))?;
        // SAFETY: the caller's promise.
        let bytes = unsafe { Mmap::map(&file) }.map_err(MapError::of(path))?;
        Ok(FileMap { bytes: Arc::new(bytes), path: path.into() })
    }

    /// All bytes of the file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl AsRef<[u8]> for FileMap {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// A file mapped into memory for reading and writing: what [`NpyMapMut`](crate::io::NpyMapMut) takes. Writes change the file.
#[derive(Debug)]
pub struct FileMapMut {
    bytes: Arc<MmapRaw>,
    path: PathBuf,
}

impl FileMapMut {
    /// Maps a file for reading and writing.
    ///
    /// Errors: what the system refuses.
    ///
    /// # Safety
    /// - As long as the map or what was made of it lives, nobody else reads, changes or maps the file.
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<FileMapMut> {
        let path = path.as_ref();
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(MapError::of(path))?;
        let bytes = MmapRaw::map_raw(&file).map_err(MapError::of(path))?;
        Ok(FileMapMut { bytes: Arc::new(bytes), path: path.to_owned() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All bytes of the file.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        let (ptr, len) = (self.bytes.as_ptr(), self.bytes.len());
        // SAFETY: the map is valid for its length; by the promise of `open` nobody else writes it, and the buffer that may
        // write it takes this map away.
        unsafe { std::slice::from_raw_parts(ptr, len) }
    }
}

/// Writes back what was changed in a mapped file.
#[derive(Debug)]
pub(crate) struct Flusher(FileMapMut);

impl Flusher {
    pub(crate) fn flush(&self) -> Result<()> {
        self.0.bytes.flush().map_err(MapError::of(&self.0.path))
    }
}

impl super::Buffer {
    /// A part of a mapped file, kept alive as long as the buffer; `None` if it is not inside.
    pub(crate) fn mapped(map: &FileMap, offset: usize, len: usize) -> Option<super::Buffer> {
        let part = map.as_bytes().get(offset..)?.get(..len)?;
        // SAFETY: the bytes stay where they are while the map is kept, which the buffer does; nobody writes them, by the
        // promise of `open`; no elements in a file own memory.
        Some(unsafe { super::Buffer::foreign(NonNull::from(part).cast(), len, Box::new(map.clone()), false) })
    }

    /// The same for writing; the map is used up, so that there is one buffer over it.
    pub(crate) fn mapped_mut(map: FileMapMut, offset: usize, len: usize) -> Option<(super::Buffer, Flusher)> {
        map.as_bytes().get(offset..)?.get(..len)?;
        let ptr = NonNull::new(map.bytes.as_mut_ptr().wrapping_add(offset))?;
        // SAFETY: the part is inside the map, which the buffer keeps; this buffer alone refers to the bytes from here on, by the
        // promise of `open` and since the map cannot be asked for them again.
        let buffer = unsafe { super::Buffer::foreign(ptr, len, Box::new(map.bytes.clone()), true) };
        Some((buffer, Flusher(map)))
    }
}
