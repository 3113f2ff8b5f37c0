//! Shapes and byte strides: where the elements of an array lie, without the elements.
//!
//! What it owns: `Layout` and everything that follows from a shape and strides alone. What it refuses: data, dtypes (an
//! itemsize is a number that callers pass in), and memory: an offset is relative to wherever the first element lies.
//!
//! 1. `mod.rs`: making layouts (C, Fortran and NumPy's 'K' order), their sizes, contiguity and extent.
//! 2. `axes`: moving axes about: transposing, squeezing, flipping, diagonals, windows.
//! 3. `broadcast`: NumPy's broadcasting.
//! 4. `reshape`: when a reshape is a view, and with which strides; `order`: the order of axes that a new array takes over
//!    from several others.
//! 5. `memory`: fusing axes, and whether two layouts may share memory.
//! 6. `index`: what an index expression selects, as a plan; `index_text` reads such expressions in Python's syntax.
//!
//! Every layout fits in memory: the number of elements (axes of size zero left out) and the distance between any two fit in
//! an `isize`. So sums over coordinates cannot overflow. The stride of an axis of size one is never used and may be any
//! number at all (NumPy multiplies it by steps and wraps), hence the wrapping arithmetic on strides.
//!
//! Where an operation moves the first element it returns a byte offset; if the result has no elements that offset is zero, so
//! that it never points outside of the memory (NumPy moves its pointer regardless).

#![deny(unsafe_code)]
mod axes;
mod broadcast;
mod error;
#[cfg(test)]
mod golden_tests;
mod index;
mod index_text;
#[cfg(test)]
mod index_text_tests;
mod memory;
#[cfg(test)]
mod naive;
mod order;
#[cfg(test)]
mod property_tests;
mod reshape;
mod small;

use std::ops::Range;

use small::Small;

use crate::error::Result;

pub(crate) use self::{
    axes::{normalize_axes, normalize_axis},
    broadcast::broadcast_shapes,
    index::{Advanced, Item, Plan, plan, slice_bounds},
    index_text::{TextItem, parse_index},
    memory::{coalesce, overlap},
};
pub(crate) use error::Tuple;
pub use error::{IndexError, IndexTextError, ShapeError};

/// NumPy's limit on dimensions.
pub(crate) const MAX_NDIM: usize = 64;

/// The sizes of axes; up to four of them without an allocation.
pub(crate) type Dims = Small<usize>;

/// The byte strides of axes.
pub(crate) type Strides = Small<isize>;

/// Which axis is the innermost: the last in C's order, the first in Fortran's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    C,
    F,
}

/// A shape and as many byte strides. The default is that of a scalar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    shape: Dims,
    strides: Strides,
}

impl Layout {
    /// Any strides at all, as long as they fit in memory. `ShapeError` if not.
    pub(crate) fn new(shape: &[usize], strides: &[isize]) -> Result<Layout> {
        let size = checked_size(shape, 1)?;
        let reach: i128 = shape.iter().zip(strides).map(|(&n, &s)| (n.max(1) as i128 - 1) * (s as i128).abs()).sum();
        if shape.len() != strides.len() || (size > 0 && reach > isize::MAX as i128) {
            return Err(ShapeError::Strides { shape: shape.into(), strides: strides.into() }.into());
        }
        Ok(Layout { shape: shape.into(), strides: strides.into() })
    }

    /// A new array in C's order (NumPy's `np.empty(shape)`). Without any bytes its strides are zero, as NumPy's are.
    #[inline]
    pub(crate) fn c_order(shape: &[usize], itemsize: usize) -> Result<Layout> {
        Layout::contiguous(shape, itemsize, Order::C)
    }

    /// A new array in Fortran's order (NumPy's `np.empty(shape, order='F')`).
    pub(crate) fn f_order(shape: &[usize], itemsize: usize) -> Result<Layout> {
        Layout::contiguous(shape, itemsize, Order::F)
    }

    pub(crate) fn contiguous(shape: &[usize], itemsize: usize, order: Order) -> Result<Layout> {
        // One row is what most small arrays are, and they are made by the million.
        if let &[n] = shape
            && n > 0
            && n.checked_mul(itemsize.max(1)).is_some_and(|bytes| isize::try_from(bytes).is_ok())
        {
            return Ok(Layout { shape: Small::from_elem(n, 1), strides: Small::from_elem(itemsize as isize, 1) });
        }
        let size = checked_size(shape, itemsize)?;
        let strides = match size {
            0 => Small::from_elem(0, shape.len()),
            _ => contiguous_strides(shape, itemsize, order),
        };
        Ok(Layout { shape: shape.into(), strides })
    }

    /// A new array with the axis order of this one, NumPy's order 'K' for copies (`a.copy('K')`, `np.empty_like(a)`):
    /// axes sorted by the size of their strides, the larger the further out, ties as they come, and all strides
    /// positive. `itemsize` is this array's, `new_itemsize` that of the new one.
    pub(crate) fn with_order_like(&self, itemsize: usize, new_itemsize: usize) -> Result<Layout> {
        // Contiguity comes first, as in NumPy: it does not look at the strides of axes of size one, sorting would.
        if self.ndim() <= 1 || self.is_c_contiguous(itemsize) {
            return Layout::c_order(&self.shape, new_itemsize);
        }
        if self.is_f_contiguous(itemsize) {
            return Layout::f_order(&self.shape, new_itemsize);
        }
        checked_size(&self.shape, new_itemsize)?;
        let mut axes: Dims = (0..self.ndim()).collect();
        axes.sort_by_key(|&axis| std::cmp::Reverse(self.strides[axis].unsigned_abs()));
        let mut strides: Strides = Small::from_elem(0, self.ndim());
        let mut stride = new_itemsize;
        for &axis in axes.iter().rev() {
            strides[axis] = stride as isize;
            stride *= self.shape[axis];
        }
        Ok(Layout { shape: self.shape.clone(), strides })
    }

    /// What [`reshape`](Layout::reshape) returned, or other parts that are known to fit.
    #[inline]
    pub(crate) fn from_parts(shape: Dims, strides: Strides) -> Layout {
        debug_assert!(Layout::new(&shape, &strides).is_ok());
        Layout { shape, strides }
    }

    #[inline]
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// In bytes.
    #[inline]
    pub(crate) fn strides(&self) -> &[isize] {
        &self.strides
    }

    #[inline]
    pub(crate) fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// The number of elements.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        size_of_shape(&self.shape)
    }

    /// Whether there are no elements.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// Whether elements in C's order lie without gaps, by NumPy's rules: axes of size one have no say, and without
    /// elements every order is contiguous.
    #[inline]
    pub(crate) fn is_c_contiguous(&self, itemsize: usize) -> bool {
        self.is_empty() || is_contiguous(self.shape.iter().zip(&self.strides).rev(), itemsize)
    }

    /// The same for Fortran's order.
    pub(crate) fn is_f_contiguous(&self, itemsize: usize) -> bool {
        self.is_empty() || is_contiguous(self.shape.iter().zip(&self.strides), itemsize)
    }

    #[inline]
    pub(crate) fn is_contiguous(&self, itemsize: usize, order: Order) -> bool {
        match order {
            Order::C => self.is_c_contiguous(itemsize),
            Order::F => self.is_f_contiguous(itemsize),
        }
    }

    /// The bytes that elements occupy, from the lowest to one past the highest, relative to the first element.
    pub(crate) fn extent(&self, itemsize: usize) -> Range<isize> {
        if self.is_empty() {
            return 0..0;
        }
        let (mut low, mut high) = (0, itemsize as isize);
        for (&n, &stride) in self.shape.iter().zip(&self.strides) {
            let span = stride.wrapping_mul(n as isize - 1);
            if span < 0 {
                low += span;
            } else {
                // Saturates only where no memory could have such elements.
                high = high.saturating_add(span);
            }
        }
        low..high
    }

    /// The byte offset of the element at these coordinates, each of which must be within its axis.
    pub(crate) fn offset_of(&self, coordinates: &[usize]) -> isize {
        debug_assert!(coordinates.len() == self.ndim() && coordinates.iter().zip(&self.shape).all(|(c, n)| c < n));
        coordinates.iter().zip(&self.strides).map(|(&c, s)| s.wrapping_mul(c as isize)).sum()
    }

    /// This layout after moving the first element; an empty one does not move it (see the module's documentation).
    fn moved_by(self, offset: isize) -> (isize, Layout) {
        (if self.is_empty() { 0 } else { offset }, self)
    }
}

/// A layout in the making, with few axes: views are made by the million.
#[derive(Default)]
pub(crate) struct FewAxes {
    ndim: usize,
    shape: [usize; 8],
    strides: [isize; 8],
}

impl FewAxes {
    /// One axis more. `None` if there are too many.
    #[inline]
    pub(crate) fn push(&mut self, size: usize, stride: isize) -> Option<()> {
        *self.shape.get_mut(self.ndim)? = size;
        *self.strides.get_mut(self.ndim)? = stride;
        self.ndim += 1;
        Some(())
    }

    /// The layout, which is known to fit in memory.
    #[inline]
    pub(crate) fn into_layout(self) -> Layout {
        let (shape, strides) =
            (Small::from_padded(&self.shape, self.ndim), Small::from_padded(&self.strides, self.ndim));
        Layout::from_parts(shape, strides)
    }
}

#[inline]
fn size_of_shape(shape: &[usize]) -> usize {
    // A zero ends it early: the others may be such that their product overflows.
    if shape.contains(&0) { 0 } else { shape.iter().product() }
}

/// The number of elements, if NumPy would allow it: at most 64 dimensions, and all bytes, axes of size zero left out, in
/// an `isize`. Items of no bytes count as one, so that the number of elements fits too (NumPy's wraps).
pub(crate) fn checked_size(shape: &[usize], itemsize: usize) -> Result<usize> {
    if shape.len() > MAX_NDIM {
        return Err(ShapeError::TooManyDimensions { ndim: shape.len() }.into());
    }
    let mut nonzero = shape.iter().filter(|&&n| n != 0);
    let bytes = nonzero.try_fold(itemsize.max(1), |bytes, &n| bytes.checked_mul(n));
    match bytes {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(shape.iter().product()),
        _ => Err(ShapeError::TooBig { shape: shape.into(), itemsize }.into()),
    }
}

/// Strides without gaps. An axis of size zero counts as one of size one, as in NumPy.
#[inline]
fn contiguous_strides(shape: &[usize], itemsize: usize, order: Order) -> Strides {
    // Filled here and copied once, which is faster than writing into a list that is already made.
    let mut few = [0isize; 4];
    let mut many;
    let strides = if let Some(few) = few.get_mut(..shape.len()) {
        few
    } else {
        many = vec![0isize; shape.len()];
        &mut many[..]
    };
    let mut stride = itemsize;
    let mut set = |(slot, n): (&mut isize, &usize)| {
        *slot = stride as isize;
        stride *= (*n).max(1);
    };
    match order {
        Order::C => strides.iter_mut().zip(shape).rev().for_each(&mut set),
        Order::F => strides.iter_mut().zip(shape).for_each(&mut set),
    }
    Small::from_slice(strides)
}

/// Whether these axes, the innermost first, lie without gaps.
#[inline]
fn is_contiguous<'a>(mut axes: impl Iterator<Item = (&'a usize, &'a isize)>, itemsize: usize) -> bool {
    let mut expected = itemsize;
    axes.all(|(&n, &stride)| {
        let fits = n == 1 || stride == expected as isize;
        // Wraps only for layouts that a larger extent than memory makes discontiguous anyway.
        expected = expected.wrapping_mul(n);
        fits
    })
}
