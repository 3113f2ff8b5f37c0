//! Counts of one unit of time in another: multiplied, or divided and rounded down. NaT stays what it is.

#![allow(clippy::cast_ptr_alignment, reason = "callers promise that elements are aligned")]

use crate::element::calendar::NAT;
use crate::simd::{Kernel, dispatch};

/// How many counts are checked before they are written.
const BLOCK: usize = 256;

/// Multiplies `n` counts by a positive number. The first count whose product does not fit is the error; those before it may
/// have been written.
///
/// # Safety
/// - For each `i` below `n`, `src + i * src_stride` is valid for reading an aligned `i64`, `dst + i * dst_stride` for writing
///   one; no element that is read overlaps one that is written.
pub(crate) unsafe fn multiply(
    (src, src_stride): (*const u8, isize),
    (dst, dst_stride): (*mut u8, isize),
    n: usize,
    factor: i64,
) -> Result<(), i64> {
    let limit = i64::MAX / factor;
    if src_stride == 8 && dst_stride == 8 {
        // SAFETY: `n` counts without gaps, which nothing writes meanwhile.
        let src = unsafe { std::slice::from_raw_parts(src.cast::<i64>(), n) };
        return dispatch(Products { src, dst: dst.cast(), factor, limit });
    }
    let product = |t: i64| match t {
        NAT => Ok(NAT),
        t if (-limit..=limit).contains(&t) => Ok(t * factor),
        t => Err(t),
    };
    // SAFETY: the caller's promises.
    unsafe { each((src, src_stride), (dst, dst_stride), n, product) }
}

struct Products<'a> {
    src: &'a [i64],
    dst: *mut i64,
    factor: i64,
    limit: i64,
}

impl Kernel for Products<'_> {
    type Output = Result<(), i64>;

    #[inline(always)]
    fn run(self) -> Result<(), i64> {
        let outside = |t: i64| (t > self.limit || t < -self.limit) && t != NAT;
        for (i, block) in self.src.chunks(BLOCK).enumerate() {
            if block.iter().fold(false, |any, &t| any | outside(t)) {
                return Err(block.iter().copied().find(|&t| outside(t)).unwrap_or(NAT));
            }
            for (j, &t) in block.iter().enumerate() {
                let product = if t == NAT { NAT } else { t.wrapping_mul(self.factor) };
                // SAFETY: the caller of `multiply` has room for as many counts as it has given.
                unsafe { self.dst.wrapping_add(i * BLOCK + j).write(product) };
            }
        }
        Ok(())
    }
}

/// Replaces each of `n` counts by what a function makes of it; its first error ends that.
///
/// # Safety
/// - As for [`multiply`].
pub(crate) unsafe fn each<E>(
    (src, src_stride): (*const u8, isize),
    (dst, dst_stride): (*mut u8, isize),
    n: usize,
    f: impl Fn(i64) -> Result<i64, E>,
) -> Result<(), E> {
    for i in 0..n as isize {
        // SAFETY: the caller's promises, for this count.
        let t = unsafe { src.wrapping_offset(i * src_stride).cast::<i64>().read() };
        let t = f(t)?;
        // SAFETY: likewise.
        unsafe { dst.wrapping_offset(i * dst_stride).cast::<i64>().write(t) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_checked_by_every_instruction_set() {
        let mut cases = 0;
        crate::simd::forced::each(|_| {
            for n in [0usize, 1, 7, 256, 300] {
                for bad in [None, Some(0), Some(n / 2), n.checked_sub(1)] {
                    let mut src: Vec<i64> = (0..n as i64).map(|t| if t % 5 == 0 { NAT } else { t - 3 }).collect();
                    let bad = bad.filter(|&at| at < n);
                    if let Some(at) = bad {
                        src[at] = i64::MAX / 1000 + 1;
                    }
                    let mut dst = vec![0i64; n];
                    let (from, to) = (src.as_ptr().cast::<u8>(), dst.as_mut_ptr().cast::<u8>());
                    // SAFETY: `n` counts each, apart from each other.
                    let got = unsafe { multiply((from, 8), (to, 8), n, 1000) };
                    assert_eq!(got, bad.map_or(Ok(()), |at| Err(src[at])));
                    if bad.is_none() {
                        let want: Vec<i64> = src.iter().map(|&t| if t == NAT { t } else { t * 1000 }).collect();
                        assert_eq!(dst, want);
                    }
                    cases += 1;
                }
            }
        });
        assert!(cases >= 20);
    }
}
