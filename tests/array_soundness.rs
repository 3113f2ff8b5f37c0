//! What safe code must not be able to do: write over values that own memory, read what others are writing, make booleans of
//! other bytes.

use ndtype::{self as np, Array, ArrayView, Dtype, Scalar, Text, array, idx};

#[test]
fn strides_do_not_reach_the_text_between_fields() {
    let text = "longer than what fits into sixteen bytes".to_owned();
    let mut records = Array::zeros([3], "[('x', '<f8'), ('n', 'T')]").unwrap();
    records.set(idx!["n"], text.clone()).unwrap();
    let x = records.field("x").unwrap();
    for (shape, strides) in [(vec![4], vec![8]), (vec![2], vec![16]), (vec![2, 2], vec![24, 8]), (vec![3], vec![12])] {
        assert!(x.as_strided(&shape, &strides).unwrap_err().is_value(), "{shape:?} {strides:?}");
    }
    let mut windows = x.as_strided([2, 2], [24, 24]).unwrap();
    assert_eq!(x.as_strided([5], [0]).unwrap().shape(), [5]);
    assert_eq!(x.as_strided([2], [48]).unwrap().shape(), [2]);
    drop(x);
    windows.fill(1.0).unwrap();
    assert_eq!(windows.to_vec::<f64>().unwrap(), [1.0; 4]);
    assert_eq!(records.field("n").unwrap().to_vec::<Text>().unwrap(), [text.as_str(); 3]);

    // A field of sub-arrays: a row is the field's own, what follows it is not.
    let pairs = Array::zeros([3], "[('p', '<f8', (2,)), ('n', 'T')]").unwrap().field("p").unwrap();
    assert_eq!(pairs.as_strided([3, 2], [32, 8]).unwrap().shape(), [3, 2]);
    assert_eq!(pairs.as_strided([2], [40]).unwrap().shape(), [2], "the diagonal");
    assert!(pairs.as_strided([3], [8]).is_err());
    assert_eq!(pairs.get(idx![1]).unwrap().as_strided([2, 1], [8, 3]).unwrap().shape(), [2, 1]);
    assert_eq!(pairs.get(idx![1..2]).unwrap().as_strided([9], [1]).unwrap().shape(), [9], "bytes of one row");

    // Records without such values have nothing to lose.
    let plain = Array::zeros([3], "[('x', '<f8'), ('n', '<f8')]").unwrap();
    assert_eq!(plain.field("x").unwrap().as_strided([4], [8]).unwrap().shape(), [4]);
}

#[cfg(feature = "ndarray")]
#[test]
fn strides_over_a_borrow_stay_with_its_elements() {
    let mut plane = ndarray::Array2::from_shape_fn((4, 4), |(i, j)| (4 * i + j) as i32);
    let (evens, mut odds) = plane.multi_slice_mut((ndarray::s![..;2, ..], ndarray::s![1..;2, ..]));
    let view = ArrayView::from_ndarray(evens.view()).unwrap();
    odds.fill(0);
    assert!(view.as_strided([12], [4]).unwrap_err().is_value());
    assert!(view.as_strided([3], [16]).is_err());
    let corners = view.as_strided([2, 2], [32, 12]).unwrap();
    assert_eq!(corners.to_vec::<i32>().unwrap(), [0, 3, 8, 11]);
}

#[test]
fn strides_over_a_borrow_without_gaps_go_anywhere() {
    let view = ArrayView::from_slice(&[1u8, 2, 3]).unwrap();
    assert_eq!(view.as_strided([2, 2], [1, 1]).unwrap().to_vec::<u8>().unwrap(), [1, 2, 2, 3]);
}

/// Records of one byte that is a boolean and a number, and that holds 255.
fn overlapping() -> Array {
    let dtype = "{'names': ['f', 'b'], 'formats': ['?', 'u1'], 'offsets': [0, 0], 'itemsize': 1}";
    let mut records = Array::zeros([2], dtype).unwrap();
    records.set(idx!["b"], 255).unwrap();
    records
}

/// The bytes of booleans, which `to_vec::<bool>` would be wrong to read unless they are 0 and 1.
fn truth(array: &Array) -> Vec<u8> {
    assert_eq!(array.dtype(), &Dtype::Bool);
    array.tobytes().unwrap()
}

#[test]
fn no_view_makes_booleans_of_other_bytes() {
    let records = overlapping();
    assert!(records.field("f").unwrap_err().is_value());
    assert!(records.get("['f']").unwrap_err().is_value());
    let both = records.get("['b', 'f']").unwrap();
    assert!(both.field("f").is_err() && both.get("['f']").is_err());
    assert_eq!(both.field("b").unwrap().to_vec::<u8>().unwrap(), [255, 255]);
    let mut writable = records.clone();
    assert!(writable.view_mut("['f']").is_err());
    writable.set(idx!["b"], 1).unwrap();
    let picked = writable.get("['f']").unwrap();
    assert_eq!(picked.field("f").unwrap().to_vec::<bool>().unwrap(), [true; 2]);

    // A record in a record, under a number.
    let inner = Dtype::builder().field("f", "?").build().unwrap();
    let dtype = Dtype::builder().field("p", inner).field("b", "u1").offset(0).build().unwrap();
    let mut nested = Array::zeros([2], dtype).unwrap();
    nested.set(idx!["b"], 255).unwrap();
    assert!(nested.field("p").is_err());
    let part = nested.get_scalar(&[0]).unwrap().field("p").unwrap();
    assert_eq!(truth(&Array::from_scalar(part).unwrap().field("f").unwrap()), [1]);
}

#[test]
fn casts_of_overlapping_records_make_booleans() {
    let records = overlapping();
    let apart = records.astype("[('x', '?'), ('y', 'u1')]").unwrap();
    assert_eq!(truth(&apart.field("x").unwrap()), [1, 1]);
    assert_eq!(apart.field("y").unwrap().to_vec::<u8>().unwrap(), [255, 255]);

    let mut set = Array::zeros([2], "[('x', '?'), ('y', 'u1')]").unwrap();
    set.set(idx![..], &records).unwrap();
    assert_eq!(truth(&set.field("x").unwrap()), [1, 1]);
    let empty = Array::zeros([1], "[('f', '?'), ('b', 'u1')]").unwrap();
    let joined = np::concatenate(&[&records, &empty], 0).unwrap();
    assert_eq!(truth(&joined.field("f").unwrap()), [1, 1, 0]);
    let chosen = np::r#where(&array![true, false], &records, &empty).unwrap();
    assert_eq!(truth(&chosen.field("f").unwrap()), [1, 0]);

    // Booleans in records and sub-arrays in such records.
    let inner = Dtype::builder().field("f", "?").field("g", Dtype::subarray("?", [3]).unwrap()).build().unwrap();
    let under = Dtype::builder().field("p", inner.clone()).field("b", "u4").offset(0).build().unwrap();
    let mut nested = Array::zeros([1], under).unwrap();
    nested.set(idx!["b"], 0x0200_ff00u32).unwrap();
    let to = Dtype::builder().field("p", inner).field("b", "u4").build().unwrap();
    let apart = nested.astype(to).unwrap().field("p").unwrap();
    assert_eq!(truth(&apart.field("f").unwrap()), [0]);
    assert_eq!(truth(&apart.field("g").unwrap()), [1, 0, 1]);
    assert_eq!(apart.get_scalar(&[0]).unwrap().field("f").unwrap(), Scalar::from(false));
}
