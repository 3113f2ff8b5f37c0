//! The naive model that tests compare with: all coordinates, one by one.

use super::Layout;

/// All coordinates of a shape, in C's order.
pub(super) fn positions(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &n in shape {
        all = all.into_iter().flat_map(|head: Vec<usize>| (0..n).map(move |i| [&head[..], &[i]].concat())).collect();
    }
    all
}

/// The byte offsets of all elements, in C's order.
pub(super) fn offsets(start: isize, layout: &Layout) -> Vec<isize> {
    positions(layout.shape()).iter().map(|position| start + layout.offset_of(position)).collect()
}
