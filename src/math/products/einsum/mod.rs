//! Einstein's sums: `einsum`.
//!
//! 1. `parse`: the subscripts. 2. `plan`: what they make of operands of some shapes, as data. 3. `run`: that, with arrays.

mod error;
mod parse;
mod plan;
mod run;

use std::fmt;

pub use error::EinsumError;

use super::Product;
use super::multiply::{Target, product_dtype};
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
/// An axis of size one is broadcast.
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
pub fn einsum(subscripts: &str, operands: &[&Array]) -> Result<Array> {
    Product::new().einsum(subscripts, operands)
}

/// The order in which [`einsum`] joins operands.
///
/// ```
/// use ndtype::{self as np, Array};
/// let (a, b, c) = (Array::zeros([2, 50], "f8")?, Array::zeros([50, 50], "f8")?, Array::zeros([50, 3], "f8")?);
/// let path = np::einsum_path("ij,jk,kl->il", &[&a, &b, &c])?;
/// assert_eq!(path.pairs(), [[0, 1], [0, 1]]);
/// assert_eq!(path.to_string(), "[(0, 1), (0, 1)]");
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EinsumPath {
    pairs: Vec<[usize; 2]>,
}

impl EinsumPath {
    /// The places of the operands that are joined, one pair after the other, in the list of those that are left; what comes of
    /// a pair goes to the end of the list.
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }
}

impl fmt::Display for EinsumPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self.pairs.iter().map(|[i, j]| format!("({i}, {j})")).collect();
        write!(f, "[{}]", pairs.join(", "))
    }
}

/// The order in which [`einsum`] would join these operands: NumPy's `einsum_path`.
///
/// Errors: as for [`einsum`], but for dtypes.
///
/// ```
/// use ndtype::{self as np, array};
/// let (a, b) = (array![[1, 2], [3, 4]], array![1, 2]);
/// assert_eq!(np::einsum_path("ij,j,i", &[&a, &b, &b])?.pairs().len(), 2);
/// assert!(np::einsum_path("ij,k->z", &[&a, &b]).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn einsum_path(subscripts: &str, operands: &[&Array]) -> Result<EinsumPath> {
    let shapes: Vec<&[usize]> = operands.iter().map(|operand| operand.shape()).collect();
    let plan = Plan::new(&parse::parse(subscripts)?, &shapes)?;
    Ok(EinsumPath { pairs: plan.pairs.iter().map(|pair| pair.places).collect() })
}

impl Product<'_> {
    /// [`einsum`] with these options.
    pub fn einsum(self, subscripts: &str, operands: &[&Array]) -> Result<Array> {
        self.without_axis("einsum")?;
        let shapes: Vec<&[usize]> = operands.iter().map(|operand| operand.shape()).collect();
        let plan = Plan::new(&parse::parse(subscripts)?, &shapes)?;
        let dtypes: Vec<&Dtype> = operands.iter().map(|operand| operand.dtype()).collect();
        let dtype = product_dtype("einsum", &dtypes, self.dtype.as_ref(), self.casting)?;
        // Floats of fewer bits are rounded at the end only.
        let computed = match dtype.scalar_id() {
            Some(id) if matches!(dtype.kind(), DtypeKind::Float | DtypeKind::Complex) => computed_as(id).dtype(),
            _ => dtype.clone(),
        };
        let result = run::run(&plan, operands, &computed, self.threads)?;
        let result = if result.dtype() == &dtype { result } else { result.astype(dtype)? };
        Target { out: self.out, casting: self.casting }.deliver("einsum", result)
    }
}
