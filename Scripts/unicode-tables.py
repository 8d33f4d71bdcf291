#!/usr/bin/env python3
"""Generates the Unicode tables of the PredicateCore target from the Unicode Character Database.

    Scripts/unicode-tables.py [--data /usr/share/unicode] [--output Sources/Language/PredicateCore/Unicode]

The data directory has the layout of Debian's `unicode-data` package: UnicodeData.txt and its companions at the top,
`emoji/` and `extracted/` beside them, and the collation element table allkeys.txt.

A table is a string of printable ASCII, because the Swift compiler takes seconds over a long array literal and no time
over a string. A number is written as groups of five bits, least significant first; the sixth bit of a character says
that another group follows. `PackedTable.swift` reads what this script writes.
"""

import argparse
import os
import re
import sys

LINE = 110


# --- Reading the Unicode Character Database ---------------------------------------------------------------------------


class Database:
    def __init__(self, folder):
        self.folder = folder
        self.category = {}
        self.combining = {}
        self.canonical = {}
        self.width_mapping = {}
        self.simple_upper = {}
        self.simple_lower = {}
        self.version = self.read_version()
        self.read_unicode_data()

    def lines(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            for line in file:
                yield line.rstrip("\n")

    def fields(self, name):
        for line in self.lines(name):
            text = line.split("#", 1)[0].strip()
            if text and not text.startswith("@"):
                yield [field.strip() for field in text.split(";")]

    def read_version(self):
        first = next(self.lines("CaseFolding.txt"))
        match = re.search(r"CaseFolding-(\d+\.\d+\.\d+)\.txt", first)
        if not match:
            sys.exit("CaseFolding.txt does not state its version")
        return match.group(1)

    def read_unicode_data(self):
        first = None
        for fields in self.fields_of_unicode_data():
            code = int(fields[0], 16)
            if fields[1].endswith(", First>"):
                first = code
                continue
            codes = [code]
            if fields[1].endswith(", Last>"):
                codes = range(first, code + 1)
                first = None
            for each in codes:
                self.category[each] = fields[2]
            if fields[3] != "0":
                self.combining[code] = int(fields[3])
            if fields[5]:
                parts = fields[5].split()
                if parts[0] in ("<wide>", "<narrow>"):
                    self.width_mapping[code] = int(parts[1], 16)
                elif not parts[0].startswith("<"):
                    self.canonical[code] = [int(part, 16) for part in parts]
            if fields[12]:
                self.simple_upper[code] = int(fields[12], 16)
            if fields[13]:
                self.simple_lower[code] = int(fields[13], 16)

    def fields_of_unicode_data(self):
        for line in self.lines("UnicodeData.txt"):
            if line:
                yield line.split(";")

    def property(self, name, value):
        """The code points that have `value` in the property file `name`."""
        found = set()
        for fields in self.fields(name):
            if fields[1] == value:
                found.update(code_range(fields[0]))
        return found

    def missing(self, name, value):
        """The code points that get `value` from the `@missing` lines of a file: unassigned ones."""
        found = set()
        for line in self.lines(name):
            match = re.match(r"# @missing: ([0-9A-F.]+); *(\w+)", line)
            if match:
                codes = set(code_range(match.group(1)))
                found = found | codes if match.group(2) == value else found - codes
        return found

    def decomposition(self, code):
        """The full canonical decomposition, with marks not yet in canonical order."""
        if code not in self.canonical:
            return [code]
        return [part for each in self.canonical[code] for part in self.decomposition(each)]

    def ordered_decomposition(self, code):
        parts = self.decomposition(code)
        index = 0
        while index < len(parts):
            end = index
            while end < len(parts) and self.combining.get(parts[end], 0):
                end += 1
            parts[index:end] = sorted(parts[index:end], key=lambda each: self.combining[each])
            index = end + 1
        return parts


def code_range(text):
    ends = [int(end, 16) for end in text.split("..")]
    return range(ends[0], ends[-1] + 1)


# --- Writing numbers as text ------------------------------------------------------------------------------------------


def digit(value):
    # From `#` on, with `~` instead of the backslash. The quotation mark is below `#`.
    return "~" if value == 57 else chr(value + 0x23)


def number(value):
    text = ""
    while True:
        group, value = value & 31, value >> 5
        if not value:
            return text + digit(group)
        text += digit(group | 32)


def signed(value):
    return number(value * 2 if value >= 0 else -value * 2 - 1)


def packed_map(mapping):
    """The entries: distance to the key, number of targets, each target as distance from the key."""
    text, last = number(len(mapping)), 0
    for code in sorted(mapping):
        targets = mapping[code]
        text += number(code - last) + number(len(targets))
        text += "".join(signed(target - code) for target in targets)
        last = code
    return text


def ranges(codes):
    found = []
    for code in sorted(codes):
        if found and found[-1][1] + 1 == code:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def packed_set(codes):
    """The ranges: distance from the end of the previous range, length less one."""
    found = ranges(codes)
    text, last = number(len(found)), 0
    for start, end in found:
        text += number(start - last) + number(end - start)
        last = end
    return text


# --- The tables -------------------------------------------------------------------------------------------------------


def case_folding(data):
    folding = {}
    for code, status, targets, *_ in data.fields("CaseFolding.txt"):
        if status in ("C", "F"):
            folding[int(code, 16)] = [int(target, 16) for target in targets.split()]
    return folding


BASES_END = 0x0510


def diacritics(data):
    """The result of the option d for each code point. A nonspacing mark has its target written twice."""
    folding = {}
    for code in set(data.width_mapping) | set(data.canonical):
        target = data.width_mapping.get(code, code)
        base = data.decomposition(target)[0]
        if base < BASES_END and data.category[base] != "Mn":
            target = base
        if target != code:
            folding[code] = [target]
    for code, category in data.category.items():
        target = folding.get(code, [code])[0]
        if data.category.get(target) == "Mn":
            folding[code] = [target, target]
    return folding


def full_case(data, simple, column):
    mapping = {code: [target] for code, target in simple.items()}
    for fields in data.fields("SpecialCasing.txt"):
        # A fifth field is a condition: a language, or the final sigma that the code handles.
        if len(fields) > 4 and fields[4]:
            continue
        code = int(fields[0], 16)
        mapping[code] = [int(part, 16) for part in fields[column].split()]
    return {code: targets for code, targets in mapping.items() if targets != [code]}


def width_sets(data):
    east_asian = "extracted/DerivedEastAsianWidth.txt"
    wide = data.missing(east_asian, "Wide")
    for value in ("W", "F"):
        wide |= data.property(east_asian, value)
    for value in ("N", "Na", "A", "H"):
        wide -= {code for code in data.property(east_asian, value) if code in data.category}
    # A regional indicator is half of a flag: one column, so that a flag has two.
    wide |= data.property("emoji/emoji-data.txt", "Emoji_Presentation") - set(range(0x1F1E6, 0x1F200))

    visible = data.property("PropList.txt", "Prepended_Concatenation_Mark") | {0x00AD}
    hidden = {code for code, category in data.category.items() if category in ("Mn", "Me", "Cf", "Cc", "Zl", "Zp")}
    # The vowels and final consonants of a Hangul syllable are drawn inside the columns of its first consonant.
    for value in ("V", "T"):
        hidden |= data.property("HangulSyllableType.txt", value)
    hidden -= visible
    return hidden, wide - hidden


# --- Collation ------------------------------------------------------------------------------------------------------


def collation_elements(data):
    """The entries of allkeys.txt: the code points as a tuple, and (primary, secondary, tertiary) of each element."""
    entries = {}
    for line in data.lines("allkeys.txt"):
        text = line.split("#", 1)[0].strip()
        if not text or text.startswith("@"):
            continue
        codes, elements = text.split(";")
        found = re.findall(r"\[[.*]([0-9A-F]+)\.([0-9A-F]+)\.([0-9A-F]+)\]", elements)
        weights = [tuple(int(weight, 16) for weight in element) for element in found]
        # Elements without weights take part in no comparison.
        entries[tuple(int(code, 16) for code in codes.split())] = [each for each in weights if any(each)]
    return entries


def implicit_ranges(data):
    """The ranges of computed weights: start, end, first weight, and the number to subtract from the code."""
    found = []
    for line in data.lines("allkeys.txt"):
        match = re.match(r"@implicitweights ([0-9A-F.]+); ([0-9A-F]+)", line)
        if match:
            assigned = [code for code in code_range(match.group(1)) if code in data.category]
            found += [(start, end, int(match.group(2), 16)) for start, end in ranges(assigned)]
    # All ranges of a script count from its first one.
    origins = {}
    for start, _, base in sorted(found):
        origins.setdefault(base, start)
    found = [(start, end, base, origins[base]) for start, end, base in found]

    ideographs = data.property("PropList.txt", "Unified_Ideograph")
    core = {code for code in ideographs if 0x4E00 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF}
    found += [(start, end, 0xFB40, None) for start, end in ranges(core)]
    found += [(start, end, 0xFB80, None) for start, end in ranges(ideographs - core)]
    return sorted(found)


def packed_implicit(data):
    """The ranges: start, length less one, first weight less 0xFB00, and the origin, or zero for "by the upper bits"."""
    found = implicit_ranges(data)
    text = number(len(found))
    for start, end, base, origin in found:
        text += number(start) + number(end - start) + number(base - 0xFB00) + number(origin or 0)
    return text


def packed_values(values):
    """Runs of code points with one value: distance from the last run, length less one, value."""
    runs = []
    for code in sorted(values):
        if runs and runs[-1][1] + 1 == code and runs[-1][2] == values[code]:
            runs[-1][1] = code
        else:
            runs.append([code, code, values[code]])
    text, last = number(len(runs)), 0
    for start, end, value in runs:
        text += number(start - last) + number(end - start) + number(value)
        last = end
    return text


def grouped(singles):
    """Runs of consecutive code points with one element each, equal except for a constant step in the primary weight."""
    groups = []
    for code in sorted(singles):
        if groups and groups[-1][-1] + 1 == code:
            codes = groups[-1]
            last, this = singles[codes[-1]], singles[code]
            if len(last) == len(this) == 1 and last[0][0] and this[0][0] and last[0][1:] == this[0][1:]:
                step = this[0][0] - last[0][0]
                if len(codes) == 1 or step == last[0][0] - singles[codes[-2]][0][0]:
                    codes.append(code)
                    continue
        groups.append([code])
    return groups


def packed_collation(data):
    """Three tables: pairs of secondary and tertiary weights, the entries, and the contractions.

    An entry is the distance from the last code point, the number of following code points that differ from it only by
    a constant step in their primary weights, its elements, and the step if there are such code points. An element is
    its pair and the distance from the primary weight before it. Code points with a canonical decomposition are left
    out, because text is decomposed before the lookup.
    """
    entries = collation_elements(data)
    singles, contractions = {}, {}
    for codes, elements in entries.items():
        if len(codes) > 1:
            decomposed = tuple(part for code in codes for part in data.ordered_decomposition(code))
            if entries.get(decomposed) != elements:
                sys.exit(f"a contraction that weighs otherwise than its decomposition: {codes}")
            contractions[decomposed] = elements
        elif codes[0] in data.canonical:
            continue
        else:
            singles[codes[0]] = elements
    for codes in contractions:
        if (codes[0],) not in entries:
            sys.exit(f"a contraction whose first code point has no entry: {codes}")

    counts = {}
    for elements in list(singles.values()) + list(contractions.values()):
        for _, secondary, tertiary in elements:
            counts[secondary, tertiary] = counts.get((secondary, tertiary), 0) + 1
    pairs = sorted(counts, key=lambda pair: (-counts[pair], pair))
    index = {pair: place for place, pair in enumerate(pairs)}
    pair_text = number(len(pairs)) + "".join(number(secondary) + number(tertiary) for secondary, tertiary in pairs)

    state = {"primary": 0}

    def packed(elements):
        text = number(len(elements))
        for primary, secondary, tertiary in elements:
            text += number(index[secondary, tertiary])
            # An element without a primary weight is written as distance 1. The next distance is not counted from
            # it. True distances leave space for it above zero.
            distance = primary - state["primary"]
            if primary:
                text += signed(distance + 1 if distance >= 1 else distance)
                state["primary"] = primary
            else:
                text += signed(1)
        return text

    groups = grouped(singles)
    single_text, last = number(len(groups)), 0
    for codes in groups:
        single_text += number(codes[0] - last) + number(len(codes) - 1) + packed(singles[codes[0]])
        last = codes[-1]
        if len(codes) > 1:
            step = singles[codes[1]][0][0] - singles[codes[0]][0][0]
            single_text += signed(step)
            state["primary"] = singles[last][0][0]
    state["primary"] = 0
    contraction_text = number(len(contractions))
    for codes in sorted(contractions):
        contraction_text += number(len(codes)) + "".join(number(code) for code in codes) + packed(contractions[codes])
    return pair_text, single_text, contraction_text


# --- Writing Swift ----------------------------------------------------------------------------------------------------

HEADER = """\
// swift-format-ignore-file
// Generated by Scripts/unicode-tables.py from Unicode {version}. Do not edit: change the script and run it again.
// Data files © Unicode, Inc., under the Unicode License (https://www.unicode.org/license.txt).

"""


def literal(name, note, text):
    lines = [text[index : index + LINE] for index in range(0, len(text), LINE)]
    body = "\\\n        ".join(lines)
    return f'    /// {note}\n    static let {name}: StaticString = """\n        {body}\n        """\n'


def write(folder, name, version, note, tables):
    text = HEADER.format(version=version)
    text += f"/// {note}\nenum {name} {{\n"
    text += f'    /// The version of Unicode that the tables were made from.\n    static let unicodeVersion = "{version}"\n\n'
    text += "\n".join(literal(*table) for table in tables) + "}\n"
    path = os.path.join(folder, name + ".swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"{path}: {sum(len(table[2]) for table in tables)} characters of data")


def main():
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description="Generate the Unicode tables of PredicateFormat.")
    parser.add_argument("--data", default="/usr/share/unicode", help="folder of the Unicode Character Database")
    parser.add_argument("--output", default=os.path.join(here, "Sources/Language/PredicateCore/Unicode"))
    options = parser.parse_args()
    data = Database(options.data)
    os.makedirs(options.output, exist_ok=True)

    core = "DerivedCoreProperties.txt"
    write(
        options.output, "FoldingTables", data.version, "What the options c and d make of a code point.",
        [
            ("caseFolding", "Full default case folding (C and F).", packed_map(case_folding(data))),
            ("diacritics", "Bases, widths, and nonspacing marks.", packed_map(diacritics(data))),
        ])
    write(
        options.output, "CaseTables", data.version, "Full default case mapping.",
        [
            ("upper", "To upper case.", packed_map(full_case(data, data.simple_upper, 3))),
            ("lower", "To lower case, without the final sigma.", packed_map(full_case(data, data.simple_lower, 1))),
            ("cased", "Cased code points.", packed_set(data.property(core, "Cased"))),
            ("caseIgnorable", "Case-ignorable code points.", packed_set(data.property(core, "Case_Ignorable"))),
        ])
    write(
        options.output, "IdentifierTables", data.version, "What may stand in a name.",
        [
            ("start", "XID_Start.", packed_set(data.property(core, "XID_Start"))),
            ("continuation", "XID_Continue.", packed_set(data.property(core, "XID_Continue"))),
        ])
    hidden, wide = width_sets(data)
    write(
        options.output, "WidthTables", data.version, "How many columns of a terminal a code point takes.",
        [
            ("zero", "No column.", packed_set(hidden)),
            ("double", "Two columns.", packed_set(wide)),
            ("emoji", "Emoji and their parts.", packed_set(data.property("emoji/emoji-data.txt", "Emoji"))),
        ])
    write(
        options.output, "NormalizationTables", data.version, "Canonical decomposition.",
        [
            (
                "decompositions", "Full canonical decompositions, Hangul apart.",
                packed_map({code: data.ordered_decomposition(code) for code in data.canonical})),
            ("combiningClasses", "Canonical combining classes that are not zero.", packed_values(data.combining)),
        ])
    pairs, singles, contractions = packed_collation(data)
    write(
        options.output, "CollationTables", data.version, "The Default Unicode Collation Element Table.",
        [
            ("pairs", "Secondary and tertiary weights that occur together.", pairs),
            ("implicit", "Ranges whose weights are computed.", packed_implicit(data)),
            ("contractions", "Several code points that are weighed as one.", contractions),
            ("singles", "The elements of each code point.", singles),
        ])


if __name__ == "__main__":
    main()
