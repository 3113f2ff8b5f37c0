//! Layouts as memory sees them: fused into few long axes, and as ranges that may overlap.

use smallvec::SmallVec;

use super::{Dims, Layout, Strides};

/// Drops axes of size one and fuses neighbours wherever every operand steps through both as through one, so that walking
/// the result in C's order visits the same elements in the same order. An empty shape becomes `(0,)`.
pub(crate) fn coalesce(shape: &mut Dims, operands: &mut [&mut Strides]) {
    if shape.contains(&0) {
        truncate(shape, operands, 1);
        shape[0] = 0;
        for strides in operands {
            strides[0] = 0;
        }
        return;
    }
    let mut kept = 0;
    for axis in 0..shape.len() {
        let n = shape[axis];
        if n == 1 {
            continue;
        }
        let fuses = |strides: &&mut Strides| strides[kept - 1] == strides[axis].wrapping_mul(n as isize);
        if kept > 0 && operands.iter().all(fuses) {
            shape[kept - 1] *= n;
        } else {
            shape[kept] = n;
            kept += 1;
        }
        for strides in &mut *operands {
            strides[kept - 1] = strides[axis];
        }
    }
    truncate(shape, operands, kept);
}

fn truncate(shape: &mut Dims, operands: &mut [&mut Strides], ndim: usize) {
    shape.truncate(ndim);
    for strides in operands {
        strides.truncate(ndim);
    }
}

impl Layout {
    /// Whether no two positions are bytes of one element, as far as a quick look can tell: each stride reaches beyond all
    /// that the smaller ones span. Never wrong when it says yes.
    pub(crate) fn is_injective(&self, itemsize: usize) -> bool {
        let mut axes: SmallVec<[(usize, usize); 6]> = self
            .shape
            .iter()
            .zip(&self.strides)
            .filter(|(n, _)| **n > 1)
            .map(|(&n, s)| (s.unsigned_abs(), n))
            .collect();
        axes.sort_unstable();
        let mut span = itemsize;
        self.is_empty()
            || axes.into_iter().all(|(stride, n)| {
                let fits = stride >= span;
                span = span.saturating_add(stride.saturating_mul(n - 1));
                fits
            })
    }

    /// Whether elements lie without gaps in some order of their axes, each at a place of its own.
    pub(crate) fn is_dense(&self, itemsize: usize) -> bool {
        let extent = self.extent(itemsize);
        self.is_injective(itemsize) && (extent.end - extent.start) as usize == self.size() * itemsize
    }

    /// Whether every element of another layout, from the same first element on, is one of this layout's, as far as a quick
    /// look can tell: each of its strides is so many steps along the axes of this one, and these have as many. Never wrong
    /// when it says yes.
    pub(crate) fn contains(&self, other: &Layout) -> bool {
        if self.is_empty() || other.is_empty() {
            return other.is_empty();
        }
        let mut axes: Dims = (0..self.ndim()).collect();
        axes.sort_by_key(|&axis| std::cmp::Reverse(self.strides[axis].unsigned_abs()));
        let mut shape: Dims = axes.iter().map(|&axis| self.shape[axis]).collect();
        let mut strides: Strides = axes.iter().map(|&axis| self.strides[axis]).collect();
        coalesce(&mut shape, &mut [&mut strides]);
        // How many more steps there are along each axis.
        let mut left: SmallVec<[usize; 6]> = shape.iter().map(|&n| n - 1).collect();
        other.shape.iter().zip(&other.strides).filter(|(n, _)| **n > 1).all(|(&n, &stride)| {
            let mut rest = stride;
            let fits = left.iter_mut().zip(&strides).all(|(left, &step)| {
                if step == 0 || (rest < 0) != (step < 0) {
                    return true;
                }
                let steps = rest.unsigned_abs() / step.unsigned_abs();
                rest = rest.wrapping_rem(step);
                let taken = steps.checked_mul(n - 1).and_then(|taken| left.checked_sub(taken));
                taken.map(|more| *left = more).is_some()
            });
            fits && rest == 0
        })
    }

    /// The same elements in the same order with as few axes as possible; see [`coalesce`].
    #[cfg(test)]
    pub(crate) fn coalesced(&self) -> Layout {
        let mut fused = self.clone();
        coalesce(&mut fused.shape, &mut [&mut fused.strides]);
        fused
    }
}

/// Whether two arrays in one address space may share memory, judged by their bounds alone (NumPy's
/// `np.may_share_memory`). Each is the address of the first element, the layout and the itemsize. Never wrong when it says
/// no.
pub(crate) fn overlap(a: (isize, &Layout, usize), b: (isize, &Layout, usize)) -> bool {
    let bounds = |(start, layout, itemsize): (isize, &Layout, usize)| {
        let extent = layout.extent(itemsize);
        (start.saturating_add(extent.start), start.saturating_add(extent.end))
    };
    let ((a_low, a_high), (b_low, b_high)) = (bounds(a), bounds(b));
    a_low < a_high && b_low < b_high && a_low < b_high && b_low < a_high
}
