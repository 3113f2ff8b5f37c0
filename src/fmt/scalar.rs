//! How one value prints: NumPy's `str` and `repr` of scalars.

use std::fmt::{self, Write};

use super::formatter::{codes, is_foreign, write_codes, write_object, write_object_text};
use super::options::{FormatKind, PrintOptions};
use super::quote::{write_bytes, write_string, write_void};
use super::{Style, write_array};
use crate::array::Array;
use crate::dtype::{Dtype, DtypeKind, TimeBase};
use crate::element::number::Number;
use crate::element::number_text::{
    FloatText, Line, write_bool, write_complex, write_float, write_integer, write_unsigned,
};
use crate::element::{Datetime64, Object, Scalar, Text, Timedelta64};

/// NumPy's `str` of a scalar: `1.5`, `True`, `(1+2j)`, `2020-01-01`, `5 days`, text as it is, bytes as `b'...'`, records as
/// tuples. A precision, a plus sign and a width are honoured for numbers, a width for all.
///
/// ```
/// use ndtype::Scalar;
/// assert_eq!(Scalar::from(1e16).to_string(), "1e+16");
/// assert_eq!(Scalar::from(0.1f32).to_string(), "0.1");
/// assert_eq!(format!("{:>8.2}", Scalar::from(2.0 / 3.0)), "    0.67");
/// ```
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(Number::Int(x)) => return fmt::Display::fmt(&x, f),
            Some(Number::UInt(x)) => return fmt::Display::fmt(&x, f),
            Some(Number::Float(x)) if f.precision().is_some() && x.is_finite() => return fmt::Display::fmt(&x, f),
            _ => {}
        }
        let mut text = String::new();
        write_str(&mut text, self);
        if f.sign_plus() && matches!(self.number(), Some(Number::Float(_))) && !text.starts_with('-') {
            text.insert(0, '+');
        }
        write_padded(f, &text, self.number().is_some())
    }
}

/// Writes a text as wide as the flags ask for, numbers to the right. (A precision cuts text off elsewhere; not numbers and
/// dates here.)
pub(super) fn write_padded(f: &mut fmt::Formatter<'_>, text: &str, is_number: bool) -> fmt::Result {
    let Some(width) = f.width() else { return f.write_str(text) };
    match f.align() {
        Some(fmt::Alignment::Right) => write!(f, "{text:>width$}"),
        Some(fmt::Alignment::Center) => write!(f, "{text:^width$}"),
        None if is_number => write!(f, "{text:>width$}"),
        _ => write!(f, "{text:<width$}"),
    }
}

/// NumPy's `repr` of a scalar: `np.float32(1.5)`, `np.datetime64('2020-01-01')`, `np.str_('a')`. What Python has itself, text of any
/// width and objects, as Python does; numbers of ml_dtypes bare, as there.
///
/// ```
/// use ndtype::Scalar;
/// assert_eq!(format!("{:?}", Scalar::from(1.5f32)), "np.float32(1.5)");
/// assert_eq!(format!("{:?}", Scalar::from_ticks(0, "M8[25m]")?), "np.datetime64('1970-01-01T00:00','25m')");
/// # Ok::<(), ndtype::Error>(())
/// ```
impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write_repr(&mut text, self)?;
        f.write_str(&text)
    }
}

/// NumPy's `str`.
fn write_str(out: &mut String, scalar: &Scalar) {
    let dtype = scalar.dtype().native_scalar();
    if let Some(number) = scalar.number() {
        return write_number(out, number, dtype);
    }
    let written = match dtype {
        Dtype::Datetime64(_) => Datetime64::try_from(scalar).map_err(|_| fmt::Error).and_then(|x| write!(out, "{x}")),
        Dtype::Timedelta64(_) => Timedelta64::try_from(scalar).map_err(|_| fmt::Error).and_then(|x| write!(out, "{x}")),
        Dtype::Bytes(_) => {
            write_bytes(out, super::formatter::without_zeros(scalar.bytes().unwrap_or_default()));
            Ok(())
        }
        Dtype::Unicode(_) => {
            // What is no character is replaced, since Rust's text cannot hold it.
            let replaced = |code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            out.extend(codes(&native_codes(scalar)).map(replaced));
            Ok(())
        }
        Dtype::String => {
            out.push_str(&scalar.get::<Text>().unwrap_or_default());
            Ok(())
        }
        Dtype::Object => {
            let object = scalar.get::<Object>().unwrap_or_default();
            match object.text() {
                Some(text) => out.push_str(text),
                None => write_object_text(out, &object, false),
            }
            Ok(())
        }
        Dtype::Struct(_) => {
            write_parts(out, scalar, &scalar_options(&PrintOptions::default()));
            Ok(())
        }
        Dtype::SubArray(_) => {
            write_parts(out, scalar, &PrintOptions::default());
            Ok(())
        }
        _ => {
            write_void(out, scalar.bytes().unwrap_or_default());
            Ok(())
        }
    };
    debug_assert!(written.is_ok(), "writing to a string");
}

/// NumPy's `repr`.
fn write_repr(out: &mut String, scalar: &Scalar) -> fmt::Result {
    let dtype = scalar.dtype().native_scalar();
    if let Some(number) = scalar.number() {
        return match number {
            Number::Bool(x) => write!(out, "np.{}_", if x { "True" } else { "False" }),
            _ if is_foreign(dtype) => {
                write_number(out, number, dtype);
                Ok(())
            }
            _ => {
                write!(out, "np.{}(", dtype.name())?;
                let start = out.len();
                write_number(out, number, dtype);
                // A complex number has no parentheses of its own here.
                if out[start..].starts_with('(') {
                    out.remove(start);
                    out.pop();
                }
                out.write_char(')')
            }
        };
    }
    match dtype {
        Dtype::Datetime64(unit) => {
            let date = Datetime64::try_from(scalar).map_err(|_| fmt::Error)?;
            write!(out, "np.datetime64('{date}'")?;
            if date.is_nat() && unit.is_generic() {
                out.push_str(",'generic'");
            } else if date.is_nat() || unit.count() != 1 || unit.base() == TimeBase::Hour {
                // NumPy would not read the text of an hour back as one.
                write!(out, ",'{unit}'")?;
            }
            out.write_char(')')
        }
        Dtype::Timedelta64(unit) => {
            let span = Timedelta64::try_from(scalar).map_err(|_| fmt::Error)?;
            if span.is_nat() {
                out.push_str("np.timedelta64('NaT'");
            } else {
                write!(out, "np.timedelta64({}", span.ticks())?;
            }
            if !unit.is_generic() {
                write!(out, ",'{unit}'")?;
            }
            out.write_char(')')
        }
        Dtype::Bytes(_) => {
            out.push_str("np.bytes_(");
            write_str(out, scalar);
            out.write_char(')')
        }
        Dtype::Unicode(_) => {
            out.push_str("np.str_(");
            write_codes(out, &native_codes(scalar));
            out.write_char(')')
        }
        Dtype::String => {
            write_string(out, &scalar.get::<Text>().unwrap_or_default());
            Ok(())
        }
        Dtype::Object => {
            write_object(out, &scalar.get::<Object>().unwrap_or_default());
            Ok(())
        }
        Dtype::Struct(_) => {
            out.push_str("np.void(");
            write_parts(out, scalar, &scalar_options(&PrintOptions::default()));
            write!(out, ", dtype={dtype})")
        }
        Dtype::SubArray(_) => {
            let Ok(array) = Array::full([], scalar.clone(), dtype) else { return Err(fmt::Error) };
            write_array(out, &array, Style::Repr, &PrintOptions::default());
            Ok(())
        }
        _ => {
            out.push_str("np.void(");
            write_str(out, scalar);
            out.write_char(')')
        }
    }
}

/// NumPy's `str` of a number; of the small floats that of ml_dtypes.
pub(super) fn write_number(out: &mut String, number: Number, dtype: &Dtype) {
    let form = dtype.native_scalar().scalar_id().map_or(FloatText::Double, FloatText::of);
    let mut line = Line::new();
    match number {
        Number::Bool(x) => write_bool(&mut line, x),
        Number::Int(x) => write_integer(&mut line, x),
        Number::UInt(x) => write_unsigned(&mut line, x),
        Number::Float(x) => write_float(&mut line, x, form),
        Number::Complex(z) => write_complex(&mut line, z, form),
    }
    out.push_str(line.as_str());
}

/// The code points of fixed-width Unicode in native order.
fn native_codes(scalar: &Scalar) -> Vec<u8> {
    let mut bytes = scalar.bytes().unwrap_or_default().to_vec();
    if !scalar.dtype().is_native() {
        bytes.chunks_exact_mut(4).for_each(<[u8]>::reverse);
    }
    bytes
}

/// Records and sub-arrays print as arrays of one element.
fn write_parts(out: &mut String, scalar: &Scalar, options: &PrintOptions) {
    match Array::full([], scalar.clone(), scalar.dtype()) {
        Ok(array) => write_array(out, &array, Style::Words, options),
        Err(error) => super::write_error(out, &error),
    }
}

/// In a record on its own floats have all their digits, as in NumPy, unless there is a function that prints them.
pub(super) fn scalar_options(options: &PrintOptions) -> PrintOptions {
    if options.has_formatter(FormatKind::Float) {
        return options.clone();
    }
    options.clone().formatter(FormatKind::Float, |x| {
        debug_assert_eq!(x.dtype().kind(), DtypeKind::Float);
        x.to_string()
    })
}
