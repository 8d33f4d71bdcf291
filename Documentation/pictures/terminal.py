#!/usr/bin/env python3
"""Makes the picture of README, a terminal in which the command and its prompt really run, and recordings of the prompt.

    Documentation/pictures/terminal.py PREDICATE                 writes terminal.svg beside this file
    Documentation/pictures/terminal.py PREDICATE --recordings    writes the recordings there, with the release build
    Documentation/pictures/terminal.py PREDICATE --check         writes nothing; exit status 1 if one of them is out of date

PREDICATE is the built command. Each command of the picture runs on its own terminal, and the keys of the prompt are typed.
A recording has the screen after each key, and its pauses are a person's. It stands still for those who want no motion.
The pictures follow the reader's choice of light or dark.
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
from concurrent.futures import ProcessPoolExecutor
from html import escape
from itertools import accumulate
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent.parent / "Examples" / "Data"
COLUMNS = 96
COMMANDS = [
    """predicate filter 'popultion > 500000 AND name CONTAIN[cd] "sao"' cities.ndjson""",
    """predicate filter -o table 'population > 500000 AND name CONTAINS[cd] "sao"' cities.ndjson \\
    --select name,countrycode,population""",
]
# What is typed at the prompt of `predicate repl cities.ndjson`, what is below the line then, and the seconds of rest.
PROMPT = [('popultion > 500000 AND name CONTAINS[cd] "sao"', "Shift-Tab", 1), ("\x1b[Z", "of 2704 records", 1)]
# What is recorded: its label, what is typed before Return, key by key or at once under a name, and what the history has.
RECORDINGS = {
    "right": ("The answer so far below a predicate", [('population > 500000 AND name CONTAINS[cd] "sao"', "")]),
    "misspelt": ("Shift-Tab mends a misspelling", [('countrycode == "PT" AND popultion > 300000', ""), ("\x1b[Z", "Shift-Tab")]),
    "any": ("A predicate about a list", [('ANY alternatenames == "Lisboa"', "")]),
    "paste": ("Three lines are pasted and run as one predicate",
              [('\x1b[200~countrycode == "ES"\n  AND population > 600000\n  AND latitude < 40\x1b[201~', "three lines pasted")]),
    "search": ("Ctrl-R finds predicates among three hundred, and their answers are below them",
               [("\x12", "Ctrl-R"), ("Lis", ""), ("\x12", "Ctrl-R again"), ("\x1b[F", "End")],
               ['timezone == "Europe/Lisbon" AND population > 100000', 'ANY alternatenames == "Lisboa"',
                *(f"population > {number}000" for number in range(300))]),
}
REPL = "\x1b[32m$\x1b[0m \x1b[1mpredicate repl cities.ndjson\x1b[0m"
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


def started(command, predicate, state=os.devnull):
    """A command on a terminal: the process and the terminal. Its history is in the folder `state`."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
        os.chdir(DATA)
        environment = {"PATH": f"{predicate.parent}:/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C.UTF-8",
                       "XDG_STATE_HOME": state, "INPUTRC": os.devnull}
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


def prompts(predicate, steps, history=()):
    """The rows of the screen and the place of the cursor after each of the steps: keys, what is shown then, and the rest."""
    written, shown = "", []
    with tempfile.TemporaryDirectory() as state:
        os.mkdir(f"{state}/predicate")
        Path(state, "predicate", "history").write_text("".join(line + "\n" for line in history), encoding="utf-8")
        process, terminal = started("predicate repl cities.ndjson", predicate, state)
        # A prompt that shows something else would be waited for in vain.
        signal.alarm(60)
        for keys, text, rest in [("", "cities> ", 1), *steps]:
            os.write(terminal, keys.encode())
            while text not in written or select.select([terminal], [], [], rest)[0]:
                written += os.read(terminal, 1 << 16).decode()
            shown.append(drawn(written))
        signal.alarm(0)
        os.kill(process, 9)
        os.waitpid(process, 0)
    return shown


def drawn(written):
    """The rows of a screen after what was written to it, with the codes of their colours, and the place of the cursor."""
    rows, row, column, style = [[]], 0, 0, "0"
    for codes, letter, control, text in re.findall(r"\x1b\[([\d;?]*)([A-Za-z])|([\r\n])|([^\x00-\x1f])", written):
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
                   lambda run: run[1] + run[3].replace(f"\x1b[0m{run[2]}", ""), line) for line in lines], (row, column)


def runs(line, style):
    """The pieces of a line with one style each: the column, the text and the classes. The style goes on in the next line."""
    column, pieces = 0, []
    for codes, text in re.findall(r"\x1b\[([\d;]*)m|([^\x1b]+)", line):
        if text:
            # A space needs no picture, and a font could make it wider or narrower.
            for match in re.finditer(r"\S+(?: \S+)*", text):
                pieces.append((column + match.start(), match[0], " ".join(sorted(style - {"q"}))))
                pieces += [(column + match.start(), "█" * len(match[0]), "q")] * ("q" in style)
            column += len(text)
            if column > COLUMNS:
                raise SystemExit(f"a line is too long for the picture: {line}")
            continue
        for code in (codes or "0").split(";"):
            if code == "0":
                style.clear()
            elif code in ("1", "2", "4", "7"):
                style.add({"1": "b", "2": "d", "4": "u", "7": "q"}[code])
            elif code in ("31", "32", "33", "34", "35", "36"):
                style.difference_update([name for name in style if name[0] == "c"])
                style.add(f"c{code}")
            else:
                raise SystemExit(f"the picture has no style for the code {code}")
    return pieces


def element(row, column, text, classes):
    x, y = MARGIN + column * CELL, MARGIN + (row + 1) * LINE - 5
    kind = f' class="{classes}"' if classes else ""
    return f'<text x="{x:.1f}" y="{y}" textLength="{len(text) * CELL:.1f}"{kind}>{escape(text, quote=False)}</text>'


def svg(label, rows, style, elements):
    width, height = 2 * MARGIN + COLUMNS * CELL, 2 * MARGIN + rows * LINE
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" '
            f'role="img" aria-label="{label}">\n<style>{style}</style>\n<rect x="0.5" y="0.5" width="{width - 1:.0f}" '
            f'height="{height - 1}" rx="8"/>\n' + "\n".join(elements) + "\n</svg>\n")


def picture(predicate):
    parts = []
    for command in COMMANDS:
        shown = [f"\x1b[32m$\x1b[0m \x1b[1m{line}\x1b[0m" if number == 0 else f"\x1b[1m{line}\x1b[0m"
                 for number, line in enumerate(command.split("\n"))]
        parts.append(shown + output(command, predicate).split("\n"))
    parts[1] += ["", REPL]
    parts += [rows[next(row for row, line in enumerate(rows) if "cities> " in line):]
              for rows, _ in prompts(predicate, PROMPT)[1:]]
    texts, row = [], 0
    for lines in parts:
        style = set()
        for line in lines:
            texts += [element(row, *piece) for piece in runs(line, style)]
            row += 1
        row += 1
    return svg("A terminal in which predicate runs", row - 1, STYLE, texts)


def made(name, predicate):
    """The picture or the recording of that name."""
    if name == "terminal":
        return picture(predicate)
    label, typed, *history = RECORDINGS[name]
    keys = [("", ""), *((key, name) for text, name in typed for key in ([text] if name else text)), ("\r", "Return")]
    pauses = [number == 0 or any(name for _, name in keys[number:number + 2]) for number in range(len(keys))]
    # A mistake in a word that is typed on is shown after 0.3 seconds: not while keys follow each other.
    screens = prompts(predicate, [(key, "", 0.6 if pause else 0.2) for (key, _), pause in zip(keys, pauses)][1:], *history)
    # What several frames have is drawn once, and is visible in them.
    frames, groups = {}, {}
    for number, ((lines, (row, column)), (_, key)) in enumerate(zip(screens, keys)):
        style, pieces = set(), [(row + 1, column, "█", "q")] + [(0, COLUMNS - len(key), key, "b d")] * bool(key)
        for piece in pieces + [(row, *piece) for row, line in enumerate([REPL, *lines]) for piece in runs(line, style)]:
            frames.setdefault(piece, []).append(number)
    for piece, numbers in frames.items():
        groups.setdefault(tuple(numbers), []).append(element(*piece))
    # A frame lasts as many seconds as a person takes.
    times = list(accumulate([0, *(1.5 if pause else 0.09 for pause in pauses[:-1]), 4]))
    texts = groups.pop(tuple(range(len(keys))))
    style = f"""{STYLE}  .h {{ visibility: hidden; }} .q {{ opacity: 0.4; }}
  g {{ animation: {times[-1]:.2f}s steps(1) infinite; }}
  @media (prefers-reduced-motion: reduce) {{ g {{ animation: none !important; }} }}
"""
    for group, (numbers, elements) in enumerate(groups.items()):
        style += f"  @keyframes k{group} {{" + "".join(
            f" {time / times[-1]:.2%} {{ visibility: {'visible' if number in numbers else 'hidden'}; }}"
            for number, time in enumerate(times[:-1]) if not number or (number in numbers) != (number - 1 in numbers)) + " }\n"
        hidden = "" if len(keys) - 1 in numbers else ' class="h"'
        texts.append(f'<g{hidden} style="animation-name: k{group}">' + "".join(elements) + "</g>")
    return svg(label, 1 + max(row for row, *_ in frames), style, texts)


def main():
    names = {"": ["terminal"], "--recordings": list(RECORDINGS), "--check": ["terminal", *RECORDINGS]}.get(" ".join(sys.argv[2:]))
    if len(sys.argv) < 2 or not names:
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 64
    for _ in range(3):
        with ProcessPoolExecutor(len(names)) as pool:
            texts = list(pool.map(made, names, [Path(sys.argv[1]).resolve()] * len(names)))
        paths = [HERE / f"{name}.svg" for name in names]
        if sys.argv[2:] != ["--check"]:
            for path, text in zip(paths, texts):
                path.write_text(text, encoding="utf-8")
            return 0
        # A busy machine may be late with a screen.
        names = [path.stem for path, text in zip(paths, texts) if path.read_text(encoding="utf-8") != text]
        if not names:
            return 0
    print(f"not what the command shows: {', '.join(names)}; {sys.argv[0]} writes them anew", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
