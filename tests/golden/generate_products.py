"""Makes products.json: products of matrices, vectors and arrays of more axes, and Einstein's sums, as NumPy computes them.

Operands are not stored: element i (in C's order) of the operand with the seed s is made by `values`, here and in the test.
All of them are small integers, so that float results are exact whatever the order of the sum. Results are stored as a hash.

Run with NumPy 2.4.6 and ml_dtypes 0.6.0. Seeded: writes the same bytes each time.
"""

import json
import pathlib
import random

import ml_dtypes
import numpy as np

NUMBERS = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
ML = [
    "bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
    "float8_e5m2fnuz", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn", "int4", "uint4", "int2", "uint2",
]
# Factors that make sums of products wrap around.
LARGE = {"i1": 29, "i2": 7001, "i4": 1_000_003, "i8": 10**15 + 7, "u1": 51, "u2": 12_007, "u4": 10**9 + 7, "u8": 10**18 + 9}


def values(shape, dtype, seed, large=False):
    """Small integers, some negative where the dtype has such; with an imaginary part where it has one."""
    i = np.arange(int(np.prod(shape)), dtype=np.int64)
    v = (i * i * 3 + i * 7 + seed * 5) % 9 - 4
    dt = np.dtype(getattr(ml_dtypes, dtype)) if dtype in ML else np.dtype(dtype)
    if dtype == "?":
        v = (v > 1).astype(np.int64)
    if dt.kind == "u" or dtype.startswith("uint"):
        v = abs(v)
    if dtype in ("int2", "uint2", "int4", "uint4"):
        v = v % 2
    if large:
        return (v.astype(object) * LARGE[dtype]).reshape(shape).astype(np.uint64 if dtype[0] == "u" else np.int64).astype(dt)
    if dt.kind == "c":
        return (v + 1j * ((i * 5 + seed) % 7 - 3)).reshape(shape).astype(dt)
    return v.reshape(shape).astype(dt)


def digest(a):
    """FNV-1a over the elements: integers as 64 bits, floats as float64, complex numbers as two."""
    a = np.asarray(a)
    if a.dtype.kind in "?biu" or a.dtype.name in ("int4", "uint4", "int2", "uint2"):
        data = a.astype(np.uint64 if a.dtype == np.uint64 else np.int64).tobytes()
    elif a.dtype.kind == "c":
        data = (a.astype(np.complex128) + 0.0).tobytes()
    else:
        data = (a.astype(np.float64) + 0.0).tobytes()
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 % 2**64
    return f"{h:x}"


FUNCTIONS = {
    "matmul": lambda a, b: np.matmul(a, b),
    "dot": lambda a, b: np.dot(a, b),
    "inner": lambda a, b: np.inner(a, b.T),
    "outer": lambda a, b: np.outer(a, b),
    "vdot": lambda a, b: np.vdot(a, a),
    "vecdot": lambda a, b: np.vecdot(a, b.T[:5]),
    "matvec": lambda a, b: np.matvec(a, b.T),
    "vecmat": lambda a, b: np.vecmat(a, b),
    "tensordot": lambda a, b: np.tensordot(a, b, 1),
    "einsum": lambda a, b: np.einsum("ij,jk->ki", a, b),
}


def pairs():
    """Every function for every two dtypes: result dtype and values."""
    found = []
    for name, function in FUNCTIONS.items():
        for x in NUMBERS:
            for y in NUMBERS:
                b_shape = (7, 6)
                a, b = values((5, 7), x, 1), values(b_shape, y, 2)
                if name == "vecdot":
                    b = values((7, 5), y, 2)
                if name == "matvec":
                    b = values((7, 4), y, 2)
                    a = values((4, 5, 7), x, 1)
                if name == "vdot":
                    r = np.vdot(a, values((5, 7), y, 2))
                elif name == "matvec":
                    r = np.matvec(a, b.T)
                else:
                    r = function(a, b)
                found.append([name, x, y, np.asarray(r).dtype.str[1:].replace("b1", "?"), digest(r)])
    return found


def wrapping():
    found = []
    for dtype in LARGE:
        for m, k, n in [(1, 50, 1), (9, 33, 30), (3, 300, 5), (1, 40, 6), (7, 40, 1)]:
            a, b = values((m, k), dtype, 3, True), values((k, n), dtype, 4, True)
            found.append([dtype, m, k, n, digest(np.matmul(a, b))])
    return found


def small_types():
    found = []
    for dtype in ML:
        a, b = values((5, 7), dtype, 1), values((7, 6), dtype, 2)
        found.append([dtype, digest(np.dot(a, b)), digest(np.dot(a[0], b))])
    return found


SHAPES = [
    [(), ()], [(), (3,)], [(3,), ()], [(3,), (3,)], [(3,), (4,)], [(2, 3), (3,)], [(2, 3), (2,)], [(3,), (3, 2)], [(2,), (3, 2)],
    [(2, 3), (3, 4)], [(2, 3), (4, 3)], [(2, 3), (2, 3)], [(3, 3), (3, 3)], [(0, 3), (3, 2)], [(2, 0), (0, 3)], [(2, 3), (3, 0)],
    [(0,), (0,)], [(0, 0), (0, 0)], [(4, 2, 3), (3, 2)], [(4, 2, 3), (4, 3, 2)], [(4, 2, 3), (1, 3, 2)], [(4, 2, 3), (5, 3, 2)],
    [(2, 3), (4, 3, 2)], [(5, 1, 2, 3), (4, 3, 2)], [(3,), (4, 3, 2)], [(4, 2, 3), (3,)], [(2, 3, 4), (5, 4, 6)],
    [(2, 3, 4), (5, 6, 4)], [(2, 3, 4), (4,)], [(0, 2, 3), (3, 2)], [(0, 2, 3), (1, 3, 2)], [(2, 2, 0), (0, 2)], [(1, 1), (1, 1)],
    [(1, 5), (5, 1)], [(5, 1), (1, 5)], [(2, 3, 4), (2, 3, 4)], [(2, 3, 4), (3, 4)], [(1, 2), (3, 2)], [(17, 40), (40, 25)],
    [(70, 300), (300, 50)], [(2, 9, 20), (20, 30)], [(64, 64), (64,)], [(64,), (64, 64)], [(1000,), (1000,)], [(3, 5000), (5000,)],
    [(1, 5000), (5000, 3)], [(6, 2, 2), (6, 2, 2)], [(2, 1, 4, 4), (3, 4, 4)],
]


def attempt(function):
    try:
        r = np.asarray(function())
    except (ValueError, IndexError) as e:
        return ["error", str(e)]
    return [list(r.shape), digest(r)]


def shapes():
    found = []
    for s, t in SHAPES:
        a, b = values(s, "f8", 5), values(t, "f8", 6)
        for name in ["matmul", "dot", "inner", "outer", "vdot", "vecdot", "matvec", "vecmat"]:
            if name != "outer" or np.prod(s) * np.prod(t) <= 2000:
                found.append([name, s, t, *attempt(lambda: getattr(np, name)(a, b))])
        for axes in [0, 1, 2, [[0], [0]], [[-1], [-1]], [[0, 1], [0, 1]], [[1, 0], [0, 1]], [[0], [0, 1]]]:
            if np.prod(s) * np.prod(t) <= 20000:
                found.append(["tensordot", s, t, *attempt(lambda: np.tensordot(a, b, axes)), axes])
    return found


def term(rng, letters, ellipsis):
    chosen = [rng.choice(letters) for _ in range(rng.randrange(0, 4))]
    if ellipsis:
        chosen.insert(rng.randrange(len(chosen) + 1), "...")
    return "".join(chosen)


def sums():
    """Random expressions, and some that cannot be."""
    rng = random.Random(20)
    found, cases = [], 0
    while cases < 600:
        letters = "abcdeXY"[: rng.randrange(2, 8)]
        sizes = {letter: rng.choice([1, 2, 3, 4]) for letter in letters}
        if rng.random() < 0.03:
            sizes[letters[0]] = 0
        dots = [rng.randrange(1, 4) for _ in range(rng.randrange(0, 3))]
        count = rng.choice([1, 1, 2, 2, 2, 2, 3, 3, 4, 5])
        with_dots = rng.random() < 0.3
        terms = [term(rng, letters, with_dots and rng.random() < 0.7) for _ in range(count)]
        operand_shapes = []
        for t in terms:
            shape, rest = [], t
            while rest:
                if rest.startswith("..."):
                    shape += [1 if rng.random() < 0.2 else n for n in dots[rng.randrange(len(dots) + 1) :]]
                    rest = rest[3:]
                else:
                    once = t.count(rest[0]) == 1
                    shape.append(1 if once and rng.random() < 0.05 else sizes[rest[0]])
                    rest = rest[1:]
            operand_shapes.append(shape)
        text = ",".join(terms)
        used = sorted({c for c in text if c.isalpha()})
        if rng.random() < 0.7:
            out = [c for c in used if rng.random() < 0.5]
            rng.shuffle(out)
            if with_dots and rng.random() < 0.97:
                out.insert(rng.randrange(len(out) + 1), "...")
            if rng.random() < 0.03 and used:
                out.append(rng.choice(used))
            text += "->" + "".join(out)
        size = 1
        for n in sizes.values():
            size *= max(n, 1)
        dtype = rng.choice(["i8", "f8", "f8", "f4", "c16", "?", "i1", "u2", "f2"])
        operands = [values(shape, dtype, i) for i, shape in enumerate(operand_shapes)]
        try:
            r = np.asarray(np.einsum(text, *operands))
            if dtype == "f2" and r.size and abs(r).max() > 2000:
                continue
            found.append([text, dtype, operand_shapes, list(r.shape), digest(r)])
            cases += 1
        except ValueError:
            found.append([text, dtype, operand_shapes, "error"])
    return found


def placed():
    """Generalised ufuncs with axes, an axis, and axes that are kept."""
    rng = random.Random(21)
    found = []
    cores = {"matmul": (2, 2, 2), "matvec": (2, 1, 1), "vecmat": (1, 2, 1), "vecdot": (1, 1, 0)}
    while len(found) < 1200:
        name = rng.choice(list(cores))
        counts = list(cores[name])
        m, n, k = (rng.choice([1, 2, 3, 4]) for _ in range(3))
        core = {"matmul": [(m, k), (k, n)], "matvec": [(m, k), (k,)], "vecmat": [(k,), (k, n)], "vecdot": [(k,), (k,)]}[name]
        if name == "matmul" and rng.random() < 0.3:
            side = rng.randrange(2)
            core[side], counts[side], counts[2] = (k,), 1, 1
        stack = [rng.choice([1, 2, 3]) for _ in range(rng.randrange(0, 3))]
        shapes, axes = [], []
        for i in range(2):
            outer = [1 if rng.random() < 0.2 else d for d in stack[rng.randrange(len(stack) + 1) :]]
            ndim = len(outer) + counts[i]
            places = rng.sample(range(ndim), counts[i])
            shape = iter(outer)
            sizes = dict(zip(places, core[i]))
            shapes.append([sizes[d] if d in sizes else next(shape) for d in range(ndim)])
            axes.append([p - ndim if rng.random() < 0.4 else p for p in places])
        ndim = max(len(s) - c for s, c in zip(shapes, counts)) + counts[2]
        axes.append([p - ndim if rng.random() < 0.4 else p for p in rng.sample(range(ndim), counts[2])])
        options = {}
        if name == "vecdot" and rng.random() < 0.5:
            options["axis"] = rng.choice([0, -1, 1])
        elif rng.random() < 0.9:
            if not axes[2] and rng.random() < 0.5:
                axes.pop()
            if rng.random() < 0.05:
                axes[rng.randrange(len(axes))].append(0)
            if rng.random() < 0.05:
                axes.pop()
            if rng.random() < 0.05 and axes and axes[0]:
                axes[0][0] = 7
            options["axes"] = axes
        if "axes" not in options and rng.random() < (0.5 if name == "vecdot" else 0.05):
            options["keepdims"] = True
        a, b = values(shapes[0], "f8", 5), values(shapes[1], "f8", 6)
        try:
            r = np.asarray(getattr(np, name)(a, b, **{k: [tuple(x) for x in v] if k == "axes" else v for k, v in options.items()}))
            result = [list(r.shape), digest(r)]
        except (ValueError, IndexError, TypeError):
            result = ["error"]
        found.append([name, *shapes, options, *result])
    return found


def main():
    golden = {"pairs": pairs(), "wrapping": wrapping(), "small": small_types(), "shapes": shapes(), "einsum": sums(), "placed": placed()}
    path = pathlib.Path(__file__).with_name("products.json")
    parts = [f'"{k}":[\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in v) + "\n]" for k, v in golden.items()]
    path.write_text("{" + ",\n".join(parts) + "}\n")
    print({k: len(v) for k, v in golden.items()}, path.stat().st_size)


main()
