//! Walking several strided operands of one shape at once.
//!
//! 1. The axes are sorted, so that the innermost runs of the first operand are the tightest.
//! 2. Axes that all operands cross evenly are fused.
//! 3. An odometer runs over the outer axes and hands out the innermost run.
//!
//! What it refuses: pointers. It deals in byte offsets; what to do with them is the caller's business.

#![deny(unsafe_code)]

use crate::layout::{Dims, Strides, coalesce};

/// A run of elements: where each operand's first one lies, how far apart they are, how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run<const K: usize> {
    pub(crate) offsets: [isize; K],
    pub(crate) strides: [isize; K],
    pub(crate) count: usize,
}

/// The plan of a walk: fused axes, outermost first.
#[derive(Clone, Debug)]
pub(crate) struct Walk<const K: usize> {
    shape: Dims,
    strides: [Strides; K],
}

impl<const K: usize> Walk<K> {
    /// A walk over `shape` with these strides; the first operand decides the order of the axes.
    pub(crate) fn new(shape: &[usize], strides: [&[isize]; K]) -> Walk<K> {
        Walk::led_by(0, shape, strides)
    }

    /// A walk over `shape` with these strides; the operand `leader` decides the order of the axes.
    pub(crate) fn led_by(leader: usize, shape: &[usize], strides: [&[isize]; K]) -> Walk<K> {
        let mut order: Dims = (0..shape.len()).collect();
        // Stable: axes of equal stride keep their order.
        order.sort_by_key(|&axis| std::cmp::Reverse(strides[leader][axis].unsigned_abs()));
        let mut sorted: Dims = order.iter().map(|&axis| shape[axis]).collect();
        let mut operands = strides.map(|operand| order.iter().map(|&axis| operand[axis]).collect::<Strides>());
        {
            let mut refs: smallvec::SmallVec<[&mut Strides; 8]> = operands.iter_mut().collect();
            coalesce(&mut sorted, &mut refs);
        }
        Walk { shape: sorted, strides: operands }
    }

    /// The same walk over the first `count` positions of a fused axis.
    pub(crate) fn part(&self, axis: usize, count: usize) -> Walk<K> {
        let mut part = self.clone();
        part.shape[axis] = count;
        part
    }

    /// The fused axes, outermost first.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The strides of an operand over the fused axes.
    pub(crate) fn strides(&self, operand: usize) -> &[isize] {
        &self.strides[operand]
    }

    /// Calls `visit` with each innermost run, until it fails.
    pub(crate) fn try_for_each<E>(&self, mut visit: impl FnMut(Run<K>) -> Result<(), E>) -> Result<(), E> {
        self.try_for_each_inner(1, |offsets| {
            let count = self.shape.last().copied().unwrap_or(1);
            let strides = std::array::from_fn(|k| self.strides[k].last().copied().unwrap_or(0));
            visit(Run { offsets, strides, count })
        })
    }

    /// Calls `visit` with the offsets of each block of the innermost `inner` axes, until it fails.
    pub(crate) fn try_for_each_inner<E>(
        &self,
        inner: usize,
        mut visit: impl FnMut([isize; K]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.shape.contains(&0) {
            return Ok(());
        }
        let outer = self.shape.len().saturating_sub(inner);
        let mut position = Dims::from_elem(0, outer);
        let mut offsets = [0isize; K];
        loop {
            visit(offsets)?;
            let mut axis = outer;
            loop {
                if axis == 0 {
                    return Ok(());
                }
                axis -= 1;
                position[axis] += 1;
                for (offset, strides) in offsets.iter_mut().zip(&self.strides) {
                    *offset += strides[axis];
                }
                if position[axis] < self.shape[axis] {
                    break;
                }
                position[axis] = 0;
                for (offset, strides) in offsets.iter_mut().zip(&self.strides) {
                    *offset -= strides[axis] * self.shape[axis] as isize;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visited(shape: &[usize], strides: [&[isize]; 2]) -> Vec<[isize; 2]> {
        let mut found = Vec::new();
        let walk = Walk::new(shape, strides);
        walk.try_for_each::<()>(|run| {
            found.extend((0..run.count as isize).map(|i| std::array::from_fn(|k| run.offsets[k] + i * run.strides[k])));
            Ok(())
        })
        .unwrap();
        found
    }

    #[test]
    fn every_element_is_visited_once() {
        for (shape, a, b) in [
            (&[2usize, 3, 4][..], &[96isize, 32, 8][..], &[8isize, 16, 48][..]),
            (&[5], &[-8], &[0]),
            (&[], &[], &[]),
            (&[3, 0, 2], &[0, 0, 0], &[8, 8, 8]),
            (&[4, 1, 3], &[24, 7, 8], &[1, 100, 4]),
        ] {
            let mut expected = vec![[0, 0]];
            for axis in 0..shape.len() {
                expected = expected
                    .into_iter()
                    .flat_map(|[x, y]| (0..shape[axis] as isize).map(move |i| [x + i * a[axis], y + i * b[axis]]))
                    .collect();
            }
            let mut found = visited(shape, [a, b]);
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{shape:?}");
        }
    }

    #[test]
    fn contiguous_operands_are_one_run() {
        let walk = Walk::new(&[2, 3, 4], [&[96, 32, 8], &[48, 16, 4]]);
        assert_eq!(walk.shape(), [24]);
        assert_eq!((walk.strides(0), walk.strides(1)), (&[8][..], &[4][..]));
        let transposed = Walk::new(&[3, 2], [&[8, 24], &[8, 24]]);
        assert_eq!(transposed.shape(), [6]);
    }
}
