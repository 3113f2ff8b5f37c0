//! The proleptic Gregorian calendar, and counts of one unit of time in another: pure functions on integers.
//!
//! 1. Days since 1970 to year, month and day, and back ([`Date`]), for any year.
//! 2. [`Moment`]: a point in time or a span as whole days and attoseconds, which is exact for every unit and every count of it.
//! 3. [`convert_date`] and [`convert_span`]: from one unit to another. A coarser unit rounds down, as NumPy does; what does
//!    not fit is `None`, where NumPy wraps.
//!
//! Counts here are never NaT, except in the two conversions, which hand it on.

use crate::dtype::{TimeBase, TimeUnit};

/// The count that stands for no time at all.
pub(crate) const NAT: i64 = i64::MIN;

/// Attoseconds in a second.
pub(crate) const ATTOS_PER_SECOND: i128 = 1_000_000_000_000_000_000;

/// Attoseconds in a day.
pub(crate) const ATTOS_PER_DAY: i128 = 86_400 * ATTOS_PER_SECOND;

/// Days and months in 400 years, after which the calendar repeats.
const CYCLE_DAYS: i128 = 146_097;
const CYCLE_MONTHS: i128 = 4800;

/// Days from the first of March of the year 0 to 1970.
const EPOCH: i128 = 719_468;

/// A day of the calendar. Years are astronomical: before the year 1 comes the year 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) year: i128,
    /// 1 to 12.
    pub(crate) month: u32,
    /// 1 to 31.
    pub(crate) day: u32,
}

impl Date {
    /// The date of a day counted from 1970.
    pub(crate) fn from_days(days: i128) -> Date {
        // Years begin in March here, so that the leap day is the last one.
        let shifted = days + EPOCH;
        let (cycle, day) = (shifted.div_euclid(CYCLE_DAYS), shifted.rem_euclid(CYCLE_DAYS));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        Date { year: cycle * 400 + year + i128::from(month <= 2), month: month as u32, day: day as u32 }
    }

    /// The first day of a month counted from January 1970.
    pub(crate) fn from_months(months: i128) -> Date {
        Date { year: 1970 + months.div_euclid(12), month: months.rem_euclid(12) as u32 + 1, day: 1 }
    }

    /// Days since 1970.
    pub(crate) fn days(self) -> i128 {
        let year = self.year - i128::from(self.month <= 2);
        let (cycle, year) = (year.div_euclid(400), year.rem_euclid(400));
        let month = i128::from(if self.month > 2 { self.month - 3 } else { self.month + 9 });
        let day_of_year = (153 * month + 2) / 5 + i128::from(self.day) - 1;
        cycle * CYCLE_DAYS + year * 365 + year / 4 - year / 100 + day_of_year - EPOCH
    }

    /// Months since January 1970.
    pub(crate) fn months(self) -> i128 {
        (self.year - 1970) * 12 + i128::from(self.month) - 1
    }
}

/// How many days a month has.
pub(crate) fn days_in_month(year: i128, month: u32) -> u32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// What the counts of a unit count.
#[derive(Clone, Copy)]
enum Size {
    /// So many months.
    Months(i128),
    /// So many days.
    Days(i128),
    /// So many of something that a day has `per_day` of.
    PartsOfDay { per_day: i128, count: i128 },
}

/// `None` if there is no unit.
fn size(unit: TimeUnit) -> Option<Size> {
    let count = i128::from(unit.count());
    Some(match unit.base() {
        TimeBase::Generic => return None,
        TimeBase::Year => Size::Months(12 * count),
        TimeBase::Month => Size::Months(count),
        TimeBase::Week => Size::Days(7 * count),
        TimeBase::Day => Size::Days(count),
        TimeBase::Hour => Size::PartsOfDay { per_day: 24, count },
        TimeBase::Minute => Size::PartsOfDay { per_day: 24 * 60, count },
        base => {
            // Each unit from the second down is a thousandth of the one before.
            let steps = base as u32 - TimeBase::Second as u32;
            Size::PartsOfDay { per_day: 86_400 * 1000i128.pow(steps), count }
        }
    })
}

/// How many of one unit make how many of the other, in lowest terms: `x` of `to` are `y` of `from` for `(x, y)`. `None` without
/// a unit, and between months and days, of which neither is a fixed number of the other.
pub(crate) fn ratio(from: TimeUnit, to: TimeUnit) -> Option<(i128, i128)> {
    let attos = |size| match size {
        Size::Months(_) => None,
        Size::Days(count) => Some(count * ATTOS_PER_DAY),
        Size::PartsOfDay { per_day, count } => Some(count * (ATTOS_PER_DAY / per_day)),
    };
    let (x, y) = match (size(from)?, size(to)?) {
        (Size::Months(a), Size::Months(b)) => (a, b),
        (a, b) => (attos(a)?, attos(b)?),
    };
    let (mut divisor, mut rest) = (x, y);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Some((x / divisor, y / divisor))
}

/// A point in time since 1970 began, or a span of days and finer: exact for every count of every unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Moment {
    /// Whole days, rounded down.
    pub(crate) days: i128,
    /// What comes on top: less than a day, never negative.
    pub(crate) attos: i128,
}

impl Moment {
    /// So many attoseconds.
    #[cfg(feature = "chrono")]
    pub(crate) fn from_attos(attos: i128) -> Moment {
        Moment { days: attos.div_euclid(ATTOS_PER_DAY), attos: attos.rem_euclid(ATTOS_PER_DAY) }
    }

    /// The attoseconds, if they are not too many.
    #[cfg(feature = "chrono")]
    pub(crate) fn to_attos(self) -> Option<i128> {
        self.days.checked_mul(ATTOS_PER_DAY)?.checked_add(self.attos)
    }

    /// So many of something that a day has `per_day` of.
    fn from_parts(parts: i128, per_day: i128) -> Moment {
        Moment { days: parts.div_euclid(per_day), attos: parts.rem_euclid(per_day) * (ATTOS_PER_DAY / per_day) }
    }

    /// The beginning of the tick of a date; `None` without a unit.
    pub(crate) fn of_date(ticks: i64, unit: TimeUnit) -> Option<Moment> {
        let ticks = i128::from(ticks);
        Some(match size(unit)? {
            Size::Months(count) => Moment { days: Date::from_months(ticks * count).days(), attos: 0 },
            Size::Days(count) => Moment { days: ticks * count, attos: 0 },
            Size::PartsOfDay { per_day, count } => Moment::from_parts(ticks * count, per_day),
        })
    }

    /// The tick of a unit that a point in time lies in; `None` without a unit, or if it does not fit.
    pub(crate) fn date_ticks(self, unit: TimeUnit) -> Option<i64> {
        let ticks = match size(unit)? {
            Size::Months(count) => Date::from_days(self.days).months().div_euclid(count),
            size => self.parts(size)?,
        };
        fitting(ticks)
    }

    /// The whole units of days or finer in this.
    fn parts(self, size: Size) -> Option<i128> {
        match size {
            Size::Months(_) => None,
            Size::Days(count) => Some(self.days.div_euclid(count)),
            Size::PartsOfDay { per_day, count } => {
                let parts = self.days.checked_mul(per_day)?.checked_add(self.attos / (ATTOS_PER_DAY / per_day))?;
                Some(parts.div_euclid(count))
            }
        }
    }
}

/// A span of time: months and years are no fixed number of days, so they stay apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Span {
    Months(i128),
    Exact(Moment),
}

impl Span {
    /// So many units; `None` without a unit.
    pub(crate) fn new(ticks: i64, unit: TimeUnit) -> Option<Span> {
        Some(match size(unit)? {
            Size::Months(count) => Span::Months(i128::from(ticks) * count),
            // Counted from 1970 or not, days and finer are the same.
            _ => Span::Exact(Moment::of_date(ticks, unit)?),
        })
    }
}

/// A count that fits and is not NaT.
fn fitting(ticks: i128) -> Option<i64> {
    i64::try_from(ticks).ok().filter(|&ticks| ticks != NAT)
}

/// The tick of another unit that a point in time lies in, which is the one before if it lies between two. NaT stays NaT, and
/// without a unit on one side the count stays. `None` if it does not fit.
pub(crate) fn convert_date(ticks: i64, from: TimeUnit, to: TimeUnit) -> Option<i64> {
    if ticks == NAT || from == to || from.is_generic() || to.is_generic() {
        return Some(ticks);
    }
    Moment::of_date(ticks, from)?.date_ticks(to)
}

/// A span in another unit, rounded down. NaT stays NaT, and without a unit on one side the count stays. Months against days
/// count with the mean of 400 years, as in NumPy. `None` if it does not fit.
pub(crate) fn convert_span(ticks: i64, from: TimeUnit, to: TimeUnit) -> Option<i64> {
    if ticks == NAT || from == to || from.is_generic() || to.is_generic() {
        return Some(ticks);
    }
    let to = size(to)?;
    let ticks = match (Span::new(ticks, from)?, to) {
        (Span::Months(months), Size::Months(count)) => months.div_euclid(count),
        (Span::Months(months), _) => {
            let parts = months * CYCLE_DAYS;
            let days = parts.div_euclid(CYCLE_MONTHS);
            let attos = parts.rem_euclid(CYCLE_MONTHS) * (ATTOS_PER_DAY / CYCLE_MONTHS);
            Moment { days, attos }.parts(to)?
        }
        (Span::Exact(span), Size::Months(count)) => {
            let parts = span.days * CYCLE_MONTHS;
            // What the whole days leave, with the attoseconds, may be more than a month.
            let rest = parts.rem_euclid(CYCLE_DAYS) * ATTOS_PER_DAY + span.attos * CYCLE_MONTHS;
            let months = parts.div_euclid(CYCLE_DAYS) + rest / (CYCLE_DAYS * ATTOS_PER_DAY);
            months.div_euclid(count)
        }
        (Span::Exact(span), _) => span.parts(to)?,
    };
    fitting(ticks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_each_other() {
        assert_eq!(Date { year: 1970, month: 1, day: 1 }.days(), 0);
        assert_eq!(Date { year: 2000, month: 2, day: 29 }.days(), 11_016);
        // Two cycles and a bit, through the year 0, day by day.
        let mut expected = Date { year: -401, month: 3, day: 1 };
        for days in expected.days()..(Date { year: 410, month: 1, day: 1 }).days() {
            assert_eq!((Date::from_days(days), expected.days()), (expected, days));
            expected.day += 1;
            if expected.day > days_in_month(expected.year, expected.month) {
                (expected.day, expected.month) = (1, expected.month + 1);
            }
            if expected.month > 12 {
                (expected.month, expected.year) = (1, expected.year + 1);
            }
        }
        for days in [i128::from(i64::MAX) << 40, i128::from(i64::MIN) << 40] {
            assert_eq!(Date::from_days(days).days(), days);
        }
    }

    #[test]
    fn every_count_of_every_unit_is_exact() {
        for base in TimeBase::all() {
            for count in [1, 7, i32::MAX as u32] {
                let unit = TimeUnit::new(count, base).unwrap();
                for ticks in [i64::MAX, -i64::MAX, 0, -1, 12_345] {
                    let moment = Moment::of_date(ticks, unit).unwrap();
                    assert!((0..ATTOS_PER_DAY).contains(&moment.attos));
                    assert_eq!(moment.date_ticks(unit), Some(ticks), "{ticks} {unit}");
                }
            }
        }
    }
}
