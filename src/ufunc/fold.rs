//! Running a fold: elements of an array, folded into places of another.
//!
//! 1. Of the axes, sorted and fused, the innermost reduced one and the innermost kept one make a grid (`kernels::grid`); an
//!    odometer runs over the others.
//! 2. Elements of another dtype, unaligned or swapped, pass through a buffer, a tile of the grid at a time.
//! 3. Large ones are split among threads: along a kept axis, each result being one thread's, or, where all goes into one, at
//!    the branches of the tree that sums of floats are made by, or anywhere if the order does not matter. So results are
//!    the same bits for any number of threads.

use super::resolve::Resolved;
use super::run::true_run;
use super::{Identity, Ufunc};
use crate::array::Array;
use crate::buffer::Buffer;
use crate::cast::Transfer;
use crate::dtype::{Dtype, DtypeKind, ScalarId};
use crate::error::Result;
use crate::iter::Walk;
use crate::kernels::grid::{Closure, Context, Grid, LoopFn, ReduceFn};
use crate::kernels::pairwise::half;
use crate::layout::{Dims, Strides};
use crate::threads;

/// Elements of a tile: what NumPy's buffers hold, so that sums of cast elements are split as its are.
const TILE: usize = 8192;

/// Picoseconds that folding an element takes, if it is as the loop takes it; what casts it on the way takes more.
pub(super) const COST: u32 = 200;

/// How elements get to what is folded into, if not as they are.
pub(super) fn passage(array: &Array, to: &Dtype) -> Result<Option<Passage>> {
    if array.dtype() == to && array.has_aligned_elements() {
        return Ok(None);
    }
    let (transfer, buffer) = (Transfer::plan(array.dtype(), to)?, Buffer::any(TILE * to.itemsize(), to)?);
    Ok(Some(Passage { transfer, buffer, itemsize: to.itemsize() }))
}

pub(super) struct Passage {
    pub(super) transfer: Transfer,
    pub(super) buffer: Buffer,
    pub(super) itemsize: usize,
}

impl Passage {
    /// Another one, with a buffer of its own.
    fn again(&self) -> Result<Passage> {
        let buffer = Buffer::any(TILE * self.itemsize, self.transfer.target())?;
        Ok(Passage { transfer: self.transfer.again()?, buffer, itemsize: self.itemsize })
    }
}

/// How elements are folded.
pub(super) enum Step<'a> {
    /// Row by row; with an element beside each result that the fold needs to know.
    Rows { reduce: ReduceFn, beside: Option<Beside>, parts: Parts },
    /// One after the other, by the loop of a ufunc.
    Loop { resolved: &'a Resolved, closure: Option<&'a Closure> },
}

impl<'a> Step<'a> {
    pub(super) fn of(ufunc: &'a Ufunc, resolved: &'a Resolved) -> Step<'a> {
        match resolved.number.and_then(|number| number.reduce) {
            Some(reduce) => Step::Rows { reduce, beside: None, parts: Parts::of(ufunc, resolved) },
            None => Step::Loop { resolved, closure: ufunc.closure.as_deref() },
        }
    }
}

/// How the fold of a row can be made of folds of its parts.
#[derive(Clone, Copy)]
pub(super) enum Parts {
    /// It cannot.
    Whole,
    /// From the sums of the branches of the tree, which are added by this: of elements of this type.
    Tree(ReduceFn, ScalarId),
    /// From those of any parts: the order does not matter to the bits.
    Any { size: usize },
}

impl Parts {
    fn of(ufunc: &Ufunc, resolved: &Resolved) -> Parts {
        let fold = &resolved.compute[2];
        match (resolved.number, fold.scalar_id()) {
            (Some(number), Some(id)) if number.tree => Parts::tree(number.reduce, id),
            (Some(_), Some(_))
                if ufunc.identity != Identity::None
                    && matches!(fold.kind(), DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned) =>
            {
                Parts::Any { size: fold.itemsize() }
            }
            _ => Parts::Whole,
        }
    }

    /// Sums of elements of this type, as `add` has them.
    pub(super) fn tree(add: Option<ReduceFn>, id: ScalarId) -> Parts {
        match (add, nothing(id)) {
            (Some(add), Some(_)) => Parts::Tree(add, id),
            _ => Parts::Whole,
        }
    }
}

/// The bits of what changes no sum: -0.0, as often as it fits into 16 bytes.
fn nothing(id: ScalarId) -> Option<[u64; 2]> {
    match id {
        ScalarId::Float32 | ScalarId::Complex64 => Some([0x8000_0000_8000_0000; 2]),
        ScalarId::Float64 | ScalarId::Complex128 => Some([0x8000_0000_0000_0000; 2]),
        _ => None,
    }
}

/// Elements that lie in the same order as the results.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    pub(super) base: *mut u8,
    pub(super) into: *mut u8,
    pub(super) size: usize,
    pub(super) into_size: usize,
}

impl Beside {
    /// The element beside a result.
    fn at(&self, into: *mut u8) -> *mut u8 {
        self.base.wrapping_offset(self.scaled(into as isize - self.into as isize))
    }

    fn scaled(&self, bytes: isize) -> isize {
        bytes / self.into_size as isize * self.size as isize
    }
}

/// A fold and its operands: what is folded into, the elements, the mask.
pub(super) struct Fold<'a> {
    pub(super) step: Step<'a>,
    pub(super) passage: Option<Passage>,
    pub(super) mask: Option<*const u8>,
    pub(super) walk: Walk<3>,
    pub(super) ptrs: [*mut u8; 2],
    /// How many threads may work on it, if that is not what is set for all.
    pub(super) threads: Option<usize>,
    /// Picoseconds that an element takes; zero for what is never split.
    pub(super) cost: u32,
}

/// The part of the walk that a fold takes at a time.
#[derive(Clone, Copy)]
struct Plane {
    /// Elements that are folded, and how far apart they are.
    n: usize,
    step: isize,
    mask_step: isize,
    /// Results, and how far apart these, their elements and their masks are.
    rows: usize,
    row_steps: [isize; 3],
}

/// A fold that several threads do parts of.
struct Shared<'a, 'b>(&'a Fold<'b>);

impl<'a, 'b> Shared<'a, 'b> {
    fn get(&self) -> &'a Fold<'b> {
        self.0
    }
}

// SAFETY: what the pointers lead to is read by all, or written by one at a time: see `Fold::run` and `Fold::run_in_parts`.
unsafe impl Sync for Shared<'_, '_> {}

/// Places for the folds of parts, each of which one thread writes.
struct Slots(*mut [u64; 2]);

impl Slots {
    fn at(&self, slot: usize) -> *mut u8 {
        self.0.wrapping_add(slot).cast()
    }
}

// SAFETY: each place is one thread's at a time.
unsafe impl Sync for Slots {}

impl Fold<'_> {
    /// # Safety
    /// - The walk leads to elements of the array and places to fold into, which hold values of the loop's dtype and are
    ///   nothing else's; the mask, if there is one, has booleans for it.
    /// - If the cost is not zero, elements are plain numbers.
    pub(super) unsafe fn run(&self) -> Result<()> {
        let size = self.walk.shape().iter().product();
        let Some(pieces) = threads::pieces(size, self.cost, self.threads) else {
            // SAFETY: the caller's promises.
            return unsafe { self.run_alone(&self.walk, self.ptrs, self.mask, self.passage.as_ref()) };
        };
        let kept = (0..self.walk.shape().len()).filter(|&axis| self.walk.strides(0)[axis] != 0);
        let Some(axis) = kept.max_by_key(|&axis| self.walk.shape()[axis]) else {
            // SAFETY: the caller's promises.
            return unsafe { self.run_in_parts(pieces) };
        };
        // Where elements pass through a buffer, how they are laid out there has a say in the order of sums.
        let tree = matches!(self.step, Step::Rows { parts: Parts::Tree(..), .. });
        let n = self.walk.shape()[axis];
        let pieces = if tree && self.passage.is_some() { 1 } else { pieces.min(n) };
        let whole = Shared(self);
        threads::run(pieces, self.threads, |piece| {
            let fold = whole.get();
            let part = threads::part(n, pieces, piece);
            let by = |k: usize| fold.walk.strides(k)[axis] * part.start as isize;
            let ptrs = [fold.ptrs[0].wrapping_offset(by(0)), fold.ptrs[1].wrapping_offset(by(1))];
            let mask = fold.mask.map(|mask| mask.wrapping_offset(by(2)));
            let passage = fold.passage.as_ref().map(Passage::again).transpose()?;
            // SAFETY: a part of the walk, along an axis of the results: each of them is one piece's alone.
            unsafe { fold.run_alone(&fold.walk.part(axis, part.len()), ptrs, mask, passage.as_ref()) }
        })
    }

    /// Folds a row into one element, by the folds of its parts.
    ///
    /// # Safety
    /// - As for [`run`](Self::run); there are no kept axes.
    unsafe fn run_in_parts(&self, pieces: usize) -> Result<()> {
        let (Step::Rows { reduce, parts, .. }, &[n], None, None) =
            (&self.step, self.walk.shape(), &self.passage, self.mask)
        else {
            // SAFETY: the caller's promises.
            return unsafe { self.run_alone(&self.walk, self.ptrs, self.mask, self.passage.as_ref()) };
        };
        let (step, fold) = (self.walk.strides(1)[0], Shared(self));
        let join = |join: ReduceFn, to: *mut u8, from: *mut u8| {
            let grid = Grid::row([to, from, std::ptr::null_mut(), std::ptr::null_mut()], [0; 4], 1);
            // SAFETY: two places, of which nothing else is done with either.
            unsafe { join(&grid) };
        };
        match *parts {
            // SAFETY: the caller's promises.
            Parts::Whole => unsafe { self.run_alone(&self.walk, self.ptrs, None, None) },
            Parts::Tree(add, id) => {
                let floats = if id.row().kind == DtypeKind::Complex { 2 } else { 1 };
                let branches = branches(n * floats, pieces);
                let mut sums = vec![nothing(id).unwrap_or_default(); branches.len()];
                let slots = Slots(sums.as_mut_ptr());
                threads::run(branches.len(), self.threads, |branch| -> Result<()> {
                    let (start, count) = branches[branch];
                    let from = fold.get().ptrs[1].wrapping_offset(step * (start / floats) as isize);
                    // SAFETY: elements of the row, and a place that is this thread's.
                    unsafe { fold.get().reduce_part(slots.at(branch), from, count / floats) };
                    Ok(())
                })?;
                join_branches(&mut 0, n * floats, branches.len(), &|a, b| join(add, slots.at(a), slots.at(b)));
                join(add, self.ptrs[0], slots.at(0));
                Ok(())
            }
            Parts::Any { size } => {
                let pieces = pieces.min(n);
                let mut folds = vec![[0u64; 2]; pieces];
                let slots = Slots(folds.as_mut_ptr());
                threads::run(pieces, self.threads, |piece| -> Result<()> {
                    let part = threads::part(n, pieces, piece);
                    let from = fold.get().ptrs[1].wrapping_offset(step * part.start as isize);
                    // SAFETY: the first element of the part, which has one, and a place with room for it.
                    unsafe { from.copy_to_nonoverlapping(slots.at(piece), size) };
                    // SAFETY: the other elements of the part.
                    unsafe { fold.get().reduce_part(slots.at(piece), from.wrapping_offset(step), part.len() - 1) };
                    Ok(())
                })?;
                (0..pieces).for_each(|piece| join(*reduce, self.ptrs[0], slots.at(piece)));
                Ok(())
            }
        }
    }

    /// Folds `n` elements of the only row into a place.
    ///
    /// # Safety
    /// - The elements are those of the row, from `from` on; the place holds a value of the loop's dtype and is nothing else's.
    unsafe fn reduce_part(&self, to: *mut u8, from: *mut u8, n: usize) {
        let Step::Rows { reduce, beside, .. } = &self.step else { return };
        let beside = beside.as_ref().map_or(std::ptr::null_mut(), |beside| beside.base);
        let step = self.walk.strides(1).first().copied().unwrap_or(0);
        let grid = Grid::row([to, from, beside, std::ptr::null_mut()], [0, step, 0, 0], n);
        // SAFETY: the caller's promises.
        unsafe { reduce(&grid) };
    }

    /// Folds everything on this thread.
    ///
    /// # Safety
    /// - As for [`run`](Self::run), for this walk from these pointers on; the buffer of the passage is this thread's.
    unsafe fn run_alone(
        &self,
        walk: &Walk<3>,
        ptrs: [*mut u8; 2],
        mask: Option<*const u8>,
        passage: Option<&Passage>,
    ) -> Result<()> {
        if walk.shape().contains(&0) {
            return Ok(());
        }
        // Axes along which the place to fold into stays the same are reduced.
        let reduced = |axis: usize| walk.strides(0)[axis] == 0;
        let axes = 0..walk.shape().len();
        let n_axis = axes.clone().rev().find(|&axis| reduced(axis));
        let row_axis = axes.clone().rev().find(|&axis| !reduced(axis));
        let size = |axis: Option<usize>| axis.map_or(1, |axis| walk.shape()[axis]);
        let stride = |k: usize, axis: Option<usize>| axis.map_or(0, |axis| walk.strides(k)[axis]);
        let plane = Plane {
            n: size(n_axis),
            step: stride(1, n_axis),
            mask_step: stride(2, n_axis),
            rows: size(row_axis),
            row_steps: [stride(0, row_axis), stride(1, row_axis), stride(2, row_axis)],
        };
        let rest: Dims = axes.filter(|&axis| Some(axis) != n_axis && Some(axis) != row_axis).collect();
        let shape: Dims = rest.iter().map(|&axis| walk.shape()[axis]).collect();
        let strides: [Strides; 3] =
            std::array::from_fn(|k| rest.iter().map(|&axis| walk.strides(k)[axis]).collect::<Strides>());
        let outer = Walk::led_by(1, &shape, [&strides[0], &strides[1], &strides[2]]);
        outer.try_for_each_inner(0, |[into, from, masked]| {
            let mask = mask.map(|ptr| ptr.wrapping_offset(masked));
            let ptrs = [ptrs[0].wrapping_offset(into), ptrs[1].wrapping_offset(from)];
            // SAFETY: a plane of the walk.
            unsafe { self.plane(plane, ptrs, mask, passage) }
        })
    }

    /// Folds a plane.
    ///
    /// # Safety
    /// - As for [`run`](Self::run), for the elements of this plane.
    unsafe fn plane(
        &self,
        plane: Plane,
        [into, from]: [*mut u8; 2],
        mask: Option<*const u8>,
        passage: Option<&Passage>,
    ) -> Result<()> {
        if let Some(mask) = mask {
            for row in 0..plane.rows as isize {
                let into = into.wrapping_offset(plane.row_steps[0] * row);
                let from = from.wrapping_offset(plane.row_steps[1] * row);
                let mask = mask.wrapping_offset(plane.row_steps[2] * row);
                let mut next = 0;
                // SAFETY: the mask has `n` booleans for this row.
                while let Some((start, end)) = unsafe { true_run(mask, plane.mask_step, next, plane.n) } {
                    let part = Plane { n: end - start, rows: 1, ..plane };
                    let from = from.wrapping_offset(plane.step * start as isize);
                    // SAFETY: a part of the plane.
                    unsafe { self.plane(part, [into, from], None, passage) }?;
                    next = end;
                }
            }
            return Ok(());
        }
        let Some(passage) = passage else {
            // SAFETY: the caller's promises; the elements are as the loop takes them.
            return unsafe { self.fold(plane, into, from) };
        };
        // Tiles keep the orientation of the plane, so that lines of it are moved in one go.
        let size = passage.itemsize as isize;
        let rows_inside = plane.rows > 1 && plane.row_steps[1].unsigned_abs() < plane.step.unsigned_abs();
        let (wide, high) = if rows_inside { (plane.rows, plane.n) } else { (plane.n, plane.rows) };
        // Narrow and high where rows lie side by side, so that a fold of many is worth its start.
        let width = wide.min(if rows_inside { (512 / passage.itemsize).max(128) } else { TILE });
        let tile = (width, high.min(TILE / width));
        let (wide_step, high_step) =
            if rows_inside { (plane.row_steps[1], plane.step) } else { (plane.step, plane.row_steps[1]) };
        let buffer = passage.buffer.ptr().as_ptr();
        for y in (0..high).step_by(tile.1) {
            for x in (0..wide).step_by(tile.0) {
                let (width, height) = (tile.0.min(wide - x), tile.1.min(high - y));
                // Lines that follow each other are one.
                let seamless = width == wide && high_step == wide_step * wide as isize;
                let (lines, length) = if seamless { (1, width * height) } else { (height, width) };
                for line in 0..lines {
                    let at = from.wrapping_offset(wide_step * x as isize + high_step * (y + line) as isize);
                    let to = buffer.wrapping_add(line * width * passage.itemsize);
                    // SAFETY: a line of the plane's elements; the buffer, which is ours alone, has room for a tile.
                    unsafe { passage.transfer.run(at, wide_step, to, size, length) }?;
                }
                let line = size * width as isize;
                let (part, row) = if rows_inside {
                    (
                        Plane {
                            n: height,
                            step: line,
                            rows: width,
                            row_steps: [plane.row_steps[0], size, 0],
                            mask_step: 0,
                        },
                        x,
                    )
                } else {
                    (
                        Plane {
                            n: width,
                            step: size,
                            rows: height,
                            row_steps: [plane.row_steps[0], line, 0],
                            mask_step: 0,
                        },
                        y,
                    )
                };
                // SAFETY: the tile in the buffer, and its places to fold into.
                unsafe { self.fold(part, into.wrapping_offset(plane.row_steps[0] * row as isize), buffer) }?;
            }
        }
        Ok(())
    }

    /// Folds elements that are as the loop takes them.
    ///
    /// # Safety
    /// - As for [`run`](Self::run), for elements of the loop's dtype.
    unsafe fn fold(&self, plane: Plane, into: *mut u8, from: *mut u8) -> Result<()> {
        let null = std::ptr::null_mut();
        let (resolved, closure) = match &self.step {
            Step::Rows { reduce, beside, .. } => {
                let grid = Grid {
                    ptr: [into, from, beside.as_ref().map_or(null, |beside| beside.at(into)), null],
                    step: [0, plane.step, 0, 0],
                    row_step: [
                        plane.row_steps[0],
                        plane.row_steps[1],
                        beside.as_ref().map_or(0, |beside| beside.scaled(plane.row_steps[0])),
                        0,
                    ],
                    n: plane.n,
                    rows: plane.rows,
                };
                // SAFETY: the caller's promises.
                unsafe { reduce(&grid) };
                return Ok(());
            }
            Step::Loop { resolved, closure } => (resolved, closure),
        };
        let (run, context): (LoopFn, _) = (resolved.run, Context { dtypes: &resolved.compute, closure: *closure });
        for i in 0..plane.n as isize {
            let [to, step, _] = plane.row_steps;
            let from = from.wrapping_offset(plane.step * i);
            let grid = Grid::row([into, from, into, null], [to, step, to, 0], plane.rows);
            // SAFETY: the caller's promises; each result is written to the place of the first input at its position.
            unsafe { run(&grid, &context) }?;
        }
        Ok(())
    }
}

/// The branches of the tree that a sum of `n` floats is made by, at least so many if there are, in order: where each starts
/// and how many floats it has.
fn branches(n: usize, pieces: usize) -> Vec<(usize, usize)> {
    let mut branches = vec![(0, n)];
    while branches.len() < pieces && branches.iter().all(|&(_, n)| n > 4096) {
        let split = |(start, n): (usize, usize)| [(start, half(n)), (start + half(n), n - half(n))];
        branches = branches.into_iter().flat_map(split).collect();
    }
    branches
}

/// Adds the sums of `count` branches from `next` on, a power of two, to the first of them, in the order of the tree.
fn join_branches(next: &mut usize, n: usize, count: usize, add: &impl Fn(usize, usize)) -> usize {
    if count == 1 {
        *next += 1;
        return *next - 1;
    }
    let first = join_branches(next, half(n), count / 2, add);
    let second = join_branches(next, n - half(n), count / 2, add);
    add(first, second);
    first
}

/// A stretch of an axis, and where its folds go.
pub(super) struct Segment {
    pub(super) into: *mut u8,
    pub(super) from: *mut u8,
    pub(super) count: usize,
}

impl Segment {
    /// Puts the folds of the stretch in their places, which lie along the other axes, `into` bytes apart.
    ///
    /// # Safety
    /// - `count` elements of the array along the axis can be read from `from` on, and their neighbours along the others.
    /// - For each of these, an element of the loop's dtype can be written, and is nothing else's.
    pub(super) unsafe fn fold(
        self,
        ufunc: &Ufunc,
        resolved: &Resolved,
        (array, axis): (&Array, usize),
        into: &Strides,
        first: &Transfer,
        passage: Option<Passage>,
    ) -> Result<Option<Passage>> {
        let mut shape: Dims = array.shape().into();
        shape[axis] = 1;
        let walk = Walk::new(&shape, [into, array.strides()]);
        walk.try_for_each(|run| {
            let (from, to) = (self.from.wrapping_offset(run.offsets[1]), self.into.wrapping_offset(run.offsets[0]));
            // SAFETY: the run is part of the first elements, and of their places.
            unsafe { first.run(from, run.strides[1], to, run.strides[0], run.count) }
        })?;
        shape[axis] = self.count - 1;
        let none = Strides::from_elem(0, shape.len());
        let fold = Fold {
            step: Step::of(ufunc, resolved),
            passage,
            mask: None,
            walk: Walk::led_by(1, &shape, [into, array.strides(), &none]),
            ptrs: [self.into, self.from.wrapping_offset(array.strides()[axis])],
            threads: None,
            cost: 0,
        };
        // SAFETY: the caller's promises, for the elements after the first.
        unsafe { fold.run() }?;
        Ok(fold.passage)
    }
}
