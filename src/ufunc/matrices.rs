//! Products of stacks of matrices.

use crate::array::Array;
use crate::buffer::Buffer;
use crate::dtype::{Dtype, ScalarId};
use crate::error::Result;
use crate::iter::Walk;
use crate::kernels::matmul::{Matrix, Multiplication, Rows, Sizes, Stack};

/// Multiplies each matrix of a stack with that of another: `a` by `b` into `c`, which have the shapes (…, m, k), (…, k, n) and
/// (…, m, n), with the same axes before. `conjugate`: with the conjugate of `a`, if `m` and `n` are one.
///
/// The elements of all three are native numbers of the size of those of type `id`, which is the one that its products are
/// computed in, and are taken for that. The rows of `c` are contiguous.
///
/// # Panics
/// If the arrays are not so.
pub(crate) fn multiply_matrices(a: &Array, b: &Array, c: &mut Array, id: ScalarId, conjugate: bool) -> Result<()> {
    let size = usize::from(id.row().size);
    let outer = c.ndim() - 2;
    let (&[m, k], &[k_too, n]) = (&a.shape()[outer..], &b.shape()[outer..]) else { panic!("stacks of matrices") };
    let stacks = a.shape()[..outer] == c.shape()[..outer] && b.shape()[..outer] == c.shape()[..outer];
    assert!(stacks && k == k_too && c.shape()[outer..] == [m, n], "stacks of matrices that fit");
    if c.is_empty() {
        return Ok(());
    }
    // First of all, since a shared array gets another memory, and may get another layout.
    let to = c.data_mut()?.as_ptr();
    let numbers = [a, b, c].iter().all(|x| x.dtype().scalar_id().is_some_and(|id| usize::from(id.row().size) == size));
    assert!(numbers && (n <= 1 || c.strides()[outer + 1] == size as isize), "numbers of one size, in contiguous rows");
    if k == 0 {
        return c.fill(0);
    }
    let matrix = |x: &Array| Matrix { ptr: x.data().as_ptr(), row: x.strides()[outer], col: x.strides()[outer + 1] };
    let (first_a, first_b) = (matrix(a), matrix(b));
    let product = Multiplication::new(id, Sizes { m, n, k }, first_a, first_b, conjugate);
    // Aligned by hand: small buffers are not.
    let memory = match product.scratch() {
        0 => None,
        bytes => Some(Buffer::any(bytes + ALIGN, &Dtype::UInt8)?),
    };
    let scratch = memory.as_ref().map_or(std::ptr::null_mut(), |memory| {
        let start = memory.ptr().as_ptr();
        start.wrapping_add(start.align_offset(ALIGN))
    });
    let rows = Rows { ptr: to, row: c.strides()[outer] };
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
