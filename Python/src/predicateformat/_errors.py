"""What goes wrong with predicates, as exceptions with diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Optional


class Edit(NamedTuple):
    """The replacement of a range of the predicate; part of a fix."""

    range: tuple[int, int]
    text: str


class Diagnostic(NamedTuple):
    """One error or warning about the text of a predicate. Ranges count characters: ``text[start:end]``."""

    code: str
    """The stable name of the message, such as ``"unknown-field"``."""
    severity: str
    """``"error"`` or ``"warning"``."""
    message: str
    """One sentence. Its wording may change between versions."""
    hint: Optional[str]
    """What is shown under the range, if there is something to say."""
    range: Optional[tuple[int, int]]
    """Where in the text, or None if the message is not about a part of it."""
    edits: tuple[Edit, ...]
    """The edits that fix it. They belong together."""
    applicable: bool
    """Whether the edits may be made without asking: they never change what a correct text means."""
    notes: tuple[str, ...]
    """Further sentences."""
    fix: Optional[str]
    """The text with the edits made, if there are edits that are applicable."""


def apply(edits: Iterable[Edit], text: str) -> str:
    """The text with edits made; the later of two edits that overlap is left out."""
    parts, position = [], 0
    for (start, end), replacement in sorted(edits, key=lambda edit: edit.range):
        if start >= position:
            parts += [text[position:start], replacement]
            position = end
    return "".join([*parts, text[position:]])


def diagnostics(objects: Iterable[Mapping[str, Any]], text: str) -> tuple[Diagnostic, ...]:
    """Diagnostics from their JSON, with offsets of UTF-8 turned into offsets of characters."""
    source = text.encode("utf-8", "surrogatepass")

    def characters(place: Optional[Mapping[str, int]]) -> Optional[tuple[int, int]]:
        if place is None:
            return None
        start = len(source[: place["start"]].decode("utf-8", "ignore"))
        return start, start + len(source[place["start"] : place["end"]].decode("utf-8", "ignore"))

    def diagnostic(item: Mapping[str, Any]) -> Diagnostic:
        edits = tuple(Edit(characters(edit["range"]) or (0, 0), edit["text"]) for edit in item.get("edits", ()))
        applicable = bool(edits) and all(edit.get("applicable", True) for edit in item["edits"])
        return Diagnostic(
            code=item.get("code", ""),
            severity=item.get("severity", "error"),
            message=item.get("message", ""),
            hint=item.get("hint"),
            range=characters(item.get("range")),
            edits=edits,
            applicable=applicable,
            notes=tuple(item.get("notes", ())),
            fix=apply(edits, text) if applicable else None,
        )

    return tuple(map(diagnostic, objects))


class PredicateError(ValueError):
    """A predicate with mistakes, or a wrong argument. The message shows where, and how to fix it.

    >>> from predicateformat import Predicate
    >>> try:
    ...     Predicate('age > 30 AND name CONTAIN "jo"')
    ... except PredicateError as error:
    ...     print(error.fixed)
    age > 30 AND name CONTAINS "jo"
    """

    def __init__(self, message: str, text: str = "", details: Iterable[Mapping[str, Any]] = ()) -> None:
        self._details = tuple(details)
        super().__init__(message)
        self.text = text
        """The predicate."""
        self.diagnostics = diagnostics(self._details, text)
        """All its errors."""

    @property
    def fixed(self) -> Optional[str]:
        """The text with all applicable edits made, or None if there are none."""
        edits = [edit for item in self.diagnostics if item.applicable for edit in item.edits]
        return apply(edits, self.text) if edits else None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.text, self._details)


class RecordError(PredicateError):
    """A record is not JSON, or has values beyond the limits."""


class UndecidedError(PredicateError):
    """An evaluation reached a limit, so there is no answer."""


class UnsupportedError(PredicateError):
    """This build of the library lacks what the call needs, such as YAML."""
