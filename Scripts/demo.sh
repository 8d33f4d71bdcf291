#!/usr/bin/env bash
# The main tasks on the example data. Each command is shown before its output.
set -euo pipefail
predicate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../Examples"

show() {
    printf '\n$ predicate'
    local word
    for word in "$@"; do
        case "$word" in
        *\'*) printf ' "%s"' "$word" ;;
        *[!A-Za-z0-9_./=:,-]*) printf " '%s'" "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    "$predicate" "$@" || printf '(exit status %d)\n' $?
}

show filter --output table --limit 5 'countrycode == "PT" AND population > 100000' Data/cities.ndjson
show filter 'population > 1000000 AND name CONTAINS[cd] "sao"' Data/cities.ndjson
show filter --count 'ANY alternatenames ==[cd] "LISBOA" OR ANY alternatenames ==[cd] "sao paulo"' Data/cities.ndjson
show filter --values --count 'ANY languages BEGINSWITH "pt"' Data/countries.json
show format --style readable "population>1e6 && (countrycode='BR' || countrycode='PT') && not name beginswith[cd] 'sao'"
show filter 'popultion > 1000000 AND name CONTAIN "sao"' Data/cities.ndjson

printf '\n`make` builds the whole command, with `lint`, `test`, `lsp` and databases, as .build/release/predicate.\n'
