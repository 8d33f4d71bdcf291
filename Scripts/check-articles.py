#!/usr/bin/env python3
"""Compiles and runs the Swift code of README, of the pages of Documentation, and of the articles of the libraries.

    Scripts/check-articles.py BUILD [ARTICLE.md ...]

BUILD is the build folder of the package, such as .build/debug. The ```swift blocks of a page form one program in their
order, with the imports that the page shows: what a reader copies is what is compiled. It must compile without warnings,
end without a failure, and print what its comments say: `print(x)  // 1`, or a comment on the next line. Without
ARTICLE, all pages are checked but that of the macro, which needs a build with the trait `Macros`:
Scripts/check-swift-client.sh checks it.

Where a page leaves out what its reader has, such as a schema or a database, a comment `<!-- swift … -->` of the page
has it, and the functions around a block that is only compiled. The blocks of Documentation/messages/tree.md are
examples of messages: each must throw the message below it.

Exit status: 0 all are right, 1 one is not, 64 usage.
"""

import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Pages outside of the libraries whose Swift is checked. Excerpts of an example are compiled there.
PAGES = ["README.md"] + sorted(
    str(path.relative_to(ROOT)) for path in (ROOT / "Documentation").rglob("*.md")
    if "```swift\n" in path.read_text() and "<!-- excerpt " not in path.read_text())
# The page whose blocks throw, and what they use.
THROWING = "Documentation/messages/tree.md"
THROWING_CONTEXT = """
import PredicateCore
import PredicateFormat

final class Person: PredicateDescribed, Sendable {
    let age = 18
    let neighbour: Person? = nil
    static let predicateDescription = PredicateDescription<Person> { PredicateField("age", \\.age) }
}
let person = Person.predicateDescription.schema
"""
MACRO = "PredicateMacros"
# As Package.swift calls it.
SYSTEM = "macos" if sys.platform == "darwin" else "linux"


class Targets:
    """The targets of the package with what they need, as Package.swift says."""

    def __init__(self):
        dumped = subprocess.run(
            ["swift", "package", "--package-path", str(ROOT), "dump-package"], capture_output=True, text=True, check=True)
        self.targets = {target["name"]: target for target in json.loads(dumped.stdout)["targets"]}

    def needed(self, modules):
        """The modules, and those that they depend on, in the package or outside of it."""
        found, waiting = [], list(modules)
        while waiting:
            name = waiting.pop(0)
            if name in found:
                continue
            found.append(name)
            for dependency in self.targets.get(name, {}).get("dependencies", []):
                waiting.append(next(iter(dependency.values()))[0])
        return found

    def linked(self, module):
        """The system's libraries that a target links on this system."""
        libraries = []
        for setting in self.targets.get(module, {}).get("settings", []):
            systems = setting.get("condition", {}).get("platformNames") or [SYSTEM]
            if "linkedLibrary" in setting["kind"] and SYSTEM in systems:
                libraries.append(setting["kind"]["linkedLibrary"]["_0"])
        return libraries


def program(article):
    """The Swift of a page, with that in comments."""
    text = article.read_text()
    if article == ROOT / THROWING:
        return throwing(text)
    blocks = re.findall(r"^(?:```swift\n(.*?)```|<!-- swift\n(.*?)-->)$", text, flags=re.M | re.S)
    return "\n".join(shown or hidden for shown, hidden in blocks) if any(shown for shown, _ in blocks) else ""


def throwing(text):
    """A program of blocks that throw, in functions, with the messages that follow them."""
    blocks = re.findall(r"^```swift\n(.*?)^```\n\n```text[^\n]*\nerror: (.*?)\n", text, flags=re.M | re.S)
    if len(blocks) != text.count("```swift\n"):
        raise SystemExit(f"{THROWING}: a block has no message")
    parts = [THROWING_CONTEXT]
    for number, (block, message) in enumerate(blocks, 1):
        # The last line is an expression, whose value nobody needs.
        lines = block.rstrip("\n").split("\n")
        body = "\n".join(lines[:-1] + [f"_ = {lines[-1]}"])
        parts.append(f"""
func example{number}() throws {{
{body}
}}
do {{
    try example{number}()
    print("no error")
}} catch let error as PredicateDiagnostics {{
    print(error.diagnostics[0].message)  // {message}
}}""")
    return "\n".join(parts)


def objects(module, build):
    """The object files of a module. A build keeps those of deleted files, so the sources decide."""
    folder = build / f"{module}.build"
    sources = next((ROOT / "Sources").glob(f"*/{module}"), None)
    if sources is None:
        return sorted(folder.rglob("*.o"))
    swift = [folder / f"{path.name}.o" for path in sorted(sources.rglob("*.swift"))]
    # SwiftPM makes a file of the resources that a module contains.
    swift += folder.glob("embedded_resources.swift.o")
    c = [folder / f"{path.relative_to(sources)}.o" for path in sorted(sources.rglob("*.c"))]
    return [path for path in swift + c if path.is_file()]


def module_map(module, build):
    """The module map of a C module; nil for a Swift module."""
    own = (ROOT / "Sources").glob(f"*/{module}/include/module.modulemap")
    made = build / f"{module}.build" / "module.modulemap"
    fetched = (ROOT / ".build" / "checkouts").glob(f"*/Sources/{module}/module.modulemap")
    return next((path for path in [*own, made, *fetched] if path.is_file()), None)


def check(article, build, targets, work):
    text = program(article)
    source = work / "main.swift"
    source.write_text(text)
    options, files = [], []
    for module in targets.needed(sorted(set(re.findall(r"^import (Predicate\w+|GRDB)$", text, flags=re.M)))):
        # The macro is a program of its own, which the compiler runs.
        if module == "PredicateMacrosPlugin" or "Swift" in module:
            continue
        files += [str(path) for path in objects(module, build)]
        map = module_map(module, build)
        if map:
            options += ["-Xcc", f"-fmodule-map-file={map}"]
        options += [f"-l{library}" for library in targets.linked(module)]
    if f"import {MACRO}\n" in text:
        plugin = build / "PredicateMacrosPlugin-tool"
        plugin = plugin if plugin.is_file() else build / "PredicateMacrosPlugin"
        options += ["-load-plugin-executable", f"{plugin}#PredicateMacrosPlugin"]
    binary = work / "article"
    compiled = subprocess.run(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", str(build / "Modules"), *options, str(source),
         *files, "-o", str(binary)],
        capture_output=True, text=True)
    if compiled.returncode != 0:
        return compiled.stderr
    ran = subprocess.run([str(binary)], capture_output=True, text=True, timeout=60)
    if ran.returncode != 0:
        return ran.stdout + ran.stderr
    # The comments must be printed in order. Other output may be between them.
    printed = iter(ran.stdout.splitlines())
    for told in re.findall(r"^ *print\(.*\) *(?:// |\n *// )(.*)$", text, flags=re.M):
        if told not in printed:
            return f"`{told}` is not printed, or not in its turn:\n{ran.stdout}"
    return None


def main():
    if len(sys.argv) < 2 or not Path(sys.argv[1]).is_dir():
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 64
    build = Path(sys.argv[1]).resolve()
    pages = [ROOT / page for page in PAGES] + sorted((ROOT / "Sources").glob("*/*/*.docc/**/*.md"))
    articles = [Path(path).resolve() for path in sys.argv[2:]] or [page for page in pages if MACRO not in page.parts]
    targets = Targets()

    def problem(article):
        if not program(article):
            return None
        with tempfile.TemporaryDirectory() as work:
            return check(article, build, targets, Path(work))

    failed = 0
    # Two at a time: linking waits for the disk.
    with ThreadPoolExecutor(2) as pool:
        for article, found in zip(articles, pool.map(problem, articles)):
            if found:
                failed = 1
                print(f"{article}:\n{found}", file=sys.stderr)
    if not failed:
        print(f"{len(articles)} pages compile and run")
    return failed


if __name__ == "__main__":
    sys.exit(main())
