//! Writing npz files.

use std::collections::HashSet;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::directory::is_plain;
use super::{CENTRAL, DEFLATED, END, END64, EXTRA64, LOCAL, LOCATOR64, STORED, WIDE};
use crate::array::Array;
use crate::error::Result;
use crate::io::error::{IoError, Outcome};
use crate::io::npy;
use crate::io::replace::replace_file;

/// The version of zip that knows sizes of 64 bits.
const VERSION: u16 = 45;
/// Unix, whose permissions the attributes are: the owner reads and writes. As Python's zipfile has it.
const MADE_BY: u16 = 3 << 8 | VERSION;
const ATTRIBUTES: u32 = 0o600 << 16;
/// Names are UTF-8.
const UTF8: u16 = 0x0800;
/// The first of January 1980, as NumPy writes.
const DATE: u16 = 0x21;

/// Writes named arrays to an npz file, as they are: NumPy's `savez`. It is there whole or not at all, as with
/// [`save`](crate::io::save).
///
/// Errors: names that occur twice or would lead elsewhere as paths, dtypes that npy files cannot hold, what the system refuses.
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-savez-{}.npz", std::process::id()));
/// np::savez(&path, [("weights", &np::array![1.0, 2.0])])?;
/// assert_eq!(np::NpzReader::open(&path)?.get("weights")?.to_vec::<f64>()?, [1.0, 2.0]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
pub fn savez<'a, N: AsRef<str>>(
    path: impl AsRef<Path>,
    arrays: impl IntoIterator<Item = (N, &'a Array)>,
) -> Result<()> {
    save(path.as_ref(), arrays, None)
}

/// As [`savez`], compressed by deflate: NumPy's `savez_compressed`.
pub fn savez_compressed<'a, N: AsRef<str>>(
    path: impl AsRef<Path>,
    arrays: impl IntoIterator<Item = (N, &'a Array)>,
) -> Result<()> {
    save(path.as_ref(), arrays, Some(6))
}

fn save<'a, N: AsRef<str>>(
    path: &Path,
    arrays: impl IntoIterator<Item = (N, &'a Array)>,
    level: Option<u32>,
) -> Result<()> {
    let write = |file: &mut std::fs::File| {
        let mut archive = NpzWriter { level, ..NpzWriter::new(file) };
        for (name, array) in arrays {
            archive.try_add(name.as_ref(), array).map_err(|error| error.in_member(name.as_ref()))?;
        }
        archive.try_finish().map(|_| ())
    };
    Ok(replace_file(path, write)?)
}

struct Written {
    name: String,
    method: u16,
    crc: u32,
    packed: u64,
    size: u64,
    start: u64,
}

/// Writes an npz file one array after the other.
///
/// ```
/// use ndtype::{self as np, NpzReader, NpzWriter};
/// use std::io::Cursor;
/// let mut file = NpzWriter::new(Cursor::new(Vec::new()));
/// file.add("a", &np::array![1, 2, 3])?;
/// let mut file = file.compressed(9);
/// file.add("b", &np::Array::zeros([1000], "f8")?)?;
/// let bytes = file.finish()?.into_inner();
/// assert!(bytes.len() < 1000);
/// assert_eq!(NpzReader::new(Cursor::new(bytes))?.get("b")?.size(), 1000);
/// # Ok::<(), np::Error>(())
/// ```
pub struct NpzWriter<W> {
    target: W,
    /// How hard to compress, if at all.
    level: Option<u32>,
    members: Vec<Written>,
    names: HashSet<String>,
}

impl<W: Write + Seek> NpzWriter<W> {
    /// An archive without arrays, which are written as they are.
    pub fn new(target: W) -> NpzWriter<W> {
        NpzWriter { target, level: None, members: Vec::new(), names: HashSet::new() }
    }

    /// Compresses what is added from here on, by a level of 0 to 9.
    #[must_use]
    pub fn compressed(self, level: u32) -> NpzWriter<W> {
        NpzWriter { level: Some(level.min(9)), ..self }
    }

    /// Adds an array. Errors are those of [`savez`]; after one the archive is not to be used.
    pub fn add(&mut self, name: &str, array: &Array) -> Result<()> {
        Ok(self.try_add(name, array).map_err(|error| error.in_member(name))?)
    }

    /// Writes the list of members, without which there is no archive, and gives back the target.
    pub fn finish(self) -> Result<W> {
        Ok(self.try_finish()?)
    }

    fn try_add(&mut self, name: &str, array: &Array) -> Outcome<()> {
        let name = format!("{name}.npy");
        if name.len() > usize::from(u16::MAX) || !is_plain(&name) {
            return Err(IoError::request("a name that is too long or would lead elsewhere as a path", name));
        }
        if !self.names.insert(name.clone()) {
            return Err(IoError::request("a name that is in the archive already", name));
        }
        let start = self.target.stream_position().map_err(IoError::system("seek"))?;
        let method = if self.level.is_some() { DEFLATED } else { STORED };
        let mut member = Written { name, method, crc: 0, packed: 0, size: 0, start };
        self.put(&local_header(&member))?;
        let data_start = start + local_header(&member).len() as u64;
        let mut crc = Crc::new();
        if let Some(level) = self.level {
            let mut encoder = DeflateEncoder::new(&mut self.target, Compression::new(level));
            member.size = npy::write_array(&mut Checked { target: &mut encoder, crc: &mut crc }, array)?;
            encoder.finish().map_err(IoError::system("write"))?;
        } else {
            member.size = npy::write_array(&mut Checked { target: &mut self.target, crc: &mut crc }, array)?;
        }
        let end = self.target.stream_position().map_err(IoError::system("seek"))?;
        (member.crc, member.packed) = (crc.sum(), end - data_start);
        // Now that the sizes are known the header is written again.
        self.target.seek(SeekFrom::Start(start)).map_err(IoError::system("seek"))?;
        self.put(&local_header(&member))?;
        self.target.seek(SeekFrom::Start(end)).map_err(IoError::system("seek"))?;
        self.members.push(member);
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> Outcome<()> {
        self.target.write_all(bytes).map_err(IoError::system("write"))
    }

    fn try_finish(mut self) -> Outcome<W> {
        let start = self.target.stream_position().map_err(IoError::system("seek"))?;
        let directory: Vec<u8> = self.members.iter().flat_map(central_header).collect();
        self.put(&directory)?;
        let end = end_records(self.members.len() as u64, directory.len() as u64, start);
        self.put(&end)?;
        self.target.flush().map_err(IoError::system("write"))?;
        Ok(self.target)
    }
}

/// Numbers of different widths, little-endian.
#[derive(Default)]
struct Record(Vec<u8>);

impl Record {
    fn u16(mut self, values: &[u16]) -> Record {
        self.0.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self
    }

    fn u32(mut self, values: &[u32]) -> Record {
        self.0.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self
    }

    fn u64(mut self, values: &[u64]) -> Record {
        self.0.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Record {
        self.0.extend(bytes);
        self
    }
}

fn flags(name: &str) -> u16 {
    if name.is_ascii() { 0 } else { UTF8 }
}

/// Always with sizes of 64 bits, since they are not known beforehand.
fn local_header(member: &Written) -> Vec<u8> {
    let name = member.name.as_bytes();
    Record::default()
        .u32(&[LOCAL])
        .u16(&[VERSION, flags(&member.name), member.method, 0, DATE])
        .u32(&[member.crc, WIDE, WIDE])
        .u16(&[name.len() as u16, 20])
        .bytes(name)
        .u16(&[EXTRA64, 16])
        .u64(&[member.size, member.packed])
        .0
}

fn central_header(member: &Written) -> Vec<u8> {
    let name = member.name.as_bytes();
    let sizes = [member.size, member.packed, member.start];
    let is_wide = |size: &u64| *size >= u64::from(WIDE);
    let wide: Vec<u64> = sizes.iter().copied().filter(is_wide).collect();
    let narrow = sizes.map(|size| if is_wide(&size) { WIDE } else { size as u32 });
    let extra = if wide.is_empty() {
        Vec::new()
    } else {
        Record::default().u16(&[EXTRA64, 8 * wide.len() as u16]).u64(&wide).0
    };
    Record::default()
        .u32(&[CENTRAL])
        .u16(&[MADE_BY, VERSION, flags(&member.name), member.method, 0, DATE])
        .u32(&[member.crc, narrow[1], narrow[0]])
        .u16(&[name.len() as u16, extra.len() as u16, 0, 0, 0])
        .u32(&[ATTRIBUTES, narrow[2]])
        .bytes(name)
        .bytes(&extra)
        .0
}

fn end_records(count: u64, size: u64, start: u64) -> Vec<u8> {
    let wide = count >= u64::from(u16::MAX) || size >= u64::from(WIDE) || start >= u64::from(WIDE);
    let mut record = Record::default();
    if wide {
        let at = start + size;
        record =
            record.u32(&[END64]).u64(&[44]).u16(&[MADE_BY, VERSION]).u32(&[0, 0]).u64(&[count, count, size, start]);
        record = record.u32(&[LOCATOR64, 0]).u64(&[at]).u32(&[1]);
    }
    let short = |value: u64| u16::try_from(value).unwrap_or(u16::MAX);
    let narrow = |value: u64| u32::try_from(value).unwrap_or(WIDE);
    let (count, size, start) = if wide { (u16::MAX, WIDE, WIDE) } else { (short(count), narrow(size), narrow(start)) };
    record.u32(&[END]).u16(&[0, 0, count, count]).u32(&[size, start]).u16(&[0]).0
}

struct Checked<'a, W> {
    target: W,
    crc: &'a mut Crc,
}

impl<W: Write> Write for Checked<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.target.write(bytes)?;
        self.crc.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.target.flush()
    }
}
