//! How functions of text run: once over all elements, whatever text is made of.
//!
//! An operation is a type with one function that is generic over [`Rules`]. Text of a fixed width is lent to it as it lies in
//! memory, and what it makes is written in place. Text of any length is lent as bytes if all of it is ASCII, else as code
//! points; results are gathered in buffers that are used again.

use super::argument::{Kind, Texts};
use super::error::StringsError;
use super::rules::{AsciiRules, BytesRules, Room, Rules, Sink, UnicodeRules, trimmed};
use crate::array::{Array, Codes, Failed, Like, Plain, Strings, walk_columns};
use crate::dtype::{Dtype, MAX_ITEMSIZE};
use crate::element::Text;
use crate::element::scalars::Bool;
use crate::error::{Error, Result};
use crate::layout::{Layout, broadcast_shapes};

/// The elements at one position: texts without the zeros at their ends, and integers.
pub(super) struct Args<'a, R: Rules, const T: usize, const I: usize> {
    pub(super) texts: [&'a [R::Unit]; T],
    pub(super) integers: [i64; I],
}

/// What can be wrong with one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NotFound,
    EmptySeparator,
    TooLong,
    Missing,
}

/// An operation that tells something about text.
pub(super) trait Ask<const T: usize, const I: usize> {
    /// What it tells.
    type Answer: Answer;
    /// What it tells of text that is missing, if not an error.
    const MISSING: Option<Self::Answer> = None;

    fn ask<R: Rules>(&self, args: Args<'_, R, T, I>) -> Result<Self::Answer, Fault>;
}

/// An operation that makes text.
pub(super) trait Edit<const T: usize, const I: usize> {
    fn edit<R: Rules>(&self, args: Args<'_, R, T, I>, out: &mut impl Sink<R::Unit>) -> Result<(), Fault>;
}

/// How wide text of a fixed width becomes, as NumPy computes it.
pub(super) trait Measure<const T: usize, const I: usize> {
    fn measure<R: Rules>(&self, args: Args<'_, R, T, I>) -> Result<usize, Fault>;
}

/// A truth value or a number.
pub(super) trait Answer: Copy {
    /// Its dtype.
    const DTYPE: Dtype;
    /// How it is written.
    type Target: for<'x> crate::array::Target<Place<'x> = &'x mut Self::Stored>;
    /// As it lies in memory.
    type Stored: 'static;

    fn stored(self) -> Self::Stored;
}

impl Answer for bool {
    const DTYPE: Dtype = Dtype::Bool;
    type Target = Plain<bool>;
    type Stored = Bool;

    #[inline(always)]
    fn stored(self) -> Bool {
        Bool::new(self)
    }
}

impl Answer for i64 {
    const DTYPE: Dtype = Dtype::Int64;
    type Target = Plain<i64>;
    type Stored = i64;

    #[inline(always)]
    fn stored(self) -> i64 {
        self
    }
}

/// A call: its name for errors, and its operands.
pub(super) struct Call<const T: usize, const I: usize> {
    pub(super) function: &'static str,
    pub(super) kind: Kind,
    pub(super) texts: [Array; T],
    pub(super) integers: [Array; I],
    pub(super) shape: Vec<usize>,
}

/// Code points of texts that are not ASCII.
struct Decoded<const T: usize>([Vec<u32>; T]);

impl<const T: usize> Decoded<T> {
    fn new() -> Decoded<T> {
        Decoded(std::array::from_fn(|_| Vec::new()))
    }

    #[inline]
    fn fill(&mut self, texts: [&str; T]) -> [&[u32]; T] {
        for (codes, text) in self.0.iter_mut().zip(texts) {
            codes.clear();
            codes.extend(text.chars().map(u32::from));
        }
        self.0.each_ref().map(Vec::as_slice)
    }
}

/// Makes a string of code points.
#[inline]
pub(super) fn encode_into(codes: &[u32], string: &mut String) {
    string.clear();
    string.extend(codes.iter().map(|&code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)));
}

#[inline(always)]
fn all_ascii<const T: usize>(texts: &[&str; T]) -> bool {
    texts.iter().all(|text| text.is_ascii())
}

impl<const T: usize, const I: usize> Call<T, I> {
    /// A call, with the shape that its operands are broadcast to.
    pub(super) fn new(function: &'static str, texts: Texts<T>, integers: [Array; I]) -> Result<Call<T, I>> {
        let Texts { kind, arrays: texts } = texts;
        let shapes: Vec<&[usize]> = texts.iter().chain(&integers).map(Array::shape).collect();
        let shape = broadcast_shapes(&shapes)?.to_vec();
        Ok(Call { function, kind, texts, integers, shape })
    }

    /// The dtype of the first text.
    pub(super) fn dtype(&self) -> &Dtype {
        self.texts[0].dtype()
    }

    /// A result to fill, in the order of the first text's axes.
    fn result(&self, dtype: &Dtype) -> Result<Array> {
        Like::new(&self.texts[0]).shape(&self.shape).dtype(dtype.clone()).empty()
    }

    pub(super) fn error(&self, failed: Failed<Fault>) -> Error {
        let Failed { position, error } = failed;
        let function = self.function;
        let mut texts = self.texts.iter().map(|array| spell(array, &self.shape, &position));
        let text = texts.next().unwrap_or_default();
        match error {
            Fault::NotFound => {
                let sub = texts.next().unwrap_or_default();
                StringsError::NotFound { function, position, text, sub }.into()
            }
            Fault::EmptySeparator => StringsError::EmptySeparator { function, position, text }.into(),
            Fault::Missing => StringsError::Missing { function, position }.into(),
            Fault::TooLong => StringsError::TooLong { function, position, text }.into(),
        }
    }

    /// Asks each element, of text of a fixed width.
    fn ask_fixed<R: Rules, O: Ask<T, I>>(&self, op: &O, result: &mut Array) -> Result<()>
    where
        Codes<R::Unit>: for<'x> crate::array::Source<Item<'x> = &'x [R::Unit]>,
    {
        let outcome = walk_columns::<Codes<R::Unit>, <O::Answer as Answer>::Target, T, I, 1, Fault>(
            &self.shape,
            self.texts.each_ref(),
            self.integers.each_ref(),
            [result],
            |texts, integers, [place]| {
                *place = op.ask::<R>(Args { texts: texts.map(trimmed), integers })?.stored();
                Ok(())
            },
        )?;
        outcome.map_err(|failed| self.error(failed))
    }

    /// What an operation tells about each element.
    pub(super) fn ask<O: Ask<T, I>>(&self, op: &O) -> Result<Array> {
        let mut result = self.result(&O::Answer::DTYPE)?;
        match self.kind {
            Kind::Bytes => self.ask_fixed::<BytesRules, O>(op, &mut result)?,
            Kind::Unicode => self.ask_fixed::<UnicodeRules, O>(op, &mut result)?,
            Kind::String => {
                let mut decoded = Decoded::new();
                let outcome = walk_columns::<Strings, <O::Answer as Answer>::Target, T, I, 1, Fault>(
                    &self.shape,
                    self.texts.each_ref(),
                    self.integers.each_ref(),
                    [&mut result],
                    |texts, integers, [place]| {
                        if texts.iter().any(|text| text.is_missing()) {
                            *place = O::MISSING.ok_or(Fault::Missing)?.stored();
                            return Ok(());
                        }
                        let texts = texts.map(Text::as_str);
                        let answer = if all_ascii(&texts) {
                            op.ask::<AsciiRules>(Args { texts: texts.map(str::as_bytes), integers })
                        } else {
                            op.ask::<UnicodeRules>(Args { texts: decoded.fill(texts), integers })
                        };
                        *place = answer?.stored();
                        Ok(())
                    },
                )?;
                outcome.map_err(|failed| self.error(failed))?;
            }
        }
        Ok(result)
    }

    /// The widest of all results, and at least one character; `None` without elements.
    fn widest<R: Rules, O: Measure<T, I>>(&self, op: &O) -> Result<Option<usize>>
    where
        Codes<R::Unit>: for<'x> crate::array::Source<Item<'x> = &'x [R::Unit]>,
    {
        let mut widest = None;
        // Without a result to lead the walk, an array that is not broadcast does.
        let outcome = walk_columns::<Codes<R::Unit>, Plain<bool>, T, I, 0, Fault>(
            &self.shape,
            self.texts.each_ref(),
            self.integers.each_ref(),
            [],
            |texts, integers, []| {
                widest = widest.max(Some(op.measure::<R>(Args { texts: texts.map(trimmed), integers })?));
                Ok(())
            },
        )?;
        outcome.map_err(|failed| self.error(failed))?;
        Ok(widest)
    }

    /// The text that an operation makes of each element, as wide as the widest.
    pub(super) fn edit_measured<O: Edit<T, I> + Measure<T, I>>(&self, op: &O) -> Result<Array> {
        let widest = match self.kind {
            Kind::Bytes => self.widest::<BytesRules, O>(op)?,
            Kind::Unicode => self.widest::<UnicodeRules, O>(op)?,
            Kind::String => return self.edit(op, Dtype::String),
        };
        // NumPy has no width for no elements, and fails; the width of the first operand does as well as any.
        let dtype = widest.map_or_else(|| self.dtype().clone(), |width| self.kind.dtype(width.max(1)));
        if widest.is_some_and(|width| width > MAX_ITEMSIZE) || dtype.itemsize() > MAX_ITEMSIZE {
            let (position, text) = (vec![0; self.shape.len()], String::new());
            return Err(StringsError::TooLong { function: self.function, position, text }.into());
        }
        self.edit(op, dtype)
    }

    fn edit_fixed<R: Rules, O: Edit<T, I>>(&self, op: &O, result: &mut Array) -> Result<()>
    where
        Codes<R::Unit>: for<'x> crate::array::Source<Item<'x> = &'x [R::Unit]>
            + for<'x> crate::array::Target<Place<'x> = &'x mut [R::Unit]>,
    {
        let outcome = walk_columns::<Codes<R::Unit>, Codes<R::Unit>, T, I, 1, Fault>(
            &self.shape,
            self.texts.each_ref(),
            self.integers.each_ref(),
            [result],
            |texts, integers, [place]| {
                let mut room = Room::new(place);
                op.edit::<R>(Args { texts: texts.map(trimmed), integers }, &mut room)?;
                room.finish();
                Ok(())
            },
        )?;
        outcome.map_err(|failed| self.error(failed))
    }

    /// The text that an operation makes of each element, in a dtype; what does not fit is cut off.
    pub(super) fn edit<O: Edit<T, I>>(&self, op: &O, dtype: Dtype) -> Result<Array> {
        let mut result = self.result(&dtype)?;
        match self.kind {
            Kind::Bytes => self.edit_fixed::<BytesRules, O>(op, &mut result)?,
            Kind::Unicode => self.edit_fixed::<UnicodeRules, O>(op, &mut result)?,
            Kind::String => {
                let (mut decoded, mut bytes, mut codes, mut string) =
                    (Decoded::new(), Vec::new(), Vec::new(), String::new());
                let outcome = walk_columns::<Strings, Strings, T, I, 1, Fault>(
                    &self.shape,
                    self.texts.each_ref(),
                    self.integers.each_ref(),
                    [&mut result],
                    |texts, integers, [place]| {
                        // What is missing stays so; text cannot be changed by what is missing.
                        if texts[0].is_missing() {
                            *place = Text::missing();
                            return Ok(());
                        }
                        if texts.iter().any(|text| text.is_missing()) {
                            return Err(Fault::Missing);
                        }
                        let texts = texts.map(Text::as_str);
                        if all_ascii(&texts) {
                            bytes.clear();
                            let args = Args { texts: texts.map(str::as_bytes), integers };
                            op.edit::<AsciiRules>(args, &mut bytes)?;
                            // What is made of ASCII is ASCII.
                            *place = Text::from(std::str::from_utf8(&bytes).unwrap_or_default());
                        } else {
                            codes.clear();
                            let args = Args { texts: decoded.fill(texts), integers };
                            op.edit::<UnicodeRules>(args, &mut codes)?;
                            encode_into(&codes, &mut string);
                            *place = Text::from(string.as_str());
                        }
                        Ok(())
                    },
                )?;
                outcome.map_err(|failed| self.error(failed))?;
            }
        }
        Ok(result)
    }
}

/// An element of an array that is broadcast, as text.
pub(super) fn spell(array: &Array, shape: &[usize], position: &[usize]) -> String {
    let index: Vec<isize> = position.iter().map(|&i| i as isize).collect();
    let scalar = array.broadcast_to(shape).and_then(|array| array.get_scalar(&index));
    scalar.map(|scalar| scalar.to_string()).unwrap_or_default()
}

/// An array to fill, of exactly this dtype: NumPy's parts of text may have no width at all.
pub(super) fn exactly(shape: &[usize], dtype: Dtype) -> Result<Array> {
    Array::to_fill(Layout::c_order(shape, dtype.itemsize())?, dtype)
}
