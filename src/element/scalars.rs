//! The one match from a scalar type to the Rust type of its elements in memory.

/// An element of a bool array: any byte is valid, and all but 0 are true, as with NumPy.
///
/// Rust's `bool` would be undefined behaviour for a byte of 2, which a view of other data may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Bool(u8);

impl Bool {
    /// 1 or 0.
    #[inline]
    pub(crate) fn new(value: bool) -> Bool {
        Bool(u8::from(value))
    }

    /// Whether it is true.
    #[inline]
    pub(crate) fn get(self) -> bool {
        self.0 != 0
    }
}

/// Evaluates an expression in which names stand for the Rust type of the elements of a `ScalarId`, and for its number.
///
/// ```text
/// let size = with_scalar!(id, T, _ => size_of::<T>());
/// ```
macro_rules! with_scalar {
    ($id:expr, $T:ident, $N:tt => $body:expr) => {
        with_scalar! { @match $id, $T, $N => $body;
            Bool: crate::element::scalars::Bool,
            Int8: i8, Int16: i16, Int32: i32, Int64: i64, UInt8: u8, UInt16: u16, UInt32: u32, UInt64: u64,
            Float16: half::f16, Float32: f32, Float64: f64, BFloat16: half::bf16,
            Complex32: num_complex::Complex<half::f16>,
            Complex64: num_complex::Complex<f32>,
            Complex128: num_complex::Complex<f64>,
            Float8E3M4: crate::element::Float8E3M4,
            Float8E4M3: crate::element::Float8E4M3,
            Float8E4M3B11Fnuz: crate::element::Float8E4M3B11Fnuz,
            Float8E4M3Fn: crate::element::Float8E4M3Fn,
            Float8E4M3Fnuz: crate::element::Float8E4M3Fnuz,
            Float8E5M2: crate::element::Float8E5M2,
            Float8E5M2Fnuz: crate::element::Float8E5M2Fnuz,
            Float8E8M0Fnu: crate::element::Float8E8M0Fnu,
            Float6E2M3Fn: crate::element::Float6E2M3Fn,
            Float6E3M2Fn: crate::element::Float6E3M2Fn,
            Float4E2M1Fn: crate::element::Float4E2M1Fn,
            Int2: crate::element::Int2, Int4: crate::element::Int4,
            UInt2: crate::element::UInt2, UInt4: crate::element::UInt4,
        }
    };
    (@match $id:expr, $T:ident, $N:tt => $body:expr; $($variant:ident: $type:ty,)*) => {
        match $id {
            $(crate::dtype::ScalarId::$variant => {
                #[allow(dead_code, reason = "not every body needs the type")]
                type $T = $type;
                const $N: usize = crate::dtype::ScalarId::$variant as usize;
                $body
            })*
        }
    };
}
pub(crate) use with_scalar;

#[cfg(test)]
mod tests {
    use crate::dtype::ScalarId;

    #[test]
    fn sizes_and_alignments_are_those_of_the_dtype() {
        for id in ScalarId::ALL {
            let (size, align) = with_scalar!(id, T, _ => (size_of::<T>(), align_of::<T>()));
            assert_eq!((size, align), (id.dtype().itemsize(), id.dtype().alignment()), "{id:?}");
        }
    }
}
