//! Arrays of dates and spans against NumPy 2.4.6: a golden file made by `tests/golden/generate_datetime.py`, which says what is
//! in it.

mod golden;

use golden::{Tally, hex_float, read};
use ndtype::datetime::Part;
use ndtype::{self as np, Array, BusDayCalendar, Casting, DatetimeAsString, Reduce, Roll, TimeBase, TimeZone};
use serde_json::Value;

fn rows(section: &str) -> Vec<Value> {
    read("datetime.json")[section].as_array().unwrap().clone()
}

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect()
}

fn times(ticks: &Value, dtype: &str) -> Array {
    Array::from_vec(integers(ticks)).unwrap().view_dtype(dtype).unwrap()
}

/// The same elements in another layout: as they are, backwards in memory, with gaps, the bytes swapped, on two axes.
fn laid_out(a: &Array, layout: usize) -> Array {
    let n = a.size();
    match layout {
        1 => np::flip(&np::flip(a, None).unwrap().copy().unwrap(), None).unwrap(),
        2 => np::repeat(a, 3, None).unwrap().get("::3").unwrap(),
        3 => a.astype(a.dtype().newbyteorder(np::ByteOrder::Big)).unwrap(),
        4 => a.reshape([n as isize, 1]).unwrap().t(),
        _ => a.clone(),
    }
}

const PARTS: [Part; 19] = [
    Part::Year,
    Part::Quarter,
    Part::Month,
    Part::Day,
    Part::Hour,
    Part::Minute,
    Part::Second,
    Part::Millisecond,
    Part::Microsecond,
    Part::Nanosecond,
    Part::Picosecond,
    Part::Femtosecond,
    Part::Attosecond,
    Part::Weekday,
    Part::DayOfYear,
    Part::IsoWeek,
    Part::IsoYear,
    Part::IsLeapYear,
    Part::DaysInMonth,
];

#[test]
fn parts() {
    let mut tally = Tally::default();
    for row in rows("parts") {
        let ticks = row[1].as_i64().unwrap();
        let dtype = format!("M8[{}]", row[0].as_str().unwrap());
        let date = Array::from_vec(vec![ticks]).unwrap().view_dtype(dtype.as_str()).unwrap();
        for (k, part) in PARTS.into_iter().enumerate() {
            let got = np::datetime::part(&date, part).map(|found| found.to_vec::<i64>().unwrap()[0]).ok();
            let want = row[2].get(k).and_then(Value::as_i64);
            // The other parts of a year beyond 64 bits are found, but not in the file.
            if row[2].is_array() || part == Part::Year {
                tally.check(got, want, || format!("{part:?} of {row}"));
            }
        }
    }
    tally.finish("parts of dates", 10_000);
}

#[test]
fn parts_of_every_layout() {
    let mut tally = Tally::default();
    let ticks: Vec<i64> = (0..3000).map(|i| i * 1_234_567_890_123_457 - 1_500_000_000_000_000_000).collect();
    let dates = Array::from_vec(ticks).unwrap().view_dtype("M8[ns]").unwrap();
    for part in PARTS {
        let want = np::datetime::part(&dates, part).unwrap().to_vec::<i64>().unwrap();
        for layout in 1..5 {
            let got = np::datetime::part(&laid_out(&dates, layout), part).unwrap();
            tally.check(got.to_vec::<i64>().unwrap(), want.clone(), || format!("{part:?} of layout {layout}"));
        }
        let one = np::datetime::part(&dates.get("7").unwrap(), part).unwrap();
        tally.check((one.ndim(), one.item::<i64>().unwrap()), (0, want[7]), || format!("{part:?} of one"));
        let none = np::datetime::part(&dates.get("7:7").unwrap(), part).unwrap();
        tally.check(none.shape().to_vec(), vec![0], || format!("{part:?} of none"));
    }
    tally.finish("parts of layouts", 19 * 6);
}

fn base(text: &str) -> TimeBase {
    TimeBase::from_code(text).unwrap()
}

#[test]
fn strings() {
    let mut tally = Tally::default();
    for row in rows("strings") {
        let dates = times(&row[1], &format!("M8[{}]", row[0].as_str().unwrap()));
        let options = match row[2].as_str().unwrap() {
            "" => DatetimeAsString::new(),
            "auto" => DatetimeAsString::new().auto(),
            unit => DatetimeAsString::new().unit(base(unit)),
        };
        let casting = match row[4].as_str().unwrap() {
            "no" => Casting::No,
            "equiv" => Casting::Equiv,
            "safe" => Casting::Safe,
            "same_kind" => Casting::SameKind,
            _ => Casting::Unsafe,
        };
        let zone = if row[3] == "UTC" { TimeZone::Utc } else { TimeZone::Naive };
        let got = np::datetime_as_string(&dates, options.timezone(zone).casting(casting));
        let got = got.map(|texts| (Vec::<String>::try_from(&texts).unwrap(), texts.dtype().itemsize() as u64 / 4)).ok();
        let texts = row[5].as_array().map(|texts| texts.iter().map(|t| t.as_str().unwrap().to_owned()).collect());
        tally.check(got, texts.map(|texts| (texts, row[6].as_u64().unwrap())), || row.to_string());
    }
    tally.finish("dates as text", 200);
}

fn calendar(mask: &Value, holidays: &Value) -> BusDayCalendar {
    BusDayCalendar::new(mask.as_str().unwrap()).unwrap().with_holidays(&times(holidays, "M8[D]")).unwrap()
}

#[test]
fn business_days() {
    let mut tally = Tally::default();
    for (i, row) in rows("count").into_iter().enumerate() {
        let calendar = calendar(&row[0], &row[1]);
        let (begin, end) = (laid_out(&times(&row[2], "M8[D]"), i % 5), laid_out(&times(&row[3], "M8[D]"), i % 5));
        let got = np::busday_count(&begin, &end, &calendar).map(|found| found.to_vec::<i64>().unwrap()).ok();
        tally.check(got, row[4].is_array().then(|| integers(&row[4])), || row.to_string());
    }
    for (i, row) in rows("is_busday").into_iter().enumerate() {
        let dates = laid_out(&times(&row[2], "M8[D]"), i % 5);
        let got = np::is_busday(&dates, &calendar(&row[0], &row[1])).unwrap().astype("i8").unwrap();
        tally.check(got.to_vec::<i64>().unwrap(), integers(&row[3]), || row.to_string());
    }
    for (i, row) in rows("offset").into_iter().enumerate() {
        let calendar = calendar(&row[0], &row[1]);
        let roll: Roll = row[2].as_str().unwrap().parse().unwrap();
        let dates = laid_out(&times(&row[3], "M8[D]"), i % 5);
        let offsets = laid_out(&Array::from_vec(integers(&row[4])).unwrap(), i % 5);
        let got = np::busday_offset(&dates, &offsets, roll, &calendar);
        let got = got.map(|found| found.view_dtype("i8").unwrap().to_vec::<i64>().unwrap()).ok();
        tally.check(got, row[5].is_array().then(|| integers(&row[5])), || row.to_string());
    }
    for row in rows("weekmasks") {
        let got = BusDayCalendar::new(row[0].as_str().unwrap()).ok().map(|calendar| calendar.weekmask());
        let want = row[1].as_str().map(|digits| {
            let days: Vec<bool> = digits.bytes().map(|digit| digit == b'1').collect();
            <[bool; 7]>::try_from(days).unwrap()
        });
        tally.check(got, want, || row.to_string());
    }
    tally.finish("business days", 780);
}

fn operand(value: &Value) -> Array {
    let dtype: np::Dtype = value[0].as_str().unwrap().parse().unwrap();
    let values = value[1].as_array().unwrap();
    if values.first().is_some_and(Value::is_string) {
        let floats: Vec<f64> = values.iter().map(|x| hex_float(x.as_str().unwrap())).collect();
        return Array::from_vec(floats).unwrap().astype(dtype).unwrap();
    }
    let ticks = Array::from_vec(integers(&value[1])).unwrap();
    if dtype.kind().is_numeric() { ticks.astype(dtype).unwrap() } else { ticks.view_dtype(dtype).unwrap() }
}

/// The dtype and the bits of all elements.
fn bits(a: &Array) -> (String, Vec<u64>) {
    let dtype = a.dtype().str();
    let bits = match a.dtype().kind() {
        np::DtypeKind::Float => {
            let floats = a.astype("f8").unwrap().to_vec::<f64>().unwrap();
            floats.into_iter().map(|x| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }).collect()
        }
        kind if kind.is_numeric() => {
            a.astype("i8").unwrap().to_vec::<i64>().unwrap().into_iter().map(|x| x as u64).collect()
        }
        _ => a.view_dtype("i8").unwrap().to_vec::<i64>().unwrap().into_iter().map(|x| x as u64).collect(),
    };
    (dtype, bits)
}

fn call(name: &str, operands: &[Array]) -> np::Result<Vec<Array>> {
    let a = &operands[0];
    let all = Reduce::all();
    Ok(vec![match name {
        "min" => a.min(all)?,
        "max" => a.max(all)?,
        "argmin" => a.argmin(all)?,
        "argmax" => a.argmax(all)?,
        "sum" => a.sum(all)?,
        "mean" => a.mean(all)?,
        "median" => np::median(a, all)?,
        "nanmedian" => np::nanmedian(a, all)?,
        "nanmin" => np::nanmin(a, all)?,
        "nanmax" => np::nanmax(a, all)?,
        "ptp" => a.ptp(all)?,
        "std" => a.std(all)?,
        "cumsum" => a.cumsum(all)?,
        "diff" => np::diff(a, 1, -1)?,
        "ediff1d" => np::ediff1d(a, None, None)?,
        "clip" => np::clip(a, &operands[1], &operands[2])?,
        "divmod" => {
            let (quotient, remainder) = np::divmod(a, &operands[1])?;
            return Ok(vec![quotient, remainder]);
        }
        _ => np::ufunc::get(name).unwrap().call(&operands.iter().collect::<Vec<_>>())?,
    }])
}

#[test]
fn calls() {
    let mut tally = Tally::default();
    let (mut found, mut refused) = (0, 0);
    for (i, row) in rows("calls").into_iter().enumerate() {
        let name = row[0].as_str().unwrap();
        let operands: Vec<Array> = row[1].as_array().unwrap().iter().map(operand).collect();
        let want = row[2].as_array().map(|results| results.iter().map(|x| bits(&operand(x))).collect::<Vec<_>>());
        *(if want.is_some() { &mut found } else { &mut refused }) += 1;
        for layout in [0, i % 3] {
            let operands: Vec<Array> = operands.iter().map(|a| laid_out(a, layout)).collect();
            let got = call(name, &operands).ok();
            tally.check(got.map(|results| results.iter().map(bits).collect()), want.clone(), || row.to_string());
        }
    }
    println!("{found} results, {refused} errors");
    assert!(found > 700 && refused > 200);
    tally.finish("calls", 2000);
}
