#!/usr/bin/env python3
"""Checks that the catalogue of each library lists its public types under Topics.

    Scripts/check-topics.py SYMBOLS LIBRARY ...

SYMBOLS has the symbol graphs of the libraries: LIBRARY.symbols.json, from swift-symbolgraph-extract. A library needs a
catalogue LIBRARY.docc. Every public type, protocol and type alias outside of other types is listed
once, under a heading of the Topics section of some page there. A nested type is listed by DocC on the page of its
outer type. Each article of the catalogue is listed, too.

Exit status: 0 all are listed, 1 one is not, 64 usage.
"""

import collections
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = {f"swift.{kind}" for kind in ("struct", "class", "enum", "protocol", "typealias", "actor", "macro")}


def public_types(symbols):
    """The names of the types outside of other types."""
    return {
        symbol["pathComponents"][0]
        for symbol in json.loads(symbols.read_text())["symbols"]
        if symbol["kind"]["identifier"] in KINDS and len(symbol["pathComponents"]) == 1
    }


def listed(pages):
    """How often the Topics sections of pages list a symbol or an article: ``Name`` or <doc:Name>."""
    names = collections.Counter()
    for page in pages:
        topics = re.split(r"^## Topics$", page.read_text(), flags=re.M)[1:]
        for topic in topics:
            names.update(a or b for a, b in re.findall(r"^- (?:``([^`/]+)``|<doc:([^>/]+)>)", topic, flags=re.M))
    return names


def problems(library, symbols):
    pages = sorted((ROOT / "Sources").glob(f"*/{library}/{library}.docc/**/*.md"))
    if f"{library}.md" not in [page.name for page in pages]:
        return [f"{library}.docc/{library}.md is missing"]
    found = listed(pages)
    names = public_types(symbols / f"{library}.symbols.json")
    articles = {page.stem for page in pages} - {library}
    missing = [f"`{name}` is public and in no list of topics" for name in sorted(names) if found[name] == 0]
    missing += [f"the article {name} is in no list of topics" for name in sorted(articles) if found[name] == 0]
    twice = [f"`{name}` is listed {count} times" for name, count in sorted(found.items()) if count > 1]
    return [f"{library}: {text}" for text in missing + twice]


def main():
    if len(sys.argv) < 3 or not Path(sys.argv[1]).is_dir():
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 64
    found = [text for library in sys.argv[2:] for text in problems(library, Path(sys.argv[1]))]
    for text in found:
        print(text, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
