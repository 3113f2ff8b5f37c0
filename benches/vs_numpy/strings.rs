//! Functions of text.

use std::hint::black_box;

use ndtype::{Array, Result, strings};

use crate::measure::Case;

const N: usize = 100_000;

/// The words of which texts are made, the same here and there: up to ten characters.
const WORDS: &str = "snow,Ice,rain drop,hail123,sleet,  fog  ,THUNDER,b,cloudburst,a-b-c";

type Function = fn(&Array) -> Result<Array>;

/// What Python evaluates, with the texts in `a`, and what stands for it here; the kinds of text that it takes.
const FUNCTIONS: &[(&str, Function, &str)] = &[
    ("np.strings.equal(a, a)", |a| strings::equal(a, a), "SUT"),
    ("np.strings.less(a, a)", |a| strings::less(a, a), "SUT"),
    ("np.strings.add(a, a)", |a| strings::add(a, a), "SUT"),
    ("np.strings.str_len(a)", |a| strings::str_len(a), "SUT"),
    ("np.strings.isalpha(a)", |a| strings::isalpha(a), "SUT"),
    ("np.strings.isupper(a)", |a| strings::isupper(a), "SUT"),
    ("np.strings.isdecimal(a)", |a| strings::isdecimal(a), "UT"),
    ("np.strings.upper(a)", |a| strings::upper(a), "SUT"),
    ("np.strings.title(a)", |a| strings::title(a), "SUT"),
    ("np.strings.find(a, x)", |a| strings::find(a, &sought(a)?, ..), "SUT"),
    ("np.strings.rfind(a, x)", |a| strings::rfind(a, &sought(a)?, ..), "SUT"),
    ("np.strings.count(a, x)", |a| strings::count(a, &sought(a)?, ..), "SUT"),
    ("np.strings.startswith(a, x)", |a| strings::startswith(a, &sought(a)?, ..), "SUT"),
    ("np.strings.strip(a)", |a| strings::strip(a, ..), "SUT"),
    ("np.strings.center(a, 12)", |a| strings::center(a, 12, ' '), "SUT"),
    ("np.strings.zfill(a, 12)", |a| strings::zfill(a, 12), "SUT"),
    ("np.strings.multiply(a, 2)", |a| strings::multiply(a, 2), "SUT"),
    ("np.strings.replace(a, x, x)", |a| replace(a), "SUT"),
    ("np.strings.expandtabs(a)", |a| strings::expandtabs(a, 8), "SUT"),
    ("np.strings.slice(a, 1, 5)", |a| strings::slice(a, 1..5), "SUT"),
    ("np.strings.partition(a, x)", |a| partition(a), "SUT"),
    ("np.strings.encode(a)", |a| strings::encode(a, "utf-8", "strict"), "UT"),
    ("np.strings.decode(a)", |a| strings::decode(a, "utf-8", "strict"), "S"),
];

/// What is sought, in the kind of the text.
fn sought(a: &Array) -> Result<Array> {
    let texts = if a.dtype().char() == 'T' { Array::from_scalar("-") } else { Array::full([], "-", a.dtype().clone()) };
    texts?.astype(if a.dtype().char() == 'T' { "T".to_owned() } else { format!("{}1", a.dtype().char()) })
}

fn replace(a: &Array) -> Result<Array> {
    let x = sought(a)?;
    strings::replace(a, &x, &x, -1)
}

fn partition(a: &Array) -> Result<Array> {
    let [before, ..] = strings::partition(a, &sought(a)?)?;
    Ok(before)
}

/// What Python evaluates with numbers in `n`, `f` and as texts in `d`, or with texts in `a`, and what stands for it here.
const WHOLE: &[(&str, Source, Function)] = &[
    ("np.sort(a)", Source::Words, |a| ndtype::sort(a, -1)),
    ("np.argsort(a, kind='stable')", Source::Words, |a| ndtype::argsort(a, -1)),
    ("np.unique(a)", Source::Words, |a| ndtype::unique(a)),
    ("d.astype('i8')", Source::Digits, |d| d.astype("i8")),
    ("d.astype('f8')", Source::Digits, |d| d.astype("f8")),
    ("n.astype(d.dtype)", Source::Integers, |n| n.astype("U10")),
    ("f.astype(e.dtype)", Source::Floats, |f| f.astype("U32")),
];

/// What a case of [`WHOLE`] starts from.
#[derive(Clone, Copy)]
enum Source {
    Words,
    Digits,
    Integers,
    Floats,
}

fn whole((python, source, function): (&'static str, Source, Function), dtype: &'static str) -> Case {
    let setup = format!(
        "n = np.arange({N}) * 7919 % 1000003;; f = n / 7;; a = np.array([str(i) + 'abcdefgh' for i in n.tolist()]).astype('{dtype}');; \
         d = n.astype('{dtype}'.replace('14', '10'));; e = np.array(['']).astype('{dtype}'.replace('14', '32'))"
    );
    let mut state = None;
    let rust = move || {
        let a: &(Array, bool) = state.get_or_insert_with(|| {
            let n: Vec<i64> = (0..N as i64).map(|i| i * 7919 % 1_000_003).collect();
            let narrow = if dtype == "T" { "T" } else { "U10" };
            let array = match source {
                Source::Words => n.iter().map(|i| format!("{i}abcdefgh")).collect::<Array>().astype(dtype),
                Source::Digits => Array::from_vec(n).and_then(|n| n.astype(narrow)),
                Source::Integers => Array::from_vec(n),
                Source::Floats => Array::from_vec(n.iter().map(|&i| i as f64 / 7.0).collect::<Vec<_>>()),
            };
            (array.expect("an array"), dtype == "T" && matches!(source, Source::Integers | Source::Floats))
        });
        let made = if a.1 { a.0.astype("T") } else { function(&a.0) };
        drop(black_box(made.expect("a result")));
    };
    Case {
        group: "strings",
        name: python.replace("np.", ""),
        column: Some(if dtype == "T" { "T" } else { "U10" }),
        setup,
        python: python.to_owned(),
        rust: Box::new(rust),
    }
}

/// Every case of this file.
pub fn cases() -> impl Iterator<Item = Case> {
    functions().chain(WHOLE.iter().flat_map(|&row| ["U14", "T"].map(|dtype| whole(row, dtype))))
}

fn functions() -> impl Iterator<Item = Case> {
    const KINDS: &[(&str, &str, bool)] =
        &[("S10", "S10", false), ("U10", "U10", false), ("T", "T", false), ("U10 é", "U10", true)];
    FUNCTIONS.iter().flat_map(|&row| {
        let kinds = KINDS.iter().filter(move |kind| row.2.contains(&kind.1[..1]));
        kinds.map(move |&(column, dtype, accents)| case(row, column, dtype, accents))
    })
}

fn case(
    (python, function, _): (&'static str, Function, &str),
    column: &'static str,
    dtype: &'static str,
    accents: bool,
) -> Case {
    let words = if accents { WORDS.replace('o', "ö").replace('e', "é") } else { WORDS.to_owned() };
    let setup = format!(
        "w = '{words}'.split(',');; a = np.array([w[i * 7919 % 10007 % 10] for i in range({N})]).astype('{dtype}');; \
         x = np.array(['-']).astype('{dtype}' if '{dtype}' == 'T' else '{}1')[0] if '{dtype}' != 'T' else np.array(['-'], dtype='T')",
        &dtype[..1],
    );
    let mut state = None;
    let rust = move || {
        let a: &Array = state.get_or_insert_with(|| {
            let words: Vec<&str> = words.split(',').collect();
            let texts: Vec<String> = (0..N).map(|i| words[i * 7919 % 10007 % 10].to_owned()).collect();
            texts.iter().map(String::as_str).collect::<Array>().astype(dtype).expect("text")
        });
        drop(black_box(function(a).expect("a result")));
    };
    Case {
        group: "strings",
        name: python.replace("np.strings.", ""),
        column: Some(column),
        setup,
        python: python.to_owned(),
        rust: Box::new(rust),
    }
}
