//! Rust values of any type: the elements of `Dtype::Object`.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// What a Rust value must offer to be an array element of [`Dtype::Object`](crate::Dtype::Object). Every type that can be
/// compared and printed does.
pub trait ObjectValue: Any + Send + Sync {
    /// The value itself, to downcast.
    fn as_any(&self) -> &dyn Any;
    /// Compares with another value; `None` if it is of another type or cannot be compared.
    fn compare(&self, other: &dyn ObjectValue) -> Option<Ordering>;
    /// Whether the other value is of the same type and equal.
    fn equals(&self, other: &dyn ObjectValue) -> bool;
    /// Prints the value.
    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
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

    /// Whether there is no value.
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// The value, if it is a `T`.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        self.value()?.as_any().downcast_ref()
    }

    fn value(&self) -> Option<&dyn ObjectValue> {
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
