//! What ndtype can do, in print: `cargo run --release --example tour`.

use ndtype::{self as np, Array, ByteOrder, Casting, Datetime64, Dtype, TimeUnit, TypeArg, array, idx, ufunc};

fn main() -> np::Result<()> {
    heading("Dtypes: one enum, every NumPy spelling");
    for text in
        ["float32", "<f8", "S10", "M8[25us]", "bfloat16", "(2,3)f4", "i4, f8, (2,)u1", "[('x', '<i4'), ('y', '<f8')]"]
    {
        let dt: Dtype = text.parse()?;
        println!(
            "{text:<30} {:<9} {:>3} bytes, aligned to {}   {dt:?}",
            format!("{:?}", dt.kind()),
            dt.itemsize(),
            dt.alignment()
        );
    }

    heading("Errors say what and where");
    for text in ["float33", "M8[25parsecs]", "i4,f8 f4", "[('x', 'i4'), ('x', 'f8')]"] {
        if let Err(error) = text.parse::<Dtype>() {
            println!("{error}");
        }
    }

    heading("Records");
    let packed = Dtype::structured([("id", "u2"), ("price", "f8"), ("when", "M8[ns]")])?;
    let aligned = Dtype::structured_aligned([("id", "u2"), ("price", "f8"), ("when", "M8[ns]")])?;
    for dt in [&packed, &aligned] {
        let fields: Vec<String> = dt.fields().iter().map(|f| format!("{} at {}", f.name(), f.offset())).collect();
        println!("{:>2} bytes: {}", dt.itemsize(), fields.join(", "));
    }
    println!("npy header: {}", aligned.descr()?);
    println!("big-endian: {}", packed.newbyteorder(ByteOrder::Big));

    heading("Casting");
    for (from, to) in
        [("i4", "f8"), ("i8", "f8"), ("f8", "f4"), ("f8", "i4"), ("i4", "U11"), ("M8[D]", "M8[us]"), ("m8[M]", "m8[D]")]
    {
        let (source, target): (Dtype, Dtype) = (from.parse()?, to.parse()?);
        let strictest = Casting::ALL.into_iter().find(|&casting| source.can_cast(&target, casting));
        println!("{from:>6} -> {to:<7} {}", strictest.map_or("never", Casting::name));
    }

    heading("Promotion");
    for (a, b) in [
        ("i8", "u8"),
        ("f2", "i2"),
        ("f4", "c8"),
        ("S5", "U3"),
        ("M8[D]", "m8[h]"),
        ("bfloat16", "f4"),
        ("M8[D]", "i4"),
    ] {
        match np::promote_types(a, b) {
            Ok(common) => println!("{a:>8} + {b:<4} = {common}"),
            Err(error) => println!("{a:>8} + {b:<4} : {error}"),
        }
    }
    println!("float32 array and a bare 2.0: {}", np::result_type([Dtype::Float32.into(), TypeArg::from(2.0)])?);
    println!("uint8 array and a bare 300:   {}", np::result_type([Dtype::UInt8.into(), TypeArg::from(300)])?);

    heading("Limits");
    for name in ["float64", "float16", "bfloat16", "float8_e4m3fn", "float6_e2m3fn", "float4_e2m1fn"] {
        let info = np::finfo(name)?;
        println!(
            "{name:<14} {:>2} bits, max {:<23e} eps {:<22e} smallest {:e}",
            info.bits, info.max, info.eps, info.smallest_subnormal
        );
    }
    for name in ["int64", "uint8", "int4", "uint2"] {
        let info = np::iinfo(name)?;
        println!("{name:<14} {:>2} bits, {} to {}", info.bits, info.min, info.max);
    }

    heading("Dtypes of Rust types");
    println!(
        "f64 {}, [[f32; 3]; 2] {}, (i32, String) {}",
        Dtype::of::<f64>(),
        Dtype::of::<[[f32; 3]; 2]>(),
        Dtype::of::<(i32, String)>()
    );

    heading("Arrays are values: views share memory, writes copy first");
    let a = np::arange(0, 12, 1)?.reshape([3, 4])?;
    let mut corner = a.get(idx![..2, -2..])?;
    println!("{a}\na.get(idx![..2, -2..]), strides {:?}:\n{corner}", corner.strides());
    corner.set(idx![0, 0], 100)?;
    println!("after corner.set(idx![0, 0], 100): corner {}, a {}", corner.ravel()?, a.get("0")?);
    let mut b = a.astype("f4")?;
    b.view_mut(idx![.., ..; 2])?.fill(-1.5)?;
    println!("a window of its float32 copy filled:\n{b:?}");
    println!("backwards columns {}, diagonal {}", a.get("0, ::-1")?, a.diagonal(0, 0, 1)?);
    println!("rows 2, 0:\n{}", a.get(idx![&array![2, 0]])?);
    println!("{}", a.get(idx![3]).unwrap_err());

    heading("Computing: ufuncs, operators, reductions");
    let x = array![[1.5f32, 2.5, -3.0], [0.0, 4.0, 8.0]];
    let y = &x * 2.0 + array![10, 20, 30];
    println!("x * 2.0 + [10, 20, 30]:\n{y:?}");
    println!("sums {}, standard deviations {}", x.sum(0)?, np::std(&x, 1)?);
    println!("running sums\n{}", x.cumsum(1)?);
    let table = ufunc::MULTIPLY.outer(&array![1, 2, 3], &array![1, 10])?;
    println!("outer product\n{table}");
    let half = array![1.0f32, 2048.0, 0.1].astype("f2")?;
    println!("float16 sum {}, largest at {}", half.sum(..)?, half.argmax(..)?);
    println!("{}", np::add(&array![1, 2, 3], &array![1, 2]).unwrap_err());
    println!("{}", np::add(&array![250u8], 300).unwrap_err());
    let hypotenuse = np::Ufunc::from_fn2("hypotenuse", |a: f64, b: f64| a.hypot(b));
    println!("a ufunc of one's own: {}", hypotenuse.call(&[&array![3, 5], &array![4, 12]])?);

    heading("Functions to the last place, products of matrices");
    println!("sin(1e22) {}, log1p(1e-20) {}", np::sin(&array![1e22])?, np::log1p(&array![1e-20])?);
    let root = np::arcsin(&array![num_complex::Complex::new(2.0, -0.0)])?;
    println!("arcsin(2-0j) {}", root.get_scalar(&[0])?);
    println!("exp of float16 {}", np::exp(&half)?);
    let (a, b) = (np::arange(0, 6, 1)?.reshape([2, 3])?, array![[1, 0], [0, 1], [1, 1]]);
    println!("matmul\n{}\neinsum ij,jk->k {}", np::matmul(&a, &b)?, np::einsum("ij,jk->k", &[&a, &b])?);
    println!("{}", np::matmul(&a, &a).unwrap_err());

    heading("Records, bytes, ML formats");
    let mut ticks = Array::zeros([3], "[('when', '<M8[s]'), ('bid', '>f8')]")?;
    ticks.set("'bid'", array![1.5, 2.5, 3.5])?;
    let bid = ticks.field("bid")?;
    println!("{ticks:?}\nfield bid, strides {:?}: {bid}", bid.strides());
    let dates = array!["2020-02-03T04:05", "NaT"; dtype: "M8[25s]"];
    let date = Datetime64::try_from(&dates.get_scalar(&[0])?)?;
    println!(
        "{date} of {}: in days {}, after 2020 {}",
        dates.dtype(),
        date.to_unit(TimeUnit::D)?,
        date > "2020".parse()?
    );
    let small = array![0.1f32, 1.0, 500.0].astype("float8_e4m3fn")?;
    println!("0.1, 1, 500 as float8_e4m3fn: {small}, bytes {:?}", small.tobytes()?);

    heading("Dates, text, sorting");
    let log = array!["2024-02-29T23:59:59", "2023-12-31T08:30", "2024-03-01"].astype("M8[s]")?;
    println!("{log}\nmonths {}, ISO weeks {}", np::datetime::month(&log)?, np::datetime::iso_week(&log)?);
    let next = np::busday_offset(&log.astype("M8[D]")?, 1, np::Roll::Forward, &np::BusDayCalendar::default())?;
    println!("next business days {next}, sorted {}", np::sort(&next, -1)?);
    let words = array![Some("straße"), Some("Ωmega"), None];
    println!("{} {}", np::strings::upper(&words)?, np::strings::str_len(&words.get(":2")?)?);
    println!("{}", array!["12", "1_000", "x"].astype("i8").unwrap_err());

    heading("Files");
    let folder = std::env::temp_dir();
    let (npy, csv) = (folder.join("ndtype-tour.npy"), folder.join("ndtype-tour.csv"));
    np::save(&npy, &ticks)?;
    println!("npy, back as {}", np::load(&npy)?.dtype());
    np::SaveText::new().fmt("%.2f").delimiter(",").header("x,y,z").path(&csv, &x)?;
    println!("{}", std::fs::read_to_string(&csv).unwrap_or_default().trim_end());
    println!("{:?}", np::LoadText::new().delimiter(',').dtype("f4").path(&csv)?);
    for file in [npy, csv] {
        std::fs::remove_file(file).ok();
    }

    heading("Printing");
    let table = np::divide(&np::arange(0, 2000, 1)?.reshape([40, 50])?, 7)?;
    println!("{table:.2}\n{dates:?}");
    println!("{}", table.summary()?);
    Ok(())
}

fn heading(text: &str) {
    println!("\n{text}\n{}", "-".repeat(text.len()));
}
