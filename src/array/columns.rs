//! Elements of several arrays side by side, as slices and numbers: what functions of text are written with.
//!
//! 1. The caller picks what the elements are: [`Codes`] of a fixed width, or [`Strings`] of any length, with integers beside them.
//! 2. Operands are broadcast, and walked in the order of the first result's memory.
//! 3. Each element is lent to a closure, with the places of the results at the same position.
//!
//! What it refuses: other dtypes, swapped bytes and unaligned elements, which callers convert first.

use std::marker::PhantomData;

use super::{Array, ValueError};
use crate::dtype::Dtype;
use crate::element::Text;
use crate::element::scalars::Bool;
use crate::error::Result;
use crate::iter::Walk;
use crate::layout::Strides;

/// The most operands, results included.
const MOST: usize = 5;

/// What an operand is read as.
pub(crate) trait Source {
    /// One element.
    type Item<'x>: Copy;

    /// Whether these are elements of such a dtype.
    fn reads(dtype: &Dtype) -> bool;

    /// One element.
    ///
    /// # Safety
    /// - `ptr` is valid for reading an element of `itemsize` bytes of a dtype that [`reads`](Self::reads) allows, and
    ///   aligned; it stays as it is for `'x`.
    unsafe fn item<'x>(ptr: *const u8, itemsize: usize) -> Self::Item<'x>;
}

/// What a result is written as.
pub(crate) trait Target {
    /// The place of one element.
    type Place<'x>;

    /// Whether such a place holds elements of a dtype.
    fn writes(dtype: &Dtype) -> bool;

    /// The place of an element.
    ///
    /// # Safety
    /// - `ptr` is valid for reading and writing an element of `itemsize` bytes of a dtype that [`writes`](Self::writes)
    ///   allows, and aligned, for `'x`, in which nothing else refers to it.
    unsafe fn place<'x>(ptr: *mut u8, itemsize: usize) -> Self::Place<'x>;
}

/// A character of text of a fixed width.
pub(crate) trait Code: Copy + Ord + Default + 'static {
    /// Whether elements of the dtype consist of these.
    fn of(dtype: &Dtype) -> bool;
}

impl Code for u8 {
    fn of(dtype: &Dtype) -> bool {
        matches!(dtype, Dtype::Bytes(_))
    }
}

impl Code for u32 {
    fn of(dtype: &Dtype) -> bool {
        matches!(dtype, Dtype::Unicode(_))
    }
}

/// Text of a fixed width, with the zeros at its end.
pub(crate) struct Codes<C>(PhantomData<C>);

/// Text of any length.
pub(crate) struct Strings;

/// A number or a truth value to write.
pub(crate) struct Plain<T>(PhantomData<T>);

impl<C: Code> Source for Codes<C> {
    type Item<'x> = &'x [C];

    fn reads(dtype: &Dtype) -> bool {
        C::of(dtype)
    }

    #[inline(always)]
    unsafe fn item<'x>(ptr: *const u8, itemsize: usize) -> &'x [C] {
        // SAFETY: the element consists of as many characters, which are aligned; any bits are one.
        unsafe { std::slice::from_raw_parts(ptr.cast(), itemsize / size_of::<C>()) }
    }
}

impl Source for Strings {
    type Item<'x> = &'x Text;

    fn reads(dtype: &Dtype) -> bool {
        *dtype == Dtype::String
    }

    #[inline(always)]
    unsafe fn item<'x>(ptr: *const u8, _: usize) -> &'x Text {
        // SAFETY: elements of the dtype are texts; the caller's promises.
        unsafe { &*ptr.cast::<Text>() }
    }
}

impl<C: Code> Target for Codes<C> {
    type Place<'x> = &'x mut [C];

    fn writes(dtype: &Dtype) -> bool {
        C::of(dtype)
    }

    #[inline(always)]
    unsafe fn place<'x>(ptr: *mut u8, itemsize: usize) -> &'x mut [C] {
        // SAFETY: the element consists of as many characters, which are aligned; any bits are one.
        unsafe { std::slice::from_raw_parts_mut(ptr.cast(), itemsize / size_of::<C>()) }
    }
}

impl Target for Strings {
    type Place<'x> = &'x mut Text;

    fn writes(dtype: &Dtype) -> bool {
        *dtype == Dtype::String
    }

    #[inline(always)]
    unsafe fn place<'x>(ptr: *mut u8, _: usize) -> &'x mut Text {
        // SAFETY: the caller's promises; the element is a text.
        unsafe { &mut *ptr.cast() }
    }
}

impl Target for Plain<bool> {
    type Place<'x> = &'x mut Bool;

    fn writes(dtype: &Dtype) -> bool {
        *dtype == Dtype::Bool
    }

    #[inline(always)]
    unsafe fn place<'x>(ptr: *mut u8, _: usize) -> &'x mut Bool {
        // SAFETY: the caller's promises; a `Bool` may be any byte.
        unsafe { &mut *ptr.cast() }
    }
}

impl Target for Plain<i64> {
    type Place<'x> = &'x mut i64;

    fn writes(dtype: &Dtype) -> bool {
        *dtype == Dtype::Int64
    }

    #[inline(always)]
    unsafe fn place<'x>(ptr: *mut u8, _: usize) -> &'x mut i64 {
        // SAFETY: the caller's promises; any bits are an integer.
        unsafe { &mut *ptr.cast() }
    }
}

/// One operand on the walk.
struct Side {
    ptr: *mut u8,
    strides: Strides,
    itemsize: usize,
}

impl Side {
    fn none(axes: usize) -> Side {
        Side { ptr: std::ptr::null_mut(), strides: Strides::from_elem(0, axes), itemsize: 0 }
    }

    fn read(array: &Array, fits: bool, shape: &[usize]) -> Result<Side> {
        if !fits {
            return Err(ValueError::Unsupported { operation: "text", dtype: array.dtype.clone() }.into());
        }
        if !array.is_aligned() {
            return Err(ValueError::NotAligned.into());
        }
        let strides = array.layout.broadcast_to(shape)?.strides().into();
        Ok(Side { ptr: array.first().as_ptr(), strides, itemsize: array.itemsize() })
    }

    fn write(array: &mut Array, fits: bool, shape: &[usize]) -> Result<Side> {
        let ptr = array.make_unique()?.as_ptr();
        if array.shape() != shape {
            return Err(
                ValueError::Unsupported { operation: "broadcasting a result", dtype: array.dtype.clone() }.into()
            );
        }
        Ok(Side { ptr, ..Side::read(array, fits, shape)? })
    }
}

/// Where a visit failed, and why: a position in the order of the walk.
pub(crate) struct Failed<E> {
    pub(crate) position: Vec<usize>,
    pub(crate) error: E,
}

/// Calls `visit` with each element of the operands, broadcast to `shape`, and the places of the results, until it fails.
///
/// An error if a dtype is not what the types say, or an operand is not aligned.
pub(crate) fn walk_columns<S: Source, X: Target, const T: usize, const I: usize, const N: usize, E>(
    shape: &[usize],
    texts: [&Array; T],
    integers: [&Array; I],
    results: [&mut Array; N],
    mut visit: impl for<'x> FnMut([S::Item<'x>; T], [i64; I], [X::Place<'x>; N]) -> Result<(), E>,
) -> Result<Result<(), Failed<E>>> {
    const { assert!(T + I + N <= MOST) };
    let mut sides: [Side; MOST] = std::array::from_fn(|_| Side::none(shape.len()));
    for (k, array) in texts.iter().enumerate() {
        sides[k] = Side::read(array, S::reads(&array.dtype), shape)?;
    }
    for (k, array) in integers.iter().enumerate() {
        sides[T + k] = Side::read(array, array.dtype == Dtype::Int64, shape)?;
    }
    for (k, array) in results.into_iter().enumerate() {
        let fits = X::writes(&array.dtype);
        sides[T + I + k] = Side::write(array, fits, shape)?;
    }
    let leader = if N > 0 { T + I } else { 0 };
    let walk = Walk::led_by(leader, shape, std::array::from_fn::<_, MOST, _>(|k| &sides[k].strides[..]));
    let outcome = walk.try_for_each(|run| {
        for i in 0..run.count as isize {
            let at = |k: usize| sides[k].ptr.wrapping_offset(run.offsets[k] + i * run.strides[k]);
            // SAFETY: an element of an operand that is borrowed, aligned, and of a dtype that the source reads.
            let texts = std::array::from_fn(|k| unsafe { S::item(at(k), sides[k].itemsize) });
            // SAFETY: likewise, an integer of 64 bits.
            let integers = std::array::from_fn(|k| unsafe { at(T + k).cast::<i64>().read() });
            // SAFETY: an element of a result, which is borrowed for writing, is the only array over its memory with each
            // position an element of its own, and is visited once.
            let places = std::array::from_fn(|k| unsafe { X::place(at(T + I + k), sides[T + I + k].itemsize) });
            if let Err(error) = visit(texts, integers, places) {
                return Err((run.offsets[leader] + i * run.strides[leader], error));
            }
        }
        Ok(())
    });
    Ok(outcome
        .map_err(|(offset, error)| Failed { position: position_of(offset, shape, &sides[leader].strides), error }))
}

/// The position of the element at a byte offset of an array whose elements do not overlap.
fn position_of(offset: isize, shape: &[usize], strides: &[isize]) -> Vec<usize> {
    let mut axes: Vec<usize> = (0..shape.len()).filter(|&axis| shape[axis] > 1 && strides[axis] > 0).collect();
    axes.sort_by_key(|&axis| std::cmp::Reverse(strides[axis]));
    let (mut position, mut left) = (vec![0; shape.len()], offset);
    for axis in axes {
        position[axis] = (left / strides[axis]) as usize;
        left %= strides[axis];
    }
    position
}

/// Calls `convert` with stretches of characters of the one array, and of the other at the same positions: whole elements,
/// as many as follow each other in both. Both have the same shape and dtype.
pub(crate) fn walk_stretches<C: Code>(
    source: &Array,
    result: &mut Array,
    mut convert: impl FnMut(&[C], &mut [C]),
) -> Result<()> {
    let fits = C::of(&source.dtype) && source.dtype == result.dtype;
    let from = Side::read(source, fits, source.shape())?;
    let to = Side::write(result, fits, source.shape())?;
    let width = to.itemsize / size_of::<C>();
    let walk = Walk::led_by(1, source.shape(), [&from.strides[..], &to.strides[..]]);
    walk.try_for_each(|run| {
        let dense = run.strides == [to.itemsize as isize; 2];
        let (visits, elements) = if dense { (1, run.count) } else { (run.count, 1) };
        for i in 0..visits as isize {
            let at = |side: &Side, k: usize| side.ptr.wrapping_offset(run.offsets[k] + i * run.strides[k]);
            // SAFETY: as many elements of the operand follow each other from here, aligned, each of `width` characters.
            let source = unsafe { std::slice::from_raw_parts(at(&from, 0).cast::<C>(), elements * width) };
            // SAFETY: likewise of the result, which is borrowed for writing and the only array over its memory.
            let result = unsafe { std::slice::from_raw_parts_mut(at(&to, 1).cast::<C>(), elements * width) };
            convert(source, result);
        }
        Ok(())
    })
}
