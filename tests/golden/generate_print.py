"""Writes print.json: arrays, scalars and floats with what NumPy prints of them.

    venv/bin/python tests/golden/generate_print.py

Seeded: running it again writes the same bytes. With a path and a seed it prints other arrays, to there: what
tests/print_golden.rs does if NDTYPE_PYTHON names a Python.
"""

import decimal
import json
import pathlib
import random
import sys

import ml_dtypes
import numpy as np

seed = int(sys.argv[2]) if len(sys.argv) > 2 else 20240117
rng = np.random.default_rng(seed)
pick = random.Random(seed)

FLOATS = ["f2", "f4", "f8"]
COMPLEX = ["c8", "c16"]
INTS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
ML_FLOATS = [
    "bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
    "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn",
]
ML_BITS = {"float6_e2m3fn": 6, "float6_e3m2fn": 6, "float4_e2m1fn": 4}
ML_INTS = ["int2", "int4", "uint2", "uint4"]
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "25s", "7D", "3M"]
SHAPES = [(), (1,), (2,), (3,), (5,), (7,), (0,), (2, 2), (1, 3), (3, 2), (2, 1, 2), (2, 0), (0, 3), (1, 1, 1, 2), (2, 3, 1)]
TEXTS = [
    "", "a", "abc", "it's", 'say "hi"', "both ' and \"", "tab\there", "line\nbreak", "back\\slash", "é", "ß\u00ad", "日本",
    "\u2028x", "🎉", "\x00mid", "\x7f", "\x85", "e\u0301", "\u200b", "\ufeff", "\U000e0001", "\ue000", "trailing  ", "\u0301",
]
BYTES = [b"", b"a", b"abc", b"it's", b'say "hi"', b"both ' and \"", b"t\t\n\r", b"\\", b"\xff\x80\x7f", b"\x00mid", b"~ "]


def dtype_of(name):
    return np.dtype(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else np.dtype(name)


def floats(kind, n, code):
    """Values of one sort."""
    u = rng.uniform(-1, 1, n)
    if kind == "uniform":
        return u
    if kind == "round":
        return np.round(u * 10.0 ** rng.integers(0, 4), int(rng.integers(0, 5)))
    if kind == "integers":
        return rng.integers(-1000, 1000, n).astype("f8")
    if kind == "positive":
        return np.abs(u) * 10.0 ** rng.integers(-2, 5)
    if kind == "powers":
        return 10.0 ** rng.integers(-12, 13, n)
    if kind == "wide":
        return u * 10.0 ** rng.integers(-9, 10, n)
    if kind == "edges":
        edges = [999.5, 1000, 1001, 999999, 1e6, 99999999, 1e8, 1e16, 1e-4, 9.9999e-5, 1.0001e-4, 0.5, 0.25, 0.125, 2.5, 0.0005, 1e-5, 1234567.8, 0.1, 1 / 3, 9.99999995, 0.99999999, 0.999999999]
        return np.array([pick.choice(edges) * pick.choice([1, 1, 1, -1]) for _ in range(n)])
    if kind == "special":
        specials = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -2.5, 100.125, 1e10, 1e-10]
        return np.array([pick.choice(specials) for _ in range(n)])
    if kind == "bits":
        size = np.dtype(code).itemsize
        return np.frombuffer(rng.bytes(n * size), code)
    raise ValueError(kind)


KINDS = ["uniform", "round", "integers", "positive", "powers", "wide", "edges", "special", "bits"]


def make(shape, code, kind):
    n = int(np.prod(shape))
    with np.errstate(all="ignore"):
        if np.dtype(code).kind == "c":
            part = "f4" if np.dtype(code).itemsize == 8 else "f8"
            both = np.empty(n, code)
            both.real, both.imag = floats(kind, n, part).astype(part), floats(pick.choice([kind, "round", "special"]), n, part).astype(part)
            return both.reshape(shape)
        return floats(kind, n, code).astype(code).reshape(shape)


def options():
    chosen = {}
    if pick.random() < 0.6:
        chosen["precision"] = pick.choice([0, 1, 2, 3, 4, 5, 6, 10, 12, 17, 20, 30])
    if pick.random() < 0.5:
        chosen["floatmode"] = pick.choice(["fixed", "unique", "maxprec", "maxprec_equal"])
    if pick.random() < 0.3:
        chosen["sign"] = pick.choice(["+", "-", " "])
    if pick.random() < 0.3:
        chosen["suppress"] = pick.choice([True, False])
    if pick.random() < 0.2:
        chosen["linewidth"] = pick.choice([10, 20, 40, 60, 100, 200])
    if pick.random() < 0.2:
        chosen["threshold"], chosen["edgeitems"] = pick.choice([0, 1, 2, 5]), pick.choice([1, 2, 3])
    if pick.random() < 0.1:
        chosen["nanstr"], chosen["infstr"] = pick.choice(["", "NA", "missing"]), pick.choice(["oo", "infinity", "∞"])
    return chosen


def data_of(a):
    if a.dtype.kind == "O":
        return [tagged(x) for x in a.ravel().tolist()]
    if a.dtype.char == "T":
        return [str(x) for x in a.ravel()]
    return a.tobytes().hex()


def tagged(x):
    if x is None:
        return None
    if isinstance(x, bool):
        return ["bool", x]
    if isinstance(x, int):
        return ["int", str(x)]
    if isinstance(x, float):
        return ["float", x.hex()]
    if isinstance(x, complex):
        return ["complex", x.real.hex(), x.imag.hex()]
    return ["str", x]


def name_of(dtype):
    if dtype.char == "T":
        return "T"
    if dtype.name in ML_FLOATS + ML_INTS + ["complex32"]:
        return dtype.name
    return str(dtype)


def shortened(text, full):
    """0 if the str follows from the repr: the reader takes the elements out of that, without commas and indentation."""
    inside = full[len("array(") : full.rfind("]") + 1].replace(",", "").replace("\n      ", "\n")
    return 0 if inside == text else text


arrays = []
seen = set()


def add(a, opts=None):
    opts = opts or {}
    with np.printoptions(**opts):
        case = [name_of(a.dtype), list(a.shape), data_of(a), opts or 0, str(a), repr(a)]
    case[4] = shortened(case[4], case[5])
    key = json.dumps(case[:4], sort_keys=True)
    if key not in seen:
        seen.add(key)
        arrays.append(case)


def shape():
    return pick.choice(SHAPES)


# Floats and complex numbers, every sort, shape and many options.
for code in FLOATS + COMPLEX:
    for kind in KINDS:
        for _ in range(20 if code in FLOATS else 10):
            add(make(shape(), code, kind))
        for _ in range(34 if code in FLOATS else 16):
            add(make(shape(), code, kind), options())
        for _ in range(2):
            add(make((pick.choice([10, 14, 19]),), code, kind), pick.choice([{}, options()]))
    swapped = np.dtype(code).newbyteorder(">")
    for kind in KINDS:
        add(make(shape(), code, kind).astype(swapped))

# Many single half-precision values: their shortest digits.
for _ in range(40):
    add(np.frombuffer(rng.bytes(12), "f2"), pick.choice([{}, {"floatmode": "unique"}, {"precision": 3}]))

# Integers and booleans.
for code in INTS:
    info = np.iinfo(code)
    for _ in range(22):
        s = shape()
        low, high = pick.choice([(0, 10), (info.min, info.max), (max(info.min, -100), 100), (info.max - 1, info.max)])
        a = rng.integers(low, high, int(np.prod(s)), code, endpoint=True).reshape(s)
        add(a, pick.choice([{}, {}, options()]))
        if pick.random() < 0.2:
            add(a.astype(np.dtype(code).newbyteorder(">")))
for _ in range(25):
    s = shape()
    add(rng.integers(0, 2, int(np.prod(s))).astype("?").reshape(s), pick.choice([{}, options()]))

# ml_dtypes: raw bits of every format.
for name in ML_FLOATS + ML_INTS + ["complex32"]:
    dtype = dtype_of(name)
    for _ in range(14):
        s = shape()
        n = int(np.prod(s))
        raw = np.frombuffer(rng.bytes(n * dtype.itemsize), "u1").copy()
        if name in ML_BITS:
            raw &= (1 << ML_BITS[name]) - 1
        if name in ML_INTS:
            low, high = int(ml_dtypes.iinfo(name).min), int(ml_dtypes.iinfo(name).max)
            raw = rng.integers(low, high + 1, n).astype("i1").view("u1")
        a = raw.view(dtype).reshape(s)
        if n and name in ML_INTS:
            a = raw.view("i1").astype(dtype).reshape(s)
        add(a, pick.choice([{}, {}, options()]))
    if name in ML_FLOATS:
        with np.errstate(all="ignore"):
            for kind in ["round", "powers", "special", "edges"]:
                add(floats(kind, 5, "f4").astype("f4").astype(dtype))

# Dates and spans.
for unit in UNITS:
    for letter in "Mm":
        for _ in range(8):
            s = shape()
            n = int(np.prod(s))
            reach = {"Y": 3000, "M": 30000, "W": 100000, "D": 1000000, "7D": 100000, "3M": 10000}.get(unit, 1 << pick.choice([10, 31, 50] if unit == "25s" else [10, 31, 50, 62]))
            ticks = rng.integers(-reach if pick.random() < 0.5 else 0, reach, n)
            if pick.random() < 0.4 and n:
                ticks[rng.integers(0, n)] = np.iinfo("i8").min
            add(ticks.astype("i8").view(f"{letter}8[{unit}]").reshape(s), pick.choice([{}, {}, {"linewidth": 30}, {"threshold": 1, "edgeitems": 1}]))
add(np.array(["NaT"], "M8"))
add(np.array([5, 7, "NaT"], "m8"))
add(np.array(["2020-01-02", "NaT"], ">M8[D]"))

# Text, bytes, opaque bytes.
for _ in range(90):
    s = shape()
    n = int(np.prod(s))
    opts = pick.choice([{}, {}, {"linewidth": 30}, {"threshold": 2, "edgeitems": 1}])
    texts = [pick.choice(TEXTS) for _ in range(n)]
    kind = pick.choice(["U", "S", "T", "V", ">U"])
    if kind == "S":
        add(np.array([pick.choice(BYTES) for _ in range(n)] or [], "S" if n else "S3").reshape(s), opts)
    elif kind == "V":
        size = pick.choice([1, 2, 5])
        add(np.frombuffer(rng.bytes(size * n), f"V{size}").reshape(s), opts)
    elif kind == "T":
        add(np.array(texts, np.dtypes.StringDType()).reshape(s), opts)
    else:
        a = np.array(texts, "U" if n else "U3").reshape(s)
        add(a.astype(a.dtype.newbyteorder(">")) if kind == ">U" else a, opts)

# Objects.
VALUES = [None, True, False, 0, -7, 12345678901234567890123, 1.5, 1.0, 1e16, 1e-5, 1e300, 0.1, float("nan"), float("-inf"), 2j, 1 - 2j, complex(-0.0, 1.5), "a", "it's", "x\ny", ""]
for _ in range(40):
    s = shape()
    a = np.empty(s, object)
    flat = [pick.choice(VALUES) for _ in range(int(np.prod(s)))]
    a.reshape(-1)[:] = flat if a.ndim else flat
    add(a, pick.choice([{}, {}, {"linewidth": 25}, {"precision": 2}]))

# Records: every kind of field, sub-arrays, nested, padding, alignment.
FIELDS = ["i4", "f8", "f4", "f2", "c16", "c8", "?", "S3", "U2", "M8[D]", "m8[s]", "V2", "u1", ">i2", ">f8", "bfloat16", "int4", "float8_e4m3fn"]


def random_field(depth):
    roll = pick.random()
    if roll < 0.12 and depth < 2:
        return random_record(depth + 1)
    base = dtype_of(pick.choice(FIELDS))
    if roll < 0.35:
        return np.dtype((base, pick.choice([(2,), (1,), (2, 2), (3,), (0,), (7,)])))
    return base


def random_record(depth=0):
    names = pick.sample(["a", "b", "x", "y", "when", "name", "it's", "é"], pick.randint(1, 4))
    fields = [(name, random_field(depth)) for name in names]
    # NumPy's text of an aligned record drops the alignment of those inside.
    nested = any(field.base.names is not None for _, field in fields)
    return np.dtype(fields, align=pick.random() < 0.2 and depth == 0 and not nested)


def fill(a):
    if a.dtype.names is not None:
        for name in a.dtype.names:
            fill(a[name])
        return
    n = a.size
    kind = a.dtype.kind
    with np.errstate(all="ignore"):
        if a.dtype.name in ML_FLOATS:
            a[...] = floats("round", n, "f8").reshape(a.shape).astype(a.dtype)
        elif a.dtype.name in ML_INTS:
            a[...] = rng.integers(-2, 2, a.shape).astype(a.dtype)
        elif kind == "f":
            a[...] = floats(pick.choice(["uniform", "round", "wide", "special"]), n, "f8").reshape(a.shape)
        elif kind == "c":
            a[...] = make(a.shape, "c16", pick.choice(["uniform", "round", "special"]))
        elif kind in "iub":
            a[...] = rng.integers(0, 100, a.shape)
        elif kind == "M":
            a[...] = rng.integers(0, 20000, a.shape).astype("M8[D]")
        elif kind == "m":
            a[...] = rng.integers(-200, 20000, a.shape).astype("m8[s]")
        elif kind == "S":
            a[...] = np.array([pick.choice(BYTES) for _ in range(n)], "S6").reshape(a.shape)
        elif kind == "U":
            a[...] = np.array([pick.choice(TEXTS[:14]) for _ in range(n)], "U9").reshape(a.shape)


for _ in range(160):
    a = np.zeros(pick.choice([(), (1,), (2,), (3,), (2, 2), (0,)]), random_record())
    fill(a)
    add(a, pick.choice([{}, {}, {}, options()]))

# Summaries and long lines, by recipe: element i is (i * step + start) % modulus / divisor.
recipes = []
for _ in range(200):
    s = pick.choice([(1001,), (2000,), (30, 40), (4, 300), (300, 4), (11, 11, 11), (3, 4, 100), (10, 101), (100,), (10, 10), (5, 3, 30), (1500, 1), (1, 1500)])
    code = pick.choice(FLOATS + INTS + COMPLEX + ["?"])
    step, start, modulus = pick.choice([1, 7, 13, 99991]), pick.choice([0, -50, 10**6]), pick.choice([7, 127, 1000, 123457])
    divisor = pick.choice([1, 1, 3, 7.5, 1e6, 1e-6]) if code in FLOATS + COMPLEX else 1
    n = int(np.prod(s))
    with np.errstate(all="ignore"):
        a = ((np.arange(n) * step + start) % modulus / divisor).astype(code).reshape(s)
    opts = pick.choice([{}, {}, options()])
    if n > 100 and a.size <= opts.get("threshold", 1000):
        opts = {"threshold": 50, "edgeitems": pick.choice([1, 2, 3, 5])}
    with np.printoptions(**opts):
        recipes.append([code, list(s), [step, start, modulus, divisor], opts or 0, shortened(str(a), repr(a)), repr(a)])

# array2string with a separator, a prefix and a suffix.
joined = []
for _ in range(120):
    code = pick.choice(["f8", "i4", "?", "c16", "f2"])
    s = pick.choice([(3,), (20,), (2, 12), (2, 2, 3), (), (0,)])
    if code in ["i4", "?"]:
        a = rng.integers(-5, 100, int(np.prod(s))).astype(code).reshape(s)
    else:
        a = make(s, code, pick.choice(["round", "uniform", "special"]))
    opts = {"separator": pick.choice([", ", ",", " ; ", "\t", " | ", ""]), "prefix": pick.choice(["", "array(", "a = "]), "suffix": pick.choice(["", ")", ", dtype=x)"]), "max_line_width": pick.choice([20, 40, 75]), "precision": pick.choice([2, 8])}
    joined.append([code, list(s), data_of(a), opts, np.array2string(a, **opts)])

# Scalars.
scalars = []


def add_scalar(a):
    assert a.shape == ()
    x = a[()]
    scalars.append([name_of(a.dtype), data_of(a), str(x), repr(x)])


for code in FLOATS + COMPLEX:
    for kind in KINDS:
        for _ in range(8):
            add_scalar(make((), code, kind))
for code in INTS + ["?"]:
    for _ in range(3):
        add_scalar(np.frombuffer(rng.bytes(np.dtype(code).itemsize), code)[0].reshape(()) if code != "?" else np.array(pick.random() < 0.5))
for name in ML_FLOATS:
    for _ in range(4):
        add_scalar(floats("wide", 1, "f8").astype("f4").astype(dtype_of(name)).reshape(()))
for unit in UNITS:
    for letter in "Mm":
        for ticks in [0, int(rng.integers(-5000, 5000)), np.iinfo("i8").min]:
            add_scalar(np.array(ticks, "i8").view(f"{letter}8[{unit}]"))
add_scalar(np.array("NaT", "M8"))
add_scalar(np.array("NaT", "m8"))
add_scalar(np.array(7, "m8"))
for text in TEXTS:
    add_scalar(np.array(text, "U8"))
    add_scalar(np.array(text, np.dtypes.StringDType()))
for value in BYTES:
    add_scalar(np.array(value, "S9"))
    add_scalar(np.array(value, "V9"))
for _ in range(60):
    a = np.zeros((), random_record())
    fill(a)
    add_scalar(a)

# format_float_positional and format_float_scientific.
formatted = []
for _ in range(1500):
    code = pick.choice(FLOATS)
    a = make((), code, pick.choice(KINDS))
    scientific = pick.random() < 0.4
    opts = {}
    if pick.random() < 0.6:
        opts["precision"] = pick.choice([0, 1, 2, 3, 4, 5, 8, 12, 16, 20, 30])
    if pick.random() < 0.3 and "precision" in opts:
        opts["unique"] = False
    if pick.random() < 0.4:
        least = pick.choice([0, 1, 2, 3, 5, 8, 17, 25])
        if not (opts.get("precision", 0) > 0 and least > opts["precision"]) and not (opts.get("precision") == 0 and least > 0):
            opts["min_digits"] = least
    if pick.random() < 0.6:
        opts["trim"] = pick.choice(["k", ".", "0", "-"])
    if pick.random() < 0.3:
        opts["sign"] = True
    if pick.random() < 0.3:
        opts["pad_left"] = pick.choice([0, 1, 4, 8])
    if scientific:
        if pick.random() < 0.3:
            opts["exp_digits"] = pick.choice([1, 2, 3, 4, 6])
        text = np.format_float_scientific(a[()], **opts)
    else:
        if pick.random() < 0.3:
            opts["pad_right"] = pick.choice([0, 1, 4, 8])
        if pick.random() < 0.3 and opts.get("precision") != 0:
            opts["fractional"] = False
        text = np.format_float_positional(a[()], **opts)
    formatted.append(["s" if scientific else "p", code, data_of(a), opts, text])

# Floats halfway between two of the shortest texts that read back as them. Their own random numbers, so that those above stay.
ties = random.Random(seed + 1)
for code, shifts, bits in [("f4", range(-14, 12), 24), ("f8", range(-4, 8), 53), ("f4", range(-40, 60), 24), ("f8", range(-80, 200), 53)]:
    chosen = []
    while len(chosen) < 600:
        x = np.dtype(code).type(ties.getrandbits(bits - 1) | 1 << bits - 1) * np.dtype(code).type(2.0) ** ties.choice(shifts)
        exact, shown = decimal.Decimal(float(x)), decimal.Decimal(str(x)).normalize()
        step = decimal.Decimal(1).scaleb(shown.as_tuple().exponent)
        tie = abs(exact - shown) * 2 == step
        if tie or ties.random() < 0.0002:
            chosen.append(x)
    for i in range(0, len(chosen), 12):
        add(np.array(chosen[i : i + 12]), ties.choice([{}, {"floatmode": "unique"}, {"precision": 3}]))
    for x in chosen[::20]:
        add_scalar(np.array(x))
        formatted.append(["p", code, data_of(np.array(x)), {}, np.format_float_positional(x)])

# One record without axes heeds options, as no other scalar does.
for _ in range(60):
    a = np.zeros((), random_record())
    fill(a)
    add(a, options())

out = {"arrays": arrays, "recipes": recipes, "joined": joined, "scalars": scalars, "formatted": formatted}
path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("print.json")
rows = ",\n".join(
    f'"{key}":[\n' + ",\n".join(json.dumps(row, ensure_ascii=True, separators=(",", ":")) for row in table) + "]"
    for key, table in out.items()
)
path.write_text("{" + rows + "}\n")
print({key: len(table) for key, table in out.items()}, path.stat().st_size, "bytes")
