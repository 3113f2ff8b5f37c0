//! Sorting by a comparison that may fail, or make no sense: nothing is assumed of it.

use crate::error::Result;

/// How many are sorted by insertion.
const FEW: usize = 16;

/// The order of `n` elements by a comparison, which says whether the first of two comes before the second. Equal ones keep
/// theirs. A comparison that contradicts itself leaves them in some order; the first error is returned.
pub(crate) fn merge_sort(n: usize, mut before: impl FnMut(usize, usize) -> Result<bool>) -> Result<Vec<i64>> {
    let mut order: Vec<i64> = (0..n as i64).collect();
    for part in order.chunks_mut(FEW) {
        for i in 1..part.len() {
            let mut at = i;
            while at > 0 && before(part[at] as usize, part[at - 1] as usize)? {
                part.swap(at, at - 1);
                at -= 1;
            }
        }
    }
    let mut other = order.clone();
    let mut size = FEW;
    while size < n {
        for start in (0..n).step_by(2 * size) {
            let (middle, end) = ((start + size).min(n), (start + 2 * size).min(n));
            let (mut i, mut j) = (start, middle);
            for to in &mut other[start..end] {
                let second = i == middle || j < end && before(order[j] as usize, order[i] as usize)?;
                *to = if second { order[j] } else { order[i] };
                (i, j) = if second { (i, j + 1) } else { (i + 1, j) };
            }
        }
        std::mem::swap(&mut order, &mut other);
        size *= 2;
    }
    Ok(order)
}
