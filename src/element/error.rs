//! The typed causes of errors about single values.

use std::fmt;

use super::Object;
use crate::dtype::Dtype;
use crate::error::{Cause, Error, ErrorKind};

/// A text that is no time, or a time that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeError {
    /// A text that does not go on as it should.
    Unreadable {
        /// The whole text.
        text: String,
        /// What it should be.
        what: &'static str,
        /// What should stand there.
        expected: &'static str,
        /// Where, in bytes; always between two characters.
        position: usize,
    },
    /// A time that the dtype cannot hold.
    OutOfRange {
        /// The time.
        value: String,
        /// The dtype.
        dtype: Dtype,
    },
    /// A time other than NaT, and no unit to count it in.
    NoUnit {
        /// The text of the time.
        text: String,
    },
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeError::Unreadable { text, what, expected, position } => {
                write!(f, "cannot read '{}' as {what}: expected {expected} at position {position}", text.escape_debug())
            }
            TimeError::OutOfRange { value, dtype } => write!(f, "{value} is out of range for {dtype}"),
            TimeError::NoUnit { text } => {
                write!(f, "cannot read '{}' without a unit: only NaT has none", text.escape_debug())
            }
        }
    }
}

impl std::error::Error for TimeError {}

impl Cause for TimeError {
    fn kind(&self) -> ErrorKind {
        match self {
            TimeError::Unreadable { .. } => ErrorKind::Parse,
            TimeError::OutOfRange { .. } | TimeError::NoUnit { .. } => ErrorKind::Value,
        }
    }
}

impl From<TimeError> for Error {
    fn from(cause: TimeError) -> Error {
        Error::new(cause)
    }
}

/// Objects that cannot be calculated with, or compared, as was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectError {
    operation: &'static str,
    operands: Vec<String>,
    types: Vec<&'static str>,
}

impl ObjectError {
    pub(crate) fn new(operation: &'static str, operands: &[&Object]) -> ObjectError {
        let types = operands.iter().map(|object| object.type_name()).collect();
        ObjectError { operation, operands: operands.iter().map(ToString::to_string).collect(), types }
    }

    /// The operation, as Python writes it.
    pub fn operation(&self) -> &str {
        self.operation
    }

    /// The objects, as text.
    pub fn operands(&self) -> &[String] {
        &self.operands
    }

    /// The names of their types.
    pub fn types(&self) -> &[&'static str] {
        &self.types
    }
}

impl fmt::Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operation, mut objects) = (self.operation, Vec::new());
        for (object, name) in self.operands.iter().zip(&self.types) {
            // Nothing is of no type.
            objects.push(if object == name { object.clone() } else { format!("{object} ({name})") });
        }
        match &objects[..] {
            [a, b] => write!(f, "the objects {a} and {b} have no {operation}, or it has no result"),
            objects => write!(f, "the object {} has no {operation}, or it has no result", objects.join(", ")),
        }
    }
}

impl std::error::Error for ObjectError {}

impl Cause for ObjectError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Value
    }
}

impl From<ObjectError> for Error {
    fn from(cause: ObjectError) -> Error {
        Error::new(cause)
    }
}

/// A value that is no number of a type of Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberError {
    pub(crate) value: String,
    pub(crate) dtype: Dtype,
    pub(crate) expected: Dtype,
}

impl NumberError {
    /// The value, as text.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The dtype of the value.
    pub fn dtype(&self) -> &Dtype {
        &self.dtype
    }

    /// The dtype of the type that was asked for.
    pub fn expected(&self) -> &Dtype {
        &self.expected
    }
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of dtype {} is no {}", self.value, self.dtype, self.expected)
    }
}

impl std::error::Error for NumberError {}

impl Cause for NumberError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Cast
    }
}

impl From<NumberError> for Error {
    fn from(cause: NumberError) -> Error {
        Error::new(cause)
    }
}
