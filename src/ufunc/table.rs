//! The ufuncs, a row each.

use super::{Identity, Ufunc};
use crate::kernels::{arith, saturate};

macro_rules! ufuncs {
    ($($(#[$doc:meta])* $static:ident = $row:expr;)*) => {
        $($(#[$doc])* pub static $static: Ufunc = $row;)*

        static ALL: &[&Ufunc] = &[$(&$static),*];
    };
}

ufuncs! {
    /// `a + b`.
    ADD = Ufunc::new("add", 2, 1, Identity::Zero).numbers(&arith::ADD).saturating(&saturate::ADD).sums();
    /// `a - b`.
    SUBTRACT = Ufunc::new("subtract", 2, 1, Identity::None).numbers(&arith::SUBTRACT).saturating(&saturate::SUBTRACT);
    /// `a * b`.
    MULTIPLY = Ufunc::new("multiply", 2, 1, Identity::One).numbers(&arith::MULTIPLY).saturating(&saturate::MULTIPLY).sums();
    /// `-a`.
    NEGATIVE = Ufunc::new("negative", 1, 1, Identity::None).numbers(&arith::NEGATIVE).saturating(&saturate::NEGATIVE);
    /// The magnitude.
    ABSOLUTE = Ufunc::new("absolute", 1, 1, Identity::None).numbers(&arith::ABSOLUTE).saturating(&saturate::ABSOLUTE);
    /// `a << b`.
    LEFT_SHIFT = Ufunc::new("left_shift", 2, 1, Identity::None)
        .numbers(&arith::LEFT_SHIFT)
        .saturating(&saturate::LEFT_SHIFT);
}

/// The ufunc of this name, which is NumPy's.
pub fn get(name: &str) -> Option<&'static Ufunc> {
    ALL.iter().find(|ufunc| ufunc.name() == name).copied()
}

/// Every ufunc.
pub fn all() -> impl Iterator<Item = &'static Ufunc> {
    ALL.iter().copied()
}
