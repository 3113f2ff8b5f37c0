#!/usr/bin/env python3
"""Makes the golden files of ufuncs on numbers by asking NumPy and ml_dtypes.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 ml_dtypes==0.6.0
    venv/bin/python tests/golden/generate_ufuncs.py

Run by hand on x86-64; the output is committed, so that `cargo test` needs no Python. Never edit the output.
Everything is seeded: a second run writes the same bytes.

ufunc_types.json: per ufunc, the dtype of its result for each dtype, or each pair of dtypes (rows are the first operand), or
`-` for an error. `int`, `float` and `complex` are bare numbers. clip is called with the second operand twice.

ufunc_values.json: per dtype, edge values and two arrays of random ones; per ufunc and dtype, the result for every edge value
and the first random array, or for every pair of edge values (the first changes slowest) and the two random arrays. clip
takes the second operand as the lower bound, and the same array from the other end as the upper one; ldexp takes its
exponents from a list. Values are little-endian bytes in base64, results that are booleans eight to a byte.
Some results are not those of the ufunc itself. The absolute value of complex numbers is np.hypot of their parts: NumPy's
loop for it is off by a place here and there. clip of complex numbers is np.minimum and np.maximum: on its own it loses NaN.
clip of bfloat16 and float8, which ml_dtypes does not have, is cast back from float32.
`round` has np.round by the number of decimals, `neighbours` np.spacing of every code of the small floats, and np.nextafter toward
their largest and smallest number.

NumPy is asked to use only the instructions that every machine has: with others, some loops give other results.
"""
import os

os.environ["NPY_DISABLE_CPU_FEATURES"] = "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"

import base64
import json
import pathlib
import random
import warnings

warnings.simplefilter("ignore")

import ml_dtypes
import numpy as np

HERE = pathlib.Path(__file__).parent
INTS = "i1 i2 i4 i8 u1 u2 u4 u8".split()
FLOATS = "f2 f4 f8".split()
ML_FLOATS = "bfloat16 float8_e4m3fn float8_e5m2".split()
TYPES = ["b1"] + INTS + FLOATS + ["c8", "c16"] + ML_FLOATS
SMALL_FLOATS = (
    "float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu "
    "float6_e2m3fn float6_e3m2fn float4_e2m1fn"
).split()
WEAK = {"int": 1, "float": 1.5, "complex": 1.5j}
UNARY = (
    "negative positive absolute fabs sign square reciprocal sqrt conjugate logical_not invert bitwise_count signbit spacing "
    "frexp modf rint floor ceil trunc isfinite isnan isinf"
).split()
BINARY = (
    "add subtract multiply divide floor_divide remainder fmod divmod power equal not_equal less less_equal greater "
    "greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm "
    "maximum minimum fmax fmin copysign nextafter heaviside ldexp clip"
).split()
# Only the dtypes of these are asked for: generate_math.py has their values.
MATH_UNARY = (
    "exp exp2 expm1 log log2 log10 log1p cbrt sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh degrees "
    "radians rad2deg deg2rad"
).split()
MATH_BINARY = "float_power hypot arctan2 logaddexp logaddexp2".split()
# What ml_dtypes has for int4; for the others NumPy goes to another type, which is not copied.
INT4 = "add subtract multiply floor_divide remainder equal not_equal less less_equal greater greater_equal".split()


def ufunc(name):
    return np._core.umath.clip if name == "clip" else getattr(np, name)


def dtype(name):
    return np.dtype(getattr(ml_dtypes, name) if hasattr(ml_dtypes, name) else name)


def short(dt):
    return dt.str[1:] if dt.kind in "?biufc" and not hasattr(ml_dtypes, dt.name) else dt.name


def call(f, *args):
    try:
        out = f(*args)
    except (TypeError, ValueError):
        return None
    return out if isinstance(out, tuple) else (out,)


def result(name, *args):
    if name == "clip":
        args += args[1:]
    out = call(ufunc(name), *args)
    return "-" if out is None else ",".join(short(o.dtype) for o in out)


def types():
    ones = {t: np.ones(2, dtype(t)) for t in TYPES}
    operands = ones | WEAK
    table = {"dtypes": TYPES, "operands": list(operands), "unary": {}, "binary": {}}
    for name in UNARY + MATH_UNARY:
        table["unary"][name] = " ".join(result(name, a) for a in ones.values())
    for name in BINARY + MATH_BINARY:
        rows = []
        for a, x in operands.items():
            row = [y for b, y in operands.items() if not (a in WEAK and b in WEAK)]
            rows.append(" ".join(result(name, x, y) for y in row))
        table["binary"][name] = rows
    return table


def edges(t, rng):
    dt = dtype(t)
    if t == "b1":
        return np.array([False, True])
    if t == "int4":
        return np.arange(-8, 8).astype(dt)
    if dt.kind in "iu":
        info = np.iinfo(dt)
        values = [0, 1, 2, 3, 7, 8, 31, 64, -1, -2, -5, info.min, info.min + 1, info.max, info.max - 1, info.max // 2 + 1]
        return np.array(sorted({v for v in values if info.min <= v <= info.max}), dt)
    if dt.kind == "c":
        info = np.finfo(dt)
        pairs = [(1, 2), (-1.5, 0), (0, 0), (-0.0, -0.0), (np.inf, 1), (-np.inf, -2), (1, np.inf), (np.nan, 1), (2, np.nan)]
        pairs += [(np.nan, np.inf), (np.inf, np.inf), (1, 2.5), (info.max, info.max), (info.tiny, -info.tiny), (0, -3)]
        return np.array([complex(*p) for p in pairs], dt)
    info = ml_dtypes.finfo(dt)
    values = [np.nan, 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 0.1, np.inf, -np.inf, float(info.max), -float(info.max)]
    values += [float(info.smallest_subnormal), -float(info.smallest_normal), 100.25]
    array = np.array(values).astype(dt)
    return np.concatenate([array, np.copysign(array[:1], np.array([-1.0]).astype(dt))])


def randoms(t, rng, n):
    dt = dtype(t)
    if t == "b1":
        return np.array([rng.random() < 0.5 for _ in range(n)])
    if t == "int4":
        return np.array([rng.randint(-8, 7) for _ in range(n)]).astype(dt)
    if dt.kind in "iu":
        info = np.iinfo(dt)
        values = [rng.getrandbits(rng.randint(1, info.bits - 1)) * rng.choice([1, -1]) for _ in range(n)]
        return np.array([v if info.min <= v <= info.max else -v for v in values], dt)
    real = [rng.uniform(-8, 8) * rng.choice([1, 1, 1e-3, 30]) for _ in range(n)]
    if dt.kind == "c":
        return np.array([complex(x, rng.uniform(-5, 5)) for x in real], dt)
    return np.array(real).astype(dt)


def encode(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def values():
    rng = random.Random(20)
    out = {"dtypes": {}, "exponents": [0, 1, -1, 5, -30, 200, -1100, 2**31 - 1, -(2**31)], "ufuncs": {}, "round": {}, "neighbours": {}}
    for t in TYPES + ["int4"]:
        e, r1, r2 = edges(t, rng), randoms(t, rng, 37), randoms(t, rng, 37)
        out["dtypes"][t] = {"edges": encode(e), "random": [encode(r1), encode(r2)]}
        for name in UNARY + BINARY:
            if t == "int4" and name not in INT4:
                continue
            if name in UNARY:
                args = [np.concatenate([e, r1])]
            else:
                args = [np.concatenate([np.repeat(e, len(e)), r1]), np.concatenate([np.tile(e, len(e)), r2])]
            if name == "clip":
                args.append(args[1][::-1].copy())
            if name == "ldexp":
                exponents = np.array(out["exponents"])
                args[1] = np.resize(exponents, len(args[0])).astype(np.int32)
            if name == "power" and dtype(t).kind not in "?biu":
                continue
            if name == "power" and dtype(t).kind == "i":
                args[1] = np.where(args[1] < 0, -(args[1] + 1), args[1])
            results = call(ufunc(name), *args)
            if name == "absolute" and dtype(t).kind == "c":
                results = (np.hypot(args[0].real, args[0].imag),)
            if name == "clip" and dtype(t).kind == "c":
                results = (np.minimum(np.maximum(args[0], args[1]), args[2]),)
            if name == "clip" and t in ML_FLOATS:
                results = (results[0].astype(dtype(t)),)
            if results is None:
                continue
            entry = [[short(r.dtype), encode(np.packbits(r) if r.dtype == bool else r)] for r in results]
            out["ufuncs"].setdefault(name, {})[t] = entry
    for t in "i1 i4 u2 f2 f4 f8 c8 c16".split():
        a = np.concatenate([edges(t, rng), randoms(t, rng, 37)])
        rounded = {d: encode(np.round(a, d)) for d in (-2, -1, 0, 1, 3)}
        out["round"][t] = {"values": encode(a), "rounded": rounded}
    for t in SMALL_FLOATS:
        dt = dtype(t)
        codes = np.arange(2 ** ml_dtypes.finfo(dt).bits, dtype=np.uint8).view(dt)
        limits = [float(ml_dtypes.finfo(dt).max), float(ml_dtypes.finfo(dt).min)]
        towards = [encode(np.nextafter(codes, np.full_like(codes, limit))) for limit in limits]
        out["neighbours"][t] = {"spacing": encode(np.spacing(codes)), "up": towards[0], "down": towards[1]}
    return out


def write(name, content):
    text = json.dumps(content, separators=(",", ":")).replace('"},"', '"},\n"').replace(']],"', ']],\n"')
    (HERE / name).write_text(text + "\n")


if __name__ == "__main__":
    write("ufunc_types.json", types())
    write("ufunc_values.json", values())
