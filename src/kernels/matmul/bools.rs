//! Products of booleans: "or" of "and", 64 columns at a time.
//!
//! The rows of `b` are packed into bits. A row of the result is "or" of those rows of `b` for which `a` is true; once all of it
//! is true, nothing more can change.

use super::{Matrix, Rows, Sizes};
use crate::simd::{Kernel, dispatch};

/// After so many rows of `b`, a look whether all is true.
const LOOK: usize = 16;

/// Words of memory that a product takes: the bits of `b`, and of a row of the result.
pub(super) fn scratch_words(sizes: Sizes) -> usize {
    (sizes.k + 1) * sizes.n.div_ceil(64)
}

/// Computes a product. All sizes are at least one.
///
/// # Safety
/// - The matrices have elements of one byte as the sizes and their strides say, valid for reading; those of the result are
///   valid for writing, and overlap nothing else.
/// - `scratch` has room for as many words as [`scratch_words`] says, and is aligned for them.
pub(super) unsafe fn product(sizes: Sizes, a: Matrix, b: Matrix, c: Rows, scratch: *mut u8) {
    // SAFETY: the caller's promise. All of it is written before it is read.
    unsafe { scratch.write_bytes(0, scratch_words(sizes) * size_of::<u64>()) };
    // SAFETY: so many words, which were just written.
    let words = unsafe { std::slice::from_raw_parts_mut(scratch.cast::<u64>(), scratch_words(sizes)) };
    dispatch(Product { sizes, a, b, c, words });
}

/// Made with the promises of [`product`] only.
struct Product<'a> {
    sizes: Sizes,
    a: Matrix,
    b: Matrix,
    c: Rows,
    words: &'a mut [u64],
}

impl Kernel for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Product { sizes: Sizes { m, n, k }, a, b, c, words } = self;
        let width = n.div_ceil(64);
        let (packed, row) = words.split_at_mut(k * width);
        for (p, packed) in packed.chunks_exact_mut(width).enumerate() {
            for (word, bits) in packed.iter_mut().enumerate() {
                // SAFETY: so many elements of a row of `b`.
                *bits = unsafe { pack(b.at(p, word * 64), b.col, 64.min(n - word * 64)) };
            }
        }
        for i in 0..m {
            row.fill(0);
            for start in (0..k).step_by(LOOK) {
                let end = k.min(start + LOOK);
                let mask = |p: usize| {
                    // SAFETY: an element of `a`.
                    u64::from(unsafe { a.at(i, p).read() } != 0).wrapping_neg()
                };
                if width == 1 {
                    // In a register.
                    let bits = packed[start..end].iter().zip(start..end);
                    row[0] |= bits.fold(0, |sum, (&bits, p)| sum | bits & mask(p));
                } else {
                    for (packed, p) in packed[start * width..end * width].chunks_exact(width).zip(start..end) {
                        let mask = mask(p);
                        for (sum, &bits) in row.iter_mut().zip(packed) {
                            *sum |= bits & mask;
                        }
                    }
                }
                let last = u64::MAX >> (width * 64 - n);
                if row[width - 1] == last && row[..width - 1].iter().all(|&word| word == u64::MAX) {
                    break;
                }
            }
            let to = c.ptr.wrapping_offset(c.row.wrapping_mul(i as isize));
            for j in (0..n).step_by(8) {
                // Eight bits, each in a byte of its own: copied to all bytes, of which each keeps one.
                let eight =
                    (row[j / 64] >> (j % 64) & 0xff).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
                // A byte that is not zero reaches its highest bit.
                let eight =
                    ((eight | eight.wrapping_add(0x7f7f_7f7f_7f7f_7f7f)) >> 7 & 0x0101_0101_0101_0101).to_le_bytes();
                let count = 8.min(n - j);
                // SAFETY: so many elements of the result.
                unsafe { eight.as_ptr().copy_to_nonoverlapping(to.wrapping_add(j), count) };
            }
        }
    }
}

/// The bits of up to 64 booleans: any byte but zero is true.
///
/// # Safety
/// - So many bytes can be read.
#[inline(always)]
unsafe fn pack(from: *const u8, step: isize, n: usize) -> u64 {
    let mut bits = 0;
    let mut done = 0;
    if step == 1 {
        while done + 8 <= n {
            // SAFETY: eight of the bytes.
            let bytes = unsafe { from.wrapping_add(done).cast::<[u8; 8]>().read() };
            let mut eight = u64::from_le_bytes(bytes);
            // The lowest bit of each byte becomes "or" of all of its bits; what crosses into another byte stays above.
            eight |= eight >> 4;
            eight |= eight >> 2;
            eight |= eight >> 1;
            eight &= 0x0101_0101_0101_0101;
            bits |= (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << done;
            done += 8;
        }
    }
    for j in done..n {
        // SAFETY: one of the bytes.
        let byte = unsafe { from.wrapping_offset(step.wrapping_mul(j as isize)).read() };
        bits |= u64::from(byte != 0) << j;
    }
    bits
}
