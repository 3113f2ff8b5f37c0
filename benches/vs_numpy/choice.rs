//! Choosing among values: `where`, `select`, `choose`, `clip`, `nan_to_num`, `isclose`.

use std::hint::black_box;

use ndtype::{self as np, Array, Mode, NanToNum};

use crate::measure::Case;

fn case<T>(name: String, setup: &str, python: &str, mut rust: impl FnMut() -> T + 'static) -> Case {
    let rust = Box::new(move || drop(black_box(rust())));
    Case { group: "choice", name, column: None, setup: setup.to_owned(), python: python.to_owned(), rust }
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (size, n) in [("1e3", 1000i64), ("1e6", 1_000_000)] {
        for dtype in ["f8", "f4", "i4"] {
            // The numbers jump about: a run of equal decisions would flatter branches.
            let setup = format!(
                "k = np.arange({n}) * 7919 % 1009;; a = k.astype('{dtype}');; b = a[::-1].copy();; m = k % 3 == 0;; o = k % 5 == 0;; i = k % 3"
            );
            let k = np::remainder(&np::multiply(&np::arange(0, n, 1).unwrap(), 7919).unwrap(), 1009).unwrap();
            let a = k.astype(dtype).expect("a cast");
            let b = a.get("::-1").and_then(|a| a.copy()).expect("a copy");
            let every = |step: i64| np::equal(&np::remainder(&k, step).unwrap(), 0).expect("a mask");
            let (m, o, i) = (every(3), every(5), np::remainder(&k, 3).expect("numbers"));
            let mut push = |what: &str, python: &str, rust: Box<dyn FnMut() -> np::Result<Array>>| {
                cases.push(case(format!("{what} {size} {dtype}"), &setup, python, rust));
            };
            let [a1, a2, a3, a4, a5, a6] = std::array::from_fn(|_| a.clone());
            let [b1, b2, b3, b4, b5] = std::array::from_fn(|_| b.clone());
            let m1 = m.clone();
            push("where(m, a, b)", "np.where(m, a, b)", Box::new(move || np::r#where(&m1, &a1, &b1)));
            push(
                "select([m, o], [a, b], 0)",
                "np.select([m, o], [a, b], 0)",
                Box::new(move || np::select(&[&m, &o], &[&a2, &b2], 0)),
            );
            push(
                "choose(i, [a, b, a])",
                "np.choose(i, [a, b, a])",
                Box::new(move || np::choose(&i, &[&a3, &b3, &a3], Mode::Raise)),
            );
            push("clip(a, b, 700)", "np.clip(a, b, 700)", Box::new(move || np::clip(&a4, &b4, 700)));
            if dtype != "i4" {
                push("nan_to_num(a)", "np.nan_to_num(a)", Box::new(move || np::nan_to_num(&a5, NanToNum::new())));
                push("isclose(a, b)", "np.isclose(a, b)", Box::new(move || np::isclose(&a6, &b5, 1e-5, 1e-8, false)));
            }
        }
    }
    cases
}
