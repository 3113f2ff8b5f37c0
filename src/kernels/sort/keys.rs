//! Elements as unsigned integers in the same order.

use super::Word;
use crate::dtype::{Dtype, DtypeKind, FloatFormat, Specials};
use crate::simd::{Kernel, dispatch};

/// How the bits of an element become an unsigned integer in the same order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one coding a sort, and a table behind a pointer would be read twice"
)]
pub(crate) enum Coding {
    /// As they are.
    Unsigned,
    /// With the sign the other way.
    Signed,
    /// The same, with the smallest, which is no time, last.
    Time,
    /// A float, whose infinity has these bits. There is one zero, and one NaN, which is last.
    Float { infinity: u64 },
    /// A byte, by a table.
    Table([u8; 256]),
}

impl Coding {
    /// The coding of the elements of a dtype, or of the components of a complex one; `None` if there is none of 64 bits at
    /// most.
    pub(crate) fn of(dtype: &Dtype) -> Option<Coding> {
        let size = dtype.itemsize();
        match dtype.kind() {
            DtypeKind::Bool | DtypeKind::Unsigned => Some(Coding::Unsigned),
            DtypeKind::Integer => {
                // Small ones are stored in a byte, of which only so many bits count.
                let bits = dtype.scalar_type().map_or(8 * size, |row| row.bits as usize);
                if bits == 8 * size {
                    return Some(Coding::Signed);
                }
                let (mask, sign) = ((1u8 << bits) - 1, 1u8 << (bits - 1));
                Some(Coding::Table(std::array::from_fn(|byte| (byte as u8 & mask) ^ sign)))
            }
            DtypeKind::Datetime | DtypeKind::Timedelta => Some(Coding::Time),
            DtypeKind::Float | DtypeKind::Complex => {
                let format = FloatFormat::of_native(dtype)?;
                if size == 1 {
                    return Some(Coding::Table(std::array::from_fn(|code| byte_key(format, code as u32))));
                }
                Some(Coding::Float { infinity: ((1 << format.exponent_bits) - 1) << format.mantissa_bits })
            }
            _ => None,
        }
    }

    /// The integer of an element, in as many bits as it has.
    #[inline(always)]
    pub(crate) fn word<R: Raw>(self, bits: R) -> u64 {
        let (bits, sign) = (bits.widen(), 1u64 << (R::BITS - 1));
        match self {
            Coding::Unsigned => bits,
            Coding::Signed => bits ^ sign,
            Coding::Time => (bits ^ sign).wrapping_sub(1) & (sign | (sign - 1)),
            Coding::Float { infinity } => float_word(bits, sign, infinity),
            Coding::Table(table) => u64::from(table[bits as usize & 255]),
        }
    }

    /// The word of what is no number or time, if there is such a thing.
    pub(crate) fn missing(self, size: usize) -> Option<u64> {
        let all = u64::MAX >> (64 - 8 * size);
        match self {
            Coding::Unsigned | Coding::Signed => None,
            Coding::Time | Coding::Float { .. } => Some(all),
            Coding::Table(_) => Some(u64::from(NAN_BYTE)),
        }
    }
}

#[inline(always)]
fn float_word(bits: u64, sign: u64, infinity: u64) -> u64 {
    let magnitude = bits & (sign - 1);
    // The bits of negative numbers are in the opposite order; the two zeros have one place.
    let negative = (bits & sign != 0) & (magnitude != 0);
    let word = if negative { sign - magnitude } else { sign + magnitude };
    if magnitude > infinity { sign | (sign - 1) } else { word }
}

/// The key of the NaNs of floats of one byte, or less: there are less numbers than bytes.
const NAN_BYTE: u8 = 255;

fn byte_key(format: FloatFormat, code: u32) -> u8 {
    let code = code & format.code_mask();
    let sign = format.sign_bit();
    let magnitude = code & (sign - 1);
    let negative = format.signed && code & sign != 0;
    let nan = match format.specials {
        Specials::Ieee => magnitude > format.overflow_code(),
        Specials::NanAllOnes => magnitude == sign - 1,
        Specials::NanNegativeZero => negative && magnitude == 0,
        Specials::None => false,
    };
    match (nan, format.signed) {
        (true, _) => NAN_BYTE,
        (false, false) => magnitude as u8,
        // Below 255, as at least one of the two largest codes is a NaN, or there are less than 8 bits.
        (false, true) if negative => (sign - magnitude) as u8,
        (false, true) => (sign + magnitude) as u8,
    }
}

/// The bits of an element.
pub(crate) trait Raw: Copy + Sync + Send {
    const BITS: u32;
    fn widen(self) -> u64;
}

macro_rules! raw {
    ($($type:ty),*) => {
        $(impl Raw for $type {
            const BITS: u32 = <$type>::BITS;

            #[inline(always)]
            fn widen(self) -> u64 {
                u64::from(self)
            }
        })*
    };
}

raw!(u8, u16, u32, u64);

/// The words of elements.
pub(crate) fn words<R: Raw>(bits: &[R], coding: &Coding, to: &mut [u64]) {
    dispatch(Encode { bits, coding, to });
}

struct Encode<'a, R> {
    bits: &'a [R],
    coding: &'a Coding,
    to: &'a mut [u64],
}

impl<R: Raw> Kernel for Encode<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (bits, to) = (self.bits, self.to);
        let each = bits.iter().zip(to);
        match *self.coding {
            Coding::Unsigned => each.for_each(|(&bits, to)| *to = bits.widen()),
            Coding::Signed => each.for_each(|(&bits, to)| *to = Coding::Signed.word(bits)),
            Coding::Time => each.for_each(|(&bits, to)| *to = Coding::Time.word(bits)),
            Coding::Float { infinity } => {
                each.for_each(|(&bits, to)| *to = float_word(bits.widen(), 1 << (R::BITS - 1), infinity));
            }
            Coding::Table(ref table) => {
                each.for_each(|(&bits, to)| *to = u64::from(table[bits.widen() as usize & 255]));
            }
        }
    }
}

/// Makes keys of elements in place, or elements of keys. Floats are neither NaN nor negative zero.
pub(super) struct InPlace<'a, W> {
    pub(super) bits: &'a mut [W],
    pub(super) coding: &'a Coding,
    pub(super) back: bool,
}

impl<W: Word> Kernel for InPlace<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let InPlace { bits, coding, back } = self;
        match (coding, back) {
            (Coding::Unsigned | Coding::Table(_), _) => {}
            (Coding::Signed, _) => each(bits, |x| x ^ W::SIGN),
            (Coding::Time, false) => each(bits, |x| (x ^ W::SIGN).minus_one()),
            (Coding::Time, true) => each(bits, |x| x.plus_one() ^ W::SIGN),
            (Coding::Float { .. }, false) => each(bits, |x| x ^ (x.sign_mask() | W::SIGN)),
            (Coding::Float { .. }, true) => each(bits, |x| x ^ ((x ^ W::SIGN).sign_mask() | W::SIGN)),
        }
    }
}

#[inline(always)]
fn each<W: Copy>(bits: &mut [W], f: impl Fn(W) -> W) {
    for x in bits {
        *x = f(*x);
    }
}

/// Whether some of the floats are NaN or negative zero.
pub(super) struct HasSpecials<'a, W> {
    pub(super) bits: &'a [W],
    pub(super) infinity: W,
}

impl<W: Word> Kernel for HasSpecials<'_, W> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let special = |x: W| (x & W::MAGNITUDE > self.infinity) | (x == W::SIGN);
        self.bits.chunks(1024).any(|part| part.iter().fold(false, |any, &x| any | special(x)))
    }
}

/// Moves the keys of floats that are numbers to the front, and gives NaNs and zeros in the order they come in. There is one
/// zero among the keys.
pub(super) fn take_specials<W: Word>(bits: &mut [W], infinity: W) -> (Vec<W>, Vec<W>) {
    let (mut nans, mut zeros, mut kept) = (Vec::new(), Vec::new(), 0);
    for at in 0..bits.len() {
        let mut x = bits[at];
        if x & W::MAGNITUDE > infinity {
            nans.push(x);
            continue;
        }
        if x & W::MAGNITUDE == W::default() {
            zeros.push(x);
            x = W::default();
        }
        bits[kept] = x ^ (x.sign_mask() | W::SIGN);
        kept += 1;
    }
    (nans, zeros)
}
