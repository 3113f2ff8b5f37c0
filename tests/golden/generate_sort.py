#!/usr/bin/env python3
"""Makes the golden file of sorting, searching, sets and histograms, by asking NumPy.

    venv/bin/python tests/golden/generate_sort.py

See generate.py for how to set up the environment. Everything is seeded: a second run writes the same bytes.

An array is [dtype, shape, data]: the data are the bytes in C's order, in hexadecimal digits, or a list of texts for dtype T, or
of values for objects; = is the dtype of the case's first array. Of results of more than 12 bytes there is only a hash (the upper 40 bits of FNV-1a). Arrays that are put in come first in the file, and cases name them by number. Sorts are NumPy's stable
ones, so that bytes are compared; the test gives each array several layouts in memory, which make no difference.
"""
import json
import pathlib
import random

import ml_dtypes
import numpy as np

HERE = pathlib.Path(__file__).parent
RNG = random.Random(20260)
NP = np.random.default_rng(20260)
ARRAYS = []
CASES = []

RECORDS = {
    "r1": np.dtype([("a", "i4"), ("b", "f8")]),
    "r2": np.dtype([("n", "U3"), ("v", ">i2"), ("t", "M8[s]")]),
    "r3": np.dtype([("p", [("x", "f4"), ("y", "c8")]), ("q", "i1", 2)]),
    "r4": np.dtype({"names": ["a", "b"], "formats": ["i2", "u4"], "offsets": [5, 0], "itemsize": 9}),
}
ML = ["bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
      "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn", "int4", "uint4", "int2", "uint2"]
NUMBERS = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", "M8[D]", "m8[ns]",
           ">i2", ">i4", ">f8", ">u8", ">f4", ">c16", ">M8[s]", ">f2"]
TEXT = ["S1", "S3", "S11", "U1", "U4", "U9", ">U3", "V3", "V9", "T"]
ALL = NUMBERS + ML + TEXT + list(RECORDS) + ["O"]


def dtype_of(name):
    if name in RECORDS:
        return RECORDS[name]
    if name in ML:
        return np.dtype(getattr(ml_dtypes, name))
    return np.dtypes.StringDType() if name == "T" else np.dtype(name)


def text_of(dtype):
    """A spelling that is read on the other side."""
    if dtype.kind == "T":
        return "T"
    if dtype.names or dtype.isbuiltin == 2:
        return str(dtype)
    return dtype.str


def values(name, n):
    """Random elements with many ties and all that is special."""
    dtype = dtype_of(name)
    if name in RECORDS:
        array = np.zeros(n, dtype)
        fill(array, dtype)
        return array
    kind = dtype.kind
    if name in ML:
        low = 0 if name.startswith("uint") else 1 if "e8m0" in name else -8
        return NP.integers(low, 2 if name.endswith("t2") else 8, n).astype("f4").astype(dtype)
    if kind == "b":
        return NP.integers(0, 2, n).astype(bool)
    if kind in "iumM":
        native = np.dtype("i8") if kind in "mM" else dtype
        info = np.iinfo(native)
        few = NP.integers(0, 5, n).astype(native)
        wide = NP.integers(info.min, info.max, n, dtype=native.newbyteorder("=").type, endpoint=True)
        ends = np.array([info.min, info.max, 0, 1], native)[NP.integers(0, 4, n)]
        return np.choose(NP.integers(0, 3, n), [few, wide, ends]).astype("i8" if kind in "mM" else dtype).astype(dtype) if kind != "u" else np.where(NP.random(n) < 0.5, few, wide).astype(dtype)
    if kind == "f":
        few = NP.integers(-3, 3, n).astype("f8")
        with np.errstate(over="ignore"):
            wide = (NP.standard_normal(n) * 10.0 ** NP.integers(-10, 10, n)).astype(dtype)
        ends = np.array([np.nan, -np.nan, -0.0, 0.0, np.inf, -np.inf, 5e-324])[NP.integers(0, 7, n)]
        with np.errstate(over="ignore", under="ignore"):
            return np.choose(NP.integers(0, 3, n), [few.astype(dtype), wide, ends.astype(dtype)]).astype(dtype)
    if kind == "c":
        part = "f4" if dtype.itemsize == 8 else "f8"
        array = np.empty(n, dtype.newbyteorder("="))
        array.real, array.imag = values(part, n), values(part, n)
        if RNG.random() < 0.4:
            array = np.nan_to_num(array)
        return array.astype(dtype)
    letters = RNG.choice(["ab", "abcdefg", "a\u00e9\u4e2d\U0001f600b"]) if kind in "UT" else "abc"
    width = 6 if kind == "T" else dtype.itemsize // 4 if kind == "U" else dtype.itemsize
    prefix = RNG.choice(["", "aaaaaaaa"])
    texts = [(prefix if RNG.random() < 0.7 else "") + "".join(RNG.choice(letters) for _ in range(RNG.randint(0, width))) for _ in range(n)]
    if kind == "T":
        return np.array([t + RNG.choice(["", "", "\0"]) for t in texts], dtype=dtype)
    if kind == "O":
        pool = [1, 2, 0, -5, 2.5, 1.0, True] if RNG.random() < 0.5 else ["b", "a", "ab", ""]
        array = np.empty(n, object)
        array[:] = [RNG.choice(pool) for _ in range(n)]
        return array
    if kind == "V":
        return np.frombuffer(bytes(RNG.choice([0, 1, 200]) for _ in range(n * dtype.itemsize)), dtype, n).copy()
    if kind == "S":
        return np.array([t.encode() for t in texts], dtype=dtype) if n else np.zeros(0, dtype)
    return np.array(texts, dtype=dtype) if n else np.zeros(0, dtype)


def fill(array, dtype):
    for field in dtype.names:
        part = dtype[field]
        if part.names:
            fill(array[field], part)
        elif part.subdtype:
            array[field] = NP.integers(-2, 2, array[field].shape)
        else:
            array[field] = values(part.str, array.size).reshape(array.shape)


def shown(array):
    array = np.asarray(array)
    kind = array.dtype.kind
    if array.dtype.names:
        # What is between fields is left as it was in memory.
        clean = np.zeros(array.shape, array.dtype)
        for field in array.dtype.names:
            clean[field] = array[field]
        array = clean
    data = array.tolist() if kind in "OT" and array.ndim <= 1 else array.ravel().tolist() if kind in "OT" else array.tobytes().hex()
    return [text_of(array.dtype), list(array.shape), data]


def hashed(array):
    dtype, shape, data = shown(array)
    if isinstance(data, str) and len(data) > 24:
        number = 0xCBF29CE484222325
        for byte in bytes.fromhex(data):
            number = (number ^ byte) * 0x100000001B3 & (1 << 64) - 1
        data = f"#{number >> 24:x}"
    return [dtype, shape, data]


def put(array):
    ARRAYS.append(shown(array))
    return len(ARRAYS) - 1


def case(op, arrays, options, run):
    """One case; what comes out, or None for an error."""
    try:
        with np.errstate(all="ignore"):
            result = run()
    except Exception:
        result = None
    else:
        result = [hashed(r) for r in result] if isinstance(result, tuple) else [hashed(result)]
        # Shorter: the dtype of the first array.
        for r in result:
            r[0] = "=" if r[0] == ARRAYS[arrays[0]][0] else r[0]
    CASES.append([op, arrays, options, result])


SHAPES = [(0,), (1,), (2,), (7,), (12,), (20,), (3, 5), (4, 0), (2, 3, 4), (1, 9), (40,)]


def sorts():
    for name in ALL:
        for shape in [(5,), (19,), (3, 5), (2, 2, 4), RNG.choice(SHAPES)]:
            if name in ("O", "T") and len(shape) > 1:
                continue
            a = values(name, int(np.prod(shape))).reshape(shape)
            i = put(a)
            axes = sorted({-1, RNG.randrange(len(shape))}) + [None]
            for axis in axes:
                case("sort", [i], {"axis": axis}, lambda: np.sort(a, axis, kind="stable"))
                case("argsort", [i], {"axis": axis}, lambda: np.argsort(a, axis, kind="stable"))
            if name in RECORDS:
                names = list(a.dtype.names)
                RNG.shuffle(names)
                for order in RNG.sample([names, names[:1], ["a"], ["zz"], names[:1] * 2], 3):
                    case("sort", [i], {"axis": -1, "order": order}, lambda: np.sort(a, order=order, kind="stable"))
                    case("argsort", [i], {"axis": -1, "order": order}, lambda: np.argsort(a, order=order, kind="stable"))
            if name not in ML:
                n = shape[-1]
                for kth in RNG.sample([[0], [n // 2], [-1], [n // 3, n // 2], [n], [-n - 1]], 2):
                    case("partition", [i], {"axis": -1, "kth": kth}, lambda: (np.partition(a, kth), np.sort(a, kind="stable"))[1])


def searches():
    for name in NUMBERS + TEXT + list(RECORDS) + ["O"]:
        for n, m in ((0, 3), (9, 12), (20, 10)):
            a = values(name, n)
            if name == "O":
                a = np.array([x for x in a if not isinstance(x, str)] or [0], dtype=object)
            a = np.sort(a, kind="stable")
            v = values(name, m) if name != "O" else NP.integers(-3, 4, m).astype(object)
            i, j = put(a), put(v)
            for side in ("left", "right"):
                case("searchsorted", [i, j], {"side": side}, lambda: np.searchsorted(a, v, side))
    a = NP.integers(0, 9, 15)
    sorter = np.argsort(a, kind="stable")
    v = NP.integers(-1, 11, (3, 4))
    i, j, k = put(a), put(v), put(sorter)
    for side in ("left", "right"):
        case("searchsorted", [i, j, k], {"side": side}, lambda: np.searchsorted(a, v, side, sorter))
    k = put(sorter[:3])
    case("searchsorted", [i, j, k], {"side": "left"}, lambda: np.searchsorted(a, v, "left", sorter[:3]))
    k = put(sorter * 1.0)
    case("searchsorted", [i, j, k], {"side": "left"}, lambda: np.searchsorted(a, v, "left", sorter * 1.0))
    case("searchsorted", [j, i], {"side": "left"}, lambda: np.searchsorted(v, a))
    for first, second in (("i4", "f8"), ("u1", "i1"), ("f4", "i8"), ("S3", "S11"), ("U4", "S3"), ("M8[D]", ">M8[s]"), ("f2", "f4"), ("?", "i2")):
        a, v = np.sort(values(first, 10)), values(second, 12)
        if first[0] == "M":
            a, v = (NP.integers(-9, 9, n).astype(first).astype(d) for n, d in ((10, first), (12, second)))
            a.sort()
        i, j = put(a), put(v)
        case("searchsorted", [i, j], {"side": "right"}, lambda: np.searchsorted(a, v, "right"))
    for edges in ([0, 1, 2.5, 4], [4, 2.5, 1, 0], [1, 1, 1], [], [1, 3, 2], [[1.0]], [0.5]):
        edges = np.array(edges, float)
        for x in (NP.integers(-1, 6, 9), NP.random((2, 3)) * 5, np.array([1 + 2j])):
            i, j = put(x), put(edges)
            for right in (False, True):
                case("digitize", [i, j], {"right": right}, lambda: np.digitize(x, edges, right))


def uniques():
    for name in NUMBERS + TEXT + ["r1", "r2", "r4", "O"]:
        for shape in ((RNG.randint(0, 1),), (6,), (25,), (3, 4), (4, 2, 2)):
            if name in ("O", "T") and len(shape) > 1:
                continue
            a = values(name, int(np.prod(shape))).reshape(shape)
            i = put(a)
            for equal_nan in (True, False):
                case("unique", [i], {"axis": None, "equal_nan": equal_nan}, lambda: np.unique(a, True, True, True, equal_nan=equal_nan))
            if len(shape) > 1 and name not in RECORDS:
                for axis in (0, -1):
                    case("unique", [i], {"axis": axis, "equal_nan": True}, lambda: np.unique(a, True, True, True, axis))
    a = np.array([[3, 1, 3], [3, 1, 3], [1, 2, 1]])
    i = put(a)
    for axis in (0, 1, 2, -3):
        case("unique", [i], {"axis": axis, "equal_nan": True}, lambda: np.unique(a, True, True, True, axis))


def sets():
    pairs = [(name, name) for name in NUMBERS + ["S3", "U4", "T", "O", ">U3"]] + [("i4", "f8"), ("u1", "i1"), ("S1", "S11"), ("U1", "U9"), ("i2", "f4")]
    for first, second in pairs:
        for n, m in ((8, 9), (0, 4), (20, 5)):
            a, b = values(first, n), values(second, m)
            if first == "O":
                a, b = NP.integers(0, 5, n).astype(object), NP.integers(0, 5, m).astype(object)
            # NumPy's unique elements with and without places are not the same where something is NaN, nor are its zeros.
            a, b = (np.nan_to_num(x) + 0 if x.dtype.kind in "fc" else x for x in (a, b))
            i, j = put(a), put(b)
            case("intersect1d", [i, j], {}, lambda: np.intersect1d(a, b, return_indices=True))
            case("union1d", [i, j], {}, lambda: np.union1d(a, b))
            case("setdiff1d", [i, j], {}, lambda: np.setdiff1d(a, b))
            case("setxor1d", [i, j], {}, lambda: np.setxor1d(a, b))
            case("isin", [i, j], {"invert": False}, lambda: np.isin(a, b))
            case("isin", [i, j], {"invert": True}, lambda: np.isin(a, b, invert=True))


def others():
    for _ in range(60):
        count, n = RNG.randint(1, 3), RNG.randint(0, 15)
        shape = RNG.choice([(n,), (2, n), (n, 3)])
        keys = [values(RNG.choice(NUMBERS + ["S3", "U4", "S11"]), int(np.prod(shape))).reshape(shape) for _ in range(count)]
        ids, axis = [put(k) for k in keys], RNG.choice([-1, 0])
        case("lexsort", ids, {"axis": axis}, lambda: np.lexsort(keys, axis))
    a, b = put(np.zeros(3)), put(np.zeros(4))
    case("lexsort", [a, b], {"axis": -1}, lambda: np.lexsort((np.zeros(3), np.zeros(4))))
    for name in NUMBERS[:14]:
        a = np.nan_to_num(values(name, 9)) + 0
        i = put(a)
        case("sort_complex", [i], {}, lambda: np.sort_complex(a))
    zero = np.array(3)
    i = put(zero)
    for axis in (0, -1, None, 1):
        case("sort", [i], {"axis": axis}, lambda: np.sort(zero, axis))
        case("argsort", [i], {"axis": axis}, lambda: np.argsort(zero, axis))
    a = values("i4", 6).reshape(2, 3)
    i = put(a)
    for axis in (2, -3):
        case("sort", [i], {"axis": axis}, lambda: np.sort(a, axis))
        case("argsort", [i], {"axis": axis}, lambda: np.argsort(a, axis))
    case("sort", [i], {"axis": -1, "order": ["a"]}, lambda: np.sort(a, order="a"))
    mixed = np.array([1, "a", 2], dtype=object)
    i = put(mixed)
    case("sort", [i], {"axis": 0}, lambda: np.sort(mixed))
    for x in (NP.integers(0, 9, 30), np.array([], int), np.array([1, -2]), NP.integers(0, 3, (2, 2)), NP.integers(0, 9, 9).astype("u1")):
        i = put(x)
        for length in (0, 12):
            case("bincount", [i], {"minlength": length}, lambda: np.bincount(x, minlength=length))
        w = NP.random(x.shape)
        j = put(w)
        case("bincount", [i, j], {"minlength": 0}, lambda: np.bincount(x, w))
    for name in ("i1", "u1", "i4", "i8", "f4", "f8", ">f8", "f2"):
        for n in (0, 1, 13, 50):
            a = (NP.standard_normal(n) * 20).astype(name)
            i = put(a)
            for bins in (1, 3, 10):
                case("histogram", [i], {"bins": bins}, lambda: np.histogram(a, bins))
                case("histogram", [i], {"bins": bins, "range": [-10.0, 12.5]}, lambda: np.histogram(a, bins, (-10.0, 12.5)))
            w = NP.random(n)
            j = put(w)
            case("histogram", [i], {"bins": 4, "weights": j}, lambda: np.histogram(a, 4, weights=w))
            case("histogram", [i], {"bins": 4, "density": True}, lambda: np.histogram(a, 4, density=True))
            edges = np.array([-20.0, -1, 0, 0.5, 15])
            k = put(edges)
            case("histogram", [i], {"edges": k}, lambda: np.histogram(a, edges))
            case("histogram", [i], {"edges": k, "weights": j}, lambda: np.histogram(a, edges, weights=w))
    bad = np.array([1.0, np.nan])
    i = put(bad)
    case("histogram", [i], {"bins": 3}, lambda: np.histogram(bad, 3))
    case("histogram", [i], {"bins": 0}, lambda: np.histogram(bad, 0))


sorts()
searches()
uniques()
sets()
others()
path = HERE / "sort.json"
path.write_text('{"arrays": [\n' + ",\n".join(json.dumps(a, separators=(",", ":")) for a in ARRAYS) + '\n],\n"cases": [\n' + ",\n".join(json.dumps(c, separators=(",", ":")) for c in CASES) + "\n]}\n")
print(len(ARRAYS), "arrays,", len(CASES), "cases,", sum(c[3] is None for c in CASES), "errors,", path.stat().st_size, "bytes")
