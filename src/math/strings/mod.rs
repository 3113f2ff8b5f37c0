//! Functions of text, element by element: NumPy's `numpy.strings`.
//!
//! All take text of a fixed width (`S`, `U`) and of any length (`T`), in any layout, and broadcast their arguments, of which
//! integers may be arrays too. `U` and `T` go together and give `T`.
//!
//! 1. `argument`: what functions are called with. 2. `rules`: what characters mean in each kind of text; `drive`: how an operation,
//!    written once, runs over all elements. 3. The operations: `predicates`, `search`, `case`, `trim`, `pad`, `edit`, `partition`,
//!    `translate`, `codec`, `format`. 4. `error`: what can be wrong.
//!
//! Comparisons and `add` are the ufuncs of those names (`compare`).
//!
//! Characters are those of Unicode 14.0, as in Python 3.11.
//!
//! ```
//! use ndtype::{array, strings};
//! let a = array!["snow", "ice"];
//! assert_eq!(strings::upper(&a)?, array!["SNOW", "ICE"]);
//! assert_eq!(strings::center(&strings::add(&a, "!")?, 7, '-')?, array!["-snow!-", "--ice!-"]);
//! # Ok::<(), ndtype::Error>(())
//! ```

mod argument;
mod case;
mod codec;
mod compare;
mod drive;
mod edit;
mod error;
mod format;
mod pad;
mod partition;
mod predicates;
mod rules;
mod scan;
mod search;
mod translate;
mod trim;

pub use argument::{IntArg, Span, TextArg};
pub use case::{capitalize, lower, swapcase, title, upper};
pub use codec::{decode, encode};
pub use compare::{add, equal, greater, greater_equal, less, less_equal, not_equal};
pub use edit::{SliceBound, TextSlice, expandtabs, multiply, replace, slice};
pub use error::StringsError;
pub use format::r#mod;
pub use pad::{center, ljust, rjust, zfill};
pub use partition::{partition, rpartition};
pub use predicates::{isalnum, isalpha, isdecimal, isdigit, islower, isnumeric, isspace, istitle, isupper, str_len};
pub use search::{count, endswith, find, index, rfind, rindex, startswith};
pub use translate::{Translation, translate};
pub use trim::{Characters, lstrip, rstrip, strip};

/// The version of Unicode that tells letters, digits and cases.
///
/// ```
/// assert_eq!(ndtype::strings::UNICODE_VERSION, (14, 0, 0));
/// ```
pub const UNICODE_VERSION: (u8, u8, u8) = crate::kernels::unicode::VERSION;
