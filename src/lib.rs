//! stub
pub mod dtype;
pub mod element;
pub mod error;
pub use dtype::*;
pub use element::HasDtype;
pub use error::{Error, ErrorKind, Result};
