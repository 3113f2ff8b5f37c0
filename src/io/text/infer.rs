//! What a column of text holds: NumPy's `StringConverter`.
//!
//! A column starts as booleans and becomes integers, floats, complex numbers and last text, as soon as a field is none of
//! what it is. Fields that say that a value is missing are of every sort.

use num_complex::Complex;

use super::decimal::float_at;
use super::tokens::is_space;
use crate::dtype::{Dtype, DtypeKind};
use crate::element::number_parse::{NumberFault, parse_complex, parse_float, parse_integer, to_ascii};
use crate::element::{Scalar, Text};

/// How a field is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Bool,
    /// Python's `int()`, of 64 bits at most.
    Integer,
    /// Python's `int(float())`.
    Truncated,
    /// Python's `int()`, with or without a sign.
    Strict {
        signed: bool,
    },
    Float,
    Complex,
    Text,
    Bytes,
    /// As the cast from text reads it.
    Cast,
}

/// Why a field is not what it should be.
pub(super) enum Fault {
    /// It is something else: the default stands in.
    Other,
    /// It is too large: an error.
    Overflow,
}

impl Reading {
    /// How fields of a dtype are read that was asked for.
    pub(super) fn of(dtype: &Dtype) -> Reading {
        match (dtype.native_scalar(), dtype.kind()) {
            (Dtype::Int64, _) => Reading::Strict { signed: true },
            (Dtype::UInt64, _) => Reading::Strict { signed: false },
            (_, DtypeKind::Bool) => Reading::Bool,
            (_, DtypeKind::Integer | DtypeKind::Unsigned | DtypeKind::Timedelta) => Reading::Truncated,
            (_, DtypeKind::Float) => Reading::Float,
            (_, DtypeKind::Complex) => Reading::Complex,
            (Dtype::Bytes(_), _) => Reading::Bytes,
            (_, DtypeKind::String) => Reading::Text,
            _ => Reading::Cast,
        }
    }

    /// The next sort to try; `None` after text.
    fn next(self) -> Option<Reading> {
        match self {
            Reading::Bool => Some(Reading::Integer),
            Reading::Integer => Some(Reading::Float),
            Reading::Float => Some(Reading::Complex),
            Reading::Complex => Some(Reading::Text),
            _ => None,
        }
    }

    /// The dtype of a column that was found to be of this sort.
    pub(super) fn dtype(self) -> Dtype {
        match self {
            Reading::Bool => Dtype::Bool,
            Reading::Integer | Reading::Truncated | Reading::Strict { .. } => Dtype::Int64,
            Reading::Float => Dtype::Float64,
            Reading::Complex => Dtype::Complex128,
            Reading::Text | Reading::Bytes | Reading::Cast => Dtype::Unicode(0),
        }
    }

    /// What stands in for a value that is missing.
    pub(super) fn default(self) -> Scalar {
        match self {
            Reading::Bool => Scalar::new(false),
            Reading::Integer | Reading::Truncated | Reading::Strict { .. } => Scalar::new(-1i64),
            Reading::Float => Scalar::new(f64::NAN),
            Reading::Complex => Scalar::new(Complex::new(f64::NAN, 0.0)),
            Reading::Text | Reading::Bytes | Reading::Cast => Scalar::new(Text::from("???")),
        }
    }

    /// Reads a field.
    pub(super) fn read(self, field: &str) -> Result<Scalar, Fault> {
        let ascii = || -> Vec<u8> {
            if field.is_ascii() { field.into() } else { field.chars().map(|c| to_ascii(c.into())).collect() }
        };
        let other = |_: NumberFault| Fault::Other;
        match self {
            Reading::Bool if field.eq_ignore_ascii_case("true") => Ok(Scalar::new(true)),
            Reading::Bool if field.eq_ignore_ascii_case("false") => Ok(Scalar::new(false)),
            Reading::Bool => Err(Fault::Other),
            Reading::Integer => {
                let value = parse_integer(&ascii()).map_err(other)?;
                i64::try_from(value).map(Scalar::new).map_err(|_| Fault::Other)
            }
            Reading::Strict { signed } => match (parse_integer(&ascii()), signed) {
                (Err(NumberFault::Malformed), _) => Err(Fault::Other),
                (Err(NumberFault::OutOfRange), _) => Err(Fault::Overflow),
                (Ok(value), true) => i64::try_from(value).map(Scalar::new).map_err(|_| Fault::Overflow),
                (Ok(value), false) => u64::try_from(value).map(Scalar::new).map_err(|_| Fault::Overflow),
            },
            Reading::Truncated => {
                let value = parse_float(&ascii()).map_err(other)?;
                if value.is_nan() {
                    return Err(Fault::Other);
                }
                let whole = value.trunc();
                if whole.abs() < 9.2e18 { Ok(Scalar::new(whole as i64)) } else { Err(Fault::Overflow) }
            }
            Reading::Float => parse_float(&ascii()).map(Scalar::new).map_err(other),
            Reading::Complex => parse_complex(&ascii()).map(Scalar::new).map_err(other),
            Reading::Bytes if field.chars().any(|c| u32::from(c) > 0xff) => Err(Fault::Other),
            Reading::Text | Reading::Bytes | Reading::Cast => Ok(Scalar::new(Text::from(field))),
        }
    }
}

/// Whether a field says that its value is missing.
pub(super) fn is_missing(field: &str, missing: &[String]) -> bool {
    let field = field.trim_matches(is_space);
    field.is_empty() || missing.iter().any(|text| text == field)
}

/// What a column is, and whether its fields say so: one without values, or of booleans some of which are missing, says
/// nothing.
pub(super) fn infer<'t>(fields: impl Iterator<Item = &'t str> + Clone, missing: &[String]) -> (Reading, bool) {
    let mut reading = Reading::Bool;
    loop {
        let mut sure = true;
        let is_decimal = |field: &str| float_at(field.as_bytes(), 0).is_some_and(|(_, end)| end == field.len());
        let fits = fields.clone().all(|field| match reading {
            Reading::Text => true,
            Reading::Float if is_decimal(field) => true,
            _ if reading.read(field).is_ok() => true,
            _ if is_missing(field, missing) => {
                sure &= reading != Reading::Bool;
                true
            }
            _ => false,
        });
        match reading.next() {
            Some(next) if !fits => reading = next,
            _ => return (reading, sure),
        }
    }
}
