#!/usr/bin/env bash
# Builds the example and the tests in C against libpredicate, and runs them, also with AddressSanitizer and ThreadSanitizer.
#
#     Tests/C/check-library.sh FOLDER    the folder that `make library` has filled
set -euo pipefail
library=$(realpath "$1")
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

export PKG_CONFIG_PATH="$library/lib/pkgconfig" LD_LIBRARY_PATH="$library/lib"
build() { # NAME SOURCE FLAG…
    local output="$scratch/$1" source=$2
    shift 2
    clang -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -pedantic -g "$@" -I "$library/include" "$source" \
        -L "$library/lib" -lpredicate -lpthread -fuse-ld=lld -o "$output"
}

echo "symbols"
nm -D --defined-only "$library/lib/libpredicate.so" | sed 's/.* //' | sort >"$scratch/visible"
grep -o '\bpredicate_[a-z_]*(' "$library/include/predicate.h" | tr -d '(' | grep -v '^predicate_record_callback$' | sort -u >"$scratch/declared"
diff "$scratch/declared" "$scratch/visible"

echo "the example"
if command -v pkg-config >/dev/null; then pkg-config --cflags --libs predicate >/dev/null; fi
build cities Examples/C/cities.c
"$scratch/cities" '%@ IN alternatenames AND population > 1000000' '["Moskau"]' Examples/Data/cities.ndjson \
    >"$scratch/found" 2>"$scratch/said"
grep -q '"name":"Moscow"' "$scratch/found" && grep -q '^1 records match' "$scratch/said"
status=0
"$scratch/cities" 'population >' '[]' Examples/Data/cities.ndjson 2>"$scratch/said" || status=$?
[ "$status" = 1 ] && grep -q '^ 1 │ population >' "$scratch/said"

runtime=$(dirname "$(readlink -f "$(command -v clang)")")/../lib/swift/linux
export ASAN_OPTIONS=detect_leaks=0
for check in none address thread; do
    echo "tests, sanitizer: $check"
    flags=(-O1)
    if [ "$check" != none ]; then flags+=("-fsanitize=$check"); fi
    # The sanitizer of Swift's toolchain watches Dispatch, too, and so needs it.
    if [ "$check" = thread ]; then flags+=("-L$runtime" "-Wl,-rpath,$runtime" -ldispatch -lBlocksRuntime); fi
    build "cities-$check" Examples/C/cities.c "${flags[@]}"
    "$scratch/cities-$check" 'name BEGINSWITH "Mosc"' '[]' Examples/Data/cities.ndjson >/dev/null 2>&1
    build "hostile-$check" Tests/C/hostile.c "${flags[@]}"
    "$scratch/hostile-$check" 2000
    build "threads-$check" Tests/C/threads.c "${flags[@]}"
    "$scratch/threads-$check" 2000
done

# What the runtime makes once looks like a leak, because it marks its pointers. More work must not lose more.
echo "leaks"
lost() {
    { ASAN_OPTIONS=detect_leaks=1 "$scratch/hostile-address" "$1" 2>&1 || true; } |
        sed -n 's/^SUMMARY: AddressSanitizer: \([0-9]*\) byte.*/\1/p'
}
before=$(lost 4000) after=$(lost 8000)
if [ "$before" != "$after" ]; then
    echo "4,000 rounds lose $before bytes, 8,000 lose $after"
    exit 1
fi
