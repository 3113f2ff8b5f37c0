//! Calculating with objects, as Python does: numbers of Rust's own types, text, and whatever implements [`ObjectArithmetic`].

use std::cmp::Ordering;

use num_complex::Complex;

use super::python_number::{PythonNumber, absolute, binary, compare, invert, negative};
use super::{Object, Text};

/// An operation on two objects; each is Python's operator of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ObjectOp {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
    /// `a // b`
    FloorDivide,
    /// `a % b`
    Remainder,
    /// `a ** b`
    Power,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`
    ShiftLeft,
    /// `a >> b`
    ShiftRight,
}

/// How to calculate with a value of one's own type in arrays of objects; see [`Object::with_arithmetic`].
///
/// Every method returns `None` for what there is not, and that is what they do unless written.
pub trait ObjectArithmetic {
    /// `self op other`.
    fn binary(&self, op: ObjectOp, other: &Object) -> Option<Object> {
        let _ = (op, other);
        None
    }

    /// `other op self`, asked if `other` does not know what to do.
    fn reflected(&self, op: ObjectOp, other: &Object) -> Option<Object> {
        let _ = (op, other);
        None
    }

    /// `-self`.
    fn negative(&self) -> Option<Object> {
        None
    }

    /// `abs(self)`.
    fn absolute(&self) -> Option<Object> {
        None
    }

    /// `~self`.
    fn invert(&self) -> Option<Object> {
        None
    }
}

/// Two objects of which none can be less than the other.
pub(crate) struct NoOrder;

impl Object {
    /// `self op other`, as Python has it. `None` if there is no such operation, or no result: division by zero, an integer
    /// beyond the range of `i128`, a float out of range where Python raises an error.
    ///
    /// Rust's numbers, booleans, complex numbers and text know how. Integers are exact, and come back as `i64` if they fit,
    /// else as `i128`; floats as `f64`, complex numbers of `f64`, text as `String`. Other types take part through
    /// [`Object::with_arithmetic`]: the left one is asked first, then the right one.
    ///
    /// ```
    /// use ndtype::{Object, ObjectOp};
    /// let (a, b) = (Object::new(-7i32), Object::new(2u8));
    /// assert_eq!(a.binary(ObjectOp::FloorDivide, &b), Some(Object::new(-4i64)));
    /// assert_eq!(a.binary(ObjectOp::Divide, &b), Some(Object::new(-3.5)));
    /// assert_eq!(Object::new("ab").binary(ObjectOp::Multiply, &b), Some(Object::new("abab".to_owned())));
    /// assert_eq!(a.binary(ObjectOp::Divide, &Object::new(0)), None);
    /// ```
    pub fn binary(&self, op: ObjectOp, other: &Object) -> Option<Object> {
        let own = self.value()?.arithmetic();
        if let Some(result) = own.and_then(|value| value.binary(op, other)) {
            return Some(result);
        }
        if let Some(value) = other.value()?.arithmetic() {
            return value.reflected(op, self);
        }
        match (op, self.text(), other.text()) {
            (ObjectOp::Add, Some(a), Some(b)) => Some(Object::new(format!("{a}{b}"))),
            (ObjectOp::Multiply, Some(text), None) => repeat(text, other.integer()?),
            (ObjectOp::Multiply, None, Some(text)) => repeat(text, self.integer()?),
            _ => binary(op, self.number()?, other.number()?).map(PythonNumber::into_object),
        }
    }

    /// `-self`; `None` if there is no such thing. See [`binary`](Object::binary).
    ///
    /// ```
    /// use ndtype::Object;
    /// assert_eq!(Object::new(true).negative(), Some(Object::new(-1i64)));
    /// assert_eq!(Object::new("text").negative(), None);
    /// ```
    pub fn negative(&self) -> Option<Object> {
        match self.value()?.arithmetic() {
            Some(value) => value.negative(),
            None => negative(self.number()?).map(PythonNumber::into_object),
        }
    }

    /// `abs(self)`; `None` if there is no such thing. See [`binary`](Object::binary).
    ///
    /// ```
    /// use ndtype::Object;
    /// use num_complex::Complex;
    /// assert_eq!(Object::complex(Complex::new(3.0, -4.0)).absolute(), Some(Object::new(5.0)));
    /// ```
    pub fn absolute(&self) -> Option<Object> {
        match self.value()?.arithmetic() {
            Some(value) => value.absolute(),
            None => absolute(self.number()?).map(PythonNumber::into_object),
        }
    }

    /// `~self`; `None` if there is no such thing. See [`binary`](Object::binary).
    ///
    /// ```
    /// use ndtype::Object;
    /// assert_eq!(Object::new(5u8).invert(), Some(Object::new(-6i64)));
    /// assert_eq!(Object::new(5.0).invert(), None);
    /// ```
    pub fn invert(&self) -> Option<Object> {
        match self.value()?.arithmetic() {
            Some(value) => value.invert(),
            None => invert(self.number()?).map(PythonNumber::into_object),
        }
    }

    /// Whether both are the same, as Python's `==` has it: numbers of any type by their values, text by its characters, nothing
    /// only with nothing, other values if they are of one type and equal.
    pub(crate) fn same_as(&self, other: &Object) -> bool {
        if let (Some(a), Some(b)) = (self.number(), other.number()) {
            return compare(a, b).is_some_and(Ordering::is_eq);
        }
        match (self.text(), other.text()) {
            (Some(a), Some(b)) => a == b,
            _ => self == other,
        }
    }

    /// The order of two objects, as Python's `<` has it: `None` if these two are not in it (NaN, NaT), an error if there is none
    /// between such values.
    pub(crate) fn order(&self, other: &Object) -> Result<Option<Ordering>, NoOrder> {
        match (self.number(), other.number()) {
            (Some(PythonNumber::Complex(_)), _) | (_, Some(PythonNumber::Complex(_))) => {
                return Err(NoOrder);
            }
            (Some(a), Some(b)) => return Ok(compare(a, b)),
            _ => {}
        }
        if let (Some(a), Some(b)) = (self.text(), other.text()) {
            return Ok(Some(a.cmp(b)));
        }
        match (self.value(), other.value()) {
            (Some(a), Some(b)) if a.is_ordered() && a.as_any().type_id() == b.as_any().type_id() => Ok(a.compare(b)),
            _ => Err(NoOrder),
        }
    }

    /// The text, if the value is one.
    pub(crate) fn text(&self) -> Option<&str> {
        let owned = self.downcast_ref::<String>().map(String::as_str);
        owned
            .or_else(|| self.downcast_ref::<Text>().map(|text| &**text))
            .or_else(|| self.downcast_ref::<&str>().copied())
    }

    /// The value of an integer or boolean in the range of `i128`.
    pub(crate) fn integer(&self) -> Option<i128> {
        match self.number()? {
            PythonNumber::Bool(x) => Some(x.into()),
            PythonNumber::Int(x) => Some(x),
            _ => None,
        }
    }

    /// The value of a number of one of Rust's types.
    fn number(&self) -> Option<PythonNumber> {
        macro_rules! try_types {
            ($($t:ty => $x:ident $number:expr;)*) => {
                $(if let Some(&$x) = self.downcast_ref::<$t>() {
                    return Some($number);
                })*
            };
        }
        try_types! {
            bool => x PythonNumber::Bool(x);
            i64 => x PythonNumber::Int(x.into());
            f64 => x PythonNumber::Float(x);
            Complex<f64> => x PythonNumber::Complex(x);
            i8 => x PythonNumber::Int(x.into());
            i16 => x PythonNumber::Int(x.into());
            i32 => x PythonNumber::Int(x.into());
            isize => x PythonNumber::Int(x as i128);
            i128 => x PythonNumber::Int(x);
            u8 => x PythonNumber::Int(x.into());
            u16 => x PythonNumber::Int(x.into());
            u32 => x PythonNumber::Int(x.into());
            u64 => x PythonNumber::Int(x.into());
            usize => x PythonNumber::Int(x as i128);
            u128 => x PythonNumber::Int(i128::try_from(x).ok()?);
            f32 => x PythonNumber::Float(x.into());
            half::f16 => x PythonNumber::Float(x.into());
            half::bf16 => x PythonNumber::Float(x.into());
        }
        None
    }
}

/// A text many times over, or no times if that is negative; `None` if there is no memory for it, or the number is no length.
fn repeat(text: &str, times: i128) -> Option<Object> {
    let times = isize::try_from(times).ok()?.max(0).cast_unsigned();
    let mut repeated = String::new();
    repeated.try_reserve_exact(text.len().checked_mul(times)?).ok()?;
    if !text.is_empty() {
        (0..times).for_each(|_| repeated.push_str(text));
    }
    Some(Object::new(repeated))
}
