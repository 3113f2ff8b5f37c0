//! Numbers in place of NaN and infinities.

use super::{Array, Order};
use crate::dtype::{Dtype, DtypeKind, finfo};
use crate::error::Result;
use crate::kernels::limits::{MaybeSpecial, Replacements};

impl Array {
    /// A copy, in its own order of axes, with these numbers in place of NaN and infinities; by default those of the largest
    /// magnitude in place of infinities. What has no such values is the array itself.
    pub(crate) fn replace_special(&self, nan: f64, posinf: Option<f64>, neginf: Option<f64>) -> Result<Array> {
        let native = self.dtype.native_scalar().clone();
        // Parts of complex numbers are floats, and smaller floats are replaced in float32, which holds them.
        let (part, computed) = match (&native, native.kind()) {
            (Dtype::Float64, _) => (Dtype::Float64, Dtype::Float64),
            (Dtype::Complex128, _) => (Dtype::Float64, Dtype::Complex128),
            (_, DtypeKind::Float) => (native.clone(), Dtype::Float32),
            (Dtype::Complex32, _) => (Dtype::Float16, Dtype::Complex64),
            (_, DtypeKind::Complex) => (Dtype::Float32, Dtype::Complex64),
            _ => return Ok(self.clone()),
        };
        let limits = finfo(&part)?;
        let with = Replacements { nan, posinf: posinf.unwrap_or(limits.max), neginf: neginf.unwrap_or(limits.min) };
        let mut result = if self.dtype == computed { self.copy_in(Order::K)? } else { self.astype(&computed)? };
        if matches!(computed, Dtype::Float64 | Dtype::Complex128) {
            result.replace::<f64>(with)?;
        } else {
            result.replace::<f32>(with)?;
        }
        if self.dtype == computed { Ok(result) } else { result.astype(&self.dtype) }
    }

    /// Replaces in a new array of numbers of this type, or of pairs of them.
    fn replace<T: MaybeSpecial>(&mut self, with: Replacements) -> Result<()> {
        let count = self.nbytes() / size_of::<T>();
        let Some(first) = (count > 0).then(|| self.make_unique()).transpose()? else { return Ok(()) };
        // SAFETY: a new array has no gaps, is aligned, ours alone, and consists of numbers of this type.
        let numbers = unsafe { std::slice::from_raw_parts_mut(first.as_ptr().cast::<T>(), count) };
        with.run(numbers);
        Ok(())
    }
}
