#!/usr/bin/env python3
"""Types into the prompt on its own terminal: pasted, early and interrupted input, the pager and other programs, and the
same session through a pipe.

Usage: Scripts/check-terminal.py PREDICATE [--without-readline]

With the option, the command finds no readline, and lines are those that the terminal has edited.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

PROMPT = re.compile(rb"(?:^|[\r\n])(?:predicate|cities|stdin)> $")
CITIES = os.path.join(os.path.dirname(__file__), "..", "Examples", "Data", "cities.ndjson")
PATIENCE = 60


class Terminal:
    """A `predicate repl` on a terminal. By default it is wide enough that no line is wrapped, and has no pager."""

    def __init__(self, predicate, home, *files, rows=50, columns=30_000, records=None, **variables):
        environment = {**os.environ, "TERM": "xterm", "XDG_STATE_HOME": home, "INPUTRC": os.devnull, "LC_ALL": "C.UTF-8"}
        environment.update({"PAGER": "", "VISUAL": "", "EDITOR": "", **variables})
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            if records:
                shell = ["sh", "-c", 'cat "$1" | "$2" repl -', "sh", records, predicate]
                os.execve("/bin/sh", shell, environment)
            os.execve(predicate, [predicate, "repl", *files], environment)
        self.greeting = self.answer()

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


def unbroken(lines):
    """The lines, with sentences on one line that a terminal breaks at blanks."""
    whole, indentation = [], None
    for line in lines:
        if indentation and line.startswith(indentation) and line[len(indentation):len(indentation) + 1].strip():
            whole[-1] += " " + line.strip()
            continue
        sentence = re.match(r"   = note: |error: |warning: |note: ", line)
        indentation = None if sentence is None else " " * (len(sentence[0]) if line[0] == " " else 2)
        whole.append(line)
    return whole


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
    count = terminal.ask(':count countrycode == "ES" AND population > 600000').split("\n")[1]
    terminal.type('\x1b[200~countrycode == "ES"\n  AND population > 600000\n  AND latitude < 90\x1b[201~\n')
    shown = terminal.answer(lines=4)
    expect(shown.count(" of 2704 records") == 1, "a pasted predicate of three lines has not one answer", shown)
    expect(f"\n{count} of 2704 records" in shown, "a pasted predicate of three lines has another answer", shown)


def check_fix(terminal):
    shown = terminal.ask("popultion > 20000000")
    expect("did you mean" in shown, "a misspelt field is not reported", shown)
    shown = terminal.ask(":fix")
    expect("population > 20000000" in shown and "1 of 2704 records" in shown, "`:fix` does not mend the line", shown)


# What people ask, without what only a terminal has.
SESSION = """\
:select name, population
countrycode == "PT"
OR countrycode == "ES" AND
  population > 1000000
$_ AND population > 2000000
$_.name
:count $_
:show 109
popultion > 20000000
:fix
:sort -population
countrycode IN $_.countrycode
:coverage countrycode == "PT" OR population > 9000000
:why 109 population > 1
population
:let least = 9000000
:group countrycode
population > $least
:group off
:schema countrycode
:help count
help limit
:nothing
:limit all
NOT (population < 15000000)
"""


def check_same_answers(predicate, home):
    """The same lines have the same answers on a terminal and through a pipe."""
    piped = subprocess.run(
        [predicate, "repl", "--echo", CITIES], input=SESSION, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"})
    # What comes and goes while a line is typed is no answer; check-live.py reads it.
    terminal = Terminal(predicate, home, "--live", "off", CITIES, columns=80, rows=24)
    shown = terminal.greeting.replace("Predicates are about cities. `:help` lists the commands, Ctrl-D leaves.\n", "")
    try:
        for line in SESSION.splitlines():
            if line.endswith(" AND"):
                terminal.type(line + "\n")
            else:
                shown += terminal.ask(line)
    finally:
        terminal.close()
    # Only a terminal has bars of counts.
    typed = [re.sub("  [█-▏]+$", "", line) for line in shown.split("\n")]
    # The prompts of continued lines differ in where the terminal breaks them.
    typed, expected = ([line.rstrip() for line in text if not line.startswith(("cities>", "......>"))]
                       for text in (typed, piped.stdout.split("\n")))
    typed, expected = unbroken(typed), unbroken(expected)
    while expected and not expected[-1]:
        expected.pop()
    for number, (one, other) in enumerate(zip(typed, expected)):
        if one != other:
            raise SystemExit(f"check-terminal: the terminal shows\n{one}\nand the pipe\n{other}\nin line {number}")
    expect(len(typed) == len(expected), "the terminal and the pipe show different numbers of lines", shown)


def check_pager(predicate, home):
    seen = os.path.join(home, "seen")
    terminal = Terminal(predicate, home, CITIES, rows=24, columns=80, PAGER=f"cat > {seen}; echo PAGED")
    try:
        shown = terminal.greeting
        expect("2704 records" in shown and "`:help` lists the commands, Ctrl-D leaves." in shown, "no greeting", shown)
        shown = terminal.ask("help")
        expect("PAGED" in shown and ":coverage" not in shown, "a long answer is not paged", shown)
        with open(seen) as file:
            expect(":coverage" in file.read(), "the pager did not get the answer", shown)
        shown = terminal.ask(":show 109")
        expect("PAGED" not in shown and '"Madrid"' in shown, "an answer that fits is paged", shown)
        terminal.ask(":pager off")
        shown = terminal.ask("help")
        expect("PAGED" not in shown and ":coverage" in shown, "`:pager off` does not end paging", shown)
        terminal.ask(":output | tr a-z A-Z")
        shown = terminal.ask('name == "Madrid"')
        expect("MADRID" in shown, "a command does not get the records", shown)
    finally:
        terminal.close()


def check_progress(predicate, home):
    """A count over a large file shows how far it is, and no trace of that afterwards."""
    records = os.path.join(home, "cities.ndjson")
    with open(CITIES, "rb") as file:
        part = file.read()
    with open(records, "wb") as file:
        for _ in range(300):
            file.write(part)
    terminal = Terminal(predicate, home, records, rows=24, columns=80)
    try:
        # Slow enough on a fast machine.
        slow = [f'ANY alternatenames MATCHES ".*({a}|b|c)*(d|e)*x.*y"' for a in "afgh"]
        # An answer may go through a pager, which holds it back.
        for pager in ("", "less"):
            terminal.close()
            terminal = Terminal(predicate, home, records, rows=24, columns=80, PAGER=pager)
            for command, answer in ((":count ", rb"[\r\n][0-9]+\r?\n"), ("", rb"[\r\n][0-9]+ of [0-9]+ records")):
                terminal.type(f'{command}{" OR ".join(slow)} OR alternatenames.@count > 500\n')
                text, end = b"", time.monotonic() + PATIENCE
                while not re.search(answer, plain(text)) and time.monotonic() < end:
                    if select.select([terminal.descriptor], [], [], 1)[0]:
                        text += os.read(terminal.descriptor, 1 << 16)
                shown = text.decode(errors="replace")
                expect(" %" in shown and "█" in shown, "no progress is shown", shown)
                expect("\x1b[K" in shown[shown.rfind(" %"):], "the bar of progress stays", shown)
    finally:
        terminal.close()


def check_interrupted_answer(predicate, home):
    """The interrupt key ends a long answer, with a pager and without, and the message about that is shown."""
    records = os.path.join(home, "many.ndjson")
    with open(records, "w") as file:
        values = ",".join(map(str, range(3000)))
        file.write(f'{{"l":[{values}]}}\n' * 200)
    for pager in ("", "less"):
        terminal = Terminal(predicate, home, rows=24, columns=80, PAGER=pager)
        try:
            terminal.ask(f":load {records} as cities")
            terminal.type(":count SUBQUERY(l, $a, SUBQUERY(l, $b, $b == $a).@count > 9).@count > 3\n")
            time.sleep(2)
            terminal.type("\x03")
            shown = terminal.answer(lines=2)
            expect("\ninterrupted\n" in shown, f"the interrupt key says nothing (PAGER={pager})", shown)
        finally:
            terminal.close()


def check_records_of_standard_input(predicate, home):
    """Records come through a pipe, and the lines from the terminal."""
    terminal = Terminal(predicate, home, records=CITIES)
    try:
        shown = terminal.greeting
        expect("stdin: 2704 records of standard input\n" in shown, "the records of a pipe are not read", shown)
        shown = terminal.ask("population > 20000000")
        expect("1 of 2704 records" in shown, "a question about them has no answer", shown)
        shown = terminal.ask(f":session save {home}/session.json")
        expect("is not kept" in shown, "a session keeps records of a pipe", shown)
        terminal.type("popul\t")
        shown = terminal.ask("> 20000000")
        expect("population > 20000000" in shown, "lines are not edited", shown)
    finally:
        terminal.close()


def check_list_of_candidates(predicate, home):
    """What Tab lists has room on the screen, with the fields at the top."""
    terminal = Terminal(predicate, home, CITIES, rows=24, columns=80)
    try:
        terminal.type("\t")
        shown = terminal.answer(lines=3)
        listed = shown.strip("\n").split("\n")[:-1]
        expect(len(listed) <= 22, "the list of candidates leaves the screen", shown)
        expect("geonameid" in listed[0] and " more" in listed[-1], "the fields are not first", shown)
    finally:
        terminal.close()


def check_edited_by_the_terminal(terminal):
    expect("GNU readline 8, which is not installed" in terminal.greeting, "nothing says what is missing", terminal.greeting)
    terminal.type("1 + 1\n2 + 3\n")
    shown = terminal.answer(lines=4)
    expect("\n2\n" in shown and "> 5\n" in shown, "a line that was typed ahead is lost", shown)
    shown = terminal.ask(f":count {long_predicate(400)} OR population > 0")
    expect("passes on only 4095 bytes" in shown and "2704" not in shown, "a line that the terminal cut is used", shown)
    shown = terminal.ask("20 + 3\x7f4")
    expect("\n24\n" in shown, "the terminal does not edit", shown)
    terminal.type("popul\x03")
    terminal.answer(lines=1)
    shown = terminal.ask("population > 20000000")
    expect("1 of 2704 records" in shown, "what was typed before Ctrl-C is still there", shown)
    terminal.type("\x04")
    expect(os.waitpid(terminal.pid, 0)[1] == 0, "Ctrl-D does not leave", shown)


def main():
    predicate = os.path.abspath(sys.argv[1])
    if "--without-readline" in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as home:
            terminal = Terminal(predicate, home, CITIES)
            check_fix(terminal)
            check_edited_by_the_terminal(terminal)
        return print("check-terminal: the prompt does what is typed without readline")
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(predicate, home)
        try:
            terminal.ask(f":load {CITIES}")
            for check in (
                check_long_paste, check_interrupted_paste, check_type_ahead, check_keys, check_bracketed_paste, check_fix
            ):
                check(terminal)
        finally:
            terminal.close()
        for check in (
            check_same_answers, check_pager, check_progress, check_interrupted_answer, check_records_of_standard_input,
            check_list_of_candidates,
        ):
            check(predicate, home)
    print("check-terminal: the prompt does what is typed")


if __name__ == "__main__":
    main()
