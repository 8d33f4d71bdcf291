#!/usr/bin/env bash
# Runs three editors' clients against `predicate lsp`:
#
#     Tests/Files/editors/check-editors.sh [.build/release/predicate]
#
# Neovim, headless, with the client that it brings, a Python client on pygls, and the extension for VS Code in Node, with a mock of the
# editor. The script says what is missing, and then ends with status 1, unless EDITORS_OPTIONAL is set.
# `Scripts/install-dependencies.sh editors` installs all: pygls goes into .build/editors.
set -euo pipefail
cd "$(dirname "$0")/../../.."

predicate=$(realpath "${1:-.build/release/predicate}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

missing() {
    echo "$1 is not installed: Scripts/install-dependencies.sh editors"
    [ -n "${EDITORS_OPTIONAL:-}" ] || status=1
}

if command -v nvim >/dev/null; then
    echo "$(nvim --version | head -1), headless"
    mkdir -p "$work/nvim"
    # Without a home, nothing of the user's settings takes part.
    if ! (cd "$work/nvim" && HOME="$work" XDG_STATE_HOME="$work" PREDICATE="$predicate" \
        timeout 120 nvim --headless -u NONE -i NONE -S "$OLDPWD/Tests/Files/editors/session.lua" </dev/null); then
        status=1
    fi
else
    missing Neovim
fi

python=.build/editors/bin/python3
[ -x "$python" ] || python=python3
if "$python" -c 'import pygls.lsp.client' 2>/dev/null; then
    "$python" -c 'from importlib.metadata import version; print("pygls", version("pygls"))'
    timeout 300 "$python" Tests/Files/editors/session.py "$predicate" || status=1
else
    missing pygls
fi

if command -v node >/dev/null; then
    echo "the extension for VS Code, Node $(node --version)"
    PREDICATE="$predicate" timeout 300 node --test --test-reporter=tap Editors/VSCode/test/extension.test.js >"$work/node" || { cat "$work/node"; status=1; }
    grep -E '^# (tests|pass|fail) ' "$work/node"
else
    missing Node
fi
exit $status
