//! Functions of floats that are no ufuncs in NumPy.

use crate::array::{Array, Values, copyto, stack, r#where};
use crate::dtype::{Casting, Dtype, DtypeKind};
use crate::error::Result;
use crate::ufunc::{I0, UfuncError, divide, equal, isnan, multiply, sin};

/// sin(pi x) / (pi x), and 1 where `x` is zero: NumPy's `sinc`. Integers become float64; floats of any format, those of
/// machine learning too, keep their dtype. An error for what is no number.
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

/// The modified Bessel function of the first kind and order zero: NumPy's `i0`. Integers become float64; floats of any format,
/// those of machine learning too, keep their dtype. An error for complex numbers, and for what is no number.
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
#[derive(Clone, Debug, Default)]
pub struct NanToNum<'a> {
    nan: Option<Values<'a>>,
    posinf: Option<Values<'a>>,
    neginf: Option<Values<'a>>,
}

impl<'a> NanToNum<'a> {
    /// Zero for NaN, the largest and the smallest number of the dtype for infinities.
    pub fn new() -> NanToNum<'a> {
        NanToNum::default()
    }

    /// What stands for NaN: a number, or an array that is broadcast.
    #[must_use]
    pub fn nan(mut self, value: impl Into<Values<'a>>) -> NanToNum<'a> {
        self.nan = Some(value.into());
        self
    }

    /// What stands for infinity: a number, or an array that is broadcast.
    #[must_use]
    pub fn posinf(mut self, value: impl Into<Values<'a>>) -> NanToNum<'a> {
        self.posinf = Some(value.into());
        self
    }

    /// What stands for minus infinity: a number, or an array that is broadcast.
    #[must_use]
    pub fn neginf(mut self, value: impl Into<Values<'a>>) -> NanToNum<'a> {
        self.neginf = Some(value.into());
        self
    }
}

/// The array with numbers in place of NaN and infinities, in both parts of complex numbers: NumPy's `nan_to_num`. What is neither
/// a float nor complex is returned as it is.
///
/// Errors: replacements that do not broadcast to the array, or are no real numbers.
///
/// ```
/// use ndtype::{self as np, NanToNum, array};
/// let a = array![f64::NAN, f64::NEG_INFINITY, 2.5];
/// assert_eq!(np::nan_to_num(&a, NanToNum::new())?.to_vec::<f64>()?, [0.0, f64::MIN, 2.5]);
/// let means = array![1.5, 1.5, 2.0];
/// assert_eq!(np::nan_to_num(&a, NanToNum::new().nan(&means).neginf(0))?.to_vec::<f64>()?, [1.5, 0.0, 2.5]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn nan_to_num(a: &Array, with: NanToNum) -> Result<Array> {
    let number = |value: &Option<Values<'_>>| match value {
        Some(Values::One(value)) => value.as_f64(),
        _ => None,
    };
    let (nan, posinf, neginf) = (number(&with.nan), number(&with.posinf), number(&with.neginf));
    let mut result = a.replace_special(nan.unwrap_or(0.0), posinf, neginf)?;
    let kind = a.dtype().kind();
    if !matches!(kind, DtypeKind::Float | DtypeKind::Complex) {
        return Ok(result);
    }
    let replaced = [(with.nan, f64::NAN), (with.posinf, f64::INFINITY), (with.neginf, f64::NEG_INFINITY)];
    for (value, special) in replaced {
        let Some(value @ Values::Array(_)) = value else { continue };
        let value = value.to_array()?;
        let is = |part: &Array| if special.is_nan() { isnan(part) } else { equal(part, special) };
        if kind == DtypeKind::Complex {
            let [mut re, mut im] = [result.real()?.copy()?, result.imag()?.copy()?];
            copyto(&mut re, &value, Casting::SameKind, Some(&is(&a.real()?)?))?;
            copyto(&mut im, &value, Casting::SameKind, Some(&is(&a.imag()?)?))?;
            let native = re.dtype().native_scalar().clone();
            let pairs = stack(&[&re, &im], -1)?.astype(native)?.view_dtype(result.dtype().native_scalar())?;
            copyto(&mut result, &pairs.squeeze(Some(&[-1]))?, Casting::Equiv, None)?;
        } else {
            copyto(&mut result, &value, Casting::SameKind, Some(&is(a)?))?;
        }
    }
    Ok(result)
}
