//! The functions that pick, put, join and index on elements that own memory, swapped and unaligned ones, records, ML
//! formats, and borrowed arrays.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

use ndtype::{self as np, Array, ArrayView, Dtype, Mode, Object, Result, Text, array, idx};

/// A value that counts how many of its kind are alive.
struct Counted(i64, Arc<AtomicIsize>);

impl Counted {
    fn new(value: i64, alive: &Arc<AtomicIsize>) -> Counted {
        alive.fetch_add(1, Relaxed);
        Counted(value, alive.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.1.fetch_sub(1, Relaxed);
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Counted) -> bool {
        self.0 == other.0
    }
}

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Counted) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn objects(alive: &Arc<AtomicIsize>, values: impl IntoIterator<Item = i64>) -> Result<Array> {
    Array::from_vec(values.into_iter().map(|i| Object::new(Counted::new(i, alive))).collect())
}

fn numbers(array: &Array) -> Vec<i64> {
    let number = |object: Object| object.downcast_ref::<Counted>().map_or(-1, |counted| counted.0);
    array.iter::<Object>().unwrap().map(number).collect()
}

#[test]
fn objects_are_neither_leaked_nor_dropped_twice() -> Result<()> {
    let alive = Arc::new(AtomicIsize::new(0));
    {
        let a = objects(&alive, 0..6)?;
        let b = objects(&alive, 10..16)?;
        assert_eq!(alive.load(Relaxed), 12);
        let mask = array![true, false, false, true, true, false];
        assert_eq!(numbers(&np::take(&a, &array![5, -6, 2, 2], None)?), [5, 0, 2, 2]);
        assert_eq!(numbers(&a.get(idx![&mask])?), [0, 3, 4]);
        assert_eq!(numbers(&a.get(idx![&array![1, 1]])?), [1, 1]);
        assert_eq!(numbers(&np::r#where(&mask, &a, &b)?), [0, 11, 12, 3, 4, 15]);
        assert_eq!(numbers(&np::compress(&mask, &a, None)?), [0, 3, 4]);
        assert_eq!(numbers(&np::concatenate(&[&a, &b.flip(None)?], 0)?), [0, 1, 2, 3, 4, 5, 15, 14, 13, 12, 11, 10]);
        assert_eq!(numbers(&np::repeat(&a, array![0, 1, 2, 0, 0, 0], 0)?), [1, 2, 2]);
        assert_eq!(numbers(&np::tile(&a.get(idx![..2])?, [2])?), [0, 1, 0, 1]);
        assert_eq!(numbers(&np::roll(&a, 2, None)?), [4, 5, 0, 1, 2, 3]);
        assert_eq!(numbers(&np::choose(&array![0, 1, 0, 1, 0, 1], &[&a, &b], Mode::Raise)?), [0, 11, 2, 13, 4, 15]);
        let grid = a.reshape([2, 3])?.t();
        assert_eq!(numbers(&np::take(&grid, &array![2, 0], 0)?), [2, 5, 0, 3]);
        assert_eq!(numbers(&np::take_along_axis(&grid, &array![[1], [0], [1]], 1)?), [3, 1, 5]);
        assert_eq!(alive.load(Relaxed), 12, "copies share the values");

        let mut changed = a.clone();
        np::put(&mut changed, &array![0, -1], &b, Mode::Raise)?;
        assert_eq!(numbers(&changed), [10, 1, 2, 3, 4, 11]);
        np::putmask(&mut changed, &mask, &b)?;
        assert_eq!(numbers(&changed), [10, 1, 2, 13, 14, 11]);
        np::place(&mut changed, &mask, &a)?;
        assert_eq!(numbers(&changed), [0, 1, 2, 1, 2, 11]);
        np::put_along_axis(&mut changed, &array![5, 5], &b.get(idx![..2])?, 0)?;
        assert_eq!(numbers(&changed), [0, 1, 2, 1, 2, 11]);
        let mut square = objects(&alive, 0..9)?.reshape([3, 3])?;
        np::fill_diagonal(&mut square, &b, false)?;
        assert_eq!(numbers(&square), [10, 1, 2, 3, 11, 5, 6, 7, 12]);
        // Values that are the array's own elements.
        let own = changed.clone();
        np::put(&mut changed, &array![0, 1, 2, 3, 4, 5], &own.flip(None)?, Mode::Raise)?;
        assert_eq!(numbers(&changed), [11, 2, 1, 2, 1, 0]);
        // What fails half way lets go of what it made.
        assert!(np::take(&a, &array![0, 6], 0).unwrap_err().is_index());
        assert!(np::choose(&array![0, 9, 0, 0, 0, 0], &[&a, &b], Mode::Raise).unwrap_err().is_value());
        assert_eq!(numbers(&a), [0, 1, 2, 3, 4, 5]);
    }
    assert_eq!(alive.load(Relaxed), 0, "every value is dropped once");
    Ok(())
}

#[test]
fn text_of_any_length() -> Result<()> {
    let texts = |list: &[&str]| Array::from_vec(list.iter().map(|&s| Text::from(s)).collect::<Vec<_>>());
    let (a, b) = (texts(&["", "one", "a longer text", "x"])?, texts(&["p", "q", "r", ""])?);
    let strings = |array: Array| -> Vec<String> { array.iter::<Text>().unwrap().map(String::from).collect() };
    assert_eq!(np::nonzero(&a)?[0].to_vec::<i64>()?, [1, 2, 3]);
    assert_eq!(strings(np::r#where(&a, &a, &b)?), ["p", "one", "a longer text", "x"]);
    assert_eq!(strings(np::extract(&b, &a)?), ["", "one", "a longer text"]);
    assert_eq!(strings(np::stack(&[&a, &b], 1)?), ["", "p", "one", "q", "a longer text", "r", "x", ""]);
    let mut changed = a.flip(None)?;
    np::putmask(&mut changed, &array![true, false, false, true], &b)?;
    assert_eq!(strings(changed), ["p", "a longer text", "one", ""]);
    assert!(np::array_equal(&a, &a.copy()?)? && !np::array_equal(&a, &b)?);
    // In records, which are packed, so that nothing is aligned.
    let mut records = Array::zeros([3], "[('n', 'i1'), ('t', 'T'), ('x', '>f8')]")?;
    records.set(idx!["t", 1], Text::from("some text that is not short"))?;
    records.set(idx!["x", 2], 2.5)?;
    assert_eq!(np::count_nonzero(&records)?, 2);
    let taken = np::take(&records, &array![1, 2, 1, 0], 0)?;
    assert_eq!(strings(taken.field("t")?)[..3], ["some text that is not short", "", "some text that is not short"]);
    assert_eq!(np::nonzero(&taken)?[0].to_vec::<i64>()?, [0, 1, 2]);
    assert_eq!(taken.field("x")?.astype("f8")?.to_vec::<f64>()?, [0.0, 2.5, 0.0, 0.0]);
    let joined = np::concatenate(&[&records, &taken], 0)?;
    assert_eq!(np::flatnonzero(&joined)?.to_vec::<i64>()?, [1, 2, 3, 4, 5]);
    assert!(np::r#where(&records, &a, &a).unwrap_err().is_cast(), "NumPy has no truth of several fields here");
    Ok(())
}

#[test]
fn swapped_and_unaligned_elements() -> Result<()> {
    let mut records = Array::zeros([2, 3], "[('skip', 'u1'), ('x', '<f8'), ('n', '>i4')]")?;
    records.set(idx!["x"], array![[0.0, 1.5, -0.0], [f64::NAN, 0.0, 2.5]])?;
    records.set(idx!["n"], array![[0, 1, 2], [-1, 0, 256]])?;
    let (x, n) = (records.field("x")?, records.field("n")?);
    assert!(!x.flags().aligned && !n.dtype().is_native());
    assert_eq!(np::count_nonzero(&x)?, 3);
    let bits = |a: Array| -> Vec<u64> { a.to_vec::<f64>().unwrap().into_iter().map(f64::to_bits).collect() };
    let rows = np::take(&x, &array![1], 0)?;
    assert_eq!(bits(rows), [f64::NAN, 0.0, 2.5].map(f64::to_bits));
    let picked = np::r#where(&n, &x, &n)?;
    assert_eq!(bits(picked), [0.0, 1.5, -0.0, f64::NAN, 0.0, 2.5].map(f64::to_bits));
    let mask = n.t().copy()?.astype("?")?.t();
    assert_eq!(n.get(idx![&mask])?.astype("i4")?.to_vec::<i32>()?, [1, 2, -1, 256]);
    assert_eq!(np::take(&n, &array![5, 1], None)?.dtype(), n.dtype(), "the byte order stays");
    assert_eq!(np::concatenate(&[&n, &n], 0)?.dtype(), &Dtype::Int32, "a promotion is native");
    // Swapped positions, and unaligned ones.
    let positions = array![2, 0].astype(">i8")?;
    assert_eq!(np::take(&array![7, 8, 9], &positions, 0)?.to_vec::<i32>()?, [9, 7]);
    assert_eq!(np::take_mode(&array![7, 8, 9], &n.get(idx![1])?, 0, Mode::Wrap)?.to_vec::<i32>()?, [9, 7, 8]);
    let mut target = n.copy()?;
    np::put(&mut target, &array![0, 5], array![1.9, -3.0], Mode::Raise)?;
    assert_eq!(target.astype("i4")?.to_vec::<i32>()?, [1, 1, 2, -1, 0, -3]);
    assert!(np::array_equal(&n, &n.copy()?)? && np::array_equal(&n, &n.astype("<i8")?)?);
    assert!(!np::array_equal(&x, &x.copy()?)?, "NaN");
    let part = idx![0];
    assert!(np::array_equal(&x.get(part.clone())?, &array![-0.0, 1.5, 0.0])?);
    assert!(np::array_equal(&records.get(part.clone())?, &records.copy()?.get(part)?)?);
    Ok(())
}

#[test]
fn every_number_format_goes_through() -> Result<()> {
    let names = [
        "bool",
        "int8",
        "uint64",
        "float16",
        "bfloat16",
        "float32",
        "complex32",
        "complex64",
        "complex128",
        "float8_e4m3fn",
        "float8_e5m2",
        "float8_e3m4",
        "float6_e2m3fn",
        "float4_e2m1fn",
        "int4",
        "uint2",
        "M8[s]",
        "m8[D]",
        "V3",
        "V16",
        "S5",
        "U2",
    ];
    let count = names.len();
    for name in names {
        let dtype: Dtype = name.parse()?;
        let bytes: Vec<u8> = (0..6 * dtype.itemsize()).map(|i| u8::from(i / dtype.itemsize() % 2 == 1)).collect();
        let a = Array::from_shape_vec([6, dtype.itemsize()], bytes)?.view_dtype(&dtype)?.reshape([2, 3])?;
        for a in [a.clone(), a.t(), a.flip(None)?] {
            // Opaque bytes show what became of the elements, whatever they are.
            let raw = |a: &Array| a.tobytes().unwrap().chunks(dtype.itemsize()).map(<[u8]>::to_vec).collect::<Vec<_>>();
            let flat = raw(&a);
            let truth: Vec<i64> = (0..6).filter(|&i| flat[i as usize].iter().any(|&b| b != 0)).collect();
            assert_eq!(np::flatnonzero(&a)?.to_vec::<i64>()?, truth, "{name}");
            let want = |at: &[usize]| at.iter().map(|&i| flat[i].clone()).collect::<Vec<_>>();
            assert_eq!(raw(&np::take(&a, &array![4, 0, -1], None)?), want(&[4, 0, 5]), "{name}");
            let mask = Array::from_shape_vec(a.shape(), vec![true, false, false, true, true, false])?;
            assert_eq!(raw(&a.get(idx![&mask])?), want(&[0, 3, 4]), "{name}");
            let merged = np::r#where(&mask, &a, &a.flip(None)?)?;
            assert_eq!(raw(&merged), want(&[0, 4, 3, 3, 4, 0]), "{name}");
            let joined = np::concatenate(&[&a, &a], None)?;
            assert_eq!(raw(&joined)[..6], raw(&joined)[6..], "{name}");
            assert_eq!(raw(&np::roll(&a, 1, None)?), want(&[5, 0, 1, 2, 3, 4]), "{name}");
            assert!(np::array_equal(&a, &a.copy()?)?, "{name}");
        }
    }
    println!("{count} dtypes, 3 layouts each");
    let nat = array![i64::MIN, 3].view_dtype("M8[s]")?;
    assert!(!np::array_equal(&nat, &nat)?, "NaT equals nothing");
    assert_eq!(np::count_nonzero(&nat)?, 2);
    Ok(())
}

#[test]
fn borrowed_arrays_and_absurd_sizes() -> Result<()> {
    let samples = [1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0];
    let view = ArrayView::from_shape_slice([2, 3], &samples)?;
    assert_eq!(np::roll(&view, 1, 1)?.to_vec::<f64>()?, [3.0, 1.0, 2.0, 6.0, 4.0, 5.0]);
    assert_eq!(np::take(&view, &array![2], 1)?.to_vec::<f64>()?, [3.0, 6.0]);
    let backwards = view.flip(None)?;
    assert_eq!(np::concatenate(&[&view, &backwards], 0)?.to_vec::<f64>()?[6..], [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
    assert_eq!(np::tile(&view, [1, 2])?.shape(), [2, 6]);

    let huge = Array::zeros([1], "u1")?.broadcast_to([1 << 40])?;
    assert!(np::repeat(&huge, i64::MAX, None).is_err());
    assert!(np::tile(&array![1], [usize::MAX, usize::MAX]).is_err());
    assert!(
        np::concatenate(&[&huge.broadcast_to([1 << 22, 1 << 40])?, &huge.broadcast_to([1 << 22, 1 << 40])?], 0)
            .is_err()
    );
    assert!(np::indices([1 << 40, 1 << 40]).is_err());
    assert!(np::tril_indices(1 << 20, isize::MAX, 1 << 50).is_err());
    assert!(np::diag_indices(usize::MAX, 2).is_err());
    assert!(np::unravel_index(&array![0], [usize::MAX, 2]).is_err());
    assert!(np::ravel_multi_index(&[&array![0], &array![0]], [usize::MAX, 2], Mode::Wrap).is_err());
    assert!(np::take(&array![1], &array![i64::MIN], 0).unwrap_err().is_index());
    assert_eq!(np::take_mode(&array![1, 2], &array![i64::MIN, i64::MAX], 0, Mode::Wrap)?.to_vec::<i32>()?, [1, 2]);
    assert!(np::choose(&array![0], &[], Mode::Wrap).is_err());
    assert!(np::roll(&array![1, 2, 3], isize::MIN, None).is_ok());
    Ok(())
}

/// Where NumPy never returns.
#[test]
fn wrapping_around_nothing_ends() -> Result<()> {
    let nothing = Array::zeros([2, 0, 0], "f8")?;
    assert_eq!(np::take_mode(&nothing, &array![1], 1, Mode::Wrap)?.size(), 0);
    Ok(())
}
