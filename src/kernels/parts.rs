//! Floats and their parts: mantissa and exponent, whole and fraction.

use super::elementwise::{Binary, binary_op, run_binary, unary_op};
use super::fold::sequential;
use super::grid::{NumberLoop, NumberLoops, loops, table};
use super::several::unary_pair;
use crate::dtype::{ScalarId, exp2};

/// A fraction from 0.5 to 1, and the power of two to multiply it with.
pub(crate) struct Frexp;
/// The fraction and the whole part, both with the sign of the number.
pub(crate) struct Modf;
/// `a` times two to the power of `b`.
pub(crate) struct Ldexp;
/// 0 for negative numbers, 1 for positive ones, and `b` for zeros.
pub(crate) struct Heaviside;

macro_rules! frexp {
    ($($float:ident $bits:ident $mantissa:literal $bias:literal),*) => {
        $(unary_op!(Frexp [-> ($float, i32)], $float: |a| {
            const MANTISSA: $bits = (1 << $mantissa) - 1;
            const EXPONENT: $bits = !MANTISSA << 1 >> 1;
            // Subnormal numbers become normal first.
            let small = a.abs() < $float::MIN_POSITIVE;
            let normal = if small { a * (MANTISSA + 1) as $float } else { a };
            let bits = normal.to_bits();
            let exponent = ((bits & EXPONENT) >> $mantissa) as i32 - ($bias - 1) - if small { $mantissa } else { 0 };
            let fraction = $float::from_bits(bits & !EXPONENT | ($bias - 1) << $mantissa);
            if a == 0.0 || !a.is_finite() { (a, 0) } else { (fraction, exponent) }
        });)*
    };
}

frexp!(f32 u32 23 127, f64 u64 52 1023);

unary_op!(Modf [-> (f32, f32)], f32: |a| {
    let whole = a.trunc();
    (if a.is_infinite() { 0.0 } else { a - whole }.copysign(a), whole)
});
unary_op!(Modf [-> (f64, f64)], f64: |a| {
    let whole = a.trunc();
    (if a.is_infinite() { 0.0 } else { a - whole }.copysign(a), whole)
});

impl Binary<f32, i64> for Ldexp {
    type Out = f32;

    #[inline(always)]
    fn call(a: f32, b: i64) -> f32 {
        // Exact as an f64, and rounded once.
        (f64::from(a) * exp2(b.clamp(-400, 400) as i32)) as f32
    }
}

impl Binary<f64, i64> for Ldexp {
    type Out = f64;

    #[inline(always)]
    fn call(a: f64, b: i64) -> f64 {
        // In steps that stay within the range of exponents; below it, all but the last are exact.
        let b = b.clamp(-2300, 2300) as i32;
        match b {
            1024.. => {
                let rest = b - 1023;
                let scaled = a * exp2(1023);
                if rest > 1023 { scaled * exp2(1023) * exp2(rest - 1023) } else { scaled * exp2(rest) }
            }
            -1022..1024 => a * exp2(b),
            _ => {
                // What is below the range after a step is far below it after the last: nothing is rounded twice.
                let (scaled, rest) = (a * exp2(-969), b + 969);
                if rest < -1022 { (scaled * exp2(-969)) * exp2((rest + 969).max(-1022)) } else { scaled * exp2(rest) }
            }
        }
    }
}

binary_op!(Heaviside [], f32 f64: |a, b| {
    let step = if a < 0.0 { 0.0 } else { 1.0 };
    let step = if a == 0.0 { b } else { step };
    if a.is_nan() { a } else { step }
});

/// The loop of `ldexp`.
const fn ldexp<T: super::grid::Computed>() -> NumberLoop
where
    Ldexp: Binary<T, i64, Out = T>,
{
    let types = [T::ID, ScalarId::Int64, T::ID, T::ID];
    NumberLoop { types, run: run_binary::<Ldexp, T, i64>, reduce: None, accumulate: None, tree: false }
}

pub(crate) static FREXP: NumberLoops =
    table(&[&[unary_pair::<Frexp, f32, f32, i32>(), unary_pair::<Frexp, f64, f64, i32>()]]);
pub(crate) static MODF: NumberLoops =
    table(&[&[unary_pair::<Modf, f32, f32, f32>(), unary_pair::<Modf, f64, f64, f64>()]]);
pub(crate) static LDEXP: NumberLoops = table(&[loops![ldexp: f32 f64]]);
pub(crate) static HEAVISIDE: NumberLoops = table(&[loops![sequential::<Heaviside>: f32 f64]]);
