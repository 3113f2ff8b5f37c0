//! Why a file could not be read or written: where it happened, and what was wrong there.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::dtype::{Dtype, ParseError};
use crate::error::{Cause, Error, ErrorKind};

/// A binary file that could not be read or written.
///
/// ```
/// use ndtype::{self as np, io::{IoError, IoReason}};
/// let error = np::read_npy(&b"\x93NUMPY\x01\x00\xff\xff{'descr'"[..]).unwrap_err();
/// assert!(error.is_io());
/// let cause = error.cause::<IoError>().unwrap();
/// assert!(matches!(cause.reason(), IoReason::Truncated { .. }));
/// assert_eq!(cause.offset(), Some(10));
/// ```
#[derive(Debug)]
pub struct IoError {
    path: Option<PathBuf>,
    member: Option<String>,
    offset: Option<u64>,
    reason: IoReason,
}

/// What was wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum IoReason {
    /// The system refused.
    System {
        /// What was asked of it.
        action: &'static str,
        /// Its answer.
        error: io::Error,
    },
    /// The file does not start as one of its format does.
    Magic {
        /// The format.
        format: &'static str,
        /// How it starts.
        found: Vec<u8>,
    },
    /// A version of the format that does not exist.
    Version {
        /// The format.
        format: &'static str,
        /// The version, as numbers with points.
        version: String,
    },
    /// The file ends too early.
    Truncated {
        /// What should stand there.
        what: &'static str,
        /// How many bytes that takes.
        needed: u64,
        /// How many there are.
        found: u64,
    },
    /// Something is larger than this library reads, or than the file can hold.
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Its size.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// The text of a header does not say what it should.
    Header(ParseError),
    /// Text that is not UTF-8.
    NotUtf8,
    /// A part of the file contradicts the format, or another part.
    Malformed {
        /// What is wrong.
        what: &'static str,
        /// What was found.
        found: String,
    },
    /// The format cannot hold these elements, or this library does not read them.
    Dtype {
        /// The dtype.
        dtype: Dtype,
        /// Why not.
        why: &'static str,
    },
    /// What is asked of the file does not fit it.
    Request {
        /// Why not.
        what: &'static str,
        /// What was asked.
        found: String,
    },
    /// The array that the file describes cannot be.
    Array(Error),
}

/// A result of this module: the reason is boxed, since it is large and rare.
pub(super) type Outcome<T> = Result<T, Box<IoError>>;

impl IoError {
    #[cold]
    pub(super) fn new(reason: IoReason) -> Box<IoError> {
        Box::new(IoError { path: None, member: None, offset: None, reason })
    }

    #[cold]
    pub(super) fn system(action: &'static str) -> impl FnOnce(io::Error) -> Box<IoError> {
        move |error| IoError::new(IoReason::System { action, error })
    }

    #[cold]
    pub(super) fn malformed(what: &'static str, found: impl ToString) -> Box<IoError> {
        IoError::new(IoReason::Malformed { what, found: found.to_string() })
    }

    #[cold]
    pub(super) fn request(what: &'static str, found: impl ToString) -> Box<IoError> {
        IoError::new(IoReason::Request { what, found: found.to_string() })
    }

    /// The same at a place, unless a place is known already.
    pub(super) fn at(mut self: Box<IoError>, offset: u64) -> Box<IoError> {
        self.offset.get_or_insert(offset);
        self
    }

    /// The same at a place that was counted from another one on.
    #[cfg(feature = "safetensors")]
    pub(super) fn moved_by(mut self: Box<IoError>, bytes: u64) -> Box<IoError> {
        self.offset = self.offset.map(|offset| offset + bytes);
        self
    }

    /// The same in a file.
    pub(super) fn in_file(mut self: Box<IoError>, path: &Path) -> Box<IoError> {
        self.path.get_or_insert_with(|| path.to_owned());
        self
    }

    /// The same in a member of an archive.
    pub(super) fn in_member(mut self: Box<IoError>, name: &str) -> Box<IoError> {
        self.member.get_or_insert_with(|| name.to_owned());
        self
    }

    /// The file, if it has a name.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The member of an archive, or the tensor.
    pub fn member(&self) -> Option<&str> {
        self.member.as_deref()
    }

    /// Where in the file, or in the member if there is one, in bytes.
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// What was wrong.
    pub fn reason(&self) -> &IoReason {
        &self.reason
    }
}

impl fmt::Display for IoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        if let Some(member) = &self.member {
            write!(f, "{member:?}: ")?;
        }
        if let Some(offset) = self.offset {
            write!(f, "at byte {offset}: ")?;
        }
        match &self.reason {
            IoReason::System { action, error } => write!(f, "cannot {action}: {error}"),
            IoReason::Magic { format, found } if found.is_empty() => write!(f, "not {format} file: it is empty"),
            IoReason::Magic { format, found } => {
                write!(f, "not {format} file: it starts with {:?}", found.escape_ascii().to_string())
            }
            IoReason::Version { format, version } => write!(f, "version {version} of {format} files does not exist"),
            IoReason::Truncated { what, needed, found } => {
                write!(f, "the file ends in {what}: {found} of {needed} bytes are there")
            }
            IoReason::TooLarge { what, size, limit } => write!(f, "{what} of {size} bytes, above the limit of {limit}"),
            IoReason::Header(error) => write!(f, "the header is not understood: {error}"),
            IoReason::NotUtf8 => f.write_str("the text is not UTF-8"),
            IoReason::Malformed { what, found } => write!(f, "{what}: {found}"),
            IoReason::Request { what, found } => write!(f, "{what}: {found}"),
            IoReason::Dtype { dtype, why } => write!(f, "elements of {}: {why}", dtype.repr()),
            IoReason::Array(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for IoError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            IoReason::System { error, .. } => Some(error),
            IoReason::Header(error) => Some(error),
            IoReason::Array(error) => Some(error.as_source()),
            _ => None,
        }
    }
}

impl Cause for IoError {
    fn kind(&self) -> ErrorKind {
        match &self.reason {
            IoReason::Array(error) if error.is_memory() => ErrorKind::Memory,
            _ => ErrorKind::Io,
        }
    }
}

impl From<Box<IoError>> for Error {
    fn from(cause: Box<IoError>) -> Error {
        Error::new(*cause)
    }
}

impl From<Error> for Box<IoError> {
    fn from(error: Error) -> Box<IoError> {
        IoError::new(IoReason::Array(error))
    }
}
