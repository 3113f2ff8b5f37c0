//! What an array is indexed with: [`Index`] items, `idx!`, Python-style texts.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use smallvec::SmallVec;

use super::Array;
use crate::error::Result;

/// One item of an index expression, as between the commas of `a[...]` in Python.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Index {
    /// One position; negative ones count from the end. The axis goes away.
    Int(isize),
    /// A position beyond the range of `isize`, which is out of bounds for every array: kept for the error.
    Beyond(i128),
    /// A range of positions. Make one with [`Index::slice`], from Rust ranges, or with `range; step` in `idx!`.
    Slice {
        /// The first position; `None` is the end that the step starts from.
        start: Option<isize>,
        /// The position before which it ends; `None` is the other end.
        stop: Option<isize>,
        /// The step, which may be negative.
        step: Option<isize>,
    },
    /// A range that includes its last position, as Rust's `start..=last`, whichever way it goes.
    Inclusive {
        /// The first position; `None` is the end that the step starts from.
        start: Option<isize>,
        /// The last position.
        last: isize,
        /// The step, which may be negative.
        step: isize,
    },
    /// As many full slices as it takes.
    Ellipsis,
    /// A new axis of length 1.
    NewAxis,
    /// A scalar boolean: a new axis of length 1 or 0.
    Bool(bool),
    /// Positions (integers) or a mask (booleans).
    Array(Box<Array>),
    /// A field of a record.
    Field(String),
    /// Several fields of a record.
    Fields(Vec<String>),
}

impl Index {
    /// `start:stop:step`.
    #[inline]
    pub fn slice(start: Option<isize>, stop: Option<isize>, step: Option<isize>) -> Index {
        Index::Slice { start, stop, step }
    }

    /// A slice with another step; other items are left as they are.
    #[must_use]
    #[inline]
    pub fn step_by(self, step: isize) -> Index {
        match self {
            Index::Inclusive { start, last, .. } => Index::Inclusive { start, last, step },
            Index::Slice { start, stop, .. } => Index::Slice { start, stop, step: Some(step) },
            other => other,
        }
    }

    /// The bounds and the step of a slice, as Python has them; `None` for other items.
    #[inline]
    pub(super) fn bounds(&self) -> Option<[Option<isize>; 3]> {
        match *self {
            Index::Slice { start, stop, step } => Some([start, stop, step]),
            // The position behind the last: of the first or the last one of all there is none.
            Index::Inclusive { start, last, step } if step < 0 => {
                Some([start, if last == 0 { None } else { Some(last.saturating_sub(1)) }, Some(step)])
            }
            Index::Inclusive { start, last, step } => {
                Some([start, if last == -1 { None } else { Some(last.saturating_add(1)) }, Some(step)])
            }
            _ => None,
        }
    }
}

/// Builds an index: `idx![1..3, .., -1]`, `idx![..; -1]` (every position backwards), `idx![&mask]`, `idx![Index::Ellipsis, 0]`.
///
/// Ranges are Rust's: `1..3`, `..`, `2..`, `..=4`; a step follows a semicolon, and if negative takes them from the right.
/// Negative bounds count from the end.
///
/// ```
/// use ndtype::{Array, idx};
/// let a = Array::from_shape_vec([2, 3], vec![0, 1, 2, 3, 4, 5])?;
/// assert_eq!(a.get(idx![1, ..; -1])?.to_vec::<i32>()?, [5, 4, 3]);
/// assert_eq!(a.get(idx![.., -1])?.to_vec::<i32>()?, [2, 5]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[macro_export]
macro_rules! idx {
    ($($item:expr $(; $step:expr)?),* $(,)?) => {
        [$($crate::Index::from($item)$(.step_by($step))?),*]
    };
}

macro_rules! index_from_integers {
    ($($t:ty)*) => {
        $(
            impl From<$t> for Index {
                #[inline]
                fn from(position: $t) -> Index {
                    isize::try_from(position).map_or_else(|_| Index::Beyond(position as i128), Index::Int)
                }
            }

            impl From<Range<$t>> for Index {
                #[inline]
                fn from(range: Range<$t>) -> Index {
                    Index::slice(Some(bound(range.start as i128)), Some(bound(range.end as i128)), None)
                }
            }

            impl From<RangeInclusive<$t>> for Index {
                #[inline]
                fn from(range: RangeInclusive<$t>) -> Index {
                    let (start, end) = range.into_inner();
                    Index::Inclusive { start: Some(bound(start as i128)), last: bound(end as i128), step: 1 }
                }
            }

            impl From<RangeFrom<$t>> for Index {
                #[inline]
                fn from(range: RangeFrom<$t>) -> Index {
                    Index::slice(Some(bound(range.start as i128)), None, None)
                }
            }

            impl From<RangeTo<$t>> for Index {
                #[inline]
                fn from(range: RangeTo<$t>) -> Index {
                    Index::slice(None, Some(bound(range.end as i128)), None)
                }
            }

            impl From<RangeToInclusive<$t>> for Index {
                #[inline]
                fn from(range: RangeToInclusive<$t>) -> Index {
                    Index::Inclusive { start: None, last: bound(range.end as i128), step: 1 }
                }
            }
        )*
    };
}

index_from_integers!(i32 i64 isize u32 u64 usize);

/// A bound of a slice. One beyond the range of isize is beyond the end of every array, so it may be cut off.
#[inline]
fn bound(position: i128) -> isize {
    isize::try_from(position).unwrap_or(if position < 0 { isize::MIN } else { isize::MAX })
}

impl From<RangeFull> for Index {
    #[inline]
    fn from(_: RangeFull) -> Index {
        Index::slice(None, None, None)
    }
}

impl From<bool> for Index {
    fn from(value: bool) -> Index {
        Index::Bool(value)
    }
}

impl From<&str> for Index {
    fn from(field: &str) -> Index {
        Index::Field(field.to_owned())
    }
}

impl From<&Array> for Index {
    fn from(array: &Array) -> Index {
        Index::Array(Box::new(array.clone()))
    }
}

impl From<Array> for Index {
    fn from(array: Array) -> Index {
        Index::Array(Box::new(array))
    }
}

impl From<&Index> for Index {
    fn from(index: &Index) -> Index {
        index.clone()
    }
}

/// What [`Array::get`] and its kin take: `idx![...]`, a list of [`Index`] items, or a text in Python's syntax.
pub trait IntoIndex: Sized {
    /// The items.
    fn into_index(self) -> Result<Items>;

    /// The items, if they are there to be looked at: most indices are simple enough that nothing more is needed.
    fn as_items(&self) -> Option<&[Index]> {
        None
    }
}

/// The items of an index.
pub type Items = SmallVec<[Index; 4]>;

impl<const N: usize> IntoIndex for [Index; N] {
    fn into_index(self) -> Result<Items> {
        Ok(self.into_iter().collect())
    }

    #[inline]
    fn as_items(&self) -> Option<&[Index]> {
        Some(self)
    }
}

impl IntoIndex for Vec<Index> {
    fn into_index(self) -> Result<Items> {
        Ok(self.into())
    }

    fn as_items(&self) -> Option<&[Index]> {
        Some(self)
    }
}

impl IntoIndex for &[Index] {
    fn into_index(self) -> Result<Items> {
        Ok(self.into())
    }

    fn as_items(&self) -> Option<&[Index]> {
        Some(self)
    }
}

impl IntoIndex for &Vec<Index> {
    fn into_index(self) -> Result<Items> {
        Ok(self.as_slice().into())
    }
}

impl IntoIndex for Index {
    fn into_index(self) -> Result<Items> {
        Ok(SmallVec::from_iter([self]))
    }
}
