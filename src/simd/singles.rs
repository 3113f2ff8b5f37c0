//! Vectors of `f32`, with one face for every instruction set.
//!
//! What it owns: [`Singles`], implemented by `f32` itself, by eight and by sixteen of them: twice as many as there are `f64`
//! in a vector. As with [`Lanes`](super::lanes::Lanes), every operation is rounded as IEEE 754 says.
//! What it refuses: divisions and roots, which take longer than all the rest of a function; functions make their own.

use std::ops::{BitAnd, BitOr};

use super::lanes::Arithmetic;

/// As many `f32` as fit a vector.
///
/// Numbers are also bits: the methods that end in `bits` take them as 32-bit integers.
pub(crate) trait Singles: Arithmetic<Number = f32> {
    /// A truth value for each number.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask>;

    /// How many.
    const COUNT: usize;

    /// # Safety
    /// - `COUNT` numbers can be read from there.
    unsafe fn load(from: *const f32) -> Self;

    /// # Safety
    /// - `COUNT` numbers can be written there.
    unsafe fn store(self, to: *mut f32);

    fn abs(self) -> Self;

    /// `self` if it is smaller, else `other`: which is what is returned if either is NaN.
    fn min(self, other: Self) -> Self;

    /// `self` if it is larger, else `other`: which is what is returned if either is NaN.
    fn max(self, other: Self) -> Self;

    fn lt(self, other: Self) -> Self::Mask;

    fn le(self, other: Self) -> Self::Mask;

    /// Whether none of these bits is set in the number.
    fn has_none(self, bits: u32) -> Self::Mask;

    /// Whether the number is above 0, not subnormal, and finite.
    fn is_positive_normal(self) -> Self::Mask;

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

    /// The sign comes in from the left.
    fn shr_bits<const N: u32>(self) -> Self;

    /// The number that the bits are, as an integer with a sign, rounded.
    fn integer_value(self) -> Self;

    /// The bits of the nearest integer with a sign; the number is less than 2^31 away from 0.
    fn to_integer(self) -> Self;

    /// The entries that the lowest four bits number.
    fn lookup(table: &[f32; 16], index: Self) -> Self;

    /// `self * 2^power`, rounded once; `self` is normal, between 2^-32 and 2^32, `power` is whole and less than 2^20 away from 0.
    fn scale(self, power: Self) -> Self;

    /// The number with the sign of the other; `self` has none.
    #[inline(always)]
    fn with_sign(self, sign: Self) -> Self {
        self.or_bits(sign.and_bits(Self::splat(-0.0)))
    }

    /// The bits of an integer everywhere.
    #[inline(always)]
    fn splat_bits(bits: u32) -> Self {
        Self::splat(f32::from_bits(bits))
    }

    /// About 1 / `self`, to 2^-16 of it: of what is normal and whose inverse is. Where that is not so, it is finite.
    #[inline(always)]
    fn inverse(self) -> Self {
        // Bits are nearly logarithms: that is within 6 parts of 100, and each step squares the error.
        let y = Self::splat_bits(0x7ef3_11c3).sub_bits(self);
        let y = y.mul_add(self.neg_mul_add(y, Self::splat(1.0)), y);
        y.mul_add(self.neg_mul_add(y, Self::splat(1.0)), y)
    }

    /// About 1 / `self`^(1/2), to 2^-23 of it; of what is positive and normal, or zero, of which it is finite.
    #[inline(always)]
    fn inverse_root(self) -> Self {
        // Within 4 parts of 100; the first step cubes the error, the second squares it.
        let y = Self::splat_bits(0x5f37_5a86).sub_bits(self.shr_bits::<1>());
        let h = (self * y) * y;
        let y = y * h.mul_add(h.mul_add(Self::splat(0.375), Self::splat(-1.25)), Self::splat(1.875));
        y * (self * Self::splat(0.5) * y).neg_mul_add(y, Self::splat(1.5))
    }
}

/// 1.5 * 2^23: added to a small whole number, it leaves the number in the lowest bits.
pub(crate) const SHIFT: f32 = 12582912.0;

/// `x * 2^power` in two multiplications, the first of which is exact.
#[inline(always)]
pub(super) fn scale_in_steps<V: Singles>(x: V, power: V) -> V {
    let whole = V::splat(-252.0).max(V::splat(254.0).min(power));
    // Of a whole number the half, rounded up or down: the other half is whole too.
    let half = whole.mul_add(V::splat(0.5), V::splat(SHIFT)) - V::splat(SHIFT);
    let two_to = |n: V| (n + V::splat(SHIFT + 127.0)).shl_bits::<23>();
    x * two_to(half) * two_to(whole - half)
}

impl Arithmetic for f32 {
    type Number = f32;

    #[inline(always)]
    fn splat(x: f32) -> f32 {
        x
    }

    #[inline(always)]
    fn mul_add(self, a: f32, b: f32) -> f32 {
        f32::mul_add(self, a, b)
    }

    #[inline(always)]
    fn neg_mul_add(self, a: f32, b: f32) -> f32 {
        f32::mul_add(-self, a, b)
    }
}

impl Singles for f32 {
    type Mask = bool;

    const COUNT: usize = 1;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> f32 {
        // SAFETY: the caller's promise.
        unsafe { from.read() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller's promise.
        unsafe { to.write(self) }
    }

    #[inline(always)]
    fn abs(self) -> f32 {
        f32::abs(self)
    }

    #[inline(always)]
    fn min(self, other: f32) -> f32 {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn max(self, other: f32) -> f32 {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn lt(self, other: f32) -> bool {
        self < other
    }

    #[inline(always)]
    fn le(self, other: f32) -> bool {
        self <= other
    }

    #[inline(always)]
    fn has_none(self, bits: u32) -> bool {
        self.to_bits() & bits == 0
    }

    #[inline(always)]
    fn is_positive_normal(self) -> bool {
        (f32::MIN_POSITIVE..f32::INFINITY).contains(&self)
    }

    #[inline(always)]
    fn select(mask: bool, then: f32, other: f32) -> f32 {
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
    fn and_bits(self, other: f32) -> f32 {
        f32::from_bits(self.to_bits() & other.to_bits())
    }

    #[inline(always)]
    fn or_bits(self, other: f32) -> f32 {
        f32::from_bits(self.to_bits() | other.to_bits())
    }

    #[inline(always)]
    fn xor_bits(self, other: f32) -> f32 {
        f32::from_bits(self.to_bits() ^ other.to_bits())
    }

    #[inline(always)]
    fn add_bits(self, other: f32) -> f32 {
        f32::from_bits(self.to_bits().wrapping_add(other.to_bits()))
    }

    #[inline(always)]
    fn sub_bits(self, other: f32) -> f32 {
        f32::from_bits(self.to_bits().wrapping_sub(other.to_bits()))
    }

    #[inline(always)]
    fn shl_bits<const N: u32>(self) -> f32 {
        f32::from_bits(self.to_bits() << N)
    }

    #[inline(always)]
    fn shr_bits<const N: u32>(self) -> f32 {
        f32::from_bits((self.to_bits() as i32 >> N) as u32)
    }

    #[inline(always)]
    fn integer_value(self) -> f32 {
        self.to_bits() as i32 as f32
    }

    #[inline(always)]
    fn to_integer(self) -> f32 {
        f32::from_bits(self.round_ties_even() as i32 as u32)
    }

    #[inline(always)]
    fn lookup(table: &[f32; 16], index: f32) -> f32 {
        table[index.to_bits() as usize & 15]
    }

    #[inline(always)]
    fn scale(self, power: f32) -> f32 {
        scale_in_steps(self, power)
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use super::singles_x86::{EightSingles, SixteenSingles};
