//! Dates: between units, with spans, their parts, business days.

use std::hint::black_box;

use ndtype::{self as np, Array, BusDayCalendar, TimeUnit, Timedelta64};

use crate::measure::Case;

fn case<T>(name: impl Into<String>, setup: &str, python: &str, mut rust: impl FnMut() -> T + 'static) -> Case {
    let rust = Box::new(move || drop(black_box(rust())));
    Case { group: "time", name: name.into(), column: None, setup: setup.to_owned(), python: python.to_owned(), rust }
}

/// As many dates, a thousand seconds and a bit apart.
fn dates(n: i64, unit: &str) -> Array {
    let ticks = Array::from_vec((0..n).map(|i| i * 1_000_003_000_000).collect::<Vec<i64>>()).expect("ticks");
    ticks.view_dtype("M8[ns]").and_then(|a| a.astype(format!("M8[{unit}]").as_str())).expect("dates")
}

/// Every case of this file.
pub fn cases() -> Vec<Case> {
    [("1e3", 1000), ("1e6", 1_000_000)].into_iter().flat_map(|(size, n)| of_size(size, n)).collect()
}

fn of_size(size: &str, n: i64) -> Vec<Case> {
    let setup = |unit: &str| {
        let made = format!("a = (np.arange({n}) * 1_000_003_000_000).astype('M8[ns]').astype('M8[{unit}]')");
        format!("{made};; b = a[::-1].copy();; t = np.full({n}, 1000, 'm8[{unit}]');; s = t[0]")
    };
    let (mut cases, mut rows) = (Vec::new(), Vec::new());
    let units = [
        ("ns", "D"),
        ("ns", "M"),
        ("ns", "Y"),
        ("D", "M"),
        ("D", "ns"),
        ("M", "D"),
        ("M", "ns"),
        ("s", "ns"),
        ("ns", "s"),
    ];
    for (from, to) in units {
        let (a, dtype) = (dates(n, from), format!("M8[{to}]").parse::<ndtype::Dtype>().expect("a dtype"));
        let python = format!("a.astype('M8[{to}]')");
        cases.push(case(format!("M8[{from}] -> M8[{to}] {size}"), &setup(from), &python, move || a.astype(&dtype)));
    }
    let a = dates(n, "ns");
    let b = np::flip(&a, None).and_then(|b| b.copy()).expect("dates");
    let t = Array::full([n as usize], Timedelta64::new(1000, TimeUnit::NS), "m8[ns]").expect("spans");
    let ns = setup("ns");
    let mut add = |name: &str, python: &str, f: Box<dyn Fn() -> np::Result<Array>>| {
        cases.push(case(format!("{name} {size}"), &ns, python, move || f().expect("a result")));
    };
    let (x, y) = (a.clone(), b.clone());
    add("M8[ns] - M8[ns]", "a - b", Box::new(move || np::subtract(&x, &y)));
    let (x, y) = (a.clone(), t.clone());
    add("M8[ns] + m8[ns]", "a + t", Box::new(move || np::add(&x, &y)));
    let x = a.clone();
    add("M8[ns] + a span", "a + s", Box::new(move || np::add(&x, Timedelta64::new(1000, TimeUnit::NS))));
    let (x, y) = (a.clone(), b.clone());
    add("M8[ns] < M8[ns]", "a < b", Box::new(move || np::less(&x, &y)));
    let x = a.clone();
    add("max M8[ns]", "a.max()", Box::new(move || x.max(..)));
    let x = a.clone();
    add("diff M8[ns]", "np.diff(a)", Box::new(move || np::diff(&x, 1, -1)));
    let x = t.clone();
    add("mean m8[ns]", "t.mean()", Box::new(move || x.mean(..)));
    let x = a.clone();
    add("year of M8[ns]", "a.astype('M8[Y]').astype('i8') + 1970", Box::new(move || np::datetime::year(&x)));
    let x = a.clone();
    let python = "a.astype('M8[M]').astype('i8') % 12 + 1";
    add("month of M8[ns]", python, Box::new(move || np::datetime::month(&x)));
    let x = a.clone();
    let python = "(a.astype('M8[D]') - a.astype('M8[M]')).astype('i8') + 1";
    add("day of M8[ns]", python, Box::new(move || np::datetime::day(&x)));
    let x = a.clone();
    let python = "a.astype('M8[h]').astype('i8') % 24";
    add("hour of M8[ns]", python, Box::new(move || np::datetime::hour(&x)));
    let x = a.clone();
    let python = "(a.astype('M8[D]').astype('i8') + 3) % 7";
    add("weekday of M8[ns]", python, Box::new(move || np::datetime::weekday(&x)));
    // NumPy takes a second for a million texts.
    let few = n.min(100_000);
    for unit in ["D", "s", "ns"] {
        let made = format!(
            "a = (np.arange({few}) * 1_000_003_000_000).astype('M8[ns]').astype('M8[{unit}]');; t = a.astype('U')"
        );
        let texts = np::datetime_as_string(&dates(few, unit), ()).expect("texts");
        let dtype = format!("M8[{unit}]").parse::<ndtype::Dtype>().expect("a dtype");
        for kind in ["U", "T"] {
            let (texts, dtype) = (texts.astype(kind).expect("texts"), dtype.clone());
            let made = format!("{made};; t = t.astype('{kind}')");
            let name = format!("{kind} -> M8[{unit}], ISO {few}");
            rows.push(case(name, &made, &format!("t.astype('M8[{unit}]')"), move || texts.astype(&dtype)));
        }
    }
    if n <= 1000 {
        add("datetime_as_string", "np.datetime_as_string(a)", Box::new(move || np::datetime_as_string(&a, ())));
    }
    cases.append(&mut rows);
    let days = setup("D");
    let (a, calendar) = (dates(n, "D"), BusDayCalendar::default());
    let b = np::flip(&a, None).and_then(|b| b.copy()).expect("dates");
    let (x, y, z) = (a.clone(), a.clone(), a.clone());
    let (second, third) = (calendar.clone(), calendar.clone());
    cases.push(case(format!("busday_count {size}"), &days, "np.busday_count(a, b)", move || {
        np::busday_count(&x, &b, &calendar)
    }));
    cases.push(case(format!("is_busday {size}"), &days, "np.is_busday(a)", move || np::is_busday(&y, &second)));
    cases.push(case(format!("busday_offset {size}"), &days, "np.busday_offset(a, 5, roll='forward')", move || {
        np::busday_offset(&z, 5, np::Roll::Forward, &third)
    }));
    cases
}
