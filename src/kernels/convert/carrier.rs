//! The types that all others pass through: each holds the values of its sources exactly.
//!
//! A carrier knows how to become each of Rust's numbers by NumPy's rules, which `convert` lists. What it refuses: types
//! with fewer bits than that, which `number` makes of these.

use crate::element::round_to_odd;

/// A number on its way from one type to another.
pub(super) trait Carrier: Copy + Default {
    fn to_i8(self) -> i8;
    fn to_i16(self) -> i16;
    fn to_i32(self) -> i32;
    fn to_i64(self) -> i64;
    fn to_u8(self) -> u8;
    fn to_u16(self) -> u16;
    fn to_u32(self) -> u32;
    fn to_u64(self) -> u64;
    /// The nearest number, ties to even.
    fn to_f32(self) -> f32;
    /// The nearest number, ties to even.
    fn to_f64(self) -> f64;
    /// A number that rounds to the same number of any float of far fewer bits as this one does: this one if it is an
    /// `f32`, and else the odd one of its two neighbours.
    fn to_f32_odd(self) -> f32;
    /// Whether it is anything but zero; NaN is.
    fn is_true(self) -> bool;
}

macro_rules! integer_carriers {
    ($($int:ident: $odd:expr;)*) => {
        $(impl Carrier for $int {
            integer_carriers!(@as self: to_i8 i8, to_i16 i16, to_i32 i32, to_i64 i64, to_f32 f32);
            integer_carriers!(@as self: to_u8 u8, to_u16 u16, to_u32 u32, to_u64 u64, to_f64 f64);

            #[inline(always)]
            fn to_f32_odd(self) -> f32 {
                $odd(self)
            }

            #[inline(always)]
            fn is_true(self) -> bool {
                self != 0
            }
        })*
    };
    (@as $self:ident: $($method:ident $to:ident),*) => {
        $(#[inline(always)]
        fn $method($self) -> $to {
            $self as $to
        })*
    };
}

integer_carriers! {
    i8: |x: i8| x as f32;
    i16: |x: i16| x as f32;
    i32: |x: i32| f64_to_odd(x as f64);
    i64: |x: i64| u64_to_odd(x.unsigned_abs()).copysign(if x < 0 { -1.0 } else { 1.0 });
    u8: |x: u8| x as f32;
    u16: |x: u16| x as f32;
    u32: |x: u32| f64_to_odd(x as f64);
    u64: u64_to_odd;
}

#[inline(always)]
fn f64_to_odd(x: f64) -> f32 {
    f32::from_bits(round_to_odd(x.abs()) | ((x.to_bits() >> 32) as u32 & 0x8000_0000))
}

#[inline(always)]
fn u64_to_odd(x: u64) -> f32 {
    // An f64 has 53 bits: of 64, the lowest eleven are gathered into the one above.
    let rest = x & 0x7ff;
    let fitting = if x >> 53 == 0 { x } else { (x - rest) | (u64::from(rest != 0) << 11) };
    f64_to_odd(fitting as f64)
}

/// The ways of a float to integers. The compiler's own (`as`) saturates, which NumPy does not do and which is slow;
/// these are one comparison, one choice and one instruction that truncates.
macro_rules! float_to_integers {
    ($float:ident) => {
        float_to_integers!(@by_i32 to_i8 i8, to_i16 i16, to_u8 u8, to_u16 u16);

        #[inline(always)]
        fn to_i32(self) -> i32 {
            const LIMIT: $float = 2_147_483_648.0;
            let fitting = if self.abs() < LIMIT { self } else { -LIMIT };
            // SAFETY: fitting is not NaN, and from -2^31 to less than 2^31, so that i32 holds it truncated.
            unsafe { fitting.to_int_unchecked() }
        }

        #[inline(always)]
        fn to_i64(self) -> i64 {
            const LIMIT: $float = 9_223_372_036_854_775_808.0;
            let fitting = if self.abs() < LIMIT { self } else { -LIMIT };
            // SAFETY: fitting is not NaN, and from -2^63 to less than 2^63, so that i64 holds it truncated.
            unsafe { fitting.to_int_unchecked() }
        }

        #[inline(always)]
        fn to_u32(self) -> u32 {
            // Out of range is i64::MIN, whose lower half is zero.
            let wrapped = self.to_i64() as u32;
            if self >= 9_223_372_036_854_775_808.0 { u32::MAX } else { wrapped }
        }

        #[inline(always)]
        fn to_u64(self) -> u64 {
            const HALF: $float = 9_223_372_036_854_775_808.0;
            let upper = self >= HALF;
            let wrapped = (if upper { self - HALF } else { self }).to_i64() as u64;
            let wrapped = wrapped ^ (u64::from(upper) << 63);
            let wrapped = if self >= 2.0 * HALF { u64::MAX } else { wrapped };
            // Not the negation: this is what NaN fails, too.
            if self >= -HALF { wrapped } else { 0 }
        }
    };
    (@by_i32 $($method:ident $to:ident),*) => {
        $(#[inline(always)]
        fn $method(self) -> $to {
            self.to_i32() as $to
        })*
    };
}

impl Carrier for f32 {
    float_to_integers!(f32);

    #[inline(always)]
    fn to_f32(self) -> f32 {
        self
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        self as f64
    }

    #[inline(always)]
    fn to_f32_odd(self) -> f32 {
        self
    }

    #[inline(always)]
    fn is_true(self) -> bool {
        self != 0.0
    }
}

impl Carrier for f64 {
    float_to_integers!(f64);

    #[inline(always)]
    fn to_f32(self) -> f32 {
        self as f32
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline(always)]
    fn to_f32_odd(self) -> f32 {
        f64_to_odd(self)
    }

    #[inline(always)]
    fn is_true(self) -> bool {
        self != 0.0
    }
}

/// The value of a float of at most eight bits, which differs from an `f32` in how NaN and infinities become integers:
/// ml_dtypes makes them 0, and the largest or smallest integer.
#[derive(Clone, Copy, Default)]
pub(super) struct Small(pub(super) f32);

macro_rules! small_to_integers {
    ($($method:ident $to:ident)*) => {
        $(#[inline(always)]
        fn $method(self) -> $to {
            if self.0.is_finite() {
                self.0.$method()
            } else if self.0.is_nan() {
                0
            } else if self.0 > 0.0 {
                $to::MAX
            } else {
                $to::MIN
            }
        })*
    };
}

impl Carrier for Small {
    small_to_integers! { to_i8 i8 to_i16 i16 to_i32 i32 to_i64 i64 to_u8 u8 to_u16 u16 to_u32 u32 to_u64 u64 }

    #[inline(always)]
    fn to_f32(self) -> f32 {
        self.0
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        self.0 as f64
    }

    #[inline(always)]
    fn to_f32_odd(self) -> f32 {
        self.0
    }

    #[inline(always)]
    fn is_true(self) -> bool {
        self.0 != 0.0
    }
}
