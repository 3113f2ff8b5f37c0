//! serde: an array is a struct of its `dtype`, its `shape` and its `data`, a scalar one of its `dtype` and its `value`.
//!
//! 1. In human-readable formats the data are a flat list of plain values in C's order; `serde_node` says which.
//! 2. In binary formats they are the bytes of the elements in C's order, little-endian, whatever the machine and the dtype;
//!    variable-width text is a list of strings.
//! 3. What is read is checked: the dtype, the shape, the number of elements, the range of every number, every boolean.
//!
//! Objects are refused, and in binary formats records and sub-arrays with variable-width text in them.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeStruct, Serializer};

use super::serde_node::{Node, array_of, de_error, nodes_of};
use super::{Array, ValueError};
use crate::dtype::{ByteOrder, Dtype};
use crate::element::{Scalar, Text};
use crate::error::Result;
use crate::layout::{Layout, ShapeError};

/// The data of an array that is written.
struct Data<'a>(&'a Array);

struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

fn little_bytes(array: &Array) -> Result<Vec<u8>> {
    array.astype(array.dtype().newbyteorder(ByteOrder::Little))?.tobytes()
}

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let array = self.0;
        if serializer.is_human_readable() {
            return serializer.collect_seq(nodes_of(array).map_err(S::Error::custom)?);
        }
        if *array.dtype() == Dtype::String {
            let texts = array.iter::<Text>().map_err(S::Error::custom)?;
            return serializer.collect_seq(texts.map(|text| text.get().map(str::to_owned)));
        }
        Bytes(little_bytes(array).map_err(S::Error::custom)?).serialize(serializer)
    }
}

/// An error for elements that no format can hold.
fn check_dtype(dtype: &Dtype, human_readable: bool) -> Result<()> {
    let holds_object = |dtype: &Dtype| dtype.has_object() && *dtype != Dtype::String;
    let refused = match dtype {
        Dtype::Struct(_) if human_readable => {
            dtype.fields().iter().any(|f| check_dtype(f.dtype().base(), true).is_err())
        }
        dtype => holds_object(dtype),
    };
    if refused {
        return Err(ValueError::Unsupported { operation: "serialisation", dtype: dtype.clone() }.into());
    }
    Ok(())
}

/// ```
/// let a = ndtype::array![[1.5, f64::NAN], [-0.0, 4.0]];
/// let json = serde_json::to_string(&a).unwrap();
/// assert_eq!(json, r#"{"dtype":"float64","shape":[2,2],"data":[1.5,"nan",-0.0,4.0]}"#);
/// let back: ndtype::Array = serde_json::from_str(&json).unwrap();
/// assert_eq!(back.tobytes()?, a.tobytes()?);
/// # Ok::<(), ndtype::Error>(())
/// ```
impl Serialize for Array {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        check_dtype(self.dtype(), serializer.is_human_readable()).map_err(S::Error::custom)?;
        let mut fields = serializer.serialize_struct("Array", 3)?;
        fields.serialize_field("dtype", self.dtype())?;
        fields.serialize_field("shape", self.shape())?;
        fields.serialize_field("data", &Data(self))?;
        fields.end()
    }
}

/// ```
/// use ndtype::Scalar;
/// let json = serde_json::to_string(&Scalar::from(2.5f32)).unwrap();
/// assert_eq!(json, r#"{"dtype":"float32","value":2.5}"#);
/// assert_eq!(serde_json::from_str::<Scalar>(&json).unwrap(), Scalar::from(2.5f32));
/// ```
impl Serialize for Scalar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let human = serializer.is_human_readable();
        check_dtype(self.dtype(), human).map_err(S::Error::custom)?;
        let array = super::create::scalar_array(self).map_err(S::Error::custom)?;
        let mut fields = serializer.serialize_struct("Scalar", 2)?;
        fields.serialize_field("dtype", self.dtype())?;
        if human {
            let node = nodes_of(&array).map_err(S::Error::custom)?.pop();
            fields.serialize_field("value", &node.ok_or_else(|| S::Error::custom("a scalar without a value"))?)?;
        } else if let Ok(text) = self.get::<Text>() {
            fields.serialize_field("value", &text.get())?;
        } else {
            fields.serialize_field("value", &Bytes(little_bytes(&array).map_err(S::Error::custom)?))?;
        }
        fields.end()
    }
}

/// What was read, before it is checked.
enum Raw {
    Nodes(Vec<Node>),
    Texts(Vec<Option<String>>),
    Bytes(Vec<u8>),
}

/// Reads data: of any dtype if human-readable, else of this one.
struct ReadData<'d> {
    human_readable: bool,
    /// One value rather than a list of them.
    single: bool,
    dtype: Option<&'d Dtype>,
}

impl<'de> DeserializeSeed<'de> for ReadData<'_> {
    type Value = Raw;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        match (self.human_readable, self.dtype) {
            (true, _) if self.single => Ok(Raw::Nodes(vec![Node::deserialize(deserializer)?])),
            (true, _) => Ok(Raw::Nodes(Vec::deserialize(deserializer)?)),
            (false, None) => Err(D::Error::custom("the dtype has to come before the data")),
            (false, Some(Dtype::String)) if self.single => Ok(Raw::Texts(vec![Option::deserialize(deserializer)?])),
            (false, Some(Dtype::String)) => Ok(Raw::Texts(Vec::deserialize(deserializer)?)),
            (false, Some(_)) => deserializer.deserialize_byte_buf(ByteVisitor).map(Raw::Bytes),
        }
    }
}

struct ByteVisitor;

impl<'de> Visitor<'de> for ByteVisitor {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of elements")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}

/// Elements from their bytes in native order, in memory that is aligned.
pub(super) fn from_raw(bytes: Vec<u8>, dtype: &Dtype, shape: &[usize]) -> Result<Array> {
    let layout = Layout::c_order(shape, dtype.itemsize())?;
    if layout.size().checked_mul(dtype.itemsize()) != Some(bytes.len()) {
        let value = format!("{} bytes for shape {shape:?} of {dtype}", bytes.len());
        return Err(ValueError::Argument { reason: "the data are not as long as the shape says", value }.into());
    }
    if dtype.itemsize() == 0 {
        return Array::zeros(shape, dtype);
    }
    let shape: Vec<isize> = shape.iter().map(|&n| n as isize).collect();
    super::frombuffer(bytes, dtype, 0, None)?.reshape(shape)?.copy()
}

impl Raw {
    fn into_array(self, dtype: Dtype, shape: &[usize]) -> Result<Array> {
        check_dtype(&dtype, true)?;
        let size = Layout::c_order(shape, dtype.itemsize())?.size();
        let wrong = |found: usize| {
            let shape = shape.iter().map(|&n| n as isize).collect();
            crate::error::Error::from(ShapeError::Reshape { size: found, shape })
        };
        match self {
            Raw::Nodes(nodes) if nodes.len() != size => Err(wrong(nodes.len())),
            Raw::Nodes(nodes) => array_of(&dtype, shape, nodes),
            Raw::Texts(texts) if texts.len() != size => Err(wrong(texts.len())),
            Raw::Texts(texts) => Array::from_shape_vec(shape, texts.into_iter().map(Text::from).collect()),
            Raw::Bytes(_) if dtype.has_object() => {
                Err(ValueError::Unsupported { operation: "serialisation", dtype }.into())
            }
            Raw::Bytes(bytes) => {
                let read = from_raw(bytes, &dtype.newbyteorder(ByteOrder::Little), shape)?;
                if read.dtype() == &dtype { Ok(read) } else { read.astype(dtype) }
            }
        }
    }
}

/// Reads the struct of an array, or of a scalar, which has no shape.
struct StructVisitor {
    human_readable: bool,
    single: bool,
}

impl StructVisitor {
    fn data<'d>(&self, dtype: Option<&'d Dtype>) -> ReadData<'d> {
        ReadData { human_readable: self.human_readable, single: self.single, dtype }
    }
}

impl<'de> Visitor<'de> for StructVisitor {
    type Value = Array;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.single { "a struct of dtype and value" } else { "a struct of dtype, shape and data" })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Array, A::Error> {
        let missing = |at| A::Error::invalid_length(at, &"dtype, shape and data");
        let dtype: Dtype = list.next_element()?.ok_or_else(|| missing(0))?;
        let shape: Vec<usize> =
            if self.single { Vec::new() } else { list.next_element()?.ok_or_else(|| missing(1))? };
        let data = list.next_element_seed(self.data(Some(&dtype)))?.ok_or_else(|| missing(2))?;
        data.into_array(dtype, &shape).map_err(de_error)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Array, A::Error> {
        let (mut dtype, mut shape, mut data) = (None::<Dtype>, self.single.then(Vec::<usize>::new), None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "dtype" if dtype.is_none() => dtype = Some(map.next_value()?),
                "shape" if shape.is_none() => shape = Some(map.next_value()?),
                "data" | "value" if data.is_none() && (key == "value") == self.single => {
                    data = Some(map.next_value_seed(self.data(dtype.as_ref()))?);
                }
                _ => return Err(A::Error::custom(format_args!("a second or unknown field {key:?}"))),
            }
        }
        let dtype = dtype.ok_or_else(|| A::Error::missing_field("dtype"))?;
        let shape = shape.ok_or_else(|| A::Error::missing_field("shape"))?;
        let data = data.ok_or_else(|| A::Error::missing_field(if self.single { "value" } else { "data" }))?;
        data.into_array(dtype, &shape).map_err(de_error)
    }
}

impl<'de> Deserialize<'de> for Array {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Array, D::Error> {
        let visitor = StructVisitor { human_readable: deserializer.is_human_readable(), single: false };
        deserializer.deserialize_struct("Array", &["dtype", "shape", "data"], visitor)
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        let visitor = StructVisitor { human_readable: deserializer.is_human_readable(), single: true };
        let array = deserializer.deserialize_struct("Scalar", &["dtype", "value"], visitor)?;
        array.get_scalar(&[]).map_err(de_error)
    }
}
