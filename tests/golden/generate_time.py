"""Texts, prints and conversions of datetime64 and timedelta64 as NumPy 2.4.6 has them: writes time.json next to itself.

    venv/bin/python tests/golden/generate_time.py

- texts: [text, unit, ticks] as np.datetime64 infers them, or [text, null] if it raises.
- parsed: [text, unit, ticks or null]: the same text into a given unit.
- spans: [text, ticks or null] of np.timedelta64(text, 'D').
- dates, lengths: [ticks, unit, text]: how np.datetime_as_string and str(np.timedelta64) print.
- date_units, span_units: [ticks, from, to, ticks]: casts between units.
- compared: [ticks, unit, ticks, unit, -1, 0, 1 or null] for datetime64, span_compared the same for timedelta64.
- arrays: [[texts], unit, [ticks]]: np.array of dates of several units.

NumPy wraps where a count leaves 64 bits. Such results are found here with Python's unbounded integers and written as "out": the
crate makes an error of them, or prints them rightly. Texts that NumPy reads although they have no digit of a year ("--01") are left
out; the crate refuses them.
"""

import datetime
import json
import pathlib
import random
import warnings

import numpy as np

warnings.simplefilter("ignore")
random.seed(20)
NAT = -(2**63)
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
MULTIPLES = UNITS + ["2Y", "7M", "3W", "10D", "25h", "15m", "30s", "7ms", "25us", "100ns", "3ps", "1000fs", "2147483647as"]
ATTOS = {"W": 7 * 86400 * 10**18, "D": 86400 * 10**18, "h": 3600 * 10**18, "m": 60 * 10**18}
ATTOS.update({unit: 10 ** (18 - 3 * i) for i, unit in enumerate(["s", "ms", "us", "ns", "ps", "fs", "as"])})


def split(unit):
    base = unit.lstrip("0123456789")
    return int(unit[: len(unit) - len(base)] or 1), base


def days_of(year, month):
    """Days from 1970 to the first of a month, in any year."""
    cycles, year = divmod(year - 2000, 400)
    return cycles * 146097 + datetime.date(2000 + year, month, 1).toordinal() - datetime.date(1970, 1, 1).toordinal()


def attos_of(ticks, unit):
    """The exact attoseconds since 1970 of a date."""
    count, base = split(unit)
    if base in ATTOS:
        return ticks * count * ATTOS[base]
    months = ticks * count * (12 if base == "Y" else 1)
    return days_of(1970 + months // 12, months % 12 + 1) * ATTOS["D"]


def months_of(attos):
    """The months since 1970 of attoseconds since 1970."""
    days = attos // ATTOS["D"]
    cycles, days = divmod(days + 719162, 146097)
    date = datetime.date.fromordinal(days + 1)
    return (cycles * 400 + date.year - 1970) * 12 + date.month - 1


def exact_date(ticks, source, target):
    count, base = split(target)
    attos = attos_of(ticks, source)
    if base in ATTOS:
        return attos // (count * ATTOS[base])
    return months_of(attos) // (count * (12 if base == "Y" else 1))


def exact_span(ticks, source, target):
    (a, x), (b, y) = split(source), split(target)
    months = {"Y": 12, "M": 1}
    if x in months and y in months:
        return ticks * a * months[x] // (b * months[y])
    # Attoseconds in 4800 months.
    mean = 146097 * ATTOS["D"]
    size = lambda base: (months[base] * mean, 4800) if base in months else (ATTOS[base], 1)
    (p, q), (r, s) = size(x), size(y)
    return ticks * a * p * s // (q * b * r)


def fits(ticks):
    return -(2**63) < ticks < 2**63


def read(text, unit=None):
    try:
        date = np.datetime64(text) if unit is None else np.datetime64(text, unit)
    except ValueError:
        return None
    return np.datetime_data(date.dtype)[0], int(date.astype("i8"))


def exact_text(text):
    """The exact attoseconds of a text that NumPy reads, by way of a unit that does not wrap."""
    whole, _, fraction = text.partition(".")
    digits = ""
    while fraction[:1].isdigit():
        digits, fraction = digits + fraction[0], fraction[1:]
    seconds = int(np.datetime64(whole + fraction, "s").astype("i8"))
    return seconds * 10**18 + int((digits + "0" * 18)[:18])


def exact_day(text):
    """The exact years, months and days since 1970 of a date."""
    sign = -1 if text.strip().startswith("-") else 1
    year, month, day = (text.strip().lstrip("+-").split("-") + ["1", "1"])[:3]
    year, month, day = sign * int(year), int(month), int(day)
    return {"Y": year - 1970, "M": (year - 1970) * 12 + month - 1, "D": days_of(year, month) + day - 1}


def texts():
    dates = ["2020", "1970", "0000", "-1", "-0001", "1", "12", "123", "9999", "10000", "+2020", "-2020", "20200203", "002020", "-0"]
    dates += ["99999999999", "9223372036854775807", "9223372036854775808", "-9223372036854773838", "-9223372036854773837"]
    dates += ["99999999999999999999999", "292277026596", "-292277022657"]
    for year in ["2020", "2021", "1900", "2000", "0000", "-004", "-0001", "12345", "+1969", "292277026595", "9223372036854775807"]:
        dates += [f"{year}-{month:02}" for month in (0, 1, 2, 12, 13)]
        dates += [f"{year}-02-{day:02}" for day in (0, 1, 28, 29, 30)] + [f"{year}-{md}" for md in ("04-31", "12-31", "12-32")]
    times = ["00", "04", "23", "24", "4", "04:05", "04:60", "04:5", "23:59:59", "04:05:06", "04:05:60", "04:05:6", "04:", "04:05:", "0405"]
    times += ["04:05:06." + "123456789012345678901"[:n] for n in range(22)] + ["04:05:06.000", "04:05:06.9999999", "04:05:06,5", "24:00", ""]
    zones = ["", "Z", "z", "+01", "-01", "+0130", "+01:30", "-23:59", "+24", "+23:60", "+1", "+01:", "+01:3", "+013", " ", "Z ", " Z"]
    zones += ["+01 30", "+00:00", "Zx", "+01:30 ", "  ", "UTC", "+01:30x"]
    found = list(dates)
    for day in ["2020-02-03", "1969-12-31", "1970-01-01", "-0001-03-01", "12345-06-07"]:
        found += [day + sep + time for sep in "T " for time in times]
        found += [day + "T" + time + zone for time in ("04", "00:05", "23:59:06", "04:05:06.789", "04:05:06.") for zone in zones]
    for text in ["2020", "2020-02", "2020-02-03", "2020-02-03T04:05"]:
        found += [" " + text, "\t" + text, "\v\f\r\n" + text, text + " ", text + "Z", text + "x", text + "-", text + "\n", "x" + text, text + "é"]
    found += ["", "NaT", "nat", "NAT", "nAt", " NaT", "NaT ", "nat0", "na", "now2", "to day", "-", "+", "-x", "+-1", "x", "é", "\0", "  "]
    found += ["2020-W01", "2020-W01-1", "2020-034", "2020/02/03", "2020-2", "2020-2-3", "2020-02-3", "2020-02-03t04", "2020-02-03  04"]
    found += ["2020-02-03T 04", "03-02-2020", "2020-02-03T04:05:06.1.2", "1e3", "2020.5", "0x7e4", "2_020", "٢٠٢٠", "２０２０", "\x1c2020"]
    return list(dict.fromkeys(found))


def ticks_of(unit):
    values = [0, 1, -1, 2, -2, 11, 12, -12, 13, 59, 60, -60, 364, 365, 366, -365, 719, 999, 1000, -1000, 18295, -719528, -719529, -719162]
    values += [2**31, -(2**31), 2**53 + 1, 2**63 - 1, -(2**63) + 1, 2**62, -(2**62), 9999 * 10**14, NAT]
    return values + [random.randrange(-(10**k), 10**k) for k in (3, 6, 9, 12, 15, 18) for _ in range(2)]


def edges(source, target):
    """The ticks on both sides of a few months, for units finer than that."""
    size, base = split(source)
    if base not in ATTOS or split(target)[1] in ATTOS:
        return []
    months = [k * split(target)[0] * (12 if split(target)[1] == "Y" else 1) for k in (1, -1, 5)]
    ticks = [m * 146097 * ATTOS["D"] // (4800 * size * ATTOS[base]) for m in months]
    return [t + d for t in ticks for d in (0, 1) if fits(t + d)]


def printable(ticks, unit):
    """Whether NumPy prints this date without wrapping: the count of the base unit fits, and so does the year."""
    count, base = split(unit)
    wide = 7 if base == "W" else 12 if base == "Y" else 1
    return ticks == NAT or abs(ticks * count * wide) < 2**62


def main():
    out = {}
    rows = []
    for text in texts():
        got = read(text)
        if got is None:
            rows.append([text, None])
        elif got[1] == NAT and got[0] == "generic":
            rows.append([text, "generic", NAT])
        elif got[0] in ("Y", "M", "D"):
            exact = exact_day(text)[got[0]]
            rows.append([text, got[0], exact] if fits(exact) else [text, "out"])
            # NumPy reads years in 64 bits and counts days on the way.
            assert not fits(exact * 366) or exact == got[1], text
        else:
            exact = exact_text(text) // ATTOS[got[0]]
            rows.append([text, got[0], exact] if fits(exact) else [text, "out"])
            assert not fits(exact) or exact == got[1], text
    out["texts"] = rows

    rows = []
    for text in ["2020", "2020-02", "2020-02-03", "1969-12-31", "2020-02-03T04:05:06.789", "1969-12-31T23:59:59.9999999", "NaT", "", "x"]:
        for unit in MULTIPLES + ["generic"]:
            got = read(text, unit)
            if got is None or got[1] == NAT:
                rows.append([text, unit, None if got is None else NAT])
                continue
            source = read(text)
            exact = exact_date(exact_text(text) if "." in text else source[1], "as" if "." in text else source[0], unit)
            rows.append([text, unit, exact if fits(exact) else "out"])
            # NumPy counts the base unit first, and that wraps too.
            assert not fits(exact * split(unit)[0]) or exact == got[1], (text, unit, exact, got)
    out["parsed"] = rows

    rows = []
    for text in ["5", "-5", "+5", "  5", "\t5", "5 ", "", "NaT", "nat", " NaT", "5D", "5 days", "0x5", "5.0", "1_000", "x", "-", "+", "--5", "007",
                 "9223372036854775807", "-9223372036854775807", "1e3", "٥", "- 5", "\v5"]:
        try:
            rows.append([text, int(np.timedelta64(text, "D").astype("i8"))])
        except ValueError:
            rows.append([text, None])
    # NumPy saturates these, or makes NaT of them.
    rows += [[text, "out"] for text in ["9223372036854775808", "-9223372036854775809", "-9223372036854775808", "9" * 30]]
    out["spans"] = rows

    out["dates"] = [
        [t, unit, str(np.datetime_as_string(np.datetime64(t, unit) if t != NAT else np.datetime64("NaT", unit)))]
        for unit in MULTIPLES for t in ticks_of(unit) if printable(t, unit)
    ]
    rows = []
    for unit in MULTIPLES + ["generic"]:
        for t in ticks_of(unit):
            count = 1 if unit == "generic" else split(unit)[0]
            if t == NAT or fits(t * count):
                rows.append([t, unit, str(np.timedelta64(t, unit) if t != NAT else np.timedelta64("NaT", unit))])
    out["lengths"] = rows

    for name, kind, exact_of in (("date_units", "M8", exact_date), ("span_units", "m8", exact_span)):
        rows = []
        for source in MULTIPLES:
            for target in MULTIPLES:
                for t in random.sample(ticks_of(source), 6) + edges(source, target) + [NAT]:
                    if t == NAT:
                        rows.append([t, source, target, t])
                        continue
                    exact = exact_of(t, source, target)
                    rows.append([t, source, target, exact if fits(exact) else "out"])
                    try:
                        got = int(np.array([t], f"{kind}[{source}]").astype(f"{kind}[{target}]").view("i8")[0])
                    except OverflowError:
                        continue
                    # NumPy wraps on the way as well; where it has no reason to, it has to agree.
                    (a, x), (b, y) = split(source), split(target)
                    steps = abs(t * a) * 146097 * 12 < 2**62 and fits(t * a * 400 * ATTOS.get(x, 366 * ATTOS["D"]) // ATTOS.get(y, ATTOS["D"]))
                    if steps:
                        assert got == exact, (kind, t, source, target, got, exact)
                        rows[-1].append("checked")
        out[name] = rows

    for name, make in (("compared", np.datetime64), ("span_compared", np.timedelta64)):
        rows = []
        for a in MULTIPLES:
            for b in MULTIPLES:
                for _ in range(4):
                    x = random.choice([0, 1, -1, 12, 24, 7, 60, 1000, -1000, NAT])
                    y = random.choice([0, 1, -1, 12, 24, 7, 60, 1000, -1000, NAT, x])
                    p, q = (make(v, u) if v != NAT else make("NaT", u) for v, u in ((x, a), (y, b)))
                    months = [split(u)[1] in "YM" for u in (a, b)]
                    if NAT in (x, y) or name == "span_compared" and months[0] != months[1]:
                        order = None
                    else:
                        # Dates of months and spans of months are in the same order.
                        m, n = attos_of(x, a), attos_of(y, b)
                        order = (m > n) - (m < n)
                    try:
                        got = -1 if p < q else 1 if p > q else 0 if p == q else None
                        common = np.promote_types(p.dtype, q.dtype)
                    except (TypeError, OverflowError):
                        # No common unit, or one that overflows; the crate compares exactly where there is an order.
                        rows.append([x, a, y, b, order])
                        continue
                    # NumPy wraps on the way to the common unit.
                    count, base = np.datetime_data(common)[::-1]
                    wraps = any(not fits(attos_of(v, u) // ATTOS.get(base, ATTOS["D"])) for v, u in ((x, a), (y, b)) if v != NAT)
                    assert wraps or got == order, (x, a, y, b, got, order)
                    rows.append([x, a, y, b, order])
        out[name] = rows

    rows = []
    pool = ["2020", "2020-02", "1969-12-31", "2020-02-03T04", "1970-01-01T00:00:01", "1980-02-03T04:05:06.789", "NaT", "1975-01-01T00:00:00.123456789"]
    for _ in range(60):
        chosen = [random.choice(pool) for _ in range(random.randrange(1, 5))]
        array = np.array([np.datetime64(text) for text in chosen])
        unit = np.datetime_data(array.dtype)[0]
        rows.append([chosen, unit, [int(t) for t in array.view("i8")]])
    out["arrays"] = rows

    path = pathlib.Path(__file__).with_name("time.json")
    body = ",\n".join(f'"{name}": [\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]" for name, rows in out.items())
    path.write_text("{\n" + body + "\n}\n")
    print({name: len(rows) for name, rows in out.items()})
    print("checked by NumPy:", {name: sum(row[-1] == "checked" for row in out[name]) for name in ("date_units", "span_units")})


main()
