"""Writes records.json: what NumPy 2.4.6 makes of arrays of records.

Arrays are written as {"d": dtype as text, "s": shape, "b": their bytes in C's order, hexadecimal}; the bytes between fields, which mean
nothing, are zero. A case is {"op", "a" and maybe "b": arrays, further arguments, "want": an array, a text, or null for an error}.

Run: python tests/golden/generate_records.py
"""

import json
import os
import random

import numpy as np
from numpy.lib import recfunctions as rf

random.seed(20)
rng = np.random.default_rng(20)
SCALARS = ["u1", "i2", "<i4", ">i4", "<i8", "<f4", ">f8", "?", "S3", "<U2", "<M8[D]", "<m8[s]", "<c8"]
NUMBERS = ["u1", "i2", "<i4", ">i4", "<i8", "<f4", ">f8"]


def clean(a):
    """A copy with zeros between the fields."""
    out = np.zeros(a.shape, a.dtype)
    if a.dtype.names is None:
        out[...] = a
    else:
        for name in a.dtype.names:
            out[name] = clean(a[name])
    return out


def spell(dtype):
    """A text that is read as this dtype, also if records in it are aligned and it is not, or the other way round."""
    if dtype.shape:
        return "(%s, %s)" % (spell(dtype.base), dtype.shape)
    if dtype.names is None:
        return repr(dtype.str)
    fields = [dtype.fields[n] for n in dtype.names]
    return "{'names': %s, 'formats': [%s], 'offsets': %s, 'itemsize': %d, 'aligned': %s}" % (
        list(dtype.names), ", ".join(spell(f[0]) for f in fields), [f[1] for f in fields], dtype.itemsize, dtype.isalignedstruct)


def text(dtype):
    if dtype.names is None:
        return dtype.str
    return str(dtype) if is_packed(dtype) else spell(dtype)


def is_packed(dtype):
    if dtype.base.names is None:
        return True
    inner = [dtype.base[n] for n in dtype.base.names]
    return not dtype.base.isalignedstruct and "{" not in str(dtype) and all(is_packed(d) for d in inner)


def write(a):
    a = np.asarray(a)
    return {"d": text(a.dtype), "s": list(a.shape), "b": clean(a).tobytes().hex()}


def values(dtype, shape):
    """Few different values, so that some are equal."""
    if dtype.names is not None:
        out = np.zeros(shape, dtype)
        for name in dtype.names:
            field = out[name]
            field[...] = values(dtype[name].base, field.shape)
            out[name] = field
        return out
    small = rng.integers(0, 3, shape)
    if dtype.kind in "SU":
        return np.array(["", "a", "bc"])[small].astype(dtype)
    if dtype.kind == "f":
        return np.array([0.0, 1.5, -2.0])[small].astype(dtype)
    return small.astype(dtype)


def make(scalars=SCALARS, depth=0, count=None, names="abcdefgh", plain=False, align=None):
    """A dtype of records: packed, aligned, or with padding; fields may be sub-arrays or records."""
    count = count or random.randint(1, 4)
    # Records in records are as the outer one, or its text would be read as another dtype.
    align = random.random() < 0.3 if align is None else align
    fields = []
    for name in names[:count]:
        kind = random.random()
        if not plain and kind < 0.15:
            fields.append((name, random.choice(scalars), random.choice([(2,), (2, 2), (1,)])))
        elif not plain and kind < 0.3 and depth < 2:
            fields.append((name, make(scalars, depth + 1, names="xyz", align=align)))
        else:
            fields.append((name, random.choice(scalars)))
    dtype = np.dtype(fields, align=align)
    if not align and depth == 0 and random.random() < 0.3:
        return np.dtype({"names": dtype.names, "formats": [dtype[n] for n in dtype.names],
                         "offsets": [dtype.fields[n][1] + 2 for n in dtype.names], "itemsize": dtype.itemsize + 5})
    return dtype


def shape():
    return random.choice([(), (0,), (1,), (3,), (4,), (2, 1, 2)])


CASES = []


def case(op, want, **arguments):
    try:
        want = want()
    except Exception:
        want = None
    if isinstance(want, (np.ndarray, np.generic)):
        want = write(want)
    for key in ("a", "b"):
        if key in arguments:
            arguments[key] = write(arguments[key])
    CASES.append({"op": op, "want": want, **arguments})


def other_scalars(dtype, align=False):
    """The same fields with other numbers."""
    fields = []
    for name in dtype.names:
        field = dtype[name]
        base = other_scalars(field.base, align) if field.base.names is not None else (
            np.dtype(random.choice(NUMBERS + ["<c8"])) if field.base.kind in "iuf" else field.base)
        fields.append((name, base, field.shape) if field.shape else (name, base))
    return np.dtype(fields, align=align)


# Comparison.
for _ in range(68):
    dtype = make()
    a = values(dtype, shape())
    other = random.choice([dtype, other_scalars(dtype), make(count=len(dtype.names))])
    b = values(other, random.choice([a.shape, (), (1,), a.shape[-1:]]))
    case("equal", lambda: a == b, a=a, b=b)
    case("not_equal", lambda: a != b, a=a, b=b)
for n in (1, 2, 4, 7):
    for _ in range(4):
        a = rng.integers(0, 2, (5, n), dtype="u1").view(f"V{n}")[:, 0]
        b = rng.integers(0, 2, (5, n), dtype="u1").view(f"V{n}")[:, 0]
        case("equal", lambda: a == b, a=a, b=b)
        case("not_equal", lambda: a != b[:1], a=a, b=b[:1])
case("equal", lambda: np.zeros(2, "V2") == np.zeros(2, "V3"), a=np.zeros(2, "V2"), b=np.zeros(2, "V3"))
case("equal", lambda: np.zeros(2, "i4,i4") == np.zeros(2, "i4"), a=np.zeros(2, "i4,i4"), b=np.zeros(2, "i4"))

# Casts, promotion, assignment by position.
for _ in range(38):
    dtype = make()
    a = values(dtype, shape())
    to = random.choice([other_scalars(dtype), make(NUMBERS, count=len(dtype.names)), make(NUMBERS)])
    case("astype", lambda: a.astype(to), a=a, to=text(to))
    case("promote", lambda: str(np.promote_types(dtype, to)), a=np.zeros(0, dtype), to=text(to))
    def assigned():
        target = np.zeros((3,), to)
        target[...] = a
        return target
    case("assign", assigned, a=a, to=text(to))
for _ in range(38):
    dtype = make(NUMBERS + ["?"])
    value = random.choice([0, 1, 5])
    def filled():
        target = np.zeros((2,), dtype)
        target[...] = value
        return target
    case("fill", filled, to=text(dtype), value=value)

# Fields: one, several, printing.
for _ in range(36):
    dtype = make(count=4)
    a = values(dtype, shape())
    names = random.sample(dtype.names, random.randint(1, 3))
    case("field", lambda: a[names[0]], a=a, name=names[0])
    case("fields", lambda: a[names], a=a, names=names)
    case("fields dtype", lambda: [str(a[names].dtype), str(dtype)], a=np.zeros(0, dtype), names=names)
    case("str", lambda: str(a), a=a)

# Sorting.
ORDERED = [s for s in SCALARS if s != "<c8"]
for _ in range(36):
    dtype = make(ORDERED, plain=True)
    a = values(dtype, (random.choice([1, 4, 7]),))
    order = random.sample(dtype.names, random.randint(0, len(dtype.names)))
    case("sort", lambda: np.sort(a, order=order or None), a=a, order=order)
    case("argsort", lambda: np.argsort(a, order=order or None, kind="stable"), a=a, order=order)
    case("concatenate", lambda: np.concatenate([a, a[:2]]), a=a, b=a[:2])

# recfunctions.
for _ in range(38):
    dtype = make()
    a = values(dtype, random.choice([(3,), (2, 2), (0,)]))
    drop = random.sample(["a", "b", "x", "y", "zz"], 2)
    case("drop_fields", lambda: rf.drop_fields(a, drop, usemask=False), a=a, names=drop)
    case("get_names_flat", lambda: list(rf.get_names_flat(dtype)), a=np.zeros(0, dtype))
    case("flatten_descr", lambda: [[n, str(d) if d.shape else d.str] for n, d in rf.flatten_descr(dtype)], a=np.zeros(0, dtype))
    if random.random() < 0.7:
        packed = rf.repack_fields(a, recurse=True)
        case("rename_fields", lambda: rf.rename_fields(packed, {"a": "A", "x": "new"}), a=packed)
    align, recurse = random.random() < 0.5, random.random() < 0.5
    case("repack_fields", lambda: rf.repack_fields(a, align=align, recurse=recurse), a=a, align=align, recurse=recurse)
for _ in range(38):
    dtype = make(NUMBERS)
    a = values(dtype, random.choice([(3,), (2, 2), (), (0,)]))
    case("structured_to_unstructured", lambda: rf.structured_to_unstructured(a), a=a)
    case("apply_along_fields", lambda: rf.apply_along_fields(np.max, a), a=a)
    total = rf.structured_to_unstructured(np.zeros((), dtype)).shape[-1]
    plain = values(np.dtype(random.choice(NUMBERS)), random.choice([(2, total), (total,), (2, 2, total), (3, total + 1)]))
    case("unstructured_to_structured", lambda: rf.unstructured_to_structured(plain, dtype), a=plain, to=text(dtype))
    case("unstructured_to_structured names", lambda: rf.unstructured_to_structured(plain), a=plain)
for _ in range(36):
    source, target = make(NUMBERS, names=random.choice(["abcd", "bcda"])), make(NUMBERS, names=random.choice(["abcd", "bade"]))
    a = values(source, (3,))
    case("require_fields", lambda: rf.require_fields(a, target), a=a, to=text(target))
    base, column = values(make(plain=True), (3,)), values(np.dtype(random.choice(ORDERED)), (random.choice([3, 2, 5]),))
    case("append_fields", lambda: rf.append_fields(base, "new", column, usemask=False), a=base, b=column)
    first, second = values(make(plain=True), (3,)), values(np.dtype(random.choice(SCALARS)), (3,))
    flatten = random.random() < 0.5
    case("merge_arrays", lambda: rf.merge_arrays([first, second], flatten=flatten), a=first, b=second, flatten=flatten)
    below = values(make(plain=True, names=random.choice(["abcd", "efgh", "cdef"])), (2,))
    case("stack_arrays", lambda: rf.stack_arrays([first, below], usemask=False), a=first, b=below)
for _ in range(38):
    key = random.choice(["<i4", "S3", "i2"])
    columns = lambda names: [("k", key)] + [(n, random.choice([s for s in ORDERED if "8[" not in s])) for n in names]
    left, right = (values(np.dtype(columns(names)), (n,)) for names, n in (("ab", 6), (random.choice(["bc", "cd"]), 5)))
    pick = lambda n: np.array(random.sample(["0", "1", "2", "3", "5", "7", "8"], n)).astype("i8" if key != "S3" else "S3").astype(key)
    left["k"], right["k"] = pick(6), pick(5)
    kind = random.choice(["inner", "outer", "leftouter"])
    case("join_by", lambda: rf.join_by("k", left, right, jointype=kind, usemask=False), a=left, b=right, kind=kind)

path = os.path.join(os.path.dirname(__file__), "records.json")
with open(path, "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in CASES) + "\n]\n")
print(len(CASES), "cases,", sum(c["want"] is None for c in CASES), "errors,", os.path.getsize(path), "bytes")
