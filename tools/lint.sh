# Sourced by ../dev: formatting and static analysis. Nothing here changes a file.
# shellcheck shell=bash

lint() {
    local passed=0 failed=0 check
    for check in lint_format lint_tidy lint_cppcheck lint_shell lint_php lint_headers; do
        if $check; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            printf 'FAILED   %s\n' "$check"
        fi
    done
    suite_end lint "$passed" "$failed"
}

# tracked PATTERN…: files in git, or that the next "git add ." would add, and that exist.
tracked() {
    git -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do
        [ ! -f "$file" ] || printf '%s\n' "$file"
    done
}

lint_format() {
    tracked '*.c' '*.h' | grep -v '^stubs/' | xargs "clang-format-$llvm" --dry-run -Werror
}

# PHP's headers are read as system headers, which are not judged.
lint_tidy() {
    local includes=() directory
    for directory in $("$php_config" --includes); do
        includes+=(-isystem "${directory#-I}")
    done
    tracked 'src/*.c' bloom.c |
        xargs -P "$jobs" -I '{}' "clang-tidy-$llvm" --quiet '{}' -- -std=gnu11 -D_GNU_SOURCE -Isrc "${includes[@]}" \
            -I. -DCOMPILE_DL_BLOOM -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 >"$out/log/tidy.log" 2>&1 || {
        cat "$out/log/tidy.log"
        return 1
    }
}

lint_cppcheck() {
    local directories=(src/core)
    [ ! -d src/shm ] || directories+=(src/shm)
    # ctuuninitvar: takes the address of what a function is called to initialise for a use of it.
    cppcheck --std=c11 --enable=warning,performance,portability --inline-suppr --quiet --error-exitcode=1 \
        -j "$jobs" -Isrc --suppress=missingIncludeSystem --suppress=ctuuninitvar "${directories[@]}"
}

# dev brings in what it sources.
lint_shell() {
    tracked '*.sh' .ci/run dev | grep -v -E '^tools/(common|setup|php|suites|lint|package)\.sh$' | xargs shellcheck -x
}

lint_php() {
    local status=0 file
    while read -r file; do
        "$php" -n -l "$file" >"$out/log/php-l.log" 2>&1 || {
            cat "$out/log/php-l.log"
            status=1
        }
    done < <(tracked '*.php')
    return $status
}

# Every header of the library compiles alone.
lint_headers() {
    local status=0 file
    while read -r file; do
        "${CC:-cc}" -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-unused-function -Isrc -fsyntax-only -x c "$file" || status=1
    done < <(tracked 'src/core/*.h' 'src/shm/*.h')
    return $status
}
