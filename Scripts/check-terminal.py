#!/usr/bin/env python3
"""Types into the prompt on its own terminal: pasted, early and interrupted input.

Usage: Scripts/check-terminal.py PREDICATE
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
import time

PROMPT = re.compile(rb"(?:^|[\r\n])(?:predicate|cities)> $")
CITIES = os.path.join(os.path.dirname(__file__), "..", "Examples", "Data", "cities.ndjson")
PATIENCE = 60


class Terminal:
    """A `predicate repl` on a terminal that is wide enough that no line is wrapped."""

    def __init__(self, predicate, home):
        environment = {**os.environ, "TERM": "xterm", "XDG_STATE_HOME": home, "INPUTRC": os.devnull, "LC_ALL": "C.UTF-8"}
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execve(predicate, [predicate, "repl"], environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 30_000, 0, 0))
        self.answer()

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def answer(self, lines=0):
        """The output up to the next prompt after a number of line ends."""
        text, end = b"", time.monotonic() + PATIENCE
        while text.count(b"\n") < lines or not PROMPT.search(plain(text)):
            if not select.select([self.descriptor], [], [], max(0, end - time.monotonic()))[0]:
                raise SystemExit(f"check-terminal: no prompt after {PATIENCE} s; it shows {plain(text)[-300:]!r}")
            text += os.read(self.descriptor, 1 << 16)
        return plain(text).decode(errors="replace").replace("\r", "")

    def ask(self, line):
        self.type(line + "\n")
        return self.answer(lines=1)

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


def plain(text):
    """The text without control sequences and bells."""
    return re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x07", b"", text)


def expect(condition, what, shown):
    if not condition:
        raise SystemExit(f"check-terminal: {what}; it shows\n{shown[-600:]}")


def long_predicate(clauses):
    return " OR ".join(f'name CONTAINS[cd] "missing {number}"' for number in range(clauses))


def check_long_paste(terminal):
    shown = terminal.ask(f":count {long_predicate(400)} OR population > 0")
    count = terminal.ask(":count population > 0").split("\n")[1]
    expect(shown.split("\n")[1] == count and count.isdigit(), "a long line is not taken whole", shown)


def check_interrupted_paste(terminal):
    terminal.type(f":count {long_predicate(400)}")
    terminal.type("\x03")
    terminal.answer(lines=1)
    shown = terminal.ask("1 + 1")
    expect(shown.split("\n")[1] == "2", "what was pasted before Ctrl-C is still there", shown)


def check_type_ahead(terminal):
    terminal.type("1 + 1\n2 + 3\n")
    shown = terminal.answer(lines=4)
    expect("\n2\n" in shown and "\n5\n" in shown, "a line that was typed ahead is lost", shown)


def check_keys(terminal):
    terminal.ask("20 + 3")
    terminal.type("\x1b[A")
    shown = terminal.ask("0")
    expect("\n50\n" in shown, "the arrow key does not bring back `20 + 3`, to which a 0 was added", shown)
    terminal.type("popul")
    terminal.type("\t")
    shown = terminal.ask("> 0")
    expect("population" in shown, "Tab does not complete a field", shown)


def check_bracketed_paste(terminal):
    terminal.type("\x1b[200~(1 +\n6)\x1b[201~\n")
    shown = terminal.answer(lines=2)
    expect("\n7\n" in shown, "two lines that were pasted are not one entry", shown)


def main():
    predicate = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(predicate, home)
        try:
            terminal.ask(f":load {CITIES}")
            for check in (check_long_paste, check_interrupted_paste, check_type_ahead, check_keys, check_bracketed_paste):
                check(terminal)
        finally:
            terminal.close()
    print("check-terminal: the prompt does what is typed")


if __name__ == "__main__":
    main()
