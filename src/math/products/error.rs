//! What can be wrong with the operands of a product.

use std::fmt;

use crate::error::{Cause, Error, ErrorKind};

/// Operands whose shapes do not fit a product.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProductError {
    /// An operand with too few axes.
    Dimensions {
        /// The function.
        function: &'static str,
        /// What NumPy calls its signature.
        signature: &'static str,
        /// Which operand.
        operand: usize,
        /// How many axes it has.
        has: usize,
        /// How many it needs.
        requires: usize,
    },
    /// An operand whose last axes do not fit those of the first one, or an output whose last axes are not those of the result.
    Core {
        /// The function.
        function: &'static str,
        /// What NumPy calls its signature.
        signature: &'static str,
        /// Which operand; `None` for the output.
        operand: Option<usize>,
        /// Which of its last axes.
        axis: usize,
        /// Its size.
        size: usize,
        /// The size that it should have.
        expected: usize,
    },
    /// Another number of axes than an operand, or the output, has in a product.
    Axes {
        /// The function.
        function: &'static str,
        /// Which operand; 2 for the output.
        operand: usize,
        /// How many axes are given.
        given: usize,
        /// How many it has.
        expected: usize,
    },
    /// Another number of lists of axes than of operands and outputs.
    AxesLists {
        /// The function.
        function: &'static str,
        /// How many are given.
        given: usize,
    },
    /// Shapes that do not fit in `dot` and `inner`.
    NotAligned {
        /// The shapes.
        shapes: [Box<[usize]>; 2],
        /// The axes that should have the same size.
        axes: [usize; 2],
    },
    /// Axes that are summed over together and have different sizes, or are not as many.
    Sum {
        /// The shapes.
        shapes: [Box<[usize]>; 2],
        /// The axes.
        axes: [Box<[isize]>; 2],
    },
    /// Two operands with different numbers of elements where these go together.
    Elements {
        /// The shapes.
        shapes: [Box<[usize]>; 2],
    },
}

/// A shape as NumPy spells it: `(2,3)`, `(3,)`, `()`.
pub(super) fn spell_shape(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("({}{})", sizes.join(","), if sizes.len() == 1 { "," } else { "" })
}

impl fmt::Display for ProductError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProductError::Dimensions { function, signature, operand, has, requires } => {
                match operand {
                    2 => write!(f, "{function}: Output operand 0")?,
                    _ => write!(f, "{function}: Input operand {operand}")?,
                }
                write!(
                    f,
                    " does not have enough dimensions (has {has}, gufunc core with signature {signature} requires {requires})"
                )
            }
            ProductError::Core { function, signature, operand, axis, size, expected } => {
                match operand {
                    Some(operand) => write!(f, "{function}: Input operand {operand}")?,
                    None => write!(f, "{function}: Output operand 0")?,
                }
                write!(
                    f,
                    " has a mismatch in its core dimension {axis}, with gufunc signature {signature} (size {size} is different \
                     from {expected})"
                )
            }
            ProductError::Axes { function, operand, given, expected } => {
                write!(
                    f,
                    "{function}: operand {operand} has {expected} core dimensions, but {given} axes are given for it"
                )
            }
            ProductError::AxesLists { function, given } => {
                write!(
                    f,
                    "{function}: axes should be a list with an entry for each of the 3 operands, not {given}; the entry of \
                           an output without core dimensions can be left out"
                )
            }
            ProductError::NotAligned { shapes: [a, b], axes: [i, j] } => {
                let (x, y) = (a[*i], b[*j]);
                let (a, b) = (spell_shape(a), spell_shape(b));
                write!(f, "shapes {a} and {b} not aligned: {x} (dim {i}) != {y} (dim {j})")
            }
            ProductError::Sum { shapes: [a, b], axes: [i, j] } => {
                let (a, b) = (spell_shape(a), spell_shape(b));
                write!(f, "shape-mismatch for sum: axes {i:?} of {a} and {j:?} of {b}")
            }
            ProductError::Elements { shapes: [a, b] } => {
                write!(f, "shapes {} and {} have different numbers of elements", spell_shape(a), spell_shape(b))
            }
        }
    }
}

impl std::error::Error for ProductError {}

impl Cause for ProductError {
    fn kind(&self) -> ErrorKind {
        match self {
            ProductError::Axes { .. } | ProductError::AxesLists { .. } => ErrorKind::Value,
            _ => ErrorKind::Shape,
        }
    }
}

impl From<ProductError> for Error {
    fn from(cause: ProductError) -> Error {
        Error::new(cause)
    }
}
