//! Products against NumPy's: dtypes of all pairs, shapes and errors, layouts, integers that wrap around, Einstein's sums.

mod golden;

use golden::{Tally, read};
use ndtype::{self as np, Array, EinsumAxes, EinsumPath, ErrorKind, Order, Product, Result, SumAxes};
use num_complex::Complex;
use serde_json::Value;

/// Small integers, as the script makes them.
fn values(shape: &[usize], dtype: &str, seed: i64) -> Array {
    let n: usize = shape.iter().product();
    let element = |i: i64| {
        let v = (i * i * 3 + i * 7 + seed * 5).rem_euclid(9) - 4;
        match dtype {
            "?" => i64::from(v > 1),
            "int2" | "uint2" | "int4" | "uint4" => v.abs() % 2,
            _ if dtype.starts_with('u') => v.abs(),
            _ => v,
        }
    };
    let flat = if dtype.starts_with('c') {
        let parts = (0..n as i64).map(|i| Complex::new(element(i) as f64, ((i * 5 + seed).rem_euclid(7) - 3) as f64));
        Array::from_vec(parts.collect::<Vec<_>>())
    } else {
        Array::from_vec((0..n as i64).map(element).collect::<Vec<_>>())
    };
    let shape: Vec<isize> = shape.iter().map(|&n| n as isize).collect();
    flat.unwrap().astype(dtype).unwrap().reshape(shape).unwrap()
}

/// Large ones, which wrap around.
fn large_values(shape: &[usize], dtype: &str, seed: i64) -> Array {
    let factor: i64 = match dtype {
        "i1" => 29,
        "i2" => 7001,
        "i4" => 1_000_003,
        "i8" => 1_000_000_000_000_007,
        "u1" => 51,
        "u2" => 12_007,
        "u4" => 1_000_000_007,
        _ => 1_000_000_000_000_000_009,
    };
    let small = values(shape, if dtype.starts_with('u') { "u8" } else { "i8" }, seed).astype("i8").unwrap();
    np::multiply(&small, factor).unwrap().astype(dtype).unwrap()
}

/// The same elements, laid out in another way.
fn laid_out(a: &Array, layout: usize) -> Array {
    match layout % 6 {
        0 => a.clone(),
        1 if a.ndim() > 0 => np::asfortranarray(a).unwrap(),
        2 => a.flip(None).unwrap().to_contiguous().unwrap().copy().unwrap().flip(None).unwrap(),
        3 if a.ndim() > 0 => {
            let mut shape = a.shape().to_vec();
            *shape.last_mut().unwrap() *= 2;
            let mut wide = Array::zeros(shape, a.dtype().clone()).unwrap();
            wide.set("..., ::2", a).unwrap();
            wide.get("..., ::2").unwrap()
        }
        4 => a.astype(a.dtype().swapped()).unwrap(),
        5 => {
            let record = np::Dtype::structured([("pad", np::Dtype::UInt8), ("x", a.dtype().clone())]).unwrap();
            let mut records = Array::zeros(a.shape(), record).unwrap();
            records.set("'x'", a).unwrap();
            records.field("x").unwrap()
        }
        _ => a.clone(),
    }
}

/// The hash that the script stores.
fn digest(a: &Array) -> String {
    let name = a.dtype().name();
    let bytes: Vec<u8> = if name.starts_with("complex") {
        let values = a.astype("c16").unwrap().to_vec::<Complex<f64>>().unwrap();
        values.iter().flat_map(|z| [z.re + 0.0, z.im + 0.0]).flat_map(f64::to_le_bytes).collect()
    } else if name.contains("float") {
        a.astype("f8").unwrap().to_vec::<f64>().unwrap().iter().flat_map(|x| (x + 0.0).to_le_bytes()).collect()
    } else {
        a.astype("i8").unwrap().to_vec::<i64>().unwrap().iter().flat_map(|x| x.to_le_bytes()).collect()
    };
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:x}")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn shape(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
}

fn rows(golden: &Value, name: &str) -> Vec<Vec<Value>> {
    golden[name].as_array().unwrap().iter().map(|row| row.as_array().unwrap().clone()).collect()
}

#[test]
fn every_two_dtypes() {
    let golden = read("products.json");
    let mut tally = Tally::default();
    for (i, row) in rows(&golden, "pairs").into_iter().enumerate() {
        let (name, x, y) = (text(&row[0]), text(&row[1]), text(&row[2]));
        for layout in [0, i, i / 7 + 1] {
            let operand = |shape: &[usize], dtype, seed| laid_out(&values(shape, dtype, seed), layout);
            let (a, b) = (operand(&[5, 7], x, 1), operand(&[7, 6], y, 2));
            let result = match name {
                "matmul" => np::matmul(&a, &b),
                "dot" => a.dot(&b),
                "inner" => np::inner(&a, &b.t()),
                "outer" => np::outer(&a, &b),
                "vdot" => np::vdot(&a, &operand(&[5, 7], y, 2)),
                "vecdot" => np::vecdot(&a, &operand(&[7, 5], y, 2).t()),
                "matvec" => np::matvec(&operand(&[4, 5, 7], x, 1), &operand(&[7, 4], y, 2).t()),
                "vecmat" => np::vecmat(&a, &b),
                "tensordot" => np::tensordot(&a, &b, 1),
                _ => np::einsum("ij,jk->ki", &[&a, &b]),
            };
            let result = result.unwrap_or_else(|e| panic!("{name} {x} {y} {layout}: {e}"));
            let got = (result.dtype().clone(), digest(&result));
            let want = (text(&row[3]).parse().unwrap(), text(&row[4]).to_owned());
            tally.check(got, want, || format!("{name} {x} {y} layout {layout}"));
        }
    }
    tally.finish("products of every two dtypes", 1960 * 3);
}

#[test]
fn integers_wrap_around() {
    let golden = read("products.json");
    let mut tally = Tally::default();
    for row in rows(&golden, "wrapping") {
        let dtype = text(&row[0]);
        let [m, k, n] = [1, 2, 3].map(|i| row[i].as_u64().unwrap() as usize);
        let (a, b) = (large_values(&[m, k], dtype, 3), large_values(&[k, n], dtype, 4));
        for layout in 0..6 {
            let got = np::matmul(&laid_out(&a, layout), &laid_out(&b, layout)).unwrap();
            tally.check(digest(&got), text(&row[4]).to_owned(), || format!("{dtype} {m} {k} {n} layout {layout}"));
        }
    }
    tally.finish("products that wrap around", 240);
}

/// NumPy's `dot` knows the types of ml_dtypes, and gives what they are; its `matmul` casts them to float32 and int8, which
/// ours does not: it gives what `dot` gives.
#[test]
fn smaller_types() {
    let golden = read("products.json");
    let mut tally = Tally::default();
    for row in rows(&golden, "small") {
        let dtype = text(&row[0]);
        let (a, b) = (values(&[5, 7], dtype, 1), values(&[7, 6], dtype, 2));
        for layout in 0..4 {
            let (a, b) = (laid_out(&a, layout), laid_out(&b, layout));
            for result in [np::dot(&a, &b), np::matmul(&a, &b), np::einsum("ij,jk", &[&a, &b])] {
                let result = result.unwrap();
                let got = (result.dtype().name(), digest(&result));
                tally.check(got, (dtype.to_owned(), text(&row[1]).to_owned()), || format!("{dtype} layout {layout}"));
            }
            let result = np::vecmat(&a.get("0").unwrap(), &b).unwrap();
            tally.check(digest(&result), text(&row[2]).to_owned(), || format!("vector of {dtype}"));
        }
    }
    tally.finish("products of smaller types", 15 * 16);
}

fn sum_axes(value: &Value) -> SumAxes {
    let list = |v: &Value| v.as_array().unwrap().iter().map(|n| n.as_i64().unwrap() as isize).collect::<Vec<_>>();
    match value.as_i64() {
        Some(count) => SumAxes::from(count as isize),
        None => SumAxes::from((list(&value[0]), list(&value[1]))),
    }
}

#[test]
fn shapes_and_errors() {
    let golden = read("products.json");
    let mut tally = Tally::default();
    for row in rows(&golden, "shapes") {
        let name = text(&row[0]);
        let (s, t) = (shape(&row[1]), shape(&row[2]));
        for layout in 0..6 {
            let (a, b) = (laid_out(&values(&s, "f8", 5), layout), laid_out(&values(&t, "f8", 6), layout));
            let result: Result<Array> = match name {
                "matmul" => a.matmul(&b),
                "dot" => np::dot(&a, &b),
                "inner" => np::inner(&a, &b),
                "outer" => np::outer(&a, &b),
                "vdot" => np::vdot(&a, &b),
                "vecdot" => np::vecdot(&a, &b),
                "matvec" => np::matvec(&a, &b),
                "vecmat" => np::vecmat(&a, &b),
                _ => np::tensordot(&a, &b, sum_axes(&row[5])),
            };
            let what = || format!("{name} {s:?} {t:?} {:?} layout {layout}", row.get(5));
            match (result, &row[3]) {
                (Err(error), Value::String(_)) => {
                    assert!(matches!(error.kind(), ErrorKind::Shape | ErrorKind::Index), "{}: {error}", what());
                    // Broadcasting has words of its own, as have `vdot` and `tensordot`, which name the shapes; of inner,
                    // NumPy turns the second shape around.
                    let own = matches!(name, "vdot" | "tensordot" | "inner") || text(&row[4]).starts_with("operands");
                    if own {
                        tally.check(true, true, what);
                    } else {
                        tally.check(error.to_string(), text(&row[4]).to_owned(), what);
                    }
                }
                (Ok(result), Value::Array(_)) => {
                    let got = (result.shape().to_vec(), digest(&result));
                    tally.check(got, (shape(&row[3]), text(&row[4]).to_owned()), what);
                }
                (result, want) => tally.check(format!("{result:?}"), want.to_string(), what),
            }
        }
    }
    tally.finish("shapes and errors of products", 600 * 6);
}

#[test]
fn axes_of_generalised_ufuncs() {
    let golden = read("products.json");
    let mut tally = Tally::default();
    for (i, row) in rows(&golden, "placed").into_iter().enumerate() {
        let (a, b) = (values(&shape(&row[1]), "f8", 5), values(&shape(&row[2]), "f8", 6));
        let (a, b) = (laid_out(&a, i), laid_out(&b, i / 7));
        let mut product = Product::new();
        if let Some(axis) = row[3].get("axis") {
            product = product.axis(axis.as_i64().unwrap() as isize);
        }
        if let Some(axes) = row[3].get("axes") {
            let list = |axes: &Value| axes.as_array().unwrap().iter().map(|n| n.as_i64().unwrap() as isize).collect();
            product = product.axes(axes.as_array().unwrap().iter().map(list).collect::<Vec<Vec<isize>>>());
        }
        product = product.keepdims(row[3].get("keepdims").is_some());
        let result = match text(&row[0]) {
            "matmul" => product.matmul(&a, &b),
            "matvec" => product.matvec(&a, &b),
            "vecmat" => product.vecmat(&a, &b),
            _ => product.vecdot(&a, &b),
        };
        let want = if row[4] == "error" { None } else { Some((shape(&row[4]), text(&row[5]).to_owned())) };
        let message = result.as_ref().err().map(ToString::to_string);
        let got = result.ok().map(|r| (r.shape().to_vec(), digest(&r)));
        tally.check(got, want, || format!("{row:?}: {message:?}"));
    }
    tally.finish("axes of generalised ufuncs", 1200);
}

/// Subscripts as numbers, and in orders of all kinds: the same integers.
#[test]
fn other_forms_of_einsum() {
    let golden = read("products.json");
    let mut tally = Tally::default();
    let mut seed = 1usize;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    for row in rows(&golden, "einsum") {
        if row[3] == "error" {
            continue;
        }
        let subscripts = text(&row[0]);
        let shapes = row[2].as_array().unwrap().iter().map(shape);
        let operands: Vec<Array> = shapes.enumerate().map(|(i, s)| values(&s, "i8", i as i64)).collect();
        let operands: Vec<&Array> = operands.iter().collect();
        let want = np::einsum(subscripts, &operands).unwrap();

        let numbers = |term: &str| {
            let term = term.replace("...", ".");
            let number = |c: char| match c {
                '.' => EinsumAxes::ELLIPSIS,
                'A'..='Z' => c as isize - 'A' as isize,
                _ => c as isize - 'a' as isize + 26,
            };
            term.chars().map(number).collect::<Vec<isize>>()
        };
        let (inputs, output) = subscripts.split_once("->").map_or((subscripts, None), |(i, o)| (i, Some(o)));
        let mut lists = EinsumAxes::new(inputs.split(',').map(numbers));
        if let Some(output) = output {
            lists = lists.output(numbers(output));
        }
        let got = np::einsum(&lists, &operands).unwrap();
        tally.check((got.shape(), digest(&got)), (want.shape(), digest(&want)), || format!("{lists:?}"));

        let (mut left, mut steps) = (operands.len(), Vec::new());
        while left > 1 {
            let mut places: Vec<usize> = (0..left).collect();
            (0..left).for_each(|i| places.swap(i, below(left)));
            places.truncate(1 + below(left));
            left -= places.len() - 1;
            steps.push(places);
        }
        let path = EinsumPath::new(&steps);
        let got = Product::new().path(path.clone()).einsum(subscripts, &operands).unwrap();
        tally.check((got.shape(), digest(&got)), (want.shape(), digest(&want)), || format!("{subscripts} by {path}"));
    }
    tally.finish("other forms of einsum", 1200);
}

#[test]
fn orders_of_results() {
    let a = values(&[4, 5], "f8", 1);
    let strides = |order: Order, a: &Array| {
        let product = |order| Product::new().order(order);
        let results = [
            product(order).matmul(a, &a.t()).unwrap(),
            product(order).tensordot(a, a, 0).unwrap().get("0, 0").unwrap(),
            product(order).einsum("ij,kj->ik", &[a, a]).unwrap(),
            product(order).outer(a, a).unwrap(),
        ];
        results.map(|r| r.flags().f_contiguous && !r.flags().c_contiguous)
    };
    assert_eq!(strides(Order::C, &a), [false; 4]);
    assert_eq!(strides(Order::F, &a), [true, false, true, true]);
    assert!(Product::new().keepdims(true).matmul(&a, &a.t()).unwrap_err().is_value());
    assert!(Product::new().path(EinsumPath::new([[0, 1]])).dot(&a, &a.t()).unwrap_err().is_value());
    let error = Product::new().axes([[0, 1]]).matmul(&a, &a).unwrap_err();
    assert!(error.is_value() && error.to_string().contains("not 1"));
}

#[test]
fn random_einsum_expressions() {
    let golden = read("products.json");
    let mut tally = Tally::default();
    let mut expressions = 0;
    for (i, row) in rows(&golden, "einsum").into_iter().enumerate() {
        let (subscripts, dtype) = (text(&row[0]), text(&row[1]));
        let shapes: Vec<Vec<usize>> = row[2].as_array().unwrap().iter().map(shape).collect();
        expressions += 1;
        for layout in [0, 1, i] {
            let operands: Vec<Array> =
                shapes.iter().enumerate().map(|(s, shape)| laid_out(&values(shape, dtype, s as i64), layout)).collect();
            let operands: Vec<&Array> = operands.iter().collect();
            let result = np::einsum(subscripts, &operands);
            let what = || format!("{subscripts} {dtype} {shapes:?} layout {layout}");
            match (result, row[3].as_str()) {
                (Err(_), Some(_)) => tally.check(true, true, what),
                (Ok(result), None) => {
                    let got = (result.dtype().clone(), result.shape().to_vec(), digest(&result));
                    tally.check(got, (dtype.parse().unwrap(), shape(&row[3]), text(&row[4]).to_owned()), what);
                }
                (Err(error), None) => tally.check(error.to_string(), String::new(), what),
                (Ok(_), Some(_)) => tally.check(true, false, what),
            }
        }
    }
    println!("{expressions} expressions");
    tally.finish("einsum expressions", 1800);
}

/// Pseudo-random floats around zero, of many sizes.
fn floats(n: usize, mut seed: u64) -> Vec<f64> {
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next() * 2f64.powf(next() * 4.0)).collect()
}

/// The product of two matrices by sums with twice the bits, and the sum of magnitudes for each element.
fn exact(a: &[f64], b: &[f64], (m, k, n): (usize, usize, usize)) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    for i in 0..m {
        for j in 0..n {
            let (mut high, mut low, mut magnitude) = (0.0f64, 0.0f64, 0.0f64);
            for p in 0..k {
                let (x, y) = (a[i * k + p], b[p * n + j]);
                let product = x * y;
                let rest = x.mul_add(y, -product);
                let sum = high + product;
                let part = sum - high;
                low += (high - (sum - part)) + (product - part) + rest;
                high = sum;
                magnitude += product.abs();
            }
            found.push((high + low, magnitude));
        }
    }
    found
}

#[test]
fn floats_are_within_the_bound_of_their_sums() {
    let mut compared = 0;
    for (m, k, n) in [(1, 1000, 1), (5, 7, 9), (40, 300, 30), (100, 100, 100), (3, 5000, 2), (1, 77, 50), (60, 20, 1)] {
        let (a, b) = (floats(m * k, 1), floats(k * n, 2));
        let x = Array::from_shape_vec([m, k], a.clone()).unwrap();
        let y = Array::from_shape_vec([k, n], b.clone()).unwrap();
        for (dtype, epsilon) in [("f8", f64::EPSILON), ("f4", f64::from(f32::EPSILON))] {
            let (x, y) = (x.astype(dtype).unwrap(), y.astype(dtype).unwrap());
            let (a, b) = (x.astype("f8").unwrap().to_vec::<f64>().unwrap(), y.astype("f8").unwrap().to_vec().unwrap());
            let got = np::matmul(&x, &y).unwrap().astype("f8").unwrap().to_vec::<f64>().unwrap();
            for (got, (want, magnitude)) in got.iter().zip(exact(&a, &b, (m, k, n))) {
                // Each of k fused steps rounds by at most half of epsilon, and so does each sum of stretches and lanes.
                assert!((got - want).abs() <= magnitude * epsilon * 0.5 * (k as f64 + 8.0), "{dtype} {m} {k} {n}");
                compared += 1;
            }
        }
        // Rounded once from sums in float32: half a unit in the last place of the result, and the error of the sum.
        let (x, y) = (x.astype("f2").unwrap(), y.astype("f2").unwrap());
        let (a, b) = (x.astype("f8").unwrap().to_vec::<f64>().unwrap(), y.astype("f8").unwrap().to_vec().unwrap());
        let got = np::matmul(&x, &y).unwrap().astype("f8").unwrap().to_vec::<f64>().unwrap();
        for (got, (want, magnitude)) in got.iter().zip(exact(&a, &b, (m, k, n))) {
            let sum = magnitude * f64::from(f32::EPSILON) * 0.5 * (k as f64 + 8.0);
            assert!((got - want).abs() <= sum + (want.abs() + sum) * 2f64.powi(-11) + 2f64.powi(-25), "f2 {m} {k} {n}");
            compared += 1;
        }
    }
    println!("{compared} floats within their bound");
    assert!(compared > 30_000);
}

#[test]
fn bits_do_not_depend_on_the_layout() {
    let mut compared = 0;
    for dtype in ["f8", "f4", "c16", "c8", "f2"] {
        for (m, k, n) in [(1, 1000, 1), (5, 7, 9), (40, 300, 30), (100, 50, 1), (1, 5000, 12), (30, 600, 61)] {
            let x = Array::from_shape_vec([m, k], floats(m * k, 3)).unwrap().astype(dtype).unwrap();
            let y = Array::from_shape_vec([k, n], floats(k * n, 4)).unwrap().astype(dtype).unwrap();
            let want = np::matmul(&x, &y).unwrap().tobytes().unwrap();
            for i in 0..6 {
                for j in 0..6 {
                    let got = np::matmul(&laid_out(&x, i), &laid_out(&y, j)).unwrap();
                    assert!(got.tobytes().unwrap() == want, "{dtype} {m} {k} {n} layouts {i} {j}");
                    compared += 1;
                }
            }
        }
        // A matrix times its own transpose, for which half the work is enough.
        let a = Array::from_shape_vec([120, 90], floats(120 * 90, 5)).unwrap().astype(dtype).unwrap();
        let copy = np::ascontiguousarray(&a.t()).unwrap();
        assert_eq!(a.matmul(&a.t()).unwrap().tobytes().unwrap(), a.matmul(&copy).unwrap().tobytes().unwrap());
        // Repeated rows, without a copy.
        let row = a.get("0").unwrap().broadcast_to([50, 90]).unwrap();
        let repeated = row.copy().unwrap();
        let want = np::matmul(&repeated, &copy).unwrap().tobytes().unwrap();
        assert_eq!(np::matmul(&row, &copy).unwrap().tobytes().unwrap(), want);
        compared += 2;
    }
    println!("{compared} products with the same bits");
}

#[test]
fn options() {
    let (a, b) = (values(&[2, 3], "f8", 1), values(&[3, 2], "f8", 2));
    let want = np::matmul(&a, &b).unwrap();
    let error = |result: Result<Array>| result.unwrap_err().to_string();

    let mut out = Array::zeros([2, 2], "f8").unwrap();
    let place = out.as_ptr();
    let result = Product::new().out(&mut out).matmul(&a, &b).unwrap();
    assert_eq!((result.as_ptr(), out.tobytes().unwrap()), (place, want.tobytes().unwrap()));
    drop(result);
    for dtype in ["f4", ">f8", "c16"] {
        let mut out = np::asfortranarray(&Array::zeros([2, 2], dtype).unwrap()).unwrap();
        Product::new().out(&mut out).matmul(&a, &b).unwrap();
        assert_eq!(digest(&out.real().unwrap()), digest(&want), "{dtype}");
    }
    let mut many = Array::zeros([4, 2, 2], "f8").unwrap();
    Product::new().out(&mut many).matmul(&a, &b).unwrap();
    assert_eq!(many.get("3").unwrap().tobytes().unwrap(), want.tobytes().unwrap());

    let mut wrong = Array::zeros([3, 3], "f8").unwrap();
    assert_eq!(
        error(Product::new().out(&mut wrong).matmul(&a, &b)),
        "matmul: Output operand 0 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 3 \
         is different from 2)"
    );
    let mut ints = Array::zeros([2, 2], "i4").unwrap();
    assert_eq!(
        error(Product::new().out(&mut ints).matmul(&a, &b)),
        "Cannot cast ufunc 'matmul' output from dtype('float64') to dtype('int32') with casting rule 'same_kind'"
    );
    Product::new().out(&mut ints).casting(np::Casting::Unsafe).matmul(&a, &b).unwrap();
    assert_eq!(ints.astype("f8").unwrap().tobytes().unwrap(), want.tobytes().unwrap());
    let forced = Product::new().dtype("i4").unwrap().casting(np::Casting::Unsafe).matmul(&a, &b).unwrap();
    assert_eq!(forced.dtype().name(), "int32");
    assert!(Product::new().dtype("i4").unwrap().matmul(&a, &b).unwrap_err().is_cast());
    assert!(Product::new().axis(0).matmul(&a, &b).is_err());

    // What an output shares with an operand is copied first.
    let mut square = values(&[3, 3], "f8", 7);
    let before = square.clone();
    let want = np::matmul(&before, &before).unwrap();
    Product::new().out(&mut square).matmul(&before, &before).unwrap();
    assert_eq!(square.tobytes().unwrap(), want.tobytes().unwrap());
}

#[test]
fn other_kinds() {
    let zeros = |dtype: &str| Array::zeros([2, 2], dtype).unwrap();
    for dtype in ["m8[s]", "M8[s]", "U3", "S3", "T", "i4,i4"] {
        let a = zeros(dtype);
        let results =
            [np::matmul(&a, &a), np::dot(&a, &a), np::vecdot(&a, &zeros("i8")), np::einsum("ij,jk", &[&a, &a])];
        for result in results {
            let error = result.unwrap_err();
            assert!(error.is_dtype() && error.to_string().contains("did not contain a loop"), "{dtype}: {error}");
        }
    }
    let objects = ndtype::array![[1, 2], [3, 4]].astype("O").unwrap();
    let product = np::matmul(&objects, &ndtype::array![[0.5, 1.0], [1.5, 2.0]]).unwrap();
    assert_eq!(
        (product.dtype().name().as_str(), product.astype("f8").unwrap().to_vec::<f64>().unwrap()),
        ("object", vec![3.5, 5.0, 7.5, 11.0])
    );
    // Matrices, vectors and stacks of objects, beside the same of integers.
    let numbers =
        [values(&[3], "i8", 1), values(&[2, 3], "i8", 2), values(&[3, 4], "i8", 3), values(&[5, 2, 3], "i8", 4)];
    let mut compared = 0;
    for x in &numbers {
        for y in &numbers {
            for (name, function) in [
                ("matmul", np::matmul as fn(&Array, &Array) -> Result<Array>),
                ("dot", np::dot),
                ("inner", np::inner),
                ("vecdot", np::vecdot),
                ("matvec", np::matvec),
                ("vecmat", np::vecmat),
            ] {
                let Ok(want) = function(x, y) else { continue };
                let got = function(&x.astype("O").unwrap(), y).unwrap_or_else(|e| panic!("{name}: {e}"));
                assert_eq!((got.dtype().name().as_str(), got.shape()), ("object", want.shape()), "{name}");
                assert_eq!(digest(&got.astype("i8").unwrap()), digest(&want), "{name}");
                compared += 1;
            }
        }
    }
    println!("{compared} products of objects");
    assert!(compared > 20);
    let none = np::matmul(&objects.get(":, :0").unwrap(), &objects.get(":0").unwrap()).unwrap();
    assert_eq!(none.astype("i8").unwrap().to_vec::<i64>().unwrap(), [0; 4]);
    assert_eq!(np::einsum("ii", &[&objects]).unwrap().astype("i8").unwrap().item::<i64>().unwrap(), 5);
}
