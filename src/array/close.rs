//! Equal but for rounding: `isclose` and `allclose`.

use half::f16;

use super::range::cast;
use super::time_range::unit_of;
use super::value::Values;
use super::{Array, ValueError, broadcast_arrays};
use crate::dtype::{Dtype, DtypeKind, TypeArg, promote_types, result_type};
use crate::element::Element;
use crate::error::Result;
use crate::kernels::limits::{MaybeSpecial, Tolerance};
use crate::layout::Layout;

/// Which elements are equal within a tolerance: NumPy's `isclose`, whose defaults are an `rtol` of `1e-5` and an `atol` of
/// `1e-8`.
///
/// `|a - b| <= atol + rtol * |b|`, where `b` is the reference: the two are not treated alike. Infinities are close to
/// themselves alone; NaN is close to NaN if `equal_nan`. The tolerances are numbers or arrays. All arrays are broadcast against
/// each other, and computed with in the dtype that NumPy computes in. Complex numbers go by the size of their difference. Spans
/// of time may be compared with spans and whole numbers; `atol` is then a whole number of the unit of `b`. An error for what is
/// neither a number nor a span.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![1.0, 2.0, f64::NAN, f64::INFINITY];
/// let b = array![1.0 + 1e-9, 2.1, f64::NAN, f64::INFINITY];
/// assert_eq!(np::isclose(&a, &b, 1e-5, 1e-8, false)?.to_vec::<bool>()?, [true, false, false, true]);
/// assert_eq!(np::isclose(&a, &b, 1e-5, 1e-8, true)?.to_vec::<bool>()?, [true, false, true, true]);
/// let loose = array![0.0, 0.1, 0.0, 0.0];
/// assert_eq!(np::isclose(&a, &b, &loose, 1e-8, false)?.to_vec::<bool>()?, [true, true, false, true]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isclose<'a>(
    a: &Array,
    b: &Array,
    rtol: impl Into<Values<'a>>,
    atol: impl Into<Values<'a>>,
    equal_nan: bool,
) -> Result<Array> {
    let (rtol, atol) = (rtol.into(), atol.into());
    let numbers = (bare(&rtol), bare(&atol));
    if b.dtype().kind() == DtypeKind::Timedelta {
        let (Some(rtol), Some(atol)) = numbers else {
            let reason = "the tolerances of spans of time have to be numbers";
            return Err(ValueError::Argument { reason, value: "an array".to_owned() }.into());
        };
        return spans_close(a, b, rtol, atol, equal_nan);
    }
    for array in [a, b] {
        if array.dtype().native_scalar().scalar_id().is_none() {
            return Err(ValueError::Unsupported { operation: "isclose", dtype: array.dtype().clone() }.into());
        }
    }
    if let (Some(relative), Some(absolute)) = numbers {
        let tolerance = Tolerance { relative, absolute, equal_nan };
        if let Some(close) = rows_close::<f64>(a, b, tolerance).or_else(|| rows_close::<f32>(a, b, tolerance)) {
            return close;
        }
    }
    let (of_rtol, of_atol) = (rtol.to_array()?, atol.to_array()?);
    for array in [&of_rtol, &of_atol] {
        if array.dtype().native_scalar().scalar_id().is_none() || array.dtype().kind() == DtypeKind::Complex {
            return Err(ValueError::Unsupported { operation: "isclose", dtype: array.dtype().clone() }.into());
        }
    }
    let all = broadcast_arrays(&[a, b, &of_rtol, &of_atol])?;
    let pair = &all[..2];
    // The reference becomes a float, the difference what both promote to.
    let reference = result_type([TypeArg::from(b.dtype().clone()), TypeArg::from(1.0)])?;
    // Short formats without a common one are computed with in single precision, as NumPy's ufuncs do.
    let single = || [a.dtype(), &reference].iter().all(|dtype| dtype.can_cast_to(&Dtype::Float32));
    let common = match promote_types(a.dtype(), &reference) {
        Err(_) if single() => Dtype::Float32,
        common => common?,
    };
    // Arrays of tolerances have a say in the dtype that these are computed in; numbers have none.
    let magnitude = match &reference {
        Dtype::Complex32 => Dtype::Float16,
        Dtype::Complex64 => Dtype::Float32,
        Dtype::Complex128 => Dtype::Float64,
        other => other.clone(),
    };
    let product = result_type([TypeArg::from(magnitude), rtol.type_arg()?]).unwrap_or(Dtype::Float32);
    let sum = result_type([TypeArg::from(product.clone()), atol.type_arg()?]).unwrap_or(Dtype::Float32);
    let (of_reference, of_product, of_sum) = (Rounding::of(&reference), Rounding::of(&product), Rounding::of(&sum));
    let of_difference = Rounding::of(&common);
    let (x, y) = (parts(&pair[0], &common)?, parts(&pair[1], &reference)?);
    let tolerances = (all[2].astype(Dtype::Float64)?, all[3].astype(Dtype::Float64)?);
    let tolerances = tolerances.0.iter::<f64>()?.zip(tolerances.1.iter::<f64>()?);
    let close = |((x, y), (rtol, atol)): ((Parts, Parts), (f64, f64))| {
        let ((x_re, x_im), (y_re, y_im)) = (x, y);
        let (re, im) = (of_difference.round(x_re - y_re), of_difference.round(x_im - y_im));
        let difference = of_difference.round(size(re, im));
        let magnitude = of_reference.round(size(y_re, y_im));
        let tolerance = of_sum.round(of_sum.round(atol) + of_product.round(of_product.round(rtol) * magnitude));
        let (x_nan, y_nan) = (x_re.is_nan() || x_im.is_nan(), y_re.is_nan() || y_im.is_nan());
        (difference <= tolerance && y_re.is_finite() && y_im.is_finite())
            || (x_re == y_re && x_im == y_im)
            || (equal_nan && x_nan && y_nan)
    };
    like_operands(x.into_iter().zip(y).zip(tolerances).map(close).collect(), pair)
}

/// A tolerance that is a number.
fn bare(tolerance: &Values<'_>) -> Option<f64> {
    match tolerance {
        Values::One(value) => value.as_f64(),
        Values::Array(_) => None,
    }
}

/// The same for two arrays of floats of this type that lie in one row, and have one shape.
fn rows_close<T: Element + MaybeSpecial>(a: &Array, b: &Array, tolerance: Tolerance) -> Option<Result<Array>> {
    if a.shape() != b.shape() {
        return None;
    }
    let (x, y) = (a.as_slice::<T>().ok()?, b.as_slice::<T>().ok()?);
    let mut close = vec![false; x.len()];
    tolerance.run(x, y, &mut close);
    Some(Array::from_shape_vec(a.shape(), close))
}

/// Booleans in C's order as an array whose axes lie as those of two others do.
fn like_operands(found: Vec<bool>, pair: &[Array]) -> Result<Array> {
    let found = Array::from_shape_vec(pair[0].shape(), found)?;
    let layout = Layout::elementwise(found.shape(), 1, &[&pair[0].layout, &pair[1].layout])?;
    if found.layout == layout { Ok(found) } else { found.copied_as(layout) }
}

/// Spans of time, counted in the unit that both are multiples of.
fn spans_close(a: &Array, b: &Array, rtol: f64, atol: f64, equal_nan: bool) -> Result<Array> {
    let unsupported = |dtype: &Dtype| ValueError::Unsupported { operation: "isclose", dtype: dtype.clone() };
    let own = unit_of(b.dtype()).ok_or_else(|| unsupported(b.dtype()))?;
    let unit = match a.dtype().kind() {
        DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned => own,
        DtypeKind::Timedelta => unit_of(a.dtype()).ok_or_else(|| unsupported(a.dtype()))?,
        _ => return Err(unsupported(a.dtype()).into()),
    };
    if atol.fract() != 0.0 {
        let reason = "the absolute tolerance of spans of time has to be a whole number";
        return Err(ValueError::Argument { reason, value: atol.to_string() }.into());
    }
    let common = own.common(unit, (true, true)).map_err(|_| ValueError::Argument {
        reason: "spans of time without a common unit",
        value: format!("{} and {}", a.dtype(), b.dtype()),
    })?;
    let (Some(of_a), Some(of_b)) = (unit.ticks_in(common), own.ticks_in(common)) else {
        return Err(unsupported(a.dtype()).into());
    };
    let pair = broadcast_arrays(&[a, b])?;
    let ticks = |array: &Array| {
        let native = cast(array.clone(), array.dtype().native_scalar())?;
        if native.dtype().kind() == DtypeKind::Timedelta {
            return native.view_dtype(Dtype::Int64)?.to_vec::<i64>();
        }
        native.astype(Dtype::Int64)?.to_vec::<i64>()
    };
    let (x, y) = (ticks(&pair[0])?, ticks(&pair[1])?);
    let close = |(x, y): (i64, i64)| {
        if x == i64::MIN || y == i64::MIN {
            return equal_nan && x == y;
        }
        // A relative tolerance beyond the range is that of the range.
        let tolerance = (atol as i128).saturating_add((rtol * (y as f64).abs()) as i128);
        let difference = (i128::from(x) * of_a - i128::from(y) * of_b).abs();
        difference == 0 || difference <= tolerance.saturating_mul(of_b)
    };
    like_operands(x.into_iter().zip(y).map(close).collect(), &pair)
}

/// Whether all elements are equal within a tolerance: NumPy's `allclose`; see [`isclose`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert!(np::allclose(&array![1e10, 1e-7], &array![1.00001e10, 1e-7], 1e-5, 1e-8, false)?);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn allclose<'a>(
    a: &Array,
    b: &Array,
    rtol: impl Into<Values<'a>>,
    atol: impl Into<Values<'a>>,
    equal_nan: bool,
) -> Result<bool> {
    Ok(isclose(a, b, rtol, atol, equal_nan)?.iter::<bool>()?.all(|close| close))
}

/// What a result of float64 is rounded to. For sums and products of shorter floats that is the same as computing in these.
#[derive(Clone, Copy)]
pub(super) enum Rounding {
    Half,
    Single,
    Double,
}

impl Rounding {
    pub(super) fn of(dtype: &Dtype) -> Rounding {
        match dtype.native_scalar() {
            Dtype::Float16 | Dtype::Complex32 => Rounding::Half,
            Dtype::Float64 | Dtype::Complex128 => Rounding::Double,
            // The ML formats are compared in single precision.
            _ => Rounding::Single,
        }
    }

    pub(super) fn round(self, x: f64) -> f64 {
        match self {
            Rounding::Half => f16::from_f64(x).to_f64(),
            Rounding::Single => f64::from(x as f32),
            Rounding::Double => x,
        }
    }
}

/// The real and the imaginary part of a number.
type Parts = (f64, f64);

fn size(re: f64, im: f64) -> f64 {
    if im == 0.0 { re.abs() } else { re.hypot(im) }
}

/// The elements in C's order as they are in a dtype: real and imaginary parts.
pub(super) fn parts(array: &Array, dtype: &Dtype) -> Result<Vec<Parts>> {
    let cast = if array.dtype() == dtype { array.clone() } else { array.astype(dtype)? };
    if dtype.kind() == DtypeKind::Complex {
        let wide = cast.astype(Dtype::Complex128)?;
        return Ok(wide.iter::<num_complex::Complex<f64>>()?.map(|z| (z.re, z.im)).collect());
    }
    Ok(cast.astype(Dtype::Float64)?.iter::<f64>()?.map(|x| (x, 0.0)).collect())
}
