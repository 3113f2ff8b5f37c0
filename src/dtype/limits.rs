//! `finfo` and `iinfo`: what fits in a number of each dtype.

use super::error::DtypeError;
use super::float_format::FloatFormat;
use super::{Dtype, DtypeKind, IntoDtype};
use crate::error::Result;

/// The limits of a floating-point dtype: NumPy's and ml_dtypes' `finfo`. Every value is exact as a float64.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FloatInfo {
    /// The dtype described; for a complex one, that of its components.
    pub dtype: Dtype,
    /// The bits of the format: 6 for the float6 formats, though each is stored in a byte.
    pub bits: u32,
    /// The distance from 1 to the next larger number.
    pub eps: f64,
    /// The distance from 1 to the next smaller number.
    pub epsneg: f64,
    /// The bits of the exponent.
    pub iexp: u32,
    /// The exponent of `eps`.
    pub machep: i32,
    /// The largest finite number.
    pub max: f64,
    /// The smallest power of two that overflows.
    pub maxexp: i32,
    /// The most negative finite number; the smallest one of a format without a sign.
    pub min: f64,
    /// The exponent of the smallest normal number.
    pub minexp: i32,
    /// The exponent of `epsneg`.
    pub negep: i32,
    /// The bits of the exponent, as NumPy counts them a second time.
    pub nexp: u32,
    /// The bits of the mantissa.
    pub nmant: u32,
    /// How many decimal digits are reliable.
    pub precision: i32,
    /// 10 to the power of minus `precision`, in the format itself.
    pub resolution: f64,
    /// The smallest positive normal number.
    pub smallest_normal: f64,
    /// The smallest positive number.
    pub smallest_subnormal: f64,
    /// `smallest_normal` by its old name.
    pub tiny: f64,
}

/// The limits of an integer dtype: NumPy's and ml_dtypes' `iinfo`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IntInfo {
    /// The dtype described.
    pub dtype: Dtype,
    /// The kind's letter, `i` or `u`.
    pub kind: char,
    /// The bits of the value: 4 for `int4`, though it is stored in a byte.
    pub bits: u32,
    /// The smallest value.
    pub min: i128,
    /// The largest value.
    pub max: i128,
}

/// The limits of a float dtype, or of the components of a complex one. An error for anything else.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::finfo("f4")?.eps, f32::EPSILON.into());
/// assert_eq!(np::finfo("float8_e4m3fn")?.max, 448.0);
/// assert!(np::finfo("i4").is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn finfo(dtype: impl IntoDtype) -> Result<FloatInfo> {
    let dtype = dtype.into_dtype()?;
    let (Some(format), Some(scalar)) = (FloatFormat::of(&dtype), dtype.native_scalar().scalar_type()) else {
        return Err(DtypeError::NotInexact { dtype }.into());
    };
    let component = match dtype.native_scalar() {
        Dtype::Complex32 => Dtype::Float16,
        Dtype::Complex64 => Dtype::Float32,
        Dtype::Complex128 => Dtype::Float64,
        float => float.clone(),
    };
    let bits = u32::from(if scalar.kind == DtypeKind::Complex { scalar.bits / 2 } else { scalar.bits });
    let nmant = format.mantissa_bits;
    // The gap below 1 is half the one above, unless 1 is the smallest normal number already.
    let negep = (-(nmant as i32) - 1).max(format.min_exponent() - nmant as i32);
    // Decimal digits that survive; ml_dtypes calls it 1 for every 8-bit format and 0 below.
    let digits = (f64::from(nmant) * std::f64::consts::LOG10_2) as i32;
    let precision = match bits {
        8 => 1,
        0..8 => 0,
        _ => digits,
    };
    let smallest_normal = format.smallest_normal();
    Ok(FloatInfo {
        bits,
        eps: format.eps(),
        epsneg: super::float_format::exp2(negep),
        iexp: format.exponent_bits,
        machep: -(nmant as i32),
        max: format.max(),
        maxexp: format.max_exponent() + 1,
        min: format.min(),
        minexp: format.min_exponent(),
        negep,
        nexp: format.exponent_bits,
        nmant,
        precision,
        resolution: format.round(10f64.powi(-precision)),
        smallest_normal,
        smallest_subnormal: format.smallest_subnormal(),
        tiny: smallest_normal,
        dtype: component,
    })
}

/// The limits of an integer dtype. An error for anything else, booleans included.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::iinfo("i1")?.min, -128);
/// assert_eq!(np::iinfo("uint4")?.max, 15);
/// assert!(np::iinfo("bool").is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn iinfo(dtype: impl IntoDtype) -> Result<IntInfo> {
    let dtype = dtype.into_dtype()?.native_scalar().clone();
    let (bits, kind, min, max) = match dtype.scalar_type() {
        Some(t) if t.kind == DtypeKind::Integer => (t.bits, 'i', -(1i128 << (t.bits - 1)), (1i128 << (t.bits - 1)) - 1),
        Some(t) if t.kind == DtypeKind::Unsigned => (t.bits, 'u', 0, (1i128 << t.bits) - 1),
        _ => return Err(DtypeError::NotInteger { dtype }.into()),
    };
    Ok(IntInfo { dtype, kind, bits: bits.into(), min, max })
}
