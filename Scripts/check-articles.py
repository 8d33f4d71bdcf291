#!/usr/bin/env python3
"""Compiles and runs the Swift of the library's articles.

    Scripts/check-articles.py BUILD [ARTICLE.md ...]

BUILD is the build folder of Tests/ClientPackage, which has the libraries and the macro. The blocks of an article that open with ```swift are one
program, in their order, with the libraries imported before the first. It has to compile without a warning and to end without a failure.
Without articles: all of them.

Exit status: 0 all do, 1 one does not, 64 usage.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ["PredicateFormat", "PredicateKeyPaths", "PredicateFoundation", "PredicateMacros"]


def program(article):
    text = article.read_text()
    blocks = re.findall(r"^```swift\n(.*?)^```$", text, flags=re.M | re.S)
    return "".join(f"import {library}\n" for library in LIBRARIES) + "\n".join(blocks)


def check(article, build, work):
    source = work / article.stem / "main.swift"
    source.parent.mkdir()
    source.write_text(program(article))
    objects = [str(path) for library in LIBRARIES for path in sorted((build / f"{library}.build").glob("*.o"))]
    plugin = next(path for path in (build / f"PredicateMacrosPlugin{end}" for end in ("-tool", "")) if path.exists())
    binary = source.parent / "article"
    compiled = subprocess.run(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", str(build / "Modules"),
         "-load-plugin-executable", f"{plugin}#PredicateMacrosPlugin", str(source), *objects, "-o", str(binary)],
        capture_output=True, text=True)
    if compiled.returncode != 0:
        return compiled.stderr
    ran = subprocess.run([str(binary)], capture_output=True, text=True, timeout=60)
    return None if ran.returncode == 0 else ran.stdout + ran.stderr


def main():
    if len(sys.argv) < 2 or not Path(sys.argv[1]).is_dir():
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 64
    build = Path(sys.argv[1]).resolve()
    articles = [Path(path) for path in sys.argv[2:]] or sorted((ROOT / "Sources").glob("*/*.docc/**/*.md"))
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        for article in articles:
            problem = check(article, build, Path(work))
            if problem:
                failed = 1
                print(f"{article}:\n{problem}", file=sys.stderr)
    if not failed:
        print(f"{len(articles)} articles compile and run")
    return failed


if __name__ == "__main__":
    sys.exit(main())
