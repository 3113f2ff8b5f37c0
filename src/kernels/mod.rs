//! Inner loops: what happens to a run of elements whose type, byte order and strides are settled.
//!
//! What it owns, a file each:
//! 1. Moving elements: conversions between any two number types (`convert`), copies of elements of any size, swapped or
//!    not (`copy`), and of transposed planes (`transpose`), elements at positions (`gather`); counts of time between units,
//!    and dates (`calendar`); numbers beside limits (`limits`); the n-th of numbers in order (`select`); sorting and
//!    searching (`sort`).
//! 2. Computing: what a loop is given and what it promises (`grid`), the drivers (`elementwise`, `several`, `fold`), and
//!    the operations themselves, which are one-expression types, a file for each family: `arith`, `divide`, `modulo`
//!    (with `divisor` and `fmod`), `signs`, `compare`, `logic`, `bits`, `integer`, `extremes`, `round`, `parts`, `neighbours`, `math`;
//!    `matmul`: products of matrices; `saturate`: without wrapping around; `time`, `text` and `object` for what is no number; `unicode`: what code points are; `custom`: closures.
//!
//! What it refuses: shapes, dtypes with parameters, allocation, and deciding anything that a plan could decide. Callers
//! hand over pointers, byte strides and counts, and promise that they are right.

pub(crate) mod ahead;
pub(crate) mod argument;
pub(crate) mod arith;
pub(crate) mod bits;
pub(crate) mod calendar;
pub(crate) mod compare;
mod complex;
pub(crate) mod convert;
pub(crate) mod copy;
pub(crate) mod custom;
pub(crate) mod divide;
mod divisor;
pub(crate) mod elementwise;
mod extreme_fold;
pub(crate) mod extremes;
mod fmod;
pub(crate) mod fold;
pub(crate) mod gather;
pub(crate) mod grid;
pub(crate) mod integer;
#[cfg(test)]
mod isa_tests;
pub(crate) mod limits;
pub(crate) mod logic;
pub(crate) mod math;
pub(crate) mod matmul;
pub(crate) mod modulo;
pub(crate) mod neighbours;
pub(crate) mod object;
pub(crate) mod pairwise;
pub(crate) mod parts;
pub(crate) mod round;
pub(crate) mod saturate;
pub(crate) mod select;
pub(crate) mod several;
pub(crate) mod signs;
pub(crate) mod sort;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod transpose;
pub(crate) mod unicode;
