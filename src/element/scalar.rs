//! One value of any dtype.

use std::cmp::Ordering;

use num_complex::Complex;

use super::number::{Number, ToNumber};
use super::owned::OwnedElement;
use super::scalars::with_scalar;
use super::{Datetime64, Element, Object, Text, Timedelta64};
use crate::dtype::{Dtype, DtypeError, DtypeKind, Field, IntoDtype, TimeUnit};
use crate::error::Result;

/// One value of any dtype: what [`Array::get_scalar`](crate::Array::get_scalar) returns, and what arrays are filled with.
///
/// A number of Rust (an integer, `f32`, `f64` or a complex number of those), also by way of `Scalar::from`, is what a bare
/// number is to Python: writing it to numbers that cannot hold it is an error. A value of a dtype, from an array or by
/// [`Scalar::new`], is cast, and wraps around.
///
/// ```
/// use ndtype::{Dtype, Scalar};
/// let x = Scalar::from(2.5f32);
/// assert_eq!(x.dtype(), &Dtype::Float32);
/// assert_eq!(x.get::<f32>()?, 2.5);
/// assert_eq!(x.as_f64(), Some(2.5));
/// assert!(x > Scalar::from(2u8)); // by value, exactly, whatever the types
/// assert!(x.get::<f64>().is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone)]
pub struct Scalar {
    dtype: Dtype,
    value: Value,
    /// Made from a number of Rust rather than taken from an array: it has to fit where it is written.
    bare: bool,
}

#[derive(Clone)]
enum Value {
    /// The bytes of a value that owns nothing, in the dtype's byte order.
    Bytes(smallvec::SmallVec<[u8; 16]>),
    Text(Text),
    Object(Object),
    /// A record or sub-array with text or objects in it.
    Owned(OwnedElement),
}

/// A point in time or a span.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Time {
    Date(Datetime64),
    Span(Timedelta64),
}

impl Scalar {
    /// A value of a Rust type.
    pub fn new<T: Element>(value: T) -> Scalar {
        let (dtype, any) = (T::dtype(), &value as &dyn std::any::Any);
        let value = if let Some(text) = any.downcast_ref::<Text>() {
            Value::Text(text.clone())
        } else if let Some(object) = any.downcast_ref::<Object>() {
            Value::Object(object.clone())
        } else if !T::PLAIN {
            let mut value = std::mem::ManuallyDrop::new(value);
            let place = std::ptr::from_mut(&mut value).cast::<u8>();
            // SAFETY: the place of one value.
            unsafe { super::clear_padding::<T>(place, 1) };
            // SAFETY: a valid element of the dtype is there.
            let element = unsafe { OwnedElement::copy_of(&dtype, place) };
            // Its parts are those of an element of the dtype, and it has no `Drop` of its own.
            drop(std::mem::ManuallyDrop::into_inner(value));
            Value::Owned(element)
        } else {
            let mut bytes: smallvec::SmallVec<[u8; 16]> = smallvec::smallvec![0; size_of::<T>()];
            // SAFETY: an element that owns nothing is `size_of::<T>()` bytes, and there is room for them.
            unsafe { bytes.as_mut_ptr().cast::<T>().write_unaligned(value.clone()) };
            // SAFETY: the place of that value.
            unsafe { super::clear_padding::<T>(bytes.as_mut_ptr(), 1) };
            Value::Bytes(bytes)
        };
        Scalar { dtype, value, bare: false }
    }

    /// A value of a dtype that owns no memory, from its bytes. `None` if the length is wrong or the bytes are no value.
    pub(crate) fn from_bytes(dtype: &Dtype, bytes: &[u8]) -> Option<Scalar> {
        let invalid_bool = *dtype == Dtype::Bool && bytes.iter().any(|&b| b > 1);
        if dtype.has_object() || bytes.len() != dtype.itemsize() || invalid_bool {
            return None;
        }
        Some(Scalar { dtype: dtype.clone(), value: Value::Bytes(bytes.into()), bare: false })
    }

    /// A copy of an element in memory.
    ///
    /// # Safety
    /// - `src` is valid for reading an element of `dtype`, and holds one; it need not be aligned.
    pub(crate) unsafe fn read(dtype: &Dtype, src: *const u8) -> Scalar {
        let value = match dtype {
            Dtype::String => {
                // SAFETY: a valid text is there; the bits read out are forgotten.
                let text = std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() });
                Value::Text(Text::clone(&text))
            }
            Dtype::Object => {
                // SAFETY: likewise an object.
                let object = std::mem::ManuallyDrop::new(unsafe { src.cast::<Object>().read_unaligned() });
                Value::Object(Object::clone(&object))
            }
            // SAFETY: the caller's promise.
            _ if dtype.has_object() => Value::Owned(unsafe { OwnedElement::copy_of(dtype, src) }),
            _ => {
                // SAFETY: an element of this size is there, all of it initialised.
                let bytes = unsafe { std::slice::from_raw_parts(src, dtype.itemsize()) };
                // Any byte but 0 is true.
                let truth = [u8::from(bytes.first().is_some_and(|&b| b != 0))];
                Value::Bytes(if *dtype == Dtype::Bool { truth.as_slice().into() } else { bytes.into() })
            }
        };
        Scalar { dtype: dtype.clone(), value, bare: false }
    }

    /// The address of the value, for copying it as an element of its dtype.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        match &self.value {
            Value::Bytes(bytes) => bytes.as_ptr(),
            Value::Text(text) => std::ptr::from_ref(text).cast(),
            Value::Object(object) => std::ptr::from_ref(object).cast(),
            Value::Owned(element) => element.as_ptr(),
        }
    }

    /// Part of this value.
    fn part(&self, dtype: &Dtype, offset: usize) -> Scalar {
        debug_assert!(offset + dtype.itemsize() <= self.dtype.itemsize());
        // SAFETY: a field of a record, or an element of a sub-array, lies inside it and is a valid value of its dtype.
        let mut part = unsafe { Scalar::read(dtype, self.as_ptr().wrapping_add(offset)) };
        if let Value::Bytes(bytes) = &mut part.value
            && self.dtype.has_overlapping_fields()
        {
            make_bools(dtype, bytes);
        }
        part
    }

    /// The fields of a record in their order, or the elements of a sub-array in C's order; `None` for other values.
    pub(super) fn parts(&self) -> Option<Vec<Scalar>> {
        match &self.dtype {
            Dtype::Struct(record) => {
                Some(record.fields().iter().map(|field| self.part(field.dtype(), field.offset())).collect())
            }
            Dtype::SubArray(sub) => {
                let (base, count) = (sub.base(), sub.shape().iter().product::<usize>());
                Some((0..count).map(|i| self.part(base, i * base.itemsize())).collect())
            }
            _ => None,
        }
    }

    /// A field of a record, or a path to a field of a field (`"position.x"`). An error if it has no such field, or is no record.
    ///
    /// ```
    /// use ndtype::{Array, Dtype, Scalar, idx};
    /// let mut people = Array::zeros([2], Dtype::structured([("name", "T"), ("age", "u1")])?)?;
    /// people.set(idx!["name"], "Ada".to_owned())?;
    /// let ada = people.get_scalar(&[1])?;
    /// assert_eq!(ada.field("name")?, Scalar::from("Ada"));
    /// assert!(ada.field("height").unwrap_err().is_dtype());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn field(&self, name: &str) -> Result<Scalar> {
        match self.dtype.field(name) {
            Ok(field) => Ok(self.part(field.dtype(), field.offset())),
            Err(error) => {
                let mut paths = name.rmatch_indices('.').map(|(i, _)| (&name[..i], &name[i + 1..]));
                let found = paths.find(|(outer, _)| self.dtype.field(outer).is_ok());
                found.map_or(Err(error), |(outer, inner)| self.field(outer)?.field(inner))
            }
        }
    }

    /// A point in time or a span of time: so many units of a dtype of time (from 1970 on, for points). The smallest `i64` is
    /// NaT. An error for other dtypes.
    ///
    /// ```
    /// use ndtype::Scalar;
    /// let day = Scalar::from_ticks(19_000, "M8[D]")?;
    /// assert_eq!((day.time_ticks(), day.dtype().name().as_str()), (Some(19_000), "datetime64[D]"));
    /// assert!(Scalar::from_ticks(1, "i8").unwrap_err().is_dtype());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_ticks(ticks: i64, dtype: impl IntoDtype) -> Result<Scalar> {
        let dtype = dtype.into_dtype()?;
        if !matches!(dtype.kind(), DtypeKind::Datetime | DtypeKind::Timedelta) {
            return Err(DtypeError::WrongType { expected: Dtype::Timedelta64(TimeUnit::GENERIC), dtype }.into());
        }
        Ok(Scalar::of_ticks(ticks, dtype))
    }

    /// So many ticks of a dtype of time.
    pub(super) fn of_ticks(ticks: i64, dtype: Dtype) -> Scalar {
        let ticks = if dtype.is_native() { ticks } else { ticks.swap_bytes() };
        Scalar { dtype, value: Value::Bytes(ticks.to_ne_bytes().as_slice().into()), bare: false }
    }

    /// A time in the unit of a dtype of its kind; everything else as it is. An error if it does not fit.
    pub(crate) fn in_unit_of(self, dtype: &Dtype) -> Result<Scalar> {
        match (self.time(), dtype.native_scalar()) {
            (Some(Time::Date(date)), Dtype::Datetime64(unit)) => Ok(date.to_unit(*unit)?.into()),
            (Some(Time::Span(span)), Dtype::Timedelta64(unit)) => Ok(span.to_unit(*unit)?.into()),
            _ => Ok(self),
        }
    }

    /// The point in time or the span; `None` for other dtypes.
    pub(super) fn time(&self) -> Option<Time> {
        match self.dtype.native_scalar() {
            Dtype::Datetime64(unit) => Some(Time::Date(Datetime64::new(self.time_ticks()?, *unit))),
            Dtype::Timedelta64(unit) => Some(Time::Span(Timedelta64::new(self.time_ticks()?, *unit))),
            _ => None,
        }
    }

    /// How many units a point in time or a span of time is; NaT is the smallest `i64`. `None` for other dtypes.
    pub fn time_ticks(&self) -> Option<i64> {
        if !matches!(self.dtype.kind(), DtypeKind::Datetime | DtypeKind::Timedelta) {
            return None;
        }
        let ticks = i64::from_ne_bytes(self.bytes()?.try_into().ok()?);
        Some(if self.dtype.is_native() { ticks } else { ticks.swap_bytes() })
    }

    /// The dtype.
    pub fn dtype(&self) -> &Dtype {
        &self.dtype
    }

    /// The bytes of a value that owns no memory.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match &self.value {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The value of an object.
    pub(super) fn object(&self) -> Option<&Object> {
        match &self.value {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The value as the Rust type of its dtype. An error that names both if the dtype is another.
    pub fn get<T: Element>(&self) -> Result<T> {
        if self.dtype != T::dtype() {
            return Err(DtypeError::WrongType { expected: T::dtype(), dtype: self.dtype.clone() }.into());
        }
        let any: &dyn std::any::Any = match &self.value {
            // SAFETY: the dtype is that of `T`, and the bytes of a scalar are a valid value of its dtype.
            Value::Bytes(bytes) => return Ok(unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }),
            Value::Text(text) => text,
            Value::Object(object) => object,
            Value::Owned(element) => {
                // SAFETY: the dtype is that of `T`, of which a valid value is there; the bits read out are forgotten.
                let value = std::mem::ManuallyDrop::new(unsafe { element.as_ptr().cast::<T>().read_unaligned() });
                return Ok(T::clone(&value));
            }
        };
        match any.downcast_ref::<T>() {
            Some(value) => Ok(value.clone()),
            None => Err(DtypeError::WrongType { expected: T::dtype(), dtype: self.dtype.clone() }.into()),
        }
    }

    pub(crate) fn number(&self) -> Option<Number> {
        let bytes = self.bytes()?;
        let native = self.dtype.native_scalar();
        let id = native.scalar_id()?;
        let mut swapped = smallvec::SmallVec::<[u8; 16]>::from_slice(bytes);
        if !self.dtype.is_native() {
            let unit = if native.kind() == crate::dtype::DtypeKind::Complex { bytes.len() / 2 } else { bytes.len() };
            swapped.chunks_exact_mut(unit).for_each(<[u8]>::reverse);
        }
        Some(with_scalar!(id, T, _ => {
            // SAFETY: the bytes are a valid value of this type, brought to native order.
            unsafe { swapped.as_ptr().cast::<T>().read_unaligned() }.to_number()
        }))
    }

    /// The value as an object: numbers of 64 bits (complex ones of two), times, and everything else as text.
    pub(crate) fn to_object(&self) -> Object {
        match &self.value {
            Value::Object(object) => return object.clone(),
            Value::Text(text) if text.is_missing() => return Object::default(),
            _ => {}
        }
        match (self.number(), self.time()) {
            (Some(Number::Bool(x)), _) => Object::new(x),
            (Some(Number::Int(x)), _) => Object::new(x),
            (Some(Number::UInt(x)), _) => Object::new(x),
            (Some(Number::Float(x)), _) => Object::new(x),
            (Some(Number::Complex(x)), _) => Object::complex(x),
            (_, Some(Time::Date(date))) => Object::new(date),
            (_, Some(Time::Span(span))) => Object::new(span),
            _ => Object::new(self.to_text().unwrap_or_else(|| self.to_string())),
        }
    }

    /// The value of an object of one of Rust's own types, a complex number or a time; `None` for others, and for integers
    /// beyond 64 bits.
    pub(crate) fn from_object(object: &Object) -> Option<Scalar> {
        macro_rules! try_types {
            ($($t:ty)*) => {
                $(if let Some(value) = object.downcast_ref::<$t>() {
                    return Some(Scalar::from(*value));
                })*
            };
        }
        try_types! {
            bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 half::f16 half::bf16
            Complex<f32> Complex<f64> Datetime64 Timedelta64
        }
        if let Some(integer) = object.integer() {
            return i64::try_from(integer).map(Scalar::from).or_else(|_| u64::try_from(integer).map(Scalar::from)).ok();
        }
        object.text().map(|text| Scalar::new(Text::from(text)))
    }

    /// The nearest float64 of a real number.
    pub fn as_f64(&self) -> Option<f64> {
        self.number()?.to_f64()
    }

    /// The value of a number that is a whole one in the range of `i64`.
    pub fn as_i64(&self) -> Option<i64> {
        self.number()?.to_i128()?.try_into().ok()
    }

    /// The value of a number that is a whole one in the range of `u64`.
    pub fn as_u64(&self) -> Option<u64> {
        self.number()?.to_i128()?.try_into().ok()
    }

    /// The value of a number that is a whole one.
    pub(crate) fn as_i128(&self) -> Option<i128> {
        self.number()?.to_i128()
    }

    /// The same, as a value of Rust that was not taken from an array.
    pub(super) fn into_bare(self) -> Scalar {
        Scalar { bare: true, ..self }
    }

    /// The values of a tuple of Rust.
    pub(crate) fn bare_parts(&self) -> Option<Vec<Scalar>> {
        Some(self.parts().filter(|_| self.bare)?.into_iter().map(Scalar::into_bare).collect())
    }

    /// The value of a number of Rust that was not taken from an array.
    pub(crate) fn bare_number(&self) -> Option<Number> {
        self.number().filter(|_| self.bare)
    }

    /// The value of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self.number()? {
            Number::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The value of any number as a complex one.
    pub fn as_complex(&self) -> Option<Complex<f64>> {
        match self.number()? {
            Number::Complex(value) => Some(value),
            other => other.to_f64().map(|re| Complex::new(re, 0.0)),
        }
    }

    /// The text of a string of any kind; `None` for other dtypes, and for bytes or code points that are no text.
    pub fn to_text(&self) -> Option<String> {
        match (&self.value, self.dtype.native_scalar()) {
            (Value::Text(text), _) => Some(text.to_string()),
            (Value::Bytes(bytes), Dtype::Bytes(_)) => String::from_utf8(trim_zeros(bytes).to_vec()).ok(),
            (Value::Bytes(bytes), Dtype::Unicode(_)) => {
                let swapped = !self.dtype.is_native();
                let code = |unit: &[u8]| {
                    let code = u32::from_ne_bytes(unit.try_into().ok()?);
                    Some(if swapped { code.swap_bytes() } else { code })
                };
                let mut codes: Vec<u32> = bytes.chunks_exact(4).map(code).collect::<Option<_>>()?;
                while codes.last() == Some(&0) {
                    codes.pop();
                }
                codes.into_iter().map(char::from_u32).collect()
            }
            _ => None,
        }
    }
}

/// Makes booleans of the bytes where an element has them, which another field may have been written over: any byte but 0 is
/// true. Records whose own fields overlap are left as they are.
fn make_bools(dtype: &Dtype, bytes: &mut [u8]) {
    match dtype {
        Dtype::Bool => bytes.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0)),
        Dtype::SubArray(sub) if sub.base().holds_bool() => {
            bytes.chunks_exact_mut(sub.base().itemsize()).for_each(|element| make_bools(sub.base(), element));
        }
        Dtype::Struct(record) if !dtype.has_overlapping_fields() => {
            for field in record.fields() {
                make_bools(field.dtype(), &mut bytes[field.offset()..field.end()]);
            }
        }
        _ => {}
    }
}

/// Without the zeros that pad a fixed-width string.
fn trim_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

impl Scalar {
    /// A fixed-width string of bytes without the zeros that pad it; `None` for other dtypes.
    pub(super) fn byte_string(&self) -> Option<&[u8]> {
        match (&self.value, &self.dtype) {
            (Value::Bytes(bytes), Dtype::Bytes(_)) => Some(trim_zeros(bytes)),
            _ => None,
        }
    }

    /// What else two records or sub-arrays need to have in common: the names of the fields, or the shape.
    pub(super) fn outline(&self) -> (Vec<&str>, &[usize]) {
        (self.dtype.fields().iter().map(Field::name).collect(), self.dtype.shape())
    }
}

/// By value: numbers of different types are equal if their values are, times of different units likewise, text whatever its
/// width; records if they have the same names and equal fields; other things if their dtypes and bytes are. NaN and NaT are
/// equal to nothing.
impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        if let (Some(a), Some(b)) = (self.number(), other.number()) {
            return a.compare(b) == Some(Ordering::Equal);
        }
        if let (Some(a), Some(b)) = (self.time(), other.time()) {
            return a == b;
        }
        if let (Some(a), Some(b)) = (self.parts(), other.parts()) {
            return self.outline() == other.outline() && a == b;
        }
        match (&self.value, &other.value) {
            (Value::Object(a), Value::Object(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Bytes(a), Value::Bytes(b)) if self.dtype == other.dtype => a == b,
            _ => match (self.byte_string(), other.byte_string()) {
                (Some(a), Some(b)) => a == b,
                _ => self.to_text().is_some_and(|text| other.to_text() == Some(text)),
            },
        }
    }
}

/// By value, as `==`. Things of different kinds, records and bytes that are no text are not ordered.
impl PartialOrd for Scalar {
    fn partial_cmp(&self, other: &Scalar) -> Option<Ordering> {
        if let (Some(a), Some(b)) = (self.number(), other.number()) {
            return a.compare(b);
        }
        if let (Some(a), Some(b)) = (self.time(), other.time()) {
            return match (a, b) {
                (Time::Date(a), Time::Date(b)) => a.partial_cmp(&b),
                (Time::Span(a), Time::Span(b)) => a.partial_cmp(&b),
                _ => None,
            };
        }
        match (&self.value, &other.value) {
            (Value::Object(a), Value::Object(b)) => a.partial_cmp(b),
            (Value::Text(a), Value::Text(b)) => (!a.is_missing() && !b.is_missing()).then(|| a.cmp(b)),
            _ => Some(self.to_text()?.cmp(&other.to_text()?)),
        }
    }
}

macro_rules! scalar_from {
    ($($t:ty)*) => {
        $(impl From<$t> for Scalar {
            fn from(value: $t) -> Scalar {
                Scalar::new(value)
            }
        })*
    };
}

macro_rules! scalar_from_numbers {
    ($($t:ty)*) => {
        $(
            /// A bare number: it has to fit the numbers that it is written to.
            impl From<$t> for Scalar {
                fn from(value: $t) -> Scalar {
                    Scalar { bare: true, ..Scalar::new(value) }
                }
            }
        )*
    };
}

scalar_from_numbers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 Complex<f32> Complex<f64>);

scalar_from! {
    bool half::f16 half::bf16 Complex<half::f16>
    super::Float8E3M4 super::Float8E4M3 super::Float8E4M3B11Fnuz super::Float8E4M3Fn super::Float8E4M3Fnuz
    super::Float8E5M2 super::Float8E5M2Fnuz super::Float8E8M0Fnu super::Float6E2M3Fn super::Float6E3M2Fn
    super::Float4E2M1Fn super::Int2 super::Int4 super::UInt2 super::UInt4 Text Object
}

/// Fixed-width Unicode of just that width, as NumPy makes of a `str`.
impl From<&str> for Scalar {
    fn from(text: &str) -> Scalar {
        let codes = text.chars().flat_map(|c| (c as u32).to_ne_bytes());
        Scalar { dtype: Dtype::Unicode(text.chars().count()), value: Value::Bytes(codes.collect()), bare: false }
    }
}

/// Variable-width text, which may be missing.
impl From<Option<&str>> for Scalar {
    fn from(text: Option<&str>) -> Scalar {
        Scalar::new(Text::from(text))
    }
}

/// Variable-width text, which may be missing.
impl From<Option<String>> for Scalar {
    fn from(text: Option<String>) -> Scalar {
        Scalar::new(Text::from(text))
    }
}

/// Variable-width text.
impl From<String> for Scalar {
    fn from(text: String) -> Scalar {
        Scalar::new(Text::from(text))
    }
}
