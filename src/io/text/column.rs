//! Columns that grow as rows are read: one list of values for each sort of element.

use num_complex::Complex;

use super::error::TextFileError;
use super::number;
use crate::array::Array;
use crate::dtype::{Dtype, DtypeKind, TimeUnit, iinfo};
use crate::element::number_parse::{parse_float, to_ascii};
use crate::element::time_line::parse_date_ticks;
use crate::element::time_text::parse_ticks;
use crate::element::{Object, Scalar, Text};
use crate::error::Result;

/// The values of elements of one dtype, in the type that they are read in.
pub(super) struct Column {
    dtype: Dtype,
    pub(super) values: Values,
}

pub(super) enum Values {
    Bools(Vec<bool>),
    Integers {
        values: Vec<i64>,
        low: i128,
        high: i128,
    },
    Unsigned {
        values: Vec<u64>,
        high: i128,
    },
    Floats(Vec<f64>),
    /// Floats that are written as in Python's source.
    PythonFloats(Vec<f64>),
    Complex(Vec<Complex<f64>>),
    Dates {
        values: Vec<i64>,
        unit: TimeUnit,
    },
    Spans {
        values: Vec<i64>,
        unit: TimeUnit,
    },
    Objects(Vec<Object>),
    Texts {
        texts: Texts,
        latin1: bool,
    },
}

/// Texts one after the other.
#[derive(Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// The characters of the longest.
    widest: usize,
}

/// A field that is no value of the dtype.
pub(super) struct NoValue;

impl Column {
    /// An empty column, of a whole array or of a field of records. An error if nothing of this dtype can be read from text.
    pub(super) fn new(dtype: &Dtype, field: bool) -> Result<Column> {
        let native = dtype.native_scalar();
        let values = match native.kind() {
            DtypeKind::Bool => Values::Bools(Vec::new()),
            DtypeKind::Integer => {
                let limits = iinfo(native)?;
                Values::Integers { values: Vec::new(), low: limits.min, high: limits.max }
            }
            DtypeKind::Unsigned => Values::Unsigned { values: Vec::new(), high: iinfo(native)?.max },
            DtypeKind::Float if matches!(native, Dtype::Float32 | Dtype::Float64) => Values::Floats(Vec::new()),
            DtypeKind::Float => Values::PythonFloats(Vec::new()),
            DtypeKind::Complex => Values::Complex(Vec::new()),
            DtypeKind::String => Values::Texts { texts: Texts::default(), latin1: matches!(native, Dtype::Bytes(_)) },
            DtypeKind::Object => Values::Objects(Vec::new()),
            _ => match native {
                // Their unit is found at the end, but a field of records keeps its own.
                Dtype::Datetime64(unit) if unit.is_generic() && !field => {
                    Values::Texts { texts: Texts::default(), latin1: false }
                }
                Dtype::Datetime64(unit) => Values::Dates { values: Vec::new(), unit: *unit },
                Dtype::Timedelta64(unit) => Values::Spans { values: Vec::new(), unit: *unit },
                _ => return Err(TextFileError::Unsupported { dtype: dtype.clone() }.into()),
            },
        };
        Ok(Column { dtype: dtype.clone(), values })
    }

    pub(super) fn dtype(&self) -> &Dtype {
        &self.dtype
    }

    /// Reads a field and adds it.
    #[inline]
    pub(super) fn push(&mut self, field: &[u8]) -> Result<(), NoValue> {
        match &mut self.values {
            Values::Floats(values) => values.push(number::float(field).ok_or(NoValue)?),
            Values::Integers { values, low, high } => {
                let value = number::integer(field).filter(|value| (*low..=*high).contains(value));
                values.push(value.ok_or(NoValue)? as i64);
            }
            Values::Unsigned { values, high } => {
                // Not even zero has a minus.
                let value =
                    number::integer(field).filter(|value| (0..=*high).contains(value) && !field.contains(&b'-'));
                values.push(value.ok_or(NoValue)? as u64);
            }
            Values::Bools(values) => {
                let value = number::integer(field).and_then(|value| i64::try_from(value).ok());
                values.push(value.ok_or(NoValue)? != 0);
            }
            Values::PythonFloats(values) => {
                let ascii: Vec<u8> = decoded(field).chars().map(|c| to_ascii(c.into())).collect();
                values.push(parse_float(&ascii).map_err(|_| NoValue)?);
            }
            Values::Complex(values) => values.push(number::complex(field).ok_or(NoValue)?),
            Values::Dates { values, unit } => {
                values.push(parse_date_ticks(decoded(field), *unit).map_err(|_| NoValue)?);
            }
            Values::Spans { values, unit } => values.push(parse_ticks(decoded(field), *unit).map_err(|_| NoValue)?),
            Values::Objects(values) => values.push(Scalar::new(Text::from(decoded(field))).to_object()),
            Values::Texts { texts, latin1 } => texts.push(decoded(field), *latin1)?,
        }
        Ok(())
    }

    /// Adds a plain number to floats; otherwise nothing, and it is false.
    #[inline]
    pub(super) fn push_decimal(&mut self, field: &[u8]) -> bool {
        match (&mut self.values, super::decimal::float_at(field, 0)) {
            (Values::Floats(values), Some((value, end))) if end == field.len() => {
                values.push(value);
                true
            }
            _ => false,
        }
    }

    /// Adds what a converter made of a field.
    pub(super) fn push_scalar(&mut self, value: &Scalar) -> Result<(), NoValue> {
        if let (Some(text), false) = (value.to_text(), matches!(self.values, Values::Bools(_))) {
            return self.push(text.as_bytes());
        }
        let is_real = matches!(
            self.values,
            Values::Floats(_) | Values::PythonFloats(_) | Values::Integers { .. } | Values::Unsigned { .. }
        );
        if is_real && value.dtype().kind() == DtypeKind::Complex {
            return Err(NoValue);
        }
        match &mut self.values {
            Values::Floats(values) | Values::PythonFloats(values) => values.push(value.as_f64().ok_or(NoValue)?),
            Values::Integers { values, low, high } => {
                let value = whole(value).filter(|value| (*low..=*high).contains(value));
                values.push(value.ok_or(NoValue)? as i64);
            }
            Values::Unsigned { values, high } => {
                let value = whole(value).filter(|value| (0..=*high).contains(value));
                values.push(value.ok_or(NoValue)? as u64);
            }
            Values::Bools(values) => {
                let truth = value.as_bool().or_else(|| value.as_complex().map(|value| value != Complex::ZERO));
                values.push(truth.or_else(|| value.to_text().map(|text| !text.is_empty())).ok_or(NoValue)?);
            }
            Values::Complex(values) => values.push(value.as_complex().ok_or(NoValue)?),
            Values::Dates { values, .. } | Values::Spans { values, .. } => {
                let value = Array::from_scalar(value.clone()).and_then(|value| value.astype(&self.dtype));
                let ticks = value.and_then(|value| value.get_scalar(&[])).ok().and_then(|value| value.time_ticks());
                values.push(ticks.ok_or(NoValue)?);
            }
            Values::Objects(values) => values.push(value.to_object()),
            Values::Texts { texts, latin1 } => texts.push(&value.to_string(), *latin1)?,
        }
        Ok(())
    }

    /// One axis over the values.
    pub(super) fn finish(self) -> Result<Array> {
        let Column { dtype, values } = self;
        let found = match values {
            Values::Bools(values) => Array::from_vec(values)?,
            Values::Integers { values, .. } => Array::from_vec(values)?,
            Values::Unsigned { values, .. } => Array::from_vec(values)?,
            Values::Floats(values) | Values::PythonFloats(values) => Array::from_vec(values)?,
            Values::Complex(values) => Array::from_vec(values)?,
            Values::Dates { values, .. } | Values::Spans { values, .. } => {
                Array::from_vec(values)?.view_dtype(dtype.native_scalar().clone())?
            }
            Values::Objects(values) => Array::from_vec(values)?,
            Values::Texts { texts, .. } => texts.finish(dtype.native_scalar())?,
        };
        let as_it_is = found.dtype() == &dtype || dtype.is_unsized() || matches!(&dtype, Dtype::Datetime64(_));
        if as_it_is { Ok(found) } else { found.astype(&dtype) }
    }
}

/// A number without its fraction.
fn whole(value: &Scalar) -> Option<i128> {
    value.as_i128().or_else(|| value.as_f64().filter(|x| x.is_finite()).map(|x| x as i128))
}

/// A field as text, which it is: what is read is checked.
fn decoded(field: &[u8]) -> &str {
    std::str::from_utf8(field).unwrap_or("\u{fffd}")
}

impl Texts {
    pub(super) fn push(&mut self, text: &str, latin1: bool) -> Result<(), NoValue> {
        let characters = if text.is_ascii() { text.len() } else { text.chars().count() };
        if latin1 && text.chars().any(|c| u32::from(c) > 0xff) {
            return Err(NoValue);
        }
        self.widest = self.widest.max(characters);
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len());
        Ok(())
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| decoded(&self.bytes[start..end]))
    }

    /// Text of a fixed width, or as wide as the widest; of any length; dates in the unit that holds them all.
    pub(super) fn finish(self, dtype: &Dtype) -> Result<Array> {
        let rows = self.ends.len();
        let sized = |width: usize| if width > 0 { width } else { self.widest.max(1) };
        let too_wide = |width: usize| {
            let bytes = rows.checked_mul(width).and_then(|n| n.checked_mul(4)).filter(|&n| isize::try_from(n).is_ok());
            bytes.map(|_| ()).ok_or_else(|| crate::buffer::MemoryError::new(usize::MAX))
        };
        match *dtype {
            Dtype::Bytes(width) => {
                let width = sized(width);
                too_wide(width)?;
                let mut bytes = vec![0u8; rows * width];
                for (place, text) in bytes.chunks_exact_mut(width).zip(self.iter()) {
                    place.iter_mut().zip(text.chars()).for_each(|(byte, c)| *byte = u32::from(c) as u8);
                }
                crate::array::frombuffer(bytes, Dtype::Bytes(width), 0, None)
            }
            Dtype::Unicode(width) => {
                let width = sized(width);
                too_wide(width)?;
                let mut codes = vec![0u32; rows * width];
                for (place, text) in codes.chunks_exact_mut(width).zip(self.iter()) {
                    place.iter_mut().zip(text.chars()).for_each(|(code, c)| *code = c.into());
                }
                if rows == 0 {
                    return Array::zeros([0], Dtype::Unicode(width));
                }
                let codes = Array::from_shape_vec([rows, width], codes)?;
                codes.view_dtype(Dtype::Unicode(width))?.reshape([rows as isize])
            }
            _ => {
                let texts = Array::from_vec(self.iter().map(Text::from).collect::<Vec<_>>())?;
                match dtype {
                    Dtype::String => Ok(texts),
                    Dtype::Datetime64(_) if rows == 0 => Array::zeros([0], dtype),
                    other => texts.astype(other),
                }
            }
        }
    }
}
