//! The functions that pick, put, join and index, against NumPy 2.4.6: a golden file made by
//! `tests/golden/generate_pick.py`, which says how arrays are written there.

mod golden;

use std::collections::BTreeMap;

use ndtype::{self as np, Array, Block, Cuts, Dtype, Index, Mode, Order, Result, Trim, idx};
use serde_json::{Value, json};

fn numbers(text: &str) -> Vec<i64> {
    text.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect()
}

fn sizes(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
}

fn isizes(value: &Value) -> Vec<isize> {
    value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap() as isize).collect()
}

/// The array that a text describes.
fn described(text: &Value) -> Array {
    let parts: Vec<&str> = text.as_str().unwrap().split('|').collect();
    let [dtype, shape, axes, looks, factor, modulus] = parts[..] else { panic!("{text}") };
    let shape: Vec<usize> = numbers(shape).into_iter().map(|n| n as usize).collect();
    let axes: Vec<isize> = numbers(axes).into_iter().map(|n| n as isize).collect();
    let (factor, modulus): (i64, i64) = (factor.parse().unwrap(), modulus.parse().unwrap());
    let count = shape.iter().product::<usize>() as i64;
    let values = (0..count).map(|i| i * factor % modulus);
    let array = if count == 0 {
        Array::empty(&shape, dtype).unwrap()
    } else if dtype == "S3" {
        let letters = values.flat_map(|n| (0..3).map(move |i| if i < n { b'a' } else { 0 })).collect::<Vec<u8>>();
        let letters = Array::from_shape_vec([count as usize, 3], letters).unwrap();
        let new = shape.iter().map(|&n| n as isize).collect::<Vec<_>>();
        letters.view_dtype("S3").unwrap().reshape(new).unwrap()
    } else {
        let signed = dtype.trim_start_matches('>').starts_with(['i', 'f']);
        let shift = if signed { modulus / 3 } else { 0 };
        let values = values.map(|n| n - shift).collect::<Vec<i64>>();
        Array::from_shape_vec(&shape, values).unwrap().astype(dtype).unwrap()
    };
    let array = array.transpose(&axes).unwrap();
    let looks: Vec<&str> = looks.split(',').filter(|look| !look.is_empty()).collect();
    let index: Vec<Index> = looks
        .iter()
        .map(|&look| match look {
            "f" => Index::slice(None, None, Some(-1)),
            "s" => Index::slice(None, None, Some(2)),
            _ => Index::from(..),
        })
        .collect();
    let looked = array.get(index).unwrap();
    let full = looked.shape().iter().zip(&looks).map(|(&n, look)| look.parse().unwrap_or(n)).collect::<Vec<usize>>();
    looked.broadcast_to(full).unwrap()
}

fn all_described(list: &Value) -> Vec<Array> {
    list.as_array().unwrap().iter().map(described).collect()
}

/// The array whose values are written out.
fn given(value: &Value) -> Array {
    let values = value["v"].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect::<Vec<i64>>();
    let array = Array::from_shape_vec(sizes(&value["s"]), values).unwrap();
    array.astype(value["d"].as_str().unwrap()).unwrap()
}

/// An array as the golden file writes it, with its strides.
fn shown_strides(array: &Array) -> Value {
    let mut shown = shown(array);
    if array.size() > 0 && array.ndim() > 1 {
        let told = array.shape().iter().zip(array.strides()).map(|(&n, &stride)| (n != 1).then_some(stride));
        shown["t"] = json!(told.collect::<Vec<_>>());
    }
    shown
}

/// An array as the golden file writes it.
fn shown(array: &Array) -> Value {
    let values = match array.dtype() {
        Dtype::Bytes(_) => {
            array.tobytes().unwrap().chunks(3).map(|s| s.iter().filter(|&&c| c != 0).count() as i64).collect()
        }
        dtype if dtype.kind() == ndtype::DtypeKind::Complex => {
            array.real().unwrap().astype("i8").unwrap().to_vec().unwrap()
        }
        _ => array.astype("i8").unwrap().to_vec::<i64>().unwrap(),
    };
    json!({"d": array.dtype().str(), "s": array.shape(), "v": values})
}

fn mode(case: &Value) -> Mode {
    match case["mode"].as_str().unwrap() {
        "raise" => Mode::Raise,
        "wrap" => Mode::Wrap,
        _ => Mode::Clip,
    }
}

/// What `insert` and `delete` are told: a position, a slice, positions or a mask.
fn item(case: &Value) -> Index {
    let told = &case["i"];
    let at = |i: usize| told[i].as_i64().map(|n| n as isize);
    match case["kind"].as_str().unwrap() {
        "int" => Index::Int(told.as_i64().unwrap() as isize),
        "slice" => Index::slice(at(0), at(1), at(2)),
        "mask" => {
            let flags = told["v"].as_array().unwrap().iter().map(|flag| flag.as_bool().unwrap());
            Index::from(Array::from_vec(flags.collect::<Vec<bool>>()).unwrap())
        }
        _ => Index::from(given(told)),
    }
}

fn cuts(case: &Value) -> Cuts {
    case["cuts"].as_u64().map_or_else(|| isizes(&case["cuts"]).into(), |n| Cuts::Parts(n as usize))
}

fn order(case: &Value) -> Order {
    match case["order"].as_str().unwrap() {
        "C" => Order::C,
        "F" => Order::F,
        "A" => Order::A,
        _ => Order::K,
    }
}

/// A result of which it matters whether it shares the array's memory, and along one axis the stride.
fn shown_flat(array: &Array, flat: impl Fn(&Array) -> Result<Array>) -> Result<Value> {
    let result = flat(array)?;
    let mut shown = shown_strides(&result);
    shown["shares"] = json!(np::may_share_memory(array, &result) && result.size() > 0);
    if result.size() > 1 && result.ndim() == 1 {
        shown["t"] = json!(result.strides());
    }
    Ok(shown)
}

fn blocks(value: &Value) -> Block {
    match value.as_array() {
        Some(list) => Block::List(list.iter().map(blocks).collect()),
        None => described(value).into(),
    }
}

/// What our function makes of a case.
fn run(case: &Value) -> Result<Value> {
    let a = || described(&case["a"]);
    let axis = case["axis"].as_i64().map(|n| n as isize);
    let changed = |change: &dyn Fn(&mut Array) -> Result<()>| {
        let mut target = a();
        // Another array over the same memory, which must not see the change.
        let other = target.clone();
        let before = shown(&other);
        let outcome = change(&mut target);
        assert_eq!(shown(&other), before, "{case}");
        if outcome.is_err() {
            assert_eq!(shown(&target), before, "changed by a call that failed: {case}");
        }
        outcome.map(|()| shown(&target))
    };
    let one = |array: Array| Ok(shown_strides(&array));
    let list = |arrays: Vec<Array>| Ok(Value::Array(arrays.iter().map(shown).collect()));
    let views = |arrays: Vec<Array>| Ok(Value::Array(arrays.iter().map(shown_strides).collect()));
    let several = |key: &str| all_described(&case[key]);
    match case["f"].as_str().unwrap() {
        "take" => one(np::take_mode(&a(), &given(&case["i"]), axis, mode(case))?),
        "take_along_axis" => one(np::take_along_axis(&a(), &given(&case["i"]), axis)?),
        "put_along_axis" => changed(&|a| np::put_along_axis(a, &given(&case["i"]), described(&case["v"]), axis)),
        "put" => changed(&|a| np::put(a, &given(&case["i"]), described(&case["v"]), mode(case))),
        "putmask" => changed(&|a| np::putmask(a, &described(&case["m"]), described(&case["v"]))),
        "place" => changed(&|a| np::place(a, &described(&case["m"]), described(&case["v"]))),
        "fill_diagonal" => changed(&|a| np::fill_diagonal(a, described(&case["v"]), case["wrap"].as_bool().unwrap())),
        "compress" => one(np::compress(&described(&case["m"]), &a(), axis)?),
        "extract" => one(np::extract(&described(&case["m"]), &a())?),
        "mask" => one(a().get(idx![described(&case["m"])])?),
        "fancy" => {
            let positions = |array: &Array| {
                let least = array.iter::<i64>().unwrap().min().unwrap_or(0).min(0);
                // In place, so that the order of the axes stays.
                let mut moved = array.copy().unwrap();
                for at in np::ndindex(array.shape()) {
                    let at: Vec<isize> = at.into_iter().map(|n| n as isize).collect();
                    let value = array.get_scalar(&at).unwrap().as_i64().unwrap();
                    moved.set_scalar(&at, value - least).unwrap();
                }
                Index::from(moved)
            };
            let mut index = vec![Index::from(..); axis.unwrap() as usize];
            index.extend(several("arrays").iter().map(positions));
            one(a().get(index)?)
        }
        "choose" => one(np::choose(&given(&case["i"]), &several("choices").iter().collect::<Vec<_>>(), mode(case))?),
        "select" => {
            let (conditions, choices) = (several("conditions"), several("choices"));
            let (conditions, choices): (Vec<&Array>, Vec<&Array>) =
                (conditions.iter().collect(), choices.iter().collect());
            one(np::select(&conditions, &choices, case["default"].as_i64().unwrap())?)
        }
        "where" => one(np::r#where(&described(&case["c"]), &described(&case["x"]), &described(&case["y"]))?),
        "nonzero" => list(np::nonzero(&a())?),
        "argwhere" => one(np::argwhere(&a())?),
        "flatnonzero" => one(np::flatnonzero(&a())?),
        "count_nonzero" => one(Array::from_scalar(np::count_nonzero(&a())? as i64)?),
        "ix_" => list(np::ix_(&several("arrays").iter().collect::<Vec<_>>())?),
        "ravel_multi_index" => {
            let coordinates: Vec<Array> = case["coordinates"].as_array().unwrap().iter().map(given).collect();
            one(np::ravel_multi_index(&coordinates.iter().collect::<Vec<_>>(), sizes(&case["dims"]), mode(case))?)
        }
        "unravel_index" => list(np::unravel_index(&given(&case["i"]), sizes(&case["shape"]))?),
        triangle @ ("tril_indices" | "triu_indices") => {
            let (n, k) = (case["n"].as_u64().unwrap() as usize, case["k"].as_i64().unwrap() as isize);
            let m = case["m"].as_u64().map(|m| m as usize);
            list(if triangle == "tril_indices" { np::tril_indices(n, k, m)? } else { np::triu_indices(n, k, m)? })
        }
        "diag_indices" => {
            list(np::diag_indices(case["n"].as_u64().unwrap() as usize, case["ndim"].as_u64().unwrap() as usize)?)
        }
        "indices" => one(np::indices(sizes(&case["shape"]))?),
        join @ ("concatenate" | "stack" | "vstack" | "hstack" | "dstack" | "column_stack") => {
            let arrays = several("arrays");
            let arrays: Vec<&Array> = arrays.iter().collect();
            one(match join {
                "concatenate" => np::concatenate(&arrays, axis)?,
                "stack" => np::stack(&arrays, axis.unwrap())?,
                "vstack" => np::vstack(&arrays)?,
                "hstack" => np::hstack(&arrays)?,
                "column_stack" => np::column_stack(&arrays)?,
                _ => np::dstack(&arrays)?,
            })
        }
        "repeat" => one(np::repeat(&a(), given(&case["i"]), axis)?),
        "tile" => one(np::tile(&a(), sizes(&case["reps"]))?),
        "roll" => one(np::roll(&a(), case["shift"].as_i64().unwrap() as isize, axis)?),
        "roll_axes" => one(np::roll_axes(&a(), &isizes(&case["shifts"]), &isizes(&case["axes"]))?),
        "append" => one(np::append(&a(), described(&case["v"]), axis)?),
        "insert" => one(np::insert(&a(), item(case), described(&case["v"]), axis)?),
        "delete" => one(np::delete(&a(), item(case), axis)?),
        "split" => views(np::split(&a(), cuts(case), axis.unwrap())?),
        "array_split" => views(np::array_split(&a(), cuts(case), axis.unwrap())?),
        "hsplit" => views(np::hsplit(&a(), cuts(case))?),
        "vsplit" => views(np::vsplit(&a(), cuts(case))?),
        "dsplit" => views(np::dsplit(&a(), cuts(case))?),
        "unstack" => views(np::unstack(&a(), axis.unwrap())?),
        "trim_zeros" => {
            let trim = match case["trim"].as_str().unwrap() {
                "f" => Trim::Front,
                "b" => Trim::Back,
                _ => Trim::Both,
            };
            let axes = case["axes"].is_array().then(|| isizes(&case["axes"]));
            one(np::trim_zeros(&a(), trim, axes.as_deref())?)
        }
        "resize" => one(np::resize(&a(), sizes(&case["shape"]))?),
        "rot90" => {
            let axes = isizes(&case["axes"]);
            one(np::rot90(&a(), case["turns"].as_i64().unwrap() as isize, [axes[0], axes[1]])?)
        }
        "block" => one(np::block(blocks(&case["blocks"]))?),
        "ascontiguousarray" => one(np::ascontiguousarray(&a())?),
        "asfortranarray" => one(np::asfortranarray(&a())?),
        "matrix_transpose" => one(np::matrix_transpose(&a())?),
        "transpose" => one(np::transpose(&a(), None)?),
        "fliplr" => one(np::fliplr(&a())?),
        "flipud" => one(np::flipud(&a())?),
        "ravel" => one(np::ravel(&a())?),
        "copy" => one(np::copy(&a())?),
        "tril" => one(np::tril(&a(), 0)?),
        "triu" => one(np::triu(&a(), 0)?),
        "ravel_in" => shown_flat(&a(), |a| a.ravel_in(order(case))),
        "flatten_in" => shown_flat(&a(), |a| a.flatten_in(order(case))),
        "reshape_in" => shown_flat(&a(), |a| a.reshape_in(isizes(&case["shape"]), order(case))),
        "array_equal" => Ok(Value::Bool(np::array_equal(&a(), &described(&case["b"]))?)),
        "array_equiv" => Ok(Value::Bool(np::array_equiv(&a(), &described(&case["b"]))?)),
        other => panic!("{other}"),
    }
}

#[test]
fn functions_give_what_numpy_gives() {
    let cases = golden::read("array_pick.json");
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in cases.as_array().unwrap() {
        let count = counts.entry(case["f"].as_str().unwrap()).or_default();
        match (run(case), &case["r"], case["e"].as_str()) {
            (Ok(got), want, None) if got == *want => count[0] += 1,
            (Ok(got), _, _) => wrong.push(format!("{case}\n    got {got}")),
            (Err(_), _, Some(_)) => count[1] += 1,
            (Err(error), ..) => wrong.push(format!("{case}\n    got {error}")),
        }
    }
    let (results, errors) = counts.values().fold((0, 0), |(r, e), [results, errors]| (r + results, e + errors));
    println!("{results} results and {errors} errors compared: {counts:?}");
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
    assert!(results >= 4100 && errors >= 550 && counts.len() == 63);
}
