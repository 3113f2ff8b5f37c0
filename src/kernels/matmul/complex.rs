//! Tiles of complex numbers, whose parts are computed with apart.
//!
//! A sliver of `b` has, for each step of the sum, the real parts of a vector of numbers and then their imaginary parts. An
//! element of the result is, step by step, `re + b.re * a.re`, then `- b.im * a.im`, and `im + b.re * a.im`, then
//! `+ b.im * a.re`, all of them fused.

use std::marker::PhantomData;

use super::pack::Part;
use super::tile::{Shape, Tile, TileFn};
use super::vector::{Factor, Vector};
use crate::simd::{self, Kernel};

impl Shape {
    /// The tiles of complex numbers with parts of this type.
    pub(super) fn complex<T: Factor>() -> Shape {
        let (lanes, rows, tiles): (usize, usize, [TileFn; 2]) = match simd::isa() {
            #[cfg(target_arch = "x86_64")]
            simd::Isa::V4 => (T::V4::LANES, 8, [v4::<T, 4>, v4::<T, 8>]),
            #[cfg(target_arch = "x86_64")]
            simd::Isa::V3 => (T::V3::LANES, 4, [v3::<T>, v3::<T>]),
            _ => (T::Base::LANES, 2, [base::<T>, base::<T>]),
        };
        Shape { lanes, vectors: 1, rows, tiles: tiles.map(|tile| [tile; 3]) }
    }
}

#[cfg(target_arch = "x86_64")]
unsafe fn v4<T: Factor, const NR: usize>(tile: &Tile) {
    // SAFETY: the function was chosen on a machine with these instructions.
    unsafe { simd::v4(Complex::<T::V4, NR>(tile, PhantomData)) }
}

#[cfg(target_arch = "x86_64")]
unsafe fn v3<T: Factor>(tile: &Tile) {
    // SAFETY: the function was chosen on a machine with these instructions.
    unsafe { simd::v3(Complex::<T::V3, 4>(tile, PhantomData)) }
}

unsafe fn base<T: Factor>(tile: &Tile) {
    Complex::<T::Base, 2>(tile, PhantomData).run();
}

/// More lanes than any vector of parts has.
const LANES: usize = 16;

/// A tile of one vector of numbers and `NR` rows. Made by functions with the promises of [`TileFn`] only.
struct Complex<'a, V, const NR: usize>(&'a Tile, PhantomData<V>);

impl<V: Vector<Item: Factor>, const NR: usize> Kernel for Complex<'_, V, NR> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let tile = self.0;
        debug_assert!(tile.rows <= NR && tile.cols <= V::LANES);
        // SAFETY: the machine has the vectors' instructions, by the promises of `TileFn`; as do the others below.
        let mut sums = [[unsafe { V::zero() }; 2]; NR];
        let rows: [isize; NR] = std::array::from_fn(|i| i.min(tile.rows - 1) as isize * tile.a_row);
        let (mut a, mut b) = (tile.a, tile.b);
        for _ in 0..tile.k {
            // SAFETY: the real parts in a sliver, which is full: what is missing was made zero.
            let re = unsafe { V::load(b.cast()) };
            // SAFETY: the imaginary parts, behind them.
            let im = unsafe { V::load(b.cast::<V::Item>().wrapping_add(V::LANES)) };
            for i in 0..NR {
                let x = a.wrapping_offset(rows[i]).cast::<V::Item>();
                // SAFETY: the real part of an element of `a`, in a row that there is.
                let x_re = unsafe { V::splat(x) };
                // SAFETY: its imaginary part.
                let x_im = unsafe { V::splat(x.wrapping_add(1)) };
                // SAFETY: registers only, here and in what follows.
                sums[i][0] = unsafe { re.mul_add(x_re, sums[i][0]) };
                // SAFETY: registers only.
                sums[i][1] = unsafe { re.mul_add(x_im, sums[i][1]) };
                // SAFETY: registers only.
                sums[i][0] = unsafe { im.neg_mul_add(x_im, sums[i][0]) };
                // SAFETY: registers only.
                sums[i][1] = unsafe { im.mul_add(x_re, sums[i][1]) };
            }
            a = a.wrapping_offset(tile.a_step);
            b = b.wrapping_offset(tile.b_step);
        }
        let mut parts = [[V::Item::ZERO; LANES]; 2];
        for (i, [re, im]) in sums.into_iter().enumerate().take(tile.rows) {
            // SAFETY: there is room for a vector.
            unsafe { re.store(parts[0].as_mut_ptr()) };
            // SAFETY: likewise.
            unsafe { im.store(parts[1].as_mut_ptr()) };
            let c = tile.c.wrapping_offset(i as isize * tile.c_row).cast::<[V::Item; 2]>();
            for (j, (&re, &im)) in parts[0].iter().zip(&parts[1]).enumerate().take(tile.cols) {
                let to = c.wrapping_add(j);
                let mut sum = [re, im];
                if tile.add {
                    // SAFETY: an element of `c`.
                    let before = unsafe { to.read_unaligned() };
                    sum = [before[0].plus(sum[0]), before[1].plus(sum[1])];
                }
                // SAFETY: an element of `c`.
                unsafe { to.write_unaligned(sum) };
            }
        }
    }
}

/// Copies `k` times `n` complex numbers into slivers `width` wide, real parts before imaginary ones; what is missing in the
/// last one is zero.
///
/// # Safety
/// - As for [`slivers`](super::pack::slivers), with numbers of two `T`; `to` is aligned for them.
pub(super) unsafe fn split<T: Factor>(part: Part, (k, n): (usize, usize), width: usize, _: usize, to: *mut u8) {
    let to = to.cast::<T>();
    for (i, first) in (0..n).step_by(width).enumerate() {
        let cols = width.min(n - first);
        for p in 0..k {
            let row = part.ptr.wrapping_offset(part.step * p as isize + part.across * first as isize);
            let target = to.wrapping_add((i * k + p) * 2 * width);
            for j in 0..width {
                let [re, im] = if j < cols {
                    // SAFETY: an element of the part.
                    unsafe { row.wrapping_offset(part.across * j as isize).cast::<[T; 2]>().read_unaligned() }
                } else {
                    [T::ZERO; 2]
                };
                // SAFETY: a place in the sliver.
                unsafe { target.wrapping_add(j).write(re) };
                // SAFETY: likewise.
                unsafe { target.wrapping_add(width + j).write(im) };
            }
        }
    }
}
