//! Products of stacks of matrices.

use crate::array::Array;
use crate::buffer::Buffer;
use crate::dtype::{Dtype, ScalarId};
use crate::error::Result;
use crate::iter::Walk;
use crate::kernels::matmul::{Matrix, Multiplication, Rows, Sizes, Stack};
use crate::layout::Dims;

/// What the last axes of operands are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Core {
    /// The first operand has vectors, which are rows: the result has no axis for them.
    pub(crate) row: bool,
    /// The second operand has vectors, which are columns: the result has no axis for them.
    pub(crate) column: bool,
    /// If both are vectors, the first ones are conjugated.
    pub(crate) conjugate: bool,
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
/// The elements of all three are native numbers of the size of those of type `id`, which is the one that its products are
/// computed in, and are taken for that. The rows of `c` are contiguous.
///
/// # Panics
/// If the arrays are not so.
pub(crate) fn multiply_matrices(a: &Array, b: &Array, c: &mut Array, id: ScalarId, core: Core) -> Result<()> {
    let size = usize::from(id.row().size);
    let (sizes, k_too) = core.sizes(a, b);
    let Sizes { n, k, .. } = sizes;
    let outer = (c.ndim() + usize::from(core.row) + usize::from(core.column)).saturating_sub(2);
    let fits = [a, b, c].into_iter().zip(core.axes(a, b)).all(|(x, axes)| {
        x.ndim() == outer + axes.len() && x.shape()[outer..] == axes[..] && x.shape()[..outer] == c.shape()[..outer]
    });
    assert!(fits && k == k_too, "stacks of matrices that fit");
    if c.is_empty() {
        return Ok(());
    }
    // First of all, since a shared array gets another memory, and may get another layout.
    let to = c.data_mut()?.as_ptr();
    let numbers = [a, b, c].iter().all(|x| x.dtype().scalar_id().is_some_and(|id| usize::from(id.row().size) == size));
    assert!(
        numbers && (n <= 1 || c.strides()[c.ndim() - 1] == size as isize),
        "numbers of one size, in contiguous rows"
    );
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
    let product = Multiplication::new(id, sizes, first_a, first_b, conjugate);
    // Aligned by hand: small buffers are not.
    let memory = match product.scratch() {
        0 => None,
        bytes => Some(Buffer::any(bytes + ALIGN, &Dtype::UInt8)?),
    };
    let scratch = memory.as_ref().map_or(std::ptr::null_mut(), |memory| {
        let start = memory.ptr().as_ptr();
        start.wrapping_add(start.align_offset(ALIGN))
    });
    let run = |offsets: [isize; 3], count: usize, steps: [isize; 3]| {
        let [z, x, y] = offsets;
        let (a, b) = (first_a.moved(x), first_b.moved(y));
        let c = Rows { ptr: rows.ptr.wrapping_offset(z), ..rows };
        let stack = Stack { count, steps: [steps[1], steps[2], steps[0]] };
        // SAFETY:
        // - The arrays' layouts are those of the matrices, all of whose elements are numbers of the size; those of `c` are ours
        //   alone: `data_mut` made it the only array over its memory, with each element in its own place.
        // - The strides are those that the product was made for.
        // - The scratch has as many bytes as it asked for, is aligned, and new.
        unsafe { product.run(a, b, c, stack, scratch) };
    };
    if outer == 0 {
        run([0; 3], 1, [0; 3]);
        return Ok(());
    }
    let walk = Walk::new(&c.shape()[..outer], [&c.strides()[..outer], &a.strides()[..outer], &b.strides()[..outer]]);
    walk.try_for_each(|part| {
        run(part.offsets, part.count, part.strides);
        Ok(())
    })
}

/// What vectors are aligned to.
const ALIGN: usize = 64;
