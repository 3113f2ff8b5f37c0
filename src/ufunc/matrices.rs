//! Products of stacks of matrices.

mod cast;
mod work;

use crate::array::Array;
use crate::cast::Transfer;
use crate::dtype::{Dtype, ScalarId};
use crate::error::Result;
use crate::kernels::matmul::{Load, Matrix, Rows, Sizes, factor};
use crate::layout::Dims;
use crate::threads;
use cast::{Cast, is_taken_for};
use work::Work;

/// What the last axes of operands are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Core {
    /// The first operand has vectors, which are rows: the result has no axis for them.
    pub(crate) row: bool,
    /// The second operand has vectors, which are columns: the result has no axis for them.
    pub(crate) column: bool,
    /// If both are vectors, the first ones are conjugated.
    pub(crate) conjugate: bool,
    /// How many threads may work on it, if that is not what is set for all.
    pub(crate) threads: Option<usize>,
}

impl Core {
    /// The sizes of a product: those of the last axes of the operands, which have enough of them.
    fn sizes(self, a: &Array, b: &Array) -> (Sizes, usize) {
        let (s, t) = (a.shape(), b.shape());
        let m = if self.row { 1 } else { s[s.len() - 2] };
        let (k_too, n) = if self.column { (t[t.len() - 1], 1) } else { (t[t.len() - 2], t[t.len() - 1]) };
        (Sizes { m, n, k: s[s.len() - 1] }, k_too)
    }

    /// The last axes of the operands and of the result.
    pub(crate) fn axes(self, a: &Array, b: &Array) -> [Dims; 3] {
        let (Sizes { m, n, k }, k_too) = self.sizes(a, b);
        let pick = |axes: [Option<usize>; 2]| axes.into_iter().flatten().collect::<Dims>();
        let (m, n) = ((!self.row).then_some(m), (!self.column).then_some(n));
        [pick([m, Some(k)]), pick([Some(k_too), n]), pick([m, n])]
    }
}

/// Multiplies each matrix of a stack with that of another: `a` by `b` into `c`, which have the shapes (…, m, k), (…, k, n) and
/// (…, m, n), with the same axes before; `core` says which of `m` and `n` are not there.
///
/// The operands are of any numeric dtype, and rounded to `dtype`, which is that of `c`, if they may have other values; if it is
/// bool they are too. They are converted while they are packed. The rows of `c` are contiguous.
///
/// # Panics
/// If the arrays are not so.
pub(crate) fn multiply_matrices(a: &Array, b: &Array, c: &mut Array, dtype: &Dtype, core: Core) -> Result<()> {
    let id = factor(dtype.scalar_id().expect("a dtype of numbers"));
    let size = dtype.itemsize();
    let (sizes, k_too) = core.sizes(a, b);
    let Sizes { n, k, .. } = sizes;
    let outer = (c.ndim() + usize::from(core.row) + usize::from(core.column)).saturating_sub(2);
    let fits = [a, b, c].into_iter().zip(core.axes(a, b)).all(|(x, axes)| {
        x.ndim() == outer + axes.len() && x.shape()[outer..] == axes[..] && x.shape()[..outer] == c.shape()[..outer]
    });
    assert!(fits && k == k_too && c.dtype() == dtype, "stacks of matrices that fit");
    let (cast_a, cast_b) = (Cast::plan(a.dtype(), dtype, id)?, Cast::plan(b.dtype(), dtype, id)?);
    assert!(id != ScalarId::Bool || (cast_a.is_none() && cast_b.is_none()), "booleans");
    if c.is_empty() {
        return Ok(());
    }
    // First of all, since a shared array gets another memory, and may get another layout.
    let to = c.data_mut()?.as_ptr();
    assert!(n <= 1 || c.strides()[c.ndim() - 1] == size as isize, "contiguous rows");
    if k == 0 {
        return c.fill(0);
    }
    // An axis that is not there is never stepped along.
    let stride = |x: &Array, axis: usize, missing: bool| if missing { 0 } else { x.strides()[axis] };
    let (row, column) = (core.row, core.column);
    let first_a =
        Matrix { ptr: a.data().as_ptr(), row: stride(a, outer, row), col: stride(a, outer + usize::from(!row), false) };
    let first_b = Matrix { ptr: b.data().as_ptr(), row: b.strides()[outer], col: stride(b, outer + 1, column) };
    let rows = Rows { ptr: to, row: stride(c, outer, row) };
    let conjugate = core.conjugate && row && column;
    let store = if is_taken_for(dtype, id) { None } else { Some(Transfer::plan(&id.dtype(), dtype)?) };
    let work = Work {
        id,
        sizes,
        conjugate,
        a: first_a,
        b: first_b,
        c: rows,
        loads: [cast_a.as_ref().map(|cast| cast as &dyn Load), cast_b.as_ref().map(|cast| cast as &dyn Load)],
        store: store.as_ref(),
    };
    let axes = [c, a, b].map(|x| (&x.shape()[..outer], &x.strides()[..outer]));
    let strides = axes.map(|(_, strides)| strides);
    let stack = axes[0].0;
    let matrices: usize = stack.iter().product();
    let products = sizes.m.saturating_mul(n).saturating_mul(k).saturating_mul(matrices);
    let pieces = threads::pieces(products, cost(id), core.threads);
    // The first axis of a stack, or the rows of a matrix, go to threads in bands. A matrix and its transpose do not: their
    // product is computed by half.
    let mirrored = first_a.ptr == first_b.ptr;
    let bands = match pieces {
        Some(pieces) if outer > 0 => pieces.min(stack[0]),
        Some(_) if !mirrored => (sizes.m / BAND).min(MOST_BANDS),
        _ => 1,
    };
    if bands < 2 {
        // SAFETY: see below.
        return unsafe { work.run(stack, strides) };
    }
    let work = Shared(work);
    threads::run(bands, core.threads, |band| {
        let mut work = work.get();
        let mut stack: Dims = stack.into();
        if outer > 0 {
            let part = threads::part(stack[0], bands, band);
            stack[0] = part.len();
            let [z, x, y] = strides.map(|strides| strides[0] * part.start as isize);
            work = Work { a: work.a.moved(x), b: work.b.moved(y), c: work.c.moved(z), ..work };
        } else {
            work = work.part(threads::part(work.sizes.m, bands, band), 0..n);
        }
        // SAFETY: the arrays' layouts are those of the matrices, whose elements are what is loaded and stored; those of `c` are
        // ours alone: `data_mut` made it the only array over its memory, with each element in its own place. Bands do not
        // overlap.
        unsafe { work.run(&stack, strides) }
    })
}

/// A band has at least so many rows, so that packing the other matrix for each costs little.
const BAND: usize = 128;
/// A matrix is cut into so many bands at most.
const MOST_BANDS: usize = 16;

/// Picoseconds that a product and its sum take, about.
fn cost(id: ScalarId) -> u32 {
    match id {
        ScalarId::Bool => 1,
        ScalarId::Float32 | ScalarId::Int16 | ScalarId::Int32 => 10,
        ScalarId::Float64 => 20,
        ScalarId::Complex64 => 40,
        _ => 80,
    }
}

/// Work that several threads do parts of.
struct Shared<'a>(Work<'a>);

impl<'a> Shared<'a> {
    fn get(&self) -> Work<'a> {
        self.0
    }
}

// SAFETY: what the pointers lead to is read by all, or written by one at a time: see `multiply_matrices`.
unsafe impl Sync for Shared<'_> {}
