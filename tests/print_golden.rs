//! Printing, against what NumPy prints: `tests/golden/generate_print.py`; if `NDTYPE_PYTHON` names a Python with NumPy, of other
//! arrays on the spot as well.

mod golden;

use golden::{Tally, hex_float, read};
use ndtype::{
    self as np, Array, ArrayView, Dtype, FloatFormatOptions, FloatMode, Object, PrintOptions, Scalar, Sign, Text,
    TrimZeros,
};
use num_complex::Complex;
use serde_json::Value;

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn sizes(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn object(value: &Value) -> Object {
    let Some(tagged) = value.as_array() else { return Object::NONE };
    match (text(&tagged[0]), &tagged[1]) {
        ("bool", value) => Object::new(value.as_bool().unwrap()),
        ("int", value) => Object::new(text(value).parse::<i128>().unwrap()),
        ("float", value) => Object::new(hex_float(text(value))),
        ("complex", value) => Object::complex(Complex::new(hex_float(text(value)), hex_float(text(&tagged[2])))),
        (_, value) => Object::new(text(value).to_owned()),
    }
}

fn array(dtype: &str, shape: &[usize], data: &Value) -> Array {
    let dtype: Dtype = dtype.parse().unwrap_or_else(|e| panic!("{dtype}: {e}"));
    match (&dtype, data.as_array()) {
        (Dtype::Object, Some(values)) => {
            Array::from_shape_vec(shape, values.iter().map(object).collect::<Vec<Object>>()).unwrap()
        }
        (_, Some(values)) => {
            Array::from_shape_vec(shape, values.iter().map(|v| Text::from(text(v))).collect::<Vec<Text>>()).unwrap()
        }
        _ => ArrayView::from_bytes(&bytes(text(data)), shape, dtype).unwrap().copy().unwrap(),
    }
}

fn options(value: &Value) -> PrintOptions {
    let mut options = PrintOptions::new();
    let Some(given) = value.as_object() else { return options };
    for (key, value) in given {
        let number = value.as_u64().unwrap_or_default() as usize;
        options = match key.as_str() {
            "precision" => options.precision(number),
            "threshold" => options.threshold(number),
            "edgeitems" => options.edge_items(number),
            "linewidth" | "max_line_width" => options.line_width(number),
            "suppress" => options.suppress(value.as_bool().unwrap()),
            "nanstr" => options.nan(text(value)),
            "infstr" => options.inf(text(value)),
            "separator" => options.separator(text(value)),
            "prefix" => options.prefix(text(value)),
            "suffix" => options.suffix(text(value)),
            "sign" => options.sign(match text(value) {
                "+" => Sign::Plus,
                " " => Sign::Space,
                _ => Sign::Minus,
            }),
            "floatmode" => options.float_mode(match text(value) {
                "fixed" => FloatMode::Fixed,
                "unique" => FloatMode::Unique,
                "maxprec" => FloatMode::MaxPrec,
                _ => FloatMode::MaxPrecEqual,
            }),
            other => panic!("{other}"),
        };
    }
    options
}

/// The str that the generator left out since it follows from the repr: see `shortened` there.
fn expected_str(row: &Value) -> String {
    if let Some(text) = row[4].as_str() {
        return text.to_owned();
    }
    let full = text(&row[5]);
    let inside = &full["array(".len()..full.rfind(']').map_or(0, |at| at + 1)];
    inside.replace(',', "").replace("\n      ", "\n")
}

fn check(tally: &mut Tally, array: &Array, row: &Value) {
    let options = options(&row[3]);
    let what = || format!("{} {} {}", row[0], row[1], row[3]);
    tally.check(array.display_with(&options).to_string(), expected_str(row), what);
    tally.check(format!("{:?}", array.display_with(&options)), text(&row[5]).to_owned(), what);
    if row[3] == 0 {
        tally.check(array.to_string(), expected_str(row), what);
        tally.check(np::array_repr(array, &options), text(&row[5]).to_owned(), what);
    }
}

#[test]
fn numpy_at_hand() {
    let Some(text) = golden::made_now("generate_print.py") else { return };
    let file = serde_json::from_str(&text).unwrap();
    check_arrays(&file);
    check_scalars(&file);
}

#[test]
fn arrays_print_as_numpy_prints_them() {
    check_arrays(&read("print.json"));
}

fn check_arrays(file: &Value) {
    let mut tally = Tally::default();
    for row in file["arrays"].as_array().unwrap() {
        check(&mut tally, &array(text(&row[0]), &sizes(&row[1]), &row[2]), row);
    }
    tally.finish("arrays", 6400);
}

#[test]
fn summaries_and_long_lines() {
    let file = read("print.json");
    let mut tally = Tally::default();
    for row in file["recipes"].as_array().unwrap() {
        let (dtype, shape) = (text(&row[0]), sizes(&row[1]));
        let recipe: Vec<f64> = row[2].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
        let count: usize = shape.iter().product();
        let (step, start, modulus) = (recipe[0] as i64, recipe[1] as i64, recipe[2] as i64);
        let value = |i: usize| (i as i64 * step + start).rem_euclid(modulus) as f64 / recipe[3];
        let values: Vec<f64> = (0..count).map(value).collect();
        check(&mut tally, &Array::from_shape_vec(&shape, values).unwrap().astype(dtype).unwrap(), row);
    }
    tally.finish("summaries", 400);
}

#[test]
fn array2string_joins_as_numpy_does() {
    let file = read("print.json");
    let mut tally = Tally::default();
    for row in file["joined"].as_array().unwrap() {
        let array = array(text(&row[0]), &sizes(&row[1]), &row[2]);
        let what = || format!("{} {} {}", row[0], row[1], row[3]);
        tally.check(np::array2string(&array, &options(&row[3])), text(&row[4]).to_owned(), what);
    }
    tally.finish("array2string", 120);
}

#[test]
fn scalars_print_as_numpy_prints_them() {
    check_scalars(&read("print.json"));
}

fn check_scalars(file: &Value) {
    let mut tally = Tally::default();
    for row in file["scalars"].as_array().unwrap() {
        let scalar: Scalar = array(text(&row[0]), &[], &row[1]).get_scalar(&[]).unwrap();
        tally.check(scalar.to_string(), text(&row[2]).to_owned(), || format!("str {row}"));
        tally.check(format!("{scalar:?}"), text(&row[3]).to_owned(), || format!("repr {row}"));
    }
    tally.finish("scalars", 1500);
}

#[test]
fn floats_print_with_numpys_options() {
    let file = read("print.json");
    let mut tally = Tally::default();
    for row in file["formatted"].as_array().unwrap() {
        let scalar = array(text(&row[1]), &[], &row[2]).get_scalar(&[]).unwrap();
        let mut options = FloatFormatOptions::new();
        for (key, value) in row[3].as_object().unwrap() {
            let number = value.as_u64().unwrap_or_default() as usize;
            options = match key.as_str() {
                "precision" => options.precision(number),
                "min_digits" => options.min_digits(number),
                "pad_left" => options.pad_left(number),
                "pad_right" => options.pad_right(number),
                "exp_digits" => options.exp_digits(number),
                "unique" => options.unique(value.as_bool().unwrap()),
                "fractional" => options.fractional(value.as_bool().unwrap()),
                "sign" => options.sign(value.as_bool().unwrap()),
                "trim" => options.trim(match text(value) {
                    "." => TrimZeros::KeepPoint,
                    "0" => TrimZeros::KeepOne,
                    "-" => TrimZeros::All,
                    _ => TrimZeros::Keep,
                }),
                other => panic!("{other}"),
            };
        }
        let got = match text(&row[0]) {
            "s" => np::format_float_scientific(scalar.clone(), &options),
            _ => np::format_float_positional(scalar.clone(), &options),
        };
        tally.check(got.unwrap(), text(&row[4]).to_owned(), || format!("{scalar} {row}"));
    }
    tally.finish("floats", 1600);
}
