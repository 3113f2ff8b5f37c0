//! Ufuncs on numbers, compared with NumPy: the dtypes of all results, and the results for edge values and random ones, in
//! every layout that has a loop of its own.

use std::collections::BTreeMap;

use ndtype::{self as np, Array, Dtype, DtypeKind, Index, Operand};

mod golden;
use golden::Tally;

/// The free function of a ufunc with one input.
fn unary(name: &str, a: &Array) -> np::Result<Vec<Array>> {
    macro_rules! find {
        ($($function:ident)*) => {
            match name {
                $(stringify!($function) => np::$function(a).map(|out| vec![out]),)*
                "frexp" => np::frexp(a).map(|(a, b)| vec![a, b]),
                "modf" => np::modf(a).map(|(a, b)| vec![a, b]),
                _ => panic!("no function {name}"),
            }
        };
    }
    find!(negative positive absolute fabs sign square reciprocal sqrt conjugate logical_not invert bitwise_count signbit
        spacing rint floor ceil trunc isfinite isnan isinf exp exp2 expm1 log log2 log10 log1p cbrt sin cos tan arcsin arccos
        arctan sinh cosh tanh arcsinh arccosh arctanh degrees radians rad2deg deg2rad)
}

/// The free function of a ufunc with two inputs; of clip, the second one twice.
fn binary<'a>(name: &str, a: Operand<'a>, b: Operand<'a>, c: Operand<'a>) -> np::Result<Vec<Array>> {
    macro_rules! find {
        ($($function:ident)*) => {
            match name {
                $(stringify!($function) => np::$function(a, b).map(|out| vec![out]),)*
                "divmod" => np::divmod(a, b).map(|(a, b)| vec![a, b]),
                "clip" => np::clip(a, b, c).map(|out| vec![out]),
                _ => panic!("no function {name}"),
            }
        };
    }
    find!(add subtract multiply divide floor_divide remainder fmod power equal not_equal less less_equal greater
        greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm
        maximum minimum fmax fmin copysign nextafter heaviside ldexp float_power hypot arctan2 logaddexp logaddexp2)
}

/// The dtypes of the results, as the golden files spell them, or `-`.
fn spelled(result: np::Result<Vec<Array>>) -> String {
    let spell = |a: &Array| {
        let dtype = a.dtype();
        if ML.contains(&dtype.name().as_str()) { dtype.name() } else { dtype.str()[1..].to_owned() }
    };
    result.map_or_else(|_| "-".to_owned(), |out| out.iter().map(spell).collect::<Vec<_>>().join(","))
}

#[test]
fn dtypes_of_results() {
    let golden = golden::read("ufunc_types.json");
    let mut tally = Tally::default();
    let names: Vec<&str> = golden["operands"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
    let arrays: BTreeMap<&str, Array> =
        golden["dtypes"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).map(|n| (n, ones(n))).collect();
    let operand = |name: &str| match name {
        "int" => Operand::from(1),
        "float" => Operand::from(1.5),
        "complex" => Operand::from(num_complex::Complex::new(0.0, 1.5)),
        _ => Operand::from(&arrays[name]),
    };
    for (name, row) in golden["unary"].as_object().unwrap() {
        for (dtype, want) in names.iter().zip(row.as_str().unwrap().split(' ')) {
            // ml_dtypes has these under their other names only, so that NumPy does them in float32.
            let kept = matches!(name.as_str(), "degrees" | "radians") && ML.contains(dtype);
            let want = if kept { dtype } else { want };
            tally.check(spelled(unary(name, &arrays[dtype])), want.to_owned(), || format!("{name}({dtype})"));
        }
    }
    let row = |a: &str, rows: &serde_json::Value| -> BTreeMap<&str, String> {
        let at = names.iter().position(|name| *name == a).unwrap();
        names.iter().copied().zip(rows[at].as_str().unwrap().split(' ').map(str::to_owned)).collect()
    };
    let maximum: BTreeMap<&str, _> = names.iter().map(|a| (*a, row(a, &golden["binary"]["maximum"]))).collect();
    let mut kept = 0;
    for (name, rows) in golden["binary"].as_object().unwrap() {
        for (a, row) in names.iter().zip(rows.as_array().unwrap()) {
            for (b, want) in names.iter().zip(row.as_str().unwrap().split(' ')) {
                let mut want = want.to_owned();
                // ml_dtypes has no clip, so that NumPy does it in float32; here the type is kept, as by maximum.
                if name == "clip" && want == "f4" {
                    kept += usize::from(maximum[*a][b] != want);
                    want.clone_from(&maximum[*a][b]);
                }
                let got = spelled(binary(name, operand(a), operand(b), operand(b)));
                tally.check(got, want, || format!("{name}({a}, {b})"));
            }
        }
    }
    assert_eq!(kept, 27, "clips that keep a type of ml_dtypes");
    tally.finish("dtypes of results", 13_000);
}

fn ones(dtype: &str) -> Array {
    Array::full([2], 1, dtype).unwrap()
}

/// The bytes of a text in base64.
fn base64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|&c| c != b'=').map(digit).collect();
    let mut bytes = Vec::new();
    for group in digits.chunks(4) {
        let word = group.iter().fold(0u32, |word, &d| word << 6 | u32::from(d)) << (6 * (4 - group.len()));
        bytes.extend(&word.to_be_bytes()[1..group.len()]);
    }
    bytes
}

fn array(bytes: &[u8], dtype: &str) -> Array {
    np::frombuffer(bytes.to_vec(), dtype, 0, None).unwrap()
}

/// How an operand lies in memory.
const LAYOUTS: [&str; 6] = ["contiguous", "every other", "backwards", "swapped", "unaligned", "column"];

fn laid_out(a: &Array, layout: &str) -> Array {
    let n = a.size() as isize;
    let every_other = |step: isize| {
        let mut wide = Array::zeros([2 * a.size()], a.dtype()).unwrap();
        let index = || Index::slice(if step < 0 { Some(2 * n - 1) } else { Some(0) }, None, Some(step));
        wide.set([index()].to_vec(), a).unwrap();
        wide.get([index()].to_vec()).unwrap()
    };
    match layout {
        "contiguous" => a.clone(),
        "every other" => every_other(2),
        "backwards" => every_other(-2),
        "swapped" => a.astype(a.dtype().swapped()).unwrap(),
        "unaligned" => {
            let record = Dtype::structured([("pad", Dtype::UInt8), ("x", a.dtype().clone())]).unwrap();
            let mut records = Array::zeros([a.size()], record).unwrap();
            records.set("'x'", a).unwrap();
            records.field("x").unwrap()
        }
        "column" => {
            let mut table = Array::zeros([a.size(), 3], a.dtype()).unwrap();
            table.set(np::idx![.., 1], a).unwrap();
            table.get(np::idx![.., 1]).unwrap()
        }
        _ => unreachable!("{layout}"),
    }
}

/// The bits of a result, element by element, NaNs all alike: they keep only their sign, and that only where NumPy says what
/// it is.
fn bits(a: &Array, keep_sign: bool) -> Vec<u128> {
    let parts = if a.dtype().kind() == DtypeKind::Complex { 2 } else { 1 };
    let size = a.itemsize() / parts;
    let (exponent, mantissa): (u64, u64) = match a.dtype() {
        Dtype::Float16 => (0x7c00, 0x3ff),
        Dtype::BFloat16 => (0x7f80, 0x7f),
        Dtype::Float32 | Dtype::Complex64 => (0x7f80_0000, 0x7f_ffff),
        Dtype::Float64 | Dtype::Complex128 => (0x7ff << 52, (1 << 52) - 1),
        Dtype::Float8E4M3Fn => (0x7e, 1),
        Dtype::Float8E5M2 => (0x7c, 3),
        _ => (u64::MAX, 0),
    };
    let one = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..size].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        if bits & exponent == exponent && bits & mantissa != 0 {
            let sign = bits & !(exponent | mantissa);
            exponent | mantissa | if keep_sign { sign } else { 0 }
        } else {
            bits
        }
    };
    let bytes = a.tobytes().unwrap();
    bytes.chunks(a.itemsize()).map(|x| x.chunks(size).fold(0, |all, part| all << 64 | u128::from(one(part)))).collect()
}

/// Ufuncs on the sign bit alone, which NaN has too.
const OF_SIGNS: [&str; 5] = ["negative", "positive", "absolute", "fabs", "copysign"];

/// The dtypes of ml_dtypes that NumPy takes for floats of its own.
const ML: [&str; 3] = ["bfloat16", "float8_e4m3fn", "float8_e5m2"];

/// A case of the golden file.
struct Case<'a> {
    name: &'a str,
    dtype: &'a str,
    inputs: Vec<Array>,
    results: Vec<Array>,
    /// How many edge values there are: the first of a pair changes after so many elements.
    edges: usize,
}

fn cases(mut visit: impl FnMut(&Case<'_>)) {
    let golden = golden::read("ufunc_values.json");
    let numbers = |value: &serde_json::Value, dtype: &str| array(&base64(value.as_str().unwrap()), dtype);
    let exponents: Vec<i32> =
        golden["exponents"].as_array().unwrap().iter().map(|e| e.as_i64().unwrap() as i32).collect();
    for (name, by_dtype) in golden["ufuncs"].as_object().unwrap() {
        for (dtype, results) in by_dtype.as_object().unwrap() {
            let values = &golden["dtypes"][dtype];
            let edges = numbers(&values["edges"], dtype);
            let [first, second] = [0, 1].map(|i| numbers(&values["random"][i], dtype));
            let n = edges.size();
            let function = np::ufunc::get(name).unwrap_or_else(|| panic!("no ufunc {name}"));
            let inputs = if function.nin() == 1 {
                vec![np::concatenate(&[&edges, &first], 0).unwrap()]
            } else {
                let slow = np::repeat(&edges, n as i64, 0).unwrap();
                let fast = np::tile(&edges, [n]).unwrap();
                let a = np::concatenate(&[&slow, &first], 0).unwrap();
                let mut b = np::concatenate(&[&fast, &second], 0).unwrap();
                let count = b.size();
                if name == "ldexp" {
                    b = (0..count).map(|i| exponents[i % exponents.len()]).collect();
                } else if name == "power" && b.dtype().kind() == DtypeKind::Integer {
                    let other = np::invert(&b).unwrap();
                    b = np::maximum(&b, &other).unwrap();
                }
                let mut inputs = vec![a, b];
                if name == "clip" {
                    inputs.push(inputs[1].get(np::idx![..; -1]).unwrap().copy().unwrap());
                }
                inputs
            };
            let count = inputs[0].size();
            let result = |entry: &serde_json::Value| {
                let (dtype, bytes) = (entry[0].as_str().unwrap(), base64(entry[1].as_str().unwrap()));
                if dtype == "b1" {
                    (0..count).map(|i| bytes[i / 8] >> (7 - i % 8) & 1 == 1).collect()
                } else {
                    array(&bytes, dtype)
                }
            };
            let results = results.as_array().unwrap().iter().map(result).collect();
            visit(&Case { name, dtype, inputs, results, edges: n });
        }
    }
}

/// Ufuncs of which NumPy leaves the sign of a zero to the type and the machine: the larger and the smaller of two zeros.
const OF_ZEROS: [&str; 5] = ["maximum", "minimum", "fmax", "fmin", "clip"];

/// Whether both are zeros, of either sign.
fn are_zeros(got: u128, want: u128, size: usize) -> bool {
    let sign = 1u128 << (8 * size - 1);
    got | sign == sign && want | sign == sign
}

#[test]
fn values_of_results() {
    let mut tally = Tally::default();
    let (mut runs, mut zeros, mut signs) = (0, 0, 0);
    cases(|case| {
        let Case { name, dtype, inputs, results, edges } = case;
        let keep = OF_SIGNS.contains(name);
        let mut check = |got: np::Result<Vec<Array>>, (from, to, step): (isize, isize, isize), what: &str| {
            runs += 1;
            let got = got.unwrap_or_else(|e| panic!("{name} {dtype} {what}: {e}"));
            for (got, all) in got.iter().zip(results) {
                let want = all.get([Index::slice(Some(from), Some(to), Some(step))].to_vec()).unwrap();
                tally.check(got.shape(), want.shape(), || format!("shape of {name} {dtype} {what}"));
                tally.check(got.dtype(), want.dtype(), || format!("dtype of {name} {dtype} {what}"));
                for (i, (g, w)) in bits(got, keep).into_iter().zip(bits(&want, keep)).enumerate() {
                    if g != w && are_zeros(g, w, got.itemsize()) {
                        if OF_ZEROS.contains(name) {
                            zeros += 1;
                            continue;
                        }
                        // ml_dtypes keeps the sign of zero, NumPy does not.
                        if *name == "sign" && ML.contains(dtype) {
                            signs += 1;
                            continue;
                        }
                    }
                    tally.check(g, w, || {
                        let at = [from + step * i as isize];
                        let shown: Vec<_> = inputs.iter().map(|a| a.get_scalar(&at).unwrap()).collect();
                        format!("{name} {dtype} {what} {shown:?}")
                    });
                }
            }
        };
        let call = |inputs: &[Array]| match inputs {
            [a] => unary(name, a),
            [a, b] => binary(name, a.into(), b.into(), b.into()),
            [a, b, c] => binary(name, a.into(), b.into(), c.into()),
            _ => unreachable!(),
        };
        for layout in LAYOUTS {
            let inputs: Vec<Array> = inputs.iter().map(|a| laid_out(a, layout)).collect();
            check(call(&inputs), (0, inputs[0].size() as isize, 1), layout);
        }
        if let [a, b] = &inputs[..]
            && *name != "ldexp"
        {
            // One operand is a single number: rows and columns of the pairs of edge values.
            let n = *edges as isize;
            let slice = |x: &Array, start: isize, end: isize, step: isize| {
                x.get([Index::slice(Some(start), Some(end), Some(step))].to_vec()).unwrap().copy().unwrap()
            };
            for i in 0..n {
                let (one, row) = (a.get(np::idx![i * n]).unwrap(), slice(b, i * n, i * n + n, 1));
                let got = binary(name, (&one).into(), (&row).into(), (&row).into());
                check(got, (i * n, i * n + n, 1), "scalar left");
                let (one, column) = (b.get(np::idx![i]).unwrap(), slice(a, i, n * n, n));
                let got = binary(name, (&column).into(), (&one).into(), (&one).into());
                check(got, (i, n * n, n), "scalar right");
            }
        }
    });
    println!("{runs} runs; zeros of another sign: {zeros} and {signs}");
    assert_eq!((zeros, signs), (210, 18), "zeros of another sign");
    tally.finish("results", 500_000);
}

#[test]
fn rounding_to_decimals() {
    let golden = golden::read("ufunc_values.json");
    let mut tally = Tally::default();
    for (dtype, entry) in golden["round"].as_object().unwrap() {
        let values = array(&base64(entry["values"].as_str().unwrap()), dtype);
        for (decimals, want) in entry["rounded"].as_object().unwrap() {
            let want = array(&base64(want.as_str().unwrap()), dtype);
            let got = np::round(&values, decimals.parse().unwrap()).unwrap();
            for (i, (g, w)) in bits(&got, false).into_iter().zip(bits(&want, false)).enumerate() {
                let at = [i as isize];
                tally.check(g, w, || format!("round {dtype} {:?} to {decimals}", values.get_scalar(&at).unwrap()));
            }
        }
    }
    tally.finish("rounding", 1_500);
}

/// Every code of the floats of at most eight bits.
#[test]
fn neighbours_of_small_floats() {
    let golden = golden::read("ufunc_values.json");
    let mut tally = Tally::default();
    for (dtype, entry) in golden["neighbours"].as_object().unwrap() {
        let info = np::finfo(dtype.as_str()).unwrap();
        let want = |key: &str| base64(entry[key].as_str().unwrap());
        let codes: Vec<u8> = (0..want("up").len()).map(|code| code as u8).collect();
        let codes = array(&codes, dtype);
        let limit = |x: f64| Array::full([], x, dtype.as_str()).unwrap();
        let results = [
            ("spacing", np::spacing(&codes)),
            ("up", np::nextafter(&codes, limit(info.max))),
            ("down", np::nextafter(&codes, limit(info.min))),
        ];
        for (key, got) in results {
            let (got, want) = (got.unwrap().astype("f4").unwrap(), array(&want(key), dtype).astype("f4").unwrap());
            for (code, (g, w)) in bits(&got, false).into_iter().zip(bits(&want, false)).enumerate() {
                tally.check(g, w, || format!("{key} {dtype} {code:#x}"));
            }
        }
    }
    tally.finish("neighbours", 6_500);
}
