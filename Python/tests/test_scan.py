"""Files of records."""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import Any

import pytest
from predicateformat import Predicate, PredicateError, RecordError, count, features, scan

BIG = Predicate("population > %d", 1_000_000)


def test_agrees_with_python(cities: pathlib.Path) -> None:
    records = [json.loads(line) for line in cities.read_bytes().splitlines()]
    expected = [record for record in records if record.get("population", 0) > 1_000_000]
    assert list(scan(cities, BIG)) == expected == list(BIG.filter(records))
    assert count(cities, BIG) == len(expected) == count(str(cities), "population > 1000000", threads=1)
    assert [json.loads(line) for line in scan(cities, BIG, parse=bytes)] == expected
    assert list(scan(cities, BIG, limit=3)) == expected[:3]
    assert list(scan(cities, BIG, limit=0)) == []


def test_forms(tmp_path: pathlib.Path) -> None:
    document = tmp_path / "a.json"
    document.write_text('{"items": [{"a": 1}, {"a": 2}]}')
    assert list(scan(document, "a > 1", at="/items")) == [{"a": 2}]
    if features["gzip"]:
        packed = tmp_path / "b.ndjson.gz"
        packed.write_bytes(gzip.compress(b'{"a": 1}\n{"a": 2}\n'))
        assert count(packed, "a >= 1") == 2
    bad = tmp_path / "c.ndjson"
    bad.write_bytes(b'{"a": 1}\n{"a": \n{"a": 3}\n')
    with pytest.raises(RecordError):
        count(bad, "a > 0")
    found = []
    with pytest.raises(RecordError):
        for record in scan(bad, "a > 0"):
            found.append(record)
    assert found == [{"a": 1}]
    assert list(scan(bad, "a > 0", skip_bad_records=True)) == [{"a": 1}, {"a": 3}]
    empty = tmp_path / "d.ndjson"
    empty.write_bytes(b"")
    assert list(scan(empty, "a > 0")) == [] and count(empty, "a > 0") == 0


def test_errors_come_at_once(tmp_path: pathlib.Path, cities: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError):
        scan(tmp_path / "missing.ndjson", BIG)
    with pytest.raises(IsADirectoryError):
        count(tmp_path, BIG)
    with pytest.raises(PredicateError):
        scan(cities, "population >")
    wrong: Any = "two"
    with pytest.raises(PredicateError, match="threads"):
        count(cities, BIG, threads=wrong)


def large(folder: pathlib.Path, copies: int = 200) -> pathlib.Path:
    """A file that takes a while."""
    path = folder / "large.ndjson"
    line = json.dumps({"population": 2_000_000, "name": "x" * 200}).encode() + b"\n"
    with open(path, "wb") as stream:
        for _ in range(copies):
            stream.write(line * 5000)
    return path


def test_iterators_that_are_left(tmp_path: pathlib.Path) -> None:
    path = large(tmp_path, 20)
    before = threading.active_count()
    for record in scan(path, BIG):
        break
    iterator = scan(path, BIG)
    next(iterator)
    del iterator, record
    import gc

    gc.collect()
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before
    unused = scan(path, BIG)
    del unused
    both = [scan(path, BIG), scan(path, BIG)]
    assert [next(both[0]), next(both[1])] and sum(1 for _ in both[0]) == sum(1 for _ in both[1]) == 99_999


@pytest.mark.parametrize("code", ["count(path, predicate)", "for _ in scan(path, predicate): pass"])
def test_interrupt(tmp_path: pathlib.Path, code: str) -> None:
    """The interrupt key ends the wait soon, with the exception that Python's programs expect."""
    pipe = tmp_path / "pipe.ndjson"
    os.mkfifo(pipe)
    script = f"""
        from predicateformat import Predicate, count, scan
        path, predicate = {str(pipe)!r}, Predicate("a MATCHES '.*x.*y.*z'")
        print("ready", flush=True)
        try:
            {code}
        except KeyboardInterrupt:
            print("interrupted")
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        line = json.dumps({"a": "x" * 500 + "y" * 500}).encode() + b"\n"
        with open(pipe, "wb", buffering=0) as stream:
            started = time.monotonic()
            sent = False
            try:
                while time.monotonic() < started + 20:
                    stream.write(line * 100)
                    if not sent and time.monotonic() > started + 0.5:
                        process.send_signal(signal.SIGINT)
                        sent = True
            except BrokenPipeError:
                pass
            elapsed = time.monotonic() - started
        output, errors = process.communicate(timeout=30)
    assert output == "interrupted\n" and process.returncode == 0, errors
    assert elapsed < 10


def test_exit_while_a_scan_runs(tmp_path: pathlib.Path) -> None:
    """A program that ends in the middle of a scan ends at once and in order."""
    path = large(tmp_path, 100)
    script = f"import predicateformat as p; kept = p.scan({str(path)!r}, 'population > 1'); print(next(kept)['population'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2000000\n", "")


def test_gil_is_free(tmp_path: pathlib.Path) -> None:
    """Another thread runs while a file is counted."""
    path = large(tmp_path)
    counted: list[int] = []
    thread = threading.Thread(target=lambda: counted.append(count(path, "name MATCHES '.*y'", threads=1)))
    thread.start()
    turns = 0
    while thread.is_alive():
        time.sleep(0.001)
        turns += 1
    thread.join()
    assert counted == [0] and turns > 5
