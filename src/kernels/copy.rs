//! Copies of elements of any size between any strides, as they are or with their bytes swapped.
//!
//! What it refuses: knowing what the elements are. Nothing here needs them aligned.

use std::ptr;

use crate::simd::{Kernel, dispatch, prefetch};

/// Copies `n` elements of `itemsize` bytes; strides in bytes.
///
/// # Safety
///
/// For each `i` below `n`:
/// - `src + i * src_stride` is valid for reading `itemsize` bytes.
/// - `dst + i * dst_stride` is valid for writing `itemsize` bytes.
/// - No element that is read overlaps one that is written, unless pointers and strides of both sides are equal.
pub(crate) unsafe fn copy(
    src: *const u8,
    src_stride: isize,
    dst: *mut u8,
    dst_stride: isize,
    n: usize,
    itemsize: usize,
) {
    if src == dst.cast_const() && src_stride == dst_stride {
        return;
    }
    let size = itemsize as isize;
    if src_stride == size && dst_stride == size {
        // SAFETY: by the strides, both sides are n * itemsize bytes in a row; they differ, so they do not overlap.
        return unsafe { ptr::copy_nonoverlapping(src, dst, n * itemsize) };
    }
    let run: unsafe fn(*const u8, isize, *mut u8, isize, usize) = match itemsize {
        1 => copy_as::<u8>,
        2 => copy_as::<u16>,
        4 => copy_as::<u32>,
        8 => copy_as::<u64>,
        16 => copy_as::<[u64; 2]>,
        // SAFETY: the caller's promises are those of `copy_bytes`.
        _ => return unsafe { copy_bytes(src, src_stride, dst, dst_stride, n, itemsize) },
    };
    // SAFETY: the caller's promises are those of `copy_as`, the size being that of the type chosen.
    unsafe { run(src, src_stride, dst, dst_stride, n) };
}

/// [`copy`] for elements of the size of `T`.
///
/// # Safety
///
/// - As for [`copy`].
unsafe fn copy_as<T: Copy>(mut src: *const u8, src_stride: isize, mut dst: *mut u8, dst_stride: isize, n: usize) {
    if n == 0 {
        return;
    }
    let size = size_of::<T>() as isize;
    if src_stride == 0 && dst_stride == size {
        // SAFETY: there is an element, as n is not zero.
        let value = unsafe { src.cast::<T>().read_unaligned() };
        for i in 0..n {
            // SAFETY: the elements at `dst` are in a row, and this is one of the n.
            let target = unsafe { dst.cast::<T>().add(i) };
            // SAFETY: the caller promises that it can be written.
            unsafe { target.write_unaligned(value) };
        }
        return;
    }
    if dst_stride == size && src_stride == 2 * size && n >= 16 && size <= 8 {
        // SAFETY: the caller's promises are those of `every_second`.
        return unsafe { every_second::<T>(src, dst, n) };
    }
    for _ in 0..n {
        // SAFETY: the caller promises that each of the n elements that `src` goes through can be read.
        let value = unsafe { src.cast::<T>().read_unaligned() };
        // SAFETY: the caller promises that each of the n elements that `dst` goes through can be written.
        unsafe { dst.cast::<T>().write_unaligned(value) };
        // Wrapping, as the step after the last may leave the allocation.
        src = src.wrapping_offset(src_stride);
        dst = dst.wrapping_offset(dst_stride);
    }
}

/// [`copy`] of every second element to a row.
///
/// # Safety
///
/// - As for [`copy`], with a stride of two elements at `src` and of one at `dst`; n is not zero.
unsafe fn every_second<T: Copy>(src: *const u8, dst: *mut u8, n: usize) {
    // An element and its neighbour are an integer of twice the size, of which the lower half is kept: vectors do that well.
    // The last element may have no neighbour.
    let halves = n - 1;
    match size_of::<T>() {
        _ if cfg!(target_endian = "big") => {
            // SAFETY: the caller's promises.
            unsafe {
                copy_bytes(src, 2 * size_of::<T>() as isize, dst, size_of::<T>() as isize, n, size_of::<T>());
            }
            return;
        }
        1 => dispatch(Halves::<u16> { src: src.cast(), dst, n: halves }),
        2 => dispatch(Halves::<u32> { src: src.cast(), dst: dst.cast(), n: halves }),
        4 => dispatch(Halves::<u64> { src: src.cast(), dst: dst.cast(), n: halves }),
        _ => dispatch(Pairs { src: src.cast(), dst: dst.cast(), n: halves }),
    }
    let (last, target) = (src.wrapping_add(2 * halves * size_of::<T>()), dst.wrapping_add(halves * size_of::<T>()));
    // SAFETY: the last element.
    let value = unsafe { last.cast::<T>().read_unaligned() };
    // SAFETY: its place.
    unsafe { target.cast::<T>().write_unaligned(value) };
}

/// An integer of twice the size of another.
trait Double: Copy {
    type Half;

    /// The lower half.
    fn half(self) -> Self::Half;
}

macro_rules! doubles {
    ($($double:ty: $half:ty),*) => {
        $(impl Double for $double {
            type Half = $half;

            #[inline(always)]
            fn half(self) -> $half {
                self as $half
            }
        })*
    };
}

doubles!(u16: u8, u32: u16, u64: u32);

struct Halves<W: Double> {
    src: *const W,
    dst: *mut W::Half,
    n: usize,
}

impl<W: Double> Kernel for Halves<W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for i in 0..self.n {
            // SAFETY: an element that the caller of `copy` promised, and its neighbour, which lies before the next one.
            let pair = unsafe { self.src.wrapping_add(i).read_unaligned() };
            // SAFETY: its place in the row of targets.
            unsafe { self.dst.wrapping_add(i).write_unaligned(pair.half()) };
        }
    }
}

struct Pairs {
    src: *const [u64; 2],
    dst: *mut u64,
    n: usize,
}

impl Kernel for Pairs {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut i = 0;
        while i + 8 <= self.n {
            // What is read here is used in blocks, between which the machine does not look ahead.
            let ahead = self.src.wrapping_add(i).cast::<u8>().wrapping_add(2048);
            prefetch(ahead);
            prefetch(ahead.wrapping_add(64));
            // SAFETY: eight elements that the caller of `copy` promised, each with its neighbour.
            let pairs = unsafe { self.src.wrapping_add(i).cast::<[[u64; 2]; 8]>().read_unaligned() };
            // SAFETY: their places in the row of targets.
            unsafe { self.dst.wrapping_add(i).cast::<[u64; 8]>().write_unaligned(pairs.map(|pair| pair[0])) };
            i += 8;
        }
        while i < self.n {
            // SAFETY: an element that the caller of `copy` promised, with its neighbour.
            let pair = unsafe { self.src.wrapping_add(i).read_unaligned() };
            // SAFETY: its place in the row of targets.
            unsafe { self.dst.wrapping_add(i).write_unaligned(pair[0]) };
            i += 1;
        }
    }
}

/// [`copy`] for elements of any size.
///
/// # Safety
///
/// - As for [`copy`].
unsafe fn copy_bytes(
    mut src: *const u8,
    src_stride: isize,
    mut dst: *mut u8,
    dst_stride: isize,
    n: usize,
    itemsize: usize,
) {
    for _ in 0..n {
        // SAFETY: the caller promises each of the n elements on both sides, and that they do not overlap.
        unsafe { ptr::copy_nonoverlapping(src, dst, itemsize) };
        // Wrapping, as the step after the last may leave the allocation.
        src = src.wrapping_offset(src_stride);
        dst = dst.wrapping_offset(dst_stride);
    }
}

/// What the bytes of an element are swapped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Units of two bytes: `f16`, and the parts of a complex32.
    Two = 2,
    /// Units of four bytes, among them characters.
    Four = 4,
    /// Units of eight bytes.
    Eight = 8,
}

/// Copies `n` elements, each of which is `units` units, with the bytes of every unit reversed.
///
/// # Safety
///
/// - As for [`copy`], with an `itemsize` of `units` times the size of the unit.
pub(crate) unsafe fn byteswap(
    src: *const u8,
    src_stride: isize,
    dst: *mut u8,
    dst_stride: isize,
    n: usize,
    unit: Unit,
    units: usize,
) {
    let swap = match unit {
        Unit::Two => swap_as::<u16>,
        Unit::Four => swap_as::<u32>,
        Unit::Eight => swap_as::<u64>,
    };
    // SAFETY: the caller's promises are those of `swap_as`.
    unsafe { swap(src, src_stride, dst, dst_stride, n, units) };
}

trait Swap: Copy {
    fn swapped(self) -> Self;
}

macro_rules! swaps {
    ($($t:ident)*) => {
        $(impl Swap for $t {
            #[inline(always)]
            fn swapped(self) -> $t {
                self.swap_bytes()
            }
        })*
    };
}
swaps!(u16 u32 u64);

/// [`byteswap`] for units of the size of `T`.
///
/// # Safety
///
/// - As for [`byteswap`].
unsafe fn swap_as<T: Swap>(src: *const u8, src_stride: isize, dst: *mut u8, dst_stride: isize, n: usize, units: usize) {
    let itemsize = (units * size_of::<T>()) as isize;
    if src_stride == itemsize && dst_stride == itemsize {
        return dispatch(SwapRun::<T> { src: src.cast(), dst: dst.cast(), units: n * units });
    }
    let (mut src, mut dst) = (src, dst);
    for _ in 0..n {
        SwapRun::<T> { src: src.cast(), dst: dst.cast(), units }.run();
        // Wrapping, as the step after the last may leave the allocation.
        src = src.wrapping_offset(src_stride);
        dst = dst.wrapping_offset(dst_stride);
    }
}

/// Units in a row, to be swapped. Only `swap_as` makes one, from pointers that are good for all its units; they may be
/// the same, as every unit is read before it is written.
struct SwapRun<T> {
    src: *const T,
    dst: *mut T,
    units: usize,
}

impl<T: Swap> Kernel for SwapRun<T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for i in 0..self.units {
            // SAFETY: i is below `units`, all of which can be reached from `src`.
            let source = unsafe { self.src.add(i) };
            // SAFETY: `swap_as` was promised that it can be read.
            let value = unsafe { source.read_unaligned() };
            // SAFETY: i is below `units`, all of which can be reached from `dst`.
            let target = unsafe { self.dst.add(i) };
            // SAFETY: `swap_as` was promised that it can be written.
            unsafe { target.write_unaligned(value.swapped()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::forced;

    /// Bytes that are all different for a while.
    fn bytes(n: usize) -> Vec<u8> {
        (0..n).map(|i| (i * 167 + i / 256) as u8).collect()
    }

    /// Strides for elements of this size: contiguous, with gaps, overlapping nothing, backwards.
    fn strides(size: usize) -> [isize; 5] {
        let size = size as isize;
        [size, size + 1, 3 * size, -size, -2 * size - 1]
    }

    /// The offset of the first of `n` elements in a buffer that just holds them.
    fn first(n: usize, stride: isize) -> usize {
        if stride < 0 { (n.max(1) - 1) * stride.unsigned_abs() } else { 0 }
    }

    fn space(n: usize, stride: isize, size: usize) -> usize {
        n.max(1) * stride.unsigned_abs() + size
    }

    type Loop<'a> = &'a dyn Fn(*const u8, isize, *mut u8, isize);

    /// Checks a copy against one made byte by byte, in which byte `b` of an element comes from byte `from(b)`.
    fn check(size: usize, n: usize, from: impl Fn(usize) -> usize, run: Loop) -> usize {
        let mut checks = 0;
        for ss in strides(size).into_iter().chain([0]) {
            for ds in strides(size) {
                // An odd offset, so that nothing is aligned.
                let (s, d) = (1 + first(n, ss), 1 + first(n, ds));
                let src = bytes(space(n, ss, size) + 1);
                let mut got = vec![0xee; space(n, ds, size) + 1];
                let mut want = got.clone();
                for i in 0..n {
                    let source = s.wrapping_add_signed(i as isize * ss);
                    let target = d.wrapping_add_signed(i as isize * ds);
                    for b in 0..size {
                        want[target + b] = src[source + from(b)];
                    }
                }
                run(src.as_ptr().wrapping_add(s), ss, got.as_mut_ptr().wrapping_add(d), ds);
                assert_eq!(got, want, "size {size}, n {n}, strides {ss} {ds}");
                checks += 1;
            }
        }
        checks
    }

    #[test]
    fn copies() {
        let mut checks = 0;
        for size in [0, 1, 2, 3, 4, 5, 8, 12, 16, 40] {
            for n in (0..20).chain([67, 130]) {
                checks += check(size, n, |b| b, &|src, ss, dst, ds| {
                    // SAFETY: `check` makes buffers that hold n elements of this size at these strides.
                    unsafe { copy(src, ss, dst, ds, n, size) };
                });
            }
        }
        println!("{checks} copies");
    }

    #[test]
    fn swaps() {
        let mut checks = 0;
        forced::each(|_| {
            for unit in [Unit::Two, Unit::Four, Unit::Eight] {
                for units in [1, 2, 3, 7] {
                    let width = unit as usize;
                    let from = |b: usize| b / width * width + (width - 1 - b % width);
                    for n in (0..20).chain([67, 130]) {
                        checks += check(width * units, n, from, &|src, ss, dst, ds| {
                            // SAFETY: `check` makes buffers that hold n elements of this size at these strides.
                            unsafe { byteswap(src, ss, dst, ds, n, unit, units) };
                        });
                    }
                }
            }
        });
        println!("{checks} swaps");
    }

    #[test]
    fn in_place() {
        let original = bytes(400);
        let mut data = original.clone();
        let p = data.as_mut_ptr();
        // SAFETY: 100 elements of four bytes, the same on both sides.
        unsafe { copy(p, 4, p, 4, 100, 4) };
        // SAFETY: the same.
        unsafe { byteswap(p, 4, p, 4, 100, Unit::Four, 1) };
        assert!(data.chunks(4).zip(original.chunks(4)).all(|(a, b)| a.iter().eq(b.iter().rev())));
        let p = data.as_mut_ptr();
        // SAFETY: every other one of them.
        unsafe { byteswap(p, 8, p, 8, 50, Unit::Four, 1) };
        assert!(data.chunks(8).zip(original.chunks(8)).all(|(a, b)| a[..4] == b[..4] && a[4..] != b[4..]));
    }
}
