//! Reductions: the loops of binary ufuncs, folded along axes.
//!
//! 1. The loop is resolved; what is folded into has its dtype, whatever the elements and the result have.
//! 2. That array is filled with the initial value, the identity, or the first elements.
//! 3. The elements are folded (`fold`).
//! 4. The result is cast, if it is to have another dtype.

use super::axes::Reduce;
use super::error::UfuncError;
use super::fold::{Beside, COST, Fold, Parts, Step, passage};
use super::operand::Weak;
use super::resolve::{Resolved, resolve};
use super::{Identity, Ufunc};
use crate::array::{Array, ValueError};
use crate::cast::Transfer;
use crate::dtype::{Casting, Dtype, DtypeKind, ScalarId, TypeArg, iinfo};
use crate::element::Scalar;
use crate::error::Result;
use crate::iter::Walk;
use crate::kernels::grid::{Grid, ReduceFn};
use crate::kernels::pairwise::widened;
use crate::layout::{Dims, Layout, ShapeError, Strides};
use crate::threads;

/// Folds an array along axes.
pub(super) fn reduce(ufunc: &Ufunc, array: &Array, spec: Reduce<'_>) -> Result<Array> {
    check(ufunc, "reduce")?;
    super::call::check_mask(ufunc, spec.r#where)?;
    if let Some(quick) = quick(ufunc, array, &spec) {
        return quick;
    }
    let axes = spec.counted(array.ndim())?;
    if ufunc.identity == Identity::None && axes.len() > 1 {
        return Err(UfuncError::NotReorderable { ufunc: ufunc.name.to_owned() }.into());
    }
    let (resolved, result) = fold_types(ufunc, array.dtype(), spec.dtype.as_ref())?;
    let fold = resolved.compute[2].clone();
    if axes.len() > 1 && !has_start(ufunc, &fold) && spec.initial.is_none() && spec.r#where.is_none() {
        return one_by_one(ufunc, array, &axes, spec);
    }
    let shape = reduced_shape(array.shape(), &axes, spec.keepdims);
    if let Some(out) = &spec.out {
        check_out(ufunc, out, &result, &shape)?;
    }

    // What is folded into: the axes that are kept, in the order of the elements' in memory.
    let kept: Dims = (0..array.ndim()).filter(|axis| !axes.contains(axis)).collect();
    let kept_layout = Layout::from_parts(
        kept.iter().map(|&axis| array.shape()[axis]).collect(),
        kept.iter().map(|&axis| array.strides()[axis]).collect(),
    );
    let layout = Layout::elementwise(kept_layout.shape(), fold.itemsize(), &[&kept_layout])?;
    let mut folded = Array::zeroed(layout, fold.clone())?;
    let started = start(ufunc, array, &spec, &kept_layout, &mut folded)?;

    let (mut all, mut data) = (array.layout().shape().to_vec(), array.data().as_ptr());
    if started == Started::FirstElements && ufunc.identity != Identity::Reorderable {
        // The first elements are in already, and must not be met again.
        if axes.is_empty() {
            return finish(folded, &result, &shape, spec.out);
        }
        for &axis in &axes {
            data = data.wrapping_offset(array.strides()[axis]);
            all[axis] -= 1;
        }
    }
    let mut into = Strides::from_elem(0, array.ndim());
    for (&axis, &stride) in kept.iter().zip(folded.strides()) {
        into[axis] = stride;
    }
    let mask = match spec.r#where {
        Some(mask) => Some((mask.data().as_ptr(), mask.layout().broadcast_to(array.shape())?)),
        None => None,
    };
    let masked =
        mask.as_ref().map_or_else(|| Strides::from_elem(0, array.ndim()), |(_, layout)| layout.strides().into());
    let (step, passage) = match widened_sum(array, &resolved, spec.dtype.is_none()) {
        Some(reduce) => {
            let parts = Parts::tree(resolved.number.and_then(|number| number.reduce), ScalarId::Float32);
            (Step::Rows { reduce, beside: None, parts }, None)
        }
        None => (Step::of(ufunc, &resolved), passage(array, &fold)?),
    };
    // Only of numbers: closures and objects may do anything.
    let cost = match (&step, resolved.cost(ufunc)) {
        (Step::Loop { .. }, cost) if resolved.number.is_some() => cost,
        (Step::Rows { .. }, _) if passage.is_some() => 2 * COST,
        (Step::Rows { .. }, _) => COST,
        (Step::Loop { .. }, _) => 0,
    };
    let work = Fold {
        step,
        passage,
        mask: mask.map(|(ptr, _)| ptr.cast_const()),
        walk: Walk::led_by(1, &all, [&into, array.strides(), &masked]),
        ptrs: [folded.data_mut()?.as_ptr(), data],
        threads: spec.threads,
        cost,
    };
    // SAFETY: the elements are those of the array, which is borrowed, or all but the first along an axis; what is folded
    // into is new, and ours alone; the mask is borrowed and has been broadcast to the shape.
    unsafe { work.run() }?;
    finish(folded, &result, &shape, spec.out)
}

/// Whether a fold into this dtype can start from a value, or meet the first elements twice.
fn has_start(ufunc: &Ufunc, fold: &Dtype) -> bool {
    match ufunc.identity {
        Identity::None | Identity::Reorderable => true,
        identity => fold.scalar_id().is_some() || (identity == Identity::Zero && fold.kind() == DtypeKind::Timedelta),
    }
}

/// Folds one axis after the other, the last one first, so that the first element along it is met once.
fn one_by_one(ufunc: &Ufunc, array: &Array, axes: &[usize], spec: Reduce<'_>) -> Result<Array> {
    let Reduce { keepdims, dtype, out, threads, .. } = spec;
    let mut folded = array.clone();
    for &axis in axes.iter().rev() {
        let one = Reduce { dtype: dtype.clone(), threads, ..Reduce::axis(axis as isize).keepdims(keepdims) };
        folded = reduce(ufunc, &folded, one)?;
    }
    let (shape, result) = (Dims::from(folded.shape()), folded.dtype().clone());
    if let Some(out) = &out {
        check_out(ufunc, out, &result, &shape)?;
    }
    finish(folded, &result, &shape, out)
}

/// The short way: all elements, in one row, of the loop's own type.
#[inline]
fn quick(ufunc: &Ufunc, array: &Array, spec: &Reduce<'_>) -> Option<Result<Array>> {
    let id = array.dtype().scalar_id()?;
    let found = ufunc.numbers?[id as usize].as_ref()?;
    let wide = array.itemsize() >= 8 || matches!(id.row().kind, DtypeKind::Float | DtypeKind::Complex);
    let plain = spec.axes.is_none() && !spec.keepdims && spec.initial.is_none() && spec.r#where.is_none();
    // From zero on, or from the first element, which does no harm twice.
    let starts = match ufunc.identity {
        Identity::Zero => true,
        Identity::Reorderable => !array.is_empty(),
        _ => false,
    };
    if !starts
        || ufunc.sums && !wide
        || !plain
        || spec.dtype.is_some()
        || spec.out.is_some()
        || found.types[..3] != [id; 3]
        || !array.layout().is_c_contiguous(array.itemsize())
        || !array.has_aligned_elements()
        || threads::pieces(array.size(), COST, spec.threads).is_some()
    {
        return None;
    }
    let reduce = found.reduce?;
    let result = Array::zeroed(Layout::default(), id.dtype()).inspect(|folded| {
        let null = std::ptr::null_mut();
        let ptrs = [folded.data().as_ptr(), array.data().as_ptr(), null, null];
        if ufunc.identity == Identity::Reorderable {
            // SAFETY: the first element, and room for one of the same type, which is new.
            unsafe { ptrs[1].copy_to_nonoverlapping(ptrs[0], array.itemsize()) };
        }
        let grid = Grid::row(ptrs, [0, array.itemsize() as isize, 0, 0], array.size());
        // SAFETY: the elements are those of the array, in one row, aligned and of the loop's type; what they are folded
        // into is new, and holds zero or the first of them.
        unsafe { reduce(&grid) };
    });
    Some(result)
}

pub(super) fn check(ufunc: &Ufunc, method: &'static str) -> Result<()> {
    if ufunc.nin == 2 && ufunc.nout == 1 {
        return Ok(());
    }
    let reason = "only ufuncs with two inputs and one output have it";
    Err(UfuncError::NoMethod { ufunc: ufunc.name.to_owned(), method, reason }.into())
}

/// The loop whose result has the type of its first input, and the dtype of the result.
pub(super) fn fold_types(ufunc: &Ufunc, dtype: &Dtype, wanted: Option<&Dtype>) -> Result<(Resolved, Dtype)> {
    let start = wanted.cloned().unwrap_or_else(|| {
        let native = dtype.native_scalar();
        if ufunc.sums { summed(native) } else { native.clone() }
    });
    let native = start.native_scalar();
    if !start.is_native() {
        // As in NumPy: a dtype chooses a loop, and loops know no byte order.
        return Err(super::resolve::no_loop(ufunc, &[TypeArg::Strong(dtype.clone())], Some(start)));
    }
    // The ticks of times are no numbers.
    let is_time = |dtype: &Dtype| matches!(dtype.kind(), DtypeKind::Datetime | DtypeKind::Timedelta);
    if is_time(dtype) && native.kind().is_numeric() && !ufunc.name.starts_with("logical") && ufunc.closure.is_none() {
        return Err(super::resolve::no_loop(ufunc, &[TypeArg::Strong(dtype.clone())], Some(start)));
    }
    let pair = |dtype: &Dtype| [TypeArg::Strong(dtype.clone()), TypeArg::Strong(dtype.clone())];
    let resolved = resolve(ufunc, &pair(native))?;
    super::custom::check_fold(ufunc, dtype, wanted, &resolved)?;
    let folds =
        |resolved: &Resolved| resolved.compute[0] == resolved.compute[2] && resolved.compute[1] == resolved.compute[2];
    if folds(&resolved) && (wanted.is_none() || resolved.results[0] == *native) {
        let result = if wanted.is_some() { start } else { resolved.results[0].clone() };
        return Ok((resolved, result));
    }
    // Logical operations fold truth values, and division of integers floats.
    let output = resolved.results[0].clone();
    let castable = native.can_cast(&output, Casting::SameKind);
    if wanted.is_none() && (castable && output != Dtype::Bool || ufunc.name.starts_with("logical")) {
        let resolved = resolve(ufunc, &pair(&output))?;
        if folds(&resolved) {
            return Ok((resolved, output));
        }
    }
    Err(super::resolve::no_loop(ufunc, &pair(native), Some(native.clone())))
}

/// What sums and products of integers are computed in: at least 64 bits.
fn summed(dtype: &Dtype) -> Dtype {
    match dtype.scalar_type() {
        Some(row) if !row.ml && matches!(row.kind, DtypeKind::Bool | DtypeKind::Integer) => Dtype::Int64,
        Some(row) if !row.ml && row.kind == DtypeKind::Unsigned => Dtype::UInt64,
        _ => dtype.clone(),
    }
}

pub(super) fn reduced_shape(shape: &[usize], axes: &[usize], keepdims: bool) -> Dims {
    let size = |(axis, &n): (usize, &usize)| match (axes.contains(&axis), keepdims) {
        (true, true) => Some(1),
        (true, false) => None,
        (false, _) => Some(n),
    };
    shape.iter().enumerate().filter_map(size).collect()
}

pub(super) fn check_out(ufunc: &Ufunc, out: &Array, result: &Dtype, shape: &[usize]) -> Result<()> {
    if out.shape() != shape {
        return Err(ShapeError::Output { output: out.shape().into(), shape: shape.into() }.into());
    }
    let casting = Casting::SameKind;
    if out.dtype() != result && !result.can_cast(out.dtype(), casting) {
        let (ufunc, from, to) = (ufunc.name.to_owned(), result.clone(), out.dtype().clone());
        return Err(UfuncError::Cast { ufunc, output: true, from, to, casting }.into());
    }
    Ok(())
}

/// What an array that is folded into holds at first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Started {
    Value,
    FirstElements,
}

fn start(ufunc: &Ufunc, array: &Array, spec: &Reduce<'_>, kept: &Layout, folded: &mut Array) -> Result<Started> {
    let needs_initial = || UfuncError::NoIdentity { ufunc: ufunc.name.to_owned() };
    if let Some(initial) = spec.initial.as_ref().or(ufunc.start.as_ref()) {
        let whole = matches!(initial.dtype().kind(), DtypeKind::Integer | DtypeKind::Unsigned);
        let limits = if whole { iinfo(folded.dtype()).ok() } else { None };
        if let (Some(limits), Some(value)) = (limits, initial.as_i128())
            && (value < limits.min || value > limits.max)
        {
            let (value, dtype) = (value.to_string(), folded.dtype().clone());
            return Err(ValueError::OutOfBounds { value, dtype }.into());
        }
        folded.fill(initial.clone())?;
        return Ok(Started::Value);
    }
    let id = folded.dtype().scalar_id();
    match (ufunc.identity, id) {
        // Zeroed already.
        (Identity::Zero, Some(_)) => return Ok(Started::Value),
        (Identity::Zero, None) if folded.dtype().kind() == DtypeKind::Timedelta => return Ok(Started::Value),
        (Identity::One, Some(id)) => {
            folded.fill(Weak::Int(1).array(&id.dtype())?.get_scalar(&[])?)?;
            return Ok(Started::Value);
        }
        (Identity::MinusInfinity, Some(id)) => {
            folded.fill(Weak::Float(f64::NEG_INFINITY).array(&id.dtype())?.get_scalar(&[])?)?;
            return Ok(Started::Value);
        }
        (Identity::MinusOne, Some(id)) => {
            let value = if id.row().kind == DtypeKind::Unsigned {
                iinfo(id.dtype())?.max
            } else if id.row().kind == DtypeKind::Bool {
                1
            } else {
                -1
            };
            folded.fill(Weak::Int(value).array(&id.dtype())?.get_scalar(&[])?)?;
            return Ok(Started::Value);
        }
        _ => {}
    }
    if spec.r#where.is_some() {
        let reason = "a mask needs an initial value, as there is no identity";
        return Err(UfuncError::NoMethod { ufunc: ufunc.name.to_owned(), method: "reduce", reason }.into());
    }
    // As in NumPy: nothing along an axis is an error even where there is no result to make of it.
    let nothing = spec.counted(array.ndim())?.iter().any(|&axis| array.shape()[axis] == 0);
    if folded.is_empty() && !(nothing && matches!(ufunc.identity, Identity::None | Identity::Reorderable)) {
        return Ok(Started::Value);
    }
    if array.is_empty() {
        // Objects have an identity only where there is nothing else.
        let value = match (ufunc.identity, folded.dtype()) {
            (Identity::Zero, Dtype::Object) => 0i64,
            (Identity::One, Dtype::Object) => 1,
            (Identity::MinusOne, Dtype::Object) => -1,
            _ => return Err(needs_initial().into()),
        };
        folded.fill(Scalar::from(value))?;
        return Ok(Started::Value);
    }
    let transfer = Transfer::plan(array.dtype(), folded.dtype())?;
    let (to, from) = (folded.data_mut()?.as_ptr(), array.data().as_ptr());
    let walk = Walk::new(folded.shape(), [folded.strides(), kept.strides()]);
    walk.try_for_each(|run| {
        let (from, to) = (from.wrapping_offset(run.offsets[1]), to.wrapping_offset(run.offsets[0]));
        // SAFETY: the run is part of both arrays, of which one is ours alone.
        unsafe { transfer.run(from, run.strides[1], to, run.strides[0], run.count) }
    })?;
    Ok(Started::FirstElements)
}

/// Casts the result, and gives it its shape.
pub(super) fn finish(folded: Array, result: &Dtype, shape: &[usize], out: Option<&mut Array>) -> Result<Array> {
    let shaped = if folded.shape() == shape {
        folded
    } else {
        // Axes of size one, which any strides will do for.
        folded.reshape(shape.iter().map(|&n| n as isize).collect::<smallvec::SmallVec<[isize; 8]>>())?
    };
    if let Some(out) = out {
        out.assign(&shaped)?;
        return Ok(out.clone());
    }
    if shaped.dtype() == result { Ok(shaped) } else { shaped.astype(result.clone()) }
}

/// Sums of floats of 16 bits, which are widened on the way, in the order of the tree.
fn widened_sum(array: &Array, resolved: &Resolved, as_they_are: bool) -> Option<ReduceFn> {
    let tree = resolved.number.is_some_and(|number| number.tree);
    if !(tree && as_they_are && array.has_aligned_elements() && resolved.compute[2] == Dtype::Float32) {
        return None;
    }
    widened(array.dtype().scalar_id()?)
}

/// The sum of the squared distances of elements from means, along axes: of which there is one for each result, of the dtype
/// that the elements are computed in. The array's elements are aligned, native and of a type that `squares` takes.
pub(crate) fn sum_of_squares(
    array: &Array,
    means: &Array,
    axes: &[usize],
    squares: ReduceFn,
    sums: Dtype,
    threads: Option<usize>,
) -> Result<Array> {
    let sums_id = sums.scalar_id();
    let kept: Dims = (0..array.ndim()).filter(|axis| !axes.contains(axis)).collect();
    let kept_layout = Layout::from_parts(
        kept.iter().map(|&axis| array.shape()[axis]).collect(),
        kept.iter().map(|&axis| array.strides()[axis]).collect(),
    );
    let like: &[&Layout] = &[&kept_layout];
    let mut folded = Array::zeroed(Layout::elementwise(kept_layout.shape(), sums.itemsize(), like)?, sums)?;
    // In the same order, so that a result and its mean are found at the same place.
    let layout = Layout::elementwise(kept_layout.shape(), means.itemsize(), like)?;
    let mut beside = Array::to_fill(layout, means.dtype().clone())?;
    beside.assign(means)?;
    let mut into = Strides::from_elem(0, array.ndim());
    for (&axis, &stride) in kept.iter().zip(folded.strides()) {
        into[axis] = stride;
    }
    let none = Strides::from_elem(0, array.ndim());
    let ptrs = [folded.data_mut()?.as_ptr(), array.data().as_ptr()];
    let beside =
        Beside { base: beside.data().as_ptr(), into: ptrs[0], size: beside.itemsize(), into_size: folded.itemsize() };
    let add = super::table::ADD.numbers.and_then(|loops| loops[sums_id? as usize].as_ref()?.reduce);
    let parts = sums_id.map_or(Parts::Whole, |id| Parts::tree(add, id));
    let work = Fold {
        step: Step::Rows { reduce: squares, beside: Some(beside), parts },
        passage: None,
        mask: None,
        walk: Walk::led_by(1, array.shape(), [&into, array.strides(), &none]),
        ptrs,
        threads,
        cost: 2 * COST,
    };
    // SAFETY: the elements are those of the array, which is borrowed; what is folded into and the means are ours alone, and
    // have an element for each result, in the same order.
    unsafe { work.run() }?;
    Ok(folded)
}
