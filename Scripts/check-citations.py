#!/usr/bin/env python3
"""Checks the citations, relative links, excerpts and words of the repository, and the speeds in README and why.md.

    Scripts/check-citations.py            prints a line for each problem; exit status 1 if there is one
    Scripts/check-citations.py --list     prints each cited decision and fact with the number of its citations

A decision (`D81`) is an anchor of Documentation/specification.md, a fact (`fact C12`) one of Documentation/facts.md.
A section (`§4.5`) is one of the specification, or of the facts after the word "facts". In the JSON cases of Tests the
keys `decision`, `section` and `fact` cite. In Markdown a decision is cited by a link. The block after a comment
`<!-- excerpt FILE -->` must be lines of that file, which may be indented further there. The speeds in README and why.md must
be those of the last benchmark. The script needs only Python 3.9 or later.
"""

import collections
import datetime
import json
import re
import subprocess
import sys
import textwrap
import unicodedata
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
SPECIFICATION = ROOT / "Documentation" / "specification.md"
FACTS = ROOT / "Documentation" / "facts.md"
README = ROOT / "README.md"
WHY = ROOT / "Documentation" / "why.md"
HOW = ROOT / "Documentation" / "how-it-works.md"
BENCHMARKS = ROOT / "Benchmarks"
CITING = ("Sources", "Tests", "Documentation", "Grammar", "Fuzz", "Scripts", "Examples", "Benchmarks")
CODE = {".swift", ".c", ".h", ".ebnf", ".py", ".sh"}

DECISION = re.compile(r"(?<![\w$#%&~@^+.\\/'\"`])D\d{1,3}(?![\w'\"`])")
FACT = re.compile(r"\bfacts? ([A-Z]\d{1,2}(?:(?:, | and )[A-Z]\d{1,2})*)\b")
# Sections of RFCs are not ours.
SECTION = re.compile(r"(RFC \d+ )?(facts )?§(\d+(?:\.\d+)*)")
LINK = re.compile(r"(?<!\\)\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)")
ANCHOR = re.compile(r'<a (?:id|name)="([^"]+)">')
# Words of other languages that CONTRIBUTING, "English", forbids, and what to write. Pages are searched, and the comments and strings of Sources.
WORDS = {
    r"behind": "after", r"beside": "next to, with", r"(?<!there\s)is\s *no\s *(?!longer\b|more\b|other\b)\w+": "is not a",
    r"stands?(?!\s+for\b)": "is, comes, goes", r"texts|a\s *text(?!\s+(?:editor|file|field|index|column|operator)\b)": "string, predicate",
    r"(?:\d[\d.,]*|values?|events|records|times|bytes|[GM]B|steps|objects?|ids?)\s *a\s *(?:line|record|second|minute|day)": "per",
    r"of\s *(?:its|their|your|his|one's)\s *own(?!\s+kind\b)": "its own, separate", r"strangers?": "untrusted", r"the\s *prompt": "the REPL",
}
WORD = re.compile("|".join(fr"(?P<w{number}>\b(?:{word})\b)" for number, word in enumerate(WORDS)), re.I)
# Where such a word is right: the text around it, and the reason.
RIGHT = {
    r"look-behind": "the name of the construct",
    r"Put it behind\s+a": "a proxy is in front of it",
    r"not \*behind\*|texts from strangers|Nor, Of, Beside|not \*beside\*|\*is no\*|is no pattern": "CONTRIBUTING shows what not to write",
    r"version-beside-text": "a code of a message",
    r"- texts:": "the name of a parameter",
    r"\| beside \|": "the head of a table that the command reads",
}
# Of Swift and C: a comment, a string, or something else.
PIECE = re.compile(r'(//[^\n]*|/\*.*?\*/)|"(""(?:[^\\]|\\.)*?""|(?:[^"\\\n]|\\.)*)"|[^\n"/]+|[^\n]', re.S)
WORDLESS = ("Tests", "Benchmarks", "Grammar", "Fuzz")  # for those who work on the code; Grammar's pages are made of its file
EXCERPT = re.compile(r"^<!-- excerpt (\S+) -->\n\n?```\w*\n(.*?)^```$", re.M | re.S)


def files():
    """All files that git tracks or would add."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in sorted(names) if (ROOT / name).is_file()]


def prose(text):
    """The lines of a Markdown text without code, each with its number."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        opened = re.match(r"\s*(```+|~~~+)", line)
        if fence is None and opened:
            fence = opened[1]
        elif fence is not None:
            if opened and opened[1].startswith(fence):
                fence = None
        else:
            yield number, re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)


def slug(heading):
    """The anchor that GitHub gives to a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    kept = (c for c in text if c in " -_" or unicodedata.category(c)[0] in "LMN")
    return "".join(kept).replace(" ", "-")


def anchors(text):
    """The anchors of a Markdown text, with duplicates."""
    found, seen, fence = [], collections.Counter(), False
    for line in text.splitlines():
        if re.match(r"\s*(```|~~~)", line):
            fence = not fence
        elif not fence:
            found += ANCHOR.findall(line)
            heading = re.match(r"#{1,6} +(.*?) *#*$", line)
            if heading:
                name = slug(heading[1])
                found.append(f"{name}-{seen[name]}" if seen[name] else name)
                seen[name] += 1
    return found


class Check:
    def __init__(self):
        self.problems = []
        self.cited = collections.Counter()
        self.pages = {}
        self.specification = self.anchors(SPECIFICATION)
        self.facts = self.anchors(FACTS)

    def anchors(self, path):
        if path not in self.pages:
            self.pages[path] = set(anchors(path.read_text(encoding="utf-8")))
        return self.pages[path]

    def problem(self, path, line, text):
        where = f"{path.relative_to(ROOT)}:{line}" if line else f"{path.relative_to(ROOT)}"
        self.problems.append(f"{where}: {text}")

    def decision(self, path, line, name):
        self.cited[name] += 1
        if name.lower() not in self.specification:
            self.problem(path, line, f"{name} is not in Documentation/specification.md")

    def fact(self, path, line, name):
        self.cited[f"fact {name}"] += 1
        if name.startswith("§"):
            self.section(path, line, name[1:], facts=True)
        elif name.lower() not in self.facts:
            self.problem(path, line, f"fact {name} is not in Documentation/facts.md")

    def section(self, path, line, number, facts=False):
        page, known = ("facts", self.facts) if facts else ("specification", self.specification)
        if f"section-{number.replace('.', '-')}" not in known:
            self.problem(path, line, f"§{number} is not in Documentation/{page}.md")

    def citations(self, path, line, text):
        for name in DECISION.findall(text):
            self.decision(path, line, name)
        for names in FACT.findall(text):
            for name in re.findall(r"[A-Z]\d+", names):
                self.fact(path, line, name)
        for rfc, facts, number in SECTION.findall(text):
            if not rfc:
                self.section(path, line, number, facts=bool(facts))

    def code(self, path, text):
        # Generated tables of Unicode contain any sequence of characters.
        if re.search(r"^// Generated (?:by|from) ", text[:300], re.M):
            return
        for number, line in enumerate(text.splitlines(), 1):
            self.citations(path, number, line)

    def cases(self, path, text):
        document = json.loads(text)
        for case in document.get("cases", []) if isinstance(document, dict) else []:
            def each(key):
                value = case.get(key, [])
                return value if isinstance(value, list) else [value]

            where = case.get("id", "a case")
            before = len(self.problems)
            for name in each("decision"):
                self.decision(path, 0, name)
            for name in each("fact"):
                self.fact(path, 0, name)
            for name in each("section"):
                self.section(path, 0, name.lstrip("§"))
            for key in ("note", "reason"):
                for note in each(key):
                    self.citations(path, 0, note)
            self.problems[before:] = [f"{problem} (cited by {where})" for problem in self.problems[before:]]

    def markdown(self, path, text):
        twice = [name for name, count in collections.Counter(ANCHOR.findall(text)).items() if count > 1]
        for name in twice:
            self.problem(path, 0, f"the anchor {name} stands here twice")
        self.excerpts(path, text)
        for number, line in prose(text):
            for target in LINK.findall(line):
                self.link(path, number, target)
            if path in (SPECIFICATION, FACTS):
                continue
            bare = re.sub(r"\[[^\]]*\]\([^)]*\)", "", line)
            for name in DECISION.findall(bare):
                goal = f"Documentation/specification.md#{name.lower()}"
                self.problem(path, number, f"{name} is cited without a link to {goal}")

    def excerpts(self, path, text):
        """The blocks that show a part of a file are lines of it."""
        for found in EXCERPT.finditer(text):
            shown = found[2].splitlines()
            source = ROOT / found[1]
            lines = source.read_text(encoding="utf-8").splitlines() if source.is_file() else []
            parts = (lines[i:i + len(shown)] for i in range(len(lines) - len(shown) + 1))
            if not any(textwrap.dedent("\n".join(part)).splitlines() == shown for part in parts):
                self.problem(path, text.count("\n", 0, found.start()) + 1, f"the block is not an excerpt of {found[1]}")

    def link(self, path, line, target):
        if re.match(r"[a-z][a-z0-9+.-]*:", target, re.I) or target.startswith("//"):
            return
        name, _, anchor = target.partition("#")
        goal = (path.parent / unquote(name)).resolve() if name else path
        if not goal.exists():
            self.problem(path, line, f"there is no file {target}")
        elif anchor and goal.suffix == ".md" and unquote(anchor) not in self.anchors(goal):
            self.problem(path, line, f"there is no anchor {target}")
        elif anchor and goal == SPECIFICATION and re.fullmatch(r"d\d+", anchor):
            self.cited[anchor.upper()] += 1

    def speeds(self):
        """What README and the pages Why and How it works say of speed is in the last results and their chart."""
        results = (BENCHMARKS / "RESULTS.md").read_text(encoding="utf-8")
        # The first bar of a program is that of one thread.
        bar = r'text-anchor="end">([^<]+)<.*\n<rect.*\n<text[^>]*>([^<]+)<'
        speed = dict(re.findall(bar, (BENCHMARKS / "results.svg").read_text(encoding="utf-8")))
        measured = datetime.date.fromisoformat(re.search(r"Made of \w+ of ([\d-]+)", results)[1])
        times = re.search(r"\| the same against Foundation\.Predicate *\|[^|]*\| *([\d.]+) times", results)[1]
        cells = [speed[name] for name in ("predicate filter", "jq", "DuckDB, columns named", "GNUstep")]
        text = " ".join(README.read_text(encoding="utf-8").split())
        for wanted in (f"| {' | '.join(cells)}³ |", f"filters {cells[0].removesuffix('/s')} of JSON per second",
                       f"Measured on {measured.day} {measured:%B %Y}", f"{float(times):.0f} times as fast as `Foundation.Predicate`"):
            if wanted not in text:
                self.problem(README, 0, f"the last benchmark says: {wanted}")
        mean = [cell.strip(" *×") for cell in re.search(r"\| \*\*geometric mean\*\*.*", results)[0].split("|")[1:-1]]
        heads = [cell.strip(" `") for cell in re.search(r"\| query .*simdjson.*", results)[0].split("|")[1:-1]]
        means = dict(zip(heads, mean))
        swift = dict(re.findall(r"\| (handwritten closure|PredicateFormat, as the macro describes it|Foundation\.Predicate) *\| *([\d.]+ ns)", results))
        text = " ".join(WHY.read_text(encoding="utf-8").split())
        for wanted in (f"| {means['predicate filter']}, {means['GB/s']} GB/s |", f"types given for its columns | {means['DuckDB, columns named']} times",
                       f"| polars | {means['polars']} times", f"| jq | {means['jq']} times", f"from Python | {means['CEL']} times",
                       f"takes {means['with `--strict']} times as long", f"measured on {measured.day} {measured:%B %Y}",
                       "a predicate takes {} per record, a handwritten closure {}, and Foundation's `Predicate` {}.".format(
                           *(swift[name] for name in ("PredicateFormat, as the macro describes it", "handwritten closure", "Foundation.Predicate")))):
            if wanted not in text:
                self.problem(WHY, 0, f"the last benchmark says: {wanted}")
        text = " ".join(HOW.read_text(encoding="utf-8").split()).partition("## Speed")[2]
        if f"Measured on {measured.day} {measured:%B %Y}" not in text:
            self.problem(HOW, 0, f"the last benchmark is of {measured.day} {measured:%B %Y}")
        means = " ".join(re.findall(r"\| \*\*geometric mean.*", results))
        for figure, unit in re.findall(r"([\d.]+) (ms|µs|ns|MB|GB/s|times)", text):
            cell = {"GB/s": " |", "times": "×"}.get(unit, f" {unit}")
            if not re.search(rf"(?<![\d.]){re.escape(figure + cell)}", means if cell[-1] in "|×" else results):
                self.problem(HOW, 0, f"the last benchmark has no figure {figure} {unit}")

    def words(self, path, text):
        """Markdown is searched without its code; Swift and C in comments and strings."""
        if path.suffix != ".md":
            code = re.compile(r"`[^`\n]*`|\\\((?:[^()]|\([^()]*\))*\)?")
            text = PIECE.sub(lambda piece: piece[1].strip("/") if piece[1] else f" ; {code.sub('', piece[2])} ; " if piece[2] else " ", text)
        lines = dict(prose(text))
        text = "\n".join(lines.get(number, "") for number in range(1, text.count("\n") + 2))
        text = re.sub(r"\]\([^)\n]*\)", "]", text)
        right = [span.span() for span in re.finditer("|".join(RIGHT), text)]
        for found in WORD.finditer(text):
            if not any(start <= found.start() < end for start, end in right):
                advice = list(WORDS.values())[int(found.lastgroup[1:])]
                self.problem(path, text.count("\n", 0, found.start()) + 1, f"“{' '.join(found[0].split())}”: write {advice}")

    def definitions(self):
        """Each decision is defined under its own anchor."""
        text = SPECIFICATION.read_text(encoding="utf-8")
        for anchor, title in re.findall(r'<a id="(d\d+)"></a>\n\*\*(D\d+)\b', text):
            if anchor != title.lower():
                self.problem(SPECIFICATION, 0, f"the anchor {anchor} stands before {title}")
        for anchor in re.findall(r'<a id="(d\d+)"></a>(?!\n\*\*D\d)', text):
            self.problem(SPECIFICATION, 0, f"the anchor {anchor} stands before no decision")


def natural(name):
    """Sorts D9 before D10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def main():
    check = Check()
    check.definitions()
    check.speeds()
    for path in files():
        part = path.relative_to(ROOT).parts
        if path.suffix == ".md" and part[0] not in WORDLESS or path.suffix in (".swift", ".c", ".h") and part[0] == "Sources":
            check.words(path, path.read_text(encoding="utf-8"))
        citing = part[0] in CITING and "Corpus" not in part and path != Path(__file__).resolve()
        if path.suffix == ".md":
            check.markdown(path, path.read_text(encoding="utf-8"))
        elif citing and path.suffix in CODE:
            check.code(path, path.read_text(encoding="utf-8", errors="replace"))
        elif part[0] == "Tests" and path.suffix == ".json":
            check.cases(path, path.read_text(encoding="utf-8"))
    if "--list" in sys.argv[1:]:
        for name in sorted(check.cited, key=natural):
            print(f"{check.cited[name]:5}  {name}")
    for problem in check.problems:
        print(problem, file=sys.stderr)
    total = sum(check.cited.values())
    print(f"{total} citations of {len(check.cited)} decisions and facts, {len(check.problems)} problems")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
