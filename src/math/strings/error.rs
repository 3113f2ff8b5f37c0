//! What can be wrong with text.

use std::fmt;

use crate::cast::spell_position;
use crate::dtype::Dtype;
use crate::error::{Cause, Error, ErrorKind};

/// A call that a function of text cannot answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StringsError {
    /// Arrays that are not all text, or text of kinds that do not go together.
    NoLoop {
        /// The function.
        function: &'static str,
        /// The dtypes of the operands that should be text.
        operands: Vec<Dtype>,
    },
    /// An operand that should be of integers.
    NotInteger {
        /// The function.
        function: &'static str,
        /// The operand.
        operand: &'static str,
        /// Its dtype.
        dtype: Dtype,
    },
    /// A text that does not occur in another: `index` and `rindex`.
    NotFound {
        /// The function.
        function: &'static str,
        /// Where, in the shape of the result.
        position: Vec<usize>,
        /// The text that was searched.
        text: String,
        /// What was sought.
        sub: String,
    },
    /// An empty separator: `partition` and `rpartition`.
    EmptySeparator {
        /// The function.
        function: &'static str,
        /// Where, in the shape of the result.
        position: Vec<usize>,
        /// The text that was to be parted.
        text: String,
    },
    /// A fill character that is not one character.
    FillCharacter {
        /// The function.
        function: &'static str,
        /// What was given.
        fill: String,
    },
    /// A slice with a step of zero.
    ZeroStep,
    /// A text that would be too long.
    TooLong {
        /// The function.
        function: &'static str,
        /// Where, in the shape of the result.
        position: Vec<usize>,
        /// The text that was to become longer.
        text: String,
    },
    /// A missing text, of which the function can tell nothing.
    Missing {
        /// The function.
        function: &'static str,
        /// Where, in the shape of the result.
        position: Vec<usize>,
    },
    /// An encoding that is not known.
    UnknownEncoding {
        /// Its name.
        name: String,
    },
    /// A way to deal with errors that is not known, or does not exist in this direction.
    UnknownHandler {
        /// Its name.
        name: String,
    },
    /// A text that an encoding cannot write, or bytes that it cannot read.
    Codec {
        /// The encoding.
        encoding: &'static str,
        /// Whether bytes were read.
        decoding: bool,
        /// Where in the array.
        position: Vec<usize>,
        /// The text or the bytes.
        text: String,
        /// Where in the text: the character or the byte.
        at: usize,
        /// What is wrong there.
        reason: &'static str,
    },
    /// A format that cannot take its value.
    Format {
        /// Where, in the shape of the result.
        position: Vec<usize>,
        /// The format.
        format: String,
        /// Where in the format, in characters.
        at: usize,
        /// What is wrong.
        reason: String,
    },
    /// A table for the other kind of text: code points for `U` and `T`, bytes for `S`.
    Table {
        /// The dtype of the array.
        dtype: Dtype,
    },
}

impl fmt::Display for StringsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StringsError::NoLoop { function, operands } => {
                let operands: Vec<String> = operands.iter().map(Dtype::repr).collect();
                let operands = operands.join(", ");
                write!(
                    f,
                    "ufunc '{function}' did not contain a loop with signature matching types ({operands}) -> None"
                )
            }
            StringsError::NotInteger { function, operand, dtype } => {
                write!(f, "{function}: unsupported type {dtype} for operand '{operand}'")
            }
            StringsError::NotFound { function, position, text, sub } => {
                let at = spell_position(position);
                write!(f, "{function}: substring not found at position {at}: {sub:?} in {text:?}")
            }
            StringsError::EmptySeparator { function, position, text } => {
                write!(f, "{function}: empty separator at position {}, for {text:?}", spell_position(position))
            }
            StringsError::FillCharacter { function, fill } => {
                write!(f, "{function}: The fill character must be exactly one character long, not {fill:?}")
            }
            StringsError::ZeroStep => f.write_str("slice step cannot be zero"),
            StringsError::TooLong { function, position, text } => {
                let at = spell_position(position);
                write!(f, "Overflow encountered in string {function} at position {at}, of {text:?}")
            }
            StringsError::Missing { function, position } => {
                write!(f, "'{function}' not supported for missing text, at position {}", spell_position(position))
            }
            StringsError::UnknownEncoding { name } => write!(f, "unknown encoding: {name}"),
            StringsError::UnknownHandler { name } => write!(f, "unknown error handler name '{name}'"),
            StringsError::Codec { encoding, decoding, position, text, at, reason } => {
                let (verb, what) = if *decoding { ("decode", "byte") } else { ("encode", "character") };
                let place = spell_position(position);
                write!(f, "'{encoding}' codec can't {verb} {what} {at} of {text:?} at position {place}: {reason}")
            }
            StringsError::Format { position, format, at, reason } => {
                write!(
                    f,
                    "{reason}, at character {at} of the format {format:?} at position {}",
                    spell_position(position)
                )
            }
            StringsError::Table { dtype } => {
                let kind = if matches!(dtype, Dtype::Bytes(_)) { "bytes" } else { "code points" };
                write!(f, "translate: text of dtype {dtype} takes a table of {kind}")
            }
        }
    }
}

impl std::error::Error for StringsError {}

impl Cause for StringsError {
    fn kind(&self) -> ErrorKind {
        match self {
            StringsError::NoLoop { .. } | StringsError::NotInteger { .. } | StringsError::Table { .. } => {
                ErrorKind::Dtype
            }
            _ => ErrorKind::Value,
        }
    }
}

impl From<StringsError> for Error {
    fn from(cause: StringsError) -> Error {
        Error::new(cause)
    }
}
