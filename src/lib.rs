//! stub
pub mod dtype;
pub mod element;
pub mod error;
pub use dtype::*;
pub use element::{
    Float4E2M1Fn, Float6E2M3Fn, Float6E3M2Fn, Float8E3M4, Float8E4M3, Float8E4M3B11Fnuz, Float8E4M3Fn, Float8E4M3Fnuz,
    Float8E5M2, Float8E5M2Fnuz, Float8E8M0Fnu, HasDtype, Int2, Int4, UInt2, UInt4,
};
pub use error::{Error, ErrorKind, Result};
