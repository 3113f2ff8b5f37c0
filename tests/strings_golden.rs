//! Functions of text against NumPy 2.4.6: a golden file made by `tests/golden/generate_strings.py`, which says what is in it.

mod golden;

use golden::{Tally, read};
use ndtype::strings::{self, IntArg, SliceBound, TextArg, Translation};
use ndtype::{Array, ByteOrder, Dtype, Error, Result, Text};
use serde_json::{Value, json};

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn words(value: &Value) -> Vec<&str> {
    list(value).iter().map(|word| word.as_str().unwrap()).collect()
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// Elements of a fixed width, with zeros after each.
fn padded<C: Copy + Default>(texts: impl Iterator<Item = Vec<C>>, width: usize) -> Vec<C> {
    texts
        .flat_map(|mut text| {
            text.resize(width, C::default());
            text
        })
        .collect()
}

/// The array that an operand is.
fn array(spelled: &Value) -> Array {
    let (dtype, values) = (spelled[0].as_str().unwrap(), &spelled[1]);
    let parsed: Dtype = dtype.parse().unwrap();
    let width = || dtype.trim_start_matches(['S', 'U', '>']).parse::<usize>().unwrap();
    let flat = match parsed.char() {
        'S' => {
            let bytes = padded(words(values).into_iter().map(latin1), width());
            Array::from_vec(bytes).unwrap().view_dtype(parsed).unwrap()
        }
        'U' => {
            let codes = words(values).into_iter().map(|text| text.chars().map(u32::from).collect());
            let native = Array::from_vec(padded(codes, width())).unwrap().view_dtype(Dtype::Unicode(width())).unwrap();
            native.astype(parsed).unwrap()
        }
        'T' => Array::from_vec(words(values).into_iter().map(Text::from).collect::<Vec<_>>()).unwrap(),
        '?' => Array::from_vec(list(values).iter().map(|x| x == 1).collect::<Vec<_>>()).unwrap(),
        'd' => Array::from_vec(list(values).iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>()).unwrap(),
        _ => {
            let integers: Vec<i64> = list(values).iter().map(|x| x.as_i64().unwrap()).collect();
            Array::from_vec(integers).unwrap().astype(parsed).unwrap()
        }
    };
    let Some(shape) = spelled.get(2) else { return flat };
    let shaped = flat.reshape(list(shape).iter().map(|n| n.as_i64().unwrap() as isize).collect::<Vec<_>>()).unwrap();
    spelled.get(3).map_or(shaped.clone(), |index| shaped.get(index.as_str().unwrap()).unwrap())
}

/// A text, bare or an array.
fn text(spelled: &Value) -> TextArg<'static> {
    match spelled {
        Value::String(text) => text.clone().into(),
        Value::Object(bytes) => latin1(bytes["b"].as_str().unwrap()).into(),
        _ => array(spelled).into(),
    }
}

/// A number, bare or an array.
fn integer(spelled: &Value) -> IntArg<'static> {
    spelled.as_i64().map_or_else(|| array(spelled).into(), IntArg::from)
}

/// The dtype, the values and the shape of an array, as the generator spells them.
fn spelled(a: &Array) -> Value {
    let dtype = a.dtype();
    let name = if dtype.char() == 'T' { "T".to_owned() } else { dtype.str().trim_start_matches(['|', '<']).to_owned() };
    let native = a.astype(dtype.newbyteorder(ByteOrder::Native)).unwrap();
    let values: Value = match dtype.char() {
        'S' | 'U' => {
            let (bytes, size) = (native.tobytes().unwrap(), dtype.itemsize());
            let elements = (0..a.size()).map(|i| &bytes[i * size..(i + 1) * size]);
            let spell = |element: &[u8]| {
                let text: String = if dtype.char() == 'S' {
                    element.iter().map(|&byte| char::from(byte)).collect()
                } else {
                    let units = element.chunks(4).map(|unit| u32::from_ne_bytes(unit.try_into().unwrap()));
                    units.map(|code| char::from_u32(code).unwrap()).collect()
                };
                text.trim_end_matches('\0').to_owned()
            };
            elements.map(spell).collect()
        }
        'T' => native.to_vec::<Text>().unwrap().iter().map(ToString::to_string).collect(),
        '?' => native.to_vec::<bool>().unwrap().into_iter().map(i64::from).collect(),
        _ => native.to_vec::<i64>().unwrap().into_iter().collect(),
    };
    if a.ndim() == 1 { json!([name, values]) } else { json!([name, values, a.shape()]) }
}

type Search = fn(TextArg<'static>, TextArg<'static>, strings::Span<'static>) -> Result<Array>;
type Unary = fn(TextArg<'static>) -> Result<Array>;

const PREDICATES: [Unary; 9] = [
    strings::isalpha,
    strings::isalnum,
    strings::isdigit,
    strings::isdecimal,
    strings::isnumeric,
    strings::isspace,
    strings::islower,
    strings::isupper,
    strings::istitle,
];
const CASES: [Unary; 4] = [strings::upper, strings::lower, strings::title, strings::swapcase];

/// What sixteen characters are, and become.
fn characters(a: &Array) -> Result<Value> {
    let mut bits = vec![0i64; a.size()];
    for (bit, predicate) in PREDICATES.iter().enumerate() {
        let answers = predicate(a.clone().into())?.to_vec::<bool>()?;
        bits.iter_mut().zip(answers).for_each(|(bits, answer)| *bits |= i64::from(answer) << bit);
    }
    let mut made = Vec::new();
    for case in CASES {
        made.extend(words(&spelled(&case(a.clone().into())?)[1]).into_iter().map(str::to_owned));
    }
    Ok(json!([bits, made.join("|")]))
}

fn call(function: &str, operands: &[Value], extra: &[&str]) -> Result<Value> {
    let a = || text(&operands[0]);
    let other = |k: usize| text(&operands[k]);
    let unary = |function: Unary| function(a());
    let binary = |function: fn(TextArg<'static>, TextArg<'static>) -> Result<Array>| function(a(), other(1));
    let number = |k: usize| integer(&operands[k]);
    let search = |function: Search| {
        let bound = |k: usize, default: i64| match operands.get(k) {
            None | Some(Value::Null) => default.into(),
            Some(given) => integer(given),
        };
        function(a(), other(1), (bound(2, 0), bound(3, i64::MAX)).into())
    };
    let trim = |function: fn(TextArg<'static>, strings::Characters<'static>) -> Result<Array>| match operands.get(1) {
        None => function(a(), (..).into()),
        Some(_) => function(a(), other(1).into()),
    };
    let pad = |function: fn(TextArg<'static>, IntArg<'static>, TextArg<'static>) -> Result<Array>| {
        function(a(), number(1), other(2))
    };
    let bound = |k: usize| match &operands[k] {
        Value::Null => SliceBound::from(..),
        given => integer(given).into(),
    };
    let parts = |parts: [Array; 3]| Value::from(parts.iter().map(spelled).collect::<Vec<_>>());
    let made = match function {
        "characters" => return characters(&array(&operands[0])),
        "partition" => return Ok(parts(strings::partition(a(), other(1))?)),
        "rpartition" => return Ok(parts(strings::rpartition(a(), other(1))?)),
        "isalpha" => unary(strings::isalpha),
        "isalnum" => unary(strings::isalnum),
        "isdigit" => unary(strings::isdigit),
        "isdecimal" => unary(strings::isdecimal),
        "isnumeric" => unary(strings::isnumeric),
        "isspace" => unary(strings::isspace),
        "islower" => unary(strings::islower),
        "isupper" => unary(strings::isupper),
        "istitle" => unary(strings::istitle),
        "str_len" => unary(strings::str_len),
        "upper" => unary(strings::upper),
        "lower" => unary(strings::lower),
        "swapcase" => unary(strings::swapcase),
        "capitalize" => unary(strings::capitalize),
        "title" => unary(strings::title),
        "strip" => trim(strings::strip),
        "lstrip" => trim(strings::lstrip),
        "rstrip" => trim(strings::rstrip),
        "equal" => binary(strings::equal),
        "not_equal" => binary(strings::not_equal),
        "less" => binary(strings::less),
        "less_equal" => binary(strings::less_equal),
        "greater" => binary(strings::greater),
        "greater_equal" => binary(strings::greater_equal),
        "add" => binary(strings::add),
        "find" => search(strings::find),
        "rfind" => search(strings::rfind),
        "index" => search(strings::index),
        "rindex" => search(strings::rindex),
        "count" => search(strings::count),
        "startswith" => search(strings::startswith),
        "endswith" => search(strings::endswith),
        "center" => pad(strings::center),
        "ljust" => pad(strings::ljust),
        "rjust" => pad(strings::rjust),
        "zfill" => strings::zfill(a(), number(1)),
        "multiply" => strings::multiply(a(), number(1)),
        "expandtabs" => strings::expandtabs(a(), number(1)),
        "replace" => strings::replace(a(), other(1), other(2), number(3)),
        "slice" => strings::slice(a(), (bound(1), bound(2), bound(3))),
        "encode" => strings::encode(a(), extra[0], extra[1]),
        "decode" => strings::decode(a(), extra[0], extra[1]),
        "translate" => {
            if let [from, to, delete] = extra {
                strings::translate(a(), &Translation::maketrans(from, to, delete))
            } else {
                let shifted = std::array::from_fn(|i| if (97..122).contains(&i) { i as u8 + 1 } else { i as u8 });
                strings::translate(a(), &Translation::bytes(&shifted).delete(extra[0]))
            }
        }
        "mod" => strings::r#mod(a(), &array(&operands[1])),
        _ => panic!("no function {function}"),
    };
    Ok(spelled(&made?))
}

/// Whether a case belongs to a difference, and why that is.
type Difference = (fn(&Case<'_>) -> bool, &'static str);

/// Where the results differ from NumPy's on purpose, and why.
const DIFFERENCES: &[Difference] = &[
    (
        |case| case.refused("value") && case.empty() && case.fixed() && MEASURED.contains(&case.function),
        "NumPy takes the widest of no elements, which fails; here the width of the operand stays",
    ),
    (
        |case| {
            let parted = case.operands.iter().any(|operand| operand[0] != "T");
            case.refused("dtype") && !case.fixed() && parted && case.function.ends_with("partition")
        },
        "NumPy parts text of any length by arrays of the same only; here U and bare strings go with it everywhere",
    ),
    (
        |case| case.function.ends_with("partition") && case.operands.iter().any(is_number),
        "NumPy writes numbers as text to part text by, and fails in another way if they are to be parted; here they are refused",
    ),
    (
        |case| {
            case.refused("dtype")
                && ["center", "ljust", "rjust"].contains(&case.function)
                && case.operands[2][1] != json!(["*"])
        },
        "To NumPy a fill that is not one character is a wrong type; here it is a wrong value",
    ),
    (
        |case| {
            case.refused("value") && ["encode", "decode"].contains(&case.function) && case.extra == ["utf-8", "strict"]
        },
        "To NumPy it is a wrong value to encode bytes or decode text; here it is a wrong type",
    ),
    (
        |case| {
            case.function == "mod"
                && !case.wanted.is_string()
                && is_bytes(&case.operands[0])
                && is_number(&case.operands[1])
        },
        "NumPy writes the bytes that a number has in memory for %s in bytes; here bytes are asked for",
    ),
    (
        |case| case.function == "replace" && case.fixed() && case.operands[2] == "long one",
        "NumPy cuts a bare string to put in place to the width of the operand; here all of it is put in place",
    ),
    (
        |case| !case.fixed() && case.operands.iter().any(ends_in_zero) && ZEROS.contains(&case.function),
        "Zeros at the end of text of any length are characters; to some functions of NumPy they are not there",
    ),
    (
        |case| !case.fixed() && case.function.ends_with("strip") && case.operands.get(1).is_some_and(has_sigma),
        "NumPy looks only at part of the characters to leave out of text of any length if one is not ASCII",
    ),
];

/// Functions whose result is as wide as the widest element.
const MEASURED: &[&str] =
    &["center", "ljust", "rjust", "zfill", "multiply", "expandtabs", "replace", "partition", "rpartition"];
/// Functions of NumPy that do not see zeros at the end of `T`.
const ZEROS: &[&str] = &[
    "isalpha",
    "isalnum",
    "str_len",
    "center",
    "ljust",
    "rjust",
    "zfill",
    "slice",
    "expandtabs",
    "strip",
    "rstrip",
    "lstrip",
    "find",
    "rfind",
    "index",
    "rindex",
    "count",
    "startswith",
    "endswith",
    "replace",
];

/// Whether a text of any length among these ends in a zero.
fn ends_in_zero(operand: &Value) -> bool {
    operand[0] == "T" && words(&operand[1]).iter().any(|text| text.ends_with('\0'))
}

fn is_number(operand: &Value) -> bool {
    matches!(operand[0].as_str(), Some("i8" | "f8" | "b1"))
}

/// Whether this is a format with `%s` in bytes.
fn is_bytes(operand: &Value) -> bool {
    operand[0].as_str().is_some_and(|dtype| dtype.starts_with('S')) && words(&operand[1])[0].contains('s')
}

fn has_sigma(operand: &Value) -> bool {
    operand[0] == "T" && words(&operand[1]).iter().any(|text| text.starts_with('Σ'))
}

impl Case<'_> {
    fn refused(&self, error: &str) -> bool {
        self.wanted == error
    }

    fn empty(&self) -> bool {
        self.operands[0].get(3).is_some_and(|index| index == ":0")
    }

    fn fixed(&self) -> bool {
        self.operands.iter().all(|operand| operand[0] != "T")
    }
}

struct Case<'a> {
    function: &'a str,
    operands: &'a [Value],
    extra: Vec<&'a str>,
    wanted: &'a Value,
}

fn kind_of(error: &Error) -> Value {
    (if error.is_dtype() { "dtype" } else { "value" }).into()
}

#[test]
fn functions_of_text() {
    let (golden, mut tally) = (read("strings.json"), Tally::default());
    let mut differing = vec![0; DIFFERENCES.len()];
    for row in list(&golden) {
        let (operands, extra, wanted) = (list(&row[1]), words(&row[2]), &row[3]);
        let case = Case { function: row[0].as_str().unwrap(), operands, extra, wanted };
        let mut got = call(case.function, operands, &case.extra).unwrap_or_else(|error| kind_of(&error));
        if let (Some("S" | "U"), Some(dtype)) = (wanted[0].as_str(), got.get_mut(0)) {
            // A scalar of Python has no width.
            *dtype = dtype.as_str().unwrap()[..1].into();
        }
        if case.function == "mod" && wanted.is_string() && got.is_string() {
            // Python is of several minds about which error it is.
            got = wanted.clone();
        }
        if let Some(at) = DIFFERENCES.iter().position(|(applies, _)| applies(&case)) {
            differing[at] += usize::from(got != *wanted);
            continue;
        }
        tally.check(got.to_string(), wanted.to_string(), || format!("{} {} {:?}", case.function, row[1], case.extra));
    }
    for ((_, reason), count) in DIFFERENCES.iter().zip(differing) {
        println!("{count} differ: {reason}");
        assert!(count > 0, "nothing differs any more: {reason}");
    }
    tally.finish("functions of text", 3_800);
}
