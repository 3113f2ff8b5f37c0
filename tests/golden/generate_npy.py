"""Writes npy.txt: small npy files of every dtype, order and version that NumPy writes, and what NumPy reads from them.

Each line: kind, then fields separated by tabs.
  file     name, base64 of the file, dtype as NumPy reads it, shape, order, digest of the bytes of the elements in C's order
  foreign  the same, for files that NumPy reads but would write otherwise
  refused  name, base64: files that NumPy refuses
  ml       dtype as this library calls it, base64 of a file with a comment that names it, which NumPy reads, base64 of its data
  npz      name, base64 of an archive, "stored" if NumPy's savez wrote it, else "deflated" or "other"
  member   of the last archive: name, nothing, dtype, shape, order, digest
  text     separator, base64 of what tofile writes, dtype, base64 of the elements' bytes
Run with NumPy 2.4.6 and ml_dtypes 0.6.0:  python tests/golden/generate_npy.py
With a path and a seed it writes other elements, there: what tests/npy_golden.rs does if NDTYPE_PYTHON names a Python.
"""

import base64
import io
import pathlib
import sys
import tempfile
import warnings
import zipfile

import ml_dtypes
import numpy as np
from numpy.lib import format as npy

warnings.simplefilter("ignore")
rng = np.random.default_rng(int(sys.argv[2]) if len(sys.argv) > 2 else 20260118)
lines = []


def as_void(a):
    """The same elements as opaque bytes, so that the gaps of records are copied too."""
    return a.view(f"V{a.dtype.itemsize}") if a.dtype.names and a.dtype.itemsize else a


def in_fortran_order(a):
    return np.asfortranarray(as_void(a)).view(a.dtype)


def digest(a):
    """FNV-1a of the elements."""
    h = 0xCBF29CE484222325
    for b in as_void(a).tobytes("C"):
        h = ((h ^ b) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{h:016x}"


def describe(a):
    order = "F" if a.flags.f_contiguous and not a.flags.c_contiguous else "C"
    return [str(a.dtype).replace("\n", " "), ",".join(map(str, a.shape)), order, digest(a)]


def add(kind, name, data):
    # From a file, since NumPy leaves the gaps of records as they were when it reads from memory.
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        file.write(data)
        file.flush()
        a = np.load(file.name)
    lines.append("\t".join([kind, name, base64.b64encode(data).decode(), *describe(a)]))


def save(name, a):
    out = io.BytesIO()
    np.save(out, a)
    # Without bytes there is no order to keep.
    add("foreign" if a.dtype.itemsize == 0 else "file", name, out.getvalue())


def values(dtype, shape):
    dtype = np.dtype(dtype)
    count = int(np.prod(shape))
    if dtype.kind == "b":
        raw = rng.integers(0, 2, count, dtype="u1").tobytes()
    elif dtype.kind == "U":
        return np.array(["aé€😀z"[i % 5] * (i % 3) for i in range(count)], dtype).reshape(shape)
    else:
        raw = rng.bytes(count * dtype.itemsize)
    return np.frombuffer(raw, dtype, count=count).reshape(shape).copy() if dtype.itemsize else np.zeros(shape, dtype)


SCALARS = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16", "S1", "S7", "U1", "U3", "V1",
           "V5", "V0", "M8", "m8"]
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "25us", "10m"]
SCALARS += [f"{k}8[{u}]" for k in "Mm" for u in UNITS]
SHAPES = [(), (0,), (3,), (2, 3), (3, 1), (1, 0, 2), (2, 2, 3)]

for code in SCALARS:
    for order in "<>":
        dt = np.dtype(order + code)
        if order == ">" and dt == np.dtype("<" + code):
            continue
        shapes = SHAPES if "[" not in code else [(3,), (2, 3)]
        for shape in shapes:
            a = values(dt, shape)
            save(f"{dt.str} {shape} C", a)
            if len(shape) > 1:
                save(f"{dt.str} {shape} F", in_fortran_order(a))

RECORDS = {
    "packed": [("a", "i1"), ("b", "<f8"), ("c", ">u2")],
    "nested": [("p", [("x", "<f4"), ("y", ">f4")]), ("s", "S3"), ("u", "<U2")],
    "subarray": [("m", "<i2", (2, 3)), ("v", ">f8", 2), ("k", "?", (1,))],
    "subarray of records": [("r", [("x", "i1"), ("y", "<M8[ns]")], (2,))],
    "titles": [(("the title", "a"), "<i4"), (("β", "b"), "<f8")],
    "quotes": [("it's", "i1"), ('"', "i1"), ("a\\b", "i1"), ("tab\t", "i1")],
    "latin-1": [("é", "<i4"), ("ÿ", "i1")],
    "utf-8": [("€", "<i4"), ("日本", "<f4")],
    "empty": [],
    "no bytes": [("a", "S0"), ("b", "<i2")],
    "void": [("v", "V3"), ("w", "V2", (2,))],
    "times": [("t", "<M8[25us]"), ("d", ">m8[D]"), ("g", "<m8")],
    "bool": [("q", "?"), ("r", "?", (3,))],
    "many": [(f"field{i}", "<i2") for i in range(40)],
    "deep": [("a", [("b", [("c", [("d", [("e", "<i4")])])])])],
}


def record_values(dt, shape):
    a = np.zeros(shape, dt)
    fill(a)
    return a


def fill(a):
    if a.dtype.names is None:
        if a.dtype.itemsize:
            a[...] = values(a.dtype, a.shape)
        return
    for name in a.dtype.names:
        fill(a[name])


for name, fields in RECORDS.items():
    for align in (False, True):
        dt = np.dtype(fields, align=align)
        for shape in [(), (3,), (2, 2)]:
            a = record_values(dt, shape)
            save(f"{name} aligned={align} {shape}", a)
            if len(shape) > 1:
                save(f"{name} aligned={align} {shape} F", in_fortran_order(a))
gaps = np.dtype({"names": ["a", "b"], "formats": ["<i2", "<f4"], "offsets": [3, 9], "itemsize": 20})
save("gaps", record_values(gaps, (3,)))
save("gaps inside", record_values(np.dtype([("g", gaps, (2,)), ("h", "i1")]), (2,)))
save("64 axes", np.zeros((1,) * 64, "i1"))
save("strided", np.arange(24, dtype="<i4").reshape(4, 6)[::2, ::-2])
save("transposed", np.arange(24, dtype="<i4").reshape(2, 3, 4).transpose(1, 0, 2))
save("broadcast", np.broadcast_to(np.arange(3, dtype="<i2"), (2, 3)))


def raw(version, text, data=b"", encoding=None):
    body = text.encode(encoding or ("utf8" if version == 3 else "latin1"))
    width = 2 if version == 1 else 4
    return b"\x93NUMPY" + bytes([version, 0]) + len(body).to_bytes(width, "little") + body + data


for version in (1, 2, 3):
    for fortran in (False, True):
        a = values("<i4", (2, 3))
        out = io.BytesIO()
        npy.write_array(out, np.asfortranarray(a) if fortran else a, version=(version, 0))
        add("file" if version == 1 else "foreign", f"version {version} F={fortran}", out.getvalue())

data = bytes(range(1, 25))
FOREIGN = {
    "python 2": (1, "{'descr': '<i4', 'fortran_order': False, 'shape': (3L, 2L), }\n"),
    "python 2 sub-array": (2, "{'descr': [('a', '<i4', (2L,))], 'fortran_order': False, 'shape': (3L,), }\n"),
    "no padding": (1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)}"),
    "other order of keys": (1, "{'shape': (6,), 'fortran_order': True, 'descr': '<u4'}\n"),
    "double quotes, lines": (3, "{\"descr\": '<f4',\n 'fortran_order': False,\n 'shape': (2,\t3)}  \n"),
    "comment": (1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3)} # something\n"),
    "name": (1, "{'descr': 'float64', 'fortran_order': False, 'shape': (3,), }\n"),
    "comma string": (1, "{'descr': 'i4,f4', 'fortran_order': False, 'shape': (3,), }\n"),
    "unnamed": (1, "{'descr': [('', '<i4'), ('', '|V2')], 'fortran_order': False, 'shape': (4,), }\n"),
    "padding of an array": (1, "{'descr': [('', '|V1', (3,)), ('b', '|i1')], 'fortran_order': False, 'shape': (6,), }\n"),
    "title without name": (1, "{'descr': [(('t', ''), '<i4')], 'fortran_order': False, 'shape': (6,), }\n"),
    "shape as a number": (1, "{'descr': [('a', '<i4', 2)], 'fortran_order': False, 'shape': (3,), }\n"),
    "key twice": (1, "{'descr': '<i4', 'shape': (1,), 'fortran_order': False, 'shape': (2,), }\n"),
    "native": (1, "{'descr': '=i4', 'fortran_order': False, 'shape': (2,), }\n"),
    "unicode prefix": (1, "{u'descr': u'<i4', 'fortran_order': False, 'shape': (2,), }\n"),
    "no characters": (1, "{'descr': '|S0', 'fortran_order': False, 'shape': (3,), }\n"),
}
for name, (version, text) in FOREIGN.items():
    add("foreign", name, raw(version, text, data))

REFUSED = {
    "list as shape": "{'descr': '<i4', 'fortran_order': False, 'shape': [2]}",
    "number as shape": "{'descr': '<i4', 'fortran_order': False, 'shape': (2)}",
    "negative": "{'descr': '<i4', 'fortran_order': False, 'shape': (-1,)}",
    "float as shape": "{'descr': '<i4', 'fortran_order': False, 'shape': (2.0,)}",
    "order is no bool": "{'descr': '<i4', 'fortran_order': 1, 'shape': (2,)}",
    "no descr": "{'fortran_order': False, 'shape': (2,)}",
    "another key": "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), 'x': 1}",
    "no dict": "('<i4', False, (2,))",
    "bytes": "{'descr': b'<i4', 'fortran_order': False, 'shape': (2,)}",
    "none": "{'descr': None, 'fortran_order': False, 'shape': (2,)}",
    "unknown": "{'descr': '<q9', 'fortran_order': False, 'shape': (2,)}",
    "sub-array": "{'descr': ('<i4', (2,)), 'fortran_order': False, 'shape': (2,)}",
    "two names": "{'descr': [('a', '<i4'), ('a', '<i4')], 'fortran_order': False, 'shape': (2,)}",
    "call": "{'descr': '<i4', 'fortran_order': False, 'shape': tuple([2])}",
    "open": "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)",
    "rest": "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)} x",
    "long in version 3": None,
    "objects": "{'descr': '|O', 'fortran_order': False, 'shape': (2,)}",
    "objects inside": "{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (2,)}",
    "short": "{'descr': '<i4', 'fortran_order': False, 'shape': (7,)}",
    "huge": "{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}",
    "beyond 64 bits": "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999999,)}",
    "65 axes": "{'descr': '|i1', 'fortran_order': False, 'shape': (" + "1," * 65 + ")}",
}
for name, text in REFUSED.items():
    if text is None:
        blob = raw(3, "{'descr': '<i4', 'fortran_order': False, 'shape': (2L,)}\n", data)
    else:
        blob = raw(1, text + "\n", data)
    try:
        np.load(io.BytesIO(blob))
    except Exception:
        lines.append("\t".join(["refused", name, base64.b64encode(blob).decode()]))
    else:
        raise AssertionError(f"NumPy reads {name}")


ML = ["bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
      "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn", "int2", "int4", "uint2", "uint4"]


def commented(descr, name, shape, data, fortran=False):
    """A file as NumPy writes it, with a comment behind the blanks that leave room to grow."""
    text = f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}"
    text += " " * (21 - len(str(shape[-1 if fortran else 0]))) if shape else ""
    text += f"# ndtype: {name}"
    text += " " * (64 - (11 + len(text)) % 64) + "\n"
    blob = raw(1, text, data)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        loaded = np.load(io.BytesIO(blob))
    assert loaded.tobytes("F" if fortran else "C") == data and loaded.shape == shape
    lines.append("\t".join(["ml", name, base64.b64encode(blob).decode(), base64.b64encode(loaded.tobytes()).decode()]))


for name in ML:
    dt = np.dtype(getattr(ml_dtypes, name))
    for shape in ((), (3,), (2, 3), (0,)):
        a = rng.integers(0, 3, shape).astype(dt)
        descr = f"'<V{dt.itemsize}'"  # what NumPy writes for most of them; it cannot read the '<f1' that it writes for one
        commented(descr, name, shape, a.tobytes())
        if len(shape) > 1:
            commented(descr, name, shape, a.tobytes("F"), fortran=True)
commented("'<V4'", "complex32", (2,), np.array([1, 2, 3, 4], "<f2").tobytes())
commented("[('x', '<V2'), ('y', '<i4'), ('m', '<V1', (2,))]",
          "[('x', bfloat16), ('y', '<i4'), ('m', float8_e5m2, (2,))]", (3,), bytes(range(24)))


def add_archive(name, data, kind):
    lines.append("\t".join(["npz", name, base64.b64encode(data).decode(), kind]))
    with tempfile.NamedTemporaryFile(suffix=".npz") as file:
        file.write(data)
        file.flush()
        with np.load(file.name) as archive:
            for member in archive.files:
                lines.append("\t".join(["member", member, "", *describe(archive[member])]))


ARCHIVES = {
    "empty": {},
    "one": {"x": values("<f8", (3, 2))},
    "several": {"a": values("<i4", (5,)), "b": in_fortran_order(values(">f4", (2, 3))), "c": values("?", (4,)), "d": np.array(7)},
    "names": {"é": values("<i2", (2,)), "日本": values("<i2", (2,)), "layer/kernel:0": values("<f4", (2,)), "a b.c": values("S3", (2,)),
              "x.npy": values("i1", (2,))},
    "records": {"r": record_values(np.dtype(RECORDS["nested"]), (3,)), "t": record_values(np.dtype(RECORDS["titles"]), (2,))},
    "zeros": {"z": np.zeros((40, 50)), "o": np.ones(3000, "<i2")},
}
for name, arrays in ARCHIVES.items():
    for kind, function in (("stored", np.savez), ("deflated", np.savez_compressed)):
        out = io.BytesIO()
        function(out, **arrays)
        add_archive(name, out.getvalue(), kind)


class Unseekable(io.BytesIO):
    """Sizes stand behind the data of members."""

    def seekable(self):
        return False

    def seek(self, *args):
        raise io.UnsupportedOperation

    def tell(self):
        raise io.UnsupportedOperation


def npy_bytes(a):
    out = io.BytesIO()
    np.save(out, a)
    return out.getvalue()


def written(target, method, **options):
    with zipfile.ZipFile(target, "w", method) as archive:
        if options.get("comment"):
            archive.comment = options["comment"]
        for member in ("p", "q"):
            info = zipfile.ZipInfo(member + ".npy")
            info.compress_type = method
            info.extra = options.get("extra", b"")
            with archive.open(info, "w", force_zip64=options.get("wide", False)) as file:
                file.write(npy_bytes(values("<u2", (3, 4))))
    return target.getvalue()


for method, label in ((zipfile.ZIP_STORED, "stored"), (zipfile.ZIP_DEFLATED, "deflated")):
    add_archive(f"{label}, unseekable", written(Unseekable(), method), "other")
    add_archive(f"{label}, comment", written(io.BytesIO(), method, comment=b"a comment" * 9), "other")
    add_archive(f"{label}, extra field", written(io.BytesIO(), method, extra=b"\x99\x99\x04\x00abcd"), "other")
    add_archive(f"{label}, wide", written(io.BytesIO(), method, wide=True), "other")

for dtype, items in {
    "?": [True, False],
    "<i8": [1, -2, 2**62],
    "u1": [0, 255],
    "<f8": [0.1, -0.0, 1e16, 1e300, 5e-324, np.nan, -np.inf],
    "<f4": [0.1, 1e20, 3.0],
    "<f2": [0.1, 65504, np.inf],
    "<c16": [0.1 + 2j, 1e20, -1j],
    "<c8": [0.1 + 2j, 3],
}.items():
    for separator in (" ", ",", " ; "):
        a = np.array(items, dtype)
        with tempfile.NamedTemporaryFile() as file:
            a.tofile(file.name, sep=separator)
            text = pathlib.Path(file.name).read_bytes()
        lines.append("\t".join(["text", separator, base64.b64encode(text).decode(), dtype, base64.b64encode(a.tobytes()).decode()]))

path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("npy.txt")
path.write_text("\n".join(lines) + "\n", encoding="utf8")
print(len(lines), "lines", path.stat().st_size, "bytes")
