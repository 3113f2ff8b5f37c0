//! Sums of products over any axes: `tensordot`.

use super::Product;
use super::dot::signed;
use super::error::ProductError;
use super::multiply::{multiply, product_dtype};
use crate::array::Array;
use crate::error::Result;
use crate::layout::{IndexError, normalize_axes};
use crate::ufunc::Core;

/// Which axes [`tensordot`] sums over.
///
/// Made from a number, of the last axes of the first operand and the first of the second, or from a pair: an axis of each, or
/// as many axes of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumAxes {
    /// So many axes: the last of the first operand, the first of the second. None if it is negative.
    Last(isize),
    /// These axes of the first operand and of the second, in the order in which they go together.
    Pairs(Vec<isize>, Vec<isize>),
}

impl From<isize> for SumAxes {
    fn from(count: isize) -> SumAxes {
        SumAxes::Last(count)
    }
}

impl From<(isize, isize)> for SumAxes {
    fn from((a, b): (isize, isize)) -> SumAxes {
        SumAxes::Pairs(vec![a], vec![b])
    }
}

impl<const N: usize, const M: usize> From<([isize; N], [isize; M])> for SumAxes {
    fn from((a, b): ([isize; N], [isize; M])) -> SumAxes {
        SumAxes::Pairs(a.to_vec(), b.to_vec())
    }
}

impl From<(&[isize], &[isize])> for SumAxes {
    fn from((a, b): (&[isize], &[isize])) -> SumAxes {
        SumAxes::Pairs(a.to_vec(), b.to_vec())
    }
}

impl From<(Vec<isize>, Vec<isize>)> for SumAxes {
    fn from((a, b): (Vec<isize>, Vec<isize>)) -> SumAxes {
        SumAxes::Pairs(a, b)
    }
}

/// The sum of products over axes of both operands; the result has the other axes of the first, then those of the second:
/// NumPy's `tensordot`.
///
/// Errors: axes that are not there or have different sizes, dtypes that have no products.
///
/// ```
/// use ndtype::{self as np, Array, array};
/// let (a, b) = (Array::ones([3, 4, 5], "i8")?, Array::ones([4, 3, 2], "i8")?);
/// let c = np::tensordot(&a, &b, ([1, 0], [0, 1]))?;
/// assert_eq!((c.shape(), c.get_scalar(&[0, 0])?.to_string()), (&[5, 2][..], "12".to_owned()));
/// assert_eq!(np::tensordot(&array![1, 2], &array![3, 4], 1)?.item::<i32>()?, 11);
/// assert_eq!(np::tensordot(&array![1, 2], &array![3, 4], 0)?.shape(), [2, 2]);
/// assert!(np::tensordot(&a, &b, 1).unwrap_err().is_shape());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn tensordot(a: &Array, b: &Array, axes: impl Into<SumAxes>) -> Result<Array> {
    Product::new().tensordot(a, b, axes)
}

impl Product<'_> {
    /// [`tensordot`] with these options.
    pub fn tensordot(self, a: &Array, b: &Array, axes: impl Into<SumAxes>) -> Result<Array> {
        self.without_axis("tensordot")?;
        let (of_a, of_b) = match axes.into() {
            SumAxes::Pairs(of_a, of_b) => (of_a, of_b),
            SumAxes::Last(count) if count > a.ndim().min(b.ndim()) as isize => {
                let ndim = a.ndim().min(b.ndim());
                return Err(IndexError::AxisOutOfBounds { axis: count - 1, ndim, argument: None }.into());
            }
            SumAxes::Last(count) => ((-count..0).collect(), (0..count).collect()),
        };
        let mismatch = |of_a: &[isize], of_b: &[isize]| ProductError::Sum {
            shapes: [a.shape().into(), b.shape().into()],
            axes: [of_a.into(), of_b.into()],
        };
        if of_a.len() != of_b.len() {
            return Err(mismatch(&of_a, &of_b).into());
        }
        let (sum_a, sum_b) = (normalize_axes(&of_a, a.ndim())?, normalize_axes(&of_b, b.ndim())?);
        if sum_a.iter().zip(&sum_b).any(|(&i, &j)| a.shape()[i] != b.shape()[j]) {
            return Err(mismatch(&of_a, &of_b).into());
        }
        let dtype = product_dtype("tensordot", &[a.dtype(), b.dtype()], self.dtype.as_ref(), self.casting)?;
        let others = |x: &Array, summed: &[usize]| (0..x.ndim()).filter(|i| !summed.contains(i)).collect::<Vec<_>>();
        let (rest_a, rest_b) = (others(a, &sum_a), others(b, &sum_b));
        let size = |x: &Array, axes: &[usize]| axes.iter().map(|&i| x.shape()[i]).product::<usize>() as isize;
        let order_a: Vec<usize> = rest_a.iter().chain(&sum_a).copied().collect();
        let order_b: Vec<usize> = sum_b.iter().chain(&rest_b).copied().collect();
        let left = a.transpose(&signed(order_a))?.reshape([size(a, &rest_a), size(a, &sum_a)])?;
        let right = b.transpose(&signed(order_b))?.reshape([size(b, &sum_b), size(b, &rest_b)])?;
        let shape = rest_a.iter().map(|&i| a.shape()[i]).chain(rest_b.iter().map(|&j| b.shape()[j]));
        let core = Core { threads: self.threads, ..Core::default() };
        let result = multiply(&left, &right, &dtype, core)?.reshape(signed(shape))?;
        self.deliver("tensordot", &[a, b], result)
    }
}
