//! Why a text is no array, or an array no text.

use std::fmt;
use std::io;

use crate::dtype::Dtype;
use crate::error::{Cause, Error, ErrorKind};

/// What is wrong with a text file, or with what was asked of it.
///
/// Rows are counted as NumPy counts them in the message: those that hold data, from 0 where a field could not be converted
/// and from 1 where the number of columns is wrong. Columns are counted from 1.
#[derive(Debug)]
#[non_exhaustive]
pub enum TextFileError {
    /// The file cannot be read or written.
    Io {
        /// What the system says.
        error: io::Error,
        /// The file, if it has a name.
        path: Option<String>,
    },
    /// Bytes that are no text of the encoding.
    Encoding {
        /// How many bytes into the file they are.
        position: u64,
    },
    /// A field that is no value of its dtype.
    Field {
        /// The field; long ones are cut.
        text: String,
        /// What it should be.
        dtype: Dtype,
        /// The row, from 0.
        row: usize,
        /// The column of the file, from 1.
        column: usize,
        /// What a converter said about it.
        reason: Option<String>,
    },
    /// A row with another number of columns than those before it.
    Columns {
        /// How many the rows before have.
        expected: usize,
        /// How many this one has.
        found: usize,
        /// The row, from 1.
        row: usize,
    },
    /// A row with another number of columns than the record has fields.
    Fields {
        /// How many the record has, sub-arrays counted by element.
        expected: usize,
        /// How many columns the row has.
        found: usize,
        /// The row, from 1.
        row: usize,
    },
    /// A column that a row does not have.
    NoSuchColumn {
        /// The column asked for.
        column: isize,
        /// The row, from 1.
        row: usize,
        /// How many columns it has.
        columns: usize,
    },
    /// A column or a field name asked for that the file does not have.
    NoSuchName {
        /// The name.
        name: String,
    },
    /// Lines with another number of columns than the first one has: every such line and its columns.
    Lines {
        /// Lines, from 1, and how many columns each has.
        lines: Vec<(usize, usize)>,
        /// How many they should have.
        expected: usize,
    },
    /// Options that do not go together, or that make no sense.
    Option {
        /// What is wrong.
        reason: &'static str,
        /// The value that is.
        value: String,
    },
    /// A dtype that cannot be read from text.
    Unsupported {
        /// The dtype.
        dtype: Dtype,
    },
    /// A format that is none.
    Format {
        /// What is wrong with it.
        reason: &'static str,
        /// The format.
        format: String,
    },
    /// A format that the values do not have.
    FormatDtype {
        /// The dtype of the values.
        dtype: Dtype,
        /// The format.
        format: String,
    },
}

impl TextFileError {
    /// An error of the system about a file.
    pub(super) fn io(error: io::Error, path: Option<&std::path::Path>) -> Error {
        Error::new(TextFileError::Io { error, path: path.map(|path| path.display().to_string()) })
    }

    /// An option that makes no sense.
    pub(super) fn option(reason: &'static str, value: impl fmt::Debug) -> Error {
        Error::new(TextFileError::Option { reason, value: format!("{value:?}") })
    }
}

/// The beginning of a text, of at most a hundred characters.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(100).collect()
}

impl Cause for TextFileError {
    fn kind(&self) -> ErrorKind {
        match self {
            TextFileError::Encoding { .. } | TextFileError::Field { .. } => ErrorKind::Parse,
            TextFileError::Unsupported { .. } | TextFileError::FormatDtype { .. } => ErrorKind::Dtype,
            _ => ErrorKind::Value,
        }
    }
}

impl From<TextFileError> for Error {
    fn from(cause: TextFileError) -> Error {
        Error::new(cause)
    }
}

impl std::error::Error for TextFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TextFileError::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for TextFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SUBSET: &str = "; use `usecols` to select a subset and avoid this error";
        match self {
            TextFileError::Io { error, path: Some(path) } => write!(f, "{path}: {error}"),
            TextFileError::Io { error, path: None } => write!(f, "{error}"),
            TextFileError::Encoding { position } => {
                write!(f, "the bytes at position {position} are no text of the file's encoding")
            }
            TextFileError::Field { text, dtype, row, column, reason } => {
                write!(f, "could not convert string {text:?} to {dtype} at row {row}, column {column}")?;
                match reason {
                    Some(reason) => write!(f, ": {reason}"),
                    None => Ok(()),
                }
            }
            TextFileError::Columns { expected, found, row } => {
                write!(f, "the number of columns changed from {expected} to {found} at row {row}{SUBSET}")
            }
            TextFileError::Fields { expected, found, row } => {
                write!(f, "the dtype passed requires {expected} columns but {found} were found at row {row}{SUBSET}")
            }
            TextFileError::NoSuchColumn { column, row, columns } => {
                write!(f, "invalid column index {column} at row {row} with {columns} columns")
            }
            TextFileError::NoSuchName { name } => write!(f, "no column has the name {name:?}"),
            TextFileError::Lines { lines, expected } => {
                write!(f, "Some errors were detected !")?;
                let say = |(line, found): &(usize, usize), f: &mut fmt::Formatter<'_>| {
                    write!(f, "\n    Line #{line} (got {found} columns instead of {expected})")
                };
                lines.iter().try_for_each(|line| say(line, f))
            }
            TextFileError::Option { reason, value } => write!(f, "{reason}: {value}"),
            TextFileError::Unsupported { dtype } => write!(f, "elements of {dtype} cannot be read from text"),
            TextFileError::Format { reason, format } => write!(f, "{reason}: {format:?}"),
            TextFileError::FormatDtype { dtype, format } => {
                write!(f, "Mismatch between array dtype ('{dtype}') and format specifier ('{format}')")
            }
        }
    }
}
