//! What is built from ufuncs.
//!
//! - `datetime`: the parts of dates, dates as text, business days.
//! - `differences`: of neighbours.
//! - `statistics`: means, variances, medians, ranges.
//! - `arguments`: where the largest and smallest elements are.
//! - `cumulative`: running sums and products.
//! - `nan`: the same, without what is not a number.
//! - `products`: of matrices, vectors and arrays of more axes; Einstein's sums.
//! - `recfunctions`: the fields of records: more, fewer, others; joining records.
//! - `reductions`: the methods of arrays as functions.
//! - `sorting`: sorting, searching, sets, histograms.
//! - `spans`: means and medians of spans of time.
//! - `special`: functions of floats that are no ufuncs.
//! - [`strings`]: functions of text.

#![deny(unsafe_code)]

mod arguments;
mod cumulative;
pub mod datetime;
mod differences;
mod nan;
mod products;
pub mod recfunctions;
mod reductions;
mod sorting;
mod spans;
mod special;
mod statistics;
pub mod strings;

pub use arguments::{argmax, argmin};
pub use cumulative::{cumprod, cumsum, cumulative_prod, cumulative_sum};
pub use differences::{Diff, diff, ediff1d};
pub use nan::{
    nanargmax, nanargmin, nancumprod, nancumsum, nanmax, nanmean, nanmedian, nanmin, nanprod, nanstd, nansum, nanvar,
};
pub use products::{
    EinsumAxes, EinsumError, EinsumPath, IntoSubscripts, Product, ProductError, SumAxes, dot, einsum, einsum_path,
    inner, matmul, matvec, outer, tensordot, vdot, vecdot, vecmat,
};
pub use reductions::{all, amax, amin, any, count_nonzero_along, max, min, prod, sum};
pub use sorting::{
    Bins, Histogram, In, Kth, Search, Side, Sort, SortError, Unique, UniqueResult, argpartition, argsort, bincount,
    digitize, histogram, histogram_bin_edges, intersect1d, intersect1d_indices, isin, isin_with, lexsort, partition,
    searchsorted, searchsorted_with, setdiff1d, setxor1d, sort, sort_complex, union1d, unique, unique_all,
    unique_counts, unique_inverse, unique_values,
};
pub use special::{NanToNum, i0, nan_to_num, sinc};
pub use statistics::{average, mean, median, ptp, std, var};
