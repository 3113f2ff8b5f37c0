//! The elementary functions.
//!
//! What it owns: their tables of loops, and, a file each, the functions themselves: `exp` with the hyperbolic ones, `log`, `power`
//! with roots, `area` (inverse hyperbolic), `trig`, `arc` (inverse trigonometric), `bessel`, and, of complex numbers, `complex`; `compensated`: sums and products with what
//! rounding takes from them; `function`: the loop over a function.
//!
//! Results are within one unit in the last place of the exact ones, and the same bits on every machine: functions are made
//! of operations that are rounded as IEEE 754 says, fused multiplications and additions among them. Floats of 16 bits and
//! fewer are computed in `f64` too, and rounded once.

mod arc;
mod area;
mod bessel;
mod compensated;
mod complex;
mod exp;
mod function;
mod log;
mod power;
mod trig;

use num_complex::Complex;

use crate::dtype::ScalarId;
use crate::kernels::elementwise::{unary_loop, unary_op};
use crate::kernels::grid::{NumberLoop, NumberLoops, computed_as, loops, table};
use crate::simd::lanes::Lanes;
use complex::{ComplexFunction, complex_loop, power_loop};
use function::{Function, Odd, folding_loop, function_loop};

/// Defines functions of one number: for double precision, for single precision, and for what needs care, if anything does.
macro_rules! of_one {
    ($($(#[$doc:meta])* $name:ident = $full:path, $short:path $(, $special:path)?;)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl Function for $name {
                const INPUTS: usize = 1;

                #[inline(always)]
                fn full<V: Lanes>([x, _]: [V; 2]) -> (V, V::Mask) {
                    of_one!(@call V, $full(x) $(, $special)?)
                }

                #[inline(always)]
                fn short<V: Lanes>([x, _]: [V; 2]) -> (V, V::Mask) {
                    of_one!(@call V, $short(x) $(, $special)?)
                }

                fn special([x, _]: [f64; 2]) -> f64 {
                    of_one!(@special x $(, $special)?)
                }
            }
        )*
    };
    (@call $v:ident, $result:expr, $special:path) => { $result };
    (@call $v:ident, $result:expr) => { ($result, $v::always()) };
    (@special $x:ident, $special:path) => { $special($x) };
    (@special $x:ident) => { $x };
}

/// Defines functions of two numbers.
macro_rules! of_two {
    ($($(#[$doc:meta])* $name:ident = $full:path, $short:path, $special:path;)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl Function for $name {
                const INPUTS: usize = 2;

                #[inline(always)]
                fn full<V: Lanes>([x, y]: [V; 2]) -> (V, V::Mask) {
                    $full(x, y)
                }

                #[inline(always)]
                fn short<V: Lanes>([x, y]: [V; 2]) -> (V, V::Mask) {
                    $short(x, y)
                }

                fn special([x, y]: [f64; 2]) -> f64 {
                    $special(x, y)
                }
            }
        )*
    };
}

of_one! {
    Exp = exp::exp, exp::exp_short;
    Exp2 = exp::exp2, exp::exp2_short;
    Expm1 = exp::expm1, exp::expm1_short;
    Sinh = exp::sinh, exp::sinh_short;
    Cosh = exp::cosh, exp::cosh_short;
    I0 = bessel::i0, bessel::i0;
    Tanh = exp::tanh, exp::tanh_short;
    Log = log::log, log::log_short, log::log_special;
    Log2 = log::log2, log::log2_short, log::log2_special;
    Log10 = log::log10, log::log10_short, log::log10_special;
    Log1p = log::log1p, log::log1p_short, log::log1p_special;
    Cbrt = power::cbrt, power::cbrt_short, power::cbrt_special;
    Sin = trig::sin, trig::sin_short, trig::sin_special;
    Cos = trig::cos, trig::cos_short, trig::cos_special;
    Tan = trig::tan, trig::tan_short, trig::tan_special;
    Arcsin = arc::asin, arc::asin_short;
    Arccos = arc::acos, arc::acos_short;
    Arctan = arc::atan, arc::atan_short;
    Arcsinh = area::asinh, area::asinh_short, area::asinh_special;
    Arccosh = area::acosh, area::acosh_short, area::acosh_special;
    Arctanh = area::atanh, area::atanh_short, area::atanh_special;
}

of_two! {
    Power = power::pow, power::pow_short, power::pow_special;
    Arctan2 = arc::atan2, arc::atan2_short, arc::atan2_special;
    Hypot = power::hypot, power::hypot_short, power::hypot_special;
    Logaddexp = exp::logaddexp, exp::logaddexp, exp::logaddexp_special;
    Logaddexp2 = exp::logaddexp2, exp::logaddexp2, exp::logaddexp2_special;
}

/// Functions of complex numbers too.
macro_rules! of_complex {
    ($($name:ident = $function:ident;)*) => {
        $(impl ComplexFunction for $name {
            const INPUTS: usize = 1;

            #[inline(always)]
            fn call([z, _]: [Complex<f64>; 2]) -> Complex<f64> {
                complex::$function(z)
            }
        })*
    };
}

of_complex! {
    Exp = exp;
    Exp2 = exp2;
    Expm1 = expm1;
    Log = log;
    Log2 = log2;
    Log10 = log10;
    Log1p = log1p;
    Sin = sin;
    Cos = cos;
    Tan = tan;
    Arcsin = arcsin;
    Arccos = arccos;
    Arctan = arctan;
    Sinh = sinh;
    Cosh = cosh;
    Tanh = tanh;
    Arcsinh = arcsinh;
    Arccosh = arccosh;
    Arctanh = arctanh;
}

/// An angle in degrees.
struct Degrees;
/// An angle in radians.
struct Radians;

unary_op!(Degrees [], f32: |a| a * (180.0 / std::f32::consts::PI));
unary_op!(Degrees [], f64: |a| a * (180.0 / std::f64::consts::PI));
unary_op!(Radians [], f32: |a| a * (std::f32::consts::PI / 180.0));
unary_op!(Radians [], f64: |a| a * (std::f64::consts::PI / 180.0));

/// The loops of a function: for `f32` and `f64`, and that of `f64` for the smaller floats too.
const fn of_function<F: Function>() -> NumberLoops {
    with_small_floats(table(&[loops![function_loop::<F>: f32 f64]]), function_loop::<F, Odd>())
}

/// The same of a function of complex numbers too: of those of single precision as of those of double precision.
const fn of_numbers<F: Function + ComplexFunction>() -> NumberLoops {
    with_small_floats(table(&[loops![function_loop::<F>: f32 f64], &[complex_loop::<F>()]]), function_loop::<F, Odd>())
}

/// The same of a function that folds.
const fn of_folding<F: Function>() -> NumberLoops {
    with_small_floats(table(&[loops![folding_loop::<F>: f32 f64]]), folding_loop::<F, Odd>())
}

/// Gives smaller floats this loop, and smaller complex numbers that of double precision: results of single precision would be
/// rounded twice.
const fn with_small_floats(mut loops: NumberLoops, small: NumberLoop) -> NumberLoops {
    let mut i = 0;
    while i < ScalarId::COUNT {
        let id = ScalarId::ALL[i];
        if computed_as(id) as usize == ScalarId::Float32 as usize && id as usize != ScalarId::Float32 as usize {
            loops[i] = Some(small);
        }
        if computed_as(id) as usize == ScalarId::Complex64 as usize {
            loops[i] = loops[ScalarId::Complex128 as usize];
        }
        i += 1;
    }
    loops
}

/// The loops for powers: those for integers, and those for floats and complex numbers beside them.
pub(crate) const fn powers(integers: &[&[NumberLoop]; 2]) -> NumberLoops {
    let floats = [folding_loop::<Power, f32>(), folding_loop::<Power, f64>(), power_loop()];
    with_small_floats(table(&[integers[0], integers[1], &floats]), folding_loop::<Power, Odd>())
}

pub(crate) static EXP: NumberLoops = of_numbers::<Exp>();
pub(crate) static EXP2: NumberLoops = of_numbers::<Exp2>();
pub(crate) static EXPM1: NumberLoops = of_numbers::<Expm1>();
/// The modified Bessel function, which NumPy has no ufunc for.
pub(crate) static I0_LOOPS: NumberLoops = of_function::<I0>();
pub(crate) static SINH: NumberLoops = of_numbers::<Sinh>();
pub(crate) static COSH: NumberLoops = of_numbers::<Cosh>();
pub(crate) static TANH: NumberLoops = of_numbers::<Tanh>();
pub(crate) static LOG: NumberLoops = of_numbers::<Log>();
pub(crate) static LOG2: NumberLoops = of_numbers::<Log2>();
pub(crate) static LOG10: NumberLoops = of_numbers::<Log10>();
pub(crate) static LOG1P: NumberLoops = of_numbers::<Log1p>();
pub(crate) static CBRT: NumberLoops = of_function::<Cbrt>();
pub(crate) static SIN: NumberLoops = of_numbers::<Sin>();
pub(crate) static COS: NumberLoops = of_numbers::<Cos>();
pub(crate) static TAN: NumberLoops = of_numbers::<Tan>();
pub(crate) static ARCSIN: NumberLoops = of_numbers::<Arcsin>();
pub(crate) static ARCCOS: NumberLoops = of_numbers::<Arccos>();
pub(crate) static ARCTAN: NumberLoops = of_numbers::<Arctan>();
pub(crate) static ARCSINH: NumberLoops = of_numbers::<Arcsinh>();
pub(crate) static ARCCOSH: NumberLoops = of_numbers::<Arccosh>();
pub(crate) static ARCTANH: NumberLoops = of_numbers::<Arctanh>();
pub(crate) static ARCTAN2: NumberLoops = of_folding::<Arctan2>();
pub(crate) static HYPOT: NumberLoops = of_folding::<Hypot>();
pub(crate) static LOGADDEXP: NumberLoops = of_folding::<Logaddexp>();
pub(crate) static LOGADDEXP2: NumberLoops = of_folding::<Logaddexp2>();
pub(crate) static DEGREES: NumberLoops = table(&[loops![unary_loop::<Degrees>: f32 f64]]);
pub(crate) static RADIANS: NumberLoops = table(&[loops![unary_loop::<Radians>: f32 f64]]);
/// Powers of what becomes `f64`.
pub(crate) static FLOAT_POWER: NumberLoops = table(&[loops![folding_loop::<Power>: f64], &[power_loop()]]);
