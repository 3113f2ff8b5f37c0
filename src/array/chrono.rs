//! The chrono crate's dates, times and spans, to and from arrays of datetime64 and timedelta64.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, TimeDelta, Utc};

use super::{Array, ValueError};
use crate::dtype::{Dtype, DtypeKind, IntoDtype, TimeUnit};
use crate::element::calendar::{ATTOS_PER_DAY, ATTOS_PER_SECOND, Date, Moment, NAT};
use crate::element::{Datetime64, HasDtype, Scalar, Timedelta64};
use crate::error::{Error, Result};

/// A time of the chrono crate: [`DateTime<Utc>`], [`NaiveDateTime`] and [`NaiveDate`] are points in time,
/// [`TimeDelta`] is a span. Sealed by [`HasDtype`].
pub trait ChronoTime: HasDtype + std::fmt::Debug + Sized {
    /// The kind of its dtypes.
    #[doc(hidden)]
    const KIND: DtypeKind;
    /// Attoseconds since 1970, or in all.
    #[doc(hidden)]
    fn attos(&self) -> i128;
    /// The time of so many attoseconds, if there is one that is just that.
    #[doc(hidden)]
    fn from_attos(attos: i128) -> Option<Self>;
}

impl ChronoTime for DateTime<Utc> {
    const KIND: DtypeKind = DtypeKind::Datetime;

    fn attos(&self) -> i128 {
        self.naive_utc().attos()
    }

    fn from_attos(attos: i128) -> Option<Self> {
        let nanos = u32::try_from(attos.rem_euclid(ATTOS_PER_SECOND) / 1_000_000_000).ok()?;
        let exact = attos % 1_000_000_000 == 0;
        exact.then(|| DateTime::from_timestamp(i64::try_from(attos.div_euclid(ATTOS_PER_SECOND)).ok()?, nanos))?
    }
}

impl ChronoTime for NaiveDateTime {
    const KIND: DtypeKind = DtypeKind::Datetime;

    fn attos(&self) -> i128 {
        let utc = self.and_utc();
        i128::from(utc.timestamp()) * ATTOS_PER_SECOND + i128::from(utc.timestamp_subsec_nanos()) * 1_000_000_000
    }

    fn from_attos(attos: i128) -> Option<Self> {
        DateTime::<Utc>::from_attos(attos).map(|utc| utc.naive_utc())
    }
}

impl ChronoTime for NaiveDate {
    const KIND: DtypeKind = DtypeKind::Datetime;

    fn attos(&self) -> i128 {
        let date = Date { year: self.year().into(), month: self.month(), day: self.day() };
        date.days() * ATTOS_PER_DAY
    }

    fn from_attos(attos: i128) -> Option<Self> {
        let midnight = attos % (ATTOS_PER_DAY) == 0;
        midnight.then(|| DateTime::<Utc>::from_attos(attos)).flatten().map(|utc| utc.date_naive())
    }
}

impl ChronoTime for TimeDelta {
    const KIND: DtypeKind = DtypeKind::Timedelta;

    fn attos(&self) -> i128 {
        i128::from(self.num_seconds()) * ATTOS_PER_SECOND + i128::from(self.subsec_nanos()) * 1_000_000_000
    }

    fn from_attos(attos: i128) -> Option<Self> {
        let nanos = u32::try_from(attos.rem_euclid(ATTOS_PER_SECOND) / 1_000_000_000).ok()?;
        let exact = attos % 1_000_000_000 == 0;
        exact.then(|| TimeDelta::new(i64::try_from(attos.div_euclid(ATTOS_PER_SECOND)).ok()?, nanos))?
    }
}

/// The unit of a dtype of the kind that `T` is.
fn unit_of<T: ChronoTime>(dtype: &Dtype) -> Result<TimeUnit> {
    match dtype.native_scalar() {
        Dtype::Datetime64(unit) | Dtype::Timedelta64(unit) if dtype.kind() == T::KIND && !unit.is_generic() => {
            Ok(*unit)
        }
        _ => Err(ValueError::Unsupported { operation: std::any::type_name::<T>(), dtype: dtype.clone() }.into()),
    }
}

/// Whole units, towards the past as NumPy does with dates; spans towards zero.
fn to_ticks<T: ChronoTime>(value: &T, unit: TimeUnit, dtype: &Dtype) -> Result<i64> {
    let attos = value.attos();
    let ticks = if T::KIND == DtypeKind::Datetime {
        Moment::from_attos(attos).date_ticks(unit)
    } else if unit.base().is_calendar() {
        // Spans are no whole number of months.
        return Err(ValueError::Unsupported { operation: std::any::type_name::<T>(), dtype: dtype.clone() }.into());
    } else {
        let sign = if attos < 0 { -1 } else { 1 };
        Moment::from_attos(attos * sign).date_ticks(unit).map(|ticks| ticks * sign as i64)
    };
    let outside = || ValueError::OutOfBounds { value: format!("{value:?}"), dtype: dtype.clone() };
    ticks.ok_or_else(|| outside().into())
}

fn from_ticks<T: ChronoTime>(ticks: i64, unit: TimeUnit, dtype: &Dtype) -> Result<Option<T>> {
    if ticks == NAT {
        return Ok(None);
    }
    if T::KIND == DtypeKind::Timedelta && unit.base().is_calendar() {
        return Err(ValueError::Unsupported { operation: std::any::type_name::<T>(), dtype: dtype.clone() }.into());
    }
    let wrong = || {
        let time = Scalar::from_ticks(ticks, dtype.native_scalar())
            .map_or_else(|_| ticks.to_string(), |time| time.to_string());
        let value = format!("{time} of {dtype} as {}", std::any::type_name::<T>());
        ValueError::Argument { reason: "the type of chrono cannot hold it exactly", value }
    };
    let attos = Moment::of_date(ticks, unit).and_then(Moment::to_attos);
    Ok(Some(attos.and_then(T::from_attos).ok_or_else(wrong)?))
}

impl Array {
    /// One axis of dates, times or spans of the chrono crate, in the dtype that [`Dtype::of`] gives them: days for
    /// `NaiveDate`, nanoseconds for the others. An error that names the first one beyond that dtype's range.
    ///
    /// ```
    /// use chrono::NaiveDate;
    /// use ndtype::Array;
    /// let days = [NaiveDate::from_ymd_opt(1970, 1, 2).unwrap(), NaiveDate::from_ymd_opt(1969, 12, 31).unwrap()];
    /// let a = Array::from_chrono(&days)?;
    /// assert_eq!(a.dtype().to_string(), "datetime64[D]");
    /// assert_eq!(a.view_dtype("i8")?.to_vec::<i64>()?, [1, -1]);
    /// assert_eq!(a.to_chrono::<NaiveDate>()?, [Some(days[0]), Some(days[1])]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_chrono<T: ChronoTime>(values: &[T]) -> Result<Array> {
        Array::from_chrono_dtype(values, T::dtype())
    }

    /// The same in a dtype of choice: in whole units, dates rounded to the past, spans towards zero. An error for a dtype
    /// of the other kind or without a unit, and for spans in months or years.
    ///
    /// ```
    /// use chrono::TimeDelta;
    /// use ndtype::Array;
    /// let spans = Array::from_chrono_dtype(&[TimeDelta::seconds(90)], "m8[m]")?;
    /// assert_eq!(spans.to_chrono::<TimeDelta>()?, [Some(TimeDelta::seconds(60))]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_chrono_dtype<T: ChronoTime>(values: &[T], dtype: impl IntoDtype) -> Result<Array> {
        let dtype = dtype.into_dtype()?;
        let unit = unit_of::<T>(&dtype)?;
        let ticks: Vec<i64> = values.iter().map(|value| to_ticks(value, unit, &dtype)).collect::<Result<_>>()?;
        let times = Array::from_vec(ticks)?.view_dtype(dtype.native_scalar())?;
        if dtype.is_native() { Ok(times) } else { times.astype(dtype) }
    }

    /// The dates, times or spans in C's order, as the chrono crate has them; `None` for NaT.
    ///
    /// Errors: a dtype of another kind or without a unit; a value that the Rust type cannot hold exactly: out of its range,
    /// finer than a nanosecond, or a time of day in a `NaiveDate`.
    ///
    /// ```
    /// use chrono::{DateTime, NaiveDate, Utc};
    /// use ndtype::{self as np};
    /// let a = np::arange_dtype(0, 3, 2, "M8[s]")?;
    /// let times = a.to_chrono::<DateTime<Utc>>()?;
    /// assert_eq!(times[1].unwrap().to_rfc3339(), "1970-01-01T00:00:02+00:00");
    /// assert!(a.to_chrono::<NaiveDate>().unwrap_err().is_value());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn to_chrono<T: ChronoTime>(&self) -> Result<Vec<Option<T>>> {
        let unit = unit_of::<T>(self.dtype())?;
        let native = if self.dtype().is_native() { self.clone() } else { self.astype(self.dtype().native_scalar())? };
        let ticks = native.view_dtype(Dtype::Int64)?;
        ticks.iter::<i64>()?.map(|ticks| from_ticks(ticks, unit, self.dtype())).collect()
    }
}

impl Scalar {
    /// A date, time or span of the chrono crate, in the dtype that [`Dtype::of`] gives it. An error beyond its range.
    ///
    /// ```
    /// use chrono::NaiveDate;
    /// use ndtype::Scalar;
    /// assert_eq!(Scalar::from_chrono(&NaiveDate::from_ymd_opt(1970, 1, 11).unwrap())?.time_ticks(), Some(10));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_chrono<T: ChronoTime>(value: &T) -> Result<Scalar> {
        let dtype = T::dtype();
        Scalar::from_ticks(to_ticks(value, unit_of::<T>(&dtype)?, &dtype)?, dtype)
    }

    /// The date, time or span as the chrono crate has it; `None` for NaT. Errors as for [`Array::to_chrono`].
    pub fn to_chrono<T: ChronoTime>(&self) -> Result<Option<T>> {
        let unit = unit_of::<T>(self.dtype())?;
        from_ticks(self.time_ticks().unwrap_or(NAT), unit, self.dtype())
    }
}

macro_rules! time_from_chrono {
    ($($chrono:ty => $time:ident;)*) => {
        $(
            /// In the unit that the dtype of the type has. An error beyond its range.
            impl TryFrom<$chrono> for $time {
                type Error = Error;

                fn try_from(value: $chrono) -> Result<$time> {
                    $time::try_from(&Scalar::from_chrono(&value)?)
                }
            }

            /// Exactly, or an error: NaT, no unit, out of range, or finer than the type.
            impl TryFrom<$time> for $chrono {
                type Error = Error;

                fn try_from(value: $time) -> Result<$chrono> {
                    let nat = || ValueError::Argument { reason: std::any::type_name::<$chrono>(), value: "NaT".to_owned() };
                    Scalar::from(value).to_chrono()?.ok_or_else(|| nat().into())
                }
            }
        )*
    };
}

time_from_chrono! {
    DateTime<Utc> => Datetime64;
    NaiveDateTime => Datetime64;
    NaiveDate => Datetime64;
    TimeDelta => Timedelta64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_convert_both_ways() {
        let date = NaiveDate::from_ymd_opt(2020, 2, 29).unwrap();
        let time = Datetime64::try_from(date).unwrap();
        assert_eq!(time.to_string(), "2020-02-29");
        assert_eq!(NaiveDate::try_from(time).unwrap(), date);
        assert_eq!(NaiveDate::try_from("2020-02".parse::<Datetime64>().unwrap()).unwrap().to_string(), "2020-02-01");
        assert!(NaiveDate::try_from(Datetime64::NAT).unwrap_err().is_value());
        let span = TimeDelta::try_from(Timedelta64::new(-3, TimeUnit::MS)).unwrap();
        assert_eq!(span, TimeDelta::milliseconds(-3));
        assert!(TimeDelta::try_from(Timedelta64::new(1, TimeUnit::M)).unwrap_err().is_value());
        let minutes = Array::from_vec(vec![26_382_990i64]).unwrap().view_dtype("M8[m]").unwrap();
        let error = minutes.to_chrono::<NaiveDate>().unwrap_err().to_string();
        assert!(
            error.starts_with("the type of chrono cannot hold it exactly: 2020-02-29T12:30 of datetime64[m]"),
            "{error}"
        );
        // Towards zero, as documented, on both sides of it.
        for (seconds, minutes) in [(90, 1), (-90, -1), (-60, -1), (-59, 0)] {
            let spans = Array::from_chrono_dtype(&[TimeDelta::seconds(seconds)], "m8[m]").unwrap();
            assert_eq!(spans.get_scalar(&[0]).unwrap().time_ticks(), Some(minutes));
        }
    }
}
