//! Text files, compared with NumPy's.

mod golden;

use golden::Tally;
use ndtype::{self as np, Array, ColumnKey, Delimiter, Dtype, GenFromText, LoadText, NameCase, SaveText, Scalar, Text};
use serde_json::Value;

/// The cases of one function: what goes in, the options, and what comes out. Each stands once in the file.
fn cases(name: &str) -> Vec<[Value; 3]> {
    let table = golden::read("loadtxt.json");
    let stored = |place: &Value| table["stored"][place.as_u64().unwrap() as usize].clone();
    let cases = table[name].as_array().unwrap();
    cases.iter().map(|case| [stored(&case[0]), stored(&case[1]), stored(&case[2])]).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
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
    let (mut tally, mut differences) = (Tally::default(), std::collections::BTreeMap::new());
    for case in cases("load") {
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
    tally.finish("tables read", 2000);
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
    let mut tally = Tally::default();
    for case in cases("save") {
        let got = save(&array_of(&case[0]), &case[1]);
        let what = match &got {
            Err(error) => format!("{} {}: {error}", case[0], case[1]),
            Ok(_) => format!("{} {}", case[0], case[1]),
        };
        tally.check(got.map_or(Value::Null, Value::String), case[2].clone(), || what);
    }
    tally.finish("tables written", 900);
}

/// A column by its number or name, as Python's keys are spelled in JSON.
fn key(text: &str) -> ColumnKey {
    text.parse().map_or_else(|_| ColumnKey::Name(text.to_owned()), ColumnKey::Number)
}

fn scalar(value: &Value) -> Scalar {
    match value {
        Value::Bool(truth) => Scalar::new(*truth),
        Value::String(text) => Scalar::from(text.as_str()),
        number => number.as_i64().map_or_else(|| Scalar::new(number.as_f64().unwrap()), Scalar::new),
    }
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn generator(options: &Value) -> Result<GenFromText<'static>, np::Error> {
    let mut reader = GenFromText::new();
    for (name, value) in options.as_object().unwrap() {
        let text = value.as_str().unwrap_or_default();
        let count = value.as_u64().unwrap_or_default() as usize;
        let truth = value.as_bool().unwrap_or_default();
        reader =
            match name.as_str() {
                "dtype" if value.is_null() => reader.infer_dtype(),
                "dtype" => reader.dtype(dtype_of(value)?),
                "delimiter" => reader.delimiter(match value {
                    Value::String(text) => Delimiter::from(text.as_str()),
                    Value::Number(_) => Delimiter::from(count),
                    widths => Delimiter::Widths(
                        widths.as_array().unwrap().iter().map(|width| width.as_u64().unwrap() as usize).collect(),
                    ),
                }),
                "comments" => reader.comments(value.as_str()),
                "autostrip" => reader.autostrip(truth),
                "skip_header" => reader.skip_header(count),
                "skip_footer" => reader.skip_footer(count),
                "max_rows" => reader.max_rows(count),
                "ndmin" => reader.ndmin(count),
                "loose" => reader.loose(truth),
                "invalid_raise" => reader.invalid_raise(truth),
                "unpack" => reader.unpack(truth),
                "usecols" => reader.usecols(value.as_array().unwrap().iter().map(|column| match column {
                    Value::String(name) => ColumnKey::Name(name.clone()),
                    number => ColumnKey::Number(number.as_i64().unwrap() as isize),
                })),
                "names" => match value {
                    Value::Null => reader,
                    Value::Bool(_) => reader.names_from_file(),
                    names => reader.names(texts(names)),
                },
                "excludelist" => reader.excludelist(texts(value)),
                "deletechars" => reader.deletechars(text),
                "replace_space" => reader.replace_space(text),
                "defaultfmt" => reader.defaultfmt(text),
                "case_sensitive" => reader.name_case(match text {
                    "lower" => NameCase::Lower,
                    _ => NameCase::Upper,
                }),
                "missing_values" => {
                    match value {
                        Value::String(texts) => reader.missing_values(texts),
                        Value::Array(_) => reader.missing_values_each(texts(value)),
                        columns => columns.as_object().unwrap().iter().fold(reader, |reader, (column, value)| {
                            reader.missing_values_of(key(column), texts(value))
                        }),
                    }
                }
                "filling_values" => match value {
                    Value::Array(values) => reader.filling_values(values.iter().map(scalar)),
                    Value::Object(columns) => columns
                        .iter()
                        .fold(reader, |reader, (column, value)| reader.filling_value_of(key(column), scalar(value))),
                    value => reader.filling_value(scalar(value)),
                },
                "converters" => value.as_object().unwrap().iter().fold(reader, |reader, (column, name)| {
                    reader.converters(key(column), convert(name.as_str().unwrap()))
                }),
                other => panic!("{other}"),
            };
    }
    Ok(reader)
}

/// What is read, or what is read for each field, if records are to be unpacked.
fn generate(text: &str, options: &Value) -> Result<Value, np::Error> {
    match generator(options)?.read(text.as_bytes()) {
        Err(error) if error.to_string().contains("read_columns") => {
            let columns = generator(options)?.read_columns(text.as_bytes())?;
            Ok(columns.iter().map(answer).collect())
        }
        read => read.map(|array| answer(&array)),
    }
}

/// Where this crate differs on purpose, and why.
fn is_known_missing(text: &str, options: &Value, want: &Value) -> Option<&'static str> {
    match want.as_str() {
        Some("abstract") => return Some("NumPy tries abstract dtypes on columns of numbers and text, and fails"),
        Some("width") => return Some("NumPy fails to find the width of no texts"),
        _ => {}
    }
    let dtype = options.get("dtype")?;
    if dtype == "M8[D]" && (text.starts_with("99999999999") || text.starts_with("9223372036854775808")) {
        return Some("dates that 64 bits do not hold are an error");
    }
    if dtype[0][1].is_array() && dtype[0].get(2).is_some() {
        return Some("sub-arrays of records take a column for each field, as in loadtxt");
    }
    let has = |name: &str| options.get(name).is_some();
    let plain = dtype.as_str().is_some_and(|dtype| !dtype.contains(','));
    if plain && has("converters") && has("usecols") && options["names"] == true {
        return Some("NumPy takes converters for columns by their places before and after usecols");
    }
    (dtype == "O" && !want.is_null()).then_some("objects are texts, not bytes")
}

#[test]
fn generating_agrees_with_numpy() {
    let (mut tally, mut differences) = (Tally::default(), std::collections::BTreeMap::new());
    for [text, options, want] in cases("gen") {
        let got = generate(text.as_str().unwrap(), &options);
        if let Some(reason) = is_known_missing(text.as_str().unwrap(), &options, &want) {
            *differences.entry(reason).or_insert(0) += usize::from(got.unwrap_or(Value::Null) != want);
            continue;
        }
        let what = match &got {
            Err(error) => format!("{text} {options}: {error}"),
            Ok(_) => format!("{text} {options}"),
        };
        tally.check(got.unwrap_or(Value::Null), want, || what);
    }
    println!("known differences: {differences:?}");
    assert!(differences.values().all(|&count| count > 0), "a difference has disappeared: {differences:?}");
    tally.finish("tables with missing values", 3000);
}
