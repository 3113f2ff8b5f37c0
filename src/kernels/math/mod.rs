//! The elementary functions.
//!
//! What it owns: their tables of loops, and, a file each, the functions themselves: `exp` with the hyperbolic ones, `log`, `power`
//! with roots, `area` (inverse hyperbolic), `tangent` (the hyperbolic one), `trig`, `arc` (inverse trigonometric), `bessel`, and, of complex numbers, `complex`; `compensated`: sums and products with what
//! rounding takes from them; `single`: most functions of one number once more, over vectors of `f32`; `function`: the loop over
//! a function; `small`: that for floats of 16 bits.
//!
//! Results are within one unit in the last place of the exact ones, and the same bits on every machine: functions are made
//! of operations that are rounded as IEEE 754 says, fused multiplications and additions among them. Those of 16 bits
//! and fewer are the nearest ones.

mod arc;
mod area;
mod bessel;
mod compensated;
mod complex;
mod exp;
mod function;
mod log;
mod power;
mod single;
mod small;
mod tangent;
mod trig;

use num_complex::Complex;

use crate::dtype::ScalarId;
use crate::kernels::elementwise::{unary_loop, unary_op};
use crate::kernels::grid::{NumberLoop, NumberLoops, computed_as, loops, table};
use crate::simd::lanes::Lanes;
use crate::simd::singles::Singles;
use complex::{ComplexFunction, complex_loop, power_loop};
use function::{Function, folding_loop, function_loop, odd_folding_loop, odd_loop};
use small::{Table, small_loop};

/// Defines functions of one number: for double precision, for single precision, and for what needs care, if anything does.
macro_rules! of_one {
    ($($(#[$doc:meta])* $name:ident = $full:path, $short:path $(, $special:path)? $(=> $single:path)?;)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl Function for $name {
                const INPUTS: usize = 1;
                const SINGLE: bool = of_one!(@has $($single)?);

                #[inline(always)]
                fn full<V: Lanes>([x, _]: [V; 2]) -> (V, V::Mask) {
                    of_one!(@call V, $full(x) $(, $special)?)
                }

                #[inline(always)]
                fn short<V: Lanes>([x, _]: [V; 2]) -> (V, V::Mask) {
                    of_one!(@call V, $short(x) $(, $special)?)
                }

                #[inline(always)]
                fn single<V: Singles>(x: V) -> (V, V::Mask) {
                    of_one!(@single V, x $(, $single)?)
                }

                fn special([x, _]: [f64; 2]) -> f64 {
                    of_one!(@special x $(, $special)?)
                }

                fn tables() -> Option<&'static [Table; 2]> {
                    of_one!(@tables $($single)?)
                }
            }
        )*
    };
    (@call $v:ident, $result:expr, $special:path) => { $result };
    (@call $v:ident, $result:expr) => { ($result, $v::always()) };
    (@special $x:ident, $special:path) => { $special($x) };
    (@special $x:ident) => { $x };
    (@tables $single:path) => {{
        static TABLES: [Table; 2] = [const { Table::new() }; 2];
        Some(&TABLES)
    }};
    (@tables) => { None };
    (@has $single:path) => { true };
    (@has) => { false };
    (@single $v:ident, $x:ident, $single:path) => { $single($x) };
    (@single $v:ident, $x:ident) => { ($x, $v::always()) };
}

/// Defines functions of two numbers.
macro_rules! of_two {
    ($($(#[$doc:meta])* $name:ident = $full:path, $short:path, $special:path;)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl Function for $name {
                const INPUTS: usize = 2;
                const SINGLE: bool = false;

                #[inline(always)]
                fn single<V: Singles>(x: V) -> (V, V::Mask) {
                    (x, V::always())
                }

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

                fn tables() -> Option<&'static [Table; 2]> {
                    None
                }
            }
        )*
    };
}

of_one! {
    Exp = exp::exp, exp::exp_short => single::exp::exp;
    Exp2 = exp::exp2, exp::exp2_short => single::exp::exp2;
    Expm1 = exp::expm1, exp::expm1_short => single::exp::expm1;
    Sinh = exp::sinh, exp::sinh_short => single::exp::sinh;
    Cosh = exp::cosh, exp::cosh_short => single::exp::cosh;
    I0 = bessel::i0, bessel::i0;
    Tanh = tangent::tanh, exp::tanh_short => single::exp::tanh;
    Log = log::log, log::log_short, log::log_special => single::log::log;
    Log2 = log::log2, log::log2_short, log::log2_special => single::log::log2;
    Log10 = log::log10, log::log10_short, log::log10_special => single::log::log10;
    Log1p = log::log1p, log::log1p_short, log::log1p_special => single::log::log1p;
    Cbrt = power::cbrt, power::cbrt_short, power::cbrt_special => single::root::cbrt;
    Sin = trig::sin, trig::sin_short, trig::sin_special => single::trig::sin;
    Cos = trig::cos, trig::cos_short, trig::cos_special => single::trig::cos;
    Tan = trig::tan, trig::tan_short, trig::tan_special => single::trig::tan;
    Arcsin = arc::asin, arc::asin_short => single::arc::asin;
    Arccos = arc::acos, arc::acos_short => single::arc::acos;
    Arctan = arc::atan, arc::atan_short => single::arc::atan;
    Arcsinh = area::asinh, area::asinh_short, area::asinh_special => single::area::asinh;
    Arccosh = area::acosh, area::acosh_short, area::acosh_special => single::area::acosh;
    Arctanh = area::atanh, area::atanh_short, area::atanh_special => single::area::atanh;
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

/// The loops of a function: for `f32` and `f64`, and for the smaller floats.
const fn of_function<F: Function>() -> NumberLoops {
    with_halves::<F>(with_small_floats(table(&[loops![function_loop::<F>: f32 f64]]), odd_loop::<F>()))
}

/// The same of a function of complex numbers too: of those of single precision as of those of double precision.
const fn of_numbers<F: Function + ComplexFunction>() -> NumberLoops {
    let loops = table(&[loops![function_loop::<F>: f32 f64], &[complex_loop::<F>()]]);
    with_halves::<F>(with_small_floats(loops, odd_loop::<F>()))
}

/// The same of a function that folds.
const fn of_folding<F: Function>() -> NumberLoops {
    with_small_floats(table(&[loops![folding_loop::<F>: f32 f64]]), odd_folding_loop::<F>())
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

/// Gives the floats of 16 bits loops of their own, if the function is one over vectors of `f32`.
const fn with_halves<F: Function>(mut loops: NumberLoops) -> NumberLoops {
    if F::SINGLE {
        loops[ScalarId::Float16 as usize] = Some(small_loop::<F, half::f16>());
        loops[ScalarId::BFloat16 as usize] = Some(small_loop::<F, half::bf16>());
    }
    loops
}

/// The loops for powers: those for integers, and those for floats and complex numbers beside them.
pub(crate) const fn powers(integers: &[&[NumberLoop]; 2]) -> NumberLoops {
    let floats = [folding_loop::<Power, f32>(), folding_loop::<Power, f64>(), power_loop()];
    with_small_floats(table(&[integers[0], integers[1], &floats]), odd_folding_loop::<Power>())
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
