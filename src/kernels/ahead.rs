//! Long runs in pieces, each asking for the memory of the next: some machines do not look far enough ahead by themselves, and
//! wait for the cache lines that are to be written most of all.

use crate::simd::{prefetch, prefetch_write};

/// The bytes of a piece on its larger side.
const PIECE: usize = 1024;
/// Runs that are no longer than this are in the nearer caches anyway.
const LONG: usize = 512 << 10;
/// The bytes of a cache line.
const LINE: usize = 64;

/// Calls `run` with parts of `n` elements of a source and a target, each given by the address, the stride and the size of
/// the elements: `(src, src_stride, dst, dst_stride, n)`. All of them at once unless they are many without gaps.
#[inline]
pub(crate) fn ahead(
    run: impl Fn(*const u8, isize, *mut u8, isize, usize),
    (src, src_stride, s): (*const u8, isize, usize),
    (dst, dst_stride, d): (*mut u8, isize, usize),
    n: usize,
) {
    let (larger, dense) = (s.max(d), src_stride == s as isize && dst_stride == d as isize);
    if !dense || larger > LINE || n.saturating_mul(larger) <= LONG {
        return run(src, src_stride, dst, dst_stride, n);
    }
    let piece = PIECE / larger;
    for start in (0..n).step_by(piece) {
        let (from, to) = (src.wrapping_add(start * s), dst.wrapping_add(start * d));
        for line in (0..piece * s).step_by(LINE) {
            prefetch(from.wrapping_add(piece * s + line));
        }
        for line in (0..piece * d).step_by(LINE) {
            prefetch_write(to.wrapping_add(piece * d + line));
        }
        run(from, src_stride, to, dst_stride, piece.min(n - start));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn pieces_cover_a_run_once() {
        let pieces = Cell::new(0);
        for (s, d) in [(8, 8), (4, 8), (1, 16), (24, 3), (100, 100)] {
            for n in [0, 1, 100, LONG / 8, LONG, LONG + 1, 3 * LONG / 8 + 5] {
                let done = Cell::new(0);
                let (src, dst) = (std::ptr::without_provenance(64), std::ptr::without_provenance_mut(128));
                let run = |from: *const u8, _: isize, to: *mut u8, _: isize, count: usize| {
                    assert_eq!((from.addr(), to.addr()), (64 + done.get() * s, 128 + done.get() * d));
                    done.set(done.get() + count);
                    pieces.set(pieces.get() + 1);
                };
                ahead(run, (src, s as isize, s), (dst, d as isize, d), n);
                assert_eq!(done.get(), n);
            }
        }
        println!("{} pieces", pieces.get());
        assert!(pieces.get() > 1000);
    }
}
