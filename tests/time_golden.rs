//! `Datetime64` and `Timedelta64` against NumPy 2.4.6: a golden file made by `tests/golden/generate_time.py`, which says
//! what is in it.

mod golden;

use golden::{Tally, read};
use ndtype::{Array, Datetime64, Dtype, ErrorKind, TimeBase, TimeUnit, Timedelta64};
use serde_json::Value;

fn unit(value: &Value) -> TimeUnit {
    let text = value.as_str().unwrap();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let count = if digits == 0 { 1 } else { text[..digits].parse().unwrap() };
    TimeUnit::new(count, TimeBase::from_code(&text[digits..]).unwrap()).unwrap()
}

fn rows(section: &str) -> Vec<Value> {
    read("time.json")[section].as_array().unwrap().clone()
}

fn ticks(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

/// Ticks, or the kind of the error.
type Outcome = Result<i64, ErrorKind>;

/// What the file says: ticks, `null` for a text that is refused, "out" for what does not fit.
fn expected(value: &Value) -> Outcome {
    match value {
        Value::Null => Err(ErrorKind::Parse),
        Value::String(_) => Err(ErrorKind::Value),
        ticks => Ok(ticks.as_i64().unwrap()),
    }
}

#[test]
fn texts() {
    let mut tally = Tally::default();
    let (mut accepted, mut refused) = (0, 0);
    for row in rows("texts") {
        let text = row[0].as_str().unwrap();
        let got = text.parse::<Datetime64>();
        let want = match &row[1] {
            Value::Null => Err(ErrorKind::Parse),
            Value::String(out) if out == "out" => Err(ErrorKind::Value),
            found => Ok((ticks(&row[2]), unit(found))),
        };
        *(if want.is_ok() { &mut accepted } else { &mut refused }) += 1;
        tally.check(got.map(|d| (d.ticks(), d.unit())).map_err(|e| e.kind()), want, || row.to_string());
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted >= 200 && refused >= 200);
    tally.finish("texts of dates", 1200);
}

#[test]
fn texts_in_units() {
    let mut tally = Tally::default();
    for row in rows("parsed") {
        let unit = unit(&row[1]);
        let got: Outcome =
            Datetime64::parse(row[0].as_str().unwrap(), unit).map(Datetime64::ticks).map_err(|e| e.kind());
        // Without a unit the text is fine, but there is nothing to count in.
        let want = if unit.is_generic() && row[2].is_null() && row[0] != "x" {
            Err(ErrorKind::Value)
        } else {
            expected(&row[2])
        };
        tally.check(got, want, || row.to_string());
    }
    tally.finish("texts in units", 200);
    let mut tally = Tally::default();
    for row in rows("spans") {
        let got = Timedelta64::parse(row[0].as_str().unwrap(), TimeUnit::D).map(Timedelta64::ticks);
        tally.check(got.map_err(|e| e.kind()), expected(&row[1]), || row.to_string());
    }
    tally.finish("texts of spans", 25);
}

#[test]
fn prints() {
    let mut tally = Tally::default();
    for row in rows("dates") {
        let date = Datetime64::new(ticks(&row[0]), unit(&row[1]));
        tally.check(date.to_string(), row[2].as_str().unwrap().to_owned(), || row.to_string());
        // What is printed reads back.
        if !date.is_nat() {
            tally.check(Datetime64::parse(&date.to_string(), date.unit()).unwrap().ticks(), date.ticks(), || {
                row.to_string()
            });
        }
    }
    tally.finish("prints of dates", 1500);
    let mut tally = Tally::default();
    for row in rows("lengths") {
        let span = Timedelta64::new(ticks(&row[0]), unit(&row[1]));
        tally.check(span.to_string(), row[2].as_str().unwrap().to_owned(), || row.to_string());
    }
    tally.finish("prints of spans", 1000);
}

#[test]
fn units() {
    for (section, dates) in [("date_units", true), ("span_units", false)] {
        let mut tally = Tally::default();
        for row in rows(section) {
            let (t, from, to) = (ticks(&row[0]), unit(&row[1]), unit(&row[2]));
            let got = if dates {
                Datetime64::new(t, from).to_unit(to).map(Datetime64::ticks)
            } else {
                Timedelta64::new(t, from).to_unit(to).map(Timedelta64::ticks)
            };
            tally.check(got.map_err(|e| e.kind()), expected(&row[3]), || row.to_string());
        }
        tally.finish(section, 4000);
    }
}

#[test]
fn comparisons() {
    for (section, dates) in [("compared", true), ("span_compared", false)] {
        let mut tally = Tally::default();
        for row in rows(section) {
            let (x, a, y, b) = (ticks(&row[0]), unit(&row[1]), ticks(&row[2]), unit(&row[3]));
            let (order, equal) = if dates {
                let (x, y) = (Datetime64::new(x, a), Datetime64::new(y, b));
                (x.partial_cmp(&y), x == y)
            } else {
                let (x, y) = (Timedelta64::new(x, a), Timedelta64::new(y, b));
                (x.partial_cmp(&y), x == y)
            };
            tally.check(order.map(|order| order as i64), row[4].as_i64(), || row.to_string());
            tally.check(equal, row[4] == 0, || row.to_string());
        }
        tally.finish(section, 4000);
    }
}

#[test]
fn arrays() {
    let mut tally = Tally::default();
    for row in rows("arrays") {
        let texts: Vec<&str> = row[0].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        let dates: Vec<Datetime64> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let dtype = Dtype::Datetime64(unit(&row[1]));
        let want: Vec<i64> = row[2].as_array().unwrap().iter().map(ticks).collect();
        // From dates, from text into the unit, and from text into the unit that it takes.
        for array in [
            Array::from_nested(dates),
            Array::from_nested_dtype(texts.clone(), &dtype),
            Array::from_nested_dtype(texts, "M8"),
        ] {
            let array = array.unwrap();
            tally.check(array.dtype(), &dtype, || row.to_string());
            tally.check(array.view_dtype("i8").unwrap().to_vec::<i64>().unwrap(), want.clone(), || row.to_string());
        }
    }
    tally.finish("arrays of dates", 300);
}
