//! What characters mean: to bytes, to code points, and to the ASCII of text that has nothing else.

use crate::kernels::unicode::{self, SPACE};

/// What the characters of a text mean.
pub(super) trait Rules: 'static {
    /// A character.
    type Unit: Copy + Ord + Default + 'static;

    /// Whether text is Python's `str`, not its `bytes`.
    const UNICODE: bool;
    /// How many bytes of a fixed width a character takes.
    const SIZE: usize = size_of::<Self::Unit>();

    /// What the character is: flags of `kernels::unicode`.
    fn flags(unit: Self::Unit) -> u16;
    /// An ASCII character.
    fn ascii(byte: u8) -> Self::Unit;
    /// The code point.
    fn code(unit: Self::Unit) -> u32;
    /// The character of a code point that these rules have.
    fn unit(code: u32) -> Self::Unit;
}

/// The bytes of `S`: ASCII, and bytes that are nothing.
pub(super) struct BytesRules;
/// The code points of `U`, and of `T` beyond ASCII.
pub(super) struct UnicodeRules;
/// The bytes of `T` if all are ASCII: code points, only smaller.
pub(super) struct AsciiRules;

impl Rules for BytesRules {
    type Unit = u8;
    const UNICODE: bool = false;

    #[inline(always)]
    fn flags(unit: u8) -> u16 {
        match unit {
            // The separators of Unicode are no white space here.
            0x1c..=0x1f => unicode::flags(unit.into()) & !SPACE,
            0x80.. => 0,
            _ => unicode::flags(unit.into()),
        }
    }

    #[inline(always)]
    fn ascii(byte: u8) -> u8 {
        byte
    }

    #[inline(always)]
    fn code(unit: u8) -> u32 {
        unit.into()
    }

    #[inline(always)]
    fn unit(code: u32) -> u8 {
        code as u8
    }
}

impl Rules for AsciiRules {
    type Unit = u8;
    const UNICODE: bool = true;

    #[inline(always)]
    fn flags(unit: u8) -> u16 {
        unicode::flags(unit.into())
    }

    #[inline(always)]
    fn ascii(byte: u8) -> u8 {
        byte
    }

    #[inline(always)]
    fn code(unit: u8) -> u32 {
        unit.into()
    }

    #[inline(always)]
    fn unit(code: u32) -> u8 {
        code as u8
    }
}

impl Rules for UnicodeRules {
    type Unit = u32;
    const UNICODE: bool = true;

    #[inline(always)]
    fn flags(unit: u32) -> u16 {
        unicode::flags(unit)
    }

    #[inline(always)]
    fn ascii(byte: u8) -> u32 {
        byte.into()
    }

    #[inline(always)]
    fn code(unit: u32) -> u32 {
        unit
    }

    #[inline(always)]
    fn unit(code: u32) -> u32 {
        code
    }
}

/// Text of a fixed width without the zeros at its end.
#[inline(always)]
pub(super) fn trimmed<U: Copy + Ord + Default>(text: &[U]) -> &[U] {
    let mut end = text.len();
    while end > 0 && text[end - 1] == U::default() {
        end -= 1;
    }
    &text[..end]
}

/// Where an operation writes characters.
pub(super) trait Sink<U: Copy> {
    /// One after another.
    fn put(&mut self, units: &[U]);
    /// One.
    fn push(&mut self, unit: U);

    /// The same one several times.
    #[inline]
    fn repeat(&mut self, unit: U, times: usize) {
        for _ in 0..times {
            self.push(unit);
        }
    }
}

/// An element of a fixed width to write; what does not fit is cut off.
pub(super) struct Room<'a, U> {
    room: &'a mut [U],
    at: usize,
}

impl<'a, U: Copy + Default> Room<'a, U> {
    #[inline(always)]
    pub(super) fn new(room: &'a mut [U]) -> Room<'a, U> {
        Room { room, at: 0 }
    }

    /// Zeros in what is left.
    #[inline(always)]
    pub(super) fn finish(self) {
        self.room[self.at..].fill(U::default());
    }
}

impl<U: Copy> Sink<U> for Room<'_, U> {
    #[inline(always)]
    fn put(&mut self, units: &[U]) {
        let n = units.len().min(self.room.len() - self.at);
        // Short texts are the rule: a loop costs less than a call.
        for (place, &unit) in self.room[self.at..self.at + n].iter_mut().zip(units) {
            *place = unit;
        }
        self.at += n;
    }

    #[inline(always)]
    fn push(&mut self, unit: U) {
        if let Some(place) = self.room.get_mut(self.at) {
            *place = unit;
            self.at += 1;
        }
    }

    #[inline(always)]
    fn repeat(&mut self, unit: U, times: usize) {
        let n = times.min(self.room.len() - self.at);
        self.room[self.at..self.at + n].fill(unit);
        self.at += n;
    }
}

impl<U: Copy> Sink<U> for Vec<U> {
    #[inline]
    fn put(&mut self, units: &[U]) {
        self.extend_from_slice(units);
    }

    #[inline]
    fn push(&mut self, unit: U) {
        Vec::push(self, unit);
    }

    #[inline]
    fn repeat(&mut self, unit: U, times: usize) {
        self.resize(self.len() + times, unit);
    }
}
