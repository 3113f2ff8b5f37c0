//! A call: resolve, broadcast, allocate, run. Nothing here looks at elements.
//!
//! 1. Small calls go the short way: operands of one dtype, or with a bare number that joins it, which lie in memory in
//!    one row. What that costs is what small arrays live on.
//! 2. All others: the loop is resolved (`resolve`), bare numbers become elements, shapes are broadcast, outputs are
//!    checked, lent by an operand, or made in the order of the inputs' axes; then the walk (`run`).

use smallvec::SmallVec;

use super::Ufunc;
use super::error::UfuncError;
use super::operand::{Given, Operand};
use super::options::Options;
use super::resolve::{Resolved, is_number, resolve, resolve_as, rounded_to};
use super::run::{Side, Work};
use crate::array::{Array, Order};
use crate::dtype::{Casting, Dtype, DtypeKind, ScalarId, TypeArg};
use crate::error::Result;
use crate::kernels::convert::converter;
use crate::kernels::grid::{Context, Grid, MAX_OPERANDS, NumberLoop, computed_as};
use crate::layout::{Dims, Layout, ShapeError, broadcast_shapes};

/// The results of a call.
pub(super) type Outputs = SmallVec<[Array; 2]>;

/// Calls a ufunc with one output, without options.
#[inline]
pub(super) fn call_plain<const N: usize>(ufunc: &Ufunc, mut inputs: [Operand<'_>; N]) -> Result<Array> {
    if ufunc.nin != N || ufunc.nout != 1 {
        return Err(wrong_operands(ufunc, N));
    }
    if let Some(quick) = quick(ufunc, &mut inputs) {
        return quick;
    }
    only(ufunc, call(ufunc, &mut inputs, Options::default())?)
}

pub(super) fn only(ufunc: &Ufunc, outputs: Outputs) -> Result<Array> {
    let given = outputs.len();
    match outputs.into_iter().next() {
        Some(output) if given == 1 => Ok(output),
        _ => Err(UfuncError::Outputs { ufunc: ufunc.name.to_owned(), outputs: given }.into()),
    }
}

#[cold]
pub(super) fn wrong_operands(ufunc: &Ufunc, given: usize) -> crate::error::Error {
    let (expected, what) = (ufunc.nin, if ufunc.nin == 1 { "input" } else { "inputs" });
    UfuncError::Operands { ufunc: ufunc.name.to_owned(), expected, given, what }.into()
}

/// The short way. `None` if it does not lead to the result.
#[inline]
fn quick<const N: usize>(ufunc: &Ufunc, inputs: &mut [Operand<'_>; N]) -> Option<Result<Array>> {
    let loops = ufunc.numbers?;
    // All operands are numbers of one type, or bare ones that join it, and at least one is an array.
    let first = inputs.iter().find_map(Operand::array)?;
    let id = first.dtype().scalar_id()?;
    let (kind, itemsize) = (id.row().kind, first.itemsize());
    for input in &*inputs {
        match &input.0 {
            // A bare number of their own kind does not join the numbers of ml_dtypes; the long way knows what becomes of them.
            Given::Weak(super::operand::Weak::Float(_)) if id.row().ml => return None,
            Given::Weak(super::operand::Weak::Int(_)) if id.row().ml && kind != DtypeKind::Float => return None,
            Given::Weak(weak) if weak.joins(kind) => {}
            Given::Weak(_) => return None,
            Given::Ref(array) if array.dtype().scalar_id() == Some(id) => {}
            Given::Owned(array) if array.dtype().scalar_id() == Some(id) => {}
            _ => return None,
        }
    }
    let found: &'static NumberLoop = loops[id as usize].as_ref()?;
    // A smaller type is computed in a larger one.
    let computed = found.types[0];
    if found.types[..N].iter().any(|&input| input != computed) || (computed != id && computed != computed_as(id)) {
        return None;
    }
    // All arrays have one shape and lie in one row, or have one element.
    let shape = inputs.iter().filter_map(Operand::array).map(Array::shape).max_by_key(|shape| shape.len())?;
    let n: usize = shape.iter().product();
    let mut steps = [0isize; MAX_OPERANDS];
    let mut ptrs = [std::ptr::null_mut::<u8>(); MAX_OPERANDS];
    let mut numbers = [const { None }; N];
    for (k, input) in inputs.iter().enumerate() {
        let Some(array) = input.array() else { continue };
        if array.shape() == shape {
            if !array.layout().is_c_contiguous(itemsize) {
                return None;
            }
            steps[k] = itemsize as isize;
        } else if array.ndim() != 0 {
            return None;
        }
        ptrs[k] = array.data().as_ptr();
        if !(ptrs[k] as usize).is_multiple_of(id.row().align as usize) {
            return None;
        }
    }
    let out_id = rounded_to(found, found.types[N], id);
    // The magnitudes of complex numbers have a family of their own.
    if computed != id && (n > SMALL || kind == DtypeKind::Complex) {
        return None;
    }
    let out_size = out_id.row().size as usize;
    steps[N] = out_size as isize;
    for (k, input) in inputs.iter().enumerate() {
        if let Given::Weak(weak) = input.0 {
            match weak.bytes(id) {
                Ok(bytes) => ptrs[k] = numbers[k].insert(bytes).0.as_mut_ptr(),
                // Comparisons take any number; the long way knows.
                Err(_) => return None,
            }
        }
    }
    let result = (|| {
        // An operand that is handed over lends its memory, if nothing else refers to it.
        let lender = inputs.iter_mut().zip(&steps).position(|(input, &step)| match &mut input.0 {
            Given::Owned(array) => out_id == id && step != 0 && array.is_writable_in_place(),
            _ => false,
        });
        let output = match lender {
            Some(k) => {
                let Given::Owned(array) = std::mem::replace(&mut inputs[k], Operand::from(0)).0 else {
                    unreachable!("it was found to be owned")
                };
                array
            }
            None => Array::to_fill(Layout::c_order(shape_of(inputs, n, &steps), out_size)?, out_id.dtype())?,
        };
        ptrs[N] = output.data().as_ptr();
        if computed != id {
            // SAFETY: as below; the loop takes and gives other types, which there are conversions to and from.
            unsafe { run_converted(found, (id, out_id), ptrs, steps, (N, n)) }?;
            return Ok(output);
        }
        let grid = Grid::row(ptrs, steps, n);
        // SAFETY: the inputs are `n` aligned numbers of the type each, or one; the output has room for as many of its
        // type and is new, or the very input that lent its memory.
        unsafe { (found.run)(&grid, &Context { dtypes: &[], closure: None }) }?;
        Ok(output)
    })();
    Some(result)
}

/// Up to so many elements of a smaller type are converted on the stack.
const SMALL: usize = 64;

/// Runs a loop on a few numbers of a smaller type than it takes.
///
/// # Safety
/// - `ptrs` are `nin` inputs, `n` numbers of the first type each or one, by `steps`, and an output with room for `n` numbers
///   of the second, which may be one of the inputs. `n` is at most [`SMALL`].
unsafe fn run_converted(
    found: &NumberLoop,
    (id, out_id): (ScalarId, ScalarId),
    mut ptrs: [*mut u8; MAX_OPERANDS],
    mut steps: [isize; MAX_OPERANDS],
    (nin, n): (usize, usize),
) -> Result<()> {
    let mut wide = [const { [0u128; SMALL] }; MAX_OPERANDS];
    let (output, output_step) = (ptrs[nin], steps[nin]);
    for k in 0..=nin {
        let (buffer, size) = (wide[k].as_mut_ptr().cast::<u8>(), found.types[k].row().size as isize);
        if k < nin {
            let count = if steps[k] == 0 { 1 } else { n };
            // SAFETY: the input's numbers; the buffer has room for as many of any type.
            unsafe { converter(id, found.types[k])(ptrs[k], steps[k], buffer, size, count) };
        }
        (ptrs[k], steps[k]) = (buffer, if steps[k] == 0 && k < nin { 0 } else { size });
    }
    // SAFETY: the buffers hold what the loop takes, and have room for what it gives.
    unsafe { (found.run)(&Grid::row(ptrs, steps, n), &Context { dtypes: &[], closure: None }) }?;
    // SAFETY: the loop wrote these numbers; the output has room for them.
    unsafe { converter(found.types[nin], out_id)(ptrs[nin], steps[nin], output, output_step, n) };
    Ok(())
}

/// The shape of the operand that is not a single element.
#[inline]
fn shape_of<'s>(inputs: &'s [Operand<'_>], n: usize, steps: &[isize]) -> &'s [usize] {
    let full = inputs.iter().zip(steps).find(|(_, step)| **step != 0);
    debug_assert!(full.is_none_or(|(input, _)| input.shape().iter().product::<usize>() == n));
    full.map_or(&[], |(input, _)| input.shape())
}

/// Calls a ufunc.
pub(super) fn call(ufunc: &Ufunc, inputs: &mut [Operand<'_>], options: Options<'_>) -> Result<Outputs> {
    if inputs.len() != ufunc.nin {
        return Err(wrong_operands(ufunc, inputs.len()));
    }
    if options.asks_for_checks() {
        return super::checked::call(ufunc, inputs, options);
    }
    let args: SmallVec<[TypeArg; 3]> = inputs.iter().map(Operand::type_arg).collect();
    let resolved = match &options.dtype {
        Some(dtype) => resolve_as(ufunc, &args, dtype)?,
        None => resolve(ufunc, &args)?,
    };
    check_inputs(ufunc, &args, &resolved, options.casting)?;
    for (k, input) in inputs.iter_mut().enumerate() {
        if let Given::Weak(weak) = input.0 {
            *input = Operand(Given::Owned(weak.array(resolved.operand(k))?));
        }
    }
    carry_out(ufunc, &resolved, inputs, options)
}

/// Runs a loop on arrays that may be cast to what it takes.
pub(super) fn carry_out(
    ufunc: &Ufunc,
    resolved: &Resolved,
    inputs: &mut [Operand<'_>],
    options: Options<'_>,
) -> Result<Outputs> {
    let shape = common_shape(inputs, &options)?;
    let Options { mut out, r#where, order, casting, .. } = options;
    check_outputs(ufunc, &out, resolved, &shape, casting)?;
    check_mask(ufunc, r#where)?;
    if !out.is_empty() && out.len() != ufunc.nout {
        let (expected, given) = (ufunc.nout, out.len());
        return Err(UfuncError::Operands { ufunc: ufunc.name.to_owned(), expected, given, what: "outputs" }.into());
    }

    // What an output that was given holds is written in place; other outputs are lent by an operand, or made.
    let mut made: Outputs = SmallVec::new();
    let mut work = Work::new(resolved, &shape);
    if out.is_empty() {
        for (k, dtype) in resolved.results.iter().enumerate() {
            let lender = if k == 0 && r#where.is_none() { lender(inputs, dtype, &shape) } else { None };
            if let Some(index) = lender
                && let Given::Owned(mut array) =
                    std::mem::replace(&mut inputs[index].0, Given::Weak(super::operand::Weak::Int(0)))
            {
                work.input(index, Side::new(array.data_mut()?.as_ptr(), array.layout(), array.dtype(), &shape)?);
                made.push(array);
                continue;
            }
            let layout = output_layout(inputs, dtype, &shape, order)?;
            let fresh = if r#where.is_some() {
                Array::zeroed(layout, dtype.clone())
            } else {
                Array::to_fill(layout, dtype.clone())
            };
            made.push(fresh?);
        }
    }
    for (k, input) in inputs.iter().enumerate() {
        if let Some(array) = input.array() {
            work.input(k, Side::new(array.data().as_ptr(), array.layout(), array.dtype(), &shape)?);
        }
    }
    if out.is_empty() {
        for (k, array) in made.iter_mut().enumerate() {
            work.output(k, Side::new(array.data_mut()?.as_ptr(), array.layout(), array.dtype(), &shape)?);
        }
    } else {
        for (k, array) in out.iter_mut().enumerate() {
            work.output(k, Side::new(array.data_mut()?.as_ptr(), array.layout(), array.dtype(), &shape)?);
        }
    }
    if let Some(mask) = r#where {
        work.mask(Side::new(mask.data().as_ptr(), mask.layout(), mask.dtype(), &shape)?);
    }
    // SAFETY: the sides are those of arrays that are alive: the inputs are borrowed or owned by `inputs`, outputs are
    // borrowed for writing, or in `made`. `data_mut` made each output the only array over its memory, so that it overlaps
    // no input, except the one that lent it, whose layout is the same.
    unsafe { work.run(ufunc.closure.as_deref()) }?;
    made.extend(out.iter().map(|array| (**array).clone()));
    Ok(made)
}

/// The shape of the results: that of the inputs, broadcast, with the mask; outputs that are given may be wider.
pub(super) fn common_shape(inputs: &[Operand<'_>], options: &Options<'_>) -> Result<Dims> {
    let mut shapes: SmallVec<[&[usize]; 4]> = inputs.iter().map(Operand::shape).collect();
    shapes.extend(options.r#where.map(Array::shape));
    shapes.extend(options.out.iter().map(|out| out.shape()));
    broadcast_shapes(&shapes)
}

/// An error if a mask is not of booleans.
pub(super) fn check_mask(ufunc: &Ufunc, mask: Option<&Array>) -> Result<()> {
    match mask {
        Some(mask) if mask.dtype() != &Dtype::Bool => {
            let (ufunc, from, to) = (ufunc.name.to_owned(), mask.dtype().clone(), Dtype::Bool);
            Err(UfuncError::Cast { ufunc, output: false, from, to, casting: Casting::Safe }.into())
        }
        _ => Ok(()),
    }
}

pub(super) fn check_inputs(ufunc: &Ufunc, args: &[TypeArg], resolved: &Resolved, casting: Casting) -> Result<()> {
    // Logical operations take the truth of anything, where it is not of one dtype.
    let native =
        |arg: &TypeArg| if let TypeArg::Strong(dtype) = arg { Some(dtype.native_scalar().clone()) } else { None };
    if ufunc.name.starts_with("logical") && args.iter().any(|arg| native(arg) != native(&args[0]) || !is_number(arg)) {
        return Ok(());
    }
    for (k, arg) in args.iter().enumerate() {
        let to = resolved.operand(k);
        if let TypeArg::Strong(from) = arg
            && from != to
            && !from.can_cast(to, casting)
        {
            let (ufunc, from, to) = (ufunc.name.to_owned(), from.clone(), to.clone());
            return Err(UfuncError::Cast { ufunc, output: false, from, to, casting }.into());
        }
    }
    Ok(())
}

pub(super) fn check_outputs(
    ufunc: &Ufunc,
    out: &[&mut Array],
    resolved: &Resolved,
    shape: &[usize],
    casting: Casting,
) -> Result<()> {
    for (array, from) in out.iter().zip(&resolved.results) {
        if array.dtype() != from && !from.can_cast(array.dtype(), casting) {
            let (ufunc, from, to) = (ufunc.name.to_owned(), from.clone(), array.dtype().clone());
            return Err(UfuncError::Cast { ufunc, output: true, from, to, casting }.into());
        }
        if array.shape() != shape {
            return Err(ShapeError::Output { output: array.shape().into(), shape: shape.into() }.into());
        }
    }
    Ok(())
}

/// An operand that was handed over and can hold the result.
fn lender(inputs: &mut [Operand<'_>], dtype: &Dtype, shape: &[usize]) -> Option<usize> {
    inputs.iter_mut().position(|input| match &mut input.0 {
        Given::Owned(array) => array.dtype() == dtype && array.shape() == shape && array.is_writable_in_place(),
        _ => false,
    })
}

/// The layout of a new output.
pub(super) fn output_layout(inputs: &[Operand<'_>], dtype: &Dtype, shape: &[usize], order: Order) -> Result<Layout> {
    let itemsize = dtype.itemsize();
    let arrays = inputs.iter().filter_map(Operand::array);
    match order {
        Order::C => Layout::c_order(shape, itemsize),
        Order::F => Layout::f_order(shape, itemsize),
        Order::A => {
            let fortran = arrays.clone().all(|a| a.flags().f_contiguous && !a.flags().c_contiguous);
            if fortran { Layout::f_order(shape, itemsize) } else { Layout::c_order(shape, itemsize) }
        }
        Order::K => {
            if shape.len() <= 1 {
                return Layout::c_order(shape, itemsize);
            }
            let strides = arrays.map(|a| a.layout().broadcast_to(shape)).collect::<Result<SmallVec<[Layout; 3]>>>()?;
            Layout::elementwise(shape, itemsize, &strides.iter().collect::<SmallVec<[&Layout; 3]>>())
        }
    }
}
