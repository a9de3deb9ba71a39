# Sourced by ../dev: the test suites.
# shellcheck shell=bash

asan_environment=(
    # PHP frees little at its end, by design: leaks are looked for in the unit tests and with a debug PHP.
    ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:strict_string_checks=1:detect_stack_use_after_return=1
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
    USE_ZEND_ALLOC=0
)

# unit_cflags VARIANT
unit_cflags() {
    case $1 in
        asan) printf '%s' '-O2 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined' ;;
        tsan) printf '%s' '-O1 -g -fno-omit-frame-pointer -fsanitize=thread' ;;
        *) printf '%s' "${UNIT_CFLAGS:--O2 -g}" ;;
    esac
}

# unit_tests VARIANT [NAME…]: all programs, or those named. UNIT_RUNNER is put before each program.
unit_tests() {
    local variant=$1 directory=$out/unit/$1 suite=unit programs=() xxhash=()
    shift
    [ "$variant" = plain ] || suite=unit-$variant
    [ -z "${XXHASH_DIR:-}" ] || xxhash=("-I$XXHASH_DIR/include")
    quietly "$out/log/$suite.log" make -s -f tools/unit.mk -j"$jobs" OUT="$directory" CC="${CC:-cc}" \
        CFLAGS="$(unit_cflags "$variant") ${xxhash[*]}"
    local name program
    while read -r program; do
        for name in "${@:-${program##*/}}"; do
            [ "${program##*/}" != "$name" ] || programs+=("$program")
        done
    done <"$directory/programs"
    [ "${#programs[@]}" -gt 0 ] || die "no unit test is named so: $*"
    # shellcheck disable=SC2016
    printf '%s\n' "${programs[@]}" | CMOCKA_MESSAGE_OUTPUT=STDOUT xargs -P "$jobs" -I '{}' bash -c '
        rm -f "$1.status"
        start=$SECONDS
        ${UNIT_RUNNER:-} "$1" >"$1.log" 2>&1 </dev/null
        echo "$? $((SECONDS - start))" >"$1.status"' - '{}'
    unit_report "$suite" "${programs[@]}"
}

# unit_report SUITE PROGRAM…: adds up what cmocka printed; a program that died counts its tests that did not run.
unit_report() {
    local suite=$1 program passed=0 failed=0 skipped=0
    shift
    for program in "$@"; do
        local status seconds planned ok skip bad
        read -r status seconds <"$program.status"
        planned=$(sed -n 's/^\[==========\].*Running \([0-9]*\) test.*/\1/p' "$program.log" | paste -sd+ | bc_or_zero)
        ok=$(grep -c '^\[       OK \]' "$program.log" || true)
        skip=$(grep -c '^\[  SKIPPED \] [^0-9]' "$program.log" || true)
        # cmocka lists what it skipped a second time at the end.
        [ "$skip" -le $((planned - ok)) ] || skip=$((planned - ok))
        bad=$((planned - ok - skip))
        if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$planned" -eq 0 ]; }; then
            bad=1
        fi
        if [ "$bad" -gt 0 ]; then
            cat "$program.log"
            printf 'FAILED   %s: status %d\n' "${program##*/}" "$status"
        fi
        sed -n 's/^\[  SKIPPED \] \([^0-9].*\)/skipped  \1/p' "$program.log" | sort -u
        printf '%-20s %3d tests %4d s\n' "${program##*/}" "$planned" "$seconds"
        passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
    done
    suite_end "$suite" "$passed" "$failed" "$skipped"
}

bc_or_zero() {
    local sum
    read -r sum || sum=0
    printf '%d\n' $((sum))
}

# phpt_tests VARIANT [PATH…]: on a copy, since the runner writes beside the tests.
phpt_tests() {
    local variant=$1 directory=$out/phpt/$1 suite=phpt environment=()
    shift
    [ -d tests/phpt ] || die "there are no tests in tests/phpt"
    [ "$#" -gt 0 ] || set -- tests/phpt
    if [ "$variant" = asan ]; then
        suite=phpt-asan
        environment=("${asan_environment[@]}" LD_PRELOAD="$(asan_preload)")
    fi
    build_extension "$variant" >/dev/null
    rm -rf "$directory"
    mkdir -p "$directory/temporary"
    local part
    for part in tests stubs bench demo examples; do
        [ ! -e "$part" ] || cp -a "$part" "$directory"
    done
    cp "$out/build/$variant/run-tests.php" "$directory"
    local status=0
    (
        cd "$directory"
        env "${environment[@]}" TEST_PHP_EXECUTABLE="$php" NO_INTERACTION=1 REPORT_EXIT_STATUS=1 \
            TMPDIR="$directory/temporary" SKIP_ONLINE_TESTS=1 \
            "$php" -n run-tests.php -q -n -j"$jobs" --no-color --no-progress --show-diff -W "$directory/results" \
            -d extension="$(extension_path "$variant")" "$@" </dev/null
    ) >"$directory/log" 2>&1 || status=$?
    phpt_report "$suite" "$directory" "$status"
}

# phpt_report SUITE DIRECTORY STATUS
phpt_report() {
    local suite=$1 directory=$2 status=$3 passed failed skipped
    touch "$directory/results"
    passed=$(grep -c -E '^(PASSED|XFAILED)' "$directory/results" || true)
    skipped=$(grep -c '^SKIPPED' "$directory/results" || true)
    failed=$(grep -c -v -E '^(PASSED|XFAILED|SKIPPED)' "$directory/results" || true)
    if [ "$failed" -eq 0 ] && [ "$status" -ne 0 ]; then
        failed=1
    fi
    if [ "$failed" -gt 0 ] || [ "$passed" -eq 0 ]; then
        tr '\r' '\n' <"$directory/log" | grep -v -E '^(PASS|TEST) '
    fi
    if [ "$skipped" -gt 0 ]; then
        printf '!!! %d tests were skipped:\n' "$skipped"
        tr '\r' '\n' <"$directory/log" | grep '^SKIP ' || true
    fi
    suite_end "$suite" "$passed" "$failed" "$skipped"
}

# What must be loaded before PHP so that it can load an extension with the address sanitizer in it.
asan_preload() {
    local shim=$out/build/dlopen-shim.so
    "${CC:-cc}" -shared -fPIC -O1 -o "$shim" tools/dlopen-shim.c -ldl
    printf '%s:%s\n' "$shim" "$("${CC:-cc}" -print-file-name=libasan.so)"
}

docs_tests() {
    build_extension "$1" >/dev/null
    "$php" -n tests/docs/run.php "$(extension_path "$1")"
}

# php_with_modules COMMAND…: with the system's modules, since the servers' scripts need posix and SQLite.
php_with_modules() {
    PHP_INI_SCAN_DIR=$(other_modules) "$php" "$@"
}

fpm_tests() {
    build_extension "$1" >/dev/null
    php_with_modules tests/fpm/run.php "$(extension_path "$1")"
}

# Needs a PHP with threads and, as a static library, its SAPI "embed".
threads_tests() {
    local directory=$out/threads status=0
    build_extension "$1" >/dev/null
    rm -rf "$directory"
    mkdir -p "$directory"
    # shellcheck disable=SC2046 # options
    quietly "$out/log/threads.log" "${CC:-cc}" -O1 -g $("$php_config" --includes) -o "$directory/threads" tests/zts/threads.c \
        -rdynamic -L"$("$php_config" --prefix)/lib" -lphp $("$php_config" --ldflags) $("$php_config" --libs) -lpthread
    local storage=$directory
    [ ! -w /dev/shm ] || storage=$(mktemp -d /dev/shm/bloom-threads-XXXXXX)
    mkdir -p "$storage/images" "$storage/truth"
    mkdir -m 700 "$storage/filters"
    printf '%s\n' "extension=$(extension_path "$1")" "bloom.shm_dir=$storage/filters" 'bloom.hash_key=a secret of the fleet' \
        'display_errors=stderr' >"$directory/php.ini"
    "$directory/threads" "$directory/php.ini" "$root/tests/zts/request.php" "$root/tests/zts/check.php" 8 100 || status=$?
    [ "$storage" = "$directory" ] || rm -rf "$storage"
    if [ "$status" -eq 0 ]; then
        suite_end threads 1 0
    else
        suite_end threads 0 1
    fi
}

demo() {
    local extension
    extension=$(extension_path release)
    php_with_modules -d extension="$extension" demo/demo.php "$extension"
    printf '\n== In one process, against what else one could use\n\n'
    "$php" -n -d extension="$extension" demo/memory.php
}

# The generator of this PHP version is the one that counts: those of others write other text.
arginfo_php=8.2
arginfo_parser=4.15.1 # what that generator asks for

# generate_arginfo: prints the path of the header made from the stub.
generate_arginfo() {
    local directory=$out/arginfo
    build_extension dev >/dev/null
    rm -rf "$directory/generated"
    mkdir -p "$directory/generated" "$directory/generator"
    if [ ! -d "$directory/vendor/nikic/php-parser" ]; then
        printf '{"require": {"nikic/php-parser": "%s"}}\n' "$arginfo_parser" >"$directory/composer.json"
        retry quietly "$out/log/composer.log" env COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME="$out/composer" \
            composer install --working-dir="$directory" --no-interaction --no-progress --no-plugins
    fi
    ln -sfn ../vendor/nikic/php-parser "$directory/generator/PHP-Parser-$arginfo_parser"
    cp "$out/build/dev/build/gen_stub.php" "$directory/generator"
    cp stubs/bloom.stub.php "$directory/generated"
    # shellcheck disable=SC2046 # no argument, or two
    quietly "$out/log/arginfo.log" "$php" -n $(tokenizer) "$directory/generator/gen_stub.php" "$directory/generated/bloom.stub.php"
    printf '%s\n' "$directory/generated/bloom_arginfo.h"
}

tokenizer() {
    "$php" -n -r 'exit(extension_loaded("tokenizer") ? 0 : 1);' || printf '%s\n' -d extension=tokenizer
}

has_arginfo_generator() {
    [ "$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')" = "$arginfo_php" ]
}

check_arginfo() {
    if ! has_arginfo_generator; then
        note "!!! skipped: the arginfo header is generated by PHP $arginfo_php, and this is another version"
        suite_end arginfo 0 0 1
        return
    fi
    local header
    header=$(generate_arginfo)
    if diff -u stubs/bloom_arginfo.h "$header"; then
        suite_end arginfo 1 0
    else
        note "stubs/bloom_arginfo.h is not what the stub generates: run ./dev arginfo"
        suite_end arginfo 0 1
    fi
}

update_arginfo() {
    has_arginfo_generator || die "the arginfo header is generated by PHP $arginfo_php: set PHP_CONFIG to its php-config"
    local header
    header=$(generate_arginfo)
    cp "$header" stubs/bloom_arginfo.h
}

# With the system's modules; its tests load the extension themselves.
toolkit_tests() {
    local modules tool passed=0 failed=0 skipped=0
    build_extension "$1" >/dev/null
    modules=$(other_modules)
    export COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME="$out/composer"
    composer_install toolkit
    composer_install toolkit/tests/frameworks & # meanwhile
    local frameworks=$!
    export PHP_INI_SCAN_DIR=$modules BLOOM_EXTENSION
    BLOOM_EXTENSION=$(extension_path "$1")
    for tool in "php-cs-fixer fix --dry-run --diff" "phpstan analyse --no-progress --memory-limit=1G"; do
        toolkit_check toolkit "$tool"
    done
    toolkit_phpunit toolkit
    wait "$frameworks"
    toolkit_check toolkit/tests/frameworks "phpstan analyse --no-progress --memory-limit=1G"
    toolkit_phpunit toolkit/tests/frameworks
    suite_end toolkit "$passed" "$failed" "$skipped"
}

composer_install() {
    (cd "$1" && retry quietly "$out/log/composer-${1//\//-}.log" composer install --no-interaction --no-progress)
}

# toolkit_check PROJECT COMMAND: adds to passed or failed.
toolkit_check() {
    local log=$out/log/${1//\//-}-${2%% *}.log
    # shellcheck disable=SC2086 # a command and its arguments
    if (cd "$1" && "$php" vendor/bin/$2) >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        cat "$log"
    fi
}

# toolkit_phpunit PROJECT [OPTION…]: adds to passed, failed and skipped.
toolkit_phpunit() {
    local project=$1 report=$out/${1//\//-}-junit.xml status=0 ok bad left_out
    shift
    rm -f "$report"
    (cd "$project" && "$php" vendor/bin/phpunit --colors=never --log-junit "$report" "$@") || status=1
    # shellcheck disable=SC2016
    read -r ok bad left_out <<<"$("$php" -n -d extension=simplexml -r '
        $all = @simplexml_load_file($argv[1]) ?: exit("0 0 0");
        $suite = $all->testsuite[0];
        $bad = $suite["errors"] + $suite["failures"];
        echo $suite["tests"] - $bad - $suite["skipped"], " ", $bad, " ", (int) $suite["skipped"];' "$report")"
    [ "$bad" -gt 0 ] || bad=$status # PHPUnit failed without a test that did
    passed=$((passed + ok))
    failed=$((failed + bad))
    skipped=$((skipped + left_out))
}

# corpus_tests: what fuzzing has found, and the golden images, once through the fuzz target with sanitizers.
corpus_tests() {
    local directory=$out/corpus input passed=0 failed=0 xxhash=()
    [ -z "${XXHASH_DIR:-}" ] || xxhash=("-I$XXHASH_DIR/include")
    mkdir -p "$directory"
    quietly "$out/log/corpus.log" "${CC:-cc}" -std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=address,undefined \
        -fno-sanitize-recover=undefined -Isrc -Itests/unit "${xxhash[@]}" -o "$directory/replay" \
        tests/fuzz/fuzz_image.c tests/fuzz/replay.c src/core/*.c -lm
    for input in tests/fuzz/corpus/image/* tests/golden/v1/*.bloom; do
        if "$directory/replay" "$input" >"$directory/log" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            printf 'FAILED   %s\n' "$input"
            cat "$directory/log"
        fi
    done
    suite_end corpus "$passed" "$failed"
}

# fuzz SECONDS: every tests/fuzz/fuzz_*.c for so long, from a copy of its corpus.
fuzz() {
    local seconds=$1 directory=$out/fuzz source name passed=0 failed=0
    mkdir -p "$directory"
    for source in tests/fuzz/fuzz_*.c; do
        [ -f "$source" ] || die "there are no fuzzers in tests/fuzz"
        name=$(basename "$source" .c)
        "clang-$llvm" -std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=fuzzer,address,undefined \
            -fno-sanitize-recover=undefined -Isrc -Itests/fuzz -Itests/unit -o "$directory/$name" "$source" src/core/*.c -lm
        mkdir -p "$directory/corpus/$name"
        local corpora=("$directory/corpus/$name") seeds
        for seeds in "tests/fuzz/corpus/$name" "tests/fuzz/corpus/${name#fuzz_}" tests/golden/v1; do
            [ ! -d "$seeds" ] || corpora+=("$seeds")
        done
        if (cd "$directory" && "./$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 \
            -artifact_prefix="$name-" "${corpora[@]/#tests/$root/tests}") >"$directory/$name.log" 2>&1; then
            passed=$((passed + 1))
            tail -n 1 "$directory/$name.log"
        else
            failed=$((failed + 1))
            cat "$directory/$name.log"
        fi
    done
    suite_end fuzz "$passed" "$failed"
}
