//! Text of any length in records, which NumPy cannot have: made, assigned, read, cloned, compared, sorted, cast, dropped.

use ndtype::{self as np, Array, Dtype, Result, Text, array, idx};

const LONG: &str = "a name longer than fifteen bytes";

/// Records of a number, a text, and a sub-array of two texts, packed: text is not aligned in them.
fn people(align: bool) -> Result<Array> {
    let pair = Dtype::subarray("T", [2])?;
    let fields = [("flag", Dtype::Int8), ("name", Dtype::String), ("pair", pair), ("age", Dtype::Int32)];
    let dtype = if align { Dtype::structured_aligned(fields)? } else { Dtype::structured(fields)? };
    assert!(dtype.has_object());
    let mut a = Array::zeros([4], dtype)?;
    a.set(idx!["name"], &array!["Zoë", LONG, "", "Ann"].astype("T")?)?;
    a.set(idx!["age"], &array![31, 7, 99, 31])?;
    a.set(idx!["pair"], &array![["x", LONG], ["y", ""], ["", ""], ["x", LONG]].astype("T")?)?;
    Ok(a)
}

fn names(a: &Array) -> Result<Vec<String>> {
    Vec::<String>::try_from(&a.field("name")?)
}

#[test]
fn records_hold_text() -> Result<()> {
    for align in [false, true] {
        let a = people(align)?;
        assert_eq!(names(&a)?, ["Zoë", LONG, "", "Ann"]);
        assert_eq!(a.field("pair")?.get("0")?.to_vec::<Text>()?, ["x", LONG]);
        // A clone is its own.
        let mut b = a.copy()?;
        b.set(idx!["name", 0], "Bo")?;
        b.set(idx!["name", 2], None::<&str>)?;
        assert_eq!(names(&a)?[0], "Zoë");
        assert_eq!(names(&b)?, ["Bo", LONG, "None", "Ann"]);
        assert_eq!(np::isnan(&b.field("name")?)?.to_vec::<bool>()?, [false, false, true, false]);
        // Compared field by field.
        let same: Vec<bool> = a.scalars()?.iter().zip(&b.scalars()?).map(|(a, b)| a == b).collect();
        assert_eq!(same, [false, true, false, true]);
        // Views of several layouts.
        assert_eq!(names(&a.get("::-1")?)?, ["Ann", "", LONG, "Zoë"]);
        assert_eq!(names(&np::take(&a, &array![3, 1, 1], 0)?)?, ["Ann", LONG, LONG]);
        assert_eq!(names(&np::concatenate(&[&a, &b], 0)?)?[4..], ["Bo", LONG, "None", "Ann"]);
        // One element as a scalar, and back.
        let one = a.get_scalar(&[1])?;
        b.set("3", one.clone())?;
        assert_eq!(names(&b)?[3], LONG);
        drop(a);
        assert!(one.to_string().contains(LONG));
    }
    Ok(())
}

#[test]
fn records_are_sorted_by_text() -> Result<()> {
    let fields = Dtype::structured([("age", "i4"), ("name", "T")])?;
    let mut a = Array::zeros([5], fields)?;
    a.set(idx!["name"], &array![Some("b"), None, Some(LONG), Some("a"), Some("b")])?;
    a.set(idx!["age"], &array![2, 1, 2, 1, 1])?;
    let order = |a: &Array| a.field("age")?.to_vec::<i32>();
    let by_name = np::sort(&a, np::Sort::new().order(["name", "age"]))?;
    assert_eq!(names(&by_name)?, ["a", LONG, "b", "b", "None"]);
    assert_eq!(order(&by_name)?, [1, 2, 1, 2, 1]);
    let plain = np::sort(&a, -1)?;
    assert_eq!(order(&plain)?, [1, 1, 1, 2, 2]);
    assert_eq!(names(&plain)?, ["a", "b", "None", LONG, "b"]);
    Ok(())
}

#[test]
fn text_in_records_is_cast() -> Result<()> {
    let a = people(false)?;
    let fixed = a.astype("i1,U40,(2,)U40,i4")?;
    assert_eq!(Vec::<String>::try_from(&fixed.field("f1")?)?, ["Zoë", LONG, "", "Ann"]);
    let back = fixed.astype(a.dtype().clone())?;
    assert_eq!(back, a);
    assert!(a.to_string().contains("'Zoë'"));
    Ok(())
}

/// Text that is shared is given back as often as it is taken, whatever happens to the records in between.
#[test]
fn nothing_is_leaked_or_dropped_twice() -> Result<()> {
    let held = Text::from(LONG);
    let fields = Dtype::structured([("n", "u1"), ("name", "T")])?;
    for _ in 0..100 {
        let mut a = Array::zeros([8], fields.clone())?;
        a.set(idx!["name"], held.clone())?;
        let view = a.get("::2")?;
        let sorted = np::sort(&a, -1)?;
        let failed = a.astype("u1,i4");
        assert!(failed.is_err());
        a.set(idx!["name", 1..5], "short")?;
        drop((a, sorted));
        assert_eq!(names(&view)?, [LONG; 4]);
    }
    assert_eq!(held, *LONG);
    Ok(())
}
