//! safetensors files: named tensors behind a header of JSON. By feature `safetensors`.
//!
//! 1. `json`: the little of JSON that a header is. 2. `read`: the header, checked, and one tensor by name. 3. `write`.
//!
//! A file is the header's length in 8 bytes, the header, and the tensors' bytes without gaps, little-endian and in C's order.

mod json;
mod read;
mod write;

pub use read::{SafeTensorsReader, load_safetensors};
pub use write::save_safetensors;

use crate::dtype::Dtype;

/// The length of the length.
const LENGTH: usize = 8;
/// The longest header that the format allows.
const MAX_HEADER: usize = 100_000_000;
/// The key that is no tensor but texts about the file.
const METADATA: &str = "__metadata__";

/// The dtypes of the format, in the order in which tensors are written, from the last on: the larger come first, so that all are
/// aligned. (Formats of 4 and 6 bits are packed in such files, and not read or written.)
const DTYPES: &[(&str, Dtype)] = &[
    ("BOOL", Dtype::Bool),
    ("U8", Dtype::UInt8),
    ("I8", Dtype::Int8),
    ("F8_E5M2", Dtype::Float8E5M2),
    ("F8_E4M3", Dtype::Float8E4M3Fn),
    ("F8_E8M0", Dtype::Float8E8M0Fnu),
    ("F8_E4M3FNUZ", Dtype::Float8E4M3Fnuz),
    ("F8_E5M2FNUZ", Dtype::Float8E5M2Fnuz),
    ("I16", Dtype::Int16),
    ("U16", Dtype::UInt16),
    ("F16", Dtype::Float16),
    ("BF16", Dtype::BFloat16),
    ("I32", Dtype::Int32),
    ("U32", Dtype::UInt32),
    ("F32", Dtype::Float32),
    ("C64", Dtype::Complex64),
    ("F64", Dtype::Float64),
    ("I64", Dtype::Int64),
    ("U64", Dtype::UInt64),
];
