//! Reading dtypes from text.
//!
//! 1. [`parse`] looks at the first characters and picks a grammar.
//! 2. `name`: names (`float32`), codes (`<f8`, `S10`), time units (`M8[25us]`).
//! 3. `comma`: NumPy's comma strings, `i4,f8,(2,3)f4`.
//! 4. `literal` and `spec`: the Python literals of npy headers, `[('x', '<i4')]` and `{'names': ...}`; the one reads
//!    Python, the other gives it meaning.
//!
//! Every rule is a small function that returns what it read, or a [`Failure`] that says where it stopped and what should
//! have stood there. Nesting is bounded, nothing backtracks, so the time is linear in the text.

mod comma;
mod literal;
mod name;
mod spec;

use std::borrow::Cow;
use std::str::FromStr;

use super::error::{DtypeError, ParseError, ParseReason};
use super::{Dtype, StructBuilder};
use crate::error::{Error, Result};

/// Where and why a text is no dtype; the text itself is added at the top.
pub(crate) struct Failure {
    position: usize,
    reason: ParseReason,
}

type Parsed<T> = std::result::Result<T, Failure>;

fn expected<T>(position: usize, what: impl Into<Cow<'static, str>>) -> Parsed<T> {
    Err(Failure { position, reason: ParseReason::Expected(what.into()) })
}

/// Wraps the error of a dtype constructor with the place that asked for it.
fn at(position: usize) -> impl Fn(Error) -> Failure {
    move |error| {
        let reason = match error.cause::<DtypeError>() {
            Some(cause) => ParseReason::Invalid(cause.clone()),
            None => ParseReason::Expected(Cow::Owned(error.to_string())),
        };
        Failure { position, reason }
    }
}

/// Builds a record and blames `position` if it is invalid.
fn build(builder: StructBuilder, position: usize) -> Parsed<Dtype> {
    builder.build().map_err(at(position))
}

fn parse(text: &str, aligned: bool) -> Parsed<Dtype> {
    if literal::looks_like_one(text) {
        return spec::dtype(&literal::parse(text)?, aligned);
    }
    format(text, 0, aligned)
}

/// A name, a code or a comma string: what NumPy takes as a string. `offset` is where it stands in the whole text.
fn format(text: &str, offset: usize, aligned: bool) -> Parsed<Dtype> {
    if comma::looks_like_one(text) { comma::dtype(text, offset, aligned) } else { name::dtype(text, offset) }
}

/// Every spelling that NumPy 2.4 accepts for `np.dtype(...)`, names of ml_dtypes included; records and sub-arrays also as
/// the Python literals that npy headers hold. DTYPE_REFERENCE.md lists them.
impl FromStr for Dtype {
    type Err = Error;

    #[inline]
    fn from_str(text: &str) -> Result<Dtype> {
        parse(text, false).map_err(|failure| ParseError::new(text, failure.position, failure.reason).into())
    }
}

impl Dtype {
    /// Parses a dtype, laying out its records as C would (NumPy's `np.dtype(text, align=True)`).
    ///
    /// ```
    /// use ndtype::Dtype;
    /// assert_eq!("i1,f8".parse::<Dtype>()?.itemsize(), 9);
    /// assert_eq!(Dtype::parse_aligned("i1,f8")?.itemsize(), 16);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn parse_aligned(text: &str) -> Result<Dtype> {
        parse(text, true).map_err(|failure| ParseError::new(text, failure.position, failure.reason).into())
    }
}

impl TryFrom<&str> for Dtype {
    type Error = Error;

    fn try_from(text: &str) -> Result<Dtype> {
        text.parse()
    }
}
