//! Counts of a unit of time on their way to another unit.
//!
//! Where one unit is a fixed number of the other, counts are multiplied and divided; between months and days they go through
//! the calendar. What leaves the range of that, and spans between months and days, are converted one by one.

#![allow(clippy::cast_ptr_alignment, reason = "callers promise that elements are aligned")]

use crate::dtype::{Dtype, TimeUnit};
use crate::element::calendar::{NAT, convert_date, convert_span, ratio};
use crate::kernels::calendar::{DatePart, Stage, Stages, convert};

/// How a count changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TickChange {
    from: TimeUnit,
    to: TimeUnit,
    dates: bool,
    stages: Stages,
}

impl TickChange {
    /// How counts of one native dtype become those of another: `None` if these are not both dates or both spans, or if the
    /// counts stay what they are.
    pub(super) fn between(from: &Dtype, to: &Dtype) -> Option<TickChange> {
        let (a, b, dates) = match (from, to) {
            (Dtype::Datetime64(a), Dtype::Datetime64(b)) => (*a, *b, true),
            (Dtype::Timedelta64(a), Dtype::Timedelta64(b)) => (*a, *b, false),
            _ => return None,
        };
        if a.is_generic() || b.is_generic() || a == b || ratio(a, b) == Some((1, 1)) {
            return None;
        }
        let stages = match (a.base().is_calendar(), b.base().is_calendar()) {
            (same, other) if same == other => scaled(a, b),
            (false, _) if dates => through_days(a, b),
            (true, _) if dates => through_months(a, b),
            _ => None,
        };
        let stages = stages.unwrap_or_else(|| [Stage::OneByOne].into_iter().collect());
        Some(TickChange { from: a, to: b, dates, stages })
    }

    /// Converts `n` counts; the first that does not fit is the error.
    ///
    /// # Safety
    /// - As for [`convert`].
    pub(super) unsafe fn run(&self, src: (*const u8, isize), dst: (*mut u8, isize), n: usize) -> Result<(), i64> {
        let exact = |t| {
            let convert = if self.dates { convert_date } else { convert_span };
            convert(t, self.from, self.to)
        };
        // SAFETY: the caller's promises.
        let done = unsafe { convert(&self.stages, src, dst, n, NAT, exact) };
        // SAFETY: the count at that position, aligned as the caller promises.
        done.map_err(|at| unsafe { src.0.wrapping_offset(at as isize * src.1).cast::<i64>().read() })
    }
}

/// Multiplied and divided; `None` if the numbers are too large.
fn scaled(from: TimeUnit, to: TimeUnit) -> Option<Stages> {
    let (factor, divisor) = ratio(from, to)?;
    let stages = [Stage::Multiply(i64::try_from(factor).ok()?), Stage::Divide(i64::try_from(divisor).ok()?)];
    Some(stages.into_iter().filter(|stage| !matches!(stage, Stage::Multiply(1) | Stage::Divide(1))).collect())
}

/// Dates in days or finer to months or years.
fn through_days(from: TimeUnit, to: TimeUnit) -> Option<Stages> {
    let mut stages = scaled(from, TimeUnit::D)?;
    let (_, months) = ratio(TimeUnit::M, to)?;
    let (part, count) =
        if months % 12 == 0 { (DatePart::YearsSince, months / 12) } else { (DatePart::MonthsSince, months) };
    stages.push(Stage::Days(part));
    if count > 1 {
        stages.push(Stage::Divide(i64::try_from(count).ok()?));
    }
    Some(stages)
}

/// Dates in months or years to days or finer.
fn through_months(from: TimeUnit, to: TimeUnit) -> Option<Stages> {
    let mut stages = scaled(from, TimeUnit::M)?;
    stages.push(Stage::MonthsToDays);
    stages.extend(scaled(TimeUnit::D, to)?);
    Some(stages)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(from: &str, to: &str) -> Vec<Stage> {
        let change = TickChange::between(&from.parse().unwrap(), &to.parse().unwrap());
        change.expect("a change").stages.into_vec()
    }

    #[test]
    fn changes_are_planned() {
        assert_eq!(stages("M8[s]", "M8[ns]"), vec![Stage::Multiply(1_000_000_000)]);
        assert_eq!(stages("M8[ns]", "M8[D]"), vec![Stage::Divide(86_400_000_000_000)]);
        assert_eq!(stages("m8[25us]", "m8[10us]"), vec![Stage::Multiply(5), Stage::Divide(2)]);
        assert_eq!(stages("M8[Y]", "M8[M]"), vec![Stage::Multiply(12)]);
        assert_eq!(
            stages("M8[h]", "M8[2Y]"),
            vec![Stage::Divide(24), Stage::Days(DatePart::YearsSince), Stage::Divide(2)]
        );
        assert_eq!(stages("M8[M]", "M8[D]"), vec![Stage::MonthsToDays]);
        assert_eq!(stages("M8[Y]", "M8[W]"), vec![Stage::Multiply(12), Stage::MonthsToDays, Stage::Divide(7)]);
        assert_eq!(
            (stages("m8[W]", "m8[as]"), stages("m8[M]", "m8[D]")),
            (vec![Stage::OneByOne], vec![Stage::OneByOne])
        );
        for (from, to) in [("m8[7D]", "m8[W]"), ("M8", "M8[s]"), ("M8[D]", "m8[s]")] {
            assert_eq!(TickChange::between(&from.parse().unwrap(), &to.parse().unwrap()), None);
        }
    }
}
