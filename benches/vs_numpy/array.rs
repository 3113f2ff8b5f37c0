//! Arrays: views, copies, casts, indexing.

use std::hint::black_box;

use ndtype::{Array, Index, arange, idx};

use crate::measure::Case;

fn case<T>(name: impl Into<String>, setup: &str, python: &str, mut rust: impl FnMut() -> T + 'static) -> Case {
    let rust = Box::new(move || drop(black_box(rust())));
    Case { group: "array", name: name.into(), column: None, setup: setup.to_owned(), python: python.to_owned(), rust }
}

fn counted(n: usize, dtype: &str) -> Array {
    arange(0, n as i64, 1).and_then(|a| a.astype(dtype)).expect("an array")
}

fn views() -> Vec<Case> {
    let setup = "a = np.arange(120.).reshape(4, 5, 6)";
    let a = || counted(120, "f8").reshape([4, 5, 6]).expect("a shape");
    let (b, c, d, e) = (a(), a(), a(), a());
    vec![
        case("a[1:3, ::2]", setup, "a[1:3, ::2]", {
            let a = a();
            move || a.get(idx![1..3, ..; 2])
        }),
        case("a[1, 2, 3]", setup, "a[1, 2, 3]", move || b.get_scalar(&[1, 2, 3])),
        case("a.T", setup, "a.T", move || c.t()),
        case("a.reshape(20, 6)", setup, "a.reshape(20, 6)", move || d.reshape([20, 6])),
        case("broadcast_to", setup, "np.broadcast_to(a, (7, 4, 5, 6))", move || e.broadcast_to([7, 4, 5, 6])),
        case("zeros 10", "", "np.zeros(10)", || Array::zeros([10], "f8")),
        case("zeros 1e7", "", "np.zeros(10**7)", || Array::zeros([10_000_000], "f8")),
        case("full 1e6 f8", "", "np.full(10**6, 1.5)", || Array::full([1_000_000], 1.5, "f8")),
    ]
}

fn casts() -> Vec<Case> {
    let pairs = [
        ("f4", "f8"),
        ("f8", "f4"),
        ("f8", "i4"),
        ("i8", "f8"),
        ("f8", "i8"),
        ("f4", "f2"),
        ("f2", "f4"),
        ("i4", "f4"),
        ("u1", "f4"),
        ("i8", "i4"),
        ("f8", "?"),
        (">f8", "f8"),
        ("f4", "bfloat16"),
    ];
    let sizes = [("1e3", 1000), ("1e6", 1_000_000)];
    let all = pairs.into_iter().flat_map(|pair| sizes.map(|size| (pair, size)));
    all.map(|((from, to), (size, n))| {
        // Small numbers, which every dtype holds: NumPy is slow where it has to warn.
        let counted: Vec<i64> = (0..n as i64).map(|i| i % 100).collect();
        let a = Array::from_vec(counted).and_then(|a| a.astype(from)).expect("a cast");
        let setup = format!("a = (np.arange({n}) % 100).astype('{from}');; t = np.dtype('{to}')");
        let to: ndtype::Dtype = to.parse().expect("a dtype");
        case(format!("{from} -> {to} {size}"), &setup, "a.astype(t)", move || a.astype(&to))
    })
    .collect()
}

fn copies() -> Vec<Case> {
    let square = |n: usize, dtype: &str| counted(n * n, dtype).reshape([n as isize, n as isize]).expect("a square").t();
    let setup = |n: usize, dtype: &str| format!("a = np.arange({}).astype('{dtype}').reshape({n}, {n}).T", n * n);
    let mut cases = Vec::new();
    for (n, dtype) in [(3000, "f8"), (1000, "f8"), (1000, "f4"), (1000, "u1"), (100, "f8")] {
        let a = square(n, dtype);
        let python = "np.ascontiguousarray(a)";
        cases.push(case(format!("transposed copy {n}x{n} {dtype}"), &setup(n, dtype), python, move || {
            a.to_contiguous()
        }));
    }
    let strided = counted(2_000_000, "f8").get(idx![..; 2]).expect("a slice");
    cases.push(case("strided copy 1e6 f8", "a = np.arange(2e6)[::2]", "a.copy()", move || strided.copy()));
    let dense = counted(1_000_000, "f8");
    cases.push(case("copy 1e6 f8", "a = np.arange(1e6)", "a.copy()", move || dense.copy()));
    let rows = counted(1000, "f8").broadcast_to([1000, 1000]).expect("a broadcast");
    let setup = "a = np.broadcast_to(np.arange(1000.), (1000, 1000))";
    cases.push(case("broadcast copy 1000x1000 f8", setup, "np.array(a, order='C')", move || rows.to_contiguous()));
    cases
}

fn selections() -> Vec<Case> {
    let n = 1_000_000;
    let setup = "a = np.arange(1e6);; m = (np.arange(10**6) * 7919) % 3 == 0;; i = (np.arange(10**6) * 7919) % 10**6";
    let picks: Vec<i64> = (0..n as i64).map(|i| (i * 7919) % n as i64).collect();
    let mask: Vec<bool> = (0..n).map(|i| (i * 7919) % 3 == 0).collect();
    let (mask, picks) = (Array::from_vec(mask).expect("a mask"), Array::from_vec(picks).expect("positions"));
    let (a, b, c) = (counted(n, "f8"), counted(n, "f8"), counted(n, "f8"));
    let (mask_index, pick_index) = ([Index::from(&mask)], [Index::from(&picks)]);
    let set_index = mask_index.clone();
    let mut target = c;
    let (d, e, f, g) = (counted(n, "f8"), counted(n, "f8"), counted(n, "f8"), counted(n, "f8"));
    let (mask2, mask3, picks2) = (mask.clone(), mask.clone(), picks.clone());
    vec![
        case("where(mask, a, b) 1e6 f8", setup, "np.where(m, a, a)", move || ndtype::r#where(&mask2, &d, &d)),
        case("take 1e6 f8", setup, "np.take(a, i)", move || ndtype::take(&e, &picks2, None)),
        case("nonzero(mask) 1e6", setup, "np.nonzero(m)", move || ndtype::nonzero(&mask3)),
        case("concatenate 2 x 1e6 f8", setup, "np.concatenate([a, a])", move || ndtype::concatenate(&[&f, &f], 0)),
        case("array_equal 1e6 f8", setup, "np.array_equal(a, a.copy())", {
            let copy = g.copy().expect("a copy");
            move || ndtype::array_equal(&g, &copy)
        }),
        case("a[mask] 1e6 f8", setup, "a[m]", move || a.get(&mask_index[..])),
        case("a[positions] 1e6 f8", setup, "a[i]", move || b.get(&pick_index[..])),
        case("a[mask] = 0 1e6 f8", setup, "a.__setitem__(m, 0)", move || target.set(&set_index[..], 0)),
    ]
}

/// Arrays that repeat a row, a column or one number, put together.
fn joins() -> Vec<Case> {
    let row = "np.arange(1000.)";
    let (column, one) = (format!("{row}[:, None]"), "np.float64(1.5)");
    let repeated = |a: Array| a.broadcast_to([1000, 1000]).expect("a broadcast");
    let given = [
        ("rows", row, repeated(counted(1000, "f8"))),
        ("columns", column.as_str(), repeated(counted(1000, "f8").reshape([1000, 1]).expect("a shape"))),
        ("one number", one, repeated(Array::from(1.5))),
    ];
    let both = given.into_iter().flat_map(|case| [0, 1].map(|axis| (case.clone(), axis)));
    both.map(|((what, python, a), axis)| {
        let setup = format!("a = np.broadcast_to({python}, (1000, 1000))");
        let name = format!("concatenate broadcast {what} 1000x1000 f8, axis {axis}");
        case(name, &setup, &format!("np.concatenate([a, a], {axis})"), move || ndtype::concatenate(&[&a, &a], axis))
    })
    .collect()
}

/// Every case of this file.
pub fn cases() -> Vec<Case> {
    [views(), casts(), copies(), selections(), joins()].into_iter().flatten().collect()
}
