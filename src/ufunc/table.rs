//! The ufuncs, a row each.

use super::families::{self, no_booleans};
use super::{Identity, Pole, Ufunc, power};
use crate::kernels::{
    arith, bits, compare, divide, extremes, integer, logic, modulo, neighbours, parts, round, saturate, signs,
};

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
    SUBTRACT = Ufunc::new("subtract", 2, 1, Identity::None).numbers(&arith::SUBTRACT).saturating(&saturate::SUBTRACT).families(&[no_booleans]);
    /// `a * b`.
    MULTIPLY = Ufunc::new("multiply", 2, 1, Identity::One).numbers(&arith::MULTIPLY).saturating(&saturate::MULTIPLY).sums();
    /// `a / b`, a float.
    DIVIDE = Ufunc::new("divide", 2, 1, Identity::None).numbers(&divide::DIVIDE).pole(Pole::Zero).families(&[families::true_divide]);
    /// `a / b`, rounded down.
    FLOOR_DIVIDE = Ufunc::new("floor_divide", 2, 1, Identity::None).numbers(&modulo::FLOOR_DIVIDE).pole(Pole::Zero);
    /// What remains of `a` when divided by `b`, with the sign of `b`.
    REMAINDER = Ufunc::new("remainder", 2, 1, Identity::None).numbers(&modulo::REMAINDER).pole(Pole::Zero);
    /// What remains of `a` when divided by `b`, with the sign of `a`.
    FMOD = Ufunc::new("fmod", 2, 1, Identity::None).numbers(&modulo::FMOD).pole(Pole::Zero);
    /// Floored quotient and remainder.
    DIVMOD = Ufunc::new("divmod", 2, 2, Identity::None).numbers(&modulo::DIVMOD).pole(Pole::Zero);
    /// `a` to the power of `b`, of integers.
    POWER = Ufunc::new("power", 2, 1, Identity::None).numbers(&power::POWER).pole(Pole::Zero);
    /// `-a`.
    NEGATIVE = Ufunc::new("negative", 1, 1, Identity::None).numbers(&signs::NEGATIVE).saturating(&saturate::NEGATIVE).families(&[no_booleans]);
    /// `+a`.
    POSITIVE = Ufunc::new("positive", 1, 1, Identity::None).numbers(&signs::POSITIVE).families(&[no_booleans]);
    /// The magnitude.
    ABSOLUTE = Ufunc::new("absolute", 1, 1, Identity::None).numbers(&signs::ABSOLUTE).saturating(&saturate::ABSOLUTE).families(&[families::magnitude]);
    /// The magnitude, as a float.
    FABS = Ufunc::new("fabs", 1, 1, Identity::None).numbers(&signs::FABS);
    /// -1, 0 or 1.
    SIGN = Ufunc::new("sign", 1, 1, Identity::None).numbers(&signs::SIGN).families(&[no_booleans]);
    /// `a * a`.
    SQUARE = Ufunc::new("square", 1, 1, Identity::None).numbers(&signs::SQUARE);
    /// `1 / a`.
    RECIPROCAL = Ufunc::new("reciprocal", 1, 1, Identity::None).numbers(&divide::RECIPROCAL).pole(Pole::Zero);
    /// The square root.
    SQRT = Ufunc::new("sqrt", 1, 1, Identity::None).numbers(&signs::SQRT);
    /// The complex conjugate.
    CONJUGATE = Ufunc::new("conjugate", 1, 1, Identity::None).numbers(&signs::CONJUGATE);
    /// `a == b`.
    EQUAL = Ufunc::new("equal", 2, 1, Identity::None).numbers(&compare::EQUAL).families(&[families::mixed_equal]);
    /// `a != b`.
    NOT_EQUAL = Ufunc::new("not_equal", 2, 1, Identity::None)
        .numbers(&compare::NOT_EQUAL)
        .families(&[families::mixed_not_equal]);
    /// `a < b`.
    LESS = Ufunc::new("less", 2, 1, Identity::None).numbers(&compare::LESS).families(&[families::mixed_less]);
    /// `a <= b`.
    LESS_EQUAL = Ufunc::new("less_equal", 2, 1, Identity::None)
        .numbers(&compare::LESS_EQUAL)
        .families(&[families::mixed_less_equal]);
    /// `a > b`.
    GREATER = Ufunc::new("greater", 2, 1, Identity::None)
        .numbers(&compare::GREATER)
        .families(&[families::mixed_greater]);
    /// `a >= b`.
    GREATER_EQUAL = Ufunc::new("greater_equal", 2, 1, Identity::None)
        .numbers(&compare::GREATER_EQUAL)
        .families(&[families::mixed_greater_equal]);
    /// Whether both are true.
    LOGICAL_AND = Ufunc::new("logical_and", 2, 1, Identity::One).numbers(&logic::LOGICAL_AND);
    /// Whether either is true.
    LOGICAL_OR = Ufunc::new("logical_or", 2, 1, Identity::Zero).numbers(&logic::LOGICAL_OR);
    /// Whether one of the two is true.
    LOGICAL_XOR = Ufunc::new("logical_xor", 2, 1, Identity::Zero).numbers(&logic::LOGICAL_XOR);
    /// Whether it is false.
    LOGICAL_NOT = Ufunc::new("logical_not", 1, 1, Identity::None).numbers(&logic::LOGICAL_NOT);
    /// The bits that both have.
    BITWISE_AND = Ufunc::new("bitwise_and", 2, 1, Identity::MinusOne).numbers(&bits::BITWISE_AND);
    /// The bits that either has.
    BITWISE_OR = Ufunc::new("bitwise_or", 2, 1, Identity::Zero).numbers(&bits::BITWISE_OR);
    /// The bits that one of the two has.
    BITWISE_XOR = Ufunc::new("bitwise_xor", 2, 1, Identity::Zero).numbers(&bits::BITWISE_XOR);
    /// All bits the other way round.
    INVERT = Ufunc::new("invert", 1, 1, Identity::None).numbers(&bits::INVERT);
    /// `a << b`.
    LEFT_SHIFT = Ufunc::new("left_shift", 2, 1, Identity::None).numbers(&bits::LEFT_SHIFT).saturating(&saturate::LEFT_SHIFT);
    /// `a >> b`.
    RIGHT_SHIFT = Ufunc::new("right_shift", 2, 1, Identity::None).numbers(&bits::RIGHT_SHIFT);
    /// How many bits of the magnitude are set.
    BITWISE_COUNT = Ufunc::new("bitwise_count", 1, 1, Identity::None).numbers(&bits::BITWISE_COUNT);
    /// The greatest common divisor.
    GCD = Ufunc::new("gcd", 2, 1, Identity::Zero).numbers(&integer::GCD).families(&[no_booleans]);
    /// The least common multiple.
    LCM = Ufunc::new("lcm", 2, 1, Identity::None).numbers(&integer::LCM).families(&[no_booleans]);
    /// The larger one; NaN if either is.
    MAXIMUM = Ufunc::new("maximum", 2, 1, Identity::Reorderable).numbers(&extremes::MAXIMUM);
    /// The smaller one; NaN if either is.
    MINIMUM = Ufunc::new("minimum", 2, 1, Identity::Reorderable).numbers(&extremes::MINIMUM);
    /// The larger one; the other one if either is NaN.
    FMAX = Ufunc::new("fmax", 2, 1, Identity::Reorderable).numbers(&extremes::FMAX);
    /// The smaller one; the other one if either is NaN.
    FMIN = Ufunc::new("fmin", 2, 1, Identity::Reorderable).numbers(&extremes::FMIN);
    /// The first, kept within the second and the third.
    CLIP = Ufunc::new("clip", 3, 1, Identity::None).numbers(&extremes::CLIP);
    /// The magnitude of the first with the sign of the second.
    COPYSIGN = Ufunc::new("copysign", 2, 1, Identity::None).numbers(&signs::COPYSIGN);
    /// Whether the sign bit is set.
    SIGNBIT = Ufunc::new("signbit", 1, 1, Identity::None).numbers(&logic::SIGNBIT);
    /// The next float after the first, in the direction of the second.
    NEXTAFTER = Ufunc::new("nextafter", 2, 1, Identity::None).numbers(&neighbours::NEXTAFTER);
    /// The distance to the next float.
    SPACING = Ufunc::new("spacing", 1, 1, Identity::None).numbers(&neighbours::SPACING);
    /// `a` times two to the power of `b`.
    LDEXP = Ufunc::new("ldexp", 2, 1, Identity::None).numbers(&parts::LDEXP).families(&[families::ldexp]);
    /// Fraction and power of two.
    FREXP = Ufunc::new("frexp", 1, 2, Identity::None).numbers(&parts::FREXP);
    /// Fraction and whole part.
    MODF = Ufunc::new("modf", 1, 2, Identity::None).numbers(&parts::MODF);
    /// The nearest whole number, ties to even.
    RINT = Ufunc::new("rint", 1, 1, Identity::None).numbers(&round::RINT);
    /// Rounded down.
    FLOOR = Ufunc::new("floor", 1, 1, Identity::None).numbers(&round::FLOOR);
    /// Rounded up.
    CEIL = Ufunc::new("ceil", 1, 1, Identity::None).numbers(&round::CEIL);
    /// Rounded toward zero.
    TRUNC = Ufunc::new("trunc", 1, 1, Identity::None).numbers(&round::TRUNC);
    /// Whether it is neither infinite nor NaN.
    ISFINITE = Ufunc::new("isfinite", 1, 1, Identity::None).numbers(&logic::ISFINITE);
    /// Whether it is NaN.
    ISNAN = Ufunc::new("isnan", 1, 1, Identity::None).numbers(&logic::ISNAN);
    /// Whether it is no time.
    ISNAT = Ufunc::new("isnat", 1, 1, Identity::None);
    /// Whether it is infinite.
    ISINF = Ufunc::new("isinf", 1, 1, Identity::None).numbers(&logic::ISINF);
    /// 0, 1, or the second where the first is zero.
    HEAVISIDE = Ufunc::new("heaviside", 2, 1, Identity::None).numbers(&parts::HEAVISIDE);
}

/// NumPy's other names: what is also called so, and its name here.
const ALIASES: &[(&str, &str)] = &[
    ("abs", "absolute"),
    ("acos", "arccos"),
    ("acosh", "arccosh"),
    ("asin", "arcsin"),
    ("asinh", "arcsinh"),
    ("atan", "arctan"),
    ("atan2", "arctan2"),
    ("atanh", "arctanh"),
    ("bitwise_invert", "invert"),
    ("bitwise_left_shift", "left_shift"),
    ("bitwise_not", "invert"),
    ("bitwise_right_shift", "right_shift"),
    ("conj", "conjugate"),
    ("mod", "remainder"),
    ("pow", "power"),
    ("true_divide", "divide"),
];

/// The ufunc of this name, which is NumPy's, or one of its other names.
///
/// ```
/// use ndtype::ufunc;
/// assert_eq!(ufunc::get("abs").unwrap().name(), "absolute");
/// assert!(ufunc::get("nothing").is_none());
/// ```
pub fn get(name: &str) -> Option<&'static Ufunc> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    ALL.iter().find(|ufunc| ufunc.name() == name).copied()
}

/// Every ufunc.
pub fn all() -> impl Iterator<Item = &'static Ufunc> {
    ALL.iter().copied()
}
