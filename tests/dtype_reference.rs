//! DTYPE_REFERENCE.md says what the code does: its tables are made here and compared with the file.
//!
//! `UPDATE_REFERENCE=1 cargo test --test dtype_reference` writes them.

mod golden;
mod names;

use std::collections::BTreeMap;
use std::fmt::Write;

use names::{ML, NUMBERS};
use ndtype::{self as np, Casting, Dtype, TimeBase, TypeArg};

fn dtype(text: &str) -> Dtype {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn row<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|c| c.as_ref().replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn table<S: AsRef<str>>(head: &[&str], rows: impl IntoIterator<Item = Vec<S>>) -> String {
    let rule = format!("|{}\n", "---|".repeat(head.len()));
    rows.into_iter().fold(row(head) + &rule, |text, cells| text + &row(cells))
}

fn types() -> String {
    let rust = [
        ("bool", "bool"),
        ("int8", "i8"),
        ("int16", "i16"),
        ("int32", "i32"),
        ("int64", "i64"),
        ("uint8", "u8"),
        ("uint16", "u16"),
        ("uint32", "u32"),
        ("uint64", "u64"),
        ("float16", "half::f16"),
        ("float32", "f32"),
        ("float64", "f64"),
        ("complex64", "Complex<f32>"),
        ("complex128", "Complex<f64>"),
        ("bfloat16", "half::bf16"),
        ("complex32", "Complex<half::f16>"),
    ];
    let rust_type = |name: &str| {
        let own = rust.iter().find(|(n, _)| *n == name).map(|(_, t)| (*t).to_owned());
        own.unwrap_or_else(|| variant(name))
    };
    let scalar = |name: &&str| {
        let d = dtype(name);
        vec![
            format!("`Dtype::{}`", variant(name)),
            format!("`{d}`"),
            format!("`{}`", d.char()),
            format!("`{}`", d.str()),
            format!("{:?}", d.kind()),
            d.itemsize().to_string(),
            d.alignment().to_string(),
            format!("`{}`", rust_type(name)),
        ]
    };
    let parametric = [
        ("Bytes(n)", "S5", "n", "1", ""),
        ("Unicode(n)", "U5", "4 n", "4", "`char` (n = 1)"),
        ("String", "T", "16", "8", "`String`, `&str`"),
        ("Datetime64(unit)", "M8[us]", "8", "8", "`Datetime64`; `chrono::DateTime<Utc>`, `NaiveDateTime`, `NaiveDate`"),
        ("Timedelta64(unit)", "m8[us]", "8", "8", "`Timedelta64`; `chrono::TimeDelta`"),
        ("Object", "O", "8", "8", ""),
        ("Void(n)", "V5", "n", "1", ""),
        ("SubArray(..)", "(2,3)f4", "product of the shape × base", "that of the base", "`[T; N]`"),
        ("Struct(..)", "i4,f8", "all fields and padding", "1, or that of the fields", "tuples"),
        ("Swapped(..)", ">f8", "that of the native one", "likewise", ""),
    ];
    let other = parametric.iter().map(|(variant, example, size, alignment, rust)| {
        let d = dtype(example);
        let (display, char, str) = (format!("`{d}`"), format!("`{}`", d.char()), format!("`{}`", d.str()));
        let kind = format!("{:?}", d.kind());
        vec![
            format!("`Dtype::{variant}`"),
            display,
            char,
            str,
            kind,
            (*size).into(),
            (*alignment).into(),
            (*rust).into(),
        ]
    });
    let head = ["variant", "Display", "char", "str", "kind", "size", "alignment", "Rust type"];
    table(&head, NUMBERS.iter().chain(&ML).map(scalar).chain(other))
}

/// `float8_e4m3fn` to `Float8E4M3Fn`: the names of variants follow those of the types.
fn variant(name: &str) -> String {
    let dotted = name.replace("uint", "u_int").replace("bfloat", "b_float");
    let words = dotted.split('_').map(|word| {
        let mut out = String::new();
        let mut upper = true;
        for (i, c) in word.chars().enumerate() {
            let format_letter = name.contains('_') && i > 0 && word.starts_with('e') && matches!(c, 'm' | 'b');
            let suffix = word.starts_with('e') && c == 'f' && out.ends_with(|d: char| d.is_ascii_digit());
            out.push(if upper || format_letter || suffix { c.to_ascii_uppercase() } else { c });
            upper = false;
        }
        out
    });
    words.collect()
}

/// Every name and one-letter code in the golden strings, by the dtype it means.
fn spellings() -> String {
    let golden = golden::read("dtype_strings.json");
    let mut by_dtype: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in golden.as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        let sized = text.len() > 1 && text.chars().skip(1).all(|c| c.is_ascii_digit());
        let name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '?');
        let plain = name && !sized && !text.starts_with(|c: char| c.is_ascii_digit());
        if plain && let Ok(dtype) = text.parse::<Dtype>() {
            by_dtype.entry(dtype.to_string()).or_default().push(format!("`{text}`"));
        }
    }
    let rows = by_dtype.into_iter().map(|(dtype, mut texts)| {
        texts.sort_by_key(|t| (t.len(), t.clone()));
        texts.dedup();
        vec![format!("`{dtype}`"), texts.join(" ")]
    });
    table(&["dtype", "spellings"], rows)
}

fn units() -> String {
    let rows = TimeBase::all().into_iter().map(|base| {
        let fractions: Vec<String> = [2u32, 3, 4, 5, 6, 7, 8, 10, 12, 25, 30, 60]
            .into_iter()
            .filter_map(|n| dtype(&format!("m8[{}]", base.code())).divided(n).map(|d| format!("`/{n}` {d}")))
            .take(4)
            .collect();
        vec![format!("`{}`", base.code()), format!("{base:?}").to_lowercase(), fractions.join(", ")]
    });
    table(&["unit", "name", "some fractions of it"], rows)
}

trait Divided {
    fn divided(&self, n: u32) -> Option<String>;
}

impl Divided for Dtype {
    fn divided(&self, n: u32) -> Option<String> {
        let Dtype::Timedelta64(unit) = self else { return None };
        unit.divided_by(n).ok().map(|unit| format!("`{unit}`"))
    }
}

fn level(from: &Dtype, to: &Dtype) -> char {
    "=eSku".chars().zip(Casting::ALL).find(|(_, casting)| from.can_cast(to, *casting)).map_or('.', |(letter, _)| letter)
}

fn matrix(rows: &[&str], columns: &[&str], cell: impl Fn(&Dtype, &Dtype) -> String) -> String {
    let mut head = vec![""];
    head.extend(columns);
    let lines = rows.iter().map(|r| {
        let from = dtype(r);
        std::iter::once(format!("**{r}**")).chain(columns.iter().map(|c| cell(&from, &dtype(c)))).collect()
    });
    table(&head, lines)
}

/// A matrix too wide for a table: one character a cell.
fn dense_matrix(names: &[&str]) -> String {
    let mut text = String::from("```text\n");
    for (i, name) in names.iter().enumerate() {
        let cells: String = names.iter().map(|to| level(&dtype(name), &dtype(to))).collect();
        _ = writeln!(text, "{i:>3} {name:<19} {cells}");
    }
    text + "```\n"
}

fn short(dtype: &Dtype) -> String {
    dtype.str().trim_start_matches(['<', '|']).to_owned()
}

const SHORT: [&str; 14] = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"];

fn weak() -> String {
    let kinds = [
        ("bare integer", TypeArg::WeakInt),
        ("bare float", TypeArg::WeakFloat),
        ("bare complex", TypeArg::WeakComplex),
    ];
    let names = NUMBERS.iter().chain(&ML).chain(&["timedelta64[s]", "object", "datetime64[s]", "|S5"]);
    let rows = names.map(|name| {
        let results = kinds.iter().map(|(_, weak)| {
            np::result_type([&dtype(name).into(), weak]).map_or("error".to_owned(), |d| d.to_string())
        });
        std::iter::once(format!("**{name}**")).chain(results).collect()
    });
    table(&["", kinds[0].0, kinds[1].0, kinds[2].0], rows)
}

fn finfo() -> String {
    let floats = NUMBERS.iter().chain(&ML).filter(|n| n.contains("float"));
    let rows = floats.map(|name| {
        let i = np::finfo(*name).unwrap();
        let numbers = [i.max, i.min, i.eps, i.smallest_normal, i.smallest_subnormal].map(|x| format!("{x:e}"));
        let layout = format!("{} / {}", i.nexp, i.nmant);
        [format!("`{name}`"), i.bits.to_string(), layout, i.precision.to_string()].into_iter().chain(numbers).collect()
    });
    let head =
        ["", "bits", "exponent / mantissa", "digits", "max", "min", "eps", "smallest normal", "smallest subnormal"];
    table(&head, rows)
}

fn iinfo() -> String {
    let ints = NUMBERS.iter().chain(&ML).filter(|n| n.contains("int"));
    let rows = ints.map(|name| {
        let i = np::iinfo(*name).unwrap();
        vec![format!("`{name}`"), i.bits.to_string(), i.min.to_string(), i.max.to_string()]
    });
    table(&["", "bits", "min", "max"], rows)
}

#[test]
fn tables_are_what_the_code_does() {
    let mixed = ["S5", "S32", "U5", "U32", "T", "M8[D]", "M8[us]", "m8[D]", "m8[us]", "O", "V4", "V16"];
    let cast_names: Vec<&str> = SHORT.into_iter().chain(mixed).collect();
    let ml_names: Vec<&str> = NUMBERS.into_iter().chain(ML).collect();
    let promoted = |a: &Dtype, b: &Dtype| a.promote(b).map_or("error".to_owned(), |d| short(&d));
    let tables = [
        ("types", types()),
        ("spellings", spellings()),
        ("units", units()),
        ("casts", matrix(&cast_names, &cast_names, |a, b| level(a, b).to_string())),
        ("ml_casts", dense_matrix(&ml_names)),
        ("promotions", matrix(&SHORT, &SHORT, promoted)),
        ("weak", weak()),
        ("finfo", finfo()),
        ("iinfo", iinfo()),
    ];
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/DTYPE_REFERENCE.md");
    let written = std::fs::read_to_string(path).unwrap();
    let mut fresh = written.clone();
    for (name, table) in &tables {
        let open = format!("<!-- table: {name} -->\n");
        let start = fresh.find(&open).unwrap_or_else(|| panic!("no table {name}")) + open.len();
        let end = start + fresh[start..].find("<!-- end -->").expect("the end of the table");
        fresh.replace_range(start..end, table);
    }
    assert_eq!(fresh.matches("<!-- table: ").count(), tables.len(), "a table that nothing makes");
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(path, &fresh).unwrap();
    } else {
        let first = written.lines().zip(fresh.lines()).find(|(a, b)| a != b);
        assert!(
            written == fresh,
            "DTYPE_REFERENCE.md has drifted: run with UPDATE_REFERENCE=1. First difference: {first:#?}"
        );
    }
}

#[test]
fn variants_are_named_after_the_types() {
    for (name, variant_name) in [
        ("float8_e4m3b11fnuz", "Float8E4M3B11Fnuz"),
        ("float8_e8m0fnu", "Float8E8M0Fnu"),
        ("bfloat16", "BFloat16"),
        ("uint4", "UInt4"),
        ("float6_e2m3fn", "Float6E2M3Fn"),
        ("complex32", "Complex32"),
    ] {
        assert_eq!(variant(name), variant_name);
    }
}
