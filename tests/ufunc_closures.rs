//! Ufuncs of closures: types, layouts, methods, failures.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ndtype::ufunc::{ClosureError, UfuncError};
use ndtype::{self as np, Array, Casting, Dtype, Object, Order, Reduce, Scalar, Text, Ufunc, array, idx};

/// The same values in every layout that memory can have: contiguous, with gaps, backwards, transposed, in a packed record,
/// with swapped bytes.
fn layouts(a: &Array) -> Vec<(&'static str, Array)> {
    let n = a.shape()[0];
    let mut found = vec![("contiguous", a.copy().unwrap())];
    let mut wide: Vec<usize> = a.shape().to_vec();
    wide[0] *= 2;
    let mut gaps = Array::zeros(&wide, a.dtype().clone()).unwrap();
    gaps.set("::2", a).unwrap();
    found.push(("gaps", gaps.get("::2").unwrap()));
    let mut backwards = Array::zeros(a.shape(), a.dtype().clone()).unwrap();
    backwards.set("::-1", a).unwrap();
    found.push(("backwards", backwards.get("::-1").unwrap()));
    found.push(("transposed", a.t().copy().unwrap().t()));
    if !a.dtype().has_object() {
        let record = Dtype::structured([("pad", Dtype::UInt8), ("x", a.dtype().clone())]).unwrap();
        let mut records = Array::zeros(a.shape(), record).unwrap();
        records.set("'x'", a).unwrap();
        found.push(("unaligned", records.field("x").unwrap()));
        found.push(("swapped", a.astype(a.dtype().swapped()).unwrap()));
    }
    for (name, b) in &found {
        assert_eq!((b.shape()[0], b), (n, a), "{name}");
    }
    found
}

fn texts<const N: usize>(values: [&str; N]) -> Array {
    Array::from_vec(values.map(Text::from).to_vec()).unwrap()
}

fn spelled(a: &Array) -> Vec<String> {
    a.to_vec::<Text>().unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn every_layout_gives_the_same() {
    let f = Ufunc::from_fn2("f", |a: f64, b: i32| a * 2.0 - f64::from(b));
    let a = Array::from_shape_vec([5, 3], (0..15).map(|i| f64::from(i) * 0.5).collect()).unwrap();
    let b = Array::from_shape_vec([5, 3], (0..15i32).map(|i| i * i).collect()).unwrap();
    let expected: Vec<f64> = (0..15).map(|i| f64::from(i) - f64::from(i * i)).collect();
    let mut compared = 0;
    for (x, a) in layouts(&a) {
        for (y, b) in layouts(&b) {
            assert_eq!(f.call(&[&a, &b]).unwrap().to_vec::<f64>().unwrap(), expected, "{x} {y}");
            for (z, out) in layouts(&Array::zeros([5, 3], "f8").unwrap()) {
                let mut out = out;
                f.with().out(&mut out).call(&[&a, &b]).unwrap();
                assert_eq!(out.astype("f8").unwrap().to_vec::<f64>().unwrap(), expected, "{x} {y} {z}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 6 * 6 * 6);
    // Large enough for several chunks.
    let large = np::arange(0, 5000, 1).unwrap();
    let sums = f.call(&[&large, &large.get("::-1").unwrap().astype("i4").unwrap()]).unwrap();
    assert_eq!(sums.get_scalar(&[4999]).unwrap().as_f64(), Some(9998.0));
    assert_eq!(sums.get_scalar(&[0]).unwrap().as_f64(), Some(-4999.0));
}

#[test]
fn broadcasts_and_keeps_order() {
    let f = Ufunc::from_fn2("f", |a: i64, b: i64| 10 * a + b);
    let table = f.call(&[&array![[1], [2]], &array![3, 4, 5]]).unwrap();
    assert_eq!((table.shape(), table.to_vec::<i64>().unwrap()), (&[2, 3][..], vec![13, 14, 15, 23, 24, 25]));
    assert_eq!(f.call(&[&array![1].reshape([]).unwrap(), &array![2].reshape([]).unwrap()]).unwrap().ndim(), 0);
    assert_eq!(f.call(&[&Array::zeros([0, 3], "i8").unwrap(), &array![1, 2, 3]]).unwrap().shape(), [0, 3]);
    let broadcast = array![1i64].broadcast_to([2, 2]).unwrap();
    assert_eq!(f.call(&[&broadcast, &broadcast]).unwrap().to_vec::<i64>().unwrap(), [11; 4]);
    let fortran = Array::zeros([2, 3], "i8").unwrap().t();
    assert!(f.call(&[&fortran, &fortran]).unwrap().flags().f_contiguous);
    let c = f.with().order(Order::C).call(&[&fortran, &fortran]).unwrap();
    assert!(c.flags().c_contiguous);
    assert!(f.call(&[&array![1, 2], &array![1, 2, 3]]).unwrap_err().is_shape());
    assert!(f.call(&[&array![1]]).unwrap_err().is_value());
}

#[test]
fn casting_follows_the_rule() {
    let f = Ufunc::from_fn1("f", |x: i32| x + 1);
    assert_eq!(f.call(&[&array![1i64, 2]]).unwrap().dtype(), &Dtype::Int32, "same kind");
    let error = f.call(&[&array![1.5]]).unwrap_err();
    assert_eq!(
        error.cause::<UfuncError>().unwrap(),
        &UfuncError::Cast {
            ufunc: "f".into(),
            output: false,
            from: Dtype::Float64,
            to: Dtype::Int32,
            casting: Casting::SameKind
        }
    );
    let cast = f.with().casting(Casting::Unsafe).call(&[&array![1.5]]).unwrap();
    assert_eq!(cast.to_vec::<i32>().unwrap(), [2]);
    assert!(f.with().casting(Casting::Safe).call(&[&array![1i64]]).is_err());
    assert!(f.with().dtype("i4").unwrap().call(&[&array![1i8]]).is_ok());
    assert!(f.with().dtype("f4").unwrap().call(&[&array![1i8]]).unwrap_err().is_dtype(), "there is one loop");
    let mut small = Array::zeros([2], "i1").unwrap();
    f.with().out(&mut small).r#where(&array![false, true]).call(&[&array![5, 6]]).unwrap();
    assert_eq!(small.to_vec::<i8>().unwrap(), [0, 7]);

    let g = Ufunc::from_fn2("g", |a: i64, b: i64| a - b);
    let mut a = array![1i64, 2];
    g.assign(&mut a, 1).unwrap();
    assert_eq!(a.to_vec::<i64>().unwrap(), [0, 1]);
    assert!(g.assign(&mut a, 0.5).unwrap_err().is_dtype(), "a bare float does not join integers");
    assert!(g.assign(&mut a, &array![0.5]).unwrap_err().is_cast());
    assert!(g.assign(&mut array![0.5], 1).unwrap_err().is_cast());
    assert!(g.at(&mut a, idx![0], &array![0.5]).unwrap_err().is_cast());
    assert!(g.reduce(&array![0.5], ..).unwrap_err().is_cast());
    assert_eq!(g.reduce(&array![3.5, 1.5], Reduce::all().dtype("i8").unwrap()).unwrap().item::<i64>().unwrap(), 2);
    assert!(g.reduce(&array![3, 1], Reduce::all().dtype("c16").unwrap()).unwrap_err().is_dtype());
    assert!(g.accumulate(&array![3, 1], Reduce::axis(0).dtype("c16").unwrap()).unwrap_err().is_dtype());
}

#[test]
fn folds() {
    let digits = Ufunc::from_fn2("digits", |a: i64, b: i64| 10 * a + b);
    let a = array![[1i64, 2, 3], [4, 5, 6]];
    let mut compared = 0;
    for (name, a) in layouts(&a) {
        let vec = |a: Array| a.to_vec::<i64>().unwrap();
        assert_eq!(vec(digits.reduce(&a, 0).unwrap()), [14, 25, 36], "{name}");
        assert_eq!(vec(digits.reduce(&a, 1).unwrap()), [123, 456], "{name}");
        assert_eq!(vec(digits.accumulate(&a, 1).unwrap()), [1, 12, 123, 4, 45, 456], "{name}");
        assert_eq!(vec(digits.accumulate(&a, 0).unwrap()), [1, 2, 3, 14, 25, 36], "{name}");
        assert_eq!(vec(digits.reduceat(&a, &[0, 2, 1], 1).unwrap()), [12, 3, 23, 45, 6, 56], "{name}");
        assert!(digits.reduce(&a, ..).unwrap_err().is_shape(), "the order of axes matters");
        compared += 5;
    }
    assert_eq!(compared, 30);
    assert!(digits.reduce(&Array::zeros([0], "i8").unwrap(), 0).unwrap_err().is_value());
    let mut counts = array![0i64, 0, 0];
    digits.at(&mut counts, idx![&array![2, 0, 2]], &array![1, 2, 3]).unwrap();
    assert_eq!(counts.to_vec::<i64>().unwrap(), [2, 0, 13]);
    let mut swapped = array![0i64, 0].astype(">i8").unwrap();
    digits.at(&mut swapped, idx![&array![1, 1]], 7).unwrap();
    assert_eq!(swapped.astype("i8").unwrap().to_vec::<i64>().unwrap(), [0, 77]);

    let sum = Ufunc::from_fn2("sum", |a: i64, b: i64| a + b).identity(0).unwrap();
    assert_eq!(sum.reduce(&a, ..).unwrap().item::<i64>().unwrap(), 21);
    assert_eq!(sum.reduce(&Array::zeros([0, 2], "i8").unwrap(), 0).unwrap().to_vec::<i64>().unwrap(), [0, 0]);
    let mask = array![true, false, true];
    assert_eq!(sum.reduce(&a, Reduce::axis(1).r#where(&mask)).unwrap().to_vec::<i64>().unwrap(), [4, 10]);
    assert!(Ufunc::from_fn2("f", |a: i64, b: i64| a + b).identity(0.5).unwrap_err().is_cast());
    assert!(Ufunc::from_fn2("f", |a: i64, b: i32| a + i64::from(b)).identity(0).unwrap_err().is_dtype());
    assert!(Ufunc::from_fn2("less", |a: i64, b: i64| a < b).reduce(&array![1i64, 2], 0).unwrap_err().is_dtype());
    assert!(Ufunc::from_fn1("f", |a: i64| a).reduce(&array![1i64], 0).unwrap_err().is_dtype());
}

#[test]
fn text_and_objects_are_replaced_not_lost() {
    #[derive(Clone)]
    struct Counted(Arc<AtomicUsize>, i64);
    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    impl PartialEq for Counted {
        fn eq(&self, other: &Counted) -> bool {
            self.1 == other.1
        }
    }
    impl PartialOrd for Counted {
        fn partial_cmp(&self, other: &Counted) -> Option<std::cmp::Ordering> {
            self.1.partial_cmp(&other.1)
        }
    }
    impl std::fmt::Display for Counted {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.1.fmt(f)
        }
    }
    let (made, dropped) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (counter, drops) = (made.clone(), dropped.clone());
    let count = Ufunc::from_fn2("count", move |a: i64, b: i64| {
        counter.fetch_add(1, Ordering::Relaxed);
        Object::new(Counted(drops.clone(), a + b))
    });
    {
        let mut out = count.call(&[&array![[1i64], [2]], &array![10i64, 20, 30]]).unwrap();
        assert_eq!(out.get_scalar(&[1, 2]).unwrap().to_string(), "32");
        count.with().out(&mut out).call(&[&array![5i64], &array![[1i64], [2]]]).unwrap();
        assert_eq!(out.get_scalar(&[1, 2]).unwrap().to_string(), "7");
        assert_eq!((made.load(Ordering::Relaxed), dropped.load(Ordering::Relaxed)), (12, 6));
    }
    assert_eq!(dropped.load(Ordering::Relaxed), 12, "each value is dropped once");

    let join = Ufunc::from_fn2("join", |a: Text, b: Text| Text::from(format!("{}{}", &*a, &*b)))
        .identity(Scalar::new(Text::from("")))
        .unwrap();
    let words = texts(["a", "b", "c", "d"]).reshape([2, 2]).unwrap();
    assert_eq!(spelled(&join.call(&[&words, &texts(["!"])]).unwrap()), ["a!", "b!", "c!", "d!"]);
    assert_eq!(spelled(&join.reduce(&words, ..).unwrap()), ["abcd"]);
    assert_eq!(spelled(&join.accumulate(&words, 1).unwrap()), ["a", "ab", "c", "cd"]);
    let mut changed = words.clone();
    join.assign(&mut changed, &words).unwrap();
    assert_eq!(spelled(&changed), ["aa", "bb", "cc", "dd"]);
    assert_eq!(spelled(&words), ["a", "b", "c", "d"]);
}

#[test]
fn panics_leave_arrays_valid() {
    let f = Ufunc::from_fn1("f", |text: Text| {
        assert!(&*text != "stop", "told to stop");
        Text::from(format!("{}{}", &*text, &*text))
    });
    let words = texts(["a", "b", "stop", "c"]);
    let mut out = texts(["w", "x", "y", "z"]);
    let caught = catch_unwind(AssertUnwindSafe(|| f.with().out(&mut out).call(&[&words]).map(|_| ())));
    assert!(caught.is_err());
    assert_eq!(spelled(&out), ["aa", "bb", "y", "z"]);
    assert_eq!(words.get_scalar(&[3]).unwrap().to_text().unwrap(), "c");
    assert!(catch_unwind(AssertUnwindSafe(|| f.call(&[&words]).map(|_| ()))).is_err());

    let g = Ufunc::from_fn2("g", |a: bool, b: bool| if a { panic!("true") } else { b });
    let mut a = array![false, false, true];
    let before = a.clone();
    assert!(catch_unwind(AssertUnwindSafe(|| g.assign(&mut a, &array![true, true, true]))).is_err());
    assert_eq!(a, before, "assignments happen at the end");
    assert!(catch_unwind(AssertUnwindSafe(|| g.reduce(&array![true, false], ..).map(|_| ()))).is_err());
}

#[test]
fn closures_fail_with_their_own_error() {
    let f = Ufunc::try_from_fn2("ratio", |a: i64, b: i64| a.checked_div(b).ok_or("division by zero"));
    assert_eq!(f.call(&[&array![7], &array![2, 3]]).unwrap().to_vec::<i64>().unwrap(), [3, 2]);
    let error = f.call(&[&array![7], &array![2, 0]]).unwrap_err();
    assert_eq!(error.to_string(), "ufunc 'ratio' failed for (7, 0): division by zero");
    assert_eq!(error.cause::<ClosureError>().unwrap().ufunc(), "ratio");
    let mut a = array![8i64, 9];
    assert!(f.assign(&mut a, &array![2i64, 0]).is_err());
    assert_eq!(a.to_vec::<i64>().unwrap(), [8, 9], "unchanged");
    let name = format!("{}{}", "made", 1);
    assert_eq!(format!("{:?}", Ufunc::from_fn1(name, |x: u8| x)), "<ufunc 'made1'>");
}

#[test]
fn vectorized_closures() {
    let f = np::vectorize(|a: f32, b: f32| a.max(b));
    assert_eq!((f.nin(), f.nout()), (2, 1));
    assert_eq!(f.call(&[&array![1.0f32, 5.0], &array![3.0f32]]).unwrap().to_vec::<f32>().unwrap(), [3.0, 5.0]);
    let g = np::vectorize(|c: bool, a: i8, b: i8| if c { a } else { b });
    let picked = g.call(&[&array![true, false], &array![1i8], &array![[2i8], [3]]]).unwrap();
    assert_eq!((picked.shape(), picked.to_vec::<i8>().unwrap()), (&[2, 2][..], vec![1, 2, 1, 3]));
    let object = np::vectorize(|a: Object, b: Object| Object::new(format!("{a}/{b}")));
    let made = object.call(&[&array![1, 2].astype("O").unwrap(), &array![0.5]]).unwrap();
    assert_eq!(made.get_scalar(&[1]).unwrap().to_string(), "2/0.5");
}
