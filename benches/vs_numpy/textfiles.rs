//! Text files: tables read and written.

use std::hint::black_box;
use std::path::PathBuf;

use ndtype::{self as np, Array, GenFromText, LoadText, SaveText};

use crate::measure::Case;

/// A file of its own for each case.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ndtype-bench-{}-{name}.txt", std::process::id()))
}

/// So many rows of ten numbers each.
fn table(rows: usize) -> Array {
    let count = 10 * rows;
    let values = np::arange(0, count as i64, 1).and_then(|a| np::sin(&a)).and_then(|a| np::multiply(&a, 1234.5));
    values.and_then(|a| a.reshape([rows as isize, 10])).expect("an array")
}

/// Every case of this file.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut push = |name: &str, column, setup: String, python: String, rust: Box<dyn FnMut()>| {
        cases.push(Case { group: "text files", name: name.to_owned(), column, setup, python, rust });
    };
    let reads: [(&str, &str, &str, usize); 5] = [
        ("loadtxt 1e6 floats", "%.18e", " ", 100_000),
        ("loadtxt 1e6 short floats", "%.4f", ",", 100_000),
        ("loadtxt 1e6 integers", "%d", " ", 100_000),
        ("loadtxt 1e5 records", "%.3f", ",", 10_000),
        ("loadtxt 1e5 texts", "%.4f", ",", 10_000),
    ];
    for (name, format, delimiter, rows) in reads {
        let path = file(&name.replace(' ', "-"));
        let dtype = match name {
            "loadtxt 1e6 integers" => "i8",
            "loadtxt 1e5 records" => "f8,f4,f8,f4,f8,f4,f8,f4,U8,S8",
            "loadtxt 1e5 texts" => "U",
            _ => "f8",
        };
        let (make, read) = (path.clone(), path.clone());
        let mut made = false;
        let separator = (delimiter == ",").then_some(',');
        let given = if delimiter == "," { ", delimiter=','" } else { "" };
        push(
            name,
            None,
            "import numpy as np".to_owned(),
            format!("np.loadtxt(r'{}', dtype='{dtype}'{given})", path.display()),
            Box::new(move || {
                // Our side runs first, so the file is there when NumPy reads it.
                if !made {
                    let write = SaveText::new().fmt(format).delimiter(delimiter).path(&make, &table(rows));
                    write.expect("a file");
                    made = true;
                }
                black_box(LoadText::new().dtype(dtype).delimiter(separator).path(&read).expect("a table"));
            }),
        );
    }
    for (name, format, rows) in [
        ("savetxt 1e6 floats", "%.18e", 100_000),
        ("savetxt 1e6 short floats", "%.4f", 100_000),
        ("savetxt 1e5 texts", "%s", 10_000),
    ] {
        let (ours, theirs) = (file("savetxt-ours"), file("savetxt-theirs"));
        let array = table(rows);
        let count = 10 * rows;
        push(
            name,
            Some("10 columns"),
            format!("import numpy as np;; a = (np.sin(np.arange({count})) * 1234.5).reshape({rows}, 10)"),
            format!("np.savetxt(r'{}', a, fmt='{format}')", theirs.display()),
            Box::new(move || SaveText::new().fmt(format).path(&ours, &array).expect("a file")),
        );
    }
    for (name, inferred) in [("genfromtxt 1e5 floats", false), ("genfromtxt 1e5 dtype=None", true)] {
        let path = file(if inferred { "genfromtxt-none" } else { "genfromtxt" });
        let (make, read) = (path.clone(), path.clone());
        let mut made = false;
        push(
            name,
            Some("10 columns"),
            "import numpy as np".to_owned(),
            format!("np.genfromtxt(r'{}'{})", path.display(), if inferred { ", dtype=None" } else { "" }),
            Box::new(move || {
                if !made {
                    SaveText::new().fmt("%.6e").path(&make, &table(10_000)).expect("a file");
                    made = true;
                }
                let reader = GenFromText::new();
                let reader = if inferred { reader.infer_dtype() } else { reader };
                black_box(reader.path(&read).expect("a table"));
            }),
        );
    }
    cases
}
