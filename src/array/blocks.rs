//! Moving blocks of plain bytes whose size is known to the loop.

/// Evaluates an expression with the name given standing for a plain type of so many bytes; `else` for other sizes.
macro_rules! with_block {
    ($size:expr, $T:ident => $body:expr, else $other:expr) => {
        match $size {
            1 => {
                type $T = u8;
                $body
            }
            2 => {
                type $T = u16;
                $body
            }
            4 => {
                type $T = u32;
                $body
            }
            8 => {
                type $T = u64;
                $body
            }
            16 => {
                type $T = [u64; 2];
                $body
            }
            _ => $other,
        }
    };
}
pub(super) use with_block;

/// Copies one block.
///
/// # Safety
/// - `src` is valid for reading, `dst` for writing a `T`, aligned or not; they are the same or do not overlap.
#[inline(always)]
pub(super) unsafe fn copy_block<T: Copy>(src: *const u8, dst: *mut u8) {
    // SAFETY: the caller's promise.
    let value = unsafe { src.cast::<T>().read_unaligned() };
    // SAFETY: the caller's promise.
    unsafe { dst.cast::<T>().write_unaligned(value) };
}
