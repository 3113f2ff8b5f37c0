//! Walking a loop over its operands.
//!
//! Operands that the loop can take as they are go to it in rows. Those of another dtype or byte order, or unaligned, pass
//! through buffers of their own, a chunk at a time.

use smallvec::SmallVec;

use super::resolve::Resolved;
use crate::buffer::Buffer;
use crate::cast::Transfer;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::iter::Walk;
use crate::kernels::grid::{Closure, Context, Grid, MAX_OPERANDS};
use crate::layout::{Dims, Layout, Strides};
use crate::threads;

/// How many elements pass through a buffer at a time.
const CHUNK: usize = 1024;

/// An operand: where it is, and its strides over the shape of the call.
#[derive(Clone, Debug)]
pub(super) struct Side {
    ptr: *mut u8,
    strides: Strides,
    dtype: Dtype,
}

impl Side {
    /// An array, broadcast to the shape of the call.
    pub(super) fn new(ptr: *mut u8, layout: &Layout, dtype: &Dtype, shape: &[usize]) -> Result<Side> {
        let strides = if layout.shape() == shape {
            layout.strides().into()
        } else {
            layout.broadcast_to(shape)?.strides().into()
        };
        Ok(Side { ptr, strides, dtype: dtype.clone() })
    }

    /// Whether elements are not where the loop could take them.
    fn is_unaligned(&self, shape: &[usize]) -> bool {
        let steps = shape.iter().zip(&self.strides).filter(|(n, _)| **n > 1);
        let bits = steps.fold(self.ptr as usize, |bits, (_, stride)| bits | stride.unsigned_abs());
        !bits.is_multiple_of(self.dtype.alignment())
    }
}

/// A loop and its operands.
#[derive(Clone)]
pub(super) struct Work<'a> {
    resolved: &'a Resolved,
    shape: &'a [usize],
    nin: usize,
    sides: [Option<Side>; MAX_OPERANDS],
    mask: Option<Side>,
}

/// Work that several threads do parts of.
struct Shared<'a, 'b>(&'a Work<'b>);

impl<'a, 'b> Shared<'a, 'b> {
    fn get(&self) -> &'a Work<'b> {
        self.0
    }
}

// SAFETY: what the pointers lead to is read by all, or written by one at a time: see `Work::run_on`.
unsafe impl Sync for Shared<'_, '_> {}

/// An operand on its way through a buffer.
struct Passage {
    transfer: Transfer,
    /// The elements of a chunk, as the loop takes them.
    buffer: Buffer,
    itemsize: usize,
}

impl<'a> Work<'a> {
    pub(super) fn new(resolved: &'a Resolved, shape: &'a [usize]) -> Work<'a> {
        let nin = resolved.compute.len() - resolved.results.len();
        Work { resolved, shape, nin, sides: [const { None }; MAX_OPERANDS], mask: None }
    }

    pub(super) fn input(&mut self, k: usize, side: Side) {
        self.sides[k] = Some(side);
    }

    pub(super) fn output(&mut self, k: usize, side: Side) {
        self.sides[self.nin + k] = Some(side);
    }

    /// Elements at which the loop runs; others are left as they are.
    pub(super) fn mask(&mut self, side: Side) {
        self.mask = Some(side);
    }

    /// Runs the loop over all elements, on several threads if that is worth it: an element costs so many picoseconds.
    ///
    /// # Safety
    /// - As for [`run`](Work::run); elements are plain numbers.
    pub(super) unsafe fn run_on(self, threads: Option<usize>, cost: u32, closure: Option<&Closure>) -> Result<()> {
        let size: usize = self.shape.iter().product();
        // The longest axis is split.
        let longest = (0..self.shape.len()).max_by_key(|&axis| (self.shape[axis], std::cmp::Reverse(axis)));
        let (Some(axis), Some(pieces)) = (longest, threads::pieces(size, cost, threads)) else {
            // SAFETY: the caller's promises.
            return unsafe { self.run(closure) };
        };
        let n = self.shape[axis];
        let pieces = pieces.min(n);
        let whole = Shared(&self);
        threads::run(pieces, threads, |piece| {
            let part = threads::part(n, pieces, piece);
            let mut shape: Dims = whole.get().shape.into();
            shape[axis] = part.len();
            let mut work = Work { shape: &shape, ..whole.get().clone() };
            for side in work.sides.iter_mut().chain([&mut work.mask]).flatten() {
                side.ptr = side.ptr.wrapping_offset(side.strides[axis] * part.start as isize);
            }
            // SAFETY: the sides are parts of those of the whole; pieces do not overlap, so that no two threads write to the
            // same element, or to one that another reads.
            unsafe { work.run(closure) }
        })
    }

    /// Runs the loop over all elements.
    ///
    /// # Safety
    /// - Every side is an array of the shape and its dtype, alive and with valid elements; outputs can be written. The mask
    ///   is one of booleans.
    /// - No output overlaps another side, except an input of the same dtype and layout.
    pub(super) unsafe fn run(self, closure: Option<&Closure>) -> Result<()> {
        let Work { resolved, shape, nin, mut sides, mask } = self;
        let count = resolved.compute.len();
        let context = Context { dtypes: &resolved.compute, closure };
        // What the loop cannot take as it is passes through a buffer; a single element does so once and for all.
        let mut passages: [Option<Passage>; MAX_OPERANDS] = [const { None }; MAX_OPERANDS];
        let mut constants: SmallVec<[Buffer; 2]> = SmallVec::new();
        let longest = shape.iter().product::<usize>().clamp(1, CHUNK);
        for (k, compute) in resolved.compute.iter().enumerate() {
            let Some(side) = &mut sides[k] else { continue };
            // Operands and results of a smaller type are rounded to it, though the loop computes in another.
            let (input, itemsize) = (k < nin, compute.itemsize());
            let rounded = if input { resolved.operand(k) } else { &resolved.results[k - nin] };
            if side.dtype == *compute && rounded == compute && !side.is_unaligned(shape) {
                continue;
            }
            let transfer = if input {
                Transfer::plan_by_way_of(&side.dtype, rounded, compute)?
            } else {
                Transfer::plan_by_way_of(compute, rounded, &side.dtype)?
            };
            if input && side.strides.iter().all(|&stride| stride == 0) && !shape.contains(&0) {
                let mut buffer = Buffer::zeroed(itemsize, compute)?;
                let Some(to) = buffer.ptr_mut() else { continue };
                // SAFETY: one valid element, and room for one of the other dtype, which holds zero.
                unsafe { transfer.run(side.ptr, 0, to.as_ptr(), 0, 1) }?;
                side.ptr = to.as_ptr();
                constants.push(buffer);
                continue;
            }
            let buffer = Buffer::any(longest * itemsize, compute)?;
            passages[k] = Some(Passage { transfer, buffer, itemsize });
        }
        let ptrs: [*mut u8; MAX_OPERANDS] =
            std::array::from_fn(|k| sides[k].as_ref().map_or(std::ptr::null_mut(), |side| side.ptr));
        let direct = mask.is_none() && passages.iter().all(Option::is_none);
        if let (true, &([] | [_])) = (direct, shape) {
            let n = shape.first().copied().unwrap_or(1);
            let step = |k: usize| sides[k].as_ref().and_then(|side| side.strides.first()).copied().unwrap_or(0);
            let grid = Grid::row(ptrs, std::array::from_fn(step), n);
            // SAFETY: the grid is all of the operands, which are as the loop takes them; an output overlaps only an input
            // of the same layout, so element by element.
            return unsafe { (resolved.run)(&grid, &context) };
        }
        let none: Strides = Strides::from_elem(0, shape.len());
        let strides = |k: usize| sides.get(k).and_then(Option::as_ref).map_or(&none[..], |side| &side.strides);
        let masked = mask.as_ref().map_or(&none[..], |side| &side.strides);
        let walk = Walk::led_by(nin, shape, [strides(0), strides(1), strides(2), strides(3), masked]);
        if direct {
            let axes = walk.shape().len();
            let at = |axis: usize| -> ([isize; MAX_OPERANDS], usize) {
                match axes.checked_sub(axis) {
                    Some(axis) => (std::array::from_fn(|k| walk.strides(k)[axis]), walk.shape()[axis]),
                    None => ([0; MAX_OPERANDS], 1),
                }
            };
            let ((step, n), (row_step, rows)) = (at(1), at(2));
            return walk.try_for_each_inner(2, |offsets| {
                let ptr = std::array::from_fn(|k| ptrs[k].wrapping_offset(offsets[k]));
                let grid = Grid { ptr, step, row_step, n, rows };
                // SAFETY: the grid is a part of the operands, which are as the loop takes them; outputs overlap only an
                // input of the same layout, so element by element.
                unsafe { (resolved.run)(&grid, &context) }
            });
        }
        walk.try_for_each(|run| {
            let mut next = 0;
            while next < run.count {
                let (start, end) = match &mask {
                    None => (next, run.count.min(next + CHUNK)),
                    // SAFETY: the mask has `run.count` booleans from here on.
                    Some(side) => match unsafe {
                        true_run(side.ptr.wrapping_offset(run.offsets[4]), run.strides[4], next, run.count)
                    } {
                        Some(found) => found,
                        None => break,
                    },
                };
                next = end;
                let n = end - start;
                let mut grid = Grid::row([std::ptr::null_mut(); MAX_OPERANDS], [0; MAX_OPERANDS], n);
                for k in 0..count {
                    let at = ptrs[k].wrapping_offset(run.offsets[k] + run.strides[k] * start as isize);
                    (grid.ptr[k], grid.step[k]) = (at, run.strides[k]);
                    if let Some(passage) = &mut passages[k] {
                        let buffer = passage.buffer.ptr().as_ptr();
                        if k < nin {
                            // SAFETY: these elements of the operand are valid; the buffer, which is ours alone, has room
                            // for a chunk of them, and holds valid elements.
                            unsafe { passage.transfer.run(at, run.strides[k], buffer, passage.itemsize as isize, n) }?;
                        }
                        (grid.ptr[k], grid.step[k]) = (buffer, passage.itemsize as isize);
                    }
                }
                // SAFETY: the grid is a part of the operands, or in buffers that hold what the loop takes.
                unsafe { (resolved.run)(&grid, &context) }?;
                for k in nin..count {
                    if let Some(passage) = &passages[k] {
                        let at = ptrs[k].wrapping_offset(run.offsets[k] + run.strides[k] * start as isize);
                        let buffer = passage.buffer.ptr().as_ptr();
                        // SAFETY: the loop wrote these elements to the buffer; their places are part of the output.
                        unsafe { passage.transfer.run(buffer, passage.itemsize as isize, at, run.strides[k], n) }?;
                    }
                }
            }
            Ok(())
        })
    }
}

/// The next stretch of true elements, at most a chunk long.
///
/// # Safety
/// - From `mask` on, booleans can be read, `stride` bytes apart, `count` of them.
pub(super) unsafe fn true_run(mask: *const u8, stride: isize, from: usize, count: usize) -> Option<(usize, usize)> {
    // SAFETY: `i` is below `count`.
    let is_true = |i: usize| unsafe { *mask.wrapping_offset(stride * i as isize) } != 0;
    let start = (from..count).find(|&i| is_true(i))?;
    let limit = count.min(start + CHUNK);
    let end = (start..limit).find(|&i| !is_true(i)).unwrap_or(limit);
    Some((start, end))
}
