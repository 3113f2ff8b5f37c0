//! Going through an array: positions, elements with their positions, the arrays along an axis, lanes.

use super::typed::advance;
use super::{Array, Index, Iter};
use crate::element::Element;
use crate::error::Result;
use crate::layout::normalize_axis;

/// Every position of a shape in C's order: NumPy's `ndindex`.
///
/// ```
/// use ndtype as np;
/// let positions: Vec<Vec<usize>> = np::ndindex([2, 2]).collect();
/// assert_eq!(positions, [[0, 0], [0, 1], [1, 0], [1, 1]]);
/// ```
pub fn ndindex(shape: impl AsRef<[usize]>) -> NdIndex {
    let shape = shape.as_ref().to_vec();
    NdIndex { next: (!shape.contains(&0)).then(|| vec![0; shape.len()]), shape }
}

/// The positions of a shape: what [`ndindex`] returns.
#[derive(Clone, Debug)]
pub struct NdIndex {
    shape: Vec<usize>,
    next: Option<Vec<usize>>,
}

impl Iterator for NdIndex {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let position = self.next.take()?;
        let mut following = position.clone();
        advance(&mut following, &self.shape);
        // Past the last position it starts again from the first.
        if following.iter().any(|&at| at != 0) {
            self.next = Some(following);
        }
        Some(position)
    }
}

/// The elements of an array with their positions: what [`Array::ndenumerate`] returns.
pub struct NdEnumerate<'a, T> {
    positions: NdIndex,
    values: Iter<'a, T>,
}

impl<T: Element> Iterator for NdEnumerate<'_, T> {
    type Item = (Vec<usize>, T);

    fn next(&mut self) -> Option<(Vec<usize>, T)> {
        Some((self.positions.next()?, self.values.next()?))
    }
}

/// The arrays along an axis: what [`Array::axis_iter`] returns.
pub struct AxisIter<'a> {
    array: &'a Array,
    axis: usize,
    /// The positions that are left.
    left: std::ops::Range<usize>,
}

impl AxisIter<'_> {
    fn at(&self, position: usize) -> Option<Array> {
        let mut items = vec![Index::from(..); self.axis];
        items.push(Index::Int(position as isize));
        self.array.get(items).ok()
    }
}

impl Iterator for AxisIter<'_> {
    type Item = Array;

    fn next(&mut self) -> Option<Array> {
        let position = self.left.next()?;
        self.at(position)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl DoubleEndedIterator for AxisIter<'_> {
    fn next_back(&mut self) -> Option<Array> {
        let position = self.left.next_back()?;
        self.at(position)
    }
}

impl ExactSizeIterator for AxisIter<'_> {}

/// The one-dimensional arrays along an axis: what [`Array::lanes`] returns.
pub struct Lanes<'a> {
    array: &'a Array,
    axis: usize,
    others: NdIndex,
}

impl Iterator for Lanes<'_> {
    type Item = Array;

    fn next(&mut self) -> Option<Array> {
        let position = self.others.next()?;
        let mut items: Vec<Index> = position.into_iter().map(Index::from).collect();
        items.insert(self.axis, Index::from(..));
        self.array.get(items).ok()
    }
}

impl Array {
    /// The elements with their positions, in C's order: NumPy's `ndenumerate`. An error that names both dtypes if they are
    /// not values of `T`.
    ///
    /// ```
    /// use ndtype::array;
    /// let a = array![[1, 2], [3, 4]];
    /// let found = a.ndenumerate::<i32>()?.find(|(_, value)| *value == 3);
    /// assert_eq!(found, Some((vec![1, 0], 3)));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn ndenumerate<T: Element>(&self) -> Result<NdEnumerate<'_, T>> {
        Ok(NdEnumerate { positions: ndindex(self.shape()), values: self.iter::<T>()? })
    }

    /// The arrays along an axis, as views: for a matrix its rows (axis 0) or columns (axis 1).
    ///
    /// ```
    /// use ndtype::array;
    /// let a = array![[1, 2], [3, 4]];
    /// let columns: Vec<Vec<i32>> = a.axis_iter(1)?.map(|c| c.to_vec()).collect::<Result<_, _>>()?;
    /// assert_eq!(columns, [[1, 3], [2, 4]]);
    /// assert_eq!(a.axis_iter(0)?.next_back().unwrap().to_vec::<i32>()?, [3, 4]);
    /// assert!(a.axis_iter(2).is_err());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn axis_iter(&self, axis: isize) -> Result<AxisIter<'_>> {
        let axis = normalize_axis(axis, self.ndim())?;
        Ok(AxisIter { array: self, axis, left: 0..self.shape()[axis] })
    }

    /// The one-dimensional arrays along an axis, as views, the other axes in C's order.
    ///
    /// ```
    /// use ndtype as np;
    /// let a = np::arange(0, 8, 1)?.reshape([2, 2, 2])?;
    /// let lanes: Vec<Vec<i64>> = a.lanes(0)?.map(|lane| lane.to_vec()).collect::<Result<_, _>>()?;
    /// assert_eq!(lanes, [[0, 4], [1, 5], [2, 6], [3, 7]]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn lanes(&self, axis: isize) -> Result<Lanes<'_>> {
        let axis = normalize_axis(axis, self.ndim())?;
        let mut others = self.shape().to_vec();
        others.remove(axis);
        Ok(Lanes { array: self, axis, others: ndindex(others) })
    }
}
