#!/usr/bin/env bash
# Fuzzes every target of Fuzz/ for a number of seconds each, beginning with the inputs in Fuzz/Corpus:
#
#     Fuzz/fuzz.sh 60               all targets
#     Fuzz/fuzz.sh 600 records      one of them
#     Fuzz/fuzz.sh 0                only builds
#     FUZZ_KEEP=1 Fuzz/fuzz.sh 600  also adds new inputs that reach new code to Fuzz/Corpus
#     FUZZ_CONFIGURATION=debug Fuzz/fuzz.sh 600  runs a debug build, which also checks what release builds leave out
#
# Exits with 1 if a target crashed, hung, used too much memory or found two different answers. The input is then in
# Fuzz/Crashes. libFuzzer comes with the toolchains for Linux.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds="${1:?usage: Fuzz/fuzz.sh SECONDS [TARGET…]}"
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(predicate records documents columns budget messages edits rules)

if [ "$(uname -s)" != Linux ]; then
    echo "libFuzzer needs Linux: nothing was fuzzed"
    exit 0
fi

swift="${SWIFT:-swift}"
scratch=.build-fuzz
configuration="${FUZZ_CONFIGURATION:-release}"
FUZZ=1 "$swift" build --traits Full -c "$configuration" --product fuzz --scratch-path "$scratch"
fuzz="$(FUZZ=1 "$swift" build --traits Full -c "$configuration" --scratch-path "$scratch" --show-bin-path)/fuzz"
[ "$seconds" != 0 ] || exit 0

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir -p Fuzz/Crashes
# libFuzzer prints the backtrace of a crash. Swift's own would keep the pipes open.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}"

# Fuzzes a target, and prints what came of it when it has ended: two run at a time.
fuzz_target() {
    local target=$1 status=0
    local corpus="Fuzz/Corpus/$target" found="$work/$target" log="$work/$target.log" seeds="$work/$target-seeds"
    mkdir -p "$found" "$seeds"
    # Mistakes that people make are as useful as valid texts.
    if [ "$target" = predicate ]; then
        python3 - Tests/Mistakes "$seeds" <<'SEEDS'
import glob, json, sys
for name in sorted(glob.glob(sys.argv[1] + "/*.json")):
    for case in json.load(open(name, encoding="utf-8"))["cases"]:
        with open(f"{sys.argv[2]}/{case['id']}", "w", encoding="utf-8") as seed:
            seed.write(case["text"])
SEEDS
    fi
    local words="Fuzz/$target.dict"
    if [ "$target" = columns ] || [ "$target" = rules ]; then
        words="$work/$target.dict"
        cat Fuzz/predicate.dict Fuzz/records.dict >"$words"
    fi
    # Some targets have no dictionary.
    local dictionary=()
    [ ! -f "$words" ] || dictionary=("-dict=$words")
    export FUZZ_TARGET="$target"
    local report="$target for $seconds s, from $(find "$corpus" "$seeds" -type f | wc -l) inputs:"
    if timeout -k 10 $((seconds + 120)) "$fuzz" "$found" "$corpus" "$seeds" "${dictionary[@]}" \
        -max_total_time="$seconds" -max_len=2048 -timeout=10 -rss_limit_mb=3072 -detect_leaks=0 -print_final_stats=1 \
        -artifact_prefix="Fuzz/Crashes/$target-" >"$log" 2>&1 </dev/null; then
        local runs reached
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        reached=$(grep -ao 'cov: [0-9]*' "$log" | tail -1) || true
        echo "$report $runs runs, ${reached:-cov: 0} code locations reached, $(find "$found" -type f | wc -l) new inputs, no failure"
    else
        status=1
        echo "$report FAILED; the input is in Fuzz/Crashes, the end of the log:
$(grep -avE '^#[0-9]+[[:space:]]+(NEW|REDUCE|pulse|INITED|RELOAD)' "$log" | tail -40)"
    fi
    if [ -n "${FUZZ_KEEP:-}" ]; then
        "$fuzz" -set_cover_merge=1 -max_len=300 -detect_leaks=0 "$corpus" "$found" >>"$log" 2>&1 </dev/null || true
        echo "$corpus now holds $(find "$corpus" -type f | wc -l) inputs"
    fi
    return $status
}

status=0
running=0
for target in "${targets[@]}"; do
    if [ $running = 2 ]; then
        wait -n || status=1
        running=1
    fi
    fuzz_target "$target" &
    running=$((running + 1))
done
while [ $running -gt 0 ]; do
    wait -n || status=1
    running=$((running - 1))
done
exit $status
