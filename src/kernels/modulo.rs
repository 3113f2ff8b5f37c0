//! Floored quotients, and remainders.
//!
//! Integers are divided by a number that stays the same as `divisor` does it; by others, those of up to 32 bits as floats, which vectors can do: in `f32` those of up to 16 bits, in `f64` the
//! others. A quotient that is not whole differs from the next whole number by more than the rounding of the division, so
//! that its floor is that of the exact one. By zero, quotients and remainders are 0, and the smallest integer divided by
//! -1 is itself, as in NumPy.
//!
//! Floats are in `fmod`. Quotients and remainders together are made of the loops for each, in blocks.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::copy::copy;
use super::divisor::Divided;
use super::elementwise::{Binary, Gaps, binary_op, run_binary};
use super::fmod::{Modulo, float_modulo, run as run_float};
use super::fold::sequential;
use super::grid::{Computed, Context, Grid, LoopFn, MAX_OPERANDS, NumberLoop, NumberLoops, loops, table};
use crate::error::Result;
use crate::simd::{Kernel, dispatch};

/// `a / b`, rounded down.
pub(crate) struct FloorDivide;
/// What remains of `a`, with the sign of `b`.
pub(crate) struct Remainder;
/// What remains of `a`, with the sign of `a`.
pub(crate) struct Fmod;

macro_rules! by_float {
    ($($type:ident $float:ident $anchor:literal $quotient:ident),*) => {
        $(
            /// The floored quotient; some number if `b` is 0.
            #[inline(always)]
            fn $quotient(a: $type, b: $type) -> $type {
                let quotient = a as $float / b as $float;
                // The sum with a number whose last place is 1 is rounded to a whole number, and its lower bits are that
                // number in two's complement.
                let nearest = (quotient + $anchor) - $anchor;
                let floor = if nearest > quotient { nearest - 1.0 } else { nearest };
                (floor + $anchor).to_bits() as $type
            }
        )*
    };
}

by_float! {
    i8 f32 12582912.0 quotient_i8, i16 f32 12582912.0 quotient_i16, i32 f64 6755399441055744.0 quotient_i32,
    u8 f32 12582912.0 quotient_u8, u16 f32 12582912.0 quotient_u16, u32 f64 6755399441055744.0 quotient_u32
}

/// The floored quotient; `b` is not 0.
#[inline(always)]
fn quotient_i64(a: i64, b: i64) -> i64 {
    let (quotient, rest) = (a.wrapping_div(b), a.wrapping_rem(b));
    quotient - i64::from(rest != 0 && (rest < 0) != (b < 0))
}

#[inline(always)]
fn quotient_u64(a: u64, b: u64) -> u64 {
    a / b
}

macro_rules! integers {
    ($($type:ident $gaps:ident $quotient:ident),* $(,)?) => {
        $(
            impl Binary<$type> for FloorDivide {
                type Out = $type;
                const GAPS: Gaps = Gaps::$gaps;
                const PREPARED: bool = true;

                #[inline(always)]
                fn call(a: $type, b: $type) -> $type {
                    if b == 0 { 0 } else { $quotient(a, b) }
                }

                #[inline(always)]
                fn prepares(b: $type) -> bool {
                    $type::divides(b)
                }

                #[inline(always)]
                fn by(b: $type) -> impl Fn($type) -> $type {
                    $type::divided_by(b)
                }
            }

            impl Binary<$type> for Remainder {
                type Out = $type;
                const GAPS: Gaps = Gaps::$gaps;
                const PREPARED: bool = true;

                #[inline(always)]
                fn call(a: $type, b: $type) -> $type {
                    if b == 0 { 0 } else { a.wrapping_sub($quotient(a, b).wrapping_mul(b)) }
                }

                #[inline(always)]
                fn prepares(b: $type) -> bool {
                    $type::divides(b)
                }

                #[inline(always)]
                fn by(b: $type) -> impl Fn($type) -> $type {
                    let divide = $type::divided_by(b);
                    move |a| a.wrapping_sub(divide(a).wrapping_mul(b))
                }
            }
        )*
    };
}

integers! {
    i8 Gather quotient_i8, i16 Gather quotient_i16, i32 Gather quotient_i32, i64 Scalar quotient_i64,
    u8 Gather quotient_u8, u16 Gather quotient_u16, u32 Gather quotient_u32, u64 Scalar quotient_u64,
}

binary_op!(Fmod [], i8 i16 i32: |a, b| {
    let floored = <Remainder as Binary<_>>::call(a, b);
    if floored != 0 && (floored < 0) != (a < 0) { floored.wrapping_sub(b) } else { floored }
});
binary_op!(Fmod [in Scalar], i64: |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) });

/// The loop of floored quotients and remainders of integers.
const fn divmod<T: Rest + Computed>() -> NumberLoop
where
    FloorDivide: Binary<T, Out = T>,
{
    pair::<T>(run_divmod::<T>)
}

/// The same of floats.
const fn float_divmod<T: Modulo + Computed>() -> NumberLoop
where
    FloorDivide: Binary<T, Out = T> + super::fmod::OfRemainder<T>,
    Remainder: Binary<T, Out = T> + super::fmod::OfRemainder<T>,
{
    pair::<T>(run_float_divmod::<T>)
}

const fn pair<T: Computed>(run: LoopFn) -> NumberLoop {
    NumberLoop { types: [T::ID; MAX_OPERANDS], run, reduce: None, accumulate: None, tree: false }
}

/// # Safety
/// - As for [`LoopFn`], with elements of this type.
unsafe fn run_divmod<T: Rest>(grid: &Grid, context: &Context<'_>) -> Result<()>
where
    FloorDivide: Binary<T, Out = T>,
{
    if const { size_of::<T>() == 8 } && grid.step[1] != 0 {
        for row in 0..grid.rows {
            for i in 0..grid.n {
                // SAFETY: inputs of the grid, of this type.
                let [a, b] = [0, 1].map(|k| unsafe { grid.element(k, row, i).cast::<T>().read() });
                let (quotient, rest) = T::both(a, b);
                // SAFETY: an output of the grid, of this type.
                unsafe { grid.element(2, row, i).cast::<T>().write(quotient) };
                // SAFETY: likewise.
                unsafe { grid.element(3, row, i).cast::<T>().write(rest) };
            }
        }
        return Ok(());
    }
    // SAFETY: the caller's promises; both loops are of this type.
    unsafe { in_blocks(run_binary::<FloorDivide, T, T>, run_rest::<T>, size_of::<T>(), grid, context) }
}

/// # Safety
/// - As for [`LoopFn`], with elements of this type.
unsafe fn run_float_divmod<T: Modulo>(grid: &Grid, context: &Context<'_>) -> Result<()>
where
    FloorDivide: Binary<T, Out = T> + super::fmod::OfRemainder<T>,
    Remainder: Binary<T, Out = T> + super::fmod::OfRemainder<T>,
{
    // SAFETY: the caller's promises; both loops are of this type.
    unsafe { in_blocks(run_float::<FloorDivide, T>, run_remainder::<T>, size_of::<T>(), grid, context) }
}

/// What remains of integers, of which there are the quotients.
trait Rest: Copy + 'static {
    /// The rest of `a`, of which `quotient` is that by `b`; 0 if `b` is.
    fn rest(a: Self, b: Self, quotient: Self) -> Self;
    /// Quotient and rest.
    fn both(a: Self, b: Self) -> (Self, Self);
}

macro_rules! rest {
    ($($type:ident)*) => {
        $(impl Rest for $type {
            #[inline(always)]
            fn rest(a: $type, b: $type, quotient: $type) -> $type {
                if b == 0 { 0 } else { a.wrapping_sub(quotient.wrapping_mul(b)) }
            }

            // One division makes both.
            #[inline(always)]
            fn both(a: $type, b: $type) -> ($type, $type) {
                if b == 0 {
                    return (0, 0);
                }
                let (quotient, rest) = (a.wrapping_div(b), a.wrapping_rem(b));
                // Only a signed remainder can have another sign than the divisor.
                let down = rest != 0 && <$type>::MIN != 0 && (rest ^ b).leading_zeros() == 0;
                if down { (quotient.wrapping_sub(1), rest.wrapping_add(b)) } else { (quotient, rest) }
            }
        })*
    };
}

rest!(i8 i16 i32 i64 u8 u16 u32 u64);

/// Remainders of rows without gaps: operands are the two numbers, the quotient and the remainder.
///
/// # Safety
/// - As for [`LoopFn`], with elements of this type that follow each other.
#[expect(clippy::unnecessary_wraps, reason = "other loops fail")]
unsafe fn run_rest<T: Rest>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    dispatch(Rests::<T>(grid, PhantomData));
    Ok(())
}

struct Rests<'a, T>(&'a Grid, PhantomData<T>);

impl<T: Rest> Kernel for Rests<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let [a, b, quotient, out] = self.0.ptr.map(<*mut u8>::cast::<T>);
        for i in 0..self.0.n {
            // SAFETY: inputs of the grid, whose elements follow each other.
            let [a, b, quotient] = [a, b, quotient].map(|operand| unsafe { operand.wrapping_add(i).read() });
            // SAFETY: likewise its output.
            unsafe { out.wrapping_add(i).write(T::rest(a, b, quotient)) };
        }
    }
}

/// Remainders of floats, which the quotient is of no help for. Operands as for [`run_rest`].
///
/// # Safety
/// - As for [`LoopFn`], with elements of this type.
unsafe fn run_remainder<T: Modulo>(grid: &Grid, context: &Context<'_>) -> Result<()>
where
    Remainder: Binary<T, Out = T> + super::fmod::OfRemainder<T>,
{
    let mut grid = *grid;
    (grid.ptr[2], grid.step[2]) = (grid.ptr[3], grid.step[3]);
    // SAFETY: the caller's promises, without the quotient.
    unsafe { run_float::<Remainder, T>(&grid, context) }
}

/// Elements of a block on the stack.
const BLOCK: usize = 256;

/// A block of elements of at most eight bytes.
#[repr(align(64))]
struct Block([MaybeUninit<u8>; 8 * BLOCK]);

/// Quotients and remainders, a block at a time: results are complete before they are written, as they may take the place of
/// an operand.
///
/// # Safety
/// - As for [`LoopFn`], with elements of `size` bytes, at most eight. `quotient` takes two of them and gives one; `rest` takes
///   three, in rows without gaps, and gives one.
unsafe fn in_blocks(quotient: LoopFn, rest: LoopFn, size: usize, grid: &Grid, context: &Context<'_>) -> Result<()> {
    let mut blocks = [const { Block([const { MaybeUninit::uninit() }; 8 * BLOCK]) }; MAX_OPERANDS];
    let blocks: [*mut u8; MAX_OPERANDS] = blocks.each_mut().map(|block| block.0.as_mut_ptr().cast());
    let dense = size as isize;
    for row in 0..grid.rows {
        for start in (0..grid.n).step_by(BLOCK) {
            let count = BLOCK.min(grid.n - start);
            let mut part = Grid::row(blocks, [dense; MAX_OPERANDS], count);
            for (k, &block) in blocks.iter().enumerate().take(2) {
                let from = grid.element(k, row, start);
                if grid.step[k] == dense {
                    part.ptr[k] = from;
                } else {
                    // SAFETY: inputs of the grid; the block has room for them.
                    unsafe { copy(from, grid.step[k], block, dense, count, size) };
                }
            }
            let mut divided = part;
            if grid.step[1] == 0 {
                // A divisor that stays the same is known to.
                (divided.ptr[1], divided.step[1]) = (grid.at(1, row), 0);
            }
            // SAFETY: the elements are those of the grid, or copies; the quotients have a block of their own.
            unsafe { quotient(&divided, context) }?;
            // SAFETY: likewise.
            unsafe { rest(&part, context) }?;
            for (k, &block) in blocks.iter().enumerate().skip(2) {
                let to = grid.element(k, row, start);
                // SAFETY: the loops wrote these elements; their places are outputs of the grid.
                unsafe { copy(block, dense, to, grid.step[k], count, size) };
            }
        }
    }
    Ok(())
}

pub(crate) static FLOOR_DIVIDE: NumberLoops = table(&[
    loops![sequential::<FloorDivide>: i8 i16 i32 i64 u8 u16 u32 u64],
    loops![float_modulo::<FloorDivide>: f32 f64],
]);
pub(crate) static REMAINDER: NumberLoops = table(&[
    loops![sequential::<Remainder>: i8 i16 i32 i64 u8 u16 u32 u64],
    loops![float_modulo::<Remainder>: f32 f64],
]);
pub(crate) static FMOD: NumberLoops = table(&[
    loops![sequential::<Fmod>: i8 i16 i32 i64],
    loops![sequential::<Remainder>: u8 u16 u32 u64],
    loops![float_modulo::<Fmod>: f32 f64],
]);
pub(crate) static DIVMOD: NumberLoops =
    table(&[loops![divmod: i8 i16 i32 i64 u8 u16 u32 u64], loops![float_divmod: f32 f64]]);
