#!/usr/bin/env python3
"""Makes the golden file of the conversions between number types by asking NumPy and ml_dtypes.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 ml_dtypes==0.6.0
    venv/bin/python tests/golden/generate_casts.py

Run by hand on x86-64; the output is committed, so that `cargo test` needs no Python. Never edit the output.
Everything is seeded: a second run writes the same bytes.

The file has, per type, its name and the bytes of edge values of it, and per pair of types, the bytes that `astype` makes of
those: little-endian, in hexadecimal digits. `null` stands for a pair that ml_dtypes cannot cast, `x` for each digit of a
value that is left out. Left out is what NumPy has no stable answer for, or one that is not copied:

- float or complex -> u4 below -2^31 or from 2^32 on, -> u8 below -2^63 or from 2^64 on, and NaN to both: the results differ
  from machine to machine, and on one machine between the vector loop and its tail. For the floats of at most eight bits
  only the large numbers of float8_e8m0fnu: ml_dtypes checks for NaN and infinities.
- complex32 -> bool: ml_dtypes truncates the real part to a byte and stores that, be it 0, 1 or not.
- float64, complex128 -> int2, int4, uint2, uint4 where the float32 that ml_dtypes goes by has another whole part.

Expected of casts to bfloat16, complex32 and the smaller floats from types wider than float32 is the number that is rounded
once, where ml_dtypes goes by way of an ordinary float32. It is made by the cast from float32 after rounding to odd.

NaNs are quiet ones without payload, of both signs, and their bits are compared like any others.
"""
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
INTS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
FLOATS = "float16 float32 float64".split()
COMPLEX = "complex32 complex64 complex128".split()
NO_NAN = "float6_e2m3fn float6_e3m2fn float4_e2m1fn".split()
SMALL = (
    "float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu"
).split() + NO_NAN
TINY_INTS = "int2 int4 uint2 uint4".split()
NAMES = ["bool"] + INTS + FLOATS + ["bfloat16"] + COMPLEX + SMALL + TINY_INTS
PART = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}


def int_edges(name, rng):
    info = np.iinfo(name)
    values = {0, 1, 2, 3, 5, 6, 7, 8, 9, 15, 16, 17, 127, 128, 255, 256, 257, 448, 464, 465, 2047, 2048, 2049, 2051, 61439, 61440}
    values |= {info.max, info.max - 1, info.min, info.min + 1, 65503, 65504, 65519, 65520, 65535, 65536}
    for e in (24, 25, 31, 32, 53, 54, 62, 63):
        values |= {2**e - 1, 2**e, 2**e + 1, 2**e + 3}
    # Next to midpoints of float32, bfloat16 and powers of two, where rounding twice shows.
    values |= {2**30 + 2**22 + 1, 2**40 + 2**32 + 1, 2**40 + 2**32, 2**62 + 2**61 - 1, 2**60 + 2**36 + 1, 2**60 + 3 * 2**36}
    values |= {-v for v in values}
    values |= {rng.getrandbits(rng.randint(1, info.bits)) * rng.choice([1, -1]) for _ in range(25)}
    return np.array(sorted(v for v in values if info.min <= v <= info.max), name)


def float_values(rng):
    values = [0.0, 0.5, 1.0, 1.5, 1.9, 2.0, 2.5, 3.0, 3.5, 5.0, 6.0, 7.5, 15.5, 28.0, 100.7, 127.0, 128.0, 240.0, 255.7, 300.5, 448.0]
    values += [464.0, 465.0, 0.3, 2**-7, 2**-9, 2**-10, 3 * 2**-11, 2**-14, 2**-24, 2**-25, 2**-25 * 1.01, 2**-126, 2**-127]
    values += [2**-149, 65504.0, 65519.0, 65520.0, 57344.0, 61440.0, 3.4028234663852886e38, 3.5e38, 1e300, 5e-324, math.inf]
    for e in (15, 16, 31, 32, 53, 63, 64):
        values += [2.0**e - 1, 2.0**e, 2.0**e + 1, math.nextafter(2.0**e, 0)]
    # Next to midpoints, where rounding twice shows.
    for tail in (2**-8, 2**-11, 2**-24, 2**-4):
        values += [1 + tail, 1 + tail + 2**-40, 1 + tail - 2**-40]
    values += [rng.uniform(0, 2) * 2.0 ** rng.randint(-20, 70) for _ in range(12)]
    return [v for x in values for v in (x, -x)]


def edges(name):
    """The values of a type to convert."""
    rng = random.Random(name)
    if name == "bool":
        return np.array([False, True])
    if name in INTS:
        return int_edges(name, rng)
    if name in TINY_INTS:
        return np.arange(2 ** ml_dtypes.iinfo(name).bits, dtype=np.uint8).view(name)
    if name in NO_NAN:
        return np.arange(2 ** ml_dtypes.finfo(name).bits, dtype=np.uint8).view(name)
    nans = np.array([math.nan, -math.nan])
    if name in SMALL:
        codes = set(rng.sample(range(256), 40)) | {0, 1, 2, 0x7F, 0x80, 0x81, 0xFE, 0xFF} | set(range(0x70, 0x80)) | set(range(0xF4, 0x100))
        return np.array(sorted(codes), np.uint8).view(name)
    if name in COMPLEX:
        parts = np.concatenate([np.array(float_values(rng)), nans])[:: 3 if name == "complex32" else 2].astype(PART[name])
        others = np.array([rng.choice([0.0, -0.0, 1.5, -2.0, math.inf, math.nan, 70000.0, 1e-8]) for _ in parts], PART[name])
        return np.stack([parts, others], 1).reshape(-1).view(name)
    values = np.concatenate([np.array(float_values(rng)).astype(name), nans.astype(name)])
    kind = f"u{values.itemsize}"
    return np.unique(values.view(kind)).view(name)


def real(values):
    """The real parts, as exact float64 or integers."""
    if values.dtype.name in INTS:
        return values
    return parts(values)[:, 0] if values.dtype.name in COMPLEX else values.astype(np.float64)


def parts(values):
    """The parts of complex numbers, as exact float64."""
    return values.view(PART[values.dtype.name]).reshape(-1, 2).astype(np.float64)


def rounded_once(values, to):
    if to != "complex32":
        return to_odd(real(values)).astype(to)
    if values.dtype.name in COMPLEX:
        return to_odd(parts(values).reshape(-1)).astype(np.float16).view(to)
    return to_odd(real(values)).astype(np.float16).astype(to)


def to_odd(values):
    """The float32 for each, rounded to odd."""
    out = np.empty(len(values), np.float32)
    for i, x in enumerate(values):
        if isinstance(x, np.floating) and not np.isfinite(x):
            out[i] = x
            continue
        near = np.float32(abs(float(x)) if isinstance(x, np.floating) else float(abs(int(x))))
        bits, exact = int(near.view(np.uint32)), abs(Fraction(float(x)) if isinstance(x, np.floating) else Fraction(int(x)))
        back = math.inf if np.isinf(near) else Fraction(float(near))
        bits = (bits - (back > exact)) | (back != exact)
        negative = math.copysign(1, x) < 0 if isinstance(x, np.floating) else int(x) < 0
        out[i] = np.uint32(bits | (negative << 31)).view(np.float32)
    return out


def left_out(values, to):
    re = real(values)
    source = values.dtype.name
    number = source in INTS + TINY_INTS + ["bool"]
    none = np.zeros(len(values), bool)
    if to in ("uint32", "uint64") and not number and source not in SMALL:
        low, high = (-(2.0**31), 2.0**32) if to == "uint32" else (-(2.0**63), 2.0**64)
        return ~((re >= low) & (re < high))
    if to in ("uint32", "uint64") and source == "float8_e8m0fnu":
        return re >= 2.0 ** int(to[4:])
    if source == "complex32" and to == "bool":
        return ~none
    if to in TINY_INTS and source in ("float64", "complex128"):
        return ~np.isnan(re) & (np.trunc(re.astype(np.float32).astype(np.float64)) != np.trunc(re))
    return none


ROUNDED_TWICE = ["int32", "int64", "uint32", "uint64", "float64", "complex128"]
corrected = 0


def cast(values, to):
    global corrected
    try:
        got = values.astype(to)
    except TypeError:
        return None
    if values.dtype.name in ROUNDED_TWICE and to in SMALL + ["bfloat16", "complex32"]:
        once = rounded_once(values, to)
        corrected += int(np.sum(once.view(np.uint8) != got.view(np.uint8)))
        got = once
    size = 2 * got.itemsize
    digits = got.tobytes().hex()
    skip = left_out(values, to)
    return "".join("x" * size if s else digits[i * size : (i + 1) * size] for i, s in enumerate(skip))


if __name__ == "__main__":
    assert np.__version__ == "2.4.6" and ml_dtypes.__version__ == "0.6.0", "pin the versions: results differ"
    sources = {name: edges(name) for name in NAMES}
    rows = [
        {"from": name, "values": values.tobytes().hex(), "to": {to: cast(values, to) for to in NAMES if to != name}}
        for name, values in sources.items()
    ]
    path = HERE / "casts.json"
    path.write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")
    pairs = [v for row in rows for v in row["to"].values()]
    print(f"{path.name}: {path.stat().st_size:,} bytes, {len(pairs)} pairs, {pairs.count(None)} that ml_dtypes lacks")
    print(f"{sum(len(v) for v in sources.values())} values, {corrected} bytes that ml_dtypes rounded twice")
