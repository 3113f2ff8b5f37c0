//! Leaving out characters at the ends of text.

use super::argument::{Mixing, TextArg, texts};
use super::drive::{Args, Call, Edit, Fault};
use super::rules::{Rules, Sink};
use crate::array::Array;
use crate::error::Result;
use crate::kernels::unicode::SPACE;

/// Which ends.
#[derive(Clone, Copy)]
struct Strip {
    left: bool,
    right: bool,
}

impl Strip {
    #[inline(always)]
    fn strip<U: Copy>(self, text: &[U], goes: impl Fn(U) -> bool) -> &[U] {
        let end =
            if self.right { text.iter().rposition(|&unit| !goes(unit)).map_or(0, |at| at + 1) } else { text.len() };
        let start = if self.left { text[..end].iter().position(|&unit| !goes(unit)).unwrap_or(end) } else { 0 };
        &text[start..end]
    }
}

/// White space goes.
impl Edit<1, 0> for Strip {
    #[inline(always)]
    fn edit<R: Rules>(
        &self,
        Args { texts: [text], .. }: Args<'_, R, 1, 0>,
        out: &mut impl Sink<R::Unit>,
    ) -> Result<(), Fault> {
        out.put(self.strip(text, |unit| R::flags(unit) & SPACE != 0));
        Ok(())
    }
}

/// The characters of the second text go.
impl Edit<2, 0> for Strip {
    #[inline(always)]
    fn edit<R: Rules>(
        &self,
        Args { texts: [text, characters], .. }: Args<'_, R, 2, 0>,
        out: &mut impl Sink<R::Unit>,
    ) -> Result<(), Fault> {
        out.put(self.strip(text, |unit| characters.contains(&unit)));
        Ok(())
    }
}

/// What [`strip`] and its kin leave out: white space (`..`), or the characters of a text, one for all elements or one for each.
#[derive(Clone, Debug)]
pub struct Characters<'a>(Option<TextArg<'a>>);

impl From<std::ops::RangeFull> for Characters<'_> {
    fn from(_: std::ops::RangeFull) -> Self {
        Characters(None)
    }
}

macro_rules! of_text {
    ($([$($generic:tt)*] $type:ty;)*) => {
        $(impl<'a, $($generic)*> From<$type> for Characters<'a> {
            fn from(characters: $type) -> Self {
                Characters(Some(characters.into()))
            }
        })*
    };
}

of_text!([] TextArg<'a>; [] &'a Array; [] Array; [] &'a str; [] String; [] char; [] &'a [u8]; [] Vec<u8>; [const N: usize] &'a [u8; N];);

fn trim(function: &'static str, a: TextArg<'_>, characters: Characters<'_>, op: Strip) -> Result<Array> {
    match characters.0 {
        None => {
            let call = Call::new(function, texts(function, [a], Mixing::Strict)?, [])?;
            call.edit::<Strip>(&op, call.dtype().clone())
        }
        Some(characters) => {
            let call = Call::new(function, texts(function, [a, characters], Mixing::Strict)?, [])?;
            call.edit::<Strip>(&op, call.dtype().clone())
        }
    }
}

/// Text without white space (`..`) or the given characters at its start and end: NumPy's `strings.strip`. A fixed width stays. An
/// error for what is no text, or of kinds that do not go together.
///
/// ```
/// use ndtype::{array, strings};
/// let a = array![" snow ", "__ice "];
/// assert_eq!(strings::strip(&a, ..)?, array!["snow", "__ice"]);
/// assert_eq!(strings::strip(&a, "_ ")?, array!["snow", "ice"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn strip<'a>(a: impl Into<TextArg<'a>>, characters: impl Into<Characters<'a>>) -> Result<Array> {
    trim("strip", a.into(), characters.into(), Strip { left: true, right: true })
}

/// Text without white space or the given characters at its start: NumPy's `strings.lstrip`. As [`strip`] otherwise.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::lstrip(&array![" a "], ..)?, array!["a "]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn lstrip<'a>(a: impl Into<TextArg<'a>>, characters: impl Into<Characters<'a>>) -> Result<Array> {
    trim("lstrip", a.into(), characters.into(), Strip { left: true, right: false })
}

/// Text without white space or the given characters at its end: NumPy's `strings.rstrip`. As [`strip`] otherwise.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::rstrip(&array![" a "], ..)?, array![" a"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn rstrip<'a>(a: impl Into<TextArg<'a>>, characters: impl Into<Characters<'a>>) -> Result<Array> {
    trim("rstrip", a.into(), characters.into(), Strip { left: false, right: true })
}
