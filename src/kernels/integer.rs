//! Divisors and multiples of integers, which gain nothing from vectors, and powers, which do.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::elementwise::binary_op;
use super::fmod::{load, store};
use super::fold::sequential;
use super::grid::{Grid, NumberLoops, loops, table};
use crate::simd::{Kernel, dispatch};

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

binary_op!(Power [in Scalar], i8 i16 i32 i64 u8 u16 u32 u64: |a, b| {
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

/// An integer without a sign, of which there are powers. Those of one with a sign have the same bits.
pub(crate) trait Powers: Copy + Default + std::ops::BitOr<Output = Self> + 'static {
    const ONE: Self;

    /// How many bits it takes.
    fn bits(self) -> u32;

    /// One bit of the exponent: what the power and the base become, and the rest of the exponent.
    fn step(power: Self, base: Self, exponent: Self) -> (Self, Self, Self);
}

macro_rules! powers {
    ($($type:ident)*) => {
        $(impl Powers for $type {
            const ONE: $type = 1;

            #[inline(always)]
            fn bits(self) -> u32 {
                $type::BITS - self.leading_zeros()
            }

            #[inline(always)]
            fn step(power: $type, base: $type, exponent: $type) -> ($type, $type, $type) {
                let power = if exponent & 1 == 1 { base.wrapping_mul(power) } else { power };
                (power, base.wrapping_mul(base), exponent >> 1)
            }
        })*
    };
}

powers!(u8 u16 u32 u64);

/// All bits that the exponents of a grid, its second operand, have.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with elements of this type.
pub(crate) unsafe fn exponent_bits<T: Powers>(grid: &Grid) -> T {
    dispatch(ExponentBits::<T>(grid, PhantomData))
}

struct ExponentBits<'a, T>(&'a Grid, PhantomData<T>);

impl<T: Powers> Kernel for ExponentBits<'_, T> {
    type Output = T;

    #[inline(always)]
    fn run(self) -> T {
        let grid = self.0;
        let mut bits = T::default();
        for row in 0..grid.rows {
            if grid.step[1] == size_of::<T>() as isize {
                // SAFETY: the row's exponents, which follow each other, and which nothing writes meanwhile.
                let row = unsafe { std::slice::from_raw_parts(grid.at(1, row).cast::<T>(), grid.n) };
                bits = row.iter().fold(bits, |bits, &exponent| bits | exponent);
            } else {
                for i in 0..if grid.step[1] == 0 { grid.n.min(1) } else { grid.n } {
                    // SAFETY: an exponent of the grid.
                    bits = bits | unsafe { grid.element(1, row, i).cast::<T>().read() };
                }
            }
        }
        bits
    }
}

/// The [`LoopFn`](super::grid::LoopFn) of powers, without checks.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with elements of this type.
pub(crate) unsafe fn run_powers<T: Powers>(grid: &Grid) {
    dispatch(InBlocks::<T>(grid, PhantomData));
}

/// How many powers are computed at a time.
const BLOCK: usize = 512;

/// Powers of blocks: as many steps for all as the largest exponent takes, without a branch.
struct InBlocks<'a, T>(&'a Grid, PhantomData<T>);

impl<T: Powers> Kernel for InBlocks<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let grid = self.0;
        let [mut bases, mut exponents, mut powers] = [[MaybeUninit::<T>::uninit(); BLOCK]; 3];
        for row in 0..grid.rows {
            for start in (0..grid.n).step_by(BLOCK) {
                let count = BLOCK.min(grid.n - start);
                let [bases, exponents, powers] = [&mut bases, &mut exponents, &mut powers].map(|block| {
                    block[..count].fill(MaybeUninit::new(T::ONE));
                    // SAFETY: as many elements were just written.
                    unsafe { std::slice::from_raw_parts_mut(block.as_mut_ptr().cast::<T>(), count) }
                });
                // SAFETY: these are elements of the grid's inputs.
                unsafe { load(bases, grid.element(0, row, start), grid.step[0]) };
                // SAFETY: likewise.
                unsafe { load(exponents, grid.element(1, row, start), grid.step[1]) };
                let steps = exponents.iter().fold(T::default(), |bits, &exponent| bits | exponent).bits();
                for _ in 0..steps {
                    for ((power, base), exponent) in powers.iter_mut().zip(&mut *bases).zip(&mut *exponents) {
                        (*power, *base, *exponent) = T::step(*power, *base, *exponent);
                    }
                }
                // SAFETY: these are elements of the grid's output.
                unsafe { store(powers, grid.element(2, row, start), grid.step[2]) };
            }
        }
    }
}

pub(crate) static GCD: NumberLoops = table(&[loops![sequential::<Gcd>: i8 i16 i32 i64 u8 u16 u32 u64]]);
pub(crate) static LCM: NumberLoops = table(&[loops![sequential::<Lcm>: i8 i16 i32 i64 u8 u16 u32 u64]]);
