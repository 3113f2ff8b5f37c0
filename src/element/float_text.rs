//! The decimal digits of floats, as many as are asked for, and how they are laid out.
//!
//! 1. [`Figures`]: the shortest digits that read back as the same float (`shortest`), or those of its exact value, rounded
//!    somewhere (`cut`).
//! 2. [`Figures::positional`] and [`Figures::scientific`] lay digits out, with NumPy's rules for trailing zeros and padding.
//!
//! The `str` of a number, which has no options, is in `number_text`.

use std::fmt::Write;

use smallvec::SmallVec;

use super::number_text::{Digits, FloatText};

/// The float formats that NumPy itself has, by their digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatSize {
    Half,
    Single,
    Double,
}

impl FloatSize {
    /// How many decimal digits every value of the size of this one keeps (`finfo.precision`); none below the normal ones.
    fn kept_digits(self, x: f64) -> usize {
        let (digits, smallest) = match self {
            FloatSize::Half => (3, half::f16::MIN_POSITIVE.to_f64()),
            FloatSize::Single => (6, f64::from(f32::MIN_POSITIVE)),
            FloatSize::Double => (15, f64::MIN_POSITIVE),
        };
        if x.abs() < smallest { 0 } else { digits }
    }

    /// Of a float, or of a part of a complex number, of so many bytes.
    pub(crate) fn of_bytes(bytes: usize) -> FloatSize {
        match bytes {
            0..=2 => FloatSize::Half,
            3..=4 => FloatSize::Single,
            _ => FloatSize::Double,
        }
    }
}

/// Where digits end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// So many digits after the point.
    Fraction(usize),
    /// So many digits in all, from the first that is not zero.
    Total(usize),
}

/// What becomes of trailing zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum TrimZeros {
    /// NumPy's `'k'`: zeros and the point stay.
    #[default]
    Keep,
    /// NumPy's `'.'`: zeros go, the point stays.
    KeepPoint,
    /// NumPy's `'0'`: zeros go, but for one after the point.
    KeepOne,
    /// NumPy's `'-'`: zeros go, and the point if nothing follows it.
    All,
}

/// The decimal digits of a float without its sign: `0.d₁d₂d₃… × 10^point`. Zero is one digit before the point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figures {
    digits: SmallVec<[u8; 24]>,
    point: i32,
}

/// More digits than any float64 has.
const MOST_DIGITS: usize = 1100;

impl Figures {
    fn zero() -> Figures {
        Figures { digits: SmallVec::from_slice(b"0"), point: 1 }
    }

    /// From what `{:e}` prints of a number that is not negative.
    fn from_scientific(text: &str) -> Figures {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        Figures { digits, point: exponent.parse::<i32>().unwrap_or(0) + 1 }
    }

    /// The shortest digits that read back as this float of that format; of those the nearest.
    pub(crate) fn shortest(x: f64, size: FloatSize) -> Figures {
        let x = x.abs();
        if x == 0.0 {
            return Figures::zero();
        }
        let form = match size {
            FloatSize::Double => FloatText::Double,
            FloatSize::Single => FloatText::Single,
            FloatSize::Half => FloatText::Half,
        };
        let digits = Digits::of(x, form);
        Figures { digits: SmallVec::from_slice(digits.as_bytes()), point: digits.exponent + 1 }
    }

    /// The exact value of a float whose shortest digits these are, rounded to the nearest number that ends at the cut, ties
    /// to the even digit. Trailing zeros are there if the digits were only cut off; beyond the end of the shortest digits
    /// they may be missing.
    pub(crate) fn cut(&self, x: f64, size: FloatSize, cut: Cut) -> Figures {
        let keep = match cut {
            Cut::Fraction(places) => i64::from(self.point) + places as i64,
            Cut::Total(count) => count as i64,
        };
        let (len, zero) = (self.digits.len() as i64, x == 0.0);
        if zero || (keep >= len && keep <= size.kept_digits(x) as i64) {
            // So few digits that the exact value rounds to the shortest one.
            return self.clone();
        }
        if keep >= len {
            return exact(x, cut);
        }
        let Some((kept, rest)) = usize::try_from(keep).ok().map(|keep| self.digits.split_at(keep)) else {
            return Figures { digits: SmallVec::from_slice(b"0"), point: self.point - keep as i32 + 1 };
        };
        // The shortest digits round as the exact value does, but for ties.
        let up = match rest {
            [b'5'] => exact(x, cut).digits[..] != *if kept.is_empty() { b"0" } else { kept },
            _ => rest[0] >= b'5',
        };
        self.round(kept, up)
    }

    /// These digits cut off, and one added to the last.
    fn round(&self, kept: &[u8], up: bool) -> Figures {
        let mut digits: SmallVec<[u8; 24]> = SmallVec::from_slice(kept);
        if !up {
            if digits.is_empty() {
                // A zero in the last place.
                return Figures { digits: SmallVec::from_slice(b"0"), point: self.point + 1 };
            }
            return Figures { digits, point: self.point };
        }
        while digits.last() == Some(&b'9') {
            digits.pop();
        }
        match digits.last_mut() {
            Some(last) => {
                *last += 1;
                Figures { digits, point: self.point }
            }
            None => Figures { digits: SmallVec::from_slice(b"1"), point: self.point + 1 },
        }
    }

    /// The digits that NumPy shows: the shortest ones of `x` if `unique`, at most to `most` and at least to `least`; else the
    /// exact ones to `most`. These are the shortest ones.
    pub(crate) fn chosen(
        &self,
        x: f64,
        size: FloatSize,
        unique: bool,
        most: Option<Cut>,
        least: Option<Cut>,
    ) -> Figures {
        let beyond = |cut: Cut| match cut {
            Cut::Fraction(places) => self.digits.len() as i64 > i64::from(self.point) + places as i64,
            Cut::Total(count) => self.digits.len() > count,
        };
        match (most, least) {
            (Some(most), _) if !unique || beyond(most) => self.cut(x, size, most),
            (_, Some(least)) if !beyond(least) => self.cut(x, size, least),
            _ => self.clone(),
        }
    }

    /// These digits of `x` as NumPy's algorithm leaves them when it is asked for so many. Rounding up leaves no zeros at the end;
    /// else zeros follow, unless the exact value ends before them and the algorithm `stops` there.
    pub(crate) fn filled(mut self, x: f64, count: usize, stops: bool) -> Figures {
        let full = exact(x, Cut::Total(MOST_DIGITS));
        let mut padded = self.digits.clone();
        padded.resize(full.digits.len().max(padded.len()), b'0');
        let order = full.point.cmp(&self.point).then_with(|| full.digits.cmp(&padded));
        match order {
            _ if x == 0.0 => {}
            std::cmp::Ordering::Less => self.digits.truncate(self.significant().max(1)),
            std::cmp::Ordering::Equal if stops => self.digits.truncate(self.significant().max(1)),
            _ if self.digits.len() < count => self.digits.resize(count.min(MOST_DIGITS), b'0'),
            _ => {}
        }
        self
    }

    /// How many digits there are before the point.
    pub(crate) fn whole_digits(&self) -> usize {
        self.point.max(1) as usize
    }

    /// How many digits there are after the point, trailing zeros not counted.
    pub(crate) fn fraction_digits(&self) -> usize {
        match self.significant() {
            0 => 0,
            significant => (significant as i32 - self.point).max(0) as usize,
        }
    }

    /// How many digits there are up to the last that is not zero; none for zero.
    pub(crate) fn significant(&self) -> usize {
        self.digits.iter().rposition(|&digit| digit != b'0').map_or(0, |last| last + 1)
    }

    /// The exponent of the first digit.
    pub(crate) fn exponent(&self) -> i32 {
        self.point - 1
    }

    /// Writes the digits around a point, `places` of them after it if zeros are kept, padded on both sides.
    pub(crate) fn positional(
        &self,
        out: &mut String,
        sign: &str,
        places: usize,
        trim: TrimZeros,
        pad: (usize, Option<usize>),
    ) {
        let (whole, start) = (self.whole_digits(), out.len());
        pad_with(out, ' ', pad.0.saturating_sub(whole + sign.len()));
        out.push_str(sign);
        let before = self.digits.len().min(self.point.max(0) as usize);
        push_ascii(out, &self.digits[..before]);
        pad_with(out, '0', whole - before);
        let zeros = (-self.point).max(0) as usize;
        let fraction = &self.digits[before..];
        // Zero that was rounded to it has its one digit after the point.
        let mut shown = if fraction.is_empty() { 0 } else { zeros + fraction.len() };
        if trim != TrimZeros::All || shown > 0 {
            out.push('.');
        }
        if shown > 0 {
            pad_with(out, '0', zeros);
            push_ascii(out, fraction);
        }
        shown = trim_fraction(out, start, shown, places, trim);
        if let Some(right) = pad.1.filter(|&right| right >= shown) {
            // A space for the point that is not there.
            let point = usize::from(trim == TrimZeros::All && shown == 0);
            pad_with(out, ' ', right - shown + point);
        }
    }

    /// Writes one digit, a point, the others, `places` of them if zeros are kept, and an exponent of at least so many digits.
    pub(crate) fn scientific(
        &self,
        out: &mut String,
        sign: &str,
        places: usize,
        trim: TrimZeros,
        pad_left: usize,
        exponent_digits: usize,
    ) {
        pad_with(out, ' ', pad_left.saturating_sub(1 + sign.len()));
        out.push_str(sign);
        let start = out.len();
        push_ascii(out, &self.digits[..1]);
        let shown = self.digits.len() - 1;
        if trim != TrimZeros::All || shown > 0 {
            out.push('.');
        }
        push_ascii(out, &self.digits[1..]);
        // As in NumPy, a point that digits followed stays.
        trim_fraction(out, start, shown, places, if trim == TrimZeros::All { TrimZeros::KeepPoint } else { trim });
        let exponent = self.exponent();
        let written = write!(
            out,
            "e{}{:0width$}",
            if exponent < 0 { '-' } else { '+' },
            exponent.unsigned_abs(),
            width = exponent_digits.min(5)
        );
        debug_assert!(written.is_ok(), "writing to a string");
    }
}

/// Adds or removes zeros at the end of a number that has `shown` digits after its point; how many it then has.
fn trim_fraction(out: &mut String, start: usize, mut shown: usize, places: usize, trim: TrimZeros) -> usize {
    match trim {
        TrimZeros::Keep => {
            pad_with(out, '0', places.saturating_sub(shown));
            return shown.max(places);
        }
        TrimZeros::KeepOne if shown == 0 => {
            out.push('0');
            shown = 1;
        }
        _ => {}
    }
    if shown > 0 {
        while out.len() > start && out.ends_with('0') {
            out.pop();
            shown -= 1;
        }
        if out.ends_with('.') {
            match trim {
                TrimZeros::KeepOne => {
                    out.push('0');
                    shown += 1;
                }
                TrimZeros::All => {
                    out.pop();
                }
                _ => {}
            }
        }
    }
    shown
}

/// The digits of the exact value up to a cut, rounded, ties to even.
fn exact(x: f64, cut: Cut) -> Figures {
    match cut {
        Cut::Total(count) => Figures::from_scientific(&format!("{:.*e}", count.clamp(1, MOST_DIGITS) - 1, x.abs())),
        Cut::Fraction(places) => {
            let places = places.min(MOST_DIGITS);
            let text = format!("{:.places$}", x.abs());
            let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
            let digits: SmallVec<[u8; 24]> = whole.bytes().chain(fraction.bytes()).collect();
            let leading = digits.iter().take_while(|&&digit| digit == b'0').count();
            if leading == digits.len() {
                return Figures { digits: SmallVec::from_slice(b"0"), point: 1 - places as i32 };
            }
            Figures { digits: SmallVec::from_slice(&digits[leading..]), point: whole.len() as i32 - leading as i32 }
        }
    }
}

/// The sign of a float, minus zero included.
pub(crate) fn sign_of(x: f64, plus: bool) -> &'static str {
    match (x.is_sign_negative(), plus) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    }
}

fn push_ascii(out: &mut String, digits: &[u8]) {
    out.extend(digits.iter().map(|&digit| char::from(digit)));
}

/// Writes a character so many times.
pub(crate) fn pad_with(out: &mut String, fill: char, count: usize) {
    out.extend(std::iter::repeat_n(fill, count));
}
