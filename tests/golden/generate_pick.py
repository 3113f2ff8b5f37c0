#!/usr/bin/env python3
"""Makes the golden file of the functions that pick, put, join and index, by asking NumPy.

    venv/bin/python tests/golden/generate_pick.py

See generate.py for how to set up the environment. Everything is seeded: a second run writes the same bytes.

An array is written as "dtype|shape|axes|looks|factor|modulus": element i of a new array of that shape is i * factor % modulus,
less the modulus // 3 if the dtype is signed; the axes are then permuted, and each is looked at as it is ('n'), backwards ('f'),
at every second position ('s'), or its one position so many times (a number: broadcast). For bytes the element is that number
of times the letter 'a' (at most three). Values in results are integers, for bytes their lengths; strides are given where a
result has elements, and are null along axes of one position, where they mean nothing.
"""
import json
import pathlib
import random

import numpy as np

HERE = pathlib.Path(__file__).parent
DTYPES = ["i4", "i4", "f8", "f8", "u1", "i8", "f4", "c16", ">i4", ">f8", "?", "f2", "i2", "S3"]


class Spec:
    """An array, and the text that describes it."""

    def __init__(self, rng, shape, dtype=None, modulus=None):
        self.dtype = dtype or rng.choice(DTYPES)
        modulus = modulus or rng.choice([2, 3, 5, 50])
        if self.dtype == "?":
            modulus = 2
        if self.dtype == "S3":
            modulus = 4
        factor = rng.choice([1, 1, 7, 13])
        axes = list(range(len(shape)))
        if rng.random() < 0.4:
            rng.shuffle(axes)
        looks = [rng.choice("nnnnnnnffs") for _ in axes]
        if rng.random() < 0.1:
            looks = [str(n) if rng.random() < 0.5 else look for n, look in zip(shape, looks)]
        own = [2 * n if look == "s" else 1 if look.isdigit() else n for n, look in zip(shape, looks)]
        inverse = [0] * len(axes)
        for i, axis in enumerate(axes):
            inverse[axis] = i
        base = tuple(own[inverse[i]] for i in range(len(axes)))
        values = np.arange(int(np.prod(base))) * factor % modulus
        if self.dtype == "S3":
            array = np.array([b"a" * v for v in values.tolist()], dtype="S3")
        else:
            if self.dtype.strip(">")[0] in "if":
                values = values - modulus // 3
            array = values.astype(self.dtype)
        # Without elements a new array has other strides than a reshaped one.
        array = (array.reshape(base) if array.size else np.empty(base, array.dtype)).transpose(axes)
        steps = {"f": slice(None, None, -1), "s": slice(None, None, 2)}
        array = array[tuple(steps.get(look, slice(None)) for look in looks) + (...,)]
        self.array = np.broadcast_to(array, shape) if any(look.isdigit() for look in looks) else array
        assert self.array.shape == tuple(shape)
        join = lambda items: ",".join(map(str, items))
        self.text = f"{self.dtype}|{join(base)}|{join(axes)}|{join(looks)}|{factor}|{modulus}"


def ints(array):
    if array.dtype.kind == "S":
        return np.char.str_len(array).ravel().tolist()
    return array.real.ravel().astype(np.int64).tolist()


def show(result, strides=True):
    """What a result is: a scalar or array, or several."""
    if isinstance(result, (tuple, list)):
        return [show(r, strides) for r in result]
    array = np.asarray(result)
    shown = {"d": array.dtype.str, "s": array.shape, "v": ints(array)}
    if strides and array.size and array.ndim > 1:
        shown["t"] = [None if n == 1 else stride for n, stride in zip(array.shape, array.strides)]
    return shown


def random_shape(rng, least=0):
    ndim = rng.choice([n for n in [0, 1, 1, 2, 2, 3, 3] if n >= least])
    return tuple(rng.choice([0, 1, 2, 3, 3, 4, 5]) for _ in range(ndim))


def random_axis(rng, ndim, none=True):
    if none and rng.random() < 0.25:
        return None
    wild = 1 if rng.random() < 0.05 else 0
    return rng.randint(-ndim - wild, max(ndim - 1, 0) + wild)


def index_list(rng, n, shape, wild=0.06):
    """Positions on an axis of size n, mostly; as a plain list of integers in a shape."""
    far = rng.random() < wild
    low, high = (-n - 2, n + 1) if far else (-n, n - 1)
    values = [rng.randint(low, high) if high >= low else 0 for _ in range(int(np.prod(shape)))]
    return np.array(values, dtype=rng.choice(["i8", "i8", "i4", "i2", ">i8"])).reshape(shape)


def given(array):
    return {"d": array.dtype.str, "s": array.shape, "v": array.ravel().tolist()}


class Flat:
    """A result of which it matters whether it is a view, and along one axis the stride."""

    def __init__(self, array, result):
        self.shown = show(result) | {"shares": bool(np.shares_memory(array, result))}
        if result.size > 1 and result.ndim == 1:
            self.shown["t"] = result.strides


MODES = ["raise", "raise", "wrap", "clip"]
INDEX_SHAPES = [(), (1,), (3,), (4,), (2, 2), (0,), (2, 0), (1, 3)]


def broadcastable(rng, shape):
    """A shape that broadcasts with this one, mostly."""
    part = shape[rng.randint(0, len(shape)) :]
    part = tuple(1 if rng.random() < 0.25 else n for n in part)
    return tuple(n + 1 for n in part) if rng.random() < 0.05 else part


def make(rng, name):
    """The arguments of a case as JSON, and the call."""
    shape = random_shape(rng)
    size = int(np.prod(shape))
    a = Spec(rng, shape)
    mode = rng.choice(MODES)
    if name == "take":
        axis = random_axis(rng, len(shape))
        n = size if axis is None or not -len(shape) <= axis < len(shape) else shape[axis]
        i = index_list(rng, n, rng.choice(INDEX_SHAPES), 0.5 if mode != "raise" else 0.06)
        if mode == "wrap" and n == 0:
            mode = "clip"  # NumPy never returns where it wraps around nothing.
        return dict(a=a.text, i=given(i), axis=axis, mode=mode), lambda: np.asarray(np.take(a.array, i, axis=axis, mode=mode), a.array.dtype)
    if name == "take_along_axis":
        axis = random_axis(rng, len(shape))
        if axis is None:
            i = index_list(rng, size, rng.choice([(3,), (0,), (2, 2)]))
        else:
            n = shape[axis] if -len(shape) <= axis < len(shape) else 1
            want = list(shape)
            if -len(shape) <= axis < len(shape):
                want[axis] = rng.choice([0, 1, 2, 4])
            want = [1 if rng.random() < 0.15 else m for m in want]
            i = index_list(rng, n, tuple(want))
        return dict(a=a.text, i=given(i), axis=axis), lambda: np.take_along_axis(a.array, i, axis=axis)
    if name == "put_along_axis":
        shape = random_shape(rng, 1)
        a = Spec(rng, shape)
        axis = random_axis(rng, len(shape), none=False)
        n = shape[axis] if -len(shape) <= axis < len(shape) else 1
        want = list(shape)
        if -len(shape) <= axis < len(shape):
            want[axis] = rng.choice([0, 1, 2, 4])
        i = index_list(rng, n, tuple(want))
        v = Spec(rng, broadcastable(rng, tuple(want)), a.dtype)

        def call():
            target = a.array.copy()
            np.put_along_axis(target, i, v.array, axis)
            return target

        return dict(a=a.text, i=given(i), axis=axis, v=v.text), call
    if name == "put":
        i = index_list(rng, size, rng.choice(INDEX_SHAPES), 0.5 if mode != "raise" else 0.06)
        v = Spec(rng, rng.choice([(), (1,), (2,), (2, 2), (0,), (5,)]), rng.choice([a.dtype, a.dtype, "i4", "u1"]))
        if (v.dtype == "S3") != (a.dtype == "S3"):
            v = Spec(rng, v.array.shape, a.dtype)

        def call():
            target = a.array.copy()
            np.put(target, i, v.array, mode=mode)
            return target

        return dict(a=a.text, i=given(i), v=v.text, mode=mode), call
    if name in ("putmask", "place"):
        m = Spec(rng, shape if rng.random() < 0.9 else random_shape(rng), rng.choice(["?", "?", "i4", "f8"]), rng.choice([2, 3]))
        v = Spec(rng, rng.choice([(), (1,), (2,), (2, 2), (0,), (5,), shape]), a.dtype)

        def call():
            target = a.array.copy()
            getattr(np, name)(target, m.array, v.array)
            return target

        return dict(a=a.text, m=m.text, v=v.text), call
    if name == "compress":
        axis = random_axis(rng, len(shape))
        n = size if axis is None or not -len(shape) <= axis < len(shape) else shape[axis]
        n = max(0, n + rng.choice([0, 0, 0, -1, 1]))
        m = Spec(rng, (n,) if rng.random() < 0.95 else (n, 1), rng.choice(["?", "?", "i4"]), rng.choice([2, 3]))
        return dict(a=a.text, m=m.text, axis=axis), lambda: np.compress(m.array, a.array, axis=axis)
    if name == "extract":
        m = Spec(rng, shape if rng.random() < 0.8 else random_shape(rng), rng.choice(["?", "?", "i4", "S3"]), rng.choice([2, 3]))
        return dict(a=a.text, m=m.text), lambda: np.extract(m.array, a.array)
    if name == "mask":
        m = Spec(rng, shape, "?")
        if shape == ():
            m = Spec(rng, (), "?")
        return dict(a=a.text, m=m.text), lambda: a.array[m.array]
    if name == "fancy":
        shape = random_shape(rng, 1)
        a = Spec(rng, shape)
        axis = rng.randrange(len(shape))
        both = rng.random() < 0.4 and axis + 1 < len(shape)
        common = rng.choice([(3,), (2, 3), (2, 3), (2, 2, 3), (0, 2)])
        i = [Spec(rng, common, "i8", max(shape[axis + k], 1)) for k in range(1 + both)]
        # From zero on: positions on the axis.
        index = (slice(None),) * axis + tuple(x.array - x.array.min(initial=0) for x in i)
        return dict(a=a.text, axis=axis, arrays=[x.text for x in i]), lambda: a.array[index]
    if name == "choose":
        n = rng.randint(1, 4)
        i = index_list(rng, n, shape, 0.0)
        if mode == "raise":
            i = np.abs(i) % n if rng.random() < 0.9 else i
        kind = [t for t in DTYPES if t != "S3"]
        choices = [Spec(rng, broadcastable(rng, shape), rng.choice(kind)) for _ in range(n)]
        return dict(i=given(i), choices=[c.text for c in choices], mode=mode), lambda: np.choose(i, [c.array for c in choices], mode=mode)
    if name == "select":
        n = rng.randint(0, 3) if rng.random() < 0.1 else rng.randint(1, 3)
        kind = [t for t in DTYPES if t != "S3"]
        conditions = [Spec(rng, broadcastable(rng, shape), "?" if rng.random() < 0.97 else "i4") for _ in range(n)]
        choices = [Spec(rng, broadcastable(rng, shape), rng.choice(kind)) for _ in range(n)]
        default = rng.choice([0, 3, 7])
        return (
            dict(conditions=[c.text for c in conditions], choices=[c.text for c in choices], default=default),
            lambda: np.select([c.array for c in conditions], [c.array for c in choices], default),
        )
    if name == "where":
        c = Spec(rng, broadcastable(rng, shape), rng.choice(["?", "?", "?", "i4", "f8", "S3", "c16"]), rng.choice([2, 3]))
        strings = rng.random() < 0.1
        kind = ["S3"] if strings else [t for t in DTYPES if t != "S3"]
        x = Spec(rng, broadcastable(rng, shape), rng.choice(kind))
        y = Spec(rng, broadcastable(rng, shape), rng.choice(kind + [x.dtype] * 12))
        return dict(c=c.text, x=x.text, y=y.text), lambda: np.where(c.array, x.array, y.array)
    if name in ("nonzero", "argwhere", "flatnonzero", "count_nonzero"):
        a = Spec(rng, shape, None, rng.choice([2, 3, 5]))
        return dict(a=a.text), lambda: getattr(np, name)(a.array)
    if name == "fill_diagonal":
        n = rng.choice([0, 1, 2, 3])
        shape = rng.choice([(n, n), (n, n, n), random_shape(rng, 2), (5, 2), (7, 3), random_shape(rng)])
        a = Spec(rng, shape)
        v = Spec(rng, rng.choice([(), (1,), (2,), (5,), (2, 2), (0,)]), a.dtype)
        wrap = rng.random() < 0.5

        def call():
            target = a.array.copy()
            np.fill_diagonal(target, v.array, wrap=wrap)
            return target

        return dict(a=a.text, v=v.text, wrap=wrap), call
    if name == "ix_":
        arrays = [Spec(rng, (rng.randint(0, 4),) if rng.random() < 0.95 else (2, 2), rng.choice(["?", "i4", "i8"])) for _ in range(rng.randint(1, 3))]
        return dict(arrays=[x.text for x in arrays]), lambda: np.ix_(*[x.array for x in arrays])
    if name == "ravel_multi_index":
        dims = tuple(rng.randint(1, 5) for _ in range(rng.randint(1, 3)))
        common = rng.choice([(), (3,), (2, 2), (0,)])
        count = len(dims) if rng.random() < 0.95 else len(dims) + 1
        wild = 0.1 if mode == "raise" else 0.8
        coordinates = []
        for k in range(count):
            n = dims[min(k, len(dims) - 1)]
            i = index_list(rng, n, common, wild)
            coordinates.append(i if mode != "raise" or rng.random() < 0.1 else np.where(i < 0, i + n, i).astype("i8"))
        return dict(coordinates=[given(i) for i in coordinates], dims=dims, mode=mode), lambda: np.ravel_multi_index(tuple(coordinates), dims, mode=mode)
    if name == "unravel_index":
        size = int(np.prod(shape))
        i = np.array([rng.randint(0, max(size - 1, 0)) for _ in range(3)]).reshape(3) if rng.random() < 0.9 else index_list(rng, size, (2, 2), 0.5)
        i = i[:0] if rng.random() < 0.1 else i
        return dict(i=given(i), shape=shape), lambda: np.unravel_index(i, shape)
    if name in ("tril_indices", "triu_indices"):
        n, k, m = rng.randint(0, 6), rng.randint(-7, 7), rng.choice([None, rng.randint(0, 6)])
        return dict(n=n, k=k, m=m), lambda: getattr(np, name)(n, k, m)
    if name == "diag_indices":
        n, ndim = rng.randint(0, 5), rng.randint(1, 4)
        return dict(n=n, ndim=ndim), lambda: np.diag_indices(n, ndim)
    if name == "indices":
        return dict(shape=shape), lambda: np.indices(shape)
    if name in ("concatenate", "stack", "vstack", "hstack", "dstack", "column_stack"):
        shape = shape if rng.random() < 0.2 else random_shape(rng, 1)
        kind = ["S3"] if rng.random() < 0.1 else [t for t in DTYPES if t != "S3"]
        axis = random_axis(rng, len(shape) + (name == "stack"), none=name == "concatenate")
        arrays = []
        for _ in range(rng.randint(0, 3) if rng.random() < 0.1 else rng.randint(1, 3)):
            own = list(shape)
            join = {"vstack": 0, "hstack": 1 if len(shape) > 1 else 0, "dstack": 2, "column_stack": 1}.get(name, axis)
            if name != "stack" and join is not None and -len(own) <= join < len(own) and own:
                own[join] = rng.randint(0, 3)
            if rng.random() < 0.04 or axis is None:
                own = random_shape(rng)
            arrays.append(Spec(rng, tuple(own), rng.choice(kind)))
        call = {
            "concatenate": lambda: np.concatenate([x.array for x in arrays], axis=axis),
            "stack": lambda: np.stack([x.array for x in arrays], axis=axis),
        }.get(name, lambda: getattr(np, name)([x.array for x in arrays]))
        return dict(arrays=[x.text for x in arrays], axis=axis), call
    if name == "repeat":
        axis = random_axis(rng, len(shape))
        n = size if axis is None or not -len(shape) <= axis < len(shape) else shape[axis]
        count = rng.choice([(), (1,), (n,), (n,), (n,), (n + 1,)])
        # Of nothing NumPy does not look at the counts.
        counts = np.array([rng.randint(0, 3) for _ in range(int(np.prod(count)))], dtype="i8").reshape(count)
        if rng.random() < 0.05 and size:
            counts = counts - 2
        return dict(a=a.text, i=given(counts), axis=axis), lambda: np.repeat(a.array, counts, axis=axis)
    if name == "tile":
        reps = tuple(rng.choice([0, 1, 1, 2, 3]) for _ in range(rng.randint(0, 3)))
        return dict(a=a.text, reps=reps), lambda: np.tile(a.array, reps)
    if name == "roll":
        axis = random_axis(rng, len(shape))
        shift = rng.randint(-7, 7)
        return dict(a=a.text, shift=shift, axis=axis), lambda: np.roll(a.array, shift, axis)
    if name == "roll_axes":
        shape = random_shape(rng, 1)
        a = Spec(rng, shape)
        axes = [rng.randint(-len(shape), len(shape) - 1) for _ in range(rng.randint(0, 3))]
        shifts = [rng.randint(-7, 7) for _ in axes]
        return dict(a=a.text, shifts=shifts, axes=axes), lambda: np.roll(a.array, tuple(shifts), tuple(axes))
    if name == "append":
        axis = random_axis(rng, len(shape))
        other = list(shape)
        if axis is not None and shape and -len(shape) <= axis < len(shape):
            other[axis] = rng.randint(0, 3)
        v = Spec(rng, tuple(other) if rng.random() < 0.9 else random_shape(rng), a.dtype if a.dtype == "S3" else rng.choice(DTYPES[:-1]))
        return dict(a=a.text, v=v.text, axis=axis), lambda: np.append(a.array, v.array, axis)
    if name in ("insert", "delete"):
        shape = shape if rng.random() < 0.1 else random_shape(rng, 1)
        a = Spec(rng, shape)
        axis = random_axis(rng, len(shape))
        n = int(np.prod(shape)) if axis is None or not -len(shape) <= axis < len(shape) else shape[axis]
        kind = rng.choice(["int", "slice", "list", "list", "mask"])
        if kind == "int":
            told = rng.randint(-n - 1, n + 1)
            obj = told
        elif kind == "slice":
            told = [rng.choice([None, rng.randint(-n, n)]), rng.choice([None, rng.randint(-n, n)]), rng.choice([None, 2, -1, -2])]
            obj = slice(*told)
        elif kind == "list":
            obj = index_list(rng, n, (rng.choice([0, 1, 2, 3]),))
            told = given(obj)
        else:
            obj = Spec(rng, (n if rng.random() < 0.9 else n + 1,), "?", 2).array
            told = given(obj)
        arguments = dict(a=a.text, kind=kind, i=told, axis=axis)
        if name == "delete":
            return arguments, lambda: np.delete(a.array, obj, axis)
        count = len(range(*obj.indices(n))) if kind == "slice" else int(np.sum(obj)) if kind == "mask" else np.size(obj)
        fit = list(shape) if axis is not None else [n]
        if axis is not None and -len(shape) <= axis < len(shape):
            fit[axis] = count
        want = rng.choice([(), tuple(fit), tuple(fit[1:]), (count,), (2,), (1,) * len(fit)])
        v = Spec(rng, want, a.dtype if a.dtype in ("S3", "?") else rng.choice([a.dtype, "i4", "f8"]))
        return dict(v=v.text, **arguments), lambda: np.insert(a.array, obj, v.array, axis)
    if name in ("split", "array_split", "hsplit", "vsplit", "dsplit"):
        shape = random_shape(rng, rng.choice([0, 1, 2, 3]))
        a = Spec(rng, shape)
        axis = random_axis(rng, len(shape), none=False)
        cuts = rng.choice([rng.randint(0, 4), 1, 2, [rng.randint(-5, 6) for _ in range(rng.randint(0, 3))]])
        call = {"split": lambda: np.split(a.array, cuts, axis), "array_split": lambda: np.array_split(a.array, cuts, axis)}
        return dict(a=a.text, cuts=cuts, axis=axis), call.get(name, lambda: getattr(np, name)(a.array, cuts))
    if name == "unstack":
        axis = random_axis(rng, len(shape), none=False)
        return dict(a=a.text, axis=axis), lambda: [np.asarray(r, a.array.dtype) for r in np.unstack(a.array, axis=axis)]
    if name == "trim_zeros":
        a = Spec(rng, shape, None, rng.choice([2, 3, 5, 50]))
        trim = rng.choice(["f", "b", "fb"])
        axes = rng.choice([None, None, None, [rng.randint(-2, 2)], [0, 1], [0, 0], []])
        return dict(a=a.text, trim=trim, axes=axes), lambda: np.trim_zeros(a.array, trim, axis=None if axes is None else tuple(axes))
    if name == "resize":
        new = random_shape(rng)
        return dict(a=a.text, shape=new), lambda: np.resize(a.array, new)
    if name == "rot90":
        turns, axes = rng.randint(-5, 5), rng.choice([[0, 1], [1, 0], [-1, 0], [0, 0], [1, 2], [0, -2]])
        return dict(a=a.text, turns=turns, axes=axes), lambda: np.rot90(a.array, turns, axes)
    if name == "block":
        depth = rng.choice([0, 1, 2, 2, 3])
        sizes = [[rng.randint(0, 3) for _ in range(rng.randint(1, 3))] for _ in range(depth)]
        extra = tuple(rng.randint(1, 2) for _ in range(rng.choice([0, 0, 1])))
        kind = ["S3"] if rng.random() < 0.1 else DTYPES[:-1]

        def blocks(level, own):
            if level == depth:
                odd = rng.random() < 0.02
                x = Spec(rng, extra + tuple(n + odd for n in own), rng.choice(kind))
                return x.text, x.array
            if rng.random() < 0.02:
                return [], []
            pairs = [blocks(level + 1, own + (n,)) for n in sizes[level]]
            return [p[0] for p in pairs], [p[1] for p in pairs]

        told, arrays = blocks(0, ())
        return dict(blocks=told), lambda: np.block(arrays)
    if name in ("ascontiguousarray", "asfortranarray", "matrix_transpose", "transpose", "fliplr", "flipud", "ravel", "copy", "tril", "triu"):
        if name in ("tril", "triu") and a.dtype == "S3":
            a = Spec(rng, shape, "f8")
        return dict(a=a.text), lambda: getattr(np, name)(a.array)
    if name in ("ravel_in", "flatten_in", "reshape_in"):
        order = rng.choice("CFAK")
        if name == "ravel_in":
            return dict(a=a.text, order=order), lambda: Flat(a.array, a.array.ravel(order))
        if name == "flatten_in":
            return dict(a=a.text, order=order), lambda: Flat(a.array, a.array.flatten(order))
        sizes, left = [], size
        while left > 1:
            sizes.append(rng.choice([n for n in range(2, left + 1) if left % n == 0]))
            left //= sizes[-1]
        sizes = sizes + [left] * (left != 1) if rng.random() < 0.95 else [2, 5]
        rng.shuffle(sizes)
        if sizes and rng.random() < 0.3:
            sizes[rng.randrange(len(sizes))] = -1
        return dict(a=a.text, order=order, shape=sizes), lambda: Flat(a.array, a.array.reshape(sizes, order=order))
    if name in ("array_equal", "array_equiv"):
        b = Spec(rng, shape if rng.random() < 0.6 else broadcastable(rng, shape), a.dtype if rng.random() < 0.7 else "f8")
        if rng.random() < 0.4:
            b = a
        if (a.dtype == "S3") != (b.dtype == "S3"):
            b = a
        return dict(a=a.text, b=b.text), lambda: bool(getattr(np, name)(a.array, b.array))
    raise ValueError(name)


FUNCTIONS = {
    "take": 220, "take_along_axis": 120, "put_along_axis": 100, "put": 120, "putmask": 80, "place": 80, "compress": 120,
    "extract": 70, "mask": 120, "fancy": 150, "choose": 100, "select": 80, "where": 180, "nonzero": 80, "argwhere": 60, "flatnonzero": 50,
    "count_nonzero": 60, "fill_diagonal": 80, "ix_": 40, "ravel_multi_index": 60, "unravel_index": 60, "tril_indices": 40,
    "triu_indices": 40, "diag_indices": 15, "indices": 25, "concatenate": 150, "stack": 60, "vstack": 50, "hstack": 50,
    "dstack": 50, "column_stack": 50, "repeat": 90, "tile": 70, "roll": 80, "roll_axes": 40, "array_equal": 50, "array_equiv": 50,
    "append": 60, "insert": 200, "delete": 150, "split": 60, "array_split": 60, "hsplit": 40, "vsplit": 40, "dsplit": 40,
    "unstack": 40, "trim_zeros": 80, "resize": 60, "rot90": 60, "block": 120, "ascontiguousarray": 40, "asfortranarray": 40,
    "matrix_transpose": 30, "transpose": 30, "fliplr": 30, "flipud": 30, "ravel": 40, "copy": 40, "tril": 60, "triu": 60,
    "ravel_in": 160, "flatten_in": 120, "reshape_in": 250,
}


# What is changed in place keeps its strides; and coordinates come as parts of one array, which is not part of the promise.
WITHOUT_STRIDES = ["put_along_axis", "put", "putmask", "place", "fill_diagonal", "ix_", "unravel_index"]


def cases():
    rng = random.Random(11)
    for name, count in FUNCTIONS.items():
        for _ in range(count):
            case, call = make(rng, name)
            case = {"f": name, **case}
            try:
                result = call()
                if isinstance(result, Flat):
                    case["r"] = result.shown
                else:
                    case["r"] = result if isinstance(result, bool) else show(result, name not in WITHOUT_STRIDES)
            except Exception as error:
                case["e"] = type(error).__name__
            yield case


if __name__ == "__main__":
    assert np.__version__ == "2.4.6", "pin the version: results differ"
    found = list(cases())
    text = ",\n".join(json.dumps(c, separators=(",", ":")) for c in found)
    (HERE / "array_pick.json").write_text(f"[\n{text}\n]\n")
    print(len(found), "cases,", sum("e" in c for c in found), "of them errors")
