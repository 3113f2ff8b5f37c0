"""Writes table.rs: what Python's strings know of each code point. Run it with the Python whose Unicode it should be.

    python generate_table.py > table.rs
"""

import unicodedata

FLAGS = ["alpha", "decimal", "digit", "numeric", "space", "lower", "upper", "title", "cased", "ignorable"]


def record(code):
    """The flags of a code point, and how far its upper, lower and title case are, or None where these are several."""
    c = chr(code)
    # Words tell what counts as part of them, which unicodedata does not: their letters after the first are in lower case,
    # and a sigma at their end is a final one.
    cased = (c + "A").title().endswith("a")
    ends_word = [(start + c + "\u03a3").lower().endswith("\u03c2") for start in ("", "A")]
    ignorable = ends_word == [False, True]
    flags = [c.isalpha(), c.isdecimal(), c.isdigit(), c.isnumeric(), c.isspace(), c.islower(), c.isupper(),
             c.istitle() and not c.isupper(), cased, ignorable]
    bits = sum(1 << i for i, flag in enumerate(flags) if flag)
    return bits, *(ord(s) - code if len(s) == 1 else None for s in (c.upper(), c.lower(), c.title()))


def codes(text):
    return "[" + ", ".join(f"{ord(c):#x}" for c in text.ljust(3, "\0")) + "]"


records, runs, several, last = {}, [], [], None
for code in range(0x110000):
    found = record(code)
    if None in found:
        several.append(code)
    if found != last:
        last = found
        runs.append(code << 8 | records.setdefault(found, len(records)))
assert len(records) < 256

print(f"""//! Unicode {unicodedata.unidata_version}, as generate_table.py found it in Python's strings. Not written by hand.

use super::{{Case, Record}};

/// The version of Unicode of these tables.
pub(super) const VERSION: (u8, u8, u8) = ({unicodedata.unidata_version.replace(".", ", ")});

/// Stretches of code points with the same record: the first one, times 256, plus the record.
#[rustfmt::skip]
pub(super) static RUNS: [u32; {len(runs)}] = [""")
for i in range(0, len(runs), 10):
    print("    " + " ".join(f"{run:#010x}," for run in runs[i:i + 10]))
print(f"""];

/// Flags, and how far upper, lower and title case are from a code point.
#[rustfmt::skip]
pub(super) static RECORDS: [Record; {len(records)}] = [""")
for bits, *deltas in records:
    flags = bits | (1 << len(FLAGS) if None in deltas else 0)
    upper, lower, title = (delta or 0 for delta in deltas)
    print(f"    Record {{ flags: {flags:#05x}, upper: {upper}, lower: {lower}, title: {title} }},")
print(f"""];

/// Code points of which a case is several ones, in order: upper, lower and title case, zeros at the end.
#[rustfmt::skip]
pub(super) static SEVERAL: [(u32, [Case; 3]); {len(several)}] = [""")
for code in several:
    c = chr(code)
    print(f"    ({code:#x}, [{codes(c.upper())}, {codes(c.lower())}, {codes(c.title())}]),")
print("];")
