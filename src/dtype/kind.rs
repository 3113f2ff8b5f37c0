//! `DtypeKind`: what sort of values a dtype holds. Kernels are grouped by it.

use std::fmt;

/// What sort of values a dtype holds.
///
/// NumPy's one-letter kinds lump some of these together or (for the ML formats, which it calls `V`) hide them; the
/// letter itself is [`Dtype::kind_char`](crate::Dtype::kind_char).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DtypeKind {
    /// `bool`.
    Bool,
    /// Signed integers: `int8` to `int64`, `int2`, `int4`.
    Integer,
    /// Unsigned integers: `uint8` to `uint64`, `uint2`, `uint4`.
    Unsigned,
    /// Floating point: `float16` to `float64`, `bfloat16`, the float8, float6 and float4 formats.
    Float,
    /// Complex numbers.
    Complex,
    /// Text: fixed-width bytes `S`, fixed-width Unicode `U`, variable-width `T`.
    String,
    /// Points in time, `M8`.
    Datetime,
    /// Spans of time, `m8`.
    Timedelta,
    /// Rust objects.
    Object,
    /// Records with named fields.
    Struct,
    /// Opaque bytes, `V`.
    Void,
    /// A fixed-shape array of another dtype in each element.
    SubArray,
}

impl DtypeKind {
    /// Booleans, integers, floats and complex numbers: what arithmetic is defined on.
    pub fn is_numeric(self) -> bool {
        use DtypeKind::*;
        matches!(self, Bool | Integer | Unsigned | Float | Complex)
    }
}

impl fmt::Display for DtypeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
