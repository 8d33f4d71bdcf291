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

case "${1:-}" in
install)
    [ $# -eq 3 ] && [ -n "$3" ] || usage
    binary=$2 prefix=$3
    install -d "$prefix/bin" "$prefix/share/man/man1"
    install -m 755 "$binary" "$prefix/bin/predicate"
    install -m 644 "$root"/Documentation/man/*.1 "$prefix/share/man/man1/"
    for pair in "bash:$bash_script" "zsh:$zsh_script" "fish:$fish_script"; do
        file=$prefix/${pair#*:}
        install -d "$(dirname "$file")"
        "$prefix/bin/predicate" --generate-completion-script "${pair%%:*}" >"$file.new"
        chmod 644 "$file.new"
        mv "$file.new" "$file"
    done
    worker=
    if [ -f "$root/.build/worker/release/predicate-worker" ]; then
        install -d "$prefix/libexec/predicate"
        install -m 755 "$root/.build/worker/release/predicate-worker" "$prefix/libexec/predicate/"
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
