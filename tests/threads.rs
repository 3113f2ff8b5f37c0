//! Results do not depend on the number of threads.
#![cfg(feature = "rayon")]

use ndtype::{self as np, Array, Product, Reduce, Sort, array, ufunc};

/// Enough elements for several pieces: real functions are cheap, complex ones are not.
const REAL: usize = 2_100_000;
const COMPLEX: usize = 120_000;

fn argument(n: usize, dtype: &str) -> Array {
    let values: Vec<f64> = (0..n).map(|i| 0.001 * ((i * 7919) % 10007) as f64).collect();
    Array::from_vec(values).unwrap().astype(dtype).unwrap()
}

/// The bytes of a result with so many threads.
fn bytes(name: &str, threads: usize, inputs: &[&Array]) -> Vec<u8> {
    ufunc::get(name).unwrap().with().threads(threads).call(inputs).unwrap().tobytes().unwrap()
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let mut compared = 0;
    let mut check = |name: &str, inputs: &[&Array]| {
        let alone = bytes(name, 1, inputs);
        for threads in [2, 16] {
            assert!(bytes(name, threads, inputs) == alone, "{name} of {} with {threads} threads", inputs[0].dtype());
            compared += 1;
        }
    };
    check("exp", &[&argument(REAL, "f8")]);
    check("sin", &[&argument(REAL, "f2")]);
    for dtype in ["c16", "c8", ">c16"] {
        let a = argument(COMPLEX, dtype);
        let (rows, odd) = (a.reshape([300, 400]).unwrap().transpose(&[1, 0]).unwrap(), a.get("::-2").unwrap());
        for operand in [&a, &rows, &odd] {
            check("tanh", &[operand]);
            check("power", &[operand, &array![2.5]]);
        }
    }
    println!("{compared} results compared");
    assert_eq!(compared, 40);
}

#[test]
fn masks_and_outputs_are_split_alike() {
    let a = argument(COMPLEX, "c16");
    let mask = np::greater(&a, 3.0).unwrap();
    let run = |threads: usize| {
        let mut out = Array::full([COMPLEX], -1.0, "c8").unwrap();
        ufunc::TAN.with().threads(threads).r#where(&mask).out(&mut out).call(&[&a]).unwrap();
        out.tobytes().unwrap()
    };
    assert!(run(1) == run(4));
}

/// Elements for several pieces of a fold.
const FOLDED: usize = 5_100_003;

/// Folds of everything, and along axes; how many.
fn compare_folds(dtypes: &[&str], threads: &[usize], folds: &[&str]) -> usize {
    let mut compared = 0;
    let fold = |name: &str, a: &Array, spec: Reduce<'_>| match name {
        "sum" => a.sum(spec).unwrap(),
        "max" => a.max(spec).unwrap(),
        "prod" => a.prod(spec).unwrap(),
        "any" => np::any(a, spec).unwrap(),
        _ => np::std(a, spec).unwrap(),
    };
    for dtype in dtypes {
        let a = argument(FOLDED, dtype);
        let planes = argument(300 * 170 * 101, dtype).reshape([300, 170, 101]).unwrap();
        let turned = planes.transpose(&[2, 0, 1]).unwrap();
        for name in folds {
            let all: (&Array, &[isize]) = (&a, &[0]);
            let arrays = [all, (&planes, &[0]), (&planes, &[2]), (&planes, &[0, 2]), (&turned, &[1])];
            for (array, axes) in arrays {
                let alone = fold(name, array, Reduce::axes(axes).threads(1)).tobytes().unwrap();
                for &threads in threads {
                    let result = fold(name, array, Reduce::axes(axes).threads(threads)).tobytes().unwrap();
                    assert!(result == alone, "{name} of {dtype} along {axes:?} with {threads} threads");
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} folds compared");
    compared
}

#[test]
fn folds_are_split_alike() {
    assert_eq!(compare_folds(&["f8"], &[3], &["sum"]) + compare_folds(&["i2"], &[2], &["sum"]), 10);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn all_folds_are_split_alike() {
    let dtypes = ["f8", "f4", "f2", "c8", "c16", "i8", "u4", "i1", "?", ">f8"];
    assert_eq!(compare_folds(&dtypes, &[2, 5, 16], &["sum", "max", "prod", "any", "std"]), 10 * 3 * 5 * 5);
}

#[test]
fn products_are_split_alike() {
    let mut compared = 0;
    for dtype in ["f8", "f4", "i8", "c16"] {
        let a = argument(500 * 300, dtype).reshape([500, 300]).unwrap();
        let turned = a.transpose(&[1, 0]).unwrap();
        let stack = argument(40 * 100 * 90, dtype).reshape([40, 100, 90]).unwrap();
        let other = stack.get("::-1").unwrap().transpose(&[0, 2, 1]).unwrap();
        for (x, y) in [
            (&a, &turned),
            (&turned, &a),
            (&a, &argument(300 * 501, dtype).reshape([300, 501]).unwrap()),
            (&stack, &other),
        ] {
            let product = |threads: usize| Product::new().threads(threads).matmul(x, y).unwrap().tobytes().unwrap();
            let alone = product(1);
            for threads in [2, 5] {
                assert!(product(threads) == alone, "{dtype} {:?} with {threads} threads", x.shape());
                compared += 1;
            }
        }
    }
    println!("{compared} products compared");
    assert_eq!(compared, 32);
}

#[test]
fn sorts_are_split_alike() {
    let mut compared = 0;
    for dtype in ["f8", "i4", "u2"] {
        let a = argument(300_000, dtype);
        for (shape, axis) in [(&[300_000][..], 0), (&[3000, 100], 1), (&[2, 150_000], 1), (&[100, 3000], 0)] {
            let a = a.reshape(shape).unwrap();
            let spec = |threads: usize| Sort::new().axis(axis).threads(threads);
            let results = |threads: usize| {
                let mut own = a.copy().unwrap();
                own.sort(spec(threads)).unwrap();
                let middle = a.shape()[axis as usize] as isize / 2;
                let part = np::partition(&a, middle, spec(threads)).unwrap();
                [own, np::sort(&a, spec(threads)).unwrap(), np::argsort(&a, spec(threads)).unwrap(), part]
                    .map(|result| result.tobytes().unwrap())
            };
            let alone = results(1);
            assert!(np::with_threads(2, || np::sort(&a, axis).unwrap().tobytes().unwrap()) == alone[1]);
            for threads in [2, 5] {
                assert!(results(threads) == alone, "{dtype} {shape:?} with {threads} threads");
                compared += 4;
            }
        }
    }
    println!("{compared} sorts compared");
    assert_eq!(compared, 96);
}

#[test]
fn casts_inside_of_products_are_split_alike() {
    for dtype in ["f2", "u1", ">f8"] {
        let a = argument(500 * 300, dtype).reshape([500, 300]).unwrap();
        let b = argument(300 * 501, dtype).reshape([300, 501]).unwrap();
        let stack = argument(40 * 60 * 90, dtype).reshape([40, 60, 90]).unwrap();
        for (x, y) in [(&a, &b), (&stack, &stack.transpose(&[0, 2, 1]).unwrap())] {
            let product = |threads: usize| Product::new().threads(threads).matmul(x, y).unwrap().tobytes().unwrap();
            assert!(product(1) == product(3), "{dtype} {:?}", x.shape());
        }
    }
}

#[test]
fn a_call_and_the_process_can_forbid_threads() {
    np::set_threads(Some(1));
    assert_eq!(np::threads(), 1);
    np::set_threads(Some(1_000_000));
    assert_eq!(np::threads(), rayon_threads());
    np::set_threads(None);
    assert_eq!(np::threads(), rayon_threads());
    assert_eq!(np::exp(&array![0.0]).unwrap().to_vec::<f64>().unwrap(), [1.0]);
}

fn rayon_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
