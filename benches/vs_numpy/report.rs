//! The table.

use std::fmt;

/// One line of it, times in nanoseconds.
pub struct Row {
    pub group: &'static str,
    pub name: String,
    pub ours: f64,
    pub theirs: f64,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.theirs / self.ours
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ours, theirs) = (readable(self.ours), readable(self.theirs));
        write!(f, "| {:<8} | {:<44} | {ours:>9} | {theirs:>9} | {:>6.2} |", self.group, self.name, self.ratio())
    }
}

fn readable(nanoseconds: f64) -> String {
    match nanoseconds {
        t if t < 1e3 => format!("{t:.1} ns"),
        t if t < 1e6 => format!("{:.2} us", t / 1e3),
        t => format!("{:.2} ms", t / 1e6),
    }
}

/// The head of the table.
pub fn heading() -> String {
    let row = |cells: [&str; 5]| {
        format!("| {:<8} | {:<44} | {:>9} | {:>9} | {:>6} |", cells[0], cells[1], cells[2], cells[3], cells[4])
    };
    format!("{}\n|---|---|---|---|---|", row(["group", "case", "ndtype", "NumPy", "ratio"]))
}

/// Rows, geometric mean and worst of the ratios.
pub fn summary(rows: &[Row]) -> String {
    if rows.is_empty() {
        return "no cases".to_owned();
    }
    let mean = (rows.iter().map(|row| row.ratio().ln()).sum::<f64>() / rows.len() as f64).exp();
    let worst = rows.iter().map(Row::ratio).fold(f64::INFINITY, f64::min);
    format!("\n{} cases; NumPy's time over ours: geometric mean {mean:.2}, worst {worst:.2}", rows.len())
}

/// Writes the table to `benches/RESULTS.md`.
pub fn write(rows: &[Row], versions: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/RESULTS.md");
    let table: Vec<String> = rows.iter().map(ToString::to_string).collect();
    let text = format!(
        "# ndtype against NumPy\n\nMade by `cargo bench -- --write` on {}; {versions}. The ratio is NumPy's time over \
         ndtype's: above 1 ndtype is faster.\n\n{}\n{}\n{}\n",
        machine(),
        heading(),
        table.join("\n"),
        summary(rows)
    );
    std::fs::write(path, text).unwrap_or_else(|e| panic!("{path}: {e}"));
    println!("written to benches/RESULTS.md");
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, m)| m.trim()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} ({cores} cores)", model.unwrap_or(std::env::consts::ARCH))
}
