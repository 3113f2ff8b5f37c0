//! The start of an npy file: magic, version, and a Python dict of dtype, order and shape.

use std::fmt::Write;
use std::io::Read;

use crate::array::Array;
use crate::dtype::{Dtype, NPY_COMMENT, NpyHeader};
use crate::io::error::{IoError, IoReason, Outcome};
use crate::layout::{Layout, Order};

pub(crate) const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// What the data are aligned to.
const ALIGN: usize = 64;
/// Room for the first axis to grow: digits of 64 bits and a sign.
const GROWTH: usize = 21;
/// The longest header that is read or written. (NumPy's own limit for files it does not trust is 10,000.)
pub(crate) const MAX_HEADER: usize = 4 << 20;

/// What a header says, checked: the elements have that many bytes, and no element owns memory.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) version: u8,
    pub(crate) dtype: Dtype,
    pub(crate) order: Order,
    pub(crate) shape: Vec<usize>,
    /// Where the data start.
    pub(crate) data_start: usize,
    /// How many bytes the data have.
    pub(crate) nbytes: usize,
}

/// Reads as much as there is, up to the length of `buffer`.
pub(crate) fn read_up_to(source: &mut dyn Read, buffer: &mut [u8], at: u64) -> Outcome<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(IoError::system("read")(error).at(at + filled as u64)),
        }
    }
    Ok(filled)
}

impl Header {
    /// Reads the header at the start of a file.
    pub(crate) fn read(source: &mut dyn Read) -> Outcome<Header> {
        let mut start = [0u8; 12];
        let found = read_up_to(source, &mut start[..8], 0)?;
        if found < 6 || &start[..6] != MAGIC {
            let found = start[..found.min(6)].to_vec();
            return Err(IoError::new(IoReason::Magic { format: "an npy", found }).at(0));
        }
        let truncated = |what, needed: usize, found: usize, at: u64| {
            IoError::new(IoReason::Truncated { what, needed: needed as u64, found: found as u64 }).at(at)
        };
        if found < 8 {
            return Err(truncated("the version", 2, found - 6, 6));
        }
        let width = match (start[6], start[7]) {
            (1, 0) => 2,
            (2 | 3, 0) => 4,
            (major, minor) => {
                let version = format!("{major}.{minor}");
                return Err(IoError::new(IoReason::Version { format: "npy", version }).at(6));
            }
        };
        let found = read_up_to(source, &mut start[8..8 + width], 8)?;
        if found < width {
            return Err(truncated("the length of the header", width, found, 8));
        }
        let length = u32::from_le_bytes([start[8], start[9], start[10], start[11]]) as usize;
        if length > MAX_HEADER {
            let (size, limit) = (length as u64, MAX_HEADER as u64);
            return Err(IoError::new(IoReason::TooLarge { what: "a header", size, limit }).at(8));
        }
        let text_start = 8 + width;
        let mut text = Vec::new();
        let read = source.take(length as u64).read_to_end(&mut text);
        read.map_err(|error| IoError::system("read")(error).at(text_start as u64))?;
        if text.len() < length {
            return Err(truncated("the header", length, text.len(), text_start as u64));
        }
        Header::parse(start[6], &text, text_start)
    }

    fn parse(version: u8, bytes: &[u8], start: usize) -> Outcome<Header> {
        let text = if version < 3 {
            bytes.iter().copied().map(char::from).collect()
        } else {
            match std::str::from_utf8(bytes) {
                Ok(text) => text.to_owned(),
                Err(error) => {
                    return Err(IoError::new(IoReason::NotUtf8).at((start + error.valid_up_to()) as u64));
                }
            }
        };
        let read = NpyHeader::parse(&text, version < 3).map_err(|error| {
            let before = &text[..error.position()];
            let offset = if version < 3 { before.chars().count() } else { before.len() };
            IoError::new(IoReason::Header(error)).at((start + offset) as u64)
        })?;
        let NpyHeader { dtype, fortran_order, shape } = read;
        check_dtype(&dtype).map_err(|error| error.at(start as u64))?;
        let order = if fortran_order { Order::F } else { Order::C };
        let layout = Layout::contiguous(&shape, dtype.itemsize(), order)
            .map_err(|error| Box::<IoError>::from(error).at(start as u64))?;
        let nbytes = layout.size() * dtype.itemsize();
        Ok(Header { version, dtype, order, shape, data_start: start + bytes.len(), nbytes })
    }

    /// The header that NumPy would write for an array.
    pub(crate) fn of(array: &Array) -> Outcome<(Vec<u8>, Order)> {
        let flags = array.flags();
        let order = if flags.f_contiguous && !flags.c_contiguous { Order::F } else { Order::C };
        Ok((Header::bytes(array.dtype(), order, array.shape())?, order))
    }

    /// A header in the lowest version that can hold it.
    pub(crate) fn bytes(dtype: &Dtype, order: Order, shape: &[usize]) -> Outcome<Vec<u8>> {
        let text = text(dtype, order, shape)?;
        let latin1 = text.chars().all(|c| (c as u32) < 0x100);
        let (version, width) = match latin1 {
            true if u16::try_from(padded(10 + text.chars().count() + 1) - 10).is_ok() => (1, 2),
            true => (2, 4),
            false => (3, 4),
        };
        let body = encode(&text, version);
        let total = padded(8 + width + body.len() + 1);
        pack(version, &body, total)
    }

    /// The header for the same file with another shape, of the same length, so that the data stay where they are.
    pub(crate) fn with_shape(&self, shape: &[usize]) -> Outcome<Vec<u8>> {
        let text = text(&self.dtype, self.order, shape)?;
        let body = encode(&text, self.version);
        let width = if self.version == 1 { 2 } else { 4 };
        let needed = 8 + width + body.len() + 1;
        // The room to grow may be missing in files of others, so only what has to be there counts.
        let trimmed = body.len() - body.iter().rev().take_while(|&&b| b == b' ').count();
        if needed > self.data_start && 8 + width + trimmed < self.data_start {
            return pack(self.version, &body[..trimmed], self.data_start);
        }
        if needed > self.data_start {
            return Err(IoError::request("the header has no room for the new shape", format!("{shape:?}")));
        }
        pack(self.version, &body, self.data_start)
    }
}

/// The elements that an npy file can hold.
pub(crate) fn check_dtype(dtype: &Dtype) -> Outcome<()> {
    if dtype.has_object() {
        let why = "npy files hold such elements only as pickled programs, which are neither written nor read";
        return Err(IoError::new(IoReason::Dtype { dtype: dtype.clone(), why }));
    }
    Ok(())
}

fn text(dtype: &Dtype, order: Order, shape: &[usize]) -> Outcome<String> {
    check_dtype(dtype)?;
    let fortran = if order == Order::F { "True" } else { "False" };
    let mut text = format!("{{'descr': {}, 'fortran_order': {fortran}, 'shape': (", dtype.descr()?);
    for (i, size) in shape.iter().enumerate() {
        _ = write!(text, "{}{size}", if i > 0 { ", " } else { "" });
    }
    text.push_str(if shape.len() == 1 { ",), }" } else { "), }" });
    let growing = if order == Order::F { shape.last() } else { shape.first() };
    if let Some(size) = growing {
        let digits = size.checked_ilog10().unwrap_or(0) as usize + 1;
        text.push_str(&" ".repeat(GROWTH - digits));
    }
    if dtype.holds_ml_format() {
        _ = write!(text, "{NPY_COMMENT}{dtype}");
    }
    Ok(text)
}

fn encode(text: &str, version: u8) -> Vec<u8> {
    if version < 3 { text.chars().map(|c| c as u8).collect() } else { text.as_bytes().to_vec() }
}

/// Where the data start after so many bytes: NumPy adds a whole line where none were needed.
fn padded(length: usize) -> usize {
    length + ALIGN - length % ALIGN
}

/// Magic, version, length and text, padded with blanks and a newline.
fn pack(version: u8, body: &[u8], total: usize) -> Outcome<Vec<u8>> {
    let width = if version == 1 { 2 } else { 4 };
    let length = total - 8 - width;
    let limit = if version == 1 { u16::MAX.into() } else { MAX_HEADER };
    if length > limit {
        let (size, limit) = (length as u64, limit as u64);
        return Err(IoError::new(IoReason::TooLarge { what: "a header", size, limit }));
    }
    let mut bytes = Vec::with_capacity(total);
    bytes.extend(MAGIC);
    bytes.extend([version, 0]);
    bytes.extend(&(length as u32).to_le_bytes()[..width]);
    bytes.extend(body);
    bytes.resize(total - 1, b' ');
    bytes.push(b'\n');
    Ok(bytes)
}
