//! The typed causes of array errors that are not about shapes, indices or dtypes.

use std::fmt;

use crate::dtype::Dtype;
use crate::error::{Cause, Error, ErrorKind};
use crate::layout::Tuple;

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
    NotContiguous {
        /// The shape of the array.
        shape: Box<[usize]>,
        /// Its strides.
        strides: Box<[isize]>,
    },
    /// A slice of an array whose elements are not aligned.
    NotAligned,
    /// A slice to write to of structs that have padding.
    Padded {
        /// The dtype of the structs.
        dtype: Dtype,
    },
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
    OutOfMemoryBounds {
        /// The shape that was asked for.
        shape: Box<[usize]>,
        /// The strides that were asked for.
        strides: Box<[isize]>,
        /// How many bytes there are, before the first element and from there on.
        bytes: [usize; 2],
    },
    /// Strides that visit what lies between the elements, which is not the array's.
    NotAnElement,
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
    /// A value that the dtype cannot hold.
    OutOfBounds {
        /// The value.
        value: String,
        /// The dtype.
        dtype: Dtype,
    },
    /// A dtype that an operation has no meaning for.
    Unsupported {
        /// The operation.
        operation: &'static str,
        /// The dtype.
        dtype: Dtype,
    },
    /// A text that does not go on as it should.
    Unreadable {
        /// What should stand there.
        expected: String,
        /// Where in the text, in bytes.
        position: usize,
        /// How the text goes on.
        found: String,
    },
    /// An argument that does not fit.
    Argument {
        /// What is wrong with it.
        reason: &'static str,
        /// The argument.
        value: String,
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
            ValueError::NotContiguous { shape, strides } => {
                let (shape, strides) = (Tuple(shape), Tuple(strides));
                write!(
                    f,
                    "the elements do not follow each other in memory (shape {shape}, strides {strides}): copy the array first"
                )
            }
            ValueError::NotAligned => f.write_str("the elements are not aligned in memory: copy the array first"),
            ValueError::Padded { dtype } => {
                write!(
                    f,
                    "records of dtype {dtype} have padding, which a slice to write to could spoil: use update_slice"
                )
            }
            ValueError::NotBool { byte } => write!(f, "the byte {byte:#04x} is no boolean: only 0 and 1 are"),
            ValueError::ViewSize { reason } => f.write_str(reason),
            ValueError::OutOfMemoryBounds { shape, strides, bytes: [before, after] } => {
                let (shape, strides) = (Tuple(shape), Tuple(strides));
                write!(
                    f,
                    "the strides {strides} of shape {shape} reach outside of the array's memory: there are {after} bytes from \
                     the first element on, and {before} before it"
                )
            }
            ValueError::NotAnElement => {
                f.write_str("the strides visit places that are not those of the array's elements: copy the array first")
            }
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
            ValueError::OutOfBounds { value, dtype } => write!(f, "{value} is out of bounds for {dtype}"),
            ValueError::Unsupported { operation, dtype } => {
                write!(f, "{operation} is not supported for {}", dtype.repr())
            }
            ValueError::Unreadable { expected, position, found } => {
                write!(f, "expected {expected} at position {position}: {found}")
            }
            ValueError::Argument { reason, value } => write!(f, "{reason}: {value}"),
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
