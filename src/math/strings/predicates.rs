//! What text consists of, and how much there is of it.

use super::argument::{Kind, Mixing, TextArg, texts};
use super::drive::{Args, Ask, Call, Fault};
use super::error::StringsError;
use super::rules::Rules;
use crate::array::Array;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::kernels::unicode::{ALPHA, DECIMAL, DIGIT, LOWER, NUMERIC, SPACE, TITLE, UPPER};

/// Whether there are characters, all with one of these flags.
struct All(u16);

impl Ask<1, 0> for All {
    type Answer = bool;
    const MISSING: Option<bool> = Some(false);

    #[inline(always)]
    fn ask<R: Rules>(&self, Args { texts: [text], .. }: Args<'_, R, 1, 0>) -> Result<bool, Fault> {
        Ok(!text.is_empty() && text.iter().all(|&unit| R::flags(unit) & self.0 != 0))
    }
}

/// Whether there are letters of this case, and none of another.
struct Cased {
    wanted: u16,
    refused: u16,
}

impl Ask<1, 0> for Cased {
    type Answer = bool;
    const MISSING: Option<bool> = Some(false);

    #[inline(always)]
    fn ask<R: Rules>(&self, Args { texts: [text], .. }: Args<'_, R, 1, 0>) -> Result<bool, Fault> {
        let mut found = 0;
        for &unit in text {
            let flags = R::flags(unit);
            if flags & self.refused != 0 {
                return Ok(false);
            }
            found |= flags;
        }
        Ok(found & self.wanted != 0)
    }
}

struct Title;

impl Ask<1, 0> for Title {
    type Answer = bool;
    const MISSING: Option<bool> = Some(false);

    #[inline(always)]
    fn ask<R: Rules>(&self, Args { texts: [text], .. }: Args<'_, R, 1, 0>) -> Result<bool, Fault> {
        let (mut cased, mut inside) = (false, false);
        for &unit in text {
            let flags = R::flags(unit);
            let starts = flags & (UPPER | TITLE) != 0;
            if starts && inside || flags & LOWER != 0 && !inside {
                return Ok(false);
            }
            inside = starts || flags & LOWER != 0;
            cased |= inside;
        }
        Ok(cased)
    }
}

struct Length;

impl Ask<1, 0> for Length {
    type Answer = i64;

    #[inline(always)]
    fn ask<R: Rules>(&self, Args { texts: [text], .. }: Args<'_, R, 1, 0>) -> Result<i64, Fault> {
        Ok(text.len() as i64)
    }
}

fn ask(function: &'static str, a: TextArg<'_>, op: &impl Ask<1, 0>) -> Result<Array> {
    Call::new(function, texts(function, [a], Mixing::Strict)?, [])?.ask(op)
}

/// As [`ask`], of characters: bytes have no such property.
fn ask_characters(function: &'static str, a: TextArg<'_>, op: &impl Ask<1, 0>) -> Result<Array> {
    let texts = texts(function, [a], Mixing::Strict)?;
    if texts.kind == Kind::Bytes {
        let operands: Vec<Dtype> = texts.arrays.iter().map(|array| array.dtype().clone()).collect();
        return Err(StringsError::NoLoop { function, operands }.into());
    }
    Call::new(function, texts, [])?.ask(op)
}

/// Whether each text has characters, all of them letters: NumPy's `strings.isalpha`. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::isalpha(&array!["été", "a1", ""])?.to_vec::<bool>()?, [true, false, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isalpha<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask("isalpha", a.into(), &All(ALPHA))
}

/// Whether each text has characters, all of them letters or digits of any kind: NumPy's `strings.isalnum`. An error for what is
/// no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::isalnum(&array!["a1½", "a 1"])?.to_vec::<bool>()?, [true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isalnum<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask("isalnum", a.into(), &All(ALPHA | DECIMAL | DIGIT | NUMERIC))
}

/// Whether each text has characters, all of them digits, superscript ones included: NumPy's `strings.isdigit`. An error for what
/// is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::isdigit(&array!["12", "x²", "²", "½"])?.to_vec::<bool>()?, [true, false, true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isdigit<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask("isdigit", a.into(), &All(DIGIT))
}

/// Whether each text has characters, all of them decimal digits of some script: NumPy's `strings.isdecimal`. An error for what is
/// no text, and for bytes.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::isdecimal(&array!["12", "٣", "²"])?.to_vec::<bool>()?, [true, true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isdecimal<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask_characters("isdecimal", a.into(), &All(DECIMAL))
}

/// Whether each text has characters, all of them numbers of some kind, fractions included: NumPy's `strings.isnumeric`. An error
/// for what is no text, and for bytes.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::isnumeric(&array!["12", "½", "五", "a"])?.to_vec::<bool>()?, [true, true, true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isnumeric<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask_characters("isnumeric", a.into(), &All(NUMERIC))
}

/// Whether each text has characters, all of them white space: NumPy's `strings.isspace`. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::isspace(&array![" \t", "\u{3000}", "", "a "])?.to_vec::<bool>()?, [true, true, false, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isspace<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask("isspace", a.into(), &All(SPACE))
}

/// Whether each text has letters in lower case, and none in upper case: NumPy's `strings.islower`. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::islower(&array!["ab1", "aB", "1"])?.to_vec::<bool>()?, [true, false, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn islower<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask("islower", a.into(), &Cased { wanted: LOWER, refused: UPPER | TITLE })
}

/// Whether each text has letters in upper case, and none in lower case: NumPy's `strings.isupper`. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::isupper(&array!["AB1", "aB", "1"])?.to_vec::<bool>()?, [true, false, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isupper<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask("isupper", a.into(), &Cased { wanted: UPPER, refused: LOWER | TITLE })
}

/// Whether each text has letters, those that start a word in upper case and the others in lower case: NumPy's
/// `strings.istitle`. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::istitle(&array!["Ab Cd", "Ab cd", "1"])?.to_vec::<bool>()?, [true, false, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn istitle<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask("istitle", a.into(), &Title)
}

/// How many characters each text has, without the zeros that fill a fixed width: NumPy's `strings.str_len`. An error for what is
/// no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::str_len(&array!["été", ""])?.to_vec::<i64>()?, [3, 0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn str_len<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    ask("str_len", a.into(), &Length)
}
