# Sourced by ../dev: stages, their times, and the lines in which suites end.
# shellcheck shell=bash

note() {
    printf '%s\n' "$*" >&2
}

die() {
    note "$*"
    exit 1
}

# quietly LOG COMMAND…: output goes to the file LOG, and is shown only if the command fails.
quietly() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    "$@" >"$log" 2>&1 || {
        local status=$?
        cat "$log" >&2
        note "failed: $* (output above, and in $log)"
        return "$status"
    }
}

# retry COMMAND…: for what depends on the network.
retry() {
    local attempt
    for attempt in 1 2 3; do
        "$@" && return 0
        note "attempt $attempt failed: $*"
        sleep $((attempt * 5))
    done
    return 1
}

# suite_end NAME PASSED FAILED [SKIPPED]: the closing line of a suite; fails if anything failed or nothing ran.
suite_end() {
    local name=${BLOOM_SUITE_PREFIX:-}$1 passed=$2 failed=$3 skipped=${4:-0}
    if [ "$skipped" -gt 0 ]; then
        printf '%s: %d passed, %d failed, %d skipped\n' "$name" "$passed" "$failed" "$skipped"
    else
        printf '%s: %d passed, %d failed\n' "$name" "$passed" "$failed"
    fi
    [ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
}

stage_names=()
stage_seconds=()
stage_failed=()

# stage NAME COMMAND…: runs it, tells how long it took, goes on after a failure.
# Not to be called where bash ignores set -e (in a condition).
stage() {
    local name=$1 start=$SECONDS status
    shift
    printf '\n== %s\n' "$name"
    set +e
    (
        set -e
        "$@"
    )
    status=$?
    set -e
    stage_names+=("$name")
    stage_seconds+=($((SECONDS - start)))
    if [ "$status" -ne 0 ]; then
        stage_failed+=("$name")
        printf 'stage %s FAILED after %d s\n' "$name" $((SECONDS - start))
    else
        printf 'stage %s took %d s\n' "$name" $((SECONDS - start))
    fi
}

# The times of all stages and their sum; status 1 if any failed.
stages_end() {
    local i total=0
    printf '\n'
    for i in "${!stage_names[@]}"; do
        printf '%6d s  %s\n' "${stage_seconds[$i]}" "${stage_names[$i]}"
        total=$((total + stage_seconds[i]))
    done
    printf '%6d s  in all\n' "$total"
    suite_end stages $((${#stage_names[@]} - ${#stage_failed[@]})) "${#stage_failed[@]}" || {
        printf 'FAILED: %s\n' "${stage_failed[*]}"
        return 1
    }
}
