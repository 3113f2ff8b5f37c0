//! Business days of arrays of dates.

use super::parts::place;
use super::weekmask::days_of;
use super::{BusDayCalendar, plain, shape_of};
use crate::array::{Array, ValueError, broadcast_arrays};
use crate::dtype::{Dtype, DtypeKind, TimeUnit};
use crate::element::calendar::{Date, NAT};
use crate::element::{Datetime64, TimeError};
use crate::error::Result;
use crate::simd::{Kernel, dispatch};
use crate::ufunc::Operand;

/// What [`busday_offset`] does with a day that is no business day: NumPy's `roll`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Roll {
    /// An error.
    #[default]
    Raise,
    /// NaT.
    Nat,
    /// The next business day; NumPy's `'forward'` and `'following'`.
    Forward,
    /// The business day before; NumPy's `'backward'` and `'preceding'`.
    Backward,
    /// The next business day, unless that is in another month: then the one before.
    ModifiedFollowing,
    /// The business day before, unless that is in another month: then the next one.
    ModifiedPreceding,
}

/// An error for any word that NumPy does not have.
impl std::str::FromStr for Roll {
    type Err = crate::error::Error;

    fn from_str(text: &str) -> Result<Roll> {
        Ok(match text {
            "raise" => Roll::Raise,
            "nat" => Roll::Nat,
            "forward" | "following" => Roll::Forward,
            "backward" | "preceding" => Roll::Backward,
            "modifiedfollowing" => Roll::ModifiedFollowing,
            "modifiedpreceding" => Roll::ModifiedPreceding,
            _ => {
                let (reason, value) = ("Invalid business day roll parameter", format!("'{}'", text.escape_debug()));
                return Err(ValueError::Argument { reason, value }.into());
            }
        })
    }
}

/// Whether days are business days: NumPy's `is_busday`. NaT is none.
///
/// Errors: what is no date, or a date with a time of day.
///
/// ```
/// use ndtype::{self as np, array, BusDayCalendar};
/// let a = array!["2020-01-31", "2020-02-01", "NaT"; dtype: "M8[D]"];
/// let calendar = BusDayCalendar::default();
/// assert_eq!(np::is_busday(&a, &calendar)?.to_vec::<bool>()?, [true, false, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn is_busday<'a>(dates: impl Into<Operand<'a>>, calendar: &BusDayCalendar) -> Result<Array> {
    let dates = dates.into().to_array()?;
    let days = days_of("is_busday", &dates)?;
    let answers: Vec<bool> =
        days.as_slice::<i64>()?.iter().map(|&day| day != NAT && calendar.is_business_day(day)).collect();
    Array::from_vec(answers)?.reshape(shape_of(&dates))
}

/// How many business days there are from one date up to but not including another, as int64: NumPy's `busday_count`. Where
/// the second comes first, minus the number of those after it up to and including the first. The two are broadcast.
///
/// Errors: NaT, with its place; what is no date, or a date with a time of day; shapes that do not broadcast; more than 64 bits
/// hold.
///
/// ```
/// use ndtype::{self as np, array, BusDayCalendar, Datetime64};
/// let ends = array!["2020-02-10", "2020-03-01", "2020-01-01"; dtype: "M8[D]"];
/// let begin: Datetime64 = "2020-02-01".parse()?;
/// assert_eq!(np::busday_count(begin, &ends, &BusDayCalendar::default())?.to_vec::<i64>()?, [5, 20, -22]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn busday_count<'a>(
    begin: impl Into<Operand<'a>>,
    end: impl Into<Operand<'a>>,
    calendar: &BusDayCalendar,
) -> Result<Array> {
    let (begin, end) = (begin.into().to_array()?, end.into().to_array()?);
    let (x, y) = pair(&begin, &end)?;
    let (x_days, y_days) = (days_of("busday_count", &x)?, days_of("busday_count", &y)?);
    let (x_days, y_days) = (x_days.as_slice::<i64>()?, y_days.as_slice::<i64>()?);
    let mut counts = vec![0i64; x_days.len()];
    let simple = !calendar.has_holidays();
    let blocks = counts.chunks_mut(BLOCK).zip(x_days.chunks(BLOCK).zip(y_days.chunks(BLOCK)));
    for (start, (counts, (begin, end))) in blocks.enumerate() {
        if simple && dispatch(Near { begin, end, counts, calendar }) {
            continue;
        }
        for (i, (slot, (&begin, &end))) in counts.iter_mut().zip(begin.iter().zip(end)).enumerate() {
            let at = start * BLOCK + i;
            if begin == NAT || end == NAT {
                let value = format!("NaT at {}", place(&x, at));
                return Err(ValueError::Argument { reason: "NaT has no number of business days", value }.into());
            }
            let outside = || {
                let text = |day| Datetime64::new(day, TimeUnit::D);
                let value = format!("the business days from {} to {}", text(begin), text(end));
                TimeError::OutOfRange { value: format!("{value} at {}", place(&x, at)), dtype: Dtype::Int64 }
            };
            *slot = i64::try_from(between(begin.into(), end.into(), calendar)).map_err(|_| outside())?;
        }
    }
    Array::from_vec(counts)?.reshape(shape_of(&x))
}

/// Both, broadcast.
fn pair(a: &Array, b: &Array) -> Result<(Array, Array)> {
    let mut both = broadcast_arrays(&[a, b])?.into_iter();
    Ok((both.next().unwrap_or_else(|| a.clone()), both.next().unwrap_or_else(|| b.clone())))
}

/// The business days in a range of days.
fn between(begin: i128, end: i128, calendar: &BusDayCalendar) -> i128 {
    // Backwards, the first day counts and the last one does not.
    let late = i128::from(begin > end);
    calendar.business_rank(end + late) - calendar.business_rank(begin + late)
}

/// How many days are counted together.
const BLOCK: usize = 1024;
/// Days on this or the other side of 1970 that vectors count.
const NEAR: i64 = 1 << 28;

/// The business days between days near 1970, without holidays.
struct Near<'a> {
    begin: &'a [i64],
    end: &'a [i64],
    counts: &'a mut [i64],
    calendar: &'a BusDayCalendar,
}

impl Kernel for Near<'_> {
    /// Whether all days were near enough.
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let near = |days: &[i64]| days.iter().fold(true, |all, &day| all & (-NEAR..=NEAR).contains(&day));
        if !near(self.begin) || !near(self.end) {
            return false;
        }
        // Three bits for each day of the week: how many business days come before it.
        let packed = self.calendar.before().iter().take(7).rev().fold(0u64, |bits, &n| bits << 3 | n as u64);
        let per_week = self.calendar.per_week() as u64;
        let rank = |day: i64| {
            // Weeks from a Monday on, all of them positive; the factor divides by seven.
            let shifted = (day + 3 + 7 * (NEAR / 4)) as u64;
            let week = ((shifted & 0xffff_ffff) * 2_454_267_027) >> 34;
            let day = shifted - week * 7;
            ((week & 0xffff_ffff) * per_week + ((packed >> (3 * day)) & 7)) as i64
        };
        for (slot, (&begin, &end)) in self.counts.iter_mut().zip(self.begin.iter().zip(self.end)) {
            let late = i64::from(begin > end);
            *slot = rank(end + late) - rank(begin + late);
        }
        true
    }
}

/// The day so many business days after a date, or before it: NumPy's `busday_offset`. A date that is no business day is first
/// rolled to one. Dates and offsets are broadcast; offsets are integers, or spans of days.
///
/// NaT stays NaT, unless `roll` is [`Roll::Raise`]; an offset of NaT gives NaT.
///
/// Errors: with [`Roll::Raise`], NaT or a day that is no business day, with its place; what is no date, or a date with a time
/// of day; floats and spans in other units, of which NumPy takes the count; shapes that do not broadcast; a day beyond the
/// range of dates.
///
/// ```
/// use ndtype::{self as np, Array, array, BusDayCalendar, Roll};
/// let a = array!["2020-05-29", "2020-05-31", "NaT"; dtype: "M8[D]"];
/// let calendar = BusDayCalendar::default();
/// let text = |a: np::Result<Array>| Vec::<String>::try_from(&np::datetime_as_string(&a?, ())?);
/// assert_eq!(text(np::busday_offset(&a, 1, Roll::Forward, &calendar))?, ["2020-06-01", "2020-06-02", "NaT"]);
/// assert_eq!(text(np::busday_offset(&a, 0, Roll::ModifiedFollowing, &calendar))?, ["2020-05-29", "2020-05-29", "NaT"]);
/// let error = np::busday_offset(&a, 1, Roll::Raise, &calendar).unwrap_err();
/// assert_eq!(error.to_string(), "no business day: 2020-05-31 at (1,)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn busday_offset<'a>(
    dates: impl Into<Operand<'a>>,
    offsets: impl Into<Operand<'a>>,
    roll: Roll,
    calendar: &BusDayCalendar,
) -> Result<Array> {
    let (dates, offsets) = (dates.into().to_array()?, offsets.into().to_array()?);
    let (dates, offsets) = pair(&dates, &offsets)?;
    let days = days_of("busday_offset", &dates)?;
    let (offsets, spans) = counted(&offsets)?;
    let mut found = Vec::with_capacity(dates.size());
    for (at, (&day, &offset)) in days.as_slice::<i64>()?.iter().zip(offsets.as_slice::<i64>()?).enumerate() {
        let missing = day == NAT || (spans && offset == NAT);
        if roll == Roll::Raise && (day == NAT || !calendar.is_business_day(day)) {
            let value = format!("{} at {}", Datetime64::new(day, TimeUnit::D), place(&dates, at));
            return Err(ValueError::Argument { reason: "no business day", value }.into());
        }
        let outside = || {
            let date = Datetime64::new(day, TimeUnit::D);
            let value = format!("{date} and {offset} business days at {}", place(&dates, at));
            TimeError::OutOfRange { value, dtype: Dtype::Datetime64(TimeUnit::D) }
        };
        let rolled = if missing { None } else { rolled(day, roll, calendar) };
        found.push(match rolled {
            None => NAT,
            Some(rank) => {
                let day = calendar.day_of_rank(rank + i128::from(offset));
                i64::try_from(day).ok().filter(|&day| day != NAT).ok_or_else(outside)?
            }
        });
    }
    Array::from_vec(found)?.view_dtype(Dtype::Datetime64(TimeUnit::D))?.reshape(shape_of(&dates))
}

/// Offsets as counts, and whether they are spans.
fn counted(offsets: &Array) -> Result<(Array, bool)> {
    let native = offsets.dtype().native_scalar();
    let spans = native.kind() == DtypeKind::Timedelta;
    let whole = match native {
        Dtype::Timedelta64(unit) => *unit == TimeUnit::D || unit.is_generic(),
        other => matches!(other.kind(), DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned),
    };
    if !whole {
        let dtype = offsets.dtype().clone();
        return Err(ValueError::Unsupported { operation: "an offset of business days", dtype }.into());
    }
    Ok((plain(offsets, &Dtype::Int64)?, spans))
}

/// The rank of the business day that a day is rolled to; `None` for NaT.
fn rolled(day: i64, roll: Roll, calendar: &BusDayCalendar) -> Option<i128> {
    // The number of business days before a day is the rank of the next one, if it is none itself.
    let next = calendar.business_rank(day.into());
    if calendar.is_business_day(day) {
        return Some(next);
    }
    let month = |day: i128| Date::from_days(day).months();
    let same_month = |rank: i128| month(calendar.day_of_rank(rank)) == month(day.into());
    match roll {
        Roll::Raise | Roll::Nat => None,
        Roll::Forward => Some(next),
        Roll::Backward => Some(next - 1),
        Roll::ModifiedFollowing => Some(if same_month(next) { next } else { next - 1 }),
        Roll::ModifiedPreceding => Some(if same_month(next - 1) { next - 1 } else { next }),
    }
}
