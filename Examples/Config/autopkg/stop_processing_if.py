#!/usr/bin/env python3
"""AutoPkg's StopProcessingIf on every system: its predicate is evaluated by the package `predicateformat`.

As a processor of a recipe it takes the place of AutoPkg's own, which needs macOS. As a program it answers for an
environment in JSON: stop_processing_if.py 'download_changed == FALSE' autopkg-environment.json
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from typing import Any

from predicateformat import Predicate, PredicateError

try:
    from autopkglib import Processor, ProcessorError  # type: ignore[import-not-found]
except ImportError:
    # Without AutoPkg the class can be tried with an environment.
    class Processor:  # type: ignore[no-redef]
        """What a processor has of AutoPkg."""

        def __init__(self, env: dict[str, Any]) -> None:
            self.env = env

    class ProcessorError(Exception):  # type: ignore[no-redef]
        """A recipe cannot go on."""


def substituted(text: str, env: Mapping[str, Any]) -> str:
    """The text with `%NAME%` replaced by the variable's text, as AutoPkg does before it runs a processor."""
    return re.sub(r"%([A-Za-z_]\w*)%", lambda match: str(env.get(match[1], match[0])), text)


def stops(text: str, env: Mapping[str, Any]) -> bool:
    """Whether a recipe stops. Only the variables that the predicate reads need a value with a meaning."""
    return Predicate(text).matches(env)


class StopProcessingIf(Processor):  # type: ignore[misc]
    """Ends a recipe if a predicate is true for its environment."""

    description = __doc__
    input_variables = {"predicate": {"required": True, "description": "The predicate, about the environment."}}
    output_variables = {"stop_processing_recipe": {"description": "Whether the recipe ends here."}}

    def main(self) -> None:
        """Evaluates the predicate."""
        try:
            self.env["stop_processing_recipe"] = stops(self.env["predicate"], self.env)
        except (PredicateError, TypeError) as error:
            raise ProcessorError(f"StopProcessingIf: {error}") from error


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as stream:
        environment = json.load(stream)
    try:
        print("stop" if stops(substituted(sys.argv[1], environment), environment) else "go on")
    except (PredicateError, TypeError) as error:
        sys.exit(str(error))
