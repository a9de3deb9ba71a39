# Sourced by ../dev: which PHP, and building the extension for it.
# shellcheck shell=bash

find_php() {
    php_config=${PHP_CONFIG:-$(command -v php-config)} || die "there is no php-config: ./dev setup, or PHP_CONFIG"
    php=$("$php_config" --php-binary)
    [ -x "$php" ] || php=$("$php_config" --prefix)/bin/php # some builds answer NONE
    phpize=$("$php_config" --prefix)/bin/phpize
    [ -x "$phpize" ] || phpize=phpize
}

extension_path() {
    printf '%s/build/%s/modules/bloom.so\n' "$out" "$1"
}

variant_cflags() {
    case $1 in
        release) printf '%s' '-O2 -g' ;;
        dev) printf '%s' '-O2 -g' ;;
        asan) printf '%s' '-O2 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined' ;;
        *) die "there is no variant $1: release, dev or asan" ;;
    esac
}

# build_extension VARIANT: in a copy of the sources, since phpize makes files all over the place.
build_extension() {
    local variant=$1 directory=$out/build/$1 options=(--enable-bloom) configuration
    [ "$variant" = release ] || options+=(--enable-bloom-dev)
    [ -z "${XXHASH_DIR:-}" ] || options+=("--with-xxhash=$XXHASH_DIR")
    local cflags
    cflags=$(variant_cflags "$variant")
    # When any of this changes, the build starts anew; otherwise make knows what is old.
    configuration=$(
        printf '%s\n' "${CC:-cc}" "$cflags" "${options[@]}" "$root"
        "$php_config" --version --extension-dir
        find src stubs -name '*.[ch]' | sort
        cksum config.m4
    )
    if [ "$(cat "$directory/configuration" 2>/dev/null)" != "$configuration" ]; then
        rm -rf "$directory"
        mkdir -p "$directory"
        cp -a config.m4 bloom.c php_bloom.h src stubs "$directory"
        quietly "$out/log/configure-$variant.log" configure_extension "$directory" "$cflags" "${options[@]}"
        printf '%s\n' "$configuration" >"$directory/configuration"
    else
        cp -au bloom.c php_bloom.h src stubs "$directory"
    fi
    quietly "$out/log/make-$variant.log" make -s -C "$directory" -j"$jobs" LIBTOOL="\$(SHELL) $directory/libtool --silent"
    extension_path "$variant"
}

configure_extension() {
    local directory=$1 cflags=$2
    shift 2
    (cd "$directory" && "$phpize" && CC=${CC:-cc} CFLAGS=$cflags ./configure --with-php-config="$php_config" "$@")
}

# A directory with the system's module settings except those of an installed bloom.
other_modules() {
    local directory=$out/php.d
    rm -rf "$directory"
    mkdir -p "$directory"
    # shellcheck disable=SC2016
    "$php" -r 'foreach (explode(",", (string) php_ini_scanned_files()) as $file) { echo trim($file), "\n"; }' 2>/dev/null |
        while read -r file; do
            [ ! -f "$file" ] || grep -q 'extension *=.*bloom' "$file" || cp "$file" "$directory"
        done
    printf '%s\n' "$directory"
}
