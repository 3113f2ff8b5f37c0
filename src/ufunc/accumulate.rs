//! Running results along an axis, and results of stretches of it.

use super::Ufunc;
use super::axes::Reduce;
use super::error::UfuncError;
use super::fold::{Segment, passage};
use super::reduce::{check, check_out, fold_types};
use super::resolve::Resolved;
use crate::array::Array;
use crate::cast::Transfer;
use crate::dtype::{Casting, Dtype};
use crate::error::Result;
use crate::iter::Walk;
use crate::kernels::arith;
use crate::kernels::copy::copy;
use crate::kernels::grid::{AccumulateFn, Context, Grid};
use crate::layout::{Dims, IndexError, Layout, Strides, normalize_axis};

/// The axis of a method that takes one.
fn one_axis(ufunc: &Ufunc, array: &Array, spec: &Reduce<'_>, method: &'static str) -> Result<usize> {
    let reason = match spec.axes.as_deref() {
        _ if array.ndim() == 0 => "an array without axes has none to go along",
        Some(&[axis]) => return normalize_axis(axis, array.ndim()),
        None if array.ndim() == 1 => return Ok(0),
        _ => "it goes along one axis",
    };
    Err(UfuncError::NoMethod { ufunc: ufunc.name.to_owned(), method, reason }.into())
}

/// An error for options that the method has no use for.
fn refuse(ufunc: &Ufunc, method: &'static str, spec: &Reduce<'_>) -> Result<()> {
    if spec.r#where.is_none() && spec.initial.is_none() && !spec.keepdims {
        return Ok(());
    }
    let reason = "not with a mask, an initial value or keepdims";
    Err(UfuncError::NoMethod { ufunc: ufunc.name.to_owned(), method, reason }.into())
}

/// Running results: each element is the fold of all up to it.
pub(super) fn accumulate(ufunc: &Ufunc, array: &Array, spec: Reduce<'_>) -> Result<Array> {
    check(ufunc, "accumulate")?;
    refuse(ufunc, "accumulate", &spec)?;
    let axis = one_axis(ufunc, array, &spec, "accumulate")?;
    let (resolved, result) = fold_types(ufunc, array.dtype(), spec.dtype.as_ref())?;
    if let Some(out) = &spec.out {
        check_out(ufunc, out, &result, array.shape())?;
    }
    // The elements, as the loop takes them, in the place of the results.
    let fold = &resolved.compute[2];
    let layout = Layout::elementwise(array.shape(), fold.itemsize(), &[array.layout()])?;
    let mut results = Array::to_fill(layout, fold.clone())?;
    // A smaller type is rounded to at every step.
    let rounding = if result.native_scalar() == fold { None } else { Some(Rounding::new(ufunc, fold, &result)?) };
    // Elements that are as the loop takes them are read where they are, others where the results will be.
    let direct = array.dtype() == fold
        && array.has_aligned_elements()
        && rounding.is_none()
        && resolved.number.is_some_and(|number| number.accumulate.is_some());
    if !direct {
        // The dtype was asked for, or is the loop's own; logical operations take the truth of anything.
        crate::array::copyto(&mut results, array, Casting::Unsafe, None)?;
    }
    let data = results.data_mut()?.as_ptr();
    let (from, from_strides) =
        if direct { (array.data().as_ptr(), array.strides()) } else { (data, results.strides()) };
    let work = Running {
        ufunc,
        resolved: &resolved,
        rounding: rounding.as_ref(),
        n: results.shape()[axis],
        stride: results.strides()[axis],
        from_stride: from_strides[axis],
    };
    let shape: Dims = without(results.shape(), axis);
    let sides: [Strides; 2] = [without(results.strides(), axis), without(from_strides, axis)];
    let walk = Walk::new(&shape, [&sides[0], &sides[1]]);
    if work.n > 0 {
        let count = walk.shape().last().copied().unwrap_or(1);
        let [side, from_side] = [0, 1].map(|k| walk.strides(k).last().copied().unwrap_or(0));
        walk.try_for_each_inner(1, |[to, at]| {
            let (data, from) = (data.wrapping_offset(to), from.wrapping_offset(at));
            // SAFETY: lanes of the results, which are ours alone, that start along one axis, and the elements for them.
            unsafe { work.lanes((data, side), (from, from_side), count) }
        })?;
    }
    super::reduce::finish(results, &result, array.shape(), spec.out)
}

fn without<T: Copy + Default, L: FromIterator<T>>(items: &[T], axis: usize) -> L {
    items.iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, &item)| item).collect()
}

/// To a smaller type and back.
struct Rounding {
    there: Transfer,
    back: Transfer,
    itemsize: usize,
    /// A loop that rounds at every step.
    accumulate: Option<AccumulateFn>,
}

impl Rounding {
    fn new(ufunc: &Ufunc, fold: &Dtype, result: &Dtype) -> Result<Rounding> {
        let (result, itemsize) = (result.native_scalar(), result.itemsize());
        let sums = ufunc.numbers.is_some_and(|loops| std::ptr::eq(loops, &raw const arith::ADD));
        let accumulate =
            (sums && *result == Dtype::Float16 && *fold == Dtype::Float32).then_some(arith::ACCUMULATE_F16);
        Ok(Rounding { there: Transfer::plan(fold, result)?, back: Transfer::plan(result, fold)?, itemsize, accumulate })
    }

    /// Rounds a row of elements where they are.
    ///
    /// # Safety
    /// - `count` numbers can be read and written from `ptr` on, `stride` bytes apart, and are nothing else's.
    unsafe fn round(&self, ptr: *mut u8, stride: isize, count: usize) -> Result<()> {
        let mut small = [0u128; 64];
        let buffer = small.as_mut_ptr().cast::<u8>();
        for start in (0..count).step_by(64) {
            let (at, n) = (ptr.wrapping_offset(stride * start as isize), (count - start).min(64));
            // SAFETY: numbers of the caller's; the buffer has room for as many of at most sixteen bytes.
            unsafe { self.there.run(at, stride, buffer, self.itemsize as isize, n) }?;
            // SAFETY: they were just written, and go back where they came from.
            unsafe { self.back.run(buffer, self.itemsize as isize, at, stride, n) }?;
        }
        Ok(())
    }
}

/// Lanes of running results.
struct Running<'a> {
    ufunc: &'a Ufunc,
    resolved: &'a Resolved,
    rounding: Option<&'a Rounding>,
    n: usize,
    stride: isize,
    /// How far apart the elements are.
    from_stride: isize,
}

impl Running<'_> {
    /// Writes the running results of the elements of lanes.
    ///
    /// # Safety
    /// - `count` lanes of elements of the loop's dtype, the first at `from`, the next `from_side` bytes further, can be read.
    /// - For each of them results can be written from `data` on, `side` bytes apart, and are nothing else's, unless they
    ///   are the elements themselves.
    unsafe fn lanes(
        &self,
        (data, side): (*mut u8, isize),
        (from, from_side): (*mut u8, isize),
        count: usize,
    ) -> Result<()> {
        let null = std::ptr::null_mut();
        // Many lanes side by side are taken all at once, a step at a time; others one by one.
        let number = match self.rounding {
            None => self.resolved.number.and_then(|number| number.accumulate),
            Some(rounding) => rounding.accumulate,
        };
        let apart = self.stride.unsigned_abs() <= side.unsigned_abs() || count < 16;
        if let (Some(accumulate), true) = (number, apart) {
            let grid = Grid {
                ptr: [from, data, null, null],
                step: [self.from_stride, self.stride, 0, 0],
                row_step: [from_side, side, 0, 0],
                n: self.n,
                rows: count,
            };
            // SAFETY: the caller's lanes; results are apart from the elements, or take the place of those just read.
            unsafe { accumulate(&grid) };
            return Ok(());
        }
        if from != data {
            let itemsize = self.resolved.compute[2].itemsize();
            // SAFETY: the first element of each lane, a number, and its place.
            unsafe { copy(from, from_side, data, side, count, itemsize) };
        }
        let context = Context { dtypes: &self.resolved.compute, closure: self.ufunc.closure.as_deref() };
        for i in 1..self.n as isize {
            let (before, to) = (data.wrapping_offset(self.stride * (i - 1)), data.wrapping_offset(self.stride * i));
            let at = from.wrapping_offset(self.from_stride * i);
            let grid = Grid::row([before, at, to, null], [side, from_side, side, 0], count);
            // SAFETY: the caller's lanes; a result is apart from the elements, or takes the place of the one that is read
            // for it.
            unsafe { (self.resolved.run)(&grid, &context) }?;
            if let Some(rounding) = self.rounding {
                // SAFETY: the results that were just written.
                unsafe { rounding.round(to, side, count) }?;
            }
        }
        Ok(())
    }
}

/// Results of stretches of an axis, each from one index to the next; where the next is not larger, the element itself.
pub(super) fn reduceat(ufunc: &Ufunc, array: &Array, indices: &[usize], spec: Reduce<'_>) -> Result<Array> {
    check(ufunc, "reduceat")?;
    refuse(ufunc, "reduceat", &spec)?;
    let axis = one_axis(ufunc, array, &spec, "reduceat")?;
    let n = array.shape()[axis];
    if let Some(&index) = indices.iter().find(|&&index| index >= n) {
        return Err(IndexError::OutOfBounds { index: index as i128, axis, size: n }.into());
    }
    let (resolved, result) = fold_types(ufunc, array.dtype(), spec.dtype.as_ref())?;
    let mut shape: Dims = array.shape().into();
    shape[axis] = indices.len();
    if let Some(out) = &spec.out {
        check_out(ufunc, out, &result, &shape)?;
    }
    let fold = resolved.compute[2].clone();
    let prototype = Layout::from_parts(shape.clone(), array.strides().into());
    let layout = Layout::elementwise(&shape, fold.itemsize(), &[&prototype])?;
    let mut results = Array::zeroed(layout, fold.clone())?;
    let (into_stride, from_stride) = (results.strides()[axis], array.strides()[axis]);
    let mut into: Strides = results.strides().into();
    into[axis] = 0;
    let (to, from) = (results.data_mut()?.as_ptr(), array.data().as_ptr());
    let first = Transfer::plan(array.dtype(), &fold)?;
    let mut passage = passage(array, &fold)?;
    for (i, &start) in indices.iter().enumerate() {
        let end = indices.get(i + 1).copied().unwrap_or(n);
        let segment = Segment {
            into: to.wrapping_offset(into_stride * i as isize),
            from: from.wrapping_offset(from_stride * start as isize),
            count: end.saturating_sub(start).max(1),
        };
        // SAFETY: the elements from `start` on along the axis are the array's, and the results at `i` ours alone.
        passage = unsafe { segment.fold(ufunc, &resolved, (array, axis), &into, &first, passage) }?;
    }
    super::reduce::finish(results, &result, &shape, spec.out)
}
