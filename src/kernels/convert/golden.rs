//! Against NumPy 2.4.6 and ml_dtypes 0.6.0: a golden file made by `tests/golden/generate_casts.py`, which says what is in
//! it, what is left out, and which roundings of ml_dtypes are corrected there.

use serde_json::Value;

use super::tests::{Buffer, convert_vec};
use crate::dtype::ScalarId;
use crate::simd::forced;

fn id(name: &str) -> ScalarId {
    ScalarId::ALL.into_iter().find(|id| id.row().name == name).unwrap_or_else(|| panic!("no type is named {name}"))
}

fn hex(digits: &str) -> Vec<u8> {
    let digits = digits.as_bytes().chunks_exact(2);
    digits.map(|d| u8::from_str_radix(str::from_utf8(d).unwrap(), 16).unwrap()).collect()
}

#[test]
fn agrees_with_numpy() {
    let path = format!("{}/tests/golden/casts.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let rows: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    let (mut pairs, mut compared, mut wrong) = (0, 0, Vec::new());
    for row in rows.as_array().unwrap() {
        let from = id(row["from"].as_str().unwrap());
        let values = hex(row["values"].as_str().unwrap());
        let source = Buffer::from_bytes(&values);
        for (name, digits) in row["to"].as_object().unwrap() {
            let Some(digits) = digits.as_str() else { continue };
            let to = id(name);
            pairs += 1;
            let (s, d) = (usize::from(from.row().size), usize::from(to.row().size));
            let n = values.len() / s;
            assert_eq!(digits.len(), n * d * 2, "{from:?} to {to:?}");
            forced::each(|isa| {
                let got = convert_vec(from, to, &source, n);
                for (i, want) in digits.as_bytes().chunks_exact(d * 2).enumerate() {
                    if want[0] == b'x' {
                        continue;
                    }
                    compared += 1;
                    let (want, got) = (hex(str::from_utf8(want).unwrap()), &got[i * d..(i + 1) * d]);
                    if want != got {
                        let value = &values[i * s..(i + 1) * s];
                        let text = format!("{isa:?} {from:?} {value:x?} to {to:?}: got {got:x?}, want {want:x?}");
                        wrong.push(text);
                    }
                }
            });
        }
    }
    println!("{pairs} pairs, {compared} compared, {} mismatches", wrong.len());
    let shown: Vec<_> = wrong.iter().take(60).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), shown.join("\n"));
    assert!(pairs == 930 - 44 && compared > 50_000, "only {pairs} pairs, {compared} compared");
}
