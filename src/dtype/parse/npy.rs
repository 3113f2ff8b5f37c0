//! The header of an npy file: a Python dict of exactly `descr`, `fortran_order` and `shape`, perhaps with a comment behind it.
//!
//! A `descr` is not what `np.dtype` takes: an unnamed field of void is padding, any other one keeps its empty name.

use super::comma::repeated;
use super::literal::{Literal, Value, parse_start};
use super::spec::{integer, optional_string, string, sub_array};
use super::{Parsed, build, expected, format};
use crate::dtype::error::ParseError;
use crate::dtype::{Dtype, StructDtype};

/// What the header of an npy file says.
#[derive(Debug)]
pub(crate) struct NpyHeader {
    pub(crate) dtype: Dtype,
    pub(crate) fortran_order: bool,
    pub(crate) shape: Vec<usize>,
}

/// What a comment that names the dtype starts with.
pub(crate) const COMMENT: &str = "# ndtype: ";

impl NpyHeader {
    /// Reads the text of a header. With `long`, integers may end in `L`, as Python 2 wrote them.
    pub(crate) fn parse(text: &str, long: bool) -> Result<NpyHeader, ParseError> {
        header(text, long).map_err(|failure| ParseError::new(text, failure.0.0, failure.0.1))
    }
}

fn header(text: &str, long: bool) -> Parsed<NpyHeader> {
    let (literal, end) = parse_start(text, long)?;
    let Value::Dict(entries) = &literal.value else {
        return expected(literal.position, "a dict of 'descr', 'fortran_order' and 'shape'");
    };
    let (mut descr, mut order, mut shape) = (None, None, None);
    for (key, value) in entries {
        match &key.value {
            Value::Str(name) if name == "descr" => descr = Some(value),
            Value::Str(name) if name == "fortran_order" => order = Some(value),
            Value::Str(name) if name == "shape" => shape = Some(value),
            _ => return expected(key.position, "'descr', 'fortran_order' or 'shape'"),
        }
    }
    let (Some(descr), Some(order), Some(shape)) = (descr, order, shape) else {
        return expected(literal.position, "all of 'descr', 'fortran_order' and 'shape'");
    };
    let Value::Bool(fortran_order) = order.value else {
        return expected(order.position, "True or False");
    };
    let Value::Tuple(sizes) = &shape.value else {
        return expected(shape.position, "a tuple of sizes");
    };
    let shape: Vec<usize> = sizes.iter().map(integer).collect::<Parsed<_>>()?;
    let mut dtype = dtype(descr)?;
    if let Dtype::SubArray(_) = dtype {
        return expected(descr.position, "a data type that is no sub-array, which only a field can be");
    }
    let rest = &text[end..];
    if let Some(name) = rest.strip_prefix(COMMENT) {
        let name = name.trim_end();
        let failed = |failure: super::Failure| failure.moved_by(end + COMMENT.len());
        let named = super::parse(name, false).map_err(failed)?;
        if !stands_for(&dtype, &named) {
            return expected(end + COMMENT.len(), "a data type that 'descr' describes");
        }
        dtype = named;
    } else if !rest.is_empty() && !rest.starts_with('#') {
        return expected(end, "the end of the header");
    }
    Ok(NpyHeader { dtype, fortran_order, shape })
}

/// NumPy's `descr_to_dtype`.
fn dtype(literal: &Literal) -> Parsed<Dtype> {
    match &literal.value {
        Value::Str(text) => {
            let ours = match text.as_str() {
                // What ml_dtypes' types call themselves, and what NumPy writes but cannot read.
                "<f1" | "|f1" | "=f1" => Some(Dtype::Float8E5M2),
                "<W4" => Some(Dtype::Complex32),
                _ => None,
            };
            match ours {
                Some(dtype) => Ok(dtype),
                None => format(text, 0, false).map_err(|failure| failure.moved_by(literal.position + 1)),
            }
        }
        Value::Tuple(parts) => match &parts[..] {
            [base, shape] => shaped(base, shape),
            _ => expected(literal.position, "a tuple of type and shape"),
        },
        Value::List(fields) => record(fields, literal.position),
        _ => expected(literal.position, "a data type: a string, a tuple or a list of fields"),
    }
}

fn shaped(base: &Literal, shape: &Literal) -> Parsed<Dtype> {
    let base = dtype(base)?;
    match &shape.value {
        Value::Tuple(sizes) => sub_array(base, sizes, shape.position),
        Value::Int(_) => repeated(base, integer(shape)?, shape.position),
        _ => expected(shape.position, "a shape"),
    }
}

fn record(fields: &[Literal], position: usize) -> Parsed<Dtype> {
    let mut builder = StructDtype::builder();
    let mut offset = 0usize;
    for field in fields {
        let Value::Tuple(parts) = &field.value else {
            return expected(field.position, "a field: a tuple of name, type and perhaps shape");
        };
        let (name, dtype) = match &parts[..] {
            [name, format] => (name, dtype(format)?),
            [name, format, shape] => (name, shaped(format, shape)?),
            _ => return expected(field.position, "a field of 2 or 3 items"),
        };
        let (title, name) = match &name.value {
            Value::Tuple(pair) => match &pair[..] {
                [title, name] => (optional_string(title)?, string(name)?),
                _ => return expected(name.position, "a pair of title and name"),
            },
            _ => (None, string(name)?),
        };
        let size = dtype.itemsize();
        let padding = name.is_empty() && title.is_none() && matches!(dtype, Dtype::Void(_) | Dtype::SubArray(_));
        if !padding {
            builder = builder.push(name.to_owned(), title, dtype, Some(offset));
        }
        offset = offset.saturating_add(size);
    }
    build(builder.itemsize(offset), position)
}

/// Whether a descriptor that was read as `plain` is that of `named`: the same but for ML formats, which are written as void.
fn stands_for(plain: &Dtype, named: &Dtype) -> bool {
    match (plain, named) {
        (Dtype::Struct(plain), Dtype::Struct(named)) => {
            let same = |(a, b): (&crate::dtype::Field, &crate::dtype::Field)| {
                (a.name(), a.title(), a.offset()) == (b.name(), b.title(), b.offset())
                    && stands_for(a.dtype(), b.dtype())
            };
            // Without a name they are written as padding is, and read as that.
            let is_read = |field: &&crate::dtype::Field| {
                let opaque =
                    field.dtype().is_ml_format() || matches!(field.dtype(), Dtype::Void(_) | Dtype::SubArray(_));
                !(opaque && field.name().is_empty() && field.title().is_none())
            };
            plain.itemsize() == named.itemsize()
                && plain.fields().len() == named.fields().iter().filter(is_read).count()
                && plain.fields().iter().zip(named.fields().iter().filter(is_read)).all(same)
        }
        (Dtype::SubArray(plain), Dtype::SubArray(named)) => {
            plain.shape() == named.shape() && stands_for(plain.base(), named.base())
        }
        (Dtype::Void(size), named) if named.is_ml_format() => *size == named.itemsize(),
        _ => plain == named,
    }
}
