//! Reading dtypes from text.
//!
//! 1. [`parse`] looks at the first characters and picks a grammar.
//! 2. `names`: the table of names (`float32`). `name`: codes (`<f8`, `S10`), time units (`M8[25us]`).
//! 3. `comma`: NumPy's comma strings, `i4,f8,(2,3)f4`.
//! 4. `literal` and `spec`: the Python literals of npy headers, `[('x', '<i4')]` and `{'names': ...}`; the one reads
//!    Python, the other gives it meaning.
//!
//! 5. `npy`: the dict that an npy file starts with.
//!
//! Every rule is a small function that returns what it read, or a [`Failure`] that says where it stopped and what should
//! have stood there. Nesting is bounded, nothing backtracks, so the time is linear in the text.

mod comma;
mod literal;
mod name;
mod names;
mod npy;
mod spec;

pub(crate) use npy::{COMMENT as NPY_COMMENT, NpyHeader};

use std::borrow::Cow;
use std::str::FromStr;

use super::error::{DtypeError, ParseError, ParseReason};
use super::{Dtype, StructBuilder};
use crate::error::{Error, Result};

/// Where and why a text is no dtype; the text itself is added at the top. Boxed, since results are passed up a lot and
/// failures are rare.
struct Failure(Box<(usize, ParseReason)>);

impl Failure {
    #[cold]
    fn new(position: usize, reason: ParseReason) -> Failure {
        Failure(Box::new((position, reason)))
    }

    fn moved_by(mut self, offset: usize) -> Failure {
        self.0.0 += offset;
        self
    }

    fn into_error(self, text: &str) -> Error {
        ParseError::new(text, self.0.0, self.0.1).into()
    }
}

type Parsed<T> = std::result::Result<T, Failure>;

fn expected<T>(position: usize, what: impl Into<Cow<'static, str>>) -> Parsed<T> {
    Err(Failure::new(position, ParseReason::Expected(what.into())))
}

/// Wraps the error of a dtype constructor with the place that asked for it.
fn at(position: usize) -> impl Fn(Error) -> Failure {
    move |error| {
        let reason = match error.cause::<DtypeError>() {
            Some(cause) => ParseReason::Invalid(cause.clone()),
            None => ParseReason::Expected(Cow::Owned(error.to_string())),
        };
        Failure::new(position, reason)
    }
}

/// Builds a record and blames `position` if it is invalid.
fn build(builder: StructBuilder, position: usize) -> Parsed<Dtype> {
    builder.build().map_err(at(position))
}

#[inline]
fn parse(text: &str, aligned: bool) -> Parsed<Dtype> {
    // Most texts are plain names or codes, and no other grammar has a text that is one.
    if let [_, b'0'..=b'9', ..] = text.as_bytes() {
        if let Ok(dtype) = name::dtype(text, 0) {
            return Ok(dtype);
        }
    } else if let Some(dtype) = names::lookup(text) {
        return Ok(dtype);
    }
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
        parse(text, false).map_err(|failure| failure.into_error(text))
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
        parse(text, true).map_err(|failure| failure.into_error(text))
    }
}

impl TryFrom<&str> for Dtype {
    type Error = Error;

    fn try_from(text: &str) -> Result<Dtype> {
        text.parse()
    }
}
