//! Floating-point conditions: what NumPy warns of, found in the values.

use std::fmt;

use super::Ufunc;
use super::error::UfuncError;
use crate::array::{Array, broadcast_to, count_nonzero, ndindex};
use crate::dtype::{Dtype, DtypeKind, iinfo};
use crate::element::Scalar;
use crate::element::number::Number;
use crate::error::Result;
use crate::kernels::limits::all_finite;

/// Which conditions make a call fail: NumPy's `errstate`, for one call. Conditions are told from the values of operands and
/// results, not from flags of the processor:
/// - invalid: a result is NaN and no operand is;
/// - divide: an infinite result of finite operands at a pole ([`Pole`]), and division of an integer by zero;
/// - overflow: any other infinite result of finite operands, and the smallest integer divided by -1.
///
/// ```
/// use ndtype::{array, ufunc::{self, FpErrors}};
/// let (a, b) = (array![1e308, 1e300], array![1.0, 1e10]);
/// assert!(ufunc::MULTIPLY.call(&[&a, &b])?.get_scalar(&[1])?.as_f64().unwrap().is_infinite());
/// let error = ufunc::MULTIPLY.with().errors(FpErrors::RAISE).call(&[&a, &b]).unwrap_err();
/// assert_eq!(error.to_string(), "overflow encountered in multiply at position (1,): (1e+300, 10000000000.0) gives inf");
/// let only_invalid = FpErrors::IGNORE.invalid(true);
/// assert!(ufunc::MULTIPLY.with().errors(only_invalid).call(&[&a, &b]).is_ok());
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FpErrors {
    divide: bool,
    overflow: bool,
    invalid: bool,
}

impl FpErrors {
    /// None does.
    pub const IGNORE: FpErrors = FpErrors { divide: false, overflow: false, invalid: false };
    /// Each does.
    pub const RAISE: FpErrors = FpErrors { divide: true, overflow: true, invalid: true };

    /// Whether division by zero does.
    #[must_use]
    pub const fn divide(mut self, fails: bool) -> FpErrors {
        self.divide = fails;
        self
    }

    /// Whether overflow does.
    #[must_use]
    pub const fn overflow(mut self, fails: bool) -> FpErrors {
        self.overflow = fails;
        self
    }

    /// Whether a NaN that comes from no other does.
    #[must_use]
    pub const fn invalid(mut self, fails: bool) -> FpErrors {
        self.invalid = fails;
        self
    }

    fn fails(self, condition: FpCondition) -> bool {
        match condition {
            FpCondition::Divide => self.divide,
            FpCondition::Overflow => self.overflow,
            FpCondition::Invalid => self.invalid,
        }
    }
}

/// A floating-point condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FpCondition {
    /// Division by zero, or another pole.
    Divide,
    /// A result that is too large.
    Overflow,
    /// A result that is no number.
    Invalid,
}

/// NumPy's words.
impl fmt::Display for FpCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FpCondition::Divide => "divide by zero",
            FpCondition::Overflow => "overflow",
            FpCondition::Invalid => "invalid value",
        })
    }
}

/// Where a ufunc has poles: there, an infinite result of finite operands is a division by zero and no overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pole {
    /// Nowhere.
    #[default]
    Never,
    /// Where an operand is zero: division, powers, `log`. Integers divided by zero are at one too.
    Zero,
    /// At every such result: `log1p`, `arctanh`.
    Always,
}

/// Fails for the first position, in C's order, with a condition that is to fail. `inputs` are the operands, `outputs` all
/// results, of which only those under the mask count.
pub(super) fn check(
    ufunc: &Ufunc,
    errors: FpErrors,
    inputs: &[Array],
    outputs: &[Array],
    mask: Option<&Array>,
) -> Result<()> {
    for output in outputs {
        let integers = match output.dtype().kind() {
            DtypeKind::Float | DtypeKind::Complex if !is_finite(output)? => false,
            DtypeKind::Integer | DtypeKind::Unsigned if may_divide_badly(ufunc, inputs, output)? => true,
            _ => continue,
        };
        let shape = output.shape();
        let operands = inputs.iter().map(|input| broadcast_to(input, shape)).collect::<Result<Vec<_>>>()?;
        let mask = mask.map(|mask| broadcast_to(mask, shape)).transpose()?;
        for index in ndindex(shape) {
            let at: Vec<isize> = index.iter().map(|&i| i as isize).collect();
            if let Some(mask) = &mask
                && mask.get_scalar(&at)?.as_bool() == Some(false)
            {
                continue;
            }
            let result = output.get_scalar(&at)?;
            let values = operands.iter().map(|operand| operand.get_scalar(&at)).collect::<Result<Vec<_>>>()?;
            let found = if integers { of_integers(&values, &result) } else { of_floats(ufunc.pole, &values, &result) };
            if let Some(condition) = found.filter(|&condition| errors.fails(condition)) {
                return Err(UfuncError::FloatingPoint {
                    ufunc: ufunc.name.to_owned(),
                    condition,
                    index,
                    operands: values.iter().map(ToString::to_string).collect(),
                    result: result.to_string(),
                }
                .into());
            }
        }
    }
    Ok(())
}

fn of_floats(pole: Pole, operands: &[Scalar], result: &Scalar) -> Option<FpCondition> {
    let result = result.as_complex()?;
    let operands = operands.iter().map(Scalar::as_complex).collect::<Option<Vec<_>>>()?;
    if result.is_nan() {
        return (!operands.iter().any(|x| x.is_nan())).then_some(FpCondition::Invalid);
    }
    if !result.is_infinite() || !operands.iter().all(|x| x.is_finite()) {
        return None;
    }
    Some(match pole {
        Pole::Always => FpCondition::Divide,
        Pole::Zero if operands.iter().any(|x| x.re == 0.0 && x.im == 0.0) => FpCondition::Divide,
        _ => FpCondition::Overflow,
    })
}

fn of_integers(operands: &[Scalar], result: &Scalar) -> Option<FpCondition> {
    let [a, b] = match operands {
        [a, b] => [a, b],
        [b] if b.as_f64() == Some(0.0) => return Some(FpCondition::Divide),
        _ => return None,
    };
    if b.as_f64() == Some(0.0) {
        return Some(FpCondition::Divide);
    }
    let smallest = iinfo(result.dtype()).ok()?.min;
    let is = |scalar: &Scalar, value: i128| scalar.number().and_then(Number::to_i128) == Some(value);
    let wrapped = smallest < 0 && is(a, smallest) && is(b, -1) && is(result, smallest);
    wrapped.then_some(FpCondition::Overflow)
}

/// Whether an integer was divided by zero, or the smallest one may have been by -1.
fn may_divide_badly(ufunc: &Ufunc, inputs: &[Array], output: &Array) -> Result<bool> {
    // The reciprocal has only that.
    let Some(divisor) = inputs.last() else { return Ok(false) };
    if ufunc.pole != Pole::Zero || output.is_empty() {
        return Ok(false);
    }
    if count_nonzero(divisor)? < divisor.size() {
        return Ok(true);
    }
    let negative = divisor.dtype().kind() == DtypeKind::Integer;
    Ok(negative && divisor.astype(Dtype::Int64)?.iter::<i64>()?.any(|x| x == -1))
}

/// Whether every element of an array of floats or complex numbers is finite.
fn is_finite(array: &Array) -> Result<bool> {
    let native = match (array.dtype(), array.dtype().kind()) {
        (Dtype::Float32 | Dtype::Float64 | Dtype::Complex64 | Dtype::Complex128, _) => array.clone(),
        (_, DtypeKind::Complex) => array.astype(Dtype::Complex128)?,
        _ => array.astype(Dtype::Float64)?,
    };
    // Any order of axes will do: that of memory, where elements follow each other.
    let flat = if native.flags().f_contiguous { native.t() } else { native };
    let dense = flat.to_contiguous()?;
    let dense = if dense.flags().aligned { dense } else { dense.copy()? };
    Ok(match dense.dtype() {
        Dtype::Float32 => all_finite(dense.as_slice::<f32>()?),
        Dtype::Float64 => all_finite(dense.as_slice::<f64>()?),
        Dtype::Complex64 => all_finite(dense.as_slice::<num_complex::Complex<f32>>()?),
        _ => all_finite(dense.as_slice::<num_complex::Complex<f64>>()?),
    })
}
