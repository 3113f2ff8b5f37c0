//! The order of axes in memory that suits several operands.

use super::{Dims, Layout, Strides, checked_size};
use crate::error::Result;

/// A new array of this shape with its axes in an order that suits all operands, which have been broadcast to the shape:
/// NumPy's order 'K' for what it computes. Axes with larger strides are further out; where operands disagree, or do not
/// care, it is C's order. All strides are positive.
pub(crate) fn order_like_all(shape: &[usize], itemsize: usize, operands: &[Layout]) -> Result<Layout> {
    checked_size(shape, itemsize)?;
    // Innermost first, as NumPy's iterator has them: an insertion sort in which an axis moves inwards as long as the
    // operands say so.
    let mut axes: Dims = (0..shape.len()).rev().collect();
    for outer in 1..axes.len() {
        let mut place = outer;
        for inner in (0..outer).rev() {
            match goes_inside(operands, axes[outer], axes[inner]) {
                Some(true) => place = inner,
                Some(false) => break,
                None => {}
            }
        }
        axes[place..=outer].rotate_right(1);
    }
    if shape.contains(&0) {
        return Layout::c_order(shape, itemsize);
    }
    let mut strides = Strides::from_elem(0, shape.len());
    let mut stride = itemsize;
    for &axis in &axes {
        strides[axis] = stride as isize;
        stride *= shape[axis];
    }
    Ok(Layout::from_parts(shape.into(), strides))
}

/// Whether an axis belongs inside of another that it is now outside of; `None` if no operand has an opinion.
fn goes_inside(operands: &[Layout], axis: usize, other: usize) -> Option<bool> {
    let mut verdict = None;
    for operand in operands {
        let (own, others) = (operand.strides[axis].unsigned_abs(), operand.strides[other].unsigned_abs());
        if own != 0 && others != 0 {
            if others <= own {
                // Against any other operand: C's order wins.
                verdict = Some(false);
            } else if verdict.is_none() {
                verdict = Some(true);
            }
        }
    }
    verdict
}
