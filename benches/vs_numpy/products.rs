//! Products: matrices of several sizes and dtypes, stacks of small ones, vectors, Einstein's sums.

use std::hint::black_box;

use ndtype::{self as np, Array};

use crate::measure::Case;
use crate::ufunc::{operand, python_operand};

/// Sizes of square matrices, as columns; the largest for floats only.
const SIZES: &[(&str, usize)] =
    &[("8", 8), ("16", 16), ("64", 64), ("100", 100), ("256", 256), ("1000", 1000), ("2000", 2000)];

const DTYPES: &[&str] = &["f8", "f4", "c16", "i8", "i4", "u1", "f2", "?"];

/// What a case does with its operands.
type Call = fn(&[Array]) -> Array;

/// Name, shapes of the operands, dtype, Python, and the same here.
type Other = (&'static str, &'static [&'static [isize]], &'static str, &'static str, Call);

#[rustfmt::skip]
const OTHERS: &[Other] = &[
    ("matmul 4x4, 10000 of f8", &[&[10_000, 4, 4], &[10_000, 4, 4]], "f8", "np.matmul(a, b)", matmul),
    ("matmul 4x4, 10000 of f4", &[&[10_000, 4, 4], &[10_000, 4, 4]], "f4", "np.matmul(a, b)", matmul),
    ("matmul 4x4, 10000 of c16", &[&[10_000, 4, 4], &[10_000, 4, 4]], "c16", "np.matmul(a, b)", matmul),
    ("matmul 4x4, 10000 of i8", &[&[10_000, 4, 4], &[10_000, 4, 4]], "i8", "np.matmul(a, b)", matmul),
    ("matmul 4x4 with (10000, 4, 1) f8", &[&[10_000, 4, 4], &[10_000, 4, 1]], "f8", "np.matmul(a, b)", matmul),
    ("matmul 64x64, 100 of f8", &[&[100, 64, 64], &[100, 64, 64]], "f8", "np.matmul(a, b)", matmul),
    ("matmul 64x64, 100 of f4", &[&[100, 64, 64], &[100, 64, 64]], "f4", "np.matmul(a, b)", matmul),
    ("matmul 64x64, 100 of i8", &[&[100, 64, 64], &[100, 64, 64]], "i8", "np.matmul(a, b)", matmul),
    ("matvec 100 f8", &[&[100, 100], &[100]], "f8", "np.matvec(a, b)", |x| np::matvec(&x[0], &x[1]).expect("a product")),
    ("matvec 1000 f8", &[&[1000, 1000], &[1000]], "f8", "np.matvec(a, b)", |x| np::matvec(&x[0], &x[1]).expect("a product")),
    ("matvec 3000 f8", &[&[3000, 3000], &[3000]], "f8", "np.matvec(a, b)", |x| np::matvec(&x[0], &x[1]).expect("a product")),
    ("matvec 1000 f4", &[&[1000, 1000], &[1000]], "f4", "np.matvec(a, b)", |x| np::matvec(&x[0], &x[1]).expect("a product")),
    ("matvec a.T 1000 f8", &[&[1000, 1000], &[1000]], "f8", "np.matvec(a.T, b)", |x| np::matvec(&x[0].t(), &x[1]).expect("a product")),
    ("vecmat 1000 f8", &[&[1000], &[1000, 1000]], "f8", "np.vecmat(a, b)", |x| np::vecmat(&x[0], &x[1]).expect("a product")),
    ("vecmat 100 f8", &[&[100], &[100, 100]], "f8", "np.vecmat(a, b)", |x| np::vecmat(&x[0], &x[1]).expect("a product")),
    ("vecdot (100000, 3) f8", &[&[100_000, 3], &[100_000, 3]], "f8", "np.vecdot(a, b)", |x| np::vecdot(&x[0], &x[1]).expect("a product")),
    ("vecdot (1000, 1000) f8", &[&[1000, 1000], &[1000, 1000]], "f8", "np.vecdot(a, b)", |x| np::vecdot(&x[0], &x[1]).expect("a product")),
    ("dot 10 f8", &[&[10], &[10]], "f8", "np.dot(a, b)", dot),
    ("dot 1e3 f8", &[&[1000], &[1000]], "f8", "np.dot(a, b)", dot),
    ("dot 1e6 f8", &[&[1_000_000], &[1_000_000]], "f8", "np.dot(a, b)", dot),
    ("dot 1e3 f4", &[&[1000], &[1000]], "f4", "np.dot(a, b)", dot),
    ("dot 1e6 f4", &[&[1_000_000], &[1_000_000]], "f4", "np.dot(a, b)", dot),
    ("dot 1e6 c16", &[&[1_000_000], &[1_000_000]], "c16", "np.dot(a, b)", dot),
    ("dot 1e6 i8", &[&[1_000_000], &[1_000_000]], "i8", "np.dot(a, b)", dot),
    ("dot 1e6 f2", &[&[1_000_000], &[1_000_000]], "f2", "np.dot(a, b)", dot),
    ("vdot 1e6 c16", &[&[1_000_000], &[1_000_000]], "c16", "np.vdot(a, b)", |x| np::vdot(&x[0], &x[1]).expect("a product")),
    ("outer 1000 f8", &[&[1000], &[1000]], "f8", "np.outer(a, b)", |x| np::outer(&x[0], &x[1]).expect("a product")),
    ("a @ a.T 100 f8", &[&[100, 100]], "f8", "a @ a.T", |x| x[0].matmul(&x[0].t()).expect("a product")),
    ("a @ a.T 1000 f8", &[&[1000, 1000]], "f8", "a @ a.T", |x| x[0].matmul(&x[0].t()).expect("a product")),
    ("a.T @ b 1000 f8", &[&[1000, 1000], &[1000, 1000]], "f8", "a.T @ b", |x| x[0].t().matmul(&x[1]).expect("a product")),
    ("a @ b.T 1000 f8", &[&[1000, 1000], &[1000, 1000]], "f8", "a @ b.T", |x| x[0].matmul(&x[1].t()).expect("a product")),
    ("a @ b.T 64 f8", &[&[64, 64], &[64, 64]], "f8", "a @ b.T", |x| x[0].matmul(&x[1].t()).expect("a product")),
    ("tensordot (30,30,30) f8", &[&[30, 30, 30], &[30, 30, 30]], "f8", "np.tensordot(a, b, ([0, 1], [1, 0]))", |x| np::tensordot(&x[0], &x[1], ([0, 1], [1, 0])).expect("a product")),
    ("einsum ij,jk->ik 100 f8", &[&[100, 100], &[100, 100]], "f8", "np.einsum('ij,jk->ik', a, b)", |x| einsum("ij,jk->ik", x)),
    ("einsum ij-> 1000 f8", &[&[1000, 1000]], "f8", "np.einsum('ij->', a)", |x| einsum("ij->", x)),
    ("einsum ii->i 1000 f8", &[&[1000, 1000]], "f8", "np.einsum('ii->i', a)", |x| einsum("ii->i", x)),
    ("einsum bij,bjk->bik 64 f8", &[&[20, 64, 64], &[20, 64, 64]], "f8", "np.einsum('bij,bjk->bik', a, b)", |x| einsum("bij,bjk->bik", x)),
    ("einsum ij,kj->ik 100 f8", &[&[100, 100], &[100, 100]], "f8", "np.einsum('ij,kj->ik', a, b)", |x| einsum("ij,kj->ik", x)),
    ("einsum i,j->ij 1000 f8", &[&[1000], &[1000]], "f8", "np.einsum('i,j->ij', a, b)", |x| einsum("i,j->ij", x)),
    ("einsum i,i-> 1000 f8", &[&[1000], &[1000]], "f8", "np.einsum('i,i->', a, b)", |x| einsum("i,i->", x)),
    ("einsum ij,ij->i 1000 f8", &[&[1000, 1000], &[1000, 1000]], "f8", "np.einsum('ij,ij->i', a, b)", |x| einsum("ij,ij->i", x)),
    ("einsum ijk,jil->kl 30 f8", &[&[30, 30, 30], &[30, 30, 30]], "f8", "np.einsum('ijk,jil->kl', a, b)", |x| einsum("ijk,jil->kl", x)),
    ("einsum ij,jk,kl->il 60 f8", &[&[60, 60], &[60, 60], &[60, 60]], "f8", "np.einsum('ij,jk,kl->il', a, b, c, optimize=True)", |x| einsum("ij,jk,kl->il", x)),
];

fn matmul(x: &[Array]) -> Array {
    np::matmul(&x[0], &x[1]).expect("a product")
}

fn dot(x: &[Array]) -> Array {
    np::dot(&x[0], &x[1]).expect("a product")
}

fn einsum(subscripts: &str, x: &[Array]) -> Array {
    np::einsum(subscripts, &x.iter().collect::<Vec<_>>()).expect("a sum")
}

/// Every case of this file.
pub fn cases() -> impl Iterator<Item = Case> {
    let squares = DTYPES.iter().flat_map(|&dtype| {
        // NumPy takes seconds for what it has no library for.
        let largest = match dtype {
            "f8" | "f4" => 2000,
            "c16" => 1000,
            _ => 256,
        };
        SIZES.iter().filter(move |(_, n)| *n <= largest).map(move |&(column, n)| square(dtype, column, n))
    });
    let others = OTHERS.iter().map(|&(name, shapes, dtype, python, call)| {
        let case = case(name.to_owned(), shapes.iter().map(|shape| shape.to_vec()).collect(), dtype, python, call);
        Case { group: "products", ..case }
    });
    squares.chain(others)
}

fn square(dtype: &'static str, column: &'static str, n: usize) -> Case {
    let shape = vec![n as isize; 2];
    let case = case(format!("matmul {dtype}"), vec![shape.clone(), shape], dtype, "np.matmul(a, b)", matmul);
    Case { column: Some(column), ..case }
}

fn case(name: String, shapes: Vec<Vec<isize>>, dtype: &'static str, python: &str, call: Call) -> Case {
    let size = |shape: &[isize]| shape.iter().product::<isize>() as usize;
    let setup: Vec<String> = (shapes.iter().zip(["a", "b", "c"]).enumerate())
        .map(|(i, (shape, name))| {
            format!("{name} = {}.reshape({shape:?})", python_operand(size(shape), dtype, i as i64))
        })
        .collect();
    let mut state = None;
    let rust = move || {
        let operands: &Vec<Array> = state.get_or_insert_with(|| {
            let make = |(i, shape): (usize, &Vec<isize>)| {
                operand(size(shape), dtype, i as i64).reshape(shape).expect("a shape")
            };
            shapes.iter().enumerate().map(make).collect()
        });
        drop(black_box(call(operands)));
    };
    Case {
        group: "matmul",
        name,
        column: None,
        setup: setup.join(";; "),
        python: python.to_owned(),
        rust: Box::new(rust),
    }
}
