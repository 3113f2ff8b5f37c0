"""Elementary functions of complex numbers: writes complex.bin.

A row of groups. Each starts with a line of text, `function what count`, and has a row of f64 for each point.
- `special`: NumPy's results, real and imaginary part, on a grid of zeros, ones, infinities, NaN, very small and very large
  numbers, the real part of the argument changing slowest.
- `exact`: the real and the imaginary part of the argument, and of the result, from MPC (gmpy2), rounded once; of power, the second argument is (re, 0.5 im) of the first.
"""
import os

import gmpy2
import numpy as np
from gmpy2 import mpc, mpfr

np.seterr(all="ignore")
rng = np.random.default_rng(3)
gmpy2.get_context().precision = 250
gmpy2.get_context().emin = -(2**28)
gmpy2.get_context().emax = 2**28

SPECIAL = [0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 1e-320, -1e-320, 1e-310, 1e308, -1e308, np.inf, -np.inf, np.nan]
LN2, LN10 = gmpy2.const_log2(), gmpy2.log(mpfr(10))


def expm1(z):
    half = gmpy2.sin(z.imag / 2)
    return mpc(gmpy2.expm1(z.real) * gmpy2.cos(z.imag) - 2 * half * half, gmpy2.exp(z.real) * gmpy2.sin(z.imag))


def log(z):
    large, small = max(abs(z.real), abs(z.imag)), min(abs(z.real), abs(z.imag))
    return mpc(gmpy2.log1p((large - 1) * (large + 1) + small * small) / 2, gmpy2.atan2(z.imag, z.real))


def log1p(z):
    x, y = z.real, z.imag
    return mpc(gmpy2.log1p(2 * x + x * x + y * y) / 2, gmpy2.atan2(y, 1 + x))


EXACT = {
    "exp": gmpy2.exp, "exp2": lambda z: gmpy2.exp(z * LN2), "expm1": expm1, "log": log, "log2": lambda z: log(z) / LN2,
    "log10": lambda z: log(z) / LN10, "log1p": log1p, "sin": gmpy2.sin, "cos": gmpy2.cos, "tan": gmpy2.tan, "arcsin": gmpy2.asin,
    "arccos": gmpy2.acos, "arctan": gmpy2.atan, "sinh": gmpy2.sinh, "cosh": gmpy2.cosh, "tanh": gmpy2.tanh,
    "arcsinh": gmpy2.asinh, "arccosh": gmpy2.acosh, "arctanh": gmpy2.atanh,
    "power": lambda z: gmpy2.exp(mpc(z.real, z.imag / 2) * log(z)),
}


def magnitudes(n, low, high):
    return np.exp2(rng.uniform(low, high, n)) * rng.choice([-1, 1], n)


def points(n):
    """Numbers around zero, of many magnitudes, and near the places where functions are hard."""
    turn = rng.uniform(-np.pi, np.pi, n)
    sets = [
        rng.uniform(-3, 3, n) + 1j * rng.uniform(-3, 3, n),
        magnitudes(n, -40, 9) + 1j * magnitudes(n, -40, 9),
        (np.cos(turn) + 1j * np.sin(turn)) * (1 + magnitudes(n, -60, -1)),
        magnitudes(n, -60, -2) + 1j * (1 + magnitudes(n, -60, -2)),
        1 + magnitudes(n, -60, -2) + 1j * magnitudes(n, -60, -2),
        rng.uniform(-3, 3, n) + 1j * magnitudes(n, -1000, -2),
        magnitudes(n, -1000, -2) + 1j * rng.uniform(-3, 3, n),
    ]
    return np.concatenate(sets)


def write(out, name, what, *columns):
    out.write(f"{name} {what} {len(columns[0])}\n".encode())
    out.write(np.array([part for z in columns for part in (z.real, z.imag)], "<f8").T.tobytes())


grid = np.array([complex(a, b) for a in SPECIAL for b in SPECIAL])
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "complex.bin"), "wb") as out:
    for name, function in EXACT.items():
        if name != "power":
            write(out, name, "special", getattr(np, name)(grid))
        z = points(12)
        exact = [function(mpc(complex(v))) for v in z]
        write(out, name, "exact", z, np.array([complex(float(v.real), float(v.imag)) for v in exact]))
