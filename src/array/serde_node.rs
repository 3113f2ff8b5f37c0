//! Elements as a tree of plain values, which is what human-readable formats hold, and back with every value checked.
//!
//! | dtype | value |
//! |---|---|
//! | booleans, integers, floats | themselves; `"nan"`, `"inf"`, `"-inf"` |
//! | complex numbers | `[re, im]` |
//! | times | the number of units; `"NaT"` |
//! | text | itself, without the zeros that pad it |
//! | bytes | a text whose characters are the bytes (Latin-1) |
//! | opaque bytes | a text of hexadecimal digits |
//! | records | the list of their fields; a sub-array is the list of its elements in C's order |
//!
//! It goes column by column: the nodes of all elements at once, for records field by field.

use std::fmt;

use num_complex::Complex;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::{Array, Index, ValueError};
use crate::dtype::{Dtype, DtypeKind, finfo, iinfo};
use crate::element::Text;
use crate::element::number::Number;
use crate::error::Result;

/// A plain value.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Bool(bool),
    Int(i64),
    UInt(u64),
    Single(f32),
    Float(f64),
    Text(String),
    /// What is missing.
    Nothing,
    List(Vec<Node>),
}

/// The value, for error messages.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Bool(x) => write!(f, "{x}"),
            Node::Int(x) => write!(f, "{x}"),
            Node::UInt(x) => write!(f, "{x}"),
            Node::Single(x) => write!(f, "{x:?}"),
            Node::Float(x) => write!(f, "{x:?}"),
            Node::Text(x) => write!(f, "{x:?}"),
            Node::Nothing => f.write_str("nothing"),
            Node::List(list) => write!(f, "a list of {}", list.len()),
        }
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Bool(x) => serializer.serialize_bool(*x),
            Node::Int(x) => serializer.serialize_i64(*x),
            Node::UInt(x) => serializer.serialize_u64(*x),
            Node::Single(x) => serializer.serialize_f32(*x),
            Node::Float(x) => serializer.serialize_f64(*x),
            Node::Text(x) => serializer.serialize_str(x),
            Node::Nothing => serializer.serialize_unit(),
            Node::List(list) => serializer.collect_seq(list),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Node;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a boolean, a text or a list of these")
            }

            fn visit_bool<E>(self, x: bool) -> Result<Node, E> {
                Ok(Node::Bool(x))
            }

            fn visit_i64<E>(self, x: i64) -> Result<Node, E> {
                Ok(Node::Int(x))
            }

            fn visit_u64<E>(self, x: u64) -> Result<Node, E> {
                Ok(Node::UInt(x))
            }

            fn visit_f64<E>(self, x: f64) -> Result<Node, E> {
                Ok(Node::Float(x))
            }

            fn visit_str<E: serde::de::Error>(self, x: &str) -> Result<Node, E> {
                Ok(Node::Text(x.to_owned()))
            }

            fn visit_unit<E>(self) -> Result<Node, E> {
                Ok(Node::Nothing)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
                // A length that is only claimed is not believed.
                let mut nodes = Vec::with_capacity(list.size_hint().unwrap_or(0).min(4096));
                while let Some(node) = list.next_element()? {
                    nodes.push(node);
                }
                Ok(Node::List(nodes))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

fn float_node(x: f64, single: bool) -> Node {
    match x {
        x if x.is_nan() => Node::Text("nan".into()),
        x if x.is_infinite() => Node::Text(if x > 0.0 { "inf" } else { "-inf" }.into()),
        x if single => Node::Single(x as f32),
        x => Node::Float(x),
    }
}

fn unsupported(dtype: &Dtype) -> ValueError {
    ValueError::Unsupported { operation: "serialisation", dtype: dtype.clone() }
}

/// The elements in C's order.
pub(super) fn nodes_of(array: &Array) -> Result<Vec<Node>> {
    let dtype = array.dtype();
    if !dtype.fields().is_empty() {
        return record_nodes(array);
    }
    match dtype.native_scalar() {
        Dtype::Struct(_) => return Ok(vec![Node::List(Vec::new()); array.size()]),
        Dtype::String => {
            let node = |text: Text| text.get().map_or(Node::Nothing, |text| Node::Text(text.to_owned()));
            return Ok(array.iter::<Text>()?.map(node).collect());
        }
        Dtype::Object | Dtype::SubArray(_) => return Err(unsupported(dtype).into()),
        _ => {}
    }
    let single = matches!(dtype.native_scalar(), Dtype::Float32 | Dtype::Complex64);
    let node = |scalar: crate::element::Scalar| {
        if let Some(number) = scalar.number() {
            return Ok(match number {
                Number::Bool(x) => Node::Bool(x),
                Number::Int(x) => Node::Int(x),
                Number::UInt(x) => Node::UInt(x),
                Number::Float(x) => float_node(x, single),
                Number::Complex(x) => Node::List(vec![float_node(x.re, single), float_node(x.im, single)]),
            });
        }
        if let Some(ticks) = scalar.time_ticks() {
            return Ok(if ticks == i64::MIN { Node::Text("NaT".into()) } else { Node::Int(ticks) });
        }
        let bytes = scalar.bytes().unwrap_or_default();
        match dtype.native_scalar() {
            Dtype::Bytes(_) => {
                let text: String = bytes.iter().map(|&b| char::from(b)).collect();
                Ok(Node::Text(text.trim_end_matches('\0').to_owned()))
            }
            Dtype::Void(_) => {
                let digits = bytes.iter().flat_map(|b| [b >> 4, b & 15]).map(u32::from);
                Ok(Node::Text(digits.filter_map(|digit| char::from_digit(digit, 16)).collect()))
            }
            _ => match scalar.to_text() {
                Some(text) => Ok(Node::Text(text)),
                None => Err(ValueError::Argument { reason: "not text", value: scalar.to_string() }.into()),
            },
        }
    };
    array.scalars()?.into_iter().map(node).collect()
}

fn record_nodes(array: &Array) -> Result<Vec<Node>> {
    let mut records = vec![Vec::new(); array.size()];
    for field in array.dtype().fields() {
        let nodes = nodes_of(&array.field(field.name())?)?;
        if !matches!(field.dtype(), Dtype::SubArray(_)) {
            records.iter_mut().zip(nodes).for_each(|(record, node)| record.push(node));
            continue;
        }
        let each = nodes.len().checked_div(records.len()).unwrap_or(0);
        let mut nodes = nodes.into_iter();
        for record in &mut records {
            record.push(Node::List(nodes.by_ref().take(each).collect()));
        }
    }
    Ok(records.into_iter().map(Node::List).collect())
}

/// The array of these elements, in C's order; as many as the shape has.
pub(super) fn array_of(dtype: &Dtype, shape: &[usize], nodes: Vec<Node>) -> Result<Array> {
    let native = dtype.native_scalar();
    let wrong = |node: &Node| ValueError::OutOfBounds { value: node.to_string(), dtype: dtype.clone() };
    let made = match (native, native.kind()) {
        (Dtype::Struct(_), _) => return records_of(dtype, shape, nodes),
        (_, DtypeKind::Bool) => {
            let bools = nodes.iter().map(|node| match node {
                Node::Bool(x) => Ok(*x),
                node => Err(wrong(node).into()),
            });
            Array::from_shape_vec(shape, bools.collect::<Result<Vec<bool>>>()?)?
        }
        (_, DtypeKind::Integer | DtypeKind::Unsigned) => {
            let limits = iinfo(native)?;
            let whole = nodes.iter().map(|node| {
                let value = match node {
                    Node::Int(x) => i128::from(*x),
                    Node::UInt(x) => i128::from(*x),
                    node => return Err(wrong(node).into()),
                };
                // The lower bits, which the cast keeps.
                if value < limits.min || value > limits.max { Err(wrong(node).into()) } else { Ok(value as i64) }
            });
            Array::from_shape_vec(shape, whole.collect::<Result<Vec<i64>>>()?)?
        }
        (_, DtypeKind::Float) => {
            let floats = nodes.iter().map(|node| float_of(node, native).ok_or_else(|| wrong(node).into()));
            Array::from_shape_vec(shape, floats.collect::<Result<Vec<f64>>>()?)?
        }
        (_, DtypeKind::Complex) => {
            let part = match native {
                Dtype::Complex32 => Dtype::Float16,
                Dtype::Complex64 => Dtype::Float32,
                _ => Dtype::Float64,
            };
            let complex = nodes.iter().map(|node| match node {
                Node::List(pair) if pair.len() == 2 => {
                    let of = |node| float_of(node, &part).ok_or_else(|| wrong(node));
                    Ok(Complex::new(of(&pair[0])?, of(&pair[1])?))
                }
                node => Err(wrong(node).into()),
            });
            Array::from_shape_vec(shape, complex.collect::<Result<Vec<Complex<f64>>>>()?)?
        }
        (_, DtypeKind::Datetime | DtypeKind::Timedelta) => {
            let ticks = nodes.iter().map(|node| match node {
                Node::Int(x) => Ok(*x),
                Node::UInt(x) => i64::try_from(*x).map_err(|_| wrong(node).into()),
                Node::Text(text) if text == "NaT" => Ok(i64::MIN),
                node => Err(wrong(node).into()),
            });
            Array::from_shape_vec(shape, ticks.collect::<Result<Vec<i64>>>()?)?.view_dtype(native)?
        }
        (Dtype::String, _) => {
            let texts = nodes.iter().map(|node| match node {
                Node::Text(text) => Ok(Text::from(text.as_str())),
                Node::Nothing => Ok(Text::missing()),
                node => Err(wrong(node).into()),
            });
            Array::from_shape_vec(shape, texts.collect::<Result<Vec<Text>>>()?)?
        }
        (Dtype::Bytes(_) | Dtype::Unicode(_) | Dtype::Void(_), _) => return cells_of(dtype, shape, &nodes),
        _ => return Err(unsupported(dtype).into()),
    };
    if made.dtype() == dtype { Ok(made) } else { made.astype(dtype) }
}

/// A float that the dtype can hold.
fn float_of(node: &Node, native: &Dtype) -> Option<f64> {
    let x = match node {
        Node::Float(x) => *x,
        Node::Single(x) => f64::from(*x),
        Node::Int(x) => *x as f64,
        Node::UInt(x) => *x as f64,
        Node::Text(text) => match text.as_str() {
            "nan" => f64::NAN,
            "inf" => f64::INFINITY,
            "-inf" => f64::NEG_INFINITY,
            _ => return None,
        },
        Node::Bool(_) | Node::List(_) | Node::Nothing => return None,
    };
    let held = match native {
        Dtype::Float64 => x.is_finite(),
        // Its largest value, in as few digits as name it, may be a little larger.
        Dtype::Float32 => (x as f32).is_finite(),
        _ => finfo(native).is_ok_and(|limits| x.abs() <= limits.max),
    };
    (held || x.is_nan() || x.is_infinite() && matches!(node, Node::Text(_))).then_some(x)
}

/// Text and bytes of a fixed width.
fn cells_of(dtype: &Dtype, shape: &[usize], nodes: &[Node]) -> Result<Array> {
    let (native, width) = (dtype.native_scalar(), dtype.itemsize());
    let mut bytes = Vec::new();
    // An absurd width is an error rather than the end of the program.
    let needed = nodes.len().saturating_mul(width);
    bytes.try_reserve_exact(needed).map_err(|_| ValueError::Length { length: needed.to_string() })?;
    for node in nodes {
        let wrong = || ValueError::OutOfBounds { value: node.to_string(), dtype: dtype.clone() };
        let Node::Text(text) = node else { return Err(wrong().into()) };
        let end = bytes.len() + width;
        match native {
            Dtype::Unicode(_) => bytes.extend(text.chars().flat_map(|c| u32::from(c).to_ne_bytes())),
            Dtype::Bytes(_) => {
                for c in text.chars() {
                    bytes.push(u8::try_from(u32::from(c)).map_err(|_| wrong())?);
                }
            }
            _ => {
                let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(16)).collect();
                let digits = digits.filter(|digits| digits.len() == 2 * width).ok_or_else(wrong)?;
                bytes.extend(digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8));
            }
        }
        if bytes.len() > end {
            return Err(wrong().into());
        }
        bytes.resize(end, 0);
    }
    let cells = super::serde::from_raw(bytes, native, shape)?;
    if dtype.is_native() { Ok(cells) } else { cells.astype(dtype) }
}

fn records_of(dtype: &Dtype, shape: &[usize], nodes: Vec<Node>) -> Result<Array> {
    let fields = dtype.fields();
    let mut columns: Vec<Vec<Node>> = vec![Vec::new(); fields.len()];
    for node in nodes {
        let wrong = ValueError::OutOfBounds { value: node.to_string(), dtype: dtype.clone() };
        let Node::List(values) = node else { return Err(wrong.into()) };
        if values.len() != fields.len() {
            return Err(wrong.into());
        }
        for ((column, value), field) in columns.iter_mut().zip(values).zip(fields) {
            match (field.dtype(), value) {
                (Dtype::SubArray(sub), Node::List(list)) => {
                    if list.len() != sub.shape().iter().product::<usize>() {
                        let value = format!("a list of {}", list.len());
                        return Err(ValueError::OutOfBounds { value, dtype: field.dtype().clone() }.into());
                    }
                    column.extend(list);
                }
                (_, value) => column.push(value),
            }
        }
    }
    let mut records = Array::zeros(shape, dtype)?;
    for (field, column) in fields.iter().zip(columns) {
        let (inner, base) = super::create::new_shape(shape, field.dtype().clone());
        if column.len() != inner.iter().product::<usize>() {
            let value = format!("{} values", column.len());
            return Err(ValueError::OutOfBounds { value, dtype: field.dtype().clone() }.into());
        }
        let values = array_of(&base, &inner, column)?;
        records.set([Index::from(field.name()), Index::Ellipsis], &values)?;
    }
    Ok(records)
}

/// What an error of this crate is to serde.
pub(super) fn de_error<E: serde::de::Error>(error: crate::error::Error) -> E {
    E::custom(error)
}
