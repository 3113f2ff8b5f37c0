//! Positions that no axis has.

use ndtype::layout::IndexError;
use ndtype::{Array, Index, idx};

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
