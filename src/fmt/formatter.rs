//! Formatters: one for each kind of elements, fitted to the values shown. They know nothing of shapes; the page asks them for
//! one word after the other.

use std::fmt::Write;

use num_complex::Complex;

use super::floats::{Complexes, Floats};
use super::options::{ElementFormatter, FormatKind, PrintOptions, Sign};
use super::page::length;
use super::quote::{write_bytes, write_string, write_text, write_void};
use super::record::Records;
use super::scalar::write_number;
use crate::array::Array;
use crate::dtype::{Dtype, DtypeKind, TimeUnit};
use crate::element::float_text::{FloatSize, pad_with};
use crate::element::number::Number;
use crate::element::{Datetime64, Object, Scalar, Text};
use crate::error::Result;

/// Prints elements of one kind, fitted to all that are shown.
pub(super) trait Formatter {
    /// Writes the element at this place among those shown, in C's order.
    fn write(&self, index: usize, out: &mut String);
}

/// The formatter for these elements. `alone` if they are one element without axes, which needs no column.
pub(super) fn fit(values: &Array, options: &PrintOptions, alone: bool) -> Result<Box<dyn Formatter>> {
    let dtype = values.dtype().native_scalar();
    if let Some(format) = FormatKind::of(dtype).and_then(|kind| options.formatter_for(kind)) {
        return Ok(Box::new(Custom { values: values.scalars()?, format: format.clone() }));
    }
    let ml = is_foreign(dtype);
    Ok(match (dtype, dtype.kind()) {
        (_, DtypeKind::Bool) => {
            let values = dense(values, Dtype::UInt8)?.to_vec::<u8>()?;
            Box::new(Bools { values, padding: if alone { "" } else { " " } })
        }
        (_, DtypeKind::Integer) => {
            let values = dense(values, Dtype::Int64)?.to_vec::<i64>()?;
            Box::new(Integers::fit(values.into_iter().map(i128::from), ml, options.sign))
        }
        (_, DtypeKind::Unsigned) => {
            let values = dense(values, Dtype::UInt64)?.to_vec::<u64>()?;
            Box::new(Integers::fit(values.into_iter().map(i128::from), ml, options.sign))
        }
        (_, DtypeKind::Float) => {
            let values = dense(values, Dtype::Float64)?;
            let floats = values.as_slice::<f64>()?;
            if ml {
                Box::new(Words::of(floats.iter(), |x, out| write_number(out, Number::Float(*x), dtype)))
            } else {
                Box::new(Floats::fit(floats.iter().copied(), FloatSize::of_bytes(dtype.itemsize()), options))
            }
        }
        (_, DtypeKind::Complex) => {
            let values = dense(values, Dtype::Complex128)?;
            let complexes = values.as_slice::<Complex<f64>>()?;
            if ml {
                Box::new(Words::of(complexes.iter(), |z, out| write_number(out, Number::Complex(*z), dtype)))
            } else {
                Box::new(Complexes::fit(complexes, FloatSize::of_bytes(dtype.itemsize() / 2), options))
            }
        }
        (Dtype::Datetime64(unit), _) => Box::new(times(values, *unit, write_date)?),
        (Dtype::Timedelta64(unit), _) => Box::new(times(values, *unit, write_span)?),
        (Dtype::Bytes(size), _) => {
            let (bytes, size) = (values.tobytes()?, *size);
            Box::new(Words::of(0..values.size(), |i, out| write_bytes(out, without_zeros(&bytes[i * size..][..size]))))
        }
        (Dtype::Unicode(size), _) => {
            let (bytes, size) = (dense(values, dtype.clone())?.tobytes()?, 4 * size);
            Box::new(Words::of(0..values.size(), |i, out| write_codes(out, &bytes[i * size..][..size])))
        }
        (Dtype::String, _) => {
            let texts = values.iter::<Text>()?;
            Box::new(Words::of(texts, |text, out| write_string(out, &text)))
        }
        (Dtype::Object, _) => Box::new(Words::of(values.iter::<Object>()?, |object, out| write_object(out, &object))),
        (Dtype::Struct(_), _) => Box::new(Records::fit(values, options, alone)?),
        _ => {
            let (bytes, size) = (values.tobytes()?, values.itemsize());
            Box::new(Words::of(0..values.size(), |i, out| write_void(out, &bytes[i * size..][..size])))
        }
    })
}

/// Whether NumPy itself has no such dtype: ml_dtypes prints its elements one by one, without columns.
pub(super) fn is_foreign(dtype: &Dtype) -> bool {
    let numpys = [Dtype::Float16, Dtype::Float32, Dtype::Float64, Dtype::Complex64, Dtype::Complex128];
    match dtype.kind() {
        DtypeKind::Float | DtypeKind::Complex => !numpys.contains(dtype),
        DtypeKind::Integer | DtypeKind::Unsigned => {
            matches!(dtype, Dtype::Int2 | Dtype::Int4 | Dtype::UInt2 | Dtype::UInt4)
        }
        _ => false,
    }
}

/// The elements in C's order, as a dtype that holds every value of theirs.
pub(super) fn dense(values: &Array, dtype: Dtype) -> Result<Array> {
    let dense =
        if *values.dtype() == dtype { values.to_contiguous()? } else { values.astype(dtype)?.to_contiguous()? };
    if dense.flags().aligned { Ok(dense) } else { dense.copy() }
}

/// Words that are as they are: each has the width it has.
struct Words {
    text: String,
    ends: Vec<usize>,
}

impl Words {
    fn of<T>(values: impl Iterator<Item = T>, mut write: impl FnMut(T, &mut String)) -> Words {
        let (mut text, mut ends) = (String::new(), vec![0]);
        for value in values {
            write(value, &mut text);
            ends.push(text.len());
        }
        Words { text, ends }
    }
}

impl Formatter for Words {
    fn write(&self, index: usize, out: &mut String) {
        out.push_str(&self.text[self.ends[index]..self.ends[index + 1]]);
    }
}

/// Elements printed by a function of the user's.
struct Custom {
    values: Vec<Scalar>,
    format: ElementFormatter,
}

impl Formatter for Custom {
    fn write(&self, index: usize, out: &mut String) {
        out.push_str(&(self.format)(&self.values[index]));
    }
}

/// Booleans, in a column if there are several.
struct Bools {
    values: Vec<u8>,
    padding: &'static str,
}

impl Formatter for Bools {
    fn write(&self, index: usize, out: &mut String) {
        if self.values[index] == 0 {
            return out.push_str("False");
        }
        out.push_str(self.padding);
        out.push_str("True");
    }
}

/// Integers, right-aligned.
struct Integers {
    values: Vec<i128>,
    width: usize,
    sign: &'static str,
}

impl Integers {
    fn fit(values: impl Iterator<Item = i128>, ml: bool, sign: Sign) -> Integers {
        let values: Vec<i128> = values.collect();
        let (Some(&low), Some(&high), false) = (values.iter().min(), values.iter().max(), ml) else {
            return Integers { values, width: 0, sign: "" };
        };
        let sign = match sign {
            Sign::Plus => "+",
            Sign::Space if low >= 0 => " ",
            _ => "",
        };
        let digits = |x: i128| x.unsigned_abs().checked_ilog10().map_or(1, |log| log as usize + 1);
        let signed = |x: i128| digits(x) + if x < 0 { 1 } else { sign.len() };
        Integers { width: signed(high).max(digits(low) + usize::from(low < 0)), values, sign }
    }
}

impl Formatter for Integers {
    fn write(&self, index: usize, out: &mut String) {
        // The digits from the last to the first, then what stands before them.
        let (value, mut text, mut at) = (self.values[index], [b' '; 40], 40);
        let mut rest = value.unsigned_abs() as u64;
        loop {
            at -= 1;
            text[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        let sign = if value < 0 { "-" } else { self.sign };
        pad_with(out, ' ', self.width.saturating_sub(40 - at + sign.len()));
        out.push_str(sign);
        out.extend(text[at..].iter().map(|&digit| char::from(digit)));
    }
}

/// Dates or spans, right-aligned.
struct Times {
    ticks: Vec<i64>,
    unit: TimeUnit,
    width: usize,
    format: fn(&mut String, i64, TimeUnit),
}

/// What NaT is in memory.
const NAT: i64 = i64::MIN;

fn times(values: &Array, unit: TimeUnit, format: fn(&mut String, i64, TimeUnit)) -> Result<Times> {
    let native = dense(values, values.dtype().native_scalar().clone())?;
    let ticks = native.view_dtype(Dtype::Int64)?.to_vec::<i64>()?;
    // As in NumPy, the first and the last date decide.
    let measure = |ticks: Option<&i64>| {
        ticks.map_or(0, |&ticks| {
            let mut text = String::new();
            format(&mut text, ticks, unit);
            length(&text)
        })
    };
    let dates = || ticks.iter().filter(|&&ticks| ticks != NAT);
    let mut width = measure(dates().max()).max(measure(dates().min()));
    if ticks.contains(&NAT) {
        width = width.max("'NaT'".len());
    }
    Ok(Times { ticks, unit, width, format })
}

fn write_date(out: &mut String, ticks: i64, unit: TimeUnit) {
    let written = write!(out, "'{}'", Datetime64::new(ticks, unit));
    debug_assert!(written.is_ok(), "writing to a string");
}

fn write_span(out: &mut String, ticks: i64, _: TimeUnit) {
    let written = write!(out, "{ticks}");
    debug_assert!(written.is_ok(), "writing to a string");
}

impl Formatter for Times {
    fn write(&self, index: usize, out: &mut String) {
        let start = out.len();
        match self.ticks[index] {
            NAT => out.push_str("'NaT'"),
            ticks => (self.format)(out, ticks, self.unit),
        }
        let written = length(&out[start..]);
        let padding = " ".repeat(self.width.saturating_sub(written));
        out.insert_str(start, &padding);
    }
}

/// A fixed-width string without the zeros that pad it.
pub(super) fn without_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Fixed-width Unicode in native order, quoted.
pub(super) fn write_codes(out: &mut String, bytes: &[u8]) {
    write_text(out, codes(bytes));
}

/// The code points of fixed-width Unicode in native order, without the zeros that pad it.
pub(super) fn codes(bytes: &[u8]) -> impl Iterator<Item = u32> + Clone {
    let units = bytes.chunks_exact(4).map(|unit| u32::from_ne_bytes([unit[0], unit[1], unit[2], unit[3]]));
    let end = units.clone().rposition(|code| code != 0).map_or(0, |last| last + 1);
    units.take(end)
}

/// An object as Python's `repr` has it: text quoted, numbers of Rust as Python's; others by their `Display`.
pub(super) fn write_object(out: &mut String, object: &Object) {
    match object.text() {
        Some(text) => write_text(out, text.chars().map(|c| c as u32)),
        None => write_object_text(out, object, true),
    }
}

/// An object that is no text.
pub(super) fn write_object_text(out: &mut String, object: &Object, repr: bool) {
    let scalar = Scalar::from_object(object);
    let time = scalar.as_ref().filter(|scalar| scalar.time_ticks().is_some());
    let number = scalar.as_ref().and_then(|scalar| Some((scalar.number()?, scalar.dtype())));
    let written = match (number, time) {
        (Some((number @ (Number::Bool(_) | Number::Float(_) | Number::Complex(_)), dtype)), _) => {
            write_number(out, number, dtype);
            Ok(())
        }
        (_, Some(time)) if repr => write!(out, "{time:?}"),
        (_, Some(time)) => write!(out, "{time}"),
        _ => write!(out, "{object}"),
    };
    debug_assert!(written.is_ok(), "writing to a string");
}
