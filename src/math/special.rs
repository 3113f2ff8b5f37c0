//! Functions of floats that are no ufuncs in NumPy.

use crate::array::{Array, r#where};
use crate::dtype::{Dtype, DtypeKind};
use crate::error::Result;
use crate::ufunc::{I0, UfuncError, divide, equal, multiply, sin};

/// sin(pi x) / (pi x), and 1 where `x` is zero: NumPy's `sinc`. Integers become float64. An error for what is no number.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::sinc(&array![0.0, 0.5])?.to_vec::<f64>()?, [1.0, 2.0 / std::f64::consts::PI]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn sinc(x: &Array) -> Result<Array> {
    let x = multiply(&in_floats(x)?, std::f64::consts::PI)?;
    let ratio = divide(&sin(&x)?, &x)?;
    let one = Array::full([], 1, ratio.dtype().clone())?;
    r#where(&equal(&x, 0)?, &one, &ratio)
}

/// The modified Bessel function of the first kind and order zero: NumPy's `i0`. Integers become float64. An error for complex
/// numbers, and for what is no number.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::i0(&array![0.0, 1.0])?.to_vec::<f64>()?, [1.0, 1.2660658777520084]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn i0(x: &Array) -> Result<Array> {
    if x.dtype().kind() == DtypeKind::Complex {
        let inputs = vec![x.dtype().repr()];
        return Err(UfuncError::NoLoop { ufunc: "i0".to_owned(), inputs, output: None }.into());
    }
    I0.call(&[&in_floats(x)?])
}

/// Integers and booleans as float64, floats as they are.
fn in_floats(x: &Array) -> Result<Array> {
    match x.dtype().kind() {
        DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned => x.astype(Dtype::Float64),
        _ => Ok(x.clone()),
    }
}

/// What stands for NaN and infinities in [`nan_to_num`]; NumPy's keyword arguments of the same names.
///
/// ```
/// use ndtype::{self as np, NanToNum, array};
/// let a = array![f64::NAN, f64::INFINITY, 1.0];
/// let replaced = np::nan_to_num(&a, NanToNum::new().nan(-1.0).posinf(100.0))?;
/// assert_eq!(replaced.to_vec::<f64>()?, [-1.0, 100.0, 1.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NanToNum {
    nan: f64,
    posinf: Option<f64>,
    neginf: Option<f64>,
}

impl NanToNum {
    /// Zero for NaN, the largest and the smallest number of the dtype for infinities.
    pub fn new() -> NanToNum {
        NanToNum::default()
    }

    /// What stands for NaN.
    #[must_use]
    pub fn nan(mut self, value: f64) -> NanToNum {
        self.nan = value;
        self
    }

    /// What stands for infinity.
    #[must_use]
    pub fn posinf(mut self, value: f64) -> NanToNum {
        self.posinf = Some(value);
        self
    }

    /// What stands for minus infinity.
    #[must_use]
    pub fn neginf(mut self, value: f64) -> NanToNum {
        self.neginf = Some(value);
        self
    }
}

/// The array with numbers in place of NaN and infinities, in both parts of complex numbers: NumPy's `nan_to_num`. What is neither
/// a float nor complex is returned as it is.
///
/// ```
/// use ndtype::{self as np, NanToNum, array};
/// let a = array![f64::NAN, f64::NEG_INFINITY, 2.5];
/// assert_eq!(np::nan_to_num(&a, NanToNum::new())?.to_vec::<f64>()?, [0.0, f64::MIN, 2.5]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nan_to_num(a: &Array, with: NanToNum) -> Result<Array> {
    a.replace_special(with.nan, with.posinf, with.neginf)
}
