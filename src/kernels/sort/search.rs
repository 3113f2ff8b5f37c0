//! Where elements belong among sorted ones.

use crate::simd::{Kernel, dispatch};

/// How many are searched for at once, so that they wait for memory together.
const LANES: usize = 16;

/// For each word, how many of the sorted words come before it, or are equal to it, if those count.
pub(crate) fn search(sorted: &[u64], words: &[u64], right: bool, to: &mut [i64]) {
    if right {
        dispatch(Search::<true> { sorted, words, to });
    } else {
        dispatch(Search::<false> { sorted, words, to });
    }
}

struct Search<'a, const RIGHT: bool> {
    sorted: &'a [u64],
    words: &'a [u64],
    to: &'a mut [i64],
}

impl<const RIGHT: bool> Kernel for Search<'_, RIGHT> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Search { sorted, words, to } = self;
        let n = sorted.len();
        if n == 0 {
            return to.fill(0);
        }
        let before = |at: usize, word: u64| if RIGHT { sorted[at] <= word } else { sorted[at] < word };
        for (words, to) in words.chunks(LANES).zip(to.chunks_mut(LANES)) {
            let mut wanted = [0; LANES];
            wanted[..words.len()].copy_from_slice(words);
            let mut at = [0usize; LANES];
            let mut size = n;
            // What is wanted lies in `at..=at + size`.
            while size > 1 {
                let half = size / 2;
                for (at, &word) in at.iter_mut().zip(&wanted) {
                    *at = std::hint::select_unpredictable(before(*at + half - 1, word), *at + half, *at);
                }
                size -= half;
            }
            for (to, (&at, &word)) in to.iter_mut().zip(at.iter().zip(&wanted)) {
                *to = (at + usize::from(before(at, word))) as i64;
            }
        }
    }
}
