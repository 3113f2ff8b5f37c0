//! Conversions between any two number types, by NumPy's rules and ml_dtypes'.
//!
//! What it owns: [`converter`], a look-up in a table of functions that each convert a run of elements.
//! What it refuses: whether a cast is allowed (`dtype::casting` knows), foreign byte orders and unaligned elements (copy
//! them first).
//!
//! How 31 x 31 functions come out of 31 rows:
//! 1. `number`: each type widens to a carrier that holds all its values, and narrows from any carrier.
//! 2. `carrier`: each carrier becomes each of Rust's numbers; all the rules below are there. Types of fewer bits narrow
//!    from those, `half_bits` having the floats of 16 bits.
//! 3. `via`: the pairs that are no less exact by way of a third type go that way. There are so many of them that loops
//!    of their own would take longer to compile than the rest of the crate.
//! 4. Here: the loops, written once, and compiled for each pair that is left, once per instruction set. `f16c` has those
//!    that are worth an instruction of their own.
//!
//! # Rules
//!
//! | from | to | |
//! |---|---|---|
//! | integer, bool | integer | the lower bits, as in two's complement |
//! | any | bool | false if it is zero, and true if not, as NaN is; a complex number is zero if both parts are |
//! | any | float | the nearest, ties to even, **rounded once** |
//! | complex | real | the real part |
//! | real | complex | with an imaginary part of 0 |
//! | float | `i32`, `i64` | truncated; NaN, infinities and what is out of range become the smallest integer |
//! | float | integer of at most 16 bits | as to `i32`, and of that the lower bits |
//! | float | `u32` | as to `i64`, and of that the lower bits, so that -1.0 becomes 2^32 - 1; from 2^63 on 2^32 - 1; below -2^63 and NaN 0 |
//! | float | `u64` | truncated; from -2^63 to -1 plus 2^64, so that -1.0 becomes 2^64 - 1; from 2^64 on 2^64 - 1; below -2^63 and NaN 0 |
//! | float of at most 8 bits | integer | the same for numbers, but NaN becomes 0, and infinities the largest and the smallest integer |
//!
//! These are NumPy's results on x86-64, except:
//! - To `u32` outside of -2^31 to 2^32 - 1, and to `u64` outside of -2^63 to 2^64 - 1, NumPy's results vary with the
//!   machine and with the place in the array. Here, the table says.
//! - To bfloat16, complex32 and the smaller floats, ml_dtypes converts `f64` and the larger integers by way of `f32`, and
//!   so rounds twice; to the integers of less than a byte as well, so that 2^31 - 2^-22 is out of range.
//! - ml_dtypes makes bool of a complex32 by truncating its real part to a byte, which may be 0, 1 or any other.
//! - The pairs that ml_dtypes does not convert at all are converted by the same rules as the others.
//!
//! NaN stays NaN, if the target has one, and keeps its sign; it becomes quiet. Of its payload, `f16`, `f32` and `f64` keep
//! the upper bits, bfloat16 and the smaller floats nothing.

mod block;
mod carrier;
mod f16c;
#[cfg(test)]
mod golden;
mod half_bits;
mod number;
#[cfg(test)]
mod tests;
mod via;

pub(crate) use half_bits::{bf16_to_f32, f16_to_f32};

use std::mem::MaybeUninit;

use block::{BLOCK, Block};
use number::Number;

use super::copy::copy;
use crate::dtype::ScalarId;
use crate::element::scalars::with_scalar;
use crate::simd::{Kernel, dispatch};

/// Converts `n` elements: `(src, src_stride, dst, dst_stride, n)`, strides in bytes.
///
/// # Safety
///
/// For each `i` below `n`, with S and D the types of the elements:
/// - `src + i * src_stride` is valid for reading an S, and aligned to it.
/// - `dst + i * dst_stride` is valid for writing a D, and aligned to it.
/// - No element that is read overlaps one that is written, unless pointers, strides and sizes of both sides are equal.
pub(crate) type ConvertFn = unsafe fn(src: *const u8, src_stride: isize, dst: *mut u8, dst_stride: isize, n: usize);

/// The function that converts between these types; both in native byte order.
#[inline]
pub(crate) fn converter(from: ScalarId, to: ScalarId) -> ConvertFn {
    TABLE[from as usize][to as usize]
}

static TABLE: [[ConvertFn; ScalarId::COUNT]; ScalarId::COUNT] = {
    let mut table = [[convert::<u8, u8> as ConvertFn; ScalarId::COUNT]; ScalarId::COUNT];
    let mut from = 0;
    while from < ScalarId::COUNT {
        let mut to = 0;
        while to < ScalarId::COUNT {
            table[from][to] = choose(ScalarId::ALL[from], ScalarId::ALL[to]);
            to += 1;
        }
        from += 1;
    }
    table
};

const fn choose(from: ScalarId, to: ScalarId) -> ConvertFn {
    match (from, to) {
        (ScalarId::Float16, ScalarId::Float32) => f16c::f16_to_f32,
        (ScalarId::Float32, ScalarId::Float16) => f16c::f32_to_f16,
        (ScalarId::Complex32, ScalarId::Complex64) => f16c::c32_to_c64,
        (ScalarId::Complex64, ScalarId::Complex32) => f16c::c64_to_c32,
        _ if from as usize == to as usize => with_scalar!(from, T, _ => same::<T>),
        _ if via::between(from, to).is_some() => with_scalar!(from, _S, FROM => via_from::<FROM>(to)),
        _ => with_scalar!(from, S, _ => convert_from::<S>(to)),
    }
}

const fn convert_from<S: Number>(to: ScalarId) -> ConvertFn {
    with_scalar!(to, D, _ => convert::<S, D>)
}

const fn via_from<const FROM: usize>(to: ScalarId) -> ConvertFn {
    with_scalar!(to, _D, TO => via::convert::<FROM, TO>)
}

/// The [`ConvertFn`] of a type to itself.
///
/// # Safety
///
/// - As for [`ConvertFn`], with T for both types.
unsafe fn same<T>(src: *const u8, src_stride: isize, dst: *mut u8, dst_stride: isize, n: usize) {
    if src != dst.cast_const() {
        // SAFETY: the caller's promises are those that `copy` asks for, for elements of this size.
        unsafe { copy(src, src_stride, dst, dst_stride, n, size_of::<T>()) };
    }
}

/// The [`ConvertFn`] of any two types.
///
/// # Safety
///
/// - As for [`ConvertFn`].
unsafe fn convert<S: Number, D: Number>(src: *const u8, src_stride: isize, dst: *mut u8, dst_stride: isize, n: usize) {
    let sizes = (size_of::<S>(), size_of::<D>());
    if n != 1 && (src_stride, dst_stride) != (sizes.0 as isize, sizes.1 as isize) {
        // An instruction or two is not worth the way to a block and back.
        if const { S::KIND.is_cheap_to(D::KIND) } {
            // SAFETY: the caller's promises are those of `strided`.
            unsafe { strided::<S, D>(src, src_stride, dst, dst_stride, n) };
        } else {
            // SAFETY: the caller's promises are those of `blocks`, for elements of these sizes.
            unsafe { blocks(contiguous::<S, D>, sizes, src, src_stride, dst, dst_stride, n) };
        }
    } else if const { size_of::<S>() == size_of::<D>() } && src == dst.cast_const() {
        // SAFETY: the elements are in a row, and of this size on both sides.
        unsafe { in_place(contiguous::<S, D>, sizes.0, dst, n) };
    } else {
        // SAFETY: the elements are in a row on both sides, and do not overlap as the pointers differ.
        unsafe { contiguous::<S, D>(src, dst, n) };
    }
}

/// Converts contiguous elements.
///
/// # Safety
///
/// - As for [`ConvertFn`], with strides that are the sizes of the elements, and without the exception.
type RunFn = unsafe fn(src: *const u8, dst: *mut u8, n: usize);

/// The [`RunFn`] of any two types, with the machine's instructions.
///
/// # Safety
///
/// - As for [`RunFn`].
unsafe fn contiguous<S: Number, D: Number>(src: *const u8, dst: *mut u8, n: usize) {
    // Pointers to no elements may be null, which slices must not be.
    if n == 0 {
        return;
    }
    // SAFETY: the caller promises n aligned elements in a row, and nothing writes to them while the slice is used.
    let src = unsafe { std::slice::from_raw_parts(src.cast::<S>(), n) };
    // SAFETY: the caller promises n aligned elements in a row, which do not overlap those of `src`.
    let dst = unsafe { std::slice::from_raw_parts_mut(dst.cast::<MaybeUninit<D>>(), n) };
    dispatch(Run { src, dst });
}

struct Run<'a, S, D> {
    src: &'a [S],
    dst: &'a mut [MaybeUninit<D>],
}

impl<S: Number, D: Number> Kernel for Run<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (x, y) in self.src.iter().zip(self.dst) {
            y.write(convert_one(*x));
        }
    }
}

#[inline(always)]
fn convert_one<S: Number, D: Number>(x: S) -> D {
    let (re, im) = x.widen();
    D::narrow(re, im)
}

/// Converts contiguous elements where they are, block by block, so that source and target of each run differ.
///
/// # Safety
///
/// - `data` is valid for reading and writing n elements of `size` bytes, at most 16, and aligned as `run` needs it.
/// - `run` is for elements of this size on both sides.
unsafe fn in_place(run: RunFn, size: usize, data: *mut u8, n: usize) {
    let mut block = Block::new();
    for start in (0..n).step_by(BLOCK) {
        let count = BLOCK.min(n - start);
        // SAFETY: start is below n, so that this stays within `data`.
        let part = unsafe { data.add(start * size) };
        let converted = block.as_mut_ptr();
        // SAFETY: start + count is at most n, so that these elements can be read; the block has room for them, and is
        // aligned for any type.
        unsafe { run(part, converted, count) };
        // SAFETY: the same elements can be written, and do not overlap the block, which has that many bytes.
        unsafe { part.copy_from_nonoverlapping(converted, count * size) };
    }
}

/// Converts elements at any strides block by block: gathered, converted as a contiguous run, and scattered.
///
/// # Safety
///
/// - As for [`ConvertFn`].
/// - `run` is for elements of these sizes, at most 16.
unsafe fn blocks(
    run: RunFn,
    (s, d): (usize, usize),
    src: *const u8,
    src_stride: isize,
    dst: *mut u8,
    dst_stride: isize,
    n: usize,
) {
    let (mut gathered, mut converted) = (Block::new(), Block::new());
    let (gathered, converted) = (gathered.as_mut_ptr(), converted.as_mut_ptr());
    for start in (0..n).step_by(BLOCK) {
        let count = BLOCK.min(n - start);
        let from = src.wrapping_offset(start as isize * src_stride);
        let to = dst.wrapping_offset(start as isize * dst_stride);
        // SAFETY: the caller promises these elements of `src`; the block has room for them.
        unsafe { copy(from, src_stride, gathered, s as isize, count, s) };
        // SAFETY: these elements were just gathered; the other block has room for them. Both are aligned for any type.
        unsafe { run(gathered, converted, count) };
        // SAFETY: these elements were just converted; the caller promises their places in `dst`.
        unsafe { copy(converted, d as isize, to, dst_stride, count, d) };
    }
}

/// Converts elements at any strides.
///
/// # Safety
///
/// - As for [`ConvertFn`].
unsafe fn strided<S: Number, D: Number>(
    mut src: *const u8,
    src_stride: isize,
    mut dst: *mut u8,
    dst_stride: isize,
    n: usize,
) {
    for _ in 0..n {
        // SAFETY: the caller promises a readable, aligned S at each of the n places that `src` goes through.
        let x = unsafe { src.cast::<S>().read() };
        // SAFETY: the caller promises a writable, aligned D at each of the n places that `dst` goes through.
        unsafe { dst.cast::<D>().write(convert_one(x)) };
        // Wrapping, as the step after the last may leave the allocation.
        src = src.wrapping_offset(src_stride);
        dst = dst.wrapping_offset(dst_stride);
    }
}
