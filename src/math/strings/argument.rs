//! What functions of text are called with.

use std::borrow::Cow;
use std::ops::{Range, RangeFrom, RangeFull, RangeTo};

use super::error::StringsError;
use crate::array::{Array, ArrayView};
use crate::dtype::{Dtype, DtypeKind};
use crate::element::Text;
use crate::error::Result;

/// Text to work on: an array of `S`, `U` or `T`, or one text for all elements.
///
/// A Rust string is `U`, or `T` beside an array of `T`; bytes (`b"..."`) are `S`.
///
/// ```
/// use ndtype::{array, strings};
/// let a = array!["snow", "ice"];
/// assert_eq!(strings::find(&a, "o", ..)?.to_vec::<i64>()?, [2, -1]);
/// assert_eq!(strings::find("snow", &a, ..)?.to_vec::<i64>()?, [0, -1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextArg<'a>(Given<'a>);

#[derive(Clone, Debug)]
enum Given<'a> {
    Array(Cow<'a, Array>),
    Str(Cow<'a, str>),
    Bytes(Cow<'a, [u8]>),
}

impl TextArg<'_> {
    /// The dtype of an array.
    pub(super) fn dtype(&self) -> Option<&Dtype> {
        match &self.0 {
            Given::Array(array) => Some(array.dtype()),
            Given::Str(_) | Given::Bytes(_) => None,
        }
    }
}

impl<'a> From<&'a Array> for TextArg<'a> {
    fn from(array: &'a Array) -> Self {
        TextArg(Given::Array(Cow::Borrowed(array)))
    }
}

impl From<Array> for TextArg<'_> {
    fn from(array: Array) -> Self {
        TextArg(Given::Array(Cow::Owned(array)))
    }
}

impl<'a> From<&'a ArrayView<'_>> for TextArg<'a> {
    fn from(view: &'a ArrayView<'_>) -> Self {
        TextArg(Given::Array(Cow::Borrowed(view)))
    }
}

impl<'a> From<&'a str> for TextArg<'a> {
    fn from(text: &'a str) -> Self {
        TextArg(Given::Str(Cow::Borrowed(text)))
    }
}

impl From<String> for TextArg<'_> {
    fn from(text: String) -> Self {
        TextArg(Given::Str(Cow::Owned(text)))
    }
}

impl From<char> for TextArg<'_> {
    fn from(c: char) -> Self {
        TextArg::from(c.to_string())
    }
}

impl<'a> From<&'a [u8]> for TextArg<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        TextArg(Given::Bytes(Cow::Borrowed(bytes)))
    }
}

impl From<Vec<u8>> for TextArg<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        TextArg(Given::Bytes(Cow::Owned(bytes)))
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for TextArg<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        TextArg::from(&bytes[..])
    }
}

/// Integers beside text: one for all elements, or an array of them.
#[derive(Clone, Debug)]
pub struct IntArg<'a>(IntGiven<'a>);

#[derive(Clone, Debug)]
enum IntGiven<'a> {
    One(i64),
    Array(Cow<'a, Array>),
}

macro_rules! integers {
    ($($type:ty)*) => {
        $(impl From<$type> for IntArg<'_> {
            fn from(value: $type) -> Self {
                // What is larger than any text is as good as the largest.
                IntArg(IntGiven::One(i64::try_from(value).unwrap_or(i64::MAX)))
            }
        })*
    };
}

integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl<'a> From<&'a Array> for IntArg<'a> {
    fn from(array: &'a Array) -> Self {
        IntArg(IntGiven::Array(Cow::Borrowed(array)))
    }
}

impl From<Array> for IntArg<'_> {
    fn from(array: Array) -> Self {
        IntArg(IntGiven::Array(Cow::Owned(array)))
    }
}

impl IntArg<'_> {
    /// As an array of int64.
    pub(super) fn integers(&self, function: &'static str, operand: &'static str, bools: bool) -> Result<Array> {
        match &self.0 {
            IntGiven::One(value) => Array::from_scalar(*value),
            IntGiven::Array(array) => match array.dtype().kind() {
                DtypeKind::Integer | DtypeKind::Unsigned => ready(array, &Dtype::Int64),
                DtypeKind::Bool if bools => ready(array, &Dtype::Int64),
                _ => Err(StringsError::NotInteger { function, operand, dtype: array.dtype().clone() }.into()),
            },
        }
    }
}

/// Part of each text: NumPy's arguments `start` and `end`, of characters. Negative ones count from the end.
///
/// Made of a range, or of two numbers or arrays.
///
/// ```
/// use ndtype::{array, strings};
/// let a = array!["banana"];
/// assert_eq!(strings::count(&a, "a", 2..)?.to_vec::<i64>()?, [2]);
/// assert_eq!(strings::count(&a, "a", 0..-1)?.to_vec::<i64>()?, [2]);
/// assert_eq!(strings::count(&a, "a", (&array![0, 2, 4], 6))?.to_vec::<i64>()?, [3, 2, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Span<'a> {
    pub(super) start: IntArg<'a>,
    pub(super) stop: IntArg<'a>,
}

impl From<RangeFull> for Span<'_> {
    fn from(_: RangeFull) -> Self {
        Span { start: 0.into(), stop: i64::MAX.into() }
    }
}

impl From<Range<i64>> for Span<'_> {
    fn from(range: Range<i64>) -> Self {
        Span { start: range.start.into(), stop: range.end.into() }
    }
}

impl From<RangeFrom<i64>> for Span<'_> {
    fn from(range: RangeFrom<i64>) -> Self {
        Span { start: range.start.into(), stop: i64::MAX.into() }
    }
}

impl From<RangeTo<i64>> for Span<'_> {
    fn from(range: RangeTo<i64>) -> Self {
        Span { start: 0.into(), stop: range.end.into() }
    }
}

impl<'a, A: Into<IntArg<'a>>, B: Into<IntArg<'a>>> From<(A, B)> for Span<'a> {
    fn from((start, stop): (A, B)) -> Self {
        Span { start: start.into(), stop: stop.into() }
    }
}

/// What the text of a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bytes,
    Unicode,
    String,
}

impl Kind {
    fn of(dtype: &Dtype) -> Option<Kind> {
        match dtype.native_scalar() {
            Dtype::Bytes(_) => Some(Kind::Bytes),
            Dtype::Unicode(_) => Some(Kind::Unicode),
            Dtype::String => Some(Kind::String),
            _ => None,
        }
    }

    /// The dtype of such text, of a width.
    pub(super) fn dtype(self, width: usize) -> Dtype {
        match self {
            Kind::Bytes => Dtype::Bytes(width),
            Kind::Unicode => Dtype::Unicode(width),
            Kind::String => Dtype::String,
        }
    }
}

/// How strict a function is about text of different kinds, as NumPy's differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mixing {
    /// `U` goes with `T`, and that is all.
    Strict,
    /// Bare text becomes what the first operand is.
    Bare,
    /// All become what the first operand is, of `S` and `U`.
    First,
}

/// Texts that go together, ready to be read: of one kind, native and aligned.
pub(super) struct Texts<const T: usize> {
    pub(super) kind: Kind,
    pub(super) arrays: [Array; T],
}

/// Brings the text of a call to one kind.
pub(super) fn texts<const T: usize>(
    function: &'static str,
    arguments: [TextArg<'_>; T],
    mixing: Mixing,
) -> Result<Texts<T>> {
    let kinds = arguments.each_ref().map(|argument| match &argument.0 {
        Given::Array(array) => Kind::of(array.dtype()),
        Given::Str(_) => Some(Kind::Unicode),
        Given::Bytes(_) => Some(Kind::Bytes),
    });
    let refused = || {
        let operands = arguments.iter().map(|argument| match &argument.0 {
            Given::Array(array) => array.dtype().clone(),
            Given::Str(text) => Kind::Unicode.dtype(text.chars().count()),
            Given::Bytes(bytes) => Kind::Bytes.dtype(bytes.len()),
        });
        StringsError::NoLoop { function, operands: operands.collect() }
    };
    let has = |kind: Kind| kinds.contains(&Some(kind));
    let Some(first) = kinds[0] else { return Err(refused().into()) };
    let kind = match () {
        () if kinds.contains(&None) => return Err(refused().into()),
        () if has(Kind::String) && has(Kind::Bytes) => return Err(refused().into()),
        () if has(Kind::String) => Kind::String,
        () if !has(Kind::Bytes) || !has(Kind::Unicode) => first,
        () => {
            let bare = |k: usize| !matches!(arguments[k].0, Given::Array(_));
            let allowed = |k: usize| kinds[k] == Some(first) || mixing == Mixing::First || bare(k);
            if mixing == Mixing::Strict || !(0..T).all(allowed) {
                return Err(refused().into());
            }
            first
        }
    };
    let mut arrays = Vec::with_capacity(T);
    for argument in &arguments {
        arrays.push(match &argument.0 {
            Given::Array(array) => in_kind(array, kind)?,
            Given::Str(text) => in_kind(&Array::from_scalar(Text::from(&**text))?, kind)?,
            Given::Bytes(bytes) => in_kind(&of_bytes(bytes)?, kind)?,
        });
    }
    let arrays = <[Array; T]>::try_from(arrays).unwrap_or_else(|_| unreachable!("one for each argument"));
    Ok(Texts { kind, arrays })
}

fn of_bytes(bytes: &[u8]) -> Result<Array> {
    let dtype = Kind::Bytes.dtype(bytes.len().max(1));
    let padded = if bytes.is_empty() { &[0][..] } else { bytes };
    Array::from_slice(padded)?.view_dtype(dtype)?.reshape([])
}

/// The array as text of a kind.
fn in_kind(array: &Array, kind: Kind) -> Result<Array> {
    let dtype = match (array.dtype().native_scalar(), kind) {
        (native @ Dtype::Bytes(_), Kind::Bytes) | (native @ Dtype::Unicode(_), Kind::Unicode) => native.clone(),
        (Dtype::Bytes(n), Kind::Unicode) => Dtype::Unicode(*n),
        (Dtype::Unicode(n), Kind::Bytes) => Dtype::Bytes(*n),
        (Dtype::String, Kind::Bytes | Kind::Unicode) => kind.dtype(longest(array)?),
        _ => Dtype::String,
    };
    ready(array, &dtype)
}

/// How many characters the longest text has, and at least one.
fn longest(array: &Array) -> Result<usize> {
    Ok(array.iter::<Text>()?.map(|text| text.chars().count()).max().unwrap_or(0).max(1))
}

/// The array in a native dtype, aligned.
pub(super) fn ready(array: &Array, dtype: &Dtype) -> Result<Array> {
    let cast = if array.dtype() == dtype { array.clone() } else { array.astype(dtype.clone())? };
    if cast.flags().aligned { Ok(cast) } else { cast.copy() }
}
