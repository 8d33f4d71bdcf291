#!/usr/bin/env python3
"""Types predicates into the prompt over a file of records, key by key, and measures how long the terminal waits for them.

Usage: Benchmarks/prompt_latency.py PREDICATE FILE [--return] [--pause SECONDS] [--columns N] [--lines N]

For each key: the time until the first byte of the answer, which is the key itself, and until the last byte before a pause,
which completes what is below the line. What appears only because typing rests (300 ms) is not counted. The first predicate
of each field builds its column. --return presses Return after each predicate, and measures the time until the first row of
the answer, and until the next prompt.
"""

import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import tempfile
import termios
import time

# About three hundred keys over the fields of the generated records.
PREDICATES = [
    "age > 30", 'name BEGINSWITH "A"', "score < 12.5", "active == TRUE", 'country == "PT"', "bucket < 1000", "seen != nil",
    'city IN {"Faro", "Graz"}', 'tags CONTAINS "sale"', "ANY items.price > 90", "address.geo.latitude > 60",
    "device.system.version.major >= 14", 'email ENDSWITH ".org"', "age > 30 AND score < 5", 'nickname == "Ana"',
    "items.@count > 3", 'note CONTAINS[c] "urgent"', "NOT active == TRUE", "age BETWEEN {20, 30}", 'name LIKE "*a"',
]
# What appears later than this after a key appears because typing rests.
REST = 0.28


class Terminal:
    def __init__(self, predicate, file, lines, columns):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            environment = {**os.environ, "TERM": "xterm-256color", "PAGER": "", "INPUTRC": os.devnull, "LC_ALL": "C.UTF-8",
                           "XDG_STATE_HOME": tempfile.mkdtemp()}
            os.execve(predicate, [predicate, "repl", file], environment)

    def read(self, quiet):
        """What arrives until nothing has for some time: the bytes, and the times of the first and the last of them."""
        count, first, last = 0, None, None
        while select.select([self.descriptor], [], [], quiet)[0]:
            data = os.read(self.descriptor, 1 << 16)
            last = time.monotonic()
            first = first or last
            count += len(data)
        return count, first, last

    def answer(self):
        """Presses Return: the seconds until something is below the line, and until nothing more comes."""
        started = time.monotonic()
        os.write(self.descriptor, b"\r")
        text, first, last = b"", None, started
        while select.select([self.descriptor], [], [], 1)[0]:
            text += os.read(self.descriptor, 1 << 16)
            last = time.monotonic()
            if first is None and text.partition(b"\n")[2]:
                first = last
        return (first or last) - started, last - started

    def key(self, character, pause):
        started = time.monotonic()
        os.write(self.descriptor, character.encode())
        count, first, last, end = 0, None, None, started + pause
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.descriptor], [], [], left)[0]:
                break
            count += len(os.read(self.descriptor, 1 << 16))
            now = time.monotonic()
            first = first or now
            if now - started < REST or last is None:
                last = now
        return count, (first or end) - started, (last or end) - started


def memory(pid):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmHWM"):
            return int(line.split()[1]) // 1024
    return 0


def summary(name, times):
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(share * len(times)))] * 1000
    print(f"{name:34} median {at(0.5):7.1f} ms   95 % {at(0.95):7.1f} ms   worst {times[-1] * 1000:7.1f} ms   {len(times)} keys")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predicate", type=os.path.abspath)
    parser.add_argument("file")
    parser.add_argument("--return", action="store_true", dest="returns")
    parser.add_argument("--pause", type=float, default=0.4)
    parser.add_argument("--columns", type=int, default=120)
    parser.add_argument("--lines", type=int, default=40)
    options = parser.parse_args()
    terminal = Terminal(options.predicate, options.file, options.lines, options.columns)
    terminal.read(5)
    echoes, ends, sizes, answers = [], [], [], []
    for predicate in PREDICATES:
        keys = [terminal.key(character, options.pause) for character in predicate]
        summary(predicate, [end for _, _, end in keys])
        sizes += [count for count, _, _ in keys]
        echoes += [first for _, first, _ in keys]
        ends += [end for _, _, end in keys]
        if options.returns:
            answers.append(terminal.answer())
        else:
            terminal.key("\x15", options.pause)
    summary("the key itself", echoes)
    summary("everything", ends)
    for name, times in zip(("Return: the answer", "Return: the prompt"), zip(*answers)):
        summary(name, times)
    print(f"bytes for a key: median {statistics.median(sizes):.0f}, most {max(sizes)}; memory {memory(terminal.pid)} MB")
    os.kill(terminal.pid, 9)


if __name__ == "__main__":
    main()
