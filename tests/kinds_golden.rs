//! Casts and ufuncs of dates, text and objects against NumPy 2.4.6: a golden file made by `tests/golden/generate_kinds.py`, which
//! says what is in it.

mod golden;

use golden::{Tally, hex_float, read};
use ndtype::ufunc::{self, Ufunc};
use ndtype::{Array, ArrayView, ByteOrder, Dtype, ErrorKind, Object, Operand, Reduce, Scalar, Text, array, idx};
use num_complex::Complex;
use serde_json::{Value, json};

fn rows(section: &str) -> Vec<Value> {
    read("kinds.json")[section].as_array().unwrap().clone()
}

fn dtype(value: &Value) -> Dtype {
    value.as_str().unwrap().parse().unwrap()
}

fn named(value: &Value) -> &'static Ufunc {
    ufunc::get(value.as_str().unwrap()).unwrap()
}

fn object(value: &Value) -> Object {
    let float = |value: &Value| hex_float(value.as_str().unwrap());
    let Some((tag, value)) = value.as_object().and_then(|map| map.iter().next()) else { return Object::NONE };
    match tag.as_str() {
        "b" => Object::new(value.as_bool().unwrap()),
        "i" => {
            let integer: i128 = value.as_str().unwrap().parse().unwrap();
            i64::try_from(integer).map_or_else(|_| Object::new(integer), Object::new)
        }
        "f" => Object::new(float(value)),
        "c" => Object::complex(Complex::new(float(&value[0]), float(&value[1]))),
        _ => Object::new(value.as_str().unwrap().to_owned()),
    }
}

/// An object as the file has it.
fn tagged(object: &Object) -> Value {
    let float = |x: f64| json!(if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() });
    if let Some(&x) = object.downcast_ref::<bool>() {
        return json!({ "b": x });
    }
    if let Some(x) = object.downcast_ref::<f64>() {
        return json!({ "f": float(*x) });
    }
    if let Some(x) = object.downcast_ref::<Complex<f64>>() {
        return json!({ "c": [float(x.re), float(x.im)] });
    }
    let integer = object.downcast_ref::<i64>().map(ToString::to_string);
    let integer = integer.or_else(|| object.downcast_ref::<i128>().map(ToString::to_string));
    match integer.or_else(|| object.downcast_ref::<u64>().map(ToString::to_string)) {
        Some(text) => json!({ "i": text }),
        None if object.is_none() => Value::Null,
        None => json!({ "s": object.to_string() }),
    }
}

/// Elements as the file has them, in this shape.
fn load(dtype: &Dtype, data: &Value, shape: &[usize]) -> Array {
    let strings = || data.as_array().unwrap().iter();
    match dtype {
        Dtype::Object => Array::from_shape_vec(shape, strings().map(object).collect()).unwrap(),
        Dtype::String => {
            Array::from_shape_vec(shape, strings().map(|text| Text::from(text.as_str().unwrap())).collect()).unwrap()
        }
        _ => ArrayView::from_bytes(&bytes(data), shape, dtype).unwrap().copy().unwrap(),
    }
}

fn bytes(data: &Value) -> Vec<u8> {
    let digits = data.as_str().unwrap();
    (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// How many elements the data has.
fn count(dtype: &Dtype, data: &Value) -> usize {
    match data {
        Value::Array(items) => items.len(),
        hex => hex.as_str().unwrap().len() / 2 / dtype.itemsize(),
    }
}

/// Elements as text that can be compared: the bits, with all NaN the same.
fn shown(array: &Array) -> String {
    match array.dtype() {
        Dtype::Object => json!(array.to_vec::<Object>().unwrap().iter().map(tagged).collect::<Vec<_>>()).to_string(),
        Dtype::String => format!("{:?}", array.to_vec::<Text>().unwrap()),
        Dtype::Float64 => {
            let bits = |x: f64| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() };
            format!("{:x?}", array.to_vec::<f64>().unwrap().into_iter().map(bits).collect::<Vec<_>>())
        }
        _ => format!("{:x?}", array.tobytes().unwrap()),
    }
}

/// The same elements in memory of other layouts.
fn layouts(array: &Array) -> Vec<(&'static str, Array)> {
    let shape = array.shape().to_vec();
    let mut found = vec![("dense", array.copy().unwrap())];
    let doubled: Vec<usize> = shape.iter().map(|n| 2 * n).collect();
    let skip = |step: isize| vec![ndtype::Index::slice(None, None, Some(step)); shape.len()];
    let mut wide = Array::zeros(&doubled, array.dtype()).unwrap();
    wide.set(skip(2), array).unwrap();
    found.push(("::2", wide.get(skip(2)).unwrap()));
    let backwards = array.get(skip(-1)).unwrap().copy().unwrap();
    found.push(("::-1", backwards.get(skip(-1)).unwrap()));
    if shape.len() == 2 {
        found.push(("transposed", array.t().copy().unwrap().to_contiguous().unwrap().t()));
    }
    let packed = Dtype::structured([("pad", Dtype::UInt8), ("value", array.dtype().clone())]).unwrap();
    if !array.dtype().has_object() {
        let mut records = Array::zeros(&shape, packed).unwrap();
        records.view_mut(idx!["value"]).unwrap().assign(array).unwrap();
        found.push(("unaligned", records.field("value").unwrap()));
        found.push(("swapped", array.astype(array.dtype().swapped()).unwrap()));
    }
    found
}

/// The result, as dtype and elements; `None` for an error.
type Outcome = Option<(Dtype, String)>;

fn outcome(result: ndtype::Result<Array>) -> Outcome {
    result.ok().map(|array| (array.dtype().clone(), shown(&array)))
}

#[test]
fn calls() {
    let (mut tally, mut errors) = (Tally::default(), 0);
    for row in rows("calls") {
        let ufunc = named(&row[0]);
        let operands: Vec<(Dtype, &Value)> =
            (0..ufunc.nin()).map(|k| (dtype(&row[1 + 2 * k]), &row[2 + 2 * k])).collect();
        let sizes: Vec<usize> = operands.iter().map(|(dtype, data)| count(dtype, data)).collect();
        let result = &row[1 + 2 * ufunc.nin()];
        let want: Outcome = result.as_str().map(|_| {
            let dtype = dtype(result);
            (dtype.clone(), shown(&load(&dtype, &row[2 + 2 * ufunc.nin()], &sizes)))
        });
        let what =
            |how: &str| format!("{how} {} {} {}", row[0], row[1], if ufunc.nin() == 2 { &row[3] } else { &row[1] });
        // A column and a row, which are broadcast against each other.
        let flat: Vec<Array> = operands.iter().map(|(dtype, data)| load(dtype, data, &[count(dtype, data)])).collect();
        let broadcast: Vec<Array> = match &flat[..] {
            [a, b] => vec![a.reshape([-1, 1]).unwrap(), b.reshape([1, -1]).unwrap()],
            _ => flat.clone(),
        };
        let refs: Vec<&Array> = broadcast.iter().collect();
        tally.check(outcome(ufunc.call(&refs)), want.clone(), || what("broadcast"));
        let Some(want) = want else {
            errors += 1;
            continue;
        };
        // Whole tables of each operand, in every layout.
        let tables: Vec<Array> = broadcast.iter().map(|a| a.broadcast_to(&sizes).unwrap()).collect();
        let variants: Vec<Vec<(&str, Array)>> = tables.iter().map(layouts).collect();
        for k in 0..variants[0].len().max(variants.last().unwrap().len()) {
            let chosen: Vec<&(&str, Array)> = variants.iter().map(|v| &v[k % v.len()]).collect();
            let refs: Vec<&Array> = chosen.iter().map(|(_, array)| array).collect();
            tally.check(outcome(ufunc.call(&refs)), Some(want.clone()), || what(chosen[0].0));
        }
        // Into another array, and only where a mask is true.
        let refs: Vec<&Array> = tables.iter().collect();
        let full = load(&want.0, &row[2 + 2 * ufunc.nin()], &sizes);
        let mut out = Array::zeros(&sizes, &want.0).unwrap();
        ufunc.with().out(&mut out).call(&refs).unwrap();
        tally.check(shown(&out), want.1.clone(), || what("out"));
        let mask = ndtype::fromfunction(&sizes, |at: &[usize]| at.iter().sum::<usize>() % 3 != 1).unwrap();
        let mut masked = Array::zeros(&sizes, &want.0).unwrap();
        ufunc.with().out(&mut masked).r#where(&mask).call(&refs).unwrap();
        let zeros = Array::zeros(&sizes, &want.0).unwrap();
        let kept = ndtype::r#where(&mask, &full, &zeros).unwrap().astype(&want.0).unwrap();
        tally.check(shown(&masked), shown(&kept), || what("where"));
        // Handed over, so that an operand may lend its memory; no elements; no axes.
        let owned: Vec<Array> = tables.iter().map(|a| a.copy().unwrap()).collect();
        if let (Ok([a, b]), "add") = (<[Array; 2]>::try_from(owned), row[0].as_str().unwrap()) {
            tally.check(shown(&ndtype::add(a, b).unwrap()), want.1.clone(), || what("owned"));
        }
        let none: Vec<Array> = flat.iter().map(|a| a.get(idx![..0]).unwrap()).collect();
        let empty = ufunc.call(&none.iter().collect::<Vec<_>>()).unwrap();
        tally.check((empty.dtype().clone(), empty.size()), (want.0.clone(), 0), || what("empty"));
        if flat.iter().all(|a| a.size() > 0) {
            let single: Vec<Array> = flat.iter().map(|a| a.get(idx![0]).unwrap()).collect();
            let got = ufunc.call(&single.iter().collect::<Vec<_>>()).unwrap();
            let first = full.get(vec![ndtype::Index::from(0isize); sizes.len()]).unwrap();
            tally.check((got.ndim(), shown(&got)), (0, shown(&first)), || what("0-d"));
        }
    }
    println!("{errors} of the calls are errors");
    assert!(errors >= 150);
    tally.finish("calls of dates, text and objects", 5_000);
}

#[test]
fn results_out_of_range_are_errors() {
    let mut tally = Tally::default();
    for row in rows("refused") {
        let (a, b) = (load(&dtype(&row[1]), &row[2], &[1]), load(&dtype(&row[3]), &row[4], &[1]));
        // Also far inside of an array, in place, and among others that fit.
        let zeros = |like: &Array| {
            let mut array = Array::zeros([700], like.dtype()).unwrap();
            array.set(idx![600], like.get(idx![0]).unwrap()).unwrap();
            array
        };
        for (a, b) in [(a.clone(), b.clone()), (zeros(&a), zeros(&b))] {
            let error = named(&row[0]).call(&[&a, &b]).err();
            tally.check(error.as_ref().map(ndtype::Error::kind), Some(ErrorKind::Value), || row.to_string());
            let text = error.map(|e| e.to_string()).unwrap_or_default();
            let first = a.get_scalar(&[if a.size() == 1 { 0 } else { 600 }]).unwrap().to_string();
            tally.check(text.contains(&first) && text.contains("is out of range"), true, || format!("{row}: {text}"));
        }
    }
    tally.finish("results out of range", 5000);
}

#[test]
fn types() {
    let file = read("kinds.json");
    let operands: Vec<&str> = file["operands"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let operand = |name: &str| -> Operand<'static> {
        match name {
            "py_int" => 1.into(),
            "py_float" => 1.0.into(),
            "py_complex" => Complex::new(0.0, 1.0).into(),
            "py_bool" => true.into(),
            "py_str" => "a".into(),
            dtype => Array::zeros([0], dtype).unwrap().into(),
        }
    };
    let strong = |name: &str| match name {
        "py_bool" => Array::from_scalar(true).unwrap(),
        "py_str" => Array::from_scalar("a").unwrap(),
        dtype => Array::zeros([0], dtype).unwrap(),
    };
    let number = |name: &str| {
        (name.starts_with("py_") && name != "py_str")
            || (!matches!(name, "T" | "O" | "py_str") && !name.contains(['M', 'm', 'S', 'U']))
    };
    let bare = |name: &str| name.starts_with("py_");
    // Which of NumPy's ufuncs for these kinds there are not yet.
    let missing = |name: &str, a: &str, b: &str| match name {
        "multiply" => a == "T" || b == "T",
        "positive" | "sign" => a == "O",
        "isnan" => a == "T",
        _ => false,
    };
    let (mut tally, mut left, mut differ) = (Tally::default(), 0, 0);
    for (name, results) in file["types"].as_object().unwrap() {
        let ufunc = ufunc::get(name).unwrap();
        let mut results = results.as_array().unwrap().iter();
        let mut check = |names: &[&str]| {
            if names.iter().all(|name| number(name)) || names.iter().all(|name| bare(name)) {
                return;
            }
            let want = results.next().unwrap().as_str().map(|text| text.parse::<Dtype>().unwrap());
            if missing(name, names[0], names[names.len() - 1]) {
                left += 1;
                return;
            }
            // Bare numbers go through functions only; bare booleans and text are arrays without axes.
            let weak = names.iter().any(|name| matches!(*name, "py_int" | "py_float" | "py_complex"));
            let got = match (name.as_str(), names) {
                ("add", [a, b]) => ndtype::add(operand(a), operand(b)),
                ("subtract", [a, b]) => ndtype::subtract(operand(a), operand(b)),
                ("multiply", [a, b]) => ndtype::multiply(operand(a), operand(b)),
                _ if weak => {
                    left += 1;
                    return;
                }
                _ => ufunc.call(&names.iter().map(|name| strong(name)).collect::<Vec<_>>().iter().collect::<Vec<_>>()),
            };
            let got = got.ok().map(|array| array.dtype().clone());
            // Bytes and characters: ufuncs of NumPy raise an error, its operators say that they differ.
            let text = |name: &str| name.contains(['U', 'T']) || name == "py_str";
            let mixed = names.len() == 2 && (0..2).any(|k| names[k].starts_with('S') && text(names[1 - k]));
            if mixed && matches!(name.as_str(), "equal" | "not_equal") {
                differ += 1;
                return tally.check(got, Some(Dtype::Bool), || format!("{name} {names:?}"));
            }
            tally.check(got, want, || format!("{name} {names:?}"));
        };
        for a in &operands {
            if ufunc.nin() == 1 {
                check(&[a]);
            } else {
                for b in &operands {
                    check(&[a, b]);
                }
            }
        }
        assert!(results.next().is_none());
    }
    println!("{left} left out, {differ} differ on purpose");
    tally.finish("dtypes of results", 25_000);
}

#[test]
fn folds() {
    let (mut tally, mut differ) = (Tally::default(), 0);
    for row in rows("folds") {
        let (ufunc, from) = (named(&row[0]), dtype(&row[2]));
        let shape: Vec<usize> = row[3].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
        let array = load(&from, &row[4], &shape);
        let axes: Option<Vec<isize>> =
            row[5].as_array().map(|axes| axes.iter().map(|axis| axis.as_i64().unwrap() as isize).collect());
        let want = row[6].as_str().map(|_| dtype(&row[6]));
        let want: Outcome = want.map(|dtype| (dtype.clone(), shown(&load(&dtype, &row[7], &[count(&dtype, &row[7])]))));
        // Text is joined along several axes as well; NumPy wants one.
        let several = axes.as_ref().map_or(shape.len(), Vec::len) > 1;
        if from == Dtype::String && several {
            assert!(want.is_none() && ufunc.reduce(&array, ..).is_ok());
            differ += 1;
            continue;
        }
        for (how, array) in layouts(&array) {
            let spec = || axes.clone().map_or_else(Reduce::all, |axes| Reduce::axes(&axes));
            let got = if row[1] == "reduce" { ufunc.reduce(&array, spec()) } else { ufunc.accumulate(&array, spec()) };
            tally.check(outcome(got), want.clone(), || format!("{how} {} {} {} {}", row[0], row[1], row[2], row[5]));
        }
    }
    println!("{differ} differ on purpose");
    tally.finish("folds of dates, text and objects", 1500);
}

#[test]
fn casts() {
    let mut tally = Tally::default();
    for row in rows("casts") {
        let (from, to) = (dtype(&row[0]), dtype(&row[1]));
        let n = count(&from, &row[2]);
        let want = row[3].as_str().map(|_| dtype(&row[3]));
        let want: Outcome = want.map(|dtype| (dtype.clone(), shown(&load(&dtype, &row[4], &[n]))));
        for (how, array) in layouts(&load(&from, &row[2], &[n])) {
            let got = outcome(array.astype(&to).and_then(|got| match &want {
                // What takes on the other's unit takes its byte order as well.
                Some((dtype, _))
                    if got.dtype().newbyteorder(ByteOrder::Little) == dtype.newbyteorder(ByteOrder::Little) =>
                {
                    got.astype(dtype)
                }
                _ => Ok(got),
            }));
            tally.check(got, want.clone(), || format!("{how} {} to {}", row[0], row[1]));
        }
    }
    tally.finish("casts of time and text", 1000);
}

/// Every pair of units on edge values, from the file of single dates and spans: in arrays, by every layout.
#[test]
fn casts_between_units() {
    let mut tally = Tally::default();
    let file = read("time.json");
    for (section, kind) in [("date_units", 'M'), ("span_units", 'm')] {
        let rows = file[section].as_array().unwrap();
        for pair in rows.chunk_by(|a, b| a[1] == b[1] && a[2] == b[2]) {
            let spelled = |unit: &Value| format!("{kind}8[{}]", unit.as_str().unwrap()).parse::<Dtype>().unwrap();
            let (from, to) = (spelled(&pair[0][1]), spelled(&pair[0][2]));
            let fitting: Vec<&Value> = pair.iter().filter(|row| row[3].is_i64()).collect();
            let ticks = |k: usize| fitting.iter().map(|row| row[k].as_i64().unwrap()).collect::<Vec<_>>();
            let (array, want) = (Array::from_vec(ticks(0)).unwrap(), ticks(3));
            for (how, array) in layouts(&array.view_dtype(&from).unwrap()) {
                for target in [to.clone(), to.swapped()] {
                    let got = array.astype(&target).map(|got| got.astype(&to).unwrap().view_dtype("i8").unwrap());
                    let got = got.map(|got| got.to_vec::<i64>().unwrap()).map_err(|e| e.to_string());
                    tally.check(got, Ok(want.clone()), || format!("{how} {from} to {target}"));
                }
            }
            for row in pair.iter().filter(|row| row[3].is_string()) {
                let ticks = row[0].as_i64().unwrap();
                let array = array![0i64, ticks].view_dtype(&from).unwrap();
                let error = array.astype(&to).unwrap_err();
                let value = Scalar::from_ticks(ticks, &from).unwrap().to_string();
                let names = error.to_string().contains(&value) && error.to_string().contains(&to.repr());
                tally.check((error.kind(), names), (ErrorKind::Cast, true), || error.to_string());
                // A single value too.
                tally.check(Array::zeros([2], &to).unwrap().assign(&array).is_err(), true, || row.to_string());
            }
        }
    }
    tally.finish("casts between units of time", 15_000);
}
