//! Scalars as a user meets them: dates in arrays, records that own memory, keys, positions that no axis has.

use std::collections::{BTreeSet, HashMap};

use ndtype::layout::IndexError;
use ndtype::{Array, Datetime64, Dtype, Index, Object, Scalar, Text, TimeUnit, Timedelta64, array, idx};

fn date(text: &str) -> Datetime64 {
    text.parse().unwrap()
}

#[test]
fn dates_in_arrays() {
    let a = array![[date("2020"), date("2020-02-03")], [Datetime64::NAT, date("1969-12-31T23")]];
    assert_eq!((a.dtype().to_string().as_str(), a.shape()), ("datetime64[h]", &[2, 2][..]));
    assert_eq!(a.get_scalar(&[1, 1]).unwrap().to_string(), "1969-12-31T23");
    assert!(Datetime64::try_from(&a.get_scalar(&[1, 0]).unwrap()).unwrap().is_nat());
    let spans = array![Timedelta64::new(1, TimeUnit::W), Timedelta64::new(-36, TimeUnit::H)];
    assert_eq!(spans.dtype().to_string(), "timedelta64[h]");
    assert_eq!(spans.view_dtype("i8").unwrap().to_vec::<i64>().unwrap(), [168, -36]);
    assert_eq!(array![Datetime64::NAT].dtype(), &Dtype::Datetime64(TimeUnit::GENERIC));
    // A dtype converts; one of another byte order too.
    let swapped = array![date("2020-02-03"); dtype: ">M8[M]"];
    assert_eq!((swapped.dtype().str(), swapped.get_scalar(&[0]).unwrap().time_ticks()), (">M8[M]".into(), Some(601)));
    assert_eq!(
        array!["3".to_owned(), "NaT".to_owned(); dtype: "m8[s]"].get_scalar(&[0]).unwrap().to_string(),
        "3 seconds"
    );
    // Everything else that takes a scalar.
    let mut days = Array::full([2], date("2020-02-03"), "M8[D]").unwrap();
    days.set(idx![1], date("2020-02-04")).unwrap();
    days.view_mut(idx![0..1]).unwrap().fill(date("2021")).unwrap();
    assert_eq!(days.get_scalar(&[0]).unwrap().to_string(), "2021-01-01");
    assert_eq!(days.get_scalar(&[1]).unwrap(), Scalar::from(date("2020-02-04T00:00")));
    assert_eq!(
        Array::from(date("2020")).get_scalar(&[]).unwrap(),
        Array::from_scalar(date("2020")).unwrap().get_scalar(&[]).unwrap()
    );
}

#[test]
fn dates_that_do_not_go_together() {
    let far = Datetime64::new(i64::MAX, TimeUnit::D);
    let error = Array::from_nested([far, date("2020-01-01T00")]).unwrap_err();
    assert_eq!(
        (error.is_value(), error.to_string().contains("is out of range for datetime64[h]")),
        (true, true),
        "{error}"
    );
    let error = Array::from_nested([Timedelta64::new(1, TimeUnit::Y), Timedelta64::new(1, TimeUnit::D)]).unwrap_err();
    assert!(error.is_promotion(), "{error}");
    assert!(Array::from_nested_dtype(["2020-01-01", "soon"], "M8[D]").unwrap_err().to_string().contains("'soon'"));
    assert!(Array::from_nested_dtype(["2020-01-01"], "M8[as]").unwrap_err().is_value());
    let error = Datetime64::try_from(&Scalar::from(1i64)).unwrap_err();
    assert_eq!(error.to_string(), "values of dtype('int64') cannot be read as dtype('<M8')");
    assert!(Timedelta64::try_from(&Scalar::from(date("2020"))).unwrap_err().is_dtype());
}

#[test]
fn the_present() {
    let now = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() as i64;
    let before = now();
    let (read, today) = (date("now"), date("Today"));
    assert!((before..=now()).contains(&read.ticks()) && read.unit() == TimeUnit::S);
    assert!((before / 86_400..=now() / 86_400).contains(&today.ticks()) && today.unit() == TimeUnit::D);
}

#[test]
fn records_that_own_memory() {
    let dtype = Dtype::structured([("name", "T"), ("tags", "(2,)O"), ("n", "i4")]).unwrap();
    let mut a = Array::zeros([3], &dtype).unwrap();
    let shared = std::sync::Arc::new(());
    #[derive(Clone)]
    struct Counted(#[expect(dead_code, reason = "counts the owners")] std::sync::Arc<()>);
    impl PartialEq for Counted {
        fn eq(&self, _: &Counted) -> bool {
            true
        }
    }
    impl PartialOrd for Counted {
        fn partial_cmp(&self, _: &Counted) -> Option<std::cmp::Ordering> {
            Some(std::cmp::Ordering::Equal)
        }
    }
    impl std::fmt::Display for Counted {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("counted")
        }
    }
    a.set(idx!["name"], array![Text::from("a"), Text::from("b"), Text::from("b")]).unwrap();
    a.set(idx!["tags"], Object::new(Counted(shared.clone()))).unwrap();
    let (first, second, third) =
        (a.get_scalar(&[0]).unwrap(), a.get_scalar(&[1]).unwrap(), a.get_scalar(&[-1]).unwrap());
    assert_eq!(first.field("name").unwrap().to_text().as_deref(), Some("a"));
    assert_eq!(second.to_string(), "('b', [counted, counted], 0)");
    assert!(first != second && second == third && second.key().is_none());
    assert!(first.field("weight").unwrap_err().is_dtype());
    // The scalar lives on without the array, and goes into others.
    drop(a);
    let again = Array::from_scalar(second.clone()).unwrap();
    assert_eq!(again.get_scalar(&[]).unwrap(), second);
    let mut others = Array::zeros([2], &dtype).unwrap();
    others.fill(first.clone()).unwrap();
    assert_eq!(others.field("name").unwrap().to_vec::<Text>().unwrap(), [Text::from("a"), Text::from("a")]);
    // A field that is a sub-array goes in as one.
    assert_eq!(Array::from_scalar(first.field("tags").unwrap()).unwrap().shape(), [2]);
    drop((first, second, third, again, others));
    assert_eq!(std::sync::Arc::strong_count(&shared), 1);
}

#[test]
fn records_are_equal_by_their_fields() {
    let plain = Array::from_nested_dtype([1.5f64], "[('x', 'f8'), ('y', '>i2')]").unwrap().get_scalar(&[0]).unwrap();
    let other = Array::from_nested_dtype([1.5f64], "[('x', 'f4'), ('y', 'i8')]").unwrap().get_scalar(&[0]).unwrap();
    let named = Array::from_nested_dtype([1.5f64], "[('x', 'f8'), ('z', '>i2')]").unwrap().get_scalar(&[0]).unwrap();
    assert_eq!(plain, other);
    assert_eq!(plain.key(), other.key());
    assert_ne!(plain, named);
    assert_eq!(plain.to_string(), "(1.5, 1)");
}

#[test]
fn keys_of_maps() {
    let mut counts: HashMap<_, usize> = HashMap::new();
    for scalar in
        [1i64.into(), 1u8.into(), 1.0f32.into(), true.into(), Scalar::from(f64::NAN), f32::NAN.into(), "a".into()]
    {
        *counts.entry(scalar.key().unwrap()).or_default() += 1;
    }
    let mut found: Vec<usize> = counts.into_values().collect();
    found.sort_unstable();
    assert_eq!(found, [1, 2, 4]);
    let sorted: BTreeSet<_> =
        array![2.5, -1.0, f64::NAN, 0.0, -0.0].scalars().unwrap().iter().map(Scalar::key).collect();
    let expected = [Scalar::from(-1), 0.into(), 2.5.into(), f64::NAN.into()].map(|scalar| scalar.key());
    assert!(sorted.into_iter().eq(expected));
    let week = [Timedelta64::new(1, TimeUnit::W).into(), Scalar::from(Timedelta64::new(7, TimeUnit::D))];
    assert_eq!(week[0].key(), week[1].key());
}

#[test]
fn positions_beyond_all_axes_are_named() {
    let a = Array::zeros([2, 3], "f4").unwrap();
    for (index, axis, words) in [
        (idx![u64::MAX, 0], 0, "index 18446744073709551615 is out of bounds for axis 0 with size 2"),
        (idx![0, usize::MAX], 1, "index 18446744073709551615 is out of bounds for axis 1 with size 3"),
        (idx![0, &Array::from(u64::MAX)], 1, "index 18446744073709551615 is out of bounds for axis 1 with size 3"),
        (idx![i64::MIN, 0], 0, "index -9223372036854775808 is out of bounds for axis 0 with size 2"),
    ] {
        let error = a.get(index.clone()).unwrap_err();
        assert_eq!(error.to_string(), words);
        assert!(matches!(error.cause(), Some(IndexError::OutOfBounds { axis: at, .. }) if *at == axis), "{error:?}");
        assert_eq!(a.clone().set(index, 1).unwrap_err().to_string(), words);
    }
    assert!(matches!(Index::from(u64::MAX), Index::Beyond(18_446_744_073_709_551_615)));
    // Bounds of slices are cut off, as in Python.
    assert_eq!(a.get(idx![0..u64::MAX]).unwrap().shape(), [2, 3]);
    assert_eq!(a.get(idx![u64::MAX..]).unwrap().shape(), [0, 3]);
}
