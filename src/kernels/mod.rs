//! Inner loops: what happens to a run of elements whose type, byte order and strides are settled.
//!
//! What it owns, a file each:
//! 1. Moving elements: conversions between any two number types (`convert`), copies of elements of any size, swapped or
//!    not (`copy`), and of transposed planes (`transpose`); numbers beside limits (`limits`).
//! 2. Computing: what a loop is given and what it promises (`grid`), the drivers (`elementwise`, `fold`), and the
//!    operations themselves, which are one-expression types (`arith`; `saturate`: without wrapping
//!    around), or closures (`custom`).
//!
//! What it refuses: shapes, dtypes with parameters, allocation, and deciding anything that a plan could decide. Callers
//! hand over pointers, byte strides and counts, and promise that they are right.

pub(crate) mod arith;
pub(crate) mod convert;
pub(crate) mod copy;
pub(crate) mod custom;
pub(crate) mod elementwise;
pub(crate) mod fold;
pub(crate) mod grid;
pub(crate) mod limits;
pub(crate) mod pairwise;
pub(crate) mod saturate;
pub(crate) mod transpose;
