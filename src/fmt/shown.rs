//! Which elements a print shows: all of them, or those at both ends of each axis.

use crate::array::{Array, Index, ix_};
use crate::error::Result;

/// One axis as a page has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    /// How many elements are shown.
    pub(super) shown: usize,
    /// Dots stand after so many of them for those left out.
    pub(super) gap: Option<usize>,
}

/// What is shown of an array.
pub(super) struct Shown {
    /// The elements shown, and no others.
    pub(super) values: Array,
    pub(super) axes: Vec<Axis>,
}

impl Shown {
    /// Everything, or a summary if there are more elements than the threshold. A summary reads nothing else.
    pub(super) fn of(array: &Array, threshold: usize, edge: usize) -> Result<Shown> {
        if array.size() <= threshold {
            let axes = array.shape().iter().map(|&n| Axis { shown: n, gap: None }).collect();
            return Ok(Shown { values: array.to_contiguous()?, axes });
        }
        // The last element is always there, as in NumPy.
        let axis = |&n: &usize| {
            if edge.saturating_mul(2) < n {
                Axis { shown: edge + edge.max(1), gap: Some(edge) }
            } else {
                Axis { shown: n, gap: None }
            }
        };
        let axes: Vec<Axis> = array.shape().iter().map(axis).collect();
        let positions = array.shape().iter().zip(&axes).map(|(&n, axis)| {
            let left_out = n - axis.shown;
            let at = |i| if axis.gap.is_some_and(|gap| i >= gap) { i + left_out } else { i };
            Array::from_vec((0..axis.shown).map(|i| at(i) as i64).collect())
        });
        let positions = positions.collect::<Result<Vec<Array>>>()?;
        let grid = ix_(&positions.iter().collect::<Vec<_>>())?;
        let values = array.get(grid.into_iter().map(Index::from).collect::<Vec<_>>())?;
        Ok(Shown { values, axes })
    }
}
