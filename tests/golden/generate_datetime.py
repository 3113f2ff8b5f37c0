"""Arrays of dates and spans as NumPy 2.4.6 has them: writes datetime.json next to itself.

    venv/bin/python tests/golden/generate_datetime.py

- parts: [unit, ticks, [parts]]: year, quarter, month, day, hour, minute, second, millisecond .. attosecond, weekday, day of year, ISO
  week, ISO year, leap year, days in month. Found with Python's integers and datetime.date in a cycle of 400 years, and checked
  against NumPy's casts wherever those do not wrap.
- strings: [unit, ticks, to ("" for none, "auto"), zone ("" or "UTC"), casting, [texts] or null, width].
- count, is_busday: [weekmask, [holidays], [days], [days], results or null], offset: [.., roll, [days], [offsets], results or null].
- weekmasks: [text, seven digits or null].
- calls: [function, [operands], results]: an operand is [dtype, ticks or numbers, .. ] with "out" for the result where NumPy wraps;
  results are [dtype, values] each, or null if NumPy raises.
"""

import datetime
import json
import pathlib
import random
import warnings

import numpy as np

warnings.simplefilter("ignore")
random.seed(64)
NAT = -(2**63)
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
MULTIPLES = UNITS + ["3Y", "7M", "2W", "10D", "25h", "15m", "25us", "100ns", "2147483647as"]
ATTOS = {"W": 7 * 86400 * 10**18, "D": 86400 * 10**18, "h": 3600 * 10**18, "m": 60 * 10**18}
ATTOS.update({unit: 10 ** (18 - 3 * i) for i, unit in enumerate(UNITS[6:])})
CYCLE = 146097


def split(unit):
    base = unit.lstrip("0123456789")
    return int(unit[: len(unit) - len(base)] or 1), base


def shifted(days):
    """A date of Python's in the same place of the 400 years, and how many years it is off."""
    cycles, rest = divmod(days - (datetime.date(2000, 1, 1) - datetime.date(1970, 1, 1)).days, CYCLE)
    return datetime.date(2000, 1, 1) + datetime.timedelta(rest), 400 * cycles


def attos_of(ticks, unit):
    count, base = split(unit)
    if base in ATTOS:
        return ticks * count * ATTOS[base]
    months = ticks * count * (12 if base == "Y" else 1)
    cycles, months = divmod(months - 360, 4800)
    first = datetime.date(2000 + months // 12, months % 12 + 1, 1)
    return (cycles * CYCLE + (first - datetime.date(1970, 1, 1)).days) * ATTOS["D"]


def parts_of(ticks, unit):
    attos = attos_of(ticks, unit)
    days, attos = divmod(attos, ATTOS["D"])
    date, off = shifted(days)
    iso = date.isocalendar()
    length = (datetime.date(date.year + date.month // 12, date.month % 12 + 1, 1) - datetime.date(date.year, date.month, 1)).days
    leap = date.year % 4 == 0 and (date.year % 100 != 0 or date.year % 400 == 0)
    parts = [date.year + off, (date.month + 2) // 3, date.month, date.day, attos // ATTOS["h"], attos // ATTOS["m"] % 60, attos // ATTOS["s"] % 60]
    parts += [attos // ATTOS[unit] % 1000 for unit in UNITS[7:]]
    return parts + [date.weekday(), date.timetuple().tm_yday, iso[1], iso[0] + off, int(leap), length]


def check_parts(ticks, unit, parts):
    """Whether NumPy's casts agree, where the numbers on their way are small enough."""
    count, base = split(unit)
    # NumPy has no factor between attoseconds and years.
    if base in ("Y", "M", "ps", "fs", "as") or abs(attos_of(ticks, unit) // ATTOS[base]) > 2**62 or abs(parts[0]) > 10**9:
        return False
    date = np.array([ticks], f"M8[{unit}]")
    as_int = lambda to: int(date.astype(f"M8[{to}]").view("i8")[0])
    assert as_int("Y") + 1970 == parts[0] and as_int("M") % 12 + 1 == parts[2]
    assert (as_int("D") + 3) % 7 == parts[13]
    if UNITS.index(base) >= UNITS.index("h"):
        assert as_int("h") % 24 == parts[4]
    return True


def ticks_of():
    values = [0, 1, -1, 30, 31, 59, 60, -60, 364, 365, 366, -365, 730, 999, 1000, -1000, 11016, 18295, 18321, -719528, -719529, -719162, 2932896]
    values += [2**31, -(2**31), 2**40 + 7, 2**53 + 1, 2**63 - 1 - 1970, -(2**63) + 1, 2**62, -(2**62)]
    return values + [random.randrange(-(10**k), 10**k) for k in (4, 5, 6, 9, 11, 12, 15, 18) for _ in range(2)]


def strings():
    rows = []
    pool = {unit: [0, 1, -1, 59, 3600, 86400, -86400, 10**9, 10**6 + 5, 10**12, -(10**12) - 1, 123456789, NAT] for unit in UNITS}
    pool.update({"Y": [0, 50, -1970, -1971, 8029, 8030, 10**6, NAT], "M": [0, 601, -23640, -23641, 10**6, NAT], "W": [0, 5, -7, NAT]})
    pool.update({"7D": [0, 3], "25us": [1, 40000, NAT], "15m": [3, 4, -5]})
    for unit, ticks in pool.items():
        array = np.array(ticks, "i8").view(f"M8[{unit}]")
        for to in ["", "auto"] + random.sample(UNITS, 4):
            for zone in ("", "UTC"):
                for casting in [random.choice(["no", "equiv", "safe", "same_kind", "unsafe"]), "same_kind"]:
                    try:
                        got = np.datetime_as_string(array, to or None, zone or "naive", casting)
                        rows.append([unit, ticks, to, zone, casting, [str(text) for text in got], got.dtype.itemsize // 4])
                    except TypeError:
                        rows.append([unit, ticks, to, zone, casting, None, 0])
    # The order is that of the loops, but each row once.
    return list({json.dumps(row): row for row in rows}.values())


MASKS = ["1111100", "1111111", "1000000", "0000001", "0101010", "1111110", "Mon Tue", "Sat Sun", "Wed", "0011100"]


def holidays_near(days):
    return sorted({random.choice(days) + random.randrange(-12, 13) for _ in range(random.choice([0, 0, 2, 8, 20]))}) + random.choice([[], [NAT]])


def dates(values):
    return np.array(values, "i8").view("M8[D]")


def days_list(n, nat):
    base = random.choice([0, 18300, -719162, 10**6, -(10**7)])
    days = [base + random.randrange(-400, 400) for _ in range(n)]
    if nat and random.random() < 0.3:
        days[random.randrange(n)] = NAT
    return days


def plain(array):
    return [int(x) for x in np.asarray(array).view("i8").ravel()]


def business(out):
    out["count"], out["is_busday"], out["offset"] = [], [], []
    rolls = ["raise", "nat", "forward", "following", "backward", "preceding", "modifiedfollowing", "modifiedpreceding"]
    for k in range(180):
        mask = random.choice(MASKS)
        begin, end = days_list(6, k % 9 == 0), days_list(6, False)
        holidays = holidays_near([day for day in begin + end if day != NAT])
        random.shuffle(holidays)
        try:
            got = plain(np.busday_count(dates(begin), dates(end), mask, dates(holidays)))
        except ValueError:
            got = None
        out["count"].append([mask, holidays, begin, end, got])
        begin = days_list(6, True)
        holidays = holidays_near([day for day in begin if day != NAT])
        got = [int(x) for x in np.is_busday(dates(begin), mask, dates(holidays))]
        out["is_busday"].append([mask, holidays, begin, got])
    for k in range(400):
        mask, roll = random.choice(MASKS), rolls[k % len(rolls)]
        begin = days_list(5, True)
        offsets = [random.choice([0, 1, -1, 2, 5, -5, 7, 23, -260, 1000]) for _ in begin]
        holidays = holidays_near([day for day in begin if day != NAT])
        if roll == "raise" and random.random() < 0.7:
            kept = [x for x in begin if x != NAT and np.is_busday(dates([x]), mask, dates(holidays))[0]]
            begin, offsets = kept, offsets[: len(kept)]
        try:
            got = plain(np.busday_offset(dates(begin), offsets, roll, mask, dates(holidays)))
        except ValueError:
            got = None
        out["offset"].append([mask, holidays, roll, begin, offsets, got])


def weekmasks():
    rows = []
    texts = MASKS + ["0000000", "11111", "111110", "11111000", "Mon Foo", "MonTue", " Mon  Tue ", "mon", "", "Mon,Tue", "1 1 1 1 1 0 0", "1111120"]
    for text in texts + ["MonMonTue", "Mon\tTue\nWed", "Su", "Sunday", "Thu Fri", "Mo n", "Tue1", "x", "1111 10"]:
        try:
            rows.append([text, "".join(str(int(x)) for x in np.busdaycalendar(text).weekmask)])
        except ValueError:
            rows.append([text, None])
    return rows


def operand(array):
    values = plain(array) if array.dtype.kind in "Mm" else [x.hex() if isinstance(x, float) else int(x) for x in array.tolist()]
    return [array.dtype.str, values]


def small(n, spread=1000):
    values = [random.choice([0, 1, -1, 2, 7, -7, 60, spread, random.randrange(-spread, spread)]) for _ in range(n)]
    if random.random() < 0.4:
        values[random.randrange(n)] = NAT
    return values


def time_array(kind, unit, n):
    return np.array(small(n), "i8").view(f"{kind}8[{unit}]")


def number_array(n):
    kind = random.choice(["i8", "i4", "u1", "?", "f8", "f4"])
    values = np.array([random.choice([0, 1, 2, 3, 7, -2]) for _ in range(n)])
    return (values if kind not in ("u1", "?") else abs(values)).astype(kind) * np.array(1, kind) + (np.array(0.5, kind) if kind[0] == "f" else np.array(0, kind))


def near(unit):
    """A unit for which NumPy does not wrap on the way from small counts of another."""
    place = UNITS.index(split(unit)[1])
    return random.choice(UNITS[max(0, place - 2) : place + 3] if random.random() < 0.9 else UNITS)


def calls():
    rows = []
    binary = ["add", "subtract", "multiply", "divide", "floor_divide", "remainder", "divmod", "equal", "not_equal", "less", "less_equal"]
    binary += ["greater", "greater_equal", "maximum", "minimum", "fmax", "fmin"]
    unary = ["negative", "positive", "absolute", "sign", "isnat", "isfinite", "isinf", "isnan", "invert", "square"]
    folds = ["min", "max", "argmin", "argmax", "sum", "mean", "median", "ptp", "cumsum", "nanmin", "nanmax", "nanmedian", "std", "diff", "ediff1d"]

    def run(name, arrays):
        try:
            with np.errstate(all="ignore"):
                got = getattr(np, name)(*arrays)
        except (TypeError, ValueError, OverflowError):
            got = None
        got = got if isinstance(got, tuple) or got is None else (got,)
        rows.append([name, [operand(a) for a in arrays], got and [operand(np.atleast_1d(np.asarray(x))) for x in got]])

    for name in binary:
        for _ in range(60):
            unit = random.choice(UNITS[:10])
            kinds = random.choice(["MM", "Mm", "mM", "mm", "mm", "mn", "nm", "Mn", "nM"])
            units = [unit, near(unit)]
            if any(split(u)[1] in ("ps", "fs", "as") for u in units):
                continue
            arrays = [number_array(4) if k == "n" else time_array(k, u, 4) for k, u in zip(kinds, units)]
            run(name, arrays)
    for name in unary:
        for unit in random.sample(MULTIPLES, 5):
            for kind in "Mm":
                run(name, [time_array(kind, unit, 6)])
    for name in folds:
        for unit in random.sample(MULTIPLES, 8):
            for kind in "Mm":
                run(name, [time_array(kind, unit, random.choice([1, 2, 5, 8]))])
    for _ in range(150):
        unit = random.choice(UNITS[3:10])
        kinds = random.choice(["mmm", "MMM", "mii", "mim", "imm", "mmi", "iim", "Mii", "mMm"])
        make = lambda k: np.array([0, 3, 2, 5], random.choice(["i8", "i2", "u1"]) if random.random() < 0.3 else "i8") if k == "i" else time_array(k, unit, 4)
        run("clip", [make(k) for k in kinds])
    return rows


def main():
    out = {}
    rows, checked = [], 0
    for unit in MULTIPLES:
        for ticks in ticks_of():
            parts = parts_of(ticks, unit)
            checked += check_parts(ticks, unit, parts)
            # A year beyond 64 bits is an error of the crate's.
            rows.append([unit, ticks, parts if abs(parts[0]) < 2**63 else None])
    out["parts"] = rows
    out["strings"] = strings()
    business(out)
    out["weekmasks"] = weekmasks()
    out["calls"] = calls()
    path = pathlib.Path(__file__).with_name("datetime.json")
    body = ",\n".join(f'"{name}": [\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]" for name, rows in out.items())
    path.write_text("{\n" + body + "\n}\n")
    print({name: len(rows) for name, rows in out.items()}, f"{checked} dates checked by NumPy's casts, {path.stat().st_size} bytes")
    print({name: sum(row[0] == name and row[2] is not None for row in out["calls"]) for name in sorted({row[0] for row in out["calls"]})})


main()
