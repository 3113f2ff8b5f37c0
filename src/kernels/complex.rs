//! Magnitudes and square roots of complex numbers: glibc's, to the bit, written out so that they are the same everywhere.

use num_complex::Complex;

use super::fmod::{load, store};
use super::grid::{Context, Grid};
use crate::error::Result;
use crate::simd::{Kernel, dispatch};

/// The length of the hypotenuse, without overflow on the way. Infinite if either is, even if the other is NaN.
#[inline(always)]
pub(super) fn hypot32(x: f32, y: f32) -> f32 {
    // Squares of floats of 24 bits are exact in an f64, and cannot leave its range.
    let (wide, other) = (f64::from(x), f64::from(y));
    let length = (wide * wide + other * other).sqrt() as f32;
    if x.is_infinite() | y.is_infinite() { f32::INFINITY } else { length }
}

/// 2^511, up to which squares stay within the range.
const LARGE: f64 = f64::from_bits(0x5fe0_0000_0000_0000);
/// 2^-459, from which on they do.
const TINY: f64 = f64::from_bits(0x2340_0000_0000_0000);
/// 2^54: what is so much smaller makes no difference but for its rounding. Products with it are exact, or infinite.
const FAR: f64 = f64::from_bits(0x4350_0000_0000_0000);

/// The same for `f64`. Without a branch: what glibc does in one of several ways is selected, so that vectors can.
#[inline(always)]
pub(super) fn hypot64(x: f64, y: f64) -> f64 {
    const DOWN: f64 = f64::from_bits(0x1a70_0000_0000_0000); // 2^-600
    const UP: f64 = f64::from_bits(0x6570_0000_0000_0000); // 2^600
    let (a, b) = (x.abs(), y.abs());
    let (large, small) = if a < b { (b, a) } else { (a, b) };
    // What would leave the range when squared is brought nearer to one, and back.
    let scale = if small < TINY { UP } else { 1.0 };
    let scale = if large > LARGE { DOWN } else { scale };
    let back = if small < TINY { DOWN } else { 1.0 };
    let back = if large > LARGE { UP } else { back };
    let length = corrected(large * scale, small * scale) * back;
    let length = if large >= small * FAR { large + small } else { length };
    let length = if x.is_nan() | y.is_nan() { x + y } else { length };
    if x.is_infinite() | y.is_infinite() { f64::INFINITY } else { length }
}

/// The square root of the sum of squares, with one step that corrects its rounding.
#[inline(always)]
fn corrected(x: f64, y: f64) -> f64 {
    let length = (x * x + y * y).sqrt();
    let near = length <= 2.0 * y;
    let delta = length - if near { y } else { x };
    let t1 = if near { x * (2.0 * delta - x) } else { 2.0 * delta * (x - 2.0 * y) };
    let t2 = if near { (delta - 2.0 * (x - y)) * delta } else { (4.0 * delta - y) * y + delta * delta };
    length - (t1 + t2) / (2.0 * length)
}

/// The [`LoopFn`](super::grid::LoopFn) of magnitudes: blocks of numbers that need no scaling go without it, and those of
/// which one part makes no difference without a root.
///
/// # Safety
/// - As for [`LoopFn`](super::grid::LoopFn), with a `Complex<f64>` and an `f64`.
#[expect(clippy::unnecessary_wraps, reason = "other loops fail")]
pub(super) unsafe fn run_magnitudes(grid: &Grid, _: &Context<'_>) -> Result<()> {
    dispatch(Magnitudes(grid));
    Ok(())
}

struct Magnitudes<'a>(&'a Grid);

/// How many magnitudes are computed at a time.
const BLOCK: usize = 64;

impl Kernel for Magnitudes<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let grid = self.0;
        let (mut gathered, mut lengths) = ([Complex::new(1.0f64, 0.0); BLOCK], [0.0; BLOCK]);
        let (mut larger, mut smaller) = ([1.0; BLOCK], [0.0; BLOCK]);
        for row in 0..grid.rows {
            for start in (0..grid.n).step_by(BLOCK) {
                let count = BLOCK.min(grid.n - start);
                let from = grid.element(0, row, start).cast_const();
                let numbers = if grid.step[0] == size_of::<Complex<f64>>() as isize && count == BLOCK {
                    // SAFETY: elements of the grid's input, which follow each other; nothing is written until all have
                    // been looked at.
                    unsafe { &*from.cast::<[Complex<f64>; BLOCK]>() }
                } else {
                    // SAFETY: these are elements of the grid's input.
                    unsafe { load(&mut gathered[..count], from, grid.step[0]) };
                    &gathered
                };
                let (mut plain, mut all_far) = (true, true);
                for i in 0..BLOCK {
                    let (x, y) = (numbers[i].re.abs(), numbers[i].im.abs());
                    let (large, small) = if x < y { (y, x) } else { (x, y) };
                    let far = large >= small * FAR;
                    // Neither is if a part is NaN.
                    plain &= (large <= LARGE) & (far | (small >= TINY));
                    all_far &= far;
                    (larger[i], smaller[i], lengths[i]) = (large, small, large + small);
                }
                if !plain {
                    for i in 0..BLOCK {
                        lengths[i] = hypot64(numbers[i].re, numbers[i].im);
                    }
                } else if !all_far {
                    for i in 0..BLOCK {
                        let far = larger[i] >= smaller[i] * FAR;
                        lengths[i] = if far { lengths[i] } else { corrected(larger[i], smaller[i]) };
                    }
                }
                // SAFETY: these are elements of the grid's output.
                unsafe { store(&lengths[..count], grid.element(1, row, start), grid.step[1]) };
            }
        }
    }
}

macro_rules! square_root {
    ($($float:ident $sqrt:ident $hypot:ident $tiny_scale:expr),*) => {
        $(
            /// The principal square root, with C's rules for infinities, NaN and signed zeros.
            pub(super) fn $sqrt(z: Complex<$float>) -> Complex<$float> {
                let (mut re, mut im) = (z.re, z.im);
                if im.is_infinite() {
                    return Complex::new($float::INFINITY, im);
                }
                if re.is_infinite() {
                    return if re < 0.0 {
                        Complex::new(if im.is_nan() { im } else { 0.0 }, $float::INFINITY.copysign(im))
                    } else {
                        Complex::new(re, if im.is_nan() { im } else { (0.0 as $float).copysign(im) })
                    };
                }
                if re.is_nan() || im.is_nan() {
                    return Complex::new($float::NAN, $float::NAN);
                }
                if im == 0.0 {
                    return if re < 0.0 {
                        Complex::new(0.0, (-re).sqrt().copysign(im))
                    } else {
                        Complex::new(re.sqrt().abs(), (0.0 as $float).copysign(im))
                    };
                }
                if re == 0.0 {
                    let root = if im.abs() >= 2.0 * $float::MIN_POSITIVE {
                        (0.5 * im.abs()).sqrt()
                    } else {
                        0.5 * (2.0 * im.abs()).sqrt()
                    };
                    return Complex::new(root, root.copysign(im));
                }
                // Scaled by a power of four, so that nothing overflows on the way or is lost below.
                let mut scale: $float = 1.0;
                if re.abs() > $float::MAX / 4.0 {
                    (re, im, scale) = (re * 0.25, im * 0.25, 2.0);
                } else if im.abs() > $float::MAX / 4.0 {
                    re = if re.abs() >= 4.0 * $float::MIN_POSITIVE { re * 0.25 } else { 0.0 };
                    (im, scale) = (im * 0.25, 2.0);
                } else if re.abs() < 2.0 * $float::MIN_POSITIVE && im.abs() < 2.0 * $float::MIN_POSITIVE {
                    const UP: $float = $tiny_scale;
                    (re, im, scale) = (re * UP * UP, im * UP * UP, 1.0 / UP);
                }
                let length = $hypot(re, im);
                let large = scale == 2.0 && im.abs() < 2.0;
                let (mut root, mut other);
                if re > 0.0 {
                    root = (0.5 * (length + re)).sqrt();
                    other = if large { im / root } else { 0.5 * (im / root) };
                    if large {
                        root *= scale;
                    }
                } else {
                    other = (0.5 * (length - re)).sqrt();
                    root = if large { (im / other).abs() } else { (0.5 * (im / other)).abs() };
                    if large {
                        other *= scale;
                    }
                }
                if !large {
                    (root, other) = (root * scale, other * scale);
                }
                Complex::new(root, other.copysign(im))
            }
        )*
    };
}

square_root!(f32 sqrt32 hypot32 4096.0, f64 sqrt64 hypot64 134217728.0);
