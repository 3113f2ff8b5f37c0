#!/usr/bin/env python3
"""Makes the golden files of the dtype tests by asking NumPy and ml_dtypes.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 ml_dtypes==0.6.0
    venv/bin/python tests/golden/generate.py

Run by hand; the output is committed, so that `cargo test` needs no Python. Never edit the output.
Everything is seeded: a second run writes the same bytes.
"""
import ast
import itertools
import json
import pathlib
import random
import re
import warnings

import ml_dtypes
import numpy as np

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
MODES = ["no", "equiv", "safe", "same_kind", "unsafe"]
LEVELS = "NESKU"  # the strictest mode that allows a cast; '-' if none does

NUMBERS = "? i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split()
ML_FLOATS = (
    "bfloat16 float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz "
    "float8_e8m0fnu float6_e2m3fn float6_e3m2fn float4_e2m1fn"
).split()
ML_INTS = "int2 int4 uint2 uint4".split()
ML = ML_FLOATS + ML_INTS + ["complex32"]
UNITS = "Y M W D h m s ms us ns ps fs as".split()
MULTIPLES = ["25us", "7D", "3D", "12h", "2Y", "7M", "12M", "1000ms", "1000000us", "60s", "2W", "2147483647s"]

RECORDS = [
    [],
    [("a", "i4"), ("b", "f8")],
    [("a", "i8"), ("b", "f4")],
    [("x", "i4"), ("y", "f8")],
    [("a", ">i4"), ("b", "f8")],
    [("a", "i4")],
    [("a", "S3")],
    [("a", "bfloat16")],
    [("a", "O"), ("b", "i2")],
    [(("title", "a"), "i4"), ("b", "f8")],
    [("a", "M8[D]"), ("b", "m8[s]")],
    [("p", [("q", "i2"), ("r", "U3")]), ("s", "f4", (2,))],
    {"names": ["a", "b"], "formats": ["i4", "f8"], "offsets": [4, 16], "itemsize": 32},
    {"names": ["a", "b"], "formats": ["i4", "f8"], "offsets": [8, 0]},
    {"names": ["a", "b"], "formats": ["i4", "f8"], "aligned": True},
    {"names": ["a", "b"], "formats": ["i1", "f8"], "aligned": True},
    {"names": ["a", "b"], "formats": ["i1", "f8"]},
]
SUBARRAYS = ["(2,)i4", "(3,2)f8", "(2,)>i4", "(2,)S3", "(1,)f8", "(2,)bfloat16", "(2,2)i4", "(4,)i4", "(2,)O", "(0,)i4"]


def all_dtypes():
    specs = list(NUMBERS)
    specs += ["S0", "S1", "S3", "S5", "S10", "S21", "S32", "S64", "U0", "U1", "U5", "U10", "U21", "U32", "U64"]
    specs += ["O", "T", "V0", "V1", "V2", "V4", "V8", "V16"]
    specs += ["M8", "m8"] + [f"{c}8[{u}]" for c in "Mm" for u in UNITS + MULTIPLES]
    specs += [">i2", ">i4", ">u8", ">f2", ">f8", ">c8", ">c16", ">U5", ">U0", ">M8[D]", ">M8", ">m8[us]"]
    specs += RECORDS + SUBARRAYS + ML
    return [np.dtype(s) for s in specs]


def level(a, b):
    for letter, mode in zip(LEVELS, MODES):
        if np.can_cast(a, b, mode):
            return letter
    return "-"


def casts(dtypes):
    return {"dtypes": [str(d) for d in dtypes], "levels": ["".join(level(a, b) for b in dtypes) for a in dtypes]}


def attempt(f):
    try:
        return str(f())
    except Exception:
        return None


def stable_lists(rng):
    """Lists of operands whose result_type is the same in every order; NumPy has some where it is not."""
    weak = {"weak bool": True, "weak int": 1, "weak float": 1.0, "weak complex": 1j}
    operands = {str(np.dtype(s)): np.dtype(s) for s in NUMBERS + [">f4", "S5", "U3", "T", "m8[s]", "M8[D]", "O", "V4"]}
    operands |= weak
    fours = [tuple(rng.choices(list(operands), k=4)) for _ in range(1500)]
    operands |= {str(np.dtype(s)): np.dtype(s) for s in ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "uint2", "complex32"]}
    lists = list(itertools.combinations_with_replacement(operands, 3)) + fours
    for names in lists:
        orders = set(itertools.permutations(names))
        results = {attempt(lambda: np.result_type(*[operands[n] for n in order])) for order in orders}
        if len(results) == 1:
            yield list(names), results.pop()


def promotions(dtypes):
    """`pairs[i][j]`: an index into `results`, or -1 for an error."""
    results = {}

    def index(a, b):
        text = attempt(lambda: np.promote_types(a, b))
        return -1 if text is None else results.setdefault(text, len(results))

    pairs = [[index(a, b) for b in dtypes] for a in dtypes]
    weak = [[attempt(lambda: np.result_type(d, w)) for w in (True, 1, 1.0, 1j)] for d in dtypes]
    rng = random.Random(1)
    many = [[names, result] for names, result in stable_lists(rng)]
    common = []
    for _ in range(300):
        args = [rng.choice(NUMBERS + ["S5", "M8"]) for _ in range(rng.randint(1, 3))]
        common.append([args, attempt(lambda: np.dtype(np.common_type(*[np.zeros(1, a) for a in args])))])
    return {
        "dtypes": [str(d) for d in dtypes],
        "results": list(results),
        "pairs": pairs,
        "weak": weak,
        "many": many,
        "common_type": common,
    }


def min_scalars():
    ints = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, -32768, -32769}
    ints |= {2**31 - 1, 2**31, 2**32 - 1, 2**32, -(2**31), -(2**31) - 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64}
    ints |= {-(2**63), -(2**63) - 1, 2**100, -(2**100)}
    floats = [0.0, -0.0, 0.1, 1e-300, 64999.9, 65000.0, -65000.0, 65504.0, 1e10, 3.3e38, 3.4e38, -3.4e38, 1e39, 1e300]
    floats += [float("inf"), float("-inf"), float("nan")]
    complexes = [(0.0, 0.0), (1.0, 65000.0), (1e39, 0.0), (0.0, 1e39), (float("inf"), 1.0), (float("nan"), 1e300)]
    return {
        "ints": [[str(i), str(np.min_scalar_type(i))] for i in sorted(ints)],
        "floats": [[repr(f), str(np.min_scalar_type(f))] for f in floats],
        "complexes": [[repr(r), repr(i), str(np.min_scalar_type(complex(r, i)))] for r, i in complexes],
    }


CLASSES = ["generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating"]
CLASSES += ["flexible", "character"]
KINDS = ["bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"]


def classes(dtypes):
    """Only NumPy's own dtypes: it has no opinion of ml_dtypes'."""
    own = [d for d in dtypes if d.isbuiltin != 2]
    out = []
    for d in own:
        sub = [bool(np.issubdtype(d, getattr(np, c))) for c in CLASSES]
        kinds = [bool(np.isdtype(d, k)) if issubclass(d.type, np.generic) else False for k in KINDS]
        out.append([str(d), sub, kinds, "".join("01"[bool(np.issubdtype(d, e))] for e in own)])
    return {"classes": CLASSES, "kinds": KINDS, "rows": out}


FINFO = "eps epsneg max min resolution smallest_normal smallest_subnormal tiny".split()
FINFO_INT = "bits iexp machep maxexp minexp negep nexp nmant precision".split()


def limits():
    floats, ints = {}, {}
    for name in "float16 float32 float64 complex64 complex128 complex32".split() + ML_FLOATS:
        info = (ml_dtypes if name in ML else np).finfo(np.dtype(name))
        floats[name] = {k: float(getattr(info, k)).hex() for k in FINFO} | {k: int(getattr(info, k)) for k in FINFO_INT}
        floats[name]["dtype"] = str(np.dtype(info.dtype))
    for name in [n for n in NUMBERS if n[0] in "iu"] + ML_INTS:
        info = (ml_dtypes if name in ML else np).iinfo(np.dtype(name))
        ints[name] = {"bits": int(info.bits), "min": str(int(info.min)), "max": str(int(info.max)), "kind": info.kind}
    return {"floats": floats, "ints": ints}


# --- dtype strings ---

NAMES = sorted(k for k in np._core.sctypeDict if isinstance(k, str))
BAD_NAMES = """float_ complex_ unicode_ string string_ bool8 int0 uint0 str0 object0 void0 bytes0 INT32 Float32 float24 float8
int128 uint128 int24 datetime timedelta datetime32 number integer floating generic np.float32 numpy.int8 f_8 float-32 i.4
i4f8 i4;f8 i4:f8 float32[2] i4[2] S5[3] T[] T[3] T5 structured record longfloat int32_t float8_e4m3FN float8 bf16 fp16 half2
bfloat tfloat32 None True d8 q8 h2 p8 e2 B1 H2 ?1 ?8 M16 M1 M4[D] m4 O1 O16 b2 b4 i3 i16 u3 u16 f1 f3 c4 c1 c5 U-1 S-1
V-1 i-4""".split()
ODD = """|< <> >| <<i4 >|i4 .|. , ,, () (1) (2,) 3 10 44 - -3i4 (-3,)i4 é i4é i４ +i4 i4+ ++ [ ] { } ( ) (( )) ' " \\ [] {}
[[ ]] [[]] [()] [{}] {[]} ([]) (()) ({}) ['i4'] ['i4','f8'] "i4" 'i4' ('i4') ('i4',) {'a':} {'a'} [('a' ('a','i4') [('a',)]""".split()
SPACED = [
    "", " ", " i4", "i4 ", " i4,f8", "i4,f8 ", "i4, f8", "i4 ,f8", "i4 , f8", "i4,\tf8", "i4,\n f8", "i4 f8", "i4,f8 f4",
    "S 5", "i +4", "f 8", "i\t4", "S\n5", "int 8", "float32 ", "M8 [D]", "M8[ D]", "M8[D ]", "M8[25 us]", "M8[ 25us]",
    "datetime64 [D]", "3 i4", "3  f8 ", "(2, 3)f4", "( 2 , 3 )f4", "(2, 3, )f4", "2 ,3f4", "2, 3f4", "i4, (2, 3)f8",
    "(\n2,)i4", "> i4", "<  f8", "i4\0", "S5\0", "m8[D]\0", "a\0", "M8[\u00b5s]", "M8[\u03bcs]", "(2,3) f8", "3 3i4", "i4,3 f8",
]
COMMA = """i4, i4,f8 i4,f8, i4,,f8 ,i4 i4,f8,, i4,f8,S3 (2,3)f4 3i4 1i4 0i4 00i4 03i4 (2,)f4 (2)f4 ()f4 3S 3S5 3U 3V 3S0 (2,3)S 3O
3T T, i4,T 2,3f4 3,i4 3,3i4,i4 i4,3 i4,3,f4 i4,3,3f4 (1,2),i4 i4,3f8 i4,(2,3)f8,S3 3>i4 >3i4 >3<i4 >3>i4 =3>i4 |3>i4 <3>i4 =3<i4
>(2,)i4 >()i4 |3i4 |(2,)i4 =(2,)>i4 (2,3)>f4 i4,M8[D] i4,M8[25us],f8 i4,M8[3D/4] 3M8[D] 3M8 2datetime64[D] i4,(2)f4 (2)f4,i4
(3)i4, i4,| f8,= >i4,< i4,> | , ()S ()S0 ()0i4 () ()() ()()i4 i4,()f4 i4,0f4 2(3)f4 f4(2,3) ((2,3))f4 (2,,3)f4 (,)f4 (2,3 2,3)f4 (2,3)(4,)f4 4i 2int32 2float i4,int32,float64
>i4,<f8 =i4,|f8 i4,>f8 >float32,i4 <float32,i4 >3float32 ?,? i1,bool 3? ,, bfloat16,i4 3bfloat16 float8_e5m2,i4 3float8_e5m2
2147483647S 2147483648S 536870911U 536870912U 536870911i4 536870912i4 1000000000i4 (2147483647,2)S1 (100000,100000)i1
(1,2,3,4,5,6,7,8)i4 S2147483647 S2147483648 U536870911 U536870912 V2147483647 V2147483648 S99999999999999999999 99999999999999999999i4
(0,2147483648)i1 (65536,32767)i1 (65536,32768)i1 0_1i4 1_0i4 a0 a10 >a5 a+5 c1 M08 i04 f008 S05 S+0 S-0 U-0 V+3 O+4 3c 3a 3>U 3>S
i4,S2147483647 V2147483647,V1""".split()
COMMA += [",".join(["1"] * n) + "i1" for n in (63, 64, 65)] + ["(" + ",".join(["1"] * n) + ")i1" for n in (63, 64, 65)]

LITERALS = r"""
[]
[('a','i4')]
[('a','i4'),('b','f8')]
[('a','i4'),('a','f8')]
[('','i4'),('','f8')]
[('f1','i4'),('','f8')]
[('','')]
[(('t','n'),'i4')]
[(('t','t'),'i4')]
[(('','n'),'i4')]
[((None,'n'),'i4')]
[(('t',''),'i4')]
[(('b','a'),'i4'),('b','f8')]
[(('b','a'),'i4'),(('b','c'),'f8')]
[(('x','y','z'),'i4')]
[((3,'a'),'i4')]
[('a','i4',2)]
[('a','i4',())]
[('a','i4',(1,))]
[('a','i4',1)]
[('a','i4',0)]
[('a','i4',-1)]
[('a','i4',(2,-1))]
[('a','i4',[2,3])]
[('a','i4','f8')]
[('a','S',3)]
[('a','S',(3,))]
[('a','U',3)]
[('a',)]
['i4','f8']
[('a','i4',(2,),4)]
[('a',[('b','i2'),('c','f4')],(2,))]
[('a',[('b',[('c',[('d','i1')])])])]
[('a','(2,3)f4')]
[('a','i4,f8')]
[('a',None)]
[('a',b'i4')]
[(b'a','i4')]
[(u'a','i4')]
[('a',3)]
[('a',True)]
[(3,'i4')]
[('a','i4'),['b','f8']]
[('a','V0'),('b','S0'),('c','U0')]
[('a','>i4'),('b','<f8'),('c','|S3'),('d','=u2')]
[('a','M8[25us]'),('b','m8'),('c','>M8[D]')]
[('a','O'),('b','i4')]
[('a','T')]
[('a','bfloat16'),('b','float8_e4m3fn',(3,))]
[('a','?'),('b','b'),('c','u1')]
[('a','foo')]
[('a','i4'),]
[('a','i4')
[('a','i4')]]
[('a','i4')] x
[('a' 'i4')]
[("it's",'i4'),('"q"','f4'),("both'\"",'i1'),('tab\t','i1'),('é','i1')]
[('\x41\u0042\U00000043\103','i4')]
[('a\nb','i4'),('a\\b','i4')]
[('a','S2147483647'),('b','i1')]
[('a','S2147483647')]
[('a','(0,)i4')]
[('a',('i4',2),3)]
[('a',('i4',2))]
[('a',('S',5))]
[('a',{'names':['x'],'formats':['i2'],'offsets':[2]})]
[('a',{'names':['x','y'],'formats':['i1','f8'],'aligned':True})]
('i4',(2,3))
('i4',2)
('i4',())
('i4',(0,))
('i4',(2,0))
('i4',-1)
('i4',(2,-1))
('i4',[2,3])
('i4',True)
('i4',(True,))
('i4',None)
('i4',2,3)
('i4',)
('S',5)
('U',5)
('V',5)
('S',-1)
('S',())
('S0',0)
('S5',5)
('U',536870911)
('U',536870912)
('i4',536870911)
('i4',536870912)
(('i4',(2,)),())
(('i4',(2,)),3)
(('V',8),2)
(None,2)
('V8',[('a','i4'),('b','i4')])
('V',[('a','i4')])
('V8',[('a','i4')])
('V4',{'names':['a'],'formats':['i4']})
('i4',(2147483648,))
('T',3)
('O',3)
('i4,f8',3)
([('a','i4')],2)
([('a','i4')],(2,2))
({'names':['a'],'formats':['i4']},2)
{}
{'names':['a','b'],'formats':['i4','f8']}
{'names':['a','b'],'formats':['i4','f8'],'offsets':[8,0]}
{'names':['a','b'],'formats':['i4','f8'],'offsets':[0,2]}
{'names':['a','b'],'formats':['i4','f8'],'offsets':[0,4],'itemsize':12}
{'names':['a','b'],'formats':['i4','f8'],'itemsize':20}
{'names':['a','b'],'formats':['i4','f8'],'aligned':True}
{'names':['a','b'],'formats':['i4','f8'],'aligned':False}
{'names':['a','b'],'formats':['i4','f8'],'aligned':1}
{'names':['a','b'],'formats':['i4','f8'],'aligned':None}
{'names':['a'],'formats':['i4','f8']}
{'names':['a','b'],'formats':['i4']}
{'names':['a','b'],'formats':['i4','f8'],'titles':['x',None]}
{'names':['a','b'],'formats':['i4','i4'],'titles':['b','c']}
{'names':['a'],'formats':['i4'],'titles':[3]}
{'names':['a','b'],'formats':['O','i4'],'offsets':[0,4]}
{'names':['a','b'],'formats':['i4','O'],'offsets':[4,0]}
{'names':['a','b'],'formats':['O','O'],'offsets':[0,8]}
{'names':['a','b'],'formats':['O','i4'],'offsets':[8,0]}
{'names':['a','b'],'formats':['i4','f8'],'offsets':[0,5],'aligned':True}
{'names':['a','b'],'formats':['i4','f8'],'offsets':[4,16],'itemsize':32,'aligned':True}
{'names':['a'],'formats':['i4'],'itemsize':5,'aligned':True}
{'names':['a'],'formats':['i4'],'itemsize':2}
{'names':['a'],'formats':['i4'],'itemsize':-1}
{'names':['a'],'formats':['i4'],'itemsize':None}
{'names':['a'],'formats':['i4'],'itemsize':2147483647}
{'names':['a'],'formats':['i4'],'itemsize':2147483648}
{'names':('a',),'formats':('i4',),'foo':3}
{'names':'ab','formats':'if'}
{'names':('a',),'formats':'i4'}
{'names':('a',),'formats':'i'}
{'names':['a'],'formats':['i4'],'metadata':{}}
{'names':[],'formats':[]}
{'names':[],'formats':[],'itemsize':8}
{'names':[''],'formats':['i4']}
{'names':['a','a'],'formats':['i4','i4']}
{'names':['a',3],'formats':['i4','i4']}
{'names':['a'],'formats':[]}
{'names':['a'],'formats':['i4'],'offsets':[0,1]}
{'names':['a'],'formats':['i4'],'offsets':(4,)}
{'names':['a'],'formats':['i4'],'offsets':[-1]}
{'names':['a'],'formats':['i4'],'offsets':[True]}
{'names':['a'],'formats':['i4'],'offsets':None}
{'names':['a'],'formats':['i4'],'titles':None}
{'names':['a']}
{'names':['a'],'formats':[[('x','i2')]]}
{'names':['a','b'],'formats':['i1',[('c','i2'),('d','f8')]],'aligned':True}
{'names':['a','b'],'formats':[('i4',(2,)),'(3,)S2']}
{'formats':['i4'],'names':['a'],'offsets':[2147483640]}
{'formats':['i8'],'names':['a'],'offsets':[2147483640]}
{'a':('i4',0),'b':('f8',8)}
{'b':('i4',8),'a':('f8',0)}
{'b':('i4',0),'a':('f8',0)}
{'a':('i4',0,'ti')}
{'a':('i4',0,'a')}
{'a':('i4',0,None)}
{'a':('i4',)}
{'a':('i4',0),'b':('f8',-1)}
{'a':('i4',4)}
{'a':['i4',0]}
{'a':('i4',0),'names':('i4',4)}
{1:('i4',0)}
{'a':'i4'}
""".strip().split("\n")


def is_literal(text):
    """The texts that ndtype reads as Python literals, which NumPy takes as objects."""
    return bool(re.match(r"[\[{]|\(\s*['\"\[{(a-zN]", text))


def crashes_numpy(text):
    """NumPy 2.4.6 divides by the 0 in M8[D/0], and the process dies."""
    return re.search(r"/\s*[+-]?0+(\D|$)", text) is not None


def describe(text):
    if crashes_numpy(text):
        return None
    try:
        d = np.dtype(ast.literal_eval(text) if is_literal(text) else text)
    except Exception:
        return {"text": text, "ok": False}
    out = {"text": text, "ok": True, "str": d.str, "repr": repr(d), "display": str(d), "name": d.name, "kind": d.kind}
    out |= {"char": d.char, "order": d.byteorder, "itemsize": d.itemsize, "alignment": d.alignment}
    out |= {"native": d.isnative, "object": d.hasobject, "aligned": d.isalignedstruct, "ml": d.isbuiltin == 2}
    try:
        out["descr"] = repr(np.lib.format.dtype_to_descr(d))
    except Exception:
        out["descr"] = None
    if d.names is not None:
        out["fields"] = [[n, str(d.fields[n][0]), d.fields[n][1], (list(d.fields[n]) + [None])[2]] for n in d.names]
    if d.subdtype is not None:
        out["base"], out["shape"] = str(d.base), list(d.shape)
    return out


def random_literal(rng, depth=0):
    if depth > 3 or rng.random() < 0.55:
        return rng.choice(["i4", "f8", ">i2", "S3", "U2", "?", "M8[us]", "O", "c8", "(2,3)f4", "i1,f8", "V7", "bfloat16"])
    names = [rng.choice(["a", "b", "c", "d e", "x'y", "ü"]) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.9:
        names = list(dict.fromkeys(names))
    shape = lambda: rng.choice([2, (2,), (1, 3), (), 0])
    match rng.randint(0, 3):
        case 0:
            return (random_literal(rng, depth + 1), shape())
        case 1:
            fields = []
            for n in names:
                head = n if rng.random() < 0.8 else (rng.choice(["T1", "T2", "a"]), n)
                fields.append((head, random_literal(rng, depth + 1)) + ((shape(),) if rng.random() < 0.2 else ()))
            return fields
        case _:
            out = {"names": names, "formats": [random_literal(rng, depth + 1) for _ in names]}
            if rng.random() < 0.5:
                out["offsets"] = [rng.choice([0, 4, 8, 16, 24, 100]) for _ in names]
            if rng.random() < 0.3:
                out["itemsize"] = rng.choice([8, 64, 200, 1000])
            if rng.random() < 0.3:
                out["titles"] = [rng.choice([None, "T1", "T2"]) for _ in names]
            if rng.random() < 0.4:
                out["aligned"] = True
            return out


def strings():
    orders = ["", "<", ">", "=", "|"]
    texts = [o + c for o in orders for c in "?bBhHiIlLqQpPnNefdgFDGSUVOMmcaTEWjrsxyz"]
    texts += [o + c + str(n) for o in ["", ">"] for c in "biufcSUVOMmaTd?" for n in [0, 1, 2, 3, 4, 5, 8, 10, 16, 32]]
    texts += NAMES + [o + n for o in "<>=|" for n in NAMES[::3]] + BAD_NAMES + ODD + SPACED + COMMA
    for stem in ["M8", "m8", "datetime64", ">timedelta64"]:
        texts += [f"{stem}[{u}]" for u in UNITS + MULTIPLES + ["generic", "X", "As", "NS", "min", "", "5generic"]]
        texts += [f"{stem}[{n}{u}]" for n in ["01", "+2", "-1", "2147483647", "2147483648", "1.5", "1e3"] for u in "Ds"]
    texts += [f"M8[{n}{u}/{d}]" for n in ["", "3"] for u in UNITS + ["generic"] for d in [1, 2, 3, 4, 7, 10, 12, 25, 60, 365, 1000]]
    texts += ["M8[", "M8]", "M8[]", "M8[D", "M8[D]]", "M8[D]x", "M8x", "M8[D/]", "M8[/2]", "M8[D/2/3]", "M8[2/3D]", "M8[D/x]"]
    texts += ["M8[D/+2]", "M8[D/-2]", "M8[0D]", "M8[W/25]", "\x01", "StringDType()", "M8[D/ 2]", "M8[D/2 ]", "M8[2147483647Y/12]", "M8[[D]]", "M8[D][D]", "M8(D)", "datetime64[]", "M"]
    texts += LITERALS
    rng = random.Random(2)
    texts += [repr(random_literal(rng)) for _ in range(1500)]
    seeds = [t for t in texts if t and not is_literal(t)]
    alphabet = "<>=|()[], 0123456789iufcSUVOMmTabdDhns/?+-.x"
    for _ in range(6000):
        t = list(rng.choice(seeds))
        for _ in range(rng.randint(1, 3)):
            i = rng.randint(0, len(t))
            match rng.randint(0, 2):
                case 0:
                    t[i:i] = rng.choice(alphabet)
                case 1:
                    t[i : i + 1] = ""
                case 2:
                    t[i : i + 1] = rng.choice(alphabet)
        texts.append("".join(t))
    described = (describe(t) for t in dict.fromkeys(texts))
    return [d for d in described if d is not None]


def write(name, value):
    path = HERE / name
    lines = ",\n".join(json.dumps(v, separators=(",", ":")) for v in value) if isinstance(value, list) else None
    path.write_text(f"[\n{lines}\n]\n" if lines is not None else json.dumps(value, separators=(",", ":")) + "\n")
    print(f"{name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    assert np.__version__ == "2.4.6" and ml_dtypes.__version__ == "0.6.0", "pin the versions: results differ"
    DTYPES = all_dtypes()
    print(len(DTYPES), "dtypes")
    write("dtype_casts.json", casts(DTYPES))
    write("dtype_promotions.json", promotions(DTYPES))
    write("dtype_classes.json", classes(DTYPES))
    write("dtype_limits.json", limits() | {"min_scalar": min_scalars()})
    write("dtype_strings.json", strings())
