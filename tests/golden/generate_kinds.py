"""Dates, text and objects in casts and ufuncs, as NumPy 2.4.6 has them: writes kinds.json next to itself.

    venv/bin/python tests/golden/generate_kinds.py

- operands: names of dtypes, and of bare values (py_int, py_float, py_complex, py_bool, py_str).
- types: {ufunc: [result, ...]} over all operands or pairs of them of which at least one is no number, in order: the dtype of the
  result for empty arrays, or null if NumPy raises an error.
- calls: [ufunc, dtype, data, dtype, data, result dtype, result]: the first operand down, the second across, so that the result is a
  table. Unary: [ufunc, dtype, data, result dtype, result]. null for the last two is an error.
- refused: [ufunc, dtype, data, dtype, data]: one element each, whose result leaves 64 bits; NumPy wraps.
- folds: [ufunc, method, dtype, shape, data, axes, result dtype, result] for reduce and accumulate; axes null is all.
- casts: [dtype, dtype, data, result dtype, result]; null is an error.

Data is the hex of the bytes, except for variable text (a list of strings) and objects (a list as in objects.json). NaN is always the same
bits.
"""

import itertools
import json
import pathlib
import random
import warnings

import numpy as np

warnings.simplefilter("ignore")
random.seed(8)
NAT = -(2**63)
MAX = 2**63 - 1
NUMBERS = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", ">i4", ">f8"]
KINDS = ["M8", "M8[Y]", "M8[M]", "M8[D]", "M8[ns]", "M8[25us]", "m8", "m8[Y]", "m8[M]", "m8[W]", "m8[D]", "m8[ns]", "m8[25us]", ">M8[s]", ">m8[s]"]
KINDS += ["S5", "S2", "U5", ">U3", "T", "O", "py_str"]
BARE = {"py_int": 1, "py_float": 1.0, "py_complex": 1j, "py_bool": True, "py_str": "a"}
OPERANDS = NUMBERS + [name for name in BARE if name != "py_str"] + KINDS
UNARY = ["negative", "positive", "absolute", "sign", "invert", "isnat", "isfinite", "isnan", "isinf"]
COMPARE = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]
BINARY = ["add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power", *COMPARE, "maximum", "minimum", "fmax", "fmin"]
BINARY += ["bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"]


def spelled(dtype):
    return "T" if dtype.char == "T" else dtype.str


def tagged(value):
    if isinstance(value, (bool, np.bool_)):
        return {"b": bool(value)}
    if isinstance(value, (int, np.integer)):
        return {"i": str(value)}
    if isinstance(value, (float, np.floating)):
        return {"f": float(value).hex()}
    if isinstance(value, complex):
        return {"c": [value.real.hex(), value.imag.hex()]}
    return None if value is None else {"s": str(value)}


def data(array):
    array = np.asarray(array)
    if array.dtype.char == "T":
        return [str(text) for text in array.ravel()]
    if array.dtype.char == "O":
        return [tagged(value) for value in array.ravel()]
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), np.array(np.nan, array.dtype), array).astype(array.dtype)
    return array.tobytes().hex()


def types():
    found = {}
    make = lambda name: BARE[name] if name in BARE else np.empty(0, name)
    for name in UNARY + BINARY:
        ufunc = getattr(np, name)
        rows = []
        for names in itertools.product(OPERANDS, repeat=ufunc.nin):
            if not any(name in KINDS for name in names) or all(name in BARE for name in names):
                continue
            try:
                result = ufunc(*(make(name) for name in names))
                rows.append(spelled(result.dtype))
            except (TypeError, ValueError, OverflowError):
                rows.append(None)
        found[name] = rows
    return found


def times(dtype, ticks):
    return np.array(ticks, "i8").view(dtype)


def texts(dtype, values):
    if dtype == "T":
        return np.array(values, dtype=np.dtypes.StringDType())
    return np.array([v.encode("latin-1") for v in values], dtype) if "S" in dtype else np.array(values, dtype)


def objects(values):
    array = np.empty(len(values), object)
    array[:] = values
    return array


def call(name, *operands):
    """A row; the operands are one-dimensional."""
    row = [name]
    for array in operands:
        row += [spelled(array.dtype), data(array)]
    shaped = operands if len(operands) == 1 else (operands[0][:, None], operands[1][None, :])
    try:
        result = np.asarray(getattr(np, name)(*shaped))
        if result.dtype.char == "O" and any(isinstance(x, int) and not -(2**127) <= x < 2**127 for x in result.ravel()):
            return row + [None, None]
        return row + [spelled(result.dtype), data(result)]
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return row + [None, None]


def exact(name, x, y):
    """The exact result of counts of one unit, or of a count and a number; None where NaT is involved."""
    if NAT in (x, y):
        return None
    return {"add": x + y, "subtract": x - y, "multiply": x * y, "divide": 0}.get(name, 0)


def time_calls():
    calls, refused = [], []
    edges = [0, 1, -1, 7, -7, 60, 1000, NAT, MAX, -MAX, MAX - 1, 2**62, -(2**62), 2**32 + 1] + [random.randrange(-(10**k), 10**k) for k in (4, 9, 15, 18)]
    few = [0, 1, -1, 2, -3, 100, -150, NAT, 29, 365]
    units = ["Y", "M", "W", "D", "h", "s", "ns", "25us", "7ms", "2M", "3D"]

    def add(name, a, b):
        """Keeps the rows and columns that have no result out of range, and tells of those that have."""
        if call(name, a[:1], b[:1])[-1] is None:
            calls.append(call(name, a, b))
            return
        lower, upper = a.view("i8").tolist(), b.view("i8").tolist()
        keep_x, keep_y = list(range(len(lower))), list(range(len(upper)))
        if b.dtype.kind == "f" or a.dtype.kind == "f":
            spans, floats = (lower, b.tolist()) if b.dtype.kind == "f" else (upper, a.tolist())
            bad = set()
            for (i, x), (j, y) in itertools.product(enumerate(spans), enumerate(floats)):
                if x == NAT:
                    continue
                value = float(x) * y if name == "multiply" else np.float64(x) / np.float64(y)
                if np.isfinite(value) and abs(value) >= 2.0**63:
                    bad.add((i, j) if b.dtype.kind == "f" else (j, i))
        else:
            bad = set()
            for (i, x), (j, y) in itertools.product(enumerate(lower), enumerate(upper)):
                value = exact(name, x, y)
                if a.dtype.kind != "m" and b.dtype.kind not in "mM" or (a.dtype.kind in "iu") != (b.dtype.kind in "iu"):
                    # The smallest integer is a number, but no count; as a count it is NaT.
                    number, count = (x, y) if a.dtype.kind in "iu" else (y, x)
                    value = None if count == NAT or (number == NAT and name != "multiply") else {"multiply": x * y}.get(name, value)
                if value is not None and not -(2**63) < value < 2**63:
                    bad.add((i, j))
        for i, j in sorted(bad):
            refused.append([name, spelled(a.dtype), data(a[i : i + 1]), spelled(b.dtype), data(b[j : j + 1])])
        # One call for the operands that fit with all others, one for each that does not.
        clean = [i for i in keep_x if not any((i, j) in bad for j in keep_y)]
        calls.append(call(name, a[clean], b))
        for i in (i for i in keep_x if i not in clean):
            calls.append(call(name, a[i : i + 1], b[[j for j in keep_y if (i, j) not in bad]]))

    for unit in ["ns", "25us", "D", "Y", "generic"]:
        suffix = "" if unit == "generic" else f"[{unit}]"
        date, span = times("M8" + suffix, edges), times("m8" + suffix, edges)
        for name in ["add", "subtract"]:
            for a, b in [(date, span), (span, date), (span, span), (date, date)]:
                add(name, a, b)
        for name in ["floor_divide", "remainder", "divide", *COMPARE, "maximum", "minimum", "fmax", "fmin"]:
            calls.append(call(name, span, span))
        for name in [*COMPARE, "maximum", "minimum", "fmax", "fmin"]:
            calls.append(call(name, date, date))
        for name in UNARY:
            calls.append(call(name, span))
            calls.append(call(name, date))
    numbers = [np.array(edges, "i8"), np.array([0, 1, -1, 100, -128], "i1"), np.array([0, 1, 200], "u1"), np.array([0, 5, 2**40], "u8")]
    numbers += [np.array([True, False]), np.array([0, -3, 2**31 - 1], ">i4")]
    floats = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -1e-3, 1e10, 1e300, 1e-300, np.inf, -np.inf, np.nan]
    numbers_f = [np.array(floats), np.array(floats, "f4"), np.array([0.5, -2.0, np.nan], "f2"), np.array([1.5, -7.0], ">f8")]
    for span in (times("m8[s]", edges), times("m8[3D]", few), times("m8", few)):
        for number in numbers:
            for name in ["add", "subtract", "multiply", "divide", "floor_divide", "equal", "less", "maximum", "fmin"]:
                a = number if number.dtype == np.int64 else number.astype("i8") if number.dtype.kind in "bu" else number
                if number.dtype == np.int64 and span.dtype != np.dtype("m8[s]"):
                    a = number = np.array(few, "i8")
                if a is number and a.dtype == np.int64:
                    add(name, span, number) if name in ("add", "subtract", "multiply") else calls.append(call(name, span, number))
                    add(name, number, span) if name in ("add", "subtract", "multiply") else calls.append(call(name, number, span))
                elif span.dtype != np.dtype("m8[s]"):
                    calls.append(call(name, span, number))
                    calls.append(call(name, number, span))
        for number in numbers_f:
            for name in ["multiply", "divide", "floor_divide", "add"]:
                if number.dtype == np.float64 and name != "add":
                    add(name, span, number)
                    if name == "multiply":
                        add(name, number, span)
                elif number.dtype.itemsize == 2 or name == "add":
                    calls.append(call(name, times(span.dtype, few), number))
                    calls.append(call(name, number, times(span.dtype, few)))
    for date in (times("M8[s]", edges[:8]), times("M8[2W]", few), times("M8", few)):
        for number in numbers:
            number = number[np.abs(number.astype("f8")) < 2**50]
            for name in ["add", "subtract", "equal", "maximum", "multiply"]:
                calls.append(call(name, date, number))
                calls.append(call(name, number, date))
    # Two units.
    for a, b in itertools.permutations(units, 2):
        for kinds in ("MM", "Mm", "mM", "mm"):
            x, y = times(f"{kinds[0]}8[{a}]", [0, 1, -3, -150, NAT, 29]), times(f"{kinds[1]}8[{b}]", [36, NAT, 100, -1, 0])
            for name in ["add", "subtract", "equal", "less", "maximum"] + (["remainder", "floor_divide", "divide"] if kinds == "mm" else []):
                calls.append(call(name, x, y))
    for suffix in ["", "[D]"]:
        for kind in "Mm":
            calls.append(call("add", times(f"{kind}8{suffix}", few), times("m8[h]", few)))
            calls.append(call("less_equal", times(f"{kind}8{suffix}", few), times(f"{kind}8[h]", few)))
    return calls, refused


def text_calls():
    calls = []
    words = ["", "a", "ab", "abc", "b", "a\0b", "a\0", "\0", " a", "a ", "A", "zz", "abcde", "abcdf"]
    wide = words + ["é", "ö", "😀", "\uffff", "aé"]
    byte = [texts("S5", words + ["\xff", "a\xe9"]), texts("S3", ["abc", "ab", "", "b\0c", "\xff\xfe"]), texts("S1", ["a", "", "b"]), texts("S40", ["abcde" * 8, "a", "abcde" * 7 + "abcdf"])]
    code = [texts("U5", wide), texts("U3", ["abc", "ab", "", "b\0c", "éa"]), texts("U1", ["a", "", "😀"]), texts(">U4", ["abcd", "é", ""])]
    any_length = [texts("T", wide + ["abc" * 50]), texts("T", ["a", "", "b\0c", "é"])]
    for group in (byte, code, any_length, any_length + code[:2]):
        for a, b in itertools.product(group, repeat=2):
            calls += [call(name, a, b) for name in COMPARE + ["add"]]
    for a, b in [(byte[0], code[0]), (code[1], byte[1]), (byte[1], any_length[1]), (any_length[1], byte[1])]:
        calls += [call(name, a, b) for name in COMPARE[2:] + ["add"]]
        # Ufuncs raise an error here, operators say that they differ.
        for name, shown in (("equal", a[:, None] == b[None, :]), ("not_equal", a[:, None] != b[None, :])):
            calls.append([name, spelled(a.dtype), data(a), spelled(b.dtype), data(b), "|b1", data(shown)])
    calls += [call(name, any_length[0], any_length[1]) for name in ("maximum", "minimum")]
    return calls


def object_calls():
    calls = []
    whole = objects([0, 1, -1, 7, -7, True, 2**40, 10**30, 2**63])
    reals = objects([1, -2, 0.5, -7.25, 1e300, True, 3, 10**25, float("inf")])
    smalls = objects([1, 2, 5, True])
    mixed = objects([None, "a", "b", 1, 1.0, True, 1 + 0j, 2j, float("nan"), 2**53, 2**53 + 1, float(2**53), 10**30, 1e30, ""])
    words = objects(["x", "ab", ""])
    for name in ["add", "subtract", "multiply", "maximum", "minimum", "fmax", "fmin", *COMPARE]:
        calls += [call(name, a, b) for a in (whole, reals) for b in (whole, reals) if not (name == "multiply" and (a is whole) == (b is whole))]
    for name in ["divide", "floor_divide", "remainder", "power"]:
        calls += [call(name, a, smalls) for a in (objects([0, 1, -1, 7, -7, True, 2**40]), objects([0.5, -7.25, 3.0]), smalls)]
    for name in ["bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"]:
        calls += [call(name, objects([0, 1, -1, 7, -7, True, 2**40]), smalls), call(name, reals, smalls)]
    for name in ["equal", "not_equal"]:
        calls.append(call(name, mixed, mixed))
    for name in COMPARE[2:]:
        calls += [call(name, words, objects(["ab", "abc"])), call(name, mixed, mixed), call(name, objects([1, 0.5, float("nan")]), objects([1.0, 2]))]
    calls += [call("add", words, words), call("multiply", words, objects([0, 2, -1])), call("add", words, smalls), call("divide", smalls, objects([0]))]
    for number in (np.array([1, -2, 3], "i2"), np.array([0.5, 2.0], "f4"), np.array([1, 2**63], "u8"), np.array([True, False]), np.array([1 + 2j]), np.array([5], ">i4")):
        for name in ["add", "subtract", "multiply", "equal"]:
            calls += [call(name, smalls, number), call(name, number, smalls)]
        calls += [call("less", smalls, number), call("maximum", number, smalls)]
    calls += [call("add", words, texts("U2", ["q", ""])), call("equal", words, texts("U2", ["x", "ab"])), call("add", words, texts("T", ["q"]))]
    for name in ["negative", "absolute", "invert"]:
        calls += [call(name, array) for array in (whole, reals, smalls, mixed, words)]
    return calls


def folds():
    rows = []

    def add(name, method, array, axis):
        kwargs = {} if method == "accumulate" and axis is None else {"axis": tuple(axis) if method == "reduce" and axis is not None else None if axis is None else axis[0]}
        row = [name, method, spelled(array.dtype), list(array.shape), data(array), axis]
        try:
            result = np.asarray(getattr(getattr(np, name), method)(array, **kwargs))
            if array.dtype.char in "OT" and result.dtype.char != array.dtype.char:
                result = result.astype(array.dtype)
            rows.append(row + [spelled(result.dtype), data(result)])
        except (TypeError, ValueError):
            rows.append(row + [None, None])

    ticks = np.array([5, -3, 17, NAT, 4, 9, 0, -1, 2**40, 12, -(2**50), 3, 8, 1, 2, 7, 6, -9, 33, 0, 5, 5, -2, 1], "i8")
    safe = np.where(ticks == NAT, 11, ticks)
    arrays = [values.reshape(shape).view(dtype) for values in (ticks, safe) for shape in ((24,), (4, 6), (2, 3, 4)) for dtype in ("m8[s]", "M8[ns]", ">m8[D]", "M8[2Y]")]
    arrays += [np.empty(shape, dtype) for shape in ((0,), (0, 3)) for dtype in ("m8[s]", "M8[s]")]
    for array in arrays:
        axes = [None] + [[axis] for axis in range(array.ndim)] + ([[0, 1]] if array.ndim > 1 else []) + [[]]
        for name in ["add", "maximum", "minimum", "fmax", "fmin", "subtract", "multiply", "equal"]:
            for axis in axes:
                add(name, "reduce", array, axis)
                if axis is not None and len(axis) == 1:
                    add(name, "accumulate", array, axis)
    items = [objects([1, 2.5, True, 10**20, -7, 3]).reshape(shape) for shape in ((6,), (2, 3))]
    items += [objects(["a", "b", "c", "d", "ef", ""]).reshape(shape) for shape in ((6,), (3, 2))] + [np.empty(shape, object) for shape in ((0,), (0, 2))]
    items += [texts("T", ["b", "a", "", "cd", "éf", "z"]).reshape(shape) for shape in ((6,), (3, 2))] + [texts("T", [])]
    for array in items:
        axes = [None] + [[axis] for axis in range(array.ndim)] + ([[0, 1]] if array.ndim > 1 else []) + [[]]
        for name in ["add", "maximum", "minimum"] + (["multiply", "subtract", "bitwise_and"] if array.dtype.char == "O" else []):
            for axis in axes:
                add(name, "reduce", array, axis)
                if axis is not None and len(axis) == 1:
                    add(name, "accumulate", array, axis)
    for array in (texts("S2", ["a", "b"]), texts("U2", ["a", "b"])):
        add("add", "reduce", array, None)
    return rows


def casts():
    rows = []

    def add(array, target):
        row = [spelled(array.dtype), target, data(array)]
        try:
            # NumPy refuses swapped text on its way to text of any length, and writes it unswapped on the way back.
            swapped = {array.dtype.char, target[:1]} == {"T", ">"} or (array.dtype.byteorder == ">" and target == "T")
            if swapped:
                array = array.astype(target.replace(">", "<")) if array.dtype.char == "T" else array.astype(array.dtype.newbyteorder("="))
            result = array.astype(target)
            rows.append(row + [spelled(result.dtype), data(result)])
        except (TypeError, ValueError):
            rows.append(row + [None, None])

    ticks = [0, 1, -1, 5, 127, 128, 255, 256, -129, 40000, 2**31, -(2**31) - 1, 2**53 + 1, MAX, -MAX, NAT]
    numbers = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", ">i2", ">f4", ">i8", ">u8"]
    for time in ["M8[s]", "m8[s]", ">M8[3D]", ">m8[ns]", "M8", "m8"]:
        for target in numbers:
            add(times(time, ticks) if time[0] != ">" else np.array(ticks, ">i8").view(time), target)
        for source in numbers:
            values = [0, 1, 1, 2, 100]
            if np.dtype(source).kind in "if":
                values += [-1, -100]
            if np.dtype(source).kind in "fc":
                values += [1.9, np.nan] + ([-1.9] if np.dtype(source).kind == "f" else [])
            if source in ("i8", ">i8"):
                values += ticks
            if source in ("u8", ">u8"):
                values += [2**63 - 1, 2**63, 2**64 - 1]
            if source == "f8":
                values += [1e30, -1e30, np.inf, -np.inf, 9.2e18]
            add(np.array(values).astype(source) if source not in ("u8", ">u8") else np.array(values, source), time)
        for other in ["M8[D]", "m8[D]", "M8", "m8", ">M8[s]", ">m8[2s]"]:
            # Between units of one kind there is time.json; without a unit, and between dates and spans, counts stay.
            same = np.dtype(time).kind == np.dtype(other).kind
            if not same or "[" not in time or "[" not in other:
                add(times(time, ticks) if time[0] != ">" else np.array(ticks, ">i8").view(time), other)
    words = ["", "a", "abc", "a\0b", "abcdef"]
    for source in [texts("S6", words), texts("S6", ["a", "\xc3\xa9", "x"]), texts("S2", ["\xff"]), texts("U6", words + ["é", "😀"]), texts(">U6", words), texts("T", words + ["é", "😀"]), texts("T", words)]:
        for target in ["T", "S6", "S2", "U6", "U2", ">U3"]:
            add(source, target)
    surrogate = np.array([0xD800], "u4").view("U1")
    rows.append(["<U1", "T", data(surrogate), None, None])
    return rows


def main():
    calls, refused = time_calls()
    calls += text_calls() + object_calls()
    out = {"types": types(), "calls": calls, "refused": refused, "folds": folds(), "casts": casts()}
    # A part of them, as the whole would be several megabytes.
    out["calls"], out["folds"] = out["calls"][::6], out["folds"][::5]
    path = pathlib.Path(__file__).with_name("kinds.json")
    body = [f'"{key}":' + json.dumps(value, separators=(",", ":")) for key, value in (("operands", OPERANDS), ("types", out["types"]))]
    body += [f'"{name}": [\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in out[name]) + "\n]" for name in ("calls", "refused", "folds", "casts")]
    path.write_text("{\n" + ",\n".join(body) + "\n}\n")
    print({name: len(rows) for name, rows in out.items()}, sum(len(rows) for rows in out["types"].values()))


main()
