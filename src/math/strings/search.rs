//! Finding text in text.

use super::argument::{Mixing, Span, TextArg, texts};
use super::drive::{Args, Ask, Call, Fault};
use super::rules::Rules;
use super::scan::{Wanted, scan};
use crate::array::Array;
use crate::error::Result;

/// The part of a text of `len` characters that a start and an end mean, as Python has it; `None` if it starts beyond its end.
#[inline(always)]
pub(super) fn part(len: usize, start: i64, stop: i64) -> Option<(usize, usize)> {
    let len = len as i64;
    let within = |at: i64| if at < 0 { (at + len).max(0) } else { at };
    let (start, stop) = (within(start), within(stop).min(len));
    (start <= stop).then_some((start as usize, stop as usize))
}

/// Beyond these lengths of what is searched and sought, a search looks at no character twice.
const LONG: (usize, usize) = (256, 16);

/// Where `sub` first occurs.
#[inline(always)]
pub(super) fn first<U: Copy + Eq>(text: &[U], sub: &[U]) -> Option<usize> {
    let (&head, tail) = match sub {
        [] => return Some(0),
        [unit] => return text.iter().position(|other| other == unit),
        [head, tail @ ..] => (head, tail),
    };
    let last = text.len().checked_sub(sub.len())?;
    if text.len() > LONG.0 && sub.len() > LONG.1 {
        return Steps::new(sub).first(text);
    }
    (0..=last).find(|&at| text[at] == head && text[at + 1..][..tail.len()] == *tail)
}

/// Where `sub` last occurs.
#[inline(always)]
pub(super) fn last<U: Copy + Eq>(text: &[U], sub: &[U]) -> Option<usize> {
    let (&head, tail) = match sub {
        [] => return Some(text.len()),
        [unit] => return text.iter().rposition(|other| other == unit),
        [head, tail @ ..] => (head, tail),
    };
    let last = text.len().checked_sub(sub.len())?;
    if text.len() > LONG.0 && sub.len() > LONG.1 {
        let turned: Vec<U> = text.iter().rev().copied().collect();
        let sought: Vec<U> = sub.iter().rev().copied().collect();
        return Steps::new(&sought).first(&turned).map(|at| last - at);
    }
    (0..=last).rev().find(|&at| text[at] == head && text[at + 1..][..tail.len()] == *tail)
}

/// How often `sub` occurs, each place counted once; at most `limit` times.
#[inline(always)]
pub(super) fn occurrences<U: Copy + Eq>(text: &[U], sub: &[U], limit: usize) -> usize {
    if sub.is_empty() {
        return (text.len() + 1).min(limit);
    }
    let (mut rest, mut count) = (text, 0);
    while count < limit
        && let Some(at) = first(rest, sub)
    {
        count += 1;
        rest = &rest[at + sub.len()..];
    }
    count
}

/// The search of Knuth, Morris and Pratt: for each length of what has matched, how much of it still does one step on.
struct Steps<'a, U> {
    sub: &'a [U],
    shorter: Vec<usize>,
}

impl<'a, U: Copy + Eq> Steps<'a, U> {
    #[cold]
    fn new(sub: &'a [U]) -> Steps<'a, U> {
        let mut shorter = vec![0; sub.len() + 1];
        let mut matched = 0;
        for at in 1..sub.len() {
            while matched > 0 && sub[at] != sub[matched] {
                matched = shorter[matched];
            }
            matched += usize::from(sub[at] == sub[matched]);
            shorter[at + 1] = matched;
        }
        Steps { sub, shorter }
    }

    fn first(&self, text: &[U]) -> Option<usize> {
        let mut matched = 0;
        for (at, unit) in text.iter().enumerate() {
            while matched > 0 && self.sub[matched] != *unit {
                matched = self.shorter[matched];
            }
            matched += usize::from(self.sub[matched] == *unit);
            if matched == self.sub.len() {
                return Some(at + 1 - matched);
            }
        }
        None
    }
}

struct Find {
    backwards: bool,
    /// Whether it must be found.
    required: bool,
}

impl Ask<2, 2> for Find {
    type Answer = i64;

    #[inline(always)]
    fn ask<R: Rules>(&self, args: Args<'_, R, 2, 2>) -> Result<i64, Fault> {
        let ([text, sub], [start, stop]) = (args.texts, args.integers);
        let found = part(text.len(), start, stop).and_then(|(from, to)| {
            let text = &text[from..to];
            let found = if self.backwards { last(text, sub) } else { first(text, sub) };
            found.map(|at| (from + at) as i64)
        });
        match found {
            None if self.required => Err(Fault::NotFound),
            found => Ok(found.unwrap_or(-1)),
        }
    }
}

struct Count;

impl Ask<2, 2> for Count {
    type Answer = i64;

    #[inline(always)]
    fn ask<R: Rules>(&self, args: Args<'_, R, 2, 2>) -> Result<i64, Fault> {
        let ([text, sub], [start, stop]) = (args.texts, args.integers);
        Ok(part(text.len(), start, stop).map_or(0, |(from, to)| occurrences(&text[from..to], sub, usize::MAX) as i64))
    }
}

struct Ends {
    last: bool,
}

impl Ask<2, 2> for Ends {
    type Answer = bool;
    const MISSING: Option<bool> = Some(false);

    #[inline(always)]
    fn ask<R: Rules>(&self, args: Args<'_, R, 2, 2>) -> Result<bool, Fault> {
        let ([text, sub], [start, stop]) = (args.texts, args.integers);
        Ok(part(text.len(), start, stop).is_some_and(|(from, to)| {
            let text = &text[from..to];
            if self.last { text.ends_with(sub) } else { text.starts_with(sub) }
        }))
    }
}

fn search(
    function: &'static str,
    a: TextArg<'_>,
    sub: TextArg<'_>,
    span: Span<'_>,
    op: &impl Ask<2, 2>,
    wanted: Option<Wanted>,
) -> Result<Array> {
    let texts = texts(function, [a, sub], Mixing::Strict)?;
    let start = span.start.integers(function, "start", true)?;
    let stop = span.stop.integers(function, "end", true)?;
    let call = Call::new(function, texts, [start, stop])?;
    match wanted.map_or(Ok(None), |wanted| scan(&call, wanted))? {
        Some(answers) => Ok(answers),
        None => call.ask(op),
    }
}

/// Where each text first has `sub`, within a span of it; -1 where it does not: NumPy's `strings.find`. An error for what is no
/// text, or of kinds that do not go together.
///
/// ```
/// use ndtype::{array, strings};
/// let a = array!["snow", "now or never"];
/// assert_eq!(strings::find(&a, "now", ..)?.to_vec::<i64>()?, [1, 0]);
/// assert_eq!(strings::find(&a, "n", 2..)?.to_vec::<i64>()?, [-1, 7]);
/// assert!(strings::find(&a, b"n", ..).unwrap_err().is_dtype());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn find<'a>(a: impl Into<TextArg<'a>>, sub: impl Into<TextArg<'a>>, span: impl Into<Span<'a>>) -> Result<Array> {
    search("find", a.into(), sub.into(), span.into(), &Find { backwards: false, required: false }, Some(Wanted::Place))
}

/// Where each text last has `sub`, within a span of it; -1 where it does not: NumPy's `strings.rfind`. Errors as for [`find`].
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::rfind(&array!["banana", "kiwi"], "an", ..)?.to_vec::<i64>()?, [3, -1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn rfind<'a>(a: impl Into<TextArg<'a>>, sub: impl Into<TextArg<'a>>, span: impl Into<Span<'a>>) -> Result<Array> {
    search("rfind", a.into(), sub.into(), span.into(), &Find { backwards: true, required: false }, None)
}

/// As [`find`], with an error that names the position and both texts where one does not have the other: NumPy's
/// `strings.index`.
///
/// ```
/// use ndtype::{array, strings};
/// let a = array!["banana", "kiwi"];
/// assert_eq!(strings::index(&a, "i", ..).unwrap_err().to_string(),
///            "index: substring not found at position (0,): \"i\" in \"banana\"");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn index<'a>(a: impl Into<TextArg<'a>>, sub: impl Into<TextArg<'a>>, span: impl Into<Span<'a>>) -> Result<Array> {
    search("index", a.into(), sub.into(), span.into(), &Find { backwards: false, required: true }, None)
}

/// As [`rfind`], with an error that names the position and both texts where one does not have the other: NumPy's
/// `strings.rindex`.
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::rindex(&array!["banana"], "a", 0..5)?.to_vec::<i64>()?, [3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn rindex<'a>(a: impl Into<TextArg<'a>>, sub: impl Into<TextArg<'a>>, span: impl Into<Span<'a>>) -> Result<Array> {
    search("rindex", a.into(), sub.into(), span.into(), &Find { backwards: true, required: true }, None)
}

/// How often each text has `sub` within a span of it, without overlaps: NumPy's `strings.count`. Errors as for [`find`].
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::count(&array!["banana", "aaa"], "a", ..)?.to_vec::<i64>()?, [3, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn count<'a>(a: impl Into<TextArg<'a>>, sub: impl Into<TextArg<'a>>, span: impl Into<Span<'a>>) -> Result<Array> {
    search("count", a.into(), sub.into(), span.into(), &Count, None)
}

/// Whether the span of each text starts with `prefix`: NumPy's `strings.startswith`. Errors as for [`find`].
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::startswith(&array!["snow", "now"], "no", ..)?.to_vec::<bool>()?, [false, true]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn startswith<'a>(
    a: impl Into<TextArg<'a>>,
    prefix: impl Into<TextArg<'a>>,
    span: impl Into<Span<'a>>,
) -> Result<Array> {
    search("startswith", a.into(), prefix.into(), span.into(), &Ends { last: false }, Some(Wanted::Start))
}

/// Whether the span of each text ends with `suffix`: NumPy's `strings.endswith`. Errors as for [`find`].
///
/// ```
/// use ndtype::{array, strings};
/// assert_eq!(strings::endswith(&array!["snow", "ice"], "w", ..)?.to_vec::<bool>()?, [true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn endswith<'a>(
    a: impl Into<TextArg<'a>>,
    suffix: impl Into<TextArg<'a>>,
    span: impl Into<Span<'a>>,
) -> Result<Array> {
    search("endswith", a.into(), suffix.into(), span.into(), &Ends { last: true }, None)
}
