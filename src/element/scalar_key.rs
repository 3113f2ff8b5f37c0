//! Scalars as keys: hashing that agrees with `==`, and a total order.

use std::hash::{Hash, Hasher};

use super::calendar::{Moment, Span};
use super::number::Number;
use super::scalar::Time;
use super::{Datetime64, Scalar, Text, Timedelta64};

/// What stands for a scalar in a map or set: [`Scalar::key`] makes it.
///
/// Scalars that are equal have equal keys, so a number has one key whatever its type, and a time whatever its unit. Unlike
/// scalars, keys of NaN are equal to each other, and so are keys of NaT. The order is total: numbers by real and then
/// imaginary part, NaN last; then text, bytes, points in time, spans (years and months before days and finer), and records by
/// their fields, NaT after all times of its kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScalarKey(Key);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    Number(Real, Real),
    Text(String),
    /// A string of bytes that is no text.
    ByteString(Vec<u8>),
    /// Opaque bytes.
    Void(Vec<u8>),
    /// A point in time; without a unit after all others.
    Date(bool, Moment),
    NotADate,
    Months(i128),
    Span(Moment),
    BareSpan(i64),
    NotASpan,
    /// The object that is no value, and text that is missing.
    Nothing,
    /// The names of the fields, the shape of a sub-array, and the parts.
    Parts(Vec<String>, Vec<usize>, Vec<Key>),
}

/// A real number, integer or not, as one of a kind that sorts: whether it is below, within or above the range of `i128`, or
/// NaN; its whole part; what is left as bits that sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Real(i8, i128, u64);

impl Real {
    const ZERO: Real = Real::integer(0);

    const fn integer(value: i128) -> Real {
        Real(0, value, 1 << 63)
    }

    fn float(value: f64) -> Real {
        if value.is_nan() {
            return Real(2, 0, 0);
        }
        if value.abs() < 1e38 {
            return Real(0, value.trunc() as i128, sorting_bits(value.fract()));
        }
        Real(if value < 0.0 { -1 } else { 1 }, 0, sorting_bits(value))
    }
}

/// Bits in the order of the floats. (A zero is never negative here: it is the fraction of a whole number.)
fn sorting_bits(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

impl Key {
    fn of_number(number: Number) -> Key {
        match number {
            Number::Bool(x) => Key::Number(Real::integer(x.into()), Real::ZERO),
            Number::Int(x) => Key::Number(Real::integer(x.into()), Real::ZERO),
            Number::UInt(x) => Key::Number(Real::integer(x.into()), Real::ZERO),
            Number::Float(x) => Key::Number(Real::float(x), Real::ZERO),
            Number::Complex(x) => Key::Number(Real::float(x.re), Real::float(x.im)),
        }
    }

    fn of_date(date: Datetime64) -> Key {
        match Moment::of_date(date.ticks(), date.unit()) {
            _ if date.is_nat() => Key::NotADate,
            Some(moment) => Key::Date(false, moment),
            None => Key::Date(true, Moment { days: date.ticks().into(), attos: 0 }),
        }
    }

    fn of_span(span: Timedelta64) -> Key {
        match Span::new(span.ticks(), span.unit()) {
            _ if span.is_nat() => Key::NotASpan,
            Some(Span::Months(months)) => Key::Months(months),
            Some(Span::Exact(span)) => Key::Span(span),
            None => Key::BareSpan(span.ticks()),
        }
    }

    fn of(scalar: &Scalar) -> Option<Key> {
        if let Some(number) = scalar.number() {
            return Some(Key::of_number(number));
        }
        match scalar.time() {
            Some(Time::Date(date)) => return Some(Key::of_date(date)),
            Some(Time::Span(span)) => return Some(Key::of_span(span)),
            None => {}
        }
        if let Some(object) = scalar.object() {
            return if object.is_none() { Some(Key::Nothing) } else { Key::of(&Scalar::from_object(object)?) };
        }
        if let Some(parts) = scalar.parts() {
            let (names, shape) = scalar.outline();
            let parts = parts.iter().map(Key::of).collect::<Option<_>>()?;
            return Some(Key::Parts(names.into_iter().map(str::to_owned).collect(), shape.to_vec(), parts));
        }
        if scalar.get::<Text>().is_ok_and(|text| text.is_missing()) {
            return Some(Key::Nothing);
        }
        Some(match (scalar.to_text(), scalar.byte_string()) {
            (Some(text), _) => Key::Text(text),
            (None, Some(bytes)) => Key::ByteString(bytes.to_vec()),
            (None, None) => Key::Void(scalar.bytes()?.to_vec()),
        })
    }
}

impl Scalar {
    /// What stands for this value in a map, a set or a sorted list: see [`ScalarKey`]. Objects of Rust's own numbers, text
    /// and times have the key of their value; `None` for other objects, and for records that hold them: they can be compared, but not hashed.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use ndtype::{Scalar, array};
    /// let mut counts = HashMap::new();
    /// for value in array![1.0, f64::NAN, 1.0, f64::NAN].scalars()? {
    ///     *counts.entry(value.key().unwrap()).or_insert(0) += 1;
    /// }
    /// assert_eq!(counts[&Scalar::from(1u8).key().unwrap()], 2); // one key for 1, whatever its type
    /// assert_eq!(counts[&Scalar::from(f32::NAN).key().unwrap()], 2);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn key(&self) -> Option<ScalarKey> {
        Key::of(self).map(ScalarKey)
    }
}

/// Agrees with `==`: what is equal hashes alike. There is no `Eq`, since NaN is not equal to itself; for maps and sets there
/// is [`Scalar::key`]. Objects that have no key all hash alike.
impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::Dtype;
    use crate::element::Object;

    fn hash(scalar: &Scalar) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        scalar.hash(&mut hasher);
        hasher.finish()
    }

    /// Values of all kinds, many of them equal to others of another type.
    fn samples() -> Vec<Scalar> {
        let mut found: Vec<Scalar> = Vec::new();
        for x in [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 255.0, 1e38, -1e38, 1e300, 5e-324, f64::INFINITY, f64::NAN] {
            found.extend([Scalar::from(x), Scalar::from(x as f32), Scalar::from(x as i64), Scalar::from(x as u8)]);
            found.push(num_complex::Complex::new(x, 0.0).into());
            found.push(num_complex::Complex::new(0.0, x).into());
        }
        found.extend([Scalar::from(true), Scalar::from(u64::MAX), Scalar::from(i64::MIN), Scalar::from(i64::MAX)]);
        found.extend([Scalar::from(i64::MAX as f64), Scalar::from(2f64.powi(64))]);
        found.extend([Scalar::from("a"), Scalar::from("a".to_owned()), Scalar::from(""), Scalar::from("b")]);
        for (dtype, bytes) in [("S1", &b"a"[..]), ("S3", b"a\0\0"), ("S2", b"\xff\0"), ("S1", b"\xff"), ("V1", b"\xff")]
        {
            found.push(Scalar::from_bytes(&dtype.parse().unwrap(), bytes).unwrap());
        }
        for dtype in ["M8[D]", "M8[h]", ">M8[D]", "M8[M]", "M8", "m8[D]", "m8[W]", "m8[M]", "m8[Y]", "m8", "m8[2h]"] {
            let ticks = [0, 1, 12, 24, -24, 7, i64::MIN, i64::MAX];
            found.extend(ticks.map(|ticks| Scalar::from_ticks(ticks, dtype).unwrap()));
        }
        found.extend(
            [Object::NONE, Object::new(1u8), Object::new(1u8), Object::new(2.5), Object::new('c')].map(Scalar::from),
        );
        for (dtype, bytes) in [("i1,f4", [1, 0, 0, 0, 0]), ("i1,i4", [1, 0, 0, 0, 0]), ("i1,f4", [1, 0, 0, 0xc0, 0x7f])]
        {
            found.push(Scalar::from_bytes(&dtype.parse::<Dtype>().unwrap(), &bytes).unwrap());
        }
        found
    }

    #[test]
    fn equal_scalars_have_equal_keys_and_hashes() {
        let (samples, mut equal) = (samples(), 0);
        for a in &samples {
            for b in &samples {
                if a == b {
                    assert_eq!((a.key(), hash(a)), (b.key(), hash(b)), "{a:?} {b:?}");
                    equal += 1;
                } else if let (Some(x), Some(y)) = (a.key(), b.key()) {
                    // Keys tell apart what `==` tells apart, but for NaN and NaT, and for objects, which know their type.
                    let strange = [a, b].map(|scalar| scalar != scalar || scalar.object().is_some());
                    assert!(x != y || strange.contains(&true), "{a:?} {b:?}");
                }
                // The order of keys is that of the scalars where they have one.
                if let (Some(order), Some(x), Some(y)) = (a.partial_cmp(b), a.key(), b.key()) {
                    assert_eq!(x.cmp(&y), order, "{a:?} {b:?}");
                }
            }
            assert_eq!(a.key(), a.clone().key());
        }
        assert!(equal > 2 * samples.len(), "only {equal} equal pairs");
    }
}
