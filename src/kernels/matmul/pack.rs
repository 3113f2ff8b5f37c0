//! Packing: parts of matrices, laid out as tiles read them.
//!
//! `b` becomes slivers as wide as a tile, `a` slivers as high as one; in a sliver, what one step of the sum needs lies side by
//! side, and steps follow each other.

use crate::kernels::transpose::transpose_copy;

/// Part of a matrix: where it starts, and how many bytes apart its elements are along the sum and across it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) ptr: *const u8,
    /// From one step of the sum to the next.
    pub(super) step: isize,
    /// From one column of `b`, or row of `a`, to the next.
    pub(super) across: isize,
}

/// Copies `k` times `n` elements into slivers `width` wide, of which the last may have fewer: its rest is left as it was.
///
/// # Safety
/// - The part has so many elements of `size` bytes, all of them valid for reading.
/// - `to` is valid for writing `k` times `n` elements, with `n` rounded up to a multiple of `width`, and apart from the part.
pub(super) unsafe fn slivers(part: Part, (k, n): (usize, usize), width: usize, size: usize, to: *mut u8) {
    let sliver = k * width * size;
    if part.across == size as isize {
        for p in 0..k {
            let row = part.ptr.wrapping_offset(part.step * p as isize);
            for (i, j) in (0..n).step_by(width).enumerate() {
                let bytes = width.min(n - j) * size;
                let target = to.wrapping_add(i * sliver + p * width * size);
                // SAFETY: elements `j` to `j + width` of this row, or to `n`; their place in the sliver.
                unsafe { row.wrapping_add(j * size).copy_to_nonoverlapping(target, bytes) };
            }
        }
        return;
    }
    for (i, j) in (0..n).step_by(width).enumerate() {
        let from = part.ptr.wrapping_offset(part.across * j as isize);
        let (step, cols) = ((width * size) as isize, width.min(n - j));
        let target = to.wrapping_add(i * sliver);
        // SAFETY: elements `j` to `j + width` of all rows, or to `n`; their places in the sliver.
        unsafe { transpose_copy(from, part.step, part.across, target, step, size as isize, k, cols, size) };
    }
}
