//! Dates as text.

use super::{counts, shape_of};
use crate::array::{Array, ValueError};
use crate::dtype::{Casting, Dtype, DtypeKind, IntoDtype, TimeBase};
use crate::element::calendar::{ATTOS_PER_DAY, ATTOS_PER_SECOND, Moment, NAT};
use crate::element::number_text::Line;
use crate::element::time_line::write_moment;
use crate::error::Result;

/// How dates become text: the options of [`datetime_as_string`].
///
/// ```
/// use ndtype::{DatetimeAsString, TimeBase, TimeZone};
/// let options = DatetimeAsString::new().unit(TimeBase::Second).timezone(TimeZone::Utc);
/// assert_eq!(options, DatetimeAsString::from(TimeBase::Second).timezone(TimeZone::Utc));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatetimeAsString {
    precision: Precision,
    timezone: TimeZone,
    casting: Casting,
}

/// To which unit dates are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precision {
    /// That of the array.
    Own,
    /// As far as there is something to tell, for each date; days at least.
    Auto,
    To(TimeBase),
}

/// What dates are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeZone {
    /// No time zone is written: NumPy's `'naive'`.
    #[default]
    Naive,
    /// A `Z` after times: NumPy's `'UTC'`.
    Utc,
    /// So many minutes ahead of UTC, and `+hhmm` after times: what NumPy does with a `tzinfo`.
    Offset(i16),
}

impl DatetimeAsString {
    /// In the array's own unit, without a time zone, casting by [`Casting::SameKind`].
    pub fn new() -> DatetimeAsString {
        DatetimeAsString { precision: Precision::Own, timezone: TimeZone::Naive, casting: Casting::SameKind }
    }

    /// In this unit.
    #[must_use]
    pub fn unit(mut self, unit: TimeBase) -> DatetimeAsString {
        self.precision = Precision::To(unit);
        self
    }

    /// Each date to the unit that tells all of it: NumPy's `unit='auto'`. Days, minutes or seconds and finer.
    #[must_use]
    pub fn auto(mut self) -> DatetimeAsString {
        self.precision = Precision::Auto;
        self
    }

    /// For this time zone.
    #[must_use]
    pub fn timezone(mut self, timezone: TimeZone) -> DatetimeAsString {
        self.timezone = timezone;
        self
    }

    /// By this rule: with [`Casting::Safe`] nothing of a date may be lost, with [`Casting::Unsafe`] even a day may change with
    /// the time zone.
    #[must_use]
    pub fn casting(mut self, casting: Casting) -> DatetimeAsString {
        self.casting = casting;
        self
    }
}

impl Default for DatetimeAsString {
    fn default() -> DatetimeAsString {
        DatetimeAsString::new()
    }
}

impl From<TimeBase> for DatetimeAsString {
    fn from(unit: TimeBase) -> DatetimeAsString {
        DatetimeAsString::new().unit(unit)
    }
}

/// The default.
impl From<()> for DatetimeAsString {
    fn from((): ()) -> DatetimeAsString {
        DatetimeAsString::new()
    }
}

/// Dates as text of ISO 8601: NumPy's `datetime_as_string`. An array of `U` of the width that NumPy gives it.
///
/// Options are [`DatetimeAsString`], a [`TimeBase`] or `()`. The local time zone of the machine is not known here; see
/// [`TimeZone::Offset`].
///
/// Errors: an array of anything but dates with a unit; a unit that the rule of casting does not allow; a date, without its
/// time, in another time zone than UTC, unless casting is [`Casting::Unsafe`].
///
/// ```
/// use ndtype::{self as np, array, DatetimeAsString, TimeBase, TimeZone};
/// let a = array!["2020-02-03T04:05:06", "1969-12-31", "NaT"; dtype: "M8[s]"];
/// let text = np::datetime_as_string(&a, ())?;
/// assert_eq!(text.dtype().to_string(), "<U38");
/// assert_eq!(Vec::<String>::try_from(&text)?, ["2020-02-03T04:05:06", "1969-12-31T00:00:00", "NaT"]);
/// let text = np::datetime_as_string(&a, TimeBase::Month)?;
/// assert_eq!(Vec::<String>::try_from(&text)?, ["2020-02", "1969-12", "NaT"]);
/// let options = DatetimeAsString::new().auto().timezone(TimeZone::Offset(90));
/// let text = np::datetime_as_string(&a, options)?;
/// assert_eq!(Vec::<String>::try_from(&text)?, ["2020-02-03T05:35:06+0130", "1969-12-31T01:30+0130", "NaT"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn datetime_as_string(dates: &Array, options: impl Into<DatetimeAsString>) -> Result<Array> {
    let options = options.into();
    let (ticks, unit) = counts("datetime_as_string", dates)?;
    let ticks = ticks.as_slice::<i64>()?;
    let refuse = |reason: &'static str| Err(ValueError::Argument { reason, value: dates.dtype().to_string() }.into());
    let precision = match options.precision {
        Precision::Own => Some(unit.base()),
        Precision::Auto => None,
        Precision::To(to) => {
            let allowed = match options.casting {
                Casting::No | Casting::Equiv => to == unit.base(),
                Casting::Safe => unit.base() <= to || unit.is_generic(),
                _ => true,
            };
            if !allowed || (to == TimeBase::Generic) != unit.is_generic() {
                return refuse("dates of this dtype cannot be written in that unit by that rule of casting");
            }
            Some(to)
        }
    };
    if unit.is_generic() && ticks.iter().any(|&t| t != NAT) {
        return refuse("only NaT can be written without a unit");
    }
    let days = precision.is_some_and(|base| base <= TimeBase::Day);
    if days && matches!(options.timezone, TimeZone::Offset(_)) && options.casting != Casting::Unsafe {
        return refuse("a date of this dtype is another one in another time zone, which only unsafe casting allows");
    }
    let mut width = text_width(precision, options.timezone);
    let mut texts = Vec::with_capacity(ticks.len());
    for &t in ticks {
        let text = match Moment::of_date(t, unit) {
            Some(moment) if t != NAT => written(moment, precision, options.timezone),
            _ => "NaT".to_owned(),
        };
        width = width.max(text.len());
        texts.push(text);
    }
    // NumPy gives a single text the width that it needs.
    if let ([text], 0) = (&texts[..], dates.ndim()) {
        width = text.len();
    }
    let mut letters = vec![0u32; width * texts.len()];
    for (text, room) in texts.iter().zip(letters.chunks_exact_mut(width)) {
        for (byte, slot) in text.bytes().zip(room) {
            *slot = byte.into();
        }
    }
    Array::from_vec(letters)?.view_dtype(Dtype::Unicode(width))?.reshape(shape_of(dates))
}

/// How wide NumPy makes the texts.
fn text_width(precision: Option<TimeBase>, timezone: TimeZone) -> usize {
    let zone = if matches!(timezone, TimeZone::Offset(_)) { 4 } else { 0 };
    match precision {
        None => 62,
        Some(TimeBase::Generic) => 4,
        Some(TimeBase::Year) => 22,
        Some(TimeBase::Month) => 25,
        Some(TimeBase::Week | TimeBase::Day) => 28,
        Some(TimeBase::Hour) => 32 + zone,
        Some(TimeBase::Minute) => 35 + zone,
        Some(TimeBase::Second) => 38 + zone,
        Some(finer) => 39 + 3 * (finer as usize - TimeBase::Second as usize) + zone,
    }
}

fn written(moment: Moment, precision: Option<TimeBase>, timezone: TimeZone) -> String {
    let moment = match timezone {
        TimeZone::Offset(minutes) => {
            let attos = moment.attos + i128::from(minutes) * 60 * ATTOS_PER_SECOND;
            Moment { days: moment.days + attos.div_euclid(ATTOS_PER_DAY), attos: attos.rem_euclid(ATTOS_PER_DAY) }
        }
        _ => moment,
    };
    let base = precision.unwrap_or_else(|| telling(moment.attos));
    let mut line = Line::new();
    write_moment(&mut line, moment, base);
    let mut text = line.as_str().to_owned();
    if base > TimeBase::Day {
        match timezone {
            TimeZone::Naive => {}
            TimeZone::Utc => text.push('Z'),
            TimeZone::Offset(minutes) => {
                let (sign, minutes) = (if minutes < 0 { '-' } else { '+' }, minutes.unsigned_abs());
                return format!("{text}{sign}{:02}{:02}", minutes / 60, minutes % 60);
            }
        }
    }
    text
}

/// The unit that tells all of a time of day; hours are told with their minutes.
fn telling(attos: i128) -> TimeBase {
    use TimeBase::{Attosecond, Day, Femtosecond, Microsecond, Millisecond, Minute, Nanosecond, Picosecond, Second};
    let units = [Day, Minute, Second, Millisecond, Microsecond, Nanosecond, Picosecond, Femtosecond];
    let sizes = [86_400, 60, 1].map(|seconds| seconds * ATTOS_PER_SECOND).into_iter();
    let sizes = sizes.chain((1..6).map(|power| 1000i128.pow(6 - power)));
    units.into_iter().zip(sizes).find(|&(_, size)| attos % size == 0).map_or(Attosecond, |(unit, _)| unit)
}

/// The unit of a dtype of time and how many of it make a tick: NumPy's `datetime_data`.
///
/// An error for any other dtype.
///
/// ```
/// use ndtype::{self as np, TimeBase};
/// assert_eq!(np::datetime_data("M8[25us]")?, (TimeBase::Microsecond, 25));
/// assert_eq!(np::datetime_data("m8")?, (TimeBase::Generic, 1));
/// assert!(np::datetime_data("f8").unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn datetime_data(dtype: impl IntoDtype) -> Result<(TimeBase, u32)> {
    let dtype = dtype.into_dtype()?;
    match dtype.native_scalar() {
        Dtype::Datetime64(unit) | Dtype::Timedelta64(unit)
            if matches!(dtype.kind(), DtypeKind::Datetime | DtypeKind::Timedelta) =>
        {
            Ok((unit.base(), unit.count()))
        }
        _ => Err(ValueError::Unsupported { operation: "datetime_data", dtype: dtype.clone() }.into()),
    }
}
