"""Writes loadtxt.json: what NumPy reads from and writes to text files."""

import io
import json
import os
import random
import tempfile
import warnings

import numpy as np

warnings.simplefilter("ignore")
RNG = random.Random(20240517)
HERE = os.path.dirname(os.path.abspath(__file__))


def dtype_of(spec):
    if isinstance(spec, list):
        return [tuple(dtype_of(x) if i == 1 else (tuple(x) if isinstance(x, list) else x) for i, x in enumerate(f)) for f in spec]
    return spec


def answer(array):
    """dtype, shape and values: bytes in hex, or texts."""
    dtype = str(array.dtype) if array.dtype.names is not None else array.dtype.str
    if array.dtype == object or array.dtype.char == "T":
        kind = "O" if array.dtype == object else "T"
        return [kind, list(array.shape), [str(x) for x in array.ravel().tolist()]]
    if array.dtype.hasobject:
        return [dtype, list(array.shape), "objects"]
    return [dtype, list(array.shape), array.tobytes().hex()]


CONVERTERS = {"double": lambda s: float(s) * 2, "hex": lambda s: int(s, 16), "empty": lambda s: float(s or -1), "text": lambda s: s.upper()}


def load(text, options):
    options = dict(options)
    for name in ("dtype",):
        if name in options:
            options[name] = dtype_of(options[name])
    if "converters" in options:
        named = options["converters"]
        options["converters"] = CONVERTERS[named] if isinstance(named, str) else {int(k): CONVERTERS[v] for k, v in named.items()}
    if "usecols" in options:
        options["usecols"] = tuple(options["usecols"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.txt")
        with open(path, "wb") as file:
            file.write(text.encode("utf-8"))
        try:
            return answer(np.loadtxt(path, encoding="utf-8", **options))
        except Exception:
            return None


def load_cases():
    cases = []

    def case(text, **options):
        cases.append([text, options, load(text, options)])

    tables = ["1 2\n3 4\n", "1 2\n\n3 4", "# x\n1 2\n  \n3 4 # y\n", "1 2\n3\n", "1", "", "\n\n", "#\n", "1\n2\n3\n", "1 2 3", "1\t2  3 \r\n4 5 6\r\n",
              "1\r2\r3", " 1 2 \n 3 4 ", "1 2\n3 4 5\n", "-1 +2\n 3e0 .5", "1.0 2\n", "a b\nc d", "1\u00a02\n3\u20034", "1\x0b2\x1c3\x0c4"]
    dtypes = ["f8", "i4", "U", "S", "U1", "S3", "?", "c16", "f4", "u1", "f2", "i4,f8", "i8,U3", "O", "T", ">i2", ">f8", ">U2", "M8[D]", "m8[s]", "V2"]
    for text in tables:
        for dtype in dtypes:
            case(text, dtype=dtype)
        for ndmin in (0, 1, 2, 3):
            for unpack in (False, True):
                case(text, ndmin=ndmin, unpack=unpack)
        for usecols in ([0], [1], [-1], [1, 0], [0, 0], [5], [-3], []):
            case(text, usecols=usecols)
            case(text, usecols=usecols, ndmin=2, dtype="U2")
        for skiprows in (1, 2, 9):
            for max_rows in (0, 1, 2, None):
                case(text, skiprows=skiprows, **({} if max_rows is None else {"max_rows": max_rows}))
    numbers = ["0", "-0", "+1", "1_0", "1e5", "1E+05", "1e", "e1", ".", ".5", "5.", "-.5e-3", "nan", "-nan", "NaN", "inf", "-INF", "infinity", "infinit", "1e400",
               "-1e400", "1e-400", "4.9e-324", "2.5e-324", "1.7976931348623159e308", "9007199254740993", "0.1", "123456789012345678901234567890",
               "1.00000000000000011102230246251565404236316680908203125", "0x10", "0x1p3", "1 ", " 1", "\u0661", "1\u00a0", "--1", "+-1", "1-", "True", "", "1,5", "1.0",
               "127", "128", "-128", "-129", "255", "256", "32767", "32768", "2147483647", "2147483648", "-2147483649", "4294967296", "9223372036854775807",
               "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "00012", "1\x00", "1L", "1d", "1f", "65504", "65520", "3.4028236e38"]
    for number in numbers:
        for dtype in ("f8", "f4", "f2", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?", "c16", "c8"):
            case(number + ";" + number + "\n", dtype=dtype, delimiter=";")
    for number in ("1+2j", "(1+2j)", "1-2j", "2j", "-2j", "j", "1+j", "(1)", "( 1+2j )", " (1+2j) ", "(1+2j", "1+2j)", "1+-2j", "1++2j", "1--2j", "1+2i", "1+2J", "nan+infj", "1e3-1e-3j",
                   "(nan-infj)", "1 +2j", "1+ 2j", "((1))", "()", "1+2", "1+2jx", "1j2", "1e+2j", "inf-nanj", "infinityj"):
        for dtype in ("c16", "c8"):
            case(number + ";0", dtype=dtype, delimiter=";")
    for date in ("2020", "2020-02-30", "2020-02-29", "2020-01-01T12:30", "NaT", "nat", "", "x", "now?", "1969-12-31T23:59:59.999", " 2020", "5", "-5", "1.5"):
        for dtype in ("M8[D]", "M8[s]", "M8[ms]", "M8", "m8[s]", "m8", "m8[25us]"):
            case(date + ";" + date + "\n", dtype=dtype, delimiter=";")
    quotes = ['"a b" c\n', '"a""b" c\n', '"a\nb" c\n', '"a', 'a"b" c', '"a"b c', '""', '"" ""', '"a,b",c', ' "a",b', '"a" ,b', '"a"",b', '"#",1', '"a"#"b"', "'a','b'", '"1","2"', '"1" "2"\n"3" "4"', '"a\r\nb",c', '"a""', '""""', '"""a"""']
    for text in quotes:
        for delimiter in (None, ",", "\t"):
            for dtype in ("U", "U2", "f8", "S"):
                case(text, dtype=dtype, quotechar='"', **({"delimiter": delimiter} if delimiter else {}))
        case(text, dtype="U")
        case(text, dtype="U", delimiter=",", quotechar="'")
    for delimiter in (",", " ", "\t", ";", "|", "a", "\u00e9", "0", "\n", "#", "\r"):
        for text in (f"1{delimiter}2", f"1{delimiter}2{delimiter}", f"{delimiter}", f" 1 {delimiter} 2 \n3{delimiter}4", "  ", "1 2\n", f"1{delimiter}{delimiter}2", f"1{delimiter}2{delimiter}#x\n3{delimiter}4{delimiter}5"):
            for dtype in ("f8", "U"):
                case(text, dtype=dtype, delimiter=delimiter)
    for comments in (["#"], ["//"], ["//", "%"], ["%", "#"], [], [""], ["ab", "bc"], ["bc", "ab"], ["\u00e9"], [" "], ["\n"], ["1"], ["#", ","]):
        for text in ("1 2 // 3\n4 5 % 6\n", "// x\n1 2\n", "1 2 # x\n% \n3 4\n", "1 2 abc\n1 bcab\n", "1 2 \u00e9 3\n", "1,2#3\n4,5", "%\n", "12 13"):
            case(text, comments=comments)
            case(text, comments=comments, delimiter=",", dtype="U")
        case("1 2", comments=comments, quotechar='"')
        case("1 2", comments=comments, quotechar="#")
    records = [[["a", "i4"], ["b", "f8", [3]]], [["a", "i4"], ["b", [["c", "f8"], ["d", "S2", [2]]]]], [["a", "U"], ["b", "i2"]], [["a", [["x", "i1"], ["y", "?"]], [2]]], [["a", "f4", [2, 2]]],
               [["t", "M8[D]"], ["v", "f8"]], [["a", ">i2"], ["b", ">f4"]], [["a", "O"], ["b", "i4"]], [["a", "T"], ["b", "c8"]], [["a", "i4"]]]
    for record in records:
        for text in ("1 2 3 4\n5 6 7 8", "1 2 3 4", "1 2\n3 4", "2020-01-01 5", "x 5\ny 6\n", "", "1\n2", "1 2 3"):
            case(text, dtype=record)
            case(text, dtype=record, ndmin=2)
            case(text, dtype=record, usecols=[0, 1])
            case(text, dtype=record, usecols=[0, 1, 0, -1])
    for text in ("1 2 3\n4 5 6", "a b c", "", "1,,3", "ff 10"):
        for converters in ({"0": "double"}, {"-1": "double"}, {"1": "hex"}, {"5": "double"}, {"-4": "hex"}, "double", "hex", {"0": "hex", "2": "double"}, {"1": "empty"}, "empty"):
            for dtype in ("f8", "i8", "U4"):
                if dtype == "U4":
                    converters = "text"
                case(text, converters=converters, dtype=dtype)
                case(text, converters=converters, dtype=dtype, delimiter=",")
                case(text, converters=converters, dtype=dtype, usecols=[2, 0])
    alphabet = ["1", "2.5", "-3", "x", " ", " ", ",", ",", "\n", "\n", "\r\n", "#", '"', "\t", "\u00e9", "7", "0"]
    for _ in range(700):
        text = "".join(RNG.choice(alphabet) for _ in range(RNG.randrange(1, 14)))
        options = {"dtype": RNG.choice(["U4", "U", "S", "f8", "i8", "U2,U3"])}
        if RNG.random() < 0.6:
            options["delimiter"] = ","
        if RNG.random() < 0.5:
            options["quotechar"] = '"'
        if RNG.random() < 0.3:
            options["skiprows"] = RNG.randrange(3)
        if RNG.random() < 0.2:
            options["max_rows"] = RNG.randrange(4)
        if RNG.random() < 0.2:
            options["usecols"] = [RNG.randrange(-2, 3)]
        case(text, **options)
    return cases


def save(array, options):
    file = io.StringIO()
    try:
        np.savetxt(file, array, **options)
        return file.getvalue()
    except Exception:
        return None


def save_cases():
    cases = []
    nan, inf = float("nan"), float("inf")
    floats = np.array([[0.0, -0.0, 1.5], [-2.5, nan, inf], [-inf, 1e-310, 123456.789], [0.1, 1e22, 5e-324]])
    arrays = [
        floats, floats.astype("f4"), floats[:, 0], np.array([0.1, 2.5], "f2"), np.array([[1, -20], [300, 4]]), np.array([1, 200], "u1"),
        np.array([2**64 - 1, 0], "u8"), np.array([True, False]), np.array(["a", "b\u00e9c"]), np.array([["x", "yz"], ["", "w"]]), np.array([b"ab", b"c"]),
        np.array([1 + 2j, -3 - 4j, complex(nan, -inf)]), np.array([[1 + 2j, 0.5 - 1j]], "c8"), np.array(["2020-01-01", "NaT"], "M8[D]"), np.array([5, -3], "m8[s]"),
        np.zeros(0), np.zeros((0, 3)), np.zeros((2, 0)), np.zeros((2, 2, 2)), np.array(5.0), np.array([1.5, 2.5], ">f8"),
        np.array([(1, 2.5, "x"), (3, -4.5, "yz")], "i4,f8,U2"), np.array([(1, 2.5)], "i2,f4"), np.array([65, 8364]), np.array([1e300, -1e17, 0.99, -0.99]),
        np.array([9.5, 0.5, 1.5, 2.5, 99999.5, 999999.5, 1e5, 1e-5, 0.0001]), np.arange(12.0).reshape(3, 4)[:, ::-2], np.array([["", "a"]]),
    ]
    formats = ["%.18e", "%d", "%i", "%5d", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%x", "%#X", "%o", "%#o", "%u", "%c", "%s", "%10s", "%-10s|", "%.2s", "%r", "%e", "%g", "%.3g",
               "%#g", "%G", "%f", "%.0f", "%#.0f", "%#.0e", "%010.3f", "%-10.2f|", "%+.2e", "% .2f", "%ld", "%q", "%", "%*d", "%.f", "%8.1E", "%05s", "%.0g", "%12g", "%F", "plain", "%d%%",
               "%d %d", "%d,%g", "%s %s %s", "%d|%.2f|%s", "%.1f %+.1fj", "%h", "%lld", "%.30f", "%.25e", "%1.1f"]

    def case(array, **options):
        dtype = str(array.dtype) if array.dtype.names is not None else array.dtype.str
        cases.append([[dtype, list(array.shape), np.ascontiguousarray(array).tobytes().hex()], options, save(array, options)])

    for array in arrays:
        for fmt in formats:
            case(array, fmt=fmt)
        case(array, fmt=["%g", "%g"])
        case(array, fmt=["%d", "%.2f", "%s"], delimiter=", ")
        case(array, fmt="%s", delimiter=",", newline="\r\n", header="h\ni", footer="f", comments="//")
        case(array, fmt="%s", header="h", footer="f\ng\n", delimiter="%")
        case(array)
    for _ in range(120):
        values = np.array([RNG.uniform(-1, 1) * 10.0 ** RNG.randrange(-30, 30) for _ in range(4)])
        letter, precision = RNG.choice("eEfgG"), RNG.randrange(0, 25)
        flags = "".join(f for f in "-+ #0" if RNG.random() < 0.25)
        width = RNG.choice(["", "3", "12", "30"])
        case(values, fmt=f"%{flags}{width}.{precision}{letter}")
        case(np.array([RNG.randrange(-10**9, 10**9) for _ in range(3)]), fmt=f"%{flags}{width}.{precision}{RNG.choice('dxo')}")
    return cases


def gen(text, options):
    options = dict(options)
    key = lambda column: int(column) if column.lstrip("-").isdigit() else column
    if isinstance(options.get("dtype"), list):
        options["dtype"] = dtype_of(options["dtype"])
    if "converters" in options:
        options["converters"] = {key(k): CONVERTERS[v] for k, v in options["converters"].items()}
    for name in ("missing_values", "filling_values"):
        if isinstance(options.get(name), dict):
            options[name] = {key(k): v for k, v in options[name].items()}
    if "missing_values" in options and isinstance(options["missing_values"], dict):
        options["missing_values"] = {k: tuple(v) for k, v in options["missing_values"].items()}
    if "usecols" in options:
        options["usecols"] = tuple(options["usecols"])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.txt")
        with open(path, "wb") as file:
            file.write(text.encode("utf-8"))
        try:
            found = np.genfromtxt(path, encoding="utf-8", **options)
            return [answer(part) for part in found] if isinstance(found, list) else answer(found)
        except Exception as error:
            known = {"Converting 'np.": "abstract", "max() ": "width"}
            return next((name for start, name in known.items() if str(error).startswith(start)), None)


def gen_cases():
    cases = []

    def case(text, **options):
        cases.append([text, options, gen(text, options)])

    tables = ["1 2\n3 4\n", "1 2\n\n3 4", "# x\n1 2\n  \n3 4 # y\n", "1 2\n3\n", "1", "", "\n\n", "#\n", "1\n2\n3\n", "1 2 3", "1\t2  3 \r\n4 5 6\r\n",
              "1\r2\r3", " 1 2 \n 3 4 ", "1 2\n3 4 5\n5 6\n", "-1 +2\n 3e0 .5", "1.0 2\n", "a b\nc d", "a b c\n1 2 3\n4 x 6", "# a b\n1 2\n3 4.5", "true 1\nFalse 2", "1+2j 3\n4 x",
              "1\u00a02\n3\u20034", "nan inf\n-inf 1e400", "\u0661 1_0\n2 3", "99999999999999999999 1\n2 3", "9223372036854775808 1", "2020-01-01 5\nx 6"]
    dtypes = [None, "f8", "i4", "i8", "u8", "u1", "U", "S", "U1", "S3", "?", "c16", "f4", "f2", "i4,f8", "i8,U3", "O", ">i2", ">f8", ">U2", "M8[D]", "m8[s]", "f8,f8,f8", "c8", "i1"]
    for text in tables:
        for dtype in dtypes:
            case(text, dtype=dtype)
            if RNG.random() < 0.4:
                case(text, dtype=dtype, names=True)
            if RNG.random() < 0.4:
                case(text, dtype=dtype, names=["a", "b"])
        for ndmin in (0, 1, 2, 3):
            for unpack in (False, True):
                case(text, ndmin=ndmin, unpack=unpack)
        for usecols in ([0], [1], [-1], [1, 0], [0, 0], [5], [-3]):
            case(text, usecols=usecols)
            case(text, usecols=usecols, dtype=None)
            case(text, usecols=usecols, names=True)
        for skip in (1, 2, 9):
            case(text, skip_header=skip)
            case(text, skip_footer=skip, dtype=None)
            case(text, skip_header=skip, names=True, dtype=None)
            case(text, max_rows=skip)
            case(text, skip_footer=skip, invalid_raise=False)
        case(text, dtype=None, unpack=True)
        case(text, max_rows=0)
        case(text, max_rows=2, skip_footer=1)
        case(text, invalid_raise=False, dtype="i8")
        case(text, loose=False)
        case(text, loose=False, dtype="i8")
        case(text, loose=False, dtype="i4", missing_values="x")
    csv = ["a,b,c\n1,2,3\n4,,6\n", "1,2,3\n4,N/A,6\n7,??? ,x\n", " 1 , 2 , 3 \n 4,5 ,6", "1,,3\n,,\n4,5,6", "x,1.5,true\nyy,,false\nz,3,\n", "1,N/A\n,2", ",\n,", "# c1,c 2,c-3\n1,2,3", "#a,b\n1,x\n2,yy",
           "1,2 # ,3\n4,5", "0,-999\n-999,1.5", "True,\nFalse,true"]
    for text in csv:
        for dtype in (None, "f8", "i8", "i4", "U3", "?", "f8,i4,U2", "i8,f8", "S2", "c16"):
            case(text, delimiter=",", dtype=dtype)
            case(text, delimiter=",", dtype=dtype, autostrip=True)
            case(text, delimiter=",", dtype=dtype, names=True)
            for missing in ("N/A", "N/A,???", ["N/A", "-999"], {"0": ["N/A"], "1": ["", "-999", "N/A"]}, {"-1": ["N/A"]}, {"7": ["x"]}, {"b": ["N/A"]}):
                if RNG.random() < 0.5:
                    case(text, delimiter=",", dtype=dtype, missing_values=missing, loose=RNG.random() < 0.5, names=RNG.choice([None, True]))
            for filling in (0, -5, 2.5, [1, 2], [1, 2, 3, 4], {"1": 7}, {"-1": 8.5}, {"9": 1}, "zz", {"b": 3}, 300, True):
                if RNG.random() < 0.45:
                    case(text, delimiter=",", dtype=dtype, filling_values=filling, names=RNG.choice([None, True]))
            for converters in ({"0": "double"}, {"1": "hex"}, {"-1": "empty"}, {"b": "empty"}, {"9": "double"}, {"0": "text", "1": "double"}):
                if RNG.random() < 0.5:
                    case(text, delimiter=",", dtype=dtype, converters=converters, names=RNG.choice([None, True]), **({"usecols": [1, 0]} if RNG.random() < 0.3 else {}))
        for usecols in ([0, 2], [1], [-1, 0], ["a"], ["c", "a"], ["zz"]):
            case(text, delimiter=",", usecols=usecols, names=True)
            case(text, delimiter=",", usecols=usecols, names=True, dtype=None)
            case(text, delimiter=",", usecols=usecols, names=["a", "b", "c"], dtype=None)
            case(text, delimiter=",", usecols=usecols, names=["a", "b", "c"], dtype="i8,f8,U4")
            case(text, delimiter=",", usecols=usecols, filling_values={"0": 5, "2": 6})
            case(text, delimiter=",", usecols=usecols, filling_values=[5, 6])
            case(text, delimiter=",", usecols=usecols, missing_values={"0": ["N/A"]}, loose=False)
    heads = ["a,b,a,a\n1,2,3,4\n", "x y, file,print,\n1,2,3,4", "# Foo,BAR,foo,a.b\n1,2,3,4", ",,,\n1,2,3,4", "f0,,f1,\n1,2,3,4", "\"q\",(b),$c,%d\n1,2,3,4", "# # a,b,c,d\n1,2,3,4", "\u00e9,\u00df x,1,2\n1,2,3,4", "a,b,c,d", "#\n#a,b,c,d\n1,2,3,4", "a,b,c,d # rest\n1,2,3,4"]
    for text in heads:
        for more in ({}, {"case_sensitive": "upper"}, {"case_sensitive": "lower"}, {"case_sensitive": False}, {"excludelist": ["a", "Foo", "b"]}, {"deletechars": "a"}, {"deletechars": ""}, {"replace_space": "-"}, {"replace_space": ""},
                     {"defaultfmt": "var_%02d"}, {"defaultfmt": "c%s"}, {"names": ["p", "q"]}, {"names": ["p", "q", "r", "s", "t"]}, {"names": ["p", "p", "", "file"]}, {"names": ["a b", "c"], "defaultfmt": "v%i"}, {"names": None},
                     {"names": None, "defaultfmt": "v%i"}, {"comments": "//"}, {"comments": "x"}, {"comments": None}):
            for dtype in (None, "f8", "i4,i4,f4,U2"):
                case(text, **{"delimiter": ",", "dtype": dtype, "names": True, **more})
    for text in ("12345\n67890\n", "123\n45678", "1 2 3\n 4 5 \n", "a1b2\n", "\u00e91\u00e92\n", "12#34\n56", "", "1234", "1,2;3,4\n", "1::2::3\n4::5::6"):
        for delimiter in (1, 2, 3, [1, 2], [2, 3, 1], [0, 2], [9], ";", "::", "2", " ", "\t", "\n", 0, [], "#"):
            for dtype in (None, "f8", "U3"):
                case(text, delimiter=delimiter, dtype=dtype, **({"autostrip": True} if RNG.random() < 0.3 else {}))
    records = [[["a", "i4"], ["b", "f8", [3]]], [["a", "i4"], ["b", [["c", "f8"], ["d", "S2"]]]], [["a", "U"], ["b", "i2"]], [["a", "U4"], ["b", "i2"]], [["a", [["x", "i1"], ["y", "?"]], [2]]], [["t", "M8[D]"], ["v", "f8"]], [["a", ">i2"], ["b", ">f4"]], [["a", "i4"]], [["f0", "i4"], ["f1", "f8"]]]
    for record in records:
        for text in ("1 2 3 4\n5 6 7 8", "1 2 3 4", "1 2\n3 4", "2020-01-01 5", "x 5\ny 6\n", "", "1\n2", "1 2 3"):
            case(text, dtype=record)
            case(text, dtype=record, names=["p", "q"])
            case(text, dtype=record, usecols=[0, 1])
            case(text, dtype=record, unpack=True)
            case(text, dtype=record, ndmin=1, defaultfmt="v%i")
    alphabet = ["1", "2.5", "-3", "x", " ", " ", ",", ",", "\n", "\n", "\r\n", "#", "N/A", "\t", "\u00e9", "7", "0", "true"]
    for _ in range(500):
        text = "".join(RNG.choice(alphabet) for _ in range(RNG.randrange(1, 16)))
        options = {"dtype": RNG.choice([None, None, "U4", "f8", "i8", "U2,f4", "S2"])}
        if RNG.random() < 0.6:
            options["delimiter"] = ","
        for name, chance, values in (("skip_header", 0.3, (1, 2)), ("skip_footer", 0.2, (1, 2)), ("max_rows", 0.2, (1, 2, 3)), ("usecols", 0.2, ([0], [1, 0], [-1])), ("names", 0.2, (True, ["a", "b"])), ("invalid_raise", 0.6, (False,)),
                                     ("autostrip", 0.3, (True,)), ("missing_values", 0.3, ("N/A", "x")), ("filling_values", 0.2, (0, -7)), ("ndmin", 0.2, (1, 2)), ("unpack", 0.2, (True,)), ("loose", 0.2, (False,))):
            if RNG.random() < chance:
                options[name] = RNG.choice(values)
        case(text, **options)
    return cases


def main():
    # Texts, options and answers stand once; a case is where they are.
    stored, places = [], {}

    def place(value):
        key = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
        if key not in places:
            places[key] = len(stored)
            stored.append(key)
        return places[key]

    tables = {"load": load_cases(), "save": save_cases(), "gen": gen_cases()}
    lines = []
    for name, rows in tables.items():
        # Half of them, which still is every option with every sort of table.
        rows = [row for row in rows if RNG.random() < 0.52]
        kept = list(dict.fromkeys(tuple(place(part) for part in row) for row in rows))
        lines.append(f'"{name}":{json.dumps(kept, separators=(",", ":"))}')
        print(name, len(kept), sum(1 for row in kept if stored[row[2]] == "null"), "errors")
    lines.append('"stored":[\n' + ",\n".join(stored) + "\n]")
    with open(os.path.join(HERE, "loadtxt.json"), "w") as file:
        file.write("{" + ",\n".join(lines) + "}\n")


if __name__ == "__main__":
    main()
