#!/usr/bin/env python3
"""Makes the picture of README: a terminal in which the command really runs.

    Documentation/pictures/terminal.py PREDICATE            writes terminal.svg beside this file
    Documentation/pictures/terminal.py PREDICATE --check    writes nothing; exit status 1 if the picture is out of date

PREDICATE is the built command. Each command of the picture runs on its own terminal. The picture follows the reader's
choice of light or dark.
"""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent.parent / "Examples" / "Data"
COLUMNS = 96
COMMANDS = [
    """predicate filter 'popultion > 500000 AND name CONTAIN[cd] "sao"' cities.ndjson""",
    """predicate check --fix --data cities.ndjson 'popultion > 500000 AND name CONTAIN[cd] "sao"'""",
    """predicate filter -o table 'population > 500000 AND name CONTAINS[cd] "sao"' cities.ndjson \\
    --select name,countrycode,population""",
    """predicate why 'population > 500000 AND name CONTAINS[cd] "sao"' cities.ndjson \\
    --find 'name == "São Tomé"'""",
]
CELL, LINE, MARGIN = 7.8, 18, 16
STYLE = """
  rect { fill: #f6f8fa; stroke: #d0d7de; }
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre; }
  .b { font-weight: 600; } .d { fill: #656d76; } .c31 { fill: #c21c2c; } .c32 { fill: #116329; } .c33 { fill: #7d4e00; }
  .c34 { fill: #0550ae; } .c35 { fill: #8250df; } .c36 { fill: #1b7c83; }
  @media (prefers-color-scheme: dark) {
    rect { fill: #0d1117; stroke: #30363d; } text { fill: #e6edf3; } .d { fill: #9198a1; }
    .c31 { fill: #ff7b72; } .c32 { fill: #7ee787; } .c33 { fill: #f2cc60; } .c34 { fill: #79c0ff; } .c35 { fill: #d2a8ff; }
    .c36 { fill: #76e3ea; }
  }
"""


def output(command, predicate):
    """What a command writes to a terminal."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
        os.chdir(DATA)
        environment = {"PATH": f"{predicate.parent}:/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        os.execve("/bin/sh", ["sh", "-c", command], environment)
    written = b""
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:  # Linux says so that the other side is closed.
            piece = b""
        if not piece:
            os.waitpid(process, 0)
            return written.decode().replace("\r\n", "\n").rstrip("\n")
        written += piece


def runs(line, style):
    """The pieces of a line with one style each: the column, the text and the classes. The style goes on in the next line."""
    column, pieces = 0, []
    for codes, text in re.findall(r"\x1b\[([\d;]*)m|([^\x1b]+)", line):
        if text:
            # A space needs no picture, and a font could make it wider or narrower.
            for match in re.finditer(r"\S+(?: \S+)*", text):
                pieces.append((column + match.start(), match[0], " ".join(sorted(style))))
            column += len(text)
            if column > COLUMNS:
                raise SystemExit(f"a line is too long for the picture: {line}")
            continue
        for code in (codes or "0").split(";"):
            if code == "0":
                style.clear()
            elif code in ("1", "2"):
                style.add({"1": "b", "2": "d"}[code])
            elif code in ("31", "32", "33", "34", "35", "36"):
                style.add(f"c{code}")
            else:
                raise SystemExit(f"the picture has no style for the code {code}")
    return pieces


def picture(predicate):
    texts, row = [], 0
    for command in COMMANDS:
        shown = [f"\x1b[32m$\x1b[0m \x1b[1m{line}\x1b[0m" if number == 0 else f"\x1b[1m{line}\x1b[0m"
                 for number, line in enumerate(command.split("\n"))]
        style = set()
        for line in shown + output(command, predicate).split("\n"):
            row += 1
            for column, text, classes in runs(line, style):
                x, y = MARGIN + column * CELL, MARGIN + row * LINE - 5
                kind = f' class="{classes}"' if classes else ""
                texts.append(f'<text x="{x:.1f}" y="{y}" textLength="{len(text) * CELL:.1f}"{kind}>{escape(text, quote=False)}</text>')
        row += 1
    width, height = 2 * MARGIN + COLUMNS * CELL, 2 * MARGIN + (row - 1) * LINE
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" '
            f'role="img" aria-label="A terminal in which predicate runs">\n<style>{STYLE}</style>\n'
            f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8"/>\n' + "\n".join(texts) + "\n</svg>\n")


def main():
    if len(sys.argv) < 2:
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 64
    made, path = picture(Path(sys.argv[1]).resolve()), HERE / "terminal.svg"
    if sys.argv[2:] != ["--check"]:
        path.write_text(made, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != made:
        print(f"{path} is not what the command shows: run {sys.argv[0]} {sys.argv[1]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
