"""What the tests share."""

from __future__ import annotations

import importlib.util
import pathlib
from typing import Any

import pytest

import predicateformat

ROOT = pathlib.Path(__file__).resolve().parents[1]

# Its examples need pandas.
collect_ignore = [] if importlib.util.find_spec("pandas") else ["src/predicateformat/frames.py"]


@pytest.fixture
def cities() -> pathlib.Path:
    return ROOT / "Examples" / "Data" / "cities.ndjson"


@pytest.fixture(autouse=True)
def names(doctest_namespace: dict[str, Any]) -> None:
    doctest_namespace.update({name: getattr(predicateformat, name) for name in predicateformat.__all__})
