"""Runs processes: measured, pinned to processors, with their memory watched."""

import os
import signal
import tempfile
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

ALL_PROCESSORS = sorted(os.sched_getaffinity(0))


@contextmanager
def pinned(threads):
    """Gives processes started within it the first `threads` processors. They inherit it from this process, so no
    `taskset` is started."""
    os.sched_setaffinity(0, set(ALL_PROCESSORS[:threads]))
    try:
        yield
    finally:
        os.sched_setaffinity(0, set(ALL_PROCESSORS))


@dataclass
class Run:
    seconds: float
    status: int
    output: str
    errors: str
    peak: dict
    """The highest `RssAnon` and `VmHWM` seen, in bytes; only if memory was watched."""


class MemoryWatch(threading.Thread):
    """Reads the memory of a process every few milliseconds. The figure of `wait4` would include the pages of this
    process before `exec`, and those of mapped files."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.peak, self.over = pid, {"RssAnon": 0, "VmHWM": 0}, threading.Event()

    def run(self):
        while not self.over.is_set():
            for name, size in memory(self.pid).items():
                self.peak[name] = max(self.peak[name], size)
            self.over.wait(0.004)

    def stop(self):
        self.over.set()
        self.join()
        return self.peak


def memory(pid):
    """The memory of a process that no file backs, and the highest total that it ever had, in bytes."""
    sizes = {}
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                name, _, rest = line.partition(":")
                if name in ("RssAnon", "VmHWM"):
                    sizes[name] = int(rest.split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return sizes


def run(arguments, threads=None, stdin=None, stdout=None, watch=False, environment=None):
    """Runs a program to its end.

    stdin is a file descriptor or a path; stdout is a path, or None if the output is wanted. Time is that of the whole
    process.
    """
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as captured:
        source = stdin if isinstance(stdin, int) else os.open(stdin or os.devnull, os.O_RDONLY)
        target = captured.fileno() if stdout is None else os.open(stdout, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        actions = [(os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, target, 1), (os.POSIX_SPAWN_DUP2, errors.fileno(), 2)]
        with pinned(threads or len(ALL_PROCESSORS)):
            started = time.perf_counter()
            pid = os.posix_spawnp(arguments[0], arguments, environment or os.environ, file_actions=actions)
        watcher = MemoryWatch(pid) if watch else None
        if watcher:
            watcher.start()
        _, status = os.waitpid(pid, 0)
        seconds = time.perf_counter() - started
        peak = watcher.stop() if watcher else {}
        if not isinstance(stdin, int):
            os.close(source)
        if stdout is not None:
            os.close(target)
        captured.seek(0)
        errors.seek(0)
        return Run(
            seconds, os.waitstatus_to_exitcode(status), captured.read().decode(errors="replace"),
            errors.read().decode(errors="replace"), peak)


def seconds_until_interrupted(arguments, after, stdin):
    """Starts a program and sends SIGINT after some seconds. Returns the seconds until it ended; None if it had ended
    before."""
    with open(os.devnull, "wb") as nothing:
        actions = [(os.POSIX_SPAWN_DUP2, stdin, 0), (os.POSIX_SPAWN_DUP2, nothing.fileno(), 1), (os.POSIX_SPAWN_DUP2, nothing.fileno(), 2)]
        pid = os.posix_spawnp(
            arguments[0], arguments, os.environ, file_actions=actions, setsigdef=[signal.SIGINT])
        time.sleep(after)
        ended, _ = os.waitpid(pid, os.WNOHANG)
        if ended:
            return None
        started = time.perf_counter()
        os.kill(pid, signal.SIGINT)
        os.waitpid(pid, 0)
        return time.perf_counter() - started
