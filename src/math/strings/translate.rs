//! Replacing characters by a table.

use std::collections::HashMap;

use super::argument::{Kind, Mixing, TextArg, texts};
use super::drive::{Args, Call, Edit, Fault, encode_into};
use super::error::StringsError;
use super::rules::{Rules, Sink, UnicodeRules};
use crate::array::{Array, Like, Strings, walk_columns};
use crate::element::Text;
use crate::error::Result;

/// What becomes of characters: the table of [`translate`]. One of characters is for `U` and `T`, one of bytes for `S`.
///
/// ```
/// use ndtype::strings::Translation;
/// let table = Translation::new().map('a', "A").map('ß', "ss").delete("-");
/// let same = Translation::maketrans("a", "A", "-").map('ß', "ss");
/// assert_eq!(table, same);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation(Table);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Table {
    Characters(HashMap<u32, Vec<u32>>),
    Bytes { table: Box<[u8; 256]>, deleted: Box<[bool; 256]> },
}

impl Translation {
    /// A table of characters that changes nothing yet.
    #[must_use]
    pub fn new() -> Translation {
        Translation(Table::Characters(HashMap::new()))
    }

    /// A table of what each byte becomes: Python's table of 256 bytes.
    ///
    /// ```
    /// use ndtype::{array, strings, strings::Translation};
    /// let mut table = std::array::from_fn(|i| i as u8);
    /// table[b'a' as usize] = b'o';
    /// let a = array!["banana"].astype("S6")?;
    /// assert_eq!(strings::translate(&a, &Translation::bytes(&table).delete("n"))?, array!["booo"].astype("S")?);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    #[must_use]
    pub fn bytes(table: &[u8; 256]) -> Translation {
        Translation(Table::Bytes { table: Box::new(*table), deleted: Box::new([false; 256]) })
    }

    /// Each character of the first text becomes the one at the same place of the second; those of the third go away: Python's
    /// `str.maketrans`. What is longer of the first two is left out.
    #[must_use]
    pub fn maketrans(from: &str, to: &str, delete: &str) -> Translation {
        let pairs = from.chars().zip(to.chars());
        let table = pairs.map(|(from, to)| (from.into(), vec![to.into()])).collect();
        Translation(Table::Characters(table)).delete(delete)
    }

    /// A character becomes this text. In a table of bytes, only the first byte of it counts, of characters below 256.
    #[must_use]
    pub fn map(mut self, from: char, to: &str) -> Translation {
        match &mut self.0 {
            Table::Characters(table) => {
                table.insert(from.into(), to.chars().map(u32::from).collect());
            }
            Table::Bytes { table, .. } => {
                if let (Some(place), Some(&byte)) = (table.get_mut(from as usize), to.as_bytes().first()) {
                    *place = byte;
                }
            }
        }
        self
    }

    /// These characters go away. In a table of bytes, those below 256.
    #[must_use]
    pub fn delete(mut self, characters: &str) -> Translation {
        for c in characters.chars() {
            match &mut self.0 {
                Table::Characters(table) => {
                    table.insert(c.into(), Vec::new());
                }
                Table::Bytes { deleted, .. } => {
                    if let Some(place) = deleted.get_mut(c as usize) {
                        *place = true;
                    }
                }
            }
        }
        self
    }
}

impl Default for Translation {
    fn default() -> Self {
        Translation::new()
    }
}

impl Edit<1, 0> for Translation {
    #[inline(always)]
    fn edit<R: Rules>(
        &self,
        Args { texts: [text], .. }: Args<'_, R, 1, 0>,
        out: &mut impl Sink<R::Unit>,
    ) -> Result<(), Fault> {
        match &self.0 {
            Table::Characters(table) => {
                for &unit in text {
                    match table.get(&R::code(unit)) {
                        None => out.push(unit),
                        Some(codes) => codes.iter().for_each(|&code| out.push(R::unit(code))),
                    }
                }
            }
            Table::Bytes { table, deleted } => {
                for &unit in text {
                    let byte = R::code(unit) as u8 as usize;
                    if !deleted[byte] {
                        out.push(R::unit(table[byte].into()));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Each text with its characters replaced by a table, in the same dtype; what does not fit a fixed width is cut off: NumPy's
/// `strings.translate`. Errors: no text, a table for the other kind of text.
///
/// ```
/// use ndtype::{array, strings, strings::Translation};
/// let table = Translation::maketrans("ai", "oe", "n");
/// assert_eq!(strings::translate(&array!["banana", "kiwi"], &table)?, array!["booo", "kewe"]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn translate<'a>(a: impl Into<TextArg<'a>>, table: &Translation) -> Result<Array> {
    let a = a.into();
    let swapped = a.dtype().filter(|dtype| !dtype.is_native()).cloned();
    let texts = texts("translate", [a], Mixing::Strict)?;
    if (texts.kind == Kind::Bytes) != matches!(table.0, Table::Bytes { .. }) {
        return Err(StringsError::Table { dtype: texts.arrays[0].dtype().clone() }.into());
    }
    let call = Call::new("translate", texts, [])?;
    let result = match call.kind {
        Kind::String => translate_strings(&call.texts[0], table)?,
        _ => call.edit(table, call.dtype().clone())?,
    };
    // As in NumPy, the very dtype of the operand.
    swapped.map_or(Ok(result.clone()), |dtype| result.astype(dtype))
}

/// Of text of any length always code points: ASCII may become something else.
fn translate_strings(a: &Array, table: &Translation) -> Result<Array> {
    let mut result = Like::new(a).empty()?;
    let (mut codes, mut made, mut string) = (Vec::new(), Vec::new(), String::new());
    let outcome =
        walk_columns::<Strings, Strings, 1, 0, 1, Fault>(a.shape(), [a], [], [&mut result], |texts, _, places| {
            let ([text], [place]) = (texts, places);
            if text.is_missing() {
                *place = Text::missing();
                return Ok(());
            }
            codes.clear();
            Extend::extend(&mut codes, text.chars().map(u32::from));
            made.clear();
            table.edit::<UnicodeRules>(Args { texts: [&codes], integers: [] }, &mut made)?;
            encode_into(&made, &mut string);
            *place = Text::from(string.as_str());
            Ok(())
        })?;
    debug_assert!(outcome.is_ok(), "no translation fails");
    Ok(result)
}
