//! Casts between text and numbers or times, compared with NumPy's.

mod golden;

use golden::Tally;
use ndtype::{self as np, Array, Dtype, Text, array, idx};
use proptest::prelude::*;
use serde_json::Value;

fn strings(array: &Array) -> Vec<String> {
    let texts = array.astype("T").unwrap();
    texts.to_vec::<Text>().unwrap().iter().map(ToString::to_string).collect()
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// One text in an array of a kind.
fn text_array(kind: &str, text: &str) -> Array {
    let width = text.chars().count().max(1);
    match kind {
        "S" => {
            let mut bytes = text.as_bytes().to_vec();
            bytes.resize(text.len().max(1), 0);
            let dtype = Dtype::Bytes(bytes.len());
            np::frombuffer(bytes, dtype, 0, None).unwrap()
        }
        "U" => array![text],
        ">U" => array![text].astype(format!(">U{width}")).unwrap(),
        _ => array![text.to_owned()],
    }
}

/// Dates that the unit cannot hold.
const WRAPS: &str = "NumPy wraps around";

/// Where this crate differs on purpose: whether a case is such, and why.
fn is_known(kind: &str, to: &str, text: &str) -> Option<&'static str> {
    match (kind, to) {
        (_, "M8[ns]") if ["20200102", "0000-01-01", "10000-01-01", "+5"].contains(&text) => Some(WRAPS),
        (_, "M8[25us]") if text == "20200102" => Some(WRAPS),
        ("S" | "U" | ">U", "M8") if text == "2020-01-02T03:04:05.1234567890123" => Some(WRAPS),
        ("T", "c8" | "c16") => Some("NumPy takes the real part for the imaginary one as well"),
        ("T", "M8" | "m8") => Some("NumPy has no unit for these; here they are read as from U"),
        _ => None,
    }
}

#[test]
fn reading_agrees_with_numpy() {
    let table = golden::read("text_casts.json");
    let (mut tally, mut differences) = (Tally::default(), std::collections::BTreeMap::new());
    for row in table["read"].as_array().unwrap() {
        let (kind, to) = (row[0].as_str().unwrap(), row[1].as_str().unwrap());
        for case in row[2].as_array().unwrap() {
            let text = case[0].as_str().unwrap();
            let got = text_array(kind, text).astype(to);
            let got = got.ok().map(|got| {
                // The bits of NaN say nothing.
                let nan = strings(&got)[0].contains("nan");
                (if nan { "nan".to_owned() } else { hex(&got.tobytes().unwrap()) }, got.dtype().str()[1..].to_owned())
            });
            let want = case[1].as_array().map(|want| {
                let array = np::frombuffer(bytes_of(want[0].as_str().unwrap()), want[1].as_str().unwrap(), 0, None);
                let nan = strings(&array.unwrap())[0].contains("nan");
                let bytes = if nan { "nan" } else { want[0].as_str().unwrap() };
                (bytes.to_owned(), want[1].as_str().unwrap().to_owned())
            });
            if let Some(reason) = is_known(kind, to, text) {
                *differences.entry(reason).or_insert(0) += usize::from(got != want);
                continue;
            }
            tally.check(got, want, || format!("{text:?} of {kind} to {to}"));
        }
    }
    println!("known differences: {differences:?}");
    assert!(differences.values().all(|&count| count > 0), "a difference has disappeared: {differences:?}");
    tally.finish("texts read", 2500);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[test]
fn writing_agrees_with_numpy() {
    let table = golden::read("text_casts.json");
    let (mut tally, mut uncut) = (Tally::default(), 0);
    for row in table["write"].as_array().unwrap() {
        let dtype = row[0].as_str().unwrap();
        let array = np::frombuffer(bytes_of(row[1].as_str().unwrap()), dtype, 0, None).unwrap();
        let mut padded = Array::zeros([2 * array.size()], array.dtype().swapped()).unwrap();
        padded.set(idx![..; -2], &array).unwrap();
        for source in [&array, &padded.get(idx![..; -2]).unwrap()] {
            for result in row[2].as_array().unwrap() {
                let to = result[0].as_str().unwrap();
                let got = source.astype(to);
                let Some(want) = result[2].as_array() else {
                    tally.check(got.is_err(), true, || format!("{dtype} to {to}"));
                    continue;
                };
                let got = got.unwrap_or_else(|e| panic!("{dtype} to {to}: {e}"));
                let name: Dtype = result[1].as_str().unwrap().parse().unwrap();
                tally.check(got.dtype().clone(), name, || format!("dtype of {dtype} to {to}"));
                for (i, (got, want)) in
                    strings(&got).into_iter().zip(want.iter().map(|w| w.as_str().unwrap())).enumerate()
                {
                    // NumPy writes spans to 21 characters first, however wide the result is.
                    if dtype[1..].starts_with("m8") && want.len() == 21 && got.len() > 21 && got.starts_with(want) {
                        uncut += 1;
                        continue;
                    }
                    tally.check(got.as_str(), want, || format!("{dtype} {i} to {to}"));
                }
            }
        }
    }
    println!("spans that NumPy cuts: {uncut}");
    assert!(uncut > 0, "a difference has disappeared");
    tally.finish("texts written", 6000);
}

#[test]
fn every_half_agrees_with_numpy_and_comes_back() {
    let bits: Vec<u16> = (0..=u16::MAX).collect();
    let halves = Array::from_vec(bits).unwrap().view_dtype("f2").unwrap();
    let texts = halves.astype("U").unwrap();
    let joined = strings(&texts).join("\n");
    let crc = joined.bytes().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    });
    let want = golden::read("text_casts.json")["halves"].as_u64().unwrap();
    assert_eq!(u64::from(!crc), want);
    for kind in ["U", "S", "T"] {
        let back = halves.astype(kind).unwrap().astype("f2").unwrap();
        assert!(np::array_equal_nan(&back, &halves).unwrap(), "{kind}");
    }
}

#[test]
fn errors_name_the_text_and_its_position() {
    let error = |array: &Array, to: &str| array.astype(to).unwrap_err().to_string();
    let texts = array![["1", "2"], ["x", "y"]];
    assert_eq!(
        error(&texts, "i8"),
        "cannot cast 'x' at position (1, 0) from dtype('<U1') to dtype('int64'): it is not an integer"
    );
    assert!(error(&texts.t(), "i8").contains("'x' at position (0, 1)"));
    assert!(error(&array!["300"], "u1").contains("it is out of range"));
    assert!(error(&array!["2020-01-32"], "M8[D]").contains("expected a day of that month at character 8"));
    assert!(error(&array!["2020-01-02"].astype("M8[D]").unwrap(), "U4").contains("longer than 4 characters"));
    let mut target = Array::zeros([2], "i4").unwrap();
    target.set(idx![1], "12").unwrap();
    assert_eq!(target.to_vec::<i32>().unwrap(), [0, 12]);
    assert!(target.set(idx![0], "x").unwrap_err().is_cast());
}

#[test]
fn records_objects_and_ml_formats() {
    let record = Dtype::structured([("a", "i4"), ("b", "f8")]).unwrap();
    let mut values = Array::zeros([2], record).unwrap();
    values.set(idx!["b"], 0.1).unwrap();
    let texts = values.astype(Dtype::structured([("a", "U4"), ("b", "T")]).unwrap()).unwrap();
    assert_eq!(strings(&texts.field("b").unwrap()), ["0.1", "0.1"]);
    assert_eq!(texts.astype(values.dtype()).unwrap().field("b").unwrap().to_vec::<f64>().unwrap(), [0.1, 0.1]);
    let objects = array!["12", "3456"].astype("O").unwrap();
    assert_eq!(objects.astype("i8").unwrap().to_vec::<i64>().unwrap(), [12, 3456]);
    assert_eq!(objects.astype("U").unwrap().dtype(), &Dtype::Unicode(4));
    let small = array![0.1, 1e6, -0.0].astype("bfloat16").unwrap();
    assert_eq!(strings(&small), ["0.100098", "999424", "-0"]);
    assert_eq!(strings(&array!["7", "-8"].astype("int4").unwrap()), ["7", "-8"]);
    assert!(array!["8"].astype("int4").is_err());
    assert_eq!(array!["2020", "2020-01-02T03"].astype("M8").unwrap().dtype(), &"M8[h]".parse::<Dtype>().unwrap());
}

proptest! {
    #[test]
    fn numbers_come_back(floats: Vec<u64>, singles: Vec<u32>, integers: Vec<i64>, unsigned: Vec<u64>) {
        let floats = Array::from_vec(floats).unwrap().view_dtype("f8").unwrap();
        let singles = Array::from_vec(singles).unwrap().view_dtype("f4").unwrap();
        for array in [floats, singles, Array::from_vec(integers).unwrap(), Array::from_vec(unsigned).unwrap()] {
            for kind in ["U", "S", "T"] {
                let back = array.astype(kind).unwrap().astype(array.dtype()).unwrap();
                prop_assert!(np::array_equal_nan(&back, &array).unwrap());
            }
        }
    }
}

#[test]
fn the_file_has_what_is_compared() {
    let table = golden::read("text_casts.json");
    let cases = |name: &str| table[name].as_array().map_or(0, Vec::len);
    assert!(matches!(table["halves"], Value::Number(_)) && cases("read") > 90 && cases("write") > 40);
}
