//! Conversions by way of a third type that takes nothing from the value: complex numbers by way of their parts, floats of
//! at most eight bits by way of `f32`, integers of at most four by way of a byte.

use super::block::{BLOCK, Block};
use super::{ConvertFn, converter};
use crate::dtype::{DtypeKind, ScalarId};

/// The type on the way between two, if there is one that gives the same results as going straight.
pub(super) const fn between(from: ScalarId, to: ScalarId) -> Option<ScalarId> {
    use DtypeKind::{Bool, Complex, Float, Integer, Unsigned};
    let middle = match (from.row().kind, to.row().kind) {
        // Both parts count.
        (Complex, Complex | Bool) => return None,
        (Complex, _) => part(from),
        (_, Complex) => part(to),
        (Integer, _) if from.row().bits < 8 => ScalarId::Int8,
        (Unsigned, _) if from.row().bits < 8 => ScalarId::UInt8,
        (_, Integer) if to.row().bits < 8 => ScalarId::Int8,
        (_, Unsigned) if to.row().bits < 8 => ScalarId::UInt8,
        (Float, Float) if from.row().bits <= 8 => ScalarId::Float32,
        (_, Float) if to.row().bits <= 8 => match from.row().bits {
            ..=16 => ScalarId::Float32,
            32 if !matches!(from, ScalarId::Float32) => ScalarId::Float64,
            _ => return None,
        },
        _ => return None,
    };
    if middle as usize == from as usize || middle as usize == to as usize { None } else { Some(middle) }
}

/// The type of the parts of a complex number.
const fn part(complex: ScalarId) -> ScalarId {
    match complex {
        ScalarId::Complex32 => ScalarId::Float16,
        ScalarId::Complex64 => ScalarId::Float32,
        _ => ScalarId::Float64,
    }
}

/// The [`ConvertFn`] for the scalar types of these numbers, between which there is one.
///
/// # Safety
///
/// - As for [`ConvertFn`].
pub(super) unsafe fn convert<const FROM: usize, const TO: usize>(
    src: *const u8,
    src_stride: isize,
    dst: *mut u8,
    dst_stride: isize,
    n: usize,
) {
    let (from, to) = const { (ScalarId::ALL[FROM], ScalarId::ALL[TO]) };
    let middle = const { between(ScalarId::ALL[FROM], ScalarId::ALL[TO]).expect("a type between") };
    let steps = (converter(from, middle), converter(middle, to));
    // SAFETY: these are the functions for the types that the caller's promises are about, and the one between.
    unsafe { in_two_steps(steps, middle.row().size as isize, src, src_stride, dst, dst_stride, n) };
}

/// Converts to a type of this size, at most 16 bytes, and on from there.
///
/// # Safety
///
/// - As for [`ConvertFn`], for the source of the first step and the target of the second.
unsafe fn in_two_steps(
    (first, second): (ConvertFn, ConvertFn),
    size: isize,
    src: *const u8,
    src_stride: isize,
    dst: *mut u8,
    dst_stride: isize,
    n: usize,
) {
    let mut block = Block::new();
    let middle = block.as_mut_ptr();
    for start in (0..n).step_by(BLOCK) {
        let count = BLOCK.min(n - start);
        let from = src.wrapping_offset(start as isize * src_stride);
        let to = dst.wrapping_offset(start as isize * dst_stride);
        // SAFETY: the caller promises these elements of `src`; the block has room for them, and is aligned for any type.
        unsafe { first(from, src_stride, middle, size, count) };
        // SAFETY: these elements were just made; the caller promises their places in `dst`.
        unsafe { second(middle, size, to, dst_stride, count) };
    }
}
