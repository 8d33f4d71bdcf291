"""The example for AutoPkg, on the predicates that its recipes have."""

from __future__ import annotations

import datetime
import importlib.util
import json
import subprocess
import sys
from typing import Any

import pytest
from conftest import ROOT

FOLDER = ROOT / "Examples" / "Config"
PROGRAM = FOLDER / "autopkg" / "stop_processing_if.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("stop_processing_if", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def environment(**others: Any) -> dict[str, Any]:
    """What an environment of AutoPkg has, with values that no predicate reads."""
    base = {
        "AUTOPKG_VERSION": "2.7.3",
        "CACHE_DIR": "/tmp/cache",
        "NAME": "ExampleEditor",
        "PARENT_RECIPES": ["/recipes/ExampleEditor.download.recipe"],
        "RECIPE_CACHE_DIR": "/tmp/cache/com.example.autopkg.download.ExampleEditor",
        "RECIPE_SEARCH_DIRS": [".", "~/Library/AutoPkg/Recipes"],
        "last_modified": datetime.datetime(2024, 5, 1, 12, 0),
        "processor": object(),
        "verbose": 1,
        "download_changed": True,
        "BYPASS_STOP_PROCESSING_IF_DOWNLOAD_UNCHANGED": "False",
    }
    return {**base, **others}


BYPASS = "%BYPASS_STOP_PROCESSING_IF_DOWNLOAD_UNCHANGED%"
RATIO = "NOT virus_total_analyzer_summary_result.data.ratio BEGINSWITH '0'"


def result(ratio: str) -> dict[str, Any]:
    return {"virus_total_analyzer_summary_result": {"data": {"ratio": ratio}}}


@pytest.mark.parametrize(
    "text, others, stops",
    [
        ("download_changed == FALSE", {}, False),
        ("download_changed == False", {"download_changed": False}, True),
        (f"download_changed == False AND {BYPASS} == False", {"download_changed": False}, True),
        (
            f"download_changed == False AND {BYPASS} == False",
            {"download_changed": False, "BYPASS_STOP_PROCESSING_IF_DOWNLOAD_UNCHANGED": "True"},
            False,
        ),
        (f"download_changed == {BYPASS}", {"download_changed": False}, True),
        (f"download_changed == {BYPASS}", {}, False),
        (RATIO, result("0/61"), False),
        (RATIO, result("2/61"), True),
        (RATIO, {}, True),  # a ratio that is missing begins with nothing
        # Values of the environment may be text. A boolean does not equal text.
        ("download_changed == FALSE", {"download_changed": "False"}, False),
        ('download_changed == "False"', {"download_changed": "False"}, True),
        ('NAME == "%NAME%" AND version == nil', {}, True),
        ("last_modified < CAST('2024-06-01T00:00:00Z', 'NSDate')", {}, True),
        ("TRUEPREDICATE", {}, True),
    ],
)
def test_answers(example: Any, text: str, others: dict[str, Any], stops: bool) -> None:
    env = environment(**others)
    env["predicate"] = example.substituted(text, env)
    processor = example.StopProcessingIf(env)
    processor.main()
    assert env["stop_processing_recipe"] is stops


def test_mistakes(example: Any) -> None:
    for text in ("download_changed = = FALSE", "%UNKNOWN% == False", "NAME == '", "processor == 1", ""):
        with pytest.raises(example.ProcessorError, match="StopProcessingIf"):
            example.StopProcessingIf(environment(predicate=text)).main()


def test_program() -> None:
    def run(text: str) -> str:
        command = [sys.executable, str(PROGRAM), text, str(FOLDER / "autopkg-environment.json")]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.stdout or done.stderr

    data = json.loads((FOLDER / "autopkg-environment.json").read_text("utf-8"))
    assert data["download_changed"] is True
    assert run("download_changed == FALSE AND force_rebuild != TRUE") == "go on\n"
    assert run('NOT virus_total_analyzer_summary_result.data.ratio BEGINSWITH "0/"') == "stop\n"
    assert "did you mean `BEGINSWITH`?" in run("NAME BEGINSWITHS '%NAME%'")
