//! The half of a symmetric matrix that lies above the diagonal.

use super::Rows;
use crate::kernels::copy::copy;
use crate::kernels::transpose::transpose_copy;

/// Rows that are copied at a time.
const STRIP: usize = 64;

/// Copies what lies below the diagonal of a matrix of `n` rows and columns to above it.
///
/// # Safety
/// - The matrix has so many elements of `size` bytes, valid for reading and writing.
pub(super) unsafe fn mirror(c: Rows, n: usize, size: usize) {
    let at = |row: usize, col: usize| c.ptr.wrapping_offset(c.row.wrapping_mul(row as isize)).wrapping_add(col * size);
    let step = size as isize;
    for first in (0..n).step_by(STRIP) {
        let rows = STRIP.min(n - first);
        // What lies left of the block on the diagonal goes above it.
        // SAFETY: both are inside of the matrix, and apart.
        unsafe { transpose_copy(at(first, 0), step, c.row, at(0, first), c.row, step, first, rows, size) };
        for row in first + 1..first + rows {
            // SAFETY: the part of this row inside of the block, left of the diagonal; and of the column above it.
            unsafe { copy(at(row, first), step, at(first, row), c.row, row - first, size) };
        }
    }
}
