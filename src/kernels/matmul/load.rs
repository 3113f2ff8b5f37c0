//! Elements of other types than products are computed in.
//!
//! They become numbers of that type while they are packed, so that no operand is copied as a whole.

use crate::dtype::Dtype;

/// How elements of some dtype become the numbers that products are computed in.
///
/// # Safety
/// - `load` writes all of the numbers, and nothing else.
pub(crate) unsafe trait Load: Sync {
    /// What the elements are.
    fn from(&self) -> &Dtype;

    /// Writes the numbers of `n` elements, which are so many bytes apart, one after the other.
    ///
    /// # Safety
    /// - The elements are valid for reading, there is room for the numbers, and they do not overlap.
    unsafe fn load(&self, from: *const u8, stride: isize, to: *mut u8, n: usize);
}

/// What is loaded of both operands; `None` for numbers that are read where they are.
pub(crate) type Loads<'a> = [Option<&'a dyn Load>; 2];

/// Whether there is anything to load.
pub(super) fn any(loads: Loads<'_>) -> bool {
    loads.iter().any(Option::is_some)
}

/// Whether the same is done to the elements of both operands.
pub(super) fn same(loads: Loads<'_>) -> bool {
    match loads {
        [None, None] => true,
        [Some(a), Some(b)] => a.from() == b.from(),
        _ => false,
    }
}
