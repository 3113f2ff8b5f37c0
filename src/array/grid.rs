//! Coordinates: `meshgrid`, `mgrid`, `ogrid`, and arrays made of a function of them.

use std::ops::Range;

use super::{Array, ValueError, broadcast_arrays};
use crate::dtype::Dtype;
use crate::element::Element;
use crate::error::Result;
use crate::layout::Layout;

/// Which axis the first coordinate runs along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Indexing {
    /// The second, as in plots: x to the right, y down.
    #[default]
    Xy,
    /// The first, as in matrices.
    Ij,
}

/// The coordinates of a grid from those along each of its axes: NumPy's `meshgrid`. Each result has the shape of the grid.
///
/// ```
/// use ndtype::{self as np, Indexing, array};
/// let [x, y] = &np::meshgrid(&[&array![1, 2, 3], &array![4, 5]], Indexing::Xy)?[..] else { unreachable!() };
/// assert_eq!((x.shape(), y.shape()), (&[2, 3][..], &[2, 3][..]));
/// assert_eq!(x.to_vec::<i32>()?, [1, 2, 3, 1, 2, 3]);
/// assert_eq!(y.to_vec::<i32>()?, [4, 4, 4, 5, 5, 5]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn meshgrid(axes: &[&Array], indexing: Indexing) -> Result<Vec<Array>> {
    let sparse = meshgrid_sparse(axes, indexing)?;
    let dense = broadcast_arrays(&sparse.iter().collect::<Vec<_>>())?;
    dense.iter().map(|axis| axis.copied_as(Layout::c_order(axis.shape(), axis.itemsize())?)).collect()
}

/// The coordinates of a grid, each with one long axis, to be broadcast against each other: NumPy's
/// `meshgrid(sparse=True)`.
///
/// ```
/// use ndtype::{self as np, Indexing, array};
/// let grid = np::meshgrid_sparse(&[&array![1, 2, 3], &array![4, 5]], Indexing::Ij)?;
/// assert_eq!((grid[0].shape(), grid[1].shape()), (&[3, 1][..], &[1, 2][..]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn meshgrid_sparse(axes: &[&Array], indexing: Indexing) -> Result<Vec<Array>> {
    let along = |(i, axis): (usize, &&Array)| {
        let place = match (indexing, i) {
            (Indexing::Xy, 0 | 1) if axes.len() > 1 => 1 - i,
            _ => i,
        };
        let mut shape = vec![1; axes.len()];
        shape[place] = -1;
        axis.reshape(shape)
    };
    axes.iter().enumerate().map(along).collect()
}

/// The coordinates along an axis of [`mgrid`] and [`ogrid`]: Python's `start:stop:step`, from a Rust range or one of
/// these functions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridRange {
    start: f64,
    step: f64,
    count: f64,
    /// All of it in whole numbers.
    whole: Option<(i64, i64)>,
}

impl GridRange {
    /// From `start` up to but without `stop`, `step` apart, in float64.
    pub fn step(start: f64, stop: f64, step: f64) -> GridRange {
        GridRange { start, step, count: ((stop - start) / step).ceil(), whole: None }
    }

    /// The same in whole numbers.
    pub fn step_whole(start: i64, stop: i64, step: i64) -> GridRange {
        let (span, by) = (i128::from(stop) - i128::from(start), i128::from(step));
        let count = if by == 0 { f64::NAN } else { ((span + by - by.signum()) / by) as f64 };
        GridRange { start: start as f64, step: step as f64, count, whole: Some((start, step)) }
    }

    /// So many numbers from `start` to `stop`, both included: what NumPy writes as an imaginary step.
    pub fn count(start: f64, stop: f64, count: usize) -> GridRange {
        let step = if count == 1 { 1.0 } else { (stop - start) / (count as f64 - 1.0) };
        GridRange { start, step, count: count as f64, whole: None }
    }

    fn len(&self) -> Result<usize> {
        match self.count {
            n if n.is_nan() || n > isize::MAX as f64 / 8.0 => {
                let value = format!("{:?} from {:?}", self.step, self.start);
                Err(ValueError::Argument { reason: "a grid cannot have such steps", value }.into())
            }
            n => Ok(n.max(0.0) as usize),
        }
    }

    fn values(&self, whole: bool) -> Result<Array> {
        let count = self.len()?;
        // For the check that there is so much memory.
        let mut values = Array::zeros([count], if whole { Dtype::Int64 } else { Dtype::Float64 })?;
        if let (true, Some((start, step))) = (whole, self.whole) {
            for (i, x) in values.as_slice_mut::<i64>()?.iter_mut().enumerate() {
                *x = (i as i64).wrapping_mul(step).wrapping_add(start);
            }
        } else {
            for (i, x) in values.as_slice_mut::<f64>()?.iter_mut().enumerate() {
                *x = i as f64 * self.step + self.start;
            }
        }
        Ok(values)
    }
}

impl From<Range<i64>> for GridRange {
    fn from(range: Range<i64>) -> GridRange {
        GridRange::step_whole(range.start, range.end, 1)
    }
}

impl From<Range<f64>> for GridRange {
    fn from(range: Range<f64>) -> GridRange {
        GridRange::step(range.start, range.end, 1.0)
    }
}

/// The coordinates of a grid over these ranges, each with one long axis: NumPy's `ogrid`. All int64 if every range is
/// whole, else float64.
///
/// ```
/// use ndtype::{self as np, GridRange};
/// let grid = np::ogrid(&[GridRange::from(0..2), GridRange::count(0.0, 1.0, 3)])?;
/// assert_eq!((grid[0].shape(), grid[1].shape()), (&[2, 1][..], &[1, 3][..]));
/// assert_eq!(grid[1].to_vec::<f64>()?, [0.0, 0.5, 1.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ogrid(ranges: &[GridRange]) -> Result<Vec<Array>> {
    let whole = ranges.iter().all(|range| range.whole.is_some());
    let axes: Vec<Array> = ranges.iter().map(|range| range.values(whole)).collect::<Result<_>>()?;
    meshgrid_sparse(&axes.iter().collect::<Vec<_>>(), Indexing::Ij)
}

/// The coordinates of a grid over these ranges, in one array with an axis more in front, one step of it for each range:
/// NumPy's `mgrid`.
///
/// ```
/// use ndtype::{self as np, GridRange};
/// let grid = np::mgrid(&[(0..2).into(), (5..7).into()])?;
/// assert_eq!(grid.shape(), [2, 2, 2]);
/// assert_eq!(grid.to_vec::<i64>()?, [0, 0, 1, 1, 5, 6, 5, 6]);
/// assert!(np::mgrid(&[GridRange::step(0.0, 1.0, 0.0)]).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn mgrid(ranges: &[GridRange]) -> Result<Array> {
    let axes = ogrid(ranges)?;
    let shape: Vec<usize> = ranges.iter().map(GridRange::len).collect::<Result<_>>()?;
    let dtype = axes.first().map_or(Dtype::Int64, |axis| axis.dtype().clone());
    let mut grid = Array::zeros([&[axes.len()][..], &shape].concat(), dtype)?;
    for (i, axis) in axes.iter().enumerate() {
        grid.set(super::Index::Int(i as isize), axis)?;
    }
    Ok(grid)
}

/// The results of a function of the coordinates of each element: NumPy's `fromfunction`, element by element.
///
/// ```
/// use ndtype as np;
/// let table = np::fromfunction([2, 3], |at| (10 * at[0] + at[1]) as i32)?;
/// assert_eq!(table.to_vec::<i32>()?, [0, 1, 2, 10, 11, 12]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn fromfunction<T: Element>(shape: impl AsRef<[usize]>, mut function: impl FnMut(&[usize]) -> T) -> Result<Array> {
    let shape = shape.as_ref();
    let size = Layout::c_order(shape, size_of::<T>())?.size();
    let mut at = vec![0usize; shape.len()];
    let mut values = Vec::new();
    // A vector that finds no memory would end the program.
    values.try_reserve_exact(size).map_err(|_| ValueError::Length { length: size.to_string() })?;
    for _ in 0..size {
        values.push(function(&at));
        super::typed::advance(&mut at, shape);
    }
    Array::from_shape_vec(shape, values)
}
