//! Elements at positions, picked with vector instructions.
//!
//! Elements of four and eight bytes that lie side by side are gathered eight at a time where the machine has AVX-512. All
//! else, and what is left over, is for the loop of whoever asks.

/// Copies elements of `itemsize` bytes at positions, negative ones counted from the end, to a row of them, and says how many
/// of the positions are done with: up to the end of the list, or to where one may be out of range.
///
/// # Safety
/// - `from` is the first of `size` elements without gaps between them, valid for reading.
/// - `to` is valid for writing an element for each position, and overlaps none of those.
pub(crate) unsafe fn gather(from: *const u8, size: usize, positions: &[i64], to: *mut u8, itemsize: usize) -> usize {
    #[cfg(target_arch = "x86_64")]
    if crate::simd::isa() == crate::simd::Isa::V4 {
        return match itemsize {
            // SAFETY: the machine has AVX-512; the caller's promises, for elements of eight bytes.
            8 => unsafe { x86::gather::<8>(from, size, positions, to) },
            // SAFETY: the same for elements of four.
            4 => unsafe { x86::gather::<4>(from, size, positions, to) },
            _ => 0,
        };
    }
    let _ = (from, size, positions, to, itemsize);
    0
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    /// # Safety
    /// - The machine has AVX-512 F and AVX2.
    /// - As for [`gather`](super::gather), with elements of `SIZE` bytes, which are 4 or 8.
    #[target_feature(enable = "avx512f,avx2")]
    pub(super) unsafe fn gather<const SIZE: i32>(
        from: *const u8,
        size: usize,
        positions: &[i64],
        to: *mut u8,
    ) -> usize {
        let n = _mm512_set1_epi64(size as i64);
        let (eights, _) = positions.as_chunks::<8>();
        for (number, eight) in eights.iter().enumerate() {
            // SAFETY: eight positions.
            let given = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
            let negative = _mm512_cmplt_epi64_mask(given, _mm512_setzero_si512());
            let counted = _mm512_mask_add_epi64(given, negative, given, n);
            // Those that are still negative are large numbers without a sign.
            if _mm512_cmpge_epu64_mask(counted, n) != 0 {
                return 8 * number;
            }
            let place = to.wrapping_add(8 * number * SIZE as usize);
            if SIZE == 8 {
                // SAFETY: eight elements that are all there.
                let picked = unsafe { _mm512_i64gather_epi64::<8>(counted, from.cast()) };
                // SAFETY: room for an element for each position.
                unsafe { _mm512_storeu_si512(place.cast(), picked) };
            } else {
                // SAFETY: eight elements that are all there.
                let picked = unsafe { _mm512_i64gather_epi32::<4>(counted, from.cast()) };
                // SAFETY: room for an element for each position.
                unsafe { _mm256_storeu_si256(place.cast(), picked) };
            }
        }
        8 * eights.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_up_to_what_is_out_of_range() {
        let wide: Vec<u64> = (0..100).map(|i| i * i).collect();
        let narrow: Vec<u32> = (0..100).map(|i| i * i).collect();
        for bad in [None, Some(0), Some(13), Some(16), Some(39)] {
            for wrong in [100, -101, i64::MIN, i64::MAX] {
                let mut positions: Vec<i64> = (0..43).map(|i| (i * 37) % 200 - 100).collect();
                if let Some(at) = bad {
                    positions[at] = wrong;
                }
                let (mut a, mut b) = ([0u64; 43], [0u32; 43]);
                // SAFETY: a hundred elements, and room for one for each position.
                let done = unsafe { gather(wide.as_ptr().cast(), 100, &positions, a.as_mut_ptr().cast(), 8) };
                // SAFETY: the same.
                let same = unsafe { gather(narrow.as_ptr().cast(), 100, &positions, b.as_mut_ptr().cast(), 4) };
                assert_eq!(done, same);
                assert!(done == 0 || done == bad.unwrap_or(43) / 8 * 8, "{done} done, {bad:?} is bad");
                for i in 0..done {
                    let place = positions[i].rem_euclid(100) as usize;
                    assert_eq!((a[i], b[i]), (wide[place], narrow[place]));
                }
            }
        }
    }
}
