//! Elements as words to compare, of any dtype.

use crate::array::{Array, ascontiguousarray, concatenate};
use crate::dtype::{ByteOrder, Dtype, DtypeKind};
use crate::element::{Object, ObjectError, Text};
use crate::error::Result;
use crate::kernels::sort::{Coding, Words, merge_sort, words};

use super::error::SortError;

/// The elements in native byte order, one after the other, aligned.
pub(super) fn dense(a: &Array) -> Result<Array> {
    let native = a.dtype().newbyteorder(ByteOrder::Native);
    let a = if *a.dtype() == native { a.clone() } else { a.astype(native)? };
    let a = ascontiguousarray(&a)?;
    if a.flags().aligned { Ok(a) } else { a.copy() }
}

/// The unsigned integer whose bits are those of an element.
pub(super) fn bits_of(size: usize) -> Dtype {
    match size {
        1 => Dtype::UInt8,
        2 => Dtype::UInt16,
        4 => Dtype::UInt32,
        _ => Dtype::UInt64,
    }
}

/// How elements that have one word are coded; `None` for others.
pub(super) fn coding_of(dtype: &Dtype) -> Option<Coding> {
    let native = dtype.native_scalar();
    if native.kind() == DtypeKind::Complex { None } else { Coding::of(native) }
}

/// The words of dense elements, by this coding.
pub(super) fn words_of(a: &Array, coding: &Coding) -> Result<Vec<u64>> {
    let mut to = vec![0; a.size()];
    let bits = a.reshape([-1])?.view_dtype(bits_of(a.itemsize()))?;
    match bits.itemsize() {
        1 => words(bits.as_slice::<u8>()?, coding, &mut to),
        2 => words(bits.as_slice::<u16>()?, coding, &mut to),
        4 => words(bits.as_slice::<u32>()?, coding, &mut to),
        _ => words(bits.as_slice::<u64>()?, coding, &mut to),
    }
    Ok(to)
}

/// Which words stand for what is no number or time.
#[derive(Clone, Copy)]
enum Missing {
    None,
    Is(u64),
    NotZero,
}

impl Missing {
    fn of(word: Option<u64>) -> Missing {
        word.map_or(Missing::None, Missing::Is)
    }

    fn has(self, word: u64) -> bool {
        match self {
            Missing::None => false,
            Missing::Is(missing) => word == missing,
            Missing::NotZero => word != 0,
        }
    }
}

/// Some words of each element.
enum Column {
    /// One, and which of them stand for what is not equal to itself.
    Word(Vec<u64>, Missing),
    /// Eight bytes each, zeros beyond the end.
    Bytes { bytes: Array, width: usize },
    /// Several characters each, of so many bits.
    Characters { characters: Array, width: usize, bits: u32 },
    /// Eight bytes each, of text of any length, and then the length.
    Texts { texts: Array, longest: usize },
}

impl Column {
    fn levels(&self) -> usize {
        match self {
            Column::Word(..) => 1,
            Column::Bytes { width, .. } => width.div_ceil(8),
            Column::Characters { width, bits, .. } => width.div_ceil((64 / bits) as usize),
            Column::Texts { longest, .. } => longest.div_ceil(8) + 1,
        }
    }

    fn word(&self, level: usize, row: usize) -> u64 {
        match self {
            Column::Word(words, _) => words[row],
            Column::Bytes { bytes, width } => {
                let Ok(bytes) = bytes.as_slice::<u8>() else { return 0 };
                bytes_word(&bytes[row * width..][..*width], level)
            }
            Column::Characters { characters, width, bits } => {
                let Ok(characters) = characters.as_slice::<u32>() else { return 0 };
                characters_word(&characters[row * width..][..*width], level, *bits)
            }
            Column::Texts { texts, longest } => {
                let Ok(texts) = texts.as_slice::<Text>() else { return 0 };
                text_word(&texts[row], level, *longest)
            }
        }
    }

    fn fill(&self, level: usize, base: usize, rows: &[u32], to: &mut [u64]) {
        let each = rows.iter().map(|&row| base + row as usize).zip(to);
        match self {
            Column::Word(words, _) => each.for_each(|(row, to)| *to = words[row]),
            Column::Bytes { bytes, width } => {
                let Ok(bytes) = bytes.as_slice::<u8>() else { return };
                each.for_each(|(row, to)| *to = bytes_word(&bytes[row * width..][..*width], level));
            }
            Column::Characters { characters, width, bits } => {
                let Ok(characters) = characters.as_slice::<u32>() else { return };
                each.for_each(|(row, to)| {
                    *to = characters_word(&characters[row * width..][..*width], level, *bits);
                });
            }
            Column::Texts { texts, longest } => {
                let Ok(texts) = texts.as_slice::<Text>() else { return };
                each.for_each(|(row, to)| *to = text_word(&texts[row], level, *longest));
            }
        }
    }
}

#[inline]
fn bytes_word(bytes: &[u8], level: usize) -> u64 {
    let rest = bytes.get(8 * level..).unwrap_or_default();
    match rest.first_chunk::<8>() {
        Some(&eight) => u64::from_be_bytes(eight),
        None => rest.iter().enumerate().fold(0, |word, (i, &byte)| word | u64::from(byte) << (56 - 8 * i)),
    }
}

#[inline]
fn characters_word(characters: &[u32], level: usize, bits: u32) -> u64 {
    let count = (64 / bits) as usize;
    let rest = characters.get(count * level..).unwrap_or_default();
    let taken = rest.len().min(count);
    let word = rest[..taken].iter().fold(0, |word, &c| word << (bits - 1) << 1 | u64::from(c));
    if taken == count { word } else { word << (bits * (count - taken) as u32) }
}

#[inline]
fn text_word(text: &Text, level: usize, longest: usize) -> u64 {
    // What is missing comes last: no byte of text is as great as these.
    if text.is_missing() {
        return u64::MAX;
    }
    // What is zero beyond the end of one may be zero in the other: then the length decides.
    if level == longest.div_ceil(8) { text.len() as u64 } else { bytes_word(text.as_bytes(), level) }
}

/// Elements of any dtype as rows of words.
pub(super) struct Rows {
    columns: Vec<Column>,
    /// The column and the level in it, for each level.
    levels: Vec<(u32, u32)>,
    /// Where the rows start that are ordered at present.
    pub(super) base: usize,
}

impl Rows {
    /// The words of the elements of these arrays, all of one size, the first array's first. For records the fields named
    /// come first.
    pub(super) fn new(operation: &'static str, arrays: &[&Array], order: &[String]) -> Result<Rows> {
        let mut columns = Vec::new();
        for array in arrays {
            add(operation, &array.reshape([-1])?, order, &mut columns)?;
        }
        let each = columns.iter().enumerate();
        let levels =
            each.flat_map(|(c, column)| (0..column.levels()).map(move |level| (c as u32, level as u32))).collect();
        Ok(Rows { columns, levels, base: 0 })
    }

    /// Whether something in a row is NaN or NaT, which is equal to nothing.
    pub(super) fn has_missing(&self, row: usize) -> bool {
        self.columns.iter().any(|column| match column {
            Column::Word(words, missing) => missing.has(words[self.base + row]),
            _ => false,
        })
    }
}

impl Words for Rows {
    fn levels(&self) -> usize {
        self.levels.len()
    }

    fn word(&self, level: usize, row: usize) -> u64 {
        let (column, level) = self.levels[level];
        self.columns[column as usize].word(level as usize, self.base + row)
    }

    fn fill(&self, level: usize, rows: &[u32], to: &mut [u64]) {
        let (column, level) = self.levels[level];
        self.columns[column as usize].fill(level as usize, self.base, rows, to);
    }
}

/// The fields of records, those that are named first.
fn fields_in_order<'a>(dtype: &'a Dtype, order: &'a [String]) -> Result<Vec<&'a str>> {
    let mut names: Vec<&str> = Vec::new();
    if !order.is_empty() && dtype.fields().is_empty() {
        return Err(SortError::NoFields { dtype: dtype.clone() }.into());
    }
    for name in order {
        if !dtype.fields().iter().any(|field| field.name() == name) {
            return Err(SortError::UnknownField { name: name.clone() }.into());
        }
        if names.contains(&name.as_str()) {
            return Err(SortError::DuplicateField { name: name.clone() }.into());
        }
        names.push(name);
    }
    let rest: Vec<&str> = dtype.fields().iter().map(crate::dtype::Field::name).filter(|n| !names.contains(n)).collect();
    names.extend(rest);
    Ok(names)
}

/// The order of fields is one that the dtype has.
pub(super) fn check_order(dtype: &Dtype, order: &[String]) -> Result<()> {
    fields_in_order(dtype, order).map(|_| ())
}

/// The words of an array of one axis.
fn add(operation: &'static str, a: &Array, order: &[String], columns: &mut Vec<Column>) -> Result<()> {
    let native = a.dtype().native_scalar().clone();
    match &native {
        Dtype::Struct(_) => {
            for name in fields_in_order(&native, order)? {
                let field = native.field(name)?;
                if let Dtype::SubArray(_) = field.dtype() {
                    // As in NumPy: the bytes, whatever they are.
                    if field.dtype().has_object() {
                        return Err(SortError::Unsupported { operation, dtype: field.dtype().clone() }.into());
                    }
                    let view = a.field(name)?;
                    let bytes = ascontiguousarray(&view)?.reshape([-1])?.view_dtype(Dtype::UInt8)?;
                    columns.push(Column::Bytes { bytes, width: field.dtype().itemsize() });
                } else {
                    add(operation, &a.field(name)?, &[], columns)?;
                }
            }
        }
        Dtype::Bytes(width) | Dtype::Void(width) => {
            if *width > 0 && !a.is_empty() {
                let bytes = dense(a)?.view_dtype(Dtype::UInt8)?;
                columns.push(Column::Bytes { bytes, width: *width });
            }
        }
        Dtype::Unicode(width) => {
            if *width > 0 && !a.is_empty() {
                let characters = dense(a)?.view_dtype(Dtype::UInt32)?;
                let used = characters.as_slice::<u32>()?.iter().fold(0, |used, &c| used | c);
                let bits = match used {
                    0..=0xFF => 8,
                    0x100..=0xFFFF => 16,
                    _ => 32,
                };
                columns.push(Column::Characters { characters, width: *width, bits });
            }
        }
        Dtype::String => {
            let texts = dense(a)?;
            let longest = texts.as_slice::<Text>()?.iter().map(|text| text.len()).max().unwrap_or(0);
            columns.push(Column::Texts { texts, longest });
        }
        Dtype::Object => columns.push(Column::Word(ranks(&dense(a)?)?, Missing::None)),
        _ if native.kind() == DtypeKind::Complex => {
            let Some(coding) = Coding::of(&native) else {
                return Err(SortError::Unsupported { operation, dtype: native }.into());
            };
            let (real, imag) = (words_of(&dense(&a.real()?)?, &coding)?, words_of(&dense(&a.imag()?)?, &coding)?);
            // Numbers without a NaN first, then those whose imaginary part is one, whose real part is, whose parts are.
            if let Some(nan) = coding.missing(native.itemsize() / 2)
                && real.iter().chain(&imag).any(|&word| word == nan)
            {
                let class = |(&real, &imag): (&u64, &u64)| 2 * u64::from(real == nan) + u64::from(imag == nan);
                columns.push(Column::Word(real.iter().zip(&imag).map(class).collect(), Missing::NotZero));
            }
            if native.itemsize() <= 8 {
                let half = native.itemsize() as u32 * 4;
                let both = real.iter().zip(&imag).map(|(&real, &imag)| real << half | imag);
                columns.push(Column::Word(both.collect(), Missing::None));
            } else {
                columns.push(Column::Word(real, Missing::None));
                columns.push(Column::Word(imag, Missing::None));
            }
        }
        _ => match Coding::of(&native) {
            Some(coding) => {
                let missing = Missing::of(coding.missing(native.itemsize()));
                columns.push(Column::Word(words_of(&dense(a)?, &coding)?, missing));
            }
            None => return Err(SortError::Unsupported { operation, dtype: native }.into()),
        },
    }
    Ok(())
}

/// Whether an object comes before another one; an error that names both if they cannot be compared.
pub(super) fn object_before(a: &Object, b: &Object) -> Result<bool> {
    match a.order(b) {
        Ok(order) => Ok(order.is_some_and(std::cmp::Ordering::is_lt)),
        Err(_) => Err(ObjectError::new("order", &[a, b]).into()),
    }
}

/// The order of the objects of a dense array.
pub(super) fn order_objects(a: &Array) -> Result<Vec<i64>> {
    let objects = a.as_slice::<Object>()?;
    order_of_objects(objects)
}

/// The order of objects.
pub(super) fn order_of_objects(objects: &[Object]) -> Result<Vec<i64>> {
    merge_sort(objects.len(), |a, b| object_before(&objects[a], &objects[b]))
}

/// For each object, how many different ones come before it.
fn ranks(a: &Array) -> Result<Vec<u64>> {
    let objects = a.as_slice::<Object>()?;
    let order = order_objects(a)?;
    let mut ranks = vec![0; objects.len()];
    let mut rank = 0;
    for pair in order.windows(2) {
        let (one, next) = (pair[0] as usize, pair[1] as usize);
        rank += u64::from(object_before(&objects[one], &objects[next])?);
        ranks[next] = rank;
    }
    Ok(ranks)
}

/// Two arrays one after the other, flattened, with the dtype that both are cast to.
pub(super) fn joined(a: &Array, b: &Array) -> Result<Array> {
    concatenate(&[a, b], None)
}
