//! What has to happen to an element on its way from one dtype to another.

use super::from_object::object_as;
use super::from_text::FromText;
use super::text::{TextSide, decode, is_empty, run_text};
use super::ticks::TickChange;
use super::to_text::ToText;
use super::{CastError, CastReason, TextProblem};
use crate::dtype::{Dtype, DtypeKind, ScalarId};
use crate::element::{Object, Scalar, owned};
use crate::error::{Error, Result};
use crate::kernels::ahead::ahead;
use crate::kernels::convert::{ConvertFn, converter};
use crate::kernels::copy::{Unit, byteswap, copy};

/// How many elements a chunk has: with the largest number, 16 KiB a side, which stays in the first cache.
const CHUNK: usize = 1024;

/// A plan for moving elements from one dtype to another.
pub(crate) struct Transfer {
    pub(super) from: Dtype,
    pub(super) to: Dtype,
    step: Step,
}

enum Step {
    /// The bytes as they are.
    Copy { itemsize: usize },
    /// Elements that own memory are cloned, one by one.
    Clone,
    /// The same value in the other byte order.
    Swap { unit: Unit, units: usize },
    /// From one number type to another; either side may be swapped.
    Number { convert: ConvertFn, from: NumberSide, to: NumberSide },
    /// From one unit of time to another; either side may be swapped.
    Ticks { change: TickChange, from: NumberSide, to: NumberSide },
    /// Bytes padded with zeros, or cut.
    Pad { from: usize, to: usize },
    /// Text of one form to another, character by character.
    Text { from: TextSide, to: TextSide },
    /// A number or time that a text says.
    FromText(Box<FromText>),
    /// The text of a number or time.
    ToText(Box<ToText>),
    /// Whether text is not empty.
    Truth(TextSide),
    /// A value of its own Rust type for each element.
    ToObject,
    /// The value of an object, if it is of a type that the other dtype takes.
    FromObject,
    /// One after the other, by way of a third dtype.
    Two(Box<[Transfer; 2]>),
    /// Each field on its own: where it was, where it goes, how.
    Fields(Vec<(usize, usize, Transfer)>),
    /// Each element of a sub-array on its own; the first is used for all if there is only one.
    Elements { from: (usize, usize), to: (usize, usize), inner: Box<Transfer> },
}

/// A number in memory.
#[derive(Clone, Copy)]
struct NumberSide {
    size: usize,
    align: usize,
    swap: Option<(Unit, usize)>,
}

impl NumberSide {
    fn of(dtype: &Dtype) -> Option<(ScalarId, NumberSide)> {
        let native = dtype.native_scalar();
        let swap = if dtype.is_native() { None } else { Some(swap_units(native)?) };
        let id = match native {
            // Their counts.
            Dtype::Datetime64(_) | Dtype::Timedelta64(_) => ScalarId::Int64,
            native => native.scalar_id()?,
        };
        Some((id, NumberSide { size: dtype.itemsize(), align: dtype.alignment(), swap }))
    }

    /// Whether a kernel can take values from this memory as they are.
    fn is_direct(self, address: usize, stride: isize) -> bool {
        self.swap.is_none() && (address | stride.unsigned_abs()).is_multiple_of(self.align)
    }
}

/// How the bytes of a dtype are swapped: in units of which size, and how many.
fn swap_units(native: &Dtype) -> Option<(Unit, usize)> {
    let (size, units) = match native.kind() {
        DtypeKind::Complex => (native.itemsize() / 2, 2),
        DtypeKind::String => (4, native.itemsize() / 4),
        _ => (native.itemsize(), 1),
    };
    match size {
        2 => Some((Unit::Two, units)),
        4 => Some((Unit::Four, units)),
        8 => Some((Unit::Eight, units)),
        _ => None,
    }
}

impl Transfer {
    /// The same plan once more.
    pub(crate) fn again(&self) -> Result<Transfer> {
        Transfer::plan(&self.from, &self.to)
    }

    /// The dtype that elements have in the end.
    pub(crate) fn target(&self) -> &Dtype {
        &self.to
    }

    /// Decides how to get from one dtype to the other. An error if there is no way.
    pub(crate) fn plan(from: &Dtype, to: &Dtype) -> Result<Transfer> {
        Transfer::plan_over(from, to, false)
    }

    /// The same by way of a third dtype, of numbers, to which they are rounded.
    pub(crate) fn plan_by_way_of(from: &Dtype, way: &Dtype, to: &Dtype) -> Result<Transfer> {
        if way == from.native_scalar() || way == to.native_scalar() || way.scalar_id().is_none() {
            return Transfer::plan(from, to);
        }
        let step = Step::Two(Box::new([Transfer::plan(from, way)?, Transfer::plan(way, to)?]));
        Ok(Transfer { from: from.clone(), to: to.clone(), step })
    }

    /// The same for a part of a record, of which `overlaid` says whether other fields may have been written over its
    /// booleans: then any byte but 0 is true.
    fn plan_over(from: &Dtype, to: &Dtype, overlaid: bool) -> Result<Transfer> {
        let (source, target) = (from.clone(), to.clone());
        if let Some(step) = step(from, to, overlaid && from.holds_bool()) {
            return Ok(Transfer { from: source, to: target, step });
        }
        Err(Error::new(CastError { from: source, to: target, reason: CastReason::NoCast }))
    }

    /// Whether elements are copied byte by byte, so that any order of axes will do and memory may be moved in bulk.
    pub(crate) fn copies(&self) -> Option<usize> {
        match self.step {
            Step::Copy { itemsize } => Some(itemsize),
            _ => None,
        }
    }

    /// Moves `n` elements.
    ///
    /// # Safety
    /// For each `i` below `n`:
    /// - `src + i * src_stride` is valid for reading an element of the source dtype, and holds one;
    /// - `dst + i * dst_stride` is valid for reading and writing an element of the target dtype, and holds one;
    /// - no element that is read overlaps one that is written.
    pub(crate) unsafe fn run(
        &self,
        src: *const u8,
        src_stride: isize,
        dst: *mut u8,
        dst_stride: isize,
        n: usize,
    ) -> Result<()> {
        match &self.step {
            // SAFETY: the caller's promises cover these elements; they do not overlap.
            Step::Copy { itemsize } => unsafe { copy(src, src_stride, dst, dst_stride, n, *itemsize) },
            Step::Swap { unit, units } => {
                let size = *unit as usize * *units;
                let run = |src, src_stride, dst, dst_stride, n| {
                    // SAFETY: as for a copy; units times the unit's size is the itemsize.
                    unsafe { byteswap(src, src_stride, dst, dst_stride, n, *unit, *units) };
                };
                ahead(run, (src, src_stride, size), (dst, dst_stride, size), n);
            }
            Step::Number { convert, from, to } => {
                let run = |src, src_stride, dst, dst_stride, n| {
                    let run = |src, src_stride, dst, dst_stride, n| {
                        // SAFETY: `run_numbers` hands on native and aligned numbers of the types that this converts between.
                        unsafe { convert(src, src_stride, dst, dst_stride, n) };
                    };
                    ahead(run, (src, src_stride, from.size), (dst, dst_stride, to.size), n);
                    Ok::<(), std::convert::Infallible>(())
                };
                // SAFETY: the caller's promises.
                let done = unsafe { run_numbers(run, (*from, src, src_stride), (*to, dst, dst_stride), n) };
                let Ok(()) = done;
            }
            Step::Ticks { change, from, to } => {
                let run = |src, src_stride, dst, dst_stride, n| {
                    // SAFETY: `run_numbers` hands on native and aligned counts.
                    unsafe { change.run((src, src_stride), (dst, dst_stride), n) }
                };
                // SAFETY: the caller's promises.
                let done = unsafe { run_numbers(run, (*from, src, src_stride), (*to, dst, dst_stride), n) };
                if let Err(ticks) = done {
                    return Err(self.refuse(Scalar::from_ticks(ticks, self.from.native_scalar())?.to_string()));
                }
            }
            Step::FromText(read) => {
                // SAFETY: the caller's promises.
                if let Err(fault) = unsafe { read.run((src, src_stride), (dst, dst_stride), n) }? {
                    let at = src.wrapping_offset(fault.at as isize * src_stride);
                    // SAFETY: the source is text, of which this is an element.
                    return Err(unsafe { self.refuse_text_at(at, fault.problem) });
                }
            }
            Step::ToText(write) => {
                // SAFETY: the caller's promises.
                if let Err(fault) = unsafe { write.run((src, src_stride), (dst, dst_stride), n) }? {
                    return Err(self.refuse_text(fault.text, fault.problem));
                }
            }
            Step::Two(steps) => {
                let [first, second] = &**steps;
                let (mut middle, size) = ([0u128; 128], first.to.itemsize());
                // Long text needs more room.
                let mut long = vec![0u128; if size > size_of_val(&middle) { size.div_ceil(16) } else { 0 }];
                let buffer = if long.is_empty() { &mut middle[..] } else { &mut long[..] };
                let count = (size_of_val(buffer) / size.max(1)).max(1);
                let (middle, size) = (buffer.as_mut_ptr().cast::<u8>(), size as isize);
                for start in (0..n).step_by(count) {
                    let (at, n) = (start as isize, (n - start).min(count));
                    let (src, dst) = (src.wrapping_offset(at * src_stride), dst.wrapping_offset(at * dst_stride));
                    // SAFETY: the caller's elements; the other side is ours and has room for as many that own no memory.
                    unsafe { first.run(src, src_stride, middle, size, n) }?;
                    // SAFETY: the numbers that were just written; the caller's places.
                    unsafe { second.run(middle, size, dst, dst_stride, n) }?;
                }
            }
            step => {
                for i in 0..n as isize {
                    let (s, d) = (src.wrapping_offset(i * src_stride), dst.wrapping_offset(i * dst_stride));
                    // SAFETY: the caller's promises, for this one element.
                    unsafe { self.run_one(step, s, d) }?;
                }
            }
        }
        Ok(())
    }

    /// Moves one element by a step that has no loop of its own.
    ///
    /// # Safety
    /// As for [`run`](Self::run), with one element.
    unsafe fn run_one(&self, step: &Step, src: *const u8, dst: *mut u8) -> Result<()> {
        match step {
            // SAFETY: both are valid elements of the one dtype.
            Step::Clone => unsafe { owned::clone_element(&self.to, src, dst) },
            Step::Pad { from, to } => {
                // SAFETY: the shorter length is inside both elements.
                unsafe { src.copy_to_nonoverlapping(dst, *from.min(to)) };
                if to > from {
                    // SAFETY: the rest of the target element.
                    unsafe { dst.wrapping_add(*from).write_bytes(0, to - from) };
                }
            }
            // SAFETY: the elements are text as the sides describe it.
            Step::Text { from, to } => unsafe { run_text(*from, src, *to, dst) }.map_err(|text| self.refuse(text))?,
            Step::Truth(side) => {
                // SAFETY: `src` is text as the side describes it.
                let empty = unsafe { is_empty(*side, src) };
                // SAFETY: `dst` is a boolean.
                unsafe { dst.write(u8::from(!empty)) };
            }
            // SAFETY: `src` is a valid element of the source dtype, `dst` a valid object.
            Step::ToObject => unsafe { self.wrap(src, dst) }?,
            // SAFETY: `src` is a valid object, `dst` a valid element of the target dtype.
            Step::FromObject => unsafe { self.unwrap(src, dst) }?,
            Step::Fields(fields) => {
                for (from, to, transfer) in fields {
                    // SAFETY: each field is inside its record, on both sides.
                    unsafe { transfer.run(src.wrapping_add(*from), 0, dst.wrapping_add(*to), 0, 1) }?;
                }
            }
            Step::Elements { from, to, inner } => {
                let stride = if from.0 == 1 { 0 } else { from.1 as isize };
                // SAFETY: the elements of both sub-arrays; the source has as many, or one for all.
                unsafe { inner.run(src, stride, dst, to.1 as isize, to.0) }?;
            }
            Step::Copy { .. }
            | Step::Swap { .. }
            | Step::Number { .. }
            | Step::Ticks { .. }
            | Step::FromText(_)
            | Step::ToText(_)
            | Step::Two(_) => {}
        }
        Ok(())
    }
}

impl Transfer {
    /// What is wrong with a value, given as text.
    #[cold]
    fn refuse(&self, value: String) -> Error {
        Error::new(CastError { from: self.from.clone(), to: self.to.clone(), reason: CastReason::Value(value) })
    }

    #[cold]
    fn refuse_text(&self, text: String, problem: TextProblem) -> Error {
        let reason = CastReason::Text { text, problem, index: None };
        Error::new(CastError { from: self.from.clone(), to: self.to.clone(), reason })
    }

    /// What is wrong with the text at `src`.
    ///
    /// # Safety
    /// - `src` is valid for reading text of the source dtype, and holds some.
    #[cold]
    unsafe fn refuse_text_at(&self, src: *const u8, problem: TextProblem) -> Error {
        let text = match TextSide::of(&self.from) {
            // SAFETY: the caller's promise.
            Some(side) => unsafe { decode(side, src) }.unwrap_or_else(|unprintable| unprintable),
            None => String::new(),
        };
        self.refuse_text(text, problem)
    }

    /// Replaces the object at `dst` by the value of the element at `src`.
    ///
    /// # Safety
    /// - `src` is valid for reading an element of the source dtype, and holds one; `dst` holds an object.
    unsafe fn wrap(&self, src: *const u8, dst: *mut u8) -> Result<()> {
        // SAFETY: the caller's promise.
        let scalar = unsafe { Scalar::read(&self.from, src) };
        // Bytes that are no UTF-8 and code points that are no characters are no text of Rust.
        if matches!(self.from.native_scalar(), Dtype::Bytes(_) | Dtype::Unicode(_)) && scalar.to_text().is_none() {
            return Err(self.refuse(scalar.to_string()));
        }
        let object = scalar.to_object();
        // SAFETY: a valid object is there, which is replaced before it is dropped: dropping may panic.
        let old = unsafe { dst.cast::<Object>().read_unaligned() };
        // SAFETY: the place of that object.
        unsafe { dst.cast::<Object>().write_unaligned(object) };
        drop(old);
        Ok(())
    }

    /// Replaces the element at `dst` by the value of the object at `src`.
    ///
    /// # Safety
    /// - `src` holds an object; `dst` is valid for an element of the target dtype and holds one.
    unsafe fn unwrap(&self, src: *const u8, dst: *mut u8) -> Result<()> {
        // SAFETY: a valid object is there; the bits read out are forgotten.
        let object = std::mem::ManuallyDrop::new(unsafe { src.cast::<Object>().read_unaligned() });
        let refuse = || self.refuse(format!("the object {}", *object));
        let scalar = object_as(&object, &self.to)?.ok_or_else(refuse)?;
        let transfer = Transfer::plan(scalar.dtype(), &self.to).map_err(|_| refuse())?;
        // SAFETY: the scalar is a valid element of its dtype; `dst` is the caller's.
        unsafe { transfer.run(scalar.as_ptr(), 0, dst, 0, 1) }.map_err(|_| refuse())
    }
}

fn step(from: &Dtype, to: &Dtype, overlaid: bool) -> Option<Step> {
    let plan = |from: &Dtype, to: &Dtype| Transfer::plan_over(from, to, overlaid).ok();
    if from == to && (!overlaid || from.has_overlapping_fields()) {
        return Some(if from.has_object() { Step::Clone } else { Step::Copy { itemsize: from.itemsize() } });
    }
    let (native_from, native_to) = (from.native_scalar(), to.native_scalar());
    if let (Some((a, from)), Some((b, to))) = (NumberSide::of(from), NumberSide::of(to)) {
        if let Some(change) = TickChange::between(native_from, native_to) {
            return Some(Step::Ticks { change, from, to });
        }
        // Time and the numbers of ml_dtypes do not know each other.
        if (native_from.scalar_id().is_none() && b.row().ml) || (native_to.scalar_id().is_none() && a.row().ml) {
            return None;
        }
        // A number of one byte of which all but 0 are true.
        let a = if overlaid && a == b { ScalarId::UInt8 } else { a };
        return Some(match (a == b, from.swap.is_some() == to.swap.is_some(), from.swap.or(to.swap)) {
            (true, false, Some((unit, units))) => Step::Swap { unit, units },
            (true, true, _) => Step::Copy { itemsize: from.size },
            _ => Step::Number { convert: converter(a, b), from, to },
        });
    }
    if native_from == native_to && !overlaid {
        let (unit, units) = swap_units(native_from)?;
        return Some(Step::Swap { unit, units });
    }
    match (from, to) {
        (Dtype::Object, to) if !matches!(to, Dtype::SubArray(_) | Dtype::Struct(_)) => Some(Step::FromObject),
        // Numbers, times and text; what has no Rust value of its own to compare and print stays as it is.
        (from, Dtype::Object) => {
            use DtypeKind::{Bool, Complex, Datetime, Float, Integer, String, Timedelta, Unsigned};
            let kinds =
                matches!(from.kind(), Bool | Integer | Unsigned | Float | Complex | Datetime | Timedelta | String);
            kinds.then_some(Step::ToObject)
        }
        // A width that is yet to be found: nothing fits, and texts of any length have none.
        (Dtype::Bytes(1..) | Dtype::Unicode(1..) | Dtype::String, Dtype::Bytes(0) | Dtype::Unicode(0)) => None,
        (Dtype::Bytes(a) | Dtype::Void(a), Dtype::Bytes(b) | Dtype::Void(b)) => Some(Step::Pad { from: *a, to: *b }),
        (Dtype::Unicode(a), Dtype::Unicode(b)) => Some(Step::Pad { from: 4 * a, to: 4 * b }),
        (Dtype::Struct(a), Dtype::Struct(b)) if a.fields().len() == b.fields().len() => {
            let overlaid = overlaid || from.has_overlapping_fields();
            let plan = |x: &Dtype, y: &Dtype| Transfer::plan_over(x, y, overlaid).ok();
            let fields = a.fields().iter().zip(b.fields());
            let fields = fields.map(|(x, y)| Some((x.offset(), y.offset(), plan(x.dtype(), y.dtype())?)));
            Some(Step::Fields(fields.collect::<Option<_>>()?))
        }
        // As in NumPy, one field does not become several.
        (Dtype::Struct(_), Dtype::Struct(_)) => None,
        (Dtype::Struct(a), to) => match a.fields() {
            [only] => Some(Step::Fields(vec![(only.offset(), 0, plan(only.dtype(), to)?)])),
            _ => None,
        },
        (from, Dtype::Struct(b)) => {
            let fields = b.fields().iter().map(|f| Some((0, f.offset(), plan(from, f.dtype())?)));
            Some(Step::Fields(fields.collect::<Option<_>>()?))
        }
        (Dtype::SubArray(a), Dtype::SubArray(b)) if a.shape() == without_leading_ones(a, b) => {
            Some(elements(plan(a.base(), b.base())?, count(a), count(b)))
        }
        // One element is broadcast, and is the value of what is no sub-array.
        (Dtype::SubArray(a), Dtype::SubArray(b)) if count(a) == 1 => {
            Some(elements(plan(a.base(), b.base())?, 1, count(b)))
        }
        (Dtype::SubArray(a), to) if count(a) == 1 && !matches!(to, Dtype::SubArray(_) | Dtype::Void(_)) => {
            Some(elements(plan(a.base(), to)?, 1, 1))
        }
        (from, Dtype::SubArray(b)) if !matches!(from, Dtype::SubArray(_)) => {
            Some(elements(plan(from, b.base())?, 1, count(b)))
        }
        // Opaque bytes take the bytes of anything that owns none, in native order; those of numbers and text may be cut.
        (from, Dtype::Void(_)) if from != native_from => {
            Some(Step::Two(Box::new([plan(from, native_from)?, plan(native_from, to)?])))
        }
        (from, Dtype::Void(b)) if !from.has_object() && (from.itemsize() <= *b || from.base() == from) => {
            Some(Step::Pad { from: from.itemsize(), to: *b })
        }
        (from, Dtype::Bool) => Some(Step::Truth(TextSide::of(from)?)),
        (from, to) => match (TextSide::of(from), TextSide::of(to)) {
            (Some(from), Some(to)) => Some(Step::Text { from, to }),
            (Some(side), None) => Some(Step::FromText(Box::new(FromText::plan(side, to)?))),
            (None, Some(side)) => Some(Step::ToText(Box::new(ToText::plan(from, side)?))),
            (None, None) => None,
        },
    }
}

fn count(sub: &crate::dtype::SubArrayDtype) -> usize {
    sub.shape().iter().product()
}

/// The shape of the second, less axes of one element before those that the first has.
fn without_leading_ones<'a>(from: &crate::dtype::SubArrayDtype, to: &'a crate::dtype::SubArrayDtype) -> &'a [usize] {
    let more = to.shape().len().saturating_sub(from.shape().len());
    let (before, rest) = to.shape().split_at(more);
    if before.iter().all(|&n| n == 1) { rest } else { to.shape() }
}

fn elements(inner: Transfer, from_count: usize, to_count: usize) -> Step {
    let (from, to) = ((from_count, inner.from.itemsize()), (to_count, inner.to.itemsize()));
    Step::Elements { from, to, inner: Box::new(inner) }
}

/// Converts numbers, through buffers where a side is swapped or unaligned.
///
/// # Safety
/// As for [`Transfer::run`]; the sides describe the dtypes that `convert` converts between. It is handed native, aligned
/// numbers: the source's, and places for the target's.
unsafe fn run_numbers<E>(
    convert: impl Fn(*const u8, isize, *mut u8, isize, usize) -> Result<(), E>,
    (from, src, src_stride): (NumberSide, *const u8, isize),
    (to, dst, dst_stride): (NumberSide, *mut u8, isize),
    n: usize,
) -> Result<(), E> {
    let direct_in = from.is_direct(src.addr(), src_stride);
    let direct_out = to.is_direct(dst.addr(), dst_stride);
    if direct_in && direct_out {
        return convert(src, src_stride, dst, dst_stride, n);
    }
    #[repr(align(64))]
    struct Buffer([std::mem::MaybeUninit<u8>; 16 * CHUNK]);
    let (mut unpacked, mut packed) =
        (Buffer([std::mem::MaybeUninit::uninit(); 16 * CHUNK]), Buffer([std::mem::MaybeUninit::uninit(); 16 * CHUNK]));
    let mut done = 0;
    while done < n {
        let count = CHUNK.min(n - done);
        let s = src.wrapping_offset(done as isize * src_stride);
        let d = dst.wrapping_offset(done as isize * dst_stride);
        let (input, input_stride) = if direct_in {
            (s, src_stride)
        } else {
            let buffer = unpacked.0.as_mut_ptr().cast::<u8>();
            // SAFETY: the buffer has room for a chunk of the largest numbers; the source is the caller's.
            unsafe { move_chunk(from, s, src_stride, buffer, from.size as isize, count) };
            (buffer.cast_const(), from.size as isize)
        };
        if direct_out {
            convert(input, input_stride, d, dst_stride, count)?;
        } else {
            let buffer = packed.0.as_mut_ptr().cast::<u8>();
            convert(input, input_stride, buffer, to.size as isize, count)?;
            // SAFETY: the buffer holds `count` numbers now; the target is the caller's.
            unsafe { move_chunk(to, buffer, to.size as isize, d, dst_stride, count) };
        }
        done += count;
    }
    Ok(())
}

/// Copies numbers into or out of a buffer, swapping their bytes if the side is swapped.
///
/// # Safety
/// As for `kernels::copy::copy`.
unsafe fn move_chunk(side: NumberSide, src: *const u8, src_stride: isize, dst: *mut u8, dst_stride: isize, n: usize) {
    match side.swap {
        // SAFETY: the caller's promises.
        Some((unit, units)) => unsafe { byteswap(src, src_stride, dst, dst_stride, n, unit, units) },
        // SAFETY: the caller's promises.
        None => unsafe { copy(src, src_stride, dst, dst_stride, n, side.size) },
    }
}
