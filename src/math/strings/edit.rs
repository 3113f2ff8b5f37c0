//! Repeating, replacing, cutting and expanding text.

use super::argument::{IntArg, Mixing, TextArg, texts};
use super::drive::{Args, Call, Edit, Fault, Measure};
use super::error::StringsError;
use super::rules::{Rules, Sink};
use super::search::{first, occurrences};
use crate::array::Array;
use crate::dtype::MAX_ITEMSIZE;
use crate::error::Result;

/// A length that text can have.
#[inline(always)]
fn checked(length: Option<usize>) -> Result<usize, Fault> {
    length.filter(|&length| length <= MAX_ITEMSIZE).ok_or(Fault::TooLong)
}

struct Repeat;

impl Measure<1, 1> for Repeat {
    #[inline(always)]
    fn measure<R: Rules>(&self, args: Args<'_, R, 1, 1>) -> Result<usize, Fault> {
        checked(args.texts[0].len().checked_mul(usize::try_from(args.integers[0]).unwrap_or(0)))
    }
}

impl Edit<1, 1> for Repeat {
    #[inline(always)]
    fn edit<R: Rules>(&self, args: Args<'_, R, 1, 1>, out: &mut impl Sink<R::Unit>) -> Result<(), Fault> {
        let ([text], [times]) = (args.texts, args.integers);
        checked(text.len().checked_mul(usize::try_from(times).unwrap_or(0)))?;
        if text.is_empty() {
            return Ok(());
        }
        for _ in 0..times {
            out.put(text);
        }
        Ok(())
    }
}

/// Each text several times; not at all for numbers below one: NumPy's `strings.multiply`. Text of a fixed width becomes as wide
/// as the widest result. Errors: no text, no integers, a result of more than 2 GiB.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::multiply(&array!["ab", "c"], &array![2, 3])?, array!["abab", "ccc"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn multiply<'a>(a: impl Into<TextArg<'a>>, times: impl Into<IntArg<'a>>) -> Result<Array> {
    let times = times.into().integers("multiply", "i", false)?;
    Call::new("multiply", texts("multiply", [a.into()], Mixing::Strict)?, [times])?.edit_measured(&Repeat)
}

struct Replace;

/// How many replacements at most: all for negative numbers.
#[inline(always)]
fn limit(count: i64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

impl Measure<3, 1> for Replace {
    #[inline(always)]
    fn measure<R: Rules>(&self, args: Args<'_, R, 3, 1>) -> Result<usize, Fault> {
        let [text, old, new] = args.texts;
        let times = occurrences(text, old, limit(args.integers[0]));
        checked(times.checked_mul(new.len()).and_then(|added| added.checked_add(text.len() - times * old.len())))
    }
}

impl Edit<3, 1> for Replace {
    #[inline(always)]
    fn edit<R: Rules>(&self, args: Args<'_, R, 3, 1>, out: &mut impl Sink<R::Unit>) -> Result<(), Fault> {
        let ([mut text, old, new], [count]) = (args.texts, args.integers);
        let mut left = limit(count);
        if old.is_empty() {
            for (at, &unit) in text.iter().enumerate() {
                if at < left {
                    out.put(new);
                }
                out.push(unit);
            }
            if text.len() < left {
                out.put(new);
            }
            return Ok(());
        }
        while left > 0
            && let Some(at) = first(text, old)
        {
            out.put(&text[..at]);
            out.put(new);
            text = &text[at + old.len()..];
            left -= 1;
        }
        out.put(text);
        Ok(())
    }
}

/// Each text with `new` in place of `old`, at most `count` times, or everywhere if that is negative: NumPy's `strings.replace`. An
/// empty `old` is found before each character and at the end. Text of a fixed width becomes as wide as the widest result.
///
/// Errors: no text, or of kinds that do not go together; counts that are no integers.
///
/// ```
/// use ndtype::{array, strings};
/// let a = array!["banana", "kiwi"];
/// assert_eq!(strings::replace(&a, "an", "-", -1)?, array!["b--a", "kiwi"]);
/// assert_eq!(strings::replace(&a, "i", "ee", &array![[0], [1]])?.get("1")?, array!["banana", "keewi"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn replace<'a>(
    a: impl Into<TextArg<'a>>,
    old: impl Into<TextArg<'a>>,
    new: impl Into<TextArg<'a>>,
    count: impl Into<IntArg<'a>>,
) -> Result<Array> {
    let count = count.into().integers("replace", "count", false)?;
    let texts = texts("replace", [a.into(), old.into(), new.into()], Mixing::Bare)?;
    Call::new("replace", texts, [count])?.edit_measured(&Replace)
}

struct Tabs;

impl Tabs {
    /// Calls `write` with each character that is no tab, and with how many spaces stand for each that is.
    #[inline(always)]
    fn expand<R: Rules>(
        text: &[R::Unit],
        size: i64,
        mut write: impl FnMut(Result<R::Unit, usize>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (size, mut column) = (usize::try_from(size).unwrap_or(0), 0usize);
        for &unit in text {
            if unit == R::ascii(b'\t') {
                let Some(into) = column.checked_rem(size) else { continue };
                column += size - into;
                write(Err(size - into))?;
            } else {
                column = if unit == R::ascii(b'\n') || unit == R::ascii(b'\r') { 0 } else { column + 1 };
                write(Ok(unit))?;
            }
        }
        Ok(())
    }
}

impl Measure<1, 1> for Tabs {
    #[inline(always)]
    fn measure<R: Rules>(&self, args: Args<'_, R, 1, 1>) -> Result<usize, Fault> {
        let mut length = 0usize;
        // NumPy counts bytes where there are no tabs, which makes `U` wider than it need be.
        Tabs::expand::<R>(args.texts[0], args.integers[0], |part| {
            length = checked(length.checked_add(part.err().unwrap_or(R::SIZE)))?;
            Ok(())
        })?;
        Ok(length)
    }
}

impl Edit<1, 1> for Tabs {
    #[inline(always)]
    fn edit<R: Rules>(&self, args: Args<'_, R, 1, 1>, out: &mut impl Sink<R::Unit>) -> Result<(), Fault> {
        let mut length = 0usize;
        Tabs::expand::<R>(args.texts[0], args.integers[0], |part| {
            length = checked(length.checked_add(part.err().unwrap_or(1)))?;
            match part {
                Ok(unit) => out.push(unit),
                Err(spaces) => out.repeat(R::ascii(b' '), spaces),
            }
            Ok(())
        })
    }
}

/// Each text with spaces in place of tabs, up to the next column that is a multiple of `tabsize`, counted from the start of the
/// line: NumPy's `strings.expandtabs`, whose default is 8. Tabs go away for sizes below one.
///
/// The width of `U` is NumPy's, which counts four for every character that is no tab. Errors: no text, no integers.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::expandtabs(&array!["a\tb", "\tc"], 4)?, array!["a   b", "    c"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn expandtabs<'a>(a: impl Into<TextArg<'a>>, tabsize: impl Into<IntArg<'a>>) -> Result<Array> {
    let size = tabsize.into().integers("expandtabs", "tabsize", true)?;
    Call::new("expandtabs", texts("expandtabs", [a.into()], Mixing::Strict)?, [size])?.edit_measured(&Tabs)
}

struct Slice;

impl Edit<1, 3> for Slice {
    #[inline(always)]
    fn edit<R: Rules>(&self, args: Args<'_, R, 1, 3>, out: &mut impl Sink<R::Unit>) -> Result<(), Fault> {
        let ([text], [start, stop, step]) = (args.texts, args.integers);
        let len = text.len() as i64;
        let within = |at: i64| {
            let counted = if at < 0 { at + len } else { at };
            if step < 0 { counted.clamp(-1, len - 1) } else { counted.clamp(0, len) }
        };
        let (mut at, stop) = (within(start), within(stop));
        if step == 1 {
            out.put(&text[at as usize..stop.max(at) as usize]);
            return Ok(());
        }
        while if step < 0 { at > stop } else { at < stop } {
            out.push(text[at as usize]);
            at = at.saturating_add(step);
        }
        Ok(())
    }
}

/// What [`slice()`] takes of each text: a range, or a start, a stop and a step, each of which may be left out (`..`), one number or
/// an array of them.
#[derive(Clone, Debug)]
pub struct TextSlice<'a> {
    start: Option<IntArg<'a>>,
    stop: Option<IntArg<'a>>,
    step: Option<IntArg<'a>>,
}

/// A number of a [`TextSlice`], or none.
#[derive(Clone, Debug)]
pub struct SliceBound<'a>(Option<IntArg<'a>>);

impl From<std::ops::RangeFull> for SliceBound<'_> {
    fn from(_: std::ops::RangeFull) -> Self {
        SliceBound(None)
    }
}

macro_rules! of_integers {
    ($($type:ty)*) => {
        $(impl<'a> From<$type> for SliceBound<'a> {
            fn from(number: $type) -> Self {
                SliceBound(Some(number.into()))
            }
        })*
    };
}

of_integers!(IntArg<'a> i32 i64 isize u32 usize &'a Array Array);

impl From<std::ops::RangeFull> for TextSlice<'_> {
    fn from(_: std::ops::RangeFull) -> Self {
        TextSlice { start: None, stop: None, step: None }
    }
}

impl From<std::ops::Range<i64>> for TextSlice<'_> {
    fn from(range: std::ops::Range<i64>) -> Self {
        TextSlice { start: Some(range.start.into()), stop: Some(range.end.into()), step: None }
    }
}

impl From<std::ops::RangeFrom<i64>> for TextSlice<'_> {
    fn from(range: std::ops::RangeFrom<i64>) -> Self {
        TextSlice { start: Some(range.start.into()), stop: None, step: None }
    }
}

impl From<std::ops::RangeTo<i64>> for TextSlice<'_> {
    fn from(range: std::ops::RangeTo<i64>) -> Self {
        TextSlice { start: None, stop: Some(range.end.into()), step: None }
    }
}

impl<'a, A: Into<SliceBound<'a>>, B: Into<SliceBound<'a>>, C: Into<SliceBound<'a>>> From<(A, B, C)> for TextSlice<'a> {
    fn from((start, stop, step): (A, B, C)) -> Self {
        TextSlice { start: start.into().0, stop: stop.into().0, step: step.into().0 }
    }
}

/// Part of each text, as Python slices it: NumPy's `strings.slice`. A fixed width stays. Errors: no text, no integers, a step of
/// zero.
///
/// ```
/// use ndtype::{array, strings};
/// let a = array!["banana", "kiwi"];
/// assert_eq!(strings::slice(&a, 1..-1)?, array!["anan", "iw"]);
/// assert_eq!(strings::slice(&a, (.., .., -1))?, array!["ananab", "iwik"]);
/// assert_eq!(strings::slice(&a, (&array![0, 2], 4, 2))?, array!["bn", "w"]);
/// assert!(strings::slice(&a, (0, 1, 0)).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn slice<'a>(a: impl Into<TextArg<'a>>, part: impl Into<TextSlice<'a>>) -> Result<Array> {
    let TextSlice { start, stop, step } = part.into();
    let step = step.unwrap_or_else(|| 1.into()).integers("slice", "step", false)?;
    // What is left out is an end of the text, by the direction.
    let mut ends = [Vec::new(), Vec::new()];
    for step in step.iter::<i64>()? {
        if step == 0 {
            return Err(StringsError::ZeroStep.into());
        }
        ends[0].push(if step < 0 { i64::MAX } else { 0 });
        ends[1].push(if step < 0 { i64::MIN } else { i64::MAX });
    }
    let [first, last] = ends;
    let bound = |given: Option<IntArg<'_>>, name: &'static str, end: Vec<i64>| match given {
        Some(given) => given.integers("slice", name, true),
        None => Array::from_shape_vec(step.shape(), end),
    };
    let (start, stop) = (bound(start, "start", first)?, bound(stop, "stop", last)?);
    let call = Call::new("slice", texts("slice", [a.into()], Mixing::Strict)?, [start, stop, step])?;
    call.edit(&Slice, call.dtype().clone())
}
