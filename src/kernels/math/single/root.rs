//! The cube root, in single precision.

use super::super::compensated::multiply_exact;
use crate::simd::singles::Singles;

/// One over the root by bits, which are nearly logarithms, and by two steps that cube the error; then one with the remainder.
#[inline(always)]
pub(crate) fn cbrt<V: Singles>(x: V) -> (V, V::Mask) {
    let a = x.abs();
    let y = a.integer_value().mul_add(V::splat(-1.0 / 3.0), V::splat(1419967116.0)).to_integer();
    let y = step(a, step(a, y));
    let square = y * y;
    let root = a * square;
    let (high, low) = multiply_exact(root, root);
    let left = low.neg_mul_add(root, high.neg_mul_add(root, a));
    let y = (left * V::splat(1.0 / 3.0)).mul_add(square, root);
    (y.with_sign(x), a.is_positive_normal())
}

/// One over the cube root of `a`, from `y` that is about that.
#[inline(always)]
fn step<V: Singles>(a: V, y: V) -> V {
    let h = (a * y).neg_mul_add(y * y, V::splat(1.0));
    (y * h).mul_add(h.mul_add(V::splat(2.0 / 9.0), V::splat(1.0 / 3.0)), y)
}
