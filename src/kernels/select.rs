//! The n-th integer of a row in order.
//!
//! A few thousand are counted again and again, in vectors: how many are up to the middle of the range that the wanted one is
//! in. That halves the range; once few are left, it is selected from them.

use crate::simd::{Kernel, dispatch};

/// The integers that are selected from.
pub(crate) trait Key: Ord + Copy {
    /// Between two, rounded down, and the next.
    fn between(low: Self, high: Self) -> (Self, Self);
    /// How many of these are at most so large; there are less than 2^31.
    fn count(keys: &[Self], limit: Self) -> usize;
}

macro_rules! keys {
    ($($type:ident $unsigned:ident),*) => {
        $(impl Key for $type {
            #[inline(always)]
            fn between(low: $type, high: $type) -> ($type, $type) {
                let middle = low.wrapping_add((high.wrapping_sub(low) as $unsigned >> 1) as $type);
                (middle, middle.wrapping_add(1))
            }

            #[inline(always)]
            fn count(keys: &[$type], limit: $type) -> usize {
                keys.iter().fold(0, |count: $type, &key| count + $type::from(key <= limit)) as usize
            }
        })*
    };
}

keys!(i32 u32, i64 u64);

/// How many are counted rather than selected from at once.
const COUNTED: std::ops::Range<usize> = 128..4096;
/// How many are few enough to select from.
const FEW: usize = 32;
/// How often the range is halved at most: keys that are alike, or very unlike, stay many.
const HALVINGS: usize = 12;

/// The n-th of these in order, and the one before it, if there is one. Their order may change.
pub(crate) fn nth<K: Key>(keys: &mut [K], n: usize) -> (Option<K>, K) {
    if !COUNTED.contains(&keys.len()) {
        return nth_of(keys, n);
    }
    let (mut low, mut high) = dispatch(Range(keys));
    // How many are below the range, and how many are below or in it.
    let (mut below, mut within) = (0, keys.len());
    for _ in 0..HALVINGS {
        if low == high || within - below <= FEW {
            break;
        }
        let (middle, next) = K::between(low, high);
        let count = dispatch(Count { keys, limit: middle });
        if count > n {
            (high, within) = (middle, count);
        } else {
            (low, below) = (next, count);
        }
    }
    if low < high && within - below > FEW {
        return nth_of(keys, n);
    }
    let before = if below == n { keys.iter().copied().filter(|&key| key < low).max() } else { Some(low) };
    if low == high {
        return (before, low);
    }
    let mut few = [low; 2 * FEW];
    let count = dispatch(Pick { keys, low, high, to: &mut few });
    let (inside, found) = nth_of(&mut few[..count], n - below);
    (inside.or(before), found)
}

/// The same, one by one.
fn nth_of<K: Key>(keys: &mut [K], n: usize) -> (Option<K>, K) {
    let (below, &mut found, _) = keys.select_nth_unstable(n);
    (below.iter().max().copied(), found)
}

/// The smallest and the largest.
struct Range<'a, K>(&'a [K]);

impl<K: Key> Kernel for Range<'_, K> {
    type Output = (K, K);

    #[inline(always)]
    fn run(self) -> (K, K) {
        let first = self.0[0];
        let low = self.0.iter().fold(first, |low, &key| if key < low { key } else { low });
        let high = self.0.iter().fold(first, |high, &key| if key > high { key } else { high });
        (low, high)
    }
}

/// Writes the keys of a range to a list of [`FEW`] at least; how many there are.
struct Pick<'a, K> {
    keys: &'a [K],
    low: K,
    high: K,
    to: &'a mut [K; 2 * FEW],
}

impl<K: Key> Kernel for Pick<'_, K> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Pick { keys, low, high, to } = self;
        let is_picked = |key: K| (key >= low) & (key <= high);
        let mut picked = 0;
        for part in keys.chunks(16) {
            // As a rule there are none.
            if part.iter().fold(false, |any, &key| any | is_picked(key)) {
                for &key in part {
                    to[picked % (2 * FEW)] = key;
                    picked += usize::from(is_picked(key));
                }
            }
        }
        picked
    }
}

struct Count<'a, K> {
    keys: &'a [K],
    limit: K,
}

impl<K: Key> Kernel for Count<'_, K> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        K::count(self.keys, self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::forced;

    #[test]
    fn is_that_of_the_sorted_row() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed ^ seed >> 31) as i64
        };
        let mut checks = 0;
        for size in [1, 2, 3, 63, 64, 65, 100, 1000, 4095, 5000] {
            for modulus in [1, 2, 50, 1 << 40, i64::MAX] {
                let keys: Vec<i64> = (0..size)
                    .map(|i| if i % 97 == 5 { [i64::MIN, i64::MAX][i % 2] } else { next() % modulus })
                    .collect();
                let short: Vec<i32> = keys.iter().map(|&key| key as i32).collect();
                let (mut sorted, mut short_sorted) = (keys.clone(), short.clone());
                sorted.sort_unstable();
                short_sorted.sort_unstable();
                for n in [0, size / 2, size / 3, size - 1] {
                    let before = |sorted: &[i64]| n.checked_sub(1).map(|n| sorted[n]);
                    forced::each(|_| {
                        assert_eq!(nth(&mut keys.clone(), n), (before(&sorted), sorted[n]), "{n} of {size}");
                        assert_eq!(nth(&mut short.clone(), n).1, short_sorted[n], "{n} of {size}");
                        checks += 1;
                    });
                }
            }
        }
        println!("{checks} selections");
    }
}
