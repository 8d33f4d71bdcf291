#!/usr/bin/env python3
"""Adds the exported types of the core to the documentation of PredicateFormat, and checks what its import brings.

    Scripts/public-symbols.py SYMBOLS [--write]

SYMBOLS has the symbol graphs that Scripts/documentation.sh makes. Tests/ClientPackage/PredicateFormat.symbols has a line for
each public symbol of PredicateFormat, of the types of PredicateCore that Exports.swift names, and of what PredicateFormat adds
to others: at most 450, of which 40 are types outside of types. What a protocol asks for, such as `hash(into:)`, has no line,
because the protocols stand behind the type; nor have the codes of diagnostics, which the pages of messages list. --write
makes the list anew.

Exit status: 0, 1 the list is old or too long.
"""

import difflib
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY, CORE = "PredicateFormat", "PredicateCore"
KINDS = [f"swift.{kind}" for kind in ("struct", "class", "enum", "protocol", "typealias")]
UNTOLD = {"Copyable", "Escapable", "SendableMetatype"}


def surface(own, extensions, core):
    """Adds the exported types of the core, with their extensions. Links in comments to other types become plain code."""
    exports = (ROOT / f"Sources/Language/{LIBRARY}/Exports.swift").read_text()
    exported = set(re.findall(rf"^@_exported import \w+ {CORE}\.(\w+)$", exports, flags=re.M))
    hidden = {symbol["pathComponents"][0] for symbol in core["symbols"]} - exported
    # An extension of a type is a symbol of its own, which holds its members. Here they belong to the type.
    extended = {link["source"]: link["target"] for link in extensions["relationships"] if link["kind"] == "extensionTo"}
    for other in (extensions, core):
        added = [
            symbol for symbol in other["symbols"]
            if symbol["pathComponents"][0] in exported and symbol["identifier"]["precise"] not in extended]
        own["symbols"] += added
        kept = {symbol["identifier"]["precise"] for symbol in added} | set(extended)
        for link in other["relationships"]:
            if link["kind"] != "extensionTo" and link["source"] in kept:
                ends = {end: extended.get(link[end], link[end]) for end in ("source", "target")}
                own["relationships"].append({**link, **ends})
    for symbol in own["symbols"]:
        symbol.pop("swiftExtension", None)
        for line in symbol.get("docComment", {}).get("lines", []):
            line["text"] = re.sub(rf"``((?:{'|'.join(hidden)})(?:/[^`]*)?)``", r"`\1`", line["text"])
    return own


def listed(graphs):
    """The lines of the list, and how many symbols and types outside of types there are."""
    symbols = [symbol for graph in graphs for symbol in graph["symbols"]]
    links = [link for graph in graphs for link in graph["relationships"]]
    names = {symbol["identifier"]["precise"]: symbol["pathComponents"][-1] for symbol in symbols}
    required = {link["source"] for link in links if "sourceOrigin" in link}
    lines, count, types = [], 0, 0
    for symbol in symbols:
        path, name, kind = symbol["pathComponents"], symbol["identifier"]["precise"], symbol["kind"]["identifier"]
        if name in required or path[:2] == ["PredicateDiagnostic", "Code"] and len(path) > 2:
            continue
        conforming = [link for link in links if link["kind"] == "conformsTo" and link["source"] == name]
        protocols = {names.get(link["target"], link.get("targetFallback", "").split(".")[-1]) for link in conforming}
        told = ", ".join(sorted(protocols - UNTOLD))
        # An extension of a type of Swift's stands here for its protocols only.
        if told or kind != "swift.extension":
            words = "".join(part["spelling"] for part in symbol["declarationFragments"]).split()
            lines.append(" ".join(path[:-1] + words + ([f"[{told}]"] if told else [])))
        count += kind != "swift.extension"
        types += len(path) == 1 and kind in KINDS
    return sorted(lines), count, types


def main(folder, *options):
    paths = [folder / name for name in (f"{LIBRARY}/{LIBRARY}", f"{LIBRARY}/{LIBRARY}@{CORE}", f"{CORE}/{CORE}")]
    own, extensions, core = (path.with_name(f"{path.name}.symbols.json") for path in paths)
    graph = surface(*(json.loads(path.read_text()) for path in (own, extensions, core)))
    own.write_text(json.dumps(graph))
    extensions.unlink()
    lines, count, types = listed([json.loads(path.read_text()) for path in sorted(own.parent.glob("*.json"))])
    kept = ROOT / f"Tests/ClientPackage/{LIBRARY}.symbols"
    if "--write" in options:
        kept.write_text("".join(f"{line}\n" for line in lines))
    difference = list(difflib.unified_diff(kept.read_text().splitlines(), lines, kept.name, "now", n=0, lineterm=""))
    print("\n".join(difference + [f"`import {LIBRARY}` brings {types} types, {count} symbols"]))
    return 1 if difference or types > 40 or count > 450 else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
