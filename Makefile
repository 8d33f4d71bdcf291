# make demo  builds in release mode and filters the example data
# make test  builds in debug mode and passes the tests
# Both install what is missing first; README.md says what that is.
# make install PREFIX=…  puts the command, its manual and completion for shells under a folder, /usr/local by default

SWIFT ?= swift
PREDICATE = .build/release/predicate
PREFIX ?= /usr/local
# Where the toolchain has Swift's libraries for it, they are linked into the command: it starts in less time, and runs where no Swift is.
STATIC = $(wildcard $(shell $(SWIFT) -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')_static)
# LLVM's linker comes with the toolchain. The system's one would warn of `mktemp`, which a part of Foundation calls that is linked and not used.
RELEASE = -c release --product predicate $(if $(and $(filter Linux,$(shell uname)),$(STATIC)),--static-swift-stdlib -Xswiftc -use-ld=lld)

.PHONY: all demo test lint format dependencies test-dependencies release examples reference install uninstall fuzz mutation diagrams bench bench-smoke clean

all: release

dependencies:
	@Scripts/install-dependencies.sh

test-dependencies:
	@Scripts/install-dependencies.sh test

release: dependencies
	$(SWIFT) build $(RELEASE)

demo: release
	@Scripts/demo.sh $(PREDICATE)

test: test-dependencies
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources
	python3 Scripts/check-citations.py
	Scripts/check-floors.py
	Scripts/check-floors.py --self-check
	Scripts/check-grammar.py

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

# The walk-through and the expected answers, against the release build.
examples: release
	Scripts/check-examples.sh $(PREDICATE)
	Scripts/examples-expected.py --check
	Scripts/examples-expected.py --run $(PREDICATE)
	Scripts/examples-config.py

# The pages under Documentation/messages, Documentation/reference and Documentation/man, Documentation/coming-from-*.md, and the grammars under Grammar/TextMate. A
# test fails where they are not what is written here.
reference: dependencies
	$(SWIFT) build --product predicate
	.build/debug/predicate reference messages Documentation/messages
	.build/debug/predicate reference language Documentation/reference
	.build/debug/predicate reference guides Documentation
	.build/debug/predicate reference man Documentation/man
	.build/debug/predicate reference textmate Grammar/TextMate

# The command, its manual and the completion of bash, zsh and fish, under PREFIX; DESTDIR goes before all of it, for packages.
install: release
	Scripts/install.sh install $(PREDICATE) "$(DESTDIR)$(PREFIX)"

uninstall:
	Scripts/install.sh uninstall "$(DESTDIR)$(PREFIX)"

fuzz: dependencies
	Scripts/fuzz.sh 60

# Changes the meaning of Values/, Semantics/ and Unicode/ by and by: each change should make a test fail. Takes about an hour.
mutation: dependencies
	python3 Scripts/mutation.py

diagrams:
	python3 Scripts/railroad.py

# Beside the peers, which are installed from Debian and PyPI: all of it takes long, and up to 12 GB of disk for a while. Writes Benchmarks/RESULTS.md
# and results.svg. BENCH takes options, as in `make bench BENCH="--records 100000 --rounds 3"`; Benchmarks/README.md has them.
bench: release
	cd Benchmarks && PYTHONDONTWRITEBYTECODE=1 python3 -m bench $(BENCH)

# A minute of it, on 20 MB: fails where two programs count differently.
bench-smoke: release
	cd Benchmarks && PYTHONDONTWRITEBYTECODE=1 python3 -m bench --smoke $(BENCH)

clean:
	rm -rf .build .build-fuzz Benchmarks/.build Benchmarks/.scratch
