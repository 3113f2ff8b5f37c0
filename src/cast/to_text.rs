//! Numbers and times as text: NumPy's `str` of each, cut where a fixed width has no room, as NumPy cuts it. Dates are never
//! cut: that is an error, in NumPy too.

use num_complex::Complex;

use super::text::{TextSide, replace};
use super::{TextProblem, Transfer};
use crate::dtype::{Dtype, DtypeKind, TimeUnit};
use crate::element::Text;
use crate::element::calendar::NAT;
use crate::element::number_text::{
    FloatText, Line, write_bool, write_complex, write_float, write_integer, write_unsigned,
};
use crate::element::time_line::{write_date, write_span};
use crate::error::Result;

/// How many values are loaded at a time.
const CHUNK: usize = 64;

/// How a value is written.
#[derive(Clone, Copy, Debug)]
enum Form {
    Bool,
    Integer,
    Unsigned,
    Float(FloatText),
    Complex(FloatText),
    Date(TimeUnit),
    Span(TimeUnit),
    /// The count alone: what NumPy writes of spans to text of any length.
    Count,
}

/// A plan for writing values as text.
pub(super) struct ToText {
    /// From the source to one of four native types.
    load: Transfer,
    form: Form,
    side: TextSide,
}

/// A value that has no text, or one that a width has no room for: its text, and what is wrong.
pub(super) struct Unwritable {
    pub(super) text: String,
    pub(super) problem: TextProblem,
}

impl ToText {
    /// `None` if the source is no number and no time.
    pub(super) fn plan(from: &Dtype, side: TextSide) -> Option<ToText> {
        let native = from.native_scalar();
        let float = native.scalar_id().map_or(FloatText::Double, FloatText::of);
        let (form, carrier) = match (native.kind(), native) {
            (DtypeKind::Bool, _) => (Form::Bool, Dtype::UInt64),
            (DtypeKind::Integer, _) => (Form::Integer, Dtype::Int64),
            (DtypeKind::Unsigned, _) => (Form::Unsigned, Dtype::UInt64),
            (DtypeKind::Float, _) => (Form::Float(float), Dtype::Float64),
            (DtypeKind::Complex, _) => (Form::Complex(float), Dtype::Complex128),
            (_, Dtype::Datetime64(unit)) => (Form::Date(*unit), native.clone()),
            (_, Dtype::Timedelta64(_)) if matches!(side, TextSide::Variable) => (Form::Count, native.clone()),
            (_, Dtype::Timedelta64(unit)) => (Form::Span(*unit), native.clone()),
            _ => return None,
        };
        Some(ToText { load: Transfer::plan(from, &carrier).ok()?, form, side })
    }

    /// Writes `n` values. The first that cannot be written is the inner error.
    ///
    /// # Safety
    /// - As for [`Transfer::run`].
    pub(super) unsafe fn run(
        &self,
        (src, src_stride): (*const u8, isize),
        (dst, dst_stride): (*mut u8, isize),
        n: usize,
    ) -> Result<std::result::Result<(), Unwritable>> {
        let mut chunk = [[0u64; 2]; CHUNK];
        let size = self.load.to.itemsize();
        let mut line = Line::new();
        for start in (0..n).step_by(CHUNK) {
            let count = CHUNK.min(n - start);
            let from = src.wrapping_offset(start as isize * src_stride);
            // SAFETY: the caller's elements; the chunk has room for as many of 16 bytes.
            unsafe { self.load.run(from, src_stride, chunk.as_mut_ptr().cast(), size as isize, count) }?;
            let words = chunk.as_flattened();
            for i in 0..count {
                line.clear();
                let value = if size == 16 { [words[2 * i], words[2 * i + 1]] } else { [words[i], 0] };
                if self.form.write(&mut line, value).is_none() {
                    let text = format!("{} generic time units", value[0].cast_signed());
                    return Ok(Err(Unwritable { text, problem: TextProblem::NoUnit }));
                }
                let to = dst.wrapping_offset((start + i) as isize * dst_stride);
                if let (Form::Date(_), TextSide::Bytes(width) | TextSide::Unicode(width, _)) = (self.form, self.side)
                    && line.as_bytes().len() > width
                {
                    let problem = TextProblem::TooLong { width };
                    return Ok(Err(Unwritable { text: line.as_str().to_owned(), problem }));
                }
                // SAFETY: a text of the target's form is there.
                unsafe { store(self.side, to, &line) };
            }
        }
        Ok(Ok(()))
    }
}

impl Form {
    /// Adds a value to an empty line; `None` for a date without a unit.
    #[inline(always)]
    fn write(self, line: &mut Line, [first, second]: [u64; 2]) -> Option<()> {
        let ticks = first.cast_signed();
        match self {
            Form::Bool => write_bool(line, first != 0),
            Form::Integer => write_integer(line, ticks),
            Form::Unsigned => write_unsigned(line, first),
            Form::Float(form) => write_float(line, f64::from_bits(first), form),
            Form::Complex(form) => {
                write_complex(line, Complex::new(f64::from_bits(first), f64::from_bits(second)), form);
            }
            Form::Date(unit) => return write_date(line, ticks, unit),
            Form::Span(unit) => write_span(line, ticks, unit),
            Form::Count if ticks == NAT => line.push(b"NaT"),
            Form::Count => write_integer(line, ticks),
        }
        Some(())
    }
}

/// Replaces a text, cut to its width.
///
/// # Safety
/// - `dst` is valid for reading and writing text of this form, and holds one.
#[inline(always)]
unsafe fn store(side: TextSide, dst: *mut u8, line: &Line) {
    let bytes = line.as_bytes();
    match side {
        TextSide::Bytes(width) => {
            let count = bytes.len().min(width);
            // SAFETY: the line is elsewhere; the element has that width.
            unsafe { bytes.as_ptr().copy_to_nonoverlapping(dst, count) };
            // SAFETY: the rest of the element.
            unsafe { dst.wrapping_add(count).write_bytes(0, width - count) };
        }
        TextSide::Unicode(width, swapped) => {
            let count = bytes.len().min(width);
            for (i, &byte) in bytes[..count].iter().enumerate() {
                let code = if swapped { u32::from(byte).swap_bytes() } else { byte.into() };
                // SAFETY: a character of the element, which has that width.
                unsafe { dst.wrapping_add(4 * i).cast::<u32>().write_unaligned(code) };
            }
            // SAFETY: the rest of the element.
            unsafe { dst.wrapping_add(4 * count).write_bytes(0, 4 * (width - count)) };
        }
        // SAFETY: a text is there.
        TextSide::Variable => unsafe { replace(dst, Text::from(line.as_str())) },
    }
}
