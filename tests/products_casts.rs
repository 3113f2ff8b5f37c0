//! Operands that are cast while they are multiplied: the bits are those of operands that were cast before.

mod golden;

use golden::Tally;
use ndtype::{self as np, Array, ByteOrder, Dtype, Product};

/// Numbers of all sizes, by a generator; the parts of complex ones too.
fn random(shape: &[usize], dtype: &str, seed: u64) -> Array {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) as i64 % 2001 - 1000) as f64 / 7.0
    };
    let n: usize = shape.iter().product();
    let reals: Vec<f64> = (0..n).map(|_| next()).collect();
    let flat = if dtype.contains('c') {
        Array::from_vec(reals.iter().map(|&re| num_complex::Complex::new(re, next())).collect::<Vec<_>>())
    } else if dtype.contains('f') {
        Array::from_vec(reals)
    } else {
        Array::from_vec(reals.iter().map(|x| x.abs() as i64).collect::<Vec<_>>())
    };
    let shape: Vec<isize> = shape.iter().map(|&n| n as isize).collect();
    flat.unwrap().astype(dtype).unwrap().reshape(shape).unwrap()
}

/// The same elements in another layout: columns next to each other, backwards, with gaps, at odd addresses.
fn laid_out(a: &Array, layout: usize) -> Array {
    match layout {
        0 => a.clone(),
        1 => a.swapaxes(-1, -2).unwrap().copy().unwrap().swapaxes(-1, -2).unwrap(),
        2 => a.flip(None).unwrap().copy().unwrap().flip(None).unwrap(),
        _ => {
            let record = Dtype::structured([("pad", Dtype::UInt8), ("x", a.dtype().clone())]).unwrap();
            let mut records = Array::zeros(a.shape(), record).unwrap();
            records.set("'x'", a).unwrap();
            records.field("x").unwrap()
        }
    }
}

/// What products are computed in.
fn computed(dtype: &Dtype) -> &'static str {
    match dtype.name().as_str() {
        "float64" => "f8",
        "complex128" => "c16",
        "complex64" | "complex32" => "c8",
        name if name.contains("float") => "f4",
        // Integers wrap around: the lower bits are those of larger ones.
        _ => "i8",
    }
}

/// Shapes for each way of a product: small ones, short sums in bands, vectors in stretches, blocks; stacks of them.
const SHAPES: &[(&[usize], &[usize])] = &[
    (&[3, 3], &[3, 3]),
    (&[8, 8], &[8, 8]),
    (&[17, 40], &[40, 25]),
    (&[1, 20_000], &[20_000, 1]),
    (&[4000, 9], &[9, 1]),
    (&[1, 9], &[9, 5000]),
    (&[5000, 9], &[9, 7]),
    (&[700, 5], &[5, 900]),
    (&[200, 300], &[300, 1]),
    (&[1, 300], &[300, 200]),
    (&[50, 900], &[900, 1]),
    (&[1, 9000], &[9000, 11]),
    (&[130, 290], &[290, 70]),
    (&[30, 900], &[900, 50]),
    (&[300, 40], &[40, 300]),
    (&[4200, 17], &[17, 9]),
    (&[300, 4, 5], &[300, 5, 3]),
    (&[3000, 1, 3], &[3000, 3, 1]),
    (&[5, 1, 3, 9], &[1, 4, 9, 6]),
    (&[3, 60, 150], &[3, 150, 90]),
    (&[3, 60, 150], &[150, 90]),
];

const PAIRS: &[(&str, &str)] = &[
    ("f2", "f2"),
    ("bfloat16", "bfloat16"),
    ("float8_e4m3fn", "float8_e4m3fn"),
    ("u1", "u1"),
    ("i1", "i1"),
    ("u1", "i4"),
    ("f2", "f4"),
    ("i4", "f8"),
    (">f8", "f8"),
    (">f4", ">f4"),
    ("f4", "c16"),
    (">c16", ">c16"),
    ("complex32", "complex32"),
    ("?", "u2"),
];

#[test]
fn casting_on_the_way_changes_no_bit() {
    let mut tally = Tally::default();
    for (i, &(s, t)) in SHAPES.iter().enumerate() {
        for (j, &(x, y)) in PAIRS.iter().enumerate() {
            let (a, b) = (random(s, x, 1), random(t, y, 2));
            let dtype = np::promote_types(a.dtype(), b.dtype()).unwrap().newbyteorder(ByteOrder::Native);
            let to = computed(&dtype);
            let cast = |a: &Array| a.astype(&dtype).unwrap().astype(to).unwrap();
            let want = np::matmul(&cast(&a), &cast(&b)).unwrap().astype(&dtype).unwrap().tobytes().unwrap();
            // Every layout of one beside some of the other.
            for (of_a, of_b) in [(0, 0), (1, (i + j) % 4), ((i + j) % 4, 2), (3, 1)] {
                let got = np::matmul(&laid_out(&a, of_a), &laid_out(&b, of_b)).unwrap();
                let what = || format!("{x} {s:?} by {y} {t:?}, laid out {of_a} and {of_b}");
                assert_eq!(got.dtype(), &dtype, "{}", what());
                tally.check(got.tobytes().unwrap() == want, true, what);
            }
        }
    }
    tally.finish("products of operands that are cast", 1176);
}

#[test]
fn a_matrix_by_itself_turned_and_rounded_on_the_way() {
    let mut tally = Tally::default();
    for dtype in ["f2", "u1", ">f8", "i2", "complex32"] {
        for shape in [&[9usize, 7][..], &[100, 40], &[260, 30], &[4, 90, 120]] {
            let a = random(shape, dtype, 3);
            let native = a.dtype().newbyteorder(ByteOrder::Native);
            let cast = a.astype(native.clone()).unwrap().astype(computed(&native)).unwrap();
            let other = |a: &Array| a.swapaxes(-1, -2).unwrap();
            let want = np::matmul(&cast, &other(&cast).copy().unwrap()).unwrap().astype(native).unwrap();
            let got = np::matmul(&a, &other(&a)).unwrap();
            tally.check(got.tobytes().unwrap() == want.tobytes().unwrap(), true, || format!("{dtype} {shape:?}"));
        }
    }
    // Other values than the dtype has are rounded to it first, though sums are not.
    let (a, b) = (random(&[70, 300], "f8", 4), random(&[300, 90], "f4", 5));
    let want = np::matmul(&a.astype("f2").unwrap(), &b.astype("f2").unwrap()).unwrap();
    let got = Product::new().dtype("f2").unwrap().matmul(&a, &b).unwrap();
    tally.check(got.tobytes().unwrap() == want.tobytes().unwrap(), true, || "rounded to float16".to_owned());
    tally.finish("products with itself", 21);
}
