//! The ufuncs, a row each.

use super::families::{self, no_booleans};
use super::{Identity, Pole, Ufunc, power};
use crate::kernels::{
    arith, bits, compare, divide, extremes, integer, logic, math, modulo, neighbours, parts, round, saturate, signs,
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
    DIVIDE = Ufunc::new("divide", 2, 1, Identity::None).numbers(&divide::DIVIDE).pole(Pole::Zero).true_division();
    /// `a / b`, rounded down.
    FLOOR_DIVIDE = Ufunc::new("floor_divide", 2, 1, Identity::None).numbers(&modulo::FLOOR_DIVIDE).pole(Pole::Zero);
    /// What remains of `a` when divided by `b`, with the sign of `b`.
    REMAINDER = Ufunc::new("remainder", 2, 1, Identity::None).numbers(&modulo::REMAINDER).pole(Pole::Zero);
    /// What remains of `a` when divided by `b`, with the sign of `a`.
    FMOD = Ufunc::new("fmod", 2, 1, Identity::None).numbers(&modulo::FMOD).pole(Pole::Zero);
    /// Floored quotient and remainder.
    DIVMOD = Ufunc::new("divmod", 2, 2, Identity::None).numbers(&modulo::DIVMOD).pole(Pole::Zero);
    /// `a` to the power of `b`.
    POWER = Ufunc::new("power", 2, 1, Identity::None).numbers(&power::POWER).cost(1000).pole(Pole::Zero);
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
    /// e to the power of `a`.
    EXP = Ufunc::new("exp", 1, 1, Identity::None).numbers(&math::EXP).cost(500);
    /// Two to the power of `a`.
    EXP2 = Ufunc::new("exp2", 1, 1, Identity::None).numbers(&math::EXP2).cost(500);
    /// e to the power of `a`, less 1, without the loss that subtraction brings near zero.
    EXPM1 = Ufunc::new("expm1", 1, 1, Identity::None).numbers(&math::EXPM1).cost(500);
    /// The natural logarithm. Minus infinity for zero, NaN for negative numbers.
    LOG = Ufunc::new("log", 1, 1, Identity::None).numbers(&math::LOG).cost(500).pole(Pole::Zero);
    /// The logarithm to the base of 2; exact for powers of two.
    LOG2 = Ufunc::new("log2", 1, 1, Identity::None).numbers(&math::LOG2).cost(500).pole(Pole::Zero);
    /// The logarithm to the base of 10; exact for powers of ten.
    LOG10 = Ufunc::new("log10", 1, 1, Identity::None).numbers(&math::LOG10).cost(500).pole(Pole::Zero);
    /// The natural logarithm of `1 + a`, without the loss that addition brings near zero.
    LOG1P = Ufunc::new("log1p", 1, 1, Identity::None).numbers(&math::LOG1P).cost(500).pole(Pole::Always);
    /// The cube root, of negative numbers too. Complex numbers are an error.
    CBRT = Ufunc::new("cbrt", 1, 1, Identity::None).numbers(&math::CBRT).cost(500);
    /// The sine of an angle in radians, however large.
    SIN = Ufunc::new("sin", 1, 1, Identity::None).numbers(&math::SIN).cost(500);
    /// The cosine of an angle in radians, however large.
    COS = Ufunc::new("cos", 1, 1, Identity::None).numbers(&math::COS).cost(500);
    /// The tangent of an angle in radians, however large.
    TAN = Ufunc::new("tan", 1, 1, Identity::None).numbers(&math::TAN).cost(500);
    /// The angle with this sine, from -pi/2 to pi/2. NaN outside of -1 to 1.
    ARCSIN = Ufunc::new("arcsin", 1, 1, Identity::None).numbers(&math::ARCSIN).cost(500);
    /// The angle with this cosine, from 0 to pi. NaN outside of -1 to 1.
    ARCCOS = Ufunc::new("arccos", 1, 1, Identity::None).numbers(&math::ARCCOS).cost(500);
    /// The angle with this tangent, from -pi/2 to pi/2.
    ARCTAN = Ufunc::new("arctan", 1, 1, Identity::None).numbers(&math::ARCTAN).cost(500);
    /// The hyperbolic sine.
    SINH = Ufunc::new("sinh", 1, 1, Identity::None).numbers(&math::SINH).cost(500);
    /// The hyperbolic cosine.
    COSH = Ufunc::new("cosh", 1, 1, Identity::None).numbers(&math::COSH).cost(500);
    /// The hyperbolic tangent.
    TANH = Ufunc::new("tanh", 1, 1, Identity::None).numbers(&math::TANH).cost(500);
    /// The number with this hyperbolic sine.
    ARCSINH = Ufunc::new("arcsinh", 1, 1, Identity::None).numbers(&math::ARCSINH).cost(500);
    /// The number, not negative, with this hyperbolic cosine. NaN below 1.
    ARCCOSH = Ufunc::new("arccosh", 1, 1, Identity::None).numbers(&math::ARCCOSH).cost(500);
    /// The number with this hyperbolic tangent. Infinite at -1 and 1, NaN beyond.
    ARCTANH = Ufunc::new("arctanh", 1, 1, Identity::None).numbers(&math::ARCTANH).cost(500).pole(Pole::Always);
    /// An angle in radians, in degrees. Complex numbers are an error.
    DEGREES = Ufunc::new("degrees", 1, 1, Identity::None).numbers(&math::DEGREES);
    /// An angle in degrees, in radians. Complex numbers are an error.
    RADIANS = Ufunc::new("radians", 1, 1, Identity::None).numbers(&math::RADIANS);
    /// An angle in radians, in degrees: `degrees` under NumPy's other name.
    RAD2DEG = Ufunc::new("rad2deg", 1, 1, Identity::None).numbers(&math::DEGREES);
    /// An angle in degrees, in radians: `radians` under NumPy's other name.
    DEG2RAD = Ufunc::new("deg2rad", 1, 1, Identity::None).numbers(&math::RADIANS);
    /// The logarithm of `e^a + e^b`, where these may be too large or too small for numbers. Complex numbers are an error.
    LOGADDEXP = Ufunc::new("logaddexp", 2, 1, Identity::MinusInfinity).numbers(&math::LOGADDEXP).cost(500);
    /// The logarithm to the base of 2 of `2^a + 2^b`. Complex numbers are an error.
    LOGADDEXP2 = Ufunc::new("logaddexp2", 2, 1, Identity::MinusInfinity).numbers(&math::LOGADDEXP2).cost(500);
    /// `a` to the power of `b`, computed in float64 at least: negative powers of integers are no error.
    FLOAT_POWER = Ufunc::new("float_power", 2, 1, Identity::None).numbers(&math::FLOAT_POWER).cost(500).pole(Pole::Zero);
    /// The length of the hypotenuse, without overflow on the way: the root of `a*a + b*b`. Complex numbers are an error.
    HYPOT = Ufunc::new("hypot", 2, 1, Identity::Zero).numbers(&math::HYPOT).cost(500);
    /// The angle of the point with the coordinates `b` and `a`, from -pi to pi. Complex numbers are an error.
    ARCTAN2 = Ufunc::new("arctan2", 2, 1, Identity::None).numbers(&math::ARCTAN2).cost(500);
}

/// The modified Bessel function, which is no ufunc of NumPy's.
pub(crate) static I0: Ufunc = Ufunc::new("i0", 1, 1, Identity::None).numbers(&math::I0_LOOPS).cost(500);

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
