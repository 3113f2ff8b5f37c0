//! Between `f16` and `f32` with the instructions that some machines have for it.
//!
//! Contiguous runs only, and bit-identical to the loops in `half_bits` that do all the rest.

use half::f16;
use num_complex::Complex;

use super::convert;

/// A conversion of contiguous elements that returns how many it did, from the front.
///
/// # Safety
///
/// - `src` is valid for reading and `dst` for writing `n` elements, and the two do not overlap.
type Front = unsafe fn(src: *const u8, dst: *mut u8, n: usize) -> usize;

macro_rules! with_front {
    ($($name:ident: $S:ty => $D:ty, $front:ident, $floats:literal floats each;)*) => {
        $(
            /// A [`ConvertFn`](super::ConvertFn).
            ///
            /// # Safety
            ///
            /// - As for [`ConvertFn`](super::ConvertFn).
            pub(super) unsafe fn $name(src: *const u8, s: isize, dst: *mut u8, d: isize, n: usize) {
                let contiguous = s == size_of::<$S>() as isize && d == size_of::<$D>() as isize;
                let front: Option<Front> = if contiguous { machine::$front() } else { None };
                let floats = match front {
                    // SAFETY: n contiguous elements are this many contiguous floats, on both sides; their sizes differ,
                    // so that the caller promises that they do not overlap.
                    Some(front) => unsafe { front(src, dst, n * $floats) },
                    None => 0,
                };
                let done = floats / $floats;
                let src = src.wrapping_offset(s * done as isize);
                let dst = dst.wrapping_offset(d * done as isize);
                // SAFETY: done is at most n, so that these are the rest of the elements that the caller promises.
                unsafe { convert::<$S, $D>(src, s, dst, d, n - done) };
            }
        )*
    };
}

with_front! {
    f16_to_f32: f16 => f32, widen, 1 floats each;
    f32_to_f16: f32 => f16, narrow, 1 floats each;
    c32_to_c64: Complex<f16> => Complex<f32>, widen, 2 floats each;
    c64_to_c32: Complex<f32> => Complex<f16>, narrow, 2 floats each;
}

#[cfg(target_arch = "x86_64")]
mod machine {
    use core::arch::x86_64::*;

    use super::Front;
    use crate::simd::{Isa, isa};

    /// Floats converted by one instruction.
    const LANES: usize = 8;

    pub(super) fn widen() -> Option<Front> {
        (isa() >= Isa::V3).then_some(widen_f16c as Front)
    }

    pub(super) fn narrow() -> Option<Front> {
        (isa() >= Isa::V3).then_some(narrow_f16c as Front)
    }

    /// # Safety
    ///
    /// - As for [`Front`].
    /// - The machine has AVX and F16C.
    #[target_feature(enable = "avx,f16c")]
    unsafe fn widen_f16c(src: *const u8, dst: *mut u8, n: usize) -> usize {
        let done = n - n % LANES;
        for i in (0..done).step_by(LANES) {
            // SAFETY: i + LANES is at most n, the number of elements of two bytes at `src`.
            let source = unsafe { src.add(i * 2) };
            // SAFETY: 16 bytes are eight of those elements; unaligned reads need no alignment.
            let halves = unsafe { source.cast::<__m128i>().read_unaligned() };
            let floats = _mm256_cvtph_ps(halves);
            // SAFETY: i + LANES is at most n, the number of elements of four bytes at `dst`.
            let target = unsafe { dst.add(i * 4) };
            // SAFETY: 32 bytes are eight of those elements; unaligned writes need no alignment.
            unsafe { target.cast::<__m256>().write_unaligned(floats) };
        }
        done
    }

    /// # Safety
    ///
    /// - As for [`Front`].
    /// - The machine has AVX and F16C.
    #[target_feature(enable = "avx,f16c")]
    unsafe fn narrow_f16c(src: *const u8, dst: *mut u8, n: usize) -> usize {
        let done = n - n % LANES;
        for i in (0..done).step_by(LANES) {
            // SAFETY: i + LANES is at most n, the number of elements of four bytes at `src`.
            let source = unsafe { src.add(i * 4) };
            // SAFETY: 32 bytes are eight of those elements; unaligned reads need no alignment.
            let floats = unsafe { source.cast::<__m256>().read_unaligned() };
            let halves = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(floats);
            // SAFETY: i + LANES is at most n, the number of elements of two bytes at `dst`.
            let target = unsafe { dst.add(i * 2) };
            // SAFETY: 16 bytes are eight of those elements; unaligned writes need no alignment.
            unsafe { target.cast::<__m128i>().write_unaligned(halves) };
        }
        done
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod machine {
    use super::Front;

    pub(super) fn widen() -> Option<Front> {
        None
    }

    pub(super) fn narrow() -> Option<Front> {
        None
    }
}
