//! Floats and complex numbers in columns.
//!
//! The digits of each value are found once. From all of them follow whether there are exponents, how many digits each
//! element shows, and how wide the column is, as in NumPy's `FloatingFormat`.

use num_complex::Complex;

use super::formatter::Formatter;
use super::options::{FloatMode, PrintOptions, Sign};
use crate::element::float_text::{Cut, Figures, FloatSize, TrimZeros, pad_with, sign_of};

/// A column of floats.
pub(super) struct Floats {
    values: Vec<(f64, Figures)>,
    plus: bool,
    pad_left: usize,
    pad_right: usize,
    trim: TrimZeros,
    /// How many digits after the point if zeros are kept.
    places: usize,
    /// How many digits exponents have; `None` without exponents.
    exponent: Option<usize>,
    nan: String,
    inf: String,
}

impl Floats {
    /// A column that fits these values of one format.
    pub(super) fn fit(values: impl Iterator<Item = f64>, size: FloatSize, options: &PrintOptions) -> Floats {
        let mut column = Floats {
            values: values.map(|x| (x, Figures::shortest(if x.is_finite() { x } else { 0.0 }, size))).collect(),
            plus: options.sign == Sign::Plus,
            pad_left: 0,
            pad_right: 0,
            trim: TrimZeros::KeepPoint,
            places: 0,
            exponent: None,
            nan: options.nan.clone(),
            inf: options.inf.clone(),
        };
        let (mut any_finite, mut any_negative) = (false, false);
        let mut range: Option<(f64, f64)> = None;
        for x in column.values.iter().map(|(x, _)| *x).filter(|x| x.is_finite()) {
            any_finite = true;
            any_negative |= x.is_sign_negative();
            if x != 0.0 {
                let (low, high) = range.unwrap_or((x.abs(), x.abs()));
                range = Some((low.min(x.abs()), high.max(x.abs())));
            }
        }
        if any_finite {
            if range.is_some_and(|(low, high)| needs_exponent(low, high, size, options.suppress)) {
                column.fit_exponents(size, options);
            } else {
                column.fit_points(size, options);
            }
        }
        if options.sign == Sign::Space && !any_negative {
            column.pad_left += 1;
        }
        column.fit_specials(options);
        column
    }

    /// Every number around a point.
    fn fit_points(&mut self, size: FloatSize, options: &PrintOptions) {
        let fixed = options.float_mode == FloatMode::Fixed;
        let most = (options.float_mode != FloatMode::Unique).then_some(Cut::Fraction(options.precision));
        let plus = self.plus;
        for (x, figures) in self.values.iter_mut().filter(|(x, _)| x.is_finite()) {
            let cut = figures.chosen(*x, size, !fixed, most, None);
            self.pad_left = self.pad_left.max(cut.whole_digits() + sign_of(*x, plus).len());
            self.pad_right = self.pad_right.max(if fixed { options.precision } else { cut.fraction_digits() });
            // The shortest digits are needed again if others decide how many there are.
            if options.float_mode != FloatMode::MaxPrecEqual {
                *figures = cut;
            }
        }
        if matches!(options.float_mode, FloatMode::Fixed | FloatMode::MaxPrecEqual) {
            (self.trim, self.places) = (TrimZeros::Keep, self.pad_right);
        }
        if options.float_mode == FloatMode::MaxPrecEqual {
            let cut = Some(Cut::Fraction(self.places));
            for (x, figures) in self.values.iter_mut().filter(|(x, _)| x.is_finite()) {
                *figures = figures.chosen(*x, size, true, cut, cut);
            }
        }
    }

    /// Every number with an exponent.
    fn fit_exponents(&mut self, size: FloatSize, options: &PrintOptions) {
        let unique = options.float_mode != FloatMode::Fixed;
        let most = (options.float_mode != FloatMode::Unique).then_some(Cut::Total(options.precision + 1));
        let (plus, mut exponent) = (self.plus, 2);
        for (x, figures) in self.values.iter().filter(|(x, _)| x.is_finite()) {
            let cut = figures.chosen(*x, size, unique, most, None);
            let shown = if unique { cut.significant().saturating_sub(1) } else { options.precision };
            self.places = self.places.max(shown);
            self.pad_left = self.pad_left.max(1 + sign_of(*x, plus).len());
            exponent = exponent.max(cut.exponent().unsigned_abs().checked_ilog10().map_or(1, |log| log as usize + 1));
        }
        let cut = Some(Cut::Total(self.places + 1));
        for (x, figures) in self.values.iter_mut().filter(|(x, _)| x.is_finite()) {
            *figures = figures.chosen(*x, size, unique, cut, cut);
        }
        self.trim = TrimZeros::Keep;
        self.exponent = Some(exponent);
        self.pad_right = exponent + 2 + self.places;
    }

    /// Room for NaN and infinities.
    fn fit_specials(&mut self, options: &PrintOptions) {
        let mut specials = self.values.iter().map(|(x, _)| *x).filter(|x| !x.is_finite()).peekable();
        if specials.peek().is_none() {
            return;
        }
        let signed = usize::from(options.sign != Sign::Minus || specials.any(|x| x == f64::NEG_INFINITY));
        let length = super::page::length;
        let needed = length(&self.nan).max(length(&self.inf) + signed);
        self.pad_left = self.pad_left.max(needed.saturating_sub(self.pad_right + 1));
    }

    /// How the element at this place prints.
    fn write_at(&self, index: usize, out: &mut String) {
        let (x, figures) = &self.values[index];
        if !x.is_finite() {
            let (sign, text) = if x.is_nan() {
                (if self.plus { "+" } else { "" }, &self.nan)
            } else {
                (sign_of(*x, self.plus), &self.inf)
            };
            let width = self.pad_left + self.pad_right + 1;
            pad_with(out, ' ', width.saturating_sub(sign.len() + super::page::length(text)));
            out.push_str(sign);
            out.push_str(text);
            return;
        }
        let sign = sign_of(*x, self.plus);
        match self.exponent {
            Some(digits) => figures.scientific(out, sign, self.places, self.trim, self.pad_left, digits),
            None => figures.positional(out, sign, self.places, self.trim, (self.pad_left, Some(self.pad_right))),
        }
    }
}

/// Whether the smallest and the largest value but zero call for exponents. NumPy computes in the format of the values.
fn needs_exponent(low: f64, high: f64, size: FloatSize, suppress: bool) -> bool {
    let round = |x: f64| match size {
        FloatSize::Half => half::f16::from_f64(x).to_f64(),
        FloatSize::Single => f64::from(x as f32),
        FloatSize::Double => x,
    };
    let largest = match size {
        FloatSize::Half => 1e3,
        FloatSize::Single => 1e6,
        FloatSize::Double => 1e8,
    };
    // The quotient of two of the smaller formats, rounded from f64, is what a division in them gives.
    high >= largest || (!suppress && (low < round(0.0001) || round(high / low) > 1000.0))
}

impl Formatter for Floats {
    fn write(&self, index: usize, out: &mut String) {
        self.write_at(index, out);
    }
}

/// A column of complex numbers: two columns, with a `j` before what pads the second.
pub(super) struct Complexes {
    real: Floats,
    imaginary: Floats,
}

impl Complexes {
    /// A column that fits these values, whose parts are of one format.
    pub(super) fn fit(values: &[Complex<f64>], size: FloatSize, options: &PrintOptions) -> Complexes {
        let signed = options.clone().sign(Sign::Plus);
        Complexes {
            real: Floats::fit(values.iter().map(|z| z.re), size, options),
            imaginary: Floats::fit(values.iter().map(|z| z.im), size, &signed),
        }
    }
}

impl Formatter for Complexes {
    fn write(&self, index: usize, out: &mut String) {
        self.real.write_at(index, out);
        let start = out.len();
        self.imaginary.write_at(index, out);
        let end = start + out[start..].trim_end().len();
        out.insert(end, 'j');
    }
}
