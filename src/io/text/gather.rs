//! How `genfromtxt` reads a text: names, columns, dtypes, then the values.

use super::error::{TextFileError, shown};
use super::genfromtxt::{ColumnKey, GenFromText, Missing, Names};
use super::infer::{Fault, Reading, infer, is_missing};
use super::lines::{Rows, with_newlines};
use super::loadtxt::Converter;
use super::names::numbered;
use super::printf::Format;
use super::table::Table;
use super::tokens::is_space;
use crate::array::Array;
use crate::dtype::{Dtype, StructField};
use crate::element::Scalar;
use crate::error::{Error, Result};

/// A column that is read.
struct Reader<'c, 'a> {
    reading: Reading,
    convert: Option<&'c Converter<'a>>,
    missing: Vec<String>,
    fill: Option<Scalar>,
    /// What stands in for missing values.
    default: Scalar,
    /// The dtype that was found, or that the converter has.
    dtype: Option<Dtype>,
    /// Whether the dtype that was asked for stays, whatever the converter has.
    keeps_dtype: bool,
    /// Whether the fields say what the dtype is.
    sure: bool,
}

/// The array that a text makes.
pub(super) fn gather(mut options: GenFromText<'_>, text: &str) -> Result<Array> {
    let default_name = Format::parse(&options.default_name)?;
    let plain_name = Format::parse("f%i")?;
    let text = with_newlines(text);
    let mut rest = text.split_inclusive('\n').skip(options.skip_header);
    let splitter = options.splitter.clone();
    let from_file = matches!(options.names, Names::File);

    // 1. The first line that has fields.
    let (mut first_line, mut fields) = ("", Vec::new());
    let mut first: Vec<String> = Vec::new();
    while first.is_empty() {
        let Some(line) = rest.next() else {
            first_line = "";
            break;
        };
        first_line = line;
        let names: String;
        let line = match &splitter.comments {
            Some(comments) if from_file && line.contains(comments) => {
                names = line.split(comments.as_str()).skip(1).collect();
                &names
            }
            _ => line,
        };
        let mut cut = Vec::new();
        splitter.cut(line, &mut cut);
        first = cut.into_iter().map(str::to_owned).collect();
    }
    if from_file {
        let Some(name) = first.first() else {
            return Err(TextFileError::option("there is no line to take names from", "names"));
        };
        if splitter.comments.as_ref().is_some_and(|comments| comments.contains(name.trim_matches(is_space))) {
            first.remove(0);
        }
    }

    // 2. Names and dtype.
    let used = std::mem::take(&mut options.usecols);
    let columns = if used.is_empty() { first.len() } else { used.len() };
    let mut names = match &options.names {
        Names::None => None,
        Names::File => {
            let given: Vec<String> = first.iter().map(|name| name.trim_matches(is_space).to_owned()).collect();
            first_line = "";
            Some(options.rules.valid(&given, &plain_name))
        }
        Names::Given(given) if given.is_empty() => None,
        Names::Given(given) => Some(options.rules.valid(given, &plain_name)),
    };
    let mut dtype = match options.dtype.take() {
        Some(dtype) => Some(named(dtype?, names.as_deref(), &options, &default_name)?),
        None => None,
    };
    let mut places = Vec::new();
    for key in &used {
        places.push(match key {
            ColumnKey::Name(name) => {
                let found = names.as_ref().and_then(|names| names.iter().position(|known| known == name));
                found.ok_or_else(|| TextFileError::NoSuchName { name: name.clone() })? as isize
            }
            ColumnKey::Number(number) if *number < 0 => number + first.len() as isize,
            ColumnKey::Number(number) => *number,
        });
    }
    if used.is_empty() {
        if let (Some(names), Some(dtype)) = (&mut names, &dtype) {
            *names = dtype.fields().iter().map(|field| field.name().to_owned()).collect();
        }
    } else {
        let pick = |place: isize, count: usize| {
            let at = if place < 0 { place + count as isize } else { place };
            usize::try_from(at).ok().filter(|&at| at < count).ok_or(TextFileError::NoSuchColumn {
                column: place,
                row: 1,
                columns: count,
            })
        };
        match (&mut dtype, &mut names) {
            (Some(dtype), names) if dtype.fields().len() > columns => {
                let fields = dtype.fields();
                let picked = places.iter().map(|&place| {
                    let field = &fields[pick(place, fields.len())?];
                    Ok((field.name().to_owned(), field.dtype().clone()))
                });
                let picked = picked.collect::<Result<Vec<_>>>()?;
                *names = Some(picked.iter().map(|(name, _)| name.clone()).collect());
                *dtype = Dtype::structured(picked)?;
            }
            (_, Some(names)) if names.len() > columns => {
                let picked = places.iter().map(|&place| Ok(names[pick(place, names.len())?].clone()));
                *names = picked.collect::<Result<Vec<_>>>()?;
            }
            _ => {}
        }
    }

    // 3. What is missing in each column, and what reads it.
    let keys = options.missing.iter().map(|(which, _)| which).chain(options.filling.iter().map(|(which, _)| which));
    let keys = keys.filter_map(|which| if let Missing::Key(key) = which { Some(key) } else { None });
    let mut keys = keys.chain(options.converters.iter().map(|(key, _)| key));
    if names.is_none()
        && let Some(key) = keys.find(|key| matches!(key, ColumnKey::Name(_)))
    {
        return Err(TextFileError::option("a column by its name, but columns have none", key));
    }
    let place_of = |key: &ColumnKey| -> Option<usize> {
        let number = match key {
            ColumnKey::Name(name) => names.as_ref()?.iter().position(|known| known == name)? as isize,
            ColumnKey::Number(number) => *number,
        };
        let used = places.iter().position(|&place| place == number);
        used.or_else(|| usize::try_from(if number < 0 { number + columns as isize } else { number }).ok())
    };
    let mut missing = vec![Vec::new(); columns];
    for (which, texts) in &options.missing {
        each(which, &mut missing, place_of, |list: &mut Vec<String>| list.extend(texts.iter().cloned()))?;
    }
    let mut fills: Vec<Option<Scalar>> = vec![None; columns];
    for (which, value) in &options.filling {
        each(which, &mut fills, place_of, |fill| *fill = Some(value.clone()))?;
    }
    let mut flat = Vec::new();
    if let Some(dtype) = &dtype {
        flatten(dtype, &mut flat);
    }
    let count = if flat.len() > 1 { flat.len().min(columns) } else { columns };
    let mut readers: Vec<Reader<'_, '_>> = missing
        .into_iter()
        .zip(fills)
        .take(count)
        .enumerate()
        .map(|(i, (missing, fill))| {
            let reading = match &dtype {
                None => Reading::Bool,
                // One field: its text is cast.
                Some(Dtype::Struct(_)) if flat.len() < 2 => Reading::Cast,
                Some(dtype) => Reading::of(flat.get(i).filter(|_| flat.len() > 1).unwrap_or(dtype)),
            };
            let default = fill.clone().unwrap_or_else(|| reading.default());
            Reader { reading, convert: None, missing, fill, default, dtype: None, keeps_dtype: false, sure: true }
        })
        .collect();
    for (key, convert) in &options.converters {
        let at = match key {
            ColumnKey::Name(name) => names.as_ref().and_then(|names| names.iter().position(|known| known == name)),
            ColumnKey::Number(number) if !places.is_empty() => places.iter().position(|place| place == number),
            ColumnKey::Number(number) => Some(place(*number, readers.len()).unwrap_or(columns)),
        };
        let Some(at) = at else { continue };
        let tried = match key {
            _ if first_line.is_empty() => None,
            ColumnKey::Number(number) => place(*number, first.len()).and_then(|at| first.get(at)),
            ColumnKey::Name(_) => first.get(at),
        };
        // Python's `or`: an empty field is not tried.
        let sample = convert(tried.filter(|field| !field.is_empty()).map_or("1", String::as_str));
        let Some(reader) = readers.get_mut(at) else {
            return Err(TextFileError::option("converter specified for a column that is not there", key));
        };
        reader.convert = Some(convert);
        reader.dtype = match (&reader.fill, sample) {
            (Some(fill), _) => Some(plain(fill)),
            (None, Ok(sample)) => Some(plain(&sample)),
            // NumPy's dtype of `None`.
            (None, Err(_)) => Some(Dtype::Object),
        };
        // NumPy forgets that the converter is one for this column.
        reader.keeps_dtype = matches!(key, ColumnKey::Number(number) if *number < 0);
    }

    // 4. The fields of each row.
    let (mut rows, mut row) = (Rows::new(columns), Vec::new());
    let mut invalid = Vec::new();
    for (i, line) in std::iter::once(first_line).chain(rest).enumerate() {
        splitter.cut(line, &mut fields);
        let found = fields.len();
        if found == 0 {
            continue;
        }
        if places.is_empty() && found == columns {
            rows.push(&fields);
        } else {
            row.clear();
            row.extend(places.iter().filter_map(|&place| fields.get(self::place(place, found)?).copied()));
            if places.is_empty() || row.len() < columns {
                invalid.push((i + options.skip_header + 1, found));
            } else {
                rows.push(&row);
            }
        }
        if options.max_rows == Some(rows.len()) {
            break;
        }
    }

    // 5. The sorts of columns that were not given.
    if dtype.is_none() {
        for (i, reader) in readers.iter_mut().enumerate() {
            if let Some(convert) = reader.convert {
                for (number, field) in rows.column(i).enumerate() {
                    let Err(reason) = convert(field) else { continue };
                    if !is_missing(field, &reader.missing) {
                        let (text, dtype) = (shown(field), reader.dtype.clone().unwrap_or(Dtype::Bool));
                        let reason = Some(reason);
                        return Err(TextFileError::Field { text, dtype, row: number, column: i + 1, reason }.into());
                    }
                    reader.sure = false;
                }
                continue;
            }
            (reader.reading, reader.sure) = infer(rows.column(i), &reader.missing);
            // Python's `or`: zero becomes false.
            let fill = reader.fill.clone().filter(|fill| reader.reading != Reading::Bool || is_true(fill));
            reader.default = fill.unwrap_or_else(|| reader.reading.default());
            reader.dtype = Some(reader.reading.dtype());
        }
    }
    let mut skip_footer = options.skip_footer;
    if !invalid.is_empty() {
        let kept = (rows.len() + invalid.len()).saturating_sub(skip_footer);
        if skip_footer > 0 {
            let before = invalid.len();
            invalid.retain(|(line, _)| *line <= kept + options.skip_header);
            skip_footer = skip_footer.saturating_sub(before - invalid.len());
        }
        if !invalid.is_empty() && options.invalid_raise {
            return Err(TextFileError::Lines { lines: invalid, expected: columns }.into());
        }
    }
    rows.truncate(rows.len().saturating_sub(skip_footer));

    // 6. The dtype of the result, and its values.
    let target = match dtype {
        Some(dtype) => given(dtype, &readers, names.as_deref(), &flat, &rows)?,
        None => found(&readers, names.as_deref(), &default_name, &rows)?,
    };
    let mut table = Table::new(&target)?;
    if let Some(places) = &table.places
        && places.len() != readers.len()
        && rows.len() > 0
    {
        return Err(TextFileError::Fields { expected: places.len(), found: readers.len(), row: 1 }.into());
    }
    for (number, row) in rows.iter().enumerate() {
        for (i, (reader, field)) in readers.iter().zip(row).enumerate() {
            let column = &mut table.columns[table.places.as_ref().map_or(0, |places| places[i])];
            if reader.convert.is_none() && reader.reading == Reading::Float && column.push_decimal(field.as_bytes()) {
                continue;
            }
            let value = match (reader.convert, reader.reading) {
                (None, Reading::Text | Reading::Cast) => Ok(None),
                (None, reading) => reading.read(field).map(Some),
                (Some(convert), _) => convert(field).map(Some).map_err(|_| Fault::Other),
            };
            let fail = |column: &super::column::Column| -> Error {
                let (text, dtype) = (shown(field), column.dtype().clone());
                TextFileError::Field { text, dtype, row: number, column: i + 1, reason: None }.into()
            };
            let pushed = match value {
                Ok(None) => column.push(field.as_bytes()),
                Ok(Some(value)) => column.push_scalar(&value),
                Err(Fault::Overflow) => return Err(fail(column)),
                Err(Fault::Other) if options.loose || is_missing(field, &reader.missing) => {
                    column.push_scalar(&reader.default)
                }
                Err(Fault::Other) => return Err(fail(column)),
            };
            if pushed.is_err() {
                return Err(fail(column));
            }
        }
    }
    if table.places.is_none() && rows.len() == 0 {
        return table.finish(0, 1)?.reshape([0]);
    }
    table.finish(rows.len(), readers.len())
}

/// Applies something to the columns that a value is for.
fn each<T>(
    which: &Missing,
    columns: &mut [T],
    place_of: impl Fn(&ColumnKey) -> Option<usize>,
    mut apply: impl FnMut(&mut T),
) -> Result<()> {
    match which {
        Missing::All => columns.iter_mut().for_each(apply),
        // Those beyond the last column are of no use.
        Missing::Place(place) => columns.get_mut(*place).into_iter().for_each(apply),
        // Its column may be one that is not used.
        Missing::Key(key @ ColumnKey::Name(_)) => {
            place_of(key).and_then(|place| columns.get_mut(place)).into_iter().for_each(apply);
        }
        Missing::Key(key) => match place_of(key).and_then(|place| columns.get_mut(place)) {
            Some(column) => apply(column),
            None => return Err(TextFileError::option("a value for a column that is not there", key)),
        },
    }
    Ok(())
}

/// Python's truth of a value.
fn is_true(value: &Scalar) -> bool {
    match value.to_text() {
        Some(text) => !text.is_empty(),
        None => value.as_complex().is_none_or(|value| value.re != 0.0 || value.im != 0.0),
    }
}

/// A column that may be counted from the end.
fn place(number: isize, columns: usize) -> Option<usize> {
    let at = if number < 0 { number.checked_add_unsigned(columns)? } else { number };
    usize::try_from(at).ok().filter(|&at| at < columns)
}

/// The dtype of a value, without the width of text.
fn plain(value: &Scalar) -> Dtype {
    match value.dtype() {
        Dtype::Unicode(_) | Dtype::String => Dtype::Unicode(0),
        Dtype::Bytes(_) => Dtype::Bytes(0),
        other => other.clone(),
    }
}

/// The dtype of elements without their width or unit: what NumPy calls their type.
fn sort_of(dtype: &Dtype) -> Dtype {
    match dtype.native_scalar() {
        Dtype::Unicode(_) => Dtype::Unicode(0),
        Dtype::Bytes(_) => Dtype::Bytes(0),
        Dtype::Datetime64(_) => Dtype::Datetime64(crate::dtype::TimeUnit::GENERIC),
        Dtype::Timedelta64(_) => Dtype::Timedelta64(crate::dtype::TimeUnit::GENERIC),
        other => other.clone(),
    }
}

/// A dtype with these names, made valid: one of records if it was none.
fn named(dtype: Dtype, names: Option<&[String]>, options: &GenFromText<'_>, default: &Format) -> Result<Dtype> {
    let is_record = matches!(dtype, Dtype::Struct(_));
    let names = match (names, is_record) {
        (None, false) => return Ok(dtype),
        (Some(names), false) => {
            let valid = options.rules.valid(names, default);
            return Dtype::structured(valid.into_iter().map(|name| (name, sort_of(&dtype))));
        }
        (Some(names), true) => {
            let mut names = names.to_vec();
            names.resize(dtype.fields().len(), String::new());
            names
        }
        (None, true) => {
            let own: Vec<String> = dtype.fields().iter().map(|field| field.name().to_owned()).collect();
            let numbers = own.iter().enumerate().all(|(i, name)| *name == format!("f{i}"));
            if numbers && options.default_name != "f%i" { vec![String::new(); own.len()] } else { own }
        }
    };
    renamed(&dtype, &options.rules.valid(&names, default))
}

/// A record with other names.
fn renamed(dtype: &Dtype, names: &[String]) -> Result<Dtype> {
    let fields = dtype.fields().iter().zip(names).map(|(field, name)| StructField {
        name: name.clone(),
        dtype: field.dtype().clone(),
        offset: Some(field.offset()),
    });
    Dtype::builder().fields(fields).itemsize(dtype.itemsize()).build()
}

/// The dtypes of the elements of a dtype, in order.
fn flatten(dtype: &Dtype, found: &mut Vec<Dtype>) {
    match dtype {
        Dtype::Struct(record) => record.fields().iter().for_each(|field| flatten(field.dtype(), found)),
        Dtype::SubArray(sub) => (0..sub.shape().iter().product()).for_each(|_| flatten(sub.base(), found)),
        other => found.push(other.clone()),
    }
}

/// The dtype of the result where one was given: columns with converters may have others.
fn given(
    dtype: Dtype,
    readers: &[Reader<'_, '_>],
    names: Option<&[String]>,
    flat: &[Dtype],
    rows: &Rows<'_>,
) -> Result<Dtype> {
    if let (Dtype::Struct(_), Some(names)) = (&dtype, names) {
        let (found, expected) = (names.len(), dtype.fields().len());
        if found != expected {
            return Err(TextFileError::option(
                "another number of names than of fields",
                format!("{found} of {expected}"),
            ));
        }
        return renamed(&dtype, names);
    }
    if flat.len() > 1 || matches!(dtype, Dtype::Struct(_)) {
        return Ok(dtype);
    }
    let own = |reader: &Reader<'_, '_>| reader.dtype.clone().filter(|_| !reader.keeps_dtype);
    let other = |reader: &Reader<'_, '_>| own(reader).is_some_and(|found| found != sort_of(&dtype));
    if !readers.iter().any(other) {
        return Ok(dtype);
    }
    let dtypes: Vec<Dtype> = readers
        .iter()
        .enumerate()
        .map(|(i, reader)| match own(reader) {
            Some(found) => sized(&found, i, reader, rows),
            None => dtype.clone(),
        })
        .collect();
    match <[Dtype; 1]>::try_from(dtypes) {
        Ok([only]) => Ok(only),
        Err(dtypes) => Dtype::structured(dtypes.into_iter().enumerate().map(|(i, dtype)| (format!("f{i}"), dtype))),
    }
}

/// The dtype of the result that the columns say.
fn found(
    readers: &[Reader<'_, '_>],
    names: Option<&[String]>,
    default_name: &Format,
    rows: &Rows<'_>,
) -> Result<Dtype> {
    let dtypes = || readers.iter().map(|reader| reader.dtype.clone().unwrap_or(Dtype::Bool));
    let sized = || dtypes().enumerate().map(|(i, dtype)| sized(&dtype, i, &readers[i], rows));
    let Some(names) = names else {
        let mut sure = readers.iter().zip(dtypes()).filter(|(reader, _)| reader.sure).map(|(_, dtype)| dtype);
        if let Some(first) = sure.next()
            && sure.all(|dtype| dtype == first)
        {
            return Ok(first);
        }
        return Dtype::structured(sized().enumerate().map(|(i, dtype)| (numbered(default_name, i), dtype)));
    };
    Dtype::structured(names.iter().cloned().zip(sized()))
}

/// Text as wide as a column needs; other dtypes as they are.
fn sized(dtype: &Dtype, i: usize, reader: &Reader<'_, '_>, rows: &Rows<'_>) -> Dtype {
    let text = |field: &str| match reader.convert {
        None => field.chars().count(),
        Some(convert) => {
            let value = convert(field).unwrap_or_else(|_| reader.default.clone());
            value.to_text().map_or(0, |text| text.chars().count())
        }
    };
    let width = || rows.column(i).map(text).max().unwrap_or(0);
    match dtype {
        Dtype::Unicode(0) => Dtype::Unicode(width()),
        Dtype::Bytes(0) => Dtype::Bytes(width()),
        other => other.clone(),
    }
}
