//! How much memory text of any length takes: sixteen bytes an element, and what does not fit in those.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use ndtype::{Array, Text};

/// Counts the bytes that are allocated.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Relaxed);
        CALLS.fetch_add(1, Relaxed);
        // SAFETY: the caller's promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promises.
        unsafe { System.dealloc(ptr, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What making an array takes and keeps: bytes and allocations, and the array.
fn cost(make: impl FnOnce() -> Array) -> (usize, usize, Array) {
    let before = (HELD.load(Relaxed), CALLS.load(Relaxed));
    let made = make();
    (HELD.load(Relaxed) - before.0, CALLS.load(Relaxed) - before.1, made)
}

// One test, so that no other counts.
#[test]
fn sixteen_bytes_and_what_does_not_fit() {
    const N: usize = 10_000;
    assert_eq!(size_of::<Text>(), 16);
    let texts = |text: &'static str| {
        move || Array::from_vec(vec![text; N].into_iter().map(Text::from).collect::<Vec<_>>()).unwrap()
    };
    // Room for the description of the array itself, and blocks of whole pages.
    let slack = 8192;
    for short in ["", "a", "fifteen letters", "ééééééé"] {
        let (held, calls, array) = cost(texts(short));
        assert_eq!(array.nbytes(), 16 * N);
        assert!((16 * N..16 * N + slack).contains(&held), "{short:?}: {held}");
        assert!(calls < 10, "{short:?}: {calls} allocations");
    }
    // What is longer is allocated once, behind two counts.
    let long = "sixteen letters.";
    let (held, _, array) = cost(texts(long));
    let each = 16 + (16 + long.len());
    assert!((each * N..each * N + slack).contains(&held), "{held}");
    // Copies share it.
    let (held, _, copy) = cost(|| array.copy().unwrap());
    assert!(held < 16 * N + slack, "{held}");
    drop((array, copy));
    assert!(HELD.load(Relaxed) < 10 * 16 * N, "what was allocated is given back");
    // What is missing takes no more.
    let (held, _, missing) = cost(|| Array::full([N], None::<&str>, "T").unwrap());
    assert!(held < 16 * N + slack, "{held}");
    assert_eq!(missing.nbytes(), 16 * N);
}
