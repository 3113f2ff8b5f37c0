//! The drivers: one loop for each number of operands, written once for every operation and type.
//!
//! A driver looks at the steps of its grid once. Rows without gaps, with or without one operand that stays the same, are
//! compiled for each instruction set with vectors; other rows once, for the baseline, or through blocks on the stack that have no gaps,
//! where the operation is worth it.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::copy::copy;
use super::grid::{Computed, Context, Grid, LoopFn, MAX_OPERANDS, NumberLoop, Unsigned, of_bits};
use crate::error::Result;
use crate::simd::{Kernel, dispatch_vectors, has_vectors};

/// How rows with gaps are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gaps {
    /// One element after the other.
    Direct,
    /// Gathered in blocks without gaps first: the operation gains more from vectors than that costs.
    Gather,
    /// One after the other, and rows without gaps too: nothing is gained from vectors.
    Scalar,
}

/// An operation on one number.
pub(crate) trait Unary<A>: 'static {
    /// What it makes.
    type Out: Copy;
    const GAPS: Gaps = Gaps::Gather;

    fn call(a: A) -> Self::Out;
}

/// An operation on two numbers.
pub(crate) trait Binary<A, B = A>: 'static {
    /// What it makes.
    type Out: Copy;
    const GAPS: Gaps = Gaps::Gather;
    /// Whether [`by`](Binary::by) is faster than `call`, if there are many numbers.
    const PREPARED: bool = false;

    fn call(a: A, b: B) -> Self::Out;

    /// Whether [`by`](Binary::by) is for this number.
    #[inline(always)]
    fn prepares(_b: B) -> bool {
        false
    }

    /// The operation with a second number that stays the same.
    #[inline(always)]
    fn by(b: B) -> impl Fn(A) -> Self::Out
    where
        B: Copy,
    {
        move |a| Self::call(a, b)
    }
}

/// Defines an operation on one number, for several types: `unary_op!(Negative [], i8 i16: |a| a.wrapping_neg())`. In
/// brackets: `-> Bool` if it makes another type than it takes, then `in Gather` if rows with gaps are not treated as
/// [`Gaps::Direct`] has it.
macro_rules! unary_op {
    ($op:ident $options:tt, $($type:ty)*: |$a:ident| $body:expr) => {
        $(unary_op!(@one $op $options $type, $a, $body);)*
    };
    (@one $op:ident [$($rest:tt)*] $type:ty, $a:ident, $body:expr) => {
        impl $crate::kernels::elementwise::Unary<$type> for $op {
            $crate::kernels::elementwise::options!($type, $($rest)*);

            #[inline(always)]
            fn call($a: $type) -> Self::Out {
                $body
            }
        }
    };
}
pub(crate) use unary_op;

/// Defines an operation on two numbers of a type, as [`unary_op!`] does.
macro_rules! binary_op {
    ($op:ident $options:tt, $($type:ty)*: |$a:ident, $b:ident| $body:expr) => {
        $(binary_op!(@one $op $options $type, $a, $b, $body);)*
    };
    (@one $op:ident [$($rest:tt)*] $type:ty, $a:ident, $b:ident, $body:expr) => {
        impl $crate::kernels::elementwise::Binary<$type> for $op {
            $crate::kernels::elementwise::options!($type, $($rest)*);

            #[inline(always)]
            fn call($a: $type, $b: $type) -> Self::Out {
                $body
            }
        }
    };
}
pub(crate) use binary_op;

/// The associated items that the options of an operation stand for.
macro_rules! options {
    ($type:ty,) => {
        type Out = $type;
    };
    ($type:ty, -> $out:ty) => {
        type Out = $out;
    };
    ($type:ty, in $gaps:ident) => {
        type Out = $type;
        const GAPS: $crate::kernels::elementwise::Gaps = $crate::kernels::elementwise::Gaps::$gaps;
    };
    ($type:ty, -> $out:ident in $gaps:ident) => {
        type Out = $out;
        const GAPS: $crate::kernels::elementwise::Gaps = $crate::kernels::elementwise::Gaps::$gaps;
    };
}
pub(crate) use options;

/// The loop of a unary operation.
pub(crate) const fn unary_loop<F: Unary<A, Out: Computed>, A: Computed>() -> NumberLoop {
    NumberLoop {
        types: [A::ID, F::Out::ID, F::Out::ID, F::Out::ID],
        run: run_unary::<F, A>,
        reduce: None,
        accumulate: None,
        tree: false,
    }
}

/// The loop of a binary operation on two numbers of one type.
pub(crate) const fn binary_loop<F: Binary<A, Out: Computed>, A: Computed>() -> NumberLoop {
    NumberLoop {
        types: [A::ID, A::ID, F::Out::ID, F::Out::ID],
        run: run_binary::<F, A, A>,
        reduce: None,
        accumulate: None,
        tree: false,
    }
}

/// The loop of a binary operation to which the sign of integers makes no difference.
pub(crate) const fn binary_bits<F: Binary<U::Signed, Out: Computed>, U: Unsigned>() -> NumberLoop {
    of_bits::<U>(binary_loop::<F, U::Signed>())
}

/// The loop of a unary operation to which the sign of integers makes no difference.
pub(crate) const fn unary_bits<F: Unary<U::Signed, Out: Computed>, U: Unsigned>() -> NumberLoop {
    of_bits::<U>(unary_loop::<F, U::Signed>())
}

/// The [`LoopFn`] of a unary operation.
///
/// # Safety
/// - As for [`LoopFn`], with elements of these types.
pub(crate) unsafe fn run_unary<F: Unary<A>, A: Copy>(grid: &Grid, context: &Context<'_>) -> Result<()> {
    let sizes = [size_of::<A>(), size_of::<F::Out>(), 0, 0];
    let dense = grid.step[0] == sizes[0] as isize && grid.step[1] == sizes[1] as isize;
    let vectors = const { !is_scalar(F::GAPS) } && has_vectors();
    if dense && vectors {
        dispatch_vectors(DenseUnary::<F, A>(grid, PhantomData));
    } else if const { is_gather(F::GAPS) } && vectors && grid.n > 1 && grid.step[0] != 0 {
        // SAFETY: the caller's promises, and the sizes are those of the operands.
        return unsafe { through_blocks(run_unary::<F, A>, sizes, 1, grid, context) };
    } else {
        for row in 0..grid.rows {
            for i in 0..grid.n {
                // SAFETY: an input of the grid, of this type.
                let a = unsafe { grid.element(0, row, i).cast::<A>().read() };
                // SAFETY: an output of the grid, of this type.
                unsafe { grid.element(1, row, i).cast::<F::Out>().write(F::call(a)) };
            }
        }
    }
    Ok(())
}

const fn is_scalar(gaps: Gaps) -> bool {
    matches!(gaps, Gaps::Scalar)
}

const fn is_gather(gaps: Gaps) -> bool {
    matches!(gaps, Gaps::Gather)
}

struct DenseUnary<'a, F, A>(&'a Grid, PhantomData<(F, A)>);

impl<F: Unary<A>, A: Copy> Kernel for DenseUnary<'_, F, A> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            let (a, out) = (self.0.at(0, row).cast::<A>(), self.0.at(1, row).cast::<F::Out>());
            // SAFETY: the grid's elements follow each other; see `map`.
            unsafe { map(a, out, self.0.n, F::call) };
        }
    }
}

/// An element of a row without gaps.
///
/// # Safety
/// - More than `i` elements can be read there.
#[inline(always)]
pub(super) unsafe fn load<T: Copy>(row: *const T, i: usize) -> T {
    // SAFETY: the caller's promise.
    let at = unsafe { row.add(i) };
    // SAFETY: the caller's promise.
    unsafe { at.read() }
}

/// Writes an element of a row without gaps.
///
/// # Safety
/// - More than `i` elements can be written there.
#[inline(always)]
pub(super) unsafe fn store<T>(row: *mut T, i: usize, value: T) {
    // SAFETY: the caller's promise.
    let at = unsafe { row.add(i) };
    // SAFETY: the caller's promise.
    unsafe { at.write(value) };
}

/// `out[i] = f(a[i])`, where `out` may be `a`.
///
/// # Safety
/// - `a` is valid for reading `n` elements, `out` for writing as many. They do not overlap, or are the same.
#[inline(always)]
pub(super) unsafe fn map<A: Copy, O>(a: *const A, out: *mut O, n: usize, f: impl Fn(A) -> O) {
    // In place gets a loop of its own, in which the compiler sees that the two are one. In the other it checks for itself
    // that they do not overlap.
    if const { size_of::<A>() == size_of::<O>() } && a.cast::<O>() == out.cast_const() {
        for i in 0..n {
            // SAFETY: `i` is below `n`, and the output is also the input.
            let x = unsafe { load(out.cast_const().cast::<A>(), i) };
            // SAFETY: `i` is below `n`.
            unsafe { store(out, i, f(x)) };
        }
    } else {
        for i in 0..n {
            // SAFETY: `i` is below `n`.
            let x = unsafe { load(a, i) };
            // SAFETY: `i` is below `n`.
            unsafe { store(out, i, f(x)) };
        }
    }
}

/// The [`LoopFn`] of a binary operation.
///
/// # Safety
/// - As for [`LoopFn`], with elements of these types.
pub(crate) unsafe fn run_binary<F: Binary<A, B>, A: Copy, B: Copy>(grid: &Grid, context: &Context<'_>) -> Result<()> {
    let sizes = [size_of::<A>(), size_of::<B>(), size_of::<F::Out>(), 0];
    let [a, b, out, _] = grid.step;
    let dense = |step: isize, operand: usize| step == sizes[operand] as isize;
    let vectors = const { !is_scalar(F::GAPS) || F::PREPARED } && has_vectors();
    if vectors && dense(out, 2) && dense(a, 0) && b == 0 {
        dispatch_vectors(DenseScalar::<F, A, B>(grid, PhantomData));
        return Ok(());
    }
    if vectors && dense(out, 2) && const { !is_scalar(F::GAPS) } {
        if dense(a, 0) && dense(b, 1) {
            dispatch_vectors(DenseBinary::<F, A, B>(grid, PhantomData));
            return Ok(());
        }
        if a == 0 && dense(b, 1) {
            dispatch_vectors(ScalarDense::<F, A, B>(grid, PhantomData));
            return Ok(());
        }
    }
    if const { is_gather(F::GAPS) } && vectors && grid.n > 1 && (a, b) != (0, 0) {
        // SAFETY: the caller's promises, and the sizes are those of the operands.
        return unsafe { through_blocks(run_binary::<F, A, B>, sizes, 2, grid, context) };
    }
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid, of this type.
            let a = unsafe { grid.element(0, row, i).cast::<A>().read() };
            // SAFETY: an input of the grid, of this type.
            let b = unsafe { grid.element(1, row, i).cast::<B>().read() };
            // SAFETY: an output of the grid, of this type.
            unsafe { grid.element(2, row, i).cast::<F::Out>().write(F::call(a, b)) };
        }
    }
    Ok(())
}

struct DenseBinary<'a, F, A, B>(&'a Grid, PhantomData<(F, A, B)>);

impl<F: Binary<A, B>, A: Copy, B: Copy> Kernel for DenseBinary<'_, F, A, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let n = self.0.n;
        for row in 0..self.0.rows {
            let (a, b) = (self.0.at(0, row).cast::<A>().cast_const(), self.0.at(1, row).cast::<B>().cast_const());
            let out = self.0.at(2, row).cast::<F::Out>();
            // As in `map`.
            if const { size_of::<A>() == size_of::<F::Out>() } && a.cast::<F::Out>() == out.cast_const() {
                for i in 0..n {
                    // SAFETY: `i` is below the length of the row, which has no gaps; the output is also the input.
                    let a = unsafe { load(out.cast_const().cast::<A>(), i) };
                    // SAFETY: as above.
                    let b = unsafe { load(b, i) };
                    // SAFETY: as above.
                    unsafe { store(out, i, F::call(a, b)) };
                }
            } else {
                for i in 0..n {
                    // SAFETY: `i` is below the length of the row, which has no gaps.
                    let a = unsafe { load(a, i) };
                    // SAFETY: as above.
                    let b = unsafe { load(b, i) };
                    // SAFETY: as above.
                    unsafe { store(out, i, F::call(a, b)) };
                }
            }
        }
    }
}

struct DenseScalar<'a, F, A, B>(&'a Grid, PhantomData<(F, A, B)>);

impl<F: Binary<A, B>, A: Copy, B: Copy> Kernel for DenseScalar<'_, F, A, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            // SAFETY: the element of the row that stays the same.
            let b = unsafe { self.0.at(1, row).cast::<B>().read() };
            let (a, out) = (self.0.at(0, row).cast::<A>(), self.0.at(2, row).cast::<F::Out>());
            if const { !F::PREPARED } {
                // SAFETY: the grid's elements follow each other; see `map`.
                unsafe { map(a, out, self.0.n, |a| F::call(a, b)) };
            } else if self.0.n >= PREPARED_FROM && F::prepares(b) {
                // SAFETY: likewise.
                unsafe { map(a, out, self.0.n, F::by(b)) };
            } else {
                // SAFETY: likewise.
                unsafe { unprepared::<F, A, B>(a, out, self.0.n, b) };
            }
        }
    }
}

/// A row of an operation that could not be prepared, which is rare: compiled once, for the baseline.
///
/// # Safety
/// - As for [`map`].
#[inline(never)]
unsafe fn unprepared<F: Binary<A, B>, A: Copy, B: Copy>(a: *const A, out: *mut F::Out, n: usize, b: B) {
    // SAFETY: the caller's promises.
    unsafe { map(a, out, n, |a| F::call(a, b)) };
}

/// How many numbers it takes for the preparation of an operation to be worth it.
const PREPARED_FROM: usize = 16;

struct ScalarDense<'a, F, A, B>(&'a Grid, PhantomData<(F, A, B)>);

impl<F: Binary<A, B>, A: Copy, B: Copy> Kernel for ScalarDense<'_, F, A, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for row in 0..self.0.rows {
            // SAFETY: the element of the row that stays the same.
            let a = unsafe { self.0.at(0, row).cast::<A>().read() };
            let (b, out) = (self.0.at(1, row).cast::<B>(), self.0.at(2, row).cast::<F::Out>());
            // SAFETY: the grid's elements follow each other; see `map`.
            unsafe { map(b, out, self.0.n, |b| F::call(a, b)) };
        }
    }
}

/// Bytes of a block on the stack: a few blocks fit the first cache, and what a block costs in itself does not count.
const BLOCK: usize = 8192;

/// A block of elements of any type.
#[repr(align(64))]
struct Block([MaybeUninit<u8>; BLOCK]);

/// Runs a loop on rows with gaps, by way of blocks without.
///
/// # Safety
/// - As for [`LoopFn`]; the sizes are those of the operands' types, at most 16, the first `inputs` of which are inputs.
#[expect(clippy::large_stack_arrays, reason = "of the size of the first cache")]
pub(super) unsafe fn through_blocks(
    run: LoopFn,
    sizes: [usize; MAX_OPERANDS],
    inputs: usize,
    grid: &Grid,
    context: &Context<'_>,
) -> Result<()> {
    let mut blocks = [const { Block([const { MaybeUninit::uninit() }; BLOCK]) }; MAX_OPERANDS];
    let longest = sizes.iter().fold(1024, |longest, &size| longest.min(BLOCK / size.max(1)));
    for row in 0..grid.rows {
        for start in (0..grid.n).step_by(longest) {
            let count = longest.min(grid.n - start);
            let mut part = Grid::row([std::ptr::null_mut(); MAX_OPERANDS], [0; MAX_OPERANDS], count);
            for (k, block) in blocks.iter_mut().enumerate().filter(|(k, _)| sizes[*k] > 0) {
                part.ptr[k] = grid.element(k, row, start);
                part.step[k] = grid.step[k];
                if grid.step[k] == 0 || grid.step[k] == sizes[k] as isize {
                    continue;
                }
                let gathered = block.0.as_mut_ptr().cast::<u8>();
                if k < inputs {
                    // SAFETY: these elements are inputs of the grid; the block has room for them.
                    unsafe { copy(part.ptr[k], part.step[k], gathered, sizes[k] as isize, count, sizes[k]) };
                }
                (part.ptr[k], part.step[k]) = (gathered, sizes[k] as isize);
            }
            // SAFETY: the elements are those of the grid, or gathered from it; outputs are in blocks of their own, or
            // where they belong.
            unsafe { run(&part, context) }?;
            for k in (inputs..MAX_OPERANDS).filter(|&k| sizes[k] > 0) {
                let to = grid.element(k, row, start);
                if part.ptr[k] != to {
                    // SAFETY: the loop wrote these elements; their places are outputs of the grid.
                    unsafe { copy(part.ptr[k], sizes[k] as isize, to, grid.step[k], count, sizes[k]) };
                }
            }
        }
    }
    Ok(())
}
