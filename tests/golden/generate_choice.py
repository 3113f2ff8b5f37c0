"""Makes choice.json: `select`, `clip`, `nan_to_num` and `isclose` with arrays and numbers in all places, as NumPy computes them.

Operands are not stored: element i (in C's order) of the operand with the seed s is made by `values`, here and in the test.
Results are stored as a hash.

Run with NumPy 2.4.6. Seeded: writes the same bytes each time.
"""

import json
import pathlib
import random

import numpy as np

FLOATS = [np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0, 1.0 + 1e-6, 2.5, -2.5, 1e-9, 100.0, 100.0005, 1.0 + 1e-3]
DTYPES = ["f8", "f4", "f2", "c16", "c8", "i8", "i4", "u1", "?"]


def values(shape, dtype, seed):
    """Special floats and a few common ones; small integers."""
    i = np.arange(int(np.prod(shape)), dtype=np.int64)
    v = (i * i * 3 + i * 7 + seed * 5) % 13
    if dtype == "?":
        return (v % 2 == 0).reshape(shape)
    if dtype[0] in "iu":
        return v.astype(dtype).reshape(shape)
    x = np.array(FLOATS)[v].astype("f4" if dtype == "c8" else "f8" if dtype == "c16" else dtype)
    if dtype[0] == "c":
        z = np.empty(x.shape, dtype)
        z.real, z.imag = x, x[::-1]
        x = z
    return x.reshape(shape)


def digest(a):
    """FNV-1a over the elements as float64, parts of complex numbers one by one; every NaN the same."""
    a = np.ascontiguousarray(a)
    if a.dtype.kind == "c":
        a = a.astype(np.complex128).view(np.float64)
    a = a.astype(np.float64)
    a[np.isnan(a)] = np.nan
    h = 0xCBF29CE484222325
    for byte in abs(a).tobytes() + np.signbit(np.where(np.isnan(a), 0, a)).tobytes():
        h = (h ^ byte) * 0x100000001B3 % 2**64
    return f"{h:x}"


def shapes(rng, count):
    """Shapes that broadcast, the first one the largest."""
    full = [rng.choice([1, 2, 3, 5, 13]) for _ in range(rng.randrange(1, 4))]
    return [full] + [[1 if rng.random() < 0.2 else n for n in full[rng.randrange(len(full) + 1) :]] for _ in range(count - 1)]


def number_or_array(rng, shape, dtypes, seed, numbers):
    """An operand: its dtype and shape, or a number; and the thing itself."""
    if rng.random() < 0.4:
        number = rng.choice(numbers)
        return number, number
    dtype = rng.choice(dtypes)
    return [dtype, shape, seed], values(shape, dtype, seed)


def attempt(function):
    try:
        with np.errstate(all="ignore"):
            r = np.asarray(function())
        return [r.dtype.str[1:].replace("b1", "?"), list(r.shape), digest(r)]
    except (TypeError, ValueError):
        return ["error"]


def isclose(rng):
    s = shapes(rng, 4)
    rng.shuffle(s)
    x, y = rng.choice(DTYPES), rng.choice(DTYPES)
    numbers, real = [0.0, 1e-5, 1e-3, 1.0, 0, 1], ["f8", "f4", "f2", "i4"]
    (rtol, r), (atol, a) = (number_or_array(rng, s[2 + i], real, 3 + i, numbers) for i in range(2))
    nan = rng.random() < 0.5
    return [x, s[0], y, s[1], rtol, atol, nan, *attempt(lambda: np.isclose(values(s[0], x, 1), values(s[1], y, 2), r, a, nan))]


def nan_to_num(rng):
    s = shapes(rng, 4)
    x = rng.choice(["f8", "f4", "f2", "c16", "c8", "i4"])
    spec, given = {}, {}
    for i, name in enumerate(["nan", "posinf", "neginf"]):
        if rng.random() < 0.7:
            spec[name], given[name] = number_or_array(rng, s[1 + i], ["f8", "f4", "f2", "i8"], 3 + i, [0.0, -1.5, 7.25])
    return [x, s[0], spec, *attempt(lambda: np.nan_to_num(values(s[0], x, 1), **given))]


def select(rng):
    count = rng.randrange(1, 4)
    s = shapes(rng, 2 * count + 1)
    dtypes = [rng.choice(DTYPES) for _ in range(count)]
    conditions = [values(s[i], "?", i) for i in range(count)]
    choices = [values(s[count + i], dtypes[i], 5 + i) for i in range(count)]
    default, d = number_or_array(rng, s[-1], DTYPES, 9, [0, 7, 2.5, -1])
    return [s[:count], s[count:-1], dtypes, default, *attempt(lambda: np.select(conditions, choices, d))]


def clip(rng):
    s = shapes(rng, 3)
    x = rng.choice(["f8", "f4", "f2", "i8", "i4"])
    bounds, b = [], []
    for i in range(2):
        if rng.random() < 0.4:
            bounds.append(None)
            b.append(None)
        else:
            spec, given = number_or_array(rng, s[1 + i], ["f8", "f4", "i4", "u1"], 3 + i, [0, 2, 7])
            bounds.append(spec)
            b.append(given)
    # Which zero is the larger depends on the machine: they count as one.
    return [x, s[0], bounds, *attempt(lambda: np.clip(values(s[0], x, 1), *b) + 0)]


def main():
    golden = {}
    for function in [isclose, nan_to_num, select, clip]:
        rng = random.Random(function.__name__)
        golden[function.__name__] = [function(rng) for _ in range(600)]
    path = pathlib.Path(__file__).with_name("choice.json")
    parts = [f'"{k}":[\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in v) + "\n]" for k, v in golden.items()]
    path.write_text("{" + ",\n".join(parts) + "}\n")
    print({k: len(v) for k, v in golden.items()}, path.stat().st_size)


main()
