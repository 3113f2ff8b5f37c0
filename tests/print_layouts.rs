//! Printing does not depend on how elements lie in memory, never panics, and reads only what it shows.

use std::fmt::Write;

use ndtype::{
    self as np, Array, ArrayView, Dtype, FloatMode, FormatKind, PrintOptions, Scalar, Sign, Summary, Text, array, idx,
};
use num_complex::Complex;
use proptest::prelude::*;

fn both(array: &Array) -> (String, String) {
    (array.to_string(), format!("{array:?}"))
}

#[test]
fn layouts_do_not_matter() {
    for dtype in ["f8", "f4", "f2", "i4", "u1", "?", "c16", "M8[D]", "m8[s]", "S4", "U4", "T", "bfloat16", "V4", "O"] {
        let from = if dtype == "V4" { "u4" } else { dtype };
        let numbers = np::arange(0, 24, 1).unwrap().reshape([4, 6]).unwrap();
        let words: Vec<Text> = (0..24).map(|i| Text::from(format!("{i}'"))).collect();
        let plain = match from {
            "S4" | "U4" | "T" => Array::from_shape_vec([4, 6], words).unwrap().astype(from).unwrap(),
            _ => numbers.astype(from).unwrap(),
        };
        let plain = if dtype == "V4" { plain.view_dtype(dtype).unwrap() } else { plain };
        let want = both(&plain);
        let mut layouts = vec![
            np::asfortranarray(&plain).unwrap(),
            plain.get(idx![..; -1, ..; -1]).unwrap().copy().unwrap().get(idx![..; -1, ..; -1]).unwrap(),
            np::repeat(&plain, 2, 1).unwrap().get(idx![.., ..; 2]).unwrap(),
        ];
        if !plain.dtype().has_object() {
            let shifted = [&[0u8][..], &plain.tobytes().unwrap()].concat();
            let view = ArrayView::from_bytes(&shifted[1..], [4, 6], plain.dtype()).unwrap();
            assert_eq!((view.to_string(), format!("{view:?}")), want, "{dtype}, borrowed");
            layouts.push(view.copy().unwrap());
        }
        for (i, layout) in layouts.iter().enumerate() {
            assert_eq!(both(layout), want, "{dtype}, layout {i}");
        }
        let swapped = plain.astype(plain.dtype().newbyteorder(np::ByteOrder::Big)).unwrap();
        assert_eq!(swapped.to_string(), want.0, "{dtype}, swapped");
    }
}

#[test]
fn windows_and_broadcasts() {
    let mut a = np::arange(0, 6, 1).unwrap();
    let window = a.view_mut(idx![1..4]).unwrap();
    assert_eq!((window.to_string(), format!("{window:?}")), ("[1 2 3]".into(), "array([1, 2, 3])".into()));
    let repeated = array![1.5, 2.0].broadcast_to([2, 2]).unwrap();
    assert_eq!(repeated.to_string(), "[[1.5 2. ]\n [1.5 2. ]]");
    let records = Array::zeros([2], "[('a', '>i2'), ('b', '<f8')]").unwrap();
    assert_eq!(records.get(idx![..; -1]).unwrap().to_string(), "[(0, 0.) (0, 0.)]");
}

#[test]
fn a_summary_reads_only_what_it_shows() {
    // A zero stride makes an array of as many elements as one likes out of one.
    let huge = array![1.5].broadcast_to([1 << 20, 1 << 20, 1 << 10]).unwrap();
    assert!(huge.to_string().starts_with("[[[1.5 1.5 1.5 ... 1.5 1.5 1.5]\n  [1.5"));
    assert!(format!("{huge:?}").ends_with("shape=(1048576, 1048576, 1024))"));
    assert!(huge.to_html().len() < 20_000);
}

#[test]
fn flags_of_format_strings() {
    let a = array![0.5, 2.0 / 3.0];
    assert_eq!(format!("{a:.2}"), "[0.5  0.67]");
    assert_eq!(format!("{a:+.2}"), "[+0.5  +0.67]");
    assert_eq!(format!("{a:12.1}"), "[0.5 0.7]");
    assert_eq!(format!("{a:6.1}"), "[0.5\n 0.7]");
    assert_eq!(format!("{a:.2?}"), "array([0.5 , 0.67])");
    let long = np::arange(0, 1001, 1).unwrap();
    assert!(long.to_string().contains("..."));
    assert!(!format!("{long:#}").contains("..."));
    assert!(format!("{long:#?}").ends_with("int64, shape (1001,), strides [8], 8008 bytes, C order"));
    let one = array![1.5].get(idx![0]).unwrap();
    assert_eq!(format!("{one:>6}|{one:.2}|{one:?}"), "   1.5|1.50|array(1.5)");
    assert_eq!(
        format!("{:<6}|{:^7}|{:+}", Scalar::from(true), Scalar::from("ab"), Scalar::from(2.5)),
        "True  |  ab   |+2.5"
    );
}

#[test]
fn one_record_heeds_options_and_flags() {
    let one = array![(1.0 / 3.0, 5, Complex::new(1.0 / 3.0, 2.0)); dtype: "f8, i4, c16"].get(idx![0]).unwrap();
    let options = PrintOptions::new().precision(2).sign(Sign::Plus);
    // As in NumPy, its floats have all their digits.
    assert_eq!(one.display_with(&options).to_string(), "(0.3333333333333333, +5, +0.33+2.j)");
    assert_eq!(format!("{one:.2}"), "(0.33, 5, 0.33+2.j)");
    let own = options.formatter(FormatKind::Float, |x| format!("<{x:.1}>"));
    assert_eq!(one.display_with(&own).to_string(), "(<0.3>, +5, +0.33+2.j)");
    let narrow = array![(1, 2); dtype: "i4, i4"].get(idx![0]).unwrap();
    assert_eq!(format!("{narrow:>8}|{narrow:8}|"), "  (1, 2)|(1, 2)  |");
}

#[test]
fn formatters_of_ones_own() {
    let hex = PrintOptions::new().formatter(FormatKind::Int, |x| format!("{:#x}", x.as_i64().unwrap()));
    assert_eq!(array![1, 255].display_with(&hex).to_string(), "[0x1 0xff]");
    assert_eq!(array![1.0].display_with(&hex).to_string(), "[1.]");
    let all = PrintOptions::new().formatter(FormatKind::All, |x| format!("<{x}>"));
    let record = Array::zeros([1], "[('a', '<i4'), ('b', '<f8', (2,))]").unwrap();
    assert_eq!(record.display_with(&all).to_string(), "[(<0>, [<0.0>, <0.0>])]");
    // Words of several lines stay below each other.
    let lines = PrintOptions::new().formatter(FormatKind::Int, |x| format!("{x}\nrow"));
    assert_eq!(array![1, 2].display_with(&lines).to_string(), "[1\n row 2\n     row]");
}

#[test]
fn edge_items_of_zero_show_the_last_element() {
    let options = PrintOptions::new().threshold(3).edge_items(0);
    assert_eq!(np::arange(0, 10, 1).unwrap().display_with(&options).to_string(), "[... 9]");
}

#[test]
fn tables_of_html() {
    let cube = np::arange(0, 8, 1).unwrap().reshape([2, 2, 2]).unwrap();
    let html = cube.to_html();
    assert!(html.contains("<caption>[1, :, :]</caption>"), "{html}");
    assert!(html.contains("<tr><th>1</th><td>6</td><td>7</td></tr>"), "{html}");
    let records = Array::zeros([2], "[('a<b', '<i4'), ('t', 'U2')]").unwrap();
    let html = records.to_html();
    assert!(html.contains("<tr><th></th><th>a&lt;b</th><th>t</th></tr>"), "{html}");
    assert!(html.contains("<tr><th>1</th><td>0</td><td>''</td></tr>"), "{html}");
    let long = np::arange(0, 2000, 1).unwrap().to_html();
    assert!(long.contains("<th>2</th><th>…</th><th>1997</th>"), "{long}");
}

#[test]
fn summaries_of_every_kind() {
    let text = |summary: np::Result<Summary>| summary.unwrap().to_string();
    assert_eq!(text(array![3, 1, 2].summary()), "int32, shape (3,), 3 elements, 12 bytes\nmin 1, mean 2.0, max 3");
    assert_eq!(text(array![true, false].summary()), "bool, shape (2,), 2 elements, 2 bytes\ntrue 50.0%");
    let dates = array!["2020-01-02", "NaT", "2019-05-06"; dtype: "M8[D]"];
    assert_eq!(
        text(dates.summary()),
        "datetime64[D], shape (3,), 3 elements, 24 bytes\nmin 2019-05-06, max 2020-01-02, NaT 1"
    );
    assert_eq!(
        text(array!["a", "bcd", ""].astype("U5").unwrap().summary()),
        "<U5, shape (3,), 3 elements, 60 bytes\nlengths 0 to 3, empty 1"
    );
    let records = Array::zeros([1500], "[('x', '<f4'), ('name', 'T')]").unwrap();
    assert_eq!(
        text(records.summary()).lines().skip(1).collect::<Vec<_>>(),
        ["x: min 0.0, mean 0.0, max 0.0, NaN 0", "name: lengths 0 to 0, empty 1,500"]
    );
    let z = array![num_complex::Complex::new(1.0, 2.0), num_complex::Complex::new(f64::NAN, 0.0)];
    assert_eq!(text(z.summary()), "complex128, shape (2,), 2 elements, 32 bytes\nmean (1+2j), NaN 1");
    for dtype in ["bfloat16", "float8_e4m3fn", "f2", "int4", "m8[s]", "S3", "V3", "O", "c8", "complex32"] {
        for shape in [&[0][..], &[3], &[2, 2]] {
            let summary = Array::zeros(shape, dtype).unwrap().summary();
            assert!(summary.is_ok(), "{dtype} {shape:?}: {summary:?}");
        }
    }
}

/// Every dtype whose bits may be anything.
const DTYPES: &[&str] = &[
    "i1",
    "i2",
    "i4",
    "i8",
    "u1",
    "u2",
    "u4",
    "u8",
    "f2",
    "f4",
    "f8",
    "c8",
    "c16",
    "complex32",
    "bfloat16",
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "float6_e2m3fn",
    "float6_e3m2fn",
    "float4_e2m1fn",
    "int2",
    "int4",
    "uint2",
    "uint4",
    "M8[Y]",
    "M8[M]",
    "M8[W]",
    "M8[D]",
    "M8[h]",
    "M8[ns]",
    "M8[as]",
    "M8[25s]",
    "M8",
    "m8[Y]",
    "m8[7us]",
    "m8",
    "S3",
    "U2",
    "V5",
    ">f8",
    ">U3",
    ">M8[s]",
    "[('a', 'S2'), ('b', '<f8', (2,)), ('c', [('d', '>U1'), ('e', '<M8[ms]')])]",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn printing_never_panics(
        which in 0..DTYPES.len(),
        shape in prop::collection::vec(0usize..4, 0..4),
        seed in prop::collection::vec(any::<u8>(), 32),
        precision in 0usize..40,
        mode in 0usize..4,
        threshold in 0usize..20,
        width in 0usize..90,
    ) {
        let dtype: Dtype = DTYPES[which].parse().unwrap();
        let size = shape.iter().product::<usize>() * dtype.itemsize();
        let bytes: Vec<u8> = seed.iter().copied().cycle().zip(0u8..=250).map(|(a, b)| a ^ b.wrapping_mul(31)).cycle().take(size).collect();
        let array = ArrayView::from_bytes(&bytes, &shape, &dtype).unwrap();
        let mode = [FloatMode::Fixed, FloatMode::Unique, FloatMode::MaxPrec, FloatMode::MaxPrecEqual][mode];
        let options = PrintOptions::new().precision(precision).float_mode(mode).threshold(threshold).edge_items(precision % 3)
            .line_width(width).sign([Sign::Minus, Sign::Plus, Sign::Space][width % 3]).suppress(width % 2 == 0);
        let mut out = String::new();
        for options in [&PrintOptions::default(), &options] {
            write!(out, "{} {:?}", array.display_with(options), array.display_with(options)).unwrap();
        }
        write!(out, "{array:#} {array:#?} {array:+.3}").unwrap();
        out.push_str(&array.to_html());
        if let Ok(scalar) = array.get_scalar(&vec![0; array.ndim()]) {
            write!(out, "{scalar} {scalar:?} {scalar:>9.2}").unwrap();
        }
        prop_assert!(!out.contains("memory"), "{}", out);
    }
}
