//! Sorting and searching: random elements of several dtypes, short rows to long ones.

use std::hint::black_box;

use ndtype::{self as np, Array, Dtype, Sort};

use crate::measure::Case;

/// Columns: rows and elements of a row.
const SIZES: &[(&str, usize, usize)] = &[
    ("10", 1, 10),
    ("1000x10", 1000, 10),
    ("1000x64", 1000, 64),
    ("1e3", 1, 1000),
    ("1e5", 1, 100_000),
    ("1e6", 1, 1_000_000),
];

const DTYPES: &[&str] = &["f8", "f4", "i8", "i4", "i2", "u1", "f2", "c16", "U10", "S10", "M8[s]", "record"];

type Call = fn(&Array) -> Array;

fn sorted(a: &Array) -> Array {
    np::sort(a, -1).expect("sorted")
}

fn ordered(a: &Array) -> Array {
    np::argsort(a, -1).expect("an order")
}

#[rustfmt::skip]
const OTHERS: &[(&str, &str, usize, &str, Call)] = &[
    ("sort 1000x1000 axis 0, f8", "f8", 1_000_000, "np.sort(a.reshape(1000, 1000), axis=0)", |a| np::sort(&a.reshape([1000, 1000]).expect("a shape"), 0).expect("sorted")),
    ("sort 1000x1000 axis 1, f4", "f4", 1_000_000, "np.sort(a.reshape(1000, 1000), axis=1)", |a| np::sort(&a.reshape([1000, 1000]).expect("a shape"), 1).expect("sorted")),
    ("sort few values 1e6 i8", "small", 1_000_000, "np.sort(a)", sorted),
    ("argsort stable 1e6 f8", "f8", 1_000_000, "np.argsort(a, kind='stable')", ordered),
    ("argsort stable few values 1e6 i8", "small", 1_000_000, "np.argsort(a, kind='stable')", ordered),
    ("sort record by field 1e5", "record", 100_000, "np.sort(a, order='k')", |a| np::sort(a, Sort::new().order(["k"])).expect("sorted")),
    ("field * 2 + field of aligned records 1e5", "aligned", 100_000, "a['k'] * 2 + a['k']", |a| field_sum(&a.field("k").expect("a field"))),
    ("field * 2 + field of packed records 1e5", "packed", 100_000, "a['k'] * 2 + a['k']", |a| field_sum(&a.field("k").expect("a field"))),
    ("the same of strided f8 1e5", "strided", 100_000, "a[1::2] * 2 + a[1::2]", |a| field_sum(&a.get("1::2").expect("a view"))),
    ("partition 1e6 f8", "f8", 1_000_000, "np.partition(a, a.size // 2)", |a| np::partition(a, a.size() as isize / 2, 0).expect("parted")),
    ("partition 1e3 f8", "f8", 1000, "np.partition(a, a.size // 2)", |a| np::partition(a, a.size() as isize / 2, 0).expect("parted")),
    ("argpartition 1e6 f8", "f8", 1_000_000, "np.argpartition(a, a.size // 2)", |a| np::argpartition(a, a.size() as isize / 2, 0).expect("parted")),
    ("unique 1e6 i8, few values", "small", 1_000_000, "np.unique(a)", |a| np::unique(a).expect("unique")),
    ("unique 1e6 i8", "i8", 1_000_000, "np.unique(a)", |a| np::unique(a).expect("unique")),
    ("unique 1e5 f8", "f8", 100_000, "np.unique(a)", |a| np::unique(a).expect("unique")),
    ("unique 1e5 U10", "U10", 100_000, "np.unique(a)", |a| np::unique(a).expect("unique")),
    ("lexsort 1e5 (i8, few values)", "small", 100_000, "np.lexsort((a[::-1], a))", |a| np::lexsort(&[&a.flip(None).expect("a view"), a], -1).expect("an order")),
    ("histogram 1e6 f8", "f8", 1_000_000, "np.histogram(a, 10)", |a| np::histogram(a, 10).expect("counts").0),
    ("bincount 1e6 i8", "small", 1_000_000, "np.bincount(a)", |a| np::bincount(a, None, 0).expect("counts")),
    ("isin 1e5 in 1e5 f8", "f8", 100_000, "np.isin(a, a[::2])", |a| np::isin(a, &a.get("::2").expect("a view")).expect("found")),
];

fn field_sum(field: &Array) -> Array {
    field * 2 + field
}

/// Random numbers, the same on both sides.
fn random(n: usize) -> Vec<u64> {
    let mix = |x: u64| {
        let x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ x >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        x ^ x >> 29
    };
    (1..=n as u64).map(mix).collect()
}

const PYTHON: &str = "x = np.arange(1, N + 1, dtype='u8') * np.uint64(0x9E3779B97F4A7C15);; \
    x = (x ^ x >> np.uint64(33)) * np.uint64(0xFF51AFD7ED558CCD);; x = x ^ x >> np.uint64(29)";

/// Random elements.
fn elements(n: usize, dtype: &str) -> Array {
    let x = random(n);
    let floats = || Array::from_vec(x.iter().map(|&x| (x >> 11) as f64 / (1u64 << 53) as f64).collect::<Vec<_>>());
    let whole = || Array::from_vec(x.iter().map(|&x| (x >> 1) as i64).collect::<Vec<_>>());
    let text =
        |unit: &str| Array::from_vec(x.iter().map(|&x| (x % 10_000_000) as i64).collect::<Vec<_>>())?.astype(unit);
    let array = match dtype {
        "f8" => floats(),
        "f4" | "f2" | "c16" => floats().and_then(|a| a.astype(dtype)),
        // As far apart as in the records.
        "strided" => floats().and_then(|a| np::repeat(&a, 2, 0)),
        "small" => Array::from_vec(x.iter().map(|&x| (x % 1000) as i64).collect::<Vec<_>>()),
        "U10" | "S10" => text(dtype),
        "aligned" | "packed" => {
            let fields = if dtype == "packed" {
                [("a", "i4"), ("k", "f8"), ("s", "S4")]
            } else {
                [("a", "i4"), ("s", "S4"), ("k", "f8")]
            };
            let mut records = Array::zeros([n], Dtype::structured(fields).expect("a dtype")).expect("records");
            floats().and_then(|floats| records.set("'k'", &floats)).map(|()| records)
        }
        "record" => (|| {
            let mut records = Array::zeros([n], Dtype::structured([("a", "i4"), ("k", "f8"), ("s", "S8")])?)?;
            records.set("'k'", &floats()?)?;
            Ok(records)
        })(),
        _ => whole().and_then(|a| a.astype(dtype)),
    };
    array.expect("elements")
}

fn python_elements(n: usize, dtype: &str) -> String {
    let made = match dtype {
        "f8" | "f4" | "f2" | "c16" => format!("((x >> np.uint64(11)) / 2.0**53).astype('{dtype}')"),
        "strided" => "np.repeat((x >> np.uint64(11)) / 2.0**53, 2)".to_owned(),
        "small" => "(x % np.uint64(1000)).astype('i8')".to_owned(),
        "U10" | "S10" => format!("(x % np.uint64(10000000)).astype('i8').astype('{dtype}')"),
        "aligned" | "packed" => {
            let fields = if dtype == "packed" { "('k', 'f8'), ('s', 'S4')" } else { "('s', 'S4'), ('k', 'f8')" };
            format!("np.zeros(x.size, [('a', 'i4'), {fields}]);; a['k'] = (x >> np.uint64(11)) / 2.0**53")
        }
        "record" => {
            "np.zeros(x.size, [('a', 'i4'), ('k', 'f8'), ('s', 'S8')]);; a['k'] = (x >> np.uint64(11)) / 2.0**53"
                .to_owned()
        }
        _ => format!("(x >> np.uint64(1)).astype('i8').astype('{dtype}')"),
    };
    format!("{};; a = {made}", PYTHON.replace('N', &n.to_string()))
}

/// Every case of this file.
pub fn cases() -> impl Iterator<Item = Case> {
    let functions: [(&str, Call); 2] = [("sort", sorted), ("argsort", ordered)];
    let grid = functions.into_iter().flat_map(|(name, call)| {
        DTYPES.iter().flat_map(move |&dtype| {
            // NumPy takes seconds for more records.
            let sizes = SIZES.iter().filter(move |(_, rows, n)| dtype != "record" || rows * n <= 100_000);
            sizes.map(move |&(column, rows, n)| {
                let setup = format!("{};; a = a.reshape({rows}, {n})", python_elements(rows * n, dtype));
                let make = move || elements(rows * n, dtype).reshape([rows as isize, n as isize]).expect("a shape");
                case(format!("{name} {dtype}"), Some(column), setup, format!("np.{name}(a)"), make, call)
            })
        })
    });
    let others = OTHERS.iter().map(|&(name, dtype, n, python, call)| {
        case(name.to_owned(), None, python_elements(n, dtype), python.to_owned(), move || elements(n, dtype), call)
    });
    grid.chain(others).chain([searched(1000), searched(1_000_000)])
}

fn searched(n: usize) -> Case {
    let name = format!("searchsorted 1e5 in {n} f8");
    let setup = format!("{};; v = np.sort(a[:{n}]);; a = a[-100000:]", python_elements(n + 100_000, "f8"));
    let mut state = None;
    let rust = move || {
        let (sorted, wanted): &(Array, Array) = state.get_or_insert_with(|| {
            let all = elements(n + 100_000, "f8");
            let sorted = np::sort(&all.get(format!(":{n}").as_str()).expect("a view"), 0).expect("sorted");
            (sorted, all.get("-100000:").expect("a view"))
        });
        drop(black_box(np::searchsorted(sorted, wanted).expect("places")));
    };
    let python = "np.searchsorted(v, a)".to_owned();
    Case { group: "sort", name, column: None, setup, python, rust: Box::new(rust) }
}

fn case(
    name: String,
    column: Option<&'static str>,
    setup: String,
    python: String,
    make: impl Fn() -> Array + 'static,
    call: Call,
) -> Case {
    let mut state = None;
    let rust = move || {
        drop(black_box(call(state.get_or_insert_with(&make))));
    };
    Case { group: "sort", name, column, setup, python, rust: Box::new(rust) }
}
