//! Numbers of Rust from scalars of any dtype of numbers.

use super::{Element, NumberError, Scalar};
use crate::error::{Error, Result};

impl Scalar {
    fn no_number<T: Element>(&self) -> Error {
        NumberError { value: self.to_string(), dtype: self.dtype().clone(), expected: T::dtype() }.into()
    }
}

macro_rules! integers {
    ($($t:ty)*) => {
        $(
            /// A whole number in the range of the type, whatever its dtype. An error that names the value and both dtypes for
            /// others.
            ///
            /// ```
            /// use ndtype::{Scalar, array};
            /// assert_eq!(i64::try_from(&Scalar::from(7u8))?, 7);
            /// assert_eq!(u8::try_from(&array![255.0].get_scalar(&[0])?)?, 255);
            /// let error = u8::try_from(&Scalar::from(2.5)).unwrap_err();
            /// assert_eq!(error.to_string(), "2.5 of dtype float64 is no uint8");
            /// # Ok::<(), ndtype::Error>(())
            /// ```
            impl TryFrom<&Scalar> for $t {
                type Error = Error;

                fn try_from(scalar: &Scalar) -> Result<$t> {
                    let number = scalar.as_i128().and_then(|number| <$t>::try_from(number).ok());
                    number.ok_or_else(|| scalar.no_number::<$t>())
                }
            }
        )*
    };
}

integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// The nearest float of a real number, as [`Scalar::as_f64`]. An error that names the value and both dtypes for others.
///
/// ```
/// use ndtype::Scalar;
/// assert_eq!(f64::try_from(&Scalar::from(7u8))?, 7.0);
/// assert!(f64::try_from(&Scalar::from("7")).unwrap_err().is_cast());
/// # Ok::<(), ndtype::Error>(())
/// ```
impl TryFrom<&Scalar> for f64 {
    type Error = Error;

    fn try_from(scalar: &Scalar) -> Result<f64> {
        scalar.as_f64().ok_or_else(|| scalar.no_number::<f64>())
    }
}

/// The value of a boolean. An error that names the value and both dtypes for others, numbers included.
///
/// ```
/// use ndtype::Scalar;
/// assert!(bool::try_from(&Scalar::from(true))?);
/// assert!(bool::try_from(&Scalar::from(1)).unwrap_err().is_cast());
/// # Ok::<(), ndtype::Error>(())
/// ```
impl TryFrom<&Scalar> for bool {
    type Error = Error;

    fn try_from(scalar: &Scalar) -> Result<bool> {
        scalar.as_bool().ok_or_else(|| scalar.no_number::<bool>())
    }
}
