//! The typed causes of dtype errors.

use std::borrow::Cow;
use std::fmt;

use super::{Dtype, TimeUnit};
use crate::error::{Cause, Error, ErrorKind};

/// A text that is not a dtype: the text, where it went wrong, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    text: Box<str>,
    position: usize,
    reason: ParseReason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParseReason {
    /// Something else should stand here.
    Expected(Cow<'static, str>),
    /// What stands here is well formed but no valid dtype.
    Invalid(DtypeError),
}

/// How much of a long text an error message keeps around the position.
const SHOWN: usize = 60;

impl ParseError {
    pub(crate) fn new(text: &str, position: usize, reason: ParseReason) -> ParseError {
        // Where a literal has escapes the place inside it is a guess, which has to fall on a character all the same.
        let position = boundary_before(text, position.min(text.len()));
        ParseError { text: text.into(), position, reason }
    }

    /// The whole text that was parsed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte offset in [`text`](Self::text) at which parsing failed; always between two characters.
    pub fn position(&self) -> usize {
        self.position
    }

    /// What should have stood there. `None` if what stands there is well formed but no valid dtype: the reason is then the
    /// error's source, a [`DtypeError`].
    pub fn expected(&self) -> Option<&str> {
        match &self.reason {
            ParseReason::Expected(what) => Some(what),
            ParseReason::Invalid(_) => None,
        }
    }

    /// The part of the text around the position, whole if short.
    fn shown(&self) -> Cow<'_, str> {
        if self.text.len() <= 2 * SHOWN {
            return Cow::Borrowed(&self.text);
        }
        let start = boundary_before(&self.text, self.position.saturating_sub(SHOWN));
        let end = boundary_before(&self.text, (self.position + SHOWN).min(self.text.len()));
        let (before, after) = (if start > 0 { "…" } else { "" }, if end < self.text.len() { "…" } else { "" });
        Cow::Owned(format!("{before}{}{after}", &self.text[start..end]))
    }
}

/// The start of the character at a position.
fn boundary_before(text: &str, position: usize) -> usize {
    (0..=position).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "data type {} not understood: ", super::display::py_repr(&self.shown()))?;
        match &self.reason {
            ParseReason::Expected(what) => write!(f, "expected {what} at position {}", self.position),
            ParseReason::Invalid(why) => write!(f, "{why} (at position {})", self.position),
        }
    }
}

impl std::error::Error for ParseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            ParseReason::Invalid(why) => Some(why),
            ParseReason::Expected(_) => None,
        }
    }
}

/// A dtype that cannot exist, or one that does not fit the request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DtypeError {
    /// Two fields of a record, or a field and a title, have the same name.
    DuplicateField {
        /// The name or title that occurs twice.
        name: String,
    },
    /// A size in bytes does not fit: NumPy's limit of 2,147,483,647 bytes an element is ours.
    SizeOverflow {
        /// What was being sized.
        what: &'static str,
    },
    /// An explicit itemsize is smaller than what the fields need.
    ItemsizeTooSmall {
        /// The bytes that the fields need.
        needed: usize,
        /// The itemsize that was given.
        given: usize,
    },
    /// An explicit itemsize is not a multiple of the alignment of an aligned record.
    ItemsizeMisaligned {
        /// The itemsize that was given.
        given: usize,
        /// The alignment of the record.
        alignment: usize,
    },
    /// An explicit offset is not a multiple of the field's alignment in an aligned record.
    OffsetMisaligned {
        /// The field.
        name: String,
        /// The offset that was given.
        offset: usize,
        /// The alignment of the field's dtype.
        alignment: usize,
    },
    /// Fields that own memory (objects, variable-width strings) overlap other fields.
    OverlappingObjects {
        /// The field that owns memory.
        name: String,
    },
    /// A unit's multiple is zero or above 2,147,483,647.
    UnitMultiple {
        /// The multiple.
        count: u64,
    },
    /// A unit cannot be divided evenly into a finer one.
    UnitDivisor {
        /// The unit.
        unit: TimeUnit,
        /// The divisor.
        divisor: u32,
    },
    /// A sub-array shape has more dimensions than an array may have.
    TooManyDimensions {
        /// How many it has.
        ndim: usize,
    },
    /// Records and sub-arrays nest too deep, or hold too many parts in all.
    TooDeep,
    /// A sub-array of text or bytes that have no length.
    UnsizedBase {
        /// The dtype without a length.
        base: Dtype,
    },
    /// A record has no field of this name.
    NoSuchField {
        /// The name that was asked for.
        name: String,
        /// The dtype that was asked.
        dtype: Dtype,
    },
    /// [`finfo`](crate::finfo) of a dtype that is not floating point.
    NotInexact {
        /// The dtype that was asked.
        dtype: Dtype,
    },
    /// [`iinfo`](crate::iinfo) of a dtype that is not an integer.
    NotInteger {
        /// The dtype that was asked.
        dtype: Dtype,
    },
    /// [`common_type`](crate::common_type) of a dtype that is not a number.
    NotNumeric {
        /// The dtype that was asked.
        dtype: Dtype,
    },
    /// The npy descriptor of a dtype that has none.
    NoDescr {
        /// The dtype that was asked.
        dtype: Dtype,
        /// Why it has none.
        reason: &'static str,
    },
    /// A name of no abstract type or kind (`issubdtype`, `isdtype`).
    UnknownClass {
        /// The name.
        name: String,
    },
    /// A name of no casting rule.
    UnknownCasting {
        /// The name.
        name: String,
    },
    /// Values were asked for as another type than they are.
    WrongType {
        /// The dtype of the type that was asked for.
        expected: Dtype,
        /// The dtype of the values.
        dtype: Dtype,
    },
    /// No dtypes were given where at least one is needed.
    Empty,
}

impl fmt::Display for DtypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use DtypeError::*;
        match self {
            DuplicateField { name } => {
                write!(f, "field {} occurs more than once", super::display::py_repr(name))
            }
            SizeOverflow { what } => {
                write!(f, "the size of the {what} overflows: a dtype has at most {} bytes", super::MAX_ITEMSIZE)
            }
            ItemsizeTooSmall { needed, given } => {
                write!(f, "the fields require {needed} bytes, cannot override to smaller itemsize of {given}")
            }
            ItemsizeMisaligned { given, alignment } => write!(
                f,
                "the record requires alignment of {alignment} bytes, which is not divisible into the specified itemsize {given}"
            ),
            OffsetMisaligned { name, offset, alignment } => write!(
                f,
                "offset {offset} of field {} is not divisible by the field alignment {alignment} of an aligned record",
                super::display::py_repr(name)
            ),
            OverlappingObjects { name } => write!(
                f,
                "cannot create a dtype with overlapping object fields: field {} owns memory and overlaps another",
                super::display::py_repr(name)
            ),
            UnitMultiple { count } => {
                write!(f, "a time unit's multiple must be 1 to {}, not {count}", i32::MAX)
            }
            UnitDivisor { unit, divisor } => {
                write!(f, "divisor ({divisor}) is not a multiple of a lower-unit in datetime metadata [{unit}]")
            }
            TooManyDimensions { ndim } => {
                write!(f, "a sub-array shape has at most {} dimensions, not {ndim}", super::MAX_DIMS)
            }
            TooDeep => write!(
                f,
                "records and sub-arrays nest at most {} deep and hold at most {} parts",
                super::MAX_DEPTH,
                super::MAX_PARTS
            ),
            UnsizedBase { base } => write!(f, "a sub-array needs a base with a size, not {}", base.repr()),
            NoSuchField { name, dtype } => {
                write!(f, "no field of name {} in {}", super::display::py_repr(name), dtype.repr())
            }
            NotInexact { dtype } => write!(f, "data type {} not inexact", dtype.repr()),
            NotInteger { dtype } => write!(f, "invalid integer data type {}", dtype.repr()),
            NotNumeric { dtype } => write!(f, "can't get common type for non-numeric {}", dtype.repr()),
            NoDescr { dtype, reason } => write!(f, "{} has no npy descriptor: {reason}", dtype.repr()),
            UnknownClass { name } => {
                write!(f, "{} is neither a dtype nor an abstract type or kind", super::display::py_repr(name))
            }
            UnknownCasting { name } => write!(
                f,
                "casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe', not {}",
                super::display::py_repr(name)
            ),
            WrongType { expected, dtype } => {
                write!(f, "values of {} cannot be read as {}", dtype.repr(), expected.repr())
            }
            Empty => f.write_str("at least one dtype or value is required"),
        }
    }
}

impl std::error::Error for DtypeError {}

/// Two dtypes have no common dtype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionError {
    pub(crate) left: Dtype,
    pub(crate) right: PromotionSide,
    pub(crate) reason: PromotionReason,
}

/// What a dtype could not be promoted with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PromotionSide {
    Dtype(Dtype),
    /// A bare Rust number: "integer", "float", "complex number".
    Weak(&'static str),
}

/// Why two dtypes have no common dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PromotionReason {
    /// Nothing holds the values of both.
    NoCommon,
    /// Years or months of a span against days or finer.
    NonlinearUnits,
    /// No unit of time divides both and fits.
    UnitOverflow,
    /// Opaque bytes of different lengths.
    VoidLengths,
    /// Records whose fields have other names, or another order.
    FieldNames,
    /// Records whose fields have other titles.
    FieldTitles,
    /// Sub-arrays of different shapes.
    SubArrayShapes,
    /// The common dtype would be too large.
    Size,
}

impl PromotionError {
    /// The first of the two dtypes.
    pub fn left(&self) -> &Dtype {
        &self.left
    }

    /// Why there is none.
    pub fn reason(&self) -> PromotionReason {
        self.reason
    }

    /// The second of the two dtypes; `None` if it was a bare number.
    pub fn right(&self) -> Option<&Dtype> {
        match &self.right {
            PromotionSide::Dtype(dtype) => Some(dtype),
            PromotionSide::Weak(_) => None,
        }
    }
}

impl fmt::Display for PromotionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} could not be promoted with ", self.left.repr())?;
        match &self.right {
            PromotionSide::Dtype(dtype) => f.write_str(&dtype.repr())?,
            PromotionSide::Weak(what) => write!(f, "a bare {what}")?,
        }
        f.write_str(match self.reason {
            PromotionReason::NoCommon => ": no common DType exists for the given inputs",
            PromotionReason::NonlinearUnits => {
                ": no common metadata divisor, because they have incompatible nonlinear base time units"
            }
            PromotionReason::UnitOverflow => ": integer overflow getting a common metadata divisor",
            PromotionReason::VoidLengths => ": void datatypes of different lengths",
            PromotionReason::FieldNames => ": field names mismatch",
            PromotionReason::FieldTitles => ": field titles mismatch",
            PromotionReason::SubArrayShapes => ": subarray datatypes (shape mismatch)",
            PromotionReason::Size => ": the promoted dtype would be too large",
        })
    }
}

impl std::error::Error for PromotionError {}

impl Cause for ParseError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Parse
    }
}

impl Cause for DtypeError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Dtype
    }
}

impl Cause for PromotionError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Promotion
    }
}

impl From<ParseError> for Error {
    fn from(cause: ParseError) -> Error {
        Error::new(cause)
    }
}

impl From<DtypeError> for Error {
    fn from(cause: DtypeError) -> Error {
        Error::new(cause)
    }
}

impl From<PromotionError> for Error {
    fn from(cause: PromotionError) -> Error {
        Error::new(cause)
    }
}
