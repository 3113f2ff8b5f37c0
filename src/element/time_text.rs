//! Reading dates and spans from text: NumPy's grammar, one small function for each rule.

use std::time::{SystemTime, UNIX_EPOCH};

use super::TimeError;
use super::calendar::{ATTOS_PER_SECOND, Date, Moment, NAT, days_in_month};
use crate::dtype::{Dtype, TimeUnit};

/// More years than any count of any unit is.
const YEARS: i128 = 1_000_000_000_000_000_000_000_000_000_000;

/// What a text says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parsed {
    Nat,
    /// A point in time, and the unit that the text is written to.
    Time {
        moment: Moment,
        unit: TimeUnit,
    },
}

/// Reads a date or time.
pub(crate) fn parse_date(text: &str) -> Result<Parsed, TimeError> {
    if is_nat(text) {
        return Ok(Parsed::Nat);
    }
    if let Some(unit) = present(text) {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().cast_signed());
        let moment = Moment::of_date(seconds, TimeUnit::S).unwrap_or(Moment { days: 0, attos: 0 });
        return Ok(Parsed::Time { moment, unit });
    }
    let mut reader = Reader { text, at: 0, what: "a date" };
    reader.skip_spaces();
    let (date, unit) = reader.date()?;
    if unit != TimeUnit::D || reader.is_at_end() {
        return Ok(Parsed::Time { moment: Moment { days: date.days(), attos: 0 }, unit });
    }
    let (attos, unit) = reader.time()?;
    let offset = reader.offset()?;
    reader.skip_spaces();
    if !reader.is_at_end() {
        return Err(reader.expected("the end"));
    }
    // The offset moves by less than a day.
    let attos = attos - offset * 60 * ATTOS_PER_SECOND;
    let day = super::calendar::ATTOS_PER_DAY;
    let moment = Moment { days: date.days() + attos.div_euclid(day), attos: attos.rem_euclid(day) };
    Ok(Parsed::Time { moment, unit })
}

/// Reads a number of ticks.
pub(crate) fn parse_ticks(text: &str, unit: TimeUnit) -> Result<i64, TimeError> {
    if is_nat(text) {
        return Ok(NAT);
    }
    let mut reader = Reader { text, at: 0, what: "a span of time" };
    reader.skip_spaces();
    let negative = reader.sign();
    let digits = reader.digits();
    if digits.is_empty() {
        return Err(reader.expected("a digit"));
    }
    if !reader.is_at_end() {
        return Err(reader.expected("the end"));
    }
    let outside = || TimeError::OutOfRange { value: text.to_owned(), dtype: Dtype::Timedelta64(unit) };
    let count: i64 = digits.parse().map_err(|_| outside())?;
    Ok(if negative { -count } else { count })
}

fn is_nat(text: &str) -> bool {
    text.is_empty() || text.eq_ignore_ascii_case("nat")
}

/// The unit of a word for the present.
fn present(text: &str) -> Option<TimeUnit> {
    if text.eq_ignore_ascii_case("now") {
        return Some(TimeUnit::S);
    }
    text.eq_ignore_ascii_case("today").then_some(TimeUnit::D)
}

/// A text and how far it has been read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    what: &'static str,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Goes past a character if it is this one.
    fn takes(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expected(&self, expected: &'static str) -> TimeError {
        TimeError::Unreadable { text: self.text.to_owned(), what: self.what, expected, position: self.at }
    }

    /// The white space of C: that of ASCII, and the vertical tab.
    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_whitespace() || c == 0x0b) {
            self.at += 1;
        }
    }

    /// Whether there is a minus; a plus says nothing.
    fn sign(&mut self) -> bool {
        let negative = self.takes(b'-');
        if !negative {
            self.takes(b'+');
        }
        negative
    }

    /// All digits that follow.
    fn digits(&mut self) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Two digits in a range.
    fn two_digits(&mut self, range: std::ops::RangeInclusive<u32>, expected: &'static str) -> Result<u32, TimeError> {
        let digit = |c: u8| c.is_ascii_digit().then(|| u32::from(c - b'0'));
        let found = match self.text.as_bytes().get(self.at..self.at + 2) {
            Some(&[a, b]) => digit(a).zip(digit(b)).map(|(a, b)| 10 * a + b),
            _ => None,
        };
        let value = found.filter(|value| range.contains(value)).ok_or_else(|| self.expected(expected))?;
        self.at += 2;
        Ok(value)
    }

    /// `[+-]YYYY[-MM[-DD]]`: the first day of it, and its unit. After a day there may be more, after a year or month not.
    fn date(&mut self) -> Result<(Date, TimeUnit), TimeError> {
        let negative = self.sign();
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.expected("the digits of a year"));
        }
        let outside = || TimeError::OutOfRange { value: self.text.to_owned(), dtype: Dtype::Datetime64(TimeUnit::Y) };
        let year = digits.parse::<i128>().ok().filter(|&year| year < YEARS).ok_or_else(outside)?;
        let year = if negative { -year } else { year };
        let mut date = Date { year, month: 1, day: 1 };
        if self.is_at_end() {
            return Ok((date, TimeUnit::Y));
        }
        if !self.takes(b'-') {
            return Err(self.expected("'-' or the end"));
        }
        date.month = self.two_digits(1..=12, "a month of two digits")?;
        if self.is_at_end() {
            return Ok((date, TimeUnit::M));
        }
        if !self.takes(b'-') {
            return Err(self.expected("'-' or the end"));
        }
        date.day = self.two_digits(1..=days_in_month(year, date.month), "a day of that month")?;
        Ok((date, TimeUnit::D))
    }

    /// `Thh[:mm[:ss[.fff]]]`: the attoseconds since midnight, and the unit.
    fn time(&mut self) -> Result<(i128, TimeUnit), TimeError> {
        if !self.takes(b'T') && !self.takes(b' ') {
            return Err(self.expected("'T', a space or the end"));
        }
        let mut seconds = 3600 * self.two_digits(0..=23, "an hour of two digits")?;
        if !self.takes(b':') {
            return Ok((i128::from(seconds) * ATTOS_PER_SECOND, TimeUnit::H));
        }
        seconds += 60 * self.two_digits(0..=59, "a minute of two digits")?;
        if !self.takes(b':') {
            return Ok((i128::from(seconds) * ATTOS_PER_SECOND, TimeUnit::MIN));
        }
        seconds += self.two_digits(0..=59, "a second of two digits")?;
        let whole = i128::from(seconds) * ATTOS_PER_SECOND;
        if !self.takes(b'.') {
            return Ok((whole, TimeUnit::S));
        }
        let digits = self.digits();
        if digits.len() > 18 {
            self.at -= digits.len() - 18;
            return Err(self.expected("at most 18 digits of a fraction"));
        }
        let fraction: i128 = digits.bytes().fold(0, |value, digit| 10 * value + i128::from(digit - b'0'));
        let unit = match digits.len() {
            0..=3 => TimeUnit::MS,
            4..=6 => TimeUnit::US,
            7..=9 => TimeUnit::NS,
            10..=12 => TimeUnit::PS,
            13..=15 => TimeUnit::FS,
            _ => TimeUnit::AS,
        };
        Ok((whole + fraction * 10i128.pow(18 - digits.len() as u32), unit))
    }

    /// `Z`, `+hh`, `+hhmm`, `+hh:mm` or nothing: how many minutes local time is ahead of UTC.
    fn offset(&mut self) -> Result<i128, TimeError> {
        if self.takes(b'Z') || !matches!(self.peek(), Some(b'+' | b'-')) {
            return Ok(0);
        }
        let negative = self.sign();
        let mut minutes = 60 * self.two_digits(0..=23, "the hours of an offset")?;
        if self.takes(b':') || self.peek().is_some_and(|c| c.is_ascii_digit()) {
            minutes += self.two_digits(0..=59, "the minutes of an offset")?;
        }
        Ok(if negative { -i128::from(minutes) } else { minutes.into() })
    }
}
