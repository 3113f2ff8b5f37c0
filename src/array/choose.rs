//! Building an array from several, element by element: `where`, `select`, `choose`.
//!
//! 1. The result's dtype is the promotion of those to choose from, its shape the broadcast of all.
//! 2. Elements of the result's dtype are read where they lie; others are cast in chunks that stay in the cache.

use super::blocks::{copy_block, with_block};
use super::take::{Mode, positions};
use super::value::Values;
use super::{Array, ValueError};
use crate::cast::{CastError, CastReason, Transfer};
use crate::dtype::{Casting, Dtype, TypeArg, result_type};
use crate::error::{Error, Result};
use crate::iter::{Run, Walk};
use crate::layout::{Layout, broadcast_shapes};
use crate::simd::{Kernel, dispatch};

/// Elements of `x` where a condition is true, else of `y`: NumPy's `where` with three arguments.
///
/// All are broadcast together; the dtype is the promotion of the two, and the axes lie in memory in the order that all three
/// agree on, else in C's. The truth is that of [`nonzero`](super::nonzero), but records of several fields have none here. Errors: shapes that do not broadcast, dtypes
/// without a common one.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![1, -2, 3];
/// let positive = array![true, false, true];
/// assert_eq!(np::r#where(&positive, &a, &array![0.5])?.to_vec::<f64>()?, [1.0, 0.5, 3.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn r#where(condition: &Array, x: &Array, y: &Array) -> Result<Array> {
    where_as(condition, x, y, common_dtype(&[x, y])?, Order::K)
}

/// The promotion of all dtypes.
pub(super) fn common_dtype(arrays: &[&Array]) -> Result<Dtype> {
    result_type(arrays.iter().map(|a| a.dtype.clone()))
}

/// In which order the axes of the result lie: as NumPy's functions choose it.
enum Order {
    C,
    /// As those of the operands do.
    K,
}

fn where_as(condition: &Array, x: &Array, y: &Array, dtype: Dtype, order: Order) -> Result<Array> {
    if condition.dtype.fields().len() > 1 {
        let (from, reason) = (condition.dtype.clone(), CastReason::NoCast);
        return Err(Error::new(CastError { from, to: Dtype::Bool, reason }));
    }
    let shape = broadcast_shapes(&[condition.shape(), x.shape(), y.shape()])?;
    let made;
    let condition = if condition.dtype == Dtype::Bool {
        condition
    } else {
        made = condition.truth()?;
        &made
    };
    let itemsize = dtype.itemsize();
    let (mut x, mut y) = (Side::plan(x, &dtype, &shape)?, Side::plan(y, &dtype, &shape)?);
    let condition_layout = condition.layout.broadcast_to(&shape)?;
    let layout = match order {
        Order::C => Layout::c_order(&shape, itemsize)?,
        Order::K => Layout::elementwise(&shape, itemsize, &[&condition_layout, &x.layout, &y.layout])?,
    };
    let mut result = Array::to_fill(layout, dtype)?;
    let target = result.make_unique()?.as_ptr();
    let mask = condition.first().as_ptr().cast_const();
    let strides = [result.strides(), condition_layout.strides(), x.layout.strides(), y.layout.strides()];
    let walk = Walk::new(&shape, strides);
    walk.try_for_each(|run: Run<4>| {
        let (to, mask) = (target.wrapping_offset(run.offsets[0]), mask.wrapping_offset(run.offsets[1]));
        let [_, mask_stride, x_stride, y_stride] = run.strides;
        let (x_run, y_run) = ((run.offsets[2], x_stride), (run.offsets[3], y_stride));
        if mask_stride == 0 {
            // SAFETY: the run is part of the condition, which is not empty.
            let (side, at) = if unsafe { mask.read() } != 0 { (&x, x_run) } else { (&y, y_run) };
            // SAFETY: the run is part of the operand and of the result, which is fresh memory.
            return unsafe { side.transfer.run(side.first.wrapping_offset(at.0), at.1, to, run.strides[0], run.count) };
        }
        // SAFETY: the run is part of all operands and of the result, which is fresh memory with these strides.
        unsafe { merge(&mut x, x_run, &mut y, y_run, (mask, mask_stride), (to, run.strides[0]), run.count) }
    })?;
    Ok(result)
}

/// What may be chosen: where it lies, and how it gets to the result's dtype.
struct Side {
    first: *const u8,
    layout: Layout,
    transfer: Transfer,
    /// Room for a chunk of cast elements; unused if they are of the result's dtype.
    chunk: Vec<u64>,
    itemsize: usize,
}

impl Side {
    fn plan(array: &Array, dtype: &Dtype, shape: &[usize]) -> Result<Side> {
        let transfer = Transfer::plan(&array.dtype, dtype)?;
        let itemsize = dtype.itemsize();
        let words = if transfer.copies().is_some() || dtype.has_object() {
            0
        } else {
            (chunk_length(itemsize) * itemsize).div_ceil(8)
        };
        let (first, layout) = (array.first().as_ptr(), array.layout.broadcast_to(shape)?);
        Ok(Side { first, layout, transfer, chunk: vec![0; words], itemsize })
    }

    /// A chunk of elements of the result's dtype: where they are and how far apart.
    ///
    /// # Safety
    /// - `n` elements from `offset` on, `stride` apart, are part of the array; they are no more than a chunk.
    unsafe fn chunk(&mut self, offset: isize, stride: isize, n: usize) -> Result<(*const u8, isize)> {
        let from = self.first.wrapping_offset(offset);
        if self.chunk.is_empty() {
            return Ok((from, stride));
        }
        let to = self.chunk.as_mut_ptr().cast::<u8>();
        // SAFETY: the caller promises the elements; there is room for a chunk of values of the result's dtype, which owns
        // nothing, and zeros are values of it.
        unsafe { self.transfer.run(from, stride, to, self.itemsize as isize, n) }?;
        Ok((to.cast_const(), self.itemsize as isize))
    }
}

/// How many elements are cast at a time.
fn chunk_length(itemsize: usize) -> usize {
    (16384 / itemsize.max(1)).clamp(1, 1024)
}

/// Merges one run.
///
/// # Safety
/// - Runs of `n` elements at these places and strides are part of `x`, `y`, a mask of booleans and the target, which holds
///   values of the dtype that the sides are planned for and overlaps none of the others.
unsafe fn merge(
    x: &mut Side,
    (x_at, x_stride): (isize, isize),
    y: &mut Side,
    (y_at, y_stride): (isize, isize),
    (mask, mask_stride): (*const u8, isize),
    (to, to_stride): (*mut u8, isize),
    n: usize,
) -> Result<()> {
    let itemsize = x.itemsize;
    let direct = x.transfer.copies().is_some() && y.transfer.copies().is_some();
    // Nothing is chunked where nothing is cast. Elements that own memory are cast or cloned one by one.
    let owning = !direct && x.chunk.is_empty() && y.chunk.is_empty();
    if owning {
        for i in 0..n as isize {
            // SAFETY: the mask has `n` booleans.
            let truth = unsafe { mask.wrapping_offset(i * mask_stride).read() } != 0;
            let (side, at) = if truth { (&*x, x_at + i * x_stride) } else { (&*y, y_at + i * y_stride) };
            // SAFETY: the element is part of the run.
            unsafe { side.transfer.run(side.first.wrapping_offset(at), 0, to.wrapping_offset(i * to_stride), 0, 1) }?;
        }
        return Ok(());
    }
    let step = if direct { n } else { chunk_length(itemsize) };
    let mut done = 0;
    while done < n {
        let count = step.min(n - done);
        let i = done as isize;
        // SAFETY: a part of the run, no longer than a chunk.
        let (xp, xs) = unsafe { x.chunk(x_at + i * x_stride, x_stride, count) }?;
        // SAFETY: likewise.
        let (yp, ys) = unsafe { y.chunk(y_at + i * y_stride, y_stride, count) }?;
        let merge = Merge {
            mask: (mask.wrapping_offset(i * mask_stride), mask_stride),
            x: (xp, xs),
            y: (yp, ys),
            to: (to.wrapping_offset(i * to_stride), to_stride),
            n: count,
        };
        // SAFETY: a part of the run; elements of this size that own nothing.
        with_block!(itemsize, T => unsafe { merge.blocks::<T>() }, else unsafe { merge.bytes(itemsize) });
        done += count;
    }
    Ok(())
}

/// Places and strides of what is merged.
#[derive(Clone, Copy)]
struct Merge {
    mask: (*const u8, isize),
    x: (*const u8, isize),
    y: (*const u8, isize),
    to: (*mut u8, isize),
    n: usize,
}

/// A block of which bits are chosen.
trait Bits: Copy {
    /// All bits of `x` if the boolean is 1, of `y` if it is 0.
    fn choose(truth: u8, x: Self, y: Self) -> Self;
}

macro_rules! bits {
    ($($t:ty)*) => {
        $(impl Bits for $t {
            #[inline(always)]
            fn choose(truth: u8, x: $t, y: $t) -> $t {
                let all = (truth as $t).wrapping_neg();
                (x & all) | (y & !all)
            }
        })*
    };
}
bits!(u8 u16 u32 u64);

impl Bits for [u64; 2] {
    #[inline(always)]
    fn choose(truth: u8, x: [u64; 2], y: [u64; 2]) -> [u64; 2] {
        [u64::choose(truth, x[0], y[0]), u64::choose(truth, x[1], y[1])]
    }
}

impl Merge {
    /// # Safety
    /// - As for [`merge`]; elements of the size of `T`, of the result's dtype.
    unsafe fn blocks<T: Bits>(self) {
        let size = size_of::<T>() as isize;
        let dense = |stride: isize| stride == size || stride == 0;
        if self.mask.1 == 1 && self.to.1 == size && dense(self.x.1) && dense(self.y.1) {
            // The strides are those that the kernels are for, and the caller promises the rest.
            return match (self.x.1 == 0, self.y.1 == 0) {
                (false, false) => dispatch(Dense::<T, false, false>(self, std::marker::PhantomData)),
                (true, false) => dispatch(Dense::<T, true, false>(self, std::marker::PhantomData)),
                (false, true) => dispatch(Dense::<T, false, true>(self, std::marker::PhantomData)),
                (true, true) => dispatch(Dense::<T, true, true>(self, std::marker::PhantomData)),
            };
        }
        for i in 0..self.n as isize {
            // SAFETY: the caller promises `n` booleans.
            let truth = unsafe { self.mask.0.wrapping_offset(i * self.mask.1).read() } != 0;
            let (from, stride) = if truth { self.x } else { self.y };
            // SAFETY: the caller promises `n` elements on both sides.
            unsafe { copy_block::<T>(from.wrapping_offset(i * stride), self.to.0.wrapping_offset(i * self.to.1)) };
        }
    }

    /// # Safety
    /// - As for [`merge`]; elements of this size, of the result's dtype.
    unsafe fn bytes(self, size: usize) {
        for i in 0..self.n as isize {
            // SAFETY: the caller promises `n` booleans.
            let truth = unsafe { self.mask.0.wrapping_offset(i * self.mask.1).read() } != 0;
            let (from, stride) = if truth { self.x } else { self.y };
            let to = self.to.0.wrapping_offset(i * self.to.1);
            // SAFETY: the caller promises `n` elements on both sides, which do not overlap.
            unsafe { from.wrapping_offset(i * stride).copy_to_nonoverlapping(to, size) };
        }
    }
}

/// Elements in a row, or one for all where `X` or `Y` says so. Made by [`Merge::blocks`] alone, whose caller promises them.
struct Dense<T, const X: bool, const Y: bool>(Merge, std::marker::PhantomData<T>);

impl<T: Bits, const X: bool, const Y: bool> Kernel for Dense<T, X, Y> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Merge { mask: (mask, _), x: (x, _), y: (y, _), to: (to, _), n } = self.0;
        for i in 0..n {
            let at = i * size_of::<T>();
            // SAFETY: boolean `i` of `n`.
            let truth = unsafe { mask.wrapping_add(i).read() };
            // SAFETY: element `i` of `n`, or the only one.
            let x = unsafe { x.wrapping_add(if X { 0 } else { at }).cast::<T>().read_unaligned() };
            // SAFETY: likewise.
            let y = unsafe { y.wrapping_add(if Y { 0 } else { at }).cast::<T>().read_unaligned() };
            // SAFETY: element `i` of the target.
            unsafe { to.wrapping_add(at).cast::<T>().write_unaligned(T::choose(truth, x, y)) };
        }
    }
}

/// For each element that of the first choice whose condition is true, or a default: NumPy's `select`.
///
/// All are broadcast together, with the default if it is an array. The dtype is the promotion of the choices and the default; a
/// default that is a number counts as a bare one.
/// Errors: conditions that are not boolean, none at all, or not as many as choices.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![1, 2, 3];
/// let conditions = [&array![true, false, false], &array![true, true, false]];
/// let picked = np::select(&conditions, &[&a, &array![20, 20, 20]], 7)?;
/// assert_eq!(picked.to_vec::<i32>()?, [1, 20, 7]);
/// assert_eq!(np::select(&conditions, &[&a, &a], &array![7, 8, 9])?.to_vec::<i32>()?, [1, 2, 9]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn select<'a>(conditions: &[&Array], choices: &[&Array], default: impl Into<Values<'a>>) -> Result<Array> {
    if conditions.len() != choices.len() {
        return Err(ValueError::Lengths {
            what: "conditions and choices",
            first: conditions.len(),
            second: choices.len(),
        }
        .into());
    }
    if conditions.is_empty() {
        return Err(ValueError::NoArrays { what: "select with an empty condition list is not possible" }.into());
    }
    if let Some(other) = conditions.iter().find(|c| c.dtype != Dtype::Bool) {
        let (from, reason) = (other.dtype.clone(), CastReason::Rule(Casting::Equiv));
        return Err(Error::new(CastError { from, to: Dtype::Bool, reason }));
    }
    let default = default.into();
    let strong = choices.iter().map(|choice| TypeArg::Strong(choice.dtype.clone()));
    let dtype = result_type(strong.chain([default.type_arg()?]))?;
    let mut result = default.to_array()?.astype(&dtype)?;
    for (condition, choice) in conditions.iter().zip(choices).rev() {
        result = where_as(condition, choice, &result, dtype.clone(), Order::C)?;
    }
    Ok(result)
}

/// For each element that of the choice which an index names: NumPy's `choose`.
///
/// All are broadcast together; the dtype is the promotion of the choices. Errors: an index that names none of them (unless
/// the mode says what it means), indices that are no integers, no choices.
///
/// ```
/// use ndtype::{self as np, Mode, array};
/// let (low, high) = (array![1, 2, 3], array![10, 20, 30]);
/// assert_eq!(np::choose(&array![0, 1, 0], &[&low, &high], Mode::Raise)?.to_vec::<i32>()?, [1, 20, 3]);
/// assert!(np::choose(&array![2], &[&low, &high], Mode::Raise).is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn choose(indices: &Array, choices: &[&Array], mode: Mode) -> Result<Array> {
    if choices.is_empty() {
        return Err(ValueError::NoArrays { what: "choose needs at least one choice" }.into());
    }
    let indices = positions(indices, Casting::Safe)?;
    let dtype = common_dtype(choices)?;
    let shapes: Vec<&[usize]> = std::iter::once(indices.shape()).chain(choices.iter().map(|c| c.shape())).collect();
    let shape = broadcast_shapes(&shapes)?;
    let sides: Vec<Side> = choices.iter().map(|c| Side::plan(c, &dtype, &shape)).collect::<Result<_>>()?;
    let layout = Layout::c_order(&shape, dtype.itemsize())?;
    let mut result = Array::to_fill(layout, dtype)?;
    let target = result.make_unique()?.as_ptr();
    let index_layout = indices.layout.broadcast_to(&shape)?;
    let first = indices.first().as_ptr();
    let size = result.itemsize();
    // Where everything lies in C's order, or is one value for all, offsets are multiples.
    let even = |layout: &Layout, itemsize: usize| {
        let still = !layout.is_empty() && layout.strides().iter().all(|&stride| stride == 0);
        if still { Some(0) } else { layout.is_c_contiguous(itemsize).then_some(itemsize) }
    };
    let steps = sides.iter().map(|side| even(&side.layout, size).filter(|_| side.transfer.copies().is_some()));
    if let (Some(step), Some(steps)) = (even(&index_layout, 8), steps.collect::<Option<Vec<usize>>>()) {
        for i in 0..result.size() {
            // SAFETY: element `i` of the indices, which are int64.
            let index = unsafe { first.wrapping_add(i * step).cast::<i64>().read_unaligned() };
            let chosen = chosen(index, choices.len(), mode)?;
            let (from, to) = (sides[chosen].first.wrapping_add(i * steps[chosen]), target.wrapping_add(i * size));
            with_block!(size, T => {
                // SAFETY: element `i` of the choice and of the result, which is fresh memory.
                unsafe { copy_block::<T>(from, to) };
            }, else {
                // SAFETY: likewise, for elements of any size.
                unsafe { from.copy_to_nonoverlapping(to, size) };
            });
        }
        return Ok(result);
    }
    let mut position = vec![0usize; shape.len()];
    for i in 0..result.size() {
        // SAFETY: an element of the indices, which are int64.
        let index = unsafe { first.wrapping_offset(index_layout.offset_of(&position)).cast::<i64>().read_unaligned() };
        let side = &sides[chosen(index, choices.len(), mode)?];
        let from = side.first.wrapping_offset(side.layout.offset_of(&position));
        // SAFETY: an element of the choice and the next one of the result, which is fresh memory.
        unsafe { side.transfer.run(from, 0, target.wrapping_add(i * size), 0, 1) }?;
        super::typed::advance(&mut position, &shape);
    }
    Ok(result)
}

/// Which of so many choices an index names. An error if it names none.
fn chosen(index: i64, choices: usize, mode: Mode) -> Result<usize> {
    let count = choices as i64;
    match mode {
        _ if (0..count).contains(&index) => Ok(index as usize),
        Mode::Raise => Err(ValueError::Choice { index, choices }.into()),
        Mode::Wrap => Ok(index.rem_euclid(count) as usize),
        Mode::Clip => Ok(index.clamp(0, count - 1) as usize),
    }
}
