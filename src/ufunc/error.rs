//! What can be wrong with a call, beyond shapes and casts.

use std::fmt;

use super::conditions::FpCondition;
use crate::cast::spell_position;
use crate::dtype::{Casting, Dtype};
use crate::error::{Cause, Error, ErrorKind};

/// A call that a ufunc cannot answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UfuncError {
    /// There is no loop for these dtypes.
    NoLoop {
        /// The ufunc.
        ufunc: String,
        /// The dtypes of the inputs, as NumPy spells them.
        inputs: Vec<String>,
        /// The dtype that was asked for.
        output: Option<Dtype>,
    },
    /// Records or opaque bytes that cannot be compared with each other, or with something else.
    NoComparison {
        /// Why not.
        reason: &'static str,
        /// The dtypes of the two.
        dtypes: [String; 2],
    },
    /// An operand that may not be cast to what the loop works with.
    Cast {
        /// The ufunc.
        ufunc: String,
        /// Whether it is an output.
        output: bool,
        /// The dtype it has, or comes with.
        from: Dtype,
        /// The dtype it is to have.
        to: Dtype,
        /// The rule that forbids it.
        casting: Casting,
    },
    /// Another number of operands than the ufunc has.
    Operands {
        /// The ufunc.
        ufunc: String,
        /// How many it has.
        expected: usize,
        /// How many were given.
        given: usize,
        /// What they are.
        what: &'static str,
    },
    /// One result is asked for, of a ufunc that has several.
    Outputs {
        /// The ufunc.
        ufunc: String,
        /// How many it has.
        outputs: usize,
    },
    /// A method that the ufunc does not have.
    NoMethod {
        /// The ufunc.
        ufunc: String,
        /// The method.
        method: &'static str,
        /// Why it does not have it.
        reason: &'static str,
    },
    /// No elements, and no identity to start from.
    NoIdentity {
        /// The ufunc.
        ufunc: String,
    },
    /// Several axes, for a ufunc whose result depends on their order.
    NotReorderable {
        /// The ufunc.
        ufunc: String,
    },
    /// An integer to the power of a negative integer.
    NegativePower,
    /// A floating-point condition that was to fail.
    FloatingPoint {
        /// The ufunc.
        ufunc: String,
        /// What happened.
        condition: FpCondition,
        /// The first position at which it did, in C's order.
        index: Vec<usize>,
        /// The operands there.
        operands: Vec<String>,
        /// The result there.
        result: String,
    },
    /// An integer that its dtype cannot hold.
    Overflow {
        /// The ufunc.
        ufunc: String,
        /// The first position of one, in C's order.
        index: Vec<usize>,
        /// The operands there.
        operands: Vec<String>,
        /// The dtype of the result.
        dtype: Dtype,
    },
}

impl From<UfuncError> for Error {
    fn from(cause: UfuncError) -> Error {
        Error::new(cause)
    }
}

impl fmt::Display for UfuncError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UfuncError::NoLoop { ufunc, inputs, output } => {
                let inputs = inputs.join(", ");
                write!(f, "ufunc '{ufunc}' did not contain a loop with signature matching types ({inputs}) -> ")?;
                match output {
                    Some(dtype) => f.write_str(&dtype.repr()),
                    None => f.write_str("None"),
                }
            }
            UfuncError::NoComparison { reason, dtypes: [a, b] } => write!(f, "{reason} ({a} and {b})"),
            UfuncError::Cast { ufunc, output, from, to, casting } => {
                let (what, from, to) = (if *output { "output" } else { "input" }, from.repr(), to.repr());
                let rule = casting.name();
                write!(f, "Cannot cast ufunc '{ufunc}' {what} from {from} to {to} with casting rule '{rule}'")
            }
            UfuncError::Operands { ufunc, expected, given, what } => {
                write!(f, "ufunc '{ufunc}' takes {expected} {what}, but {given} were given")
            }
            UfuncError::Outputs { ufunc, outputs } => {
                write!(f, "ufunc '{ufunc}' has {outputs} outputs: call_all gives them all")
            }
            UfuncError::NoMethod { ufunc, method, reason } => {
                write!(f, "ufunc '{ufunc}' has no method {method}: {reason}")
            }
            UfuncError::NoIdentity { ufunc } => {
                write!(f, "zero-size array to reduction operation {ufunc} which has no identity")
            }
            UfuncError::NotReorderable { ufunc } => {
                write!(f, "reduction operation '{ufunc}' is not reorderable, so at most one axis may be specified")
            }
            UfuncError::NegativePower => f.write_str("integers to negative integer powers are not allowed"),
            UfuncError::FloatingPoint { ufunc, condition, index, operands, result } => {
                let (at, operands) = (spell_position(index), operands.join(", "));
                write!(f, "{condition} encountered in {ufunc} at position {at}: ({operands}) gives {result}")
            }
            UfuncError::Overflow { ufunc, index, operands, dtype } => {
                let (at, operands) = (spell_position(index), operands.join(", "));
                write!(f, "integer overflow in {ufunc} at position {at}: ({operands}) does not fit {}", dtype.repr())
            }
        }
    }
}

impl std::error::Error for UfuncError {}

impl Cause for UfuncError {
    fn kind(&self) -> ErrorKind {
        match self {
            UfuncError::NoLoop { .. } | UfuncError::NoMethod { .. } | UfuncError::NoComparison { .. } => {
                ErrorKind::Dtype
            }
            UfuncError::Cast { .. } => ErrorKind::Cast,
            UfuncError::NotReorderable { .. } => ErrorKind::Shape,
            UfuncError::Operands { .. } | UfuncError::Outputs { .. } | UfuncError::NoIdentity { .. } => {
                ErrorKind::Value
            }
            UfuncError::NegativePower | UfuncError::FloatingPoint { .. } | UfuncError::Overflow { .. } => {
                ErrorKind::Value
            }
        }
    }
}
