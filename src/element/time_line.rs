//! Times as text on the stack, and the fast ways for dates of four digits of a year.
//!
//! What most data has (days to nanoseconds, years 0 to 9999) goes by 64-bit numbers; everything else by the calendar, which
//! holds any count of any unit.

use super::TimeError;
use super::calendar::{ATTOS_PER_SECOND, Date, Moment, NAT, days_in_month};
use super::number_text::{Line, write_integer};
use super::time_text::{Parsed, parse_date};
use crate::dtype::{Dtype, TimeBase, TimeUnit};

/// How many of a unit a second has, for the units from the second to the nanosecond.
fn per_second(unit: TimeUnit) -> Option<i64> {
    match (unit.count(), unit.base()) {
        (1, TimeBase::Second) => Some(1),
        (1, TimeBase::Millisecond) => Some(1000),
        (1, TimeBase::Microsecond) => Some(1_000_000),
        (1, TimeBase::Nanosecond) => Some(1_000_000_000),
        _ => None,
    }
}

/// Adds a date, as NumPy's `datetime_as_string`, to the precision of the unit; `NaT`. Without a unit, `None`.
pub(crate) fn write_date(line: &mut Line, ticks: i64, unit: TimeUnit) -> Option<()> {
    if ticks == NAT {
        line.push(b"NaT");
        return Some(());
    }
    if let Some(parts) = per_second(unit) {
        let (seconds, part) = (ticks.div_euclid(parts), ticks.rem_euclid(parts));
        let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400) as u32);
        if write_day(line, days) {
            write_clock(line, second);
            if parts > 1 {
                line.push(b".");
                line.push_digits(part.cast_unsigned(), parts.ilog10() as usize);
            }
            return Some(());
        }
    } else if unit == TimeUnit::D && write_day(line, ticks) {
        return Some(());
    }
    write_any_date(line, ticks, unit)
}

/// Adds `Thh:mm:ss`.
fn write_clock(line: &mut Line, second: u32) {
    line.push(b"T");
    line.push_pair(second / 3600);
    line.push(b":");
    line.push_pair(second / 60 % 60);
    line.push(b":");
    line.push_pair(second % 60);
}

/// Adds a day of the years 0 to 9999; whether it is one.
fn write_day(line: &mut Line, days: i64) -> bool {
    // From the first of March of the year 0, when years begin here.
    let Ok(shifted @ 306..=3_652_364) = u32::try_from(days.saturating_add(719_468)) else { return false };
    let (cycle, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = cycle * 400 + year + u32::from(month <= 2);
    line.push_pair(year / 100);
    line.push_pair(year % 100);
    line.push(b"-");
    line.push_pair(month);
    line.push(b"-");
    line.push_pair(day);
    true
}

fn write_any_date(line: &mut Line, ticks: i64, unit: TimeUnit) -> Option<()> {
    write_moment(line, Moment::of_date(ticks, unit)?, unit.base());
    Some(())
}

/// Adds a point in time, to the precision of a unit.
pub(crate) fn write_moment(line: &mut Line, Moment { days, attos }: Moment, unit: TimeBase) {
    let Date { year, month, day } = Date::from_days(days);
    let (second, fraction) = ((attos / ATTOS_PER_SECOND) as u32, (attos % ATTOS_PER_SECOND) as u64);
    // The sign counts as one of the four places, as in NumPy: the year before 0 is -001.
    write_year(line, year);
    let mut rest = Line::new();
    rest.push(b"-");
    rest.push_pair(month);
    rest.push(b"-");
    rest.push_pair(day);
    write_clock(&mut rest, second);
    rest.push(b".");
    rest.push_digits(fraction, 18);
    // How much of that the unit tells.
    let shown = match unit {
        TimeBase::Year => 0,
        TimeBase::Month => 3,
        TimeBase::Week | TimeBase::Day => 6,
        TimeBase::Hour => 9,
        TimeBase::Minute => 12,
        TimeBase::Second => 15,
        finer => 16 + 3 * (finer as usize - TimeBase::Second as usize),
    };
    line.push(&rest.as_bytes()[..shown]);
}

fn write_year(line: &mut Line, year: i128) {
    use std::fmt::Write;
    // There is room for any year.
    let _ = write!(line, "{year:04}");
}

/// Adds a span, as NumPy prints it: `5 days`, `175 microseconds` for seven of 25; `NaT`.
pub(crate) fn write_span(line: &mut Line, ticks: i64, unit: TimeUnit) {
    use std::fmt::Write;
    if ticks == NAT {
        return line.push(b"NaT");
    }
    match ticks.checked_mul(unit.count().into()) {
        Some(count) => write_integer(line, count),
        None => {
            // There is room for any count.
            let _ = write!(line, "{}", i128::from(ticks) * i128::from(unit.count()));
        }
    }
    let name = match unit.base() {
        TimeBase::Year => " years",
        TimeBase::Month => " months",
        TimeBase::Week => " weeks",
        TimeBase::Day => " days",
        TimeBase::Hour => " hours",
        TimeBase::Minute => " minutes",
        TimeBase::Second => " seconds",
        TimeBase::Millisecond => " milliseconds",
        TimeBase::Microsecond => " microseconds",
        TimeBase::Nanosecond => " nanoseconds",
        TimeBase::Picosecond => " picoseconds",
        TimeBase::Femtosecond => " femtoseconds",
        TimeBase::Attosecond => " attoseconds",
        TimeBase::Generic => " generic time units",
    };
    line.push(name.as_bytes());
}

/// Reads a date in a unit, rounded down to it.
pub(crate) fn parse_date_ticks(text: &str, unit: TimeUnit) -> Result<i64, TimeError> {
    if let Some(ticks) = common_ticks(text.as_bytes(), unit) {
        return Ok(ticks);
    }
    match parse_date(text)? {
        Parsed::Nat => Ok(NAT),
        Parsed::Time { .. } if unit.is_generic() => Err(TimeError::NoUnit { text: text.to_owned() }),
        Parsed::Time { moment, .. } => moment
            .date_ticks(unit)
            .ok_or_else(|| TimeError::OutOfRange { value: text.to_owned(), dtype: Dtype::Datetime64(unit) }),
    }
}

/// The ticks of days to nanoseconds for `YYYY-MM-DD`, alone or with `Thh:mm:ss`, alone or with a fraction. `None` for all
/// other units and texts, whether they are dates or not.
#[inline]
pub(crate) fn common_ticks(text: &[u8], unit: TimeUnit) -> Option<i64> {
    let (date, rest) = text.split_first_chunk::<10>()?;
    // What is no digit makes the sum too large; so one question does for all.
    let digit = |c: u8| u32::from(c.wrapping_sub(b'0'));
    let pair = |a: u8, b: u8| {
        let (a, b) = (digit(a), digit(b));
        (10 * a + b, a.max(b))
    };
    let &[y1, y2, y3, y4, dash, m1, m2, other, d1, d2] = date;
    let ((century, x), (year, y), (month, z), (day, w)) = (pair(y1, y2), pair(y3, y4), pair(m1, m2), pair(d1, d2));
    let year = 100 * century + year;
    if (dash, other) != (b'-', b'-') || x.max(y).max(z).max(w) > 9 || month.wrapping_sub(1) > 11 || day == 0 {
        return None;
    }
    if day > 28 && day > days_in_month(year.into(), month) {
        return None;
    }
    let days = days_of(year, month, day);
    let (mut seconds, mut nanos) = (0, 0);
    if !rest.is_empty() {
        let (&[between, h1, h2, colon, m1, m2, other, s1, s2], rest) = rest.split_first_chunk::<9>()?;
        let ((hour, x), (minute, y), (second, z)) = (pair(h1, h2), pair(m1, m2), pair(s1, s2));
        let marks = matches!(between, b'T' | b' ') && (colon, other) == (b':', b':');
        if !marks || x.max(y).max(z) > 9 || hour > 23 || minute.max(second) > 59 {
            return None;
        }
        seconds = i64::from(3600 * hour + 60 * minute + second);
        if let Some((point, digits)) = rest.split_first() {
            if *point != b'.' || digits.is_empty() || digits.len() > 9 || !digits.iter().all(u8::is_ascii_digit) {
                return None;
            }
            let fraction = digits.iter().fold(0, |value, digit| 10 * value + i64::from(digit - b'0'));
            nanos = fraction * 10i64.pow(9 - digits.len() as u32);
        }
    }
    if unit == TimeUnit::D {
        return Some(days);
    }
    let parts = per_second(unit)?;
    (days * 86_400 + seconds).checked_mul(parts)?.checked_add(nanos / (1_000_000_000 / parts))
}

/// Days since 1970 of a date of the years 0 to 9999.
fn days_of(year: u32, month: u32, day: u32) -> i64 {
    // A cycle of 400 years is added and taken away again, for January of the year 0.
    let year = year + 400 - u32::from(month <= 2);
    let month = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    i64::from(year * 365 + year / 4 - year / 100 + year / 400 + day_of_year) - 719_468 - 146_097
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_ways_agree_with_the_calendar() {
        for days in (-719_530..2_932_900i64).step_by(13).chain([-719_528, -719_529, 2_932_896, 2_932_897]) {
            for (unit, ticks) in [(TimeUnit::D, days), (TimeUnit::S, days * 86_400 + 4321), (TimeUnit::MS, days * 7)] {
                let (mut fast, mut slow) = (Line::new(), Line::new());
                write_date(&mut fast, ticks, unit).unwrap();
                write_any_date(&mut slow, ticks, unit).unwrap();
                assert_eq!(fast.as_str(), slow.as_str());
                assert_eq!(parse_date_ticks(fast.as_str(), unit), Ok(ticks), "{}", fast.as_str());
                let Ok(Parsed::Time { moment, .. }) = parse_date(fast.as_str()) else { panic!("{}", fast.as_str()) };
                assert_eq!(moment.date_ticks(unit), Some(ticks));
            }
        }
    }
}
