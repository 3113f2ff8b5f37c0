//! The value of an object as a dtype takes it, by the rules of Python's `int()`, `float()`, `bool()` and `str()`.

use crate::dtype::{Dtype, DtypeKind, iinfo};
use crate::element::{Object, Scalar, Text};
use crate::error::Result;

/// A scalar that can be cast to the dtype without losing anything but digits; `None` if the object is no such value. Integers
/// have to fit, as Python's have to in NumPy: 300 is no uint8, and neither is NaN an int32.
/// An error for a time that does not fit the unit.
///
/// Text is handed on as it is: numbers and times are read from it as from any text.
pub(super) fn object_as(object: &Object, to: &Dtype) -> Result<Option<Scalar>> {
    let readable = to.kind().is_numeric() || matches!(to.kind(), DtypeKind::Datetime | DtypeKind::Timedelta);
    if let (true, Some(text)) = (readable && to.kind() != DtypeKind::Bool, object.text()) {
        return Ok(Some(Scalar::from(text)));
    }
    if let DtypeKind::Datetime | DtypeKind::Timedelta = to.kind() {
        return time(object, to);
    }
    Ok(other(object, to))
}

fn other(object: &Object, to: &Dtype) -> Option<Scalar> {
    match to.kind() {
        DtypeKind::Bool => Some(Scalar::from(object.truth()?)),
        DtypeKind::Integer | DtypeKind::Unsigned => {
            let limits = iinfo(to.native_scalar()).ok()?;
            let value = whole(object).filter(|value| (limits.min..=limits.max).contains(value))?;
            i64::try_from(value).map(Scalar::from).or_else(|_| u64::try_from(value).map(Scalar::from)).ok()
        }
        // Nothing is not a number.
        DtypeKind::Float | DtypeKind::Complex if object.is_none() => {
            Some(Scalar::from(num_complex::Complex::new(f64::NAN, f64::NAN)))
        }
        DtypeKind::Float => real(object),
        DtypeKind::Complex => Scalar::from_object(object).filter(is_number).or_else(|| real(object)),
        DtypeKind::String if object.is_none() && *to == Dtype::String => Some(Scalar::from(Text::missing())),
        DtypeKind::String => Some(text(object)),
        _ => Scalar::from_object(object),
    }
}

fn is_number(scalar: &Scalar) -> bool {
    scalar.dtype().kind().is_numeric()
}

/// An integer, or the whole part of a float that has one.
fn whole(object: &Object) -> Option<i128> {
    if let Some(integer) = object.integer() {
        return Some(integer);
    }
    let scalar = Scalar::from_object(object)?;
    let float = scalar.as_f64().filter(|x| x.is_finite() && scalar.dtype().kind() == DtypeKind::Float);
    // Beyond the range of any integer dtype is out of range, wherever exactly.
    float.map(|x| x as i128)
}

fn real(object: &Object) -> Option<Scalar> {
    match Scalar::from_object(object) {
        Some(scalar) => (is_number(&scalar) && scalar.dtype().kind() != DtypeKind::Complex).then_some(scalar),
        // Longer than 64 bits.
        None => object.integer().map(|integer| Scalar::from(integer as f64)),
    }
}

/// Text as it is, and everything else as it prints.
fn text(object: &Object) -> Scalar {
    match Scalar::from_object(object) {
        Some(scalar) => scalar.to_text().unwrap_or_else(|| scalar.to_string()).into(),
        None => object.to_string().into(),
    }
}

/// Nothing is NaT; a date is no span and neither is a float, but integers are ticks.
fn time(object: &Object, to: &Dtype) -> Result<Option<Scalar>> {
    if object.is_none() {
        return Scalar::from_ticks(i64::MIN, to).map(Some);
    }
    let Some(scalar) = Scalar::from_object(object) else { return Ok(None) };
    let kind = scalar.dtype().kind();
    let counts = matches!(kind, DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned);
    if kind == to.kind() || (counts && scalar.as_i64().is_some()) { scalar.in_unit_of(to).map(Some) } else { Ok(None) }
}
