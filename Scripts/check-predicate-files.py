#!/usr/bin/env python3
"""Validates files of named predicates against Documentation/predicate-file.schema.json with the package jsonschema.

    Scripts/check-predicate-files.py [FILE ...]

Without files: those in Examples/Predicates, and the YAML of Documentation/predicate-files.md. The schema itself is checked first.
Needs the packages jsonschema and PyYAML, so `make test` has a check of its own that needs neither.

Exit status: 0 all are valid, 1 one is not, 64 a package is missing.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

try:
    import jsonschema
    import yaml
except ImportError as error:
    print(f"check-predicate-files: {error}", file=sys.stderr)
    sys.exit(64)


def documents(paths):
    for path in paths:
        text = path.read_text()
        yield path.name, json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)


def page():
    text = (ROOT / "Documentation" / "predicate-files.md").read_text()
    for number, block in enumerate(re.findall(r"^```yaml\n(.*?)^```$", text, flags=re.M | re.S), 1):
        value = yaml.safe_load(block)
        # The others are parts of a file.
        if isinstance(value, dict) and "predicates" in value:
            yield f"predicate-files.md, block {number}", value


def main():
    schema = json.loads((ROOT / "Documentation" / "predicate-file.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    paths = [Path(path) for path in sys.argv[1:]] or sorted((ROOT / "Examples" / "Predicates").glob("*.yaml"))
    found = list(documents(paths)) + ([] if sys.argv[1:] else list(page()))
    failed = 0
    for name, value in found:
        for fault in validator.iter_errors(value):
            failed += 1
            print(f"{name}: {'/'.join(map(str, fault.absolute_path))}: {fault.message}")
    print(f"{len(found)} files, {failed} faults")
    return 1 if failed or not found else 0


sys.exit(main())
