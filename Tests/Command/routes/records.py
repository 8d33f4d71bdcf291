"""Makes records, and writes them in every form that the command reads."""

import gzip
import hashlib
import itertools
import json
import pathlib
import random
import re
import shutil
import subprocess


class Raw(str):
    """A number with its spelling in JSON."""


INTEGERS = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9]
EDGES = [0, 1, -1, 127, 255, 256, 32767, -32769, 65536, 2**31, 2**32 + 1, 2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)]
DOUBLES = [
    "1.0",
    "1e2",
    "100.0",
    "2.5",
    "-0.0",
    "9007199254740993.0",
    "9007199254740992.0",
    "1e308",
    "5e-324",
    "0.1",
    "1E2",
    "1.5e-3",
    "-2.5",
    "3.0",
    "7.0",
    "123456789.125",
]
BEYOND = [
    "123456789012345678901",
    "123456789012345678902",
    "9223372036854775808",
    "-9223372036854775809",
    "1e19",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999",
    "99999999999999999999999999999999999998",
]
STRINGS = [
    "",
    "a",
    "A",
    "ab",
    "Ab",
    "abc",
    "b",
    "c",
    "straße",
    "STRASSE",
    "é",
    "e\u0301",
    "É",
    "E\u0301",
    "\u0301",
    "\u0301a",
    "\u200d",
    "\ufe0fz",
    "日本",
    "👍🏽",
    "x y",
    "it's",
    'say "a"',
    "back\\slash",
    "tab\t",
    "line\nbreak",
    "a\u2028b",
    "a*b",
    "a?b",
    "%x%",
    "%@",
    "$x",
    "100",
    "1",
    "1.0",
    "nil",
    "ｱｂ",
    "ﬁn",
    "İ",
    "ı",
    "ςσ",
    # A key of records, which `SELF[t]` reads.
    "state",
    "\u0000",
    "z" * 70,
    "aaaaaaaaaaaaaaab",
]
UNQUOTED = ["a", "A", "ab", "straße", "é", "e\u0301", "日本", "it's", "a*b", "%@", "$x", "", "x=y", "\ufe0fz"]
KINDS = ["red", "green", "blue", "Grün", "gru\u0308n"]
BEGINNINGS = ["a", "A", "ab", "Ab", "b", "é", "e\u0301", "x y", "a*b", ""]
LETTERS = str.maketrans("0123456789", "가나다라마바사아자차")
DATES = [
    "2024-01-31T00:00:00Z",
    "2024-01-31T01:00:00+01:00",
    "2024-01-30T23:59:59.5Z",
    "1999-12-31T23:30:00-01:00",
    "2050-06-01T12:00:00Z",
    "2000-02-29T00:00:00Z",
]
# Not dates, or dates in another form than in the records.
ODD_DATES = ["soon", "2024-01-31", "2024-02-30T00:00:00Z", ""]
DECIMALS = ["0.10", "0.1", "0.3", "19.99", "5", "5.00", "12345678901234567890.123456789", "1e-1", "-0.3", "100"]
UUIDS = ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "00000000-0000-0000-0000-000000000001"]
URLS = ["https://example.org/A", "HTTPS://Example.org/A", "https://example.org/a", "http://example.com/"]
COMPOSED, DECOMPOSED = "é", "e\u0301"


def present(members):
    """An object without its missing members."""
    return {key: value for key, value in members.items() if value is not Ellipsis}


class Records:
    """Makes records. The first ones have every field, so that a sample of a pipe has all fields too."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def maybe(self, value, full, missing=0.15):
        """The value, null, or `missing` if the field is left out."""
        if full:
            return value
        chance = self.random.random()
        return Ellipsis if chance < missing else None if chance < missing * 1.5 else value

    def some(self, pool, most=4, nil=0.1):
        return [None if self.random.random() < nil else self.random.choice(pool) for _ in range(self.random.randint(0, most))]

    def anything(self, depth=1):
        pick = self.random.choice
        kinds = [
            lambda: None,
            lambda: pick([True, False]),
            lambda: pick(INTEGERS),
            lambda: Raw(pick(DOUBLES)),
            lambda: Raw(pick(BEYOND)),
            lambda: pick(STRINGS),
            lambda: pick(DATES),
        ]
        if depth:
            kinds += [
                lambda: [self.anything(0) for _ in range(self.random.randint(0, 3))],
                lambda: {"k": self.anything(0), "p": pick(INTEGERS), "length": pick(INTEGERS)},
                lambda: {},
            ]
        return pick(kinds)()

    def item(self, full):
        pick = self.random.choice
        return present(
            {
                "p": self.maybe(pick(INTEGERS), full),
                "q": self.maybe(pick(STRINGS), full),
                "f": self.maybe(Raw(pick(DOUBLES)), full),
                "ok": self.maybe(pick([True, False]), full),
                "tags": self.maybe(self.some(["a", "b", "A", "é"]), full),
                "at": self.maybe(pick(DATES), full),
                "sub": self.maybe({"z": pick(INTEGERS), "w": pick(STRINGS)}, full),
                "m": self.anything(0),
            }
        )

    def record(self, number, full=False, far=False):
        """A record; an outlier has values that are too wide for the columns of the others."""
        pick, maybe = self.random.choice, self.maybe
        integers = EDGES if far else INTEGERS
        items = lambda: [self.item(full) for _ in range(2 if full else self.random.randint(0, 3))]
        record = {
            "i": pick(integers),
            "j": maybe(pick(EDGES), full),
            "d": maybe(Raw(pick(DOUBLES)), full),
            "x": pick([pick(INTEGERS), pick(EDGES), Raw(pick(DOUBLES)), Raw(pick(BEYOND))]),
            "b": maybe(pick([True, False]), full),
            "s": maybe(pick(STRINGS), full),
            "t": pick(STRINGS),
            "u": f"{pick(BEGINNINGS)}-{lettered(number)}",
            "kind": pick(KINDS),
            "m": self.anything(),
            "when": maybe(pick(DATES * 4 + ODD_DATES), full),
            "due": maybe(pick(DATES), full),
            "price": maybe(Raw(pick(DECIMALS)), full),
            "v": maybe(pick([pick(INTEGERS), Raw(pick(DOUBLES))]), full),
            "w": maybe(pick([pick(INTEGERS), pick(INTEGERS), Raw("7.0"), Raw("2e0"), Raw("2.5")]), full),
            "set": maybe(self.some([1, 2, 3]), full),
            "dict": maybe(
                {key: pick(INTEGERS) for key in ("a", "b", COMPOSED, DECOMPOSED, "red") if full or self.random.random() < 0.6}, full
            ),
            "state": maybe(pick(["open", "closed", "lost"]), full),
            "blob": maybe(pick(["aGk=", "eW8=", ""]), full),
            "other": maybe(pick(["aGk=", "eW8=", ""]), full),
            "id": maybe(pick(UUIDS), full),
            "url": pick(URLS),
            "l": maybe(self.some(integers) or ([1] if full else []), full),
            "ln": maybe(self.some([Raw(text) for text in DOUBLES]) or ([Raw("1.5")] if full else []), full),
            "ts": maybe(self.some(STRINGS) or (["a"] if full else []), full),
            "ll": maybe([self.some(INTEGERS) for _ in range(self.random.randint(1, 3))], full),
            "items": maybe(items(), full),
            "o": maybe(
                present(
                    {
                        "a": pick(integers),
                        "b": pick(STRINGS),
                        "on": pick([True, False]),
                        "c": maybe({"d": pick(INTEGERS), "e": self.some(INTEGERS) or [1]}, full, 0.3),
                        "k.k": pick(STRINGS),
                        "m": self.anything(0),
                        "list": items(),
                    }
                ),
                full,
            ),
            COMPOSED: maybe(pick(INTEGERS), full, 0.2),
            DECOMPOSED: maybe(pick(INTEGERS), full, 0.2),
            "first name": maybe(pick(STRINGS), full),
            "http.status": pick([200, 404, 500]),
            "h": self.anything() if far or full else pick(INTEGERS),
            "a-b": pick(INTEGERS),
            "like": pick(INTEGERS),
            "size": maybe(pick(INTEGERS), full),
        }
        record = present(record)
        keys = list(record)
        self.random.shuffle(keys)
        keys.insert(self.random.randint(0, len(keys)), "number")
        record["number"] = number
        return {key: record[key] for key in keys}


def lettered(number):
    """A number as a fixed count of letters that no predicate looks for."""
    return f"{number:09}".translate(LETTERS)


class Style(random.Random):
    """The spelling of a record. Some styles escape letters that need no escape, also in keys."""

    def __init__(self, number):
        super().__init__(number)
        self.escapes = number % 9 == 4


def encoded(value, style=None):
    """A value as JSON on one line. A style spells some of it in another, equivalent way."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
        if style and style.escapes and style.random() < 0.3:
            text = json.dumps(value).replace("/", "\\/")
        if style and style.escapes and style.random() < 0.2 and value and value[0].isascii() and value[0].isalnum():
            text = f'"\\u{ord(value[0]):04x}' + json.dumps(value[1:], ensure_ascii=False)[1:]
        return text
    if isinstance(value, dict):
        blank = " " if style and style.random() < 0.3 else ""
        # The large file replaces the number in the text.
        parts = [
            f'"number":{value[key]}' if key == "number" else encoded(key, style) + f"{blank}:{blank}" + encoded(value[key], style)
            for key in value
        ]
        return "{" + f",{blank}".join(parts) + "}"
    if isinstance(value, list):
        return "[" + (", " if style and style.random() < 0.3 else ",").join(encoded(element, style) for element in value) + "]"
    return json.dumps(value)


def pretty(value, indent=""):
    inner = indent + "  "
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f"{inner}{encoded(key)}: {pretty(value[key], inner)}" for key in value) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + pretty(element, inner) for element in value) + f"\n{indent}]"
    return encoded(value)


class Data:
    """Records, numbered from 0, and their files, which are written when a route first needs them."""

    def __init__(self, records, folder, styled=True, extras=0, large=0):
        self.records, self.folder = records, pathlib.Path(folder)
        self.lines = [encoded(record, Style(record["number"]) if styled else None) for record in records]
        self.styled, self.extras = styled, extras
        self.segments = self.layout(large)
        self.folder.mkdir(parents=True, exist_ok=True)

    def layout(self, large):
        """The large file, as pairs of start and end indices of records.

        First come repeated usual records, then repeated outliers, then both.
        """
        base = len(self.records) - self.extras
        usual, far = (0, base), (base, len(self.records))
        if not self.extras:
            return [usual] * max(1, large // base)
        first, middle = int(large * 0.5) // base, int(large * 0.48) // self.extras
        return [usual] * first + [far] * middle + [usual, far] * max(1, int(large * 0.02) // len(self.records))

    def file(self, name, content):
        path = self.folder / name
        if not path.exists():
            path.write_bytes(content())
        return str(path)

    def predicate_file(self, text):
        return self.file(f"predicate-{hashlib.sha256(text.encode()).hexdigest()}.txt", text.encode)

    @property
    def text(self):
        return ("\n".join(self.lines) + "\n" if self.lines else "").encode()

    def large_text(self):
        """The lines of the large file. Each has its own number, also in its unique text."""
        pieces = [re.split(r'(?<="number":)\d+|(?<=-)[가-힣]{9}(?=")', line) for line in self.lines]
        letters = [
            line.find('"number":') > line.find(found[0]) if (found := re.search(r'-[가-힣]{9}"', line)) else None for line in self.lines
        ]
        out = []
        for place, segment in enumerate(self.segments):
            for at in range(*segment):
                number = self.records[at]["number"] + place * len(self.records)
                texts = (
                    [str(number)]
                    if letters[at] is None
                    else [lettered(number), str(number)] if letters[at] else [str(number), lettered(number)]
                )
                out += [pieces[at][0], *(part for pair in zip(texts, pieces[at][1:]) for part in pair), "\n"]
        return "".join(out).encode()

    def large_numbers(self, numbers, backwards=False):
        """The numbers of the matching records in the large file, in order."""
        stride, wanted = len(self.records), set(numbers)
        places = list(enumerate(self.segments))
        for place, segment in reversed(places) if backwards else places:
            for at in reversed(range(*segment)) if backwards else range(*segment):
                if self.records[at]["number"] in wanted:
                    yield self.records[at]["number"] + place * stride

    def large_count(self, numbers):
        wanted = set(numbers)
        counts = {segment: sum(self.records[at]["number"] in wanted for at in range(*segment)) for segment in set(self.segments)}
        return sum(counts[segment] for segment in self.segments)

    def spoiled(self):
        """The lines, with bad ones between them that every route recognizes."""
        bad = itertools.cycle(["nope", '{"number":1,"i":', "[1", "5", '"x"', '{"number":1}]', "}"])
        return "".join(line + "\n" + (next(bad) + "\n" if at % 17 == 5 else "") for at, line in enumerate(self.lines)).encode()


def packed_twice(content, pack):
    """A packed file of two members, like two joined files."""
    half = content.find(b"\n", len(content) // 2) + 1
    return pack(content[:half]) + pack(content[half:])


def zstd(content):
    return subprocess.run(["zstd", "-q", "-c"], input=content, stdout=subprocess.PIPE, check=True).stdout


def joined(data, before, after, key=None, write=encoded):
    """The records of a document; under keys if `key` makes them."""
    parts = [
        (encoded(key(at)) + ": " if key else "") + (line if write is encoded else write(record))
        for at, (line, record) in enumerate(zip(data.lines, data.records))
    ]
    return (before + ",\n".join(parts) + after).encode()


# The forms of files with records: the name of the file, the options that it needs, and its content.
FORMS = {
    "lines": ("records.ndjson", [], lambda data: data.text),
    "lines with CRLF": ("crlf.ndjson", [], lambda data: data.text.replace(b"\n", b"\r\n")),
    "lines behind a BOM": ("bom.ndjson", [], lambda data: b"\xef\xbb\xbf" + data.text),
    "lines with blank lines": ("blank.ndjson", [], lambda data: b"\n \n" + data.text.replace(b"\n", b"\n\n\t\n")),
    "lines without the last line feed": ("open.ndjson", [], lambda data: data.text.rstrip(b"\n")),
    "lines with bad lines": ("bad.ndjson", ["--skip-bad-records"], lambda data: data.spoiled()),
    "list": ("list.json", [], lambda data: joined(data, "[", "]")),
    "list behind a BOM": ("bom.json", [], lambda data: joined(data, "\ufeff [", "]\r\n")),
    "pretty list": ("pretty.json", [], lambda data: joined(data, "[\n", "\n]\n", write=pretty)),
    "values one after the other": ("values.json", [], lambda data: "\n".join(map(pretty, data.records)).encode()),
    "--at": (
        "at.json",
        ["--at", "/items"],
        lambda data: joined(data, '{"item": [{"number": 1}], "items": [', '], "tail": {"items": [{"number": 2}]}}'),
    ),
    "--values": (
        "map.json",
        ["--values"],
        lambda data: joined(data, "{", "}", key=lambda at: f"key {at}" + ("é" if at % 3 else 'e\u0301"')),
    ),
    "--at and --values": (
        "deep.json",
        ["--at", "/a~1b/1/~0", "--values"],
        lambda data: joined(data, '{"a/b": [{"~": {}}, {"~": {', "}}]}", key=lambda at: f"k{at}", write=pretty),
    ),
    "gzip": ("records.ndjson.gz", [], lambda data: packed_twice(data.text, gzip.compress)),
    "gzip of a list": ("list.json.gz", [], lambda data: gzip.compress(joined(data, "[", "]"))),
}
if shutil.which("zstd"):
    FORMS["zstd"] = ("records.ndjson.zst", [], lambda data: packed_twice(data.text, zstd))


def form(name, data):
    """The options and the file of a form."""
    file, options, content = FORMS[name]
    return options, data.file(file, lambda: content(data))
