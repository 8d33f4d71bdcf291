#!/usr/bin/env python3
"""Checks that no floor of a module names anything on a floor above it.

    Scripts/check-floors.py                 reports every name that goes up; exit status 1 if there is one
    Scripts/check-floors.py --matrix        shows how many files of each floor name which other floors
    Scripts/check-floors.py --self-check    shows that the check fails if a file names a type of the next floor

`Sources/floors.txt` holds the order of the wings, and of the floors in their modules. A file imports no module of a
wing above its own. Swift has no imports inside a module, so the check uses names: it reads a file
as text without comments and strings, and looks up each name in it. These names count:

- types declared at the top of a file;
- types declared in an extension of another floor's type, written `Outer.Inner` or inside an extension of the same
  type;
- functions and constants declared at the top of a file;
- members of extensions of another floor's type, if no other floor declares a member of the same name.

A generic parameter and a nested type hide a type of the same name in the files that see them. A name that two floors
declare counts for neither. So the check can miss an arrow. The compiler would find it if each floor were a target.
"""

import argparse
import collections
import functools
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ORDER = ROOT / "Sources" / "floors.txt"

# --- The order --------------------------------------------------------------------------------------------------------


class OrderError(Exception):
    """A line of the order file that cannot be read."""


class Module:
    """The floors of a module, and its known upward arrows."""

    def __init__(self, name, wing):
        self.name = name
        self.wing = wing
        self.rooms = {}  # the rooms of each floor, both from the ground up
        self.exceptions = {}

    @property
    def floors(self):
        """Floors and rooms from the ground up. Files outside the rooms are above them."""
        return [place for floor, rooms in self.rooms.items() for place in [*rooms, floor]]

    def floor(self, path):
        """The floor of a file, given by its path inside the module: the innermost room, or None."""
        folder = os.path.dirname(path)
        while folder and folder not in self.heights:
            folder = os.path.dirname(folder)
        return folder or None

    @functools.cached_property
    def heights(self):
        return {floor: height for height, floor in enumerate(self.floors)}


def read_order(text):
    """Reads the order file: wings and modules at the margin, floors indented, their rooms indented further.

    Returns the names of the wings from the ground up, and the modules.
    """
    wings = []
    modules = []
    for number, line in enumerate(text.split("\n"), 1):
        content = line.split("#")[0].rstrip()
        if not content:
            continue
        depth, rest = divmod(len(content) - len(content.lstrip()), 4)
        if rest or depth > 2 or (depth > 0 and not modules) or (depth == 2 and not modules[-1].rooms):
            raise OrderError(f"line {number}: floors are indented by four spaces, rooms by eight")
        first, _, purpose = content.strip().partition(" ")
        if first == "wing" and depth == 0:
            wings.append(purpose.split()[0])
        elif depth == 0 and not wings:
            raise OrderError(f"line {number}: a module stands in a wing")
        elif depth == 0:
            modules.append(Module(first, wings[-1]))
        elif first == "except":
            match = re.fullmatch(r"(\S+\.swift) (\S+): (.+)", purpose)
            if not match:
                raise OrderError(f"line {number}: an exception is `except FILE NAME: REASON`")
            modules[-1].exceptions[match[1], match[2]] = match[3]
        elif not purpose:
            raise OrderError(f"line {number}: {first} lacks a phrase that says what it is for")
        elif depth == 1:
            if first in modules[-1].rooms:
                raise OrderError(f"line {number}: {modules[-1].name} has a floor {first} above; one of the two lines is too many")
            modules[-1].rooms[first] = []
        else:
            floor = list(modules[-1].rooms)[-1]
            modules[-1].rooms[floor].append(f"{floor}/{first}")
    return wings, modules


# --- Swift as text ----------------------------------------------------------------------------------------------------


def code(text):
    """The text with blanks for comments and the content of strings. Interpolations and line ends stay."""
    out = list(text)
    index = 0
    # The open strings, each with its delimiter and the number of open parentheses in its interpolation.
    strings = []

    def blank(start, end):
        for place in range(start, min(end, len(out))):
            if out[place] != "\n":
                out[place] = " "

    opening = re.compile(r'(#*)("""|")')
    while index < len(text):
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
            blank(index, end)
            index = end
        elif text.startswith("/*", index):
            depth, end = 1, index + 2
            while depth and end < len(text):
                step = text[end : end + 2]
                depth += {"/*": 1, "*/": -1}.get(step, 0)
                end += 2 if step in ("/*", "*/") else 1
            blank(index, end)
            index = end
        elif match := opening.match(text, index):
            strings.append([match[1], match[2], 0])
            index = skip_string(text, match.end(), strings, blank)
        else:
            if strings and text[index] == "(":
                strings[-1][2] += 1
            elif strings and text[index] == ")":
                strings[-1][2] -= 1
                if strings[-1][2] == 0:
                    index = skip_string(text, index + 1, strings, blank)
                    continue
            index += 1
    return "".join(out)


def skip_string(text, index, strings, blank):
    """Continues in the innermost string to its end or an interpolation. Returns the index after it."""
    hashes, quote, _ = strings[-1]
    start = index
    while index < len(text):
        if text.startswith("\\" + hashes + "(", index):
            blank(start, index + 1 + len(hashes))
            strings[-1][2] = 1
            return index + 2 + len(hashes)
        if text.startswith("\\" + hashes, index):
            index += 2 + len(hashes)
        elif quote == '"' and text[index] == "\n":
            # Not a string: a quotation mark in a regular expression.
            strings.pop()
            return index
        elif text.startswith(quote + hashes, index):
            blank(start, index)
            strings.pop()
            return index + len(quote) + len(hashes)
        else:
            index += 1
    return index


TYPE = r"(?:struct|class|enum|protocol|actor|typealias|associatedtype|extension)"
DECLARATION = re.compile(
    rf"[{{}}]|\b({TYPE}|func|var|let|case)\s+(?!func\b|var\b)([A-Za-z_]\w*(?:\.\w+)*|\[[^\]]*\]|`\w+`)\s*(<[^>{{(]*>)?")
NAME = re.compile(r"((?<!\.)\.\s*)?(?<![\w`])([A-Za-z_]\w*)")


class File:
    """The declarations of a file, and the names that it uses."""

    def __init__(self, path, text):
        self.path = path
        self.code = code(text)
        self.types = set()  # declared at the top
        self.values = set()  # functions and constants declared at the top
        self.nested = set()  # (outermost type, name)
        self.members = set()  # (type, name) of what extensions add, except private members
        self.inner = set()  # names declared inside a declaration
        self.scopes = set()  # types that it declares or extends
        self.own = set()  # generic parameters and private types, which other files do not see
        self.read_declarations()
        self.bare = collections.defaultdict(list)  # the offsets of names without a dot before them
        self.dotted = collections.defaultdict(list)  # the offsets of names after a dot
        for match in NAME.finditer(self.code):
            (self.dotted if match[1] else self.bare)[match[2]].append(match.start(2))

    def read_declarations(self):
        scopes = []  # the owner of each open brace: (kind, name), or None
        pending = None
        for match in DECLARATION.finditer(self.code):
            if match[0] == "{":
                scopes.append(pending)
                pending = None
                continue
            if match[0] == "}":
                if scopes:
                    scopes.pop()
                pending = None
                continue
            kind, name = match[1], match[2].strip("`")
            if kind in ("let", "var", "case") and not all(scopes):
                continue
            for parameter in re.findall(r"[<,]\s*(?:let\s+)?([A-Z]\w*)", match[3] or ""):
                self.own.add(parameter)
            enclosing = [scope for scope in scopes if scope]
            line = self.code[self.code.rfind("\n", 0, match.start()) + 1 : match.start()]
            is_private = "private" in line
            if kind == "extension":
                name = name.split(".")[0]
                self.scopes.add(name)
                pending = ("extension", name)
            elif re.fullmatch(TYPE, kind):
                if not scopes:
                    (self.own if is_private else self.types).add(name)
                    self.scopes.add(name)
                elif all(scopes):
                    self.nested.add((enclosing[0][1], name, enclosing[0][0]))
                pending = (kind, name) if kind not in ("typealias", "associatedtype") else pending
            else:
                if not scopes:
                    (self.inner if is_private else self.values).add(name)
                elif all(scopes):
                    self.inner.add(name)
                    if len(enclosing) == 1 and enclosing[0][0] == "extension" and not is_private:
                        self.members.add((enclosing[0][1], name))
                # The braces of functions and accessors hide their declarations.
                pending = None

    def line(self, offset):
        return self.code.count("\n", 0, offset) + 1

    def is_behind(self, offset, outer):
        """Whether the name at an offset is written as a part of a type: `Outer.name`."""
        return re.search(rf"\b{re.escape(outer)}\s*\.\s*$", self.code[max(0, offset - 200) : offset]) is not None


# --- Names and floors -------------------------------------------------------------------------------------------------


class Arrow:
    def __init__(self, file, line, name, home, floor, target):
        self.file, self.line, self.name, self.home, self.floor, self.target = file, line, name, home, floor, target


class House:
    """The files of a module on their floors."""

    def __init__(self, module, texts):
        self.module = module
        self.files = {path: File(path, text) for path, text in sorted(texts.items())}
        # Exports.swift says which modules a module exports, and stands on no floor.
        self.homeless = [path for path in self.files if module.floor(path) is None and path != "Exports.swift"]
        self.types = self.homes(lambda file: file.types)
        self.values = self.homes(lambda file: file.values)
        self.members = {
            name: path
            for name, path in self.homes(lambda file: file.inner).items()
            if any(
                added == name and self.is_elsewhere(extended, path) for extended, added in self.files[path].members)
        }
        self.nested = collections.defaultdict(set)
        for file in self.files.values():
            for outer, name, kind in file.nested:
                self.nested[name].add((outer, file.path, kind))

    def homes(self, names):
        """The file of each name that one file or one floor declares."""
        homes = collections.defaultdict(set)
        for file in self.files.values():
            for name in names(file):
                homes[name].add(file.path)
        return {
            name: sorted(paths)[0]
            for name, paths in homes.items()
            if len({self.module.floor(path) for path in paths}) == 1
        }

    def is_elsewhere(self, name, path):
        """Whether a type is declared on another floor than a file's."""
        return name in self.types and self.module.floor(self.types[name]) != self.module.floor(path)

    def is_hidden(self, name, file):
        """Whether a name means something else than the type in a file: a generic parameter, or a nested type."""
        return name in file.own or any(
            outer in file.scopes or path == file.path for outer, path, _ in self.nested.get(name, ()))

    def targets(self, file):
        """The names of the module that a file uses, each with an offset and the declaring file."""
        for name, offsets in file.bare.items():
            if name in self.types and not self.is_hidden(name, file):
                yield name, offsets[0], self.types[name]
            if name in self.values and name not in file.inner:
                # An argument label is not a use of a function.
                uses = [offset for offset in offsets if file.code[offset + len(name) : offset + len(name) + 1] != ":"]
                if uses:
                    yield name, uses[0], self.values[name]
        for name, offsets in file.dotted.items():
            if name in self.members:
                yield name, offsets[0], self.members[name]
        for name in (file.bare.keys() | file.dotted.keys()) & self.nested.keys():
            for outer, path, kind in sorted(self.nested[name]):
                if kind == "extension":
                    uses = [offset for offset in file.dotted[name] if file.is_behind(offset, outer)]
                    uses += file.bare[name] if outer in file.scopes else []
                    if uses:
                        yield f"{outer}.{name}", uses[0], path

    def arrows(self, files=None):
        """The names in each file that another floor declares."""
        for file in self.files.values() if files is None else files:
            floor = self.module.floor(file.path)
            for name, offset, home in self.targets(file):
                target = self.module.floor(home)
                if floor and target and target != floor:
                    yield Arrow(file.path, file.line(offset), name, home, floor, target)

    def upward(self, files=None):
        heights = self.module.heights
        return [arrow for arrow in self.arrows(files) if heights[arrow.target] > heights[arrow.floor]]


def read_house(module):
    folder = ROOT / "Sources" / module.wing / module.name
    return House(module, {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*.swift")
    })


# --- Reports ----------------------------------------------------------------------------------------------------------


def unordered(wings, modules):
    """The folders that have no order."""
    known = {module.name for module in modules}
    for wing in sorted(path for path in (ROOT / "Sources").iterdir() if path.is_dir()):
        if wing.name not in wings:
            yield f"{ORDER.name}: {wing.name} is no wing"
        for folder in sorted(path for path in wing.iterdir() if path.is_dir()):
            if folder.name not in known and any(
                len(path.relative_to(folder).parts) > 1 for path in folder.rglob("*.swift")):
                yield f"{ORDER.name}: the folders of {folder.name} have no order"


def climbing_imports(wings, texts=None):
    """The imports of modules that stand in a wing above."""
    heights = {wing: height for height, wing in enumerate(wings)}
    files = texts or {
        path.relative_to(ROOT / "Sources"): path.read_text(encoding="utf-8") for path in (ROOT / "Sources").rglob("*.swift")
    }
    homes = {path.name: path.parent.name for path in (ROOT / "Sources").glob("*/*") if path.is_dir()}
    for path, text in sorted(files.items()):
        for module in re.findall(r"^\s*(?:@\w+ )?(?:package |public )?import (?:\w+ )?(\w+)", text, re.MULTILINE):
            home = homes.get(module)
            if home and heights.get(home, 0) > heights.get(path.parts[0], 0):
                yield f"Sources/{path}: imports {module} of {home}, a wing above"


def problems(house):
    """A sentence for each problem."""
    module = house.module
    for path in house.homeless:
        yield f"Sources/{module.wing}/{module.name}/{path}: its folder is no floor of {ORDER.name}"
    for floor in module.floors:
        if not any(path.startswith(floor + "/") for path in house.files):
            yield f"{ORDER.name}: {module.name}/{floor} has no files"
    known = dict(module.exceptions)
    for arrow in house.upward():
        if (arrow.file, arrow.name) in module.exceptions:
            known.pop((arrow.file, arrow.name), None)
            continue
        yield (
            f"Sources/{module.wing}/{module.name}/{arrow.file}:{arrow.line}: {arrow.floor} names {arrow.name} of {arrow.target}, which stands "
            f"above it ({arrow.home})"
        )
    for path, name in known:
        yield f"{ORDER.name}: the exception {path} {name} is no longer needed"


def matrix(house):
    """Prints how many files of each floor name something on each other floor."""
    users = collections.defaultdict(set)
    for arrow in house.arrows():
        users[arrow.floor, arrow.target].add(arrow.file)
    print(house.module.name)
    for floor in house.module.floors:
        named = [f"{other} {len(users[floor, other])}" for other in house.module.floors if users[floor, other]]
        print(f"    {floor:24}", ", ".join(named) or "-")
    both = [
        (a, b) for i, a in enumerate(house.module.floors) for b in house.module.floors[i + 1 :]
        if users[a, b] and users[b, a]
    ]
    print(f"    pairs both ways: {', '.join(f'{a} and {b}' for a, b in both) or 'none'}")


def self_check(house):
    """Lets a file of each floor name a type of the next one, in memory. Reports each case that the check misses."""
    module = house.module
    floors = [floor for floor in module.floors if any(module.floor(path) == floor for path in house.files)]
    for floor, above in zip(floors, floors[1:]):
        victim = next(path for path in house.files if module.floor(path) == floor)
        name = next(
            (name for name, home in house.types.items()
             if module.floor(home) == above and not house.is_hidden(name, house.files[victim])),
            None)
        if name is None:
            print(f"{module.name}: no type of {above} to name")
            continue
        text = (ROOT / "Sources" / module.wing / module.name / victim).read_text(encoding="utf-8")
        probe = File(victim, text + f"\nprivate func probe(_: {name}) {{}}\n")
        if not any(arrow.name == name and arrow.target == above for arrow in house.upward([probe])):
            yield f"{module.name}: {victim} could name {name} of {above} unnoticed"


def repeated(sources=ROOT / "Sources"):
    """Folders of the same name: a newcomer could not say which one is meant."""
    places = {}
    for folder in sorted(path for path in sources.rglob("*") if path.is_dir() and path.name != "include"):
        places.setdefault(folder.name, []).append(folder.relative_to(sources))
    for name, folders in places.items():
        if len(folders) > 1:
            yield f"{len(folders)} folders are named {name}: {', '.join(map(str, folders))}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matrix", action="store_true", help="show which floors name which others")
    parser.add_argument("--self-check", action="store_true", help="show that the check reports a name on a higher floor")
    options = parser.parse_args()
    try:
        wings, modules = read_order(ORDER.read_text(encoding="utf-8"))
    except OrderError as error:
        sys.exit(f"{ORDER.name}: {error}")
    houses = [read_house(module) for module in modules]
    if options.matrix:
        for house in houses:
            matrix(house)
        return
    if options.self_check:
        found = [line for house in houses for line in self_check(house)]
        climbing = {Path(wings[0]) / "Probe.swift": f"import {modules[-1].name}\n"}
        if not list(climbing_imports(wings, climbing)):
            found.append(f"{wings[0]} could import {modules[-1].name} unnoticed")
    else:
        found = [
            *unordered(wings, modules), *climbing_imports(wings), *repeated(),
            *(line for house in houses for line in problems(house)),
        ]
    for line in found:
        print(line)
    if found:
        sys.exit(1)


if __name__ == "__main__":
    main()
