//! The bridge between Rust types and dtypes.
//!
//! What it owns, a file each:
//! 1. [`HasDtype`], the map from a Rust type to the dtype that describes it, and `Dtype::of` (here and `rust_types`).
//! 2. Rust types for the numbers of ml_dtypes that Rust has none for: floats of at most eight bits (`minifloat`, with
//!    their conversions in `minifloat_codec`) and integers of two and four bits (`small_int`).
//!
//! 3. The elements that own memory: [`Text`], [`Object`], and `owned`, which drops and clones them in raw bytes. Objects
//!    calculate as Python does (`object_arithmetic`, `python_number`).
//! 4. `scalars`: from the index of a number type to its Rust type, in one place; `number`: the value of any number; its text, written
//!    (`number_text`) and read (`number_parse`).
//! 5. `calendar`: dates, and ticks of one unit of time in another; [`Datetime64`] and [`Timedelta64`] with their reading
//!    (`time_text`) and writing (`time_line`).
//! 6. [`Scalar`]: one value of any dtype; what stands for it in maps (`scalar_key`); those of tuples (`scalar_record`). It prints in `fmt`; the digits of one
//!    float are here (`float_text`).
//! 7. [`Element`]: the promise that a Rust type can be read straight from the memory of an array; `record`: structs of users.
//!
//! What it refuses: shapes, strides and buffers.

pub(crate) mod calendar;
mod error;
pub(crate) mod float_text;
mod minifloat;
mod minifloat_codec;
pub(crate) mod number;
pub(crate) mod number_parse;
pub(crate) mod number_text;
mod object;
mod object_arithmetic;
pub(crate) mod owned;
mod python_number;
mod record;
mod rust_types;
mod scalar;
mod scalar_key;
mod scalar_number;
mod scalar_record;
pub(crate) mod scalars;
mod small_int;
mod text;
mod time;
pub(crate) mod time_line;
pub(crate) mod time_text;

pub use error::{NumberError, ObjectError, TimeError};
pub use float_text::TrimZeros;
pub use minifloat::{
    Float4E2M1Fn, Float6E2M3Fn, Float6E3M2Fn, Float8E3M4, Float8E4M3, Float8E4M3B11Fnuz, Float8E4M3Fn, Float8E4M3Fnuz,
    Float8E5M2, Float8E5M2Fnuz, Float8E8M0Fnu,
};
pub(crate) use minifloat_codec::round_to_odd;
pub use object::{Object, ObjectValue};
pub use object_arithmetic::{ObjectArithmetic, ObjectOp};
pub use record::RecordField;
pub(crate) use record::clear_padding;
#[doc(hidden)]
pub use record::{RecordDepth, declare};
pub use scalar::Scalar;
pub use scalar_key::ScalarKey;
pub use small_int::{Int2, Int4, UInt2, UInt4};
pub use text::Text;
pub use time::{Datetime64, Timedelta64};

use crate::dtype::Dtype;

/// A Rust type that a dtype describes. Sealed: the map is the crate's, but for structs of [`record!`](crate::record).
///
/// | Rust | dtype |
/// |---|---|
/// | `bool`, `i8` … `i64`, `u8` … `u64`, `isize`, `usize`, `f32`, `f64` | the number of that size |
/// | `half::f16`, `half::bf16` | float16, bfloat16 |
/// | [`Float8E3M4`], [`Float8E4M3`], [`Float8E4M3B11Fnuz`], [`Float8E4M3Fn`], [`Float8E4M3Fnuz`], [`Float8E5M2`], [`Float8E5M2Fnuz`], [`Float8E8M0Fnu`] | float8_e3m4, float8_e4m3, … |
/// | [`Float6E2M3Fn`], [`Float6E3M2Fn`], [`Float4E2M1Fn`] | float6_e2m3fn, float6_e3m2fn, float4_e2m1fn |
/// | [`Int2`], [`Int4`], [`UInt2`], [`UInt4`] | int2, int4, uint2, uint4 |
/// | `Complex<half::f16>`, `Complex<f32>`, `Complex<f64>` | complex32, complex64, complex128 |
/// | `String`, `&str`, `Box<str>` | variable-width strings (`T`) |
/// | `char` | one character of Unicode (`U1`) |
/// | `[T; N]` | a sub-array of `T`; nested arrays make one sub-array of more dimensions |
/// | `(A,)` … (twelve at most) | a packed record with fields `f0`, `f1`, … |
/// | `chrono::DateTime<Utc>`, `NaiveDateTime` (feature `chrono`) | datetime64\[ns\] |
/// | `chrono::NaiveDate`, `TimeDelta` (feature `chrono`) | datetime64\[D\], timedelta64\[ns\] |
pub trait HasDtype: sealed::Sealed {
    /// The dtype that describes this type.
    fn dtype() -> Dtype;
}

/// A Rust type whose values lie in the memory of an array as they are, so that arrays lend them as slices.
///
/// # Safety
/// An implementation promises that
/// - the type has the size and alignment of its dtype, and no padding unless [`PADDED`](Element::PADDED) says so and it is no part of a
///   field of the dtype;
/// - it has no interior mutability;
/// - all bytes zero are a valid value;
/// - if [`PLAIN`](Element::PLAIN), every value may be copied byte by byte, and dropping one does nothing;
/// - if [`ANY_BITS`](Element::ANY_BITS), any bytes at all are a valid value.
///
/// In return, every array of that dtype in native byte order holds valid values of the type.
pub unsafe trait Element: HasDtype + Clone + Send + Sync + 'static {
    /// Values own nothing.
    const PLAIN: bool;
    /// Any bytes make a value.
    const ANY_BITS: bool;
    /// Some bytes belong to no field of a [`record!`](crate::record), and may be uninitialised in a Rust value.
    const PADDED: bool = false;
}

#[doc(hidden)]
pub mod sealed {
    /// Keeps [`HasDtype`](super::HasDtype) to the crate's own implementations.
    pub trait Sealed {
        /// How deep arrays and tuples nest in this type.
        const DEPTH: usize = 0;
        /// How many elements of the innermost type an array of arrays has.
        const ITEMS: usize = 1;
    }
}

impl Dtype {
    /// The dtype that describes a Rust type.
    ///
    /// ```
    /// use ndtype::Dtype;
    /// assert_eq!(Dtype::of::<f64>(), Dtype::Float64);
    /// assert_eq!(Dtype::of::<String>(), Dtype::String);
    /// assert_eq!(Dtype::of::<[[i16; 3]; 2]>(), "(2,3)i2".parse()?);
    /// assert_eq!(Dtype::of::<(i32, f64)>(), "i4,f8".parse()?);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn of<T: HasDtype>() -> Dtype {
        T::dtype()
    }

    /// The same as [`Dtype::of`].
    pub fn from_type<T: HasDtype>() -> Dtype {
        T::dtype()
    }
}
