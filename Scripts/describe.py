#!/usr/bin/env python3
"""Writes the descriptions of Swift types, as the macro `@PredicateDescribed` does, for programs that do not build swift-syntax.

    Scripts/describe.py FILE.swift [TYPE ...] > FILE+Descriptions.swift

Each structure and final class of the file, or each of the given types, gets an extension with its fields; an enumeration with a raw
value gets its conformance. A field has the property's name or its text in `CodingKeys`, and the first paragraph of its
documentation. Private types and static properties are left out; a comment stands for anything else that cannot be described.
The script does not know types: remove a field whose type is not a `PredicateFieldValue`.
"""

import re
import sys

TOKEN = re.compile(
    r'(?P<doc>///[^\n]*|/\*\*.*?\*/)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<directive>#(?:if|elseif|else|endif)\b[^\n]*)'
    r'|(?P<text>(#*)"""(?s:.*?)"""\5|(#*)"(?:\\.|[^"\\\n])*"\6)|(?P<word>`\w+`|[\w$]+)|(?P<newline>\n)|(?P<space>[^\S\n]+)|(?P<sign>->|.)',
    re.DOTALL)
TYPES = {"struct", "class", "enum", "actor", "extension", "protocol"}
RAW = {"String", "Character", "Double", "Float"} | {f"{sign}Int{bits}" for sign in ("", "U") for bits in ("", 8, 16, 32, 64)}
MODIFIERS = {"public", "package", "open", "internal", "fileprivate", "private", "final", "static", "class", "lazy", "weak", "unowned",
             "indirect", "nonisolated", "override", "mutating"}
# From the narrowest to the widest; nothing is `internal`.
LEVELS = ["", "package", "public"]
BRACKETS = {"(": ")", "[": "]", "{": "}"}


class Reader:
    """Walks over the declarations of a file and collects extensions."""

    def __init__(self, source, wanted):
        self.tokens = [(match.lastgroup, match.group()) for match in TOKEN.finditer(source)
                       if match.lastgroup not in ("space", "comment")]
        self.wanted = wanted
        self.extensions = []

    def text(self, at):
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def past(self, at):
        """The place behind a bracketed part that begins here, or behind one token."""
        if self.text(at) not in BRACKETS:
            return at + 1
        closing, at = BRACKETS[self.text(at)], at + 1
        while at < len(self.tokens) and self.text(at) != closing:
            at = self.past(at)
        return at + 1

    def skip_newlines(self, at):
        while self.text(at) == "\n":
            at += 1
        return at

    def declarations(self, at, end, outer="", is_generic=False, level="public"):
        """Reads the members between two places; gives the lines of the fields and the names in `CodingKeys`."""
        fields, keys, modifiers, docs = [], {}, [], []
        while at < end:
            kind, text = self.tokens[at]
            if text in TYPES and self.tokens[at + 1][0] == "word" and self.text(at + 1) not in ("var", "let", "func", "subscript"):
                at = self.type(at, outer, is_generic, level, modifiers, docs, keys)
            elif text in ("var", "let"):
                at = self.property(at + 1, fields, modifiers, docs)
            elif kind == "directive":
                fields.append((text, None, None))
                at += 1
            elif kind == "doc":
                docs.append(text)
                at += 1
                continue
            elif text in MODIFIERS and self.text(at + 1) == "(":
                # `private(set)` does not restrict reading.
                at = self.past(at + 1)
                continue
            elif text in MODIFIERS:
                modifiers.append(text)
                at += 1
                continue
            elif text == "@":
                at += 2
                at = self.past(at) if self.text(at) == "(" else at
                continue
            elif text == "\n":
                at += 1
                continue
            else:
                at = self.past(at)
            modifiers, docs = [], []
        return fields, keys

    def type(self, at, outer, is_generic, level, modifiers, docs, keys):
        """Reads a type that begins here."""
        keyword, name = self.text(at), self.text(at + 1)
        at += 2
        while self.text(at) == ".":
            name += "." + self.text(at + 1)
            at += 2
        is_generic = is_generic or self.text(at) == "<"
        inherited = []
        while at < len(self.tokens) and self.text(at) != "{":
            inherited.append(self.text(at))
            at = self.past(at)
        end = self.past(at)
        path = f"{outer}.{name}" if outer else name
        place = len(self.extensions)
        if keyword != "extension":
            # A type is not wider than the one around it.
            own = "public" if "open" in modifiers else next((word for word in modifiers if word in LEVELS), "")
            level = min(level, own, key=LEVELS.index)
        fields, names = self.declarations(at + 1, end - 1, path, is_generic, level)
        if name == "CodingKeys":
            keys.update(self.cases(at + 1, end - 1))
        elif {"private", "fileprivate"} & set(modifiers):
            del self.extensions[place:]
        elif not self.wanted or path in self.wanted:
            # An enumeration without cases is only a name space.
            if keyword != "enum" or self.has_case(at + 1, end - 1):
                extension = self.extension(keyword, path, is_generic, level, inherited, modifiers, docs, fields, names)
                self.extensions.insert(place, extension)
        return end

    def has_case(self, at, end):
        while at < end and self.text(at) != "case":
            at = self.past(at)
        return at < end

    def cases(self, at, end):
        """The raw values in text of an enumeration's cases."""
        return {self.text(index).strip("`"): self.text(index + 2) for index in range(at, end - 2)
                if self.text(index + 1) == "=" and self.tokens[index + 2][0] == "text"}

    def property(self, at, fields, modifiers, docs):
        """Reads the properties behind `var` or `let`."""
        while True:
            name, start = self.text(at), at
            at = self.past(at)
            is_type_of_value = True
            if self.text(at) == ":":
                is_type_of_value = self.text(at + 1) not in ("any", "some")
                begins = at + 1
                while at < len(self.tokens) and self.text(at) not in ("=", "{", ",", "\n", "}"):
                    at = self.past(at)
                written = [text for _, text in self.tokens[begins:at]]
                is_type_of_value = is_type_of_value and "->" not in written and not self.is_tuple(begins, at)
            if self.text(at) == "=":
                begins, at = at + 1, self.past_expression(at + 1)
                is_type_of_value = is_type_of_value and not self.is_tuple(begins, at)
            accessors = []
            if self.text(at) == "{":
                accessors = [text for _, text in self.tokens[at:self.past(at)]]
                at = self.past(at)
            fields.append(self.field(name, start, modifiers, accessors, is_type_of_value, docs))
            if self.text(at) != ",":
                return at
            at = self.skip_newlines(at + 1)

    def is_tuple(self, at, end):
        """Whether a type or a value is a tuple. `(Int)` is `Int`."""
        return self.text(at) == "(" and self.past(at) == end and "," in (text for _, text in self.tokens[at:end])

    def past_expression(self, at):
        """The place behind an initial value, which ends with its line unless an operator or a dot continues it."""
        continues = True
        while at < len(self.tokens):
            text = self.text(at)
            if text == "\n":
                follows = self.text(self.skip_newlines(at))
                if not continues and not (follows and follows in ".?:+-*/|&<>"):
                    return at
                at = self.skip_newlines(at)
                continue
            if text in (",", "}") or (text == "{" and self.text(self.skip_newlines(at + 1)) in ("willSet", "didSet")):
                return at
            continues = self.tokens[at][0] == "sign" and text not in BRACKETS and text not in "!?"
            at = self.past(at)
        return at

    def field(self, name, at, modifiers, accessors, is_type_of_value, docs):
        """A field's name, its documentation, and the reason why it cannot be described."""
        reason = None
        reads = "".join(accessors[:6])
        if "static" in modifiers or "class" in modifiers:
            return None, None, None
        if self.tokens[at][0] != "word":
            name, reason = "a pattern", "declare its properties one by one"
        elif {"private", "fileprivate"} & set(modifiers):
            reason = "it is private"
        elif "lazy" in modifiers or re.search(r"mutating\s*get", reads):
            reason = "reading it changes the value"
        elif re.search(r"get\s*(?:async|throws)", reads):
            reason = "reading it is asynchronous or throws"
        elif not is_type_of_value:
            reason = "functions, tuples, and types with `any` or `some` are no fields"
        return name, paragraph(docs), reason

    def extension(self, keyword, path, is_generic, level, inherited, modifiers, docs, fields, keys):
        if keyword == "enum":
            if len(inherited) > 1 and inherited[1] in RAW:
                return f"extension {path}: PredicateFieldValue {{}}"
            return f"// {path} cannot be described: an enumeration needs a raw value."
        if keyword == "class" and "final" not in modifiers:
            return f"// {path} cannot be described: the class is not final."
        if keyword not in ("struct", "class") or "PredicateDescribed" in inherited:
            return ""
        lines = []
        for name, documentation, reason in fields:
            if name is None:
                continue
            if name.startswith("#"):
                lines.append(name)
            elif reason:
                lines.append(f"        // {name} is left out: {reason}.")
            else:
                key = keys.get(name.strip("`"), f'"{name.strip("`")}"')
                about = f", documentation: {documentation}" if documentation else ""
                lines.append(f"        PredicateField({key}, \\.{name}{about}) {{ $0.{name} }}")
        about, access, root = paragraph(docs), level and level + " ", "Self" if keyword == "struct" else path
        description = f"PredicateDescription<{root}>{f'(documentation: {about})' if about else ''} {{"
        if not is_generic:
            parts = [f"    {access}static let predicateDescription = {description}", *lines, "    }"]
        else:
            # A generic type cannot have stored static properties, so the description is made for each access.
            parts = [f"    {access}static var predicateDescription: PredicateDescription<{root}> {{", f"        {description}",
                     *("    " + line for line in lines), "        }", "    }"]
        return "\n".join([f"extension {path}: PredicateDescribed {{", *parts, "}"])


def paragraph(docs):
    """The first paragraph of a documentation comment as a literal of Swift; nothing if there is none."""
    lines = [re.sub(r"^\s*(?:/\*\*|///|\*(?!/))?\s*|\s*\*/\s*$", "", line) for doc in docs for line in doc.split("\n")]
    words = re.split(r"\n\s*\n", "\n".join(lines).strip())[0].split()
    return '"' + " ".join(words).replace("\\", "\\\\").replace('"', '\\"') + '"' if words else None


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        reader = Reader(file.read(), set(sys.argv[2:]))
    reader.declarations(0, len(reader.tokens))
    parts = ["// swift-format-ignore-file\n// Written by Scripts/describe.py: change the types and run it again.\nimport PredicateFormat"]
    print("\n\n".join(parts + [extension for extension in reader.extensions if extension]))


main()
