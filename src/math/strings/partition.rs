//! Parting text at a separator.

use super::argument::{Kind, Mixing, TextArg, texts};
use super::drive::{Call, Fault, exactly};
use super::rules::{Room, Sink, trimmed};
use super::search::{first, last};
use crate::array::{Array, Code, Codes, Plain, Strings, walk_columns};
use crate::element::Text;
use crate::error::Result;

/// What is before a separator, the separator, and what is after it. Without one, all of the text is the first part, or the
/// last if it was sought from the end.
#[inline(always)]
fn parts<'a, U: Copy + Eq>(text: &'a [U], sep: &'a [U], backwards: bool) -> Result<[&'a [U]; 3], Fault> {
    if sep.is_empty() {
        return Err(Fault::EmptySeparator);
    }
    let at = if backwards { last(text, sep) } else { first(text, sep) };
    Ok(match at {
        Some(at) => [&text[..at], sep, &text[at + sep.len()..]],
        None if backwards => [&[], &[], text],
        None => [text, &[], &[]],
    })
}

fn part_fixed<C: Code>(call: &Call<2, 0>, backwards: bool) -> Result<[Array; 3]> {
    // As wide as the widest of each; the separator as wide as any of them, found or not.
    let (mut widest, mut separator, mut found) = ([0; 3], 0, false);
    let outcome = walk_columns::<Codes<C>, Plain<bool>, 2, 0, 0, Fault>(
        &call.shape,
        call.texts.each_ref(),
        [],
        [],
        |texts, _, []| {
            let [text, sep] = texts.map(trimmed);
            let parts = parts(text, sep, backwards)?;
            for (widest, part) in widest.iter_mut().zip(parts) {
                *widest = part.len().max(*widest);
            }
            separator = separator.max(sep.len());
            found |= !parts[1].is_empty();
            Ok(())
        },
    )?;
    outcome.map_err(|failed| call.error(failed))?;
    widest[1] = if found { separator } else { 1 };
    if call.shape.contains(&0) {
        // NumPy has no widths for no elements, and fails.
        widest = [call.dtype().itemsize() / size_of::<C>(); 3];
    }
    let [mut a, mut b, mut c] = three(call, widest)?;
    let outcome = walk_columns::<Codes<C>, Codes<C>, 2, 0, 3, Fault>(
        &call.shape,
        call.texts.each_ref(),
        [],
        [&mut a, &mut b, &mut c],
        |texts, _, places| {
            let [text, sep] = texts.map(trimmed);
            for (part, place) in parts(text, sep, backwards)?.into_iter().zip(places) {
                let mut room = Room::new(place);
                room.put(part);
                room.finish();
            }
            Ok(())
        },
    )?;
    outcome.map_err(|failed| call.error(failed))?;
    Ok([a, b, c])
}

fn three(call: &Call<2, 0>, widths: [usize; 3]) -> Result<[Array; 3]> {
    let made = |width: usize| exactly(&call.shape, call.kind.dtype(width));
    Ok([made(widths[0])?, made(widths[1])?, made(widths[2])?])
}

fn part_strings(call: &Call<2, 0>, backwards: bool) -> Result<[Array; 3]> {
    let [mut a, mut b, mut c] = three(call, [0; 3])?;
    let outcome = walk_columns::<Strings, Strings, 2, 0, 3, Fault>(
        &call.shape,
        call.texts.each_ref(),
        [],
        [&mut a, &mut b, &mut c],
        |[text, sep], _, places| {
            if text.is_missing() || sep.is_missing() {
                return Err(Fault::Missing);
            }
            let parts = parts(text.as_bytes(), sep.as_bytes(), backwards)?;
            // A separator starts and ends between characters, and so do the parts.
            for (part, place) in parts.into_iter().zip(places) {
                *place = Text::from(std::str::from_utf8(part).unwrap_or_default());
            }
            Ok(())
        },
    )?;
    outcome.map_err(|failed| call.error(failed))?;
    Ok([a, b, c])
}

fn part(function: &'static str, a: TextArg<'_>, sep: TextArg<'_>, backwards: bool) -> Result<[Array; 3]> {
    let call = Call::new(function, texts(function, [a, sep], Mixing::First)?, [])?;
    match call.kind {
        Kind::Bytes => part_fixed::<u8>(&call, backwards),
        Kind::Unicode => part_fixed::<u32>(&call, backwards),
        Kind::String => part_strings(&call, backwards),
    }
}

/// What is before the first separator in each text, the separator, and what is after it: NumPy's `strings.partition`. Without a
/// separator all of the text is the first part. Errors: no text, an empty separator.
///
/// ```
/// use ndtype::{array, strings};
/// let [before, sep, after] = strings::partition(&array!["a=b=c", "d"], "=")?;
/// assert_eq!((before, sep, after), (array!["a", "d"], array!["=", ""], array!["b=c", ""]));
/// assert!(strings::partition("a", "").unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn partition<'a>(a: impl Into<TextArg<'a>>, sep: impl Into<TextArg<'a>>) -> Result<[Array; 3]> {
    part("partition", a.into(), sep.into(), false)
}

/// What is before the last separator in each text, the separator, and what is after it: NumPy's `strings.rpartition`. Without a
/// separator all of the text is the last part. Errors as for [`partition`].
///
/// ```
/// use ndtype::{array, strings};
/// let [before, sep, after] = strings::rpartition(&array!["a=b=c", "d"], "=")?;
/// assert_eq!((before, sep, after), (array!["a=b", ""], array!["=", ""], array!["c", "d"]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn rpartition<'a>(a: impl Into<TextArg<'a>>, sep: impl Into<TextArg<'a>>) -> Result<[Array; 3]> {
    part("rpartition", a.into(), sep.into(), true)
}
