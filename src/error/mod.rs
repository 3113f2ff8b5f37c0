//! One opaque error type for the whole crate.
//!
//! What it owns: [`Error`], [`ErrorKind`], and the `Cause` trait that each area implements for its own typed causes.
//! What it refuses: knowing any area. A cause is defined next to the code that raises it (see `dtype::error`), holds
//! data rather than text, and writes its message in `Display`.

#![deny(unsafe_code)]

use std::any::Any;
use std::fmt;

/// A `Result` whose error is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What kind of thing went wrong. More kinds may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A text could not be understood (a dtype string, for instance).
    Parse,
    /// A dtype that cannot exist was asked for, or a dtype does not fit the request.
    Dtype,
    /// Two dtypes have no common dtype.
    Promotion,
    /// Shapes that do not fit each other, or that cannot be.
    Shape,
    /// An index out of bounds, or one that does not fit the array.
    Index,
    /// A cast that is not allowed, or that would change a value.
    Cast,
    /// A value that does not fit the request.
    Value,
    /// Memory that cannot be had.
    Memory,
    /// A file that cannot be read or written, or that is not what it says.
    Io,
}

/// A typed reason for an [`Error`]; implemented by each area for its own causes.
pub(crate) trait Cause: std::error::Error + Any + Send + Sync {
    fn kind(&self) -> ErrorKind;
}

/// The error of every fallible operation in this crate.
///
/// It is two words wide, `Send + Sync + 'static`, and holds its cause as data: ask [`kind`](Error::kind) or one of the
/// `is_*` predicates what happened, [`cause`](Error::cause) for the typed details, and `Display` for a message that a
/// NumPy user recognises.
///
/// ```
/// use ndtype::{Dtype, dtype::ParseError};
///
/// let err = "float33".parse::<Dtype>().unwrap_err();
/// assert!(err.is_parse());
/// assert_eq!(err.cause::<ParseError>().unwrap().position(), 0);
/// assert!(err.to_string().starts_with("data type 'float33' not understood"));
/// ```
pub struct Error(Box<dyn Cause>);

impl Error {
    pub(crate) fn new(cause: impl Cause) -> Self {
        Error(Box::new(cause))
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind()
    }

    /// The typed cause, if it is a `T`: the error's own, or the one behind it (a text that spells an invalid dtype has a
    /// `ParseError` with a `DtypeError` behind it).
    pub fn cause<T: std::error::Error + 'static>(&self) -> Option<&T> {
        let own = (&*self.0 as &dyn Any).downcast_ref();
        own.or_else(|| {
            std::iter::successors(self.0.source(), |cause| cause.source()).find_map(|cause| cause.downcast_ref())
        })
    }

    /// A text could not be understood.
    pub fn is_parse(&self) -> bool {
        self.kind() == ErrorKind::Parse
    }

    /// A dtype that cannot exist was asked for, or one that does not fit the request.
    pub fn is_dtype(&self) -> bool {
        self.kind() == ErrorKind::Dtype
    }

    /// Two dtypes have no common dtype.
    pub fn is_promotion(&self) -> bool {
        self.kind() == ErrorKind::Promotion
    }

    /// Shapes do not fit each other, or cannot be.
    pub fn is_shape(&self) -> bool {
        self.kind() == ErrorKind::Shape
    }

    /// An index is out of bounds or does not fit the array.
    pub fn is_index(&self) -> bool {
        self.kind() == ErrorKind::Index
    }

    /// A cast is not allowed, or would change a value.
    pub fn is_cast(&self) -> bool {
        self.kind() == ErrorKind::Cast
    }

    /// A value does not fit the request.
    pub fn is_value(&self) -> bool {
        self.kind() == ErrorKind::Value
    }

    /// The typed cause as the source of another error.
    pub(crate) fn as_source(&self) -> &(dyn std::error::Error + 'static) {
        &*self.0
    }

    /// A file cannot be read or written, or is not what it says.
    pub fn is_io(&self) -> bool {
        self.kind() == ErrorKind::Io
    }

    /// Memory cannot be had.
    pub fn is_memory(&self) -> bool {
        self.kind() == ErrorKind::Memory
    }
}

/// For conversions that cannot fail where others may.
impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Error {
        match never {}
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_small_and_thread_safe() {
        fn check<T: Send + Sync + std::error::Error + 'static>() -> usize {
            size_of::<T>()
        }
        assert!(check::<Error>() <= 2 * size_of::<usize>());
        assert_eq!(size_of::<Result<()>>(), size_of::<Error>());
    }
}
