#!/usr/bin/env python3
"""Writes files with the writers of other programs, and the texts that other programs read from them.

    Scripts/markup-fixtures.py [--output Tests/Files/PredicateFilesTests/Fixtures/markup.json]

The tests of PredicateFiles read each file and compare. The writers are those of Python: json, plistlib,
xml.sax.saxutils and xml.etree. Another writes each character of XML in a random way, and expat gives its meaning.
Needs only Python 3.9 or later.
"""

import argparse
import base64
import json
import os
import plistlib
import random
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape, quoteattr

# Predicates as people write them, and texts that are hard to encode.
TEXTS = [
    "os_vers BEGINSWITH '10.7'",
    'machine_type == "laptop" AND os_vers >= "10.10"',
    "a < 5 && b > 3",
    "a <> b || c != '<&>'",
    "name == 'Müller' OR name == \"Ångström\"",
    "title CONTAINS[cd] 'é' AND NOT (x IN {'😀', '👩‍👩‍👧'})",
    "e\u0301 == '\u00e9'",
    "path MATCHES '^C:\\\\\\\\Users\\\\\\\\.*$'",
    "x LIKE 'a\\'b\\\"c'",
    "a == 'tab\there'",
    "a == 1\nAND b == 2",
    "a == 1\n\n    AND b == 2\n",
    "  leading and trailing  ",
    "\ta == 1\t",
    "ANY apps.name ==[c] '&amp;'",
    "raw == ']]>'",
    "x == ']] >' AND y[0] == ']'",
    "SUBQUERY(extensionItems, $e, $e.attachments.@count == 1).@count == 1",
    "@key(a.b) == '--' AND c ==  \"<!-- no comment -->\"",
    "price > %@ AND %K == '100%'",
    "\u2028 == '\u2029\u0085'",
    "a == '\u00a0\u200b\ufeff'",
    "z == '\ufffd\U0001F9D1\u200d\U0001F4BB\U0010FFFD'",
    "",
    " ",
    "TRUEPREDICATE",
    "\\",
    "\"",
    "'",
    "&",
    "#size > 3",
    "a == 'https://example.com/?a=1&b=2#c'",
]

WORDS = [
    "name", "os_vers", "date", "==", "!=", "<", ">", "<=", "&&", "||", "AND", "OR", "NOT", "(", ")", "{", "}", "'a b'",
    '"c"', "'<x>'", "'&'", "CONTAINS[c]", "é", "ß", "😀", "日本", "\\", "\\\\", "\t", "\n", "  ", "%@", "$X", "]]", "--", "/", "#",
]

# Characters that only JSON supports.
JSON_ONLY = ["a == '\u0000'", "a == '\u0008\u000c\u001f'", "a == 'x\r\ny\rz'", "a == '\u007f\ufffe\uffff'"]


def random_texts(random, count):
    return ["".join(random.choice(WORDS) + random.choice(["", " "]) for _ in range(random.randrange(3, 14))) for _ in range(count)]


def groups(texts, size):
    return [texts[start : start + size] for start in range(0, len(texts), size)]


class Cases:
    def __init__(self):
        self.cases = []

    def add(self, kind, writer, content, texts):
        """Adds a file with its texts in order: those of all values, or of all attributes and elements."""
        content = content if isinstance(content, bytes) else content.encode("utf-8")
        case = {"format": kind, "writer": writer, "texts": texts}
        try:
            case["file"] = content.decode("utf-8")
        except UnicodeDecodeError:
            case["base64"] = base64.b64encode(content).decode("ascii")
        self.cases.append(case)


# --- JSON -------------------------------------------------------------------------------------------------------------


def add_json(cases, texts):
    for group in groups(texts + JSON_ONLY, 12):
        value = {"conditional_items": [{"condition": text, "n": 1.5e3, "x": [None, True]} for text in group]}
        for ascii_only in (True, False):
            for indent in (None, 2, "\t"):
                content = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
                writer = f"json ensure_ascii={ascii_only} indent={indent!r}"
                cases.add("json", writer, content, group)
        crlf = json.dumps(value, indent=1).replace("\n", "\r\n")
        cases.add("json", "json BOM CRLF", b"\xef\xbb\xbf" + crlf.encode("utf-8"), group)
        # Keys are texts too.
        keys = json.dumps({text: text for text in dict.fromkeys(group)}, indent=4)
        cases.add("json", "json keys", keys, list(dict.fromkeys(group)))


# --- Property lists ---------------------------------------------------------------------------------------------------


def strings(value):
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return []


def add_plists(cases, texts):
    for group in groups(texts, 10):
        value = {
            "conditional_items": [{"condition": text, "n": 5, "d": b"abc", "t": True} for text in group],
            "empty": {},
            "none": [],
        }
        content = plistlib.dumps(value, sort_keys=False)
        cases.add("plist", "plistlib", content, strings(plistlib.loads(content)))
        crlf = b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n")
        cases.add("plist", "plistlib BOM CRLF", crlf, strings(plistlib.loads(crlf)))
        carriage = content.replace(b"\n", b"\r")
        cases.add("plist", "plistlib CR", carriage, strings(plistlib.loads(carriage)))
        cases.add("plist", "plistlib binary", plistlib.dumps(value, fmt=plistlib.FMT_BINARY, sort_keys=False), group)


# --- XML --------------------------------------------------------------------------------------------------------------


def read_xml(content):
    """The attributes and texts of all elements, in the order of the file."""
    texts = []
    for element in ElementTree.fromstring(content).iter():
        texts += [value for value in element.attrib.values()]
        if len(element) == 0:
            texts.append(element.text or "")
    return texts


def add_xml(cases, texts):
    for group in groups(texts, 10):
        root = ElementTree.Element("root")
        for text in group:
            ElementTree.SubElement(root, "item", {"predicate": text, "b": "x"}).text = text
        for encoding in ("utf-8", "us-ascii"):
            content = ElementTree.tostring(root, encoding=encoding, xml_declaration=True)
            cases.add("xml", f"ElementTree {encoding}", content, read_xml(content))
        body = "".join(f"  <item predicate={quoteattr(text)}>{escape(text)}</item>\n" for text in group)
        content = f"<?xml version='1.0'?>\n<root>\n{body}</root>\n"
        cases.add("xml", "saxutils", content, read_xml(content))
        crlf = b"\xef\xbb\xbf" + content.replace("\n", "\r\n").encode("utf-8")
        cases.add("xml", "saxutils BOM CRLF", crlf, read_xml(crlf))


NAMED = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;"}


def spelled(random, character, forbidden):
    """A random way to write a character in a text or a value."""
    ways = [f"&#{ord(character)};", f"&#x{ord(character):x};", f"&#x0{ord(character):X};"]
    if character in NAMED:
        ways += [NAMED[character]] * 3
    if character not in forbidden:
        ways += [character] * 6
    return random.choice(ways)


def drawn_element(random, text):
    pieces = []
    for character in text:
        pieces.append(spelled(random, character, "<&>"))
        if random.random() < 0.05:
            pieces.append(random.choice(["<!-- a > comment' -->", "<?target a < b?>", "<![CDATA[]]>"]))
        if random.random() < 0.08:
            section = random.choice(["<b>&amp;</b>", "]] >", "a\r\nb", "\r", "\t", "é&lt;", "x == ']'"])
            pieces.append(f"<![CDATA[{section}]]>")
        if random.random() < 0.05:
            pieces.append(random.choice(["\r\n", "\r", "\n", "\t"]))
    return "".join(pieces)


def drawn_value(random, text):
    quote = random.choice("'\"")
    pieces = [spelled(random, character, "<&" + quote) for character in text]
    if random.random() < 0.5:
        pieces.insert(random.randrange(len(pieces) + 1), random.choice(["\r\n", "\r", "\n", "\t", "]]>", ">"]))
    return quote + "".join(pieces) + quote


def add_drawn(cases, random, texts):
    prolog = [
        "",
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
        "<!DOCTYPE root [<!-- ' ]> --><!ELEMENT item (#PCDATA)><?p \" ?><!ENTITY e \"]>'\">]>\r\n<!-- x -->",
        '<!DOCTYPE root PUBLIC "-//A//B" "http://[x]">',
    ]
    for group in groups(texts, 8):
        body = "".join(
            f"<item\tpredicate{random.choice(['', ' '])}={drawn_value(random, text)}{random.choice(['', ' '])}>"
            f"{drawn_element(random, text)}</item >{random.choice(['', chr(10), '  '])}"
            for text in group
        )
        # The instruction has a text, because XMLParser, which reads these files too, crashes at `<?end?>` on Linux.
        content = f"{random.choice(prolog)}<root>{body}<none/><none a='1' /></root>\n<!-- end --><?end x?>"
        cases.add("xml", "drawn by lot", content, read_xml(content.encode("utf-8")))


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--output", default=os.path.join(folder, "Tests/Files/PredicateFilesTests/Fixtures/markup.json"))
    output = parser.parse_args().output
    lot = random.Random(17)
    texts = TEXTS + random_texts(lot, 18)
    cases = Cases()
    add_json(cases, texts)
    add_plists(cases, texts)
    add_xml(cases, texts)
    add_drawn(cases, lot, texts + random_texts(lot, 30))
    with open(output, "w", encoding="utf-8") as file:
        json.dump(cases.cases, file, ensure_ascii=True, indent=0)
        file.write("\n")
    print(f"{len(cases.cases)} files, {os.path.getsize(output)} bytes")


if __name__ == "__main__":
    main()
