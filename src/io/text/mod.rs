//! Text files: NumPy's `loadtxt`, `genfromtxt` and `savetxt`.
//!
//! What it owns, a file each:
//! 1. `source`: a file as blocks of UTF-8. 2. `tokens`: rows cut into fields. 3. `number`: numbers in fields. 4. `column`, `table`: what fields
//!    become, column by column, and the array of them; `shape`: its axes. 5. `loadtxt`: [`LoadText`], which puts these together; `sweep`, `decimal`: a shorter way for plain rows of numbers.
//! 6. `printf`: Python's `%` formats. 7. `savetxt`: [`SaveText`]. 8. `genfromtxt`: the options of [`GenFromText`]; `gather`, which reads
//!    by them; `lines`, `names`, `infer`: how lines are cut, names made valid, and dtypes found.
//!
//! What it refuses: compressed files, and masked arrays.

mod column;
mod decimal;
mod error;
mod gather;
mod genfromtxt;
mod infer;
mod lines;
mod loadtxt;
mod names;
mod number;
mod printf;
mod savetxt;
mod shape;
mod source;
mod sweep;
mod table;
mod tokens;

pub use error::TextFileError;
pub use genfromtxt::{ColumnKey, GenFromText, genfromtxt};
pub use lines::Delimiter;
pub use loadtxt::{LoadText, loadtxt};
pub use names::NameCase;
pub use savetxt::{SaveText, savetxt};
pub use source::Encoding;
