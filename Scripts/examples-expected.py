#!/usr/bin/env python3
"""The correct answers to predicates over the example data, computed without the library.

Each case has two forms: a predicate, and a Python function of a record with the same meaning. Both must match the
same records. The functions use only Python and its `unicodedata`.

    Scripts/examples-expected.py              writes Examples/expected/*.json
    Scripts/examples-expected.py --check      fails if a stored file is out of date
    Scripts/examples-expected.py --run BIN    runs every case with the command BIN and compares

The files of Debian's package iso-codes are not copied. `--run` computes their answers from the installed version. The
stored answers give the version by its SHA-256.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import unicodedata

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "Examples"
EXPECTED = EXAMPLES / "expected"
ISO = pathlib.Path("/usr/share/iso-codes/json")
# A case with more matches stores only their number.
STORED_MATCHES = 200


# The meaning of the operators


def without_diacritics(text):
    """`[d]`: Latin, Greek and Cyrillic letters lose their marks, and wide and narrow forms become ordinary ones."""
    out, after_base = [], False
    for character in text:
        form = unicodedata.decomposition(character)
        if form.startswith(("<wide>", "<narrow>")):
            character = chr(int(form.split()[1], 16))
        base = unicodedata.normalize("NFD", character)[0]
        script = unicodedata.name(base, "").split(" ")[0]
        if ord(base) < 0x510 and base.isalpha() and script in ("LATIN", "GREEK", "CYRILLIC"):
            out.append(base)
            after_base = True
        elif unicodedata.category(character) != "Mn":
            out.append(character)
            after_base = False
        elif not after_base:
            out.append(character)
    return "".join(out)


def folded(text, options):
    if "d" in options:
        text = without_diacritics(text)
    if "c" in options:
        text = text.casefold()
    return text


def contains(text, needle, options=""):
    if text is None or needle is None:
        return False
    needle = folded(needle, options)
    return needle != "" and needle in folded(text, options)


def begins(text, needle, options=""):
    if text is None or needle is None:
        return False
    needle = folded(needle, options)
    return needle != "" and folded(text, options).startswith(needle)


def ends(text, needle, options=""):
    if text is None or needle is None:
        return False
    needle = folded(needle, options)
    return needle != "" and folded(text, options).endswith(needle)


def same(a, b, options=""):
    if a is None or b is None:
        return a is b
    return folded(a, options) == folded(b, options)


def like(text, pattern, options=""):
    if text is None:
        return False
    pattern = folded(pattern, options)
    expression = "".join(".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.fullmatch(expression, folded(text, options), re.DOTALL) is not None


def matches(text, pattern):
    return text is not None and pattern is not None and re.fullmatch(pattern, text) is not None


def above(value, bound):
    return value is not None and bound is not None and value > bound


def below(value, bound):
    return value is not None and bound is not None and value < bound


def between(value, low, high):
    return value is not None and low <= value <= high


def field(record, path):
    for key in path.split("."):
        record = record.get(key) if isinstance(record, dict) else None
    return record


def divided(a, b):
    """Integer division, which truncates; nil if an operand is nil or the divisor is zero."""
    if a is None or b is None or b == 0:
        return None
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def order(text):
    """Strings are ordered by code point, as in Python."""
    return text


# The cases: a predicate, its meaning, and options of `predicate filter` if it needs any.

CITIES = [
    ('population > 1000000 AND name CONTAINS[cd] "sao"',
     lambda r: above(r.get("population"), 1000000) and contains(r["name"], "sao", "cd")),
    ('name CONTAINS[cd] "sao"', lambda r: contains(r["name"], "sao", "cd")),
    ('name CONTAINS[c] "sao"', lambda r: contains(r["name"], "sao", "c")),
    ('name CONTAINS[d] "Sao"', lambda r: contains(r["name"], "Sao", "d")),
    ('name CONTAINS "São"', lambda r: contains(r["name"], "São")),
    ('name BEGINSWITH[cd] "sao luis"', lambda r: begins(r["name"], "sao luis", "cd")),
    ('name BEGINSWITH[d] "Lodz"', lambda r: begins(r["name"], "Lodz", "d")),
    ('name BEGINSWITH[d] "Łodz"', lambda r: begins(r["name"], "Łodz", "d")),
    ('name ENDSWITH[cd] "POLIS"', lambda r: ends(r["name"], "POLIS", "cd")),
    ('name ==[cd] "bogota"', lambda r: same(r["name"], "bogota", "cd")),
    ('name LIKE "San *"', lambda r: like(r["name"], "San *")),
    ('name LIKE[cd] "?a?a"', lambda r: like(r["name"], "?a?a", "cd")),
    ("name MATCHES '[A-Z][a-z]{2}'", lambda r: matches(r["name"], "[A-Z][a-z]{2}")),
    ('name >= "Z"', lambda r: order(r["name"]) >= order("Z")),
    ('name BETWEEN {"Ka", "Kb"}', lambda r: "Ka" <= r["name"] <= "Kb"),
    ("population BETWEEN {1000000, 1050000}", lambda r: between(r.get("population"), 1000000, 1050000)),
    ("population == nil", lambda r: r.get("population") is None),
    ("NOT population > 100000", lambda r: not above(r.get("population"), 100000)),
    ("population <= 100000", lambda r: r.get("population") is not None and r["population"] <= 100000),
    ("admin1code == nil", lambda r: r["admin1code"] is None),
    ('admin1code != "27" AND countrycode == "BR" AND population > 1000000',
     lambda r: r["admin1code"] != "27" and r["countrycode"] == "BR" and above(r.get("population"), 1000000)),
    ("capital == YES AND population > 5000000",
     lambda r: r.get("capital") is True and above(r.get("population"), 5000000)),
    ("capital != YES AND population > 10000000",
     lambda r: r.get("capital") is not True and above(r.get("population"), 10000000)),
    ("capital == nil", lambda r: r.get("capital") is None),
    ('countrycode IN {"PT", "ES"} AND capital == YES',
     lambda r: r["countrycode"] in ("PT", "ES") and r.get("capital") is True),
    ('NOT countrycode IN {"CN", "IN"} AND population > 8000000',
     lambda r: r["countrycode"] not in ("CN", "IN") and above(r.get("population"), 8000000)),
    ('"Lis" IN name', lambda r: "Lis" in r["name"]),
    ('ANY alternatenames == "Рим"', lambda r: any(same(n, "Рим") for n in r["alternatenames"])),
    ('ANY alternatenames CONTAINS[cd] "lisbo"',
     lambda r: any(contains(n, "lisbo", "cd") for n in r["alternatenames"])),
    ('alternatenames CONTAINS "東京" OR alternatenames CONTAINS "东京"',
     lambda r: "東京" in r["alternatenames"] or "东京" in r["alternatenames"]),
    ('ALL alternatenames BEGINSWITH "S"', lambda r: all(begins(n, "S") for n in r["alternatenames"])),
    ('NONE alternatenames MATCHES ".*[a-z].*" AND population > 500000',
     lambda r: not any(matches(n, ".*[a-z].*") for n in r["alternatenames"]) and above(r.get("population"), 500000)),
    ("alternatenames.@count == 0", lambda r: len(r["alternatenames"]) == 0),
    ('alternatenames[FIRST] == "Sao Paulo"', lambda r: r["alternatenames"][:1] == ["Sao Paulo"]),
    ('alternatenames[7] == "ソウル"', lambda r: r["alternatenames"][7:8] == ["ソウル"]),
    ("alternatenames[SIZE] BETWEEN {1, 2}", lambda r: 1 <= len(r["alternatenames"]) <= 2),
    ("SUBQUERY(alternatenames, $n, $n BEGINSWITH[cd] 'new ').@count > 0",
     lambda r: any(begins(n, "new ", "cd") for n in r["alternatenames"])),
    ("SUBQUERY(alternatenames, $n, $n BEGINSWITH name AND $n != name).@count >= 2",
     lambda r: sum(begins(n, r["name"]) and n != r["name"] for n in r["alternatenames"]) >= 2),
    ("latitude > 60 AND population > 500000", lambda r: r["latitude"] > 60 and above(r.get("population"), 500000)),
    ("latitude BETWEEN {-1, 1} AND longitude > 0", lambda r: -1 <= r["latitude"] <= 1 and r["longitude"] > 0),
    ("population / 1000000 >= 12", lambda r: (divided(r.get("population"), 1000000) or 0) >= 12),
    ("modulus:by:(geonameid, 1000) == 7", lambda r: r["geonameid"] % 1000 == 7),
    ("name.length <= 3", lambda r: len(r["name"]) <= 3),
    ('lowercase(name) == "lima"', lambda r: r["name"].lower() == "lima"),
    ('timezone BEGINSWITH "Africa/" AND population > 4000000',
     lambda r: begins(r["timezone"], "Africa/") and above(r.get("population"), 4000000)),
    ('TERNARY(capital == YES, population, 0) > 9000000',
     lambda r: above(r.get("population") if r.get("capital") is True else 0, 9000000)),
    ("countrycode == $country AND population > $least",
     lambda r: r["countrycode"] == "PT" and above(r.get("population"), 300000),
     ["--var", "country=PT", "--var", "least=300000"]),
    ("%K BEGINSWITH %@ AND population > %d",
     lambda r: begins(r["name"], "Ber") and above(r.get("population"), 400000),
     ["--arg", "name", "--arg", "Ber", "--arg", "400000"]),
    ("TRUEPREDICATE", lambda r: True),
    ("FALSEPREDICATE", lambda r: False),
]

COUNTRIES = [
    ('continent.code == "SA"', lambda r: field(r, "continent.code") == "SA"),
    ("capital == nil", lambda r: r["capital"] is None),
    ("currency == nil", lambda r: r["currency"] is None),
    ("currency.code == nil", lambda r: field(r, "currency.code") is None),
    ('currency.code != "EUR" AND continent.code == "EU" AND population > 10000000',
     lambda r: field(r, "currency.code") != "EUR" and field(r, "continent.code") == "EU"
     and above(r["population"], 10000000)),
    ('ANY languages BEGINSWITH "pt"', lambda r: any(begins(n, "pt") for n in r["languages"])),
    ('ALL languages BEGINSWITH "en" AND languages.@count > 0',
     lambda r: all(begins(n, "en") for n in r["languages"]) and len(r["languages"]) > 0),
    ('neighbours CONTAINS "DE"', lambda r: "DE" in r["neighbours"]),
    ('ANY neighbours IN {"PT", "FR"}', lambda r: any(n in ("PT", "FR") for n in r["neighbours"])),
    ("neighbours.@count >= 9", lambda r: len(r["neighbours"]) >= 9),
    ("neighbours.@count == 0 AND population > 50000000",
     lambda r: len(r["neighbours"]) == 0 and above(r["population"], 50000000)),
    ("population / areakm2 > 1000", lambda r: above(divided(r["population"], r["areakm2"]), 1000)),
    ("areakm2 == nil OR population == nil", lambda r: r["areakm2"] is None or r["population"] is None),
    ("NOT population > 1000", lambda r: not above(r["population"], 1000)),
    ('"1000-001" MATCHES postalcoderegex', lambda r: matches("1000-001", r.get("postalcoderegex"))),
    ('name CONTAINS[c] "island" AND postalcoderegex == nil',
     lambda r: contains(r["name"], "island", "c") and r.get("postalcoderegex") is None),
    ("name == capital", lambda r: same(r["name"], r["capital"])),
    ('capital BEGINSWITH "San" OR capital BEGINSWITH "Saint"',
     lambda r: begins(r["capital"], "San") or begins(r["capital"], "Saint")),
    ("SUBQUERY(languages, $l, $l CONTAINS '-').@count > 2",
     lambda r: sum("-" in n for n in r["languages"]) > 2),
    ("isonumeric < 20", lambda r: below(r["isonumeric"], 20)),
]

ISO_3166_1 = [
    ('name BEGINSWITH[d] "A" AND NOT official_name CONTAINS "Republic"',
     lambda r: begins(r["name"], "A", "d") and not contains(r.get("official_name"), "Republic")),
    ('name BEGINSWITH "A" AND NOT official_name CONTAINS "Republic"',
     lambda r: begins(r["name"], "A") and not contains(r.get("official_name"), "Republic")),
    ("common_name != nil", lambda r: r.get("common_name") is not None),
    ('official_name == nil AND name BEGINSWITH[cd] "s"',
     lambda r: r.get("official_name") is None and begins(r["name"], "s", "cd")),
    ('common_name BEGINSWITH name OR name BEGINSWITH common_name',
     lambda r: begins(r.get("common_name"), r["name"]) or begins(r["name"], r.get("common_name"))),
    ('name ==[cd] "curacao" OR name CONTAINS[cd] "cote d\'ivoire"',
     lambda r: same(r["name"], "curacao", "cd") or contains(r["name"], "cote d'ivoire", "cd")),
    ('official_name LIKE "Kingdom of *"', lambda r: like(r.get("official_name"), "Kingdom of *")),
    ("CAST(numeric, 'NSNumber') < 20", lambda r: int(r["numeric"]) < 20),
    ("NOT alpha_3 BEGINSWITH alpha_2 AND alpha_2 < 'B'",
     lambda r: not begins(r["alpha_3"], r["alpha_2"]) and r["alpha_2"] < "B"),
    ("flag.length == 2 AND official_name == common_name AND alpha_2 >= 'Y'",
     lambda r: len(r["flag"]) == 2 and same(r.get("official_name"), r.get("common_name")) and r["alpha_2"] >= "Y"),
]

ISO_3166_2 = [
    ('name CONTAINS[cd] "sao"', lambda r: contains(r["name"], "sao", "cd")),
    ('code BEGINSWITH "PT-" AND name BEGINSWITH[d] "E"',
     lambda r: begins(r["code"], "PT-") and begins(r["name"], "E", "d")),
    ('parent == nil AND type == "Autonomous region"',
     lambda r: r.get("parent") is None and r["type"] == "Autonomous region"),
    ('parent == "GB-WLS" AND name LIKE "*[[]*]"',
     lambda r: r.get("parent") == "GB-WLS" and like(r["name"], "*[[]*]")),
    ('parent == "GB-WLS" AND name LIKE "*[*]"',
     lambda r: r.get("parent") == "GB-WLS" and like(r["name"], "*[*]")),
    ('parent == "AN" AND name BEGINSWITH[d] "C"', lambda r: r.get("parent") == "AN" and begins(r["name"], "C", "d")),
    ("NOT parent BEGINSWITH 'IT' AND code BEGINSWITH 'IT'",
     lambda r: not begins(r.get("parent"), "IT") and begins(r["code"], "IT")),
    ("name.length > 40", lambda r: len(r["name"]) > 40),
]

ISO_639_3 = [
    ('alpha_2 != nil AND inverted_name != nil',
     lambda r: r.get("alpha_2") is not None and r.get("inverted_name") is not None),
    ("bibliographic != nil", lambda r: r.get("bibliographic") is not None),
    ("common_name != nil", lambda r: r.get("common_name") is not None),
    ('name CONTAINS[cd] "norwegian" OR inverted_name CONTAINS[cd] "norwegian"',
     lambda r: contains(r["name"], "norwegian", "cd") or contains(r.get("inverted_name"), "norwegian", "cd")),
    ('scope != "I" AND type != "L"', lambda r: r["scope"] != "I" and r["type"] != "L"),
    ('type IN {"C", "H"} AND name BEGINSWITH "Old "',
     lambda r: r["type"] in ("C", "H") and begins(r["name"], "Old ")),
    ('name MATCHES ".*[!ǃǀǁǂ].*"', lambda r: matches(r["name"], ".*[!ǃǀǁǂ].*")),
    ('scope == "M" AND NOT alpha_2 BEGINSWITH "s"',
     lambda r: r["scope"] == "M" and not begins(r.get("alpha_2"), "s")),
]

ISO_4217 = [
    ('name CONTAINS "Dollar"', lambda r: contains(r["name"], "Dollar")),
    ('name ENDSWITH[cd] "colon" OR name ==[cd] "guarani"',
     lambda r: ends(r["name"], "colon", "cd") or same(r["name"], "guarani", "cd")),
    ('name CONTAINS[d] "Bolivar" OR name CONTAINS "’"',
     lambda r: contains(r["name"], "Bolivar", "d") or contains(r["name"], "’")),
    ('alpha_3 BEGINSWITH "X" AND numeric > "955"', lambda r: begins(r["alpha_3"], "X") and r["numeric"] > "955"),
]

# name: (file, key of the answer, options, cases)
SETS = {
    "cities": ("Data/cities.ndjson", "geonameid", [], CITIES),
    "countries": ("Data/countries.json", "iso3", ["--values"], COUNTRIES),
    "iso_3166-1": (ISO / "iso_3166-1.json", "alpha_2", ["--at", "/3166-1"], ISO_3166_1),
    "iso_3166-2": (ISO / "iso_3166-2.json", "code", ["--at", "/3166-2"], ISO_3166_2),
    "iso_639-3": (ISO / "iso_639-3.json", "alpha_3", ["--at", "/639-3"], ISO_639_3),
    "iso_4217": (ISO / "iso_4217.json", "alpha_3", ["--at", "/4217"], ISO_4217),
}


def records(file, options):
    text = (EXAMPLES / file).read_text(encoding="utf-8")
    if str(file).endswith(".ndjson"):
        return [json.loads(line) for line in text.splitlines() if line]
    document = json.loads(text)
    if options[:1] == ["--at"]:
        return document[options[1].removeprefix("/")]
    return list(document.values())


def answers(name):
    """For each case of a set: the predicate, all its options, and the keys of the matching records in order."""
    file, key, options, cases = SETS[name]
    everything = records(file, options)
    for predicate, meaning, *more in cases:
        found = [record[key] for record in everything if meaning(record)]
        yield predicate, options + (more[0] if more else []), found


def stored(name):
    file, key, _, _ = SETS[name]
    cases = []
    for predicate, options, found in answers(name):
        case = {"predicate": predicate, "options": options, "count": len(found)}
        if len(found) <= STORED_MATCHES:
            case["matches"] = found
        cases.append(case)
    head = {
        "description": "What `predicate filter OPTIONS PREDICATE FILE` must find; see Scripts/examples-expected.py.",
        "file": str(file),
        "bytes": (EXAMPLES / file).stat().st_size,
        "sha256": hashlib.sha256((EXAMPLES / file).read_bytes()).hexdigest(),
        "key": key,
    }
    lines = [f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)},\n" for k, v in head.items()]
    rows = ",\n".join("    " + json.dumps(case, ensure_ascii=False) for case in cases)
    return "{\n" + "".join(lines) + '  "cases": [\n' + rows + "\n  ]\n}\n"


def available():
    for name, (file, *_) in SETS.items():
        if (EXAMPLES / file).exists():
            yield name
        else:
            print(f"{name}: skipped, {file} is not installed", file=sys.stderr)


def write():
    EXPECTED.mkdir(exist_ok=True)
    for name in available():
        (EXPECTED / f"{name}.json").write_text(stored(name), encoding="utf-8")
        print(f"{name}: {len(SETS[name][3])} cases")
    return 0


def check():
    stale = 0
    for name in available():
        file = EXPECTED / f"{name}.json"
        old = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        new = json.loads(stored(name))
        if old.get("sha256") != new["sha256"] and str(SETS[name][0]).startswith("/"):
            print(f"{name}: another version of the file is installed; not compared")
        elif old != new:
            print(f"{name}: Examples/expected/{name}.json is not what this script computes")
            stale += 1
    return 1 if stale else 0


def run(binary):
    """The answer must be the same with a declared schema, with an inferred one, and with none."""
    binary = str(pathlib.Path(binary).resolve()) if "/" in binary else binary
    declared = {"cities": "Schemas/city.schema.json", "countries": "Schemas/country.schema.json"}
    wrong = total = 0
    for name in available():
        file, key, _, _ = SETS[name]
        modes = [[], ["--untyped"]] + ([["--schema", declared[name]]] if name in declared else [])
        for predicate, options, found in answers(name):
            for mode in modes:
                total += 1
                command = [binary, "filter", *options, *mode, predicate, str(file)]
                done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=False)
                got = None
                if done.returncode == 0:
                    got = [json.loads(line)[key] for line in done.stdout.splitlines()]
                if got != found:
                    wrong += 1
                    mode_text = " ".join(mode) or "inferred schema"
                    print(f"{name} ({mode_text}): {predicate}", file=sys.stderr)
                    if got is None:
                        print(f"  exit {done.returncode}: {done.stderr.strip()[:600]}", file=sys.stderr)
                    else:
                        missing = [k for k in found if k not in set(got)][:5]
                        surplus = [k for k in got if k not in set(found)][:5]
                        print(f"  {len(found)} expected, {len(got)} found; missing {missing}, too many {surplus}",
                              file=sys.stderr)
    print(f"{total - wrong} of {total} answers are right")
    return 1 if wrong else 0


def main(arguments):
    if not arguments:
        return write()
    if arguments == ["--check"]:
        return check()
    if len(arguments) == 2 and arguments[0] == "--run":
        return run(arguments[1])
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
