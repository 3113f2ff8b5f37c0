#!/usr/bin/env python3
"""Makes the golden file of the array tests by asking NumPy: indexing with data, and ranges.

    venv/bin/python tests/golden/generate_arrays.py

See generate.py for how to set up the environment. Everything is seeded: a second run writes the same bytes.
"""
import json
import pathlib
import random

import numpy as np

HERE = pathlib.Path(__file__).parent


def random_shape(rng):
    return tuple(rng.choice([0, 1, 2, 3, 3, 4, 5]) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 3, 4])))


def random_slice(rng, n):
    bound = lambda: rng.choice(["", "", str(rng.randint(-n - 1, n + 1))])
    step = rng.choice(["", "", ":", ":-1", ":2", ":-2", ":3"])
    return f"{bound()}:{bound()}{step}"


def nested(value):
    return json.dumps(value).replace("true", "True").replace("false", "False")


def random_index(rng, shape):
    """An index expression in Python's syntax; mostly one that fits."""
    items, axis = [], 0
    while axis < len(shape) and rng.random() < 0.85:
        n = shape[axis]
        kind = rng.random()
        wild = 1 if rng.random() < 0.03 else 0
        if kind < 0.25:
            items.append(str(rng.randint(-n - wild, max(n - 1, 0) + wild)))
            axis += 1
        elif kind < 0.55:
            items.append(random_slice(rng, n))
            axis += 1
        elif kind < 0.75 and n > 0:
            size = rng.choice([(1,), (2,), (3,), (2, 2), (1, 2), (0,)])
            values = np.array([rng.randint(-n - wild, n - 1 + wild) for _ in range(int(np.prod(size)))], dtype=int).reshape(size)
            items.append(nested(values.tolist()))
            axis += 1
        elif kind < 0.85:
            dims = rng.choice([1, 1, 2])
            mask_shape = shape[axis : axis + dims]
            if 0 in mask_shape or len(mask_shape) < dims:
                continue
            mask = np.array([rng.random() < 0.5 for _ in range(int(np.prod(mask_shape)))]).reshape(mask_shape)
            items.append(nested(mask.tolist()))
            axis += dims
        elif kind < 0.92:
            items.append("None")
        elif kind < 0.95:
            items.append(rng.choice(["True", "False"]))
        elif "..." not in items:
            items.append("...")
            axis = rng.randint(axis, len(shape))
    return ", ".join(items) if items else "..."


def evaluate(expression, scope):
    """Python's own indexing, with lists turned into arrays as np.asarray does."""
    return eval(f"array[{expression}]", {"array": scope, "np": np})


def assign(array, expression, value):
    exec(f"array[{expression}] = value", {"array": array, "value": value})


def indexing():
    rng = random.Random(5)
    cases = []
    for _ in range(4000):
        shape = random_shape(rng)
        base = np.arange(int(np.prod(shape)), dtype=np.int32).reshape(shape)
        axes = list(range(len(shape)))
        rng.shuffle(axes)
        array = base.transpose(axes)
        flips = "".join(rng.choice("nf") for _ in axes)
        array = array[tuple(slice(None, None, -1) if f == "f" else slice(None) for f in flips) + (...,)]
        expression = random_index(rng, array.shape)
        case = {"shape": shape, "axes": axes, "flips": flips, "index": expression}
        try:
            picked = evaluate(expression, array)
        except Exception as error:
            case["error"] = type(error).__name__
            cases.append(case)
            continue
        # NumPy makes scalars, which share nothing, of single elements; ours are arrays without axes.
        scalar = isinstance(picked, np.generic)
        picked = np.asarray(picked)
        case["result"], case["values"] = picked.shape, picked.ravel().tolist()
        case["shares"] = bool(np.shares_memory(picked, array)) if picked.size and not scalar else None
        # Assignment: a scalar, an array of the shape, of fewer dimensions, with leading ones, or a wrong one.
        kind = rng.randint(0, 4)
        value_shape = [(), picked.shape, picked.shape[1:], (1,) + picked.shape, picked.shape + (3,)][kind]
        value = -1 - np.arange(int(np.prod(value_shape)), dtype=np.int64).reshape(value_shape)
        target = array.copy()
        case["value_shape"] = value_shape
        try:
            assign(target, expression, value)
            case["assigned"] = target.ravel().tolist()
        except Exception as error:
            case["assigned"] = None
        cases.append(case)
    return cases


def ranges():
    rng = random.Random(6)
    out = {"arange_int": [], "arange_float": [], "linspace": []}
    for _ in range(200):
        start, stop, step = rng.randint(-50, 50), rng.randint(-50, 50), rng.choice([-7, -3, -1, 1, 2, 5, 9])
        out["arange_int"].append([start, stop, step, np.arange(start, stop, step).tolist()])
        start, stop, step = rng.uniform(-5, 5), rng.uniform(-5, 5), rng.choice([-0.7, -0.1, 0.1, 0.3, 1.1])
        out["arange_float"].append([start.hex(), stop.hex(), step.hex(), [x.hex() for x in np.arange(start, stop, step).tolist()]])
        start, stop, n = rng.uniform(-5, 5), rng.uniform(-5, 5), rng.randint(0, 12)
        out["linspace"].append([start.hex(), stop.hex(), n, [x.hex() for x in np.linspace(start, stop, n).tolist()]])
    return out


if __name__ == "__main__":
    assert np.__version__ == "2.4.6", "pin the version: results differ"
    cases = indexing()
    text = ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases)
    (HERE / "array_indexing.json").write_text(f"[\n{text}\n]\n")
    (HERE / "array_ranges.json").write_text(json.dumps(ranges(), separators=(",", ":")) + "\n")
    print(len(cases), "index expressions,", sum("error" in c for c in cases), "of them errors")
