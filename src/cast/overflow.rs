//! Casts to integers that do not wrap around.

use super::Transfer;
use crate::dtype::{Dtype, DtypeKind, iinfo};
use crate::error::Result;
use crate::kernels::limits::Clamp;

/// What happens to an integer that is out of the range of its dtype.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// The lower bits are kept, as NumPy does.
    #[default]
    Wrap,
    /// It becomes the nearest limit; NaN becomes 0.
    Saturate,
    /// It is an error that names the position and the value.
    Error,
}

/// How many elements go through the buffer at a time.
const CHUNK: usize = 512;

/// A plan for moving numbers to a dtype of integers, those out of range to its limits.
pub(crate) struct Saturating {
    load: Transfer,
    clamp: Clamp,
    store: Transfer,
}

impl Saturating {
    /// The way from one dtype to the other: by way of 64 bits. `None` if these are not numbers and integers.
    pub(crate) fn plan(from: &Dtype, to: &Dtype) -> Result<Option<Saturating>> {
        use DtypeKind::{Bool, Complex, Float, Integer, Unsigned};
        let signed = match to.kind() {
            Integer => true,
            Unsigned => false,
            _ => return Ok(None),
        };
        let limits = iinfo(to.native_scalar())?;
        let (low, high) = (limits.min as i64, limits.max as u64);
        let (carrier, clamp) = match (from.kind(), signed) {
            (Integer, true) => (Dtype::Int64, Clamp::SignedToSigned(low, high as i64)),
            (Integer, false) => (Dtype::Int64, Clamp::SignedToUnsigned(high)),
            (Bool | Unsigned, true) => (Dtype::UInt64, Clamp::UnsignedToSigned(high as i64)),
            (Bool | Unsigned, false) => (Dtype::UInt64, Clamp::UnsignedToUnsigned(high)),
            (Float | Complex, true) => (Dtype::Float64, Clamp::FloatToSigned(low, high as i64)),
            (Float | Complex, false) => (Dtype::Float64, Clamp::FloatToUnsigned(high)),
            _ => return Ok(None),
        };
        let load = Transfer::plan(from, &carrier)?;
        let store = Transfer::plan(if signed { &Dtype::Int64 } else { &Dtype::UInt64 }, to)?;
        Ok(Some(Saturating { load, clamp, store }))
    }

    /// Moves `n` elements. Whether one was out of range.
    ///
    /// # Safety
    /// - As for [`Transfer::run`].
    pub(crate) unsafe fn run(
        &self,
        src: *const u8,
        src_stride: isize,
        dst: *mut u8,
        dst_stride: isize,
        n: usize,
    ) -> Result<bool> {
        let mut chunk = [0u64; CHUNK];
        let mut changed = false;
        for start in (0..n).step_by(CHUNK) {
            let count = CHUNK.min(n - start);
            let (from, to) =
                (src.wrapping_offset(src_stride * start as isize), dst.wrapping_offset(dst_stride * start as isize));
            // SAFETY: elements of the caller's; the chunk has room for as many of eight bytes.
            unsafe { self.load.run(from, src_stride, chunk.as_mut_ptr().cast(), 8, count) }?;
            changed |= self.clamp.run(&mut chunk[..count]);
            // SAFETY: these were just made; their places are the caller's.
            unsafe { self.store.run(chunk.as_ptr().cast(), 8, to, dst_stride, count) }?;
        }
        Ok(changed)
    }
}
