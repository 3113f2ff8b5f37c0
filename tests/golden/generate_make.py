#!/usr/bin/env python3
"""Makes the golden file of the tests of making arrays by asking NumPy.

    venv/bin/python tests/golden/generate_make.py

See generate.py for how to set up the environment. Everything is seeded: a second run writes the same bytes.
A result is its dtype, its shape and the bytes of its elements in C's order; null where NumPy raises.
"""
import json
import pathlib
import random
import warnings

import ml_dtypes
import numpy as np

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
CASES = []
INTS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4", ">u2"]
FLOATS = ["f2", "f4", "f8", ">f4", ">f8"]
COMPLEX = ["c8", "c16"]
# bfloat16 rounds once here and twice in ml_dtypes; whole numbers do not tell.
ML = ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "uint4"]


def name(dtype):
    dtype = np.dtype(dtype)
    if dtype.fields:
        return str(dtype)
    return dtype.name if dtype.type.__module__.startswith("ml_dtypes") else dtype.str


def result(value, strides=False):
    value = np.asarray(value)
    out = {"dtype": name(value.dtype), "shape": value.shape, "hex": value.tobytes().hex()}
    if strides:
        out["strides"] = value.strides
    return out


def number(x):
    """Floats as their bits in hex, so that they are read exactly."""
    return float(x).hex() if isinstance(x, float) else x


def case(call, arguments, make, strides=False):
    try:
        value = make()
    except Exception:
        value = None
    arguments = {key: number(value) for key, value in arguments.items()}
    if isinstance(value, (list, tuple)):
        value = [result(v) for v in value]
    elif value is not None:
        value = result(value, strides)
    CASES.append({"call": call, **arguments, "result": value})


def base(spec):
    """The array that a case starts from: counted, cast, transposed, flipped; the Rust test makes the same."""
    shape, dtype, axes, flips = spec
    array = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype).transpose(axes)
    return array[tuple(slice(None, None, -1) if f else slice(None) for f in flips) + (...,)]


def random_base(rng, dims=(0, 1, 2, 2, 3)):
    ndim = rng.choice(dims)
    axes = list(range(ndim))
    rng.shuffle(axes)
    dtype = rng.choice(INTS + FLOATS + COMPLEX + ["?", "M8[D]", "m8[25us]", "i4,f8"])
    return [[rng.choice([0, 1, 2, 3, 4, 5]) for _ in range(ndim)], dtype, axes, [rng.random() < 0.4 for _ in axes]]


def base_of(spec):
    """A record holds the number in each field; times hold it as ticks."""
    shape, dtype, axes, flips = spec
    return base([shape, np.dtype(dtype), axes, flips])


def like(rng):
    for _ in range(130):
        spec = random_base(rng)
        array = base_of(spec)
        order = rng.choice("CFKA")
        dtype = rng.choice([None, None, "f4", "i2", "?", "c16"])
        shape = rng.choice([None, None, [2, 3], [4, 1, 2], [5]])
        kind = rng.choice(["zeros", "ones", "full"])
        if kind == "ones" and dtype is None and array.dtype.kind in "VMm":
            kind = "zeros"
        if kind == "full" and dtype is None and array.dtype.kind in "VMm":
            kind = "zeros"
        make = {
            "zeros": lambda: np.zeros_like(array, dtype, order, shape=shape),
            "ones": lambda: np.ones_like(array, dtype, order, shape=shape),
            "full": lambda: np.full_like(array, 1, dtype, order, shape=shape),
        }[kind]
        case("like", {"kind": kind, "base": spec, "order": order, "to": dtype, "new_shape": shape}, make, True)
        case("copy", {"base": spec, "order": order}, lambda: array.copy(order), True)
    for _ in range(30):
        shape = [rng.choice([0, 1, 2, 3]) for _ in range(rng.choice([0, 1, 2, 3]))]
        dtype, order = rng.choice(INTS + FLOATS + COMPLEX + ["?", "(2,3)f4"]), rng.choice("CFKA")
        case("zeros", {"shape": shape, "to": dtype, "order": order}, lambda: np.zeros(shape, dtype, order), True)


def arange(rng):
    for _ in range(220):
        dtype = rng.choice(INTS + FLOATS + COMPLEX + ["m8[s]", "M8[D]", "?", "m8"] + ML[:3])
        whole = dtype in ML or dtype[0] in "mM" or rng.random() < 0.5
        if whole:
            start, stop, step = rng.randint(-20, 20), rng.randint(-20, 20), rng.choice([-7, -2, -1, 1, 2, 3, 50])
        else:
            start, stop, step = rng.uniform(-5, 5), rng.uniform(-5, 5), rng.choice([-0.7, -0.25, 0.1, 0.3, 1.1])
        if dtype[0] in "u>?" or dtype.startswith("u"):
            start, stop = abs(start), abs(stop)
        if dtype == "?":
            start, stop, step = rng.choice([(0, 2, 1), (0, 3, 1), (1, 2, 1), (0, 0, 1), (5, 6, 1)])
        actual = getattr(ml_dtypes, dtype, dtype) if dtype in ML else dtype
        arguments = {"start": start, "stop": stop, "step": step, "to": dtype}
        case("arange", arguments, lambda: np.arange(start, stop, step, dtype=actual))
    for start, stop, step, dtype in [
        (0, 300, 200, "i1"), (0, 200, 50, "i1"), (0, 40, 1, "i1"), (-3, 3, 1, "u1"), (2**62, 2**62 + 5, 2, "u8"),
        (0, 5, 0, "i4"), (0.0, 1.0, 0.0, "f8"), (5, 0, -1, "u1"), (300.5, 310.2, 1.0, "i1"), (0, 5, 1, "S2"),
        (0, 10, 3, "M8"), (0.0, float("inf"), 1.0, "f4"), (-0.0, 1.0, 0.5, "f4"), (1.0, 1.9, 0.1, "f2"), (0.0, 1.0, 1e-300, "f4"),
        (0.0, 1e300, float("inf"), "f8"), (0.0, -1e300, float("inf"), "f8"), (100, 140, 10, "i1"), (0, 3, 1, "U1"),
    ]:
        case("arange", {"start": start, "stop": stop, "step": step, "to": dtype}, lambda: np.arange(start, stop, step, dtype=dtype))
    units = {"W": 0, "D": 1, "h": 2, "m": 3, "s": 4, "ms": 5}
    for _ in range(40):
        kind = rng.choice("Mm")
        a, b, c = (rng.choice(list(units)) for _ in range(3))
        fine = max([a, b, c], key=units.get)
        start, stop, step = rng.randint(-3, 3), rng.randint(-3, 3), rng.choice([-1, 1, 2])
        scalar = np.datetime64 if kind == "M" else np.timedelta64
        lo, hi, by = scalar(start, a), scalar(stop, b), np.timedelta64(step, c)
        try:
            value = np.arange(lo, hi, by)
        except Exception:
            continue
        if value.size > 500:
            continue
        arguments = {"start": [start, f"{kind}8[{a}]"], "stop": [stop, f"{kind}8[{b}]"], "step": [step, f"m8[{c}]"]}
        case("arange", {**arguments, "to": value.dtype.str}, lambda: value)


def more_aranges(rng):
    """Bounds whose dtype NumPy finds, in time with any units, and complex ones."""
    units = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us"]
    for _ in range(260):
        coarse = rng.randrange(len(units))
        near = lambda: units[min(len(units) - 1, max(0, coarse + rng.randint(-1, 2)))]
        told, bounds = [], []
        for k, kind in enumerate(rng.choice(["MMm", "MMm", "MMm", "Mmm", "Mim", "MMi", "mmm", "imm", "mim", "iim"])):
            n = rng.choice([-2, -1, 1, 2, 3]) if k == 2 else rng.randint(-40, 40)
            unit = f"{rng.choice(['', '', '2', '7'])}{near()}"
            told.append(n if kind == "i" else [n, f"{kind}8[{unit}]"])
            bounds.append(n if kind == "i" else np.array(n, "i8").view(f"{kind}8[{unit}]")[()])
        to = rng.choice([None, None, f"M8[{near()}]" if isinstance(bounds[0], np.datetime64) else f"m8[{near()}]"])
        try:
            value = np.arange(*bounds, dtype=to)
        except Exception:
            value = None
        if value is not None and value.size > 300:
            continue
        CASES.append({"call": "arange_scalars", "start": told[0], "stop": told[1], "step": told[2], "to": to,
                      "result": None if value is None else result(value)})
    for _ in range(80):
        parts = [[float(rng.randint(-3, 6)), float(rng.randint(-3, 6))] for _ in range(3)]
        parts[2] = rng.choice([parts[2], [1.0, 0.0], [0.5, 0.5], [1.0, 1.0], [0.0, 0.0]])
        to = rng.choice([None, None, "c8", "c16", "f8", "i4"])
        try:
            value = np.arange(*[complex(*p) for p in parts], dtype=to)
        except Exception:
            value = None
        told = {key: {"complex": [x.hex() for x in p]} for key, p in zip(["start", "stop", "step"], parts)}
        CASES.append({"call": "arange_scalars", **told, "to": to, "result": None if value is None else result(value)})


def spaces(rng):
    for _ in range(200):
        start, stop = rng.choice([(rng.uniform(-5, 5), rng.uniform(-5, 5)), (0.0, 1.0), (1.0, 1.0), (-3.0, 7.0), (0.0, 5e-324)])
        count, endpoint = rng.choice([0, 1, 2, 3, 5, 9]), rng.random() < 0.6
        dtype = rng.choice([None] + INTS + FLOATS + COMPLEX)
        if dtype and "u" in dtype:
            start, stop = abs(start), abs(stop)
        arguments = {"start": start, "stop": stop, "count": count, "endpoint": endpoint, "to": dtype}
        values, step = np.linspace(start, stop, count, endpoint, True, dtype)
        case("linspace", {**arguments, "step": float(step)}, lambda: values)
    for _ in range(60):
        start, stop, count = rng.uniform(-3, 3), rng.uniform(-3, 3), rng.choice([0, 1, 2, 4, 7])
        basis, endpoint, dtype = rng.choice([10.0, 2.0, 0.5, 2.718281828459045]), rng.random() < 0.6, rng.choice([None, "f4", "f8"])
        arguments = {"start": start, "stop": stop, "count": count, "endpoint": endpoint, "base": basis, "to": dtype}
        case("logspace", arguments, lambda: np.logspace(start, stop, count, endpoint, basis, dtype))
        sign = rng.choice([1.0, -1.0])
        start, stop = sign * rng.uniform(0.001, 50), sign * rng.uniform(0.001, 50)
        arguments = {"start": start, "stop": stop, "count": count, "endpoint": endpoint, "to": dtype}
        case("geomspace", arguments, lambda: np.geomspace(start, stop, count, endpoint, dtype))
    case("geomspace", {"start": 0.0, "stop": 1.0, "count": 3, "endpoint": True, "to": None}, lambda: np.geomspace(0.0, 1.0, 3))


def random_bound(rng, shape, positive=False):
    """A bound, and how it is told: a bare number, or an array whose axes lie in C's or Fortran's order."""
    def value():
        x = rng.choice([rng.uniform(-5, 5), float(rng.randint(-9, 9)), 0.1])
        return abs(x) + 0.5 if positive else x

    kind = rng.random()
    if kind < 0.25:
        number_ = rng.choice([value(), int(value()) + (1 if positive else 0), complex(value(), value())])
        told = [number_.real.hex(), number_.imag.hex()] if isinstance(number_, complex) else number(number_)
        return {"weak": told}, number_
    dtype = rng.choice(["f8", "f8", "f4", "f2", "i4", "u1", "c16", "c8", ">f8", "?", "i8"])
    own = shape if rng.random() < 0.7 else rng.choice([(), shape[1:]])
    values = np.array([complex(value(), value()) for _ in range(int(np.prod(own)))]).reshape(own)
    array = (values if dtype[0] == "c" else np.abs(values) + 1 if dtype in ("u1", "?") else values.real).astype(dtype)
    fortran = rng.random() < 0.4
    return {"fortran": fortran, **result(array)}, np.asfortranarray(array) if fortran and array.ndim else array


def told_result(value):
    out = result(value)
    value = np.asarray(value)
    if value.size:
        out["strides"] = [None if n == 1 else s for n, s in zip(value.shape, value.strides)]
    return out


def array_spaces(rng):
    for call in ["linspace"] * 260 + ["logspace"] * 120 + ["geomspace"] * 120:
        shape = rng.choice([(), (2,), (3,), (2, 3), (3, 2), (2, 1, 3), (0,)])
        (start, lo), (stop, hi) = (random_bound(rng, shape, call == "geomspace") for _ in range(2))
        count, endpoint = rng.choice([0, 1, 2, 3, 5]), rng.random() < 0.6
        dtype = rng.choice([None, None, None, "f4", "f8", "i4", "c8", "u1", "f2", ">f8"])
        axis = rng.choice([0, 0, 0, -1, 1])
        told = {"call": call + "_arrays", "start": start, "stop": stop, "count": count, "endpoint": endpoint, "to": dtype, "axis": axis}
        try:
            if call == "linspace":
                values, step = np.linspace(lo, hi, count, endpoint, True, dtype, axis)
                told["step"] = told_result(step)
            elif call == "logspace":
                base, basis = random_bound(rng, shape, True)
                told["base"] = base
                values = np.logspace(lo, hi, count, endpoint, basis, dtype, axis)
            else:
                values = np.geomspace(lo, hi, count, endpoint, dtype, axis)
        except Exception:
            values = None
        # The byte order of an array beside a bare number is NumPy's oversight: results are native here.
        if ("weak" in start) != ("weak" in stop) and ">f8" in (start.get("dtype"), stop.get("dtype")):
            continue
        # What is out of range becomes whatever the processor makes of it.
        if values is not None and dtype in ("i4", "u1") and not (np.abs(values.astype("f8")) < 1e9).all():
            continue
        CASES.append({**told, "result": None if values is None else told_result(values)})


def planes(rng):
    for _ in range(80):
        rows, columns, k = rng.choice([0, 1, 2, 3, 5]), rng.choice([0, 1, 2, 4]), rng.randint(-6, 6)
        dtype = rng.choice(["f8", "i4", "?", "c8", "u1", ">f4", "f2"])
        arguments = {"rows": rows, "columns": columns, "k": k, "to": dtype}
        case("eye", arguments, lambda: np.eye(rows, columns, k, dtype))
        case("tri", arguments, lambda: np.tri(rows, columns, k, dtype))
    for _ in range(100):
        spec, k = random_base(rng, (1, 1, 2, 2, 3)), rng.randint(-4, 4)
        array = base_of(spec)
        case("diag", {"base": spec, "k": k}, lambda: np.diag(array, k))
        case("diagflat", {"base": spec, "k": k}, lambda: np.diagflat(array, k))
        if array.dtype.kind != "V":
            case("tril", {"base": spec, "k": k}, lambda: np.tril(array, k))
            case("triu", {"base": spec, "k": k}, lambda: np.triu(array, k))
    for _ in range(60):
        spec = random_base(rng, (1, 1, 1, 2))
        if spec[1] in ("M8[D]", "m8[25us]", "i4,f8"):
            continue
        array = base_of(spec)
        columns, increasing = rng.choice([None, 0, 1, 2, 5]), rng.random() < 0.5
        case("vander", {"base": spec, "columns": columns, "increasing": increasing}, lambda: np.vander(array, columns, increasing))


def grids(rng):
    for _ in range(50):
        specs = [random_base(rng, (1, 1, 1, 2, 0)) for _ in range(rng.choice([1, 2, 2, 3]))]
        arrays = [base_of(s) for s in specs]
        indexing, sparse = rng.choice(["xy", "ij"]), rng.random() < 0.4
        arguments = {"bases": specs, "indexing": indexing, "sparse": sparse}
        case("meshgrid", arguments, lambda: np.meshgrid(*arrays, indexing=indexing, sparse=sparse))
    for _ in range(60):
        keys, told = [], []
        for _ in range(rng.choice([1, 2, 2, 3])):
            kind = rng.random()
            if kind < 0.5:
                start, stop, step = rng.randint(-3, 3), rng.randint(-3, 5), rng.choice([1, 2, -1])
                keys.append(slice(start, max(stop, start) if step > 0 else min(stop, start), step))
            elif kind < 0.75:
                start, step = rng.uniform(-2, 2), rng.choice([0.5, 0.3, -0.7])
                keys.append(slice(start, start + step * rng.uniform(0, 4), step))
            else:
                keys.append(slice(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.choice([1j, 2j, 4j])))
            k = keys[-1]
            imaginary = isinstance(k.step, complex)
            told.append([number(k.start), number(k.stop), int(abs(k.step)) if imaginary else number(k.step), imaginary])
        case("mgrid", {"ranges": told}, lambda: np.mgrid[tuple(keys)])
        case("ogrid", {"ranges": told}, lambda: np.ogrid[tuple(keys)])


def texts(rng):
    # Not in the other byte order: NumPy writes native bytes there.
    for text, dtype, separator in [
        ("1 2 3", "i4", " "), ("1,2, 3 ,4", "i4", ","), ("1 2\n3  4 ", "f4", " "), ("1.5 2", "i4", " "), ("", "f8", " "),
        ("nan inf -inf 1e3 .5 5.", "f8", " "), ("1,2,", "f8", ","), ("1 , 2", "f8", " , "), ("0x10 3", "i4", " "), ("abc", "i8", " "),
        ("1;2;3", "i8", ";"), ("-1 3", "i2", " "), ("+1 -3e-2 1E5", "f4", " "), ("1 2 3", "?", " "), ("0 1", "?", " "),
        ("1+2j 3", "c16", " "), ("1--2", "f8", "--"), ("1e5 2", "f2", " "), ("0.1 0.2 0.3", "f2", " "),
        ("18446744073709551615 0", "u8", " "), ("-9223372036854775808", "i8", " "), ("1,,2", "f8", ","), ("1 x", "f8", " "),
        ("  7 8", "i1", " "), ("1.5e 2", "f8", " "), ("12", "i4", ","), ("0.30000000000000004 1e-320 1e400", "f8", " "), ("INF NaN", "f4", " "),
    ]:
        def make():
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                return np.fromstring(text, dtype, sep=separator)
        case("fromstring", {"text": text, "to": dtype, "separator": separator}, make)
    for _ in range(80):
        data = bytes(rng.randrange(256) for _ in range(rng.randint(0, 24)))
        dtype, offset, count = rng.choice(INTS + FLOATS + COMPLEX + ["S3", "M8[s]", "i4,i2", "V2"]), rng.choice([0, 0, 1, 3, 30]), rng.choice([-1, -1, 0, 1, 2, 9])
        make = lambda: np.frombuffer(data, dtype, count, offset)
        # NumPy refuses a buffer without bytes, for no reason that holds here.
        if data:
            case("frombuffer", {"data": data.hex(), "to": dtype, "offset": offset, "count": count}, make)
    for _ in range(60):
        whole = rng.random() < 0.5
        values = [rng.randint(-300, 300) if whole else rng.uniform(-100, 100) for _ in range(rng.randint(0, 6))]
        dtype, count = rng.choice(INTS + FLOATS + COMPLEX + ["?"]), rng.choice([-1, -1, 0, 2, 4])
        if not whole and dtype.lstrip(">")[0] in "iu":
            values = [abs(v) for v in values]
        arguments = {"values": [number(v) for v in values], "to": dtype, "count": count}
        case("fromiter", arguments, lambda: np.fromiter(values, dtype, count))


def close(rng):
    special = [0.0, -0.0, 1.0, float("inf"), float("-inf"), float("nan"), 1e-8, -1e-8, 1e30]
    for _ in range(150):
        a_type, b_type = (rng.choice(["f2", "f4", "f8", "i4", "u1", "i8", "c8", "c16", "?", ">f4"]) for _ in range(2))
        rtol, atol = rng.choice([(1e-5, 1e-8), (0.0, 0.0), (0.1, 0.0), (0.0, 0.5), (1e-3, 1e-3)])
        n = rng.randint(1, 12)
        y = np.array([rng.choice(special) if rng.random() < 0.3 else rng.uniform(-10, 10) for _ in range(n)])
        x = y + np.array([rng.choice([0, rtol, -rtol, rtol * 0.999, 2 * rtol]) for _ in range(n)]) * np.abs(y) + rng.choice([0, atol, -atol])
        a, b = x.astype(a_type), y.astype(b_type)
        if a.dtype.kind == "c" or b.dtype.kind == "c":
            a, b = np.where(np.isfinite(a), a, 1), np.where(np.isfinite(b), b, 1)
            a, b = a.astype(a_type), b.astype(b_type)
        equal_nan = rng.random() < 0.5
        arguments = {"a": result(a), "b": result(b), "rtol": rtol, "atol": atol, "equal_nan": equal_nan}
        case("isclose", arguments, lambda: np.isclose(a, b, rtol, atol, equal_nan))


def more_close(rng):
    """Spans of time and the ML formats, in arrays of any order; equality of any two dtypes."""
    for _ in range(120):
        shape = rng.choice([(), (3,), (2, 3), (0,), (3, 2)])
        def spans(dtype):
            values = np.array([rng.choice([0, 1, 2, 59, 60, 61, -60, 120, 119, -2**63]) for _ in range(int(np.prod(shape)))], "i8")
            return (values.view(dtype) if "m8" in dtype else np.where(values == -2**63, 7, values).astype(dtype)).reshape(shape)
        a, b = spans(rng.choice(["m8[s]", "m8[s]", "m8[m]", "m8[25s]", ">m8[s]", "i4", "f8", "m8[Y]"])), spans(rng.choice(["m8[s]", "m8[m]", "m8[ms]", "i4"]))
        rtol, atol, equal_nan = rng.choice([0.0, 0.5, 0.02]), rng.choice([0, 1, 60]), rng.random() < 0.5
        case("isclose", {"a": result(a), "b": result(b), "rtol": rtol, "atol": atol, "equal_nan": equal_nan},
             lambda: np.isclose(a, b, rtol, atol, equal_nan))
    names = ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float6_e2m3fn", "float4_e2m1fn", "int4", "uint4", "int2", "float8_e8m0fnu"]
    for _ in range(120):
        n = rng.randint(1, 6)
        def numbers():
            dtype = rng.choice(names + ["f4", "f8", "f2", "i4"])
            values = np.array([rng.choice([0.0, 1.0, 1.0, 2.0, 1.5, 3.0]) for _ in range(n)])
            return values.astype(getattr(ml_dtypes, dtype) if dtype in names else dtype)
        a, b = numbers(), numbers()
        rtol, atol, equal_nan = rng.choice([1e-5, 0.5, 0.0]), rng.choice([0.0, 1e-8, 0.5]), rng.random() < 0.5
        case("isclose", {"a": result(a), "b": result(b), "rtol": rtol, "atol": atol, "equal_nan": equal_nan},
             lambda: np.isclose(a, b, rtol, atol, equal_nan))
    dtypes = ["i1", "u1", "i8", "u8", "f2", "f4", "f8", "c8", "c16", "?", ">f8", ">i4", "M8[s]", "m8[s]", "S2", "U2", "V2", "i4,f8"]
    for _ in range(400):
        a_type, b_type = rng.choice(dtypes), rng.choice(dtypes)
        if rng.random() < 0.4:
            b_type = a_type
        shape = rng.choice([(2,), (3,), (), (2, 2), (0,)])
        def any_values(dtype):
            values = [rng.choice([0, 1, 1, 1, 2]) for _ in range(int(np.prod(shape)))]
            if dtype in ("i8", "u8", "f8") and rng.random() < 0.3:
                values = [2**53 + v for v in values]
            if np.dtype(dtype).kind in "fc" and rng.random() < 0.4:
                values = [float("nan") if v == 0 else v for v in values]
            array = np.array(values, "i8" if dtype[0] in "Mm" else None)
            if dtype == "V2":
                return np.array(values, "u2").view("V2").reshape(shape)
            return (array.view(dtype) if dtype[0] in "Mm" else array.astype(dtype)).reshape(shape)
        a = any_values(a_type)
        alike = a.dtype.kind in "biufcSU" and np.dtype(b_type).kind in "biufcSU"
        try:
            b = a.astype(b_type) if alike and rng.random() < 0.5 else any_values(b_type)
        except ValueError:
            continue
        for call, equal in [
            ("array_equal", lambda: np.array_equal(a, b)), ("array_equiv", lambda: np.array_equiv(a, b)),
            ("array_equal_nan", lambda: np.array_equal(a, b, equal_nan=True)),
        ]:
            try:
                same = bool(equal())
            except Exception:
                continue  # Where NumPy has no answer, ours is documented.
            CASES.append({"call": call, "a": result(a), "b": result(b), "result": result(same)})


if __name__ == "__main__":
    assert np.__version__ == "2.4.6", "pin the version: results differ"
    for seed, section in enumerate([like, arange, spaces, planes, grids, texts, close, array_spaces, more_aranges, more_close]):
        section(random.Random(40 + seed))
    text = ",\n".join(json.dumps(c, separators=(",", ":")) for c in CASES)
    (HERE / "array_make.json").write_text(f"[\n{text}\n]\n")
    print(len(CASES), "cases,", sum(c["result"] is None for c in CASES), "of them errors")
