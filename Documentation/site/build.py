#!/usr/bin/env python3
"""Builds the site: the Markdown pages of the repository, with search, and the symbols of DocC under api.

    Documentation/site/build.py [FOLDER] [--api ARCHIVE]

FOLDER is .build/site by default. ARCHIVE is what Scripts/documentation.sh writes; without it the site has no api.
`make site` installs Sphinx and calls this. site.toml says which pages there are.

The pages are copied, so that their links work in the repository and on the site: a link to a page leads to its copy, and a
link to another file to a page that shows the file. So no link needs a network.
"""

import argparse
import fnmatch
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path, PurePosixPath

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SITE = tomllib.loads((HERE / "site.toml").read_text(encoding="utf-8"))
# As in Scripts/check-citations.py.
LINK = re.compile(r"(?<!\\)(\]\(<?)([^)\s>]+)(>?(?: \"[^\"]*\")?\))")
CODE = re.compile(r"(`+)(?!`)(.*?)(?<!`)\1(?!`)", re.S)
FENCE = re.compile(r"^( *)(```+|~~~+).*?^ *\2[`~]*\s*?$", re.S | re.M)
SYMBOLS = '\n## Symbols\n\n<a href="../api/documentation/%s/">All symbols of this module</a>. This page needs a web server.\n'
KINDS = {".swift": "swift", ".py": "python", ".json": "json", ".ndjson": "json", ".yaml": "yaml", ".yml": "yaml", ".h": "c",
         ".c": "c", ".ebnf": "ebnf", ".toml": "toml", ".sh": "sh"}


@functools.cache
def pages():
    """All pages by their path in the repository, each with its name on the site."""
    tracked = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                             capture_output=True, text=True).stdout.splitlines()
    listed = [path for section in SITE["section"] for path, _ in section["pages"]]
    patterns = [re.compile(glob(pattern)) for pattern in SITE["more"]["pages"]]
    found = {}
    for path in tracked:
        if (ROOT / path).is_file() and (path in listed or any(pattern.fullmatch(path) for pattern in patterns)):
            found[path] = site_name(path)
    names = list(found.values())
    assert len(set(names)) == len(names), "two pages have one name"
    return found


def glob(pattern):
    """A regular expression for a pattern with `*` in a folder and `**/` for any folders."""
    return re.escape(pattern).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")


def site_name(path):
    if path == SITE["home"]:
        return "index"
    name = PurePosixPath(path).with_suffix("")
    if name.parts[0] == "Documentation":
        name = name.relative_to("Documentation")
    elif path.endswith("/cookbook.md"):
        name = PurePosixPath("cookbook")
    elif ".docc/" in path:
        name = PurePosixPath("swift") / name.name
    return str(name.with_name("index") if name.name == "README" and len(name.parts) > 1 else name)


class Stage:
    """The copies of the pages in a folder, and of the files that they link to."""

    def __init__(self, folder, api):
        self.folder, self.api = folder, api
        self.shown = {}  # The files that links lead to, each with the name of its page.

    def write(self):
        for path, name in pages().items():
            text = (ROOT / path).read_text(encoding="utf-8")
            if ".docc/" in path:
                text = self.article(text)
            text = self.linked(path, name, text)
            if path == SITE["home"]:
                text += "\n" + self.sidebar()
            elif path == "Documentation/reference.md":
                text += "\n" + self.listed()
            hidden = any(fnmatch.fnmatch(path, pattern) for pattern in SITE["more"]["unsearched"])
            if self.api and ".docc/" in path and (module := self.api / "documentation" / name.split("/")[1].lower()).is_dir():
                text += SYMBOLS % module.name
            self.file(name, text, hidden)
        for path, name in list(self.shown.items()):
            self.file(name, self.source(path), True)

    def file(self, name, text, hidden=False):
        goal = self.folder / (name + ".md")
        goal.parent.mkdir(parents=True, exist_ok=True)
        # A page that the sidebar does not have is no mistake.
        goal.write_text("---\norphan: true\n%s---\n\n%s" % ("nosearch: true\n" if hidden else "", text), encoding="utf-8")

    def sidebar(self):
        """The trees of pages that Sphinx makes the sidebar of."""
        out = []
        for section in SITE["section"]:
            entries = ["%s <%s>" % (title, pages()[path]) for path, title in section["pages"] if path in pages()]
            out.append("```{toctree}\n:hidden:\n:caption: %s\n\n%s\n```\n" % (section["name"], "\n".join(entries)))
        return "\n".join(out)

    def listed(self):
        """What the sidebar shows below the reference while one reads it: all pages that the page links to."""
        text = (ROOT / "Documentation/reference.md").read_text(encoding="utf-8")
        named = [name for section in SITE["section"] for path, _ in section["pages"] if (name := pages().get(path))]
        goals = dict.fromkeys(self.goal("Documentation/reference.md", target)[0] for _, target, _ in LINK.findall(text))
        entries = [pages()[path] for path in goals if path in pages() and pages()[path] not in named]
        return "```{toctree}\n:hidden:\n\n%s\n```\n" % "\n".join(entries)

    def article(self, text):
        """An article of DocC as plain Markdown. Its lists of symbols are for DocC."""
        text = re.sub(r"\n## Topics\n.*", "\n", text, flags=re.S)
        text = re.sub(r"^###", "##", re.sub(r"^## Overview\n\n", "", text, flags=re.M), flags=re.M)
        text = re.sub(r"<doc:(\w+)>", self.title, text)
        return re.sub(r"(?<!`)``([^`\n]+)``(?!`)", r"`\1`", text)

    def title(self, match):
        for path in pages():
            if path.endswith("/%s.md" % match[1]) and ".docc/" in path:
                title = (ROOT / path).read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ").strip("`")
                return "[%s](/%s)" % (title, path)
        return match[1]

    def goal(self, path, target):
        """The path in the repository that a link leads to, and its anchor."""
        name, _, anchor = target.partition("#")
        goal = name[1:] if name.startswith("/") else os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if (ROOT / goal / "README.md").is_file():
            goal += "/README.md"
        return goal, anchor

    def linked(self, path, name, text):
        """The text of a page with its links as they are on the site."""
        def other(match):
            target = match[2]
            if re.match(r"[a-z][a-z0-9+.-]*:", target, re.I):
                return match[0]
            goal, anchor = self.goal(path, target)
            if goal == path:
                return match[0]
            if re.search(r"\.(svg|png)$", goal):
                return match[1] + self.picture(name, goal) + match[3]
            goal = pages().get(goal) or self.show(path, goal)
            step = os.path.relpath(goal + ".md", os.path.dirname(name) or ".")
            return match[1] + step + ("#" + anchor if anchor else "") + match[3]

        def prose(text):
            kept = []

            def keep(match):
                kept.append(match[0])
                return "\0%d\0" % (len(kept) - 1)

            text = LINK.sub(other, CODE.sub(keep, text))
            return re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])], text)

        out, end = [], 0
        for match in FENCE.finditer(text):
            # Sphinx would show the status as a command of root.
            block = re.sub(r"^# exit (\d+)$", r"(exit status \1)", match[0], flags=re.M) if "console" in match[0][:12] else match[0]
            out += [prose(text[end:match.start()]), block]
            end = match.end()
        return "".join(out) + prose(text[end:])

    def picture(self, name, path):
        goal = self.folder / "pictures" / os.path.basename(path)
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, goal)
        return os.path.relpath("pictures/" + goal.name, os.path.dirname(name) or ".")

    def show(self, page, path):
        if not (ROOT / path).exists():
            print("%s: there is no %s" % (page, path), file=sys.stderr)
            return "missing"
        self.shown[path] = "files/" + path
        return self.shown[path]

    def source(self, path):
        """A page that shows a file, or the names in a folder."""
        goal = ROOT / path
        if goal.is_dir():
            names = sorted(entry.name + "/" * entry.is_dir() for entry in goal.iterdir())
            return "# %s\n\nThis folder of the repository has these files:\n\n```text\n%s\n```\n" % (path, "\n".join(names))
        lines = goal.read_text(encoding="utf-8").splitlines()
        part = lines[:400]
        note = "The first %d lines of this file of the repository:" % len(part) if part != lines else "A file of the repository:"
        fence = "`" * (3 + max([len(run) for run in re.findall("`+", "\n".join(part))], default=0))
        return "# %s\n\n%s\n\n%s%s\n%s\n%s\n" % (path, note, fence, KINDS.get(goal.suffix, "text"), "\n".join(part), fence)


def symbols(archive, folder):
    """Copies what DocC wrote for the root of a server, so that it works in any folder of one."""
    shutil.copytree(archive, folder)
    (folder / "theme-settings.json").write_text("{}\n", encoding="utf-8")  # Else each page reports that it is missing.
    for page in folder.rglob("index.html"):
        base = "../" * (len(page.relative_to(folder).parts) - 1) or "./"
        text = page.read_text(encoding="utf-8")
        text = re.sub(r'(href|src)="/', r'\1="' + base, text)
        page.write_text(text.replace('baseUrl = "/"', 'baseUrl = new URL("%s", location).pathname' % base), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".build/site")
    parser.add_argument("--api", type=Path)
    options = parser.parse_args()
    stage = options.folder.with_name(options.folder.name + ".pages")
    for folder in (stage, options.folder):
        shutil.rmtree(folder, ignore_errors=True)
    Stage(stage, options.api).write()
    status = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "-b", "html", "-c", HERE,
                             "-d", stage / ".doctrees", stage, options.folder]).returncode
    if options.api and status == 0:
        symbols(options.api, options.folder / "api")
    print("%d pages and %d files in %s" % (len(pages()), len(list(stage.glob("files/**/*.md"))), options.folder))
    return status


if __name__ == "__main__":
    sys.exit(main())
