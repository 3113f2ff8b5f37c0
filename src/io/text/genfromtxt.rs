//! `genfromtxt`: tables with missing values, names, and columns of any sort. Here are the options; `gather` reads.

use std::io::Read;
use std::path::Path;

use super::error::TextFileError;
use super::lines::{Delimiter, Splitter};
use super::loadtxt::{Converter, boxed};
use super::names::{DELETED, NameCase, NameRules};
use super::shape::{at_least, check_ndmin, unpacked};
use super::source::{Encoding, Progress, Source, open};
use crate::array::Array;
use crate::dtype::{Dtype, IntoDtype};
use crate::element::Scalar;
use crate::error::Result;

/// A column of a file, by its number or by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnKey {
    /// The number, from 0; negative ones count from the end.
    Number(isize),
    /// The name, after it was made valid.
    Name(String),
}

impl From<isize> for ColumnKey {
    fn from(number: isize) -> ColumnKey {
        ColumnKey::Number(number)
    }
}

impl From<i32> for ColumnKey {
    fn from(number: i32) -> ColumnKey {
        ColumnKey::Number(number as isize)
    }
}

impl From<&str> for ColumnKey {
    fn from(name: &str) -> ColumnKey {
        ColumnKey::Name(name.to_owned())
    }
}

/// Reads a table of floats with missing values as NaN: NumPy's `genfromtxt(path)`. [`GenFromText`] has the options.
///
/// Errors: those of the file; lines with another number of columns than the first.
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-genfromtxt-{}.txt", std::process::id()));
/// std::fs::write(&path, "1 2\n3 x\n").unwrap();
/// assert_eq!(np::nansum(&np::genfromtxt(&path)?, ..)?.item::<f64>()?, 6.0);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn genfromtxt(path: impl AsRef<Path>) -> Result<Array> {
    GenFromText::new().path(path)
}

/// Reads tables whose values may be missing, and whose columns may have names and different sorts of values: NumPy's
/// `genfromtxt` with its options, but for `usemask`, since there are no masked arrays.
///
/// A field that is no value of its column becomes the filling value: NaN, -1, false or `???`, or the one that was given.
///
/// ```
/// use ndtype::{GenFromText, array};
///
/// let text = "# when, x y, flag\n2020, 1.5, true\n2021, N/A, false\n";
/// let table = GenFromText::new()
///     .infer_dtype()
///     .delimiter(",")
///     .autostrip(true)
///     .names_from_file()
///     .missing_values("N/A")
///     .filling_value(0.0)
///     .read(text.as_bytes())?;
/// assert_eq!(table.dtype().to_string(), "[('when', '<i8'), ('x_y', '<f8'), ('flag', '?')]");
/// assert_eq!(table.field("x_y")?, array![1.5, 0.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[must_use = "nothing is read before `read` or `path`"]
pub struct GenFromText<'a> {
    pub(super) dtype: Option<Result<Dtype>>,
    pub(super) splitter: Splitter,
    pub(super) skip_header: usize,
    pub(super) skip_footer: usize,
    pub(super) converters: Vec<(ColumnKey, Converter<'a>)>,
    pub(super) missing: Vec<(Missing, Vec<String>)>,
    pub(super) filling: Vec<(Missing, Scalar)>,
    pub(super) usecols: Vec<ColumnKey>,
    pub(super) names: Names,
    pub(super) rules: NameRules,
    pub(super) default_name: String,
    pub(super) loose: bool,
    pub(super) invalid_raise: bool,
    pub(super) max_rows: Option<usize>,
    encoding: Encoding,
    ndmin: usize,
    unpack: bool,
    progress: Option<Box<Progress<'a>>>,
}

/// Which columns values are for.
#[derive(Clone, Debug)]
pub(super) enum Missing {
    All,
    /// A column that is used, by its place among these.
    Place(usize),
    Key(ColumnKey),
}

/// Where names come from.
#[derive(Clone, Debug)]
pub(super) enum Names {
    None,
    File,
    Given(Vec<String>),
}

impl Default for GenFromText<'_> {
    fn default() -> Self {
        GenFromText::new()
    }
}

impl<'a> GenFromText<'a> {
    /// Floats between white space, `#` before comments.
    pub fn new() -> Self {
        let (deleted, space) = (DELETED.to_owned(), "_".to_owned());
        GenFromText {
            dtype: Some(Ok(Dtype::Float64)),
            splitter: Splitter { delimiter: Delimiter::Whitespace, comments: Some("#".to_owned()), strip: false },
            skip_header: 0,
            skip_footer: 0,
            converters: Vec::new(),
            missing: Vec::new(),
            filling: Vec::new(),
            usecols: Vec::new(),
            names: Names::None,
            rules: NameRules { excluded: Vec::new(), deleted, space, case: NameCase::Sensitive },
            default_name: "f%i".to_owned(),
            loose: true,
            invalid_raise: true,
            max_rows: None,
            encoding: Encoding::Utf8,
            ndmin: 0,
            unpack: false,
            progress: None,
        }
    }

    /// The dtype of all columns; a record has one for each, sub-arrays counted by element.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Self {
        self.dtype = Some(dtype.into_dtype());
        self
    }

    /// Finds the dtype of each column from its fields: booleans, integers, floats, complex numbers or text, the first that
    /// all of them are. NumPy's `dtype=None`. Columns of different dtypes make records.
    pub fn infer_dtype(mut self) -> Self {
        self.dtype = None;
        self
    }

    /// What is between columns: a text (`","`), a width (`5`) or one for each column (`[2, 4]`); white space by default.
    pub fn delimiter(mut self, delimiter: impl Into<Delimiter>) -> Self {
        self.splitter.delimiter = match delimiter.into() {
            Delimiter::Width(0) => Delimiter::Whitespace,
            Delimiter::Text(text) if text.is_empty() => Delimiter::Whitespace,
            other => other,
        };
        self
    }

    /// What starts a comment: `#` by default; nothing with `None`.
    pub fn comments<'t>(mut self, comments: impl Into<Option<&'t str>>) -> Self {
        self.splitter.comments = comments.into().map(str::to_owned);
        self
    }

    /// Whether white space around fields is left out.
    pub fn autostrip(mut self, strip: bool) -> Self {
        self.splitter.strip = strip;
        self
    }

    /// How many lines to skip at the start.
    pub fn skip_header(mut self, lines: usize) -> Self {
        self.skip_header = lines;
        self
    }

    /// How many rows to leave out at the end.
    pub fn skip_footer(mut self, rows: usize) -> Self {
        self.skip_footer = rows;
        self
    }

    /// A function that reads the fields of a column. Its value for the first field, or for `1`, says what dtype the column has
    /// where that is not given. What it refuses becomes the filling value.
    pub fn converters<T, E>(mut self, column: impl Into<ColumnKey>, convert: impl Fn(&str) -> Result<T, E> + 'a) -> Self
    where
        T: Into<Scalar>,
        E: ToString,
    {
        self.converters.push((column.into(), boxed(convert)));
        self
    }

    /// Texts that say in all columns that a value is missing, commas between them. An empty field always does.
    ///
    /// That matters for [`infer_dtype`](Self::infer_dtype) and [`loose(false)`](Self::loose): such a field says nothing about
    /// its column and is no error.
    pub fn missing_values(mut self, texts: &str) -> Self {
        self.missing.push((Missing::All, texts.split(',').map(str::to_owned).collect()));
        self
    }

    /// A text for each column that is used, in their order, that says that a value is missing.
    pub fn missing_values_each<S: Into<String>>(mut self, texts: impl IntoIterator<Item = S>) -> Self {
        let texts = texts.into_iter().enumerate().map(|(i, text)| (Missing::Place(i), vec![text.into()]));
        self.missing.extend(texts);
        self
    }

    /// Texts that say in one column that a value is missing.
    pub fn missing_values_of<S: Into<String>>(
        mut self,
        column: impl Into<ColumnKey>,
        texts: impl IntoIterator<Item = S>,
    ) -> Self {
        self.missing.push((Missing::Key(column.into()), texts.into_iter().map(Into::into).collect()));
        self
    }

    /// What stands in for missing values in all columns.
    pub fn filling_value(mut self, value: impl Into<Scalar>) -> Self {
        self.filling.push((Missing::All, value.into()));
        self
    }

    /// What stands in for missing values, for each column that is used, in their order.
    pub fn filling_values<T: Into<Scalar>>(mut self, values: impl IntoIterator<Item = T>) -> Self {
        let values = values.into_iter().enumerate().map(|(i, value)| (Missing::Place(i), value.into()));
        self.filling.extend(values);
        self
    }

    /// What stands in for missing values in one column.
    pub fn filling_value_of(mut self, column: impl Into<ColumnKey>, value: impl Into<Scalar>) -> Self {
        self.filling.push((Missing::Key(column.into()), value.into()));
        self
    }

    /// The columns to read, by number or name, in this order.
    pub fn usecols<K: Into<ColumnKey>>(mut self, columns: impl IntoIterator<Item = K>) -> Self {
        self.usecols = columns.into_iter().map(Into::into).collect();
        self
    }

    /// Takes names from the first line that is not skipped, a comment or not: NumPy's `names=True`. The result is of records.
    pub fn names_from_file(mut self) -> Self {
        self.names = Names::File;
        self
    }

    /// Names for the columns. The result is of records.
    pub fn names<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.names = Names::Given(names.into_iter().map(Into::into).collect());
        self
    }

    /// Names that get an underscore at their end; `return`, `file` and `print` always do.
    pub fn excludelist<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.rules.excluded = names.into_iter().map(Into::into).collect();
        self
    }

    /// Characters to leave out of names; quotes always are.
    pub fn deletechars(mut self, characters: impl Into<String>) -> Self {
        self.rules.deleted = characters.into();
        self
    }

    /// What spaces in names become: `_` by default.
    pub fn replace_space(mut self, text: impl Into<String>) -> Self {
        self.rules.space = text.into();
        self
    }

    /// What case names get: their own by default. NumPy's `case_sensitive`.
    pub fn name_case(mut self, case: NameCase) -> Self {
        self.rules.case = case;
        self
    }

    /// The names of columns without one: `f%i` by default.
    pub fn defaultfmt(mut self, format: impl Into<String>) -> Self {
        self.default_name = format.into();
        self
    }

    /// Whether a field that is no value of its column becomes the filling value; otherwise it is an error, unless its value is
    /// missing.
    pub fn loose(mut self, loose: bool) -> Self {
        self.loose = loose;
        self
    }

    /// Whether a line with another number of columns is an error; otherwise it is left out.
    pub fn invalid_raise(mut self, raise: bool) -> Self {
        self.invalid_raise = raise;
        self
    }

    /// How many rows to read at most: at least 1, and not together with [`skip_footer`](Self::skip_footer).
    pub fn max_rows(mut self, rows: impl Into<Option<usize>>) -> Self {
        self.max_rows = rows.into();
        self
    }

    /// What the bytes mean: UTF-8 by default.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// How many axes the result has at least: 0, 1 or 2. Axes of length 1 beyond that are left out.
    pub fn ndmin(mut self, ndmin: usize) -> Self {
        self.ndmin = ndmin;
        self
    }

    /// Whether the result has the columns along its first axis. Records are unpacked by [`read_columns`](Self::read_columns).
    pub fn unpack(mut self, unpack: bool) -> Self {
        self.unpack = unpack;
        self
    }

    /// A function that is told from time to time how many bytes were read.
    pub fn progress(mut self, progress: impl FnMut(u64) + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Reads a file. Errors as for [`read`](Self::read), and those of the file.
    pub fn path(self, path: impl AsRef<Path>) -> Result<Array> {
        self.read(open(path.as_ref())?)
    }

    /// Reads text.
    ///
    /// Errors ([`TextFileError`]): options that make no sense; bytes that are no text; lines with another number of columns; a
    /// value that its dtype cannot hold.
    pub fn read(self, reader: impl Read) -> Result<Array> {
        let unpack = self.unpack;
        let table = self.shaped(reader)?;
        match (unpack, table.dtype()) {
            (false, _) => Ok(table),
            (true, Dtype::Struct(record)) if record.fields().len() == 1 => table.field(record.fields()[0].name()),
            (true, Dtype::Struct(_)) => Err(TextFileError::option("records are unpacked by `read_columns`", "unpack")),
            (true, _) => Ok(table.t()),
        }
    }

    /// Reads text into an array for each column, or for each field of records. Errors as for [`read`](Self::read).
    pub fn read_columns(self, reader: impl Read) -> Result<Vec<Array>> {
        unpacked(&self.shaped(reader)?)
    }

    fn shaped(mut self, reader: impl Read) -> Result<Array> {
        check_ndmin(self.ndmin)?;
        match self.max_rows {
            Some(_) if self.skip_footer > 0 => {
                let reason = "skip_footer and max_rows cannot be specified at the same time";
                return Err(TextFileError::option(reason, self.skip_footer));
            }
            Some(0) => return Err(TextFileError::option("max_rows has to be at least 1", 0)),
            _ => {}
        }
        if self.splitter.comments.as_deref() == Some("") {
            return Err(TextFileError::option("comments cannot be empty; leave them out instead", ""));
        }
        let mut source = Source::new(reader, self.encoding, self.progress.take());
        while !source.window().1 {
            source.more()?;
        }
        let text = String::from_utf8_lossy(source.window().0).into_owned();
        let ndmin = self.ndmin;
        at_least(super::gather::gather(self, &text)?, ndmin)
    }
}
