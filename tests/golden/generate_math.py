"""Exact values of the elementary functions, from MPFR (gmpy2), rounded once.

    python generate_math.py                  writes math.bin, a sample that `cargo test` reads
    python generate_math.py POINTS SEED      writes as many points of each kind and function to standard output

The output is a row of groups. Each starts with a line of text, `function inputs dtype count`, and has a row of f64 for each
point: the arguments, the nearest f64 to the result, and what that lacks of it. Of f2 (float16) and bf (bfloat16) the
result is the nearest of that type, and the last column 0; of these, a run to standard output has every argument.
"""
import os
import sys

import gmpy2
import ml_dtypes
import numpy as np
from gmpy2 import mpfr

here = os.path.dirname(os.path.abspath(__file__))
sample = len(sys.argv) < 3
N = 32 if sample else int(sys.argv[1])
rng = np.random.default_rng(5 if sample else int(sys.argv[2]))
gmpy2.get_context().precision = 240
gmpy2.get_context().emax = 1_000_000
gmpy2.get_context().emin = -1_000_000


def uniform(low, high):
    return rng.uniform(low, high, N)


def powers(low, high):
    """Numbers of all magnitudes between two powers of two."""
    return 2.0 ** rng.uniform(low, high, N)


def signed(x):
    return x * rng.choice([-1.0, 1.0], x.size)


def near(points, low=-60, high=-2):
    """Numbers near these."""
    x = rng.choice(points, N)
    return x + signed(powers(low, high))


EDGES = np.array([
    0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, -5e-324, 2.0**-1022, 1.7976931348623157e308, -1.7976931348623157e308, 1.0, -1.0,
    0.5, -0.5, 2.0, -2.0, np.nextafter(1, 0), np.nextafter(1, 2), -np.nextafter(1, 0), -np.nextafter(1, 2), 1e-300, -1e-300,
    2.0**-1060, 3.0, 10.0, 1000.0, 1e22, -1e22, 2.0**-27, 2.0**-26, 2.0**26, 2.0**53,
])
EDGES32 = np.array([
    0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 2.0**-126, 3.4028234663852886e38, -3.4028234663852886e38, 1.0, -1.0, 0.5,
    2.0, -2.0, 0.9999999403953552, 1.0000001192092896, -0.9999999403953552, 1e-30, 3.0, 10.0, 1000.0, 1e10, 2.0**100, 88.72283,
    -103.97, 1.57079637, 3.14159274,
])
HALF_PI = np.pi / 2


def arguments(name):
    """Arguments in double precision: dense where the function is used, and all magnitudes."""
    multiples = np.round(uniform(-1e6, 1e6)) * HALF_PI
    trig = [uniform(-7, 7), uniform(-1000, 1000), signed(powers(-60, 1024)), multiples, signed(powers(10, 30)),
            np.round(uniform(0, 30)) * HALF_PI, np.array([6381956970095103.0 * 2.0**797])]
    logs = [uniform(0.5, 2), powers(-1074, 1024), near([1.0], -52, -3), powers(-1074, -1020)]
    unit = [uniform(-1, 1), signed(1 - powers(-53, -1)), signed(powers(-60, 0)), signed(powers(-1074, -60))]
    hyperbolic = [uniform(-1, 1), uniform(-710.4, 710.4), signed(powers(-60, 9)), signed(powers(-1074, -60))]
    return np.concatenate({
        "exp": [uniform(-1, 1), uniform(-745.2, 709.8), signed(powers(-60, 9)), uniform(-745.2, -707)],
        "exp2": [uniform(-1, 1), uniform(-1075, 1024), signed(powers(-60, 9)), uniform(-1075, -1021), np.round(uniform(-1074, 1023))],
        "expm1": [uniform(-1, 1), uniform(-40, 709.8), signed(powers(-60, 9)), signed(powers(-1074, -60))],
        "log": logs, "log2": logs + [2.0 ** np.round(uniform(-1074, 1023))], "log10": logs + [10.0 ** np.round(uniform(0, 22))],
        "log1p": [uniform(-0.999, 2), powers(-60, 1024), signed(powers(-300, -1)), -1 + powers(-53, 0)],
        "cbrt": [uniform(-8, 8), signed(powers(-1074, 1024)), np.round(uniform(-1000, 1000)) ** 3],
        "sin": trig, "cos": trig, "tan": trig,
        "arcsin": unit, "arccos": unit, "arctanh": unit,
        "arctan": [uniform(-3, 3), signed(powers(-60, 60)), signed(powers(-1074, 1023))],
        "sinh": hyperbolic, "cosh": hyperbolic, "tanh": hyperbolic,
        "arcsinh": [uniform(-3, 3), signed(powers(-60, 60)), signed(powers(-1074, 1023))],
        "arccosh": [uniform(1, 3), 1 + powers(-52, 3), powers(0, 1023)],
    }[name])


def pairs(name):
    if name == "power":
        x = np.concatenate([uniform(0, 4), powers(-1000, 1000), near([1.0], -30, -2), powers(-20, 20), powers(-1074, -1000), signed(powers(-5, 5))])
        with np.errstate(all="ignore"):
            y = rng.uniform(-746, 711, x.size) / np.log(np.abs(x))
        y[: N] = uniform(-10, 10)
        y[-N:] = np.round(uniform(-50, 50))
        return x, y
    if name == "hypot":
        x = np.concatenate([signed(powers(-1074, 1023)), uniform(-10, 10)])
        return x, signed(x * 2.0 ** rng.uniform(-30, 30, x.size))
    if name == "arctan2":
        x = np.concatenate([signed(powers(-20, 20)), signed(powers(-1074, 1023)), uniform(-1, 1)])
        return x, np.concatenate([signed(powers(-20, 20)), signed(powers(-1074, 1023)), uniform(-1, 1)])
    # Sums that are not near zero, where all that is left of them is their rounding.
    x = np.concatenate([uniform(0, 5), uniform(0, 700), uniform(-700, -3), signed(powers(3, 1000))])
    return x, x + signed(2.0 ** rng.uniform(-20, 6, x.size))


EDGE_PAIRS = np.array([0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 0.5, -0.5, np.inf, -np.inf, np.nan, 5e-324, 1.7976931348623157e308])


def add_logs(base):
    def function(a, b):
        if gmpy2.is_infinite(a) or gmpy2.is_infinite(b) or gmpy2.is_nan(a) or gmpy2.is_nan(b):
            return a + b if gmpy2.is_nan(a) or gmpy2.is_nan(b) else max(a, b) + 0
        large, small = max(a, b), min(a, b)
        if base == 2:
            return large + gmpy2.log1p(gmpy2.exp2(small - large)) / gmpy2.log(mpfr(2))
        return large + gmpy2.log1p(gmpy2.exp(small - large))
    return function


ONE = {
    "exp": gmpy2.exp, "exp2": gmpy2.exp2, "expm1": gmpy2.expm1, "log": gmpy2.log, "log2": gmpy2.log2, "log10": gmpy2.log10,
    "log1p": gmpy2.log1p, "cbrt": gmpy2.cbrt, "sin": gmpy2.sin, "cos": gmpy2.cos, "tan": gmpy2.tan, "arcsin": gmpy2.asin,
    "arccos": gmpy2.acos, "arctan": gmpy2.atan, "sinh": gmpy2.sinh, "cosh": gmpy2.cosh, "tanh": gmpy2.tanh,
    "arcsinh": gmpy2.asinh, "arccosh": gmpy2.acosh, "arctanh": gmpy2.atanh,
}
TWO = {
    "power": lambda a, b: a**b, "hypot": gmpy2.hypot, "arctan2": gmpy2.atan2, "logaddexp": add_logs(0), "logaddexp2": add_logs(2),
}
# Bits, smallest and largest exponent of a number between a half and one.
FORMATS = {"f8": (53, -1073, 1024), "f2": (11, -23, 16), "bf": (8, -132, 128)}


def rounded(value, format):
    precision, emin, emax = FORMATS[format]
    context = gmpy2.context(gmpy2.get_context(), precision=precision, emin=emin, emax=emax, subnormalize=True)
    with context:
        return +value


def row(args, value, dtype):
    nearest = rounded(value, "f8" if dtype == "f4" else dtype)
    left = 0.0
    if dtype in ("f8", "f4") and gmpy2.is_finite(nearest):
        left = float(value - nearest)
    return [*args, float(nearest), left]


def write(out, name, inputs, dtype, columns, function):
    rows = [row(point, function(*map(mpfr, point)), dtype) for point in zip(*(map(float, c) for c in columns))]
    out.write(f"{name} {inputs} {dtype} {len(rows)}\n".encode())
    out.write(np.array(rows, "<f8").tobytes())


def every(dtype):
    """Every number of a type of 16 bits, or some."""
    values = np.arange(1 << 16, dtype="u2").view(np.float16 if dtype == "f2" else ml_dtypes.bfloat16).astype("f8")
    values = values[np.isfinite(values)]
    return rng.choice(values, N) if sample else values


def singles(x):
    with np.errstate(all="ignore"):
        x = x.astype("f4")
    return np.concatenate([EDGES32.astype("f4").astype("f8"), x[np.isfinite(x)].astype("f8")])


def main(out):
    for name, function in ONE.items():
        write(out, name, 1, "f8", [np.concatenate([EDGES, arguments(name)])], function)
        x = arguments(name)
        with np.errstate(all="ignore"):
            # Magnitudes of double precision have few of single precision among them.
            x = np.concatenate([x[: 2 * N], signed(powers(-149, 128)) if name not in ("log", "log2", "log10") else powers(-149, 128)])
        write(out, name, 1, "f4", [singles(x)], function)
        for dtype in ("f2", "bf"):
            write(out, name, 1, dtype, [every(dtype)], function)
    for name, function in TWO.items():
        x, y = pairs(name)
        edges = np.array([(a, b) for a in EDGE_PAIRS for b in EDGE_PAIRS]).T
        keep = np.isfinite(x) & np.isfinite(y)
        columns = [np.concatenate([edges[0], x[keep]]), np.concatenate([edges[1], y[keep]])]
        write(out, name, 2, "f8", columns, function)
        x, y = (np.concatenate([c, signed(2.0 ** rng.uniform(-10, 10, N))]) for c in (x, y))
        with np.errstate(all="ignore"):
            x, y = x.astype("f4").astype("f8"), y.astype("f4").astype("f8")
        keep = np.isfinite(x) & np.isfinite(y)
        if name.startswith("logadd"):
            keep &= np.abs(np.logaddexp(x, y) if name == "logaddexp" else np.logaddexp2(x, y)) > 0.01
        write(out, name, 2, "f4", [x[keep], y[keep]], function)
        if not name.startswith("logadd"):
            for dtype in ("f2", "bf"):
                a, b = every(dtype), every(dtype)
                rng.shuffle(b)
                write(out, name, 2, dtype, [a, b], function)


if sample:
    with open(os.path.join(here, "math.bin"), "wb") as file:
        main(file)
else:
    main(sys.stdout.buffer)
