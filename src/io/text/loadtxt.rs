//! `loadtxt`: tables of one dtype, or of one dtype for each column.

use std::io::Read;
use std::path::Path;

use super::error::{TextFileError, shown};
use super::shape::{at_least, check_ndmin, unpacked};
use super::source::{Encoding, Progress, Source, open};
use super::sweep::Sweep;
use super::table::Table;
use super::tokens::{Signs, Tokens};
use crate::array::Array;
use crate::dtype::{Dtype, IntoDtype};
use crate::element::Scalar;
use crate::error::Result;

/// What makes a value of the text of a field; what it says if that cannot be is part of the error.
pub(super) type Converter<'a> = Box<dyn Fn(&str) -> Result<Scalar, String> + 'a>;

/// Reads a table of floats, white space between its columns: NumPy's `loadtxt(path)`. [`LoadText`] has the options.
///
/// Errors: those of the file; a field that is no number, with its row and column; rows of different lengths.
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-loadtxt-{}.txt", std::process::id()));
/// std::fs::write(&path, "# x y\n1 2.5\n3 4e2\n").unwrap();
/// assert_eq!(np::loadtxt(&path)?, np::array![[1.0, 2.5], [3.0, 400.0]]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn loadtxt(path: impl AsRef<Path>) -> Result<Array> {
    LoadText::new().path(path)
}

/// Reads tables from text: NumPy's `loadtxt` with its options.
///
/// Rows are lines; empty ones and what follows a comment sign do not count. Every row has to have the same number of columns.
///
/// ```
/// use ndtype::{LoadText, array};
///
/// let text = "name;x\n\"a;b\";1\nc;-2 % twice\n";
/// let table = LoadText::new()
///     .dtype("U3, i4")
///     .delimiter(';')
///     .comments(["%"])
///     .quotechar('"')
///     .skiprows(1)
///     .read(text.as_bytes())?;
/// assert_eq!(table.field("f0")?, array!["a;b", "c"].astype("U3")?);
/// assert_eq!(table.field("f1")?.to_vec::<i32>()?, [1, -2]);
///
/// let error = LoadText::new().read("1 2\n3 x\n".as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "could not convert string \"x\" to float64 at row 1, column 2");
/// # Ok::<(), ndtype::Error>(())
/// ```
#[must_use = "nothing is read before `read` or `path`"]
pub struct LoadText<'a> {
    dtype: Result<Dtype>,
    delimiter: Option<char>,
    comments: Vec<String>,
    quote: Option<char>,
    skiprows: usize,
    max_rows: Option<usize>,
    usecols: Option<Vec<isize>>,
    unpack: bool,
    ndmin: usize,
    encoding: Encoding,
    converters: Vec<(isize, Converter<'a>)>,
    converter: Option<Converter<'a>>,
    progress: Option<Box<Progress<'a>>>,
}

impl Default for LoadText<'_> {
    fn default() -> Self {
        LoadText::new()
    }
}

impl<'a> LoadText<'a> {
    /// Floats between white space, `#` before comments.
    pub fn new() -> Self {
        LoadText {
            dtype: Ok(Dtype::Float64),
            delimiter: None,
            comments: vec!["#".to_owned()],
            quote: None,
            skiprows: 0,
            max_rows: None,
            usecols: None,
            unpack: false,
            ndmin: 0,
            encoding: Encoding::Utf8,
            converters: Vec::new(),
            converter: None,
            progress: None,
        }
    }

    /// The dtype of all columns; a record has one for each, sub-arrays counted by element. Text without a width (`"S"`,
    /// `"U"`) is as wide as the longest field, dates without a unit are in the one that holds them all.
    ///
    /// Integers are written as such: `1.0` is none, as in NumPy since 2.0. Booleans are integers, false if zero.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Self {
        self.dtype = dtype.into_dtype();
        self
    }

    /// The character between columns; `None`, the default, is white space of any length.
    pub fn delimiter(mut self, delimiter: impl Into<Option<char>>) -> Self {
        self.delimiter = delimiter.into();
        self
    }

    /// What starts a comment, `#` by default: any of these, of one character or more. None of them with `[""; 0]`.
    pub fn comments<S: Into<String>>(mut self, comments: impl IntoIterator<Item = S>) -> Self {
        self.comments = comments.into_iter().map(Into::into).collect();
        self
    }

    /// The character around fields in which delimiters, comments and line ends mean nothing; doubled it stands for itself.
    /// None by default.
    pub fn quotechar(mut self, quote: impl Into<Option<char>>) -> Self {
        self.quote = quote.into();
        self
    }

    /// How many lines to skip at the start, comments and empty ones included.
    pub fn skiprows(mut self, lines: usize) -> Self {
        self.skiprows = lines;
        self
    }

    /// How many rows to read at most; comments and empty lines are none.
    pub fn max_rows(mut self, rows: impl Into<Option<usize>>) -> Self {
        self.max_rows = rows.into();
        self
    }

    /// The columns to read, in this order; negative ones count from the end of the row. Rows need only have these.
    pub fn usecols(mut self, columns: impl AsRef<[isize]>) -> Self {
        self.usecols = Some(columns.as_ref().to_vec());
        self
    }

    /// Whether the result has the columns along its first axis. Records are unpacked by [`read_columns`](Self::read_columns).
    pub fn unpack(mut self, unpack: bool) -> Self {
        self.unpack = unpack;
        self
    }

    /// How many axes the result has at least: 0, 1 or 2. Axes of length 1 beyond that are left out.
    pub fn ndmin(mut self, ndmin: usize) -> Self {
        self.ndmin = ndmin;
        self
    }

    /// What the bytes mean: UTF-8 by default.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// A function that reads the fields of a column of the file; negative columns count from the end. NumPy's `converters`.
    ///
    /// ```
    /// use ndtype::{LoadText, array};
    /// let hex = |text: &str| i64::from_str_radix(text, 16);
    /// let table = LoadText::new().dtype("i8").converters(1, hex).read("1 ff\n2 10\n".as_bytes())?;
    /// assert_eq!(table, array![[1i64, 255], [2, 16]]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn converters<T, E>(mut self, column: isize, convert: impl Fn(&str) -> Result<T, E> + 'a) -> Self
    where
        T: Into<Scalar>,
        E: ToString,
    {
        self.converters.retain(|(old, _)| *old != column);
        self.converters.push((column, boxed(convert)));
        self
    }

    /// A function that reads the fields of all columns.
    pub fn converter<T, E>(mut self, convert: impl Fn(&str) -> Result<T, E> + 'a) -> Self
    where
        T: Into<Scalar>,
        E: ToString,
    {
        self.converter = Some(boxed(convert));
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

    /// Reads text: a file, a socket, a `&[u8]`. It is read in large blocks, so there is no need for buffers around it.
    ///
    /// Errors ([`TextFileError`]): options that make no sense; bytes that are no text; a field that is no value of the dtype;
    /// a row with fewer or more columns than the first, or without one that was asked for.
    pub fn read(self, reader: impl Read) -> Result<Array> {
        let (unpack, ndmin) = (self.unpack, self.ndmin);
        let table = at_least(self.table(reader)?, ndmin)?;
        match (unpack, table.dtype()) {
            (false, _) => Ok(table),
            (true, Dtype::Struct(_)) => Err(TextFileError::option("records are unpacked by `read_columns`", "unpack")),
            (true, _) => Ok(table.t()),
        }
    }

    /// Reads text into an array for each column, or for each field of records: NumPy's `unpack=True`. Errors as for
    /// [`read`](Self::read).
    ///
    /// ```
    /// use ndtype::LoadText;
    /// let columns = LoadText::new().dtype("i8, f4").read_columns("1 2\n3 4\n".as_bytes())?;
    /// assert_eq!(columns[0].to_vec::<i64>()?, [1, 3]);
    /// assert_eq!(columns[1].to_vec::<f32>()?, [2.0, 4.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn read_columns(self, reader: impl Read) -> Result<Vec<Array>> {
        let ndmin = self.ndmin;
        unpacked(&at_least(self.table(reader)?, ndmin)?)
    }

    /// What the characters mean; an error if they do not go together.
    fn signs(&self) -> Result<Signs> {
        let LoadText { delimiter, quote, .. } = *self;
        if self.comments.iter().any(String::is_empty) {
            return Err(TextFileError::option("comments cannot be empty; leave them out instead", &self.comments));
        }
        let mut signs = Signs { delimiter, comment: None, comments: Vec::new(), quote };
        match self.comments.as_slice() {
            [one] if one.chars().count() == 1 => signs.comment = one.chars().next(),
            several => signs.comments = several.to_vec(),
        }
        let many = !signs.comments.is_empty();
        if many && quote.is_some() {
            return Err(TextFileError::option("quotes are not supported with several or longer comments", quote));
        }
        let is_comment =
            |c: Option<char>| c.is_some_and(|c| self.comments.iter().any(|comment| comment.chars().eq([c])));
        let newline = |c: Option<char>| matches!(c, Some('\n' | '\r'));
        if newline(delimiter) || newline(quote) || newline(signs.comment) {
            return Err(TextFileError::option(
                "a control character cannot be a newline",
                (delimiter, quote, signs.comment),
            ));
        }
        let same = delimiter.is_some() && delimiter == quote;
        if same || is_comment(delimiter) || (!many && is_comment(quote)) {
            return Err(TextFileError::option(
                "these control characters are incompatible",
                (delimiter, quote, &self.comments),
            ));
        }
        let space = |c: Option<char>| c.is_some_and(super::tokens::is_space);
        if delimiter.is_none() && (space(quote) || space(signs.comment)) {
            let control = (quote, signs.comment);
            return Err(TextFileError::option(
                "white space between columns cannot be another control character",
                control,
            ));
        }
        Ok(signs)
    }

    /// All rows, as two axes or one of records.
    fn table(self, reader: impl Read) -> Result<Array> {
        let signs = self.signs()?;
        check_ndmin(self.ndmin)?;
        let mut table = Table::new(&self.dtype?)?;
        let wanted = table.places.as_ref().map(Vec::len);
        if let (Some(columns), Some(fields)) = (&self.usecols, wanted)
            && columns.len() != fields
        {
            let reason = "as many columns as the record has fields, sub-arrays counted by element, have to be used";
            return Err(TextFileError::option(reason, format!("{} of {fields}", columns.len())));
        }
        let as_it_is = self.usecols.is_none() && wanted.is_none();
        let plain = as_it_is && self.converters.is_empty() && self.converter.is_none();
        let sweep = Sweep::new(&signs).filter(|_| plain);
        let mut tokens = Tokens::new(signs);
        let mut source = Source::new(reader, self.encoding, self.progress);
        let (mut skip, mut rows, mut width) = (self.skiprows, 0, self.usecols.as_ref().map(Vec::len));
        let mut converters: Option<Vec<Option<&Converter<'_>>>> = None;
        while self.max_rows.is_none_or(|most| rows < most) {
            let (window, at_end) = source.window();
            if at_end && window.is_empty() {
                break;
            }
            // Plain rows, once the first one has said how long they are.
            if let (Some(sweep), Some(width)) = (sweep, width) {
                let most = self.max_rows.map_or(usize::MAX, |most| most - rows);
                let (found, taken) = sweep.fill(window, width, most, &mut table.columns[0]);
                if taken > 0 {
                    rows += found;
                    source.take(taken);
                    continue;
                }
            }
            let Some(taken) = tokens.row(window, at_end) else {
                source.more()?;
                continue;
            };
            if skip > 0 || tokens.len() == 0 {
                skip = skip.saturating_sub(1);
                source.take(taken);
                continue;
            }
            let found = tokens.len();
            let expected = *width.get_or_insert(wanted.unwrap_or(found));
            if self.usecols.is_none() && found != expected {
                let row = rows + 1;
                return Err(match wanted {
                    Some(_) => TextFileError::Fields { expected, found, row },
                    None => TextFileError::Columns { expected, found, row },
                }
                .into());
            }
            let converters = match &mut converters {
                Some(converters) => converters,
                None => converters.insert(resolve(
                    &self.converters,
                    self.converter.as_ref(),
                    expected,
                    self.usecols.as_deref(),
                )?),
            };
            for i in 0..expected {
                let column = match &self.usecols {
                    None => i,
                    Some(columns) => place(columns[i], found).ok_or(TextFileError::NoSuchColumn {
                        column: columns[i],
                        row: rows + 1,
                        columns: found,
                    })?,
                };
                let field = tokens.field(column, window);
                let target = &mut table.columns[table.places.as_ref().map_or(0, |places| places[i])];
                let (pushed, reason) = match converters.get(i).copied().flatten() {
                    None => (target.push(field), None),
                    Some(convert) => match convert(&String::from_utf8_lossy(field)) {
                        Ok(value) => (target.push_scalar(&value), None),
                        Err(reason) => (Err(super::column::NoValue), Some(reason)),
                    },
                };
                if pushed.is_err() {
                    let (text, dtype) = (shown(&String::from_utf8_lossy(field)), target.dtype().clone());
                    return Err(TextFileError::Field { text, dtype, row: rows, column: column + 1, reason }.into());
                }
            }
            rows += 1;
            source.take(taken);
        }
        if rows == 0 && width.is_none() && wanted.is_none() {
            return table.finish(0, 1)?.reshape([0]);
        }
        table.finish(rows, width.unwrap_or(0))
    }
}

pub(super) fn boxed<'a, T, E>(convert: impl Fn(&str) -> Result<T, E> + 'a) -> Converter<'a>
where
    T: Into<Scalar>,
    E: ToString,
{
    Box::new(move |text| convert(text).map(Into::into).map_err(|error| error.to_string()))
}

/// A column that may be counted from the end.
fn place(column: isize, columns: usize) -> Option<usize> {
    let at = if column < 0 { column.checked_add_unsigned(columns)? } else { column };
    usize::try_from(at).ok().filter(|&at| at < columns)
}

/// The converter of each field that is used.
fn resolve<'c, 'a>(
    converters: &'c [(isize, Converter<'a>)],
    all: Option<&'c Converter<'a>>,
    fields: usize,
    usecols: Option<&[isize]>,
) -> Result<Vec<Option<&'c Converter<'a>>>> {
    let mut found = vec![all; fields];
    if converters.is_empty() && all.is_none() {
        return Ok(Vec::new());
    }
    for (column, convert) in converters {
        let at = match usecols {
            // Those of columns that are not used are not either.
            Some(columns) => columns.iter().position(|used| used == column),
            None => match place(*column, fields) {
                None => {
                    return Err(TextFileError::option("converter specified for a column that is not there", column));
                }
                at => at,
            },
        };
        if let Some(at) = at {
            found[at] = Some(convert);
        }
    }
    Ok(found)
}
