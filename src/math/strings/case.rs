//! Upper, lower and title case.
//!
//! The mappings are those of Python's `str`: full ones, so that one character may become several, of which a fixed width cuts
//! what does not fit; a sigma at the end of a word is a final one. Bytes have the cases of ASCII. ASCII in long stretches is
//! mapped without looking at elements.

use super::argument::{Mixing, TextArg, Texts, texts};
use super::drive::{Args, Edit, Fault, encode_into};
use super::rules::{BytesRules, Room, Rules, Sink, UnicodeRules, trimmed};
use crate::array::{Array, Code, Like, Strings, walk_columns, walk_stretches};
use crate::dtype::Dtype;
use crate::element::Text;
use crate::error::Result;
use crate::kernels::unicode::{CASED, IGNORABLE, LOWER, To, UPPER, case};

/// What becomes of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Upper,
    Lower,
    Swap,
    Capitalize,
    Title,
}

const SIGMA: u32 = 0x3a3;

/// The sigma at a place in a text, in lower case: another one where a word ends.
fn sigma<R: Rules>(text: &[R::Unit], at: usize) -> u32 {
    let counts = |unit: &&R::Unit| R::flags(**unit) & IGNORABLE == 0;
    let cased = |unit: Option<&R::Unit>| unit.is_some_and(|&unit| R::flags(unit) & CASED != 0);
    let ends = cased(text[..at].iter().rev().find(counts)) && !cased(text[at + 1..].iter().find(counts));
    if ends { 0x3c2 } else { 0x3c3 }
}

/// One character in another case.
#[inline(always)]
fn push<R: Rules>(text: &[R::Unit], at: usize, to: To, out: &mut impl Sink<R::Unit>) {
    let unit = text[at];
    let code = R::code(unit);
    match code {
        0..0x80 => out.push(R::ascii(in_case(code as u8, to))),
        _ if !R::UNICODE => out.push(unit),
        SIGMA if to == To::Lower => out.push(R::unit(sigma::<R>(text, at))),
        _ => {
            let [first, rest @ ..] = case(code, to);
            out.push(R::unit(first));
            for code in rest.into_iter().filter(|&code| code != 0) {
                out.push(R::unit(code));
            }
        }
    }
}

#[inline(always)]
fn in_case(byte: u8, to: To) -> u8 {
    if to == To::Lower { byte.to_ascii_lowercase() } else { byte.to_ascii_uppercase() }
}

impl Edit<1, 0> for Change {
    #[inline(always)]
    fn edit<R: Rules>(
        &self,
        Args { texts: [text], .. }: Args<'_, R, 1, 0>,
        out: &mut impl Sink<R::Unit>,
    ) -> Result<(), Fault> {
        let mut inside = false;
        for (at, &unit) in text.iter().enumerate() {
            let to = match self {
                Change::Upper => To::Upper,
                Change::Lower => To::Lower,
                Change::Swap if R::flags(unit) & UPPER != 0 => To::Lower,
                Change::Swap if R::flags(unit) & LOWER != 0 => To::Upper,
                Change::Swap => {
                    out.push(unit);
                    continue;
                }
                Change::Capitalize if at == 0 => To::Title,
                Change::Title if !inside => To::Title,
                Change::Capitalize | Change::Title => To::Lower,
            };
            inside = *self == Change::Title && R::flags(unit) & CASED != 0;
            push::<R>(text, at, to, out);
        }
        Ok(())
    }
}

/// Characters whose ASCII changes case without looking at others.
trait Simple: Code {
    type Rules: Rules<Unit = Self>;

    /// Whether all are ASCII, or have no case beyond it.
    fn simple(units: &[Self]) -> bool;
    /// The character with its fifth bit turned if it is in the range of 26 from this letter on.
    fn turned(self, letter: u8) -> Self;
}

impl Simple for u8 {
    type Rules = BytesRules;

    #[inline(always)]
    fn simple(_: &[u8]) -> bool {
        true
    }

    #[inline(always)]
    fn turned(self, letter: u8) -> u8 {
        self ^ (u8::from(self.wrapping_sub(letter) < 26) << 5)
    }
}

impl Simple for u32 {
    type Rules = UnicodeRules;

    #[inline(always)]
    fn simple(units: &[u32]) -> bool {
        units.iter().fold(0, |all, unit| all | unit) < 0x80
    }

    #[inline(always)]
    fn turned(self, letter: u8) -> u32 {
        self ^ (u32::from(self.wrapping_sub(letter.into()) < 26) << 5)
    }
}

/// Changes characters that are [`Simple::simple`].
#[inline(always)]
fn change_simple<U: Simple>(change: Change, from: &[U], to: &mut [U]) {
    let pairs = from.iter().zip(&mut *to);
    match change {
        Change::Upper => pairs.for_each(|(from, to)| *to = from.turned(b'a')),
        Change::Lower => pairs.for_each(|(from, to)| *to = from.turned(b'A')),
        Change::Swap => pairs.for_each(|(from, to)| {
            let turned = from.turned(b'a');
            *to = if turned == *from { from.turned(b'A') } else { turned };
        }),
        Change::Capitalize => {
            pairs.for_each(|(from, to)| *to = from.turned(b'A'));
            if let (Some(from), Some(to)) = (from.first(), to.first_mut()) {
                *to = from.turned(b'a');
            }
        }
        Change::Title => {
            let mut inside = false;
            for (from, to) in pairs {
                *to = from.turned(if inside { b'A' } else { b'a' });
                inside = *to != from.turned(b'a') || *to != from.turned(b'A');
            }
        }
    }
}

/// About how many characters are looked at together.
const STRETCH: usize = 256;

/// Changes text of a fixed width.
fn change_fixed<U: Simple>(change: Change, a: &Array, width: usize) -> Result<Array> {
    let mut result = Like::new(a).empty()?;
    // Where a word starts depends on the element.
    let together = matches!(change, Change::Upper | Change::Lower | Change::Swap);
    let stretch = if together { (STRETCH / width.max(1)).max(1) * width } else { width };
    if width == 0 {
        return Ok(result);
    }
    walk_stretches::<U>(a, &mut result, |from, to| {
        for (from, to) in from.chunks(stretch).zip(to.chunks_mut(stretch)) {
            if U::simple(from) {
                change_simple(change, from, to);
                continue;
            }
            for (from, to) in from.chunks(width).zip(to.chunks_mut(width)) {
                if U::simple(from) {
                    change_simple(change, from, to);
                    continue;
                }
                let mut room = Room::new(to);
                let args = Args::<U::Rules, 1, 0> { texts: [trimmed(from)], integers: [] };
                // No change of case fails.
                let _ = change.edit::<U::Rules>(args, &mut room);
                room.finish();
            }
        }
    })?;
    Ok(result)
}

/// Changes text of any length.
fn change_strings(change: Change, a: &Array) -> Result<Array> {
    let mut result = Like::new(a).empty()?;
    let (mut bytes, mut codes, mut made, mut string) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    let outcome =
        walk_columns::<Strings, Strings, 1, 0, 1, Fault>(a.shape(), [a], [], [&mut result], |texts, _, places| {
            let ([text], [place]) = (texts, places);
            if text.is_missing() {
                *place = Text::missing();
                return Ok(());
            }
            let short = match change {
                Change::Upper => text.map_short(|byte| byte.to_ascii_uppercase()),
                Change::Lower => text.map_short(|byte| byte.to_ascii_lowercase()),
                Change::Swap => text.map_short(|byte| if byte.is_ascii_alphabetic() { byte ^ 0x20 } else { byte }),
                Change::Capitalize | Change::Title => None,
            };
            if let Some(made) = short {
                *place = made;
                return Ok(());
            }
            if text.is_ascii() {
                bytes.clear();
                bytes.resize(text.len(), 0);
                change_simple(change, text.as_bytes(), &mut bytes);
                // ASCII stays ASCII.
                *place = Text::from(std::str::from_utf8(&bytes).unwrap_or_default());
                return Ok(());
            }
            codes.clear();
            codes.extend(text.chars().map(u32::from));
            made.clear();
            change.edit::<UnicodeRules>(Args { texts: [&codes], integers: [] }, &mut made)?;
            encode_into(&made, &mut string);
            *place = Text::from(string.as_str());
            Ok(())
        })?;
    debug_assert!(outcome.is_ok(), "no change of case fails");
    Ok(result)
}

fn change(function: &'static str, a: TextArg<'_>, change: Change) -> Result<Array> {
    let swapped = a.dtype().filter(|dtype| !dtype.is_native()).cloned();
    let Texts { arrays: [a], .. } = texts(function, [a], Mixing::Strict)?;
    let result = match *a.dtype() {
        Dtype::Bytes(width) => change_fixed::<u8>(change, &a, width)?,
        Dtype::Unicode(width) => change_fixed::<u32>(change, &a, width)?,
        _ => change_strings(change, &a)?,
    };
    // Unlike that of other functions, the result has the very dtype of the operand.
    swapped.map_or(Ok(result.clone()), |dtype| result.astype(dtype))
}

/// Each text in upper case: NumPy's `strings.upper`, with the same dtype. A character may become several, of which a fixed width cuts what does not fit. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::upper(&array!["snow", "aß"].astype("T")?)?, array!["SNOW", "ASS"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn upper<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    change("upper", a.into(), Change::Upper)
}

/// Each text in lower case: NumPy's `strings.lower`, with the same dtype. A sigma at the end of a word becomes a final one. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::lower(&array!["SNOW", "ΑΣ"].astype("T")?)?, array!["snow", "ας"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn lower<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    change("lower", a.into(), Change::Lower)
}

/// Each text with upper and lower case swapped: NumPy's `strings.swapcase`, with the same dtype. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::swapcase(&array!["Snow", "ICE"].astype("T")?)?, array!["sNOW", "ice"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn swapcase<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    change("swapcase", a.into(), Change::Swap)
}

/// Each text with its first character in title case and the others in lower case: NumPy's `strings.capitalize`, with the same dtype. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::capitalize(&array!["snow white", "ICE"].astype("T")?)?, array!["Snow white", "Ice"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn capitalize<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    change("capitalize", a.into(), Change::Capitalize)
}

/// Each text with the first letter of each word in title case and the others in lower case: NumPy's `strings.title`, with the same dtype. An error for what is no text.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::title(&array!["snow white", "they're"].astype("T")?)?, array!["Snow White", "They'Re"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn title<'a>(a: impl Into<TextArg<'a>>) -> Result<Array> {
    change("title", a.into(), Change::Title)
}
