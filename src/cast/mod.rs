//! Moving elements from one dtype to another: plan a `Transfer`, then run it on strided runs.
//!
//! 1. `Transfer::plan` decides from the two dtypes alone what has to happen: a copy, a swap of bytes, a conversion of
//!    numbers, of counts of time, a change of width, or field by field.
//! 2. Where a kernel needs aligned native values and the memory has others, the run goes through a small buffer: unpack,
//!    convert, pack, a chunk at a time. No array-sized temporary is ever made.
//!
//! What it refuses: judging whether a cast is allowed; that is `Dtype::can_cast`'s.

mod from_object;
mod overflow;
mod text;
mod ticks;
mod transfer;

use std::fmt;

use crate::dtype::{Casting, Dtype};
use crate::error::{Cause, ErrorKind};

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
    /// A number that integers of the other dtype cannot hold.
    OutOfRange {
        /// The number, as text.
        value: String,
        /// Where it is.
        index: Vec<usize>,
    },
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
