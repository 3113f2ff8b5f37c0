//! Copies of planes whose rows are to become columns.
//!
//! A copy that follows one side jumps on the other, from cache line to cache line, and uses one element of each. So:
//! 1. The plane is cut into blocks of so few rows and columns that the page tables of both sides stay at hand.
//! 2. A block is cut into tiles as wide as a cache line, of which every byte is used while it is there.
//! 3. A tile is cut into squares that fit in registers, where they are transposed by shuffles; with AVX-512, a tile of elements of 4
//!    and 8 bytes fits whole (`avx512`).

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::copy::copy;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Isa, isa};

/// Copies `rows` times `cols` elements: (i, j) from `src + i * s_row + j * s_col` to `dst + i * d_row + j * d_col`.
///
/// Fast for elements of 1, 2, 4, 8 and 16 bytes that are contiguous along one axis in `src` and the other in `dst`.
///
/// # Safety
///
/// For each such element:
/// - It is valid for reading `itemsize` bytes, and where it goes, for writing them.
/// - No element that is read overlaps one that is written.
#[expect(clippy::too_many_arguments, reason = "two planes, each a pointer and two strides")]
pub(crate) unsafe fn transpose_copy(
    src: *const u8,
    s_row: isize,
    s_col: isize,
    dst: *mut u8,
    d_row: isize,
    d_col: isize,
    rows: usize,
    cols: usize,
    itemsize: usize,
) {
    let size = itemsize as isize;
    let plane = Plane { src, s_row, s_col, dst, d_row, d_col, rows, cols };
    // What follows wants rows that are contiguous in `dst`.
    let plane = if d_row == size { plane.flipped() } else { plane };
    let squares: Option<unsafe fn(Plane)> = match itemsize {
        _ if plane.s_row != size || plane.d_col != size => None,
        #[cfg(target_arch = "x86_64")]
        4 if isa() == Isa::V4 => Some(avx512::words),
        #[cfg(target_arch = "x86_64")]
        8 if isa() == Isa::V4 => Some(avx512::double_words),
        1 => Some(by_tiles::<u8>),
        2 => Some(by_tiles::<u16>),
        4 => Some(by_tiles::<u32>),
        8 => Some(by_tiles::<u64>),
        16 => Some(by_tiles::<[u64; 2]>),
        _ => None,
    };
    match squares {
        // SAFETY: the caller's promises hold for the plane; it was just checked to be contiguous as `by_tiles` needs it, and
        // that the machine has AVX-512 where that is needed.
        Some(by_tiles) => unsafe { by_tiles(plane) },
        // SAFETY: the caller's promises hold for the plane.
        None => unsafe { plane.by_rows(itemsize) },
    }
}

/// Two planes of elements, to be copied from one to the other.
#[derive(Clone, Copy)]
struct Plane {
    src: *const u8,
    s_row: isize,
    s_col: isize,
    dst: *mut u8,
    d_row: isize,
    d_col: isize,
    rows: usize,
    cols: usize,
}

impl Plane {
    /// The same with rows for columns.
    fn flipped(self) -> Plane {
        let Plane { src, s_row, s_col, dst, d_row, d_col, rows, cols } = self;
        Plane { src, s_row: s_col, s_col: s_row, dst, d_row: d_col, d_col: d_row, rows: cols, cols: rows }
    }

    /// The part from a row and column on, of at most that many rows and columns.
    #[inline(always)]
    fn part(&self, row: usize, col: usize, rows: usize, cols: usize) -> Plane {
        let (i, j) = (row as isize, col as isize);
        Plane {
            src: self.src.wrapping_offset(i * self.s_row + j * self.s_col),
            dst: self.dst.wrapping_offset(i * self.d_row + j * self.d_col),
            rows: rows.min(self.rows - row),
            cols: cols.min(self.cols - col),
            ..*self
        }
    }

    /// Its parts of at most `side` rows and columns, row by row of parts.
    #[inline(always)]
    fn parts(self, side: usize) -> impl Iterator<Item = Plane> {
        (0..self.rows)
            .step_by(side)
            .flat_map(move |row| (0..self.cols).step_by(side).map(move |col| self.part(row, col, side, side)))
    }

    /// Copies elements of any size at any strides.
    ///
    /// # Safety
    ///
    /// - As for [`transpose_copy`].
    unsafe fn by_rows(self, itemsize: usize) {
        for part in self.parts(BLOCK) {
            for row in (0..part.rows).map(|row| part.part(row, 0, 1, part.cols)) {
                // SAFETY: a row of the plane is elements of which the caller promised all that `copy` asks for.
                unsafe { copy(row.src, row.s_col, row.dst, row.d_col, row.cols, itemsize) };
            }
        }
    }
}

/// Rows and columns of a block: enough for whole tiles of any size, few enough for the first-level page tables.
const BLOCK: usize = 64;
/// The bytes of a cache line.
const LINE: usize = 64;

/// Copies a plane that is contiguous along rows in `src` and along columns in `dst`.
///
/// # Safety
///
/// - As for [`transpose_copy`], with elements of the size of `T`.
/// - `s_row` and `d_col` are the size of `T`.
unsafe fn by_tiles<T: Square>(plane: Plane) {
    let side = const { LINE / size_of::<T>() };
    for block in plane.parts(BLOCK) {
        for tile in block.parts(side) {
            if tile.rows == side && tile.cols == side {
                // SAFETY: the caller's promises hold for this part, which is as large as a tile.
                unsafe { by_squares::<T>(tile) };
            } else {
                // SAFETY: the caller's promises hold for this part.
                unsafe { tile.by_rows(size_of::<T>()) };
            }
        }
    }
}

/// Copies a tile.
///
/// # Safety
///
/// - As for [`by_tiles`], with as many rows and columns as there are elements in a cache line.
#[inline(always)]
unsafe fn by_squares<T: Square>(tile: Plane) {
    let side = const { LINE / size_of::<T>() };
    for col in 0..side {
        // The tile below, which is a whole row of tiles away. The hardware does not foresee so many streams.
        prefetch(tile.src.wrapping_offset(col as isize * tile.s_col).wrapping_add(LINE));
    }
    for row in (0..side).step_by(T::SIDE) {
        for col in (0..side).step_by(T::SIDE) {
            // Rows and columns are not looked at again: the compiler drops their computation.
            // SAFETY: a tile is a whole number of squares, so that this one is within it.
            unsafe { T::transpose(tile.part(row, col, T::SIDE, T::SIDE)) };
        }
    }
}

/// Asks for a cache line that is soon to be read. Any address will do.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch(address: *const u8) {
    use core::arch::x86_64::*;
    // SAFETY: SSE is part of x86-64, and prefetching does not access memory as far as the program can tell.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn prefetch(_: *const u8) {}

/// Elements of which a small square can be transposed at once.
trait Square: Copy {
    /// The rows and columns of it.
    const SIDE: usize;

    /// Copies a plane of so many rows and columns.
    ///
    /// # Safety
    ///
    /// - As for [`by_tiles`], with `SIDE` rows and columns.
    unsafe fn transpose(plane: Plane);
}

impl Square for [u64; 2] {
    const SIDE: usize = 1;

    #[inline(always)]
    unsafe fn transpose(plane: Plane) {
        // SAFETY: the caller promises one element to read.
        let value = unsafe { plane.src.cast::<Self>().read_unaligned() };
        // SAFETY: the caller promises one element to write.
        unsafe { plane.dst.cast::<Self>().write_unaligned(value) };
    }
}

/// Transposes a square of vectors: after each round of interleaving the upper half of them with the lower, elements that
/// were half as far apart as before are neighbours; after log2(N) rounds, those of a column are.
#[cfg(target_arch = "x86_64")]
macro_rules! squares_of_vectors {
    ($($t:ident $rounds:literal $low:ident $high:ident;)*) => {
        $(impl Square for $t {
            const SIDE: usize = 1 << $rounds;

            #[inline(always)]
            unsafe fn transpose(plane: Plane) {
                use core::arch::x86_64::*;
                // SAFETY: SSE2 is part of x86-64.
                let mut vectors = [unsafe { _mm_setzero_si128() }; 1 << $rounds];
                for (j, vector) in vectors.iter_mut().enumerate() {
                    let source = plane.src.wrapping_offset(j as isize * plane.s_col);
                    // SAFETY: column j of `src` is contiguous, and its SIDE elements are the 16 bytes of a vector.
                    *vector = unsafe { source.cast::<__m128i>().read_unaligned() };
                }
                for _ in 0..$rounds {
                    let before = vectors;
                    for k in 0..Self::SIDE / 2 {
                        let (upper, lower) = (before[k], before[k + Self::SIDE / 2]);
                        // SAFETY: SSE2 is part of x86-64.
                        vectors[2 * k] = unsafe { $low(upper, lower) };
                        // SAFETY: SSE2 is part of x86-64.
                        vectors[2 * k + 1] = unsafe { $high(upper, lower) };
                    }
                }
                for (i, vector) in vectors.into_iter().enumerate() {
                    let target = plane.dst.wrapping_offset(i as isize * plane.d_row);
                    // SAFETY: row i of `dst` is contiguous, and its SIDE elements are the 16 bytes of a vector.
                    unsafe { target.cast::<__m128i>().write_unaligned(vector) };
                }
            }
        })*
    };
}

#[cfg(target_arch = "x86_64")]
squares_of_vectors! {
    u8 4 _mm_unpacklo_epi8 _mm_unpackhi_epi8;
    u16 3 _mm_unpacklo_epi16 _mm_unpackhi_epi16;
    u32 2 _mm_unpacklo_epi32 _mm_unpackhi_epi32;
    u64 1 _mm_unpacklo_epi64 _mm_unpackhi_epi64;
}

/// Where there are no shuffles, the compiler may find some in this.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! squares_of_elements {
    ($($t:ident)*) => {
        $(impl Square for $t {
            const SIDE: usize = 4;

            #[inline(always)]
            unsafe fn transpose(plane: Plane) {
                let mut square = [[0; 4]; 4];
                for (j, column) in square.iter_mut().enumerate() {
                    let source = plane.src.wrapping_offset(j as isize * plane.s_col);
                    // SAFETY: column j of `src` is contiguous, and has SIDE elements.
                    *column = unsafe { source.cast::<[$t; 4]>().read_unaligned() };
                }
                for i in 0..4 {
                    let target = plane.dst.wrapping_offset(i as isize * plane.d_row);
                    // SAFETY: row i of `dst` is contiguous, and has SIDE elements.
                    unsafe { target.cast::<[$t; 4]>().write_unaligned(square.map(|column| column[i])) };
                }
            }
        })*
    };
}

#[cfg(not(target_arch = "x86_64"))]
squares_of_elements!(u8 u16 u32 u64);

#[cfg(test)]
mod tests {
    use super::*;

    /// Strides (row, column) of a plane in memory of its own, and the bytes it takes.
    fn layouts(rows: usize, cols: usize, size: usize) -> [(isize, isize, usize); 4] {
        let (r, c, s) = (rows as isize, cols as isize, size as isize);
        let bytes = (rows + 3) * (cols + 3) * size * 2 + 1;
        [(c * s, s, bytes), (s, r * s, bytes), ((c + 3) * s, s, bytes), (2 * s, (2 * r + 1) * s, bytes)]
    }

    #[test]
    fn transposes() {
        let mut checks = 0;
        for size in [1, 2, 3, 4, 8, 16, 24] {
            for (rows, cols) in [(0, 5), (1, 1), (3, 7), (16, 16), (17, 33), (64, 64), (65, 130), (200, 31)] {
                for (s_row, s_col, s_bytes) in layouts(rows, cols, size) {
                    for (d_row, d_col, d_bytes) in layouts(rows, cols, size) {
                        let src: Vec<u8> = (0..s_bytes).map(|i| (i * 167 + i / 256) as u8).collect();
                        let mut want = vec![0xee; d_bytes];
                        let blank = want.clone();
                        for i in 0..rows {
                            for j in 0..cols {
                                let s = i * s_row as usize + j * s_col as usize + 1;
                                let d = i * d_row as usize + j * d_col as usize + 1;
                                want[d..d + size].copy_from_slice(&src[s..s + size]);
                            }
                        }
                        crate::simd::forced::each(|isa| {
                            let mut got = blank.clone();
                            let (from, to) = (src.as_ptr().wrapping_add(1), got.as_mut_ptr().wrapping_add(1));
                            // SAFETY: `layouts` leaves room for every element on both sides, and for the offset of one.
                            unsafe { transpose_copy(from, s_row, s_col, to, d_row, d_col, rows, cols, size) };
                            let what =
                                format!("{rows} x {cols} of {size}: {s_row} {s_col} to {d_row} {d_col}, {isa:?}");
                            assert!(got == want, "{what}");
                            checks += 1;
                        });
                    }
                }
            }
        }
        println!("{checks} transposes");
    }
}
