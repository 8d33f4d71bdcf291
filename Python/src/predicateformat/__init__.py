"""NSPredicate's language: conditions that people can read, checked before they run.

>>> predicate = Predicate("age > 30 AND name BEGINSWITH[cd] %@", "jo")
>>> predicate.matches({"name": "José", "age": 41})
True
"""

from __future__ import annotations

import json as _json

from ._errors import Diagnostic, Edit, PredicateError, RecordError, UndecidedError, UnsupportedError
from ._native import library as _library
from ._predicate import Predicate, Template, check
from ._scan import count, scan
from ._sets import PredicateFile, RuleSet

__all__ = [
    "Diagnostic",
    "Edit",
    "Predicate",
    "PredicateError",
    "PredicateFile",
    "RecordError",
    "RuleSet",
    "Template",
    "UndecidedError",
    "UnsupportedError",
    "__version__",
    "check",
    "count",
    "features",
    "scan",
]

__version__: str = _library.predicate_version().decode()
"""The version of the library."""

features: dict[str, bool] = _json.loads(_library.predicate_features())
"""What this build of the library has: ``matches``, ``gzip``, ``zstd`` and ``yaml``."""
