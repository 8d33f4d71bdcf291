#!/usr/bin/env python3
"""Checks that the predicates in the files of Examples/Config are those that its README runs.

Predicates are compared without white space. The exit status is 1 if a predicate is in a file but not in the README
(or, for the long one, not in its .predicate file).
"""

import json
import pathlib
import plistlib
import re
import sys

CONFIG = pathlib.Path(__file__).resolve().parent.parent / "Examples" / "Config"


def squeezed(text):
    return " ".join(text.split())


def conditions(value):
    """Every `condition` of a Munki manifest, at any depth."""
    if isinstance(value, dict):
        if "condition" in value:
            yield value["condition"]
        for child in value.values():
            yield from conditions(child)
    elif isinstance(value, list):
        for child in value:
            yield from conditions(child)


def yaml_predicates(text):
    """The values of `predicate:`, plain on one line or folded (`>-`) over more indented lines."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        found = re.match(r"( *)predicate: (.*)", line)
        if found is None:
            continue
        indent, value = len(found[1]), found[2]
        if value == ">-":
            value = ""
            for following in lines[number + 1:]:
                if following.strip() and len(following) - len(following.lstrip()) <= indent:
                    break
                value += following + "\n"
        yield value


def predicates():
    """Pairs of a file's name and a predicate in it, in the notation of the README."""
    for text in conditions(plistlib.loads((CONFIG / "munki/good/manifest.plist").read_bytes())):
        yield "manifest.plist", text
    extension = plistlib.loads((CONFIG / "app-extension/good/ShareExtension-Info.plist").read_bytes())["NSExtension"]
    yield "ShareExtension-Info.plist", extension["NSExtensionAttributes"]["NSExtensionActivationRule"]
    for name in ("autopkg/good/ExampleEditor.download.recipe.yaml", "log/good/otel-collector.yaml"):
        for text in yaml_predicates((CONFIG / name).read_text(encoding="utf-8")):
            yield name, text
    script = (CONFIG / "log/good/log-show.sh").read_text(encoding="utf-8")
    for text in re.findall(r"--predicate '([^']*)'", script):
        yield "log-show.sh", text


def main():
    shown = squeezed((CONFIG / "README.md").read_text(encoding="utf-8"))
    shown += " " + squeezed((CONFIG / "share-extension.predicate").read_text(encoding="utf-8"))
    json.loads((CONFIG / "mdm/good/activation.json").read_text(encoding="utf-8"))
    missing = number = 0
    for name, text in predicates():
        number += 1
        if squeezed(text) not in shown:
            missing += 1
            print(f"{name}: not tried in Examples/Config/README.md: {squeezed(text)}", file=sys.stderr)
    print(f"{number} predicates in configuration files, {number - missing} of them tried")
    return 1 if missing or number < 9 else 0


if __name__ == "__main__":
    sys.exit(main())
