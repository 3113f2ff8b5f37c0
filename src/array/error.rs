//! The typed causes of array errors that are not about shapes, indices or dtypes.

use std::fmt;

use crate::error::{Cause, Error, ErrorKind};

/// A value that does not fit the request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// A length that no array has.
    Length {
        /// The length.
        length: String,
    },
    /// A range with a step of zero.
    ZeroStep,
    /// Several elements where one is needed.
    NotOneElement {
        /// How many there are.
        size: usize,
    },
    /// A slice of an array whose elements do not follow each other.
    NotContiguous,
    /// A slice of an array whose elements are not aligned.
    NotAligned,
    /// A byte that is no boolean.
    NotBool {
        /// The byte.
        byte: u8,
    },
    /// A view of the bytes as another dtype that does not fit.
    ViewSize {
        /// Why it does not fit.
        reason: &'static str,
    },
    /// Strides that reach outside of the memory.
    OutOfMemoryBounds,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Length { length } => write!(f, "an array cannot have {length} elements"),
            ValueError::ZeroStep => f.write_str("the step cannot be zero"),
            ValueError::NotOneElement { size } => {
                write!(f, "can only convert an array of size 1 to a scalar, not one of size {size}")
            }
            ValueError::NotContiguous => {
                f.write_str("the elements do not follow each other in memory: copy the array first")
            }
            ValueError::NotAligned => f.write_str("the elements are not aligned in memory: copy the array first"),
            ValueError::NotBool { byte } => write!(f, "the byte {byte:#04x} is no boolean: only 0 and 1 are"),
            ValueError::ViewSize { reason } => f.write_str(reason),
            ValueError::OutOfMemoryBounds => f.write_str("the strides reach outside of the array's memory"),
        }
    }
}

impl std::error::Error for ValueError {}

impl Cause for ValueError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Value
    }
}

impl From<ValueError> for Error {
    fn from(cause: ValueError) -> Error {
        Error::new(cause)
    }
}
