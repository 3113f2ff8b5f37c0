//! Files: npy, npz and raw ones, written and read, small and large.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use ndtype::{self as np, Array, FileMap, NpzReader};

use crate::measure::Case;

/// The files of one case, removed with it.
struct Files {
    ours: PathBuf,
    theirs: PathBuf,
}

impl Files {
    fn new(name: &str) -> Files {
        let folder = std::env::temp_dir();
        let path = |side: &str| folder.join(format!("ndtype-bench-{}-{side}-{name}", std::process::id()));
        Files { ours: path("ours"), theirs: path("theirs") }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        for path in [&self.ours, &self.theirs] {
            // A case that was not wanted has none.
            _ = std::fs::remove_file(path);
        }
    }
}

/// What is measured: how the array is made, what is done before, and the operation.
struct Work {
    name: &'static str,
    /// The part of the elements that takes part, one in so many.
    part: usize,
    strided: bool,
    before: Option<fn(&Path, &Array)>,
    python_before: &'static str,
    run: fn(&Path, &Array),
    python: &'static str,
}

const PLAIN: Work =
    Work { name: "", part: 1, strided: false, before: None, python_before: "", run: |_, _| (), python: "" };

fn save(path: &Path, array: &Array) {
    np::save(path, array).expect("a file");
}

fn savez(path: &Path, array: &Array) {
    np::savez(path, [("a", array)]).expect("a file");
}

fn savez_compressed(path: &Path, array: &Array) {
    np::savez_compressed(path, [("a", array)]).expect("a file");
}

fn read_npz(path: &Path, _: &Array) {
    black_box(NpzReader::open(path).and_then(|mut file| file.get("a")).expect("an array"));
}

fn tofile(path: &Path, array: &Array) {
    array.tofile(path).expect("a file");
}

fn last_of_map(path: &Path, _: &Array) {
    // SAFETY: nobody but this bench writes the file, and this case only reads it.
    let map = unsafe { FileMap::open(path) }.expect("a map");
    black_box(Array::map_npy(&map).and_then(|a| a.get(np::idx![-1])).expect("an element"));
}

/// Every case of this file: arrays of float64, of 8 kB and of 80 MB; compressed ones of a tenth of it.
pub fn cases() -> Vec<Case> {
    let works = || {
        [
            Work { name: "save", run: save, python: "np.save(f, a)", ..PLAIN },
            Work { name: "save, strided", strided: true, run: save, python: "np.save(f, a)", ..PLAIN },
            Work {
                name: "load",
                before: Some(save),
                python_before: "np.save(f, a)",
                run: |path, _| drop(black_box(np::load(path).expect("an array"))),
                python: "np.load(f)",
                ..PLAIN
            },
            Work {
                name: "map, last element",
                before: Some(save),
                python_before: "np.save(f, a)",
                run: last_of_map,
                python: "np.load(f, mmap_mode='r')[-1]",
                ..PLAIN
            },
            Work { name: "savez", run: savez, python: "np.savez(f, a=a)", ..PLAIN },
            Work {
                name: "load savez",
                before: Some(savez),
                python_before: "np.savez(f, a=a)",
                run: read_npz,
                python: "np.load(f)['a']",
                ..PLAIN
            },
            Work {
                name: "savez_compressed",
                part: 10,
                run: savez_compressed,
                python: "np.savez_compressed(f, a=a)",
                ..PLAIN
            },
            Work {
                name: "load savez_compressed",
                part: 10,
                before: Some(savez_compressed),
                python_before: "np.savez_compressed(f, a=a)",
                run: read_npz,
                python: "np.load(f)['a']",
                ..PLAIN
            },
            Work { name: "tofile", run: tofile, python: "a.tofile(f)", ..PLAIN },
            Work {
                name: "fromfile",
                before: Some(tofile),
                python_before: "a.tofile(f)",
                run: |path, _| drop(black_box(np::fromfile(path, "f8", None, 0).expect("an array"))),
                python: "np.fromfile(f)",
                ..PLAIN
            },
        ]
    };
    let sizes = [("8 kB", 1_000), ("80 MB", 10_000_000)];
    sizes.into_iter().flat_map(|(column, count)| works().map(|work| case(work, column, count))).collect()
}

fn case(work: Work, column: &'static str, count: usize) -> Case {
    let count = count / work.part;
    // NumPy adds what it expects names to end in unless they do.
    let end = if work.name.contains("savez") { "npz" } else { "npy" };
    let files = Files::new(&format!("{count}-{}.{end}", work.name.replace([' ', ','], "-")));
    let view = if work.strided { ".reshape(-1, 10).T[::-1]" } else { "" };
    let before = if work.python_before.is_empty() { "None" } else { work.python_before };
    let setup = format!("f = {:?};; a = (np.arange({count}) / 7){view};; {before}", files.theirs.display().to_string());
    let mut state = None;
    let rust = move || {
        let array = state.get_or_insert_with(|| {
            let array = np::arange(0, count as i64, 1).and_then(|a| np::divide(&a, 7.0)).expect("an array");
            let array = if work.strided {
                array.reshape([-1, 10]).and_then(|a| a.t().get("::-1")).expect("a view")
            } else {
                array
            };
            if let Some(before) = work.before {
                before(&files.ours, &array);
            }
            array
        });
        (work.run)(&files.ours, array);
    };
    let name = format!("{} float64", work.name);
    Case { group: "files", name, column: Some(column), setup, python: work.python.to_owned(), rust: Box::new(rust) }
}
