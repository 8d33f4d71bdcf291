#!/usr/bin/env bash
# Installs the system libraries that the package links, where they are missing: Debian packages by apt (as root or
# through sudo), Homebrew formulae on a Mac. Does nothing, and needs no network, when everything is there.
set -euo pipefail
cd "$(dirname "$0")/.."

# Library headers that the build needs, each with the Debian package and the Homebrew formula that bring it.
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
        echo "Homebrew is needed to install pcre2, zstd and readline: see https://brew.sh" >&2
        exit 1
    fi
    for formula in pcre2 zstd readline; do brew list "$formula" >/dev/null 2>&1 || brew install "$formula"; done
    ;;
Linux)
    if command -v dpkg-query >/dev/null; then
        packages=(libpcre2-dev zlib1g-dev libzstd-dev libreadline-dev)
        if [ "${1:-}" = "test" ]; then packages+=(iso-codes); fi
        # For tests that are skipped without them; only continuous integration asks for these.
        if [ "${1:-}" = "shells" ]; then packages+=(zsh fish mandoc jq python3); fi
        # For the sessions of Scripts/check-editors.sh; only continuous integration asks for these too.
        if [ "${1:-}" = "editors" ]; then packages+=(neovim python3 python3-venv); fi
        needs_debian "${packages[@]}"
        if [ "${1:-}" = "editors" ] && ! .build/editors/bin/python3 -c 'import pygls.lsp.client' 2>/dev/null; then
            echo "installing pygls into .build/editors"
            python3 -m venv .build/editors
            .build/editors/bin/pip install --quiet 'pygls>=2,<3'
        fi
    else
        echo "This is no Debian: the headers of pcre2 (8 bit), zlib, zstd and readline have to be installed by hand." >&2
    fi
    ;;
esac

if ! command -v swift >/dev/null; then
    echo "A Swift toolchain (6.1 or later) has to be on the PATH: see https://www.swift.org/install" >&2
    exit 1
fi
