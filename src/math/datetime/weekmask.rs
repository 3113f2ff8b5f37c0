//! Which days are business days: days of the week, without holidays.
//!
//! Business days are counted: the rank of a day is how many days of the mask lie between the Monday before 1970 and it. From
//! a day to its rank, and from a rank to its day, is one division by the length of a week; holidays are looked up in a sorted
//! list, on both ways. So nothing is walked through day by day.

use super::plain;
use crate::array::{Array, ValueError};
use crate::dtype::{Casting, Dtype, TimeUnit};
use crate::element::calendar::NAT;
use crate::error::Result;

/// The days of a week that are business days: [`BusDayCalendar`] is made of one.
///
/// From text as NumPy reads it, `"1111100"` from Monday on, or names of three letters, `"Mon Tue"`, with white space between
/// them or not; or from seven booleans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weekmask([bool; 7]);

impl Default for Weekmask {
    /// Monday to Friday.
    fn default() -> Weekmask {
        Weekmask([true, true, true, true, true, false, false])
    }
}

impl Weekmask {
    /// From Monday on.
    pub fn days(self) -> [bool; 7] {
        self.0
    }
}

/// An error if there is no business day.
impl TryFrom<[bool; 7]> for Weekmask {
    type Error = crate::error::Error;

    fn try_from(days: [bool; 7]) -> Result<Weekmask> {
        if days.contains(&true) {
            return Ok(Weekmask(days));
        }
        let reason = "the business day weekmask must have at least one valid business day";
        Err(ValueError::Argument { reason, value: format!("{days:?}") }.into())
    }
}

/// An error if there is no business day, or for anything but seven digits `0` and `1`, or names of days.
impl TryFrom<&str> for Weekmask {
    type Error = crate::error::Error;

    fn try_from(text: &str) -> Result<Weekmask> {
        const NAMES: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
        let mut days = [false; 7];
        if text.len() == 7 && text.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
            for (day, digit) in days.iter_mut().zip(text.bytes()) {
                *day = digit == b'1';
            }
            return Weekmask::try_from(days);
        }
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() {
            let Some(day) = NAMES.iter().position(|name| rest.starts_with(name)) else {
                let value = format!("'{}' at position {}", text.escape_debug(), text.len() - rest.len());
                return Err(ValueError::Argument { reason: "Invalid business day weekmask string", value }.into());
            };
            days[day] = true;
            rest = rest[3..].trim_ascii_start();
        }
        Weekmask::try_from(days)
    }
}

/// Which days are business days: NumPy's `busdaycalendar`.
///
/// ```
/// use ndtype::{self as np, array, BusDayCalendar};
/// let holidays = array!["2020-12-25", "2020-12-26", "NaT"; dtype: "M8[D]"];
/// let calendar = BusDayCalendar::new("Mon Tue Wed Thu Fri")?.with_holidays(&holidays)?;
/// // What is no business day anyway is left out.
/// assert_eq!(Vec::<String>::try_from(&np::datetime_as_string(&calendar.holidays()?, ())?)?, ["2020-12-25"]);
/// assert_eq!(calendar.weekmask(), [true, true, true, true, true, false, false]);
/// assert!(BusDayCalendar::new("0000000").unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BusDayCalendar {
    mask: [bool; 7],
    /// How many business days the days of a week before this one have.
    before: [i64; 8],
    /// The days of the week that are business days, as many as there are.
    nth: [i64; 7],
    /// In order, each once, business days but for this.
    holidays: Vec<i64>,
    /// How many business days that are no holidays come before each of them.
    free: Vec<i128>,
}

impl Default for BusDayCalendar {
    /// Monday to Friday, without holidays.
    fn default() -> BusDayCalendar {
        BusDayCalendar::of(Weekmask::default())
    }
}

impl BusDayCalendar {
    /// The business days of a week, without holidays: from text as NumPy reads it (`"1111100"`, `"Mon Tue"`), from seven
    /// booleans, or from a [`Weekmask`]. An error for other text, and if there is no business day.
    pub fn new<T: TryInto<Weekmask>>(weekmask: T) -> Result<BusDayCalendar>
    where
        crate::error::Error: From<T::Error>,
    {
        Ok(BusDayCalendar::of(weekmask.try_into()?))
    }

    /// The same with holidays instead of those that it had: dates along one axis, in any order. NaT, days that there are
    /// twice, and days that are no business days anyway are left out.
    ///
    /// Errors: several axes; what is no date, or one with a time of day.
    pub fn with_holidays(mut self, holidays: &Array) -> Result<BusDayCalendar> {
        if holidays.ndim() != 1 {
            let value = format!("{} axes", holidays.ndim());
            return Err(ValueError::Argument { reason: "holidays have to be along one axis", value }.into());
        }
        let mut days = days_of("holidays", holidays)?.as_slice::<i64>()?.to_vec();
        days.retain(|&day| day != NAT && self.mask[weekday(day)]);
        days.sort_unstable();
        days.dedup();
        self.free = days.iter().enumerate().map(|(i, &day)| self.rank(day.into()) - i as i128).collect();
        self.holidays = days;
        Ok(self)
    }

    /// The business days of a week, from Monday on.
    pub fn weekmask(&self) -> [bool; 7] {
        self.mask
    }

    /// The holidays, in order, as an array of `datetime64[D]`.
    pub fn holidays(&self) -> Result<Array> {
        Array::from_vec(self.holidays.clone())?.view_dtype(Dtype::Datetime64(TimeUnit::D))
    }

    fn of(Weekmask(mask): Weekmask) -> BusDayCalendar {
        let (mut before, mut nth, mut count) = ([0; 8], [0; 7], 0);
        for (day, &is_business) in mask.iter().enumerate() {
            if is_business {
                nth[count] = day as i64;
                count += 1;
            }
            before[day + 1] = count as i64;
        }
        BusDayCalendar { mask, before, nth, holidays: Vec::new(), free: Vec::new() }
    }

    /// How many business days a week has.
    pub(super) fn per_week(&self) -> i64 {
        self.before[7]
    }

    /// How many of them come before each day of the week.
    pub(super) fn before(&self) -> &[i64; 8] {
        &self.before
    }

    pub(super) fn has_holidays(&self) -> bool {
        !self.holidays.is_empty()
    }

    pub(super) fn is_business_day(&self, day: i64) -> bool {
        self.mask[weekday(day)] && (self.holidays.is_empty() || self.holidays.binary_search(&day).is_err())
    }

    /// How many days of the mask come before a day, from the Monday before 1970 on.
    fn rank(&self, day: i128) -> i128 {
        let shifted = day + 3;
        let (week, day) = match i64::try_from(shifted) {
            Ok(shifted) => (i128::from(shifted.div_euclid(7)), shifted.rem_euclid(7) as usize),
            Err(_) => (shifted.div_euclid(7), shifted.rem_euclid(7) as usize),
        };
        week * i128::from(self.per_week()) + i128::from(self.before[day])
    }

    /// How many business days come before a day, holidays counted off.
    pub(super) fn business_rank(&self, day: i128) -> i128 {
        self.rank(day) - self.holidays.partition_point(|&holiday| i128::from(holiday) < day) as i128
    }

    /// The business day before which there are so many.
    pub(super) fn day_of_rank(&self, rank: i128) -> i128 {
        let holidays = self.free.partition_point(|&free| free <= rank);
        let rank = rank + holidays as i128;
        let per_week = i128::from(self.per_week());
        rank.div_euclid(per_week) * 7 + i128::from(self.nth[rank.rem_euclid(per_week) as usize]) - 3
    }
}

/// Monday is 0.
fn weekday(day: i64) -> usize {
    // Which does not overflow: 3 days after the day, or 4 before it.
    (day.rem_euclid(7) + 3) as usize % 7
}

/// Dates as counts of days, in C's order. An error for what is no date, or is finer than a day: NumPy's rule of safe casts.
pub(super) fn days_of(operation: &'static str, dates: &Array) -> Result<Array> {
    let days = Dtype::Datetime64(TimeUnit::D);
    if !dates.dtype().can_cast(&days, Casting::Safe) {
        return Err(ValueError::Unsupported { operation, dtype: dates.dtype().clone() }.into());
    }
    plain(dates, &days)?.view_dtype(Dtype::Int64)
}
