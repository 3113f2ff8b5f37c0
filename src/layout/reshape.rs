//! Reshaping: the sizes that are meant, and whether the elements already lie as the new shape needs them.

use smallvec::SmallVec;

use super::{Dims, FewAxes, Layout, MAX_NDIM, Order, ShapeError, Strides, checked_size, contiguous_strides};
use crate::error::Result;

impl Layout {
    /// The resolved shape, and the strides of the view if no copy is needed (NumPy's `a.reshape(shape, order=order)`: the
    /// same views with the same strides, those of axes of size one included).
    ///
    /// One dimension may be unknown; NumPy takes any negative number for that, not only -1.
    pub(crate) fn reshape(&self, shape: &[isize], itemsize: usize, order: Order) -> Result<(Dims, Option<Strides>)> {
        let resolved = resolve(self.size(), shape)?;
        // NumPy returns the array itself only if the shape was spelled out.
        let spelled_out = shape.iter().all(|&n| n >= 0);
        if spelled_out && resolved == self.shape {
            return Ok((resolved, Some(self.strides.clone())));
        }
        checked_size(&resolved, itemsize)?;
        let strides = if self.is_contiguous(itemsize, order) {
            Some(contiguous_strides(&resolved, itemsize, order))
        } else {
            self.view_strides(&resolved, order)
        };
        Ok((resolved, strides))
    }

    /// The same for what most layouts are, if they are C's: few axes without gaps. `None` for others, and for what is wrong.
    #[inline]
    pub(crate) fn reshape_dense(&self, shape: &[isize], itemsize: usize) -> Option<Layout> {
        let mut view = FewAxes::default();
        let (size, mut known, mut unknown) = (self.size(), 1usize, None);
        for (axis, &n) in shape.iter().enumerate() {
            if n < 0 {
                unknown.replace(axis).is_none().then_some(())?;
            }
            let n = if n < 0 { 1 } else { n as usize };
            known = known.checked_mul(n)?;
            view.push(n, 0)?;
        }
        if size == 0 || !self.is_c_contiguous(itemsize) {
            return None;
        }
        match unknown {
            Some(axis) => {
                let n = size.checked_div(known)?;
                (n * known == size).then_some(())?;
                view.shape[axis] = n;
            }
            // The same shape is the array itself, strides of axes of size one included.
            None if known != size || view.shape[..view.ndim] == *self.shape => return None,
            None => {}
        }
        let mut stride = itemsize as isize;
        for axis in (0..view.ndim.min(view.shape.len())).rev() {
            view.strides[axis] = stride;
            // No larger than the bytes of the array at any time, which fit.
            stride = stride.wrapping_mul(view.shape[axis] as isize);
        }
        Some(view.into_layout())
    }

    /// The strides with which `shape`, of the same size, is a view of this layout, which is not contiguous (and so has at
    /// least two elements). `None` if only a copy can have that shape.
    ///
    /// Both shapes are cut into the shortest runs of axes that have equally many elements. A run can be divided anew if its
    /// old axes step through memory as one axis would. New axes of size one go with the run that follows them, as in NumPy.
    fn view_strides(&self, shape: &[usize], order: Order) -> Option<Strides> {
        let old: SmallVec<[(usize, isize); 6]> =
            self.shape.iter().copied().zip(self.strides.iter().copied()).filter(|&(n, _)| n != 1).collect();
        let mut strides: Strides = Strides::from_elem(0, shape.len());
        let (mut old_start, mut new_start) = (0, 0);
        while old_start < old.len() && new_start < shape.len() {
            let (mut old_end, mut new_end) = (old_start + 1, new_start + 1);
            let (mut old_size, mut new_size) = (old[old_start].0, shape[new_start]);
            while old_size != new_size {
                if new_size < old_size {
                    new_size *= shape[new_end];
                    new_end += 1;
                } else {
                    old_size *= old[old_end].0;
                    old_end += 1;
                }
            }
            let inner = fused_stride(&old[old_start..old_end], order)?;
            restride(&mut strides[new_start..new_end], &shape[new_start..new_end], inner, order);
            (old_start, new_start) = (old_end, new_end);
        }
        // Axes of size one at the end.
        let (last, rest) = (new_start - 1, new_start..shape.len());
        let stride = match order {
            Order::C => strides[last],
            Order::F => strides[last].wrapping_mul(shape[last] as isize),
        };
        strides[rest].fill(stride);
        Some(strides)
    }
}

/// The innermost stride of axes that step as one; `None` if they do not.
fn fused_stride(axes: &[(usize, isize)], order: Order) -> Option<isize> {
    let steps_on = |pair: &[(usize, isize)]| {
        let (outer, inner) = match order {
            Order::C => (pair[0], pair[1]),
            Order::F => (pair[1], pair[0]),
        };
        outer.1 == inner.1.wrapping_mul(inner.0 as isize)
    };
    let innermost = match order {
        Order::C => axes[axes.len() - 1].1,
        Order::F => axes[0].1,
    };
    axes.windows(2).all(steps_on).then_some(innermost)
}

/// Divides one axis with this stride into several.
fn restride(strides: &mut [isize], shape: &[usize], mut stride: isize, order: Order) {
    let mut set = |axis: usize| {
        strides[axis] = stride;
        stride = stride.wrapping_mul(shape[axis] as isize);
    };
    match order {
        Order::C => (0..shape.len()).rev().for_each(&mut set),
        Order::F => (0..shape.len()).for_each(&mut set),
    }
}

/// The sizes that a new shape means for `size` elements.
fn resolve(size: usize, shape: &[isize]) -> Result<Dims> {
    if shape.len() > MAX_NDIM {
        return Err(ShapeError::TooManyDimensions { ndim: shape.len() }.into());
    }
    let (mut unknown, mut known) = (None, Some(1usize));
    for (axis, &n) in shape.iter().enumerate() {
        if let Ok(n) = usize::try_from(n) {
            known = known.and_then(|known| known.checked_mul(n));
        } else if unknown.replace(axis).is_some() {
            return Err(ShapeError::UnknownDimensions { shape: shape.into() }.into());
        }
    }
    let fits = match (known, unknown) {
        (Some(known), None) => known == size,
        // Zero elements are no reason to guess: with a zero among the known sizes, any number would do.
        (Some(known), Some(_)) => known != 0 && size.is_multiple_of(known),
        (None, _) => false,
    };
    if !fits {
        return Err(ShapeError::Reshape { size, shape: shape.into() }.into());
    }
    let mut resolved: Dims = shape.iter().map(|&n| n.max(0) as usize).collect();
    if let (Some(axis), Some(known)) = (unknown, known) {
        resolved[axis] = size / known;
    }
    Ok(resolved)
}
