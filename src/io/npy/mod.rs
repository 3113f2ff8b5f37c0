//! NumPy's npy files: a header and the bytes of one array.

mod append;
mod chunks;
mod header;
mod map;
mod read;
mod write;

pub use append::NpyAppender;
pub use chunks::NpyChunks;
pub(crate) use header::Header;
pub use map::NpyMapMut;
pub(crate) use map::map_array;
pub use read::{load, read_npy};
pub(crate) use read::{open, read_array};
pub(crate) use write::write_array;
pub use write::{save, write_npy};
