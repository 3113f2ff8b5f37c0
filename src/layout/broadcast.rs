//! NumPy's broadcasting: axes are aligned at the end, and an axis of size one stretches to any size.

use super::{Dims, Layout, ShapeError, Strides, checked_size};
use crate::error::Result;

/// The shape that all of these broadcast to (NumPy's `np.broadcast_shapes`); without any, that of a scalar.
pub(crate) fn broadcast_shapes(shapes: &[&[usize]]) -> Result<Dims> {
    let Some(shape) = try_broadcast(shapes.iter().copied()) else {
        let shapes = shapes.iter().map(|&shape| shape.into()).collect();
        return Err(ShapeError::Broadcast { shapes }.into());
    };
    checked_size(&shape, 1)?;
    Ok(shape)
}

/// The common shape, or `None` if there is none.
pub(super) fn try_broadcast<'a>(shapes: impl Iterator<Item = &'a [usize]> + Clone) -> Option<Dims> {
    let ndim = shapes.clone().map(<[usize]>::len).max().unwrap_or(0);
    let mut common: Dims = Dims::from_elem(1, ndim);
    for shape in shapes {
        for (n, &m) in common[ndim - shape.len()..].iter_mut().zip(shape) {
            if *n == 1 {
                *n = m;
            } else if m != 1 && m != *n {
                return None;
            }
        }
    }
    Some(common)
}

impl Layout {
    /// A view with this shape, in which stretched axes have a stride of zero (NumPy's `np.broadcast_to`). As in NumPy, an
    /// axis of size one gets a stride of zero even if it stays so.
    pub(crate) fn broadcast_to(&self, shape: &[usize]) -> Result<Layout> {
        checked_size(shape, 1)?;
        let fits = |(&n, &target): (&usize, &usize)| n == target || n == 1;
        let new_axes = shape.len().checked_sub(self.ndim());
        let Some(new_axes) = new_axes.filter(|&k| self.shape.iter().zip(&shape[k..]).all(fits)) else {
            return Err(ShapeError::BroadcastTo { shape: self.shape[..].into(), target: shape.into() }.into());
        };
        let mut strides: Strides = Strides::from_elem(0, new_axes);
        strides.extend(self.shape.iter().zip(&self.strides).map(|(&n, &stride)| if n == 1 { 0 } else { stride }));
        Ok(Layout { shape: shape.into(), strides })
    }
}
