//! Picking and replacing elements: `get` and `set`.
//!
//! 1. The index items become a plan in `layout`, which knows shapes only.
//! 2. A basic plan is a view. For an advanced one the values of the index arrays become byte offsets into the view, checked
//!    against the sizes of the axes they index.
//! 3. The walk runs over the offsets outside, and over the axes that no array indexes inside.

use std::borrow::Cow;
use std::ptr::NonNull;

use smallvec::SmallVec;

use super::index::Items;
use super::{Array, Index, IntoIndex, IntoValue, transfer_elements};
use crate::cast::Transfer;
use crate::dtype::{Dtype, DtypeKind};
use crate::element::Scalar;
use crate::error::Result;
use crate::layout::{
    Advanced, FewAxes, IndexError, Item, Layout, Plan, ShapeError, Strides, TextItem, checked_size, parse_index, plan,
    slice_bounds,
};

/// A text in Python's syntax: `"1:10:2, ..., -1"`, `"[0, 2], None"`, `"'field'"`.
impl IntoIndex for &str {
    fn into_index(self) -> Result<Items> {
        let item = |item: TextItem| {
            Ok(match item {
                TextItem::Int(i) => Index::Int(i),
                TextItem::Slice { start, stop, step } => Index::Slice { start, stop, step },
                TextItem::Ellipsis => Index::Ellipsis,
                TextItem::NewAxis => Index::NewAxis,
                TextItem::Bool(value) => Index::Bool(value),
                TextItem::Ints { shape, values } => Index::from(Array::from_shape_vec(&shape, values)?),
                TextItem::Bools { shape, values } => Index::from(Array::from_shape_vec(&shape, values)?),
                TextItem::Field(name) => Index::Field(name),
                TextItem::Fields(names) => Index::Fields(names),
            })
        };
        parse_index(self)?.into_iter().map(item).collect()
    }
}

/// The view that an index of integers, slices and new axes picks, in one go. `None` for anything else (inclusive ranges, many
/// axes), and for what is wrong: the plan says how.
#[inline]
fn quick_view(layout: &Layout, items: &[Index]) -> Option<(isize, Layout)> {
    let (sizes, steps) = (layout.shape(), layout.strides());
    let mut view = FewAxes::default();
    let (mut offset, mut axis, mut ellipsis) = (0isize, 0, false);
    for (i, item) in items.iter().enumerate() {
        match item {
            Index::Int(position) => {
                let (&n, &stride) = (sizes.get(axis)?, steps.get(axis)?);
                let counted = if *position < 0 { position + n as isize } else { *position };
                if counted < 0 || counted as usize >= n {
                    return None;
                }
                offset = offset.wrapping_add(stride.wrapping_mul(counted));
                axis += 1;
            }
            Index::Slice { start, stop, step } => {
                let (&n, &stride) = (sizes.get(axis)?, steps.get(axis)?);
                let (first, step, count) = slice_bounds(*start, *stop, *step, n).ok()?;
                offset = offset.wrapping_add(stride.wrapping_mul(first as isize));
                view.push(count, stride.wrapping_mul(step))?;
                axis += 1;
            }
            Index::Ellipsis => {
                let uses = |item: &&Index| matches!(item, Index::Int(_) | Index::Slice { .. });
                let end = sizes.len().checked_sub(items[i..].iter().filter(uses).count())?;
                // A second one is an error.
                if std::mem::replace(&mut ellipsis, true) || end < axis {
                    return None;
                }
                for axis in std::mem::replace(&mut axis, end)..end {
                    view.push(sizes[axis], steps[axis])?;
                }
            }
            Index::NewAxis => view.push(1, 0)?,
            _ => return None,
        }
    }
    for (&n, &stride) in sizes.get(axis..)?.iter().zip(steps.get(axis..)?) {
        view.push(n, stride)?;
    }
    Some((offset, view.into_layout()))
}

/// An index, ready to be applied.
pub(super) struct Selection {
    pub(super) plan: Plan,
    /// The values of the arrays among the items, in the order of the items: positions for integers, one list an axis for
    /// masks.
    positions: SmallVec<[Option<Vec<Array>>; 4]>,
}

impl Array {
    /// The elements that an index picks, as in Python's `a[...]`: a view for integers, slices, new axes and fields, a copy
    /// if integer arrays or masks are among them.
    ///
    /// ```
    /// use ndtype::{array, idx};
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(a.get(idx![1, 0..2])?.to_vec::<i32>()?, [4, 5]);
    /// assert_eq!(a.get("::-1, -1")?.to_vec::<i32>()?, [6, 3]);
    /// assert_eq!(a.get(idx![.., &array![2, 0]])?.to_vec::<i32>()?, [3, 1, 6, 4]);
    /// assert_eq!(a.get(idx![2]).unwrap_err().to_string(), "index 2 is out of bounds for axis 0 with size 2");
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn get(&self, index: impl IntoIndex) -> Result<Array> {
        if let Some((offset, layout)) = index.as_items().and_then(|items| quick_view(&self.layout, items)) {
            return self.share(offset, layout, self.dtype.clone());
        }
        let (fielded, items) = self.split_fields(index.into_index()?)?;
        let array = fielded.as_ref().unwrap_or(self);
        // One mask over everything needs no list of positions.
        if let [Index::Array(mask)] = &items[..]
            && mask.dtype == Dtype::Bool
            && mask.ndim() > 0
            && mask.shape() == array.shape()
        {
            return super::nonzero::pick_true(array, mask.mask()?.bytes());
        }
        // Nor do positions along the first axis alone need one of offsets.
        if let [Index::Array(indices)] = &items[..]
            && matches!(indices.dtype.kind(), DtypeKind::Integer | DtypeKind::Unsigned)
            && indices.ndim() > 0
            && array.ndim() > 0
            && (array.ndim() > 1 || indices.layout.is_c_contiguous(indices.itemsize()))
            && (array.ndim() < 3 || array.layout.is_c_contiguous(array.itemsize()))
        {
            return super::take(array, indices, 0);
        }
        let selection = Selection::new(array, &items)?;
        match &selection.plan {
            Plan::Basic { offset, layout } => {
                let view = array.share(*offset, layout.clone(), array.dtype.clone())?;
                // An array without axes is an array: what it picks is a copy, as in NumPy.
                let copied = items.iter().any(|item| matches!(item, Index::Array(_)));
                if copied { view.copy() } else { Ok(view) }
            }
            Plan::Advanced(advanced) => {
                let layout = selection.gathered_layout(advanced, array.itemsize())?;
                array.gather(advanced, &selection.offsets(advanced)?, layout)
            }
        }
    }

    /// Replaces the elements that an index picks by a value, which is broadcast and cast: Python's `a[...] = value`. An
    /// integer of Rust has to fit, as for [`fill`](Self::fill).
    ///
    /// ```
    /// use ndtype::{array, idx};
    /// let mut a = array![[1, 2, 3], [4, 5, 6]];
    /// a.set(idx![0, ..], 0)?;
    /// a.set(idx![.., -1], &array![7, 8])?;
    /// assert_eq!(a.to_vec::<i32>()?, [0, 0, 7, 4, 5, 8]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn set(&mut self, index: impl IntoIndex, value: impl IntoValue) -> Result<()> {
        let items = index.into_index()?;
        let value = value.into_value_for(&*self.dtype_at(&items)?)?;
        // One value wherever a mask is true has a loop of its own.
        if let [Index::Array(mask)] = &items[..]
            && mask.dtype == Dtype::Bool
            && mask.shape() == self.shape()
            && value.ndim() == 0
            && self.ndim() > 0
        {
            let value = value.astype(&self.dtype)?;
            return super::putmask(self, mask, value);
        }
        // A value that shares this array's memory counts a reference to it, so that the array is copied here.
        let first = self.make_unique()?;
        self.check_writable(&items)?;
        let (fielded, items) = self.split_fields(items)?;
        let target = fielded.as_ref().unwrap_or(self);
        let selection = Selection::new(target, &items)?;
        // NumPy takes no sequence for one element, nor more than one axis for all that a mask picks.
        let most_axes = match (&selection.plan, &items[..]) {
            (Plan::Basic { layout, .. }, items) if layout.ndim() == 0 && items.iter().all(is_position) => 0,
            (_, [Index::Array(mask)]) if mask.dtype == Dtype::Bool && mask.shape() == target.shape() => 1,
            _ => usize::MAX,
        };
        if value.ndim() > most_axes {
            let target = selection.shape().into();
            return Err(ShapeError::Assign { shape: value.shape().into(), target }.into());
        }
        let transfer = Transfer::plan(value.dtype(), &target.dtype)?;
        let start = first.as_ptr().wrapping_add(target.offset - self.offset);
        match &selection.plan {
            Plan::Basic { offset, layout } => {
                let value = value.fitted(layout.shape())?;
                let Some(target) = NonNull::new(start.wrapping_offset(*offset)) else { return Ok(()) };
                // SAFETY: the part lies within this array's elements, to which no other array refers; the value has the
                // same shape and lies elsewhere.
                unsafe { transfer_elements(&transfer, (value.first(), &value.layout), (target, layout)) }
            }
            Plan::Advanced(advanced) => {
                let value = value.fitted(&advanced.shape)?;
                scatter(&transfer, &value, start, advanced, &selection.offsets(advanced)?)
            }
        }
    }

    /// Sets one element. Positions may be negative.
    pub fn set_scalar(&mut self, position: &[isize], value: impl Into<Scalar>) -> Result<()> {
        let index: Vec<Index> = position.iter().map(|&i| Index::Int(i)).collect();
        self.set(index, value.into())
    }

    /// An error for several fields of records that own memory: those are copied when picked, and cannot be written through.
    pub(super) fn check_writable(&self, items: &[Index]) -> Result<()> {
        if self.dtype.has_object() && items.iter().any(|item| matches!(item, Index::Fields(_))) {
            let reason =
                "several fields of records that own memory cannot be written at once: write one after the other";
            return Err(super::ValueError::ViewSize { reason }.into());
        }
        Ok(())
    }

    /// The dtype of the elements that an index picks.
    fn dtype_at(&self, items: &[Index]) -> Result<Cow<'_, Dtype>> {
        let mut dtype = Cow::Borrowed(&self.dtype);
        for item in items {
            match item {
                Index::Field(name) => dtype = Cow::Owned(field_dtype(&dtype, name)?),
                Index::Fields(names) => dtype = Cow::Owned(fields_dtype(&dtype, names)?),
                _ => {}
            }
        }
        Ok(dtype)
    }

    /// Takes the fields out of an index and applies them.
    pub(super) fn split_fields(&self, items: Items) -> Result<(Option<Array>, Items)> {
        if !items.iter().any(|item| matches!(item, Index::Field(_) | Index::Fields(_))) {
            return Ok((None, items));
        }
        let mut fielded = None;
        let mut rest = Items::new();
        for item in items {
            let array = fielded.as_ref().unwrap_or(self);
            match item {
                Index::Field(name) => fielded = Some(array.field(&name)?),
                Index::Fields(names) => fielded = Some(array.fields_view(&names)?),
                other => rest.push(other),
            }
        }
        Ok((fielded, rest))
    }

    /// Several fields of records, as a view with the original offsets and itemsize.
    ///
    /// Of records that own memory it is a copy: what looks like padding in the view would be someone's pointer.
    fn fields_view(&self, names: &[String]) -> Result<Array> {
        let dtype = fields_dtype(&self.dtype, names)?;
        if !self.dtype.has_object() {
            let view = self.share(0, self.layout.clone(), dtype)?;
            // What another field wrote over a boolean need not be one.
            if self.dtype.has_overlapping_fields() && !view.dtype.has_overlapping_fields() {
                view.check_bools()?;
            }
            return Ok(view);
        }
        let mut picked = Array::zeros(self.shape(), &dtype)?;
        for name in names {
            picked.set([Index::from(name.as_str())], self.field(name)?)?;
        }
        Ok(picked)
    }

    /// A new array of the elements that an advanced index picks.
    fn gather(&self, advanced: &Advanced, offsets: &[isize], layout: Layout) -> Result<Array> {
        let mut result = Array::to_fill(layout, self.dtype.clone())?;
        let transfer = Transfer::plan(&self.dtype, &self.dtype)?;
        let target = result.make_unique()?;
        let source = self.first().as_ptr().wrapping_offset(advanced.offset);
        let pieces = Pieces::new(advanced, &result.layout);
        pieces.for_each(offsets, |view, dense| {
            // SAFETY: both pieces lie within their arrays: the offsets were checked against the sizes of the axes. The
            // result is fresh memory.
            unsafe {
                pieces.transfer(&transfer, source.wrapping_offset(view), target.as_ptr().wrapping_offset(dense), false)
            }
        })?;
        Ok(result)
    }
}

/// The dtype of a field, or of a field of a field.
fn field_dtype(dtype: &Dtype, name: &str) -> Result<Dtype> {
    match dtype.field(name) {
        Ok(field) => Ok(field.dtype().base().clone()),
        Err(error) => {
            let mut paths = name.rmatch_indices('.').map(|(i, _)| (&name[..i], &name[i + 1..]));
            let found = paths.find(|(outer, _)| dtype.field(outer).is_ok());
            found.map_or(Err(error), |(outer, inner)| field_dtype(&field_dtype(dtype, outer)?, inner))
        }
    }
}

/// Several fields of a record, where they are in it.
fn fields_dtype(dtype: &Dtype, names: &[String]) -> Result<Dtype> {
    let mut builder = Dtype::builder().itemsize(dtype.itemsize()).aligned(dtype.is_aligned_struct());
    for name in names {
        let field = dtype.field(name)?;
        builder = builder.field(field.name(), field.dtype()).offset(field.offset());
        if let Some(title) = field.title() {
            builder = builder.title(title);
        }
    }
    builder.build()
}

/// Whether an item is the position of an element along an axis.
fn is_position(item: &Index) -> bool {
    matches!(item, Index::Int(_) | Index::Beyond(_) | Index::Array(_))
}

/// Writes a value to the elements that an advanced index picks, in the order of the index.
fn scatter(transfer: &Transfer, value: &Array, start: *mut u8, advanced: &Advanced, offsets: &[isize]) -> Result<()> {
    let target = start.wrapping_offset(advanced.offset);
    let pieces = Pieces::new(advanced, &value.layout);
    pieces.for_each(offsets, |view, given| {
        let source = value.first().as_ptr().wrapping_offset(given);
        // SAFETY: both pieces lie within their arrays, of which the target is referred to by nothing else.
        unsafe { pieces.transfer(transfer, source, target.wrapping_offset(view), true) }
    })
}

/// How the result of an advanced index falls into pieces: one for each coordinate of the index arrays.
struct Pieces {
    /// The layout of a piece in the array that is indexed, and in the result or value.
    view: Layout,
    dense: Layout,
    /// The dimensions of the index arrays in the result or value.
    index: Layout,
}

impl Pieces {
    fn new(advanced: &Advanced, dense: &Layout) -> Pieces {
        let (position, count) = (advanced.position, advanced.index_shape.len());
        let kept: Vec<usize> = advanced.kept_axes().collect();
        let view = Layout::from_parts(
            kept.iter().map(|&axis| advanced.view.shape()[axis]).collect(),
            kept.iter().map(|&axis| advanced.view.strides()[axis]).collect(),
        );
        let is_index = |axis: usize| (position..position + count).contains(&axis);
        let part = |wanted: bool| {
            let axes = || (0..dense.ndim()).filter(move |&axis| is_index(axis) == wanted);
            Layout::from_parts(
                axes().map(|a| dense.shape()[a]).collect(),
                axes().map(|a| dense.strides()[a]).collect::<Strides>(),
            )
        };
        Pieces { view, dense: part(false), index: part(true) }
    }

    /// Calls `visit` with the place of each piece in the indexed array and in the result or value.
    fn for_each(&self, offsets: &[isize], mut visit: impl FnMut(isize, isize) -> Result<()>) -> Result<()> {
        if self.view.is_empty() {
            return Ok(());
        }
        let mut position = vec![0usize; self.index.ndim()];
        for &offset in offsets {
            visit(offset, self.index.offset_of(&position))?;
            for (at, &n) in position.iter_mut().zip(self.index.shape()).rev() {
                *at += 1;
                if *at < n {
                    break;
                }
                *at = 0;
            }
        }
        Ok(())
    }

    /// Moves one piece, from the indexed array to the result or, `into_view`, the other way.
    ///
    /// # Safety
    /// - `src` and `dst` are the places of a piece, as `for_each` gives them, in arrays that do not overlap and are valid for
    ///   the transfer.
    unsafe fn transfer(&self, transfer: &Transfer, src: *const u8, dst: *mut u8, into_view: bool) -> Result<()> {
        let (from, to) = if into_view { (&self.dense, &self.view) } else { (&self.view, &self.dense) };
        if from.ndim() == 0 {
            // SAFETY: a piece of one element.
            return unsafe { transfer.run(src, 0, dst, 0, 1) };
        }
        let (Some(src), Some(dst)) = (NonNull::new(src.cast_mut()), NonNull::new(dst)) else { return Ok(()) };
        // SAFETY: the caller's promises; both layouts have the shape of the axes that no array indexes.
        unsafe { transfer_elements(transfer, (src, from), (dst, to)) }
    }
}

impl Selection {
    pub(super) fn new(array: &Array, items: &[Index]) -> Result<Selection> {
        let mut plain: SmallVec<[Item; 4]> = SmallVec::new();
        let mut positions = SmallVec::new();
        for item in items {
            let (item, arrays) = plain_item(item)?;
            plain.push(item);
            positions.push(arrays);
        }
        Ok(Selection { plan: plan(&array.layout, &plain)?, positions })
    }

    /// The shape of what is picked.
    fn shape(&self) -> &[usize] {
        match &self.plan {
            Plan::Basic { layout, .. } => layout.shape(),
            Plan::Advanced(advanced) => &advanced.shape,
        }
    }

    /// Where the picked elements go, as in NumPy: in the order of the index arrays if these say everything, else those in C's
    /// order around what they leave, which keeps its order.
    fn gathered_layout(&self, advanced: &Advanced, itemsize: usize) -> Result<Layout> {
        let (position, count) = (advanced.position, advanced.index_shape.len());
        let kept: Vec<usize> = advanced.kept_axes().collect();
        if kept.is_empty() {
            let layouts = advanced.components.iter().filter_map(|component| {
                let arrays = self.positions[component.item].as_ref()?;
                Some(arrays[component.part].layout.broadcast_to(&advanced.index_shape))
            });
            let layouts: Vec<Layout> = layouts.collect::<Result<_>>()?;
            return Layout::elementwise(&advanced.shape, itemsize, &layouts.iter().collect::<Vec<_>>());
        }
        let dense = Layout::c_order(&advanced.shape, itemsize)?;
        if dense.is_empty() {
            return Ok(dense);
        }
        let view = Layout::from_parts(
            kept.iter().map(|&axis| advanced.view.shape()[axis]).collect(),
            kept.iter().map(|&axis| advanced.view.strides()[axis]).collect(),
        );
        let piece = Layout::joined(view.shape(), itemsize, &[&view])?;
        let index = Layout::c_order(&advanced.index_shape, piece.size() * itemsize)?;
        let strides = [&piece.strides()[..position], index.strides(), &piece.strides()[position..]].concat();
        debug_assert_eq!(strides.len(), kept.len() + count);
        Layout::new(&advanced.shape, &strides)
    }

    /// The byte offset that the index arrays stand for, at each of their coordinates in C's order.
    fn offsets(&self, advanced: &Advanced) -> Result<Vec<isize>> {
        let count = checked_size(&advanced.index_shape, size_of::<isize>())?;
        let mut offsets = super::reserved(count)?;
        offsets.resize(count, 0isize);
        for component in &advanced.components {
            let Some(arrays) = &self.positions[component.item] else { continue };
            let (size, stride) = (advanced.view.shape()[component.axis], advanced.view.strides()[component.axis]);
            let positions = arrays[component.part].broadcast_to(&advanced.index_shape)?;
            for (offset, position) in offsets.iter_mut().zip(positions.iter::<i64>()?) {
                let counted = if position < 0 { position + size as i64 } else { position };
                if counted < 0 || counted >= size as i64 {
                    let index = position.into();
                    return Err(IndexError::OutOfBounds { index, axis: component.source_axis, size }.into());
                }
                *offset = offset.wrapping_add(stride.wrapping_mul(counted as isize));
            }
        }
        Ok(offsets)
    }
}

/// An index item without its data, and the positions that its data stand for.
fn plain_item(item: &Index) -> Result<(Item, Option<Vec<Array>>)> {
    Ok(match item {
        Index::Int(i) => (Item::Int(*i), None),
        Index::Beyond(position) => (Item::Beyond(*position), None),
        Index::Slice { .. } | Index::Inclusive { .. } => {
            let [start, stop, step] = item.bounds().unwrap_or_default();
            (Item::Slice { start, stop, step }, None)
        }
        Index::Ellipsis => (Item::Ellipsis, None),
        Index::NewAxis => (Item::NewAxis, None),
        Index::Bool(value) => (Item::Bool(*value), None),
        Index::Array(array) => match array.dtype.kind() {
            DtypeKind::Bool if array.ndim() == 0 => (Item::Bool(array.item::<bool>()?), None),
            DtypeKind::Bool => {
                let found = super::nonzero(array)?;
                let count = found.first().map_or(0, Array::size);
                (Item::Mask { shape: array.shape().into(), count }, Some(found))
            }
            DtypeKind::Integer | DtypeKind::Unsigned => {
                if array.ndim() == 0 {
                    let position = array.get_scalar(&[])?;
                    let index = position.as_i64().map(Index::from).or_else(|| position.as_u64().map(Index::from));
                    return plain_item(&index.unwrap_or(Index::Beyond(i128::MAX)));
                }
                let positions = array.astype(Dtype::Int64)?;
                (Item::IntArray { shape: positions.shape().into() }, Some(vec![positions]))
            }
            // An empty list has no type of its own.
            _ if array.size() == 0 => {
                let positions = Array::zeros(array.shape(), Dtype::Int64)?;
                (Item::IntArray { shape: positions.shape().into() }, Some(vec![positions]))
            }
            _ => return Err(IndexError::NotIntegers { dtype: array.dtype.repr() }.into()),
        },
        Index::Field(_) | Index::Fields(_) => {
            return Err(IndexError::NotIntegers { dtype: "a field name".to_owned() }.into());
        }
    })
}
