//! ndtype against NumPy, side by side in one run.
//!
//! ```text
//! cargo bench                      every case
//! cargo bench -- promote           the cases whose name contains "promote"
//! cargo bench -- --write           every case, and the table goes to benches/RESULTS.md
//! cargo bench --features rayon -- --threads=2 "matmul f8"    with two threads each, in place of one
//! ```
//!
//! Each case is timed here and in one Python child process, in turns, several rounds; the best of each side counts. The
//! ratio is NumPy's time over ours: above 1 we are faster. The Python is `$NDTYPE_PYTHON`, or `python3`; without NumPy
//! in it there is nothing to compare with, and the run says so and ends. With several threads there is a pause before each
//! turn: those of NumPy's library spin for a while after a product, and would take a core from the other side.

mod array;
mod choice;
mod dtype;
mod files;
mod math;
mod measure;
mod numpy;
mod print;
mod products;
mod reduce;
mod report;
mod sort;
mod strings;
mod textfiles;
mod time;
mod ufunc;

use measure::Case;

fn main() {
    let (flags, filters): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let threads = flags.iter().find_map(|flag| flag.strip_prefix("--threads=")?.parse().ok()).unwrap_or(1);
    ndtype::set_threads(Some(threads));
    if ndtype::threads() < threads {
        println!("only {} threads here; more take the feature rayon and as many cores", ndtype::threads());
    }
    let pause = std::time::Duration::from_millis(if threads > 1 { 150 } else { 0 });
    let mut numpy = match numpy::Numpy::start(threads) {
        Ok(numpy) => numpy,
        Err(why) => {
            println!("skipped: {why}\nset NDTYPE_PYTHON to a Python with numpy and ml_dtypes to compare with");
            return;
        }
    };
    let wanted = |case: &Case| {
        let name = format!("{} {}", case.name, case.column.unwrap_or_default());
        filters.is_empty() || filters.iter().any(|f| name.contains(f.as_str()))
    };
    let mut rows = Vec::new();
    println!("{}", report::heading());
    let cases = dtype::cases()
        .into_iter()
        .chain(array::cases())
        .chain(choice::cases())
        .chain(ufunc::cases())
        .chain(reduce::cases())
        .chain(math::cases())
        .chain(products::cases())
        .chain(sort::cases())
        .chain(print::cases())
        .chain(time::cases())
        .chain(textfiles::cases())
        .chain(files::cases())
        .chain(strings::cases());
    for mut case in cases.filter(wanted) {
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        let effort = case.effort();
        for _ in 0..effort.rounds {
            std::thread::sleep(pause);
            ours = ours.min(measure::nanoseconds(&mut case.rust, effort.budget));
            std::thread::sleep(pause);
            theirs = theirs.min(numpy.nanoseconds(&case.setup, &case.python, effort.budget));
        }
        let row = report::Row { group: case.group, name: case.name, column: case.column, ours, theirs };
        println!("{row}");
        rows.push(row);
    }
    println!("{}", report::summary(&rows));
    if flags.iter().any(|flag| flag == "--write") {
        report::write(&rows, &numpy.versions);
    }
}
