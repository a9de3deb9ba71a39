#!/usr/bin/env bash
# ./dev matrix [--reduced] [STAGE…]: what one machine with one PHP does not show. docs/ci.md describes the stages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck disable=SC2034 # used in what is sourced
root=$PWD out=${BLOOM_OUT:-$PWD/out} jobs=${BLOOM_JOBS:-$(nproc)}
. tools/common.sh
. tools/setup.sh
. tools/php.sh
. tools/suites.sh
. tools/package.sh
find_php

matrix=$out/matrix
mkdir -p "$matrix" "$out/log"

reduced_stages=(trixie pecl exchange valgrind lowest)
full_stages=(fresh-bookworm fresh-trixie readme-bookworm readme-trixie pecl pie exchange debug zts valgrind tsan large
    kills i386 s390x fuzz lowest composer)

# base SUITE ARCHITECTURE: makes the archive of a minimal Debian, once; prints its path.
base() {
    local suite=$1 architecture=$2 archive=$matrix/base-$1-$2.tar directory=$matrix/base
    if [ ! -f "$archive" ]; then
        retry quietly "$out/log/debootstrap-$suite-$architecture.log" debootstrap_anew "$directory" "$suite" "$architecture"
        # Services of installed packages must not start.
        printf '#!/bin/sh\nexit 101\n' >"$directory/usr/sbin/policy-rc.d"
        chmod +x "$directory/usr/sbin/policy-rc.d"
        tar -C "$directory" -cf "$archive.new" .
        mv "$archive.new" "$archive"
        rm -rf "$directory"
    fi
    printf '%s\n' "$archive"
}

debootstrap_anew() {
    rm -rf "$1"
    debootstrap --variant=minbase --arch="$3" "$2" "$1"
}

# chroot_create NAME SUITE [ARCHITECTURE]: a new machine with nothing on it but a copy of the sources in /src.
chroot_create() {
    local directory=$matrix/$1 archive part
    archive=$(base "$2" "${3:-$(dpkg --print-architecture)}")
    rm -rf "$directory"
    mkdir -p "$directory/src"
    tar -C "$directory" -xf "$archive"
    cp /etc/resolv.conf "$directory/etc/resolv.conf"
    cp /etc/hosts "$directory/etc/hosts"
    for part in /etc/apt/apt.conf.d/*proxy*; do
        [ ! -f "$part" ] || cp "$part" "$directory/etc/apt/apt.conf.d"
    done
    # A network's own certificate authorities, if the machine trusts any.
    mkdir -p "$directory/usr/local/share/ca-certificates"
    for part in /usr/local/share/ca-certificates/*.crt; do
        [ ! -f "$part" ] || cp "$part" "$directory/usr/local/share/ca-certificates"
    done
    tracked_files | tar -c --null -T - | tar -C "$directory/src" -x
    # Packages are downloaded once for all chroots of a release.
    mkdir -p "$matrix/packages-$2-${3:-native}"
    ln -sfn "$matrix/packages-$2-${3:-native}" "$matrix/$1.packages"
}

tracked_files() {
    git -c safe.directory='*' ls-files --cached --others --exclude-standard -z | while IFS= read -r -d '' file; do
        [ ! -f "$file" ] || printf '%s\0' "$file"
    done
}

# inside NAME SCRIPT: runs a script in a chroot, in namespaces of its own, so that nothing stays mounted or running.
inside() {
    local name=$1 script=$2
    # shellcheck disable=SC2016 # expanded by the inner shell
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" DEBIAN_FRONTEND=noninteractive \
        BLOOM_SUITE_PREFIX="$name-" BLOOM_JOBS="$jobs" \
        unshare --mount --pid --fork --kill-child bash -euc '
            mount -t proc proc "$1/proc"
            mount --rbind /dev "$1/dev"
            mount -t tmpfs -o mode=1777,size=2g tmpfs "$1/dev/shm"
            mount --bind "$2" "$1/var/cache/apt/archives"
            exec chroot "$1" bash -euo pipefail -c "$3"
        ' - "$matrix/$name" "$(readlink "$matrix/$name.packages")" "$script" </dev/null
}

# The status of a script that could not get a source package, which not every mirror of Debian has.
no_source=75

# inside_or_skip NAME SCRIPT: inside(), but a source package that is not to be had is a skipped suite.
inside_or_skip() {
    local status=0
    inside "$@" || status=$?
    if [ "$status" -eq "$no_source" ]; then
        skip "$1" 'the mirror of Debian has no such source package'
    else
        return "$status"
    fi
}

chroot_remove() {
    rm -rf "${matrix:?}/$1" "$matrix/$1.packages"
}

# Scripts run in chroots, in the order of a reader's steps.
keep_downloads='rm -f /etc/apt/apt.conf.d/docker-clean; echo "Binary::apt::APT::Keep-Downloaded-Packages true;" >/etc/apt/apt.conf.d/keep;'
apt="$keep_downloads apt-get -o Acquire::Retries=5 -q update >/dev/null; apt-get -o Acquire::Retries=5 -q install -y --no-install-recommends"
checkout='apt-get -q install -y --no-install-recommends git ca-certificates >/dev/null; cd /src; git init -q; git add -A;'

skip() {
    printf '!!! %s is skipped: %s\n' "$1" "$2"
    suite_end "$1" 0 0 1
}

stage_trixie() {
    chroot_create trixie trixie
    inside trixie "$keep_downloads apt-get -q update >/dev/null; $checkout ./dev phpt"
}

# A clean clone on a clean machine, and the two commands of the README.
stage_fresh() {
    chroot_create "fresh-$1" "$1"
    inside "fresh-$1" "$keep_downloads apt-get -q update >/dev/null; $checkout ./dev demo; ./dev test"
    chroot_remove "fresh-$1"
}

# The README's lines for installing from a checkout.
stage_readme() {
    chroot_create "readme-$1" "$1"
    inside "readme-$1" "$apt php-dev build-essential libxxhash-dev >/dev/null
        cd /src
        (phpize && ./configure --enable-bloom && make && make install) >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
        printf 'extension=bloom\n' >\"\$(php --ini | sed -n 's/^Scan for additional .ini files in: //p')/bloom.ini\"
        php --ri bloom"
    chroot_remove "readme-$1"
    suite_end "readme-$1" 1 0
}

stage_pecl() {
    local tarball
    tarball=$(make_package | tail -n 1)
    chroot_create pecl trixie
    cp "$tarball" "$matrix/pecl/tmp/bloom.tgz"
    inside pecl "$apt php-pear php-dev gcc make libxxhash-dev >/dev/null
        pecl install /tmp/bloom.tgz >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
        php -d extension=bloom --ri bloom
        cd /tmp
        printf 'no xxhash: '
        apt-get -q remove -y libxxhash-dev >/dev/null
        cp -a /src /tmp/without
        cd /tmp/without
        phpize >/dev/null
        if ./configure --enable-bloom >/tmp/log 2>&1; then echo 'configure must fail'; exit 1; fi
        for system in Debian Alpine Fedora macOS; do grep -q \"\$system.*xxhash\" /tmp/log || { cat /tmp/log; exit 1; }; done
        echo configure stops and names the packages"
    chroot_remove pecl
    suite_end pecl 2 0
}

stage_pie() {
    if COMPOSER_ALLOW_SUPERUSER=1 composer show --no-interaction -a php/pie >"$out/log/pie.log" 2>&1; then
        chroot_create pie trixie
        inside pie "$apt composer unzip php-dev gcc make libxxhash-dev bison libtool >/dev/null; $checkout
            export COMPOSER_ALLOW_SUPERUSER=1
            composer create-project --no-interaction php/pie /opt/pie >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
            /opt/pie/bin/pie repository:add path /src
            /opt/pie/bin/pie install --no-interaction 'bloom/bloom:*@dev'
            php --ri bloom"
        chroot_remove pie
        suite_end pie 1 0
    else
        skip pie 'Composer does not find php/pie here; ./dev package --check compares composer.json with its rules'
    fi
}

# Filters that one PHP version writes are read by another, both ways.
stage_exchange() {
    local directory=$matrix/exchange
    rm -rf "$directory"
    mkdir -p "$directory"
    build_extension dev >/dev/null
    [ -f "$matrix/trixie/src/out/build/dev/modules/bloom.so" ] || {
        chroot_create trixie trixie
        inside trixie "$keep_downloads apt-get -q update >/dev/null; $checkout ./dev build dev"
    }
    "$php" -n -d extension="$(extension_path dev)" tools/exchange.php write "$directory"
    cp -a "$directory" "$matrix/trixie/src/out/exchange-here"
    inside trixie 'cd /src; mkdir out/exchange-there
        php -n -d extension=/src/out/build/dev/modules/bloom.so tools/exchange.php read out/exchange-here
        php -n -d extension=/src/out/build/dev/modules/bloom.so tools/exchange.php write out/exchange-there'
    "$php" -n -d extension="$(extension_path dev)" tools/exchange.php read "$matrix/trixie/src/out/exchange-there"
    chroot_remove trixie
}

# php_source NAME SUITE OPTION…: builds PHP from Debian's source package, with options, into /opt/php.
php_source() {
    local name=$1 suite=$2
    shift 2
    chroot_create "$name" "$suite"
    inside_or_skip "$name" "sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >/etc/apt/sources.list.d/source.list
        $apt gcc g++ make autoconf automake libtool shtool bison re2c pkg-config libxml2-dev zlib1g-dev libsqlite3-dev dpkg-dev git ca-certificates >/dev/null
        mkdir /usr/local/src/php
        cd /usr/local/src/php
        version=\$(apt-cache depends php-cli | sed -n 's/.*Depends: \\(php8[.0-9]*\\)-cli/\\1/p')
        apt-get -q source \"\$version\" >/tmp/log 2>&1 || { tail -3 /tmp/log; exit $no_source; }
        cd \"\$version\"-*/
        (./buildconf --force && ./configure --prefix=/opt/php --disable-all --enable-cli --enable-fpm --enable-opcache --enable-posix --enable-pcntl \
            --enable-session --enable-pdo --with-sqlite3 --with-pdo-sqlite --with-zlib --enable-tokenizer $* && make -j$jobs && make install) >/tmp/log 2>&1 ||
            { tail -50 /tmp/log; exit 1; }
        mkdir -p /opt/php/share
        ln -s /usr/share/aclocal /opt/php/share/aclocal # where Debian's phpize looks for libtool's macros
        /opt/php/bin/php -v
        $checkout
        export PHP_CONFIG=/opt/php/bin/php-config
        ./dev phpt
        [ ! -f /opt/php/lib/libphp.a ] || ./dev threads"
    chroot_remove "$name"
}

# Under valgrind a second becomes a minute: CI runs what is short; the rest, but for statistics and kills, runs in full.
quick_tests='test_(format|hash|plain|basics|files|durability)'
slow_tests='test_(rates|distribution|sizing|kill|steps|model|processes|threads)'

stage_valgrind() {
    local names choose=(-v -E -x "$slow_tests")
    [ "$is_reduced" = no ] || choose=(-E -x "$quick_tests")
    mapfile -t names < <(find tests/unit -name 'test_*.c' -printf '%f\n' | sed 's/\.c$//' | grep "${choose[@]}" | sort)
    UNIT_RUNNER='valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible' \
        unit_tests valgrind "${names[@]}"
}

# Threads meet in the mapping table and in the kinds' atomics; the statistics of one thread have nothing to show.
stage_tsan() {
    local names
    mapfile -t names < <(find tests/unit/shm tests/unit/kinds tests/unit/test_plain.c -name 'test_*.c' -printf '%f\n' | sed 's/\.c$//' | sort)
    unit_tests tsan "${names[@]}"
}

stage_large() {
    BLOOM_TEST_LARGE=1 unit_tests plain
}

stage_kills() {
    BLOOM_TEST_KILLS=1 unit_tests plain test_steps test_kill test_model test_processes test_layers
}

# The core: shared storage is for 64-bit systems. The tests' own statistics need doubles that are rounded as elsewhere.
stage_i386() {
    local names
    names=$(find tests/unit -name 'test_*.c' -not -path '*/shm/*' -printf '%f ' | sed 's/\.c / /g')
    chroot_create i386 bookworm i386
    inside i386 "$apt gcc make libc6-dev libxxhash-dev libcmocka-dev pkg-config php-cli php-dev git ca-certificates >/dev/null
        $checkout UNIT_CFLAGS='-O2 -g -msse2 -mfpmath=sse' ./dev unit $names"
    chroot_remove i386
}

# Big-endian, emulated. Debian's cross compiler brings the C library; cmocka is compiled from its source package.
stage_s390x() {
    chroot_create s390x bookworm
    inside_or_skip s390x "sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >/etc/apt/sources.list.d/source.list
        $apt gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user libxxhash-dev cmake gcc make pkg-config php-cli php-dev \
            libcmocka-dev dpkg-dev git ca-certificates >/dev/null
        cd /usr/local/src
        apt-get -q source cmocka >/tmp/log 2>&1 || { tail -3 /tmp/log; exit $no_source; }
        (cmake -S cmocka-*/ -B cmocka-build -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=s390x -DBUILD_SHARED_LIBS=OFF \
            -DCMAKE_C_COMPILER=s390x-linux-gnu-gcc -DWITH_EXAMPLES=OFF -DCMAKE_INSTALL_PREFIX=/usr/s390x-linux-gnu \
            -DCMAKE_INSTALL_LIBDIR=lib && cmake --build cmocka-build && cmake --install cmocka-build) >/tmp/log 2>&1 ||
            { tail -30 /tmp/log; exit 1; }
        $checkout
        mkdir -p /opt/xxhash/include
        cp /usr/include/xxh*.h /opt/xxhash/include
        export CC=s390x-linux-gnu-gcc UNIT_RUNNER='qemu-s390x -L /usr/s390x-linux-gnu' XXHASH_DIR=/opt/xxhash
        ./dev unit test_hash test_image test_format test_plain test_sizing test_counting test_cuckoo test_rotating test_scalable"
    chroot_remove s390x
}

# The Composer package with the lowest versions that its composer.json allows, on a copy. Left out are the tools for its
# development, and the tests that use no package.
stage_lowest() {
    local directory=$out/toolkit-lowest passed=0 failed=0 skipped=0
    build_extension dev >/dev/null
    rm -rf "$directory"
    mkdir -p "$directory"
    tracked_files | tar -c --null -T - | tar -C "$directory" -x toolkit examples docs tests/docs README.md
    export COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME="$out/composer" PHP_INI_SCAN_DIR BLOOM_EXTENSION
    PHP_INI_SCAN_DIR=$(other_modules)
    BLOOM_EXTENSION=$(extension_path dev)
    cd "$directory"
    (
        cd toolkit
        quietly "$out/log/composer-lowest.log" composer remove --dev --no-update --no-interaction \
            friendsofphp/php-cs-fixer phpstan/phpstan phpstan/phpstan-strict-rules
        retry quietly "$out/log/composer-lowest.log" composer update --prefer-lowest --prefer-stable --no-interaction --no-progress
    )
    toolkit_phpunit toolkit --exclude-filter 'Mutation|Collation|Normalise|Polyfill|Health|Pilot|LongestTransaction|KilledWriter|Processes|Tests.Load'
    suite_end lowest "$passed" "$failed" "$skipped"
}

# The package on a new machine, as its README says.
stage_composer() {
    chroot_create composer trixie
    inside composer "$apt composer unzip php-cli php-mbstring ca-certificates >/dev/null
        mkdir /shop
        cd /shop
        export COMPOSER_ALLOW_SUPERUSER=1
        composer init --no-interaction --quiet --name acme/shop --repository '{\"type\": \"path\", \"url\": \"/src/toolkit\"}'
        composer require --no-interaction --quiet 'bloom/toolkit:@dev'
        php -r 'require \"vendor/autoload.php\";
            \$filter = new BloomFilter(1000);
            \$guard = new Bloom\Toolkit\UniqueGuard(\$filter, fn(string \$name): bool => true);
            \$guard->register(\"José\", fn() => null);
            exit(\$guard->isTaken(\"JOSÉ\") && !\$guard->isTaken(\"Bob\") ? 0 : 1);'"
    chroot_remove composer
    suite_end composer 1 0
}

stages=("${full_stages[@]}")
is_reduced=no
if [ "${1:-}" = --reduced ]; then
    is_reduced=yes
    stages=("${reduced_stages[@]}")
    shift
fi
[ $# -eq 0 ] || stages=("$@")
[ "$(id -u)" -eq 0 ] || die 'chroots need root'
for name in "${stages[@]}"; do
    case $name in
        fresh-*) stage "$name" stage_fresh "${name#fresh-}" ;;
        readme-*) stage "$name" stage_readme "${name#readme-}" ;;
        debug) stage debug php_source debug bookworm --enable-debug ;;
        zts) stage zts php_source zts bookworm --enable-debug --enable-zts --enable-embed=static ;;
        fuzz) stage fuzz fuzz 60 ;;
        trixie | pecl | pie | exchange | valgrind | tsan | large | kills | i386 | s390x | lowest | composer) stage "$name" "stage_$name" ;;
        *) die "there is no stage $name; there are ${full_stages[*]} trixie" ;;
    esac
done
stages_end
