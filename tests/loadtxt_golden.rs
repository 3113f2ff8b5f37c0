//! Text files, compared with NumPy's.

mod golden;

use golden::Tally;
use ndtype::{self as np, Array, Dtype, LoadText, SaveText, Scalar, Text};
use serde_json::Value;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn strings(array: &Array) -> Vec<String> {
    let texts = array.astype("T").unwrap();
    texts.to_vec::<Text>().unwrap().iter().map(ToString::to_string).collect()
}

/// An array as the golden file has it: dtype, shape, and bytes or texts.
fn answer(array: &Array) -> Value {
    let shape: Vec<usize> = array.shape().to_vec();
    match array.dtype() {
        Dtype::Object => {
            let texts = array.iter::<ndtype::Object>().unwrap().map(|object| object.to_string()).collect::<Vec<_>>();
            serde_json::json!(["O", shape, texts])
        }
        Dtype::String => serde_json::json!(["T", shape, strings(array)]),
        Dtype::Struct(_) if array.dtype().has_object() => {
            serde_json::json!([array.dtype().to_string(), shape, "objects"])
        }
        Dtype::Struct(_) => serde_json::json!([array.dtype().to_string(), shape, hex(&array.tobytes().unwrap())]),
        other => serde_json::json!([other.str(), shape, hex(&array.tobytes().unwrap())]),
    }
}

/// A dtype as Python's lists of fields spell it.
fn dtype_of(spec: &Value) -> Result<Dtype, ndtype::Error> {
    if let Some(text) = spec.as_str() {
        return text.parse();
    }
    let fields = spec.as_array().unwrap().iter().map(|field| {
        let base = dtype_of(&field[1])?;
        let dims =
            field.get(2).map(|dims| dims.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect());
        let dims: Vec<usize> = dims.unwrap_or_default();
        Ok((field[0].as_str().unwrap().to_owned(), Dtype::subarray(base, dims)?))
    });
    Dtype::structured(fields.collect::<Result<Vec<_>, ndtype::Error>>()?)
}

fn convert(name: &str) -> impl Fn(&str) -> Result<Scalar, String> + use<> {
    let name = name.to_owned();
    move |text: &str| {
        let number = |text: &str| text.trim().parse::<f64>().map_err(|e| e.to_string());
        match name.as_str() {
            "double" => number(text).map(|x| Scalar::new(x * 2.0)),
            "hex" => i64::from_str_radix(text.trim(), 16).map(Scalar::new).map_err(|e| e.to_string()),
            "empty" => number(if text.is_empty() { "-1" } else { text }).map(Scalar::new),
            _ => Ok(Scalar::from(text.to_uppercase().as_str())),
        }
    }
}

fn load(text: &str, options: &Value) -> Result<Array, ndtype::Error> {
    let character = |value: &Value| value.as_str().unwrap().chars().next().unwrap();
    let mut reader = LoadText::new();
    for (name, value) in options.as_object().unwrap() {
        reader = match name.as_str() {
            "dtype" => reader.dtype(dtype_of(value)?),
            "delimiter" => reader.delimiter(character(value)),
            "quotechar" => reader.quotechar(character(value)),
            "comments" => reader.comments(value.as_array().unwrap().iter().map(|c| c.as_str().unwrap())),
            "skiprows" => reader.skiprows(value.as_u64().unwrap() as usize),
            "max_rows" => reader.max_rows(value.as_u64().unwrap() as usize),
            "ndmin" => reader.ndmin(value.as_u64().unwrap() as usize),
            "unpack" => reader.unpack(value.as_bool().unwrap()),
            "usecols" => reader
                .usecols(value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap() as isize).collect::<Vec<_>>()),
            "converters" => match value {
                Value::String(name) => reader.converter(convert(name)),
                columns => columns.as_object().unwrap().iter().fold(reader, |reader, (column, name)| {
                    reader.converters(column.parse().unwrap(), convert(name.as_str().unwrap()))
                }),
            },
            other => panic!("{other}"),
        };
    }
    reader.read(text.as_bytes())
}

/// Where this crate differs on purpose, and why.
fn is_known(options: &Value) -> Option<&'static str> {
    let dtype = options.get("dtype")?;
    if dtype == "V2" {
        return Some("opaque bytes are refused also if there are no rows of them");
    }
    if dtype[0][1] == "T" {
        return Some("NumPy has no text of any length in records");
    }
    let unsized_text = dtype == "U" || dtype == "S";
    let none = options.get("max_rows").is_some_and(|rows| rows == 0);
    (unsized_text && none).then_some("NumPy fails to join no chunks at all")
}

#[test]
fn loading_agrees_with_numpy() {
    let table = golden::read("loadtxt.json");
    let (mut tally, mut differences) = (Tally::default(), std::collections::BTreeMap::new());
    for case in table["load"].as_array().unwrap() {
        let (text, options) = (case[0].as_str().unwrap(), &case[1]);
        let got = load(text, options);
        let what = match &got {
            Err(error) => format!("{text:?} {options}: {error}"),
            Ok(_) => format!("{text:?} {options}"),
        };
        let got = got.map_or(Value::Null, |got| answer(&got));
        if let Some(reason) = is_known(options) {
            *differences.entry(reason).or_insert(0) += usize::from(got != case[2]);
            continue;
        }
        tally.check(got, case[2].clone(), || what);
    }
    println!("known differences: {differences:?}");
    assert!(differences.values().all(|&count| count > 0), "a difference has disappeared: {differences:?}");
    tally.finish("tables read", 3000);
}

/// An array from how the golden file has it.
fn array_of(case: &Value) -> Array {
    let (dtype, hex) = (dtype_of(&case[0]).unwrap(), case[2].as_str().unwrap());
    let shape: Vec<isize> = case[1].as_array().unwrap().iter().map(|n| n.as_i64().unwrap() as isize).collect();
    if shape.contains(&0) {
        return Array::zeros(shape.iter().map(|&n| n as usize).collect::<Vec<_>>(), dtype).unwrap();
    }
    let bytes: Vec<u8> = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
    np::frombuffer(bytes, dtype, 0, None).unwrap().reshape(shape).unwrap()
}

fn save(array: &Array, options: &Value) -> Result<String, np::Error> {
    let mut writer = SaveText::new();
    for (name, value) in options.as_object().unwrap() {
        let text = value.as_str().unwrap_or_default();
        writer = match name.as_str() {
            "fmt" => match value {
                Value::String(format) => writer.fmt(format),
                formats => writer.fmts(formats.as_array().unwrap().iter().map(|format| format.as_str().unwrap())),
            },
            "delimiter" => writer.delimiter(text),
            "newline" => writer.newline(text),
            "header" => writer.header(text),
            "footer" => writer.footer(text),
            "comments" => writer.comments(text),
            other => panic!("{other}"),
        };
    }
    let mut text = Vec::new();
    writer.write(&mut text, array)?;
    Ok(String::from_utf8(text).unwrap())
}

#[test]
fn saving_agrees_with_numpy() {
    let table = golden::read("loadtxt.json");
    let mut tally = Tally::default();
    for case in table["save"].as_array().unwrap() {
        let got = save(&array_of(&case[0]), &case[1]);
        let what = match &got {
            Err(error) => format!("{} {}: {error}", case[0], case[1]),
            Ok(_) => format!("{} {}", case[0], case[1]),
        };
        tally.check(got.map_or(Value::Null, Value::String), case[2].clone(), || what);
    }
    tally.finish("tables written", 1000);
}
