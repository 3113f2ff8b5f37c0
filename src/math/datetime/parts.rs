//! The parts of dates.

use super::{counts, shape_of};
use crate::array::{Array, ValueError};
use crate::dtype::{Dtype, TimeUnit};
use crate::element::calendar::{ATTOS_PER_SECOND, Date, Moment, NAT, days_in_month as length_of_month, ratio};
use crate::error::Result;
use crate::kernels::calendar::{DatePart, Stage, Stages, convert_slice};

/// A part of a date, for [`part`] and [`part_or`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The year; before the year 1 comes the year 0.
    Year,
    /// 1 to 4.
    Quarter,
    /// 1 to 12.
    Month,
    /// The day of the month, 1 to 31.
    Day,
    /// 0 to 23.
    Hour,
    /// 0 to 59.
    Minute,
    /// 0 to 59.
    Second,
    /// Of the second: 0 to 999.
    Millisecond,
    /// Of the millisecond: 0 to 999.
    Microsecond,
    /// Of the microsecond: 0 to 999.
    Nanosecond,
    /// Of the nanosecond: 0 to 999.
    Picosecond,
    /// Of the picosecond: 0 to 999.
    Femtosecond,
    /// Of the femtosecond: 0 to 999.
    Attosecond,
    /// 0 for Monday to 6 for Sunday.
    Weekday,
    /// 1 to 366.
    DayOfYear,
    /// The week of ISO 8601, 1 to 53: the first one has the year's first Thursday.
    IsoWeek,
    /// The year that the week of ISO 8601 belongs to.
    IsoYear,
    /// 1 in leap years, 0 in others.
    IsLeapYear,
    /// 28 to 31.
    DaysInMonth,
}

/// What a part is found from.
enum Source {
    /// The day.
    Day(DatePart),
    /// Whole units, and how many of them make one of the next coarser unit.
    Time(TimeUnit, i64),
}

impl Part {
    fn source(self) -> Source {
        match self {
            Part::Year => Source::Day(DatePart::Year),
            Part::Quarter => Source::Day(DatePart::Quarter),
            Part::Month => Source::Day(DatePart::Month),
            Part::Day => Source::Day(DatePart::Day),
            Part::Weekday => Source::Day(DatePart::Weekday),
            Part::DayOfYear => Source::Day(DatePart::DayOfYear),
            Part::IsoWeek => Source::Day(DatePart::IsoWeek),
            Part::IsoYear => Source::Day(DatePart::IsoYear),
            Part::IsLeapYear => Source::Day(DatePart::IsLeapYear),
            Part::DaysInMonth => Source::Day(DatePart::DaysInMonth),
            Part::Hour => Source::Time(TimeUnit::H, 24),
            Part::Minute => Source::Time(TimeUnit::MIN, 60),
            Part::Second => Source::Time(TimeUnit::S, 60),
            Part::Millisecond => Source::Time(TimeUnit::MS, 1000),
            Part::Microsecond => Source::Time(TimeUnit::US, 1000),
            Part::Nanosecond => Source::Time(TimeUnit::NS, 1000),
            Part::Picosecond => Source::Time(TimeUnit::PS, 1000),
            Part::Femtosecond => Source::Time(TimeUnit::FS, 1000),
            Part::Attosecond => Source::Time(TimeUnit::AS, 1000),
        }
    }

    /// The stages that find the part of dates of a unit.
    fn stages(self, unit: TimeUnit) -> Stages {
        let planned = if unit.base().is_calendar() { self.of_months(unit) } else { self.of_times(unit) };
        planned.unwrap_or_else(|| [Stage::OneByOne].into_iter().collect())
    }

    /// From years or months.
    fn of_months(self, unit: TimeUnit) -> Option<Stages> {
        let (months, _) = ratio(unit, TimeUnit::M)?;
        let months = i64::try_from(months).ok()?;
        let first = Stage::Multiply(months);
        Some(match (self, self.source()) {
            // Which takes no days, and so is right for every year.
            (Part::Year, _) if months % 12 == 0 => {
                [Stage::Multiply(months / 12), Stage::Add(1970)].into_iter().collect()
            }
            (Part::Year, _) => [first, Stage::Divide(12), Stage::Add(1970)].into_iter().collect(),
            (Part::Month, _) => [first, Stage::Remainder(12), Stage::Add(1)].into_iter().collect(),
            (Part::Day, _) => [Stage::Remainder(1), Stage::Add(1)].into_iter().collect(),
            (_, Source::Day(part)) => [first, Stage::MonthsToDays, Stage::Days(part)].into_iter().collect(),
            (_, Source::Time(..)) => [Stage::Remainder(1)].into_iter().collect(),
        })
    }

    /// From weeks and finer units.
    fn of_times(self, unit: TimeUnit) -> Option<Stages> {
        let (target, last) = match self.source() {
            Source::Day(part) => (TimeUnit::D, Stage::Days(part)),
            Source::Time(target, size) => (target, Stage::Remainder(size)),
        };
        // A part that the unit does not tell is zero; the numbers on the way to that may be too large.
        if unit.base() < target.base() && matches!(last, Stage::Remainder(_)) {
            return Some([Stage::Remainder(1)].into_iter().collect());
        }
        let (factor, divisor) = ratio(unit, target)?;
        let (factor, divisor) = (i64::try_from(factor).ok()?, i64::try_from(divisor).ok()?);
        let scale = [Stage::Multiply(factor), Stage::Divide(divisor)];
        let used = scale.into_iter().filter(|stage| !matches!(stage, Stage::Multiply(1) | Stage::Divide(1)));
        Some(used.chain([last]).collect())
    }

    /// The part of one date, by exact arithmetic.
    fn of(self, ticks: i64, unit: TimeUnit) -> Option<i64> {
        let Moment { days, attos } = Moment::of_date(ticks, unit)?;
        let date = Date::from_days(days);
        let weekday = (days + 3).rem_euclid(7);
        let thursday = days - weekday + 3;
        let january = |year| (Date { year, month: 1, day: 1 }).days();
        let below_second = |power: u32| attos % ATTOS_PER_SECOND / 1000i128.pow(power) % 1000;
        let found = match self {
            Part::Year => date.year,
            Part::Quarter => (i128::from(date.month) + 2) / 3,
            Part::Month => date.month.into(),
            Part::Day => date.day.into(),
            Part::Hour => attos / (3600 * ATTOS_PER_SECOND),
            Part::Minute => attos / (60 * ATTOS_PER_SECOND) % 60,
            Part::Second => attos / ATTOS_PER_SECOND % 60,
            Part::Millisecond => below_second(5),
            Part::Microsecond => below_second(4),
            Part::Nanosecond => below_second(3),
            Part::Picosecond => below_second(2),
            Part::Femtosecond => below_second(1),
            Part::Attosecond => below_second(0),
            Part::Weekday => weekday,
            Part::DayOfYear => days - january(date.year) + 1,
            Part::IsoWeek => (thursday - january(Date::from_days(thursday).year)) / 7 + 1,
            Part::IsoYear => Date::from_days(thursday).year,
            Part::IsLeapYear => i128::from(length_of_month(date.year, 2) == 29),
            Part::DaysInMonth => length_of_month(date.year, date.month).into(),
        };
        i64::try_from(found).ok()
    }
}

/// A part of every date of an array, as int64.
///
/// Parts that the unit does not tell are those of the beginning: the hour of a date in days is 0, the month of one in years
/// is 1. There is a function for each part: [`year`], [`month`] and so on.
///
/// Errors: an array of anything but dates with a unit; NaT, which has no parts, with the place of the first one (see
/// [`part_or`]); a year beyond 64 bits.
///
/// ```
/// use ndtype::{self as np, array, datetime::Part};
/// let a = array!["2020-02-29", "1969-12-31"; dtype: "M8[ns]"];
/// assert_eq!(np::datetime::part(&a, Part::Day)?.to_vec::<i64>()?, [29, 31]);
/// let nat = array!["2020-02-29", "NaT"; dtype: "M8[s]"];
/// assert!(np::datetime::part(&nat, Part::Day).unwrap_err().to_string().contains("at (1,)"));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn part(dates: &Array, part: Part) -> Result<Array> {
    found(dates, part, None)
}

/// A part of every date of an array, as int64, and a number of choice for NaT. Otherwise as [`part()`].
///
/// ```
/// use ndtype::{self as np, array, datetime::Part};
/// let a = array!["2020-02-29", "NaT"; dtype: "M8[s]"];
/// assert_eq!(np::datetime::part_or(&a, Part::Year, -1)?.to_vec::<i64>()?, [2020, -1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn part_or(dates: &Array, part: Part, nat: i64) -> Result<Array> {
    found(dates, part, Some(nat))
}

fn found(dates: &Array, part: Part, nat: Option<i64>) -> Result<Array> {
    let (ticks, unit) = counts("the parts of dates", dates)?;
    let ticks = ticks.as_slice::<i64>()?;
    if unit.is_generic() && ticks.iter().any(|&t| t != NAT) {
        let dtype = Dtype::Datetime64(unit);
        return Err(ValueError::Unsupported { operation: "the parts of dates without a unit", dtype }.into());
    }
    if nat.is_none()
        && let Some(at) = position_of_nat(ticks)
    {
        let value = format!("{part:?} of NaT at {}", place(dates, at));
        return Err(ValueError::Argument { reason: "NaT has no parts", value }.into());
    }
    let mut parts = vec![0i64; ticks.len()];
    let done = convert_slice(&part.stages(unit), ticks, &mut parts, nat.unwrap_or(0), |t| part.of(t, unit));
    if let Err(at) = done {
        let value = format!("{part:?} of {} of {} at {}", ticks[at], dates.dtype(), place(dates, at));
        return Err(ValueError::OutOfBounds { value, dtype: Dtype::Int64 }.into());
    }
    Array::from_vec(parts)?.reshape(shape_of(dates))
}

/// Where the first NaT is: blocks first, which vectors look through.
fn position_of_nat(ticks: &[i64]) -> Option<usize> {
    let block = ticks.chunks(256).position(|block| block.iter().fold(false, |any, &t| any | (t == NAT)))?;
    ticks[block * 256..].iter().position(|&t| t == NAT).map(|at| block * 256 + at)
}

/// The index of an element in C's order, as NumPy writes it.
pub(super) fn place(array: &Array, at: usize) -> String {
    let mut rest = at;
    let mut index: Vec<String> = Vec::new();
    for &n in array.shape().iter().rev() {
        index.push((rest % n.max(1)).to_string());
        rest /= n.max(1);
    }
    index.reverse();
    if index.len() == 1 { format!("({},)", index[0]) } else { format!("({})", index.join(", ")) }
}

macro_rules! parts {
    ($($name:ident $part:ident $doc:literal $text:literal $want:literal;)*) => {
        $(
            #[doc = $doc]
            ///
            /// An int64 array of the same shape. Errors as for [`part()`]; for NaT there is [`part_or`].
            ///
            /// ```
            /// use ndtype::{self as np, array};
            #[doc = concat!("let a = array![\"", $text, "\"; dtype: \"M8[ns]\"];")]
            #[doc = concat!("assert_eq!(np::datetime::", stringify!($name), "(&a)?.to_vec::<i64>()?, [", $want, "]);")]
            /// # Ok::<(), ndtype::Error>(())
            /// ```
            pub fn $name(dates: &Array) -> Result<Array> {
                part(dates, Part::$part)
            }
        )*
    };
}

parts! {
    year Year "The year of every date; before the year 1 comes the year 0." "1969-12-31" "1969";
    quarter Quarter "The quarter of the year, 1 to 4." "2020-05-01" "2";
    month Month "The month, 1 to 12." "2020-05-01" "5";
    day Day "The day of the month, 1 to 31." "2020-02-29" "29";
    hour Hour "The hour, 0 to 23." "1969-12-31T23:59" "23";
    minute Minute "The minute, 0 to 59." "1969-12-31T23:59" "59";
    second Second "The second, 0 to 59." "1969-12-31T23:59:58" "58";
    millisecond Millisecond "The millisecond of the second, 0 to 999." "2020-02-03T04:05:06.789012" "789";
    microsecond Microsecond "The microsecond of the millisecond, 0 to 999." "2020-02-03T04:05:06.789012" "12";
    nanosecond Nanosecond "The nanosecond of the microsecond, 0 to 999." "2020-02-03T04:05:06.789012345" "345";
    picosecond Picosecond "The picosecond of the nanosecond, 0 to 999." "2020-02-03T04:05:06.789" "0";
    femtosecond Femtosecond "The femtosecond of the picosecond, 0 to 999." "2020-02-03T04:05:06.789" "0";
    attosecond Attosecond "The attosecond of the femtosecond, 0 to 999." "2020-02-03T04:05:06.789" "0";
    weekday Weekday "The day of the week, 0 for Monday to 6 for Sunday." "1970-01-01" "3";
    day_of_year DayOfYear "The day of the year, 1 to 366." "2020-12-31" "366";
    iso_week IsoWeek "The week of ISO 8601, 1 to 53: the first one has the year's first Thursday." "2021-01-03" "53";
    iso_year IsoYear "The year that the week of ISO 8601 belongs to." "2021-01-03" "2020";
    days_in_month DaysInMonth "How many days the month has, 28 to 31." "2020-02-03" "29";
}

/// Whether the year of every date is a leap year, as booleans.
///
/// Errors as for [`part()`]; for NaT there is [`part_or`].
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array!["1900", "2000", "2020", "2021"; dtype: "M8[Y]"];
/// assert_eq!(np::datetime::is_leap_year(&a)?.to_vec::<bool>()?, [false, true, true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn is_leap_year(dates: &Array) -> Result<Array> {
    part(dates, Part::IsLeapYear)?.astype(Dtype::Bool)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::TimeBase;

    const PARTS: [Part; 19] = [
        Part::Year,
        Part::Quarter,
        Part::Month,
        Part::Day,
        Part::Hour,
        Part::Minute,
        Part::Second,
        Part::Millisecond,
        Part::Microsecond,
        Part::Nanosecond,
        Part::Picosecond,
        Part::Femtosecond,
        Part::Attosecond,
        Part::Weekday,
        Part::DayOfYear,
        Part::IsoWeek,
        Part::IsoYear,
        Part::IsLeapYear,
        Part::DaysInMonth,
    ];

    #[test]
    fn the_stages_find_what_exact_arithmetic_finds() {
        let mut checks = 0;
        for base in TimeBase::all() {
            for count in [1, 7, 2_147_483_647] {
                let unit = TimeUnit::new(count, base).unwrap();
                let mut ticks: Vec<i64> = (-40..40).chain([i64::MAX - 3000, -i64::MAX]).collect();
                ticks.extend((0..62).flat_map(|bit| [(1 << bit) + 5, -(1 << bit) - 7]));
                for part in PARTS {
                    for &t in &ticks {
                        let mut got = [0];
                        let done = convert_slice(&part.stages(unit), &[t], &mut got, NAT, |t| part.of(t, unit));
                        let want = part.of(t, unit);
                        assert_eq!(done.ok().map(|()| got[0]), want, "{part:?} of {t} {unit}");
                        checks += 1;
                    }
                }
            }
        }
        println!("{checks} parts");
        assert!(checks > 100_000);
    }
}
