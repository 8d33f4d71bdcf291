# make       builds the command in release mode
# make demo  builds it, and shows what it does with the example data
# make test  builds in debug mode and runs the tests
# make library  builds libpredicate, for programs in C and other languages
# make python-test  runs the tests of the Python package, with what `make library` has built
# make worker  builds the worker that `predicate filter --from spark:` ships to a cluster
# All first install missing dependencies; README.md lists them.
# make site  builds the pages and the symbols of all libraries as one site, in .build/site; SITE_DOCC=0 leaves the symbols out
# make wheel, make deb  pack the command for pip and for Debian, in .build/dist
# make install PREFIX=…  installs the command, its manual and shell completion under a folder, /usr/local by default

SWIFT ?= swift
# The whole command. By default no trait is on, so that `swift build` needs nothing but Swift.
BUILD = $(SWIFT) build --traits Full
PREDICATE = .build/release/predicate
PREFIX ?= /usr/local
# If the toolchain has static Swift libraries, the command links them. It then starts faster, and runs without Swift
# installed.
STATIC = $(wildcard $(shell $(SWIFT) -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')_static)
# LLVM's linker is part of the toolchain. The system's linker would warn about `mktemp`, which an unused part of
# Foundation calls.
# Without debug information the build takes a sixth less time, and the command has half the size.
# With static libraries Swift exports all public symbols of a program, for libraries that it might load and that use
# them. The command loads none. Without these 11,000 symbols a run starts half a millisecond earlier, and has 1 MB less.
RELEASE = -c release -debug-info-format none $(if $(and $(filter Linux,$(shell uname)),$(STATIC)),--static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic)

# Which tests `make test` runs: suites by a regular expression (FILTER=RepairRuleTests), or those of a wing, which is a folder
# of Tests (WING=Files). Empty: all.
FILTER ?=
WING ?=
empty =
TESTS = $(or $(FILTER),$(if $(WING),^($(subst $(empty) $(empty),|,$(notdir $(wildcard Tests/$(WING)/*Tests))))[.]))

.PHONY: all demo vsix worker library library-test test python-test record test-engines test-engines-spark release-check lint format dependencies test-dependencies release examples install uninstall fuzz diagrams bench bench-smoke benchmark-programs golden costs sets wheel deb site site-check clean

all: release

dependencies:
	@Scripts/install-dependencies.sh

test-dependencies:
	@Scripts/install-dependencies.sh test

release: dependencies
	$(BUILD) $(RELEASE) --product predicate

demo: release
	@Scripts/demo.sh $(PREDICATE)

# The worker is linked with all of its libraries, because the machines of a cluster need not have them. SwiftPM defines several
# traits in a random order, and another order would compile everything again.
WORKER = .build/worker
worker: dependencies
	SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build --scratch-path $(WORKER) --traits PCRE2,Compression -c release --product predicate-worker -debug-info-format none $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xswiftc -static-executable)
	@ls -l $(WORKER)/release/predicate-worker

# The library for other languages, with Swift's runtime in it. Only the functions of its header are visible, so that it cannot
# meet another copy of the runtime. The folder is like a PREFIX: lib, include and a pkg-config file.
LIBRARY = .build/library
VERSION = $(shell sed -n 's/.*static let version = "\(.*\)".*/\1/p' Sources/Language/PredicateCore/Vocabulary/PredicateLibrary.swift)
library: dependencies
	LIBRARY=1 $(BUILD) $(RELEASE) --product predicate-c
	rm -rf $(LIBRARY)
	mkdir -p $(LIBRARY)/lib/pkgconfig $(LIBRARY)/include
	cp .build/release/libpredicate-c.so $(LIBRARY)/lib/libpredicate.so.1
	ln -s libpredicate.so.1 $(LIBRARY)/lib/libpredicate.so
	cp Sources/C/CPredicate/include/predicate.h $(LIBRARY)/include
	sed 's/@VERSION@/$(VERSION)/' Sources/C/predicate.pc.in >$(LIBRARY)/lib/pkgconfig/predicate.pc
	@ls -lL $(LIBRARY)/lib/libpredicate.so

# Builds the example and the tests in C, and runs them, also with the sanitizers.
library-test: library
	Tests/C/check-library.sh $(LIBRARY)

test: test-dependencies
	$(BUILD) --build-tests
	$(SWIFT) test --traits Full --skip-build $(if $(TESTS),--filter '$(TESTS)')

# Records all expected outputs again: pages and files that tests compare, and the commands of the pages. Read the diff.
record: test-dependencies
	$(BUILD) --build-tests
	PREDICATE_RECORD=1 $(SWIFT) test --traits Full --skip-build --filter 'SQLDocumentationTests|DescriptionScriptTests|ConfigExamplesTests|MessageReferenceTests'
	Scripts/check-examples.sh --update .build/debug/predicate
	Documentation/pictures/terminal.py .build/debug/predicate

# The tests of all engines at length: generated predicates in SQLite, in a server of PostgreSQL, which the script installs,
# starts on loopback and stops, in DuckDB and in Spark; the predicates of articles; servers that are killed.
test-engines: test-dependencies
	$(BUILD) --build-tests
	PREDICATE_SQL_CASES=10000 PREDICATE_SQL_ROWS=500 $(SWIFT) test --traits Full --skip-build --filter SQLiteDifferentialTests
	PREDICATE_QUERY_CASES=2000 $(SWIFT) test --traits Full --skip-build --filter GeneratedQueryTests
	PREDICATE_SQL_CASES=10000 PREDICATE_SQL_ROWS=500 Scripts/postgresql.sh run \
		$(SWIFT) test --traits Full --skip-build --filter 'PredicatePostgreSQLTests|PostgreSQLCommandTests'
	Tests/Databases/engines/duckdb.sh 2000
	Tests/Databases/engines/articles.py .build/debug/predicate
	Scripts/postgresql.sh run Tests/Databases/engines/articles.py .build/debug/predicate --engine postgresql
	Tests/Databases/engines/check_killed.py .build/debug/predicate
	$(MAKE) test-engines-spark

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks/Sources
	python3 Scripts/check-citations.py
	Scripts/check-floors.py
	Scripts/check-floors.py --self-check
	Scripts/check-grammar.py

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks/Sources

# The walk-through and the expected answers, with the release build.
examples: release
	Scripts/check-examples.sh $(PREDICATE)
	Documentation/pictures/terminal.py $(PREDICATE) --check
	Scripts/examples-expected.py --check
	Scripts/examples-expected.py --run $(PREDICATE)
	Scripts/examples-config.py

# Installs the command, its manual and the completion of bash, zsh and fish under PREFIX. DESTDIR, for packages, is
# put before all paths.
install: release
	Scripts/install.sh install $(PREDICATE) "$(DESTDIR)$(PREFIX)"

uninstall:
	Scripts/install.sh uninstall "$(DESTDIR)$(PREFIX)"

# What users install without Swift: Packaging/README.md.
wheel deb: dependencies
	Packaging/pack.sh $@ $(RELEASE)

# What `.ci/run` has no time for: runs all cases of the tests in every way, installs both as users do, checks the other files
# for them, packs again to compare, and builds the command without the other traits, which says what it lacks. It needs root,
# and takes half an hour.
release-check: wheel deb
	PREDICATE_DEEP_TESTS=1 $(MAKE) test
	for what in wheel deb hooks files again; do echo "== $$what"; Packaging/check.sh $$what || exit; done
	$(SWIFT) build --scratch-path .build/command --traits Command --product predicate
	{ .build/command/debug/predicate lint Examples 2>&1 || true; } | grep "the trait Files is off"

# Starts a Spark cluster on this machine, and compares its answers with those of one process. ENGINES takes options, as
# in `make test-engines-spark ENGINES="--short --predicates 60"`.
ENGINES_PYTHON = .build/engines/venv/bin/python
ENGINES ?=
test-engines-spark: dependencies
	Scripts/install-dependencies.sh spark
	$(BUILD) --product predicate
	$(BUILD) --product predicate-worker
	$(BUILD) --build-tests
	Tests/Databases/engines/spark_sql.sh 300
	$(ENGINES_PYTHON) Tests/Databases/engines/check_spark.py $(ENGINES) .build/debug/predicate .build/debug/predicate-worker

fuzz: dependencies
	Fuzz/fuzz.sh 60

# The extension for VS Code. Its file can be installed as it is: code --install-extension .build/predicate.vsix
vsix:
	@mkdir -p .build
	Editors/VSCode/pack.py .build/predicate.vsix

# All pages, with search, in .build/site: open index.html. The symbols of the libraries, under api, need a web server and a
# built package, and take minutes. The check opens every page in Chromium; `make site-check SITE_DOCC=0` builds and checks the
# pages alone.
SITE_DOCC ?= 1
site:
	@Scripts/install-dependencies.sh site
	$(if $(filter 1,$(SITE_DOCC)),Scripts/documentation.sh .build/documentation)
	.build/site-tools/bin/python Documentation/site/build.py .build/site $(if $(filter 1,$(SITE_DOCC)),--api .build/documentation)

site-check: site
	@Scripts/install-dependencies.sh site-check
	.build/site-tools/bin/python Documentation/site/check_site.py .build/site

diagrams:
	python3 Scripts/railroad.py

# Compares with the peers, which are installed from Debian and PyPI. It takes long, and temporarily up to 12 GB of
# disk.
# Writes Benchmarks/RESULTS.md and results.svg, RULES.md and rules.svg.
# BENCH takes options, as in `make bench BENCH="--records 100000 --rounds 3"`; Benchmarks/README.md lists them.
bench: release benchmark-programs
	cd Benchmarks && PYTHONDONTWRITEBYTECODE=1 python3 -m bench $(BENCH)

# Compares the programs of an older state, in the folder BEFORE, with those of this one, and fails if one is slower.
golden: release benchmark-programs
	cd Benchmarks && PYTHONDONTWRITEBYTECODE=1 python3 -m bench.golden $(BEFORE)

# The programs that measure within one process, built with the modules of the command.
benchmark-programs: dependencies
	BENCHMARKS=1 $(BUILD) $(RELEASE) --product inprocess
	BENCHMARKS=1 $(BUILD) $(RELEASE) --product rules

# What each operation costs for a step that is charged, and then a search for the predicate that costs most. CLIMB is the
# seconds of the search, twice: with the standard limits, and with those for untrusted predicates.
CLIMB ?= 30
costs: dependencies
	BENCHMARKS=1 $(BUILD) $(RELEASE) --product costs
	.build/release/costs
	.build/release/costs --climb $(CLIMB)
	.build/release/costs --climb $(CLIMB) --untrusted

# Compares generated sets of rules with evaluating each rule, one after the other. SETS is their number and the first
# seed.
SETS ?= 2000 1
sets: dependencies
	BENCHMARKS=1 $(BUILD) $(RELEASE) --product set-agreement
	.build/release/set-agreement $(SETS)

# The same in a minute, on 20 MB. Fails if two programs give different counts.
bench-smoke: release benchmark-programs
	cd Benchmarks && PYTHONDONTWRITEBYTECODE=1 python3 -m bench --smoke $(BENCH)

# The Python package with the library of `make library`. PYTHON may be another one; for pypy3, PYTHON_PACKAGES=pytest, because the
# others have no wheels for it, and then their tests are skipped.
PYTHON ?= python3
PYTHON_PACKAGES ?= pytest mypy orjson pandas polars
PYTHON_VENV = .build/python/$(notdir $(PYTHON))
python-test:
	test -x $(PYTHON_VENV)/bin/python || $(PYTHON) -m venv $(PYTHON_VENV)
	$(PYTHON_VENV)/bin/python -m pip install -q --disable-pip-version-check $(PYTHON_PACKAGES)
	PREDICATE_LIBRARY=$(CURDIR)/.build/library/lib/libpredicate.so PYTHONPATH=Python/src PYTHONDONTWRITEBYTECODE=1 \
		$(PYTHON_VENV)/bin/python -m pytest -q -p no:cacheprovider Python --doctest-modules --doctest-glob='*.md'
	$(if $(filter mypy,$(PYTHON_PACKAGES)),$(PYTHON_VENV)/bin/python -m mypy --strict --cache-dir .build/python/mypy Python/src Python/tests Python/conftest.py)

clean:
	rm -rf .build .build-fuzz Benchmarks/.scratch
