//! Raw memory: aligned blocks, from the allocator if small, from the system if large, with a pool in between.
//!
//! 1. A size is rounded up to a size class, four to each power of two, so that freed blocks fit later requests.
//! 2. A freed block goes to the pool of its thread, as long as that stays under [`POOL_LIMIT`]. Reuse saves the page faults
//!    of fresh memory, which cost more than most operations on the data. The pool goes with its thread.
//! 3. Blocks from [`MAPPED`] up are mapped straight from the system: fresh ones are zero without writing them, and from
//!    [`HUGE`] up they ask for huge pages.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::cell::RefCell;
use std::ptr::NonNull;

/// The alignment of every block: a cache line, and the widest vectors.
pub(crate) const ALIGNMENT: usize = 64;
/// The most bytes that the pool of a thread keeps.
const POOL_LIMIT: usize = 192 << 20;
/// From this size on memory is mapped.
const MAPPED: usize = 1 << 20;
/// From this size on it is aligned to, and asks for, huge pages.
#[cfg(unix)]
const HUGE: usize = 4 << 20;
/// The size of a huge page.
#[cfg(unix)]
const HUGE_PAGE: usize = 2 << 20;
/// The smallest size class.
const SMALLEST: usize = ALIGNMENT;
/// Size classes, four to each power of two of an address space.
const CLASSES: usize = 4 * usize::BITS as usize;

/// Memory of at least the size that was asked for. It has to be given back with [`Block::release`].
#[derive(Debug)]
pub(super) struct Block {
    ptr: NonNull<u8>,
    /// The size class, in bytes.
    size: usize,
}

// SAFETY: a block is plain memory that nothing else refers to.
unsafe impl Send for Block {}
// SAFETY: a shared block gives out its address only.
unsafe impl Sync for Block {}

/// The size class of a request; `None` if no memory is that large.
fn class_size(bytes: usize) -> Option<usize> {
    if bytes <= SMALLEST {
        return Some(SMALLEST);
    }
    let step = (1usize << (bytes - 1).ilog2()) / 4;
    bytes.checked_next_multiple_of(step.max(ALIGNMENT)).filter(|&size| size <= isize::MAX as usize - HUGE_SLACK)
}

/// What mapping may add for alignment.
const HUGE_SLACK: usize = 2 << 20;

fn class_index(size: usize) -> usize {
    let log = size.ilog2() as usize;
    4 * log + ((size >> (log - 2)) & 3)
}

impl Block {
    /// A block of at least `bytes`, its content unspecified but initialised: what an earlier user left, or zeros.
    pub(super) fn any(bytes: usize) -> Option<Block> {
        let size = class_size(bytes)?;
        if let Some(block) = Pool::take(size) {
            return Some(block);
        }
        fresh(size)
    }

    /// A block of at least `bytes`, the first `bytes` of which are zero.
    pub(super) fn zeroed(bytes: usize) -> Option<Block> {
        let size = class_size(bytes)?;
        if size < MAPPED
            && let Some(block) = Pool::take(size)
        {
            // SAFETY: the block is at least `bytes` long and ours.
            unsafe { block.ptr.write_bytes(0, bytes) };
            return Some(block);
        }
        fresh(size)
    }

    pub(super) fn ptr(&self) -> NonNull<u8> {
        self.ptr
    }

    /// Gives the block back: to the pool if there is room, else to the system.
    pub(super) fn release(self) {
        if let Some(block) = Pool::put(self) {
            free(&block);
        }
    }
}

/// Fresh memory of a size class. It is always zero, so that no array ever shows uninitialised memory.
fn fresh(size: usize) -> Option<Block> {
    let ptr = if size >= MAPPED { map(size)? } else { allocate(size)? };
    Some(Block { ptr, size })
}

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size, ALIGNMENT).ok()
}

fn allocate(size: usize) -> Option<NonNull<u8>> {
    // SAFETY: the size is at least the smallest class, so not zero.
    NonNull::new(unsafe { alloc_zeroed(layout(size)?) })
}

fn free(block: &Block) {
    if block.size >= MAPPED {
        unmap(block.ptr, block.size);
    } else if let Some(layout) = layout(block.size) {
        // SAFETY: the block was allocated with this layout and is given up.
        unsafe { dealloc(block.ptr.as_ptr(), layout) };
    }
}

/// Sizes from [`MAPPED`] up are multiples of a quarter of it, so of any page size.
#[cfg(unix)]
fn map(size: usize) -> Option<NonNull<u8>> {
    let huge = size >= HUGE;
    let length = if huge { size + HUGE_PAGE } else { size };
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: a fresh anonymous mapping touches nothing that exists.
    let base = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags, -1, 0) };
    if base == libc::MAP_FAILED {
        return None;
    }
    let base = base.cast::<u8>();
    if !huge {
        return NonNull::new(base);
    }
    // Keep the aligned part, give the rest back.
    let head = base.align_offset(HUGE_PAGE);
    let aligned = base.wrapping_add(head);
    if head > 0 {
        // SAFETY: the first `head` bytes of our own mapping, a whole number of pages, which nothing uses.
        unsafe { libc::munmap(base.cast(), head) };
    }
    if head < HUGE_PAGE {
        // SAFETY: the bytes of our own mapping after the block, a whole number of pages, which nothing uses.
        unsafe { libc::munmap(aligned.wrapping_add(size).cast(), HUGE_PAGE - head) };
    }
    #[cfg(target_os = "linux")]
    // SAFETY: advice on our own mapping; a refusal changes nothing.
    unsafe {
        libc::madvise(aligned.cast(), size, libc::MADV_HUGEPAGE)
    };
    NonNull::new(aligned)
}

#[cfg(unix)]
fn unmap(ptr: NonNull<u8>, size: usize) {
    // SAFETY: a mapping of this size that `map` made and that is given up.
    unsafe { libc::munmap(ptr.as_ptr().cast(), size) };
}

#[cfg(not(unix))]
fn map(size: usize) -> Option<NonNull<u8>> {
    allocate(size)
}

#[cfg(not(unix))]
fn unmap(ptr: NonNull<u8>, size: usize) {
    if let Some(layout) = layout(size) {
        // SAFETY: `map` allocated it with this layout.
        unsafe { dealloc(ptr.as_ptr(), layout) };
    }
}

/// The free blocks of a thread, by size class.
struct Pool {
    classes: Vec<Vec<Block>>,
    /// How many bytes they have.
    held: usize,
}

thread_local! {
    static POOL: RefCell<Pool> = const { RefCell::new(Pool { classes: Vec::new(), held: 0 }) };
}

impl Pool {
    #[inline]
    fn take(size: usize) -> Option<Block> {
        // A thread that is ending has no pool any more.
        let taken = POOL.try_with(|pool| {
            let pool = &mut *pool.borrow_mut();
            let block = pool.classes.get_mut(class_index(size))?.pop()?;
            pool.held -= block.size;
            Some(block)
        });
        taken.ok().flatten()
    }

    /// Keeps a block, or hands it back if there is no room.
    #[inline]
    fn put(block: Block) -> Option<Block> {
        let mut block = Some(block);
        // A thread that is ending has no pool any more, and the block stays here.
        let _ = POOL.try_with(|pool| {
            let pool = &mut *pool.borrow_mut();
            let size = block.as_ref().map_or(0, |block| block.size);
            if pool.classes.is_empty() {
                pool.classes.resize_with(CLASSES, Vec::new);
            }
            if pool.held + size > POOL_LIMIT && !pool.make_room(size) {
                return;
            }
            pool.held += size;
            pool.classes[class_index(size)].extend(block.take());
        });
        block
    }
}

impl Pool {
    /// Frees blocks, the largest first, until another of this size fits; what was freed last is more likely to be asked for
    /// again than what has been lying here. Whether it fits now.
    #[cold]
    fn make_room(&mut self, size: usize) -> bool {
        let own = class_index(size);
        for class in (0..CLASSES).rev().filter(|&class| class != own) {
            while self.held + size > POOL_LIMIT {
                let Some(block) = self.classes[class].pop() else { break };
                self.held -= block.size;
                free(&block);
            }
        }
        self.held + size <= POOL_LIMIT
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for block in self.classes.iter_mut().flat_map(|class| class.drain(..)) {
            free(&block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_classes_waste_little_and_have_their_own_bins() {
        let mut seen = std::collections::HashMap::new();
        for bytes in (0..5000).chain([1 << 20, (1 << 20) + 1, 80_000_000, 3 << 30]) {
            let size = class_size(bytes).unwrap();
            assert!(size >= bytes && size.is_multiple_of(ALIGNMENT));
            assert!(bytes < 256 || size <= bytes + bytes / 4 + ALIGNMENT, "{bytes} {size}");
            assert!(class_index(size) < CLASSES);
            assert_eq!(*seen.entry(class_index(size)).or_insert(size), size, "two sizes in one bin");
        }
        assert_eq!(class_size(usize::MAX), None);
    }

    #[test]
    fn blocks_are_aligned_zeroed_and_reused() {
        for bytes in [1, 64, 1000, MAPPED - 1, MAPPED, MAPPED + 4096, 5 << 20, 33 << 20] {
            let block = Block::zeroed(bytes).unwrap();
            let ptr = block.ptr();
            assert_eq!(ptr.as_ptr() as usize % ALIGNMENT, 0);
            // SAFETY: the block has this many initialised bytes, and is ours alone.
            let slice = unsafe { std::slice::from_raw_parts_mut(ptr.as_ptr(), bytes) };
            assert!(slice.iter().all(|&b| b == 0));
            slice.fill(7);
            block.release();
            let again = Block::any(bytes).unwrap();
            assert_eq!(again.ptr(), ptr, "the pool hands the block out again");
            again.release();
            let zeroed = Block::zeroed(bytes).unwrap();
            // SAFETY: as above.
            let slice = unsafe { std::slice::from_raw_parts(zeroed.ptr().as_ptr(), bytes) };
            assert!(slice.iter().all(|&b| b == 0));
            zeroed.release();
        }
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert!(Block::any(usize::MAX).is_none());
        assert!(Block::zeroed(isize::MAX as usize).is_none());
    }
}
