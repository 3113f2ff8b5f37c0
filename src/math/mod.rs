//! What is built from ufuncs.
//!
//! - `statistics`: means, variances, medians, ranges.
//! - `arguments`: where the largest and smallest elements are.
//! - `cumulative`: running sums and products.
//! - `nan`: the same, without what is not a number.
//! - `products`: of matrices, vectors and arrays of more axes; Einstein's sums.
//! - `reductions`: the methods of arrays as functions.
//! - `special`: functions of floats that are no ufuncs.
//! - [`strings`]: functions of text.

#![deny(unsafe_code)]

mod arguments;
mod cumulative;
mod nan;
mod products;
mod reductions;
mod special;
mod statistics;
pub mod strings;

pub use arguments::{argmax, argmin};
pub use cumulative::{cumprod, cumsum, cumulative_prod, cumulative_sum};
pub use nan::{
    nanargmax, nanargmin, nancumprod, nancumsum, nanmax, nanmean, nanmedian, nanmin, nanprod, nanstd, nansum, nanvar,
};
pub use products::{
    EinsumError, EinsumPath, Product, ProductError, SumAxes, dot, einsum, einsum_path, inner, matmul, matvec, outer,
    tensordot, vdot, vecdot, vecmat,
};
pub use reductions::{all, amax, amin, any, count_nonzero_along, max, min, prod, sum};
pub use special::{NanToNum, i0, nan_to_num, sinc};
pub use statistics::{average, mean, median, ptp, std, var};
