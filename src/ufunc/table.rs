//! The ufuncs, a row each.

use super::kinds::kinds;
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
    ADD = Ufunc::new("add", 2, 1, Identity::Zero).numbers(&arith::ADD).sums().families(&[kinds]);
    /// `a - b`.
    SUBTRACT = Ufunc::new("subtract", 2, 1, Identity::None).numbers(&arith::SUBTRACT).families(&[kinds]);
    /// `a * b`.
    MULTIPLY = Ufunc::new("multiply", 2, 1, Identity::One).numbers(&arith::MULTIPLY).sums().families(&[kinds]);
    /// `a / b`.
    DIVIDE = Ufunc::new("divide", 2, 1, Identity::None).families(&[kinds]);
    /// `a / b`, rounded down.
    FLOOR_DIVIDE = Ufunc::new("floor_divide", 2, 1, Identity::None).families(&[kinds]);
    /// What remains of `a` when divided by `b`, with the sign of `b`.
    REMAINDER = Ufunc::new("remainder", 2, 1, Identity::None).families(&[kinds]);
    /// `a` to the power of `b`.
    POWER = Ufunc::new("power", 2, 1, Identity::None).families(&[kinds]);
    /// `-a`.
    NEGATIVE = Ufunc::new("negative", 1, 1, Identity::None).families(&[kinds]);
    /// `+a`.
    POSITIVE = Ufunc::new("positive", 1, 1, Identity::None).families(&[kinds]);
    /// The magnitude.
    ABSOLUTE = Ufunc::new("absolute", 1, 1, Identity::None).families(&[kinds]);
    /// -1, 0 or 1.
    SIGN = Ufunc::new("sign", 1, 1, Identity::None).families(&[kinds]);
    /// `a == b`.
    EQUAL = Ufunc::new("equal", 2, 1, Identity::None).families(&[kinds]);
    /// `a != b`.
    NOT_EQUAL = Ufunc::new("not_equal", 2, 1, Identity::None).families(&[kinds]);
    /// `a < b`.
    LESS = Ufunc::new("less", 2, 1, Identity::None).families(&[kinds]);
    /// `a <= b`.
    LESS_EQUAL = Ufunc::new("less_equal", 2, 1, Identity::None).families(&[kinds]);
    /// `a > b`.
    GREATER = Ufunc::new("greater", 2, 1, Identity::None).families(&[kinds]);
    /// `a >= b`.
    GREATER_EQUAL = Ufunc::new("greater_equal", 2, 1, Identity::None).families(&[kinds]);
    /// The bits that both have.
    BITWISE_AND = Ufunc::new("bitwise_and", 2, 1, Identity::MinusOne).families(&[kinds]);
    /// The bits that either has.
    BITWISE_OR = Ufunc::new("bitwise_or", 2, 1, Identity::Zero).families(&[kinds]);
    /// The bits that one of the two has.
    BITWISE_XOR = Ufunc::new("bitwise_xor", 2, 1, Identity::Zero).families(&[kinds]);
    /// All bits the other way round.
    INVERT = Ufunc::new("invert", 1, 1, Identity::None).families(&[kinds]);
    /// `a << b`.
    LEFT_SHIFT = Ufunc::new("left_shift", 2, 1, Identity::None).families(&[kinds]);
    /// `a >> b`.
    RIGHT_SHIFT = Ufunc::new("right_shift", 2, 1, Identity::None).families(&[kinds]);
    /// The larger one; NaN or NaT if either is.
    MAXIMUM = Ufunc::new("maximum", 2, 1, Identity::Reorderable).families(&[kinds]);
    /// The smaller one; NaN or NaT if either is.
    MINIMUM = Ufunc::new("minimum", 2, 1, Identity::Reorderable).families(&[kinds]);
    /// The larger one; the other one if either is NaN or NaT.
    FMAX = Ufunc::new("fmax", 2, 1, Identity::Reorderable).families(&[kinds]);
    /// The smaller one; the other one if either is NaN or NaT.
    FMIN = Ufunc::new("fmin", 2, 1, Identity::Reorderable).families(&[kinds]);
    /// Whether it is neither infinite nor NaN or NaT.
    ISFINITE = Ufunc::new("isfinite", 1, 1, Identity::None).families(&[kinds]);
    /// Whether it is NaN or NaT.
    ISNAN = Ufunc::new("isnan", 1, 1, Identity::None).families(&[kinds]);
    /// Whether it is infinite.
    ISINF = Ufunc::new("isinf", 1, 1, Identity::None).families(&[kinds]);
    /// Whether it is NaT: of dates and spans alone.
    ISNAT = Ufunc::new("isnat", 1, 1, Identity::None).families(&[kinds]);
}

/// The ufunc of this name, which is NumPy's.
pub fn get(name: &str) -> Option<&'static Ufunc> {
    ALL.iter().find(|ufunc| ufunc.name == name).copied()
}

/// Every ufunc.
pub fn all() -> impl Iterator<Item = &'static Ufunc> {
    ALL.iter().copied()
}
