//! Making text wider.

use super::argument::{IntArg, Mixing, TextArg, texts};
use super::drive::{Args, Call, Edit, Fault, Measure};
use super::error::StringsError;
use super::predicates::str_len;
use super::rules::{Rules, Sink};
use crate::array::Array;
use crate::dtype::MAX_ITEMSIZE;
use crate::error::Result;

/// Where the text goes.
#[derive(Clone, Copy)]
enum Pad {
    Left,
    Center,
    Right,
}

/// How wide a text becomes.
#[inline(always)]
fn widened(len: usize, width: i64) -> Result<usize, Fault> {
    let width = usize::try_from(width).unwrap_or(0).max(len);
    if width > MAX_ITEMSIZE { Err(Fault::TooLong) } else { Ok(width) }
}

impl Measure<2, 1> for Pad {
    #[inline(always)]
    fn measure<R: Rules>(&self, args: Args<'_, R, 2, 1>) -> Result<usize, Fault> {
        widened(args.texts[0].len(), args.integers[0])
    }
}

impl Edit<2, 1> for Pad {
    #[inline(always)]
    fn edit<R: Rules>(&self, args: Args<'_, R, 2, 1>, out: &mut impl Sink<R::Unit>) -> Result<(), Fault> {
        let ([text, fill], [width]) = (args.texts, args.integers);
        let (width, fill) = (widened(text.len(), width)?, fill.first().copied().unwrap_or_default());
        let room = width - text.len();
        let left = match self {
            Pad::Left => 0,
            // As Python has it: what is left over goes to the left if the width is odd.
            Pad::Center => room / 2 + (room & width & 1),
            Pad::Right => room,
        };
        out.repeat(fill, left);
        out.put(text);
        out.repeat(fill, room - left);
        Ok(())
    }
}

struct Zeros;

impl Measure<1, 1> for Zeros {
    #[inline(always)]
    fn measure<R: Rules>(&self, args: Args<'_, R, 1, 1>) -> Result<usize, Fault> {
        widened(args.texts[0].len(), args.integers[0])
    }
}

impl Edit<1, 1> for Zeros {
    #[inline(always)]
    fn edit<R: Rules>(&self, args: Args<'_, R, 1, 1>, out: &mut impl Sink<R::Unit>) -> Result<(), Fault> {
        let ([text], [width]) = (args.texts, args.integers);
        let zeros = widened(text.len(), width)? - text.len();
        let signed = text.first().is_some_and(|&unit| unit == R::ascii(b'+') || unit == R::ascii(b'-'));
        let (sign, digits) = text.split_at(usize::from(signed));
        out.put(sign);
        out.repeat(R::ascii(b'0'), zeros);
        out.put(digits);
        Ok(())
    }
}

fn pad(function: &'static str, a: TextArg<'_>, width: IntArg<'_>, fill: TextArg<'_>, op: Pad) -> Result<Array> {
    let width = width.integers(function, "width", false)?;
    let texts = texts(function, [a, fill], Mixing::First)?;
    let lengths = str_len(&texts.arrays[1])?;
    if let Some(at) = lengths.iter::<i64>()?.position(|length| length != 1) {
        let fill = texts.arrays[1].ravel()?.get_scalar(&[at as isize])?.to_string();
        return Err(StringsError::FillCharacter { function, fill }.into());
    }
    Call::new(function, texts, [width])?.edit_measured(&op)
}

/// Each text in the middle of a width, between fill characters: NumPy's `strings.center`. Text of a fixed width becomes as wide
/// as the widest result; what is wider already stays.
///
/// Errors: no text, widths that are no integers, a fill that is not one character, a width of more than 2 GiB.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::center(&array!["a", "abc"], 4, "*")?, array!["*a**", "abc*"]);
/// assert_eq!(strings::center(&array!["a"], &array![2, 3], ' ')?, array!["a ", " a "]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn center<'a>(
    a: impl Into<TextArg<'a>>,
    width: impl Into<IntArg<'a>>,
    fill: impl Into<TextArg<'a>>,
) -> Result<Array> {
    pad("center", a.into(), width.into(), fill.into(), Pad::Center)
}

/// Each text at the left of a width, before fill characters: NumPy's `strings.ljust`. As [`center`] otherwise.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::ljust(&array!["a", "abc"], 2, ".")?, array!["a.", "abc"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ljust<'a>(
    a: impl Into<TextArg<'a>>,
    width: impl Into<IntArg<'a>>,
    fill: impl Into<TextArg<'a>>,
) -> Result<Array> {
    pad("ljust", a.into(), width.into(), fill.into(), Pad::Left)
}

/// Each text at the right of a width, after fill characters: NumPy's `strings.rjust`. As [`center`] otherwise.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::rjust(&array!["a", "abc"], 2, ".")?, array![".a", "abc"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn rjust<'a>(
    a: impl Into<TextArg<'a>>,
    width: impl Into<IntArg<'a>>,
    fill: impl Into<TextArg<'a>>,
) -> Result<Array> {
    pad("rjust", a.into(), width.into(), fill.into(), Pad::Right)
}

/// Each text with zeros before it, but after its sign, up to a width: NumPy's `strings.zfill`. Errors as for [`center`].
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::zfill(&array!["7", "-7", "1234"], 3)?, array!["007", "-07", "1234"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn zfill<'a>(a: impl Into<TextArg<'a>>, width: impl Into<IntArg<'a>>) -> Result<Array> {
    let width = width.into().integers("zfill", "width", false)?;
    Call::new("zfill", texts("zfill", [a.into()], Mixing::Strict)?, [width])?.edit_measured(&Zeros)
}
