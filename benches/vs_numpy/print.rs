//! Printing: summaries, everything, one value.

use std::hint::black_box;

use ndtype::{self as np, PrintOptions};

use crate::measure::Case;

/// Name, dtype, the elements as Python and as Rust scale them.
const DTYPES: &[(&str, f64)] =
    &[("f8", 7.3), ("f4", 7.3), ("f2", 700.0), ("i8", 1.0), ("c16", 7.3), ("M8[s]", 1.0), ("?", 1.0)];

/// Every case of this file.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &(dtype, divisor) in DTYPES {
        for (column, count) in [("10", 10), ("summary of 1e6", 1_000_000), ("all of 1e4", 10_000)] {
            let scale = if divisor == 1.0 { String::new() } else { format!(" / {divisor}") };
            let setup = format!(
                "import sys;; a = (np.arange({count}){scale}).astype('{dtype}');; all = dict(threshold=sys.maxsize)"
            );
            let values =
                np::arange(0, count, 1).and_then(|a| if divisor == 1.0 { Ok(a) } else { np::divide(&a, divisor) });
            let array = values.and_then(|a| a.astype(dtype)).expect("an array");
            let everything = PrintOptions::new().threshold(usize::MAX);
            let all = column.starts_with("all");
            cases.push(Case {
                group: "print",
                name: format!("str {dtype}"),
                column: Some(column),
                setup,
                python: if all { "np.array2string(a, **all)".to_owned() } else { "str(a)".to_owned() },
                rust: Box::new(move || {
                    if all {
                        black_box(np::array2string(&array, &everything));
                    } else {
                        black_box(array.to_string());
                    }
                }),
            });
        }
    }
    let scalar = ndtype::Scalar::from(std::f64::consts::PI);
    cases.push(Case {
        group: "print",
        name: "repr of a float64 scalar".to_owned(),
        column: None,
        setup: "x = np.float64(np.pi)".to_owned(),
        python: "repr(x)".to_owned(),
        rust: Box::new(move || {
            black_box(format!("{scalar:?}"));
        }),
    });
    cases
}
