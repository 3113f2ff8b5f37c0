//! Missing text against NumPy 2.4.6: a golden file made by `tests/golden/generate_missing.py`, which says what is in it.
//!
//! NumPy asks for an object that stands for what is missing, and its rules depend on it. Those of `None` are followed here; where they
//! refuse, those of NaN.

mod golden;

use golden::{Tally, read};
use ndtype::strings::{self, Translation};
use ndtype::{self as np, Array, Object, Result, Text, ufunc};
use serde_json::{Value, json};

fn texts(spelled: &Value) -> Array {
    let text = |text: &Value| Text::from(text.as_str());
    Array::from_vec(spelled.as_array().unwrap().iter().map(text).collect::<Vec<_>>()).unwrap()
}

fn spelled(a: &Array) -> Value {
    match a.dtype().char() {
        'T' => a.iter::<Text>().unwrap().map(|text| text.get().map_or(Value::Null, Value::from)).collect(),
        'U' | 'S' => Vec::<String>::try_from(a).unwrap().into(),
        'O' => {
            let node =
                |object: Object| object.downcast_ref::<String>().map_or(Value::Null, |text| text.as_str().into());
            a.iter::<Object>().unwrap().map(node).collect()
        }
        '?' => a.to_vec::<bool>().unwrap().into(),
        'd' => a.to_vec::<f64>().unwrap().into(),
        'm' | 'M' => {
            let ticks = a.view_dtype("i8").unwrap().to_vec::<i64>().unwrap();
            ticks.into_iter().map(|x| if x == i64::MIN { Value::Null } else { x.into() }).collect()
        }
        _ => a.to_vec::<i64>().unwrap().into(),
    }
}

fn call(operation: &str, operands: &[Value]) -> Result<Value> {
    let a = texts(&operands[0]);
    let b = || texts(&operands[1]);
    let n = || operands[1].as_i64().unwrap();
    let made = match operation {
        "isnan" => np::isnan(&a),
        "equal" => np::equal(&a, &b()),
        "not_equal" => np::not_equal(&a, &b()),
        "less" => np::less(&a, &b()),
        "less_equal" => np::less_equal(&a, &b()),
        "greater" => np::greater(&a, &b()),
        "greater_equal" => np::greater_equal(&a, &b()),
        "add" => np::add(&a, &b()),
        "maximum" => np::maximum(&a, &b()),
        "minimum" => np::minimum(&a, &b()),
        "max" => ufunc::MAXIMUM.reduce(&a, 0)?.reshape([1]),
        "min" => ufunc::MINIMUM.reduce(&a, 0)?.reshape([1]),
        "sort" => np::sort(&a, -1),
        "argsort" => np::argsort(&a, -1),
        "unique" => np::unique(&a),
        "isalpha" => strings::isalpha(&a),
        "isalnum" => strings::isalnum(&a),
        "isdigit" => strings::isdigit(&a),
        "isdecimal" => strings::isdecimal(&a),
        "isnumeric" => strings::isnumeric(&a),
        "isspace" => strings::isspace(&a),
        "islower" => strings::islower(&a),
        "isupper" => strings::isupper(&a),
        "istitle" => strings::istitle(&a),
        "str_len" => strings::str_len(&a),
        "upper" => strings::upper(&a),
        "lower" => strings::lower(&a),
        "swapcase" => strings::swapcase(&a),
        "capitalize" => strings::capitalize(&a),
        "title" => strings::title(&a),
        "strip" if operands.len() > 1 => strings::strip(&a, &b()),
        "strip" => strings::strip(&a, ..),
        "lstrip" => strings::lstrip(&a, ..),
        "rstrip" => strings::rstrip(&a, ..),
        "expandtabs" => strings::expandtabs(&a, n()),
        "zfill" => strings::zfill(&a, n()),
        "multiply" => strings::multiply(&a, n()),
        "center" => strings::center(&a, n(), " "),
        "find" => strings::find(&a, &b(), ..),
        "rfind" => strings::rfind(&a, &b(), ..),
        "index" => strings::index(&a, &b(), ..),
        "rindex" => strings::rindex(&a, &b(), ..),
        "count" => strings::count(&a, &b(), ..),
        "startswith" => strings::startswith(&a, &b(), ..),
        "endswith" => strings::endswith(&a, &b(), ..),
        "partition" => return Ok(strings::partition(&a, &b())?.iter().map(spelled).collect()),
        "rpartition" => return Ok(strings::rpartition(&a, &b())?.iter().map(spelled).collect()),
        "replace" => strings::replace(&a, &b(), &texts(&operands[2]), -1),
        "encode" => strings::encode(&a, "utf-8", "strict"),
        "slice" => strings::slice(&a, 0..1),
        "translate" => strings::translate(&a, &Translation::maketrans("a", "b", "")),
        "bool" => a.astype("?"),
        "U" => a.astype("U30"),
        "S" => a.astype("S30"),
        "nonzero" => Ok(np::nonzero(&a)?.remove(0)),
        "str" => return Ok(json!([a.to_string()])),
        dtype => a.astype(dtype),
    };
    made.map(|made| spelled(&made))
}

/// Where NumPy refuses and missing text stays missing here: what makes text of text does so everywhere, not in some functions only.
const KEPT: &[&str] = &["upper", "lower", "swapcase", "capitalize", "title", "expandtabs", "slice", "translate"];

#[test]
fn missing_text() {
    let (golden, mut tally, mut kept) = (read("missing.json"), Tally::default(), 0);
    let mut empty = 0;
    for row in golden.as_array().unwrap() {
        let (operation, operands) = (row[0].as_str().unwrap(), row[1].as_array().unwrap());
        let wanted = if row[2] == "error" || operation == "isnan" { &row[3] } else { &row[2] };
        let got = call(operation, operands).unwrap_or_else(|error| {
            assert!(
                error.to_string().contains("missing")
                    || operation.ends_with("index")
                    || operation.ends_with("partition"),
                "{error}"
            );
            "error".into()
        });
        if KEPT.contains(&operation) && wanted == "error" {
            let missing = |values: &Value| values.as_array().unwrap().iter().map(Value::is_null).collect::<Vec<_>>();
            assert_eq!(missing(&got), missing(&operands[0]), "{row}");
            kept += 1;
            continue;
        }
        // To NumPy what is missing is equal to the empty text.
        let beside_empty = |(a, b): (&Value, &Value)| a.is_null() && b == "" || b.is_null() && a == "";
        if operation.ends_with("equal") && operation.len() < 10 && got != *wanted {
            let [a, b] = [0, 1].map(|k| operands[k].as_array().unwrap());
            assert!(a.iter().zip(b).any(beside_empty), "{row}");
            empty += 1;
            continue;
        }
        tally.check(got.to_string(), wanted.to_string(), || format!("{operation} {}", row[1]));
    }
    println!("{kept} kept where NumPy refuses");
    println!("{empty} differ from the empty text");
    assert!(kept > 20 && empty > 0);
    tally.finish("missing text", 600);
}

#[test]
fn missing_text_goes_everywhere() -> Result<()> {
    let a = np::array![[Some("b"), None], [None, Some("longer than fifteen bytes")]];
    assert_eq!(a.dtype(), &np::Dtype::String);
    // Layouts, joining, assigning, records, objects and back.
    for layout in [a.t(), a.get("::-1, ::-1")?, np::concatenate(&[&a, &a], 0)?] {
        let missing = np::isnan(&layout)?;
        assert_eq!(missing.to_vec::<bool>()?, layout.iter::<Text>()?.map(|text| text.is_missing()).collect::<Vec<_>>());
        assert_eq!(layout.astype("O")?.astype("T")?, layout);
    }
    let mut b = a.clone();
    b.set("0, 0", None::<&str>)?;
    assert_eq!(b.to_string(), "[[None None]\n [None 'longer than fifteen bytes']]");
    assert_eq!(a.to_string(), "[['b' None]\n [None 'longer than fifteen bytes']]");
    let error = np::array![Some("1"), None].astype("i4").unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot cast 'None' at position (1,) from StringDType() to dtype('int32'): it is missing, and no such value can be"
    );
    let error = strings::find(&a, "b", ..).unwrap_err();
    assert_eq!(error.to_string(), "'find' not supported for missing text, at position (0, 1)");
    let scalar = a.get_scalar(&[0, 1])?;
    assert_eq!((scalar.to_string(), format!("{scalar:?}")), ("None".to_owned(), "None".to_owned()));
    assert_ne!(scalar.key(), np::Scalar::from("None").key());
    Ok(())
}
