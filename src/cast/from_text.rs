//! Numbers and times from text, by NumPy's grammar: Python's `int()`, `float()` and `complex()`, and ISO 8601.
//!
//! A chunk of texts is read into one of four native types, which another transfer then brings to where they go. Floats are
//! read in double precision first, as in NumPy, and rounded to smaller types after that.

use num_complex::Complex;
use smallvec::SmallVec;

use super::text::{TextSide, is_missing};
use super::{TextProblem, Transfer};
use crate::dtype::{Dtype, DtypeKind, TimeUnit, iinfo};
use crate::element::calendar::NAT;
use crate::element::number_parse::{NumberFault, parse_complex, parse_float, parse_integer, to_ascii};
use crate::element::time_line::{common_ticks, parse_date_ticks};
use crate::element::time_text::{Parsed, parse_date, parse_ticks};
use crate::element::{Text, TimeError};
use crate::error::Result;

/// How many texts are read at a time.
const CHUNK: usize = 64;

/// What a text is read as.
#[derive(Clone, Copy, Debug)]
enum Grammar {
    /// An integer between these, stored as one of 64 bits.
    Integer {
        low: i128,
        high: i128,
    },
    Float,
    Complex,
    Date(TimeUnit),
    Span(TimeUnit),
    /// A span that is written as an integer of Python: what NumPy reads from text of any length.
    Count,
}

/// A plan for reading text.
pub(super) struct FromText {
    side: TextSide,
    grammar: Grammar,
    /// From what was read to the target.
    store: Transfer,
}

/// A text that could not be read: which of them, and why.
pub(super) struct Unreadable {
    pub(super) at: usize,
    pub(super) problem: TextProblem,
}

impl FromText {
    /// `None` if the target is no number and no time.
    pub(super) fn plan(side: TextSide, to: &Dtype) -> Option<FromText> {
        let native = to.native_scalar();
        let (grammar, carrier) = match native.kind() {
            DtypeKind::Integer | DtypeKind::Unsigned => {
                let limits = iinfo(native).ok()?;
                let signed = native.kind() == DtypeKind::Integer;
                let carrier = if signed { Dtype::Int64 } else { Dtype::UInt64 };
                (Grammar::Integer { low: limits.min, high: limits.max }, carrier)
            }
            DtypeKind::Float => (Grammar::Float, Dtype::Float64),
            DtypeKind::Complex => (Grammar::Complex, Dtype::Complex128),
            DtypeKind::Datetime | DtypeKind::Timedelta => {
                let grammar = match (native, side) {
                    (Dtype::Datetime64(unit), _) => Grammar::Date(*unit),
                    (_, TextSide::Variable) => Grammar::Count,
                    (Dtype::Timedelta64(unit), _) => Grammar::Span(*unit),
                    _ => return None,
                };
                (grammar, native.clone())
            }
            _ => return None,
        };
        let store = Transfer::plan(&carrier, to).ok()?;
        Some(FromText { side, grammar, store })
    }

    /// Reads `n` texts. The first that is none of what it should be is the inner error.
    ///
    /// # Safety
    /// - As for [`Transfer::run`].
    pub(super) unsafe fn run(
        &self,
        (src, src_stride): (*const u8, isize),
        (dst, dst_stride): (*mut u8, isize),
        n: usize,
    ) -> Result<std::result::Result<(), Unreadable>> {
        let mut reader = TextReader::new(self.side, self.grammar.has_any_digits(self.side));
        let mut chunk = [0u128; CHUNK];
        let place = chunk.as_mut_ptr().cast::<u8>();
        let size = self.store.from.itemsize();
        for start in (0..n).step_by(CHUNK) {
            let count = CHUNK.min(n - start);
            for i in 0..count {
                let from = src.wrapping_offset((start + i) as isize * src_stride);
                // SAFETY: the caller's promise.
                let value = if unsafe { is_missing(self.side, from) } {
                    self.grammar.missing()
                } else {
                    // SAFETY: likewise.
                    self.grammar.read(unsafe { reader.read(from) })
                };
                let value = match value {
                    Ok(value) => value,
                    Err(problem) => return Ok(Err(Unreadable { at: start + i, problem })),
                };
                // What is more than a value is written over by the next one.
                // SAFETY: the chunk has room for as many values of 16 bytes, and these have at most as many.
                unsafe { place.wrapping_add(i * size).cast::<[u8; 16]>().write_unaligned(value) };
            }
            let to = dst.wrapping_offset(start as isize * dst_stride);
            // SAFETY: so many values were just written; their places are the caller's.
            unsafe { self.store.run(place, size as isize, to, dst_stride, count) }?;
        }
        Ok(Ok(()))
    }
}

impl Grammar {
    /// Whether digits of all scripts count, as they do in Python's text but neither in bytes nor in dates.
    fn has_any_digits(self, side: TextSide) -> bool {
        match self {
            // Python decodes bytes for these alone.
            Grammar::Complex => true,
            Grammar::Integer { .. } | Grammar::Float | Grammar::Count => !matches!(side, TextSide::Bytes(_)),
            Grammar::Date(_) | Grammar::Span(_) => false,
        }
    }

    /// A time that is missing is NaT; a number cannot be.
    #[cold]
    fn missing(self) -> std::result::Result<[u8; 16], TextProblem> {
        match self {
            Grammar::Date(_) | Grammar::Span(_) | Grammar::Count => Grammar::Count.read(b"NaT"),
            _ => Err(TextProblem::Missing),
        }
    }

    /// The bytes of the value, of which there are as many as its type has.
    #[inline(always)]
    fn read(self, text: &[u8]) -> std::result::Result<[u8; 16], TextProblem> {
        let one = |value: [u8; 8]| {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&value);
            bytes
        };
        let number = |expected: &'static str| {
            move |fault| match fault {
                NumberFault::Malformed => TextProblem::Malformed { expected, position: None },
                NumberFault::OutOfRange => TextProblem::OutOfRange,
            }
        };
        match self {
            Grammar::Integer { low, high } => {
                let value = parse_integer(text).map_err(number("an integer"))?;
                if !(low..=high).contains(&value) {
                    return Err(TextProblem::OutOfRange);
                }
                // Both halves of 64 bits, whichever sign they have.
                Ok(one((value as i64).to_ne_bytes()))
            }
            Grammar::Float => Ok(one(parse_float(text).map_err(number("a number"))?.to_ne_bytes())),
            Grammar::Complex => {
                let Complex { re, im } = parse_complex(text).map_err(number("a complex number"))?;
                let mut bytes = one(re.to_ne_bytes());
                bytes[8..].copy_from_slice(&im.to_ne_bytes());
                Ok(bytes)
            }
            Grammar::Date(unit) => {
                let ticks = match common_ticks(text, unit) {
                    Some(ticks) => ticks,
                    None => parse_date_ticks(ascii(text), unit).map_err(time_problem)?,
                };
                Ok(one(ticks.to_ne_bytes()))
            }
            Grammar::Span(unit) => Ok(one(parse_ticks(ascii(text), unit).map_err(time_problem)?.to_ne_bytes())),
            Grammar::Count => {
                if text.is_empty() || text.eq_ignore_ascii_case(b"nat") {
                    return Ok(one(NAT.to_ne_bytes()));
                }
                let value = parse_integer(text).map_err(number("an integer or NaT"))?;
                let ticks = i64::try_from(value).ok().filter(|&ticks| ticks != NAT);
                Ok(one(ticks.ok_or(TextProblem::OutOfRange)?.to_ne_bytes()))
            }
        }
    }
}

fn time_problem(error: TimeError) -> TextProblem {
    match error {
        TimeError::Unreadable { expected, position, .. } => {
            TextProblem::Malformed { expected, position: Some(position) }
        }
        TimeError::OutOfRange { .. } => TextProblem::OutOfRange,
        TimeError::NoUnit { .. } => TextProblem::NoUnit,
    }
}

/// What a reader has made ASCII of.
fn ascii(text: &[u8]) -> &str {
    // Bytes of a fixed width may be others: no date has them.
    std::str::from_utf8(text).unwrap_or("?")
}

/// Texts as ASCII.
pub(super) struct TextReader {
    side: TextSide,
    any_digits: bool,
    scratch: SmallVec<[u8; 128]>,
    /// The bits of the text of any length that is being read.
    held: std::mem::ManuallyDrop<Text>,
}

impl TextReader {
    /// With digits of all scripts made ASCII, or not.
    pub(super) fn new(side: TextSide, any_digits: bool) -> TextReader {
        let width = if let TextSide::Unicode(width, _) = side { width } else { 0 };
        TextReader { side, any_digits, scratch: smallvec::smallvec![0; width], held: std::mem::ManuallyDrop::default() }
    }

    /// The characters of a text, without the zeros at the end of a fixed width. What is not ASCII is `?`, or the digit or
    /// space that it stands for; bytes are left as they are.
    ///
    /// # Safety
    /// - `src` is valid for reading such text, as long as what is returned is used.
    #[inline(always)]
    pub(super) unsafe fn read(&mut self, src: *const u8) -> &[u8] {
        match self.side {
            TextSide::Bytes(width) => {
                // SAFETY: the caller's promise.
                let bytes = unsafe { std::slice::from_raw_parts(src, width) };
                let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
                if self.any_digits && !bytes[..end].is_ascii() {
                    return codes_of(&mut self.scratch, &bytes[..end], self.any_digits);
                }
                &bytes[..end]
            }
            TextSide::Unicode(width, false) => {
                // SAFETY: the caller's promise; `i` is below the width.
                let code = |i: usize| unsafe { src.wrapping_add(4 * i).cast::<u32>().read_unaligned() };
                self.narrow(width, code)
            }
            TextSide::Unicode(width, true) => {
                // SAFETY: likewise.
                let code = |i: usize| unsafe { src.wrapping_add(4 * i).cast::<u32>().read_unaligned() }.swap_bytes();
                self.narrow(width, code)
            }
            TextSide::Variable => {
                // SAFETY: a valid text is there, as `Text` is laid out. It need not be aligned, so its bits are copied, to where
                // they stay while they are read: short text is in them. They are never dropped.
                self.held = std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() });
                let bytes = self.held.as_bytes();
                if bytes.is_ascii() { bytes } else { codes_of(&mut self.scratch, bytes, self.any_digits) }
            }
        }
    }

    #[inline(always)]
    fn narrow(&mut self, width: usize, code: impl Fn(usize) -> u32) -> &[u8] {
        let mut end = width;
        while end > 0 && code(end - 1) == 0 {
            end -= 1;
        }
        let scratch = &mut self.scratch[..end];
        let mut all = 0;
        for (i, byte) in scratch.iter_mut().enumerate() {
            let code = code(i);
            all |= code;
            *byte = code as u8;
        }
        if all > 0x7f {
            let any_digits = self.any_digits;
            scratch.iter_mut().enumerate().for_each(|(i, byte)| *byte = character(code(i), any_digits));
        }
        scratch
    }
}

#[cold]
fn codes_of<'s>(scratch: &'s mut SmallVec<[u8; 128]>, bytes: &[u8], any_digits: bool) -> &'s [u8] {
    let text = std::str::from_utf8(bytes).unwrap_or("?");
    scratch.clear();
    scratch.extend(text.chars().map(|c| character(c.into(), any_digits)));
    scratch
}

fn character(code: u32, any_digits: bool) -> u8 {
    if any_digits || code < 0x80 { to_ascii(code) } else { b'?' }
}

/// Finds the unit of time that texts are written to: the coarsest that holds all of them, as NumPy finds it.
pub(crate) struct TextUnits {
    reader: TextReader,
    dtype: Dtype,
}

impl TextUnits {
    /// `None` if the dtype is none of text.
    pub(crate) fn new(dtype: &Dtype) -> Option<TextUnits> {
        let reader = TextReader::new(TextSide::of(dtype)?, false);
        Some(TextUnits { reader, dtype: Dtype::Datetime64(TimeUnit::GENERIC) })
    }

    /// Takes so many texts into account. What is no date says nothing; reading it says what is wrong.
    ///
    /// # Safety
    /// - So many texts of the dtype are at `src` and every `stride` bytes from there.
    pub(crate) unsafe fn run(&mut self, src: *const u8, stride: isize, n: usize) -> Result<()> {
        for i in 0..n as isize {
            // SAFETY: the caller's promise.
            let text = ascii(unsafe { self.reader.read(src.wrapping_offset(i * stride)) });
            if let Ok(Parsed::Time { unit, .. }) = parse_date(text)
                && self.dtype != Dtype::Datetime64(unit)
            {
                self.dtype = self.dtype.promote(&Dtype::Datetime64(unit))?;
            }
        }
        Ok(())
    }

    /// The dtype of dates in that unit.
    pub(crate) fn dtype(self) -> Dtype {
        self.dtype
    }
}
