//! The loop over a function for floats of 16 bits.
//!
//! They are computed in single precision, a block at a time. A result within one unit in the last place of the exact one is
//! rounded to the same number of 16 bits as that is, unless it is next to where rounding changes: such vectors are computed
//! again in double precision.
//!
//! There are but 65,536 arguments: who has computed as many results finds those to come in a [`Table`].

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::function::{DenseFn, Function, dense, rows};
use crate::dtype::ScalarId;
use crate::error::Result;
use crate::kernels::convert::converter;
use crate::kernels::grid::{Computed, Context, Grid, NumberLoop};
use crate::simd::{Kernel, dispatch, is_best};

/// A float of 16 bits.
pub(super) trait Half: Computed {
    /// The bits of an `f32` that are below those of this float.
    const BELOW: u32;

    /// The bits of the smallest normal number as an `f32`.
    const SMALLEST: u32;

    /// Which of the [`tables`](Function::tables) of a function is that of this float.
    const TABLE: usize;
}

impl Half for half::f16 {
    const BELOW: u32 = 13;
    const SMALLEST: u32 = (127 - 14) << 23;
    const TABLE: usize = 0;
}

impl Half for half::bf16 {
    const BELOW: u32 = 16;
    const SMALLEST: u32 = 1 << 23;
    const TABLE: usize = 1;
}

/// The loop of a function of one number.
pub(super) const fn small_loop<F: Function, T: Half>() -> NumberLoop {
    let types: [ScalarId; 4] = [T::ID; 4];
    NumberLoop { types, run: run::<F, T>, reduce: None, accumulate: None, tree: false }
}

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of a function.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of this type.
#[expect(clippy::unnecessary_wraps, reason = "loops may fail")]
unsafe fn run<F: Function, T: Half>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    // SAFETY: the caller's promises.
    unsafe { rows(grid, 1, 2, small::<F, T>) };
    Ok(())
}

/// The [`DenseFn`] of a function.
///
/// # Safety
/// - As for [`DenseFn`], with elements of this type.
unsafe fn small<F: Function, T: Half>(from: [*const u8; 2], to: *mut u8, n: usize) {
    let functions: [DenseFn; 2] = [dense::<F, f32, false>, dense::<F, f32, true>];
    // Tests compare what is computed with other instructions.
    let tables = F::tables().filter(|_| is_best());
    match tables.and_then(|tables| tables[T::TABLE].results(n, |all| compute_all::<T>(all, functions))) {
        // SAFETY: the caller's promises.
        Some(results) => unsafe { look_up(results, from[0], to, n) },
        // SAFETY: the caller's promises.
        None => unsafe { blocks::<T>(from[0], to, n, functions) },
    }
}

/// The results of a function for the bits of every number of 16 bits, once they are worth their memory.
pub(super) struct Table {
    /// How many results were computed without them.
    computed: AtomicUsize,
    results: OnceLock<Box<[u16; ALL]>>,
}

/// Numbers of 16 bits.
const ALL: usize = 1 << 16;

impl Table {
    pub(super) const fn new() -> Table {
        Table { computed: AtomicUsize::new(0), results: OnceLock::new() }
    }

    /// The results, if they are there, or now as many were asked for as there are: they are made for what has been paid.
    fn results(&self, n: usize, make: impl FnOnce(&mut [u16; ALL])) -> Option<&[u16; ALL]> {
        if let Some(results) = self.results.get() {
            return Some(results);
        }
        // Only what is counted depends on the order of threads.
        let before = self.computed.fetch_add(n, Ordering::Relaxed);
        if before.saturating_add(n) < ALL {
            return None;
        }
        Some(self.results.get_or_init(|| {
            let zeros: Box<[u16]> = vec![0; ALL].into();
            let mut results: Box<[u16; ALL]> = zeros.try_into().expect("as many");
            make(&mut results);
            results
        }))
    }
}

/// Computes the results for all numbers.
fn compute_all<T: Half>(results: &mut [u16; ALL], functions: [DenseFn; 2]) {
    for (bits, x) in results.iter_mut().enumerate() {
        *x = bits as u16;
    }
    let bytes = results.as_mut_ptr().cast::<u8>();
    // SAFETY: as many numbers as there are; their results take their place.
    unsafe { blocks::<T>(bytes, bytes, ALL, functions) };
}

/// Finds results in a table, by pairs: what reads and writes elements one by one takes longer.
///
/// # Safety
/// - As for [`DenseFn`], with elements of 16 bits.
unsafe fn look_up(results: &[u16; ALL], from: *const u8, to: *mut u8, n: usize) {
    let pairs = n / 2;
    let pair = |i: usize| {
        // SAFETY: two numbers of the input.
        let word = unsafe { from.wrapping_add(4 * i).cast::<u32>().read_unaligned() };
        let [low, high] = [word, word >> 16].map(|bits| u32::from(results[bits as u16 as usize]));
        // SAFETY: two of the output.
        unsafe { to.wrapping_add(4 * i).cast::<u32>().write_unaligned(low | high << 16) };
    };
    let whole = pairs - pairs % 4;
    for i in (0..whole).step_by(4) {
        pair(i);
        pair(i + 1);
        pair(i + 2);
        pair(i + 3);
    }
    (whole..pairs).for_each(pair);
    if n % 2 == 1 {
        let last = 2 * (n - 1);
        // SAFETY: the last number of the input.
        let bits = unsafe { from.wrapping_add(last).cast::<u16>().read_unaligned() };
        // SAFETY: the last one of the output.
        unsafe { to.wrapping_add(last).cast::<u16>().write_unaligned(results[bits as usize]) };
    }
}

/// Elements that are computed at a time.
const BLOCK: usize = 512;
/// Elements that are looked at together.
const GROUP: usize = 16;

/// Computes elements by functions in single precision: results to the nearest, and those to be rounded once more.
///
/// # Safety
/// - As for [`DenseFn`], with elements of this type; those of the functions are `f32`.
unsafe fn blocks<T: Half>(from: *const u8, to: *mut u8, n: usize, [nearest, odd]: [DenseFn; 2]) {
    let (widen, narrow) = (converter(T::ID, ScalarId::Float32), converter(ScalarId::Float32, T::ID));
    let (mut x, mut y) = ([0f32; BLOCK], [0f32; BLOCK]);
    let (x_bytes, y_bytes) = (x.as_mut_ptr().cast::<u8>(), y.as_mut_ptr().cast::<u8>());
    for start in (0..n).step_by(BLOCK) {
        let count = BLOCK.min(n - start);
        // SAFETY: elements of the input; the block has room for them.
        unsafe { widen(from.wrapping_add(2 * start), 2, x_bytes, 4, count) };
        // SAFETY: so many numbers were written; the other block has room for their results.
        unsafe { nearest([x_bytes; 2], y_bytes, count) };
        let mut at = 0;
        while let Some(group) =
            dispatch(Doubtful::<T> { results: &y[..count], from: at, float: std::marker::PhantomData })
        {
            let (first, length) = (group.start, group.len());
            let x = x_bytes.wrapping_add(4 * first);
            // SAFETY: numbers of the one block, and their results in the other.
            unsafe { odd([x; 2], y_bytes.wrapping_add(4 * first), length) };
            at = group.end;
        }
        // SAFETY: so many results; as many elements of the output.
        unsafe { narrow(y_bytes, 4, to.wrapping_add(2 * start), 2, count) };
    }
}

/// Looks for the next group, from a multiple of its length on, with a result that may be on the wrong side of where rounding
/// changes, or that is subnormal as a smaller float.
struct Doubtful<'a, T> {
    results: &'a [f32],
    from: usize,
    float: std::marker::PhantomData<T>,
}

impl<T: Half> Kernel for Doubtful<'_, T> {
    type Output = Option<Range<usize>>;

    #[inline(always)]
    fn run(self) -> Option<Range<usize>> {
        for (i, group) in self.results[self.from..].chunks(GROUP).enumerate() {
            let found = match <&[f32; GROUP]>::try_from(group) {
                Ok(group) => group.iter().fold(false, |found, y| found | is_doubtful::<T>(*y)),
                Err(_) => group.iter().any(|y| is_doubtful::<T>(*y)),
            };
            if found {
                let first = self.from + i * GROUP;
                return Some(first..first + group.len());
            }
        }
        None
    }
}

#[inline(always)]
fn is_doubtful<T: Half>(y: f32) -> bool {
    let bits = y.to_bits();
    // Half-way between two numbers, or one or two units from there.
    let near = (bits.wrapping_sub((1 << (T::BELOW - 1)) - 2) & ((1 << T::BELOW) - 4)) == 0;
    // Neither zero nor normal: there, rounding changes elsewhere.
    let subnormal = (bits & 0x7fff_ffff).wrapping_sub(1) < T::SMALLEST - 1;
    near | subnormal
}
