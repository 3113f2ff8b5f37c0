//! Operators: every combination of owners, memory that is lent, panics with the text of errors.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ndtype::{self as np, Array, ArrayView, Scalar, array};

fn ints(a: &Array) -> Vec<i64> {
    a.to_vec::<i64>().unwrap()
}

/// The text that an operation panics with.
fn panic_text(operation: impl FnOnce() -> Array) -> String {
    let payload = catch_unwind(AssertUnwindSafe(operation)).expect_err("a panic");
    payload.downcast_ref::<String>().expect("a text").clone()
}

#[test]
fn owners_combine() {
    let (a, b) = (array![5i64, 6], array![1i64, 2]);
    let (x, y) = (ArrayView::from_slice(&[5i64, 6]).unwrap(), ArrayView::from_slice(&[1i64, 2]).unwrap());
    macro_rules! check {
        ($($op:tt $expected:expr, $number:expr;)*) => {
            $(
                for result in [
                    &a $op &b, a.clone() $op &b, &a $op b.clone(), a.clone() $op b.clone(), &x $op &b, &a $op &y, &x $op &y,
                ] {
                    assert_eq!(ints(&result), $expected, stringify!($op));
                }
                for result in [&a $op 2, a.clone() $op 2i64, &a $op 2u8, &a $op Scalar::from(2i64), a.clone() $op 2usize] {
                    assert_eq!(ints(&result), $number, stringify!($op));
                }
            )*
        };
    }
    check! {
        + [6, 8], [7, 8];
        - [4, 4], [3, 4];
        * [5, 12], [10, 12];
        << [10, 24], [20, 24];
    }
    assert_eq!(ints(&(1 - &a)), [-4, -5]);
    assert_eq!(ints(&(1i64 << a.clone())), [32, 64]);
    for result in [-&a, -a.clone(), -&x] {
        assert_eq!(ints(&result), [-5, -6]);
    }
    assert_eq!((-array![1.5f32, -0.0]).to_vec::<f32>().unwrap(), [-1.5, 0.0]);
}

#[test]
fn memory_is_lent_and_shared_memory_kept() {
    let a = array![1i64, 2, 3];
    let address = a.as_ptr();
    let a = -(a << 1i64);
    assert_eq!((a.as_ptr(), ints(&a)), (address, vec![-2, -4, -6]), "handed over: in place");
    let kept = a.clone();
    let negated = -a;
    assert_ne!(negated.as_ptr(), address, "shared: elsewhere");
    assert_eq!((ints(&kept), ints(&negated)), (vec![-2, -4, -6], vec![2, 4, 6]));
    let mut b = negated;
    let address = b.as_ptr();
    b <<= 2;
    b -= &kept;
    b += array![1i64];
    b *= 2;
    assert_eq!((b.as_ptr(), ints(&b)), (address, vec![22, 42, 62]), "in place");
    let before = b.clone();
    b <<= &array![1i64, 0, 1];
    assert_ne!(b.as_ptr(), address);
    assert_eq!((ints(&before), ints(&b)), (vec![22, 42, 62], vec![44, 42, 124]));
    let strided = b.get("::-2").unwrap();
    assert_eq!(ints(&-strided), [-124, -44]);
    assert_eq!((-Array::zeros([0, 2], "i8").unwrap()).shape(), [0, 2]);
    assert_eq!((-array![7].reshape([]).unwrap()).item::<i32>().unwrap(), -7);
    let swapped = array![1i64, 2].astype(">i8").unwrap();
    assert_eq!(ints(&(-&swapped << 1)), [-2, -4]);
}

#[test]
fn panics_carry_the_text_of_the_error() {
    let (a, b) = (array![1, 2], array![1, 2, 3]);
    assert_eq!(panic_text(|| &a + &b), np::add(&a, &b).unwrap_err().to_string());
    assert_eq!(panic_text(|| &a << &b), np::left_shift(&a, &b).unwrap_err().to_string());
    assert_eq!(panic_text(|| &a << 1.5), np::left_shift(&a, 1.5).unwrap_err().to_string());
    let words = array!["a"];
    assert_eq!(panic_text(|| -&words), np::negative(&words).unwrap_err().to_string());
    let mut c = a.clone();
    let text = panic_text(|| {
        c += 0.5;
        c.clone()
    });
    assert!(text.starts_with("Cannot cast ufunc 'add' output"), "{text}");
    assert_eq!(c, a, "unchanged");
}
