//! The dtype system.

use std::hint::black_box;

use ndtype::{Casting, Dtype};

use crate::measure::Case;

fn parse(text: &'static str, python: &'static str) -> Case {
    let rust = Box::new(move || drop(black_box(black_box(text).parse::<Dtype>())));
    Case {
        group: "dtype",
        column: None,
        name: format!("parse {text}"),
        setup: String::new(),
        python: python.to_owned(),
        rust,
    }
}

fn promote(a: &'static str, b: &'static str, setup: &'static str) -> Case {
    let (x, y): (Dtype, Dtype) = (a.parse().expect("a dtype"), b.parse().expect("a dtype"));
    let rust = Box::new(move || drop(black_box(black_box(&x).promote(black_box(&y)))));
    Case {
        group: "dtype",
        column: None,
        name: format!("promote {a} + {b}"),
        setup: setup.to_owned(),
        python: "np.promote_types(a, b)".to_owned(),
        rust,
    }
}

fn can_cast(a: &'static str, b: &'static str, setup: &'static str) -> Case {
    let (x, y): (Dtype, Dtype) = (a.parse().expect("a dtype"), b.parse().expect("a dtype"));
    let rust = Box::new(move || _ = black_box(black_box(&x).can_cast(black_box(&y), Casting::SameKind)));
    Case {
        group: "dtype",
        column: None,
        name: format!("can_cast {a} -> {b}"),
        setup: setup.to_owned(),
        python: "np.can_cast(a, b, 'same_kind')".to_owned(),
        rust,
    }
}

/// Every case of this file.
pub fn cases() -> Vec<Case> {
    vec![
        parse("float32", "np.dtype('float32')"),
        parse("f8", "np.dtype('f8')"),
        parse(">i4", "np.dtype('>i4')"),
        parse("M8[25us]", "np.dtype('M8[25us]')"),
        parse("S10", "np.dtype('S10')"),
        parse("bfloat16", "np.dtype('bfloat16')"),
        parse("i4,f8,(2,3)f4", "np.dtype('i4,f8,(2,3)f4')"),
        parse("[('x', '<i4'), ('y', '<f8')]", "np.dtype([('x', '<i4'), ('y', '<f8')])"),
        promote("int32", "float32", "a = np.dtype('i4');; b = np.dtype('f4')"),
        promote("int64", "uint64", "a = np.dtype('i8');; b = np.dtype('u8')"),
        promote("bfloat16", "float32", "a = np.dtype('bfloat16');; b = np.dtype('f4')"),
        promote("S5", "U3", "a = np.dtype('S5');; b = np.dtype('U3')"),
        promote("M8[25us]", "m8[10us]", "a = np.dtype('M8[25us]');; b = np.dtype('m8[10us]')"),
        promote("i4,f8", "i8,f4", "a = np.dtype('i4,f8');; b = np.dtype('i8,f4')"),
        can_cast("float64", "float32", "a = np.dtype('f8');; b = np.dtype('f4')"),
        can_cast("int32", "U11", "a = np.dtype('i4');; b = np.dtype('U11')"),
        can_cast("M8[D]", "M8[25us]", "a = np.dtype('M8[D]');; b = np.dtype('M8[25us]')"),
        can_cast("i4,f8", "i8,f4", "a = np.dtype('i4,f8');; b = np.dtype('i8,f4')"),
    ]
}
