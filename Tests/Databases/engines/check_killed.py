#!/usr/bin/env python3
"""Kills a PostgreSQL server while the command reads from it and writes to it, kills the command, and fills the disk.

Usage: Tests/Databases/engines/check_killed.py PREDICATE

Starts servers of its own (Scripts/postgresql.sh). The command must end with a message that names the lost
connection and with status 74, must not write a part of a record, and an import must leave nothing. An import that is
ended at a random moment, 20 times or KILLED_IMPORTS, leaves all of its table or nothing, as it says. A server that is
stopped answers nothing: the second Ctrl-C ends the command. The full disk is a small file system in memory, which only
root can mount; without root that check is left out.
"""

import collections
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Scripts/postgresql.sh")
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


def check_ended_imports(predicate):
    """Imports that are ended at random moments: what was told is what is there."""
    environment = start()
    folder = tempfile.mkdtemp(prefix="predicate-killed.")
    choice = random.Random(34)
    told = collections.Counter()
    try:
        path = os.path.join(folder, "rows.ndjson")
        with open(path, "w") as file:
            file.writelines('{"n":%d,"name":"name %d"}\n' % (number, number) for number in range(20_000))
        command = [predicate, "import", path, "--into", "postgresql:///#t", "--key", "n"]

        def table():
            if sql(environment, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").strip() == "0":
                return None
            return int(sql(environment, "SELECT count(*) FROM t").strip())

        started = time.monotonic()
        done = subprocess.run(command, env=environment, capture_output=True)
        whole = time.monotonic() - started
        expect(done.returncode == 0 and table() == 20_000, f"ended imports: {done}")
        for turn in range(int(os.environ.get("KILLED_IMPORTS", "20"))):
            sql(environment, "DROP TABLE IF EXISTS t")
            number = choice.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            time.sleep(choice.uniform(0, whole * 1.1))
            process.send_signal(number)
            output, errors = process.communicate(timeout=60)
            # The server notices a lost client when it reads or writes next. Until then the table is locked.
            deadline = time.monotonic() + 10
            while time.monotonic() < deadline and "0" != sql(
                    environment, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' "
                    "AND pid <> pg_backend_pid()").strip():
                time.sleep(0.02)
            found = table()
            what = f"ended import {turn}, {number.name}, status {process.returncode}: {found} records; {output}{errors}"
            told[number.name, process.returncode, found] += 1
            if process.returncode == 0:
                expect("20000 records imported" in output and found == 20_000, what)
            else:
                # A signal may come after the transaction, before it is told.
                expect(found is None or found == 20_000, what)
                expect("imported into" not in output, what)
                expect(found is None or "nothing was imported" not in errors, what)
        print("check_killed: ended imports:", {" ".join(map(str, key)): count for key, count in told.items()})
    finally:
        subprocess.run([SERVER, "stop"], check=False, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def mounted(folder, owner):
    """Mounts 8 MB of memory for a user. Returns why it cannot; None if it can."""
    if os.geteuid() != 0:
        return "only root can mount a file system"
    options = "size=8m,mode=700,uid=%d,gid=%d" % (owner.st_uid, owner.st_gid)
    try:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, text=True)
    except OSError as error:
        return str(error)
    return done.stderr.strip() or f"status {done.returncode}" if done.returncode != 0 else None


def check_full_disk(predicate):
    """The server's disk fills up in the middle of an import."""
    environment = start()
    folder = tempfile.mkdtemp(prefix="predicate-disk.")
    os.chmod(folder, 0o755)
    small = os.path.join(folder, "small")
    os.mkdir(small)
    reason = "nothing was tried"
    try:
        reason = mounted(small, os.stat(sql(environment, "SHOW data_directory").strip()))
        if reason:
            print(f"check_killed: check_full_disk is left out: {reason}")
            return
        sql(environment, f"CREATE TABLESPACE small LOCATION '{small}'")
        sql(environment, "ALTER DATABASE predicate SET default_tablespace = small")
        path = os.path.join(folder, "rows.ndjson")
        with open(path, "w") as file:
            file.writelines('{"n":%d,"list":[{"text":"%s"}]}\n' % (number, "x" * 100) for number in range(100_000))
        command = [predicate, "import", path, "--into", "postgresql:///#t", "--key", "n"]
        done = subprocess.run(command, env=environment, capture_output=True, timeout=120)
        expect(done.returncode == 74, f"full disk: status {done.returncode}, {done.stderr!r}")
        expect(b"the disk of the server is full" in done.stderr, f"full disk: {done.stderr!r}")
        expect(b"nothing was imported" in done.stderr, f"full disk: {done.stderr!r}")
        expect(done.stderr.count(b"error: ") == 1 and not done.stdout, f"full disk: {done.stderr!r}, {done.stdout!r}")
        tables = sql(environment, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").strip()
        expect(tables == "0", f"full disk: {tables} tables are left")
        # What was written is freed, so fewer records fit.
        with open(path, "w") as file:
            file.writelines('{"n":%d}\n' % number for number in range(1000))
        done = subprocess.run(command, env=environment, capture_output=True, timeout=120)
        expect(done.returncode == 0, f"after the full disk: status {done.returncode}, {done.stderr!r}")
        rows = sql(environment, "SELECT count(*) FROM t").strip()
        expect(rows == "1000", f"after the full disk: {rows} records")
    finally:
        subprocess.run([SERVER, "stop"], check=False, capture_output=True)
        if not reason:
            subprocess.run(["umount", small], check=False, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


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
    for check in [check_read, check_import, check_ended_imports, check_full_disk, check_interrupts]:
        started = time.monotonic()
        check(predicate)
        print(f"check_killed: {check.__name__} done in {time.monotonic() - started:.1f} s")
    if failures:
        raise SystemExit(f"check_killed: {len(failures)} failures")


main()
