#!/usr/bin/env python3
"""Adds the symbols of a module to the symbol graph of a module that exports it.

    Scripts/exported-symbols.py SYMBOLS LIBRARY EXPORTED

SYMBOLS has a folder with symbol graphs for each library, from swift-symbolgraph-extract. A program that imports LIBRARY
sees the public symbols of EXPORTED, too, so DocC shows them as symbols of LIBRARY. Extensions that LIBRARY makes of types
of EXPORTED become members of these types.

Exit status: 0, 64 usage.
"""

import json
import sys
from pathlib import Path


def main():
    if len(sys.argv) != 4:
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 64
    folder, library, exported = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    main_graph = folder / library / f"{library}.symbols.json"
    graph = json.loads(main_graph.read_text())
    extensions = folder / library / f"{library}@{exported}.symbols.json"
    sources = [folder / exported / f"{exported}.symbols.json"] + ([extensions] if extensions.exists() else [])
    # An extension of a type is a symbol of its own, which holds its members. Here they belong to the type.
    extended = {}
    for source in sources:
        other = json.loads(source.read_text())
        extended.update(
            {link["source"]: link["target"] for link in other["relationships"] if link["kind"] == "extensionTo"})
    for source in sources:
        other = json.loads(source.read_text())
        graph["symbols"] += [symbol for symbol in other["symbols"] if symbol["identifier"]["precise"] not in extended]
        for link in other["relationships"]:
            if link["kind"] == "extensionTo":
                continue
            for end in ("source", "target"):
                link[end] = extended.get(link[end], link[end])
            graph["relationships"].append(link)
    for symbol in graph["symbols"]:
        symbol.pop("swiftExtension", None)
    main_graph.write_text(json.dumps(graph))
    extensions.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
