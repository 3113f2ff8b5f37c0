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

use std::ops::{BitAnd, BitOr, BitXor};

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
        })*
    };
}

word!(u16 i16 u32 i32 u64 i64);

/// From how many keys on digits are faster than comparisons.
const MANY: usize = 1500;
/// From how many keys of two bytes on counting is.
const MANY_PAIRS: usize = 30_000;

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
            parts.push(std::sync::Mutex::new(part));
            rest = after;
        }
        let work = |piece: usize| -> Result<(), ()> {
            let mut part = parts[piece].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            sort_some(&mut part, n, coding);
            Ok(())
        };
        // Nothing fails.
        let _ = threads::run(pieces, None, work);
        return;
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
    if W::BITS > 16
        && let Some(pieces) = threads::pieces(keys.len(), COST, None)
    {
        return sort_pieces(keys, pieces.min(8));
    }
    W::sort(keys, scratch);
}

/// Sorts pieces, then merges them two by two.
fn sort_pieces<W: Word>(keys: &mut [W], pieces: usize) {
    let pieces = pieces.next_power_of_two();
    let n = keys.len();
    let bound = |piece: usize, pieces: usize| threads::part(n, pieces, piece).start;
    fn split<'a, W>(mut rest: &'a mut [W], ends: impl Iterator<Item = usize>) -> Vec<std::sync::Mutex<&'a mut [W]>> {
        let (mut parts, mut at) = (Vec::new(), 0);
        for end in ends {
            let (part, after) = rest.split_at_mut(end - at);
            parts.push(std::sync::Mutex::new(part));
            (rest, at) = (after, end);
        }
        parts
    }
    {
        let parts = split(keys, (1..=pieces).map(|piece| bound(piece, pieces)));
        let _ = threads::run(pieces, None, |piece| -> Result<(), ()> {
            let mut part = parts[piece].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            W::sort(&mut part, &mut Vec::new());
            Ok(())
        });
    }
    let mut other = vec![W::default(); n];
    let (mut from, mut to, mut home) = (keys, &mut other[..], true);
    let mut left = pieces;
    while left > 1 {
        left /= 2;
        {
            let parts = split(to, (1..=left).map(|piece| bound(piece, left)));
            let source: &[W] = from;
            let _ = threads::run(left, None, |piece| -> Result<(), ()> {
                let mut part = parts[piece].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let ends = [bound(2 * piece, 2 * left), bound(2 * piece + 1, 2 * left), bound(2 * piece + 2, 2 * left)];
                merge_two(&source[ends[0]..ends[1]], &source[ends[1]..ends[2]], &mut part);
                Ok(())
            });
        }
        (from, to) = (to, from);
        home = !home;
    }
    if !home {
        to.copy_from_slice(from);
    }
}

/// Merges two sorted rows.
fn merge_two<W: Word>(a: &[W], b: &[W], to: &mut [W]) {
    let (mut i, mut j) = (0, 0);
    for to in to.iter_mut() {
        // Without a branch that could be foretold wrongly.
        let x = a.get(i).copied();
        let y = b.get(j).copied();
        let first = match (x, y) {
            (Some(x), Some(y)) => x <= y,
            (x, _) => x.is_some(),
        };
        *to = if first { x } else { y }.unwrap_or_default();
        i += usize::from(first);
        j += usize::from(!first);
    }
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
