//! The truth of elements, and masks as words of bits.
//!
//! 1. [`Array::mask`] makes one byte of 0 or 1 for each element, in C's order; booleans that lie so are used in place.
//! 2. [`for_each_word`] packs them, 64 to a word, so that whole words of a kind are told at once and set bits are found
//!    without a branch for each element.

use std::ptr::NonNull;

use super::Array;
use crate::cast::Transfer;
use crate::dtype::Dtype;
use crate::element::{Object, Text};
use crate::error::Result;
use crate::iter::Walk;
use crate::layout::Layout;

/// How the truth of an element is found: numbers other than zero (NaN is one), text that is not empty, times and opaque
/// bytes that are not all zero, values that are not nothing, zero or empty, records with such a field.
enum Truth {
    Number(Transfer),
    /// Any byte that is not zero. NumPy judges sub-arrays in records so, too.
    Bytes(usize),
    Text,
    Object,
    Fields(Vec<(usize, Truth)>),
}

impl Truth {
    fn plan(dtype: &Dtype) -> Result<Truth> {
        Ok(match dtype.native_scalar() {
            Dtype::String => Truth::Text,
            Dtype::Object => Truth::Object,
            Dtype::Struct(record) => {
                let field = |f: &crate::dtype::Field| Ok((f.offset(), Truth::plan(f.dtype())?));
                Truth::Fields(record.fields().iter().map(field).collect::<Result<_>>()?)
            }
            scalar if scalar.scalar_id().is_some() => Truth::Number(Transfer::plan(dtype, &Dtype::Bool)?),
            _ => Truth::Bytes(dtype.itemsize()),
        })
    }

    /// Writes the truth of `n` elements.
    ///
    /// # Safety
    /// For each `i` below `n`:
    /// - `src + i * src_stride` is valid for reading an element of the dtype that was planned for, and holds one.
    /// - `dst + i * dst_stride` is valid for reading and writing a boolean, and holds one.
    unsafe fn run(&self, src: *const u8, src_stride: isize, dst: *mut u8, dst_stride: isize, n: usize) -> Result<()> {
        if let Truth::Number(transfer) = self {
            // SAFETY: the caller's promises; a boolean of the mask overlaps no element.
            return unsafe { transfer.run(src, src_stride, dst, dst_stride, n) };
        }
        for i in 0..n as isize {
            // SAFETY: the caller promises an element there.
            let truth = unsafe { self.holds(src.wrapping_offset(i * src_stride)) }?;
            // SAFETY: the caller promises a boolean there.
            unsafe { dst.wrapping_offset(i * dst_stride).write(u8::from(truth)) };
        }
        Ok(())
    }

    /// The truth of one element.
    ///
    /// # Safety
    /// - `src` is valid for reading an element of the dtype that was planned for, and holds one.
    unsafe fn holds(&self, src: *const u8) -> Result<bool> {
        Ok(match self {
            Truth::Number(transfer) => {
                let mut truth = 0u8;
                // SAFETY: the caller promises the element; a byte of zero is a boolean.
                unsafe { transfer.run(src, 0, &raw mut truth, 0, 1) }?;
                truth != 0
            }
            // SAFETY: the caller promises as many initialised bytes.
            Truth::Bytes(size) => unsafe { std::slice::from_raw_parts(src, *size) }.iter().any(|&byte| byte != 0),
            Truth::Text => {
                // SAFETY: a valid text is there; the bits read out are forgotten.
                let text = std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() });
                text.get().is_some_and(|text| !text.is_empty())
            }
            Truth::Object => {
                // SAFETY: likewise an object.
                let object = std::mem::ManuallyDrop::new(unsafe { src.cast::<Object>().read_unaligned() });
                object_holds(&object)
            }
            Truth::Fields(fields) => {
                for (offset, truth) in fields {
                    // SAFETY: the field is inside the record.
                    if unsafe { truth.holds(src.wrapping_add(*offset)) }? {
                        return Ok(true);
                    }
                }
                false
            }
        })
    }
}

/// Python's truth, as far as Rust values have one: nothing, false, zero and empty text are false.
fn object_holds(object: &Object) -> bool {
    macro_rules! zero {
        ($($t:ty)*) => { $(object.downcast_ref::<$t>().is_some_and(|x| *x == <$t>::default()))||* };
    }
    let empty = zero!(bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 String &'static str Text);
    !object.is_none() && !empty
}

/// One byte of 0 or 1 for each element of an array, in C's order.
pub(super) enum Mask<'a> {
    Lent(&'a [u8]),
    Made(Array),
}

impl Mask<'_> {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Mask::Lent(bytes) => bytes,
            Mask::Made(array) => array.bool_bytes(),
        }
    }
}

impl Array {
    /// The truth of every element, in C's order.
    pub(super) fn mask(&self) -> Result<Mask<'_>> {
        if self.dtype == Dtype::Bool && self.layout.is_c_contiguous(1) {
            return Ok(Mask::Lent(self.bool_bytes()));
        }
        Ok(Mask::Made(self.truth()?))
    }

    /// The truth of every element, as a new array of booleans in C's order.
    pub(super) fn truth(&self) -> Result<Array> {
        let layout = Layout::c_order(self.shape(), 1)?;
        let mut mask = Array::zeroed(layout, Dtype::Bool)?;
        let target = mask.make_unique()?.as_ptr();
        let truth = Truth::plan(&self.dtype)?;
        let source = self.first().as_ptr();
        Walk::new(self.shape(), [mask.strides(), self.strides()]).try_for_each(|run| {
            let (to, from) = (target.wrapping_offset(run.offsets[0]), source.wrapping_offset(run.offsets[1]));
            // SAFETY: the run is part of both layouts; the mask is fresh memory that holds zeros.
            unsafe { truth.run(from, run.strides[1], to, run.strides[0], run.count) }
        })?;
        Ok(mask)
    }

    /// The bytes of booleans in C's order.
    fn bool_bytes(&self) -> &[u8] {
        debug_assert!(self.dtype == Dtype::Bool && self.layout.is_c_contiguous(1));
        let first: NonNull<u8> = self.first();
        // SAFETY: the elements are one byte each and follow each other from the first one on.
        unsafe { std::slice::from_raw_parts(first.as_ptr(), self.size()) }
    }
}

/// Eight bytes of 0 or 1 as bits, the first the lowest.
#[inline(always)]
fn pack(bytes: [u8; 8]) -> u64 {
    // Byte i, at bit 8i, meets 2^(56 - 7i) and lands at bit 56 + i; no two products meet there.
    u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[inline(always)]
fn pack_word(bytes: &[u8; 64]) -> u64 {
    let (groups, _) = bytes.as_chunks::<8>();
    groups.iter().enumerate().fold(0, |bits, (i, group)| bits | (pack(*group) << (8 * i)))
}

/// Calls `visit` with the position of the first element and the bits of each 64 elements.
#[inline(always)]
pub(super) fn for_each_word(mask: &[u8], mut visit: impl FnMut(usize, u64)) {
    let (words, rest) = mask.as_chunks::<64>();
    for (i, word) in words.iter().enumerate() {
        visit(64 * i, pack_word(word));
    }
    if !rest.is_empty() {
        let mut last = [0; 64];
        last[..rest.len()].copy_from_slice(rest);
        visit(64 * words.len(), pack_word(&last));
    }
}

/// Calls `visit` with the position of each true element.
#[inline(always)]
pub(super) fn for_each_true(mask: &[u8], mut visit: impl FnMut(usize)) {
    for_each_word(mask, |start, mut bits| {
        while bits != 0 {
            visit(start + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    });
}

/// How many bytes of 0 or 1 are 1.
pub(super) fn count_true(mask: &[u8]) -> usize {
    let (words, rest) = mask.as_chunks::<8>();
    // Eight counters to a word; after 255 words one might overflow.
    let count = |words: &[[u8; 8]]| -> usize {
        let counters = words.iter().fold(0u64, |sum, word| sum + u64::from_ne_bytes(*word));
        counters.to_ne_bytes().iter().map(|&n| usize::from(n)).sum()
    };
    words.chunks(255).map(count).sum::<usize>() + rest.iter().map(|&b| usize::from(b)).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_bits_and_counts_agree_with_a_plain_loop() {
        let mut checked = 0;
        for n in (0..200).chain([2039, 2040, 2041, 5000]) {
            for step in [1, 2, 3, 7, 64, 300] {
                let mask: Vec<u8> = (0..n).map(|i| u8::from(i % step == 0 || i % 11 == 5)).collect();
                let want: Vec<usize> = (0..n).filter(|&i| mask[i] == 1).collect();
                let mut found = Vec::new();
                for_each_true(&mask, |i| found.push(i));
                assert_eq!(found, want);
                assert_eq!(count_true(&mask), want.len());
                checked += 1;
            }
        }
        println!("{checked} masks");
    }
}
