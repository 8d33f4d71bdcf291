"""The other end of `worker.py`: Python peers in their own processes."""

import json
import subprocess

from .prepare import PACKAGE
from .process import ALL_PROCESSORS, pinned


class WorkerProblem(Exception):
    """A peer could not answer."""


class Worker:
    """A peer that answers requests line by line. It starts with its processors, so with one thread it has one."""

    def __init__(self, bench, name, threads):
        self.name, self.threads = name, threads
        with pinned(threads):
            self.process = subprocess.Popen(
                [bench.python, "-m", "bench.worker", name, str(threads)], cwd=PACKAGE, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.greeting = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise WorkerProblem(f"{self.name} has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerProblem(answer["error"])
        return answer

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.answer()

    @property
    def pid(self):
        return self.process.pid

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()


def thread_counts():
    """One thread, and two if there are two processors."""
    return [1, 2] if len(ALL_PROCESSORS) > 1 else [1]
