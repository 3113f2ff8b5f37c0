//! safetensors files against the safetensors package's, and files that lie. `tests/golden/generate_safetensors.py` makes the files.
#![cfg(feature = "safetensors")]

#[path = "golden/base64.rs"]
mod base64;
mod golden;

use std::io::Cursor;
use std::path::PathBuf;

use base64::base64;
use golden::Tally;
use ndtype::{self as np, Array, FileMap, SafeTensorsReader};

/// A file of one test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("ndtype-safetensors-{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn files_of_the_package() {
    let path = format!("{}/tests/golden/safetensors.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    let scratch = Scratch::new("golden");
    let mut tally = Tally::default();
    for (i, fields) in lines.iter().enumerate() {
        let (label, file) = (fields[1], base64(fields[2]));
        if fields[0] == "packed" {
            let error = SafeTensorsReader::new(Cursor::new(&file)).unwrap_err();
            tally.check(error.to_string().contains("4 or 6 bits"), true, || format!("{label}: {error}"));
        }
        if fields[0] != "file" {
            continue;
        }
        let unescaped = |text: &str| text.replace("\\n", "\n").replace("\\1", "\u{1}");
        let metadata: Vec<(String, String)> =
            fields[3..].iter().filter_map(|pair| pair.split_once('=')).map(|(k, v)| (k.into(), unescaped(v))).collect();
        let mut read = SafeTensorsReader::new(Cursor::new(&file)).unwrap_or_else(|error| panic!("{label}: {error}"));
        tally.check(read.metadata(), &metadata, || format!("the metadata of {label}"));
        std::fs::write(&scratch.0, &file).unwrap();
        // SAFETY: the file is this test's alone, and is written only after the map is gone.
        let map = unsafe { FileMap::open(&scratch.0) }.unwrap();
        let mapped = SafeTensorsReader::over(&map).unwrap();
        let mut arrays = Vec::new();
        for tensor in lines[i + 1..].iter().take_while(|fields| fields[0] == "tensor") {
            let name = tensor[1];
            let array = read.get(name).unwrap();
            tally.check(array.dtype().to_string().as_str(), tensor[2], || format!("the dtype of {name} in {label}"));
            let shape: Vec<String> = array.shape().iter().map(ToString::to_string).collect();
            tally.check(shape.join(",").as_str(), tensor[3], || format!("the shape of {name} in {label}"));
            tally.check(read.info(name), Some((array.dtype(), array.shape())), || format!("{name} in {label}"));
            tally.check(array.tobytes().unwrap(), base64(tensor[4]), || format!("the data of {name} in {label}"));
            let other = mapped.map(name).unwrap();
            tally.check(other.tobytes().unwrap(), base64(tensor[4]), || format!("{name} in {label}, mapped"));
            arrays.push((name, array));
        }
        drop((map, mapped));
        tally.check(read.len(), arrays.len(), || format!("the tensors in {label}"));
        let metadata: Vec<(&str, &str)> = metadata.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        np::save_safetensors(&scratch.0, arrays.iter().map(|(name, array)| (name, array)), &metadata).unwrap();
        let written = std::fs::read(&scratch.0).unwrap();
        tally.check(String::from_utf8_lossy(&written), String::from_utf8_lossy(&file), || format!("{label} written"));
        tally.check(written == file, true, || format!("{label} written"));
    }
    tally.finish("safetensors", 1000);
}

/// Any layout and byte order.
#[test]
fn layouts() {
    let scratch = Scratch::new("layouts");
    let a = np::arange(0, 60_000, 1).unwrap().reshape([30, 40, 50]).unwrap();
    let arrays = [
        ("fortran", a.t()),
        ("strided", a.get("::2, ::-3, 5:").unwrap()),
        ("broadcast", np::broadcast_to(&np::array![1.5f32], [3, 4]).unwrap()),
        ("swapped", a.astype(">i4").unwrap()),
        ("swapped bfloat16", a.astype(">bfloat16").unwrap()),
        ("flipped and swapped", a.astype(">f8").unwrap().get("::-1").unwrap()),
    ];
    np::save_safetensors(&scratch.0, arrays.iter().map(|(name, array)| (*name, array)), &[]).unwrap();
    let mut file = np::load_safetensors(&scratch.0).unwrap();
    for (name, array) in &arrays {
        let read = file.get(name).unwrap();
        assert!(read.dtype().is_native() && np::array_equal(&read, array).unwrap(), "{name}");
    }
    // What fails leaves the old file.
    let before = std::fs::read(&scratch.0).unwrap();
    let save = |name: &str, dtype: &str| {
        let a = Array::zeros([2], dtype).unwrap();
        np::save_safetensors(&scratch.0, [("x", &a), (name, &a)], &[]).unwrap_err()
    };
    for dtype in ["c16", "S2", "U2", "M8[s]", "O", "T", "int4", "float6_e2m3fn", "float8_e4m3", "[('a', 'i4')]", "V2"] {
        assert!(save("y", dtype).is_io(), "{dtype}");
    }
    for name in ["x", "__metadata__"] {
        assert!(save(name, "f4").is_io(), "{name}");
    }
    assert_eq!(std::fs::read(&scratch.0).unwrap(), before);
}

fn file(header: &str, data: usize) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend(vec![0; data]);
    bytes
}

fn refusal(bytes: &[u8]) -> String {
    let error = SafeTensorsReader::new(Cursor::new(bytes)).unwrap_err();
    assert!(error.is_io());
    error.to_string()
}

#[test]
fn lies_are_named() {
    let tensor = |dtype: &str, shape: &str, offsets: &str| {
        format!("{{\"x\":{{\"dtype\":\"{dtype}\",\"shape\":{shape},\"data_offsets\":{offsets}}}}}")
    };
    let plain = tensor("F32", "[2]", "[0,8]");
    assert!(SafeTensorsReader::new(Cursor::new(file(&plain, 8))).is_ok());
    let cases = [
        (file(&plain, 7), "the file ends in the tensors: 7 of 8 bytes"),
        (file(&plain, 9), "bytes that belong to no tensor: 1 of 9"),
        (file(&tensor("F32", "[2]", "[0,4]"), 4), "do not fit the shape"),
        (file(&tensor("F32", "[2]", "[8,0]"), 8), "do not fit the shape"),
        (file(&tensor("F32", "[2]", "[4,12]"), 12), "leaves a gap"),
        (file(&tensor("F32", "[2]", "[0,8,16]"), 8), "are not two"),
        (file(&tensor("F32", "[2]", "[-1,7]"), 8), "no whole number"),
        (file(&tensor("F32", "[2.0]", "[0,8]"), 8), "no whole number"),
        (file(&tensor("F32", "[02]", "[0,8]"), 8), "no whole number"),
        (file(&tensor("F32", "[99999999999999999999]", "[0,8]"), 8), "no whole number"),
        (file(&tensor("F32", "[4294967296,4294967296]", "[0,0]"), 0), "at byte"),
        (file(&tensor("F32", "[9223372036854775807,0]", "[0,0]"), 0), "at byte"),
        (file(&tensor("F33", "[2]", "[0,8]"), 8), "not known"),
        (file(&tensor("F4", "[2]", "[0,1]"), 1), "4 or 6 bits"),
        (file("{\"x\":{\"dtype\":\"F32\"}}", 0), "a tensor without"),
        (file("{\"x\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}}", 0), "occurs twice"),
        (file("{\"x\":1}", 0), "no object"),
        (file("[]", 0), "no object"),
        (file("", 0), "no object"),
        (file("{\"x\"", 0), "no colon"),
        (file("{\"x", 0), "without an end"),
        (file("{\"\\q\":1}", 0), "an escape that JSON does not have"),
        (file("{\"\\ud800\":1}", 0), "no character"),
        (file("{\"\\u12\":1}", 0), "no character"),
        (file("{\"a\nb\":1}", 0), "a control character"),
        (file("{} x", 0), "behind the end"),
        (file("{\"__metadata__\":{\"a\":1}}", 0), "no text"),
        (file(&format!("{{\"x\":{{\"y\":{}", "[".repeat(1_000_000)), 0), "too deep"),
        (vec![1, 2, 3], "the file ends in the length of the header"),
        (200_000_000u64.to_le_bytes().to_vec(), "above the limit"),
        (90_000_000u64.to_le_bytes().to_vec(), "the file ends in the header"),
        (u64::MAX.to_le_bytes().to_vec(), "above the limit"),
        ([&2u64.to_le_bytes()[..], b"\xff}"].concat(), "at byte 8: the text is not UTF-8"),
    ];
    for (bytes, want) in cases {
        let error = refusal(&bytes);
        assert!(error.contains(want), "{want}: {error}");
    }
    let twice = plain.replacen('{', "{\"x\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[8,9]},", 1);
    assert!(refusal(&file(&twice, 9)).contains("two tensors of one name"));
    let overlap = twice.replacen("\"x\"", "\"y\"", 1).replace("[8,9]", "[7,8]");
    assert!(refusal(&file(&overlap, 8)).contains("overlaps"));
    // Unknown keys are left out, whatever they are; booleans are checked.
    let more =
        plain.replacen("\"dtype\"", "\"z\": {\"a\": [1e5, -2, true, null, \"\\u00e9\\ud83d\\ude00\"]}, \"dtype\"", 1);
    let mut read = SafeTensorsReader::new(Cursor::new(file(&more, 8))).unwrap();
    assert_eq!(read.get("x").unwrap().shape(), [2]);
    assert!(read.get("y").unwrap_err().is_io());
    let mut bools = file(&tensor("BOOL", "[2]", "[0,2]"), 2);
    *bools.last_mut().unwrap() = 2;
    assert!(SafeTensorsReader::new(Cursor::new(bools)).unwrap().get("x").is_err());
    assert!(np::load_safetensors(std::env::temp_dir()).unwrap_err().is_io());
}

#[test]
fn no_changed_byte_panics() {
    let scratch = Scratch::new("changed");
    let (a, b) = (np::array![1.5f32, 2.5], Array::zeros([2, 3], "?").unwrap());
    np::save_safetensors(&scratch.0, [("a", &a), ("b", &b)], &[("k", "v")]).unwrap();
    let whole = std::fs::read(&scratch.0).unwrap();
    let read_all = |bytes: &[u8]| -> np::Result<()> {
        let mut file = SafeTensorsReader::new(Cursor::new(bytes))?;
        let names: Vec<String> = file.names().map(str::to_owned).collect();
        names.iter().try_for_each(|name| file.get(name).map(|_| ()))
    };
    read_all(&whole).unwrap();
    let (mut read, mut refused) = (0, 0);
    for at in 0..whole.len() {
        assert!(read_all(&whole[..at]).is_err(), "{at}");
        for new in 0..=255 {
            let mut bytes = whole.clone();
            bytes[at] = new;
            match read_all(&bytes) {
                Ok(()) => read += 1,
                Err(error) => {
                    refused += 1;
                    assert!(error.is_io() || error.is_value(), "{error}");
                }
            }
        }
    }
    println!("{read} read, {refused} refused");
    assert!(read > 2000 && refused > 20_000);
}
