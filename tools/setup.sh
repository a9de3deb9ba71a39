# Sourced by ../dev: installs what is missing, on Debian and its relatives.
# shellcheck shell=bash

llvm=19 # in bookworm and in trixie, so that both format and analyse alike

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "this needs root, and there is no sudo: $*"
    fi
}

# packages_of PART: names of Debian packages, one a line.
packages_of() {
    case $1 in
        build)
            printf '%s\n' gcc make libc6-dev libxxhash-dev pkg-config git ca-certificates
            # A PHP from elsewhere is taken as it is.
            if [ -z "${PHP_CONFIG:-}" ] && ! { command -v php && command -v phpize && command -v php-config; } >/dev/null; then
                printf '%s\n' php-cli php-dev
            fi
            ;;
        unit) printf '%s\n' libcmocka-dev ;;
        models) printf '%s\n' spin ;;
        phpt)
            printf '%s\n' bindfs
            [ -n "${PHP_CONFIG:-}" ] || printf '%s\n' php-apcu php-igbinary
            ;;
        arginfo) printf '%s\n' composer unzip ;;
        toolkit)
            # For the tests under load.
            packages_of web
            # The core package of MariaDB has the server without the service, which the tests do not need; pyuca has the collation
            # of Unicode 9 as a table.
            printf '%s\n' composer unzip php-xml php-mbstring php-apcu php-redis php-sqlite3 php-pgsql php-mysql php-intl redis-server \
                postgresql mariadb-server-core python3-pyuca
            ;;
        web)
            printf '%s\n' nginx
            if [ -z "${PHP_CONFIG:-}" ]; then
                printf '%s\n' php-fpm php-sqlite3
            fi
            ;;
        apache) [ -n "${PHP_CONFIG:-}" ] || printf '%s\n' apache2-bin libapache2-mod-php ;;
        bench) printf '%s\n' php-apcu php-redis redis-server ;;
        fuzz) printf '%s\n' "clang-$llvm" "libclang-rt-$llvm-dev" ;;
        lint) printf '%s\n' "clang-format-$llvm" "clang-tidy-$llvm" cppcheck shellcheck ;;
        matrix) printf '%s\n' debootstrap valgrind ;;
        *) die "there is no part $1 to set up" ;;
    esac
}

# setup PART…
setup() {
    local part wanted=() missing=()
    [ "$*" != all ] || set -- build unit phpt models arginfo web apache toolkit bench fuzz lint matrix
    for part in "$@"; do
        mapfile -t -O "${#wanted[@]}" wanted < <(packages_of "$part")
    done
    if command -v dpkg-query >/dev/null; then
        mapfile -t missing < <(
            comm -23 <(printf '%s\n' "${wanted[@]}" | sort -u) \
                <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u)
        )
        if [ "${#missing[@]}" -gt 0 ]; then
            note "installing ${missing[*]}"
            retry quietly "$out/log/apt.log" apt_install "${missing[@]}"
        fi
    else
        note "not Debian: what it calls ${wanted[*]} must be there already"
    fi
    find_php
}

apt_install() {
    as_root apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 update || return
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
        install -y --no-install-recommends "$@"
}
