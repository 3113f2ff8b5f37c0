//! Every function for every dtype, on arrays that lie in memory in every way: the same as for a copy in C's order, whose
//! results the golden tests compare with NumPy's.

mod names;

use ndtype::{
    self as np, Array, Casting, Dtype, Index, Indexing, Mode, Object, Order, Requirements, Result, Text, Trim,
};

const OTHERS: [&str; 16] =
    [">f8", ">i2", ">c8", ">U2", ">M8[s]", "M8[s]", "m8[D]", "S3", "U2", "V3", "T", "O", "i4,f8", ">i2,?", "V0", "S0"];

fn dtypes() -> Vec<Dtype> {
    let all = names::NUMBERS.iter().chain(&names::ML).chain(&OTHERS);
    all.map(|name| name.parse().unwrap()).collect()
}

/// An array of this shape with different elements.
fn made(dtype: &Dtype, shape: &[usize]) -> Array {
    let count: usize = shape.iter().product();
    let new: Vec<isize> = shape.iter().map(|&n| n as isize).collect();
    let flat = match dtype {
        Dtype::String => (0..count).map(|i| Text::from("x".repeat(i % 5))).collect(),
        Dtype::Object => (0..count).map(|i| Object::new(i as i64 % 7)).collect(),
        _ if dtype.itemsize() == 0 => Array::zeros([count], dtype).unwrap(),
        _ => {
            // Small bytes: booleans where there are such, no NaN, no characters that are none.
            let bytes = (0..count * dtype.itemsize()).map(|i| u8::from((i * 7 + i / 3) % 3 == 0));
            np::frombuffer(bytes.collect::<Vec<u8>>(), dtype, 0, None).unwrap()
        }
    };
    flat.reshape(new).unwrap()
}

/// Views of the same dtype that lie in memory in different ways.
fn layouts(dtype: &Dtype) -> Vec<(&'static str, Array)> {
    let a = made(dtype, &[2, 3, 4]);
    let every_second = made(dtype, &[4, 3, 8]);
    let mut all = vec![
        ("contiguous", a.clone()),
        ("transposed", made(dtype, &[4, 2, 3]).transpose(&[1, 2, 0]).unwrap()),
        ("Fortran", a.copy_in(Order::F).unwrap()),
        ("strided", every_second.get("::2, :, 1::2").unwrap()),
        ("backwards", a.get("::-1, :, ::-1").unwrap()),
        ("broadcast", made(dtype, &[3, 1]).broadcast_to([2, 3, 4]).unwrap()),
        ("empty", a.get(":, :0").unwrap()),
        ("single", a.get("1, 2, 3").unwrap()),
        ("row", a.get("0, 1, ::-2").unwrap()),
        ("plane", a.get("1").unwrap().t()),
    ];
    if !dtype.has_object() && dtype.itemsize() > 0 {
        let record = Dtype::structured([("pad", "u1".parse::<Dtype>().unwrap()), ("value", dtype.clone())]).unwrap();
        let mut records = Array::zeros([2, 3, 4], record).unwrap();
        records.set([Index::from("value")], &a).unwrap();
        all.push(("unaligned", records.field("value").unwrap()));
    }
    all
}

/// What can be told of an array.
fn told(array: &Array) -> (Dtype, Vec<usize>, Vec<String>) {
    let values = match array.dtype() {
        Dtype::String | Dtype::Object => array.scalars().unwrap().iter().map(ToString::to_string).collect(),
        _ => vec![format!("{:?}", array.tobytes().unwrap())],
    };
    (array.dtype().clone(), array.shape().to_vec(), values)
}

type Function = (&'static str, fn(&Array) -> Result<Vec<Array>>);

fn one(array: Result<Array>) -> Result<Vec<Array>> {
    array.map(|array| vec![array])
}

fn changed(a: &Array, change: impl FnOnce(&mut Array) -> Result<()>) -> Result<Vec<Array>> {
    let mut copy = a.clone();
    change(&mut copy)?;
    Ok(vec![copy])
}

fn mask(a: &Array) -> Array {
    let flags = (0..a.size()).map(|i| i % 3 != 1).collect();
    Array::from_shape_vec(a.shape(), flags).unwrap()
}

fn ints(values: &[i64]) -> Array {
    Array::from_slice(values).unwrap()
}

const FUNCTIONS: &[Function] = &[
    ("copy", |a| one(np::copy(a))),
    ("zeros_like", |a| one(np::zeros_like(a))),
    ("ravel", |a| one(np::ravel(a))),
    ("flatten", |a| one(a.flatten())),
    ("reshape", |a| one(np::reshape(a, [-1, 2]))),
    ("transpose", |a| one(np::transpose(a, None))),
    ("swapaxes", |a| one(np::swapaxes(a, 0, -1))),
    ("moveaxis", |a| one(np::moveaxis(a, &[0], &[-1]))),
    ("rollaxis", |a| one(np::rollaxis(a, 1, 0))),
    ("squeeze", |a| one(np::squeeze(a, None))),
    ("expand_dims", |a| one(np::expand_dims(a, &[1]))),
    ("flip", |a| one(np::flip(a, None))),
    ("fliplr", |a| one(np::fliplr(a))),
    ("flipud", |a| one(np::flipud(a))),
    ("rot90", |a| one(np::rot90(a, 1, [0, 1]))),
    ("broadcast_to", |a| one(np::broadcast_to(a, [&[2], a.shape()].concat()))),
    ("diagonal", |a| one(np::diagonal(a, 1, 0, 1))),
    ("real", |a| one(np::real(a))),
    ("imag", |a| one(np::imag(a))),
    ("sliding_window_view", |a| one(np::sliding_window_view(a, [2], Some(&[-1])))),
    ("atleast_1d", |a| one(np::atleast_1d(a))),
    ("atleast_2d", |a| one(np::atleast_2d(a))),
    ("atleast_3d", |a| one(np::atleast_3d(a))),
    ("ascontiguousarray", |a| one(np::ascontiguousarray(a))),
    ("asfortranarray", |a| one(np::asfortranarray(a))),
    ("require", |a| one(np::require(a, Requirements::new().order(Order::F).aligned()))),
    ("diag", |a| one(np::diag(a, 1))),
    ("diagflat", |a| one(np::diagflat(a, -1))),
    ("tril", |a| one(np::tril(a, 0))),
    ("triu", |a| one(np::triu(a, 1))),
    ("meshgrid", |a| np::meshgrid(&[&np::ravel(a)?, &ints(&[1, 2])], Indexing::Xy)),
    ("get", |a| one(a.get("..., ::-2"))),
    ("get_scalar", |a| one(a.get_scalar(&vec![-1; a.ndim()]).map(Array::from))),
    ("fancy", |a| one(a.get([Index::Ellipsis, Index::from(ints(&[1, 0, -1]))]))),
    ("mask", |a| one(a.get([Index::from(mask(a))]))),
    ("take", |a| one(np::take(a, &ints(&[1, 0, -1]), -1))),
    ("take_flat", |a| one(np::take_mode(a, &ints(&[5, 0, -1]), None, Mode::Wrap))),
    ("take_along_axis", |a| one(np::take_along_axis(a, &Array::zeros(a.shape(), "i8")?, 0))),
    ("compress", |a| one(np::compress(&np::array![true, false, true], a, -1))),
    ("extract", |a| one(np::extract(&mask(a), a))),
    ("choose", |a| one(np::choose(&mask(a).astype("i8")?, &[a, &np::flip(a, None)?], Mode::Raise))),
    ("where", |a| one(np::r#where(&mask(a), a, &np::flip(a, None)?))),
    ("where_condition", |a| one(np::r#where(a, &np::array![1], &np::array![2]))),
    ("nonzero", np::nonzero),
    ("argwhere", |a| one(np::argwhere(a))),
    ("flatnonzero", |a| one(np::flatnonzero(a))),
    ("count_nonzero", |a| one(np::count_nonzero(a).map(Array::from))),
    ("trim_zeros", |a| one(np::trim_zeros(a, Trim::Both, None))),
    ("concatenate", |a| one(np::concatenate(&[a, &np::flip(a, None)?], 0))),
    ("stack", |a| one(np::stack(&[a, a], -1))),
    ("hstack", |a| one(np::hstack(&[a, a]))),
    ("vstack", |a| one(np::vstack(&[a, a]))),
    ("dstack", |a| one(np::dstack(&[a, a]))),
    ("column_stack", |a| one(np::column_stack(&[a, a]))),
    ("block", |a| one(np::block([[a, a]]))),
    ("append", |a| one(np::append(a, a, None))),
    ("insert", |a| one(np::insert(a, 1, a.get_scalar(&vec![0; a.ndim()])?, 0))),
    ("insert_many", |a| one(np::insert(a, ints(&[0, 1]), a.get_scalar(&vec![0; a.ndim()])?, -1))),
    ("delete", |a| one(np::delete(a, 1, -1))),
    ("delete_many", |a| one(np::delete(a, ints(&[0, -1]), 0))),
    ("split", |a| np::split(a, 2, -1)),
    ("unstack", |a| np::unstack(a, 0)),
    ("repeat", |a| one(np::repeat(a, 2, 0))),
    ("tile", |a| one(np::tile(a, [2, 1]))),
    ("roll", |a| one(np::roll(a, 1, None))),
    ("roll_axis", |a| one(np::roll(a, -1, 0))),
    ("resize", |a| one(np::resize(a, [3, 11]))),
    ("fill", |a| changed(a, |a| a.fill(a.get_scalar(&vec![0; a.ndim()])?))),
    ("set", |a| changed(a, |c| c.set("..., 0", a.get("..., 1")?))),
    ("set_mask", |a| changed(a, |c| c.set([Index::from(mask(a))], a.get_scalar(&vec![0; a.ndim()])?))),
    ("view_mut", |a| changed(a, |c| c.view_mut("..., ::-2")?.assign(&a.get("..., ::2")?))),
    ("assign", |a| changed(a, |c| c.assign(&np::flip(a, None)?))),
    ("copyto", |a| changed(a, |c| np::copyto(c, &np::flip(a, None)?, Casting::No, Some(&mask(a))))),
    ("put", |a| changed(a, |c| np::put(c, &ints(&[0, -1]), np::ravel(a)?, Mode::Raise))),
    ("putmask", |a| changed(a, |c| np::putmask(c, &mask(a), np::flip(a, None)?))),
    ("place", |a| changed(a, |c| np::place(c, &mask(a), np::flip(a, None)?))),
    ("fill_diagonal", |a| changed(a, |c| np::fill_diagonal(c, a.get_scalar(&vec![0; a.ndim()])?, false))),
    ("put_along_axis", |a| {
        changed(a, |c| np::put_along_axis(c, &Array::zeros(a.shape(), "i8")?, np::flip(a, None)?, 0))
    }),
    ("byteswap", |a| one(a.byteswap())),
    ("astype", |a| one(a.astype(a.dtype().swapped()))),
    ("astype_bool", |a| one(a.astype("?"))),
    ("astype_checked", |a| one(a.astype_checked("f8"))),
    ("array_equal", |a| one(np::array_equal(a, &np::flip(a, None)?).map(Array::from))),
    ("array_equal_itself", |a| one(np::array_equal_nan(a, &np::copy(a)?).map(Array::from))),
    ("isclose", |a| one(np::isclose(a, &np::flip(a, None)?, 0.5, 1.0, true))),
    ("vander", |a| one(np::vander(a, Some(3), false))),
    ("linspace", |a| one(np::linspace(a, 3, 4))),
    ("axis_iter", |a| Ok(a.axis_iter(-1)?.collect())),
    ("lanes", |a| Ok(a.lanes(0)?.collect())),
];

#[test]
fn the_layout_makes_no_difference() {
    let (mut compared, mut refused, mut wrong) = (0, 0, Vec::new());
    for dtype in dtypes() {
        for (layout, view) in layouts(&dtype) {
            let dense = view.copy_in(Order::C).unwrap();
            assert_eq!(told(&view), told(&dense), "{dtype} {layout}");
            for (name, function) in FUNCTIONS {
                match (function(&view), function(&dense)) {
                    (Ok(got), Ok(want)) => {
                        compared += 1;
                        if got.iter().map(told).collect::<Vec<_>>() != want.iter().map(told).collect::<Vec<_>>() {
                            wrong.push(format!("{name} of {dtype}, {layout}"));
                        }
                    }
                    (Err(got), Err(want)) if got.to_string() == want.to_string() => refused += 1,
                    (got, want) => wrong.push(format!(
                        "{name} of {dtype}, {layout}: {:?} and {:?}",
                        got.map(|_| ()).map_err(|e| e.to_string()),
                        want.map(|_| ()).map_err(|e| e.to_string())
                    )),
                }
            }
            // What shared memory with the arrays that were changed is as it was.
            assert_eq!(told(&view), told(&dense), "{dtype} {layout}");
        }
    }
    println!("{compared} results and {refused} errors compared");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(compared > 30_000 && refused > 2_000, "{compared} {refused}");
}

/// For these no dtype of a full array is refused.
#[test]
fn functions_that_move_elements_take_every_dtype() {
    let picky =
        ["diag", "vander", "isclose", "linspace", "astype_bool", "astype_checked", "where_condition", "real", "imag"];
    let mut taken = 0;
    for dtype in dtypes() {
        let (a, square) = (made(&dtype, &[2, 3, 4]), made(&dtype, &[3, 3]));
        for (name, function) in FUNCTIONS.iter().filter(|(name, _)| !picky.contains(name)) {
            let tried = function(&a).or_else(|_| function(&square));
            assert!(tried.is_ok(), "{name} of {dtype}: {}", tried.unwrap_err());
            taken += 1;
        }
    }
    println!("{taken} functions and dtypes");
    assert!(taken > 3_000);
}

/// Errors about memory say of which array, and what was asked for.
#[test]
fn errors_name_shapes_and_sizes() -> Result<(), ndtype::Error> {
    let a = ndtype::array![[1i32, 2], [3, 4]];
    let text = |error: ndtype::Error| error.to_string();
    assert_eq!(
        text(a.t().as_slice::<i32>().unwrap_err()),
        "the elements do not follow each other in memory (shape (2,2), strides (4,8)): copy the array first"
    );
    assert_eq!(
        text(a.as_strided([3, 2], [8, 4]).unwrap_err()),
        "the strides (8,4) of shape (3,2) reach outside of the array's memory: there are 16 bytes from the first element \
         on, and 0 before it"
    );
    assert_eq!(
        text(ndtype::ArrayView::from_bytes(&[0; 7], [2], "i4").unwrap_err()),
        "the size of the buffer is not that of the elements: 7 bytes for shape (2,) of int32"
    );
    assert_eq!(
        text(a.view_dtype("V3").unwrap_err()),
        "when changing to a smaller dtype, its size must be a divisor of the size of original dtype: int32 of shape (2,2) \
         as |V3"
    );
    for (a, turns) in [(ndtype::Array::from_scalar(1)?, 0), (ndtype::array![1, 2], 0), (ndtype::array![1, 2], 4)] {
        assert!(ndtype::rot90(&a, turns, [0, 1]).is_err());
        assert!(ndtype::rot90(&a, turns, [0, 0]).is_err());
    }
    Ok(())
}

#[test]
fn repeated_rows_and_columns_are_copied() -> Result<(), ndtype::Error> {
    let mut compared = 0;
    for dtype in ["u1", "i2", "f4", "f8", "c16", "S3", "T"] {
        let line = np::arange(0, 60, 1)?.astype(dtype)?;
        for part in [line.get(":30")?, line.get("::2")?, line.get("::-2")?] {
            let plane = part.broadcast_to([12, 30])?;
            let columns = part.broadcast_to([2, 12, 30])?.transpose(&[1, 2, 0])?;
            for array in [plane.t(), plane, columns] {
                let copy = array.to_contiguous()?;
                assert!(copy.flags().c_contiguous);
                for at in np::ndindex(array.shape()) {
                    let at: Vec<isize> = at.into_iter().map(|i| i as isize).collect();
                    assert_eq!(copy.get_scalar(&at)?, array.get_scalar(&at)?, "{dtype} {:?}", array.strides());
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} elements compared");
    assert_eq!(compared, 7 * 3 * 4 * 12 * 30);
    Ok(())
}

/// Casts of many elements go in pieces that look ahead.
#[test]
fn long_runs_are_cast_as_short_ones() -> Result<(), ndtype::Error> {
    let (n, step) = (300_007, 10_001);
    let numbers = np::arange(0, n, 1)?;
    for (from, to) in [
        ("i8", "f8"),
        ("f4", "f8"),
        ("f8", "i2"),
        (">f8", "f8"),
        ("u2", ">u2"),
        ("c8", "c16"),
        ("i4", "f2"),
        ("f8", ">f4"),
        ("f2", "bfloat16"),
        ("U6", ">U6"),
    ] {
        let array = numbers.astype(from)?.get(ndtype::idx![1..])?;
        let whole = array.astype(to)?;
        for start in (0..n).step_by(step) {
            let (part, cast) =
                (array.get(ndtype::idx![start..start + step])?, whole.get(ndtype::idx![start..start + step])?);
            assert!(part.astype(to)?.tobytes()? == cast.tobytes()?, "{from} to {to} from {start} on");
        }
    }
    Ok(())
}
