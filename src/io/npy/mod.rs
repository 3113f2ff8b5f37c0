//! NumPy's npy files: a header and the bytes of one array.

mod header;
mod read;
mod write;

pub(crate) use header::Header;
pub use read::{load, read_npy};
pub use write::{save, write_npy};
