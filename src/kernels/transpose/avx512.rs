//! Tiles as wide as a cache line, in registers of AVX-512. Those at the edges are loaded and stored in part.

use core::arch::x86_64::*;

use super::{BLOCK, LINE, Plane, prefetch};

/// Calls an intrinsic. All of this runs only where the machine has AVX-512.
macro_rules! call {
    ($name:ident($($a:expr),*)) => {{
        // SAFETY: the machine has the instruction, see above; a pointer is one that the caller vouches for.
        unsafe { $name($($a),*) }
    }};
}

/// Functions as `by_tiles`, and what they do with a tile. As with smaller squares, each round interleaves the upper half of the
/// vectors with the lower.
macro_rules! tiles {
    ($($name:ident $tile:ident: $t:ident $mask:ident $rounds:literal $load:ident $store:ident $permute:ident;)*) => {$(
        /// Copies a plane.
        ///
        /// # Safety
        /// - As for [`by_tiles`](super::by_tiles).
        /// - The machine has AVX-512.
        #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
        pub(super) unsafe fn $name(plane: Plane) {
            for block in plane.parts(BLOCK) {
                for tile in block.parts(1 << $rounds) {
                    if tile.rows == 1 << $rounds && tile.cols == 1 << $rounds {
                        // SAFETY: the caller's promises hold for this part.
                        unsafe { $tile::<true>(tile) };
                    } else {
                        // SAFETY: likewise.
                        unsafe { $tile::<false>(tile) };
                    }
                }
            }
        }

        /// Copies a tile, which may be known to be whole.
        ///
        /// # Safety
        /// - As above, with no more rows and columns than a vector has elements.
        #[inline(always)]
        unsafe fn $tile<const WHOLE: bool>(tile: Plane) {
            const SIDE: usize = 1 << $rounds;
            /// Which elements of two vectors make up one: in turns, from here on.
            const fn turns(start: usize) -> [$t; SIDE] {
                let mut places = [0; SIDE];
                let mut i = 0;
                while i < SIDE {
                    places[i] = (start + i / 2 + i % 2 * SIDE) as $t;
                    i += 1;
                }
                places
            }
            const TURNS: [[$t; SIDE]; 2] = [turns(0), turns(SIDE / 2)];
            // The first elements, of those vectors that there are.
            let first = |elements: usize, vector: usize, vectors: usize| {
                if WHOLE || vector < vectors && elements == SIDE {
                    $mask::MAX
                } else if vector < vectors {
                    (1 << elements) - 1
                } else {
                    0
                }
            };
            let every = $mask::MAX;
            let [low, high] = TURNS.map(|places| call!($load(every, places.as_ptr().cast())));
            let mut vectors = [call!(_mm512_setzero_si512()); SIDE];
            for (j, vector) in vectors.iter_mut().enumerate() {
                let source = tile.src.wrapping_offset(j as isize * tile.s_col);
                // The tile below, which is a whole row of tiles away. The hardware does not foresee so many streams.
                prefetch(source.wrapping_add(LINE));
                *vector = call!($load(first(tile.rows, j, tile.cols), source.cast()));
            }
            for _ in 0..$rounds {
                let before = vectors;
                for k in 0..SIDE / 2 {
                    let (upper, lower) = (before[k], before[k + SIDE / 2]);
                    vectors[2 * k] = call!($permute(upper, low, lower));
                    vectors[2 * k + 1] = call!($permute(upper, high, lower));
                }
            }
            for (i, vector) in vectors.into_iter().enumerate() {
                let target = tile.dst.wrapping_offset(i as isize * tile.d_row);
                call!($store(target.cast(), first(tile.cols, i, tile.rows), vector));
            }
        }
    )*};
}

tiles! {
    words word_tile: u32 u16 4 _mm512_maskz_loadu_epi32 _mm512_mask_storeu_epi32 _mm512_permutex2var_epi32;
    double_words double_word_tile: u64 u8 3 _mm512_maskz_loadu_epi64 _mm512_mask_storeu_epi64 _mm512_permutex2var_epi64;
}
