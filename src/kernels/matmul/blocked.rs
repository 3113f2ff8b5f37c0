//! Products of matrices: blocks that fit in caches, cut into tiles.
//!
//! 1. The sum is cut into stretches of equal length ([`stretch`]), which depend on its length alone. Each stretch is summed on
//!    its own, and the stretches are added in order.
//! 2. For each stretch, rows of `a` are packed, up to as many as the outer cache holds; then columns of `b`, up to as many as
//!    the inner one holds; then the tiles of that block are computed.
//! 3. Matrices that are small, or used once, are read where they are.

use super::load::{Load, Loads};
use super::pack::{Part, slivers};
use super::tile::{Shape, Tile};
use super::{Matrix, Rows, Sizes};

/// A sum has stretches of at most so many products.
const STRETCH: usize = 256;
/// Bytes of `b` that are packed at a time, about half of the second cache.
const INNER: usize = 480 << 10;
/// Bytes of `a` that are packed at a time.
const OUTER: usize = 2 << 20;
/// Bytes of numbers that are loaded before they are packed: at least as many as a sliver of any type has.
const LOADED: usize = 128 << 10;
/// Up to so many bytes, a matrix is read where it is.
const SMALL: usize = 64 << 10;

/// How a product is computed: plain data, which follows from sizes, strides and the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// Products in a stretch of the sum.
    pub(super) stretch: usize,
    /// Rows and columns of a block.
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// Whether the operands are packed.
    pub(super) packs_a: bool,
    pub(super) packs_b: bool,
    /// Bytes of memory that it takes for that, and all that it takes: what is loaded comes behind.
    pub(super) packed: usize,
    pub(super) scratch: usize,
}

/// The length of the stretches of a sum, all but the last.
pub(super) fn stretch(k: usize) -> usize {
    k.div_ceil(k.div_ceil(STRETCH).max(1)).max(1)
}

impl Plan {
    /// The plan for matrices of numbers of `size` bytes, with columns of `b` so many bytes apart. `splits`: `b` is packed in
    /// any case, as are operands that are loaded.
    pub(super) fn new(sizes: Sizes, b_col: isize, size: usize, shape: &Shape, splits: bool, loads: [bool; 2]) -> Plan {
        let Sizes { m, n, k } = sizes;
        let stretch = stretch(k);
        let packs_b = splits || loads[1] || b_col != size as isize || (m > shape.rows && k * n * size > SMALL);
        let packs_a = loads[0] || (n > shape.cols() && m * k * size > SMALL);
        let cols = if packs_b { (INNER / (stretch * size)).next_multiple_of(shape.cols()).min(n) } else { n };
        let rows = if packs_a { (OUTER / (stretch * size)).next_multiple_of(shape.rows).min(m) } else { m };
        let b_bytes = if packs_b { cols.next_multiple_of(shape.cols()) * stretch * size } else { 0 };
        let a_bytes = if packs_a { rows.next_multiple_of(shape.rows) * stretch * size } else { 0 };
        let loaded = if loads.contains(&true) { LOADED } else { 0 };
        // Rounded up, so that what comes next is aligned.
        let [a_bytes, b_bytes] = [a_bytes, b_bytes].map(|bytes| bytes.next_multiple_of(64));
        Plan { stretch, rows, cols, packs_a, packs_b, packed: b_bytes + a_bytes, scratch: b_bytes + a_bytes + loaded }
    }

    /// Whether the result is one tile, and nothing is packed for it.
    pub(super) fn is_one_tile(&self, sizes: Sizes, shape: &Shape) -> bool {
        let fits = sizes.m <= shape.rows && sizes.n <= shape.cols() && sizes.k <= self.stretch;
        fits && !self.packs_a && !self.packs_b
    }
}

/// Packs a part of `b` or `a` into slivers; see [`slivers`].
///
/// # Safety
/// - As for [`slivers`].
pub(super) type PackFn = unsafe fn(Part, (usize, usize), usize, usize, *mut u8);

/// A product that is being computed.
pub(super) struct Job<'a> {
    pub(super) sizes: Sizes,
    pub(super) a: Matrix,
    pub(super) b: Matrix,
    pub(super) c: Rows,
    /// Only what lies on and below the diagonal is wanted.
    pub(super) lower: bool,
    pub(super) size: usize,
    pub(super) shape: &'a Shape,
    pub(super) plan: Plan,
    pub(super) loads: Loads<'a>,
    pub(super) pack_b: PackFn,
    pub(super) scratch: *mut u8,
}

/// A block: rows and columns of the result, and a stretch of the sum.
#[derive(Clone, Copy)]
struct Block {
    row: usize,
    rows: usize,
    col: usize,
    cols: usize,
    p: usize,
    k: usize,
}

impl Job<'_> {
    /// Computes it.
    ///
    /// # Safety
    /// - The matrices have elements of `size` bytes, or those that are loaded, as `sizes` and their strides say, valid for
    ///   reading; the result is valid for writing and overlaps neither.
    /// - `scratch` is valid for reading and writing as many bytes as the plan says, and overlaps nothing else.
    /// - The shape is that of the elements, on this machine, and so is `pack_b`.
    pub(super) unsafe fn run(&self) {
        let Sizes { m, n, k } = self.sizes;
        let packed_a = self.scratch.wrapping_add(self.b_bytes());
        for row in (0..m).step_by(self.plan.rows.max(1)) {
            let rows = self.plan.rows.min(m - row);
            for p in (0..k).step_by(self.plan.stretch) {
                let length = self.plan.stretch.min(k - p);
                if self.plan.packs_a {
                    let part = Part { ptr: self.a.at(row, p), step: self.a.col, across: self.a.row };
                    // SAFETY: rows `row` on of this stretch; the scratch has room for them behind those of `b`.
                    unsafe { self.pack(self.loads[0], slivers, part, (length, rows), self.shape.rows, packed_a) };
                }
                for col in (0..n).step_by(self.plan.cols.max(1)) {
                    let cols = self.plan.cols.min(n - col);
                    // SAFETY: a block of the result, of which `a` is packed if it is to be.
                    unsafe { self.block(Block { row, rows, col, cols, p, k: length }, packed_a) };
                }
            }
        }
    }

    /// Packs a part of an operand, which is loaded first if it has to be.
    ///
    /// # Safety
    /// - As for [`slivers`]; `to` is part of the scratch, `load` is that of the operand.
    unsafe fn pack(
        &self,
        load: Option<&dyn Load>,
        pack: PackFn,
        part: Part,
        (k, n): (usize, usize),
        width: usize,
        to: *mut u8,
    ) {
        let size = self.size;
        let Some(load) = load else {
            // SAFETY: the caller's promises.
            return unsafe { pack(part, (k, n), width, size, to) };
        };
        let buffer = self.scratch.wrapping_add(self.plan.packed);
        let at_once = (LOADED / (k * size) / width).max(1) * width;
        for first in (0..n).step_by(at_once) {
            let cols = at_once.min(n - first);
            let from = part.ptr.wrapping_offset(part.across.wrapping_mul(first as isize));
            // Along whichever axis the elements lie closer together.
            let along = part.step.unsigned_abs() <= part.across.unsigned_abs();
            let (lines, length) = if along { (cols, k) } else { (k, cols) };
            let (next, stride) = if along { (part.across, part.step) } else { (part.step, part.across) };
            for line in 0..lines {
                let from = from.wrapping_offset(next.wrapping_mul(line as isize));
                // SAFETY: a line of the part; the scratch has room for so many numbers behind what is packed.
                unsafe { load.load(from, stride, buffer.wrapping_add(line * length * size), length) };
            }
            let (near, far) = (size as isize, (length * size) as isize);
            let (step, across) = if along { (near, far) } else { (far, near) };
            let to = to.wrapping_add(first * k * size);
            // SAFETY: the numbers that were just loaded; the slivers of these columns.
            unsafe { pack(Part { ptr: buffer, step, across }, (k, cols), width, size, to) };
        }
    }

    fn b_bytes(&self) -> usize {
        let cols = self.plan.cols.next_multiple_of(self.shape.cols());
        if self.plan.packs_b { (cols * self.plan.stretch * self.size).next_multiple_of(64) } else { 0 }
    }

    /// Computes a block.
    ///
    /// # Safety
    /// - As for [`run`](Self::run); `packed_a` are the rows of the block, if the plan says that they are packed.
    unsafe fn block(&self, block: Block, packed_a: *const u8) {
        let (size, shape) = (self.size, self.shape);
        let (high, wide) = (shape.rows, shape.cols());
        let mut b = Part { ptr: self.b.at(block.p, block.col), step: self.b.row, across: self.b.col };
        let mut b_sliver = wide as isize * b.across;
        if self.lower && block.col >= block.row + block.rows {
            return;
        }
        if self.plan.packs_b {
            // SAFETY: the columns of the block; the scratch has room for them.
            unsafe { self.pack(self.loads[1], self.pack_b, b, (block.k, block.cols), wide, self.scratch) };
            b = Part { ptr: self.scratch, step: (wide * size) as isize, across: size as isize };
            b_sliver = (wide * size * block.k) as isize;
        }
        let (mut a, mut a_sliver) = (
            Part { ptr: self.a.at(block.row, block.p), step: self.a.col, across: self.a.row },
            high as isize * self.a.row,
        );
        if self.plan.packs_a {
            a = Part { ptr: packed_a, step: (high * size) as isize, across: size as isize };
            a_sliver = (high * size * block.k) as isize;
        }
        for (i, row) in (0..block.rows).step_by(high).enumerate() {
            let rows = high.min(block.rows - row);
            for (j, col) in (0..block.cols).step_by(wide).enumerate() {
                let cols = wide.min(block.cols - col);
                let (top, left) = (block.row + row, block.col + col);
                if self.lower && left >= top + rows {
                    break;
                }
                let c = self.c.ptr.wrapping_offset(top as isize * self.c.row).wrapping_add(left * size);
                let tile = Tile {
                    k: block.k,
                    b: b.ptr.wrapping_offset(j as isize * b_sliver),
                    b_step: b.step,
                    a: a.ptr.wrapping_offset(i as isize * a_sliver),
                    a_step: a.step,
                    a_row: a.across,
                    c,
                    c_row: self.c.row,
                    rows,
                    cols,
                    add: block.p > 0,
                };
                // SAFETY: a tile of the block, with the rows of `a` and columns of `b` that make it.
                unsafe { shape.of(rows, cols)(&tile) };
            }
        }
    }
}
