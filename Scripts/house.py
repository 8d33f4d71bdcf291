#!/usr/bin/env python3
"""Counts what the house is made of: lines, files, products, public declarations, scripts and words.

    Scripts/house.py            prints the figures
    Scripts/house.py --check    also compares them with the limits below; exit status 1 if one is exceeded

A line of code has something besides blanks and comments. Tables that scripts write are counted apart. A public declaration
is a line that begins with `public` or `open`, without extensions and without the overloads that must not compile. The files that name a
text operator are those of Sources with `.beginsWith`. Programs elsewhere are those in Python, bash, Lua and C under Tests,
Benchmarks, Fuzz and Examples. The figures are of the files that git knows.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GENERATED = re.compile(r"^// (?:Generated|Written|Made) by Scripts/|^// This file is written by", re.MULTILINE)
CONDITION = re.compile(r"^\s*#(?:if|elseif) .*\b(?:Command|Configuration|Files|SQLite|PostgreSQL)\b", re.MULTILINE)
PROGRAMS = (".py", ".sh", ".lua", ".c")

# Overloads that exist to be refused with a message, so that nobody reads them.
IMPOSSIBLE = {"KeyPathMismatch.swift"}

# The most that a figure may be.
LIMITS = {
    "files in Sources": 800,
    # Nine for Swift, the core for tool makers, and the library for other languages.
    "library products": 11,
    "#if for modules in the command": 0,
    "files that name a text operator": 10,
    "scripts": 30,
    "lines of scripts": 6_000,
    "lines of code in Sources": 98_000,
    "public declarations": 1_850,
    "words in Documentation": 90_000,
    "words in ARCHITECTURE.md": 2_500,
    "words in README.md": 700,
}


def files(*patterns):
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in sorted(set(listed.stdout.split("\0"))) if name]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def text(path):
    return path.read_text(encoding="utf-8", errors="replace")


def code_lines(content):
    content = re.sub(r"/\*.*?\*/", "", content, flags=re.DOTALL)
    return sum(1 for line in content.split("\n") if line.strip() and not line.strip().startswith(("//", "# ")))


def figures():
    endings = ["swift", "c", "h", "inc", "py", "bash", "zsh", "fish"]
    sources = files(*(f"Sources/**/*.{ending}" for ending in endings))
    texts = {path: text(path) for path in sources}
    generated = {path for path in sources if GENERATED.search(texts[path][:2_000])}
    command = [
        path for path in sources
        if "Command" in path.relative_to(ROOT / "Sources").parts[0] and path.relative_to(ROOT / "Sources").parts[1] != "predicate"
    ]
    scripts = [path for path in files("Scripts") if path.suffix in PROGRAMS]
    programs = [path for path in files("Tests", "Benchmarks", "Fuzz", "Examples") if path.suffix in PROGRAMS]
    tests = files("Tests/**/*.swift")
    manifest = text(ROOT / "Package.swift")
    return {
        "lines of code in Sources": sum(code_lines(texts[path]) for path in sources if path not in generated),
        "lines in Sources": sum(texts[path].count("\n") for path in sources if path not in generated),
        "lines of tables": sum(texts[path].count("\n") for path in generated),
        "files in Sources": len(sources),
        "library products": len(re.findall(r"\.library\(", manifest)),
        "public declarations": sum(
            1 for path in sources if path.suffix == ".swift" and path.name not in IMPOSSIBLE
            for line in texts[path].split("\n")
            if re.match(r"\s*(?:@\w+(?:\([^)]*\))? )*(?:public |open (?=class|func|var|subscript))(?!extension|import)", line)),
        # A file that is wholly under a condition belongs to a wing that a build may lack.
        "#if for modules in the command": sum(
            len(CONDITION.findall(texts[path])) - bool(CONDITION.match(texts[path])) for path in command),
        "files that name a text operator": sum(
            1 for path in sources if path.suffix == ".swift" and re.search(r"\.beginsWith\b", texts[path])),
        "scripts": len(scripts),
        "lines of scripts": sum(text(path).count("\n") for path in scripts),
        "lines of programs elsewhere": sum(text(path).count("\n") for path in programs),
        "lines of tests": sum(text(path).count("\n") for path in tests),
        "words in Documentation": sum(len(text(path).split()) for path in files("Documentation/**/*.md", "Documentation/*.md")),
        "words in ARCHITECTURE.md": len(text(ROOT / "ARCHITECTURE.md").split()),
        "words in README.md": len(text(ROOT / "README.md").split()),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with the limits")
    options = parser.parse_args()
    exceeded = False
    for name, value in figures().items():
        limit = LIMITS.get(name)
        over = limit is not None and value > limit
        exceeded = exceeded or over
        print(f"{name:34} {value:>9,}" + (f"   at most {limit:,}" if over else ""))
    if options.check and exceeded:
        sys.exit(1)


if __name__ == "__main__":
    main()
