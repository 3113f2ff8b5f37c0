//! Questions about families of dtypes: NumPy's `issubdtype` and `isdtype`.

use std::str::FromStr;

use super::error::DtypeError;
use super::{Dtype, DtypeKind};
use crate::error::{Error, Result};

/// A family of dtypes: NumPy's abstract scalar types, and the kinds of `np.isdtype`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DtypeClass {
    /// Every dtype.
    Generic,
    /// Integers, floats and complex numbers, not booleans; timedeltas count, as signed integers in NumPy.
    Number,
    /// Signed and unsigned integers; timedeltas count.
    Integer,
    /// Signed integers; timedeltas count.
    SignedInteger,
    /// Unsigned integers.
    UnsignedInteger,
    /// Floats and complex numbers.
    Inexact,
    /// Floats.
    Floating,
    /// Complex numbers.
    ComplexFloating,
    /// Dtypes with a length: `S`, `U`, `V`, records.
    Flexible,
    /// Fixed-width text.
    Character,
    /// Booleans.
    Bool,
    /// `isdtype`'s "signed integer": no timedeltas.
    SignedIntegerKind,
    /// `isdtype`'s "integral": no timedeltas.
    IntegralKind,
    /// `isdtype`'s "numeric": integers, floats and complex numbers, no timedeltas.
    NumericKind,
}

impl DtypeClass {
    /// Whether `dtype` belongs to this family. The ML formats belong where their values say they do.
    pub fn contains(self, dtype: &Dtype) -> bool {
        use DtypeKind::*;
        let kind = dtype.kind();
        let fixed_text = matches!(dtype.native_scalar(), Dtype::Bytes(_) | Dtype::Unicode(_));
        match self {
            DtypeClass::Generic => true,
            DtypeClass::Number => matches!(kind, Integer | Unsigned | Float | Complex | Timedelta),
            DtypeClass::Integer => matches!(kind, Integer | Unsigned | Timedelta),
            DtypeClass::SignedInteger => matches!(kind, Integer | Timedelta),
            DtypeClass::UnsignedInteger => kind == Unsigned,
            DtypeClass::Inexact => matches!(kind, Float | Complex),
            DtypeClass::Floating => kind == Float,
            DtypeClass::ComplexFloating => kind == Complex,
            DtypeClass::Flexible => fixed_text || matches!(kind, Void | Struct | SubArray),
            DtypeClass::Character => fixed_text,
            DtypeClass::Bool => kind == Bool,
            DtypeClass::SignedIntegerKind => kind == Integer,
            DtypeClass::IntegralKind => matches!(kind, Integer | Unsigned),
            DtypeClass::NumericKind => matches!(kind, Integer | Unsigned | Float | Complex),
        }
    }
}

/// NumPy's abstract types (`"floating"`, `"integer"`, ...) and the kinds of `isdtype` (`"real floating"`, ...).
impl FromStr for DtypeClass {
    type Err = Error;

    fn from_str(name: &str) -> Result<DtypeClass> {
        Ok(match name {
            "generic" => DtypeClass::Generic,
            "number" => DtypeClass::Number,
            "integer" => DtypeClass::Integer,
            "signedinteger" => DtypeClass::SignedInteger,
            "unsignedinteger" | "unsigned integer" => DtypeClass::UnsignedInteger,
            "inexact" => DtypeClass::Inexact,
            "floating" | "real floating" => DtypeClass::Floating,
            "complexfloating" | "complex floating" => DtypeClass::ComplexFloating,
            "flexible" => DtypeClass::Flexible,
            "character" => DtypeClass::Character,
            "bool" => DtypeClass::Bool,
            "signed integer" => DtypeClass::SignedIntegerKind,
            "integral" => DtypeClass::IntegralKind,
            "numeric" => DtypeClass::NumericKind,
            _ => return Err(DtypeError::UnknownClass { name: name.to_owned() }.into()),
        })
    }
}

/// What [`issubdtype`] compares a dtype with: a family, a dtype, or the name of either.
pub trait IsSubdtype {
    /// Whether `dtype` belongs to this.
    fn has_subdtype(self, dtype: &Dtype) -> Result<bool>;
}

impl IsSubdtype for DtypeClass {
    fn has_subdtype(self, dtype: &Dtype) -> Result<bool> {
        Ok(self.contains(dtype))
    }
}

/// Parameters do not matter to NumPy here: `S5` is a sub-dtype of `S3`, `M8[D]` of `M8[ns]`, `>f8` of `f8`.
impl IsSubdtype for &Dtype {
    fn has_subdtype(self, dtype: &Dtype) -> Result<bool> {
        use Dtype::*;
        Ok(match (dtype.native_scalar(), self.native_scalar()) {
            (Bytes(_), Bytes(_)) | (Unicode(_), Unicode(_)) => true,
            (Datetime64(_), Datetime64(_)) | (Timedelta64(_), Timedelta64(_)) => true,
            (Void(_) | Struct(_) | SubArray(_), Void(_) | Struct(_) | SubArray(_)) => true,
            (a, b) => a == b,
        })
    }
}

impl IsSubdtype for Dtype {
    fn has_subdtype(self, dtype: &Dtype) -> Result<bool> {
        (&self).has_subdtype(dtype)
    }
}

impl IsSubdtype for &str {
    fn has_subdtype(self, dtype: &Dtype) -> Result<bool> {
        match self.parse::<DtypeClass>() {
            Ok(class) => class.has_subdtype(dtype),
            Err(error) => match self.parse::<Dtype>() {
                Ok(other) => other.has_subdtype(dtype),
                Err(_) => Err(error),
            },
        }
    }
}

/// Whether a dtype is of a family or of the type of another dtype: NumPy's `np.issubdtype`.
///
/// ```
/// use ndtype::{self as np, Dtype, DtypeClass};
/// assert!(np::issubdtype(&Dtype::Float32, DtypeClass::Floating)?);
/// assert!(np::issubdtype(&Dtype::BFloat16, "floating")?);
/// assert!(!np::issubdtype(&Dtype::Int32, "f4")?);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn issubdtype(dtype: &Dtype, of: impl IsSubdtype) -> Result<bool> {
    of.has_subdtype(dtype)
}

/// Whether a dtype is of one of these kinds: NumPy's `np.isdtype`. Kinds are `"bool"`, `"signed integer"`, `"unsigned
/// integer"`, `"integral"`, `"real floating"`, `"complex floating"`, `"numeric"`; other names must be dtypes, which
/// have to match exactly but for the byte order.
///
/// ```
/// use ndtype::{self as np, Dtype};
/// assert!(np::isdtype(&Dtype::Int8, ["integral", "real floating"])?);
/// assert!(!np::isdtype(&Dtype::Bool, ["numeric"])?);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isdtype<'a>(dtype: &Dtype, kinds: impl IntoIterator<Item = &'a str>) -> Result<bool> {
    const KINDS: [&str; 7] =
        ["bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"];
    let mut found = false;
    for kind in kinds {
        found |= if KINDS.contains(&kind) {
            kind.parse::<DtypeClass>()?.contains(dtype)
        } else {
            let other: Dtype = kind.parse().map_err(|_| DtypeError::UnknownClass { name: kind.to_owned() })?;
            dtype.native_scalar() == other.native_scalar()
        };
    }
    Ok(found)
}
