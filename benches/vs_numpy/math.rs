//! The elementary functions, for arguments between 0.1 and 0.9, or where the function is used.

use std::hint::black_box;

use ndtype::{Array, ufunc};
use num_complex::Complex;

use crate::measure::Case;

const ALL: &[&str] = &["f8", "f4", "f2", "c16"];
const REAL: &[&str] = &["f8", "f4", "f2"];

/// Name, number of inputs, dtypes, where the arguments start and how far they reach.
const FUNCTIONS: &[(&str, usize, &[&str], f64, f64)] = &[
    ("exp", 1, ALL, -10.0, 20.0),
    ("exp2", 1, ALL, -10.0, 20.0),
    ("expm1", 1, ALL, -1.0, 2.0),
    ("log", 1, ALL, 0.1, 100.0),
    ("log2", 1, ALL, 0.1, 100.0),
    ("log10", 1, ALL, 0.1, 100.0),
    ("log1p", 1, ALL, 0.1, 0.8),
    ("cbrt", 1, REAL, 0.1, 100.0),
    ("sin", 1, ALL, -10.0, 20.0),
    ("cos", 1, ALL, -10.0, 20.0),
    ("tan", 1, ALL, -10.0, 20.0),
    ("arcsin", 1, ALL, 0.1, 0.8),
    ("arccos", 1, ALL, 0.1, 0.8),
    ("arctan", 1, ALL, -5.0, 10.0),
    ("sinh", 1, ALL, -5.0, 10.0),
    ("cosh", 1, ALL, -5.0, 10.0),
    ("tanh", 1, ALL, -5.0, 10.0),
    ("arcsinh", 1, ALL, -5.0, 10.0),
    ("arccosh", 1, ALL, 1.1, 5.0),
    ("arctanh", 1, ALL, 0.1, 0.8),
    ("degrees", 1, REAL, 0.1, 5.0),
    ("radians", 1, REAL, 0.1, 100.0),
    ("power", 2, ALL, 0.1, 4.0),
    ("float_power", 2, REAL, 0.1, 4.0),
    ("hypot", 2, REAL, 0.1, 4.0),
    ("arctan2", 2, REAL, -2.0, 4.0),
    ("logaddexp", 2, REAL, 0.1, 4.0),
    ("logaddexp2", 2, REAL, 0.1, 4.0),
];

const SIZES: &[(&str, usize)] = &[("10", 10), ("1e3", 1000), ("1e5", 100_000), ("1e7", 10_000_000)];

/// Every case of this file.
pub fn cases() -> impl Iterator<Item = Case> {
    let rows = FUNCTIONS.iter().flat_map(|row| row.2.iter().map(move |&dtype| (row, dtype)));
    rows.flat_map(|(&(name, inputs, _, low, width), dtype)| {
        // What takes NumPy a second says nothing new.
        let sizes = SIZES.iter().filter(move |(_, n)| *n < 10_000_000 || dtype != "c16");
        sizes.map(move |&(column, n)| case(name, inputs, dtype, (low, width), column, n))
    })
}

/// Arguments that do not come in order, the same here and there.
fn argument(n: usize, dtype: &str, (low, width): (f64, f64), shift: usize) -> Array {
    let x = |i: usize| low + width * (((i + shift) * 7919 % 10007) as f64 / 10007.0);
    let a = Array::from_vec((0..n).map(x).collect::<Vec<f64>>()).and_then(|a| a.astype(dtype)).expect("an argument");
    if dtype == "c16" { a * Complex::new(1.0, 0.5) } else { a }
}

fn python_argument(n: usize, dtype: &str, (low, width): (f64, f64), shift: usize) -> String {
    let turned = if dtype == "c16" { " * (1 + 0.5j)" } else { "" };
    format!("({low} + {width} * ((np.arange({n}) + {shift}) * 7919 % 10007 / 10007.0)).astype('{dtype}'){turned}")
}

fn case(
    name: &'static str,
    inputs: usize,
    dtype: &'static str,
    range: (f64, f64),
    column: &'static str,
    n: usize,
) -> Case {
    let arguments: Vec<String> = (0..inputs).map(|k| python_argument(n, dtype, range, 3 * k)).collect();
    let setup = format!("f = np.{name};; args = ({},)", arguments.join(", "));
    let (ufunc, mut state) = (ufunc::get(name).expect("a ufunc"), None);
    let rust = move || {
        let made: &Vec<Array> =
            state.get_or_insert_with(|| (0..inputs).map(|k| argument(n, dtype, range, 3 * k)).collect());
        drop(black_box(ufunc.call(&made.iter().collect::<Vec<_>>()).expect("a result")));
    };
    Case {
        group: "math",
        name: format!("{name} {dtype}"),
        column: Some(column),
        setup,
        python: "f(*args)".to_owned(),
        rust: Box::new(rust),
    }
}
