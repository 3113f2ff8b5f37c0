//! Calls that write to their first operand: `a += &b`, and unbuffered ones at chosen positions.

use smallvec::SmallVec;

use super::Ufunc;
use super::call::{check_inputs, wrong_operands};
use super::error::UfuncError;
use super::operand::{Given, Operand};
use super::reduce::check;
use super::resolve::{Resolved, resolve};
use super::run::{Side, Work};
use crate::array::{Array, Index, IntoIndex};
use crate::cast::Transfer;
use crate::dtype::{Casting, Dtype, TypeArg};
use crate::error::Result;
use crate::kernels::grid::{Context, Grid};
use crate::layout::{IndexError, Layout, ShapeError, broadcast_shapes};

/// Replaces an array by the result for it and other operands. Its dtype and shape stay; without elements that are shared,
/// so does its memory. After an error it is unchanged.
pub(super) fn call_in_place(ufunc: &Ufunc, array: &mut Array, others: &mut [Operand<'_>]) -> Result<()> {
    if ufunc.nin != 1 + others.len() || ufunc.nout != 1 {
        return Err(wrong_operands(ufunc, 1 + others.len()));
    }
    let mut args: SmallVec<[TypeArg; 3]> = SmallVec::new();
    args.push(TypeArg::Strong(array.dtype().clone()));
    args.extend(others.iter().map(Operand::type_arg));
    let resolved = resolve(ufunc, &args)?;
    check_inputs(ufunc, &args, &resolved, Casting::SameKind)?;
    check_result(ufunc, &resolved.results[0], array.dtype())?;
    for (k, operand) in others.iter_mut().enumerate() {
        if let Given::Weak(weak) = operand.0 {
            *operand = Operand(Given::Owned(weak.array(resolved.operand(k + 1))?));
        }
    }
    let shape = {
        let mut shapes: SmallVec<[&[usize]; 3]> = SmallVec::new();
        shapes.push(array.shape());
        shapes.extend(others.iter().map(Operand::shape));
        broadcast_shapes(&shapes)?
    };
    if shape[..] != *array.shape() {
        return Err(ShapeError::Output { output: array.shape().into(), shape: shape[..].into() }.into());
    }
    // Where others share the memory, or loops may fail on the way, the result is made elsewhere.
    let mut fresh = None;
    if !array.is_writable_in_place() || resolved.number.is_none() {
        let layout = array.layout().with_order_like(array.itemsize(), array.itemsize())?;
        fresh = Some(Array::to_fill(layout, array.dtype().clone())?);
    }
    let mut work = Work::new(&resolved, &shape);
    work.input(0, Side::new(array.data().as_ptr(), array.layout(), array.dtype(), &shape)?);
    for (k, operand) in others.iter().enumerate() {
        if let Some(other) = operand.array() {
            work.input(k + 1, Side::new(other.data().as_ptr(), other.layout(), other.dtype(), &shape)?);
        }
    }
    let target = fresh.as_mut().unwrap_or(array);
    work.output(0, Side::new(target.data_mut()?.as_ptr(), target.layout(), target.dtype(), &shape)?);
    // SAFETY: all arrays are alive, and of the shape or broadcast to it. The target is new, or the array itself, which
    // `data_mut` found to be the only one over its memory, so that no other operand overlaps it.
    unsafe { work.run_on(None, resolved.cost(ufunc), ufunc.closure.as_deref()) }?;
    if let Some(fresh) = fresh {
        *array = fresh;
    }
    Ok(())
}

fn check_result(ufunc: &Ufunc, from: &Dtype, to: &Dtype) -> Result<()> {
    let casting = Casting::SameKind;
    if from == to || from.can_cast(to, casting) {
        return Ok(());
    }
    let (ufunc, from, to) = (ufunc.name.to_owned(), from.clone(), to.clone());
    Err(UfuncError::Cast { ufunc, output: true, from, to, casting }.into())
}

/// Replaces the elements at an index one after the other, so that one that is named twice is replaced twice.
pub(super) fn at(ufunc: &Ufunc, array: &mut Array, index: impl IntoIndex, values: Operand<'_>) -> Result<()> {
    check(ufunc, "at")?;
    let positions = positions(array, index)?;
    let args = [TypeArg::Strong(array.dtype().clone()), values.type_arg()];
    let resolved = resolve(ufunc, &args)?;
    check_inputs(ufunc, &args, &resolved, Casting::SameKind)?;
    check_result(ufunc, &resolved.results[0], array.dtype())?;
    let values = match values.0 {
        Given::Weak(weak) => weak.array(resolved.operand(1))?,
        Given::Ref(values) => values.clone(),
        Given::Owned(values) => values,
    };
    let values = values.astype(resolved.operand(1).clone())?.astype(resolved.compute[1].clone())?;
    let values = crate::array::broadcast_to(&values, positions.shape())?;
    Replacing { ufunc, resolved: &resolved, values: Some(&values) }.run(array, &positions)
}

/// The same for a ufunc of one input.
pub(super) fn at_unary(ufunc: &Ufunc, array: &mut Array, index: impl IntoIndex) -> Result<()> {
    if ufunc.nin != 1 || ufunc.nout != 1 {
        let (ufunc, method) = (ufunc.name.to_owned(), "at_unary");
        return Err(UfuncError::NoMethod {
            ufunc,
            method,
            reason: "only ufuncs with one input and one output have it",
        }
        .into());
    }
    let positions = positions(array, index)?;
    let args = [TypeArg::Strong(array.dtype().clone())];
    let resolved = resolve(ufunc, &args)?;
    check_inputs(ufunc, &args, &resolved, Casting::SameKind)?;
    check_result(ufunc, &resolved.results[0], array.dtype())?;
    Replacing { ufunc, resolved: &resolved, values: None }.run(array, &positions)
}

/// Elements to be replaced by what a loop makes of them.
struct Replacing<'a> {
    ufunc: &'a Ufunc,
    resolved: &'a Resolved,
    /// The second operands, of the dtype that the loop takes and in the shape of the positions, if it has any.
    values: Option<&'a Array>,
}

impl Replacing<'_> {
    /// Replaces the elements at positions, which are counted in C's order.
    fn run(self, array: &mut Array, positions: &Array) -> Result<()> {
        // The elements, as the loop takes and gives them.
        let (resolved, nin) = (self.resolved, self.resolved.compute.len() - 1);
        let computed = resolved.compute[0].clone();
        let same = *array.dtype() == computed && resolved.compute[nin] == computed && array.has_aligned_elements();
        let take = Transfer::plan_by_way_of(array.dtype(), resolved.operand(0), &computed)?;
        let give = Transfer::plan_by_way_of(&resolved.compute[nin], &resolved.results[0], array.dtype())?;
        let mut element = Array::zeros([], computed)?;
        let mut result = Array::zeros([], resolved.compute[nin].clone())?;
        let (element, result) = (element.data_mut()?.as_ptr(), result.data_mut()?.as_ptr());
        let context = Context { dtypes: &resolved.compute, closure: self.ufunc.closure.as_deref() };

        let data = array.data_mut()?.as_ptr();
        let layout = array.layout();
        let strides = contiguous_step(layout);
        let mut coordinates: SmallVec<[usize; 8]> = SmallVec::from_elem(0, layout.ndim());
        let mut value: SmallVec<[usize; 8]> = SmallVec::from_elem(0, positions.ndim());
        for position in positions.iter::<i64>()? {
            let mut rest = position as usize;
            let offset = if let Some(step) = strides {
                step * rest as isize
            } else {
                for (coordinate, &n) in coordinates.iter_mut().zip(layout.shape()).rev() {
                    (*coordinate, rest) = (rest % n, rest / n);
                }
                layout.offset_of(&coordinates)
            };
            let at = data.wrapping_offset(offset);
            let (input, output) = if same { (at, at) } else { (element, result) };
            if !same {
                // SAFETY: an element of the array, and room for one as the loop takes it.
                unsafe { take.run(at, 0, element, 0, 1) }?;
            }
            let operands = match self.values {
                Some(values) => {
                    let other = values.data().as_ptr().wrapping_offset(values.layout().offset_of(&value));
                    [input, other, output, std::ptr::null_mut()]
                }
                None => [input, output, std::ptr::null_mut(), std::ptr::null_mut()],
            };
            let grid = Grid::row(operands, [0; 4], 1);
            // SAFETY: one element each of the dtypes of the loop; the result goes to the place of the first input, or to one
            // that nothing else refers to.
            unsafe { (resolved.run)(&grid, &context) }?;
            if !same {
                // SAFETY: the result, and the element of the array that it replaces.
                unsafe { give.run(result, 0, at, 0, 1) }?;
            }
            for (coordinate, &n) in value.iter_mut().zip(positions.shape()).rev() {
                *coordinate += 1;
                if *coordinate < n {
                    break;
                }
                *coordinate = 0;
            }
        }
        Ok(())
    }
}

/// How far apart elements that follow each other in C's order are, if that is the same everywhere.
fn contiguous_step(layout: &Layout) -> Option<isize> {
    match (layout.shape(), layout.strides()) {
        ([_], [stride]) => Some(*stride),
        (_, [.., stride]) if layout.is_c_contiguous(stride.unsigned_abs()) && *stride > 0 => Some(*stride),
        _ => None,
    }
}

/// The positions that an index names, counted in C's order.
fn positions(array: &Array, index: impl IntoIndex) -> Result<Array> {
    let items = index.into_index()?;
    // One array of positions along the only axis is what most calls have.
    if let ([n], [Index::Array(named)]) = (array.shape(), &items[..])
        && named.dtype() != &Dtype::Bool
    {
        let n = *n as i64;
        let mut counted = named.astype_casting(Dtype::Int64, Casting::SameKind)?.copy()?.reshape([-1])?;
        for position in counted.as_slice_mut::<i64>()? {
            if *position < -n || *position >= n {
                return Err(IndexError::OutOfBounds { index: (*position).into(), axis: 0, size: n as usize }.into());
            }
            *position += if *position < 0 { n } else { 0 };
        }
        return counted.reshape(named.shape().iter().map(|&n| n as isize).collect::<Vec<_>>());
    }
    let shape: Vec<isize> = array.shape().iter().map(|&n| n as isize).collect();
    crate::array::arange(0, array.size() as i64, 1)?.astype(Dtype::Int64)?.reshape(shape)?.get(&items[..])
}
