//! Counts of time through the calendar: runs of them go from stage to stage, in blocks that stay in the nearest cache.
//!
//! 1. A block is loaded, with NaT as zero.
//! 2. Each [`Stage`] replaces the counts by others and tells whether all were in its range. Dates within half a million years
//!    of 1970 take multiplications of 32 bits and shifts, and neither divisions nor tables, so that vectors can do them. The
//!    formulas from days to dates are those of Neri and Schneider, "Euclidean affine functions and their application to
//!    calendar algorithms" (2022).
//! 3. If one was not, the block is converted one by one, by exact arithmetic of the caller's.
//! 4. The block is stored, with NaT where it was.

#![allow(clippy::cast_ptr_alignment, reason = "callers promise that elements are aligned")]

use smallvec::SmallVec;

use super::divisor::Divided;
use crate::element::calendar::NAT;
use crate::simd::{Kernel, dispatch};

/// How many counts go through the stages together.
const BLOCK: usize = 1024;

/// What happens to every count of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Times a positive number.
    Multiply(i64),
    /// By a positive number, rounded down.
    Divide(i64),
    /// What that division leaves, which is not negative.
    Remainder(i64),
    Add(i64),
    /// Nothing: the block is converted one by one.
    OneByOne,
    /// Months since 1970 to the days since then on which they begin.
    MonthsToDays,
    /// Days since 1970 to a part of their dates.
    Days(DatePart),
}

/// What is asked of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatePart {
    Year,
    /// Years since 1970.
    YearsSince,
    /// Months since January 1970.
    MonthsSince,
    /// 1 to 12.
    Month,
    /// 1 to 31.
    Day,
    /// 1 to 366.
    DayOfYear,
    /// Monday is 0.
    Weekday,
    /// 1 to 53.
    IsoWeek,
    /// The year that the week belongs to.
    IsoYear,
    /// 1 to 4.
    Quarter,
    /// 1 for a leap year, 0 for others.
    IsLeapYear,
    /// 28 to 31.
    DaysInMonth,
}

/// The stages that counts go through.
pub(crate) type Stages = SmallVec<[Stage; 4]>;

/// Days on this or the other side of 1970 are in the range of the formulas, which 32 bits hold.
const DAYS: i64 = 1 << 28;
/// Months likewise.
const MONTHS: i64 = 1 << 23;
/// So many cycles of 400 years are added, so that nothing is negative.
const CYCLES: i64 = 1840;
/// Days from the first of March of the year 0 to 1970, and those cycles.
const EPOCH: i64 = 719_468 + CYCLES * 146_097;

/// The product of the lower halves: one instruction.
#[inline(always)]
fn times(a: u64, b: u64) -> u64 {
    (a & 0xffff_ffff) * (b & 0xffff_ffff)
}

/// A date whose year begins in March, `CYCLES` late.
struct Civil {
    century: u64,
    year_of_century: u64,
    /// From 0.
    day_of_year: u64,
}

impl Civil {
    #[inline(always)]
    fn of(days: i64) -> Civil {
        let quarters = 4 * (days + EPOCH) as u64 + 3;
        let century = times(quarters, 3_853_261_556) >> 49;
        let of_century = (quarters - times(century, 146_097)) | 3;
        let year_of_century = times(of_century, 2_939_745) >> 32;
        let day_of_year = (of_century - times(year_of_century, 1461)) >> 2;
        Civil { century, year_of_century, day_of_year }
    }

    /// Whether the date is in January or February, which belong to the next year.
    #[inline(always)]
    fn next(&self) -> u64 {
        u64::from(self.day_of_year >= 306)
    }

    #[inline(always)]
    fn year(&self) -> i64 {
        (times(self.century, 100) + self.year_of_century + self.next()) as i64 - 400 * CYCLES
    }

    /// The month from 1, and the day of it from 0.
    #[inline(always)]
    fn month_and_day(&self) -> (u64, u64) {
        let both = times(self.day_of_year, 2141) + 197_913;
        (((both >> 16) - times(self.next(), 12)), times(both & 0xffff, 31_345) >> 26)
    }

    #[inline(always)]
    fn is_leap(&self) -> bool {
        let year = self.year_of_century + self.next();
        let turn = u64::from(year == 100);
        let counted = if year == 100 || year == 0 { self.century + turn } else { year };
        counted.is_multiple_of(4)
    }

    /// From 0.
    #[inline(always)]
    fn day_from_january(&self) -> u64 {
        // The leap day before March is that of the year that March is in.
        if self.day_of_year >= 306 { self.day_of_year - 306 } else { self.day_of_year + 59 + u64::from(self.is_leap()) }
    }
}

/// Monday is 0.
#[inline(always)]
fn weekday(days: i64) -> i64 {
    let shifted = (days + 3 + 7 * DAYS / 4) as u64;
    (shifted - times(times(shifted, 2_454_267_027) >> 34, 7)) as i64
}

impl DatePart {
    /// Replaces days by the part; they are in range.
    #[inline(always)]
    fn run(self, block: &mut [i64]) {
        match self {
            DatePart::Year => each(block, |days| Civil::of(days).year()),
            DatePart::YearsSince => each(block, |days| Civil::of(days).year() - 1970),
            DatePart::MonthsSince => each(block, |days| {
                let date = Civil::of(days);
                let years = times(date.century, 100) + date.year_of_century;
                // January and February are the months 13 and 14 of the year before.
                let month = (times(date.day_of_year, 2141) + 197_913) >> 16;
                (times(years, 12) + month) as i64 - (1970 + 400 * CYCLES) * 12 - 1
            }),
            DatePart::Month => each(block, |days| Civil::of(days).month_and_day().0 as i64),
            DatePart::Day => each(block, |days| Civil::of(days).month_and_day().1 as i64 + 1),
            DatePart::DayOfYear => each(block, |days| Civil::of(days).day_from_january() as i64 + 1),
            DatePart::Weekday => each(block, weekday),
            DatePart::IsoWeek => each(block, |days| {
                // A week belongs to the year that its Thursday is in.
                let thursday = Civil::of(days - weekday(days) + 3);
                (times(thursday.day_from_january(), 9363) >> 16) as i64 + 1
            }),
            DatePart::IsoYear => each(block, |days| Civil::of(days - weekday(days) + 3).year()),
            DatePart::Quarter => {
                each(block, |days| (times(Civil::of(days).month_and_day().0 + 2, 171) >> 9) as i64);
            }
            DatePart::IsLeapYear => each(block, |days| i64::from(Civil::of(days).is_leap())),
            DatePart::DaysInMonth => each(block, |days| {
                let date = Civil::of(days);
                let month = date.month_and_day().0;
                let usual = 30 + ((month + (month >> 3)) & 1);
                (if month == 2 { 28 + u64::from(date.is_leap()) } else { usual }) as i64
            }),
        }
    }
}

#[inline(always)]
fn each(block: &mut [i64], f: impl Fn(i64) -> i64) {
    for t in block {
        *t = f(*t);
    }
}

/// Whether all counts are in `-limit..=limit`.
#[inline(always)]
fn within(block: &[i64], limit: i64) -> bool {
    block.iter().fold(true, |all, &t| all & (t <= limit) & (t >= -limit))
}

impl Stage {
    /// Replaces the counts of a block, and tells whether all were in range; if not, what is there then does not matter.
    #[inline(always)]
    fn run(self, block: &mut [i64]) -> bool {
        match self {
            Stage::Multiply(factor) => {
                let fit = within(block, i64::MAX / factor);
                each(block, |t| t.wrapping_mul(factor));
                return fit;
            }
            Stage::OneByOne => return false,
            Stage::Divide(1) => {}
            Stage::Divide(divisor) => {
                let divide = i64::divided_by(divisor);
                each(block, divide);
            }
            Stage::Remainder(1) => each(block, |_| 0),
            Stage::Remainder(divisor) => {
                let divide = i64::divided_by(divisor);
                each(block, |t| t.wrapping_sub(divide(t).wrapping_mul(divisor)));
            }
            Stage::Add(term) => {
                let fit = block.iter().fold(true, |all, &t| all & !t.overflowing_add(term).1);
                each(block, |t| t.wrapping_add(term));
                return fit;
            }
            Stage::MonthsToDays => {
                if !within(block, MONTHS) {
                    return false;
                }
                each(block, |months| {
                    // From March of the year 0 on, and late by cycles.
                    let months = (months + (1970 + 400 * CYCLES) * 12 - 2) as u64;
                    let year = times(months, 2_863_311_531) >> 35;
                    let month = months - times(year, 12);
                    let century = times(year, 1_374_389_535) >> 37;
                    let leap_days = (year >> 2) - century + (century >> 2);
                    (times(year, 365) + leap_days + ((times(month, 979) + 18) >> 5)) as i64 - EPOCH
                });
            }
            Stage::Days(part) => {
                if !within(block, DAYS) {
                    return false;
                }
                part.run(block);
            }
        }
        true
    }
}

/// Converts `n` counts. Where stages are out of range, `exact` says what a count becomes; the position of the first that it
/// has nothing for is the error, and those before it may have been written. NaT becomes `nat`.
///
/// # Safety
/// - For each `i` below `n`, `src + i * src_stride` is valid for reading an aligned `i64`, `dst + i * dst_stride` for writing
///   one; no element that is read overlaps one that is written.
pub(crate) unsafe fn convert(
    stages: &[Stage],
    (src, src_stride): (*const u8, isize),
    (dst, dst_stride): (*mut u8, isize),
    n: usize,
    nat: i64,
    exact: impl Fn(i64) -> Option<i64>,
) -> Result<(), usize> {
    let mut block = [0; BLOCK];
    for start in (0..n).step_by(BLOCK) {
        let block = &mut block[..BLOCK.min(n - start)];
        let src = (src.wrapping_offset(start as isize * src_stride), src_stride);
        let dst = (dst.wrapping_offset(start as isize * dst_stride), dst_stride);
        if dispatch(Block { stages, src, dst, counts: block, nat }) {
            continue;
        }
        for i in 0..block.len() as isize {
            // SAFETY: a count of the caller's.
            let t = unsafe { src.0.wrapping_offset(i * src_stride).cast::<i64>().read() };
            let converted = if t == NAT { Some(nat) } else { exact(t) };
            let converted = converted.ok_or(start + i as usize)?;
            // SAFETY: a place of the caller's.
            unsafe { dst.0.wrapping_offset(i * dst_stride).cast::<i64>().write(converted) };
        }
    }
    Ok(())
}

/// [`convert`] from slice to slice of the same length.
pub(crate) fn convert_slice(
    stages: &[Stage],
    src: &[i64],
    dst: &mut [i64],
    nat: i64,
    exact: impl Fn(i64) -> Option<i64>,
) -> Result<(), usize> {
    let n = src.len().min(dst.len());
    let (src, dst) = (src.as_ptr().cast(), dst.as_mut_ptr().cast());
    // SAFETY: `n` counts each, without gaps; one slice is borrowed mutably, so that they do not overlap.
    unsafe { convert(stages, (src, 8), (dst, 8), n, nat, exact) }
}

/// Loads counts, with NaT as zero; whether there is one.
#[inline(always)]
fn fill(counts: &mut [i64], load: impl Fn(usize) -> i64) -> bool {
    let mut any_nat = false;
    for (i, slot) in counts.iter_mut().enumerate() {
        let t = load(i);
        any_nat |= t == NAT;
        *slot = if t == NAT { 0 } else { t };
    }
    any_nat
}

struct Block<'a> {
    stages: &'a [Stage],
    src: (*const u8, isize),
    dst: (*mut u8, isize),
    counts: &'a mut [i64],
    nat: i64,
}

impl Kernel for Block<'_> {
    /// Whether all were in range; nothing has been written if not.
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Block { stages, src, dst, counts: block, nat } = self;
        let (n, dense) = (block.len(), src.1 == 8);
        // SAFETY: a count of the caller's of `convert`.
        let load = |i: usize| unsafe { src.0.wrapping_offset(i as isize * src.1).cast::<i64>().read() };
        let any_nat = if dense {
            // SAFETY: likewise, without gaps.
            fill(block, |i| unsafe { src.0.cast::<i64>().wrapping_add(i).read() })
        } else {
            fill(block, load)
        };
        for stage in stages {
            if !stage.run(block) {
                return false;
            }
        }
        if any_nat {
            for (i, slot) in block.iter_mut().enumerate() {
                *slot = if load(i) == NAT { nat } else { *slot };
            }
        }
        if dst.1 == 8 {
            // SAFETY: `n` places of the caller's without gaps, apart from our block.
            unsafe { dst.0.cast::<i64>().copy_from_nonoverlapping(block.as_ptr(), n) };
        } else {
            for (i, &t) in block.iter().enumerate() {
                // SAFETY: a place of the caller's of `convert`.
                unsafe { dst.0.wrapping_offset(i as isize * dst.1).cast::<i64>().write(t) };
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::calendar::{Date, days_in_month};

    /// A part of a date by the exact calendar.
    fn slow(part: DatePart, days: i64) -> i64 {
        let date = Date::from_days(days.into());
        let january = |year| (Date { year, month: 1, day: 1 }).days() as i64;
        let weekday = (days + 3).rem_euclid(7);
        let thursday = Date::from_days((days - weekday + 3).into());
        let year = date.year as i64;
        match part {
            DatePart::Year => year,
            DatePart::YearsSince => year - 1970,
            DatePart::MonthsSince => date.months() as i64,
            DatePart::Month => date.month.into(),
            DatePart::Day => date.day.into(),
            DatePart::DayOfYear => days - january(date.year) + 1,
            DatePart::Weekday => weekday,
            DatePart::IsoWeek => (days - weekday + 3 - january(thursday.year)) / 7 + 1,
            DatePart::IsoYear => thursday.year as i64,
            DatePart::Quarter => (i64::from(date.month) + 2) / 3,
            DatePart::IsLeapYear => i64::from(days_in_month(date.year, 2) == 29),
            DatePart::DaysInMonth => days_in_month(date.year, date.month).into(),
        }
    }

    const PARTS: [DatePart; 12] = [
        DatePart::Year,
        DatePart::YearsSince,
        DatePart::MonthsSince,
        DatePart::Month,
        DatePart::Day,
        DatePart::DayOfYear,
        DatePart::Weekday,
        DatePart::IsoWeek,
        DatePart::IsoYear,
        DatePart::Quarter,
        DatePart::IsLeapYear,
        DatePart::DaysInMonth,
    ];

    /// Every day of a cycle of the calendar, the edges of the range, and some in between.
    fn days() -> Vec<i64> {
        let near = (-1000..147_000).step_by(if cfg!(miri) { 5000 } else { 1 });
        let far = (-DAYS..=DAYS).step_by(if cfg!(miri) { 50_000_000 } else { 30_011 });
        near.chain(far).chain(DAYS - 800..=DAYS).chain(-DAYS..800 - DAYS).collect()
    }

    #[test]
    fn parts_of_dates_are_those_of_the_exact_calendar() {
        let days = days();
        let mut checks = 0;
        crate::simd::forced::each(|_| {
            for part in PARTS {
                let mut got = vec![0; days.len()];
                convert_slice(&[Stage::Days(part)], &days, &mut got, NAT, |_| None).unwrap();
                for (&days, got) in days.iter().zip(got) {
                    assert_eq!(got, slow(part, days), "{part:?} of {days}");
                    checks += 1;
                }
            }
        });
        println!("{checks} parts of dates");
        assert!(checks > 1000);
    }

    #[test]
    fn months_begin_on_their_first_day() {
        let months: Vec<i64> = (-5000..5000).chain((-MONTHS..=MONTHS).step_by(997)).chain([MONTHS]).collect();
        let mut days = vec![0; months.len()];
        convert_slice(&[Stage::MonthsToDays], &months, &mut days, NAT, |_| None).unwrap();
        for (months, days) in months.into_iter().zip(days) {
            assert_eq!(days, Date::from_months(months.into()).days() as i64, "{months}");
        }
    }

    #[test]
    fn what_is_out_of_range_is_exact_or_an_error() {
        let stages = [Stage::Multiply(10), Stage::Divide(4), Stage::Remainder(7), Stage::Add(1)];
        let exact = |t: i64| (t != 77 << 56).then(|| ((i128::from(t) * 10).div_euclid(4).rem_euclid(7) + 1) as i64);
        let mut counts: Vec<i64> = (-2000..2000).collect();
        (counts[3], counts[1500], counts[3000]) = (NAT, i64::MAX, -i64::MAX);
        for stride in [1, 3, -1] {
            let mut got = vec![0i64; counts.len()];
            let start = if stride < 0 { counts.len() - 1 } else { 0 };
            let n = counts.len().div_ceil(isize::unsigned_abs(stride));
            let src = (counts[start..].as_ptr().cast(), 8 * stride);
            // SAFETY: every `stride`-th count; as many places; apart from each other.
            unsafe { convert(&stages, src, (got.as_mut_ptr().cast(), 8), n, -5, exact) }.unwrap();
            for (i, &got) in got[..n].iter().enumerate() {
                let t = counts[(start as isize + i as isize * stride) as usize];
                assert_eq!(got, if t == NAT { -5 } else { exact(t).unwrap() });
            }
        }
        counts[2100] = 77 << 56;
        let mut got = vec![0i64; counts.len()];
        assert_eq!(convert_slice(&stages, &counts, &mut got, 0, exact), Err(2100));
    }
}
