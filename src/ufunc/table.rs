//! The ufuncs, a row each.

use super::{Identity, Ufunc};
use crate::kernels::arith;

macro_rules! ufuncs {
    ($($(#[$doc:meta])* $static:ident = $row:expr;)*) => {
        $($(#[$doc])* pub static $static: Ufunc = $row;)*

        static ALL: &[&Ufunc] = &[$(&$static),*];
    };
}

ufuncs! {
    /// `a + b`.
    ADD = Ufunc::new("add", 2, 1, Identity::Zero).numbers(&arith::ADD).sums();
    /// `a - b`.
    SUBTRACT = Ufunc::new("subtract", 2, 1, Identity::None).numbers(&arith::SUBTRACT);
    /// `a * b`.
    MULTIPLY = Ufunc::new("multiply", 2, 1, Identity::One).numbers(&arith::MULTIPLY).sums();
}

/// The ufunc of this name, which is NumPy's.
pub fn get(name: &str) -> Option<&'static Ufunc> {
    ALL.iter().find(|ufunc| ufunc.name() == name).copied()
}

/// Every ufunc.
pub fn all() -> impl Iterator<Item = &'static Ufunc> {
    ALL.iter().copied()
}
