//! The bytes of a file, block by block, as UTF-8.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::TextFileError;
use crate::error::Result;

/// What the bytes of a text file mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, the default. Other bytes are an error.
    #[default]
    Utf8,
    /// ISO 8859-1: each byte is a character.
    Latin1,
}

/// How many bytes are read at first, and how many at a time in the end, unless a row is longer: enough for several threads, and
/// little enough to be in the same memory again and again, since new pages cost more than reading numbers.
const BLOCK: usize = 1 << 18;
const LARGEST: usize = 1 << 20;

/// Opens a file for reading; the error names it.
pub(super) fn open(path: &Path) -> Result<File> {
    let file = File::open(path).and_then(|file| {
        // Some systems open folders and only then refuse to read from them.
        if file.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
    });
    file.map_err(|error| TextFileError::io(error, Some(path)))
}

/// What is told how many bytes were read.
pub(super) type Progress<'p> = dyn FnMut(u64) + 'p;

/// A window over the text: what is in it is valid UTF-8.
pub(super) struct Source<'p, R> {
    reader: R,
    encoding: Encoding,
    progress: Option<Box<Progress<'p>>>,
    /// How many bytes of the file were read.
    read: u64,
    /// The window, and behind `checked` bytes that are not known to be text yet: the start of a character.
    buffer: Vec<u8>,
    checked: usize,
    /// Where what was not taken yet starts.
    start: usize,
    at_end: bool,
}

impl<'p, R: Read> Source<'p, R> {
    pub(super) fn new(reader: R, encoding: Encoding, progress: Option<Box<Progress<'p>>>) -> Self {
        let buffer = Vec::new();
        Source { reader, encoding, progress, read: 0, buffer, checked: 0, start: 0, at_end: false }
    }

    /// The text in the window that was not taken, and whether there is none behind it.
    pub(super) fn window(&self) -> (&[u8], bool) {
        (&self.buffer[self.start..self.checked], self.at_end)
    }

    /// Goes past so many bytes of the window.
    pub(super) fn take(&mut self, count: usize) {
        self.start += count;
        debug_assert!(self.start <= self.checked);
    }

    /// Reads more behind the window: as much again as a window that was not enough.
    pub(super) fn more(&mut self) -> Result<()> {
        self.buffer.drain(..self.start);
        self.checked -= self.start;
        self.start = 0;
        // The more was read, the more is likely to come.
        let likely = usize::try_from(self.read).unwrap_or(LARGEST).clamp(BLOCK, LARGEST);
        let (old, want) = (self.buffer.len(), self.buffer.len().max(likely));
        self.buffer.reserve(want);
        let count = match self.reader.by_ref().take(want as u64).read_to_end(&mut self.buffer) {
            Ok(count) => count,
            Err(error) => {
                self.buffer.truncate(old);
                return Err(TextFileError::io(error, None));
            }
        };
        self.at_end = count < want;
        self.read += count as u64;
        self.check(old)?;
        if let Some(progress) = &mut self.progress {
            progress(self.read);
        }
        Ok(())
    }

    /// Makes sure that what was read is text; bytes from `old` on are new.
    fn check(&mut self, old: usize) -> Result<()> {
        if self.encoding == Encoding::Latin1 {
            if !self.buffer[old..].is_ascii() {
                let text: String = self.buffer[old..].iter().map(|&byte| char::from(byte)).collect();
                self.buffer.truncate(old);
                self.buffer.extend_from_slice(text.as_bytes());
            }
            self.checked = self.buffer.len();
            return Ok(());
        }
        let fresh = &self.buffer[self.checked..];
        if fresh.is_ascii() {
            self.checked = self.buffer.len();
            return Ok(());
        }
        match std::str::from_utf8(fresh) {
            Ok(_) => self.checked = self.buffer.len(),
            // A character that goes on in the next block.
            Err(error) if error.error_len().is_none() && !self.at_end => self.checked += error.valid_up_to(),
            Err(error) => {
                let before = self.read - fresh.len() as u64;
                return Err(TextFileError::Encoding { position: before + error.valid_up_to() as u64 }.into());
            }
        }
        Ok(())
    }
}
