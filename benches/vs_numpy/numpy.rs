//! The Python side: one child process that times expressions on request.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use std::time::Duration;

/// Reads "setup TAB expression TAB seconds" lines, answers each with the best time of one evaluation in nanoseconds.
const SERVER: &str = r#"
import sys, time, timeit, platform
import numpy as np
try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None
print(f"Python {platform.python_version()}, NumPy {np.__version__}", flush=True)
timers = {}
for line in sys.stdin:
    setup, expression, seconds = line.rstrip("\n").split("\t")
    if (setup, expression) not in timers:
        timers.clear()
        scope = {"np": np, "ml_dtypes": ml_dtypes}
        exec(setup.replace(";; ", "\n"), scope)
        timers[setup, expression] = timeit.Timer(expression, globals=scope)
    timer, budget, calls = timers[setup, expression], float(seconds), 1
    while timer.timeit(calls) < budget / 50:
        calls *= 2
    start, best = time.perf_counter(), float("inf")
    while time.perf_counter() - start < budget:
        best = min(best, timer.timeit(calls))
    print(best * 1e9 / calls, flush=True)
"#;

/// A running Python with NumPy.
pub struct Numpy {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The versions of Python and NumPy.
    pub versions: String,
}

impl Numpy {
    /// Starts it, with so many threads for products; an error says why there is none.
    pub fn start(threads: usize) -> Result<Numpy, String> {
        let python = std::env::var("NDTYPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut child = Command::new(&python)
            .args(["-c", SERVER])
            // Of one thread unless threads are the subject: those that spin after a product spoil the timings that follow.
            .env("OPENBLAS_NUM_THREADS", threads.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("cannot run {python}: {e}"))?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let mut output = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let versions = read_line(&mut output).ok_or_else(|| format!("no NumPy in {python}"))?;
        Ok(Numpy { child, input, output, versions })
    }

    /// The time of one evaluation of `expression` after `setup`.
    pub fn nanoseconds(&mut self, setup: &str, expression: &str, budget: Duration) -> f64 {
        let request = format!("{setup}\t{expression}\t{}", budget.as_secs_f64());
        assert_eq!(request.lines().count(), 1, "one line a request: {request}");
        writeln!(self.input, "{request}").expect("Python is running");
        let answer = read_line(&mut self.output).unwrap_or_else(|| panic!("Python failed on {setup}; {expression}"));
        answer.parse().expect("a number")
    }
}

impl Drop for Numpy {
    fn drop(&mut self) {
        // The child ends with its input; if it is already gone there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_line(output: &mut BufReader<ChildStdout>) -> Option<String> {
    let mut line = String::new();
    output.read_line(&mut line).ok().filter(|&n| n > 0)?;
    Some(line.trim().to_owned())
}
