#!/usr/bin/env bash
# Runs the tests with a sanitizer of the compiler, each in its own build (.build-thread, .build-address). The first
# run takes half an hour and ten gigabytes, so it is for nights and releases.
#
#     Fuzz/sanitize.sh             both
#     Fuzz/sanitize.sh thread      ThreadSanitizer over the tests with threads: PredicateRecords with its sets,
#                                     PredicateCommand
#     Fuzz/sanitize.sh address     AddressSanitizer over all tests
#     Fuzz/sanitize.sh build       only builds both
#
# Arguments after `--` are passed to `swift test`: Fuzz/sanitize.sh thread -- --filter ParallelScanTests
#
# Not covered: the thread run skips `fullDisk`, which limits the size of files and so ends ThreadSanitizer itself.
# The address run skips the tests on threads with a small stack, because the sanitizer needs larger frames. Tests
# that start the built command and shells run the shells without a sanitizer. Leaks are not checked, because Swift's
# runtime keeps objects that it makes once. UndefinedBehaviorSanitizer works only for C here, and Fuzz/fuzz.sh
# runs that code with AddressSanitizer too.
set -euo pipefail
cd "$(dirname "$0")/.."

what="${1:-both}"
shift || true
[ "${1:-}" = -- ] && shift

swift="${SWIFT:-swift}"
export SWIFT_BACKTRACE=enable=no

build() {
    "$swift" build --traits Full --build-tests --sanitize="$1" --scratch-path ".build-$1"
}

run() {
    local kind="$1"
    shift
    build "$kind"
    # A sanitizer takes several times the time and memory. Tests that measure either report it themselves.
    "$swift" test --traits Full --skip-build --sanitize="$kind" --scratch-path ".build-$kind" "$@"
}

check_thread() {
    # ThreadSanitizer knows Swift's atomics and locks. A thread that ends with the process is not a leak.
    TSAN_OPTIONS="halt_on_error=0:exitcode=66:report_thread_leaks=0:${TSAN_OPTIONS:-}" \
        run thread --filter 'PredicateRecordsTests|PredicateSetsTests|PredicateCommandTests' --skip fullDisk "$@"
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
    echo "usage: Fuzz/sanitize.sh [thread | address | both | build] [-- OPTION…]" >&2
    exit 64
    ;;
esac
