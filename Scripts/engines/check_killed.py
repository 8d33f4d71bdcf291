#!/usr/bin/env python3
"""Kills a PostgreSQL server while the command reads from it and writes to it.

Usage: Scripts/engines/check_killed.py PREDICATE

Starts servers of its own (Scripts/engines/postgresql.sh). The command must end with a message that names the lost
connection and with status 74, must not write a part of a record, and an import must leave nothing. A server that is
stopped answers nothing: the second Ctrl-C ends the command.
"""

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time

SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "postgresql.sh")
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"check_killed: {what}", file=sys.stderr)


def start():
    """Starts a server; returns the environment of its clients."""
    text = subprocess.run([SERVER, "start"], check=True, capture_output=True, text=True).stdout
    settings = dict(word.split("=", 1) for word in shlex.split(text) if "=" in word)
    return {**os.environ, **settings}


def sql(environment, text):
    return subprocess.run(["psql", "-XqAt", "-c", text], env=environment, check=True, capture_output=True, text=True).stdout


def signal_server(environment, number):
    """Sends all processes of the server a signal, as a machine that goes down would. Returns the processes."""
    with open(os.path.join(sql(environment, "SHOW data_directory").strip(), "postmaster.pid")) as file:
        server = int(file.readline())
    children = subprocess.run(["pgrep", "-P", str(server)], capture_output=True, text=True).stdout.split()
    processes = [server, *map(int, children)]
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            # It ended between the two lines above.
            continue
    return processes


def check_read(predicate):
    environment = start()
    try:
        sql(environment, "CREATE TABLE t AS SELECT n, repeat('x', 100) AS text FROM generate_series(1, 400000) AS n")
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(
                [predicate, "filter", "--from", "postgresql:///#t", "n > 0"], env=environment, stdout=subprocess.PIPE,
                stderr=said)
            lines = [process.stdout.readline() for _ in range(10)]
            signal_server(environment, signal.SIGKILL)
            lines += process.stdout.readlines()
            process.wait(timeout=60)
            said.seek(0)
            message = said.read()
        expect(process.returncode == 74, f"read: status {process.returncode}, {message!r}")
        expect(message.startswith(b"error: ") and b"connection" in message, f"read: {message!r}")
        expect(message.count(b"error: ") == 1, f"read: {message!r}")
        numbers = [json.loads(line)["n"] for line in lines]
        expect(numbers == list(range(1, len(numbers) + 1)) and len(numbers) < 400_000, f"read: {len(numbers)} records")
    finally:
        subprocess.run([SERVER, "stop"], check=False, capture_output=True)


def check_import(predicate):
    environment = start()
    try:
        folder = sql(environment, "SHOW data_directory").strip()
        types = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}
        path = os.path.join(folder, "schema.json")
        with open(path, "w") as file:
            json.dump(types, file)
        process = subprocess.Popen(
            [predicate, "import", "-", "--schema", path, "--into", "postgresql:///#t"], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(b"".join(b'{"n":%d}\n' % number for number in range(200_000)))
        process.stdin.flush()
        signal_server(environment, signal.SIGKILL)
        _, message = process.communicate(b"".join(b'{"n":%d}\n' % number for number in range(200_000)), timeout=60)
        expect(process.returncode == 74, f"import: status {process.returncode}, {message!r}")
        expect(b"nothing was imported" in message and message.count(b"error: ") == 1, f"import: {message!r}")
    finally:
        subprocess.run([SERVER, "stop"], check=False, capture_output=True)


def check_interrupts(predicate):
    """A server that does not answer cannot cancel either, so the second Ctrl-C ends the command."""
    environment = start()
    stopped = []
    try:
        sql(environment, "CREATE TABLE t AS SELECT n FROM generate_series(1, 3000000) AS n")
        # A shell that has made SIGINT ignored would pass that on.
        process = subprocess.Popen(
            [predicate, "filter", "--from", "postgresql:///#t", "n > 0"], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        process.stdout.readline()
        stopped = signal_server(environment, signal.SIGSTOP)
        process.send_signal(signal.SIGINT)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            expect(False, "interrupts: the command waits for a server that does not answer")
        expect(process.returncode in (-signal.SIGINT, 130), f"interrupts: status {process.returncode}")
    finally:
        for number in stopped:
            os.kill(number, signal.SIGCONT)
        subprocess.run([SERVER, "stop"], check=False, capture_output=True)


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    predicate = os.path.abspath(sys.argv[1])
    for check in [check_read, check_import, check_interrupts]:
        started = time.monotonic()
        check(predicate)
        print(f"check_killed: {check.__name__} done in {time.monotonic() - started:.1f} s")
    if failures:
        raise SystemExit(f"check_killed: {len(failures)} failures")


main()
