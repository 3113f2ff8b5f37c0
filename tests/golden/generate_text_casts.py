"""Writes text_casts.json: casts between text and numbers or times, made by NumPy.

    python generate_text_casts.py

Three lists:
- read: [kind of text (S, U, >U, T), target, [[text, result], ...]], the bytes of each result in hexadecimal (native order),
  or null for an error;
- write: [dtype, bytes of the values, [[target, dtype of the result, [texts]], ...]], null instead of the texts for an error;
- halves: the CRC-32 of the texts of all float16 numbers, joined by newlines, in the order of their bits.
"""

import json
import pathlib
import warnings
import zlib

import numpy as np

warnings.simplefilter("ignore")
rng = np.random.default_rng(20260)

INTS = "i1 i2 i4 i8 u1 u2 u4 u8".split()
FLOATS = "f2 f4 f8".split()
COMPLEX = "c8 c16".split()
DATES = ["M8[Y]", "M8[M]", "M8[D]", "M8[h]", "M8[s]", "M8[ms]", "M8[ns]", "M8[25us]", "M8"]
SPANS = ["m8[s]", "m8[D]", "m8"]

NUMBERS = """|0|1|False|True| 1 |1_000|_1|1_|1__0|+5|-5|- 5|0x10|0b1|0o7|010|1.0|1e5|nan|inf|-inf|Infinity|+infinity|NaN|-nan
nan(1)|1.|.5|.|1e|1e+5|1_0.0_1|1_e5|1e5_0|0x1p3|300|-1|127|128|-128|-129|255|256|32767|32768|65535|65536|2147483647|2147483648
-2147483648|-2147483649|4294967295|4294967296|9223372036854775807|9223372036854775808|-9223372036854775808
-9223372036854775809|18446744073709551615|18446744073709551616|99999999999999999999|1e400|-1e400|1e-400|1 2|abc|None|nat|true
00000000000000000000000000000012|12345678|123456789|1234567890123456|12345678901234567|123456789012345678|1234567:|12345678/
٣_٣|e5|1E5|1d5|0_1|00|-0|- 0|+|-|1.5.5|1..|_1.0|1_.0|1._0|1.0_|inf_|i_nf|1e_5|+ 1|١|١.5|１２|\u00a01|\u20031|1\u3000|é|1é|\x1c1
1j|1+2j|(1+2j)| ( 1+2j ) |1 + 2j|j|-j|+j|1+j|1-j|nan+infj|1e5+2e5j|1J|(1)|((1))|1+2|2j+1|1-nanj|infj|1_0+1_0j|+-1|--1|1L|1f
(1|1)|()|1e5j|1.5e-3-2.5e+3j|1e+j|1+1e5|.5j|+.5-.5j|-infinity-infinityj|5e-324|2.2250738585072011e-308|2.2250738585072014e-308
9007199254740993|9007199254740992.5|1e23|1.7976931348623157e308|1.7976931348623159e308|0.1|0.30000000000000004|8.5e-46|1.4e-45
3.4028235677973366e38|3.4028235e38|65504|65519.99|65520|5.960464477539063e-08|2.98e-08|16777217|2049|2051|1.00000005960464477540
123456789012345678901234567890|0.000000000000000000000000000000000000123e30|7.2057594037927933e+16""".replace("\n", "|")
NUMBERS = NUMBERS.split("|")
NUMBERS += ["\t1\n", "\x0b1\x0c", " 1\r\n", "\x001", "1\x002"]
NUMBERS += [repr(float(x)) for x in rng.standard_normal(25) * 10.0 ** rng.integers(-30, 30, 25)]
NUMBERS += [f"{x:.25e}" for x in rng.standard_normal(10)]
NUMBERS += [str(int(x)) for x in rng.integers(-(2**62), 2**62, 10)]

TIMES = """|NaT|nat|nAt|2020|2020-01|2020-01-02|2020-01-02T03|2020-01-02T03:04|2020-01-02T03:04:05|2020-01-02 03:04:05
2020-01-02T03:04:05.1|2020-01-02T03:04:05.123|2020-01-02T03:04:05.123456|2020-01-02T03:04:05.123456789|2020-01-02T03:04:05.
2020-01-02T03:04:05.1234567890123|2020-01-02T03:04:05Z|2020-01-02T03:04+01:30|2020-01-02T03:04:05-0800| 2020-01-02|2020-01-02 
2020-01-02T03:04 |2020-13-01|2020-00-01|2020-02-30|2019-02-29|2020-02-29|2100-02-29|2000-02-29|2020-01-00|2020-01-32
2020-01-02T24|2020-01-02T23:60|2020-01-02T23:59:60|abc|20200102|2020-1-2|2020/01/02|2020-01-02t03|-0001-01-01|+2020-01-01|0000-01-01
0000-03-01|9999-12-31T23:59:59|10000-01-01|1969-12-31T23:59:59.999|1600-02-29|2020-01-02T03:04:05,5|5|-5|+5| 5|5.0|5s|١|2020-W01|é""".replace("\n", "|").split("|")


def text_array(kind, text):
    if kind == "S":
        return np.array([text.encode()], "S")
    return np.array([text], {"U": "U", ">U": ">U%d" % max(len(text), 1), "T": "T"}[kind])


def read(kind, text, to):
    try:
        got = text_array(kind, text).astype(to)
    except (ValueError, OverflowError, TypeError, UnicodeError, RuntimeError):
        return None
    return [got.tobytes().hex(), got.dtype.str[1:]]


def reads():
    rows = []
    for kind in ["S", "U", ">U", "T"]:
        for to in ["?", *INTS, *FLOATS, *COMPLEX]:
            wanted = NUMBERS if to in ("i1", "u8", "i8", "f8", "c16") else NUMBERS[::3]
            wanted = wanted[::2] if kind == ">U" else wanted
            rows.append([kind, to, [[text, read(kind, text, to)] for text in wanted]])
        for to in DATES + SPANS:
            wanted = TIMES if to in ("M8[s]", "M8[D]", "m8[s]", "M8") and kind != ">U" else TIMES[::3]
            rows.append([kind, to, [[text, read(kind, text, to)] for text in wanted]])
    return rows


def float_bits(dtype):
    size = np.dtype(dtype).itemsize
    bits = np.frombuffer(rng.bytes(60 * size), dtype)
    exact = np.array(
        [0.0, -0.0, 1, -1, 0.1, 0.5, 1 / 3, 1e-4, 9.999e-5, 0.00012345, 999, 1000, 1001, 999999, 1e6, 1234567, 1e15, 1e16, 1e17]
        + [123456789012345.6, 9007199254740993, 1e22, 1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308]
        + [65504, 5.96e-8, 6.1e-5, 3.4028235e38, 1.4e-45, 16777216, 1e10, 1e100, np.nan, np.inf, -np.inf]
    ).astype(dtype)
    return np.concatenate([exact, bits])


def values():
    yield np.array([True, False])
    for name in INTS:
        info = np.iinfo(name)
        picks = [0, 1, 9, 10, 99, 100, info.min, info.max, *rng.integers(info.min, info.max, 8, name)]
        yield np.array(picks, name)
    for name in FLOATS:
        yield float_bits(name)
    for name, part in zip(COMPLEX, ["f4", "f8"]):
        parts = float_bits(part)
        yield np.concatenate([parts, np.roll(parts, 7), parts[::-1], [0, 0, 2, -2, 0]]).astype(part).view(name)
    for unit in "Y M W D h m s ms us ns ps fs as 25us 3W 7D".split():
        ticks = [0, 1, -1, 12345, -12345, 10**9, -(10**6), np.iinfo("i8").min, *rng.integers(-(10**7), 10**7, 4)]
        if unit in ("Y", "M"):
            ticks += [8029, 8030, -1970, -1971, -3000]
        yield np.array(ticks, "i8").view(f"M8[{unit}]")
        yield np.array(ticks, "i8").view(f"m8[{unit}]")
    # Halfway between two shortest texts, and around.
    for name, high in [("f4", 20), ("f8", 49), ("f8", 46), ("f4", 17), ("f8", 50)]:
        steps = 2.0**high + np.arange(-40, 41) * 2.0 ** (high - (23 if name == "f4" else 52))
        odd = np.concatenate([steps, steps[:9] * 1.5, 2.0 ** -np.arange(10.0, 30), 3 * 2.0 ** -np.arange(10.0, 30)]).astype(name)
        yield odd
        yield odd.view("c8" if name == "f4" else "c16")
    yield np.array([5, np.iinfo("i8").min], "i8").view("m8")
    yield np.array([np.iinfo("i8").min], "i8").view("M8")


def writes():
    rows = []
    for array in values():
        results = []
        for to in ["U", "S", ">U80", "T", "U3", "S3", "U12"]:
            try:
                got = array.astype(to)
                name = got.dtype.str if to != "T" else "T"
                texts = [x.decode() if isinstance(x, bytes) else str(x) for x in got.tolist()]
            except RuntimeError:
                name, texts = to, None
            results.append([to, name, texts])
        rows.append([array.dtype.str, array.tobytes().hex(), results])
    return rows


halves = np.arange(65536, dtype="u2").view("f2").astype("U")
table = {"halves": zlib.crc32("\n".join(halves.tolist()).encode()), "read": reads(), "write": writes()}
path = pathlib.Path(__file__).with_name("text_casts.json")
lines = ['"halves":%d' % table["halves"]]
for name in ["read", "write"]:
    lines.append('"%s":[\n%s\n]' % (name, ",\n".join(json.dumps(row, separators=(",", ":")) for row in table[name])))
path.write_text("{" + ",\n".join(lines) + "}\n")
print(sum(len(row[2]) for row in table["read"]), sum(len(r[2] or [0]) for row in table["write"] for r in row[2]), path.stat().st_size)
