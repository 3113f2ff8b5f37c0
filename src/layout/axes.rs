//! Views that move axes about: each is a new layout of the same elements, or of some of them.

use smallvec::SmallVec;

use super::{Dims, FewAxes, IndexError, Layout, MAX_NDIM, Order, ShapeError, Strides, checked_size};
use crate::error::Result;

/// The axis counted from zero; negative numbers count from the end. `IndexError` if the array has no such axis.
pub(crate) fn normalize_axis(axis: isize, ndim: usize) -> Result<usize> {
    named_axis(axis, ndim, None)
}

/// Several axes, none of them twice (NumPy's `normalize_axis_tuple`).
pub(crate) fn normalize_axes(axes: &[isize], ndim: usize) -> Result<Dims> {
    named_axes(axes, ndim, None)
}

fn named_axis(axis: isize, ndim: usize, argument: Option<&'static str>) -> Result<usize> {
    let counted = if axis < 0 { axis.wrapping_add(ndim as isize) } else { axis };
    match usize::try_from(counted) {
        Ok(counted) if counted < ndim => Ok(counted),
        _ => Err(IndexError::AxisOutOfBounds { axis, ndim, argument }.into()),
    }
}

fn named_axes(axes: &[isize], ndim: usize, argument: Option<&'static str>) -> Result<Dims> {
    let mut counted = Dims::new();
    let mut seen: SmallVec<[bool; 8]> = SmallVec::from_elem(false, ndim);
    for &axis in axes {
        let axis = named_axis(axis, ndim, argument)?;
        if std::mem::replace(&mut seen[axis], true) {
            return Err(ShapeError::RepeatedAxis { axis, argument }.into());
        }
        counted.push(axis);
    }
    Ok(counted)
}

/// As many as there are, or the axes that were named.
fn all_or(axes: Option<&[isize]>, ndim: usize) -> Result<Dims> {
    axes.map_or_else(|| Ok((0..ndim).collect()), |axes| normalize_axes(axes, ndim))
}

impl Layout {
    /// The axes in this order; reversed if none is given (NumPy's `a.transpose(axes)`).
    pub(crate) fn transpose(&self, axes: Option<&[isize]>) -> Result<Layout> {
        let Some(axes) = axes else { return Ok(self.reversed()) };
        if axes.len() != self.ndim() {
            return Err(ShapeError::AxesMismatch { axes: axes.len(), ndim: self.ndim() }.into());
        }
        Ok(self.permuted(normalize_axes(axes, self.ndim())?.into_iter()))
    }

    /// The axes in reverse order (NumPy's `a.T`).
    #[inline]
    pub(crate) fn reversed(&self) -> Layout {
        let mut few = FewAxes::default();
        let mut axes = self.shape.iter().zip(&self.strides).rev();
        match axes.try_for_each(|(&n, &stride)| few.push(n, stride)) {
            Some(()) => few.into_layout(),
            None => self.permuted((0..self.ndim()).rev()),
        }
    }

    /// These axes of this layout, each counted from zero and within it.
    fn permuted(&self, axes: impl Iterator<Item = usize> + Clone) -> Layout {
        Layout {
            shape: axes.clone().map(|axis| self.shape[axis]).collect(),
            strides: axes.map(|axis| self.strides[axis]).collect(),
        }
    }

    /// Two axes exchanged (NumPy's `np.swapaxes`).
    pub(crate) fn swapaxes(&self, axis1: isize, axis2: isize) -> Result<Layout> {
        let axis1 = named_axis(axis1, self.ndim(), Some("axis1"))?;
        let axis2 = named_axis(axis2, self.ndim(), Some("axis2"))?;
        let mut swapped = self.clone();
        swapped.shape.swap(axis1, axis2);
        swapped.strides.swap(axis1, axis2);
        Ok(swapped)
    }

    /// Axes moved to new places, the others in their order (NumPy's `np.moveaxis`).
    pub(crate) fn moveaxis(&self, sources: &[isize], destinations: &[isize]) -> Result<Layout> {
        let from = named_axes(sources, self.ndim(), Some("source"))?;
        let to = named_axes(destinations, self.ndim(), Some("destination"))?;
        if from.len() != to.len() {
            let (sources, destinations) = (from.len(), to.len());
            return Err(ShapeError::MoveLengths { sources, destinations }.into());
        }
        let mut order: Dims = (0..self.ndim()).filter(|axis| !from.contains(axis)).collect();
        let mut moves: SmallVec<[(usize, usize); 6]> = to.into_iter().zip(from).collect();
        moves.sort_unstable();
        for (to, from) in moves {
            order.insert(to, from);
        }
        Ok(self.permuted(order.into_iter()))
    }

    /// An axis moved before the one that is now at `start` (NumPy's `np.rollaxis`).
    pub(crate) fn rollaxis(&self, axis: isize, start: isize) -> Result<Layout> {
        let ndim = self.ndim();
        let axis = normalize_axis(axis, ndim)?;
        let counted = if start < 0 { start.wrapping_add(ndim as isize) } else { start };
        let Some(counted) = usize::try_from(counted).ok().filter(|&counted| counted <= ndim) else {
            return Err(IndexError::StartOutOfBounds { start, ndim }.into());
        };
        let mut order: Dims = (0..ndim).filter(|&other| other != axis).collect();
        order.insert(if axis < counted { counted - 1 } else { counted }, axis);
        Ok(self.permuted(order.into_iter()))
    }

    /// Without all, or these, of its axes of size one (NumPy's `np.squeeze`).
    pub(crate) fn squeeze(&self, axes: Option<&[isize]>) -> Result<Layout> {
        let Some(axes) = axes else {
            return Ok(self.permuted((0..self.ndim()).filter(|&axis| self.shape[axis] != 1)));
        };
        let dropped = normalize_axes(axes, self.ndim())?;
        if let Some(&axis) = dropped.iter().find(|&&axis| self.shape[axis] != 1) {
            return Err(ShapeError::Squeeze { axis, size: self.shape[axis] }.into());
        }
        Ok(self.permuted((0..self.ndim()).filter(|axis| !dropped.contains(axis))))
    }

    /// New axes of size one, counted in the result (NumPy's `np.expand_dims`, which reshapes; hence the itemsize, and
    /// strides other than those of a `newaxis`).
    pub(crate) fn expand_dims(&self, axes: &[isize], itemsize: usize) -> Result<Layout> {
        let ndim = self.ndim() + axes.len();
        if ndim > MAX_NDIM {
            return Err(ShapeError::TooManyDimensions { ndim }.into());
        }
        let new = normalize_axes(axes, ndim)?;
        let mut old = self.shape.iter();
        let shape: SmallVec<[isize; 6]> =
            (0..ndim).map(|axis| if new.contains(&axis) { 1 } else { old.next().map_or(1, |&n| n as isize) }).collect();
        let (shape, strides) = self.reshape(&shape, itemsize, Order::C)?;
        // New axes of size one never ask for a copy.
        let strides = strides.unwrap_or_default();
        debug_assert_eq!(strides.len(), ndim);
        Ok(Layout { shape, strides })
    }

    /// All, or these, axes backwards, and how far the first element moves (NumPy's `np.flip`).
    pub(crate) fn flip(&self, axes: Option<&[isize]>) -> Result<(isize, Layout)> {
        let (mut flipped, mut offset) = (self.clone(), 0isize);
        for axis in all_or(axes, self.ndim())? {
            let (n, stride) = (self.shape[axis], self.strides[axis]);
            // An empty slice keeps its stride in NumPy.
            if n > 0 {
                offset = offset.wrapping_add(stride.wrapping_mul(n as isize - 1));
                flipped.strides[axis] = stride.wrapping_neg();
            }
        }
        Ok(flipped.moved_by(offset))
    }

    /// The diagonals of two axes as one new axis at the end, and how far the first element moves (NumPy's
    /// `np.diagonal`). A positive `offset` is above the main diagonal.
    pub(crate) fn diagonal(&self, offset: isize, axis1: isize, axis2: isize) -> Result<(isize, Layout)> {
        if self.ndim() < 2 {
            return Err(ShapeError::DiagonalDimensions { ndim: self.ndim() }.into());
        }
        let axis1 = named_axis(axis1, self.ndim(), Some("axis1"))?;
        let axis2 = named_axis(axis2, self.ndim(), Some("axis2"))?;
        if axis1 == axis2 {
            return Err(ShapeError::DiagonalAxes { axis: axis1 }.into());
        }
        let skipped = offset.unsigned_abs();
        let (below, above) = if offset < 0 { (skipped, 0) } else { (0, skipped) };
        let (n1, n2) = (self.shape[axis1].saturating_sub(below), self.shape[axis2].saturating_sub(above));
        let moved = self.strides[if offset < 0 { axis1 } else { axis2 }].wrapping_mul(skipped as isize);
        let mut diagonal = self.permuted((0..self.ndim()).filter(|&axis| axis != axis1 && axis != axis2));
        diagonal.shape.push(n1.min(n2));
        diagonal.strides.push(self.strides[axis1].wrapping_add(self.strides[axis2]));
        Ok(diagonal.moved_by(moved))
    }

    /// Every position of a window, and the window at each: its axes come last (NumPy's `sliding_window_view`). Without
    /// axes, the window has as many as the array. An axis may be named twice, as in NumPy.
    pub(crate) fn sliding_window(&self, window: &[usize], axes: Option<&[isize]>) -> Result<Layout> {
        let axes: Dims = match axes {
            None => (0..self.ndim()).collect(),
            Some(axes) => axes.iter().map(|&axis| normalize_axis(axis, self.ndim())).collect::<Result<_>>()?,
        };
        if axes.len() != window.len() {
            return Err(ShapeError::WindowAxes { window: window.len(), axes: axes.len() }.into());
        }
        let mut shape = self.shape.clone();
        for (&axis, &n) in axes.iter().zip(window) {
            if shape[axis] < n {
                return Err(ShapeError::WindowTooLarge { window: n, axis, size: shape[axis] }.into());
            }
            // A window of size zero has one position more than there are elements.
            shape[axis] = shape[axis] + 1 - n;
        }
        shape.extend_from_slice(window);
        checked_size(&shape, 1)?;
        let mut strides: Strides = self.strides.clone();
        strides.extend(axes.iter().map(|&axis| self.strides[axis]));
        Ok(Layout { shape, strides })
    }
}
