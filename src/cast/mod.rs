//! Moving elements from one dtype to another: plan a `Transfer`, then run it on strided runs.
//!
//! 1. `Transfer::plan` decides from the two dtypes alone what has to happen: a copy, a swap of bytes, a conversion of
//!    numbers, of counts of time, a change of width, or field by field.
//! 2. Where a kernel needs aligned native values and the memory has others, the run goes through a small buffer: unpack,
//!    convert, pack, a chunk at a time. No array-sized temporary is ever made.
//!
//! What it refuses: judging whether a cast is allowed; that is `Dtype::can_cast`'s.

mod from_object;
mod from_text;
mod overflow;
mod text;
mod ticks;
mod to_text;
mod transfer;

use std::fmt;

use crate::dtype::{Casting, Dtype};
use crate::error::{Cause, ErrorKind};

pub(crate) use from_text::TextUnits;
pub use overflow::Overflow;
pub(crate) use overflow::Saturating;
pub(crate) use transfer::Transfer;

/// A cast that is not allowed, does not exist, or met a value that it cannot take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastError {
    pub(crate) from: Dtype,
    pub(crate) to: Dtype,
    pub(crate) reason: CastReason,
}

/// Why a cast failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CastReason {
    /// The rule does not allow it.
    Rule(Casting),
    /// There is no such cast.
    NoCast,
    /// A value has no place in the other dtype: the value as text.
    Value(String),
    /// A text that is no value of the other dtype, or a value whose text has no place in it.
    Text {
        /// The text.
        text: String,
        /// What is wrong with it.
        problem: TextProblem,
        /// Where it is in the array; `None` for a single value and for one of a selection.
        index: Option<Vec<usize>>,
    },
    /// A number that integers of the other dtype cannot hold.
    OutOfRange {
        /// The number, as text.
        value: String,
        /// Where it is.
        index: Vec<usize>,
    },
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextProblem {
    /// It does not say what it should.
    Malformed {
        /// What should stand there.
        expected: &'static str,
        /// Where in the text, in characters, if that is known: of dates and spans.
        position: Option<usize>,
    },
    /// It says a number or time that the dtype cannot hold.
    OutOfRange,
    /// A date has more characters than that.
    TooLong {
        /// The width of the dtype.
        width: usize,
    },
    /// A date, other than NaT, without a unit.
    NoUnit,
    /// It is missing, and the dtype has nothing for that.
    Missing,
}

impl fmt::Display for TextProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextProblem::Malformed { expected, position: Some(at) } => {
                write!(f, "expected {expected} at character {at}")
            }
            TextProblem::Malformed { expected, position: None } => write!(f, "it is not {expected}"),
            TextProblem::OutOfRange => f.write_str("it is out of range"),
            TextProblem::TooLong { width } => write!(f, "it is longer than {width} characters"),
            TextProblem::Missing => f.write_str("it is missing, and no such value can be"),
            TextProblem::NoUnit => f.write_str("only NaT has no unit"),
        }
    }
}

/// A position as Python spells it: `(0,)`, `(1, 2)`, `()`.
pub(crate) fn spell_position(index: &[usize]) -> String {
    let tuple: Vec<String> = index.iter().map(ToString::to_string).collect();
    format!("({}{})", tuple.join(", "), if tuple.len() == 1 { "," } else { "" })
}

impl CastError {
    /// The dtype of the values.
    pub fn from_dtype(&self) -> &Dtype {
        &self.from
    }

    /// The dtype they were to be cast to.
    pub fn to_dtype(&self) -> &Dtype {
        &self.to
    }

    /// The same with the position of the value in the array, if it is one of text that has none yet.
    pub(crate) fn located(&self, at: Vec<usize>) -> Option<CastError> {
        let mut error = self.clone();
        match &mut error.reason {
            CastReason::Text { index: index @ None, .. } => *index = Some(at),
            _ => return None,
        }
        Some(error)
    }

    /// Why it failed.
    pub fn reason(&self) -> &CastReason {
        &self.reason
    }
}

impl fmt::Display for CastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from.repr(), self.to.repr());
        match &self.reason {
            CastReason::Rule(casting) => {
                write!(f, "Cannot cast array data from {from} to {to} according to the rule '{}'", casting.name())
            }
            CastReason::NoCast => write!(f, "there is no cast from {from} to {to}"),
            CastReason::Value(value) => write!(f, "cannot cast {value} from {from} to {to}"),
            CastReason::Text { text, problem, index } => {
                let at = index.as_deref().map(|index| format!(" at position {}", spell_position(index)));
                let (text, at) = (text.escape_debug(), at.unwrap_or_default());
                write!(f, "cannot cast '{text}'{at} from {from} to {to}: {problem}")
            }
            CastReason::OutOfRange { value, index } => {
                let at = spell_position(index);
                write!(f, "cannot cast {value} at position {at} from {from} to {to}: it is out of range")
            }
        }
    }
}

impl std::error::Error for CastError {}

impl Cause for CastError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Cast
    }
}
