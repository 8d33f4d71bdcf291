"""Prepares the peers from Debian and PyPI, the programs, and the data. Peers that cannot be installed are left out by
name."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from .queries import CITIES, OR_CLAUSES, QUERIES, SCHEMA, CannotSay

PACKAGE = Path(__file__).resolve().parent.parent
REPOSITORY = PACKAGE.parent
SCRATCH = Path(os.environ.get("PREDICATE_BENCH_SCRATCH", PACKAGE / ".scratch"))
SEED = 42

DEBIAN = {
    "jq": ["jq"], "gojq": ["gojq"], "simdjson": ["g++", "libsimdjson-dev", "pkg-config"],
    "venv": ["python3-venv"], "gnustep": ["gcc", "gobjc", "libgnustep-base-dev", "gnustep-make"], "sqlite": ["sqlite3"],
}
"""The packages of each peer that comes from Debian."""

PYPI = {"duckdb": "duckdb", "polars": "polars", "rule-engine": "rule-engine", "cel": "common-expression-language"}
"""The package of each peer that comes from PyPI; `requirements.txt` has the versions."""


class Bench:
    """The programs by name, and the data by number of records."""

    def __init__(self, results, records):
        self.results = results
        self.records = records
        self.tools = {}
        self.python = None
        self.predicate = os.environ.get("PREDICATE", str(REPOSITORY / ".build/release/predicate"))
        self.options = {}
        self.last_request = "{}"
        """The last request to `inprocess parsing`, for profiling it."""

    def leave_out(self, name, reason):
        self.results.leave_out("all", name, None, reason)
        self.results.progress(f"left out: {name}: {reason}")

    def has(self, name):
        return name in self.tools

    def file(self, records):
        return str(SCRATCH / f"records-{records}.ndjson")

    @property
    def schema(self):
        return str(SCRATCH / "dates.schema.json")

    def accepts(self, command, option):
        """Whether a command of `predicate` has an option, because the benchmarks also run older builds."""
        if command not in self.options:
            self.options[command] = subprocess.run(
                [self.predicate, command, "--help"], capture_output=True, text=True).stdout
        return option in self.options[command]

    def filter(self, predicate, *files, threads=1, needs_schema=False, options=("--count",)):
        """The arguments of `predicate filter`. A build without an option for threads is limited by its processors."""
        arguments = [self.predicate, "filter", *options]
        if self.accepts("filter", "--threads"):
            arguments += ["--threads", str(threads)]
        if needs_schema:
            arguments += ["--schema", self.schema]
        return [*arguments, predicate, *files]


def attempt(arguments, **options):
    """Runs a program. Returns the last line of its error, or None."""
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, **options)
    except OSError as problem:
        return str(problem)
    except subprocess.TimeoutExpired as problem:
        return f"not done within {problem.timeout:.0f} seconds"
    if done.returncode == 0:
        return None
    lines = [line for line in (done.stderr or done.stdout).strip().splitlines() if line.strip()]
    return lines[-1].strip() if lines else f"status {done.returncode}"


def install_debian(bench):
    """Installs missing packages on Debian if permitted."""
    if shutil.which("dpkg-query") is None:
        return
    wanted = sorted({package for packages in DEBIAN.values() for package in packages})
    missing = [package for package in wanted if attempt(["dpkg", "-s", package]) is not None]
    if not missing:
        return
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    bench.results.progress("installing " + " ".join(missing))
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    attempt([*root, "apt-get", "update", "-qq"])
    for package in missing:
        attempt([*root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", package], env=environment)


def install_python(bench):
    """Makes a virtual environment with the peers that are Python packages."""
    environment = SCRATCH / "venv"
    python = environment / "bin/python"
    if not python.exists():
        bench.results.progress("making a virtual environment")
        problem = attempt([sys.executable, "-m", "venv", str(environment)])
        if problem:
            for name in PYPI:
                bench.leave_out(name, f"no virtual environment: {problem}")
            return
    bench.python = str(python)
    versions = dict(
        line.split("==") for line in (PACKAGE / "requirements.txt").read_text().split() if "==" in line)
    for name, package in PYPI.items():
        wanted = versions[package]
        check = f"import importlib.metadata as m, sys; sys.exit(m.version('{package}') != '{wanted}')"
        if attempt([bench.python, "-c", check]) is not None:
            bench.results.progress(f"installing {package} {wanted}")
            problem = attempt([bench.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", f"{package}=={wanted}"])
            if problem:
                bench.leave_out(name, f"not installed: {problem}")
                continue
        bench.tools[name] = bench.python
        bench.results.facts.setdefault("versions", {})[name] = wanted


def build_native(bench, name, source, arguments):
    """Builds a C, C++ or Objective-C program in the scratch folder. Returns the compiler's error, or None.

    If there is no other C++ compiler, the one of the Swift toolchain is used.
    """
    if shutil.which(arguments[0]) is None and arguments[0] == "g++":
        arguments = ["clang++", *arguments[1:]]
    program, source = SCRATCH / "bin" / name, PACKAGE / "Native" / source
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        program.parent.mkdir(exist_ok=True)
        problem = attempt([*arguments[:1], "-O2", "-o", str(program), str(source), *arguments[1:]])
        if problem:
            return problem
    bench.tools[name] = str(program)
    return None


def build_peers(bench):
    for name in ("jq", "gojq"):
        if shutil.which(name):
            bench.tools[name] = shutil.which(name)
            shown = subprocess.run([name, "--version"], capture_output=True, text=True).stdout.split()
            bench.results.facts.setdefault("versions", {})[name] = shown[1] if len(shown) > 1 else shown[0].removeprefix("jq-")
        else:
            bench.leave_out(name, "not installed")
    problem = build_native(
        bench, "simdjson", "simdjson_loop.cpp", ["g++", "-std=c++17", "-DNDEBUG", "-DSIMDJSON_THREADS_ENABLED=1", "-lsimdjson", "-pthread"])
    if problem:
        bench.leave_out("simdjson", f"not built: {problem}")
    else:
        shown = subprocess.run([bench.tools["simdjson"], "--kernel"], capture_output=True, text=True).stdout.split()
        bench.results.facts["simdjson kernel"], bench.results.facts.setdefault("versions", {})["simdjson"] = shown
    try:
        flags = [
            subprocess.run(["gnustep-config", option], capture_output=True, text=True, check=True).stdout.split()
            for option in ("--objc-flags", "--base-libs")
        ]
        problem = build_native(bench, "gnustep", "gnustep_filter.m", ["gcc", *flags[0], "-std=gnu11", *flags[1]])
        if shutil.which("dpkg-query"):
            shown = subprocess.run(
                ["dpkg-query", "-W", "-f", "${Version}", "libgnustep-base-dev"], capture_output=True, text=True).stdout
            bench.results.facts.setdefault("versions", {})["gnustep"] = shown.split("+")[0].split("-")[0]
    except (OSError, subprocess.CalledProcessError):
        problem = "gnustep-config is not installed"
    if problem:
        bench.leave_out("gnustep", f"not built: {problem}")


def find_programs(bench, only_rules=False):
    """Finds the command and the in-process benchmarks, which the Makefile builds."""
    for name in ["inprocess", "rules"]:
        bench.tools[name] = str(REPOSITORY / ".build/release" / name)
    for program in [bench.tools["rules"]] if only_rules else [bench.predicate, bench.tools["inprocess"], bench.tools["rules"]]:
        if not Path(program).exists():
            raise SystemExit(f"bench: {program} is not there: `make release benchmark-programs` builds it")


def write_lists(bench):
    """Writes the schema, and the values of the queries that `simdjson_loop` has by hand."""
    Path(bench.schema).write_text(json.dumps(SCHEMA))
    lists = "".join(f"{city}\n" for city in CITIES) + "".join(f"{city}\t{age}\n" for city, age in OR_CLAUSES)
    (SCRATCH / "lists.txt").write_text(lists)


def make_data(bench, sizes):
    """Writes the data. A smaller file is the beginning of a larger one."""
    problem = build_native(bench, "generate", "generate.cpp", ["g++", "-std=c++17"])
    if problem:
        raise SystemExit(f"bench: generate.cpp does not build: {problem}")
    stamp = str((PACKAGE / "Native/generate.cpp").stat().st_mtime_ns)
    known = SCRATCH / "generated"
    if not known.exists() or known.read_text() != stamp:
        for old in SCRATCH.glob("records-*.ndjson"):
            old.unlink()
        known.write_text(stamp)
    for records in sorted(set(sizes)):
        if not Path(bench.file(records)).exists():
            bench.results.progress(f"writing {records} records")
            unfinished = bench.file(records) + ".new"
            with open(unfinished, "wb") as output:
                subprocess.run([bench.tools["generate"], str(SEED), str(records)], stdout=output, check=True)
            os.replace(unfinished, bench.file(records))
    bench.results.facts["bytes"] = os.path.getsize(bench.file(bench.records))
    bench.results.facts["records"] = bench.records


def describe_machine(bench):
    """Notes the facts that the figures depend on. The machine is described only by its processor, memory and load."""
    facts = bench.results.facts
    with open("/proc/cpuinfo") as processors:
        models = [line.partition(":")[2].strip() for line in processors if line.startswith("model name")]
    facts["processor"] = models[0] if models else "an unnamed processor"
    facts["processors"] = len(os.sched_getaffinity(0))
    with open("/proc/meminfo") as memory:
        facts["memory"] = int(memory.readline().split()[1]) * 1024
    facts["swift"] = next(
        (line for line in subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()
         if "Swift version" in line), "").partition("Swift version ")[2].split(" ")[0]
    described = subprocess.run(
        ["git", "-C", str(REPOSITORY), "log", "-1", "--format=%h of %cs"], capture_output=True, text=True).stdout.strip()
    facts["revision"] = described or "unknown"
    facts["load"] = os.getloadavg()[0]
    if facts["load"] > facts["processors"] / 2:
        bench.results.progress(f"the machine is busy (load {facts['load']:.1f}): the figures will show it")


def prepare(results, records, sizes, only_rules=False):
    SCRATCH.mkdir(parents=True, exist_ok=True)
    bench = Bench(results, records)
    describe_machine(bench)
    if only_rules:
        find_programs(bench, only_rules)
        return bench
    install_debian(bench)
    install_python(bench)
    build_peers(bench)
    find_programs(bench)
    write_lists(bench)
    make_data(bench, sizes)
    return bench


def say_unsaid(results, section, engine, language):
    """Notes the queries that a peer cannot express."""
    for query in QUERIES:
        form = query.form(language)
        if isinstance(form, CannotSay):
            results.leave_out(section, engine, query.key, form.reason)
