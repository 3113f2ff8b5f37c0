//! The common dtype of many operands, some of which may be bare Rust numbers: NEP 50.
//!
//! A bare number is weak: it has a kind but no width, and takes on the width of what it meets. `result_type` never looks
//! at its value.

use num_complex::Complex;

use super::error::{DtypeError, PromotionError, PromotionReason, PromotionSide};
use super::{Dtype, DtypeKind, IntoDtype};
use crate::error::Result;

/// An operand as promotion sees it: a dtype, or a bare number of which only the kind counts.
///
/// ```
/// use ndtype::{self as np, Dtype, TypeArg};
/// let float32: TypeArg = Dtype::Float32.into();
/// assert_eq!(np::result_type([float32.clone(), 2.0.into()])?, Dtype::Float32);
/// assert_eq!(np::result_type([float32, Dtype::Float64.into()])?, Dtype::Float64);
/// assert_eq!(np::result_type([Dtype::UInt8.into(), TypeArg::from(300)])?, Dtype::UInt8);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TypeArg {
    /// A dtype, or the dtype of an array or typed scalar. Booleans count as `bool`.
    Strong(Dtype),
    /// A bare integer.
    WeakInt,
    /// A bare float.
    WeakFloat,
    /// A bare complex number.
    WeakComplex,
}

macro_rules! weak {
    ($arg:ident: $($t:ty)*) => {
        $(impl From<$t> for TypeArg {
            fn from(_: $t) -> TypeArg {
                TypeArg::$arg
            }
        })*
    };
}

weak!(WeakInt: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
weak!(WeakFloat: f32 f64);
weak!(WeakComplex: Complex<f32> Complex<f64>);

impl From<bool> for TypeArg {
    fn from(_: bool) -> TypeArg {
        TypeArg::Strong(Dtype::Bool)
    }
}

impl From<Dtype> for TypeArg {
    fn from(dtype: Dtype) -> TypeArg {
        TypeArg::Strong(dtype)
    }
}

impl From<&Dtype> for TypeArg {
    fn from(dtype: &Dtype) -> TypeArg {
        TypeArg::Strong(dtype.clone())
    }
}

impl From<&&Dtype> for TypeArg {
    fn from(dtype: &&Dtype) -> TypeArg {
        TypeArg::Strong((*dtype).clone())
    }
}

impl From<&TypeArg> for TypeArg {
    fn from(arg: &TypeArg) -> TypeArg {
        arg.clone()
    }
}

/// What [`result_type`] takes: a dtype, a text that spells one, a bare number, or a [`TypeArg`] that is any of these.
pub trait IntoTypeArg {
    /// The operand; an error if a text spells no dtype.
    fn into_type_arg(self) -> Result<TypeArg>;
}

impl<T: Into<TypeArg>> IntoTypeArg for T {
    fn into_type_arg(self) -> Result<TypeArg> {
        Ok(self.into())
    }
}

impl IntoTypeArg for &str {
    fn into_type_arg(self) -> Result<TypeArg> {
        self.parse().map(TypeArg::Strong)
    }
}

/// The dtype that an operation on all of these works in: NumPy's `np.result_type`. The order does not matter, except that
/// the fields of several records are promoted one record after the other.
///
/// Errors: no operands, or no common dtype.
///
/// ```
/// use ndtype::{self as np, Dtype, TypeArg};
/// assert_eq!(np::result_type(["i1", "u1", "f2"])?, Dtype::Float16);
/// assert_eq!(np::result_type([TypeArg::from(Dtype::Float32), 2.0.into(), 1.into()])?, Dtype::Float32);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn result_type<I>(args: I) -> Result<Dtype>
where
    I: IntoIterator,
    I::Item: IntoTypeArg,
{
    let (mut strong, mut weak): (Vec<Dtype>, Option<Weak>) = (Vec::new(), None);
    for arg in args {
        match arg.into_type_arg()? {
            TypeArg::Strong(dtype) => strong.push(dtype),
            TypeArg::WeakInt => weak = weak.max(Some(Weak::Int)),
            TypeArg::WeakFloat => weak = weak.max(Some(Weak::Float)),
            TypeArg::WeakComplex => weak = weak.max(Some(Weak::Complex)),
        }
    }
    if strong.contains(&Dtype::Object) {
        return Ok(Dtype::Object);
    }
    // The most capable first: int8, uint8 and float16 make float16, although int8 and uint8 alone make int16.
    strong.sort_by_key(|dtype| std::cmp::Reverse(capability(dtype)));
    match strong.first() {
        None => weak.map(Weak::default_dtype).ok_or_else(|| DtypeError::Empty.into()),
        Some(first) if first.kind().is_numeric() => common_number(strong, weak),
        // Text and time take each number on its own, and a bare number last.
        Some(_) => {
            let common = promote_all(strong)?;
            weak.map_or(Ok(common.clone()), |weak| weak.join(&common))
        }
    }
}

/// All together, most capable first. Where that fails, or a bare number is there to join them, NumPy's numbers find their
/// common one before they meet those of ml_dtypes, which know NumPy's but hardly each other.
fn common_number(numbers: Vec<Dtype>, weak: Option<Weak>) -> Result<Dtype> {
    if weak.is_none()
        && let Ok(common) = promote_all(numbers.clone())
    {
        return Ok(common);
    }
    let join = |dtype: Dtype| weak.map_or(Ok(dtype.clone()), |weak| weak.join(&dtype));
    let is_ml = |dtype: &Dtype| dtype.native_scalar().scalar_type().is_some_and(|t| t.ml);
    let (foreign, own): (Vec<Dtype>, Vec<Dtype>) = numbers.into_iter().partition(is_ml);
    let mut joined = Vec::with_capacity(1 + foreign.len());
    if !own.is_empty() {
        joined.push(join(promote_all(own)?)?);
    }
    for dtype in foreign {
        joined.push(join(dtype.newbyteorder(super::ByteOrder::Native))?);
    }
    joined.sort_by_key(|dtype| std::cmp::Reverse(capability(dtype)));
    promote_all(joined)
}

/// Promotes one after the other; a single dtype only takes the machine's byte order.
fn promote_all(dtypes: Vec<Dtype>) -> Result<Dtype> {
    let mut dtypes = dtypes.into_iter();
    let first = dtypes.next().ok_or(DtypeError::Empty)?.newbyteorder(super::ByteOrder::Native);
    dtypes.try_fold(first, |common, dtype| common.promote(&dtype))
}

/// Kind first, then width: what comes first in promotion.
fn capability(dtype: &Dtype) -> (u8, u8) {
    let bits = dtype.native_scalar().scalar_type().map_or(0, |t| t.bits);
    let kind = match dtype.native_scalar() {
        Dtype::Datetime64(_) => 9,
        Dtype::Timedelta64(_) => 8,
        Dtype::String => 7,
        Dtype::Unicode(_) => 6,
        Dtype::Bytes(_) => 5,
        scalar => match scalar.kind() {
            DtypeKind::Bool => 0,
            DtypeKind::Integer | DtypeKind::Unsigned => 1,
            DtypeKind::Float => 2,
            DtypeKind::Complex => 3,
            _ => 4,
        },
    };
    (kind, bits)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weak {
    Int,
    Float,
    Complex,
}

impl Weak {
    fn default_dtype(self) -> Dtype {
        match self {
            Weak::Int => Dtype::INT,
            Weak::Float => Dtype::Float64,
            Weak::Complex => Dtype::Complex128,
        }
    }

    /// The dtype of `dtype` and a bare number of this kind.
    fn join(self, dtype: &Dtype) -> Result<Dtype> {
        use Dtype::*;
        let joined = match (dtype, self) {
            (Object, _) => Some(Object),
            (Timedelta64(unit), Weak::Int) => Some(Timedelta64(*unit)),
            _ => dtype.scalar_type().and_then(|t| match (t.ml, t.kind, self) {
                (false, DtypeKind::Bool, _) => Some(self.default_dtype()),
                (false, DtypeKind::Integer | DtypeKind::Unsigned, Weak::Int) => Some(dtype.clone()),
                (false, DtypeKind::Integer | DtypeKind::Unsigned, _) => Some(self.default_dtype()),
                (false, DtypeKind::Float, Weak::Complex) => Some(if t.bits < 64 { Complex64 } else { Complex128 }),
                (false, _, _) => Some(dtype.clone()),
                // What ml_dtypes' types make of Python numbers.
                (true, _, Weak::Complex) => Some(Complex64),
                (true, DtypeKind::Integer, Weak::Int) => Some(Int8),
                (true, DtypeKind::Unsigned, Weak::Int) => Some(UInt8),
                (true, _, Weak::Int) => Some(dtype.clone()),
                (true, DtypeKind::Integer | DtypeKind::Unsigned, Weak::Float) => Some(Float16),
                (true, DtypeKind::Complex, Weak::Float) => None,
                (true, _, Weak::Float) => Some(if *dtype == Float8E5M2 { Float32 } else { Float64 }),
            }),
        };
        let weak = match self {
            Weak::Int => "integer",
            Weak::Float => "float",
            Weak::Complex => "complex number",
        };
        joined.ok_or_else(|| {
            let right = PromotionSide::Weak(weak);
            PromotionError { left: dtype.clone(), right, reason: PromotionReason::NoCommon }.into()
        })
    }
}

/// The float or complex dtype that holds all of these: NumPy's `np.common_type`. Integers count as float64.
///
/// Of no dtypes at all it is float16, as in NumPy. An error for one that is not a number (booleans are none).
///
/// ```
/// use ndtype::{self as np, Dtype};
/// assert_eq!(np::common_type(["f4", "i2"])?, Dtype::Float64);
/// assert_eq!(np::common_type(["f2", "c8"])?, Dtype::Complex64);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn common_type<I>(dtypes: I) -> Result<Dtype>
where
    I: IntoIterator,
    I::Item: IntoDtype,
{
    let mut common = None;
    for dtype in dtypes {
        let dtype = dtype.into_dtype()?;
        let inexact = match (dtype.native_scalar().scalar_type(), dtype.kind()) {
            (Some(_), DtypeKind::Integer | DtypeKind::Unsigned) => Dtype::Float64,
            (Some(_), DtypeKind::Float | DtypeKind::Complex) => dtype,
            _ => return Err(DtypeError::NotNumeric { dtype }.into()),
        };
        common = Some(match common {
            None => inexact.newbyteorder(super::ByteOrder::Native),
            Some(common) => inexact.promote(&common)?,
        });
    }
    Ok(common.unwrap_or(Dtype::Float16))
}

/// A value of which [`min_scalar_type`] finds the smallest dtype.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MinScalar {
    /// True or false.
    Bool,
    /// An integer.
    Int(i128),
    /// An integer above the others.
    BigUInt(u128),
    /// A float of single precision.
    Single(f32),
    /// A float.
    Float(f64),
    /// A complex number of single precision, which no smaller one holds.
    ComplexSingle,
    /// A complex number.
    Complex(Complex<f64>),
    /// Anything that is as small as it gets: the dtype of an array, a text of known length.
    Dtype(Dtype),
}

macro_rules! min_scalar_from {
    ($($t:ty => $value:ident $convert:expr;)*) => {
        $(impl From<$t> for MinScalar {
            fn from($value: $t) -> MinScalar {
                $convert
            }
        })*
    };
}

min_scalar_from! {
    bool => _value MinScalar::Bool;
    i8 => value MinScalar::Int(value.into());
    i16 => value MinScalar::Int(value.into());
    i32 => value MinScalar::Int(value.into());
    i64 => value MinScalar::Int(value.into());
    i128 => value MinScalar::Int(value);
    isize => value MinScalar::Int(value as i128);
    u8 => value MinScalar::Int(value.into());
    u16 => value MinScalar::Int(value.into());
    u32 => value MinScalar::Int(value.into());
    u64 => value MinScalar::Int(value.into());
    usize => value MinScalar::Int(value as i128);
    u128 => value i128::try_from(value).map_or(MinScalar::BigUInt(value), MinScalar::Int);
    half::f16 => _value MinScalar::Dtype(Dtype::Float16);
    half::bf16 => _value MinScalar::Dtype(Dtype::BFloat16);
    f32 => value MinScalar::Single(value);
    f64 => value MinScalar::Float(value);
    Complex<f32> => _value MinScalar::ComplexSingle;
    Complex<f64> => value MinScalar::Complex(value);
    &str => value MinScalar::Dtype(Dtype::Unicode(value.chars().count().max(1)));
    &[u8] => value MinScalar::Dtype(Dtype::Bytes(value.len().max(1)));
    Dtype => value MinScalar::Dtype(value);
    &Dtype => value MinScalar::Dtype(value.clone());
}

/// The smallest dtype that holds a value: NumPy's `np.min_scalar_type`.
///
/// Precision does not count, only range: 0.1 fits a float16. An integer beyond 64 bits needs `object`.
///
/// ```
/// use ndtype::{self as np, Dtype};
/// assert_eq!(np::min_scalar_type(300), Dtype::UInt16);
/// assert_eq!(np::min_scalar_type(-1), Dtype::Int8);
/// assert_eq!(np::min_scalar_type(1e10), Dtype::Float32);
/// ```
pub fn min_scalar_type(value: impl Into<MinScalar>) -> Dtype {
    match value.into() {
        MinScalar::Bool => Dtype::Bool,
        MinScalar::Int(value) => smallest_integer(value),
        MinScalar::BigUInt(_) => Dtype::Object,
        MinScalar::Single(value) if float_class(value.into()) == 0 => Dtype::Float16,
        MinScalar::Single(_) => Dtype::Float32,
        MinScalar::ComplexSingle => Dtype::Complex64,
        MinScalar::Float(value) => match float_class(value) {
            0 => Dtype::Float16,
            1 => Dtype::Float32,
            _ => Dtype::Float64,
        },
        // NumPy has no complex number of half precision, and does not except infinities here.
        MinScalar::Complex(value) if value.re.abs() < 3.4e38 && value.im.abs() < 3.4e38 => Dtype::Complex64,
        MinScalar::Complex(_) => Dtype::Complex128,
        MinScalar::Dtype(dtype) => dtype,
    }
}

fn smallest_integer(value: i128) -> Dtype {
    if let Ok(value) = u64::try_from(value) {
        return match value {
            0..=0xff => Dtype::UInt8,
            0x100..=0xffff => Dtype::UInt16,
            0x1_0000..=0xffff_ffff => Dtype::UInt32,
            _ => Dtype::UInt64,
        };
    }
    match i64::try_from(value) {
        Ok(-0x80..) => Dtype::Int8,
        Ok(-0x8000..) => Dtype::Int16,
        Ok(-0x8000_0000..) => Dtype::Int32,
        Ok(_) => Dtype::Int64,
        Err(_) => Dtype::Object,
    }
}

/// 0 for half, 1 for single, 2 for double precision, by NumPy's rounded limits; what is not finite fits anywhere.
fn float_class(value: f64) -> u8 {
    match value.abs() {
        x if !x.is_finite() || x < 65000.0 => 0,
        x if x < 3.4e38 => 1,
        _ => 2,
    }
}
