//! Every product has the bits of the plainest loop that sums in the documented order, on each instruction set and whatever the
//! layout.

use super::blocked::stretch;
use super::dots::{STRETCH, Term, dot_reference};
use super::*;
use crate::simd::forced;

/// The products of two matrices, in C's order, by the documented order of sums.
fn naive<T: Term>(sizes: Sizes, a: &[T], b: &[T]) -> Vec<T> {
    let Sizes { m, n, k } = sizes;
    let mut c = Vec::new();
    for i in 0..m {
        for j in 0..n {
            let row: Vec<T> = (0..k).map(|p| a[i * k + p]).collect();
            let column: Vec<T> = (0..k).map(|p| b[p * n + j]).collect();
            let (left, right) = if n == 1 { (row, column) } else { (column, row) };
            let length = if m == 1 || n == 1 { STRETCH } else { stretch(k) };
            let sums = left.chunks(length).zip(right.chunks(length)).map(|(x, y)| {
                if m == 1 || n == 1 {
                    return dot_reference(x, y, k);
                }
                x.iter().zip(y).fold(T::ZERO, |sum, (x, y)| x.step(*y, sum, false))
            });
            c.push(sums.reduce(T::plus).expect("at least one product"));
        }
    }
    c
}

/// How a matrix lies in memory: its elements, spread out, and its strides.
fn laid_out<T: Term>(values: &[T], rows: usize, cols: usize, layout: usize) -> (Vec<u8>, usize, isize, isize) {
    let size = size_of::<T>();
    // C's order; Fortran's; with gaps; backwards; at odd addresses.
    let (row, col, start) = match layout {
        0 => (cols * size, size, 0),
        1 => (size, rows * size, 0),
        2 => (cols * 3 * size, 2 * size, 0),
        3 => (cols * size, size, 1),
        _ => (cols * size + 1, size, 1),
    };
    let mut bytes = vec![0u8; rows * row + cols * col + size + 2];
    for i in 0..rows {
        for j in 0..cols {
            let (i_to, j_to) = if layout == 3 { (rows - 1 - i, cols - 1 - j) } else { (i, j) };
            let at = start + i_to * row + j_to * col;
            // SAFETY: inside of the bytes, by their number.
            unsafe { bytes.as_mut_ptr().wrapping_add(at).cast::<T>().write_unaligned(values[i * cols + j]) };
        }
    }
    match layout {
        3 => (bytes, start + (rows - 1) * row + (cols - 1) * col, -(row as isize), -(col as isize)),
        _ => (bytes, start, row as isize, col as isize),
    }
}

fn check<T: Term + PartialEq + std::fmt::Debug>(id: ScalarId, make: impl Fn(u64) -> T) -> usize {
    let sizes = [
        (1, 1, 1),
        (1, 1, 5),
        (1, 1, 40),
        (3, 1, 17),
        (9, 1, 100),
        (70, 1, 70),
        (1, 9, 33),
        (1, 10, 8200),
        (2, 2, 2),
        (4, 4, 4),
        (5, 7, 3),
        (8, 24, 9),
        (9, 25, 30),
        (17, 50, 300),
        (9, 97, 20),
        (70, 30, 20),
        (25, 50, 520),
        (13, 3, 700),
    ];
    let mut checked = 0;
    let mut seed = 1u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        make(seed >> 20)
    };
    for (m, n, k) in sizes {
        let a: Vec<T> = (0..m * k).map(|_| next()).collect();
        let b: Vec<T> = (0..k * n).map(|_| next()).collect();
        let sizes = Sizes { m, n, k };
        let want = naive(sizes, &a, &b);
        for (layout_a, layout_b) in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (3, 3), (4, 4), (0, 3)] {
            let (a, start_a, a_row, a_col) = laid_out(&a, m, k, layout_a);
            let (b, start_b, b_row, b_col) = laid_out(&b, k, n, layout_b);
            forced::each(|isa| {
                let mut c = vec![T::ZERO; m * n];
                let a = Matrix { ptr: a[start_a..].as_ptr(), row: a_row, col: a_col };
                let b = Matrix { ptr: b[start_b..].as_ptr(), row: b_row, col: b_col };
                let product = Multiplication::new(id, sizes, [a, b], false, [None; 2]);
                let mut scratch = vec![[0u128; 4]; product.scratch() / 64 + 2];
                let start = scratch.as_mut_ptr().cast::<u8>();
                let scratch = start.wrapping_add(start.align_offset(64));
                let rows = Rows { ptr: c.as_mut_ptr().cast(), row: (n * size_of::<T>()) as isize };
                // SAFETY: the matrices lie in their bytes as their strides say; the result and the scratch are ours.
                unsafe { product.run(a, b, rows, Stack { count: 1, steps: [0; 3] }, scratch) };
                assert!(c == want, "{id:?} {sizes:?} laid out {layout_a} and {layout_b} differs on {isa:?}");
                checked += 1;
            });
        }
    }
    checked
}

#[test]
fn products_have_the_bits_of_the_documented_order() {
    let float = |bits: u64| (bits as i64 as f64 / 1e12).sin() * 2f64.powi((bits % 9) as i32);
    let mut checked = check(ScalarId::Float64, float);
    checked += check(ScalarId::Float32, |bits| float(bits) as f32);
    checked += check(ScalarId::Int64, |bits| bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) as i64);
    checked += check(ScalarId::Int32, |bits| bits as i32);
    checked += check(ScalarId::Int16, |bits| bits as i16);
    checked += check(ScalarId::Complex128, |bits| [float(bits), float(bits >> 3)]);
    checked += check(ScalarId::Complex64, |bits| [float(bits) as f32, float(bits >> 3) as f32]);
    println!("{checked} products");
    assert!(checked >= 1000);
}

#[test]
fn a_matrix_times_its_transpose_is_that_of_a_copy() {
    forced::each(|isa| {
        for (m, k) in [(48, 10), (100, 300), (131, 7)] {
            let a: Vec<f64> = (0..m * k).map(|i| (i as f64).sin()).collect();
            let turned: Vec<f64> = (0..k * m).map(|i| a[i % m * k + i / m]).collect();
            let mut results = Vec::new();
            let row = (k * 8) as isize;
            let first = Matrix { ptr: a.as_ptr().cast(), row, col: 8 };
            for b in [
                Matrix { ptr: a.as_ptr().cast(), row: 8, col: row },
                Matrix { ptr: turned.as_ptr().cast(), row: (m * 8) as isize, col: 8 },
            ] {
                let mut c = vec![0.0f64; m * m];
                let product =
                    Multiplication::new(ScalarId::Float64, Sizes { m, n: m, k }, [first, b], false, [None; 2]);
                let mut scratch = vec![[0u128; 4]; product.scratch() / 64 + 2];
                let start = scratch.as_mut_ptr().cast::<u8>();
                let scratch = start.wrapping_add(start.align_offset(64));
                let rows = Rows { ptr: c.as_mut_ptr().cast(), row: (m * 8) as isize };
                // SAFETY: as above.
                unsafe { product.run(first, b, rows, Stack { count: 1, steps: [0; 3] }, scratch) };
                results.push(c);
            }
            assert!(results[0] == results[1], "{m} by {k} on {isa:?}");
        }
    });
}

#[test]
fn products_of_booleans_are_or_of_and() {
    let mut checked = 0;
    for (m, n, k) in [(1, 1, 1), (1, 1, 200), (3, 5, 7), (9, 64, 30), (5, 130, 90), (20, 1, 100), (1, 70, 3)] {
        // Mostly false, and any byte but zero is true.
        let bytes = |n: usize, seed: usize| -> Vec<u8> {
            (0..n).map(|i| if (i * i * 7 + seed * i) % 11 < 2 { 1 << (i % 8) } else { 0 }).collect()
        };
        let (a, b) = (bytes(m * k, 3), bytes(k * n, 5));
        let or = |i: usize, j: usize| (0..k).any(|p| a[i * k + p] != 0 && b[p * n + j] != 0);
        let want: Vec<u8> = (0..m * n).map(|i| u8::from(or(i / n, i % n))).collect();
        let turned: Vec<u8> = (0..k * n).map(|i| b[i % k * n + i / k]).collect();
        let first = Matrix { ptr: a.as_ptr(), row: k as isize, col: 1 };
        for second in [
            Matrix { ptr: b.as_ptr(), row: n as isize, col: 1 },
            Matrix { ptr: turned.as_ptr(), row: 1, col: k as isize },
        ] {
            forced::each(|isa| {
                let mut c = vec![9u8; m * n];
                let sizes = Sizes { m, n, k };
                let product = Multiplication::new(ScalarId::Bool, sizes, [first, second], false, [None; 2]);
                let mut scratch = vec![0u64; product.scratch() / 8];
                let rows = Rows { ptr: c.as_mut_ptr(), row: n as isize };
                let stack = Stack { count: 1, steps: [0; 3] };
                // SAFETY: the matrices are as the sizes and strides say; the result and the scratch are ours.
                unsafe { product.run(first, second, rows, stack, scratch.as_mut_ptr().cast()) };
                assert!(c == want, "{sizes:?} on {isa:?}");
                checked += 1;
            });
        }
    }
    println!("{checked} products of booleans");
}
