//! The typed causes of layout errors: shapes that do not fit, indices that do not fit, index texts that cannot be read.

use std::borrow::Cow;
use std::fmt;

use super::MAX_NDIM;
use crate::error::{Cause, Error, ErrorKind};

/// A shape that cannot be, or shapes and axes that do not fit each other. NumPy raises `ValueError` for these.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// More dimensions than NumPy's limit of 64.
    TooManyDimensions {
        /// How many were asked for.
        ndim: usize,
    },
    /// The bytes of the array, axes of size zero left out, are more than memory can have.
    TooBig {
        /// The shape that was asked for.
        shape: Box<[usize]>,
        /// The size of an element in bytes.
        itemsize: usize,
    },
    /// Strides that reach further than memory, or that are not one for each axis.
    Strides {
        /// The shape.
        shape: Box<[usize]>,
        /// The strides in bytes.
        strides: Box<[isize]>,
    },
    /// A reshape that would change the number of elements.
    Reshape {
        /// The number of elements.
        size: usize,
        /// The shape that was asked for, with the negative number of an unknown dimension as it was given.
        shape: Box<[isize]>,
    },
    /// A new shape with more than one unknown dimension.
    UnknownDimensions {
        /// The shape that was asked for.
        shape: Box<[isize]>,
    },
    /// Rows of different lengths.
    Ragged {
        /// The shape of the first row.
        first: Box<[usize]>,
        /// The shape of another.
        other: Box<[usize]>,
    },
    /// A value that does not broadcast to the part of an array that it was to replace.
    Assign {
        /// The shape of the value.
        shape: Box<[usize]>,
        /// The shape of the part.
        target: Box<[usize]>,
    },
    /// Shapes that do not broadcast together.
    Broadcast {
        /// All of the shapes.
        shapes: Box<[Box<[usize]>]>,
    },
    /// An output whose shape is not that of the result.
    Output {
        /// The output's.
        output: Box<[usize]>,
        /// The result's.
        shape: Box<[usize]>,
    },
    /// An array that does not broadcast to the shape that was asked for.
    BroadcastTo {
        /// The shape of the array.
        shape: Box<[usize]>,
        /// The shape that was asked for.
        target: Box<[usize]>,
    },
    /// A permutation of the axes with too few or too many of them.
    AxesMismatch {
        /// How many axes were given.
        axes: usize,
        /// How many the array has.
        ndim: usize,
    },
    /// One axis named twice.
    RepeatedAxis {
        /// The axis, counted from zero.
        axis: usize,
        /// The argument that named it, if there could be doubt.
        argument: Option<&'static str>,
    },
    /// `moveaxis` with unequal numbers of sources and destinations.
    MoveLengths {
        /// How many sources were given.
        sources: usize,
        /// How many destinations were given.
        destinations: usize,
    },
    /// `squeeze` of an axis whose size is not one.
    Squeeze {
        /// The axis.
        axis: usize,
        /// Its size.
        size: usize,
    },
    /// A diagonal of an array with fewer than two dimensions.
    DiagonalDimensions {
        /// How many dimensions the array has.
        ndim: usize,
    },
    /// A diagonal between an axis and itself.
    DiagonalAxes {
        /// The axis.
        axis: usize,
    },
    /// A sliding window that does not name each of its axes.
    WindowAxes {
        /// How many sizes the window has.
        window: usize,
        /// How many axes it slides along.
        axes: usize,
    },
    /// A sliding window that is larger than the array.
    WindowTooLarge {
        /// The size of the window along the axis.
        window: usize,
        /// The axis.
        axis: usize,
        /// The size of the axis.
        size: usize,
    },
    /// An array as a list that is nested to another depth.
    Depth {
        /// How deep the list is nested.
        depth: usize,
        /// The shape of the array.
        shape: Box<[usize]>,
    },
    /// An array as a list of another size.
    List {
        /// The size of the list, of each depth.
        dims: Box<[usize]>,
        /// The shape of the array.
        shape: Box<[usize]>,
    },
    /// An array with too few or too many dimensions.
    Dimensions {
        /// What is needed.
        what: &'static str,
        /// How many dimensions it has.
        ndim: usize,
    },
    /// An array of more than two dimensions, whose sides should be equal for it to have a diagonal.
    UnequalSides {
        /// The shape.
        shape: Box<[usize]>,
    },
    /// Arrays that differ on another axis than that along which they were to be joined.
    Concatenate {
        /// The axis.
        axis: usize,
        /// The shape of the first.
        first: Box<[usize]>,
        /// Which one differs.
        position: usize,
        /// Its shape.
        other: Box<[usize]>,
    },
    /// Arrays of different shapes that were to be stacked.
    Stack {
        /// The shape of the first.
        first: Box<[usize]>,
        /// The shape of another.
        other: Box<[usize]>,
    },
}

/// An index that is out of bounds, or that does not fit the array. NumPy raises `IndexError` (or `AxisError`) for these.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexError {
    /// An index array that is neither of integers nor of booleans.
    NotIntegers {
        /// What it is.
        dtype: String,
    },
    /// An index beyond the end of its axis.
    OutOfBounds {
        /// The index as it was given.
        index: i128,
        /// The axis.
        axis: usize,
        /// The size of the axis.
        size: usize,
    },
    /// An index beyond the end of an array that is counted through in C's order.
    FlatOutOfBounds {
        /// The index.
        index: i64,
        /// The number of elements.
        size: usize,
    },
    /// A coordinate beyond the end of its axis.
    CoordinateOutOfBounds {
        /// The coordinate.
        index: i64,
        /// The axis.
        axis: usize,
        /// The size of the axis.
        size: usize,
    },
    /// Not one coordinate for each axis.
    Coordinates {
        /// How many there are.
        found: usize,
        /// How many axes there are.
        ndim: usize,
    },
    /// An axis that the array does not have.
    AxisOutOfBounds {
        /// The axis as it was given.
        axis: isize,
        /// How many dimensions the array has.
        ndim: usize,
        /// The argument that named it, if there could be doubt.
        argument: Option<&'static str>,
    },
    /// The `start` of `rollaxis` is out of bounds.
    StartOutOfBounds {
        /// The start as it was given.
        start: isize,
        /// How many dimensions the array has.
        ndim: usize,
    },
    /// More indices than dimensions.
    TooManyIndices {
        /// How many dimensions the array has.
        ndim: usize,
        /// How many were indexed.
        indexed: usize,
    },
    /// The result would have more dimensions than NumPy's limit of 64.
    TooManyDimensions {
        /// How many the result would have.
        ndim: usize,
    },
    /// More than 64 arrays and booleans in one index.
    TooManyArrays,
    /// A boolean array whose shape is not that of the axes it indexes.
    MaskMismatch {
        /// The axis of the array.
        axis: usize,
        /// The size of that axis.
        size: usize,
        /// The size of the corresponding axis of the boolean array.
        mask: usize,
    },
    /// More than one ellipsis in an index.
    SecondEllipsis,
    /// A slice with a step of zero.
    ZeroStep,
    /// Index arrays that do not broadcast together.
    Broadcast {
        /// The shapes of all of the index arrays.
        shapes: Box<[Box<[usize]>]>,
    },
}

/// A text that is not an index: the text, where it went wrong, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexTextError {
    text: Box<str>,
    position: usize,
    expected: Cow<'static, str>,
}

impl IndexTextError {
    pub(super) fn new(text: &str, position: usize, expected: Cow<'static, str>) -> IndexTextError {
        IndexTextError { text: text.into(), position, expected }
    }

    /// The whole text that was parsed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte offset in [`text`](Self::text) at which parsing failed.
    pub fn position(&self) -> usize {
        self.position
    }

    /// What should have stood there.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The part of the text around the position, whole if short.
    fn shown(&self) -> Cow<'_, str> {
        /// How much of a long text is kept on either side.
        const SHOWN: usize = 60;
        if self.text.len() <= 2 * SHOWN {
            return Cow::Borrowed(&self.text);
        }
        let boundary = |at: usize| (0..=at).rev().find(|&i| self.text.is_char_boundary(i)).unwrap_or(0);
        let start = boundary(self.position.saturating_sub(SHOWN));
        let end = boundary((self.position + SHOWN).min(self.text.len()));
        let (before, after) = (if start > 0 { "…" } else { "" }, if end < self.text.len() { "…" } else { "" });
        Cow::Owned(format!("{before}{}{after}", &self.text[start..end]))
    }
}

/// A shape as NumPy writes it in messages: `(2,3)`, `(4,)`, `()`.
pub(crate) struct Tuple<'a, T>(pub(crate) &'a [T]);

impl<T: fmt::Display> fmt::Display for Tuple<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, n) in self.0.iter().enumerate() {
            write!(f, "{}{n}", if i > 0 { "," } else { "" })?;
        }
        f.write_str(if self.0.len() == 1 { ",)" } else { ")" })
    }
}

fn write_shapes(f: &mut fmt::Formatter<'_>, shapes: &[Box<[usize]>]) -> fmt::Result {
    shapes.iter().try_for_each(|shape| write!(f, " {}", Tuple(shape)))
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ShapeError::*;
        match self {
            TooManyDimensions { ndim } => {
                write!(f, "maximum supported dimension for an ndarray is currently {MAX_NDIM}, found {ndim}")
            }
            TooBig { shape, itemsize } => write!(
                f,
                "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size: \
                 shape {} with an itemsize of {itemsize}",
                Tuple(shape)
            ),
            Strides { shape, strides } => {
                write!(f, "strides {} are incompatible with shape {}", Tuple(strides), Tuple(shape))
            }
            Reshape { size, shape } => write!(f, "cannot reshape array of size {size} into shape {}", Tuple(shape)),
            UnknownDimensions { shape } => {
                write!(f, "can only specify one unknown dimension, not shape {}", Tuple(shape))
            }
            Ragged { first, other } => write!(
                f,
                "setting an array element with a sequence. The requested array has an inhomogeneous shape: rows of shapes \
                 {} and {}",
                Tuple(first),
                Tuple(other)
            ),
            Assign { shape, target } => {
                write!(f, "could not broadcast input array from shape {} into shape {}", Tuple(shape), Tuple(target))
            }
            ShapeError::Output { output, shape } => write!(
                f,
                "non-broadcastable output operand with shape {} doesn't match the broadcast shape {}",
                Tuple(output),
                Tuple(shape)
            ),
            Broadcast { shapes } => {
                f.write_str("operands could not be broadcast together with shapes")?;
                write_shapes(f, shapes)
            }
            BroadcastTo { shape, target } => write!(
                f,
                "operands could not be broadcast together with remapped shapes [original->remapped]: {} and requested \
                 shape {}",
                Tuple(shape),
                Tuple(target)
            ),
            AxesMismatch { axes, ndim } => {
                write!(f, "axes don't match array: {axes} were given for {ndim} dimensions")
            }
            RepeatedAxis { axis, argument: None } => write!(f, "repeated axis: {axis}"),
            RepeatedAxis { axis, argument: Some(argument) } => {
                write!(f, "repeated axis in `{argument}` argument: {axis}")
            }
            MoveLengths { sources, destinations } => write!(
                f,
                "`source` and `destination` arguments must have the same number of elements, not {sources} and \
                 {destinations}"
            ),
            Squeeze { axis, size } => write!(
                f,
                "cannot select an axis to squeeze out which has size not equal to one: axis {axis} has size {size}"
            ),
            DiagonalDimensions { ndim } => {
                write!(f, "diag requires an array of at least two dimensions, not {ndim}")
            }
            DiagonalAxes { axis } => write!(f, "axis1 and axis2 cannot be the same: both are {axis}"),
            WindowAxes { window, axes } => write!(
                f,
                "Must provide matching length window_shape and axis; got {window} window_shape elements and {axes} axes \
                 elements"
            ),
            WindowTooLarge { window, axis, size } => write!(
                f,
                "window shape cannot be larger than input array shape: {window} along axis {axis} with size {size}"
            ),
            Depth { depth, shape } => {
                let plural = if *depth == 1 { "" } else { "s" };
                write!(
                    f,
                    "a list of {depth} dimension{plural} needs an array of as many, not one of shape {}",
                    Tuple(shape)
                )
            }
            List { dims, shape } => {
                write!(
                    f,
                    "a list of size {} needs an array of that shape, not one of shape {}",
                    Tuple(dims),
                    Tuple(shape)
                )
            }
            Dimensions { what, ndim } => write!(f, "{what}, found {ndim} dimension(s)"),
            UnequalSides { shape } => {
                write!(f, "All dimensions of input must be of equal length, not {}", Tuple(shape))
            }
            Concatenate { axis, first, position, other } if first.len() == other.len() => write!(
                f,
                "all the input array dimensions except for the concatenation axis {axis} must match exactly, but the \
                 array at index 0 has shape {} and the array at index {position} has shape {}",
                Tuple(first),
                Tuple(other)
            ),
            Concatenate { first, position, other, .. } => write!(
                f,
                "all the input arrays must have same number of dimensions, but the array at index 0 has {} dimension(s) \
                 and the array at index {position} has {} dimension(s)",
                first.len(),
                other.len()
            ),
            Stack { first, other } => {
                write!(f, "all input arrays must have the same shape, not {} and {}", Tuple(first), Tuple(other))
            }
        }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use IndexError::*;
        match self {
            NotIntegers { dtype } => {
                write!(f, "arrays used as indices must be of integer (or boolean) type, not {dtype}")
            }
            OutOfBounds { index, axis, size } => {
                write!(f, "index {index} is out of bounds for axis {axis} with size {size}")
            }
            FlatOutOfBounds { index, size } => write!(f, "index {index} is out of bounds for array with size {size}"),
            CoordinateOutOfBounds { index, axis, size } => {
                write!(f, "invalid entry in coordinates array: {index} for axis {axis} with size {size}")
            }
            Coordinates { found, ndim } => {
                write!(f, "parameter multi_index must be a sequence of length {ndim}, not {found}")
            }
            AxisOutOfBounds { axis, ndim, argument } => {
                if let Some(argument) = argument {
                    write!(f, "{argument}: ")?;
                }
                write!(f, "axis {axis} is out of bounds for array of dimension {ndim}")
            }
            StartOutOfBounds { start, ndim } => {
                write!(f, "'start' arg requires -{ndim} <= start < {}, but {start} was passed in", ndim + 1)
            }
            TooManyIndices { ndim, indexed } => {
                write!(f, "too many indices for array: array is {ndim}-dimensional, but {indexed} were indexed")
            }
            TooManyDimensions { ndim } => {
                write!(f, "number of dimensions must be within [0, {MAX_NDIM}], indexing result would have {ndim}")
            }
            TooManyArrays => write!(
                f,
                "too many advanced (array) indices. This probably means you are indexing with too many booleans. (more \
                 than {MAX_NDIM} found)"
            ),
            MaskMismatch { axis, size, mask } => write!(
                f,
                "boolean index did not match indexed array along axis {axis}; size of axis is {size} but size of \
                 corresponding boolean axis is {mask}"
            ),
            SecondEllipsis => f.write_str("an index can only have a single ellipsis ('...')"),
            ZeroStep => f.write_str("slice step cannot be zero"),
            Broadcast { shapes } => {
                f.write_str("shape mismatch: indexing arrays could not be broadcast together with shapes")?;
                write_shapes(f, shapes)
            }
        }
    }
}

impl fmt::Display for IndexTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "index {:?} not understood: expected {} at position {}", self.shown(), self.expected, self.position)
    }
}

impl std::error::Error for ShapeError {}
impl std::error::Error for IndexError {}
impl std::error::Error for IndexTextError {}

impl Cause for ShapeError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Shape
    }
}

impl Cause for IndexError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Index
    }
}

impl Cause for IndexTextError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Parse
    }
}

impl From<ShapeError> for Error {
    #[cold]
    fn from(cause: ShapeError) -> Error {
        Error::new(cause)
    }
}

impl From<IndexError> for Error {
    #[cold]
    fn from(cause: IndexError) -> Error {
        Error::new(cause)
    }
}

impl From<IndexTextError> for Error {
    #[cold]
    fn from(cause: IndexTextError) -> Error {
        Error::new(cause)
    }
}
