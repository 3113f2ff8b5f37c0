//! Sorting, searching, sets.
//!
//! 1. `options`: how to sort.
//! 2. `rows`: elements of any dtype as words to compare.
//! 3. `sort`: values, orders, several keys.
//! 4. `partition`: only some places in order.
//! 5. `search`: where values belong.
//! 6. `unique`, `sets`: what there is, and in which of two arrays.
//! 7. `histogram`: how often.

mod error;
mod histogram;
mod options;
mod partition;
mod rows;
mod search;
mod sets;
mod sort;
mod unique;

pub use error::SortError;
pub use histogram::{Bins, Histogram, bincount, histogram, histogram_bin_edges};
pub use options::Sort;
pub use partition::{Kth, argpartition, partition};
pub use search::{Search, Side, digitize, searchsorted, searchsorted_with};
pub use sets::{In, intersect1d, intersect1d_indices, isin, isin_with, setdiff1d, setxor1d, union1d};
pub use sort::{argsort, lexsort, sort, sort_complex};
pub use unique::{Unique, UniqueResult, unique, unique_all, unique_counts, unique_inverse, unique_values};
