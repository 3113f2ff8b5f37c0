//! Inner loops: what happens to a run of elements whose type, byte order and strides are settled.
//!
//! What it owns, a file each: conversions between any two number types (`convert`), copies of elements of any size,
//! swapped or not (`copy`), and of transposed planes (`transpose`).
//!
//! What it refuses: shapes, dtypes with parameters, allocation, and deciding anything that a plan could decide. Callers
//! hand over pointers, byte strides and counts, and promise that they are right.

pub(crate) mod convert;
pub(crate) mod copy;
pub(crate) mod transpose;
