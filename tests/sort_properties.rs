//! Laws of sorting and searching, for any numbers and texts.

use ndtype::{self as np, Array, Side, Text, Unique};
use proptest::prelude::*;

/// Floats with many ties, zeros of both signs and NaNs.
fn floats() -> impl Strategy<Value = Vec<f64>> {
    let one = prop_oneof![
        4 => (-5i32..5).prop_map(f64::from),
        1 => Just(-0.0),
        1 => Just(f64::NAN),
        3 => any::<f64>(),
    ];
    prop::collection::vec(one, 0..600)
}

fn integers() -> impl Strategy<Value = Vec<i64>> {
    prop_oneof![
        prop::collection::vec(any::<i64>(), 0..400),
        prop::collection::vec(-3i64..3, 0..400),
        prop::collection::vec(prop_oneof![Just(i64::MAX), Just(i64::MIN), 0i64..9], 0..2000),
    ]
}

/// In the order of NumPy's sorts.
fn compare(a: f64, b: f64) -> std::cmp::Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

const DTYPES: &[&str] =
    &["i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "f8", "f4", "f2", "bfloat16", ">i4", "c16", "M8[s]"];

proptest! {
    #[test]
    fn floats_are_sorted_as_by_the_standard_library(values in floats()) {
        let mut want = values.clone();
        want.sort_by(|a, b| compare(*a, *b));
        let a = Array::from_vec(values).unwrap();
        let got = np::sort(&a, 0).unwrap().to_vec::<f64>().unwrap();
        let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(&got), bits(&want));
        // And the same by the order.
        let order = np::argsort(&a, 0).unwrap();
        let taken = np::take(&a, &order, 0).unwrap().to_vec::<f64>().unwrap();
        prop_assert_eq!(bits(&taken), bits(&want));
    }

    #[test]
    fn orders_are_stable_permutations(values in integers(), dtype in prop::sample::select(DTYPES)) {
        let a = Array::from_vec(values).unwrap().astype(dtype).unwrap();
        let order = np::argsort(&a, 0).unwrap();
        let sorted = np::sort(&a, 0).unwrap();
        prop_assert_eq!(np::take(&a, &order, 0).unwrap().tobytes().unwrap(), sorted.tobytes().unwrap());
        let order = order.to_vec::<i64>().unwrap();
        let mut places = order.clone();
        places.sort_unstable();
        prop_assert!(places.iter().enumerate().all(|(i, &place)| place == i as i64));
        let same = np::equal(&sorted.get("1:").unwrap(), &sorted.get(":-1").unwrap());
        if let Ok(same) = same {
            for (pair, same) in order.windows(2).zip(same.to_vec::<bool>().unwrap()) {
                prop_assert!(!same || pair[0] < pair[1]);
            }
        }
    }

    #[test]
    fn partitions_have_the_place_right(values in floats(), place in any::<prop::sample::Index>()) {
        prop_assume!(!values.is_empty());
        let k = place.index(values.len());
        let a = Array::from_vec(values.clone()).unwrap();
        let parted = np::partition(&a, k as isize, 0).unwrap().to_vec::<f64>().unwrap();
        let mut sorted = values;
        sorted.sort_by(|a, b| compare(*a, *b));
        prop_assert!(compare(parted[k], sorted[k]).is_eq());
        prop_assert!(parted[..k].iter().all(|&x| compare(x, sorted[k]).is_le()));
        prop_assert!(parted[k..].iter().all(|&x| compare(x, sorted[k]).is_ge()));
        let mut again = parted;
        again.sort_by(|a, b| compare(*a, *b));
        prop_assert!(again.iter().zip(&sorted).all(|(&a, &b)| compare(a, b).is_eq()));
    }

    #[test]
    fn places_part_the_smaller_from_the_larger(values in integers(), wanted in integers()) {
        let sorted = np::sort(&Array::from_vec(values).unwrap(), 0).unwrap();
        let v = Array::from_slice(&wanted).unwrap();
        let row = sorted.to_vec::<i64>().unwrap();
        for side in [Side::Left, Side::Right] {
            let places = np::searchsorted_with(&sorted, &v, side).unwrap().to_vec::<i64>().unwrap();
            for (&place, &value) in places.iter().zip(&wanted) {
                let before = |&x: &i64| if side == Side::Left { x < value } else { x <= value };
                prop_assert_eq!(place as usize, row.partition_point(before));
            }
        }
    }

    #[test]
    fn unique_elements_make_the_array_again(values in floats(), equal_nan in any::<bool>()) {
        let a = Array::from_vec(values.clone()).unwrap();
        let found = Unique::new().index(true).inverse(true).counts(true).equal_nan(equal_nan).of(&a).unwrap();
        let again = np::take(&found.values, found.inverse.as_ref().unwrap(), 0).unwrap().to_vec::<f64>().unwrap();
        prop_assert!(again.iter().zip(&values).all(|(&a, &b)| compare(a, b).is_eq()));
        let counts = found.counts.unwrap().to_vec::<i64>().unwrap();
        prop_assert_eq!(counts.iter().sum::<i64>() as usize, values.len());
        let firsts = found.index.unwrap().to_vec::<i64>().unwrap();
        for (&first, value) in firsts.iter().zip(found.values.to_vec::<f64>().unwrap()) {
            prop_assert_eq!(values[first as usize].to_bits(), value.to_bits());
            prop_assert!(value.is_nan() || values[..first as usize].iter().all(|&x| x != value));
        }
    }

    #[test]
    fn texts_are_sorted_by_code_points(texts in prop::collection::vec("[ab\u{e9}\u{4e2d}\u{1f600}]{0,12}", 0..80)) {
        let mut want = texts.clone();
        want.sort();
        let text = Array::from_vec(texts.iter().map(|t| Text::from(t.as_str())).collect()).unwrap();
        let variable = np::sort(&text, 0).unwrap().to_vec::<Text>().unwrap();
        prop_assert!(variable.iter().zip(&want).all(|(a, b)| **a == **b));
        let fixed = np::sort(&text.astype("U12").unwrap(), 0).unwrap().astype("T").unwrap().to_vec::<Text>().unwrap();
        prop_assert!(fixed.iter().zip(&want).all(|(a, b)| **a == **b));
    }

    #[test]
    fn any_axis_is_sorted_like_its_lanes(values in prop::collection::vec(-9i32..9, 24), axis in 0isize..3) {
        let a = Array::from_shape_vec([2, 3, 4], values).unwrap();
        let sorted = np::sort(&a, axis).unwrap();
        let lanes = |a: &Array| np::ascontiguousarray(&a.moveaxis(&[axis], &[-1]).unwrap()).unwrap();
        prop_assert_eq!(lanes(&sorted).tobytes().unwrap(), np::sort(&lanes(&a), -1).unwrap().tobytes().unwrap());
    }
}

/// With many threads or one: enough elements for several pieces, in one row and in many.
#[test]
fn threads_make_no_difference() {
    let numbers = |n: usize| (0..n as u64).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7) as i64 % 1_000_003);
    let a = Array::from_vec(numbers(1_200_000).collect::<Vec<_>>()).unwrap();
    for dtype in ["i8", "f8", "i4", "f2"] {
        let a = a.astype(dtype).unwrap();
        let rows = a.reshape([1200, 1000]).unwrap();
        let run = |threads: Option<usize>| {
            np::set_threads(threads);
            let results = [np::sort(&a, 0), np::argsort(&a, 0), np::sort(&rows, 1), np::sort(&rows, 0)];
            results.map(|result| result.unwrap().tobytes().unwrap())
        };
        assert!(run(Some(1)) == run(None), "{dtype}");
    }
}
