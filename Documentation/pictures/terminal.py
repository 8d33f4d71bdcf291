#!/usr/bin/env python3
"""Makes the picture of README: a terminal in which the command and its prompt really run.

    Documentation/pictures/terminal.py PREDICATE            writes terminal.svg beside this file
    Documentation/pictures/terminal.py PREDICATE --check    writes nothing; exit status 1 if the picture is out of date

PREDICATE is the built command. Each command of the picture runs on its own terminal, and the keys of the prompt are typed.
The picture follows the reader's choice of light or dark.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent.parent / "Examples" / "Data"
COLUMNS = 96
COMMANDS = [
    """predicate filter 'popultion > 500000 AND name CONTAIN[cd] "sao"' cities.ndjson""",
    """predicate filter -o table 'population > 500000 AND name CONTAINS[cd] "sao"' cities.ndjson \\
    --select name,countrycode,population""",
]
# What is typed at the prompt of `predicate repl cities.ndjson`, and what is below the line then.
PROMPT = [('popultion > 500000 AND name CONTAINS[cd] "sao"', "Shift-Tab"), ("\x1b[Z", "of 2704 records")]
CELL, LINE, MARGIN = 7.8, 18, 16
STYLE = """
  rect { fill: #f6f8fa; stroke: #d0d7de; }
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre; }
  .b { font-weight: 600; } .d { fill: #656d76; } .c31 { fill: #c21c2c; } .c32 { fill: #116329; } .c33 { fill: #7d4e00; }
  .u { text-decoration: underline; } .c34 { fill: #0550ae; } .c35 { fill: #8250df; } .c36 { fill: #1b7c83; }
  @media (prefers-color-scheme: dark) {
    rect { fill: #0d1117; stroke: #30363d; } text { fill: #e6edf3; } .d { fill: #9198a1; }
    .c31 { fill: #ff7b72; } .c32 { fill: #7ee787; } .c33 { fill: #f2cc60; } .c34 { fill: #79c0ff; } .c35 { fill: #d2a8ff; }
    .c36 { fill: #76e3ea; }
  }
"""


def started(command, predicate):
    """A command on a terminal: the process and the terminal."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
        os.chdir(DATA)
        environment = {"PATH": f"{predicate.parent}:/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C.UTF-8",
                       "XDG_STATE_HOME": tempfile.gettempdir() + "/none", "INPUTRC": os.devnull}
        os.execve("/bin/sh", ["sh", "-c", command], environment)
    return process, terminal


def output(command, predicate):
    """What a command writes to a terminal."""
    process, terminal = started(command, predicate)
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


def prompts(predicate):
    """The line and what is below it after each of the keys of the prompt."""
    process, terminal = started("predicate repl cities.ndjson", predicate)
    written, shown = "", []
    # A prompt that shows something else would be waited for in vain.
    signal.alarm(60)
    for keys, text in [("", "cities> "), *PROMPT]:
        os.write(terminal, keys.encode())
        while text not in written or select.select([terminal], [], [], 1)[0]:
            written += os.read(terminal, 1 << 16).decode()
        rows = drawn(written)
        shown.append(rows[next(row for row, line in enumerate(rows) if "cities> " in line):])
    signal.alarm(0)
    os.kill(process, 9)
    os.waitpid(process, 0)
    return shown[1:]


def drawn(written):
    """The rows of a screen after what was written to it, with the codes of their colours."""
    rows, row, column, style = [[]], 0, 0, "0"
    for codes, letter, control, text in re.findall(r"\x1b\[([\d;?]*)([A-Za-z])|([\r\n])|([^\x1b\r\n])", written):
        count = int(codes) if codes.isdigit() else 1
        if text:
            rows[row] += [(" ", "0")] * (column - len(rows[row]))
            rows[row][column:column + 1] = [(text, style)]
            column += 1
        elif control == "\r" or letter == "m":
            column, style = (0, style) if control else (column, codes)
        elif control or letter == "B":
            row += count
            rows += [[] for _ in range(row + 1 - len(rows))]
        elif letter == "A":
            row -= count
        elif letter == "C":
            column += count
        elif letter in "JK":
            rows[row:] = [rows[row][:column], *([] if letter == "J" else rows[row + 1:])]
            rows += [[] for _ in range(row + 1 - len(rows))]
    lines = ["".join(f"\x1b[0m\x1b[{style}m{text}" for text, style in cells) for cells in rows]
    # Cells of one style are one piece.
    return [re.sub(r"(\x1b\[0m(\x1b\[[\d;]*m)[^\x1b]+)((?:\x1b\[0m\2[^\x1b]+)+)",
                   lambda run: run[1] + run[3].replace(f"\x1b[0m{run[2]}", ""), line) for line in lines]


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
            elif code in ("1", "2", "4"):
                style.add({"1": "b", "2": "d", "4": "u"}[code])
            elif code in ("31", "32", "33", "34", "35", "36"):
                style.add(f"c{code}")
            else:
                raise SystemExit(f"the picture has no style for the code {code}")
    return pieces


def picture(predicate):
    parts = []
    for command in COMMANDS:
        shown = [f"\x1b[32m$\x1b[0m \x1b[1m{line}\x1b[0m" if number == 0 else f"\x1b[1m{line}\x1b[0m"
                 for number, line in enumerate(command.split("\n"))]
        parts.append(shown + output(command, predicate).split("\n"))
    parts[1] += ["", "\x1b[32m$\x1b[0m \x1b[1mpredicate repl cities.ndjson\x1b[0m"]
    parts += prompts(predicate)
    texts, row = [], 0
    for lines in parts:
        style = set()
        for line in lines:
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
