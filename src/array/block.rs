//! An array put together from blocks in nested lists.

use super::{Array, ValueError, concatenate};
use crate::error::Result;

/// An array, or a list of blocks: what [`block`] takes. Arrays, and Rust arrays and vectors of blocks, stand for it.
///
/// ```
/// use ndtype::{self as np, Block, array};
/// let rows = Block::List(vec![array![1].into(), [array![2, 3]].into()]);
/// assert!(np::block(rows).unwrap_err().is_value()); // lists of different depths
/// ```
#[derive(Clone, Debug)]
pub enum Block {
    /// One array.
    Array(Array),
    /// Blocks beside each other along an axis; the innermost lists along the last.
    List(Vec<Block>),
}

impl From<&Array> for Block {
    fn from(array: &Array) -> Block {
        Block::Array(array.clone())
    }
}

impl From<Array> for Block {
    fn from(array: Array) -> Block {
        Block::Array(array)
    }
}

impl<T: Into<Block>> From<Vec<T>> for Block {
    fn from(blocks: Vec<T>) -> Block {
        Block::List(blocks.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Block>, const N: usize> From<[T; N]> for Block {
    fn from(blocks: [T; N]) -> Block {
        Block::List(blocks.into_iter().map(Into::into).collect())
    }
}

/// An array of blocks in nested lists: NumPy's `block`. Blocks of the innermost lists are joined along the last axis, the lists
/// around them along the one before, and so on. Blocks with too few axes get new ones in front.
///
/// Errors: lists that are empty or nested to different depths, blocks that do not fit together.
///
/// ```
/// use ndtype::{self as np, Array, array};
/// let (a, b) = (np::eye(2)?, Array::zeros([2, 1], "f8")?);
/// let (c, d) = (array![[7.0, 8.0]], array![[9.0]]);
/// let m = np::block([[&a, &b], [&c, &d]])?;
/// assert_eq!(m.to_vec::<f64>()?, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 7.0, 8.0, 9.0]);
/// assert!(np::block(Vec::<Array>::new()).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn block(blocks: impl Into<Block>) -> Result<Array> {
    let blocks = blocks.into();
    let (depth, ndim) = depth_of(&blocks)?;
    match &blocks {
        Block::Array(array) => array.copy_in(super::Order::C),
        Block::List(_) => joined(&blocks, depth, ndim.max(depth)),
    }
}

/// How deep the lists are nested, and the most axes that a block has.
fn depth_of(blocks: &Block) -> Result<(usize, usize)> {
    let list = match blocks {
        Block::Array(array) => return Ok((0, array.ndim())),
        Block::List(list) => list,
    };
    let mut all = list.iter().map(depth_of);
    let Some(first) = all.next() else {
        return Err(ValueError::NoArrays { what: "a list of blocks cannot be empty" }.into());
    };
    let (depth, mut ndim) = first?;
    for other in all {
        let other = other?;
        if other.0 != depth {
            let what = "the depth of lists of blocks must be the same everywhere";
            return Err(ValueError::Argument { reason: what, value: format!("{} and {}", depth, other.0) }.into());
        }
        ndim = ndim.max(other.1);
    }
    Ok((depth + 1, ndim))
}

fn joined(blocks: &Block, depth: usize, ndim: usize) -> Result<Array> {
    match blocks {
        Block::Array(array) => array.expand_dims(&(0..(ndim - array.ndim()) as isize).collect::<Vec<_>>()),
        Block::List(list) => {
            let parts: Vec<Array> = list.iter().map(|part| joined(part, depth - 1, ndim)).collect::<Result<_>>()?;
            concatenate(&parts.iter().collect::<Vec<_>>(), -(depth as isize))
        }
    }
}
