//! Layouts against NumPy 2.4.6: a golden file made by `tests/golden/generate_layout.py`.
//!
//! Every test counts what it compares, prints the count, and fails on any mismatch. Results tell which elements they have by
//! a checksum over the byte offsets of the elements, so plans of advanced indices are carried out here, naively.

use serde_json::Value;

use super::naive::{offsets, positions};
use super::*;
use crate::error::Error;

fn golden(section: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/layout.json");
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut golden: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_value(golden[section].take()).expect("a list")
}

/// The type that is asked for.
fn get<T: serde_json_from::From>(value: &Value) -> T {
    T::from(value)
}

/// Reading numbers and lists of them.
mod serde_json_from {
    use serde_json::Value;

    pub(super) trait From {
        fn from(value: &Value) -> Self;
    }

    impl From for isize {
        fn from(value: &Value) -> isize {
            value.as_i64().unwrap_or_else(|| panic!("{value} is no integer")) as isize
        }
    }

    impl From for usize {
        fn from(value: &Value) -> usize {
            value.as_u64().unwrap_or_else(|| panic!("{value} is no size")) as usize
        }
    }

    impl<T: From> From for Vec<T> {
        fn from(value: &Value) -> Vec<T> {
            value.as_array().unwrap_or_else(|| panic!("{value} is no list")).iter().map(T::from).collect()
        }
    }

    impl<T: From> From for Option<T> {
        fn from(value: &Value) -> Option<T> {
            (!value.is_null()).then(|| T::from(value))
        }
    }
}

fn layout(shape: &Value, strides: &Value) -> Layout {
    Layout::new(&get::<Vec<usize>>(shape), &get::<Vec<isize>>(strides)).unwrap()
}

/// The class that NumPy raises for an error.
fn class(error: &Error) -> &'static str {
    match (error.cause::<IndexError>(), error.cause::<ShapeError>()) {
        (Some(IndexError::AxisOutOfBounds { .. } | IndexError::StartOutOfBounds { .. }), _) => "AxisError",
        (Some(IndexError::ZeroStep), _) | (_, Some(_)) => "ValueError",
        (Some(_), _) => "IndexError",
        _ => panic!("{error}"),
    }
}

/// Counts comparisons and collects those that fail.
#[derive(Default)]
struct Tally {
    compared: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn check<T: PartialEq + std::fmt::Debug>(&mut self, got: T, want: T, case: &dyn std::fmt::Display) {
        self.compared += 1;
        if got != want {
            self.wrong.push(format!("{case}: got {got:?}, NumPy has {want:?}"));
        }
    }

    fn finish(self, what: &str, at_least: usize) {
        println!("{what}: {} compared, {} mismatches", self.compared, self.wrong.len());
        let shown: Vec<_> = self.wrong.iter().take(40).map(String::as_str).collect();
        assert!(self.wrong.is_empty(), "{} mismatches:\n{}", self.wrong.len(), shown.join("\n"));
        assert!(self.compared >= at_least, "only {} compared", self.compared);
    }
}

/// Compares a result, or the class of its error, with what NumPy has.
fn check<T>(tally: &mut Tally, case: &Value, got: Result<T>, want: &Value, compare: impl FnOnce(&mut Tally, T)) {
    match (got, want.as_str()) {
        (Ok(got), None) => compare(tally, got),
        (Err(error), Some(name)) => tally.check(class(&error), name, case),
        (Ok(_), Some(name)) => tally.check("a result", name, case),
        (Err(error), None) => tally.check(error.to_string().as_str(), "a result", case),
    }
}

fn order(value: &Value) -> Order {
    if value == "C" { Order::C } else { Order::F }
}

#[test]
fn reshapes() {
    let (mut tally, cases) = (Tally::default(), golden("reshape"));
    for case in &cases {
        let want = &case[5];
        let got = layout(&case[0], &case[1]).reshape(&get::<Vec<isize>>(&case[3]), get(&case[2]), order(&case[4]));
        check(&mut tally, case, got, want, |tally, (shape, strides)| {
            tally.check(shape.to_vec(), get(&want[0]), case);
            tally.check(strides.map(|strides| strides.to_vec()), get(&want[1]), case);
        });
    }
    assert!(cases.len() >= 500);
    tally.finish("reshape", 1500);
}

#[test]
fn new_layouts() {
    let mut tally = Tally::default();
    for case in &golden("new") {
        let got = Layout::contiguous(&get::<Vec<usize>>(&case[0]), get(&case[1]), order(&case[2]));
        check(&mut tally, case, got, &case[3], |tally, layout| {
            tally.check(layout.strides().to_vec(), get(&case[3]), case);
        });
    }
    tally.finish("C and Fortran order", 300);
}

#[test]
fn order_and_contiguity() {
    let mut tally = Tally::default();
    for case in &golden("order") {
        let (layout, itemsize) = (layout(&case[0], &case[1]), get(&case[2]));
        let copied = layout.with_order_like(itemsize, itemsize).unwrap();
        tally.check(copied.strides().to_vec(), get(&case[3]), case);
        let like = layout.with_order_like(itemsize, get(&case[4])).unwrap();
        tally.check(like.strides().to_vec(), get(&case[5]), case);
        let flags = [layout.is_c_contiguous(itemsize), layout.is_f_contiguous(itemsize)];
        tally.check(flags.map(Value::from).to_vec(), case[6].as_array().unwrap().clone(), case);
        let extent = layout.extent(itemsize);
        tally.check(vec![extent.start, extent.end], get(&case[7]), case);
    }
    tally.finish("order 'K', contiguity, extent", 1200);
}

/// The operation of this name.
fn move_axes(name: &str, layout: &Layout, args: &Value) -> Result<(isize, Layout)> {
    let some: Option<Vec<isize>> = args[0].as_array().map(|_| get(&args[0]));
    let unmoved = |layout: Layout| (0, layout);
    match name {
        "transpose" => layout.transpose(some.as_deref()).map(unmoved),
        "swapaxes" => layout.swapaxes(get(&args[0]), get(&args[1])).map(unmoved),
        "moveaxis" => layout.moveaxis(&some.unwrap(), &get::<Vec<isize>>(&args[1])).map(unmoved),
        "rollaxis" => layout.rollaxis(get(&args[0]), get(&args[1])).map(unmoved),
        "squeeze" => layout.squeeze(some.as_deref()).map(unmoved),
        "expand_dims" => layout.expand_dims(&some.unwrap(), 8).map(unmoved),
        "flip" => layout.flip(some.as_deref()),
        "diagonal" => layout.diagonal(get(&args[0]), get(&args[1]), get(&args[2])),
        "sliding_window" => {
            let axes: Option<Vec<isize>> = get(&args[1]);
            layout.sliding_window(&get::<Vec<usize>>(&args[0]), axes.as_deref()).map(unmoved)
        }
        "broadcast_to" => layout.broadcast_to(&get::<Vec<usize>>(&args[0])).map(unmoved),
        _ => panic!("{name}"),
    }
}

#[test]
fn axes() {
    let (mut tally, mut names) = (Tally::default(), std::collections::BTreeMap::new());
    for case in &golden("axes") {
        let (name, layout, args, want) = (case[0].as_str().unwrap(), layout(&case[1], &case[2]), &case[3], &case[4]);
        let got = move_axes(name, &layout, args);
        *names.entry(name.to_owned()).or_insert(0) += 1;
        check(&mut tally, case, got, want, |tally, (offset, layout)| {
            tally.check(layout.shape().to_vec(), get(&want[0]), case);
            tally.check(layout.strides().to_vec(), get(&want[1]), case);
            // NumPy moves the pointer even if there is nothing at its end.
            tally.check(offset, if layout.is_empty() { 0 } else { get(&want[2]) }, case);
        });
    }
    println!("{names:?}");
    assert!(names.len() == 10 && names.values().all(|&n| n >= 100));
    tally.finish("axes", 4000);
}

#[test]
fn broadcasts() {
    let mut tally = Tally::default();
    for case in &golden("broadcast_shapes") {
        let shapes: Vec<Vec<usize>> = get(&case[0]);
        let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
        check(&mut tally, case, broadcast_shapes(&shapes), &case[1], |tally, shape| {
            tally.check(shape.to_vec(), get(&case[1]), case);
        });
    }
    tally.finish("broadcast_shapes", 150);
}

#[test]
fn overlaps() {
    let mut tally = Tally::default();
    for case in &golden("overlap") {
        let (a, b) = (layout(&case[1], &case[2]), layout(&case[4], &case[5]));
        let got = overlap((get(&case[0]), &a, 8), (get(&case[3]), &b, 8));
        tally.check(got, case[6].as_bool().unwrap(), case);
    }
    tally.finish("may_share_memory", 200);
}

fn checksum(offsets: impl IntoIterator<Item = isize>) -> usize {
    offsets.into_iter().fold(0i128, |sum, v| (sum * 31 + v as i128).rem_euclid(2147483647)) as usize
}

/// The shape and the byte offsets of what index items select, in C's order. Values of index arrays are checked as NumPy
/// does it.
fn carry_out(plan: &Plan, items: &[TextItem]) -> Result<(Vec<usize>, Vec<isize>)> {
    let plan = match plan {
        Plan::Basic { offset, layout } => return Ok((layout.shape().to_vec(), offsets(*offset, layout))),
        Plan::Advanced(plan) => plan,
    };
    let arrays: Vec<(Vec<usize>, Vec<isize>)> = plan
        .components
        .iter()
        .map(|component| match &items[component.item] {
            TextItem::Ints { shape, values } => (shape.to_vec(), values.iter().map(|&v| v as isize).collect()),
            TextItem::Bools { shape, values } => {
                let chosen = positions(shape).into_iter().zip(values).filter(|(_, value)| **value);
                let values: Vec<_> = chosen.map(|(position, _)| position[component.part] as isize).collect();
                (vec![values.len()], values)
            }
            item => panic!("{item:?} is no array"),
        })
        .collect();
    let mut normalized = Vec::new();
    for (component, (shape, values)) in plan.components.iter().zip(&arrays) {
        let size = plan.view.shape()[component.axis];
        let checked = !plan.index_shape.contains(&0) || shape.is_empty();
        for &index in values {
            if checked && !(-(size as isize)..size as isize).contains(&index) {
                return Err(IndexError::OutOfBounds { index: index as i128, axis: component.source_axis, size }.into());
            }
        }
        let counted = values.iter().map(|&v| if v < 0 { v + size as isize } else { v });
        normalized.push((shape, counted.collect::<Vec<_>>()));
    }
    let (position, index_ndim) = (plan.position, plan.index_shape.len());
    let mut found = Vec::new();
    for at in positions(&plan.shape) {
        let (index_at, mut kept_at) = (&at[position..position + index_ndim], at.clone());
        kept_at.drain(position..position + index_ndim);
        let mut offset = plan.offset;
        for (axis, &i) in plan.kept_axes().zip(&kept_at) {
            offset += plan.view.strides()[axis] * i as isize;
        }
        for (component, (shape, values)) in plan.components.iter().zip(&normalized) {
            let mut flat = 0;
            for (&n, &i) in shape.iter().zip(&index_at[index_ndim - shape.len()..]) {
                flat = flat * n + if n == 1 { 0 } else { i };
            }
            offset += plan.view.strides()[component.axis] * values[flat];
        }
        found.push(offset);
    }
    Ok((plan.shape.to_vec(), found))
}

fn check_index(tally: &mut Tally, case: &Value, layout: &Layout, items: &[TextItem], want: &Value) {
    let planned = plan(layout, &items.iter().map(|item| item.item().unwrap()).collect::<Vec<_>>());
    let got = planned.and_then(|plan| carry_out(&plan, items).map(|found| (plan, found)));
    check(tally, case, got, want, |tally, (plan, (shape, found))| {
        tally.check(shape, get(&want[0]), case);
        tally.check(checksum(found), get(&want[1]), case);
        if let Plan::Basic { offset, layout } = plan {
            tally.check(layout.strides().to_vec(), get(&want[2]), case);
            tally.check(offset, if layout.is_empty() { 0 } else { get(&want[3]) }, case);
        } else {
            tally.check(want.as_array().unwrap().len(), 2, case);
        }
    });
}

#[test]
fn index_texts() {
    let (mut tally, mut cases) = (Tally::default(), 0);
    for array in &golden("index") {
        let layout = layout(&array[0], &array[1]);
        for case in array[2].as_array().unwrap() {
            cases += 1;
            let case = &serde_json::json!([array[0], array[1], case[0], case[1]]);
            let items = parse_index(case[2].as_str().unwrap()).unwrap_or_else(|e| panic!("{e}"));
            check_index(&mut tally, case, &layout, &items, &case[3]);
        }
    }
    println!("{cases} index expressions");
    assert!(cases >= 2500);
    tally.finish("index expressions", 8000);
}

/// Items as the golden file has them, for those that text cannot spell.
fn item(value: &Value) -> TextItem {
    match value {
        Value::Null => TextItem::NewAxis,
        Value::Bool(value) => TextItem::Bool(*value),
        Value::Number(_) => TextItem::Int(get(value)),
        Value::String(_) => TextItem::Ellipsis,
        _ if value["s"].is_array() => {
            TextItem::Slice { start: get(&value["s"][0]), stop: get(&value["s"][1]), step: get(&value["s"][2]) }
        }
        _ => {
            let values: Vec<isize> = get(&value["v"]);
            if value["i"].is_array() {
                let values = values.into_iter().map(|v| v as i64).collect();
                TextItem::Ints { shape: get::<Vec<usize>>(&value["i"]).as_slice().into(), values }
            } else {
                let values = values.into_iter().map(|v| v != 0).collect();
                TextItem::Bools { shape: get::<Vec<usize>>(&value["m"]).as_slice().into(), values }
            }
        }
    }
}

#[test]
fn index_items() {
    let mut tally = Tally::default();
    for case in &golden("items") {
        let items: Vec<_> = case[2].as_array().unwrap().iter().map(item).collect();
        // An array without dimensions is an integer to NumPy: without other arrays the index is basic there.
        check_index(&mut tally, case, &layout(&case[0], &case[1]), &items, &case[3]);
    }
    tally.finish("index items", 600);
}

#[test]
fn messages_keep_the_words_of_numpy() {
    let mut tally = Tally::default();
    for case in &golden("messages") {
        let (shape, args) = (get::<Vec<usize>>(&case[1]), &case[2]);
        let layout = Layout::c_order(&shape, 8);
        let name = case[0].as_str().unwrap();
        let failed = match (name, layout) {
            ("new", layout) => layout.map(drop),
            (_, Err(error)) => panic!("{error}"),
            ("reshape", Ok(layout)) => layout.reshape(&get::<Vec<isize>>(args), 8, Order::C).map(drop),
            ("broadcast", _) => broadcast_shapes(&[&shape, &get::<Vec<usize>>(args)]).map(drop),
            ("index", Ok(layout)) => {
                let items = parse_index(args.as_str().unwrap()).unwrap();
                plan(&layout, &items.iter().map(|item| item.item().unwrap()).collect::<Vec<_>>()).map(drop)
            }
            (_, Ok(layout)) => move_axes(name, &layout, args).map(drop),
        };
        let ours = failed.expect_err(&case.to_string()).to_string();
        // Ours may go on where NumPy ends.
        let theirs = case[3].as_str().unwrap().trim_end_matches('.');
        tally.check(ours.get(..theirs.len()).unwrap_or(&ours), theirs, case);
    }
    tally.finish("messages", 40);
}
