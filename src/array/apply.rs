//! Functions of whole arrays, applied to parts of one: along an axis, over axes, where conditions hold.

use super::{Array, Index, ValueError, ndindex, zeros_like};
use crate::dtype::Dtype;
use crate::element::Scalar;
use crate::error::Result;
use crate::layout::normalize_axis;

/// Applies a function to each lane of an array along an axis: NumPy's `apply_along_axis`. Results of any shape, the same
/// for each, stand in place of the axis; their dtype is that of the first.
///
/// Errors: no such axis, no lanes to find the shape of results from, a result that does not fit the shape of the first, and
/// those of the function.
///
/// ```
/// use ndtype::{self as np, Array, array, idx};
/// let a = array![[3, 1, 2], [6, 5, 4]];
/// let ends = np::apply_along_axis(|lane: &Array| lane.get("::2"), 1, &a)?;
/// assert_eq!((ends.shape(), ends.to_vec::<i32>()?), (&[2, 2][..], vec![3, 2, 6, 4]));
/// assert_eq!(np::apply_along_axis(|lane: &Array| lane.sum(..), 0, &a)?.to_vec::<i64>()?, [9, 6, 6]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn apply_along_axis(mut function: impl FnMut(&Array) -> Result<Array>, axis: isize, a: &Array) -> Result<Array> {
    let axis = normalize_axis(axis, a.ndim())?;
    let mut outer = a.shape().to_vec();
    outer.remove(axis);
    let mut results: Option<Array> = None;
    for position in ndindex(&outer) {
        let mut items: Vec<Index> = position.iter().map(|&i| Index::Int(i as isize)).collect();
        let place = items.clone();
        items.insert(axis, Index::from(..));
        let result = function(&a.get(items)?)?;
        if results.is_none() {
            let shape: Vec<usize> = outer.iter().chain(result.shape()).copied().collect();
            results = Some(Array::zeros(shape, result.dtype().clone())?);
        }
        if let Some(results) = &mut results {
            results.set(place, result)?;
        }
    }
    let Some(results) = results else {
        let reason = "Cannot apply_along_axis when any iteration dimensions are 0";
        return Err(ValueError::Argument { reason, value: format!("{:?}", a.shape()) }.into());
    };
    // The axes of a result, which are last, go to the place of the axis.
    let (ndim, own) = (results.ndim(), results.ndim() - outer.len());
    let order = (0..axis).chain(ndim - own..ndim).chain(axis..outer.len()).map(|axis| axis as isize);
    results.transpose(&order.collect::<Vec<_>>())
}

/// Applies a function to an array and each of these axes, one after the other: NumPy's `apply_over_axes`. An axis that the
/// function takes away is put back with a size of one.
///
/// Errors: a result with another number of axes, and those of the function.
///
/// ```
/// use ndtype::{self as np, array};
/// let sums = np::apply_over_axes(|a, axis| a.sum(axis), &array![[1, 2], [3, 4]], &[0, -1])?;
/// assert_eq!((sums.shape(), sums.to_vec::<i64>()?), (&[1, 1][..], vec![10]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn apply_over_axes(
    mut function: impl FnMut(&Array, isize) -> Result<Array>,
    a: &Array,
    axes: &[isize],
) -> Result<Array> {
    let mut value = a.clone();
    for &axis in axes {
        let axis = if axis < 0 { axis + a.ndim() as isize } else { axis };
        let mut result = function(&value, axis)?;
        if result.ndim() != value.ndim() {
            result = result.expand_dims(&[axis])?;
        }
        if result.ndim() != value.ndim() {
            let reason = "function is not returning an array of the correct shape";
            return Err(ValueError::Argument { reason, value: format!("{:?}", result.shape()) }.into());
        }
        value = result;
    }
    Ok(value)
}

/// What [`piecewise`] puts where a condition holds: a value, or a function of the elements there.
pub enum Piece<'a> {
    /// A value.
    Value(Scalar),
    /// A function of the elements, one axis of them.
    Function(Function<'a>),
}

/// A function of an array.
type Function<'a> = Box<dyn Fn(&Array) -> Result<Array> + 'a>;

impl<'a> Piece<'a> {
    /// A function of the elements for which the condition holds.
    pub fn function(function: impl Fn(&Array) -> Result<Array> + 'a) -> Piece<'a> {
        Piece::Function(Box::new(function))
    }
}

impl<T: Into<Scalar>> From<T> for Piece<'_> {
    fn from(value: T) -> Self {
        Piece::Value(value.into())
    }
}

/// An array like `x` with a piece of its own where each condition holds; of several, the last one counts. One piece more
/// than there are conditions is for where none holds, which else is 0. NumPy's `piecewise`.
///
/// Errors: another number of pieces, conditions that do not fit, and those of functions.
///
/// ```
/// use ndtype::{self as np, Piece, array};
/// let x = array![-2.0, -1.0, 0.0, 3.0];
/// let (negative, large) = (array![true, true, false, false], array![false, false, false, true]);
/// let pieces = [Piece::function(|x| np::multiply(x, -10)), 100.into(), 7.into()];
/// assert_eq!(np::piecewise(&x, &[&negative, &large], &pieces)?.to_vec::<f64>()?, [20.0, 10.0, 7.0, 100.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn piecewise(x: &Array, conditions: &[&Array], pieces: &[Piece<'_>]) -> Result<Array> {
    if pieces.len() != conditions.len() && pieces.len() != conditions.len() + 1 {
        let (first, second) = (conditions.len(), pieces.len());
        return Err(ValueError::Lengths { what: "conditions and pieces", first, second }.into());
    }
    let mut masks = Vec::new();
    for condition in conditions {
        masks.push(condition.astype(Dtype::Bool)?);
    }
    if pieces.len() > conditions.len() {
        let mut none = Array::full(x.shape(), true, Dtype::Bool)?;
        for mask in &masks {
            none.set([Index::from(mask)], false)?;
        }
        masks.push(none);
    }
    let mut result = zeros_like(x)?;
    for (mask, piece) in masks.iter().zip(pieces) {
        let place = [Index::from(mask)];
        match piece {
            Piece::Value(value) => result.set(place, value.clone())?,
            Piece::Function(function) => {
                let elements = x.get([Index::from(mask)])?;
                if !elements.is_empty() {
                    result.set(place, function(&elements)?)?;
                }
            }
        }
    }
    Ok(result)
}
