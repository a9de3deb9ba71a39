#!/bin/sh
# Builds the yardsticks of the benchmarks: build-probe.sh DIR  ->  DIR/modules/bloom_probe.so
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
cp "$bench/probe/probe.c" .
cp "$bench/probe/probe.m4" config.m4 # named otherwise here: pecl would build the last config.m4 of the package
{
    "${PHPIZE:-phpize}"
    CFLAGS=${CFLAGS:-"-O2 -g"} ./configure --with-php-config="${PHP_CONFIG:-php-config}" \
        --with-bloom-source="$bench/../src" ${XXHASH_DIR:+--with-xxhash="$XXHASH_DIR"}
    make
} >build.log 2>&1 || { cat build.log >&2; exit 1; }
echo "$PWD/modules/bloom_probe.so"
