"""Writes safetensors.txt: small safetensors files of every dtype, as the safetensors package writes them.

Each line: kind, then fields separated by tabs.
  file    name, base64 of the file, metadata as key=value
  tensor  of the last file: name, dtype as this library calls it, shape, base64 of the data
  packed  name, base64: files with dtypes that are packed, which this library refuses
Run with safetensors 0.8.0 and NumPy 2.4.6:  python tests/golden/generate_safetensors.py
"""

import base64
import pathlib

import numpy as np
from safetensors import TensorSpec, serialize

rng = np.random.default_rng(20260119)
lines = []
# As the package, and as this library calls them; bits.
DTYPES = {
    "bool": ("bool", 8), "uint8": ("uint8", 8), "int8": ("int8", 8), "uint16": ("uint16", 16), "int16": ("int16", 16),
    "uint32": ("uint32", 32), "int32": ("int32", 32), "uint64": ("uint64", 64), "int64": ("int64", 64),
    "float16": ("float16", 16), "bfloat16": ("bfloat16", 16), "float32": ("float32", 32), "float64": ("float64", 64),
    "complex64": ("complex64", 64), "float8_e4m3fn": ("float8_e4m3fn", 8), "float8_e5m2": ("float8_e5m2", 8),
    "float8_e8m0fnu": ("float8_e8m0fnu", 8), "float8_e4m3fnuz": ("float8_e4m3fnuz", 8),
    "float8_e5m2fnuz": ("float8_e5m2fnuz", 8),
}
PACKED = {"float4_e2m1fn_x2": 8}


def text(data):
    return base64.b64encode(data).decode()


def written(tensors, metadata=None):
    specs, keep = {}, []
    for name, (dtype, shape, data) in tensors.items():
        buffer = np.frombuffer(bytearray(data), "u1")
        keep.append(buffer)
        specs[name] = TensorSpec(dtype=dtype, shape=list(shape), data_ptr=buffer.ctypes.data, data_len=len(data))
    return bytes(serialize(specs, metadata))


def add(label, tensors, metadata=None):
    blob = written(tensors, metadata)
    about = [f"{key}={value}" for key, value in (metadata or {}).items()]
    lines.append("\t".join(["file", label, text(blob), *about]))
    for name, (dtype, shape, data) in tensors.items():
        lines.append("\t".join(["tensor", name, DTYPES[dtype][0], ",".join(map(str, shape)), text(data)]))


def tensor(dtype, shape):
    size = int(np.prod(shape)) * DTYPES[dtype][1] // 8
    data = bytes(rng.integers(0, 2, size, "u1")) if dtype == "bool" else rng.bytes(size)
    return dtype, shape, data


for dtype in DTYPES:
    for shape in ((), (3,), (2, 3), (0, 4), (2, 1, 2)):
        add(f"{dtype} {shape}", {"x": tensor(dtype, shape)})
add("empty", {})
add("metadata alone", {}, {"format": "np"})
add("metadata", {"x": tensor("float32", (2,))}, {"quoted \"key\"\\": "line\nand € and \x01"})
add("all", {dtype: tensor(dtype, (3,)) for dtype in DTYPES})
add("names", {name: tensor("int16", (2,)) for name in ["b", "a", "B", "", "é", "日本", "a.b/c:0", "\"\\", "tab\\t"]})
for dtype in PACKED:
    blob = written({"x": (dtype, (2, 2), rng.bytes(4))})
    lines.append("\t".join(["packed", dtype, text(blob)]))

path = pathlib.Path(__file__).with_name("safetensors.txt")
path.write_text("\n".join(line.replace("\n", "\\n").replace("\x01", "\\1") for line in lines) + "\n", encoding="utf8")
print(len(lines), "lines", path.stat().st_size, "bytes")
