//! Units of time: the 13 of NumPy, `generic`, and whole multiples of them.
//!
//! Everything that decides about units without touching data is here: how many of one unit make another, whether one
//! divides another (safe casts), the greatest common divisor (promotion), and `[3D/4]`-style divisors.

use std::fmt;
use std::num::NonZeroU32;

use super::error::DtypeError;
use crate::error::Result;

/// A unit of time without its multiple. Coarse to fine; [`Generic`](TimeBase::Generic) last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimeBase {
    /// Years, `Y`.
    Year,
    /// Months, `M`.
    Month,
    /// Weeks, `W`.
    Week,
    /// Days, `D`.
    Day,
    /// Hours, `h`.
    Hour,
    /// Minutes, `m`.
    Minute,
    /// Seconds, `s`.
    Second,
    /// Milliseconds, `ms`.
    Millisecond,
    /// Microseconds, `us`.
    Microsecond,
    /// Nanoseconds, `ns`.
    Nanosecond,
    /// Picoseconds, `ps`.
    Picosecond,
    /// Femtoseconds, `fs`.
    Femtosecond,
    /// Attoseconds, `as`.
    Attosecond,
    /// No unit yet: takes on any other.
    Generic,
}

use TimeBase::*;

/// The units in order, coarse to fine, without `Generic`.
const BASES: [TimeBase; 13] = [
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    Nanosecond,
    Picosecond,
    Femtosecond,
    Attosecond,
];

/// Factors above this are given up as overflow, as in NumPy, which keeps the top eight bits free.
const FACTOR_LIMIT: u64 = 1 << 56;

impl TimeBase {
    /// NumPy's abbreviation: `Y`, `M`, `W`, `D`, `h`, `m`, `s`, `ms`, `us`, `ns`, `ps`, `fs`, `as`, `generic`.
    pub fn code(self) -> &'static str {
        match self {
            Year => "Y",
            Month => "M",
            Week => "W",
            Day => "D",
            Hour => "h",
            Minute => "m",
            Second => "s",
            Millisecond => "ms",
            Microsecond => "us",
            Nanosecond => "ns",
            Picosecond => "ps",
            Femtosecond => "fs",
            Attosecond => "as",
            Generic => "generic",
        }
    }

    /// The unit of this abbreviation. `μs` (Greek mu) is `us`, as in NumPy; case matters (`[As]` is no unit).
    #[inline]
    pub fn from_code(code: &str) -> Option<TimeBase> {
        Some(match code.as_bytes() {
            b"Y" => Year,
            b"M" => Month,
            b"W" => Week,
            b"D" => Day,
            b"h" => Hour,
            b"m" => Minute,
            b"s" => Second,
            b"ms" => Millisecond,
            b"us" => Microsecond,
            b"ns" => Nanosecond,
            b"ps" => Picosecond,
            b"fs" => Femtosecond,
            b"as" => Attosecond,
            _ if code == "μs" => Microsecond,
            _ if code == "generic" => Generic,
            _ => return None,
        })
    }

    /// The thirteen units, coarse to fine.
    pub fn all() -> [TimeBase; 13] {
        BASES
    }

    /// Years and months, which are no fixed number of days.
    pub(crate) fn is_calendar(self) -> bool {
        self <= Month
    }

    /// How many of the next finer unit make one (weeks and finer).
    fn next_factor(self) -> u64 {
        match self {
            Week => 7,
            Day => 24,
            Hour | Minute => 60,
            Year | Month | Attosecond | Generic => 1,
            _ => 1000,
        }
    }

    /// How many `fine` make one `self`, for weeks and finer; `None` where NumPy calls it an overflow.
    pub(crate) fn factor_to(self, fine: TimeBase) -> Option<u64> {
        let mut factor = 1u64;
        for base in BASES.into_iter().filter(|&base| self <= base && base < fine) {
            factor = factor.checked_mul(base.next_factor()).filter(|&factor| factor < FACTOR_LIMIT)?;
        }
        Some(factor)
    }

    /// The finer units that a divisor may turn this one into, and how many of them make one: `[D/4]` is `[6h]`.
    fn divisible_into(self) -> &'static [(u32, TimeBase)] {
        match self {
            Year => &[(12, Month), (52, Week), (365, Day)],
            Month => &[(4, Week), (30, Day), (720, Hour)],
            Week => &[(7, Day), (168, Hour), (10_080, Minute)],
            Day => &[(24, Hour), (1440, Minute), (86_400, Second)],
            Hour => &[(60, Minute), (3600, Second)],
            Minute => &[(60, Second), (60_000, Millisecond)],
            Second => &[(1000, Millisecond), (1_000_000, Microsecond)],
            Millisecond => &[(1000, Microsecond), (1_000_000, Nanosecond)],
            Microsecond => &[(1000, Nanosecond), (1_000_000, Picosecond)],
            Nanosecond => &[(1000, Picosecond), (1_000_000, Femtosecond)],
            Picosecond => &[(1000, Femtosecond), (1_000_000, Attosecond)],
            Femtosecond => &[(1000, Attosecond)],
            Attosecond | Generic => &[],
        }
    }
}

/// The unit of a `datetime64` or `timedelta64`: a [`TimeBase`] and a multiple of it, as in `M8[25us]`.
///
/// ```
/// use ndtype::{Dtype, TimeUnit};
///
/// assert_eq!("M8[ns]".parse::<Dtype>()?, Dtype::Datetime64(TimeUnit::NS));
/// assert_eq!("m8[3D/4]".parse::<Dtype>()?, Dtype::Timedelta64(TimeUnit::new(18, TimeUnit::H.base())?));
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeUnit {
    base: TimeBase,
    count: NonZeroU32,
}

/// Why two units have no common unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoCommonUnit {
    /// Years or months of a timedelta against days or finer.
    Nonlinear,
    Overflow,
}

macro_rules! unit_constants {
    ($($name:ident $base:ident $doc:literal;)*) => {
        impl TimeUnit {
            $(#[doc = concat!("One ", $doc, ".")] pub const $name: TimeUnit = TimeUnit { base: $base, count: NonZeroU32::MIN };)*
        }
    };
}

unit_constants! {
    Y Year "year";
    M Month "month";
    W Week "week";
    D Day "day";
    H Hour "hour";
    MIN Minute "minute";
    S Second "second";
    MS Millisecond "millisecond";
    US Microsecond "microsecond";
    NS Nanosecond "nanosecond";
    PS Picosecond "picosecond";
    FS Femtosecond "femtosecond";
    AS Attosecond "attosecond";
    GENERIC Generic "of no particular unit";
}

impl TimeUnit {
    /// `count` times `base`. A multiple of `Generic` is `Generic`, as in NumPy. The count is 1 to 2,147,483,647; others
    /// are errors.
    #[inline]
    pub fn new(count: u32, base: TimeBase) -> Result<TimeUnit> {
        match NonZeroU32::new(count) {
            Some(count) if i32::try_from(count.get()).is_ok() => {
                Ok(if base == Generic { TimeUnit::GENERIC } else { TimeUnit { base, count } })
            }
            _ => Err(DtypeError::UnitMultiple { count: u64::from(count) }.into()),
        }
    }

    /// The unit without its multiple.
    pub fn base(self) -> TimeBase {
        self.base
    }

    /// The multiple: 25 in `M8[25us]`.
    pub fn count(self) -> u32 {
        self.count.get()
    }

    /// Whether this is the unit that takes on any other.
    pub fn is_generic(self) -> bool {
        self.base == Generic
    }

    /// A `divisor`-th of this unit, as a multiple of a finer one: `[3D/4]` is `[18h]`, `[D/7]` is an error.
    pub fn divided_by(self, divisor: u32) -> Result<TimeUnit> {
        if divisor == 1 {
            return Ok(self);
        }
        let finer = self.base.divisible_into().iter().find(|(n, _)| n.checked_rem(divisor) == Some(0));
        let &(n, base) = finer.ok_or(DtypeError::UnitDivisor { unit: self, divisor })?;
        let count = u64::from(self.count()) * u64::from(n / divisor);
        TimeUnit::new(u32::try_from(count).unwrap_or(u32::MAX), base)
            .map_err(|_| DtypeError::UnitMultiple { count }.into())
    }

    /// Whether every tick of `self` is a whole number of ticks of `fine`. `strict` (timedelta) refuses to compare years
    /// and months with days and finer; dates do not, since the calendar knows.
    pub(crate) fn is_divided_by(self, fine: TimeUnit, strict: bool) -> bool {
        if self.base == Generic || fine.base == Generic {
            return self.base == Generic;
        }
        if self.base.is_calendar() != fine.base.is_calendar() {
            return !strict;
        }
        match scaled_counts(self, fine) {
            Some((a, b)) if a.max(b) < u128::from(FACTOR_LIMIT) => a % b == 0,
            _ => false,
        }
    }

    /// The same span of time under another name, as NumPy knows them: only decimal multiples of a second, and only
    /// towards the coarser unit (`1000ms` is a `s`).
    pub(crate) fn is_decimal_alias_of(self, coarse: TimeUnit) -> bool {
        let steps = (self.base as u8).wrapping_sub(coarse.base as u8);
        coarse.base >= Second
            && self.base != Generic
            && (1..=3).contains(&steps)
            && u64::from(self.count()) == u64::from(coarse.count()) * 1000u64.pow(u32::from(steps))
    }

    /// How many `fine` one of this is, if that is a whole number and always the same: not between months and days. Without a
    /// unit, one of the other.
    pub(crate) fn ticks_in(self, fine: TimeUnit) -> Option<i128> {
        if self == fine || self.base == Generic {
            return Some(1);
        }
        if fine.base == Generic || self.base.is_calendar() != fine.base.is_calendar() || self.base > fine.base {
            return None;
        }
        let (own, other) = scaled_counts(self, fine)?;
        (own % other == 0).then(|| i128::try_from(own / other).ok())?
    }

    /// The coarsest unit that both are multiples of. `strict` as in [`is_divided_by`](Self::is_divided_by), for each side.
    pub(crate) fn common(self, other: TimeUnit, strict: (bool, bool)) -> Result<TimeUnit, NoCommonUnit> {
        if self.base == Generic {
            return Ok(other);
        }
        if other.base == Generic {
            return Ok(self);
        }
        let (self_calendar, other_calendar) = (self.base.is_calendar(), other.base.is_calendar());
        if self_calendar != other_calendar && ((self_calendar && strict.0) || (other_calendar && strict.1)) {
            return Err(NoCommonUnit::Nonlinear);
        }
        let (a, b) = scaled_counts(self, other).ok_or(NoCommonUnit::Overflow)?;
        match u32::try_from(gcd(a, b)).ok().and_then(|count| TimeUnit::new(count, self.base.max(other.base)).ok()) {
            Some(unit) => Ok(unit),
            None => Err(NoCommonUnit::Overflow),
        }
    }
}

/// Both counts in the finer of the two bases. Between months and days there is no factor: NumPy counts from the week
/// down, and so does this.
fn scaled_counts(a: TimeUnit, b: TimeUnit) -> Option<(u128, u128)> {
    let factor = |coarse: TimeBase, fine: TimeBase| match (coarse, fine) {
        (Year, Month) => Some(12),
        _ => coarse.factor_to(fine),
    };
    let (mut x, mut y) = (u128::from(a.count()), u128::from(b.count()));
    if a.base < b.base {
        x *= u128::from(factor(a.base, b.base)?);
    } else if b.base < a.base {
        y *= u128::from(factor(b.base, a.base)?);
    }
    Some((x, y))
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// As inside the brackets of a dtype: `ns`, `25us`, `generic`.
impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count() != 1 {
            write!(f, "{}", self.count())?;
        }
        f.write_str(self.base.code())
    }
}

impl From<TimeBase> for TimeUnit {
    fn from(base: TimeBase) -> TimeUnit {
        TimeUnit { base, count: NonZeroU32::MIN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(count: u32, base: TimeBase) -> TimeUnit {
        TimeUnit::new(count, base).unwrap()
    }

    #[test]
    fn divisors_become_multiples() {
        assert_eq!(unit(3, Day).divided_by(4).unwrap(), unit(18, Hour));
        assert_eq!(TimeUnit::US.divided_by(25).unwrap(), unit(40, Nanosecond));
        assert_eq!(TimeUnit::Y.divided_by(4).unwrap(), unit(3, Month));
        assert_eq!(TimeUnit::D.divided_by(48).unwrap(), unit(30, Minute));
        for (unit, divisor) in [(TimeUnit::D, 7), (TimeUnit::D, 0), (TimeUnit::AS, 10), (TimeUnit::GENERIC, 2)] {
            assert!(unit.divided_by(divisor).is_err(), "{unit}/{divisor}");
        }
        assert!(unit(i32::MAX as u32, Year).divided_by(4).is_err());
    }

    #[test]
    fn common_units_are_greatest_common_divisors() {
        let common = |a: TimeUnit, b: TimeUnit| a.common(b, (false, false));
        assert_eq!(common(unit(25, Microsecond), unit(10, Microsecond)), Ok(unit(5, Microsecond)));
        assert_eq!(common(unit(3, Week), unit(2, Day)), Ok(TimeUnit::D));
        assert_eq!(common(unit(7, Day), TimeUnit::W), Ok(unit(7, Day)));
        assert_eq!(common(TimeUnit::AS, TimeUnit::H), Err(NoCommonUnit::Overflow));
        assert_eq!(TimeUnit::Y.common(TimeUnit::D, (true, true)), Err(NoCommonUnit::Nonlinear));
    }
}
