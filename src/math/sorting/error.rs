//! The typed causes of errors of sorting and searching.

use std::fmt;

use crate::dtype::Dtype;
use crate::error::{Cause, Error, ErrorKind};

/// What cannot be sorted or searched as was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SortError {
    /// An order of fields for elements that have none.
    NoFields {
        /// What the elements are.
        dtype: Dtype,
    },
    /// A field that is not there.
    UnknownField {
        /// Its name.
        name: String,
    },
    /// A field that is named twice.
    DuplicateField {
        /// Its name.
        name: String,
    },
    /// A place that no element has.
    Kth {
        /// The place.
        kth: isize,
        /// How many elements there are.
        size: usize,
    },
    /// Keys of different shapes.
    KeyShapes {
        /// The shape of the first.
        first: Box<[usize]>,
        /// Another one.
        other: Box<[usize]>,
    },
    /// A sorter that is not of the array's size.
    SorterSize {
        /// How many places the sorter has.
        sorter: usize,
        /// How many elements there are.
        size: usize,
    },
    /// A sorter that holds no integers, or a place that no element has.
    Sorter {
        /// What it holds.
        found: String,
    },
    /// Edges that neither rise nor fall.
    NotMonotonic,
    /// An array of another number of axes than one.
    NotOneAxis {
        /// What it is for.
        what: &'static str,
        /// How many axes it has.
        ndim: usize,
    },
    /// A dtype that the operation has no meaning for.
    Unsupported {
        /// The operation.
        operation: &'static str,
        /// The dtype.
        dtype: Dtype,
    },
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SortError::NoFields { dtype } => {
                write!(f, "Cannot specify order when the array has no fields, but is of {dtype}")
            }
            SortError::UnknownField { name } => write!(f, "unknown field name: {name}"),
            SortError::DuplicateField { name } => write!(f, "duplicate field name: {name}"),
            SortError::Kth { kth, size } => write!(f, "kth(={kth}) out of bounds ({size})"),
            SortError::KeyShapes { first, other } => {
                write!(f, "all keys need to be the same shape, not {first:?} and {other:?}")
            }
            SortError::SorterSize { sorter, size } => {
                write!(f, "sorter.size must equal a.size, not {sorter} and {size}")
            }
            SortError::Sorter { found } => write!(f, "sorter must only contain places of elements, not {found}"),
            SortError::NotMonotonic => f.write_str("bins must be monotonically increasing or decreasing"),
            SortError::NotOneAxis { what, ndim } => write!(f, "{what} must have one axis, not {ndim}"),
            SortError::Unsupported { operation, dtype } => {
                write!(f, "{operation} is not supported for {}", dtype.repr())
            }
        }
    }
}

impl std::error::Error for SortError {}

impl Cause for SortError {
    fn kind(&self) -> ErrorKind {
        match self {
            SortError::Unsupported { .. } => ErrorKind::Dtype,
            _ => ErrorKind::Value,
        }
    }
}

impl From<SortError> for Error {
    fn from(cause: SortError) -> Error {
        Error::new(cause)
    }
}
