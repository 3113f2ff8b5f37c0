//! Division of integers by a number that stays the same: a multiplication and shifts, which vectors can do.
//!
//! The factor is that of Granlund and Montgomery, which is right for every number of the type. It takes one bit more than
//! those of unsigned integers have, which is made up for; the magnitudes of signed ones need one bit less.
//!
//! Quotients are rounded down. By 0, 1 and -1 there is no such factor, or no need for it.

use std::hint::black_box;

/// An integer that is divided by one that stays the same.
pub(super) trait Divided: Copy + 'static {
    /// Whether there is a factor for a divisor.
    fn divides(b: Self) -> bool;
    /// `a / b` rounded down, as a function of `a`.
    fn divided_by(b: Self) -> impl Fn(Self) -> Self;
}

/// The upper half of a product.
trait High: Copy {
    /// What numbers are multiplied with.
    type Factor: Copy;

    fn factor(self) -> Self::Factor;
    fn high(self, factor: Self::Factor) -> Self;
}

macro_rules! high {
    ($($type:ident $wide:ident),*) => {
        $(impl High for $type {
            type Factor = $type;

            #[inline(always)]
            fn factor(self) -> $type {
                self
            }

            #[inline(always)]
            fn high(self, factor: $type) -> $type {
                (($wide::from(self) * $wide::from(factor)) >> $type::BITS) as $type
            }
        })*
    };
}

high!(u16 u32, u32 u64);

impl High for u64 {
    type Factor = (u32, u32);

    /// The halves. That they are those of one number is kept from the compiler, which would otherwise find that there is
    /// an instruction for all of [`high`](High::high), but not for vectors.
    #[inline(always)]
    fn factor(self) -> (u32, u32) {
        (black_box(self as u32), black_box((self >> 32) as u32))
    }

    #[inline(always)]
    fn high(self, (low, high): (u32, u32)) -> u64 {
        const LOW: u64 = 0xffff_ffff;
        let ((xl, xh), (yl, yh)) = ((self & LOW, self >> 32), (u64::from(low), u64::from(high)));
        let first = xh * yl + ((xl * yl) >> 32);
        let second = xl * yh + (first & LOW);
        xh * yh + (first >> 32) + (second >> 32)
    }
}

/// Quotients of unsigned integers of any size by `b`, which is not below 2.
macro_rules! of_any {
    ($type:ident $wide:ident, $b:expr) => {{
        let log = $type::BITS - ($b - 1).leading_zeros();
        // The upper bit of the factor is left out, and added here.
        let above = ((1 as $wide) << log) - $wide::from($b);
        let factor = (((above << $type::BITS) / $wide::from($b)) as $type + 1).factor();
        move |x: $type| {
            let high = x.high(factor);
            (((x - high) >> 1) + high) >> (log - 1)
        }
    }};
}

/// Quotients of unsigned integers, of which the upper bit is set in a power of two at most.
macro_rules! of_magnitude {
    ($type:ident $wide:ident, $b:expr) => {{
        let log = $type::BITS - ($b - 1).leading_zeros();
        let factor = ((((1 as $wide) << ($type::BITS - 1 + log)) / $wide::from($b)) as $type + 1).factor();
        move |x: $type| x.high(factor) >> (log - 1)
    }};
}

/// Quotients of integers of eight bits: as integers of sixteen, of which the factor needs no shift.
macro_rules! of_bytes {
    ($type:ident $wide:ident, $b:expr) => {{
        let factor = (65536 / u32::from($b)) as u16 + 1;
        move |x: u8| u16::from(x).high(factor) as u8
    }};
}

macro_rules! divided {
    ($($signed:ident $unsigned:ident $wide:ident $any:ident $magnitude:ident),* $(,)?) => {
        $(
            impl Divided for $unsigned {
                #[inline(always)]
                fn divides(b: $unsigned) -> bool {
                    b > 1
                }

                #[inline(always)]
                fn divided_by(b: $unsigned) -> impl Fn($unsigned) -> $unsigned {
                    $any!($unsigned $wide, b)
                }
            }

            impl Divided for $signed {
                #[inline(always)]
                fn divides(b: $signed) -> bool {
                    b.unsigned_abs() > 1
                }

                #[inline(always)]
                fn divided_by(b: $signed) -> impl Fn($signed) -> $signed {
                    let magnitude = b.unsigned_abs();
                    let quotient = $magnitude!($unsigned $wide, magnitude);
                    let turn = if b < 0 { -1 } else { 0 };
                    move |a| {
                        // If the quotient is negative, it is the complement of that of what is one nearer to zero.
                        let complement = if (a ^ turn) < turn { -1 } else { 0 };
                        let magnitude = (a ^ turn).wrapping_sub(turn) ^ complement;
                        quotient(magnitude as $unsigned) as $signed ^ complement
                    }
                }
            }
        )*
    };
}

divided! {
    i8 u8 u16 of_bytes of_bytes,
    i16 u16 u32 of_any of_magnitude,
    i32 u32 u64 of_any of_magnitude,
    i64 u64 u128 of_any of_magnitude,
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! check {
        ($type:ident, $numbers:expr, $divisors:expr) => {{
            let mut checks = 0;
            for b in $divisors.filter(|&b| $type::divides(b)) {
                let divide = $type::divided_by(b);
                for a in $numbers {
                    let (wide, by) = (i128::from(a), i128::from(b));
                    let down = wide % by != 0 && (wide < 0) != (by < 0);
                    let want = wide / by - i128::from(down);
                    assert_eq!(divide(a), want as $type, "{a} / {b}");
                    checks += 1;
                }
            }
            checks
        }};
    }

    /// Numbers near powers of two and near their multiples, which is where factors that are too small fail.
    fn edges() -> Vec<i128> {
        let powers = (0..64).map(|bit| 1i128 << bit);
        let near =
            powers.flat_map(|power| (-2..3).flat_map(move |d| [power + d, -power + d, power / 3 + d, power / 7 + d]));
        near.chain(0..20).collect()
    }

    #[test]
    fn quotients_are_exact() {
        let mut checks = check!(u8, 0..=u8::MAX, (0..=u8::MAX)) + check!(i8, i8::MIN..=i8::MAX, (i8::MIN..=i8::MAX));
        macro_rules! near {
            ($($type:ident)*) => {
                $(
                    let all: Vec<$type> = edges().into_iter().map(|x| x as $type).collect();
                    checks += check!($type, all.iter().copied(), all.iter().copied());
                )*
            };
        }
        near!(u16 i16 u32 i32 u64 i64);
        checks += check!(u16, (0..=u16::MAX).step_by(7), (0..=u16::MAX).step_by(11));
        println!("{checks} quotients");
        assert!(checks > 100_000);
    }
}
