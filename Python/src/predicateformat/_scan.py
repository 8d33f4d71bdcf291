"""Files of records, read at the speed of the command."""

from __future__ import annotations

import atexit
import errno
import json
import os
import queue
import stat
import threading
import weakref
from collections.abc import Iterator
from ctypes import byref, c_uint64, c_void_p, string_at
from typing import Any, Callable, Optional, Union

from . import _native
from ._native import CANCELLED, RecordCallback, library, sized
from ._predicate import Predicate, options

Path = Union[str, os.PathLike[str]]
_running: weakref.WeakSet[_Scan] = weakref.WeakSet()


class _Scan:
    """A run of the library on a thread, so that a signal reaches the thread that waits for it."""

    # Records that are passed on together, and how many of these lists wait.
    BATCH, WAITING = 256, 8

    def __init__(self, predicate: Union[Predicate, str], path: Path, **others: Any) -> None:
        self.predicate = predicate if isinstance(predicate, Predicate) else Predicate(predicate)
        # The system's errors have types, such as `FileNotFoundError`. Opening a pipe for a look would end its writer.
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        self.path = os.fsencode(path)
        self.options = options(progress=True, **others)
        self.matches = 0
        self.stopped = False
        self.failure: Optional[BaseException] = None
        self.queue: queue.Queue[Optional[list[bytes]]] = queue.Queue(self.WAITING)
        self.batch: list[bytes] = []

    def start(self) -> None:
        self.thread = threading.Thread(target=self._run, name="predicateformat", daemon=True)
        _running.add(self)
        self.thread.start()

    def _run(self) -> None:
        try:
            matches, error = c_uint64(), c_void_p()
            callback = RecordCallback(self._record)
            status = library.predicate_scan(
                self.predicate._handle, self.path, *sized(self.options), callback, None, byref(matches), byref(error))
            self.matches = matches.value
            if status == CANCELLED and self.stopped:
                library.predicate_error_free(error)
            elif status:
                _native.fail(status, error, str(self.predicate))
        except BaseException as failure:
            self.failure = failure
        self._pass_on()
        self._put(None)

    def _record(self, context: object, record: Optional[int], length: int, read: int, size: int) -> int:
        if record is None:
            self._pass_on()
        else:
            self.batch.append(string_at(record, length))
            if len(self.batch) >= self.BATCH:
                self._pass_on()
        return self.stopped

    def _pass_on(self) -> None:
        if self.batch:
            batch, self.batch = self.batch, []
            self._put(batch)

    def _put(self, batch: Optional[list[bytes]]) -> None:
        while not self.stopped:
            try:
                return self.queue.put(batch, timeout=0.05)
            except queue.Full:
                pass

    def stop(self) -> None:
        """Ends the run, and waits for its end."""
        self.stopped = True
        # Garbage may be collected in the callback, and an iterator with it whose thread runs that callback.
        if threading.current_thread() is not self.thread:
            self.thread.join()

    def __iter__(self) -> Iterator[bytes]:
        self.start()
        try:
            for batch in iter(self.queue.get, None):
                yield from batch
        finally:
            self.stop()
        if self.failure is not None:
            raise self.failure


@atexit.register
def _stop_all() -> None:
    """A thread must not call back into an interpreter that has ended."""
    for scan in list(_running):
        scan.stop()


def scan(
    path: Path,
    predicate: Union[Predicate, str],
    *,
    at: Optional[str] = None,
    limit: Optional[int] = None,
    skip_bad_records: bool = False,
    threads: Optional[int] = None,
    parse: Callable[[bytes], Any] = json.loads,
) -> Iterator[Any]:
    """The records of a file that satisfy a predicate.

    The file has JSON, one record on each line or in one document, and may be compressed. ``at`` is a JSON Pointer to
    the records of a document, ``limit`` ends after so many matches, and ``skip_bad_records`` leaves out what is not JSON, otherwise a
    `RecordError`. ``parse`` makes what is yielded of a record's bytes: ``bytes`` gives them as they are.

    Memory does not grow with the file. Closing the iterator, or leaving it, ends the reading.
    """
    run = _Scan(predicate, path, at=at, limit=limit, skipBadRecords=skip_bad_records, threads=threads)
    return map(parse, iter(run))


def count(
    path: Path,
    predicate: Union[Predicate, str],
    *,
    at: Optional[str] = None,
    skip_bad_records: bool = False,
    threads: Optional[int] = None,
) -> int:
    """How many records of a file satisfy a predicate, at the speed of the command. The interrupt key ends it."""
    run = _Scan(predicate, path, records=False, at=at, skipBadRecords=skip_bad_records, threads=threads)
    for _ in run:
        pass
    return run.matches
