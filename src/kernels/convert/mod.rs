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
//! 3. Here: the loops, written once, and compiled for each pair; for the common pairs, once per instruction set.
//!    `f16c` has the two that are worth an instruction of their own.
//!
//! # Rules
//!
//! | from | to | |
//! |---|---|---|
//! | integer, bool | integer | the lower bits, as in two's complement |
//! | any | bool | whether it is not zero; NaN is not; a complex number is zero if both parts are |
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
//! - To bfloat16 and the smaller floats, ml_dtypes converts `f64` and the larger integers by way of `f32`, and so rounds
//!   twice.
//! - A complex32 that is NaN or has no real part becomes false with ml_dtypes, and true here.
//! - The pairs that ml_dtypes does not convert at all are converted by the same rules as the others.
//!
//! NaN stays NaN and keeps its sign; it becomes quiet. Of its payload, NumPy's floats keep the upper bits, and all
//! others keep nothing.

mod carrier;
mod f16c;
#[cfg(test)]
mod golden;
mod half_bits;
mod number;
#[cfg(test)]
mod tests;

use std::mem::MaybeUninit;

use number::Number;

use super::copy::copy;
use super::scalars::with_scalar;
use crate::dtype::ScalarId;
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
        _ if from as usize == to as usize => with_scalar!(from, T => same::<T>),
        _ => with_scalar!(from, S => from_type::<S>(to)),
    }
}

const fn from_type<S: Number>(to: ScalarId) -> ConvertFn {
    with_scalar!(to, D => convert::<S, D>)
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
    if src_stride != size_of::<S>() as isize || dst_stride != size_of::<D>() as isize {
        // SAFETY: the caller's promises are those of `strided`.
        unsafe { strided::<S, D>(src, src_stride, dst, dst_stride, n) };
    } else if const { size_of::<S>() == size_of::<D>() } && src == dst.cast_const() {
        // SAFETY: the strides are the sizes, so that these are n elements in a row, for reading and for writing.
        unsafe { in_place::<S, D>(dst, n) };
    } else {
        // SAFETY: by its stride, `src` is n aligned elements in a row, and nothing writes to them here.
        let src = unsafe { std::slice::from_raw_parts(src.cast::<S>(), n) };
        // SAFETY: by its stride, `dst` is n aligned elements in a row, which do not overlap those of `src`.
        let dst = unsafe { std::slice::from_raw_parts_mut(dst.cast::<MaybeUninit<D>>(), n) };
        contiguous(src, dst);
    }
}

/// Converts each element of a slice, with the machine's instructions if the pair is a common one.
fn contiguous<S: Number, D: Number>(src: &[S], dst: &mut [MaybeUninit<D>]) {
    let run = Run { src, dst };
    if const { S::HOT && D::HOT } { dispatch(run) } else { run.run() }
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

/// Elements that are converted on the stack when source and target are the same memory.
const BLOCK: usize = 128;

/// Converts contiguous elements where they are, block by block, so that source and target of the loop differ.
///
/// # Safety
///
/// - `data` is valid for reading n elements of S and for writing n of D, which have the same size, and aligned to both.
unsafe fn in_place<S: Number, D: Number>(data: *mut u8, n: usize) {
    debug_assert_eq!(size_of::<S>(), size_of::<D>());
    let mut block = [const { MaybeUninit::<D>::uninit() }; BLOCK];
    for start in (0..n).step_by(BLOCK) {
        let block = &mut block[..BLOCK.min(n - start)];
        // SAFETY: start is below n, so that this stays within `data`.
        let part = unsafe { data.add(start * size_of::<S>()) };
        // SAFETY: start + block.len() is at most n, so that these are elements of S to read; the slice is gone after
        // the next line.
        let src = unsafe { std::slice::from_raw_parts(part.cast::<S>(), block.len()) };
        contiguous(src, block);
        // SAFETY: the same elements may be written as D; the block is on the stack and overlaps nothing.
        unsafe { part.cast::<MaybeUninit<D>>().copy_from_nonoverlapping(block.as_ptr(), block.len()) };
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
