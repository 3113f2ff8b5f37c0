//! Arrays against NumPy 2.4.6: golden files made by `tests/golden/generate_arrays.py`.

mod golden;

use golden::hex_float;
use ndtype::{self as np, Array, Dtype};
use serde_json::Value;

fn sizes(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
}

fn ints(value: &Value) -> Vec<i32> {
    value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap() as i32).collect()
}

/// The array that a case starts from: counted, transposed, flipped.
fn base(case: &Value, dtype: &str) -> Array {
    let shape = sizes(&case["shape"]);
    let count = shape.iter().product::<usize>() as i32;
    let array = Array::from_shape_vec(&shape, (0..count).collect::<Vec<i32>>()).unwrap().astype(dtype).unwrap();
    let axes: Vec<isize> = sizes(&case["axes"]).into_iter().map(|n| n as isize).collect();
    let flipped = case["flips"].as_str().unwrap().chars().enumerate().filter(|(_, c)| *c == 'f');
    let flips: Vec<isize> = flipped.map(|(axis, _)| axis as isize).collect();
    array.transpose(&axes).unwrap().flip(Some(&flips)).unwrap()
}

#[test]
fn indexing() {
    let golden = golden::read("array_indexing.json");
    let (mut got, mut set, mut errors, mut wrong) = (0, 0, 0, Vec::new());
    for case in golden.as_array().unwrap() {
        let index = case["index"].as_str().unwrap();
        let array = base(case, "i4");
        let what = || format!("{:?} {:?} {} [{index}]", array.shape(), array.strides(), case["flips"]);
        let picked = match (array.get(index), case["error"].as_str()) {
            (Err(_), Some(_)) => {
                errors += 1;
                continue;
            }
            (Err(error), None) => {
                wrong.push(format!("{}: {error}", what()));
                continue;
            }
            (Ok(_), Some(error)) => {
                wrong.push(format!("{}: NumPy raises {error}", what()));
                continue;
            }
            (Ok(picked), None) => picked,
        };
        got += 1;
        let (shape, values) = (sizes(&case["result"]), ints(&case["values"]));
        if picked.shape() != shape || picked.to_vec::<i32>().unwrap() != values {
            wrong.push(format!("{}: got {:?} {:?}", what(), picked.shape(), picked.to_vec::<i32>()));
        }
        if let Some(shares) = case["shares"].as_bool() {
            let bytes = array.nbytes() as isize;
            let distance = picked.as_ptr() as isize - array.as_ptr() as isize;
            let near = distance.abs() <= bytes && !picked.flags().unique;
            if shares != near {
                wrong.push(format!("{}: shares memory: {near}, in NumPy {shares}", what()));
            }
        }
        // The same elements of other dtypes, which go other ways.
        for dtype in [">i4", "f8", "c16", "S0", "O"] {
            let other = match dtype {
                "S0" | "O" => continue,
                _ => base(case, dtype),
            };
            let picked = other.get(index).unwrap().astype("i4").unwrap();
            if picked.to_vec::<i32>().unwrap() != values {
                wrong.push(format!("{} of {dtype}", what()));
            }
        }
        let value_shape = sizes(&case["value_shape"]);
        let count = value_shape.iter().product::<usize>() as i64;
        let value = Array::from_shape_vec(&value_shape, (0..count).map(|i| -1 - i).collect::<Vec<i64>>()).unwrap();
        let mut target = array.clone();
        let outcome = target.set(index, &value);
        match (outcome, case["assigned"].as_array()) {
            (Ok(()), Some(_)) => {
                set += 1;
                if target.to_vec::<i32>().unwrap() != ints(&case["assigned"]) {
                    wrong.push(format!("{} = {value_shape:?}: {:?}", what(), target.to_vec::<i32>()));
                }
            }
            (Err(_), None) => errors += 1,
            (outcome, _) => {
                wrong.push(format!("{} = {value_shape:?}: {outcome:?}, NumPy {}", what(), case["assigned"]));
            }
        }
        assert_eq!(
            array.to_vec::<i32>().unwrap(),
            base(case, "i4").to_vec::<i32>().unwrap(),
            "the original is untouched"
        );
    }
    println!("indexing: {got} read, {set} assigned, {errors} errors compared");
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
    assert!(got >= 2000 && set >= 2000 && errors >= 100);
}

#[test]
fn ranges() {
    let golden = golden::read("array_ranges.json");
    let mut compared = 0;
    for case in golden["arange_int"].as_array().unwrap() {
        let [start, stop, step] = [0, 1, 2].map(|i| case[i].as_i64().unwrap());
        let want: Vec<i64> = case[3].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect();
        assert_eq!(np::arange(start, stop, step).unwrap().to_vec::<i64>().unwrap(), want, "{start} {stop} {step}");
        compared += 1;
    }
    let floats = |value: &Value| -> Vec<u64> {
        value.as_array().unwrap().iter().map(|x| hex_float(x.as_str().unwrap()).to_bits()).collect()
    };
    let bits = |array: Array| -> Vec<u64> { array.to_vec::<f64>().unwrap().into_iter().map(f64::to_bits).collect() };
    for case in golden["arange_float"].as_array().unwrap() {
        let [start, stop, step] = [0, 1, 2].map(|i| hex_float(case[i].as_str().unwrap()));
        assert_eq!(bits(np::arange(start, stop, step).unwrap()), floats(&case[3]), "{start} {stop} {step}");
        compared += 1;
    }
    for case in golden["linspace"].as_array().unwrap() {
        let [start, stop] = [0, 1].map(|i| hex_float(case[i].as_str().unwrap()));
        let count = case[2].as_u64().unwrap() as usize;
        assert_eq!(bits(np::linspace(start, stop, count).unwrap()), floats(&case[3]), "{start} {stop} {count}");
        compared += 1;
    }
    println!("ranges: {compared} compared bit for bit");
    assert_eq!(compared, 600);
    assert_eq!(np::arange(0, 3, 1).unwrap().dtype(), &Dtype::Int64);
}
