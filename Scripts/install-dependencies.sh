#!/usr/bin/env bash
# Installs missing system libraries that the package links: Debian packages with apt (as root or with sudo),
# Homebrew formulae on a Mac. If nothing is missing, it does nothing and needs no network.
set -euo pipefail
cd "$(dirname "$0")/.."

# Installs the given Debian packages that are missing.
needs_debian() {
    local missing=()
    local package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "installing ${missing[*]}"
    local root=""
    [ "$(id -u)" -eq 0 ] || root=sudo
    $root apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq "${missing[@]}" >/dev/null
}

case "$(uname -s)" in
Darwin)
    if ! command -v brew >/dev/null; then
        echo "Homebrew is needed to install pcre2, zstd, readline, libyaml and libpq: see https://brew.sh" >&2
        exit 1
    fi
    for formula in pcre2 zstd readline libyaml libpq; do brew list "$formula" >/dev/null 2>&1 || brew install "$formula"; done
    ;;
Linux)
    if command -v dpkg-query >/dev/null; then
        packages=(libpcre2-dev zlib1g-dev libzstd-dev libreadline-dev libyaml-dev libsqlite3-dev libpq-dev)
        if [ "${1:-}" = "test" ]; then packages+=(iso-codes); fi
        # For tests that are skipped without these programs. Only continuous integration installs them.
        if [ "${1:-}" = "shells" ]; then packages+=(zsh fish mandoc jq python3); fi
        # For the sessions of Tests/Files/editors/check-editors.sh; only continuous integration asks for these too.
        if [ "${1:-}" = "editors" ]; then packages+=(neovim python3 python3-venv procps); command -v node >/dev/null || packages+=(nodejs); fi
        # For the cluster of Tests/Databases/engines; only `make test-engines-spark` asks for it.
        if [ "${1:-}" = "spark" ]; then
            packages+=(python3 python3-venv)
            command -v java >/dev/null || packages+=(default-jre-headless)
        fi
        # For Tests/Databases/engines/duckdb.sh.
        if [ "${1:-}" = "duckdb" ]; then packages+=(python3 python3-venv jq); fi
        # For `make site` and for Documentation/site/check_site.py, which opens its pages in a browser.
        if [ "${1:-}" = "site" ] || [ "${1:-}" = "site-check" ]; then packages=(python3 python3-venv); fi
        if [ "${1:-}" = "site-check" ]; then packages+=(chromium); fi
        needs_debian "${packages[@]}"
        if [ "${1:-}" = "site" ] && ! .build/site-tools/bin/python -c 'import furo, myst_parser' 2>/dev/null; then
            echo "installing sphinx, furo and myst-parser into .build/site-tools"
            python3 -m venv .build/site-tools
            .build/site-tools/bin/pip install --quiet 'sphinx>=8,<9' 'furo>=2025,<2028' 'myst-parser>=5,<6'
        fi
        if [ "${1:-}" = "site-check" ] && ! .build/site-tools/bin/python -c 'import playwright' 2>/dev/null; then
            echo "installing playwright into .build/site-tools"
            python3 -m venv .build/site-tools
            .build/site-tools/bin/pip install --quiet 'playwright>=1.50,<2'
        fi
        if [ "${1:-}" = "duckdb" ] && ! .build/engines/duckdb/bin/python -c 'import duckdb' 2>/dev/null; then
            echo "installing duckdb into .build/engines/duckdb"
            python3 -m venv .build/engines/duckdb
            .build/engines/duckdb/bin/pip install --quiet 'duckdb>=1.4,<3'
        fi
        if [ "${1:-}" = "spark" ] && ! .build/engines/venv/bin/python -c 'import pyspark' 2>/dev/null; then
            echo "installing pyspark into .build/engines/venv"
            python3 -m venv .build/engines/venv
            .build/engines/venv/bin/pip install --quiet 'pyspark>=4,<5'
        fi
        if [ "${1:-}" = "editors" ] && ! .build/editors/bin/python3 -c 'import pygls.lsp.client, pyte' 2>/dev/null; then
            echo "installing pygls and pyte into .build/editors"
            python3 -m venv .build/editors
            .build/editors/bin/pip install --quiet 'pygls>=2,<3' 'pyte>=0.8.2,<1'
        fi
    else
        echo "This is not Debian: install the headers of pcre2 (8 bit), zlib, zstd, readline, libyaml, sqlite3 and libpq by hand." >&2
    fi
    ;;
esac

case "${1:-}" in site | site-check) exit ;; esac
if ! command -v swift >/dev/null; then
    echo "No Swift toolchain (6.1 or later) is on the PATH: see https://www.swift.org/install" >&2
    exit 1
fi
