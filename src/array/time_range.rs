//! Dates and spans of time in a row: `arange` for dtypes of time.

use super::range::{cast, counted, whole_count};
use super::{Array, ValueError};
use crate::dtype::{Dtype, DtypeKind, TimeBase, TimeUnit};
use crate::element::Scalar;
use crate::error::Result;

/// The unit of a dtype of time.
pub(super) fn unit_of(dtype: &Dtype) -> Option<TimeUnit> {
    match dtype.native_scalar() {
        Dtype::Datetime64(unit) | Dtype::Timedelta64(unit) => Some(*unit),
        _ => None,
    }
}

/// The dtype of a range between bounds of time: dates if it starts with one, in the coarsest unit that all are multiples of.
/// `None` if none is of time.
pub(super) fn time_dtype(bounds: &[Scalar; 3]) -> Result<Option<Dtype>> {
    let dates = bounds[0].dtype().kind() == DtypeKind::Datetime;
    if bounds.iter().all(|bound| unit_of(bound.dtype()).is_none()) {
        return Ok(None);
    }
    let (mut common, mut spans) = (TimeUnit::GENERIC, !dates);
    for (i, bound) in bounds.iter().enumerate() {
        let mut unit = unit_of(bound.dtype()).unwrap_or(TimeUnit::GENERIC);
        let mut span = bound.dtype().kind() == DtypeKind::Timedelta;
        // As NumPy: a number after a date is a span in the unit of that date.
        if i == 1 && dates && unit.is_generic() {
            (unit, span) = (common, true);
        }
        // A span of months is no number of days, a date is a day whatever its unit.
        common = common.common(unit, (spans, span)).map_err(|_| ValueError::Argument {
            reason: "the bounds of a range in time have no common unit",
            value: format!("{common} and {unit}"),
        })?;
        spans |= span;
    }
    Ok(Some(if dates { Dtype::Datetime64(common) } else { Dtype::Timedelta64(common) }))
}

pub(super) fn time_range(bounds: &[Scalar; 3], dtype: &Dtype) -> Result<Array> {
    let unsupported = |operation| ValueError::Unsupported { operation, dtype: dtype.clone() };
    let mut unit = unit_of(dtype).ok_or_else(|| unsupported("arange"))?;
    let dates = dtype.kind() == DtypeKind::Datetime;
    // Without a unit, that of the bounds.
    let mut dtype = dtype.clone();
    if unit.is_generic()
        && let Some(found) = time_dtype(bounds)?.and_then(|found| unit_of(&found))
    {
        unit = found;
        let native = if dates { Dtype::Datetime64(unit) } else { Dtype::Timedelta64(unit) };
        dtype = native.with_swapped_bytes(!dtype.is_native());
    }
    if dates && unit.is_generic() {
        return Err(unsupported("arange without a unit").into());
    }
    let [start, stop, step] =
        [ticks(&bounds[0], unit, &dtype)?, ticks(&bounds[1], unit, &dtype)?, ticks(&bounds[2], unit, &dtype)?];
    // As NumPy: a span or a number after a date is counted from that date on.
    let from = match (dates, bounds[1].dtype().kind()) {
        (true, DtypeKind::Datetime) | (false, _) => 0,
        _ => i128::from(start),
    };
    let count = whole_count(start.into(), from + i128::from(stop), step.into(), 8)?;
    let times = counted(start, step, count)?.view_dtype(dtype.native_scalar())?;
    cast(times, &dtype)
}

/// What a bound counts in a unit; whole numbers count in that already.
fn ticks(bound: &Scalar, unit: TimeUnit, dtype: &Dtype) -> Result<i64> {
    let wrong = |reason| ValueError::Argument { reason, value: bound.to_string() };
    let Some(own) = unit_of(bound.dtype()) else {
        let whole = matches!(bound.dtype().kind(), DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned);
        let count = bound.as_i64().filter(|_| whole);
        if count == Some(i64::MIN) {
            return Err(wrong("arange: cannot use NaT (not-a-time) datetime values").into());
        }
        return count.ok_or_else(|| wrong("a bound in time has to be a whole number").into());
    };
    let count = bound.time_ticks().unwrap_or(i64::MIN);
    if count == i64::MIN {
        return Err(wrong("arange: cannot use NaT (not-a-time) datetime values").into());
    }
    let is_date = bound.dtype().kind() == DtypeKind::Datetime;
    match converted(count, own, unit, is_date).map(i64::try_from) {
        Some(Ok(count)) => Ok(count),
        _ => {
            Err(ValueError::OutOfBounds { value: format!("{count} of {}", bound.dtype()), dtype: dtype.clone() }.into())
        }
    }
}

/// A count of one unit in another, rounded down. `None` if it is too large, or a span of months that would have to be days or
/// the other way round.
fn converted(count: i64, from: TimeUnit, to: TimeUnit, is_date: bool) -> Option<i128> {
    if let Some(factor) = from.ticks_in(to) {
        return i128::from(count).checked_mul(factor);
    }
    if to.is_generic() {
        return None;
    }
    let whole = i128::from(count) * i128::from(from.count());
    let months = |base: TimeBase| if base == TimeBase::Year { 12 } else { 1 };
    let base = match (from.base().is_calendar(), to.base().is_calendar()) {
        (true, true) => (whole * months(from.base())).div_euclid(months(to.base())),
        (false, false) => scaled(whole, from.base(), to.base())?,
        _ if !is_date => return None,
        (true, false) => scaled(days_of_month(whole * months(from.base())), TimeBase::Day, to.base())?,
        (false, true) => month_of_days(scaled(whole, from.base(), TimeBase::Day)?).div_euclid(months(to.base())),
    };
    Some(base.div_euclid(to.count().into()))
}

/// A count of weeks or something finer in another such unit, rounded down.
fn scaled(count: i128, from: TimeBase, to: TimeBase) -> Option<i128> {
    if from <= to {
        return count.checked_mul(from.factor_to(to)?.into());
    }
    Some(count.div_euclid(to.factor_to(from)?.into()))
}

/// The day, counted from 1970-01-01, on which a month begins, counted from January 1970, in the Gregorian calendar.
fn days_of_month(month: i128) -> i128 {
    // Years from March on, so that the day that leap years add is the last one.
    let (year, month) = ((month + 1970 * 12 - 2).div_euclid(12), (month + 1970 * 12 - 2).rem_euclid(12));
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // From the first of March of the year 0 to 1970-01-01 there are 719468 days.
    year * 365 + leaps + (153 * month + 2) / 5 - 719_468
}

/// The month of a day, both counted as in [`days_of_month`].
fn month_of_days(day: i128) -> i128 {
    // The mean month is close enough to be off by one at most.
    let guess = (day * 4800).div_euclid(146_097);
    [guess + 1, guess, guess - 1].into_iter().find(|&month| days_of_month(month) <= day).unwrap_or(guess - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_days_agree() {
        assert_eq!((days_of_month(0), days_of_month(1), days_of_month(-1)), (0, 31, -31));
        // 2000-03-01 and 1900-03-01: a leap year and none.
        assert_eq!((days_of_month(362), days_of_month(361)), (11017, 10988));
        assert_eq!((days_of_month(-838), days_of_month(-839)), (-25508, -25536));
        let mut month = month_of_days(-800_000);
        for day in -800_000..800_000 {
            if day == days_of_month(month + 1) {
                month += 1;
            }
            assert_eq!(month_of_days(day), month, "{day}");
        }
    }
}
