//! The order of axes in memory that a new array takes over from several others, as NumPy chooses it.

use std::cmp::Ordering;

use super::{Dims, Layout, Small, Strides, checked_size};
use crate::error::Result;

impl Layout {
    /// A new array of this shape with its axes in the order in which those of the operands lie: NumPy's order 'K' of an
    /// elementwise result (`np.where`, ufuncs). The operands' layouts are broadcast to the shape.
    pub(crate) fn elementwise(shape: &[usize], itemsize: usize, operands: &[&Layout]) -> Result<Layout> {
        // What does not move along an axis has no say about it: NumPy gives axes of size one a stride of zero here.
        let step = |operand: &Layout, axis: usize| match operand.strides[axis] {
            stride if stride != 0 && operand.shape[axis] != 1 => Some(stride.unsigned_abs()),
            _ => None,
        };
        // From the last axis on, as NumPy's iterator sorts: where not all axes can be compared, that makes a difference.
        let mut axes: Dims = (0..shape.len()).rev().collect();
        sort(&mut axes, |axis, before| compared(operands, before, axis, step));
        axes.reverse();
        dense(shape, itemsize, &axes)
    }

    /// A new array of this shape for the operands one after the other: the order that NumPy's `concatenate` takes over, and
    /// advanced indexing from what it leaves of an array. Here an axis along which an operand repeats its elements has its say.
    pub(crate) fn joined(shape: &[usize], itemsize: usize, operands: &[&Layout]) -> Result<Layout> {
        let step =
            |operand: &Layout, axis: usize| (operand.shape[axis] != 1).then(|| operand.strides[axis].unsigned_abs());
        let mut axes: Dims = (0..shape.len()).collect();
        sort(&mut axes, |axis, before| compared(operands, axis, before, step));
        dense(shape, itemsize, &axes)
    }
}

/// An insertion sort that moves an axis before others as long as it is greater. Pairs that cannot be compared are stepped
/// over.
fn sort(axes: &mut [usize], compared: impl Fn(usize, usize) -> Option<Ordering>) {
    for i in 1..axes.len() {
        let mut place = i;
        for k in (0..i).rev() {
            match compared(axes[i], axes[k]) {
                None => {}
                Some(Ordering::Greater) => place = k,
                Some(_) => break,
            }
        }
        axes[place..=i].rotate_right(1);
    }
}

/// A layout without gaps, its axes in this order in memory, the outermost first.
fn dense(shape: &[usize], itemsize: usize, axes: &[usize]) -> Result<Layout> {
    if checked_size(shape, itemsize)? == 0 {
        return Layout::c_order(shape, itemsize);
    }
    let mut strides: Strides = Small::from_elem(0, shape.len());
    let mut stride = itemsize;
    for &axis in axes.iter().rev() {
        strides[axis] = stride as isize;
        stride *= shape[axis];
    }
    Ok(Layout { shape: shape.into(), strides })
}

/// Whether an axis has longer steps than another: all operands that can tell have to say so, else C's order wins. `None` if
/// none can tell.
fn compared(
    operands: &[&Layout],
    axis: usize,
    other: usize,
    step: impl Fn(&Layout, usize) -> Option<usize>,
) -> Option<Ordering> {
    operands.iter().filter_map(|operand| Some(step(operand, axis)?.cmp(&step(operand, other)?))).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(shape: &[usize], strides: &[isize]) -> Layout {
        Layout::new(shape, strides).unwrap()
    }

    #[test]
    fn all_have_to_agree_on_another_order_than_c() {
        let (c, f) = (layout(&[2, 3], &[24, 8]), layout(&[2, 3], &[8, 16]));
        let strides = |operands: &[&Layout]| Layout::elementwise(&[2, 3], 4, operands).unwrap().strides().to_vec();
        assert_eq!(strides(&[&f, &f]), [4, 8]);
        assert_eq!(strides(&[&f, &c]), [12, 4]);
        assert_eq!(strides(&[&c, &f]), [12, 4]);
        let still = layout(&[2, 3], &[0, 0]);
        assert_eq!(strides(&[&f, &still]), [4, 8]);
        assert_eq!(strides(&[]), [12, 4]);
    }

    #[test]
    fn axes_that_cannot_be_compared_are_stepped_over() {
        // Axis 1 is of size one: axes 0 and 2 are still compared.
        let odd = layout(&[2, 1, 3], &[8, 99, 16]);
        assert_eq!(Layout::elementwise(&[2, 1, 3], 8, &[&odd]).unwrap().strides(), [8, 48, 16]);
        // Where elements repeat, a join looks and an elementwise result does not.
        let still = layout(&[2, 3], &[0, 8]);
        assert_eq!(Layout::joined(&[4, 3], 8, &[&still]).unwrap().strides(), [8, 32]);
        assert_eq!(Layout::elementwise(&[2, 3], 8, &[&still]).unwrap().strides(), [24, 8]);
    }
}
