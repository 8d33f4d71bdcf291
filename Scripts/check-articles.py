#!/usr/bin/env python3
"""Compiles and runs the Swift code of README, of Documentation/swift.md, and of the library's articles.

    Scripts/check-articles.py BUILD [ARTICLE.md ...]

BUILD is the build folder of the package, such as .build/debug. The ```swift blocks of an article form one program in
their order, and the libraries are imported before the first. It must compile without warnings, end without a failure,
and print what its comments say: `print(x)  // 1`, or a comment on the next line. Without ARTICLE, all articles are
checked.

Exit status: 0 all are right, 1 one is not, 64 usage.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ["PredicateFormat", "PredicateAnalysis", "PredicateKeyPaths", "PredicateFoundation"]
# What articles of other libraries need besides: the libraries themselves, and what they are written in.
OTHERS = ["PredicateRecords", "PredicateSets"]
# Pages outside of the libraries whose Swift is checked, too.
PAGES = ["README.md", "Documentation/swift.md"]
IN_C = ["CRecordScan", "CColumnKernels", "CCompression"]


def program(article):
    text = article.read_text()
    blocks = re.findall(r"^```swift\n(.*?)^```$", text, flags=re.M | re.S)
    return "".join(f"import {library}\n" for library in LIBRARIES) + "\n".join(blocks)


def check(article, build, work):
    source = work / article.stem / "main.swift"
    source.parent.mkdir()
    source.write_text(program(article))
    # A build keeps the objects of deleted files, so the sources decide which objects are linked.
    sources = [(library, path) for library in LIBRARIES for path in sorted((ROOT / "Sources" / library).rglob("*.swift"))]
    objects = [str(build / f"{library}.build" / f"{path.name}.o") for library, path in sources]
    options = []
    if any(f"import {library}\n" in source.read_text() for library in OTHERS):
        for library in OTHERS + IN_C:
            objects += [str(path) for path in sorted((build / f"{library}.build").rglob("*.o"))]
        for module in IN_C:
            own = ROOT / "Sources" / module / "include" / "module.modulemap"
            map = own if own.is_file() else build / f"{module}.build" / "module.modulemap"
            options += ["-Xcc", f"-fmodule-map-file={map}"]
        options += ["-lz", "-lzstd"]
    binary = source.parent / "article"
    compiled = subprocess.run(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", str(build / "Modules"), *options, str(source), *objects,
         "-o", str(binary)],
        capture_output=True, text=True)
    if compiled.returncode != 0:
        return compiled.stderr
    ran = subprocess.run([str(binary)], capture_output=True, text=True, timeout=60)
    if ran.returncode != 0:
        return ran.stdout + ran.stderr
    # The comments must be printed in order. Other output may be between them.
    printed = iter(ran.stdout.splitlines())
    for told in re.findall(r"^ *print\(.*\)(?:  // |\n *// )(.*)$", source.read_text(), flags=re.M):
        if told not in printed:
            return f"`{told}` is not printed, or not in its turn:\n{ran.stdout}"
    return None


def main():
    if len(sys.argv) < 2 or not Path(sys.argv[1]).is_dir():
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 64
    build = Path(sys.argv[1]).resolve()
    articles = [Path(path) for path in sys.argv[2:]] or [ROOT / page for page in PAGES] + sorted(
        (ROOT / "Sources").glob("*/*.docc/**/*.md"))
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
