//! Records of Rust's tuples.

use super::Scalar;
use super::owned::{OwnedElement, clone_element};
use crate::dtype::Dtype;

impl Scalar {
    /// A record of these values, in fields `f0`, `f1` and so on without padding.
    fn of_values(values: &[Scalar]) -> Scalar {
        let fields = values.iter().enumerate().map(|(i, value)| (format!("f{i}"), value.dtype()));
        let dtype = Dtype::structured(fields).expect("distinct names and few enough bytes");
        let mut element = OwnedElement::zeroed(&dtype);
        for (field, value) in dtype.fields().iter().zip(values) {
            let place = element.as_mut_ptr().wrapping_add(field.offset());
            // SAFETY: the scalar is a valid element of the field's dtype; the place is that field of a valid record.
            unsafe { clone_element(value.dtype(), value.as_ptr(), place) };
        }
        // SAFETY: a valid record is there.
        unsafe { Scalar::read(&dtype, element.as_ptr()) }.into_bare()
    }
}

macro_rules! scalar_from_tuples {
    ($($($t:ident $value:ident)+;)*) => {
        $(
            /// A record of bare values: they are written by position, and numbers have to fit where they are written.
            impl<$($t: Into<Scalar>),+> From<($($t,)+)> for Scalar {
                fn from(($($value,)+): ($($t,)+)) -> Scalar {
                    Scalar::of_values(&[$($value.into()),+])
                }
            }
        )*
    };
}

scalar_from_tuples! {
    A a;
    A a B b;
    A a B b C c;
    A a B b C c D d;
    A a B b C c D d E e;
    A a B b C c D d E e F f;
    A a B b C c D d E e F f G g;
    A a B b C c D d E e F f G g H h;
    A a B b C c D d E e F f G g H h I i;
    A a B b C c D d E e F f G g H h I i J j;
    A a B b C c D d E e F f G g H h I i J j K k;
    A a B b C c D d E e F f G g H h I i J j K k L l;
}
