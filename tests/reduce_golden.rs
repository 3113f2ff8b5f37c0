//! Reductions and running results, compared with NumPy's bit for bit (tests/golden/generate_reduce.py).

mod golden;

use golden::Tally;
use ndtype::{self as np, Array, Dtype, DtypeKind, Reduce, Result, ufunc};
use num_complex::Complex;

/// The generator's random numbers.
fn numbers() -> impl Iterator<Item = u64> {
    let mut x = 88172645463325252u64;
    std::iter::repeat_with(move || {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        x >> 33
    })
}

fn data(dtype: &Dtype, kind: &str, count: usize) -> Array {
    let r: Vec<u64> = numbers().take(2 * count).collect();
    let float = |x: u64| (x as f64 - 2f64.powi(30)) / 2f64.powi(27);
    let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0];
    let value = |x: u64| match kind {
        "near" => 1.0 + ((x % 64) as f64 - 32.0) / 1024.0,
        "wild" if x % 7 == 3 => special[(x % 5) as usize],
        _ => float(x),
    };
    let made = match (dtype.kind(), kind) {
        (DtypeKind::Bool, _) => Array::from_vec(r[..count].iter().map(|x| x & 1 == 1).collect()),
        (DtypeKind::Unsigned, "near") => Array::from_vec(r[..count].iter().map(|&x| value(x) as u64).collect()),
        (DtypeKind::Unsigned, "small") => Array::from_vec(r[..count].iter().map(|x| x % 41).collect()),
        (DtypeKind::Unsigned, _) => {
            Array::from_vec(r[..count].iter().map(|&x| x.wrapping_mul(4294967291).wrapping_add(x)).collect())
        }
        (DtypeKind::Integer, "small") => Array::from_vec(r[..count].iter().map(|x| (x % 41) as i64 - 20).collect()),
        (DtypeKind::Integer, "wild") => {
            Array::from_vec(r[..count].iter().map(|&x| x.wrapping_mul(4294967291).wrapping_add(x) as i64).collect())
        }
        (DtypeKind::Complex, _) => {
            let pairs = r[..count].iter().zip(&r[count..]);
            Array::from_vec(pairs.map(|(&re, &im)| Complex::new(value(re), value(im))).collect())
        }
        _ => Array::from_vec(r[..count].iter().map(|&x| value(x)).collect()),
    };
    made.and_then(|a| a.astype(dtype.clone())).unwrap()
}

fn array(dtype: &Dtype, kind: &str, layout: &str) -> Array {
    let make = |shape: &[isize]| {
        let count = shape.iter().product::<isize>() as usize;
        data(dtype, kind, count).reshape(shape).unwrap()
    };
    let changed = match layout {
        "c5" => Ok(make(&[5])),
        "c1" => Ok(make(&[1])),
        "e" => Ok(make(&[0])),
        "s" => Ok(make(&[])),
        "c34" => Ok(make(&[3, 4])),
        "t34" => Ok(make(&[4, 3]).t()),
        "c234" => Ok(make(&[2, 3, 4])),
        "p234" => make(&[4, 2, 3]).transpose(&[1, 2, 0]),
        "step" => make(&[6, 8]).get("::2, ::2"),
        "back" => make(&[3, 4]).get("::-1, ::-1"),
        "bcast" => np::broadcast_to(&make(&[1, 4]), [3, 4]),
        "e03" => Ok(make(&[0, 3])),
        "swap" => make(&[3, 4]).astype(dtype.newbyteorder(np::ByteOrder::Big)),
        "n300" => Ok(make(&[300])),
        "n20000" => Ok(make(&[20000])),
        "n40x300" => Ok(make(&[40, 300])),
        other => panic!("no layout {other}"),
    };
    changed.unwrap()
}

fn mask_for(shape: &[usize]) -> Array {
    let count = shape.iter().product();
    let mask = numbers().take(count).map(|x| x % 3 != 0).collect();
    Array::from_shape_vec(shape, mask).unwrap()
}

/// The options of a case.
fn spec<'a>(text: &str, mask: &'a Array) -> Result<Reduce<'a>> {
    let items: Vec<(&str, &str)> = text.split(';').filter_map(|item| item.split_once(':')).collect();
    let mut spec = match items.iter().find(|(key, _)| *key == "axis") {
        Some((_, axes)) => Reduce::from(axes.split(',').map(|axis| axis.parse().unwrap()).collect::<Vec<isize>>()),
        None => Reduce::all(),
    };
    for (key, value) in items {
        spec = match key {
            "axis" => spec,
            "keepdims" => spec.keepdims(true),
            "initial" => spec.initial(value.parse::<i64>().unwrap()),
            "where" => spec.r#where(mask),
            "dtype" => spec.dtype(value)?,
            "ddof" => spec.ddof(value.parse().unwrap()),
            other => panic!("no option {other}"),
        };
    }
    Ok(spec)
}

fn call(function: &str, a: &Array, spec: Reduce<'_>) -> Result<Array> {
    let reduce = |name: &str, spec| ufunc::get(name).unwrap().reduce(a, spec);
    match function {
        "sum" => a.sum(spec),
        "prod" => a.prod(spec),
        "min" => a.min(spec),
        "max" => a.max(spec),
        "any" => a.any(spec),
        "all" => a.all(spec),
        "mean" => a.mean(spec),
        "std" => a.std(spec),
        "var" => a.var(spec),
        "ptp" => a.ptp(spec),
        "median" => np::median(a, spec),
        "argmin" => a.argmin(spec),
        "argmax" => a.argmax(spec),
        "count_nonzero" => np::count_nonzero_along(a, spec),
        "cumsum" => a.cumsum(spec),
        "cumprod" => a.cumprod(spec),
        "nansum" => np::nansum(a, spec),
        "nanprod" => np::nanprod(a, spec),
        "nanmin" => np::nanmin(a, spec),
        "nanmax" => np::nanmax(a, spec),
        "nanmean" => np::nanmean(a, spec),
        "nanvar" => np::nanvar(a, spec),
        "nanstd" => np::nanstd(a, spec),
        "nanmedian" => np::nanmedian(a, spec),
        "nanargmin" => np::nanargmin(a, spec),
        "nanargmax" => np::nanargmax(a, spec),
        "nancumsum" => np::nancumsum(a, spec),
        "nancumprod" => np::nancumprod(a, spec),
        "maximum_accumulate" => ufunc::MAXIMUM.accumulate(a, spec),
        "subtract_accumulate" => ufunc::SUBTRACT.accumulate(a, spec),
        "add_reduceat" => ufunc::ADD.reduceat(a, &[0, 2, 1], spec),
        "maximum_reduceat" => ufunc::MAXIMUM.reduceat(a, &[1, 0, 2], spec),
        name => reduce(name, spec),
    }
}

/// Extremes, of which either zero will do.
const ZEROS: [&str; 10] =
    ["min", "max", "median", "nanmin", "nanmax", "nanmedian", "fmax", "maximum_accumulate", "maximum_reduceat", "ptp"];

/// The result as the golden file has it.
fn stored(result: &Array, function: &str, near: bool) -> String {
    let mut native = result.astype(result.dtype().newbyteorder(np::ByteOrder::Native)).unwrap();
    if ZEROS.contains(&function) && native.dtype().kind() == DtypeKind::Float {
        native += 0.0;
    }
    let shape: Vec<String> = native.shape().iter().map(ToString::to_string).collect();
    let code = native.dtype().str();
    let mut bytes = native.tobytes().unwrap();
    let size = match native.dtype() {
        Dtype::Float16 => 2,
        Dtype::Float32 | Dtype::Complex64 => 4,
        Dtype::Float64 | Dtype::Complex128 => 8,
        _ => 0,
    };
    if size > 0 {
        for part in bytes.chunks_exact_mut(size) {
            let (nan, quiet): (bool, &[u8]) = match size {
                2 => (half::f16::from_le_bytes([part[0], part[1]]).is_nan(), &[0, 0x7e]),
                4 => (f32::from_le_bytes(part.try_into().unwrap()).is_nan(), &[0, 0, 0xc0, 0x7f]),
                _ => (f64::from_le_bytes(part.try_into().unwrap()).is_nan(), &[0, 0, 0, 0, 0, 0, 0xf8, 0x7f]),
            };
            if nan {
                part.copy_from_slice(quiet);
            }
        }
    }
    let content: String = if bytes.len() <= 32 || near {
        bytes.iter().fold(String::new(), |text, b| text + &format!("{b:02x}"))
    } else {
        let digest = bytes.iter().fold(0xcbf29ce484222325u64, |d, &b| (d ^ u64::from(b)).wrapping_mul(0x100000001b3));
        format!("#{digest:x}")
    };
    let near = if near { "~" } else { "" };
    format!("{}({}){near}{content}", &code[1..], shape.join(","))
}

/// Whether two results are the same up to the rounding of the additions that they are made of.
fn is_close(got: &str, want: &str) -> bool {
    let (Some((a, x)), Some((b, y))) = (got.split_once('~'), want.split_once('~')) else { return false };
    let size: usize = match &a[..a.find('(').unwrap_or(0)] {
        "f2" => 2,
        "f4" | "c8" => 4,
        _ => 8,
    };
    let numbers = |text: &str| -> Vec<f64> {
        let bytes: Vec<u8> =
            (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..][..2], 16).unwrap()).collect();
        let number = |part: &[u8]| match size {
            2 => half::f16::from_le_bytes(part.try_into().unwrap()).to_f64(),
            4 => f32::from_le_bytes(part.try_into().unwrap()).into(),
            _ => f64::from_le_bytes(part.try_into().unwrap()),
        };
        bytes.chunks_exact(size).map(number).collect()
    };
    let epsilon = match size {
        2 => 2f64.powi(-10),
        4 => 2f64.powi(-23),
        _ => 2f64.powi(-52),
    };
    let close = |(x, y): (&f64, &f64)| {
        x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= 16.0 * epsilon * y.abs().max(16.0)
    };
    let (x, y) = (numbers(x), numbers(y));
    a == b && x.len() == y.len() && x.iter().zip(&y).all(close)
}

#[test]
fn reductions_are_numpys() {
    let path = format!("{}/tests/golden/reduce.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let (mut tally, mut near, mut errors) = (Tally::default(), Tally::default(), Tally::default());
    let mut case: Vec<String> = Vec::new();
    let mut a = Array::zeros([0], "f8").unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let number = |text: &str| usize::from_str_radix(text, 36).unwrap();
    let mut results: Vec<&str> = Vec::new();
    for line in lines {
        if let Some(header) = line.strip_prefix('@') {
            results.clear();
            case = header.split(' ').map(str::to_owned).collect();
            a = array(&case[1].parse().unwrap(), &case[2], &case[3]);
            continue;
        }
        let (options, want) = line.split_once(' ').unwrap();
        let options = names[number(options)];
        let want = want.strip_prefix('=').map_or(want, |again| results[number(again)]);
        results.push(want);
        let mask = mask_for(a.shape());
        let got = spec(options, &mask).and_then(|spec| call(&case[0], &a, spec));
        let what = || format!("{} {options}", case.join(" "));
        match (got, want.starts_with('!')) {
            (Ok(result), false) if want.contains('~') => {
                let got = stored(&result, &case[0], true);
                let agreed = if is_close(&got, want) { want.to_owned() } else { got };
                near.check(agreed, want.to_owned(), what);
            }
            (Ok(result), false) => tally.check(stored(&result, &case[0], false), want.to_owned(), what),
            (Err(error), false) => tally.check(error.to_string(), want.to_owned(), what),
            (got, true) => errors.check(got.is_err(), true, what),
        }
    }
    near.finish("reductions in another order", 3_000);
    tally.finish("reductions", 25_000);
    errors.finish("errors of reductions", 1_500);
}
