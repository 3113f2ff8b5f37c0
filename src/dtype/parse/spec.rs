//! What a Python literal means as a dtype: NumPy's lists of fields, dicts and (type, shape) tuples.

use std::borrow::Cow;

use super::comma::repeated;
use super::literal::{Literal, Value};
use super::{Parsed, at, build, expected, format, names};
use crate::dtype::{Dtype, StructBuilder};

/// The dtype of a literal; `aligned` is what records are laid out as unless they say otherwise.
pub(super) fn dtype(literal: &Literal, aligned: bool) -> Parsed<Dtype> {
    let position = literal.position;
    match &literal.value {
        Value::Str(text) | Value::Bytes(text) => {
            // Escapes can make the text shorter than its literal, so the literal's start is the place to name.
            format(text, 0, aligned).map_err(|failure| failure.moved_by(position + 1))
        }
        Value::Name(name) => match names::ml(name) {
            Some(dtype) => Ok(dtype),
            None => expected(position, "a quoted data type"),
        },
        // NumPy's default dtype.
        Value::None => Ok(Dtype::Float64),
        Value::Tuple(items) => match &items[..] {
            [base, shape] => base_and_shape(base, shape, aligned),
            _ => expected(position, format!("a tuple of type and shape, not one of {} items", items.len())),
        },
        Value::List(fields) => field_list(fields, position, aligned),
        Value::Dict(entries) => dict(entries, position, aligned),
        Value::Int(_) | Value::Bool(_) => expected(position, "a data type"),
    }
}

/// `('f4', (2, 3))`, `('S', 5)`, `('V8', [fields of 8 bytes])`.
fn base_and_shape(base: &Literal, shape: &Literal, aligned: bool) -> Parsed<Dtype> {
    let position = shape.position;
    let base = dtype(base, aligned)?;
    match &shape.value {
        Value::Int(n) => repeated(base, size(*n, position)?, position),
        Value::Tuple(items) if !(items.is_empty() && base.is_unsized()) => sub_array(base, items, position),
        Value::List(items) if items.iter().all(|i| matches!(i.value, Value::Int(_))) && !items.is_empty() => {
            sub_array(base, items, position)
        }
        Value::List(_) | Value::Dict(_) => match (base, dtype(shape, aligned)?) {
            (Dtype::Void(n), record @ Dtype::Struct(_)) if n == 0 || n == record.itemsize() => Ok(record),
            _ => expected(position, "a shape"),
        },
        _ => expected(position, "a shape"),
    }
}

pub(super) fn sub_array(base: Dtype, shape: &[Literal], position: usize) -> Parsed<Dtype> {
    let shape: Vec<usize> = shape.iter().map(integer).collect::<Parsed<_>>()?;
    Dtype::subarray(base, shape).map_err(at(position))
}

/// `[('x', 'i4'), (('title', 'y'), 'f8', (2,))]`.
fn field_list(fields: &[Literal], position: usize, aligned: bool) -> Parsed<Dtype> {
    let mut builder = Dtype::builder().aligned(aligned);
    for (i, field) in fields.iter().enumerate() {
        let Value::Tuple(parts) = &field.value else {
            return expected(field.position, "a field: a tuple of name, type and perhaps shape");
        };
        let (name, dtype) = match &parts[..] {
            [name, format] => (name, dtype(format, aligned)?),
            [name, format, shape] => (name, base_and_shape(format, shape, aligned)?),
            _ => return expected(field.position, "a field of 2 or 3 items"),
        };
        let (name, title) = name_and_title(name, i)?;
        builder = builder.push(name, title, dtype, None);
    }
    build(builder, position)
}

fn name_and_title(literal: &Literal, i: usize) -> Parsed<(String, Option<String>)> {
    match &literal.value {
        Value::Str(name) if name.is_empty() => Ok((format!("f{i}"), None)),
        Value::Str(name) => Ok((name.clone(), None)),
        Value::Tuple(pair) => match &pair[..] {
            [title, name] => {
                let (title, name) = (optional_string(title)?, string(name)?.to_owned());
                match title {
                    // A title stands in for a missing name; it cannot be both, so this is a duplicate.
                    Some(title) if name.is_empty() => Ok((title.clone(), Some(title))),
                    _ => Ok((name, title)),
                }
            }
            _ => expected(literal.position, "a pair of title and name"),
        },
        _ => expected(literal.position, "a field name"),
    }
}

/// `{'names': [...], 'formats': [...], ...}`, or `{'x': ('i4', 0), ...}`.
fn dict(entries: &[(Literal, Literal)], position: usize, aligned: bool) -> Parsed<Dtype> {
    let get = |key: &str| {
        let is_key = |entry: &&(Literal, Literal)| matches!(&entry.0.value, Value::Str(k) if k == key);
        entries.iter().rev().find(is_key).map(|(_, value)| value)
    };
    let (Some(names), Some(formats)) = (get("names"), get("formats")) else {
        return field_dict(entries, position, aligned);
    };
    let aligned = match get("aligned") {
        None => aligned,
        Some(Literal { value: Value::Bool(aligned), .. }) => *aligned,
        Some(other) => return expected(other.position, "True or False"),
    };
    let (names, formats) = (sequence(names)?, sequence(formats)?);
    let offsets = get("offsets").map(sequence).transpose()?;
    let titles = get("titles").map(sequence).transpose()?;
    let lengths = [Some(&formats), offsets.as_ref(), titles.as_ref()];
    if lengths.into_iter().flatten().any(|list| list.len() < names.len()) {
        return expected(position, "'names', 'formats', 'offsets' and 'titles' of the same length");
    }
    let mut builder = Dtype::builder().aligned(aligned);
    for (i, name) in names.iter().enumerate() {
        let dtype = dtype(&formats[i], aligned)?;
        let offset = offsets.as_ref().map(|offsets| integer(&offsets[i])).transpose()?;
        let title = titles.as_ref().map(|titles| optional_string(&titles[i])).transpose()?.flatten();
        builder = builder.push(string(name)?.to_owned(), title, dtype, offset);
    }
    if let Some(itemsize) = get("itemsize") {
        builder = builder.itemsize(integer(itemsize)?);
    }
    build(builder, position)
}

/// The old spelling of a record: a dict from name to (type, offset) or (type, offset, title); fields go by offset.
fn field_dict(entries: &[(Literal, Literal)], position: usize, aligned: bool) -> Parsed<Dtype> {
    let mut fields: Vec<(&str, Option<String>, Dtype, usize)> = Vec::with_capacity(entries.len());
    for (name, entry) in entries {
        let Value::Tuple(parts) = &entry.value else {
            return expected(entry.position, "a tuple of type and offset");
        };
        let (format, offset, title) = match &parts[..] {
            [format, offset] => (format, offset, None),
            [format, offset, title] => (format, offset, optional_string(title)?),
            _ => return expected(entry.position, "a tuple of type, offset and perhaps title"),
        };
        let name = string(name)?;
        // NumPy passes over an entry that is filed under its own title.
        if title.as_deref() != Some(name) {
            fields.push((name, title, dtype(format, aligned)?, integer(offset)?));
        }
    }
    fields.sort_by_key(|field| field.3);
    let push = |builder: StructBuilder, (name, title, dtype, offset): (&str, _, _, _)| {
        builder.push(name.to_owned(), title, dtype, Some(offset))
    };
    build(fields.into_iter().fold(Dtype::builder().aligned(aligned), push), position)
}

/// What stands for a list in a dict: a list, a tuple, or a string of one-character items.
fn sequence(literal: &Literal) -> Parsed<Cow<'_, [Literal]>> {
    match &literal.value {
        Value::List(items) | Value::Tuple(items) => Ok(Cow::Borrowed(items)),
        Value::Str(text) => {
            let item = |c: char| Literal { position: literal.position, value: Value::Str(c.to_string()) };
            Ok(Cow::Owned(text.chars().map(item).collect()))
        }
        _ => expected(literal.position, "a list"),
    }
}

pub(super) fn string(literal: &Literal) -> Parsed<&str> {
    match &literal.value {
        Value::Str(text) => Ok(text),
        _ => expected(literal.position, "a string"),
    }
}

pub(super) fn optional_string(literal: &Literal) -> Parsed<Option<String>> {
    match &literal.value {
        Value::None => Ok(None),
        _ => string(literal).map(|text| Some(text.to_owned())),
    }
}

pub(super) fn integer(literal: &Literal) -> Parsed<usize> {
    match literal.value {
        Value::Int(n) => size(n, literal.position),
        _ => expected(literal.position, "an integer"),
    }
}

fn size(n: i64, position: usize) -> Parsed<usize> {
    match usize::try_from(n) {
        Ok(n) => Ok(n),
        Err(_) => expected(position, "an integer that is not negative"),
    }
}
