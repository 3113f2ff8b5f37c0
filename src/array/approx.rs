//! The approx crate's comparisons: arrays that are equal but for rounding.
//!
//! Arrays of different shapes are never equal. Numbers are compared by value, whatever their dtypes; complex ones part by
//! part. Units in the last place are those of the dtype, which has to be the same on both sides. What is no number is equal
//! if it is exactly equal.

use approx::{AbsDiffEq, RelativeEq, UlpsEq};

use super::Array;
use super::close::parts;
use crate::dtype::{ByteOrder, Dtype, DtypeKind};
use crate::element::Scalar;

/// The distances and the larger magnitudes of pairs of integers, exact as far as a float can be; `None` for other numbers.
fn distances(a: &Array, b: &Array) -> Option<Vec<(f64, f64)>> {
    let whole = |array: &Array| -> Option<Vec<i128>> {
        let kind = array.dtype().kind();
        if !matches!(kind, DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned) {
            return None;
        }
        array.scalars().ok()?.iter().map(Scalar::as_i128).collect()
    };
    let pairs = whole(a)?.into_iter().zip(whole(b)?);
    Some(pairs.map(|(x, y)| ((x - y).abs() as f64, x.abs().max(y.abs()) as f64)).collect())
}

/// Whether all pairs of parts of two arrays of numbers pass; exact equality for what is no number.
fn all_parts(a: &Array, b: &Array, mut close: impl FnMut(f64, f64) -> bool) -> bool {
    if a.shape() != b.shape() {
        return false;
    }
    let is_number = |array: &Array| array.dtype().native_scalar().scalar_id().is_some();
    if !is_number(a) || !is_number(b) {
        return a.array_equal(b).unwrap_or(false);
    }
    let complex = [a, b].iter().any(|array| array.dtype().kind() == DtypeKind::Complex);
    let wide = if complex { Dtype::Complex128 } else { Dtype::Float64 };
    match (parts(a, &wide), parts(b, &wide)) {
        (Ok(a), Ok(b)) => a.into_iter().zip(b).all(|((x, i), (y, j))| close(x, y) && (!complex || close(i, j))),
        _ => false,
    }
}

/// ```
/// use approx::assert_abs_diff_eq;
/// use ndtype::array;
/// assert_abs_diff_eq!(array![0.1 + 0.2, 1.0], array![0.3, 1.0], epsilon = 1e-12);
/// ```
impl AbsDiffEq for Array {
    type Epsilon = f64;

    fn default_epsilon() -> f64 {
        f64::EPSILON
    }

    fn abs_diff_eq(&self, other: &Array, epsilon: f64) -> bool {
        if let Some(pairs) = distances(self, other) {
            return self.shape() == other.shape() && pairs.iter().all(|&(distance, _)| distance <= epsilon);
        }
        all_parts(self, other, |x, y| f64::abs_diff_eq(&x, &y, epsilon))
    }
}

/// ```
/// use approx::assert_relative_eq;
/// use ndtype::array;
/// assert_relative_eq!(array![1e20f32, 1.0], array![1.0000001e20f32, 1.0], max_relative = 1e-6);
/// ```
impl RelativeEq for Array {
    fn default_max_relative() -> f64 {
        f64::EPSILON
    }

    fn relative_eq(&self, other: &Array, epsilon: f64, max_relative: f64) -> bool {
        if let Some(pairs) = distances(self, other) {
            let close = |&(distance, larger): &(f64, f64)| distance <= epsilon || distance <= larger * max_relative;
            return self.shape() == other.shape() && pairs.iter().all(close);
        }
        all_parts(self, other, |x, y| f64::relative_eq(&x, &y, epsilon, max_relative))
    }
}

/// ```
/// use approx::ulps_eq;
/// use ndtype::array;
/// assert!(ulps_eq!(array![1.0f32], array![1.0f32 + f32::EPSILON], epsilon = 0.0, max_ulps = 1));
/// assert!(!ulps_eq!(array![1.0f32], array![1.0f32 + 2.0 * f32::EPSILON], epsilon = 0.0, max_ulps = 1));
/// ```
impl UlpsEq for Array {
    fn default_max_ulps() -> u32 {
        4
    }

    fn ulps_eq(&self, other: &Array, epsilon: f64, max_ulps: u32) -> bool {
        let (dtype, kind) = (self.dtype().native_scalar(), self.dtype().kind());
        let is_float = matches!(kind, DtypeKind::Float | DtypeKind::Complex);
        if !is_float || other.dtype().native_scalar() != dtype {
            return self.abs_diff_eq(other, epsilon);
        }
        let width = dtype.itemsize() / if kind == DtypeKind::Complex { 2 } else { 1 };
        let (mut own, mut others) = (bits(self, dtype, width), bits(other, dtype, width));
        all_parts(self, other, |x, y| {
            let distance = own.next().zip(others.next()).map_or(u64::MAX, |(a, b)| a.abs_diff(b));
            // Of numbers of one sign, neighbours have neighbouring bits.
            let comparable = !x.is_nan() && !y.is_nan() && x.is_sign_negative() == y.is_sign_negative();
            f64::abs_diff_eq(&x, &y, epsilon) || (comparable && distance <= u64::from(max_ulps))
        })
    }
}

/// The bits of each float, in C's order.
fn bits(array: &Array, native: &Dtype, width: usize) -> impl Iterator<Item = u64> {
    let little = native.newbyteorder(ByteOrder::Little);
    let bytes = array.astype(little).and_then(|array| array.tobytes()).unwrap_or_default();
    let floats = bytes.len() / width;
    (0..floats).map(move |i| bytes[i * width..][..width].iter().rev().fold(0, |bits, &b| bits << 8 | u64::from(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array;

    /// Integers beyond what a float holds differ by one.
    #[test]
    fn integers_are_compared_exactly() {
        let (a, b) = (array![u64::MAX], array![u64::MAX - 1]);
        assert!(!a.abs_diff_eq(&b, 0.5) && a.abs_diff_eq(&b, 1.0));
        assert!(!a.relative_eq(&b, 0.0, 1e-20) && a.relative_eq(&b, 0.0, 1e-15));
        assert!(!a.ulps_eq(&b, 0.5, 4));
        assert!(array![i64::MIN].abs_diff_eq(&array![i64::MIN], 0.0));
        assert!(!array![-1].abs_diff_eq(&array![u64::MAX], 1.0));
        assert!(!array![1, 2].abs_diff_eq(&array![1], 1.0));
        assert!(array![true].abs_diff_eq(&array![1u8], 0.0));
    }
}
