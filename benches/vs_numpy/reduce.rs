//! Reductions: each on several dtypes, in a row of shapes and axes.

use std::hint::black_box;

use ndtype::{self as np, Array, Reduce};

use crate::measure::Case;
use crate::ufunc::{operand, python_operand};

const FUNCTIONS: &[(&str, &[&str])] = &[
    ("sum", &["f8", "f4", "i8", "i4", "u1", "?", "c16", "f2"]),
    ("prod", &["f8", "i8", "i4"]),
    ("min", &["f8", "f4", "i8", "i4", "u1", "f2"]),
    ("max", &["f8", "f4", "i8", "i4", "u1", "c16", "f2"]),
    ("argmax", &["f8", "f4", "i8", "i4", "u1", "?", "f2"]),
    ("argmin", &["f8", "i4"]),
    ("mean", &["f8", "f4", "i4", "u1", "c16", "f2"]),
    ("std", &["f8", "f4", "i4", "c16", "f2"]),
    ("var", &["f8"]),
    ("median", &["f8", "f4", "i4"]),
    ("any", &["f8", "i4", "?"]),
    ("all", &["f8", "i4", "?"]),
    ("ptp", &["f8", "i4"]),
    ("cumsum", &["f8", "f4", "i8", "i4", "f2"]),
    ("cumprod", &["f8"]),
    ("nansum", &["f8", "f4"]),
    ("nanmax", &["f8"]),
    ("nanmean", &["f8"]),
    ("nanstd", &["f8"]),
];

/// Column, shape, axis.
const COLUMNS: &[(&str, &[isize], Option<isize>)] = &[
    ("10", &[10], None),
    ("1e3", &[1000], None),
    ("1e6", &[1_000_000], None),
    ("axis 0", &[1000, 1000], Some(0)),
    ("axis 1", &[1000, 1000], Some(1)),
    ("short", &[100_000, 3], Some(1)),
    ("tall", &[100_000, 3], Some(0)),
];

/// Every case of this file.
pub fn cases() -> impl Iterator<Item = Case> {
    let rows = FUNCTIONS.iter().flat_map(|&(name, dtypes)| dtypes.iter().map(move |&dtype| (name, dtype)));
    rows.flat_map(|(name, dtype)| {
        COLUMNS.iter().map(move |&(column, shape, axis)| case(name, dtype, column, shape, axis))
    })
}

fn case(
    name: &'static str,
    dtype: &'static str,
    column: &'static str,
    shape: &'static [isize],
    axis: Option<isize>,
) -> Case {
    let n = shape.iter().product::<isize>() as usize;
    // Products of ones stay finite.
    let modulus = if name.contains("prod") { " * 0 + 1" } else { "" };
    let dims: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let setup = format!(
        "f = np.{name};; a = ({}{modulus}).astype('{dtype}').reshape({}).copy()",
        python_operand(n, dtype, 0),
        dims.join(", ")
    );
    let python = axis.map_or("f(a)".to_owned(), |axis| format!("f(a, axis={axis})"));
    let mut state = None;
    let rust = move || {
        let a: &Array = state.get_or_insert_with(|| {
            let a = if name.contains("prod") { Array::ones([n], dtype).expect("ones") } else { operand(n, dtype, 0) };
            a.reshape(shape).expect("a shape")
        });
        drop(black_box(call(name, a, Reduce::from(axis)).expect("a result")));
    };
    Case { group: "reduce", name: format!("{name} {dtype}"), column: Some(column), setup, python, rust: Box::new(rust) }
}

fn call(name: &str, a: &Array, spec: Reduce<'_>) -> np::Result<Array> {
    match name {
        "sum" => a.sum(spec),
        "prod" => a.prod(spec),
        "min" => a.min(spec),
        "max" => a.max(spec),
        "argmax" => a.argmax(spec),
        "argmin" => a.argmin(spec),
        "mean" => a.mean(spec),
        "std" => a.std(spec),
        "var" => a.var(spec),
        "median" => np::median(a, spec),
        "any" => a.any(spec),
        "all" => a.all(spec),
        "ptp" => a.ptp(spec),
        "cumsum" => a.cumsum(spec),
        "cumprod" => a.cumprod(spec),
        "nansum" => np::nansum(a, spec),
        "nanmax" => np::nanmax(a, spec),
        "nanmean" => np::nanmean(a, spec),
        _ => np::nanstd(a, spec),
    }
}
