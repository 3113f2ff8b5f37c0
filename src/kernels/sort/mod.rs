//! Sorting and searching.
//!
//! 1. `keys`: elements become unsigned integers in the same order, so that loops are compiled for four widths rather than for
//!    every dtype.
//! 2. `avx512`, `radix`: sorting such integers, by vectors, by digits, by counting.
//! 3. Here: sorting rows of elements through them. What has one key but different bits, zeros and NaNs, keeps its order.
//! 4. `order`: the order of elements that have one or several words to compare. 5. `merge`: of what only has a comparison.
//! 6. `search`: where elements belong.
//!
//! What it refuses: strides, byte orders and axes.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod keys;
mod merge;
mod order;
mod radix;
mod search;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::ops::{BitAnd, BitOr, BitXor};
use std::sync::{Mutex, PoisonError};

pub(crate) use keys::{Coding, Raw, words};
pub(crate) use merge::merge_sort;
pub(crate) use order::{Words, order, order_of};
pub(crate) use search::search;

use crate::simd::dispatch;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Isa, isa};
use crate::threads;
use keys::{HasSpecials, InPlace, take_specials};

/// An unsigned integer that is sorted.
pub(crate) trait Word:
    Copy + Ord + Default + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    const BITS: u32;
    const SIGN: Self;
    /// All bits but the sign.
    const MAGNITUDE: Self;
    fn from_word(word: u64) -> Self;
    fn minus_one(self) -> Self;
    fn plus_one(self) -> Self;
    /// All ones if the sign is set.
    fn sign_mask(self) -> Self;
    fn byte(self, byte: usize) -> usize;
    /// Sorts keys; the scratch may be of any length, and is made longer.
    fn sort(keys: &mut [Self], scratch: &mut Vec<Self>) {
        Self::arrange(keys, scratch, None);
    }
    /// The same, of which only these places, in order, have to be right, if some are told: smaller keys come before them,
    /// larger ones after them.
    fn arrange(keys: &mut [Self], scratch: &mut Vec<Self>, wanted: Option<&[usize]>);
    /// Parts keys by a pivot into another row of the same length: how many are below it, and come first.
    fn part(from: &[Self], to: &mut [Self]) -> usize;
}

macro_rules! word {
    ($($type:ident $signed:ident)*) => {
        $(impl Word for $type {
            const BITS: u32 = $type::BITS;
            const SIGN: $type = 1 << ($type::BITS - 1);
            const MAGNITUDE: $type = $type::MAX >> 1;

            #[inline(always)]
            fn from_word(word: u64) -> $type {
                word as $type
            }

            #[inline(always)]
            fn minus_one(self) -> $type {
                self.wrapping_sub(1)
            }

            #[inline(always)]
            fn plus_one(self) -> $type {
                self.wrapping_add(1)
            }

            #[inline(always)]
            fn sign_mask(self) -> $type {
                (self as $signed >> ($type::BITS - 1)) as $type
            }

            #[inline(always)]
            fn byte(self, byte: usize) -> usize {
                (self >> (8 * byte)) as usize & 255
            }

            fn arrange(keys: &mut [$type], scratch: &mut Vec<$type>, wanted: Option<&[usize]>) {
                sort_keys::$type(keys, scratch, wanted);
            }

            fn part(from: &[$type], to: &mut [$type]) -> usize {
                part_keys::$type(from, to)
            }
        })*
    };
}

word!(u16 i16 u32 i32 u64 i64);

/// From how many keys on digits are faster than comparisons.
const MANY: usize = 1500;
/// From how many keys of two bytes on counting is.
const MANY_PAIRS: usize = 30_000;

/// How many keys of two bytes are sorted by comparing them.
const FEW_PAIRS: usize = 12;
/// How many keys of two bytes are made wider on the stack: those that fit a network then.
const WIDENED: usize = 256;

/// Sorting keys of each width.
mod sort_keys {
    use super::*;

    pub(super) fn u64(keys: &mut [u64], scratch: &mut Vec<u64>, wanted: Option<&[usize]>) {
        #[cfg(target_arch = "x86_64")]
        if isa() == Isa::V4 {
            if !avx512::is_small::<avx512::Eight>(keys.len()) {
                lengthen(scratch, keys.len());
            }
            // SAFETY: `isa` says that the machine has AVX-512.
            unsafe { avx512::sort::<avx512::Eight>(keys, scratch, wanted) };
            return;
        }
        by_digits(keys, scratch, wanted);
    }

    pub(super) fn u32(keys: &mut [u32], scratch: &mut Vec<u32>, wanted: Option<&[usize]>) {
        #[cfg(target_arch = "x86_64")]
        if isa() == Isa::V4 {
            if !avx512::is_small::<avx512::Sixteen>(keys.len()) {
                lengthen(scratch, keys.len());
            }
            // SAFETY: `isa` says that the machine has AVX-512.
            unsafe { avx512::sort::<avx512::Sixteen>(keys, scratch, wanted) };
            return;
        }
        by_digits(keys, scratch, wanted);
    }

    pub(super) fn u16(keys: &mut [u16], scratch: &mut Vec<u16>, wanted: Option<&[usize]>) {
        if (MANY_PAIRS..u32::MAX as usize).contains(&keys.len()) {
            return radix::sort_pairs(keys);
        }
        #[cfg(target_arch = "x86_64")]
        if isa() == Isa::V4 {
            if keys.len() <= FEW_PAIRS {
                return keys.sort_unstable();
            }
            let mut wide = [0; WIDENED];
            if let Some(wide) = wide.get_mut(..keys.len()) {
                wide.iter_mut().zip(&*keys).for_each(|(wide, &key)| *wide = u32::from(key));
                u32(wide, &mut Vec::new(), wanted);
                keys.iter_mut().zip(&*wide).for_each(|(key, &wide)| *key = wide as u16);
                return;
            }
            let (mut wide, mut more) = (Vec::new(), Vec::new());
            wide.extend(keys.iter().map(|&key| u32::from(key)));
            u32(&mut wide, &mut more, wanted);
            keys.iter_mut().zip(&wide).for_each(|(key, &wide)| *key = wide as u16);
            return;
        }
        by_digits(keys, scratch, wanted);
    }

    fn by_digits<W: Word>(keys: &mut [W], scratch: &mut Vec<W>, wanted: Option<&[usize]>) {
        if let Some(wanted) = wanted {
            let mut end = keys.len();
            for &k in wanted.iter().rev() {
                if k < end {
                    keys[..end].select_nth_unstable(k);
                    end = k;
                }
            }
            return;
        }
        if !(MANY..u32::MAX as usize).contains(&keys.len()) {
            return keys.sort_unstable();
        }
        lengthen(scratch, keys.len());
        radix::sort(keys, scratch);
    }

    fn lengthen<W: Word>(scratch: &mut Vec<W>, n: usize) {
        if scratch.len() < n {
            scratch.resize(n, W::default());
        }
    }
}

/// Parting keys of each width.
mod part_keys {
    use super::*;

    pub(super) fn u16(from: &[u16], to: &mut [u16]) -> usize {
        part_by_one(from, to)
    }

    pub(super) fn u64(from: &[u64], to: &mut [u64]) -> usize {
        #[cfg(target_arch = "x86_64")]
        if isa() == Isa::V4 && !avx512::is_small::<avx512::Eight>(from.len()) {
            // SAFETY: `isa` says that the machine has AVX-512; the keys do not fit a network.
            return unsafe { avx512::part_into::<avx512::Eight>(from, to) };
        }
        part_by_one(from, to)
    }

    pub(super) fn u32(from: &[u32], to: &mut [u32]) -> usize {
        #[cfg(target_arch = "x86_64")]
        if isa() == Isa::V4 && !avx512::is_small::<avx512::Sixteen>(from.len()) {
            // SAFETY: as above.
            return unsafe { avx512::part_into::<avx512::Sixteen>(from, to) };
        }
        part_by_one(from, to)
    }
}

/// Elements that are coded at once: half of what the first cache holds.
const CODED: usize = 2048;
/// What sorting an element takes, in picoseconds, for splitting rows among threads.
const COST: u32 = 4000;

/// Sorts rows of `n` elements each.
pub(crate) fn sort_rows<W: Word>(bits: &mut [W], n: usize, coding: &Coding) {
    if n < 2 {
        return;
    }
    // Pieces are of whole rows, so that they make no difference to the result.
    let rows = bits.len() / n;
    if let Some(pieces) = threads::pieces(bits.len(), COST, None)
        && rows > 1
    {
        let pieces = pieces.min(rows);
        let mut parts = Vec::with_capacity(pieces);
        let mut rest = bits;
        for piece in 0..pieces {
            let (part, after) = rest.split_at_mut(threads::part(rows, pieces, piece).len() * n);
            parts.push(Mutex::new(part));
            rest = after;
        }
        return each(&parts, |part| sort_some(part, n, coding));
    }
    sort_some(bits, n, coding);
}

fn sort_some<W: Word>(bits: &mut [W], n: usize, coding: &Coding) {
    let mut scratch = Vec::new();
    for block in bits.chunks_mut((CODED / n).max(1) * n) {
        if let Coding::Float { infinity } = *coding {
            let infinity = W::from_word(infinity);
            if dispatch(HasSpecials { bits: block, infinity }) {
                block.chunks_mut(n).for_each(|row| sort_with_specials(row, infinity, coding, &mut scratch));
                continue;
            }
        }
        dispatch(InPlace { bits: block, coding, back: false });
        block.chunks_mut(n).for_each(|row| sort_long(row, &mut scratch));
        dispatch(InPlace { bits: block, coding, back: true });
    }
}

/// Puts the elements at these places of each row, in order, where they are in the sorted row: those before them are not larger,
/// those after them not smaller.
pub(crate) fn select_rows<W: Word>(bits: &mut [W], n: usize, wanted: &[usize], coding: &Coding) {
    let mut scratch = Vec::new();
    for row in bits.chunks_mut(n.max(1)) {
        if let Coding::Float { infinity } = *coding {
            let infinity = W::from_word(infinity);
            if dispatch(HasSpecials { bits: row, infinity }) {
                sort_with_specials(row, infinity, coding, &mut scratch);
                continue;
            }
        }
        dispatch(InPlace { bits: row, coding, back: false });
        W::arrange(row, &mut scratch, Some(wanted));
        dispatch(InPlace { bits: row, coding, back: true });
    }
}

/// Sorts a row of floats among which are NaNs or negative zeros, which keep their order.
fn sort_with_specials<W: Word>(row: &mut [W], infinity: W, coding: &Coding, scratch: &mut Vec<W>) {
    let (nans, zeros) = take_specials(row, infinity);
    let (numbers, last) = row.split_at_mut(row.len() - nans.len());
    sort_long(numbers, scratch);
    let zero = numbers.partition_point(|&key| key < W::SIGN);
    dispatch(InPlace { bits: numbers, coding, back: true });
    numbers[zero..zero + zeros.len()].copy_from_slice(&zeros);
    last.copy_from_slice(&nans);
}

/// Sorts keys, in parts on several threads if they are very many: the same keys whatever the parts were.
fn sort_long<W: Word>(keys: &mut [W], scratch: &mut Vec<W>) {
    if W::BITS > 16 && threads::pieces(keys.len(), COST, None).is_some() {
        return sort_parts(keys);
    }
    W::sort(keys, scratch);
}

/// How often keys are parted before the parts are sorted on their own: an even number of times, so that they end where they
/// were.
const PARTINGS: usize = 4;

/// Parts the keys by pivots, and the parts again, then sorts the parts, all parts at once.
fn sort_parts<W: Word>(keys: &mut [W]) {
    let mut other = vec![W::default(); keys.len()];
    let mut sizes = vec![keys.len()];
    let (mut from, mut to) = (keys, &mut other[..]);
    for _ in 0..PARTINGS {
        let (mut sources, mut targets) = (&*from, &mut *to);
        let mut parts = Vec::with_capacity(sizes.len());
        for &size in &sizes {
            let (source, next) = sources.split_at(size);
            let (target, rest) = targets.split_at_mut(size);
            parts.push(Mutex::new((source, target, 0)));
            (sources, targets) = (next, rest);
        }
        each(&parts, |(source, target, below)| *below = W::part(source, target));
        let below = parts.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner).2);
        sizes = below.zip(&sizes).flat_map(|(below, size)| [below, size - below]).filter(|&size| size > 0).collect();
        (from, to) = (to, from);
    }
    let mut rest = from;
    let mut parts = Vec::with_capacity(sizes.len());
    for size in sizes {
        let (part, next) = rest.split_at_mut(size);
        parts.push(Mutex::new(part));
        rest = next;
    }
    each(&parts, |part| W::sort(part, &mut Vec::new()));
}

/// Does something to each part, on several threads.
fn each<T: Send>(parts: &[Mutex<T>], work: impl Fn(&mut T) + Sync) {
    let one = |part: usize| -> Result<(), Infallible> {
        work(&mut parts[part].lock().unwrap_or_else(PoisonError::into_inner));
        Ok(())
    };
    match threads::run(parts.len(), None, one) {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// Moves the keys below a pivot, the median of a sample, to the start of another row, the others to its end. How many are
/// below.
fn part_by_one<W: Word>(from: &[W], to: &mut [W]) -> usize {
    let n = from.len();
    let mut sample: Vec<W> = (0..n.min(64)).map(|i| from[i * (n / n.min(64)).max(1)]).collect();
    sample.sort_unstable();
    let Some(&pivot) = sample.get(sample.len() / 2) else { return 0 };
    let (mut low, mut high) = (0, n);
    for &key in from {
        let below = key < pivot;
        // Both places are free; the one that is wrong is written again.
        to[low] = key;
        to[high - 1] = key;
        low += usize::from(below);
        high -= usize::from(!below);
    }
    low
}

/// Sorts rows of `n` bytes each.
pub(crate) fn sort_byte_rows(bytes: &mut [u8], n: usize, coding: &Coding) {
    let table: [u8; 256] = match *coding {
        Coding::Table(table) => table,
        coding => std::array::from_fn(|byte| coding.word(byte as u8) as u8),
    };
    if n < 2 {
        return;
    }
    for row in bytes.chunks_mut(n) {
        if n < 64 {
            row.sort_by_key(|&byte| table[byte as usize]);
        } else {
            radix::sort_bytes(row, &table);
        }
    }
}
