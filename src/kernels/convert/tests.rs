//! The laws that hold between conversions, and the rules that NumPy has no stable answer for.

use half::{bf16, f16};
use num_complex::Complex;

use super::*;
use crate::element::*;
use crate::simd::forced;

/// Bytes that are aligned for any type.
pub(super) struct Buffer {
    words: Vec<u128>,
    bytes: usize,
}

impl Buffer {
    pub(super) fn zeros(bytes: usize) -> Buffer {
        Buffer { words: vec![0; bytes.div_ceil(16)], bytes }
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Buffer {
        let mut buffer = Buffer::zeros(bytes.len());
        buffer.as_mut_slice().copy_from_slice(bytes);
        buffer
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        // SAFETY: the words are at least that many initialised bytes.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast(), self.bytes) }
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: the words are at least that many initialised bytes, and borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast(), self.bytes) }
    }
}

fn size(id: ScalarId) -> usize {
    usize::from(id.row().size)
}

/// The first n elements, converted as a contiguous run.
pub(super) fn convert_vec(from: ScalarId, to: ScalarId, source: &Buffer, n: usize) -> Vec<u8> {
    assert!(source.bytes >= n * size(from));
    let mut target = Buffer::zeros(n * size(to));
    let (src, dst) = (source.as_slice().as_ptr(), target.as_mut_slice().as_mut_ptr());
    // SAFETY: both buffers are aligned for any type and hold n elements; they are different memory.
    unsafe { converter(from, to)(src, size(from) as isize, dst, size(to) as isize, n) };
    target.as_slice().to_vec()
}

/// Bytes without order, the same every time.
fn noise(bytes: usize, mut seed: u64) -> Vec<u8> {
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 56) as u8
    };
    (0..bytes).map(|_| next()).collect()
}

/// A source of n elements whose values are of all magnitudes: every other one by conversion of a moderate number, as
/// random bits are mostly out of range of everything.
fn values(id: ScalarId, n: usize) -> Buffer {
    let mut bytes = noise(n * size(id), id as u64);
    let moderate: Vec<u8> = (0..n).flat_map(|i| (((i * 37) as f64 - 300.0) / 8.0).to_ne_bytes()).collect();
    let moderate = convert_vec(ScalarId::Float64, id, &Buffer::from_bytes(&moderate), n);
    for i in (0..n).step_by(2) {
        let range = i * size(id)..(i + 1) * size(id);
        bytes[range.clone()].copy_from_slice(&moderate[range]);
    }
    Buffer::from_bytes(&bytes)
}

fn pairs() -> impl Iterator<Item = (ScalarId, ScalarId)> {
    ScalarId::ALL.into_iter().flat_map(|from| ScalarId::ALL.into_iter().map(move |to| (from, to)))
}

/// The conversion by the traits alone: no instruction sets, no blocks, no type between.
fn oracle(from: ScalarId, to: ScalarId, source: &[u8]) -> Vec<u8> {
    fn of<S: Number, D: Number>(source: &[u8]) -> Vec<u8> {
        let mut out = vec![0; source.len() / size_of::<S>() * size_of::<D>()];
        for (x, y) in source.chunks_exact(size_of::<S>()).zip(out.chunks_exact_mut(size_of::<D>())) {
            // SAFETY: the chunk is as large as an S, of which every byte pattern is a value.
            let x = unsafe { x.as_ptr().cast::<S>().read_unaligned() };
            // SAFETY: the chunk is as large as a D.
            unsafe { y.as_mut_ptr().cast::<D>().write_unaligned(convert_one(x)) };
        }
        out
    }
    if from == to {
        return source.to_vec();
    }
    with_scalar!(from, S, _ => with_scalar!(to, D, _ => of::<S, D>(source)))
}

#[test]
fn every_path_gives_the_same_bits() {
    let mut compared = 0;
    for (from, to) in pairs() {
        let (s, d) = (size(from), size(to));
        let source = values(from, 300);
        let want = oracle(from, to, source.as_slice());
        forced::each(|isa| {
            for n in (0..=70).chain([127, 128, 129, 300]) {
                assert_eq!(convert_vec(from, to, &source, n), want[..n * d], "{isa:?} {from:?} to {to:?}, n = {n}");
                compared += 1;
            }
            // Strides in elements: of the source, of the target, with gaps, backwards.
            for (ss, ds) in [(1, 2), (2, 1), (3, 2), (-1, 1), (1, -1), (-2, -3), (-1, -1), (0, 1)] {
                for n in [0, 1, 2, 7, 16, 67] {
                    check_strides(from, to, (&source, ss), ds, n, &want);
                    compared += 1;
                }
            }
            // Starts that are aligned to the element, but not to a vector.
            for (start, n) in (1..8).flat_map(|start| [(start, 33), (start, 64)]) {
                let mut target = Buffer::zeros((start + n) * d);
                let src = source.as_slice()[start * s..].as_ptr();
                let dst = target.as_mut_slice()[start * d..].as_mut_ptr();
                // SAFETY: n elements from the start on are in both buffers.
                unsafe { converter(from, to)(src, s as isize, dst, d as isize, n) };
                assert_eq!(target.as_slice()[start * d..], want[start * d..(start + n) * d], "{from:?} to {to:?}");
                compared += 1;
            }
        });
    }
    println!("{compared} runs compared");
}

/// Checks n elements at these strides, counted in elements, and that nothing else is written.
fn check_strides(from: ScalarId, to: ScalarId, (source, ss): (&Buffer, isize), ds: isize, n: usize, want: &[u8]) {
    let (s, d) = (size(from), size(to));
    let index = |i: usize, stride: isize| {
        let first = if stride < 0 { (n.max(1) - 1) * stride.unsigned_abs() } else { 0 };
        first.wrapping_add_signed(i as isize * stride)
    };
    let mut target = Buffer::zeros((n * ds.unsigned_abs() + 1) * d);
    target.as_mut_slice().fill(0xa5);
    let mut expected = target.as_slice().to_vec();
    for i in 0..n {
        let (x, y) = (index(i, ss), index(i, ds));
        expected[y * d..(y + 1) * d].copy_from_slice(&want[x * d..(x + 1) * d]);
    }
    let src = source.as_slice()[index(0, ss) * s..].as_ptr();
    let dst = target.as_mut_slice()[index(0, ds) * d..].as_mut_ptr();
    // SAFETY: the source has 300 elements and the target room for n; `index` keeps within both.
    unsafe { converter(from, to)(src, ss * s as isize, dst, ds * d as isize, n) };
    assert_eq!(target.as_slice(), expected, "{from:?} to {to:?}, n = {n}, strides {ss} and {ds}");
}

#[test]
fn in_place_is_the_same() {
    let mut compared = 0;
    for (from, to) in pairs().filter(|(from, to)| size(*from) == size(*to)) {
        let source = values(from, 300);
        let want = oracle(from, to, source.as_slice());
        let step = size(from);
        forced::each(|_| {
            for (stride, n) in [(1, 300), (1, 5), (1, 0), (2, 150), (3, 100)] {
                let mut data = Buffer::from_bytes(source.as_slice());
                let p = data.as_mut_slice().as_mut_ptr();
                let bytes = (stride * step) as isize;
                // SAFETY: n elements at this stride are in the buffer; both sides are the same.
                unsafe { converter(from, to)(p, bytes, p, bytes, n) };
                for i in 0..n {
                    let range = i * stride * step..(i * stride + 1) * step;
                    assert_eq!(data.as_slice()[range.clone()], want[range], "{from:?} to {to:?}, {i} of {n}");
                }
                compared += 1;
            }
        });
    }
    println!("{compared} runs compared");
}

#[test]
fn f16c_is_bit_identical() {
    let halves: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_ne_bytes).collect();
    let floats: Vec<u8> = (0..1 << 20).flat_map(|i: u32| (i.wrapping_mul(4099) ^ (i << 13)).to_ne_bytes()).collect();
    for (from, to, bytes) in
        [(ScalarId::Float16, ScalarId::Float32, halves), (ScalarId::Float32, ScalarId::Float16, floats)]
    {
        let want = oracle(from, to, &bytes);
        let source = Buffer::from_bytes(&bytes);
        forced::each(|isa| {
            assert!(convert_vec(from, to, &source, bytes.len() / size(from)) == want, "{isa:?} {from:?}");
        });
    }
}

/// One value through every instruction set.
fn cast<S: Number, D: Number + PartialEq + std::fmt::Debug>(from: ScalarId, to: ScalarId, x: S) -> D {
    let want: D = convert_one(x);
    // Enough of them for a vector and a tail.
    let values = [x; 21];
    let mut got = [want; 21];
    forced::each(|isa| {
        let (src, dst) = (values.as_ptr().cast(), got.as_mut_ptr().cast());
        // SAFETY: both arrays have that many elements of the types named by the ids.
        unsafe { converter(from, to)(src, size_of::<S>() as isize, dst, size_of::<D>() as isize, 21) };
        assert!(got.iter().all(|y| *y == want), "{isa:?} {from:?} to {to:?}");
    });
    want
}

#[test]
fn floats_out_of_range_of_unsigned() {
    const P31: f64 = 2_147_483_648.0;
    const P32: f64 = 2.0 * P31;
    const P63: f64 = P31 * P32;
    let u32s = [
        (-1.0, u32::MAX),
        (-1.9, u32::MAX),
        (-P31, 1 << 31),
        (-P31 - 1.0, (1 << 31) - 1),
        (P32, 0),
        (P32 + 5.0, 5),
        (-P32 - 5.0, u32::MAX - 4),
        (P63, u32::MAX),
        (-P63, 0),
        (1e30, u32::MAX),
        (-1e30, 0),
        (f64::INFINITY, u32::MAX),
        (f64::NEG_INFINITY, 0),
        (f64::NAN, 0),
    ];
    for (x, want) in u32s {
        assert_eq!(cast::<f64, u32>(ScalarId::Float64, ScalarId::UInt32, x), want, "{x}");
        let complex = Complex::new(x, 7.0);
        assert_eq!(cast::<Complex<f64>, u32>(ScalarId::Complex128, ScalarId::UInt32, complex), want, "{x}");
    }
    let u64s = [
        (-1.0, u64::MAX),
        (-1e10, 10_000_000_000_u64.wrapping_neg()),
        (P63, 1 << 63),
        (-P63, 1 << 63),
        (P63 * 1.5, 3 << 62),
        (P63 * 2.0, u64::MAX),
        (-P63 * 1.5, 0),
        (1e30, u64::MAX),
        (-1e30, 0),
        (f64::INFINITY, u64::MAX),
        (f64::NEG_INFINITY, 0),
        (f64::NAN, 0),
    ];
    for (x, want) in u64s {
        assert_eq!(cast::<f64, u64>(ScalarId::Float64, ScalarId::UInt64, x), want, "{x}");
        assert_eq!(cast::<f32, u64>(ScalarId::Float32, ScalarId::UInt64, x as f32), want, "{x}");
    }
    let infinite = Float8E5M2::INFINITY;
    assert_eq!(cast::<_, u32>(ScalarId::Float8E5M2, ScalarId::UInt32, infinite), u32::MAX);
    assert_eq!(cast::<_, i64>(ScalarId::Float8E5M2, ScalarId::Int64, Float8E5M2::NAN), 0);
}

#[test]
fn bools() {
    let bytes = Buffer::from_bytes(&[0, 1, 2, 255]);
    assert_eq!(convert_vec(ScalarId::Bool, ScalarId::UInt8, &bytes, 4), [0, 1, 1, 1]);
    assert_eq!(convert_vec(ScalarId::UInt8, ScalarId::Bool, &bytes, 4), [0, 1, 1, 1]);
    let zero = Complex::new(f16::ZERO, f16::NEG_ZERO);
    let parts = [zero, Complex::new(f16::ZERO, f16::ONE), Complex::new(f16::NAN, f16::ZERO)];
    let source: Vec<u8> = parts.iter().flat_map(|c| [c.re.to_ne_bytes(), c.im.to_ne_bytes()]).flatten().collect();
    assert_eq!(convert_vec(ScalarId::Complex32, ScalarId::Bool, &Buffer::from_bytes(&source), 3), [0, 1, 1]);
}

#[test]
fn rounds_once() {
    // Next to the midpoint of two bfloat16; by way of f32 it would be on it, and go down.
    let up = bf16::from_f32(1.0 + 2.0_f32.powi(-7));
    let x = 1.0 + 2.0_f64.powi(-8) + 2.0_f64.powi(-40);
    assert_eq!(cast::<f64, bf16>(ScalarId::Float64, ScalarId::BFloat16, x), up);
    let x = 1.0 + 2.0_f64.powi(-11) + 2.0_f64.powi(-40);
    assert_eq!(cast::<f64, f16>(ScalarId::Float64, ScalarId::Float16, x).to_bits(), 0x3c01);
    for shift in 0..30 {
        let x = ((1_u64 << 32) + (1 << 24) + 1) << shift;
        let want = ((1_u64 << 32) + (1 << 25)) as f64 * 2.0_f64.powi(shift);
        assert_eq!(cast::<u64, bf16>(ScalarId::UInt64, ScalarId::BFloat16, x).to_f64(), want, "{shift}");
        assert_eq!(cast::<i64, bf16>(ScalarId::Int64, ScalarId::BFloat16, -(x as i64)).to_f64(), -want, "{shift}");
    }
}
