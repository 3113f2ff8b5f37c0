//! One value of any dtype.

use std::cmp::Ordering;
use std::fmt;

use num_complex::Complex;

use super::number::{Number, ToNumber};
use super::scalars::with_scalar;
use super::{Element, Object, Text};
use crate::dtype::{Dtype, DtypeError, DtypeKind, IntoDtype, TimeUnit};
use crate::error::Result;

/// One value of any dtype: what [`Array::get_scalar`](crate::Array::get_scalar) returns, and what arrays are filled with.
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
}

#[derive(Clone)]
enum Value {
    /// The bytes of a value that owns nothing, in the dtype's byte order.
    Bytes(smallvec::SmallVec<[u8; 16]>),
    Text(Text),
    Object(Object),
}

impl Scalar {
    /// A value of a Rust type.
    pub fn new<T: Element>(value: T) -> Scalar {
        let (dtype, any) = (T::dtype(), &value as &dyn std::any::Any);
        let value = if let Some(text) = any.downcast_ref::<Text>() {
            Value::Text(text.clone())
        } else if let Some(object) = any.downcast_ref::<Object>() {
            Value::Object(object.clone())
        } else {
            let mut bytes: smallvec::SmallVec<[u8; 16]> = smallvec::smallvec![0; size_of::<T>()];
            // SAFETY: an element that owns nothing is `size_of::<T>()` bytes without padding, and there is room for them.
            unsafe { bytes.as_mut_ptr().cast::<T>().write_unaligned(value.clone()) };
            Value::Bytes(bytes)
        };
        Scalar { dtype, value }
    }

    /// A value of a dtype that owns no memory, from its bytes. `None` if the length is wrong or the bytes are no value.
    pub(crate) fn from_bytes(dtype: &Dtype, bytes: &[u8]) -> Option<Scalar> {
        let invalid_bool = *dtype == Dtype::Bool && bytes.iter().any(|&b| b > 1);
        if dtype.has_object() || bytes.len() != dtype.itemsize() || invalid_bool {
            return None;
        }
        Some(Scalar { dtype: dtype.clone(), value: Value::Bytes(bytes.into()) })
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
        let ticks = if dtype.is_native() { ticks } else { ticks.swap_bytes() };
        Ok(Scalar { dtype, value: Value::Bytes(ticks.to_ne_bytes().as_slice().into()) })
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

    /// The value as an object: integers, floats and booleans of 64 bits, everything else as text.
    pub(crate) fn to_object(&self) -> Object {
        if let Value::Object(object) = &self.value {
            return object.clone();
        }
        match self.number() {
            Some(Number::Bool(x)) => Object::new(x),
            Some(Number::Int(x)) => Object::new(x),
            Some(Number::UInt(x)) => Object::new(x),
            Some(Number::Float(x)) => Object::new(x),
            _ => Object::new(self.to_text().unwrap_or_else(|| self.to_string())),
        }
    }

    /// The value of an object of one of Rust's own types; `None` for others.
    pub(crate) fn from_object(object: &Object) -> Option<Scalar> {
        macro_rules! try_types {
            ($($t:ty)*) => {
                $(if let Some(value) = object.downcast_ref::<$t>() {
                    return Some(Scalar::new(*value));
                })*
            };
        }
        try_types!(bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 half::f16 half::bf16);
        if let Some(text) = object.downcast_ref::<String>() {
            return Some(Scalar::new(Text::from(text.as_str())));
        }
        object.downcast_ref::<Text>().map(|text| Scalar::new(text.clone()))
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

/// Without the zeros that pad a fixed-width string.
fn trim_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// By value: numbers of different types are equal if their values are, text whatever its width; other things if their
/// dtypes and bytes are.
impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        if let (Some(a), Some(b)) = (self.number(), other.number()) {
            return a.compare(b) == Some(Ordering::Equal);
        }
        match (&self.value, &other.value) {
            (Value::Object(a), Value::Object(b)) => a == b,
            (Value::Bytes(a), Value::Bytes(b)) if self.dtype == other.dtype => a == b,
            _ => self.to_text().is_some_and(|text| other.to_text() == Some(text)),
        }
    }
}

impl PartialOrd for Scalar {
    fn partial_cmp(&self, other: &Scalar) -> Option<Ordering> {
        if let (Some(a), Some(b)) = (self.number(), other.number()) {
            return a.compare(b);
        }
        match (&self.value, &other.value) {
            (Value::Object(a), Value::Object(b)) => a.partial_cmp(b),
            _ => Some(self.to_text()?.cmp(&other.to_text()?)),
        }
    }
}

/// The value as text: numbers much as NumPy prints them, text without quotes.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number() {
            return match number {
                Number::Bool(x) => f.write_str(if x { "True" } else { "False" }),
                Number::Int(x) => fmt::Display::fmt(&x, f),
                Number::UInt(x) => fmt::Display::fmt(&x, f),
                Number::Float(x) => write_float(f, x, self.dtype.itemsize()),
                Number::Complex(x) => {
                    f.write_str("(")?;
                    write_component(f, x.re, self.dtype.itemsize() / 2)?;
                    f.write_str(if x.im.is_sign_negative() && !x.im.is_nan() { "" } else { "+" })?;
                    write_component(f, x.im, self.dtype.itemsize() / 2)?;
                    f.write_str("j)")
                }
            };
        }
        match (&self.value, self.to_text()) {
            (_, Some(text)) => f.write_str(&text),
            (Value::Object(object), _) => fmt::Display::fmt(object, f),
            (Value::Bytes(bytes), _) => {
                f.write_str("b'")?;
                bytes.iter().try_for_each(|b| write!(f, "\\x{b:02X}"))?;
                f.write_str("'")
            }
            (Value::Text(text), _) => fmt::Display::fmt(text, f),
        }
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({})", self.dtype)
    }
}

/// The shortest digits that read back, in NumPy's form: the exponent from 1e16 up and below 1e-4.
fn write_float(f: &mut fmt::Formatter<'_>, x: f64, size: usize) -> fmt::Result {
    if x.is_nan() {
        return f.write_str("nan");
    }
    if x.is_infinite() {
        return f.write_str(if x > 0.0 { "inf" } else { "-inf" });
    }
    let magnitude = x.abs();
    let positional = magnitude == 0.0 || (1e-4..1e16).contains(&magnitude);
    let text = match (size, positional) {
        (1 | 2, true) => shortest_half(x, size),
        (4, true) => format!("{:?}", x as f32),
        (_, true) => format!("{x:?}"),
        (0..=4, false) => format!("{:e}", x as f32),
        (_, false) => format!("{x:e}"),
    };
    if positional {
        // Debug of large floats switches to an exponent where NumPy does not yet.
        let text = if text.contains('e') { format!("{x:.1}") } else { text };
        return f.write_str(&text);
    }
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    write!(f, "{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// As many digits as tell a float of 16 bits or less from its neighbours.
fn shortest_half(x: f64, size: usize) -> String {
    let same = |text: &str| {
        let Ok(back) = text.parse::<f64>() else { return false };
        if size == 2 { half::f16::from_f64(back).to_f64() == x } else { back == x }
    };
    let found = (1..20).map(|digits| format!("{x:.digits$}")).find(|text| same(text));
    found.unwrap_or_else(|| format!("{x:?}"))
}

/// A part of a complex number: without `.0`.
fn write_component(f: &mut fmt::Formatter<'_>, x: f64, size: usize) -> fmt::Result {
    struct Part(f64, usize);
    impl fmt::Display for Part {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_float(f, self.0, self.1)
        }
    }
    let text = Part(x, size).to_string();
    f.write_str(text.strip_suffix(".0").unwrap_or(&text))
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

scalar_from! {
    bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 half::f16 half::bf16
    Complex<half::f16> Complex<f32> Complex<f64>
    super::Float8E3M4 super::Float8E4M3 super::Float8E4M3B11Fnuz super::Float8E4M3Fn super::Float8E4M3Fnuz
    super::Float8E5M2 super::Float8E5M2Fnuz super::Float8E8M0Fnu super::Float6E2M3Fn super::Float6E3M2Fn
    super::Float4E2M1Fn super::Int2 super::Int4 super::UInt2 super::UInt4 Text Object
}

/// Fixed-width Unicode of just that width, as NumPy makes of a `str`.
impl From<&str> for Scalar {
    fn from(text: &str) -> Scalar {
        let codes = text.chars().flat_map(|c| (c as u32).to_ne_bytes());
        Scalar { dtype: Dtype::Unicode(text.chars().count()), value: Value::Bytes(codes.collect()) }
    }
}

/// Variable-width text.
impl From<String> for Scalar {
    fn from(text: String) -> Scalar {
        Scalar::new(Text::from(text))
    }
}
