//! A case, and how long the Rust side of it takes.

use std::time::{Duration, Instant};

/// How long one measurement runs.
pub const BUDGET: Duration = Duration::from_millis(20);

/// One operation, in Rust and in Python.
pub struct Case {
    /// What it belongs to in the report.
    pub group: &'static str,
    /// Unique; names the operation, and the size and dtype where there are any.
    pub name: String,
    /// Python run once before timing.
    pub setup: String,
    /// The Python expression that is timed.
    pub python: String,
    /// The same operation here.
    pub rust: Box<dyn FnMut()>,
}

/// The time of one call, in nanoseconds: the best of many batches, each long enough to time.
pub fn nanoseconds(run: &mut dyn FnMut()) -> f64 {
    let time = |run: &mut dyn FnMut(), calls: u32| {
        let start = Instant::now();
        for _ in 0..calls {
            run();
        }
        start.elapsed()
    };
    let mut calls = 1;
    while time(run, calls) < BUDGET / 50 && calls < 1 << 24 {
        calls *= 2;
    }
    let (start, mut best) = (Instant::now(), Duration::MAX);
    while start.elapsed() < BUDGET {
        best = best.min(time(run, calls));
    }
    best.as_secs_f64() * 1e9 / f64::from(calls)
}
