//! Functions applied to parts of arrays, against NumPy's results.

use ndtype::{self as np, Array, Dtype, Piece, Result, ufunc};
use serde_json::Value;

fn array(case: &Value) -> Array {
    let shape: Vec<usize> = case["shape"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
    let values: Vec<f64> = case["values"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    let dtype: Dtype = case["dtype"].as_str().unwrap().parse().unwrap();
    Array::from_shape_vec(shape, values).unwrap().astype(dtype).unwrap()
}

fn mask(values: &Value, shape: &[usize]) -> Array {
    let values: Vec<bool> = values.as_array().unwrap().iter().map(|x| x.as_bool().unwrap()).collect();
    Array::from_shape_vec(shape, values).unwrap()
}

fn applied(name: &str, lane: &Array) -> Result<Array> {
    match name {
        "sum" => lane.sum(..),
        "first" => lane.get(":2"),
        "pair" => np::stack(&[lane, lane], 0),
        "cumsum" => ufunc::ADD.accumulate(lane, 0),
        "scalar" => lane.get("0"),
        name => panic!("{name}"),
    }
}

fn call(case: &Value) -> Result<Array> {
    let a = array(case);
    match case["call"].as_str().unwrap() {
        "along" => {
            let name = case["function"].as_str().unwrap();
            np::apply_along_axis(|lane| applied(name, lane), case["axis"].as_i64().unwrap() as isize, &a)
        }
        "over" => {
            let axes: Vec<isize> =
                case["axes"].as_array().unwrap().iter().map(|x| x.as_i64().unwrap() as isize).collect();
            np::apply_over_axes(Array::sum, &a, &axes)
        }
        _ => {
            let masks: Vec<Array> = case["conditions"].as_array().unwrap().iter().map(|m| mask(m, a.shape())).collect();
            let piece = |piece: &Value| match piece.as_i64() {
                Some(value) => Piece::from(value),
                None => Piece::function(|x| np::add(x, x)),
            };
            let pieces: Vec<Piece> = case["pieces"].as_array().unwrap().iter().map(piece).collect();
            np::piecewise(&a, &masks.iter().collect::<Vec<_>>(), &pieces)
        }
    }
}

#[test]
fn numpys_results() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("golden/apply.json")).unwrap();
    let (mut results, mut errors, mut wrong) = (0, 0, Vec::new());
    for case in &cases {
        let expected = &case["result"];
        let brief = || format!("{} {} {} {}", case["call"], case["shape"], case["dtype"], expected);
        match call(case) {
            Err(_) if !expected["error"].is_null() => errors += 1,
            Ok(_) if !expected["error"].is_null() => wrong.push(format!("no error: {}", brief())),
            Err(error) => wrong.push(format!("{error}: {}", brief())),
            Ok(result) => {
                results += 1;
                let wanted = array(expected);
                if result.dtype() != wanted.dtype()
                    || !result.array_equal(&wanted).unwrap()
                    || result.shape() != wanted.shape()
                {
                    wrong.push(format!("{:?} {}: {}", result.shape(), result.dtype(), brief()));
                }
            }
        }
    }
    println!("{results} results and {errors} errors compared");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    assert!(results > 700 && errors > 200, "{results} {errors}");
}
