//! Ufuncs: each on every dtype it takes, in a row of sizes and layouts.

use std::hint::black_box;

use ndtype::{Array, ufunc};

use crate::measure::Case;

const FLOATS: &[&str] = &["f8", "f4", "f2"];
const REAL: &[&str] = &["f8", "f4", "i8", "i4", "i1", "u1", "f2"];
const NUMBERS: &[&str] = &["f8", "f4", "i8", "i4", "i1", "u1", "c16", "f2"];
const ALL: &[&str] = &["f8", "f4", "i8", "i4", "i1", "u1", "?", "c16", "f2"];
const INTEGERS: &[&str] = &["i8", "i4", "i1", "u1"];
const BITS: &[&str] = &["i8", "i4", "i1", "u1", "?"];

/// Name, number of inputs, dtypes.
const UFUNCS: &[(&str, usize, &[&str])] = &[
    ("add", 2, ALL),
    ("subtract", 2, NUMBERS),
    ("multiply", 2, ALL),
    ("divide", 2, NUMBERS),
    ("floor_divide", 2, REAL),
    ("remainder", 2, REAL),
    ("fmod", 2, REAL),
    ("divmod", 2, REAL),
    ("power", 2, INTEGERS),
    ("maximum", 2, ALL),
    ("minimum", 2, REAL),
    ("fmax", 2, REAL),
    ("fmin", 2, FLOATS),
    ("less", 2, ALL),
    ("equal", 2, ALL),
    ("logical_and", 2, ALL),
    ("logical_xor", 2, REAL),
    ("bitwise_and", 2, BITS),
    ("left_shift", 2, INTEGERS),
    ("right_shift", 2, INTEGERS),
    ("gcd", 2, INTEGERS),
    ("lcm", 2, INTEGERS),
    ("copysign", 2, FLOATS),
    ("nextafter", 2, FLOATS),
    ("heaviside", 2, FLOATS),
    ("negative", 1, NUMBERS),
    ("absolute", 1, NUMBERS),
    ("sign", 1, NUMBERS),
    ("square", 1, NUMBERS),
    ("reciprocal", 1, FLOATS),
    ("sqrt", 1, FLOATS),
    ("conjugate", 1, &["c16"]),
    ("rint", 1, FLOATS),
    ("floor", 1, FLOATS),
    ("ceil", 1, FLOATS),
    ("trunc", 1, FLOATS),
    ("isnan", 1, &["f8", "f4", "c16", "f2"]),
    ("isfinite", 1, FLOATS),
    ("signbit", 1, FLOATS),
    ("spacing", 1, FLOATS),
    ("frexp", 1, FLOATS),
    ("modf", 1, FLOATS),
    ("logical_not", 1, ALL),
    ("invert", 1, BITS),
    ("bitwise_count", 1, INTEGERS),
];

/// Column of the table, size, what is done to the operands.
const COLUMNS: &[(&str, usize, Form)] = &[
    ("10", 10, Form::Dense),
    ("1e3", 1000, Form::Dense),
    ("1e5", 100_000, Form::Dense),
    ("1e7", 10_000_000, Form::Dense),
    ("scalar", 100_000, Form::Scalar),
    ("::2", 100_000, Form::Step),
    ("row", 100_000, Form::Row),
    ("mixed", 100_000, Form::Mixed),
];

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Dense,
    Scalar,
    Step,
    Row,
    Mixed,
}

/// Small numbers that no operation minds, the same here and there.
pub fn operand(n: usize, dtype: &str, shift: i64) -> Array {
    let values: Vec<i64> = (0..n as i64).map(|i| (i + shift) % 50 + 1).collect();
    Array::from_vec(values).and_then(|a| a.astype(dtype)).expect("an operand")
}

pub fn python_operand(n: usize, dtype: &str, shift: i64) -> String {
    format!("((np.arange({n}) + {shift}) % 50 + 1).astype('{dtype}')")
}

/// Every case of this file.
pub fn cases() -> impl Iterator<Item = Case> {
    let rows = UFUNCS.iter().flat_map(|&(name, inputs, dtypes)| dtypes.iter().map(move |&dtype| (name, inputs, dtype)));
    rows.flat_map(|(name, inputs, dtype)| {
        let fits = move |form: Form| inputs == 2 || matches!(form, Form::Dense | Form::Step);
        let columns = COLUMNS.iter().filter(move |(_, _, form)| fits(*form) && (*form != Form::Mixed || dtype != "?"));
        columns.map(move |&(column, n, form)| case(name, inputs, dtype, column, n, form))
    })
}

fn case(name: &'static str, inputs: usize, dtype: &'static str, column: &'static str, n: usize, form: Form) -> Case {
    let other = if form == Form::Mixed { mixed_with(dtype) } else { dtype };
    let python = |n: usize, dtype: &str, shift: i64| match form {
        Form::Step => format!("{}[::2]", python_operand(2 * n, dtype, shift)),
        Form::Row if shift == 0 => format!("{}.reshape(-1, 1000)", python_operand(n, dtype, 0)),
        Form::Row => python_operand(1000, dtype, shift),
        _ => python_operand(n, dtype, shift),
    };
    let mut setup = format!("f = np.{name};; a = {}", python(n, dtype, 0));
    let expression = match (inputs, form) {
        (1, _) => "f(a)",
        (_, Form::Scalar) => {
            setup = format!("{setup};; b = np.array(3).astype('{dtype}')[()]");
            "f(a, b)"
        }
        _ => {
            setup = format!("{setup};; b = {}", python(n, other, 3));
            "f(a, b)"
        }
    };
    let make = move || -> Vec<Array> {
        let operand = |dtype: &str, shift: i64| match form {
            Form::Step => operand(2 * n, dtype, shift).get("::2").expect("a slice"),
            Form::Row if shift == 0 => operand(n, dtype, 0).reshape([-1, 1000]).expect("rows"),
            Form::Row => operand(1000, dtype, shift),
            _ => operand(n, dtype, shift),
        };
        let first = operand(dtype, 0);
        match (inputs, form) {
            (1, _) => vec![first],
            (_, Form::Scalar) => vec![first, Array::full([], 3, dtype).expect("a scalar")],
            _ => vec![first, operand(other, 3)],
        }
    };
    let (ufunc, mut state) = (ufunc::get(name).expect("a ufunc"), None);
    let rust = move || {
        let operands: &Vec<Array> = state.get_or_insert_with(make);
        match &operands[..] {
            [a, b] if ufunc.nout() == 1 => drop(black_box(ufunc.call(&[a, b]).expect("a result"))),
            [a] if ufunc.nout() == 1 => drop(black_box(ufunc.call(&[a]).expect("a result"))),
            [a] => drop(black_box(ufunc.call_all(&[a]).expect("results"))),
            all => drop(black_box(ufunc.call_all(&[&all[0], &all[1]]).expect("results"))),
        }
    };
    Case {
        group: "ufunc",
        name: format!("{name} {dtype}"),
        column: Some(column),
        setup,
        python: expression.to_owned(),
        rust: Box::new(rust),
    }
}

fn mixed_with(dtype: &str) -> &'static str {
    match dtype {
        "f8" => "f4",
        "f4" | "f2" => "u1",
        "i8" => "i4",
        "i4" => "i2",
        "i1" => "i2",
        "u1" => "u2",
        _ => "f8",
    }
}
