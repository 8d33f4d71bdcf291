#!/usr/bin/env python3
"""Types into the live prompt, whose screen pyte models: scenes with expected screens, keys at random, and the ways to turn it
off.

Usage: Tests/Command/check-live.py PREDICATE [--record] [--keys N]

    --record    writes the screens of the scenes to Tests/Command/live
    --keys N    the number of random keys, in sessions of a thousand
"""

import argparse
import fcntl
import os
import pty
import random
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata
from pathlib import Path

import pyte

HERE = Path(__file__).resolve().parent
CITIES = HERE.parent.parent / "Examples/Data/cities.ndjson"
SIZES = [(24, 80), (40, 120), (12, 40)]
PATIENCE = 60

# Keys, and what the screen has when they are done.
SCENES = {
    "a right predicate": [("population > 10000000", "of 2704 records"), ("\r", "not shown")],
    "a part that is right": [('countrycode == "PT" AND po', "match `")],
    "a misspelt field": [("popualtion > 5", "Shift-Tab"), ("\x1b[Z", "2700 of 2704 records")],
    "a list with ANY": [('ANY alternatenames == "Lisboa"', "1 of 2704 records"), ("\x1b[D", "1 of 2704")],
    "a summary": [("latitude", "max")],
    "a suggestion": [("popula", "population"), ("\x1b[C", "2704 values, ")],
    "three pasted lines": [
        ("\x1b[200~population > 1000000\n  AND latitude > 50\n  AND countrycode != \"RU\"\x1b[201~", "of 2704 records")],
    "a search backwards": [
        ("1 + 1\r", "2"), ('name == "Lisbon"\r', "1 of 2704 records"), ("2 + 2\r", "4"), ("\x12Lis", "1 of 2704 records"), ("\r", "Lisbon")],
    "lines that continue": [("(population > 5\r", "......>"), ("AND latitude > 60)", "of 2704 records"), ("\r", "not shown")],
    "wide characters": [('name == "東京 Mu\u0308nchen 🙂" OR name == "سلام"', "0 of 2704 records"), ("\x1b[D\x1b[D", "0 of 2704")],
    "undo and the kill ring": [("population > 5", "2700 of"), ("\x17\x17", "2704 values"), ("\x19", "2700 of"), ("\x1f", "2704 values")],
    "Ctrl-L": [("2 + 3\r", "5"), ("latitude > 0", "of 2704 records"), ("\x0c", "of 2704 records")],
    "Ctrl-C": [("population > 5", "2700 of"), ("\x03", "^C")],
    "candidates": [("lon", "longitude"), ("\x15l\t", "longitude")],
}


class Terminal:
    """A `predicate repl` whose screen is a model."""

    def __init__(self, predicate, rows, columns, *arguments, shell=None, **variables):
        self.folder = tempfile.mkdtemp()
        environment = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": self.folder, "INPUTRC": os.devnull,
                       "LC_ALL": "C.UTF-8", "PAGER": "", **variables}
        environment.pop("NO_COLOR", None) if "NO_COLOR" not in variables else None
        self.screen = pyte.Screen(columns, rows)
        # pyte loses what follows a character without a width, such as a joiner.
        self.screen.draw = lambda text: pyte.Screen.draw(
            self.screen, "".join(one for one in text if pyte.screens.wcwidth(one) > 0 or unicodedata.combining(one)))
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.chdir(CITIES.parent)
            if shell:
                os.execvpe(shell[0], shell, environment)
            os.execve(predicate, [predicate, "repl", *arguments, CITIES.name], environment)

    def read(self, quiet=0.15):
        while select.select([self.descriptor], [], [], quiet)[0]:
            try:
                data = os.read(self.descriptor, 1 << 16)
            except OSError:
                return False
            if not data:
                return False
            self.raw += data
            self.stream.feed(data)
        return True

    def type(self, keys, text=None):
        """Types keys, and waits until the screen has a text and stands still."""
        self.raw = b""
        os.write(self.descriptor, keys.encode())
        self.wait(lambda: text is None or any(text in row + " " for row in self.rows()), f"no {text!r} after {keys!r}")

    def wait(self, condition, what):
        """Waits until something is true of a screen that stands still."""
        end = time.monotonic() + PATIENCE
        while not (lives := self.read()) or not condition():
            expect(lives and time.monotonic() < end, what, self)

    def resize(self, rows, columns):
        self.read()
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)
        self.screen.ensure_vbounds()
        self.read(0.3)

    def rows(self):
        return [row.rstrip() for row in self.screen.display]

    def cells(self):
        return [[self.screen.buffer[row][column] for column in range(self.screen.columns)] for row in range(self.screen.lines)]

    def drawing(self):
        """The screen as text: rows, and below a row what is underlined or reversed in it."""
        lines = []
        for number, row in enumerate(self.rows()):
            lines.append("│" + row)
            cells = self.screen.buffer[number]
            marks = "".join(
                "~" if cells[column].underscore else "#" if cells[column].reverse else " "
                for column in range(self.screen.columns)).rstrip()
            if marks:
                lines.append(" " + marks)
        while lines and lines[-1] == "│":
            lines.pop()
        return "\n".join([*lines, f"cursor in row {self.screen.cursor.y + 1}, column {self.screen.cursor.x + 1}", ""])

    def close(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)
        shutil.rmtree(self.folder, ignore_errors=True)


def begin(predicate, rows, columns, *arguments, **variables):
    terminal = Terminal(predicate, rows, columns, *arguments, **variables)
    # The line about all records would come at any time.
    terminal.type("", "cities> ")
    terminal.type(":count TRUEPREDICATE\r", "2704")
    terminal.type("\x0c", "cities> ")
    return terminal


def check_scenes(predicate, records):
    folder = HERE / "live"
    folder.mkdir(exist_ok=True)
    wrong = []
    for rows, columns in SIZES:
        shown = []
        for name, steps in SCENES.items():
            terminal = begin(predicate, rows, columns)
            shown.append(f"== {name}")
            for keys, text in steps:
                terminal.type(keys, text)
                shown.append(f"-- {keys.encode('unicode_escape').decode()}\n{terminal.drawing()}")
            terminal.close()
        file, text = folder / f"{columns}x{rows}.txt", "\n".join(shown)
        if records:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            (seen := Path(tempfile.gettempdir()) / file.name).write_text(text)
            subprocess.run(["diff", "-u", str(file), str(seen)], check=False)
            wrong.append(file.name)
    if wrong:
        raise SystemExit(f"check-live: other screens than in {', '.join(wrong)}; --record takes them")


def expect(condition, what, terminal):
    if not condition:
        raise SystemExit(f"check-live: {what}; it shows\n" + "\n".join(terminal.rows()))


def check_off(predicate):
    """What turns it off, or a part of it."""
    for arguments, variables in [(["--live", "off"], {}), ([], {"TERM": "dumb"})]:
        terminal = begin(predicate, 24, 80, *arguments, **variables)
        terminal.type("population > 5")
        expect(not any("2700 of" in row for row in terminal.rows()), "it is not off", terminal)
        terminal.type("\r", "2700 of 2704")
        terminal.close()
    terminal = begin(predicate, 24, 80, NO_COLOR="1")
    terminal.type("population > 5", "2700 of")
    expect(not re.search(rb"\x1b\[[0-9;]*3[0-9;]*m", terminal.raw), "there are colours in spite of NO_COLOR", terminal)
    terminal.close()
    terminal = begin(predicate, 24, 80, "--live", "colours")
    terminal.type("popualtion > 5 ")
    expect(b"38;5" in terminal.raw and not any("field" in row for row in terminal.rows()), "not only colours", terminal)
    terminal.close()


def check_resize(predicate):
    terminal = begin(predicate, 24, 80)
    terminal.type('name CONTAINS "a" AND population > 100000 AND latitude < 10 AND longitude > 3', "of 2704 records")
    for rows, columns in [(24, 120), (24, 60), (10, 60), (40, 100), (24, 80)]:
        terminal.resize(rows, columns)
    shown = [row for row in terminal.rows() if row]
    line = next(number for number, row in enumerate(shown) if row.startswith("cities> name"))
    expect("of 2704 records" in shown[line + 2 - (len(shown[line + 1]) > 40)] or "of 2704 records" in shown[line + 1],
           "a resize leaves something between the line and its answer", terminal)
    terminal.type("\r", "not shown")
    terminal.close()


def check_job_control(predicate):
    """Ctrl-Z stops it, and fg draws the line anew."""
    terminal = Terminal(predicate, 24, 80, shell=["bash", "--norc", "--noprofile", "-i"], PS1="shell$ ")
    terminal.type("", "shell$")
    terminal.type(f"'{predicate}' repl {CITIES.name}\r", "cities> ")
    terminal.type("population > 5", "2700 of")
    terminal.type("\x1a", "Stopped")
    terminal.type("fg\r", "2700 of 2704 records")
    terminal.type("0000000", "population > 50000000")
    terminal.type("\r", "0 of 2704")
    terminal.close()


def check_vi(predicate):
    """The other set of keys of readline."""
    file = tempfile.NamedTemporaryFile("w", suffix=".inputrc")
    file.write("set editing-mode vi\n")
    file.flush()
    terminal = Terminal(predicate, 24, 80, INPUTRC=file.name)
    terminal.type("", "cities> ")
    terminal.type("popualtion > 5", "Shift-Tab")
    terminal.type("\x1b")
    time.sleep(0.6)
    terminal.type("0cwpopulation\x1b", "2700 of 2704 records")
    terminal.type("\r", "not shown")
    terminal.close()


WORDS = ["population", " > ", "5", " AND ", "name", " == ", '"a"', "(", ")", "ANY ", "alternatenames", " CONTAINS[c] ", "é", "東", "🙂",
         "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x01", "\x05", "\x02", "\x06", "\x0b", "\x15", "\x17", "\x19", "\x1f", "\x14", "\x7f",
         "\x1b[3~", "\x1b[1;3C", "\x1bf", "\x1bb", "\x1bu", "\x12", "\x07", "\x1b[Z", "\t", "\x0c", "\x1b[200~x > 1\ny\x1b[201~", "\x11\x01",
         ":", "$", "\x1b[H", "\x1b[F", "\x1b5", "{", "}", "'", "\\", ",", ".", "@", "#", "\x18\x18", "\x1b<", "\x1b>",
         "\x1b-", "\x1b?", "\x1bd", "\x1by", "\x1bt", "\x1bc", "\x1b\\", "\x1b.", "\x1b[1;5D", "\x1b[2~", "\x1bOP", "\x00", "\x1b[5~", "\x1b[6~"]
# Right predicates over the cities. A letter after $ stands for one of its forms.
FORMS = {"p": ["$c", "$p AND $p", "($p) OR $p", "$c OR NOT ($p)", "($p) && !($c)", "NOT $c AND ($p)", "($c || $p)"],
         "c": ["$f$q$n", "$f BETWEEN {-9, $n}", "$t$o$v", '$t IN {"US"}', "$a alternatenames$o$v", "alternatenames.@count > 5"],
         "f": ["population", "latitude", "longitude"], "q": [" > ", "<=", " == ", " != "], "n": ["0", "35.5", "-9", "1000000"],
         "a": ["ANY", "ALL", "NONE"], "o": [" == ", " != ", " BEGINSWITH ", " CONTAINS[c] ", " ENDSWITH[cd]", " LIKE[c] "],
         "t": ["name", "countrycode"], "v": ['"a"', '"Li"', '"São"', '"東"', '"PT"', '"*or*"', '"🙂"', "'IN'"]}


def form_of(generator, letter, depth=3):
    form = generator.choice(FORMS[letter] if depth else FORMS[letter][:1])
    return re.sub(r"\$(\w)", lambda other: form_of(generator, other[1], depth - 1 if other[1] == "p" else 1), form)


def typing(generator, line):
    """Keys that type a line, each part in one of several ways, and after it keys that change nothing in the end."""
    for part in re.findall(".{1,16}", line):
        left, cut, slip = "\x1b[D", generator.randrange(len(part)), generator.choice(["x", "AN", '5(" ', "東é", "N🙂 or"])
        yield generator.choice([part, f"\x1b[200~{part}\x1b[201~", part[cut:] + left * (len(part) - cut) + part[:cut] + "\x05"])
        yield generator.choice([
            slip + "\x7f" * len(slip), slip + left * len(slip) + "\x1b[3~" * len(slip), "\x15\x19", "\x17\x19", "\x01\x0b\x19",
            "\x17\x1f\x01\x05", "\x01\x0b\x1f\x01\x05", "\x01\x1bu\x1f\x01\x05", "\x1b[A\x1b[B", f"\x12{slip}\x07", "\x0c"])


def check_drawing(terminal, what):
    """Ctrl-L draws the same cells as are there, from the first row of the line on, when Ctrl-G has left searches and numbers."""
    os.write(terminal.descriptor, b"\x07")
    terminal.read(0.5)
    shown, old, cursor = terminal.drawing(), terminal.cells(), terminal.screen.cursor
    x, y = cursor.x, cursor.y
    os.write(terminal.descriptor, b"\x0c")
    terminal.wait(lambda: cursor.x == x and all(one == two for one, two in zip(terminal.cells(), old[y - cursor.y:])),
                  f"Ctrl-L changes this {what}:\n{shown}")


def check_random(predicate, keys):
    """Keys at random, with resizes: the process lives, Ctrl-L changes nothing, and predicates have the counts of `filter`."""
    for session in range((keys + 999) // 1000):
        generator = random.Random(session)
        terminal = begin(predicate, *generator.choice(SIZES))
        for burst in range(10):
            line, pressed = form_of(generator, "p"), ["".join(generator.choices(WORDS, k=10)) for _ in range(10)]
            count = subprocess.run([predicate, "filter", "--count", line, CITIES], capture_output=True, text=True).stdout.strip()
            what = f"in burst {burst} of session {session}, where {count} records match {line!r}"
            for texts, end in [(pressed, "\x03"), (typing(generator, line), "\r")]:
                for text in texts:
                    os.write(terminal.descriptor, text.encode())
                    expect(terminal.read(generator.choice([0, 0, 0.02, 0.1])), f"it ended at {text!r} {what}", terminal)
                    if generator.random() < 0.05:
                        terminal.resize(*generator.choice(SIZES))
                check_drawing(terminal, what)
                if end == "\r":
                    terminal.wait(lambda: f"{count} of 2704 records" in terminal.rows(), f"another count {what}")
                    expect("".join(line.split()) in "".join("".join(terminal.rows()).split()), f"another line {what}", terminal)
                os.write(terminal.descriptor, end.encode())
                terminal.wait(lambda: terminal.rows()[terminal.screen.cursor.y] == "cities>", f"no prompt {what}")
            expect(re.findall(r"│(\d+) of 2704 records", terminal.drawing())[-1:] == [count], f"another answer {what}", terminal)
        terminal.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predicate", type=os.path.abspath)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--keys", type=int, default=1000)
    options = parser.parse_args()
    check_scenes(options.predicate, options.record)
    check_off(options.predicate)
    check_resize(options.predicate)
    check_job_control(options.predicate)
    check_vi(options.predicate)
    check_random(options.predicate, options.keys)
    print(f"check-live: {len(SCENES) * len(SIZES)} scenes and {options.keys} random keys are as they should be")


if __name__ == "__main__":
    main()
