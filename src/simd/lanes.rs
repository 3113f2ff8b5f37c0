//! Vectors of `f64`, with one face for every instruction set.
//!
//! What it owns: [`Lanes`], implemented by `f64` itself, by four and by eight of them. A function written over it once is
//! compiled for each, and gives the same bits, since every operation is rounded as IEEE 754 says.
//! What it refuses: operations that are only nearly the same on some machine.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Sub};

/// Numbers that are added and multiplied.
pub(crate) trait Arithmetic:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// One of them.
    type Number: Copy;

    /// The same number everywhere.
    fn splat(x: Self::Number) -> Self;

    /// `self * a + b`, rounded once.
    fn mul_add(self, a: Self, b: Self) -> Self;

    /// `b - self * a`, rounded once.
    fn neg_mul_add(self, a: Self, b: Self) -> Self;
}

/// As many `f64` as fit a vector.
///
/// Numbers are also bits: the methods that end in `bits` take them as 64-bit integers.
pub(crate) trait Lanes: Arithmetic<Number = f64> + Div<Output = Self> {
    /// A truth value for each number.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask>;

    /// How many.
    const COUNT: usize;

    /// # Safety
    /// - `COUNT` numbers can be read from there.
    unsafe fn load(from: *const f64) -> Self;

    /// # Safety
    /// - `COUNT` numbers can be written there.
    unsafe fn store(self, to: *mut f64);

    /// # Safety
    /// - `COUNT` numbers can be read from there.
    unsafe fn load_f32(from: *const f32) -> Self;

    /// Rounds to the nearest.
    ///
    /// # Safety
    /// - `COUNT` numbers can be written there.
    unsafe fn store_f32(self, to: *mut f32);

    fn sqrt(self) -> Self;

    fn abs(self) -> Self;

    /// The nearest whole number, ties to even.
    fn round(self) -> Self;

    /// The largest whole number that is not larger.
    fn floor(self) -> Self;

    /// `self` if it is smaller, else `other`: which is what is returned if either is NaN.
    fn min(self, other: Self) -> Self;

    /// `self` if it is larger, else `other`: which is what is returned if either is NaN.
    fn max(self, other: Self) -> Self;

    fn lt(self, other: Self) -> Self::Mask;

    fn le(self, other: Self) -> Self::Mask;

    fn same(self, other: Self) -> Self::Mask;

    /// `then` where the mask is true.
    fn select(mask: Self::Mask, then: Self, other: Self) -> Self;

    fn all(mask: Self::Mask) -> bool;

    /// A bit for each, the first one lowest.
    fn mask_bits(mask: Self::Mask) -> u32;

    /// True everywhere.
    fn always() -> Self::Mask;

    fn and_bits(self, other: Self) -> Self;

    fn or_bits(self, other: Self) -> Self;

    fn xor_bits(self, other: Self) -> Self;

    fn add_bits(self, other: Self) -> Self;

    fn sub_bits(self, other: Self) -> Self;

    fn shl_bits<const N: u32>(self) -> Self;

    /// Zeros come in from the left.
    fn shr_bits<const N: u32>(self) -> Self;

    /// The entries that the lowest four bits number.
    fn lookup(table: &[f64; 16], index: Self) -> Self;

    /// `self * 2^floor(power)`, rounded once; `self` is normal, between 2^-64 and 2^64, `power` less than 2^30 away from 0.
    fn scale(self, power: Self) -> Self;

    /// The number with the sign of the other; `self` has none.
    #[inline(always)]
    fn with_sign(self, sign: Self) -> Self {
        self.or_bits(sign.and_bits(Self::splat(-0.0)))
    }

    /// The number cut to the 24 bits of an `f32`, the last of which is set if that took anything: rounded to fewer bits, it gives what
    /// the number itself does.
    #[inline(always)]
    fn to_odd(self) -> Self {
        let below = Self::splat_bits((1 << 29) - 1);
        let sticky = self.and_bits(below).add_bits(below).and_bits(Self::splat_bits(1 << 29));
        self.and_bits(Self::splat_bits(!((1 << 29) - 1))).or_bits(sticky)
    }

    /// The bits of an integer everywhere.
    #[inline(always)]
    fn splat_bits(bits: u64) -> Self {
        Self::splat(f64::from_bits(bits))
    }
}

impl Arithmetic for f64 {
    type Number = f64;

    #[inline(always)]
    fn splat(x: f64) -> f64 {
        x
    }

    #[inline(always)]
    fn mul_add(self, a: f64, b: f64) -> f64 {
        f64::mul_add(self, a, b)
    }

    #[inline(always)]
    fn neg_mul_add(self, a: f64, b: f64) -> f64 {
        f64::mul_add(-self, a, b)
    }
}

impl Lanes for f64 {
    type Mask = bool;

    const COUNT: usize = 1;

    #[inline(always)]
    unsafe fn load(from: *const f64) -> f64 {
        // SAFETY: the caller's promise.
        unsafe { from.read() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        // SAFETY: the caller's promise.
        unsafe { to.write(self) }
    }

    #[inline(always)]
    unsafe fn load_f32(from: *const f32) -> f64 {
        // SAFETY: the caller's promise.
        f64::from(unsafe { from.read() })
    }

    #[inline(always)]
    unsafe fn store_f32(self, to: *mut f32) {
        // SAFETY: the caller's promise.
        unsafe { to.write(self as f32) }
    }

    #[inline(always)]
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }

    #[inline(always)]
    fn abs(self) -> f64 {
        f64::abs(self)
    }

    #[inline(always)]
    fn round(self) -> f64 {
        f64::round_ties_even(self)
    }

    #[inline(always)]
    fn floor(self) -> f64 {
        f64::floor(self)
    }

    #[inline(always)]
    fn min(self, other: f64) -> f64 {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn max(self, other: f64) -> f64 {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn lt(self, other: f64) -> bool {
        self < other
    }

    #[inline(always)]
    fn le(self, other: f64) -> bool {
        self <= other
    }

    #[inline(always)]
    fn same(self, other: f64) -> bool {
        self == other
    }

    #[inline(always)]
    fn select(mask: bool, then: f64, other: f64) -> f64 {
        if mask { then } else { other }
    }

    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }

    #[inline(always)]
    fn mask_bits(mask: bool) -> u32 {
        mask.into()
    }

    #[inline(always)]
    fn always() -> bool {
        true
    }

    #[inline(always)]
    fn and_bits(self, other: f64) -> f64 {
        f64::from_bits(self.to_bits() & other.to_bits())
    }

    #[inline(always)]
    fn or_bits(self, other: f64) -> f64 {
        f64::from_bits(self.to_bits() | other.to_bits())
    }

    #[inline(always)]
    fn xor_bits(self, other: f64) -> f64 {
        f64::from_bits(self.to_bits() ^ other.to_bits())
    }

    #[inline(always)]
    fn add_bits(self, other: f64) -> f64 {
        f64::from_bits(self.to_bits().wrapping_add(other.to_bits()))
    }

    #[inline(always)]
    fn sub_bits(self, other: f64) -> f64 {
        f64::from_bits(self.to_bits().wrapping_sub(other.to_bits()))
    }

    #[inline(always)]
    fn shl_bits<const N: u32>(self) -> f64 {
        f64::from_bits(self.to_bits() << N)
    }

    #[inline(always)]
    fn shr_bits<const N: u32>(self) -> f64 {
        f64::from_bits(self.to_bits() >> N)
    }

    #[inline(always)]
    fn lookup(table: &[f64; 16], index: f64) -> f64 {
        table[index.to_bits() as usize & 15]
    }

    #[inline(always)]
    fn scale(self, power: f64) -> f64 {
        scale_in_steps(self, power)
    }
}

/// 1.5 * 2^52: added to a small whole number, it leaves the number in the lowest bits.
pub(crate) const SHIFT: f64 = 6755399441055744.0;

/// `x * 2^floor(power)` in two multiplications, the first of which is exact.
#[inline(always)]
pub(super) fn scale_in_steps<V: Lanes>(x: V, power: V) -> V {
    let whole = V::splat(-2044.0).max(V::splat(2046.0).min(power.floor()));
    // Of a whole number the half, rounded up or down: the other half is whole too.
    let half = (whole * V::splat(0.5)).round();
    let two_to = |n: V| (n + V::splat(SHIFT + 1023.0)).shl_bits::<52>();
    x * two_to(half) * two_to(whole - half)
}

#[cfg(target_arch = "x86_64")]
pub(crate) use super::lanes_x86::{Eight, Four};
