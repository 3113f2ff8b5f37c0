//! One point in time and one span of time, with their units: `datetime64` and `timedelta64` as Rust values.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::calendar::{Moment, NAT, Span, convert_date, convert_span};
use super::number_text::Line;
use super::time_line::{write_date, write_span};
use super::time_text::{Parsed, parse_date, parse_ticks};
use super::{Scalar, TimeError};
use crate::dtype::{Dtype, DtypeError, TimeUnit};
use crate::error::{Error, Result};

/// A point in time: so many ticks of a unit since 1970 began, or NaT. NumPy's `np.datetime64`.
///
/// Two of different units are compared exactly, by the proleptic Gregorian calendar. NaT is equal to nothing, itself
/// included, and comes neither before nor after anything, so there is no `Eq`, no `Ord` and no `Hash`: for keys of a map
/// there is [`Scalar::key`].
///
/// ```
/// use ndtype::{Datetime64, TimeUnit};
/// let day: Datetime64 = "2020-02-03".parse()?;
/// assert_eq!((day.ticks(), day.unit()), (18_295, TimeUnit::D));
/// assert_eq!(day, Datetime64::parse("2020-02-03", TimeUnit::NS)?);
/// assert!(day < "2020-02-03T04:05".parse()?);
/// assert_eq!(day.to_unit(TimeUnit::H)?.to_string(), "2020-02-03T00");
/// assert!(Datetime64::NAT != Datetime64::NAT);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Datetime64 {
    ticks: i64,
    unit: TimeUnit,
}

/// A span of time: so many ticks of a unit, or NaT. NumPy's `np.timedelta64`.
///
/// Spans of different units are compared exactly. Years and months are no fixed number of days: they are neither equal to
/// nor comparable with days and finer, where NumPy raises an error. A span without a unit goes only with its like; in NumPy
/// it takes on the other's unit, which would make it equal to two spans that differ. NaT is as for [`Datetime64`].
///
/// ```
/// use ndtype::{Timedelta64, TimeUnit};
/// let week = Timedelta64::new(1, TimeUnit::W);
/// assert_eq!(week, Timedelta64::new(168, TimeUnit::H));
/// assert_eq!(week.to_string(), "1 weeks");
/// assert_eq!(Timedelta64::parse("-5", TimeUnit::D)?.ticks(), -5);
/// assert_eq!(week.partial_cmp(&Timedelta64::new(1, TimeUnit::M)), None);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Timedelta64 {
    ticks: i64,
    unit: TimeUnit,
}

macro_rules! ticks_and_unit {
    ($($t:ident $variant:ident $convert:ident;)*) => {
        $(impl $t {
            /// NaT, "not a time", without a unit.
            pub const NAT: $t = $t { ticks: NAT, unit: TimeUnit::GENERIC };

            /// So many ticks of a unit; the smallest `i64` is NaT.
            pub const fn new(ticks: i64, unit: TimeUnit) -> $t {
                $t { ticks, unit }
            }

            /// How many units; the smallest `i64` for NaT.
            pub const fn ticks(self) -> i64 {
                self.ticks
            }

            /// The unit.
            pub const fn unit(self) -> TimeUnit {
                self.unit
            }

            /// Whether this is NaT.
            pub const fn is_nat(self) -> bool {
                self.ticks == NAT
            }

            /// The dtype, with the unit.
            pub const fn dtype(self) -> Dtype {
                Dtype::$variant(self.unit)
            }

            /// The same in another unit, rounded down if that is coarser. An error that names the value and the dtype if it
            /// does not fit, where NumPy wraps. Without a unit on one side the ticks stay as they are; so does NaT.
            pub fn to_unit(self, unit: TimeUnit) -> Result<$t> {
                match $convert(self.ticks, self.unit, unit) {
                    Some(ticks) => Ok($t { ticks, unit }),
                    None => Err(TimeError::OutOfRange { value: self.to_string(), dtype: Dtype::$variant(unit) }.into()),
                }
            }
        }

        impl From<$t> for Scalar {
            fn from(time: $t) -> Scalar {
                Scalar::of_ticks(time.ticks, time.dtype())
            }
        }

        /// An error that names both dtypes if the scalar is of another kind.
        impl TryFrom<&Scalar> for $t {
            type Error = Error;

            fn try_from(scalar: &Scalar) -> Result<$t> {
                match (scalar.dtype().native_scalar(), scalar.time_ticks()) {
                    (Dtype::$variant(unit), Some(ticks)) => Ok($t { ticks, unit: *unit }),
                    _ => {
                        let (expected, dtype) = (Dtype::$variant(TimeUnit::GENERIC), scalar.dtype().clone());
                        Err(DtypeError::WrongType { expected, dtype }.into())
                    }
                }
            }
        }

        /// With the dtype, as scalars have it.
        impl fmt::Debug for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self} ({})", self.dtype())
            }
        })*
    };
}

ticks_and_unit! {
    Datetime64 Datetime64 convert_date;
    Timedelta64 Timedelta64 convert_span;
}

impl Datetime64 {
    /// Reads a date or time in a unit, rounded down to it. See [`FromStr`](#impl-FromStr-for-Datetime64) for what is read;
    /// without a unit only NaT is.
    pub fn parse(text: &str, unit: TimeUnit) -> Result<Datetime64> {
        match parse_date(text)? {
            Parsed::Nat => Ok(Datetime64 { ticks: NAT, unit }),
            Parsed::Time { .. } if unit.is_generic() => Err(TimeError::NoUnit { text: text.to_owned() }.into()),
            Parsed::Time { moment, .. } => Datetime64::in_unit(moment, unit, text),
        }
    }

    fn in_unit(moment: Moment, unit: TimeUnit, text: &str) -> Result<Datetime64> {
        let outside = || TimeError::OutOfRange { value: text.to_owned(), dtype: Dtype::Datetime64(unit) };
        Ok(Datetime64 { ticks: moment.date_ticks(unit).ok_or_else(outside)?, unit })
    }

    /// What decides about order: the moment, or the ticks if there is no unit. `None` for NaT.
    fn place(self) -> Option<(bool, Moment)> {
        if self.is_nat() {
            return None;
        }
        let bare = Moment { days: self.ticks.into(), attos: 0 };
        Some(Moment::of_date(self.ticks, self.unit).map_or((true, bare), |moment| (false, moment)))
    }
}

impl Timedelta64 {
    /// Reads a number of ticks of a unit, or NaT, as NumPy does of text: white space, a sign, digits. An error that says where
    /// the text goes wrong, and one if the number does not fit.
    pub fn parse(text: &str, unit: TimeUnit) -> Result<Timedelta64> {
        Ok(Timedelta64 { ticks: parse_ticks(text, unit)?, unit })
    }

    /// What decides about equality: the span, or the ticks if there is no unit. `None` for NaT.
    fn length(self) -> Option<(bool, Span)> {
        if self.is_nat() {
            return None;
        }
        let bare = Span::Months(self.ticks.into());
        Some(Span::new(self.ticks, self.unit).map_or((true, bare), |span| (false, span)))
    }
}

/// Reads a date or time as NumPy does, in the unit that the text is written to.
///
/// `[+-]YYYY[-MM[-DD[Thh[:mm[:ss[.fff]]]]]]`, with a space for the `T` if you like, up to 18 digits of a fraction, and after
/// a time of day `Z`, `+hh`, `+hhmm` or `+hh:mm`, which is converted to UTC. White space may go before, and after a time. An
/// empty text and `NaT` in any case are NaT; `now` is the present second and `today` the present day of UTC (NumPy: of the
/// local time zone).
///
/// An error says where the text goes wrong, or that its unit cannot hold it.
///
/// ```
/// use ndtype::{Datetime64, TimeUnit};
/// assert_eq!("2020-02".parse::<Datetime64>()?.unit(), TimeUnit::M);
/// assert_eq!("2020-02-03 04:05+01:00".parse::<Datetime64>()?.to_string(), "2020-02-03T03:05");
/// assert_eq!("2020-02-03T04:05:06.7891".parse::<Datetime64>()?.unit(), TimeUnit::US);
/// let error = "2020-02-30".parse::<Datetime64>().unwrap_err();
/// assert_eq!(error.to_string(), "cannot read '2020-02-30' as a date: expected a day of that month at position 8");
/// # Ok::<(), ndtype::Error>(())
/// ```
impl FromStr for Datetime64 {
    type Err = Error;

    fn from_str(text: &str) -> Result<Datetime64> {
        match parse_date(text)? {
            Parsed::Nat => Ok(Datetime64::NAT),
            Parsed::Time { moment, unit } => Datetime64::in_unit(moment, unit, text),
        }
    }
}

impl PartialEq for Datetime64 {
    fn eq(&self, other: &Datetime64) -> bool {
        self.place().is_some_and(|place| other.place() == Some(place))
    }
}

impl PartialOrd for Datetime64 {
    fn partial_cmp(&self, other: &Datetime64) -> Option<Ordering> {
        let ((a, x), (b, y)) = (self.place()?, other.place()?);
        (a == b).then(|| x.cmp(&y))
    }
}

impl PartialEq for Timedelta64 {
    fn eq(&self, other: &Timedelta64) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Timedelta64 {
    fn partial_cmp(&self, other: &Timedelta64) -> Option<Ordering> {
        match (self.length()?, other.length()?) {
            ((a, Span::Months(x)), (b, Span::Months(y))) if a == b => Some(x.cmp(&y)),
            ((_, Span::Exact(x)), (_, Span::Exact(y))) => Some(x.cmp(&y)),
            _ => None,
        }
    }
}

/// As NumPy prints it (`np.datetime_as_string`): `2020-02-03T04:05`, to the precision of the unit; `NaT`.
impl fmt::Display for Datetime64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Line::new();
        if write_date(&mut line, self.ticks, self.unit).is_none() {
            write_span(&mut line, self.ticks, self.unit);
        }
        f.pad(line.as_str())
    }
}

/// As NumPy prints it: `5 days`, `175 microseconds` for seven of 25; `NaT`.
impl fmt::Display for Timedelta64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Line::new();
        write_span(&mut line, self.ticks, self.unit);
        f.pad(line.as_str())
    }
}
