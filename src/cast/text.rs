//! Text on its way to another form: bytes, code points, UTF-8.

use crate::dtype::Dtype;
use crate::element::Text;

/// Text in memory.
#[derive(Clone, Copy)]
pub(super) enum TextSide {
    /// Bytes, so many.
    Bytes(usize),
    /// Code points of four bytes, so many, and whether these are swapped.
    Unicode(usize, bool),
    /// UTF-8 of any length.
    Variable,
}

impl TextSide {
    pub(super) fn of(dtype: &Dtype) -> Option<TextSide> {
        match dtype.native_scalar() {
            Dtype::Bytes(n) => Some(TextSide::Bytes(*n)),
            Dtype::Unicode(n) => Some(TextSide::Unicode(*n, !dtype.is_native())),
            Dtype::String => Some(TextSide::Variable),
            _ => None,
        }
    }

    /// How many characters of fixed width there are.
    fn width(self) -> usize {
        match self {
            TextSide::Bytes(n) | TextSide::Unicode(n, _) => n,
            TextSide::Variable => 0,
        }
    }

    /// A character of fixed width.
    ///
    /// # Safety
    /// - `src` is valid for reading such text, which has more than `i` characters.
    unsafe fn code(self, src: *const u8, i: usize) -> u32 {
        match self {
            TextSide::Unicode(_, swapped) => {
                // SAFETY: the caller's promise.
                let code = unsafe { src.wrapping_add(4 * i).cast::<u32>().read_unaligned() };
                if swapped { code.swap_bytes() } else { code }
            }
            // SAFETY: the caller's promise.
            _ => u32::from(unsafe { src.wrapping_add(i).read() }),
        }
    }

    /// Replaces a character of fixed width.
    ///
    /// # Safety
    /// - `dst` is valid for writing such text, which has more than `i` characters.
    unsafe fn write(self, dst: *mut u8, i: usize, code: u32) {
        match self {
            TextSide::Unicode(_, swapped) => {
                let code = if swapped { code.swap_bytes() } else { code };
                // SAFETY: the caller's promise.
                unsafe { dst.wrapping_add(4 * i).cast::<u32>().write_unaligned(code) };
            }
            // SAFETY: the caller's promise.
            _ => unsafe { dst.wrapping_add(i).write(code as u8) },
        }
    }
}

/// Whether a text has no characters, those that pad it left out.
///
/// # Safety
/// - `src` is valid for reading such text.
pub(super) unsafe fn is_empty(side: TextSide, src: *const u8) -> bool {
    if let TextSide::Variable = side {
        // SAFETY: a valid text is there; the bits read out are forgotten.
        let text = std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() });
        return text.get().is_none_or(str::is_empty);
    }
    // SAFETY: the text has as many characters.
    (0..side.width()).all(|i| unsafe { side.code(src, i) } == 0)
}

/// Whether a text is missing.
///
/// # Safety
/// - `src` is valid for reading such text.
#[inline(always)]
pub(super) unsafe fn is_missing(side: TextSide, src: *const u8) -> bool {
    let TextSide::Variable = side else { return false };
    // SAFETY: a valid text is there; the bits read out are forgotten.
    std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() }).is_missing()
}

/// Moves one text; what does not fit at the end of a fixed width is cut. What is wrong with it, as text, is the error.
///
/// # Safety
/// - `src` is valid for reading text of its form, and `dst` for writing text of its own; both hold some.
pub(super) unsafe fn run_text(from: TextSide, src: *const u8, to: TextSide, dst: *mut u8) -> Result<(), String> {
    match (from, to) {
        (TextSide::Variable, TextSide::Variable) => {
            // SAFETY: a valid text is there; the bits read out are forgotten.
            let text = std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() });
            // SAFETY: the caller's promises.
            unsafe { replace(dst, Text::clone(&text)) };
        }
        (from, TextSide::Variable) => {
            // SAFETY: the caller's promises.
            let text = unsafe { decode(from, src) }?;
            // SAFETY: the caller's promises.
            unsafe { replace(dst, Text::from(text)) };
        }
        (TextSide::Variable, to) => {
            // SAFETY: a valid text is there; the bits read out are forgotten.
            let text = std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() });
            let mut characters = text.chars();
            for i in 0..to.width() {
                let c = characters.next().unwrap_or('\0');
                if matches!(to, TextSide::Bytes(_)) && !c.is_ascii() {
                    return Err(format!("the character {c:?}"));
                }
                // SAFETY: character `i` is inside the target.
                unsafe { to.write(dst, i, c.into()) };
            }
        }
        (from, to) => {
            for i in 0..to.width() {
                // SAFETY: character `i` is inside the source.
                let code = if i < from.width() { unsafe { from.code(src, i) } } else { 0 };
                // Bytes as text are ASCII, both ways.
                if matches!(from, TextSide::Bytes(_)) != matches!(to, TextSide::Bytes(_)) && code > 0x7f {
                    return Err(character(code));
                }
                // SAFETY: character `i` is inside the target.
                unsafe { to.write(dst, i, code) };
            }
        }
    }
    Ok(())
}

/// Text, without the zeros at the end of a fixed width. Bytes are UTF-8 here, as in NumPy.
///
/// # Safety
/// - `src` is valid for reading such text.
pub(super) unsafe fn decode(from: TextSide, src: *const u8) -> Result<String, String> {
    if let TextSide::Variable = from {
        // SAFETY: a valid text is there; the bits read out are forgotten.
        let text = std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() });
        return Ok(text.to_string());
    }
    if let TextSide::Bytes(n) = from {
        // SAFETY: as many bytes, all initialised.
        let bytes = unsafe { std::slice::from_raw_parts(src, n) };
        let end = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
        let text = std::str::from_utf8(&bytes[..end]);
        return text.map(str::to_owned).map_err(|_| format!("the bytes '{}'", bytes[..end].escape_ascii()));
    }
    let width = from.width();
    // SAFETY: `i` is below the width.
    let code = |i: usize| unsafe { from.code(src, i) };
    let end = (0..width).rev().find(|&i| code(i) != 0).map_or(0, |last| last + 1);
    (0..end).map(|i| char::from_u32(code(i)).ok_or_else(|| character(code(i)))).collect()
}

fn character(code: u32) -> String {
    match char::from_u32(code) {
        Some(c) => format!("the character {c:?}"),
        None => format!("the code point {code:#x}"),
    }
}

/// Replaces a text.
///
/// # Safety
/// - `dst` is valid for reading and writing a text, and holds one.
pub(super) unsafe fn replace(dst: *mut u8, text: Text) {
    // SAFETY: a valid text is there, which is replaced before it is dropped.
    let old = unsafe { dst.cast::<Text>().read_unaligned() };
    // SAFETY: the place of that text.
    unsafe { dst.cast::<Text>().write_unaligned(text) };
    drop(old);
}
