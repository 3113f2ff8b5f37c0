//! The dtype system: what an element is, how it is spelled, which casts are safe, what two of them promote to.
//!
//! What it owns, a file each:
//! 1. [`Dtype`] itself (here), its [`DtypeKind`] (`kind`), the list of scalar types (`type_list`), records (`record`),
//!    sub-arrays (`subarray`), byte order (`byte_order`), time units (`unit`).
//! 2. Text: `parse` reads every spelling that NumPy does, `display` writes them.
//! 3. Relations: `casting` (which casts exist and how safe they are), `promote` (the common dtype of two), `result_type`
//!    (of many, and of bare numbers), `class` (`issubdtype`, `isdtype`).
//! 4. Limits: `float_format` (the bits of each float), `limits` (`finfo`, `iinfo`).
//!
//! What it refuses: data. Nothing here reads or writes an element; the map from Rust types is in `element`.

#![deny(unsafe_code)]

mod byte_order;
mod casting;
mod class;
mod display;
mod error;
mod float_format;
mod kind;
mod limits;
mod parse;
mod promote;
mod record;
mod result_type;
#[cfg(feature = "serde")]
mod serde;
mod subarray;
mod type_list;
mod unit;

use std::fmt;

pub use byte_order::{ByteOrder, SwappedDtype};
pub use casting::{Casting, can_cast};
pub use class::{DtypeClass, IsSubdtype, isdtype, issubdtype};
pub use error::{DtypeError, ParseError, PromotionError, PromotionReason};
pub(crate) use float_format::{FloatFormat, Specials, exp2};
pub use kind::DtypeKind;
pub use limits::{FloatInfo, IntInfo, finfo, iinfo};
pub(crate) use parse::{NPY_COMMENT, NpyHeader};
pub(crate) use promote::promote_numbers;
pub use promote::promote_types;
pub use record::{Field, StructBuilder, StructDtype, StructField};
pub use result_type::{IntoTypeArg, MinScalar, TypeArg, common_type, min_scalar_type, result_type};
pub use subarray::SubArrayDtype;
pub(crate) use type_list::ScalarId;
pub use unit::{TimeBase, TimeUnit};

use crate::error::Result;

/// The most bytes an element may have, which is NumPy's limit.
pub(crate) const MAX_ITEMSIZE: usize = i32::MAX as usize;

/// The most dimensions an array or sub-array may have, which is NumPy's limit.
pub(crate) const MAX_DIMS: usize = 64;

/// How deep records and sub-arrays may nest, so that nothing that walks a dtype can run out of stack.
pub(crate) const MAX_DEPTH: usize = 64;

/// How many records, sub-arrays and fields a dtype may hold in all, so that nothing that walks one takes forever: parts may
/// be shared, and so be far more than were ever written down.
pub(crate) const MAX_PARTS: usize = 1 << 22;

/// What a record or sub-array knows of all that is in it, so that asking does not walk it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Contents {
    /// How deep records and sub-arrays nest, this one included.
    depth: usize,
    /// How many parts there are in all.
    parts: usize,
    /// Something owns memory.
    has_object: bool,
    /// Nothing is in the other byte order.
    is_native: bool,
}

impl Contents {
    /// The contents of a record or sub-array that holds these; an error if that is too deep or too much.
    fn of<'a>(inner: impl IntoIterator<Item = &'a Dtype>) -> Result<Contents, DtypeError> {
        let mut all = Contents { depth: 0, parts: 1, has_object: false, is_native: true };
        for dtype in inner {
            let part = dtype.contents();
            all.depth = all.depth.max(part.depth);
            all.parts = all.parts.saturating_add(part.parts);
            all.has_object |= part.has_object;
            all.is_native &= part.is_native;
        }
        all.depth += 1;
        if all.depth > MAX_DEPTH || all.parts > MAX_PARTS { Err(DtypeError::TooDeep) } else { Ok(all) }
    }
}

/// What the elements of an array are.
///
/// A plain value to match on, 16 bytes wide; copying one is copying those (records, sub-arrays and swapped ones share
/// their description behind a reference count). Records, sub-arrays and units are checked when they are made. The lengths
/// of `Bytes`, `Unicode` and `Void` are plain numbers; one above NumPy's limit of 2,147,483,647 bytes is refused by all
/// that would hold such elements.
///
/// ```
/// use ndtype::{Dtype, DtypeKind};
///
/// let dt: Dtype = "float32".parse()?;
/// assert_eq!(dt, Dtype::Float32);
/// assert_eq!((dt.kind(), dt.itemsize(), dt.str().as_str()), (DtypeKind::Float, 4, "<f4"));
///
/// let point = Dtype::structured([("x", "i4"), ("y", "f8")])?;
/// assert_eq!(point.to_string(), "[('x', '<i4'), ('y', '<f8')]");
/// assert_eq!(point.to_string().parse::<Dtype>()?, point);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dtype {
    /// True or false, one byte.
    Bool,
    /// 8-bit signed integer.
    Int8,
    /// 16-bit signed integer.
    Int16,
    /// 32-bit signed integer.
    Int32,
    /// 64-bit signed integer.
    Int64,
    /// 8-bit unsigned integer.
    UInt8,
    /// 16-bit unsigned integer.
    UInt16,
    /// 32-bit unsigned integer.
    UInt32,
    /// 64-bit unsigned integer.
    UInt64,
    /// IEEE binary16.
    Float16,
    /// The upper half of a float32.
    BFloat16,
    /// IEEE binary32.
    Float32,
    /// IEEE binary64.
    Float64,
    /// 3 exponent and 4 mantissa bits, with infinities.
    Float8E3M4,
    /// 4 exponent and 3 mantissa bits, with infinities.
    Float8E4M3,
    /// 4 exponent and 3 mantissa bits, bias 11, finite, one NaN, no negative zero.
    Float8E4M3B11Fnuz,
    /// 4 exponent and 3 mantissa bits, finite (OCP E4M3): largest value 448.
    Float8E4M3Fn,
    /// 4 exponent and 3 mantissa bits, bias 8, finite, one NaN, no negative zero.
    Float8E4M3Fnuz,
    /// 5 exponent and 2 mantissa bits, with infinities (OCP E5M2).
    Float8E5M2,
    /// 5 exponent and 2 mantissa bits, bias 16, finite, one NaN, no negative zero.
    Float8E5M2Fnuz,
    /// Powers of two from 2^-127 to 2^127, and one NaN (OCP E8M0 scale).
    Float8E8M0Fnu,
    /// 2 exponent and 3 mantissa bits, neither infinities nor NaN.
    Float6E2M3Fn,
    /// 3 exponent and 2 mantissa bits, neither infinities nor NaN.
    Float6E3M2Fn,
    /// 2 exponent bits and 1 mantissa bit, neither infinities nor NaN.
    Float4E2M1Fn,
    /// 2-bit signed integer, stored in a byte.
    Int2,
    /// 4-bit signed integer, stored in a byte.
    Int4,
    /// 2-bit unsigned integer, stored in a byte.
    UInt2,
    /// 4-bit unsigned integer, stored in a byte.
    UInt4,
    /// Two float16.
    Complex32,
    /// Two float32.
    Complex64,
    /// Two float64.
    Complex128,
    /// Bytes of a fixed length, padded with zeros: NumPy's `S`. Length 0 stands for "as long as it takes".
    Bytes(usize),
    /// UCS-4 text of a fixed length in characters, padded with zeros: NumPy's `U`. Length 0 as for `Bytes`.
    Unicode(usize),
    /// UTF-8 text of any length: NumPy's `StringDType`, `T`.
    String,
    /// A point in time, counted in a unit from 1970.
    Datetime64(TimeUnit),
    /// A span of time, counted in a unit.
    Timedelta64(TimeUnit),
    /// Any Rust value.
    Object,
    /// Opaque bytes of a fixed length: NumPy's `V`.
    Void(usize),
    /// A fixed-shape array of another dtype in each element. Make one with [`Dtype::subarray`].
    SubArray(SubArrayDtype),
    /// A record of named fields. Make one with [`Dtype::structured`], [`Dtype::builder`] or by parsing.
    Struct(StructDtype),
    /// A dtype in the byte order that is not the machine's. Make one with [`Dtype::newbyteorder`] or by parsing.
    Swapped(SwappedDtype),
}

/// The platform's own integer types, by NumPy's and C's names.
impl Dtype {
    /// A signed integer as wide as a pointer.
    pub const INTP: Dtype = if cfg!(target_pointer_width = "64") { Dtype::Int64 } else { Dtype::Int32 };
    /// An unsigned integer as wide as a pointer.
    pub const UINTP: Dtype = if cfg!(target_pointer_width = "64") { Dtype::UInt64 } else { Dtype::UInt32 };
    /// NumPy's default integer (`int`), which is [`INTP`](Self::INTP) since NumPy 2.
    pub const INT: Dtype = Self::INTP;
    /// NumPy's default unsigned integer (`uint`).
    pub const UINT: Dtype = Self::UINTP;
    /// C's `signed char`.
    pub const BYTE: Dtype = Dtype::Int8;
    /// C's `unsigned char`.
    pub const UBYTE: Dtype = Dtype::UInt8;
    /// C's `short`.
    pub const SHORT: Dtype = Dtype::Int16;
    /// C's `unsigned short`.
    pub const USHORT: Dtype = Dtype::UInt16;
    /// C's `int`.
    pub const INTC: Dtype = Dtype::Int32;
    /// C's `unsigned int`.
    pub const UINTC: Dtype = Dtype::UInt32;
    /// C's `long`: as wide as a pointer, but 32 bits on Windows.
    pub const LONG: Dtype = if cfg!(windows) { Dtype::Int32 } else { Self::INTP };
    /// C's `unsigned long`.
    pub const ULONG: Dtype = if cfg!(windows) { Dtype::UInt32 } else { Self::UINTP };
    /// C's `long long`.
    pub const LONGLONG: Dtype = Dtype::Int64;
    /// C's `unsigned long long`.
    pub const ULONGLONG: Dtype = Dtype::UInt64;
    /// Half precision.
    pub const HALF: Dtype = Dtype::Float16;
    /// C's `float`.
    pub const SINGLE: Dtype = Dtype::Float32;
    /// C's `double`.
    pub const DOUBLE: Dtype = Dtype::Float64;
    /// A complex number of two C `float`s.
    pub const CSINGLE: Dtype = Dtype::Complex64;
    /// A complex number of two C `double`s.
    pub const CDOUBLE: Dtype = Dtype::Complex128;
}

/// Making dtypes.
impl Dtype {
    /// A packed record of these fields.
    ///
    /// ```
    /// use ndtype::Dtype;
    /// let dt = Dtype::structured([("id", "i4"), ("value", "f8"), ("flag", "?")])?;
    /// assert_eq!((dt.itemsize(), dt.alignment()), (13, 1));
    /// assert!(Dtype::structured([("x", "i4"), ("x", "f8")]).is_err());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn structured<N, D>(fields: impl IntoIterator<Item = (N, D)>) -> Result<Dtype>
    where
        N: Into<String>,
        D: IntoDtype,
    {
        Self::builder_of(fields).build()
    }

    /// A record of these fields, laid out as C would (NumPy's `align=True`).
    ///
    /// ```
    /// use ndtype::Dtype;
    /// let dt = Dtype::structured_aligned([("id", "i4"), ("value", "f8"), ("flag", "?")])?;
    /// assert_eq!((dt.itemsize(), dt.alignment()), (24, 8));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn structured_aligned<N, D>(fields: impl IntoIterator<Item = (N, D)>) -> Result<Dtype>
    where
        N: Into<String>,
        D: IntoDtype,
    {
        Self::builder_of(fields).aligned(true).build()
    }

    /// A record of fields that may have explicit offsets; those without follow the field before them.
    ///
    /// ```
    /// use ndtype::{Dtype, StructField};
    /// let field = |name: &str, dtype, offset| StructField { name: name.into(), dtype, offset };
    /// let dt = Dtype::from_struct_fields([field("a", Dtype::Int32, None), field("b", Dtype::Float64, Some(8))])?;
    /// assert_eq!(dt.itemsize(), 16);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_struct_fields(fields: impl IntoIterator<Item = StructField>) -> Result<Dtype> {
        Self::builder().fields(fields).build()
    }

    /// A builder for records with titles, offsets, an itemsize.
    pub fn builder() -> StructBuilder {
        StructDtype::builder()
    }

    fn builder_of<N: Into<String>, D: IntoDtype>(fields: impl IntoIterator<Item = (N, D)>) -> StructBuilder {
        fields.into_iter().fold(Self::builder(), |builder, (name, dtype)| builder.field(name, dtype))
    }

    /// A dtype whose every element is an array of this shape. An empty shape is the base dtype itself.
    ///
    /// Errors: a base without a size (`S`, `U`, `V` of length 0), more than 64 dimensions, too many bytes.
    ///
    /// ```
    /// use ndtype::Dtype;
    /// let dt = Dtype::subarray("f4", [2, 3])?;
    /// assert_eq!((dt.itemsize(), dt.shape(), dt.base()), (24, &[2, 3][..], &Dtype::Float32));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn subarray(base: impl IntoDtype, shape: impl AsRef<[usize]>) -> Result<Dtype> {
        let (base, shape) = (base.into_dtype()?, shape.as_ref());
        if shape.is_empty() {
            return Ok(base);
        }
        if base.is_unsized() {
            return Err(DtypeError::UnsizedBase { base }.into());
        }
        Ok(Dtype::SubArray(SubArrayDtype::new(base, shape)?))
    }
}

/// Asking dtypes.
impl Dtype {
    /// What sort of values this holds. Byte order does not matter.
    #[inline]
    pub fn kind(&self) -> DtypeKind {
        match self {
            Dtype::Bytes(_) | Dtype::Unicode(_) | Dtype::String => DtypeKind::String,
            Dtype::Datetime64(_) => DtypeKind::Datetime,
            Dtype::Timedelta64(_) => DtypeKind::Timedelta,
            Dtype::Object => DtypeKind::Object,
            Dtype::Void(_) => DtypeKind::Void,
            Dtype::SubArray(_) => DtypeKind::SubArray,
            Dtype::Struct(_) => DtypeKind::Struct,
            Dtype::Swapped(swapped) => swapped.native().kind(),
            _ => self.scalar_type().map_or(DtypeKind::Void, |t| t.kind),
        }
    }

    /// NumPy's one-letter kind: `b i u f c S U T M m O V`. The ML formats have the letter of what they are (`f`, `i`,
    /// `u`, `c`), where ml_dtypes has to call most of them `V`.
    pub fn kind_char(&self) -> char {
        match self.native_scalar() {
            Dtype::Bytes(_) => 'S',
            Dtype::Unicode(_) => 'U',
            Dtype::String => 'T',
            other => match other.kind() {
                DtypeKind::Bool => 'b',
                DtypeKind::Integer => 'i',
                DtypeKind::Unsigned => 'u',
                DtypeKind::Float => 'f',
                DtypeKind::Complex => 'c',
                DtypeKind::Datetime => 'M',
                DtypeKind::Timedelta => 'm',
                DtypeKind::Object => 'O',
                _ => 'V',
            },
        }
    }

    /// NumPy's one-character code: `d` for float64, `S`, `M`, `V`.
    pub fn char(&self) -> char {
        match self.native_scalar().scalar_type() {
            Some(t) => t.char,
            None => self.kind_char(),
        }
    }

    /// The size of an element in bytes.
    #[inline]
    pub fn itemsize(&self) -> usize {
        match self {
            Dtype::Bytes(n) | Dtype::Void(n) => *n,
            Dtype::Unicode(n) => n.saturating_mul(4),
            Dtype::String => 16,
            Dtype::Datetime64(_) | Dtype::Timedelta64(_) | Dtype::Object => 8,
            Dtype::SubArray(sub) => sub.itemsize(),
            Dtype::Struct(record) => record.itemsize(),
            Dtype::Swapped(swapped) => swapped.native().itemsize(),
            _ => self.scalar_type().map_or(0, |t| usize::from(t.size)),
        }
    }

    /// The alignment of an element in bytes. A packed record has alignment 1, whatever its fields.
    #[inline]
    pub fn alignment(&self) -> usize {
        match self {
            Dtype::Bytes(_) | Dtype::Void(_) => 1,
            Dtype::Unicode(_) => 4,
            Dtype::Datetime64(_) | Dtype::Timedelta64(_) | Dtype::String | Dtype::Object => 8,
            Dtype::SubArray(sub) => sub.base().alignment(),
            Dtype::Struct(record) => record.alignment(),
            Dtype::Swapped(swapped) => swapped.native().alignment(),
            _ => self.scalar_type().map_or(1, |t| usize::from(t.align)),
        }
    }

    /// Whether elements own memory that must be dropped: objects and variable-width strings, also inside records and
    /// sub-arrays (NumPy's `hasobject`).
    #[inline]
    pub fn has_object(&self) -> bool {
        self.contents().has_object
    }

    /// The fields of a record; empty for anything else.
    pub fn fields(&self) -> &[Field] {
        match self {
            Dtype::Struct(record) => record.fields(),
            _ => &[],
        }
    }

    /// The field of this name or title. An error if there is none, or if this is no record.
    pub fn field(&self, name: &str) -> Result<&Field> {
        let found = match self {
            Dtype::Struct(record) => record.field(name),
            _ => None,
        };
        found.ok_or_else(|| DtypeError::NoSuchField { name: name.into(), dtype: self.clone() }.into())
    }

    /// The element dtype of a sub-array; the dtype itself for anything else.
    pub fn base(&self) -> &Dtype {
        match self {
            Dtype::SubArray(sub) => sub.base(),
            _ => self,
        }
    }

    /// The shape of a sub-array; empty for anything else.
    pub fn shape(&self) -> &[usize] {
        match self {
            Dtype::SubArray(sub) => sub.shape(),
            _ => &[],
        }
    }

    /// Whether this is a record, or a sub-array of records, that was laid out as C would (NumPy's `isalignedstruct`).
    pub fn is_aligned_struct(&self) -> bool {
        match self {
            Dtype::Struct(record) => record.is_aligned(),
            Dtype::SubArray(sub) => sub.base().is_aligned_struct(),
            _ => false,
        }
    }

    fn contents(&self) -> Contents {
        match self {
            Dtype::SubArray(sub) => sub.contents(),
            Dtype::Struct(record) => record.contents(),
            Dtype::Object | Dtype::String => Contents { depth: 0, parts: 1, has_object: true, is_native: true },
            _ => Contents { depth: 0, parts: 1, has_object: false, is_native: !matches!(self, Dtype::Swapped(_)) },
        }
    }

    /// Text or bytes without a length yet, which take the length of what is put in.
    pub(crate) fn is_unsized(&self) -> bool {
        self.itemsize() == 0 && !matches!(self, Dtype::Struct(_))
    }
}

/// NumPy's `repr`.
impl fmt::Debug for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.repr())
    }
}

/// What can be given where a dtype is wanted: a [`Dtype`], a reference to one, or a text that spells one.
pub trait IntoDtype {
    /// The dtype; an error if a text spells none.
    fn into_dtype(self) -> Result<Dtype>;
}

impl IntoDtype for Dtype {
    fn into_dtype(self) -> Result<Dtype> {
        Ok(self)
    }
}

impl IntoDtype for &Dtype {
    fn into_dtype(self) -> Result<Dtype> {
        Ok(self.clone())
    }
}

impl IntoDtype for &str {
    fn into_dtype(self) -> Result<Dtype> {
        self.parse()
    }
}

impl IntoDtype for &String {
    fn into_dtype(self) -> Result<Dtype> {
        self.parse()
    }
}

impl IntoDtype for String {
    fn into_dtype(self) -> Result<Dtype> {
        self.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_small() {
        assert!(size_of::<Dtype>() <= 24);
        assert_eq!(size_of::<Dtype>(), 16);
    }

    #[test]
    fn type_list_is_consistent() {
        for id in type_list::ScalarId::ALL {
            let (dtype, t) = (id.dtype(), id.row());
            assert_eq!(dtype.scalar_id(), Some(id));
            assert_eq!(t.name.parse::<Dtype>().unwrap(), dtype);
            assert!(t.bits <= t.size * 8 && t.align <= t.size);
        }
        assert_eq!(type_list::ScalarId::COUNT, 31);
    }
}
