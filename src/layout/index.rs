//! What an index expression selects: NumPy's indexing decided from shapes alone.
//!
//! 1. Count the axes that the items use, and give the ellipsis (or the end) those that are left.
//! 2. Check the shapes of masks.
//! 3. Apply integers, slices and new axes: a view. Without arrays, that is all.
//! 4. Otherwise broadcast the index arrays, and find where their dimensions go in the result.
//!
//! The values in index arrays are not looked at: whoever has them checks them against the axis of each [`Component`]. NumPy
//! does so unless the broadcast shape is empty, so `a[[7], []]` is fine with any 7.

use smallvec::SmallVec;

use super::broadcast::try_broadcast;
use super::{Dims, IndexError, Layout, MAX_NDIM};
use crate::error::Result;

/// One item of an index expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Int(isize),
    /// An integer beyond the range of `isize`: out of bounds.
    Beyond(i128),
    Slice {
        start: Option<isize>,
        stop: Option<isize>,
        step: Option<isize>,
    },
    Ellipsis,
    NewAxis,
    Bool(bool),
    /// An array of integers. One without dimensions is better passed as an [`Int`](Item::Int), which is what NumPy makes of
    /// it: its bounds are checked even if other index arrays are empty.
    IntArray {
        shape: Dims,
    },
    /// An array of booleans, `count` of them true: one index array for each of its dimensions. Without dimensions it is a
    /// [`Bool`](Item::Bool).
    Mask {
        shape: Dims,
        count: usize,
    },
}

/// What an index expression selects.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Plan {
    /// A view: this layout, its first element moved by `offset` bytes.
    Basic {
        offset: isize,
        layout: Layout,
    },
    Advanced(Box<Advanced>),
}

/// Elements that index arrays pick: for each coordinate of `index_shape`, the part of the view in which each component's
/// axis is fixed to the value of its array there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Advanced {
    /// How many bytes the first element moves.
    pub(crate) offset: isize,
    /// The array after all integers, slices and new axes; the axes that arrays index are still there.
    pub(crate) view: Layout,
    /// The index arrays in their order. Scalar booleans are none: they only add to `index_shape`.
    pub(crate) components: SmallVec<[Component; 4]>,
    /// The shape that the index arrays broadcast to.
    pub(crate) index_shape: Dims,
    /// Where the dimensions of `index_shape` go in the result: after that many of the axes of the view that no array
    /// indexes.
    pub(crate) position: usize,
    /// The shape of the result.
    pub(crate) shape: Dims,
}

/// One index array: an integer array, or what a mask says of one of its axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    /// Which item of the expression it comes from.
    pub(crate) item: usize,
    /// Which axis of a mask; zero for an integer array.
    pub(crate) part: usize,
    /// The axis of the view that it indexes.
    pub(crate) axis: usize,
    /// The axis of the array that this is, for messages.
    pub(crate) source_axis: usize,
}

impl Advanced {
    /// The axes of the view that no array indexes, in their order: what is copied for each coordinate of the index arrays.
    pub(crate) fn kept_axes(&self) -> impl Iterator<Item = usize> + Clone {
        (0..self.view.ndim()).filter(|axis| self.components.iter().all(|component| component.axis != *axis))
    }
}

impl Item {
    /// How many axes of the array it uses.
    fn used(&self) -> usize {
        match self {
            Item::Int(_) | Item::Beyond(_) | Item::Slice { .. } | Item::IntArray { .. } => 1,
            Item::Mask { shape, .. } => shape.len(),
            Item::Ellipsis | Item::NewAxis | Item::Bool(_) => 0,
        }
    }

    /// The shape of the index arrays it stands for, and how many arrays that are; `None` if it is not an advanced index.
    fn arrays(&self) -> Option<(Dims, usize)> {
        match self {
            Item::Bool(value) => Some((Dims::from_slice(&[usize::from(*value)]), 1)),
            Item::Mask { shape, count } => Some((Dims::from_slice(&[*count]), shape.len().max(1))),
            Item::IntArray { shape } => Some((shape.clone(), 1)),
            Item::Int(_) | Item::Beyond(_) | Item::Slice { .. } | Item::Ellipsis | Item::NewAxis => None,
        }
    }

    fn is_advanced(&self) -> bool {
        matches!(self, Item::Bool(_) | Item::Mask { .. } | Item::IntArray { .. })
    }
}

/// What `items` select of an array with this layout (NumPy's `a[items]`).
///
/// `IndexError` as NumPy raises it; the checks are in NumPy's order: how many axes are used, masks, integers and slices from
/// the left, and last how the arrays broadcast.
pub(crate) fn plan(layout: &Layout, items: &[Item]) -> Result<Plan> {
    let ellipsis = ellipsis_axes(layout, items)?;
    let advanced = items.iter().any(Item::is_advanced);
    if advanced {
        check_masks(layout, items, ellipsis)?;
    }
    let mut walk = Walk { layout, view: Layout::default(), offset: 0, axis: 0, components: SmallVec::new() };
    let mut placed = false;
    for (i, item) in items.iter().enumerate() {
        walk.item(i, item, ellipsis)?;
        placed |= matches!(item, Item::Ellipsis);
    }
    if !placed {
        walk.keep(ellipsis);
    }
    let (offset, view) = walk.view.moved_by(walk.offset);
    if !advanced {
        return Ok(Plan::Basic { offset, layout: view });
    }
    let components = walk.components;
    let index_shape = broadcast_arrays(items)?;
    let position = position(items, ellipsis);
    let mut plan = Advanced { offset, view, components, index_shape, position, shape: Dims::new() };
    plan.shape = plan.kept_axes().map(|axis| plan.view.shape[axis]).collect();
    plan.shape.insert_from_slice(position, &plan.index_shape);
    Ok(Plan::Advanced(Box::new(plan)))
}

/// How many axes the ellipsis, written or not, stands for.
fn ellipsis_axes(layout: &Layout, items: &[Item]) -> Result<usize> {
    if items.iter().filter(|item| matches!(item, Item::Ellipsis)).count() > 1 {
        return Err(IndexError::SecondEllipsis.into());
    }
    let (ndim, indexed) = (layout.ndim(), items.iter().map(Item::used).sum());
    let Some(ellipsis) = ndim.checked_sub(indexed) else {
        return Err(IndexError::TooManyIndices { ndim, indexed }.into());
    };
    let own = items.iter().filter(|item| matches!(item, Item::Slice { .. } | Item::NewAxis)).count();
    let arrays = items.iter().filter_map(Item::arrays).map(|(shape, _)| shape.len()).max().unwrap_or(0);
    let ndim = ellipsis + own + arrays;
    if ndim > MAX_NDIM {
        return Err(IndexError::TooManyDimensions { ndim }.into());
    }
    Ok(ellipsis)
}

/// Every mask has the shape of the axes that it indexes. NumPy does not compare those axes of a mask that have size zero,
/// so neither do we.
fn check_masks(layout: &Layout, items: &[Item], ellipsis: usize) -> Result<()> {
    let mut axis = 0;
    for item in items {
        if let Item::Mask { shape, .. } = item {
            for (i, &mask) in shape.iter().enumerate() {
                let size = layout.shape[axis + i];
                if mask != 0 && mask != size {
                    return Err(IndexError::MaskMismatch { axis: axis + i, size, mask }.into());
                }
            }
        }
        axis += if matches!(item, Item::Ellipsis) { ellipsis } else { item.used() };
    }
    Ok(())
}

/// The view so far.
struct Walk<'a> {
    layout: &'a Layout,
    view: Layout,
    offset: isize,
    /// The next axis of `layout`.
    axis: usize,
    components: SmallVec<[Component; 4]>,
}

impl Walk<'_> {
    fn item(&mut self, i: usize, item: &Item, ellipsis: usize) -> Result<()> {
        match *item {
            Item::Int(index) => {
                let (size, stride) = (self.layout.shape[self.axis], self.layout.strides[self.axis]);
                let counted = if index < 0 { index.wrapping_add(size as isize) } else { index };
                if counted < 0 || counted >= size as isize {
                    return Err(IndexError::OutOfBounds { index: index as i128, axis: self.axis, size }.into());
                }
                self.offset = self.offset.wrapping_add(stride.wrapping_mul(counted));
                self.axis += 1;
            }
            Item::Beyond(index) => {
                let size = self.layout.shape[self.axis];
                return Err(IndexError::OutOfBounds { index, axis: self.axis, size }.into());
            }
            Item::Slice { start, stop, step } => {
                let (size, stride) = (self.layout.shape[self.axis], self.layout.strides[self.axis]);
                let (first, step, count) = slice_bounds(start, stop, step, size)?;
                self.offset = self.offset.wrapping_add(stride.wrapping_mul(first as isize));
                self.push(count, stride.wrapping_mul(step));
                self.axis += 1;
            }
            Item::Ellipsis => self.keep(ellipsis),
            Item::NewAxis => self.push(1, 0),
            Item::Bool(_) => {}
            Item::IntArray { .. } | Item::Mask { .. } => {
                for part in 0..item.used() {
                    let (axis, source_axis) = (self.view.ndim(), self.axis);
                    self.components.push(Component { item: i, part, axis, source_axis });
                    self.keep(1);
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, size: usize, stride: isize) {
        self.view.shape.push(size);
        self.view.strides.push(stride);
    }

    /// The next axes as they are.
    fn keep(&mut self, count: usize) {
        let axes = self.axis..self.axis + count;
        self.view.shape.extend_from_slice(&self.layout.shape[axes.clone()]);
        self.view.strides.extend_from_slice(&self.layout.strides[axes]);
        self.axis += count;
    }
}

/// The first index, the step and the number of indices of a slice over `size` elements, as Python's `slice.indices` has it.
/// An empty slice starts at zero with a step of one, as in NumPy.
#[inline]
pub(crate) fn slice_bounds(
    start: Option<isize>,
    stop: Option<isize>,
    step: Option<isize>,
    size: usize,
) -> Result<(usize, isize, usize)> {
    // Python leaves out the one step that cannot be negated.
    let step = step.unwrap_or(1).max(-isize::MAX);
    if step == 0 {
        return Err(IndexError::ZeroStep.into());
    }
    let size = size as isize;
    let (lowest, highest) = if step < 0 { (-1, size - 1) } else { (0, size) };
    let bound = |bound: isize| (if bound < 0 { bound.wrapping_add(size) } else { bound }).clamp(lowest, highest);
    let (first, last) = if step < 0 { (highest, lowest) } else { (lowest, highest) };
    let start = start.map_or(first, bound);
    let stop = stop.map_or(last, bound);
    let distance = if step < 0 { start - stop } else { stop - start };
    if distance <= 0 {
        return Ok((0, 1, 0));
    }
    // Divisions are slow, and most steps are one or two.
    let (steps, length) = ((distance - 1) as usize, step.unsigned_abs());
    let count = if length.is_power_of_two() { steps >> length.trailing_zeros() } else { steps / length } + 1;
    Ok((start as usize, step, count))
}

/// The shape of all index arrays together.
fn broadcast_arrays(items: &[Item]) -> Result<Dims> {
    // An integer is an index array without dimensions: it changes nothing.
    let arrays: SmallVec<[(Dims, usize); 4]> = items.iter().filter_map(Item::arrays).collect();
    if arrays.iter().map(|(_, count)| count).sum::<usize>() > MAX_NDIM {
        return Err(IndexError::TooManyArrays.into());
    }
    try_broadcast(arrays.iter().map(|(shape, _)| &shape[..])).ok_or_else(|| {
        let shapes = arrays.iter().flat_map(|(shape, count)| std::iter::repeat_n(shape[..].into(), *count)).collect();
        IndexError::Broadcast { shapes }.into()
    })
}

/// After how many axes of the result the dimensions of the index arrays go: where the arrays are if they stand side by side
/// (integers count as arrays), and first if anything stands between them, even an ellipsis of no axes.
fn position(items: &[Item], ellipsis: usize) -> usize {
    let joins = |item: &Item| item.is_advanced() || matches!(item, Item::Int(_));
    let Some(first) = items.iter().position(joins) else { return 0 };
    let side_by_side = items[first..].iter().skip_while(|item| joins(item)).all(|item| !joins(item));
    if !side_by_side {
        return 0;
    }
    items[..first].iter().map(|item| if matches!(item, Item::Ellipsis) { ellipsis } else { 1 }).sum()
}
