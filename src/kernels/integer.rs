//! Divisors, multiples and powers of integers: operations that gain nothing from vectors.

use super::elementwise::binary_op;
use super::fold::sequential;
use super::grid::{NumberLoops, loops, table};

/// The greatest common divisor of the magnitudes.
pub(crate) struct Gcd;
/// The least common multiple of the magnitudes, modulo the size of the type.
pub(crate) struct Lcm;
/// `a` to the power of `b`, modulo the size of the type; `b` is not negative.
pub(crate) struct Power;

macro_rules! divisors {
    ($($type:ident $unsigned:ident $gcd:ident),*) => {
        $(
            fn $gcd(mut a: $unsigned, mut b: $unsigned) -> $unsigned {
                while a != 0 {
                    (a, b) = (b % a, a);
                }
                b
            }

            binary_op!(Gcd [in Scalar], $type: |a, b| $gcd(a.unsigned_abs(), b.unsigned_abs()) as $type);
            binary_op!(Gcd [in Scalar], $unsigned: |a, b| $gcd(a, b));
            binary_op!(Lcm [in Scalar], $type: |a, b| {
                let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
                (a.checked_div($gcd(a, b)).unwrap_or(0)).wrapping_mul(b) as $type
            });
            binary_op!(Lcm [in Scalar], $unsigned: |a, b| {
                a.checked_div($gcd(a, b)).unwrap_or(0).wrapping_mul(b)
            });
        )*
    };
}

divisors!(i8 u8 gcd8, i16 u16 gcd16, i32 u32 gcd32, i64 u64 gcd64);

// As many steps as an exponent can have bits: few enough to take them all, without a branch.
binary_op!(Power [], i8 i16 u8 u16: |a, b| {
    let (mut base, mut exponent, mut power) = (a, b, 1);
    for _ in 0..Self::Out::BITS {
        power = if exponent & 1 == 1 { base.wrapping_mul(power) } else { power };
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    power
});

binary_op!(Power [in Scalar], i32 i64 u32 u64: |a, b| {
    let (mut base, mut exponent, mut power) = (a, b, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = base.wrapping_mul(power);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    power
});

pub(crate) static GCD: NumberLoops = table(&[loops![sequential::<Gcd>: i8 i16 i32 i64 u8 u16 u32 u64]]);
pub(crate) static LCM: NumberLoops = table(&[loops![sequential::<Lcm>: i8 i16 i32 i64 u8 u16 u32 u64]]);
