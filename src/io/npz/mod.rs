//! NumPy's npz files: zip archives of npy files.
//!
//! 1. `directory`: the list of members at the end of an archive, checked. 2. `read`: one member by name. 3. `write`.
//!
//! Only what `savez` writes is read: members that are stored or deflated, in one file, not encrypted.

mod directory;
mod read;
mod write;

pub use read::{NpzReader, load_npz};
pub use write::{NpzWriter, savez, savez_compressed};

/// What zip64 puts in place of a size that takes more than 32 bits.
const WIDE: u32 = u32::MAX;
const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END64: u32 = 0x0606_4b50;
const LOCATOR64: u32 = 0x0706_4b50;
/// The extra field that holds sizes of 64 bits.
const EXTRA64: u16 = 1;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
