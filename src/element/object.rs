//! Rust values of any type: the elements of `Dtype::Object`.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_complex::Complex;

use super::{ObjectArithmetic, Scalar};

/// What a Rust value must offer to be an array element of [`Dtype::Object`](crate::Dtype::Object). Every type that can be
/// compared and printed does; [`Object::unordered`] takes those that have equality and `Debug` only.
pub trait ObjectValue: Any + Send + Sync {
    /// The value itself, to downcast.
    fn as_any(&self) -> &dyn Any;
    /// Compares with another value; `None` if it is of another type or cannot be compared.
    fn compare(&self, other: &dyn ObjectValue) -> Option<Ordering>;
    /// Whether values of this type have an order at all: if not, asking whether one is less, and sorting, is an error.
    fn is_ordered(&self) -> bool {
        true
    }
    /// Whether the other value is of the same type and equal.
    fn equals(&self, other: &dyn ObjectValue) -> bool;
    /// Prints the value.
    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// The name of the value's type, for errors.
    fn type_name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }
    /// How to calculate with it; `None` for most. [`Object::with_arithmetic`] provides it.
    fn arithmetic(&self) -> Option<&dyn ObjectArithmetic> {
        None
    }
}

impl<T: Any + Send + Sync + PartialOrd + fmt::Display> ObjectValue for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn compare(&self, other: &dyn ObjectValue) -> Option<Ordering> {
        self.partial_cmp(other.as_any().downcast_ref::<T>()?)
    }

    fn equals(&self, other: &dyn ObjectValue) -> bool {
        other.as_any().downcast_ref::<T>().is_some_and(|other| self == other)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A value that calculates in its own way.
struct Calculating<T>(T);

impl<T: ObjectValue + ObjectArithmetic> ObjectValue for Calculating<T> {
    fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }

    fn compare(&self, other: &dyn ObjectValue) -> Option<Ordering> {
        self.0.compare(other)
    }

    fn is_ordered(&self) -> bool {
        self.0.is_ordered()
    }

    fn equals(&self, other: &dyn ObjectValue) -> bool {
        self.0.equals(other)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display(f)
    }

    fn type_name(&self) -> &'static str {
        self.0.type_name()
    }

    fn arithmetic(&self) -> Option<&dyn ObjectArithmetic> {
        Some(&self.0)
    }
}

/// A complex number, which has no order and so is not an [`ObjectValue`] by itself.
struct ComplexValue(Complex<f64>);

impl ObjectValue for ComplexValue {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn compare(&self, other: &dyn ObjectValue) -> Option<Ordering> {
        self.equals(other).then_some(Ordering::Equal)
    }

    fn equals(&self, other: &dyn ObjectValue) -> bool {
        other.as_any().downcast_ref::<Complex<f64>>() == Some(&self.0)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&super::Scalar::from(self.0), f)
    }

    fn type_name(&self) -> &'static str {
        std::any::type_name::<Complex<f64>>()
    }
}

/// A value that is equal to another or not, and prints as `Debug` has it.
struct Unordered<T>(T);

impl<T: Any + Send + Sync + PartialEq + fmt::Debug> ObjectValue for Unordered<T> {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn compare(&self, other: &dyn ObjectValue) -> Option<Ordering> {
        self.equals(other).then_some(Ordering::Equal)
    }

    fn is_ordered(&self) -> bool {
        false
    }

    fn equals(&self, other: &dyn ObjectValue) -> bool {
        other.as_any().downcast_ref::<T>() == Some(&self.0)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }

    fn type_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }
}

/// An element of an array of [`Dtype::Object`](crate::Dtype::Object): any Rust value, or nothing. Clones share the value.
///
/// ```
/// use ndtype::Object;
/// let object = Object::new(42u128);
/// assert_eq!(object.downcast_ref::<u128>(), Some(&42));
/// assert_eq!(object, Object::new(42u128));
/// assert_ne!(object, Object::new(42u8));
/// assert_eq!(Object::NONE.to_string(), "None");
/// ```
// One thin pointer, null for nothing: what NumPy has, and what fresh memory holds.
#[derive(Clone, Default)]
#[repr(transparent)]
pub struct Object(Option<Arc<Box<dyn ObjectValue>>>);

impl Object {
    /// No value.
    pub const NONE: Object = Object(None);

    /// A value.
    pub fn new(value: impl ObjectValue) -> Object {
        Object(Some(Arc::new(Box::new(value))))
    }

    /// A value of a type that has equality, but no order, and `Debug`, but no `Display`: it cannot be sorted, and prints as
    /// `Debug` has it.
    ///
    /// ```
    /// use ndtype::{Object, array, equal};
    ///
    /// #[derive(Debug, PartialEq)]
    /// enum State {
    ///     Idle,
    ///     Moving { speed: u8 },
    /// }
    ///
    /// let a = array![Object::unordered(State::Idle), Object::unordered(State::Moving { speed: 3 }), Object::NONE];
    /// assert_eq!(a.to_string(), "[Idle Moving { speed: 3 } None]");
    /// let idle = array![Object::unordered(State::Idle)];
    /// assert_eq!(equal(&a, &idle)?.to_vec::<bool>()?, [true, false, false]);
    /// assert!(ndtype::sort(&a, -1).is_err());
    /// assert!(ndtype::less(&a, &idle).is_err());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn unordered<T: Any + Send + Sync + PartialEq + fmt::Debug>(value: T) -> Object {
        Object(Some(Arc::new(Box::new(Unordered(value)))))
    }

    /// A complex number. (It has no order, which [`Object::new`] asks for.)
    ///
    /// ```
    /// use ndtype::Object;
    /// use num_complex::Complex;
    /// let object = Object::complex(Complex::new(1.0, -2.0));
    /// assert_eq!(object.downcast_ref::<Complex<f64>>(), Some(&Complex::new(1.0, -2.0)));
    /// assert_eq!(object.to_string(), "(1-2j)");
    /// ```
    pub fn complex(value: Complex<f64>) -> Object {
        Object(Some(Arc::new(Box::new(ComplexValue(value)))))
    }

    /// A value that can be calculated with: [`binary`](Object::binary) and its kin ask it.
    ///
    /// ```
    /// use ndtype::{Object, ObjectArithmetic, ObjectOp};
    ///
    /// #[derive(PartialEq, PartialOrd)]
    /// struct Metres(f64);
    ///
    /// impl std::fmt::Display for Metres {
    ///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    ///         write!(f, "{} m", self.0)
    ///     }
    /// }
    ///
    /// impl ObjectArithmetic for Metres {
    ///     fn binary(&self, op: ObjectOp, other: &Object) -> Option<Object> {
    ///         match (op, other.downcast_ref::<Metres>()) {
    ///             (ObjectOp::Add, Some(other)) => Some(Object::with_arithmetic(Metres(self.0 + other.0))),
    ///             _ => None,
    ///         }
    ///     }
    /// }
    ///
    /// let (a, b) = (Object::with_arithmetic(Metres(1.5)), Object::with_arithmetic(Metres(2.0)));
    /// assert_eq!(a.binary(ObjectOp::Add, &b).unwrap().to_string(), "3.5 m");
    /// assert!(a.binary(ObjectOp::Multiply, &b).is_none());
    /// ```
    pub fn with_arithmetic(value: impl ObjectValue + ObjectArithmetic) -> Object {
        Object(Some(Arc::new(Box::new(Calculating(value)))))
    }

    /// Whether it is true, as Python has it: nothing, zeros and empty text are false. `None` for what has no such value.
    pub(crate) fn truth(&self) -> Option<bool> {
        if self.is_none() {
            return Some(false);
        }
        if let Some(integer) = self.integer() {
            return Some(integer != 0);
        }
        let scalar = Scalar::from_object(self)?;
        match scalar.to_text() {
            Some(text) => Some(!text.is_empty()),
            None => scalar.as_complex().map(|z| z.re != 0.0 || z.im != 0.0),
        }
    }

    /// The name of the value's type, as [`std::any::type_name`] has it; that of no value is `None`.
    ///
    /// ```
    /// use ndtype::Object;
    /// assert_eq!(Object::new(1u8).type_name(), "u8");
    /// assert_eq!(Object::NONE.type_name(), "None");
    /// ```
    pub fn type_name(&self) -> &'static str {
        self.value().map_or("None", ObjectValue::type_name)
    }

    /// Whether there is no value.
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// The value, if it is a `T`.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        self.value()?.as_any().downcast_ref()
    }

    pub(super) fn value(&self) -> Option<&dyn ObjectValue> {
        self.0.as_deref().map(|value| &**value)
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        match (self.value(), other.value()) {
            (None, None) => true,
            (Some(a), Some(b)) => a.equals(b),
            _ => false,
        }
    }
}

impl PartialOrd for Object {
    fn partial_cmp(&self, other: &Object) -> Option<Ordering> {
        match (self.value(), other.value()) {
            (None, None) => Some(Ordering::Equal),
            (Some(a), Some(b)) => a.compare(b),
            _ => None,
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => value.display(f),
            None => f.write_str("None"),
        }
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
