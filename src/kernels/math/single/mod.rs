//! The elementary functions in single precision, over vectors of `f32`.
//!
//! Each returns its results, and where they are ones: elsewhere they are those of the function over `f64`.

pub(crate) mod arc;
pub(crate) mod area;
pub(crate) mod exp;
pub(crate) mod log;
pub(crate) mod root;
pub(crate) mod trig;
