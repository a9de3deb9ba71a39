#!/bin/sh
# Checks the models of shared storage with spin. Each line of the table: the expected result (holds: no error in all
# states; fails: a naive form in which spin must find the failure), a model, its options.
set -u
models=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/bloom-models-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
command -v spin >/dev/null || { echo "models: spin is not installed (apt install spin)"; exit 1; }

passed=0
failed=0
while read -r expected model options; do
    case $expected in '' | '#'*) continue ;; esac
    rm -f pan* ./*.trail
    # shellcheck disable=SC2086
    if spin -a $options "$models/$model.pml" >spin.log 2>&1 &&
        ${CC:-cc} -O1 -w -DSAFETY -o pan pan.c 2>>spin.log; then
        ./pan -m1000000 >pan.log 2>&1
        states=$(sed -n 's/^ *\([0-9][0-9]*\) states, stored.*/\1/p' pan.log)
        if grep -q 'errors: 0' pan.log && ! grep -q 'max search depth too small' pan.log; then
            result=holds
        elif grep -q 'assertion violated' pan.log; then
            result=fails
        else
            result=unclear
        fi
    else
        result=unclear
        states=0
        cat spin.log
    fi
    if [ "$result" = "$expected" ]; then
        passed=$((passed + 1))
        echo "ok      $model $options: $result ($states states)"
    else
        failed=$((failed + 1))
        echo "WRONG   $model $options: $result, expected: $expected"
        tail -n 30 pan.log 2>/dev/null
    fi
done <<TABLE
holds rebuild -DCOMMIT_ADD
holds rebuild -DCOMMIT_ADD -DREBUILDER_KILLED
holds rebuild -DADD_COMMIT_ADD
holds rebuild -DADD_COMMIT_ADD -DREBUILDER_KILLED
holds rebuild -DADD_COMMIT_ADD -DWRITER_KILLED -DREBUILDER_KILLED -DGRACE
fails rebuild -DCOMMIT_ADD -DREBUILDER_KILLED -DRENAME_SWITCHES
fails rebuild -DCOMMIT_ADD -DONE_STEP
fails rebuild -DADD_COMMIT
fails rebuild -DADD_COMMIT_ADD -DSKIP_PRESENT
fails rebuild -DADD_COMMIT_ADD -DWRITER_KILLED
holds generation
fails generation -DREUSED
holds flush
fails flush -DMARK_BEFORE
fails flush -DMARK_UNAWAITED
holds switch_power
fails switch_power -DSTAYS_CLEAN
fails switch_power -DFLUSH_AFTER_LIVE
holds order
fails order -DNO_FENCE
fails order -DNO_ACQUIRE
fails order -DNO_RELEASE
TABLE
echo "models: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
