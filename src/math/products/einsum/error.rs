//! What can be wrong with a sum in Einstein's notation.

use std::fmt;

use super::super::error::spell_shape;
use crate::error::{Cause, Error, ErrorKind};

/// Subscripts that cannot be read, or that do not fit the operands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EinsumError {
    /// No operands.
    NoOperands,
    /// A character that is no subscript.
    Subscript {
        /// The character.
        found: char,
        /// Where it is, in bytes.
        position: usize,
    },
    /// A dot that is not part of an ellipsis, or of a second one.
    Dot {
        /// Where it is, in bytes.
        position: usize,
    },
    /// A `-` that is not part of `->`.
    Arrow {
        /// Where it is, in bytes.
        position: usize,
    },
    /// A number that stands for no axis.
    Label {
        /// The number.
        label: isize,
    },
    /// A step of a path that names operands that are not there, or one of them twice, or none.
    Step {
        /// Which step.
        step: usize,
        /// What it names.
        places: Box<[usize]>,
        /// How many operands there are then.
        operands: usize,
    },
    /// A path that leaves several operands.
    Unfinished {
        /// How many.
        operands: usize,
    },
    /// Another number of operands than the subscripts have.
    Operands {
        /// How many the subscripts have.
        expected: usize,
        /// How many there are.
        given: usize,
    },
    /// More subscripts than an operand has axes.
    TooMany {
        /// The operand.
        operand: usize,
        /// Its shape.
        shape: Box<[usize]>,
    },
    /// Fewer subscripts than an operand has axes, and no ellipsis.
    TooFew {
        /// The operand.
        operand: usize,
        /// Its shape.
        shape: Box<[usize]>,
    },
    /// A subscript of the output that no operand has.
    Unknown {
        /// The subscript.
        subscript: char,
    },
    /// A subscript that the output has twice.
    Twice {
        /// The subscript.
        subscript: char,
    },
    /// Axes of an ellipsis, and an output without one.
    NoEllipsis,
    /// A subscript that an operand has twice, with different sizes.
    Collapse {
        /// The operand.
        operand: usize,
        /// The subscript.
        subscript: char,
        /// The sizes.
        sizes: [usize; 2],
    },
    /// A subscript, or an axis of the ellipses, with different sizes.
    Sizes {
        /// The subscript; `None` for an axis of ellipses.
        subscript: Option<char>,
        /// The sizes.
        sizes: [usize; 2],
        /// The shapes of all operands.
        shapes: Box<[Box<[usize]>]>,
    },
}

impl fmt::Display for EinsumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const STRING: &str = "einstein sum subscripts string";
        match self {
            EinsumError::NoOperands => write!(f, "must specify the {STRING} and at least one operand"),
            EinsumError::Subscript { found, position } => {
                write!(
                    f,
                    "invalid subscript '{found}' in {STRING}, subscripts must be letters (at position {position})"
                )
            }
            EinsumError::Dot { position } => {
                write!(f, "{STRING} contains a '.' that is not part of an ellipsis ('...') (at position {position})")
            }
            EinsumError::Arrow { position } => write!(
                f,
                "einstein sum subscript string does not contain proper '->' output specified (at position {position})"
            ),
            EinsumError::Label { label } => {
                write!(f, "subscript {label} is not within the valid range [0, 52), and no ellipsis")
            }
            EinsumError::Step { step, places, operands } => {
                write!(
                    f,
                    "step {step} of an einsum path, {places:?}, does not name different ones of {operands} operands"
                )
            }
            EinsumError::Unfinished { operands } => {
                write!(f, "Invalid einsum_path is specified: {} more operands has to be contracted.", operands - 1)
            }
            EinsumError::Operands { expected, given } => {
                let word = if given > expected { "more" } else { "fewer" };
                write!(
                    f,
                    "{word} operands provided to einstein sum function than specified in the subscripts string: {given}, not \
                     {expected}"
                )
            }
            EinsumError::TooMany { operand, shape } => {
                write!(f, "{STRING} contains too many subscripts for operand {operand} of shape {}", spell_shape(shape))
            }
            EinsumError::TooFew { operand, shape } => write!(
                f,
                "operand {operand} of shape {} has more dimensions than subscripts given in einstein sum, but no '...' \
                 ellipsis provided to broadcast the extra dimensions",
                spell_shape(shape)
            ),
            EinsumError::Unknown { subscript } => {
                write!(f, "{STRING} included output subscript '{subscript}' which never appeared in an input")
            }
            EinsumError::Twice { subscript } => {
                write!(f, "{STRING} includes output subscript '{subscript}' multiple times")
            }
            EinsumError::NoEllipsis => f.write_str(
                "output has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to \
                 broadcast the extra dimensions",
            ),
            EinsumError::Collapse { operand, subscript, sizes: [a, b] } => {
                write!(f, "dimensions in operand {operand} for collapsing index '{subscript}' don't match ({a} != {b})")
            }
            EinsumError::Sizes { subscript, sizes: [a, b], shapes } => {
                let shapes: Vec<String> = shapes.iter().map(|shape| spell_shape(shape)).collect();
                write!(f, "operands could not be broadcast together with shapes {}: ", shapes.join(" "))?;
                match subscript {
                    Some(subscript) => write!(f, "index '{subscript}' is {a} and {b}"),
                    None => write!(f, "an axis of the ellipsis is {a} and {b}"),
                }
            }
        }
    }
}

impl std::error::Error for EinsumError {}

impl Cause for EinsumError {
    fn kind(&self) -> ErrorKind {
        match self {
            EinsumError::Subscript { .. } | EinsumError::Dot { .. } | EinsumError::Arrow { .. } => ErrorKind::Parse,
            EinsumError::NoOperands | EinsumError::Operands { .. } => ErrorKind::Value,
            EinsumError::Unknown { .. } | EinsumError::Twice { .. } | EinsumError::Label { .. } => ErrorKind::Value,
            EinsumError::Step { .. } | EinsumError::Unfinished { .. } => ErrorKind::Value,
            _ => ErrorKind::Shape,
        }
    }
}

impl From<EinsumError> for Error {
    fn from(cause: EinsumError) -> Error {
        Error::new(cause)
    }
}
