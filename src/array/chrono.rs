//! The chrono crate's dates, times and spans, to and from arrays of datetime64 and timedelta64.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, TimeDelta, Utc};

use super::{Array, ValueError};
use crate::dtype::{Dtype, DtypeKind, IntoDtype, TimeBase, TimeUnit};
use crate::element::{HasDtype, Scalar};
use crate::error::Result;

/// Attoseconds in a second: what every unit but months and years is a whole number of.
const ATTOS: i128 = 1_000_000_000_000_000_000;
const NAT: i64 = i64::MIN;

/// A time of the chrono crate: [`DateTime<Utc>`], [`NaiveDateTime`] and [`NaiveDate`] are points in time,
/// [`TimeDelta`] is a span. Sealed by [`HasDtype`].
pub trait ChronoTime: HasDtype + std::fmt::Debug + Sized {
    /// The kind of its dtypes.
    #[doc(hidden)]
    const KIND: DtypeKind;
    /// Attoseconds since 1970, or in all, and for points in time the months since 1970.
    #[doc(hidden)]
    fn measure(&self) -> (i128, Option<i64>);
    /// The time of so many attoseconds, if there is one that is just that.
    #[doc(hidden)]
    fn from_attos(attos: i128) -> Option<Self>;
}

impl ChronoTime for DateTime<Utc> {
    const KIND: DtypeKind = DtypeKind::Datetime;

    fn measure(&self) -> (i128, Option<i64>) {
        self.naive_utc().measure()
    }

    fn from_attos(attos: i128) -> Option<Self> {
        let nanos = u32::try_from(attos.rem_euclid(ATTOS) / 1_000_000_000).ok()?;
        let exact = attos % 1_000_000_000 == 0;
        exact.then(|| DateTime::from_timestamp(i64::try_from(attos.div_euclid(ATTOS)).ok()?, nanos))?
    }
}

impl ChronoTime for NaiveDateTime {
    const KIND: DtypeKind = DtypeKind::Datetime;

    fn measure(&self) -> (i128, Option<i64>) {
        let utc = self.and_utc();
        let attos = i128::from(utc.timestamp()) * ATTOS + i128::from(utc.timestamp_subsec_nanos()) * 1_000_000_000;
        (attos, self.date().measure().1)
    }

    fn from_attos(attos: i128) -> Option<Self> {
        DateTime::<Utc>::from_attos(attos).map(|utc| utc.naive_utc())
    }
}

impl ChronoTime for NaiveDate {
    const KIND: DtypeKind = DtypeKind::Datetime;

    fn measure(&self) -> (i128, Option<i64>) {
        let days = i128::from(self.num_days_from_ce()) - 719_163;
        let months = (i64::from(self.year()) - 1970) * 12 + i64::from(self.month0());
        (days * 86_400 * ATTOS, Some(months))
    }

    fn from_attos(attos: i128) -> Option<Self> {
        let midnight = attos % (86_400 * ATTOS) == 0;
        midnight.then(|| DateTime::<Utc>::from_attos(attos)).flatten().map(|utc| utc.date_naive())
    }
}

impl ChronoTime for TimeDelta {
    const KIND: DtypeKind = DtypeKind::Timedelta;

    fn measure(&self) -> (i128, Option<i64>) {
        let attos = i128::from(self.num_seconds()) * ATTOS + i128::from(self.subsec_nanos()) * 1_000_000_000;
        (attos, None)
    }

    fn from_attos(attos: i128) -> Option<Self> {
        let nanos = u32::try_from(attos.rem_euclid(ATTOS) / 1_000_000_000).ok()?;
        let exact = attos % 1_000_000_000 == 0;
        exact.then(|| TimeDelta::new(i64::try_from(attos.div_euclid(ATTOS)).ok()?, nanos))?
    }
}

/// Attoseconds in a unit; `None` for years, months and no unit.
fn attos_in(unit: TimeUnit) -> Option<i128> {
    let base: i128 = match unit.base() {
        TimeBase::Year | TimeBase::Month | TimeBase::Generic => return None,
        TimeBase::Week => 604_800 * ATTOS,
        TimeBase::Day => 86_400 * ATTOS,
        TimeBase::Hour => 3600 * ATTOS,
        TimeBase::Minute => 60 * ATTOS,
        TimeBase::Second => ATTOS,
        TimeBase::Millisecond => ATTOS / 1000,
        TimeBase::Microsecond => ATTOS / 1_000_000,
        TimeBase::Nanosecond => ATTOS / 1_000_000_000,
        TimeBase::Picosecond => 1_000_000,
        TimeBase::Femtosecond => 1000,
        TimeBase::Attosecond => 1,
    };
    Some(base * i128::from(unit.count()))
}

/// Months in a unit of the calendar.
fn months_in(unit: TimeUnit) -> Option<i64> {
    match unit.base() {
        TimeBase::Year => Some(12 * i64::from(unit.count())),
        TimeBase::Month => Some(i64::from(unit.count())),
        _ => None,
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
    let (attos, months) = value.measure();
    let ticks = match (attos_in(unit), months_in(unit), months) {
        (Some(size), _, _) if T::KIND == DtypeKind::Datetime => i64::try_from(attos.div_euclid(size)).ok(),
        (Some(size), _, _) => i64::try_from(attos / size).ok(),
        (None, Some(size), Some(months)) => Some(months.div_euclid(size)),
        // Spans are no whole number of months.
        _ => return Err(ValueError::Unsupported { operation: std::any::type_name::<T>(), dtype: dtype.clone() }.into()),
    };
    let outside = || ValueError::OutOfBounds { value: format!("{value:?}"), dtype: dtype.clone() };
    ticks.filter(|&ticks| ticks != NAT).ok_or_else(|| outside().into())
}

fn from_ticks<T: ChronoTime>(ticks: i64, unit: TimeUnit, dtype: &Dtype) -> Result<Option<T>> {
    if ticks == NAT {
        return Ok(None);
    }
    let attos = match (attos_in(unit), months_in(unit)) {
        (Some(size), _) => i128::from(ticks).checked_mul(size),
        (None, Some(size)) if T::KIND == DtypeKind::Datetime => ticks.checked_mul(size).and_then(|months| {
            let year = i32::try_from(months.div_euclid(12).checked_add(1970)?).ok()?;
            Some(NaiveDate::from_ymd_opt(year, months.rem_euclid(12) as u32 + 1, 1)?.measure().0)
        }),
        _ => return Err(ValueError::Unsupported { operation: std::any::type_name::<T>(), dtype: dtype.clone() }.into()),
    };
    let wrong = || {
        let (reason, value) = (std::any::type_name::<T>(), format!("{ticks} of {dtype}"));
        ValueError::Argument { reason, value }
    };
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
