//! The dtype system against NumPy 2.4.6 and ml_dtypes 0.6.0: golden files made by `tests/golden/generate.py`.
//!
//! Every test counts what it compares, prints the count, and fails on any mismatch. Deliberate differences are listed
//! here with their reason (and in DTYPE_REFERENCE.md); one that no longer differs fails too.

mod golden;

use std::collections::BTreeMap;

use ndtype::{self as np, ByteOrder, Casting, Dtype, TypeArg};
use num_complex::Complex;
use serde_json::Value;

use golden::{Tally, hex_float};

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn dtypes(value: &Value) -> Vec<Dtype> {
    list(value).iter().map(|name| parse(text(name))).collect()
}

fn parse(name: &str) -> Dtype {
    name.parse().unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn casts() {
    let golden = golden::read("dtype_casts.json");
    let dtypes = dtypes(&golden["dtypes"]);
    let mut tally = Tally::default();
    for (from, levels) in dtypes.iter().zip(list(&golden["levels"])) {
        for (to, level) in dtypes.iter().zip(text(levels).chars()) {
            // NumPy trips over the missing length here; with any length it can cast.
            let objects_to_text = *from.base() == Dtype::Object && *from != Dtype::Object;
            if objects_to_text && matches!(to.name().as_str(), "bytes" | "str") {
                continue;
            }
            // `>U` is the one dtype that NumPy does not cast to itself with 'no'.
            if from == to && from.str() == ">U0" {
                continue;
            }
            let strictest = "NESKU".find(level);
            for (i, casting) in Casting::ALL.into_iter().enumerate() {
                let want = strictest.is_some_and(|strictest| strictest <= i);
                tally.check(from.can_cast(to, casting), want, || format!("{from} -> {to} {casting:?}"));
            }
        }
    }
    tally.finish("can_cast", 80 * 80 * 5);
}

#[test]
fn promotions() {
    let golden = golden::read("dtype_promotions.json");
    let (dtypes, results) = (dtypes(&golden["dtypes"]), &golden["results"]);
    let mut tally = Tally::default();
    for (a, row) in dtypes.iter().zip(list(&golden["pairs"])) {
        for (b, result) in dtypes.iter().zip(list(row)) {
            let want = result.as_u64().map(|i| text(&results[i as usize]));
            let got = a.promote(b).ok().map(|d| d.to_string());
            tally.check(got.as_deref(), want, || format!("{a} + {b}"));
        }
    }
    tally.finish("promote_types", 80 * 80);
}

#[test]
fn weak_scalars() {
    let golden = golden::read("dtype_promotions.json");
    let weak: [TypeArg; 4] = [true.into(), 1.into(), 1.0.into(), Complex::new(0.0, 1.0).into()];
    let mut tally = Tally::default();
    for (dtype, row) in dtypes(&golden["dtypes"]).iter().zip(list(&golden["weak"])) {
        for (weak, want) in weak.iter().zip(list(row)) {
            let got = np::result_type([&dtype.into(), weak]).ok().map(|d| d.to_string());
            // Where NumPy returns the timedelta as it came, ours is native as everywhere else.
            let want = want.as_str().map(|want| parse(want).newbyteorder(ByteOrder::Native).to_string());
            tally.check(got, want, || format!("{dtype} with {weak:?}"));
        }
    }
    tally.finish("result_type with a bare number", 80 * 4);
}

#[test]
fn result_types_of_many() {
    let golden = golden::read("dtype_promotions.json");
    let arg = |name: &str| match name {
        "weak bool" => TypeArg::from(true),
        "weak int" => TypeArg::WeakInt,
        "weak float" => TypeArg::WeakFloat,
        "weak complex" => TypeArg::WeakComplex,
        _ => parse(name).into(),
    };
    let (mut tally, mut found_by_us) = (Tally::default(), 0);
    for case in list(&golden["many"]) {
        let names: Vec<&str> = list(&case[0]).iter().map(text).collect();
        let got = np::result_type(names.iter().map(|name| arg(name))).ok().map(|d| d.to_string());
        // Where ML types and others have a common dtype that NumPy does not find, ours may.
        let ml = names
            .iter()
            .any(|name| ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "uint2", "complex32"].contains(name));
        if ml && case[1].is_null() && got.is_some() {
            found_by_us += 1;
            continue;
        }
        tally.check(got.as_deref(), case[1].as_str(), || format!("{names:?}"));
    }
    println!("result_type of ML types and others that NumPy refuses: {found_by_us}");
    tally.finish("result_type of several", 5000);
    let mut tally = Tally::default();
    for case in list(&golden["common_type"]) {
        let names: Vec<&str> = list(&case[0]).iter().map(text).collect();
        let got = np::common_type(names.iter().copied()).ok().map(|d| d.to_string());
        tally.check(got.as_deref(), case[1].as_str(), || format!("{names:?}"));
    }
    tally.finish("common_type", 300);
}

#[test]
fn min_scalar_types() {
    let golden = &golden::read("dtype_limits.json")["min_scalar"];
    let mut tally = Tally::default();
    let float = |v: &Value| text(v).parse::<f64>().unwrap();
    for case in list(&golden["ints"]) {
        let value: i128 = text(&case[0]).parse().unwrap();
        tally.check(np::min_scalar_type(value).to_string().as_str(), text(&case[1]), || value.to_string());
    }
    for case in list(&golden["floats"]) {
        let value = float(&case[0]);
        tally.check(np::min_scalar_type(value).to_string().as_str(), text(&case[1]), || value.to_string());
    }
    for case in list(&golden["complexes"]) {
        let value = Complex::new(float(&case[0]), float(&case[1]));
        tally.check(np::min_scalar_type(value).to_string().as_str(), text(&case[2]), || value.to_string());
    }
    tally.finish("min_scalar_type", 40);
}

#[test]
fn classes() {
    let golden = golden::read("dtype_classes.json");
    let rows = list(&golden["rows"]);
    let all: Vec<Dtype> = rows.iter().map(|row| parse(text(&row[0]))).collect();
    let mut tally = Tally::default();
    for (row, dtype) in rows.iter().zip(&all) {
        if *dtype == Dtype::String {
            // NumPy's StringDType stands outside its tree of scalar types.
            continue;
        }
        for (class, want) in list(&golden["classes"]).iter().zip(list(&row[1])) {
            let got = np::issubdtype(dtype, text(class)).unwrap();
            tally.check(got, want.as_bool().unwrap(), || format!("issubdtype({dtype}, {class})"));
        }
        for (kind, want) in list(&golden["kinds"]).iter().zip(list(&row[2])) {
            let got = np::isdtype(dtype, [text(kind)]).unwrap();
            tally.check(got, want.as_bool().unwrap(), || format!("isdtype({dtype}, {kind})"));
        }
        for (other, want) in all.iter().zip(text(&row[3]).chars()).filter(|(other, _)| **other != Dtype::String) {
            tally.check(np::issubdtype(dtype, other).unwrap(), want == '1', || format!("issubdtype({dtype}, {other})"));
        }
    }
    tally.finish("issubdtype, isdtype", 10_000);
}

#[test]
fn limits() {
    let golden = golden::read("dtype_limits.json");
    let mut tally = Tally::default();
    for (name, want) in golden["floats"].as_object().unwrap() {
        let info = np::finfo(name.as_str()).unwrap();
        let floats = [
            ("eps", info.eps),
            ("epsneg", info.epsneg),
            ("max", info.max),
            ("min", info.min),
            ("resolution", info.resolution),
            ("smallest_normal", info.smallest_normal),
            ("smallest_subnormal", info.smallest_subnormal),
            ("tiny", info.tiny),
        ];
        for (key, got) in floats {
            tally.check(got.to_bits(), hex_float(text(&want[key])).to_bits(), || format!("finfo({name}).{key} {got}"));
        }
        let ints = [
            ("bits", info.bits as i64),
            ("iexp", info.iexp as i64),
            ("machep", info.machep as i64),
            ("maxexp", info.maxexp as i64),
            ("minexp", info.minexp as i64),
            ("negep", info.negep as i64),
            ("nexp", info.nexp as i64),
            ("nmant", info.nmant as i64),
            ("precision", info.precision as i64),
        ];
        for (key, got) in ints {
            tally.check(got, want[key].as_i64().unwrap(), || format!("finfo({name}).{key}"));
        }
        tally.check(info.dtype.to_string().as_str(), text(&want["dtype"]), || format!("finfo({name}).dtype"));
    }
    for (name, want) in golden["ints"].as_object().unwrap() {
        let info = np::iinfo(name.as_str()).unwrap();
        tally.check(info.bits as i64, want["bits"].as_i64().unwrap(), || format!("iinfo({name}).bits"));
        tally.check(info.min.to_string().as_str(), text(&want["min"]), || format!("iinfo({name}).min"));
        tally.check(info.max.to_string().as_str(), text(&want["max"]), || format!("iinfo({name}).max"));
        tally.check(info.kind.to_string().as_str(), text(&want["kind"]), || format!("iinfo({name}).kind"));
    }
    tally.finish("finfo, iinfo", 18 * 18);
}

/// The texts that NumPy reads and we do not: what our error says, and why.
const REJECTED_ON_PURPOSE: &[(&str, &str)] = &[
    ("there is no long double", "Rust has no long double"),
    ("expected a multiple of 1 to", "a time unit's multiple is not zero"),
    ("expected a positive divisor", "a time unit's divisor is not negative"),
    ("in datetime metadata [W]", "NumPy reads past its table of a week's divisors"),
    ("in datetime metadata [3W]", "NumPy reads past its table of a week's divisors"),
    ("overflows: a dtype has at most", "NumPy's itemsize wraps around and turns negative"),
    ("a sub-array needs a base with a size", "NumPy takes the shape for an itemsize"),
    ("expected a shape", "a dtype with the fields of another"),
    ("expected a string", "a title that is not a string"),
];

/// Why we do not read a text that NumPy does.
fn why_rejected(spelled: &str, error: &ndtype::Error) -> Option<&'static str> {
    let message = error.to_string();
    if ["int1", "bcomplex32"].iter().any(|name| spelled.contains(name)) {
        return Some("a type of ml_dtypes that ndtype leaves out");
    }
    if spelled.trim_start_matches(['<', '>', '=', '|']).chars().all(|c| c.is_ascii_control()) {
        return Some("NumPy takes a control character for a type number");
    }
    REJECTED_ON_PURPOSE.iter().find(|(part, _)| message.contains(part)).map(|(_, why)| *why)
}

/// Why we read a text that NumPy does not.
fn why_accepted(spelled: &str, dtype: &Dtype) -> Option<&'static str> {
    let is_ml = |dtype: &Dtype| dtype.str().contains(['V', 'W']) || *dtype == Dtype::Float8E5M2;
    if spelled == "StringDType()" {
        return Some("what Display prints reads back");
    }
    if dtype.fields().iter().any(|f| *f.dtype() == Dtype::String) {
        return Some("records hold variable-width strings however they are spelled");
    }
    let ordered = spelled.starts_with(['<', '>', '=', '|']);
    (ordered && dtype.kind().is_numeric() && is_ml(dtype)).then_some("a byte order before the name of an ML format")
}

#[test]
fn strings() {
    let golden = golden::read("dtype_strings.json");
    let (mut tally, mut accepted, mut rejected) = (Tally::default(), 0, 0);
    let mut differences: BTreeMap<&str, usize> = BTreeMap::new();
    for case in list(&golden) {
        let spelled = text(&case["text"]);
        let ok = case["ok"].as_bool().unwrap();
        let parsed = spelled.parse::<Dtype>();
        let why = match &parsed {
            Ok(dtype) if !ok => why_accepted(spelled, dtype),
            Err(error) if ok => why_rejected(spelled, error),
            _ => None,
        };
        if let Some(why) = why {
            *differences.entry(why).or_default() += 1;
            continue;
        }
        tally.check(parsed.is_ok(), ok, || format!("{spelled:?} {:?}", parsed.as_ref().map_err(ToString::to_string)));
        let Ok(dtype) = parsed else {
            rejected += 1;
            continue;
        };
        if ok {
            accepted += 1;
            check_description(&mut tally, &dtype, spelled, case);
        }
    }
    println!("dtype strings: {accepted} accepted, {rejected} rejected, deliberate differences: {differences:#?}");
    assert!(accepted >= 400 && rejected >= 400);
    for (_, why) in REJECTED_ON_PURPOSE {
        assert!(differences.contains_key(why), "no longer a difference: {why}");
    }
    assert_eq!(differences.len(), 13, "the deliberate differences are listed in DTYPE_REFERENCE.md");
    assert!(differences.values().sum::<usize>() <= 100, "too many deliberate differences");
    tally.finish("dtype strings and their properties", 400 * 10);
}

fn check_description(tally: &mut Tally, dtype: &Dtype, spelled: &str, case: &Value) {
    let mut check_text = |key: &str, got: &str| {
        tally.check(got, text(&case[key]), || format!("{spelled:?} {key}"));
    };
    check_text("str", &dtype.str());
    check_text("name", &dtype.name());
    // NumPy has a second type for each 64-bit integer, and one for single characters; here these are aliases.
    if !matches!(text(&case["char"]), "q" | "Q" | "c") || case["ml"] == true {
        check_text("char", &dtype.char().to_string());
    }
    let ml = case["ml"].as_bool().unwrap();
    if !ml {
        // ml_dtypes calls most of its types void, and its single bytes native.
        check_text("kind", &dtype.kind_char().to_string());
        check_text("order", &dtype.byte_order().char().to_string());
    }
    let lossy = numpy_text_is_lossy(dtype);
    if !lossy {
        check_text("display", &dtype.to_string());
        check_text("repr", &dtype.repr());
    }
    tally.check(dtype.itemsize() as u64, case["itemsize"].as_u64().unwrap(), || format!("{spelled:?} itemsize"));
    tally.check(dtype.alignment() as u64, case["alignment"].as_u64().unwrap(), || format!("{spelled:?} alignment"));
    // NumPy does not look inside sub-arrays.
    if !has_swapped_sub_array(dtype) {
        tally.check(dtype.is_native(), case["native"].as_bool().unwrap(), || format!("{spelled:?} native"));
    }
    tally.check(dtype.has_object(), case["object"].as_bool().unwrap(), || format!("{spelled:?} object"));
    tally.check(dtype.is_aligned_struct(), case["aligned"].as_bool().unwrap(), || format!("{spelled:?} aligned"));
    // NumPy pickles what it has no npy form for.
    let want = case["descr"].as_str().filter(|_| !holds_text(dtype)).map(|d| {
        // A title of None is none; two codes of ml_dtypes are such that NumPy could not read the file.
        d.replace("(None, 'n')", "'n'").replace("'<f1'", "'<V1'").replace("'<W4'", "'<V4'")
    });
    tally.check(dtype.descr().ok(), want, || format!("{spelled:?} descr"));
    if let Some(fields) = case["fields"].as_array() {
        tally.check(dtype.fields().len(), fields.len(), || format!("{spelled:?} fields"));
        for (field, want) in dtype.fields().iter().zip(fields) {
            let got = (field.name(), field.offset() as u64, field.title());
            let want_field = (text(&want[0]), want[2].as_u64().unwrap(), want[3].as_str());
            tally.check(got, want_field, || format!("{spelled:?} field"));
            if !numpy_text_is_lossy(field.dtype()) {
                tally.check(field.dtype().to_string().as_str(), text(&want[1]), || format!("{spelled:?} field dtype"));
            }
        }
    }
    if let Some(shape) = case["shape"].as_array() {
        let shape: Vec<usize> = shape.iter().map(|n| n.as_u64().unwrap() as usize).collect();
        tally.check(dtype.shape(), &shape, || format!("{spelled:?} shape"));
        if !numpy_text_is_lossy(dtype.base()) {
            tally.check(dtype.base().to_string().as_str(), text(&case["base"]), || format!("{spelled:?} base"));
        }
    }
    let again = dtype.to_string().parse::<Dtype>();
    tally.check(again.as_ref().ok(), Some(dtype), || format!("{spelled:?} printed and parsed again"));
    assert_eq!(
        dtype.newbyteorder(ByteOrder::Native).newbyteorder(ByteOrder::Irrelevant),
        dtype.newbyteorder(ByteOrder::Native)
    );
}

/// Whether NumPy's text would read back as another dtype, so that ours has to differ: a record inside one of the other
/// alignment, or a field whose name is empty.
fn numpy_text_is_lossy(dtype: &Dtype) -> bool {
    match dtype {
        Dtype::SubArray(sub) => numpy_text_is_lossy(sub.base()) || sub.base().is_aligned_struct(),
        Dtype::Struct(record) => record.fields().iter().any(|f| {
            let inner = innermost(f.dtype());
            f.name().is_empty()
                || numpy_text_is_lossy(f.dtype())
                || matches!(inner, Dtype::Struct(r) if r.is_aligned() != record.is_aligned())
        }),
        _ => false,
    }
}

fn has_swapped_sub_array(dtype: &Dtype) -> bool {
    match dtype {
        Dtype::SubArray(sub) => !sub.base().is_native(),
        _ => dtype.fields().iter().any(|f| has_swapped_sub_array(f.dtype())),
    }
}

fn innermost(dtype: &Dtype) -> &Dtype {
    match dtype {
        Dtype::SubArray(sub) => innermost(sub.base()),
        _ => dtype,
    }
}

fn holds_text(dtype: &Dtype) -> bool {
    match innermost(dtype) {
        Dtype::String => true,
        Dtype::Struct(record) => record.fields().iter().any(|f| holds_text(f.dtype())),
        _ => false,
    }
}
