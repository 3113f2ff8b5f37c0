//! Memory that moves in or is borrowed without a copy, and conversions from Rust's own types.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ndtype::{self as np, Array, Dtype, Scalar, Text, array, idx};

#[test]
fn boxes_vectors_and_arcs_stay_where_they_are() {
    let values = vec![1.5f64, 2.5];
    let address = values.as_ptr();
    let mut a = Array::try_from(values).unwrap();
    a.set(idx![0], 9.0).unwrap();
    assert_eq!((a.as_ptr(), a.to_vec::<f64>().unwrap()), (address.cast(), vec![9.0, 2.5]));

    let values: Box<[u16]> = vec![1, 2, 3].into();
    let address = values.as_ptr();
    let mut a = Array::from(values);
    a.set(idx![0], 9).unwrap();
    assert_eq!((a.as_ptr(), a.to_vec::<u16>().unwrap()), (address.cast(), vec![9, 2, 3]));

    let values: Arc<[i32]> = Arc::from([1, 2, 3]);
    let mut a = Array::from(values.clone());
    assert_eq!(a.as_ptr(), values.as_ptr().cast());
    assert_eq!(a.get(idx![1..]).unwrap().as_ptr(), values[1..].as_ptr().cast());
    a.fill(0).unwrap();
    assert_ne!(a.as_ptr(), values.as_ptr().cast());
    assert_eq!(*values, [1, 2, 3]);
    assert_eq!(Arc::strong_count(&values), 1);
}

/// Counts its drops; its elements are inside of it, not behind a pointer.
struct Inline([u32; 3], Arc<AtomicUsize>);

impl AsRef<[u32]> for Inline {
    fn as_ref(&self) -> &[u32] {
        &self.0
    }
}

impl Drop for Inline {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn owners_live_as_long_as_the_last_array() {
    let drops = Arc::new(AtomicUsize::new(0));
    let a = Array::from_owner(Inline([7, 8, 9], drops.clone())).unwrap();
    let tail = a.get(idx![1..]).unwrap();
    let moved = Box::new(a);
    assert_eq!(tail.as_ptr(), moved.as_ptr().wrapping_add(4));
    drop(moved);
    assert_eq!((tail.to_vec::<u32>().unwrap(), drops.load(Ordering::Relaxed)), (vec![8, 9], 0));
    let thread = std::thread::spawn(move || tail.to_vec::<u32>().unwrap());
    assert_eq!(thread.join().unwrap(), [8, 9]);
    assert_eq!(drops.load(Ordering::Relaxed), 1);

    let mut written = Array::from_owner(Inline([1, 2, 3], drops.clone())).unwrap();
    written.fill(5).unwrap();
    assert_eq!((written.to_vec::<u32>().unwrap(), drops.load(Ordering::Relaxed)), (vec![5; 3], 2));

    assert_eq!(Array::from_owner::<u8, _>(Vec::new()).unwrap().shape(), [0]);
    let texts: Arc<[Text]> = Arc::from([Text::from("a"), Text::from("b")]);
    let mut a = Array::from_arc(texts.clone()).unwrap();
    a.set(idx![0], "c".to_owned()).unwrap();
    assert_eq!((&texts[0], &a.to_vec::<Text>().unwrap()[0]), (&Text::from("a"), &Text::from("c")));
}

#[test]
fn buffers_are_bytes_of_anything() {
    let values: Arc<[u32]> = Arc::from([0x0403_0201, 5]);
    let a = np::frombuffer(values.clone(), "<u2", 2, Some(2)).unwrap();
    assert_eq!(
        (a.as_ptr(), a.to_vec::<u16>().unwrap()),
        (values.as_ptr().cast::<u8>().wrapping_add(2), vec![0x0403, 5])
    );
    let boxed: Box<[f64]> = Box::new([1.0]);
    assert_eq!(np::frombuffer(boxed, "f8", 0, None).unwrap(), array![1.0]);
    assert_eq!(np::frombuffer(vec![1u8, 2, 3, 4, 5, 6], "(3,)u1", 0, None).unwrap().shape(), [2, 3]);
    let message = |bytes: Vec<u8>, dtype: &str, offset, count| {
        np::frombuffer(bytes, dtype, offset, count).unwrap_err().to_string()
    };
    assert_eq!(message(vec![0; 3], "u2", 4, None), "the offset of a buffer has to be no greater than its length: 4");
    assert_eq!(
        message(vec![0; 4], "u2", 1, None),
        "the size of a buffer has to be a multiple of the size of an element: 3"
    );
    assert_eq!(message(vec![0; 4], "u2", 0, Some(3)), "a buffer is smaller than the requested number of elements: 3");
    assert_eq!(
        message(vec![0; 4], "u2", 0, Some(usize::MAX)),
        format!("a buffer is smaller than the requested number of elements: {}", usize::MAX)
    );
    assert_eq!(message(vec![2], "?", 0, None), "the byte 0x02 is no boolean: only 0 and 1 are");
    assert!(np::frombuffer(vec![0u8; 8], "O", 0, None).is_err());
    assert!(np::frombuffer(vec![Text::from("a")], "u1", 0, None).is_err());
    assert!(np::frombuffer(vec![0u8; 8], "S", 0, None).is_err());
}

#[test]
fn nested_values_and_scalars() {
    assert_eq!(Array::try_from([[1, 2], [3, 4]]).unwrap(), array![[1, 2], [3, 4]]);
    assert_eq!(Array::try_from(vec![vec![vec![true]]]).unwrap().shape(), [1, 1, 1]);
    assert_eq!(Array::try_from(vec!["a", "bc"]).unwrap().dtype(), &Dtype::Unicode(2));
    assert_eq!(Array::try_from(vec![[1.0, 2.0]]).unwrap().shape(), [1, 2]);
    assert!(Array::try_from(vec![vec![1], vec![]]).unwrap_err().is_shape());
    assert_eq!(Array::from(2.5).shape(), [] as [usize; 0]);
    assert_eq!(Array::from(2u8).dtype(), &Dtype::UInt8);
    assert_eq!(Array::from(Scalar::from("ab")).dtype(), &Dtype::Unicode(2));
}

#[cfg(feature = "ndarray")]
mod with_ndarray {
    use ndarray::{ArcArray, ArrayView2, Axis, Ix1, Ix2, s};
    use ndtype::{Array, ArrayView, array, idx};

    #[test]
    fn views_of_any_strides_are_borrowed() {
        let m = ndarray::Array::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as i32);
        let mut turned: ArrayView2<'_, i32> = m.slice(s![..;-1, 1..;2]);
        turned.invert_axis(Axis(1));
        for view in [m.view(), m.t(), turned, m.slice(s![0..0, ..]), m.slice(s![1..2, ..;-1])] {
            let ours = ArrayView::from_ndarray(view).unwrap();
            assert_eq!(ours.shape(), view.shape());
            assert_eq!(ours.to_vec::<i32>().unwrap(), view.iter().copied().collect::<Vec<_>>());
            assert_eq!(ours.as_ndarray_dim::<i32, Ix2>().unwrap(), view);
            if !view.is_empty() {
                assert_eq!(ours.as_ptr(), view.as_ptr().cast());
            }
        }
        let wide = ndarray::arr0(5i64);
        let wide = ArrayView::from_ndarray(wide.broadcast((2, 3)).unwrap()).unwrap();
        assert_eq!(wide.to_vec::<i64>().unwrap(), [5; 6]);
        let kept: Array = ArrayView::from_ndarray(m.view()).unwrap().get(idx![1]).unwrap().clone().copy().unwrap();
        drop(m);
        assert_eq!(kept.to_vec::<i32>().unwrap(), [10, 11, 12, 13]);
    }

    #[test]
    fn shared_arrays_move_in() {
        let m: ArcArray<f64, Ix2> = ndarray::array![[1.0, 2.0], [3.0, 4.0]].into_shared();
        let mut turned = m.clone();
        turned.invert_axis(Axis(0));
        turned.swap_axes(0, 1);
        let mut a = Array::from(turned);
        assert_eq!(a.as_ptr(), (&raw const m[[1, 0]]).cast());
        assert_eq!(a, array![[3.0, 1.0], [4.0, 2.0]]);
        a.fill(0.0).unwrap();
        assert_eq!(m, ndarray::array![[1.0, 2.0], [3.0, 4.0]]);
    }

    #[test]
    fn fixed_dimensions() {
        let mut a = array![[1, 2], [3, 4]];
        assert_eq!(a.to_ndarray_dim::<i32, Ix2>().unwrap(), ndarray::array![[1, 2], [3, 4]]);
        let error = a.as_ndarray_dim::<i32, Ix1>().unwrap_err().to_string();
        assert_eq!(error, "the array has another number of axes: 2 rather than 1");
        assert!(a.as_ndarray_dim_mut::<i32, Ix1>().is_err());
        assert!(a.as_ndarray_dim::<f32, Ix2>().unwrap_err().is_dtype());
        a.as_ndarray_dim_mut::<i32, Ix2>().unwrap()[[0, 0]] = 7;
        assert_eq!(a.get_scalar(&[0, 0]).unwrap().as_i64(), Some(7));
    }
}

#[cfg(feature = "ndarray")]
#[test]
fn copies_for_ndarray_take_any_memory() {
    // Unaligned, and strides that are no number of elements.
    let bytes: Vec<u8> = (0..28).collect();
    let packed = np::ArrayView::from_bytes(&bytes[1..], [3], "[('a', 'u1'), ('x', '<f8')]").unwrap();
    let x = packed.field("x").unwrap();
    assert!(x.as_ndarray::<f64>().is_err());
    assert_eq!(x.to_ndarray::<f64>().unwrap().into_raw_vec_and_offset().0, x.to_vec::<f64>().unwrap());
    let records = Array::zeros([2, 2], "[('x', '<i8'), ('y', '<i4')]").unwrap().field("x").unwrap();
    assert_eq!(records.to_ndarray_dim::<i64, ndarray::Ix2>().unwrap(), ndarray::Array2::<i64>::zeros((2, 2)));
    assert!(records.to_ndarray_dim::<i64, ndarray::Ix1>().unwrap_err().is_value());
    assert!(x.to_ndarray::<f32>().is_err());
}
