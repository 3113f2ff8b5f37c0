//! Reading members of an npz file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::LOCAL;
use super::directory::{self, Fields, Member, read_at};
use crate::array::Array;
use crate::buffer::FileMap;
use crate::error::Result;
use crate::io::error::{IoError, IoReason, Outcome};
use crate::io::npy;

/// An npz file, whose arrays are read when they are asked for: NumPy's `load` of such a file.
///
/// ```
/// use ndtype::{self as np, NpzReader};
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-npz-{}.npz", std::process::id()));
/// np::savez(&path, [("x", &np::array![1, 2]), ("y", &np::array![[0.5]])])?;
/// let mut file = NpzReader::open(&path)?;
/// assert_eq!(file.names().collect::<Vec<_>>(), ["x", "y"]);
/// assert_eq!(file.get("y")?.shape(), [1, 1]);
/// assert!(file.get("z").unwrap_err().is_io());
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
#[derive(Debug)]
pub struct NpzReader<R> {
    source: R,
    members: Vec<Member>,
    /// The members by name; a whole name comes before one without `.npy`.
    places: HashMap<String, usize>,
    /// Where the directory, and so all of the members, ends.
    directory: u64,
    path: Option<PathBuf>,
}

/// Opens an npz file, whose arrays are read when they are asked for: NumPy's `load` of such a file. See [`NpzReader`].
pub fn load_npz(path: impl AsRef<Path>) -> Result<NpzReader<File>> {
    NpzReader::open(path)
}

impl NpzReader<File> {
    /// Opens a file. Errors are those of [`new`](Self::new).
    pub fn open(path: impl AsRef<Path>) -> Result<NpzReader<File>> {
        let path = path.as_ref();
        let open = || {
            let (file, _) = npy::open(path)?;
            NpzReader::try_new(file, Some(path.to_owned()))
        };
        Ok(open().map_err(|error| error.in_file(path))?)
    }
}

impl NpzReader<Cursor<FileMap>> {
    /// The archive in a mapped file. Errors are those of [`new`](Self::new).
    pub fn over(map: &FileMap) -> Result<NpzReader<Cursor<FileMap>>> {
        let archive = NpzReader::try_new(Cursor::new(map.clone()), Some(map.path().to_owned()));
        Ok(archive.map_err(|error| error.in_file(map.path()))?)
    }

    /// An array by name that is not read: its elements are where the file is mapped. (They are seldom aligned.) The checksum
    /// is not looked at. Compressed arrays are read, as by [`get`](Self::get), whose errors these are.
    ///
    /// ```
    /// use ndtype::{self as np, FileMap, NpzReader};
    /// # let path = std::env::temp_dir().join(format!("ndtype-doc-npz-map-{}.npz", std::process::id()));
    /// np::savez(&path, [("x", &np::array![1, 2])])?;
    /// // SAFETY: the file is this example's alone.
    /// let map = unsafe { FileMap::open(&path) }?;
    /// let x = NpzReader::over(&map)?.map("x")?;
    /// assert!(map.as_bytes().as_ptr_range().contains(&x.as_ptr()));
    /// assert_eq!(x.to_vec::<i32>()?, [1, 2]);
    /// # drop((x, map));
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), np::Error>(())
    /// ```
    pub fn map(&mut self, name: &str) -> Result<Array> {
        self.with_member(name, |archive, member| {
            let start = archive.data_start(member)?;
            if member.deflated {
                return archive.read(member);
            }
            let map = archive.source.get_ref();
            npy::map_array(map, start as usize, member.size as usize)
        })
    }
}

impl<R: Read + Seek> NpzReader<R> {
    /// Reads the list of members.
    ///
    /// Errors: no zip archive; members that overlap, have names that lead elsewhere as paths, occur twice, are encrypted or
    /// compressed in another way than by deflate, or claim to be larger than their bytes can be.
    pub fn new(source: R) -> Result<NpzReader<R>> {
        Ok(NpzReader::try_new(source, None)?)
    }

    fn try_new(mut source: R, path: Option<PathBuf>) -> Outcome<NpzReader<R>> {
        let (members, directory) = directory::read(&mut source)?;
        let mut places = HashMap::new();
        for (i, member) in members.iter().enumerate() {
            places.insert(member.name.clone(), i);
        }
        for (i, member) in members.iter().enumerate() {
            places.entry(array_name(&member.name).to_owned()).or_insert(i);
        }
        Ok(NpzReader { source, members, places, directory, path })
    }

    /// The names of the arrays, in the order of the file, without `.npy`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| array_name(&member.name))
    }

    /// How many arrays there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Reads an array by name, with or without `.npy`.
    ///
    /// Errors: no such name; a member that is not what the directory says, or does not have its checksum; those of
    /// [`read_npy`](crate::io::read_npy). Memory grows with what is really there.
    pub fn get(&mut self, name: &str) -> Result<Array> {
        self.with_member(name, Self::read)
    }

    /// Reads the bytes of a member by name, whatever they are.
    ///
    /// Errors: no such name; a member that is not what the directory says, or does not have its checksum.
    pub fn bytes(&mut self, name: &str) -> Result<Vec<u8>> {
        self.with_member(name, |archive, member| {
            archive.checked(member, |source| {
                let mut bytes = Vec::new();
                source.read_to_end(&mut bytes).map_err(IoError::system("read"))?;
                Ok(bytes)
            })
        })
    }

    /// Does something with the member of a name; its errors say where they happened.
    fn with_member<T>(&mut self, name: &str, act: impl FnOnce(&mut Self, &Member) -> Outcome<T>) -> Result<T> {
        let done = match self.places.get(name).map(|&i| self.members[i].clone()) {
            Some(member) => act(self, &member).map_err(|error| error.in_member(&member.name)),
            None => Err(IoError::request("no array of this name in the archive", format!("{name:?}"))),
        };
        Ok(done.map_err(|error| match &self.path {
            Some(path) => error.in_file(path),
            None => error,
        })?)
    }

    fn read(&mut self, member: &Member) -> Outcome<Array> {
        let length = (!member.deflated).then_some(member.size);
        self.checked(member, |source| npy::read_array(source, length))
    }

    /// Where the bytes of a member start, all of which are in the archive.
    fn data_start(&mut self, member: &Member) -> Outcome<u64> {
        let local = read_at(&mut self.source, member.start, 30)?;
        let mut fields = Fields::new(&local);
        let signature = fields.u32();
        fields.bytes(22);
        let (name, extra) = (u64::from(fields.u16()), u64::from(fields.u16()));
        let wrong = |what| Err(IoError::malformed(what, format!("in the archive at byte {}", member.start)));
        if signature != LOCAL {
            return wrong("no member where the directory says");
        }
        if name != member.raw_name.len() as u64
            || read_at(&mut self.source, member.start + 30, name as usize)? != member.raw_name
        {
            return wrong("a member of another name than the directory says");
        }
        let start = member.start + 30 + name + extra;
        if start.checked_add(member.packed).is_none_or(|end| end > self.directory) {
            return wrong("a member that reaches beyond the archive");
        }
        Ok(start)
    }

    /// Reads a member by a function and the rest of it, and compares size and checksum.
    fn checked<T>(&mut self, member: &Member, read: impl FnOnce(&mut dyn Read) -> Outcome<T>) -> Outcome<T> {
        let start = self.data_start(member)?;
        self.source.seek(SeekFrom::Start(start)).map_err(IoError::system("seek"))?;
        let packed = (&mut self.source).take(member.packed);
        let unpacked: &mut dyn Read = if member.deflated {
            &mut DeflateDecoder::new(BufReader::with_capacity(1 << 16, packed))
        } else {
            &mut { packed }
        };
        let mut source = Checked { source: unpacked.take(member.size), crc: Crc::new() };
        let found = read(&mut source)?;
        io::copy(&mut source, &mut io::sink()).map_err(IoError::system("read"))?;
        let left = source.source.limit();
        if left > 0 {
            let (needed, found) = (member.size, member.size - left);
            return Err(IoError::new(IoReason::Truncated { what: "a member", needed, found }));
        }
        let crc = source.crc.sum();
        if crc != member.crc {
            let found = format!("{crc:08x} instead of {:08x}", member.crc);
            return Err(IoError::malformed("the bytes do not have the checksum of the member", found));
        }
        Ok(found)
    }
}

struct Checked<R> {
    source: io::Take<R>,
    crc: Crc,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.crc.update(&buffer[..count]);
        Ok(count)
    }
}

fn array_name(member: &str) -> &str {
    member.strip_suffix(".npy").unwrap_or(member)
}
