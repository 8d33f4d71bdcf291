#!/usr/bin/env python3
"""Packs the wheel `predicateformat`: the command, and the Python module if there is one. It needs nothing but Python.

    Packaging/pack_wheel.py FOLDER PREDICATE [LIBRARY]

PREDICATE is the command, LIBRARY is libpredicate.so; `parts.py` says which files are next to them. The wheel has the licences and bills of
materials of what they contain, and its tag says which glibc they need.

It is also the build backend of pyproject.toml. That project has no code: it makes pre-commit install the wheel.
"""

import base64
import hashlib
import os
import re
import sys
import time
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import parts

NAME = "predicateformat"
MODULE = parts.ROOT / "Python" / "src" / NAME
SUMMARY = "Filter JSON and Python values with the predicates of NSPredicate: the command predicate, and a module"

# `uvx predicateformat` looks for a program of this name.
ALIAS = b'#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/predicate" "$@"\n'


def metadata(name, summary, *lines):
    head = ["Metadata-Version: 2.4", f"Name: {name}", f"Version: {parts.version()}", f"Summary: {summary}"]
    return "\n".join([*head, "Requires-Python: >=3.9", *lines, ""])


def write(folder, name, tag, files):
    """Writes a wheel: the names, contents and modes of files to a zip file that depends on nothing else."""
    info = f"{name}-{parts.version()}.dist-info"
    pure = str(tag == "py3-none-any").lower()
    files = dict(files)
    files["WHEEL"] = f"Wheel-Version: 1.0\nGenerator: Packaging/pack_wheel.py\nRoot-Is-Purelib: {pure}\nTag: {tag}\n".encode()
    # The files about the wheel come last, as the format recommends.
    about = [path for path in sorted(files) if "/" not in path or path.startswith(("licenses/", "sboms/"))]
    entries = [(path, files[path]) for path in sorted(files) if path not in about]
    entries += [(f"{info}/{path}", files[path]) for path in about]
    record = ""
    for path, content in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    entries.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode()))
    # A zip file has no time before 1980.
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]
    target = Path(folder) / f"{name}-{parts.version()}-{tag}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in entries:
            entry = zipfile.ZipInfo(path, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if "/scripts/" in path or path.endswith(".so") else 0o100644) << 16
            archive.writestr(entry, content)
    return target.name


def glibc(binary):
    """The newest version of glibc whose symbols the program uses."""
    versions = parts.output("readelf", "--version-info", "-W", str(binary))
    return max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", versions))


def main(folder, *binaries):
    binaries = [Path(binary) for binary in binaries]
    licences = {"MIT"}
    scripts = f"{NAME}-{parts.version()}.data/scripts"
    files = {f"{scripts}/{NAME}": ALIAS, "licenses/LICENSE": (parts.ROOT / "LICENSE").read_bytes()}
    for binary in binaries:
        place = f"{NAME}/_native" if binary.suffix == ".so" else scripts
        files[f"{place}/{binary.name}"] = binary.read_bytes()
        files[f"licenses/{binary.name}.txt"] = parts.notices(binary).encode()
        files[f"sboms/{binary.name}.cdx.json"] = parts.sbom(binary).encode()
        licences |= {part.licence for part in parts.linked(binary)}
    for path in sorted(MODULE.rglob("*")):
        if path.is_file() and not {"__pycache__", "_native"} & set(path.parts):
            files[f"{NAME}/{path.relative_to(MODULE).as_posix()}"] = path.read_bytes()
    page = next(page for page in (parts.ROOT / "Python" / "README.md", parts.ROOT / "README.md") if page.is_file())
    notices = [f"License-File: {path[len('licenses/'):]}" for path in sorted(files) if path.startswith("licenses/")]
    files["METADATA"] = metadata(
        NAME, SUMMARY, f"License-Expression: {' AND '.join(sorted(licences))}", *notices,
        "Description-Content-Type: text/markdown", "", page.read_text()).encode()
    tag = f"py3-none-manylinux_2_{max(map(glibc, binaries))}_{os.uname().machine}"
    print(Path(folder) / write(folder, NAME, tag, files))


# What pip calls for the project of pyproject.toml.
def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    content = metadata("predicateformat-hooks", "Installs the command for pre-commit", f"Requires-Dist: {NAME}=={parts.version()}")
    return write(wheel_directory, "predicateformat_hooks", "py3-none-any", {"METADATA": content.encode()})


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
