"""Writes missing.json: text of any length, some of it missing. Seeded; run it with NumPy 2.4.6.

A case is [operation, operands, result with na_object=None, result with na_object=nan]. An operand is a list of texts, null for what is
missing, or a number. A result is a list of texts, of truth values or of numbers, a list of such lists, or "error".
"""

import json
import random

import numpy as np
from numpy.dtypes import StringDType

random.seed(21)
S = np.strings
NAN = float("nan")
WORDS = ["", "a", "b", "ab", "Ab c", "12", "é", "longer than fifteen bytes", "longer than fifteen letters", "None", " x "]


def texts(n=5, missing=0.35):
    return [None if random.random() < missing else random.choice(WORDS) for _ in range(n)]


def spell(result, na):
    if isinstance(result, tuple):
        return [spell(part, na) for part in result]
    result = np.asarray(result)
    if result.dtype.char in "Mm":
        return [None if np.isnat(x) else ticks for x, ticks in zip(result, result.view("i8").tolist())]
    listed = np.atleast_1d(result).tolist()
    if result.dtype.char == "S":
        return [x.decode("latin-1") for x in listed]
    return [None if x is None or x is na or isinstance(x, float) and x != x else x for x in listed]


OPERATIONS = {
    name: getattr(np, name) for name in [
        "isnan", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "add", "maximum", "minimum", "sort", "max", "min"]
} | {
    name: getattr(S, name) for name in [
        "isalpha", "isalnum", "isdigit", "isdecimal", "isnumeric", "isspace", "islower", "isupper", "istitle", "str_len", "upper", "lower",
        "swapcase", "capitalize", "title", "strip", "lstrip", "rstrip", "expandtabs", "zfill", "multiply", "find", "rfind", "index",
        "rindex", "count", "startswith", "endswith", "partition", "rpartition", "center", "replace", "encode"]
} | {
    "argsort": lambda a: np.argsort(a, kind="stable"),
    "unique": np.unique,
    "slice": lambda a: S.slice(a, 0, 1),
    "translate": lambda a: S.translate(a, {97: 98}),
    "bool": lambda a: a.astype("?"),
    "U": lambda a: a.astype("U30"),
    "S": lambda a: a.astype("S30"),
    "O": lambda a: a.astype("O"),
    "i8": lambda a: a.astype("i8"),
    "f8": lambda a: a.astype("f8"),
    "m8[s]": lambda a: a.astype("m8[s]"),
    "M8[s]": lambda a: a.astype("M8[s]"),
    "nonzero": lambda a: np.nonzero(a)[0],
    "str": lambda a: np.array([str(a)]),
}
BINARY = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "add", "maximum", "minimum", "find", "rfind", "index",
          "rindex", "count", "startswith", "endswith", "partition", "rpartition"]
INTEGER = ["zfill", "multiply", "expandtabs", "center"]
cases = []
for name, call in OPERATIONS.items():
    for round in range(12):
        missing = [0.35, 0.0, 1.0, 0.2][round % 4]
        first = texts(missing=missing)
        if name in ("i8", "f8", "m8[s]", "M8[s]"):
            first = [x if x is None else "12" for x in first]
        if name in ("S", "encode"):
            first = [x if x is None else x.encode("ascii", "ignore").decode() for x in first]
        operands = [first]
        if name in BINARY:
            operands.append(texts(missing=random.choice([0, 0.4])))
        elif name in INTEGER:
            operands.append(random.choice([0, 1, 4, 7]))
        elif name == "strip" and round % 2:
            operands.append([random.choice(["a", "x ", None])])
        elif name == "replace":
            operands += [[random.choice(["a", "b", None] if round % 3 == 0 else ["a", "b"])], [random.choice(["z", "", "é"])]]
        results = []
        for na in (None, NAN):
            dtype = StringDType(na_object=na)
            arrays = [np.array([na if x is None else x for x in o], dtype=dtype) if isinstance(o, list) else o for o in operands]
            try:
                results.append(spell(call(*arrays), na))
            except (TypeError, ValueError):
                results.append("error")
        cases.append([name, operands, *results])
text = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
with open(__file__.replace("generate_missing.py", "missing.json"), "w", newline="\n") as file:
    file.write(f"[\n{text}\n]\n")
print(len(cases), "cases,", len(text.encode()), "bytes")
