"""Reduces a difference to its smallest case."""

import pathlib
import shutil
import time

from routes.records import Data

SHRINKING_SECONDS = 60


class Shrinking:
    """Reduces a difference to fewer clauses, records and fields."""

    def __init__(self, difference, data, folder, large):
        self.difference, self.data, self.folder, self.large = difference, data, folder, large
        self.end = time.monotonic() + SHRINKING_SECONDS
        self.tries = 0
        self.outcome = (difference.actual, difference.expected)
        self.styled, self.copies = False, 0

    def fails(self, predicate, records, before=()):
        if time.monotonic() > self.end:
            return False
        self.tries += 1
        folder = pathlib.Path(self.folder, f"case{self.tries}")
        data = Data(records, folder, self.styled, extras=0, large=self.copies * len(records))
        try:
            outcome = self.difference.ask(predicate, data, before) if before else self.difference.ask(predicate, data)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if not outcome or getattr(outcome[0], "status", None) != getattr(self.difference.actual, "status", None):
            return False
        self.outcome = outcome
        return True

    def smallest(self):
        """The predicate, the predicates before it, and the records; None if the difference is not reproducible."""
        predicate, records = self.difference.predicate, self.data.records
        before = []
        for self.styled, self.copies, first in [
            (False, 0, []),
            (True, 0, []),
            (True, 0, self.difference.before),
            (True, self.large // len(records), []),
            (True, self.large // len(records), self.difference.before),
        ]:
            if self.fails(predicate, records, first):
                before = first
                break
        else:
            return None
        before = self.fewer(before, lambda part: self.fails(predicate, records, part))
        predicate = self.smaller_predicate(predicate, records, before)
        records = self.fewer(records, lambda part: bool(part) and self.fails(predicate, part, before))
        predicate = self.smaller_predicate(predicate, records, before)
        if not self.styled:
            records = self.smaller_records(predicate, records, before)
            predicate = self.smaller_predicate(predicate, records, before)
        return predicate, before, records

    def smaller_predicate(self, predicate, records, before):
        again = True
        while again and time.monotonic() < self.end:
            again = False
            for small in sorted(predicate.smaller(), key=lambda small: len(small.text)):
                if len(small.text) < len(predicate.text) and self.fails(small, records, before):
                    predicate, again = small, True
                    break
        return predicate

    def fewer(self, items, fails):
        size = len(items)
        while size and time.monotonic() < self.end:
            at = 0
            while at < len(items):
                rest = items[:at] + items[at + size :]
                if fails(rest):
                    items = rest
                else:
                    at += size
            size //= 2
        return items

    def smaller_records(self, predicate, records, before):
        again = True
        while again and time.monotonic() < self.end:
            again = False
            for small in without_a_part(records, True):
                if small and self.fails(predicate, small, before):
                    records, again = small, True
                    break
        return records


def without_a_part(value, is_top=False):
    """The variants of a value without one member or element, at any depth; the number stays."""
    if isinstance(value, dict):
        for key in value:
            if key != "number":
                yield {other: value[other] for other in value if other != key}
        for key in value:
            yield from ({**value, key: small} for small in without_a_part(value[key]))
    elif isinstance(value, list):
        if not is_top:
            yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
        for at, element in enumerate(value):
            yield from (value[:at] + [small] + value[at + 1 :] for small in without_a_part(element))
