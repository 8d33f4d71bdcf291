#!/usr/bin/env python3
"""Holds the reports of `predicate lint` to the published schemas of their formats, and to other programs' readers.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install jsonschema rfc3987 xmlschema junitparser sarif-pydantic
    /tmp/venv/bin/python Scripts/check-lint-formats.py BINARY [--sarif SCHEMA] [--junit SCHEMA]

BINARY is the built command `predicate`. SARIF's schema is `sarif-2.1/schema/sarif-schema-2.1.0.json` of the repository
oasis-tcs/sarif-spec; no package of PyPI carries it. JUnit's is `junit-10.xsd` of the plugin xunit of Jenkins. Without them the
reports are read by `sarif-pydantic` and `junitparser` only. It is not part of continuous integration, because it needs the network.

The files that are checked have hostile names and contents. Exit status: 0 all is valid, 1 something is not.
"""

import argparse
import json
import os
import plistlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = ["a b.yaml", "ü%20.yaml", "q\"<&>'.yaml", "tab\tname.yaml", "line\nbreak.yaml", "esc\x1b[31m.yaml", "-dash.yaml",
           "back\\slash.yaml", "deep/er/x#y?z.yaml", "\u202eltr.yaml", "[a]{b}.yaml", "::error.yaml"]


def make_files(folder):
    for number, name in enumerate(HOSTILE):
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = 'installable_condition: "os_vers CONTAIN \'\\e\\x01]]>&amp;\\u202E\\uFFFE%d\' AND hostnme == \'x\'"\n' % number
        path.write_text(text, encoding="utf-8")
    Path(folder, "good.yaml").write_text("installable_condition: os_vers_major == 14\n")
    Path(folder, "b.plist").write_bytes(
        plistlib.dumps({"installable_condition": "os_vers CONTAIN '1'"}, fmt=plistlib.FMT_BINARY))
    Path(folder, "broken.json").write_text("{")
    Path(folder, ".predicate.yaml").write_text("severity: {unknown-uniform-type: error}\n")


def report(binary, form, folder):
    command = [binary, "lint", "--format", form, ".", "broken.json", "none.yaml", "./-dash.yaml"]
    done = subprocess.run(command, cwd=folder, capture_output=True)
    if done.returncode not in (65, 66):
        sys.exit(f"{form}: status {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode("utf-8")


def check_sarif(text, folder, schema):
    document = json.loads(text)
    import sarif_pydantic

    sarif_pydantic.Sarif.model_validate(document)
    if schema:
        import jsonschema

        definition = json.loads(Path(schema).read_text())
        kind = jsonschema.validators.validator_for(definition)
        checker = kind(definition, format_checker=kind.FORMAT_CHECKER)
        for error in checker.iter_errors(document):
            sys.exit(f"sarif: {list(error.absolute_path)}: {error.message}")
    run = document["runs"][0]
    files = set()
    base = run["originalUriBaseIds"]["%SRCROOT%"]["uri"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        from urllib.parse import unquote, urljoin, urlparse

        files.add(os.path.realpath(unquote(urlparse(urljoin(base, uri)).path)))
    for name in [*HOSTILE, "b.plist", "broken.json"]:
        assert os.path.realpath(os.path.join(folder, name)) in files, name
    prints = [result["partialFingerprints"]["predicate/v1"] for result in run["results"]]
    assert len(set(prints)) == len(prints)


def check_junit(text, schema):
    from junitparser import JUnitXml

    suites = JUnitXml.fromstring(text.encode())
    assert suites.tests == sum(suite.tests for suite in suites) > 12, suites
    assert suites.failures == sum(suite.failures for suite in suites) > 12
    assert suites.errors == 2
    if schema:
        import xmlschema

        xmlschema.XMLSchema(schema).validate(text)


def check_gitlab(text):
    findings = json.loads(text)
    prints = {finding["fingerprint"] for finding in findings}
    assert len(prints) == len(findings) > 12
    for finding in findings:
        assert set(finding) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert finding["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert not finding["location"]["path"].startswith(("/", "./"))
        assert finding["location"]["lines"]["begin"] >= 1


def check_checkstyle(text):
    root = ElementTree.fromstring(text)
    assert root.tag == "checkstyle" and len(root) > 12
    for file in root:
        assert file.tag == "file" and file.get("name")
        for error in file:
            assert error.get("severity") in ("error", "warning") and error.get("message") and error.get("source")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--sarif")
    parser.add_argument("--junit")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    with tempfile.TemporaryDirectory() as folder:
        make_files(folder)
        check_sarif(report(binary, "sarif", folder), folder, options.sarif)
        check_junit(report(binary, "junit", folder), options.junit)
        check_gitlab(report(binary, "gitlab", folder))
        check_checkstyle(report(binary, "checkstyle", folder))
        json.loads(report(binary, "json", folder))
        for form in ("sarif", "junit", "gitlab", "checkstyle", "json", "github", "text"):
            for character in report(binary, form, folder):
                assert character in "\n" or ord(character) >= 32 and not 0x7F <= ord(character) < 0xA0, (form, character)
    print("sarif, junit, gitlab, checkstyle, json, github and text are valid")


if __name__ == "__main__":
    main()
