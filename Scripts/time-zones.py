#!/usr/bin/env python3
"""Generates the time zones of the PredicateCore target from the IANA Time Zone Database.

    Scripts/time-zones.py [--data /usr/share/zoneinfo/tzdata.zi]

The data file is the text of all rules: by default, that of Debian's newest `tzdata` package, which is downloaded and not
installed. (Python's `tzdata` has fewer rules before 1970.) `zic` (package `libc-bin`) compiles it; this script keeps the offsets from UTC and leaves out the abbreviations. A zone's numbers are the offset before the first change,
the changes, and the rule for all later years. They are written as `PackedTable.swift` reads them (Scripts/unicode-tables.py).
The test vectors are checksums of offsets that Python computes from the compiled zones.
"""

import argparse
import datetime
import os
import re
import struct
import subprocess
import tempfile
import zoneinfo

SOURCE = "Sources/Language/PredicateCore/TimeZones/TimeZoneTable.swift"
VECTORS = "Tests/Language/PredicateFormatTests/Semantics/TimeZoneVectors.swift"
# How many instants a checksum covers.
INSTANTS = 1000
LINE = 110
# No change of an offset is older than this second of 1800.
FIRST = -5364662400


def packed(number):
    """A number in groups of five bits, least significant first."""
    assert 0 <= number < 1 << 32, number
    text = ""
    while True:
        digit = number & 31
        number >>= 5
        if number:
            digit |= 32
        text += "~" if digit == 57 else chr(0x23 + digit)
        if not number:
            return text


def zigzag(number):
    return number * 2 if number >= 0 else -number * 2 - 1


def read(path):
    """The initial offset, the changes as (second, offset), and the rule of a compiled zone."""
    data = open(path, "rb").read()
    sizes = struct.unpack(">6l", data[20:44])

    def length(sizes, wide):
        utc, std, leap, times, types, chars = sizes
        return times * (wide + 1) + types * 6 + chars + leap * (wide + 4) + std + utc

    start = 44 + length(sizes, 4)
    sizes = struct.unpack(">6l", data[start + 20 : start + 44])
    utc, std, leap, times, types, chars = sizes
    at = start + 44
    seconds = struct.unpack(f">{times}q", data[at : at + 8 * times])
    kinds = data[at + 8 * times : at + 9 * times]
    offsets = [struct.unpack(">lbb", data[at + 9 * times + 6 * i :][:6])[0] for i in range(types)]
    rule = data[start + 44 + length(sizes, 8) :].decode().strip()
    changes, now = [], offsets[0]
    for second, kind in zip(seconds, kinds):
        if second < FIRST:
            now = offsets[kind]
            continue
        if offsets[kind] != (changes[-1][1] if changes else now):
            changes.append((second, offsets[kind]))
    # The rule holds from the last change on, even if that changed only the abbreviation.
    if seconds and changes and changes[-1][0] != seconds[-1]:
        changes.append((seconds[-1], offsets[kinds[-1]]))
    return now, changes, rule


def offset(text):
    """The seconds of `5`, `-3:30` or `+26:00`."""
    sign = -1 if text.startswith("-") else 1
    parts = [int(part) for part in text.lstrip("+-").split(":")]
    return sign * sum(part * unit for part, unit in zip(parts, (3600, 60, 1)))


RULE = re.compile(r"(<[^>]*>|[A-Za-z]+)([-+\d:]+)(?:(<[^>]*>|[A-Za-z]+)([-+\d:]*),(.*),(.*))?$")


def day(text):
    """The month, the week, the day of the week (Sunday is 0) and the second of `M3.5.0/2`."""
    match = re.match(r"M(\d+)\.(\d+)\.(\d+)(?:/([-+\d:]+))?$", text)
    assert match, text
    month, week, weekday = (int(match.group(i)) for i in (1, 2, 3))
    return [month, week, weekday, zigzag(offset(match.group(4) or "2"))]


def rule(text):
    """The rule of the later years: the offset in winter and, if clocks change, that in summer and both days."""
    match = RULE.match(text)
    assert match, text
    standard = -offset(match.group(2))
    numbers = [zigzag(standard)]
    if match.group(3) is None:
        return [0] + numbers
    saving = -offset(match.group(4)) if match.group(4) else standard + 3600
    return [1] + numbers + [zigzag(saving)] + day(match.group(5)) + day(match.group(6))


def zone(path):
    initial, changes, text = read(path)
    numbers = [zigzag(initial), len(changes)]
    before = FIRST
    for second, after in changes:
        # Most changes are on the hour, and all but the oldest ones on the minute.
        step = second - before
        if step % 3600 == 0:
            numbers += [step // 3600 * 3 + 2]
        elif step % 60 == 0:
            numbers += [step // 60 * 3 + 1]
        else:
            numbers += [step // 60 * 3, step % 60]
        numbers += [zigzag(after // 900) * 2 if after % 900 == 0 else zigzag(after) * 2 + 1]
        before = second
    return numbers + rule(text)


def checksum(path):
    """A sum of the offsets of a zone at pseudorandom instants."""
    with open(path, "rb") as file:
        rules = zoneinfo.ZoneInfo.from_file(file)
    state, total = 1, 0
    for _ in range(INSTANTS):
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        second = (state >> 11) % 12000000000 - 6000000000
        moment = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(seconds=second)
        shift = moment.astimezone(rules).utcoffset()
        total = (total * 31 + shift.days * 86400 + shift.seconds + 100000) % (1 << 32)
    return f"{total:x}"


def literal(text, width=LINE):
    lines = [text[i : i + width] for i in range(0, len(text), width)]
    return '"""\n' + "".join(f"        {line}\\\n" for line in lines)[:-2] + '\n        """'


def newest(folder):
    """The data file of Debian's newest package."""
    subprocess.run(["apt-get", "download", "--quiet", "tzdata"], cwd=folder, check=True)
    (package,) = os.listdir(folder)
    subprocess.run(["dpkg-deb", "--extract", package, "."], cwd=folder, check=True)
    return os.path.join(folder, "usr/share/zoneinfo/tzdata.zi")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data")
    arguments = parser.parse_args()
    table, known, names, sums = "", {}, {}, []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as package:
        data = arguments.data or newest(package)
        version = open(data).readline().split()[-1]
        subprocess.run(["/usr/sbin/zic", "-b", "slim", "-d", folder, data], check=True)
        for root, _, files in sorted(os.walk(folder)):
            for file in sorted(files):
                path = os.path.join(root, file)
                numbers = "".join(map(packed, zone(path)))
                if numbers not in known:
                    known[numbers] = len(table)
                    table += numbers
                names.setdefault(known[numbers], []).append(os.path.relpath(path, folder))
                sums.append(f"{os.path.relpath(path, folder)} {checksum(path)}")
    listed = " ".join(f"{start} {' '.join(sorted(zones))}" for start, zones in sorted(names.items()))
    with open(SOURCE, "w") as file:
        file.write(
            f"""// swift-format-ignore-file
// Generated by Scripts/time-zones.py from the IANA Time Zone Database {version}. Do not edit: change the script and run it again.
// The database is in the public domain.

/// The rules of all time zones.
enum TimeZoneTable {{
    /// The version of the database that the table was made from.
    static let version = "{version}"

    /// The names of zones, each row after the place of its numbers in `zones`.
    static let names: StaticString = {literal(listed)}

    /// For each zone: the offset before the first change, the number of changes, each as a step in time and an offset, and the rule
    /// of the later years.
    static let zones: StaticString = {literal(table)}
}}
"""
        )
    with open(VECTORS, "w") as file:
        file.write(
            f"""// swift-format-ignore-file
// Generated by Scripts/time-zones.py from the IANA Time Zone Database {version}. Do not edit: change the script and run it again.

/// Checksums of the offsets of all time zones.
enum TimeZoneVectors {{
    /// The version of the database.
    static let version = "{version}"

    /// How many instants a checksum covers.
    static let count = {INSTANTS}

    /// Names of zones, each with its checksum.
    static let checksums = {literal(" ".join(sorted(sums)))}
}}
"""
        )
    print(f"{version}: {sum(map(len, names.values()))} names, {len(known)} zones, {len(table)} + {len(listed)} bytes")


main()
