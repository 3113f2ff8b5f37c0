"""What NumPy makes of functions applied to parts of arrays: apply.json."""
import json
import pathlib

import numpy as np

FUNCTIONS = {
    "sum": lambda x: np.add.reduce(x),
    "first": lambda x: x[:2],
    "pair": lambda x: np.stack([x, x]),
    "cumsum": lambda x: np.add.accumulate(x),
    "scalar": lambda x: x[0, ...],
}
CONDITIONS = {"negative": lambda x: x < 0, "even": lambda x: x % 2 == 0, "none": lambda x: x != x, "all": lambda x: x == x}


def described(f):
    try:
        a = np.asarray(f())
    except Exception as error:
        return {"error": type(error).__name__}
    return {"shape": a.shape, "dtype": a.dtype.str, "values": a.ravel().tolist()}


cases = []
for shape in [(4,), (2, 3), (3, 2, 4), (1, 3), (0, 3), (3, 0), (2, 2, 2, 2), ()]:
    for dtype in ["i1", "i4", "f4", "f8", ">i2"]:
        a = (np.arange(np.prod(shape, dtype=int)).reshape(shape) - 4).astype(dtype)
        base = {"shape": shape, "dtype": a.dtype.str, "values": a.ravel().tolist()}
        for name, f in FUNCTIONS.items():
            for axis in range(-a.ndim - 1, a.ndim + 1):
                result = described(lambda: np.apply_along_axis(f, axis, a))
                cases.append(base | {"call": "along", "function": name, "axis": axis, "result": result})
        for axes in [[], [0], [-1], [0, 1], [1, 0], [-1, 0]]:
            # What the sum of an array without axes is along one is the sum's business.
            if axes and not a.ndim:
                continue
            result = described(lambda: np.apply_over_axes(np.sum, a, axes))
            cases.append(base | {"call": "over", "axes": axes, "result": result})
        for conditions in [[], ["negative"], ["negative", "even"], ["all", "none"]]:
            for pieces in [[], [7], ["double", 3], [1, "double", -5], ["double", 2, 3, 4]]:
                masks = [CONDITIONS[name](a) for name in conditions]
                made = [(lambda x: x + x) if piece == "double" else piece for piece in pieces]
                if not masks:
                    continue
                result = described(lambda: np.piecewise(a, masks, made))
                masks = [mask.ravel().tolist() for mask in masks]
                cases.append(base | {"call": "piecewise", "conditions": masks, "pieces": pieces, "result": result})

path = pathlib.Path(__file__).with_name("apply.json")
path.write_text(json.dumps(cases, separators=(",", ":")) + "\n")
print(len(cases), "cases")
