#!/usr/bin/env python3
"""What a linked program contains besides the code of this package, as the linker recorded it.

    Packaging/parts.py sbom BINARY       prints a bill of materials in the form of CycloneDX
    Packaging/parts.py notices BINARY    prints the licences of the parts

BINARY.archives is what LLVM's linker writes for `--print-archive-stats`, and BINARY.objects the list of object files that SwiftPM
gives it. A part without a licence in the table below is an error, so that nothing is linked unseen.
"""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
CHECKOUTS = ROOT / ".build" / "checkouts"

# SPDX expressions of Debian's packages, of Swift packages and of the toolchain's archives.
LICENCES = {
    "libpcre2-dev": "BSD-3-Clause WITH PCRE2-exception",
    "zlib1g-dev": "Zlib",
    "libzstd-dev": "BSD-3-Clause",
    "libyaml-dev": "MIT",
    "libsqlite3-dev": "blessing",
    "libc6-dev": "LGPL-2.1-or-later",
    "libgcc-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "swift": "Apache-2.0 WITH Swift-exception",
    "swift-foundation-icu": "Unicode-3.0",
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "grdb.swift": "MIT",
}
# The modules of other Swift packages.
MODULES = {"ArgumentParser": "swift-argument-parser", "ArgumentParserToolInfo": "swift-argument-parser", "GRDB": "grdb.swift"}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def version():
    """The version of this package."""
    source = ROOT / "Sources/Language/PredicateCore/Vocabulary/PredicateLibrary.swift"
    return re.search(r'static let version = "(.+?)"', source.read_text())[1]


def shared_libraries(binary):
    return re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", "-W", str(binary)))


class Part:
    """Something that is linked: a package of Debian or of Swift, or the toolchain."""

    def __init__(self, name, version, url, licence_file):
        self.name, self.version, self.url, self.licence_file = name, version, url, licence_file
        self.licence = LICENCES.get(name)
        if self.licence is None:
            sys.exit(f"parts.py: {name} is linked, and its licence is not in the table")


def debian(path):
    name = output("dpkg-query", "-S", str(path)).split(":")[0]
    version, architecture = output("dpkg-query", "-W", "-f", "${Version} ${Architecture}", name).split()
    url = f"pkg:deb/debian/{quote(name, safe='')}@{quote(version, safe='')}?arch={architecture}"
    return Part(name, version, url, Path("/usr/share/doc") / name / "copyright")


def toolchain(archive):
    swift = re.search(r"Swift version (\S+)", output("swift", "--version")).group(1)
    name = "swift-foundation-icu" if "ICU" in archive.name else "swift"
    licence = archive.parents[3] / "share" / "swift" / "LICENSE.txt"
    return Part(name, swift, f"pkg:generic/{name}@{swift}", licence)


def package(name):
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    pin = next(pin for pin in pins if pin["identity"] == name)
    address = re.sub(r"^https://|\.git$", "", pin["location"])
    folder = next(folder for folder in CHECKOUTS.iterdir() if folder.name.lower() == name)
    licence = next(file for file in sorted(folder.iterdir()) if file.name.upper().startswith("LICENSE"))
    return Part(name, pin["state"]["version"], f"pkg:swift/{address}@{pin['state']['version']}", licence)


def linked(binary):
    """The parts, sorted by name, each once."""
    found = {}
    for line in Path(f"{binary}.archives").read_text().splitlines()[1:]:
        _, used, path = line.split("\t")
        archive = (ROOT / path).resolve()
        if used != "0":
            part = toolchain(archive) if "swift_static" in archive.parts else debian(archive)
            found[part.name] = part
    for module in set(re.findall(r"/(\w+)\.build/", Path(f"{binary}.objects").read_text())):
        if module in MODULES:
            found[MODULES[module]] = package(MODULES[module])
        elif not any(ROOT.glob(f"Sources/*/{module}")):
            sys.exit(f"parts.py: the module {module} is linked, and nothing says where it is from")
    return [found[name] for name in sorted(found)]


def sbom(binary):
    """A bill of materials: what is in the binary, and the shared libraries that it needs."""
    components = [
        {"type": "library", "bom-ref": part.url, "name": part.name, "version": part.version, "purl": part.url,
         "licenses": [{"expression": part.licence}]} for part in linked(binary)]
    components += [
        {"type": "library", "bom-ref": name, "name": name, "properties": [{"name": "linked", "value": "dynamically"}]}
        for name in shared_libraries(binary)]
    name = Path(binary).name
    subject = {
        "type": "library" if name.endswith(".so") else "application", "bom-ref": name, "name": name, "version": version(),
        "licenses": [{"expression": "MIT"}],
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(Path(binary).read_bytes()).hexdigest()}]}
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": subject}, "components": components,
        "dependencies": [{"ref": name, "dependsOn": [part["bom-ref"] for part in components]}]}
    return json.dumps(bill, indent=2) + "\n"


def notices(binary):
    return "\n".join(
        f"{part.name} {part.version}\n{'=' * 72}\n\n{part.licence_file.read_text(errors='replace').strip()}\n"
        for part in linked(binary))


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("sbom", "notices"):
        sys.exit(__doc__)
    sys.stdout.write(sbom(sys.argv[2]) if sys.argv[1] == "sbom" else notices(sys.argv[2]))
