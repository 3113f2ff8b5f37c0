"""Writes strings.json: numpy.strings on text of all three kinds. Seeded; run it with NumPy 2.4.6 on Python 3.11.

A case is [function, operands, extra, result].

- An operand is [dtype, values], [dtype, values, shape] or [dtype, values, shape, index], the index being applied to the array that
  the others make; or a bare value: a string for Python's str, {"b": string} for its bytes, a number, or null for None.
- Bytes are written as the characters of Latin-1. Extra are names: the encoding and what to do about errors, or the parts of a table.
- A result is [dtype, values] if it has one axis, else [dtype, values, shape]; three of these in a list for partitions; or an error:
  "dtype" for TypeError, "value" for others.
- Text without axes is a scalar of Python, which has no width: its dtype is "S" or "U", and "T" for a plain str.
- The results of "characters" are a bit for each predicate, and what each of four changes of case makes, with bars between.
"""

import json
import random

import numpy as np

random.seed(20)
S = np.strings
ALPHABET = "aAbB xX\t\n-+_10.ßéÉΣσςǅıİŉ٣²½五🐍\u3000\x1c\x85ʰ'"
WORDS = ["", "a", "Snow White", "they're", "ΑΣ", "ΑΣ ΣΑ.", "ßtraße", "ǅx", "\tab\tc\n\td", "  pad ", "aaaa", "+12", "-7", "²", "٣٤",
         "½", "A1b", "a\0b", "\0x", "UPPER", "lower", "xyxyx", "aʰΣ", "ŉ", "İI", "🐍🐍 snake", "AbC dEf", "a\0", "longer than 15 bytes",
         "12", "Ab", " \t", "é", "a b"]
INTEGERS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "<i8", ">i4"]


def word(kind):
    while True:
        if random.random() < 0.6:
            found = random.choice(WORDS)
        else:
            found = "".join(random.choice(ALPHABET) for _ in range(random.randint(0, 9)))
        if kind == "S":
            if found.isascii() or found.isprintable() and max(map(ord, found)) < 256:
                return found
        else:
            return found


def text_array(kind, words, width=None, swapped=False):
    if kind == "T":
        return np.array(words, dtype="T")
    width = width or max([1] + [len(w) for w in words])
    if kind == "S":
        return np.array([w.encode("latin-1") for w in words], dtype=f"S{width}")
    return np.array(words, dtype=f"{'>' if swapped else '<'}U{width}")


def values_of(array):
    if array.dtype.char == "S":
        return [x.decode("latin-1") for x in array.ravel().tolist()]
    if array.dtype.char == "?":
        return [int(x) for x in array.ravel().tolist()]
    return array.ravel().tolist()


def name(dtype):
    return "T" if dtype.char == "T" else dtype.str.lstrip("|<")


def spell(result):
    if isinstance(result, tuple):
        return [spell(part) for part in result]
    was_string = type(result) is str
    scalar, result = not isinstance(result, np.ndarray), np.asarray(result)
    spelled = [name(result.dtype), values_of(result)]
    if scalar and result.dtype.char in "SU":
        spelled[0] = "T" if was_string else result.dtype.char
    return spelled if result.ndim == 1 else spelled + [list(result.shape)]


class Operand:
    """An array, and how it is written down."""

    def __init__(self, base, index=None):
        self.array = base if index is None else eval(f"base[{index}]")
        self.spelled = spell(base)
        if index is not None:
            self.spelled = self.spelled[:2] + [list(base.shape), index]


def bare(value):
    operand = Operand.__new__(Operand)
    operand.array = value
    operand.spelled = {"b": value.decode("latin-1")} if isinstance(value, bytes) else value
    return operand


cases = []


def add(function, operands, call, extra=()):
    try:
        result = spell(call(*(operand.array for operand in operands)))
    except TypeError:
        result = "dtype"
    except Exception:
        result = "value"
    cases.append([function, [operand.spelled for operand in operands], list(extra), result])


def laid(kind, words, layout):
    """Three words in a layout: 0 plain, 1 backwards, 2 strided, 3 swapped bytes, 4 a column, 5 0-d, 6 empty, 7 a wide one, 8 two axes
    turned."""
    if layout == 1:
        return Operand(text_array(kind, words), "::-1")
    if layout == 2:
        return Operand(text_array(kind, [w for word in words for w in (word, "#")]), "::2")
    if layout == 3:
        return Operand(text_array(kind, words, swapped=True))
    if layout == 4:
        return Operand(text_array(kind, words).reshape(3, 1))
    if layout == 5:
        return Operand(text_array(kind, words[:1]).reshape(()))
    if layout == 6:
        return Operand(text_array(kind, words).reshape(1, 3), ":0")
    if layout == 7:
        return Operand(text_array(kind, words, width=21))
    if layout == 8:
        return Operand(text_array(kind, words + words[::-1]).reshape(2, 3), "::-1, ::-2")
    return Operand(text_array(kind, words))


LAYOUTS = [0, 1, 2, 3, 4, 5, 6, 7, 8]


def some(kind, n=3):
    return [word(kind) for _ in range(n)]


def texts(kind, layout):
    return laid(kind, some(kind), layout)


def second(kind, choices, first_layout):
    """Another text: bare, one, three, or a column."""
    choices = [c for c in choices if kind != "S" or c.isascii()]
    way = random.randrange(5)
    if way == 0:
        found = random.choice(choices)
        return bare(found.encode("latin-1") if kind == "S" else found)
    if way == 1 or first_layout in (6, 8):
        return Operand(text_array(kind, [random.choice(choices)]))
    if way == 2:
        return Operand(text_array(kind, [random.choice(choices) for _ in range(2)]).reshape(2, 1))
    if first_layout == 5:
        return Operand(text_array(kind, [random.choice(choices)]).reshape(()))
    return Operand(text_array(kind, [random.choice(choices) for _ in range(3)]), random.choice([None, "::-1"]))


def numbers(low, high, layout):
    way = random.randrange(4)
    if way < 2 or layout in (6, 8):
        return bare(random.randint(low, high))
    dtype = random.choice(INTEGERS)
    low = max(low, 0) if "u" in dtype else low
    if way == 2:
        return Operand(np.array([random.randint(low, high) for _ in range(2)], dtype=dtype).reshape(2, 1))
    values = [random.randint(low, high) for _ in range(3)]
    return Operand(np.array(values, dtype=dtype), random.choice([None, "::-1"]))


def bound(values, layout):
    if random.random() < 0.7 or layout in (6, 8):
        return bare(random.choice(values))
    return Operand(np.array([random.choice([v for v in values if v is not None]) for _ in range(3)], dtype="i8"))


UNARY = ["isalpha", "isalnum", "isdigit", "isdecimal", "isnumeric", "isspace", "islower", "isupper", "istitle", "str_len", "upper",
         "lower", "swapcase", "capitalize", "title", "strip", "lstrip", "rstrip"]
CASES = ["upper", "lower", "title", "swapcase"]
COMPARE = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]
SEARCH = ["find", "rfind", "index", "rindex", "count", "startswith", "endswith"]
SUBS = ["a", "b", "x", "xy", "", "aa", " ", "-", "é", "Σ", "🐍", "a\0b"]
PLAIN = ["a", "xy", "aa", " ", "b", "é", "Σ"]

for kind in "SUT":
    for layout in LAYOUTS * 2:
        if layout == 3 and kind != "U" or layout == 7 and kind == "T":
            layout = 0
        for function in UNARY:
            add(function, [texts(kind, layout)], getattr(S, function))
        for function in COMPARE:
            first = some(kind)
            other = list(first)
            other[random.randrange(3)] = word(kind)
            # The same text, in another width.
            other = Operand(text_array(kind, other, width=22)) if layout not in (4, 5, 6, 8) else second(kind, SUBS, layout)
            add(function, [laid(kind, first, layout), other], getattr(S, function))
        for _ in range(2):
            add("add", [texts(kind, layout), second(kind, WORDS, layout)], S.add)
        for function in SEARCH:
            first = some(kind)
            sub = second(kind, SUBS, layout)
            if random.random() < 0.3 and layout not in (5, 6, 8):
                sub = Operand(text_array(kind, [t[:random.randint(0, 3)] for t in first]))
            start = bound([0, 0, 1, -2, 5, -20, 2**62, -2**63], layout)
            stop = bound([None, None, 3, -1, 0, 99, -9, 2**63 - 1], layout)
            add(function, [laid(kind, first, layout), sub, start, stop], getattr(S, function))
        for function in ["partition", "rpartition"]:
            for _ in range(2):
                add(function, [texts(kind, layout), second(kind, PLAIN, layout)], getattr(S, function))
        for function in ["strip", "lstrip", "rstrip"]:
            for _ in range(1 + (layout == 0)):
                add(function, [texts(kind, layout), second(kind, ["a", "ax", " \t", "-+", "", "é", "ΣA"], layout)], getattr(S, function))
        for function in ["center", "ljust", "rjust"]:
            for _ in range(1 + (layout == 0)):
                operands = [texts(kind, layout), numbers(-2, 14, layout), second(kind, ["*", "x", "0", "é"], layout)]
                add(function, operands, getattr(S, function))
        for _ in range(2):
            add("zfill", [texts(kind, layout), numbers(-1, 12, layout)], S.zfill)
            add("multiply", [texts(kind, layout), numbers(-1, 4, layout)], S.multiply)
            add("expandtabs", [texts(kind, layout), numbers(-1, 9, layout)], S.expandtabs)
        for _ in range(3):
            operands = [texts(kind, layout), second(kind, SUBS, layout), second(kind, ["", "z", "long one"], layout)]
            add("replace", operands + [numbers(-1, 2, layout)], S.replace)
        for _ in range(3):
            bounds = [bound([None, 0, 1, 2, 5, -1, -3, -12, 12], layout) for _ in range(2)]
            step = bare(random.choice([None, 1, 2, -1, -3, 5]))
            add("slice", [texts(kind, layout)] + bounds + [step], S.slice)
        if kind != "S":
            for encoding in random.sample(["utf-8", "ascii", "latin-1", "utf-16", "utf-32-be", "utf-8-sig", "utf-16-le"], 3):
                errors = random.choice(["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace"])
                add("encode", [texts(kind, layout)], lambda a: S.encode(a, encoding, errors), [encoding, errors])
            table = random.choice([("ab", "xé", ""), ("éΣ", "🐍s", "-"), ("", "", "aA \t")])
            add("translate", [texts(kind, layout)], lambda a: S.translate(a, str.maketrans(*table)), table)
        else:
            delete = random.choice(["", "a", "bx"])
            shifted = bytes((i + 1) % 128 if 97 <= i < 122 else i for i in range(256))
            add("translate", [texts(kind, layout)], lambda a: S.translate(a, shifted, delete.encode()), [delete])
            for encoding in ["utf-8", "ascii", "latin-1", "utf-16-le", "utf-8-sig"]:
                raw = [bytes(random.choice(b"ab\xc3\xa9\xe2\x82\xac\xff\x80\xed") for _ in range(random.randint(0, 6))) for _ in range(3)]
                errors = random.choice(["strict", "ignore", "replace", "backslashreplace"])
                operand = laid("S", [r.decode("latin-1") for r in raw], layout)
                add("decode", [operand], lambda a: S.decode(a, encoding, errors), [encoding, errors])

# Every code point below 0x180, and blocks beyond, by what they are and become: sixteen together say which differ.
for start in list(range(0, 0x180, 16)) + list(range(0x1C0, 0x250, 16)) + list(range(0x370, 0x400, 16)) + [
        0x660, 0xB70, 0x10A0, 0x1390, 0x13F0, 0x1C80, 0x1E90, 0x1F80, 0x1FB0, 0x2070, 0x2150, 0x2160, 0x24B0, 0x3000, 0x3020, 0xA640,
        0xFB00, 0xFF10, 0x10400, 0x104B0, 0x1D7C0, 0x1F100, 0x1E900, 0x20000]:
    operand = Operand(np.array([chr(c) for c in range(start, start + 16)]).astype("U3"))
    asked = sum(getattr(S, function)(operand.array).astype("i8") << bit for bit, function in enumerate(UNARY[:9]))
    made = "|".join(text for function in CASES for text in getattr(S, function)(operand.array))
    cases.append(["characters", [operand.spelled], [], [asked.tolist(), made]])

# Formats.
for kind in "SUT":
    for form in ["%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%x", "%#X", "%o", "%.3d", "%i%%", "%c", "%s", "%f", "%.2e", "%10.3f|", "%g",
                 "%G", "%#g", "%.0f", "%-8.1f|", "%08.2f", "x", "%q", "%", "%d %d", "%5s|", "%-5s|", "%.2s"]:
        for values in [np.array([0, 7, -123456]), np.array([0.0, -2.5, 1e22, 123456.789, 1e-7, 0.1]), np.array([True, False]),
                       text_array("U" if kind == "T" else kind, ["a", "bc", ""])]:
            if len(form) < 3 or random.random() < 0.25:
                add("mod", [Operand(text_array(kind, [form])), Operand(values)], S.mod)

# Texts of kinds that do not go together, and what is no text.
for one, other in ["SU", "US", "ST", "TS", "UT", "TU"]:
    a, b = Operand(text_array(one, ["ab", "c"])), Operand(text_array(other, ["b", "c"]))
    two = bare(b"b" if other == "S" else "b")
    for b in [b, two]:
        for function in COMPARE + SEARCH + ["add", "strip", "lstrip", "rstrip", "partition", "rpartition"]:
            add(function, [a, b], getattr(S, function))
        for function in ["center", "ljust", "rjust"]:
            fill = b if b is two else Operand(text_array(other, ["*"]))
            add(function, [a, bare(5), fill], getattr(S, function))
        add("replace", [a, b, b, bare(-1)], S.replace)
for values in [np.array([1, 2]), np.array([1.5]), np.array([True])]:
    for function in UNARY + ["encode", "decode"]:
        add(function, [Operand(values)], getattr(S, function), ["utf-8", "strict"] if "code" in function else ())
    for function in SEARCH + ["partition", "rpartition"]:
        add(function, [Operand(values), bare("a")], getattr(S, function))
        add(function, [Operand(text_array("U", ["a"])), Operand(values)], getattr(S, function))
    add("zfill", [Operand(values), bare(3)], S.zfill)
for kind in "SUT":
    a, b = Operand(text_array(kind, ["ab", "c", "abc"])), Operand(text_array(kind, ["ab", ""]))
    half = Operand(np.array([1.5]))
    for function in ["zfill", "multiply", "expandtabs"]:
        add(function, [a, half], getattr(S, function))
    for function in ["center", "ljust", "rjust"]:
        fill = Operand(text_array(kind, ["*"]))
        add(function, [a, half, fill], getattr(S, function))
        add(function, [a, bare(5), Operand(text_array(kind, ["**"]))], getattr(S, function))
        add(function, [a, bare(5), Operand(text_array(kind, [""]))], getattr(S, function))
    for function in COMPARE + SEARCH + ["add", "partition", "rpartition"]:
        add(function, [a, b], getattr(S, function))
    for function in ["partition", "rpartition"]:
        add(function, [a, Operand(text_array(kind, [""]))], getattr(S, function))
    add("slice", [a, bare(None), bare(None), bare(0)], S.slice)
    if kind != "S":
        for function in ["strip", "lstrip", "rstrip"]:
            operands = [Operand(text_array(kind, ["AbΣA", "ΣAb", "b"])), Operand(text_array(kind, ["ΣA"]))]
            add(function, operands, getattr(S, function))
    for function in SEARCH:
        add(function, [a, Operand(text_array(kind, ["b"])), half, bare(None)], getattr(S, function))
    if kind != "S":
        add("encode", [a], lambda x: S.encode(x, "klingon", "strict"), ["klingon", "strict"])
        add("decode", [a], lambda x: S.decode(x, "utf-8", "strict"), ["utf-8", "strict"])
    else:
        add("encode", [a], lambda x: S.encode(x, "utf-8", "strict"), ["utf-8", "strict"])

# Halves of pairs at the end.
for errors in ["strict", "ignore", "replace", "backslashreplace"]:
    raw = [b"a\0\x00\xd8", b"a\0\x00\xd8b", b"\xe2\xd8\xc0", b"\x00\xd8a\0", b"\x00\xdca", b"\x3d\xd8\x0d\xdc"]
    for some in [raw, raw[:1], raw[1:2], raw[4:5]]:
        operand = Operand(np.array(some))
        add("decode", [operand], lambda a: S.decode(a, "utf-16-le", errors), ["utf-16-le", errors])

text = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
with open(__file__.replace("generate_strings.py", "strings.json"), "w", newline="\n") as file:
    file.write(f"[\n{text}\n]\n")
print(len(cases), "cases,", len(text.encode()), "bytes,", len({case[0] for case in cases}), "functions,",
      sum(isinstance(case[3], str) for case in cases), "errors")
