#!/usr/bin/env bash
# Installs the command, its manual and its shell completion under a folder, or uninstalls them. The worker for clusters
# is installed too if `make worker` has built it.
#
#     Scripts/install.sh install BINARY PREFIX
#     Scripts/install.sh uninstall PREFIX
#
# Exit status: 0 done, 64 usage, another if a file cannot be written.
set -euo pipefail

usage() {
    echo "usage: Scripts/install.sh install BINARY PREFIX | uninstall PREFIX" >&2
    exit 64
}

root=$(cd "$(dirname "$0")/.." && pwd)
bash_script=share/bash-completion/completions/predicate
zsh_script=share/zsh/site-functions/_predicate
fish_script=share/fish/vendor_completions.d/predicate.fish

# A file is written under a name that nobody else has, and then renamed: it is the old one or the new one.
new= manual=
trap 'rm -rf ${new:+"$new"} ${manual:+"$manual"}' EXIT
place() { # MODE TARGET <CONTENTS
    new=$(mktemp "$2.XXXXXX")
    cat >"$new"
    chmod "$1" "$new"
    mv -f "$new" "$2"
    new=
}

case "${1:-}" in
install)
    [ $# -eq 3 ] && [ -n "$3" ] || usage
    binary=$2 prefix=$3
    install -d "$prefix/bin" "$prefix/share/man/man1"
    place 755 "$prefix/bin/predicate" <"$binary"
    # The command writes its manual from its own help.
    manual=$(mktemp -d "${TMPDIR:-/tmp}/predicate-man.XXXXXX")
    "$binary" reference man "$manual"
    for page in "$manual"/*.1; do place 644 "$prefix/share/man/man1/${page##*/}" <"$page"; done
    for pair in "bash:$bash_script" "zsh:$zsh_script" "fish:$fish_script"; do
        file=$prefix/${pair#*:}
        install -d "$(dirname "$file")"
        script=$("$prefix/bin/predicate" --generate-completion-script "${pair%%:*}")
        place 644 "$file" <<<"$script"
    done
    worker=
    if [ -f "$root/.build/worker/release/predicate-worker" ]; then
        install -d "$prefix/libexec/predicate"
        place 755 "$prefix/libexec/predicate/predicate-worker" <"$root/.build/worker/release/predicate-worker"
        worker=", libexec/predicate/predicate-worker"
    fi
    echo "installed in $prefix: bin/predicate, share/man/man1, $bash_script, $zsh_script, $fish_script$worker"
    ;;
uninstall)
    [ $# -eq 2 ] && [ -n "$2" ] || usage
    prefix=$2
    rm -f "$prefix/bin/predicate" "$prefix/$bash_script" "$prefix/$zsh_script" "$prefix/$fish_script"
    rm -f "$prefix/libexec/predicate/predicate-worker"
    rmdir "$prefix/libexec/predicate" 2>/dev/null || true
    # By name, including commands that a later version no longer has.
    rm -f "$prefix"/share/man/man1/predicate.1 "$prefix"/share/man/man1/predicate-*.1
    ;;
*) usage ;;
esac
