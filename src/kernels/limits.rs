//! Rows of numbers beside limits: whether all are finite, and bringing them into the range of an integer type.

use num_complex::Complex;

use crate::simd::{Kernel, dispatch};

/// A number that may be infinite, or none.
pub(crate) trait MaybeFinite: Copy {
    fn finite(self) -> bool;
}

/// A float, likewise.
pub(crate) trait MaybeSpecial: MaybeFinite + PartialOrd {
    const INFINITY: Self;

    fn of(x: f64) -> Self;

    fn magnitude(self) -> Self;

    fn minus(self, other: Self) -> Self;

    fn times_plus(self, factor: Self, more: Self) -> Self;
}

macro_rules! maybe_special {
    ($($float:ident),*) => {
        $(impl MaybeSpecial for $float {
            const INFINITY: $float = $float::INFINITY;

            #[inline(always)]
            fn of(x: f64) -> $float {
                x as $float
            }

            #[inline(always)]
            fn magnitude(self) -> $float {
                self.abs()
            }

            #[inline(always)]
            fn minus(self, other: $float) -> $float {
                self - other
            }

            #[inline(always)]
            fn times_plus(self, factor: $float, more: $float) -> $float {
                self * factor + more
            }
        })*
    };
}

maybe_special!(f32, f64);

/// What stands for NaN and infinities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replacements {
    pub(crate) nan: f64,
    pub(crate) posinf: f64,
    pub(crate) neginf: f64,
}

impl Replacements {
    pub(crate) fn run<T: MaybeSpecial>(self, numbers: &mut [T]) {
        dispatch(Replace(numbers, self));
    }
}

struct Replace<'a, T>(&'a mut [T], Replacements);

impl<T: MaybeSpecial> Kernel for Replace<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Replace(numbers, Replacements { nan, posinf, neginf }) = self;
        let (nan, posinf, neginf) = (T::of(nan), T::of(posinf), T::of(neginf));
        for x in numbers {
            let infinite = if *x > T::of(0.0) { posinf } else { neginf };
            let special = if x.magnitude() == T::INFINITY { infinite } else { nan };
            *x = if x.finite() { *x } else { special };
        }
    }
}

/// How close numbers have to be: `|a - b| <= absolute + relative * |b|`, and whether NaN is close to NaN.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    pub(crate) relative: f64,
    pub(crate) absolute: f64,
    pub(crate) equal_nan: bool,
}

impl Tolerance {
    /// Whether the numbers in the same places are close; `close` is as long as the others.
    pub(crate) fn run<T: MaybeSpecial>(self, a: &[T], b: &[T], close: &mut [bool]) {
        dispatch(Close(a, b, close, self));
    }
}

struct Close<'a, T>(&'a [T], &'a [T], &'a mut [bool], Tolerance);

impl<T: MaybeSpecial> Kernel for Close<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Close(a, b, close, Tolerance { relative, absolute, equal_nan }) = self;
        let (relative, absolute) = (T::of(relative), T::of(absolute));
        for ((&a, &b), close) in a.iter().zip(b).zip(close) {
            let within = a.minus(b).magnitude() <= b.magnitude().times_plus(relative, absolute);
            let is_nan = |x: T| x.partial_cmp(&x).is_none();
            let both = equal_nan & is_nan(a) & is_nan(b);
            *close = (within & b.finite()) | (a == b) | both;
        }
    }
}

macro_rules! maybe_finite {
    ($($type:ty: |$x:ident| $body:expr;)*) => {
        $(impl MaybeFinite for $type {
            #[inline(always)]
            fn finite(self) -> bool {
                let $x = self;
                $body
            }
        })*
    };
}

maybe_finite! {
    f32: |x| x.is_finite();
    f64: |x| x.is_finite();
    Complex<f32>: |x| x.re.is_finite() & x.im.is_finite();
    Complex<f64>: |x| x.re.is_finite() & x.im.is_finite();
}

/// Whether every number is finite.
pub(crate) fn all_finite<T: MaybeFinite>(numbers: &[T]) -> bool {
    // In parts, so that the first that is not ends it, and a part is one vector loop.
    numbers.chunks(4096).all(|part| dispatch(AllFinite(part)))
}

struct AllFinite<'a, T>(&'a [T]);

impl<T: MaybeFinite> Kernel for AllFinite<'_, T> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.0.iter().fold(true, |all, x| all & x.finite())
    }
}

/// How integers and floats of 64 bits are brought into a range of integers: from what, and to what. Each is taken and
/// given as its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clamp {
    SignedToSigned(i64, i64),
    UnsignedToSigned(i64),
    FloatToSigned(i64, i64),
    SignedToUnsigned(u64),
    UnsignedToUnsigned(u64),
    FloatToUnsigned(u64),
}

impl Clamp {
    /// Brings numbers into the range; NaN becomes 0, fractions are cut off. Whether one was out of range, or NaN.
    pub(crate) fn run(self, numbers: &mut [u64]) -> bool {
        // Whole floats up to the end of a range: one more than it is a float, or the end itself as such.
        let inside = |x: f64, low: f64, high: f64| x.trunc() >= low && x.trunc() < high + 1.0;
        match self {
            Clamp::SignedToSigned(low, high) => each(numbers, |x| {
                let y = (x as i64).clamp(low, high) as u64;
                (y, y != x)
            }),
            Clamp::UnsignedToSigned(high) => each(numbers, |x| {
                let y = x.min(high as u64);
                (y, y != x)
            }),
            Clamp::FloatToSigned(low, high) => each(numbers, |x| {
                let x = f64::from_bits(x);
                ((x as i64).clamp(low, high) as u64, !inside(x, low as f64, high as f64))
            }),
            Clamp::SignedToUnsigned(high) => each(numbers, |x| {
                let y = ((x as i64).max(0) as u64).min(high);
                (y, y != x)
            }),
            Clamp::UnsignedToUnsigned(high) => each(numbers, |x| {
                let y = x.min(high);
                (y, y != x)
            }),
            Clamp::FloatToUnsigned(high) => each(numbers, |x| {
                let x = f64::from_bits(x);
                ((x as u64).min(high), !inside(x, 0.0, high as f64))
            }),
        }
    }
}

fn each(numbers: &mut [u64], one: impl Fn(u64) -> (u64, bool)) -> bool {
    dispatch(Each(numbers, one))
}

struct Each<'a, F>(&'a mut [u64], F);

impl<F: Fn(u64) -> (u64, bool)> Kernel for Each<'_, F> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let mut changed = false;
        for x in self.0 {
            let (y, differs) = (self.1)(*x);
            *x = y;
            changed |= differs;
        }
        changed
    }
}
