#!/usr/bin/env python3
"""Changes the meaning of the code in Values/, Semantics/ and Unicode/, one small change at a time, and checks whether
a test fails.

    make mutation
    Scripts/mutation.py [--folder DIR] [--group values|unicode|all] [--sample N --seed S]
    Scripts/mutation.py --again survived        only the survivors of the last run
    Scripts/mutation.py --report                writes Documentation/mutation-report.md from the last results

The package is copied to a folder and built there once. Every change ("mutant") is in the code next to the original,
and the environment variable MUTANT chooses one. Each mutant is then a run of the same test binary: first the tests of
values, which take a second, then the conformance corpus. A failure, a crash or a run of ten times the usual time
kills the mutant. The survivors are listed.

Only whole expressions are changed (a returned or assigned value, a condition, the value of a case of a switch), so
that nearly all mutants compile. Mutants that do not compile are left out.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import resource
import subprocess
import sys
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
CORE = "Sources/Language/PredicateCore"
NOTES = os.path.join(ROOT, "Scripts", "mutation-notes.json")
REPORT = os.path.join(ROOT, "Documentation", "mutation-report.md")
STAGES = [
    r"PredicateFormatTests\.(Arithmetic|Cast|Collection|Date|Identifier|Equality|Function|Membership|Matches|Order|Path"
    r"|LikePattern|TextCase|TextFolding|TextComparison|ByteSearch|RootCollation|CanonicalDecomposition|UTF8Text"
    r"|IdentifierCharacters|Mutation|ValueText|PredicateValue)\w*Tests",
    r"ConformanceTests\.",
]

MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

// Only what the tests of values need.
let package = Package(
    name: "PredicateFormat",
    targets: [
        .target(name: "PredicatePlatform"),
        .target(name: "PredicateCore", dependencies: ["PredicatePlatform"]),
        .target(name: "PredicateFormat", dependencies: ["PredicateCore", "PredicatePlatform"]),
        .target(name: "PredicateAnalysis", dependencies: ["PredicateFormat", "PredicatePlatform"]),
        .target(name: "CPCRE2", linkerSettings: [.linkedLibrary("pcre2-8")]),
        .target(name: "PredicatePatterns", dependencies: ["PredicateCore", "PredicatePlatform", "CPCRE2"]),
        .target(name: "CCompression", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("zstd")]),
        .target(name: "CRecordScan"),
        .target(name: "CColumnKernels"),
        .target(
            name: "PredicateRecords",
            dependencies: ["PredicateFormat", "PredicatePlatform", "CCompression", "CRecordScan", "CColumnKernels"]),
        .testTarget(
            name: "PredicateFormatTests", dependencies: ["PredicateFormat", "PredicateAnalysis", "PredicatePatterns"]),
        .testTarget(
            name: "ConformanceTests", dependencies: ["PredicateFormat", "PredicatePatterns", "PredicateRecords"]),
    ],
    swiftLanguageModes: [.v6]
)
"""

SWITCHBOARD = """#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

let activeMutant = Int(ProcessInfo.processInfo.environment["MUTANT"] ?? "") ?? 0

@inline(__always) func isMutant(_ number: Int) -> Bool { activeMutant == number }
"""

# MARK: Reading Swift


def masked(text):
    """The text with comments and string literals blanked out, at the same offsets."""
    out = list(text)
    index = 0
    while index < len(text):
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
            out[index:end] = " " * (end - index)
            index = end
        elif text[index] == '"':
            end = string_end(text, index)
            out[index + 1 : end - 1] = "_" * (end - index - 2)
            index = end
        else:
            index += 1
    return "".join(out)


def string_end(text, index):
    index += 1
    while text[index] != '"':
        if text.startswith("\\(", index):
            depth = 0
            index += 1
            while True:
                if text[index] == '"':
                    index = string_end(text, index)
                    continue
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
                if depth == 0:
                    break
        else:
            index += 2 if text[index] == "\\" else 1
    return index + 1


CONTINUES = re.compile(r"\s*(\.\w|\?\s|:\s|&&|\|\||\?\?|[-+*/|&%]\s)")


def expression_end(code, index, in_condition=False, stops=""):
    """The end of the expression that begins at `index`."""
    depth = 0
    while index < len(code):
        c = code[index]
        if in_condition and depth == 0 and (c in "{," or re.match(r"\selse\b", code[index:])):
            return index
        if depth == 0 and (c == ";" or c in stops):
            return index
        if c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                return index
            depth -= 1
        elif c == "\n" and depth == 0 and not in_condition:
            before = code[:index].rstrip(" ")[-1:]
            if before not in "=&|?:+-*/," and not CONTINUES.match(code, index + 1):
                return index
        index += 1
    return index


def matching_brace(code, index):
    depth = 0
    for position in range(index, len(code)):
        depth += {"{": 1, "}": -1}.get(code[position], 0)
        if depth == 0:
            return position
    return len(code)


KEYWORDS = r"(?:return|let|var|if|guard|for|while|switch|break|continue|throw|do|case|default|func|static|else|fallthrough)\b"
ASSIGNMENT = re.compile(
    r"(?:(?<=\n)|(?<=[{:;] ))[ ]*(?!" + KEYWORDS + r")((?:[\w.]|\[[^\]\n]*\])+)\s(=|[-+*|^]=|>>=|<<=)\s"
)
CALL = re.compile(r"(?<=\n)[ ]*((?:\w+\.)*\w+(?:\[[^\]\n]*\])?\.(?:append|removeFirst|removeLast|insert|add|take|formIndex)\()")


class Region:
    """An expression, and the way its variants are written."""

    def __init__(self, kind, start, end, head="", word=""):
        self.kind, self.start, self.end, self.head, self.word = kind, start, end, head, word
        self.variants = []


def regions(code):
    found = []

    def add(kind, start, end, head="", word=""):
        end = start + len(code[start:end].rstrip())
        if end > start and not re.match(r"(?:switch|if)\b", code[start:end]):
            found.append(Region(kind, start, end, head, word))

    for match in re.finditer(r"\breturn[ ]+(?=[^\s}])", code):
        end = expression_end(code, match.end())
        if re.match(r"(?:switch|if)\b", code[match.end() :]):
            continue
        found.append(Region("return", match.start(), match.start() + len(code[match.start() : end].rstrip())))
    for match in re.finditer(r"(?<!#)\b(if|guard|while|where)[ ]", code):
        word = match.group(1)
        index = match.end()
        while True:
            while code[index].isspace():
                index += 1
            end = expression_end(code, index, True, ":" if word == "where" else "")
            clause = code[index:end]
            binding = re.match(r"(?:let|var)\s+\w+\s*=\s*", clause)
            if binding:
                add("binding", index + binding.end(), end)
            elif not re.match(r"(?:let|var|case)\b", clause):
                add("condition", index, end, word=word)
            if end >= len(code) or code[end] != ",":
                break
            index = end + 1
    declaration = r"(?<=\n)[ ]*(?:(?:private|static|package|public|fileprivate)\s+)*(?:let|var)\s+[\w(), ]+(?::\s*[^=\n{]+)?\s=\s+"
    for match in re.finditer(declaration, code):
        add("value", match.end(), expression_end(code, match.end()))
    for match in ASSIGNMENT.finditer(code):
        head = match.group(0).lstrip()
        start = match.end() - len(head)
        end = expression_end(code, match.end())
        found.append(Region("statement", start, start + len(code[start:end].rstrip())))
    for match in CALL.finditer(code):
        end = expression_end(code, match.start(1))
        found.append(Region("statement", match.start(1), match.start(1) + len(code[match.start(1) : end].rstrip())))
    for match in re.finditer(r"(?<=\n)[ ]*(case\b[^\n]*|default:)", code):
        colon = code.find(":", match.start()) if match.group(1) == "default:" else case_colon(code, match.start(1))
        if colon is None:
            continue
        start = re.compile(r"\s*").match(code, colon + 1).end()
        if re.match(KEYWORDS + r"|[@}]", code[start:]) or ASSIGNMENT.match(" " + code[start - 1 :], 1):
            continue
        if re.match(r"(?:[\w.]|\[[^\]\n]*\])+\s(=|[-+*|^]=|>>=|<<=)\s", code[start:]):
            continue
        add("value", start, expression_end(code, start))
    for match in re.finditer(r"(?:->\s*[^{}\n=]+?|\bvar\s+\w+\s*:\s*[^={}\n]+?)\s*\{\s*", code):
        if re.match(KEYWORDS + r"|[@#]", code[match.end() :]):
            continue
        end = expression_end(code, match.end())
        if code[end:].lstrip().startswith("}") and not ASSIGNMENT.match("\n" + code[match.end() :], 1):
            add("value", match.end(), end)
    # Inner regions replace outer ones, and regions with the same start are one.
    found.sort(key=lambda region: (region.start, region.end - region.start))
    unique = []
    for region in found:
        if not unique or unique[-1].start != region.start:
            unique.append(region)
    return [a for a in unique if not any(b is not a and a.start <= b.start and b.end <= a.end for b in unique)]


def case_colon(code, index):
    """The colon of a `case` in a switch; None for a case of an enumeration."""
    depth = 0
    for position in range(index, len(code)):
        c = code[position]
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(c, 0)
        if c == ":" and depth == 0:
            return position
        if c in "={}" and depth == 0 and code[position - 1 : position + 2] not in (" ==", "== "):
            return None
        if c == "\n" and depth == 0 and code[:position].rstrip()[-1] != ",":
            return None
    return None


# MARK: Changes

OPERATORS = {
    " < ": [" <= ", " > "], " <= ": [" < "], " > ": [" >= ", " < "], " >= ": [" > "],
    " == ": [" != "], " != ": [" == "], " && ": [" || "], " || ": [" && "],
    " + ": [" - "], " - ": [" + "], " * ": [" + "], " / ": [" * "], " % ": [" * "],
    " &+ ": [" &- "], " & ": [" | "], " | ": [" & "], " ^ ": [" & "], " << ": [" >> "], " >> ": [" << "],
    " += ": [" -= "], " -= ": [" += "], "..<": ["..."], "...": ["..<"],
}  # fmt: skip
WORDS = [
    (r"\.less\b", ".greater"), (r"\.greater\b", ".less"), (r"\.equal\b", ".less"),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\.null\b", ".integer(0)"),
    (r"\.first\b", ".last"), (r"\.last\b", ".first"), (r"\bfirstIndex\b", "lastIndex"),
    (r"\.dropFirst\b", ".dropLast"), (r"\.down\b", ".up"), (r"\.up\b", ".down"), (r"\.towardZero\b", ".up"),
    (r"\bmin\(", "max("), (r"\bmax\(", "min("), (r"\bhasPrefix\b", "hasSuffix"), (r"\bhasSuffix\b", "hasPrefix"),
    (r"\.upper\(", ".lower("), (r"\.lower\(", ".upper("), (r"\.naturalLogarithm\b", ".logarithm"),
    (r"\bRealFunctions\.logarithm\b", "RealFunctions.naturalLogarithm"), (r"\bdistinct\(", "Array("),
    (r"\.filter\(isPresent\)", ""), (r"options: options\b", "options: []"), (r"\.effective\b", ""),
    (r"\.caseInsensitive\b", ".diacriticInsensitive"), (r"\.diacriticInsensitive\b", ".caseInsensitive"),
    (r"\.localized\b", ".normalized"), (r"\.normalized\b", ".localized"), (r"\.magnitude\b", ""),
    (r"\.isFinite\b", ".isNaN"), (r"\.union\b", ".intersect"), (r"\bCanonicalURL\((\w+)\)\.text", r"\1"),
    (r"(?<![\w)\]])!(?=[\w(.])", ""), (r"(?<=[ (\[])-(?=[a-zA-Z(])", ""),
    (r"(?<=\()(\w+), (\w+)(?=\))", r"\2, \1"), (r"(?<=, )([a-zA-Z]\w*), ([a-zA-Z]\w*)(?=\))", r"\2, \1"),
]  # fmt: skip
NIL = {
    "Int64": "0", "Int": "0", "Order": ".equal", "Decimal": "0", "[PredicateValue]": "[]", "String": '""', "Bool": "false",
    "PredicateValue": ".integer(0)", "Date": "Date(timeIntervalSinceReferenceDate: 0)", "Double": "0",
    "ValueSemantics.Order": ".equal",
}  # fmt: skip


def changes(code, start, end):
    """The changes between two offsets: start, end, replacement."""
    part = code[start:end]
    for operator, others in OPERATORS.items():
        index = part.find(operator)
        while index >= 0:
            for other in others:
                yield start + index, start + index + len(operator), other
            index = part.find(operator, index + 1)
    for pattern, other in WORDS:
        for match in re.finditer(pattern, part):
            yield start + match.start(), start + match.end(), match.expand(other)
    for match in re.finditer(r"(?<![\w.$])(0x[0-9A-Fa-f_]+|\d+)(?![\w.])", part):
        number = match.group(1)
        value = int(number.replace("_", ""), 0)
        width = len(number) - 2
        for other in (value + 1, value - 1):
            if other >= 0:
                text = f"0x{other:0{width}X}" if number.startswith("0x") else str(other)
                yield start + match.start(), start + match.end(), text
    for match in re.finditer(r"\bnil\b", part):
        kinds = re.findall(r"(?:->|\bvar\s+\w+\s*:)\s*([^{}\n=]+?)\s*\{", code[: start + match.start()])
        if kinds and kinds[-1].endswith("?") and kinds[-1][:-1] in NIL:
            yield start + match.start(), start + match.end(), NIL[kinds[-1][:-1]]


class Mutant:
    def __init__(self, file, text, start, end, replacement, what=None):
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", start)
        self.file = file
        self.line = text.count("\n", 0, start) + 1
        self.source = text[line_start:line_end].strip()
        old = " ".join(text[start:end].split())
        self.change = what or f"`{old}` → `{replacement.strip()}`".replace("→ ``", "→ nothing")
        # Identifies the mutant when lines move. The column distinguishes mutants of one line.
        self.key = f"{file}|{self.source}|{start - line_start - (len(text[line_start:line_end]) - len(text[line_start:line_end].lstrip()))}|{self.change}"
        self.number = 0


def rewrite(file, text, wanted, take):
    """The text with its mutants. `wanted` decides whether a mutant is included; `take` numbers it."""
    code = masked(text)
    edits = []
    for number, region in enumerate(regions(code)):
        variants = []
        whole = " ".join(text[region.start : region.end].split())
        if whole == "true":
            continue

        def offer(mutant, variant):
            if wanted(mutant):
                take(mutant)
                variants.append((mutant.number, variant))

        for start, end, other in sorted(set(changes(code, region.start, region.end))):
            variant = text[region.start : start] + other + text[end : region.end]
            offer(Mutant(file, text, start, end, other), variant)
        if region.kind == "condition":
            for answer in ("true", "false"):
                if region.word == "while" and answer == "true" or whole == answer:
                    continue
                mutant = Mutant(file, text, region.start, region.end, answer, f"{region.word} `{whole}` → `{answer}`")
                offer(mutant, answer)
        if region.kind == "statement" and not is_first_assignment(code, code[region.start : region.end]):
            offer(Mutant(file, text, region.start, region.end, "", f"without `{whole}`"), "()")
        if variants:
            edits.append((region.start, region.end, written(region, number, text[region.start : region.end], variants)))
    for place, insertion, mutant in patterns(file, text, code):
        if wanted(mutant):
            take(mutant)
            edits.append((place, place, f"\n/*M{mutant.number}<*/ {insertion}!isMutant({mutant.number}) /*>M{mutant.number}*/\n"))
    for start, end, replacement in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def is_first_assignment(code, statement):
    """Whether a statement may give a variable its first value, so that the code does not compile without it."""
    target = re.match(r"([\w.]+)\s=\s", statement)
    if not target:
        return False
    name = re.escape(target.group(1)) + r"\b"
    return bool(re.search(r"\b(?:let|var)\s+" + name + r":[^=\n]+\n", code)) or not re.search(r"\bvar\s+" + name + r"[^\n]*=", code)


def written(region, region_number, original, variants):
    marked = [(number, f"/*M{number}<*/ {variant} /*>M{number}*/") for number, variant in variants]
    if region.kind in ("condition", "binding"):
        body = "".join(f"isMutant({number}) ?\n{variant}\n: " for number, variant in marked)
        return f"/*R{region_number}<*/ (\n{body}{original}\n) /*>R{region_number}*/"
    body = "".join(f"if isMutant({number}) {{\n{variant}\n}} else " for number, variant in marked)
    return f"/*R{region_number}<*/ {body}{{\n{original}\n}} /*>R{region_number}*/"


def patterns(file, text, code):
    """Mutants that remove an alternative of a `case`, if a `default` takes its values."""
    switches = [(match.start(), matching_brace(code, match.end() - 1)) for match in re.finditer(r"\bswitch\b[^{\n]*\{", code)]
    for match in re.finditer(r"(?<=\n)([ ]*)case\b", code):
        colon = case_colon(code, match.end() - 4)
        around = [pair for pair in switches if pair[0] < match.start() < pair[1]]
        if colon is None or not around:
            continue
        start, end = max(around)
        if not re.search(r"\n" + match.group(1) + r"default:", code[start:end]):
            continue
        depth, begin = 0, match.end()
        for position in range(match.end(), colon + 1):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[position], 0)
            if depth == 0 and code[position] in ",:":
                alternative = " ".join(text[begin:position].split())
                word = " && " if re.search(r"\bwhere\b", alternative) else " where "
                first = begin + len(code[begin:position]) - len(code[begin:position].lstrip())
                yield position, word, Mutant(file, text, first, position, "", f"without `case {alternative}`")
                begin = position + 1


# MARK: Building


def copy_package(folder):
    """Copies the package. Unchanged files are not touched, so that they are not built again."""
    put(os.path.join(folder, "Package.swift"), MANIFEST.encode())
    wanted = set()
    for top in ("Sources", "Tests"):
        for path, _, names in os.walk(os.path.join(ROOT, top)):
            for name in names:
                target = os.path.join(folder, os.path.relpath(os.path.join(path, name), ROOT))
                wanted.add(target)
                # `write_mutants` writes the files to change.
                if os.path.relpath(target, folder) not in files("all") or not os.path.exists(target):
                    with open(os.path.join(path, name), "rb") as file:
                        put(target, file.read())
    for top in ("Sources", "Tests"):
        for path, _, names in os.walk(os.path.join(folder, top)):
            for name in names:
                if os.path.join(path, name) not in wanted and name != "Mutation.swift":
                    os.remove(os.path.join(path, name))


def put(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == content:
                return
    with open(path, "wb") as file:
        file.write(content)


def files(group):
    def logic(folder):
        names = sorted(os.listdir(os.path.join(ROOT, folder)))
        # The tables are generated from Unicode's data.
        return [f"{folder}/{name}" for name in names if name.endswith(".swift") and not name.endswith("Tables.swift")]

    values = logic(f"{CORE}/Values") + logic(f"{CORE}/Semantics")
    unicode = logic(f"{CORE}/Unicode")
    return {"values": values, "unicode": unicode, "all": values + unicode}[group]


def write_mutants(folder, group, dropped, chosen):
    """Writes the changed sources. Returns the mutants and their numbers."""
    mutants, seen, numbers = [], collections.Counter(), {}
    for file in files(group):
        with open(os.path.join(ROOT, file)) as source:
            text = source.read()

        def wanted(mutant):
            seen[mutant.key] += 1
            if seen[mutant.key] > 1:
                mutant.key += f"|{seen[mutant.key]}"
            return mutant.key not in dropped and (chosen is None or mutant.key in chosen)

        def take(mutant):
            mutants.append(mutant)
            mutant.number = len(mutants)

        changed = rewrite(file, text, wanted, take)
        put(os.path.join(folder, file), changed.encode())
        numbers[file] = changed
    for file in set(files("all")) - set(files(group)):
        with open(os.path.join(ROOT, file), "rb") as source:
            put(os.path.join(folder, file), source.read())
    put(os.path.join(folder, CORE, "Values", "Mutation.swift"), SWITCHBOARD.encode())
    return mutants, numbers


def blamed(changed, line):
    """The mutants to leave out because of an error in a line of a changed file."""
    spans = {"M": {}, "R": {}}
    row = 1
    inside = collections.defaultdict(list)
    open_regions = []
    for match in re.finditer(r"\n|/\*([MR])(\d+)<\*/|/\*>([MR])(\d+)\*/", changed):
        if match.group(0) == "\n":
            row += 1
        elif match.group(1):
            spans[match.group(1)][int(match.group(2))] = [row, row]
            if match.group(1) == "R":
                open_regions.append(int(match.group(2)))
            elif open_regions:
                inside[open_regions[-1]].append(int(match.group(2)))
        else:
            spans[match.group(3)][int(match.group(4))][1] = row
            if match.group(3) == "R":
                open_regions.pop()
    exact = {number for number, (first, last) in spans["M"].items() if first <= line <= last}
    if exact:
        return exact
    return {number for region, (first, last) in spans["R"].items() if first <= line <= last for number in inside[region]}


def build(folder, group, chosen, swift, compiler, dropped):
    """Leaves out mutants until all code compiles, then builds the tests. Returns the mutants."""
    sources = [
        os.path.join(path, name)
        for path, _, names in os.walk(os.path.join(folder, CORE))
        for name in names
        if name.endswith(".swift")
    ]
    sources.append(os.path.join(folder, CORE, "Values", "Mutation.swift"))
    sources = sorted(set(sources))
    check = compiler.split() + [
        "-swift-version", "6", "-package-name", "predicateformat", "-module-name", "PredicateCore", "-suppress-warnings",
        "-parse-as-library", "-wmo",
    ]  # fmt: skip
    # First the types, which is fast; then the errors of later passes (such as missing initializations).
    for how in (["-typecheck"], ["-emit-sil", "-Onone", "-o", "/dev/null"]):
        while True:
            mutants, changed = write_mutants(folder, group, dropped, chosen)
            started = time.time()
            run = subprocess.run(check + how + sources, capture_output=True, text=True)
            errors = set(re.findall(r"(/[^\s:]+\.swift):(\d+):\d+: error: (.*)", run.stderr + run.stdout))
            print(f"{len(mutants)} mutants, {len(errors)} errors ({time.time() - started:.0f} s)", flush=True)
            if not errors:
                if run.returncode != 0:
                    sys.exit(run.stderr[-3000:])
                break
            guilty = set()
            for path, line, message in errors:
                name = os.path.relpath(os.path.realpath(path), os.path.realpath(folder))
                numbers = blamed(changed.get(name, ""), int(line))
                if not numbers:
                    print(f"  {name}:{line}: {message}")
                guilty |= numbers
            if not guilty:
                sys.exit("errors that no mutant caused")
            dropped |= {mutant.key for mutant in mutants if mutant.number in guilty}
    command = swift.split() + ["build", "--build-tests", "-c", "release", "-Xswiftc", "-enable-testing"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit((run.stdout + run.stderr)[-4000:])
    return mutants


# MARK: Running


def bounded():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(15)


def run_stage(folder, number, stage, timeout):
    binary = os.path.join(folder, ".build/release/PredicateFormatPackageTests.xctest")
    environment = dict(os.environ, MUTANT=str(number), SWIFT_BACKTRACE="enable=no")
    started = time.time()
    try:
        run = subprocess.run(
            [binary, "--filter", stage, "--testing-library", "swift-testing"],
            cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=timeout,
            preexec_fn=bounded,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "timeout", set(), time.time() - started
    # The failures: cases of the corpus by id, tests by name.
    failures = set(re.findall(r"↳ ([\w-]+): ", run.stdout)) | set(re.findall(r"✘\S* Test ([^\n]*?) recorded an", run.stdout))
    failures = {failure.split(" with ")[0] for failure in failures}
    if run.returncode < 0:
        return "crashed", failures, time.time() - started
    return ("survived" if run.returncode == 0 else "killed"), failures, time.time() - started


def test(folder, mutant, stages, before):
    for stage, (limit, known) in zip(stages, before):
        outcome, failures, _ = run_stage(folder, mutant.number, stage, limit)
        if outcome in ("crashed", "timeout"):
            return mutant, outcome, ""
        if failures - known or outcome == "killed" and not known:
            return mutant, "killed", ", ".join(sorted(failures - known)[:3])
    return mutant, "survived", ""


def run_all(folder, mutants, stages, jobs, deadline, results, path):
    before = []
    for stage in stages:
        outcome, failures, seconds = run_stage(folder, 0, stage, 600)
        print(f"without a mutant: {len(failures)} failures in {seconds:.1f} s: {stage}", flush=True)
        if outcome in ("crashed", "timeout"):
            sys.exit(f"without a mutant: {outcome}")
        # Tests that fail without a mutant show nothing.
        before.append((10 * seconds + 10, failures))
    started = time.time()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:

        def one(mutant):
            if deadline and time.time() - started > deadline:
                return mutant, None, ""
            return test(folder, mutant, stages, before)

        for count, (mutant, outcome, by) in enumerate(pool.map(one, mutants), 1):
            if outcome is None:
                continue
            results[mutant.key] = {
                "file": mutant.file, "line": mutant.line, "source": mutant.source, "change": mutant.change,
                "outcome": outcome, "by": by,
            }  # fmt: skip
            name = mutant.file.removeprefix(CORE + "/")
            print(f"{count}/{len(mutants)} {outcome:8} {name}:{mutant.line}: {mutant.change}", flush=True)
            if count % 20 == 0:
                save(results, path)
    save(results, path)


def save(results, path):
    with open(path, "w") as file:
        json.dump(results, file, indent=1, ensure_ascii=False)


# MARK: Reporting


def report(results, made):
    notes = {}
    if os.path.exists(NOTES):
        with open(NOTES) as file:
            notes = json.load(file)
    table = collections.defaultdict(collections.Counter)
    for result in results.values():
        table[result["file"].removeprefix(CORE + "/")][result["outcome"]] += 1
    lines = ["# Mutation run over Values/, Semantics/ and Unicode/", ""]
    lines += [
        "`make mutation` changes the meaning of the code in these folders of the core, one small change at a time: an",
        "operator, a constant, a condition that always or never holds, an alternative of a `case` or a statement that is left out.",
        "The tests of values and the conformance corpus run with each change. A change that makes a test fail (or crash, or run",
        "ten times as long) is killed; one that no test notices survives, and stands below with what it means.",
        "",
        f"{made}",
        "",
        "| file | mutants | killed | of them crash | of them time | survived |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    total = collections.Counter()
    for file, counts in sorted(table.items()):
        total.update(counts)
        lines.append(row(file, counts))
    lines.append(row("**all**", total))
    survivors = [(key, result) for key, result in results.items() if result["outcome"] == "survived"]
    lines += ["", "## Survivors", ""]
    if not survivors:
        lines.append("None.")
    current = None
    for key, result in sorted(survivors, key=lambda pair: (pair[1]["file"], pair[1]["line"])):
        name = result["file"].removeprefix(CORE + "/")
        if name != current:
            lines += ([""] if current else []) + [f"### {name}", ""]
            current = name
        lines.append(f"- {result['line']}: {result['change']}  ")
        lines.append(f"  {note(notes, key, result)}")
    os.makedirs(os.path.dirname(REPORT), exist_ok=True)
    with open(REPORT, "w") as file:
        file.write("\n".join(lines) + "\n")


def row(name, counts):
    killed = counts["killed"] + counts["crashed"] + counts["timeout"]
    return f"| {name} | {sum(counts.values())} | {killed} | {counts['crashed']} | {counts['timeout']} | {counts['survived']} |"


def note(notes, key, result):
    """The result of a review: of this mutant, or of all mutants of its source line."""
    if key in notes:
        return notes[key]
    return notes.get(f"{result['file'].rsplit('/', 1)[-1]}|{result['source']}", "Not looked at.")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("--folder", default=os.path.join(ROOT, ".build-mutation"), help="where the copy is built")
    options.add_argument("--group", choices=["values", "unicode", "all"], default="values")
    options.add_argument("--sample", type=int, help="the number of random mutants to run")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--again", choices=["survived"], help="run only the survivors of the last run")
    options.add_argument("--list", action="store_true", help="count the mutants and stop")
    options.add_argument("--no-build", action="store_true", help="use the build of the last run, which must have the same mutants")
    options.add_argument("--suites", nargs="+", default=STAGES, help="test filters, one run each, fast ones first")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--seconds", type=int, help="start no more mutants after this many seconds")
    options.add_argument("--swift", default=os.environ.get("SWIFT", "swift"), help="the command that builds")
    options.add_argument("--swiftc", default="swiftc", help="the compiler for finding mutants that do not compile")
    options.add_argument("--remark", default="", help="a sentence for the report")
    options.add_argument("--report", action="store_true", help="write the report and stop")
    chosen = options.parse_args()
    path = os.path.join(chosen.folder, "results.json")
    results = json.load(open(path)) if os.path.exists(path) else {}
    if chosen.report:
        return report(results, made_of(results, chosen))
    copy_package(chosen.folder)
    dropped_path = os.path.join(chosen.folder, "dropped.json")
    dropped = set(json.load(open(dropped_path))) if os.path.exists(dropped_path) else set()
    if chosen.list:
        mutants, _ = enumerate_mutants(chosen)
        print(len(mutants), "mutants:", dict(collections.Counter(os.path.basename(m.file) for m in mutants)))
        return None
    if chosen.no_build:
        mutants, _ = enumerate_mutants(chosen)
    else:
        mutants = build(chosen.folder, chosen.group, None, chosen.swift, chosen.swiftc, dropped)
        with open(dropped_path, "w") as file:
            json.dump(sorted(dropped), file)
    if chosen.again:
        mutants = [m for m in mutants if results.get(m.key, {}).get("outcome") == chosen.again]
    else:
        known = {m.key for m in mutants}
        results = {key: result for key, result in results.items() if key in known} if chosen.seconds else {}
        mutants = [m for m in mutants if m.key not in results]
        if chosen.sample and chosen.sample < len(mutants):
            mutants = random.Random(chosen.seed).sample(mutants, chosen.sample)
        else:
            # In random order, so that an interrupted run has tested a part of everything.
            random.Random(chosen.seed).shuffle(mutants)
    run_all(chosen.folder, mutants, chosen.suites, chosen.jobs, chosen.seconds, results, path)
    report(results, made_of(results, chosen))
    survived = sum(result["outcome"] == "survived" for result in results.values())
    print(f"{len(results)} mutants, {survived} survived; {os.path.relpath(REPORT, ROOT)}")
    return None


def made_of(results, chosen):
    """How the results were made."""
    mutants, _ = enumerate_mutants(chosen)
    share = "all" if len(results) >= len(mutants) else f"drawn at random"
    return f"Of the {len(mutants)} changes that compile {len(results)} were tried, {share}. {chosen.remark}".rstrip()


def enumerate_mutants(chosen):
    path = os.path.join(chosen.folder, "dropped.json")
    dropped = set(json.load(open(path))) if os.path.exists(path) else set()
    return write_mutants(chosen.folder, chosen.group, dropped, None)


if __name__ == "__main__":
    main()
