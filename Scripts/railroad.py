#!/usr/bin/env python3
"""Draws the rules of Grammar/PredicateFormat.ebnf as railroad diagrams, one SVG file per rule.

    Scripts/railroad.py           writes Grammar/diagrams/*.svg
    Scripts/railroad.py --check   writes nothing; exits with 1 if the files, or those shown in Grammar/README.md, are out of date

It needs only Python's standard library. The drawings adapt to light and dark pages.
"""

import argparse
import re
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GRAMMAR = ROOT / "Grammar" / "PredicateFormat.ebnf"
DIAGRAMS = ROOT / "Grammar" / "diagrams"
README = ROOT / "Grammar" / "README.md"

# ---- the notation ----------------------------------------------------------------------------------------------------
#
# A node is a tuple: ("literal", text) ("rule", name) ("class", text) ("sequence", nodes) ("choice", nodes)
# ("optional", node) ("star", node) ("plus", node) ("difference", left, right).

TOKEN = re.compile(
    r"""(?P<blank>\s+|/\*.*?\*/)
      | (?P<define>::=)
      | (?P<name>[A-Za-z]+)
      | (?P<literal>'[^'\n]+'|"[^"\n]+")
      | (?P<class>\[(?:[^\]\\\n]|\\.)+\])
      | (?P<sign>[()|*+?-])""",
    re.VERBOSE | re.DOTALL,
)


class GrammarError(Exception):
    pass


def tokenize(text):
    tokens = []
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            line = text.count("\n", 0, position) + 1
            raise GrammarError(f"line {line}: {text[position:position + 20]!r} is not understood")
        if match.lastgroup != "blank":
            tokens.append((match.lastgroup, match.group()))
        position = match.end()
    return tokens


class Reader:
    """Reads the rules, in the order of the file."""

    def __init__(self, text):
        self.tokens = tokenize(text)
        self.position = 0

    def peek(self, ahead=0):
        index = self.position + ahead
        return self.tokens[index] if index < len(self.tokens) else ("end", "")

    def take(self):
        token = self.peek()
        self.position += 1
        return token

    def rules(self):
        rules = {}
        while self.peek()[0] != "end":
            kind, name = self.take()
            if kind != "name" or self.take()[0] != "define":
                raise GrammarError(f"a rule was expected at {name!r}")
            if name in rules:
                raise GrammarError(f"{name} is defined twice")
            rules[name] = self.choice()
        for name, body in rules.items():
            for used in references(body):
                if used not in rules:
                    raise GrammarError(f"{name} uses {used}, which is not defined")
        return rules

    def choice(self):
        alternatives = [self.sequence()]
        while self.peek() == ("sign", "|"):
            self.take()
            alternatives.append(self.sequence())
        return alternatives[0] if len(alternatives) == 1 else ("choice", alternatives)

    def sequence(self):
        items = []
        while True:
            kind, text = self.peek()
            if kind == "end" or (kind == "sign" and text in "|)"):
                break
            if kind == "name" and self.peek(1)[0] == "define":
                break
            item = self.repeated()
            if self.peek() == ("sign", "-"):
                self.take()
                item = ("difference", item, self.repeated())
            items.append(item)
        if not items:
            raise GrammarError(f"an empty alternative before {self.peek()[1]!r}")
        return items[0] if len(items) == 1 else ("sequence", items)

    def repeated(self):
        kind, text = self.take()
        if kind == "name":
            item = ("rule", text)
        elif kind == "literal":
            item = ("literal", text[1:-1])
        elif kind == "class":
            item = ("class", text)
        elif (kind, text) == ("sign", "("):
            item = self.choice()
            if self.take() != ("sign", ")"):
                raise GrammarError("a parenthesis is not closed")
        else:
            raise GrammarError(f"{text!r} where an item was expected")
        suffix = {"?": "optional", "*": "star", "+": "plus"}.get(self.peek()[1]) if self.peek()[0] == "sign" else None
        if suffix:
            self.take()
            return (suffix, item)
        return item


def references(node):
    if node[0] == "rule":
        yield node[1]
    for part in node[1:]:
        if isinstance(part, tuple):
            yield from references(part)
        elif isinstance(part, list):
            for child in part:
                yield from references(child)


# ---- the drawing -----------------------------------------------------------------------------------------------------

FONT = 13  # pixels
ADVANCE = 0.602 * FONT  # of a character of a monospaced font; textLength fits other fonts to it
PAD = 10  # between a text and its box
BOX = 26  # height of a box
ARC = 9
GAP = 10  # between lines, and between boxes in a row
MARGIN = 14
WIDEST_GRID = 520


class Shape:
    """An element on the line: its width, and its extent above and below."""

    def __init__(self, width, up, down):
        self.width, self.up, self.down = width, up, down

    def draw(self, x, y):
        raise NotImplementedError


class Skip(Shape):
    def __init__(self):
        super().__init__(0, 0, 0)

    def draw(self, x, y):
        return []


class Box(Shape):
    def __init__(self, text, kind):
        self.text, self.kind = text, kind
        super().__init__(round(len(text) * ADVANCE + 2 * PAD), BOX / 2, BOX / 2)

    def draw(self, x, y):
        radius = BOX / 2 if self.kind == "literal" else 4
        length = number(len(self.text) * ADVANCE)
        return [
            f'<rect class="{self.kind}" x="{number(x)}" y="{number(y - BOX / 2)}" width="{number(self.width)}" '
            f'height="{BOX}" rx="{number(radius)}"/>',
            f'<text x="{number(x + self.width / 2)}" y="{number(y + 4.5)}" textLength="{length}" '
            f'xml:space="preserve">{escape(self.text, quote=False)}</text>',
        ]


class Row(Shape):
    def __init__(self, shapes):
        self.shapes = shapes
        super().__init__(
            sum(shape.width for shape in shapes) + 2 * GAP * (len(shapes) - 1),
            max(shape.up for shape in shapes),
            max(shape.down for shape in shapes),
        )

    def draw(self, x, y):
        parts = []
        for index, shape in enumerate(self.shapes):
            if index:
                parts.append(line(f"M{number(x)} {number(y)}h{2 * GAP}"))
                x += 2 * GAP
            parts += shape.draw(x, y)
            x += shape.width
        return parts


class Fork(Shape):
    """Alternatives below one another. The line goes through the one at `main`."""

    def __init__(self, shapes, main=0):
        self.shapes, self.main = shapes, main
        self.inner = max(shape.width for shape in shapes)
        self.offsets = [0.0] * len(shapes)
        for index in range(main + 1, len(shapes)):
            step = shapes[index - 1].down + GAP + shapes[index].up
            self.offsets[index] = self.offsets[index - 1] + max(step, 2 * ARC)
        for index in range(main - 1, -1, -1):
            step = shapes[index + 1].up + GAP + shapes[index].down
            self.offsets[index] = self.offsets[index + 1] - max(step, 2 * ARC)
        super().__init__(
            self.inner + 4 * ARC,
            max(shapes[0].up - self.offsets[0], shapes[main].up),
            max(shapes[-1].down + self.offsets[-1], shapes[main].down),
        )

    def draw(self, x, y):
        parts = []
        for shape, offset in zip(self.shapes, self.offsets):
            left = x + 2 * ARC
            right = left + self.inner
            at = y + offset
            if offset == 0:
                parts.append(line(f"M{number(x)} {number(y)}h{2 * ARC}"))
                parts.append(line(f"M{number(right)} {number(y)}h{2 * ARC}"))
            else:
                way = 1 if offset > 0 else -1
                run = number(offset - way * 2 * ARC)
                first, second = (1, 0) if offset > 0 else (0, 1)
                parts.append(
                    line(
                        f"M{number(x)} {number(y)}a{ARC} {ARC} 0 0 {first} {ARC} {way * ARC}v{run}"
                        f"a{ARC} {ARC} 0 0 {second} {ARC} {way * ARC}"
                    )
                )
                back = number(-(offset - way * 2 * ARC))
                parts.append(
                    line(
                        f"M{number(right)} {number(at)}a{ARC} {ARC} 0 0 {second} {ARC} {-way * ARC}v{back}"
                        f"a{ARC} {ARC} 0 0 {first} {ARC} {-way * ARC}"
                    )
                )
            # Alternatives are aligned left, like lines of text.
            parts += shape.draw(left, at)
            if shape.width < self.inner:
                parts.append(line(f"M{number(left + shape.width)} {number(at)}H{number(right)}"))
        return parts


class Loop(Shape):
    """One or more repetitions. The separator is on the way back."""

    def __init__(self, shape, separator):
        self.shape, self.separator = shape, separator
        self.inner = max(shape.width, separator.width)
        self.offset = max(shape.down + GAP + separator.up, 2 * ARC)
        super().__init__(self.inner + 2 * ARC, shape.up, self.offset + separator.down)

    def draw(self, x, y):
        left, right = x + ARC, x + ARC + self.inner
        below = y + self.offset
        parts = [line(f"M{number(x)} {number(y)}h{ARC}"), line(f"M{number(right)} {number(y)}h{ARC}")]
        start = left + (self.inner - self.shape.width) / 2
        parts += self.through(self.shape, start, y, left, right)
        run = self.offset - 2 * ARC
        parts.append(
            line(f"M{number(right)} {number(y)}a{ARC} {ARC} 0 0 1 {ARC} {ARC}v{number(run)}a{ARC} {ARC} 0 0 1 -{ARC} {ARC}")
        )
        parts.append(
            line(f"M{number(left)} {number(below)}a{ARC} {ARC} 0 0 1 -{ARC} -{ARC}v{number(-run)}a{ARC} {ARC} 0 0 1 {ARC} -{ARC}")
        )
        start = left + (self.inner - self.separator.width) / 2
        parts += self.through(self.separator, start, below, left, right)
        # The direction of the loop.
        tip = left - 1 if self.separator.width else (left + right) / 2 - 3
        if not self.separator.width or start - left > 10:
            parts.append(line(f"M{number(tip + 5)} {number(below - 4)}l-5 4l5 4"))
        return parts

    @staticmethod
    def through(shape, start, y, left, right):
        parts = shape.draw(start, y)
        if start > left:
            parts.append(line(f"M{number(left)} {number(y)}H{number(start)}"))
        if start + shape.width < right:
            parts.append(line(f"M{number(start + shape.width)} {number(y)}H{number(right)}"))
        return parts


class Grid(Shape):
    """Many alternative words, in columns."""

    def __init__(self, words):
        boxes = [Box(word, "literal") for word in words]
        for columns in range(len(boxes), 0, -1):
            rows = -(-len(boxes) // columns)
            self.columns = [boxes[index:index + rows] for index in range(0, len(boxes), rows)]
            widths = [max(box.width for box in column) for column in self.columns]
            if sum(widths) + 6 * (len(widths) - 1) + 2 * PAD <= WIDEST_GRID and rows >= min(2, len(boxes)):
                break
        self.widths = widths
        height = rows * BOX + 6 * (rows - 1) + PAD + 20
        super().__init__(sum(widths) + 6 * (len(widths) - 1) + 2 * PAD, height / 2, height / 2)

    def draw(self, x, y):
        top = y - self.up
        parts = [
            f'<rect class="frame" x="{number(x)}" y="{number(top)}" width="{number(self.width)}" '
            f'height="{number(2 * self.up)}" rx="8"/>',
            f'<text class="note" x="{number(x + PAD)}" y="{number(top + 14)}">one of</text>',
        ]
        left = x + PAD
        for column, width in zip(self.columns, self.widths):
            for row, box in enumerate(column):
                box.width = width
                parts += box.draw(left, top + 20 + row * (BOX + 6) + BOX / 2)
            left += width + 6
        return parts


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def line(path):
    return f'<path d="{path}"/>'


def shape(node):
    kind = node[0]
    if kind in ("literal", "rule", "class"):
        return Box(node[1], kind)
    if kind == "difference":
        return Box(f"{node[1][1]} but not {node[2][1]}", "rule")
    if kind == "sequence":
        return row(node[1])
    if kind == "choice":
        return Fork(alternatives(node[1])) if len(alternatives(node[1])) > 1 else alternatives(node[1])[0]
    if kind == "optional":
        return Fork([Skip(), shape(node[1])], main=1)
    if kind == "star":
        return Fork([Skip(), Loop(shape(node[1]), Skip())], main=1)
    if kind == "plus":
        return Loop(shape(node[1]), Skip())
    raise GrammarError(f"no shape for {kind}")


def alternatives(nodes):
    """The shapes of alternatives. Five or more literals in a row share a grid."""
    shapes = []
    index = 0
    while index < len(nodes):
        end = index
        while end < len(nodes) and nodes[end][0] == "literal":
            end += 1
        if end - index >= 5:
            shapes.append(Grid([node[1] for node in nodes[index:end]]))
            index = end
        else:
            shapes.append(shape(nodes[index]))
            index += 1
    return shapes


def row(nodes):
    """A sequence. `x ( sign x )*` becomes a loop with the sign on its way back."""
    shapes = []
    index = 0
    while index < len(nodes):
        node = nodes[index]
        if index + 1 < len(nodes) and nodes[index + 1][0] == "star":
            inner = nodes[index + 1][1]
            if inner[0] == "sequence" and inner[1][-1] == node:
                separator = inner[1][:-1]
                shapes.append(Loop(shape(node), row(separator)))
                index += 2
                continue
        shapes.append(shape(node))
        index += 1
    return shapes[0] if len(shapes) == 1 else Row(shapes)


STYLE = """
path{fill:none;stroke:#6e7781;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
circle{fill:#6e7781}
rect{stroke-width:1.25}
.literal{fill:#ddf4ff;stroke:#54aeff}
.rule{fill:#ffffff;stroke:#8c959f}
.class{fill:#fbefff;stroke:#c297ff}
.frame{fill:none;stroke:#d0d7de;stroke-dasharray:4 3}
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;\
text-anchor:middle;fill:#1f2328}
.note{font:italic 11px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;text-anchor:start;fill:#6e7781}
@media(prefers-color-scheme:dark){
path{stroke:#8b949e}circle{fill:#8b949e}
.literal{fill:#0c2d4d;stroke:#388bfd}.rule{fill:#21262d;stroke:#6e7681}.class{fill:#2b1a4a;stroke:#8957e5}
.frame{stroke:#484f58}text{fill:#e6edf3}.note{fill:#8b949e}
}
""".strip()


def diagram(name, body):
    drawn = shape(body)
    lead = 22
    width = round(drawn.width + 2 * (MARGIN + lead) + 0.49)
    height = round(drawn.up + drawn.down + 2 * MARGIN + 0.49)
    x, y = MARGIN + lead, MARGIN + drawn.up
    end = x + drawn.width
    parts = [
        f'<circle cx="{number(MARGIN + 4)}" cy="{number(y)}" r="4"/>',
        line(f"M{number(MARGIN + 4)} {number(y)}H{number(x)}"),
        *drawn.draw(x, y),
        line(f"M{number(end)} {number(y)}h{lead - 4}"),
        f'<circle cx="{number(end + lead - 4)}" cy="{number(y)}" r="4"/>',
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img" aria-label="The rule {name}">',
            f"<title>{name}</title>",
            f"<style>{STYLE}</style>",
            *parts,
            "</svg>",
            "",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")
    arguments = parser.parse_args()
    try:
        rules = Reader(GRAMMAR.read_text(encoding="utf-8")).rules()
        files = {f"{name}.svg": diagram(name, body) for name, body in rules.items()}
    except GrammarError as error:
        sys.exit(f"{GRAMMAR.relative_to(ROOT)}: {error}")
    if len({name.lower() for name in files}) < len(files):
        sys.exit("two rules differ in the case of their letters only: not every file system could hold both diagrams")

    if not arguments.check:
        DIAGRAMS.mkdir(exist_ok=True)
        for stale in DIAGRAMS.glob("*.svg"):
            if stale.name not in files:
                stale.unlink()
        for name, text in files.items():
            (DIAGRAMS / name).write_text(text, encoding="utf-8")
        print(f"{len(files)} diagrams")
        return

    problems = []
    for name, text in files.items():
        path = DIAGRAMS / name
        if not path.exists():
            problems.append(f"{path.relative_to(ROOT)} is missing")
        elif path.read_text(encoding="utf-8") != text:
            problems.append(f"{path.relative_to(ROOT)} is out of date")
    problems += [
        f"{path.relative_to(ROOT)} belongs to no rule" for path in sorted(DIAGRAMS.glob("*.svg")) if path.name not in files
    ]
    shown = re.findall(r"\]\(diagrams/([A-Za-z]+\.svg)\)", README.read_text(encoding="utf-8"))
    problems += [f"{README.relative_to(ROOT)} does not show {name} once" for name in files if shown.count(name) != 1]
    problems += [f"{README.relative_to(ROOT)} shows {name}, which no rule is" for name in shown if name not in files]
    if problems:
        sys.exit("\n".join(problems + ["run Scripts/railroad.py"]))
    print(f"{len(files)} diagrams are up to date")


if __name__ == "__main__":
    main()
