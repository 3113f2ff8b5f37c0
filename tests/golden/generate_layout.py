#!/usr/bin/env python3
"""Makes the golden file of the layout tests by asking NumPy.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6
    venv/bin/python tests/golden/generate_layout.py

Run by hand; the output is committed, so that `cargo test` needs no Python. Never edit the output.
Everything is seeded: a second run writes the same bytes.

Arrays are views of memory in which every element of 8 bytes holds its own byte offset, so that a result tells which elements
it has. A result is the name of the exception's class, or a list that starts with the shape.
"""
import json
import math
import pathlib
import random
import warnings

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
DTYPES = {1: "i1", 2: "i2", 3: "V3", 8: "i8", 16: "c16"}


def address(a):
    return a.__array_interface__["data"][0]


def attempt(f):
    """What `f` returns, or the name of what it raises."""
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def random_shape(rng, ndim, sizes=(0, 1, 1, 2, 3, 3, 4, 5), limit=200):
    while True:
        shape = tuple(rng.choice(sizes) for _ in range(ndim))
        if math.prod(shape) <= limit:
            return shape


def random_view(rng, itemsize=8, max_ndim=4, empty=0.06, plain=0.2):
    """An array with any strides, and the address of its memory."""
    sizes = (0, 1, 2, 3, 4) if rng.random() < empty else (1, 1, 2, 2, 3, 3, 4, 5, 6)
    shape = random_shape(rng, rng.randint(0, max_ndim), sizes)
    base = np.arange(math.prod(shape), dtype="i8") * 8
    base = base if itemsize == 8 else np.zeros(math.prod(shape), DTYPES[itemsize])
    a = base.reshape(shape, order=rng.choice("CF"))
    for _ in range(0 if rng.random() < plain else rng.randint(1, 4)):
        match rng.randint(0, 6):
            case 0:
                a = a.transpose(rng.sample(range(a.ndim), a.ndim))
            case 1 | 2:
                a = a[(*(random_slice(rng, n, True) for n in a.shape), ...)]
            case 3 if a.ndim < 5:
                at = rng.randint(0, a.ndim)
                a = a[(slice(None),) * at + (None,)]
            case 4 if a.ndim:
                a = np.flip(a, rng.sample(range(a.ndim), rng.randint(0, a.ndim)))
            case 5 if a.size <= 60:
                shape = [rng.randint(1, 3) if n == 1 else n for n in a.shape]
                shape = [rng.randint(1, 3)] * rng.choice((0, 0, 1)) + shape
                a = np.broadcast_to(a, shape) if len(shape) < 6 else a
            case 6 if a.ndim and min(a.shape) > 0:
                axis = rng.randrange(a.ndim)
                a = a[(slice(None),) * axis + (rng.randrange(a.shape[axis]), ...)]
    return a, base


def random_slice(rng, n, tame=False):
    def bound():
        if rng.random() < 0.4:
            return None
        return rng.randint(-n - 2, n + 2) if not tame else rng.choice((0, 1, -1, n, n - 1))

    step = rng.choice((None, None, 1, 1, 2, 2, 3, -1, -1, -2, -3))
    if not tame and rng.random() < 0.03:
        step = rng.choice((0, 0, 0, 7, -9, 2**62, -(2**63), 2**63 - 1, 2**70))
    s = slice(bound(), bound(), step)
    if tame and rng.random() < 0.85:
        s = slice(None, None, step) if len(range(n)[s]) == 0 or rng.random() < 0.5 else s
    return s


def described(a):
    return [list(a.shape), list(a.strides)]


# Reshape


def factors(rng, size):
    shape, primes = [], []
    n, p = size, 2
    while n > 1:
        while n % p == 0:
            primes.append(p)
            n //= p
        p += 1
    rng.shuffle(primes)
    while primes:
        k = rng.randint(1, min(len(primes), 3))
        shape.append(math.prod(primes[:k]))
        primes = primes[k:]
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        shape.insert(rng.randint(0, len(shape)), 1)
    return shape


def neighbours(rng, shape):
    """A new shape that splits and merges neighbours, and so is often a view."""
    shape = list(shape)
    for _ in range(rng.randint(1, 3)):
        i = rng.randint(0, len(shape))
        if rng.random() < 0.5 and i + 1 < len(shape):
            shape[i : i + 2] = [shape[i] * shape[i + 1]]
        elif i < len(shape) and shape[i] > 1:
            p = rng.choice([d for d in range(1, shape[i] + 1) if shape[i] % d == 0])
            shape[i : i + 1] = [p, shape[i] // p]
        else:
            shape.insert(i, 1)
    return shape


def reshape_case(rng):
    itemsize = rng.choice((8, 8, 1, 2, 3, 16))
    a, _base = random_view(rng, itemsize)
    kind = rng.random()
    if a.size == 0:
        shape = [rng.randint(0, 3) for _ in range(rng.randint(1, 4))]
    elif kind < 0.45:
        shape = neighbours(rng, a.shape)
    elif kind < 0.9:
        shape = factors(rng, a.size)
    else:
        shape = [rng.randint(0, 4) for _ in range(rng.randint(0, 4))]
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2)) if shape and rng.random() < 0.5 else 0):
        shape[rng.randrange(len(shape))] = rng.choice((-1, -1, -1, -2))
    order = rng.choice("CCF")

    def run():
        r = a.reshape(shape, order=order)
        return described(r) if address(r) == address(a) else [list(r.shape)]

    return described(a) + [itemsize, shape, order, attempt(run)]


# Index expressions


def checksum(values, origin):
    total = 0
    for v in values:
        total = (total * 31 + int(v) - origin) % 2147483647
    return total


def index_result(a, base, index, basic):
    def run():
        r = a[index]
        origin = address(a) - address(base)
        out = [list(r.shape), checksum(np.asarray(r).ravel(), origin)]
        if basic:
            # A full integer index would give a scalar.
            has_ellipsis = any(i is Ellipsis for i in index)
            v = a[index if has_ellipsis else (*index, ...)]
            assert v.shape == r.shape
            out += [list(v.strides), address(v) - address(a)]
        return out

    return attempt(run)


def nested(values):
    return str(values.tolist())


def slice_text(rng, s):
    part = lambda v: "" if v is None else str(v)
    if s.step is None and rng.random() < 0.8:
        return f"{part(s.start)}:{part(s.stop)}"
    none = "None" if rng.random() < 0.05 else ""
    return f"{part(s.start) or none}:{part(s.stop)}:{part(s.step)}"


def random_items(rng, shape, advanced):
    """The texts of the items of an index, which mostly fit an array of this shape."""
    common = rng.choice((1, 2, 2, 3, 0))
    items, axis, left = [], 0, len(shape)
    count = rng.randint(1, len(shape) + 2)
    ellipsis_at = rng.randrange(count) if rng.random() < 0.3 else -1
    if rng.random() < 0.85:
        count = min(count, len(shape) + (1 if ellipsis_at >= 0 else 0))
    for at in range(count):
        if at == ellipsis_at:
            items.append("...")
            axis = max(axis, len(shape) - (count - at - 1))
            continue
        n = shape[axis] if axis < len(shape) else 2
        kind = rng.random()
        if kind < 0.12:
            items.append(rng.choice(("None", "np.newaxis")))
            continue
        if advanced and kind < 0.19:
            items.append(rng.choice(("True", "True", "False")))
            continue
        if advanced and kind < 0.45:
            k = rng.choice((common, common, 1)) if rng.random() < 0.93 else rng.randint(0, 4)
            dims = (k,) if rng.random() < 0.75 else (rng.choice((1, 2)), k)
            low, high = (-n, n - 1) if n and rng.random() < 0.95 else (-n - 1, n)
            values = [rng.randint(low, high) for _ in range(math.prod(dims))]
            items.append(nested(np.array(values, "i8").reshape(dims)))
            axis += 1
            continue
        if advanced and kind < 0.6:
            k = min(rng.choice((1, 1, 2)), max(1, len(shape) - axis))
            dims = [shape[axis + i] if axis + i < len(shape) else 2 for i in range(k)]
            if rng.random() < 0.06:
                dims[rng.randrange(k)] += rng.choice((1, 2))
            values = np.zeros(math.prod(dims), bool)
            trues = min(rng.choice((common, common, 1, rng.randint(0, 4))), len(values))
            values[rng.sample(range(len(values)), trues)] = True
            items.append(nested(values.reshape(dims)))
            axis += k
            continue
        if kind < 0.8:
            fits = n and rng.random() < 0.95
            items.append(str(rng.randint(-n, n - 1) if fits else rng.choice((n, -n - 1, n + 3))))
        else:
            items.append(slice_text(rng, random_slice(rng, n)))
        axis += 1
    if rng.random() < 0.01:
        items.insert(rng.randint(0, len(items)), "...")
    return items


def index_cases(rng, arrays, each):
    out = []
    for i in range(arrays):
        a, base = random_view(rng, max_ndim=rng.choice((1, 2, 3, 3, 4)), plain=0.4)
        if i < 3:
            base = np.zeros(1, "i8")
            a = base.reshape(())
        cases = {}
        for _ in range(each):
            advanced = rng.random() < 0.75
            items = random_items(rng, a.shape, advanced)
            text = ", ".join(items)
            if not text or rng.random() < 0.02:
                text = "()"
            elif rng.random() < 0.05:
                text += ","
            index = eval(f"np.index_exp[{text}]")
            basic = not any(isinstance(i, (list, bool)) for i in index)
            cases[text] = index_result(a, base, index, basic)
        out.append(described(a) + [[[t, r] for t, r in cases.items()]])
    return out


# Index items that text cannot spell: arrays without dimensions, masks without elements.


def encoded(item):
    if item is Ellipsis:
        return "..."
    if isinstance(item, slice):
        return {"s": [item.start, item.stop, item.step]}
    if isinstance(item, np.ndarray):
        key = "m" if item.dtype == bool else "i"
        return {key: list(item.shape), "v": [int(v) for v in item.ravel()]}
    return item


def item_cases(rng, count):
    out = []
    while len(out) < count:
        a, base = random_view(rng, empty=0.3)
        items, special = [], False
        for axis in range(rng.randint(1, a.ndim + 1)):
            n = a.shape[axis] if axis < a.ndim else 2
            match rng.randint(0, 7):
                case 0:
                    items.append(np.array(rng.randint(-n - 1, n)))
                    special = True
                case 1:
                    items.append(np.array(rng.random() < 0.6))
                    special = True
                case 2:
                    k = rng.randint(1, 2)
                    shape = [m if rng.random() < 0.5 else 0 for m in a.shape[axis : axis + k]] or [0]
                    items.append(np.zeros(shape, bool))
                    special = True
                case 3:
                    shape = random_shape(rng, rng.randint(1, 3), (0, 1, 1, 2))
                    values = [rng.randint(-n, max(n - 1, 0)) for _ in range(math.prod(shape))]
                    items.append(np.array(values, "i8").reshape(shape))
                    special |= len(shape) > 2 or 0 in shape
                case 4:
                    items.append(random_slice(rng, n))
                case 5:
                    items.append(rng.choice((None, ..., True)))
                case 6 | 7:
                    items.append(rng.randint(-n, max(n - 1, 0)))
        big = any(isinstance(i, slice) and i.step is not None and abs(i.step) >= 2**63 for i in items)
        if special and not big:
            out.append(described(a) + [[encoded(i) for i in items], index_result(a, base, tuple(items), False)])
    return out


# Axes


def axis_of(rng, ndim):
    return rng.randint(-ndim, ndim - 1) if ndim and rng.random() < 0.9 else rng.randint(-ndim - 2, ndim + 1)


def axes_of(rng, ndim, most):
    if rng.random() < 0.12:
        return [axis_of(rng, ndim) for _ in range(rng.randint(0, most))]
    axes = rng.sample(range(ndim), min(rng.randint(0, most), ndim))
    return [axis - ndim if rng.random() < 0.3 else axis for axis in axes]


def axes_case(rng, name):
    a, _base = random_view(rng)
    n = a.ndim
    match name:
        case "transpose":
            args = [None if rng.random() < 0.15 else axes_of(rng, n, n) if rng.random() < 0.15 else rng.sample(range(n), n)]
            run = lambda: a.transpose(*args)
        case "swapaxes":
            args = [axis_of(rng, n), axis_of(rng, n)]
            run = lambda: a.swapaxes(*args)
        case "moveaxis":
            source = axes_of(rng, n, n)
            k = len(source) if rng.random() < 0.9 else rng.randint(0, n)
            args = [source, rng.sample(range(-n, 0), k) if n >= k else source]
            run = lambda: np.moveaxis(a, *args)
        case "rollaxis":
            args = [axis_of(rng, n), rng.choice((axis_of(rng, n), n))]
            run = lambda: np.rollaxis(a, *args)
        case "squeeze":
            ones = [i for i, m in enumerate(a.shape) if m == 1]
            args = [rng.choice((None, axes_of(rng, n, n), rng.sample(ones, rng.randint(0, len(ones)))))]
            run = lambda: a.squeeze(None if args[0] is None else tuple(args[0]))
        case "expand_dims":
            k = rng.randint(0, 3)
            args = [rng.sample(range(-n - k, 0), k) if rng.random() < 0.8 else [axis_of(rng, n + k) for _ in range(k)]]
            run = lambda: np.expand_dims(a, tuple(args[0]))
        case "flip":
            args = [rng.choice((None, axes_of(rng, n, n)))]
            run = lambda: np.flip(a, None if args[0] is None else tuple(args[0]))
        case "diagonal":
            args = [rng.randint(-4, 4), axis_of(rng, n), axis_of(rng, n)] if rng.random() < 0.6 else [rng.randint(-2, 2), 0, 1]
            run = lambda: a.diagonal(*args)
        case "sliding_window":
            if rng.random() < 0.4:
                window, axes = [rng.randint(0, m) + (rng.random() < 0.05) for m in a.shape], None
            else:
                axes = [axis_of(rng, n) for _ in range(rng.randint(0, 2))]
                window = [rng.randint(0, a.shape[i] if -n <= i < n else 2) for i in axes]
            if rng.random() < 0.05:
                window = window + [1]
            args = [window, axes]
            run = lambda: sliding_window_view(a, tuple(window), axes if axes is None else tuple(axes))
        case "broadcast_to":
            shape = [rng.randint(0, 4) if m == 1 else m for m in a.shape]
            shape = [rng.randint(0, 3) for _ in range(rng.randint(0, 2))] + shape
            if shape and rng.random() < 0.15:
                shape[rng.randrange(len(shape))] += 1
            args = [shape[1:] if rng.random() < 0.06 else shape]
            run = lambda: np.broadcast_to(a, tuple(args[0]))

    def result():
        r = run()
        r = r if n or name != "flip" else a  # NumPy makes a scalar of it
        return described(r) + [address(r) - address(a)]

    return [name] + described(a) + [args, attempt(result)]


def broadcast_shapes_case(rng):
    ndim = rng.randint(0, 5)
    whole = [rng.choice((0, 1, 2, 3, 4)) for _ in range(ndim)]
    shapes = []
    for _ in range(rng.randint(0, 4)):
        shape = [1 if rng.random() < 0.35 else n for n in whole[rng.randint(0, ndim) :]]
        if shape and rng.random() < 0.08:
            shape[rng.randrange(len(shape))] = rng.randint(0, 5)
        shapes.append(shape)
    return [shapes, attempt(lambda: list(np.broadcast_shapes(*map(tuple, shapes))))]


# New arrays and flags


def new_case(rng):
    itemsize = rng.choice(list(DTYPES))
    if rng.random() < 0.3:
        sizes = (0, 1, 2, 3, 2**31, 2**40, 2**62, 2**63 - 1)
        shape = [rng.choice(sizes) for _ in range(rng.randint(1, 4))]
        bytes_ = math.prod(n for n in shape if n) * itemsize
        if 0 not in shape and 2**20 < bytes_ < 2**63:
            return new_case(rng)
    elif rng.random() < 0.05:
        shape = [1] * rng.randint(62, 67)
    else:
        shape = list(random_shape(rng, rng.randint(0, 5)))
    order = rng.choice("CF")
    return [shape, itemsize, order, attempt(lambda: list(np.empty(shape, DTYPES[itemsize], order=order).strides))]


def order_case(rng):
    itemsize = rng.choice(list(DTYPES))
    a, _base = random_view(rng, itemsize, max_ndim=5, plain=0.05)
    other = rng.choice((1, 2, 8, 16)) if itemsize != 3 else 3
    like = np.empty_like(a, dtype=DTYPES[other], order="K")
    copied = a.copy("K")
    flags = [bool(a.flags.c_contiguous), bool(a.flags.f_contiguous)]
    bounds = np.lib.array_utils.byte_bounds(a) if a.size else (address(a), address(a))
    extent = [bounds[0] - address(a), bounds[1] - address(a)]
    return described(a) + [itemsize, list(copied.strides), other, list(like.strides), flags, extent]


def overlap_case(rng):
    size = rng.randint(1, 4)
    base = np.zeros(60, DTYPES[8])

    def part():
        start, stop = sorted(rng.sample(range(61), 2))
        a = base[start:stop][:: rng.choice((1, 2, 3, -1, -2))]
        return np.broadcast_to(a, (size, *a.shape)) if rng.random() < 0.3 else a

    a, b = part(), part()
    return [address(a) - address(base), *described(a), address(b) - address(base), *described(b), bool(np.may_share_memory(a, b))]


# What NumPy says, for the messages that keep its words.

MESSAGES = [
    ("index", (3,), "5"),
    ("index", (3, 4), "-1, -5"),
    ("index", (3, 4), "0, 0, 0"),
    ("index", (), "0"),
    ("index", (3, 4), "..., ..."),
    ("index", (3, 4), "::0"),
    ("index", (3,), "[True, False, True, False]"),
    ("index", (3, 4), ":, [[True, False]]"),
    ("index", (3, 4), ":, [True, False]"),
    ("index", (3, 4), "[0, 1], [0, 1, 2]"),
    ("index", (3, 4), "[[0, 1], [1, 2], [1, 1]], [0, 1, 2]"),
    ("index", (3, 4), "False, [0, 1]"),
    ("index", (2, 2), "[[True, True], [True, False]], False, False"),
    ("index", (3, 4), ", ".join(["None"] * 65)),
    ("index", (3, 4), ", ".join(["True"] * 65)),
    ("reshape", (3, 4), [5, 2]),
    ("reshape", (3, 4), [5]),
    ("reshape", (3, 4), []),
    ("reshape", (3, 4), [-1, -1]),
    ("reshape", (3, 4), [1] * 65),
    ("new", (2**62, 4), None),
    ("new", (1,) * 65, None),
    ("broadcast", (2, 3), (4,)),
    ("broadcast", (2, 1), (0, 3)),
    ("broadcast_to", (3, 4), [[2, 3, 5]]),
    ("transpose", (3, 4), [[0]]),
    ("transpose", (3, 4), [[0, 3]]),
    ("swapaxes", (3, 4), [0, 3]),
    ("moveaxis", (3, 4), [[0, 0], [0, 1]]),
    ("moveaxis", (3, 4), [[0, 1], [1, 1]]),
    ("moveaxis", (3, 4), [[0], [0, 1]]),
    ("moveaxis", (3, 4), [[3], [0]]),
    ("moveaxis", (3, 4), [[0], [-3]]),
    ("rollaxis", (3, 4), [0, 3]),
    ("squeeze", (3, 4), [[0]]),
    ("squeeze", (3, 4), [[-3]]),
    ("expand_dims", (3, 4), [[5]]),
    ("expand_dims", (3, 4), [[0, 0]]),
    ("flip", (3, 4), [[0, 0]]),
    ("diagonal", (3, 4), [0, 0, 0]),
    ("diagonal", (3, 4), [0, 0, 2]),
    ("diagonal", (3,), [0, 0, 1]),
    ("sliding_window", (3, 4), [[4, 1], None]),
    ("sliding_window", (3, 4), [[1], [0, 1]]),
]


def message_case(name, shape, args):
    a = np.empty(1) if name == "new" else np.empty(shape)
    tuples = lambda: [tuple(arg) if isinstance(arg, list) else arg for arg in args]
    run = {
        "index": lambda: eval(f"a[{args}]", {"a": a, "np": np}),
        "new": lambda: np.empty(shape),
        "broadcast": lambda: np.add(a, np.empty(args)),
        "sliding_window": lambda: sliding_window_view(a, *tuples()),
        "reshape": lambda: a.reshape(args),
        "transpose": lambda: a.transpose(*tuples()),
    }.get(name, lambda: getattr(np, name)(a, *tuples()))
    try:
        run()
    except (ValueError, IndexError) as e:
        return [name, list(shape), args, " ".join(str(e).split())]


AXES = "transpose swapaxes moveaxis rollaxis squeeze expand_dims flip diagonal sliding_window broadcast_to".split()


def unique(cases):
    return list({json.dumps(c): c for c in cases}.values())


if __name__ == "__main__":
    assert np.__version__ == "2.4.6", "pin the version: results differ"
    rng = random.Random(3)
    golden = {
        "reshape": unique(reshape_case(rng) for _ in range(1200)),
        "index": index_cases(rng, 560, 9),
        "items": unique(item_cases(rng, 500)),
        "axes": unique(axes_case(rng, name) for name in AXES for _ in range(250)),
        "broadcast_shapes": unique(broadcast_shapes_case(rng) for _ in range(700)),
        "new": unique(new_case(rng) for _ in range(400)),
        "order": unique(order_case(rng) for _ in range(400)),
        "messages": [message_case(*case) for case in MESSAGES],
        "overlap": unique(overlap_case(rng) for _ in range(200)),
    }
    path = HERE / "layout.json"
    lines = ",\n".join(f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in golden.items())
    path.write_text("{\n" + lines + "\n}\n")
    print(f"{path.name}: {path.stat().st_size:,} bytes", {k: len(v) for k, v in golden.items()})
