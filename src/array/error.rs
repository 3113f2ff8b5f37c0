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
    /// The positions of true elements in an array without axes.
    NonzeroOfScalar,
    /// A mask with another number of elements than the array.
    MaskSize {
        /// How many the mask has.
        mask: usize,
        /// How many the array has.
        size: usize,
    },
    /// Places for values, but no values.
    EmptyInsert,
    /// No arrays where at least one is needed.
    NoArrays {
        /// What is not possible.
        what: &'static str,
    },
    /// Two lists that should be of one length.
    Lengths {
        /// What the lists are of.
        what: &'static str,
        /// The length of the first.
        first: usize,
        /// The length of the second.
        second: usize,
    },
    /// An index that names none of the choices.
    Choice {
        /// The index.
        index: i64,
        /// How many choices there are.
        choices: usize,
    },
    /// A negative number of repetitions.
    NegativeCount {
        /// The number.
        count: i64,
    },
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
            ValueError::NonzeroOfScalar => {
                f.write_str("Calling nonzero on 0d arrays is not allowed. Use atleast_1d first")
            }
            ValueError::MaskSize { mask, size } => {
                write!(f, "mask and data must be the same size, not {mask} and {size}")
            }
            ValueError::EmptyInsert => f.write_str("Cannot insert from an empty array!"),
            ValueError::NoArrays { what } => f.write_str(what),
            ValueError::Lengths { what, first, second } => {
                write!(f, "there must be as many {what} as each other, not {first} and {second}")
            }
            ValueError::Choice { index, choices } => {
                write!(f, "invalid entry {index} in choice array: there are {choices} choices")
            }
            ValueError::NegativeCount { count } => {
                write!(f, "repeats may not contain negative values, such as {count}")
            }
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
