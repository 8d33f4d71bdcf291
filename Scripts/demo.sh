#!/usr/bin/env bash
# The main tasks on the example data. Each command is shown before its output.
set -euo pipefail
predicate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
examples=$(cd "$(dirname "$0")/../Examples" && pwd)

# A folder of its own, because a table is made there.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ln -s "$examples/Data/cities.ndjson" "$examples/Data/countries.json" "$examples/Config/munki/bad/windows.yaml" .

say() { printf '\n# %s\n' "$1"; }

show() {
    printf '\n$ predicate'
    local word
    for word in "$@"; do
        case "$word" in
        *[!A-Za-z0-9_./=:,#-]*) printf " '%s'" "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    "$predicate" "$@" 2>&1 || printf '(exit status %d)\n' $?
}

say 'Filter JSON: one record per line, or all in one document.'
show filter 'countrycode == "PT" AND population > 100000' --select name,population -o table cities.ndjson
show filter --values --count 'ANY languages BEGINSWITH "pt"' countries.json

say 'All mistakes at once, each with its place and its fix.'
show filter 'popultion > 1000000 AND name CONTAINS 5' cities.ndjson

say 'Why does a record not match?'
show why 'countrycode == "PT" AND population > 1000000' cities.ndjson --find 'name == "Porto"'

say 'Check predicates where they are kept, here in a Munki manifest.'
show lint windows.yaml

say 'Query tables of SQLite and PostgreSQL in the same way.'
show import cities.ndjson --key geonameid --into sqlite:world.sqlite#city
show filter --from sqlite:world.sqlite#city 'population > 5000000' --group-by countrycode --sort -count --limit 3 -o table

printf '\nThis was .build/release/predicate. To run the commands of README.md: export PATH="$PWD/.build/release:$PATH"\n'
