//! Arithmetic of objects against Python's: a golden file made by `tests/golden/generate_objects.py`, which says what is in it.

mod golden;

use golden::{hex_float, read};
use ndtype::{Array, Datetime64, Object, ObjectArithmetic, ObjectOp, Scalar, Text, TimeUnit, array};
use num_complex::Complex;
use serde_json::Value;

const OPS: [(&str, ObjectOp); 12] = [
    ("Add", ObjectOp::Add),
    ("Subtract", ObjectOp::Subtract),
    ("Multiply", ObjectOp::Multiply),
    ("Divide", ObjectOp::Divide),
    ("FloorDivide", ObjectOp::FloorDivide),
    ("Remainder", ObjectOp::Remainder),
    ("Power", ObjectOp::Power),
    ("And", ObjectOp::And),
    ("Or", ObjectOp::Or),
    ("Xor", ObjectOp::Xor),
    ("ShiftLeft", ObjectOp::ShiftLeft),
    ("ShiftRight", ObjectOp::ShiftRight),
];

/// An object as the file has it, of the types that results have.
fn object(value: &Value) -> Option<Object> {
    let float = |value: &Value| hex_float(value.as_str().unwrap());
    let (tag, value) = value.as_object()?.iter().next().unwrap();
    Some(match tag.as_str() {
        "b" => Object::new(value.as_bool().unwrap()),
        "i" => {
            let integer: i128 = value.as_str().unwrap().parse().unwrap();
            i64::try_from(integer).map_or_else(|_| Object::new(integer), Object::new)
        }
        "f" => Object::new(float(value)),
        "c" => Object::complex(Complex::new(float(&value[0]), float(&value[1]))),
        _ => Object::new(value.as_str().unwrap().to_owned()),
    })
}

/// The same type and the same bits; NaN is NaN. Powers go through the machine's own functions, which may differ in the last
/// digits.
fn same(a: &Object, b: &Object, rough: bool) -> bool {
    let floats = |x: f64, y: f64| {
        x.to_bits() == y.to_bits()
            || (x.is_nan() && y.is_nan())
            || (rough && (x - y).abs() <= 1e-13 * x.abs().max(y.abs()))
    };
    if let (Some(&x), Some(&y)) = (a.downcast_ref::<f64>(), b.downcast_ref::<f64>()) {
        return floats(x, y);
    }
    if let (Some(x), Some(y)) = (a.downcast_ref::<Complex<f64>>(), b.downcast_ref::<Complex<f64>>()) {
        let size = x.norm().max(y.norm());
        return (floats(x.re, y.re) && floats(x.im, y.im)) || (rough && (x - y).norm() <= 1e-13 * size);
    }
    a == b
}

fn agree(got: Option<&Object>, want: Option<&Object>, rough: bool) -> bool {
    match (got, want) {
        (Some(got), Some(want)) => same(got, want, rough),
        (None, None) => true,
        _ => false,
    }
}

#[test]
fn python_agrees() {
    let golden = read("objects.json");
    let values: Vec<Object> = golden["values"].as_array().unwrap().iter().map(|v| object(v).unwrap()).collect();
    let at = |row: &Value, i: usize| &values[row[i].as_u64().unwrap() as usize];
    let (mut compared, mut results, mut wrong) = (0, 0, Vec::new());
    for (name, op) in OPS {
        for row in golden["binary"][name].as_array().unwrap() {
            let (a, b, want) = (at(row, 0), at(row, 1), object(&row[2]));
            let got = a.binary(op, b);
            compared += 1;
            results += usize::from(want.is_some());
            if !agree(got.as_ref(), want.as_ref(), op == ObjectOp::Power) {
                wrong.push(format!("{a} {name} {b}: got {got:?}, Python has {want:?}"));
            }
        }
    }
    for name in ["negative", "absolute", "invert"] {
        for row in golden["unary"][name].as_array().unwrap() {
            let (a, want) = (at(row, 0), object(&row[1]));
            let got = match name {
                "negative" => a.negative(),
                "absolute" => a.absolute(),
                _ => a.invert(),
            };
            compared += 1;
            if !agree(got.as_ref(), want.as_ref(), false) {
                wrong.push(format!("{name} {a}: got {got:?}, Python has {want:?}"));
            }
        }
    }
    println!("{compared} compared, {results} with a result, {} mismatches", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong[..wrong.len().min(40)].join("\n"));
    assert!(compared > 30_000 && results > 10_000, "only {compared} compared, {results} with a result");
}

#[test]
fn every_number_type_takes_part() {
    let two = [
        Object::new(2i8),
        Object::new(2i16),
        Object::new(2i32),
        Object::new(2i64),
        Object::new(2i128),
        Object::new(2isize),
        Object::new(2u8),
        Object::new(2u16),
        Object::new(2u32),
        Object::new(2u64),
        Object::new(2u128),
        Object::new(2usize),
    ];
    for a in &two {
        assert_eq!(a.binary(ObjectOp::Multiply, &two[0]), Some(Object::new(4i64)));
    }
    for float in [Object::new(0.5f32), Object::new(half::f16::from_f32(0.5)), Object::new(half::bf16::from_f32(0.5))] {
        assert_eq!(float.binary(ObjectOp::Add, &two[0]), Some(Object::new(2.5f64)));
    }
    assert_eq!(Object::new(u128::MAX).negative(), None);
    assert_eq!(Object::NONE.binary(ObjectOp::Add, &two[0]), None);
    assert_eq!(
        Object::new(Text::from("a")).binary(ObjectOp::Add, &Object::new("b")),
        Some(Object::new("ab".to_owned()))
    );
    // Too long for any memory.
    assert_eq!(Object::new("ab").binary(ObjectOp::Multiply, &Object::new(i64::MAX)), None);
    assert_eq!(Object::new("").binary(ObjectOp::Multiply, &Object::new(i64::MAX)), Some(Object::new(String::new())));
}

#[derive(PartialEq, PartialOrd)]
struct Money(i64);

impl std::fmt::Display for Money {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ct", self.0)
    }
}

impl ObjectArithmetic for Money {
    fn binary(&self, op: ObjectOp, other: &Object) -> Option<Object> {
        match (op, other.downcast_ref::<Money>(), other.downcast_ref::<i64>()) {
            (ObjectOp::Add, Some(other), _) => Some(Object::with_arithmetic(Money(self.0 + other.0))),
            (ObjectOp::Multiply, _, Some(n)) => Some(Object::with_arithmetic(Money(self.0 * n))),
            _ => None,
        }
    }

    fn reflected(&self, op: ObjectOp, other: &Object) -> Option<Object> {
        if op == ObjectOp::Multiply { self.binary(op, other) } else { None }
    }

    fn negative(&self) -> Option<Object> {
        Some(Object::with_arithmetic(Money(-self.0)))
    }
}

#[test]
fn types_of_ones_own_take_part() {
    let (money, three) = (Object::with_arithmetic(Money(5)), Object::new(3i64));
    assert_eq!(money.downcast_ref::<Money>().unwrap().0, 5);
    for result in [money.binary(ObjectOp::Multiply, &three), three.binary(ObjectOp::Multiply, &money)] {
        assert_eq!(result.unwrap().to_string(), "15 ct");
    }
    assert_eq!(money.binary(ObjectOp::Add, &money.negative().unwrap()), Some(Object::new(Money(0))));
    assert_eq!(three.binary(ObjectOp::Add, &money), None);
    assert_eq!((money.absolute(), money.invert()), (None, None));
    assert!(money > Object::new(Money(4)));
    // Without arithmetic of its own, a type has none.
    assert_eq!(Object::new(Money(1)).binary(ObjectOp::Add, &money), None);
}

#[test]
fn casts_go_there_and_back() {
    let z = array![Complex::new(1.5, -2.0), Complex::new(0.0, f64::INFINITY)];
    for (dtype, array) in [
        ("c16", z.clone()),
        ("c8", z.astype("c8").unwrap()),
        (">c16", z.astype(">c16").unwrap()),
        ("M8[D]", array!["2020-01-01", "NaT"; dtype: "M8[D]"]),
        (">M8[7us]", array!["1969-12-31T23:59", "NaT"; dtype: ">M8[7us]"]),
        ("m8[h]", array!["-5", "NaT"; dtype: "m8[h]"]),
    ] {
        let objects = array.astype("O").unwrap();
        let back = objects.astype(dtype).unwrap();
        assert_eq!(back.tobytes().unwrap(), array.tobytes().unwrap(), "{dtype}");
    }
    let objects = array!["2020-01-01"; dtype: "M8[D]"].astype("O").unwrap();
    let object = objects.get_scalar(&[0]).unwrap().get::<Object>().unwrap();
    let date = *object.downcast_ref::<Datetime64>().unwrap();
    assert_eq!(date.to_string(), "2020-01-01");
    // In another unit; nothing is NaT; a date is no span.
    assert_eq!(objects.astype("M8[h]").unwrap().get_scalar(&[0]).unwrap(), Scalar::from(date));
    let nothing = Array::empty([1], "O").unwrap();
    assert_eq!(nothing.astype("m8[s]").unwrap().get_scalar(&[0]).unwrap().time_ticks(), Some(i64::MIN));
    assert!(objects.astype("m8[D]").unwrap_err().is_cast());
    let far = array![Object::new(Datetime64::new(i64::MAX, TimeUnit::D))];
    assert!(far.astype("M8[s]").unwrap_err().to_string().contains("is out of range for datetime64[s]"));
}
