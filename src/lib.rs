//! stub
pub mod dtype;
pub mod error;
pub use dtype::*;
pub use error::{Error, ErrorKind, Result};
