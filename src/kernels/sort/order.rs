//! The order of elements that are compared by words: one, or several, the first that differ deciding.
//!
//! 1. The words of a level less their smallest are packed with the place of the element, in 32 or 64 bits, and sorted: ties
//!    are so in the order of places. Low bits that find no room are left out at first.
//! 2. Runs of what is equal so far are ordered in the same way, by the bits that were left out, or by the next level.

use super::sort_long;
use crate::simd::{Kernel, dispatch};

/// Elements that are compared by words.
pub(crate) trait Words: Sync {
    /// How many words an element has at most.
    fn levels(&self) -> usize;
    /// One word of one element.
    fn word(&self, level: usize, row: usize) -> u64;
    /// One word of several elements.
    fn fill(&self, level: usize, rows: &[u32], to: &mut [u64]) {
        rows.iter().zip(to).for_each(|(&row, to)| *to = self.word(level, row as usize));
    }

    /// The order of two elements.
    fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let mut levels = (0..self.levels()).map(|level| self.word(level, a).cmp(&self.word(level, b)));
        levels.find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
    }
}

/// One word for each element.
impl Words for [u64] {
    fn levels(&self) -> usize {
        1
    }

    fn word(&self, _: usize, row: usize) -> u64 {
        self[row]
    }
}

/// How many are sorted by insertion.
const FEW: usize = 12;

/// The order of elements. What is equal keeps its order.
pub(crate) fn order<T: Words + ?Sized>(words: &T, n: usize) -> Vec<i64> {
    let mut order = vec![0; n];
    Orderer::new(words).all(&mut order);
    order
}

/// The order of each row of words, `n` to a row.
pub(crate) fn order_of(words: &[u64], n: usize, to: &mut [i64]) {
    let mut scratch = Scratch::default();
    for (row, to) in words.chunks(n).zip(to.chunks_mut(n)) {
        let mut orderer = Orderer { words: row, scratch: std::mem::take(&mut scratch) };
        orderer.all(to);
        scratch = orderer.scratch;
    }
}

#[derive(Default)]
struct Scratch {
    rows: Vec<u32>,
    words: Vec<u64>,
    short: Vec<u32>,
    long: Vec<u64>,
    more_short: Vec<u32>,
    more_long: Vec<u64>,
}

struct Orderer<'a, T: ?Sized> {
    words: &'a T,
    scratch: Scratch,
}

/// What is left to order: where, and by which level.
type Rest = (usize, usize, usize);

impl<'a, T: Words + ?Sized> Orderer<'a, T> {
    fn new(words: &'a T) -> Self {
        Orderer { words, scratch: Scratch::default() }
    }

    fn all(&mut self, to: &mut [i64]) {
        let n = to.len();
        if u32::try_from(n).is_err() {
            to.iter_mut().enumerate().for_each(|(i, to)| *to = i as i64);
            return self.compared(to);
        }
        let mut rows = std::mem::take(&mut self.scratch.rows);
        rows.clear();
        rows.extend(0..n as u32);
        let mut rest = Vec::new();
        if self.words.levels() > 0 {
            rest.push((0, n, 0));
        }
        while let Some((start, end, level)) = rest.pop() {
            self.step(&mut rows[start..end], start, level, &mut rest);
        }
        to.iter_mut().zip(&rows).for_each(|(to, &row)| *to = i64::from(row));
        self.scratch.rows = rows;
    }

    /// By comparing: for more than 32 bits can count.
    fn compared(&self, order: &mut [i64]) {
        order.sort_by(|&a, &b| self.words.compare(a as usize, b as usize));
    }

    fn step(&mut self, rows: &mut [u32], start: usize, level: usize, rest: &mut Vec<Rest>) {
        let n = rows.len();
        let last = level + 1 == self.words.levels();
        if n < 2 {
            return;
        }
        if n <= FEW {
            return self.insert(rows, level);
        }
        let mut words = std::mem::take(&mut self.scratch.words);
        words.resize(n, 0);
        self.words.fill(level, rows, &mut words);
        let (low, high) = dispatch(Range(&words));
        if low == high {
            if !last {
                rest.push((start, start + n, level + 1));
            }
            self.scratch.words = words;
            return;
        }
        let bits = u64::BITS - (high - low).leading_zeros();
        let places = usize::BITS - (n - 1).leading_zeros();
        let drop = (bits + places).saturating_sub(u64::BITS);
        let again = if drop > 0 { Some(level) } else { (!last).then_some(level + 1) };
        let first = level == 0 && start == 0 && rows.iter().enumerate().all(|(i, &row)| row == i as u32);
        let old: Vec<u32> = if first { Vec::new() } else { rows.to_vec() };
        let placed = |place: u32| if first { place } else { old[place as usize] };
        let mut runs = Runs { start, again, rest, head: 0, length: 0 };
        if bits + places <= u32::BITS {
            let mut short = std::mem::take(&mut self.scratch.short);
            short.resize(n, 0);
            dispatch(PackShort { words: &words, low, places, to: &mut short });
            sort_long(&mut short, &mut self.scratch.more_short);
            let mask = (1 << places) - 1;
            for (to, &packed) in rows.iter_mut().zip(&short) {
                *to = placed(packed & mask);
            }
            if again.is_some() {
                short.iter().enumerate().for_each(|(i, &packed)| runs.see(i, u64::from(packed >> places)));
            }
            self.scratch.short = short;
        } else {
            let mut long = std::mem::take(&mut self.scratch.long);
            long.resize(n, 0);
            dispatch(PackLong { words: &words, low, drop, places, to: &mut long });
            sort_long(&mut long, &mut self.scratch.more_long);
            let mask = (1 << places) - 1;
            for (to, &packed) in rows.iter_mut().zip(&long) {
                *to = placed((packed & mask) as u32);
            }
            if again.is_some() {
                long.iter().enumerate().for_each(|(i, &packed)| runs.see(i, packed >> places));
            }
            self.scratch.long = long;
        }
        runs.end(n);
        self.scratch.words = words;
    }

    /// A few, one by one, by all words from a level on.
    fn insert(&self, rows: &mut [u32], level: usize) {
        let levels = self.words.levels();
        let mut words = [0; FEW];
        self.words.fill(level, rows, &mut words[..rows.len()]);
        for i in 1..rows.len() {
            let (row, word) = (rows[i], words[i]);
            let mut at = i;
            while at > 0 && {
                word < words[at - 1]
                    || word == words[at - 1]
                        && (level + 1..levels)
                            .map(|level| {
                                let (a, b) = (row as usize, rows[at - 1] as usize);
                                self.words.word(level, a).cmp(&self.words.word(level, b))
                            })
                            .find(|order| order.is_ne())
                            .is_some_and(std::cmp::Ordering::is_lt)
            } {
                (rows[at], words[at]) = (rows[at - 1], words[at - 1]);
                at -= 1;
            }
            (rows[at], words[at]) = (row, word);
        }
    }
}

/// Runs of equal keys.
struct Runs<'a> {
    start: usize,
    again: Option<usize>,
    rest: &'a mut Vec<Rest>,
    head: u64,
    length: usize,
}

impl Runs<'_> {
    #[inline(always)]
    fn see(&mut self, at: usize, key: u64) {
        if key == self.head && self.length > 0 {
            self.length += 1;
        } else {
            self.end(at);
            (self.head, self.length) = (key, 1);
        }
    }

    /// A run ends here.
    #[inline(always)]
    fn end(&mut self, at: usize) {
        if self.length > 1
            && let Some(level) = self.again
        {
            let end = self.start + at;
            self.rest.push((end - self.length, end, level));
        }
    }
}

/// The smallest and the largest word.
struct Range<'a>(&'a [u64]);

impl Kernel for Range<'_> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run(self) -> (u64, u64) {
        self.0.iter().fold((u64::MAX, 0), |(low, high), &word| (low.min(word), high.max(word)))
    }
}

struct PackShort<'a> {
    words: &'a [u64],
    low: u64,
    places: u32,
    to: &'a mut [u32],
}

impl Kernel for PackShort<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (place, (to, &word)) in self.to.iter_mut().zip(self.words).enumerate() {
            *to = ((word - self.low) as u32) << self.places | place as u32;
        }
    }
}

struct PackLong<'a> {
    words: &'a [u64],
    low: u64,
    drop: u32,
    places: u32,
    to: &'a mut [u64],
}

impl Kernel for PackLong<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (place, (to, &word)) in self.to.iter_mut().zip(self.words).enumerate() {
            *to = (word - self.low) >> self.drop << self.places | place as u64;
        }
    }
}
