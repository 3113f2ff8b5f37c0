//! What must not compile, and that it fails for the right reason: the programs under `tests/compile_fail/`, with the
//! compiler's words next to them. `TRYBUILD=overwrite cargo test --test compile_fail` writes those anew.

use ndtype::{Array, ArrayView, idx};

/// The compiler whose words the files have. Others say the same with other words, so there is nothing to compare them with.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn programs_that_must_not_compile() {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = std::process::Command::new(compiler).arg("--version").output().expect("a compiler");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(COMPILER) {
        eprintln!("SKIPPED: the words in tests/compile_fail are those of {COMPILER}x, and this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}

/// The counterpart, which compiles: what is cloned out of a view is an array of its own.
#[test]
fn clones_of_a_view_outlive_the_slice() {
    let (kept, part): (Array, Array);
    {
        let values = vec![1.0, 2.0];
        let view = ArrayView::from_slice(&values).unwrap();
        kept = Array::clone(&view);
        part = Array::get(&view, idx![1..]).unwrap();
    }
    assert_eq!(kept.to_vec::<f64>().unwrap(), [1.0, 2.0]);
    assert_eq!(part.to_vec::<f64>().unwrap(), [2.0]);
}
