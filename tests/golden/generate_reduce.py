"""Reductions and running results as NumPy computes them: `reduce.txt`.

Run with NumPy 2.4.6:  python tests/golden/generate_reduce.py

The first line has all options. Then a line `@function dtype data layout`, and one case a line: the number of its options, in the digits
of 36, and `dtype(shape)hex-of-bytes`, or `!ErrorName`, or `=n` if it is the result of the n-th line after the `@`.
NaNs are all one NaN; results of more than 32 bytes are stored as a hash (FNV-1a). Zeros of extremes are all positive: which
of two zeros NumPy picks depends on the place in the array. Results marked `~` depend on the order in which NumPy adds over an
axis that is not the innermost, and are compared up to rounding; they are stored in full.
Arrays are made from a generator of random numbers that the test has too, so that only results are stored.
Options are `key:value` joined by `;`, or `-`.
"""

import itertools
import pathlib
import warnings

import numpy as np

warnings.simplefilter("ignore")
np.seterr(all="ignore")

DTYPES = ["?", "i1", "i4", "i8", "u1", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
LAYOUTS = {
    # name: shape of the data, and what is done to it
    "c5": ((5,), lambda a: a),
    "c1": ((1,), lambda a: a),
    "e": ((0,), lambda a: a),
    "s": ((), lambda a: a),
    "c34": ((3, 4), lambda a: a),
    "t34": ((4, 3), lambda a: a.T),
    "c234": ((2, 3, 4), lambda a: a),
    "p234": ((4, 2, 3), lambda a: a.transpose(1, 2, 0)),
    "step": ((6, 8), lambda a: a[::2, ::2]),
    "back": ((3, 4), lambda a: a[::-1, ::-1]),
    "bcast": ((1, 4), lambda a: np.broadcast_to(a, (3, 4))),
    "e03": ((0, 3), lambda a: a),
    "swap": ((3, 4), lambda a: a.astype(a.dtype.newbyteorder("S"))),
    "n300": ((300,), lambda a: a),
    "n20000": ((20000,), lambda a: a),
    "n40x300": ((40, 300), lambda a: a),
}


def numbers(count):
    x = 88172645463325252
    for _ in range(count):
        x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
        yield x >> 33


def data(dtype, kind, count):
    """Small numbers, wild ones (extremes, NaN), or ones (long products stay finite)."""
    kind_of = np.dtype(dtype).kind
    r = list(numbers(2 * count))
    if kind == "near":
        values = [1 + (x % 64 - 32) / 1024 for x in r]
    elif kind == "small":
        values = [(x % 41) - (20 if kind_of != "u" else 0) for x in r] if kind_of in "iub" else [(x - 2**30) / 2**27 for x in r]
    else:
        if kind_of in "iub":
            values = [(x * 4294967291 + x) % 2**64 for x in r]
            values = [v - 2**64 if v >= 2**63 and kind_of != "u" else v for v in values]
        else:
            special = [float("nan"), float("inf"), -float("inf"), -0.0, 0.0]
            values = [special[x % 5] if x % 7 == 3 else (x - 2**30) / 2**27 for x in r]
    if kind_of == "b":
        return np.array([x & 1 for x in r[:count]], "?")
    if kind_of == "c":
        re, im = np.array(values[:count], "f8"), np.array(values[count:], "f8")
        return (re + 1j * im).astype(dtype) if kind != "wild" else np.stack([re, im], -1).copy().view("c16")[..., 0].astype(dtype)
    if kind_of in "iu":
        whole = np.array(values[:count], "u8" if kind_of == "u" else ("f8" if kind == "near" else "i8"))
        return whole.astype(dtype)
    return np.array(values[:count], "f8").astype(dtype)


def array(dtype, kind, layout):
    shape, change = LAYOUTS[layout]
    return change(data(dtype, kind, int(np.prod(shape))).reshape(shape))


def mask_for(shape):
    count = int(np.prod(shape))
    return np.array([x % 3 != 0 for x in itertools.islice(numbers(count), count)], "?").reshape(shape)


def options(text, a):
    keywords = {}
    if text == "-":
        return keywords
    for item in text.split(";"):
        key, value = item.split(":")
        if key == "axis":
            keywords["axis"] = tuple(int(x) for x in value.split(",")) if "," in value or value == "" else int(value)
            if value == "":
                keywords["axis"] = ()
        elif key == "keepdims":
            keywords["keepdims"] = True
        elif key == "initial":
            keywords["initial"] = int(value)
        elif key == "where":
            keywords["where"] = mask_for(a.shape)
        elif key == "dtype":
            keywords["dtype"] = value
        elif key == "ddof":
            keywords["ddof"] = float(value)
    return keywords


REDUCTIONS = {
    "sum": np.sum, "prod": np.prod, "min": np.min, "max": np.max, "any": np.any, "all": np.all, "mean": np.mean,
    "std": np.std, "var": np.var, "ptp": np.ptp, "median": np.median, "argmin": np.argmin, "argmax": np.argmax,
    "count_nonzero": np.count_nonzero, "cumsum": np.cumsum, "cumprod": np.cumprod, "nansum": np.nansum,
    "nanprod": np.nanprod, "nanmin": np.nanmin, "nanmax": np.nanmax, "nanmean": np.nanmean, "nanvar": np.nanvar,
    "nanstd": np.nanstd, "nanmedian": np.nanmedian, "nanargmin": np.nanargmin, "nanargmax": np.nanargmax,
    "nancumsum": np.nancumsum, "nancumprod": np.nancumprod,
    **{
        name: (lambda ufunc: lambda a, axis=None: ufunc.reduce(a, axis))(getattr(np, name))
        for name in ["logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "fmax"]
    },
    "subtract": np.subtract.reduce, "maximum_accumulate": np.maximum.accumulate,
    "subtract_accumulate": np.subtract.accumulate,
    "add_reduceat": lambda a, axis: np.add.reduceat(a, [0, 2, 1], axis),
    "maximum_reduceat": lambda a, axis: np.maximum.reduceat(a, [1, 0, 2], axis),
    "divide": np.divide.reduce,
}
ONE_AXIS = {"argmin", "argmax", "nanargmin", "nanargmax"}
RUNNING = {"cumsum", "cumprod", "nancumsum", "nancumprod"}
NEEDS_AXIS = {"maximum_accumulate", "subtract_accumulate", "add_reduceat", "maximum_reduceat", "subtract", "divide"}
WITH_INITIAL = {"sum", "prod", "min", "max", "nansum", "nanmin", "nanmax"}
WITH_WHERE = {"sum", "prod", "min", "max", "any", "all", "mean", "std", "var"}
WITH_DTYPE = {"sum", "prod", "mean", "cumsum", "std"}
# Products overflow and lose bits; sums of squares too: numbers near one.
NEAR = {"prod", "cumprod", "nanprod", "nancumprod", "divide"}


CORE = {"sum", "prod", "min", "max", "mean", "std", "cumsum", "argmax"}
FEW = ["?", "i1", "u8", "f2", "f4", "f8", "c16"]


SUMS = {"sum", "prod", "mean", "std", "var", "nansum", "nanprod", "nanmean", "nanstd", "nanvar", "subtract", "divide"}
ZEROS = {"min", "max", "median", "nanmin", "nanmax", "nanmedian", "fmax", "maximum_accumulate", "maximum_reduceat", "ptp"}


def is_near(name, dtype, layout, text, result):
    """Whether the order of additions, which is NumPy's affair, shows in the result."""
    if name not in SUMS or result.dtype.kind not in "fc":
        return False
    if dtype == "f2" and name != "sum" and name != "mean":
        return True
    # NumPy's products of complex numbers are fused or not, as the place in the array has it.
    if dtype[0] == "c" and name in {"nanvar", "nanstd"}:
        return True
    inner = any(f"axis:{k}" == text.split(";")[0] for k in [-1, {"c34": 1, "c234": 2, "n40x300": 1}.get(layout, 0)])
    whole = "axis" not in text
    return not (layout in {"c5", "c1", "e", "s", "c34", "c234", "e03", "n300", "n20000", "n40x300"} and (inner or whole)) or "where" in text


def stored(result, name, near):
    if name in ZEROS and result.dtype.kind == "f":
        result = result + 0.0
    native = np.array(result.astype(result.dtype.newbyteorder("=")), order="C")
    parts = native.view(f"f{native.itemsize // 2}") if native.dtype.kind == "c" and native.ndim else native
    if native.dtype.kind == "c" and not native.ndim:
        parts = native.reshape(1).view(f"f{native.itemsize // 2}")
    if native.dtype.kind in "fc":
        parts = np.where(np.isnan(parts), np.array(np.nan, parts.dtype), parts)
    raw = parts.tobytes()
    if len(raw) <= 32 or near:
        return "~" * near + raw.hex()
    digest = 0xCBF29CE484222325
    for byte in raw:
        digest = (digest ^ byte) * 0x100000001B3 % 2**64
    return f"#{digest:x}"


def choices(name, layout):
    ndim = array("?", "small", layout).ndim
    axes = [f"axis:{k}" for k in range(-1, ndim) if ndim]
    if name not in NEEDS_AXIS:
        yield "-"
    yield from axes
    if name in NEEDS_AXIS or name in RUNNING:
        return
    if name not in {"logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "fmax"}:
        yield from (f"{axis};keepdims:1" for axis in axes[:1])
        if name not in ONE_AXIS:
            yield "keepdims:1"
    if name in ONE_AXIS:
        return
    if ndim >= 2:
        yield "axis:0,1"
    if ndim == 3:
        yield "axis:0,2"
        yield "axis:2,1"
    if name in WITH_INITIAL:
        yield "initial:3"
        yield from (f"{axis};initial:-2" for axis in axes[:1])
    if name in WITH_WHERE:
        extra = ";initial:1" if name in {"min", "max"} else ""
        yield "where:1" + extra
        yield from (f"{axis};where:1{extra}" for axis in axes)
    if name in {"std", "var", "nanstd", "nanvar"}:
        yield "ddof:1"
        yield from (f"{axis};ddof:1.5" for axis in axes[:1])
    if name in WITH_DTYPE:
        yield "dtype:f8"
        yield "dtype:f4"


def number(n):
    """Short, in the digits of 36."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[n] if n < 36 else number(n // 36) + digits[n % 36]


def write():
    lines, names = [], {}
    for name, function in REDUCTIONS.items():
        for layout in LAYOUTS:
            for dtype in DTYPES if name in CORE else FEW:
                if name not in CORE and layout in {"c1", "t34", "step", "e"}:
                    continue
                long = layout.startswith("n")
                if long and name not in {"sum", "mean", "std", "cumsum", "max", "argmax", "argmin", "min", "prod", "any"}:
                    continue
                kinds = ["near"] if name in NEAR and dtype not in "?" else ["small", "wild"]
                if name in {"std", "var", "nanstd", "nanvar", "subtract"} or long:
                    kinds = kinds[:1]
                for kind in kinds:
                    a = array(dtype, kind, layout)
                    lines.append(f"@{name} {dtype} {kind} {layout}")
                    seen, count = {}, 0
                    for text in choices(name, layout):
                        if long and name == "cumsum" and layout != "n300":
                            continue
                        if long and text not in ("-", "axis:0", "axis:1", "axis:-1"):
                            continue
                        # Which parts of a complex NaN survive a median is an accident of sorting.
                        if "median" in name and dtype[0] == "c" and kind == "wild":
                            continue
                        # NumPy subtracts a rounded mean from numbers that are not rounded.
                        if name == "std" and text == "dtype:f4" and dtype == "f8":
                            continue
                        # A complex number cast to a real one loses its other part, here and there.
                        if name == "std" and "dtype" in text and dtype[0] == "c":
                            continue
                        keywords = options(text, a)
                        try:
                            result = np.asarray(function(a, **keywords))
                            size = ",".join(map(str, result.shape))
                            code = result.dtype.newbyteorder("=").str[1:]
                            near = is_near(name, dtype, layout, text, result)
                            if near and long:
                                continue
                            found = f"{code}({size}){stored(result, name, near)}"
                        except Exception as error:
                            found = f"!{type(error).__name__}"
                        # The same result again is a reference to the line.
                        again = f"={number(seen[found])}" if found in seen else found
                        seen.setdefault(found, count)
                        count += 1
                        lines.append(f"{number(names.setdefault(text, len(names)))} {again}")
    lines = [" ".join(names)] + lines
    path = pathlib.Path(__file__).with_name("reduce.txt")
    path.write_text("\n".join(lines) + "\n")
    print(sum(not line.startswith("@") for line in lines[1:]), "cases", path.stat().st_size, "bytes")


write()
