"""What the tests share."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

import predicateformat

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def cities() -> pathlib.Path:
    return ROOT / "Examples" / "Data" / "cities.ndjson"


@pytest.fixture(autouse=True)
def names(doctest_namespace: dict[str, Any]) -> None:
    doctest_namespace.update({name: getattr(predicateformat, name) for name in predicateformat.__all__})
