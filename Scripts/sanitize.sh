#!/usr/bin/env bash
# Runs the tests with a sanitizer of the compiler, each in a build of its own (.build-thread, .build-address), which takes
# half an hour and ten gigabytes the first time: for the night, or before a release.
#
#     Scripts/sanitize.sh             both
#     Scripts/sanitize.sh thread      ThreadSanitizer over the tests of PredicateRecords and PredicateCommand, which have threads
#     Scripts/sanitize.sh address     AddressSanitizer over all tests
#     Scripts/sanitize.sh build       builds both alone
#
# What follows `--` goes to `swift test`: Scripts/sanitize.sh thread -- --filter ParallelScanTests
#
# What is left out: `fullDisk` of the thread run, which limits the size of files and so ends ThreadSanitizer itself; of the address run
# the tests on threads with a small stack, where the sanitizer's larger frames have no room; tests that start
# the built command and shells run it without a sanitizer around the shells; leaks are not looked for, because Swift's runtime keeps
# what it makes once; and UndefinedBehaviorSanitizer is only known to C here, whose code Scripts/fuzz.sh runs with AddressSanitizer too.
set -euo pipefail
cd "$(dirname "$0")/.."

what="${1:-both}"
shift || true
[ "${1:-}" = -- ] && shift

swift="${SWIFT:-swift}"
export SWIFT_BACKTRACE=enable=no

build() {
    "$swift" build --build-tests --sanitize="$1" --scratch-path ".build-$1"
}

run() {
    local kind="$1"
    shift
    build "$kind"
    # A sanitizer takes several times the time and memory, and the tests that measure either say so by themselves.
    "$swift" test --skip-build --sanitize="$kind" --scratch-path ".build-$kind" "$@"
}

check_thread() {
    # Swift's own atomics and locks are known to it; a thread that ends with the process is no leak.
    TSAN_OPTIONS="halt_on_error=0:exitcode=66:report_thread_leaks=0:${TSAN_OPTIONS:-}" \
        run thread --filter 'PredicateRecordsTests|PredicateCommandTests' --skip fullDisk "$@"
}

small_stacks='hostileSchemasAreErrorsAtOnce|depthFitsASmallThread|DeepPredicateTests|PredicateRecordsTests.HostileInputTests'
small_stacks+='|deepTrees|StackTests|StructuralEqualityTests'

check_address() {
    ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=0:${ASAN_OPTIONS:-}" \
        run address --skip "$small_stacks" "$@"
}

case "$what" in
thread) check_thread "$@" ;;
address) check_address "$@" ;;
both)
    check_address "$@"
    check_thread "$@"
    ;;
build)
    build address
    build thread
    ;;
*)
    echo "usage: Scripts/sanitize.sh [thread | address | both | build] [-- OPTION…]" >&2
    exit 64
    ;;
esac
