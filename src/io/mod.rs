//! Files of arrays: NumPy's npy and npz, tables of text, raw bytes, safetensors.
//!
//! What it owns: the formats, and the errors of reading and writing them ([`IoError`]). A folder or file each:
//! 1. `npy`: one array with a header; whole, in chunks, mapped into memory, appended to. 2. `npz`: zip archives of them.
//! 3. `raw`: bytes and text without a header. 4. `safetensors`: named tensors, by feature. 5. [`text`]: tables of numbers and words.
//!
//! What it refuses: pickled objects, which are programs; and believing a file: nothing is allocated that the file does not
//! back, every size is checked, and every boolean is one.

#![deny(unsafe_code)]

mod error;
mod npy;
mod npz;
mod raw;
mod replace;
#[cfg(feature = "safetensors")]
mod safetensors;
pub mod text;

pub use error::{IoError, IoReason};
pub use npy::{NpyAppender, NpyChunks, NpyMapMut, load, read_npy, save, write_npy};
pub use npz::{NpzReader, NpzWriter, load_npz, savez, savez_compressed};
pub use raw::{fromfile, fromfile_text};
#[cfg(feature = "safetensors")]
pub use safetensors::{SafeTensorsReader, load_safetensors, save_safetensors};
