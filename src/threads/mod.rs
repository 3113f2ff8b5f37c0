//! Threads for large arrays (feature `rayon`).
//!
//! What it owns: how many threads may work at once, and the splitting of work among them. Work is split at points that
//! depend on its size only, so that results are the same bits for any number of threads.
//! What it refuses: work that takes less than about a millisecond, for which waking a thread costs too much, and work that
//! waits for memory, which more threads do not speed up: whoever asks says what an element costs.
//!
//! The threads are those of rayon's pool: the global one, or the one that [`install`] was called on. Without the feature,
//! everything runs on the thread that asks for it.
//!
//! [`install`]: https://docs.rs/rayon/latest/rayon/struct.ThreadPool.html#method.install

#![deny(unsafe_code)]

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads may work on one call, 0 standing for as many as the pool has.
static LIMIT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The same for calls from this thread, if that is not what is set for all.
    static SCOPED: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Sets how many threads may work on one call, for the whole process: `None` for as many as rayon's pool has, which is the
/// default, `Some(1)` for the thread that calls alone. Results do not depend on it. For some calls alone, see [`with_threads`];
/// ufuncs ([`With::threads`](crate::ufunc::With::threads)), reductions ([`Reduce::threads`](crate::Reduce::threads)), products
/// ([`Product::threads`](crate::Product::threads)) and sorts ([`Sort::threads`](crate::Sort::threads)) take it as an option.
/// Without the feature `rayon` it is always one.
///
/// ```
/// use ndtype as np;
/// np::set_threads(Some(1));
/// assert_eq!(np::threads(), 1);
/// np::set_threads(None);
/// assert!(np::threads() >= 1);
/// ```
pub fn set_threads(threads: Option<usize>) {
    LIMIT.store(threads.map_or(0, |n| n.max(1)), Ordering::Relaxed);
}

/// Does some work whose calls may have so many threads each, whatever [`set_threads`] says: 1 for the thread that calls alone.
/// Calls may still ask for another number. Results do not depend on it.
///
/// ```
/// use ndtype::{self as np, array};
/// let sorted = np::with_threads(1, || {
///     assert_eq!(np::threads(), 1);
///     np::sort(&array![3, 1, 2], -1)
/// })?;
/// assert_eq!(sorted.to_vec::<i32>()?, [1, 2, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn with_threads<R>(threads: usize, work: impl FnOnce() -> R) -> R {
    within(Some(threads), work)
}

/// The same, if a number is given.
pub(crate) fn within<R>(threads: Option<usize>, work: impl FnOnce() -> R) -> R {
    /// Puts back what was there before, even if the work panics.
    struct Before(Option<usize>);
    impl Drop for Before {
        fn drop(&mut self) {
            SCOPED.set(self.0);
        }
    }
    if threads.is_none() {
        return work();
    }
    let _before = Before(SCOPED.replace(threads));
    work()
}

/// How many threads may work on one call from this thread.
pub fn threads() -> usize {
    match (SCOPED.get(), LIMIT.load(Ordering::Relaxed)) {
        (Some(scoped), _) => scoped.clamp(1, pool()),
        (None, 0) => pool(),
        (None, limit) => limit.min(pool()),
    }
}

/// How many threads there are.
#[cfg(feature = "rayon")]
fn pool() -> usize {
    rayon::current_num_threads()
}

#[cfg(not(feature = "rayon"))]
fn pool() -> usize {
    1
}

/// Picoseconds of work that are worth splitting.
const WORTH: u64 = 1_000_000_000;
/// Picoseconds of work in a piece: few enough pieces to make little of their starts, enough to even out their ends.
const PIECE: u64 = 125_000_000;

/// How to split work on so many elements, each of which costs so many picoseconds: into how many pieces, `None` if it is not worth
/// it. `threads` is how many the call asks for.
pub(crate) fn pieces(elements: usize, cost: u32, threads: Option<usize>) -> Option<usize> {
    if cost == 0 {
        return None;
    }
    let work = (elements as u64).saturating_mul(u64::from(cost));
    if work < WORTH || limit(threads) < 2 {
        return None;
    }
    Some(usize::try_from(work / PIECE).unwrap_or(usize::MAX).min(1024))
}

/// How many threads a call may have.
fn limit(threads: Option<usize>) -> usize {
    threads.map_or_else(self::threads, |n| n.clamp(1, pool()))
}

/// The elements of a piece: from where up to where.
pub(crate) fn part(elements: usize, pieces: usize, piece: usize) -> std::ops::Range<usize> {
    let start = |piece: usize| (elements as u128 * piece as u128 / pieces as u128) as usize;
    start(piece)..start(piece + 1)
}

/// Does all pieces of some work, on as many threads as the call may have; the first error, in the order of pieces, is
/// returned.
pub(crate) fn run<E: Send>(
    pieces: usize,
    threads: Option<usize>,
    work: impl Fn(usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let workers = limit(threads).min(pieces);
    spread(workers, pieces, &work)
}

#[cfg(feature = "rayon")]
fn spread<E: Send>(workers: usize, pieces: usize, work: &(impl Fn(usize) -> Result<(), E> + Sync)) -> Result<(), E> {
    if workers < 2 {
        return (0..pieces).try_for_each(work);
    }
    // What a piece asks for in turn may have as many.
    let scoped = SCOPED.get();
    let next = AtomicUsize::new(0);
    let failed = std::sync::Mutex::new(None);
    rayon::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|_| {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces {
                        return;
                    }
                    if let Err(error) = within(scoped, || work(piece)) {
                        let mut failed = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        if failed.as_ref().is_none_or(|(at, _)| piece < *at) {
                            *failed = Some((piece, error));
                        }
                        // Pieces before it are taken already; those after it need not be.
                        next.store(pieces, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    match failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

#[cfg(not(feature = "rayon"))]
fn spread<E: Send>(_workers: usize, pieces: usize, work: &(impl Fn(usize) -> Result<(), E> + Sync)) -> Result<(), E> {
    (0..pieces).try_for_each(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_everything_once() {
        for (elements, pieces) in [(10, 3), (1 << 20, 1024), (7, 7), (usize::MAX, 1000)] {
            let mut next = 0;
            for piece in 0..pieces {
                let part = part(elements, pieces, piece);
                assert_eq!(part.start, next);
                next = part.end;
            }
            assert_eq!(next, elements);
        }
    }

    #[test]
    fn little_work_is_not_split() {
        assert_eq!(pieces(1000, 1000, None), None);
        assert_eq!(pieces(usize::MAX, 0, None), None);
        assert_eq!(pieces(1 << 40, 1000, Some(1)), None);
    }

    #[test]
    fn a_limit_holds_for_its_work_only() {
        let before = threads();
        let inside = with_threads(1, || (threads(), with_threads(1_000_000, threads), threads()));
        assert_eq!(inside, (1, pool(), 1));
        assert_eq!(with_threads(0, threads), 1);
        let panicked = std::panic::catch_unwind(|| with_threads(1, || panic!("as asked")));
        assert!(panicked.is_err());
        assert_eq!(threads(), before);
        assert_eq!(with_threads(1, || pieces(1 << 40, 1000, None)), None);
    }

    #[test]
    fn the_first_error_is_returned() {
        let failing = |piece: usize| if piece >= 5 { Err(piece) } else { Ok(()) };
        assert_eq!(run(100, None, failing), Err(5));
        assert_eq!(run(5, None, failing), Ok(()));
    }
}
