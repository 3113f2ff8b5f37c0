//! Loops for text: comparing and joining. Texts of a fixed width end where only zeros follow, whatever their widths.

#![allow(clippy::cast_ptr_alignment, reason = "callers promise that elements are aligned")]

use std::cmp::Ordering;

use super::grid::{Context, Grid};
use crate::element::Text;
use crate::element::scalars::Bool;
use crate::error::Result;

/// A comparison, told from the order of two texts.
pub(crate) trait Comparison: 'static {
    /// Whether only equality matters, which is faster to find out.
    const EQUALITY: bool = false;

    fn holds(order: Ordering) -> bool;
}

macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident $equality:literal $holds:ident;)*) => {
        $($(#[$doc])*
        pub(crate) struct $name;

        impl Comparison for $name {
            const EQUALITY: bool = $equality;

            #[inline(always)]
            fn holds(order: Ordering) -> bool {
                order.$holds()
            }
        })*
    };
}

comparisons! {
    /// `a == b`
    Equal true is_eq;
    /// `a != b`
    NotEqual true is_ne;
    /// `a < b`
    Less false is_lt;
    /// `a <= b`
    LessEqual false is_le;
    /// `a > b`
    Greater false is_gt;
    /// `a >= b`
    GreaterEqual false is_ge;
}

/// A character of text of a fixed width: a byte, or a code point.
pub(crate) trait Character: Copy + Ord + Default + 'static {}

impl Character for u8 {}
impl Character for u32 {}

/// The order of texts that may be followed by zeros.
#[inline(always)]
fn order<C: Character>(a: &[C], b: &[C]) -> Ordering {
    let common = a.len().min(b.len());
    let rest = |text: &[C]| text[common..].iter().any(|&c| c != C::default());
    a[..common].cmp(&b[..common]).then_with(|| rest(a).cmp(&rest(b)))
}

#[inline(always)]
fn equal<C: Character>(a: &[C], b: &[C]) -> bool {
    let common = a.len().min(b.len());
    let rest = |text: &[C]| text[common..].iter().all(|&c| c == C::default());
    same(&a[..common], &b[..common]) && rest(a) && rest(b)
}

/// Whether characters are the same, as many on both sides: without looking for where they differ, if they are few.
#[inline(always)]
fn same<C: Character>(a: &[C], b: &[C]) -> bool {
    if a.len() > const { 64 / size_of::<C>() } {
        return a == b;
    }
    let (a_words, a_rest) = a.as_chunks::<4>();
    let (b_words, b_rest) = b.as_chunks::<4>();
    let few = |a: &[C; 4], b: &[C; 4]| (a[0] != b[0]) | (a[1] != b[1]) | (a[2] != b[2]) | (a[3] != b[3]);
    let words = a_words.iter().zip(b_words).fold(false, |differ, (a, b)| differ | few(a, b));
    !a_rest.iter().zip(b_rest).fold(words, |differ, (a, b)| differ | (a != b))
}

/// The characters of an element.
///
/// # Safety
/// - `ptr` is valid for reading `width` characters as long as the slice is used, and aligned for them.
#[inline(always)]
unsafe fn characters<'a, C: Character>(ptr: *const u8, width: usize) -> &'a [C] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(ptr.cast(), width) }
}

/// The width of an operand, in characters.
fn width<C: Character>(context: &Context<'_>, operand: usize) -> usize {
    context.dtypes[operand].itemsize() / size_of::<C>()
}

/// Compares texts of fixed widths.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with text of such characters and a boolean.
#[expect(clippy::unnecessary_wraps, reason = "a loop, of which others may fail")]
pub(crate) unsafe fn compare<F: Comparison, C: Character>(grid: &Grid, context: &Context<'_>) -> Result<()> {
    let (a_width, b_width) = (width::<C>(context, 0), width::<C>(context, 1));
    if const { F::EQUALITY } && a_width == b_width {
        let size = a_width * size_of::<C>();
        // SAFETY: the caller's promise; the size is that of both.
        if unsafe { compare_sizes::<F>(grid, size) } {
            return Ok(());
        }
    }
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid, as wide as its dtype.
            let a = unsafe { characters::<C>(grid.element(0, row, i), a_width) };
            // SAFETY: likewise.
            let b = unsafe { characters::<C>(grid.element(1, row, i), b_width) };
            let holds = if const { F::EQUALITY } {
                F::holds(if equal(a, b) { Ordering::Equal } else { Ordering::Less })
            } else {
                F::holds(order(a, b))
            };
            // SAFETY: an output of the grid.
            unsafe { grid.element(2, row, i).cast::<Bool>().write(Bool::new(holds)) };
        }
    }
    Ok(())
}

/// Tells whether texts of one width are equal, which are so if all their bytes are, by words of eight bytes. `false` if they are
/// too short or too long for that.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with two inputs of `size` bytes and a boolean.
unsafe fn compare_sizes<F: Comparison>(grid: &Grid, size: usize) -> bool {
    macro_rules! of_words {
        ($($words:literal)*) => {
            match size.div_ceil(8) {
                // SAFETY: the caller's promise; so many words reach up to the end of an element, and two of them overlap at most.
                $($words if size >= 8 => unsafe { compare_words::<F, $words>(grid, size) },)*
                _ => return false,
            }
        };
    }
    of_words!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    true
}

/// Tells whether elements are equal, by `WORDS` words, of which the last one ends with the element.
///
/// # Safety
/// - As for [`compare_sizes`]; `size` is at least 8, more than `8 * (WORDS - 1)` and at most `8 * WORDS`.
unsafe fn compare_words<F: Comparison, const WORDS: usize>(grid: &Grid, size: usize) {
    let last = size - 8;
    for row in 0..grid.rows {
        for i in 0..grid.n {
            let (a, b) = (grid.element(0, row, i).cast_const(), grid.element(1, row, i).cast_const());
            // SAFETY: eight bytes of an input of the grid.
            let word = |from: *const u8, at: usize| unsafe { from.wrapping_add(at).cast::<u64>().read_unaligned() };
            let mut differ = word(a, last) ^ word(b, last);
            for k in 0..WORDS - 1 {
                differ |= word(a, 8 * k) ^ word(b, 8 * k);
            }
            let holds = F::holds(if differ == 0 { Ordering::Equal } else { Ordering::Less });
            // SAFETY: an output of the grid.
            unsafe { grid.element(2, row, i).cast::<Bool>().write(Bool::new(holds)) };
        }
    }
}

/// Compares text with something that it is never equal to: bytes with code points.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with a boolean to write.
#[expect(clippy::unnecessary_wraps, reason = "a loop, of which others may fail")]
pub(crate) unsafe fn differ<F: Comparison>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an output of the grid.
            unsafe { grid.element(2, row, i).cast::<Bool>().write(Bool::new(F::holds(Ordering::Less))) };
        }
    }
    Ok(())
}

/// Joins texts of fixed widths; what is left of the result is zeros.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with text of such characters. The result is as wide as both together.
#[expect(clippy::unnecessary_wraps, reason = "a loop, of which others may fail")]
pub(crate) unsafe fn join<C: Character>(grid: &Grid, context: &Context<'_>) -> Result<()> {
    let widths = [width::<C>(context, 0), width::<C>(context, 1), width::<C>(context, 2)];
    let trimmed = |text: &[C]| text.iter().rposition(|&c| c != C::default()).map_or(0, |last| last + 1);
    for row in 0..grid.rows {
        for i in 0..grid.n {
            let out = grid.element(2, row, i).cast::<C>();
            let mut at = 0;
            for (k, &width) in widths[..2].iter().enumerate() {
                let from = grid.element(k, row, i);
                // SAFETY: an input of the grid, as wide as its dtype.
                let n = trimmed(unsafe { characters::<C>(from, width) });
                // SAFETY: the result has room for the characters of both. It may be the first operand itself, if the second
                // has no width, so that the two may overlap.
                unsafe { std::ptr::copy(from.cast::<C>().cast_const(), out.wrapping_add(at), n) };
                at += n;
            }
            for rest in at..widths[2] {
                // SAFETY: the rest of the result.
                unsafe { out.wrapping_add(rest).write(C::default()) };
            }
        }
    }
    Ok(())
}

/// A text of any length in the grid.
///
/// # Safety
/// - The element is a text, and stays as it is while the reference is used.
#[inline(always)]
unsafe fn text<'a>(grid: &Grid, operand: usize, row: usize, i: usize) -> &'a Text {
    // SAFETY: the caller's promise; texts of the grid are aligned.
    unsafe { &*grid.element(operand, row, i).cast::<Text>() }
}

/// Compares texts of any length.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with two texts and a boolean.
#[expect(clippy::unnecessary_wraps, reason = "a loop, of which others may fail")]
pub(crate) unsafe fn compare_texts<F: Comparison>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid.
            let a = unsafe { text(grid, 0, row, i) };
            // SAFETY: likewise.
            let b = unsafe { text(grid, 1, row, i) };
            let holds = if const { F::EQUALITY } {
                F::holds(if a == b { Ordering::Equal } else { Ordering::Less })
            } else {
                // What is missing is in no order with anything, as NaN.
                F::holds(a.cmp(b)) && !a.is_missing() && !b.is_missing()
            };
            // SAFETY: an output of the grid.
            unsafe { grid.element(2, row, i).cast::<Bool>().write(Bool::new(holds)) };
        }
    }
    Ok(())
}

/// Whether texts are missing.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with a text and a boolean.
#[expect(clippy::unnecessary_wraps, reason = "a loop, of which others may fail")]
pub(crate) unsafe fn missing(grid: &Grid, _: &Context<'_>) -> Result<()> {
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid.
            let missing = unsafe { text(grid, 0, row, i) }.is_missing();
            // SAFETY: an output of the grid.
            unsafe { grid.element(1, row, i).cast::<Bool>().write(Bool::new(missing)) };
        }
    }
    Ok(())
}

/// An operation on two texts that makes one.
pub(crate) trait TextOp: 'static {
    fn call(a: &Text, b: &Text) -> Text;
}

/// One after the other.
pub(crate) struct Join;
/// The one that comes last in order: of one that is missing, that one.
pub(crate) struct Maximum;
/// The one that comes first.
pub(crate) struct Minimum;

impl TextOp for Join {
    fn call(a: &Text, b: &Text) -> Text {
        a.join(b)
    }
}

impl TextOp for Maximum {
    fn call(a: &Text, b: &Text) -> Text {
        a.max(b).clone()
    }
}

impl TextOp for Minimum {
    fn call(a: &Text, b: &Text) -> Text {
        a.min(b).clone()
    }
}

/// The loop of an operation on texts of any length.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with three texts.
#[expect(clippy::unnecessary_wraps, reason = "a loop, of which others may fail")]
pub(crate) unsafe fn run_texts<F: TextOp>(grid: &Grid, _: &Context<'_>) -> Result<()> {
    for row in 0..grid.rows {
        for i in 0..grid.n {
            // SAFETY: an input of the grid.
            let a = unsafe { text(grid, 0, row, i) };
            // SAFETY: likewise.
            let b = unsafe { text(grid, 1, row, i) };
            let result = F::call(a, b);
            // SAFETY: an output of the grid, which holds a text. It may be one of the inputs, which are not used any more.
            drop(unsafe { grid.element(2, row, i).cast::<Text>().replace(result) });
        }
    }
    Ok(())
}
