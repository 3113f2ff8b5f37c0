"""Python's arithmetic on its own numbers and text, which objects follow: writes objects.json next to itself.

    venv/bin/python tests/golden/generate_objects.py

- values: what is calculated with. {"b": bool}, {"i": "integer"}, {"f": float.hex()}, {"c": [hex, hex]}, {"s": text}.
- binary: {op: [[i, j, result], ...]} for every pair of values that gives a result; null if Python raises an error, or if the result
  is an integer beyond 128 bits. Leaves out what would take forever: huge powers, shifts and repetitions that cannot fit anyway.
- unary: {op: [[i, result], ...]}.
"""

import json
import operator
import pathlib

VALUES = [True, False, 0, 1, -1, 2, -2, 3, -7, 10, 64, 127, 128, -128, 255, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, 2**64 - 1, 10**30]
VALUES += [2**127 - 1, -(2**127), 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 0.1, 1.5, 3.0, 1e-300, 1e300, -1e308, 5e-324, float("inf"), float("-inf"), float("nan")]
VALUES += [1j, 0j, 1 + 2j, -3.5 - 0.25j, complex(1e300, 1e300), complex(float("inf"), 1), complex(0, float("nan")), 2 + 0j, "", "a", "snö ", "ab" * 20]
OPS = {
    "Add": operator.add, "Subtract": operator.sub, "Multiply": operator.mul, "Divide": operator.truediv, "FloorDivide": operator.floordiv,
    "Remainder": operator.mod, "Power": operator.pow, "And": operator.and_, "Or": operator.or_, "Xor": operator.xor,
    "ShiftLeft": operator.lshift, "ShiftRight": operator.rshift,
}


def tagged(value):
    if isinstance(value, bool):
        return {"b": value}
    if isinstance(value, int):
        return {"i": str(value)} if -(2**127) <= value < 2**127 else None
    if isinstance(value, float):
        return {"f": value.hex()}
    if isinstance(value, complex):
        return {"c": [value.real.hex(), value.imag.hex()]}
    return {"s": value}


def result(call, *values):
    try:
        return tagged(call(*values))
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        return None


def endless(op, a, b):
    whole = lambda x: isinstance(x, int)
    if op == "Power" and whole(a) and whole(b):
        return b > 1000
    if op == "ShiftLeft" and whole(a) and whole(b):
        return b > 1000
    if op == "Multiply" and isinstance(a, str) != isinstance(b, str):
        return max(x for x in (a, b, 0) if isinstance(x, (int, float))) > 1000 if not isinstance(a, complex) and not isinstance(b, complex) else False
    # Formats text; the crate has no such thing.
    return op == "Remainder" and isinstance(a, str)


def main():
    pairs = [(i, j) for i in range(len(VALUES)) for j in range(len(VALUES))]
    binary = {
        op: [[i, j, result(call, VALUES[i], VALUES[j])] for i, j in pairs if not endless(op, VALUES[i], VALUES[j])]
        for op, call in OPS.items()
    }
    unary = {
        name: [[i, result(call, value)] for i, value in enumerate(VALUES)]
        for name, call in (("negative", operator.neg), ("absolute", abs), ("invert", operator.invert))
    }
    out = {"values": [tagged(value) for value in VALUES], "binary": binary, "unary": unary}
    pathlib.Path(__file__).with_name("objects.json").write_text(json.dumps(out, separators=(",", ":")) + "\n")
    print({op: len(rows) for op, rows in {**binary, **unary}.items()})


main()
