//! Dates: the parts of them, as text, and business days.
//!
//! - `parts`: the year, the month, the hour and so on of every date of an array, a function for each.
//! - `strings`: dates as text ([`datetime_as_string`]), and the unit of a dtype.
//! - `weekmask`, `business`: business days: [`BusDayCalendar`] and what asks it.
//!
//! NumPy has no functions for the parts of dates; there one casts to coarser units and subtracts. The names here are those of
//! Python's `datetime` and of pandas. All is by the proleptic Gregorian calendar, for every date that 64 bits hold.

mod business;
mod parts;
mod strings;
mod weekmask;

pub use business::{Roll, busday_count, busday_offset, is_busday};
pub use parts::{
    Part, attosecond, day, day_of_year, days_in_month, femtosecond, hour, is_leap_year, iso_week, iso_year,
    microsecond, millisecond, minute, month, nanosecond, part, part_or, picosecond, quarter, second, weekday, year,
};
pub use strings::{DatetimeAsString, TimeZone, datetime_as_string, datetime_data};
pub use weekmask::{BusDayCalendar, Weekmask};

use crate::array::{Array, ValueError, ascontiguousarray};
use crate::dtype::{Dtype, TimeUnit};
use crate::error::Result;

/// The counts of dates, native and in C's order, and their unit. An error for what is no date, or has no unit.
fn counts(operation: &'static str, dates: &Array) -> Result<(Array, TimeUnit)> {
    let native = dates.dtype().native_scalar();
    let Dtype::Datetime64(unit) = *native else {
        return Err(ValueError::Unsupported { operation, dtype: dates.dtype().clone() }.into());
    };
    Ok((plain(dates, native)?.view_dtype(Dtype::Int64)?, unit))
}

/// The elements as a native dtype, aligned and in C's order, with one axis at least.
fn plain(array: &Array, dtype: &Dtype) -> Result<Array> {
    let array = if array.dtype() == dtype { array.clone() } else { array.astype(dtype.clone())? };
    let array = if array.flags().aligned { array } else { array.copy()? };
    ascontiguousarray(&array)
}

/// The shape of an array, for `reshape`.
fn shape_of(array: &Array) -> Vec<isize> {
    array.shape().iter().map(|&n| n as isize).collect()
}
