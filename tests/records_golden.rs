//! Arrays of records against NumPy 2.4.6: a golden file made by `tests/golden/generate_records.py`, which says how arrays are
//! written there.

mod golden;

use std::collections::BTreeMap;

use ndtype::recfunctions::{self as rf, JoinBy, JoinType};
use ndtype::{self as np, Array, Casting, Dtype, Result, Sort};
use serde_json::{Value, json};

fn read(value: &Value) -> Array {
    let dtype: Dtype = value["d"].as_str().unwrap().parse().unwrap();
    let shape: Vec<usize> = value["s"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
    let hex = value["b"].as_str().unwrap();
    let bytes: Vec<u8> = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
    let shape: Vec<isize> = shape.into_iter().map(|n| n as isize).collect();
    if bytes.is_empty() {
        return Array::zeros(shape.iter().map(|&n| n as usize).collect::<Vec<_>>(), dtype).unwrap();
    }
    Array::from_vec(bytes).unwrap().view_dtype(dtype).unwrap().reshape(shape).unwrap()
}

/// A copy with zeros between the fields.
fn clean(a: &Array) -> Array {
    let mut out = Array::zeros(a.shape(), a.dtype()).unwrap();
    if a.dtype().fields().is_empty() {
        out.set("...", a).unwrap();
    }
    for name in a.field_names() {
        out.set([np::Index::from(name)], clean(&a.field(name).unwrap())).unwrap();
    }
    out
}

fn spelled(dtype: &Dtype) -> String {
    if !matches!(dtype, Dtype::Struct(_) | Dtype::SubArray(_)) { dtype.str() } else { dtype.to_string() }
}

fn write(a: &Array) -> Value {
    let hex: String = clean(a).tobytes().unwrap().iter().map(|b| format!("{b:02x}")).collect();
    json!({"d": spelled(a.dtype()), "s": a.shape(), "b": hex})
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

fn run(case: &Value) -> Result<Value> {
    let (a, b) = (|| read(&case["a"]), || read(&case["b"]));
    let to = || case["to"].as_str().unwrap().parse::<Dtype>().unwrap();
    let flag = |name: &str| case[name].as_bool().unwrap();
    Ok(match case["op"].as_str().unwrap() {
        "equal" => write(&np::equal(&a(), &b())?),
        "not_equal" => write(&np::not_equal(&a(), &b())?),
        "astype" => write(&a().astype(to())?),
        "promote" => json!(a().dtype().promote(&to())?.to_string()),
        "assign" => {
            let mut target = Array::zeros([3], to())?;
            target.set("...", a())?;
            write(&target)
        }
        "fill" => {
            let mut target = Array::zeros([2], to())?;
            target.fill(case["value"].as_i64().unwrap())?;
            write(&target)
        }
        "field" => write(&a().field(case["name"].as_str().unwrap())?),
        "fields" => write(&a().select_fields(&texts(&case["names"]))?),
        "fields dtype" => {
            let whole = case["want"][1].as_str().unwrap();
            let some = Array::zeros([0], whole)?.select_fields(&texts(&case["names"]))?;
            json!([some.dtype().to_string(), whole])
        }
        "str" => json!(a().to_string()),
        "sort" => write(&np::sort(&a(), Sort::new().order(texts(&case["order"])))?),
        "argsort" => write(&np::argsort(&a(), Sort::new().order(texts(&case["order"])))?),
        "concatenate" => write(&np::concatenate(&[&a(), &b()], 0)?),
        "drop_fields" => write(&rf::drop_fields(&a(), &texts(&case["names"]))?),
        "get_names_flat" => json!(rf::get_names_flat(a().dtype())?),
        "flatten_descr" => {
            let flat = rf::flatten_descr(a().dtype())?;
            json!(flat.iter().map(|(name, dtype)| json!([name, spelled(dtype)])).collect::<Vec<_>>())
        }
        "rename_fields" => write(&rf::rename_fields(&a(), &[("a", "A"), ("x", "new")])?),
        "repack_fields" => write(&rf::repack_fields(&a(), flag("align"), flag("recurse"))?),
        "require_fields" => write(&rf::require_fields(&a(), to())?),
        "structured_to_unstructured" => write(&rf::structured_to_unstructured(&a())?),
        "apply_along_fields" => write(&rf::apply_along_fields(|values| values.max(-1), &a())?),
        "unstructured_to_structured" => write(&rf::unstructured_to_structured_dtype(&a(), to(), Casting::Unsafe)?),
        "unstructured_to_structured names" => write(&rf::unstructured_to_structured(&a(), None, false)?),
        "append_fields" => write(&rf::append_fields(&a(), &[("new", &b())])?),
        "merge_arrays" => write(&rf::merge_arrays(&[&a(), &b()], -1, flag("flatten"))?),
        "stack_arrays" => write(&rf::stack_arrays(&[&a(), &b()])?),
        "join_by" => {
            let kind = match case["kind"].as_str().unwrap() {
                "inner" => JoinType::Inner,
                "outer" => JoinType::Outer,
                _ => JoinType::LeftOuter,
            };
            write(&rf::join_by(&a(), &b(), &JoinBy::new(["k"]).kind(kind))?)
        }
        other => panic!("{other}"),
    })
}

#[test]
fn records_are_numpys() {
    let cases = golden::read("records.json");
    let mut tally = golden::Tally::default();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases.as_array().unwrap() {
        let got = run(case);
        let text = got.as_ref().map_or_else(|error| error.to_string(), Value::to_string);
        let mut got = got.unwrap_or(Value::Null);
        // Dtypes are written in several ways.
        if let (Some(mine), Some(want)) = (got["d"].as_str(), case["want"]["d"].as_str())
            && mine.parse::<Dtype>().ok() == want.parse::<Dtype>().ok()
        {
            got["d"] = json!(want);
        }
        if got != case["want"]
            && let Some(reason) = difference(case, &got)
        {
            *known.entry(reason).or_default() += 1;
            continue;
        }
        tally.check(got, case["want"].clone(), || format!("{case}\n  {text}\n"));
    }
    println!("known differences: {known:?}");
    for reason in DIFFERENCES {
        assert!(known.contains_key(reason), "no longer a difference: {reason}");
    }
    tally.finish("records", 1000);
}

/// Why results differ from NumPy's.
const DIFFERENCES: [&str; 4] = [ALIGN, BYTES, FIRST, OVERLAP];

/// NumPy keeps the first element of a sub-array that becomes one number, and loses the others.
const FIRST: &str = "a sub-array is not one number";

/// NumPy promotes the elements of a sub-array in an aligned record, but leaves no room for the larger ones: fields then overlap.
const OVERLAP: &str = "promoted sub-arrays have room";

/// NumPy takes bytes for a list of numbers when it merges arrays without flattening, and fails.
const BYTES: &str = "merge_arrays takes bytes";

/// NumPy forgets the alignment of the records in a record when it repacks them.
const ALIGN: &str = "repack_fields(align=True, recurse=True) aligns records in records";

fn difference(case: &Value, got: &Value) -> Option<&'static str> {
    let dtypes = [case["a"]["d"].as_str(), case["to"].as_str()];
    let sub_arrays = dtypes.iter().flatten().any(|text| text.contains("', (") || text.contains("}, ("));
    match case["op"].as_str().unwrap() {
        "astype" | "assign" | "require_fields" if sub_arrays && got.is_null() => Some(FIRST),
        "promote" if sub_arrays && !got.is_null() && !case["want"].is_null() => Some(OVERLAP),
        "repack_fields" if case["align"] == true && case["recurse"] == true => Some(ALIGN),
        "merge_arrays" if case["want"].is_null() && case.to_string().contains("S3") => Some(BYTES),
        _ => None,
    }
}
