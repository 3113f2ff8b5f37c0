//! Results do not depend on the number of threads.
#![cfg(feature = "rayon")]

use ndtype::{self as np, Array, array, ufunc};

/// Enough elements for several pieces of the cheapest function.
const N: usize = 3_000_000;

fn argument(dtype: &str) -> Array {
    let values: Vec<f64> = (0..N).map(|i| 0.001 * ((i * 7919) % 10007) as f64).collect();
    Array::from_vec(values).unwrap().astype(dtype).unwrap()
}

/// The bytes of a result with so many threads.
fn bytes(name: &str, threads: usize, inputs: &[&Array]) -> Vec<u8> {
    ufunc::get(name).unwrap().with().threads(threads).call(inputs).unwrap().tobytes()
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let mut compared = 0;
    for dtype in ["f8", "f4", "f2", ">f8"] {
        let a = argument(dtype);
        let (rows, odd) = (a.reshape([1000, 3000]).unwrap().transpose(&[1, 0]).unwrap(), a.get("::-3").unwrap());
        for name in ["exp", "sin", "log"] {
            for operand in [&a, &rows, &odd] {
                let alone = bytes(name, 1, &[operand]);
                for threads in [2, 3, 16] {
                    assert!(bytes(name, threads, &[operand]) == alone, "{name} {dtype} with {threads} threads");
                    compared += 1;
                }
            }
        }
        assert!(
            bytes("power", 4, &[&a, &rows.reshape([-1]).unwrap()])
                == bytes("power", 1, &[&a, &rows.reshape([-1]).unwrap()])
        );
    }
    println!("{compared} results compared");
    assert_eq!(compared, 4 * 3 * 3 * 3);
}

#[test]
fn masks_and_outputs_are_split_alike() {
    let a = argument("f8");
    let mask = np::greater(&a, 3.0).unwrap();
    let run = |threads: usize| {
        let mut out = Array::full([N], -1.0, "f4").unwrap();
        ufunc::TAN.with().threads(threads).r#where(&mask).out(&mut out).call(&[&a]).unwrap();
        out.tobytes()
    };
    assert!(run(1) == run(4));
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
