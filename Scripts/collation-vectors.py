#!/usr/bin/env python3
"""Generates the vectors that compare the root collation with allkeys.txt.

    Scripts/collation-vectors.py [--data /usr/share/unicode] [--output Tests/Language/PredicateFormatTests/Unicode]

It sorts several hundred texts with a plain implementation of UTS #10, directly from allkeys.txt. It shares neither
tables nor code with the library. Each line of the result is the level at which a text differs from the one before it
(1, 2, 3, or 0 for none), and its code points.
"""

import argparse
import importlib.util
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))


def load_tables():
    spec = importlib.util.spec_from_file_location("tables", os.path.join(HERE, "unicode-tables.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLES = load_tables()


class Collation:
    def __init__(self, data):
        self.data = data
        self.entries = TABLES.collation_elements(data)
        self.ideographs = data.property("PropList.txt", "Unified_Ideograph")

    def combining(self, code):
        return self.data.combining.get(code, 0)

    def normalized(self, codes):
        parts = []
        for code in codes:
            if 0xAC00 <= code < 0xAC00 + 11172:
                index = code - 0xAC00
                parts += [0x1100 + index // 588, 0x1161 + index % 588 // 28]
                if index % 28:
                    parts.append(0x11A7 + index % 28)
            else:
                parts += self.data.decomposition(code)
        # Swap neighbours until nothing changes: the definition of canonical order.
        moved = True
        while moved:
            moved = False
            for index in range(len(parts) - 1):
                first, second = self.combining(parts[index]), self.combining(parts[index + 1])
                if first > second > 0:
                    parts[index], parts[index + 1] = parts[index + 1], parts[index]
                    moved = True
        return parts

    def implicit(self, code):
        if code in self.data.category:
            for start, end, base in ((0x17000, 0x18AFF, 0xFB00), (0x18D00, 0x18D8F, 0xFB00),
                                     (0x1B170, 0x1B2FF, 0xFB01), (0x18B00, 0x18CFF, 0xFB02)):
                if start <= code <= end:
                    origin = 0x17000 if base == 0xFB00 else start
                    return [(base, 0x20, 2), (code - origin | 0x8000, 0, 0)]
        base = 0xFBC0
        if code in self.ideographs:
            base = 0xFB40 if 0x4E00 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF else 0xFB80
        return [(base + (code >> 15), 0x20, 2), (code & 0x7FFF | 0x8000, 0, 0)]

    def elements(self, codes):
        rest, found = self.normalized(codes), []
        while rest:
            # S2.1: the longest prefix in the table.
            length = next((n for n in (3, 2, 1) if n <= len(rest) and tuple(rest[:n]) in self.entries), 0)
            if not length:
                found += self.implicit(rest.pop(0))
                continue
            match, rest = tuple(rest[:length]), rest[length:]
            # S2.1.1 to S2.1.3: following marks, unless they are blocked.
            place, highest = 0, 0
            while place < len(rest) and self.combining(rest[place]):
                combining = self.combining(rest[place])
                if combining > highest and match + (rest[place],) in self.entries:
                    match += (rest.pop(place),)
                else:
                    highest = max(highest, combining)
                    place += 1
            found += self.entries[match]
        return found

    def key(self, codes):
        elements = self.elements(codes)
        return tuple(tuple(element[level] for element in elements if element[level]) for level in range(3))


def texts(data):
    words = """
    a A á Á à ä å Å æ Æ aa Aa AA ab b B ba c ç č d ð đ e é É è ê ë ē ę f ﬁ fi FI g h i I ı İ í ï j k l ł Ł l·l lal m n ñ Ñ o ó ö ø Ø œ
    p q r s ß ss SS ẞ ſ š t þ u ü ū v w W x y z Z ž 1 2 10 ① ² ½ Ⅳ _ - , . ; : ! ? ' " ( ) [ ] { } @ * / & # % + < = > | ~ $ € £
    role rôle Role Rôle cote coté côte côté résumé resume Resume re-sume re_sume deluge de-luge de/luge Zürich Zurich zurich
    α ά Α Ά ω ώ σ ς Σ ΣΑΣ σας Ω \u2126 а А б й и И Й ё е ж ў у א ב שׁ ש ا أ إ آ ب و ؤ ي ئ
    あ ア ｱ か が カ ガ ｶﾞ きゃ キャ は ば ぱ 한 한국 \u1112\u1161\u11ab 가 각 ㄱ 日 本 日本 日本語 語 \u3400 \u4e00 \u9fff \ufa0e \uf900 豈
    क ख कि कु का ক ก เก แก กา เกา ກ ເກ ꪵꪀ \u0fb2\u0f71\u0f80 \u0fb2\u0f80 \u0f71\u0f72 \u0f71\u0334\u0f72 \u0f73
    \U00017000 \U00018800 \U00018d00 \U00018b00 \U0001b170 \U00020000 \U0002a700 \U00030000 \U00031350 \U0001f600 👍 👍🏽 ❤ ❤️
    \U0010ffff \ue000 \ufffd \U000e0100 𝒳 𝐀 Ａ ａ Ⓐ ª ㎏ ㌀ ﷺ ﷲ 𐐀 𐐨 Ა ა Ꭰ ꭰ
    """.split()
    made = {tuple(map(ord, word)) for word in words}
    made |= {(), (0,), (0x61, 0), (0x61, 0x20, 0x62), (0x61, 0xA0, 0x62), (0x61, 0x3000, 0x62), (0x61, 0x9, 0x62), (0x61, 0xAD, 0x62)}
    # Marks in every order, contractions with marks between, and marks alone.
    marks = [0x301, 0x308, 0x323, 0x327, 0x306, 0x334, 0x345]
    for base in (0x61, 0x438, 0x418, 0x627, 0x3B1):
        for first in marks + [0x653, 0x655]:
            made.add((base, first))
            for second in (0x301, 0x323, 0x306, 0x654):
                made.add((base, first, second))
                made.add((base, second, first, 0x62))
    for first in (0xF71, 0xFB2, 0xFB3):
        for between in ((), (0x334,), (0xF71,), (0xF71, 0xF71), (0x301,), (0x61,)):
            for last in ((0xF72,), (0xF74,), (0xF80,), (0xF71, 0xF80), (0xF80, 0xF80), (0xF72, 0x334)):
                made.add((first,) + between + last)
    made |= {(mark,) for mark in marks}
    # A sample of all assigned code points, so that all parts of the table are tested.
    chosen = random.Random(15)
    assigned = sorted(code for code, category in data.category.items() if category != "Cs")
    made |= {(code,) for code in chosen.sample(assigned, 150)}
    small = sorted({code for codes in made for code in codes})
    made |= {tuple(chosen.choice(small) for _ in range(chosen.randint(2, 5))) for _ in range(150)}
    return sorted(made)


def main():
    parser = argparse.ArgumentParser(description="Generate the vectors of the root collation.")
    parser.add_argument("--data", default="/usr/share/unicode", help="folder of the Unicode Character Database")
    parser.add_argument(
        "--output", default=os.path.join(os.path.dirname(HERE), "Tests/Language/PredicateFormatTests/Unicode"))
    options = parser.parse_args()
    data = TABLES.Database(options.data)
    collation = Collation(data)
    keyed = sorted((collation.key(codes), codes) for codes in texts(data))
    lines, last = [], None
    for key, codes in keyed:
        level = 1 if last is None else next((level + 1 for level in range(3) if key[level] != last[level]), 0)
        lines.append(" ".join([str(level)] + [format(code, "X") for code in codes]))
        last = key
    path = os.path.join(options.output, "CollationVectors.swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write("// swift-format-ignore-file\n")
        file.write(f"// Generated by Scripts/collation-vectors.py from Unicode {data.version}. Do not edit.\n")
        file.write("// Data files © Unicode, Inc., under the Unicode License (https://www.unicode.org/license.txt).\n\n")
        file.write("/// Texts in the order of the root collation: the level at which each differs from the one before, and its\n")
        file.write("/// code points.\n")
        file.write('let collationVectors = """\n')
        file.writelines(f"    {line}\n" for line in lines)
        file.write('    """\n')
    print(f"{path}: {len(lines)} texts")


if __name__ == "__main__":
    main()
