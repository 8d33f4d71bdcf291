#!/usr/bin/env bash
# Runs the commands in Markdown files and compares their output with that in the files.
#
#     Scripts/check-examples.sh [--update] BINARY [FILE.md ...]
#
# BINARY is the built command `predicate`. Without files: README.md, the pages under Documentation whose commands are
# run in their own folder, the tutorials, and every README.md under Examples.
#
# In a block that opens with ```console, a line that begins with "$ " is a command, and lines after it that begin
# with "> " continue it. The lines up to the next command or the end of the block are its whole output (standard
# output and standard error together). If its exit status is not 0, a last line "# exit N" gives it. Commands run in
# the folder of their file, or in the folder that a line <!-- run in FOLDER --> names from there, without a terminal.
# After a line <!-- messages only -->, a page shows of each output only the first line of its first message, or else its
# first line. --update writes the actual output into the files.
#
# Exit status: 0 no difference, 1 a difference, 64 usage.

set -u

update=no
if [ "${1:-}" = "--update" ]; then
    update=yes
    shift
fi
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
    echo "usage: Scripts/check-examples.sh [--update] BINARY [FILE.md ...]" >&2
    exit 64
fi

binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
root=$(cd "$(dirname "$0")/.." && pwd)

work=$(mktemp -d "${TMPDIR:-/tmp}/check-examples.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$binary" "$work/bin/predicate"

# The same bytes on every machine: no colour, no terminal width, and the locale C.UTF-8.
export PATH="$work/bin:$PATH" NO_COLOR=1 TERM=dumb LC_ALL=C.UTF-8
unset COLUMNS

commands=0

# Adds the output of a command, and its exit status, to the new text.
run() {
    commands=$((commands + 1))
    (cd "$1" && bash -c "$2") </dev/null >"$work/output" 2>&1
    local status=$?
    if [ $brief = yes ]; then
        grep -m 1 -E '(error|warning|note): ' "$work/output" || head -n 1 "$work/output"
        return
    fi
    cat "$work/output"
    # Without a line feed, the next line would be joined to the last one.
    if [ -s "$work/output" ] && [ -n "$(tail -c 1 "$work/output")" ]; then echo; fi
    if [ "$status" -ne 0 ]; then echo "# exit $status"; fi
}

# Reads a Markdown file on standard input, and writes it with the actual output of every command.
rewrite() {
    local folder=$1 state=text command="" line brief=no
    while IFS= read -r line || [ -n "$line" ]; do
        case $state in
        text)
            printf '%s\n' "$line"
            if [ "$line" = '```console' ]; then state=output; fi
            if [ "$line" = '<!-- messages only -->' ]; then brief=yes; fi
            if [[ $line =~ ^'<!-- run in '(.+)' -->'$ ]]; then folder=$1/${BASH_REMATCH[1]}; fi
            continue
            ;;
        command)
            if [ "${line:0:2}" = "> " ]; then
                printf '%s\n' "$line"
                command="$command"$'\n'"${line:2}"
                continue
            fi
            run "$folder" "$command"
            state=output
            ;;
        esac
        # The old output is dropped, because the command has just been run.
        if [ "${line:0:2}" = "$ " ]; then
            printf '%s\n' "$line"
            command=${line:2}
            state=command
        elif [ "$line" = '```' ]; then
            printf '%s\n' "$line"
            state=text
        fi
    done
}

failed=0
if [ $# -eq 0 ]; then
    set -- $(cd "$root" && { echo README.md Documentation/{coming-from-{jq,nspredicate,sql},command,concepts,databases,dates,faq,how-it-works,json-output,language,lint,lists,nil,patterns,predicate-files,queries,repl,rules}.md Documentation/tutorials/*.md; find Examples -name .build -prune -o -name README.md -print | sort; })
    cd "$root" || exit 1
fi
for file in "$@"; do
    if [ ! -f "$file" ]; then
        echo "check-examples: no such file: $file" >&2
        exit 64
    fi
    rewrite "$(cd "$(dirname "$file")" && pwd)" <"$file" >"$work/new.md"
    if cmp -s "$file" "$work/new.md"; then continue; fi
    if [ $update = yes ]; then
        cat "$work/new.md" >"$file"
        echo "updated $file"
    else
        diff -u --label "$file (as written)" --label "$file (as run)" "$file" "$work/new.md"
        failed=1
    fi
done

echo "$commands commands run"
if [ "$commands" -eq 0 ]; then
    echo "check-examples: no command found in: $*" >&2
    exit 1
fi
exit $failed
