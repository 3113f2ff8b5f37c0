//! Einstein's sums: `einsum`.
//!
//! 1. `subscripts`: the forms that they come in; `parse`: reading them. 2. `plan`: what they make of operands of some shapes, as
//!    data. 3. `run`: that, with arrays.

mod error;
mod parse;
mod plan;
mod run;
mod subscripts;

use std::fmt;

pub use error::EinsumError;
pub use subscripts::{EinsumAxes, IntoSubscripts};

use super::Product;
use super::multiply::product_dtype;
use crate::array::Array;
use crate::dtype::{Dtype, DtypeKind};
use crate::error::Result;
use crate::kernels::grid::computed_as;
use plan::Plan;

/// The sum of products that subscripts say: NumPy's `einsum`. Operands are joined in pairs, in the order that takes the fewest
/// multiplications, each pair as a product of matrices where it is one; the result is NumPy's but for the rounding of floats.
///
/// Each operand has a letter for each of its axes, or `...` for those that have none and are broadcast. Axes with the same
/// letter go together; a letter that one operand has twice is its diagonal. After `->` come the letters that the result has,
/// in its order; the others are summed over. Without `->` these are the ones that appear once, in the order of the alphabet.
/// An axis of size one is broadcast. [`EinsumAxes`] has numbers in place of letters; [`Product::path`] gives the order.
///
/// Errors: subscripts that cannot be read (with the position), that do not fit the operands, sizes that do not fit, dtypes
/// that have no products.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(np::einsum("ij,jk->ik", &[&a, &a])?.to_vec::<i32>()?, [7, 10, 15, 22]);
/// assert_eq!(np::einsum("ii", &[&a])?.item::<i32>()?, 5); // the trace
/// assert_eq!(np::einsum("ii->i", &[&a])?.to_vec::<i32>()?, [1, 4]); // the diagonal
/// assert_eq!(np::einsum("...j,j->...", &[&a, &array![10, 1]])?.to_vec::<i32>()?, [12, 34]);
/// assert_eq!(np::einsum("i,j,k", &[&a.get("0")?, &a.get("1")?, &array![1, 1, 1]])?.shape(), [2, 2, 3]);
/// let error = np::einsum("ij,j1->i", &[&a, &a]).unwrap_err();
/// assert!(error.is_parse() && error.to_string().contains("position 4"));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn einsum(subscripts: impl IntoSubscripts, operands: &[&Array]) -> Result<Array> {
    Product::new().einsum(subscripts, operands)
}

/// The order in which [`einsum`] joins operands.
///
/// ```
/// use ndtype::{self as np, Array};
/// let (a, b, c) = (Array::zeros([2, 50], "f8")?, Array::zeros([50, 50], "f8")?, Array::zeros([50, 3], "f8")?);
/// let path = np::einsum_path("ij,jk,kl->il", &[&a, &b, &c])?;
/// assert_eq!(path.steps(), [[0, 1], [0, 1]]);
/// assert_eq!(path.to_string(), "[(0, 1), (0, 1)]");
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EinsumPath {
    steps: Vec<Vec<usize>>,
}

impl EinsumPath {
    /// An order of one's own, for [`Product::path`]: in each step, the places of operands that are joined, in the list of those
    /// that are left; what comes of them goes to the end of the list.
    ///
    /// ```
    /// use ndtype::{EinsumPath, Product, array};
    /// let a = array![[1, 2], [3, 4]];
    /// let last_first = EinsumPath::new([[1, 2], [0, 1]]);
    /// let product = Product::new().path(last_first).einsum("ij,jk,kl->il", &[&a, &a, &a])?;
    /// assert_eq!(product.to_vec::<i32>()?, [37, 54, 81, 118]);
    /// let error = Product::new().path(EinsumPath::new([[0, 1]])).einsum("i,i,i", &[&array![1]; 3]).unwrap_err();
    /// assert!(error.is_value());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn new<S: AsRef<[usize]>>(steps: impl IntoIterator<Item = S>) -> EinsumPath {
        EinsumPath { steps: steps.into_iter().map(|step| step.as_ref().to_vec()).collect() }
    }

    /// The places of the operands that are joined, one step after the other.
    pub fn steps(&self) -> &[Vec<usize>] {
        &self.steps
    }
}

impl fmt::Display for EinsumPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = |step: &Vec<usize>| match step[..] {
            [one] => format!("({one},)"),
            _ => format!("({})", step.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        };
        write!(f, "[{}]", self.steps.iter().map(step).collect::<Vec<_>>().join(", "))
    }
}

/// The order in which [`einsum`] would join these operands: NumPy's `einsum_path`.
///
/// Errors: as for [`einsum`], but for dtypes.
///
/// ```
/// use ndtype::{self as np, array};
/// let (a, b) = (array![[1, 2], [3, 4]], array![1, 2]);
/// assert_eq!(np::einsum_path("ij,j,i", &[&a, &b, &b])?.steps().len(), 2);
/// assert!(np::einsum_path("ij,k->z", &[&a, &b]).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn einsum_path(subscripts: impl IntoSubscripts, operands: &[&Array]) -> Result<EinsumPath> {
    let shapes: Vec<&[usize]> = operands.iter().map(|operand| operand.shape()).collect();
    let plan = Plan::new(&parse::parse(&subscripts.text()?)?, &shapes, None)?;
    Ok(EinsumPath { steps: plan.pairs.iter().map(|pair| pair.places.to_vec()).collect() })
}

impl Product<'_> {
    /// [`einsum`] with these options.
    pub fn einsum(mut self, subscripts: impl IntoSubscripts, operands: &[&Array]) -> Result<Array> {
        let path = self.path.take();
        self.without_axis("einsum")?;
        let shapes: Vec<&[usize]> = operands.iter().map(|operand| operand.shape()).collect();
        let steps = path.as_ref().map(EinsumPath::steps);
        let plan = Plan::new(&parse::parse(&subscripts.text()?)?, &shapes, steps)?;
        let dtypes: Vec<&Dtype> = operands.iter().map(|operand| operand.dtype()).collect();
        let dtype = product_dtype("einsum", &dtypes, self.dtype.as_ref(), self.casting)?;
        // Floats of fewer bits are rounded at the end only.
        let computed = match dtype.scalar_id() {
            Some(id) if matches!(dtype.kind(), DtypeKind::Float | DtypeKind::Complex) => computed_as(id).dtype(),
            _ => dtype.clone(),
        };
        let result = run::run(&plan, operands, &computed, self.threads)?;
        let result = if result.dtype() == &dtype { result } else { result.astype(dtype)? };
        self.deliver("einsum", operands, result)
    }
}
