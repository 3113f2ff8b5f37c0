//! What is in npy, npz and safetensors files: dtype, shape, order, memory, statistics.
//!
//! ```text
//! cargo run --release --features safetensors --example npy_info -- FILE...
//!     --print                       the elements as well, summarised
//!     --convert OUT --dtype DTYPE   writes the arrays cast to a dtype: OUT is .npy for one array, .npz for any number
//! ```

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use ndtype::{self as np, Array, Dtype, DtypeKind, NpyAppender, NpyChunks, NpzWriter, ufunc};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// About so many bytes are read at a time.
const CHUNK: usize = 32 << 20;
const USAGE: &str = "usage: npy_info [--print] [--convert OUT --dtype DTYPE] FILE...";

#[derive(Default)]
struct Options {
    print: bool,
    convert: Option<PathBuf>,
    dtype: Option<Dtype>,
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(why) => {
            eprintln!("{why}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let mut code = ExitCode::SUCCESS;
    for path in &options.files {
        if let Err(error) = show_file(path, &options).and_then(|()| convert(path, &options)) {
            eprintln!("{error}");
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn options() -> Outcome<Options> {
    let mut options = Options::default();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--print") => options.print = true,
            Some("--convert") => options.convert = Some(arguments.next().ok_or("--convert needs a file")?.into()),
            Some("--dtype") => {
                let text = arguments.next().ok_or("--dtype needs a data type")?;
                options.dtype = Some(text.to_str().ok_or("a data type is text")?.parse()?);
            }
            Some(flag) if flag.starts_with("--") => return Err(format!("{flag} is not known").into()),
            _ => options.files.push(argument.into()),
        }
    }
    if options.files.is_empty() || options.convert.is_some() && options.files.len() > 1 {
        return Err("one file to convert, or any number to look at".into());
    }
    if options.convert.is_some() != options.dtype.is_some() {
        return Err("--convert and --dtype belong together".into());
    }
    Ok(options)
}

fn is_named(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

fn show_file(path: &Path, options: &Options) -> Outcome<()> {
    println!("{}", path.display());
    if !is_named(path, "npz") && !is_named(path, "safetensors") {
        return show_npy(path, options);
    }
    for_each_array(path, &mut |name, array| {
        println!("  {name}");
        let mut statistics = Statistics::of(array.dtype());
        statistics.add(&array)?;
        show(array.dtype(), array.shape(), order(&array), &statistics);
        if options.print {
            println!("{array}");
        }
        Ok(())
    })
}

/// Reads the arrays of an archive one after the other.
fn for_each_array(path: &Path, act: &mut dyn FnMut(&str, Array) -> Outcome<()>) -> Outcome<()> {
    if is_named(path, "safetensors") {
        return for_each_tensor(path, act);
    }
    let mut archive = np::load_npz(path)?;
    let names: Vec<String> = archive.names().map(str::to_owned).collect();
    let bar = bar(names.len(), "{wide_bar} {pos} of {len} arrays");
    for name in &names {
        act(name, archive.get(name)?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

#[cfg(feature = "safetensors")]
fn for_each_tensor(path: &Path, act: &mut dyn FnMut(&str, Array) -> Outcome<()>) -> Outcome<()> {
    let mut file = np::load_safetensors(path)?;
    for (key, value) in file.metadata() {
        println!("  {key} = {value}");
    }
    let names: Vec<String> = file.names().map(str::to_owned).collect();
    let bar = bar(names.len(), "{wide_bar} {pos} of {len} tensors");
    for name in &names {
        act(name, file.get(name)?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

#[cfg(not(feature = "safetensors"))]
fn for_each_tensor(path: &Path, _: &mut dyn FnMut(&str, Array) -> Outcome<()>) -> Outcome<()> {
    Err(format!("{}: built without the feature `safetensors`", path.display()).into())
}

fn bar(length: usize, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length as u64).with_style(style)
}

fn order(array: &Array) -> &'static str {
    let flags = array.flags();
    if flags.f_contiguous && !flags.c_contiguous { "Fortran" } else { "C" }
}

/// One array, in chunks if it is in C's order.
fn show_npy(path: &Path, options: &Options) -> Outcome<()> {
    let Ok(chunks) = NpyChunks::open(path, 1) else {
        let array = np::load(path)?;
        let mut statistics = Statistics::of(array.dtype());
        statistics.add(&array)?;
        show(array.dtype(), array.shape(), order(&array), &statistics);
        if options.print {
            println!("{array}");
        }
        return Ok(());
    };
    let (dtype, shape) = (chunks.dtype().clone(), chunks.shape().to_vec());
    let mut statistics = Statistics::of(&dtype);
    for_each_chunk(path, &mut |chunk| statistics.add(&chunk))?;
    show(&dtype, &shape, "C", &statistics);
    if options.print {
        println!("{}", np::load(path)?);
    }
    Ok(())
}

fn for_each_chunk(path: &Path, act: &mut dyn FnMut(Array) -> Outcome<()>) -> Outcome<()> {
    let header = NpyChunks::open(path, 1)?;
    let row = header.shape()[1..].iter().product::<usize>() * header.dtype().itemsize();
    let total = header.shape()[0] * row;
    let bar = bar(total, "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left");
    for chunk in NpyChunks::open(path, (CHUNK / row.max(1)).max(1))? {
        let chunk = chunk?;
        let bytes = chunk.nbytes() as u64;
        act(chunk)?;
        bar.inc(bytes);
    }
    bar.finish_and_clear();
    Ok(())
}

fn show(dtype: &Dtype, shape: &[usize], order: &str, statistics: &Statistics) {
    let bytes = shape.iter().product::<usize>() * dtype.itemsize();
    println!("    dtype   {dtype} ({} bytes an element)", dtype.itemsize());
    println!("    shape   {shape:?}, in {order}'s order");
    println!("    memory  {}", size(bytes));
    statistics.show();
}

fn size(bytes: usize) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let step = units.len().min(1 + bytes.checked_ilog(1024).unwrap_or(0) as usize) - 1;
    if step == 0 {
        return format!("{bytes} bytes");
    }
    format!("{:.1} {} ({bytes} bytes)", bytes as f64 / 1024f64.powi(step as i32), units[step])
}

/// What is known about the elements so far; of records, about each field.
#[derive(Default)]
struct Statistics {
    fields: Vec<(String, Statistics)>,
    count: usize,
    missing: usize,
    infinite: usize,
    zeros: usize,
    low: Option<Array>,
    high: Option<Array>,
    mean: f64,
    /// The sum of squared distances from the mean, over so many finite elements.
    squares: f64,
    finite: usize,
}

impl Statistics {
    fn of(dtype: &Dtype) -> Statistics {
        let fields = dtype.fields().iter().map(|f| (f.name().to_owned(), Statistics::of(f.dtype()))).collect();
        Statistics { fields, ..Statistics::default() }
    }

    fn add(&mut self, array: &Array) -> Outcome<()> {
        for (name, statistics) in &mut self.fields {
            statistics.add(&array.field(name)?)?;
        }
        self.count += array.size();
        let kind = array.dtype().kind();
        let ordered = !matches!(kind, DtypeKind::Void | DtypeKind::Struct | DtypeKind::Complex | DtypeKind::Object);
        if array.size() == 0 || !ordered && kind != DtypeKind::Complex {
            return Ok(());
        }
        if kind == DtypeKind::String {
            self.zeros += array.size() - np::count_nonzero(array)?;
            return Ok(());
        }
        if ordered {
            let (low, high) = (ufunc::FMIN.reduce(array, ..)?, ufunc::FMAX.reduce(array, ..)?);
            self.low = Some(self.low.take().map_or(Ok(low.clone()), |old| np::fmin(&old, &low))?);
            self.high = Some(self.high.take().map_or(Ok(high.clone()), |old| np::fmax(&old, &high))?);
        }
        if matches!(kind, DtypeKind::Datetime | DtypeKind::Timedelta) {
            self.missing += np::count_nonzero(&np::isnat(array)?)?;
            return Ok(());
        }
        self.zeros += array.size() - np::count_nonzero(array)?;
        self.missing += np::count_nonzero(&np::isnan(array)?)?;
        self.infinite += np::count_nonzero(&np::isinf(array)?)?;
        if ordered {
            self.add_moments(array)?;
        }
        Ok(())
    }

    /// Mean and spread of the finite elements, joined with those of the elements before.
    fn add_moments(&mut self, array: &Array) -> Outcome<()> {
        let wide = array.astype(Dtype::Float64)?;
        let finite = np::isfinite(&wide)?;
        let count = np::count_nonzero(&finite)?;
        if count == 0 {
            return Ok(());
        }
        let wide = if count == wide.size() { wide } else { wide.get(np::idx![&finite])? };
        let mean: f64 = wide.mean(..)?.item()?;
        let squares: f64 = wide.var(..)?.item::<f64>()? * count as f64;
        let (before, now) = (self.finite as f64, count as f64);
        let distance = mean - self.mean;
        self.squares += squares + distance * distance * before * now / (before + now);
        self.mean += distance * now / (before + now);
        self.finite += count;
        Ok(())
    }

    fn show(&self) {
        if let (Some(low), Some(high)) = (&self.low, &self.high) {
            println!("    range   {low} to {high}");
        }
        if self.finite > 0 {
            let spread = (self.squares / self.finite as f64).sqrt();
            println!("    mean    {:.6}, standard deviation {spread:.6}", self.mean);
        }
        let counts = [(self.zeros, "zero or empty"), (self.missing, "NaN or NaT"), (self.infinite, "infinite")];
        let counts: Vec<String> =
            counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
        if !counts.is_empty() {
            println!("    of {} elements {}", self.count, counts.join(", "));
        }
        for (name, field) in &self.fields {
            println!("    field {name:?}");
            field.show();
        }
    }
}

/// A new file, which goes by another name until all of it is there, and is removed if that does not come about.
struct Part {
    path: PathBuf,
    target: PathBuf,
}

impl Part {
    fn of(target: &Path) -> Outcome<Part> {
        let at = |why: &str| format!("{}: {why}", target.display());
        if target.exists() && !target.is_file() {
            return Err(at("not a file that could be replaced").into());
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(target.file_name().ok_or_else(|| at("not the name of a file"))?);
        name.push(format!(".{}.part", std::process::id()));
        Ok(Part { path: target.with_file_name(name), target: target.to_owned() })
    }

    fn create(&self) -> Outcome<File> {
        File::create_new(&self.path).map_err(|error| format!("{}: {error}", self.target.display()).into())
    }

    fn finish(self) -> Outcome<()> {
        std::fs::rename(&self.path, &self.target).map_err(|error| format!("{}: {error}", self.target.display()).into())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // Where it was finished there is none.
        _ = std::fs::remove_file(&self.path);
    }
}

/// Writes the arrays of a file cast to another dtype. npy files go chunk by chunk; the new file has another
/// name until all is there.
fn convert(path: &Path, options: &Options) -> Outcome<()> {
    let (Some(target), Some(dtype)) = (&options.convert, &options.dtype) else { return Ok(()) };
    let archive = is_named(path, "npz") || is_named(path, "safetensors");
    if is_named(target, "npz") {
        let part = Part::of(target)?;
        let mut writer = NpzWriter::new(part.create()?);
        if archive {
            for_each_array(path, &mut |name, array| Ok(writer.add(name, &array.astype(dtype)?)?))?;
        } else {
            writer.add("arr_0", &np::load(path)?.astype(dtype)?)?;
        }
        writer.finish()?;
        part.finish()?;
    } else if archive {
        let mut arrays = Vec::new();
        for_each_array(path, &mut |_, array| {
            arrays.push(array);
            Ok(())
        })?;
        let [array] = &arrays[..] else {
            return Err(format!("{} arrays do not fit in one npy file: convert to .npz", arrays.len()).into());
        };
        np::save(target, &array.astype(dtype)?)?;
    } else if let Ok(header) = NpyChunks::open(path, 1) {
        let part = Part::of(target)?;
        let mut file = NpyAppender::create(&part.path, dtype, &header.shape()[1..])?;
        for_each_chunk(path, &mut |chunk| Ok(file.append(&chunk.astype(dtype)?)?))?;
        drop(file);
        part.finish()?;
    } else {
        np::save(target, &np::load(path)?.astype(dtype)?)?;
    }
    println!("{} written as {dtype}", target.display());
    Ok(())
}
