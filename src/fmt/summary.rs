//! A few facts about all elements: how many, how large, the least, the mean and the greatest, what is missing.

use std::fmt;

use super::formatter::without_zeros;
use super::tuple;
use crate::array::{Array, count_nonzero};
use crate::dtype::{Dtype, DtypeKind};
use crate::element::{Object, Scalar, Text};
use crate::error::Result;
use crate::ufunc::{self, Reduce};

/// What [`Array::summary`] found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// What the elements are.
    pub dtype: Dtype,
    /// The size of each axis.
    pub shape: Vec<usize>,
    /// The size of all elements in bytes, without the text and objects that they refer to.
    pub nbytes: usize,
    /// What is known of the elements: one entry, or one for each field of records.
    pub fields: Vec<FieldSummary>,
}

/// What is known of the elements, or of one field. NaN, NaT, empty text and `None` count as missing, and for nothing else.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FieldSummary {
    /// The name of the field; empty if the elements are no records.
    pub name: String,
    /// How many elements there are.
    pub count: usize,
    /// How many are missing; `None` if none can be.
    pub missing: Option<usize>,
    /// The least; `None` if there is no order, or no element.
    pub min: Option<Scalar>,
    /// The mean of numbers, computed in double precision; of booleans, how much of them is true.
    pub mean: Option<Scalar>,
    /// The greatest.
    pub max: Option<Scalar>,
    /// The shortest and the longest text, in characters (bytes for `S`).
    pub lengths: Option<(usize, usize)>,
}

impl Array {
    /// A few facts about all elements, to print or to use.
    ///
    /// ```
    /// use ndtype::array;
    /// let summary = array![[1.5, f64::NAN], [-2.0, 3.5]].summary()?;
    /// assert_eq!(summary.to_string(), "\
    /// float64, shape (2, 2), 4 elements, 32 bytes
    /// min -2.0, mean 1.0, max 3.5, NaN 1");
    /// assert_eq!(summary.fields[0].missing, Some(1));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn summary(&self) -> Result<Summary> {
        let mut fields = Vec::new();
        match self.dtype() {
            Dtype::Struct(record) => {
                for field in record.fields() {
                    let name = field.name().to_owned();
                    fields.push(FieldSummary { name, ..summarise(&self.field(field.name())?)? });
                }
            }
            _ => fields.push(summarise(self)?),
        }
        Ok(Summary { dtype: self.dtype().clone(), shape: self.shape().to_vec(), nbytes: self.nbytes(), fields })
    }
}

fn summarise(values: &Array) -> Result<FieldSummary> {
    let mut found = FieldSummary { count: values.size(), ..FieldSummary::default() };
    let kind = values.dtype().kind();
    match kind {
        DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned => {
            found.mean = mean(values, None, values.size(), Dtype::Float64)?;
            if kind != DtypeKind::Bool {
                (found.min, found.max) = extremes(values, values.size())?;
            }
        }
        DtypeKind::Float | DtypeKind::Complex => {
            let missing = ufunc::isnan(values)?;
            let present = values.size() - count_nonzero(&missing)?;
            found.missing = Some(values.size() - present);
            let mask = ufunc::logical_not(&missing)?;
            let accumulator = if kind == DtypeKind::Float { Dtype::Float64 } else { Dtype::Complex128 };
            found.mean = mean(values, Some(&mask), present, accumulator)?;
            if kind == DtypeKind::Float {
                (found.min, found.max) = extremes(values, present)?;
            }
        }
        DtypeKind::Datetime | DtypeKind::Timedelta => {
            let missing = count_nonzero(&ufunc::isnat(values)?)?;
            found.missing = Some(missing);
            (found.min, found.max) = extremes(values, values.size() - missing)?;
        }
        DtypeKind::String => {
            let lengths = text_lengths(values)?;
            found.missing = Some(lengths.iter().filter(|&&n| n == 0).count());
            found.lengths = lengths.iter().min().copied().zip(lengths.iter().max().copied());
        }
        DtypeKind::Object => found.missing = Some(values.iter::<Object>()?.filter(Object::is_none).count()),
        _ => {}
    }
    Ok(found)
}

/// The mean of so many elements, those where the mask is true.
fn mean(values: &Array, mask: Option<&Array>, count: usize, accumulator: Dtype) -> Result<Option<Scalar>> {
    if count == 0 {
        return Ok(None);
    }
    let spec = Reduce::all().dtype(accumulator.clone())?;
    let sum = ufunc::ADD.reduce(
        values,
        match mask {
            Some(mask) => spec.r#where(mask),
            None => spec,
        },
    )?;
    let count = Array::full([], count as f64, accumulator)?;
    ufunc::DIVIDE.call(&[&sum, &count])?.get_scalar(&[]).map(Some)
}

/// The least and the greatest element but for those missing, if there are any.
fn extremes(values: &Array, present: usize) -> Result<(Option<Scalar>, Option<Scalar>)> {
    if present == 0 {
        return Ok((None, None));
    }
    let of = |ufunc: &ufunc::Ufunc| ufunc.reduce(values, ..)?.get_scalar(&[]).map(Some);
    Ok((of(&ufunc::FMIN)?, of(&ufunc::FMAX)?))
}

/// How long each text is.
fn text_lengths(values: &Array) -> Result<Vec<usize>> {
    if *values.dtype() == Dtype::String {
        return Ok(values.iter::<Text>()?.map(|text| text.chars().count()).collect());
    }
    let unit = if matches!(values.dtype().native_scalar(), Dtype::Unicode(_)) { 4 } else { 1 };
    let (bytes, size) = (values.tobytes()?, values.itemsize());
    if size == 0 {
        return Ok(vec![0; values.size()]);
    }
    // Zeros pad a text; in other code points of any byte order some byte is none.
    let length = |text: &[u8]| text.chunks(unit).rposition(|code| !without_zeros(code).is_empty()).map_or(0, |i| i + 1);
    Ok(bytes.chunks_exact(size).map(length).collect())
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: usize = self.shape.iter().product();
        let elements = if count == 1 { "element" } else { "elements" };
        write!(
            f,
            "{}, shape {}, {} {elements}, {}",
            self.dtype,
            tuple(&self.shape),
            grouped(count),
            bytes(self.nbytes)
        )?;
        for field in &self.fields {
            let facts = field.facts(&self.dtype);
            match (field.name.as_str(), facts.is_empty()) {
                ("", true) => {}
                ("", false) => write!(f, "\n{facts}")?,
                (name, true) => write!(f, "\n{name}")?,
                (name, false) => write!(f, "\n{name}: {facts}")?,
            }
        }
        Ok(())
    }
}

impl FieldSummary {
    /// What is known, in a line.
    fn facts(&self, dtype: &Dtype) -> String {
        let dtype = dtype.field(&self.name).map_or(dtype, |field| field.dtype()).base();
        let mut facts = Vec::new();
        let truth = dtype.kind() == DtypeKind::Bool;
        for (name, value) in [("min", &self.min), (if truth { "true" } else { "mean" }, &self.mean), ("max", &self.max)]
        {
            if let Some(value) = value {
                let percent = value.as_f64().filter(|_| truth).map(|x| format!("{:.1}%", 100.0 * x));
                facts.push(format!("{name} {}", percent.unwrap_or_else(|| value.to_string())));
            }
        }
        if let Some((shortest, longest)) = self.lengths {
            facts.push(format!("lengths {shortest} to {longest}"));
        }
        if let Some(missing) = self.missing {
            let name = match dtype.kind() {
                DtypeKind::Datetime | DtypeKind::Timedelta => "NaT",
                DtypeKind::String => "empty",
                DtypeKind::Object => "None",
                _ => "NaN",
            };
            facts.push(format!("{name} {}", grouped(missing)));
        }
        facts.join(", ")
    }
}

/// A number with commas between thousands.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many bytes, in a unit that suits them.
fn bytes(n: usize) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"];
    let mut size = n as f64;
    let mut shown = None;
    for unit in units {
        if size < 1000.0 {
            break;
        }
        size /= 1000.0;
        shown = Some(unit);
    }
    shown.map_or_else(|| format!("{n} bytes"), |unit| format!("{size:.1} {unit}"))
}
