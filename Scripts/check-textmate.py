#!/usr/bin/env python3
"""Checks that the TextMate grammars colour predicates where they stand in other files.

    Scripts/check-textmate.py             exit status 1, and a line for each problem, where a text has another scope
    Scripts/check-textmate.py --show F    writes the scopes of the file F; its extension chooses the grammar

The samples below are cut by babi's engine (PyPI: babi, which brings Oniguruma), as an editor would do it. Without that
package only the structure of the files is checked: that every file is JSON, that every rule that one names exists, and that
package.json names them all. `make test` compares the grammar of the language with its tables and the lexer.
"""

import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Grammar" / "TextMate"
PACKAGE = ROOT / "Editors" / "VSCode" / "package.json"
LANGUAGE = "PredicateFormat"

# A sample is a file, in which each `⟨text|scope⟩` is a text with the scope that it must have; `-` is no scope of a predicate.
SAMPLES = [
    (LANGUAGE, "⟨age|variable.other.field⟩ ⟨>=|keyword.operator.comparison⟩ ⟨18|constant.numeric⟩ "
               "⟨AND|keyword.operator.logical⟩ ⟨name|variable.other.field⟩ ⟨beginswith|keyword.operator.comparison⟩"
               "[⟨cd|storage.modifier.option⟩] ⟨'a|string.quoted.single⟩⟨\\n|constant.character.escape⟩'"),
    (LANGUAGE, "⟨ANY|keyword.operator.quantifier⟩ a.⟨in|variable.other.member⟩ ⟨UTI-CONFORMS-TO|keyword.operator.comparison⟩"
               ' ⟨"public|string.quoted.double⟩.image"'),
    (LANGUAGE, "⟨SUBQUERY|keyword.control⟩(items, ⟨$x|variable.parameter⟩, $x.n ⟨==|keyword.operator.comparison⟩"
               " ⟨nil|constant.language.nil⟩).⟨@count|support.function.collection⟩ ⟨>|keyword.operator.comparison⟩ 0x1F"),
    (LANGUAGE, "⟨%K|variable.parameter.key-path⟩ == ⟨%@|constant.other.placeholder⟩ ⟨&&|keyword.operator.logical⟩"
               " b ⟨&|keyword.operator.arithmetic⟩ 1 ⟨<<|keyword.operator.arithmetic⟩ 2"),
    (LANGUAGE, "⟨sum:|support.function⟩({1, 2}) == ⟨own:part:|entity.name.function⟩(a, b)"),
    (LANGUAGE, "items[⟨FIRST|constant.language.index⟩] != FIRST"),
    (LANGUAGE, "⟨# a comment|comment.line.number-sign⟩\nname == #⟨in|variable.other.field⟩"),
    (LANGUAGE, "name == \"open\nage ⟨>|keyword.operator.comparison⟩ 3"),
    ("yaml", "items:\n  - ⟨condition|support.type.property-name⟩: ⟨os_vers|variable.other.field⟩ "
             "⟨CONTAINS|keyword.operator.comparison⟩ ⟨\"14.\"|string.quoted.double⟩ ⟨# CONTAINS|-⟩\n    ⟨other|-⟩: a ⟨AND|-⟩ b\n"),
    ("yaml", "items:\n  - condition: >-\n      a ⟨==|keyword.operator.comparison⟩ 'x'\n      ⟨AND|keyword.operator.logical⟩ b\n"
             "    managed: c ⟨AND|-⟩ d\n  - x: ⟨AND|-⟩\n"),
    ("yaml", "predicate: |\n  a == 1\n\n  ⟨OR|keyword.operator.logical⟩ b\nnext: ⟨OR|-⟩\n"),
    ("yaml", "condition: \"a == ⟨\\\"x|string.quoted.double⟩\\\" ⟨AND|keyword.operator.logical⟩ b\"\nnext: ⟨AND|-⟩\n"),
    ("yaml", "condition: 'a == ⟨''x|string.quoted.single⟩'' ⟨AND|keyword.operator.logical⟩ b'\nnext: ⟨AND|-⟩\n"),
    ("yaml", "predicate: \"a == 'open\"\nnext: ⟨AND|-⟩\n"),
    ("yaml", "predicate: a == \"open\nnext: ⟨AND|-⟩\n"),
    ("yaml", "my_condition: a ⟨AND|-⟩ b\nconditions: a ⟨AND|-⟩ b\n"),
    ("yaml", "predicate: ⟨%NAME%|constant.other.placeholder⟩ == 1\n"),
    ("json", '{"Predicate": "⟨@status|support.function⟩(⟨device.model.family|variable.other.field⟩) == '
             "⟨'iPad'|string.quoted.single⟩ ⟨AND|keyword.operator.logical⟩ n == ⟨\\\"x|string.quoted.double⟩\\\"\","
             ' "Other": "a ⟨AND|-⟩ b"}'),
    ("json", "{\"Predicate\": \"a == 'open\", \"Other\": \"⟨AND|-⟩\"}"),
    ("xml", "<dict>\n<key>⟨condition|support.type.property-name⟩</key>\n<string>a ⟨&gt;=|keyword.operator.comparison⟩ 3 "
            "⟨&amp;&amp;|keyword.operator.logical⟩ b ⟨BEGINSWITH|keyword.operator.comparison⟩ ⟨&quot;x|string.quoted.double⟩&quot;"
            "</string>\n<key>other</key>\n<string>a ⟨AND|-⟩ b</string>\n"),
    ("xml", "<key>condition</key><string>a\n  ⟨AND|keyword.operator.logical⟩ b == \"x\"\n</string><string>⟨AND|-⟩</string>\n"),
    ("xml", "<key>NSExtensionActivationRule</key>\n<dict>\n<key>a</key><string>⟨AND|-⟩</string>\n</dict>\n"),
    ("xml", "<fetchRequest name=\"AND\" predicateString=\"a ⟨==|keyword.operator.comparison⟩ &quot;⟨x|string.quoted.double⟩&quot;\""
            " other=\"⟨AND|-⟩\"/>\n"),
    ("swift", "let p = NSPredicate(format: \"a ⟨==|keyword.operator.comparison⟩ ⟨%@|constant.other.placeholder⟩ "
              "⟨AND|keyword.operator.logical⟩ b ⟨IN|keyword.operator.comparison⟩ {⟨\\\"x|string.quoted.double⟩\\\"}\", AND)\n"),
    ("swift", "NSPredicate(\n  format: \"\"\"\n    a == ⟨%@|constant.other.placeholder⟩\n    ⟨AND|keyword.operator.logical⟩ "
              "⟨\"x|string.quoted.double⟩\" == b\n    \"\"\", x)\nlet y = \"⟨AND|-⟩\"\n"),
    ("swift", "NSPredicate(format: #\"a ⟨MATCHES|keyword.operator.comparison⟩ ⟨\"[a-z]+|string.quoted.double⟩\"\"#)\nlet x = \"⟨AND|-⟩\"\n"),
    ("swift", "let s = String(format: \"a ⟨AND|-⟩ b\")\nlet t = \"a ⟨AND|-⟩ b\"\n"),
    ("objc", "[NSPredicate predicateWithFormat:@\"a ⟨==|keyword.operator.comparison⟩ ⟨%@|constant.other.placeholder⟩\", x];\n"
             "NSString *s = @\"a ⟨AND|-⟩ b\";\n"),
]

EXTENSIONS = {
    "yaml": "yaml", "yml": "yaml", "json": "json", "plist": "xml", "xml": "xml", "swift": "swift", "m": "objc",
    "predicates": LANGUAGE,
}


def grammars():
    """Every grammar by the name of its file."""
    found = {}
    for path in sorted(FOLDER.glob("*.tmLanguage.json")):
        found[path.name.removesuffix(".tmLanguage.json")] = json.loads(path.read_text(encoding="utf-8"))
    return found


def structure(found):
    """Problems of files: a rule that is not there, a pattern of nothing, a begin without an end."""
    scopes = {grammar["scopeName"]: grammar for grammar in found.values()}
    for name, grammar in found.items():
        pending = [grammar]
        while pending:
            value = pending.pop()
            if isinstance(value, list):
                pending += value
            if not isinstance(value, dict):
                continue
            pending += value.values()
            if "begin" in value and not ("end" in value or "while" in value):
                yield f"{name}: a rule begins and never ends: {value['begin']}"
            include = value.get("include")
            if not isinstance(include, str):
                continue
            scope, _, rule = include.partition("#")
            target = scopes.get(scope) if scope else grammar
            if target is None and scope != "source.swift":
                yield f"{name}: no grammar {scope}"
            if target is not None and rule and rule not in target.get("repository", {}):
                yield f"{name}: no rule {include}"


def package(found):
    """Problems of the extension: a grammar that it does not name, or names otherwise than the grammar names itself."""
    listed = json.loads(PACKAGE.read_text(encoding="utf-8"))["contributes"]["grammars"]
    if sorted(entry["path"] for entry in listed) != sorted(f"./grammars/{name}.tmLanguage.json" for name in found):
        yield "package.json: its grammars are not the files of the folder"
    for entry in listed:
        grammar = found.get(pathlib.Path(entry["path"]).name.removesuffix(".tmLanguage.json"), {})
        if grammar.get("scopeName") != entry["scopeName"]:
            yield f"package.json: {entry['path']} has the scope {grammar.get('scopeName')}"
        targets = ", ".join("L:" + scope for scope in entry.get("injectTo", []))
        if grammar.get("injectionSelector", "") != targets:
            yield f"package.json: {entry['path']} is injected into {grammar.get('injectionSelector')}"


class Engine:
    """babi's engine over copies of the grammars. It has no injections, so that a grammar stands alone here."""

    def __init__(self, found):
        from babi.highlight import Grammars
        self.folder = tempfile.TemporaryDirectory()
        for name, grammar in found.items():
            copy = dict(grammar, fileTypes=[name])
            (pathlib.Path(self.folder.name) / f"{grammar['scopeName']}.json").write_text(json.dumps(copy), encoding="utf-8")
        stub = {"scopeName": "source.swift", "fileTypes": [], "patterns": []}
        (pathlib.Path(self.folder.name) / "source.swift.json").write_text(json.dumps(stub), encoding="utf-8")
        self.grammars = Grammars(self.folder.name)
        self.scopes = {name: grammar["scopeName"] for name, grammar in found.items()}

    def regions(self, name, text):
        """For each line, triples of start, end and scopes."""
        from babi.highlight import highlight_line
        compiler = self.grammars.compiler_for_scope(self.scopes[name])
        state = compiler.root_state
        lines = []
        for number, line in enumerate(text.splitlines(keepends=True)):
            line = line if line.endswith("\n") else line + "\n"
            state, regions = highlight_line(compiler, state, line, first_line=number == 0)
            lines.append([(region.start, region.end, region.scope) for region in regions])
        return lines


def marked(sample):
    """A sample without its marks, and its marks: line, start, end, scope."""
    text, marks = "", []
    for part in re.split(r"(⟨[^⟩]*⟩)", sample):
        if part.startswith("⟨"):
            content, _, scope = part[1:-1].rpartition("|")
            line = text.count("\n")
            start = len(text) - (text.rfind("\n") + 1)
            marks.append((line, start, start + len(content), scope, content))
            text += content
        else:
            text += part
    return text, marks


def problems(engine):
    for name, sample in SAMPLES:
        text, marks = marked(sample)
        lines = engine.regions(name, text)
        for line, start, end, scope, content in marks:
            for first, last, scopes in lines[line]:
                if last <= start or first >= end:
                    continue
                own = [s for s in scopes if s.endswith(".predicate")]
                right = not own if scope == "-" else any(s.startswith(scope) for s in own)
                if not right:
                    yield f"{name}: {content!r} in {text!r} has {own or 'no scope'}, not {scope}"


def main():
    found = grammars()
    wrong = list(structure(found)) + list(package(found))
    if len(found) < 6:
        wrong.append("a grammar is missing")
    try:
        engine = Engine(found)
    except ImportError:
        engine = None
    if len(sys.argv) == 3 and sys.argv[1] == "--show" and engine:
        path = pathlib.Path(sys.argv[2])
        text = path.read_text(encoding="utf-8")
        for line, regions in zip(text.splitlines(), engine.regions(EXTENSIONS[path.suffix[1:]], text)):
            for start, end, scopes in regions:
                if line[start:end].strip():
                    print(f"{line[start:end]!r:40} {' '.join(scopes[1:])}")
        return
    if engine:
        wrong += problems(engine)
    if wrong:
        sys.exit("\n".join(wrong))
    count = sum(len(marked(sample)[1]) for _, sample in SAMPLES)
    print(f"{len(found)} grammars, " + (f"{count} scopes as expected" if engine else "structure only: pip install babi checks scopes"))


if __name__ == "__main__":
    main()
