//! A case, and how long the Rust side of it takes.

use std::time::{Duration, Instant};

/// How long one measurement runs, and how often the two sides take turns.
#[derive(Clone, Copy)]
pub struct Effort {
    pub budget: Duration,
    pub rounds: usize,
}

/// For cases that stand alone.
const THOROUGH: Effort = Effort { budget: Duration::from_millis(20), rounds: 7 };
/// For the many cases of a grid.
const QUICK: Effort = Effort { budget: Duration::from_millis(4), rounds: 4 };

/// One operation, in Rust and in Python.
pub struct Case {
    /// What it belongs to in the report.
    pub group: &'static str,
    /// Unique; names the operation, and the size and dtype where there are any.
    pub name: String,
    /// The column of a grid that it belongs to; `name` is then its row.
    pub column: Option<&'static str>,
    /// Python run once before timing.
    pub setup: String,
    /// The Python expression that is timed.
    pub python: String,
    /// The same operation here.
    pub rust: Box<dyn FnMut()>,
}

impl Case {
    /// How much it is worth.
    pub fn effort(&self) -> Effort {
        if self.column.is_some() { QUICK } else { THOROUGH }
    }
}

/// The time of one call, in nanoseconds: the best of many batches, each long enough to time.
pub fn nanoseconds(run: &mut dyn FnMut(), budget: Duration) -> f64 {
    let time = |run: &mut dyn FnMut(), calls: u32| {
        let start = Instant::now();
        for _ in 0..calls {
            run();
        }
        start.elapsed()
    };
    let mut calls = 1;
    while time(run, calls) < budget / 50 && calls < 1 << 24 {
        calls *= 2;
    }
    let (start, mut best) = (Instant::now(), Duration::MAX);
    while start.elapsed() < budget {
        best = best.min(time(run, calls));
    }
    best.as_secs_f64() * 1e9 / f64::from(calls)
}
