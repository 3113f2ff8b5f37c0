//! Arrays of records: made of rows and columns, looked at by fields, written by position, compared.

use ndtype::{self as np, Array, Dtype, Scalar, Text, array, idx};

fn shown(a: &Array) -> String {
    a.scalars().unwrap().iter().map(Scalar::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn tuples_make_records() {
    let a = array![(1, 2.5, "ab"), (3, 4.5, "c")];
    assert_eq!(a.dtype().to_string(), "[('f0', '<i4'), ('f1', '<f8'), ('f2', '<U2')]");
    assert_eq!(shown(&a), "(1, 2.5, 'ab') (3, 4.5, 'c')");
    let b = array![[(1, true)], [(2, false)]; dtype: "[('n', 'u1'), ('ok', '?')]"];
    assert_eq!((b.shape(), shown(&b).as_str()), (&[2, 1][..], "(1, True) (2, False)"));
    let nested = array![((1, 2), [0.5, 1.5]); dtype: "[('at', [('x', 'i1'), ('y', 'i1')]), ('span', '<f4', (2,))]"];
    assert_eq!(shown(&nested), "((1, 2), [0.5, 1.5])");
    let one_for_all = array![(1, 7), (2, 8); dtype: "[('n', 'u1'), ('span', '<i2', (2, 2))]"];
    assert_eq!(shown(&one_for_all), "(1, [[7, 7], [7, 7]]) (2, [[8, 8], [8, 8]])");
    assert_eq!(Array::from_nested((1u8, "x")).unwrap().ndim(), 0);
    assert_eq!(
        Array::from_nested(Vec::<(u8, f64)>::new()).unwrap().dtype().to_string(),
        "[('f0', 'u1'), ('f1', '<f8')]"
    );
    let text = array![(Text::from("long enough not to be inline"), 1)];
    assert_eq!(text.field("f0").unwrap().to_vec::<Text>().unwrap(), ["long enough not to be inline"]);
}

#[test]
fn tuples_have_to_fit() {
    let error = Array::from_nested_dtype([(1, 2)], "i4, i4, i4").unwrap_err();
    assert!(error.is_value() && error.to_string().contains("2 for"), "{error}");
    let error = Array::from_nested_dtype([(300, 2)], "u1, i4").unwrap_err();
    assert!(error.to_string().contains("cannot cast 300 at position (0,)"), "{error}");
    let mut a = Array::zeros([2], "u1, i4").unwrap();
    assert_eq!(a.set(idx![0], (300, 1)).unwrap_err().to_string(), "300 is out of bounds for uint8");
    assert_eq!(a.fill((-1, 1)).unwrap_err().to_string(), "-1 is out of bounds for uint8");
    assert!(a.set(idx![0], (1, 2, 3)).is_err());
    assert_eq!(shown(&a), "(0, 0) (0, 0)");
}

#[test]
fn rows_are_written_by_position() {
    let mut a = Array::zeros([3], "[('n', 'i1'), ('x', '<f4'), ('day', '<M8[D]')]").unwrap();
    a.set(idx![1], (5, 2.5, "2020-02-29")).unwrap();
    assert_eq!(shown(&a), "(0, 0.0, '1970-01-01') (5, 2.5, '2020-02-29') (0, 0.0, '1970-01-01')");
    a.fill((1, 2, "NaT")).unwrap();
    a.set("2:", array![(9u8, -1.0f64, "2021")]).unwrap();
    assert_eq!(shown(&a), "(1, 2.0, 'NaT') (1, 2.0, 'NaT') (9, -1.0, '2021-01-01')");
    let mut owner = Array::zeros([2], "[('name', 'T'), ('what', 'O')]").unwrap();
    owner.fill(("a text that is not inline at all".to_owned(), np::Object::new(3i64))).unwrap();
    assert_eq!(owner.get_scalar(&[1]).unwrap().field("name").unwrap().to_text().unwrap().len(), 32);
}

#[test]
fn paths_lead_to_fields_of_fields() {
    let mut a = Array::zeros([2], "[('at', [('x', '<i4'), ('y', '<i4')]), ('at.x', 'u1')]").unwrap();
    a.set(idx!["at.y"], array![1, 2]).unwrap();
    a.set(idx!["at.x"], 9).unwrap();
    assert_eq!(shown(&a), "((0, 1), 9) ((0, 2), 9)");
    assert_eq!(a.field("at.x").unwrap().dtype(), &Dtype::UInt8, "a name with a point comes first");
    assert_eq!(a.get_scalar(&[1]).unwrap().field("at.y").unwrap(), Scalar::from(2));
    assert!(a.field("at.z").is_err() && a.field("to.x").is_err());
}

#[test]
fn records_are_compared_field_by_field() {
    let a = array![(1, [1.0, 2.0], "a"), (2, [3.0, f64::NAN], "b")];
    assert_eq!(np::equal(&a, &a).unwrap().to_vec::<bool>().unwrap(), [true, false]);
    assert_eq!(np::not_equal(&a, &a).unwrap().to_vec::<bool>().unwrap(), [false, true]);
    let first = a.get("0").unwrap();
    assert_eq!(np::equal(&a, &first).unwrap().to_vec::<bool>().unwrap(), [true, false]);
    let wide = a.astype("[('f0', '<i8'), ('f1', '<f4', (2,)), ('f2', '<U9')]").unwrap();
    assert_eq!(np::equal(&a, &wide).unwrap().to_vec::<bool>().unwrap(), [true, false]);
    assert!(np::equal(&a, &array![(1, 2)]).unwrap_err().is_dtype());
    assert!(np::equal(&a, 1).unwrap_err().is_dtype());
    assert!(np::less(&a, &a).is_err());
    let bytes = array![0x0001u16, 0x0100, 0x0001].view_dtype("V2").unwrap();
    assert_eq!(np::equal(&bytes, &bytes.get("::-1").unwrap()).unwrap().to_vec::<bool>().unwrap(), [true; 3]);
    assert_eq!(
        np::not_equal(&bytes, &bytes.get("0").unwrap()).unwrap().to_vec::<bool>().unwrap(),
        [false, true, false]
    );
    assert!(
        np::equal(&bytes, &array![1u8].view_dtype("V1").unwrap()).unwrap_err().to_string().contains("different length")
    );
}

#[test]
fn sub_arrays_of_one_element_are_its_value() {
    let a = array![([5u16], 1), ([6], 2)];
    assert_eq!(a.dtype().to_string(), "[('f0', '<u2', (1,)), ('f1', '<i4')]");
    for (to, want) in [
        ("f4, i4", "[(5.0, 1) (6.0, 2)]"),
        ("U3, i4", "[('5', 1) ('6', 2)]"),
        ("3f4, i4", "[([5.0, 5.0, 5.0], 1) ([6.0, 6.0, 6.0], 2)]"),
        ("(1,1)f4, i4", "[([[5.0]], 1) ([[6.0]], 2)]"),
    ] {
        let cast = a.astype(to).unwrap();
        let rows: Vec<String> = cast.scalars().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(format!("[{}]", rows.join(" ")), want, "{to}");
    }
    let pair = array![([5u16, 6], 1)];
    assert_eq!(pair.astype("(1,2)f4, i4").unwrap().get_scalar(&[0]).unwrap().to_string(), "([[5.0, 6.0]], 1)");
    // Nothing is lost unsaid.
    assert!(pair.astype("f4, i4").unwrap_err().is_cast());
}
