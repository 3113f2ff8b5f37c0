//! Counts of a unit of time on their way to another unit.
//!
//! Where one unit is a fixed number of the other, counts are multiplied or divided; between months and days, and where the
//! numbers leave 64 bits, the calendar converts them one by one.

use crate::dtype::{Dtype, TimeUnit};
use crate::element::calendar::{NAT, convert_date, convert_span, ratio};
use crate::kernels::ticks;

/// How a count changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TickChange {
    Multiply(i64),
    /// Rounded down.
    Divide(i64),
    /// Times the first, divided by the second, rounded down.
    Ratio(i64, i64),
    /// By the calendar.
    Date(TimeUnit, TimeUnit),
    /// With the mean length of months.
    Span(TimeUnit, TimeUnit),
}

impl TickChange {
    /// How counts of one native dtype become those of another: `None` if these are not both dates or both spans, or if the
    /// counts stay what they are.
    pub(super) fn between(from: &Dtype, to: &Dtype) -> Option<TickChange> {
        let (a, b, calendar) = match (from, to) {
            (Dtype::Datetime64(a), Dtype::Datetime64(b)) => (*a, *b, TickChange::Date(*a, *b)),
            (Dtype::Timedelta64(a), Dtype::Timedelta64(b)) => (*a, *b, TickChange::Span(*a, *b)),
            _ => return None,
        };
        if a.is_generic() || b.is_generic() || a == b {
            return None;
        }
        let narrow = |(x, y): (i128, i128)| Some((i64::try_from(x).ok()?, i64::try_from(y).ok()?));
        match ratio(a, b).and_then(narrow) {
            Some((1, 1)) => None,
            Some((x, 1)) => Some(TickChange::Multiply(x)),
            Some((1, y)) => Some(TickChange::Divide(y)),
            Some((x, y)) => Some(TickChange::Ratio(x, y)),
            None => Some(calendar),
        }
    }

    /// Converts `n` counts; the first that does not fit is the error.
    ///
    /// # Safety
    /// - As for [`ticks::multiply`].
    pub(super) unsafe fn run(self, src: (*const u8, isize), dst: (*mut u8, isize), n: usize) -> Result<(), i64> {
        match self {
            // SAFETY: the caller's promises.
            TickChange::Multiply(factor) => unsafe { ticks::multiply(src, dst, n, factor) },
            // SAFETY: the caller's promises.
            TickChange::Divide(divisor) => unsafe {
                ticks::each(src, dst, n, |t| Ok(if t == NAT { NAT } else { t.div_euclid(divisor) }))
            },
            TickChange::Ratio(x, y) => {
                let convert = |t: i64| match (i128::from(t) * i128::from(x)).div_euclid(i128::from(y)) {
                    _ if t == NAT => Ok(NAT),
                    ticks => i64::try_from(ticks).ok().filter(|&ticks| ticks != NAT).ok_or(t),
                };
                // SAFETY: the caller's promises.
                unsafe { ticks::each(src, dst, n, convert) }
            }
            // SAFETY: the caller's promises.
            TickChange::Date(a, b) => unsafe { ticks::each(src, dst, n, |t| convert_date(t, a, b).ok_or(t)) },
            // SAFETY: the caller's promises.
            TickChange::Span(a, b) => unsafe { ticks::each(src, dst, n, |t| convert_span(t, a, b).ok_or(t)) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(from: &str, to: &str) -> Option<TickChange> {
        TickChange::between(&from.parse().unwrap(), &to.parse().unwrap())
    }

    #[test]
    fn fixed_ratios_are_numbers() {
        assert_eq!(change("M8[s]", "M8[ns]"), Some(TickChange::Multiply(1_000_000_000)));
        assert_eq!(change("M8[ns]", "M8[D]"), Some(TickChange::Divide(86_400_000_000_000)));
        assert_eq!(change("m8[25us]", "m8[10us]"), Some(TickChange::Ratio(5, 2)));
        assert_eq!(change("M8[Y]", "M8[M]"), Some(TickChange::Multiply(12)));
        assert_eq!(change("m8[7D]", "m8[W]"), None);
        assert_eq!(change("M8", "M8[s]"), None);
        assert_eq!(change("M8[D]", "m8[s]"), None);
        assert_eq!(change("M8[M]", "M8[D]"), Some(TickChange::Date(TimeUnit::M, TimeUnit::D)));
        assert_eq!(change("m8[W]", "m8[as]"), Some(TickChange::Span(TimeUnit::W, TimeUnit::AS)));
    }
}
