//! Polynomials, and sums and products with what rounding takes from them.

use crate::simd::lanes::Arithmetic;

/// The polynomial with these coefficients, the constant one first.
#[inline(always)]
pub(crate) fn polynomial<V: Arithmetic, const N: usize>(x: V, coefficients: &[V::Number; N]) -> V {
    let mut sum = V::splat(coefficients[N - 1]);
    for &c in coefficients[..N - 1].iter().rev() {
        sum = sum.mul_add(x, V::splat(c));
    }
    sum
}

/// The sum and its rounding error; `a` is zero or not smaller than `b`.
#[inline(always)]
pub(crate) fn add_smaller<V: Arithmetic>(a: V, b: V) -> (V, V) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// The sum and its rounding error.
#[inline(always)]
pub(crate) fn add_exact<V: Arithmetic>(a: V, b: V) -> (V, V) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// The product and its rounding error.
#[inline(always)]
pub(crate) fn multiply_exact<V: Arithmetic>(a: V, b: V) -> (V, V) {
    let product = a * b;
    (product, a.mul_add(b, -product))
}

/// `sum + a * b` and its rounding error, the product being smaller than the sum, or the sum zero.
#[inline(always)]
pub(crate) fn add_product<V: Arithmetic>(sum: V, a: V, b: V) -> (V, V) {
    let total = a.mul_add(b, sum);
    (total, a.mul_add(b, sum - total))
}
