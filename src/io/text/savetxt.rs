//! `savetxt`: arrays as lines of text.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use super::error::TextFileError;
use super::printf::{Format, Piece, Spec, Value};
use super::source::Encoding;
use crate::array::{Array, Index};
use crate::dtype::{Dtype, DtypeKind};
use crate::element::Scalar;
use crate::error::Result;
use crate::io::replace::replace_file_or;

/// Writes an array of one or two axes as text, `%.18e` for each number and a space between them: NumPy's `savetxt(path, X)`.
/// [`SaveText`] has the options.
///
/// The file is complete or not there: it is written under another name first.
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-savetxt-{}.txt", std::process::id()));
/// let a = np::array![[1.0, 0.1], [-2.5, f64::INFINITY]];
/// np::savetxt(&path, &a)?;
/// assert_eq!(np::loadtxt(&path)?, a);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn savetxt(path: impl AsRef<Path>, array: &Array) -> Result<()> {
    SaveText::new().path(path, array)
}

/// Writes arrays as text: NumPy's `savetxt` with its options.
///
/// ```
/// use ndtype::{SaveText, array};
///
/// let mut text = Vec::new();
/// SaveText::new().fmt("%.1f").delimiter(",").header("x,y").write(&mut text, &array![[1.0, 2.0], [3.0, 4.5]])?;
/// assert_eq!(text, b"# x,y\n1.0,2.0\n3.0,4.5\n");
///
/// let error = SaveText::new().fmt("%d").write(Vec::new(), &array!["a"]).unwrap_err();
/// assert_eq!(error.to_string(), "Mismatch between array dtype ('<U1') and format specifier ('%d')");
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is written before `write` or `path`"]
pub struct SaveText {
    fmt: Formats,
    delimiter: String,
    newline: String,
    header: String,
    footer: String,
    comments: String,
    encoding: Encoding,
}

#[derive(Clone, Debug)]
enum Formats {
    One(String),
    Each(Vec<String>),
}

impl Default for SaveText {
    fn default() -> Self {
        SaveText::new()
    }
}

impl SaveText {
    /// `%.18e`, which keeps every float64, spaces between columns.
    pub fn new() -> Self {
        SaveText {
            fmt: Formats::One("%.18e".to_owned()),
            delimiter: " ".to_owned(),
            newline: "\n".to_owned(),
            header: String::new(),
            footer: String::new(),
            comments: "# ".to_owned(),
            encoding: Encoding::Utf8,
        }
    }

    /// The format of every value, or of a whole line, as Python's `%` has it: `%d`, `%10.5f`, `%s`, `Iteration %d: %g`. With
    /// one `%` in it, it is repeated for each column, with the delimiter between; otherwise it has to have one for each.
    ///
    /// Complex numbers are written as `(1+2j)`, both parts by the one format, or by as many pairs of formats as there are columns.
    pub fn fmt(mut self, format: impl Into<String>) -> Self {
        self.fmt = Formats::One(format.into());
        self
    }

    /// A format for each column.
    pub fn fmts<S: Into<String>>(mut self, formats: impl IntoIterator<Item = S>) -> Self {
        self.fmt = Formats::Each(formats.into_iter().map(Into::into).collect());
        self
    }

    /// What is between columns: a space by default.
    pub fn delimiter(mut self, delimiter: impl Into<String>) -> Self {
        self.delimiter = delimiter.into();
        self
    }

    /// What ends a line: `\n` by default.
    pub fn newline(mut self, newline: impl Into<String>) -> Self {
        self.newline = newline.into();
        self
    }

    /// Lines before the first, as comments.
    pub fn header(mut self, header: impl Into<String>) -> Self {
        self.header = header.into();
        self
    }

    /// Lines after the last, as comments.
    pub fn footer(mut self, footer: impl Into<String>) -> Self {
        self.footer = footer.into();
        self
    }

    /// What starts a line of the header and the footer: `# ` by default.
    pub fn comments(mut self, comments: impl Into<String>) -> Self {
        self.comments = comments.into();
        self
    }

    /// How characters become bytes: UTF-8 by default.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Writes a file. It is written under another name next to it, which then becomes its own, so that no half of it is ever
    /// seen. Errors as for [`write`](Self::write).
    pub fn path(&self, path: impl AsRef<Path>, array: &Array) -> Result<()> {
        let path = path.as_ref();
        let fail = |_, error| TextFileError::io(error, Some(path));
        replace_file_or(path, fail, |file| self.write_to(file, array, Some(path)))
    }

    /// Writes to a file, a socket, a `&mut Vec<u8>`, in large blocks.
    ///
    /// Errors ([`TextFileError`]): an array of no axes or more than two; a format that is none, for another number of columns,
    /// or for other values; those of the system; characters that the encoding does not have.
    pub fn write(&self, writer: impl Write, array: &Array) -> Result<()> {
        self.write_to(writer, array, None)
    }

    fn write_to(&self, mut writer: impl Write, array: &Array, path: Option<&Path>) -> Result<()> {
        let fail = |error| TextFileError::io(error, path);
        let cells = Cells::new(array)?;
        let (format, source) = self.format(&cells)?;
        let mut text = String::new();
        self.comment(&mut text, &self.header);
        for row in 0..cells.rows {
            let start = text.len();
            cells
                .line(&mut text, row, &format)
                .map_err(|_| TextFileError::FormatDtype { dtype: array.dtype().clone(), format: source.clone() })?;
            text.push_str(&self.newline);
            if cells.complex && text[start..].contains("+-") {
                let line = text.split_off(start);
                text.push_str(&line.replace("+-", "-"));
            }
            if text.len() > BLOCK {
                writer.write_all(&self.encoded(&text)?).map_err(fail)?;
                text.clear();
            }
        }
        self.comment(&mut text, &self.footer);
        writer.write_all(&self.encoded(&text)?).map_err(fail)?;
        writer.flush().map_err(fail)
    }

    fn comment(&self, text: &mut String, lines: &str) {
        if !lines.is_empty() {
            text.push_str(&self.comments);
            text.push_str(&lines.replace('\n', &format!("\n{}", self.comments)));
            text.push_str(&self.newline);
        }
    }

    /// A text as bytes of the encoding.
    fn encoded<'t>(&self, text: &'t str) -> Result<Cow<'t, [u8]>> {
        if self.encoding == Encoding::Utf8 || text.is_ascii() {
            return Ok(Cow::Borrowed(text.as_bytes()));
        }
        let byte = |c: char| {
            let code = u8::try_from(u32::from(c));
            code.map_err(|_| TextFileError::option("a character that the encoding does not have", c))
        };
        text.chars().map(byte).collect()
    }

    /// The format of a line, and its text.
    fn format(&self, cells: &Cells) -> Result<(Format, String)> {
        let wrong = |reason, format: String| TextFileError::Format { reason, format };
        let columns = cells.columns;
        let text = match &self.fmt {
            Formats::Each(formats) if formats.len() != columns => {
                return Err(wrong("fmt has wrong shape", format!("{formats:?}")).into());
            }
            Formats::Each(formats) => formats.join(&self.delimiter),
            Formats::One(format) => match format.matches('%').count() {
                1 if cells.complex => vec![format!(" ({format}+{format}j)"); columns].join(&self.delimiter),
                1 => vec![format.as_str(); columns].join(&self.delimiter),
                count if count != columns * (1 + usize::from(cells.complex)) => {
                    return Err(wrong("fmt has wrong number of % formats", format.clone()).into());
                }
                _ => format.clone(),
            },
        };
        if cells.rows == 0 {
            // Python finds out what is wrong with a format when it writes a line.
            return Ok((Format { pieces: Vec::new() }, text));
        }
        let format = Format::parse(&text)?;
        if format.values() != columns * (1 + usize::from(cells.complex)) {
            return Err(wrong("the format is for another number of values", text).into());
        }
        Ok((format, text))
    }
}

/// When text is written out.
const BLOCK: usize = 1 << 16;

/// The values of an array, line by line.
struct Cells {
    rows: usize,
    columns: usize,
    complex: bool,
    /// One for each field of records, or one for all columns.
    parts: Vec<Part>,
    records: bool,
}

/// Values in C's order.
struct Part {
    /// As they are, for their text.
    array: Array,
    numbers: Numbers,
}

enum Numbers {
    Bools(Vec<bool>),
    Integers(Vec<i64>),
    Unsigned(Vec<u64>),
    /// Real parts and imaginary parts in turn, if they are complex.
    Floats(Vec<f64>),
    Others,
}

impl Cells {
    fn new(array: &Array) -> Result<Cells> {
        let record = match array.dtype() {
            Dtype::Struct(record) if array.ndim() == 1 => Some(record),
            _ => None,
        };
        let (rows, columns) = match (array.shape(), record) {
            (&[rows], Some(record)) => (rows, record.fields().len()),
            (&[rows], None) => (rows, 1),
            (&[rows, columns], _) => (rows, columns),
            (shape, _) => return Err(TextFileError::option("Expected 1D or 2D array", shape)),
        };
        let parts = match record {
            Some(record) => record
                .fields()
                .iter()
                .map(|field| Part::new(array.field(field.name())?, true))
                .collect::<Result<_>>()?,
            None => vec![Part::new(array.ravel()?, false)?],
        };
        let complex = array.dtype().kind() == DtypeKind::Complex;
        Ok(Cells { rows, columns, complex, parts, records: record.is_some() })
    }

    /// Writes a row.
    fn line(&self, out: &mut String, row: usize, format: &Format) -> Result<(), super::printf::Mismatch> {
        let mut at = 0;
        for piece in &format.pieces {
            match piece {
                Piece::Literal(text) => out.push_str(text),
                Piece::Value(spec) => {
                    let (part, i) = if self.records {
                        (&self.parts[at], row)
                    } else {
                        (&self.parts[0], row * self.columns * (1 + usize::from(self.complex)) + at)
                    };
                    part.write(out, i, spec, self.complex)?;
                    at += 1;
                }
            }
        }
        Ok(())
    }
}

impl Part {
    fn new(array: Array, field: bool) -> Result<Part> {
        let array_of_arrays = field && array.ndim() > 1;
        let numbers = match array.dtype().kind() {
            _ if array_of_arrays => Numbers::Others,
            DtypeKind::Bool => Numbers::Bools(array.astype(Dtype::Bool)?.to_vec()?),
            DtypeKind::Integer => Numbers::Integers(array.astype(Dtype::Int64)?.to_vec()?),
            DtypeKind::Unsigned => Numbers::Unsigned(array.astype(Dtype::UInt64)?.to_vec()?),
            DtypeKind::Float => Numbers::Floats(array.astype(Dtype::Float64)?.to_vec()?),
            DtypeKind::Complex if !field => {
                let pairs = array.astype(Dtype::Complex128)?.to_vec::<num_complex::Complex<f64>>()?;
                Numbers::Floats(pairs.into_iter().flat_map(|z| [z.re, z.im]).collect())
            }
            _ => Numbers::Others,
        };
        Ok(Part { array, numbers })
    }

    /// The scalar that is written; a part of a complex number is one of its own.
    fn scalar(&self, i: usize, complex: bool) -> Option<Scalar> {
        if complex {
            let value = self.array.get_scalar(&[(i / 2) as isize]).ok()?;
            let part = Array::from_scalar(value).and_then(|z| if i.is_multiple_of(2) { z.real() } else { z.imag() });
            return part.and_then(|part| part.get_scalar(&[])).ok();
        }
        self.array.get_scalar(&[i as isize]).ok()
    }

    fn text(&self, i: usize, spec: &Spec, complex: bool) -> Option<String> {
        if !complex && self.array.ndim() > 1 {
            return self.array.get([Index::from(i)]).ok().map(|part| part.to_string());
        }
        let scalar = self.scalar(i, complex)?;
        Some(if spec.letter == 's' || spec.letter == 'c' { scalar.to_string() } else { format!("{scalar:?}") })
    }

    #[inline]
    fn write(&self, out: &mut String, i: usize, spec: &Spec, complex: bool) -> Result<(), super::printf::Mismatch> {
        let value = match &self.numbers {
            _ if spec.is_text() => {
                return spec.write(out, Value::Text(&self.text(i, spec, complex).unwrap_or_default()));
            }
            Numbers::Bools(values) => Value::Bool(values[i]),
            Numbers::Integers(values) => Value::Integer(values[i].into()),
            Numbers::Unsigned(values) => Value::Integer(values[i].into()),
            Numbers::Floats(values) => Value::Float(values[i]),
            Numbers::Others => return self.write_other(out, i, spec),
        };
        spec.write(out, value)
    }

    /// What is no number, or an object that may be one.
    fn write_other(&self, out: &mut String, i: usize, spec: &Spec) -> Result<(), super::printf::Mismatch> {
        if self.array.dtype().kind() == DtypeKind::Object
            && self.array.ndim() == 1
            && let Some(object) = self.scalar(i, false).and_then(|scalar| scalar.get::<crate::element::Object>().ok())
            && let Some(number) = Scalar::from_object(&object)
        {
            let value = match (number.as_i128(), number.as_f64()) {
                (Some(value), _) => Value::Integer(value),
                (None, Some(x)) => Value::Float(x),
                _ => return Err(super::printf::Mismatch),
            };
            return spec.write(out, value);
        }
        let is_word = matches!(self.array.dtype().native_scalar(), Dtype::Unicode(_) | Dtype::String);
        match (spec.letter, is_word) {
            ('c', true) => spec.write(out, Value::Text(&self.text(i, spec, false).unwrap_or_default())),
            _ => Err(super::printf::Mismatch),
        }
    }
}
