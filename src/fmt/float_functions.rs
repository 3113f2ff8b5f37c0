//! `format_float_positional` and `format_float_scientific`.

use std::fmt;

use crate::dtype::Dtype;
use crate::element::float_text::{Cut, Figures, FloatSize, sign_of};
use crate::element::number::Number;
use crate::element::{Scalar, TrimZeros};
use crate::error::{Cause, Error, ErrorKind, Result};

/// How [`format_float_positional`] and [`format_float_scientific`] print; the names are NumPy's.
///
/// ```
/// use ndtype::{FloatFormatOptions, TrimZeros, format_float_positional};
/// let options = FloatFormatOptions::new().precision(3).trim(TrimZeros::All);
/// assert_eq!(format_float_positional(0.10004, &options)?, "0.1");
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FloatFormatOptions {
    precision: Option<usize>,
    unique: bool,
    fractional: bool,
    trim: TrimZeros,
    sign: bool,
    pad_left: usize,
    pad_right: Option<usize>,
    exp_digits: Option<usize>,
    min_digits: Option<usize>,
}

impl Default for FloatFormatOptions {
    fn default() -> FloatFormatOptions {
        FloatFormatOptions {
            precision: None,
            unique: true,
            fractional: true,
            trim: TrimZeros::Keep,
            sign: false,
            pad_left: 0,
            pad_right: None,
            exp_digits: None,
            min_digits: None,
        }
    }
}

impl FloatFormatOptions {
    /// NumPy's defaults: the shortest digits that tell the float from its neighbours.
    pub fn new() -> FloatFormatOptions {
        FloatFormatOptions::default()
    }

    /// At most so many digits.
    #[must_use]
    pub fn precision(mut self, digits: usize) -> FloatFormatOptions {
        self.precision = Some(digits);
        self
    }

    /// Whether to show as few digits as tell the float from its neighbours (yes), or those of its exact value, as many as the
    /// precision says.
    #[must_use]
    pub fn unique(mut self, unique: bool) -> FloatFormatOptions {
        self.unique = unique;
        self
    }

    /// Whether the precision counts digits after the point (yes), or all from the first that is not zero.
    #[must_use]
    pub fn fractional(mut self, fractional: bool) -> FloatFormatOptions {
        self.fractional = fractional;
        self
    }

    /// What becomes of trailing zeros ([`TrimZeros::Keep`]).
    #[must_use]
    pub fn trim(mut self, trim: TrimZeros) -> FloatFormatOptions {
        self.trim = trim;
        self
    }

    /// Whether positive numbers have a plus (no).
    #[must_use]
    pub fn sign(mut self, plus: bool) -> FloatFormatOptions {
        self.sign = plus;
        self
    }

    /// Pads with blanks until so many characters stand before the point.
    #[must_use]
    pub fn pad_left(mut self, characters: usize) -> FloatFormatOptions {
        self.pad_left = characters;
        self
    }

    /// Pads with blanks until so many characters stand after the point; not with exponents.
    #[must_use]
    pub fn pad_right(mut self, characters: usize) -> FloatFormatOptions {
        self.pad_right = Some(characters);
        self
    }

    /// So many digits of the exponent at least (2), five at most.
    #[must_use]
    pub fn exp_digits(mut self, digits: usize) -> FloatFormatOptions {
        self.exp_digits = Some(digits);
        self
    }

    /// At least so many digits, those of the exact value.
    #[must_use]
    pub fn min_digits(mut self, digits: usize) -> FloatFormatOptions {
        self.min_digits = Some(digits);
        self
    }

    fn check(&self) -> Result<()> {
        match (self.precision, self.min_digits) {
            (Some(most), Some(least)) if most > 0 && least > most => {
                Err(FormatError::TooFewDigits { most, least }.into())
            }
            (None, _) if !self.unique => Err(FormatError::NoPrecision.into()),
            _ => Ok(()),
        }
    }
}

/// Why a float cannot be printed.
#[derive(Debug)]
#[non_exhaustive]
pub enum FormatError {
    /// The value is no real number.
    NotAFloat {
        /// Its dtype.
        dtype: Dtype,
    },
    /// Digits of the exact value need a precision.
    NoPrecision,
    /// The first digit that is not zero has to be shown.
    ZeroDigits,
    /// More digits at least than at most.
    TooFewDigits {
        /// How many at most.
        most: usize,
        /// How many at least.
        least: usize,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::NotAFloat { dtype } => write!(f, "cannot print {dtype} as a float"),
            FormatError::NoPrecision => f.write_str("in non-unique mode `precision` must be supplied"),
            FormatError::ZeroDigits => f.write_str("precision must be greater than 0 if fractional=False"),
            FormatError::TooFewDigits { most, least } => {
                write!(f, "min_digits must be less than or equal to precision, found {least} and {most}")
            }
        }
    }
}

impl std::error::Error for FormatError {}

impl From<FormatError> for Error {
    fn from(cause: FormatError) -> Error {
        Error::new(cause)
    }
}

impl Cause for FormatError {
    fn kind(&self) -> ErrorKind {
        match self {
            FormatError::NotAFloat { .. } => ErrorKind::Dtype,
            _ => ErrorKind::Value,
        }
    }
}

/// The value and its format. Integers and the floats of ml_dtypes are taken as float64, as in NumPy.
fn float_of(x: impl Into<Scalar>) -> Result<(f64, FloatSize)> {
    let scalar: Scalar = x.into();
    let size = match scalar.dtype().native_scalar() {
        Dtype::Float16 => FloatSize::Half,
        Dtype::Float32 => FloatSize::Single,
        _ => FloatSize::Double,
    };
    match scalar.number() {
        None | Some(Number::Complex(_)) => Err(FormatError::NotAFloat { dtype: scalar.dtype().clone() }.into()),
        Some(number) => Ok((number.to_f64().unwrap_or(f64::NAN), size)),
    }
}

/// What is not finite, without padding.
fn special(x: f64, plus: bool) -> Option<String> {
    match (x.is_nan(), x.is_infinite()) {
        (true, _) => Some("nan".to_owned()),
        (_, true) => Some(format!("{}inf", sign_of(x, plus))),
        _ => None,
    }
}

/// A float around a point: NumPy's `format_float_positional`.
///
/// Errors: a value that is no real number; `unique(false)` without a precision; a precision of 0 with `fractional(false)`; more
/// digits at least than at most.
///
/// ```
/// use half::f16;
/// use ndtype::{FloatFormatOptions, format_float_positional};
/// let shortest = FloatFormatOptions::new();
/// assert_eq!(format_float_positional(std::f32::consts::PI, &shortest)?, "3.1415927");
/// assert_eq!(format_float_positional(f16::from_f32(0.3), &shortest)?, "0.3");
/// let exact = FloatFormatOptions::new().unique(false).precision(10);
/// assert_eq!(format_float_positional(f16::from_f32(0.3), &exact)?, "0.3000488281");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn format_float_positional(x: impl Into<Scalar>, options: &FloatFormatOptions) -> Result<String> {
    options.check()?;
    if !options.fractional && options.precision == Some(0) {
        return Err(FormatError::ZeroDigits.into());
    }
    let (x, size) = float_of(x)?;
    if let Some(text) = special(x, options.sign) {
        return Ok(text);
    }
    let cut = |digits| if options.fractional { Cut::Fraction(digits) } else { Cut::Total(digits) };
    let (most, least) = (options.precision.map(cut), options.min_digits.map(cut));
    let figures = Figures::shortest(x, size).chosen(x, size, options.unique, most, least);
    let wanted = if options.unique { options.min_digits } else { options.precision }.unwrap_or(0);
    let figures = if options.fractional { figures } else { figures.filled(x, wanted, !options.unique) };
    let places = if options.fractional { wanted } else { wanted.saturating_sub(figures.whole_digits()) };
    let mut out = String::new();
    let pad = (options.pad_left, options.pad_right);
    figures.positional(&mut out, sign_of(x, options.sign), places, options.trim, pad);
    Ok(out)
}

/// A float with an exponent: NumPy's `format_float_scientific`. The precision counts digits after the point.
///
/// Errors: as for [`format_float_positional`].
///
/// ```
/// use ndtype::{FloatFormatOptions, format_float_scientific};
/// assert_eq!(format_float_scientific(1.23e24f32, &FloatFormatOptions::new().exp_digits(4))?, "1.23e+0024");
/// let exact = FloatFormatOptions::new().unique(false).precision(15);
/// assert_eq!(format_float_scientific(1.23e24f32, &exact)?, "1.230000071797338e+24");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn format_float_scientific(x: impl Into<Scalar>, options: &FloatFormatOptions) -> Result<String> {
    options.check()?;
    let (x, size) = float_of(x)?;
    if let Some(text) = special(x, options.sign) {
        return Ok(text);
    }
    let cut = |digits: usize| Cut::Total(digits.saturating_add(1));
    let (most, least) = (options.precision.map(cut), options.min_digits.map(cut));
    let figures = Figures::shortest(x, size).chosen(x, size, options.unique, most, least);
    let places = if options.unique { options.min_digits } else { options.precision }.unwrap_or(0);
    let figures = figures.filled(x, places.saturating_add(1), !options.unique);
    let mut out = String::new();
    let (sign, digits) = (sign_of(x, options.sign), options.exp_digits.unwrap_or(2));
    figures.scientific(&mut out, sign, places, options.trim, options.pad_left, digits);
    Ok(out)
}
