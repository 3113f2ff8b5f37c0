//! Modules import only from layers below their own. Reads the sources; see the table in `src/lib.rs`.

use std::fs;
use std::path::Path;

/// The layers, lowest first. Modules of one layer do not import each other.
const LAYERS: &[&[&str]] = &[
    &["error"],
    &["dtype"],
    &["element", "number", "layout"],
    &["buffer", "simd", "threads"],
    &["kernels"],
    &["iter", "cast"],
    &["array"],
    &["ufunc"],
    &["fmt", "io", "math"],
    &["ops"],
];

/// Modules that may use `unsafe`; every other one says `#![deny(unsafe_code)]`.
const UNSAFE: &[&str] = &["element", "buffer", "simd", "kernels", "iter", "cast", "array", "ufunc"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// What a source file of `module` imports against the rules. Comments do not count.
fn violations(module: &str, source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (start, _) in code.match_indices("crate::") {
            let rest = &code[start + "crate::".len()..];
            // What a macro expands to stands in the user's crate and goes by the names at the root.
            let exported = code[..start].ends_with('$') && rest.starts_with(|c: char| c.is_ascii_uppercase());
            if exported {
                continue;
            }
            let names: Vec<&str> = match rest.strip_prefix('{') {
                Some(group) => group.split(',').map(str::trim).collect(),
                None => vec![rest],
            };
            for name in names {
                let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                if name == module {
                    continue;
                }
                let complaint = match (layer(name), layer(module)) {
                    (None, _) => "is no module of the layers: import from where it is defined",
                    (Some(used), Some(own)) if used == own => "is of the same layer",
                    (Some(used), Some(own)) if used > own => "is of a higher layer",
                    _ => continue,
                };
                found.push(format!("{module}, line {}: `crate::{name}` {complaint}", number + 1));
            }
        }
    }
    found
}

fn sources(dir: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(dir).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push((path.display().to_string(), fs::read_to_string(&path).expect("a readable source")));
        }
    }
}

#[test]
fn modules_import_only_from_lower_layers() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut complaints) = (0, Vec::new());
    for entry in fs::read_dir(&src).expect("src") {
        let path = entry.expect("a readable entry").path();
        let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if module == "lib" {
            continue;
        }
        assert!(path.is_dir(), "{module}: a module is a folder of src");
        assert!(layer(&module).is_some(), "{module} is in no layer: add it to the list and to the table in src/lib.rs");
        let mut found = Vec::new();
        sources(&path, &mut found);
        for (file, source) in &found {
            files += 1;
            complaints.extend(violations(&module, source).into_iter().map(|v| format!("{file}: {v}")));
            let root = file.ends_with(&format!("{module}/mod.rs"));
            if root && !UNSAFE.contains(&module.as_str()) && !source.contains("#![deny(unsafe_code)]") {
                complaints.push(format!("{file}: `#![deny(unsafe_code)]` is missing"));
            }
        }
    }
    println!("{files} files read");
    assert!(files > 10, "only {files} files read");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn violations_are_found() {
    assert!(violations("dtype", "use crate::error::Result; // crate::array").is_empty());
    assert!(violations("dtype", "use crate::dtype::Dtype;").is_empty());
    assert_eq!(violations("dtype", "use crate::element::HasDtype;").len(), 1);
    assert_eq!(violations("element", "fn f(x: crate::layout::Shape) {}").len(), 1);
    assert_eq!(violations("dtype", "use crate::{error::Result, array::Array};").len(), 1);
    assert_eq!(violations("dtype", "use crate::Error;").len(), 1);
}
