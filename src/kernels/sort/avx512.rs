//! Sorting in vectors of AVX-512: networks for a few hundred keys, and a quicksort whose partitions are compressed vectors.
//!
//! 1. Up to [`NETWORK`] vectors of keys are sorted in registers: each vector by itself, then two of them merged, then four
//!    and so on, by Batcher's bitonic mergers, which compare the same places whatever the keys are.
//! 2. More keys are parted by a pivot, the median of a sample: what is below it is compressed towards the start of the other
//!    buffer, the rest towards its end, without a branch.
//! 3. Keys that part badly too often are left to the standard library's sort.

use std::arch::x86_64::*;

/// How many vectors a network sorts at most.
const NETWORK: usize = 16;

/// Calls an intrinsic. All of this runs only where the machine has AVX-512.
macro_rules! call {
    ($name:ident $(::<$parameter:tt>)? ($($a:expr),*)) => {{
        // SAFETY: the machine has the instruction, see above; a pointer is one that the caller vouches for.
        unsafe { $name$(::<$parameter>)?($($a),*) }
    }};
}

/// A vector of keys.
pub(super) trait Vector: Copy {
    type Key: Ord + Copy;
    const LANES: usize;
    const LARGEST: Self::Key;
    fn next(key: Self::Key) -> Self::Key;
    fn splat(key: Self::Key) -> Self;
    /// # Safety
    /// - There are so many keys there, at most a vector of them; what is missing becomes the largest key.
    unsafe fn load(from: *const Self::Key, count: usize) -> Self;
    /// # Safety
    /// - There is room for so many keys, at most a vector of them.
    unsafe fn store(self, to: *mut Self::Key, count: usize);
    /// # Safety
    /// - There is room for a vector.
    unsafe fn store_all(self, to: *mut Self::Key);
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// Each lane beside that whose number differs in the bits of `X`: the smaller where the bit `B` is clear.
    fn exchange<const X: i64, const B: i64>(self) -> Self;
    fn reverse(self) -> Self;
    /// Which lanes are below those of another.
    fn below(self, other: Self) -> u32;
    /// The lanes of a mask, moved to the start.
    fn compress(self, mask: u32) -> Self;
    /// Each vector sorted.
    fn sort_lanes(self) -> Self;
    /// The same for one that rises and falls once.
    fn merge_lanes(self) -> Self;
}

#[derive(Clone, Copy)]
pub(super) struct Eight(__m512i);

#[derive(Clone, Copy)]
pub(super) struct Sixteen(__m512i);

/// The first lanes.
#[inline(always)]
fn first(count: usize) -> u32 {
    (1u32 << count) - 1
}

impl Vector for Eight {
    type Key = u64;
    const LANES: usize = 8;
    const LARGEST: u64 = u64::MAX;

    #[inline(always)]
    fn next(key: u64) -> u64 {
        key + 1
    }

    #[inline(always)]
    fn splat(key: u64) -> Eight {
        Eight(call!(_mm512_set1_epi64(key as i64)))
    }

    #[inline(always)]
    unsafe fn load(from: *const u64, count: usize) -> Eight {
        if count == 8 {
            return Eight(call!(_mm512_loadu_epi64(from.cast())));
        }
        let rest = call!(_mm512_set1_epi64(-1));
        Eight(call!(_mm512_mask_loadu_epi64(rest, first(count) as u8, from.cast())))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u64, count: usize) {
        call!(_mm512_mask_storeu_epi64(to.cast(), first(count) as u8, self.0));
    }

    #[inline(always)]
    unsafe fn store_all(self, to: *mut u64) {
        call!(_mm512_storeu_epi64(to.cast(), self.0));
    }

    #[inline(always)]
    fn min(self, other: Eight) -> Eight {
        Eight(call!(_mm512_min_epu64(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Eight) -> Eight {
        Eight(call!(_mm512_max_epu64(self.0, other.0)))
    }

    #[inline(always)]
    fn exchange<const X: i64, const B: i64>(self) -> Eight {
        let lanes = call!(_mm512_set_epi64(7 ^ X, 6 ^ X, 5 ^ X, 4 ^ X, 3 ^ X, 2 ^ X, 1 ^ X, X));
        let other = call!(_mm512_permutexvar_epi64(lanes, self.0));
        let upper = match B {
            1 => 0b1010_1010,
            2 => 0b1100_1100,
            _ => 0b1111_0000,
        };
        let smaller = call!(_mm512_min_epu64(self.0, other));
        Eight(call!(_mm512_mask_max_epu64(smaller, upper, self.0, other)))
    }

    #[inline(always)]
    fn reverse(self) -> Eight {
        let lanes = call!(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7));
        Eight(call!(_mm512_permutexvar_epi64(lanes, self.0)))
    }

    #[inline(always)]
    fn below(self, other: Eight) -> u32 {
        u32::from(call!(_mm512_cmplt_epu64_mask(self.0, other.0)))
    }

    #[inline(always)]
    fn compress(self, mask: u32) -> Eight {
        Eight(call!(_mm512_maskz_compress_epi64(mask as u8, self.0)))
    }

    #[inline(always)]
    fn sort_lanes(self) -> Eight {
        self.exchange::<1, 1>()
            .exchange::<3, 2>()
            .exchange::<1, 1>()
            .exchange::<7, 4>()
            .exchange::<2, 2>()
            .exchange::<1, 1>()
    }

    #[inline(always)]
    fn merge_lanes(self) -> Eight {
        self.exchange::<4, 4>().exchange::<2, 2>().exchange::<1, 1>()
    }
}

impl Vector for Sixteen {
    type Key = u32;
    const LANES: usize = 16;
    const LARGEST: u32 = u32::MAX;

    #[inline(always)]
    fn next(key: u32) -> u32 {
        key + 1
    }

    #[inline(always)]
    fn splat(key: u32) -> Sixteen {
        Sixteen(call!(_mm512_set1_epi32(key as i32)))
    }

    #[inline(always)]
    unsafe fn load(from: *const u32, count: usize) -> Sixteen {
        if count == 16 {
            return Sixteen(call!(_mm512_loadu_epi32(from.cast())));
        }
        let rest = call!(_mm512_set1_epi32(-1));
        Sixteen(call!(_mm512_mask_loadu_epi32(rest, first(count) as u16, from.cast())))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u32, count: usize) {
        call!(_mm512_mask_storeu_epi32(to.cast(), first(count) as u16, self.0));
    }

    #[inline(always)]
    unsafe fn store_all(self, to: *mut u32) {
        call!(_mm512_storeu_epi32(to.cast(), self.0));
    }

    #[inline(always)]
    fn min(self, other: Sixteen) -> Sixteen {
        Sixteen(call!(_mm512_min_epu32(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Sixteen) -> Sixteen {
        Sixteen(call!(_mm512_max_epu32(self.0, other.0)))
    }

    #[inline(always)]
    fn exchange<const X: i64, const B: i64>(self) -> Sixteen {
        let x = X as i32;
        let lanes = call!(_mm512_set_epi32(
            0xf ^ x,
            0xe ^ x,
            0xd ^ x,
            0xc ^ x,
            0xb ^ x,
            0xa ^ x,
            0x9 ^ x,
            0x8 ^ x,
            0x7 ^ x,
            0x6 ^ x,
            0x5 ^ x,
            0x4 ^ x,
            0x3 ^ x,
            0x2 ^ x,
            0x1 ^ x,
            x
        ));
        let other = call!(_mm512_permutexvar_epi32(lanes, self.0));
        let upper = match B {
            1 => 0xAAAA,
            2 => 0xCCCC,
            4 => 0xF0F0,
            _ => 0xFF00,
        };
        let smaller = call!(_mm512_min_epu32(self.0, other));
        Sixteen(call!(_mm512_mask_max_epu32(smaller, upper, self.0, other)))
    }

    #[inline(always)]
    fn reverse(self) -> Sixteen {
        let lanes = call!(_mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
        Sixteen(call!(_mm512_permutexvar_epi32(lanes, self.0)))
    }

    #[inline(always)]
    fn below(self, other: Sixteen) -> u32 {
        u32::from(call!(_mm512_cmplt_epu32_mask(self.0, other.0)))
    }

    #[inline(always)]
    fn compress(self, mask: u32) -> Sixteen {
        Sixteen(call!(_mm512_maskz_compress_epi32(mask as u16, self.0)))
    }

    #[inline(always)]
    fn sort_lanes(self) -> Sixteen {
        let fours = self.exchange::<1, 1>().exchange::<3, 2>().exchange::<1, 1>();
        let eights = fours.exchange::<7, 4>().exchange::<2, 2>().exchange::<1, 1>();
        eights.exchange::<15, 8>().exchange::<4, 4>().exchange::<2, 2>().exchange::<1, 1>()
    }

    #[inline(always)]
    fn merge_lanes(self) -> Sixteen {
        self.exchange::<8, 8>().exchange::<4, 4>().exchange::<2, 2>().exchange::<1, 1>()
    }
}

/// Sorts the keys of `N` vectors, a power of two.
#[inline(always)]
fn sort_vectors<V: Vector, const N: usize>(v: &mut [V; N]) {
    for one in v.iter_mut() {
        *one = one.sort_lanes();
    }
    let mut k = 1;
    while k < N {
        let mut start = 0;
        while start < N {
            // The second half is read backwards, so that both together rise and then fall. The larger keys stay in its
            // places, in which vectors come in the opposite order: mergers do not mind.
            for i in 0..k {
                let (low, high) = (start + i, start + 2 * k - 1 - i);
                let (a, b) = (v[low], v[high].reverse());
                (v[low], v[high]) = (a.min(b), a.max(b));
            }
            let mut distance = k / 2;
            while distance > 0 {
                for i in 0..2 * k {
                    if i & distance == 0 {
                        let (a, b) = (v[start + i], v[start + i + distance]);
                        (v[start + i], v[start + i + distance]) = (a.min(b), a.max(b));
                    }
                }
                distance /= 2;
            }
            for i in 0..2 * k {
                v[start + i] = v[start + i].merge_lanes();
            }
            start += 2 * k;
        }
        k *= 2;
    }
}

/// Sorts at most `N` vectors of keys, from one place to another, which may be the same.
///
/// # Safety
/// - The machine has AVX-512.
/// - Both places hold `n` keys, which is at most `N` vectors.
#[inline(always)]
unsafe fn network<V: Vector, const N: usize>(from: *const V::Key, to: *mut V::Key, n: usize) {
    let count = |i: usize| n.saturating_sub(i * V::LANES).min(V::LANES);
    let mut v = [V::splat(V::LARGEST); N];
    for (i, one) in v.iter_mut().enumerate() {
        // SAFETY: that many of the keys are left.
        *one = unsafe { V::load(from.wrapping_add(i * V::LANES), count(i)) };
    }
    sort_vectors(&mut v);
    for (i, one) in v.into_iter().enumerate() {
        // SAFETY: likewise.
        unsafe { one.store(to.wrapping_add(i * V::LANES), count(i)) };
    }
}

/// The network for a number of keys.
///
/// # Safety
/// - As for [`network`], with at most [`NETWORK`] vectors.
#[inline(always)]
unsafe fn small<V: Vector>(from: *const V::Key, to: *mut V::Key, n: usize) {
    let vectors = n.div_ceil(V::LANES);
    match vectors {
        // SAFETY: the caller's promises; there are at most so many vectors of keys, here and below.
        0 | 1 => unsafe { network::<V, 1>(from, to, n) },
        // SAFETY: likewise.
        2 => unsafe { network::<V, 2>(from, to, n) },
        // SAFETY: likewise.
        3 | 4 => unsafe { network::<V, 4>(from, to, n) },
        // SAFETY: likewise.
        5..=8 => unsafe { network::<V, 8>(from, to, n) },
        // SAFETY: likewise.
        _ => unsafe { network::<V, NETWORK>(from, to, n) },
    }
}

/// Parts keys by a pivot: those below it come first. How many there are.
///
/// # Safety
/// - The machine has AVX-512.
/// - Both places hold `n` keys, and do not overlap.
#[inline(always)]
unsafe fn partition<V: Vector>(from: *const V::Key, to: *mut V::Key, n: usize, pivot: V::Key) -> usize {
    let pivot = V::splat(pivot);
    let (mut low, mut high) = (0, n);
    let mut at = 0;
    while at + V::LANES <= n {
        // SAFETY: a vector of the keys.
        let v = unsafe { V::load(from.wrapping_add(at), V::LANES) };
        let below = v.below(pivot);
        let count = below.count_ones() as usize;
        // SAFETY: as many places are free as keys have not been placed, which are a vector at least.
        unsafe { v.compress(below).store_all(to.wrapping_add(low)) };
        low += count;
        let others = V::LANES - count;
        high -= others;
        // SAFETY: likewise; so many are left after the others.
        unsafe { v.compress(!below).store(to.wrapping_add(high), others) };
        at += V::LANES;
    }
    let rest = n - at;
    if rest > 0 {
        // SAFETY: the rest of the keys; the places that are still free are as many.
        let v = unsafe { V::load(from.wrapping_add(at), rest) };
        let below = v.below(pivot) & first(rest);
        let count = below.count_ones() as usize;
        // SAFETY: likewise.
        unsafe { v.compress(below).store(to.wrapping_add(low), count) };
        low += count;
        // SAFETY: likewise.
        unsafe { v.compress(!below & first(rest)).store(to.wrapping_add(low), rest - count) };
    }
    low
}

/// The median of a sample.
///
/// # Safety
/// - The machine has AVX-512.
/// - There are `n` keys there, more than a network sorts.
#[inline(always)]
unsafe fn pivot<V: Vector>(from: *const V::Key, n: usize) -> V::Key {
    let mut sample = [V::LARGEST; 64];
    let size = if n < 2048 { 16 } else { 64 };
    let step = n / size;
    for (i, key) in sample.iter_mut().enumerate().take(size) {
        // Not quite evenly, lest a pattern in the keys fits the steps.
        let at = i * step + (i * 7919) % step;
        // SAFETY: `at` is below `size * step`, so below `n`.
        *key = unsafe { *from.wrapping_add(at) };
    }
    let sample = sample.as_mut_ptr();
    // SAFETY: the sample has that many keys, which fit a network.
    unsafe { small::<V>(sample, sample, size) };
    // SAFETY: likewise.
    unsafe { *sample.wrapping_add(size / 2) }
}

/// Sorts keys that lie in one of two places, into the one that is home. Of the places counted from `first`, only those that
/// are wanted need be right, if some are: what is between them then only lies between.
///
/// # Safety
/// - The machine has AVX-512.
/// - Both places have room for `n` keys and do not overlap; the one that is told holds them.
unsafe fn quicksort<V: Vector>(
    (home, other): (*mut V::Key, *mut V::Key),
    n: usize,
    at_home: bool,
    depth: u32,
    wanted: Option<&[usize]>,
    start: usize,
) {
    let (from, to) = if at_home { (home, other) } else { (other, home) };
    if wanted.is_some_and(|wanted| !wanted.iter().any(|k| (start..start + n).contains(k))) {
        if !at_home {
            // SAFETY: the caller's promises.
            unsafe { home.copy_from_nonoverlapping(other, n) };
        }
        return;
    }
    if n <= NETWORK * V::LANES {
        // SAFETY: the caller's promises.
        unsafe { small_sort::<V>(from, home, n) };
        return;
    }
    if depth == 0 {
        if !at_home {
            // SAFETY: the caller's promises.
            unsafe { home.copy_from_nonoverlapping(other, n) };
        }
        // SAFETY: the keys are there, and nobody else's.
        unsafe { std::slice::from_raw_parts_mut(home, n) }.sort_unstable();
        return;
    }
    // SAFETY: the caller's promises, and more keys than a network sorts.
    let (below, pivot) = unsafe { part::<V>(from, to, n) };
    if below == 0 {
        // The pivot is the smallest key: all that are equal to it are in place once they are parted from the others.
        if pivot == V::LARGEST {
            if at_home {
                return;
            }
            // SAFETY: the caller's promises.
            unsafe { home.copy_from_nonoverlapping(other, n) };
            return;
        }
        // SAFETY: the caller's promises.
        let equal = unsafe { part_by::<V>(from, to, n, V::next(pivot)) };
        if at_home {
            // SAFETY: likewise; these are in the other place.
            unsafe { home.copy_from_nonoverlapping(other, equal) };
        }
        let rest = (home.wrapping_add(equal), other.wrapping_add(equal));
        // SAFETY: the rest of both places.
        unsafe { quicksort::<V>(rest, n - equal, !at_home, depth - 1, wanted, start + equal) };
        return;
    }
    // SAFETY: the first part of both places.
    unsafe { quicksort::<V>((home, other), below, !at_home, depth - 1, wanted, start) };
    let rest = (home.wrapping_add(below), other.wrapping_add(below));
    // SAFETY: the rest of both.
    unsafe { quicksort::<V>(rest, n - below, !at_home, depth - 1, wanted, start + below) };
}

/// [`small`], compiled for AVX-512.
///
/// # Safety
/// - As for it.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn small_sort<V: Vector>(from: *const V::Key, to: *mut V::Key, n: usize) {
    // SAFETY: the caller's promises.
    unsafe { small::<V>(from, to, n) };
}

/// [`partition`] by a sample's median, which is returned too, compiled for AVX-512.
///
/// # Safety
/// - As for it, with more keys than a network sorts.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn part<V: Vector>(from: *const V::Key, to: *mut V::Key, n: usize) -> (usize, V::Key) {
    // SAFETY: the caller's promises.
    let pivot = unsafe { pivot::<V>(from, n) };
    // SAFETY: likewise.
    (unsafe { partition::<V>(from, to, n, pivot) }, pivot)
}

/// [`partition`], compiled for AVX-512.
///
/// # Safety
/// - As for it.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn part_by<V: Vector>(from: *const V::Key, to: *mut V::Key, n: usize, pivot: V::Key) -> usize {
    // SAFETY: the caller's promises.
    unsafe { partition::<V>(from, to, n, pivot) }
}

/// Whether so many keys fit a network, which takes no scratch.
pub(super) fn is_small<V: Vector>(n: usize) -> bool {
    n <= NETWORK * V::LANES
}

/// Sorts keys, or puts the wanted ones, if some are, in the places that they have in order, with smaller ones before and larger
/// ones after them. The scratch is as long as they are, unless [they are few](is_small).
///
/// # Safety
/// - The machine has AVX-512.
pub(super) unsafe fn sort<V: Vector>(keys: &mut [V::Key], scratch: &mut [V::Key], wanted: Option<&[usize]>) {
    let n = keys.len();
    if is_small::<V>(n) {
        let keys = keys.as_mut_ptr();
        // SAFETY: so many keys, and the machine is right.
        unsafe { small_sort::<V>(keys, keys, n) };
        return;
    }
    assert!(scratch.len() >= n, "scratch as long as the keys");
    let depth = 2 * (usize::BITS - n.leading_zeros());
    // SAFETY: both are slices of that length at least.
    unsafe { quicksort::<V>((keys.as_mut_ptr(), scratch.as_mut_ptr()), n, true, depth, wanted, 0) };
}

/// Parts keys by the median of a sample into another row: how many are below it, and come first.
///
/// # Safety
/// - The machine has AVX-512.
/// - There are [more keys](is_small) than a network sorts.
pub(super) unsafe fn part_into<V: Vector>(from: &[V::Key], to: &mut [V::Key]) -> usize {
    assert!(from.len() == to.len(), "a row of the same length");
    // SAFETY: the machine is right; both rows hold so many keys and are borrowed apart.
    unsafe { part::<V>(from.as_ptr(), to.as_mut_ptr(), from.len()) }.0
}
