//! Every way between Rust values and arrays, for every sort of element.

use std::fmt::Debug;

use half::{bf16, f16};
use ndtype::{self as np, Array, Element, Float8E4M3Fn, Int4, Object, Result, Scalar, Text};
use num_complex::Complex;

/// There and back again, by all the ways that an element type has.
macro_rules! round_trips {
    ($($t:ty: $values:expr;)*) => {
        $(elements::<$t>($values)?;
        {
            let [a, b, c, d]: [$t; 4] = $values;
            let want = [a.clone(), b.clone(), c.clone(), d.clone()];
            let nested = [[a.clone(), b.clone()], [c.clone(), d.clone()]];
            let vectors = vec![vec![a.clone(), b.clone()], vec![c.clone(), d.clone()]];
            let deep = vec![vec![vec![a.clone(), b.clone()]], vec![vec![c.clone(), d.clone()]]];
            let (slice, rows): (&[$t], &[[$t; 2]]) = (&want, &nested);
            let made = [
                (Array::try_from(slice)?, vec![4]), (Array::try_from(&want)?, vec![4]),
                (Array::try_from(&want.to_vec())?, vec![4]), (Array::try_from(want.clone())?, vec![4]),
                (Array::try_from(want.to_vec())?, vec![4]), (want.iter().cloned().collect(), vec![4]),
                (Array::try_from(rows)?, vec![2, 2]), (Array::try_from(nested.clone())?, vec![2, 2]),
                (Array::try_from(vectors.clone())?, vec![2, 2]), (Array::try_from(&vectors)?, vec![2, 2]),
                (Array::try_from(deep.clone())?, vec![2, 1, 2]), (np::array![[want.clone()]], vec![1, 1, 4]),
                (np::fromiter(want.to_vec(), np::Dtype::of::<$t>(), None)?, vec![4]),
            ];
            for (array, shape) in made {
                assert_eq!(array.shape(), shape);
                assert_eq!(array.to_vec::<$t>()?, want);
            }
            let matrix = Array::try_from(vectors.clone())?;
            assert_eq!(Vec::<Vec<$t>>::try_from(&matrix)?, vectors);
            assert_eq!(Vec::<Vec<$t>>::try_from(&matrix.t())?, [[a.clone(), c.clone()], [b.clone(), d.clone()]]);
            assert_eq!(Vec::<Vec<Vec<$t>>>::try_from(&Array::try_from(deep.clone())?)?, deep);
            let single = Array::from(b.clone());
            assert_eq!(single.ndim(), 0);
            assert_eq!(<$t>::try_from(&single)?, b);
            assert_eq!(<$t>::try_from(single)?, b);
            assert!(<$t>::try_from(&matrix).is_err());
            assert_eq!(Array::from(Scalar::from(c.clone())).item::<$t>()?, c);
        })*
    };
}

/// The ways that are generic over elements.
fn elements<T: Element + PartialEq + Debug>(values: [T; 4]) -> Result<()> {
    let want = values.to_vec();
    let array = Array::from_vec(want.clone())?;
    assert_eq!(Vec::<T>::try_from(&array)?, want);
    assert_eq!(Vec::<T>::try_from(array.clone())?, want);
    assert_eq!(array.iter::<T>()?.collect::<Array>().to_vec::<T>()?, want);
    assert_eq!(Array::from_slice(&want)?.as_slice::<T>()?, want);
    assert_eq!(Array::from(want.clone().into_boxed_slice()).to_vec::<T>()?, want);
    assert_eq!(Array::from_elem([2], want[1].clone())?.to_vec::<T>()?, [want[1].clone(), want[1].clone()]);
    let backwards: Vec<T> = want.iter().rev().cloned().collect();
    assert_eq!(Vec::<T>::try_from(array.flip(None)?)?, backwards);
    Ok(())
}

#[test]
fn every_element_goes_there_and_back() -> Result<()> {
    round_trips! {
        bool: [true, false, false, true];
        i8: [1, -2, 3, 4];
        i16: [1, -2, 3, 4];
        i32: [1, -2, 3, 4];
        i64: [1, -2, 3, 4];
        u8: [1, 2, 3, 255];
        u16: [1, 2, 3, 4];
        u32: [1, 2, 3, 4];
        u64: [1, 2, 3, u64::MAX];
        isize: [1, -2, 3, 4];
        usize: [1, 2, 3, 4];
        f32: [1.5, -2.5, 3.5, 4.5];
        f64: [1.5, -2.5, 3.5, 4.5];
        f16: [1.5, -2.5, 3.5, 4.5].map(f16::from_f32);
        bf16: [1.5, -2.5, 3.5, 4.5].map(bf16::from_f32);
        Complex<f32>: [1.5, -2.5, 3.5, 4.5].map(|x| Complex::new(x, -x));
        Complex<f64>: [1.5, -2.5, 3.5, 4.5].map(|x| Complex::new(x, -x));
        Float8E4M3Fn: [1.5, -2.5, 3.5, 4.5].map(Float8E4M3Fn::from_f64);
        Int4: [1, -2, 3, 4].map(Int4::wrapping_new);
        Text: ["a", "", "ccc", "d"].map(Text::from);
        Object: [Object::new(1), Object::NONE, Object::new("x".to_owned()), Object::new(2.5)];
    }
    Ok(())
}

#[test]
fn texts_go_there_and_back() -> Result<()> {
    let texts = ["a", "", "ccc", "d"];
    let owned = texts.map(str::to_owned);
    let fixed = [Array::try_from(texts)?, Array::try_from(texts.to_vec())?, texts.into_iter().collect()];
    let free = [Array::try_from(owned.clone())?, Array::try_from(owned.to_vec())?, owned.iter().cloned().collect()];
    for array in fixed.iter().chain(&free) {
        assert_eq!(array.shape(), [4]);
        assert_eq!(Vec::<String>::try_from(array)?, texts);
        assert_eq!(Vec::<String>::try_from(&array.flip(None)?)?, ["d", "ccc", "", "a"]);
    }
    assert!(fixed.iter().all(|array| array.dtype() == &np::Dtype::Unicode(3)));
    assert!(free.iter().all(|array| array.dtype() == &np::Dtype::String));
    let nested = [Array::try_from([["a", "b"], ["c", "d"]])?, Array::try_from(vec![vec!["a", "b"], vec!["c", "d"]])?];
    let deep = Array::try_from(vec![vec![vec!["a".to_owned(), "b".to_owned()]]])?;
    assert!(nested.iter().all(|array| array.shape() == [2, 2]) && deep.shape() == [1, 1, 2]);
    assert_eq!(String::try_from(&Array::from("word"))?, "word");
    assert_eq!(String::try_from(&Array::from("word".to_owned()))?, "word");
    assert!(String::try_from(&nested[0]).is_err() && Vec::<String>::try_from(&Array::from(1)).is_err());
    Ok(())
}

#[test]
fn what_does_not_fit_is_an_error() {
    assert!(Array::try_from(vec![vec![1], vec![]]).unwrap_err().is_shape());
    assert!(Array::try_from(vec![vec![vec![1]], vec![vec![1, 2]]]).unwrap_err().is_shape());
    let a = np::array![1, 2];
    assert!(Vec::<i64>::try_from(&a).unwrap_err().is_dtype());
    assert!(Vec::<Vec<i32>>::try_from(&a).unwrap_err().is_shape());
    assert!(i32::try_from(&a).unwrap_err().is_value());
    assert!(f64::try_from(np::array![1]).unwrap_err().is_dtype());
}

/// Lists of a size, and lists that are nested to another depth than the array.
#[test]
fn lists_have_the_shape_of_arrays() -> Result<()> {
    let a = np::array![[1i64, 2], [3, 4], [5, 6]];
    assert_eq!(<[[i64; 2]; 3]>::try_from(&a)?, [[1, 2], [3, 4], [5, 6]]);
    assert_eq!(<[i64; 2]>::try_from(&a.get("1")?)?, [3, 4]);
    let error = |wrong: np::Error| wrong.to_string();
    assert_eq!(
        error(Vec::<i64>::try_from(&a).unwrap_err()),
        "a list of 1 dimension needs an array of as many, not one of shape (3,2)"
    );
    assert!(error(Vec::<Vec<i64>>::try_from(&a.get("0")?).unwrap_err()).ends_with("not one of shape (2,)"));
    let wrong = <[[i64; 3]; 2]>::try_from(&a).unwrap_err();
    assert_eq!(error(wrong), "a list of size (2,3) needs an array of that shape, not one of shape (3,2)");
    assert!(<[i64; 6]>::try_from(&a).unwrap_err().is_shape());
    assert!(<[f64; 2]>::try_from(&a.get("0")?).unwrap_err().is_dtype());
    Ok(())
}

/// Ranges of every number of Rust, and of times.
#[test]
fn ranges_of_every_number() -> Result<()> {
    macro_rules! whole {
        ($($t:ty)*) => {
            $(assert_eq!(np::arange(1 as $t, 8, 3)?.to_vec::<i64>()?, [1, 4, 7]);)*
        };
    }
    whole!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    assert_eq!(np::arange(0.0f32, 1.0, 0.25)?.to_vec::<f64>()?, [0.0, 0.25, 0.5, 0.75]);
    assert_eq!(np::arange(3i8, -3, -2)?.to_vec::<i64>()?, [3, 1, -1]);
    assert_eq!(np::arange(u64::MAX - 2, u64::MAX, 1)?.to_vec::<u64>()?, [u64::MAX - 2, u64::MAX - 1]);
    assert!(np::arange(0u8, 5, 0).unwrap_err().is_value());
    let spans = np::arange(
        np::Timedelta64::new(0, np::TimeUnit::H),
        np::Timedelta64::new(3, np::TimeUnit::H),
        np::Timedelta64::new(90, np::TimeUnit::MIN),
    )?;
    assert_eq!(
        (spans.dtype().to_string(), spans.view_dtype("i8")?.to_vec::<i64>()?),
        ("timedelta64[m]".into(), vec![0, 90])
    );
    Ok(())
}

/// Going through an axis from both ends.
#[test]
fn axes_have_two_ends() -> Result<()> {
    let a = np::array![[1, 2], [3, 4], [5, 6]];
    let mut rows = a.axis_iter(0)?;
    assert_eq!((rows.len(), rows.next_back().unwrap().to_vec::<i32>()?), (3, vec![5, 6]));
    assert_eq!((rows.len(), rows.next().unwrap().to_vec::<i32>()?), (2, vec![1, 2]));
    assert_eq!(rows.next_back().unwrap().to_vec::<i32>()?, [3, 4]);
    assert!(rows.next().is_none() && rows.next_back().is_none());
    let reversed: Vec<i32> = a.axis_iter(1)?.rev().map(|c| c.get_scalar(&[0])?.get::<i32>()).collect::<Result<_>>()?;
    assert_eq!(reversed, [2, 1]);
    Ok(())
}

/// Rows without elements, and ones of text.
#[test]
fn rows_without_elements() -> Result<()> {
    let a = np::array![[], []; dtype: "f4"];
    assert_eq!((a.shape(), a.dtype().name()), (&[2, 0][..], "float32".into()));
    assert_eq!(np::array![[], [], []].shape(), [3, 0]);
    assert_eq!(np::array![[],].shape(), [1, 0]);
    for dtype in ["S", "S3", "U", "U3", "T"] {
        assert_eq!(Vec::<String>::try_from(&Array::ones([2], dtype)?)?, ["1", "1"]);
        assert_eq!(Vec::<String>::try_from(&Array::ones_in([1], dtype, np::Order::F)?)?, ["1"]);
        assert_eq!(Vec::<String>::try_from(&np::ones_like(&Array::zeros([1], dtype)?)?)?, ["1"]);
    }
    assert_eq!(Array::ones([1], "m8[s]")?.get_scalar(&[0])?.time_ticks(), Some(1));
    Ok(())
}
