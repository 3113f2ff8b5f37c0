//! Elements on the stack, on their way.

use std::mem::MaybeUninit;

/// Elements that are converted on the stack at a time.
pub(super) const BLOCK: usize = 128;

/// Room for a block of elements of any type.
#[repr(align(16))]
pub(super) struct Block([MaybeUninit<u8>; 16 * BLOCK]);

impl Block {
    pub(super) fn new() -> Block {
        Block([const { MaybeUninit::uninit() }; 16 * BLOCK])
    }

    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}
