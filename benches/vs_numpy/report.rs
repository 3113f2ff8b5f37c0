//! The table.

use std::fmt;

/// One line of it, times in nanoseconds.
#[derive(Clone)]
pub struct Row {
    pub group: &'static str,
    pub name: String,
    pub column: Option<&'static str>,
    pub ours: f64,
    pub theirs: f64,
}

/// The groups whose cases have columns, and what these are.
const GRIDS: &[(&str, &str)] = &[
    (
        "ufunc",
        "Ratios for dense operands of 10 to 1e7 elements; of 1e5: with a scalar, of every second element, of rows of 1000 \
         with one row, of mixed dtypes.",
    ),
    (
        "reduce",
        "Ratios over all of 10, 1e3 and 1e6 elements; over an axis of 1000 x 1000; over the short axis of 1e5 x 3, and over \
         its long one.",
    ),
    ("math", "Ratios for dense operands of 10 to 1e7 elements."),
    ("files", "Ratios for files of 8 kB and 80 MB of float64; compressed ones of a tenth of it."),
    (
        "strings",
        "Ratios for 1e5 texts of up to 10 characters: of bytes (S10), code points (U10), any length (T), and code points of \
         which some are not ASCII (U10 é).",
    ),
    ("matmul", "Ratios for square matrices of 8 to 2000 rows, NumPy with one thread."),
];

impl Row {
    fn ratio(&self) -> f64 {
        self.theirs / self.ours
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ours, theirs) = (readable(self.ours), readable(self.theirs));
        let name = self.column.map_or_else(|| self.name.clone(), |column| format!("{} {column}", self.name));
        write!(f, "| {:<8} | {name:<44} | {ours:>9} | {theirs:>9} | {:>6.2} |", self.group, self.ratio())
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
    let below = rows.iter().filter(|row| row.ratio() < 0.95).count();
    format!(
        "\n{} cases; NumPy's time over ours: geometric mean {mean:.2}, worst {worst:.2}, {below} below 0.95",
        rows.len()
    )
}

/// The ratios of a group whose cases have columns, a line for each name.
fn grid(group: &str, rows: &[Row]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if let Some(column) = row.column.filter(|column| !columns.contains(column)) {
            columns.push(column);
        }
        if !names.contains(&row.name.as_str()) {
            names.push(&row.name);
        }
    }
    let mut lines =
        vec![format!("| {group} | {} |", columns.join(" | ")), format!("|---|{}", "---|".repeat(columns.len()))];
    for name in names {
        let cells = columns.iter().map(|column| {
            let found = rows.iter().find(|row| row.name == name && row.column == Some(column));
            found.map_or(String::new(), |row| format!("{:.2}", row.ratio()))
        });
        lines.push(format!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | ")));
    }
    lines.join("\n")
}

/// Writes the table to `benches/RESULTS.md`.
pub fn write(rows: &[Row], versions: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/RESULTS.md");
    let (grids, table): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.column.is_some());
    let table: Vec<String> = table.iter().map(ToString::to_string).collect();
    let mut text = format!(
        "# ndtype against NumPy\n\nMade by `cargo bench -- --write` on {}; {versions}. The ratio is NumPy's time over \
         ndtype's: above 1 ndtype is faster.\n{}\n\n{}\n{}\n",
        machine(),
        summary(rows),
        heading(),
        table.join("\n"),
    );
    for (group, what) in GRIDS {
        let rows: Vec<Row> = grids.iter().filter(|row| row.group == *group).map(|row| Row::clone(row)).collect();
        if !rows.is_empty() {
            text = format!("{text}\n## {group}\n\n{what}\n{}\n\n{}\n", summary(&rows), grid(group, &rows));
        }
    }
    std::fs::write(path, text).unwrap_or_else(|e| panic!("{path}: {e}"));
    println!("written to benches/RESULTS.md");
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, m)| m.trim()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} ({cores} cores)", model.unwrap_or(std::env::consts::ARCH))
}
