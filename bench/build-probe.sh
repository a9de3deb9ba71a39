#!/bin/sh
# Builds the yardsticks of the benchmarks: build-probe.sh DIR  ->  DIR/modules/bloom_probe.so
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
cp "$bench/probe/config.m4" "$bench/probe/probe.c" .
{
    "${PHPIZE:-phpize}"
    CFLAGS=${CFLAGS:-"-O2 -g"} ./configure --with-php-config="${PHP_CONFIG:-php-config}" \
        --with-bloom-source="$bench/../src" ${XXHASH_DIR:+--with-xxhash="$XXHASH_DIR"}
    make
} >build.log 2>&1 || { cat build.log >&2; exit 1; }
echo "$PWD/modules/bloom_probe.so"
