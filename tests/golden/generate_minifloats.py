#!/usr/bin/env python3
"""Makes the golden file of the small number formats by asking ml_dtypes.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 ml_dtypes==0.6.0
    venv/bin/python tests/golden/generate_minifloats.py

Run by hand; the output is committed, so that `cargo test` needs no Python. Never edit the output.
Everything is seeded: a second run writes the same bytes. Long lists are strings of hexadecimal digits, big-endian.

ml_dtypes casts float64 by way of float32 and so rounds twice: about half of the numbers next to a midpoint come out wrong,
and tiny ones become zero first. The codes expected of float64 are therefore those of `Nearest`, which compares exact
fractions. `Nearest` itself is checked here against every cast from float32, where ml_dtypes rounds once.
"""
import bisect
import json
import math
import pathlib
import random
import warnings
from fractions import Fraction

import ml_dtypes
import numpy as np

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
FLOATS = (
    "float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu "
    "float6_e2m3fn float6_e3m2fn float4_e2m1fn"
).split()
INTS = "int2 int4 uint2 uint4".split()


def hexed(array, kind):
    return array.astype(kind).tobytes().hex()


def codes(values, dtype):
    return values.astype(dtype).view(np.uint8)


def all_codes(dtype):
    return np.arange(2 ** ml_dtypes.finfo(dtype).bits, dtype=np.uint8).view(dtype)


class Nearest:
    """Correct rounding, from the list of the format's values, and what ml_dtypes makes of the rest."""

    def __init__(self, dtype):
        values = all_codes(dtype).astype(np.float64)
        bits = ml_dtypes.finfo(dtype).bits
        self.signed = dtype.name != "float8_e8m0fnu"
        self.sign = 2 ** (bits - 1)
        top = self.sign if self.signed else 256
        # Finite codes without a sign are 0, 1, 2... in the order of their values.
        self.line = [Fraction(v) for v in values[:top] if math.isfinite(v)]
        self.has_zero = self.line[0] == 0
        inf, nan = codes(np.array([np.inf, np.nan], np.float32), dtype).tolist()
        self.finite_only = dtype.name.startswith(("float6", "float4"))
        self.fnuz = dtype.name.endswith("fnuz")
        self.nan, self.overflow = nan, inf
        # Where the next number would be, were there one.
        step = self.line[-1] - self.line[-2] if self.has_zero else self.line[-1]
        self.next = self.line[-1] + step

    def __call__(self, x):
        negative = math.copysign(1, x) < 0
        if math.isnan(x):
            # For the formats without NaN, ml_dtypes' casts from float32 make the zero of the other sign.
            code = self.sign if self.finite_only else self.nan
            return code if self.fnuz or not self.signed else code ^ (self.sign * negative)
        if not self.signed and (negative or x == 0):
            return self.nan
        magnitude = self.magnitude(abs(x))
        if self.fnuz and magnitude in (0, self.sign):
            return magnitude
        return magnitude | (self.sign * negative)

    def magnitude(self, x):
        if math.isinf(x):
            return self.overflow
        x = Fraction(x)
        line = self.line + [self.next]
        above = bisect.bisect_left(line, x)
        if above in (0, len(line)) or line[above] == x:
            code = above
        else:
            middle = (line[above - 1] + line[above]) / 2
            # A tie goes to the even mantissa; to the larger one if there is no mantissa.
            tie = above if above % 2 == 0 or not self.has_zero else above - 1
            code = tie if x == middle else above if x > middle else above - 1
            # ml_dtypes rounds up all that lies between the two smallest powers of two of float8_e8m0fnu.
            code = 1 if above == 1 and not self.has_zero else code
        return self.overflow if code >= len(self.line) else code


def midpoints(dtype):
    """Between neighbouring finite numbers, and between the largest one and the next that there would be."""
    line = Nearest(dtype)
    values = line.line + [line.next]
    middles = [float((a + b) / 2) for a, b in zip(values, values[1:])]
    return middles + [-m for m in middles] if line.signed else middles


def specials32():
    bits = [0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800001, 0x7FFFFFFF]
    bits += [1, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x00400000, 0x00400001, 0x003FFFFF, 0x00200000, 0x00600000, 0x005FFFFF]
    bits += [0x00800000, 0x80800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F400000, 0x7F3FFFFF, 0x7F000000, 0x3F800000, 0xBF800000]
    return np.array(bits, np.uint32).view(np.float32)


def float32_inputs(dtype, rng):
    middles = np.array(midpoints(dtype), np.float32)
    assert (middles.astype(np.float64) == midpoints(dtype)).all(), "a midpoint is no float32"
    around = [middles, np.nextafter(middles, np.float32(np.inf)), np.nextafter(middles, np.float32(-np.inf))]
    limits = ml_dtypes.finfo(dtype)
    largest = np.array([limits.max, limits.min]).astype(np.float32)
    scale = [math.frexp(float(v))[1] for v in (limits.smallest_subnormal, limits.max)]
    spread = [rng.choice([-1, 1]) * math.ldexp(rng.uniform(0.5, 1), rng.randint(scale[0] - 2, scale[1] + 1)) for _ in range(300)]
    spread = [max(min(v, 3e38), -3e38) for v in spread]
    anything = np.array([rng.getrandbits(32) for _ in range(300)], np.uint32).view(np.float32)
    return np.concatenate([*around, largest, specials32(), np.array(spread, np.float32), anything])


def float64_inputs(dtype, rng):
    middles = np.array(midpoints(dtype))
    around = [middles * (1 + 2.0**-40), middles * (1 - 2.0**-40)]  # the midpoints themselves are among the float32
    around += [np.nextafter(middles, np.inf)[::8], np.nextafter(middles, -np.inf)[::8]]
    bits = [0, 1, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000001, 0x7FEFFFFFFFFFFFFF, 0x000FFFFFFFFFFFFF]
    bits += [0x36A0000000000000, 0x3690000000000000, 0x3680000000000001, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000]
    bits = np.array(bits + [b | 1 << 63 for b in bits], np.uint64).view(np.float64)
    anything = np.array([rng.getrandbits(64) for _ in range(100)], np.uint64).view(np.float64)
    return np.concatenate([*around, bits, anything])


def runs(values):
    """`[[first index, value], ...]` of each stretch of equal values."""
    starts = [0, *(np.flatnonzero(np.diff(values)) + 1).tolist()]
    return [[start, int(values[start])] for start in starts]


def float_format(name):
    dtype = np.dtype(name)
    rng = random.Random(name)
    nearest = Nearest(dtype)
    every = all_codes(dtype)
    assert np.array_equal(every.astype(np.float64), every.astype(np.float32).astype(np.float64), equal_nan=True)
    halves = np.arange(65536, dtype=np.uint16).view(np.float16)
    singles, doubles = float32_inputs(dtype, rng), float64_inputs(dtype, rng)
    single_codes = codes(singles, dtype)
    assert single_codes.tolist() == [nearest(float(x)) for x in singles], f"{name}: not the nearest"
    double_codes = np.array([nearest(x) for x in doubles.tolist()], np.uint8)
    twice = double_codes != codes(doubles, dtype)
    assert (doubles.astype(np.float32) != doubles)[twice].all(), f"{name}: ml_dtypes errs without rounding twice"
    print(f"{name}: {len(singles)} float32, {len(doubles)} float64, of which ml_dtypes gets {twice.sum()} wrong")
    return {
        "decode": hexed(every.astype(np.float32).view(np.uint32), ">u4"),
        "negative": hexed(np.negative(every).view(np.uint8), "u1") if nearest.signed else None,
        "signbit": hexed(np.signbit(every), "u1"),
        "float16": runs(codes(halves, dtype)),
        "float32": [hexed(singles.view(np.uint32), ">u4"), hexed(single_codes, "u1")],
        "float64": [hexed(doubles.view(np.uint64), ">u8"), hexed(double_codes, "u1")],
    }


def int_format(name):
    every = np.arange(256, dtype=np.uint8)
    return {
        "from_int8": hexed(codes(every.view(np.int8), name), "u1"),
        "from_uint8": hexed(codes(every, name), "u1"),
        "to_int8": hexed(every.view(name).astype(np.int8).view(np.uint8), "u1"),
    }


if __name__ == "__main__":
    assert np.__version__ == "2.4.6" and ml_dtypes.__version__ == "0.6.0", "pin the versions: results differ"
    floats = {name: float_format(name) for name in FLOATS}
    ints = {name: int_format(name) for name in INTS}
    path = HERE / "minifloats.json"
    path.write_text(json.dumps({"floats": floats, "ints": ints}, separators=(",", ":")) + "\n")
    print(f"{path.name}: {path.stat().st_size:,} bytes")
