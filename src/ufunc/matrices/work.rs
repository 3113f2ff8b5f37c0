//! Multiplying stacks of matrices whose elements may have to be cast.
//!
//! 1. Numbers that are taken as they are are multiplied where they lie.
//! 2. Small matrices are cast in chunks of a stack, or of rows and columns where sums are short, and then multiplied.
//! 3. Large ones are cast while the product packs them; the result is cast band by band.

use std::ops::Range;

use crate::buffer::Buffer;
use crate::cast::Transfer;
use crate::dtype::{Dtype, ScalarId};
use crate::error::Result;
use crate::iter::Walk;
use crate::kernels::matmul::{Load, Loads, Matrix, Multiplication, Rows, Sizes, Stack};
use crate::threads;

/// What vectors are aligned to.
const ALIGN: usize = 64;
/// Numbers of both operands and the result in a chunk, so that these stay in the second cache.
const CHUNK: usize = 1 << 15;
/// Sums of fewer products are too short to be cast one by one.
const SHORT: usize = 16;
/// The same for products with a vector, whose matrix is not packed.
const SHORT_DOTS: usize = 512;
/// Columns of a chunk of short sums, at most.
const WIDE: usize = 512;
/// Rows of a result that are computed before they are cast.
const BAND: usize = 2048;

/// Matrices that are to be multiplied: the first of a stack.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) id: ScalarId,
    pub(super) sizes: Sizes,
    pub(super) conjugate: bool,
    pub(super) a: Matrix,
    pub(super) b: Matrix,
    pub(super) c: Rows,
    /// The casts of the operands and of the result, if there are any.
    pub(super) loads: Loads<'a>,
    pub(super) store: Option<&'a Transfer>,
}

impl<'a> Work<'a> {
    /// Some rows and columns of the result.
    pub(super) fn part(&self, rows: Range<usize>, cols: Range<usize>) -> Work<'a> {
        let sizes = Sizes { m: rows.len(), n: cols.len(), ..self.sizes };
        let a = self.a.moved(self.a.row.wrapping_mul(rows.start as isize));
        let b = self.b.moved(self.b.col.wrapping_mul(cols.start as isize));
        let down = self.c.row.wrapping_mul(rows.start as isize);
        let c = self.c.moved(down.wrapping_add((cols.start * self.stored_size()) as isize));
        Work { sizes, a, b, c, ..*self }
    }

    /// Bytes of a number, and of an element of the result.
    fn size(&self) -> usize {
        usize::from(self.id.row().size)
    }

    fn stored_size(&self) -> usize {
        self.store.map_or(self.size(), |store| store.target().itemsize())
    }

    /// Multiplies all matrices of a stack of this shape; the strides are those of `c`, `a` and `b`.
    ///
    /// # Safety
    /// - `a`, `b` and `c` have elements as the sizes and strides say, valid for reading, those of `c` for writing; no element of `c`
    ///   overlaps any other. They are what the casts are for, or numbers of the type.
    pub(super) unsafe fn run(&self, stack: &[usize], strides: [&[isize]; 3]) -> Result<()> {
        if self.loads.iter().all(Option::is_none) && self.store.is_none() {
            // SAFETY: the caller's promises.
            return unsafe { self.multiply(stack, strides) };
        }
        let Sizes { m, n, k } = self.sizes;
        if elements(self.sizes) <= CHUNK {
            // SAFETY: the caller's promises.
            return unsafe { self.in_chunks(stack, strides) };
        }
        if k < SHORT || (m.min(n) == 1 && k <= SHORT_DOTS) {
            // Evenly, so that no part of a matrix is a vector, whose sums have another order.
            let most = if m == 1 { (CHUNK - k) / (k + 1) } else { WIDE };
            let wide = n.div_ceil(most);
            let cols = n.div_ceil(wide);
            let high = m.div_ceil((CHUNK - k * cols) / (k + cols));
            for i in 0..high {
                for j in 0..wide {
                    let part = self.part(threads::part(m, high, i), threads::part(n, wide, j));
                    // SAFETY: the caller's promises for these rows and columns.
                    unsafe { part.in_chunks(stack, strides) }?;
                }
            }
            return Ok(());
        }
        let bands = if self.store.is_some() && !self.is_turned() { m.div_ceil(BAND) } else { 1 };
        for band in 0..bands {
            // SAFETY: the caller's promises for these rows.
            unsafe { self.part(threads::part(m, bands, band), 0..n).multiply(stack, strides) }?;
        }
        Ok(())
    }

    /// Whether one operand is the other, turned: then half of the product will do.
    fn is_turned(&self) -> bool {
        let Work { a, b, loads, .. } = self;
        let same = match *loads {
            [Some(x), Some(y)] => x.from() == y.from(),
            [x, y] => x.is_none() && y.is_none(),
        };
        same && a.ptr == b.ptr && a.row == b.col && a.col == b.row
    }

    /// Multiplies all matrices of a stack, each as a whole.
    ///
    /// # Safety
    /// - As for [`run`](Self::run).
    unsafe fn multiply(&self, stack: &[usize], strides: [&[isize]; 3]) -> Result<()> {
        let Sizes { m, n, .. } = self.sizes;
        let product = Multiplication::new(self.id, self.sizes, [self.a, self.b], self.conjugate, self.loads);
        let scratch = Memory::new(product.scratch())?;
        // Where the result is before it is cast.
        let made = Memory::new(if self.store.is_some() { m * n * self.size() } else { 0 })?;
        let rows = Rows { ptr: made.start, row: (n * self.size()) as isize };
        each_run(stack, strides, |[z, x, y], count, [z_step, x_step, y_step]| {
            let (a, b, c) = (self.a.moved(x), self.b.moved(y), self.c.moved(z));
            let Some(store) = self.store else {
                let stack = Stack { count, steps: [x_step, y_step, z_step] };
                // SAFETY:
                // - The matrices are parts of the stack.
                // - The strides are those that the product was made for.
                // - The scratch has as many bytes as it asked for, is aligned, and new.
                unsafe { product.run(a, b, c, stack, scratch.start) };
                return Ok(());
            };
            for i in 0..count as isize {
                let one = Stack { count: 1, steps: [0; 3] };
                // SAFETY: as above, for one matrix; the result goes to memory of its own.
                unsafe { product.run(a.moved(x_step * i), b.moved(y_step * i), rows, one, scratch.start) };
                // SAFETY: what was just computed; its place.
                unsafe { self.deliver(store, rows.ptr, 1, c.moved(z_step * i), 0) }?;
            }
            Ok(())
        })
    }

    /// Multiplies all matrices of a stack, as many at a time as make a chunk, after they have been cast.
    ///
    /// # Safety
    /// - As for [`run`](Self::run).
    unsafe fn in_chunks(&self, stack: &[usize], strides: [&[isize]; 3]) -> Result<()> {
        let Sizes { m, n, k } = self.sizes;
        let size = self.size();
        let longest = stack.iter().product::<usize>();
        let most = (CHUNK / elements(self.sizes)).clamp(1, longest.max(1));
        // Each with itself, turned: cast once.
        let turned = self.is_turned() && strides[1] == strides[2];
        let (mut a, mut b) = (Cached::new(self.a, [m, k], size), Cached::new(self.b, [k, n], size));
        let room =
            |wanted: bool, numbers: usize| if wanted { (most * numbers * size).next_multiple_of(ALIGN) } else { 0 };
        let (for_a, for_c) = (room(self.loads[0].is_some(), m * k), room(self.store.is_some(), m * n));
        let for_b = room(self.loads[1].is_some() && !turned, k * n);
        let memory = Memory::new(for_a + for_b + for_c)?;
        a.matrix.ptr = memory.start;
        b.matrix.ptr = memory.start.wrapping_add(for_a);
        let made = Rows { ptr: memory.start.wrapping_add(for_a + for_b), row: (n * size) as isize };
        // Those that need no cast are used where they are.
        let plain = |load: Option<_>, cached: &Cached, own: Matrix| if load.is_some() { cached.matrix } else { own };
        let left = plain(self.loads[0], &a, self.a);
        let right = if turned { turn(left) } else { plain(self.loads[1], &b, self.b) };
        let product = Multiplication::new(self.id, self.sizes, [left, right], self.conjugate, [None; 2]);
        let scratch = Memory::new(product.scratch())?;
        each_run(stack, strides, |[z, x, y], count, [z_step, x_step, y_step]| {
            for start in (0..count).step_by(most) {
                let (i, count) = (start as isize, most.min(count - start));
                let (x, y, z) = (x + x_step * i, y + y_step * i, z + z_step * i);
                // SAFETY: matrices of the stack; there is room for as many.
                let (left, x_step) = unsafe { a.ready(self.loads[0], self.a.moved(x), x_step, count) };
                let (right, y_step) = if turned {
                    (turn(left), x_step)
                } else {
                    // SAFETY: likewise.
                    unsafe { b.ready(self.loads[1], self.b.moved(y), y_step, count) }
                };
                let c = self.c.moved(z);
                let (to, to_step) = if self.store.is_some() { (made, (m * n * size) as isize) } else { (c, z_step) };
                let stack = Stack { count, steps: [x_step, y_step, to_step] };
                // SAFETY: the matrices that were cast, or those of the caller, with the strides that the product was made for;
                // the scratch is aligned, and new.
                unsafe { product.run(left, right, to, stack, scratch.start) };
                if let Some(store) = self.store {
                    // SAFETY: what was just computed; its place.
                    unsafe { self.deliver(store, made.ptr, count, c, z_step) }?;
                }
            }
            Ok(())
        })
    }

    /// Casts results.
    ///
    /// # Safety
    /// - There are so many matrices of numbers one after the other; `c` are the places of as many results, `step` bytes apart.
    unsafe fn deliver(&self, store: &Transfer, made: *const u8, count: usize, c: Rows, step: isize) -> Result<()> {
        let (Sizes { m, n, .. }, size) = (self.sizes, self.size() as isize);
        let from = [(m * n) as isize * size, n as isize * size, size];
        let to = [step, c.row, self.stored_size() as isize];
        Walk::new(&[count, m, n], [&to, &from]).try_for_each(|run| {
            let (to, from) = (c.ptr.wrapping_offset(run.offsets[0]), made.wrapping_offset(run.offsets[1]));
            // SAFETY: the caller's promises, for the elements of this run.
            unsafe { store.run(from, run.strides[1], to, run.strides[0], run.count) }
        })
    }
}

fn turn(matrix: Matrix) -> Matrix {
    Matrix { row: matrix.col, col: matrix.row, ..matrix }
}

/// How many numbers the operands and the result have.
fn elements(Sizes { m, n, k }: Sizes) -> usize {
    m.saturating_mul(k).saturating_add(k.saturating_mul(n)).saturating_add(m.saturating_mul(n))
}

/// Calls `run` with the matrices of a stack: offsets, how many, and how many bytes apart they are.
fn each_run(
    stack: &[usize],
    strides: [&[isize]; 3],
    mut run: impl FnMut([isize; 3], usize, [isize; 3]) -> Result<()>,
) -> Result<()> {
    if stack.is_empty() {
        return run([0; 3], 1, [0; 3]);
    }
    Walk::new(stack, strides).try_for_each(|part| run(part.offsets, part.count, part.strides))
}

/// Matrices that were cast: in the order of axes in which they lay, one after the other.
struct Cached {
    matrix: Matrix,
    shape: [usize; 2],
    /// Bytes from one matrix to the next.
    step: isize,
    /// Which ones they are.
    holds: Option<(*const u8, isize, usize)>,
}

impl Cached {
    /// For matrices that lie like this one, of numbers of so many bytes. The place is still to be said.
    fn new(like: Matrix, shape: [usize; 2], size: usize) -> Cached {
        let by_columns = like.row.unsigned_abs() < like.col.unsigned_abs();
        let (row, col) = if by_columns { (size, shape[0] * size) } else { (shape[1] * size, size) };
        let step = (shape[0] * shape[1] * size) as isize;
        let matrix = Matrix { ptr: std::ptr::null(), row: row as isize, col: col as isize };
        Cached { matrix, shape, step, holds: None }
    }

    /// So many matrices, cast if they have to be: the first one, and how many bytes they are apart.
    ///
    /// # Safety
    /// - The matrices are valid for reading, and there is room for so many.
    unsafe fn ready(&mut self, load: Option<&dyn Load>, from: Matrix, step: isize, count: usize) -> (Matrix, isize) {
        let Some(load) = load else { return (from, step) };
        // One for all is cast once.
        let (count, apart) = if step == 0 { (1, 0) } else { (count, self.step) };
        if self.holds == Some((from.ptr, step, count)) {
            return (self.matrix, apart);
        }
        let to = [self.step, self.matrix.row, self.matrix.col];
        let walk = Walk::new(&[count, self.shape[0], self.shape[1]], [&to, &[step, from.row, from.col]]);
        let size = self.step / (self.shape[0] * self.shape[1]) as isize;
        let done: Result<(), std::convert::Infallible> = walk.try_for_each(|run| {
            let (to, from) =
                (self.matrix.ptr.wrapping_offset(run.offsets[0]), from.ptr.wrapping_offset(run.offsets[1]));
            debug_assert!(run.strides[0] == size || run.count == 1);
            // SAFETY: a run of the matrices; where they lie without gaps, so do the numbers of this run.
            unsafe { load.load(from, run.strides[1], to.cast_mut(), run.count) };
            Ok(())
        });
        let Ok(()) = done;
        self.holds = Some((from.ptr, step, count));
        (self.matrix, apart)
    }
}

/// Bytes, aligned for vectors.
struct Memory {
    start: *mut u8,
    _buffer: Option<Buffer>,
}

impl Memory {
    fn new(bytes: usize) -> Result<Memory> {
        if bytes == 0 {
            return Ok(Memory { start: std::ptr::null_mut(), _buffer: None });
        }
        // Aligned by hand: small buffers are not.
        let buffer = Buffer::any(bytes + ALIGN, &Dtype::UInt8)?;
        let start = buffer.ptr().as_ptr();
        Ok(Memory { start: start.wrapping_add(start.align_offset(ALIGN)), _buffer: Some(buffer) })
    }
}
