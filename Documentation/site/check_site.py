#!/usr/bin/env python3
"""Opens every page of the site in a browser without a window, and reports what is wrong.

    Documentation/site/check_site.py [FOLDER] [--shots FOLDER]

FOLDER is .build/site by default. The pages are opened as files, so that nothing but the folder is there. Checked are:

  - each page: no error on the console, no request to a network, and no horizontal scrolling on a phone of 390 pixels;
  - each link to a page of the site, and its anchor;
  - dark mode: other colours on the home page, and on a page with code;
  - search: the words of navigations.json find their pages;
  - the questions of navigations.json: at most 2 clicks from the home page, and 400 words to the answer. A click is on a
    link of the text, the sidebar or the page's contents. All words before it in the text, the sidebar or the contents
    are counted, whether one reads them or not.
  - the pages of DocC, if api is there: the overview of each library, on a server.

--shots writes pictures of some pages. It needs playwright and Chromium, which `make site-check` installs.
"""

import argparse
import functools
import http.server
import json
import shutil
import sys
import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1360, "height": 900}
CLICKS, WORDS = 2, 400
SHOTS = ["index", "tutorials/filter-json", "tutorials/munki", "queries", "cookbook", "reference",
         "reference/strings", "swift", "swift/StringsFromUsers"]

FACTS = """() => ({
    links: [...document.querySelectorAll("a[href]")].map(a => [a.getAttribute("href"), a.href]),
    ids: [...document.querySelectorAll("[id], a[name]")].map(e => e.id || e.name),
    title: document.querySelector("article h1") ? document.querySelector("article h1").textContent : "",
    width: document.documentElement.scrollWidth,
})"""

# Words before a link, in each part of the page that has it. `start` is the anchor where one begins to read.
BEFORE = """([goal, start]) => {
    const count = text => text.split(/\\s+/).filter(word => word).length;
    const found = [];
    for (const selector of ["article", ".sidebar-tree", ".toc-tree"]) {
        const part = document.querySelector(selector);
        for (const link of part ? part.querySelectorAll("a[href]") : []) {
            if (link.href !== goal || link.classList.contains("headerlink")) continue;
            const range = document.createRange();
            range.setStart(selector === "article" && start ? document.getElementById(start) : part, 0);
            range.setEndBefore(link);
            found.push(count(range.toString()));
        }
    }
    return found.length ? Math.min(...found) : null;
}"""
UNTIL = """([answer, start]) => {
    const part = document.querySelector("article");
    const range = document.createRange();
    range.selectNodeContents(part);
    if (start) range.setStart(document.getElementById(start), 0);
    const text = range.toString();
    const place = text.indexOf(answer);
    return place < 0 ? null : text.slice(0, place).split(/\\s+/).filter(word => word).length;
}"""


class Check:
    def __init__(self, folder, browser):
        self.folder, self.browser = folder, browser
        self.problems = []
        self.page_facts = {}
        self.name = ""

    def problem(self, text):
        if text not in self.problems:
            self.problems.append(text)

    def page(self, **options):
        page = self.browser.new_page(**options)
        page.on("console", lambda message: message.type == "error" and self.problem("%s: %s" % (self.name, message.text)))
        page.on("pageerror", lambda error: self.problem("%s: %s" % (self.name, error)))
        page.on("request", lambda request: self.requested(request.url))
        return page

    def requested(self, url):
        if urlsplit(url).scheme not in ("file", "data", "blob"):
            self.problem("%s: asks for %s" % (self.name, url))

    def open(self, page, name):
        self.name = name
        page.goto((self.folder / name).as_uri(), wait_until="load")

    def pages(self):
        page = self.page(viewport=PHONE)
        names = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.html")
                       if path.relative_to(self.folder).parts[0] not in ("api", "_static"))
        for name in names:
            self.open(page, name)
            facts = self.page_facts[name] = page.evaluate(FACTS)
            if facts["width"] > PHONE["width"]:
                self.problem("%s: %d pixels wide on a phone" % (name, facts["width"]))
        page.close()
        return len(names)

    def links(self):
        count = 0
        for name, facts in self.page_facts.items():
            for written, url in facts["links"]:
                parts = urlsplit(url)
                if parts.scheme != "file":
                    continue
                count += 1
                path = Path(unquote(parts.path))
                goal = str(path.relative_to(self.folder)) if path.is_relative_to(self.folder) else ""
                if goal.startswith("api/"):
                    path = path / "index.html"
                if not goal or not path.exists():
                    self.problem("%s: a link to %s, which is not there" % (name, written))
                elif parts.fragment and goal in self.page_facts and unquote(parts.fragment) not in self.page_facts[goal]["ids"]:
                    self.problem("%s: a link to %s, whose anchor is not there" % (name, written))
        return count

    def dark(self):
        colours = []
        for scheme in ("light", "dark"):
            page = self.page(viewport=DESKTOP, color_scheme=scheme)
            for name in ("index.html", "queries.html"):
                self.open(page, name)
                colours.append([page.evaluate("s => { const c = getComputedStyle(document.querySelector(s)); "
                                              "return c.color + c.backgroundColor }", part) for part in ("body", "article")])
            page.close()
        if colours[0] == colours[2] or colours[1] == colours[3]:
            self.problem("dark mode has the colours of light mode")

    def search(self, wanted):
        page = self.page(viewport=DESKTOP)
        for word, goal in wanted.items():
            self.name = "search.html?q=" + word
            page.goto("%s?q=%s" % ((self.folder / "search.html").as_uri(), word))
            page.wait_for_function("document.querySelector('#search-results p') && "
                                   "/found|did not match/.test(document.querySelector('#search-results').textContent)")
            found = [urlsplit(url).path for url in page.eval_on_selector_all("#search-results li a", "all => all.map(a => a.href)")]
            place = next((number for number, path in enumerate(found, 1) if path.endswith("/" + goal)), 0)
            if not 0 < place <= 10:
                self.problem("search for %s: %s is not among the first 10 of %d results" % (word, goal, len(found)))
        page.close()

    def navigation(self, case):
        """The number of clicks and of words, or the step that is not there."""
        page, words, start = self.page(viewport=DESKTOP), 0, None
        self.open(page, "index.html")
        try:
            for click in case["clicks"]:
                goal = page.url.split("#")[0] + click if click.startswith("#") else (self.folder / click.split("#")[0]).as_uri()
                if "#" in click and not click.startswith("#"):
                    goal += "#" + click.split("#")[1]
                before = page.evaluate(BEFORE, [goal, start])
                if before is None:
                    return "no link to %s on %s" % (click, self.name)
                words += before
                start = goal.partition("#")[2] or None
                self.name = click
                page.goto(goal)
            last = page.evaluate(UNTIL, [case["answer"], start])
        finally:
            page.close()
        return "no %s on %s" % (case["answer"], self.name) if last is None else (len(case["clicks"]), words + last)

    def navigations(self, cases):
        for case in cases:
            result = self.navigation(case)
            if isinstance(result, str):
                self.problem("%s: %s" % (case["question"], result))
                continue
            print("%d clicks, %3d words: %s" % (*result, case["question"]))
            if result[0] > CLICKS or result[1] > WORDS:
                self.problem("%s: %d clicks and %d words" % (case["question"], *result))

    def symbols(self):
        """The overview of each library. Its scripts need a server."""
        handler = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=self.folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        home = "http://127.0.0.1:%d/" % server.server_port
        page = self.browser.new_page()
        page.on("console", lambda message: message.type == "error" and self.problem("%s: %s" % (self.name, message.text)))
        page.on("request", lambda request: request.url.startswith(("data:", "blob:", home)) or self.requested(request.url))
        libraries = sorted(path.parent.name for path in self.folder.glob("api/documentation/*/index.html"))
        for library in libraries:
            self.name = "api/documentation/%s/" % library
            page.goto(home + self.name)
            page.wait_for_selector("h1")
            if page.inner_text("h1").lower() != library:
                self.problem("%s: the title is %s" % (self.name, page.inner_text("h1")))
        page.close()
        server.shutdown()
        return len(libraries)

    def shots(self, goal):
        goal.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            for device, size in (("desktop", DESKTOP), ("phone", PHONE)):
                page = self.page(viewport=size, color_scheme=scheme)
                for name in SHOTS:
                    if (self.folder / (name + ".html")).exists():
                        self.open(page, name + ".html")
                        page.screenshot(path=goal / ("%s-%s-%s.png" % (name.replace("/", "_"), device, scheme)))
                page.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".build/site")
    parser.add_argument("--shots", type=Path)
    options = parser.parse_args()
    wanted = json.loads((HERE / "navigations.json").read_text(encoding="utf-8"))
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        sys.exit("no Chromium is on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        check = Check(options.folder.resolve(), browser)
        counts = check.pages(), check.links()
        check.dark()
        check.search(wanted["search"])
        check.navigations(wanted["navigations"])
        libraries = check.symbols() if (options.folder / "api").is_dir() else 0
        if options.shots:
            check.shots(options.shots)
        browser.close()
    for problem in check.problems:
        print(problem, file=sys.stderr)
    print("%d pages, %d links, %d libraries: %d problems" % (*counts, libraries, len(check.problems)))
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
