//! Reading golden files and comparing with them; shared by the golden tests.

use std::fmt::Debug;

use serde_json::Value;

/// The content of a golden file.
#[allow(dead_code, reason = "one golden file is no JSON")]
pub fn read(name: &str) -> Value {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// What a script writes with another seed, `NDTYPE_SEED` or 1, if `NDTYPE_PYTHON` names a Python with NumPy; else `None`, and a line
/// that says so.
#[allow(dead_code, reason = "few scripts take a seed")]
pub fn made_now(script: &str) -> Option<String> {
    let Ok(python) = std::env::var("NDTYPE_PYTHON") else {
        println!("skipped: NDTYPE_PYTHON names no Python");
        return None;
    };
    let seed = std::env::var("NDTYPE_SEED").unwrap_or_else(|_| "1".to_owned());
    let path = std::env::temp_dir().join(format!("ndtype-{script}-{}", std::process::id()));
    let script = format!("{}/tests/golden/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = std::process::Command::new(python).arg(&script).arg(&path).arg(seed).output().expect("Python runs");
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&path).expect("what the script wrote");
    std::fs::remove_file(path).expect("a file of this test's own");
    Some(text)
}

/// Reads Python's `float.hex()`, infinities and NaN included.
#[allow(dead_code, reason = "not every golden file has floats")]
pub fn hex_float(text: &str) -> f64 {
    let (sign, rest) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let Some(rest) = rest.strip_prefix("0x") else { return sign * rest.parse::<f64>().unwrap() };
    let (digits, exponent) = rest.split_once('p').unwrap();
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16).unwrap();
    let exponent: i32 = exponent.parse::<i32>().unwrap() - 4 * fraction.len() as i32;
    // Two steps, so that neither factor leaves the range of an f64.
    let half = exponent / 2;
    sign * mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half)
}

/// Counts comparisons and collects those that fail.
#[derive(Default)]
#[allow(dead_code, reason = "not every golden test counts one by one")]
pub struct Tally {
    compared: usize,
    wrong: Vec<String>,
}

#[allow(dead_code, reason = "not every golden test counts one by one")]
impl Tally {
    /// Compares one result.
    pub fn check<T: PartialEq + Debug>(&mut self, got: T, want: T, what: impl FnOnce() -> String) {
        self.compared += 1;
        if got != want {
            self.wrong.push(format!("{}: got {got:x?}, want {want:x?}", what()));
        }
    }

    /// Prints how much was compared, and fails on any mismatch, or if too little was compared.
    pub fn finish(self, what: &str, at_least: usize) {
        println!("{what}: {} compared, {} mismatches", self.compared, self.wrong.len());
        let shown: Vec<_> = self.wrong.iter().take(40).map(String::as_str).collect();
        assert!(self.wrong.is_empty(), "{} mismatches:\n{}", self.wrong.len(), shown.join("\n"));
        assert!(self.compared >= at_least, "only {} compared", self.compared);
    }
}
