//! Tiles: the innermost loops of products of matrices, the only ones that compute.
//!
//! A tile is a few rows of the result, each a few vectors long, which stay in registers while the sum over `k` is taken:
//! a row of `b` is loaded as vectors, and each element of a column of `a` is spread over all lanes. Every element of the
//! result is the sum over `k` in order, each step a fused multiply-add, whatever the shape of the tile: so results do not
//! depend on it, nor on the instruction set.

use std::marker::PhantomData;

use super::vector::{Factor, Vector};
use crate::simd::{self, Kernel};

/// What a tile is given.
pub(super) struct Tile {
    /// How many products each sum has.
    pub(super) k: usize,
    /// The rows of `b`: contiguous numbers, `b_step` bytes from one to the next.
    pub(super) b: *const u8,
    pub(super) b_step: isize,
    /// The columns of `a`, `a_step` bytes from one to the next, `a_row` bytes between rows.
    pub(super) a: *const u8,
    pub(super) a_step: isize,
    pub(super) a_row: isize,
    /// The result, contiguous numbers in rows that are `c_row` bytes apart.
    pub(super) c: *mut u8,
    pub(super) c_row: isize,
    /// How many rows and columns of the tile there are, at least one of each.
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// Add to what the result is already.
    pub(super) add: bool,
}

/// Computes a tile.
///
/// # Safety
/// - `a`, `b` and `c` are as the fields say: valid for reading, `c` for writing; `c` overlaps neither of the others.
/// - The tile is no larger than the function's [`Shape`].
/// - The machine has the instructions that the function was chosen for.
pub(super) type TileFn = unsafe fn(&Tile);

/// The functions for the tiles of one type of number, and how large these are.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// Numbers in a vector.
    pub(super) lanes: usize,
    /// Vectors in a row, at most.
    pub(super) vectors: usize,
    /// Rows, at most.
    pub(super) rows: usize,
    /// For up to half of the rows, and for more; by the number of vectors less one.
    pub(super) tiles: [[TileFn; 3]; 2],
}

impl Shape {
    /// Columns, at most.
    pub(super) fn cols(&self) -> usize {
        self.lanes * self.vectors
    }

    /// The function for a tile of this size.
    #[inline]
    pub(super) fn of(&self, rows: usize, cols: usize) -> TileFn {
        self.tiles[usize::from(rows > self.rows / 2)][(cols - 1) / self.lanes]
    }

    /// The tiles of real numbers and integers, with the machine's instructions.
    pub(super) fn real<T: Factor>() -> Shape {
        match simd::isa() {
            #[cfg(target_arch = "x86_64")]
            simd::Isa::V4 => Shape {
                lanes: T::V4::LANES,
                vectors: 3,
                rows: 8,
                tiles: [[v4::<T, 1, 4>, v4::<T, 2, 4>, v4::<T, 3, 4>], [v4::<T, 1, 8>, v4::<T, 2, 8>, v4::<T, 3, 8>]],
            },
            #[cfg(target_arch = "x86_64")]
            simd::Isa::V3 => {
                let tiles: [TileFn; 3] = [v3::<T, 1, 4>, v3::<T, 2, 4>, v3::<T, 3, 4>];
                Shape { lanes: T::V3::LANES, vectors: 3, rows: 4, tiles: [tiles; 2] }
            }
            _ => {
                let tiles: [TileFn; 3] = [base::<T, 1, 4>, base::<T, 2, 4>, base::<T, 2, 4>];
                Shape { lanes: T::Base::LANES, vectors: 2, rows: 4, tiles: [tiles; 2] }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
unsafe fn v4<T: Factor, const NV: usize, const NR: usize>(tile: &Tile) {
    // SAFETY: the function was chosen on a machine with these instructions.
    unsafe { simd::v4(Real::<T::V4, NV, NR>(tile, PhantomData)) }
}

#[cfg(target_arch = "x86_64")]
unsafe fn v3<T: Factor, const NV: usize, const NR: usize>(tile: &Tile) {
    // SAFETY: the function was chosen on a machine with these instructions.
    unsafe { simd::v3(Real::<T::V3, NV, NR>(tile, PhantomData)) }
}

unsafe fn base<T: Factor, const NV: usize, const NR: usize>(tile: &Tile) {
    Real::<T::Base, NV, NR>(tile, PhantomData).run();
}

/// A tile of `NV` vectors and `NR` rows. Made by functions with the promises of [`TileFn`] only.
struct Real<'a, V, const NV: usize, const NR: usize>(&'a Tile, PhantomData<V>);

impl<V: Vector, const NV: usize, const NR: usize> Kernel for Real<'_, V, NV, NR> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let tile = self.0;
        debug_assert!(tile.rows <= NR && tile.cols <= NV * V::LANES && tile.cols > (NV - 1) * V::LANES);
        // SAFETY: the machine has the vectors' instructions, by the promises of `TileFn`; as do the others below.
        let mut sums = [[unsafe { V::zero() }; NV]; NR];
        // SAFETY: the last vector has at least one number, and no more than all.
        let mask = unsafe { V::mask(tile.cols - (NV - 1) * V::LANES) };
        // Rows beyond the last are the last again, and their sums are dropped.
        let rows: [isize; NR] = std::array::from_fn(|i| i.min(tile.rows - 1) as isize * tile.a_row);
        let (mut a, mut b) = (tile.a, tile.b);
        for _ in 0..tile.k {
            // SAFETY: a row of `b`, as long as the mask says.
            let row: [V; NV] = std::array::from_fn(|j| unsafe { part::<V, NV>(b, j, mask) });
            for i in 0..NR {
                // SAFETY: an element of `a`, in a row that there is.
                let x = unsafe { V::splat(a.wrapping_offset(rows[i]).cast()) };
                for j in 0..NV {
                    // SAFETY: registers only.
                    sums[i][j] = unsafe { row[j].mul_add(x, sums[i][j]) };
                }
            }
            a = a.wrapping_offset(tile.a_step);
            b = b.wrapping_offset(tile.b_step);
        }
        for (i, sums) in sums.into_iter().enumerate().take(tile.rows) {
            let c = tile.c.wrapping_offset(i as isize * tile.c_row);
            for (j, sum) in sums.into_iter().enumerate() {
                let to = c.cast::<V::Item>().wrapping_add(j * V::LANES);
                let sum = if tile.add {
                    // SAFETY: part of a row of `c`.
                    let before = unsafe { part::<V, NV>(c, j, mask) };
                    // SAFETY: registers only.
                    unsafe { before.add(sum) }
                } else {
                    sum
                };
                if j + 1 == NV {
                    // SAFETY: the last part of a row of `c`.
                    unsafe { sum.store_part(to, mask) };
                } else {
                    // SAFETY: part of a row of `c`.
                    unsafe { sum.store(to) };
                }
            }
        }
    }
}

/// A vector of a row: all of it, but for the last one.
///
/// # Safety
/// - The machine has the instructions; the row is `NV` vectors long, less what the mask leaves out.
#[inline(always)]
unsafe fn part<V: Vector, const NV: usize>(row: *const u8, j: usize, mask: V::Mask) -> V {
    let from = row.cast::<V::Item>().wrapping_add(j * V::LANES);
    if j + 1 == NV {
        // SAFETY: the caller's promise.
        unsafe { V::load_part(from, mask) }
    } else {
        // SAFETY: the caller's promise.
        unsafe { V::load(from) }
    }
}
